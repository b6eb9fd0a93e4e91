"""DeMafia: points of the winning team, of night acts, of votes by day, and the judge's.

Clauses are the sections of the document's points (PTS); the figures stand in `editions/demafia-*.toml`.
"""

import pandas as pd

from rulesets import city, edition, facts
from rulesets.city import of_role
from rulesets.edition import Strict
from rulesets.facts import first_of_game, in_game
from rulesets.ruleset import check, component, fact, standing

SHARED = (facts, city)
STANDINGS = ("base", "night", "day", "judge", "penalty")


class Base(Strict):
    """Points of a member of the winning team."""

    alive: float
    dead: float


class Each(Strict):
    """Points for each time."""

    points: float


class Visits(Strict):
    """Points of the maniac's first and second visit to a black player."""

    first: float
    lethal: float


class FineMove(Strict):
    """Points of a fine move, and the most players of a game who may get them."""

    points: float
    players: int


class Mvp(Strict):
    """Points of the most valuable player, and how many there may be."""

    points: float
    players: int


class Disqualified(Strict):
    """Points off for a disqualification, and whether the game's other points stay."""

    points: float
    keeps_points: bool


class Figures(edition.Figures):
    """The figures of an edition of DeMafia."""

    base: Base
    hits: Each
    visits: Visits
    lover: Each
    saves: Each
    checks: Each
    votes: Each
    oratory: Each
    mvp: Mvp
    fine_move: FineMove
    disqualified: Disqualified


@fact
def keeps_points(is_disqualified: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat gets points besides the penalty of a disqualification.

    Reading: a disqualified player's game is the penalty and nothing else, unless `disqualified.keeps_points`. Whoever
    the log of acts shows as removed is disqualified, for the document (1, last paragraph, and 5) knows no other removal.
    """
    return ~is_disqualified | p.disqualified.keeps_points


@component(clause="1", at="winner", group="base")
def base(won: pd.Series, alive: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of each member of the winning team, alive or dead; none of a draw."""
    points = pd.Series(p.base.alive, won.index).where(alive, p.base.dead)
    return points.where(won & keeps_points, 0.0)


@component(clause="2", at="hit_count", group="night")
def hits(hit_count: pd.Series, role: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points for each shot that killed, of the mafia alive that night, or of the lover who shot for them."""
    return (of_role(hit_count, role, p) * p.hits.points).where(keeps_points, 0.0)


@component(clause="2", at="first_visit_count lethal_visit_count", group="night")
def visits(
    first_visit_count: pd.Series,
    lethal_visit_count: pd.Series,
    role: pd.Series,
    keeps_points: pd.Series,
    p: Figures,
) -> pd.Series:
    """Points of the maniac's first and second visits to black players."""
    first = of_role(first_visit_count, role, p) * p.visits.first
    return (first + of_role(lethal_visit_count, role, p) * p.visits.lethal).where(keeps_points, 0.0)


@component(clause="2", at="found_sheriff_count", group="night")
def lover(found_sheriff_count: pd.Series, role: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of the lover for each night in which she found the sheriff, dead or saved."""
    return (of_role(found_sheriff_count, role, p) * p.lover.points).where(keeps_points, 0.0)


@component(clause="2", at="save_count", group="night")
def saves(save_count: pd.Series, role: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of the doctor for each healed player who was under a threat and lived."""
    return (of_role(save_count, role, p) * p.saves.points).where(keeps_points, 0.0)


@component(clause="2", at="found_black_count", group="night")
def checks(found_black_count: pd.Series, role: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of the sheriff for each check that shows black."""
    return (of_role(found_black_count, role, p) * p.checks.points).where(keeps_points, 0.0)


@component(clause="3", at="vote_hit_count", group="day")
def votes(vote_hit_count: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points for each vote against a player of the other team who was voted out that day."""
    return (vote_hit_count.fillna(0.0) * p.votes.points).where(keeps_points, 0.0)


@component(clause="3", at="justified_count", group="day")
def oratory(justified_count: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points for each justification after a tie that kept the player in the game."""
    return (justified_count.fillna(0.0) * p.oratory.points).where(keeps_points, 0.0)


@component(clause="4", at="is_mvp", group="judge")
def mvp(is_mvp: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of the most valuable player of the game."""
    return (is_mvp & keeps_points) * p.mvp.points


@component(clause="4", at="is_fine_move", group="judge")
def fine_move(is_fine_move: pd.Series, keeps_points: pd.Series, p: Figures) -> pd.Series:
    """Points of a fine move."""
    return (is_fine_move & keeps_points) * p.fine_move.points


@component(clause="5", at="is_disqualified", group="penalty")
def disqualified(is_disqualified: pd.Series, p: Figures) -> pd.Series:
    """Points off for a disqualification."""
    return pd.Series(p.disqualified.points, is_disqualified.index).where(is_disqualified, 0.0)


@standing(clause="1–5")
def score(
    base: pd.Series, night: pd.Series, day: pd.Series, judge: pd.Series, penalty: pd.Series
) -> pd.Series:
    """The sum of all points."""
    return base + night + day + judge + penalty


@check("mvp-count", at="is_mvp", clause="4", severity="warning")
def mvp_count(is_mvp: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """More most valuable players of a game than there may be."""
    return _too_many(is_mvp, game, p.mvp.players)


@check("fine-move-count", at="is_fine_move", clause="4")
def fine_move_count(is_fine_move: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """More fine moves of a game than there may be."""
    return _too_many(is_fine_move, game, p.fine_move.players)


@check("removal-undecided", at="removal", clause="5", severity="warning")
def removal_undecided(
    is_removed: pd.Series,
    removal_typed: pd.Series,
    is_disqualified: pd.Series,
    disqualification_denied: pd.Series,
) -> pd.Series:
    """A removal on the game sheet, which these rules do not know, without a word on the disqualification."""
    return removal_typed[is_removed & ~is_disqualified & disqualification_denied.isna()]


def _too_many(mark: pd.Series, game: pd.Series, most: int) -> pd.Series:
    many = in_game(mark, game).astype("int64")
    return first_of_game(many[mark & (many > most)], game)
