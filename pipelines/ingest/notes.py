"""What the judge noted of seats under the tables of protocols: a number and a text, in one cell or beside each other."""

import functools
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from pipelines.ingest import values, vocabulary
from pipelines.ingest.cells import LABELS, Place, seat_number
from pipelines.ingest.labels import Around

_NOTE = re.compile(r"(?:([^\W\d]{1,12}) ?)?[№#]?(\d{1,2})( ?[-–—:.),]+ ?| )(?=[^\W\d])(.+)")


@dataclass(frozen=True)
class Note:
    """A judge's note on a seat, and the cells in which it stands."""

    seat: int
    text: str
    places: Sequence[Place]


def notes(around: Around) -> list[list[Note]]:
    """What the judge noted under each table: a seat's number and a text, in one cell or beside each other."""
    found: list[list[Note]] = [[] for _ in around.blocks]
    inside = [_note(word) for word in around.cells.words]
    numbers = [seat_number(word) is not None for word in around.cells.words]
    for place in around.outside([note or number for note, number in zip(inside, numbers, strict=True)]):
        (row, column), block = place, around.owner(place)
        if row <= around.blocks[block].last or around.is_label(row, column):
            continue
        if note := around.cells.said(inside, row, column):
            is_free = not around.cells.text(row, column - 1) and not around.is_of_row(row, column)
            is_apart = is_free or _is_of_remarks(around, row, column)
            found[block] += [Note(note[0], note[1], [place])] if is_apart else []
        elif at := _noted(around, row, column):
            seat = seat_number(around.cells.text(row, column)) or 0
            found[block].append(Note(seat, around.cells.text(*at), [place, at]))
    return found


def seat_noted(around: Around, row: int, column: int) -> int:
    """The seat that a note tells of, in its cell or left of it; 0 if it tells none."""
    seat, _ = _note(around.cells.text(row, column)) or (0, "")
    left = (around.cells.text(row, column - step) for step in (1, 2))
    return seat or next((number for text in left if (number := seat_number(text))), 0)


def _is_of_remarks(around: Around, row: int, column: int) -> bool:
    """Whether the first text left of a cell is the label of remarks."""
    before = range(column - 1, around.blocks[around.owner((row, column))].left - 1, -1)
    left = next((one for one in before if around.cells.text(row, one)), 0)
    return bool(around.cells.said(around.cells.labels, row, left) == "remarks")


def _noted(around: Around, row: int, column: int) -> Place | None:
    """The cell of the text right of a number that stands alone on the left, if it is a text."""
    is_alone = not around.cells.text(row, column - 1) or _is_of_remarks(around, row, column)
    if not seat_number(around.cells.text(row, column)) or not is_alone:
        return None
    if around.is_label(row, column + 1):
        return None
    at = (row, column + 1) if around.cells.text(row, column + 1) else (row, column + 2)
    text = around.cells.text(*at)
    return at if text and not text[0].isdigit() and not values.is_no(text) else None


@functools.lru_cache(4096)
def _note(text: str) -> tuple[int, str] | None:
    """A seat and what is noted of it in one cell: `3 спорил с судьёй`, `место 3: спорил`; None for anything else."""
    found = _NOTE.match(text)
    if not found:
        return None
    word, number, between, said = found.groups()
    first = vocabulary.key(said.split(" ")[0])
    is_other = between == " " and any(first in known for known in _no_notes())
    seat = seat_number(number)
    return (seat, said) if seat and (_is_seat(word) if word else not is_other) else None


def _is_seat(word: str) -> bool:
    known = vocabulary.headers("games").get(vocabulary.key(word))
    return known is not None and known.name in ("seat", "player")


@functools.cache
def _no_notes() -> Sequence[Container[str]]:
    """Words after a number that is no seat's: 12 сентября, 2 стол, 1 ночь, 1 балл."""
    labels = {key for key, field in vocabulary.headers("games").items() if field.name in LABELS}
    groups = ("months", "heads", "phases", "of_totals")
    return labels, vocabulary.headers("own"), *map(vocabulary.words, groups)
