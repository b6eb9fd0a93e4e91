"""The same games as other programs write them, and with what else a workbook may hold.

`saved/` holds the plain workbook as LibreOffice 7 saves it (`soffice --headless --convert-to ods`), and `odd.ods` with hidden
rows and columns, a filter, merged dates and per cent.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xlsxwriter

from hostile.plain import (
    TAB,
    Case,
    Rows,
    at,
    column,
    edited,
    fill,
    put,
    rezipped,
    saved,
    without,
    xlsx,
)

TABS = [
    ("🎲 Игры", "Игры 'осень' 2023", 'Игры "весна"'),
    ("Игры!", "Игры, осень; 2023", "Игры = +5 %"),
    ("  Игры  ", "Ігри №1 (2023)", "-"),
    ("R1C1", "A1", "Games & Co <1>"),
]
SHEET = "xl/worksheets/sheet1.xml"


def of_sheet(edit: Callable[[str], str], **options: Any) -> Any:
    return rezipped(lambda name, part: edit(part) if name == SHEET else part, **options)


def as_google(name: str, part: str) -> str:
    """Neither dimension nor spans, whole numbers as 1.0, a style on every blank cell."""
    if name != SHEET:
        return part
    part = re.sub(r"<dimension[^>]*/>", "", re.sub(r' spans="[^"]*"', "", part))
    part = re.sub(r'(<c r="[A-Z]+\d+"(?: s="1")?><v>)(\d+)(</v>)', r"\1\2.0\3", part)
    return part.replace("</row>", '<c r="Z1" s="0"/></row>', 1)


def as_wps(name: str, part: str) -> str:
    """The namespaces and the application's name of WPS, and its own attribute on rows."""
    part = part.replace("<Application>Microsoft Excel</Application>", "<Application>WPS Office</Application>")
    if name != SHEET:
        return part
    more = 'xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"'
    return part.replace("<worksheet ", f"<worksheet {more} ", 1).replace(
        " spans=", ' ht="13.5" customHeight="1" spans='
    )


def as_strict(name: str, part: str) -> str:
    """The namespaces of the strict form of the standard."""
    part = part.replace(
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
    )
    return part.replace(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://purl.oclc.org/ooxml/officeDocument/relationships",
    )


def with_prefixes(part: str) -> str:
    """Every element of the tab with a prefix, as some libraries write."""
    part = re.sub(r"<(/?)([a-z])", r"<\1x:\2", part)
    return part.replace("xmlns=", "xmlns:x=")


def in_fonts(name: str, part: str) -> str:
    """Each shared text in two fonts, with a reading aid behind, which is no part of it."""
    if name != "xl/sharedStrings.xml":
        return part
    two = r'<si><r><rPr><b/></rPr><t>\1</t></r><r><t xml:space="preserve">\2</t></r><rPh sb="0" eb="1"><t>читай</t></rPh></si>'
    return re.sub(r"<si><t>(.)([^<]*)</t></si>", two, part)


def texts_of_formulas(part: str) -> str:
    """The words of roles as what formulas gave, and formulas that gave the empty text under the table."""
    part = part.replace(
        "</sheetData>",
        '<row r="32"><c r="A32" t="str"><f>""</f><v></v></c><c r="H32" t="str"><f>""</f><v></v></c><c r="I32" t="str"><f>""</f><v/></c></row></sheetData>',
    )
    return re.sub(
        r'<c r="(K(?:[2-9]|\d\d))" t="s"><v>\d+</v>', r'<c r="\1" t="str"><f>IF(1,"да")</f><v>да</v>', part
    )


def by_hand(path: Path, rows: Rows) -> None:
    """What a club's admin does to a tab: colours, notes, lists, a table, a frozen header, checkboxes, protection."""
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        sheet = book.add_worksheet(TAB)
        fill(sheet, rows)
        sheet.freeze_panes(1, 2)
        sheet.write_comment("H2", "был впервые")
        sheet.data_validation("I2:I31", {"validate": "list", "source": ["Мирный", "Шериф", "Мафия", "Дон"]})
        sheet.conditional_format("M2:M31", {"type": "data_bar"})
        sheet.set_column("A:A", 12, book.add_format({"bg_color": "#ffee00"}))
        sheet.add_table("A1:Q31", {"columns": [{"header": title} for title in rows[0]], "style": None})
        sheet.protect("секрет")
        book.define_name("Осень", f"='{TAB}'!$A$2:$Q$21")


def hidden(path: Path, rows: Rows) -> None:
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        sheet = book.add_worksheet(TAB)
        fill(sheet, rows)
        for number in range(11, 21):
            sheet.set_row(number, None, None, {"hidden": True})
        sheet.set_column("F:F", None, None, {"hidden": True})


def filtered(path: Path, rows: Rows) -> None:
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        sheet = book.add_worksheet(TAB)
        fill(sheet, rows)
        sheet.autofilter("A1:Q31")
        sheet.filter_column("C", "x == 1")
        for number in range(11, 21):
            sheet.set_row(number, None, None, {"hidden": True})


def merged(path: Path, rows: Rows) -> None:
    """The facts of each game in cells merged down its rows, a title merged over the table."""
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        sheet, date = book.add_worksheet(TAB), book.add_format({"num_format": "dd.mm.yyyy"})
        fill(sheet, [["Лига «Лес»"], *rows])
        sheet.merge_range("A1:Q1", "Лига «Лес»")
        for start in (2, 12, 22):
            for place in (0, 1, 2, 3, 4, 5, 9):
                value = rows[start - 1][place]
                sheet.merge_range(start, place, start + 9, place, value, date if place == 0 else None)


def on_two_tabs(path: Path, rows: Rows) -> None:
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
        fill(book.add_worksheet("Сентябрь"), rows[:21])
        fill(book.add_worksheet("Октябрь"), [rows[0], *rows[21:]])
        book.add_chartsheet("График").hide()


def on_tabs(*names: str) -> Any:
    """Each game on a tab of its own."""

    def write(path: Path, rows: Rows) -> None:
        with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"}) as book:
            for number, name in enumerate(names):
                fill(book.add_worksheet(name), [rows[0], *rows[1 + 10 * number : 11 + 10 * number]])

    return write


def on_tabs_of_days(*names: str) -> Any:
    """The games of each day on a tab that tells it, without the column of dates."""

    def write(path: Path, rows: Rows) -> None:
        undated = without("A")(rows)
        with xlsxwriter.Workbook(path) as book:
            fill(book.add_worksheet(names[0]), undated[:21])
            fill(book.add_worksheet(names[1]), [undated[0], *undated[21:]])

    return write


def blank_to_the_end(sheet: Any) -> None:
    """Formats on cells without anything in them, down to row 4,000 and right to column AZ."""
    for number in range(1, 4001, 50):
        sheet.cell(number, 52).number_format = "0.00"
        sheet.cell(number, 1).number_format = "dd.mm.yyyy"


FALSE_BOXES = {f"{letter}{number}": False for letter in "KPQ" for number in range(2, 200)}

PROGRAMS = [
    Case("saved by LibreOffice", write=saved("plain.xlsx")),
    Case("saved by LibreOffice as .ods", write=saved("plain.ods"), file="games.ods"),
    Case("saved by LibreOffice as .xls", write=saved("plain.xls"), file="games.xls"),
    Case("an .ods with hidden rows and columns, a filter, merged dates", write=saved("odd.ods"), file="games.ods", found=at("hidden-cells", "", tab="Игры 🎲 «осень»!")),
    Case("exported by Google Sheets", write=rezipped(as_google)),
    Case("saved by WPS", write=rezipped(as_wps)),
    Case("saved by openpyxl, as scripts do", write=edited(lambda _: None)),
    Case("saved in the strict form of the standard", write=rezipped(as_strict)),
    Case("texts within the cells, as programs write that stream", write=lambda path, rows: xlsx(path, rows, constant_memory=True)),
    Case("elements with prefixes", write=of_sheet(with_prefixes)),
    Case("texts in several fonts within a cell", write=rezipped(in_fonts)),
    Case("words that formulas gave, and formulas that gave nothing", write=of_sheet(texts_of_formulas)),
    Case("with macros: .xlsm", write=rezipped(lambda name, part: part.replace("spreadsheetml.sheet.main", "ms-excel.sheet.macroEnabled.main")), file="games.xlsm"),
]  # fmt: skip

CONTENT = [
    Case("colours, notes, lists, a table, protection", write=by_hand),
    Case("hidden rows and a hidden column", write=hidden, found=at("hidden-cells", "")),
    Case("rows that a filter hides", write=filtered, found=at("hidden-cells", "")),
    Case("merged cells down each game, and a merged title", write=merged),
    Case("games on two tabs, and a hidden chart", write=on_two_tabs, found=at("empty-tab", "", tab="График")),
    Case("blank cells with formats, far down and right", write=edited(blank_to_the_end)),
    Case("boxes of Google Sheets, unticked, down to row 200", put({**FALSE_BOXES, "K4": True, "P11": True, "K16": True, "Q19": True, "K30": True})),
    Case("days in the tabs' names", write=on_tabs_of_days("10.09.2023", "Игры 01.10.23")),
    Case("days without a year in the tabs' names, and the year in the league file", write=on_tabs_of_days("Игры 10.09", "1 октября"), source={"year": 2023}),
    Case("a column of dates that is empty, and the day in the tab's name", write=lambda path, rows: on_tabs_of_days("2023-09-10", "2023-10-01")(path, column("B", "Дата")(rows))),
    *[Case(f"tabs called {names}", write=on_tabs(*names)) for names in TABS],
]  # fmt: skip

FILES = [*PROGRAMS, *CONTENT]
