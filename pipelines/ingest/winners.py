"""Who won, where a column says of each player whether they did."""

import numpy as np
import pandas as pd

from pipelines.ingest import values, vocabulary

_TEAM = {
    "citizen": "red",
    "sheriff": "red",
    "doctor": "red",
    "beauty": "red",
    "mafia": "black",
    "don": "black",
}
_OTHER = {"red": "black", "black": "red"}


def by_players(rows: pd.DataFrame) -> pd.DataFrame:
    """The seats with the team that won in place of whether each player did.

    In a game that marks only those who won, an empty cell is of one who lost. Where a maniac plays, who lost does not
    say who won. Seats that contradict each other then give different winners, which is a finding as usual.
    """
    if "winner" not in rows or not {values.WON, values.LOST} & {*rows["winner"].cat.categories}:
        return rows
    winner, game = rows["winner"], rows["game"]
    is_won, is_lost = winner == values.WON, winner == values.LOST
    marks_winners = is_won.groupby(game).transform("any") & ~is_lost.groupby(game).transform("any")
    is_lost |= winner.isna() & marks_winners
    team = rows["role"].astype("object").map(_TEAM)
    maniac = (rows["role"] == "maniac").groupby(game).transform("any")
    by_seat = np.where(is_won, team.where(rows["role"] != "maniac", "maniac"), team.map(_OTHER).mask(maniac))
    known = pd.Series(by_seat, rows.index, dtype="object").where(is_won | is_lost, winner.astype("object"))
    more = [one for one in winner.cat.categories if one not in (values.WON, values.LOST)]
    said = list(dict.fromkeys([*vocabulary.meanings("winners"), *more]))
    return rows.assign(winner=pd.Categorical(known, categories=said))
