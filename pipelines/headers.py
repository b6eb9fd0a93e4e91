"""Where the fields of a tab stand: its header, found by the words of the vocabulary wherever it is."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from pipelines import findings, values, vocabulary
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
_SIGNS = frozenset(map(vocabulary.key, ("№", "#", "No", "Номер")))  # they count rows as often as seats
_REMARK = re.compile(r"\s*[(\[].*|\?+\s*$", re.DOTALL)
_SEVERAL = 3  # fields from which on a row is a header
_LEAST_SEATS = 7  # of a game
_SOME_DAY = dt.date(2000, 1, 1)


@dataclass(frozen=True)
class Pin:
    """What the league file says of a label: the field that it names, and on which side of it the value stands."""

    field: str
    value: str = ""  # right, below; empty: whichever has one


@dataclass
class Reading:
    """The tabs read so far, and what was found wrong in them."""

    language: str
    swapped: Mapping[str, str] = field(
        default_factory=dict
    )  # fields that the ruleset calls by others' headers
    pins: Mapping[str, Pin] = field(default_factory=dict)  # what the league says of labels, by their keys
    since: dt.date | None = None  # a date without a year is the first such day from then on
    layouts: list[Layout] = field(default_factory=list)
    findings: list[pd.DataFrame] = field(default_factory=list)
    typed: dict[tuple[int, str], Any] = field(
        default_factory=dict
    )  # cells of words by row, by sheet and field
    own: list[pd.DataFrame] = field(default_factory=list)
    remarks: list[tuple[int, int, str]] = field(default_factory=list)  # sheet, seat, text

    def names(self, table: Table) -> Mapping[str, str]:
        """The fields of a table by the keys of their headers; of games, the club's own figures and labels too."""
        known: dict[str, str] = {}
        for group in (table, "own", "aside") if table == "games" else (table,):
            known |= {
                text: self.swapped.get(one.name, one.name) for text, one in vocabulary.headers(group).items()
            }
        return known | {text: pin.field for text, pin in self.pins.items() if table == "games"}

    def own_figures(self) -> pd.DataFrame:
        """What the club reckoned itself, of all tabs."""
        columns = ["sheet", "row", "name", "figure", "at_row", "at_column"]
        return pd.concat(self.own, ignore_index=True) if self.own else pd.DataFrame(columns=columns)

    def all_remarks(self) -> pd.DataFrame:
        """What judges remarked under protocols: sheet, seat, text."""
        return pd.DataFrame(self.remarks, columns=["sheet", "seat", "text"])

    def find(self, code: str, **places: Any) -> None:
        """Keep a finding."""
        self.findings.append(findings.found(code, self.language, **places))


def header_cells(grid: Grid, table: Table, reading: Reading) -> pd.DataFrame:
    """The cells of a tab that name fields of a table: columns row, column, field, rank.

    A cell of a higher rank gives way to one of a lower that names the same field in its row.
    """
    names = reading.names(table)
    return pd.concat(
        [_headers_in(column, number, names) for number, column in grid.columns()], ignore_index=True
    )


def _headers_in(cells: pd.Series, number: int, names: Mapping[str, str]) -> pd.DataFrame:
    said = [_named(text, names) for text in cells.cat.categories]
    codes = cells.cat.codes.to_numpy()
    place = places(codes, [name is not None for name, _ in said])
    fields, ranks = (
        np.array([name for name, _ in said], "object"),
        np.array([rank for _, rank in said], "int64"),
    )
    at = codes[place]
    return pd.DataFrame({"row": cells.index[place], "column": number, "field": fields[at], "rank": ranks[at]})


def _named(text: str, names: Mapping[str, str]) -> tuple[str | None, int]:
    """The field that a text names, and its rank: 0, 1 for a bare sign of a number, 2 with a remark in brackets."""
    if len(text) > _LONGEST_HEADER:
        return None, 0
    key = vocabulary.key(text)
    if name := names.get(key):
        return name, int(key in _SIGNS)
    bare = _REMARK.sub("", text) if _REMARK.search(text) else ""
    return (names.get(vocabulary.key(bare)), 2) if bare else (None, 0)


def tables_of(grid: Grid, seen: pd.DataFrame, table: Table, reading: Reading) -> list[tuple[Layout, int]]:
    """Where the fields of a tab's tables stand, each with its last row: one table, or several under each other.

    A header is a row that holds many of the table's headers, of those `seen`. What is wrong with one is a finding, and
    its table is left out.
    """
    telling = _telling(seen)
    rows = _header_rows(grid, telling)
    if not rows or _has_rows_above(grid, rows[0], table):
        need = ", ".join(vocabulary.fields(table)[name].header for name in REQUIRED[table])
        reading.find("no-header", file=grid.file, tab=grid.tab, need=need)
        return []
    headers = [_sound_header(grid, telling, row, reading) for row in rows]
    ends = [int(header["row"].min()) - 1 for header, _ in headers[1:]] + [int(grid.cells.index[-1])]
    made = [
        (_layout(grid, seen, header, row, table, reading), is_sound, end)
        for (header, is_sound), row, end in zip(headers, rows, ends, strict=True)
    ]
    return [(layout, end) for layout, is_sound, end in made if layout and is_sound]


def _header_rows(grid: Grid, telling: pd.DataFrame) -> list[int]:
    """The rows that are headers: that with the most fields, and others with several under or above it.

    Of two rows that share no field the second may be the second part of the first.
    """
    by_row = {int(str(row)): some for row, some in telling.groupby("row")}
    fields = {row: set(some["field"]) for row, some in by_row.items()}
    if not fields:
        return []
    main = max(fields, key=lambda row: (len(fields[row]), -row))
    first, last = by_row[main]["column"].min(), by_row[main]["column"].max()
    rows: list[int] = []
    for row in sorted(fields):
        is_over = by_row[row]["column"].between(first, last)
        several = len(fields[row]) >= min(_SEVERAL, len(fields[main])) and len(fields[main]) > 1
        if row != main and not (several and is_over.sum() > 1 and not _are_labels(grid, row, by_row[row])):
            continue
        if rows and row - rows[-1] == 1 and not fields[row] & fields[rows[-1]]:
            rows[-1] = max(rows[-1], row, key=lambda one: len(fields[one]))
        else:
            rows.append(row)
    return rows


def _are_labels(grid: Grid, row: int, named: pd.DataFrame) -> bool:
    """Whether most words of a row have their value beside them, and none under them, as labels do."""
    columns = set(named["column"])
    cells = grid.cells
    under = row + 1 if row + 1 in cells.index else row
    beside = [
        number + 1 in cells.columns
        and number + 1 not in columns
        and pd.notna(cells.loc[row, number + 1])
        and pd.isna(cells.loc[under, number])
        for number in columns
    ]
    return sum(map(bool, beside)) * 2 > len(beside)


def _has_rows_above(grid: Grid, row: int, table: Table) -> bool:
    """Whether a game's seats stand above the first header, under one that nobody knows."""
    if table != "games" or row <= _LEAST_SEATS:
        return False
    above = grid.cells.loc[: row - 1]
    roles = vocabulary.words("roles")
    is_role = [
        column.isin([word for word in column.cat.categories if vocabulary.key(word) in roles])
        for _, column in above.items()
    ]
    return int(np.logical_or.reduce(is_role).sum()) >= _LEAST_SEATS


def is_flat(grid: Grid, seen: pd.DataFrame) -> bool:
    """Whether a tab holds nothing but flat tables of games: each header names player and game number, once."""
    telling = _telling(seen)
    many = telling.groupby("row")["field"].nunique()
    if many.empty or not _is_of_games(grid, telling, int(many.idxmax())):  # as of most tabs of protocols
        return False
    return all(_is_of_games(grid, telling, row) for row in _header_rows(grid, telling))


def _is_of_games(grid: Grid, telling: pd.DataFrame, row: int) -> bool:
    """Whether a header names player and game number, and the player once."""
    header, repeated, _ = _header_at(grid, telling, row)
    return {"player", "game_no"} <= set(header["field"]) and "player" not in set(repeated["field"])


def _telling(seen: pd.DataFrame) -> pd.DataFrame:
    """The cells that name facts, and not what is reckoned or remarked beside them."""
    return seen[~seen["field"].isin([*vocabulary.fields("own"), *vocabulary.fields("aside")])]


def _sound_header(
    grid: Grid, telling: pd.DataFrame, main_row: int, reading: Reading
) -> tuple[pd.DataFrame, bool]:
    """The cells of a header, and whether they tell each field once, in one way; if not, that is a finding."""
    header, repeated, split = _header_at(grid, telling, main_row)
    for code, wrong in (("repeated-header", repeated), ("split-header", split)):
        for row, some in wrong.groupby("row"):
            titles = _text_at(grid, int(str(row)), some["column"])
            _find_headers(reading, code, grid, int(str(row)), some["column"], titles)
    return header, repeated.empty and split.empty


def _header_at(
    grid: Grid, telling: pd.DataFrame, main_row: int
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The cells of a header, which may be in two rows; those that name a field again, and those that may be a value."""
    header = telling[telling["row"] == main_row]
    header = _of_one_table(header[header["rank"] == header.groupby("field")["rank"].transform("min")])
    beside = telling[
        telling["row"].isin([main_row - 1, main_row + 1])
        & (telling["rank"] == 0)
        & ~telling["column"].isin(header["column"])
        & ~telling["field"].isin(header["field"])
    ]
    is_second = (
        beside["row"].map(lambda row: _is_of_header(grid, row, main_row, header, beside)).astype("bool")
    )
    is_repeated = header["field"].duplicated()
    both = pd.concat([header[~is_repeated], beside[is_second]]).drop_duplicates("field")
    return both, header[is_repeated], beside[~is_second]


def _of_one_table(header: pd.DataFrame) -> pd.DataFrame:
    """The header of the games, without that of another table right or left of it, such as standings.

    A blank column is between them, and both name the player; the other one tells no role.
    """
    if (header["field"] == "player").sum() < 2:
        return header
    columns = header["column"].sort_values()
    part = (columns.diff() > 1).cumsum().reindex(header.index)
    tells_role = (header["field"] == "role").groupby(part).transform("any")
    names_player = (header["field"] == "player").groupby(part).transform("any")
    return header[tells_role | ~names_player]


def _is_of_header(grid: Grid, row: int, main_row: int, header: pd.DataFrame, beside: pd.DataFrame) -> bool:
    """Whether a row beside the header's main row is its second one: each column is named in one of the two alone."""
    if row > main_row:
        return bool(grid.cells.loc[row, header["column"].tolist()].isna().all())
    named = beside[beside["row"] == row]
    is_apart = bool(grid.cells.loc[main_row, named["column"].tolist()].isna().all())
    return is_apart and not _are_labels(grid, row, named)


def _layout(
    grid: Grid, seen: pd.DataFrame, header: pd.DataFrame, main_row: int, table: Table, reading: Reading
) -> Layout | None:
    """Where the fields stand under a header; None if some that are needed are not there."""
    own = seen[
        (seen["row"] == main_row)
        & seen["field"].isin(vocabulary.fields("own"))
        & ~seen["column"].isin(header["column"])
    ]
    columns = pd.concat([header, own]).drop_duplicates("field")
    where = dict(zip(columns["field"], columns["column"], strict=True))
    day = values.day_in(grid.tab, reading.since) if table == "games" else None
    layout = Layout(grid.file, grid.tab, int(header["row"].max()), where, day=day)
    known = {*columns["column"], *seen.loc[seen["row"] == main_row, "column"]}
    unread = [number for number in grid.cells.columns if number not in known]
    titles = _text_at(grid, main_row, pd.Series(unread, dtype="int64")).dropna()
    complete = _missing_columns(grid, table, layout, titles, reading)
    _near_misses(grid, table, layout, titles, reading)
    return layout if complete else None


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
    if "date" in missing and layout.day:
        missing.remove("date")
    for name in missing:
        if name == "date" and values.day_in(grid.tab, _SOME_DAY):
            reading.find("tab-without-year", file=grid.file, tab=grid.tab, value=grid.tab)
            continue
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
