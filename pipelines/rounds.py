"""The rounds of a protocol: rows of kills, misses, checks and votes under the numbers of nights or days, as acts."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines import values, vocabulary
from pipelines.blocks import Block
from pipelines.cells import Place
from pipelines.labels import Around

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
    known = vocabulary.words("rounds")
    for number, (block, places) in enumerate(zip(around.blocks, around.rounds, strict=True)):
        for place in places:
            what = known[vocabulary.key(around.cells.text(*place))]
            counted = _numbers_above(around, place, block) or _numbers_left(around, place, block)
            for at, of_round in sorted(counted.items()):
                if text := around.cells.text(*at):
                    yield from _told(number, at, what, of_round, text)


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


def _numbers_above(around: Around, place: Place, block: Block) -> Mapping[Place, int]:
    """The cells of a row with the number of the night or day that the nearest row of such numbers above tells of each."""
    row, column = place
    for above in range(row - 1, max(row - _MOST_AWAY, 0), -1):
        if around.is_table(above, column):
            break
        head = vocabulary.key(around.cells.text(above, column))
        if head in vocabulary.words("rounds") or any(
            around.is_label(above, one) for one in range(block.left, block.right + 1)
        ):
            continue
        texts = [around.cells.text(above, one) for one in range(column + 1, block.right + 1)]
        if counted := _counted(texts, is_headed=head in vocabulary.words("heads")):
            return {(row, column + 1 + at): number for at, number in counted.items()}
    return {}


def _numbers_left(around: Around, place: Place, block: Block) -> Mapping[Place, int]:
    """The cells of a column with the number of the night or day that the nearest column of such numbers left tells."""
    row, column = place
    for left in range(column - 1, max(column - _MOST_AWAY, block.left - 1), -1):
        head = vocabulary.key(around.cells.text(row, left))
        if head in vocabulary.words("rounds"):
            continue
        texts = [around.cells.text(row + down, left) for down in range(1, values.MOST_PHASES + 1)]
        if counted := _counted(texts, is_headed=head in vocabulary.words("heads")):
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
