"""Workbooks as programs save them, and as full as they can be: a rebuild changes the ratings and nothing else.

`programs/` holds the 4MAFIA sample's workbook, opened and saved by that program.
"""

import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest
import python_calamine
import workbooks
from lxml import etree
from ratings import parts

from pipelines import league, rebuild
from pipelines.publish.xlsx.ooxml import OFFICE

ROOT = Path(__file__).parents[1] / "support"
DATA = ROOT.parents[1] / "data"
MADE_ANEW = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"}
# openpyxl, which reads the results, does not know all that they hold
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*(extension|image|chart).*:UserWarning"),
    pytest.mark.filterwarnings("ignore:(Unable to read chart|Cannot parse header):UserWarning"),
]


def saved(path: Path, by: str) -> Path:
    return shutil.copy(ROOT / "programs" / f"{by}.xlsx", path)


# The sample whose games it holds, its name, and who writes it.
WORKBOOKS = {
    "libreoffice": ("4mafia", "games.xlsx", lambda path: saved(path, "libreoffice-7")),
    "everything": ("fiim", "games.xlsm", workbooks.everything),
    "google": ("fiim", "games.xlsx", workbooks.as_google_exports),
}


@pytest.fixture(params=WORKBOOKS)
def sample(request, tmp_path):
    """The sample, and a folder with its league file and the workbook."""
    name, file, write = WORKBOOKS[request.param]
    text = (DATA / name / "league.toml").read_text("utf-8")
    (tmp_path / "league.toml").write_text(text.replace("games.xlsx", file), "utf-8")
    write(tmp_path / file)
    return DATA / name, tmp_path


def test_the_ratings_are_those_of_the_sample(sample):
    ours, theirs = (rebuild.rated(league.load(one)) for one in sample)
    assert theirs.findings.equals(ours.findings)
    assert theirs.standings.equals(ours.standings)


def test_every_other_part_stays_and_other_programs_read_the_ratings(sample):
    of = league.load(sample[1])
    book = of.destination()
    before, tabs = parts(book), openpyxl.load_workbook(book).sheetnames
    done = rebuild.rebuild(of)
    assert_kept(book, before, done.tabs)
    now = openpyxl.load_workbook(book).sheetnames
    assert sorted(now) == sorted({*tabs, *(tab.name for tab in done.tabs)})
    assert [tab for tab in now if tab in tabs] == tabs
    rating = of.rating[-1]
    players = done.standings.loc[done.standings["rating"] == rating.name, "player"].astype("str").tolist()
    assert_read(book, rating.tab, players)
    assert not rebuild.rebuild(of).published


def test_a_rating_that_is_there_changes_and_every_other_part_stays(sample):
    """The ratings are there; then a win gives 3 points: the same tabs get other values."""
    rebuild.rebuild(league.load(sample[1]))
    file = sample[1] / "league.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("[ruleset]", '[ruleset]\nparameters = { "win.points" = 3 }'), "utf-8")
    of = league.load(sample[1])
    book = of.destination()
    before = parts(book)
    done = rebuild.rebuild(of)
    assert done.published
    assert_kept(book, before, done.tabs)


def assert_kept(book, before, tabs):
    """All parts but the lists of tabs and the tabs of the ratings are what they were, byte for byte."""
    after = parts(book)
    names = {tab.name for tab in tabs}
    with zipfile.ZipFile(book) as archive:
        links = etree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        targets = {link.get("Id"): f"xl/{link.get('Target').removeprefix('/xl/')}" for link in links}
        listed = etree.fromstring(archive.read("xl/workbook.xml")).iter("{*}sheet")
        ours = {targets[one.get(f"{{{OFFICE}}}id")] for one in listed if one.get("name") in names}
        assert archive.testzip() is None
    assert {name for name in before if before[name] != after.get(name)} <= MADE_ANEW | ours


def assert_read(book, tab, players):
    read = python_calamine.load_workbook(book).get_sheet_by_name(tab).to_python()
    assert [row[1] for row in read[1:]] == players
    assert [row[1].value for row in openpyxl.load_workbook(book)[tab].iter_rows(min_row=2)] == players
