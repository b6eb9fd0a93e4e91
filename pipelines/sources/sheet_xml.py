"""What the XML of an .xlsx tab tells and its reader does not.

How far the cells reach, which of them are truth values, which formulas have no value, what is hidden. A tab
may be 100 MB of XML, so it is looked through in pieces, by patterns; what a piece does not hold costs next to
nothing.
"""

import datetime as dt
import functools
import html
import posixpath
import re
import zipfile
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lxml import etree

from pipelines.sources import formulas
from pipelines.sources.column import Fault
from pipelines.sources.grid import DAY_0, DAY_0_OF_1904, NOTHING_HIDDEN, Area, Hidden

WORKBOOK, RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
MAX_ROWS, MAX_COLUMNS = 1_048_576, 16_384  # of any sheet: its last cell is XFD1048576
MAX_CELLS = 50_000_000  # of a tab, the blank ones between others too: the reader takes 32 bytes for each
SMALL_PART = 4 * 2**20  # bytes; a tab of less is measured, whatever size it claims
PIECE = 2**18  # bytes of XML looked at together; no cell takes more

_PREFIX = re.compile(rb"<(\w+:)worksheet\b")
_DIMENSION = re.compile(rb'<(?:\w+:)?dimension ref="(?:[A-Z]+\d+:)?([A-Z]+)(\d+)"')
_PLACE = re.compile(rb"<c\b[^>]*?\br=[\"']([A-Za-z]+)(\d+)[\"']")
_FILLED = re.compile(rb"<c [^>]*?\br=[\"']([A-Za-z]+)(\d+)[\"'](?:[^>]*[^/>])?>")
# A cell in column AAA or beyond, or in row 70,000 or beyond: a tab without one has fewer than MAX_CELLS.
_FAR = re.compile(rb"r=[\"'](?:[A-Za-z]{3,}\d|[A-Za-z]+(?:[7-9]\d{4}|\d{6}))")
_FORMULA = rb"(?:<f\b[^>]*/>|<f\b[^>]*>[^<]*</f>)?"
_TRUTH, _ERROR = (
    re.compile(rb" t=[\"']" + kind + rb"[\"'][^>/]*>\s*" + _FORMULA + rb"\s*<v[^>]*>([^<]+)")
    for kind in (b"b", b"e")
)
_NO_STRING = re.compile(
    rb" t=[\"']s[\"'][^>/]*>\s*" + _FORMULA + rb"\s*<v(?: [^>/]*)?>(?!\d{1,9}<)"
)  # the reader would take the first of all texts for it
_SHARED_FORMULA = re.compile(rb'<f\b[^>]*\bsi="(\d+)"[^>]*>([^<]+)</f>')
_HIDES = re.compile(rb"hidden=[\"'](?:1|true)")
_HIDDEN = re.compile(rb"<(row|col)\b([^>]*\bhidden=[\"'](?:1|true)[\"'][^>]*)")
_NUMBERS = re.compile(rb"\b(?:r|min|max)=[\"'](\d{1,7})[\"']")  # of a row, of the first and last of columns
_FILTER = re.compile(rb"<autoFilter\b[^>]*\bref=[\"'][A-Z]+(\d+):[A-Z]+(\d+)[\"'][^>]*>\s*<filterColumn\b")
_MERGED = re.compile(rb"<mergeCell\b[^>]*\bref=[\"']([A-Za-z]+)(\d+):([A-Za-z]+)(\d+)[\"']")
_BECAME = re.compile(  # a formula with a value
    rb"<f\b([^>]*?)(?:/>|>([^<]*)</f>)\s*<v(?: [^>/]*)?>[^<]+</v>"
)
_SHARED = re.compile(rb"\bsi=[\"'](\d+)[\"']")
_HAS_FORMULA = re.compile(rb"<f[ />]")
_BARE_FORMULA = re.compile(rb"<f\b([^>]*?)(?:/>|>([^<]*)</f>)\s*(<v[^>]*/>|<v[^>]*>\s*</v>)?\s*</c>")


@dataclass(frozen=True)
class Told:
    """What the cells of a tab tell.

    `truths`: the rows of the truth values, by column and word (`TRUE`, `FALSE`); `faults`: the formulas without a
    value, and in an .ods the errors. A formula that several cells share has the text of the first. `merged`: the areas
    of merged cells.
    """

    truths: Mapping[tuple[int, str], Sequence[int]] = field(default_factory=dict)
    faults: Sequence[Fault] = ()
    hidden: Hidden = NOTHING_HIDDEN
    merged: Sequence[Area] = ()


def tell(pieces: Iterable[bytes]) -> Told:
    """What the `pieces` of a tab tell. Raises ValueError for a cell without address, or with a text that is not there."""
    truths: defaultdict[tuple[int, str], array[int]] = defaultdict(lambda: array("l"))
    faults: list[Fault] = []
    shared: dict[bytes, bytes] = {}
    shares_volatile = False
    rows: list[tuple[int, int]] = []
    columns: list[tuple[int, int]] = []
    merged: list[Area] = []
    first, last = 0, 0  # rows of a filter
    for piece in pieces:
        if stray := _NO_STRING.search(piece):
            raise ValueError(stray[0].decode(errors="replace"))
        for row, column, value in _cells(piece, _TRUTH):
            truths[column, "TRUE" if value in ("1", "true") else "FALSE"].append(row)
        if _HIDES.search(piece):
            rows += _hidden(piece, b"row")
            columns += _hidden(piece, b"col")
        if rows and (filtered := _FILTER.search(piece)):
            first, last = int(filtered[1]), int(filtered[2])
        merged += [
            (_row(top), _column(left), _row(bottom), _column(right))
            for left, top, right, bottom in _MERGED.findall(piece)
        ]
        if _HAS_FORMULA.search(piece):
            first_ones = dict(_SHARED_FORMULA.findall(piece))
            shared |= first_ones
            faults += _without_value(piece, shared)
            shares_volatile |= any(map(formulas.is_volatile, first_ones.values()))
            if shares_volatile or formulas.MAY_BE_VOLATILE.search(piece):
                faults += _volatile(piece, shared)
    by_filter = [row for row in rows if first <= row[0] <= last]
    by_hand = [row for row in rows if not first <= row[0] <= last]
    return Told(truths, faults, Hidden(by_hand, by_filter, columns), merged)


def _without_value(piece: bytes, shared: Mapping[bytes, bytes]) -> Iterator[Fault]:
    """The formulas without a value; `shared` has the texts of those that several cells share."""
    for bare in _BARE_FORMULA.finditer(piece):
        attributes, text, no_value = bare.groups()
        start = piece.rfind(b"<c", 0, bare.start())
        if no_value and b"str" in piece[start : bare.start()]:
            continue  # the formula gave the empty text
        if not text and (first := re.search(rb'\bsi="(\d+)"', attributes)):
            text = shared.get(first[1])
        yield *_place(piece, start), "formula", "=" + html.unescape((text or b"").decode())


def _volatile(piece: bytes, shared: Mapping[bytes, bytes]) -> Iterator[Fault]:
    """The formulas that give another value each time, and have one."""
    for formula in _BECAME.finditer(piece):
        attributes, text = formula.groups()
        if not text and (first := _SHARED.search(attributes)):
            text = shared.get(first[1])
        if text and formulas.is_volatile(text):
            place = _place(piece, piece.rfind(b"<c", 0, formula.start()))
            yield *place, "volatile", "=" + html.unescape(text.decode())


def _hidden(piece: bytes, kind: bytes) -> list[tuple[int, int]]:
    """The first and the last number of what is not shown: a row (by hand or by a filter), or columns that stand together."""
    numbers = [sorted(map(int, _NUMBERS.findall(tag))) for of, tag in _HIDDEN.findall(piece) if of == kind]
    return [(some[0], some[-1]) for some in numbers if some]


def day_0(workbook: bytes) -> dt.date:
    """The day that the number 0 stands for, as the XML of a workbook says. Raises XMLSyntaxError."""
    return _day_0(etree.fromstring(workbook).find("{*}workbookPr"))


def with_one_calendar(workbook: bytes) -> bytes | None:
    """The XML of a workbook without what its reader takes for another calendar; None if there is nothing of the kind.

    Properties in an extension of Excel have the same name and no calendar, so that the reader would count from 1900.
    """
    root = etree.fromstring(workbook)
    if _day_0([None, *root.iter("{*}workbookPr")][-1]) == _day_0(root.find("{*}workbookPr")):
        return None
    for extensions in root.findall("{*}extLst"):
        root.remove(extensions)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _day_0(properties: etree._Element | None) -> dt.date:
    is_from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    return DAY_0_OF_1904 if is_from_1904 else DAY_0


class Part:
    """The XML of one tab in a workbook's zip.

    Raises KeyError if the workbook names none, XMLSyntaxError if it is damaged.
    """

    def __init__(self, parts: zipfile.ZipFile, tab: str) -> None:
        sheets = etree.fromstring(parts.read(WORKBOOK)).iter("{*}sheet")
        keys = {
            s.get("name"): str(key) for s in sheets for name, key in s.items() if str(name).endswith("}id")
        }
        relations = etree.fromstring(parts.read(RELATIONS)).iter("{*}Relationship")
        targets = {str(relation.get("Id")): str(relation.get("Target")) for relation in relations}
        path = posixpath.normpath(posixpath.join("/xl", targets[keys[tab]])).lstrip("/")
        names = {info.filename.casefold(): info for info in parts.infolist()}
        self._info = names[path.casefold()]
        self._zip = parts

    def pieces(self) -> Iterator[bytes]:
        """The XML, without prefixes, in pieces of up to a few PIECE; none ends inside a cell or a tag."""
        with self._zip.open(self._info) as xml:
            rest = xml.read(PIECE)
            found = _PREFIX.search(rest)
            prefix = found[1] if found else b""
            end = b"</" + prefix + b"c>"
            while more := xml.read(PIECE):
                rest += more
                cut = rest.rfind(end) + len(end) if end in rest else _end_of_tag(rest, len(rest) - PIECE)
                yield _without(prefix, rest[:cut])
                rest = rest[cut:]
            yield _without(prefix, rest)

    def overreach(self) -> str | None:
        """The corner cell, such as XFD1048576, of a tab that goes too far to be read; None of any other.

        The reader makes room for every cell up to the last one, and ends the program if there is none. A
        large tab is trusted if it says that it does not go too far; any other is measured first.
        """
        with self._zip.open(self._info) as xml:
            said = _DIMENSION.search(xml.read(4096))
        row, column = (_row(said[2]), _column(said[1])) if said else (MAX_ROWS, MAX_COLUMNS)
        if self._info.file_size <= SMALL_PART and not any(map(_FAR.search, self.pieces())):
            return None
        if self._info.file_size <= SMALL_PART or row * column > MAX_CELLS:
            row, column = self._measured()
        too_far = row > MAX_ROWS or column > MAX_COLUMNS or row * column > MAX_CELLS
        return address(row, column) if too_far else None

    def _measured(self) -> tuple[int, int]:
        """The last row and the last column that have a cell with something in it."""
        row = column = 0
        for piece in self.pieces():
            found = _FILLED.findall(piece)
            column = max([column, *(_column(letters) for letters in {letters for letters, _ in found})])
            row = max([row, *(_row(digits) for digits in {digits for _, digits in found})])
        return row, column

    def errors(self) -> Iterator[tuple[int, int, str]]:
        """Row, column and text of each error value."""
        for piece in self.pieces():
            yield from _cells(piece, _ERROR)


def address(row: int, column: int) -> str:
    """The address of a cell as the sheet shows it: row 7, column 28 is AB7."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def _cells(piece: bytes, kind: re.Pattern[bytes]) -> Iterator[tuple[int, int, str]]:
    """Row, column and stored value of each cell of a kind."""
    for mark in kind.finditer(piece):
        yield *_place(piece, piece.rfind(b"<c", 0, mark.start())), mark[1].decode()


def _place(piece: bytes, start: int) -> tuple[int, int]:
    """Row and column of the cell whose tag starts there."""
    found = _PLACE.match(piece, max(start, 0))
    if not found:
        raise ValueError("a cell without address")
    return _row(found[2]), _column(found[1])


def _row(digits: bytes) -> int:
    return int(digits) if len(digits) <= 7 else MAX_ROWS + 1


@functools.cache
def _column(letters: bytes) -> int:
    if len(letters) > 3:
        return MAX_COLUMNS + 1
    return functools.reduce(lambda number, letter: number * 26 + letter - ord("@"), letters.upper(), 0)


def _end_of_tag(xml: bytes, before: int) -> int:
    """Where the last tag ends that does so `before` a place; the place itself if none does."""
    return xml.rfind(b">", 0, max(before, 0)) + 1 or max(before, 0)


def _without(prefix: bytes, piece: bytes) -> bytes:
    return re.sub(rb"(</?)" + prefix, rb"\1", piece) if prefix else piece
