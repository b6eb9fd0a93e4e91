"""Columns of cells as a grid wants them: each distinct text once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from pipelines.sources.grid import Grid
from rulesets.words import tidy

_MOST_BLANK = 200  # blank columns between others that a grid has

CellFault = tuple[int, int, str, str]  # row, column, kind, text


@dataclass
class Coded:
    """The cells of a column from row 1 on: `codes` index `words`, -1 is a blank cell."""

    codes: npt.NDArray[np.int32]
    words: list[str]

    def put(self, rows: Any, word: str) -> None:
        """Let `word` stand in `rows` (one or an array)."""
        self.codes[rows - 1] = len(self.words)
        self.words.append(word)

    def categorical(self, rows: int) -> pd.Categorical:
        """As `rows` rows of a pandas column; equal words become one category, white space is missing."""
        words = np.array([word if tidy(word) else None for word in self.words], dtype=object)
        merged, categories = pd.factorize(words)
        codes = np.full(rows, -1)
        codes[: len(self.codes)] = np.append(merged, -1)[self.codes]
        return pd.Categorical.from_codes(codes, categories=pd.Index(categories, dtype="str"))


def grid(file: str, tab: str, columns: Mapping[int, Coded], listed: Sequence[CellFault]) -> Grid:
    """The grid of a tab, as large as its values and the faults that are `listed`."""
    faults = pd.DataFrame(sorted(listed), columns=["row", "column", "kind", "text"])
    faults = faults.astype({"row": "int64", "column": "int64", "kind": "str", "text": "str"})
    height = max([len(column.codes) for column in columns.values()] + [row for row, *_ in listed], default=0)
    filled = {number: column for number, column in columns.items() if column.words}
    seen = set(filled) | set(faults["column"])
    numbers: Sequence[int] = range(min(seen, default=1), max(seen, default=0) + 1)
    if len(numbers) > len(seen) + _MOST_BLANK:
        numbers = sorted(seen)  # a cell far out: the blank columns between are none of a table
    blank = Coded(np.empty(0, dtype=np.int32), []).categorical(height)
    cells = pd.DataFrame(
        {number: filled[number].categorical(height) if number in filled else blank for number in numbers},
        index=pd.RangeIndex(1, height + 1),
    )
    return Grid(file, tab, cells, faults)


def number_text(number: float) -> str:
    """A number with 15 digits, as many as a spreadsheet shows, in its shortest decimal form."""
    return format(Decimal(f"{number:.15g}"), "f")
