"""Games of DeMafia told by a log of 50 acts each: one legal game, its seats and players dealt anew each time."""

import numpy as np
import pandas as pd

import rulesets
from pipelines import findings
from pipelines.addresses import Layout
from pipelines.enrich import actions, players
from pipelines.ingest.games import Sheets, blank
from pipelines.ingest.headers import Reading
from pipelines.ingest.vocabulary import Table, meanings
from pipelines.rating.score import score

ROLES = ["citizen"] * 4 + ["sheriff", "doctor", "maniac", "mafia", "don", "lover"]
FIRST_DAY, GAMES_A_DAY = np.datetime64("2023-09-01"), 40
# The game, by places in ROLES: a night's acts, who left, then a day's votes and who was voted out.
GAME = """
N1 shot - 0 | N1 visit 9 1 | N1 visit 6 7 | N1 heal 5 2 | N1 check 4 7 | N1 exit - 0
D1 vote 1 8 | D1 vote 2 8 | D1 vote 3 8 | D1 vote 4 8 | D1 vote 5 8 | D1 vote 6 2 | D1 vote 7 2
D1 vote 8 2 | D1 vote 9 2 | D1 exit - 8
N2 shot 7 4 | N2 visit 9 4 | N2 visit 6 9 | N2 heal 5 5 | N2 check 4 9 | N2 exit - 4
D2 vote 1 2 | D2 vote 2 7 | D2 vote 3 2 | D2 vote 5 7 | D2 vote 6 7 | D2 vote 7 2 | D2 vote 9 2
D2 justified - 7 | D2 exit - 2
N3 shot 7 5 | N3 visit 9 1 | N3 visit 6 9 | N3 heal 5 5 | N3 exit - 9
D3 vote 1 7 | D3 vote 3 7 | D3 vote 5 7 | D3 vote 6 7 | D3 vote 7 5 | D3 exit - 7
N4 heal 5 1 | N4 visit 6 3 | N4 exit - 1 | D4 vote 3 6 | D4 vote 5 3 | D4 vote 6 3
D4 justified - 3 | D4 justified - 6
"""


def _acts_of_the_game() -> pd.DataFrame:
    rows = [one.split() for line in GAME.strip().splitlines() for one in line.split("|")]
    return pd.DataFrame(rows, columns=["phase", "action", "actor", "target"])


def sheets(games: int) -> Sheets:
    """So many games as ingest makes them of sheets."""
    rng = np.random.default_rng(5)
    seats = len(ROLES)
    dealt = rng.permuted(np.tile(np.arange(1, seats + 1), (games, 1)), axis=1)  # the seat of each role
    at = np.argsort(dealt, axis=1)  # the role at each seat
    date = (FIRST_DAY + np.arange(games) // GAMES_A_DAY).astype("datetime64[s]")
    number = np.arange(games) % GAMES_A_DAY + 1
    table = pd.Categorical.from_codes(np.zeros(games, "int8"), ["1"])
    players = rng.permuted(np.tile(np.arange(200, dtype="int16"), (games, 1)), axis=1)[:, :seats]
    rows = games * seats
    roles = pd.CategoricalDtype(list(meanings("roles")))
    columns = {
        "date": np.repeat(date, seats),
        "game_no": pd.array(np.repeat(number, seats), "Int32"),
        "table": table.repeat(seats),
        "seat": pd.array(np.tile(np.arange(1, seats + 1), games), "Int16"),
        "player": pd.Categorical.from_codes(players.ravel(), [f"Player {n}" for n in range(200)]),
        "role": pd.Categorical.from_codes(roles.categories.get_indexer(ROLES)[at.ravel()], dtype=roles),
        "kind": _word("kinds", "rated", rows),
        "winner": _word("winners", "red", rows),
        "sheet": np.zeros(rows, "int32"),
        "row": np.arange(2, rows + 2, dtype="int32"),
        "game": np.repeat(np.arange(games, dtype="int32"), seats),
    }
    layout = Layout("games.xlsx", "Games", 1, {}), Layout("games.xlsx", "Log", 1, {})
    table_of = pd.DataFrame({**blank("games", rows), **columns})
    log, nothing = _log(dealt, date, number, table), Reading("en")
    return Sheets(
        table_of,
        _nothing("players"),
        _nothing("tables"),
        log,
        layout,
        findings.nothing(),
        nothing.own_figures(),
        nothing.all_remarks(),
    )


def _nothing(table: Table) -> pd.DataFrame:
    return pd.DataFrame({**blank(table, 0), "sheet": [], "row": []})


def _word(group: str, word: str, rows: int) -> pd.Categorical:
    dtype = pd.CategoricalDtype(list(meanings(group)))
    return pd.Categorical.from_codes(np.full(rows, dtype.categories.get_loc(word), "int8"), dtype=dtype)


def _log(dealt: np.ndarray, date: np.ndarray, number: np.ndarray, table: pd.Categorical) -> pd.DataFrame:
    acts, games = _acts_of_the_game(), len(dealt)
    many = len(acts)
    place = np.column_stack([np.zeros(games, "int64"), dealt])  # nobody, then the seat of each role
    actor = place[:, acts["actor"].replace("-", "-1").astype("int64").to_numpy() + 1].ravel()
    target = place[:, acts["target"].replace("-", "-1").astype("int64").to_numpy() + 1].ravel()
    dtype = pd.CategoricalDtype(list(meanings("actions")))
    action = dtype.categories.get_indexer(acts["action"]).astype("int8")
    phase = pd.Categorical(acts["phase"])
    return pd.DataFrame(
        {
            "date": np.repeat(date, many),
            "evening": pd.Categorical.from_codes(np.full(games * many, -1, "int8"), []),
            "table": table.repeat(many),
            "game_no": pd.array(np.repeat(number, many).astype("int32"), "Int32"),
            "phase": pd.Categorical.from_codes(np.tile(phase.codes, games), phase.categories),
            "action": pd.Categorical.from_codes(np.tile(action, games), dtype=dtype),
            "actor": pd.array(actor, "Int64").astype("Int16").copy(),
            "targets": np.where(target > 0, 1 << target, 0).astype("int32"),
            "sheet": np.ones(games * many, "int32"),
            "row": np.arange(2, games * many + 2, dtype="int32"),
            "column": np.zeros(games * many, "int16"),
        }
    )


def scored(read: Sheets) -> pd.DataFrame:
    """The seats with the points that the log gives; there must be no finding."""
    ruleset = rulesets.find("demafia")
    told = actions.known(players.known(read), ruleset, "en")
    assert told.findings.empty
    return score(told.seats, ruleset)
