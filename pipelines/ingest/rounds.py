"""The rounds of a protocol: rows of kills, misses, checks and votes under the numbers of nights or days, as acts."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.ingest import values, vocabulary
from pipelines.ingest.blocks import Block
from pipelines.ingest.cells import Place, role_word
from pipelines.ingest.labels import Around

_MOST_AWAY = 12  # rows or columns from the numbers of nights to what is told of them
_PHASE_OF = {"kill": "N", "miss": "N", "check_sheriff": "N", "check_don": "N", "voted": "D"}
_ACTOR_OF = {"check_sheriff": "sheriff", "check_don": "don"}
_NUMBER_FIRST = re.compile(r"(\d+)[-\s]*(?:[а-яіїє]{1,2}\s)?\s*(\D*)")  # 1 ночь, 2-я ночь


@dataclass(frozen=True)
class Act:
    """What a cell of the rounds tells: an act of the log. `role` is that of who acts; missing for the mafia together."""

    block: int
    place: Place
    phase: str
    action: str
    role: str
    targets: int | None  # seats as bits; None for what was not understood


def acts(around: Around) -> Iterator[Act]:
    """The acts that the rounds of all blocks tell, cell by cell."""
    for number in range(len(around.blocks)):
        for place, counted in _tellers(around, number):
            what = _what(around, place) or ""
            for at, of_round in sorted(counted.items()):
                if text := around.cells.text(*at):
                    yield from _told(number, at, what, of_round, text)


def unread(around: Around) -> Iterator[tuple[int, str, Place]]:
    """What looks like acts and is not read: block, finding, place.

    Seats in a row of the rounds under no number, and rows under such numbers that tell nothing known.
    """
    for number, block in enumerate(around.blocks):
        for place, counted in _tellers(around, number):
            for at in _strays(around, place, counted, block):
                yield number, "round-unread", at
        for place in around.heads[number]:
            columns = [column for _, column in _counted_right(around, place, block)]
            for at in _unknown_rows(around, place, columns):
                yield number, "unread-label", at


def counted_from(around: Around, place: Place, block: Block) -> Iterator[Place]:
    """The numbers of nights or days, and the seats, that stand right of a word of the rounds, or else under it."""
    row, column = place
    right = [at for at in _right_of(around, place, block) if _is_counted(around, at)]
    under = ((one, column) for one in range(row + 1, min(row + _MOST_AWAY, around.cells.rows) + 1))
    yield from right or (at for at in under if _is_counted(around, at))


def _is_counted(around: Around, place: Place) -> bool:
    text = around.cells.text(*place)
    return bool(text) and (_number(text) is not None or _targets(text) is not None)


def _strays(around: Around, place: Place, counted: Mapping[Place, int], block: Block) -> Iterator[Place]:
    """The cells right of a word of the rounds that hold seats, and stand under no number of a night or day."""
    is_down = bool(counted) and min(counted)[0] > place[0]
    is_role = role_word(around.cells.text(*place)) and not _has_head(around, place)  # "Шериф | 3"
    is_head = not counted and _counted_right(around, place, block)  # "Голосование | 1 | 2"
    if not (is_down or is_role or is_head):
        yield from (
            at for at in _right_of(around, place, block) if at not in counted and _are_seats(around, at)
        )


def _what(around: Around, place: Place) -> str | None:
    """What the word in a cell says of the rounds right of it, or under it."""
    said: str | None = around.cells.said(around.cells.rounds, *place)
    return said


def _are_seats(around: Around, place: Place) -> bool:
    """Whether a cell holds seats, or a mark that says nobody."""
    text = around.cells.text(*place)
    return bool(text) and _targets(text) is not None


def _right_of(around: Around, place: Place, block: Block) -> Iterator[Place]:
    """The cells right of one in its row, up to a label or a table."""
    row, column = place
    for one in range(column + 1, block.right + 1):
        if around.is_label(row, one) or around.is_table(row, one) or _what(around, (row, one)):
            return
        yield row, one


def _unknown_rows(around: Around, head: Place, columns: Sequence[int]) -> Iterator[Place]:
    """The first cells of rows under the numbers of nights or days that hold seats, and no known word."""
    row, column = head
    for under in range(row + 1, min(row + _MOST_AWAY, around.cells.rows + 1)):
        text = around.cells.text(under, column)
        filled = [one for one in columns if around.cells.text(under, one)]
        if not (text or filled) or around.is_table(under, column) or around.is_label(under, column):
            return
        if _what(around, (under, column)):
            continue
        if _is_head(around, (under, column)):
            return
        if any(_are_seats(around, (under, one)) for one in filled):
            yield under, column if text else filled[0]


def _told(block: int, place: Place, what: str, number: int, text: str) -> Iterator[Act]:
    """A kill is a shot and an exit; a miss a shot at nobody, or at the seat that it names."""
    targets = _targets(text)
    phase, role = f"{_PHASE_OF[what]}{number}", _ACTOR_OF.get(what, "")
    if what == "miss":
        if targets is not None or not values.is_no(text):
            yield Act(block, place, phase, "shot", role, targets or 0)
    elif what == "kill":
        yield Act(block, place, phase, "shot", role, targets)
        if targets:
            yield Act(block, place, phase, "exit", role, targets)
    elif targets != 0:
        yield Act(block, place, phase, "exit" if what == "voted" else "check", role, targets)


@functools.lru_cache(4096)
def _targets(text: str) -> int | None:
    """Seats as bits; none of them for a mark that says nobody; None for what is neither."""
    if vocabulary.key(text) in vocabulary.words("nobody"):
        return 0
    read: int | object | None = values.seats(text)
    return read if isinstance(read, int) else None if read is None else 0


def _tellers(around: Around, block: int) -> Iterator[tuple[Place, Mapping[Place, int]]]:
    """The words of a block's rounds, each with the cells that it tells of and the number of the night or day of each.

    A word among such cells is a mark: nobody was killed, a miss.
    """
    told: set[Place] = set()
    for place in around.rounds[block]:
        if place not in told:
            one = around.blocks[block]
            counted = _numbers_above(around, place, one) or _numbers_left(around, place, one)
            told |= counted.keys()
            yield place, counted


def _numbers_above(around: Around, place: Place, block: Block) -> Mapping[Place, int]:
    """The cells of a row with the number of the night or day that the nearest row of such numbers above tells of each."""
    row, column = place
    for above in range(row - 1, max(row - _MOST_AWAY, 0), -1):
        if around.is_table(above, column):
            break
        is_other = _what(around, (above, column)) or any(
            around.is_label(above, one) for one in range(block.left, block.right + 1)
        )
        if not is_other and (counted := _counted_right(around, (above, column), block)):
            return {(row, at): number for (_, at), number in counted.items()}
    return {}


def _counted_right(around: Around, place: Place, block: Block) -> Mapping[Place, int]:
    """The cells right of one that count nights or days."""
    row, column = place
    texts = [around.cells.text(row, one) for one in range(column + 1, block.right + 1)]
    counted = _counted(texts, is_headed=_is_head(around, place))
    return {(row, column + 1 + at): number for at, number in counted.items()}


def _has_head(around: Around, place: Place) -> bool:
    """Whether a word for nights or days stands above a word of the rounds."""
    row, column = place
    return any(_is_head(around, (above, column)) for above in range(max(row - _MOST_AWAY, 1), row))


def _is_head(around: Around, place: Place) -> bool:
    return bool(around.cells.said(around.cells.heads, *place))


def _numbers_left(around: Around, place: Place, block: Block) -> Mapping[Place, int]:
    """The cells of a column with the number of the night or day that the nearest column of such numbers left tells."""
    row, column = place
    for left in range(column - 1, max(column - _MOST_AWAY, block.left - 1), -1):
        if _what(around, (row, left)):
            continue
        texts = [around.cells.text(row + down, left) for down in range(1, values.MOST_PHASES + 1)]
        if counted := _counted(texts, is_headed=_is_head(around, (row, left))):
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
