"""Values as a workbook stores them, and the addresses of cells."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from pipelines.publish.tab import Column, Tab
from pipelines.publish.xlsx.ooxml import DamagedError

Value = str | float  # a number, or a date's serial number, is a float
EPOCH = pd.Timestamp("1899-12-30")  # day 0 of the serial numbers
LONGEST_TEXT = 32_767  # Excel calls a file with a longer text damaged

_ESCAPED = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def escaped(text: str) -> str:
    """`text` with the characters that XML cannot hold written as the format does, `_x0007_`."""
    return _ESCAPED.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(text: str) -> str:
    """The text that `escaped` wrote."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def risky(text: str) -> bool:
    """Whether a program may take the text for a formula once somebody edits its cell."""
    return text.startswith(("=", "+", "-", "@", "'"))


def edged(text: str) -> bool:
    """Whether the text has white space that XML readers of sheets drop unless told otherwise."""
    return text != text.strip() or "\n" in text


def digits(number: float) -> str:
    """The shortest text that is exactly this number."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


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
    return Table(name, columns, tab.may_have)


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
    texts = [_fitted(str(value)) for value in distinct]
    empty = [place for place, text in enumerate(texts) if not text]
    return Stored(column, np.where(np.isin(codes, empty), -1, codes), texts)


def _numbers(column: Column) -> npt.NDArray[np.float64]:
    values = column.values  # noqa: PD011 — our own attribute, a series
    if column.kind == "date":
        values = (pd.to_datetime(values) - EPOCH) / pd.Timedelta(days=1)
    return np.asarray(values.astype("Float64").to_numpy(float, na_value=np.nan))


def _fitted(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


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


@functools.cache
def _number(column_letters: str) -> int:
    return functools.reduce(lambda number, letter: number * 26 + ord(letter) - 64, column_letters.upper(), 0)


def position(text: str) -> tuple[int, int]:
    """Row and column of an address such as `C7` or `$C$7`. Raises DamagedError if it is none."""
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise DamagedError(text)
    return int(found[2]), _number(found[1])


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, its edges included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, text: str) -> Self:
        """The area that `A1:C7`, or the cell that `A1`, names. Raises DamagedError if it is neither."""
        first, _, last = text.partition(":")
        return cls(*position(first), *position(last or first))

    def __str__(self) -> str:
        return f"{address(self.top, self.left)}:{address(self.bottom, self.right)}"

    def __or__(self, other: "Area") -> "Area":
        return Area(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def __contains__(self, other: "Area") -> bool:
        return self | other == self

    def touches(self, other: "Area") -> bool:
        """Whether the two have a cell in common."""
        apart = self.bottom < other.top or other.bottom < self.top
        return not (apart or self.right < other.left or other.right < self.left)
