"""The same games as protocols: a block a game, what belongs to it in labels around."""

from collections.abc import Callable
from typing import Any

from hostile.plain import EACH, Case, Change, Rows, at, put, then

OF_SEAT = [
    6,
    7,
    8,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
]  # Место, Игрок, Роль, ПУ, ЛХ, Доп, Штраф, Причина, Удаление, Согласовано
WIDTH = len(OF_SEAT)


def in_cells(game: list[Any]) -> Rows:
    """Labels, each with its value in the cell right of it."""
    day, table, number, club, kind, judge = game[:6]
    return [["Дата", day, "Стол", table, "Игра", number], ["Клуб", club, "Тип", kind, "Судья", judge]]


def in_one_cell(game: list[Any]) -> Rows:
    """Labels with their values in one cell each, two of them together."""
    day, table, number, club, kind, judge = game[:6]
    return [
        [f"Дата: {day:%d.%m.%Y}", None, None, f"Стол {table}, игра {number}"],
        [f"Клуб: {club}", None, f"Тип: {kind}", None, None, f"Судья — {judge}".replace(" —", ":")],
    ]


def under_each_other(labels: Callable[[list[Any]], Rows] = in_cells, gap: int = 2) -> Change:
    def change(rows: Rows) -> Rows:
        made: Rows = []
        for start in range(1, len(rows), EACH):
            seats = rows[start : start + EACH]
            made += labels(seats[0])
            made += [[one[place] for place in OF_SEAT] for one in (rows[0], *seats)]
            made += [["Победа", seats[0][9]], *[[]] * gap]
        return made

    return change


def beside_each_other(rows: Rows) -> Rows:
    """The blocks in a row, a blank column between."""
    apart = under_each_other(gap=0)(rows)
    height = len(apart) // 3
    blocks = [apart[start : start + height] for start in range(0, len(apart), height)]
    return [
        [cell for block in blocks for cell in [*block[number], *[None] * (WIDTH + 1 - len(block[number]))]]
        for number in range(height)
    ]


def with_totals(rows: Rows) -> Rows:
    """Sums under the seats of each block."""
    made: Rows = []
    for line in under_each_other()(rows):
        made += [[None, "Итого", None, None, None, 0.65, 1], line] if line[:1] == ["Победа"] else [line]
    return made


BLOCKS = [
    Case("protocols under each other", under_each_other()),
    Case("protocols side by side", beside_each_other),
    Case("protocols with labels and values in one cell", under_each_other(in_one_cell)),
    Case("protocols with sums under the seats", with_totals),
    Case("protocols, and a blank one for a game to come", lambda rows: [*under_each_other()(rows), ["Дата", None, "Стол", None, "Игра", None], [rows[0][place] for place in OF_SEAT], *[[seat] for seat in range(1, 11)]]),
]  # fmt: skip

NO_BLOCKS = [
    Case("a protocol with a role that nobody knows", then(under_each_other(), put({"C7": "Донн"})), found=at("unknown-role", "C7")),
    Case("a protocol with a date that is none", then(under_each_other(), put({"B1": "32.09.2023"})), found=at("not-a-date", "B1")),
    Case("a protocol without a winner", then(under_each_other(), put({"B14": None})), found=at("no-winner", "B14")),
    Case("a protocol with a bonus that is no figure", then(under_each_other(), put({"F5": "0,3 б"})), found=at("not-a-number", "F5")),
]  # fmt: skip
