"""What must hold for any games: no order, and no way of splitting the sheets, changes a figure or a place."""

import itertools
import random

import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sheets import HEADER, Memory, a_league, scored

from pipelines.publish import files

SETTINGS = settings(
    max_examples=5,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
NAMES = [f"{letter}{tail}" for letter in "АБВГДЕЖЗИК" for tail in ("лекс", "orn")]
LINE_UP = ["citizen"] * 6 + ["sheriff", "mafia", "mafia", "don"]
PLAYERS = [
    ["player", "status"],
    *([name, "silver"] for name in NAMES[:4]),
    *([name, "bronze"] for name in NAMES[4:8]),
]
RATINGS = [
    {"name": "month", "tab": "{period}", "period": "month"},
    {"name": "all", "tab": "All"},
    {"name": "cups", "tab": "Cup {period}", "period": "kind"},
]


@st.composite
def leagues(draw):
    """The rows of some games, all facts on each row."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    rows = []
    for number in range(draw(st.integers(1, 8))):
        facts = {
            "date": chance.choice(["2023-03-01", "31.03.2023", "2023-04-02", "45018"]),
            "table": chance.choice(["1", "2", "10"]),
            "game_no": str(number + 1),
            "club": chance.choice(["4М", "4M+", "4М+"]),
            "kind": chance.choice(["rated", "rated", "school", "academy", "unrated"]),
            "winner": chance.choice(["red", "black", "draw"]),
        }
        killed = chance.randrange(12)
        roles = chance.sample(LINE_UP, 10)
        for seat, name in enumerate(chance.sample(NAMES, 10)):
            own = {"seat": str(seat + 1), "player": name, "role": roles[seat]}
            own["bonus_typed"] = chance.choice(["", "", "0.1", "0,2", "0.3", "0.7", "0.35"])
            own["penalty_typed"] = chance.choice(["", "", "", "1", "-1"])
            own["removal"] = chance.choice(["", "", "", "", "+", "без штрафа"])
            if seat == killed:
                own["is_first_kill"] = "+"
                own["best_move"] = chance.choice(
                    ["", "0", "3", " ".join(map(str, chance.sample(range(1, 11), 3)))]
                )
            rows.append([{**facts, **own}.get(field, "") for field in HEADER])
    return rows, chance


def league(**source):
    return a_league(
        source={"workbook": ["a.xlsx"], "games": ["Games*"], "players": "Players", **source}, rating=RATINGS
    )


def answer(*books, of=None):
    """Standings and scored seats to the last digit, as an export holds them."""
    of = of or league()
    sources = [one if isinstance(one, Memory) else Memory(one[1], one[0]) for one in books]
    seats, standings = scored(sources, of)
    keys = [*files._KEYS, "win", "compensation", "best_move", "bonus", "penalty", "points"]
    return standings.to_csv(index=False) + seats[keys].to_csv(index=False)


def book(*tabs):
    return ("a.xlsx", {"Players": PLAYERS, **{f"Games {n}": [HEADER, *rows] for n, rows in enumerate(tabs)}})


@SETTINGS
@given(leagues())
def test_the_order_of_rows_columns_and_tabs_changes_nothing(made):
    rows, chance = made
    before = answer(book(rows))
    mixed = chance.sample(rows, len(rows))
    assert answer(book(mixed)) == before
    order = chance.sample(range(len(HEADER)), len(HEADER))
    turned = [[row[column] for column in order] for row in [HEADER, *rows]]
    assert answer(("a.xlsx", {"Players": PLAYERS, "Games": turned})) == before
    name, tabs = book(rows[: len(rows) // 2], rows[len(rows) // 2 :])
    assert answer((name, dict(reversed(tabs.items())))) == before


@SETTINGS
@given(leagues())
def test_splitting_the_games_over_tabs_or_workbooks_changes_nothing(made):
    rows, _ = made
    games = [rows[start : start + 10] for start in range(0, len(rows), 10)]
    before = answer(book(rows))
    assert answer(book(*games)) == before
    one = ("a.xlsx", {"Players": PLAYERS, "Games": [HEADER, *itertools.chain(*games[::2])]})
    other = ("b.xlsx", {"Games": [HEADER, *itertools.chain(*games[1::2])]})
    assert answer(one, other) == before


@SETTINGS
@given(leagues())
def test_facts_on_the_first_row_of_a_game_are_those_of_all_its_rows(made):
    rows, _ = made
    common = [HEADER.index(name) for name in ("date", "table", "game_no", "club", "kind", "winner")]
    bare = [
        ["" if at % 10 and column in common else cell for column, cell in enumerate(row)]
        for at, row in enumerate(rows)
    ]
    assert answer(book(bare)) == answer(book(rows))


@SETTINGS
@given(leagues())
def test_merging_equal_neighbours_changes_nothing(made):
    rows, chance = made
    areas, bare = [], [list(row) for row in rows]
    for column in (HEADER.index(name) for name in ("date", "table", "game_no", "club", "kind", "winner")):
        for top, run in itertools.groupby(range(len(rows)), lambda at, column=column: rows[at][column]):
            same = list(run)
            assert top == rows[same[0]][column]
            cut = chance.randrange(len(same) + 1)
            for part in (same[:cut], same[cut:]):
                for at in part[1:]:
                    bare[at][column] = ""
                if len(part) > 1:
                    areas.append((part[0] + 2, column + 1, part[-1] + 2, column + 1))
    one = [Memory({"Players": PLAYERS}, "b.xlsx"), Memory({"Games": [HEADER, *bare]}, "a.xlsx", areas)]
    assert answer(*one) == answer(book(rows))


SPELLINGS = {
    "table": {
        "1": ("1", "1.0", "Стол 1", "№1", "1 стол"),
        "2": ("2", "02", "стол №2", "Table 2"),
        "10": ("10", "10,0", "Стіл 10", "# 10"),
    },
    "club": {
        club: ("4М", "4M", " 4 м ") if club == "4М" else ("4М+", "4M+", "4 М +")
        for club in ("4М", "4M+", "4М+")
    },
}


@SETTINGS
@given(leagues())
def test_the_spelling_of_clubs_and_tables_changes_nothing(made):
    """Each cell in a spelling of its own; of the name itself, only the spelling that is shown may differ."""
    rows, chance = made
    respelled = [
        [
            chance.choice(SPELLINGS[field][cell]) if field in SPELLINGS else cell
            for field, cell in zip(HEADER, row, strict=True)
        ]
        for row in rows
    ]
    (before, standings), (after, respelled_standings) = (
        scored(Memory(book(some)[1]), league()) for some in (rows, respelled)
    )
    assert respelled_standings.to_csv(index=False) == standings.to_csv(index=False)
    figures = [
        "date",
        "game_no",
        "seat",
        "player",
        "game",
        "win",
        "compensation",
        "best_move",
        "bonus",
        "penalty",
        "points",
    ]
    assert after[figures].to_csv(index=False) == before[figures].to_csv(index=False)


@SETTINGS
@given(leagues())
def test_the_components_add_up_to_the_points(made):
    rows, _ = made
    seats, standings = scored(Memory(book(rows)[1]), league())
    parts = seats[["win", "compensation", "best_move", "bonus", "penalty"]].sum(axis=1)
    assert (parts - seats["points"]).abs().max() < 1e-9
    counted = seats[seats["counted"]].groupby("player", observed=True)["points"].sum()
    total = standings[standings["rating"] == "all"].set_index("player")["points"]
    assert total.to_dict() == pytest.approx(counted.to_dict())


@SETTINGS
@given(leagues())
def test_other_nicknames_stand_at_the_same_places(made):
    rows, chance = made
    new = dict(zip(NAMES, [f"Новый {name[::-1]}" for name in chance.sample(NAMES, len(NAMES))], strict=True))
    at = HEADER.index("player")
    renamed = [
        [new.get(cell, cell) if column == at else cell for column, cell in enumerate(row)] for row in rows
    ]
    players = [[new.get(row[0], row[0]), row[1]] for row in PLAYERS]
    _, before = scored(Memory(book(rows)[1]), league())
    _, after = scored(Memory({"Players": players, "Games": [HEADER, *renamed]}), league())
    keys = ["rating", "period", "player"]
    moved = before.assign(player=before["player"].astype("str").map(new)).set_index(keys).sort_index()
    pd.testing.assert_frame_equal(moved, after.astype({"player": "str"}).set_index(keys).sort_index())


@SETTINGS
@given(st.lists(st.sampled_from(["0.1", "0.2", "0.3", "0.25", "0.05"]), min_size=2, max_size=6), st.randoms())
def test_sums_of_the_same_figures_in_another_order_are_a_tie(figures, chance):
    """0.1 + 0.2 + 0.3 is 0.6 in any order, and two players who have it share a place."""
    mixed = chance.sample(figures, len(figures))
    rows = []
    for number, (one, other) in enumerate(zip(figures, mixed, strict=True), 1):
        for seat, (player, bonus) in enumerate([("One", one), ("Other", other)], 1):
            facts = {"date": "2023-03-01", "game_no": str(number), "winner": "red", "role": "citizen"}
            row = {**facts, "seat": str(seat), "player": player, "bonus_typed": bonus}
            rows.append([row.get(field, "") for field in HEADER])
    _, standings = scored(Memory({"Games": [HEADER, *rows]}))
    assert standings["place"].tolist() == [1, 1]
    assert standings["points"].iloc[0] == standings["points"].iloc[1]
