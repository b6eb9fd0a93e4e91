"""A tab's columns as spreadsheets store them: numbers, texts, and dates as days."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from pipelines.publish.lengths import shortened
from pipelines.publish.tab import Column, Tab

Value = str | float  # a number, or a date's serial number, is a float
EPOCH = pd.Timestamp("1899-12-30")  # day 0 of the serial numbers
LONGEST_TEXT = 32_767  # in units of UTF-16; Excel calls a file with a longer text damaged


@dataclass(frozen=True)
class Stored:
    """A column as a workbook stores it.

    `codes` give for each row the place of its value in `distinct`; -1 is an empty cell.
    """

    column: Column
    codes: npt.NDArray[np.intp]
    distinct: Sequence[Value]

    def values(self) -> list[Value | None]:
        """The value of each row."""
        known = [*self.distinct, None]
        return [known[code] for code in self.codes.tolist()]

    def shifted(self, days: int) -> Self:
        """The same with dates counted from another day 0."""
        if self.column.kind != "date" or not days:
            return self
        moved = [value + days for value in self.distinct if isinstance(value, float)]
        return type(self)(self.column, self.codes, moved)


@dataclass(frozen=True)
class Table:
    """A tab as a workbook stores it."""

    name: str
    columns: Sequence[Stored]
    may_have: Sequence[str] = ()
    whole: bool = True
    owner: str = ""

    @property
    def titles(self) -> list[str]:
        """The header."""
        return [stored.column.title for stored in self.columns]

    @property
    def rows(self) -> int:
        """The number of rows under the header."""
        return len(self.columns[0].codes)


def table(tab: Tab, name: str) -> Table:
    """Turn a tab into what a workbook stores.

    Raises ValueError for what no tab may hold: no columns, columns of unequal length, a row without any value
    (it would look like the end of the table), an infinite number.
    """
    columns = [store(column) for column in tab.columns]
    if len({len(stored.codes) for stored in columns}) != 1:
        raise ValueError(f"tab {tab.name!r}: no columns, or columns of unequal length")
    if (np.array([stored.codes for stored in columns]) < 0).all(axis=0).any():
        raise ValueError(f"tab {tab.name!r}: a row without any value")
    return Table(name, columns, tab.may_have, tab.whole, tab.owner)


def store(column: Column) -> Stored:
    """Turn a column into what a workbook stores."""
    if column.kind in ("whole", "points", "percent", "date"):
        codes, numbers = pd.factorize(_numbers(column))
        if np.isinf(numbers).any():
            raise ValueError(f"column {column.title!r}: an infinite number")
        return Stored(column, codes, [float(number) for number in numbers])
    values = column.values  # noqa: PD011 — our own attribute, a series
    if column.kind == "mark":
        values = values.astype("boolean").map({True: "+", False: None})
    codes, distinct = pd.factorize(values)
    texts = [shortened(str(value), LONGEST_TEXT) for value in distinct]
    empty = [place for place, text in enumerate(texts) if not text]
    return Stored(column, np.where(np.isin(codes, empty), -1, codes), texts)


def _numbers(column: Column) -> npt.NDArray[np.float64]:
    values = column.values  # noqa: PD011 — our own attribute, a series
    if column.kind == "date":
        values = (pd.to_datetime(values) - EPOCH) / pd.Timedelta(days=1)
    return np.asarray(values.astype("Float64").to_numpy(float, na_value=np.nan))


def letters(column: int) -> str:
    """`A` for 1, `AA` for 27."""
    text = ""
    while column:
        column, digit = divmod(column - 1, 26)
        text = chr(65 + digit) + text
    return text


def address(row: int, column: int) -> str:
    """`C7` for row 7, column 3."""
    return f"{letters(column)}{row}"
