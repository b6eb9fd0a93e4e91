"""A table as it shall stand on a published tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

Kind = Literal["text", "whole", "points", "percent", "date", "mark", "link"]


@dataclass(frozen=True)
class Column:
    """A column of a published tab.

    `kind` gives the look: `text`; `whole` (no decimals); `points` (two decimals); `percent` (one decimal; the
    values are already percentages, 60 shows as 60.0); `date`; `mark` (a truth value, shown as + or nothing);
    `link` (text that is a cell's address such as `'Игры'!C7` and leads there when clicked, in a workbook).
    A missing value is an empty cell.
    """

    title: str
    values: pd.Series
    kind: Kind


@dataclass(frozen=True)
class Tab:
    """A tab to publish: its name, its columns from left to right (all of one length)."""

    name: str
    columns: Sequence[Column]
