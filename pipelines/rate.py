"""Standings: the distance of each rating, its players' totals, coefficients and places."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from pipelines.league import RatingPart
from pipelines.score import edition_codes
from rulesets import Ruleset
from rulesets.edition import OrderKey

COMPARED_DECIMALS = 6  # results are compared after rounding, so that the order of sums cannot change a place
SUM_DECIMALS = 12  # what a sum of decimal figures leaves behind this is noise of binary fractions


def rate(scored: pd.DataFrame, ratings: Sequence[RatingPart], ruleset: Ruleset) -> pd.DataFrame:
    """The standings of all ratings, in the order of the league file, their periods and places.

    Columns: rating, period, place (missing below `min_games`), player, games, wins, score, then those of
    `ruleset.standings`.
    """
    editions = edition_codes(scored["date"], ruleset.editions)
    tables = [_rated(scored, rating, ruleset, editions) for rating in ratings]
    return pd.concat(tables, ignore_index=True)


def _rated(scored: pd.DataFrame, rating: RatingPart, ruleset: Ruleset, editions: np.ndarray) -> pd.DataFrame:
    """The standings of one rating; each period is placed by the edition of its last game."""
    period, names = periods(scored, rating)
    totals = _totals(scored, period, ruleset)
    last = np.zeros(len(names) + 1, "int8")
    np.maximum.at(last, period, editions)  # -1, outside every period, is the last one
    edition = last[totals["period"]]
    parts = [
        _placed(_with_formulas(totals[edition == number], ruleset, number), rating.min_games, ruleset, number)
        for number in np.unique(edition)
    ]
    table = (
        pd.concat(parts).sort_values("period", kind="stable") if parts else totals.assign(place=[], score=[])
    )
    table = table.assign(rating=rating.name, period=pd.Index(names, dtype="object")[table["period"]])
    columns = ["rating", "period", "place", "player", "games", "wins", "score", *ruleset.standings]
    return table.reindex(columns=columns).reset_index(drop=True)


def periods(seats: pd.DataFrame, rating: RatingPart) -> tuple[np.ndarray, list[str]]:
    """The number of each seat's period in the rating, -1 outside it, and the periods' names in order.

    A month is named `2023-09`; a value of a column by itself, in the order of first dates; the one period of
    the others by the rating's name.
    """
    dates = seats["date"].to_numpy()
    inside = np.full(len(seats), True)
    if rating.first_day:
        inside &= dates >= np.datetime64(rating.first_day)
    if rating.last_day:
        inside &= dates <= np.datetime64(rating.last_day)
    if not rating.is_many:
        return np.where(inside, 0, -1), [rating.name]
    if rating.period == "month":
        return _by_month(dates.astype("datetime64[D]"), inside)
    column = seats[rating.period]
    codes = np.where(inside, column.cat.codes, -1)
    return _by_first_date(codes, dates, column.cat.categories.astype("str"))


def _by_month(days: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, list[str]]:
    if not inside.any():
        return np.full(len(days), -1), []
    first, last = days[inside].min(), days[inside].max()
    months = np.arange(first, last + 1).astype("datetime64[M]")  # of each day from the first to the last
    number = np.append((months - months[0]).astype("int64"), -1)
    since_first = (days - first).astype("int64")
    return number[np.where(inside, since_first, -1)], [str(month) for month in np.unique(months)]


def _by_first_date(codes: np.ndarray, dates: np.ndarray, names: pd.Index) -> tuple[np.ndarray, list[str]]:
    inside = codes >= 0
    first = pd.Series(dates[inside]).groupby(codes[inside]).min()
    order = first.sort_values(kind="stable").index.to_numpy()
    number = np.full(len(names) + 1, -1)
    number[order] = np.arange(len(order))
    return number[codes], [str(name) for name in names[order]]


def _totals(scored: pd.DataFrame, period: np.ndarray, ruleset: Ruleset) -> pd.DataFrame:
    """Games, wins and the sums of the seat columns, a row for each period and player with a counted seat."""
    player = scored["player"].cat.codes.to_numpy()
    width = len(scored["player"].cat.categories)
    cells = (int(period.max(initial=-1)) + 1) * width  # one for each period and player
    counted = scored["counted"].to_numpy("bool") & (period >= 0) & (player >= 0)
    cell = np.where(counted, period * width + player, cells)  # the last one for those who are not counted
    games = np.bincount(cell, minlength=cells + 1)[:-1]
    played = np.flatnonzero(games)

    def summed(name: str) -> np.ndarray:
        column = scored[name].to_numpy()
        total = np.bincount(cell, column, cells + 1)[played]
        return total.astype("int64") if column.dtype == "bool" else total.round(SUM_DECIMALS)

    columns: dict[str, Any] = {
        "period": played // max(width, 1),
        "player": _from_codes(played % max(width, 1), scored["player"]),
        "games": games[played],
        "wins": summed("won"),
        **{name: summed(name) for name in _summed(ruleset)},
    }
    return pd.DataFrame(columns)


def _from_codes(codes: np.ndarray, like: pd.Series) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, categories=like.cat.categories)


def _summed(ruleset: Ruleset) -> list[str]:
    """The seat columns whose sums the standings show or need."""
    formulas = ruleset.formulas
    needed = {"score", *ruleset.standings} | {need for rule in formulas.values() for need in rule.needs}
    return sorted(needed - set(formulas) - {"games", "wins"})


def _with_formulas(totals: pd.DataFrame, ruleset: Ruleset, edition: int) -> pd.DataFrame:
    columns: dict[str, pd.Series] = {str(name): column for name, column in totals.items()}
    for name, rule in ruleset.formulas.items():
        columns[name] = rule(columns, ruleset.editions[edition].figures)
    return pd.DataFrame(columns)


def _placed(totals: pd.DataFrame, min_games: int, ruleset: Ruleset, edition: int) -> pd.DataFrame:
    return placed(totals, ruleset.editions[edition].order, (totals["games"] >= min_games).to_numpy())


def placed(totals: pd.DataFrame, order: Sequence[OrderKey], eligible: np.ndarray) -> pd.DataFrame:
    """The rows in the order of places within each period, with their `place`.

    Equal on every key of `order` (after rounding to six decimals) is an equal place (1, 2, 2, 4), shown in
    alphabetical order. Rows that are not `eligible` have no place and stand below the others.
    """
    keys = [_compared(totals[key.column], key.direction) for key in order]
    names = totals["player"].cat
    alphabet = (
        pd.Series(names.categories.astype("str").str.casefold().str.replace("ё", "е"))
        .rank(method="first")
        .to_numpy()
    )
    alphabetical = alphabet[names.codes] if len(names.categories) else np.empty(0)
    sorting = np.lexsort([alphabetical, *keys[::-1], ~eligible, totals["period"]])
    new = np.zeros(len(totals), "bool")
    new[:1] = True
    starts = new.copy()
    for key in (totals["period"].to_numpy(), ~eligible):
        starts[1:] |= key[sorting][1:] != key[sorting][:-1]
    new |= starts
    for key in keys:
        new[1:] |= key[sorting][1:] != key[sorting][:-1]
    row = np.arange(len(totals))
    leader = np.maximum.accumulate(np.where(new, row, 0))
    first = np.maximum.accumulate(np.where(starts, row, 0))
    place = pd.Series(leader - first + 1, dtype="Int32").where(pd.Series(eligible[sorting]))
    return totals.take(sorting).assign(place=place.array)


def _compared(column: pd.Series, direction: str) -> np.ndarray:
    """A column as places compare it, the better the smaller; who has no value comes last.

    The noise goes first: two equal figures may lie on the two sides of a half of the last decimal.
    """
    exact = column.to_numpy("float64", na_value=np.nan).round(SUM_DECIMALS)
    rounded = exact.round(COMPARED_DECIMALS)
    compared: np.ndarray = np.nan_to_num(-rounded if direction == "desc" else rounded, nan=np.inf)
    return compared
