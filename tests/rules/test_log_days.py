"""What the log of acts tells of each seat by day, how a log is read, and what is typed besides it: section 5.

Seats of a table are those of `logs.ROLES`. Under demafia: 1 sheriff, 2 doctor, 3 maniac, 4 to 6 citizens, 7 and 8
mafia, 9 the boss, 10 the lover.
"""

import pytest
from form_cells import TABLE, cells
from logs import HEADER, LOG_HEADER, a_city, acts, book, day, of_seats, seats, told, unlike
from sheets import Memory, a_league, checked, found_reading, read

# --- votes


def test_votes_against_one_voted_out_that_day():
    """One point to each who voted against a player of the other team who was voted out that same day."""
    table = """
log                                     | want | why
D1 vote 1>7; D1 vote 4>7; D1 exit >7    | 1 votes 1; 4 votes 1 | reds against mafia
D1 vote 7>1; D1 vote 10>1; D1 exit >1   | 7 votes 1; 10 votes 1 | blacks against the sheriff
D1 vote 3>10; D1 exit >10               | 3 votes 1 | the maniac is red
D1 vote 9>3; D1 exit >3                 | 9 votes 1 | the maniac is red
D1 vote 8>7; D1 vote 10>7; D1 exit >7   |  | a team mate
D1 vote 4>1; D1 vote 3>1; D1 exit >1    |  | a team mate
D1 vote 7>7; D1 vote 1>7; D1 exit >7    | 1 votes 1 | himself
D1 vote 1>7                             |  | nobody was voted out
D1 vote 1>7; D1 exit >8                 |  | another one was
D1 vote 1>7; D1 exit >4                 |  | another one was, a red
D1 vote 1>7; D2 exit >7                 |  | another day
D1 vote 1>7; N2 exit >7                 |  | he left by night
D1 vote 1>7; D1 shootout >7             |  | shot out in a tie
D1 vote 1>7; D1 removed >7              |  | removed
D1 vote 1>7; D1 vote 2>8; D1 vote 4>9; D1 exit >7,8 | 1 votes 1; 2 votes 1 | two voted out together
D1 vote 1>7; D1 vote 8>4; D1 vote 5>4; D1 exit >7,4 | 1 votes 1; 8 votes 1 | one of each team together
D1 vote 7>4; D1 vote 4>7; D1 exit >4; D1 exit >7    | 4 votes 1; 7 votes 1 | two voted out, in two rows
D1 vote 1>7; D1 vote 1>8; D1 exit >7,8  | 1 votes 2 | against both of them
D1 vote 1>7,8; D1 exit >7,8             | 1 votes 2 | against both of them, in one row
D1 vote 1>7; D1 vote 1>7; D1 exit >7    | 1 votes 1 | twice on one day: one point to each who voted
D1 vote 1>4; D1 vote 1>7; D1 exit >7    | 1 votes 1 | another one at first
D1 vote 1>7; D1 exit >7; D2 vote 1>8; D2 exit >8 | 1 votes 2 | two days
D1 vote 1>7; D2 vote 1>7; D2 exit >7    | 1 votes 1 | the day he was voted out
D10 vote 1>7; D10 exit >7               | 1 votes 1 | day 10
"""
    assert unlike(table, ["votes", "oratory"]) == []


def test_justifications():
    table = """
log                                  | want | why
D1 justified >4                      | 4 oratory 2 | kept in the game
D1 justified 7>                      | 7 oratory 2 | told as the actor
D1 justified >4,7                    | 4 oratory 2; 7 oratory 2 | both of a tie
D1 justified >4; D2 justified >4     | 4 oratory 4 | twice
D1 justified >4; D1 vote 1>7; D1 exit >7 | 4 oratory 2; 1 votes 1 | another one was voted out
D1 exit >4                           |  | not kept
"""
    assert unlike(table, ["votes", "oratory"]) == []


def test_vote_accuracy_is_the_share_of_votes_against_the_other_team():
    table = """
log                                  | want | why
D1 vote 1>7                          | 1 vote_accuracy 1.0 | whether he was voted out or not
D1 vote 1>7; D2 vote 1>4             | 1 vote_accuracy 0.5 | one of two
D1 vote 7>4; D2 vote 7>3; D3 vote 7>1; D4 vote 7>10 | 7 vote_accuracy 0.75 | three of four
D1 vote 1>7; D1 vote 4>7; D2 vote 4>8; D2 vote 1>8; D1 exit >7 | 1 vote_accuracy 1.0; 4 vote_accuracy 1.0 | two of two
N1 shot >4                           |  | nobody voted
"""
    assert unlike(table, ["vote_accuracy"]) == []


def test_a_vote_for_ones_own_alone_is_an_accuracy_of_nought():
    rows = read(book([{"log": "D1 vote 1>4"}]), a_city()).seats.set_index("seat")["vote_accuracy"]
    assert rows[1] == 0
    assert rows.drop(1).isna().all()


# --- how a log is read

PHASES = {
    "night": ("N1", "n1", "N 1", "Night 1", "Н1", "н1", "Ніч 1", "ніч 1", "Ночь 1"),
    "day": ("D1", "Day 1", "Д1", "День 1", "день 1", "Д 1"),
}


def nights_and_days(phases, words=(), header=LOG_HEADER):
    """In each game the mafia shoots the sheriff in vain, the lover finds him, two vote the boss out, one is justified.

    `phases` are how the night and the day are written in each.
    """
    shot, heal, visit, check, vote, leave, justified = words or (
        *("shot", "heal", "visit", "check"),
        *("vote", "exit", "justified"),
    )
    games, log = [HEADER], [header]
    for game, (night, by_day) in enumerate(phases, 1):
        of_game = [
            (night, shot, "", "1"),
            (night, heal, "2", "1"),
            (night, visit, "10", "1"),
            (night, check, "1", "7"),
            (by_day, vote, "1", "9"),
            (by_day, vote, "7", "9"),
            (by_day, justified, "", "4"),
            (by_day, leave, "", "9"),
        ]
        games.extend(seats({}, game, "demafia"))
        log.extend([day(game), "1", str(game), *act] for act in of_game)
    return Memory({"Games": games, "Acts": log})


SO_MUCH = of_seats("2 points 6; 10 points 5; 1 points 6; 4 points 2")  # a draw: no base
SO_LEFT = {(9, "exit"): "D1"}
WORDS = {
    "ru": (
        ("Дата", "Стол", "Игра", "Фаза", "Действие", "Кто", "Кого"),
        ("выстрел", "лечение", "визит", "проверка", "голос", "выбыл", "оправдан"),
    ),
    "uk": (
        ("Дата", "Стіл", "Гра", "Фаза", "Дія", "Хто", "Кого"),
        ("постріл", "лікування", "візит", "перевірка", "голос", "вибув", "виправданий"),
    ),
    "en": (
        ("Date", "Table", "Game", "Phase", "Action", "Who", "Whom"),
        ("Shot", "Heal", "Visit", "Check", "Vote", "Exit", "Justified"),
    ),
}


def test_nights_and_days_in_three_languages():
    phases = [(night, "D1") for night in PHASES["night"]] + [("N1", by_day) for by_day in PHASES["day"]]
    got = told(nights_and_days(phases), a_city(), ["points", "exit"])
    wrong = {one: game for one, game in zip(phases, got, strict=True) if game != {**SO_MUCH, **SO_LEFT}}
    assert wrong == {}


@pytest.mark.parametrize("language", WORDS)
def test_headers_and_acts_in_three_languages(language):
    header, words = WORDS[language]
    memory = nights_and_days([("N1", "D1")], words, header)
    assert found_reading(memory, a_city()).empty
    assert told(memory, a_city(), ["points"]) == [SO_MUCH]


@pytest.mark.parametrize("word", ["перестрелка", "перестрілка", "shootout"])
def test_the_shoot_out_in_three_languages(word):
    rows = [[day(1), "1", "1", "Д1", "голос", "1", "7"], [day(1), "1", "1", "Д1", word, "", "7"]]
    memory = Memory({"Games": [HEADER, *seats({}, 1, "demafia")], "Acts": [LOG_HEADER, *rows]})
    assert told(memory, a_city(), ["votes", "exit"]) == [{(7, "exit"): "D1"}]


@pytest.mark.parametrize("word", ["удалён", "вилучений", "видалений", "removed"])
def test_a_removal_in_three_languages(word):
    rows = [[day(1), "1", "1", "Д1", word, "", "7"]]
    memory = Memory({"Games": [HEADER, *seats({}, 1, "demafia")], "Acts": [LOG_HEADER, *rows]})
    assert told(memory, a_city(), ["is_removed"]) == [{(7, "is_removed"): True}]


@pytest.mark.parametrize("cell", ["3, 5", "3,5", "3 5", "3; 5", "5, 3"])
def test_several_seats_in_one_cell(cell):
    rows = [[day(1), "1", "1", "D1", "exit", "", cell]]
    memory = Memory({"Games": [HEADER, *seats({}, 1, "demafia")], "Acts": [LOG_HEADER, *rows]})
    assert told(memory, a_city(), ["exit"]) == [{(3, "exit"): "D1", (5, "exit"): "D1"}]


def test_several_logs_by_a_wildcard_or_a_list():
    """The acts of the second game stand on two tabs: a shot that killed, and the vote of the day after."""
    games = [one for game in (1, 2) for one in seats({}, game, "demafia")]
    tabs = {
        "Games": [HEADER, *games],
        "Acts 1": [LOG_HEADER, *acts("N1 check 1>7", 1), *acts("N1 shot >4; N1 exit >4", 2)],
        "Acts 2": [LOG_HEADER, *acts("D1 vote 1>7; D1 exit >7", 2)],
    }
    first = of_seats("1 checks 5")
    second = of_seats("7 hits 4; 8 hits 4; 9 hits 4; 1 votes 1")
    columns = ["checks", "hits", "votes"]
    assert told(Memory(tabs), a_city(logs="Acts*"), columns) == [first, second]
    assert told(Memory(tabs), a_city(logs=["Acts 2", "Acts 1"]), columns) == [first, second]
    assert told(Memory(tabs), a_city(logs=["Acts 1"]), columns) == [
        first,
        of_seats("7 hits 4; 8 hits 4; 9 hits 4"),
    ]


def test_acts_go_to_the_game_of_their_date_table_and_number():
    games = []
    for game, (date, table, number) in enumerate(PLACES, 1):
        for row in seats({}, game, "demafia"):
            own = dict(zip(HEADER, row, strict=True))
            own.update(date=date, table=table, game_no=number)
            games.append([own[name] for name in HEADER])
    log = [[*place, "D1", "justified", "", str(seat)] for seat, place in enumerate(PLACES, 1)]
    seats_read = read(Memory({"Games": [HEADER, *games], "Acts": [LOG_HEADER, *log]}), a_city()).seats
    kept = seats_read[seats_read["justified_count"] == 1]
    got = zip(kept["date"].dt.strftime("%Y-%m-%d"), kept["table"], kept["game_no"], kept["seat"], strict=True)
    assert {(*map(str, place), seat) for *place, seat in got} == {
        (*place, seat) for seat, place in enumerate(PLACES, 1)
    }


PLACES = [
    ("2024-01-01", "1", "1"),
    ("2024-01-01", "1", "2"),
    ("2024-01-01", "2", "1"),
    ("2024-01-02", "1", "1"),
]

# --- the log under the rules of classic Mafia


def test_first_kill_and_removal_from_the_log_under_4mafia():
    """A first-killed red of a lost game +0.5, his best move by the same mark; a removal is a penalty of one."""
    rows = [
        {"winner": "black", "log": "N1 exit >2; N2 exit >3", "moves": True},
        {"winner": "black", "log": "N1 removed >2; D1 exit >3"},
        {"winner": "red", "log": "N1 exit >2; D1 removed >9"},
        {"winner": "black", "log": "D1 exit >2"},
    ]
    memory = book_with_best_moves(rows)
    assert found_reading(memory, a_city("4mafia")).empty
    assert told(memory, a_city("4mafia"), ["compensation", "best_move", "penalty"]) == [
        of_seats("2 compensation 0.5; 2 best_move 0.5"),
        of_seats("2 penalty -1"),
        of_seats("9 penalty -1"),
        {},
    ]


def book_with_best_moves(rows):
    games, log = [[*HEADER, "best_move"]], [LOG_HEADER]
    for game, row in enumerate(rows, 1):
        moves = {"2": "8 9 10"} if row.get("moves") else {}
        of_game = seats(row, game, "4mafia")
        games.extend([*one, moves.get(one[HEADER.index("seat")], "")] for one in of_game)
        log.extend(acts(row["log"], game))
    return Memory({"Games": games, "Acts": log})


# --- typed figures and the log

MISMATCHES = [
    ("N1 shot >4; N1 heal 2>4", "2 save_count 3", "saves", "2 saves 18", ("save_count", "3", "1")),
    ("N1 shot >4; N1 heal 2>4", "2 save_count 0", "saves", "", ("save_count", "0", "1")),
    ("N1 heal 2>4", "2 save_count 1", "saves", "2 saves 6", ("save_count", "1", "0")),
    ("D1 vote 1>7; D1 exit >7", "1 vote_hit_count 2", "votes", "1 votes 2", ("vote_hit_count", "2", "1")),
    ("D1 justified >4", "4 justified_count 2", "oratory", "4 oratory 4", ("justified_count", "2", "1")),
    ("N1 exit >4", "4 exit N2", "exit", "4 exit N2", ("exit", "N2", "N1")),
    ("D1 exit >4", "4 exit Н1", "exit", "4 exit N1", ("exit", "N1", "D1")),
]


@pytest.mark.parametrize(("log", "typed", "column", "want", "named"), MISMATCHES)
def test_a_typed_figure_stands_and_a_log_that_differs_is_told(log, typed, column, want, named):
    memory = book([{"log": log, "typed": typed}])
    assert told(memory, a_city(), [column]) == [of_seats(want)]
    found = found_reading(memory, a_city())
    name, said, of_log = named
    seat = int(typed.split()[0])
    assert found[["severity", "code", "tab", "row", "column", "value"]].to_numpy().tolist() == [
        ["warning", "counter-mismatch", "Games", 1 + seat, HEADER.index(name) + 1, said]
    ]
    assert said in found["message"].item()
    assert of_log in found["message"].item()


def test_a_mismatch_is_told_in_the_evenings_too():
    memory = book([{"log": "N1 shot 7>4; N1 heal 2>4", "typed": "2 saved_red_count 2"}], "evenings")
    assert told(memory, a_city("evenings"), ["actions"]) == [of_seats("2 actions 2")]
    _, found = checked(memory, a_city("evenings"))
    assert found.loc[found["code"] == "counter-mismatch", ["severity", "value"]].to_numpy().tolist() == [
        ["warning", "2"]
    ]


def test_a_typed_mark_of_the_first_kill_stands_and_a_log_that_differs_is_told():
    memory = book([{"winner": "black", "log": "N1 exit >3", "typed": "2 is_first_kill +"}], "4mafia")
    assert told(memory, a_city("4mafia"), ["compensation"]) == [of_seats("2 compensation 0.5")]
    found = found_reading(memory, a_city("4mafia"))
    assert found[["severity", "code", "row"]].to_numpy().tolist() == [["warning", "counter-mismatch", 3]]


def test_what_is_typed_as_the_log_has_it_is_not_told():
    rows = [
        {
            "log": "N1 shot >4; N1 exit >4; D1 vote 1>7; D1 exit >7",
            "typed": "4 exit N1; 4 is_first_kill +; 7 exit Д1; 7 hit_count 1; 1 vote_hit_count 1; 2 save_count 0",
        },
        {"typed": "2 save_count 2; 4 exit N2; 1 found_black_count 1"},
    ]
    memory = book(rows)
    assert found_reading(memory, a_city()).empty
    assert told(memory, a_city(), ["hits", "votes", "saves", "checks"]) == [
        of_seats("7 hits 4; 8 hits 4; 9 hits 4; 1 votes 1"),
        of_seats("2 saves 12; 1 checks 5"),
    ]


def test_a_first_kill_on_a_protocol_that_the_rounds_do_not_know_is_told_as_typed():
    """Seat 3 was shot in the first night, and the judge wrote 7 beside ПУ."""
    form = f"Дата | 12.09.2023 | Стол | 1 | Игра № | 1\n{TABLE}\nПобеда | мирные\nПУ | 7\nНочь | 1 | 2\nУбит | 3 | 7"
    of = a_league(source={"workbook": ["m.xlsx"], "games": ["*"]})
    _, found = checked(Memory({"Games": cells(form)}), of)
    told = found.loc[found["code"] == "counter-mismatch", ["cell", "value", "message"]]
    assert told.to_numpy().tolist() == [
        ["B14", "7", "7 is typed, but the log gives N2; what is typed counts, correct one of the two"]
    ]
