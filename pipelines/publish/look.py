"""How wide and how high a new tab's cells must be for what they show."""

from textwrap import wrap

import pandas as pd

from pipelines.publish.stored import EPOCH, Stored, Table, Value

_NARROWEST, _WIDEST = 7.0, 60.0
_LETTER = 1.15  # Cyrillic letters are wider than the digits that widths are counted in
_MARGIN = 2.0
_LINE = 15  # points
_HIGHEST = 409  # points that a row may be high, in Excel


def width(stored: Stored) -> float:
    """The width of a column, in digits."""
    longest_word = max(map(len, stored.column.title.split()), default=0)
    longest_value = max((len(_shown(value, stored)) for value in stored.distinct), default=0)
    letters = max(longest_word * 1.1, longest_value)  # the header is bold
    return min(max(letters * _LETTER + _MARGIN, _NARROWEST), _WIDEST)


def header_height(table: Table) -> int:
    """The points that titles of several lines need: not every program sees to that itself."""
    lines = max(len(wrap(stored.column.title, int(width(stored) / _LETTER))) for stored in table.columns)
    return min(lines * _LINE + 6, _HIGHEST)


def row_heights(table: Table) -> list[int]:
    """The points that each row needs for its notes; 0 where one line does. Not every program sees to that itself."""
    heights = [0] * table.rows
    for stored in table.columns:
        if stored.column.kind == "note":
            letters = int(width(stored) / _LETTER)
            lines = [len(wrap(str(value), letters)) for value in stored.distinct]
            points = [min(many * _LINE, _HIGHEST) if many > 1 else 0 for many in [*lines, 0]]
            heights = [
                max(pair)
                for pair in zip(heights, (points[code] for code in stored.codes.tolist()), strict=True)
            ]
    return heights


def _shown(value: Value, stored: Stored) -> str:
    """The text that a reader sees in the cell."""
    if isinstance(value, str):
        return value
    match stored.column.kind:
        case "date":
            return f"{EPOCH + pd.Timedelta(days=value):%d.%m.%Y}"
        case "points":
            return f"{value:.2f}"
        case "percent":
            return f"{value:.1f}"
        case _:
            return f"{value:.0f}"
