"""The value of each label around a form: the nearest candidate that its field accepts.

Candidates are, in this order: the rest of the label's own cell, the first text right of it, seats under each other right
under it, the first text under it. What a field accepts, and how far away, is data of the vocabulary.
"""

import datetime as dt
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pandas as pd

from pipelines.addresses import Fact, Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.form_labels import FURTHEST, FormLabels, Label
from pipelines.ingest.headers import Pin
from pipelines.ingest.regions import Form
from pipelines.ingest.words import seat_number

_NEAREST = 2  # columns to a value that may be far from its label by itself, and not over another title
_MOST_UNDER = 2  # rows from a label to its value
_MOVE = 3  # seats of a best move
_CHECKED = (
    "date",
    "number",
    "kinds",
    "winners",
    "positive",
)  # kinds of fields that not every text is a value of
_SOME_DAY = dt.date(2000, 1, 1)


@dataclass(frozen=True)
class Candidate:
    """What may be the value of a label: its cell, its text, and whether the field accepts that."""

    place: Place
    text: str
    is_accepted: bool = True


@functools.lru_cache(4096)
def accepts(field: str, text: str) -> bool:
    """Whether a text can be a value of a field; any text can be one of a field of texts."""
    kind = vocabulary.fields("games")[field].kind if field in vocabulary.fields("games") else "text"
    return kind not in _CHECKED or not values.read(kind, field, pd.Index([text]), _SOME_DAY).wrong.any()


def value_of(around: FormLabels, form: Form, label: Label) -> Fact:
    """What a label gives; an empty text, due right of it, if nothing does."""
    candidates = list(_candidates(around, form, label))
    best = next((one for one in candidates if one.is_accepted), candidates[0] if candidates else None)
    row, column = label.place
    return Fact(label.place, best.place, best.text) if best else Fact(label.place, (row, column + 1), "")


def _candidates(around: FormLabels, form: Form, label: Label) -> Iterator[Candidate]:
    if label.text:
        yield Candidate(label.place, label.text)
        return
    side = around.pins.get(around.cells.word(*label.place).key, Pin(label.field)).value
    right = _right(around, form, label) if side != "below" else None
    if right:
        text = _texts(around, form, label, right)
        yield Candidate(right, text, right[1] - label.place[1] == 1 or accepts(label.field, text))
    if side != "right" and (move := move_under(around, label)):
        yield Candidate(move[0], " ".join(around.cells.text(*one) for one in move))
    elif side != "right" and (under := _under(around, form, label, is_sure=side == "below")):
        yield Candidate(under, _texts(around, form, label, under))


def _texts(around: FormLabels, form: Form, label: Label, place: Place) -> str:
    """The text of a value: of a label of seats, those that follow in its row too."""
    most = vocabulary.labels()[label.field].seats
    if not most:
        return around.cells.text(*place)
    places = seats_from(around, label.field, place, _last_of(around, form, label, place))
    return " ".join(around.cells.text(*one) for one in places)


def _last_of(around: FormLabels, form: Form, label: Label, place: Place) -> int:
    """The last column in which seats of a label may be: under a label, up to the next one in the label's row."""
    row, column = label.place
    if place[0] == row:
        return form.right
    is_next = (one for one in range(column + 1, form.right + 1) if around.is_label(row, one))
    return next(is_next, form.right + 1) - 1


def seats_from(around: FormLabels, field: str, place: Place, last: int) -> list[Place]:
    """The cells of seats in a row from one on, with no more than one empty cell between; none within a first kill's.

    One more than there should be is taken as well where it follows at once: what is too much is a finding.
    """
    row, column = place
    found, most = [place], vocabulary.labels()[field].seats
    step = (
        1 if field == "is_first_kill" else _NEAREST
    )  # what follows after a gap may be a move without its label
    if around.cells.word(*place).seat is None:
        return found
    for one in range(column + 1, last + 1):
        word = around.cells.word(row, one)
        is_more = len(found) == most and one == column + 1 and word.seat is not None
        is_full = len(found) >= most and not is_more
        is_other = field != "best_move" and bool(word.text) and not word.text[0].isdigit()
        if one - column > step or is_full or is_other or around.is_label(row, one):
            break
        if word.text:
            found.append((row, one))
            column = one
    return found


# --- right of a label


def _right(around: FormLabels, form: Form, label: Label) -> Place | None:
    """The value right of a label: near it, and if not at once, neither a note on a seat nor under another label."""
    found = first_right(around, form, label)
    if found is None:
        return None
    reach, between = vocabulary.labels()[label.field].reach, found[1] - label.place[1]
    if between == 1 or between > reach:
        return found if between == 1 else None
    above, is_note = _label_over(around, *found), is_note_at(around, *found)
    is_of_seats = vocabulary.labels()[label.field].seats > 0
    is_due = above is not None and is_of_seats and not _has_right(around, above)
    is_doubtful = is_note and label.field == "removal"  # of an empty label, and a note on the seat?
    is_far = between > _NEAREST and (is_note or above is not None)
    return None if is_far or is_doubtful or is_due else found


def first_right(around: FormLabels, form: Form, label: Label) -> Place | None:
    """The first text right of a label, if it may be its value."""
    row, column = label.place
    for one in range(column + 1, min(column + FURTHEST, form.right) + 1):
        if around.is_table(row, one):
            return None
        if around.cells.text(row, one):
            return (row, one) if _may_be(around, label, row, one) else None
    return None


def is_note_at(around: FormLabels, row: int, column: int) -> bool:
    """Whether a number is in a cell, and a text beside it: what the judge noted of a seat."""
    beside = around.cells.text(row, column + 1)
    is_text = bool(beside) and not beside[0].isdigit() and not around.is_label(row, column + 1)
    return around.cells.word(row, column).seat is not None and is_text


def _label_over(around: FormLabels, row: int, column: int) -> Place | None:
    """The label under which a cell is, with no empty one between."""
    row -= 1
    while around.cells.text(row, column) and not around.is_table(row, column):
        if around.cells.word(row, column).label and (row, column) not in around.remarks:
            return row, column
        row -= 1
    return None


def _has_right(around: FormLabels, place: Place) -> bool:
    """Whether something that is not a label is right of a cell."""
    row, column = place[0], place[1] + 1
    return bool(around.cells.text(row, column)) and not around.is_label(row, column)


def _may_be(around: FormLabels, label: Label, row: int, column: int) -> bool:
    """Whether a text may be a label's value: it is not a label; words for who won are values of the winner's label."""
    word = around.cells.word(row, column)
    if label.field == "winner" and word.is_victory:
        return True
    if word.unrated and not vocabulary.labels()[label.field].takes_unrated:
        return False
    return not around.is_label(row, column) and not word.text.endswith(":")


# --- under a label


def _under(around: FormLabels, form: Form, label: Label, *, is_sure: bool) -> Place | None:
    row, column = label.place
    for one in range(row + 1, min(row + _MOST_UNDER, around.cells.rows) + 1):
        if around.is_table(one, column):
            return None
        word = around.cells.word(one, column)
        if word.text:
            is_value = _may_be(around, label, one, column) and not word.is_of_rounds
            return (one, column) if is_value and (is_sure or _is_alone(around, form, label, one)) else None
    return None


def _is_alone(around: FormLabels, form: Form, label: Label, row: int) -> bool:
    """Whether what is under a label is its value, and not a label with a value, or a value of its own row."""
    column = label.place[1]
    if around.is_of_row(row, column):
        return False
    for one in range(column + 1, form.right + 1):
        if text := around.cells.text(row, one):
            is_seat = vocabulary.labels()[label.field].seats > 0 and seat_number(text) is not None
            return is_seat or around.is_label(label.place[0], one) or around.is_table(row, one)
    return True


def move_under(around: FormLabels, label: Label) -> list[Place]:
    """The three seats of a best move that are under each other, right under its label, with nothing beside."""
    row, column = label.place
    places = [(one, column) for one in range(row + 1, row + 1 + _MOVE)]
    if label.field != "best_move" or not all(_is_seat_alone(around, *place) for place in places):
        return []
    return [] if around.cells.word(row + 1 + _MOVE, column).seat else places


def _is_seat_alone(around: FormLabels, row: int, column: int) -> bool:
    """Whether a seat's number is outside tables and rounds, with empty cells beside it."""
    is_beside = around.cells.text(row, column - 1) or around.cells.text(row, column + 1)
    if around.is_table(row, column) or is_beside or around.cells.word(row, column).seat is None:
        return False
    left = around.forms[around.owner((row, column))].left
    return not any(around.cells.word(row, one).is_of_rounds for one in range(left, column))


# --- all labels of a form


def facts_of(around: FormLabels, form: Form) -> tuple[dict[str, Fact], list[tuple[str, Fact]]]:
    """What the labels of a form give, by field; and what others of them give that contradicts it."""
    given: dict[str, Fact] = {}
    others: list[tuple[str, Fact]] = []
    for label in around.labels[form.number]:
        if around.is_note_on_seat(form, label):
            continue
        fact = value_of(around, form, label)
        known = given.get(label.field)
        if known is None or not known.text:
            given[label.field] = fact
        elif fact.text and fact.text != known.text and label.field != "remarks":
            others.append((label.field, fact))
    return given, others


def far_values(around: FormLabels, form: Form, given: Mapping[str, Fact]) -> Iterator[tuple[Place, str]]:
    """What may be the value of a label that has none, and is too far from it: places and fields."""
    moves = {place for label in around.labels[form.number] for place in move_under(around, label)}
    for label in around.labels[form.number]:
        fact = given.get(label.field)
        if label.text or not fact or fact.text or fact.label != label.place:
            continue
        found = first_right(around, form, label)
        if found is None or found in moves:
            continue
        is_next = found[1] - label.place[1] <= _NEAREST
        if (is_next or not is_note_at(around, *found)) and _may_give(around, label.field, found):
            yield found, label.field


def _may_give(around: FormLabels, field: str, place: Place) -> bool:
    word = around.cells.word(*place)
    if vocabulary.labels()[field].seats:
        return word.seat is not None
    return field != "winner" or word.winner is not None
