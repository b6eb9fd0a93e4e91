"""The stages of a tournament: in which order they were played, and where nothing shows it."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from pipelines.ingest import vocabulary
from pipelines.ingest.spelling import name_key
from pipelines.league import RatingPart

_UNKNOWN, _LISTED, _KNOWN = range(3)


def in_order(cells: pd.DataFrame, names: Mapping[int, str], rating: RatingPart) -> pd.DataFrame:
    """The periods of a tournament or of any other column, a row each, in their order.

    `cells` has a row per seat: the number of its period (`cell`), `date` and `game_no`; `names` gives the stage that
    each period is, by its number. Columns: cell, `date` (the first), the `least` and `most` game number of that day, `kind`
    and `rank` of the stage. The order is that of first dates; of one day that of the league's list, then that of the
    known stages (unknown ones come first), then that of the game numbers, then that of `cell`.
    """
    first = cells.groupby("cell", as_index=False)["date"].min()
    of_day = cells.merge(first, on=["cell", "date"]).groupby("cell")["game_no"].agg(["min", "max"])
    said = pd.DataFrame(
        [_ranked(names[cell], rating) for cell in first["cell"]], first.index, columns=["kind", "rank"]
    )
    first = first.join(said).assign(least=of_day["min"].to_numpy(), most=of_day["max"].to_numpy())
    ordered: pd.DataFrame = first.sort_values(["date", "kind", "rank", "least", "cell"], ignore_index=True)
    return ordered


def _ranked(name: str, rating: RatingPart) -> tuple[int, int]:
    """By what the order of a stage is known, and its place in that order."""
    listed = {name_key("stage", one): place for place, one in enumerate(rating.stages)}
    if (key := name_key("stage", name)) in listed:
        return _LISTED, listed[key]
    meant = vocabulary.words("stages").get(vocabulary.key(name))
    return (_UNKNOWN, 0) if meant is None else (_KNOWN, vocabulary.meanings("stages").index(meant))


def undecided(ordered: pd.DataFrame, chains: np.ndarray) -> np.ndarray:
    """Which of the periods may have been played before the one above them, as far as the sheets and the league show.

    Two stages of one day are in order by the league's list, by what both are known as, or by their game numbers.
    """
    above = ordered.shift()
    same_day = (ordered["date"] == above["date"]).to_numpy() & (chains == np.append(-1, chains[:-1]))
    by_rank = (ordered["kind"] == above["kind"]) & (ordered["rank"] != above["rank"])
    by_number = above["most"] < ordered["least"]
    is_decided: np.ndarray = (by_rank | by_number.fillna(False)).to_numpy("bool")
    doubtful: np.ndarray = same_day & ~is_decided
    return doubtful
