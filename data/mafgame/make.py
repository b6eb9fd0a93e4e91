"""Make games.xlsx, an invented tournament under the MAFGAME rules: a main stage of 60 players and a final of ten.

Nobody of this tournament exists. The random numbers are seeded and the workbook's dates are fixed, so that the same
script always gives the same bytes. From the repository's root:

    python -m data.mafgame.make [FILE]
"""

import datetime as dt
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from data.classic import Game, Seat, Words, blacks, give_bonuses, play, rounds
from data.writing import Book, add_choices

SEED = 304

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

RED, BLACK = ("Мирный", "Шериф"), ("Мафия", "Дон")
WINNERS = ("Красные", "Чёрные", "Ничья")
WORDS = Words(("Мирный",) * 6 + ("Шериф", "Мафия", "Мафия", "Дон"), RED, BLACK, WINNERS)

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


def befall(rng: random.Random, talent: dict[str, float], games: Sequence[Game]) -> None:
    """Put the generous games and the incidents of a stage into games that suit them, one in a game at most."""
    stage = games[0].stage
    open_games = [game for game in games if not game.is_draw]
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
        seats = [Seat(seat, name) for seat, name in enumerate(names, 1)]
        date = FIRST_DAY + dt.timedelta(day)
        game = Game(words=WORDS, date=date, stage=stage, table=table, number=number, judge=judge, seats=seats)
        return play(rng, talent, game, shot_at_black=0.03)

    main = [
        meet(int(number > ROUNDS // 2), MAIN, table + 1, number, judge, order[table * 10 : table * 10 + 10])
        for number, order in enumerate(rounds(rng, PLAYERS, ROUNDS), 1)
        for table, judge in enumerate(JUDGES)
    ]
    befall(rng, talent, main)
    ten = best(main)
    final = [meet(2, FINAL, 1, n, CHIEF_JUDGE, rng.sample(ten, 10)) for n in range(1, FINAL_GAMES + 1)]
    befall(rng, talent, final)
    return {MAIN: main, FINAL: final}


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
    add_choices(sheet, row, HEADERS, {"Роль": dict.fromkeys(WORDS.roles), "Победа": WINNERS})


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
    book = Book(
        path,
        "#1F2A44",
        dt.datetime(2025, 2, 18, 12, 0, 0),
        title=f"{TOURNAMENT} 2025: игры",
        author=TOURNAMENT,
        comments="Пример: турнир, игроки и игры вымышлены.",
    )
    for stage, games in stages.items():
        write_games(book, stage, games)
    write_players(book)
    write_schedule(book, stages[MAIN])
    book.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
