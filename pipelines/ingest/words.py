"""The cells of a tab of forms as words: what each distinct text could name, and what it could mean."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pipelines.addresses import Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.header_rows import field_of
from pipelines.ingest.headings import Heading, heading, unrated
from pipelines.sources.grid import Grid
from rulesets.words import tidy

_NO_HEADING = Heading()
_BEFORE_FIGURE = re.compile(r"([^\d:=–—-]{1,30}?)[\s:=–—-]*\d")
_LONGEST_VICTORY = 40  # letters
_TYPO = 85  # likeness of words for a winner, in per cent, from which on they are a typo in known ones


@dataclass(frozen=True)
class Word:
    """What a text could be, wherever it is.

    `field` is what it names as a header and `label` what it names as a label; `points` a field whose label gives points
    or marks to seats. `heading` are the labels that it holds with their values. `is_victory`: it says by itself who won;
    `unrated`: what says by itself that a game counts in no rating. `is_head`: it counts nights or days; `round` is what
    it gives of them. `seat`, `role` and `winner` are what it means as a value.
    """

    text: str = ""
    key: str = ""
    field: str | None = None
    label: str | None = None
    points: str | None = None
    heading: Heading = _NO_HEADING
    is_victory: bool = False
    unrated: str = ""
    is_head: bool = False
    round: str | None = None

    @property
    def seat(self) -> int | None:
        """The number of a seat, or None for what is none."""
        return seat_number(self.text)

    @property
    def role(self) -> str | None:
        """The role that a word or a letter means."""
        return role_word(self.text)

    @property
    def winner(self) -> str | None:
        """Who won, as the value of a label or a column."""
        return values.winner(self.text) if self.text else None

    @property
    def is_no(self) -> bool:
        """Whether it says no, as the value of a mark; an empty cell does not."""
        return bool(self.text) and values.is_no(self.text)

    @property
    def is_label(self) -> bool:
        """Whether it is a label, holds some with their values, or says who won."""
        return bool(self.label or self.heading.told or self.is_victory)

    @property
    def is_of_rounds(self) -> bool:
        """Whether it begins a row or a column of the rounds, or counts them."""
        return bool(self.is_head or self.round)

    @property
    def is_ending(self) -> bool:
        """Whether no table goes on under it."""
        return bool(self.is_label or self.unrated or self.is_of_rounds)


BLANK = Word()


class Cells:
    """The cells of a tab by place: `codes[row, column]` index `words`, -1 is an empty cell.

    Columns are counted among those that the grid has, and one for those left out between; `numbers` are their numbers
    on the sheet. A formula without value is a text: its cell is not empty, and findings report it.
    """

    def __init__(self, grid: Grid, names: Mapping[str, str], pinned: Collection[str] = ()) -> None:
        codes: dict[str, int] = {}
        self.numbers, columns = _columns_of(grid)
        self.codes = np.full((len(grid.cells) + 1, len(self.numbers)), -1, "int32")
        for place, column in columns.items():
            known = np.array([*(_code(codes, word) for word in column.cat.categories), -1], "int32")
            self.codes[1:, place] = known[column.cat.codes]
        faults = (grid.faults[name].tolist() for name in ("row", "column", "text"))
        for row, number, text in zip(*faults, strict=True):
            at = int(np.searchsorted(self.numbers, number))
            if self.codes[row, at] < 0:
                self.codes[row, at] = _code(codes, text)
        self.words: Sequence[Word] = _words(list(codes), names, pinned)

    @property
    def rows(self) -> int:
        """The last row."""
        return self.codes.shape[0] - 1

    @property
    def columns(self) -> int:
        """The last column."""
        return self.codes.shape[1] - 1

    def word(self, row: int, column: int) -> Word:
        """The word in a cell; a blank one in an empty cell, or beyond the tab."""
        code = self.codes[row, column] if 1 <= row <= self.rows and 1 <= column <= self.columns else -1
        return self.words[code] if code >= 0 else BLANK

    def text(self, row: int, column: int) -> str:
        """The text of a cell; nothing in an empty one, or beyond the tab."""
        return self.word(row, column).text

    def where(self, test: Callable[[Word], Any]) -> list[Place]:
        """The places, row by row, of the words that pass the test."""
        passes = np.array([bool(test(word)) for word in self.words] + [False])
        rows, columns = np.nonzero(passes[self.codes])
        return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _code(codes: dict[str, int], text: str) -> int:
    """The code of a text, tidied, which becomes one of the `codes`; -1 of an empty one."""
    tidied = tidy(text)
    return codes.setdefault(tidied, len(codes)) if tidied else -1


def _columns_of(grid: Grid) -> tuple[np.ndarray, dict[int, Any]]:
    """The numbers of the columns, those that the grid leaves out as one, and its columns by their places among them."""
    numbers, columns = [0], {}
    for number, column in grid.columns():
        if number > numbers[-1] + 1 and len(numbers) > 1:
            numbers.append(number - 1)
        columns[len(numbers)] = column
        numbers.append(number)
    return np.array(numbers), columns


def _words(texts: Sequence[str], names: Mapping[str, str], pinned: Collection[str]) -> list[Word]:
    typos = _typos_in_victories([text for text in texts if vocabulary.key(text) not in names])
    return [_word(text, names, pinned, is_typo=text in typos) for text in texts]


def _word(text: str, names: Mapping[str, str], pinned: Collection[str], *, is_typo: bool) -> Word:
    key = vocabulary.key(text)
    name, head = names.get(key), key in vocabulary.words("heads")
    as_label = vocabulary.labels().get(name or "")
    label = (
        name if as_label and as_label.is_free and (not head or key in pinned) else None
    )  # "День" counts days
    return Word(
        text,
        key,
        field=field_of(text, names)[0],
        label=label,
        points=_points(text, names),
        heading=_NO_HEADING if name else heading(text, names),
        is_victory=is_typo or bool(victory(text)),
        unrated=unrated(text),
        is_head=not label and head,
        round=None if label else vocabulary.words("rounds").get(key),
    )


def _points(text: str, names: Mapping[str, str]) -> str | None:
    """The field whose label gives points or marks to seats, alone in a cell or before a figure: `Доп`, `Доп: 3`."""
    begin = _BEFORE_FIGURE.match(text)
    name = names.get(vocabulary.key(begin[1] if begin else text), "")
    label = vocabulary.labels().get(name)
    return name if label and not label.is_free else None


@lru_cache(4096)
def seat_number(text: str) -> int | None:
    """The number of a seat, or None for what is none."""
    read: int | None = values.seat(text)
    return read


@lru_cache(4096)
def role_word(text: str) -> str | None:
    """The role that a word or a letter means."""
    key = vocabulary.key(text)
    return vocabulary.words("roles").get(key) or vocabulary.words("letters").get(key)


@lru_cache(4096)
def victory(text: str) -> str | None:
    """Who won, by words that say so by themselves: `Победа мафии`, `city wins`, `Ничья`."""
    key = vocabulary.key(text)
    won = vocabulary.words("winners").get(key)
    return won if won == "draw" or (won and _is_of_victory(key)) else None


def _is_of_victory(key: str) -> bool:
    known = tuple(vocabulary.words("victories"))
    return key.startswith(known) or key.endswith(known)


def _typos_in_victories(texts: Sequence[str]) -> set[str]:
    """The texts that look like a typo in known words for a winner: `Победа мфии`."""
    keys = {text: vocabulary.key(text) for text in texts if len(text) <= _LONGEST_VICTORY}
    known = vocabulary.words("winners")
    doubtful = {text: key for text, key in keys.items() if _is_of_victory(key) and key not in known}
    if not doubtful:
        return set()
    from rapidfuzz import process  # late: most tabs have no such words

    phrases = [key for key in known if _is_of_victory(key)]
    return {text for text, key in doubtful.items() if process.extractOne(key, phrases, score_cutoff=_TYPO)}
