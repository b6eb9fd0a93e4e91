"""Grids to the canonical tables: read each column under its header, tell the games apart."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import union_categoricals

from pipelines import club_columns, findings
from pipelines.addresses import Layout
from pipelines.errors import LeagueFault
from pipelines.ingest import marks, values, vocabulary
from pipelines.ingest.flat import WORDS, rows_under
from pipelines.ingest.guests import without_guests
from pipelines.ingest.header_rows import header_cells
from pipelines.ingest.headers import Pin, Reading, is_flat, is_sound, tables_of
from pipelines.ingest.numbers import numbered_by_order
from pipelines.ingest.spelling import name_key, one_spelling, spelled_as
from pipelines.ingest.vocabulary import GAME_FACTS as GAME_FACTS  # others take them from here
from pipelines.ingest.vocabulary import IDENTITY as IDENTITY
from pipelines.ingest.vocabulary import Field, Table
from pipelines.ingest.winners import by_players
from pipelines.league import League, is_named, readings
from pipelines.sources.grid import Grid, Source

NO_FIELDS: Mapping[str, Field] = {}


@dataclass(frozen=True)
class Sheets:
    """What a league's sheets hold.

    `seats`, `players`, `tables`, `actions` are the canonical tables; each row of them tells its `sheet`
    (an index into `layouts`) and sheet `row`. `own_figures` are what the club reckoned itself: sheet and row of the
    seat, the component's name, the figure, and the row and column of its cell; `remarks` what judges noted: sheet,
    seat, text; `nicknames` those of the games as typed, once players are under one name; `of_log` the findings of the
    log of acts, as it is compared with the seats.
    """

    seats: pd.DataFrame
    players: pd.DataFrame
    tables: pd.DataFrame
    actions: pd.DataFrame
    layouts: Sequence[Layout]
    findings: pd.DataFrame
    own_figures: pd.DataFrame
    remarks: pd.DataFrame
    of_log: pd.DataFrame = field(default_factory=lambda: findings.nothing())
    nicknames: Collection[str] = ()


def ingest(
    sources: Sequence[Source], league: League, needed: Collection[str] = (), roles: Collection[str] = ()
) -> Sheets:
    """Read all tabs that the league names.

    `needed` are the seat columns that the ruleset needs: a header that means one thing to one ruleset and another to
    another is what is needed. `roles` are those of the ruleset, which are offered for a misspelt one.

    Raises LeagueFault for a tab that is not there, SourceFault for a file that cannot be read.
    """
    swapped = {"best_move": "is_fine_move"} if "is_fine_move" in needed and "named_1" not in needed else {}
    wanted = league.source
    club = club_columns.fields(wanted.columns)
    reading = Reading(league.language, swapped, _pins(league), roles, club, wanted.first_day, league.zone)
    tabs = [tab for pattern in wanted.games for tab in _matching(sources, pattern, league.is_games_tab)]
    seats, acts = numbered_by_order(*_game_tabs(tabs, reading), reading)
    marks.check(seats, reading)
    players = _tables(_matching(sources, wanted.players, is_named), "players", reading)
    seats = _games(without_guests(seats, players["player"], reading), league, reading)
    tables = _tables(_matching(sources, wanted.tables, is_named), "tables", reading)
    logs = [tab for pattern in wanted.actions for tab in _matching(sources, pattern, is_named)]
    actions = _stacked([*_frames(logs, "actions", reading), *acts], "actions")
    tables, actions = (_spelled_as(seats, rows) for rows in (tables, actions))
    found = _with_games(findings.all_of(reading.findings), seats, reading.layouts)
    return Sheets(
        seats, players, tables, actions, reading.layouts, found, reading.own_figures(), reading.all_remarks()
    )


def _matching(
    sources: Sequence[Source], name: str | None, matches: Callable[[str, str], bool]
) -> list[tuple[Source, str]]:
    """The tabs that the league file means by a name. Raises LeagueFault if there are none."""
    tabs = [(source, tab) for source in sources for tab in source.tabs()]
    if name is None:
        return []
    for reading in readings(name):
        found = [(source, tab) for source, tab in tabs if matches(tab, reading)]
        if found:
            return found
    files = ", ".join(source.name for source in sources)
    code = "no-games-tab" if name == "*" else "no-such-tab"
    raise LeagueFault(code, tab=name, file=files, tabs=", ".join(tab for _, tab in tabs))


def _pins(league: League) -> Mapping[str, Pin]:
    """What the league file says of labels and headers, by their keys."""
    return {vocabulary.key(label): Pin(pin.field, pin.value) for label, pin in league.source.layout.items()}


def _game_tabs(
    tabs: Sequence[tuple[Source, str]], reading: Reading
) -> tuple[pd.DataFrame, list[pd.DataFrame]]:
    """The seats of all tabs of games, flat ones and protocols, and the acts of each tab of protocols."""
    frames: list[pd.DataFrame] = []
    acts: list[pd.DataFrame] = []
    for source, tab in dict.fromkeys(tabs):
        grid = _grid(source, tab, reading)
        seen = _seen(grid, "games", reading)
        if seen is None:
            continue
        if is_flat(grid, seen):
            frames += _rows(grid, seen, "games", reading)
            continue
        from pipelines.ingest import forms  # late: most leagues have none

        found = forms.find(grid, seen, reading)
        if found is None:
            if not forms.is_unlike(grid, seen, reading):
                frames += _rows(grid, seen, "games", reading)
            continue
        seats, of_rounds = forms.read(found)
        frames.append(seats)
        acts.append(of_rounds)
        frames += [
            rows_under(grid, "games", layout, [(layout.header_row + 1, last_row)], reading)
            for layout, last_row in forms.flat_tables(found)
            if is_sound(grid, seen, layout, reading)
        ]
    seats = _stacked([one for one in frames if len(one)], "games", reading.club_fields())
    return seats, [one for one in acts if len(one)]


def _grid(source: Source, tab: str, reading: Reading) -> Grid:
    """A tab; what it hides is read, and told."""
    grid = source.read(tab)
    if grid.hidden:
        reading.find("hidden-cells", file=grid.file, tab=tab, value=grid.hidden.say(reading.language))
    return grid


def _tables(tabs: Sequence[tuple[Source, str]], table: Table, reading: Reading) -> pd.DataFrame:
    """The rows of some tabs, one under the other; a tab that is named twice is read once."""
    return _stacked(_frames(tabs, table, reading), table)


def _frames(tabs: Sequence[tuple[Source, str]], table: Table, reading: Reading) -> list[pd.DataFrame]:
    grids = [_grid(source, tab, reading) for source, tab in dict.fromkeys(tabs)]
    seen = [(grid, _seen(grid, table, reading)) for grid in grids]
    return [rows for grid, some in seen if some is not None for rows in _rows(grid, some, table, reading)]


def _seen(grid: Grid, table: Table, reading: Reading) -> pd.DataFrame | None:
    """The cells of a tab that name fields; None of an empty tab."""
    if grid.cells.empty:
        reading.find("empty-tab", file=grid.file, tab=grid.tab)
        return None
    return header_cells(grid, reading.names(table))


def _rows(grid: Grid, seen: pd.DataFrame, table: Table, reading: Reading) -> Iterator[pd.DataFrame]:
    """The rows of each table of a tab under its header."""
    for layout, spans in tables_of(grid, seen, table, reading):
        yield rows_under(grid, table, layout, spans, reading)


def _stacked(
    frames: Sequence[pd.DataFrame], table: Table, club: Mapping[str, Field] = NO_FIELDS
) -> pd.DataFrame:
    """The tabs' rows under each other; a column that a tab lacks is empty there."""
    if not frames:
        none = pd.DataFrame(blank(table, 0)).assign(sheet=np.int32(), row=np.int32())
        none = none.assign(unplaced=np.int32()) if table in ("games", "actions") else none
        frames = [none.assign(column=np.int16()) if table == "actions" else none]
    names = dict.fromkeys(name for frame in frames for name in frame.columns)
    names |= {"unplaced": None} if table in ("games", "actions") else {}
    if table != "games":  # the seats get theirs after they are sorted: they are many
        names = dict.fromkeys([*blank(table, 0), *names])
    blanks = [
        {
            "unplaced": np.zeros(len(frame), "int32"),
            **blank(table, len(frame), set(names) - set(frame.columns), club),
        }
        for frame in frames
    ]
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


def blank(
    table: Table, rows: int, only: Collection[str] | None = None, club: Mapping[str, Field] = NO_FIELDS
) -> dict[str, Any]:
    """All columns of a table, or `only` some, with nothing in any of so many rows; `club` are further fields."""
    return {
        name: array
        for field_name, known in {**vocabulary.fields(table), **club}.items()
        for name, array in values.nothing_in(known.kind, field_name, rows).items()
        if only is None or name in only
    }


# --- games


def _games(rows: pd.DataFrame, league: League, reading: Reading) -> pd.DataFrame:
    """The seats in order of play, each with its game, and the game's facts on every seat of it."""
    rows = rows.assign(**blank("games", len(rows), set(IDENTITY) - set(rows.columns)))
    for name, known in reading.fields("games").items():
        if known.kind in ("text", "name") and name in rows:
            has_spellings = name in (*IDENTITY, *GAME_FACTS, "player")
            column = one_spelling(rows[name].array, name) if has_spellings else rows[name].array
            rows[name] = _orderly(column, name)
    rows = by_players(_in_order_of_play(rows, _apart(rows)))
    for name in GAME_FACTS:
        if name in rows:
            rows[name] = _on_all_seats(rows, name, reading)
    rows = _called_off(rows)
    club = reading.club_fields()
    absent = {name for name in blank("games", 0, club=club) if name not in rows}
    rows = rows.assign(**blank("games", len(rows), absent, club))
    for name in ("club", "kind"):
        rows[name] = _with_default(rows[name], getattr(league.source, name), name)
    return rows


def _spelled_as(seats: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of another table with evenings and tables under the names that the seats have."""
    names = [name for name in IDENTITY if isinstance(rows[name].dtype, pd.CategoricalDtype)]
    return rows.assign(
        **{name: spelled_as(rows[name].array, seats[name].cat.categories, name) for name in names}
    )


def _called_off(rows: pd.DataFrame) -> pd.DataFrame:
    """The seats with the games whose result is that they were called off, or friendly, as unrated ones without a winner."""
    if "winner" not in rows or values.UNRATED not in rows["winner"].cat.categories:
        return rows
    is_off = rows["winner"] == values.UNRATED
    winner = rows["winner"].cat.set_categories(list(vocabulary.meanings("winners")))
    kinds = rows.get("kind", pd.Series(blank("games", len(rows), {"kind"})["kind"], rows.index))
    return rows.assign(winner=winner, kind=kinds.mask(is_off, values.UNRATED))


def _orderly(column: pd.Categorical, field: str) -> pd.Categorical:
    """The categories that occur, in the order of the alphabet; evenings and tables 2 before 10, however spelled."""
    said = column.categories.astype("str")
    rank = said
    if field in IDENTITY:
        keys = pd.Index([name_key(field, text) for text in said], dtype="str")
        rank = keys.str.replace(r"\d+", lambda number: number[0].zfill(12), regex=True)
    used = np.flatnonzero(np.bincount(column.codes + 1, minlength=len(said) + 1)[1:])
    order = used[np.argsort(rank.to_numpy("object")[used], kind="stable")]
    codes = np.full(len(said) + 1, -1, column.codes.dtype)
    codes[order] = np.arange(len(order))
    return pd.Categorical.from_codes(codes[column.codes], categories=said[order])


def _apart(rows: pd.DataFrame) -> np.ndarray:
    """A number for each row that is one and the same in a game; 0 for all games that are known.

    Rows that do not tell their game are never joined to one that is known, nor to those of another table or text.
    """
    unplaced = rows["unplaced"].to_numpy("int64")
    is_lost = is_game_lost(rows).to_numpy()
    sheet = rows["sheet"].to_numpy("int64")
    return np.where(is_lost, (sheet + 1) * (unplaced.max(initial=0) + 1) + unplaced, 0)


def is_game_lost(rows: pd.DataFrame) -> pd.Series:
    """Whether nobody knows which game a seat, or an act, belongs to: it has no date or number, or one in error."""
    return (rows["unplaced"] > 0) | rows["date"].isna() | rows["game_no"].isna()


def _in_order_of_play(rows: pd.DataFrame, apart: np.ndarray) -> pd.DataFrame:
    """The rows by date, evening, table, game number, seat and player, with the number of each one's `game`.

    `apart` tells games apart besides. Sums that follow add up in this order, so that the order of the sheets' rows
    cannot change a digit.
    """
    keys = [*(_codes(rows[name]) for name in IDENTITY), apart]
    keys += [_codes(rows[name]) for name in ("seat", "player") if name in rows]
    if not _are_in_order(keys):
        order = np.lexsort([*keys[::-1]])
        rows = rows.take(order).reset_index(drop=True)
        keys = [key[order] for key in keys]
    new = np.zeros(len(rows), "bool")
    for key in keys[: len(IDENTITY) + 1]:
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
    clash = (least < most) & (most >= 0) & ~is_game_lost(rows).to_numpy()[starts]
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
        [reading.typed[sheet, name][row] if name in WORDS else value for sheet, row, value in cells]
    )


def seat_places(seats: pd.DataFrame, name: str, layouts: Sequence[Layout]) -> dict[str, Any]:
    """Where the field `name` of some seats (or acts) stands, as `findings.found` takes it."""
    sheet = seats["sheet"].to_numpy()
    facts = [layout.facts.get(name) for layout in layouts]
    row, column = (
        seats["row"].to_numpy(),
        np.array([layout.columns.get(name, 0) for layout in layouts])[sheet],
    )
    if any(facts):
        at = np.array([fact.value if fact else (0, 0) for fact in facts])[sheet]
        is_fact = (at[:, 0] > 0) & (column == 0)
        row, column = np.where(is_fact, at[:, 0], row), np.where(is_fact, at[:, 1], column)
    if "column" in seats:
        column = np.where(seats["column"] > 0, seats["column"], column)
    return {
        "file": np.array([layout.file for layout in layouts], "object")[sheet],
        "tab": np.array([layout.tab for layout in layouts], "object")[sheet],
        "row": row,
        "column": column,
        "game": seats["game"].to_numpy(),
    }


def _with_games(found: pd.DataFrame, seats: pd.DataFrame, layouts: Sequence[Layout]) -> pd.DataFrame:
    """The findings with the game of the seat row in which they stand, unless they have one."""
    if found.empty or seats.empty:
        return found
    sheet = -2 - found["game"].astype("int64")
    is_whole = sheet.map(lambda number: number >= 0 and layouts[number].is_protocol).astype("bool")
    of_rows = seats.set_index(["sheet", "row"])["game"]
    of_sheets = seats.drop_duplicates("sheet").set_index("sheet")["game"]
    by_row = of_rows.reindex(pd.MultiIndex.from_arrays([sheet, found["row"].astype("int64")])).to_numpy()
    games = np.where(is_whole, sheet.map(of_sheets), by_row)
    games = np.where(sheet <= -2, found["game"].astype("int64"), games)
    return found.assign(game=pd.Series(games, found.index).fillna(-1).astype("int64"))


def _with_default(column: pd.Series, value: str | None, name: str) -> pd.Series:
    """A column whose empty rows hold the league's own value for it, spelled as the sheets spell it."""
    if value is None or not column.isna().any():
        return column
    key = name_key(name, value)
    value = next((one for one in column.cat.categories if name_key(name, one) == key), value)
    if value not in column.cat.categories:
        column = column.cat.add_categories([value])
    return column.fillna(value)
