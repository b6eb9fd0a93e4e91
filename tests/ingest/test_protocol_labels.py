"""Labels around the table of a form: whose they are, what stands in one cell, and what is told when one is not read."""

import json

import pandas as pd
import pytest
from sheets import Memory, a_league, checked, without_copies
from typer.testing import CliRunner
from xlsxwriter import Workbook

from pipelines import cli

NICKS = ["Астра", "Буран", "Вольт", "Гранит", "Джем", "Ежевика", "Жук", "Зенит", "Ирис", "Комета"]
WORDS = {"": "мирный", "М": "мафия", "Ш": "шериф", "Д": "дон"}
ROLES = dict(zip((2, 3, 5, 8), "МШДМ", strict=True))
TABLE = [
    "№ | Игрок | Роль",
    *(f"{seat} | {nick} | {ROLES.get(seat, '')}" for seat, nick in enumerate(NICKS, 1)),
]
ABOVE = ["Дата | 12.09.2023 | Стол | 1", "Игра № | 3 | Судья | Полночь"]
WON = "Победа | мирные"


def form(above=(), below=(), number=3, table=TABLE):
    """The lines of a form of a game: its usual labels, with others above all and below."""
    labels = [line.replace("| 3 |", f"| {number} |") for line in ABOVE]
    return [*above, *labels, *table, WON, *below]


def read(lines, tab="Games", **source):
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    of = a_league(source={"workbook": ["m.xlsx"], "games": ["*"], **source})
    sheets, found = checked(Memory({tab: rows}), of)
    found = without_copies(found)
    return sheets, (found["code"] + " " + found["cell"]).tolist()


def of_games(sheets, *names):
    """What each game tells of some facts; nothing where it tells none."""
    games = sheets.seats.drop_duplicates("sheet").sort_values("sheet")[list(names)].astype("object")
    return games.where(games.notna(), "").to_numpy().tolist()


# --- whose a label is


WHERE = [
    # the form above which the label stands, in a row of its own; and of which games it tells
    ("club", "Клуб | Компас", 0, ["Компас"] * 3),
    ("club", "Клуб | Компас", 1, ["", "Компас", ""]),
    ("club", "Клуб | Компас", 2, ["", "", "Компас"]),
    ("tournament", "Турнир | Кубок", 0, ["Кубок"] * 3),
    ("tournament", "Турнир | Кубок", 2, ["", "", "Кубок"]),
    ("stage", "Этап | отбор", 0, ["отбор"] * 3),
    ("stage", "Этап | отбор", 1, ["", "отбор", ""]),
    ("kind", "Тип | не рейтинг", 0, ["unrated", "rated", "rated"]),
    ("kind", "Тип | не рейтинг", 1, ["rated", "unrated", "rated"]),
    ("kind", "Тип | не рейтинг", 2, ["rated", "rated", "unrated"]),
]


@pytest.mark.parametrize(("field", "line", "at", "want"), WHERE)
def test_a_label_is_of_its_form_and_only_a_title_is_of_the_whole_tab(field, line, at, want):
    forms = [form([line] if one == at else [], ["", ""], number=one + 1) for one in range(3)]
    sheets, found = read([line for one in forms for line in one])
    assert [value for (value,) in of_games(sheets, field)] == want
    assert found == []


def test_a_label_among_those_of_the_first_form_is_of_that_form():
    first = form(below=["", ""], number=1)
    first[0] += " | Этап | финал"
    sheets, found = read([*first, *form(number=2)])
    assert (of_games(sheets, "stage"), found) == ([["финал"], [""]], [])


def test_a_form_right_under_a_flat_table_keeps_its_labels():
    flat = [
        f"12.09.2023 | 1 | 1 | {seat} | {nick} | {WORDS[ROLES.get(seat, '')]} | мирные"
        for seat, nick in enumerate(NICKS, 1)
    ]
    sheets, found = read(["Дата | Стол | Игра | Место | Игрок | Роль | Победа", *flat, *form()])
    assert sorted(sheets.seats["game_no"].unique()) == [1, 3]
    assert (len(sheets.seats), found) == (20, [])


def test_an_empty_column_does_not_hide_the_label_of_the_same():
    table = [TABLE[0] + " | Итог", *TABLE[1:]]
    sheets, found = read(form(table=table))
    assert (of_games(sheets, "winner"), found) == ([["red"]], [])


# --- games that are not rated


BY_ITSELF = [
    "не рейтинг",
    "(не рейтинг)",
    "Не рейтинг!",
    "Игра не рейтинг",
    "нерейтинговая игра",
    "не рейтинговая",
    "товарищеская игра",
    "гра не рейтингова",
    "товариська гра",
    "friendly game",
    "not rated",
    "нерейт",
    "Тренировочная",
    "тренувальна гра",
]


@pytest.mark.parametrize("words", BY_ITSELF)
def test_words_alone_make_a_game_unrated_and_who_won_may_be_told_too(words):
    sheets, found = read([*form(below=[words, "", ""], number=1), *form(number=2)])
    assert of_games(sheets, "kind", "winner") == [["unrated", "red"], ["rated", "red"]]
    assert found == []


def unrated_at(number, text):
    lines = form()
    lines[number] += text
    return lines


PLACES = {
    "right of the labels": unrated_at(0, " | не рейтинг"),
    "apart from them": unrated_at(0, " | | не рейтинг"),
    "beside the number": ["Дата | 12.09.2023", "Игра № | 3 | (не рейтинг)", *TABLE, WON],
    "above all": form(["не рейтинг"]),
    "beside the winner": unrated_at(-1, " | | | не рейтинг"),
    "of a label beside the winner": unrated_at(-1, " | | Тип | не рейтинг"),
    "right under the seats": [*ABOVE, *TABLE, "не рейтинг", WON],
    "in the heading": ["12.09.2023, стол 1, игра 3 (не рейтинг)", *TABLE, WON],
}


@pytest.mark.parametrize("lines", PLACES.values(), ids=PLACES)
def test_such_words_may_stand_anywhere_at_a_form(lines):
    sheets, found = read(lines)
    assert (of_games(sheets, "kind", "winner"), found) == ([["unrated", "red"]], [])


def test_words_that_contradict_a_label_are_told():
    _, found = read(form(below=["Тип | рейтинг | | не рейтинг"]))
    assert found == ["label-twice D15"]


MAYBE_UNRATED = [
    # what stands under the form, and what is found
    ("не рейтнг", ["unread-cell A15"]),
    ("| | Нерейтинговя игра", ["unread-cell C15"]),
    ("тренировочнная", ["unread-cell A15"]),
    ("Комментарий: не рейтинг", ["unread-cell A15"]),
    ("Комментарий | не рейтинг", ["unread-cell B15"]),
    ("Турнир | не рейтнг", ["unread-cell B15"]),
    ("Тип | рейтинг | | не рейтнг", []),
    ("Рейтинги", []),
    ("Рейтинг вечера", []),
    ("Комментарий | сильная игра", []),
]


@pytest.mark.parametrize(("line", "want"), MAYBE_UNRATED)
def test_words_like_those_of_an_unrated_game_are_told_and_the_game_is_rated(line, want):
    sheets, found = read(form(below=[line]))
    assert (of_games(sheets, "kind"), found) == ([["rated"]], want)


# --- headings in one cell


HEADINGS = [
    # a heading, and the date, table, number, judge, stage and kind that it tells
    ("Игра 1, стол 1, 17.09.2023", "17.09 1 1   rated"),
    ("17.09.2023, игра 1, стол 2, Судья Полночь", "17.09 2 1 Полночь  rated"),
    ("17.09.2023; Стол: 1; Игра 4; Судья Полночь", "17.09 1 4 Полночь  rated"),
    ("Игра 1, стол 2, финал, 17.09.2023", "17.09 2 1  финал rated"),
    ("17.09.2023  Стол 1  Игра 1  Ведущий Полночь", "17.09 1 1 Полночь  rated"),
    ("17.09.2023 Стол 1 Игра 1 Ведущий Полночь (не рейтинг)", "17.09 1 1 Полночь  unrated"),
    ("Игра № 1 из 3, стол № 2, Дата 17 сентября 2023", "17.09 2 1   rated"),
    ("Игра 1. | | Дата: Вс, 17.09.2023 | | Стол2", "17.09 2 1   rated"),
    ("Мафия-клуб «Сумерки», игра 1, стол VIP, 17.09.2023", "17.09 VIP 1   rated"),
    ("Клуб «Сумерки» — вечер 17.09.2023 — игра 2", "17.09  2   rated"),
    ("Гра № 2, стіл 1, суддя Північ, 17 вересня 2023", "17.09 1 2 Північ  rated"),
    ("Table 1, game 2, 17.09.2023, host Midnight", "17.09 1 2 Midnight  rated"),
    ("Судья: Полночь, Сыч | | Дата: 17.09.2023 Игра: 2", "17.09  2 Полночь, Сыч  rated"),
]


@pytest.mark.parametrize(("heading", "want"), HEADINGS)
def test_a_heading_is_read_word_by_word(heading, want):
    sheets, found = read([heading, *TABLE, WON])
    day, *others = of_games(sheets, "date", "table", "game_no", "judge", "stage", "kind")[0]
    assert " ".join([f"{day:%d.%m}", *map(str, others)]) == want
    assert found == []


def test_a_remark_is_no_heading():
    remarks = [
        "Судья опоздал. Стол шумел. Игра 5 перенесена",
        "Игра 7 перенесена",
        "Примечание: стол 2, судья: Сыч",
    ]
    sheets, found = read(form(below=remarks))
    assert of_games(sheets, "table", "game_no", "judge") == [["1", 3, "Полночь"]]
    assert found == []


def test_a_heading_that_is_read_in_part_is_where_a_missing_number_is_told():
    _, found = read(["Турнирная игра первая, стол 1, 12.09.2023", *TABLE, WON])
    assert found == ["missing-label A1"]


def test_a_day_without_year_is_of_the_year_in_the_tabs_name():
    sheets, found = read(["Вечер 16 сентября | | Игра 1", *TABLE, WON], tab="17.09.2023")
    assert of_games(sheets, "date") == [[pd.Timestamp("2023-09-16")]]
    assert found == []


def test_an_empty_label_of_the_date_on_a_tab_whose_day_has_no_year():
    lines = form()
    _, found = read([lines[0].replace("12.09.2023", ""), *lines[1:]], tab="12.09")
    assert found == ["tab-without-year B1"]


@pytest.mark.parametrize(
    "text", ["я" * 32767, "я " * 16000, "1" * 32766 + "a", "Дата: " * 5000, "победа " * 4600]
)
def test_a_text_without_end_is_no_heading(text):
    sheets, found = read(form(below=[text]))
    assert (of_games(sheets, "game_no", "winner"), found) == ([[3, "red"]], [])


# --- what is told of single seats


REMOVALS = [
    # what stands under the form, who is removed by that, and what is found
    ("Удаление | 7", [7], []),
    ("Удалён | 7", [7], []),
    ("Удалён | 7 | 8", [7, 8], []),
    ("Удалён: 7", [7], []),
    ("Видалений: 7, 8", [7, 8], []),
    ("Удалены | 7 | 8", [7, 8], []),
    ("Удаление | 7 Жук", [7], []),
    ("Удаление | 7, Зенит", [7, 8], []),
    ("Удаление | 2 Жук", [], ["not-a-number B15"]),
    ("Removed | Жук", [7], []),
    ("Удаление | нет", [], []),
    ("Удаление |", [], []),
    ("Удаление | 12", [], ["not-a-number B15"]),
    ("7 удалён за 4 фола", [], ["unread-cell A15"]),
    ("7 | удалён за 4 фола", [], ["unread-cell B15"]),
    ("Жука удалили", [], ["unread-cell A15"]),
]


@pytest.mark.parametrize(("line", "removed", "want"), REMOVALS)
def test_a_removal_under_the_form(line, removed, want):
    sheets, found = read(form(below=[line]))
    assert sheets.seats.loc[sheets.seats["is_removed"], "seat"].tolist() == removed
    assert found == want


def test_a_removal_beside_a_seat_is_told_unless_it_is_read_elsewhere():
    table = [line + (" | | удалён" if "Жук" in line else "") for line in TABLE]
    assert read(form(table=table))[1] == ["unread-cell E10"]
    assert read(form(["", ""], ["Удаление | 7"], table=table))[1] == []


REMOVALS_BESIDE = [
    # what stands right of the table, from the row of the third seat on; who is removed, and what is found
    (["Удаление | 7"], [7], []),
    (["Удалён: 7"], [7], []),
    (["Удаление | нет"], [], []),
    (["Удаление | 12"], [], ["not-a-number F6"]),
    (["ПУ | 3", "Удаление | 7"], [7], []),
    (["ПУ | 3", "Удаление |"], [], []),
    (["удалён"], [], ["unread-cell E6"]),
    (["удалён", "удалён"], [], ["unread-cell E6", "unread-cell E7"]),
    (["удалён | за 4 фола"], [], ["unread-cell E6"]),
]


@pytest.mark.parametrize(("lines", "removed", "want"), REMOVALS_BESIDE)
def test_a_label_of_removals_beside_the_seats(lines, removed, want):
    beside = dict(enumerate(lines, 3))
    table = [line + (f" | | {beside[at]}" if at in beside else "") for at, line in enumerate(TABLE)]
    sheets, found = read(form(table=table))
    assert sheets.seats.loc[sheets.seats["is_removed"], "seat"].tolist() == removed
    assert found == want


KILLS = [
    # what stands under the form, who was killed first and whom he named, and what is found
    ("ПУ | Вольт | ЛХ | 2 5 8", [3], [2, 5, 8], []),
    ("ПУ | вольт", [3], [], []),
    ("ПУ | 3 Вольт", [3], [], []),
    ("ПУ | 3. вольт", [3], [], []),
    ("ПУ | 4 Вольт", [], [], ["not-a-number B15"]),
    ("ПУ | 3 Тундра", [], [], ["not-a-number B15"]),
    ("ПУ | Волт", [], [], ["not-a-number B15"]),
    ("ПУ | +", [], [], ["not-a-number B15"]),
    ("ПУ | нет", [], [], []),
    ("ПУ 3 (2 5 8)", [3], [2, 5, 8], []),
    ("ПУ | 3 (2 5 8)", [3], [2, 5, 8], []),
    ("ПУ - 3", [3], [], []),
    ("ПУ: 3  ЛХ: 2 5 8", [3], [2, 5, 8], []),
    ("Первая кровь | 3 | Тройка | 2 | 5 | 8", [3], [2, 5, 8], []),
    ("Перша кров: 3 | | Завещание: 2, 5, 8", [3], [2, 5, 8], []),
]


@pytest.mark.parametrize(("line", "killed", "named", "want"), KILLS)
def test_a_first_kill_and_a_best_move_under_the_form(line, killed, named, want):
    sheets, found = read(form(below=[line]))
    first = sheets.seats[sheets.seats["is_first_kill"]]
    assert first["seat"].tolist() == killed
    moves = sheets.seats.dropna(subset="named_1")[["named_1", "named_2", "named_3"]].to_numpy().tolist()
    assert (moves, found) == ([named] if named else [], want)


MOVES_DOWN = [
    # what stands under the form; whom the one killed first named, and what is found
    (["ПУ | 3", "ЛХ", "2", "5", "8"], [2, 5, 8], []),
    (["ПУ | 3 | ЛХ", "| | 2", "| | 5", "| | 8"], [2, 5, 8], []),
    (["ПУ | 3 | | ЛХ", "Удаление | | | 2", "| | | 5", "| | | 8"], [2, 5, 8], []),
    (["ПУ | 3 | | | ЛХ", "| | | | 2", "Удаление | | | | 5", "| | | | 8"], [2, 5, 8], []),
    (["ПУ | 3 | | ЛХ", "Ночь | | | 1", "Убит | | | 3", "Шериф | | | 2"], [], []),
    (["ПУ | 3", "ЛХ", "2 | спорил", "5 | спорил", "8 | спорил"], [], []),
]


@pytest.mark.parametrize(("lines", "named", "want"), MOVES_DOWN)
def test_a_best_move_written_downwards(lines, named, want):
    sheets, found = read(form(below=lines))
    moves = sheets.seats.dropna(subset="named_1")[["named_1", "named_2", "named_3"]].to_numpy().tolist()
    assert (moves, found) == ([named] if named else [], want)
    assert not sheets.seats["is_removed"].any()


BONUSES = ["Доп балл", "Доп. балл", "ДБ", "Плюс", "Дод бал"]


@pytest.mark.parametrize("title", BONUSES)
def test_titles_of_bonuses(title):
    table = [f"{TABLE[0]} | {title}", *TABLE[1:3], TABLE[3] + " | 0,3", *TABLE[4:]]
    sheets, found = read(form(table=table))
    assert sheets.seats["bonus_typed"].dropna().tolist() == [0.3]
    assert found == []


def test_notes_in_one_cell_are_the_judges_remarks():
    notes = ["3  спорил с судьёй", "4 - кричал", "место 5: опоздал", "12 сентября", "2 стол"]
    sheets, found = read(form(below=notes))
    assert sheets.remarks[["seat", "text"]].to_numpy().tolist() == [
        [3, "спорил с судьёй"],
        [4, "кричал"],
        [5, "опоздал"],
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "Примечания | 8 спорил с судьёй",
        "Примечания | | 8 спорил с судьёй",
        "Примечания | 8 | спорил с судьёй",
        "Примечания | | 8 | спорил с судьёй",
    ],
)
def test_a_note_beside_the_label_of_remarks(line):
    sheets, found = read(form(below=[line]))
    assert sheets.remarks[["seat", "text"]].to_numpy().tolist() == [[8, "спорил с судьёй"]]
    assert found == []


@pytest.mark.parametrize("line", ["Победители | мирные", "Переможці | мирні"])
def test_more_words_for_the_label_of_the_winner(line):
    sheets, found = read([*ABOVE, *TABLE, line])
    assert (of_games(sheets, "winner"), found) == ([["red"]], [])


@pytest.mark.parametrize("points", ["1 балл", "2", "+0,5 б."])
def test_a_legend_of_points_marks_nobody(points):
    legend = ["", f"Победа мирных | {points}", f"Победа мафии | {points}"]
    sheets, found = read(form(below=legend))
    assert (of_games(sheets, "winner"), found) == ([["red"]], [])


TWO_WINNERS = [
    # what stands in the row of the winner, and what is found beside the label's value
    ("Победа | мирные | Победа мафии | +", ["two-winners D14"]),
    ("Победа | мирные | Победа мафии | да", ["two-winners D14"]),
    ("Победа | мирные | Победа мафии | -", []),
    ("Победа | мирные | Победа мирных | +", []),
    ("Победа | мирные | + | мафия |", []),
]


@pytest.mark.parametrize(("line", "want"), TWO_WINNERS)
def test_a_mark_does_not_overrule_the_value_of_the_label(line, want):
    sheets, found = read([*ABOVE, *TABLE, line])
    assert found == want
    assert of_games(sheets, "winner") == [["red"]]


# --- how far a value may stand from its label


FAR = [
    # what stands under the form; who was killed first, who was removed, and what is found
    ("Удаление | | 7", [], [7], []),
    ("Удаление | | | 7", [], [7], []),
    ("Удаление | | | | 7", [], [], ["unread-cell E15"]),
    ("Удаление | 4 | спорил с судьёй", [], [4], []),
    ("Удаление | | 4 | спорил с судьёй", [], [], ["unread-cell C15"]),
    ("Удаление | | | 4 | спорил с судьёй", [], [], []),
    ("Удаление | | | | 4 | спорил с судьёй", [], [], []),
    ("ПУ | | | 7", [7], [], []),
    ("ПУ | | | 7 | спорил", [], [], []),
    ("ПУ | | | 7 | ЛХ | 2 5 9", [7], [], []),
    ("ПУ | | | | 8", [], [], ["unread-cell E15"]),
    ("ПУ | | | | Касса | 5", [], [], []),
]


@pytest.mark.parametrize(("line", "killed", "removed", "want"), FAR)
def test_a_seat_far_from_its_label(line, killed, removed, want):
    sheets, found = read(form(below=[line]))
    seats = sheets.seats
    assert seats.loc[seats["is_first_kill"], "seat"].tolist() == killed
    assert seats.loc[seats["is_removed"], "seat"].tolist() == removed
    assert found == want


LOST = [
    # what stands under the form where a label was cleared, or its value is too far under it; and what is found
    (["| 7"], ["unread-cell B15"]),
    (["7"], ["unread-cell A15"]),
    (["ПУ | 3 | | 2 | 5 | 8"], ["unread-cell D15"]),
    (["| 2 | 5 | 8"], ["unread-cell B15"]),
    (["ПУ | 3", "ЛХ", "2", "5"], ["best-move-short A17", "unread-cell A18"]),
    (["| 7 | опоздал"], []),
    (["| Итого | | 3"], []),
    (["| | | 3"], []),
    (["7 | спорил", "", "Касса | 5"], []),
]


@pytest.mark.parametrize(("lines", "want"), LOST)
def test_a_seat_that_has_lost_its_label_is_told(lines, want):
    _, found = read(form(below=lines))
    assert found == want


UNDER_ANOTHER = [
    # what stands under the form, who is removed, and what is found
    (["ПУ | | | ЛХ", "Удаление | | | 4"], [], ["unread-cell D16"]),
    (["ПУ | 3 | ЛХ", "Удаление | | 4"], [], ["unread-cell C16"]),
    (["ПУ | 3 | ЛХ | 2 5 8", "Удаление | | 4"], [4], []),
]


@pytest.mark.parametrize(("lines", "removed", "want"), UNDER_ANOTHER)
def test_a_figure_under_another_label_is_not_of_the_one_left_of_it(lines, removed, want):
    sheets, found = read(form(below=lines))
    assert sheets.seats.loc[sheets.seats["is_removed"], "seat"].tolist() == removed
    assert found == want


def test_who_won_or_judged_far_from_the_label():
    won = [*ABOVE, *TABLE, "Победа | | | | мафия"]
    assert read(won)[1] == ["no-winner B14", "unread-cell E14"]
    judged = ["Дата | 12.09.2023 | Стол | 1", "Игра № | 3", "Судья | | | Зал 5", *TABLE, WON]
    sheets, found = read(judged)
    assert (of_games(sheets, "judge"), found) == ([[""]], ["unread-cell D3"])


# --- what is not read


SLIPS = [
    ("ЛХХ | 2 | 5 | 8", ["unread-cell A15"]),
    ("Тиб | рейтинг", ["unread-cell A15"]),
    ("Тиб | странный", []),
    ("Стук | 3", []),
]


@pytest.mark.parametrize(("line", "want"), SLIPS)
def test_a_slip_in_a_short_label_is_told_where_a_value_shows_what_it_is(line, want):
    assert read(form(below=[line]))[1] == want


@pytest.mark.parametrize(("typed", "want"), [("0,3", ["unread-cell D3"]), ("да", [])])
def test_a_slip_in_a_short_title(typed, want):
    table = [TABLE[0] + " | Дпо", TABLE[1], f"{TABLE[2]} | {typed}", *TABLE[3:]]
    assert read(form(table=table))[1] == want


def test_forms_without_a_number_are_games_in_the_order_of_the_tab():
    lines = form(below=["Ночь | 1 | 2", "Убит | 3 | 7", "", ""])
    lines = [line.replace("Игра № | 3 |", "| |") for line in lines]
    sheets, found = read([*lines, *lines, *lines])
    assert found == ["numbered-by-order A3"]
    assert of_games(sheets, "game_no") == [[1], [2], [3]]


def workbook(folder, language="uk"):
    """A league with a form of a day in its tab's name, one that has nothing of it, and a flat tab."""
    table = [TABLE[0] + " | Фолы | Прим", TABLE[1], TABLE[2] + " | 1 | весел", *TABLE[3:]]
    lines = ["Игра | 1 | | Зрители | Волк", *table, WON, "Ведёт съёмку | Лис"]
    flat = ["Дата | Игра | Игрок | Роль | Победа | Прочее", "12.09.2023 | 9 | Астра | мирный | мирные | х"]
    with Workbook(folder / "games.xlsx") as book:
        for tab, some in (("12.09.2023", lines), ("Список", flat)):
            sheet = book.add_worksheet(tab)
            for at, line in enumerate(some):
                sheet.write_row(at, 0, [cell.strip() or None for cell in line.split("|")])
    (folder / "league.toml").write_text(
        f'name = "Клуб"\nlanguage = "{language}"\n[source]\nworkbook = "games.xlsx"\n[ruleset]\nname = "4mafia"\n'
        '[[rating]]\nname = "all"\ntab = "Рейтинг"\n',
        "utf-8",
    )
    return str(folder)


def test_the_layout_tells_what_is_not_read_and_where_a_day_comes_from(tmp_path):
    said = CliRunner().invoke(cli.app, ["check", "--layout", workbook(tmp_path)]).stdout
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert {"Фоли стовпець D", "Дата 12.09.2023 (з назви вкладки)"} <= {*lines}
    unread = [at for at, line in enumerate(lines) if line == "не прочитано:"]
    assert lines[unread[0] + 1 : unread[0] + 4] == ["E2: Прим", "D1: Зрители Волк", "A14: Ведёт съёмку Лис"]
    assert lines[unread[1] + 1] == "F1: Прочее"


def test_the_layout_for_other_programs(tmp_path):
    said = CliRunner().invoke(cli.app, ["check", "--layout", "--json", workbook(tmp_path)]).stdout
    form_there, flat_there = json.loads(said)["leagues"][0]["layout"]
    assert form_there["labels"]["game_no"] == {"label": "A1", "cell": "B1", "text": "1"}
    assert form_there["unread"][1] == {"cell": "D1", "text": "Зрители Волк"}
    assert flat_there["columns"] == {"date": "A", "game_no": "B", "player": "C", "role": "D", "winner": "E"}
    assert flat_there["unread"] == [{"cell": "F1", "text": "Прочее"}]
