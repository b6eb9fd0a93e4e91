"""The ruleset's components, column by column, each game by the edition in force on its date."""

import datetime as dt
from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from rulesets import Edition, Ruleset


def edition_codes(dates: pd.Series, editions: Iterable[Edition]) -> np.ndarray:
    """Which of the editions is in force on each date, by its number; -1 where none is."""
    days = dates.to_numpy()
    codes = np.full(len(days), -1, "int8")
    for number, edition in enumerate(editions):
        first = np.datetime64(edition.first_day or dt.date.min)
        last = np.datetime64(edition.last_day or dt.date.max)
        codes[(days >= first) & (days <= last)] = number
    return codes


def wanted_columns(ruleset: Ruleset) -> list[str]:
    """The seat columns that ratings and exports need: components, points, and what standings sum up."""
    summed = {"score", *ruleset.standings} | {
        need for rule in ruleset.formulas.values() for need in rule.needs
    }
    made = [name for name in ruleset.rules if name in summed and name not in ruleset.formulas]
    return list(dict.fromkeys(["won", "counted", *ruleset.components, "points", *made]))


def columns_by_edition(
    seats: pd.DataFrame, ruleset: Ruleset, wanted: Iterable[str]
) -> Iterator[tuple[Edition, dict[str, pd.Series]]]:
    """For each edition that some game falls under: its seats' columns, with the wanted ones added.

    Columns that no figure changes are made over all seats together, so that a group (the games of a distance)
    may span editions. A game that no edition is in force for is left out.
    """
    wanted = list(wanted)
    columns: dict[str, pd.Series] = {str(name): column for name, column in seats.items()}
    ruleset.resolve(wanted, columns, None)
    codes = edition_codes(seats["date"], ruleset.editions)
    for number, edition in enumerate(ruleset.editions):
        rows = codes == number
        if rows.any():
            part = dict(columns) if rows.all() else {name: column[rows] for name, column in columns.items()}
            ruleset.resolve(wanted, part, edition.figures)
            yield edition, part


def score(seats: pd.DataFrame, ruleset: Ruleset) -> pd.DataFrame:
    """Add to each seat whether it `won`, is `counted`, each component, and their sum `points`.

    Takes the table that the checks let through and keeps its rows, order and index; a game that no edition is
    in force for is left out. Nothing is rounded.
    """
    wanted = wanted_columns(ruleset)
    parts = [
        pd.DataFrame({name: columns[name] for name in wanted}, copy=False)
        for _, columns in columns_by_edition(seats, ruleset, wanted)
    ]
    made = pd.concat(parts) if len(parts) > 1 else parts[0] if parts else pd.DataFrame(columns=wanted)
    kept = seats if len(made) == len(seats) else seats[seats.index.isin(made.index)]
    return kept.join(made)
