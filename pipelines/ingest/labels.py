"""What stands around the tables of a tab: labels with their values, who won, and what the judge noted."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.addresses import Fact
from pipelines.ingest import areas, values, vocabulary
from pipelines.ingest.blocks import Block
from pipelines.ingest.cells import Cells, Place, seat_number
from pipelines.ingest.headers import Pin
from pipelines.ingest.headings import OF_SEATS, unrated

_FURTHEST = 6  # columns from a label within which it is told what is not read
_NEAR = 3  # columns from a label to its value: either may be wide
_NEAREST = 2  # columns to a value that is any text
_OF_TEXT = ("judge", "club", "tournament", "stage")
_MOST_UNDER = 2  # rows from a label to its value
_MOST_SEATS = {
    "is_first_kill": 4,
    "best_move": 3,
    "removal": 10,
}  # that stand in a row after a label: who was killed and named whom, who was removed
_MAY_BE_UNRATED = (
    "kind",
    "winner",
    "tournament",
    "stage",
    "remarks",
)  # labels whose values such words may be
_LONGEST_MARK = 3  # letters
_POINTS = re.compile(r"[-+–−]?\d{1,2}([.,]\d{1,2})?( ?[^\W\d]{1,10}\.?)?")
_ROUNDS = "rounds"


@dataclass(frozen=True)
class Label:
    """A label on the tab: its place, its field, and its value if that stands in the same cell."""

    place: Place
    field: str
    text: str


class Around:
    """The cells around the blocks of a tab; `pins` are the league's own labels, by their keys."""

    def __init__(self, cells: Cells, pins: Mapping[str, Pin], blocks: Sequence[Block]) -> None:
        self.cells, self.blocks, self._pins = cells, blocks, pins
        self.in_tables = self._tables()
        labels: dict[Place, list[Label]] = {}
        for label in self._all_labels():
            labels.setdefault(label.place, []).append(label)
        victors = self.outside(cells.victors)
        rounds = self.outside(cells.rounds)
        marks = [(place, one.field) for place, some in labels.items() for one in some]
        marks += [(place, "winner") for place in victors] + [(place, _ROUNDS) for place in rounds]
        self._owners = areas.share(blocks, cells, sorted(marks))
        self.labels = [[one for place in some for one in labels[place]] for some in self._by_block(labels)]
        self._victors, self.unrated = self._by_block(victors), self._by_block(self.outside(cells.unrated))
        self.rounds, self.heads = self._by_block(rounds), self._by_block(self.outside(cells.heads))

    def _by_block(self, places: Iterable[Place]) -> list[list[Place]]:
        """The places by the block that they belong to."""
        found: list[list[Place]] = [[] for _ in self.blocks]
        for place in places:
            found[self._owners[place]].append(place)
        return found

    def _tables(self) -> np.ndarray:
        """The cells of tables: those of seats, and those of others that name players, such as the evening's results."""
        inside = np.zeros(self.cells.codes.shape, "bool")
        for block in self.blocks:
            inside[block.row : block.last + 1, block.first : block.width + 1] = True
        filled = self.cells.codes >= 0
        for row, column in self.cells.where([name == "player" for name in self.cells.fields]):
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

    def _all_labels(self) -> Iterator[Label]:
        cells = self.cells
        for place in self.outside([a or b for a, b in zip(cells.labels, cells.told, strict=True)]):
            code = cells.codes[place]
            if name := cells.labels[code]:
                yield Label(place, name, "")
            for name, text in cells.told[code]:
                yield Label(place, name, text)

    def outside(self, some: Sequence[object]) -> list[Place]:
        """The places outside all tables of the words for which `some` is true."""
        return [place for place in self.cells.where(some) if not self.in_tables[place]]

    def owner(self, place: Place) -> int:
        """The block that a cell belongs to."""
        return int(self._owners[place])

    def has(self, block: int, place: Place) -> bool:
        """Whether something stands in a cell that belongs to the block."""
        return bool(self.cells.text(*place)) and self.owner(place) == block

    def is_unread(self, block: int, place: Place) -> bool:
        """Whether something that no label is stands in a cell around the block's table."""
        is_known = self.is_table(*place) or self.cells.said(self.cells.is_ending, *place)
        return self.has(block, place) and not is_known

    def half_read(self, block: int) -> Place | None:
        """The first heading of a block of which a part is not understood."""
        return next(
            (label.place for label in self.labels[block] if self.cells.said(self.cells.rest, *label.place)),
            None,
        )

    # --- values

    def facts(self, block: int) -> tuple[dict[str, Fact], list[tuple[str, Fact]]]:
        """What the labels of a block tell, by field; and what others of them tell otherwise."""
        told: dict[str, Fact] = {}
        others: list[tuple[str, Fact]] = []
        for label in self.labels[block]:
            if self.is_seats_note(block, label):
                continue
            fact = self._fact(label, block)
            known = told.get(label.field)
            if known is None or not known.text:
                told[label.field] = fact
            elif fact.text and fact.text != known.text and label.field != "remarks":
                others.append((label.field, fact))
        if (won := self._winner(block, told.get("winner"))) is not None:
            told["winner"], more = won
            others = [one for one in others if one[0] != "winner"]
            others += [("winner", fact) for fact in more]
        others += [("kind", fact) for fact in self._add_unrated(block, told)]
        return told, others

    def _add_unrated(self, block: int, told: dict[str, Fact]) -> Iterator[Fact]:
        """Let words that say so by themselves make the game an unrated one; gives those that a label contradicts."""
        values_told = {fact.value for fact in told.values()}
        for place in self.unrated[block]:
            fact = Fact(place, place, self.cells.said(self.cells.unrated, *place))
            kind = told.get("kind")
            if place not in values_told and (kind is None or not kind.text):
                told["kind"] = fact
            elif place not in values_told and kind and not unrated(kind.text):
                yield fact

    def is_seats_note(self, block: int, label: Label) -> bool:
        """Whether a word for removals beside the row of a seat is a note on that seat.

        It is a label if it stands among other labels, or if a number, or a "no", stands right of it.
        """
        row, column = label.place
        if (
            label.field != "removal"
            or label.text
            or not self.blocks[block].row < row <= self.blocks[block].last
        ):
            return False
        near = (self.cells.said(self.cells.labels, one, column) for one in (row - 1, row + 1))
        value = self.cells.text(row, column + 1)
        is_value = seat_number(value) is not None or (bool(value) and values.is_no(value))
        return not is_value and not any(name and name != label.field for name in near)

    def _fact(self, label: Label, block: int) -> Fact:
        """What a label tells: right of it, else under it; empty if nothing does."""
        if label.text:
            return Fact(label.place, label.place, label.text)
        side = self._pins.get(vocabulary.key(self.cells.text(*label.place)), Pin(label.field)).value
        right = self.blocks[block].right
        found = self._right(label, right) if side != "below" else None
        if found is None and side != "right" and (move := self.move_under(label)):
            return Fact(label.place, move[0], " ".join(self.cells.text(*one) for one in move))
        if found is None and side != "right":
            found = self._under(label, right, is_sure=side == "below")
        if found is None:
            return Fact(label.place, (label.place[0], label.place[1] + 1), "")
        if label.field not in OF_SEATS:
            return Fact(label.place, found, self.cells.text(*found))
        if found[0] != label.place[0]:
            right = min(right, self._next_label(label.place, right) - 1)
        return Fact(label.place, found, self._seats_from(label.field, found, right))

    def _right(self, label: Label, last: int) -> Place | None:
        """The value right of a label: near it, and if not at once, neither a note nor under another label."""
        found = self._first_right(label, last)
        if found is None:
            return None
        between = found[1] - label.place[1]
        is_far = between > (_NEAREST if label.field in _OF_TEXT else _NEAR)
        above = self._label_over(*found)
        is_due = above is not None and label.field in OF_SEATS and not self._has_right(above)
        is_note = self._is_note(*found)
        is_other = between == _NEAR and (is_note or above is not None)
        is_doubtful = (
            is_note and between > 1 and label.field == "removal"
        )  # of an empty label, and a note on the seat?
        return None if is_far or is_other or is_doubtful or (between > 1 and is_due) else found

    def _first_right(self, label: Label, last: int) -> Place | None:
        row, column = label.place
        for one in range(column + 1, min(column + _FURTHEST, last) + 1):
            if self.is_table(row, one):
                return None
            if self.cells.text(row, one):
                return (row, one) if self._is_value(label, row, one) else None
        return None

    def _is_note(self, row: int, column: int) -> bool:
        """Whether a number stands in a cell, and a text beside it: what the judge noted of a seat."""
        beside = self.cells.text(row, column + 1)
        is_text = bool(beside) and not beside[0].isdigit() and not self.is_label(row, column + 1)
        return seat_number(self.cells.text(row, column)) is not None and is_text

    def _label_over(self, row: int, column: int) -> Place | None:
        """The label under which a cell stands, with no empty one between."""
        row -= 1
        while self.cells.text(row, column) and not self.is_table(row, column):
            if self.cells.said(self.cells.labels, row, column):
                return row, column
            row -= 1
        return None

    def _has_right(self, place: Place) -> bool:
        """Whether something that is no label stands right of a cell."""
        row, column = place[0], place[1] + 1
        return bool(self.cells.text(row, column)) and not self.is_label(row, column)

    def far_values(self, block: int, told: Mapping[str, Fact]) -> Iterator[tuple[Place, str]]:
        """What may be the value of a label that has none, and stands too far from it: places and fields."""
        moves = {place for label in self.labels[block] for place in self.move_under(label)}
        for label in self.labels[block]:
            fact = told.get(label.field)
            if label.text or not fact or fact.text or fact.label != label.place:
                continue
            found = self._first_right(label, self.blocks[block].right)
            is_next = found is not None and found[1] - label.place[1] <= _NEAREST
            if (
                found
                and found not in moves
                and (is_next or not self._is_note(*found))
                and self._may_tell(label.field, self.cells.text(*found))
            ):
                yield found, label.field

    def _may_tell(self, field: str, text: str) -> bool:
        if field in OF_SEATS:
            return seat_number(text) is not None
        return field != "winner" or values.winner(text) is not None

    def _under(self, label: Label, last: int, *, is_sure: bool) -> Place | None:
        row, column = label.place
        for one in range(row + 1, min(row + _MOST_UNDER, self.cells.rows) + 1):
            if self.is_table(one, column):
                return None
            if self.cells.text(one, column):
                is_value = self._is_value(label, one, column) and not self._is_of_rounds(one, column)
                is_own = is_sure or self._stands_alone(label, one, last)
                return (one, column) if is_value and is_own else None
        return None

    def move_under(self, label: Label) -> list[Place]:
        """The three seats of a best move that stand under each other, right under its label, with nothing beside."""
        row, column = label.place
        many = _MOST_SEATS["best_move"]
        places = [(one, column) for one in range(row + 1, row + 1 + many)]
        if label.field != "best_move" or not all(self._is_seat_alone(*place) for place in places):
            return []
        return [] if seat_number(self.cells.text(row + 1 + many, column)) else places

    def _is_seat_alone(self, row: int, column: int) -> bool:
        """Whether a seat's number stands outside tables and rounds, with empty cells beside it."""
        is_beside = bool(self.cells.text(row, column - 1) or self.cells.text(row, column + 1))
        is_free = not self.is_table(row, column) and not is_beside
        if not is_free or seat_number(self.cells.text(row, column)) is None:
            return False
        left = self.blocks[self.owner((row, column))].left
        return not any(self._is_of_rounds(row, one) for one in range(left, column))

    def _is_value(self, label: Label, row: int, column: int) -> bool:
        """Whether a text may be a label's value: it is no label itself; words for a winner are values of his label."""
        if label.field == "winner" and self.cells.said(self.cells.victors, row, column):
            return True
        if label.field not in _MAY_BE_UNRATED and self.cells.said(self.cells.unrated, row, column):
            return False
        return not self.is_label(row, column) and not self.cells.text(row, column).endswith(":")

    def _stands_alone(self, label: Label, row: int, last: int) -> bool:
        """Whether what stands under a label is its value, and not a label with a value, or a value of its own row."""
        column = label.place[1]
        if self.is_of_row(row, column):
            return False
        for one in range(column + 1, last + 1):
            if text := self.cells.text(row, one):
                of_seats = label.field in OF_SEATS and seat_number(text) is not None
                return of_seats or self.is_label(label.place[0], one) or self.is_table(row, one)
        return True

    def is_of_row(self, row: int, column: int) -> bool:
        """Whether a label, or a word for rounds, stands left of a cell, and so tells of it."""
        cells, left = self.cells, self.blocks[self.owner((row, column))].left
        return any(
            cells.said(cells.labels, row, one)
            or cells.said(cells.told, row, one)
            or self._is_of_rounds(row, one)
            for one in range(left, column)
        )

    def _is_of_rounds(self, row: int, column: int) -> bool:
        cells = self.cells
        return bool(cells.said(cells.heads, row, column) or cells.said(cells.rounds, row, column))

    def is_table(self, row: int, column: int) -> bool:
        """Whether a cell is one of a table; beyond the tab none is."""
        inside = row <= self.cells.rows and column <= self.cells.columns
        return inside and bool(self.in_tables[row, column])

    def is_label(self, row: int, column: int) -> bool:
        """Whether a cell holds a label, or words such as "the city wins"."""
        return bool(self.cells.said(self.cells.is_label, row, column))

    def _next_label(self, place: Place, last: int) -> int:
        """The column of the next label in a row; beyond the last one if there is none."""
        row, column = place
        return next((one for one in range(column + 1, last + 1) if self.is_label(row, one)), last + 1)

    def _seats_from(self, field: str, place: Place, last: int) -> str:
        """The seats that stand in a row from a cell on, with no more than one empty cell between.

        One more than there should be is taken as well where it follows at once: what is too much is a finding.
        """
        row, column = place
        told = [self.cells.text(row, column)]
        for one in range(column + 1, last + 1):
            text = self.cells.text(row, one)
            is_more = len(told) == _MOST_SEATS[field] and one == column + 1 and bool(seat_number(text))
            is_full = len(told) >= _MOST_SEATS[field] and not is_more
            is_over = one - column > 2 or is_full or self.is_label(row, one)
            if (
                is_over
                or not seat_number(told[0])
                or (field != "best_move" and text and not text[0].isdigit())
            ):
                break
            if text:
                told.append(text)
                column = one
        return " ".join(told)

    # --- who won

    def _winner(self, block: int, told: Fact | None) -> tuple[Fact, list[Fact]] | None:
        """Who won by a mark beside one of several winners; and what others say. None if a value alone tells it."""
        beside = list(self._beside(told, block)) if told else []
        phrases = [place for place in self._victors[block] if not self._is_of_legend(place, told)]
        places = sorted({*phrases, *beside})
        marks = self._marks(places)
        if len({self._won(place) for place in places}) < 2:
            return None if told and told.text else self._told_alone(places, marks)
        marked = [
            Fact(place, marks[place], self.cells.text(*place))
            for place in places
            if place in marks and not values.is_no(self.cells.text(*marks[place]))
        ]
        is_sure = told and told.text and told.value not in phrases and len({*beside} - {*phrases}) < 2
        won = values.winner(told.text) if told and is_sure else None
        if marked and told and won:
            return told, [fact for fact in marked if self._won(fact.label) != won]
        if marked:
            return marked[0], marked[1:]
        if told and is_sure:
            others = [place for place in places if place not in marks and self._won(place) != won]
            return told, [Fact(place, place, self.cells.text(*place)) for place in others]
        return Fact(places[0], (places[0][0], places[0][1] + 1), ""), []

    def _is_of_legend(self, place: Place, told: Fact | None) -> bool:
        """Whether words for a winner stand before the points that he gets; figures are marks, unless it is told apart."""
        row, column = place
        text = self.cells.text(row, column + 1)
        is_told = bool(told and told.text and told.value != place)
        return _is_legend(text) or (is_told and text.isdigit() and not self.is_table(row, column + 1))

    def told_of_winner(self, block: int) -> Iterator[Place]:
        """The words for winners around a table, and what stands beside them: marks, or points."""
        places = self._victors[block]
        yield from places
        yield from self._marks(places).values()
        yield from (
            (row, column + 1) for row, column in places if _is_legend(self.cells.text(row, column + 1))
        )

    def _won(self, place: Place) -> str:
        """Who won by the words in a cell, or the words themselves if they are not understood."""
        text = self.cells.text(*place)
        return values.winner(text) or text

    def _told_alone(
        self, places: Sequence[Place], marks: Mapping[Place, Place]
    ) -> tuple[Fact, list[Fact]] | None:
        """Who won by words that stand alone, without a mark, or with one that does not say no."""
        if not places:
            return None
        place = places[0]
        mark = marks.get(place, place)
        is_no = mark != place and values.is_no(self.cells.text(*mark))
        return Fact(place, mark, "" if is_no else self.cells.text(*place)), []

    def _beside(self, told: Fact, block: int) -> Iterator[Place]:
        """The words for a winner in the row of the winner's label, or in the column under it."""
        (row, column), value = told.label, told.value
        rightwards = value[0] == row
        is_near = False  # the first ones are; others may stand far from the label
        for step in range(1, 2 * _FURTHEST):
            place = (row, column + step) if rightwards else (row + step, column)
            text = self.cells.text(*place)
            is_other = self.is_table(*place) or self._owners[place] != block if text else False
            if (
                is_other
                or (step > _NEAR and not is_near)
                or self.cells.said(self.cells.labels, *place)
                or self.cells.said(self.cells.told, *place)
            ):
                return
            if values.winner(text) not in (None, values.UNRATED):
                is_near = True
                yield place

    def _marks(self, victors: Sequence[Place]) -> dict[Place, Place]:
        """The marks of the winners: right of their words, else left of them, else under them; all on the same side."""
        for down, steps in ((0, (1, 2, 3)), (0, (-1,)), (1, (0,))):
            found = {one: mark for one in victors if (mark := self._first_mark(one, down, steps, victors))}
            if found:
                return found
        return {}

    def _first_mark(
        self, place: Place, down: int, steps: Sequence[int], victors: Sequence[Place]
    ) -> Place | None:
        for step in steps:
            at = (place[0] + down, place[1] + step)
            text = self.cells.text(*at)
            if text or at in victors:
                is_own = not self.is_label(*at) and not (down and self.is_of_row(*at))
                return at if at not in victors and is_own and _is_mark(text) else None
        return None


def _is_legend(text: str) -> bool:
    """Whether a text tells how many points something gives: `1 балл`, `+0,5`."""
    return bool(_POINTS.fullmatch(text)) and not _is_mark(text)


def _is_mark(text: str) -> bool:
    """Whether a text may be a mark, or say that there is none: a sign, a letter, a word for yes or no."""
    is_sign = len(text) == 1 or not any(letter.isalnum() for letter in text)
    is_word = values.is_no(text) or values.is_yes(text)
    return is_word or (is_sign and len(text) <= _LONGEST_MARK and (not text.isdigit() or text == "1"))
