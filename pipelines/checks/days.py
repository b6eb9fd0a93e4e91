"""Days that a spreadsheet of another country took for months: 3 September became 9 March."""

import pandas as pd

from pipelines.ingest.games import Sheets

_LAST_MONTH = 12
_FEWEST = 3  # different days of a tab, so that their order means something


def swapped(sheets: Sheets) -> pd.Series:
    """The first date of each tab whose dates go back and forth, but not with day and month the other way round.

    Only days up to the twelfth can have been swapped; the text of any other stayed one, and is read as it is.
    """
    dates = sheets.seats[["sheet", "row", "date"]].dropna().sort_values(["sheet", "row"], kind="stable")
    dates = dates[(dates["date"] != dates["date"].shift()) | (dates["sheet"] != dates["sheet"].shift())]
    days = dates["date"].dt
    may_be = (days.day <= _LAST_MONTH) & (days.day != days.month)
    parts = pd.DataFrame({"year": days.year, "month": days.month, "day": days.day})
    other = pd.DataFrame({"year": days.year, "month": days.day, "day": days.month})
    turned = pd.to_datetime(other.where(may_be, parts, axis=0))
    of_tab = dates["sheet"]
    is_mixed = ~(_is_orderly(dates["date"], of_tab)) & _is_orderly(turned, of_tab)
    is_many = dates.groupby("sheet")["date"].transform("nunique") >= _FEWEST
    found = dates.loc[may_be & is_mixed & is_many].drop_duplicates("sheet")
    shown: pd.Series = found["date"].dt.strftime("%d.%m.%Y")
    return shown


def _is_orderly(dates: pd.Series, tabs: pd.Series) -> pd.Series:
    """Whether the dates of each tab go one way: later ones follow earlier ones, or the other way round."""
    steps = dates.groupby(tabs).diff().dt.days.fillna(0)
    is_one_way: pd.Series = (steps >= 0).groupby(tabs).transform("all") | (steps <= 0).groupby(
        tabs
    ).transform("all")
    return is_one_way
