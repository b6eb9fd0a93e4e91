"""Texts on a tab of forms that look like a label or a title, and are none: by their words, or by where they are."""

import datetime as dt
import functools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import pandas as pd

from pipelines.addresses import Fact, Place
from pipelines.ingest import boxes, values, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.headings import unrated as says_unrated
from pipelines.ingest.tables import Table
from pipelines.ingest.words import Cells

_LIKE = 75  # likeness of words in per cent from which on one may be a typo in the other
_LIKE_UNRATED = 80  # likeness, in per cent, from which on words may be a typo in "not rated"
_OTHERS = ("tournament", "stage", "remarks")  # labels in whose values such words may be, and are not read
_SHORT = 4  # letters from which on likeness is counted in per cent
_LONGEST = 40  # letters of a title, or a label
_SOME_DAY = dt.date(2000, 1, 1)
_USUAL = 3  # places of a label that are looked at: where it is in most forms
_ANY_TEXT = ("text", "name", "mark", "removal")  # kinds of fields that any text is a value of
Near = tuple[int, Place, str]  # form, place, the field that is meant


def labels(around: FormLabels, given: Sequence[Set[str]]) -> Iterator[Near]:
    """Texts in place of labels that a form lacks; `given` are the fields that the labels of each form give."""
    usual = _usual_places(around)
    found: set[Place] = set()
    for form in around.forms:
        for field, offsets in usual.items():
            for offset in offsets if field not in given[form.number] else ():
                place = _at(form.table, offset)
                if around.is_unread(form.number, place):
                    found.add(place)
                    yield form.number, place, field
                    break
    yield from (near for near in _like_labels(around, given) if near[1] not in found)


def unrated(around: FormLabels, facts: Mapping[int, Mapping[str, Fact]]) -> Iterator[Near]:
    """Texts around forms that may say that the game counts in no rating, where no label gives its kind."""
    untold = {number: some for number, some in facts.items() if not ("kind" in some and some["kind"].text)}
    for number, some in untold.items():
        in_others = [some[name] for name in _OTHERS if name in some]
        for fact in in_others:
            if says_unrated(fact.text) or _is_like_unrated(fact.text):
                yield number, fact.value, "kind"
    taken = {number: {fact.value for fact in some.values()} for number, some in untold.items()}
    for place in around.outside(lambda word: _is_like_unrated(word.text)):
        number = around.owner(place)
        if number in untold and around.is_unread(number, place) and place not in taken[number]:
            yield number, place, "kind"


def titles(around: FormLabels, tables: Mapping[int, Table]) -> Iterator[Near]:
    """Texts in place of titles that a table lacks, and others over figures or check boxes, which name nothing."""
    known = {**vocabulary.headers("games"), **vocabulary.headers("own")}
    cells = around.cells
    usual = Counter(
        (name, column - table.first) for table in tables.values() for name, column in table.columns.items()
    )
    beside = {offset: name for (name, offset), _ in reversed(usual.most_common())}
    for number, table in tables.items():
        absent = {key: key for key, one in known.items() if one.name not in table.columns}
        titled = {*table.read, *table.repeated, *table.lacking.values()}
        for column in range(table.first, table.width + 1):
            place = table.title(cells, column)
            if column in titled or not (text := cells.text(*place)):
                continue
            under = [one for row in table.rows if (one := cells.text(row, column))]
            name = beside.get(column - table.first, "")
            near = name if name and name not in table.columns else _nearest(text, absent)
            if not near and (short := _nearest_short(text, absent)):
                near = short if _may_give(known[short].name, under) else ""
            if near or _are_entries(under, len(table.rows)):
                yield number, place, known[near].name if near in known else near


def _are_entries(texts: Sequence[str], seats: int) -> bool:
    """Whether a column holds figures, or marks at most seats: what counts for a game, and is not a remark."""
    figures = [text for text in texts if values.figure(text) is not None and not values.is_no(text)]
    marks = [text for text in texts if values.is_entry(text) or values.is_no(text)]
    return len(marks) == len(texts) and (bool(figures) or len(marks) * 2 > seats)


def untitled(around: FormLabels, tables: Mapping[int, Table]) -> Iterator[Near]:
    """Columns without title that hold figures or marks: the first cell of each that says something.

    They are in a table, or right beside it where nothing else is.
    """
    cells = around.cells
    for number, table in tables.items():
        if table.lacking:
            continue  # which is a finding, and may be that column
        known = {*table.read, *table.repeated, *boxes.read_boxes(table, cells, table.rows)}
        known |= _columns_beside(around, table)
        for column in range(table.first, cells.columns + 1):
            is_untitled = column not in known and not cells.text(*table.title(cells, column))
            first = _first_entry(table, cells, column) if is_untitled else 0
            if first and not (column <= table.width and not around.is_table(first, column)):
                yield number, (first, column), ""
            elif column > table.width:
                break


def _columns_beside(around: FormLabels, table: Table) -> set[int]:
    """The columns of the tables beside one."""
    others = (form.table for form in around.forms)
    beside = [one for one in others if one.row != table.row or one.first != table.first]
    return {
        column
        for one in beside
        if one.row <= table.last and table.row <= one.last
        for column in range(one.first, one.width + 1)
    }


def _first_entry(table: Table, cells: Cells, column: int) -> int:
    """The row of the first figure or mark in a column that holds such ones for the most part; 0 if it does not.

    Beside the table nothing else may be there, nor words right of them, as remarks are right of a seat.
    """
    filled = [row for row in table.rows if (text := cells.text(row, column)) and not values.is_no(text)]
    entries = [row for row in filled if values.is_entry(cells.text(row, column))]
    beside = [text for row in filled if (text := cells.text(row, column + 1)) and not values.is_no(text)]
    if column > table.width and (len(entries) < len(filled) or not all(map(values.is_entry, beside))):
        return 0
    return entries[0] if len(entries) * 2 > len(filled) else 0


def _usual_places(around: FormLabels) -> Mapping[str, Sequence[tuple[bool, int, int]]]:
    """Where the labels of each field are in most forms: under the table or not, rows and columns from it."""
    seen: defaultdict[str, Counter[tuple[bool, int, int]]] = defaultdict(Counter)
    for form, some in zip(around.forms, around.labels, strict=True):
        for label in some:
            row, column = label.place
            is_under = row > form.table.last
            down = row - (form.table.last if is_under else form.table.row)
            seen[label.field][is_under, down, column - form.table.first] += 1
    return {field: [place for place, _ in many.most_common(_USUAL)] for field, many in seen.items()}


def _at(table: Table, offset: tuple[bool, int, int]) -> Place:
    is_under, down, right = offset
    return (table.last if is_under else table.row) + down, table.first + right


def _like_labels(around: FormLabels, given: Sequence[Set[str]]) -> Iterator[Near]:
    """Texts around tables that are like a label which their form lacks."""
    free = vocabulary.labels_of("game", "seat")
    known = {key: one.name for key, one in vocabulary.headers("games").items() if one.name in free}
    keys = {key: key for key in known}

    def near(text: str) -> str | None:
        return known.get(_nearest(text, keys)) if _may_be_label(text) else None

    for place in around.outside(lambda word: near(word.text) or _nearest_short(word.text, known)):
        number, text = around.owner(place), around.cells.text(*place)
        sure = near(text)
        field = sure or known[_nearest_short(text, known)]
        if field in given[number] or not around.is_unread(number, place):
            continue
        if sure or _may_give(field, [around.cells.text(place[0], place[1] + 1)]):
            yield number, place, field


def _may_give(field: str, texts: Sequence[str]) -> bool:
    """Whether texts are values of a field that not everything is a value of."""
    kind = vocabulary.fields("games")[field].kind if field in vocabulary.fields("games") else "figure"
    kind = {"is_first_kill": "seat", "table": "number"}.get(field, kind)
    some = pd.Index([text for text in dict.fromkeys(texts) if text])
    if not len(some) or kind in _ANY_TEXT:
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


def _may_be_label(text: str) -> bool:
    return _SHORT <= len(text) <= _LONGEST and not any(letter.isdigit() for letter in text)


def _nearest(text: str, known: Mapping[str, Any]) -> str:
    """The known key that a text is most like; nothing if it is like none."""
    from rapidfuzz import fuzz, process  # late: most tabs have no word that is not known

    if not _SHORT <= len(text) <= _LONGEST:
        return ""
    found = process.extractOne(vocabulary.key(text), known, scorer=fuzz.ratio, score_cutoff=_LIKE)
    return found[2] if found else ""


def _nearest_short(text: str, known: Mapping[str, Any]) -> str:
    """The known short key that a short text differs from by one letter, or two that are changed over."""
    key = vocabulary.key(text)
    if not 1 < len(key) < _SHORT or not key.isalpha():
        return ""
    from rapidfuzz.distance import OSA  # late: as above

    near = (one for one in known if 1 < len(one) <= _SHORT and OSA.distance(key, one, score_cutoff=1) <= 1)
    return next(near, "")
