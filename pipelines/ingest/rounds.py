"""The rounds of a protocol: rows of kills, misses, checks and votes under the numbers of nights or days, as acts."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.addresses import Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.regions import Form

_MOST_AWAY = 12  # rows or columns from the numbers of nights to what is told of them
_PHASE_OF = {"kill": "N", "miss": "N", "check_sheriff": "N", "check_don": "N", "voted": "D"}
_ACTOR_OF = {"check_sheriff": "sheriff", "check_don": "don"}
_NUMBER_FIRST = re.compile(r"(\d+)[-\s]*(?:[а-яіїє]{1,2}\s)?\s*(\D*)")  # 1 ночь, 2-я ночь


@dataclass(frozen=True)
class Act:
    """An act of the log in a cell of the rounds. `role` is that of who acts; missing for the mafia together."""

    form: int
    place: Place
    phase: str
    action: str
    role: str
    targets: int | None  # seats as bits; None for what was not understood


def acts(around: FormLabels) -> Iterator[Act]:
    """The acts that the rounds of all forms give, cell by cell."""
    for form in around.forms:
        for place, counted in _rounds_of(around, form):
            what = around.cells.word(*place).round or ""
            for at, number in sorted(counted.items()):
                if text := around.cells.text(*at):
                    yield from _acts_in(form.number, at, what, number, text)


def without_number(around: FormLabels, form: Form) -> Iterator[Place]:
    """Seats in a row of the rounds that are under no number of a night or day, and are not read."""
    for place, counted in _rounds_of(around, form):
        yield from _strays(around, place, counted, form)


def unknown_rows(around: FormLabels, form: Form) -> Iterator[Place]:
    """Rows of seats under numbers of nights or days that no known word begins."""
    for place in around.heads[form.number]:
        columns = [column for _, column in _counted_right(around, place, form)]
        yield from _unknown_rows(around, place, columns)


def counted_from(around: FormLabels, place: Place, form: Form) -> Iterator[Place]:
    """The numbers of nights or days, and the seats, that stand right of a word of the rounds, or else under it."""
    row, column = place
    right = [at for at in _right_of(around, place, form) if _is_counted(around, at)]
    under = ((one, column) for one in range(row + 1, min(row + _MOST_AWAY, around.cells.rows) + 1))
    yield from right or (at for at in under if _is_counted(around, at))


def _is_counted(around: FormLabels, place: Place) -> bool:
    text = around.cells.text(*place)
    return bool(text) and (_number(text) is not None or _targets(text) is not None)


def _strays(around: FormLabels, place: Place, counted: Mapping[Place, int], form: Form) -> Iterator[Place]:
    """The cells right of a word of the rounds that hold seats, and stand under no number of a night or day."""
    is_down = bool(counted) and min(counted)[0] > place[0]
    is_role = around.cells.word(*place).role and not _has_head(around, place)  # "Шериф | 3"
    is_head = not counted and _counted_right(around, place, form)  # "Голосование | 1 | 2"
    if not (is_down or is_role or is_head):
        yield from (
            at for at in _right_of(around, place, form) if at not in counted and _are_seats(around, at)
        )


def _are_seats(around: FormLabels, place: Place) -> bool:
    """Whether a cell holds seats, or a mark that says nobody."""
    text = around.cells.text(*place)
    return bool(text) and _targets(text) is not None


def _right_of(around: FormLabels, place: Place, form: Form) -> Iterator[Place]:
    """The cells right of one in its row, up to a label or a table."""
    row, column = place
    for one in range(column + 1, form.right + 1):
        if around.is_label(row, one) or around.is_table(row, one) or around.cells.word(row, one).round:
            return
        yield row, one


def _unknown_rows(around: FormLabels, head: Place, columns: Sequence[int]) -> Iterator[Place]:
    """The first cells of rows under the numbers of nights or days that hold seats, and no known word."""
    row, column = head
    for under in range(row + 1, min(row + _MOST_AWAY, around.cells.rows + 1)):
        text = around.cells.text(under, column)
        filled = [one for one in columns if around.cells.text(under, one)]
        if not (text or filled) or around.is_table(under, column) or around.is_label(under, column):
            return
        if around.cells.word(under, column).round:
            continue
        if around.cells.word(under, column).is_head:
            return
        if any(_are_seats(around, (under, one)) for one in filled):
            yield under, column if text else filled[0]


def _acts_in(form: int, place: Place, what: str, number: int, text: str) -> Iterator[Act]:
    """A kill is a shot and an exit; a miss a shot at nobody, or at the seat that it names."""
    targets = _targets(text)
    phase, role = f"{_PHASE_OF[what]}{number}", _ACTOR_OF.get(what, "")
    if what == "miss":
        if targets is not None or not values.is_no(text):
            yield Act(form, place, phase, "shot", role, targets or 0)
    elif what == "kill":
        yield Act(form, place, phase, "shot", role, targets)
        if targets:
            yield Act(form, place, phase, "exit", role, targets)
    elif targets != 0:
        yield Act(form, place, phase, "exit" if what == "voted" else "check", role, targets)


@functools.lru_cache(4096)
def _targets(text: str) -> int | None:
    """Seats as bits; none of them for a mark that says nobody; None for what is neither."""
    if vocabulary.key(text) in vocabulary.words("nobody"):
        return 0
    read: int | object | None = values.seats(text)
    return read if isinstance(read, int) else None if read is None else 0


def _rounds_of(around: FormLabels, form: Form) -> Iterator[tuple[Place, Mapping[Place, int]]]:
    """The words of a form's rounds, each with the cells that it is for and the number of the night or day of each.

    A word among such cells is a mark: nobody was killed, a miss. Where seats are in a row under numbers right of a word,
    such numbers are headings of their own, and never seats.
    """
    taken: set[Place] = set()
    words = around.rounds[form.number]
    own = {place: _counted_right(around, place, form) for place in words}
    under = {place: _seats_under(around, place, counted, form) for place, counted in own.items()}
    has_headings = any(under.values())
    for place in words:
        if place not in taken:
            counted = under[place]
            if not (has_headings and own[place]):
                counted = _numbers_above(around, place, form) or _numbers_left(around, place, form)
            taken |= counted.keys()
            yield place, counted


def _seats_under(
    around: FormLabels, place: Place, counted: Mapping[Place, int], form: Form
) -> Mapping[Place, int]:
    """The cells under the numbers right of a word of the rounds, if they hold seats in a row that no word begins."""
    under, column = place[0] + 1, place[1]
    begins = any(around.cells.text(under, one) for one in range(form.left, column + 1))
    cells = {(row + 1, at): number for (row, at), number in counted.items()}
    some = [around.cells.text(*at) for at in cells if around.cells.text(*at)]
    is_read = (
        len(counted) > 1 and not begins and bool(some) and all(_targets(text) is not None for text in some)
    )
    return cells if is_read and not around.is_table(under, column) else {}


def _numbers_above(around: FormLabels, place: Place, form: Form) -> Mapping[Place, int]:
    """The cells of a row with the number of the night or day that the nearest row of such numbers above tells of each."""
    row, column = place
    for above in range(row - 1, max(row - _MOST_AWAY, 0), -1):
        if around.is_table(above, column):
            break
        is_other = around.cells.word(above, column).round or any(
            around.is_label(above, one) for one in range(form.left, form.right + 1)
        )
        if not is_other and (counted := _counted_right(around, (above, column), form)):
            return {(row, at): number for (_, at), number in counted.items()}
    return {}


def _counted_right(around: FormLabels, place: Place, form: Form) -> Mapping[Place, int]:
    """The cells right of one that count nights or days."""
    row, column = place
    texts = [around.cells.text(row, one) for one in range(column + 1, form.right + 1)]
    counted = _counted(texts, is_headed=around.cells.word(*place).is_head)
    return {(row, column + 1 + at): number for at, number in counted.items()}


def _has_head(around: FormLabels, place: Place) -> bool:
    """Whether a word for nights or days stands above a word of the rounds."""
    row, column = place
    return any(around.cells.word(above, column).is_head for above in range(max(row - _MOST_AWAY, 1), row))


def _numbers_left(around: FormLabels, place: Place, form: Form) -> Mapping[Place, int]:
    """The cells of a column with the number of the night or day that the nearest column of such numbers left tells."""
    row, column = place
    for left in range(column - 1, max(column - _MOST_AWAY, form.left - 1), -1):
        if around.cells.word(row, left).round:
            continue
        texts = [around.cells.text(row + down, left) for down in range(1, values.MOST_PHASES + 1)]
        if counted := _counted(texts, is_headed=around.cells.word(row, left).is_head):
            return {(row + 1 + at, column): number for at, number in counted.items()}
    return {}


def _counted(texts: Sequence[str], *, is_headed: bool) -> dict[int, int]:
    """The numbers that count on from 0 or 1, by their place; only one of them must be headed as a night or day."""
    counted: dict[int, int] = {}
    for at, text in enumerate(texts):
        number = _number(text) if text else None
        if number is None and text:
            break
        if number is not None:
            if number != (max(counted.values()) + 1 if counted else number) or (not counted and number > 1):
                break
            counted[at] = number
    return counted if len(counted) > 1 or is_headed else {}


@functools.lru_cache(4096)
def _number(text: str) -> int | None:
    """The number of a night or day: `2`, `Ночь 2`, `Н2`, `2 ночь`, `2-я ночь`."""
    if (found := _NUMBER_FIRST.fullmatch(text)) and vocabulary.key(found[2]) in vocabulary.words("phases"):
        return int(found[1])
    phase: str | None = values.phase_of(text)
    said = phase[1:] if phase else text.rstrip(".")
    return int(said) if said.isdigit() and int(said) <= values.MOST_PHASES else None
