"""A tab as it was read: what stands in each cell, as text, and where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pandas as pd


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
    """

    file: str
    tab: str
    cells: pd.DataFrame
    faults: pd.DataFrame

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
