"""Who counts under 4MAFIA: players without a row, statuses and aliases without a game, the club of clause 3."""

import pytest
from sheets import HEADER, Memory, a_league, checked, game, scored, sheet

PLAYERS = [["player", "status", "aliases"], *([f"Player {seat}", "bronze", ""] for seat in range(2, 11))]
CODES = ("unlisted-player", "unplayed-status", "unplayed-alias")


def found(games, players=PLAYERS, codes=CODES, **parts):
    """Code, tab, cell and value of what is found about who plays and who is listed."""
    tabs = {"Games": [HEADER, *(row for rows in games for row in rows)]}
    source = {"workbook": ["memory.xlsx"], "games": ["Games"]}
    if players:
        tabs["Players"] = players
        source["players"] = "Players"
    all_found = checked(Memory(tabs), a_league(source=source, **parts))[1]
    some = all_found[all_found["code"].isin(codes)]
    assert set(some["severity"]) <= {"warning"}
    return [tuple(row) for row in some[["code", "tab", "cell", "value"]].to_numpy().tolist()]


def listed(*rows):
    return [*PLAYERS, *(list(row) for row in rows)]


SCHOOL, RATED = game({"kind": "school"}, 1), game({"kind": "rated"}, 2)
NOVICE = ("unlisted-player", "Games", "G2", "Subject")


@pytest.mark.parametrize(
    ("games", "players", "want", "why"),
    [
        ([SCHOOL], PLAYERS, [NOVICE], "in a game where the status decides"),
        ([SCHOOL, game({"kind": "academy"}, 2)], PLAYERS, [NOVICE], "once a player, at the first cell"),
        ([RATED], PLAYERS, [], "in a rated game everybody counts"),
        ([RATED, SCHOOL], PLAYERS, [(*NOVICE[:2], "G12", "Subject")], "at the first cell where it decides"),
        ([SCHOOL], listed(("Subject", "", "")), [], "a row without a status is a row"),
        ([SCHOOL], listed(("SUВJECT", "gold", "")), [], "look-alike letters do not count"),
        ([SCHOOL], listed(("Other", "gold", "Subject")), [], "an alias is enough"),
        (
            [SCHOOL],
            None,
            [("unlisted-player", "Games", "G2", "10")],
            "one for a league without a players tab",
        ),
        (
            [SCHOOL],
            [["player"], ["Player 2"]],
            [("unlisted-player", "Games", "G2", "9")],
            "or without statuses",
        ),
        ([RATED], None, [], "and none where no status decides"),
    ],
)
def test_a_player_without_a_row_is_found_where_the_status_decides(games, players, want, why):
    assert found(games, players) == want, why


def test_other_rulesets_read_no_statuses():
    assert found([SCHOOL], ruleset={"name": "fiim"}) == []


@pytest.mark.parametrize(
    ("row", "want"),
    [
        (("Subjekt", "gold", ""), [("unplayed-status", "Players", "A11", "Subjekt")]),
        (("Совсем другой", "gold", ""), [("unplayed-status", "Players", "A11", "Совсем другой")]),
        (("Subjekt", "novice", ""), []),
        (("Subjekt", "", ""), []),
        (("Subject", "gold", ""), []),
    ],
)
def test_a_status_whose_player_played_no_game_is_found(row, want):
    assert found([RATED], listed(row)) == want


def test_a_status_without_a_game_is_one_finding_with_the_nearest_name_that_has_no_row():
    rows = listed(("Subjekt", "gold", ""), ("Subjekt", "guest", ""))
    tabs = {"Games": [HEADER, *RATED], "Players": rows}
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    messages = checked(Memory(tabs), of)[1].set_index("code")["message"]
    assert messages[["unplayed-status"]].str.contains("did you mean Subject", regex=False).tolist() == [True]


@pytest.mark.parametrize(
    ("typed", "aliases", "joined", "unplayed"),
    [
        ("Star", "Звезда/Star", True, "Звезда"),
        ("Star", "Звезда | Star", True, "Звезда"),
        ("Star", "Звезда; Star", True, "Звезда"),
        ("Звезда/Star", "Звезда/Star", True, ""),
        ("Звезда/Star", "Звезда/STAR, Ещё", True, "Ещё"),
        ("Star", "Stars", False, "Stars"),
        ("Star", "Звезда, Комета", False, "Звезда, Комета"),
        ("Star", "star", True, ""),
    ],
)
def test_aliases_may_be_apart_by_slashes_and_those_that_no_game_has_are_found(
    typed, aliases, joined, unplayed
):
    rows = listed(("Астра", "gold", aliases))
    first = game({"kind": "rated", "player": typed})
    want = [("unplayed-alias", "Players", "C11", unplayed)] if unplayed else []
    assert found([first], rows, ["unplayed-alias"]) == want
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    seats, _ = scored(Memory({"Games": [HEADER, *first], "Players": rows}), of)
    assert ("Астра" in set(seats["player"].astype("str"))) == joined


MISS = {"is_first_kill": "+", "best_move": "2 3 4", "kind": "rated"}
PLUS = (
    *(
        "4М+",
        "4M+",
        "4 м +",
        "4М Плюс",
        "4M PLUS",
        "4MAFIA PLUS",
        "4Mafia+",
        "4 Мафия+",
        "4МАФИЯ ПЛЮС",
        "4Мафія+",
    ),
    *("4 Мафія Плюс", "«4М+»", "4М-Плюс", "4М (плюс)", "4М＋", "4Mafia Плюс"),
)


@pytest.mark.parametrize(("clubs", "points"), [(PLUS, -0.25), (("4М", "4MAFIA", "4 Мафия", "Лес+", "4+"), 0)])
def test_the_club_of_clause_3_is_known_by_all_its_usual_names(clubs, points):
    for club in clubs:
        seats, _ = scored(Memory({"Games": sheet([{**MISS, "club": club}])}))
        assert seats.loc[seats["player"] == "Subject", "best_move"].tolist() == [points], club


@pytest.mark.parametrize(
    ("facts", "want", "why"),
    [
        ({"club": ""}, ["K2"], "no club"),
        ({"club": "", "best_move": "0"}, ["K2"], "typed as a count"),
        ({"club": "4М"}, [], "a club"),
        ({"club": "", "best_move": "8 2 3"}, [], "a black was named"),
        ({"club": "", "kind": "school"}, [], "in no rated game"),
        ({"club": "", "best_move": ""}, [], "no move"),
    ],
)
def test_a_best_move_without_a_black_needs_the_club(facts, want, why):
    cells = found([game({**MISS, **facts})], PLAYERS, ["best-move-without-club"])
    assert [one[2] for one in cells] == want, why
