"""Google spreadsheets, read in two calls: what tabs there are, then all that is wanted of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np

from pipelines.addresses import column_letters
from pipelines.errors import SourceFault
from pipelines.google import connect
from pipelines.sources.column import Column, Fault, number_text
from pipelines.sources.framed import framed
from pipelines.sources.grid import Area, Grid

if TYPE_CHECKING:
    from pipelines.google.client import Client

MOST_CELLS = 1_500_000  # of the grids, in one answer: 57 new tabs, or some 15 MB if all are full
MOST_ADDRESS = 7_500  # letters of the ranges in one address
ERRORS = frozenset(
    ("#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#ERROR!", "Loading...")
)


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
    together. Opening and reading raise SourceFault. A date stands as the number of its day, and a time as a part of
    a day: in unformatted values nothing tells them from numbers.
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
        self._rows: dict[str, list[list[Any]]] = {}

    def tabs(self) -> list[str]:
        """The names of the tabs, in their order, hidden ones too, and charts, which read as empty tabs."""
        return list(self.sheets)

    def read(self, tab: str) -> Grid:
        """One tab: rows from 1 on, columns from the first that has a value."""
        if tab not in self.sheets:
            raise SourceFault("no-such-tab", file=self.name, tab=tab, tabs=", ".join(self.sheets))
        cells, faults = framed(*_coded(self.rows(tab)))
        return Grid(self.name, tab, cells, faults, merged=self.sheets[tab].merged)

    def rows(self, tab: str) -> list[list[Any]]:
        """What stands on a tab, row by row from the first: texts, numbers, truth values; `""` in an empty cell."""
        if tab not in self._rows:
            self._fetch(
                [one for one in self.sheets if one == tab or (self.wanted(one) and one not in self._rows)]
            )
        return self._rows[tab]

    def _fetch(self, tabs: Sequence[str]) -> None:
        self._rows |= {tab: [] for tab in tabs}
        for pieces in _calls([self.sheets[tab] for tab in tabs]):
            read = self.client.values(self.key, [piece.range for piece in pieces])
            for piece, values in zip(pieces, read, strict=True):
                rows = self._rows[piece.sheet.title]
                if values:  # the rows left out at the end of the piece before
                    rows += [[] for _ in range(piece.first - 1 - len(rows))]
                rows += values


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


def _text(value: Any) -> str:
    """A value as a grid has it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return number_text(value) if isinstance(value, int | float) else value
