"""Flat tables: the rows under a header, a seat (or a player, a table, an act) each, read field by field."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from pipelines.addresses import Layout, Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.columns import Column, fill_down, keep_own_figures, read_with_errors
from pipelines.ingest.headers import REQUIRED, Reading, Span
from pipelines.ingest.merged import spread
from pipelines.ingest.vocabulary import GAME_FACTS, IDENTITY, Table
from pipelines.sources.grid import Grid
from rulesets.words import tidy

WORDS = ("kind", "winner")  # game facts that the tables hold in our own words
_OF_SEATS = frozenset(vocabulary.fields("games")) - {*IDENTITY, *GAME_FACTS, "seat"}


def rows_under(
    grid: Grid, table: Table, layout: Layout, spans: Sequence[Span], reading: Reading
) -> pd.DataFrame:
    """The rows of a table under its header, or of its pieces where that comes again, each field read."""
    sheet = len(reading.layouts)
    below = grid.cells.loc[spans[0][0] : spans[0][1]]
    if len(spans) > 1:
        below = grid.cells.loc[np.concatenate([np.arange(first, last + 1) for first, last in spans])]
    reading.layouts.append(replace(layout, unread=_unread(grid, below, layout)))
    of_seats = _OF_SEATS | {*reading.club_fields()}
    is_row = _is_row(below, grid.faults, layout, table, of_seats)
    if table == "games":
        is_total = _is_total(below, layout)
        below, is_row = (below[~is_total], is_row[~is_total]) if is_total.any() else (below, is_row)
    below = spread(grid, below, is_row, table, layout, reading)
    faulty = grid.faults[grid.faults["row"].isin(below.index)]
    carries = pd.Series(False, below.index)
    columns: dict[str, Any] = {}
    unread: dict[str, np.ndarray] = {}
    unplaced = np.zeros(len(below), "int64")
    for name, number in layout.columns.items():
        is_read = is_row
        if name in IDENTITY and table != "players" and not is_row.all():
            is_read = is_row | _carried_down(below[number], is_row, faulty[faulty["column"] == number])
            carries |= is_read & ~is_row
        column = Column.of(grid, below[number], number, sheet)
        if name in vocabulary.fields("own"):
            keep_own_figures(column, name, reading)
            continue
        known = reading.fields(table)[name]
        of_field, in_error = read_with_errors(column, known, is_read.to_numpy(), reading, faulty)
        columns.update(of_field)
        if len(in_error):
            unread[name] = np.zeros(len(below), "int64")
            unread[name][in_error] = column.codes[in_error] + 2
    if table == "games":
        unplaced = _tell_games(columns, grid, below, carries, layout, unread, reading)
        _tell_untitled(grid, below[is_row], layout, reading)
    if table == "actions":
        unplaced = fill_down(columns, (*IDENTITY, "phase"), unread)
        _missing_acts(grid, below, columns, is_row.to_numpy() & (unplaced == 0), layout, reading)
    reading.typed.update(
        {(sheet, name): below[layout.columns[name]] for name in WORDS if name in layout.columns}
    )
    if table == "actions" and not is_row.any():
        reading.find("empty-tab", file=grid.file, tab=grid.tab)
    rows = pd.DataFrame(columns | {"unplaced": unplaced.astype("int32")}, index=below.index, copy=False)
    rows = rows.drop(columns="unplaced") if table in ("players", "tables") else rows
    rows = rows if is_row.all() else rows[is_row]
    rows = rows.assign(sheet=np.int32(sheet), row=rows.index.to_numpy("int32"))
    rows = rows.assign(column=np.int16(0)) if table == "actions" else rows
    return rows.reset_index(drop=True)


def _unread(grid: Grid, below: pd.DataFrame, layout: Layout) -> tuple[tuple[Place, str], ...]:
    """The titles that nobody knows of columns that hold something."""
    known = {*layout.columns.values()}
    titles = {
        number: column.get(layout.header_row) for number, column in grid.columns() if number not in known
    }
    return tuple(
        ((layout.header_row, number), tidy(title))
        for number, title in titles.items()
        if isinstance(title, str) and tidy(title) and below[number].notna().any()
    )


def _tell_games(
    columns: dict[str, Any],
    grid: Grid,
    below: pd.DataFrame,
    carries: pd.Series,
    layout: Layout,
    unread: Mapping[str, np.ndarray],
    reading: Reading,
) -> np.ndarray:
    """Tell each seat its game: by the cells above, and by the day in the tab's name where no cell tells one.

    Returns what `fill_down` does.
    """
    date = layout.columns.get("date")
    if date is None or (layout.day and below[date].isna().all()):
        columns["date"] = pd.array(np.full(len(below), layout.day, "datetime64[s]"))
    if carries.any():
        _facts_without_player(grid, below[carries], layout, reading)
    return fill_down(columns, IDENTITY, unread)


def _tell_untitled(grid: Grid, seats: pd.DataFrame, layout: Layout, reading: Reading) -> None:
    """Columns without title between those that are read, where most of what they say of seats is figures or marks."""
    read, title = sorted(layout.columns.values()), layout.header_row
    top = (
        grid.cells.loc[title - 1 : title]
        if grid.cells.loc[title, read].isna().any()
        else grid.cells.loc[[title]]
    )
    for number, column in grid.columns():
        if number in read or not read[0] < number < read[-1] or top[number].notna().any():
            continue
        texts = {text: tidy(text) for text in column.cat.categories}
        says = seats[number].isin([text for text, said in texts.items() if not values.is_no(said)])
        is_entry = seats[number].isin([text for text, said in texts.items() if values.is_entry(said)])
        if is_entry.sum() * 2 > says.sum():
            cells = Column.of(grid, seats[number], number, -1)
            cells.found(reading, "unread-cell", np.flatnonzero(is_entry)[:1], told="unread.untitled")


def _is_row(
    below: pd.DataFrame, faults: pd.DataFrame, layout: Layout, table: Table, of_seats: Collection[str]
) -> pd.Series:
    """Which sheet rows hold a row of the table: a seat has a player, or something that only a seat has.

    A dash, a nought or an empty box in a row prepared for a seat says nothing.
    """
    filled = pd.Series(False, below.index)
    for name, number in layout.columns.items():
        if table != "games":
            filled |= below[number].notna()
        elif name == "player":
            filled |= _says(below[number], values.is_dashes)
        elif name in of_seats:
            filled |= _says(below[number], values.is_no)
    telling = [number for name, number in layout.columns.items() if table != "games" or name in of_seats]
    formulas = faults.loc[faults["column"].isin(telling), "row"]
    return filled | pd.Series(filled.index.isin(formulas), filled.index)


def _says(cells: pd.Series, says_nothing: Callable[[str], bool]) -> np.ndarray:
    """Which cells say something."""
    said = [not says_nothing(tidy(text)) for text in cells.cat.categories]
    some: np.ndarray = np.append(said, False).astype("bool")[cells.cat.codes]
    return some


def _is_total(below: pd.DataFrame, layout: Layout) -> pd.Series:
    """Which rows are sums of the seats above: they tell no role and no seat, but a word for a sum.

    It stands first, or in place of a player, or anywhere in a row without one.
    """
    of_seat = [layout.columns[name] for name in ("role", "seat") if name in layout.columns]
    may_be = below[of_seat].isna().all(axis=1)
    if not may_be.any():
        return may_be
    some = below[may_be & below.notna().any(axis=1)].astype("object")
    player = some[layout.columns["player"]]
    is_first = some.bfill(axis=1).iloc[:, 0].map(_is_word_of_total).astype("bool")
    is_somewhere = some.map(_is_word_of_total).any(axis=1) & player.isna()
    is_word = is_first | is_somewhere | player.map(_is_word_of_total).astype("bool")
    return pd.Series(below.index.isin(some.index[is_word]), below.index)


def _is_word_of_total(text: object) -> bool:
    """Whether a text is a word for a sum, or such a word and of what: Итого, Всего за игру, Разом балів."""
    if not isinstance(text, str):
        return False
    first, _, rest = tidy(text).partition(" ")
    known, what = vocabulary.words("totals"), vocabulary.words("of_totals")
    return vocabulary.key(text) in known or (
        vocabulary.key(first) in known and vocabulary.key(rest.partition(" ")[0]) in what
    )


def _carried_down(cells: pd.Series, is_row: pd.Series, faulty: pd.DataFrame) -> pd.Series:
    """The rows whose cell of this column stands for a row of the table: its own, or the next filled one above it."""
    filled = cells.notna().to_numpy() | cells.index.isin(faulty["row"])
    last = np.maximum.accumulate(np.where(filled, np.arange(len(cells)), -1))[is_row.to_numpy()]
    carried = np.zeros(len(cells), "bool")
    carried[last[last >= 0]] = True
    return pd.Series(carried, cells.index)


def _facts_without_player(grid: Grid, rows: pd.DataFrame, layout: Layout, reading: Reading) -> None:
    """Facts of a game on a line of their own above its seats: only its date, evening, table and number are read there."""
    for name in GAME_FACTS:
        if name in layout.columns:
            number = layout.columns[name]
            cells = Column.of(grid, rows[number], number, -1)
            filled = np.flatnonzero(cells.codes >= 0)
            if len(filled):
                cells.found(reading, "fact-without-player", filled)


def _missing_acts(
    grid: Grid,
    below: pd.DataFrame,
    columns: Mapping[str, Any],
    is_row: np.ndarray,
    layout: Layout,
    reading: Reading,
) -> None:
    """Rows of the log that do not tell what was done, or when."""
    for name in REQUIRED["actions"]:
        number = layout.columns[name]
        cells = Column.of(grid, below[number], number, -1)
        empty = is_row & (cells.codes < 0) & np.asarray(pd.isna(columns[name]))
        if empty.any():
            cells.found(reading, "missing-value", np.flatnonzero(empty))
