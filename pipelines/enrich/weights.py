"""What one point of a game is worth: from the game itself, the tables tab, or the strengths of its players."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest.games import Sheets, seat_places
from pipelines.ingest.unknown import is_sound, may_be_lost

_KEYS = ["date", "evening", "table", "game_no"]
_BY_WEIGHT = ("game_no", "date", "evening", "table")  # of two rows that tell equally much, which comes first


def known(sheets: Sheets) -> Sheets:
    """The sheets with the `weight` of each seat's game; missing where nobody tells it.

    It is the game's own; or that of the row of the tables tab that tells most of the game (an empty cell there
    stands for any); or the sum of the strengths of the game's players, if each has one.
    """
    seats = sheets.seats
    weight = seats["weight_typed"]
    if len(sheets.tables):
        weight = weight.fillna(seats["game"].map(_of_tables(seats, sheets.tables)))
    if seats["strength"].notna().any():
        sums = np.bincount(seats["game"], seats["strength"])  # one missing strength makes the sum missing
        weight = weight.fillna(pd.Series(sums[seats["game"]], seats.index))
    return replace(sheets, seats=seats.assign(weight=weight))


def _games(seats: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """What tells each game, by its number; then the same with the day of its evening, for games after midnight."""
    first = seats[~seats["game"].duplicated()].set_index("game")
    yield _plain(first)
    if "evening_date" in first:
        yield _plain(first.assign(date=first["evening_date"]))


def _plain(rows: pd.DataFrame) -> pd.DataFrame:
    """What tells a game, in types that two tabs share."""
    texts = {name: rows[name].astype("object") for name in ("evening", "table")}
    return pd.DataFrame({"date": rows["date"], **texts, "game_no": rows["game_no"].astype("Int64")})[_KEYS]


def _of_tables(seats: pd.DataFrame, tables: pd.DataFrame) -> pd.Series:
    """The weight that the tables tab gives to each game, by its number."""
    games_of_days = list(_games(seats))
    weight = pd.Series(np.nan, games_of_days[0].index)
    for keys, rows in _kinds(tables[tables["weight"].notna()]):
        told = rows.assign(weight=tables["weight"]).drop_duplicates(keys or None)
        for games in games_of_days:
            both = games.merge(told, "left", on=keys) if keys else games.merge(told[:1], "cross")
            weight = weight.fillna(both.set_index(games.index)["weight"])
    return weight


def _kinds(tables: pd.DataFrame) -> Iterator[tuple[list[str], pd.DataFrame]]:
    """The rows of the tables tab by what they tell (of one game, of a table, of an evening …), the most telling first.

    Each kind comes as the keys that its rows name, and those rows' keys; none for a row that tells of every game.
    """
    rows = _plain(tables)
    told = rows.notna()
    kinds = told.drop_duplicates()
    kinds = kinds.assign(many=kinds.sum(axis=1)).sort_values(["many", *_BY_WEIGHT], ascending=False)
    for kind in kinds[_KEYS].to_numpy():
        keys = [name for name, is_told in zip(_KEYS, kind, strict=True) if is_told]
        yield keys, rows.loc[(told == kind).all(axis=1), keys]


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Rows of the tables tab, or of the players tab, that give one thing two figures; rows that no game needs."""
    tables = sheets.tables[sheets.tables["weight"].notna() & is_sound(sheets.tables, sheets)]
    if len(tables):
        plain = _plain(tables).assign(weight=tables["weight"])
        again = tables[plain.duplicated(_KEYS) & ~plain.duplicated()]
        yield _told(sheets, language, "weight-twice", "weight", again)
        is_used = _is_used(sheets.seats, tables) | may_be_lost(tables, sheets.seats)
        yield _told(sheets, language, "weight-unused", "weight", tables[~is_used])
    players = sheets.players[is_sound(sheets.players, sheets)].dropna(subset=["strength", "player"])
    again = players[players.duplicated("player") & ~players.duplicated(["player", "strength"])]
    yield _told(sheets, language, "strength-twice", "strength", again)


def _is_used(seats: pd.DataFrame, tables: pd.DataFrame) -> pd.Series:
    """Whether each row of the tables tab tells of some game."""
    used = pd.Series(False, tables.index)
    for games in _games(seats):
        for keys, rows in _kinds(tables):
            found = rows.merge(games[keys].drop_duplicates(), "left", indicator=True) if keys else None
            used[rows.index] |= True if found is None else (found["_merge"] == "both").to_numpy()
    return used


def _told(sheets: Sheets, language: str, code: str, field: str, rows: pd.DataFrame) -> pd.DataFrame:
    if rows.empty:
        return findings.nothing()
    places = seat_places(rows.assign(game=-1), field, sheets.layouts)
    return findings.found(code, language, **places, value=rows[field])
