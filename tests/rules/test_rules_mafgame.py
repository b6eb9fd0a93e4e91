"""MAFGAME and FIIM clause by clause. Each row is a seat; what it wants of either ruleset comes from the document."""

import datetime as dt
import functools
import itertools
import random
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import Memory, a_league, lone, read_table, results, scored, wrong

RULESETS = ("mafgame", "fiim")
DAY = "2025-01-05"  # the first day of MAFGAME-2025


def unlike(text, column):
    """The rows of a table whose columns `mafgame` and `fiim` are not what `column` of the seat is under those rules."""
    table = read_table(text).assign(date=DAY)
    return {name: wrong(table.assign(want=table[name]), column, ruleset={"name": name}) for name in RULESETS}


ALL_RIGHT = {"mafgame": [], "fiim": []}


def test_win():
    table = """
role    | winner | mafgame | fiim | why
citizen | red    | 0.75 | 1 | won
sheriff | red    | 0.75 | 1 | won
mafia   | black  | 0.75 | 1 | won
don     | black  | 0.75 | 1 | won
citizen | black  | 0    | 0 | lost
sheriff | black  | 0    | 0 | lost
mafia   | red    | 0    | 0 | lost
don     | red    | 0    | 0 | lost
citizen | draw   | 0    | 0 | draw
sheriff | draw   | 0    | 0 | draw
mafia   | draw   | 0    | 0 | draw
don     | draw   | 0    | 0 | draw
"""
    assert unlike(table, "win") == ALL_RIGHT


def test_best_move():
    table = """
role    | is_first_kill | winner | best_move | mafgame | fiim | why
citizen | + | red   | 8 9 10   | 0.4  | 0.4  | three black
sheriff | + | red   | 10-9-8   | 0.4  | 0.4  | the sheriff is red
citizen | + | black | 8 9 10   | 0.4  | 0.4  | whatever the result
citizen | + | draw  | 8 9 10   | 0.4  | 0.4  | whatever the result
citizen | + | red   | 3        | 0.4  | 0.4  | typed as a count
citizen | + | red   | 8 9 2    | 0.25 | 0.25 | two black
citizen | + | black | 8 2 10   | 0.25 | 0.25 | whatever the result
citizen | + | draw  | 2        | 0.25 | 0.25 | a count of two, on a draw
citizen | + | red   | 8 3 2    | 0    | 0    | one black
citizen | + | red   | 2 3 4    | 0    | 0    | none; nothing is taken away
citizen | + | red   | 0        | 0    | 0    | a count of none
citizen | + | red   |          | 0    | 0    | not used
citizen |   | red   | 8 9 10   | 0    | 0    | not the first killed
mafia   | + | red   | 1 9 10   | 0    | 0    | a black first-killed
don     | + | black | 1 9 10   | 0    | 0    | a black first-killed, won
"""
    assert unlike(table, "best_move") == ALL_RIGHT


def test_bonus_as_typed_and_none_on_a_draw():
    table = """
role    | winner | bonus_typed | mafgame | fiim | why
citizen | red    | 0.1  | 0.1  | 0.1  | a winner
don     | black  | 0,9  | 0.9  | 0.9  | decimal comma
citizen | black  | 0.5  | 0.5  | 0.5  | a loser
citizen | red    |      | 0    | 0    | nothing typed
citizen | red    | 1.2  | 1.2  | 1.2  | a breach is found, not clipped
citizen | draw   | 0.3  | 0    | 0    | draw
don     | draw   | 0.9  | 0    | 0    | draw
"""
    assert unlike(table, "bonus") == ALL_RIGHT


def test_removal_and_ppk():
    """FIIM: one removal of -0.5, be it for a disqualification, for the other team's win, or for leaving."""
    table = """
role    | winner | removal | is_disqualified | is_ppk | is_left_table | mafgame | fiim | ppk   | why
citizen | black  | +   |     |     |     | -0.5 | -0.5 | 0     | disqualified and lost
citizen | red    | +   |     |     |     | -0.5 | -0.5 | 0     | and won
mafia   | draw   | +   |     |     |     | -0.5 | -0.5 | 0     | and drawn
don     | black  |     | да  |     |     | -0.5 | -0.5 | 0     | under the other header
sheriff | red    | +   | +   |     |     | -0.5 | -0.5 | 0     | said twice, one removal
citizen | black  |     |     | +   |     | 0    | -0.5 | -0.75 | gave black the win
mafia   | red    |     |     | +   |     | 0    | -0.5 | -0.75 | gave red the win
citizen | black  | +   |     | +   |     | 0    | -0.5 | -0.75 | in place of -0.5, not added
citizen | black  |     | +   | +   |     | 0    | -0.5 | -0.75 | in place of -0.5, not added
citizen | black  | +   | +   | +   | +   | 0    | -0.5 | -0.75 | all at once
citizen | red    |     |     |     | +   | 0    | -0.5 | 0     | left the table: a removal in FIIM only
mafia   | draw   |     |     |     | +   | 0    | -0.5 | 0     | left the table, draw
citizen | black  | +   |     |     | +   | -0.5 | -0.5 | 0     | disqualified and left: one removal
citizen | black  |     |     | +   | +   | 0    | -0.5 | -0.75 | left, and gave the win
citizen | black  | нет | -   | 0   | ні  | 0    | 0    | 0     | a no is no mark
citizen | red    |     |     |     |     | 0    | 0    | 0     | nothing
"""
    rows = read_table(table).assign(date=DAY)
    for name, ppk in (("mafgame", rows["ppk"]), ("fiim", rows["ppk"].map(lambda _: "0"))):
        got = results(rows, ruleset={"name": name})
        assert got["removal"].tolist() == rows[name].astype("float64").tolist()
        assert got["ppk"].tolist() == ppk.astype("float64").tolist()


def test_penalty_whatever_the_result():
    table = """
role    | winner | penalty_typed | reason | is_approved | mafgame | fiim | why
citizen | black  | -0.2 |  |   | -0.2 | -0.2 | lost
citizen | red    | -0.2 |  |   | -0.2 | -0.2 | won
citizen | draw   | -0.2 |  |   | -0.2 | -0.2 | drawn
mafia   | black  | 0,4  |  |   | -0.4 | -0.4 | the sign does not matter
don     | red    | −0.4 |  |   | -0.4 | -0.4 | a Unicode minus
sheriff | red    | 0.6  |  |   | -0.6 | -0.6 | two penalties, of 0.2 and 0.4
citizen | red    | 0.3  |  |   | -0.3 | -0.3 | a breach is found, not clipped
citizen | red    |      |  |   | 0    | 0    | none
sheriff | red    |      | пропуск проверки шерифом |   | -0.2 | -0.2 | a reason gives its figure
don     | red    |      | пропуск проверки доном   |   | -0.2 | -0.2 | a reason gives its figure
mafia   | black  |      | промах                   |   | -0.2 | -0.2 | a reason gives its figure
citizen | draw   |      | невыставление в угадайке |   | -0.2 | -0.2 | a reason gives its figure
citizen | black  |      | Ложное вскрытие          |   | -0.4 | -0.4 | a reason gives its figure
sheriff | black  |      | критическая ошибка       |   | -0.4 | -0.4 | a reason gives its figure
sheriff | black  |      | ошибка шерифа            |   | -0.4 | -0.4 | a reason gives its figure
don     | red    |      | ошибка черных            |   | -0.4 | -0.4 | a reason gives its figure
citizen | black  | -0.2 | ложное вскрытие          |   | -0.2 | -0.2 | a typed figure stands
citizen | black  | 0    | ложное вскрытие          |   | 0    | 0    | a typed nought stands
mafia   | red    | -0.4 | промах                   |   | -0.4 | -0.4 | a typed figure stands
citizen | red    | -0.2 | иное                     | + | -0.2 | -0.2 | other, as typed
citizen | red    | -0.4 | иное                     | + | -0.4 | -0.4 | other, as typed
citizen | red    |      | иное                     | + | 0    | 0    | other has no figure of its own
citizen | red    |      | шумел                    |   | 0    | 0    | no such reason
"""
    assert unlike(table, "penalty") == ALL_RIGHT


def test_a_removal_and_a_penalty_are_two_things():
    table = """
role    | winner | removal | is_ppk | penalty_typed | mafgame | fiim | why
citizen | red    | + |   | -0.4 | -0.15 | 0.1  | 0.75 - 0.5 - 0.4; 1 - 0.5 - 0.4
citizen | black  |   | + | -0.2 | -0.95 | -0.7 | -0.75 - 0.2; -0.5 - 0.2
citizen | draw   | + | + | -0.6 | -1.35 | -1.1 | -0.75 - 0.6; -0.5 - 0.6
"""
    assert unlike(table, "points") == ALL_RIGHT


# --- compensation


def lone_seats(rows, ruleset="mafgame", folder=None, **parts):
    """The scored seats and standings of games of one seat each."""
    of = a_league(ruleset={"name": ruleset}, **({"folder": folder} if folder else {}), **parts)
    return scored(Memory({"Games": lone(rows)}), of)


LOST = {"winner": "black"}
KILLED = {"is_first_kill": "+"}


def games_of(player, *kinds, **more):
    """The seats of one player: pairs of how many games and what they are."""
    return [{"player": player, **kind, **more} for many, kind in kinds for _ in range(many)]


def compensations(seats, player):
    """What each game of a player that has a compensation gets, rounded to nine decimals."""
    got = seats.loc[(seats["player"] == player) & (seats["compensation"] != 0), "compensation"]
    return got.round(9).tolist()


def test_compensation_of_the_first_killed_red_when_black_won():
    """Of a single game n = 1, so B = 0 and Ci is 0.4."""
    roles = ("citizen", "sheriff", "mafia", "don")
    cases = list(itertools.product(roles, ("red", "black", "draw"), ("", "+")))
    rows = [
        {"player": f"P {n}", "role": role, "winner": winner, "is_first_kill": mark}
        for n, (role, winner, mark) in enumerate(cases)
    ]
    have = {("citizen", "black", "+"), ("sheriff", "black", "+")}
    for name in RULESETS:
        seats, _ = lone_seats(rows, name)
        got = seats.sort_values("game_no")["compensation"].tolist()
        assert got == [0.4 if case in have else 0 for case in cases]


@functools.cache
def compensation_of(ruleset):
    """Compensation of each game, for a player with n games and i first kills, lost as red, for n up to 20."""
    rows = [
        row
        for n in range(1, 21)
        for i in range(n + 1)
        for row in games_of(f"{n}/{i}", (i, {**LOST, **KILLED}), (n - i, LOST))
    ]
    seats, _ = lone_seats(rows, ruleset)
    return seats.groupby("player", observed=True)["compensation"].agg(list)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("n", range(1, 21))
def test_compensation_of_so_many_games(n, ruleset):
    whole, rest = divmod(2 * n, 5)  # 0.4 n is never halfway between two whole numbers
    most = whole + (rest >= 3)
    for i in range(n + 1):
        one = Fraction(2, 5) if i > most else Fraction(2, 5) * i / most if i else Fraction(0)
        got = sorted(compensation_of(ruleset)[f"{n}/{i}"])
        assert got == pytest.approx([0.0] * (n - i) + [float(one)] * i, abs=1e-12)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_worked_examples_of_the_compensation(ruleset):
    won = {"winner": "red"}
    rows = [
        *games_of("Ten", (2, {**LOST, **KILLED}), (1, {**won, **KILLED}), (7, won)),
        *games_of("Fourteen", (1, {**LOST, **KILLED}), (5, {**won, **KILLED}), (8, LOST)),
        *games_of("Twelve", (6, {**LOST, **KILLED}), (6, won)),
    ]
    seats, _ = lone_seats(rows, ruleset)
    assert compensations(seats, "Ten") == [0.3, 0.3]  # B = 4, i = 3; 0.6 in all
    assert compensations(seats, "Fourteen") == [0.4]  # B = 6, i = 6
    assert compensations(seats, "Twelve") == [0.4] * 6  # B = 5, i = 6


def test_which_first_kills_count():
    """Ten games, so B = 4. One first kill as black, one as red won, one as red drawn, one as red lost."""
    kinds = [
        (1, {"role": "mafia", "winner": "black", **KILLED}),
        (1, {"role": "sheriff", "winner": "red", **KILLED}),
        (1, {"winner": "draw", **KILLED}),
        (1, {**LOST, **KILLED}),
        (6, {}),
    ]
    rows = games_of("One", *kinds)
    assert compensations(lone_seats(rows, "mafgame")[0], "One") == [0.4]  # i = 4: any role, any result
    assert compensations(lone_seats(rows, "fiim")[0], "One") == [0.3]  # i = 3: as red, any result
    own = {"ruleset": {"name": "mafgame", "parameters": {"compensation.counts": "red"}}}
    assert compensations(scored(Memory({"Games": lone(rows)}), a_league(**own))[0], "One") == [0.3]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_unrated_game_counts_in_nothing(ruleset):
    """Ten rated games with one first kill: B = 4, i = 1, Ci = 0.1, whatever the friendly games."""
    friendly = {"kind": "товарищеская", **LOST, **KILLED, "bonus_typed": "0.5", "penalty_typed": "0.2"}
    rows = [
        *games_of("One", (1, {**LOST, **KILLED}), (9, LOST), (5, friendly)),
        *games_of("Guest", (1, friendly)),
    ]
    seats, standings = lone_seats(rows, ruleset)
    assert compensations(seats, "One") == [0.1]
    assert set(seats.loc[seats["kind"] == "unrated", "compensation"]) == {0}
    columns = ["player", "games", "wins", "main", "additional", "penalty", "score", "first_kills"]
    assert standings[columns].round(9).to_numpy().tolist() == [["One", 10, 0, 0.1, 0, 0, 0.1, 1]]


MONTHS = [
    *games_of("One", (2, {**LOST, **KILLED}), (3, LOST), date="2025-03-10"),
    *games_of("One", (5, LOST), date="2025-04-10"),
]
MONTH = {"name": "month", "tab": "{period}", "period": "month"}
SEASON = {"name": "season", "tab": "Season"}
MARCH = {"name": "march", "tab": "March", "from": dt.date(2025, 3, 1), "to": dt.date(2025, 3, 31)}


def test_each_rating_has_a_compensation_of_its_own():
    """March: n = 5, B = 2, i = 2, so 0.4 for each of two. The season: n = 10, B = 4, so 0.2 for each."""
    want = {("month", "2025-03"): 0.8, ("month", "2025-04"): 0, ("season", "season"): 0.4}
    for ratings, first in (([MONTH, SEASON], [0.4, 0.4]), ([SEASON, MONTH], [0.2, 0.2])):
        seats, standings = lone_seats(MONTHS, rating=ratings)
        got = standings.set_index(["rating", "period"])["main"].round(9).to_dict()
        assert got == want
        assert compensations(seats, "One") == first, "seats are scored for the first rating of the file"


def test_a_seat_outside_the_first_rating_has_no_compensation():
    rows = [*MONTHS, *games_of("One", (3, {**LOST, **KILLED}), date="2025-05-01")]
    seats, standings = lone_seats(rows, rating=[MARCH, SEASON])
    assert compensations(seats, "One") == [0.4, 0.4]
    assert seats.loc[seats["date"] > "2025-04-01", "compensation"].tolist() == [0] * 8
    main = standings.set_index("rating")["main"].round(9).to_dict()
    assert main == {"march": 0.8, "season": 2.0}  # 13 games, B = 5, i = 5: all five give 0.4


OWN = """
extends = "{base}"
ruleset = "own"
edition = "2025-04-01"
from = 2025-04-01
source = "council"
checked_on = 2025-04-05
[figures.win]
points = {{ value = 2, unit = "points", clause = "council" }}
"""


@pytest.mark.parametrize("base", ["mafgame/2025-01-05", "fiim/undated"])
def test_a_distance_over_two_editions_counts_the_games_of_both(base, tmp_path):
    """Two games and a first kill before April, eight and two after: n = 10, B = 4, i = 3; only the win changes."""
    (tmp_path / "own.toml").write_text(OWN.format(base=base), "utf-8")
    rows = [
        *games_of("One", (1, {**LOST, **KILLED}), (1, {}), date="2025-03-31"),
        *games_of("One", (2, {**LOST, **KILLED}), (6, {}), date="2025-04-01"),
    ]
    seats, standings = lone_seats(rows, "own.toml", tmp_path)
    assert compensations(seats, "One") == [0.3] * 3
    before = 0.75 if base.startswith("mafgame") else 1
    assert standings["main"].round(9).tolist() == [round(before + 6 * 2 + 0.9, 9)]


# --- what must hold for any games

FIGURES = {
    "role": ("citizen", "citizen", "sheriff", "mafia", "don"),
    "winner": ("red", "black", "draw"),
    "kind": ("", "", "", "unrated"),
    "date": ("2025-03-01", "31.03.2025", "2025-04-02"),
    "is_first_kill": ("", "+"),
    "best_move": ("", "2", "3"),
    "bonus_typed": ("", "0.1", "0,2", "0.35"),
    "penalty_typed": ("", "", "-0.2", "0.4"),
    **dict.fromkeys(("removal", "is_ppk", "is_left_table"), ("", "", "", "+")),
}


@settings(max_examples=4, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.sampled_from(RULESETS))
def test_for_any_games_the_parts_add_up_and_the_order_of_rows_changes_nothing(seed, ruleset):
    chance = random.Random(seed)
    rows = [
        {"player": chance.choice("АБВГ"), **{name: chance.choice(said) for name, said in FIGURES.items()}}
        for _ in range(chance.randrange(1, 90))
    ]
    header, *cells = lone(rows)
    of = a_league(ruleset={"name": ruleset}, rating=[SEASON, MONTH])
    seats, standings = scored(Memory({"Games": [header, *cells]}), of)
    mixed = scored(Memory({"Games": [header, *chance.sample(cells, len(cells))]}), of)
    drop = ["sheet", "row"]
    pd.testing.assert_frame_equal(mixed[0].drop(columns=drop), seats.drop(columns=drop), check_exact=True)
    pd.testing.assert_frame_equal(mixed[1], standings, check_exact=True)
    parts = ["win", "compensation", "best_move", "bonus", "removal", "ppk", "penalty"]
    assert seats[parts].sum(axis=1).to_numpy() == pytest.approx(seats["points"].to_numpy())
    points = seats[seats["counted"]].groupby("player", observed=True)["points"].sum()
    sums = standings[["main", "additional", "penalty"]].sum(axis=1)
    assert sums.to_numpy() == pytest.approx(standings["score"].to_numpy())
    season = standings[standings["rating"] == "season"].set_index("player")["score"]
    assert season.to_dict() == pytest.approx(points.to_dict())
