"""Workbooks of other formats and other programs: what a club may have, read as it is in an .xlsx.

`programs/` holds what LibreOffice 7 made of the workbooks that `odd_book` writes and of the FIIM sample (`fiim.xls`,
`fiim.ods`), all of them calculated anew, and the same with a password (`locked.*`).
"""

import datetime as dt
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from raw_books import MAIN, OFFICE, faults, filled, raw_book, read_rows, rows_xml

from pipelines import findings, league, rebuild, texts
from pipelines.errors import DestinationFault, SourceFault
from pipelines.sources import xls
from pipelines.sources.grid import DAY_0, DAY_0_OF_1904, Hidden
from pipelines.sources.workbook import Workbook
from rulesets.words import tidy

PROGRAMS = Path(__file__).parents[1] / "support" / "programs"
FIIM = Path(__file__).parents[2] / "data" / "fiim"

# --- one workbook in all formats

DAY, MOMENT, CLOCK, HOURS = "dd.mm.yyyy", "dd.mm.yyyy hh:mm", "hh:mm", "[h]:mm"
TABS = ["Ёж 🦔", "О'Ніл!", 'Он сказал "да"', "Стол №1 & 'А'!"]
CELLS = [  # what is written, its format, how it stands
    (7, None, "7"),
    (-0.25, None, "-0.25"),
    (0.1 + 0.2, None, "0.3"),
    (1 / 3, None, "0.333333333333333"),
    (1e-7, None, "0.0000001"),
    (0.5, "0%", "0.5"),
    (7.5, '#,##0.00 "грн"', "7.5"),
    (45170, None, "45170"),
    (dt.date(2023, 9, 1), DAY, "2023-09-01"),
    (dt.date(2024, 2, 29), MOMENT, "2024-02-29"),
    (dt.datetime(2023, 9, 1, 19, 30), MOMENT, "2023-09-01 19:30:00"),
    (dt.datetime(2023, 9, 2, 0, 40), MOMENT, "2023-09-02 00:40:00"),
    (dt.time(19, 30), CLOCK, "19:30:00"),
    (dt.time(0, 40), CLOCK, "00:40:00"),
    (dt.time(0, 0), CLOCK, "00:00:00"),
    (dt.timedelta(hours=25, minutes=30), HOURS, "25:30:00"),
    (dt.timedelta(hours=24, minutes=40), CLOCK, "24:40:00"),
    (True, None, "TRUE"),
    (False, None, "FALSE"),
    ("true", None, "true"),
    ("FALSE", None, "FALSE"),
    ("007", None, "007"),
    ("0,3", None, "0,3"),
    ("#N/A", None, "#N/A"),
    ("2023-09-01", None, "2023-09-01"),
    ("01.09.2023", "@", "01.09.2023"),
    ("\u00a0Вано\u200b ", None, "\u00a0Вано\u200b "),
    ("два\nряда", None, "два\nряда"),
    ("  два   слова", None, "  два   слова"),
    ('<b>&"Её"', None, '<b>&"Её"'),
    ("=1+1", None, "=1+1"),
    (" ", None, None),
]
FORMULAS = [  # formula, value, its format, how it stands
    ("=1=1", True, None, "TRUE"),
    ('="a"&"b"', "ab", None, "ab"),
    ("=B9+1", 45171, DAY, "2023-09-02"),
    ("=2*B1", 14, None, "14"),
]
ERRORS = {
    "=NA()": "#N/A",
    "=1/0": "#DIV/0!",
    '=INDIRECT("Z")': "#REF!",
    '="a"+1': "#VALUE!",
    "=nosuch()": "#NAME?",
}


def odd_book(path: Path, date_1904: bool = False) -> Path:
    """A workbook of every kind of cell, column B of the first tab; on the others rows and columns are hidden."""
    with xlsxwriter.Workbook(path, {"date_1904": date_1904}) as book:
        values, filtered, hidden, plain = map(book.add_worksheet, TABS)
        row = 0
        for value, form, _ in CELLS:
            write = values.write_string if isinstance(value, str) else values.write
            write(row, 1, value, book.add_format({"num_format": form}) if form else None)
            row += 1
        for formula, value, form, _ in FORMULAS:
            moved = value - 1462 if date_1904 and form == DAY else value
            values.write_formula(row, 1, formula, book.add_format({"num_format": form or "General"}), moved)
            row += 1
        for formula, error in ERRORS.items():
            values.write_formula(row, 1, formula, None, error)
            row += 1
        filtered.write_column("A1", ["Игрок", "Вано", "Муха", "Вано", "Ёж"])
        filtered.autofilter("A1:A5")
        filtered.filter_column("A", "x == Вано")
        for at in (2, 4):
            filtered.set_row(at, options={"hidden": True})
        for at in range(9):
            hidden.write_row(at, 0, [f"{letter}{at + 1}" for letter in "ABCDEFG"])
        hidden.write_blank("A10", None, book.add_format({"bg_color": "red"}))
        for at in (2, 3, 6, 9, 50):
            hidden.set_row(at, options={"hidden": True})
        hidden.set_column("C:D", options={"hidden": True})
        hidden.set_column("F:F", options={"hidden": True})
        hidden.set_column("X:Z", options={"hidden": True})
        plain.merge_range("B2:D3", "Итоги")
        plain.write("B4", "a")
    return path


@pytest.fixture(scope="module", params=["xlsx", "ods", "xls"])
def odd(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    if request.param == "xlsx":
        return Workbook(odd_book(tmp_path_factory.mktemp("odd") / "odd.xlsx"))
    return Workbook(PROGRAMS / f"odd.{request.param}")


def test_every_kind_of_cell_stands_as_in_an_xlsx(odd: Workbook) -> None:
    grid = odd.read(TABS[0])
    stands = [*(want for *_, want in CELLS), *(want for *_, want in FORMULAS), *ERRORS.values()]
    places = [f"B{row}" for row in range(1, len(stands) + 1)]
    assert filled(grid) == {cell: text for cell, text in zip(places, stands, strict=True) if text is not None}
    assert faults(grid) == [
        (cell, "error", text) for cell, text in zip(places[-5:], ERRORS.values(), strict=True)
    ]
    assert grid.day_0 == DAY_0


def test_tabs_keep_their_names_and_merged_cells_have_one_text(odd: Workbook) -> None:
    assert odd.tabs() == TABS
    assert filled(odd.read(TABS[3])) == {"B2": "Итоги", "B4": "a"}


def test_a_league_is_read_alike_from_all_formats() -> None:
    ours = Workbook(FIIM / "games.xlsx")
    for name in ("fiim.ods", "fiim.xls"):
        theirs = Workbook(PROGRAMS / name)
        assert theirs.tabs() == ours.tabs()
        for tab in ours.tabs():
            assert filled(theirs.read(tab)) == filled(ours.read(tab))
            assert theirs.read(tab).cells.shape == ours.read(tab).cells.shape


# --- hidden rows and columns

HIDDEN = Hidden(rows=((3, 4), (7, 7)), columns=((3, 4), (6, 6)))


def test_what_is_hidden_is_read_and_told(odd: Workbook) -> None:
    filtered, hidden, plain = map(odd.read, TABS[1:])
    assert list(filled(filtered).values()) == ["Игрок", "Вано", "Муха", "Вано", "Ёж"]
    assert len(filled(hidden)) == 63
    assert not plain.hidden
    told = (Hidden(filtered=((3, 3), (5, 5))), HIDDEN)
    assert (filtered.hidden, hidden.hidden) == (
        told if not odd.name.endswith(".xls") else (Hidden(), Hidden())
    )


def test_what_is_hidden_is_told_in_words() -> None:
    assert HIDDEN.say("en") == "rows 3–4, 7, columns C–D, F"
    assert Hidden(filtered=((3, 3), (5, 9))).say("ru") == "строки под фильтром 3, 5–9"
    many = [(row, row) for row in range(2, 40, 2)]
    assert Hidden(many, columns=[(27, 27)]).say("uk") == "рядки 2, 4, 6, 8, 10, …, стовпці AA"
    assert findings.usual_severity("hidden-cells") == "warning"
    assert {texts.say("finding.hidden-cells", language, value="x") for language in texts.LANGUAGES} != {"x"}


@pytest.mark.parametrize("yes", ['hidden="1"', 'hidden="true"', "hidden='1'"])
def test_rows_and_columns_are_hidden_in_any_spelling(tmp_path: Path, yes: str) -> None:
    cells = "".join(
        f'<row {yes if row > 1 else ""} spans="1:2" r="{row}" ht="15"><c r="B{row}"><v>{row}</v></c></row>'
        for row in (1, 2, 3)
    )
    columns = f'<cols><col min="1" max="1"/><col {yes} max="4" width="0" min="2"/><col min="5" max="9" hidden="0"/></cols>'
    sheet = rows_xml(cells).replace("<sheetData>", f"{columns}<sheetData>")
    hidden = Workbook(raw_book(tmp_path / "h.xlsx", sheet)).read("T").hidden
    assert hidden == Hidden(rows=((2, 3),), columns=((2, 4),))


# --- the date system of 1904


@pytest.mark.parametrize("form", ["xlsx", "ods", "xls"])
def test_dates_counted_from_1904_are_the_same_days(tmp_path: Path, form: str) -> None:
    path = (
        odd_book(tmp_path / "odd.xlsx", date_1904=True) if form == "xlsx" else PROGRAMS / f"odd-1904.{form}"
    )
    grid = Workbook(path).read(TABS[0])
    assert filled(grid) == filled(Workbook(odd_book(tmp_path / "usual.xlsx")).read(TABS[0]))
    assert grid.day_0 == DAY_0_OF_1904


def test_openpyxl_writes_dates_counted_from_1904(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active["A1"], book.active["A2"] = dt.date(2023, 9, 1), dt.time(19, 30)
    book.save(tmp_path / "mac.xlsx")
    grid = Workbook(tmp_path / "mac.xlsx").read("Sheet")
    assert (filled(grid), grid.day_0) == ({"A1": "2023-09-01", "A2": "19:30:00"}, DAY_0_OF_1904)


@pytest.mark.parametrize(
    ("said", "day"), [("1", DAY_0_OF_1904), ("true", DAY_0_OF_1904), ("0", DAY_0), ("false", DAY_0)]
)
def test_the_date_system_in_any_spelling(tmp_path: Path, said: str, day: dt.date) -> None:
    start = f'<workbookPr defaultThemeVersion="1" date1904="{said}"/><sheets>'
    path = raw_book(
        tmp_path / "d.xlsx", rows_xml('<row r="1"><c r="A1"><v>43708</v></c></row>'), **{"<sheets>": start}
    )
    grid = Workbook(path).read("T")
    assert (filled(grid), grid.day_0) == ({"A1": "43708"}, day)  # a date that lost its format: a number


# --- the old format

OLD = (PROGRAMS / "odd.xls").read_bytes()


def record(kind: int) -> int:
    """Where the first record of a kind stands in it."""
    at = OLD.index(bytes.fromhex("09081000"))
    while int.from_bytes(OLD[at : at + 2], "little") != kind:
        at += 4 + int.from_bytes(OLD[at + 2 : at + 4], "little")
    return at


def damaged(start: int, new: str) -> bytes:
    return OLD[:start] + bytes.fromhex(new) + OLD[start + len(bytes.fromhex(new)) :]


DAMAGE = {
    "cut short": OLD[: len(OLD) // 2],
    "nothing but a head": OLD[:512],
    "a document": OLD.replace("Workbook".encode("utf-16-le"), "WordDocu".encode("utf-16-le")),
    "noise": damaged(512, "00FF017F" * 800),
    "sectors of another size": damaged(30, "1F00"),
    "more sectors than there is memory": damaged(44, "FFFFFF7F"),  # these two: the process is aborted
    "more columns than there is memory": damaged(record(0x200) + 8, "FFFFFFFF"),
    "a tab beyond the end": damaged(record(0x85) + 4, "FFFFFF7F"),  # these three: its reader panics
    "more merged cells than there are": damaged(record(0xE5) + 4, "FFFF"),
    "a name cut short": damaged(record(0x18) + 2, "0200"),
    "a cell beyond the last column": damaged(record(0xFD) + 6, "0001"),
}


def fault_of(path: Path) -> SourceFault:
    with pytest.raises(SourceFault) as caught:
        Workbook(path)
    assert caught.value.exit_status == 3
    assert len({caught.value.say(language) for language in texts.LANGUAGES}) == 3
    assert path.name in str(caught.value)
    return caught.value


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_xls_is_told(tmp_path: Path, what: str) -> None:
    path = tmp_path / "old.xls"
    path.write_bytes(DAMAGE[what])
    assert fault_of(path).code == "workbook-old"


def test_a_process_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xls, "_LONGEST", 0.01)
    assert fault_of(PROGRAMS / "odd.xls").code == "workbook-old"


def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    assert fault_of(PROGRAMS / "odd.xls").code == "workbook-old"


@pytest.mark.parametrize("name", ["locked.xls", "locked.ods"])
def test_a_password_is_told(name: str) -> None:
    assert fault_of(PROGRAMS / name).code == "workbook-locked"


@pytest.mark.parametrize("form", ["ods", "xls"])
def test_ratings_go_to_a_workbook_that_can_hold_them(tmp_path: Path, form: str) -> None:
    text = (FIIM / "league.toml").read_text("utf-8").replace("games.xlsx", f"fiim.{form}")
    (tmp_path / "league.toml").write_text(text, "utf-8")
    content = (PROGRAMS / f"fiim.{form}").read_bytes()
    (tmp_path / f"fiim.{form}").write_bytes(content)
    with pytest.raises(DestinationFault) as caught:
        rebuild.rebuild(league.load(tmp_path))
    assert caught.value.code == "destination-not-xlsx"
    for language in texts.LANGUAGES:
        assert f"fiim.{form}" in caught.value.say(language)
        assert 'workbook = "ratings.xlsx"' in caught.value.say(language)
    with_another = text.replace("[publish]", '[publish]\nworkbook = "ratings.xlsx"')
    (tmp_path / "league.toml").write_text(with_another, "utf-8")
    done = rebuild.rebuild(league.load(tmp_path))
    assert set(openpyxl.load_workbook(tmp_path / "ratings.xlsx").sheetnames) == {
        tab.name for tab in done.tabs
    }
    assert (tmp_path / f"fiim.{form}").read_bytes() == content


# --- .ods as other programs write it


def ods(path: Path, rows: str, before: str = "") -> Path:
    """An .ods of one tab `T`."""
    names = ("office", "table", "text")
    spaces = "".join(f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    tab = f'<table:table table:name="T">{rows}</table:table>'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("META-INF/manifest.xml", "<manifest/>")
        book.writestr(
            "content.xml",
            f"<office:document-content{spaces}><office:body><office:spreadsheet>{before}{tab}"
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return path


NUMBER = 'office:value-type="float" office:value'
ERROR = 'office:value-type="string" office:string-value="" calcext:value-type="error"'
NOTE = "<office:annotation><text:p>#N/A</text:p></office:annotation>"
ODS_FORMULAS = [  # the cell, its text, its fault
    (f'table:formula="of:=1/0" {NUMBER}="0"><text:p>#DIV/0!</text:p>', "#DIV/0!", ("error", "#DIV/0!")),
    (f'table:formula="of:=SQRT(-1)" {NUMBER}="0"><text:p>Err:502</text:p>', "Err:502", ("error", "Err:502")),
    (f'table:formula="of:=NA()" {ERROR}><text:p>#Н/Д</text:p>', "#Н/Д", ("error", "#Н/Д")),
    (f'table:formula="of:=[.A1]" {NUMBER}="3">{NOTE}<text:p>3</text:p>', "3", None),
    ('office:value-type="string"><text:p>#N/A</text:p>', "#N/A", None),
    ('table:formula="of:=IF([.A1]&gt;1;&quot;x&quot;;2)">', None, ("formula", '=IF([.A1]>1;"x";2)')),
    ("table:formula='oooc:=IF([.A1]>1;2;3)'>", None, ("formula", "=IF([.A1]>1;2;3)")),
    ('table:formula="of:=&quot;&quot;"><text:p/>', None, None),
]


@pytest.mark.parametrize(("cell", "text", "fault"), ODS_FORMULAS)
def test_formulas_of_an_ods(
    tmp_path: Path, cell: str, text: str | None, fault: tuple[str, str] | None
) -> None:
    blank = '<table:table-cell table:number-columns-repeated="2"/>'
    row = f"{blank}<table:table-cell {cell}</table:table-cell><table:table-cell {NUMBER}='9'/>"
    rows = (
        '<table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row>'
        f'<table:table-row table:number-rows-repeated="2">{row}</table:table-row>'
    )
    grid = Workbook(ods(tmp_path / "f.ods", rows)).read("T")
    assert filled(grid) == ({"C5": text, "C6": text} if text else {}) | {"D5": "9", "D6": "9"}
    assert faults(grid) == ([("C5", *fault), ("C6", *fault)] if fault else [])


def test_the_other_values_of_an_ods(tmp_path: Path) -> None:
    values = [
        ('office:value-type="boolean" office:boolean-value="true"', "TRUE"),
        ('office:value-type="boolean" office:boolean-value="false"', "FALSE"),
        ('office:value-type="percentage" office:value="0.25"', "0.25"),
        ('office:value-type="currency" office:currency="UAH" office:value="7.50"', "7.5"),
        ('office:value-type="date" office:date-value="2023-09-02T00:40:00.5"', "2023-09-02 00:40:00"),
        ('office:value-type="time" office:time-value="PT25H30M00S"', "25:30:00"),
        ('office:value-type="time" office:time-value="PT9H5M7.25S"', "09:05:07"),
        (f'{NUMBER}="0.3333333333333333"', "0.333333333333333"),
    ]
    rows = "".join(f"<table:table-row><table:table-cell {value}/></table:table-row>" for value, _ in values)
    grid = Workbook(ods(tmp_path / "v.ods", rows)).read("T")
    assert list(filled(grid).values()) == [text for _, text in values]
    assert faults(grid) == []


# --- .xlsx as other programs write it

STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><cellXfs count="5"><xf/><xf quotePrefix="1"/>'
    '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="21" applyNumberFormat="1"/><xf numFmtId="58"/></cellXfs>'
    "</styleSheet>"
)
STRINGS = [  # shared strings and what stands
    ("<t>Вано</t>", "Вано"),
    ('<t xml:space="preserve"> Ёж  и лис </t>', " Ёж  и лис "),
    (
        "<r><t>Ва</t></r><r><rPr><b/><sz val='9'/></rPr><t xml:space='preserve'>но </t></r><r><t>2</t></r>",
        "Вано 2",
    ),
    ('<t>王</t><rPh sb="0" eb="1"><t>ワン</t></rPh><phoneticPr fontId="1"/>', "王"),
    ("<r><t>老</t></r><rPh sb='0' eb='1'><t>ラオ</t></rPh><r><t>王</t></r>", "老王"),
    ("<t>&lt;b&gt;&amp;&#x1F994;</t>", "<b>&🦔"),
    ("<t><![CDATA[a<b]]></t>", "a<b"),
    ("<t/>", None),
    ("<t>_x0041_</t>", "A"),
    ("<t>a\nb</t>", "a\nb"),
]


def full_book(path: Path, sheet: str) -> Path:
    """A workbook of one tab `T` with those strings and styles."""
    raw_book(path, sheet)
    texts_of = "".join(f"<si>{one}</si>" for one, _ in STRINGS)
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    more = "".join(
        f'<Relationship Id="{kind}" Type="{OFFICE}/{kind}" Target="{kind}.xml"/>'
        for kind in ("sharedStrings", "styles")
    )
    relations = "xl/_rels/workbook.xml.rels"
    parts[relations] = parts[relations].replace("</Relationships>", f"{more}</Relationships>")
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{texts_of}</sst>'
    parts["xl/styles.xml"] = STYLES
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in parts.items():
            book.writestr(name, part)
    return path


def test_shared_strings_in_every_form(tmp_path: Path) -> None:
    rows = "".join(
        f'<row r="{n + 1}"><c r="A{n + 1}" t="s"><v>{n}</v></c></row>' for n in range(len(STRINGS))
    )
    grid = Workbook(full_book(tmp_path / "s.xlsx", rows_xml(rows))).read("T")
    assert filled(grid) == {f"A{n}": text for n, (_, text) in enumerate(STRINGS, 1) if text}


CELL_FORMS = [  # the cell A1 and what stands in it
    ('<c r="A1" s="1" t="s"><v>0</v></c>', "Вано"),
    ('<c r="A1" s="1" t="inlineStr"><is><t>007</t></is></c>', "007"),
    ('<c r="A1" t="inlineStr"><is><r><t>Ва</t></r><r><rPr><b/></rPr><t>но</t></r></is></c>', "Вано"),
    ('<c r="A1" t="inlineStr"><is><t xml:space="preserve"> но </t></is></c>', " но "),
    ('<c r="A1" t="inlineStr"><is><t>王</t><rPh sb="0" eb="1"><t>ワン</t></rPh></is></c>', "王"),
    ('<c r="A1" t="str"><f t="shared" ref="A1:A2" si="0">B1</f><v>Вано</v></c>', "Вано"),
    ('<c r="A1" t="str"><f t="shared" si="0"/><v>Муха</v></c>', "Муха"),
    ('<c r="A1" t="b"><f t="shared" si="0"/><v>1</v></c>', "TRUE"),
    ('<c r="A1" t="n"><v>7</v></c>', "7"),
    ("<c t='n' s='2' r='A1'><v>45170</v></c>", "2023-09-01"),
    ('<c r="A1" s="2"><v>45170.0277777777778</v></c>', "2023-09-01 00:40:00"),
    ('<c r="A1" s="3"><v>0.8125</v></c>', "19:30:00"),
    ('<c r="A1" s="3"><v>1.0625</v></c>', "25:30:00"),
    ('<c r="A1" s="2"><v>1</v></c>', "1900-01-01"),
    ('<c r="A1" s="4"><v>45170</v></c>', "45170"),
    ('<c r="A1" cm="1" vm="1"><v>5</v></c>', "5"),
]


@pytest.mark.parametrize(("cell", "text"), CELL_FORMS)
def test_cells_in_every_form(tmp_path: Path, cell: str, text: str) -> None:
    rows = f'<row r="1">{cell}</row><row r="2"><c r="A2"><v>9</v></c></row>'
    grid = Workbook(full_book(tmp_path / "c.xlsx", rows_xml(rows))).read("T")
    assert filled(grid) == {"A1": text, "A2": "9"}
    assert faults(grid) == []


def test_a_tab_as_wps_writes_it(tmp_path: Path) -> None:
    sheet = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}" xmlns:xdr="urn:x" xmlns:x14="urn:y" xmlns:mc="urn:z"
 xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"><sheetPr><pageSetUpPr/></sheetPr>
<dimension ref="A1:C3"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2"
 state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="9" defaultRowHeight="14" outlineLevelCol="2"/>
<cols><col min="1" max="1" width="12.6" customWidth="1" style="2"/></cols><sheetData>
<row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c><c r="C1" s="1"/></row>
<row r="2" spans="1:3" customFormat="1"><c r="A2" s="2"><v>45170</v></c><c r="B2"><f>1/3</f><v>0.333333333333333</v></c></row>
</sheetData><mergeCells count="1"><mergeCell ref="B1:C1"/></mergeCells><pageMargins left="0.75"/><headerFooter/>
<extLst><ext uri="{{x}}"/></extLst></worksheet>"""
    grid = Workbook(full_book(tmp_path / "wps.xlsx", sheet)).read("T")
    assert filled(grid) == {"A1": "Вано", "B1": " Ёж  и лис ", "A2": "2023-09-01", "B2": "0.333333333333333"}
    assert not grid.hidden


def test_a_million_formatted_blank_rows_are_nothing(tmp_path: Path) -> None:
    numbers = [*range(3, 1_048_576, 100), 1_048_576]
    blank = "".join(
        f'<row r="{n}" s="1" customFormat="1" hidden="1"><c r="A{n}" s="1"/></row>' for n in numbers
    )
    rows = f'<row r="1"><c r="A1" s="1"/></row><row r="2" hidden="1"><c r="C2"><v>7</v></c></row>{blank}'
    grid = read_rows(tmp_path, rows)
    assert grid.cells.shape == (2, 1)
    assert (filled(grid), grid.hidden) == ({"C2": "7"}, Hidden(rows=((2, 3),)))


def test_invisible_characters_do_not_count(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Вано ", "​Вано", "Вано﻿", "​", " "])
    book.save(tmp_path / "i.xlsx")
    grid = Workbook(tmp_path / "i.xlsx").read("Sheet")
    assert {tidy(text) for text in filled(grid).values()} == {"Вано"}
    assert list(filled(grid)) == ["A1", "B1", "C1"]


CELL = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
ROW = f"<table:table-row>{CELL}</table:table-row>"
BLANK_ROWS = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>'
FAR_RIGHT = '<table:table-cell table:number-columns-repeated="16383"/>'
TOO_FAR = {  # rows of an .ods, and where they end
    "rows that are told once": (
        f'<table:table-row table:number-rows-repeated="1000000">{CELL * 11}</table:table-row>',
        "K1000000",
    ),
    "a row after a million blank ones": (
        f"<table:table-row>{CELL * 11}</table:table-row>{BLANK_ROWS}{ROW}",
        "K1000002",
    ),
    "a cell far to the right in each of many rows": (
        f'<table:table-row table:number-rows-repeated="1000">{FAR_RIGHT}{CELL}</table:table-row>',
        "XFD1000",
    ),
    "numbers that no sheet has": (
        f'<table:table-row table:number-rows-repeated="99999999999">{CELL}</table:table-row>',
        "A999999999",
    ),
}


@pytest.mark.parametrize(("rows", "corner"), TOO_FAR.values(), ids=TOO_FAR)
def test_an_ods_that_goes_too_far_is_told_before_it_is_read(tmp_path: Path, rows: str, corner: str) -> None:
    with pytest.raises(SourceFault) as told:
        Workbook(ods(tmp_path / "far.ods", rows))
    assert (told.value.code, told.value.values["tab"], told.value.values["cell"]) == (
        "tab-too-far",
        "T",
        corner,
    )


def test_an_ods_with_blank_rows_to_its_end_is_read(tmp_path: Path) -> None:
    """So LibreOffice writes each of its tabs."""
    blank = BLANK_ROWS.replace(
        "<table:table-cell/>", '<table:table-cell table:number-columns-repeated="16384"/>'
    )
    assert Workbook(ods(tmp_path / "blank.ods", ROW + blank)).read("T").cells.shape == (1, 1)


def test_an_ods_with_a_cell_of_a_billion_spaces_is_told(tmp_path: Path) -> None:
    rows = ROW.replace("x", 'x<text:s text:c="1000000000"/>')
    with pytest.raises(SourceFault, match="content"):
        Workbook(ods(tmp_path / "spaces.ods", rows))
