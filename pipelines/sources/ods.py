"""Workbooks of LibreOffice, .ods: what their reader gives, and what their XML tells besides.

That is which cells are errors or have no value, and what is hidden. The cells have no addresses, so they are counted;
but only in rows that hold a formula.
"""

import html
import re
import zipfile
from collections.abc import Iterator

import fastexcel

from pipelines.errors import SourceFault
from pipelines.sources import formulas
from pipelines.sources.column import Column, Fault, load
from pipelines.sources.grid import DAY_0, DAY_0_OF_1904, Area, Hidden
from pipelines.sources.sheet_xml import Told, address

MAX_CELLS = (
    10_000_000  # of a tab, the blank ones between others too: the reader takes some 100 bytes for each
)
CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_FROM_1904 = b'<table:null-date table:date-value="1904-01-01"'
_ATTRIBUTES = rb"((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
_TABLE = re.compile(rb"<table:table\b(?!-)" + _ATTRIBUTES)
_LINE = re.compile(rb"<table:table-(column|row)\b(?!-)" + _ATTRIBUTES)
_CELL = re.compile(rb"<table:(?:covered-)?table-cell\b" + _ATTRIBUTES)
_HIDES = re.compile(rb"\btable:visibility=[\"'](collapse|filter)[\"']")
_REPEATED = re.compile(rb"\btable:number-(?:rows|columns)-repeated=[\"'](\d{1,9})")
_NAME = re.compile(rb"\btable:name=(?:\"([^\"]*)\"|'([^']*)')")
_SPANNED = re.compile(rb"\btable:number-(rows|columns)-spanned=[\"'](\d{1,7})[\"']")
_FORMULA = re.compile(rb"\btable:formula=(?:\"([^\"]*)\"|'([^']*)')")
_SOMETHING = (b":value-type=", b"<text:p", b":formula=")  # what only a cell with something in it has
_MANY_SPACES = re.compile(rb"<text:s\b[^>]*\btext:c=[\"']\d{5}")  # more in a row than a cell has letters
_NAMESPACE = re.compile(r"^\w+:(?==)")  # of a formula: of:=A1
_NOTE = re.compile(rb"<office:annotation\b.*?</office:annotation>", re.DOTALL)
_SHOWN = re.compile(rb"<text:p\b[^>]*>(.*?)</text:p>", re.DOTALL)
_TAG = re.compile(rb"<[^>]*>")
_ERROR = re.compile(
    r"#(?:N/A|DIV/0!|REF!|VALUE!|NAME\?|NUM!|NULL!)|Err:\d{3}"
)  # where the file does not say so


class Ods:
    """An opened .ods. `day_0` is the day that the number 0 stands for.

    Raises what the reader of workbooks and that of zips do, and SourceFault for a tab that goes too far, or a cell that
    is too long: the reader makes room for all of it, and ends the program if there is none.
    """

    def __init__(self, parts: zipfile.ZipFile, content: bytes) -> None:
        xml = parts.read(CONTENT)
        if _MANY_SPACES.search(xml):
            raise SourceFault("workbook-strange", part=CONTENT)
        self.day_0 = DAY_0_OF_1904 if _FROM_1904 in xml else DAY_0
        self._told = tell(xml)
        self._reader = fastexcel.read_excel(content)

    def tabs(self) -> list[str]:
        """The names of the tabs."""
        return list(self._reader.sheet_names)

    def load(self, tab: str) -> tuple[dict[int, Column], list[Fault], Told]:
        """The columns of a tab, its error cells, and what else the file tells of it."""
        return *load(self._reader, tab, truths=True), self._told.get(tab, Told())


def is_locked(parts: zipfile.ZipFile) -> bool:
    """Whether the workbook has a password to open."""
    return _MANIFEST in parts.namelist() and b"encryption-data" in parts.read(_MANIFEST)


def tell(content: bytes) -> dict[str, Told]:
    """What each tab tells, by its name. Raises SourceFault for one that goes too far."""
    tables = list(_TABLE.finditer(content))
    ends = [table.start() for table in tables[1:]] + [len(content)]
    names = [_value(_NAME, table[1]) for table in tables]
    return {
        name: _told(name, content, table.end(), end)
        for name, table, end in zip(names, tables, ends, strict=True)
    }


def _told(tab: str, content: bytes, start: int, end: int) -> Told:
    """What the tab between two places tells."""
    faults: list[Fault] = []
    rows: list[tuple[int, int]] = []
    filtered: list[tuple[int, int]] = []
    columns: list[tuple[int, int]] = []
    merged: list[Area] = []
    row = column = 1
    last_row = last_column = 0
    for line in _LINE.finditer(content, start, end):
        kind, attributes = line.groups()
        times, hides = _times(attributes), _HIDES.search(attributes)
        if kind == b"column":
            if hides:
                columns.append((column, column + times - 1))
            column += times
            continue
        if hides:
            (filtered if hides[1] == b"filter" else rows).append((row, row + times - 1))
        if not attributes.endswith(b"/"):
            cells = content[line.end() : content.find(b"</table:table-row>", line.end(), end)]
            if width := _width(cells):
                last_row, last_column = row + times - 1, max(last_column, width)
            if last_row * last_column > MAX_CELLS:
                raise SourceFault("tab-too-far", tab=tab, cell=address(last_row, last_column))
            if b"table:formula=" in cells:
                for found in _faults(cells):
                    faults += [(at, *found) for at in range(row, row + times)]
            if b"-spanned=" in cells:
                merged += _merged(row, cells)
        row += times
    return Told(faults=faults, hidden=Hidden(rows, filtered, columns), merged=merged)


def _merged(row: int, cells: bytes) -> Iterator[Area]:
    """The areas of merged cells whose first row this is."""
    column = 1
    for attributes in _CELL.findall(cells):
        size = {of: int(many) for of, many in _SPANNED.findall(attributes)}
        high, wide = size.get(b"rows", 1), size.get(b"columns", 1)
        if high > 1 or wide > 1:
            yield row, column, row + high - 1, column + wide - 1
        column += _times(attributes)


def _width(cells: bytes) -> int:
    """The last column of a row with something in it."""
    last = max(map(cells.rfind, _SOMETHING))
    if last < 0:
        return 0
    until = cells.rfind(b"<table:", 0, last)
    begun = cells[: cells.find(b">", until) + 1]
    if b"-columns-repeated=" not in begun:
        return begun.count(b"<table:table-cell") + begun.count(b"<table:covered-table-cell")
    return sum(map(_times, _CELL.findall(begun)))


def _faults(cells: bytes) -> list[tuple[int, str, str]]:
    """Column, kind and text of the formulas of a row that gave an error, nothing yet, or another value each time."""
    found = []
    column = 1
    cells = _NOTE.sub(b"", cells)
    tags = list(_CELL.finditer(cells))
    for tag, end in zip(tags, [one.start() for one in tags[1:]] + [len(cells)], strict=True):
        attributes, times = tag[1], _times(tag[1])
        if b"table:formula=" in attributes:
            shown = _SHOWN.search(cells, tag.end(), end)
            formula = _NAMESPACE.sub("", _value(_FORMULA, attributes))
            text = html.unescape(_TAG.sub(b"", shown[1]).decode()) if shown else ""
            if b':value-type="error"' in attributes or _ERROR.fullmatch(text):
                found += [(at, "error", text) for at in range(column, column + times)]
            elif b"office:value-type=" not in attributes and b"<text:p" not in cells[tag.end() : end]:
                found += [(at, "formula", formula) for at in range(column, column + times)]
            elif shown and formulas.is_volatile(formula.encode()):
                found += [(at, "volatile", formula) for at in range(column, column + times)]
        column += times
    return found


def _times(attributes: bytes) -> int:
    """How many columns, rows or cells an element stands for."""
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def _value(attribute: re.Pattern[bytes], attributes: bytes) -> str:
    """The value of an attribute, or nothing."""
    found = attribute.search(attributes)
    return html.unescape((found[1] or found[2] or b"").decode()) if found else ""
