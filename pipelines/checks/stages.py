"""Stages of a tournament whose order nothing shows, where points are carried from one to the next."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from pipelines.checks.places import at_seats
from pipelines.ingest.games import Sheets
from pipelines.league import League
from pipelines.rating import stages
from pipelines.rating.rate import inside_days, stages_of


def check(sheets: Sheets, league: League) -> Iterator[pd.DataFrame]:
    """A finding for each tournament, at the first game of a stage that may have been played before another of its day."""
    seats = sheets.seats
    for rating in league.rating:
        if not rating.carry:
            continue
        ordered, of_seats, _, chains = stages_of(seats, rating, inside_days(seats, rating))
        at = np.flatnonzero(stages.undecided(ordered, chains))
        at = at[np.unique(chains[at], return_index=True)[1]]
        later, earlier = (ordered["cell"].to_numpy()[rows] for rows in (at, at - 1))
        names = seats["stage"].astype("object").fillna("")
        first = pd.Series(np.arange(len(seats)), of_seats).groupby(level=0).first()
        rows = first[later].to_numpy()
        said = pd.Series(names.to_numpy()[rows], seats.index[rows])
        before = pd.Series(names.to_numpy()[first[earlier]], said.index)
        yield at_seats(
            sheets, league.language, "stage-order", "stage", said, before=before, rating=rating.name
        )
