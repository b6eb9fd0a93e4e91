"""The ruleset's components, column by column, each game by the edition in force on its date."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rulesets import OF_PLAYER, Edition, Ruleset


def edition_codes(dates: pd.Series, editions: Iterable[Edition]) -> np.ndarray:
    """Which of the editions is in force on each date, by its number; -1 where none is."""
    days = dates.to_numpy()
    codes = np.full(len(days), -1, "int8")
    for number, edition in enumerate(editions):
        first = np.datetime64(edition.first_day or dt.date.min)
        last = np.datetime64(edition.last_day or dt.date.max)
        codes[(days >= first) & (days <= last)] = number
    return codes


def summed_columns(ruleset: Ruleset) -> list[str]:
    """What is summed up for each player: what the standings show, need, or place players by."""
    formulas = ruleset.formulas
    needed = {"score", *ruleset.standings, *ruleset.placed_by}
    needed |= {need for rule in formulas.values() for need in rule.needs}
    return sorted(needed - set(formulas) - {"games", "wins", *OF_PLAYER})


def wanted_columns(ruleset: Ruleset) -> list[str]:
    """The seat columns that ratings and exports need: components, points, and what standings sum up."""
    made = [name for name in summed_columns(ruleset) if name in ruleset.rules and name not in ruleset.groups]
    own = [name for name in (*ruleset.scored, *ruleset.marks) if name in ruleset.rules]
    marks = ["won", "counted", ruleset.played]
    return list(dict.fromkeys([*marks, *ruleset.components, "points", *own, *made]))


def columns_by_edition(
    seats: pd.DataFrame, ruleset: Ruleset, wanted: Iterable[str]
) -> Iterator[tuple[Edition, dict[str, pd.Series]]]:
    """For each edition that some game falls under: its seats' columns, with the wanted ones added.

    Columns of a group (the games of a distance) are made over all seats together, for the group may span
    editions. A game that no edition is in force for is left out.
    """
    wanted = list(wanted)
    codes = edition_codes(seats["date"], ruleset.editions)
    if (codes < 0).any():
        seats, codes = seats[codes >= 0], codes[codes >= 0]
    columns: dict[str, pd.Series] = {str(name): column for name, column in seats.items()}
    ruleset.resolve(wanted, columns, None)
    in_force = [
        (edition, codes == number)
        for number, edition in enumerate(ruleset.editions)
        if (codes == number).any()
    ]
    if len(in_force) > 1:
        columns |= _needed_by_groups(columns, ruleset, wanted, in_force)
        ruleset.resolve(wanted, columns, None)
    for edition, rows in in_force:
        part = _part(columns, rows)
        ruleset.resolve(wanted, part, edition.figures)
        yield edition, part


def _part(columns: Mapping[str, pd.Series], rows: np.ndarray) -> dict[str, pd.Series]:
    return dict(columns) if rows.all() else {name: column[rows] for name, column in columns.items()}


def _needed_by_groups(
    columns: Mapping[str, pd.Series],
    ruleset: Ruleset,
    wanted: Iterable[str],
    in_force: Sequence[tuple[Edition, np.ndarray]],
) -> dict[str, pd.Series]:
    """What sums over a distance need and each edition makes by its own figures: over all seats."""
    rules = [ruleset.rules[name] for name in ruleset.needed(wanted) if name in ruleset.rules]
    needs = {need for rule in rules if "distance" in rule.needs for need in rule.needs} - set(columns)
    made = []
    for edition, rows in in_force:
        part = _part(columns, rows)
        ruleset.resolve(needs, part, edition.figures)
        made.append(pd.DataFrame({name: part[name] for name in needs}))
    together = pd.concat(made).reindex(next(iter(columns.values())).index)
    return {str(name): column for name, column in together.items()}


@dataclass(frozen=True)
class Distance:
    """The games over which a rating counts.

    `of_seats` is the number of each seat's distance, -1 for a seat in none; `best_evenings` how many evenings of it
    count, missing where the edition says.
    """

    of_seats: np.ndarray
    best_evenings: np.ndarray


def score(seats: pd.DataFrame, ruleset: Ruleset, distance: Distance | None = None) -> pd.DataFrame:
    """Add to each seat whether it `won`, is `counted`, each component, and their sum `points`.

    Takes the table that the checks let through and keeps its rows, order and index; a game that no edition is
    in force for is left out. `distance` is for components that depend on it; without it all games are one. Nothing
    is rounded.
    """
    wanted = [name for name in wanted_columns(ruleset) if name not in seats]
    if "distance" in ruleset.needed(wanted):
        distance = distance or Distance(np.zeros(len(seats), "int64"), np.full(len(seats), np.nan))
        seats = seats.assign(distance=distance.of_seats, best_evenings=distance.best_evenings)
    parts = [
        pd.DataFrame({name: columns[name] for name in wanted}, copy=False)
        for _, columns in columns_by_edition(seats, ruleset, wanted)
    ]
    made = pd.concat(parts) if len(parts) > 1 else parts[0] if parts else pd.DataFrame(columns=wanted)
    kept = seats if len(made) == len(seats) else seats[seats.index.isin(made.index)]
    return kept.join(made)


def over_distance(scored: pd.DataFrame, ruleset: Ruleset, distance: Distance) -> pd.DataFrame:
    """The scored seats with what depends on the distance made anew over another one."""
    if "distance" not in scored or _is_of(scored, distance):
        return scored
    stale = ruleset.that_need("distance") & set(scored.columns)
    return score(scored.drop(columns=[*stale, "distance", "best_evenings"]), ruleset, distance)


def _is_of(scored: pd.DataFrame, distance: Distance) -> bool:
    return np.array_equal(scored["distance"], distance.of_seats) and np.array_equal(
        scored["best_evenings"], distance.best_evenings, equal_nan=True
    )
