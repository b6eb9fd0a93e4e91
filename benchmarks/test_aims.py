"""The aims, each a ratio to a peer in the same run; answers are compared first, and no time is asserted."""

import math
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import logs
import measures
import numpy as np
import pandas as pd
import peers
import pytest
import sheets
from measures import process, race, user_seconds

import rulesets
from pipelines import league as leagues
from pipelines import rebuild
from pipelines.league import RatingPart
from pipelines.rating.rate import periods, rate
from pipelines.rating.score import score
from pipelines.sources.workbook import Workbook
from rulesets import words

RULESET = rulesets.find("4mafia")
FIGURES = RULESET.editions[-1].figures
MAFGAME = rulesets.find("mafgame")
RATINGS = [
    RatingPart(name="month", tab="{period}", period="month"),
    RatingPart(name="season", tab="season", period="season"),
]


def standings(seats):
    return rate(score(seats, RULESET), RATINGS, RULESET)


@pytest.fixture(scope="module")
def million():
    return sheets.seat_table(1_000_000)


def test_1_rebuild(league, aim):
    folder = league(200_000)
    games = folder / "games.xlsx"
    for tab, rows in peers.cells(games).items():
        grid = Workbook(games).read(tab).cells
        theirs = pd.DataFrame(rows).map(peers.shown)
        assert (grid.astype("object").fillna("").to_numpy() == theirs.to_numpy()).all()

    def ours():
        words.fold.cache_clear()
        words.tidy.cache_clear()
        (folder / "ratings.xlsx").unlink(missing_ok=True)
        assert rebuild.rebuild(leagues.load(folder)).published

    ratio = race(ours, lambda: peers.cells(games))
    aim(1, "rebuild of 200,000 seats, xlsx to a new xlsx", "python-calamine to_python", ratio, 1.1)


def test_2_beside_polars(million, aim):
    texts = peers.texts(million)
    theirs = peers.polars_standings(texts, FIGURES).to_pandas()
    theirs["period"] = theirs["period"].dt.strftime("%Y-%m").fillna("season")
    assert_same(standings(million), theirs)
    work = partial(standings, million), partial(peers.polars_standings, texts, FIGURES)
    ratio = race(*work, rounds=9)
    aim(2, "score and standings of 1,000,000 coded seats", "polars on texts, 2 threads", ratio, 0.8)


def test_3_beside_numpy(million, aim):
    codes = peers.Codes.of(million)
    ours = standings(million)
    theirs = pd.DataFrame(peers.numpy_standings(codes, FIGURES), columns=peers.STANDINGS)
    theirs["period"] = ours["period"].unique()[theirs["period"].astype("int64")]
    theirs["player"] = million["player"].cat.categories[theirs["player"].astype("int64")]
    assert_same(ours, theirs)
    work = partial(standings, million), partial(peers.numpy_standings, codes, FIGURES)
    ratio = race(*work, clock=user_seconds, rounds=9)
    aim(3, "the same, user CPU", "numpy on ready codes", ratio, 3)


def assert_same(ours, theirs):
    by = ["period", "player"]
    one, other = (
        table[peers.STANDINGS].astype({"player": "object"}).set_index(by).sort_index().astype("float64")
        for table in (ours, theirs)
    )
    pd.testing.assert_frame_equal(one, other, check_index_type=False, rtol=1e-12)


def test_4_growth(aim):
    small, large = 100_000, 10_000_000
    spent = []
    for size, rounds in ((small, 9), (large, 3)):
        seats = sheets.seat_table(size)
        spent.append(
            np.median([measures.spent(partial(standings, seats), user_seconds) for _ in range(rounds)])
        )
    exponent = math.log(spent[1] / spent[0]) / math.log(large / small)
    aim(4, "growth of user CPU, 100,000 to 10,000,000 seats", "exponent", exponent, 1.0)


def test_5_memory(league, aim):
    seats = 200_000
    command = [sys.executable, str(Path(__file__).with_name("memory.py")), str(league(seats))]
    held = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    aim(5, "peak memory over imports, xlsx to standings", "bytes a seat", held / seats, 1200)


def test_6_start(aim):
    ratio = race(process("mafrating", "--help"), process("python", "-c", "import typer"), rounds=15)
    aim(6, "mafrating --help", "python -c 'import typer'", ratio, 1.5)


def test_7_command(league, aim):
    folder = league(10_000)
    command = process("mafrating", "rebuild", str(folder))

    def ours():
        (folder / "ratings.xlsx").unlink(missing_ok=True)
        command()

    ratio = race(ours, process("python", "-c", "import pandas"), rounds=15)
    aim(7, "mafrating rebuild of 10,000 seats, xlsx to xlsx", "python -c 'import pandas'", ratio, 2.5)


def test_10_a_compensation_over_the_distance(aim):
    """The second rating is another distance than the one that was scored: its compensations are made anew."""
    edition = replace(MAFGAME.editions[-1], first_day=None, last_day=None)
    rules = replace(MAFGAME, editions=(edition,))
    seats = sheets.seat_table(100_000)
    scored = score(seats, rules, periods(seats, RATINGS[0]))
    assert not scored["compensation"].equals(score(seats, rules)["compensation"])
    ratio = race(
        partial(rate, scored, RATINGS[1:], rules), partial(score, seats, rules), clock=user_seconds, rounds=15
    )
    aim(10, "mafgame: rating a season of 10,000 games", "scoring it, user CPU", ratio, 3)


def test_11_growth_of_the_log(aim):
    """Of 1,000 games the fixed costs are a part, so the growth may well be below linear."""
    spent = []
    for games, rounds in ((1_000, 9), (100_000, 3)):
        read = logs.sheets(games)
        spent.append(
            np.median([measures.spent(partial(logs.scored, read), user_seconds) for _ in range(rounds)])
            / games
        )
    aim(
        11,
        "demafia: a game with its log, of 100,000 games",
        "of 1,000 games, user CPU",
        spent[1] / spent[0],
        1.15,
    )


def test_12_memory_of_the_log(aim):
    command = [sys.executable, str(Path(__file__).with_name("log_memory.py")), "100000"]
    held = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    aim(12, "demafia: 5 million acts scored, peak memory", "GiB", held / 2**30, 2)
