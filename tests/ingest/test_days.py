"""Which day a cell means: zones, formulas of the clock, the two calendars, days taken for months."""

import datetime as dt
import zipfile
from zoneinfo import ZoneInfo

import pytest
import xlsxwriter
from raw_books import faults, raw_book, read_rows, rows_xml
from sheets import HEADER, Memory, a_league, checked, game, read, sheet

from pipelines import league
from pipelines.errors import LeagueFault
from pipelines.ingest import values
from pipelines.sources import formulas, ods
from pipelines.sources.workbook import Workbook

ZONED = [  # a text, the clock in Kyiv
    ("2023-09-30T21:00:00Z", "2023-10-01 00:00:00"),
    ("2023-09-30T21:00:00.000Z", "2023-10-01 00:00:00"),
    ("2023-09-30 20:59:59Z", "2023-09-30 23:59:59"),
    ("2023-10-01T00:30:00+03:00", "2023-10-01 00:30:00"),
    ("2023-10-01T00:30:00+0400", "2023-09-30 23:30:00"),
    ("2023-10-01T00:30+05", "2023-09-30 22:30:00"),
    ("2023-01-01T23:30:00-03:30", "2023-01-02 05:00:00"),
    ("2023/10/01 12:30:45 AM GMT+3", "2023-10-01 00:30:45"),
    ("2023/10/01 12:30:45 pm GMT+3", "2023-10-01 12:30:45"),
    ("30.09.2023 21:30 UTC", "2023-10-01 00:30:00"),
    ("30.09.2023, 21:30:00 GMT", "2023-10-01 00:30:00"),
    ("2023-01-31T22:00:00Z", "2023-02-01 00:00:00"),  # in winter the clock is two hours ahead
]
NOT_ZONED = [
    "2023-10-01 00:30:00",
    "2023-10-01",
    "45000.5",
    "2023-10-01T99:00:00Z",
    "01/06/2023 10:00 GMT",
    "Сокол Z",
    "x" * 30_000,
]


@pytest.mark.parametrize(("text", "there"), ZONED)
def test_a_moment_with_a_zone_is_one_of_the_clock_of_the_league(text, there):
    assert values.in_zone(text, ZoneInfo("Europe/Kyiv")) == there


@pytest.mark.parametrize("text", NOT_ZONED)
def test_any_other_text_stays(text):
    assert values.in_zone(text, ZoneInfo("Europe/Kyiv")) == text


@pytest.mark.parametrize(("zone", "day"), [("Europe/Kyiv", 1), ("UTC", 30), (None, None)])
def test_games_are_of_the_day_in_the_zone_of_the_league(zone, day):
    sheets, found = checked(
        Memory({"Games": sheet([{"date": "2023-09-30 21:00:00Z"}])}), a_league(timezone=zone)
    )
    codes = set(found["code"])
    assert codes == (set() if zone else {"no-timezone"})
    assert day is None or set(sheets.seats["date"].dt.day) == {day}


@pytest.mark.parametrize(
    ("stored", "day"), [("2023-09-30T21:00:00Z", "2023-10-01"), ("2023-09-30T21:00:00", "2023-09-30")]
)
def test_a_date_cell_of_a_workbook_keeps_its_zone(tmp_path, stored, day):
    grid = read_rows(tmp_path, f'<row r="1"><c r="A1" t="d"><v>{stored}</v></c></row>')
    said = values.read("date", "date", grid.cells[1].cat.categories, zone=ZoneInfo("Europe/Kyiv"))
    assert str(said.columns["date"][0])[:10] == day


@pytest.mark.parametrize("zone", ["Europe/Kiew", "../etc/passwd", "", "+03:00", "Europe"])
def test_an_unknown_zone_is_refused(tmp_path, zone):
    text = f'name = "К"\nlanguage = "en"\ntimezone = "{zone}"\n[source]\nworkbook = "a.xlsx"\n'
    text += '[ruleset]\nname = "4mafia"\n[[rating]]\nname = "all"\ntab = "Все"\n'
    (tmp_path / "league.toml").write_text(text, "utf-8")
    with pytest.raises(LeagueFault, match=r"timezone.*Europe/Kyiv"):
        league.load(tmp_path)


# --- formulas

VOLATILE = [
    "TODAY()",
    "today( )",
    "NOW()-1",
    'IF(B2&lt;&gt;"",TODAY(),"")',
    "DATE(YEAR(NOW()),1,1)",
    "_xlfn.RANDARRAY(1)",
]
VOLATILE += ["RANDBETWEEN(1,5)", "СЕГОДНЯ()", "СЬОГОДНІ()", "1+RAND()", "B1*ТДАТА()"]
STEADY = ["A1+1", '"TODAY()"', "TODAYS()", "MYNOW()", "TODAY", "Today!A1", "OFFSET(A1,1,0)", "RAND.NV()"]


@pytest.mark.parametrize(
    ("formula", "is_volatile"), [*((f, True) for f in VOLATILE), *((f, False) for f in STEADY)]
)
def test_which_formulas_read_the_clock_or_chance(formula, is_volatile):
    assert formulas.is_volatile(formula.encode()) == is_volatile


def test_volatile_formulas_of_an_xlsx(tmp_path):
    rows = (
        '<row r="1"><c r="A1"><f>TODAY()</f><v>45000</v></c><c r="B1"><f>B2</f><v>7</v></c>'
        '<c r="C1" t="str"><f>IF(B1=7,"",NOW())</f><v></v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">NOW()-1</f><v>44999</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>44999</v></c><c r="B3"><f>NOW()</f></c></row>'
    )
    assert faults(read_rows(tmp_path, rows)) == [
        ("A1", "volatile", "=TODAY()"),
        ("A2", "volatile", "=NOW()-1"),
        ("A3", "volatile", "=NOW()-1"),
        ("B3", "formula", "=NOW()"),
    ]


def test_volatile_formulas_of_an_ods():
    cells = (
        '<table:table-cell table:number-columns-repeated="2"/><table:table-cell table:formula="of:=TODAY()" '
        'office:value-type="date" office:date-value="2023-09-10"><text:p>10.09.2023</text:p></table:table-cell>'
        '<table:table-cell table:formula="of:=[.A1]" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>'
    )
    xml = f'<table:table table:name="T"><table:table-row>{cells}</table:table-row></table:table>'.encode()
    assert ods.tell(xml)["T"].faults == [(1, 3, "volatile", "=TODAY()")]


@pytest.mark.parametrize(
    ("field", "code"), [("date", "volatile-date"), ("bonus_typed", "volatile-value"), (None, None)]
)
def test_a_volatile_formula_is_an_error_where_it_is_read(tmp_path, field, code):
    header = [*HEADER, "Заметки"]
    at = header.index(field) if field else len(HEADER)
    with xlsxwriter.Workbook(tmp_path / "v.xlsx") as book:
        tab = book.add_worksheet("Games")
        for row, cells in enumerate([header, *game({})]):
            for column, text in enumerate(cells):
                tab.write_string(row, column, text)
        tab.write_formula(2, at, "=NOW()", None, 45000 if field == "date" else 0.3)
    _, found = checked(Workbook(tmp_path / "v.xlsx"), a_league())
    errors = found[found["severity"] == "error"]
    assert errors[["code", "row"]].to_numpy().tolist()[:1] == ([[code, 3]] if code else [])


# --- calendars

EXTENSION = (
    '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" '
    'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main">'
    '<x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>'
)


@pytest.mark.parametrize("extension", ["", EXTENSION])
@pytest.mark.parametrize(
    ("flag", "day"),
    [("1", "2023-09-01"), ("true", "2023-09-01"), ("0", "2019-08-31"), ("false", "2019-08-31")],
)
def test_a_workbook_from_1904_with_an_extension_loses_no_days(tmp_path, extension, flag, day):
    styles = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>'
        '<xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    )
    path = raw_book(
        tmp_path / "m.xlsx",
        rows_xml(
            f'<row r="1"><c r="A1" s="1"><v>{(dt.date(2023, 9, 1) - dt.date(1904, 1, 1)).days}</v></c></row>'
        ),
        **{
            "<sheets>": f'<workbookPr date1904="{flag}"/><sheets>',
            "</sheets>": f"</sheets>{extension}",
            "</Relationships>": '<Relationship Id="rId9" Target="styles.xml" Type="http://schemas.openxmlformats.org/'
            'officeDocument/2006/relationships/styles"/></Relationships>',
        },
    )
    with zipfile.ZipFile(path, "a") as book:
        book.writestr("xl/styles.xml", styles)
    grid = Workbook(path).read("T")
    assert (grid.cells[1].tolist(), grid.day_0.year) == ([day], 1904 if flag in ("1", "true") else 1899)


# --- days and months

AUTUMN = ["2023-09-03", "2023-09-10", "2023-09-17", "2023-10-01", "2023-10-08", "2023-11-05"]
SWAPPED = ["2023-03-09", "2023-10-09", "2023-09-17", "2023-01-10", "2023-08-10", "2023-05-11"]
ORDERS = [  # dates of games as they follow each other, the first that is doubtful
    (AUTUMN, None),
    (AUTUMN[::-1], None),
    (SWAPPED, "09.03.2023"),
    (SWAPPED[::-1], "11.05.2023"),
    (
        ["2023-09-03", "2023-03-09", "2023-06-04", "2023-01-02"],
        None,
    ),  # not in order either way: nothing can be said
    (["2023-06-01", "2023-03-02"], None),  # two games may be in any order
    (["2023-05-05", "2023-05-20", "2023-05-13"], None),
]


@pytest.mark.parametrize(("days", "first"), ORDERS)
def test_dates_that_are_in_order_only_with_day_and_month_exchanged(days, first):
    _, found = checked(Memory({"Games": sheet([{"date": day} for day in days])}), a_league())
    found = found[found["code"] == "days-and-months-swapped"]
    assert found["value"].tolist() == ([first] if first else [])


def test_swapped_dates_are_told_once_for_each_tab():
    tabs = {f"Games {n}": sheet([{"date": day, "table": str(n)} for day in SWAPPED]) for n in range(2)}
    found = checked(Memory(tabs), a_league())[1]
    assert found.loc[found["code"] == "days-and-months-swapped", "tab"].tolist() == ["Games 0", "Games 1"]


def test_registrations_with_a_zone(tmp_path):
    players = [["player", "registration"], ["Subject", "2023-09-30T21:00:00Z"]]
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"}
    sheets = read(
        Memory({"Games": sheet([{}]), "Players": players}), a_league(source=source, timezone="Europe/Kyiv")
    )
    assert sheets.players["registration"].tolist() == [(dt.date(2023, 10, 1) - dt.date(1899, 12, 30)).days]
