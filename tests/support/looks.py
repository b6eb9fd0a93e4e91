"""Looks: ways of clubs to lay out the protocol of a game, and to arrange several of them on tabs."""

import datetime as dt
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forms import CLUB, CUP, LETTERS, NICKS, PLAIN, RU, UK, YEAR, Canvas, Form, Game, Pen, in_columns, in_rows
from sheets import Memory

# --- looks


def stacked_letters(game: Game, pen: Pen) -> Canvas:
    """Labels above, letters for roles, a mark beside who won, then the first kill, the best move and the rounds."""
    form = Form(game, pen, RU)
    canvas = form.canvas
    canvas.line(0, 0, form.label("date"), form.day(), None, form.label("table"), game.table)
    canvas.line(1, 0, form.label("game_no"), game.number, None, form.label("judge"), game.judge)
    columns = ("seat", "player", "role", "foul_count", "bonus_typed", "penalty_typed")
    form.table(2, columns, role=LETTERS.__getitem__)
    row = form.next_row
    for at, winner in enumerate(("red", "black", "draw")):
        canvas.line(row, 2 * at, form.label(winner), form.mark(winner))
    canvas.line(
        row + 1, 0, form.label("is_first_kill"), game.killed or None, form.label("best_move"), *game.move
    )
    form.rounds(row + 2)
    form.remarks(form.next_row + 1)
    return canvas


def labels_over_values(game: Game, pen: Pen) -> Canvas:
    """Labels in a row with their values under them, above the table and below it; roles as words."""
    form = Form(game, pen, UK)
    canvas = form.canvas
    canvas.line(0, 0, *(form.label(name) for name in ("date", "table", "game_no", "judge")))
    canvas.line(1, 0, form.day(), game.table, game.number, game.judge)
    form.table(2, ("seat", "player", "role", "foul_count", "bonus_typed"))
    row = form.next_row
    canvas.line(row, 0, *(form.label(name) for name in ("winner", "is_first_kill", "best_move")))
    move = " ".join(map(str, game.move))
    canvas.line(row + 1, 0, form.words[game.winner], game.killed or "-", move or "-")
    form.rounds(row + 3)
    return canvas


def marks_and_panel(game: Game, pen: Pen) -> Canvas:
    """Roles by marks in columns of their own, fouls in three boxes, all labels in a panel right of the table."""
    form = Form(game, pen, RU)
    canvas = form.canvas
    canvas.line(0, 0, *(form.label(name) for name in ("seat", "player", "mafia", "don", "sheriff")))
    canvas.merge(0, 5, form.label("foul_count"), width=3)
    canvas.line(0, 8, form.label("bonus_typed"))
    for seat in game.seats:
        role = game.roles[seat - 1]
        canvas.line(seat, 0, seat, game.players[seat - 1])
        canvas.line(seat, 2, *("x" if role == one else "" for one in ("mafia", "don", "sheriff")))
        canvas.line(seat, 5, *["V"] * game.fouls.get(seat, 0))
        canvas.line(seat, 8, pen.figure(game.bonus.get(seat, "")))
    panel = {
        "table": [game.table],
        "game_no": [game.number],
        "judge": [game.judge],
        "winner": [pen.word({"red": "мирные", "black": "мафия", "draw": "ничья"}[game.winner])],
        "is_first_kill": [game.killed or ""],
        "best_move": list(game.move),
    }
    for row, (name, told) in enumerate(panel.items()):
        canvas.line(row, 10, form.label(name), *told)
    return canvas


def told_in_one_cell(game: Game, pen: Pen) -> Canvas:
    """Label and value in one cell, who won as a sentence, words in two languages."""
    form = Form(game, pen, {**RU, "player": "Nick", "role": "Role", "seat": "#", "bonus_typed": "Bonus"})
    canvas = form.canvas
    canvas.line(0, 0, f"Игра №{game.number}", None, f"Судья: {game.judge}")
    canvas.merge(1, 0, f"Дата: {form.day()}, стол {game.table}", width=4)
    form.table(2, ("seat", "player", "role", "bonus_typed"))
    row = form.next_row
    won = {"red": "Победили красные", "black": "Mafia wins", "draw": "Ничья"}[game.winner]
    canvas.merge(row, 0, pen.word(won), width=4)
    if game.killed:
        canvas.line(row + 1, 0, f"ПУ: {game.killed}")
    if game.move:
        canvas.line(row + 1, 2, f"ЛХ: {', '.join(map(str, game.move))}")
    form.rounds(row + 2)
    return canvas


def with_own_figures(game: Game, pen: Pen, dated: bool = True) -> Canvas:
    """The club's own figures in columns beside the facts; the date only where it changes."""
    form = Form(game, pen, RU)
    canvas = form.canvas
    canvas.merge(0, 0, form.label("date"), width=2)
    canvas.line(0, 2, form.day() if dated else None, None, form.label("table"), game.table)
    canvas.merge(1, 0, form.label("game_no"), width=2)
    canvas.line(1, 2, game.number, None, form.label("judge"), game.judge)
    form.table(2, ("seat", "player", "role", "bonus_typed"))
    canvas.line(2, 4, "ЛХ", "Ci", "Балл")
    for seat in game.seats:
        canvas.line(2 + seat, 4, pen.figure("0.3") if seat == game.killed else "", "0", pen.figure("1.3"))
    row = form.next_row
    canvas.merge(row, 0, form.label("winner"), width=2)
    canvas.line(row, 2, pen.word({"red": "Город", "black": "Мафия", "draw": "Ничья"}[game.winner]))
    canvas.merge(row + 1, 0, "Первый убитый", width=2)
    canvas.line(row + 1, 2, game.killed or None)
    canvas.merge(row + 2, 0, "Лучший ход", width=2)
    canvas.line(row + 2, 2, *game.move)
    form.remarks(row + 4)
    return canvas


def loose(game: Game, pen: Pen) -> Canvas:
    """Line breaks, hard spaces and colons in labels, empty cells between them and their values."""
    form = Form(game, pen, {**UK, "game_no": "Гра\u00a0№ ", "judge": "Ведучий :\n", "date": "\u00a0Дата:"})
    canvas = form.canvas
    canvas.line(0, 0, form.label("date"), None, form.day(), form.label("game_no"), None, game.number)
    canvas.line(1, 0, form.label("table"), None, game.table, form.label("judge"), None, game.judge)
    form.table(3, ("seat", "player", "role", "foul_count", "bonus_typed", "penalty_typed"))
    row = form.next_row + 1
    for at, winner in enumerate(("red", "black", "draw")):
        canvas.line(row + at, 0, form.label(winner), None, form.mark(winner) or "-")
    canvas.line(row + 3, 0, "Перший\nвбитий:", None, game.killed or "ні")
    canvas.line(row + 4, 0, "Кращий\nхід :", None, *game.move)
    form.rounds(row + 5, first=2)
    return canvas


_UNLIKE = (
    ("citizen", "red"),
    ("mafia", "black"),
    ("don", "draw"),
)  # of a form, what these leave alike is printed


def unplayed(block: Callable[[Game, Pen], Canvas]) -> Canvas:
    """A block of a look prepared for a game that is not yet played: what is printed, and the numbers of the seats."""
    played = [
        Game(
            dt.date(YEAR, 1, 1 + at),
            at + 1,
            NICKS[at : at + 10],
            roles,
            winner,
            table=str(at),
            judge=NICKS[at],
        )
        for at, (roles, winner) in enumerate((([one] * 10, winner) for one, winner in _UNLIKE))
    ]
    blank, *others = (block(game, PLAIN) for game in played)
    blank.cells = {
        at: text for at, text in blank.cells.items() if all(one.cells.get(at) == text for one in others)
    }
    return blank


def results_of(games: Sequence[Game], pen: Pen) -> Canvas:
    """The results of an evening as a club adds them up: place, player, points a game, their sum."""
    table = Canvas()
    numbers = [f"Игра {game.number}" for game in games]
    table.line(0, 0, "Место", "Игрок", *numbers, "Баллы")
    for place, player in enumerate(sorted({one for game in games for one in game.players}), 1):
        table.line(place, 0, place, player, *(pen.figure("1.3") for _ in games), pen.figure("2.6"))
    return table


# --- tabs


def by_day(games: Sequence[Game]) -> dict[dt.date, list[Game]]:
    return {day: list(some) for day, some in itertools.groupby(games, key=lambda game: game.day)}


def _month(games: Sequence[Game], pen: Pen) -> dict[str, Canvas]:
    """All on one tab under a title, with results beside, and blocks prepared for games to come."""
    blocks, before = [], None
    for game in games:
        blocks.append(with_own_figures(game, pen, dated=game.day != before))
        before = game.day
    tab = Canvas()
    tab.merge(0, 0, f"Клуб: {CLUB}", width=3)
    tab.line(0, 4, f"Турнир: {CUP}")
    tab.paste(in_rows([*blocks, *(unplayed(with_own_figures) for _ in range(2))], pen), 2, 0)
    tab.paste(results_of(games, pen), 3, tab.width + 2)
    return {"Games": tab}


def _evenings(games: Sequence[Game], pen: Pen) -> dict[str, Canvas]:
    """A tab an evening, the date in its name, the results of the evening under the blocks."""
    tabs = {}
    for number, (day, some) in enumerate(by_day(games).items()):
        tab = in_rows([marks_and_panel(game, pen) for game in some], pen)
        tab.paste(results_of(some, pen), tab.height + 2, 0)
        month = ("января", "вересня")[day.month == 9]
        name = (f"{day:%d.%m}", f"{day}", f"{day.day} {month}", f"{day:%d.%m.%Y}")[number % 4]
        tabs[f"Games {name}"] = tab
    return tabs


@dataclass(frozen=True)
class Look:
    """A look: its tabs, which optional facts it tells, and what the league file says of it."""

    tabs: Callable[[Sequence[Game], Pen], dict[str, Canvas]]
    tells: Sequence[str]
    warns: Sequence[str] = ()

    def memory(self, games: Sequence[Game], pen: Pen = PLAIN) -> Memory:
        return Memory({name: tab.rows() for name, tab in self.tabs(games, pen).items()})


_ALWAYS = (
    "date",
    "table",
    "game_no",
    "seat",
    "player",
    "role",
    "winner",
    "is_first_kill",
    "best_move",
    "bonus_typed",
    "judge",
)
LOOKS = {
    "stacked letters": Look(
        lambda games, pen: {"Games": in_rows([stacked_letters(one, pen) for one in games], pen)},
        (*_ALWAYS, "penalty_typed", "foul_count", "rounds"),
    ),
    "labels over values": Look(
        lambda games, pen: {"Games": in_rows([labels_over_values(one, pen) for one in games], pen, a_row=3)},
        (*_ALWAYS, "foul_count", "rounds"),
    ),
    "marks and panel": Look(_evenings, (*_ALWAYS, "foul_count")),
    "told in one cell": Look(
        lambda games, pen: {"Games": in_rows([told_in_one_cell(one, pen) for one in games], pen, a_row=2)},
        (*_ALWAYS, "rounds"),
    ),
    "own figures": Look(
        _month, (*_ALWAYS, "club", "tournament"), warns=("date-carried", "typed-points-differ")
    ),
    "loose": Look(
        lambda games, pen: {"Games": in_columns([loose(one, pen) for one in games], pen, 2)},
        (*_ALWAYS, "penalty_typed", "foul_count", "rounds"),
    ),
}
