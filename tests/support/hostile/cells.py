"""Cells as hands and programs leave them: what stands there is odd, and what it means is plain."""

import datetime as dt
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from hostile.plain import (
    EVENING,
    LATER,
    NAMES,
    Case,
    Change,
    Rows,
    at,
    each,
    edited,
    first_rows_only,
    put,
    then,
    xlsx,
)

NBSP, THIN, ZERO_WIDTH, SOFT, BOM, NARROW = "\u00a0", "\u2009", "\u200b", "\u00ad", "\ufeff", "\u202f"
LATIN = str.maketrans("АВЕКМНОРСТХаеорсухі", "ABEKMHOPCTXaeopcyxi")  # as a keyboard in the wrong layout gives


def in_turn(letters: str, *forms: dict[Any, Any] | Callable[[Any], Any]) -> Change:
    """Each filled cell of some columns in the next of several forms."""

    def change(rows: Rows) -> Rows:
        turn = itertools.cycle(forms)

        def said(value: Any) -> Any:
            form = next(turn)
            return form.get(value, value) if isinstance(form, dict) else form(value)

        return each(letters, said)(rows)

    return change


def days(*said: str) -> Change:
    """The two days, row by row in the next of several forms."""
    return in_turn("A", *(dict(zip((EVENING, LATER), one.split(" | "), strict=True)) for one in said))


def roles(*said: str) -> Change:
    """Other words for citizen, sheriff, mafia, don, row by row."""
    known = ("Мирный", "Шериф", "Мафия", "Дон")
    return in_turn("I", *(dict(zip(known, one.split(" | "), strict=True)) for one in said))


def winners(*said: str) -> Change:
    """Other words for red, black, draw, row by row."""
    known = ("Красные", "Чёрные", "Ничья")
    return in_turn("J", *(dict(zip(known, one.split(" | "), strict=True)) for one in said))


def marked(*said: object) -> Change:
    """Other signs in the columns of marks."""
    return in_turn("KPQ", *({"да": one} for one in said))


def unmarked(*said: object) -> Change:
    """A no in each empty cell of the columns of marks, row by row."""

    def change(rows: Rows) -> Rows:
        turn = itertools.cycle(said)
        for row in rows[1:]:
            for place in (10, 15, 16):
                row[place] = next(turn) if row[place] is None else row[place]
        return rows

    return change


def called(name: str, names: Sequence[str]) -> Case:
    """Ten players of other names."""
    renamed = dict(zip(NAMES, names, strict=True))
    return Case(name, each("H", renamed), renamed=renamed)


def typed(value: object) -> str:
    """A value as somebody types it into a cell that is formatted as text."""
    if isinstance(value, dt.date):
        return value.strftime("%d.%m.%Y")
    return str(value).replace(".", ",")


def in_text(change: Callable[[str], Any]) -> Callable[[Any], Any]:
    """A change of texts alone."""
    return lambda value: change(value) if isinstance(value, str) else value


def a_formula(value: object) -> tuple[str, object]:
    return "=1*1" if isinstance(value, int | float) else '=""', value


def as_per_cent(sheet: Any) -> None:
    for cell in sheet["M"]:
        cell.number_format = "0%"


INVISIBLE = [
    Case("no-break spaces after every text", each("ABCDEFGHIJKO", in_text(lambda one: one + NBSP))),
    Case("thin and narrow spaces before nicknames and roles", each("HI", lambda one: f"{THIN}{NARROW}{one}")),
    Case("zero-width spaces inside nicknames and roles", each("HI", lambda one: one[:2] + ZERO_WIDTH + one[2:])),
    Case("soft hyphens inside nicknames and winners", each("HJ", lambda one: one[:2] + SOFT + one[2:])),
    Case("a byte order mark before the first header", put({"A1": f"{BOM}Дата"})),
    Case("line breaks and tabs around words", each("HIJE", "\t{}\n".format)),
    Case("letters with the diacritic apart, as a Mac types them", each("EHIJ", lambda one: one.replace("й", "и\u0306").replace("ё", "е\u0308"))),
    Case("headers and words with Latin letters of the same look", each("ABCEGIJKLMNPQ", in_text(lambda one: one.translate(LATIN)), header=True)),
    Case("headers and words in capitals", each("EIJKNPQ", in_text(str.upper), header=True)),
    Case("headers and words in small letters, е for ё", each("EIJKNPQ", in_text(lambda one: one.lower().replace("ё", "е")), header=True)),
    Case("cells of nothing but spaces", put(dict.fromkeys(("K3", "L3", "M3", "N3", "O3", "P3", "Q3", "B3"), f" {NBSP}{ZERO_WIDTH} "))),
    Case("a club spelt with Latin letters here and there", put({"D2": "4M+", "D15": "4m+"})),
]  # fmt: skip

FIGURES = [
    Case("decimal commas, as text", each("MN", typed)),
    Case("figures with spaces behind, a plus before: +0,3 ", each("M", lambda one: f"+{NBSP}{typed(one)} ")),
    Case("figures without the nought, and with noughts too many: ,3 and 0.300", in_turn("M", lambda one: typed(one)[1:], "{:.3f}".format)),
    Case("penalties with every minus sign there is", in_turn("N", "−{}".format, "– {}".format)),
    Case("penalties below nought, as numbers", each("N", lambda one: -one)),
    Case("bonuses as per cent, in text", in_turn("M", "{:.0%}".format, lambda one: f"{one:.1%}".replace(".", ",").replace("%", " %"))),
    Case("bonuses in cells formatted as per cent", write=edited(as_per_cent)),
    Case("figures as formulas that were calculated", each("MN", a_formula)),
    Case("sums that are a hair off: 0.30000000000000004", put({"M2": 0.1 + 0.2})),
    Case("noughts and dashes where there is nothing", put({"M3": 0, "M4": "0,0", "N3": "0", "N4": 0.0, "L5": "-", "L6": "—", "O3": "-"})),
    Case("all numbers as text", each("BCGLMN", typed)),
    Case("numbers in other forms: 1.0, №1, № 1, 1.", in_turn("CG", "{}.0".format, "№{}".format, "№ {}".format, "{}.".format)),
    Case("numbers with their names: Игра 1, Место 3", then(in_turn("C", "Игра {}".format, "игра №{}".format, "Гра {}".format), each("G", "Место {}".format))),
]  # fmt: skip

DAYS = [
    Case("dates as text, in figures", days("10.09.2023 | 01.10.2023", "10.09.23 | 1.10.23", "10.9.2023г. | 01.10.2023 года", "10-09-2023 | 01-10-2023", "10. 09. 2023 | 01. 10. 2023", "10,09,2023 | 01,10,2023", f"10.09.2023{NBSP}г. | 01.10.2023{NBSP}р.")),
    Case("dates as programs write them", days("2023-09-10 | 2023-10-01", "2023/09/10 | 2023/10/01", "2023-09-10T19:30:00 | 2023-10-01T19:30:00", "2023-09-10 19:30:00 | 2023-10-01 19:30")),
    Case("dates with the day of the week", days("вс, 10.09.2023 | Воскресенье 01.10.2023", "10.09.2023 (вс) | 01.10.2023, воскресенье", "неділя, 10.09.2023 | нд 01.10.2023", "Sun 10.09.2023 | Sunday, 1 October 2023")),
    Case("dates with the month in words", days("10 сентября 2023 | 1 октября 2023 г.", "10 вересня 2023 року | 1 жовтня 2023 р.", "10-сен-2023 | 01-окт-2023", "10-Sep-23 | 1-Oct-23", "10 September 2023 | 1 Oct 2023", "September 10, 2023 | Oct 1, 2023")),
    Case("dates with the time of the game", days("10.09.2023 19:30 | 01.10.2023 19:30:00", "вс, 10.09.2023, 19:30 | 01.10.2023 (вс) 21:00")),
    Case("dates as the numbers that they are", in_turn("A", {EVENING: 45179, LATER: 45200}, {EVENING: "45179", LATER: "45200"})),
    Case("moments for dates", each("A", lambda day: dt.datetime(day.year, day.month, day.day, 19, 30))),
    Case("dates in a format that shows day and month alone", write=lambda path, rows: xlsx(path, rows, default_date_format="dd.mm")),
    Case("days counted from 1904, as old Macs do", write=lambda path, rows: xlsx(path, rows, date_1904=True)),
    Case("days counted from 1904 that lost their format", each("A", lambda day: (day - dt.date(1904, 1, 1)).days), write=lambda path, rows: xlsx(path, rows, date_1904=True)),
    Case("date and number on the first row of a game alone", first_rows_only("ABC")),
    Case("all facts of a game on its first row alone", first_rows_only("ABCDEFJ")),
]  # fmt: skip

WORDS = [
    Case("roles in full, abbreviated, in the genitive", roles("Мирный житель | Шерифа | Мафиози | Дон мафии", "мирн. | шер. | маф. | дон", "м/ж | Ком. | Маф | Дон", "мирного жителя | Шериф! | мафии | дона")),
    Case("roles by colour and in the plural", roles("Красный | Шериф | Чёрный | Дон", "красная | шериф | черная | дон", "Мирные | Шериф | Мафия | Дон")),
    Case("roles in Ukrainian", roles("Мирний | Шериф | Мафія | Дон", "Мирний житель | Комісар | Мафіозі | Дон мафії", "червоний | шерифа | чорний | дон")),
    Case("roles in English", roles("Citizen | Sheriff | Mafia | Don", "civ | Sheriff | maf. | DON", "Civilian | sher | Black | Boss")),
    Case("winners in a word and as a sentence", winners("Город | Мафия | Ничья", "Победа красной команды | Победа чёрной команды | ничья.", "Победили мирные | Победила мафия | НИЧЬЯ", "Красные победили | Мафия победила | Ничья", "мирных | мафии | ничья", "красн. | черн. | ничья")),
    Case("winners in Ukrainian", winners("Перемога мирних | Перемога мафії | Нічия", "червоні | чорні | нічия", "Перемогло місто | Перемогла мафія | Нічия!")),
    Case("winners in English", winners("Red | Black | Draw", "City won | Mafia wins | tie", "town | mafia | DRAW")),
    Case("kinds in other words", in_turn("E", {"рейтинг": "Рейтинговая игра"}, {"рейтинг": "рейтингова"}, {"рейтинг": "Rated"})),
]  # fmt: skip

MARKS = [
    Case("marks: так, yes, x, х, +", marked("так", "yes", "x", "х", "+")),
    Case("marks: ✓, ✔, ☑, V, *", marked("✓", "✔", "☑", "V", "*")),
    Case("marks: 1, TRUE, ПУ", marked("1", 1, True, "TRUE", "ПУ")),
    Case("no marks: нет, ні, no, 0, -, FALSE", unmarked("нет", "ні", "no", 0, "0", "-", "—", False, "ЛОЖЬ", "н/д", "☐", "0,0")),
]  # fmt: skip

NICKNAMES = [
    called("players called as headers and words are", ["Ник", "Судья", "Итого", "Дата", "Мафия", "Нет", "Дон", "Роль", "Красные", "Всего"]),
    called("players called as programs call nothing", ["None", "nan", "NULL", "TRUE", "N/A", "nil", "-1-", "undefined", "false", "НЕТ"]),
    called("players with figures and signs in their names", ["007", "1.50", "№1", "#лис", "=Лис", "-Лис-", "+", "1 апреля", "50%", "'кот"]),
    called("players with names of other letters", ["O'Neil", "Анна-Мария", "«Кот»", "Ёж 🦔", "李", "<b>&amp;", "a;b", "Имя Фамилия Отчество", "Ь" * 60, "d'Артаньян"]),
    Case("a nickname that is a number", each("H", {"Барсук": 1984}), renamed={"Барсук": "1984"}),
    Case("a nickname that is a truth value", each("H", {"Барсук": True}), renamed={"Барсук": "TRUE"}),
    Case("a nickname of which a program made a date", each("H", {"Барсук": dt.date(2023, 4, 1)}), renamed={"Барсук": "2023-04-01"}, found=at("name-like-date", "H2")),
]  # fmt: skip

MOVES = [
    Case(f"a best move as {said!r}", put({"L4": said}))
    for said in ("8,9,10", "8-9-10", "№8, №9 и №10", "8 – 9 – 10.")
]

CELLS = [*INVISIBLE, *FIGURES, *DAYS, *WORDS, *MARKS, *NICKNAMES, *MOVES]
