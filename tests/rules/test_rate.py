"""From scored seats to standings: the games of a distance, the totals, the order of places."""

import datetime as dt
import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import Memory, a_league, read_table, scored

from pipelines.league import RatingPart
from pipelines.rating import rate
from rulesets.edition import OrderKey

ORDER = [OrderKey(column=name, direction="desc", clause="6") for name in ("score", "points", "wins")]


def totals(table, **filled):
    """Totals as `placed` takes them: figures of a rule table as numbers, an empty cell as a missing one."""
    figures = {name: pd.to_numeric(table[name]) for name in ("score", "points", "wins") if name in table}
    player = table["player"].astype("category")
    return pd.DataFrame({"period": 0, **filled, **figures, "player": player})


def places(table, eligible=None, order=ORDER):
    """Players and places, whatever the order in which the totals come."""
    rows = totals(table, **{key.column: 0.0 for key in order})
    eligible = np.full(len(rows), True) if eligible is None else np.asarray(eligible)
    answers = []
    for mixed in (np.arange(len(rows)), np.arange(len(rows))[::-1]):
        made = rate.placed(rows.iloc[mixed], order, eligible[mixed])
        answers.append(
            [("" if pd.isna(one) else str(one), name) for one, name in made[["place", "player"]].values]
        )
    assert answers[0] == answers[1]
    return answers[0]


# --- places; each table stands in the order that it wants

PLACES = {
    "each better than the next": """
player | score | points | wins | want
Вано   | 3     | 1      | 1    | 1
Анна   | 2     | 1      | 1    | 2
Боря   | 1     | 1      | 1    | 3
""",
    "equal on every key is an equal place, in alphabetical order, and the next place is left out": """
player | score | points | wins | want
Вано   | 3     | 5      | 2    | 1
Анна   | 2     | 4      | 1    | 2
Боря   | 2     | 4      | 1    | 2
Глеб   | 1     | 9      | 9    | 4
""",
    "three at the top": """
player | score | points | wins | want
Анна   | 3     | 5      | 2    | 1
Боря   | 3     | 5      | 2    | 1
Вано   | 3     | 5      | 2    | 1
Глеб   | 1     | 5      | 2    | 4
""",
    "at an equal score points decide": """
player | score | points | wins | want
Яна    | 2     | 6      | 1    | 1
Анна   | 2     | 4      | 9    | 2
""",
    "at an equal score and points wins decide": """
player | score | points | wins | want
Яна    | 2     | 6      | 3    | 1
Анна   | 2     | 6      | 2    | 2
""",
    "the seventh decimal does not count": """
player | score     | points | wins | want
Анна   | 1.0000001 | 5      | 2    | 1
Боря   | 1.0000004 | 5      | 2    | 1
Вано   | 1.0       | 5      | 2    | 1
""",
    "the sixth does": """
player | score    | points | wins | want
Яна    | 1.000001 | 5      | 2    | 1
Анна   | 1.0      | 5      | 2    | 2
""",
    "0.1 + 0.2 is 0.3": """
player | score               | points              | wins | want
Анна   | 0.3                 | 0.30000000000000004 | 2    | 1
Боря   | 0.30000000000000004 | 0.3                 | 2    | 1
""",
    "negative figures": """
player | score | points | wins | want
Яна    | 1     | -1     | 2    | 1
Анна   | 1     | -2     | 2    | 2
Боря   | -1    | 5      | 2    | 3
""",
    "nothing and less than nothing": """
player | score | points | wins | want
Анна   | 0     | 0      | 0    | 1
Боря   | -0.0  | -0.0   | 0    | 1
""",
    "who has no figure comes last": """
player | score | points | wins | want
Яна    | -9    | 0      | 0    | 1
Анна   |       | 0      | 0    | 2
Боря   |       | 0      | 0    | 2
""",
    "ё is е, and a capital is a letter like any other": """
player | score | points | wins | want
Ежи    | 1     | 1      | 1    | 1
ёлка   | 1     | 1      | 1    | 1
Ель    | 1     | 1      | 1    | 1
жук    | 1     | 1      | 1    | 1
Зима   | 1     | 1      | 1    | 1
""",
}


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_places(text):
    table = read_table(text)
    assert places(table) == list(zip(table["want"], table["player"], strict=True))


def test_who_may_have_no_place_stands_below_in_the_same_order_and_takes_no_place():
    table = read_table("""
player | score | points | wins | want | why
Вано   | 2     | 5      | 2    | 1    | enough games
Анна   | 1     | 5      | 2    | 2    | enough games
Яна    | 9     | 5      | 2    |      | the best score, but too few games
Боря   | 3     | 5      | 2    |      | too few games
""")
    want = list(zip(table["want"], table["player"], strict=True))
    assert places(table, eligible=table["want"] != "") == want


def test_a_key_may_ask_for_the_smallest_and_who_has_none_is_still_last():
    table = read_table("""
player | score | want
Яна    | -3    | 1
Вано   | 0     | 2
Анна   | 2     | 3
Боря   |       | 4
""")
    order = [OrderKey(column="score", direction="asc", clause="")]
    assert places(table, order=order) == list(zip(table["want"], table["player"], strict=True))


def test_equal_scores_are_equal_although_binary_fractions_put_them_on_two_sides_of_a_half():
    """10.35 points, 6 wins of 12 and 13.8 points, 6 wins of 16: P · W/N · P/N is 4.4634375 for both."""
    players = [("Анна", 10.35, 6, 12), ("Боря", 13.8, 6, 16), ("Вано", 17.25, 6, 20)]
    exact = {Fraction(str(p)) ** 2 * wins / games**2 for _, p, wins, games in players}
    assert exact == {Fraction("4.4634375")}
    score = [p * (100 * wins / games) / 100 * (p / games) for _, p, wins, games in players]
    assert len({round(one, 6) for one in score}) == 2, "then this shows nothing"
    table = pd.DataFrame({"player": [name for name, *_ in players], "score": score})
    assert [place for place, _ in places(table, order=ORDER[:1])] == ["1", "1", "1"]


def test_each_period_has_its_own_first_place():
    table = read_table("""
player | score
Анна   | 1
Боря   | 2
Вано   | 3
""")
    rows = totals(table, points=0.0, wins=0).assign(period=[1, 0, 0])
    made = rate.placed(rows, ORDER, np.full(3, True))
    assert made[["period", "player", "place"]].to_numpy().tolist() == [
        [0, "Вано", 1],
        [0, "Боря", 2],
        [1, "Анна", 1],
    ]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3, st.booleans()), min_size=1, max_size=8))
def test_a_place_is_one_more_than_the_number_of_those_who_are_better(rows):
    table = pd.DataFrame(rows, columns=["score", "points", "wins", "eligible"])
    table["player"] = [f"Игрок {number}" for number in range(len(rows))]
    got = dict(itertools.starmap(lambda place, name: (name, place), places(table, table["eligible"])))
    for *keys, eligible, name in table[["score", "points", "wins", "eligible", "player"]].to_numpy().tolist():
        better = sum(one[3] and list(one[:3]) > keys for one in rows)
        assert got[name] == (str(better + 1) if eligible else "")


# --- the games of a distance


def rating(**parts):
    return RatingPart.model_validate({"name": "season", "tab": "T", **parts})


DAYS = read_table("""
date       | tournament | month   | winter | cup
2022-12-31 |            |         |        |
2023-01-01 | Кубок      | 2023-01 | winter | Кубок
2023-01-31 | Альфа      | 2023-01 | winter | Альфа
2023-02-01 | Кубок      | 2023-02 | winter | Кубок
2023-02-28 |            | 2023-02 | winter |
2023-03-01 | Бета       |         |        |
""")
SEATS = pd.DataFrame(
    {
        "date": pd.to_datetime(DAYS["date"]).astype("datetime64[s]"),
        "tournament": DAYS["tournament"].replace("", None).astype("category"),
        "stage": pd.Series([None] * 6, dtype="category"),
        "game_no": pd.array([1] * 6, "Int32"),
    }
)
WINTER = {"from": dt.date(2023, 1, 1), "to": dt.date(2023, 2, 28)}


def period_of_each(part, seats=SEATS):
    of = rate.periods(seats, part)
    number, names = of.of_seats, list(of.names)
    return [names[one] if one >= 0 else "" for one in number], names


@pytest.mark.parametrize(
    ("part", "want"),
    [
        (rating(period="month", **WINTER), "month"),
        (rating(name="winter", **WINTER), "winter"),
        (rating(name="winter", period="season", **WINTER), "winter"),
        (rating(period="tournament", **WINTER), "cup"),
    ],
    ids=["months", "from and to, both included", "season is from and to", "column"],
)
def test_periods_of_a_winter(part, want):
    assert period_of_each(part)[0] == DAYS[want].tolist()


def test_without_days_a_rating_covers_all_games():
    assert period_of_each(rating()) == (["season"] * 6, ["season"])
    assert set(period_of_each(rating(**{"from": dt.date(2023, 3, 1)}))[0][:5]) == {""}
    assert set(period_of_each(rating(to=dt.date(2022, 12, 31)))[0][1:]) == {""}


def test_periods_of_a_column_come_in_the_order_of_their_first_dates():
    assert period_of_each(rating(period="tournament"))[1] == ["Кубок", "Альфа", "Бета"]
    turned = SEATS.iloc[::-1].reset_index(drop=True)
    assert period_of_each(rating(period="tournament"), turned)[1] == ["Кубок", "Альфа", "Бета"]


def test_months_over_new_year_come_in_their_order():
    assert period_of_each(rating(period="month"))[1] == ["2022-12", "2023-01", "2023-02", "2023-03"]


# --- standings


HEADER = ["date", "game_no", "player", "role", "winner", "kind", "bonus_typed", "tournament"]


def standings(text, players="", **parts):
    """The standings of a sheet of seats; what a table leaves out is a red citizen's won rated game."""
    table = read_table(text)
    table = table.assign(game_no=[str(number) for number in range(1, len(table) + 1)])
    filled = {
        "role": "citizen",
        "winner": "red",
        "date": "2023-03-01",
        "kind": "",
        "bonus_typed": "",
        "tournament": "",
    }
    table = table.assign(**{name: value for name, value in filled.items() if name not in table})
    tabs = {"Games": [HEADER, *table[HEADER].to_numpy().tolist()]}
    if players:
        rows = read_table(players)
        tabs["Players"] = [list(rows), *rows.to_numpy().tolist()]
        parts["source"] = {"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"}
    return scored(Memory(tabs), a_league(**parts))[1]


def test_the_columns_are_those_that_other_programs_count_on():
    common = ["rating", "period", "place", "player", "games", "wins", "score"]
    own = ["points", "win_pct", "k1", "k2", "compensations", "best_move", "bonus", "penalty"]
    assert list(standings("player\nАнна")) == [*common, *own, "edition"]  # the last is not exported


def test_the_coefficients_of_a_player():
    """3 games, 2 wins, 2 + 2 + 0.5 points: 66.67 %; k1 = 4.5 · 2/3 = 3; k2 = 4.5/3 = 1.5; 3 · 1.5 = 4.5."""
    made = standings("""
player | winner | bonus_typed
Анна   | red    |
Анна   | red    | 0.2
Анна   | black  | 0.3
""")
    one = made.iloc[0]
    assert one[["games", "wins", "points", "bonus"]].tolist() == [3, 2, 4.5, 0.5]
    assert one["win_pct"] == pytest.approx(200 / 3)
    assert one[["k1", "k2", "score"]].astype("float64").tolist() == pytest.approx([3, 1.5, 4.5])


def test_months_stand_under_each_other_and_one_without_games_is_left_out():
    made = standings(
        """
player | date
Анна   | 2023-03-31
Боря   | 2023-03-01
Анна   | 2023-05-01
""",
        rating=[{"name": "m", "tab": "{period}", "period": "month"}],
    )
    assert made[["period", "place", "player", "games"]].to_numpy().tolist() == [
        ["2023-03", 1, "Анна", 1],
        ["2023-03", 1, "Боря", 1],
        ["2023-05", 1, "Анна", 1],
    ]


def test_ratings_stand_in_the_order_of_the_league_file():
    ratings = [
        {"name": "z", "tab": "Z"},
        {"name": "cups", "tab": "{period}", "period": "tournament"},
        {"name": "a", "tab": "A", "from": dt.date(2023, 3, 2)},
    ]
    made = standings(
        """
player | date       | tournament
Анна   | 2023-03-01 |
Боря   | 2023-03-02 | Кубок
""",
        rating=ratings,
    )
    assert made[["rating", "period", "player"]].to_numpy().tolist() == [
        ["z", "z", "Анна"],
        ["z", "z", "Боря"],
        ["cups", "Кубок", "Боря"],
        ["a", "a", "Боря"],
    ]


def test_a_seat_that_is_not_counted_leaves_no_trace():
    """A silver player in a school game, and everybody in an unrated one."""
    made = standings(
        """
player | kind
Анна   | rated
Анна   | school
Анна   | unrated
Боря   | school
Вано   | unrated
Глеб   | school
""",
        players="""
player | status
Анна   | silver
Боря   | gold
""",
    )
    assert made[["player", "games", "wins", "points"]].to_numpy().tolist() == [
        ["Анна", 1, 1, 2.0],
        ["Глеб", 1, 1, 2.0],
    ]


def test_exactly_the_least_number_of_games_is_enough():
    made = standings(
        """
player | winner
Анна   | black
Анна   | black
Боря   | red
""",
        rating=[{"name": "all", "tab": "A", "min_games": 2}],
    )
    assert made["player"].tolist() == ["Анна", "Боря"]
    assert made["place"].tolist() == [1, pd.NA]


@pytest.mark.parametrize("period", ["all", "month", "tournament"])
def test_a_distance_in_which_nobody_is_counted_is_empty(period):
    tab = "A" if period == "all" else "{period}"
    made = standings("player | kind\nАнна | unrated", rating=[{"name": "all", "tab": tab, "period": period}])
    assert len(made) == 0
    assert list(made)[:4] == ["rating", "period", "place", "player"]


OWN = """
extends = "4mafia/2023-02-01"
ruleset = "own"
edition = "2024-01-01"
from = 2024-01-01
source = "council"
checked_on = 2024-01-05
order = [{ column = "wins", direction = "asc", clause = "for fun" }]
"""


def test_a_month_is_placed_by_the_edition_of_its_last_game(tmp_path):
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    made = standings(
        """
player | date       | winner
Анна   | 2023-12-31 | red
Боря   | 2023-12-31 | black
Анна   | 2024-01-01 | red
Боря   | 2024-01-01 | black
""",
        folder=tmp_path,
        ruleset={"name": "own.toml"},
        rating=[{"name": "m", "tab": "{period}", "period": "month"}],
    )
    assert made[["period", "player"]].to_numpy().tolist() == [
        ["2023-12", "Анна"],
        ["2023-12", "Боря"],
        ["2024-01", "Боря"],
        ["2024-01", "Анна"],
    ]
