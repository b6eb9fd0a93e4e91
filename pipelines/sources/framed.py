"""The columns of a tab, however they were read, as a Grid has them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from pipelines.sources.column import Column, Fault
from rulesets.words import tidy

_MOST_BLANK = 200  # blank columns between others that a grid has


def framed(columns: Mapping[int, Column], listed: Sequence[Fault]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The cells and the faults of a tab, as large as its values and the faults that are `listed`."""
    faults = pd.DataFrame(sorted(listed), columns=["row", "column", "kind", "text"])
    faults = faults.astype({"row": "int64", "column": "int64", "kind": "str", "text": "str"})
    height = max([len(column.codes) for column in columns.values()] + [row for row, *_ in listed], default=0)
    filled = {number: column for number, column in columns.items() if column.words}
    seen = set(filled) | set(faults["column"])
    numbers: Sequence[int] = range(min(seen, default=1), max(seen, default=0) + 1)
    if len(numbers) > len(seen) + _MOST_BLANK:
        numbers = sorted(seen)  # a cell far out: the blank columns between are none of a table
    blank = _categorical(Column(np.empty(0, dtype=np.int32), []), height)
    cells = pd.DataFrame(
        {number: _categorical(filled[number], height) if number in filled else blank for number in numbers},
        index=pd.RangeIndex(1, height + 1),
    )
    return cells, faults


def _categorical(column: Column, rows: int) -> pd.Categorical:
    """The column as `rows` rows of pandas; equal words become one category, white space is missing."""
    words = np.array([word if tidy(word) else None for word in column.words], dtype=object)
    merged, categories = pd.factorize(words)
    codes = np.full(rows, -1)
    codes[: len(column.codes)] = np.append(merged, -1)[column.codes]
    return pd.Categorical.from_codes(codes, categories=pd.Index(categories, dtype="str"))
