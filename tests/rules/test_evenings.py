"""The evening tournament, steps 3 and 4: the best games of an evening, the best evenings of a month."""

import pytest
from evening_sheets import MONTH, evenings, night, played, sheets_of, tab
from sheets import Memory, checked, scored

from pipelines import findings, rebuild
from pipelines.checks import checks
from pipelines.publish.tables import tabs


@pytest.fixture(autouse=True)
def small_games(monkeypatch):
    """The games of these tests have a seat or two: that is no error here, whose consequences would not be reported."""
    monkeypatch.setattr(checks, "_FEWEST_SEATS", 1)


SEASON = {"name": "season", "tab": "Season"}
SHOWN = ["games", "wins", "evenings", "evenings_counted", "best_evening", "score"]


def marks(column):
    """The truth values of a column as a text of + and -."""
    return "".join("+" if one else "-" for one in column)


def one_of(standings, period, player="А"):
    """What the standings of a period show of a player."""
    rows = standings[(standings["period"] == period) & (standings["player"] == player)]
    return rows[SHOWN].astype("float64").to_numpy().tolist()


def nights(player, month, scores):
    """Evenings of one game each, a day after the other."""
    return [game for day, score in enumerate(scores, 1) for game in night(player, f"{month}-{day:02}", score)]


# --- step 3: the best three games of an evening


BEST_GAMES = [
    ([100], "+", 100),
    ([100, 200], "++", 300),
    ([100, 200, 300], "+++", 600),
    ([250, 320, 0, 200], "++-+", 770),  # the document's example
    ([40, 80, 120, 160], "-+++", 360),
    ([160, 120, 80, 40], "+++-", 360),
    ([120, 40, 160, 80, 200], "+-+-+", 480),
    ([80, 80, 80, 80], "+++-", 240),  # of equals, the earlier
    ([40, 80, 40, 80], "++-+", 200),
    ([80, 40, 80, 40, 40], "+++--", 200),
    ([40, 40, 40, 120, 80], "+--++", 240),
    ([0, 0, 80, 0], "+++-", 80),
    ([0, 0, 0, 0], "+++-", 0),
    ([0, 80, 0, 0, 80], "++--+", 160),
]


def test_the_best_three_games_of_an_evening():
    """Each case is the evening of a player of his own."""
    rows = [row for n, case in enumerate(BEST_GAMES) for row in night(f"А{n}", "2023-09-04", *case[0])]
    seats, standings = played(rows)
    assert seats["evening_counted"].all(), "an evening counts with all its games"
    for n, (scores, counted, total) in enumerate(BEST_GAMES):
        own = seats[seats["player"] == f"А{n}"]
        assert own["score"].tolist() == scores
        assert (scores, marks(own["counted"])) == (scores, counted)
        wins = sum(score > 0 for score in scores)
        assert one_of(standings, "2023-09", f"А{n}") == [[len(scores), wins, 1, 1, total, total]]


def test_scores_decide_and_not_points():
    """Points 6, 5, 5 and 4 at tables of weight 10, 20, 30 and 40: scores 60, 100, 150, 160."""
    rows = [
        {"found_black_count": str(finds), "weight_typed": str(weight), "player": "А", "role": "sheriff"}
        for finds, weight in ((2, 10), (1, 20), (1, 30), (0, 40))
    ]
    seats, standings = played(rows)
    assert seats["points"].tolist() == [6, 5, 5, 4]
    assert marks(seats["counted"]) == "-+++"
    assert standings["score"].tolist() == [410]


def test_an_evening_is_over_all_its_tables_in_the_order_of_game_numbers():
    tables = ["Б", "А", "В", "А", "Б"]
    numbers = [4, 2, 1, 10, 3]
    rows = [
        {**night("А", "2023-09-04", 80, first=number, evening="19:00")[0], "table": table}
        for table, number in zip(tables, numbers, strict=True)
    ]
    seats, standings = played(rows)
    assert marks(seats["counted"]) == "-++-+"
    assert one_of(standings, "2023-09") == [[5, 5, 1, 1, 240, 240]]


def test_two_evenings_of_a_day_and_two_clubs_are_evenings_of_their_own():
    rows = [
        *night("А", "2023-09-04", 40, 80, 120, evening="19:00"),
        *night("А", "2023-09-04", 80, 120, 160, first=4, evening="22:00"),
        *night("А", "2023-09-04", 40, 40, 40, 40, evening="19:00", club="Закат", table="2"),
    ]
    seats, standings = played(rows)
    assert marks(seats["counted"]) == "+++" + "+++" + "+++-"
    assert one_of(standings, "2023-09") == [[10, 10, 3, 3, 360, 720]]


# --- step 4: the best evenings of a month


BEST_EVENINGS = [
    ([100, 200, 300], "+++"),
    ([100, 200, 300, 400, 500], "+++++"),
    ([100, 200, 300, 400, 500, 600, 700], "--+++++"),
    ([700, 100, 600, 200, 500, 300, 400], "+-+-+++"),
    ([100, 100, 100, 100, 100, 100], "+++++-"),  # of equals, the earlier
    ([100, 200, 100, 200, 100, 200, 200], "++-+-++"),
    ([0, 0, 0, 0, 0, 0, 100], "++++--+"),
]


@pytest.mark.parametrize("step", [1, -1])
def test_the_best_five_evenings_of_a_month(step):
    """Each case is a player of his own, with an evening a day; in either order of rows."""
    rows = [row for n, case in enumerate(BEST_EVENINGS) for row in nights(f"А{n}", "2023-09", case[0])]
    seats, standings = played(rows[::step])
    seats = seats.sort_values("date")
    for n, (scores, counted) in enumerate(BEST_EVENINGS):
        own = seats[seats["player"] == f"А{n}"]
        assert marks(own["counted"]) == marks(own["evening_counted"]) == counted
        many, wins = len(scores), sum(score > 0 for score in scores)
        total = sum(score for score, mark in zip(scores, counted, strict=True) if mark == "+")
        want = [[many, wins, many, counted.count("+"), max(scores), total]]
        assert one_of(standings, "2023-09", f"А{n}") == want


def test_the_sums_of_evenings_decide_and_not_their_best_games():
    """Evenings of 300, 290 and 200 (by three games): with two to count, the last one's four games do not."""
    rows = [
        *night("А", "2023-09-04", 100, 100, 100, 100),
        *night("А", "2023-09-05", 290),
        *night("А", "2023-09-06", 80, 60, 60, 40),
    ]
    month = {**MONTH, "best_evenings": {"2023-09": 2}}
    seats, standings = played(rows, rating=[month])
    assert marks(seats["evening_counted"]) == "++++" + "+" + "----"
    assert marks(seats["counted"]) == "+++-" + "+" + "----"
    assert one_of(standings, "2023-09") == [[9, 9, 3, 2, 300, 590]]


def test_of_two_equal_evenings_of_a_day_the_earlier_by_game_numbers():
    rows = [
        *night("А", "2023-09-04", 120, 40, first=3, evening="А"),
        *night("А", "2023-09-04", 80, 80, first=1, evening="Б"),
    ]
    seats, _ = played(rows, rating=[{**MONTH, "best_evenings": {"2023-09": 1}}])
    assert marks(seats["counted"]) == "--" + "++"


TWO_MONTHS = [
    *nights("А", "2023-09", [100, 200, 300, 400]),
    *nights("А", "2023-10", [150, 250, 350, 450]),
]


def test_each_month_has_its_own_best_evenings():
    seats, standings = played([*TWO_MONTHS, *nights("Б", "2023-10", [10])])
    assert marks(seats["counted"]) == "+" * 9
    assert one_of(standings, "2023-09") == [[4, 4, 4, 4, 400, 1000]]
    assert one_of(standings, "2023-10") == [[4, 4, 4, 4, 450, 1200]]
    assert one_of(standings, "2023-09", "Б") == []


def test_a_league_may_set_the_number_of_evenings_by_month():
    rows = [*nights("А", "2023-09", [10, 20, 30, 40, 50, 60]), *TWO_MONTHS[4:]]
    month = {**MONTH, "best_evenings": {"2023-10": 2, "2023-11": 1}}
    seats, standings = played(rows, rating=[month])
    assert marks(seats["counted"]) == "-+++++" + "--++"
    assert one_of(standings, "2023-09") == [[6, 6, 6, 5, 60, 200]]
    assert one_of(standings, "2023-10") == [[4, 4, 4, 2, 450, 800]]
    _, standings = played(rows, rating=[{**MONTH, "best_evenings": {"2023-09": 6}}])
    assert one_of(standings, "2023-09") == [[6, 6, 6, 6, 60, 210]]


def test_a_season_takes_the_best_evenings_of_its_own_distance():
    """Five of the eight: 450, 400, 350, 300, 250. The months stay as they are."""
    for ratings, counted in (([MONTH, SEASON], "++++++++"), ([SEASON, MONTH], "--++-+++")):
        seats, standings = played(TWO_MONTHS, rating=ratings)
        assert marks(seats["counted"]) == counted, "seats are counted as the first rating counts"
        assert one_of(standings, "season") == [[8, 8, 8, 5, 450, 1750]]
        assert one_of(standings, "2023-09") == [[4, 4, 4, 4, 400, 1000]]
        assert one_of(standings, "2023-10") == [[4, 4, 4, 4, 450, 1200]]


def test_equal_scores_are_equal_places_whatever_the_games_and_wins():
    rows = [
        *night("Яна", "2023-09-04", 400),
        *night("Ева", "2023-09-04", 200, 0, 200, 0),
        *night("Боря", "2023-09-04", 100, 100),
        *night("Боря", "2023-09-05", 200),
        *night("Анна", "2023-09-05", 399),
        *night("Вано", "2023-09-05", 0),
    ]
    _, standings = played(rows)
    places = standings[["place", "player"]].astype({"player": "str"}).to_numpy().tolist()
    assert places == [[1, "Боря"], [1, "Ева"], [1, "Яна"], [4, "Анна"], [5, "Вано"]]


def test_scores_are_compared_as_decimals():
    rows = [*night("Б", "2023-09-04", 0.4, 0.8), *night("А", "2023-09-04", 1.2)]  # weights 0.1 and 0.2; 0.3
    _, standings = played(rows)
    assert standings["place"].tolist() == [1, 1]


def test_equal_games_and_evenings_are_told_as_decimals():
    """In binary 6 · 0.2 is more than 4 · 0.3, and 0.4 + 0.8 more than 1.2; the earlier counts all the same."""
    sheriff = {"role": "sheriff", "found_black_count": "2", "weight_typed": "0.2"}
    games = [*night("А", "2023-09-04", 1.2, 8, 8), *night("А", "2023-09-04", 1.2, first=4, **sheriff)]
    seats, _ = played(games)
    assert marks(seats["counted"]) == "+++-"
    rows = [*night("А", "2023-09-04", 1.2), *night("А", "2023-09-05", 0.4, 0.8)]
    seats, _ = played(rows, rating=[{**MONTH, "best_evenings": {"2023-09": 1}}])
    assert marks(seats["counted"]) == "+--"


def test_the_wins_of_every_team_and_of_games_that_do_not_count():
    roles = {"citizen": "red", "beauty": "red", "don": "black", "mafia": "black", "maniac": "maniac"}
    rows = [{"player": "А", "role": role, "winner": winner} for role, winner in roles.items()]
    rows += [{"player": "А", "role": role, "winner": "draw"} for role in ("citizen", "mafia", "maniac")]
    rows += [
        {"player": "А", "role": "maniac", "winner": "red"},
        {"player": "А", "role": "doctor", "winner": "maniac"},
    ]
    _, standings = played(rows)
    assert standings[["games", "wins"]].to_numpy().tolist() == [[10, 5]]


# --- an evening past midnight

FRIDAY, SATURDAY = "2023-09-08", "2023-09-09"


def test_an_evening_goes_on_past_midnight():
    rows = [
        *night("А", FRIDAY, 40, 80, evening="Клуб", exit="Н1"),
        *night("А", SATURDAY, 120, 160, first=3, evening="Клуб", exit="Н1"),
    ]
    seats, standings = played([{**row, "role": "mafia", "winner": "black"} for row in rows])
    assert seats["compensation"].tolist() == [1, 2, 2, 2]
    assert seats["points"].tolist() == [5, 6, 6, 6]  # weights 10, 20, 30, 40
    assert marks(seats["counted"]) == "-+++"
    assert one_of(standings, "2023-09") == [[4, 4, 1, 1, 540, 540]]


def test_an_evening_past_midnight_is_one_for_who_changed_the_table():
    rows = [
        *night("А", FRIDAY, 40, 80, evening="Клуб", table="1"),
        *night("Б", FRIDAY, 40, 80, evening="Клуб", table="2"),
        *night("А", SATURDAY, 120, 160, first=3, evening="Клуб", table="2"),
    ]
    seats, standings = played(rows)
    assert marks(seats["counted"]) == "-+" + "++" + "++"
    assert one_of(standings, "2023-09") == [[4, 4, 1, 1, 360, 360]]


@pytest.mark.parametrize(
    ("date", "first", "evening", "why"),
    [
        (SATURDAY, 1, "Клуб", "the numbers start again"),
        (SATURDAY, 3, "Квартал", "another name"),
        (SATURDAY, 3, "", "without a name the date is the evening"),
        ("2023-09-10", 3, "Клуб", "two days later"),
        ("2023-09-15", 3, "Клуб", "a week later"),
    ],
)
def test_another_evening(date, first, evening, why):
    before = evening and "Клуб"
    rows = [
        *night("А", FRIDAY, 40, 80, evening=before, exit="Н1"),
        *night("А", date, 120, 160, first=first, evening=evening, exit="Н1"),
    ]
    seats, standings = played([{**row, "winner": "black"} for row in rows])
    assert seats["points"].tolist() == [1, 2, 1, 2], why  # the compensations, at weights 10, 20, 30, 40
    assert one_of(standings, "2023-09") == [[4, 0, 2, 2, 110, 160]], why


def test_an_evening_past_the_end_of_a_month_stays_whole():
    """The rating of a month is a sum of evenings, not of parts of them. The document does not say of which month."""
    rows = [
        *night("А", "2023-09-30", 100, 100, evening="Клуб"),
        *night("А", "2023-10-01", 100, 100, first=3, evening="Клуб"),
    ]
    _, standings = played(rows)
    assert standings["score"].tolist() == [300]
    assert standings["evenings"].tolist() == [1]


@pytest.mark.parametrize(("date", "number"), [(SATURDAY, 1), (FRIDAY, 9)])
def test_an_unrated_game_does_not_part_an_evening_past_midnight(date, number):
    rows = [
        *night("А", FRIDAY, 40, 80, evening="Клуб"),
        *night("А", SATURDAY, 120, 160, first=3, evening="Клуб"),
        *night("А", date, 400, first=number, evening="Клуб", kind="товарищеская"),
    ]
    _, standings = played(rows)
    assert one_of(standings, "2023-09") == [[4, 4, 1, 1, 360, 360]]


def test_an_unrated_game_does_not_join_two_evenings():
    """Of Friday and Sunday; an evening goes on past one midnight, and there is nothing rated on Saturday."""
    rows = [
        *night("А", FRIDAY, 40, 80, evening="Клуб"),
        *night("А", SATURDAY, 400, first=3, evening="Клуб", kind="товарищеская"),
        *night("А", "2023-09-10", 120, 160, first=4, evening="Клуб"),
    ]
    _, standings = played(rows)
    assert one_of(standings, "2023-09") == [[4, 4, 2, 2, 280, 400]]


def season(*evenings):
    """Games of an evening called Клуб: for each evening the date, the first number and how many games."""
    return [
        row
        for date, first, games in evenings
        for row in night("А", date, *[100] * games, first=first, evening="Клуб")
    ]


@pytest.mark.parametrize(
    ("evenings", "of_months", "why"),
    [
        (
            [("2023-09-30", 1, 2), ("2023-10-01", 3, 2)],
            [1],
            "nothing shows how games are numbered: a warning",
        ),
        (
            [("2023-09-23", 1, 2), ("2023-09-30", 1, 2), ("2023-10-01", 3, 2)],
            [2],
            "they start again each evening",
        ),
        (
            [("2023-09-23", 1, 2), ("2023-09-30", 3, 2), ("2023-10-01", 5, 2)],
            [2, 1],
            "they run through the season",
        ),
        (
            [("2023-09-30", 1, 2), ("2023-10-01", 3, 2), ("2023-10-08", 5, 2)],
            [1, 2],
            "as a later evening shows",
        ),
        ([("2023-09-30", 1, 2), ("2023-10-01", 3, 2), ("2023-10-08", 1, 2)], [1, 1], "or shows otherwise"),
        (
            [
                ("2023-09-02", 1, 2),
                ("2023-09-09", 3, 2),
                ("2023-09-16", 5, 2),
                ("2023-09-17", 7, 2),
                ("2023-10-01", 1, 2),
            ],
            [4, 1],
            "they run through the month",
        ),
    ],
)
def test_an_evening_goes_on_past_midnight_unless_numbers_run_through_the_season(evenings, of_months, why):
    _, standings = played(season(*evenings))
    assert standings["evenings"].tolist() == of_months, why


def test_an_evening_joined_without_the_example_of_another_is_a_warning_at_the_first_game_of_the_next_day():
    two = season(("2023-09-30", 1, 2), ("2023-10-01", 3, 2))
    three = season(("2023-09-23", 1, 2), ("2023-09-30", 1, 2), ("2023-10-01", 3, 2))
    found = [checked(Memory({"Games": tab(rows)}), evenings())[1] for rows in (two, three)]
    cells = [one.loc[one["code"] == "evening-past-midnight", ["severity", "cell", "value"]] for one in found]
    assert cells[0].to_numpy().tolist() == [["warning", "A4", "01.10.2023"]]
    assert cells[1].empty


# --- the details tab


def test_the_details_list_every_played_seat_and_mark_what_counts():
    friendly = {"kind": "товарищеская"}
    rows = [
        *night("А", "2023-09-04", 100, 80, 60, 40, evening="19:00"),
        *night("Б", "2023-09-04", 0, evening="19:00"),
        *night("А", "2023-09-05", 20, evening="19:00"),
        *night("В", "2023-09-05", 400, evening="19:00", **friendly),
    ]
    memory, source = sheets_of(tab(rows))
    month = {**MONTH, "best_evenings": {"2023-09": 1}}
    of = evenings(source=source, rating=[month], publish={"details": "Details"})
    seats, standings = scored(memory, of)
    *_, details = tabs(of, rebuild.rules_of(of), standings, seats, findings.nothing())
    columns = {column.title: column for column in details.columns}
    assert details.name == "Details"
    listed = zip(columns["Player"].values, columns["Score"].values, strict=True)
    assert list(listed) == [("А", 100), ("А", 80), ("А", 60), ("А", 40), ("Б", 0), ("А", 20)]
    shown = {title: marks(column.values) for title, column in columns.items() if column.kind == "mark"}
    assert shown == {"Counted": "+++-+-", "Evening counted": "+++++-"}


def test_the_second_first_kill_past_midnight_is_told_by_game_numbers_and_not_by_dates():
    """Killed first in Friday's game 3 and in Saturday's game 2 at another table: game 2 is the first (1), game 3 the further (2)."""
    rows = [
        *night("Б", FRIDAY, 40, first=1, evening="Клуб", table="2"),
        *night("А", "2023-09-09", 40, first=2, evening="Клуб", table="2"),
        *night("А", FRIDAY, 40, first=3, evening="Клуб"),
    ]
    rows = [{**row, "exit": "N1"} if row["player"] == "А" else row for row in rows]
    seats, _ = played(rows)
    mine = seats[seats["player"] == "А"].set_index("game_no")["compensation"]
    assert mine.to_dict() == {2: 1, 3: 2}
