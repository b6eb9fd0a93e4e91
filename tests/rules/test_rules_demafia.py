"""DeMafia clause by clause, from typed figures: section 4 of the rules. Each row is a seat in a game of its own."""

import itertools

import pytest
from logs import HEADER, ROLES, a_city, book, day, of_seats, told
from sheets import Memory, a_league, checked, read_table, scored, without_copies

RED = ("citizen", "sheriff", "doctor", "maniac")
BLACK = ("mafia", "don", "lover")
WINNERS = ("red", "black", "draw")
COMPONENTS = (
    *("base", "hits", "visits", "lover", "saves", "checks"),
    *("votes", "oratory", "mvp", "fine_move", "disqualified"),
)


def lone(rows):
    """A games tab in which each row is a game of its own."""
    cells = [
        {
            "date": "2024-01-01",
            "game_no": str(game),
            "seat": "1",
            "player": f"P{game}",
            "winner": "red",
            **row,
        }
        for game, row in enumerate(rows, 1)
    ]
    return Memory({"Games": [HEADER, *([row.get(name, "") for name in HEADER] for row in cells)]})


def results(rows, **parameters):
    """The scored seats of rows, in their order."""
    seats, _ = scored(lone(rows), a_city(logs=None, parameters=parameters))
    return seats.sort_values("game_no").reset_index(drop=True)


def wrong_under_any_result(text, component):
    """The rows whose `want` is not the component, or is not all the seat has besides its base, whoever won."""
    rows = [
        {name: value for name, value in row.items() if value} for row in read_table(text).to_dict("records")
    ]
    rows = [{**row, "winner": winner} for row, winner in itertools.product(rows, WINNERS)]
    got = results(rows)
    pairs = zip(rows, got[component], got["points"] - got["base"], strict=True)
    return [(row, one, rest) for row, one, rest in pairs if not one == rest == float(row["want"])]


# --- points


def test_base():
    """The winning team: alive +10, dead +8; nothing for the others, and nobody on a draw."""
    out = [
        {},
        {"exit": "N1"},
        {"exit": "D2"},
        {"exit": "N3"},
        {"removal": "+"},
        {"exit": "D1", "removal": "+"},
    ]
    rows = [
        {"role": role, "winner": winner, **how}
        for role, winner, how in itertools.product((*RED, *BLACK), WINNERS, out)
    ]
    got = results(rows)
    wins = {*itertools.product(RED, ["red"]), *itertools.product(BLACK, ["black"])}
    want = [
        0 if (row["role"], row["winner"]) not in wins else 8 if {"exit", "removal"} & set(row) else 10
        for row in rows
    ]
    assert got["base"].tolist() == want
    assert got["points"].tolist() == want
    assert got["won"].tolist() == [(row["role"], row["winner"]) in wins for row in rows]


TABLES = {
    "hits": """
role   | hit_count | want | why
mafia  | 1 | 4  | a shot that killed
mafia  | 3 | 12 | three of them
don    | 2 | 8  | the boss
lover  | 1 | 4  | shot for them
mafia  | 0 | 0  | none
mafia  |   | 0  | nothing typed
""",
    "visits": """
role   | first_visit_count | lethal_visit_count | want | why
maniac | 1 |   | 2  | a first visit to a black player
maniac |   | 1 | 3  | the second, lethal one
maniac | 1 | 1 | 5  | both
maniac | 3 | 2 | 12 | three black players, two of them to the end: 3 x 2 + 2 x 3
maniac | 0 | 0 | 0  | none
maniac |   |   | 0  | nothing typed
""",
    "lover": """
role  | found_sheriff_count | want | why
lover | 1 | 5  | found
lover | 2 | 10 | two nights: he was saved in the first
lover | 0 | 0  | not found
""",
    "saves": """
role   | save_count | want | why
doctor | 1 | 6  | a save
doctor | 3 | 18 | three
doctor | 0 | 0  | none
""",
    "checks": """
role    | found_black_count | want | why
sheriff | 1 | 5  | a check that shows black
sheriff | 3 | 15 | three
sheriff | 0 | 0  | none
""",
    "votes": """
role    | vote_hit_count | want | why
citizen | 1 | 1 | one vote
sheriff | 3 | 3 | three
doctor  | 2 | 2 | the same for every role
maniac  | 1 | 1 | the same for every role
mafia   | 2 | 2 | the same for every role
don     | 4 | 4 | the same for every role
lover   | 1 | 1 | the same for every role
citizen | 0 | 0 | none
""",
    "oratory": """
role    | justified_count | want | why
citizen | 1 | 2 | one justification
sheriff | 2 | 4 | two
doctor  | 1 | 2 | the same for every role
maniac  | 1 | 2 | the same for every role
mafia   | 1 | 2 | the same for every role
don     | 3 | 6 | the same for every role
lover   | 1 | 2 | the same for every role
citizen | 0 | 0 | none
""",
    "mvp": """
role    | is_mvp | want | why
citizen | +  | 5 | any role
sheriff | да | 5 | any role
doctor  | 1  | 5 | any role
maniac  | +  | 5 | any role
mafia   | +  | 5 | any role
don     | +  | 5 | any role
lover   | +  | 5 | any role
citizen | ні | 0 | a no is no mark
""",
    "fine_move": """
role    | is_fine_move | want | why
citizen | + | 2 | any role
sheriff | + | 2 | any role
doctor  | + | 2 | any role
maniac  | + | 2 | any role
mafia   | + | 2 | any role
don     | + | 2 | any role
lover   | + | 2 | any role
citizen | - | 0 | a no is no mark
""",
}  # fmt: skip


@pytest.mark.parametrize("component", TABLES)
def test_points_of_acts_and_of_the_judge_whatever_the_result(component):
    assert wrong_under_any_result(TABLES[component], component) == []


# --- counts of others' roles

OWNERS = {
    "hit_count": ("mafia", "don", "lover"),
    "first_visit_count": ("maniac",),
    "lethal_visit_count": ("maniac",),
    "found_sheriff_count": ("lover",),
    "save_count": ("doctor",),
    "found_black_count": ("sheriff",),
    "vote_hit_count": (*RED, *BLACK),
    "justified_count": (*RED, *BLACK),
}


def test_a_count_on_a_role_that_it_does_not_belong_to_gives_nothing_and_is_an_error():
    rows = [{"role": role, name: "2", "winner": "draw"} for name in OWNERS for role in (*RED, *BLACK)]
    strange = [
        (number, name)
        for number, row in enumerate(rows)
        for name in OWNERS
        if name in row and row["role"] not in OWNERS[name]
    ]
    points = results(rows)["points"].tolist()
    assert [number for number, got in enumerate(points) if got == 0] == [number for number, _ in strange]
    _, found = checked(lone(rows), a_city(logs=None))
    found = found[found["code"] == "counter-role"]  # each of these games has one seat
    want = [("error", "counter-role", number + 2, HEADER.index(name) + 1) for number, name in strange]
    assert sorted(map(tuple, found[["severity", "code", "row", "column"]].to_numpy().tolist())) == want
    assert set(found["value"]) == {"2"}


# --- a disqualification

EVERYTHING = {
    "mafia": {"hit_count": "2"},
    "maniac": {"first_visit_count": "1", "lethal_visit_count": "1"},
    "lover": {"found_sheriff_count": "1", "hit_count": "1"},
    "doctor": {"save_count": "2"},
    "sheriff": {"found_black_count": "3"},
    "citizen": {},
}
NIGHT = {"mafia": 8, "maniac": 5, "lover": 9, "doctor": 12, "sheriff": 15, "citizen": 0}
SHARED = {"vote_hit_count": "3", "justified_count": "1", "is_mvp": "+", "is_fine_move": "+"}


def disqualified(**parameters):
    rows = [
        {"role": role, "winner": "black" if role in BLACK else "red", "is_disqualified": "+", **SHARED, **own}
        for role, own in EVERYTHING.items()
    ]
    return results(rows, **parameters).set_index("role")


def test_a_disqualified_player_has_the_penalty_and_nothing_else():
    got = disqualified()
    assert got["disqualified"].tolist() == [-50] * len(EVERYTHING)
    assert got["points"].tolist() == [-50] * len(EVERYTHING)
    assert not got[list(COMPONENTS[:-1])].to_numpy().any()


def test_a_disqualification_costs_as_much_whatever_the_result():
    rows = [{"role": "citizen", "winner": winner, "is_disqualified": "так"} for winner in WINNERS]
    assert results(rows)["points"].tolist() == [-50, -50, -50]


def test_the_rest_of_a_disqualified_player_stays_if_the_league_says_so():
    """Besides base and night: three votes 3, a justification 2, MVP 5, a fine move 2; 12 in all."""
    got = disqualified(**{"disqualified.keeps_points": True})
    assert got["disqualified"].tolist() == [-50] * len(EVERYTHING)
    assert got["points"].to_dict() == {role: 10 + NIGHT[role] + 12 - 50 for role in EVERYTHING}
    assert set(got["base"]) == {10}
    assert got[["votes", "oratory", "mvp", "fine_move"]].drop_duplicates().to_numpy().tolist() == [
        [3, 2, 5, 2]
    ]


REMOVALS = """
typed                               | log           | points | found                                | why
                                    | D1 removed >7 | -50    |                                      | the log alone
                                    | N2 removed >7 | -50    |                                      | by night
7 is_disqualified +                 | D1 removed >7 | -50    |                                      | both
7 is_disqualified нет               | D1 removed >7 | 8      | counter-mismatch AA8 нет              | the sheet denies it
7 is_disqualified ні                | D1 removed >7 | 8      | counter-mismatch AA8 ні               | in Ukrainian
7 is_disqualified no                | D1 removed >7 | 8      | counter-mismatch AA8 no               | in English
7 is_disqualified 0                 | D1 removed >7 | 8      | counter-mismatch AA8 0                | nought is a no
7 is_disqualified -                 | D1 removed >7 | -50    |                                      | a dash is an empty cell
7 is_disqualified FALSE             | D1 removed >7 | -50    |                                      | an unticked box
7 removal +                         | D1 removed >7 | -50    |                                      | typed as a removal too
7 removal нет                       | D1 removed >7 | 10     | counter-mismatch AB8 нет              | the sheet denies the removal
7 is_disqualified нет; 7 removal +  | D1 removed >7 | 8      | counter-mismatch AA8 нет              | removed, and not disqualified
7 is_disqualified +                 | D1 removed >8 | -50    |                                      | another one in the log
7 is_disqualified нет               | N1 shot 7>4   | 10     |                                      | nobody was removed
7 removal +                         | N1 shot 7>4   | 8      | removal-undecided AB8 +               | the sheet leaves it open
7 removal безштрафа                 | N1 shot 7>4   | 8      | removal-undecided AB8 безштрафа       | so does this
7 removal +; 7 is_disqualified нет  | N1 shot 7>4   | 8      |                                      | it does not
"""


@pytest.mark.parametrize("case", read_table(REMOVALS).to_dict("records"), ids=lambda case: case["why"])
def test_who_is_removed_in_the_log_is_disqualified_unless_the_sheet_denies_it(case):
    """Black won; seat 7 is mafia."""
    row = {"winner": "black", **case}
    _, found = checked(book([row]), a_city())
    seats, standings = scored(book([row]), a_city())
    seventh = seats[seats["seat"] == 7].iloc[0]
    assert seventh["points"] == float(case["points"])
    assert standings.set_index("player").loc["P7", "score"] == float(case["points"])
    told_of = found["code"] + " " + found["cell"] + " " + found["value"]
    assert told_of.tolist() == ([case["found"]] if case["found"] else [])


# --- the standings

GAMES = [
    # 1 sheriff: 10 + 5 + 2 votes; 2 doctor, dead: 8 + 6; 7 mafia: 4 + 2; 9 don: 4
    {
        "winner": "red",
        "typed": "1 found_black_count 1; 1 vote_hit_count 2; 2 exit N2; 2 save_count 1; 7 hit_count 1; "
        "7 justified_count 1; 9 hit_count 1; 4 is_mvp +; 5 is_fine_move +; 6 is_disqualified +",
    },
    # black won: 7 and 9 alive, 8 and 10 dead; 1 finds one; 3 visits twice
    {
        "winner": "black",
        "typed": "1 found_black_count 1; 1 exit D1; 8 exit D2; 10 exit N3; 10 found_sheriff_count 1; "
        "3 first_visit_count 1; 3 lethal_visit_count 1",
    },
    {"winner": "draw", "typed": "3 vote_hit_count 2; 4 justified_count 1"},
    {"winner": "red", "kind": "не рейтинг", "typed": "1 is_mvp +; 2 save_count 1; 8 is_disqualified +"},
]  # fmt: skip
STANDINGS = """
place | player | games | wins | base | night | day | judge | penalty | score
1  | P1  | 3 | 1 | 10 | 10 | 2 | 0 | 0   | 22
2  | P3  | 3 | 1 | 10 | 5  | 2 | 0 | 0   | 17
2  | P4  | 3 | 1 | 10 | 0  | 2 | 5 | 0   | 17
4  | P7  | 3 | 1 | 10 | 4  | 2 | 0 | 0   | 16
5  | P2  | 3 | 1 | 8  | 6  | 0 | 0 | 0   | 14
5  | P9  | 3 | 1 | 10 | 4  | 0 | 0 | 0   | 14
7  | P10 | 3 | 1 | 8  | 5  | 0 | 0 | 0   | 13
8  | P5  | 3 | 1 | 10 | 0  | 0 | 2 | 0   | 12
9  | P8  | 3 | 1 | 8  | 0  | 0 | 0 | 0   | 8
10 | P6  | 3 | 1 | 0  | 0  | 0 | 0 | -50 | -50
"""


def test_groups_score_and_places_of_the_standings():
    """Equal scores are equal places, in the order of the alphabet; the unrated game leaves no trace."""
    _, standings = scored(book(GAMES), a_city(logs=None))
    want = read_table(STANDINGS).astype({"player": "str"})
    columns = list(want)
    got = standings[columns].astype({"player": "str"}).to_numpy().tolist()
    assert got == [
        [cell if name == "player" else float(cell) for name, cell in zip(columns, row, strict=True)]
        for row in want.to_numpy().tolist()
    ]


# --- the judge's points: how many of a game


def test_how_many_mvp_and_fine_moves_a_game_may_have():
    rows = [
        {"typed": "1 is_mvp +; 2 is_fine_move +; 7 is_fine_move +"},
        {"typed": "3 is_mvp +; 5 is_mvp +"},
        {"typed": "7 is_mvp +; 1 is_fine_move +; 9 is_fine_move +; 10 is_fine_move +"},
        {"typed": "2 is_mvp +; 2 is_fine_move +"},
    ]
    memory = book(rows)
    found = without_copies(checked(memory, a_city(logs=None))[1])
    mvp, fine = HEADER.index("is_mvp") + 1, HEADER.index("is_fine_move") + 1
    assert found[["severity", "code", "row", "column", "value"]].to_numpy().tolist() == [
        ["warning", "mvp-count", 1 + 10 + 3, mvp, "2"],
        ["error", "fine-move-count", 1 + 20 + 1, fine, "3"],
    ]
    got = told(memory, a_city(logs=None), ["mvp", "fine_move"])
    assert got[1:3] == [  # too many are found, not clipped
        of_seats("3 mvp 5; 5 mvp 5"),
        of_seats("7 mvp 5; 1 fine_move 2; 9 fine_move 2; 10 fine_move 2"),
    ]


# --- headers


def sheet(header, values):
    facts = ["date", "game_no", "seat", "player", "role", "winner", "is_first_kill"]
    first = [day(1), "1", "1", "Subject", "citizen", "red", "+", *values]
    others = [
        [day(1), "1", str(seat), f"P{seat}", role, "red", "", *[""] * len(values)]
        for seat, role in enumerate(ROLES["4mafia"].split()[1:], 2)
    ]
    return Memory({"Games": [[*facts, *header], first, *others]})


@pytest.mark.parametrize("header", ["Кращий хід", "Лучший ход"])
def test_the_header_of_a_fine_move_is_that_of_the_best_move_elsewhere(header):
    seats, _ = scored(sheet([header], ["+"]), a_city(logs=None))
    assert seats[seats["player"] == "Subject"][["fine_move", "points"]].to_numpy().tolist() == [[2, 12]]
    seats, _ = scored(sheet([header], ["8 9 10"]), a_league(ruleset={"name": "4mafia"}))
    assert seats[seats["player"] == "Subject"][["best_move", "points"]].to_numpy().tolist() == [[0.5, 2.5]]


def test_headers_of_a_sheet_in_ukrainian():
    """A living lover who won, found the sheriff twice and shot once: 10 + 10 + 4; 3 votes, 2 justifications: 7."""
    header = ["Дата", "Гра", "Місце", "Гравець", "Роль", "Перемога", "Знайшла шерифа", "Влучні постріли"]
    header += ["Влучні голоси", "Виправдання", "MVP", "Кращий хід", "Дискваліфікація"]
    row = ["01.03.2024", "1", "1", "Ася", "Коханка", "Чорні", "2", "1", "3", "2", "так", "", "ні"]
    seats, _ = scored(Memory({"Games": [header, row]}), a_city(logs=None))
    assert seats["points"].tolist() == [10 + 10 + 4 + 7 + 5]
