"""4MAFIA clause by clause. Each row is a seat of a usual game; `want` comes from the document."""

import itertools

import pandas as pd
import pytest
from sheets import Memory, a_league, checked, game, read_table, results, scored, sheet, wrong

ROLES = ("citizen", "sheriff", "mafia", "don")


def test_clause_1_two_points_for_a_win_and_nothing_else():
    table = read_table("""
role    | winner | want | why
citizen | red    | 2    | won
sheriff | red    | 2    | won
mafia   | red    | 0    | lost
don     | red    | 0    | lost
citizen | black  | 0    | lost
sheriff | black  | 0    | lost
mafia   | black  | 2    | won
don     | black  | 2    | won
citizen | draw   | 0    | draw
sheriff | draw   | 0    | draw
mafia   | draw   | 0    | draw
don     | draw   | 0    | draw
citizen | красные | 2   | words of the sheet
mafia   | Чёрные  | 2   | words of the sheet
don     | ЧЕРНЫЕ  | 2   | case and ё do not count
citizen | червоні | 2   | Ukrainian
mafia   | чорні   | 2   | Ukrainian
citizen | Нічия   | 0   | Ukrainian
citizen | Ничья   | 0   | draw
""")
    assert wrong(table, "win") == []


@pytest.mark.parametrize("kind", ["rated", "school", "academy", "unrated"])
def test_clause_1_the_win_is_the_same_whatever_the_kind_of_game(kind):
    table = pd.DataFrame([{"role": role, "winner": "red", "kind": kind, "want": 2} for role in ROLES[:2]])
    assert wrong(table, "win") == []


def test_clause_2_compensation_of_the_first_killed_red_when_black_won():
    cases = itertools.product(ROLES, ("red", "black", "draw"), ("", "+"))
    table = pd.DataFrame(cases, columns=["role", "winner", "is_first_kill"])
    won = {("citizen", "black", "+"), ("sheriff", "black", "+")}
    table["want"] = [0.5 if tuple(row) in won else 0 for row in table.to_numpy()]
    assert len(table) == 24
    assert wrong(table, "compensation") == []


def test_clause_2_however_the_first_kill_is_marked_and_whatever_else_is_typed():
    table = read_table("""
role    | winner | is_first_kill | best_move | penalty_typed | removal | kind | want | why
citizen | black  | да   |        |   |   | rated    | 0.5 | any mark
citizen | black  | 1    |        |   |   | rated    | 0.5 | any mark
sheriff | black  | ПУ   |        |   |   | rated    | 0.5 | any mark
citizen | black  | нет  |        |   |   | rated    | 0   | a no is no mark
citizen | black  | ні   |        |   |   | rated    | 0   | a no is no mark
citizen | black  | 0    |        |   |   | rated    | 0   | a no is no mark
citizen | black  | -    |        |   |   | rated    | 0   | a no is no mark
citizen | black  | +    | 2 3 4  |   |   | rated    | 0.5 | whatever the best move
citizen | black  | +    | 8 9 10 |   |   | rated    | 0.5 | whatever the best move
citizen | black  | +    |        | 1 |   | rated    | 0.5 | and the penalty
citizen | black  | +    |        |   | + | rated    | 0.5 | and the removal
citizen | black  | +    |        |   |   | school   | 0.5 | school
citizen | black  | +    |        |   |   | academy  | 0.5 | academy
""")
    assert wrong(table, "compensation") == []


def test_clause_3_best_move():
    table = read_table("""
role    | is_first_kill | winner | club | kind    | best_move | want  | why
citizen | + | red   | 4М  | rated   | 8 9 10    | 0.5   | three black
citizen | + | red   | 4М  | rated   | 8,9,10    | 0.5   | other separators
citizen | + | red   | 4М  | rated   | 10-8-9    | 0.5   | any order
citizen | + | red   | 4М  | rated   | 3         | 0.5   | typed as a count
citizen | + | black | 4М  | rated   | 8 9 10    | 0.5   | whatever the result
citizen | + | draw  | 4М  | rated   | 8 9 10    | 0.5   | whatever the result
sheriff | + | black | 4М  | rated   | 8 9 10    | 0.5   | the sheriff is red
citizen | + | red   | 4М  | rated   | 8 9 2     | 0.25  | two black
citizen | + | red   | 4М  | rated   | 289       | 0.25  | three digits are three seats
citizen | + | red   | 4М  | rated   | 2         | 0.25  | a count of two
sheriff | + | black | 4М+ | rated   | 2         | 0.25  | two black
citizen | + | red   | 4М  | rated   | 8 3 2     | 0     | one black
citizen | + | red   | 4М+ | rated   | 1         | 0     | one black
citizen | + | red   | 4М+ | rated   | 2 3 4     | -0.25 | three red in the club 4М+
citizen | + | red   | 4М+ | rated   | 0         | -0.25 | a count of none
citizen | + | red   | 4M+ | rated   | 2 3 4     | -0.25 | the club with a Latin M
citizen | + | red   | 4m + | rated  | 2 3 4     | -0.25 | the club as hands type it
citizen | + | black | 4М+ | rated   | 2 3 4     | -0.25 | whatever the result
sheriff | + | draw  | 4М+ | rated   | 2 3 4     | -0.25 | whatever the result
citizen | + | red   | 4М  | rated   | 2 3 4     | 0     | three red, another club
citizen | + | red   | 4М  | rated   | 0         | 0     | three red, another club
citizen | + | red   | 4М+ | school  | 2 3 4     | 0     | not a rated game
citizen | + | red   | 4М+ | academy | 2 3 4     | 0     | not a rated game
citizen | + | red   | 4М+ | rated   |           | 0     | not used
citizen | + | red   | 4М+ | rated   | -         | 0     | a dash: not used
citizen | + | red   | 4М+ | rated   | нет       | 0     | not used
citizen | + | red   | 4М+ | rated   | 1 2 3     | -0.25 | himself and two reds
citizen | + | red   | 4М+ | rated   | 11 12 13  | -0.25 | seats at which nobody sits are not black
citizen | + | red   | 4М  | rated   | 8 9 12    | 0.25  | two black and an empty seat
citizen |   | red   | 4М  | rated   | 8 9 10    | 0     | not the first killed
citizen |   | red   | 4М+ | rated   | 2 3 4     | 0     | not the first killed
mafia   | + | red   | 4М  | rated   | 9 10 2    | 0     | a black first-killed
don     | + | black | 4М+ | rated   | 2 3 4     | 0     | a black first-killed
""")
    assert wrong(table, "best_move") == []


def test_clause_4_bonus_as_typed_and_none_on_a_draw():
    table = read_table("""
role    | winner | bonus_typed | want | why
citizen | red    | 0.2   | 0.2  | a winner
citizen | red    | 0,7   | 0.7  | decimal comma
citizen | red    | +0.3  | 0.3  | a plus
citizen | red    |       | 0    | nothing typed
citizen | red    | 0     | 0    | nought
mafia   | red    | 0.1   | 0.1  | a loser
mafia   | red    | 0,4   | 0.4  | a loser
don     | black  | 0.5   | 0.5  | a winner
sheriff | black  | 0.3   | 0.3  | a loser
citizen | red    | 0.9   | 0.9  | a breach is found, not clipped
citizen | draw   | 0.3   | 0    | draw
sheriff | draw   | 0.2   | 0    | draw
mafia   | draw   | 0.4   | 0    | draw
don     | draw   | 0.1   | 0    | draw
sheriff | red    | 0.6   | 0.6  | a winner
don     | red    | 0.3   | 0.3  | a loser
mafia   | black  | 0,7   | 0.7  | a winner
citizen | black  | 0.1   | 0.1  | a loser
citizen | black  | 0,4   | 0.4  | a loser
mafia   | red    |       | 0    | nothing typed
don     | black  | 0,0   | 0    | nought
citizen | red    | ,5    | 0.5  | without the nought before the comma
citizen | red    | 0.35  | 0.35 | two decimals
citizen | black  | −0,2  | -0.2 | a breach is found, not clipped; a Unicode minus
citizen | draw   |       | 0    | draw
citizen | draw   | -0.2  | 0    | draw
""")
    assert wrong(table, "bonus") == []


def test_clause_5_penalty_only_with_a_loss():
    table = read_table("""
role    | winner | penalty_typed | reason | removal | want | why
citizen | black  | 1   |                          |             | -1 | lost
citizen | black  | -1  |                          |             | -1 | the sign does not matter
citizen | black  | −1  |                          |             | -1 | a Unicode minus
citizen | black  | 2   |                          |             | -2 | two penalties
mafia   | red    | 1   |                          |             | -1 | lost
don     | red    | 1   |                          |             | -1 | lost
citizen | red    | 1   |                          |             | 0  | won
mafia   | black  | 1   |                          |             | 0  | won
citizen | draw   | 1   |                          |             | 0  | draw
mafia   | draw   | 2   |                          |             | 0  | draw
citizen | black  |     |                          |             | 0  | none
citizen | black  |     |                          | +           | -1 | a removal is a penalty
citizen | black  |     |                          | да          | -1 | a removal is a penalty
mafia   | red    |     |                          | +           | -1 | of either team
citizen | black  |     |                          | без штрафа  | 0  | without effect on the game
citizen | black  |     |                          | без впливу  | 0  | the same in Ukrainian
citizen | black  |     |                          | нет         | 0  | not removed
citizen | red    |     |                          | +           | 0  | removed, but won
citizen | draw   |     |                          | +           | 0  | removed, draw
citizen | black  | 1   |                          | +           | -1 | the typed figure includes the removal
citizen | black  | 2   |                          | +           | -2 | the larger is taken
citizen | black  | 0   |                          | +           | -1 | the larger is taken
citizen | black  | 1   |                          | без штрафа  | -1 | a penalty for something else
citizen | black  |     | сломал в красного на 10  |             | -1 | a reason gives its figure
citizen | black  |     | Сломал на 4              |             | -1 | a reason gives its figure
sheriff | black  |     | ложная проверка          |             | -1 | a reason gives its figure
mafia   | red    |     | ложный шериф             |             | -1 | a reason gives its figure
citizen | black  | 2   | ложная проверка          |             | -2 | a typed figure stands
citizen | black  |     | удаление                 |             | -1 | a reason gives its figure
citizen | black  |     | удаление                 | +           | -1 | one removal, said twice
citizen | black  |     | удаление                 | без штрафа  | 0  | without effect on the game
citizen | black  |     | ложная проверка          | без штрафа  | -1 | a penalty for something else
citizen | black  | 2   | удаление                 | без штрафа  | -2 | a typed figure stands
citizen | draw   |     | ложная проверка          | +           | 0  | draw
citizen | red    |     | ложная проверка          |             | 0  | won
""")
    assert wrong(table, "penalty") == []


def test_no_penalty_is_nought_and_not_minus_nought():
    lost = results(pd.DataFrame([{"winner": "black"}, {"winner": "black", "removal": "без штрафа"}]))
    assert lost["penalty"].map(str).tolist() == ["0.0", "0.0"]


STATUSES = ("", "copper", "bronze", "silver", "gold", "guest")


@pytest.mark.parametrize("strong_others", [0, 1, 2, 3, 4])
def test_who_is_counted(strong_others):
    """The document's part on school and academy games, every status in every kind of game."""
    cases = list(itertools.product(("rated", "school", "academy", "unrated"), STATUSES))
    subjects = [{"kind": kind, "player": f"Subject {status or 'novice'}"} for kind, status in cases]
    statuses = [["player", "status"], *([f"Subject {status}", status] for status in STATUSES[1:])]
    statuses += [
        [f"Player {seat}", ("silver", "gold", "guest")[seat % 3]] for seat in range(2, 2 + strong_others)
    ]
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    seats, _ = scored(Memory({"Games": sheet(subjects), "Players": statuses}), of)
    got = seats[seats["seat"] == 1].sort_values("game_no")["counted"].tolist()
    want = []
    for kind, status in cases:
        strong = status in ("silver", "gold", "guest")
        high_school = strong_others + strong >= 3
        want.append(
            {"rated": True, "school": not strong or high_school, "academy": strong, "unrated": False}[kind]
        )
    assert got == want


def test_a_status_holds_from_its_day_on():
    days = ["2023-03-09", "2023-03-10", "2023-03-11"]
    players = [
        ["player", "status", "since"],
        ["Subject", "silver", "10.03.2023"],
        ["Subject", "bronze", "01.01.2023"],
    ]
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    subjects = [{"date": day, "kind": "academy"} for day in days]
    seats, _ = scored(Memory({"Games": sheet(subjects), "Players": players}), of)
    assert seats[seats["seat"] == 1]["counted"].tolist() == [False, True, True]


def ten_games(points_of_bonuses):
    """Ten games of the subject, six of them won."""
    bonuses = iter(points_of_bonuses)
    return [{"winner": "red" if n < 6 else "black", "bonus_typed": next(bonuses, "")} for n in range(10)]


def test_the_worked_example_of_the_coefficients():
    subjects = ten_games(["0.7"] * 4 + ["0.45"])  # 6 wins of 2 and 4 · 0.7 + 0.45 = 15.25
    _, standings = scored(Memory({"Games": sheet(subjects)}))
    one = standings.set_index("player").loc["Subject"]
    shown = one[["games", "wins", "points", "win_pct", "k1", "k2", "score"]].astype("float64")
    assert shown.round(9).tolist() == [10, 6, 15.25, 60, 9.15, 1.525, 13.95375]


def test_negative_points_keep_the_formula_and_warn():
    of = a_league()
    lost = {"winner": "black", "penalty_typed": "2"}
    won = {"winner": "red"}
    _, standings = scored(Memory({"Games": sheet([lost, lost, won])}), of)
    one = standings.set_index("player").loc["Subject"]
    assert one["points"] == -2  # two penalties twice, and one win
    assert one["score"] == pytest.approx((-2 * 100 / 3 / 100) * (-2 / 3))
    from pipelines import rebuild
    from pipelines.checks import checks

    found = checks.of_standings(standings, of, rebuild.rules_of(of))
    assert found[["severity", "code"]].to_numpy().tolist() == [["warning", "negative-points"]]
    assert "Subject" in found["value"].iloc[0]


def test_equal_on_every_key_is_an_equal_place_in_alphabetical_order():
    rows = game({"player": "Я"})
    _, standings = scored(Memory({"Games": [sheet([])[0], *rows]}))
    reds = [f"Player {seat}" for seat in range(2, 8)]
    blacks = ["Player 10", "Player 8", "Player 9"]
    assert standings["player"].tolist() == [*reds, "Я", *blacks]
    assert standings["place"].tolist() == [1] * 7 + [8] * 3


def test_fewer_games_than_the_least_have_no_place_and_stand_below():
    subjects = [{"player": "Subject"}, {"player": "Other", "bonus_typed": "0.7"}]
    of = a_league(rating=[{"name": "all", "tab": "All", "min_games": 2}])
    _, standings = scored(Memory({"Games": sheet(subjects)}), of)
    assert standings["place"].notna().sum() == 9
    assert standings["player"].tolist()[-2:] == ["Other", "Subject"]
    assert standings["place"].iloc[-2:].isna().all()


def test_a_club_may_change_every_figure():
    table = read_table("""
role    | winner | is_first_kill | best_move | want | why
citizen | black  | + | 8 9 2 | 0.3 | the club's own figure for two
citizen | black  | + | 8 9 10 | 0.5 | the edition's for three
""")
    own = {"name": "4mafia", "parameters": {"best_move.two": 0.3, "win.points": 3, "compensation.points": 1}}
    assert wrong(table, "best_move", ruleset=own) == []
    assert results(table, ruleset=own)["compensation"].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("field", "code", "bonuses", "found"),
    [
        # at the limit, nothing; past it, one finding
        ("count", "bonus-count", ["0.2"] * 5, []),
        ("count", "bonus-count", ["0.2"] * 6, ["6"]),
        ("sum", "bonus-total", ["0.7", "0.4", "0.1"], []),  # 1.2000000000000002 in binary
        ("sum", "bonus-total", ["0.7", "0.5", "0.1"], ["1.3"]),
    ],
)
def test_the_limits_of_a_games_bonuses(field, code, bonuses, found):
    rows = game({"is_approved": "+"})
    column = sheet([])[0].index("bonus_typed")
    for row, bonus in zip(rows, bonuses, strict=False):
        row[column] = bonus
    _, findings = checked(Memory({"Games": [sheet([])[0], *rows]}), a_league())
    assert findings.loc[findings["code"] == code, "value"].tolist() == found


def test_findings_on_the_figures_of_a_seat():
    table = read_table("""
role    | winner | bonus_typed | penalty_typed | reason | removal | is_approved | is_first_kill | best_move | found
citizen | red    | 0.2  |   |  |  |  |  |  |
citizen | red    | 0.15 |   |  |  |  |  |  | bonus-range
citizen | red    | 0.5  |   |  |  |  |  |  |
citizen | red    | 0.6  |   |  |  |  |  |  | bonus-approval
citizen | red    | 0.6  |   |  |  | + |  |  |
citizen | red    | 0.7  |   |  |  | + |  |  |
citizen | red    | 0.75 |   |  |  | + |  |  | bonus-range
citizen | red    | -0.2 |   |  |  |  |  |  | bonus-range
mafia   | red    | 0.1  |   |  |  |  |  |  |
mafia   | red    | 0.05 |   |  |  |  |  |  | bonus-range
mafia   | red    | 0.4  |   |  |  |  |  |  |
mafia   | red    | 0.45 |   |  |  |  |  |  | bonus-range
citizen | draw   | 0.2  |   |  |  |  |  |  | bonus-draw
citizen | draw   | 0    |   |  |  |  |  |  |
citizen | red    |      | 1 |  |  |  |  |  | penalty-without-loss
citizen | draw   |      | 1 |  |  |  |  |  | penalty-without-loss
citizen | black  |      | 1 |  |  |  |  |  |
citizen | black  |      | 0.5 |  |  |  |  |  | penalty-value
citizen | red    |      |   |  | + |  |  |  |
citizen | red    |      |   | ложная проверка |  |  |  |  | penalty-without-loss
citizen | black  |      |   | ложная проверка |  |  |  |  |
mafia   | red    |      |   | ложная проверка |  |  |  |  | penalty-role
citizen | black  |      |   | ложный шериф |  |  |  |  | penalty-role
sheriff | black  |      |   | слом на 4 |  |  |  |  | penalty-role
sheriff | black  |      |   | слом на 10 |  |  |  |  |
citizen | black  |      |   | на усмотрение судьи |  |  |  |  | penalty-approval
citizen | black  |      |   | на усмотрение судьи |  | + |  |  |
citizen | black  |      | 1 | грубил |  |  |  |  | penalty-approval
citizen | black  |      |   | грубил |  |  |  |  | unknown-reason
citizen | red    |      |   |  |  |  | + | 8 9 10 |
citizen | red    |      |   |  |  |  |   | 8 9 10 | best-move-not-first-killed
citizen | red    |      |   |  |  |  | + | 1 9 10 | best-move-self
citizen | red    |      |   |  |  |  | + | 9 10 12 | best-move-unknown-seat
citizen | red    |      |   |  |  |  | + | 9 10 | best-move-short
citizen | red    |      |   |  |  |  | + | 4 | best-move-form
citizen | red    |      |   |  |  |  | + | 2007-05-03 | best-move-form
""")
    from sheets import subjects_of, without_copies

    findings = without_copies(checked(Memory({"Games": sheet(subjects_of(table))}), a_league())[1])
    first_rows = table.index * 10 + 2  # each game's first row under the header
    got = findings.groupby("row")["code"].agg(" ".join).reindex(first_rows).fillna("").tolist()
    assert got == table["found"].tolist()
    assert set(findings["row"]) <= set(first_rows), "nothing is found at the other seats"
