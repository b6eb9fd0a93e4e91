"""Workbooks that must be refused, each with the tab and the cell to look at: what stands there cannot be read for sure."""

import datetime as dt
import zipfile
from pathlib import Path
from typing import Any

from hostile.files import of_sheet, on_tabs_of_days
from hostile.layouts import beside
from hostile.plain import (
    EVENING,
    HEADER,
    Case,
    Rows,
    Write,
    at,
    column,
    each,
    edited,
    headers,
    put,
    row,
    then,
    without,
    xlsx,
)

NO_DAYS = (
    *("32.09.2023", "10.13.2023", "29.02.2023", "сентябрь", "вчера", "10.09", "10.09.2203", "10.09.1923"),
    *("10.09.85", "2023", 2023, "20230910", 0.5, dt.time(19, 30), "10.09.2023?", "8 9 10", "10-е", "Игры"),
)  # fmt: skip
NO_GAMES = (
    "один",
    "1а",
    "1,5",
    1.5,
    -1,
    "1/2",
    "1-2",
    "1-я",
    "I",
    "Стол 1",
    dt.date(2023, 1, 2),
    "100%",
    "О",
    True,
)
NO_SEATS = (0, 21, -1, "первое", "1,5", "A1", "Игра 1", dt.date(2023, 1, 2))
NO_ROLES = ("Донн", "М", "Д", "?", "Мирный/Шериф", "судья", "1", 1, True, "—", "нет")
NO_WINNERS = ("хз", "Ч", "М", "Красные?", "Красные/Чёрные", "Дон", "не доиграли")
NO_FIGURES = (
    *("О,3", "0,3 балла", "0..3", "0,3,1", "0,2+0,1", "1/2", "три", "1e1", "'0,3", "0 3", dt.date(2023, 3, 1)),
    *("да", "+", "½", "∞", "nan"),
)  # fmt: skip
NO_MOVES = (
    *("8 9 9", "8 9 10 1", "0 9 10", "8 9 21", 4, "12", "3.5", 0.3, "3/3", dt.date(2007, 5, 3), "Койот"),
    *("8,9,дон", "восемь", "8910", "+"),
)  # fmt: skip
NO_KINDS = ("турнир", "рейтинг?", 1, "—")
FAILED = ("#N/A", "#Н/Д", "#REF!", "#ССЫЛКА!", "#ДЕЛ/0!", "Err:502")
# rows that are not the first of their game, and of which nothing else is told
INNER = (14, 15, 17, 18, 20, 21, *range(23, 30), 31, 3, 5, 6, 7, 10)


def wrong(title: str, said: tuple[Any, ...], code: str, name: str) -> Case:
    """A column that holds something else in many rows, a different thing in each."""
    letter = "ABCDEFGHIJKLMNOPQ"[HEADER.index(title)]
    cells = dict(zip((f"{letter}{number}" for number in INNER), said, strict=False))
    assert len(cells) == len(said)
    return Case(f"{title}: {name}", put(cells), found=at(code, *cells))


CELLS = [
    wrong("Дата", NO_DAYS, "not-a-date", "days that no calendar has, and no days"),
    wrong("Игра", NO_GAMES, "not-a-number", "no whole numbers"),
    wrong("Место", NO_SEATS, "not-a-number", "no seats"),
    wrong("Роль", NO_ROLES, "unknown-role", "slips, letters of two meanings, no roles"),
    wrong("Победа", NO_WINNERS, "unknown-winner", "letters of two meanings, doubts, no winners"),
    wrong("Доп", NO_FIGURES, "not-a-number", "no figures"),
    wrong("Штраф", (*NO_FIGURES, "30%"), "not-a-number", "no figures"),
    wrong("ЛХ", NO_MOVES, "best-move-form", "no moves"),
    wrong("Тип", NO_KINDS, "unknown-kind", "no kinds"),
    *[wrong(title, FAILED, "cell-error", "what is left of formulas that failed") for title in ("Дата", "Игрок", "ПУ")],
]  # fmt: skip

EMPTY = [
    Case("another day in one row of a game", put({"A5": "2023-10-11"}), found=at("few-seats", "A5")),
    Case("another table in the last row of a game", put({"B11": "7"}), found=at("few-seats", "B11")),
    Case("another number in the first row of a game", put({"C12": "5"}), found=at("few-seats", "C12")),
    Case("two seats of a game, and no more", lambda rows: rows[:23], found=at("few-seats", "A22")),
    Case("no date in the first row", put({"A2": None}), found=at("missing-value", "A2")),
    Case("no date anywhere", each("A", lambda _: None), found=at("missing-value", "A2", "A12"), others=True),
    Case("no winner in a whole game", then(*[put({f"J{number}": None}) for number in range(2, 12)]), found=at("no-winner", "J2")),
    Case("a role left out", put({"I7": None}), found=at("missing-value", "I7")),
    Case("the only best move, cut by a program: 3.5", put({"L4": 3.5, "L16": None}), found=at("best-move-form", "L4")),
    Case("a nickname left out", put({"H7": None}), found=at("missing-value", "H7")),
    Case("a dash for a nickname", put({"H7": "—"}), found=at("missing-value", "H7")),
    Case("a sum under a game without a word for it", row(12, *[None] * 12, 0.65), found=at("missing-value", "H12", "I12"), others=True),
]  # fmt: skip

FORMULAS = [
    Case("a formula that failed, where a role stands", put({"I7": ("=VLOOKUP(1,A:B,2)", "#N/A")}), found=at("cell-error", "I7")),
    Case("a formula that failed, where a bonus stands", put({"M3": ("=1/0", "#DIV/0!")}), found=at("cell-error", "M3")),
    Case("a formula that was never calculated", write=edited(lambda sheet: sheet.__setitem__("I7", '="Мирный"')), found=at("formula-without-value", "I7")),
]  # fmt: skip

TITLES = [
    *[Case(f"no column {title}", without("ABCDEFGHIJ"[HEADER.index(title)]), found=at("unknown-header", cell)) for title, cell in (("Дата", "1"), ("Игра", "1"), ("Игрок", "1"), ("Роль", "1"), ("Победа", "1"))],
    *[Case(f"the header {said!r} for {title!r}", headers({title: said}), found=at("unknown-header", f"{'ABCDEFGHIJ'[HEADER.index(title)]}1")) for title, said in (("Игрок", "Игорк"), ("Роль", "Рль"), ("Победа", "Побда"), ("Игра", "Игар"), ("Дата", "Датта"))],
    Case("two columns of roles", column("R", "Роль", lambda _: "Дон"), found=at("repeated-header", "R1")),
    Case("two columns of bonuses, under different words", column("R", "Бонус", lambda _: 0.1), found=at("repeated-header", "R1")),
    Case("the number of the seat before each nickname", then(without("G"), lambda rows: [rows[0], *([*row[:6], f"{1 + at % 10}. {row[6]}", *row[7:]] for at, row in enumerate(rows[1:]))]), found=at("numbered-names", "G2"), others=True),
    Case("no header at all", lambda rows: rows[1:], found=at("table-without-header", "G1", "G11", "G21")),
    Case("the first month under a header that nobody knows", lambda rows: [["День игры", "за столом", "номер", *["?"] * 14], *rows[1:21], *rows[:1], *rows[21:]], found=at("no-header", "I2")),
    Case("the second month without a column of winners", lambda rows: [*rows[:21], [one if one != "Победа" else None for one in rows[0]], *rows[21:]], found=at("unknown-header", "22")),
    Case("the second month under a header with a slip", lambda rows: [*rows[:21], [one if one != "Роль" else "Рль" for one in rows[0]], *rows[21:]], found=at("unknown-header", "I22")),
    Case("a header beside the header row, over a column that has another", then(column("R", "Осень", lambda _: "Кубок"), row(1, *[None] * 17, "Турнир")), found=at("split-header", "R1")),
    Case("a day without a year in the tab's name, and none in the league file", write=on_tabs_of_days("Игры 10.09", "1 октября"), found=(*at("tab-without-year", "", tab="Игры 10.09"), *at("tab-without-year", "", tab="1 октября"))),
    Case("a game lower and to the right, with a slip in its header", then(lambda rows: beside(15, tuple(rows[0]), *map(tuple, rows[21:]))(rows[:21]), put({"AA15": "Рль"})), found=at("repeated-header", "S15", "Z15", "AB15"), others=True),
    Case("a bonus told twice in one of two tables side by side", then(lambda rows: beside(1, tuple(rows[0]), *map(tuple, rows[21:]))(rows[:21]), column("N", "Бонус", lambda _: 0.1)), found=at("repeated-header", "N1"), others=True),
    Case("a second nickname right of the first", column("I", "Ник", lambda number: f"№{number}"), found=at("repeated-header", "I1")),
]  # fmt: skip

GAMES = [
    Case("two games of one number", then(*[put({f"C{number}": 1}) for number in range(12, 22)]), found=at("conflicting-game", "J12"), others=True),
    Case("two winners of one game", put({"J15": "Красные"}), found=at("conflicting-game", "J15")),
    Case("two kinds of one game", put({"E15": "школа"}), found=at("conflicting-game", "E15")),
    Case("one seat taken twice", put({"G15": 3}), found=at("duplicate-seat", "G15")),
    Case("one player twice in a game", put({"H15": "Гепард"}), found=at("duplicate-player", "H15")),
    Case("two first kills", put({"K15": "да"}), found=at("two-first-kills", "K16")),
    Case("the winner on a line of its own above the game", then(row(12, EVENING, 1, 2, None, None, None, None, None, None, "Чёрные"), lambda rows: [*rows[:12], *[[None, None, None, *one[3:]] for one in rows[12:22]], *rows[22:]]), found=at("fact-without-player", "J12")),
    Case("a best move of a player who was not killed first", put({"L5": "8 9 10"}), found=at("best-move-not-first-killed", "L5")),
    Case("a best move by seats, and no column of seats", without("G"), found=at("missing-seat", "6")),
]  # fmt: skip


def raw(content: bytes) -> Write:
    def write(path: Path, rows: Rows) -> None:
        path.write_bytes(content)

    return write


def as_binary(path: Path, rows: Rows) -> None:
    """The zip of a binary workbook, .xlsb."""
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("[Content_Types].xml", "<Types/>")
        book.writestr("xl/workbook.bin", b"\x83\x01\x00")


def cut(path: Path, rows: Rows) -> None:
    xlsx(path, rows)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def without_a_text(part: str) -> str:
    return part.replace('<c r="I7" t="s"><v>21</v>', '<c r="I7" t="s"><v>999</v>')


NO_FILES = [
    Case("a text file with the name of a workbook", write=raw("Дата;Игра;Игрок\n".encode()), fault="not-a-workbook"),
    Case("a web page with the name of a workbook", write=raw(b"<html><table><tr><td>1</td></tr></table></html>"), fault="not-a-workbook", file="games.xls"),
    Case("a file of no bytes", write=raw(b""), fault="not-a-workbook"),
    Case("half of a download", write=cut, fault="workbook-broken"),
    Case("a binary workbook", write=as_binary, fault="not-a-workbook"),
    Case("a word that is not among the workbook's words", write=of_sheet(without_a_text), fault="tab-broken"),
    Case("an empty tab", lambda _: [], found=at("no-games", "", tab="")),
]  # fmt: skip

REFUSED = [*CELLS, *EMPTY, *FORMULAS, *TITLES, *GAMES, *NO_FILES]
