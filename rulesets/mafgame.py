"""MAFGAME-2025 and FIIM: points of a tournament, with a compensation that grows with first kills over a distance.

Clauses are the headings of the document; the figures of the two stand in `editions/mafgame-*.toml` and
`editions/fiim-*.toml`.
"""

from typing import Literal

import numpy as np
import pandas as pd

from rulesets import classic, facts
from rulesets.classic import BonusRanges
from rulesets.edition import Strict
from rulesets.facts import first_of_game, in_distance, in_game
from rulesets.ruleset import check, component, fact, standing

SHARED = (facts, classic)
STANDINGS = ("main", "additional", "penalty", "first_kills", "sheriff_wins", "don_wins")

_WIN = "Базовые принципы"
_BEST_MOVE = "Лучший ход"
_BONUS = "Дополнительные баллы от судьи"
_PENALTY = "Штрафные баллы"
_COMPENSATION = "Компенсационные баллы"
_TABLE = "Турнирная таблица"


class Win(Strict):
    """Points of a member of the winning team."""

    points: float


class Compensation(Strict):
    """The most that a game's compensation gives, from how many first kills on, and which of them count.

    `share` is that number as a part of the games played.
    """

    points: float
    share: float
    counts: Literal["any", "red"]


class BestMove(Strict):
    """Points by the number of black players named."""

    three: float
    two: float


class Players(Strict):
    """How many players may have the judge's points, and how many if the chief judge approves."""

    own: int
    approved: int


class Total(Strict):
    """How much the judge's points may sum up to, and how much if the chief judge approves."""

    own: float
    approved: float


class Bonus(BonusRanges):
    """Limits of the judge's points of one game."""

    players: Players
    total: Total


class Removal(Strict):
    """Points of a disqualification from the table, and whether leaving it is one."""

    points: float
    leaving: bool


class Ppk(Strict):
    """Points of an act that gave the other team the win, and whether it is punished as a removal instead."""

    points: float
    is_removal: bool


class Penalty(classic.PenaltyLimit):
    """What every penalty of the judge is a multiple of."""

    step: float


class Figures(classic.Figures):
    """The figures of an edition of MAFGAME or FIIM."""

    win: Win
    compensation: Compensation
    best_move: BestMove
    bonus: Bonus
    removal: Removal
    ppk: Ppk
    penalty: Penalty


# --- main points


@component(clause=_WIN, at="winner", group="main")
def win(won: pd.Series, p: Figures) -> pd.Series:
    """Points of each member of the winning team; a loss or a draw gives none."""
    return won * p.win.points


@component(clause=_COMPENSATION, at="is_first_kill", group="main")
def compensation(
    is_first_kill: pd.Series,
    red: pd.Series,
    winner: pd.Series,
    games_in_distance: pd.Series,
    first_kills_in_distance: pd.Series,
    p: Figures,
) -> pd.Series:
    """Points of the first-killed red when black won, the more the oftener he was killed first in the distance.

    With n games and i first kills of the player in the distance, and B the whole number nearest to 0.4·n, it
    is 0.4·i/B, and 0.4 if i is above B. A game outside the distance, or not rated, gives none.
    """
    killed = np.flatnonzero(is_first_kill & red & (winner == "black") & (games_in_distance > 0))
    n, i = games_in_distance.iloc[killed].to_numpy(), first_kills_in_distance.iloc[killed].to_numpy()
    enough = np.floor(
        (n * p.compensation.share).round(9) + 0.5
    )  # B; rounded first, for 0.4 is no binary figure
    points = np.zeros(len(is_first_kill))
    points[killed] = p.compensation.points * np.minimum(i, enough) / np.maximum(enough, 1)
    points[killed[i > enough]] = p.compensation.points  # of one game only, B is 0
    return pd.Series(points, is_first_kill.index)


@fact
def games_in_distance(counted: pd.Series, player: pd.Series, distance: pd.Series) -> pd.Series:
    """Rated games of the player in the distance of the seat (n of the compensation); 0 for a seat in none."""
    return in_distance(counted, player, distance).where(counted, 0.0)


@fact
def first_kills_in_distance(
    counts_for_compensation: pd.Series, counted: pd.Series, player: pd.Series, distance: pd.Series
) -> pd.Series:
    """First kills of the player in the distance (i of the compensation)."""
    return in_distance(counts_for_compensation & counted, player, distance)


@fact
def counts_for_compensation(is_first_kill: pd.Series, red: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat's first kill counts for the compensation.

    Reading: in any role, or with `compensation.counts = "red"` only as a red; the document leaves it open.
    """
    return is_first_kill & red if p.compensation.counts == "red" else is_first_kill


# --- additional points


@component(clause=_BEST_MOVE, at="best_move", group="additional")
def best_move(black_named: pd.Series, is_first_kill: pd.Series, red: pd.Series, p: Figures) -> pd.Series:
    """Points of the first-killed red for the black players among the three named, whatever the result."""
    points = np.select([black_named == 3, black_named == 2], [p.best_move.three, p.best_move.two], 0.0)
    return pd.Series(points, black_named.index).where(is_first_kill & red, 0.0)


@component(clause=_BONUS, at="bonus_typed", group="additional")
def bonus(bonus_typed: pd.Series, draw: pd.Series) -> pd.Series:
    """The judge's points as typed; none on a draw."""
    return bonus_typed.fillna(0.0).mask(draw, 0.0)


# --- penalty points


@component(clause=_WIN, at="removal", group="penalty")
def removal(is_punished: pd.Series, is_ppk: pd.Series, p: Figures) -> pd.Series:
    """Points off for a disqualification from the table, whatever the result.

    Reading: an act that gave the other team the win takes the place of these points, and is not added to them.
    """
    is_ours = is_punished | is_ppk if p.ppk.is_removal else is_punished & ~is_ppk
    return (is_ours * p.removal.points).where(is_ours, 0.0)


@fact
def is_punished(
    is_removed: pd.Series, is_disqualified: pd.Series, is_left_table: pd.Series, p: Figures
) -> pd.Series:
    """Whether the player was disqualified from the table, under whichever header, or left it where that is one."""
    punished = is_removed | is_disqualified
    return punished | is_left_table if p.removal.leaving else punished


@component(clause=_WIN, at="is_ppk", group="penalty")
def ppk(is_ppk: pd.Series, p: Figures) -> pd.Series:
    """Points off for the player whose act gave the other team the win."""
    return pd.Series(0.0 if p.ppk.is_removal else p.ppk.points, is_ppk.index).where(is_ppk, 0.0)


@component(clause=_PENALTY, at="penalty_typed", group="penalty")
def penalty(penalty_typed: pd.Series, penalty_of_reason: pd.Series) -> pd.Series:
    """The judge's points off as typed, or else those of the reason, whatever the result."""
    points = penalty_typed.fillna(penalty_of_reason).fillna(0.0)
    return (-points).where(points != 0, 0.0)  # so that none gives 0, not -0


# --- the table of a distance


@standing(clause=_TABLE)
def score(main: pd.Series, additional: pd.Series, penalty: pd.Series) -> pd.Series:
    """The sum of main, additional and penalty points."""
    return main + additional + penalty


@fact
def first_kills(is_first_kill: pd.Series) -> pd.Series:
    """One for a seat killed in the first night, in any role."""
    return is_first_kill


@fact
def sheriff_wins(won: pd.Series, role: pd.Series) -> pd.Series:
    """One for a game won as sheriff."""
    return won & (role == "sheriff")


@fact
def don_wins(won: pd.Series, role: pd.Series) -> pd.Series:
    """One for a game won as don."""
    return won & (role == "don")


# --- breaches of the rules


@fact
def approved_in_game(is_approved: pd.Series, game: pd.Series) -> pd.Series:
    """Whether the chief judge's approval is marked on any seat of the game."""
    return in_game(is_approved, game) > 0


@check("bonus-count", at="bonus_typed", clause=_BONUS, told="bonus-count-approved")
def bonus_count(
    bonus_typed: pd.Series, game: pd.Series, approved_in_game: pd.Series, p: Figures
) -> pd.Series:
    """More players of a game have the judge's points than may, or than may without the chief judge's approval."""
    given = bonus_typed.fillna(0.0) != 0
    players = in_game(given, game).astype("int64")
    return first_of_game(players[given & (players > _allowed(p.bonus.players, approved_in_game))], game)


@check("bonus-total", at="bonus_typed", clause=_BONUS, told="bonus-total-approved")
def bonus_total(
    bonus_typed: pd.Series, game: pd.Series, approved_in_game: pd.Series, p: Figures
) -> pd.Series:
    """The judge's points of a game sum up to more than they may, or may without the chief judge's approval."""
    total = in_game(bonus_typed, game).round(6)
    over = bonus_typed.notna() & (total > _allowed(p.bonus.total, approved_in_game))
    return first_of_game(total[over], game)


def _allowed(limit: Players | Total, approved: pd.Series) -> pd.Series:
    return pd.Series(limit.own, approved.index).mask(approved, limit.approved)


@check("penalty-value", at="penalty_typed", clause=_PENALTY, told="penalty-step")
def penalty_value(penalty_typed: pd.Series, penalty_of_reason: pd.Series, p: Figures) -> pd.Series:
    """No penalty that the rules know, or another than that of its reason."""
    typed = penalty_typed.dropna()
    steps = (typed / p.penalty.step).round(6)
    differs = (typed - penalty_of_reason[typed.index]).abs().round(6) > 0
    return typed[(steps % 1 != 0) | differs]


@check("penalty-value", at="reason", clause=_PENALTY, told="penalty-missing")
def reason_without_figure(
    reason: pd.Series, reason_code: pd.Series, penalty_of_reason: pd.Series, penalty_typed: pd.Series
) -> pd.Series:
    """A reason that has no figure of its own, and none typed."""
    return reason[reason_code.notna() & penalty_of_reason.isna() & penalty_typed.isna()]


@check("removal-without-effect", at="removal", clause=_WIN)
def removal_without_effect(is_removed_without_effect: pd.Series, removal_typed: pd.Series) -> pd.Series:
    """A disqualification marked as without penalty: these rules know none."""
    return removal_typed[is_removed_without_effect]
