"""The plain workbook that all others are odd or wrong forms of: three games, every cell as the README asks."""

import datetime as dt
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import xlsxwriter
from openpyxl.utils import column_index_from_string, coordinate_to_tuple

Rows = list[list[Any]]
Change = Callable[[Rows], Rows]
Write = Callable[[Path, Rows], None]

TAB = "Игры"
HEADER = [
    *("Дата", "Стол", "Игра", "Клуб", "Тип", "Судья", "Место", "Игрок", "Роль", "Победа"),  # A to J
    *("ПУ", "ЛХ", "Доп", "Штраф", "Причина", "Удаление", "Согласовано"),  # K to Q
]
NAMES = ["Барсук", "Выдра", "Гепард", "Дятел", "Ёжик", "Журавль", "Зяблик", "Ибис", "Койот", "Лемур"]
ROLES = ["Мирный"] * 6 + ["Шериф", "Мафия", "Мафия", "Дон"]
EVENING, LATER = dt.date(2023, 9, 10), dt.date(2023, 10, 1)
GAMES = [(EVENING, 1, "Красные"), (EVENING, 2, "Чёрные"), (LATER, 1, "Ничья")]
EACH = 10  # rows of a game: the first stands in rows 2 to 11, the second in 12 to 21, the third in 22 to 31
TOLD = {  # what a judge noted, by cell
    "K4": "да",
    "L4": "8 9 10",
    "M2": 0.3,
    "M8": 0.25,
    "M9": 0.1,
    "N11": 1,
    "O11": "удаление",
    "P11": "да",
    "K16": "да",
    "L16": 1,
    "M19": 0.6,
    "Q19": "да",
    "N13": 1,
    "O13": "слом на 10",
    "K30": "да",
}


def plain() -> Rows:
    """The header and the seats of three games, each cell as it is meant."""
    rows: Rows = [list(HEADER)]
    for day, number, winner in GAMES:
        for seat, (name, role) in enumerate(zip(NAMES, ROLES, strict=True), 1):
            known = [day, 1, number, "4М+", "рейтинг", "Судья Ольга", seat, name, role, winner]
            rows.append([*known, *[None] * (len(HEADER) - len(known))])
    return put(TOLD)(rows)


@dataclass(frozen=True)
class Case:
    """A workbook that is odd, or wrong.

    `name`: what a club's admin would say of it. `change`: how its rows differ from the plain ones. `write`: how they
    become a file. `found`: every finding, as code, tab and cell; with an error among them the workbook is refused,
    without one it is read as the plain one. `others`: whether more findings may follow from those. `fault`: the code of a file that cannot be read at all. `source`: more of
    the league file. `renamed`: other nicknames than the plain one has; `but`: columns that are otherwise.
    """

    name: str
    change: Change = lambda rows: rows
    write: Write | None = None
    found: tuple[tuple[str, str, str], ...] = ()
    others: bool = False
    fault: str = ""
    renamed: dict[str, str] = field(default_factory=dict)
    but: tuple[str, ...] = ()
    source: dict[str, Any] | None = None
    file: str = "games.xlsx"

    def make(self, folder: Path) -> Path:
        """Write the workbook into a folder."""
        path = folder / self.file
        (self.write or xlsx)(path, self.change(plain()))
        return path


def at(code: str, *cells: str, tab: str = TAB) -> tuple[tuple[str, str, str], ...]:
    """Findings of one code at some cells."""
    return tuple((code, tab, cell) for cell in cells)


# --- changes of the rows


def put(cells: dict[str, Any]) -> Change:
    """Other values in some cells."""

    def change(rows: Rows) -> Rows:
        for place, value in cells.items():
            row, column = coordinate_to_tuple(place)
            rows += [[] for _ in range(row - len(rows))]
            rows[row - 1] += [None] * (column - len(rows[row - 1]))
            rows[row - 1][column - 1] = value
        return rows

    return change


def each(letters: str, said: Callable[[Any], Any] | dict[Any, Any], header: bool = False) -> Change:
    """The cells of some columns, those that hold something, said in another way."""
    told = (lambda value: said.get(value, value)) if isinstance(said, dict) else said
    columns = [column_index_from_string(letter) - 1 for letter in letters]

    def change(rows: Rows) -> Rows:
        for row in rows[0 if header else 1 :]:
            for column in columns:
                row[column] = None if row[column] is None else told(row[column])
        return rows

    return change


def headers(said: dict[str, str]) -> Change:
    """Other words in the header row."""
    return lambda rows: [[said.get(one, one) for one in rows[0]], *rows[1:]]


def column(letter: str, title: Any, cells: Callable[[int], Any] = lambda _: None) -> Change:
    """A column more, before that of the letter; `cells` gives what stands in each row under its title."""
    place = column_index_from_string(letter) - 1
    return lambda rows: [
        [*row[:place], cells(number) if number > 1 else title, *row[place:]]
        for number, row in enumerate(rows, 1)
    ]


def without(*letters: str) -> Change:
    """Some columns less."""
    columns = {column_index_from_string(letter) - 1 for letter in letters}
    return lambda rows: [[one for place, one in enumerate(row) if place not in columns] for row in rows]


def row(number: int, *cells: Any) -> Change:
    """A row more, before that of the number as it is then."""
    return lambda rows: [*rows[: number - 1], list(cells), *rows[number - 1 :]]


def then(*changes: Change) -> Change:
    """One change after another."""

    def change(rows: Rows) -> Rows:
        for one in changes:
            rows = one(rows)
        return rows

    return change


def first_rows_only(letters: str, rows_of_game: int = EACH) -> Change:
    """What is of the whole game on its first row alone."""
    columns = [column_index_from_string(letter) - 1 for letter in letters]

    def change(rows: Rows) -> Rows:
        for number, row in enumerate(rows[1:]):
            for one in columns if number % rows_of_game else ():
                row[one] = None
        return rows

    return change


# --- files


def xlsx(path: Path, rows: Rows, tab: str = TAB, **options: Any) -> None:
    """A workbook of one tab as XlsxWriter makes it: dates are dates, figures are figures, texts are texts."""
    with xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy", **options}) as book:
        fill(book.add_worksheet(tab), rows)


def fill(sheet: Any, rows: Rows) -> None:
    """Write rows into a tab of XlsxWriter; a pair is a formula and its value."""
    for number, row in enumerate(rows):
        for place, value in enumerate(row):
            if isinstance(value, tuple):
                sheet.write_formula(number, place, value[0], None, value[1])
            elif isinstance(value, str):
                sheet.write_string(number, place, value)
            elif value is not None:
                sheet.write(number, place, value)


def edited(edit: Callable[[Any], None]) -> Write:
    """The workbook, opened with openpyxl, changed by `edit`, which takes its tab, and saved."""

    def write(path: Path, rows: Rows) -> None:
        xlsx(path, rows)
        book = openpyxl.load_workbook(path)
        edit(book.worksheets[0])
        book.save(path)

    return write


def rezipped(edit: Callable[[str, str], str], **options: Any) -> Write:
    """The workbook with its parts as another program writes them: `edit` takes a part's name and XML."""

    def write(path: Path, rows: Rows) -> None:
        xlsx(path, rows, **options)
        with zipfile.ZipFile(path) as book:
            parts = {name: book.read(name).decode() for name in book.namelist()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
            for name, part in parts.items():
                book.writestr(name, edit(name, part))

    return write


def saved(name: str) -> Write:
    """A workbook that another program saved, from the folder `saved`; the rows are not looked at."""
    return lambda path, _: path.write_bytes((Path(__file__).parent / "saved" / name).read_bytes())
