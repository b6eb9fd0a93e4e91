"""Which rules and figures are in force in each game of the sheets."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from pipelines.enrich.log_counts import Numbers
from pipelines.ingest.vocabulary import meanings
from rulesets import Ruleset
from rulesets.edition import Figures


class SpansOfGames:
    """Which rules and figures are in force in each game: `of_games` are the numbers of the spans, -1 for none.

    `in_use` are the spans that have games, with those games.
    """

    def __init__(self, seats: pd.DataFrame, ruleset: Ruleset) -> None:
        games = seats.drop_duplicates("game")
        self.of_games = np.full(int(seats["game"].max()) + 1, -1, "int16")
        self.of_games[games["game"]] = ruleset.span_numbers(games["date"])
        self.in_use = [
            (span, self.of_games == number)
            for number, span in enumerate(ruleset.spans)
            if (self.of_games == number).any()
        ]

    def have(self, role: Numbers, roles: Callable[[Figures], Sequence[str]]) -> Numbers:
        """Where the role at a seat, by games and seats, is one of the `roles` that the figures of its game name."""
        found = np.zeros(role.shape, "bool")
        for span, games in self.in_use:
            codes = [meanings("roles").index(name) for name in roles(span.figures)]
            found[games] = np.isin(role[games], codes)
        return found

    def that_need(self, column: str) -> Numbers:
        """Which games have rules that need a column."""
        found = np.zeros(len(self.of_games), "bool")
        for span, games in self.in_use:
            found |= games & (column in span.needed(span.rules))
        return found
