"""The cells of a tab of protocols, and what their words mean: fields, labels with values, winners, roles, rounds."""

import functools
from collections.abc import Container, Mapping, Sequence
from typing import Any

import numpy as np

from pipelines.ingest import values, vocabulary
from pipelines.ingest.headings import Heading, heading, unrated
from pipelines.sources.grid import Grid
from rulesets.words import tidy

Place = tuple[int, int]  # row and column of a cell, from 1
LABELS = ("date", "evening", "table", "game_no", "club", "kind", "judge", "tournament", "stage", "winner")
ON_SEATS = ("is_first_kill", "best_move")  # titles that are labels as well, of one seat
AROUND = (*LABELS, *ON_SEATS, "weight_typed", "remarks")
TOLD_AROUND = (*AROUND, "removal")
_LONGEST_VICTORY = 40  # letters
_SLIP = 85  # likeness of words for a winner, in per cent, from which on they are a slip in known ones


class Cells:
    """The cells of a tab by place: `codes[row, column]` index the tidied `words`, -1 is an empty cell.

    Columns are counted among those that the grid has, and one for those left out between; `numbers` are their numbers
    on the sheet. Of each word: `fields` is what it names as a header or label, `labels` what it names as a label, `told`
    the labels that it holds with their values, `rest` what else such a heading holds, `victors` is itself if it says who
    won, `unrated` what says by itself that the game counts in no rating, `heads` whether it counts nights
    or days, `rounds` what it tells of them; `is_label` whether it is a label or says who won, `is_ending` whether no
    table goes on under it.
    """

    def __init__(self, grid: Grid, names: Mapping[str, str], pinned: Container[str] = ()) -> None:
        self.words: list[str] = []
        self._codes: dict[str, int] = {}
        self.numbers, columns = _columns_of(grid)
        self.codes = np.full((len(grid.cells) + 1, len(self.numbers)), -1, "int32")
        for place, column in columns.items():
            known = np.array([*(self.code(word) for word in column.cat.categories), -1], "int32")
            self.codes[1:, place] = known[column.cat.codes]
        self._show_faults(grid)
        keys = [vocabulary.key(word) for word in self.words]
        self.fields = [names.get(key) for key in keys]
        heads, rounds = vocabulary.words("heads"), vocabulary.words("rounds")
        self.labels = [
            name
            if name in TOLD_AROUND and (key not in heads or key in pinned)
            else None  # "День" counts days
            for name, key in zip(self.fields, keys, strict=True)
        ]
        self.heads = [not name and key in heads for name, key in zip(self.labels, keys, strict=True)]
        self.rounds = [None if name else rounds.get(key) for name, key in zip(self.labels, keys, strict=True)]
        unknown = [word for word, name in zip(self.words, self.fields, strict=True) if not name]
        inside = {word: heading(word, names, TOLD_AROUND) for word in unknown}
        headings = [inside.get(word, Heading()) for word in self.words]
        self.told, self.rest = [one.told for one in headings], [one.rest for one in headings]
        self.unrated = [unrated(word) for word in self.words]
        slips = _slips(unknown)
        self.victors = [word if victory(word) or word in slips else None for word in self.words]
        self.is_label = [any(one) for one in zip(self.labels, self.told, self.victors, strict=True)]
        self.is_ending = [
            any(one) for one in zip(self.is_label, self.unrated, self.heads, self.rounds, strict=True)
        ]

    def code(self, text: str) -> int:
        """The code of a text, which becomes one of the words; -1 of an empty one."""
        said = tidy(text)
        if not said:
            return -1
        if said not in self._codes:
            self._codes[said] = len(self.words)
            self.words.append(said)
        return self._codes[said]

    def _show_faults(self, grid: Grid) -> None:
        """Let formulas without value stand as texts: their cells are not empty, and findings tell of them."""
        for row, number, text in zip(
            grid.faults["row"], grid.faults["column"], grid.faults["text"], strict=True
        ):
            column = int(np.searchsorted(self.numbers, number))
            if self.codes[row, column] < 0:
                self.codes[row, column] = self.code(text)

    @property
    def rows(self) -> int:
        """The last row."""
        return self.codes.shape[0] - 1

    @property
    def columns(self) -> int:
        """The last column."""
        return self.codes.shape[1] - 1

    def text(self, row: int, column: int) -> str:
        """What stands in a cell; nothing in an empty one, or beyond the tab."""
        code = self.code_at(row, column)
        return self.words[code] if code >= 0 else ""

    def code_at(self, row: int, column: int) -> int:
        """The code of a cell; -1 of an empty one, or beyond the tab."""
        return int(self.codes[row, column]) if 1 <= row <= self.rows and 1 <= column <= self.columns else -1

    def said(self, meanings: Sequence[Any], row: int, column: int) -> Any:
        """What the word in a cell means, of `meanings` by words; None of an empty cell."""
        code = self.code_at(row, column)
        return meanings[code] if code >= 0 else None

    def where(self, some: Sequence[Any]) -> list[Place]:
        """The places, row by row, of the words for which `some` is true."""
        is_some = np.array([bool(one) for one in some] + [False] * (len(self.words) - len(some) + 1))
        rows, columns = np.nonzero(is_some[self.codes])
        return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _columns_of(grid: Grid) -> tuple[np.ndarray, dict[int, Any]]:
    """The numbers of the columns, those that the grid leaves out as one, and its columns by their places among them."""
    numbers, columns = [0], {}
    for number, column in grid.columns():
        if number > numbers[-1] + 1 and len(numbers) > 1:
            numbers.append(number - 1)
        columns[len(numbers)] = column
        numbers.append(number)
    return np.array(numbers), columns


# --- what words mean


@functools.lru_cache(4096)
def seat_number(text: str) -> int | None:
    """The number of a seat, or None for what is none."""
    read: int | None = values.seat(text)
    return read


@functools.lru_cache(4096)
def role_word(text: str) -> str | None:
    """The role that a word or a letter means."""
    key = vocabulary.key(text)
    return vocabulary.words("roles").get(key) or vocabulary.words("letters").get(key)


@functools.lru_cache(4096)
def victory(text: str) -> str | None:
    """Who won, by words that say so by themselves: `Победа мафии`, `city wins`, `Ничья`."""
    key = vocabulary.key(text)
    won = vocabulary.words("winners").get(key)
    return won if won == "draw" or (won and _is_of_victory(key)) else None


def _is_of_victory(key: str) -> bool:
    known = tuple(vocabulary.words("victories"))
    return key.startswith(known) or key.endswith(known)


def _slips(words: Sequence[str]) -> set[str]:
    """The words that look like a slip in known ones for a winner: `Победа мфии`."""
    keys = {word: vocabulary.key(word) for word in words if len(word) <= _LONGEST_VICTORY}
    doubtful = {word: key for word, key in keys.items() if _is_of_victory(key)}
    known = vocabulary.words("winners")
    doubtful = {word: key for word, key in doubtful.items() if key not in known}
    if not doubtful:
        return set()
    from rapidfuzz import process  # late: most tabs have no such words

    phrases = [key for key in known if _is_of_victory(key)]
    return {word for word, key in doubtful.items() if process.extractOne(key, phrases, score_cutoff=_SLIP)}
