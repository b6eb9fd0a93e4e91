"""Places under MAFGAME: the six tie-breaks, a league's own, and the tabs that show them."""

import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import a_tournament

import rulesets
from pipelines import findings, league, rebuild
from pipelines.errors import LeagueFault
from pipelines.publish.tables import tabs
from pipelines.rating import rate

ORDER = rulesets.find("mafgame").editions[-1].order
ALWAYS = ["Place", "Player", "Games", "Wins", "Main points", "Additional points", "Penalty points", "Total"]
MONTHS = [{"name": "months", "tab": "{period}", "period": "month"}]
KEYS = ["score", "additional", "penalty", "first_kills", "sheriff_wins", "don_wins", "registration"]


def places(games, players="", **parts):
    """Place and player of each row of the standings."""
    return placed_in(a_tournament(games, players, **parts)[2])


def placed_in(standings):
    return list(zip(standings["place"], standings["player"].astype("str"), strict=True))


# --- each key alone. Яна is better by the key, Анна by the alphabet and, in totals, by every later key.


@pytest.mark.parametrize("fiim", [False, True])
def test_the_order_of_the_keys(fiim):
    """The sums of penalties are below zero, so the lesser penalty is the greater sum."""
    order = rulesets.find("fiim").editions[-1].order if fiim else ORDER
    assert [key.column for key in order] == KEYS
    assert [key.direction for key in order] == ["desc"] * 6 + ["asc"]


@pytest.mark.parametrize("at", range(7), ids=KEYS)
def test_a_key_decides_where_those_before_it_are_equal(at):
    better, worse = [9.0, 5.0, -0.2, 3, 2, 1, 45000], [8.5, 4.0, -0.4, 2, 1, 0, 45000.5]
    yana = better[: at + 1] + worse[at + 1 :]
    anna = [*better[:at], worse[at], *better[at + 1 :]]
    totals = pd.DataFrame([anna, yana], columns=KEYS).assign(period=0)
    totals["player"] = pd.Categorical(["Анна", "Яна"])
    made = rate.placed(totals, ORDER, np.full(2, True))
    assert placed_in(made) == [(1, "Яна"), (2, "Анна")]
    assert rate.deciding(made, ORDER) == {KEYS[at]}


SHEETS = {
    "additional": """
player | winner | bonus_typed | why
Яна    | black  | 0.75 | lost, 0.75 of the judge
Анна   | red    |      | won, 0.75
""",
    "penalty": """
player | winner | is_first_kill | penalty_typed | why
Яна    | black  |   |     | nothing at all
Анна   | black  | + | 0.4 | first killed: +0.4 and -0.4, and a first kill more
""",
    "first_kills": """
player | role  | winner | is_first_kill | why
Яна    | mafia | red    | + | a first kill in any role
Анна   | mafia | red    |   |
""",
    "sheriff_wins": """
player | role    | winner | why
Яна    | sheriff | red    | won as sheriff
Анна   | don     | black  | won as don
""",
    "don_wins": """
player | role    | winner | why
Яна    | don     | black  | won as don
Анна   | mafia   | black  | won as mafia
Анна   | sheriff | black  | a lost game as sheriff is no win
""",
}


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheet_in_which_the_key_decides(key):
    of, seats, standings = a_tournament(SHEETS[key])
    assert placed_in(standings) == [(1, "Яна"), (2, "Анна")]
    assert standings["score"].iloc[0] == standings["score"].iloc[1]
    assert rate.deciding(standings, ORDER) == {key}
    breaking = {
        "first_kills": "Tie-break: First kills",
        "sheriff_wins": "Tie-break: Wins as sheriff",
        "don_wins": "Tie-break: Wins as don",
    }
    assert titles(of, seats, standings) == [
        ALWAYS + [title for name, title in breaking.items() if name == key]
    ]


def titles(of, seats, standings):
    """The titles of each published rating."""
    made = tabs(of, rebuild.rules_of(of), standings, seats, findings.nothing())
    return [[column.title for column in tab.columns] for tab in made]


ONE_GAME_EACH = "player\nАнна\nБоря\nВано\nГлеб"


def test_the_earlier_registration_decides_last():
    """Of a day without a time, its beginning counts; who has none comes last."""
    players = """
player | registration
Глеб   | 05.01.2025
Вано   | 05.01.2025 09:59
Боря   | 2025-01-05 10:00
Анна   |
"""
    of, seats, standings = a_tournament(ONE_GAME_EACH, players)
    assert placed_in(standings) == [(1, "Глеб"), (2, "Вано"), (3, "Боря"), (4, "Анна")]
    column = tabs(of, rebuild.rules_of(of), standings, seats, findings.nothing())[0].columns[-1]
    assert column.title == "Tie-break: Registration"
    assert column.values.tolist() == ["05.01.2025", "05.01.2025 09:59", "05.01.2025 10:00", ""]


def test_registration_as_a_number():
    players = "player | registration\nГлеб | 2\nВано | 10\nБоря | 9\nАнна | 1"
    assert places(ONE_GAME_EACH, players) == [(1, "Анна"), (2, "Глеб"), (3, "Боря"), (4, "Вано")]


def test_equal_on_every_key_is_an_equal_place_in_alphabetical_order():
    games = "player | winner\nГлеб | black\nВано | red\nЁжик | red\nБоря | red\nБоря | red"
    players = "player | registration\nВано | 05.01.2025 10:00\nЁжик | 2025-01-05 10:00:00"
    want = [(1, "Боря"), (2, "Вано"), (2, "Ёжик"), (4, "Глеб")]
    assert places(games, players) == want
    assert places(games, "player | registration\nГлеб | 1") == want, "two without registration are equal"
    assert places(games) == want


def test_nothing_decides_between_two_of_a_place_or_without_one():
    killed = "player | is_first_kill\nАнна |\nБоря |\nВано | +"
    assert titles(*a_tournament(killed, "player | registration\nВано | 1")) == [
        [*ALWAYS, "Tie-break: First kills"]
    ]
    few = [{"name": "all", "tab": "All", "min_games": 2}]
    assert titles(*a_tournament(killed, "player | registration\nАнна | 1", rating=few)) == [ALWAYS]
    assert titles(*a_tournament(ONE_GAME_EACH)) == [ALWAYS]


# --- sums of decimal figures

FIGURES = st.lists(
    st.tuples(*[st.sampled_from(["", "0.1", "0.2", "0.3"])] * 2, st.booleans()), min_size=1, max_size=7
)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(FIGURES, FIGURES, st.integers(0, 99), st.booleans())
def test_no_order_of_sums_makes_or_breaks_a_tie(one, other, seed, same):
    """Sums are compared as fractions: 0.1 + 0.2 + 0.3 is 0.6 in any order, and less than 0.6 is less."""
    other = random.Random(seed).sample(one, len(one)) if same else other
    want = {}
    rows = []
    for name, figures in (("Анна", one), ("Боря", other)):
        bonus, penalty = (sum(Fraction(row[at] or "0") for row in figures) for at in (0, 1))
        main = sum(Fraction(3, 4) for *_, won in figures if won)
        want[name] = (-(main + bonus - penalty), -bonus, penalty)
        rows += [
            {"player": name, "bonus_typed": b, "penalty_typed": p, "winner": "red" if won else "black"}
            for b, p, won in figures
        ]
    tied = want["Анна"] == want["Боря"]
    first, second = sorted(want, key=lambda name: (want[name], name))
    assert places(rows) == [(1, first), (1 if tied else 2, second)]


def test_equal_sums_of_unlike_compensations_are_a_tie():
    """15 games: B = 6, i = 4, three of them lost: 3 · 0.4 · 4/6 = 0.8. Ten games: B = 4, i = 4, two lost: 2 · 0.4."""
    lost, killed = {"winner": "black"}, {"is_first_kill": "+"}
    anna = [{**lost, **killed}] * 3 + [{"winner": "draw", **killed}] + [lost] * 11
    borya = [{**lost, **killed}] * 2 + [{"winner": "draw", **killed}] * 2 + [lost] * 6
    rows = [{"player": "Анна", **one} for one in anna] + [{"player": "Боря", **one} for one in borya]
    assert places(rows) == [(1, "Анна"), (1, "Боря")]


# --- a league's own tie-breaks

OWN = "player | winner | bonus_typed | is_first_kill\nЯна | black | 0.75 |\nАнна | red | |\nБоря | red | | +"


@pytest.mark.parametrize(
    ("keys", "want"),
    [
        (None, [(1, "Яна"), (2, "Боря"), (3, "Анна")]),  # additional, then first kills
        (["additional desc"], [(1, "Яна"), (2, "Анна"), (2, "Боря")]),
        (["additional asc", "first_kills desc"], [(1, "Боря"), (2, "Анна"), (3, "Яна")]),
        (["wins desc", "first_kills asc"], [(1, "Анна"), (2, "Боря"), (3, "Яна")]),
        (["bonus desc"], [(1, "Яна"), (2, "Анна"), (2, "Боря")]),  # a component
        ([], [(1, "Анна"), (1, "Боря"), (1, "Яна")]),
    ],
)
def test_a_leagues_own_tie_breaks_take_the_place_of_the_editions(keys, want):
    assert places(OWN, ruleset={"tie_breaks": keys}) == want


def test_a_leagues_own_tie_break_that_decides_is_shown():
    for keys, shown in ((["bonus desc"], ["Tie-break: Bonus"]), (["wins desc", "bonus desc"], [])):
        assert titles(*a_tournament(OWN, ruleset={"tie_breaks": keys}))[0][8:] == shown


LEAGUE = """
name = "Test"
language = "en"
source = {{ workbook = "games.xlsx" }}
ruleset = {{ name = "mafgame", tie_breaks = {keys} }}
[[rating]]
name = "all"
tab = "All"
"""


def loaded(folder, keys):
    (folder / "league.toml").write_text(LEAGUE.format(keys=keys), "utf-8")
    return league.load(folder)


def test_a_tie_break_that_is_no_column_is_told(tmp_path):
    with pytest.raises(LeagueFault) as caught:
        rebuild.rules_of(loaded(tmp_path, '["additional desc", "bonuses desc"]'))
    assert all(
        word in str(caught.value) for word in ("league.toml", "ruleset.tie_breaks.2", "bonuses", "bonus")
    )


@pytest.mark.parametrize("slip", ["additional", "additional down", "desc additional", "-additional", ""])
def test_a_tie_break_of_a_wrong_form_is_told(tmp_path, slip):
    with pytest.raises(LeagueFault) as caught:
        loaded(tmp_path, f'["score desc", "{slip}"]')
    assert "ruleset.tie_breaks.2" in str(caught.value)
    assert caught.value.exit_status == 2


# --- which columns a tab shows


def test_each_tab_shows_what_decided_on_it():
    games = """
player | date       | role    | winner | is_first_kill
Анна   | 2025-03-01 | sheriff | red    |
Боря   | 2025-03-01 | citizen | red    |
Анна   | 2025-04-01 | mafia   | red    | +
Боря   | 2025-04-01 | mafia   | red    |
Анна   | 2025-05-01 | citizen | red    |
Боря   | 2025-05-01 | citizen | black  |
"""
    made = titles(*a_tournament(games, rating=MONTHS))
    assert [one[8:] for one in made] == [["Tie-break: Wins as sheriff"], ["Tie-break: First kills"], []]


OWN_EDITION = """
extends = "mafgame/2025-01-05"
ruleset = "own"
edition = "2025-04-01"
from = 2025-04-01
source = "council"
checked_on = 2025-04-05
order = [
    { column = "score", direction = "desc", clause = "1" },
    { column = "sheriff_wins", direction = "desc", clause = "1" },
]
"""


def test_a_tab_shows_what_decided_by_the_edition_it_was_placed_by(tmp_path):
    (tmp_path / "own.toml").write_text(OWN_EDITION, "utf-8")
    games = """
player | date       | role    | winner | is_first_kill
Боря   | 2025-03-01 | mafia   | red    | +
Анна   | 2025-03-01 | mafia   | red    |
Боря   | 2025-04-01 | mafia   | red    | +
Анна   | 2025-04-01 | mafia   | red    |
"""
    of, seats, standings = a_tournament(
        games,
        ruleset={"name": "own.toml"},
        folder=tmp_path,
        rating=MONTHS,
    )
    assert placed_in(standings) == [(1, "Боря"), (2, "Анна"), (1, "Анна"), (1, "Боря")]
    assert [one[8:] for one in titles(of, seats, standings)] == [["Tie-break: First kills"], []]
