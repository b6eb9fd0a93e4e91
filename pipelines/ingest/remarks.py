"""What the judge remarks on seats under the tables of forms: a number and a text, in one cell or beside each other."""

import functools
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from pipelines.addresses import Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.tables import GAME_LABELS
from pipelines.ingest.words import BLANK, seat_number

_REMARK = re.compile(r"(?:([^\W\d]{1,12}) ?)?[№#]?(\d{1,2})( ?[-–—:.),]+ ?| )(?=[^\W\d])(.+)")


@dataclass(frozen=True)
class Remark:
    """A judge's remark on a seat, and its cells."""

    seat: int
    text: str
    places: Sequence[Place]


def remarks(around: FormLabels) -> list[list[Remark]]:
    """What the judge remarks under each table: a seat's number and a text, in one cell or beside each other."""
    found: list[list[Remark]] = [[] for _ in around.forms]
    for place in around.outside(lambda word: word.seat is not None or _in_one_cell(word.text)):
        (row, column), number = place, around.owner(place)
        if row <= around.forms[number].table.last or around.is_label(row, column):
            continue
        word = around.cells.word(row, column)
        if remark := _in_one_cell(word.text):
            is_free = not around.cells.text(row, column - 1) and not around.is_of_row(row, column)
            if is_free or _is_beside_their_label(around, row, column):
                found[number].append(Remark(*remark, [place]))
        elif at := _text_beside(around, row, column):
            found[number].append(Remark(word.seat or 0, around.cells.text(*at), [place, at]))
    return found


def seat_of(around: FormLabels, row: int, column: int) -> int:
    """The seat that a remark is on, in its cell or left of it; 0 if there is none."""
    seat, _ = _in_one_cell(around.cells.text(row, column)) or (0, "")
    left = (around.cells.word(row, column - step).seat for step in (1, 2))
    return seat or next((number for number in left if number), 0)


def _is_beside_their_label(around: FormLabels, row: int, column: int) -> bool:
    """Whether the first text left of a cell is the label of remarks."""
    before = range(column - 1, around.forms[around.owner((row, column))].left - 1, -1)
    first = next((word for one in before if (word := around.cells.word(row, one)).text), BLANK)
    return first.label == "remarks"


def _text_beside(around: FormLabels, row: int, column: int) -> Place | None:
    """The cell of the text right of a number that is alone on the left, if it is a text."""
    is_alone = not around.cells.text(row, column - 1) or _is_beside_their_label(around, row, column)
    if not around.cells.word(row, column).seat or not is_alone or around.is_label(row, column + 1):
        return None
    at = (row, column + 1) if around.cells.text(row, column + 1) else (row, column + 2)
    text = around.cells.text(*at)
    is_text = bool(text) and not text[0].isdigit() and not values.is_no(text)
    return at if is_text and not around.is_label(*at) else None


@functools.lru_cache(4096)
def _in_one_cell(text: str) -> tuple[int, str] | None:
    """A seat and the remark on it in one cell: `3 спорил с судьёй`, `место 3: спорил`; None for anything else."""
    found = _REMARK.match(text)
    if not found:
        return None
    word, number, between, remark = found.groups()
    first = vocabulary.key(remark.split(" ")[0])
    is_other = between == " " and any(first in known for known in _words_of_others())
    seat = seat_number(number)
    return (seat, remark) if seat and (_names_seat(word) if word else not is_other) else None


def _names_seat(word: str) -> bool:
    known = vocabulary.headers("games").get(vocabulary.key(word))
    return known is not None and known.name in ("seat", "player")


@functools.cache
def _words_of_others() -> Sequence[Container[str]]:
    """Words after a number that is not a seat's: 12 сентября, 2 стол, 1 ночь, 1 балл."""
    labels = {key for key, field in vocabulary.headers("games").items() if field.name in GAME_LABELS}
    groups = ("months", "heads", "phases", "of_totals")
    return labels, vocabulary.headers("own"), *map(vocabulary.words, groups)
