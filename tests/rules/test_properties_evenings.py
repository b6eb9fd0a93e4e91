"""The evening tournament: what must hold for any games, drawn at random."""

import random

import pandas as pd
import pytest
from evening_sheets import FIELDS, MONTH, evenings, played, tab
from sheets import Memory, scored

RATINGS = [MONTH, {"name": "season", "tab": "Season"}]
PLACE = ["sheet", "row", "game"]  # where a seat stands in the sheets


def some_games(chance):
    """Seats of games over evenings of two months, at two tables; a game has its players, winner and weight."""
    rows = []
    for day in chance.sample(range(1, 28), 9):
        date = f"2023-{chance.choice(('09', '10'))}-{day:02}"
        for number, table in ((n, t) for n in range(1, chance.randrange(2, 6)) for t in ("1", "2")):
            game = {"date": date, "evening": f"Вечер {day % 2}", "table": table, "game_no": number}
            game |= {"winner": chance.choice(("red", "black", "maniac", "draw"))}
            game |= {"weight_typed": chance.choice(("10", "20", "0,7", "33.3"))}
            for seat, player in enumerate(chance.sample("АБВГДЕ", 3), 1):
                role = chance.choice(("citizen", "sheriff", "beauty", "mafia", "maniac"))
                more = {
                    "exit": chance.choice(("", "Н1", "Д1")),
                    "found_black_count": chance.choice(("", "1")),
                }
                rows.append({**game, "seat": seat, "player": player, "role": role, **more})
    return rows


def plain(table):
    """A table to compare, without what tells the place in the sheets; columns by the alphabet, words as texts."""
    kept = table.drop(columns=PLACE, errors="ignore").sort_index(axis=1)
    words = kept.select_dtypes("category").columns
    return kept.astype(dict.fromkeys(words, "str")).reset_index(drop=True)


def assert_same(some, others):
    for one, other in zip(some, others, strict=True):
        pd.testing.assert_frame_equal(plain(one), plain(other), check_exact=True)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_rows_tabs_and_columns_changes_nothing(seed):
    chance = random.Random(seed)
    rows = some_games(chance)
    mixed, cut = chance.sample(rows, len(rows)), chance.randrange(1, len(rows))
    parts = {
        name: tab(some, chance.sample(FIELDS, len(FIELDS)))
        for name, some in (("Games 2", mixed[:cut]), ("Games 1", mixed[cut:]))
    }
    of = evenings(rating=RATINGS)
    assert_same(scored(Memory(parts), of), scored(Memory({"Games": tab(rows)}), of))


SPELLINGS = {
    "evening": {"Вечер 0": ("Вечер 0", "0", "вечер №0"), "Вечер 1": ("1", "1.0", "Вечір 1", "ВЕЧЕР 1")},
    "table": {"1": ("1", "1.0", "Стол 1"), "2": ("2", "№2", "Table 2")},
}


@pytest.mark.parametrize("seed", range(3))
def test_the_spelling_of_evenings_and_tables_changes_nothing(seed):
    chance = random.Random(seed)
    rows = some_games(chance)
    other = [
        {**row, **{name: chance.choice(known[row[name]]) for name, known in SPELLINGS.items()}}
        for row in rows
    ]
    some, others = (
        (seats.drop(columns=[*SPELLINGS]), rated) for seats, rated in (played(rows), played(other))
    )
    assert_same(some, others)


def with_friendly_games(rows, chance):
    """The rows, and unrated games of the same players on the same evenings, before and after them."""
    friendly = {"kind": "товарищеская", "winner": "red", "weight_typed": "900", "exit": "Н1"}
    some = chance.sample(rows, 8)
    more = [{**row, **friendly, "game_no": number} for number, row in enumerate(some, 100)]
    more += [{**row, **friendly, "game_no": 0, "table": str(n)} for n, row in enumerate(some, 1)]
    more[0] |= {"player": "Гость", "weight_typed": ""}
    return [*more[:6], *rows, *more[6:]]


@pytest.mark.parametrize("seed", range(3))
def test_unrated_games_leave_no_trace(seed):
    chance = random.Random(seed)
    rows = some_games(chance)
    seats, standings = played(with_friendly_games(rows, chance), rating=RATINGS)
    assert len(seats) == len(rows) + 16
    assert set(seats.loc[seats["kind"] == "unrated", "counted"]) == {False}
    assert_same((seats[seats["kind"] == "rated"], standings), played(rows, rating=RATINGS))


@pytest.mark.parametrize("seed", range(3))
def test_a_rating_is_the_sum_of_its_counted_seats(seed):
    seats, standings = played(some_games(random.Random(seed)), rating=RATINGS)
    month = seats["date"].dt.strftime("%Y-%m")
    sums = seats[seats["counted"]].groupby([month, seats["player"].astype("str")])["score"].sum()
    of_months = standings[standings["rating"] == "month"].astype({"player": "str"})
    assert of_months.set_index(["period", "player"])["score"].to_dict() == pytest.approx(sums.to_dict())
    games = seats.groupby(seats["player"].astype("str")).size()
    season = standings[standings["rating"] == "season"].astype({"player": "str"}).set_index("player")
    assert season["games"].to_dict() == games.to_dict()
    counted = seats[seats["counted"]].groupby(["date", "evening", "player"], observed=True).size()
    assert counted.max() <= 3
    assert standings["evenings_counted"].max() <= 5
    assert seats["points"].between(0, 6).all()
