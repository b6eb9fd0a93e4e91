"""Which columns a protocol's header names, in one row or two: what is read under them, and what is told of the others."""

import pytest
from sheets import Memory, a_league, checked

NAMES = ["Астра", "Буран", "Вольт", "Гранит", "Джем", "Ежевика", "Жук", "Зенит", "Ирис", "Комета"]
ROLES_IN_WORDS = ["мафия", "мафия", "дон", "шериф", *["мирный"] * 6]
ROLES = ["М", "М", "Д", "Ш", "", "", "", "", "", ""]


def form(header, cells, *under):
    """The lines of a form: its header, ten seats, some of them with more cells, and what stands under them."""
    seats = [
        f"{seat} | {NAMES[seat - 1]} | {ROLES[seat - 1]} | {cells.get(seat, '')}" for seat in range(1, 11)
    ]
    return ["Дата | 12.09.2023 | Игра | 1", *header, *seats, "Победа | мирные", *under]


def read(lines):
    """The seats that are read, and what is found: severity, code, cell and value."""
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    sheets, found = checked(Memory({"Games": rows}), a_league())
    of_cells = found[~found["code"].isin(["line-up", "negative-points"])]
    told = of_cells[["severity", "code", "cell", "value"]].to_numpy().tolist()
    return sheets.seats, [" ".join(one) for one in told]


def figures(seats, name):
    """What a field holds, by seat, but for nothing and nought."""
    told = seats.set_index("seat")[name].dropna()
    return {seat: value for seat, value in told.items() if value}


# The best move, the bonus and the penalty of three seats.
CELLS = {5: "2 6 8 | 0,4 |", 1: "| | 1", 7: "| 0,3 |"}
BOTH = {"bonus_typed": {5: 0.4, 7: 0.3}, "penalty_typed": {1: 1}}
TITLES = [
    ("under empty cells", "№ | Игрок | Роль | |  |", "| | | ЛХ | Доп | Штраф"),
    ("under a title that nobody knows", "№ | Игрок | Роль | Оценки судьи | |", "| | | ЛХ | Доп | Штраф"),
    ("under Судейские", "№ | Игрок | Роль | ЛХ | Судейские |", "| | | | Доп | Штраф"),
    ("under Баллы", "№ | Игрок | Роль | ЛХ | Баллы |", "| | | | Доп | Штраф"),
    ("under Очки", "№ | Игрок | Роль | ЛХ | Очки |", "| | | | Доп | Штраф"),
    ("under two titles", "№ | Игрок | Роль | Ход | Очки |", "| | | ЛХ | Доп | Штраф"),
    ("beside one of the first row", "№ | Игрок | Роль | ЛХ | Доп | Оценки", "| | | | | Штраф"),
]


@pytest.mark.parametrize(("first", "second"), [case[1:] for case in TITLES], ids=[case[0] for case in TITLES])
def test_titles_in_the_second_row_are_read(first, second):
    seats, found = read(form([first, second], CELLS, "ПУ | 5"))
    assert {name: figures(seats, name) for name in BOTH} == BOTH
    assert figures(seats, "named_1") == {5: 2}
    assert found == []


def test_own_points_beside_titles_in_the_second_row_stay_own():
    """The club's total is a column of its own: 1 for each of the red, who won."""
    header = ["№ | Игрок | Роль | Оценки | | Итого", "| | | Доп | Штраф |"]
    seats, found = read(form(header, {5: "0,4 | | 1,4"}))
    assert (figures(seats, "bonus_typed"), figures(seats, "penalty_typed"), found) == ({5: 0.4}, {}, [])


BESIDE = [
    ("a note beside the second row", "№ | Игрок | Роль | Доп", "| | | | | проверено"),
    ("the judge beside it", "№ | Игрок | Роль | Доп | Судья", "| | | | Полночь"),
    ("the table's number beside it", "№ | Игрок | Роль | Доп", "| | | | Стол | 2"),
]


@pytest.mark.parametrize(("first", "second"), [case[1:] for case in BESIDE], ids=[case[0] for case in BESIDE])
def test_what_stands_beside_a_header_is_no_title(first, second):
    seats, found = read(form([first, second], {5: "0,4"}))
    assert (len(seats), figures(seats, "bonus_typed"), found) == (10, {5: 0.4}, [])


SECOND = {5: "0,4 |", 3: "| 1", 7: "0,3 |"}
SLIPS = [
    ("a slip, no title over it", "№ | Игрок | Роль | |", "| | | Дп | Штраф", ["unread-cell D3 Дп"]),
    ("a slip in the last", "№ | Игрок | Роль | |", "| | | Доп | Штаф", ["unread-cell E3 Штаф"]),
    ("a slip under Баллы", "№ | Игрок | Роль | Баллы |", "| | | Дп | Штраф", ["unread-cell D3 Дп"]),
    ("a slip under Оценки", "№ | Игрок | Роль | Оценки |", "| | | Доп | Штаф", ["unread-cell E3 Штаф"]),
    (
        "two slips under Оценки",
        "№ | Игрок | Роль | Оценки |",
        "| | | Дп | Штаф",
        ["unread-cell D3 Дп", "unread-cell E3 Штаф"],
    ),
    ("the first emptied", "№ | Игрок | Роль | |", "| | | | Штраф", ["unread-cell D8 0,4"]),
    ("the last emptied", "№ | Игрок | Роль | |", "| | | Доп |", ["unread-cell E6 1"]),
    (
        "the first emptied, under Баллы",
        "№ | Игрок | Роль | Баллы |",
        "| | | | Штраф",
        ["unread-cell D8 0,4"],
    ),
    (
        "the last emptied, under Оценки",
        "№ | Игрок | Роль | Оценки |",
        "| | | Доп |",
        ["unread-cell E6 1"],
    ),
]


@pytest.mark.parametrize(
    ("first", "second", "want"), [case[1:] for case in SLIPS], ids=[case[0] for case in SLIPS]
)
def test_a_slip_in_the_second_row_is_told(first, second, want):
    seats, found = read(form([first, second], SECOND))
    assert len(seats) == 10
    assert found == [f"warning {one}" for one in want]


UNTITLED = [
    ("the bonus", "№ | Игрок | Роль | | Штраф", {5: "0,4 |"}, ["D7 0,4"]),
    ("the penalty, last", "№ | Игрок | Роль | Доп |", {6: "| 1"}, ["E8 1"]),
    ("the removal, last", "№ | Игрок | Роль | Доп |", {6: "| +"}, ["E8 +"]),
    ("the removal, between", "№ | Игрок | Роль | | Доп", {6: "x |"}, ["D8 x"]),
    ("the best move", "№ | Игрок | Роль | | Доп", {5: "2 5 8 |"}, ["D7 2 5 8"]),
    ("two of them, last", "№ | Игрок | Роль | Доп | |", {5: "| 1 | V"}, ["E7 1", "F7 V"]),
    ("after the fouls", "№ | Игрок | Роль | Фолы | | Штраф", {5: "2 | 0,4 |"}, ["E7 0,4"]),
    ("nothing under it", "№ | Игрок | Роль | | Доп", {5: "| 0,4"}, []),
    ("noughts and dashes", "№ | Игрок | Роль | | Доп", {5: "0 | 0,4", 6: "- |"}, []),
    ("boxes of fouls", "№ | Игрок | Роль | Фолы | | | | Доп", {5: "+ | + | | | 0,4"}, []),
    ("remarks between", "№ | Игрок | Роль | | Доп", {5: "опоздал |", 6: "спорил |", 7: "+ |"}, []),
    ("remarks right of it", "№ | Игрок | Роль | Доп |", {5: "| опоздал", 7: "| +"}, []),
    ("remarks on seats right of it", "№ | Игрок | Роль | Доп |", {5: "| 3 | спорил"}, []),
    ("figures apart", "№ | Игрок | Роль | Доп | |", {5: "| | 3"}, []),
]


@pytest.mark.parametrize(
    ("header", "cells", "want"), [case[1:] for case in UNTITLED], ids=[case[0] for case in UNTITLED]
)
def test_a_column_without_title_is_told(header, cells, want):
    seats, found = read(form([header], cells))
    assert len(seats) == 10
    assert found == [f"warning unread-cell {one}" for one in want]


def test_boxes_of_fouls_that_are_empty_at_the_first_seat_are_read():
    seats, found = read(form(["№ | Игрок | Роль | Фолы | | |"], {2: "V | V | |", 5: "V | V | V |"}))
    assert (figures(seats, "foul_count"), found) == ({2: 2, 5: 3}, [])


FLAT = [
    ("between", "| Доп", {5: "0,4 |"}, ["G6 0,4"]),
    ("a mark between", "| Доп", {6: "+ |"}, ["G7 +"]),
    ("remarks between", "| Доп", {5: "опоздал |", 6: "спорил |", 7: "+ |"}, []),
    ("right of the table", "Доп |", {5: "| 0,4"}, []),
    ("nothing under it", "| Доп", {5: "| 0,4"}, []),
    ("a title that nobody knows", "Заметка | Доп", {5: "1 |"}, []),
]


@pytest.mark.parametrize(
    ("header", "cells", "want"), [case[1:] for case in FLAT], ids=[case[0] for case in FLAT]
)
def test_a_column_without_title_of_a_flat_sheet_is_told(header, cells, want):
    rows = [
        f"12.09.2023 | 1 | {seat} | {NAMES[seat - 1]} | {ROLES_IN_WORDS[seat - 1]} | мирные | {cells.get(seat, '')}"
        for seat in range(1, 11)
    ]
    seats, found = read([f"Дата | Игра | Место | Игрок | Роль | Победа | {header}", *rows])
    assert len(seats) == 10
    assert found == [f"warning unread-cell {one}" for one in want]


@pytest.mark.parametrize("title", ["Итог", "Результат", "Підсумок", "Итого", "Балл"])
def test_figures_under_a_word_for_the_winner_are_the_clubs_points(title):
    """A point for each of the red, who won, and seat 5's bonus."""
    points = dict.fromkeys((4, 6, 7, 8, 9, 10), "| 1")
    seats, found = read(form([f"№ | Игрок | Роль | Доп | {title}"], {**points, 5: "0,4 | 1,4", 1: "| 0"}))
    assert (set(seats["winner"]), figures(seats, "bonus_typed"), found) == ({"red"}, {5: 0.4}, [])


def test_words_under_such_a_title_say_who_won():
    lines = form(["№ | Игрок | Роль | Результат"], dict.fromkeys(range(1, 11), "мирные"))
    seats, found = read([line for line in lines if not line.startswith("Победа")])
    assert (set(seats["winner"]), found) == ({"red"}, [])
