"""The ruleset's components, column by column, each game by the edition and the rules in force on its date."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rulesets import OF_PLAYER, Ruleset, Span


def summed_columns(spans: Sequence[Span]) -> list[str]:
    """What is summed up for each player: what the standings show, need, or place players by, under one of the spans."""
    found = set()
    for span in spans:
        needed = {"score", *span.edition.standings, *span.placed_by}
        needed |= {need for rule in span.formulas.values() for need in rule.needs}
        found |= needed - {*span.formulas}
    return sorted(found - {"games", "wins", *OF_PLAYER})


def wanted_columns(spans: Sequence[Span]) -> list[str]:
    """The seat columns that ratings and exports need: components, points, and what standings sum up."""
    groups = {group for span in spans for group in span.groups}
    made = [name for name in summed_columns(spans) if name not in groups]
    shown = [name for span in spans for name in span.shown_of_seats]
    components = [name for span in spans for name in span.components]
    wanted = dict.fromkeys(["won", "counted", "played", *components, "points", *shown, *made])
    return [name for name in wanted if any(name in span.rules for span in spans)]


def columns_by_span(
    seats: pd.DataFrame, ruleset: Ruleset, wanted: Iterable[str]
) -> Iterator[tuple[Span, dict[str, pd.Series]]]:
    """For each span that some game falls in: its seats' columns, with those of the wanted ones that it has.

    Columns of a group (the games of a distance) are made over all seats together, for the group may have games of
    several spans. A game on a day without an edition is left out.
    """
    wanted = list(wanted)
    codes = ruleset.span_numbers(seats["date"])
    if (codes < 0).any():
        seats, codes = seats[codes >= 0], codes[codes >= 0]
    columns: dict[str, pd.Series] = {str(name): column for name, column in seats.items()}
    in_use = [(ruleset.spans[number], codes == number) for number in np.unique(codes).tolist()]
    of_groups = _needed_by_groups(columns, wanted, in_use) if len(in_use) > 1 else {}
    for span, rows in in_use:
        part = _part(_without_figures(columns | of_groups, span, wanted), rows)
        span.resolve(_known(wanted, span), part, span.figures)
        yield span, part


def _known(wanted: Iterable[str], span: Span) -> list[str]:
    return [name for name in wanted if name in span.rules]


def _without_figures(
    columns: Mapping[str, pd.Series], span: Span, wanted: Iterable[str]
) -> dict[str, pd.Series]:
    """The columns of all seats, with those that the rules of a span make without figures."""
    whole = dict(columns)
    span.resolve(_known(wanted, span), whole, None)
    return whole


def _part(columns: Mapping[str, pd.Series], rows: np.ndarray) -> dict[str, pd.Series]:
    return dict(columns) if rows.all() else {name: column[rows] for name, column in columns.items()}


def _needed_by_groups(
    columns: Mapping[str, pd.Series], wanted: Sequence[str], in_use: Sequence[tuple[Span, np.ndarray]]
) -> dict[str, pd.Series]:
    """What sums over a distance need and each span makes by its own figures and rules: over all seats."""
    rules = [
        span.rules[name] for span, _ in in_use for name in span.needed(_known(wanted, span)) & {*span.rules}
    ]
    summed = {need for rule in rules if "distance" in rule.needs for need in rule.needs} - {*columns}
    made = []
    for span, rows in in_use:
        part = _part(_without_figures(columns, span, wanted), rows)
        span.resolve(_known(summed, span), part, span.figures)
        made.append(pd.DataFrame({name: part[name] for name in _known(summed, span)}))
    names = sorted({str(name) for part in made for name in part})
    together = _together(made, names).reindex(next(iter(columns.values())).index)
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
    spans = ruleset.spans_in_use(seats["date"])
    wanted = [name for name in wanted_columns(spans) if name not in seats]
    if any("distance" in span.needed(wanted) for span in spans):
        distance = distance or Distance(np.zeros(len(seats), "int64"), np.full(len(seats), np.nan))
        seats = seats.assign(distance=distance.of_seats, best_evenings=distance.best_evenings)
    parts = [
        pd.DataFrame({name: columns[name] for name in wanted if name in columns}, copy=False)
        for _, columns in columns_by_span(seats, ruleset, wanted)
    ]
    made = _together(parts, wanted) if len(parts) > 1 else parts[0] if parts else pd.DataFrame(columns=wanted)
    if "counted" in made and seats["player"].isna().any():
        made["counted"] &= seats["player"].reindex(made.index).notna()  # a guest's seat is in no rating
    kept = seats if len(made) == len(seats) else seats[seats.index.isin(made.index)]
    return kept.join(made)


def _together(parts: Sequence[pd.DataFrame], wanted: Sequence[str]) -> pd.DataFrame:
    """The columns of several spans under each other; one that a span has not is nought there, or no, or missing."""
    types = {name: part[name].dtype for part in parts for name in part}
    nothing = {name: 0 if isinstance(types[name], np.dtype) else None for name in wanted}
    return pd.concat(
        [
            part.assign(
                **{
                    name: pd.Series(nothing[name], part.index, types[name])
                    for name in wanted
                    if name not in part
                }
            )[wanted]
            for part in parts
        ]
    )


def over_distance(scored: pd.DataFrame, ruleset: Ruleset, distance: Distance) -> pd.DataFrame:
    """The scored seats with what depends on the distance made anew over another one."""
    if "distance" not in scored or _is_of(scored, distance):
        return scored
    spans = ruleset.spans_in_use(scored["date"])
    stale = {name for span in spans for name in span.that_need("distance")} & {*scored.columns}
    return score(scored.drop(columns=[*stale, "distance", "best_evenings"]), ruleset, distance)


def _is_of(scored: pd.DataFrame, distance: Distance) -> bool:
    return np.array_equal(scored["distance"], distance.of_seats) and np.array_equal(
        scored["best_evenings"], distance.best_evenings, equal_nan=True
    )
