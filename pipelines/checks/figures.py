"""Figures that are far too large, and fouls that are not followed by a removal."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest import vocabulary
from pipelines.ingest.games import Sheets, seat_places

_COUNTS = tuple(name for name, known in vocabulary.fields("games").items() if known.kind == "count")
_FOULS_OF_REMOVAL = 4  # with which a player leaves the table, under the rules of every club known here
_UNUSUAL = 10  # times the usual figure: as much as a lost decimal mark makes
_FEWEST = 5  # figures from which on there is a usual one


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Counts above the number of players, weights and strengths ten times the usual, four fouls without a removal."""
    seats = sheets.seats
    players = np.bincount(seats["game"])[seats["game"]] if len(seats) else np.zeros(0, "int64")
    typed = {name for layout in sheets.layouts for name in layout.columns}
    for name in _COUNTS:
        some = seats[seats[name] >= players] if name in typed else seats[:0]
        extra = {"seats": pd.Series(players, seats.index)[some.index]}
        yield _found(sheets, language, "count-too-large", some, name, **extra)
    for table, name in ((seats, "weight_typed"), (sheets.tables, "weight"), (sheets.players, "strength")):
        games = table[~table["game"].duplicated()] if "game" in table else table
        figures = games.loc[games[name] > 0, name]
        usual = figures.median() if len(figures) >= _FEWEST else np.inf
        some = games.loc[figures.index[figures >= _UNUSUAL * usual]]
        yield _found(sheets, language, "unusual-figure", some, name, usual=findings.shown(usual))
    is_away = seats[["is_removed", "is_disqualified", "is_left_table", "is_ppk"]].any(axis=1)
    some = seats[(seats["foul_count"] >= _FOULS_OF_REMOVAL) & ~is_away]
    yield _found(sheets, language, "fouls-without-removal", some, "foul_count")


def _found(
    sheets: Sheets, language: str, code: str, rows: pd.DataFrame, name: str, **values: object
) -> pd.DataFrame:
    """A finding at the cell of a field in each of some rows."""
    if rows.empty:
        return findings.nothing()
    places = seat_places(rows.assign(game=rows.get("game", -1)), name, sheets.layouts)
    return findings.found(code, language, **places, value=rows[name].astype("object"), **values)  # type: ignore[arg-type]
