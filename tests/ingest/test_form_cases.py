"""Forms as clubs keep them: without numbers, with guests, remarks, words beside the winner, titles of their own."""

import pandas as pd
import pytest
from sheets import Memory, a_league, checked, without_copies

from pipelines import rebuild
from pipelines.checks import checks
from pipelines.rating import rate, score

NICKS = ["Астра", "Буран", "Вольт", "Граніт", "Дюна", "Ємність", "Жарина", "Зеніт", "Іскра", "Кварц"]
ROLES = ["Мирний", "Мафія", "Мирний", "Мирний", "Мафія", "Дон", "Мирний", "Шериф", "Мирний", "Мирний"]
TITLES = "№|Гравець|Роль|Фоли|||Бал|Штраф|КХ|Доп"


def form(
    number="Гра №|1", won="Місто", under=("ПУ|4|Кращий хід|3|9|10",), titles=TITLES, seats=None, last=None
):
    """The lines of a form as a club prints it; `seats` are the cells right of the fouls, by seat."""
    rows = [
        f"{seat}|{NICKS[seat - 1]}|{ROLES[seat - 1]}|FALSE|FALSE|FALSE|{(seats or {}).get(seat, '')}"
        for seat in range(1, 11)
    ]
    top = f"Дата|2024-03-02|Ведучий|Полудень|{number or '|'}"
    return [top, titles, *rows, *under, last or f"Перемога:||{won}"]


def read(lines, tab="Сезон", **source):
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    source = {"workbook": ["m.xlsx"], "games": ["*"], "year": 2024, **source}
    of = a_league(source=source, ruleset={"name": "fiim"}, language="uk")
    sheets, found = checked(Memory({tab: rows}), of)
    return sheets, found


def codes(found):
    found = without_copies(found)
    return (found["code"] + " " + found["cell"]).tolist()


def moves(sheets):
    named = sheets.seats.loc[sheets.seats["named_1"].notna(), ["seat", "named_1", "named_2", "named_3"]]
    return [[int(one) for one in row if not pd.isna(one)] for row in named.astype("object").to_numpy()]


# --- which game


def test_forms_without_a_number_are_numbered_in_the_order_of_the_tab():
    lines = [*form(number=""), "", "", *form(number="", won="Мафія"), "", "", *form(number="")]
    sheets, found = read(lines)
    games = sheets.seats.drop_duplicates("sheet")
    assert games["game_no"].tolist() == [1, 2, 3]
    assert games["winner"].tolist() == ["red", "black", "red"]
    assert codes(found) == ["numbered-by-order A2"]
    assert [one.facts["game_no"].text for one in sheets.layouts] == ["1", "2", "3"]


def test_the_numbers_go_on_over_tabs_of_a_day_and_begin_anew_at_each_table_and_day():
    other = [line.replace("2024-03-02", "2024-03-03") for line in form(number="")]
    tabs = {"1": form(number="Стіл|1"), "2": [*form(number="Стіл|1"), "", *form(number="Стіл|2"), "", *other]}
    grids = {tab: [line.split("|") for line in lines] for tab, lines in tabs.items()}
    of = a_league(source={"workbook": ["m.xlsx"], "games": ["*"]}, ruleset={"name": "fiim"})
    sheets, found = checked(Memory(grids), of)
    games = sheets.seats.drop_duplicates("sheet").sort_values("sheet")
    assert games["game_no"].tolist() == [1, 2, 1, 1]
    assert codes(found) == ["numbered-by-order A2", "numbered-by-order A2"]


def test_a_form_without_a_number_among_numbered_ones_has_lost_it():
    lines = [*form(number="Гра №|1"), "", *form(number=""), "", *form(number="Гра №|3")]
    _, found = read(lines)
    assert codes(found) == ["missing-label A17"]


def test_the_acts_of_a_form_without_a_number_are_of_its_game():
    rounds = ["ПУ|4|Кращий хід|3|9|10", "Ніч|1|2", "Вбито|4|9"]
    sheets, _ = read([*form(number="", under=rounds), "", *form(number="")])
    assert sheets.actions["game_no"].tolist() == [1] * 4


# --- who won


ECHOES = [
    "Перемога:||Місто|Мирний|Мафія|Мирний",
    "Перемога:||Місто|Мафія|Мафія|Дон",
    "Перемога:||Місто|Мафія|Мафія|Мафія",
    "Перемога:||Місто|Шериф|Мафія|",
    "Перемога:|Місто|Мирний|Мафія|Мирний",
]


@pytest.mark.parametrize("under", ["", "||Відстріл|3|1|5", "||Відстріл||1|", "|||1|1|1"])
@pytest.mark.parametrize("line", ECHOES)
def test_the_winner_is_what_is_beside_its_label_and_not_the_roles_of_the_best_move(line, under):
    sheets, found = read([*form(last=line), under])
    assert set(sheets.seats["winner"]) == {"red"}
    assert not len(found[found["severity"] == "error"])


WON = [
    # what each player's cell is, by whether they won, and who won
    ("Да", "Нет", "black"),
    ("так", "ні", "red"),
    ("TRUE", "FALSE", "black"),
    ("+", "-", "red"),
    ("+", "", "black"),
    ("1", "0", "red"),
    ("Win", "Lose", "black"),
    ("победа", "поражение", "red"),
]


@pytest.mark.parametrize(("yes", "no", "want"), WON)
def test_a_column_that_says_of_each_player_whether_they_won(yes, no, want):
    black = [role in ("Мафія", "Дон") for role in ROLES]
    marks = [yes if is_black == (want == "black") else no for is_black in black]
    rows = [
        f"2024-03-02|1|{seat}|{NICKS[seat - 1]}|{ROLES[seat - 1]}|{marks[seat - 1]}" for seat in range(1, 11)
    ]
    sheets, found = read(["Дата|Игра|№|Игрок|Роль|Победа", *rows])
    assert (set(sheets.seats["winner"]), codes(found)) == ({want}, [])


@pytest.mark.parametrize(("at", "mark"), [(0, "Да"), (1, "Нет")])
def test_players_of_one_team_of_whom_one_won_contradict_each_other(at, mark):
    marks = ["Да" if role in ("Мафія", "Дон") else "Нет" for role in ROLES]
    marks[at] = mark
    rows = [
        f"2024-03-02|1|{seat}|{NICKS[seat - 1]}|{ROLES[seat - 1]}|{marks[seat - 1]}" for seat in range(1, 11)
    ]
    _, found = read(["Дата|Игра|№|Игрок|Роль|Победа", *rows])
    assert found["code"].tolist() == ["conflicting-game"]


# --- guests, and forms that do not count


@pytest.mark.parametrize("name", ["", "Гість", "гость 2", "Guest", "гостя"])
def test_a_guest_plays_and_is_in_no_rating(name):
    lines = [line.replace("|Вольт|", f"|{name}|").replace("|Граніт|", f"|{name}|") for line in form()]
    sheets, found = read(lines)
    assert codes(found) == ["guest-seat B5", "guest-seat B6"]
    of = a_league(ruleset={"name": "fiim"})
    rules = rebuild.rules_of(of)
    scored = score.score(sheets.seats, rules, rate.periods(sheets.seats, of.rating[0]))
    standings = rate.rate(scored, of.rating, rules)
    assert sorted(standings["player"]) == sorted({*NICKS} - {"Вольт", "Граніт"})
    assert scored.loc[scored["player"].isna(), "counted"].tolist() == [False, False]


def test_a_word_for_a_guest_on_a_flat_sheet_and_a_player_of_that_name():
    rows = [f"2024-03-02|1|{seat}|{NICKS[seat - 1]}|{ROLES[seat - 1]}|Місто" for seat in range(1, 11)]
    rows[2] = rows[2].replace("Вольт", "Гость")
    grid = [line.split("|") for line in ["Дата|Игра|№|Игрок|Роль|Победа", *rows]]
    source = {"workbook": ["m.xlsx"], "games": ["Games"], "players": "Players"}
    of = a_league(source=source, ruleset={"name": "fiim"})
    for names, want in ((["Астра"], ["guest-seat D4"]), (["Астра", "Гость"], [])):
        players = [["Игрок"], *([name] for name in names)]
        _, found = checked(Memory({"Games": grid, "Players": players}), of)
        assert [one for one in codes(found) if one.startswith("guest")] == want


def test_gaps_of_a_form_that_is_not_rated_are_no_errors():
    empty = form(number="Гра №|2", won="Не рейтинг", under=["ПУ||Кращий хід"])
    empty = ["Дата|2024-03-02|Ведучий|Полудень|Гра №|2|||Не рейтинг", *empty[1:]]
    for nick in NICKS[6:]:
        empty = [line.replace(nick, "") for line in empty]
    empty = [line.replace("Мафія", "Мирний").replace("Дон", "Мирний").replace("Шериф", "") for line in empty]
    sheets, found = read([*form(), "", *empty])
    assert sheets.seats.groupby("sheet")["kind"].first().tolist() == ["rated", "unrated"]
    assert codes(found) == []


# --- what the judge remarks


REMARKS = [
    (["1|заповіт", "3|промах, була мирною"], []),
    (["2|Видалення", "3|зняв чорного в критичному колі"], ["unread-cell C17"]),
    (["3|ПУ", "5|Кращий хід"], []),
    (["4|Штраф", "5|Перша жертва"], []),
]


@pytest.mark.parametrize("heading", ["|Номер|Коментарі до дод балів", ""])
@pytest.mark.parametrize(("remarks", "want"), REMARKS)
def test_remarks_on_seats_are_remarks_whatever_their_words(heading, remarks, want):
    sheets, found = read([*form(), "", heading, *("|" + one for one in remarks)])
    said = [f"{seat}|{text}" for seat, text in sheets.remarks[["seat", "text"]].to_numpy().tolist()]
    assert (said, codes(found)) == (remarks, want)
    assert (moves(sheets), set(sheets.seats["winner"])) == ([[4, 3, 9, 10]], {"red"})


def test_one_remark_does_not_make_its_cell_a_place_of_labels():
    texts = ["3|Видалення", "5|атака в 7", "8|гарні кольори"]
    forms = [[*form(number=f"Гра №|{at}"), f"|{text}", "", ""] for at, text in enumerate(texts, 1)]
    _, found = read([line for lines in forms for line in lines])
    assert codes(found) == ["unread-cell C15"]


# --- titles


def test_a_title_with_an_addition_in_brackets_is_known():
    for title in ("Дод.бали (ведучий)", "Доп (судья)", "Доп. баллы [ведущий]"):
        sheets, found = read(form(titles=TITLES.replace("Доп", title), seats={6: "|||0.3", 7: "|||0.2"}))
        assert sheets.seats["bonus_typed"].dropna().tolist() == [0.3, 0.2]
        assert codes(found) == []


def test_an_unknown_title_is_one_warning_a_tab():
    forms = [
        form(
            number=f"Гра №|{at}",
            titles=TITLES.replace("Штраф", "АД"),
            seats=dict.fromkeys(range(1, 11), "|0.3||"),
        )
        for at in range(1, 4)
    ]
    _, found = read([line for lines in forms for line in [*lines, ""]])
    assert codes(found) == ["unread-cell H2"]
    assert "Видалення" not in found["message"][0]


def test_an_empty_column_between_titles_is_passed_over():
    rows = [f"{seat}|{NICKS[seat - 1]}|{ROLES[seat - 1]}||Нет|Нет|" for seat in range(1, 11)]
    rows[3] = rows[3].replace("Нет|Нет|", "Нет|Да|2 5 9")
    rows[6] = rows[6].replace("Нет|Нет|", "Да|Нет|")
    for titles in ("№|Игрок|Роль||Удаление|ПУ|ЛХ", "№|Игрок|Роль||Удален|Первый убитый|Лучший ход"):
        sheets, found = read(["Игра №|1|Дата|2024-03-02|Победа|Мафия", titles, *rows])
        assert moves(sheets) == [[4, 2, 5, 9]]
        assert sheets.seats.loc[sheets.seats["is_removed"], "seat"].tolist() == [7]
        assert codes(found) == []


def test_check_boxes_under_an_unknown_title_are_passed_over():
    seats = [
        f"{seat}|{NICKS[seat - 1]}|{'TRUE' if seat == 1 else 'FALSE'}|FALSE|FALSE|FALSE|FALSE|FALSE|{ROLES[seat - 1]}||"
        for seat in range(1, 11)
    ]
    lines = [
        "Игра №|1|Судья|Полдень",
        "№|Игрок|Фолы||||Тех. фолы||Роль|Доп|Штраф",
        *seats,
        "ПУ|4",
        "Победа|Красные",
    ]
    sheets, found = read(lines, tab="12 октября")
    assert sheets.seats["player"].tolist() == NICKS
    assert sheets.seats["foul_count"].tolist()[:2] == [1, 0]
    assert codes(found) == ["unread-cell G2"]


# --- rounds


def test_checks_in_the_row_under_numbers_of_their_own():
    rounds = [
        *("ПУ|4|Кращий хід|3|9|10", "", "Ніч|Вбивства|1|2|3|4|5", "||4|9|10"),
        *("|Перевірки Шерифа|1|2|3|4|5", "||5|1|7", "|Перевірки Дона|1|2|3|4|5", "||||"),
    ]
    sheets, found = read(form(under=rounds))
    acts = sheets.actions[sheets.actions["action"] == "check"]
    assert (acts["phase"].tolist(), acts["targets"].tolist()) == (
        ["N1", "N2", "N3"],
        [1 << 5, 1 << 1, 1 << 7],
    )
    assert sheets.actions.loc[sheets.actions["action"] == "shot", "targets"].tolist() == [
        1 << 4,
        1 << 9,
        1 << 10,
    ]
    assert codes(found) == []


def test_checks_of_the_seats_one_two_three_under_the_nights_are_checks():
    sheets, _ = read(form(under=["Ніч|1|2|3", "Шериф|1|2|3"]))
    assert sheets.actions["targets"].tolist() == [2, 4, 8]


# --- the club's own figures


def own(found):
    return found.loc[found["code"] == "typed-points-differ", ["cell", "value"]].to_numpy().tolist()


def test_nought_beside_a_best_move_given_elsewhere_is_the_clubs_figure():
    sheets, found = read(form(under=["ПУ|4|Кращий хід|1|3|8"], seats={4: "1||0|"}))
    assert (moves(sheets), codes(found)) == ([[4, 1, 3, 8]], [])
    assert sheets.own_figures.query("name == 'best_move'")["figure"].tolist() == [0]


def test_a_number_of_blacks_that_contradicts_the_seats_is_still_told():
    _, found = read(form(seats={4: "1||2|"}))
    assert codes(found) == ["label-twice D13"]


# --- best moves


SHORT = [
    # what is right of the label, whom it names, and what is found
    ("1|5|", [1, 5], ["best-move-short D13"]),
    ("|1|5", [1, 5], ["best-move-short E13"]),
    ("1||5", [1, 5], ["best-move-short D13"]),
    ("5||", [5], ["best-move-short D13"]),
    ("2||", [2], ["best-move-short D13"]),
    ("5 9|", [5, 9], ["best-move-short D13"]),
    ("5|5|", [], ["best-move-form D13"]),
]


@pytest.mark.parametrize(("cells", "named", "want"), SHORT)
def test_a_best_move_of_one_or_two_seats_counts_for_what_it_names(cells, named, want):
    sheets, found = read(form(under=[f"ПУ|4|Кращий хід|{cells}"]))
    assert moves(sheets) == ([[4, *named]] if named else [])
    assert codes(found) == want


def test_the_first_kill_of_a_black_player_is_a_warning():
    _, found = read(form(under=["ПУ|2|Кращий хід|1|3|4"]))
    assert found[["severity", "code", "cell"]].to_numpy().tolist() == [["warning", "black-first-kill", "B13"]]


# --- points under a form


POINTS = [
    # lines under the form; bonuses, penalties, acts that gave the game away, disqualified; and what is found
    (["Доп|3|0,4"], {3: 0.4}, {}, [], [], []),
    (["Доп|3|0,4|5|0,2"], {3: 0.4, 5: 0.2}, {}, [], [], []),
    (["Доп: 3|0,4"], {}, {}, [], [], ["unread-cell A15"]),
    (["Штраф|5|0,2"], {}, {5: 0.2}, [], [], []),
    (["Штраф|5|-0,4"], {}, {5: 0.4}, [], [], []),
    (["ППК|7"], {}, {}, [7], [], []),
    (["Дисквалификация|8"], {}, {}, [], [8], []),
    (["Дисквалификация|Вольт"], {}, {}, [], [3], []),
    (["Доп|0,4"], {}, {}, [], [], ["unread-cell A15"]),
    (["Доп|12|0,4"], {}, {}, [], [], ["unknown-seat B15"]),
    (["Доп|3|много"], {}, {}, [], [], ["unread-cell A15"]),
]


@pytest.mark.parametrize(("lines", "bonus", "penalty", "ppk", "out", "want"), POINTS)
def test_points_of_seats_under_a_form_are_read_or_reported(lines, bonus, penalty, ppk, out, want):
    sheets, found = read([*form(), *lines])
    seats = sheets.seats.set_index("seat")
    assert seats["bonus_typed"].dropna().to_dict() == bonus
    assert seats["penalty_typed"].dropna().to_dict() == penalty
    assert seats.index[seats["is_ppk"]].tolist() == ppk
    assert seats.index[seats["is_disqualified"]].tolist() == out
    known = ("penalty-value", "bonus-range")
    assert [one for one in codes(found) if not one.startswith(known)] == want


# --- forms that are not read as they are


def test_rows_of_seats_without_a_header_are_told_with_the_titles_and_where_they_belong():
    block = [f"{seat}||||0|{NICKS[seat - 1]}||{ROLES[seat - 1]}" for seat in range(1, 11)]
    _, found = read([*block, "", *block])
    assert codes(found) == ["table-without-header A1", "table-without-header A12"]
    assert "Место (A), Игрок (F), Роль (H)" in found["message"][0]


@pytest.mark.parametrize(
    "titles",
    [
        "Гулец|#1 02.03.2024|#2 02.03.2024|М+",
        "Игрок|1|2|3",
        "Nick|Game 1|Game 2|Total",
        "Игроки|02.03|03.03|",
    ],
)
@pytest.mark.parametrize("results", ["М+|Ш-|1", "100|0|130"])
def test_a_table_of_players_by_games_is_told_for_what_it_is(titles, results):
    _, found = read([titles, *(f"{nick}|{results}" for nick in NICKS)])
    assert codes(found) == ["players-by-games A1"]


# --- whose a cell is


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_a_form_under_two_narrower_ones_keeps_its_cells(gap):
    seats = [f"{nick}|{role}" for nick, role in zip(NICKS, ROLES, strict=True)]
    one = [*("Дата:|01.03.2025", "Игра №|1", "Стол:|1", "Игрок|Роль"), *seats, "Победа:|мафия"]
    pairs = [f"{line}|||||{line.replace('№|1', '№|2')}" for line in one]
    below = [line.replace("№|1", "№|3") for line in one]
    sheets, found = read([*pairs, *[""] * gap, *below, "ПУ|3|||ЛХ|2|5|8"])
    last = sheets.seats[sheets.seats["game_no"] == 3]
    assert last.loc[last["is_first_kill"], ["seat", "named_1", "named_2", "named_3"]].to_numpy().tolist() == [
        [3, 2, 5, 8]
    ]
    assert [one for one in codes(found) if not one.startswith("duplicate")] == []


def test_errors_are_in_games_so_that_the_others_are_compared_with_the_clubs_figures():
    second = [line.replace("Шериф", "Шрф") for line in form(number="Гра №|2")]
    _, found = read([*form(), "", *second])
    assert checks.only_in_games(found, read(form())[0].layouts * 2)
