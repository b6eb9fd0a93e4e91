"""Columns of the city game: who left it when, and how, and what a seat did by its role."""

import pandas as pd

from rulesets.edition import Figures
from rulesets.facts import among
from rulesets.ruleset import fact


def of_role(count: pd.Series, role: pd.Series, p: Figures) -> pd.Series:
    """A count of the sheet, 0 where nothing is typed and for roles that it does not belong to."""
    return count.fillna(0.0).where(among(role, p.counts[str(count.name)]), 0.0)


@fact
def alive(exit: pd.Series, is_removed: pd.Series, is_left_table: pd.Series) -> pd.Series:  # noqa: A002
    """Whether the player was at the table to the end: neither left the game, nor was removed, nor went away."""
    return exit.isna() & ~is_removed & ~is_left_table


@fact
def killed_first(is_first_kill: pd.Series, exit: pd.Series) -> pd.Series:  # noqa: A002
    """Whether the player left in the first night; several may."""
    return is_first_kill | (exit == "N1")


@fact
def is_voted_out(exit: pd.Series, is_shot_out: pd.Series) -> pd.Series:  # noqa: A002
    """Whether the player left by a vote: in a day phase, but not by the shoot-out of a tie."""
    by_day = exit.cat.categories.str.startswith("D")
    return among(exit, list(exit.cat.categories[by_day])) & ~is_shot_out
