"""Ratings by tournament: a stage is a distance of its own, or carries on the points of the stages before it."""

import pytest
from sheets import Memory, a_league, a_tournament, checked, lone, scored

from pipelines import league
from pipelines.errors import LeagueFault

CUPS = {"name": "cups", "tab": "{period}", "period": "tournament"}
CUP = """
player | tournament | stage        | winner | is_first_kill | bonus_typed | penalty_typed
Анна   | Кубок      | финал        | black  | +   |     | 0.2
Вано   | Кубок      | финал        | red    |     |     |
Анна   | Кубок      | полуфинал    | red    |     |     |
Анна   | Кубок      | 1/4 финала   | red    |     | 0.3 |
Боря   | Кубок      | отбор        | red    |     |     |
Вано   | Кубок      | отбор        | black  |     | 0.1 |
Анна   | Кубок      | отбор        | black  | +   |     |
Анна   | Кубок      | отбор        | black  |     |     |
Анна   | Кубок      | отбор        | black  |     |     |
Анна   | Кубок      | отбор        | red    |     |     |
Анна   | Кубок      | отбор        | red    |     |     |
Анна   | Приз       |              | red    |     |     |
Анна   |            |              | red    |     | 0.9 |
"""  # all on one day; the final stands first


def of_stages(games=CUP, **more):
    """Stage, player, games, wins and score, in the order of the stages."""
    standings = a_tournament(games, rating=[{**CUPS, **more}])[2]
    columns = ["period", "player", "games", "wins", "score"]
    return standings[columns].round(9).to_numpy().tolist()


def test_each_stage_is_a_distance_of_its_own():
    """Анна: 5 games of the first stage, B = 2, i = 1, Ci = 0.2, two wins; one of the final, Ci = 0.4, minus 0.2."""
    stages = [one for one in of_stages() if one[0] != "Приз"]
    assert stages == [
        ["Кубок, отбор", "Анна", 5, 2, 1.7],
        ["Кубок, отбор", "Боря", 1, 1, 0.75],
        ["Кубок, отбор", "Вано", 1, 0, 0.1],
        ["Кубок, 1/4 финала", "Анна", 1, 1, 1.05],
        ["Кубок, полуфинал", "Анна", 1, 1, 0.75],
        ["Кубок, финал", "Вано", 1, 1, 0.75],
        ["Кубок, финал", "Анна", 1, 0, 0.2],
    ]


def test_carry_adds_the_earlier_stages_of_the_tournament_for_those_who_play_on():
    stages = of_stages(carry=True)
    assert [one for one in stages if one[0] == "Приз"] == [["Приз", "Анна", 1, 1, 0.75]]
    assert [one for one in stages if one[0] != "Приз"][3:] == [
        ["Кубок, 1/4 финала", "Анна", 6, 3, 2.75],
        ["Кубок, полуфинал", "Анна", 7, 4, 3.5],
        ["Кубок, финал", "Анна", 8, 4, 3.7],
        ["Кубок, финал", "Вано", 2, 1, 0.85],
    ]
    one_cup = CUP.replace("Приз ", "Кубок").replace("|              |", "| отбор        |")
    assert of_stages(one_cup, carry=True, period="stage")[-1] == ["финал", "Вано", 2, 1, 0.85]


def test_stages_of_several_days_come_in_the_order_of_the_days():
    games = """
player | date       | tournament | stage
Анна   | 2025-03-09 | Кубок      | второй тур
Анна   | 2025-03-08 | Кубок      | третий тур
Анна   | 2025-03-10 | Кубок      | второй тур
"""
    assert of_stages(games, carry=True) == [
        ["Кубок, третий тур", "Анна", 1, 1, 0.75],
        ["Кубок, второй тур", "Анна", 3, 3, 2.25],
    ]


def of_one_day(stages, first_numbers=None):
    """A game of each stage, at a table of its own, all of one day and of one number, or of those given."""
    numbers = first_numbers or [1] * len(stages)
    games = enumerate(zip(stages, numbers, strict=True))
    usual = {"player": "Анна", "tournament": "Кубок"}
    return lone(
        [{**usual, "stage": one, "game_no": f"{n}", "table": f"{table}"} for table, (one, n) in games]
    )


def order_of(rows, **more):
    """The stages in their order, and the values of the findings that ask for it."""
    of = a_league(ruleset={"name": "mafgame"}, rating=[{**CUPS, "carry": True, **more}])
    _, standings = scored(Memory({"Games": rows}), of)
    found = checked(Memory({"Games": rows}), of)[1]
    asked = found[found["code"] == "stage-order"]
    assert set(asked["severity"]) <= {"warning"}
    return [one.removeprefix("Кубок, ") for one in standings["period"]], asked["value"].tolist()


@pytest.mark.parametrize(
    ("played", "numbers", "listed", "order", "asked"),
    [
        ("финал, 1/4 финала, 1/8 финала", [], "", "1/8 финала, 1/4 финала, финал", ""),
        ("Фінал, 1/4 фіналу, Відбір", [], "", "Відбір, 1/4 фіналу, Фінал", ""),
        ("Final, Semi-final, 1/8 final", [], "", "1/8 final, Semi-final, Final", ""),
        ("финал, Отбор в финал", [], "", "Отбор в финал, финал", "финал"),
        ("финал, Отбор в финал", [3, 1], "", "Отбор в финал, финал", ""),
        ("финал, Отбор в финал", [], "Отбор в финал, финал", "Отбор в финал, финал", ""),
        ("Ясень, Берёза", [], "", "Берёза, Ясень", "Ясень"),
        ("Ясень, Берёза", [1, 2], "", "Ясень, Берёза", ""),
        ("Ясень, Берёза", [], "ясень, БЕРЕЗА", "Ясень, Берёза", ""),
        ("финал, Суперфинал", [], "", "Суперфинал, финал", "финал"),
        ("финал, Суперфинал", [1, 2], "", "Суперфинал, финал", "финал"),
        ("Суперфинал, финал", [], "финал, Суперфинал", "финал, Суперфинал", ""),
        ("Ясень, Берёза, финал", [], "Ясень, Берёза", "Ясень, Берёза, финал", "финал"),
        ("полуфинал 2, полуфинал 1", [1, 1], "", "полуфинал 1, полуфинал 2", "полуфинал 2"),
    ],
)
def test_stages_of_one_day_come_in_a_known_order_or_the_list_is_asked_for(
    played, numbers, listed, order, asked
):
    more = {"stages": listed.split(", ")} if listed else {}
    for period in ("tournament", "stage"):
        found = order_of(of_one_day(played.split(", "), numbers), period=period, **more)
        assert found == (order.split(", "), [asked] if asked else []), period


def test_the_order_is_asked_for_once_a_tournament_and_only_where_points_are_carried():
    rows = of_one_day(["Липа", "Клён", "Берёза"])
    assert order_of(rows)[1] == ["Клён"]
    assert order_of(rows, carry=False)[1] == []


@pytest.mark.parametrize(
    ("period", "stages", "problem"),
    [
        ("month", '["Круг"]', r"rating\.1\.stages.*tournament"),
        ("tournament", '["Круг", "КРУГ"]', r"rating\.1\.stages.*КРУГ"),
        ("tournament", '[""]', r"rating\.1\.stages\.1"),
        ("tournament", '"Круг"', r"rating\.1\.stages"),
    ],
)
def test_a_list_of_stages_is_checked(period, stages, problem, tmp_path):
    text = LEAGUE.replace("carry = true", f"stages = {stages}").format(period=period, tab="{period}")
    (tmp_path / "league.toml").write_text(text, "utf-8")
    with pytest.raises(LeagueFault, match=problem):
        league.load(tmp_path)


LEAGUE = """
name = "Test"
language = "en"
source = {{ workbook = "games.xlsx" }}
ruleset = {{ name = "mafgame" }}
rating = [{{ name = "all", tab = "{tab}", period = "{period}", carry = true }}]
"""


def loaded(folder, period, tab):
    (folder / "league.toml").write_text(LEAGUE.format(period=period, tab=tab), "utf-8")
    return league.load(folder)


@pytest.mark.parametrize("period", ["all", "season", "month", "club"])
def test_carry_with_another_period_is_refused(period, tmp_path):
    tab = "All" if period in ("all", "season") else "{period}"
    with pytest.raises(LeagueFault, match=r"rating\.1\.carry.*tournament"):
        loaded(tmp_path, period, tab)
    assert loaded(tmp_path, "tournament", "{period}").rating[0].carry
