"""What one point of a game is worth: from the game itself, the tables tab, or the strengths of its players."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest import Sheets, seat_places

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
        weight = weight.fillna(_of_tables(seats, sheets.tables))
    if (
        len(sheets.tables) and "evening_date" in seats
    ):  # games after midnight have the weights of their evening
        weight = weight.fillna(_of_tables(seats.assign(date=seats["evening_date"]), sheets.tables))
    if seats["strength"].notna().any():
        weight = weight.fillna(_of_strengths(seats))
    return replace(sheets, seats=seats.assign(weight=weight))


def _of_tables(seats: pd.DataFrame, tables: pd.DataFrame) -> pd.Series:
    """The weight that the tables tab gives to each seat's game."""
    games = _plain(seats[~seats["game"].duplicated()]).assign(weight=np.nan)
    rows = _plain(tables).assign(weight=tables["weight"]).dropna(subset="weight")
    told = rows[_KEYS].notna()
    shapes = told.drop_duplicates()
    shapes = shapes.assign(many=shapes.sum(axis=1)).sort_values(["many", *_BY_WEIGHT], ascending=False)
    for shape in shapes[
        _KEYS
    ].to_numpy():  # the kinds of rows there are: of one game, of a table, of an evening …
        keys = [name for name, is_told in zip(_KEYS, shape, strict=True) if is_told]
        some = rows[(told == shape).all(axis=1)].drop_duplicates(keys or None)
        found = games[keys].merge(some[[*keys, "weight"]], "left") if keys else some[["weight"]]
        weight = found["weight"].to_numpy() if keys else float(some["weight"].iloc[0])
        games["weight"] = games["weight"].fillna(pd.Series(weight, games.index))
    return seats["game"].map(games.set_axis(seats.loc[games.index, "game"])["weight"])


def _plain(rows: pd.DataFrame) -> pd.DataFrame:
    """What tells a game, in types that two tabs share."""
    texts = {name: rows[name].astype("object") for name in ("evening", "table")}
    return pd.DataFrame({"date": rows["date"], **texts, "game_no": rows["game_no"].astype("Int64")})[_KEYS]


def _of_strengths(seats: pd.DataFrame) -> pd.Series:
    """The sum of the strengths of each game's players; missing where one has none."""
    sums = np.bincount(seats["game"], seats["strength"])  # one missing strength makes the sum missing
    return pd.Series(sums[seats["game"]], seats.index)


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Rows of the tables tab, or of the players tab, that give one thing two figures."""
    tables = sheets.tables[sheets.tables["weight"].notna()]
    if len(tables):
        plain = _plain(tables).assign(weight=tables["weight"])
        again = tables[plain.duplicated(_KEYS) & ~plain.duplicated()]
        yield _told(sheets, language, "weight-twice", "weight", again)
        yield _told(sheets, language, "weight-unused", "weight", _without_game(sheets.seats, tables))
    players = sheets.players[sheets.players["strength"].notna() & sheets.players["player"].notna()]
    again = players[players.duplicated("player") & ~players.duplicated(["player", "strength"])]
    yield _told(sheets, language, "strength-twice", "strength", again)


def _without_game(seats: pd.DataFrame, tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of the tables tab that tell of no game."""
    games, rows = _plain(seats[~seats["game"].duplicated()]), _plain(tables)
    told = rows[_KEYS].notna()
    used = pd.Series(False, rows.index)
    for shape in told.drop_duplicates().to_numpy():
        keys = [name for name, is_told in zip(_KEYS, shape, strict=True) if is_told]
        some = rows.loc[(told == shape).all(axis=1), keys]
        found = some.merge(games[keys].drop_duplicates(), "left", indicator=True) if keys else None
        used[some.index] = True if found is None else (found["_merge"] == "both").to_numpy()
    return tables[~used]


def _told(sheets: Sheets, language: str, code: str, field: str, rows: pd.DataFrame) -> pd.DataFrame:
    if rows.empty:
        return findings.nothing()
    places = seat_places(rows.assign(game=-1), field, sheets.layouts)
    return findings.found(code, language, **places, value=rows[field])
