"""Make games.xlsx, two months of an invented club under the DeMafia rules: March with a log of acts, April without.

Nobody of this club exists. The random numbers are seeded and the workbook's dates are fixed, so that the same
script always gives the same bytes. From the repository's root:

    python -m data.demafia.make [FILE]
"""

import datetime as dt
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path

from xlsxwriter.worksheet import Worksheet

from data.writing import Book, add_choices

SEED = 913

CLUB = "Тиха Гавань"
HITS, FIRST, LETHAL, FOUND, SAVES, CHECKS, VOTES, ORATORY = FIGURES = (
    "Влучні постріли", "Перші візити", "Летальні візити", "Знайшла шерифа", "Сейви", "Знайшов чорних",
    "Влучні голоси", "Виправдання",
)  # fmt: skip
HEADERS = (
    "Дата", "Стіл", "Гра", "Ведучий", "Місце", "Гравець", "Роль", "Перемога", "MVP", "Кращий хід",
    "Дискваліфікація", "Вибув", *FIGURES,
)  # fmt: skip
WIDTHS = (11, 6, 6, 15, 7, 19, 10, 10, 6, 11, 16, 8, *(16,) * len(FIGURES))
LOG_HEADERS = ("Дата", "Стіл", "Гра", "Фаза", "Дія", "Хто", "Кого")
LOG_WIDTHS = (11, 6, 6, 7, 13, 6, 8)
SHOT, CHECK, HEAL, VISIT, VOTE, EXIT, SHOOTOUT, JUSTIFIED, REMOVED = ACTIONS = (
    "постріл", "перевірка", "лікування", "візит", "голос", "вибув", "перестрілка", "виправданий", "вилучений",
)  # fmt: skip

CITIZEN, SHERIFF, DOCTOR, MANIAC, MAFIA, BOSS, LOVER = ROLES = (
    "Мирний", "Шериф", "Лікар", "Маніяк", "Мафія", "Бос", "Коханка",
)  # fmt: skip
BLACK = (MAFIA, BOSS, LOVER)
RED_WIN, BLACK_WIN, DRAW = WINNERS = ("Червоні", "Чорні", "Нічия")
LAST_DAY = 5  # after it the harbour closes: a game that is not over is a draw

MARCH = tuple(dt.datetime(2024, 3, day) for day in (1, 8, 15, 22))
APRIL = tuple(dt.datetime(2024, 4, day) for day in (5, 12, 19, 26))
TABLES = ((1, 1), (2, 1), (1, 2))  # table and number of an evening's games
HOSTS = ("Пан Швартов", "Пані Ватерлінія", "Боцман Тиша")
REMOVAL = (MARCH[2], 2, 1)  # the game in which the host sends somebody away, on the second day

PLAYERS = (
    "Балтійський Чай", "Вечірній Бриз", "Дядько Якір", "Зелений Буй", "Іржавий Компас", "Капітан Кориця",
    "Крива Щогла", "Лимонна Мушля", "Маяк-17", "Мідний Дзвін", "Морська Капуста", "Ні Риба Ні М'ясо",
    "Останній Пором", "Паперовий Кораблик", "Пекельний Кок", "Північний Вусик", "Полин", "Рудий Кіт Шкіпера",
    "Синя Парасоля", "Сіль і Перець", "Солоний Огірок", "Сонний Лоцман", "Старий Причал", "Тінь Чайки",
    "Туман о Шостій", "Фарватер", "Якийсь Юнга", "Captain Nobody", "Lost Anchor", "Tuna Sandwich",
)  # fmt: skip


@dataclass
class Seat:
    """One player in one game: what the sheet has of it, and how the votes went (True: against the other team)."""

    number: int
    player: str
    role: str
    left: str = ""
    figures: Counter[str] = field(default_factory=Counter)
    votes: list[bool] = field(default_factory=list)
    mvp: str = ""
    fine_move: str = ""
    disqualified: str = ""

    @property
    def black(self) -> bool:
        """Tell the seat's team."""
        return self.role in BLACK


@dataclass
class Game:
    """One game: its facts, its seats, its log, and what is known at the table. A seat is named by its number."""

    date: dt.datetime
    table: int
    number: int
    host: str
    seats: list[Seat]
    winner: str = ""
    acts: list[tuple[str, str, int | None, list[int]]] = field(default_factory=list)
    fame: dict[int, float] = field(default_factory=dict)  # how much a player is noticed
    suspicion: dict[int, float] = field(default_factory=dict)
    open_sheriff: set[int] = field(default_factory=set)  # the sheriff, once everybody knows
    named: set[int] = field(default_factory=set)  # the black of whom the sheriff told
    visited: set[int] = field(default_factory=set)  # by the maniac, so that it counts
    ruled_out: set[int] = field(default_factory=set)  # visited by the lover, not the sheriff
    heard: set[int] = field(default_factory=set)  # the sheriff, once the lover has found him
    checked: set[int] = field(default_factory=set)
    heals: list[int | None] = field(default_factory=lambda: [None, None])

    def alive(self, *roles: str) -> list[Seat]:
        """Give those who are still in the game, in some roles or in all."""
        return [seat for seat in self.seats if not seat.left and (not roles or seat.role in roles)]

    def act(self, phase: str, action: str, who: int | None, whom: Iterable[int]) -> None:
        """Note an act, and if it takes somebody out of the game, do so."""
        self.acts.append((phase, action, who, sorted(whom)))
        if action in (EXIT, SHOOTOUT, REMOVED):
            for number in self.acts[-1][3]:
                self.seats[number - 1].left = phase

    def over(self) -> bool:
        """Tell whether a team has won, and note which."""
        black = sum(seat.black for seat in self.alive())
        if black == 0:
            self.winner = RED_WIN
        elif 2 * black >= len(self.alive()):
            self.winner = BLACK_WIN
        return bool(self.winner)

    def won(self, seat: Seat) -> bool:
        """Tell whether the seat's team won."""
        return self.winner == (BLACK_WIN if seat.black else RED_WIN)


def choose(rng: random.Random, game: Game, seats: Sequence[Seat], likely: Collection[int]) -> int:
    """Choose a target for the night: who is noticed at the table, or likely for another reason."""
    weights = [game.fame[seat.number] * (9 if seat.number in likely else 1) for seat in seats]
    return rng.choices(seats, weights)[0].number


def night(rng: random.Random, game: Game, phase: str) -> None:
    """Let the roles wake up in their order, note who did what, and see who is alive in the morning."""
    alive = game.alive()
    red = [seat for seat in alive if not seat.black]
    shooters = game.alive(MAFIA, BOSS) or game.alive(LOVER)
    threats: Counter[int] = Counter()

    prey = alive if len(shooters) > 1 and rng.random() < 0.06 else red  # at one of their own, for a bluff
    shot = choose(rng, game, prey, game.open_sheriff | game.heard)
    threats[shot] += 1
    tells = shooters[0].role == LOVER or rng.random() < 0.3
    game.act(phase, SHOT, rng.choice(shooters).number if tells else None, [shot])

    for lover in game.alive(LOVER):
        guesses = [seat for seat in red if seat.number not in game.ruled_out] or red
        found = choose(rng, game, guesses, game.open_sheriff | game.heard)
        game.act(phase, VISIT, lover.number, [found])
        if game.seats[found - 1].role == SHERIFF:
            threats[found] += 1
            lover.figures[FOUND] += 1
            game.heard.add(found)
        else:
            game.ruled_out.add(found)

    visit = None
    for maniac in game.alive(MANIAC):
        others = [seat for seat in alive if seat is not maniac]
        visit = choose(rng, game, others, game.named | game.visited)
        threats[visit] += visit in game.visited
        game.act(phase, VISIT, maniac.number, [visit])

    heal = None
    for doctor in game.alive(DOCTOR):
        allowed = [seat for seat in alive if game.heals[-2:] != [seat.number] * 2]
        if rng.random() < 0.95:
            heal = choose(rng, game, allowed, game.open_sheriff | {doctor.number})
            game.act(phase, HEAL, doctor.number, [heal])
    game.heals.append(heal)

    for sheriff in game.alive(SHERIFF):
        unknown = [seat for seat in alive if seat is not sheriff and seat.number not in game.checked]
        if unknown:
            check = choose(rng, game, unknown, ())
            game.act(phase, CHECK, sheriff.number, [check])
            game.checked.add(check)
            sheriff.figures[CHECKS] += game.seats[check - 1].black

    dead = {number for number, count in threats.items() if count > (number == heal)}
    for shooter in shooters:
        shooter.figures[HITS] += shot in dead
    for doctor in game.alive(DOCTOR):
        doctor.figures[SAVES] += heal is not None and threats[heal] > 0 and heal not in dead
    for maniac in game.alive(MANIAC):
        if visit is not None and (visit != heal or visit in dead):
            maniac.figures[LETHAL if visit in game.visited else FIRST] += game.seats[visit - 1].black
            game.visited.add(visit)
    if dead:
        game.act(phase, EXIT, None, dead)


def ballot(rng: random.Random, game: Game, candidates: Collection[int]) -> dict[int, int]:
    """Let everybody vote for one of the candidates: the red as they suspect, the black for a red if they can."""
    votes = {}
    for voter in game.alive():
        weights = {}
        for number in candidates:
            if number != voter.number:
                black = game.seats[number - 1].black
                trust = (0.4 if black else 2) if voter.black else (10 if number in game.named else 1)
                weights[number] = game.suspicion[number] * trust
        votes[voter.number] = rng.choices(list(weights), list(weights.values()))[0]
    return votes


def leaders(votes: dict[int, int]) -> list[int]:
    """Give those with the most votes."""
    tally = Counter(votes.values())
    return [number for number, count in tally.items() if count == max(tally.values())]


def day(rng: random.Random, game: Game, phase: str) -> None:
    """Let the table talk and vote; after a tie, the votes that are noted are those of the second ballot."""
    if (game.date, game.table, game.number, phase) == (*REMOVAL, "Д2"):
        game.act(phase, REMOVED, None, [rng.choice(game.alive(CITIZEN)).number])
        if game.over():
            return
    for sheriff in game.alive(SHERIFF):
        found = {number for number in game.checked if game.seats[number - 1].black}
        if found - game.named and (game.open_sheriff or rng.random() < 0.5):
            game.open_sheriff.add(sheriff.number)
            game.named |= found

    draw = {s.number: game.suspicion[s.number] * (12 if s.number in game.named else 1) for s in game.alive()}
    candidates = sorted(draw, key=lambda number: rng.random() ** (1 / draw[number]))[
        -rng.choice((2, 3, 3, 4)) :
    ]
    votes = ballot(rng, game, candidates)
    tied = leaders(votes)
    if len(tied) > 1:
        votes = ballot(rng, game, tied)
    out = leaders(votes)
    for voter, number in votes.items():
        game.act(phase, VOTE, voter, [number])
        game.seats[voter - 1].votes.append(game.seats[number - 1].black != game.seats[voter - 1].black)
    if len(out) > 1 and rng.random() < 0.6:
        out = [rng.choice(out)]
        game.act(phase, SHOOTOUT, None, out)
    else:
        game.act(phase, EXIT, None, out)
        for voter, number in votes.items():
            seat = game.seats[voter - 1]
            seat.figures[VOTES] += number in out and seat.votes[-1]
    for number in sorted(set(tied) - set(out)):
        if len(tied) > 1 and rng.random() < 0.6:  # else the speech was nothing to speak of
            game.act(phase, JUSTIFIED, None, [number])
            game.seats[number - 1].figures[ORATORY] += 1


def play(rng: random.Random, game: Game) -> Game:
    """Play a game to its end, and let the host tell who was good."""
    for seat in game.seats:
        game.fame[seat.number] = exp(rng.gauss(0, 0.9))
        game.suspicion[seat.number] = exp(rng.gauss(0.9 * seat.black, 0.5))
    for number in range(1, LAST_DAY + 1):
        night(rng, game, f"Н{number}")
        if game.over():
            break
        day(rng, game, f"Д{number}")
        if game.over():
            break
    game.winner = game.winner or DRAW
    sharp = [seat for seat in game.seats if game.won(seat) and len(seat.votes) > 1 and all(seat.votes)]
    if sharp:
        max(sharp, key=lambda seat: seat.figures[VOTES]).mvp = "+"
    for seat in rng.sample(game.seats, rng.choice((0, 0, 1, 1, 2))):
        seat.fine_move = "+"
    return game


def season(seed: int = SEED) -> list[Game]:
    """Play three games an evening: two tables side by side, then one more."""
    rng = random.Random(seed)
    eagerness = {name: exp(rng.gauss(0, 0.9)) for name in PLAYERS}
    games = []
    for date in MARCH + APRIL:
        present = sorted(PLAYERS, key=lambda name: rng.random() ** (1 / eagerness[name]))[-24:]
        rng.shuffle(present)
        for (table, number), host in zip(TABLES, HOSTS, strict=True):
            size = rng.choice((10, 11, 11, 12))
            mafia = 2 if size == 12 else 1
            if number > 1:
                rng.shuffle(present)
            names = present[-size:] if table == 2 else present[:size]
            roles = [SHERIFF, DOCTOR, MANIAC, BOSS, LOVER, *(MAFIA,) * mafia]
            roles += [CITIZEN] * (size - len(roles))
            rng.shuffle(roles)
            seats = [Seat(*seat) for seat in zip(range(1, size + 1), names, roles, strict=True)]
            games.append(play(rng, Game(date, table, number, host, seats)))
    disqualify(rng, games)
    return games


def disqualify(rng: random.Random, games: Sequence[Game]) -> None:
    """Let one who was out tell his role aloud, though his team went on to win and he had done well."""
    told = rng.choice([
        seat for game in games for seat in game.seats
        if game.date in MARCH and game.won(seat) and seat.left and seat.figures.total() > 1
    ])  # fmt: skip
    told.disqualified, told.mvp, told.fine_move = "+", "", ""


def write(book: Book, sheet: Worksheet, row: int, values: Sequence[object], is_first: bool) -> None:
    """Write a row, with a line above the first of each game."""
    for column, value in enumerate(values):
        form = "dd.mm.yyyy" if isinstance(value, dt.datetime) else "General"
        look = book.look(num_format=form, top=2 if is_first else 4, align="center")
        sheet.write(row, column, value, look)


def write_games(book: Book, games: Sequence[Game]) -> None:
    """Write the game sheet; only the games without a log have their figures here, and a zero is left empty."""
    sheet = book.sheet("Ігри", HEADERS, WIDTHS)
    for row, (game, seat) in enumerate(((one, seat) for one in games for seat in one.seats), 1):
        figures = (seat.left, *(seat.figures[title] or "" for title in FIGURES))
        values = (
            game.date, game.table, game.number, game.host, seat.number, seat.player, seat.role, game.winner,
            seat.mvp, seat.fine_move, seat.disqualified, *(figures if game.date in APRIL else ("",) * len(figures)),
        )  # fmt: skip
        write(book, sheet, row, values, seat.number == 1)
    add_choices(sheet, row, HEADERS, {"Роль": ROLES, "Перемога": WINNERS})


def write_log(book: Book, games: Sequence[Game]) -> None:
    """Write the log of the games of March, night before day."""
    sheet = book.sheet("Ходи", LOG_HEADERS, LOG_WIDTHS)
    row = 0
    for game in (one for one in games if one.date in MARCH):
        for act in game.acts:
            phase, action, who, whom = act
            targets = whom[0] if len(whom) == 1 else ", ".join(map(str, whom))
            row += 1
            values = (game.date, game.table, game.number, phase, action, who, targets)
            write(book, sheet, row, values, act is game.acts[0])
    add_choices(sheet, row, LOG_HEADERS, {"Дія": ACTIONS})


def make(path: Path) -> None:
    """Write the sample workbook to a path."""
    games = season()
    book = Book(
        path,
        "#123B4A",
        dt.datetime(2024, 4, 27, 12, 0, 0),
        title=f"{CLUB}: ігри, весна 2024",
        author=CLUB,
        comments="Приклад: клуб, гравці та ігри вигадані.",
    )
    write_games(book, games)
    write_log(book, games)
    book.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
