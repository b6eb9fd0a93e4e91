"""What looks like a label or a title of protocols and is not read: slips, where other forms or known words tell so."""

import datetime as dt
import functools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import pandas as pd

from pipelines.addresses import Fact
from pipelines.ingest import values, vocabulary
from pipelines.ingest.blocks import FEWEST_ROLES, Block, boxes
from pipelines.ingest.cells import AROUND, Cells, Place, role_word, seat_number
from pipelines.ingest.headings import unrated as says_unrated
from pipelines.ingest.labels import Around
from pipelines.ingest.seat_rows import FULL

_LIKE = 75  # likeness of words in per cent from which on one may be a slip in the other
_LIKE_UNRATED = 80  # likeness, in per cent, from which on words may be a slip in "not rated"
_OTHERS = ("tournament", "stage", "remarks")  # labels in whose values such words may stand, and are not read
_SHORT = 4  # letters from which on it is reckoned
_LONGEST = 40  # letters of a title, or a label
_FEW, _NEAR = 5, 8  # numbered rows that show a table of seats, and columns from their numbers to their roles
_SOME_DAY = dt.date(2000, 1, 1)
_USUAL = 3  # places of a label that are looked at: where it stands in most forms
Slip = tuple[int, Place, str]  # block, place, the field that is meant


def labels(around: Around, told: Sequence[Set[str]]) -> Iterator[Slip]:
    """Texts in place of labels that a block lacks; `told` are the fields that the labels of each block tell."""
    usual = _usual_places(around)
    found: set[Place] = set()
    for number, block in enumerate(around.blocks):
        for field, offsets in usual.items():
            for offset in offsets if field not in told[number] else ():
                place = _at(block, offset)
                if around.is_unread(number, place):
                    found.add(place)
                    yield number, place, field
                    break
    yield from (slip for slip in _like_labels(around, told) if slip[1] not in found)


def unrated(around: Around, number: int, facts: Mapping[str, Fact]) -> Iterator[Place]:
    """Texts around a block that may say that its game counts in no rating, where no label tells its kind."""
    if "kind" in facts and facts["kind"].text:
        return
    in_others = [facts[name] for name in _OTHERS if name in facts]
    yield from (fact.value for fact in in_others if says_unrated(fact.text) or _is_like_unrated(fact.text))
    values_told = {fact.value for fact in facts.values()}
    for place in around.outside([_is_like_unrated(word) for word in around.cells.words]):
        if around.is_unread(number, place) and place not in values_told:
            yield place


def tables(around: Around) -> Iterator[Place]:
    """The first seats of tables without a header: rows numbered on from 1 outside all tables, with roles beside them."""
    cells = around.cells
    for row, column in around.outside([seat_number(word) == 1 for word in cells.words]):
        rows = range(row, row + FULL)
        numbers = [seat_number(cells.text(one, column)) for one in rows]
        roles = [
            sum(role_word(cells.text(one, beside)) is not None for one in rows)
            for beside in range(column + 1, column + _NEAR)
        ]
        if numbers[:_FEW] == [*range(1, _FEW + 1)] and max(roles) >= FEWEST_ROLES:
            yield row, column


def titles(blocks: Sequence[Block], cells: Cells) -> Iterator[Slip]:
    """Texts in place of titles that a table lacks."""
    known = {**vocabulary.headers("games"), **vocabulary.headers("own")}
    usual = Counter(
        (name, column - block.first) for block in blocks for name, column in block.columns.items()
    )
    beside = {offset: name for (name, offset), _ in reversed(usual.most_common())}
    for number, block in enumerate(blocks):
        absent = {key: key for key, one in known.items() if one.name not in block.columns}
        titled = {*block.columns.values(), *block.marks.values(), *block.repeated, *block.lacking.values()}
        for column in range(block.first, block.width + 1):
            place = block.title(cells, column)
            if column in titled or not (text := cells.text(*place)):
                continue
            name = beside.get(column - block.first, "")
            near = name if name and name not in block.columns else _nearest(text, absent)
            if not near and (short := _nearest_short(text, absent)):
                under = [said for row in block.rows if (said := cells.text(row, column))]
                near = short if _may_tell(known[short].name, under) else ""
            if near:
                yield number, place, known[near].name if near in known else near


def columns(blocks: Sequence[Block], cells: Cells) -> Iterator[tuple[int, Place]]:
    """Columns without title that hold figures or marks: the block of each, and the first cell that says something.

    They stand in a table, or right beside it where nothing else does.
    """
    for number, block in enumerate(blocks):
        if block.lacking or block.is_flat:
            continue  # which is told, and may be that column
        known = {*block.columns.values(), *block.marks.values(), *block.repeated}
        known |= {*boxes(block, cells, block.rows)}
        for other in blocks:
            if other is not block and other.row <= block.last and block.row <= other.last:
                known |= {*range(other.first, other.width + 1)}
        for column in range(block.first, cells.columns + 1):
            is_untitled = column not in known and not cells.text(*block.title(cells, column))
            first = _first_entry(block, cells, column) if is_untitled else 0
            if first:
                yield number, (first, column)
            elif column > block.width:
                break


def _first_entry(block: Block, cells: Cells, column: int) -> int:
    """The row of the first figure or mark in a column that holds such ones for the most part; 0 if it does not.

    Beside the table nothing else may stand there, nor words right of them, as remarks do right of a seat.
    """
    said = [row for row in block.rows if (text := cells.text(row, column)) and not values.is_no(text)]
    entries = [row for row in said if values.is_entry(cells.text(row, column))]
    beside = [text for row in said if (text := cells.text(row, column + 1)) and not values.is_no(text)]
    if column > block.width and (len(entries) < len(said) or not all(map(values.is_entry, beside))):
        return 0
    return entries[0] if len(entries) * 2 > len(said) else 0


def _usual_places(around: Around) -> Mapping[str, Sequence[tuple[bool, int, int]]]:
    """Where the labels of each field stand in most blocks: under the table or not, rows and columns from it."""
    seen: defaultdict[str, Counter[tuple[bool, int, int]]] = defaultdict(Counter)
    for block, some in zip(around.blocks, around.labels, strict=True):
        for label in some:
            row, column = label.place
            is_under = row > block.last
            down = row - (block.last if is_under else block.row)
            seen[label.field][is_under, down, column - block.first] += 1
    return {field: [place for place, _ in many.most_common(_USUAL)] for field, many in seen.items()}


def _at(block: Block, offset: tuple[bool, int, int]) -> Place:
    is_under, down, right = offset
    return (block.last if is_under else block.row) + down, block.first + right


def _like_labels(around: Around, told: Sequence[Set[str]]) -> Iterator[Slip]:
    """Texts around tables that are like a label which their block lacks."""
    known = {key: one.name for key, one in vocabulary.headers("games").items() if one.name in AROUND}
    near = [
        known.get(_nearest(word, {key: key for key in known})) if _may_be_label(word) else None
        for word in around.cells.words
    ]
    short = [
        known.get(_nearest_short(word, known)) if not sure else None
        for word, sure in zip(around.cells.words, near, strict=True)
    ]
    for place in around.outside([one or other for one, other in zip(near, short, strict=True)]):
        sure, maybe = around.cells.said(near, *place), around.cells.said(short, *place)
        number, field = around.owner(place), sure or maybe
        if field in told[number] or not around.is_unread(number, place):
            continue
        if sure or _may_tell(field, [around.cells.text(place[0], place[1] + 1)]):
            yield number, place, field


def _may_tell(field: str, texts: Sequence[str]) -> bool:
    """Whether texts are values of a field that not everything is a value of."""
    kind = vocabulary.fields("games")[field].kind if field in vocabulary.fields("games") else "figure"
    kind = {"is_first_kill": "seat", "table": "number"}.get(field, kind)
    some = pd.Index([text for text in dict.fromkeys(texts) if text])
    if not len(some) or kind in ("text", "name", "mark"):
        return False
    return not values.read(kind, field, some, _SOME_DAY).wrong.any()


@functools.lru_cache(4096)
def _is_like_unrated(text: str) -> bool:
    """Whether a text is like words for games that are not rated, and more so than like those for others."""
    known, key = vocabulary.words("kinds"), vocabulary.key(text)
    if not _may_be_label(text) or key in known:
        return False
    from rapidfuzz import fuzz, process  # late: as below

    found = process.extractOne(key, list(known), scorer=fuzz.ratio, score_cutoff=_LIKE_UNRATED)
    return found is not None and known[found[0]] == values.UNRATED


def _may_be_label(word: str) -> bool:
    return _SHORT <= len(word) <= _LONGEST and not any(letter.isdigit() for letter in word)


def _nearest(text: str, known: Mapping[str, Any]) -> str:
    """The known key that a text is most like; nothing if it is like none."""
    from rapidfuzz import fuzz, process  # late: most tabs have no word that is not known

    if not _SHORT <= len(text) <= _LONGEST:
        return ""
    found = process.extractOne(vocabulary.key(text), known, scorer=fuzz.ratio, score_cutoff=_LIKE)
    return found[2] if found else ""


def _nearest_short(text: str, known: Mapping[str, Any]) -> str:
    """The known short key that a short text differs from by one letter, or two that are changed over."""
    said = vocabulary.key(text)
    if not 1 < len(said) < _SHORT or not said.isalpha():
        return ""
    from rapidfuzz.distance import OSA  # late: as above

    near = (key for key in known if 1 < len(key) <= _SHORT and OSA.distance(said, key, score_cutoff=1) <= 1)
    return next(near, "")
