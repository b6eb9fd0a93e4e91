"""4MAFIA: two points for a win, the judge's bonuses and penalties, and three coefficients.

Clauses are those of the club's document; the figures stand in `editions/4mafia-*.toml`.
"""

import re
import unicodedata

import numpy as np
import pandas as pd

from rulesets import classic, facts
from rulesets.classic import BonusRanges
from rulesets.edition import Strict
from rulesets.facts import among, by_category, first_of_game, in_game
from rulesets.ruleset import check, component, doubt, fact, standing
from rulesets.words import fold

_NOT_IN_NAMES = re.compile(r"[^\w+]|_")

SHARED = (facts, classic)
STANDINGS = ("points", "win_pct", "k1", "k2", "compensations", "best_move", "bonus", "penalty")


class Win(Strict):
    """Points of a member of the winning team."""

    points: float


class Compensation(Strict):
    """Points of a first-killed red whose team lost."""

    points: float


class BestMove(Strict):
    """Points by the number of black players named; `none` only in rated games of `miss_clubs`."""

    three: float
    two: float
    one: float
    none: float
    miss_clubs: list[str]


class Bonus(BonusRanges):
    """Limits of the judge's points of one game."""

    players: int
    total: float
    approval_from: float


class Penalty(classic.PenaltyLimit):
    """Points of one penalty, and penalties that a removal counts."""

    points: float
    removal: float


class Eligibility(Strict):
    """Statuses of the experienced, and how many of them make a school game a high-school game."""

    strong: list[str]
    high_school: int


class Figures(classic.Figures):
    """The figures of an edition of 4MAFIA."""

    win: Win
    compensation: Compensation
    best_move: BestMove
    bonus: Bonus
    penalty: Penalty
    eligibility: Eligibility


# --- who is counted


@fact
def strong(status: pd.Series, p: Figures) -> pd.Series:
    """Whether the player's status on the day makes him one of the experienced."""
    return among(status, p.eligibility.strong)


@fact
def strong_in_game(strong: pd.Series, game: pd.Series) -> pd.Series:
    """How many experienced players play in the game."""
    return in_game(strong, game)


@fact
def counted(kind: pd.Series, strong: pd.Series, strong_in_game: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat enters the rating ("Особенности расчета").

    Reading: a seat that is not counted leaves no trace, neither points nor games nor wins.
    """
    high_school = strong_in_game >= p.eligibility.high_school
    return (kind == "rated") | (kind == "school") & (~strong | high_school) | (kind == "academy") & strong


# --- components


@component(clause="1", at="winner")
def win(won: pd.Series, p: Figures) -> pd.Series:
    """Points of each member of the winning team; a loss or a draw gives none."""
    return won * p.win.points


@component(clause="2", at="is_first_kill")
def compensation(is_first_kill: pd.Series, red: pd.Series, winner: pd.Series, p: Figures) -> pd.Series:
    """Points of the first-killed red when black won."""
    return (is_first_kill & red & (winner == "black")) * p.compensation.points


@component(clause="3", at="best_move")
def best_move(
    black_named: pd.Series,
    is_first_kill: pd.Series,
    red: pd.Series,
    punishes_miss: pd.Series,
    p: Figures,
) -> pd.Series:
    """Points of the first-killed red for the black players among the three named, whatever the result."""
    killed = np.flatnonzero(is_first_kill & red)
    named, missed = black_named.iloc[killed], punishes_miss.iloc[killed]
    cases = [named == 3, named == 2, named == 1, (named == 0) & missed]
    figures = [p.best_move.three, p.best_move.two, p.best_move.one, p.best_move.none]
    points = np.zeros(len(black_named))
    points[killed] = np.select(cases, figures)
    return pd.Series(points, black_named.index)


@fact
def punishes_miss(kind: pd.Series, club: pd.Series, names_three: pd.Series, p: Figures) -> pd.Series:
    """Whether naming three seats and no black costs points: in rated games of `best_move.miss_clubs` (clause 3)."""
    clubs = {_club_key(name) for name in p.best_move.miss_clubs}
    of_club = by_category(club, club.cat.categories.map(_club_key).isin(clubs), missing=False)
    return (kind == "rated") & of_club & names_three


@fact
def names_three(named_1: pd.Series, named_3: pd.Series) -> pd.Series:
    """Whether the best move names three seats, or is typed as a count of three."""
    return named_1.isna() | named_3.notna()


def _club_key(name: str) -> str:
    """A club's name as compared: quotes, brackets, dashes and dots do not count, and a wide plus is a plus."""
    return _NOT_IN_NAMES.sub("", fold(unicodedata.normalize("NFKC", name)))


@check("best-move-without-club", at="best_move", clause="3", severity="warning")
def best_move_without_club(
    black_named: pd.Series,
    is_first_kill: pd.Series,
    red: pd.Series,
    names_three: pd.Series,
    kind: pd.Series,
    club: pd.Series,
    p: Figures,
) -> pd.Series:
    """A best move with no black named, for which some clubs take points off, in a game whose club is not given."""
    missed = is_first_kill & red & (black_named == 0) & names_three & (kind == "rated")
    return black_named[missed & club.isna() & bool(p.best_move.miss_clubs)]


@fact
def status_decides(kind: pd.Series) -> pd.Series:
    """Whether the statuses of the players decide who of the game is counted: in those of the school and the academy."""
    return kind.isin(["school", "academy"])


@component(clause="4", at="bonus_typed")
def bonus(bonus_typed: pd.Series, draw: pd.Series) -> pd.Series:
    """The judge's points as typed; none on a draw."""
    return bonus_typed.fillna(0.0).mask(draw, 0.0)


@component(clause="5", at="penalty_typed")
def penalty(penalties: pd.Series, lost: pd.Series, p: Figures) -> pd.Series:
    """Points off for each penalty, only if the player's own team lost; written so that none gives 0, not -0."""
    return (penalties * p.penalty.points).where(lost & (penalties != 0), 0.0)


@fact
def lost(won: pd.Series, draw: pd.Series) -> pd.Series:
    """Whether the other team won."""
    return ~(won | draw)


@fact
def penalties(
    penalty_typed: pd.Series,
    penalty_of_reason: pd.Series,
    reason_code: pd.Series,
    is_removed: pd.Series,
    is_removed_without_effect: pd.Series,
    p: Figures,
) -> pd.Series:
    """Penalties of the seat (clause 5): the typed number, or else that of the reason; a removal is one at least.

    The typed figure includes the removal, so the larger of the two is taken. Reading: a removal marked as
    without effect is no penalty even if removal is also typed as the reason.
    """
    is_spared = is_removed_without_effect & (reason_code == "removal")
    typed = penalty_typed.fillna(penalty_of_reason.fillna(0.0).mask(is_spared, 0.0))
    removal = (is_removed & ~is_removed_without_effect) * p.penalty.removal
    return typed.where(typed >= removal, removal)


@fact
def compensations(compensation: pd.Series) -> pd.Series:
    """One for a seat that got a compensation (clause 2 shows how many times)."""
    return compensation > 0


# --- the rating of a distance


@standing(clause="6")
def win_pct(wins: pd.Series, games: pd.Series) -> pd.Series:
    """Games won, in per cent of games played."""
    return 100 * wins / games


@standing(clause="6")
def k1(points: pd.Series, win_pct: pd.Series) -> pd.Series:
    """The first coefficient: points times the percentage of wins, over 100."""
    return points * win_pct / 100


@standing(clause="6")
def k2(points: pd.Series, games: pd.Series) -> pd.Series:
    """The second coefficient: points a game."""
    return points / games


@standing(clause="6")
def score(k1: pd.Series, k2: pd.Series) -> pd.Series:
    """The final coefficient.

    Reading: two negative coefficients multiply to a positive one; the formula stays, with a warning.
    """
    return k1 * k2


@doubt("negative-points")
def negative_points(points: pd.Series) -> pd.Series:
    """A player with fewer than no points: two negative coefficients would multiply to a positive one."""
    return points[points < 0]


# --- breaches of the rules


@check("bonus-count", at="bonus_typed", clause="4")
def bonus_count(bonus_typed: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """More players of a game have the judge's points than may."""
    given = bonus_typed.fillna(0.0) != 0
    players = in_game(given, game).astype("int64")
    return first_of_game(players[given & (players > p.bonus.players)], game)


@check("bonus-total", at="bonus_typed", clause="4")
def bonus_total(bonus_typed: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """The judge's points of a game sum up to more than they may."""
    total = in_game(bonus_typed, game).round(6)
    return first_of_game(total[bonus_typed.notna() & (total > p.bonus.total)], game)


@check("bonus-approval", at="bonus_typed", clause="4")
def bonus_approval(bonus_typed: pd.Series, is_approved: pd.Series, p: Figures) -> pd.Series:
    """Points that the club's president must approve, and no mark that he did."""
    return bonus_typed[(bonus_typed >= p.bonus.approval_from) & ~is_approved]


@check("penalty-without-loss", at="penalty_typed", clause="5")
def penalty_without_loss(penalty_typed: pd.Series, lost: pd.Series) -> pd.Series:
    """A penalty of a player whose team did not lose."""
    return penalty_typed[(penalty_typed.fillna(0.0) != 0) & ~lost]


@check("penalty-without-loss", at="reason", clause="5")
def reason_without_loss(reason: pd.Series, penalty_typed: pd.Series, lost: pd.Series) -> pd.Series:
    """A reason of a penalty, without a figure, at a player whose team did not lose."""
    return reason[reason.notna() & (penalty_typed.fillna(0.0) == 0) & ~lost]


@check("penalty-value", at="penalty_typed", clause="5")
def penalty_value(penalty_typed: pd.Series) -> pd.Series:
    """Not a whole number of penalties."""
    typed = penalty_typed.dropna()
    return typed[typed % 1 != 0]
