"""A tab that is there already: where our table stands on it, and what on it is the club's own."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pipelines.errors import DestinationFault
from pipelines.publish.stored import Stored, Table, Value, address
from rulesets.words import name_folded

Row = TypeVar("Row")
Held = Callable[
    [int], object
]  # what stands in a column of a row: a text, a number, FOREIGN, or None for nothing
FOREIGN = object()
"""Stands for what we never write, so it equals nothing that we want: a formula, a truth value, an error."""

TOLERANCE = 1e-12  # other programs keep 15 digits of a number
_LEAST_OF_TITLES = 0.5  # a table with more of our titles than this part is ours
_NUMBERS = ("whole", "points", "percent", "date")


@dataclass(frozen=True)
class Place:
    """Where our table stands: the row of its header, its first column, and the titles that are ours, tidied.

    An empty tab has no such titles, and room from A1 on.
    """

    top: int = 1
    left: int = 1
    titles: Sequence[str] = ()


def find(rows: Iterable[tuple[int, Mapping[int, object]]], table: Table) -> Place:
    """Find our table on a tab by its first two titles; `rows` are what stands there by row number and column.

    Columns are ours as far as they bear titles of `table`, or such as it may have. Raises DestinationFault
    `tab-not-ours` if the tab holds something, but no such header, and `tab-columns` if a column that is
    not ours stands among ours.
    """
    first = [tidy(title) for title in table.titles[:2]]
    empty = True
    for number, held in rows:
        texts = {column: tidy(value) for column, value in held.items()}
        for column in texts:
            if [texts.get(column + step) for step in range(len(first))] == first and not texts.get(
                column - 1
            ):
                return _place(table, number, column, texts)
        empty = empty and not any(texts.values())
    if not empty:
        raise DestinationFault("tab-not-ours", tab=table.name, titles=", ".join(table.titles[:2]))
    return Place()


def _place(table: Table, row: int, left: int, texts: dict[int, str]) -> Place:
    found: list[str] = []
    while text := texts.get(left + len(found)):
        found.append(text)
    titles = [tidy(title) for title in table.titles]
    known = {*titles, *(tidy(title) for title in table.may_have)}
    same = len(titles) if found[: len(titles)] == titles else 0
    count = same + next(
        (at for at, text in enumerate(found[same:]) if text not in known or text in found[: same + at]),
        len(found) - same,
    )
    if set(found[count:]) & set(titles):
        raise DestinationFault("tab-columns", tab=table.name, cell=address(row, left + count))
    if count <= _LEAST_OF_TITLES * len(titles) and count < len(
        titles
    ):  # a game sheet has some of our titles too
        raise DestinationFault("tab-not-ours", tab=table.name, titles=", ".join(table.titles))
    return Place(row, left, found[:count])


def fitted(table: Table, header: Held, place: Place) -> Table:
    """The table without optional columns for which the tab has no room: something else stands in its `header`."""
    ours = len(place.titles) or len(table.columns)
    beyond = range(place.left + ours, place.left + len(table.columns))
    if all(header(column) is None for column in beyond):
        return table
    kept = [stored for at, stored in enumerate(table.columns) if at < ours or not stored.column.optional]
    return replace(table, columns=kept)


def check_single(rows: Iterable[tuple[int, Mapping[int, object]]], table: Table, place: Place) -> None:
    """Raise DestinationFault if more of our titles than of another table are on one of `rows`, under our table."""
    titles = [tidy(title) for title in table.titles]
    for number, held in rows:
        texts = {column: tidy(value) for column, value in held.items()}
        for column, text in texts.items():
            same = sum(texts.get(column + step) == title for step, title in enumerate(titles))
            if text == titles[0] and same > _LEAST_OF_TITLES * len(titles):
                raise _twice(table, place, address(number, column))


def _twice(table: Table, place: Place, cell: str) -> DestinationFault:
    first = address(place.top, place.left)
    return DestinationFault("tab-titles-twice", tab=table.name, first=first, cell=cell)


class Ours:
    """The rows of our table on a tab: what is wanted in them, and which of those that are there are ours."""

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.place = table, place
        self.width = max(len(table.columns), len(place.titles))
        by_title = {tidy(stored.column.title): stored for stored in table.columns}
        self._stored = [by_title.get(title) for title in place.titles]
        filled = [stored is not None and bool((stored.codes >= 0).all()) for stored in self._stored]
        self._filled = [at for at, is_filled in enumerate(filled) if is_filled]

    @property
    def bottom(self) -> int:
        """The last row that the table shall have."""
        return self.place.top + self.table.rows

    def numbers(self) -> list[int]:
        """The columns in which numbers of ours stand."""
        return [column for column, stored in enumerate(self._stored, self.place.left) if _is_number(stored)]

    def padded(self, values: Sequence[Value | None]) -> list[Value | None]:
        """The values of a row, and nothing in columns that we had and have no more."""
        return [*values, *[None] * (self.width - len(values))]

    def header(self, held: Held) -> list[Value | None]:
        """The titles; one that differs in no more than spaces and case stays as the user has it."""
        wanted: list[Value | None] = []
        for column, title in enumerate(self.padded(self.table.titles), self.place.left):
            old = held(column)
            wanted.append(old if isinstance(old, str) and tidy(old) == tidy(title) else title)
        return wanted

    def lines(
        self, row_at: Callable[[int], Row], held: Callable[[Row], Held], last: int
    ) -> Iterator[tuple[int, Row, list[Value | None], bool]]:
        """Each row under the header that is ours or shall be: its number, itself, what is wanted in it, whether it is new.

        `last` is the last row that is ours now. Rows that are ours and have nothing to hold any more come last. Raises
        DestinationFault if something of the user's stands in a row that shall be ours.
        """
        values = zip(*(stored.values() for stored in self.table.columns), strict=True)
        for number in range(self.place.top + 1, max(last, self.bottom) + 1):
            row, wanted = row_at(number), next(values, ())
            is_new = number > last
            self.check_room(held(row), number, 0 if is_new else len(self.place.titles))
            yield number, row, self.padded(wanted), is_new

    def last(self, held_at: Callable[[int], Held], recorded: int = 0) -> int:
        """The last row that is ours; those of the user's right under our table are not.

        Our table ends before a blank row, or where an earlier rebuild has `recorded` its end.
        """
        last = max(recorded, self.place.top)
        while not recorded and not self._is_blank(held_at(last + 1)):
            last += 1
        while last > self.place.top and not self._is_ours(self._values(held_at(last))):
            last -= 1
        return last

    def under(self, rows: Iterable[int], held_at: Callable[[int], Held]) -> int | None:
        """The first of `rows`, all of them under our table, in which something stands in our columns."""
        columns = range(self.place.left, self.place.left + self.width)
        taken = (row for row in rows if any(held_at(row)(column) is not None for column in columns))
        return next(taken, None)

    def check_ours(self, held: Held, row: int) -> None:
        """Raise DestinationFault if a row between ours is the user's."""
        values = self._values(held)
        if [tidy(value) for value in values] == list(self.place.titles):
            raise _twice(self.table, self.place, address(row, self.place.left))
        if not self._is_blank(held) and not self._is_ours(values):
            at = next(at for at, value in enumerate(values) if value is not None)
            raise self.fault("tab-no-room", row, self.place.left + at)

    def _values(self, held: Held) -> list[object]:
        return [held(column) for column in range(self.place.left, self.place.left + len(self._stored))]

    def _is_blank(self, held: Held) -> bool:
        return all(value is None for value in self._values(held))

    def _is_ours(self, values: Sequence[object]) -> bool:
        """Whether a row can be ours, even if a hand has changed some cells of it.

        The first of the columns that have a value in each row has one of its kind, and so have most of the others.
        """
        filled = self._filled or range(1)
        fit = [isinstance(values[at], float if _is_number(self._stored[at]) else str) for at in filled]
        return bool(values) and fit[0] and sum(fit) > len(fit) // 2

    def check_room(self, held: Held, row: int, first: int) -> None:
        """Raise DestinationFault unless our columns from `first` on are empty in this row."""
        for at in range(first, len(self.table.columns)):
            if held(self.place.left + at) is not None:
                raise self.fault("tab-no-room", row, self.place.left + at)

    def fault(self, code: str, row: int, column: int) -> DestinationFault:
        """A fault at a cell of the tab."""
        return DestinationFault(code, tab=self.table.name, cell=address(row, column))


def _is_number(stored: Stored | None) -> bool:
    return stored is not None and stored.column.kind in _NUMBERS


def position(tabs: Sequence[str], before: Sequence[Table], after: Sequence[Table]) -> int:
    """Where a new tab goes among `tabs`: behind its predecessor, or before the first of its successors, or last."""
    names = [name_folded(tab) for tab in tabs]
    for table, step in [*((table, 1) for table in before[-1:]), *((table, 0) for table in after)]:
        if name_folded(table.name) in names:
            return names.index(name_folded(table.name)) + step
    return len(names)


def check_names(tables: Sequence[Table]) -> None:
    """Raise DestinationFault if two tables would stand on one tab."""
    seen = set()
    for table in tables:
        if name_folded(table.name) in seen:
            raise DestinationFault("tab-twice", tab=table.name)
        seen.add(name_folded(table.name))


def tidy(value: object) -> str:
    """A title as it is compared: white space and case do not count."""
    return "" if value is None else " ".join(str(value).split()).casefold()


def same(old: object, new: Value | None) -> bool:
    """Whether a value that is wanted stands there."""
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(old) is type(new) and old == new
