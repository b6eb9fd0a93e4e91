"""Nicknames that may be a slip: one player at two tables at once, a remark in brackets after a nickname."""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.addresses import cell_names
from pipelines.checks.places import at_seats
from pipelines.ingest.games import Sheets, seat_places
from rulesets.words import fold

_REMARK = re.compile(r"(.*\S)\s*[(\[][^()\[\]]*[)\]]")


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Players at two tables under one number of a game, and nicknames with a remark."""
    yield _at_two_tables(sheets, language)
    yield from _with_remarks(sheets, language)


def _at_two_tables(sheets: Sheets, language: str) -> pd.DataFrame:
    """Seats of a player who is at another table as well, in the game of the same evening and number.

    Where half of a table or more is at another one too, the two were played one after the other.
    """
    seats, keys = sheets.seats, ["date", "evening", "game_no", "player"]
    known = seats.loc[
        seats[["date", "game_no", "player"]].notna().all(axis=1), [*keys, "game"]
    ].drop_duplicates()
    again = known[known.duplicated(keys, keep=False)]
    many = np.bincount(again["game"], minlength=len(seats) + 1)
    all_seats = np.bincount(seats["game"], minlength=len(seats) + 1)
    again = again[many[again["game"]] * 2 < all_seats[again["game"]]]
    which = again.groupby(keys, dropna=False, observed=True).ngroup()
    is_first = ~which.duplicated()
    if is_first.all():
        return findings.nothing()
    first = pd.Series(again.index[is_first], which[is_first])[which[~is_first]]
    at = seat_places(seats.loc[first], "player", sheets.layouts)
    cells = cell_names(pd.Series(at["column"]), pd.Series(at["row"]))
    where = pd.Series([f"{tab}!{cell}" for tab, cell in zip(at["tab"], cells, strict=True)])
    players = seats.loc[again.index[~is_first], "player"]
    return at_seats(sheets, language, "player-at-two-tables", "player", players, first=where)


def _with_remarks(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Nicknames such as «Лиса (опоздала)» beside «Лиса», unless both played in one game or are on the players tab."""
    names = sheets.seats["player"]
    played = names.cat.categories.astype("str")
    plain = {fold(name): name for name in played}
    listed = set(sheets.players["player"].dropna().astype("str"))
    for name in played[played.str.contains("[(\\[]")]:
        found = _REMARK.fullmatch(name)
        other = plain.get(fold(found[1])) if found else None
        if other is None or {name, other} <= listed:
            continue
        of_name = sheets.seats.loc[names == name, "game"]
        if len(of_name) and not of_name.isin(sheets.seats.loc[names == other, "game"]).any():
            yield at_seats(
                sheets, language, "name-with-remark", "player", names[of_name.index[:1]], other=other
            )
