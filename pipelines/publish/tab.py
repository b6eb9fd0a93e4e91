"""A table as it shall stand on a published tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

LONGEST_NAME = 31  # letters of a tab's name, in Excel
Kind = Literal["text", "whole", "points", "percent", "date", "mark", "link"]


@dataclass(frozen=True)
class Column:
    """A column of a published tab.

    `kind` gives the look: `text`; `whole` (no decimals); `points` (two decimals); `percent` (one decimal; the
    values are already percentages, 60 shows as 60.0); `date`; `mark` (a truth value, shown as + or nothing);
    `link` (text that is a cell's address such as `'Игры'!C7` and leads there when clicked, in a workbook).
    A missing value is an empty cell. An `optional` column is left off where a tab that is there has no room for it;
    such columns are a tab's last.
    """

    title: str
    values: pd.Series
    kind: Kind
    optional: bool = False


@dataclass(frozen=True)
class Tab:
    """A tab to publish: its name, its columns from left to right (all of one length).

    `may_have` are titles of columns that are ours too, if the tab has them from an earlier time.
    """

    name: str
    columns: Sequence[Column]
    may_have: Sequence[str] = ()
