"""Forms: which cells of a tab belong to each table of seats, the one beside it or the nearer of two under each other.

A form has labels above its table of seats, and others under it. Between two tables the border is where the labels
that are above the first table of all begin again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.addresses import Place
from pipelines.ingest.tables import Table
from pipelines.ingest.words import Cells

_WIDE_GAP = 3  # rows from one filled one to the next, from which on something else begins


@dataclass(frozen=True)
class Form:
    """A table of seats, its number on the tab, and its region: the columns `left` to `right` around it."""

    number: int
    table: Table
    left: int
    right: int


def forms_of(tables: Sequence[Table], cells: Cells) -> list[Form]:
    """The tables as forms, each with its columns up to its neighbours beside it."""
    stacks = _Stacks(tables, cells)
    return [Form(number, table, *stacks.columns[number]) for number, table in enumerate(tables)]


def share(forms: Sequence[Form], cells: Cells, marks: Sequence[tuple[Place, str]]) -> np.ndarray:
    """The number of the form that each cell belongs to, by row and column.

    `marks` are the places of labels and rounds with what they are, row by row.
    """
    first, last = (np.array([getattr(form.table, name) for form in forms]) for name in ("row", "last"))
    left, right = (np.array([getattr(form, name) for form in forms]) for name in ("left", "right"))
    above, below = _neighbours(first, last, left, right, cells.rows)
    rows = np.array([row for (row, _), _ in marks], "int64")
    columns = np.array([column for (_, column), _ in marks], "int64")
    kinds = np.array([kind for _, kind in marks], "object")
    places = [
        np.flatnonzero(
            (top < rows) & (rows < form.table.row) & (form.left <= columns) & (columns <= form.right)
        )
        for form, top in zip(forms, above, strict=True)
    ]
    heads = {kind for some, top in zip(places, above, strict=True) if not top for kind in kinds[some]}
    feet = {
        kind
        for form, low in zip(forms, below, strict=True)
        if low > cells.rows
        for kind in kinds[(rows > form.table.last) & (form.left <= columns) & (columns <= form.right)]
    }
    flat_ends = {
        form.table.last for form in forms if form.table.is_flat
    }  # nothing under such a table is read
    owners = np.zeros(cells.codes.shape, "int32")
    for form, low in zip(forms, below, strict=True):
        owners[form.table.row : low, form.left : form.right + 1] = form.number
    for form, top, some in zip(forms, above, places, strict=True):
        border = 1
        if top:
            votes = [
                (row - top - 1, kind in heads)
                for row, kind in zip(rows[some].tolist(), kinds[some], strict=True)
                if (kind in heads) != (kind in feet)
            ]
            between = cells.codes[top + 1 : form.table.row, form.left : form.right + 1]
            is_blank = np.asarray((between < 0).all(axis=1))
            border = top + 1 + (0 if int(top) in flat_ends else _border(is_blank, votes))
        owners[border : form.table.row, form.left : form.right + 1] = form.number
    return owners


def _border(is_blank: np.ndarray, votes: Sequence[tuple[int, bool]]) -> int:
    """Where, between two tables, the lower one's rows begin: against the fewest votes, after the most empty rows.

    A vote is the row of a label, and whether such ones are above their tables, or under them.
    """
    many = len(is_blank)
    against = np.zeros(many + 1, "int64")
    for row, is_head in votes:
        against[row + 1 :] += is_head
        against[: row + 1] += not is_head
    run = np.zeros(many + 1, "int64")
    for row in range(many):
        run[row + 1] = run[row] + 1 if is_blank[row] else 0
    best = np.flatnonzero(against == against.min())
    return int(best[run[best] == run[best].max()][-1])


def _neighbours(
    first: np.ndarray, last: np.ndarray, left: np.ndarray, right: np.ndarray, rows: int
) -> tuple[np.ndarray, np.ndarray]:
    """The last row of the nearest table above each, 0 if none, and the first of the nearest below; in common columns."""
    meets = (left[:, None] <= right) & (left <= right[:, None])
    above = np.where(meets & (last < first[:, None]), last, 0).max(axis=1)
    below = np.where(meets & (first > last[:, None]), first, rows + 1).min(axis=1)
    return above, below


class _Stacks:
    """How tables are beside each other; `columns` are the first and the last of each one's region."""

    def __init__(self, tables: Sequence[Table], cells: Cells) -> None:
        self._tables, self._cells = tables, cells
        self._row, self._last, self._first, self._width = (
            np.array([getattr(table, name) for table in tables]) for name in ("row", "last", "first", "width")
        )
        self._above, self._below = _neighbours(self._row, self._last, self._first, self._width, cells.rows)
        self.columns = self._share_columns()

    def _extents(self) -> tuple[np.ndarray, np.ndarray]:
        """The first and the last row of what goes on around each table, without a wide gap, in its columns.

        No more rows are above a table that has another one above it than above the first ones of the tab.
        """
        tops, ends = np.zeros((2, len(self._tables)), "int64")
        for number, table in enumerate(self._tables):
            some = (
                self._cells.codes[
                    self._above[number] + 1 : self._below[number], table.first : table.width + 1
                ]
                >= 0
            )
            filled = np.flatnonzero(some.any(axis=1)) + self._above[number] + 1
            part = np.cumsum(np.diff(filled, prepend=filled[0]) > _WIDE_GAP)
            own = filled[part == part[np.searchsorted(filled, table.row)]]
            tops[number], ends[number] = own[0], own[-1]
        height = (self._row - tops)[self._above == 0].max()
        return np.maximum(tops, self._row - height), ends

    def _share_columns(self) -> list[tuple[int, int]]:
        """As much as is left of the first table of several side by side is left of the next ones."""
        top, end = self._extents()
        beside = (top[:, None] <= end) & (top <= end[:, None])
        before = beside & (self._width < self._first[:, None])
        margins = [0 if before[number].any() else self._margin(number) for number in range(len(self._tables))]
        lefts = np.ones(len(self._tables), "int64")
        for number in np.flatnonzero(before.any(axis=1)).tolist():
            nearest = int(self._width[before[number]].max())
            margin = max(margins[one] for one in np.flatnonzero(before[number]))
            lefts[number] = max(nearest + 1, self._first[number] - margin)
        after = beside & (lefts > self._width[:, None])
        rights = np.where(after, lefts, self._cells.columns + 1).min(axis=1) - 1
        return list(zip(lefts.tolist(), rights.tolist(), strict=True))

    def _margin(self, number: int) -> int:
        """How many columns left of a table, with none beside it there, have something in them."""
        first = self._tables[number].first
        some = self._cells.codes[self._above[number] + 1 : self._below[number], 1:first] >= 0
        filled = np.flatnonzero(some.any(axis=0))
        return first - 1 - int(filled[0]) if len(filled) else 0
