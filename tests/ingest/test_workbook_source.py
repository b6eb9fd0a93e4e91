"""Reading workbooks: each value in its form, each cell at its address, each fault by its name."""

import datetime as dt
import hashlib
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import xlsxwriter
from raw_books import STRICT_MAIN, STRICT_OFFICE, faults, filled, raw_book, read_rows, rows_xml

from pipelines import texts
from pipelines.errors import SourceFault
from pipelines.sources import sheet_xml, workbook
from pipelines.sources.workbook import Workbook

# --- values ---

DAY, MOMENT, CLOCK = "dd.mm.yyyy", "dd.mm.yyyy hh:mm", "hh:mm"
VALUES = [  # what is written, its format, how it stands
    (7, None, "7"),
    (7.0, None, "7"),
    (0.3, None, "0.3"),
    (-0.25, None, "-0.25"),
    (1e20, None, "100000000000000000000"),
    (2**53 + 2, None, "9007199254740994"),
    (1e-7, None, "0.0000001"),
    (1 / 1024, None, "0.0009765625"),
    (0.5, "0%", "0.5"),
    (dt.date(2023, 9, 1), DAY, "2023-09-01"),
    (dt.date(2023, 9, 1), MOMENT, "2023-09-01"),
    (dt.datetime(2023, 9, 1, 19, 30), MOMENT, "2023-09-01 19:30:00"),
    (dt.datetime(2023, 9, 1, 19, 20), DAY, "2023-09-01 19:20:00"),
    (dt.datetime(2023, 9, 1, 19, 30, 0, 900_000), MOMENT, "2023-09-01 19:30:00"),
    (dt.time(19, 30), CLOCK, "19:30:00"),
    (dt.time(0, 0), CLOCK, "00:00:00"),
    (True, None, "TRUE"),
    (False, None, "FALSE"),
    ("true", None, "true"),
    ("TRUE", None, "TRUE"),
    ("false", None, "false"),
    ("007", None, "007"),
    ("7.0", None, "7.0"),
    ("0,3", None, "0,3"),
    ("1 апреля", None, "1 апреля"),
    ("None", None, "None"),
    ("NA", None, "NA"),
    ("nan", None, "nan"),
    ("null", None, "null"),
    ("#N/A", None, "#N/A"),
    ("=1+1", None, "=1+1"),
    (" Ёж  и\nлис ", None, " Ёж  и\nлис "),
    ("<b>&amp;", None, "<b>&amp;"),
    ("2023-09-01", None, "2023-09-01"),
    ("   ", None, None),
    ("\u00a0\n", None, None),
]


def test_every_value_stands_in_its_form(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "v.xlsx") as book:
        sheet = book.add_worksheet("T")
        for row, (value, form, _) in enumerate(VALUES):
            if isinstance(value, str):
                sheet.write_string(row, 0, value)
            else:
                sheet.write(row, 0, value, book.add_format({"num_format": form}) if form else None)
    grid = Workbook(tmp_path / "v.xlsx").read("T")
    stands = [None if pd.isna(text) else text for text in grid.cells[1].astype(object)]
    assert stands == [want for *_, want in VALUES]
    assert faults(grid) == []


@pytest.mark.parametrize(
    ("stored", "stands"),
    [
        ("0.30000000000000004", "0.3"),
        ("29.020000000000003", "29.02"),
        ("0.33333333333333331", "0.333333333333333"),
        ("2.8571428571428572", "2.85714285714286"),
        ("1E+2", "100"),
    ],
)
def test_numbers_stand_with_the_digits_that_a_sheet_shows(tmp_path: Path, stored: str, stands: str) -> None:
    rows = (
        f'<row r="1"><c r="A1"><v>{stored}</v></c><c r="B1" t="inlineStr"><is><t>{stored}</t></is></c></row>'
    )
    assert filled(read_rows(tmp_path, rows)) == {"A1": stands, "B1": stored}


def test_long_numbers_leave_their_neighbours_alone(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "n.xlsx") as book:
        sheet = book.add_worksheet("T")
        sheet.write_column("B1", [1 / 3, 7, 0.5, 1 / 3, True])
        for row, text in enumerate(["007", "1e5", "0.50", "9" * 400], start=6):
            sheet.write_string(f"B{row}", text)
        sheet.write("B10", dt.date(2023, 9, 1), book.add_format({"num_format": DAY}))
    third = "0.333333333333333"
    want = [third, "7", "0.5", third, "TRUE", "007", "1e5", "0.50", "9" * 400, "2023-09-01"]
    assert list(Workbook(tmp_path / "n.xlsx").read("T").cells[2]) == want


def test_iso_dates_stand_as_dates_and_keep_their_zone(tmp_path: Path) -> None:
    days = ["2023-09-01", "2023-09-01T00:00:00", "2023-09-01T19:30:00.000Z"]
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="d"><v>{day}</v></c></row>' for n, day in enumerate(days, 1))
    want = {"A1": "2023-09-01", "A2": "2023-09-01", "A3": "2023-09-01 19:30:00Z"}
    assert filled(read_rows(tmp_path, rows)) == want


def test_truth_values_are_told_from_texts(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="str"><v>true</v></c></row>'
        '<row r="2"><c r="A2" t="str"><v>true</v></c><c r="B2" t="b"><f>1=2</f><v>0</v></c></row>'
        "<row r='3'><c r='A3' t='b'><v>false</v></c><c r='B3' t='b'/><c r='C3' t='b'><v>true</v></c></row>"
        '<row r="4"><c r="A4" t="b"><v></v></c><c r="B4"><v>1</v></c></row>'
    )
    want = {"A1": "TRUE", "B1": "true", "A2": "true", "B2": "FALSE", "A3": "FALSE", "C3": "TRUE", "B4": "1"}
    assert filled(read_rows(tmp_path, rows)) == want


def test_equal_texts_are_one_category(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "c.xlsx") as book:
        sheet = book.add_worksheet("T")
        sheet.write("A1", dt.date(2023, 9, 1), book.add_format({"num_format": DAY}))
        sheet.write_string("A2", "2023-09-01")
    column = Workbook(tmp_path / "c.xlsx").read("T").cells[1]
    assert list(column.cat.categories) == ["2023-09-01"]
    assert column.cat.categories.dtype == "str"


# --- addresses ---

PLACES = [
    {"C5": "Дата", "D5": "Игрок", "C6": "x", "D6": "y"},
    {"A1": "a", "A4": "b", "C9": "c"},
    {"B2": "a", "D2": "b", "B7": "c", "F12": "d"},
    {"AA3": "a", "AC3": "b"},
    {"XFD1": "a"},
    {"A1048576": "a"},
]


@pytest.mark.parametrize("cells", PLACES)
def test_every_cell_keeps_its_address(tmp_path: Path, cells: dict[str, str]) -> None:
    with xlsxwriter.Workbook(tmp_path / "p.xlsx") as book:
        sheet = book.add_worksheet("T")
        for place, text in cells.items():
            sheet.write(place, text)
    grid = Workbook(tmp_path / "p.xlsx").read("T")
    assert filled(grid) == cells
    assert grid.cells.index[0] == 1
    assert list(grid.cells.columns) == list(range(grid.cells.columns[0], grid.cells.columns[-1] + 1))


def test_styled_blank_cells_far_away_are_no_cells(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "s.xlsx") as book:
        sheet, red = book.add_worksheet("T"), book.add_format({"bg_color": "red"})
        sheet.write_blank("A1", None, red)
        sheet.write("C5", "Дата")
        sheet.write_blank("XFD1000000", None, red)
    grid = Workbook(tmp_path / "s.xlsx").read("T")
    assert filled(grid) == {"C5": "Дата"}
    assert grid.cells.shape == (5, 1)


def test_cells_without_addresses_follow_each_other(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>"
    assert filled(read_rows(tmp_path, rows)) == {"A1": "1", "B1": "2", "B2": "3"}


def test_an_empty_tab_has_no_cells(tmp_path: Path) -> None:
    grid = read_rows(tmp_path, "")
    assert grid.cells.shape == (0, 0)
    assert list(grid.faults.columns) == ["row", "column", "kind", "text"]


# --- faults ---


def test_error_values_stand_in_the_cells_and_in_the_list(tmp_path: Path) -> None:
    errors = ["#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"]
    with xlsxwriter.Workbook(tmp_path / "e.xlsx") as book:
        sheet = book.add_worksheet("T")
        for row, error in enumerate(errors, start=2):
            sheet.write_formula(f"B{row}", "=A1", None, error)
        sheet.write_string("C2", "#N/A")
    grid = Workbook(tmp_path / "e.xlsx").read("T")
    places = [f"B{row}" for row in range(2, 9)]
    assert filled(grid) == dict(zip(places, errors, strict=True)) | {"C2": "#N/A"}
    assert faults(grid) == [(place, "error", error) for place, error in zip(places, errors, strict=True)]


def test_a_date_beyond_the_calendar_is_an_error(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "d.xlsx") as book:
        sheet = book.add_worksheet("T")
        sheet.write_number("B2", 9_876_543_210, book.add_format({"num_format": DAY}))
    grid = Workbook(tmp_path / "d.xlsx").read("T")
    assert filled(grid) == {"B2": "########"}
    assert faults(grid) == [("B2", "error", "########")]


def test_formulas_of_openpyxl_have_no_value(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "T"
    sheet["B2"], sheet["C2"], sheet["B3"], sheet["E4"] = "Доп", 0.3, '=IF(C2<1,"да & нет","")', "=C2*2"
    book.save(tmp_path / "f.xlsx")
    grid = Workbook(tmp_path / "f.xlsx").read("T")
    assert filled(grid) == {"B2": "Доп", "C2": "0.3"}
    assert faults(grid) == [("B3", "formula", '=IF(C2<1,"да & нет","")'), ("E4", "formula", "=C2*2")]
    assert (len(grid.cells), list(grid.cells.columns)) == (4, [2, 3, 4, 5])


FORMULAS = [  # the cell A1, its value, its fault
    ('<c r="A1"><f>B1</f></c>', None, "=B1"),
    ('<c r="A1"><f>B1</f><v></v></c>', None, "=B1"),
    ('<c r="A1" s="1"><f>B1</f><v/></c>', None, "=B1"),
    ('<c r="A1" t="str"><f>B1</f></c>', None, "=B1"),
    ('<c r="A1"><f ca="1"/></c>', None, "="),
    ('<c r="A1"><f>B1&amp;"&lt;"</f></c>', None, '=B1&"<"'),
    ('<c r="A1"><f t="array" ref="A1:A2">B1:B2</f></c>', None, "=B1:B2"),
    ('<c r="A1" t="str"><f>""</f><v></v></c>', None, None),
    ("<c r='A1' t='str'><f>\"\"</f><v/></c>", None, None),
    ('<c r="A1"><f>B1</f><v>5</v></c>', "5", None),
    ('<c r="A1" t="str"><f>B1</f><v>x</v></c>', "x", None),
    ('<c r="A1"><f t="shared" ref="A1:A2" si="0">B1</f><v>5</v></c>', "5", None),
]


@pytest.mark.parametrize(("cell", "value", "formula"), FORMULAS)
def test_a_formula_without_value_is_a_fault(
    tmp_path: Path, cell: str, value: str | None, formula: str | None
) -> None:
    grid = read_rows(tmp_path, f'<row r="1">{cell}</row><row r="2"><c r="A2"><v>9</v></c></row>')
    assert filled(grid) == ({"A1": value} if value else {}) | {"A2": "9"}
    assert faults(grid) == ([("A1", "formula", formula)] if formula else [])


def test_shared_formulas_without_value_have_the_text_of_the_first(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="4">B1*2</f><v>8</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="4"/><v>6</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="4"/></c></row>'
    )
    grid = read_rows(tmp_path, rows)
    assert filled(grid) == {"A1": "8", "A2": "6"}
    assert faults(grid) == [("A3", "formula", "=B1*2")]


@pytest.mark.parametrize("prefix", ["", "x:"])
def test_a_large_tab_is_looked_through_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str
) -> None:
    monkeypatch.setattr(sheet_xml, "PIECE", 200)
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="b"><v>1</v></c><c r="B{n}"><f>A{n}</f></c><c r="C{n}" s="1"/></row>'
        for n in range(1, 101)
    )
    sheet = rows_xml(rows)
    if prefix:
        sheet = sheet.replace("</", "<//").replace("<", f"<{prefix}").replace(f"<{prefix}//", f"</{prefix}")
        sheet = sheet.replace("xmlns=", "xmlns:x=")
    grid = Workbook(raw_book(tmp_path / "p.xlsx", sheet)).read("T")
    assert filled(grid) == {f"A{n}": "TRUE" for n in range(1, 101)}
    assert faults(grid) == [(f"B{n}", "formula", f"=A{n}") for n in range(1, 101)]


# --- tabs ---


def test_tabs_are_in_order_with_hidden_ones_and_charts(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "t.xlsx") as book:
        book.add_worksheet("Игры & «матчи»").write("B2", 5)
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "='Скрытая'!$A$1:$A$2"})
        book.add_chartsheet("График").set_chart(chart)
        hidden = book.add_worksheet("Скрытая")
        hidden.write("A1", "x")
        hidden.hide()
        book.add_worksheet("Глубоко").very_hidden()
    source = Workbook(tmp_path / "t.xlsx")
    assert source.tabs() == ["Игры & «матчи»", "График", "Скрытая", "Глубоко"]
    assert [filled(source.read(tab)) for tab in source.tabs()] == [{"B2": "5"}, {}, {"A1": "x"}, {}]


def test_the_part_of_a_tab_is_found_by_its_relation(tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1"><f>B1</f></c><c r="B1"><v>1</v></c></row>'
    for target in ("worksheets/games.xml", "/xl/worksheets/games.xml", "tabs/Games.xml"):
        part = "xl/" + target.removeprefix("/xl/")
        path = tmp_path / "r.xlsx"
        changes = {"xl/worksheets/sheet1.xml": part, "worksheets/sheet1.xml": target}
        assert faults(Workbook(raw_book(path, rows_xml(rows), **changes)).read("T")) == [
            ("A1", "formula", "=B1")
        ]


def test_a_workbook_is_read_once(tmp_path: Path) -> None:
    path = raw_book(tmp_path / "once.xlsx", rows_xml('<row r="1"><c r="A1"><v>1</v></c></row>'))
    content = path.read_bytes()
    source = Workbook(path)
    path.unlink()
    assert (source.name, source.fingerprint) == ("once.xlsx", hashlib.sha256(content).hexdigest())
    assert filled(source.read("T")) == {"A1": "1"}


def test_a_strict_workbook_is_read(tmp_path: Path) -> None:
    sheet = rows_xml('<row r="1"><c r="A1" t="d"><v>2023-09-01</v></c></row>', STRICT_MAIN)
    path = raw_book(tmp_path / "s.xlsx", sheet, STRICT_MAIN, STRICT_OFFICE)
    assert filled(Workbook(path).read("T")) == {"A1": "2023-09-01"}


def test_an_ods_is_read(tmp_path: Path) -> None:
    names = {"office": "office", "table": "table", "text": "text"}
    spaces = "".join(f' xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{v}:1.0"' for k, v in names.items())
    cells = [
        '<table:table-cell table:number-columns-repeated="2"/>',
        '<table:table-cell office:value-type="float" office:value="7"><text:p>7,0</text:p></table:table-cell>',
        '<table:table-cell office:value-type="string"><text:p>007</text:p></table:table-cell>',
        '<table:table-cell office:value-type="date" office:date-value="2023-09-01"/>',
        '<table:table-cell office:value-type="time" office:time-value="PT19H30M00S"/>',
    ]
    with zipfile.ZipFile(tmp_path / "o.ods", "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("META-INF/manifest.xml", "<manifest/>")
        book.writestr(
            "content.xml",
            f"<office:document-content{spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="T"><table:table-row>{"".join(cells)}</table:table-row></table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    grid = Workbook(tmp_path / "o.ods").read("T")
    assert filled(grid) == {"C1": "7", "D1": "007", "E1": "2023-09-01", "F1": "19:30:00"}
    assert faults(grid) == []


# --- what cannot be read ---


def zipped(path: Path, *names: str) -> bytes:
    with zipfile.ZipFile(path, "w") as parts:
        for name in names:
            parts.writestr(name, "<x/>")
    return path.read_bytes()


def book_bytes(path: Path, sheet: str | bytes = "", **changes: str) -> bytes:
    return raw_book(
        path, sheet or rows_xml('<row r="1"><c r="A1"><v>1</v></c></row>'), **changes
    ).read_bytes()


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "games.xlsx"
    ole = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(504)
    good = book_bytes(path)
    utf_16 = '<?xml version="1.0" encoding="UTF-16"?><workbook/>'.encode("utf-16")
    cases = {
        b"": "not-a-workbook",
        b"\xef\xbb\xbfDate;Player\n": "not-a-workbook",
        b"<html><table>": "not-a-workbook",
        b"\x89PNG\r\n\x1a\n" + bytes(100): "not-a-workbook",
        zipped(path, "word/document.xml"): "not-a-workbook",
        zipped(path, "xl/workbook.bin"): "not-a-workbook",
        b"PK\5\6" + bytes(18): "not-a-workbook",
        ole: "workbook-old",
        ole + "EncryptedPackage".encode("utf-16-le"): "workbook-locked",
        good[: len(good) // 2]: "workbook-broken",
        good[:-10]: "workbook-broken",
        book_bytes(path, **{"<sheets>": "<sheets"}): "workbook-broken",
        book_bytes(path, **{'<sheet name="T" sheetId="1" r:id="rId1"/>': ""}): "workbook-empty",
        raw_utf_16_workbook(path, utf_16): "workbook-utf-16",
    }
    for content, code in cases.items():
        path.write_bytes(content)
        with pytest.raises(SourceFault) as caught:
            Workbook(path)
        assert caught.value.code == code, content[:40]
        assert str(path) in str(caught.value)


def raw_utf_16_workbook(path: Path, part: bytes) -> bytes:
    book_bytes(path)
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, content in (parts | {"xl/workbook.xml": part}).items():
            new.writestr(name, content)
    return path.read_bytes()


def test_an_encrypted_zip_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "z.xlsx"
    content = bytearray(book_bytes(path))
    content[content.find(b"PK\1\2") + 8] |= 1  # the flag of an encrypted part in the zip's directory
    path.write_bytes(content)
    assert fault_of(path) == "workbook-locked"


def fault_of(path: Path, tab: str = "") -> str:
    with pytest.raises(SourceFault) as caught:
        Workbook(path).read(tab)
    assert caught.value.exit_status == 3
    return caught.value.code


def test_files_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fault_of(tmp_path / "none.xlsx") == "no-workbook"
    (tmp_path / "folder.xlsx").mkdir()
    assert fault_of(tmp_path / "folder.xlsx") == "not-a-workbook"
    path = tmp_path / "games.xlsx"
    book_bytes(path)
    for error, code in ((PermissionError, "workbook-denied"), (OSError(5, "I/O"), "workbook-unreadable")):
        monkeypatch.setattr(Path, "read_bytes", raiser(error))
        assert fault_of(path) == code


def raiser(error: type[Exception] | Exception):
    def fail(_: object) -> bytes:
        raise error

    return fail


def test_an_unknown_tab_is_told_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(SourceFault) as caught:
        Workbook(raw_book(tmp_path / "u.xlsx", rows_xml(""))).read("Игры")
    assert caught.value.code == "no-such-tab"
    assert caught.value.say("ru").endswith("Есть: T.")


BROKEN_TABS = {
    "": "tab-broken",
    "hello": "tab-broken",
    rows_xml('<row r="1"><c r="A1"><v>1</c></row>'): "tab-broken",
    rows_xml('<row r="1"><c r="A1"><v>1</v></c></row>')[:-30]: "tab-broken",
    rows_xml('<row r="1"><c r="A1" t="s"><v>5</v></c></row>'): "tab-broken",
    rows_xml("<row><c><f>1+1</f></c></row>"): "tab-broken",
    rows_xml('<row r="1"><c r="A1" t="e"><v>#SPILL!</v></c></row>'): "odd-error-cell",
    '<?xml version="1.0" encoding="UTF-16"?>' + rows_xml('<row r="1"><c r="A1"/></row>'): "workbook-utf-16",
}


@pytest.mark.parametrize(("sheet", "code"), BROKEN_TABS.items())
def test_tabs_that_cannot_be_read(tmp_path: Path, sheet: str, code: str) -> None:
    path = raw_book(tmp_path / "b.xlsx", sheet.encode("utf-16") if "UTF-16" in sheet else sheet)
    assert fault_of(path, "T") == code


def test_a_tab_that_is_not_in_the_file_is_broken(tmp_path: Path) -> None:
    path = raw_book(
        tmp_path / "m.xlsx", rows_xml(""), **{'Target="worksheets/sheet1.xml': 'Target="none.xml'}
    )
    assert fault_of(path, "T") == "tab-broken"


def test_flipped_bytes_of_a_tab_are_told(tmp_path: Path) -> None:
    path = tmp_path / "flip.xlsx"
    content = bytearray(book_bytes(path))
    at = content.find(b"xl/worksheets/sheet1.xml") + len("xl/worksheets/sheet1.xml") + 20
    content[at] ^= 0x55
    path.write_bytes(content)
    assert fault_of(path, "T") == "tab-broken"


FAR = [  # an occupied cell besides A1, what the tab says of its size, the corner that is too far
    ("XFD1048576", "A1:XFD1048576", "XFD1048576"),
    ("XFD1048576", "A1:B2", "XFD1048576"),
    ("XFE1", "", "XFE1"),
    ("AAAA1", "", "XFE1"),
    ("A1048577", "", "A1048577"),
    ("A99999999999", "A1", "A1048577"),
    ("XFD9999", "A1:XFD9999", "XFD9999"),
    ("B2", "A1:XFD1048576", None),
    ("CV400000", "A1:CV400000", None),
]


@pytest.mark.parametrize(("cell", "said", "corner"), FAR)
def test_a_tab_that_goes_too_far_is_refused_before_it_is_read(
    tmp_path: Path, cell: str, said: str, corner: str | None
) -> None:
    row = cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = f'<row r="1"><c r="A1"><v>1</v></c></row><row r="{row}"><c r="{cell}"><v>2</v></c></row>'
    sheet = rows_xml(rows).replace(
        "<sheetData>", f'<dimension ref="{said}"/><sheetData>' if said else "<sheetData>"
    )
    part = sheet_xml.Part(zipfile.ZipFile(raw_book(tmp_path / "far.xlsx", sheet)), "T")
    assert part.overreach() == corner
    if corner:
        assert fault_of(tmp_path / "far.xlsx", "T") == "tab-too-far"


def test_a_large_tab_is_trusted_unless_it_says_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_xml, "SMALL_PART", 0)
    row = '<row r="1"><c r="XFD1"><v>1</v></c></row><row r="4000"><c r="A4000"><v>1</v></c></row>'
    for said, corner in (("A1:B2", None), ("A1:XFD4000", "XFD4000"), ("", "XFD4000")):
        dimension = f'<dimension ref="{said}"/>' if said else ""
        sheet = rows_xml(row).replace("<sheetData>", f"{dimension}<sheetData>")
        part = sheet_xml.Part(zipfile.ZipFile(raw_book(tmp_path / "l.xlsx", sheet)), "T")
        assert part.overreach() == corner


@pytest.mark.parametrize("limit", ["MAX_FILE", "MAX_PART", "MAX_PARTS"])
def test_a_workbook_beyond_the_limits_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    path = raw_book(tmp_path / "big.xlsx", rows_xml(" " * 100_000))
    monkeypatch.setattr(workbook, limit, 1000)
    assert fault_of(path) == "workbook-too-big"


CODES = [
    "no-workbook",
    "workbook-denied",
    "workbook-unreadable",
    "not-a-workbook",
    "workbook-broken",
    "workbook-locked",
    "workbook-old",
    "workbook-utf-16",
    "workbook-too-big",
    "workbook-empty",
    "tab-broken",
    "tab-too-far",
    "odd-error-cell",
    "no-such-tab",
]


@pytest.mark.parametrize("code", CODES)
def test_every_fault_is_told_in_each_language(code: str) -> None:
    values = {
        "file": "g.xlsx",
        "tab": "Игры",
        "cell": "B7",
        "value": "#N/A",
        "problem": "?",
        "limit": 5,
        "tabs": "T",
    }
    said = {SourceFault(code, **values).say(language) for language in texts.LANGUAGES}
    assert len(said) == 3
    assert all("g.xlsx" in text for text in said)


def test_a_cell_far_to_the_right_makes_no_thousands_of_blank_columns(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "far.xlsx")
    sheet = book.add_worksheet("Игры")
    for cell in ("A1", "C1", "XFD2"):
        sheet.write_string(cell, cell)
    book.close()
    cells = Workbook(tmp_path / "far.xlsx").read("Игры").cells
    assert cells.columns.tolist() == [1, 3, 16_384]
    assert cells[16_384].tolist()[1] == "XFD2"
