"""Merged cells of flat tables: for what a value or a header holds that is merged over several rows or columns."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from pipelines.addresses import Layout, column_letters
from pipelines.ingest import vocabulary
from pipelines.ingest.columns import Column
from pipelines.ingest.headers import Reading
from pipelines.ingest.vocabulary import GAME_FACTS, IDENTITY, Table
from pipelines.sources.grid import Grid

# What may be the same for several seats; any other value that is merged over them leaves open whose it is.
_SHARED: Final = frozenset((*IDENTITY, *GAME_FACTS, "role", "is_approved"))


def spread(
    grid: Grid, below: pd.DataFrame, is_row: pd.Series, table: Table, layout: Layout, reading: Reading
) -> pd.DataFrame:
    """The cells `below` a header with each value that is merged over several rows in all of them.

    Only rows of the table (`is_row`) get it. A value of one seat that is merged over several, and a header over several
    columns that are filled, are errors. Of cells that are merged side by side the first one has the value, which is a
    warning if there are more fields among them.
    """
    if not grid.merged:
        return below
    areas = pd.DataFrame(list(grid.merged), columns=["top", "left", "bottom", "right"])
    fields = {n: name for name, n in layout.columns.items() if name in vocabulary.fields(table)}
    _check_header(grid, below[is_row], areas, layout, sorted(fields), reading)
    areas = areas[areas["top"].isin(below.index)]
    sheet = len(reading.layouts) - 1
    spread_out = below.copy(deep=False)
    for number, some in areas[areas["left"].isin(below.columns)].groupby("left"):
        left = int(str(number))
        cells = Column.of(grid, below[left], left, sheet)
        rows, area = _rows_of(some, cells.rows)
        tops = np.searchsorted(cells.rows, some["top"])[area]
        holds = is_row.to_numpy()[rows] & (cells.codes[tops] >= 0)
        rows, tops, area = rows[holds], tops[holds], area[holds]
        names = _names(some)
        more = np.searchsorted(sorted(fields), some["right"], side="right") > np.searchsorted(
            sorted(fields), left, side="right"
        )
        _find(reading, "merged-columns", cells, rows, tops, more[area], names[area])
        if left not in fields:
            continue
        if table != "games" or fields[left] in _SHARED:
            codes = cells.codes.copy()
            codes[rows] = codes[tops]
            spread_out[left] = pd.Categorical.from_codes(codes, categories=cells.words)
        else:
            is_over_several = np.bincount(area, minlength=len(some))[area] > 1
            _find(reading, "merged-seats", cells, rows, tops, is_over_several, names[area])
    return spread_out


def _rows_of(areas: pd.DataFrame, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places among `rows` that each area goes over, and for each place the number of its area."""
    first = np.searchsorted(rows, areas["top"])
    many = np.searchsorted(rows, areas["bottom"], side="right") - first
    area = np.repeat(np.arange(len(areas)), many)
    return first[area] + np.arange(len(area)) - (np.cumsum(many) - many)[area], area


def _names(areas: pd.DataFrame) -> np.ndarray:
    """The areas as a sheet names them: E2:E21."""
    sides = (areas[name].tolist() for name in ("left", "top", "right", "bottom"))
    named = [f"{column_letters(a)}{b}:{column_letters(c)}{d}" for a, b, c, d in zip(*sides, strict=True)]
    return np.array(named, dtype="object")


def _find(
    reading: Reading,
    code: str,
    cells: Column,
    rows: np.ndarray,
    tops: np.ndarray,
    some: np.ndarray,
    names: np.ndarray,
) -> None:
    """Keep a finding in `some` of the rows, with the value of the area and its name."""
    if some.any():
        cells.found(reading, code, rows[some], cells.typed(tops[some]), cells=names[some])


def _check_header(
    grid: Grid,
    seats: pd.DataFrame,
    areas: pd.DataFrame,
    layout: Layout,
    known: Sequence[int],
    reading: Reading,
) -> None:
    """Headers that are merged over columns of which only the first is read, although others are filled."""
    wide = areas[
        (areas["right"] > areas["left"])
        & areas["left"].isin(known)
        & areas["bottom"].between(layout.header_row - 1, layout.header_row)
    ]
    for area, top, left, bottom, right in zip(
        _names(wide), *(wide[name] for name in wide.columns), strict=True
    ):
        under = grid.cells.loc[bottom + 1 : layout.header_row].notna().any()
        more = [n for n in map(int, seats.columns) if left < n <= right and n not in known and not under[n]]
        if not under[left] and seats[more].notna().any(axis=None):
            title = grid.cells.loc[top, left]
            reading.find(
                "merged-header", file=grid.file, tab=grid.tab, row=top, column=left, value=title, cells=area
            )
