"""What is around the tables of a tab of forms: labels, words for who won, rounds, remarks, each by its form."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipelines.addresses import Place
from pipelines.ingest import regions
from pipelines.ingest.headers import Pin
from pipelines.ingest.regions import Form
from pipelines.ingest.tables import Table
from pipelines.ingest.words import Cells, Word

FURTHEST = 6  # columns from a label within which something is still seen to be near it
_ROUNDS = "rounds"


@dataclass(frozen=True)
class Label:
    """A label on the tab: its place, its field, and its value if that is in the same cell."""

    place: Place
    field: str
    text: str


class FormLabels:
    """The cells around the tables of a tab, by form; `pins` are the league's own labels, by their keys.

    Of each form: its `labels`, the places of words that say who won (`victories`), that say that the game is `unrated`,
    that give `rounds`, or are `heads` of them. `points` are the places of labels that give points or marks to a seat
    beside them, `remarks` those of words of labels that are remarks on seats.
    """

    def __init__(self, cells: Cells, pins: Mapping[str, Pin], tables: Sequence[Table]) -> None:
        self.cells, self.pins, self.forms = cells, pins, regions.forms_of(tables, cells)
        self.in_tables = self._tables()
        self.remarks = {
            place for place in self.outside(lambda word: word.is_label) if self._is_remark(*place)
        }
        labels: dict[Place, list[Label]] = {}
        for label in self._all_labels():
            labels.setdefault(label.place, []).append(label)
        victories = self.outside(lambda word: word.is_victory)
        rounds = [place for place in self.outside(lambda word: word.round) if not self._is_remark(*place)]
        marks = [(place, one.field) for place, some in labels.items() for one in some]
        marks += [(place, "winner") for place in victories] + [(place, _ROUNDS) for place in rounds]
        self._owners = regions.share(self.forms, cells, sorted(marks))
        self.labels = [[one for place in some for one in labels[place]] for some in self._by_form(labels)]
        self.victories = self._by_form(victories)
        self.unrated = self._by_form(self.outside(lambda word: word.unrated))
        self.rounds, self.heads = (
            self._by_form(rounds),
            self._by_form(self.outside(lambda word: word.is_head)),
        )
        self.points = self._by_form(self.outside(lambda word: word.points))

    def _by_form(self, places: Iterable[Place]) -> list[list[Place]]:
        """The places by the form that they belong to."""
        found: list[list[Place]] = [[] for _ in self.forms]
        for place in places:
            found[self._owners[place]].append(place)
        return found

    def _tables(self) -> np.ndarray:
        """The cells of tables: those of seats, and those of others that name players, such as the evening's results."""
        inside = np.zeros(self.cells.codes.shape, "bool")
        for form in self.forms:
            table = form.table
            inside[table.row : table.last + 1, table.first : table.width + 1] = True
            for first, last in self._labels_within(table):
                inside[table.row : table.last + 1, first : last + 1] = False
        filled = self.cells.codes >= 0
        for row, column in self.cells.where(lambda word: word.field == "player"):
            if inside[row, column]:
                continue
            left, right, low = column, column, row
            while filled[row, left - 1] and not inside[row, left - 1]:
                left -= 1
            while right < self.cells.columns and filled[row, right + 1] and not inside[row, right + 1]:
                right += 1
            while low < self.cells.rows and filled[low + 1, column] and not inside[low + 1, column]:
                low += 1
            inside[row : low + 1, left : right + 1] = True
        return inside

    def _labels_within(self, table: Table) -> Iterator[tuple[int, int]]:
        """The columns between two titled ones of a table that have no title and hold labels: they are around it."""
        titled = sorted({*table.read, *table.repeated, *table.lacking.values()})
        for before, after in itertools.pairwise(titled):
            columns = range(before + 1, after)
            if any(self.cells.text(table.row, column) for column in columns):
                continue
            first = next((one for one in columns if self._has_label(table, one)), 0)
            if first:
                yield first, after - 1

    def _has_label(self, table: Table, column: int) -> bool:
        words = [self.cells.word(row, column) for row in table.rows]
        return any(word.label and not word.role and not word.winner for word in words)

    def _all_labels(self) -> Iterator[Label]:
        for place in self.outside(lambda word: word.label or word.heading.told):
            word = self.cells.word(*place)
            if place in self.remarks:
                continue
            if word.label:
                yield Label(place, word.label, "")
            for name, text in word.heading.told:
                yield Label(place, name, text)

    def _is_remark(self, row: int, column: int) -> bool:
        """Whether a text is a remark on a seat: under a table, alone right of the seat's number."""
        if self.cells.word(row, column).is_victory:
            return False
        filled = np.flatnonzero(self.cells.codes[row] >= 0).tolist()
        at = filled.index(column)
        before, after = filled[:at], filled[at + 1 :]
        is_apart = not after or after[0] > column + FURTHEST
        is_alone = len(before) == 1 or (len(before) > 1 and before[-1] - before[-2] > FURTHEST)
        is_under = any(form.table.last < row and form.table.first <= column for form in self.forms)
        return (
            is_under
            and is_apart
            and is_alone
            and column - before[-1] <= 2
            and bool(self.cells.word(row, before[-1]).seat)
        )

    def outside(self, test: Callable[[Word], Any]) -> list[Place]:
        """The places outside all tables of the words that pass the test."""
        return [place for place in self.cells.where(test) if not self.in_tables[place]]

    def owner(self, place: Place) -> int:
        """The number of the form that a cell belongs to."""
        return int(self._owners[place])

    def is_table(self, row: int, column: int) -> bool:
        """Whether a cell is one of a table; beyond the tab none is."""
        inside = row <= self.cells.rows and column <= self.cells.columns
        return inside and bool(self.in_tables[row, column])

    def is_label(self, row: int, column: int) -> bool:
        """Whether a cell holds a label, or words such as "the city wins"."""
        return self.cells.word(row, column).is_label and (row, column) not in self.remarks

    def is_unread(self, form: int, place: Place) -> bool:
        """Whether something that is not a label is in a cell around the form's table."""
        word = self.cells.word(*place)
        return bool(word.text) and self.owner(place) == form and not (self.is_table(*place) or word.is_ending)

    def is_of_row(self, row: int, column: int) -> bool:
        """Whether a label, or a word for rounds, is left of a cell, and so tells of it."""
        left = self.forms[self.owner((row, column))].left
        words = (self.cells.word(row, one) for one in range(left, column))
        return any(word.label or word.heading.told or word.is_of_rounds for word in words)

    def half_read(self, form: int) -> Place | None:
        """The first heading of a form of which a part is not understood."""
        return next(
            (label.place for label in self.labels[form] if self.cells.word(*label.place).heading.rest), None
        )

    def is_note_on_seat(self, form: Form, label: Label) -> bool:
        """Whether a word for removals beside the row of a seat is a note on that seat.

        It is a label if it is among other labels, or if a number, or a "no", is right of it.
        """
        row, column = label.place
        if label.field != "removal" or label.text or not form.table.row < row <= form.table.last:
            return False
        near = (self.cells.word(one, column).label for one in (row - 1, row + 1))
        value = self.cells.word(row, column + 1)
        is_value = value.seat is not None or (bool(value.text) and value.is_no)
        return not is_value and not any(name and name != label.field for name in near)
