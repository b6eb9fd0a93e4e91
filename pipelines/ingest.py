"""Grids to the canonical tables: read each column under its header, tell the games apart."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import union_categoricals

from pipelines import findings, texts, values, vocabulary
from pipelines.errors import LeagueFault
from pipelines.findings import Layout
from pipelines.headers import REQUIRED, Reading, layout_of, places
from pipelines.league import League, is_named
from pipelines.sources.grid import Grid, Source
from pipelines.vocabulary import Field, Table
from rulesets.words import fold

IDENTITY = ("date", "evening", "table", "game_no")  # from the coarsest to the finest
GAME_FACTS = ("club", "kind", "judge", "tournament", "stage", "winner", "weight_typed")
_EVIDENCE = ("role", "is_first_kill", "best_move", "bonus_typed", "penalty_typed", "reason", "removal")
_FAULTS = {"error": "cell-error", "formula": "formula-without-value"}  # findings, by kinds of a grid's faults
_WORDS = ("kind", "winner")  # game facts that the tables hold in our own words


@dataclass(frozen=True)
class Sheets:
    """What a league's sheets hold.

    `seats`, `players`, `tables`, `actions` are the canonical tables; each row of them tells its `sheet`
    (an index into `layouts`) and sheet `row`.
    """

    seats: pd.DataFrame
    players: pd.DataFrame
    tables: pd.DataFrame
    actions: pd.DataFrame
    layouts: Sequence[Layout]
    findings: pd.DataFrame


def ingest(sources: Sequence[Source], league: League, needed: Collection[str] = ()) -> Sheets:
    """Read all tabs that the league names.

    `needed` are the seat columns that the ruleset needs: a header that means one thing to one ruleset and another to
    another is what is needed.

    Raises LeagueFault for a tab that is not there, SourceFault for a file that cannot be read.
    """
    swapped = {"best_move": "is_fine_move"} if "is_fine_move" in needed and "named_1" not in needed else {}
    reading = Reading(league.language, swapped)
    wanted = league.source
    games = [tab for pattern in wanted.games for tab in _matching(sources, pattern, league.is_games_tab)]
    seats = _games(_tables(games, "games", reading), league, reading)
    players = _tables(_matching(sources, wanted.players, is_named), "players", reading)
    tables = _tables(_matching(sources, wanted.tables, is_named), "tables", reading)
    logs = [tab for pattern in wanted.actions for tab in _matching(sources, pattern, is_named)]
    actions = _tables(logs, "actions", reading)
    found = _with_games(findings.all_of(reading.findings), seats, reading.layouts)
    return Sheets(seats, players, tables, actions, reading.layouts, found)


def _matching(
    sources: Sequence[Source], name: str | None, matches: Callable[[str, str], bool]
) -> list[tuple[Source, str]]:
    """The tabs that the league file means by a name. Raises LeagueFault if there are none."""
    tabs = [(source, tab) for source in sources for tab in source.tabs()]
    found = [(source, tab) for source, tab in tabs if name is not None and matches(tab, name)]
    if name is not None and not found:
        files = ", ".join(source.name for source in sources)
        raise LeagueFault("no-such-tab", tab=name, file=files, tabs=", ".join(tab for _, tab in tabs))
    return found


def _tables(tabs: Sequence[tuple[Source, str]], table: Table, reading: Reading) -> pd.DataFrame:
    """The rows of some tabs, one under the other; a tab that is named twice is read once."""
    frames = [_rows(source.read(tab), table, reading) for source, tab in dict.fromkeys(tabs)]
    return _stacked([frame for frame in frames if frame is not None], table)


def _rows(grid: Grid, table: Table, reading: Reading) -> pd.DataFrame | None:
    """The rows of one tab under its header, each field read; None if the tab is empty or has no header."""
    if grid.cells.empty:
        reading.find("empty-tab", file=grid.file, tab=grid.tab)
        return None
    layout = layout_of(grid, table, reading)
    if layout is None:
        return None
    sheet = len(reading.layouts)
    reading.layouts.append(layout)
    below = grid.cells.loc[layout.header_row + 1 :]
    faulty = grid.faults[grid.faults["row"] > layout.header_row]
    is_row = _is_row(below, layout, table, faulty)
    carries = pd.Series(False, below.index)
    columns: dict[str, Any] = {}
    for name, number in layout.columns.items():
        is_read = is_row
        if name in IDENTITY and table != "players" and not is_row.all():
            is_read = is_row | _carried_down(below[number], is_row, faulty[faulty["column"] == number])
            carries |= is_read & ~is_row
        columns.update(
            _column(below[number], vocabulary.fields(table)[name], is_read, layout, reading, faulty)
        )
    if table == "games" and carries.any():
        _facts_without_player(below[carries], layout, reading)
    if table == "games":
        _fill_down(columns, IDENTITY)
    if table == "actions":
        unread = np.asarray(pd.isna(columns["phase"])) & below[layout.columns["phase"]].notna().to_numpy()
        _fill_down(columns, (*IDENTITY, "phase"))
        columns["phase"] = pd.Series(columns["phase"]).mask(unread).array
        _missing_acts(below, columns, is_row, layout, reading)
    reading.typed.update(
        {(sheet, name): below[layout.columns[name]] for name in _WORDS if name in layout.columns}
    )
    if table == "actions" and not is_row.any():
        reading.find("empty-tab", file=grid.file, tab=grid.tab)
    rows = pd.DataFrame(columns, index=below.index, copy=False)
    rows = rows if is_row.all() else rows[is_row]
    return rows.assign(sheet=np.int16(sheet), row=rows.index.to_numpy("int32")).reset_index(drop=True)


def _is_row(below: pd.DataFrame, layout: Layout, table: Table, faulty: pd.DataFrame) -> pd.Series:
    """Which sheet rows hold a row of the table: a seat has a player, or something that only a seat has."""
    if table == "games":
        telling: Sequence[str] = ("player", *_EVIDENCE)
    else:
        telling = tuple(layout.columns)
    columns = [layout.columns[name] for name in telling if name in layout.columns]
    filled = below[columns].notna().any(axis=1)
    formulas = faulty.loc[faulty["column"].isin(columns), "row"]
    return filled | pd.Series(filled.index.isin(formulas), filled.index)


def _carried_down(cells: pd.Series, is_row: pd.Series, faulty: pd.DataFrame) -> pd.Series:
    """The rows whose cell of this column stands for a row of the table: its own, or the next filled one above it."""
    filled = cells.notna().to_numpy() | cells.index.isin(faulty["row"])
    last = np.maximum.accumulate(np.where(filled, np.arange(len(cells)), -1))[is_row.to_numpy()]
    carried = np.zeros(len(cells), "bool")
    carried[last[last >= 0]] = True
    return pd.Series(carried, cells.index)


def _facts_without_player(rows: pd.DataFrame, layout: Layout, reading: Reading) -> None:
    """Facts of a game on a line of their own above its seats: only its date, evening, table and number are read there."""
    for name in GAME_FACTS:
        if name in layout.columns:
            cells = rows[layout.columns[name]].dropna()
            if len(cells):
                numbers = cells.index.to_numpy()
                _find_cells(reading, "fact-without-player", layout, numbers, layout.columns[name], cells)


def _column(
    cells: pd.Series,
    known: Field,
    is_read: pd.Series,
    layout: Layout,
    reading: Reading,
    faulty: pd.DataFrame,
) -> dict[str, Any]:
    """Read one field; what is not understood becomes a finding, and is missing from then on."""
    number = layout.columns[known.name]
    codes = cells.cat.codes.to_numpy()
    read = values.read(known.kind, known.name, cells.cat.categories)
    here = faulty[(faulty["column"] == number) & faulty["row"].isin(is_read.index[is_read])]
    for kind in here["kind"].unique():
        some = here[here["kind"] == kind]
        _find_cells(reading, _FAULTS[kind], layout, some["row"].to_numpy(), number, some["text"])
    wrong = places(codes, read.wrong)
    wrong = wrong[is_read.to_numpy()[wrong] & ~cells.index[wrong].isin(here["row"])]
    if len(wrong):
        expected = _examples(known.kind, reading.language)
        rows, said = cells.index[wrong].to_numpy(), cells.iloc[wrong]
        _find_cells(reading, read.code, layout, rows, number, said, expected=expected)
    return {name: _taken(array, codes) for name, array in read.columns.items()}


def _examples(kind: str, language: str) -> str:
    """The words that a field of this kind may hold, one for each meaning."""
    group = values.SINGULAR.get(kind)
    return (
        ", ".join(texts.say(f"{group}.{one}", language).lower() for one in vocabulary.meanings(kind))
        if group
        else ""
    )


def _find_cells(
    reading: Reading,
    code: str,
    layout: Layout,
    rows: np.ndarray,
    column: int,
    said: pd.Series,
    **values: Any,
) -> None:
    reading.find(
        code,
        file=layout.file,
        tab=layout.tab,
        row=rows,
        column=column,
        value=said.astype("object").to_numpy(),
        **values,
    )


def _taken(array: Any, codes: np.ndarray) -> Any:
    """The value of each code; -1 takes the last one, that of an empty cell."""
    return array[codes] if isinstance(array, np.ndarray) else array.take(codes)


def _missing_acts(
    below: pd.DataFrame, columns: Mapping[str, Any], is_row: pd.Series, layout: Layout, reading: Reading
) -> None:
    """Rows of the log that do not tell what was done, or when."""
    for name in REQUIRED["actions"]:
        cells = below[layout.columns[name]]
        empty = is_row & cells.isna() & np.asarray(pd.isna(columns[name]))
        if empty.any():
            numbers = below.index[empty].to_numpy()
            _find_cells(reading, "missing-value", layout, numbers, layout.columns[name], cells[empty])


def _fill_down(columns: dict[str, Any], order: Sequence[str]) -> None:
    """Carry date, evening, table and game number (of acts, the phase too) down to the rows that leave them empty.

    An empty cell takes the value above it, until a coarser one of them changes.
    """
    block = None
    names = [name for name in order if name in columns]
    if not any(pd.isna(columns[name]).any() for name in names):
        return
    for name in names:
        column = pd.Series(columns[name])
        if column.isna().any():
            column = column.ffill() if block is None else column.groupby(block).ffill()
            columns[name] = column.array
        codes = pd.Series(pd.factorize(column)[0])
        changed = codes != codes.shift()
        block = (changed if block is None else changed | (block != block.shift())).cumsum()


def _stacked(frames: Sequence[pd.DataFrame], table: Table) -> pd.DataFrame:
    """The tabs' rows under each other; a column that a tab lacks is empty there."""
    frames = frames or [pd.DataFrame(blank(table, 0)).assign(sheet=np.int16(), row=np.int32())]
    names = dict.fromkeys(name for frame in frames for name in frame.columns)
    if table != "games":  # the seats get theirs after they are sorted: they are many
        names = dict.fromkeys([*blank(table, 0), *names])
    blanks = [blank(table, len(frame), set(names) - set(frame.columns)) for frame in frames]
    return pd.DataFrame(
        {
            name: _together(
                [
                    frame[name].array if name in frame else no[name]
                    for frame, no in zip(frames, blanks, strict=True)
                ]
            )
            for name in names
        }
    )


def _together(parts: Sequence[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    if isinstance(parts[0].dtype, pd.CategoricalDtype):
        return union_categoricals(list(parts))
    return pd.concat([pd.Series(part) for part in parts], ignore_index=True).array


def blank(table: Table, rows: int, only: Collection[str] | None = None) -> dict[str, Any]:
    """All columns of a table, or `only` some, with nothing in any of so many rows."""
    empty = np.full(rows, -1)
    return {
        name: _taken(array, empty)
        for field_name, known in vocabulary.fields(table).items()
        for name, array in values.nothing(known.kind, field_name).columns.items()
        if only is None or name in only
    }


# --- games


def _games(rows: pd.DataFrame, league: League, reading: Reading) -> pd.DataFrame:
    """The seats in order of play, each with its game, and the game's facts on every seat of it."""
    rows = rows.assign(**blank("games", len(rows), set(IDENTITY) - set(rows.columns)))
    for name, known in vocabulary.fields("games").items():
        if known.kind in ("text", "name") and name in rows:
            column = _same_words(rows[name].array) if name in GAME_FACTS else rows[name].array
            rows[name] = _orderly(column, natural=name in IDENTITY)
    rows = _in_order_of_play(rows)
    for name in GAME_FACTS:
        if name in rows:
            rows[name] = _on_all_seats(rows, name, reading)
    absent = {name for name in blank("games", 0) if name not in rows}
    rows = rows.assign(**blank("games", len(rows), absent))
    for name in ("club", "kind"):
        rows[name] = _with_default(rows[name], getattr(league.source, name))
    return rows


def _same_words(column: pd.Categorical) -> pd.Categorical:
    """The column with spellings that look the same, as 4М with a Latin and a Cyrillic М, under the most frequent one."""
    many = np.bincount(column.codes + 1, minlength=len(column.categories) + 1)[1:]
    said = pd.DataFrame({"text": column.categories.astype("object"), "many": many})
    said["key"] = said["text"].map(lambda text: " ".join(map(fold, text.split(" "))))
    chosen = (
        said.sort_values(["many", "text"], ascending=[False, True]).drop_duplicates("key").set_index("key")
    )
    meant = pd.Categorical(said["key"].map(chosen["text"]))
    return pd.Categorical.from_codes(np.append(meant.codes, -1)[column.codes], categories=meant.categories)


def _orderly(column: pd.Categorical, *, natural: bool) -> pd.Categorical:
    """The categories that occur, in the order of the alphabet; with `natural`, 2 before 10."""
    said = column.categories.astype("str")
    rank = said.str.replace(r"\d+", lambda number: number[0].zfill(12), regex=True) if natural else said
    used = np.flatnonzero(np.bincount(column.codes + 1, minlength=len(said) + 1)[1:])
    order = used[np.argsort(rank.to_numpy("object")[used], kind="stable")]
    codes = np.full(len(said) + 1, -1, column.codes.dtype)
    codes[order] = np.arange(len(order))
    return pd.Categorical.from_codes(codes[column.codes], categories=said[order])


def _in_order_of_play(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows by date, evening, table, game number, seat and player, with the number of each one's `game`.

    Sums that follow add up in this order, so that the order of the sheets' rows cannot change a digit.
    """
    keys = [_codes(rows[name]) for name in (*IDENTITY, "seat", "player") if name in rows]
    if not _are_in_order(keys):
        order = np.lexsort([*keys[::-1]])
        rows = rows.take(order).reset_index(drop=True)
        keys = [key[order] for key in keys]
    new = np.zeros(len(rows), "bool")
    for key in keys[: len(IDENTITY)]:
        new[1:] |= key[1:] != key[:-1]
    return rows.assign(game=np.cumsum(new, dtype="int32"))


def _are_in_order(keys: Sequence[np.ndarray]) -> bool:
    """Whether each row follows the one above by the first key, then the second, and so on."""
    equal = np.full(len(keys[0]), True)[1:]  # by the keys until now
    for key in keys:
        if (equal & (key[1:] < key[:-1])).any():
            return False
        equal &= key[1:] == key[:-1]
    return True


def _codes(column: pd.Series) -> np.ndarray:
    """Whole numbers that order a column; a missing value comes first."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return column.cat.codes.to_numpy()
    if column.dtype.kind == "M":
        return column.to_numpy("datetime64[s]").astype("int64")
    return column.to_numpy("int64", na_value=-1)


def _on_all_seats(rows: pd.DataFrame, name: str, reading: Reading) -> Any:
    """A game's fact on each of its seats, wherever in the game it was typed; two different ones are a finding."""
    column = rows[name]
    categorical = isinstance(column.dtype, pd.CategoricalDtype)
    codes, known = (column.cat.codes.to_numpy(), None) if categorical else pd.factorize(column)
    if (codes < 0).all():
        return column.array
    starts = np.flatnonzero(np.diff(rows["game"], prepend=-1))
    most = np.maximum.reduceat(codes, starts)
    least = np.minimum.reduceat(np.where(codes < 0, most.max(), codes), starts)
    clash = (least < most) & (most >= 0)
    if clash.any():
        in_clash = rows[clash[rows["game"]] & (codes >= 0)]
        first = in_clash.drop_duplicates("game").set_index("game")
        is_other = in_clash[name].astype("object") != in_clash["game"].map(first[name].astype("object"))
        other = in_clash[is_other].drop_duplicates("game")
        found_first = _as_typed(reading, first.loc[other["game"]], name)
        places = seat_places(other, name, reading.layouts)
        reading.find("conflicting-game", **places, value=_as_typed(reading, other, name), first=found_first)
    of_seats = most[rows["game"]]
    if known is None:
        return pd.Categorical.from_codes(of_seats, categories=column.cat.categories)
    return np.append(known, np.nan)[of_seats]


def _as_typed(reading: Reading, seats: pd.DataFrame, name: str) -> pd.Series:
    """What stands in the cells of a field of some seats."""
    cells = zip(seats["sheet"], seats["row"], seats[name], strict=True)
    return pd.Series(
        [reading.typed[sheet, name][row] if name in _WORDS else value for sheet, row, value in cells]
    )


def seat_places(seats: pd.DataFrame, name: str, layouts: Sequence[Layout]) -> dict[str, Any]:
    """Where the field `name` of some seats stands, as `findings.found` takes it."""
    sheet = seats["sheet"].to_numpy()
    return {
        "file": np.array([layout.file for layout in layouts], "object")[sheet],
        "tab": np.array([layout.tab for layout in layouts], "object")[sheet],
        "row": seats["row"].to_numpy(),
        "column": np.array([layout.columns.get(name, 0) for layout in layouts])[sheet],
        "game": seats["game"].to_numpy(),
    }


def _with_games(found: pd.DataFrame, seats: pd.DataFrame, layouts: Sequence[Layout]) -> pd.DataFrame:
    """The findings with the game of the seat row in which they stand."""
    if found.empty or seats.empty:
        return found
    where = pd.DataFrame(seat_places(seats, "", layouts))[["file", "tab", "row", "game"]]
    placed = found.drop(columns="game").merge(
        where, "left", on=["file", "tab", "row"], validate="many_to_one"
    )
    return placed.assign(game=placed["game"].fillna(-1).astype("int64"))[findings.COLUMNS]


def _with_default(column: pd.Series, value: str | None) -> pd.Series:
    """A column whose empty rows hold the league's own value for it."""
    if value is None or not column.isna().any():
        return column
    if value not in column.cat.categories:
        column = column.cat.add_categories([value])
    return column.fillna(value)
