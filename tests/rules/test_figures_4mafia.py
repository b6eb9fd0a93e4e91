"""Every figure of 4MAFIA may be changed by a club in `[ruleset.parameters]`, and then changes what it should."""

import pandas as pd
import pytest
from sheets import HEADER, Memory, a_league, checked, game, results, scored, sheet

import rulesets

KILLED = {"is_first_kill": "+", "winner": "black"}
MISS = {"is_first_kill": "+", "best_move": "2 3 4", "club": "4М+"}
REASON = {"words": ["ложная проверка"], "roles": ["citizen"], "points": 2.0}

# figure, the club's value, a seat, the column, what the edition gives it, what the club gives it
POINTS = [
    ("teams.red", ["citizen"], {"role": "sheriff", "winner": "red"}, "win", 2, 0),
    ("teams.black", ["mafia"], {"role": "don", "winner": "black"}, "win", 2, 0),
    ("win.points", 3, {"winner": "red"}, "win", 2, 3),
    ("compensation.points", 0.4, KILLED, "compensation", 0.5, 0.4),
    ("best_move.three", 0.75, {**MISS, "best_move": "8 9 10"}, "best_move", 0.5, 0.75),
    ("best_move.two", 0.3, {**MISS, "best_move": "8 9 2"}, "best_move", 0.25, 0.3),
    ("best_move.one", 0.1, {**MISS, "best_move": "8 2 3"}, "best_move", 0, 0.1),
    ("best_move.none", -0.5, MISS, "best_move", -0.25, -0.5),
    ("best_move.miss_clubs", ["4M", "4М+"], {**MISS, "club": "4М"}, "best_move", 0, -0.25),
    ("penalty.points", -0.5, {"winner": "black", "penalty_typed": "2"}, "penalty", -2, -1),
    ("penalty.removal", 2, {"winner": "black", "removal": "+"}, "penalty", -1, -2),
    ("reasons.false_check", REASON, {"winner": "black", "reason": "ложная проверка"}, "penalty", -1, -2),
]  # fmt: skip

# figure, the club's value, bonuses of seats 1 to 10 (red won: 1 to 7 are winners), findings then and now
LIMITS = [
    ("bonus.players", 2, ["0.2", "0.2", "0.2"], [], ["bonus-count"]),
    ("bonus.total", 0.5, ["0.3", "0.3"], [], ["bonus-total"]),
    ("bonus.winner.least", 0.1, ["0.1"], ["bonus-range"], []),
    ("bonus.winner.most", 0.4, ["0.5"], [], ["bonus-range"]),
    ("bonus.loser.least", 0.2, ["", "", "", "", "", "", "", "0.1"], [], ["bonus-range"]),
    ("bonus.loser.most", 0.5, ["", "", "", "", "", "", "", "0.5"], ["bonus-range"], []),
    ("bonus.approval_from", 0.5, ["0.5"], [], ["bonus-approval"]),
    ("line_up.citizen", 5, [], [], ["line-up"]),
    ("line_up.sheriff", 2, [], [], ["line-up"]),
    ("line_up.mafia", 3, [], [], ["line-up"]),
    ("line_up.don", 0, [], [], ["line-up"]),
]

# figure, the club's value, who is counted in a school game with one gold and two silver players, then and now
COUNTED = [
    ("eligibility.strong", ["gold"], 10, 9),
    ("eligibility.high_school", 4, 10, 7),
]

REASONS = {
    "reasons.broke_vote_at_ten",
    "reasons.broke_vote_at_four",
    "reasons.false_sheriff",
    "reasons.removal",
}
REASONS |= {"reasons.discretion"}  # as reasons.false_check


def own(figure, value):
    return {"ruleset": {"name": "4mafia", "parameters": {figure: value}}}


def test_what_the_edition_gives():
    seats = results(pd.DataFrame([case[2] for case in POINTS]).fillna(""))
    assert [seats.loc[row, case[3]] for row, case in enumerate(POINTS)] == [case[4] for case in POINTS]


@pytest.mark.parametrize(("figure", "value", "seat", "column", "then", "now"), POINTS)
def test_what_a_clubs_own_figure_gives(figure, value, seat, column, then, now):
    assert now != then
    assert results(pd.DataFrame([seat]), **own(figure, value))[column].tolist() == [now]


@pytest.mark.parametrize(("figure", "value", "bonuses", "then", "now"), LIMITS)
def test_a_limit(figure, value, bonuses, then, now):
    rows = game({})
    for row, bonus in zip(rows, bonuses, strict=False):
        row[HEADER.index("bonus_typed")] = bonus
    tabs = Memory({"Games": [HEADER, *rows]})
    for league, want in ((a_league(), then), (a_league(**own(figure, value)), now)):
        assert checked(tabs, league)[1]["code"].tolist() == want


@pytest.mark.parametrize(("figure", "value", "then", "now"), COUNTED)
def test_who_is_counted(figure, value, then, now):
    players = [["player", "status"], ["Player 2", "gold"], ["Player 3", "silver"], ["Player 4", "silver"]]
    tabs = Memory({"Games": sheet([{"kind": "school"}]), "Players": players})
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"}
    for parts, want in (({}, then), (own(figure, value), now)):
        assert scored(tabs, a_league(source=source, **parts))[0]["counted"].sum() == want


def test_every_figure_is_tried():
    elsewhere = {
        "acts.shot",
        "acts.check",
        "penalty.most",
    }  # with the log of acts, with figures that are too large
    tried = {case[0] for case in [*POINTS, *LIMITS, *COUNTED]} | REASONS | elsewhere
    assert tried == set(rulesets.find("4mafia").editions[0].notes)


WRONG = [
    ("best_move.tow", 0.3, ["best_move.tow", "best_move.two"]),
    ("best_move", 0.3, ["best_move"]),
    ("win.points", "3", ["win.points", "number", "'3'"]),
    ("win.points", True, ["win.points", "True"]),
    ("bonus.players", 2.5, ["bonus.players", "2.5"]),
    ("best_move.miss_clubs", "4М+", ["best_move.miss_clubs", "list", "4М+"]),
    ("reasons.false_check", {"points": 2.0}, ["reasons.false_check.words", "missing"]),
]  # fmt: skip


@pytest.mark.parametrize(("figure", "value", "held"), WRONG)
def test_a_wrong_figure_is_told_by_its_name(figure, value, held):
    with pytest.raises(rulesets.RulesFault) as caught:
        rulesets.find("4mafia").editions[0].with_figures({figure: value})
    assert all(word in str(caught.value) for word in held), caught.value
