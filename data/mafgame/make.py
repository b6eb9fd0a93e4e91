"""Make games.xlsx, an invented tournament under the MAFGAME rules: a main stage of 60 players and a final of ten.

Nobody of this tournament exists. The random numbers are seeded and the workbook's dates are fixed, so that the same
script always gives the same bytes. From the repository's root:

    python data/mafgame/make.py [FILE]
"""

import datetime as dt
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import exp
from pathlib import Path

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

SEED = 304
MADE_WITH = "3.3.1"  # of XlsxWriter: another version may lay out the same workbook in other bytes

HEADERS = (
    "Дата", "Турнир", "Этап", "Стол", "Игра", "Судья", "Место", "Игрок", "Роль", "Победа",
    "ПУ", "ЛХ", "Доп", "Штраф", "Причина", "Удаление", "ППК", "Согласовано",
)  # fmt: skip
GAME_FACTS = {"Дата", "Турнир", "Этап", "Стол", "Игра", "Судья", "Победа"}
WIDTHS = (11, 16, 14, 6, 6, 16, 7, 21, 9, 10, 5, 8, 6, 8, 34, 10, 6, 13)

TOURNAMENT = "Кубок Полуночи"
MAIN, FINAL = "основной этап", "финал"
TABS = {MAIN: "Основной этап", FINAL: "Финал"}
FIRST_DAY = dt.datetime(2025, 2, 15)
ROUNDS, FINAL_GAMES, FINALISTS = 12, 14, 10
JUDGES = ("Белый Свисток", "Госпожа Пауза", "Секундомер", "Пан Регламент", "Madam Gavel", "Третий Гонг")
CHIEF_JUDGE = "Главный Маятник"

PLAYERS = (
    "404", "Blue Teapot", "Dr. Oregano", "Lazy Pixel", "Marmalade Fox", "Nimbus 12", "Old Lantern",
    "Pepper & Salt", "Quiet Cactus", "Абрикосовый Сад", "Барон Картошкин", "Бумажный Тигр", "Ванильный Дым",
    "Вечерний Звон", "Гвоздика в Петлице", "Глухой Телефон", "Гранатовый Браслет", "Граф Кефир", "Дядя Шторм",
    "Ёжик без Тумана", "Железный Аргумент", "Жёлтая Подводная", "Запасной Выход", "Зимний Трамвай",
    "Каменный Гость", "Карамболь", "Клюквенный Морс", "Кукушкин Лён", "Ласточкин Хвост", "Лунный Заяц",
    "Мадам Тишина", "Мокрый Асфальт", "Ночной Сторож", "Нулевой Пациент", "Осенний Лист", "Перекати-поле",
    "Полдень", "Полярный Экспресс", "Попутный Ветер", "Последняя Парта", "Птица Говорун", "Пятая Пуговица",
    "Ртутный Столбик", "Скрипичный Ключ", "Смородина", "Сорок Сорок", "Спящий Вулкан", "Сто Тринадцать",
    "Стеклянный Шар", "Сухой Порох", "Тихий Омут", "Третий Звонок", "Тринадцатый Стул", "Туманная Дымка",
    "Фонарщик", "Ход Конём", "Хрустальный Башмак", "Чайный Гриб", "Чертополох", "Шаровая Молния",
)  # fmt: skip
ALIASES = {"Полярный Экспресс": "Экспресс", "Гвоздика в Петлице": "Гвоздика"}
UNREGISTERED = ("Old Lantern", "Осенний Лист", "Чайный Гриб")  # came in at the door, no time was noted

ROLES = ("Мирный",) * 6 + ("Шериф", "Мафия", "Мафия", "Дон")
RED, BLACK = ("Мирный", "Шериф"), ("Мафия", "Дон")
WINNERS = ("Красные", "Чёрные", "Ничья")

# Stage, whom it hits, whether the player's team lost, reason, typed figure in tenths, Удаление, ППК, Согласовано.
INCIDENTS = (
    (MAIN, ("Шериф",), True, "пропуск проверки шерифом", -2, "", "", ""),
    (MAIN, ("Дон",), True, "пропуск проверки доном", -2, "", "", ""),
    (MAIN, BLACK, True, "промах", -2, "", "", ""),
    (MAIN, RED, True, "невыставление в угадайке", -2, "", "", ""),
    (MAIN, RED, True, "ложное вскрытие", -4, "", "", ""),
    (MAIN, RED, True, "критическая ошибка на голосовании", -4, "", "", ""),
    (MAIN, RED, True, "критическая ошибка на голосовании", None, "", "", ""),  # the reason's own figure
    (MAIN, ("Шериф",), True, "ошибка шерифа", -4, "", "", ""),
    (MAIN, BLACK, True, "ошибка чёрных", -4, "", "", ""),
    (MAIN, RED, True, "иное", -2, "", "", "да"),
    (MAIN, RED, True, "", -6, "", "", ""),
    (MAIN, RED, False, "", -2, "", "", ""),
    (MAIN, RED, True, "", None, "да", "", ""),
    (MAIN, RED, False, "", None, "да", "", ""),
    (MAIN, BLACK, True, "", None, "да", "да", ""),
    (FINAL, BLACK, True, "промах", -2, "", "", ""),
    (FINAL, BLACK, True, "невыставление в угадайке", -2, "", "", ""),
    (FINAL, RED, True, "критическая ошибка на голосовании", -4, "", "", ""),
    (FINAL, RED, True, "иное", -4, "", "", "да"),
    (FINAL, RED, True, "", None, "", "да", ""),
)
# Games in which the chief judge let more be given: stage, players with a bonus, their sum in tenths.
GENEROUS = ((MAIN, 6, 16), (MAIN, 5, 19), (MAIN, 6, 20), (FINAL, 6, 18))


@dataclass
class Seat:
    """One player in one game, as the sheet has it. Bonus and penalty are in tenths of a point."""

    number: int
    player: str
    role: str
    first_kill: bool = False
    move: str | int | None = None
    bonus: int | None = None
    penalty: int | None = None
    reason: str = ""
    removal: str = ""
    ppk: str = ""
    approved: str = ""


@dataclass
class Game:
    """One game: its facts and ten seats."""

    date: dt.datetime
    stage: str
    table: int
    number: int
    judge: str
    winner: str
    seats: list[Seat]

    def won(self, seat: Seat) -> bool:
        """Tell whether the seat's team won."""
        return self.winner == ("Чёрные" if seat.role in BLACK else "Красные")


def pick(rng: random.Random, weights: dict[int, float], count: int) -> list[int]:
    """Draw without putting back, the heavy ones first."""
    return sorted(weights, key=lambda one: rng.random() ** (1 / weights[one]), reverse=True)[:count]


def rounds(rng: random.Random) -> Iterator[list[str]]:
    """Seat everybody for each round, table after table: of some drawings that with the fewest old opponents and seats."""
    seen: Counter[object] = Counter()

    def traces(order: Sequence[str]) -> Iterator[object]:
        yield from ((name, place % 10) for place, name in enumerate(order))
        for first in range(0, len(order), 10):
            yield from map(frozenset, combinations(order[first : first + 10], 2))

    for _ in range(ROUNDS):
        drawings = [rng.sample(PLAYERS, len(PLAYERS)) for _ in range(60)]
        order = min(drawings, key=lambda drawn: sum(seen[trace] ** 2 for trace in traces(drawn)))
        seen.update(traces(order))
        yield order


def play(rng: random.Random, talent: dict[str, float], game: Game) -> Game:
    """Deal the roles, play the game, and let the judge fill in the sheet."""
    for seat, role in zip(game.seats, rng.sample(ROLES, 10), strict=True):
        seat.role = role
    red, black = (sum(talent[s.player] for s in game.seats if s.role in team) for team in (RED, BLACK))
    edge = red / 7 - black / 3
    game.winner = WINNERS[rng.random() > 1 / (1 + exp(-1.5 * edge))]
    if rng.random() < 0.03:
        game.winner = "Ничья"
    kill(rng, talent, game)
    if game.winner != "Ничья":
        give_bonuses(rng, talent, game, rng.choice((2, 3, 3, 4, 4, 5)), range(1, 17))
    return game


def kill(rng: random.Random, talent: dict[str, float], game: Game) -> None:
    """Let the mafia shoot in the first night, and a red victim name three seats, or not."""
    if rng.random() < 0.1:
        return
    shot_black = rng.random() < 0.03
    targets = {s.number: exp(talent[s.player]) for s in game.seats if (s.role in BLACK) == shot_black}
    victim = game.seats[pick(rng, targets, 1)[0] - 1]
    victim.first_kill = True
    if shot_black or rng.random() < 0.15:
        return
    insight = exp(0.6 + talent[victim.player])
    suspects = {s.number: insight if s.role in BLACK else 1 for s in game.seats if s is not victim}
    named = pick(rng, suspects, 3)
    victim.move = blacks(game, named) if rng.random() < 0.15 else " ".join(map(str, sorted(named)))


def blacks(game: Game, numbers: Sequence[int]) -> int:
    """Count the black among some seats."""
    return sum(game.seats[number - 1].role in BLACK for number in numbers)


def give_bonuses(rng: random.Random, talent: dict[str, float], game: Game, count: int, total: range) -> None:
    """Share out the judge's points anew: to so many players, with a sum within the range."""
    weights = {s.number: exp(talent[s.player]) * (2.5 if game.won(s) else 1) for s in game.seats}
    seats = [game.seats[number - 1] for number in pick(rng, weights, count)]
    figures = [0]
    while sum(figures) not in total:
        figures = [rng.choice((2, 2, 3, 3, 4, 5, 6, 9) if game.won(s) else (1, 1, 2, 2, 3, 5)) for s in seats]
    for seat in game.seats:
        seat.bonus = dict(zip((s.number for s in seats), figures, strict=True)).get(seat.number)


def befall(rng: random.Random, talent: dict[str, float], games: Sequence[Game]) -> None:
    """Put the generous games and the incidents of a stage into games that suit them, one in a game at most."""
    stage = games[0].stage
    open_games = [game for game in games if game.winner != "Ничья"]
    for _, count, total in (one for one in GENEROUS if one[0] == stage):
        game = open_games.pop(rng.randrange(len(open_games)))
        give_bonuses(rng, talent, game, count, range(total, total + 1))
        max(game.seats, key=lambda s: s.bonus or 0).approved = "да"
    for _, roles, lost, *marks in (one for one in INCIDENTS if one[0] == stage):
        game, seat = rng.choice([
            (game, seat) for game in open_games for seat in game.seats
            if seat.role in roles and game.won(seat) != lost and not seat.bonus and not seat.first_kill
        ])  # fmt: skip
        open_games.remove(game)
        seat.reason, seat.penalty, seat.removal, seat.ppk, seat.approved = marks


def best(games: Sequence[Game]) -> list[str]:
    """Name the finalists, the best of the main stage: by score, then by additional points. In thousandths of a point."""
    kills = Counter(s.player for game in games for s in game.seats if s.first_kill)
    score: Counter[str] = Counter()
    additional: Counter[str] = Counter()
    figures = {reason: figure for *_, reason, figure, _, _, _ in INCIDENTS if reason and figure}
    for game in games:
        for s in game.seats:
            extra = 100 * (s.bonus or 0)
            if s.first_kill and s.move is not None:
                named = s.move if isinstance(s.move, int) else blacks(game, [*map(int, s.move.split())])
                extra += (0, 0, 250, 400)[named]
            main = 750 * game.won(s)
            if s.first_kill and s.role in RED and game.winner == "Чёрные":
                main += 400 * min(kills[s.player], 5) // 5  # 5 is 40 % of the twelve games
            removal = 750 if s.ppk else 500 if s.removal else 0
            score[s.player] += main + extra + 100 * (s.penalty or figures.get(s.reason, 0)) - removal
            additional[s.player] += extra
    return sorted(score, key=lambda name: (score[name], additional[name]), reverse=True)[:FINALISTS]


def tournament(seed: int = SEED) -> dict[str, list[Game]]:
    """Play both stages."""
    rng = random.Random(seed)
    talent = {name: rng.gauss(0, 0.6) for name in PLAYERS}

    def meet(day: int, stage: str, table: int, number: int, judge: str, names: Sequence[str]) -> Game:
        seats = [Seat(seat, name, "") for seat, name in enumerate(names, 1)]
        return play(rng, talent, Game(FIRST_DAY + dt.timedelta(day), stage, table, number, judge, "", seats))

    main = [
        meet(int(number > ROUNDS // 2), MAIN, table + 1, number, judge, order[table * 10 : table * 10 + 10])
        for number, order in enumerate(rounds(rng), 1)
        for table, judge in enumerate(JUDGES)
    ]
    befall(rng, talent, main)
    ten = best(main)
    final = [meet(2, FINAL, 1, n, CHIEF_JUDGE, rng.sample(ten, 10)) for n in range(1, FINAL_GAMES + 1)]
    befall(rng, talent, final)
    return {MAIN: main, FINAL: final}


class Book(xlsxwriter.Workbook):
    """The workbook being written; `look` makes each format once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, {"in_memory": True})
        self.look = cache(lambda **properties: self.add_format(properties))
        self.set_properties({
            "title": f"{TOURNAMENT} 2025: игры",
            "author": TOURNAMENT,
            "comments": "Пример: турнир, игроки и игры вымышлены.",
            "created": dt.datetime(2025, 2, 18, 12, 0, 0),
        })  # fmt: skip

    def sheet(self, tab: str, titles: Sequence[str], widths: Sequence[int]) -> Worksheet:
        """Add a tab with its header row."""
        sheet = self.add_worksheet(tab)
        look = self.look(bold=True, bg_color="#1F2A44", font_color="#FFFFFF", align="center", border=1)
        sheet.write_row(0, 0, titles, look)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.freeze_panes(1, 0)
        return sheet


def write_games(book: Book, stage: str, games: Sequence[Game]) -> None:
    """Write one stage's tab; the final's tells the facts once a game, the second day has some nicknames short."""
    sheet = book.sheet(TABS[stage], HEADERS, WIDTHS)
    numbers = {"Дата": "dd.mm.yyyy", "Игрок": "@", "ЛХ": "@", "Доп": "0.0", "Штраф": "0.0"}
    for row, (game, seat) in enumerate(((one, seat) for one in games for seat in one.seats), 1):
        short = ALIASES if game.date == FIRST_DAY + dt.timedelta(1) else {}
        values = (
            game.date, TOURNAMENT, stage, game.table, game.number, game.judge, seat.number,
            short.get(seat.player, seat.player), seat.role, game.winner, "+" if seat.first_kill else "",
            seat.move, seat.bonus and seat.bonus / 10, seat.penalty and seat.penalty / 10, seat.reason,
            seat.removal, seat.ppk, seat.approved,
        )  # fmt: skip
        for column, (title, value) in enumerate(zip(HEADERS, values, strict=True)):
            look = book.look(
                num_format=numbers.get(title, "General"), top=2 if seat.number == 1 else 4,
                align="left" if title in ("Судья", "Игрок", "Причина") else "center",
            )  # fmt: skip
            is_shown = seat.number == 1 or stage == MAIN or title not in GAME_FACTS
            sheet.write(row, column, value if is_shown else None, look)
    for title, words in (("Роль", dict.fromkeys(ROLES)), ("Победа", WINNERS)):
        column = HEADERS.index(title)
        sheet.data_validation(1, column, row, column, {"validate": "list", "source": list(words)})


def write_players(book: Book) -> None:
    """Write the players tab, in alphabetical order: who registered when."""
    sheet = book.sheet("Игроки", ("Игрок", "Регистрация", "Псевдонимы"), (22, 18, 18))
    text, time = book.look(num_format="@"), book.look(num_format="dd.mm.yyyy hh:mm")
    minutes = random.Random(SEED).sample(range(20 * 24 * 60), len(PLAYERS))
    for row, (name, minute) in enumerate(zip(PLAYERS, minutes, strict=True), 1):
        when = dt.datetime(2025, 1, 20, 9, 0) + dt.timedelta(minutes=minute)
        sheet.write(row, 0, name, text)
        sheet.write(row, 1, None if name in UNREGISTERED else when, time)
        sheet.write(row, 2, ALIASES.get(name), text)


def write_schedule(book: Book, games: Sequence[Game]) -> None:
    """Write the tab that hung in the hall, which no rating is made of: who sits where."""
    titles = ("Раунд", "Стол", *(f"Место {number}" for number in range(1, 11)))
    sheet = book.sheet("Расписание", titles, (10, 8, *(21,) * 10))
    for row, game in enumerate(games, 1):
        words = (f"Раунд {game.number}", f"Стол {game.table}", *(seat.player for seat in game.seats))
        sheet.write_row(row, 0, words, book.look(num_format="@"))


def make(path: Path) -> None:
    """Write the sample workbook to a path."""
    stages = tournament()
    book = Book(path)
    for stage, games in stages.items():
        write_games(book, stage, games)
    write_players(book)
    write_schedule(book, stages[MAIN])
    book.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
