"""What stands on a protocol and is not read, as a slip in a label: it is told, with its cell."""

import pytest
from sheets import Memory, a_league, checked

FORM = """
Дата: | 12.03.2023 | | Стол | 1
Игра № | 1 | | Судья | Полночь
№ | Игрок | Роль | Фолы | Доп
1 | Астра | | 1 | 0,3
2 | Буран | М | |
3 | Вольт | Ш | 2 |
4 | Гранит | | |
5 | Джем | Д | |
6 | Ежевика | | |
7 | Жук | | |
8 | Зенит | М | |
9 | Ирис | | |
10 | Комета | | |
Победа | мирные | | |
Ночь | 1 | 2 | 3 |
Убит | 4 | - | 7 |
"""
EMPTY = ["", *(["№ | Игрок | Роль"]), *(f"{seat} | |" for seat in range(1, 11)), "Победа | мафия |"]


def told(lines):
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    _, found = checked(Memory({"Games": rows}), a_league())
    return found[["severity", "code", "cell", "value"]].to_numpy().tolist()


def form(**put):
    """The form's lines with some rewritten, by their sheet row."""
    lines = FORM.strip().splitlines()
    for row, line in put.items():
        lines[int(row.removeprefix("row_")) - 1] = line
    return lines


def test_the_form_has_no_fault_of_its_own():
    assert told(form()) == []


SLIPS = [
    (
        "a row of the rounds that nobody knows",
        {"row_16": "Убтый | 4 | - | 7 |"},
        ["unread-cell", "A16", "Убтый"],
    ),
    ("a kill under no number", {"row_15": "Ночь | 1 | 2 | |"}, ["round-unread", "D16", "7"]),
]


@pytest.mark.parametrize(("put", "want"), [case[1:] for case in SLIPS], ids=[case[0] for case in SLIPS])
def test_a_slip_is_told(put, want):
    found = told(form(**put))
    assert [one[1:] for one in found] == [want]


def test_a_prepared_form_is_passed_over_but_not_one_with_a_winner():
    assert told([*form(), *EMPTY[:-1]]) == []
    assert told([*form(), *EMPTY]) == [["warning", "no-players", "B29", "мафия"]]


@pytest.mark.parametrize(
    "line", ["Мафия-клуб «Сумерки». Протокол игры", "Победили дружба и здравый смысл", "Стол заказан"]
)
def test_a_line_that_only_holds_the_word_of_a_label_is_none(line):
    assert told([line, *form()]) == []


def test_a_removal_beside_the_header_of_the_table_is_read():
    lines = [f"{line} | Удаление | 6" if line.startswith("№") else line for line in form()]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    rows = [[*row[:5], "", *row[5:]] if "Удаление" in row else row for row in rows]
    sheets, found = checked(Memory({"Games": rows}), a_league())
    assert sheets.seats.loc[sheets.seats["is_removed"].fillna(False), "seat"].tolist() == [6]
    assert found.empty
