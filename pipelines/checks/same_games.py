"""One game twice in the sheets: two copies under one number, or the same seats under another number, table or day."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.addresses import cell_names
from pipelines.ingest.games import Sheets, seat_places

_FEWEST_AGAIN: Final = 4  # seats of a game that come again: fewer are slips in the seats themselves
_FEWEST_ALIKE: Final = (
    7  # players of a game that may be compared: those of fewer have the same roles by chance
)
_FEW_DAYS: Final = pd.Timedelta(days=7)
_ROLES, _SEATS = 64, 64  # more than there are


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """A finding for each game that is there twice; for many games of two tabs, one at the first of them."""
    seats = sheets.seats
    again = _first_rows(seats[are_copies(seats)])
    if len(again):
        first = _first_rows(seats).loc[again.index]
        yield _of_tabs(sheets, language, "game-entered-twice", first, again)
    wrong = sheets.findings.loc[sheets.findings["severity"] == "error", "game"]
    games, alike = _alike(seats[~seats["game"].isin(wrong)])
    if alike:
        rows = _first_rows(seats)
        yield _of_tabs(sheets, language, "same-game-twice", rows.loc[games], rows.loc[alike])


def _first_rows(seats: pd.DataFrame) -> pd.DataFrame:
    """The seat of each game that is the first on its sheet, by the game's number."""
    return seats.sort_values(["sheet", "row"]).drop_duplicates("game").set_index("game", drop=False)


def are_copies(seats: pd.DataFrame) -> pd.Series:
    """Whether each seat belongs to the second copy of a game, one of which most seats or players are there again."""
    again = _is_again(seats)
    if again.sum() < _FEWEST_AGAIN:
        return again & False
    again = _is_again(seats.sort_values(["sheet", "row"])).reindex(seats.index)
    game = seats["game"].to_numpy("int64")
    seats_again = np.bincount(game, again)
    of_copies = (seats_again >= _FEWEST_AGAIN) & (seats_again * 3 > np.bincount(game))  # of both copies, half
    copies: pd.Series = again & of_copies[game]
    return copies


def _is_again(seats: pd.DataFrame) -> pd.Series:
    """Whether a row above has the seat's number, or its player, in the same game."""
    again = pd.Series(False, seats.index)
    for name in ("seat", "player"):
        again |= seats[name].notna() & seats.duplicated(["game", name])
    return again


def _alike(seats: pd.DataFrame) -> tuple[list[int], list[int]]:
    """Pairs of rated games within a few days, by their numbers, that have the same players, roles and winner.

    Their seats are the same too, where both games have them.
    """
    rows = seats[(seats["kind"] != "unrated") & seats["player"].notna() & seats["date"].notna()]
    if rows.empty:
        return [], []
    starts = np.flatnonzero(np.diff(rows["game"], prepend=-1))
    dealt = rows["player"].cat.codes.to_numpy("int64") * _ROLES + rows["role"].cat.codes + 1
    seat = rows["seat"].to_numpy("int64", na_value=0)
    games = rows.iloc[starts].assign(
        players=np.diff(np.append(starts, len(rows))),
        dealt=_summed(dealt, starts),
        seated=_summed(dealt * _SEATS + seat, starts),
        has_seats=np.minimum.reduceat(seat, starts).clip(max=1),
    )
    games = games[games["players"] >= _FEWEST_ALIKE].sort_values(["date", "game"])
    groups = games.groupby(["players", "dealt", "winner"], observed=True)
    before = groups[["date", "seated", "has_seats"]].shift()
    number = groups["game"].shift()
    is_near = games["date"] - before["date"] <= _FEW_DAYS
    differ = (games["has_seats"] * before["has_seats"] > 0) & (games["seated"] != before["seated"])
    again = is_near & ~differ
    return number[again].astype("int64").tolist(), games.loc[again, "game"].tolist()


def _summed(numbers: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """For each game a number that its seats share with no others, whatever their order."""
    hashed = pd.util.hash_array(np.asarray(numbers, "int64"))
    return np.add.reduceat(hashed, starts).view("int64")


def _of_tabs(
    sheets: Sheets, language: str, code: str, first: pd.DataFrame, again: pd.DataFrame
) -> pd.DataFrame:
    """A finding at the second place of each game, with the first one; of two tabs a single finding for all games."""
    one, other = (pd.DataFrame(seat_places(rows, "game_no", sheets.layouts)) for rows in (first, again))
    tabs = one[["file", "tab"]].assign(file_again=other["file"], tab_again=other["tab"])
    is_one_tab = (tabs["file"] == tabs["file_again"]) & (tabs["tab"] == tabs["tab_again"])
    tabs["pair"] = np.where(is_one_tab, np.arange(len(tabs)), -1)
    groups = tabs.groupby([*tabs.columns])
    games = groups["pair"].transform("size")
    shown = ~tabs.duplicated()
    at = one["tab"] + "!" + cell_names(one["column"], one["row"])
    at = at.where(one["file"] == other["file"], one["file"] + " " + at)
    many = games > 1
    places = other.assign(game=np.where(many, -1, other["game"]))[shown]
    said: dict[str, Any] = {str(name): column for name, column in places.items()}
    return findings.found(code, language, **said, value=at[shown], games=games[shown])
