"""Columns and checks of the classic table of ten: best move, judge's points, reasons of penalties, line-up."""

import numpy as np
import pandas as pd

from rulesets import edition
from rulesets.edition import Reason, Strict
from rulesets.facts import by_category
from rulesets.ruleset import check, fact
from rulesets.words import fold


class Range(Strict):
    """The least and the most, both allowed."""

    least: float
    most: float


class BonusRanges(Strict):
    """What the judge may give to a player, by the result of his team."""

    winner: Range
    loser: Range


class PenaltyLimit(Strict):
    """The most points of penalty that a seat may have; None for no limit."""

    most: float | None = None


class Figures(edition.Figures):
    """What every classic ruleset has figures for."""

    bonus: BonusRanges
    penalty: PenaltyLimit
    reasons: dict[str, Reason]


@fact
def black_named(
    named_1: pd.Series,
    named_2: pd.Series,
    named_3: pd.Series,
    black_named_typed: pd.Series,
    seat: pd.Series,
    black: pd.Series,
    game: pd.Series,
) -> pd.Series:
    """How many of the three seats of the best move are black; missing where it was not used.

    A number typed in place of seats stands. A seat that is not at the table is not black; where a seat of the
    game is not told, the count is missing, for nobody can tell who was named.
    """
    count = black_named_typed.copy()
    moves = np.flatnonzero(named_1.notna())
    if len(moves):
        named = np.column_stack(
            [column.iloc[moves].to_numpy("int64", na_value=0) for column in (named_1, named_2, named_3)]
        )  # of a short move, seat 0
        seats = seat.to_numpy("int64", na_value=0)  # nobody names seat 0
        games = game.to_numpy("int64")
        is_black = np.zeros((games.max() + 1, max(seats.max(), named.max()) + 1), "bool")
        is_black[games, seats] = black & (seats > 0)
        unseated = np.bincount(games, seat.isna()) > 0  # without all seats nobody can tell who was named
        count.iloc[moves] = np.where(
            unseated[games[moves]], np.nan, is_black[games[moves][:, None], named].sum(axis=1)
        )
    return count


@fact
def reason_code(reason: pd.Series, p: Figures) -> pd.Series:
    """The edition's code of the penalty's reason as typed; missing for none and for words it does not know."""
    codes = {fold(word): code for code, known in p.reasons.items() for word in (code, *known.words)}
    named = pd.Categorical(reason.cat.categories.map(lambda text: codes.get(fold(text))), list(p.reasons))
    of_seats = by_category(reason, named.codes, missing=-1)
    return pd.Series(pd.Categorical.from_codes(of_seats, dtype=named.dtype), reason.index)


@fact
def penalty_of_reason(reason_code: pd.Series, p: Figures) -> pd.Series:
    """The figure of the penalty's reason, as points of penalty; missing where it has none."""
    points = [p.reasons[code].points for code in reason_code.cat.categories]
    return by_category(reason_code, np.array(points, "float64"), missing=np.nan)


@check("line-up", at="role", severity="warning")
def line_up(role: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """The roles of the game are not those of a usual one."""
    roles = role.cat.categories
    width = len(roles) + 1
    games = game.to_numpy("int64")
    cells = games * width + role.cat.codes.to_numpy() + 1
    dealt = np.bincount(cells, minlength=width * (games.max(initial=-1) + 1)).reshape(-1, width)
    unsure, dealt = dealt[:, 0] > 0, dealt[:, 1:]  # the first column counts the seats without a role
    usual = np.array([p.line_up.get(name, 0) for name in roles])
    lacking = any(name not in roles for name in p.line_up)
    is_odd = ((dealt != usual).any(axis=1) | lacking) & ~unsure
    odd = game[is_odd[games]].drop_duplicates()
    said = pd.Series("", odd.index)
    for place in np.flatnonzero(dealt[odd].any(axis=0)).tolist():
        many = pd.Series(dealt[odd, place], odd.index)
        said = said.where(many == 0, said + " " + many.astype("str") + " " + roles[place])
    return said.str.strip()


@check("two-first-kills", at="is_first_kill")
def two_first_kills(is_first_kill: pd.Series, player: pd.Series, game: pd.Series) -> pd.Series:
    """A second player of the game who was killed first; in the city game several may leave in a night."""
    killed = player[is_first_kill]
    return killed[game.loc[killed.index].duplicated()]


def seats_named(*named: pd.Series) -> pd.Series:
    """The seats of best moves as people write them: `3 5 7`, or fewer."""
    first, *others = (column.astype("str").where(column.notna(), "") for column in named)
    said: pd.Series = first.astype("object")
    for other in others:
        said = said + " " + other.astype("object")
    return said.str.strip()


@check("best-move-not-first-killed", at="best_move")
def best_move_not_first_killed(
    named_1: pd.Series,
    named_2: pd.Series,
    named_3: pd.Series,
    black_named_typed: pd.Series,
    is_first_kill: pd.Series,
) -> pd.Series:
    """A best move of a player who was not the first killed."""
    is_seats, is_count = (column.notna() & ~is_first_kill for column in (named_1, black_named_typed))
    counts = black_named_typed[is_count].astype("int64").astype("str")
    seats = seats_named(named_1[is_seats], named_2[is_seats], named_3[is_seats])
    named: pd.Series = pd.concat([seats, counts])
    return named


@check("penalty-role", at="reason")
def penalty_role(reason: pd.Series, reason_code: pd.Series, role: pd.Series, p: Figures) -> pd.Series:
    """A reason that cannot hit this role."""
    codes, roles = reason_code.cat.categories, role.cat.categories
    allowed = np.array([[name in p.reasons[code].roles for name in roles] for code in codes]).reshape(
        len(codes), len(roles)
    )
    known = (reason_code.notna() & role.notna()).to_numpy()
    wrong = ~allowed[reason_code.cat.codes[known], role.cat.codes[known]]
    return reason[known][wrong]


@check("penalty-approval", at="reason", severity="warning")
def penalty_approval(
    reason: pd.Series, reason_code: pd.Series, penalty_typed: pd.Series, is_approved: pd.Series, p: Figures
) -> pd.Series:
    """A penalty at the judge's discretion without approval; so is one whose reason no document knows."""
    needs = [p.reasons[code].approval for code in reason_code.cat.categories]
    at_discretion = by_category(reason_code, np.array(needs, "bool"), missing=True)
    punished = reason_code.notna() | (penalty_typed.fillna(0.0) != 0)
    return reason[reason.notna() & punished & at_discretion & ~is_approved]


@check("unknown-reason", at="reason")
def unknown_reason(
    reason: pd.Series,
    reason_code: pd.Series,
    penalty_typed: pd.Series,
    is_removed: pd.Series,
    is_disqualified: pd.Series,
    is_left_table: pd.Series,
    is_ppk: pd.Series,
) -> pd.Series:
    """A reason that the edition does not know, and nothing else that it may be the reason of."""
    is_explained = penalty_typed.notna() | is_removed | is_disqualified | is_left_table | is_ppk
    return reason[reason.notna() & reason_code.isna() & ~is_explained]


@check("bonus-range", at="bonus_typed")
def bonus_range(bonus_typed: pd.Series, won: pd.Series, draw: pd.Series, p: Figures) -> pd.Series:
    """The judge's points of a seat lie outside what its result allows."""
    inside = bonus_typed.between(p.bonus.winner.least, p.bonus.winner.most).where(
        won, bonus_typed.between(p.bonus.loser.least, p.bonus.loser.most)
    )
    return bonus_typed[(bonus_typed.fillna(0.0) != 0) & ~draw & ~inside]


@check("bonus-draw", at="bonus_typed")
def bonus_draw(bonus_typed: pd.Series, draw: pd.Series) -> pd.Series:
    """The judge's points in a drawn game."""
    return bonus_typed[(bonus_typed.fillna(0.0) != 0) & draw]


@check("penalty-value", at="penalty_typed", told="penalty-most")
def penalty_most(penalty_typed: pd.Series, p: Figures) -> pd.Series:
    """More penalty than a seat can have: most likely a decimal mark is lost."""
    return penalty_typed[penalty_typed > p.penalty.most] if p.penalty.most is not None else penalty_typed[:0]
