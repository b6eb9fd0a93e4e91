"""One name for all spellings of an evening, a table, a club: within a tab, over tabs, and in the log and the weights."""

import pytest
from evening_sheets import played
from sheets import Memory, a_league, read

from pipelines.ingest.spelling import name_key

ONE_NAME = [
    ("table", "1", "1.0", "1,0", "1.00", "01", "№1", "№ 1", "#1", "Стол 1", "стол №1", "Стол1", "Table 1"),
    ("table", "1", "1 стол", "1-й стол", "Номер стола 1", "Стол: 1", "Стіл 1", "Table #1"),
    ("table", "А", "A", "a", "Стол А", "table A"),
    ("table", "-", "—", "–"),
    ("evening", "19:00", "19:00:00", "19.00", "1900-01-00 19:00", "1899-12-30 19:00:00", "43:00:00", "19"),
    ("evening", "19:30", "19.30", "0.8125", "Вечер 19:30"),
    ("evening", "E1", "Е1", "e1", " e 1", "Вечер Е1", "Вечір е1"),
    ("evening", "2023-09-10", "10.09.2023", "10 сентября 2023"),
    ("club", "4М+", "4M+", "4 м +", "Клуб 4М+"),
    ("tournament", "Кубок Осени", "кубок  осени", "КУБОК ОСЕНИ"),
    ("stage", "1/8 финала", "1/8 Финала", "Этап 1/8 финала"),
    ("stage", "2", "Этап 2", "2-й этап", "Stage 2"),
]
TWO_NAMES = [
    ("table", "1", "11"),
    ("table", "1 2", "12"),
    ("table", "1", "1А"),
    ("table", "1", "-"),
    ("evening", "19:00", "19:30"),
    ("evening", "25.12", "01.12"),
    ("evening", "2023-09-10 15:00", "2023-09-10 19:00"),
    ("stage", "1/8 финала", "1/4 финала"),
    ("stage", "Стол 1", "1"),
    ("club", "4М", "4М+"),
]


@pytest.mark.parametrize(("field", "first", "other"), [(n, a, o) for n, a, *more in ONE_NAME for o in more])
def test_spellings_of_one_name_have_one_key(field, first, other):
    assert name_key(field, other) == name_key(field, first)


@pytest.mark.parametrize(("field", "first", "other"), TWO_NAMES)
def test_two_names_have_two_keys(field, first, other):
    assert name_key(field, other) != name_key(field, first)


def test_an_evening_is_one_however_its_cells_are_spelled_and_bears_the_most_frequent_spelling():
    spellings = ("E1", "Е1", "E1", "e1 ", "E1")
    seats, standings = played([{"player": "Анна", "evening": said} for said in spellings])
    assert set(seats["evening"].astype("str")) == {"E1"}
    assert standings["evenings"].tolist() == [1]


def test_an_evening_of_a_time_is_one_as_a_cell_of_time_and_as_a_text():
    rows = [
        {"player": "Анна", "evening": said} for said in ("19:00:00", "19:00", "19.00", "1900-01-00 19:00")
    ]
    assert played(rows)[1]["evenings"].tolist() == [1]


def test_an_empty_cell_takes_the_number_above_although_the_evening_above_is_spelled_otherwise():
    rows = [["date", "evening", "game_no", "player", "role", "winner"]]
    rows += [["2023-09-01", "E1", "3", "Анна", "citizen", "red"], ["", "Е1", "", "Боря", "don", ""]]
    seats = read(Memory({"Games": rows}), a_league()).seats
    assert seats["game_no"].tolist() == [3, 3]
    assert seats["game"].nunique() == 1


def test_weights_and_the_log_join_games_whose_table_and_evening_they_spell_otherwise():
    games = [{"player": "Анна", "evening": "19:00:00", "table": "1", "weight_typed": "", "seat": "1"}]
    tables = [["evening", "table", "weight"], ["19.00", "Стол №1", "70"]]
    log = [["date", "evening", "table", "game_no", "phase", "action", "actor", "targets"]]
    log += [["2023-09-01", "19:00", "стол 1", "Игра 1", "Н1", "выбыл", "1", "1"]]
    seats, _ = played(games, {"tables": tables, "actions": log})
    assert seats["weight"].tolist() == [70]
    assert seats["exit"].astype("str").tolist() == ["N1"]


def test_the_clubs_default_is_the_club_that_the_sheet_spells_otherwise():
    rows = [["date", "game_no", "player", "role", "winner", "club"]]
    rows += [
        ["2023-09-01", "1", "Анна", "citizen", "red", "4M+"],
        ["2023-09-01", "2", "Анна", "citizen", "red", ""],
    ]
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "club": "4М +"})
    assert set(read(Memory({"Games": rows}), of).seats["club"]) == {"4M+"}
