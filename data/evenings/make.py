"""Make games.xlsx, two months of an invented club that rates evenings: September and October 2023.

Nobody of this club exists. The random numbers are seeded and the workbook's dates are fixed, so that the same script
always gives the same bytes. From the repository's root:

    python -m data.evenings.make [FILE]
"""

import datetime as dt
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from typing import NamedTuple

from data.writing import Book, add_choices

SEED = 375

FACTS = ("Дата", "Вечер", "Стол", "Игра", "Судья")
COUNTS = (
    "Нашёл чёрных", "Нашёл шерифа", "Спас мирных", "Спас шерифа", "Спас чёрных",
    "Забрал чёрных", "Забрал мирных", "Забрал шерифа", "Убил активных",
)  # fmt: skip
HEADERS = (*FACTS, "Место", "Игрок", "Роль", "Победа", "Выбыл", "Вес", *COUNTS, "Покинул стол")
WIDTHS = (11, 7, 6, 6, 16, 7, 21, 10, 10, 7, 6, *(14,) * len(COUNTS), 14)

CLUB = "Вечерний Квартал"
JUDGES = ("Дворник Лука", "Мадам Афиша", "Сонный Маяк", "Четвёртый Гудок")
PLAYERS = (
    "Blue Umbrella", "Captain Nap", "Mint Julep", "Ambra 7", "Аптекарь с Угла", "Бабушкин Сервиз", "Вишнёвый Штрудель",
    "Грач", "Два Билета", "Дежурный Фонарь", "Жук в Муравейнике", "Зелёная Калитка", "Изразец", "Каштановый Двор",
    "Кот Управдома", "Мостовая", "Ночная Булочная", "Окно Напротив", "Последний Трамвай", "Рыжий Чердак",
    "Сирень", "Старый Патефон", "Тётя Флюгер", "Угольщик", "Шарманка", "Этаж Седьмой", "Ялик",
)  # fmt: skip
REGULARS = 9  # the first so many of the list come to nearly every evening

LINE_UP = (  # the first so many roles as there are players
    "Шериф", "Дон", "Мафия", "Доктор", "Мирный", "Мирный", "Мирный", "Красотка", "Маньяк", "Мафия",
    "Мирный", "Мирный", "Мафия", "Мирный",
)  # fmt: skip
RED, BLACK = ("Мирный", "Шериф", "Доктор", "Красотка"), ("Мафия", "Дон")
ACTIVE = ("Мафия", "Дон", "Красотка", "Доктор", "Шериф")  # whom it pays the maniac to kill
WINNERS = ("Красные", "Чёрные", "Маньяк", "Ничья")

WEIGHTS = {7: 45, 8: 50, 9: 55, 10: 62.5, 11: 70, 12: 80, 13: 85, 14: 90}  # by players at the table
USUAL = 50  # of the first table, where the schedule says nothing of the evening


class Plan(NamedTuple):
    """A table of an evening: the players of each game, and where the weights of its games stand."""

    date: str
    players: tuple[int, ...]
    weights: str = "evening"
    table: int = 1
    after_midnight: int = 99  # the first game of the next day


# Weights: `usual` of the table alone; `evening` of the evening's table; `games`, `typed` and `both`: where a game has
# fewer players than the fullest, one of its own in the schedule, on the game, or, the second over the first, in both.
PLANS = (
    Plan("2023-09-01", (8, 8, 8, 8)),
    Plan("2023-09-05", (7, 7, 7, 7, 7), "usual"),
    Plan("2023-09-08", (9, 10, 10, 10), "games"),
    Plan("2023-09-12", (8, 8, 8, 8), "usual"),
    Plan("2023-09-15", (10, 10, 10, 10), after_midnight=3),
    Plan("2023-09-19", (7, 8, 8, 8, 8), "typed"),
    Plan("2023-09-22", (12, 13), "games"),
    Plan("2023-09-26", (9, 9, 9), "usual"),
    Plan("2023-09-29", (10, 11, 11), "both"),
    Plan("2023-10-03", (8, 8, 8, 8, 8)),
    Plan("2023-10-06", (9, 9, 9, 9), "usual"),
    Plan("2023-10-10", (7, 7, 8, 8), "both"),
    Plan("2023-10-13", (13, 14, 14), "typed"),
    Plan("2023-10-17", (10, 10, 10)),
    Plan("2023-10-20", (7, 7, 10, 10), "typed"),
    Plan("2023-10-20", (12, 12), table=2),  # three of these go on at the other table
    Plan("2023-10-24", (9, 9, 9, 9), "usual"),
    Plan("2023-10-27", (11, 12), "games"),
    Plan("2023-10-31", (8, 8, 8, 8, 8)),
)


@dataclass
class Seat:
    """One player in one game, as the sheet has it."""

    number: int
    player: str
    role: str
    exit: str = ""
    left: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def kind(self) -> str:
        """The word for this seat in a column of saved or taken players."""
        return "шерифа" if self.role == "Шериф" else "мирных" if self.role in RED else "чёрных"


@dataclass
class Game:
    """One game: its facts and its seats."""

    date: dt.datetime
    evening: str
    table: int
    number: int
    judge: str
    weight: float | None
    winner: str = ""
    seats: list[Seat] = field(default_factory=list)


def pick(rng: random.Random, weights: dict[str, float], count: int) -> list[str]:
    """Draw without putting back, the heavy ones first."""
    return sorted(weights, key=lambda one: rng.random() ** (1 / weights[one]), reverse=True)[:count]


class Play:
    """One playing of a game, phase by phase, until somebody has won."""

    def __init__(self, rng: random.Random, talent: dict[str, float], players: Sequence[str]) -> None:
        self.rng, self.talent = rng, talent
        roles = rng.sample(LINE_UP[: len(players)], len(players))
        self.seats = [Seat(number, *both) for number, both in enumerate(zip(players, roles, strict=True), 1)]
        self.checked: set[int] = set()  # by the sheriff
        self.asked: set[int] = set()  # by the don
        self.winner = ""
        for phase in (f"{kind}{number}" for number in range(1, 15) for kind in "НД"):
            self.night(phase) if phase.startswith("Н") else self.day(phase)
            self.winner = self.won()
            if self.winner:
                break

    def alive(self, *roles: str) -> list[Seat]:
        """Give those who still sit at the table, of some roles or all."""
        return [s for s in self.seats if not s.exit and not s.left and (not roles or s.role in roles)]

    def choose(self, seats: Iterable[Seat], heavy: Iterable[int] = (), by: float = 1) -> Seat | None:
        """Draw one of some seats: the talented are seen more, and some by a factor."""
        weights = {s.number: exp(self.talent[s.player]) * (by if s.number in heavy else 1) for s in seats}
        number = self.rng.choices([*weights], [*weights.values()])[0] if weights else 0
        return self.seats[number - 1] if number else None

    def acts(self, role: str, *, of: Iterable[int] = ()) -> tuple[Seat | None, Seat | None]:
        """Give who has a role, if alive, and whom he goes to: anybody but himself and the seats `of` before."""
        actor = next(iter(self.alive(role)), None)
        return actor, self.choose(s for s in self.alive() if actor and s is not actor and s.number not in of)

    def night(self, phase: str) -> None:
        """Shoot, heal, visit and check, all at once; then see who is gone."""
        doctor, healed = self.acts("Доктор")
        beauty, visited = self.acts("Красотка")
        maniac, cut = self.acts("Маньяк")
        known = [s.number for s in self.seats if s.role == "Шериф" and s.number in self.asked]
        targets = self.alive("Маньяк", *RED) if self.alive(*BLACK) and self.rng.random() < 0.93 else []
        shot = self.choose(targets, known, 8)
        self.check()
        shots = [s for s in (shot, cut) if s]
        gone = [s for s in shots if s is not healed]
        if beauty in gone:
            gone += [visited] if visited else []
        else:
            gone = [s for s in gone if s is not visited]
        saved = [s for s in shots if s not in gone]
        if doctor and healed in saved:
            doctor.counts[f"Спас {healed.kind}"] += 1
        if beauty and visited in saved and visited.role in RED:
            beauty.counts[f"Спас {visited.kind}"] += 1
        if beauty in gone and beauty and visited:
            beauty.counts[f"Забрал {visited.kind}"] += 1
        if maniac and cut in gone and cut.role in ACTIVE:
            maniac.counts["Убил активных"] += 1
        for seat in gone:
            seat.exit = phase

    def check(self) -> None:
        """Let the sheriff look for the black and the don for the sheriff."""
        sheriff, suspect = self.acts("Шериф", of=self.checked)
        if sheriff and suspect:
            self.checked.add(suspect.number)
            sheriff.counts["Нашёл чёрных"] += suspect.role not in RED
        known = {s.number for s in self.seats if s.role in BLACK} | self.asked
        don, asked = self.acts("Дон", of=known)
        if don and asked and not don.counts["Нашёл шерифа"]:
            self.asked.add(asked.number)
            don.counts["Нашёл шерифа"] += asked.role == "Шериф"

    def day(self, phase: str) -> None:
        """Vote somebody out, nearly always; before it, now and then, somebody has to leave the table."""
        if self.rng.random() < 0.012:
            self.rng.choice(self.alive()).left = True
        others = [s.number for s in self.alive() if s.role not in RED]
        found = [number for number in others if number in self.checked]
        out = self.choose(self.alive(), found or others, 6 if found else 1.9)
        if out and self.rng.random() < 0.9:
            out.exit = phase

    def won(self) -> str:
        """Tell who has won by now, if anybody; `?` where nobody is left to win."""
        red, black, maniac = (len(self.alive(*roles)) for roles in (RED, BLACK, ("Маньяк",)))
        if not black:
            return ("Красные" if red else "?") if not maniac else "Маньяк" if red < 2 else ""
        if maniac:
            return "Ничья" if not red and black == 1 else "Чёрные" if black > red + 1 else ""
        return "Чёрные" if black >= red else ""


def play(rng: random.Random, talent: dict[str, float], players: Sequence[str]) -> Play:
    """Play until somebody wins; a game that nobody outlives is played anew."""
    while True:
        one = Play(rng, talent, players)
        if one.winner in WINNERS:
            return one


def season(seed: int = SEED) -> tuple[list[Game], list[tuple[object, ...]]]:
    """Play both months: the games, and the rows of the schedule."""
    rng = random.Random(seed)
    talent = {name: rng.gauss(0, 0.5) for name in PLAYERS}
    zeal = {name: 2.5 if number < REGULARS else 0.4 for number, name in enumerate(PLAYERS)}
    dates = sorted({plan.date for plan in PLANS})
    names = {date: f"E{number:02}" for number, date in enumerate(dates, 1)}
    present = {date: pick(rng, zeal, sum(max(p.players) for p in PLANS if p.date == date)) for date in dates}
    games: list[Game] = []
    schedule: list[tuple[object, ...]] = [(None, None, 1, None, USUAL)]
    for plan in PLANS:
        day, evening, fullest = dt.datetime.fromisoformat(plan.date), names[plan.date], max(plan.players)
        if plan.weights != "usual":  # past midnight the date is another: there the evening's name must do
            first = day if plan.after_midnight > len(plan.players) else None
            schedule.append((first, evening, plan.table, None, WEIGHTS[fullest]))
        judge = rng.choice(JUDGES)
        for number, count in enumerate(plan.players, 1):
            here = present[plan.date][0 if plan.table == 1 else 7 :][:count]
            one = play(rng, talent, rng.sample(here, count))
            date = day + dt.timedelta(number >= plan.after_midnight)
            own = plan.weights if count < fullest else ""
            if own in ("games", "both"):  # what is typed over was planned for a player less
                planned = WEIGHTS[count] - (5 if own == "both" else 0)
                schedule.append((date, evening, plan.table, number, planned))
            weight = WEIGHTS[count] if own in ("typed", "both") else None
            games.append(Game(date, evening, plan.table, number, judge, weight, one.winner, one.seats))
    return games, schedule


def write_games(book: Book, month: str, games: Sequence[Game]) -> None:
    """Write a month's tab; October tells the facts once a game, and a game's weight is always told once."""
    sheet = book.sheet(f"Игры {month}", HEADERS, WIDTHS)
    numbers = {"Дата": "dd.mm.yyyy", "Игрок": "@"}
    for row, (game, seat) in enumerate(((one, seat) for one in games for seat in one.seats), 1):
        values = (
            game.date, game.evening, game.table, game.number, game.judge, seat.number, seat.player, seat.role,
            game.winner, seat.exit, game.weight, *(seat.counts[title] or None for title in COUNTS),
            "да" if seat.left else "",
        )  # fmt: skip
        for column, (title, value) in enumerate(zip(HEADERS, values, strict=True)):
            look = book.look(
                num_format=numbers.get(title, "General"), top=2 if seat.number == 1 else 4,
                align="left" if title in ("Судья", "Игрок") else "center",
            )  # fmt: skip
            is_once = title == "Вес" or (month == "2023-10" and title in (*FACTS, "Победа"))
            sheet.write(row, column, value if seat.number == 1 or not is_once else None, look)
    add_choices(sheet, row, HEADERS, {"Роль": dict.fromkeys(LINE_UP), "Победа": WINNERS})


def write_schedule(book: Book, rows: Sequence[Sequence[object]]) -> None:
    """Write the tab of the tables: what one point gives; an empty cell stands for any date, evening or game."""
    sheet = book.sheet("Столы", ("Дата", "Вечер", "Стол", "Игра", "Вес"), (11, 7, 6, 6, 7))
    for number, row in enumerate(rows, 1):
        sheet.write_row(number, 0, row, book.look(align="center"))
        sheet.write(number, 0, row[0], book.look(align="center", num_format="dd.mm.yyyy"))


def make(path: Path) -> None:
    """Write the sample workbook to a path."""
    games, schedule = season()
    book = Book(
        path,
        "#2B3A2E",
        dt.datetime(2023, 11, 1, 12, 0, 0),
        title=f"{CLUB}: игры, осень 2023",
        author=CLUB,
        comments="Пример: клуб, игроки и игры вымышлены.",
    )
    for month in sorted({f"{game.date:%Y-%m}" for game in games}):
        write_games(book, month, [game for game in games if f"{game.date:%Y-%m}" == month])
    write_schedule(book, schedule)
    book.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
