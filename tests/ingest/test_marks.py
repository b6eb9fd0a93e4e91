"""Marks such as ПУ or Удаление: a closed list of yes and no, the seat's own number or nickname, and nothing else."""

import pandas as pd
import pytest
from sheets import WIDE, Memory, a_league, checked, sheet

HEADER = [*WIDE, "is_mvp", "is_fine_move"]
YES = "+ ✓ ✔ ✅ ☑ v V x X х Х 1 1.0 1,0 * ● да Да! так yes Y ok TRUE ИСТИНА ІСТИНА истина"
NO = "- – — 0 0.0 нет Нет. ні no N n NO не FALSE ЛОЖЬ ХИБНІСТЬ ❌ ✗ ✘ ✖ ☐ none н/д"
OWN = {
    "is_first_kill": "ПУ|пу|Пу.|ПY|убит первым|Перший вбитий|first kill|убит|FK",
    "removal": "удалён|Удален|УДАЛЕНА|вилучено|видалений|removed|4 фола|4 фоли|дисквалификация|Удаление",
    "is_approved": "Согласовано|согласован|утверждено|погоджено|approved",
    "is_ppk": "ППК|ппк|PPK",
    "is_disqualified": "дискваліфікований|Дисквалификация|disqualified|удалён",
    "is_left_table": "покинул стол|Покинув стіл|left table|ушёл",
    "is_mvp": "MVP|mvp|МВП",
    "is_fine_move": "Кращий хід|лучший ход|ЛХ",
}
DENIED = {
    "is_first_kill": "не ПУ|не убит|not killed|не убит первым",
    "removal": "не удалён|Не удален|не был удалён|без удаления|не вилучено|not removed|no removal|нет удаления",
    "is_approved": "не согласовано|не утверждено|не погоджено|not approved",
    "is_ppk": "не ППК|нет ППК|no PPK",
    "is_disqualified": "не дискваліфікований|not disqualified|без дисквалификации",
}
UNKNOWN = "?|??|4|7|4, 7|3 5|-0,5|0.5|2|11|45778|Player 3|кто-то|+-|N1|спорил"


def game_with(marks):
    """The seats of a game that hold those texts, by seat and field; and the cells of unknown marks."""
    rows = sheet([{"role": "citizen", "winner": "black"}], HEADER)
    for (seat, field), text in marks.items():
        rows[seat][HEADER.index(field)] = text
    sheets, found = checked(Memory({"Games": rows}), a_league())
    unknown = found[found["code"] == "unknown-mark"]
    return sheets.seats.sort_values("seat"), unknown


def marked(seats, field):
    """The seats that have the mark."""
    return seats.loc[seats["is_removed" if field == "removal" else field], "seat"].tolist()


def read_each(cells):
    """What seat 5 of a game each holds, of fields and texts: whether the mark is set, and whether it is unknown."""
    rows = sheet([{"role": "citizen"}] * len(cells), HEADER)
    for game, (field, text) in enumerate(cells):
        rows[game * 10 + 5][HEADER.index(field)] = text
    sheets, found = checked(Memory({"Games": rows}), a_league())
    at_5 = sheets.seats[sheets.seats["seat"] == 5].set_index("game_no")
    unknown = {(row - 6) // 10 for row in found.loc[found["code"] == "unknown-mark", "row"]}
    names = ["is_removed" if field == "removal" else field for field, _ in cells]
    return [(bool(at_5.loc[game + 1, name]), game in unknown) for game, name in enumerate(names)]


def texts_of(table):
    return [(field, text) for field, listed in table.items() for text in listed.split("|")]


FIELDS = ("is_first_kill", "removal", "is_approved", "is_left_table")


@pytest.mark.parametrize(
    ("cells", "want"),
    [
        ([(field, text) for field in FIELDS for text in YES.split(" ")], (True, False)),
        ([(field, text) for field in FIELDS for text in NO.split(" ")], (False, False)),
        (texts_of(OWN), (True, False)),
        (texts_of(DENIED), (False, False)),
        ([(field, text) for field in FIELDS for text in UNKNOWN.split("|")], (True, True)),
    ],
    ids=["yes", "no", "own word", "own word after a not", "anything else"],
)
def test_a_mark_is_a_yes_or_a_no_of_the_list_or_an_error(cells, want):
    wrong = [(cell, got) for cell, got in zip(cells, read_each(cells), strict=True) if got != want]
    assert wrong == []


def test_an_unknown_mark_is_an_error_at_its_cell():
    _, unknown = game_with({(5, "removal"): "кто-то"})
    assert unknown[["cell", "value", "severity"]].to_numpy().tolist() == [["O6", "кто-то", "error"]]


def test_the_number_or_nickname_of_the_rows_own_seat_is_a_yes():
    seats, unknown = game_with(
        {(4, "is_first_kill"): "4", (7, "removal"): "№7", (3, "is_ppk"): "player  3", (10, "is_mvp"): "10"}
    )
    assert unknown.empty
    got = [marked(seats, one) for one in ("is_first_kill", "removal", "is_ppk", "is_mvp")]
    assert got == [[4], [7], [3], [10]]


def test_one_is_a_tick_unless_the_column_holds_numbers_of_other_seats():
    assert game_with({(5, "removal"): "1", (8, "removal"): "1"})[1].empty
    assert game_with({(1, "removal"): "1", (8, "removal"): "8"})[1].empty
    _, unknown = game_with({(5, "removal"): "1", (8, "removal"): "8"})
    assert unknown[["row", "value"]].to_numpy().tolist() == [[6, "1"]]


def test_another_seats_number_on_the_first_row_of_the_game_is_refused():
    _, unknown = game_with({(1, "is_first_kill"): "4", (1, "best_move"): "5 7 9", (1, "removal"): "7"})
    assert unknown["cell"].tolist() == ["J2", "O2"]


def test_a_removal_without_effect_may_be_named_as_a_removal_first():
    marks = {
        (5, "removal"): "без штрафа",
        (6, "removal"): "удалён (без штрафа)",
        (7, "removal"): "+ (no effect)",
    }
    seats, unknown = game_with(marks)
    assert seats.loc[seats["is_removed_without_effect"], "seat"].tolist() == [5, 6, 7]
    assert unknown.empty


def test_misspelt_words_come_with_the_nearest_known_one():
    marks = {(5, "removal"): "Удалн", (6, "is_approved"): "xyz", (1, "role"): "Мирынй", (1, "kind"): "рейтнг"}
    rows = sheet([{"role": "citizen"}], HEADER)
    for (seat, field), text in marks.items():
        rows[seat][HEADER.index(field)] = text
    _, found = checked(Memory({"Games": rows}), a_league(ruleset={"name": "mafgame"}))
    offered = dict(zip(found["value"], found["message"].str.extract("did you mean (.*)\\?")[0], strict=True))
    assert {text: offered[text] for text in ("Удалн", "Мирынй", "рейтнг")} == {
        "Удалн": "Удален",
        "Мирынй": "Мирный",
        "рейтнг": "рейтинг",
    }
    assert pd.isna(offered["xyz"])


@pytest.mark.parametrize(("ruleset", "offered"), [("evenings", True), ("mafgame", False)])
def test_only_roles_of_the_ruleset_are_offered(ruleset, offered):
    rows = sheet([{"role": "citizen"}], HEADER)
    rows[1][HEADER.index("role")] = "маньк"
    _, found = checked(Memory({"Games": rows}), a_league(ruleset={"name": ruleset}))
    [message] = found.loc[found["code"] == "unknown-role", "message"]
    assert ("did you mean маньяк" in message, "maniac" in message) == (offered, offered)


@pytest.mark.parametrize(
    "text", ["аннулирована", "Анульована", "не состоялась", "annulled", "гра не відбулася", "скасовано"]
)
def test_a_game_that_was_called_off_is_unrated(text):
    sheets, found = checked(Memory({"Games": sheet([{"winner": text}, {"kind": text}], HEADER)}), a_league())
    assert sheets.seats["kind"].unique().tolist() == ["unrated"]
    assert found.empty


FORM = """
Дата | 12.09.2023 | Стол | 1
Игра № | 3
№ | Игрок | Роль | ПУ | Удаление
1 | Астра | | |
2 | Буран | М | |
3 | Вольт | Ш | 3 |
4 | Гранит | М | | не удалён
5 | Джем | Д | | 7
6 | Ежевика | | | удалён
7 | Жук | | |
8 | Зенит | | |
9 | Ирис | | |
10 | Комета | | |
Победа | мирные
ЛХ | 2 4 5
"""


def test_marks_in_the_table_of_a_form_are_read_in_the_same_way():
    rows = [[cell.strip() for cell in line.split("|")] for line in FORM.strip().splitlines()]
    sheets, found = checked(Memory({"Games": rows}), a_league())
    seats = sheets.seats.sort_values("seat")
    assert marked(seats, "is_first_kill") == [3]
    assert 6 in marked(seats, "removal")
    assert 4 not in marked(seats, "removal")
    assert (found["code"] + " " + found["cell"]).tolist() == ["unknown-mark E8"]


def test_a_number_in_a_sheet_without_seat_numbers_is_an_error():
    seat = HEADER.index("seat")
    rows = [row[:seat] + row[seat + 1 :] for row in sheet([{"role": "citizen"}], HEADER)]
    rows[5][rows[0].index("removal")] = "5"
    _, found = checked(Memory({"Games": rows}), a_league())
    assert found["code"].tolist() == ["unknown-mark"]
