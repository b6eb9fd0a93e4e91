"""Games told once, to be written down twice: as a flat sheet with a log of acts, and as forms of several looks.

A `PLAIN` pen writes as one should; a `Shaken` one as people do.
"""

import datetime as dt
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheets import a_league

from pipelines import league

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


def a_club(ruleset: str = "4mafia", *, year: int = YEAR, **source: object) -> league.League:
    """The league of a club whose tabs of games begin with Games."""
    return a_league(
        source={"workbook": ["memory.xlsx"], "games": ["Games*"], "year": year, **source},
        ruleset={"name": ruleset},
    )


# --- games


NICKS = "Астра Буран Вольт Гранит Джем Ежевика Жук Зенит Ирис Комета Лютня Маяк Нектар Облако Парус".split()  # noqa: SIM905 - a list of fifteen would take as many lines
LINE_UPS = {
    9: ["citizen"] * 6 + ["sheriff", "mafia", "don"],
    10: ["citizen"] * 6 + ["sheriff", "mafia", "mafia", "don"],
    11: ["citizen"] * 7 + ["sheriff", "mafia", "mafia", "don"],
}


def some_games(chance: random.Random, many: int, *, evenings: int = 2, year: int = YEAR) -> list[Game]:
    """Games of several evenings, as chance has them."""
    days = sorted(chance.sample([dt.date(year, 9, day) for day in range(1, 29)], evenings))
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
