"""Google spreadsheets, read in two calls: what tabs there are, then all that is wanted of them."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np

from pipelines.addresses import column_letters
from pipelines.errors import SourceFault
from pipelines.google import connect
from pipelines.sources import formulas
from pipelines.sources.column import Column, Fault, number_text
from pipelines.sources.framed import framed
from pipelines.sources.grid import DAY_0, Area, Grid

if TYPE_CHECKING:
    from pipelines.google.client import Client

MOST_CELLS = 1_500_000  # of the grids, in one answer: 57 new tabs, or some 15 MB if all are full
MOST_ADDRESS = 7_500  # letters of the ranges in one address
ERRORS = frozenset(
    ("#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#ERROR!", "Loading...")
)


_MOMENTS = ("DATE", "DATE_TIME", "TIME")  # kinds of formats
_MILLISECONDS = 86_400_000  # of a day
_LAST_DAY = 2_958_465  # 31.12.9999


@dataclass(frozen=True)
class Sheet:
    """A tab: its number, the size of its grid (a chart has none), and its merged cells.

    These are rectangles of rows and columns counted from 1: top, left, bottom, right.
    """

    id: int
    title: str
    rows: int
    columns: int
    merged: Sequence[Area] = ()

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Sheet":
        """A tab as the API tells it."""
        properties = told["properties"]
        size = properties.get("gridProperties", {})
        merged = [
            (
                one.get("startRowIndex", 0) + 1,
                one.get("startColumnIndex", 0) + 1,
                one["endRowIndex"],
                one["endColumnIndex"],
            )
            for one in told.get("merges", ())
        ]
        number, title = properties.get("sheetId", 0), properties["title"]
        return cls(number, title, size.get("rowCount", 0), size.get("columnCount", 0), merged)


class Spreadsheet:
    """A Google spreadsheet as a `Source`, of one state as far as the API lets us.

    `name` is its title, `sheets` are its tabs by name. When the first tab is asked for, all `wanted` ones are read
    together. Opening and reading raise SourceFault. Dates, times, errors and the like are as in a workbook.
    """

    def __init__(
        self, key: str, wanted: Callable[[str], bool] = lambda tab: True, client: "Client | None" = None
    ) -> None:
        self.key, self.wanted = key, wanted
        self.client = client or connect()
        told = self.client.properties(key)
        self.name: str = told["properties"]["title"]
        self.locale: str = told["properties"]["locale"]
        self.time_zone: str = told["properties"]["timeZone"]
        self.sheets = {sheet.title: sheet for sheet in map(Sheet.of, told["sheets"])}
        self._cells: dict[str, list[list[Any]]] = {}

    def tabs(self) -> list[str]:
        """The names of the tabs, in their order, hidden ones too, and charts, which read as empty tabs."""
        return list(self.sheets)

    def read(self, tab: str) -> Grid:
        """One tab: rows from 1 on, columns from the first that has a value."""
        if tab not in self.sheets:
            raise SourceFault("no-such-tab", file=self.name, tab=tab, tabs=", ".join(self.sheets))
        self._fetch(tab)
        held = self._cells[tab]
        columns, errors = _coded([[_kept(cell) for cell in row] for row in held])
        cells, faults = framed(columns, [*errors, *_volatile(held)])
        return Grid(self.name, tab, cells, faults, merged=self.sheets[tab].merged)

    def rows(self, tab: str) -> list[list[Any]]:
        """What is on a tab, row by row from the first: texts, numbers, truth values; `""` in an empty cell."""
        self._fetch(tab)
        rows = [_trimmed([_value(cell) for cell in row]) for row in self._cells[tab]]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def _fetch(self, tab: str) -> None:
        """Read a tab that was not read yet, and all others that are wanted."""
        if tab in self._cells:
            return
        tabs = [one for one in self.sheets if one == tab or (self.wanted(one) and one not in self._cells)]
        self._cells |= {one: [] for one in tabs}
        for pieces in _calls([self.sheets[one] for one in tabs]):
            read = self.client.cells(self.key, [piece.range for piece in pieces])
            for piece in pieces:
                rows = self._cells[piece.sheet.title]
                held = read[piece.sheet.id].pop(0)
                if held:  # the rows left out at the end of the piece before
                    rows += [[] for _ in range(piece.first - 1 - len(rows))]
                rows += held


@dataclass(frozen=True)
class _Piece:
    """Rows of a tab that are read in one go."""

    sheet: Sheet
    first: int
    last: int

    @property
    def range(self) -> str:
        title = self.sheet.title.replace("'", "''")
        return f"'{title}'!A{self.first}:{column_letters(self.sheet.columns)}{self.last}"

    @property
    def cells(self) -> int:
        return (self.last - self.first + 1) * self.sheet.columns


def _calls(sheets: Sequence[Sheet]) -> Iterator[list[_Piece]]:
    """The pieces of tabs, as many together as one call may ask for."""
    together: list[_Piece] = []
    for piece in (piece for sheet in sheets for piece in _pieces(sheet)):
        wide = sum(len(quote(one.range)) + len("&ranges=") for one in (*together, piece))
        if together and (sum(one.cells for one in (*together, piece)) > MOST_CELLS or wide > MOST_ADDRESS):
            yield together
            together = []
        together.append(piece)
    if together:
        yield together


def _pieces(sheet: Sheet) -> Iterator[_Piece]:
    if sheet.columns:
        step = max(MOST_CELLS // sheet.columns, 1)
        for first in range(1, sheet.rows + 1, step):
            yield _Piece(sheet, first, min(first + step - 1, sheet.rows))


def _coded(rows: Sequence[Sequence[Any]]) -> tuple[dict[int, Column], list[Fault]]:
    """The columns of a tab by their number, and its error cells."""
    columns: dict[int, Column] = {}
    faults: list[Fault] = []
    for number, cells in enumerate(zip_longest(*rows, fillvalue=""), 1):
        places: dict[tuple[type, Any], int] = {(str, ""): -1}  # 1, "1" and TRUE are three values
        codes = [places.setdefault((type(value), value), len(places) - 1) for value in cells]
        words = [_text(value) for _, value in places][1:]
        columns[number] = Column(np.array(codes, dtype=np.int32), words)
        for code, word in enumerate(words):
            if word in ERRORS:
                rows_of_it = np.flatnonzero(columns[number].codes == code) + 1
                faults += [(int(row), number, "error", word) for row in rows_of_it]
    return columns, faults


def _value(cell: Mapping[str, Any]) -> Any:
    """What a cell holds: a text, a number, a truth value, the text of an error; an empty text if nothing."""
    held = cell.get("effectiveValue", {})
    if "errorValue" in held:
        return cell.get("formattedValue", "#ERROR!")
    return next(iter(held.values()), "")


def _kept(cell: Mapping[str, Any]) -> Any:
    """What a cell holds, a date or a time as a workbook has it."""
    value = _value(cell)
    if isinstance(value, int | float) and not isinstance(value, bool):
        kind = cell.get("effectiveFormat", {}).get("numberFormat", {}).get("type")
        if kind in _MOMENTS:
            return _moment(value, is_time=kind == "TIME")
    return value


def _moment(serial: float, *, is_time: bool) -> Any:
    """A date (with its time, if it has one), or a time, of which hours go on after 24; a number outside the calendar."""
    seconds = int(round(serial * _MILLISECONDS) // 1000)
    days, rest = divmod(seconds, 86_400)
    if not 0 <= days <= _LAST_DAY:
        return serial
    hours, minutes = divmod(rest // 60, 60)
    if is_time:
        return f"{days * 24 + hours:02}:{minutes:02}:{rest % 60:02}"
    day = (DAY_0 + dt.timedelta(days)).isoformat()
    return f"{day} {hours:02}:{minutes:02}:{rest % 60:02}" if rest else day


def _volatile(rows: Sequence[Sequence[Any]]) -> Iterator[Fault]:
    """The formulas that give another value each time."""
    for row, cells in enumerate(rows, 1):
        for number, cell in enumerate(cells, 1):
            formula = cell.get("userEnteredValue", {}).get("formulaValue", "")
            if formula and _value(cell) != "" and formulas.is_volatile(formula.encode()):
                yield row, number, "volatile", formula


def _trimmed(row: list[Any]) -> list[Any]:
    while row and row[-1] == "":
        row.pop()
    return row


def _text(value: Any) -> str:
    """A value as a grid has it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return number_text(value) if isinstance(value, int | float) else value
