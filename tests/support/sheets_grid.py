"""A tab of a spreadsheet at Google: its grid of cells, what is on it beside them, and its ranges in A1 notation.

A cell is a dict in the form of CellData and is replaced, never changed, so that a copy of a tab is cheap.
"""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sheets_protocol import invalid

MOST_COLUMNS = 18_278
_CORNER = re.compile(r"\$?([A-Za-z]{1,3})?\$?(\d+)?")


def letters(column: int) -> str:
    """A of 0, Z of 25, AA of 26."""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(65 + last)


def number(name: str) -> int:
    """The column, from 0, that letters name."""
    value = 0
    for letter in name.upper():
        value = value * 26 + ord(letter) - 64
    return value - 1


@dataclass
class Tab:
    """One tab. `properties` are SheetProperties; `parts` are the other fields of a Sheet, such as `charts`."""

    properties: dict
    cells: dict[int, dict[int, dict]] = field(default_factory=dict)  # row, column (from 0) -> CellData
    parts: dict = field(default_factory=dict)
    sizes: dict[str, dict[int, dict]] = field(default_factory=lambda: {"ROWS": {}, "COLUMNS": {}})

    @property
    def title(self) -> str:
        return self.properties["title"]

    @property
    def id(self) -> int:
        return self.properties["sheetId"]

    @property
    def row_count(self) -> int:
        return self.properties.get("gridProperties", {}).get("rowCount", 0)

    @property
    def column_count(self) -> int:
        return self.properties.get("gridProperties", {}).get("columnCount", 0)

    @property
    def is_grid(self) -> bool:
        """False for a chart on a tab of its own."""
        return self.properties["sheetType"] == "GRID"

    def count(self, dimension: str) -> int:
        return self.row_count if dimension == "ROWS" else self.column_count

    def resize(self, dimension: str, count: int) -> None:
        """Give the grid another size; what lies beyond it is lost."""
        if dimension == "COLUMNS" and count > MOST_COLUMNS:
            raise invalid(
                f"This action would increase the number of columns above the limit of {MOST_COLUMNS}."
            )
        if count < 1:
            raise invalid(f"You can't delete all the {dimension.lower()} on the sheet.")
        grid = self.properties["gridProperties"]
        key, frozen = {
            "ROWS": ("rowCount", "frozenRowCount"),
            "COLUMNS": ("columnCount", "frozenColumnCount"),
        }[dimension]
        if grid.get(frozen, 0) >= count:
            raise invalid(f"Sorry, it is not possible to delete all non-frozen {dimension.lower()}.")
        self.properties["gridProperties"] = grid | {key: count}
        self.cells = {
            row: {column: cell for column, cell in cells.items() if column < self.column_count}
            for row, cells in self.cells.items()
            if row < self.row_count
        }

    def put(self, row: int, column: int, cell: dict) -> None:
        """Replace a cell; an empty one goes."""
        if cell:
            self.cells.setdefault(row, {})[column] = cell
        elif column in self.cells.get(row, {}):
            del self.cells[row][column]
            if not self.cells[row]:
                del self.cells[row]

    def cell(self, row: int, column: int) -> dict:
        return self.cells.get(row, {}).get(column, {})

    def copy(self) -> "Tab":
        cells = {row: dict(columns) for row, columns in self.cells.items()}
        return Tab(
            copy.deepcopy(self.properties), cells, copy.deepcopy(self.parts), copy.deepcopy(self.sizes)
        )


class Area(NamedTuple):
    """A range of one tab, from 0, half open; an end that is None is open."""

    tab: Tab
    top: int = 0
    left: int = 0
    bottom: int | None = None
    right: int | None = None

    def clipped(self) -> "Area":
        """The part within the grid. Raises ApiError if the range begins outside of it."""
        rows, columns = self.tab.row_count, self.tab.column_count
        if self.top >= rows or self.left >= columns:
            raise invalid(
                f"Range ({self.name}) exceeds grid limits. Max rows: {rows}, max columns: {columns}"
            )
        bottom, right = (
            (rows if self.bottom is None else self.bottom),
            (columns if self.right is None else self.right),
        )
        return self._replace(bottom=min(bottom, rows), right=min(right, columns))

    @property
    def name(self) -> str:
        """In A1 notation, with the tab: `'Игры'!A2:C`."""
        start = f"{letters(self.left)}{self.top + 1}"
        end = f"{letters(self.right - 1) if self.right else ''}{self.bottom or ''}"
        return f"{quoted(self.tab.title)}!{start}" + (f":{end}" if end not in ("", start) else "")

    def places(self) -> Iterator[tuple[int, int]]:
        return (
            (row, column) for row in range(self.top, self.bottom) for column in range(self.left, self.right)
        )

    def meets(self, other: "Area") -> bool:
        return (
            self.tab is other.tab
            and self.top < (other.bottom or self.top + 1)
            and other.top < (self.bottom or other.top + 1)
            and self.left < (other.right or self.left + 1)
            and other.left < (self.right or other.left + 1)
        )


def quoted(title: str) -> str:
    """A tab's title as Google writes it before a range: quoted unless it is a plain English word."""
    plain = re.fullmatch(r"[A-Za-z_]\w*", title, re.ASCII) and not re.fullmatch(r"[A-Za-z]{1,3}\d+", title)
    return title if plain else "'" + title.replace("'", "''") + "'"


def unquoted(title: str) -> str:
    if len(title) > 1 and title.startswith("'") and title.endswith("'"):
        return title[1:-1].replace("''", "'")
    return title


def corners_of(text: str) -> tuple[int, int, int | None, int | None] | None:
    """Top, left, bottom and right of `B2:C`, or None if the text is no range."""
    first, colon, last = text.partition(":")
    start, end = _CORNER.fullmatch(first), _CORNER.fullmatch(last or first)
    if not text or not start or not end or (colon and not last) or not (start[0] and end[0]):
        return None
    if not colon and not (start[1] and start[2]):
        return None
    rows = sorted(int(row) for row in (start[2], end[2]) if row)
    columns = sorted(number(column) for column in (start[1], end[1]) if column)
    if rows[:1] == [0]:
        return None
    bottom = rows[-1] if len(rows) == 2 else None
    right = columns[-1] + 1 if len(columns) == 2 else None
    return (rows[0] - 1 if rows else 0), (columns[0] if columns else 0), bottom, right
