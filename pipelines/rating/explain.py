"""Every point of a player: which component of which clause gave it, in which game, seen in which cell."""

from collections.abc import Hashable
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.addresses import cell_names
from pipelines.enrich.players import aliases
from pipelines.errors import LeagueFault
from pipelines.findings import games_named
from pipelines.ingest.games import seat_places
from pipelines.rating.rate import periods
from pipelines.rating.score import Distance, columns_by_span, over_distance
from pipelines.rebuild import Rebuilt
from rulesets import Span
from rulesets.words import fold

_GAME = ["date", "evening", "table", "game_no", "seat", "role", "winner", "counted"]


@dataclass(frozen=True)
class Explained:
    """What a player's rating is made of.

    `points` has a row for each game and component that gave points (`component` is missing for a game that gave
    none): the columns of the game, then component, its title, points, edition, clause, tab, cell, and `because`: what
    of the whole distance the points depend on. `standings` are the player's rows of the standings; `remarks` what
    judges noted of the player: game, text.
    """

    player: str
    points: pd.DataFrame
    standings: pd.DataFrame
    remarks: pd.DataFrame


def explain(done: Rebuilt, player: str, period: str = "") -> Explained:
    """Explain a player's points, of one period (`2023-09`, or a rating's name) or of all games.

    What depends on the distance is that of the period, or else of the first rating of the league. `done` must not
    have been stopped. Raises LeagueFault for a player or a period that is not there, with the nearest.
    """
    assert done.scored is not None
    assert done.standings is not None
    names = [str(one) for one in done.scored["player"].cat.categories]
    name = _found(_under_own_name(player, done), names, "no-such-player", done)
    scored = done.scored
    standings = done.standings[done.standings["player"] == name]
    inside = (scored["player"] == name).to_numpy("bool", copy=True)
    if period:
        known = list(
            dict.fromkeys(str(one) for one in [*done.standings["period"], *done.standings["rating"]])
        )
        period = _found(period, known, "no-such-period", done)
        in_period, distance = _inside(scored, period, done)
        inside &= in_period
        scored = over_distance(scored, done.ruleset, distance)
        standings = standings[(standings["period"] == period) | (standings["rating"] == period)]
    return Explained(name, _points(scored, inside, done), standings, _remarks(scored[inside], done))


def _remarks(seats: pd.DataFrame, done: Rebuilt) -> pd.DataFrame:
    """What judges noted of some seats, in order of play."""
    noted = seats.astype({"seat": "float64"}).merge(done.sheets.remarks, on=["sheet", "seat"])
    return noted[["text"]].assign(game=games_named(noted, done.league.language))


def _found(said: str, known: list[str], code: str, done: Rebuilt) -> str:
    """The known word that is meant."""
    if said in known:
        return said
    same = [one for one in known if fold(one) == fold(said)]
    parts = [one for one in known if fold(said) in fold(one)]
    if same or len(parts) == 1:
        return (same or parts)[0]
    near = parts[:3] or get_close_matches(said, known, n=3, cutoff=0.4) or known[:3]
    raise LeagueFault(code, done.league.language, value=said, near=", ".join(f"«{one}»" for one in near))


def _under_own_name(said: str, done: Rebuilt) -> str:
    """The player's name, if an alias of his is said."""
    listed = aliases(done.sheets.players)
    own = listed.loc[listed["alias"].map(fold) == fold(said), "player"]
    return str(own.iloc[0]) if len(own) else said


def _inside(scored: pd.DataFrame, period: str, done: Rebuilt) -> tuple[np.ndarray, Distance]:
    """Which seats belong to the period, of whatever rating, and the distance of each by the first that has it."""
    inside = np.zeros(len(scored), "bool")
    distances = []
    for rating in done.league.rating:
        of = periods(scored, rating)
        if period == rating.name and period not in of.names:
            inside |= of.of_seats >= 0
            distances.append(of)
        if period in of.names:
            number = list(of.names).index(period)
            reached = of.of_seats == number
            if rating.carry:
                before = (of.of_seats >= 0) & (of.of_seats < number)
                reached |= before & (of.chains[of.of_seats] == of.chains[number])
            inside |= reached
            distances.append(of)
    return inside, distances[0]


def _points(scored: pd.DataFrame, inside: np.ndarray, done: Rebuilt) -> pd.DataFrame:
    seats = scored[inside]
    spans = done.ruleset.span_numbers(seats["date"])
    in_use = [done.ruleset.spans[number] for number in np.unique(spans).tolist()]
    components = list(dict.fromkeys(name for span in in_use for name in span.components))
    given = seats[components].where(seats["counted"].astype("bool"), 0.0)
    some = given.melt(var_name="component", value_name="points", ignore_index=False).rename_axis("seat_row")
    some = some[some["points"] != 0].astype({"component": "object"})
    without = pd.DataFrame({"component": None, "points": 0.0}, given.index.difference(some.index))
    some = pd.concat([some, without.rename_axis("seat_row")]).reset_index()
    is_weighed = np.array(["score" in span.edition.scored for span in done.ruleset.spans])[spans]
    if is_weighed.any():  # what the game's points are worth at the table
        counted = seats[seats["counted"].astype("bool") & is_weighed]
        worth = pd.DataFrame(
            {"seat_row": counted.index, "component": "score", "points": counted["score"].to_numpy()}
        )
        some = pd.concat([some, worth])
    some = some.sort_values("seat_row", kind="stable", ignore_index=True)
    of = seats.loc[some["seat_row"]].reset_index(drop=True)
    rules = _rules_of(some["component"], of["date"], done)
    reasons = _of_distance(scored, inside, done)
    if is_weighed.any():
        reasons["score"] = {
            row: f"{points:g} × {weight:g}"
            for row, points, weight in zip(seats.index, seats["points"], seats["weight"], strict=True)
        }
    explained: pd.DataFrame = of[_GAME].assign(
        component=some["component"],
        title=rules["title"],
        points=some["points"],
        edition=rules["edition"],
        clause=rules["clause"],
        because=[
            reasons.get(component, {}).get(row, "")
            for row, component in zip(some["seat_row"], some["component"], strict=True)
        ],
        **_cells(of, rules["field"], done),
    )
    return explained


def _rules_of(components: pd.Series, dates: pd.Series, done: Rebuilt) -> pd.DataFrame:
    """For components on some days: edition and title, and of a rule its clause and the field that shows why."""
    spans = [done.ruleset.spans[number] for number in done.ruleset.span_numbers(dates).tolist()]
    rows = [
        (
            span.edition.name,
            _title(component or "", span, done),
            rule.clause if rule else "",
            rule.at if rule else "",
        )
        for component, span in zip(components, spans, strict=True)
        for rule in [span.rules[component] if component in span.components else None]
    ]
    return pd.DataFrame(rows, components.index, ["edition", "title", "clause", "field"], dtype="object")


def _title(column: str, span: Span, done: Rebuilt) -> str:
    return span.title(column, done.league.language) or texts.column(column, done.league.language)


def _of_distance(scored: pd.DataFrame, inside: np.ndarray, done: Rebuilt) -> dict[str, dict[Hashable, str]]:
    """For each component that depends on the distance: what of it, by seat, in words and figures."""
    ruleset = done.ruleset
    needs = [
        {
            component: [need for need in span.rules[component].needs if need in span.that_need("distance")]
            for component in span.components
            if component in span.that_need("distance")
        }
        for span in ruleset.spans
    ]
    wanted = {need for of_span in needs for of_component in of_span.values() for need in of_component}
    found: dict[str, dict[Hashable, str]] = {}
    for span, columns in columns_by_span(scored, ruleset, sorted(wanted)) if wanted else ():
        seats = scored.index[inside].intersection(next(iter(columns.values())).index)
        for component, of_component in needs[ruleset.spans.index(span)].items():
            figures = pd.DataFrame({need: columns[need] for need in of_component}).loc[seats]
            found.setdefault(component, {}).update(
                (row, ", ".join(f"{_title(need, span, done)} {one[need]:g}" for need in of_component))
                for row, one in figures.to_dict("index").items()
            )
    return found


def _cells(seats: pd.DataFrame, fields: pd.Series, done: Rebuilt) -> dict[str, pd.Series]:
    """The tab and cell of each seat's field; the player's cell where the tab has no such field."""
    places = seat_places(seats, "player", done.sheets.layouts)
    columns, rows = pd.Series(places["column"], seats.index), pd.Series(places["row"], seats.index)
    for told in fields.unique():
        for field in str(told).split():  # of several, the last that the seat has something in
            at = seat_places(seats, field, done.sheets.layouts)
            there = pd.Series(at["column"], seats.index)
            filled = seats[field].fillna(0).astype("bool") if field in seats and " " in told else True
            is_there = (fields == told) & (there > 0) & filled
            columns, rows = columns.mask(is_there, there), rows.mask(is_there, at["row"])
    return {"tab": pd.Series(places["tab"]), "cell": pd.Series(cell_names(columns, rows))}
