"""A small league in a workbook, and the command line run on it."""

import xlsxwriter
from typer.testing import CliRunner

from pipelines import cli

HEADER = ["Дата", "Игра", "Клуб", "Место", "Игрок", "Роль", "Победа", "ПУ", "ЛХ", "Доп", "Штраф"]


ROLES = ["Мирный"] * 6 + ["Шериф", "Мафия", "Мафия", "Дон"]


NAMES = ["Кот", "Пёс", "Уж", "Ёж", "Бобр", "Сова", "Лось", "Рысь", "Жук", "Мышь"]


LEAGUE = """
name = "Клуб"
language = "{language}"
[source]
workbook = "games.xlsx"
games = ["Игры*"]
[ruleset]
name = "4mafia"
[[rating]]
name = "month"
tab = "Рейтинг {{period}}"
period = "month"
"""


def run(*arguments):
    return CliRunner().invoke(cli.app, [str(one) for one in arguments])


def game(**changed):
    """The rows of one good game; `changed` puts other values into cells, by column and seat: Роль_3='Донн'."""
    rows = [
        ["01.09.2023", 1, "4М", seat, NAMES[seat - 1], ROLES[seat - 1], "Красные", "", "", "", ""]
        for seat in range(1, 11)
    ]
    for place, value in changed.items():
        column, seat = place.rsplit("_", 1)
        rows[int(seat) - 1][HEADER.index(column)] = value
    return rows


def write(folder, rows, header=HEADER, tab="Игры", language="ru"):
    book = xlsxwriter.Workbook(folder / "games.xlsx")
    sheet = book.add_worksheet(tab)
    for number, row in enumerate([header, *rows] if header else rows):
        for column, value in enumerate(row):
            if isinstance(value, tuple):  # a formula and the value it had
                sheet.write_formula(number, column, value[0], None, value[1])
            elif value != "":
                sheet.write(number, column, value)
    book.close()
    (folder / "league.toml").write_text(LEAGUE.format(language=language), "utf-8")
    return folder
