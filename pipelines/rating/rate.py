"""Standings: the distance of each rating, its players' totals, coefficients and places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pipelines.league import RatingPart
from pipelines.rating import stages
from pipelines.rating.score import Distance, over_distance, summed_columns
from rulesets import OF_PLAYER, Ruleset, Span
from rulesets.edition import OrderKey

COMPARED_DECIMALS = 6  # results are compared after rounding, so that the order of sums cannot change a place
SUM_DECIMALS = 12  # what a sum of decimal figures leaves behind this is noise of binary fractions


@dataclass(frozen=True)
class Periods(Distance):
    """The periods of a rating, numbered in their order; each is a distance.

    `chains` gives each period a number: those of one tournament have the same, and points may be carried on from
    each of them to the next.
    """

    names: Sequence[str]
    chains: np.ndarray


def rate(scored: pd.DataFrame, ratings: Sequence[RatingPart], ruleset: Ruleset) -> pd.DataFrame:
    """The standings of all ratings, in the order of the league file, their periods and places.

    Columns: rating, period, place (missing below `min_games`), player, games, wins, score, then the `standings` of
    the editions in use, what else places are decided by, and the label of the span of the `edition` that decides.
    """
    in_use = ruleset.spans_in_use(scored["date"])
    tables = [_rated(scored, rating, ruleset, in_use) for rating in ratings]
    own = [*(name for span in in_use for name in span.edition.standings), *_placed_by(in_use)]
    columns = ["rating", "period", "place", "player", "games", "wins", "score", *own, "edition"]
    return pd.concat(tables, ignore_index=True).reindex(columns=list(dict.fromkeys(columns)))


def _placed_by(spans: Sequence[Span]) -> list[str]:
    return list(dict.fromkeys(name for span in spans for name in span.placed_by))


def _rated(
    scored: pd.DataFrame, rating: RatingPart, ruleset: Ruleset, in_use: Sequence[Span]
) -> pd.DataFrame:
    """The standings of one rating; each period has the formulas, order and columns in force on its last game's day."""
    of = periods(scored, rating)
    totals = _totals(over_distance(scored, ruleset, of), of.of_seats, ruleset, in_use)
    if rating.carry:
        totals = _carried(totals, of.chains)
    last = np.zeros(len(of.names) + 1, "int16")
    spans = ruleset.span_numbers(scored["date"])
    np.maximum.at(last, of.of_seats, spans)  # -1, outside every period, is the last one
    span = last[totals["period"]]
    parts = [
        _placed(_with_formulas(totals[span == number], ruleset.spans[number]), rating, ruleset.spans[number])
        for number in np.unique(span).tolist()
    ]
    table = (
        pd.concat(parts).sort_values("period", kind="stable") if parts else totals.assign(place=[], score=[])
    )
    numbers = last[table["period"].to_numpy("int64")]
    labels = np.array([one.label for one in ruleset.spans], "object")
    period = pd.Index(list(of.names), dtype="object")[table["period"]]
    return table.assign(rating=rating.name, period=period, edition=labels[numbers])


def periods(seats: pd.DataFrame, rating: RatingPart) -> Periods:
    """The periods of a rating.

    A month is named `2023-09`; a value of a column by itself, in the order of first dates; the one period of
    the others by the rating's name. A tournament with stages has a period for each, `Cup, final`.
    """
    dates, inside = _dates(seats).to_numpy(), inside_days(seats, rating)
    if not rating.is_many:
        of_seats, names, chains = np.where(inside, 0, -1), [rating.name], np.arange(1)
    elif rating.period == "month":
        of_seats, names = _by_month(dates.astype("datetime64[D]"), inside)
        chains = np.arange(len(names))
    else:
        of_seats, names, chains = _by_first_date(seats, rating, inside)
    most = np.array([*(rating.best_evenings.get(name, np.nan) for name in names), np.nan])
    return Periods(of_seats, most[of_seats], names, chains)


def inside_days(seats: pd.DataFrame, rating: RatingPart) -> np.ndarray:
    """Whether each seat is between the first and the last day of the rating."""
    dates = _dates(seats).to_numpy()
    inside = np.full(len(seats), True)
    if rating.first_day:
        inside &= dates >= np.datetime64(rating.first_day)
    if rating.last_day:
        inside &= dates <= np.datetime64(rating.last_day)
    return inside


def _dates(seats: pd.DataFrame) -> pd.Series:
    """The day that decides the period of each seat: of its game, or where evenings are rated, of its evening."""
    return seats["evening_date"] if "evening_date" in seats else seats["date"]


def _by_month(days: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, list[str]]:
    if not inside.any():
        return np.full(len(days), -1), []
    first, last = days[inside].min(), days[inside].max()
    months = np.arange(first, last + 1).astype("datetime64[M]")  # of each day from the first to the last
    number = np.append((months - months[0]).astype("int64"), -1)
    since_first = (days - first).astype("int64")
    return number[np.where(inside, since_first, -1)], [str(month) for month in np.unique(months)]


def _by_first_date(
    seats: pd.DataFrame, rating: RatingPart, inside: np.ndarray
) -> tuple[np.ndarray, list[str], np.ndarray]:
    """A period for each value of a column; of a tournament with stages, for each of them."""
    ordered, of_cells, titles, chains = stages_of(seats, rating, inside)
    number = np.full(of_cells.max(initial=0) + 2, -1)
    number[ordered["cell"]] = ordered.index
    return number[of_cells], titles, chains


def stages_of(
    seats: pd.DataFrame, rating: RatingPart, inside: np.ndarray
) -> tuple[pd.DataFrame, np.ndarray, list[str], np.ndarray]:
    """The periods of a rating by a column, as `stages.in_order` has them.

    Beside them the `cell` of each seat (-1 for none), and the title and the tournament's number of each period.
    """
    column = rating.period
    of, stage = seats[column].cat, seats["stage"].cat
    names, parts, of_stage = of.categories.astype("str"), pd.Index([""]), np.zeros(len(seats), "int64")
    if column == "tournament":
        parts = pd.Index(["", *stage.categories.astype("str")])
        of_stage = stage.codes.to_numpy("int64") + 1
    cell = np.where(inside & (of.codes >= 0), of.codes.to_numpy("int64") * len(parts) + of_stage, -1)
    played = pd.DataFrame({"cell": cell, "date": _dates(seats), "game_no": seats["game_no"]})[cell >= 0]
    used = np.unique(cell[cell >= 0])
    whole, part = names[used // len(parts)], parts[used % len(parts)]
    title = dict(zip(used, map(", ".join, map(_filled, zip(whole, part, strict=True))), strict=True))
    stage_names = dict(zip(used, {"tournament": part, "stage": whole}.get(column, part), strict=True))
    ordered = stages.in_order(played, stage_names, rating)
    is_chain = column == "tournament"
    chains = ordered["cell"].to_numpy("int64") // len(parts) if is_chain else np.zeros(len(ordered), "int64")
    return ordered, cell, [title[one] for one in ordered["cell"]], chains


def _filled(names: tuple[str, ...]) -> list[str]:
    return [name for name in names if name]


def _carried(totals: pd.DataFrame, chains: np.ndarray) -> pd.DataFrame:
    """The totals, those of a player's earlier stages of the tournament added to those of each later one."""
    names = [name for name in totals if name not in ("period", "player", *OF_PLAYER)]
    player = totals["player"].cat.codes
    sums = totals.groupby([chains[totals["period"]], player])[names].cumsum()  # in the order of periods
    return totals.assign(**{str(name): column.round(SUM_DECIMALS) for name, column in sums.items()})


def _totals(
    scored: pd.DataFrame, period: np.ndarray, ruleset: Ruleset, in_use: Sequence[Span]
) -> pd.DataFrame:
    """Games, wins and the sums of the seat columns, a row for each period and player who played a counted game.

    Where only the best games count, games and wins are still those of all that were played.
    """
    player = scored["player"].cat.codes.to_numpy()
    width = len(scored["player"].cat.categories)
    cells = (int(period.max(initial=-1)) + 1) * width  # one for each period and player
    inside = (period >= 0) & (player >= 0)
    spans = ruleset.span_numbers(scored["date"]) if len(in_use) > 1 else np.zeros(0)

    def cell_of(mark: str) -> np.ndarray:
        """Where the seats with the mark belong; the others to a last cell that nobody reads."""
        return np.where(inside & scored[mark].to_numpy("bool"), period * width + player, cells)

    of_counted, of_all = cell_of("counted"), cell_of("played")
    games = np.bincount(of_all, minlength=cells + 1)[:-1]
    played = np.flatnonzero(games)

    def summed(name: str) -> np.ndarray:
        columns = list(_parts(scored, name, ruleset, in_use, spans))
        is_of_all = name == "won" or any(name in one.rules and one.rules[name].of_all for one in in_use)
        cell = of_all if is_of_all else of_counted
        total = sum(
            (np.bincount(cell, column, cells + 1)[played] for column in columns), np.zeros(len(played))
        )
        is_count = columns[0].dtype == "bool"
        return total.astype("int64") if is_count else total.round(SUM_DECIMALS)

    def of_player(name: str) -> np.ndarray:
        values = np.full(width + 1, np.nan)
        values[player] = scored[name]  # without a player, the last one
        return values[played % max(width, 1)]

    columns: dict[str, Any] = {
        "period": played // max(width, 1),
        "player": _from_codes(played % max(width, 1), scored["player"]),
        "games": games[played],
        "wins": summed("won"),
        **{name: summed(name) for name in summed_columns(in_use)},
        **{name: of_player(name) for name in OF_PLAYER if name in _placed_by(in_use)},
    }
    return pd.DataFrame(columns)


def _parts(
    scored: pd.DataFrame, name: str, ruleset: Ruleset, in_use: Sequence[Span], spans: np.ndarray
) -> Iterator[np.ndarray]:
    """The seat columns that a column of the standings sums up: itself, or the components of the group on each day."""
    groups = {span.groups.get(name, (name,)) for span in in_use}
    for part in dict.fromkeys(part for group in groups for part in group):
        column = scored[part].to_numpy()
        if len(groups) > 1:
            numbers = [
                number for number, span in enumerate(ruleset.spans) if part in span.groups.get(name, (name,))
            ]
            column = np.where(np.isin(spans, numbers), column, 0)
        yield column


def _from_codes(codes: np.ndarray, like: pd.Series) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, categories=like.cat.categories)


def _with_formulas(totals: pd.DataFrame, span: Span) -> pd.DataFrame:
    columns: dict[str, pd.Series] = {str(name): column for name, column in totals.items()}
    for name, rule in span.formulas.items():
        columns[name] = rule(columns, span.figures).round(SUM_DECIMALS)
    return pd.DataFrame(columns)


def _placed(totals: pd.DataFrame, rating: RatingPart, span: Span) -> pd.DataFrame:
    return placed(totals, span.edition.order, (totals["games"] >= rating.min_games).to_numpy())


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


def deciding(rows: pd.DataFrame, order: Sequence[OrderKey]) -> set[str]:
    """The columns of `order` that decided between two players; `rows` are a period's standings in order of places."""
    decided = set()
    placed = rows["place"].notna().to_numpy()
    undecided = placed[1:] & placed[:-1]
    for one in order:
        compared = _compared(rows[one.column], one.direction)
        differs = undecided & (compared[1:] != compared[:-1])
        if differs.any():
            decided.add(one.column)
        undecided &= ~differs
    return decided


def _compared(column: pd.Series, direction: str) -> np.ndarray:
    """A column as places compare it, the better the smaller; who has no value comes last.

    The noise goes first: two equal figures may lie on the two sides of a half of the last decimal.
    """
    exact = column.to_numpy("float64", na_value=np.nan).round(SUM_DECIMALS)
    rounded = exact.round(COMPARED_DECIMALS)
    compared: np.ndarray = np.nan_to_num(-rounded if direction == "desc" else rounded, nan=np.inf)
    return compared
