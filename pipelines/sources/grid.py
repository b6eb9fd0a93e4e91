"""A tab as it was read: what stands in each cell, as text, and where."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.addresses import column_letters

DAY_0 = dt.date(1899, 12, 30)  # the day that the number 0 stands for
DAY_0_OF_1904 = dt.date(1904, 1, 1)  # the same in a workbook that counts its days from 1904

TEXT_TABLES = (".csv", ".tsv")  # files of one table, in text

Area = tuple[int, int, int, int]  # merged cells: top row, left column, bottom row, right column
Ranges = Sequence[tuple[int, int]]  # the first and the last number of each
_MOST_TOLD = 5  # ranges of a kind that a message lists


@dataclass(frozen=True)
class Hidden:
    """The rows and columns that a tab does not show; those that a filter leaves out are `filtered`."""

    rows: Ranges = ()
    filtered: Ranges = ()
    columns: Ranges = ()

    def __bool__(self) -> bool:
        return bool(self.rows or self.filtered or self.columns)

    def that_hold_something(self, cells: pd.DataFrame) -> "Hidden":
        """The ranges in which one of these cells holds something."""
        if not self:
            return self
        is_filled = cells.notna().to_numpy()
        rows = np.flatnonzero(is_filled.any(axis=1)) + 1
        columns = np.array([int(str(name)) for name in cells.columns])[is_filled.any(axis=0)]
        return Hidden(_met(self.rows, rows), _met(self.filtered, rows), _met(self.columns, columns))

    def say(self, language: str) -> str:
        """The ranges in words: rows 12-21, column F."""
        told = {name: getattr(self, name) for name in ("rows", "filtered", "columns")}
        return ", ".join(
            texts.say(f"hidden.{name}", language, ranges=_told(ranges, in_letters=name == "columns"))
            for name, ranges in told.items()
            if ranges
        )


NOTHING_HIDDEN = Hidden()


@dataclass(frozen=True)
class Grid:
    """The cells of one tab.

    `cells` has one categorical column of text for each sheet column, named by its number (A is 1), and one
    row for each sheet row, its index the row's number as the sheet shows it. An empty cell (or one of nothing
    but white space) is missing. What is no text stands as text: a number as its shortest decimal form (`7`,
    `0.3`), a date as `2023-09-01` (with ` 19:30:00` if it has a time), a truth value as `TRUE` or `FALSE`,
    an error as the sheet shows it (`#N/A`).

    `faults` lists the cells that hold no value to trust: columns `row`, `column`, `kind` (`error`: an error
    value; `formula`: a formula that was never calculated, so the file holds no value) and `text` (`#N/A`, or
    the formula). A formula without value is empty in `cells`.

    `hidden` tells what of all this the sheet does not show. `day_0` is the day that a number 0 stands for: a number
    that was a date before it lost its format counts from there. `merged` are the areas of merged cells; the value of
    one is in its top left cell.
    """

    file: str
    tab: str
    cells: pd.DataFrame
    faults: pd.DataFrame
    hidden: Hidden = NOTHING_HIDDEN
    day_0: dt.date = DAY_0
    merged: Sequence[Area] = ()

    def columns(self) -> Iterator[tuple[int, pd.Series]]:
        """Each column of cells with its number."""
        return ((int(str(number)), column) for number, column in self.cells.items())


class Source(Protocol):
    """Where the games are: a workbook, a Google spreadsheet, a folder of tables."""

    name: str

    def tabs(self) -> list[str]:
        """The names of the tabs, in their order, hidden ones too."""

    def read(self, tab: str) -> Grid:
        """One tab. Raises SourceFault if it cannot be read."""


def _met(ranges: Ranges, numbers: np.ndarray) -> Ranges:
    """The ranges in which one of the numbers, which are in order, lies; those that follow on each other are one."""
    joined: list[tuple[int, int]] = []
    for first, last in ranges:
        follows = bool(joined) and joined[-1][1] == first - 1
        joined.append((joined.pop()[0] if follows else first, last))
    bounds = np.array(joined, dtype=np.int64).reshape(-1, 2)
    holds = np.searchsorted(numbers, bounds[:, 0]) < np.searchsorted(numbers, bounds[:, 1], side="right")
    return tuple((int(first), int(last)) for first, last in bounds[holds])


def _told(ranges: Ranges, *, in_letters: bool) -> str:
    """The first few ranges, as 12-21, 30 or as F-G, X."""
    shown = [[column_letters(number) if in_letters else str(number) for number in one] for one in ranges]
    listed = ["\u2013".join(dict.fromkeys(one)) for one in shown[:_MOST_TOLD]]
    return ", ".join(listed + ["\u2026"] * (len(shown) > _MOST_TOLD))
