"""Games told once and written down twice: as a flat sheet with a log of acts, and as protocols of many looks.

A look is a way of a club to lay out the protocol of a game, and to arrange several of them on tabs. `PLAIN` writes
as one should; a `Shaken` pen writes as people do.
"""

import datetime as dt
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheets import Memory, a_league

FLAT = (
    *("date", "table", "game_no", "club", "judge", "tournament", "seat", "player", "role", "winner"),
    *("is_first_kill", "best_move", "bonus_typed", "penalty_typed", "foul_count"),
)
LOG = ("date", "table", "game_no", "phase", "action", "actor", "targets")
YEAR = 2023


@dataclass(frozen=True)
class Game:
    """A game as it was played. Bonuses, penalties, fouls and remarks are by seat; rounds by night or day, 0 is nobody."""

    day: dt.date
    number: int
    players: Sequence[str]
    roles: Sequence[str]
    winner: str
    table: str = "1"
    judge: str = "Полночь"
    killed: int = 0
    move: Sequence[int] = ()
    bonus: Mapping[int, str] = field(default_factory=dict)
    penalty: Mapping[int, str] = field(default_factory=dict)
    fouls: Mapping[int, int] = field(default_factory=dict)
    kills: Mapping[int, int] = field(default_factory=dict)
    sheriff: Mapping[int, int] = field(default_factory=dict)
    don: Mapping[int, int] = field(default_factory=dict)
    voted: Mapping[int, int] = field(default_factory=dict)
    remarks: Mapping[int, str] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def seat_of(self, role: str) -> str:
        return str(self.roles.index(role) + 1)


CLUB, CUP = "Клуб «Компас»", "Осенний кубок"


# --- as a flat sheet


def flat(games: Sequence[Game], tells: Sequence[str]) -> dict[str, list[list[str]]]:
    """The games as a row a seat, and their rounds as a row an act; of what may be left out, what a look `tells`."""
    seats, acts = [], []
    for game in games:
        facts = {
            "date": str(game.day),
            "table": game.table,
            "game_no": str(game.number),
            "winner": game.winner,
            "judge": game.judge,
            "club": CLUB,
            "tournament": CUP,
        }
        for seat in game.seats:
            is_killed = seat == game.killed
            own = {
                "seat": str(seat),
                "player": game.players[seat - 1],
                "role": game.roles[seat - 1],
                "is_first_kill": "+" if is_killed else "",
                "best_move": " ".join(map(str, game.move)) if is_killed else "",
                "bonus_typed": game.bonus.get(seat, ""),
                "penalty_typed": game.penalty.get(seat, ""),
                "foul_count": str(game.fouls.get(seat, "")),
            }
            told = {**facts, **own}
            seats.append([told[name] if name in tells else "" for name in FLAT])
        if "rounds" in tells:
            acts += [[str(game.day), game.table, str(game.number), *act] for act in acts_of(game)]
    return {"Games": [list(FLAT), *seats], "Acts": [list(LOG), *acts]}


def acts_of(game: Game) -> Iterator[tuple[str, str, str, str]]:
    """What the rounds of a game tell, as phase, action, actor, targets."""
    for night, seat in game.kills.items():
        yield f"N{night}", "shot", "", str(seat or "")
        if seat:
            yield f"N{night}", "exit", "", str(seat)
    for role, checks in (("sheriff", game.sheriff), ("don", game.don)):
        for night, seat in checks.items():
            yield f"N{night}", "check", game.seat_of(role), str(seat)
    for day, seat in game.voted.items():
        if seat:
            yield f"D{day}", "exit", "", str(seat)


# --- pens


class Pen:
    """How words and figures are written."""

    def label(self, text: str) -> str:
        return text

    def word(self, text: str) -> str:
        return text

    def figure(self, text: str) -> str:
        return text

    def gap(self, usual: int) -> int:
        """Empty rows or columns between blocks, or before the first."""
        return usual


PLAIN = Pen()
_LOOK_ALIKE = str.maketrans("аеорсухАВЕКМНОРСТХ", "aeopcyxABEKMHOPCTX")


class Shaken(Pen):
    """The hand of a hurried person: spaces, colons, line breaks, Latin letters for Cyrillic ones, commas for points."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def _often(self) -> bool:
        return self._chance.random() < 0.3

    def label(self, text: str) -> str:
        text = self.word(text)
        if self._often():
            text = text.replace(" ", self._chance.choice(["\n", "\u00a0", "  "]))
        return text + (self._chance.choice([":", " :", "\u00a0", ": ", "\n"]) if self._often() else "")

    def word(self, text: str) -> str:
        if self._often():
            text = text.translate(_LOOK_ALIKE)
        if self._often():
            text = text.replace("ё", "е")
        if self._often():
            text = self._chance.choice([str.upper, str.lower])(text)
        return f" {text} " if self._often() else text

    def figure(self, text: str) -> str:
        return text.replace(".", ",") if self._often() else text

    def gap(self, usual: int) -> int:
        return usual + self._chance.choice([0, 0, 0, 1, 2])


# --- canvases


class Canvas:
    """Cells by row and column from 0, and the merged ones."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], str] = {}
        self.merged: list[tuple[int, int, int, int]] = []

    @property
    def height(self) -> int:
        return max([row for row, _ in self.cells] + [one[2] for one in self.merged], default=-1) + 1

    @property
    def width(self) -> int:
        return max([column for _, column in self.cells] + [one[3] for one in self.merged], default=-1) + 1

    def line(self, row: int, column: int, *texts: object) -> None:
        """Write texts side by side; None and an empty one leave the cell empty."""
        for at, text in enumerate(texts, column):
            if text not in (None, ""):
                self.cells[row, at] = str(text)

    def merge(self, row: int, column: int, text: str, width: int = 2, height: int = 1) -> None:
        self.line(row, column, text)
        self.merged.append((row, column, row + height - 1, column + width - 1))

    def paste(self, other: "Canvas", row: int, column: int) -> None:
        self.cells |= {(row + down, column + right): text for (down, right), text in other.cells.items()}
        self.merged += [(a + row, b + column, c + row, d + column) for a, b, c, d in other.merged]

    def rows(self) -> list[list[str]]:
        return [
            [self.cells.get((row, column), "") for column in range(self.width)] for row in range(self.height)
        ]


def in_rows(blocks: Sequence[Canvas], pen: Pen, a_row: int = 1, between: tuple[int, int] = (2, 1)) -> Canvas:
    """Blocks side by side, so many a row, and the rows under each other; `between` are empty rows and columns."""
    tab = Canvas()
    top = pen.gap(0)
    for start in range(0, len(blocks), a_row):
        left = pen.gap(0)
        row = blocks[start : start + a_row]
        for block in row:
            tab.paste(block, top, left)
            left += block.width + pen.gap(between[1])
        top += max(block.height for block in row) + pen.gap(between[0])
    return tab


def in_columns(blocks: Sequence[Canvas], pen: Pen, columns: int, between: tuple[int, int] = (2, 2)) -> Canvas:
    """Blocks in columns, each stacked by itself whatever the heights of its neighbours."""
    tab = Canvas()
    left = pen.gap(0)
    for start in range(columns):
        stack = in_rows(blocks[start::columns], pen, between=between)
        tab.paste(stack, 0, left)
        left += stack.width + pen.gap(between[1])
    return tab


# --- words

RU = {
    "date": "Дата",
    "table": "Стол",
    "game_no": "Игра №",
    "judge": "Ведущий",
    "winner": "Победа",
    "club": "Клуб",
    "tournament": "Турнир",
    "seat": "№",
    "player": "Игрок",
    "role": "Роль",
    "foul_count": "Фолы",
    "bonus_typed": "Доп",
    "penalty_typed": "Штраф",
    "is_first_kill": "ПУ",
    "best_move": "ЛХ",
    "night": "Ночь",
    "day": "День",
    "kills": "Убит",
    "sheriff_checks": "Шериф",
    "don_checks": "Дон",
    "voted": "Заголосован",
    "red": "Победа мирных",
    "black": "Победа мафии",
    "draw": "Ничья",
    "citizen": "Мирный",
    "sheriff": "Шериф",
    "mafia": "Мафия",
    "don": "Дон",
}
UK = {
    "date": "Дата",
    "table": "Стіл",
    "game_no": "Гра №",
    "judge": "Ведучий",
    "winner": "Перемога",
    "club": "Клуб",
    "tournament": "Турнір",
    "seat": "Місце",
    "player": "Гравець",
    "role": "Роль",
    "foul_count": "Фоли",
    "bonus_typed": "Дод. бали",
    "penalty_typed": "Штраф",
    "is_first_kill": "Перший вбитий",
    "best_move": "Кращий хід",
    "night": "Ніч",
    "day": "День",
    "kills": "Вбито",
    "sheriff_checks": "Перевірка шерифа",
    "don_checks": "Перевірка дона",
    "voted": "Заголосовано",
    "red": "Перемога Мирного міста",
    "black": "Перемога мафії",
    "draw": "Нічия",
    "citizen": "Мирний",
    "sheriff": "Шериф",
    "mafia": "Мафія",
    "don": "Дон",
}
LETTERS = {"citizen": "", "sheriff": "Ш", "mafia": "М", "don": "Д"}


class Form:
    """A protocol being written: a canvas, a pen, the words of a language."""

    def __init__(self, game: Game, pen: Pen, words: Mapping[str, str]) -> None:
        self.game, self.pen, self.words = game, pen, words
        self.canvas = Canvas()

    @property
    def next_row(self) -> int:
        return self.canvas.height

    def label(self, name: str) -> str:
        return self.pen.label(self.words[name])

    def day(self) -> str:
        return f"{self.game.day:%d.%m.%Y}"

    def table(self, row: int, columns: Sequence[str], role: Callable[[str], str] | None = None) -> None:
        """The header in a row and the seats under it; roles as words, if `role` does not tell them."""
        game, pen = self.game, self.pen
        told = role or (lambda one: pen.word(self.words[one]))
        self.canvas.line(row, 0, *(self.label(name) for name in columns))
        for seat in game.seats:
            said = {
                "seat": str(seat),
                "player": game.players[seat - 1],
                "role": told(game.roles[seat - 1]),
                "foul_count": str(game.fouls.get(seat, "")),
                "bonus_typed": pen.figure(game.bonus.get(seat, "")),
                "penalty_typed": pen.figure(game.penalty.get(seat, "")),
            }
            self.canvas.line(row + seat, 0, *(said[name] for name in columns))

    def rounds(self, row: int, first: int = 1) -> None:
        """The rows of nights and of days; values from column `first` on."""
        game = self.game
        of_nights = {"kills": game.kills, "sheriff_checks": game.sheriff, "don_checks": game.don}
        for head, told in (("night", of_nights), ("day", {"voted": game.voted})):
            if not (last := max((max(one, default=0) for one in told.values()), default=0)):
                continue
            self.canvas.line(row, 0, self.label(head))
            self.canvas.line(row, first, *range(1, last + 1))
            for name, by_number in told.items():
                row += 1
                self.canvas.line(row, 0, self.label(name))
                marks = {number: seat or "-" for number, seat in by_number.items()}
                self.canvas.line(row, first, *(marks.get(number) for number in range(1, last + 1)))
            row += 1

    def remarks(self, row: int) -> None:
        for seat, text in self.game.remarks.items():
            self.canvas.line(row, 0, seat, text)
            row += 1

    def mark(self, winner: str) -> str:
        return "+" if self.game.winner == winner else ""


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
    source: Mapping[str, object] = field(default_factory=dict)
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
    "marks and panel": Look(_evenings, (*_ALWAYS, "foul_count"), {"year": YEAR}),
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


def league_of(look: Look, ruleset: str = "4mafia", *, is_flat: bool = False) -> object:
    source = {"workbook": ["memory.xlsx"], "games": ["Games*"], **look.source}
    if is_flat:
        source["actions"] = ["Acts"]
    return a_league(source=source, ruleset={"name": ruleset})


# --- games


NICKS = [
    "Астра",
    "Буран",
    "Вольт",
    "Гранит",
    "Джем",
    "Ежевика",
    "Жук",
    "Зенит",
    "Ирис",
    "Комета",
    "Лютня",
    "Маяк",
    "Нектар",
    "Облако",
    "Парус",
]
LINE_UPS = {
    9: ["citizen"] * 6 + ["sheriff", "mafia", "don"],
    10: ["citizen"] * 6 + ["sheriff", "mafia", "mafia", "don"],
    11: ["citizen"] * 7 + ["sheriff", "mafia", "mafia", "don"],
}


def some_games(chance: random.Random, many: int, *, evenings: int = 2) -> list[Game]:
    """Games of several evenings, as chance has them."""
    days = sorted(chance.sample([dt.date(YEAR, 9, day) for day in range(1, 29)], evenings))
    return [_a_game(chance, days[at * evenings // many], at + 1) for at in range(many)]


def _a_game(chance: random.Random, day: dt.date, number: int) -> Game:
    seats = chance.choice([9, 10, 10, 10, 11])
    everyone = range(1, seats + 1)
    leaving = chance.sample(everyone, 6)
    kills = {night: chance.choice([0, leaving[night]]) for night in (2, 3)}
    killed = chance.choice([0, leaving[0]])
    moves = [one for one in everyone if one != killed]
    return Game(
        day,
        number,
        chance.sample(NICKS, seats),
        chance.sample(LINE_UPS[seats], seats),
        chance.choice(["red", "black", "draw"]),
        table=chance.choice(["1", "2"]),
        judge=chance.choice(["Полночь", "Старый Маяк"]),
        killed=killed,
        move=chance.choice([(), tuple(chance.sample(moves, 3))]) if killed else (),
        bonus={seat: chance.choice(["0.1", "0.2", "0.35"]) for seat in chance.sample(everyone, 3)},
        penalty=dict.fromkeys(chance.sample(everyone, chance.choice([0, 1])), "1"),
        fouls={seat: chance.choice([1, 2, 3]) for seat in chance.sample(everyone, 4)},
        kills={1: killed, **kills},
        sheriff={night: chance.choice(everyone) for night in (1, 2)},
        don={night: chance.choice(everyone) for night in (1, 3)},
        voted={1: chance.choice([0, leaving[4]]), 2: leaving[5]},
        remarks=chance.choice([{}, {chance.choice(everyone): "спорил с ведущим"}]),
    )
