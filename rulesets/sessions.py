"""Columns of playing sessions: which evening a game belongs to, and the order of play in it."""

import numpy as np
import pandas as pd

from rulesets.ruleset import check, fact

_HALF = 0.5


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
    restarting_share: pd.Series,
) -> pd.Series:
    """The number of the seat's evening: a session of one club, over all its tables; -1 for a game that is not rated.

    Where a sheet has no evening column, the date is the evening. Reading: an evening goes on past midnight
    if the next day has games of an evening of that name whose numbers at a table follow those of the day before;
    but not where the numbers of most other evenings of the club go on, too: they run through the season.
    """
    games = _numbered(date, evening, club, table, game_no)[played]
    tables = _tables(games)
    tables["goes_on"] &= ~tables["club"].isin(club.cat.codes[restarting_share <= _HALF].unique())
    of_day = games.groupby(["club", "evening", "day"], sort=True)
    goes_on = tables.groupby(["club", "evening", "day"], sort=True)["goes_on"].any()
    numbers = (~goes_on).cumsum().to_numpy() - 1
    return pd.Series(numbers[of_day.ngroup()], games.index).reindex(date.index, fill_value=-1)


@fact
def restarting_share(
    date: pd.Series,
    evening: pd.Series,
    club: pd.Series,
    table: pd.Series,
    game_no: pd.Series,
    played: pd.Series,
) -> pd.Series:
    """How many of the club's evenings begin with lower numbers than the evening before at their table had, from 0 to 1.

    Those that may be the rest of an evening before midnight are left out; missing if there are no others.
    """
    tables = _tables(_numbered(date, evening, club, table, game_no)[played])
    tables = tables.sort_values(["club", "table", "day", "evening"])
    before = tables.groupby(["club", "table"])["max"].shift()
    restarts = (tables["min"] <= before)[before.notna() & ~tables["goes_on"]]
    of_clubs = restarts.groupby(tables["club"]).mean()
    return pd.Series(club.cat.codes.map(of_clubs), date.index)


def _numbered(
    date: pd.Series, evening: pd.Series, club: pd.Series, table: pd.Series, game_no: pd.Series
) -> pd.DataFrame:
    """What identifies the game of each seat, as numbers."""
    return pd.DataFrame(
        {
            "club": club.cat.codes,
            "evening": evening.cat.codes,
            "day": date.to_numpy("datetime64[D]").astype("int64"),
            "table": table.cat.codes,
            "no": game_no.to_numpy("float64", na_value=0.0),
        },
        index=date.index,
    )


def _tables(games: pd.DataFrame) -> pd.DataFrame:
    """The tables of each evening and day, with the least and the largest game number.

    `goes_on` where the numbers follow those of the day before, in an evening of the same name.
    """
    tables = games.groupby(["club", "evening", "day", "table"], as_index=False)["no"].agg(["min", "max"])
    before = tables.groupby(["club", "evening", "table"])[["day", "max"]].shift()
    is_next = (tables["day"] - before["day"] == 1) & (tables["min"] > before["max"])
    return tables.assign(goes_on=is_next & (tables["evening"] >= 0))


@check("evening-past-midnight", at="date", severity="warning")
def evening_past_midnight(
    date: pd.Series, evening_date: pd.Series, evening_id: pd.Series, restarting_share: pd.Series
) -> pd.Series:
    """Games joined with the evening of the day before, where no other evening shows how the club numbers its games."""
    joined = date[(evening_id >= 0) & (date > evening_date) & restarting_share.isna()]
    first: pd.Series = joined[~evening_id[joined.index].duplicated()]
    days: pd.Series = first.dt.strftime("%d.%m.%Y")
    return days


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
