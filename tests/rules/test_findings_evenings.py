"""The evening tournament, step 2 and the part on evenings: weights of games, and each finding at its cell."""

import itertools
import re

import pytest
from evening_sheets import DAY, evenings, played, rows_of, sheets_of, tab
from sheets import Memory, checked, read_table, without_copies

from pipelines.checks import checks


@pytest.fixture(autouse=True)
def small_games(monkeypatch):
    """The games of these tests have a seat or two: that is no error here, whose consequences would not be reported."""
    monkeypatch.setattr(checks, "_FEWEST_SEATS", 1)


def rows_under(text):
    """A table as the rows of a tab, its header first."""
    table = read_table(text)
    return [list(table), *table.to_numpy().tolist()]


def found_in(games, **others):
    """What is found in a workbook: severity, code, tab, cell and value."""
    memory, source = sheets_of(games, **others)
    _, found = checked(memory, evenings(source=source))
    return sorted(map(tuple, found[["severity", "code", "tab", "cell", "value"]].to_numpy().tolist()))


def places_of(found, code):
    """Severity, tab and cell of each finding of a code."""
    return [(severity, where, cell) for severity, one, where, cell, _ in found if one == code]


# --- what one point is worth

TABLES = rows_under("""
Дата       | Вечер | Стол | Игра | Вес
           |       | 1 |   | 40
01.09.2023 | 19:00 | 1 |   | 30
01.09.2023 | 19:00 | 1 | 2 | 20
01.09.2023 | 19:00 | 1 | 4 | 25
01.09.2023 | 22:00 | 2 |   | 55,5
           |       | 2 |   | 50
02.09.2023 | 19:00 | 4 | 1 | 60
01.09.2023 | 19:00 | 5 | 1 |
""")
PLAYERS = rows_under("""
Игрок | Сила
А     | 7
Б     | 5,5
В     |
Г     | 0
""")
WEIGHTS = """
date       | evening | table | game_no | player | weight_typed | want | why
01.09.2023 | 19:00 | 1 | 1 | А | 10  | 10   | the game's own
01.09.2023 | 19:00 | 1 | 4 | А | 2,5 | 2.5  | the game's own, though the tables tab names the game
01.09.2023 | 19:00 | 1 | 2 | А |     | 20   | date, evening, table and game
01.09.2023 | 19:00 | 1 | 3 | А |     | 30   | date, evening and table
01.09.2023 | 22:00 | 1 | 2 | А |     | 40   | the table alone: another evening
02.09.2023 | 19:00 | 1 | 2 | А |     | 40   | the table alone: another day
01.09.2023 | 22:00 | 2 | 7 | А |     | 55.5 | date, evening and table
01.09.2023 | 19:00 | 2 | 1 | В |     | 50   | the table alone, whatever the strengths
01.09.2023 | 19:00 | 3 | 1 | А |     | 12.5 | the sum of strengths
01.09.2023 | 19:00 | 3 | 1 | Б |     | 12.5 | the sum of strengths
01.09.2023 | 19:00 | 3 | 2 | А |     | 7    | of those who sat in that game
01.09.2023 | 19:00 | 3 | 3 | Г |     | 5.5  | a strength of nought is one
01.09.2023 | 19:00 | 3 | 3 | Б |     | 5.5  | a strength of nought is one
01.09.2023 | 19:00 | 4 | 1 | А |     | 7    | the tables tab tells of another day
01.09.2023 | 19:00 | 5 | 1 | Б |     | 5.5  | a row without weight tells nothing
01.09.2023 | 19:00 | 3 | 4 | А | 30  | 30   | the game's own, typed at one of its seats
01.09.2023 | 19:00 | 3 | 4 | В |     | 30   | the game's own, typed at one of its seats
"""


def test_weights_in_their_order():
    rows = rows_of(WEIGHTS)
    games = tab(rows, weight_typed="")
    seats, _ = played(games, {"tables": TABLES, "players": PLAYERS})
    told = [(row, got) for row, got in zip(rows, seats["weight"], strict=True) if float(row["want"]) != got]
    assert told == []
    assert seats["score"].tolist() == [4 * float(row["want"]) for row in rows], (
        "4 points of a citizen who won"
    )
    found = found_in(games, tables=TABLES, players=PLAYERS)
    assert {one[1] for one in found} & {"weight-missing", "weight-twice", "strength-twice"} == set()


def test_weights_without_an_evening_column():
    rows = [{"date": day, "table": table, "game_no": number, "player": "А"} for day, table, number in (
        ("01.09.2023", "1", 1), ("01.09.2023", "1", 2), ("02.09.2023", "1", 2), ("01.09.2023", "2", 2)
    )]  # fmt: skip
    tables = rows_under("""
Дата       | Стол | Игра | Вес
           | 1 |   | 40
01.09.2023 | 1 |   | 30
01.09.2023 | 1 | 2 | 20
           | 2 |   | 50
""")
    fields = ("date", "table", "game_no", "player", "role", "winner")
    seats, _ = played(tab(rows, fields), {"tables": tables})
    assert seats["weight"].tolist() == [30, 20, 40, 50]


MISSING = """
game_no | player | kind | weight_typed | missing | why
1 | А |              |    |   | the sum of strengths
1 | Б |              |    |   | the sum of strengths
2 | А |              |    |   | a game is found once
2 | В |              |    | + | one without strength is enough
3 | Д |              |    | + | not in the players tab
4 | Д |              | 10 |   | the game's own
5 | Д | товарищеская |    |   | an unrated game needs none
6 | В |              | 0  |   | a weight of nought is one
7 | В |              |    | + | each such game
7 | Д |              |    |   | a game is found once
"""


@pytest.mark.parametrize("others", [{"players": PLAYERS}, {"players": PLAYERS, "tables": TABLES}])
def test_a_game_without_weight_is_an_error_at_each_such_game(others):
    rows = rows_of(MISSING)
    games = tab(rows, table="9", weight_typed="")
    column = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[games[0].index("weight_typed")]
    game_of = {f"{column}{n}": row["game_no"] for n, row in enumerate(rows, 2)}  # by the cell of a seat
    found = places_of(found_in(games, **others), "weight-missing")
    assert {one[:2] for one in found} == {("error", "Games")}
    missing = [row["game_no"] for row in rows if "missing" in row]
    assert sorted(game_of[cell] for *_, cell in found) == missing, "one finding for each game"
    seats, _ = played(games, others)
    assert seats.loc[seats["weight"].isna(), "game_no"].tolist() == [2, 2, 3, 5, 7, 7]


def test_a_weight_of_no_tab_is_missing():
    found = found_in(tab([{"player": "А"}, {"player": "А"}], ("date", "game_no", "player", "role", "winner")))
    cells = [cell for *_, cell in places_of(found, "weight-missing")]
    assert [re.findall(r"\d+", cell) for cell in cells] == [["2"], ["3"]], "at the row, for it has no cell"


def test_a_second_weight_of_the_same_table_is_found():
    tables = rows_under("""
Дата       | Вечер | Стол | Игра | Вес
           |       | 1 |   | 40
01.09.2023 | 19:00 | 1 |   | 30
           |       | 1 |   | 50
01.09.2023 | 19:00 | 1 | 2 | 20
01.09.2023 | 19:00 | 1 |   | 30
2023-09-01 | 19:00 | 1 | 2 | 22,5
02.09.2023 | 19:00 | 1 | 2 | 21
01.09.2023 | 22:00 | 1 | 2 | 21
           |       | 1 |   |
           |       | 2 |   | 50
""")
    found = found_in(tab([{"player": "А"}]), tables=tables)
    twice = [one[1:] for one in found if one[1].endswith("-twice")]
    assert twice == [("weight-twice", "Tables", "E4", "50"), ("weight-twice", "Tables", "E7", "22.5")]


def test_a_second_strength_of_the_same_player_is_found():
    players = rows_under("""
Игрок | Статус | С даты     | Сила
А     | серебро |           | 7
Б     | золото | 01.01.2023 | 5
А     | золото | 01.10.2023 | 8,5
Б     | гость  | 01.10.2023 | 5
В     |        |            |
В     | медь   | 01.01.2023 | 4
А     | гость  | 01.11.2023 |
""")
    found = found_in(tab([{"player": "А"}]), players=players)
    twice = [one[1:] for one in found if one[1].endswith("-twice")]
    assert twice == [("strength-twice", "Players", "D4", "8.5")]


# --- tables and their games


def tables_of(plays):
    """A games tab of whole games: pairs of the number of players and what the game is."""
    rows = [
        {"seat": seat, "player": f"P {seat}", "game_no": number, **told}
        for number, (many, told) in enumerate(plays, 1)
        for seat in range(1, many + 1)
    ]
    fields = (
        "player",
        "date",
        "evening",
        "table",
        "game_no",
        "kind",
        "seat",
        "role",
        "winner",
        "weight_typed",
    )
    return tab(rows, fields)


def test_the_number_of_players_at_a_table():
    """A game of each size from 1 to 16: the rules know 7 to 14 players."""
    found = [one for one in found_in(tables_of([(n, {}) for n in range(1, 17)])) if one[1] == "table-size"]
    firsts = list(itertools.accumulate(range(1, 17), initial=2))  # the first row of each size
    want = [
        ("warning", "table-size", "Games", f"A{firsts[n - 1]}", str(n)) for n in (1, 2, 3, 4, 5, 6, 15, 16)
    ]
    assert found == sorted(want)


PROMISED = {7: 4, 8: 4, 9: 3, 10: 3, 11: 2, 12: 2, 13: 2, 14: 2}


def test_the_games_that_a_table_is_promised():
    """Each number of players and each number of games up to five, at a table and on a day of its own."""
    plays, want, row = [], [], 2
    for players, games in itertools.product(PROMISED, range(1, 6)):
        plays += [(players, {"table": f"{players}/{games}"})] * games
        if games < PROMISED[players]:
            want.append(("warning", "Games", f"A{row}"))
        row += players * games
    assert sorted(places_of(found_in(tables_of(plays)), "guaranteed-games")) == sorted(want)


OTHER, NEXT, FRIENDLY = {"table": "2"}, {"date": "2023-09-02"}, {"kind": "товарищеская"}
SATURDAY = {"date": "2023-09-02", "evening": "Клуб"}
FRIDAY = {"date": DAY, "evening": "Клуб"}


@pytest.mark.parametrize(
    ("plays", "cells", "why"),
    [
        ([(8, {}), (8, {}), (9, {})], [], "nine were seen: three games are enough"),
        ([(9, {}), (8, {}), (8, {})], [], "whenever they were seen"),
        ([(8, {}), (8, {}), (8, {})], ["A2"], "eight: four games"),
        ([(8, {}), (10, {})], ["A2"], "ten: three games"),
        ([(7, {}), (11, {})], [], "eleven: two games"),
        ([(11, {})], ["A2"], "one game is less than two"),
        ([(11, {}), (9, OTHER), (11, {}), (9, OTHER)], ["A13"], "each table for itself"),
        ([(11, {}), (11, OTHER)], ["A13", "A2"], "tables do not help each other"),
        ([(9, {}), (9, {}), (9, NEXT)], ["A2", "A20"], "each evening for itself"),
        ([(8, FRIDAY), (8, FRIDAY), (8, SATURDAY), (8, SATURDAY)], [], "one evening, past midnight"),
        ([(8, FRIDAY), (8, FRIDAY), (8, SATURDAY)], ["A2"], "three of four, past midnight"),
        ([(8, {}), (8, {}), (8, {}), (8, FRIENDLY)], ["A2"], "an unrated game is none of them"),
        ([(8, {}), (8, {}), (8, {}), (11, FRIENDLY)], ["A2"], "and its players are not seen"),
        ([(8, FRIENDLY)], [], "nothing rated was played"),
        ([(6, {})], [], "the rules promise six players nothing"),
        ([(15, {})], [], "nor fifteen"),
    ],
)  # fmt: skip
def test_guaranteed_games(plays, cells, why):
    assert places_of(found_in(tables_of(plays)), "guaranteed-games") == [
        ("warning", "Games", cell) for cell in cells
    ], why


# --- acts of another role

HEADER = (
    *("Дата", "Стол", "Игра", "Место", "Игрок", "Роль", "Победа", "Вес", "Нашёл чёрных", "Нашёл шерифа"),
    *("Спас мирных", "Спас шерифа", "Спас чёрных", "Забрал чёрных", "Забрал мирных", "Забрал шерифа"),
    *("Убил активных", "Выбыл", "Покинул стол"),
)  # columns A to S; the counts are I to Q
ROLES = (
    "Мирный",
    "Мирный",
    "Шериф",
    "Доктор",
    "Красотка",
    "Мафия",
    "Дон",
    "Маньяк",
)  # rows 2 to 9 of each tab
OWN = {4: "I", 5: "KLM", 6: "KLNOP", 8: "J", 9: "Q"}  # the counts of each row's role
SAVED_BLACK = "M6"  # of the beauty: the document gives it neither points nor a ban


def games(puts, table):
    """Four games without a fault, but for what is put in the first: `I2=1;K4=2`."""
    rows = [list(HEADER)] + [
        [DAY, str(table), str(game), str(seat), f"P {seat}", role, "Красные", "50", *[""] * 11]
        for game in range(1, 5)
        for seat, role in enumerate(ROLES, 1)
    ]
    for put in filter(None, puts.split(";")):
        place, _, value = put.partition("=")
        rows[int(place[1:]) - 1][ord(place[0]) - ord("A")] = value
    return rows


def found_in_each(*puts):
    """The code, cell and value of each finding, in each of several tabs."""
    tabs = {f"Игры {n}": games(put, n) for n, put in enumerate(puts, 1)}
    of = evenings(source={"workbook": ["memory.xlsx"], "games": ["Игры*"]})
    _, found = checked(Memory(tabs), of)
    found = without_copies(found)
    rows = found[["tab", "code", "cell", "value"]].to_numpy().tolist()
    return [sorted(tuple(one) for name, *one in rows if name == tab) for tab in tabs]


def test_a_count_of_another_role_is_found_at_its_cell():
    cells = [f"{column}{row}" for row, column in itertools.product(range(2, 10), "IJKLMNOPQ")]
    usual = [cell for cell in cells if cell[0] in OWN.get(int(cell[1:]), "")]
    strange = [cell for cell in cells if cell not in usual and cell != SAVED_BLACK]
    assert (len(usual), len(strange)) == (11, 72 - 12)
    puts = ["", ";".join(f"{cell}=1" for cell in usual), ";".join(f"{cell}=2" for cell in strange)]
    assert found_in_each(*puts) == [[], [], sorted(("counter-role", cell, "2") for cell in strange)]


def test_a_nought_on_another_role_is_no_count_and_two_counts_are_two_findings():
    found = found_in_each("I2=0;J4=0;Q5=0", "I2=1;J4=3", "R2=Н1;S3=+;R4=Д1;I4=2")
    assert found == [[], [("counter-role", "I2", "1"), ("counter-role", "J4", "3")], []]


def test_a_row_of_the_tables_tab_that_names_nothing_is_for_every_game_without_another():
    rows = [{"player": "А", "table": "1"}, {"player": "Б", "table": "2"}]
    tables = [["table", "weight"], ["", "30"], ["2", "50"]]
    games = tab(rows, weight_typed="")
    seats, _ = played(games, {"tables": tables})
    assert seats["weight"].tolist() == [30, 50]
    assert [one for one in found_in(games, tables=tables) if one[1].startswith("weight")] == []


def test_a_weight_of_the_evening_for_its_games_after_midnight_is_used():
    rows = [
        {"player": "А", "date": "08.09.2023", "evening": "Клуб", "game_no": "1"},
        {"player": "А", "date": "09.09.2023", "evening": "Клуб", "game_no": "2"},
    ]
    tables = [["date", "evening", "table", "game_no", "weight"], ["08.09.2023", "Клуб", "1", "2", "70"]]
    tables += [["", "", "1", "", "30"]]
    games = tab(rows, weight_typed="")
    seats, _ = played(games, {"tables": tables})
    assert seats["weight"].tolist() == [30, 70]
    assert [one for one in found_in(games, tables=tables) if one[1].startswith("weight")] == []


def test_a_game_without_weight_is_named():
    games = tab([{"player": "А", "evening": "Клуб", "table": "9", "game_no": "4"}], weight_typed="")
    memory, source = sheets_of(games)
    _, found = checked(memory, evenings(source=source))
    [message] = found.loc[found["code"] == "weight-missing", "message"]
    assert "01.09.2023 Клуб 9 4" in message
