"""Columns of playing sessions: which evening a game belongs to, and the order of play in it."""

import numpy as np
import pandas as pd

from rulesets.ruleset import fact


@fact
def played(kind: pd.Series) -> pd.Series:
    """Whether the game is a rated one; other games leave no trace."""
    return kind != "unrated"


@fact
def evening_id(
    date: pd.Series,
    evening: pd.Series,
    club: pd.Series,
    table: pd.Series,
    game_no: pd.Series,
    played: pd.Series,
) -> pd.Series:
    """The number of the seat's evening: a session of one club, over all its tables; -1 for a game that is not rated.

    Where a sheet has no evening column, the date is the evening. Reading: an evening goes on past midnight
    if the next day has games of an evening of that name whose numbers at a table follow those of the day before.
    """
    games = pd.DataFrame(
        {
            "club": club.cat.codes,
            "evening": evening.cat.codes,
            "day": date.to_numpy("datetime64[D]").astype("int64"),
            "table": table.cat.codes,
            "no": game_no.to_numpy("float64", na_value=0.0),
        },
        index=date.index,
    )[played]
    of_day = games.groupby(["club", "evening", "day"], sort=True)
    tables = games.groupby(["club", "evening", "day", "table"], as_index=False)["no"].agg(["min", "max"])
    before = tables.groupby(["club", "evening", "table"])[["day", "max"]].shift()
    tables["goes_on"] = (tables["day"] - before["day"] == 1) & (tables["min"] > before["max"])
    tables["goes_on"] &= tables["evening"] >= 0
    goes_on = tables.groupby(["club", "evening", "day"], sort=True)["goes_on"].any()
    numbers = (~goes_on).cumsum().to_numpy() - 1
    return pd.Series(numbers[of_day.ngroup()], games.index).reindex(date.index, fill_value=-1)


@fact
def evening_date(evening_id: pd.Series, date: pd.Series) -> pd.Series:
    """The day on which the evening began: one that goes on past the end of a month belongs to that month whole."""
    return date.groupby(evening_id).transform("min").where(evening_id >= 0, date)


@fact
def play_order(
    evening_date: pd.Series, evening_id: pd.Series, game_no: pd.Series, date: pd.Series, table: pd.Series
) -> pd.Series:
    """The place of each seat in the order of play: by the day of its evening, then game numbers over all tables (1.6)."""
    days = [one.to_numpy("datetime64[s]").astype("int64") for one in (date, evening_date)]
    number = game_no.to_numpy("float64", na_value=0.0)
    place = np.empty(len(date), "int64")
    # lexsort goes by its last key first
    keys = (table.cat.codes.to_numpy(), days[0], evening_id.to_numpy(), number, days[1])
    place[np.lexsort(keys)] = np.arange(len(date))
    return pd.Series(place, date.index)
