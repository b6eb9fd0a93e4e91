"""Findings at the cells of seats."""

from typing import Any

import pandas as pd

from pipelines import findings
from pipelines.ingest.games import Sheets, seat_places


def at_seats(
    sheets: Sheets, language: str, code: str, field: str, figures: pd.Series, **values: Any
) -> pd.DataFrame:
    """A finding at each seat that `figures` has a row for, in the cell of `field`."""
    if figures.empty:
        return findings.nothing()
    seats = sheets.seats.loc[figures.index]
    places = seat_places(seats, field, sheets.layouts)
    values["of_game"] = findings.games_told(seats)
    return findings.found(code, language, **places, value=figures.astype("object"), **values)
