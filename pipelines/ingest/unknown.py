"""What nobody knows because its cell is in error: what follows from it is not reported, so one slip gives one finding."""

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
import pandas as pd

from pipelines.addresses import Layout
from pipelines.ingest import values, vocabulary
from pipelines.ingest.games import GAME_FACTS, IDENTITY, Sheets, is_game_lost, seat_places

_ROWS = 2**21  # more rows than a sheet has
_OF_PLAYERS = {"status": "status", "since": "status", "registration": "registration", "strength": "strength"}
_WEIGHTS = ("weight_typed", "strength")  # what makes a weight


class Unknown:
    """The columns of the seats that are not known, seat by seat, because of the errors found until now.

    The column `game` is unknown for seats whose game nobody knows, and for those of games that such a seat may
    belong to. What an error on the tab of players, or of tables, is about is unknown for all seats.
    """

    def __init__(self, sheets: Sheets) -> None:
        self._seats = sheets.seats
        self._games = sheets.seats["game"].to_numpy("int64")
        self._seat_rows = _RowsOf(sheets.seats)
        is_lost = is_game_lost(sheets.seats).to_numpy()
        self._columns: dict[str, np.ndarray] = {"game": _beside(sheets.seats, is_lost, 0)}
        self._add_errors(sheets)

    def mark(self, field: str, some: Collection[int] | pd.Index | np.ndarray) -> None:
        """Take a field of the sheet as unknown at some seats; a fact of a game in the whole game."""
        if not len(some):
            return
        seats = np.zeros(len(self._games), "bool")
        seats[np.asarray(some)] = True
        if field in GAME_FACTS:
            seats = self._in_games(seats)
        for name in _columns_of(field):
            self._columns[name] = self._columns.get(name, np.zeros(len(seats), "bool")) | seats

    def mark_games(self, some: np.ndarray) -> None:
        """Take the game as unknown of seats that seem to be of one beside them, but for one slip."""
        self._columns["game"] = self._columns["game"] | _beside(self._seats, some, 1)

    def of(self, needs: Iterable[str]) -> np.ndarray:
        """At which seats some of the needed columns are unknown: if `game` is needed, in the whole game.

        What needs the date or the number of games counts games, and a lost one may be any of them.
        """
        needs = set(needs)
        if needs & set(IDENTITY) and len(needs) > 1 and self._columns["game"].any():
            return np.full(len(self._games), True)
        if "weight" in needs:
            needs |= set(_WEIGHTS)
        unknown = np.zeros(len(self._games), "bool")
        for name in needs & set(self._columns):
            unknown |= self._columns[name]
        return self._in_games(unknown) if "game" in needs and unknown.any() else unknown

    def known(self, found: pd.Series, needs: Iterable[str]) -> pd.Series:
        """The rows of what was found at seats whose needed columns are all known."""
        return found[~self.of(needs)[found.index]] if len(found) else found

    def _in_games(self, seats: np.ndarray) -> np.ndarray:
        """The seats of all games of some seats."""
        if not seats.any():
            return seats
        inside: np.ndarray = (np.bincount(self._games, seats) > 0)[self._games]
        return inside

    def _add_errors(self, sheets: Sheets) -> None:
        found = sheets.findings[sheets.findings["severity"] == "error"]
        if found.empty or self._seats.empty:
            return
        in_columns, at_labels = _fields(sheets.layouts)
        cells = found.merge(in_columns, on=["file", "tab", "column"])
        cells = cells[cells["row"].astype("int64") > cells["header_row"]]
        of_games = cells["sheet"].isin(self._seats["sheet"].unique())
        for field, some in cells[of_games].groupby("field"):
            seats = self._seat_rows.at_or_below(some["sheet"], some["row"])
            self.mark(str(field), seats[seats >= 0])
        labels = found.merge(at_labels, on=["file", "tab", "row", "column"])
        for field, some in labels.groupby("field"):
            self.mark(str(field), np.flatnonzero(self._seats["sheet"].isin(some["sheet"])))
        names = set(
            cells.loc[cells["sheet"].isin(sheets.players["sheet"]), "field"].map(_OF_PLAYERS).dropna()
        )
        names |= {"weight"} if cells["sheet"].isin(sheets.tables["sheet"]).any() else set()
        self._columns |= {name: np.full(len(self._games), True) for name in names}


class _RowsOf:
    """Seats by the rows of their sheets."""

    def __init__(self, seats: pd.DataFrame) -> None:
        keys = seats["sheet"].to_numpy("int64") * _ROWS + seats["row"].to_numpy("int64")
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def at_or_below(self, sheets: pd.Series, rows: pd.Series) -> np.ndarray:
        """The seat in each row, or the next one below it on its sheet; -1 if there is none."""
        sheet = sheets.to_numpy("int64")
        at = np.searchsorted(self._keys, sheet * _ROWS + rows.to_numpy("int64"))
        is_there = np.append(self._keys, -1)[at] // _ROWS == sheet
        found: np.ndarray = np.where(is_there, np.append(self._order, -1)[at], -1)
        return found


def _columns_of(field: str) -> list[str]:
    """The columns that a field of the game sheet makes."""
    known = vocabulary.fields("games").get(field)
    return list(values.nothing_in(known.kind, field, 0)) if known else [field]


def _fields(layouts: Sequence[Layout]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The fields that have columns, by the numbers of their sheets, and those that labels give, by their cells."""
    columns = [
        (one.file, one.tab, column, sheet, field, one.header_row)
        for sheet, one in enumerate(layouts)
        for field, column in one.columns.items()
    ]
    labels = [
        (one.file, one.tab, *fact.value, sheet, field)
        for sheet, one in enumerate(layouts)
        for field, fact in one.facts.items()
    ]
    return (
        pd.DataFrame(columns, columns=["file", "tab", "column", "sheet", "field", "header_row"]),
        pd.DataFrame(labels, columns=["file", "tab", "row", "column", "sheet", "field"]),
    )


def _beside(seats: pd.DataFrame, some: np.ndarray, differing: int) -> np.ndarray:
    """The seats of the games of some seats, and those of games next to them on the sheet that they may belong to."""
    if not some.any():
        return some
    as_typed = seats.assign(is_some=some).sort_values(["sheet", "row"])
    others = as_typed["game"].where(~as_typed["is_some"])
    first = seats.drop_duplicates("game").set_index("game")
    games = {int(game) for game in seats.loc[some, "game"].unique()}
    for near in (others.groupby(as_typed["sheet"]).ffill(), others.groupby(as_typed["sheet"]).bfill()):
        beside = near[as_typed["is_some"]].dropna().astype("int64")
        may_be_one = _differing(seats.loc[beside.index], first.loc[beside]) <= differing
        games |= set(beside[may_be_one])
    return seats["game"].isin(games).to_numpy()


def _differing(rows: pd.DataFrame, games: pd.DataFrame) -> np.ndarray:
    """How much of what each row tells of its game is something else in the game beside it."""
    many = np.zeros(len(rows), "int64")
    for name in IDENTITY:
        one, other = (table[name].astype("object").reset_index(drop=True) for table in (rows, games))
        many += (one.notna() & (one != other)).to_numpy("bool")
    return many


def may_be_lost(rows: pd.DataFrame, seats: pd.DataFrame) -> np.ndarray:
    """Whether each row of another tab may be of a game that is lost: what both tell is the same."""
    found = np.zeros(len(rows), "bool")
    lost = seats.loc[is_game_lost(seats), list(IDENTITY)].drop_duplicates()
    for names, some in _by_what_is_told(rows):
        for lost_names, games in _by_what_is_told(lost):
            keys = [name for name in names if name in lost_names]
            told, wanted = (table[keys].astype("object") for table in (some, games))
            is_one = pd.MultiIndex.from_frame(told).isin(pd.MultiIndex.from_frame(wanted)) if keys else True
            found[rows.index.get_indexer(some.index)] |= is_one
    return found


def _by_what_is_told(rows: pd.DataFrame) -> Iterator[tuple[list[str], pd.DataFrame]]:
    """The rows by which of date, evening, table and number they have."""
    told = rows[list(IDENTITY)].notna()
    for kind in told.drop_duplicates().to_numpy():
        names = [name for name, is_told in zip(IDENTITY, kind, strict=True) if is_told]
        yield names, rows[(told == kind).all(axis=1)]


def is_sound(rows: pd.DataFrame, sheets: Sheets) -> np.ndarray:
    """Whether no error was found in reading each row of a table."""
    places = pd.DataFrame(seat_places(rows.assign(game=-1), "", sheets.layouts))[["file", "tab", "row"]]
    found = sheets.findings.loc[sheets.findings["severity"] == "error", ["file", "tab", "row"]]
    if found.empty or rows.empty:
        return np.full(len(rows), True)
    return ~pd.MultiIndex.from_frame(places).isin(pd.MultiIndex.from_frame(found))
