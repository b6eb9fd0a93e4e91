"""Cells as hands and programs leave them: what stands there is odd, and what it means is plain."""

import datetime as dt

from hostile.plain import (
    EVENING,
    LATER,
    Case,
    Change,
    Rows,
    at,
    each,
    first_rows_only,
    put,
    then,
    xlsx,
)

NBSP, THIN, ZERO_WIDTH, SOFT, BOM, NARROW = "\u00a0", "\u2009", "\u200b", "\u00ad", "\ufeff", "\u202f"
LATIN = str.maketrans("АВЕКМНОРСТХаеорсухі", "ABEKMHOPCTXaeopcyxi")  # as a keyboard in the wrong layout gives


def latin(text: object) -> object:
    """The text with each Cyrillic letter that has a Latin double as that."""
    return text.translate(LATIN) if isinstance(text, str) else text


def texts(value: object) -> str:
    """A value as somebody types it into a cell that is formatted as text."""
    if isinstance(value, dt.date):
        return value.strftime("%d.%m.%Y")
    return str(value).replace(".", ",")


def days(said: str) -> Change:
    """The two days in other words: %A and so on are not used, for they follow the machine's language."""
    first, second = said.split(" | ")
    return each("A", {EVENING: first, LATER: second})


def roles(said: str) -> Change:
    """Other words for citizen, sheriff, mafia, don."""
    return each("I", dict(zip(("Мирный", "Шериф", "Мафия", "Дон"), said.split(" | "), strict=True)))


def winners(said: str) -> Change:
    """Other words for red, black, draw."""
    return each("J", dict(zip(("Красные", "Чёрные", "Ничья"), said.split(" | "), strict=True)))


def marked(said: object) -> Change:
    """Another sign in each column of marks."""
    return each("KPQ", {"да": said})


def unmarked(said: object) -> Change:
    """A no in each empty cell of the columns of marks."""

    def change(rows: Rows) -> Rows:
        for row in rows[1:]:
            for place in (10, 15, 16):
                row[place] = said if row[place] is None else row[place]
        return rows

    return change


def a_formula(value: object) -> tuple[str, object]:
    return "=1*1" if isinstance(value, (int, float)) else '=""', value


INVISIBLE = [
    Case("no-break spaces after every text", each("ABCDEFGHIJKO", lambda one: f"{one}{NBSP}" if isinstance(one, str) else one)),
    Case("thin and narrow spaces before nicknames and roles", each("HI", lambda one: f"{THIN}{NARROW}{one}")),
    Case("zero-width spaces inside nicknames and roles", each("HI", lambda one: one[:2] + ZERO_WIDTH + one[2:])),
    Case("soft hyphens inside nicknames and winners", each("HJ", lambda one: one[:2] + SOFT + one[2:])),
    Case("a byte order mark before the first header", each("A", lambda one: BOM + one if one == "Дата" else one, header=True)),
    Case("line breaks after words", each("HIJ", "{}\n".format)),
    Case("tabs around words", each("HIJE", "\t{}\t".format)),
    Case("letters with the diacritic apart, as a Mac types them", each("EHIJ", lambda one: one.replace("й", "и\u0306").replace("ё", "е\u0308"))),
    Case("headers and words with Latin letters of the same look", each("ABCEGIJKLMNPQ", latin, header=True)),
    Case("headers and words in capitals", each("EIJKNPQ", lambda one: one.upper() if isinstance(one, str) else one, header=True)),
    Case("е for ё", each("J", lambda one: one.replace("ё", "е"))),
    Case("cells of nothing but spaces", then(*[put({cell: f" {NBSP}{ZERO_WIDTH} "}) for cell in ("K3", "L3", "M3", "N3", "O3", "P3", "Q3", "B3")])),
]  # fmt: skip

FIGURES = [
    Case("decimal commas, as text", each("MN", texts)),
    Case("a space after a figure: 0,5 ", each("MN", lambda one: f"{one} ")),
    Case("a plus before a figure: +0.3", each("M", "+{}".format)),
    Case("no nought before the point: ,3", each("M", lambda one: str(one).replace("0.", ","))),
    Case("trailing noughts: 0,300", each("M", lambda one: f"{one:.3f}".replace(".", ","))),
    Case("penalties with a typographic minus: −1", each("N", "−{}".format)),
    Case("penalties with a dash and a space: – 1", each("N", "– {}".format)),
    Case("penalties below nought", each("N", lambda one: -one)),
    Case("bonuses as per cent, in text: 30%", each("M", lambda one: f"{one:.0%}")),
    Case("bonuses as per cent, with a comma and a space: 30,0 %", each("M", lambda one: f"{one:.1%}".replace(".", ",").replace("%", " %"))),
    Case("bonuses with a no-break space inside: +\u00a00,3", each("M", lambda one: f"+{NBSP}{texts(one)}")),
    Case("figures as formulas that were calculated", each("MN", a_formula)),
    Case("sums that are a hair off: 0.30000000000000004", put({"M2": 0.1 + 0.2})),
    Case("noughts and dashes where there is nothing", put({"M3": 0, "M4": "0,0", "N3": "0", "N4": 0.0, "L5": "-", "L6": "—"})),
    Case("all numbers as text", each("BCGLMN", texts)),
    Case("numbers with noughts behind: 1.0", each("CG", lambda one: f"{one}.0")),
    Case("numbers with a sign: №1", each("CG", "№{}".format)),
    Case("numbers with a sign and a space: № 1", each("C", "№ {}".format)),
    Case("seats as an ordinal list: 1.", each("G", "{}.".format)),
    Case("seats with a nought before: 01", each("G", "{:02}".format)),
    Case("games by name: Игра 1", each("C", "Игра {}".format)),
    Case("games by name and sign: игра №1", each("C", "игра №{}".format)),
    Case("seats by name: Место 1", each("G", "Место {}".format)),
]  # fmt: skip

DAYS = [
    Case("dates as text", days("10.09.2023 | 01.10.2023")),
    Case("two-digit years", days("10.09.23 | 01.10.23")),
    Case("dates without noughts", days("10.9.2023 | 1.10.2023")),
    Case("dates with the year's sign", days("10.09.2023г. | 01.10.2023 года")),
    Case("dates with a no-break space before the year's sign", days(f"10.09.2023{NBSP}г. | 01.10.2023{NBSP}г.")),
    Case("dates of a database", days("2023-09-10 | 2023-10-01")),
    Case("dates with slashes, the year first", days("2023/09/10 | 2023/10/01")),
    Case("dates of a program: 2023-09-10T19:30:00", days("2023-09-10T19:30:00 | 2023-10-01T19:30:00")),
    Case("dates of a program, in universal time: …T19:30:00.000Z", days("2023-09-10T19:30:00.000Z | 2023-10-01T19:30:00Z")),
    Case("dates with hyphens, the day first", days("10-09-2023 | 01-10-2023")),
    Case("the day of the week before the date", days("вс, 10.09.2023 | Воскресенье 01.10.2023")),
    Case("the day of the week behind the date", days("10.09.2023 (вс) | 01.10.2023, воскресенье")),
    Case("the day of the week in Ukrainian", days("неділя, 10.09.2023 | нд 01.10.2023")),
    Case("months in words", days("10 сентября 2023 | 1 октября 2023 г.")),
    Case("months in Ukrainian words", days("10 вересня 2023 року | 1 жовтня 2023 р.")),
    Case("months in English words", days("10 September 2023 | Sunday, 1 October 2023")),
    Case("months in English words, the month first", days("September 10, 2023 | Oct 1, 2023")),
    Case("months in three letters", days("10-сен-2023 | 01-окт-2023")),
    Case("months in three letters and two-digit years", days("10-Sep-23 | 1-Oct-23")),
    Case("dates with the time of the game", days("10.09.2023 19:30 | 01.10.2023 19:30:00")),
    Case("dates with spaces after the points", days("10. 09. 2023 | 01. 10. 2023")),
    Case("dates with commas for points", days("10,09,2023 | 01,10,2023")),
    Case("dates as the numbers that they are", each("A", {EVENING: 45179, LATER: 45200})),
    Case("dates as the numbers that they are, as text", each("A", {EVENING: "45179", LATER: "45200"})),
    Case("moments for dates", each("A", lambda day: dt.datetime(day.year, day.month, day.day, 19, 30))),
    Case("dates in a format that shows day and month alone", write=lambda path, rows: xlsx(path, rows, default_date_format="dd.mm")),
    Case("days counted from 1904, as old Macs do", write=lambda path, rows: xlsx(path, rows, date_1904=True)),
    Case("a date and number on the first row of a game alone", first_rows_only("ABC")),
    Case("all facts of a game on its first row alone", first_rows_only("ABCDEFJ")),
]  # fmt: skip

WORDS = [
    Case("roles in full", roles("Мирный житель | Шериф | Мафиози | Дон мафии")),
    Case("roles abbreviated", roles("мирн. | шер. | маф. | дон")),
    Case("roles as initials", roles("м/ж | Ком. | Маф | Дон")),
    Case("roles in the genitive", roles("мирного жителя | шерифа | мафии | дона")),
    Case("roles in the plural", roles("Мирные | Шериф | Мафия | Дон")),
    Case("roles by colour", roles("Красный | Шериф | Чёрный | Дон")),
    Case("roles by the colour of the card", roles("красная | шериф | черная | дон")),
    Case("roles in Ukrainian", roles("Мирний | Шериф | Мафія | Дон")),
    Case("roles in Ukrainian, in full", roles("Мирний житель | Шериф | Мафіозі | Дон мафії")),
    Case("roles in English", roles("Citizen | Sheriff | Mafia | Don")),
    Case("roles of a program", roles("civ | sheriff | maf | don")),
    Case("roles with a remark mark", roles("Мирный* | Шериф! | Мафия; | Дон:")),
    Case("winners in full", winners("Победа красной команды | Победа чёрной команды | Ничья")),
    Case("winners as a sentence", winners("Победили мирные | Победила мафия | ничья.")),
    Case("winners as a sentence, the other way round", winners("Красные победили | Мафия победила | Ничья")),
    Case("winners in one word", winners("Город | Мафия | Ничья")),
    Case("winners in the genitive", winners("мирных | мафии | ничья")),
    Case("winners abbreviated", winners("красн. | черн. | ничья")),
    Case("winners in Ukrainian", winners("Перемога мирних | Перемога мафії | Нічия")),
    Case("winners in English", winners("Red | Black | Draw")),
    Case("winners in English, as a sentence", winners("City won | Mafia wins | tie")),
    Case("kinds in other words", each("E", {"рейтинг": "Рейтинговая игра"})),
    Case("a club spelt with Latin letters here and there", put({"D2": "4M+", "D15": "4m+"})),
]  # fmt: skip

MARKS = [Case(f"marks as {said!r}", marked(said)) for said in (
    "так", "yes", "x", "х", "+", "✓", "✔", "1", 1, True, "TRUE", "V", "*", "ПУ", "☑",
)] + [Case(f"no marks as {said!r}", unmarked(said)) for said in (
    "нет", "ні", "no", 0, "0", "-", "—", False, "ЛОЖЬ", "н/д", "☐",
)]  # fmt: skip

ODD_NAMES = (
    *(
        "Ник",
        "Судья",
        "Итого",
        "Дата",
        "Мафия",
        "Нет",
        "None",
        "nan",
        "NULL",
        "TRUE",
        "007",
        "1.50",
        "№1",
        "#лис",
        "=Лис",
        "-Лис-",
    ),
    *(
        "O'Neil",
        "Анна-Мария",
        "«Кот»",
        "Ёж 🦔",
        "李",
        "<b>",
        "a;b",
        "Имя Фамилия Отчество",
        "Ь" * 60,
        "1 апреля",
        "+",
        "Дон",
    ),
)
NICKNAMES = [
    Case(f"a player called {name!r}", each("H", {"Барсук": name}), renamed={"Барсук": name})
    for name in ODD_NAMES
]
NICKNAMES += [
    Case("a nickname that is a number", each("H", {"Барсук": 1984}), renamed={"Барсук": "1984"}),
    Case("a nickname that is a truth value", each("H", {"Барсук": True}), renamed={"Барсук": "TRUE"}),
    Case("a nickname of which a program made a date", each("H", {"Барсук": dt.date(2023, 4, 1)}), renamed={"Барсук": "2023-04-01"}, found=at("name-like-date", "H2")),
]  # fmt: skip

MOVES = [
    Case(f"a best move as {said!r}", put({"L4": said}))
    for said in ("8,9,10", "8-9-10", "8/9/10", "8.9.10", "8 9 10.", "№8, №9, №10", "8, 9 и 10", "8;9;10", "8 – 9 – 10")
]  # fmt: skip

CELLS = [*INVISIBLE, *FIGURES, *DAYS, *WORDS, *MARKS, *NICKNAMES, *MOVES]
