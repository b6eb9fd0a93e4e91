"""What the project is measured beside: the same standings and the same cells, made by other means."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import python_calamine

from rulesets.fourmafia import Figures

RED = ["citizen", "sheriff"]
BLACK = ["mafia", "don"]
STANDINGS = ["period", "place", "player", "games", "wins", "points", "score"]
NAMED = ["named_1", "named_2", "named_3"]
COLUMNS = [
    "date", "club", "kind", "seat", "player", "role", "winner", "is_first_kill", *NAMED, "black_named_typed",
    "bonus_typed", "penalty_typed", "game", "status",
]  # fmt: skip


def cells(path: Path) -> dict[str, list[list[Any]]]:
    """The rows of each tab, read by python-calamine alone."""
    book = python_calamine.load_workbook(path)
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def shown(value: Any) -> str:
    """A value of python-calamine's as our own cells show it; nothing for an empty cell."""
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, dt.date) else value


# --- standings by month and season, by polars on texts


def texts(seats: pd.DataFrame) -> pl.DataFrame:
    """The seats as a file of texts gives them."""
    words = seats[COLUMNS].select_dtypes("category").columns
    table = pl.from_pandas(seats[COLUMNS].astype(dict.fromkeys(words, "str")))
    return table.with_columns(pl.col("date").cast(pl.Date)).with_row_index("id")


def polars_standings(seats: pl.DataFrame, p: Figures) -> pl.DataFrame:
    """A row for each period (its first day, or nothing for the season) and player: `STANDINGS`."""
    role, winner, kind = pl.col("role"), pl.col("winner"), pl.col("kind")
    strong = pl.col("status").is_in(p.eligibility.strong)
    blacks = seats.filter(role.is_in(BLACK)).select("game", "seat")
    moves = seats.filter(pl.col("named_1").is_not_null()).select("id", "game", *NAMED)
    hits = moves.unpivot(NAMED, index=["id", "game"], value_name="seat").join(blacks, on=["game", "seat"])
    move = p.best_move
    miss = pl.when((kind == "rated") & pl.col("club").is_in(move.miss_clubs)).then(move.none).otherwise(0.0)
    scored = (
        seats.lazy()
        .join(hits.lazy().group_by("id").agg(pl.len().alias("hit")), on="id", how="left")
        .with_columns(
            red=role.is_in(RED),
            won=role.is_in(RED) & (winner == "red") | role.is_in(BLACK) & (winner == "black"),
            draw=winner == "draw",
            strong=strong,
            high=strong.sum().over("game") >= p.eligibility.high_school,
            named=pl.when(pl.col("named_1").is_not_null())
            .then(pl.col("hit").fill_null(0))
            .otherwise(pl.col("black_named_typed")),
        )
        .filter(
            (kind == "rated")
            | (kind == "school") & (~pl.col("strong") | pl.col("high"))
            | (kind == "academy") & pl.col("strong")
        )
        .with_columns(
            points=pl.when("won").then(p.win.points).otherwise(0.0)
            + pl.when(pl.col("is_first_kill") & pl.col("red") & (winner == "black"))
            .then(p.compensation.points)
            .otherwise(0.0)
            + pl.when(pl.col("is_first_kill") & pl.col("red"))
            .then(
                pl.when(pl.col("named") == 3).then(move.three)
                .when(pl.col("named") == 2).then(move.two)
                .when(pl.col("named") == 1).then(move.one)
                .when(pl.col("named") == 0).then(miss)
                .otherwise(0.0)
            )
            .otherwise(0.0)
            + pl.when("draw").then(0.0).otherwise(pl.col("bonus_typed").fill_null(0.0))
            + pl.when(pl.col("won") | pl.col("draw"))
            .then(0.0)
            .otherwise(pl.col("penalty_typed").fill_null(0.0) * p.penalty.points)
        )
    )  # fmt: skip
    totals = [pl.len().alias("games"), pl.col("won").sum().alias("wins"), pl.col("points").sum()]
    months = scored.group_by(pl.col("date").dt.month_start().alias("period"), "player").agg(totals)
    season = scored.group_by(pl.lit(None, pl.Date).alias("period"), "player").agg(totals)
    win_pct = 100 * pl.col("wins") / pl.col("games")
    placed = (
        pl.concat(pl.collect_all([months, season]))
        .with_columns(score=pl.col("points") * win_pct / 100 * (pl.col("points") / pl.col("games")))
        .with_columns(
            place=pl.struct(pl.col("score").round(6), pl.col("points").round(6), "wins")
            .rank("min", descending=True)
            .over("period")
        )
    )
    return placed.sort("period", "place", "player").select(STANDINGS)


# --- the same by numpy on ready codes


@dataclass(frozen=True)
class Codes:
    """The columns as bare arrays, and the codes that the rules speak of."""

    columns: dict[str, np.ndarray]
    code: dict[str, int]
    players: int

    @classmethod
    def of(cls, seats: pd.DataFrame) -> "Codes":
        """The codes of categories; a missing seat is 0."""
        bare, code = {}, {}
        for name, column in seats[COLUMNS].items():
            if isinstance(column.dtype, pd.CategoricalDtype):
                bare[name] = column.cat.codes.to_numpy()
                code |= {word: number for number, word in enumerate(column.cat.categories)}
            else:
                bare[name] = (
                    column.fillna(0).to_numpy("int8") if column.dtype == "Int16" else column.to_numpy()
                )
        return cls(bare, code, len(seats["player"].cat.categories))


def numpy_standings(seats: Codes, p: Figures) -> np.ndarray:
    """A row for each period and player: `STANDINGS`, as codes; the season is the last period."""
    c, code = seats.columns, seats.code
    game = c["game"]
    first = np.flatnonzero(np.diff(game, prepend=-1))
    black = c["role"] >= code["mafia"]
    winner, draw = c["winner"], c["winner"] == code["draw"]
    won = (winner == code["black"]) == black
    won &= ~draw
    # who is counted
    strong = c["status"] >= code["silver"]
    high = np.add.reduceat(strong, first, dtype="int8")[game] >= p.eligibility.high_school
    kind = c["kind"]
    counted = (kind == code["rated"]) | np.where(kind == code["school"], ~strong | high, strong)
    # the few seats that were killed first, and those of them that named three
    killed = np.flatnonzero(c["is_first_kill"] & ~black)
    typed = c["black_named_typed"][killed]
    is_black = np.zeros((game[-1] + 1, 11), "bool")
    is_black[game, c["seat"]] = black
    named = np.column_stack([c[name][killed] for name in NAMED])
    hit = np.where(
        named[:, 0] > 0, is_black[game[killed][:, None], named].sum(axis=1), np.nan_to_num(typed, nan=4)
    )
    move = p.best_move
    gain = np.array([0.0, move.one, move.two, move.three, 0.0])[hit.astype("int8")]
    plus = code[move.miss_clubs[0]]
    gain[(hit == 0) & (kind[killed] == code["rated"]) & (c["club"][killed] == plus)] = move.none
    points = won * p.win.points
    points[killed] += gain + (winner[killed] == code["black"]) * p.compensation.points
    points += np.where(draw, 0.0, np.nan_to_num(c["bonus_typed"]))
    points += np.where(won | draw, 0.0, np.nan_to_num(c["penalty_typed"])) * p.penalty.points
    # sums by month and player; the season's are theirs
    some = np.flatnonzero(counted)
    month = c["date"][some].astype("datetime64[M]").astype("int64")
    periods = month.max() - month.min() + 1
    key = (month - month.min()) * seats.players + c["player"][some]
    cells = periods * seats.players
    sums = np.empty((3, periods + 1, seats.players))
    for total, weights in zip(sums, (None, won[some], points[some]), strict=True):
        total[:-1] = np.bincount(key, weights, cells).reshape(periods, -1)
        total[-1] = total[:-1].sum(axis=0)
    period, player = np.nonzero(sums[0])
    games, wins, points = sums[:, period, player]
    score = points * (100 * wins / games) / 100 * (points / games)
    compared = np.column_stack([period, -score.round(6), -points.round(6), -wins])
    order = np.lexsort(compared.T[::-1])
    new = (np.diff(compared[order], axis=0, prepend=-1) != 0).any(axis=1)
    row = np.arange(len(order))
    begin = np.maximum.accumulate(np.where(np.diff(period[order], prepend=-1) != 0, row, 0))
    place = np.maximum.accumulate(np.where(new, row, 0)) - begin + 1
    table = [period[order], place, *(one[order] for one in (player, games, wins, points, score))]
    return np.column_stack(table)
