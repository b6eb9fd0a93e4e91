"""Columns that every ruleset may need: teams and results; and ways to make columns out of columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from rulesets.edition import Figures
from rulesets.ruleset import check, fact


def among(column: pd.Series, words: Sequence[str]) -> pd.Series:
    """Whether each value of a categorical column is one of `words`; a missing one is not."""
    return by_category(column, column.cat.categories.isin(list(words)), missing=False)


def by_category(column: pd.Series, values: Any, *, missing: Any) -> pd.Series:
    """A column with the value that belongs to each category, and `missing` where there is none."""
    table = np.append(np.asarray(values), missing)
    return pd.Series(table[column.cat.codes.to_numpy()], column.index)


def in_game(column: pd.Series, game: pd.Series) -> pd.Series:
    """The sum of a column over each seat's game; missing values count nothing."""
    numbers = game.to_numpy("int64")
    sums = np.bincount(numbers, weights=column.to_numpy("float64", na_value=0.0))
    return pd.Series(sums[numbers], column.index)


def in_distance(column: pd.Series, player: pd.Series, distance: pd.Series) -> pd.Series:
    """The sum of a column over the seats of the same player in the same distance; 0 outside every distance."""
    codes, distances = player.cat.codes.to_numpy("int64"), distance.to_numpy("int64")
    inside = (codes >= 0) & (distances >= 0)
    cell = np.where(inside, distances * len(player.cat.categories) + codes, -1) + 1
    sums = np.bincount(cell, weights=column.to_numpy("float64", na_value=0.0))
    sums[:1] = 0.0  # those outside
    return pd.Series(sums[cell], column.index)


def first_of_game(found: pd.Series, game: pd.Series) -> pd.Series:
    """The first row of each game, of those found: `found` holds values only at rows of interest."""
    return found[~game.loc[found.index].duplicated()]


@fact
def red(role: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat's role is of the red team."""
    return among(role, p.teams.red)


@fact
def black(role: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat's role is of the black team."""
    return among(role, p.teams.black)


@fact
def won(role: pd.Series, red: pd.Series, black: pd.Series, winner: pd.Series, p: Figures) -> pd.Series:
    """Whether the seat's team won, or the maniac who plays for himself; nobody wins a draw."""
    of_team = red & (winner == "red") | black & (winner == "black")
    return of_team | (winner == "maniac") & among(role, p.teams.alone) if p.teams.alone else of_team


@fact
def counted(kind: pd.Series) -> pd.Series:
    """Whether the seat enters the rating: unless a ruleset says more, all do but those of unrated games."""
    return kind != "unrated"


@fact
def played(counted: pd.Series) -> pd.Series:
    """Whether the game is one of the player's games: where only the best are counted, a ruleset says otherwise."""
    return counted


@check("foreign-role", at="role")
def foreign_role(role: pd.Series, red: pd.Series, black: pd.Series, p: Figures) -> pd.Series:
    """A role that the ruleset does not know: it belongs to no team."""
    return role[role.notna() & ~red & ~black & ~among(role, p.teams.alone)].astype("object")


@check("foreign-winner", at="winner")
def foreign_winner(winner: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """A winner that the ruleset does not know: nobody plays for himself there."""
    alone = winner[(winner == "maniac") & (not p.teams.alone)].astype("object")
    return first_of_game(alone, game)


@fact
def draw(winner: pd.Series) -> pd.Series:
    """Whether nobody won the game."""
    return winner == "draw"
