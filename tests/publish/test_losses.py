"""Where a rebuild could lose something of a club's, or change its ratings unseen: each of these once did."""

import shutil
from pathlib import Path

import openpyxl
import pytest

from pipelines import league, rebuild
from pipelines.errors import DestinationFault
from pipelines.publish.xlsx import disk, proof
from pipelines.publish.xlsx.ooxml import DamagedError

DATA = Path(__file__).parents[2] / "data"
pytestmark = pytest.mark.filterwarnings("ignore:.*extension is not supported:UserWarning")


def a_copy(name: str, folder: Path) -> Path:
    shutil.copytree(DATA / name, folder / name)
    return folder / name


def rebuilt(folder: Path) -> rebuild.Rebuilt:
    return rebuild.rebuild(league.load(folder))


def test_own_columns_of_the_names_of_tie_breaks_stay(tmp_path):
    """No tie-break decides anything in the final; the club's own columns right of its table are named as some."""
    folder = a_copy("mafgame", tmp_path)
    rebuilt(folder)
    book = openpyxl.load_workbook(folder / "games.xlsx")
    sheet = book["Кубок Полуночи, финал"]
    titles = ["Первый убитый", "Побед шерифом", "Побед доном", "Регистрация"]
    mine = {
        column: [title, *(f"моё {row}" for row in range(2, 12))]
        for column, title in enumerate(titles, sheet.max_column + 1)
    }
    for column, texts in mine.items():
        for row, text in enumerate(texts, 1):
            sheet.cell(row, column, text)
    sheet["H2"] = 0  # somebody typed over a score: the tab is written again
    book.save(folder / "games.xlsx")
    assert rebuilt(folder).published
    sheet = openpyxl.load_workbook(folder / "games.xlsx")["Кубок Полуночи, финал"]
    assert {column: [sheet.cell(row, column).value for row in range(1, 12)] for column in mine} == mine


def test_a_clubs_own_backups_stay(tmp_path):
    folder = a_copy("fiim", tmp_path)
    own = folder / "backups"
    own.mkdir()
    for day in range(1, 31):
        (own / f"games-2025-04-{day:02}.xlsx").write_bytes(b"mine")
    assert rebuilt(folder).published
    assert sorted(file.name for file in own.iterdir()) == [
        f"games-2025-04-{day:02}.xlsx" for day in range(1, 31)
    ]
    [kept] = (folder / disk.BACKUPS).iterdir()
    assert kept.read_bytes() == (DATA / "fiim" / "games.xlsx").read_bytes()


def test_a_workbook_of_the_clubs_beside_keeps_its_tabs(tmp_path, monkeypatch):
    """Ratings that the workbook cannot take go beside it: into a file that may be somebody's already."""
    folder = a_copy("fiim", tmp_path)
    beside = folder / "games-mafrating.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "Касса"
    book.active["A1"] = "взносы"
    book.save(beside)

    def damaged(*_: object) -> None:
        raise DamagedError("Standings")

    monkeypatch.setattr(proof, "check", damaged)
    for _ in range(2):
        with pytest.raises(DestinationFault, match="games-mafrating"):
            rebuilt(folder)
        book = openpyxl.load_workbook(beside)
        assert (book.sheetnames[0], book["Касса"]["A1"].value) == ("Касса", "взносы")
        assert {"Standings", "Day 1"} <= set(book.sheetnames)


@pytest.mark.parametrize("renamed", ["игры 2023-10", "Игры  2023-10", " Игры 2023-10", "Игpы 2023-10"])
def test_a_games_tab_renamed_by_a_hand_is_still_read(tmp_path, renamed):
    """Another case, a space, a Latin p: the month would have dropped out of the season without a word."""
    folder = a_copy("4mafia", tmp_path)
    before = rebuild.rated(league.load(folder)).standings
    book = openpyxl.load_workbook(folder / "games.xlsx")
    book["Игры 2023-10"].title = renamed
    book.save(folder / "games.xlsx")
    assert rebuild.rated(league.load(folder)).standings.equals(before)


def test_players_tables_and_log_are_found_under_names_as_hands_type_them(tmp_path):
    folder = a_copy("demafia", tmp_path)
    before = rebuild.rated(league.load(folder)).standings
    book = openpyxl.load_workbook(folder / "games.xlsx")
    book["Ходи"].title = "ходи "
    book.save(folder / "games.xlsx")
    assert rebuild.rated(league.load(folder)).standings.equals(before)
