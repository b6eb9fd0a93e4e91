"""Protocols: a form a game, in many looks, and each read as the flat sheet of the same games is."""

import datetime as dt
import itertools
import random
import re
from pathlib import Path

import pandas as pd
import pytest
from form_cells import TABLE, cells
from forms import Shaken, a_club, flat, some_games
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from looks import LOOKS
from sheets import Memory, a_league, checked, read_table, scored
from typer.testing import CliRunner
from xlsxwriter import Workbook

from pipelines import cli, league, rebuild
from pipelines.checks import checks

PROTOCOLS = Path(__file__).parents[1] / "support" / "protocols"


# --- the same games as forms and as a flat sheet


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


@pytest.mark.parametrize(("name", "ruleset"), [*zip(LOOKS, itertools.cycle(RULESETS))])
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
        one.loc[
            ~one["code"].isin([*look.warns, "empty-tab", "black-first-kill"]), ["code", "value", "of_game"]
        ].drop_duplicates()
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
A6 3a                    | not-a-number A6               | a seat that is no number
A6 33                    | not-a-number A6               | there are no 33 seats
A7 3                     | duplicate-seat A7             | a seat that is there already, of a citizen
A13 3                    | duplicate-seat A13            | and in the last row
B5                       | guest-seat B5                 | a role without a player
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
B15 Вольт                | -                             | a nickname in place of its seat
B15 Волт                 | not-a-number B15              | nobody is called so
B15 +                    | not-a-number B15              | a mark is no seat
B15 3 5                  | not-a-number B15              | two seats
B15; B17 -               | best-move-not-first-killed D15 | a best move, and nobody was killed
B15; B17                 | best-move-not-first-killed D15 | nothing tells who was killed first
F15                      | best-move-short D15           | two seats named
D15 5                    | best-move-form D15            | one of them twice
E15 x                    | best-move-form D15            | one of them no seat
D15 12                   | best-move-unknown-seat D15    | one of them is not at the table
B17 13                   | unknown-seat B17              | nobody sits there
D17 abc                  | not-a-number D17              | no seat at all
B18 Буран                | not-a-number B18              | a name in place of a seat
B1 31.02.2023            | not-a-date B1                 | there is no such day
B1 12.09                 | not-a-date B1                 | a day without a year, and the league tells none
B1 12/09/2023            | ambiguous-date B1             | the twelfth of September, or the ninth of December
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
    return sheets, found[~found["code"].isin(["line-up", "counter-mismatch", "same-game-twice"])]


@pytest.mark.parametrize("case", read_table(FAULTS).to_dict("records"), ids=lambda case: case["typed"])
def test_each_wrong_cell_of_a_form_is_found_and_told_with_its_game(case):
    sheets, found = findings_of(typed_in(FORM, case["typed"]))
    got = (found["code"] + " " + found["cell"]).tolist()
    assert got == ([] if case["found"] == "-" else case["found"].split("; ")), found.to_string()
    assert sheets.seats.loc[sheets.seats["game"].isin(found["game"]), "sheet"].tolist() == [0] * 10 * bool(
        got
    )
    errors = found[found["severity"] == "error"]
    assert checks.only_in_games(errors, sheets.layouts)
    left = checks.without_faulty_games(sheets.seats, errors)
    assert left["sheet"].unique().tolist() == ([1] if len(errors) else [0, 1])
    other = sheets.seats[sheets.seats["sheet"] == 1]
    assert told(other).equals(SOUND)


_SHEETS, _ = findings_of(cells(FORM.strip("\n")))
SOUND = told(_SHEETS.seats[_SHEETS.seats["sheet"] == 1])  # the second game, which nothing is wrong with


# --- where values stand


def of_form(text, tab="Games", **source):
    """What one form tells of its game: date, table, number, judge, winner, the first kill; and the codes of findings."""
    of = a_league(source={"workbook": ["m.xlsx"], "games": ["*"], **source})
    sheets, found = checked(Memory({tab: cells(text.strip("\n"))}), of)
    first = sheets.seats.iloc[0].astype("object")
    killed = sheets.seats.loc[sheets.seats["is_first_kill"], "seat"].tolist()
    day = "" if pd.isna(first["date"]) else f"{first['date']:%Y-%m-%d}"
    said = [
        day,
        *("" if pd.isna(one) else str(one) for one in first[["table", "game_no", "judge", "winner"]]),
    ]
    return [*said, " ".join(map(str, killed))], found["code"].tolist()


ABOVE = "Дата | 12.09.2023 | Стол | 1\nИгра № | 3 | Судья | Полночь\n"
AROUND = {
    "beside": (ABOVE, "\nПобеда | мирные\nПУ | 3"),
    "empty cells between": (
        "Дата: | | 12.09.2023 | Стол: | | 1\nИгра №: | | 3 | Судья: | | Полночь\n",
        "\nПобеда: | | мирные\nПУ: | | 3",
    ),
    "under": (
        "Дата | Стол | Игра № | Судья\n12.09.2023 | 1 | 3 | Полночь\n",
        "\nПобеда | ПУ\nмирные | 3",
    ),
    "under, an empty row between": (
        "Дата | Стол | Игра № | Судья\n\n12.09.2023 | 1 | 3 | Полночь\n\n",
        "\n\nПобеда | ПУ\n\nмирные | 3",
    ),
    "in one cell": ("Игра №3 | | Стол: 1\nДата 12.09.2023 | | Судья: Полночь\n", "\nПобеда: мирные\nПУ: 3"),
    "all in one cell": ("12.09.2023, стол 1, игра 3, судья: Полночь\n", "\nПобеда мирных. | | ПУ=3"),
    "below all": ("", "\n\n" + ABOVE + "Победа города\nПУ | 3"),
    "a choice": (ABOVE, "\nПобеда | мирные | V | мафия |\nПУ | 3"),
    "a choice under each other": (ABOVE, "\nПобеда | мирные | да\n | мафия | нет\nПУ | 3"),
    "marks left of them": (ABOVE, "\n+ | Победа мирных\n | Победа мафии\n | ПУ | 3"),
    "marks under them": (ABOVE, "\nПобеда мирных | Победа мафии | Ничья\n+ | |\n\nПУ | 3"),
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
def test_values_stand_right_of_their_labels_or_under_them_or_in_the_same_cell(around):
    above, below = around
    told, codes = of_form(above + TABLE + below)
    assert told == ["2023-09-12", "1", "3", "Полночь", "red", "3"]
    assert codes == []


DAYS = read_table("""
tab           | year       | label      | day        | found             | why
Games         |            | 12.09.2023 | 2023-09-12 |                   | the label tells
12.09         | 2023       |            | 2023-09-12 |                   | the tab's name, the year of the league
12.09         | 2023-09-01 |            | 2023-09-12 |                   | the first such day of the season
15.01         | 2023-09-01 |            | 2024-01-15 |                   | and that is in the next year
2023-09-12    |            |            | 2023-09-12 |                   | the tab's name has a year
12 вересня    | 2023       |            | 2023-09-12 |                   | a month in words
Вечер 12.09   | 2023       |            | 2023-09-12 |                   | a word before it
12-13.09      | 2023       |            |            | missing-value     | the tab's name tells two days
12.09-13.09   | 2023       |            |            | missing-value     | nor is the first of two taken
12 и 13 сентября | 2023    |            |            | missing-value     | nor the last of two in words
12.09         | 2023       | 13.09      | 2023-09-13 |                   | the label before the tab
12.09         | 2023       | 13.09.2024 | 2024-09-13 | tab-day-differs   | a year before that of the league
12.09.2023    |            | 10.09.2023 | 2023-09-10 | tab-day-differs   | the label and the tab's name contradict
Games         |            | 12.09.2098 | 2098-09-12 | future-date       | a day to come
12.09         |            |            |            | tab-without-year  | nobody tells the year
Games         |            |            |            | missing-value     | nothing tells the date
12.09         | 2023       | 31.02      |            | not-a-date        | a wrong label is not made good by the tab
""")


@pytest.mark.parametrize("case", DAYS.to_dict("records"), ids=lambda case: case["why"])
def test_the_date_is_that_of_the_label_or_of_the_tab(case):
    above = ABOVE.replace("12.09.2023", case["label"])
    if case["found"] == "tab-without-year":
        above = above.replace("Дата", "")
    source = {"year": a_year(case["year"])} if case["year"] else {}
    told, codes = of_form(above + TABLE + "\nПобеда | мирные", tab=case["tab"], **source)
    assert (told[0], codes) == (case["day"], [case["found"]] if case["found"] else [])


def forms_of(*dates):
    """Forms under each other, with these dates and the numbers 1, 2 and so on."""
    forms = [
        ABOVE.replace("12.09.2023", day).replace("| 3 |", f"| {number} |") + TABLE + "\nПобеда | мирные\n\n"
        for number, day in enumerate(dates, 1)
    ]
    return cells("".join(forms))


def test_a_form_without_date_takes_that_of_the_form_before_and_this_is_told():
    sheets, found = findings_of(forms_of("12.09.2023", "", "31.02.2023", "", "14.09.2023"))
    days = sheets.seats.drop_duplicates("sheet").set_index("game_no")["date"].dt.strftime("%d.%m").to_dict()
    assert days == {
        1: "12.09",
        2: "12.09",
        5: "14.09",
        3: pytest.approx(float("nan"), nan_ok=True),
        4: days[4],
    }
    assert pd.isna(days[4])  # nor is that of the form before a wrong one taken
    got = (found["code"] + " " + found["cell"]).tolist()
    assert got == ["date-carried B16", "not-a-date B31", "missing-value B46"]


def test_a_league_names_its_own_labels_and_where_their_values_stand():
    above = "Когда | 12.09.2023 | Кто вёл | Полночь\nПорядок | Стол | 1\n3\n"
    layout = {
        "Когда": "date",
        "кто вёл:": "judge",
        "Порядок": {"field": "game_no", "value": "below"},
        "Итог игры": "winner",
    }
    told, codes = of_form(above + TABLE + "\nИтог игры | мирные\nПУ | 3", layout=layout)
    assert (told, codes) == (["2023-09-12", "1", "3", "Полночь", "red", "3"], [])


# --- what stands between forms


def test_forms_without_players_are_passed_over_and_one_with_a_winner_is_told():
    empty = "\n".join(line.split("|")[0] + "| |" for line in TABLE.splitlines()[1:])
    blank = "Дата | |\nИгра № | |\n№ | Игрок | Роль\n" + empty + "\nПобеда |"
    text = ABOVE + TABLE + "\nПобеда | мирные\n\n" + blank + "\n\n" + blank + " мафия\n"
    sheets, found = findings_of(cells(text))
    assert len(sheets.seats) == 10
    assert (found["code"] + " " + found["cell"]).tolist() == ["no-players B44"]


def test_remarks_under_a_form_are_kept_with_their_game_and_seat():
    text = ABOVE + TABLE + "\n3 | спорил с ведущим\nПобеда | мирные\n\n7 | опоздал\n"
    sheets, found = findings_of(cells(text))
    assert sheets.remarks.to_numpy().tolist() == [[0, 3, "спорил с ведущим"], [0, 7, "опоздал"]]
    assert (len(sheets.seats), len(found)) == (10, 0)


def test_own_figures_in_a_form_are_no_facts():
    titles, *rows = TABLE.splitlines()
    wide = [titles + " | ЛХ | Бал | Ci", *(row + " | | 2 |" for row in rows)]
    wide[3] += "0,3"
    wide[3] = wide[3].replace("| | 2", "| 0,5 | 2")
    sheets, _ = findings_of(cells(ABOVE + "\n".join(wide) + "\nПобеда | мирные\nПУ | 3 | ЛХ | 2 | 5 | 8"))
    killed = sheets.seats[sheets.seats["is_first_kill"]].iloc[0]
    assert killed[["named_1", "named_2", "named_3"]].tolist() == [2, 5, 8]
    figures = sheets.own_figures.groupby("name")["figure"].sum().round(9).to_dict()
    assert figures == {"best_move": 0.5, "points": 20, "compensation": 0.3}


SLIPS = read_table("""
typed           | found              | why
E2 Судя         | unread-cell E2    | a slip in a label
E24 Ъъ          | unread-cell E24   | in place of a label of the form above
D3 Фолл         | unread-cell D3   | a slip in a title
D3 Ъъ           | unread-cell D3   | in place of a title of the form below
C15 Ъъ          | unread-cell C15   | the best move is not read
A18 Шериыф      | unread-cell A18   | a row of the rounds
C16 II          | round-unread D17   | a number of a night, and the count ends there
A16; B16; C16; D16 | round-unread B17; round-unread D17 | no numbers of nights at all
""")


@pytest.mark.parametrize("case", SLIPS.to_dict("records"), ids=lambda case: case["typed"])
def test_what_looks_like_a_label_and_is_not_read_is_told(case):
    _, found = findings_of(typed_in(FORM, case["typed"]))
    got = (found["code"] + " " + found["cell"]).tolist()
    assert [one for one in got if one.startswith(("unread", "round"))] == case["found"].split("; ")


HEADERS = read_table("""
typed                       | found              | why
C25 Рль                     | unknown-header C25 | the title of roles
B25 Игрк                    | unknown-header B25 | that of players
B25 Игрк; C25 Рль           | label-twice B24    | both: its labels are not those of the form above
A25; B25; C25; D25; E25; F25 | table-without-header A26 | no header at all
""")


@pytest.mark.parametrize("case", HEADERS.to_dict("records"), ids=lambda case: case["typed"])
def test_a_form_whose_header_is_not_understood_does_not_vanish(case):
    _, found = findings_of(typed_in(FORM, case["typed"]))
    assert case["found"] in (found["code"] + " " + found["cell"]).tolist(), found.to_string()


MARKED = """
Дата | 12.09.2023 | | Стол | 1 | Игра | 1
№ | Игрок | Мафия | Дон | Шериф | Фолы | |
1 | Астра | | | | V | |
2 | Буран | x | | | V | V |
3 | Вольт | | | x | | | V
4 | Гранит | | | | | |
5 | Джем | | x | | | |
6 | Ежевика | | | | | |
7 | Жук | | | | | |
8 | Зенит | x | | | | |
9 | Ирис | | | | | |
10 | Комета | | | | | |
Победа | мирные
"""
MARKS = read_table("""
typed        | found             | why
D4 x         | unknown-role C4   | mafia and don at once
C7 Д; D7     | unknown-role C7   | a don's letter in the column of the mafia
D2 Дн        | unknown-header D2 | a slip in the title of a role
D2           | unknown-header E2 | no title at all
D7 #N/A      | missing-value C7; cell-error D7 | an error value in place of a mark
G3 два       | not-a-number G3   | no tick in a box of fouls
D4 -; E4 нет | -                 | marks that say no
""")


@pytest.mark.parametrize("case", MARKS.to_dict("records"), ids=lambda case: case["why"])
def test_a_wrong_mark_of_a_role_is_found(case):
    sheets, found = findings_of(typed_in(MARKED, case["typed"]))
    got = (found["code"] + " " + found["cell"]).tolist()
    assert got == ([] if case["found"] == "-" else case["found"].split("; "))
    assert len(sheets.seats) == 10


# --- through a workbook


def write(canvases, path):
    """The canvases as tabs of a workbook, merged cells and all."""
    with Workbook(path) as book:
        look = book.add_format({"text_wrap": True})
        for name, canvas in canvases.items():
            sheet = book.add_worksheet(name)
            for (row, column), text in canvas.cells.items():
                sheet.write(row, column, number(text), look)
            for first_row, first, last_row, last in canvas.merged:
                sheet.merge_range(
                    first_row, first, last_row, last, number(canvas.cells.get((first_row, first), "")), look
                )


def number(text):
    """A figure as a number, as a spreadsheet takes what is typed."""
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else text


LEAGUE = """
name = "Клуб"
[source]
workbook = "games.xlsx"
year = 2023
[ruleset]
name = "4mafia"
[checks]
on_error = "skip-game"
[[rating]]
name = "all"
tab = "Рейтинг"
"""


@pytest.mark.parametrize("name", LOOKS)
def test_a_workbook_of_forms_is_read_as_the_flat_sheet_of_their_games(name, tmp_path):
    look = LOOKS[name]
    games = some_games(random.Random(name), 4)
    write(look.tabs(games, Shaken(random.Random(name))), tmp_path / "games.xlsx")
    (tmp_path / "league.toml").write_text(LEAGUE, "utf-8")
    forms = rebuild.check(league.load(tmp_path)).sheets
    table, _ = checked(Memory(flat(games, look.tells)), a_club(actions=["Acts"]))
    assert_same(forms, table)


def test_a_form_with_an_error_is_left_out_alone_and_the_check_leads_to_its_cells(tmp_path):
    rows = typed_in(FORM, "A2; B2; B3 Игрк; C5 Мирнй")
    with Workbook(tmp_path / "games.xlsx") as book:
        sheet = book.add_worksheet("12.09")
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, [one or None for one in row])
    (tmp_path / "league.toml").write_text(LEAGUE, "utf-8")
    done = rebuild.rated(league.load(tmp_path))
    assert (done.left_out, done.scored["game_no"].unique().tolist()) == (1, [2])
    said = CliRunner().invoke(cli.app, ["check", str(tmp_path)])
    assert said.exit_code == 1
    for told in (
        "у игры нет подписи «Игра» со значением",
        "12.09!A3",
        "нет столбца «Игрок»; ближайший заголовок — «Игрк»",
        "12.09!B3",
        "роль «Мирнй» неизвестна",
        "12.09!C5",
    ):
        assert told in said.output.replace("'", ""), said.output
