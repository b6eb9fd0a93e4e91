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
from pipelines.rating.score import Distance, columns_by_edition, edition_codes, over_distance
from pipelines.rebuild import Rebuilt
from rulesets.words import fold

_GAME = ["date", "evening", "table", "game_no", "seat", "role", "winner", "counted"]


@dataclass(frozen=True)
class Explained:
    """What a player's rating is made of.

    `points` has a row for each game and component that gave points (`component` is missing for a game that gave
    none): the columns of the game, then component, points, edition, clause, tab, cell, and `because`: what of the
    whole distance the points depend on. `standings` are the player's rows of the standings; `remarks` what
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
    components = list(done.ruleset.components)
    given = seats[components].where(seats["counted"].astype("bool"), 0.0)
    some = given.melt(var_name="component", value_name="points", ignore_index=False).rename_axis("seat_row")
    some = some[some["points"] != 0].astype({"component": "object"})
    without = pd.DataFrame({"component": None, "points": 0.0}, given.index.difference(some.index))
    some = pd.concat([some, without.rename_axis("seat_row")]).reset_index()
    if "score" in done.ruleset.scored:  # what the game's points are worth at the table
        counted = seats[seats["counted"].astype("bool")]
        worth = pd.DataFrame(
            {"seat_row": counted.index, "component": "score", "points": counted["score"].to_numpy()}
        )
        some = pd.concat([some, worth])
    some = some.sort_values("seat_row", kind="stable", ignore_index=True)
    of = seats.loc[some["seat_row"]].reset_index(drop=True)
    names = np.array([edition.name for edition in done.ruleset.editions], "object")
    rules = {name: done.ruleset.rules[name] for name in components}
    reasons = _of_distance(scored, inside, done)
    if "score" in done.ruleset.scored:
        reasons["score"] = {
            row: f"{points:g} × {weight:g}"
            for row, points, weight in zip(seats.index, seats["points"], seats["weight"], strict=True)
        }
    explained: pd.DataFrame = of[_GAME].assign(
        component=some["component"],
        points=some["points"],
        edition=names[edition_codes(of["date"], done.ruleset.editions)],
        clause=some["component"].map({name: rule.clause for name, rule in rules.items()}).fillna(""),
        because=[
            reasons.get(component, {}).get(row, "")
            for row, component in zip(some["seat_row"], some["component"], strict=True)
        ],
        **_cells(of, some["component"].map({name: rule.at for name, rule in rules.items()}).fillna(""), done),
    )
    return explained


def _of_distance(scored: pd.DataFrame, inside: np.ndarray, done: Rebuilt) -> dict[str, dict[Hashable, str]]:
    """For each component that depends on the distance: what of it, by seat, in words and figures."""
    ruleset, language = done.ruleset, done.league.language
    dependent = ruleset.that_need("distance")
    needs = {
        name: [need for need in ruleset.rules[name].needs if need in dependent]
        for name in ruleset.components
        if name in dependent
    }
    wanted = {need for of_component in needs.values() for need in of_component}
    if not wanted:
        return {}
    parts = columns_by_edition(scored, ruleset, wanted)
    columns = pd.concat([pd.DataFrame({name: part[name] for name in wanted}) for _, part in parts])
    columns = columns.reindex(scored.index[inside])
    return {
        component: {
            row: ", ".join(f"{_told(need, language)} {figures[need]:g}" for need in of_component)
            for row, figures in columns.to_dict("index").items()
        }
        for component, of_component in needs.items()
    }


def _told(column: str, language: str) -> str:
    key = f"column.{column}"
    return texts.say(key, language) if texts.has(key) else column


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
