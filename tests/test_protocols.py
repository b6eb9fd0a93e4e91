"""Protocols: a form a game, in many looks, and each read as the flat sheet of the same games is."""

import datetime as dt
import random
import re
from pathlib import Path

import pandas as pd
import pytest
from forms import Shaken, a_club, flat, some_games
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from looks import LOOKS
from sheets import Memory, a_league, checked, read_table, scored

PROTOCOLS = Path(__file__).parent / "protocols"


# --- the same games as forms and as a flat sheet


def cells(text):
    return [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]


def a_fixture(name):
    """The parts of a file of protocols: its tabs of forms, the flat sheet, the log of acts, the year."""
    parts = re.split(r"^== (.+)\n", (PROTOCOLS / name).read_text("utf-8"), flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    tabs = {one[4:]: cells(text) for one, text in told.items() if one.startswith("tab ")}
    years = [one[5:] for one in told if one.startswith("year ")]
    log = [["date", "table", "game_no", "phase", "action", "actor", "targets"]]
    return tabs, {"Flat": cells(told["flat"]), "Acts": cells(told["acts"]) if "acts" in told else log}, years


def a_year(text):
    return dt.date.fromisoformat(text) if "-" in text else int(text)


def both(name, ruleset="4mafia"):
    """What is read of a file's forms, and of its flat sheet: sheets and findings of each."""
    tabs, table, years = a_fixture(name)
    year = {"year": a_year(years[0])} if years else {}
    of = a_league(source={"workbook": ["memory.xlsx"], **year}, ruleset={"name": ruleset})
    of_table = a_league(
        source={"workbook": ["memory.xlsx"], "games": ["Flat"], "actions": ["Acts"]},
        ruleset={"name": ruleset},
    )
    return checked(Memory(tabs), of), checked(Memory(table), of_table)


def told(table, *, without=("sheet", "row", "column")):
    """The rows of a table as texts, in an order that does not depend on where they stood."""
    some = table.drop(columns=list(without), errors="ignore").astype("object").fillna("").astype("str")
    names = sorted(some.columns)
    return some[names].sort_values(names, ignore_index=True)


def assert_same(form, table):
    pd.testing.assert_frame_equal(told(form.seats), told(table.seats))
    pd.testing.assert_frame_equal(told(form.actions), told(table.actions))


@pytest.mark.parametrize("name", sorted(path.name for path in PROTOCOLS.glob("*.txt")))
def test_forms_are_read_as_the_flat_sheet_of_their_games(name):
    (forms, found), (table, of_table) = both(name)
    assert_same(forms, table)
    assert not len(found[found["severity"] == "error"])
    assert not len(of_table[of_table["severity"] == "error"])


RULESETS = {"4mafia": 2023, "mafgame": 2025, "fiim": 2025, "evenings": 2023}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", LOOKS)
def test_points_of_forms_are_those_of_the_flat_sheet(name, ruleset):
    look, year = LOOKS[name], RULESETS[ruleset]
    games = some_games(random.Random(f"{name} {ruleset}"), 4, year=year)
    of, of_table = a_club(ruleset, year=year), a_club(ruleset, year=year, actions=["Acts"])
    (forms, standings), (table, others) = (
        scored(look.memory(games), of),
        scored(Memory(flat(games, look.tells)), of_table),
    )
    pd.testing.assert_frame_equal(told(forms), told(table))
    assert forms["points"].notna().all()
    pd.testing.assert_frame_equal(told(standings), told(others))


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.sampled_from(sorted(LOOKS)), st.integers(0, 2**32))
def test_the_hand_that_wrote_the_forms_and_where_they_stand_change_nothing(name, seed):
    look, chance = LOOKS[name], random.Random(seed)
    games = some_games(chance, chance.randint(1, 7), evenings=1)
    forms, found = checked(look.memory(games, Shaken(chance)), a_club())
    table, of_table = checked(Memory(flat(games, look.tells)), a_club(actions=["Acts"]))
    assert_same(forms, table)
    of_forms, of_flat = (
        one.loc[~one["code"].isin([*look.warns, "empty-tab"]), ["code", "value", "of_game"]].drop_duplicates()
        for one in (found, of_table)
    )
    pd.testing.assert_frame_equal(told(of_forms), told(of_flat))


# --- wrong cells

FORM = """
Дата:         | 12.09.2023 |              |       | Стол    | 1
Игра №        | 1          |              |       | Ведущий | Полночь
№             | Игрок      | Роль         | Фолы  | Доп     | Штраф
1             | Астра      |              | 1     | 0,3     |
2             | Буран      | М            |       |         |
3             | Вольт      | Ш            | 2     |         |
4             | Гранит     |              |       |         |
5             | Джем       | Д            |       |         |
6             | Ежевика    |              |       |         |
7             | Жук        |              |       |         |
8             | Зенит      | М            |       |         |
9             | Ирис       |              |       | 0,2     |
10            | Комета     |              |       |         |
Победа мирных | +          | Победа мафии |       |         |
ПУ            | 3          | ЛХ           | 2     | 5       | 8
Ночь          | 1          | 2            | 3     |         |
Убит          | 3          | промах       | 7     |         |
Шериф         | 2          |              |       |         |
Дон           | 1          |              |       |         |
День          | 1          | 2            | 3     |         |
Заголосован   | 2          | x            | 5     |         |

Дата:         | 13.09.2023 |              |       | Стол    | 1
Игра №        | 2          |              |       | Ведущий | Полночь
№             | Игрок      | Роль         | Фолы  | Доп     | Штраф
1             | Ирис       | Д            |       |         |
2             | Астра      | М            |       | 0,4     |
3             | Жук        |              |       |         |
4             | Зенит      | М            |       |         |
5             | Комета     |              |       |         |
6             | Вольт      |              | 1     |         |
7             | Джем       |              |       |         |
8             | Гранит     |              |       |         |
9             | Буран      | Ш            |       |         |
10            | Ежевика    |              |       |         |
Победа мирных |            | Победа мафии | +     |         |
ПУ            | 9          | ЛХ           | 1     | 2       | 3
Ночь          | 1          | 2            | 3     |         |
Убит          | 9          |              |       |         |
"""
FAULTS = """
typed                    | found                         | why
C5 Мирнй                 | unknown-role C5               | a slip in a role
C5 Ч                     | unknown-role C5               | a letter that means no role
A6 3a                    | missing-seat A6; not-a-number A6 | a seat that is no number
A6 33                    | missing-seat A6; not-a-number A6 | there are no 33 seats
A7 3                     | duplicate-seat A7             | a seat that is there already, of a citizen
A13 3                    | duplicate-seat A13            | and in the last row
B5                       | missing-value B5              | a role without a player
B5 Астра                 | duplicate-player B5           | a player who is there already
D4 два                   | not-a-number D4               | fouls
E12 0,2?                 | not-a-number E12              | a bonus
D14 +                    | two-winners D14               | both marked
B14                      | no-winner B14                 | none marked
B14 нет                  | no-winner B14                 | the mark says no
A14 Победа мирнх         | unknown-winner B14            | the marked words are not understood
A14 Победа; B14 мирнх    | unknown-winner B14            | the value of the label is not understood
A14 Победа; B14 мирные; C14; D14 | -                     | as a value it is understood
A14 Победа; B14 мирные   | two-winners C14               | a value, and other words beside it
B15 12                   | unknown-seat B15              | nobody sits there
B15 Вольт                | not-a-number B15              | a name in place of a seat
B15 3 5                  | not-a-number B15              | two seats
B15; B17 -               | best-move-not-first-killed D15 | a best move, and nobody was killed
B15; B17                 | best-move-not-first-killed D15 | nothing tells who was killed first
F15                      | best-move-form D15            | two seats named
D15 5                    | best-move-form D15            | one of them twice
E15 x                    | best-move-form D15            | one of them no seat
D15 12                   | best-move-unknown-seat D15    | one of them is not at the table
B17 13                   | unknown-seat B17              | nobody sits there
D17 abc                  | not-a-number D17              | no seat at all
B18 Буран                | not-a-number B18              | a name in place of a seat
B1 31.02.2023            | not-a-date B1                 | there is no such day
B1 12.09                 | not-a-date B1                 | a day without a year, and the league tells none
B1 12/09/2023            | not-a-date B1                 | the twelfth of September, or the ninth of December
B2                       | missing-value B2              | no number
B2 первая                | not-a-number B2               | a number in words
C1 Дата; D1 14.09.2023   | label-twice D1                | two dates
C2 Игра; D2 7            | label-twice D2                | two numbers
C1 Стол; D1 2            | label-twice F1                | two tables
A2; B2                   | missing-label A3              | no label for the number
A1; B1                   | missing-label A3              | no label for the date, and no block before
C3                       | unknown-header C3             | a header without a title for roles
C3 Рль                   | unknown-header C3             | a slip in it
B3 Игрк                  | unknown-header B3             | a slip in that of players
F3 Доп                   | repeated-header F3            | a second column of bonuses
B1 #N/A                  | cell-error B1                 | an error value
C5 #N/A                  | cell-error C5                 | and in a table
B4 #REF!                 | cell-error B4                 | and in place of a player
"""


def typed_in(text, changes):
    """The cells of a form in which some are typed anew: `C5 Мирнй; B14` also empties B14."""
    rows = cells(text.strip("\n"))
    for change in changes.split(";"):
        address, _, word = change.strip().partition(" ")
        row, column = int(address[1:]) - 1, ord(address[0]) - ord("A")
        rows[row] += [""] * (column + 1 - len(rows[row]))
        rows[row][column] = word
    return rows


def findings_of(rows, **source):
    sheets, found = checked(Memory({"Games": rows}), a_league(source={"workbook": ["m.xlsx"], **source}))
    return sheets, found[~found["code"].isin(["line-up", "counter-mismatch"])]


@pytest.mark.parametrize("case", read_table(FAULTS).to_dict("records"), ids=lambda case: case["typed"])
def test_each_wrong_cell_of_a_form_is_found_and_told_with_its_game(case):
    sheets, found = findings_of(typed_in(FORM, case["typed"]))
    got = (found["code"] + " " + found["cell"]).tolist()
    assert got == ([] if case["found"] == "-" else case["found"].split("; ")), found.to_string()
    assert sheets.seats.loc[sheets.seats["game"].isin(found["game"]), "sheet"].tolist() == [0] * 10 * bool(
        got
    )
    other = sheets.seats[sheets.seats["sheet"] == 1]
    assert told(other).equals(told(SOUND.seats[SOUND.seats["sheet"] == 1]))


SOUND, _ = findings_of(cells(FORM.strip("\n")))
