"""Workbooks as other programs save them. `programs/` holds the sample league's, opened and saved by that program."""

import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest
import python_calamine
from test_workbook_publish import parts

from pipelines import league, rebuild

# openpyxl, which reads the results, does not know all that a chart of LibreOffice has
pytestmark = pytest.mark.filterwarnings("ignore:Unable to read chart:UserWarning")

ROOT = Path(__file__).parent
SAMPLE = ROOT.parent / "data" / "4mafia"
SAVED = sorted((ROOT / "programs").glob("*.xlsx"))
RATINGS = ["Рейтинг 2023-09", "Рейтинг 2023-10", "Рейтинг 2023-11", "Сезон", "Детали", "Проверки"]
MADE_ANEW = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"}


@pytest.fixture(params=SAVED, ids=lambda path: path.stem)
def folder(request, tmp_path):
    shutil.copy(SAMPLE / "league.toml", tmp_path)
    shutil.copy(request.param, tmp_path / "games.xlsx")
    return tmp_path


def test_the_ratings_are_those_of_the_sample(folder):
    ours, theirs = (rebuild.rated(league.load(one)) for one in (SAMPLE, folder))
    assert theirs.findings.equals(ours.findings)
    assert theirs.standings.equals(ours.standings)


def test_every_other_part_stays_and_other_programs_read_the_ratings(folder):
    book = folder / "games.xlsx"
    before = parts(book)
    done = rebuild.rebuild(league.load(folder))
    assert done.published
    after = parts(book)
    assert {name for name in before if before[name] != after[name]} <= MADE_ANEW
    assert zipfile.ZipFile(book).testzip() is None
    season = done.standings[done.standings["rating"] == "season"]
    ours = season["player"].astype("str").tolist()
    assert openpyxl.load_workbook(book).sheetnames[-6:] == RATINGS
    read = python_calamine.load_workbook(book).get_sheet_by_name("Сезон").to_python()
    assert [row[1] for row in read[1:]] == ours
    assert [row[1].value for row in openpyxl.load_workbook(book)["Сезон"].iter_rows(min_row=2)] == ours
    assert not rebuild.rebuild(league.load(folder)).published
