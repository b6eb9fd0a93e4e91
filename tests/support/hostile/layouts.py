"""Tables of odd shapes: what stands around, between and above the rows, and under which headers."""

from hostile.plain import (
    EACH,
    HEADER,
    LATER,
    Case,
    Change,
    Rows,
    at,
    column,
    each,
    first_rows_only,
    headers,
    put,
    row,
    then,
)

UKRAINIAN = (
    "Дата Стіл Гра Клуб Тип Суддя Місце Гравець Роль Перемога ПУ КХ Дод Штраф Причина Вилучення Погоджено"
)
ENGLISH = (
    "Date Table Game Club Kind Judge Seat Player Role Winner FK BM Bonus Penalty Reason Removed Approved"
)
LONG = "Дата игры|№ стола|№ игры|Клуб|Тип игры|Ведущий|№ места|Никнейм|Роль игрока|Победила команда|Первый убитый|Лучший ход|Доп. баллы|Штрафные баллы|Причина штрафа|Удалён|Утверждено"


def titled(words: list[str]) -> Change:
    return headers(dict(zip(HEADER, words, strict=True)))


def between_games(*rows: list[object]) -> Change:
    """Rows after each game."""

    def change(table: Rows) -> Rows:
        made = table[:1]
        for start in range(1, len(table), EACH):
            made += [*table[start : start + EACH], *map(list, rows)]
        return made

    return change


def only_between_games(*rows: list[object]) -> Change:
    """Rows before the second and before the third game."""
    return lambda table: between_games(*rows)(table)[: -len(rows)]


def reordered(letters: str) -> Change:
    return lambda table: [[one[ord(letter) - ord("A")] for letter in letters] for one in table]


def beside(start: int, *cells: tuple[object, ...]) -> Change:
    """Other cells right of the table, with a column between, from a row on."""

    def change(table: Rows) -> Rows:
        for number, more in enumerate(cells, start):
            table += [[None] * len(HEADER) for _ in range(number - len(table))]
            table[number - 1] = [*table[number - 1], None, *more]
        return table

    return change


def under_each_other(second: list[int]) -> Change:
    """The third game under a header of its own, its columns in the order `second`."""

    def change(table: Rows) -> Rows:
        below = [[one[place] for place in second] for one in (table[0], *table[-EACH:])]
        return [*table[:-EACH], [], ["Октябрь"], *below]

    return change


def in_two_rows(upper: dict[str, str]) -> Change:
    """The header in two rows; `upper` says which titles stand over which columns in the first, others stand in the second."""

    def change(table: Rows) -> Rows:
        first: list[object] = [None] * len(HEADER)
        for letter, title in upper.items():
            first[ord(letter) - ord("A")] = title
        return [first, *table]

    return change


TITLES = [
    Case("headers in Ukrainian", titled(UKRAINIAN.split())),
    Case("headers in English", titled(ENGLISH.split())),
    Case("headers in full", titled(LONG.split("|"))),
    Case("headers in two languages, one after the other", titled([*UKRAINIAN.split()[:8], *ENGLISH.split()[8:]])),
    Case("headers with colons, stars and points", titled([f"{one}:" if one < "О" else f"*{one}." for one in HEADER])),
    Case("headers with line breaks", headers({"Доп": "Доп.\nбаллы", "ПУ": "Первый\nубитый", "ЛХ": "Лучший\n ход"})),
    Case("headers with no-break and doubled spaces", headers({"Игра": "№\u00a0 игры", "Место": " Номер  места\u00a0"})),
    Case("headers with remarks in brackets", headers({"Дата": "Дата (дд.мм.гг)", "Игра": "Игра (№)", "Игрок": "Игрок (ник)", "Роль": "Роль (карта)", "Победа": "Победа (красные / чёрные)", "Доп": "Доп (0,2–0,7)"})),
    Case("headers as questions", headers({"Победа": "Кто победил?", "Согласовано": "Согласовано?"})),
    Case("a column that counts the rows, called №", column("A", "№", lambda number: number - 1)),
    Case("seats under №, where no column is called Место", headers({"Место": "№"})),
    Case("columns in another order", reordered("IHGQPONMLKJFEDCBA")),
    Case("a blank column on the left", column("A", None)),
    Case("blank columns between others", then(column("H", None), column("D", None), column("D", None))),
    Case("columns without a header that hold remarks", then(column("H", None, lambda number: "запас" if number == 5 else None), column("A", None, lambda number: f"строка {number}"))),
    Case("columns of the club's own, two of them with one name", then(column("I", "Заметка", lambda _: "был"), column("E", "Заметка", lambda _: 7), column("A", "Сезон", lambda _: 2023))),
    Case("a header under which nothing stands yet", column("R", "Турнир")),
    Case("the club's own points, as the rules make them", column("R", "Бал", lambda number: [2.3, 2, 2.5, 2, 2, 2, 2.25, 0.1, 0, -1][number - 2] if number < 12 else None)),
    Case("the club's own points, where a formula failed", column("R", "Ci", lambda number: ("=1/0", "#DIV/0!") if number == 5 else None)),
    Case("the club's own points, twice", then(column("R", "Итого", lambda number: 2 if number == 3 else None), column("R", "Балл", lambda number: 2 if number == 5 else None))),
    Case("the club's own points, not those of the rules", column("R", "Баллы", lambda number: 5 if number == 3 else None), found=at("typed-points-differ", "R3")),
    Case("the club's own points, under a word that may say who won", column("R", "Итог", lambda number: [2.3, 2, 2.5, 2, 2, 2, 2.25, 0.1, 0, -1][number - 2] if number < 12 else None)),
    Case("who won, under a word that may head points", headers({"Победа": "Результат"})),
    Case("headers of the club's own, which the league file names", headers({"Игрок": "Кто сидел", "Победа": "Чья взяла"}), source={"layout": {"Кто сидел": "player", "чья взяла": {"field": "winner"}}}),
    Case("best moves as points: 0,5", then(each("L", {"8 9 10": "0,5", 1: 0}), put({"L3": "-"})), found=at("typed-points-differ", "L4"), but=("named_1", "named_2", "named_3", "black_named_typed")),
]  # fmt: skip

ABOVE = [
    Case("a title and a legend above the table", then(row(1, "Лига «Лес», сезон 2023"), row(2), row(3, None, "ПУ — первый убитый; ЛХ — лучший ход"), row(4))),
    Case("a title that names fields", then(row(1, "Игра", None, "Судья: Ольга, стол 1"), row(2))),
    Case("a list of the fields above the table", then(*[row(1, one, "смотри ниже") for one in HEADER[:8]], row(9))),
    Case("the header twenty rows down", then(*[row(1)] * 20)),
    Case("groups of headers above the header", in_two_rows({"A": "Игра", "G": "Игрок", "M": "Баллы"})),
    Case("groups of headers in words of their own", in_two_rows({"A": "Общее", "G": "Участник игры", "K": "Итоги игры"})),
    Case("a header in two rows, some titles in each", then(headers({"Дата": None, "Стол": None, "Игра": None}), in_two_rows({"A": "Дата", "B": "Стол", "C": "Игра"}))),
    Case("a header in two rows, the points under their group", then(headers(dict.fromkeys(HEADER[:11] + HEADER[14:])), in_two_rows({**dict(zip("ABCDEFGHIJK", HEADER, strict=False)), "M": "Баллы", "O": "Причина", "P": "Удаление", "Q": "Согласовано"}))),
    Case("a blank row under the header", row(2)),
    Case("a row of column numbers under the header", row(2, *[None] * 17, 18)),
]  # fmt: skip

BETWEEN = [
    Case("blank rows between games", only_between_games([], [], [])),
    Case("remarks between games", only_between_games([], [None, None, None, "перерыв до 21:00"], [])),
    Case("the month between games", only_between_games([], ["Октябрь 2023"])),
    Case("dates on a line of their own above the games", then(each("A", lambda _: None), row(22, LATER), row(2, "10.09.2023"))),
    Case("totals after each game", between_games([None] * 7 + ["Итого", None, None, None, None, 0.65, 1])),
    Case("totals in words of their own", between_games(["Всего за игру:", *[None] * 11, 0.6, 1])),
    Case("totals in Ukrainian, where dates stand once a game", then(first_rows_only("ABC"), between_games(["Разом", *[None] * 11, 0.6, 1]))),
    Case("totals of the table that a spreadsheet program makes", row(32, "Итог", *[None] * 11, 1.25, ("=SUBTOTAL(109,N2:N31)", 2), None, None, 3)),
    Case("totals with a fault in them", row(32, None, *[None] * 6, "ВСЕГО", *[None] * 4, ("=1/0", "#DIV/0!"))),
    Case("an average under the table", row(32, *[None] * 7, "Среднее", *[None] * 4, 0.31)),
    Case("the header again above each month", under_each_other(list(range(17)))),
    Case("the header again, its columns in another order", under_each_other([0, 7, 8, 9, 2, 6, 1, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16])),
    Case("the header again above each game, as on printed pages", only_between_games(HEADER)),
    Case("the header again in the middle of a game, as on printed pages", then(first_rows_only("ABCDEFJ"), row(18, *HEADER))),
    Case("the header again, with totals above it", only_between_games([], [None] * 7 + ["Итого", None, None, None, None, 0.65], HEADER)),
]  # fmt: skip

AROUND = [
    Case("remarks right of the table", beside(3, ("судья опоздал",), (None, 7), ("Красные",))),
    Case("a remark far right", put({"ZZ2": "см. книгу жалоб"})),
    Case("a remark far down", put({"A5000": "конец"})),
    Case("remarks under the table", then(row(32), row(33, "Подпись судьи:"), row(34, None, "Ольга"), row(35, "Игр: 3"))),
    Case("the club's own standings right of the table", beside(2, ("Ник", "Очки"), ("Барсук", 4.8), ("Выдра", 4))),
    Case("the later game right of the others, under a header of its own", lambda rows: beside(1, tuple(rows[0]), *map(tuple, rows[21:]))(rows[:21])),
    Case("the later game lower and to the right", lambda rows: beside(15, tuple(rows[0]), *map(tuple, rows[21:]))(rows[:21])),
    Case("the club's own standings right of the table, lower", beside(9, ("Место", "Игрок", "Победа", "Доп", "Штраф"), (1, "Барсук", 4.8, 1, 1), (2, "Выдра", 4))),
    Case("a list of roles right of the table", beside(4, ("мирный", 6), ("шериф", 1), ("мафия", 2), ("дон", 1))),
    Case("rows prepared for a game to come", then(row(32, LATER, 1, 2, "4М+"), row(33, None, None, None, None, None, None, 2), row(34, None, None, None, None, None, None, 3))),
]  # fmt: skip

LAYOUTS = [*TITLES, *ABOVE, *BETWEEN, *AROUND]
