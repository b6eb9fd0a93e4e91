"""Stored results of formulas that look at what was published are taken out: LibreOffice would show them as they were."""

import re
import zipfile

import pandas as pd
import pytest
import xlsxwriter

from pipelines.publish.tab import Column, Tab
from pipelines.publish.workbook import publish
from pipelines.publish.xlsx import stale
from pipelines.publish.xlsx.formulas import references

FORMULAS = {  # cell of the tab Till: its formula, whether it reaches the rating
    "A1": ("=Rating!A2", True),
    "A2": ("='rating'!$B$2*2", True),
    "A3": ("=SUM(Rating!B:B)", True),
    "A4": ("=A1+1", True),
    "A5": ("=SUM(A6:A9)", True),
    "A6": ("=A7", True),
    "A7": ("=A4", True),
    "A9": ("=Best+1", True),
    "B1": ("=SUM(Games:Other!A1)", True),
    "B2": ("=Other!B9", True),
    "C1": ("=1+1", False),
    "C2": ('="Rating!A1 is a text"&C1', False),
    "C3": ("=SUM(D1:E9)", False),
    "C4": ("=Other!A1", False),
    "C5": ("=Own*2", False),
    "C6": ("='Old Rating'!A1", False),
    "C7": ("=RatingX(C1)", False),
}


def rating(score):
    columns = [
        Column("Player", pd.Series(["Лис", "Кот"]), "text"),
        Column("Score", pd.Series([score, 1.0]), "points"),
    ]
    return Tab("Rating", columns)


def book(path):
    made = xlsxwriter.Workbook(path)
    games = made.add_worksheet("Games")
    games.write_formula("A1", "=Rating!B2", None, 7)
    ours, other, till, old = (made.add_worksheet(tab) for tab in ("Rating", "Other", "Till", "Old Rating"))
    ours.write_row("A1", ["Player", "Score"])
    ours.write_row("A2", ["Лис", 3.5])
    ours.write_row("A3", ["Кот", 1])
    ours.write_formula("D2", "=VLOOKUP(A2,Till!D:E,2,0)", None, 5)
    ours.write_formula("D3", "=Till!E1", None, 6)
    other.write("A1", 3)
    other.write_array_formula("B8:B9", "{=Rating!B2:B3}", None, 8)
    old.write("A1", 1)
    made.define_name("Best", "=Rating!$B$2")
    made.define_name("Own", "=Till!$D$1")
    for cell, (formula, _) in FORMULAS.items():
        till.write_formula(cell, formula, None, "a text" if cell in ("A2", "C2") else 9)
    made.close()
    return path


def without_result(path):
    """The cells whose formula has no result, by the number of their tab."""
    with zipfile.ZipFile(path) as parts:
        tabs = {n: parts.read(f"xl/worksheets/sheet{n}.xml").decode() for n in range(1, 6)}
    cells = re.compile(r'<c r="(\w+)"[^>]*>(<f.*?)</c>')
    return {n: {cell for cell, inner in cells.findall(xml) if "<v>" not in inner} for n, xml in tabs.items()}


def test_only_formulas_that_reach_the_rating_lose_their_results(tmp_path):
    path = book(tmp_path / "games.xlsx")
    with zipfile.ZipFile(path) as parts:
        before = {name: parts.read(name) for name in parts.namelist()}
    assert not publish(path, [rating(3.5)])
    assert without_result(path) == {n: set() for n in range(1, 6)}
    assert publish(path, [rating(4.5)], is_read=lambda tab: tab == "Games")
    lost = without_result(path)
    assert lost[1] == set(), "a tab that is read keeps its results"
    assert lost[2] == {"D2"}
    assert lost[3] == {"B8"}
    assert lost[4] == {cell for cell, (_, reaches) in FORMULAS.items() if reaches}
    with zipfile.ZipFile(path) as parts:
        after = {name: parts.read(name) for name in parts.namelist()}
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {f"xl/worksheets/sheet{n}.xml" for n in (2, 3, 4)} | {
        "xl/workbook.xml",
        "xl/styles.xml",
        "xl/calcChain.xml",
    }
    text = re.sub(r"<v>.*?</v>", "", after["xl/worksheets/sheet4.xml"].decode())
    for formula, _ in FORMULAS.values():
        assert f"<f>{formula[1:].replace('&', '&amp;')}</f>" in text
    assert not publish(path, [rating(4.5)]), "the same ratings change nothing"


@pytest.mark.parametrize(
    ("formula", "want"),
    [
        ("SUM(A1:B2)+C$3", [("till", 1, 1, 2, 2), ("till", 3, 3, 3, 3)]),
        ("Сезон!B:C", [("сезон", 1, 2, 1_048_576, 3)]),
        ("'O''Hara'!2:3", [("o'hara", 2, 1, 3, 16_384)]),
        ("Январь:Март!A1", [("январь", 1, 1, 1, 1), ("февраль", 1, 1, 1, 1), ("март", 1, 1, 1, 1)]),
        ("[1]Сезон!A1", []),
        ("Best&Loop", [("сезон", 2, 2, 2, 2)]),
        ("Fees[Sum]", [("till", 1, 11, 4, 12)]),
        ('"Сезон!A1"&LOG10(1)', []),
        ("B2:A1", [("till", 1, 1, 2, 2)]),
    ],
)
def test_what_a_formula_refers_to(formula, want):
    names = stale.Names(
        ["Till", "Январь", "Февраль", "Март", "Сезон"],
        [("Best", "Сезон!$B$2"), ("Loop", "Loop"), ("Fees", "'Till'!K1:L4")],
    )
    found = [(tab, area.top, area.left, area.bottom, area.right) for tab, area in names.of(formula, "Till")]
    assert found == want


def test_words_of_a_formula_are_found():
    assert references("SUM(Fees[Sum],Best)") == ([], ["SUM", "Fees", "Best"])


def test_a_formula_shared_by_cells_is_that_of_each_cell():
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">Rating!B$1+B1</f><v>1</v></c></row>'
        + "".join(f'<row r="{n}"><c r="A{n}"><f t="shared" si="0"/><v>1</v></c></row>' for n in (2, 3))
    )
    xml = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    found = stale.formulas(xml, "Till", stale.Names(["Till", "Rating"], []))
    assert [str(one.references[1][1]) for one in found] == ["B1:B1", "B2:B2", "B3:B3"]
    assert stale.stale({"Till": found}, ["Other"]) == {}
    assert stale.stale({"Till": found}, ["RATING"]) == {"Till": found}


def test_a_damaged_tab_stays_as_it_is():
    assert stale.formulas(b"<worksheet><sheetData><row", "Till", stale.Names(["Till"], [])) == []
