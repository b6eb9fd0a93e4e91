"""Where the fields of a tab stand: its header, found by the words of the vocabulary wherever it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from pipelines import findings, vocabulary
from pipelines.findings import Layout
from pipelines.sources.grid import Grid
from pipelines.vocabulary import Table

REQUIRED: dict[Table, tuple[str, ...]] = {
    "games": ("date", "game_no", "player", "role", "winner"),
    "players": ("player",),
    "tables": ("weight",),
    "actions": ("phase", "action"),
}
_LONGEST_HEADER = 60
_LONG_HEADER = 10  # letters from which on a header is still known with another ending


@dataclass
class Reading:
    """The tabs read so far, and what was found wrong in them."""

    language: str
    swapped: Mapping[str, str] = field(
        default_factory=dict
    )  # fields that the ruleset calls by others' headers
    layouts: list[Layout] = field(default_factory=list)
    findings: list[pd.DataFrame] = field(default_factory=list)
    typed: dict[tuple[int, str], pd.Series] = field(
        default_factory=dict
    )  # cells of words, by sheet and field

    def find(self, code: str, **places: Any) -> None:
        """Keep a finding."""
        self.findings.append(findings.found(code, self.language, **places))


def layout_of(grid: Grid, table: Table, reading: Reading) -> Layout | None:
    """Where the header stands: the row that holds the most of the table's headers."""
    names = {
        text: reading.swapped.get(known.name, known.name) for text, known in vocabulary.headers(table).items()
    }
    seen: pd.DataFrame = pd.concat(
        [_headers_in(column, number, names) for number, column in grid.columns()], ignore_index=True
    )
    if seen.empty:
        need = ", ".join(vocabulary.fields(table)[name].header for name in REQUIRED[table])
        reading.find("no-header", file=grid.file, tab=grid.tab, need=need)
        return None
    many = seen.groupby("row")["field"].nunique()
    header_row = int(many.index[many == many.max()][0])
    all_seen, seen = seen, seen[seen["row"] == header_row]
    repeated = seen[seen["field"].duplicated()]
    if len(repeated):
        titles = _text_at(grid, header_row, repeated["column"])
        _find_headers(reading, "repeated-header", grid, header_row, repeated["column"], titles)
    layout = Layout(grid.file, grid.tab, header_row, dict(zip(seen["field"], seen["column"], strict=True)))
    unread = [number for number in grid.cells.columns if number not in set(seen["column"])]
    titles = _text_at(grid, header_row, pd.Series(unread, dtype="int64")).dropna()
    split = all_seen[
        all_seen["row"].isin([header_row - 1, header_row + 1])
        & ~all_seen["column"].isin(seen["column"])
        & ~all_seen["field"].isin(seen["field"])
    ]
    for row, some in split.groupby("row"):
        _find_headers(
            reading,
            "split-header",
            grid,
            int(str(row)),
            some["column"],
            _text_at(grid, int(str(row)), some["column"]),
        )
    complete = _missing_columns(grid, table, layout, titles, reading)
    _near_misses(grid, table, layout, titles, reading)
    return layout if complete and not len(repeated) and not len(split) else None


def _headers_in(cells: pd.Series, number: int, names: Mapping[str, str]) -> pd.DataFrame:
    """The cells of a column that name fields: columns row, column, field."""
    said = cells.cat.categories
    named = said.map(lambda text: names.get(vocabulary.key(text)) if len(text) <= _LONGEST_HEADER else None)
    codes = cells.cat.codes.to_numpy()
    place = places(codes, named.notna())
    return pd.DataFrame({"row": cells.index[place], "column": number, "field": named[codes[place]]})


def places(codes: np.ndarray, some: Any) -> np.ndarray:
    """Where the codes stand for which `some` is true."""
    return np.flatnonzero(np.append(some, False)[codes])


def _text_at(grid: Grid, row: int, columns: pd.Series) -> pd.Series:
    """The texts of some cells of a row, by column number."""
    texts = pd.Series(grid.cells.loc[row].to_dict(), dtype="object")
    return texts.reindex(columns.to_numpy())


def _find_headers(
    reading: Reading, code: str, grid: Grid, row: int, columns: Any, titles: pd.Series, **values: Any
) -> None:
    reading.find(
        code,
        file=grid.file,
        tab=grid.tab,
        row=row,
        column=np.asarray(columns),
        value=titles.to_numpy(),
        **values,
    )


def _missing_columns(grid: Grid, table: Table, layout: Layout, titles: pd.Series, reading: Reading) -> bool:
    """Whether the required columns are there; each that is not is a finding at the nearest header seen."""
    missing = [name for name in REQUIRED[table] if name not in layout.columns]
    for name in missing:
        header = vocabulary.fields(table)[name].header
        near = _nearest(header, titles.to_dict(), 50)
        reading.find(
            "unknown-header",
            file=grid.file,
            tab=grid.tab,
            row=layout.header_row,
            column=near[2] if near else 0,
            value=near[0] if near else "",
            need=header,
        )
    return not missing


def _near_misses(grid: Grid, table: Table, layout: Layout, titles: pd.Series, reading: Reading) -> None:
    """Columns that nobody reads, but whose header looks like a slip in one that is missing."""
    absent = {
        text: text
        for text, known in vocabulary.headers(table).items()
        if known.name not in layout.columns and known.name not in REQUIRED[table]
    }
    for number, title in titles.items():
        near = _nearest(vocabulary.key(str(title)), absent, 80 if len(str(title)) < _LONG_HEADER else 75)
        if near and len(str(title)) > 2:
            need = vocabulary.headers(table)[near[2]].header
            _find_headers(
                reading, "unread-column", grid, layout.header_row, [number], pd.Series([title]), need=need
            )


def _nearest(text: str, known: Mapping[Any, str], least: int) -> tuple[str, float, Any] | None:
    """The known text that is most like `text`, by at `least` so many per cent, and its key."""
    from rapidfuzz import process  # late: most sheets hold no header that is not known

    return process.extractOne(text, known, score_cutoff=least)
