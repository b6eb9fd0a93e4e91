"""Places on a tab: cells by row and column, their names, and where the fields of a table are."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

Place = tuple[int, int]  # row and column of a cell, from 1


@dataclass(frozen=True)
class Fact:
    """What a label on a protocol tells: where it stands, where its value does, and how that reads."""

    label: Place
    value: Place
    text: str


@dataclass(frozen=True)
class Layout:
    """Where the fields of a table stand: sheet column numbers (A is 1) by field name.

    `header_row` is the last one of the header. A protocol is a table of one game; its `facts` are told by labels around
    it. `day` is the date of its games where neither a column nor a label tells it; `unread` what stands around, or as the
    title of a column, and is not read.
    """

    file: str
    tab: str
    header_row: int
    columns: Mapping[str, int]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    is_protocol: bool = False
    day: dt.date | None = None
    unread: Sequence[tuple[Place, str]] = ()


def cell_names(columns: pd.Series, rows: pd.Series) -> list[str]:
    """Addresses such as C7; an empty text where there is no cell, a row's number where there is no column."""
    letters = {number: column_letters(number) for number in columns.unique()}
    return [
        f"{letters[column]}{row or ''}" for column, row in zip(columns.tolist(), rows.tolist(), strict=True)
    ]


def column_letters(number: int) -> str:
    """The letters of a sheet column: 1 is A, 27 is AA; nothing for 0."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
