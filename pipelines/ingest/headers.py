"""Where the fields of a tab stand: its header, found by the words of the vocabulary wherever it is."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.addresses import Layout
from pipelines.ingest import values, vocabulary
from pipelines.ingest.header_rows import (
    are_figures,
    header_at,
    header_rows,
    looks,
    rows_beside,
    seats_above,
    telling_of,
)
from pipelines.ingest.vocabulary import Field, Table
from pipelines.sources.grid import Grid

REQUIRED: dict[Table, tuple[str, ...]] = {
    "games": ("date", "game_no", "player", "role", "winner"),
    "players": ("player",),
    "tables": ("weight",),
    "actions": ("phase", "action"),
}
_LONG_HEADER = 10  # letters from which on a header is still known with another ending
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
    roles: Collection[str] = ()  # those of the ruleset: others are not offered for a misspelt one
    club: Mapping[str, Field] = field(
        default_factory=dict
    )  # the club's own fields, by the keys of their headers
    since: dt.date | None = None  # a date without a year is the first such day from then on
    zone: dt.tzinfo | None = None  # of the league, for moments with a zone; None is that of this machine
    layouts: list[Layout] = field(default_factory=list)
    findings: list[pd.DataFrame] = field(default_factory=list)
    typed: dict[tuple[int, str], Any] = field(
        default_factory=dict
    )  # cells of words by row, by sheet and field
    own: list[pd.DataFrame] = field(default_factory=list)
    marks: list[pd.DataFrame] = field(default_factory=list)  # neither a yes nor a no; see `marks.check`
    remarks: list[tuple[int, int, str]] = field(default_factory=list)  # sheet, seat, text
    without_number: list[int] = field(default_factory=list)  # the layouts of forms to number by their order

    def names(self, table: Table) -> Mapping[str, str]:
        """The fields of a table by the keys of their headers; of games, the club's own figures and labels too."""
        known: dict[str, str] = {}
        for group in vocabulary.ON_GAME_TABS if table == "games" else (table,):
            for text, one in vocabulary.headers(group).items():
                known.setdefault(text, self.swapped.get(one.name, one.name))
        pinned = {text: pin.field for text, pin in self.pins.items()}
        of_club = {text: one.name for text, one in self.club.items()}
        return known | pinned | of_club if table == "games" else known

    def fields(self, table: Table) -> Mapping[str, Field]:
        """The fields of a table by name, with those of the club's own."""
        return {**vocabulary.fields(table), **(self.club_fields() if table == "games" else {})}

    def club_fields(self) -> dict[str, Field]:
        """The club's own fields by name."""
        return {one.name: one for one in self.club.values()}

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


Span = tuple[int, int]  # the first and the last row of a piece of a table


def tables_of(
    grid: Grid, seen: pd.DataFrame, table: Table, reading: Reading
) -> list[tuple[Layout, list[Span]]]:
    """Where the fields of a tab's tables stand, and the rows of each: one table, or several under each other.

    A header is a row that holds many of the table's headers, of those `seen`; where it comes again as it was, the table
    goes on. What is wrong with one is a finding, and its rows are left out.
    """
    telling = telling_of(seen)
    rows = header_rows(grid, telling)
    lost = seats_above(grid, rows[0]) if rows and table == "games" else None
    if not rows or lost:
        need = ", ".join(vocabulary.fields(table)[name].header for name in REQUIRED[table])
        row, column = lost or (0, 0)
        reading.find("no-header", file=grid.file, tab=grid.tab, row=row, column=column, need=need)
        return []
    if table == "games":
        _tell_beside(grid, telling, rows, reading)
    alike = looks(telling, rows)
    first = dict(zip(reversed(alike), reversed(rows), strict=True))
    read = {look: _read_header(grid, seen, telling, row, table, reading) for look, row in first.items()}
    tops = [row + read[look][1] for look, row in zip(alike, rows, strict=True)]
    ends = [*(top - 1 for top in tops[1:]), int(grid.cells.index[-1])]
    tables: list[tuple[Layout, list[Span]]] = []
    for look, row, end in zip(alike, rows, ends, strict=True):
        layout, _, below = read[look]
        if layout and tables and tables[-1][0].columns == layout.columns:
            tables[-1][1].append((row + below, end))
        elif layout:
            tables.append((layout, [(row + below, end)]))
    return tables


def is_flat(grid: Grid, seen: pd.DataFrame) -> bool:
    """Whether a tab holds nothing but flat tables of games: each header names player and game number, once."""
    telling = telling_of(seen)
    many = telling.groupby("row")["field"].nunique()
    main = 0 if many.empty else int(str(many.idxmax()))
    if not main or not _is_of_games(grid, telling, main):  # as of most tabs of protocols
        return False
    rows = header_rows(grid, telling)
    if rows_beside(telling, rows):
        return False
    others = {look: row for look, row in zip(looks(telling, rows), rows, strict=True) if row != main}
    return all(_is_of_games(grid, telling, row) for row in others.values())


def _tell_beside(grid: Grid, telling: pd.DataFrame, rows: Sequence[int], reading: Reading) -> None:
    """Tell the headers of games beside the table, which nobody reads."""
    for row in rows_beside(telling, rows):
        columns = telling.loc[telling["row"] == row, "column"]
        _find_headers(reading, "repeated-header", grid, row, columns, _text_at(grid, row, columns))


def _is_of_games(grid: Grid, telling: pd.DataFrame, row: int) -> bool:
    """Whether a header names player and game number, and the player once."""
    named = telling.loc[telling["row"] == row, "field"].tolist()
    if named.count("player") == 1 and "game_no" in named:
        return True
    header, repeated, _ = header_at(grid, telling, row)
    return {"player", "game_no"} <= set(header["field"]) and "player" not in set(repeated["field"])


def _read_header(
    grid: Grid, seen: pd.DataFrame, telling: pd.DataFrame, main_row: int, table: Table, reading: Reading
) -> tuple[Layout | None, int, int]:
    """Where the fields stand under a header, None if something is wrong with it; how far above and below it reaches."""
    header, repeated, split = header_at(grid, telling, main_row)
    for code, wrong in (("repeated-header", repeated), ("split-header", split)):
        for row, some in wrong.groupby("row"):
            titles = _text_at(grid, int(str(row)), some["column"])
            _find_headers(reading, code, grid, int(str(row)), some["column"], titles)
    layout = _layout(grid, seen, header, main_row, table, reading)
    sound = layout if repeated.empty and split.empty else None
    return sound, int(header["row"].min()) - main_row, int(header["row"].max()) - main_row + 1


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
    named = {*columns["column"], *seen.loc[seen["row"] == main_row, "column"]}
    unread = [number for number, _ in grid.columns() if number not in named]
    return layout if _is_complete(grid, table, layout, main_row, unread, reading) else None


def is_sound(grid: Grid, seen: pd.DataFrame, layout: Layout, reading: Reading) -> bool:
    """Whether the header of one of several tables on a tab tells all that it must, once; if not, that is a finding."""
    row, columns = layout.header_row, sorted(layout.columns.values())
    titled = range(columns[0], columns[-1] + 1)
    named = seen[(seen["row"] == row) & seen["column"].isin(titled) & (seen["rank"] == 0)]
    again = telling_of(named)
    repeated = again.loc[~again["column"].isin(columns), "column"]
    if len(repeated):
        _find_headers(reading, "repeated-header", grid, row, repeated, _text_at(grid, row, repeated))
    unread = [number for number in titled if number not in {*columns, *named["column"]}]
    return _is_complete(grid, "games", layout, row, unread, reading) and not len(repeated)


def _is_complete(
    grid: Grid, table: Table, layout: Layout, row: int, unread: Sequence[int], reading: Reading
) -> bool:
    """Whether a header has what is needed; what is missing is told, and what of the unread columns it may be."""
    titles = _text_at(grid, row, pd.Series(unread, dtype="int64")).dropna()
    _near_misses(grid, table, layout, titles, reading)
    return _missing_columns(grid, table, layout, titles, reading)


def _text_at(grid: Grid, row: int, columns: pd.Series) -> pd.Series:
    """The texts of some cells of a row, by column number."""
    at, known = grid.cells.index.get_loc(row), set(grid.cells.columns)
    texts = {number: grid.cells[number].array[at] if number in known else None for number in columns.tolist()}
    return pd.Series(texts, columns.to_numpy(), dtype="object")


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
    signs = vocabulary.words("signs") if table == "games" else {}
    for number, title in titles.items():
        sign = signs.get(vocabulary.key(str(title)))
        below = (
            grid.cells[number].loc[layout.header_row + 1 :].dropna().astype("str").tolist() if sign else []
        )
        near = _nearest(vocabulary.key(str(title)), absent, 80 if len(str(title)) < _LONG_HEADER else 75)
        need = vocabulary.headers(table)[near[2]].header if near and len(str(title)) > 2 else ""
        if sign and are_figures(below):
            need = vocabulary.fields(table)[sign].header
        if need:
            told = "unread.title-like"
            titled = pd.Series([title])
            _find_headers(
                reading, "unread-cell", grid, layout.header_row, [number], titled, need=need, told=told
            )


def _nearest(text: str, known: Mapping[Any, str], least: int) -> tuple[str, float, Any] | None:
    """The known text that is most like `text`, by at `least` so many per cent, and its key."""
    from rapidfuzz import process  # late: most sheets hold no header that is not known

    return process.extractOne(text, known, score_cutoff=least)
