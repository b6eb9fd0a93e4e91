"""Which rows of a protocol's table are seats: who is read, and what is told of rows that are none."""

import random

import pytest
from sheets import Memory, a_league, checked

TOP = ["Дата | 12.09.2023 | Игра | 1", "№ | Игрок | Роль"]
SEATS = [
    *("1 | Астра | М", "2 | Буран | М", "3 | Вольт | Д", "4 | Гранит | Ш", "5 | Джем |"),
    *("6 | Ежевика |", "7 | Жук |", "8 | Зенит |", "9 | Ирис |", "10 | Комета |"),
]
END = ["Победа | мирные"]
TEN = ["Астра", "Буран", "Вольт", "Гранит", "Джем", "Ежевика", "Жук", "Зенит", "Ирис", "Комета"]


def read(lines):
    """What is read of one form, a line a row, and what is found in it, without the line-up of the roles."""
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    sheets, found = checked(Memory({"Games": rows}), a_league())
    return sheets.seats, (found["code"] + " " + found["cell"])[found["code"] != "line-up"].tolist()


def without_numbers(seats):
    return [line.partition("|")[2].strip() for line in seats]


def named(seats, number, name):
    """The seats with another player at one of them."""
    return [line.replace(TEN[number - 1], name) if at == number else line for at, line in enumerate(seats, 1)]


WORD_OF = {"М": "мафия", "Д": "дон", "Ш": "шериф", "": "мирный"}
WORDS = [f"{before}| {WORD_OF[role.strip()]}" for before, _, role in (line.rpartition("|") for line in SEATS)]

NUMBERED = [
    ("the form as it is", SEATS, TEN, []),
    ("an empty row, then a higher number", [*SEATS, "", "12 | Норка |"], [*TEN, "Норка"], []),
    (
        "an empty row among the seats, its number too",
        [*SEATS[:4], "", *SEATS[5:]],
        [*TEN[:4], *TEN[5:]],
        [],
    ),
    ("two empty rows among the seats", [*SEATS[:4], "", "", *SEATS[4:]], TEN, []),
    ("a name without a number", [*SEATS, "| Манул |"], TEN, ["unread-cell B13"]),
    (
        "a name with a role and without a number",
        [*SEATS, "| Манул | М"],
        [*TEN, "Манул"],
        [],
    ),
    ("a remark under nine", [*SEATS[:9], "| Подпись судьи |"], TEN[:9], ["unread-cell B12"]),
    (
        "two remarks under eight",
        [*SEATS[:8], "| Подпись судьи |", "| Спасибо |"],
        TEN[:8],
        ["unread-cell B11", "unread-cell B12"],
    ),
    ("a remark between", [*SEATS[:5], "| перерыв |", *SEATS[5:]], TEN, ["unread-cell B8"]),
    ("a remark above them", ["| Манул |", *SEATS], TEN, ["unread-cell B3"]),
    ("a remark and who made it", [*SEATS, "| Подпись | Полночь"], TEN, ["unread-cell B13"]),
    ("a number left out", [*SEATS[:5], "| Ежевика |", *SEATS[6:]], TEN, []),
    ("the last number left out", [*SEATS[:9], "| Комета |"], TEN[:9], ["unread-cell B12"]),
    ("a label in place of the last player", [*SEATS[:9], "| День |"], TEN[:9], ["unread-cell B12"]),
    ("a black in the last row, a label for a name", [*SEATS[1:], "| День | М"], [*TEN[1:], "День"], []),
    ("a remark apart", [*SEATS, "", "| Подпись судьи |"], TEN, []),
    ("a judge's remark on a seat", [*SEATS, "3 | спорил |"], TEN, []),
    ("a label that nobody knows", [*SEATS, "Капитан | Манул |"], TEN, []),
    ("the judge's label in place of a player", [*SEATS, "| Судья | Полночь"], TEN, []),
    ("a sum in place of a player", [*SEATS, "| Итого |"], TEN, []),
    *(
        (f"a citizen nicknamed {name}", named(SEATS, 8, name), [*TEN[:7], name, *TEN[8:]], [])
        for name in ("День", "Шериф", "Итого", "Победа", "Судья", "Мафия")
    ),
]


@pytest.mark.parametrize(
    ("lines", "players", "want"), [case[1:] for case in NUMBERED], ids=[case[0] for case in NUMBERED]
)
def test_rows_of_a_table_with_numbers(lines, players, want):
    seats, found = read([*TOP, *lines, *END])
    assert sorted(seats["player"]) == sorted(players)
    assert found == want
    assert set(seats["winner"]) == {"red"}


FREE, FREE_WORDS = without_numbers(SEATS), without_numbers(WORDS)
IN_ORDER = [
    ("the form as it is", FREE, TEN, []),
    ("an empty row, blacks above it", [*FREE[:5], "", *FREE[5:]], TEN, []),
    ("an empty row, words for roles", [*FREE_WORDS[:5], "", *FREE_WORDS[5:]], TEN, []),
    ("an empty row, and one name", [*FREE[:9], "", "Комета |"], TEN[:9], ["unread-cell A13"]),
    ("an empty row, and one with a role", [*FREE[:9], "", "Комета | М"], TEN, []),
    ("a remark under ten", [*FREE, "Подпись судьи |"], TEN, ["unread-cell A13"]),
    ("a label under ten", [*FREE, "Судья | Полночь"], TEN, []),
    ("an eleventh with a role", [*FREE, "Манул | М"], [*TEN, "Манул"], []),
    ("a label for the last player", [*FREE[:9], "День |"], TEN[:9], ["unread-cell A12"]),
    ("labels under eight", [*FREE[:8], "Судья | Полночь", "ПУ | 5"], TEN[:8], []),
    *(
        (f"a citizen nicknamed {name} at {at}", named(FREE, at, name), [*TEN[: at - 1], name, *TEN[at:]], [])
        for name in ("День", "Шериф", "Итого", "Победа", "Судья")
        for at in (5, 9)
    ),
    ("a black nicknamed День", named(FREE, 1, "День"), ["День", *TEN[1:]], []),
]


@pytest.mark.parametrize(
    ("lines", "players", "want"), [case[1:] for case in IN_ORDER], ids=[case[0] for case in IN_ORDER]
)
def test_rows_of_a_table_without_numbers(lines, players, want):
    seats, found = read([TOP[0], "Игрок | Роль", *lines, *END])
    assert seats["player"].tolist() == players
    assert seats["seat"].tolist() == [*range(1, len(players) + 1)]
    assert found == want
    assert set(seats["winner"]) == {"red"}


UNDER = [
    "| Победа | мирные",
    "| Победа мирных | + ",
    "| Победа: мирные |",
    "Победа | мирные",
]


@pytest.mark.parametrize("line", UNDER)
def test_who_won_right_under_ten_seats(line):
    seats, found = read([*TOP, *SEATS, line])
    assert (seats["player"].tolist(), set(seats["winner"]), found) == (TEN, {"red"}, [])


ROLES = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
LETTERS = [  # of citizens, of the mafia; findings
    ("", "М", []),
    ("-", "М", []),
    ("—", "М", []),
    ("мж", "м", []),
    ("мир", "М", []),
    ("К", "М", [f"unknown-role C{row}" for row in range(7, 13)]),
    ("Ж", "М", [f"unknown-role C{row}" for row in range(7, 13)]),
    ("мирный", "Ч", ["unknown-role C3", "unknown-role C4"]),
    ("М", "Мф", [f"unknown-role C{row}" for row in range(3, 13)]),
    ("М", "мафия", [f"unknown-role C{row}" for row in range(5, 13)]),
]


@pytest.mark.parametrize(("citizen", "mafia", "want"), LETTERS)
def test_letters_are_roles_where_they_cannot_mean_citizens(citizen, mafia, want):
    black = [line.replace("| М", f"| {mafia}") for line in SEATS[:4]]
    seats, found = read([*TOP, *black, *(f"{line} {citizen}" for line in SEATS[4:]), *END])
    assert found == want
    wrong = [int(one.rpartition("C")[2]) - 3 for one in want]
    told = seats["role"].astype("object").tolist()
    assert [told[at] for at in range(10) if at not in wrong] == [
        ROLES[at] for at in range(10) if at not in wrong
    ]


MARK_OF = {"М": 2, "Д": 3, "Ш": 4}


def marked(seats, mark="x"):
    """The seats with marks in columns of the mafia, the don and the sheriff in place of letters."""
    made = []
    for line in seats:
        cells = [cell.strip() for cell in line.split("|")]
        marks = [mark if MARK_OF.get(cells[2]) == column else "" for column in (2, 3, 4)]
        made.append(" | ".join([*cells[:2], *marks]))
    return made


@pytest.mark.parametrize("mark", ["x", "☒", "☑", "✔", "✗", "●", "1", "да"])
@pytest.mark.parametrize(
    "titles",
    [["№ | Игрок | Мафия | Дон | Шериф"], ["№ | Игрок | Роль", "| | Мафия | Дон | Шериф"]],
    ids=["one row", "two rows"],
)
def test_marks_of_roles_under_titles_in_one_row_or_two(titles, mark):
    seats, found = read([TOP[0], *titles, *marked(SEATS, mark), *END])
    assert seats["player"].tolist() == TEN
    assert (seats["role"].tolist(), found) == (ROLES, [])


def test_a_role_without_a_title_of_its_own_is_told_in_two_rows_as_in_one():
    _, found = read([TOP[0], "№ | Игрок | Роль", "| | Мафия | Дн | Шериф", *marked(SEATS), *END])
    assert "unknown-header D2" in found or "unknown-header D3" in found


@pytest.mark.parametrize("title", ["Бокс", "п/п", "№ п/п", "n", "Корт", ""])
def test_the_column_that_counts_left_of_the_players_numbers_the_seats(title):
    lines = [TOP[0], f"{title} | Игрок | Роль", *SEATS[:4], *SEATS[5:], *END]
    seats, found = read(lines)
    assert (seats["seat"].tolist(), found) == ([1, 2, 3, 4, 6, 7, 8, 9, 10], [])
    assert set(seats["winner"]) == {"red"}


MOVES = [
    ("ЛХ | 1 | 5 | 7 | 9", ["best-move-form B14"]),
    ("ЛХ | 1 | 5 | 7", []),
    ("ЛХ | 1 | 5 | 7 | | 9", ["unread-cell F14"]),
]


@pytest.mark.parametrize(("move", "want"), MOVES)
def test_four_seats_of_a_best_move_are_no_three(move, want):
    assert read([*TOP, *SEATS, "ПУ | 6", move, *END])[1] == want


# --- nothing is lost in silence

FORMS = {
    "numbers, letters": ("№ | Игрок | Роль", SEATS),
    "numbers, words": ("№ | Игрок | Роль", WORDS),
    "letters": ("Игрок | Роль", FREE),
    "words": ("Игрок | Роль", FREE_WORDS),
    "numbers, marks": ("№ | Игрок | Мафия | Дон | Шериф", marked(SEATS)),
    "marks": ("Игрок | Мафия | Дон | Шериф", without_numbers(marked(SEATS))),
}
REMARKS = ["Подпись судьи", "перерыв", "День", "Судья", "Победа", "Манул"]


def shaken(chance, titles, seats):
    """A form with one row changed, and that row of the sheet."""
    player = titles.split(" | ").index("Игрок")
    lines, at = list(seats), chance.randrange(11)
    change = chance.choice(["blank", "remark", "number", "title", "moved", "nickname"])
    seat = [cell.strip() for cell in lines[min(at, 9)].split("|")]
    if change == "blank":
        lines.insert(at, "")
    elif change == "remark":
        lines.insert(at, "| " * player + chance.choice(REMARKS) + " |")
    elif change == "number" and player:
        lines[min(at, 9)] = " | ".join(["", *seat[1:]])
    elif change == "nickname":
        seat[player] = chance.choice(REMARKS)
        lines[min(at, 9)] = " | ".join(seat)
    elif change == "moved":
        lines.append(lines.pop(min(at, 9)))
        at = 9
    elif change == "title":
        known = titles.split(" | ")
        known[chance.randrange(player + 2)] = ""
        return [TOP[0], " | ".join(known), *lines, *END], 2
    return [TOP[0], titles, *lines, *END], 3 + (at if change in ("blank", "remark") else min(at, 9))


@pytest.mark.parametrize("name", FORMS)
def test_a_row_that_is_changed_is_read_or_told(name):
    chance = random.Random(name)
    made = {str(number): shaken(chance, *FORMS[name]) for number in range(1, 13)}
    tabs = {
        tab: [
            [cell.strip() for cell in line.replace("Игра | 1", f"Игра | {tab}").split("|")] for line in lines
        ]
        for tab, (lines, _) in made.items()
    }
    sheets, found = checked(Memory(tabs), a_league(source={"workbook": ["memory.xlsx"], "games": ["*"]}))
    for tab, (lines, touched) in made.items():
        there, of_tab = {cell for row in tabs[tab][2:-1] for cell in row}, found[found["tab"] == tab]
        players = sheets.seats.loc[sheets.seats["game_no"] == int(tab), "player"].tolist()
        is_read = len(players) == 10 and set(players) <= there
        # under an empty row that is put in, the row below may be what is told
        is_told = of_tab["row"].isin([touched, touched + 1]).any()
        if "numbers" not in name and (len(players) > 10 or not players):
            # nothing tells a remark from a name there, nor marks without a title of players
            is_told = len(of_tab) > 0
        assert is_read or is_told, "\n".join([name, *lines, of_tab.to_string()])
