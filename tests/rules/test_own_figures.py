"""Points that a club reckons itself beside the facts: never facts, but compared with the rules'."""

import pytest
from sheets import HEADER, game
from typer.testing import CliRunner
from xlsxwriter import Workbook

from pipelines import cli, league, rebuild
from pipelines.rating import explain

FORM = """
Дата: | 12.03.2023 | | Стол | 1 |
Игра № | 1 | | Судья | Полночь |
№ | Игрок | Роль | ЛХ | Доп | Бал
1 | Астра | | | 0,3 | 2,3
2 | Буран | М | | | 0
3 | Вольт | Ш | 0,5 | | 2
4 | Гранит | | | | 2
5 | Джем | Д | | | 0
6 | Ежевика | | | | 2
7 | Жук | | | | 2
8 | Зенит | М | | | 0
9 | Ирис | | | 0,4 | 2,5
10 | Комета | | | | 2
Победа | мирные | | | |
ПУ | 3 | | | |
3 | спорил с судьёй | | | |
"""
LEAGUE = """
name = "Клуб"
[source]
workbook = "games.xlsx"
[ruleset]
name = "4mafia"
[[rating]]
name = "all"
tab = "Рейтинг"
"""


def cells(text):
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def a_club(folder, text=FORM, tab="Вечер"):
    with Workbook(folder / "games.xlsx") as book:
        sheet = book.add_worksheet(tab)
        for number, row in enumerate(cells(text)):
            sheet.write_row(number, 0, [cell or None for cell in row])
    (folder / "league.toml").write_text(LEAGUE, "utf-8")
    return folder


def differing(found):
    return found.loc[found["code"] == "typed-points-differ", ["cell", "value"]].to_numpy().tolist()


def test_points_that_are_not_those_of_the_rules_are_told_with_both(tmp_path):
    done = rebuild.check(league.load(a_club(tmp_path)))
    # Ирис: 2 for the win and 0.4 typed by the judge; Вольт named nobody, so his best move is worth 0
    assert differing(done.findings) == [["D6", "0.5"], ["F12", "2.5"]]
    told = done.findings.set_index("cell")["message"]
    assert "2.5" in told["F12"]
    assert "2.4" in told["F12"]
    assert (done.findings["severity"] == "warning").all()


def test_they_are_never_taken_for_facts(tmp_path):
    seats = rebuild.check(league.load(a_club(tmp_path))).sheets.seats
    assert seats[["named_1", "black_named_typed"]].isna().all(axis=None)
    assert seats["bonus_typed"].dropna().tolist() == [0.3, 0.4]


def test_a_rebuild_tells_them_too_and_publishes(tmp_path):
    done = rebuild.rebuild(league.load(a_club(tmp_path)))
    assert done.published
    assert differing(done.findings) == [["D6", "0.5"], ["F12", "2.5"]]


FLAT = [
    # the figure typed for a citizen whose team won (2 points), and whether the rules' is another
    ("2", False),
    ("2,00", False),
    ("2.004", False),
    ("2.01", True),
    ("0", True),
    ("", False),
    ("н/я", False),
]


@pytest.mark.parametrize(("typed", "is_told"), FLAT)
def test_in_a_flat_sheet_to_two_decimals(tmp_path, typed, is_told):
    rows = [[*row, typed if number == 0 else ""] for number, row in enumerate(game({}))]
    text = "\n".join("|".join(row) for row in [[*HEADER, "Баллы"], *rows])
    done = rebuild.check(league.load(a_club(tmp_path, text)))
    assert bool(differing(done.findings)) == is_told


def test_the_layout_is_shown_cell_by_cell(tmp_path):
    said = CliRunner().invoke(cli.app, ["check", "--layout", str(a_club(tmp_path))]).stdout
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "Вечер (games.xlsx): протокол игры, заголовок в строке 3" in lines
    for told in (
        "Игрок столбец B",
        "ЛХ столбец D",
        "Дата B1: 12.03.2023 (подпись в A1)",
        "ПУ B15: 3 (подпись в A15)",
    ):
        assert told in lines


def test_the_judges_remark_on_a_seat_is_kept_for_explanations(tmp_path):
    done = rebuild.rated(league.load(a_club(tmp_path)))
    noted = explain.explain(done, "Вольт").remarks
    assert noted.to_numpy().tolist() == [["спорил с судьёй", "12.03.2023, стол 1, игра 1"]]
    assert explain.explain(done, "Астра").remarks.empty
    said = CliRunner().invoke(cli.app, ["explain", str(tmp_path), "Вольт"]).stdout
    assert "Замечание судьи, 12.03.2023, стол 1, игра 1: спорил с судьёй" in said


def test_explanations_lead_to_the_cells_around_a_protocol(tmp_path):
    points = explain.explain(rebuild.rated(league.load(a_club(tmp_path))), "Ирис").points
    assert points.set_index("component")["cell"].to_dict() == {"win": "B14", "bonus": "E12"}
