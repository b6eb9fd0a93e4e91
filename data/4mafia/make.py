"""Make games.xlsx, three months of an invented club under the 4MAFIA rules.

Nobody of this club exists. The random numbers are seeded and the workbook's dates are fixed, so that the same
script always gives the same bytes. From the repository's root:

    python data/4mafia/make.py [FILE]
"""

import datetime as dt
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import exp
from pathlib import Path

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

SEED = 18880
MADE_WITH = "3.3.1"  # of XlsxWriter: another version may lay out the same workbook in other bytes

HEADERS = (
    "Дата", "Стол", "Игра", "Клуб", "Тип", "Судья", "Место", "Игрок", "Роль", "Победа",
    "ПУ", "ЛХ", "Доп", "Штраф", "Причина", "Удаление", "Согласовано",
)  # fmt: skip
GAME_FACTS = {"Дата", "Стол", "Игра", "Клуб", "Тип", "Судья", "Победа"}
WIDTHS = (11, 6, 6, 7, 11, 14, 7, 20, 9, 10, 5, 9, 7, 8, 38, 12, 13)

ROLES = ("Мирный",) * 6 + ("Шериф", "Мафия", "Мафия", "Дон")
BLACK = ("Мафия", "Дон")
WINNERS = ("Красные", "Чёрные", "Ничья")
KINDS = ("рейтинг", "школа", "академия")
STATUSES = ("Новичок", "Медь", "Бронза", "Серебро", "Золото", "Гость")
STRONG = ("Серебро", "Золото", "Гость")

BROKE_AT_TEN = "сломал в красного на 10"
BROKE_AT_FOUR = "сломал в красного на 4"
FALSE_CHECK = "вскрылся с ложной проверкой"
RED_CHECK = "вскрылся шерифом с красной проверкой"
REMOVAL = "удаление"
DISCRETION = "на усмотрение судьи"
REASONS = (BROKE_AT_TEN, BROKE_AT_FOUR, FALSE_CHECK, RED_CHECK, REMOVAL, DISCRETION)
NO_EFFECT = "без штрафа"


def day(text: str) -> dt.date:
    """Read a date written as 2023-09-01."""
    return dt.date.fromisoformat(text)


# Nickname, how eagerly the player comes, status and since when, other spelling in the sheets.
PLAYERS = (
    ("Полночный Кот", 1.3, "Золото", "2021-10-03", "Кот"),
    ("Velvet", 1.0, "Золото", "2022-02-11", ""),
    ("Грозовий Ліс", 0.9, "Золото", "2022-05-20", ""),
    ("Маятник", 1.2, "Серебро", "2022-01-16", ""),
    ("Doctor Plum", 0.6, "Золото", "2022-09-30", ""),
    ("007", 1.3, "Серебро", "2022-03-04", ""),
    ("Береста", 0.8, "Серебро", "2022-12-18", ""),
    ("Quicksand", 1.1, "Серебро", "2023-01-22", ""),
    ("Їжачок", 0.7, "Серебро", "2023-02-12", ""),
    ("Гранитный", 0.9, "Серебро", "2023-04-28", ""),
    ("Miss Ferret", 1.1, "Бронза", "2022-11-06", ""),
    ("Степной Лис", 1.0, "Серебро", "2023-06-16", "Лис"),
    ("Orbita 9", 0.9, "Гость", "2023-01-13", ""),
    ("Чужой Зонт", 0.7, "Гость", "2023-03-17", ""),
    ("Kaktus", 0.8, "Гость", "2023-07-07", ""),
    ("1 апреля", 1.2, "Бронза", "2023-04-02", ""),
    ("Лампочка", 1.4, "Медь", "2023-02-05", ""),
    ("Сорока", 0.9, "Бронза", "2023-01-29", ""),
    ("Brick", 0.8, "Бронза", "2023-05-14", ""),
    ("Ґудзик", 1.0, "Бронза", "2023-03-05", ""),
    ("Пан Буревій", 0.7, "Бронза", "2023-06-04", ""),
    ("Шорох", 1.2, "Бронза", "2023-03-12", ""),
    ("Тополиный пух", 0.5, "Бронза", "2023-08-06", ""),
    ("Nutmeg", 0.9, "Медь", "2023-06-11", ""),
    ("Зелёный Чай", 1.1, "Медь", "2023-05-21", ""),
    ("Закладка", 0.8, "Медь", "2023-07-16", ""),
    ("Соняшник", 1.0, "Новичок", "2023-06-25", ""),
    ("Tornado 77", 0.8, "Медь", "2023-07-23", "Торнадо"),
    ("Квартет", 0.5, "Медь", "2023-08-13", ""),
    ("Подстаканник", 0.9, "Медь", "2023-08-20", ""),
    ("Umbra", 0.4, "Медь", "2023-08-27", ""),
    ("Вишнева Кісточка", 1.0, "Новичок", "2023-08-06", ""),
    ("Абажур", 1.1, "Новичок", "2023-09-03", ""),
    ("NA", 0.7, "Новичок", "2023-08-27", ""),
    ("Потомучто", 0.6, "Новичок", "2023-09-06", ""),
    ("Ripple", 0.4, "", "", ""),  # not on the players tab: a novice
    ("Ёлочка", 0.5, "Новичок", "2023-09-10", ""),
    ("Мандаринка", 0.5, "", "", ""),  # not on the players tab
    ("Забув Пароль", 0.7, "Новичок", "2023-09-17", ""),
    ("25-й кадр", 0.6, "Новичок", "2023-08-20", ""),
)
# On the players tab these rows stand below the others, as the club added them.
PROMOTIONS = (
    ("Старый Причал", "Золото", "2021-10-03"),  # has not come for two years
    ("Маятник", "Золото", "2023-09-01"),
    ("Соняшник", "Медь", "2023-09-17"),
    ("Лампочка", "Бронза", "2023-09-24"),
    ("Miss Ferret", "Серебро", "2023-10-05"),
    ("Шорох", "Серебро", "2023-10-12"),
    ("Абажур", "Медь", "2023-10-29"),
    ("Лампочка", "Серебро", "2023-11-08"),
    ("Зелёный Чай", "Бронза", "2023-11-12"),
)
SKILL = {"": -0.5, "Новичок": -0.5, "Медь": -0.2, "Бронза": 0.1, "Серебро": 0.5, "Золото": 0.9, "Гость": 0.4}
HISTORY = sorted(
    (day(since), name, status)
    for name, status, since in [*((p[0], p[2], p[3]) for p in PLAYERS if p[3]), *PROMOTIONS]
)
ALIASES = {name: alias for name, _, _, _, alias in PLAYERS if alias}


def status_on(date: dt.date, player: str) -> str:
    """Tell a player's status on a day; a player without one is a novice, shown as an empty text."""
    return next((s for since, name, s in reversed(HISTORY) if name == player and since <= date), "")


@dataclass(frozen=True)
class Session:
    """An evening at one table: games follow each other, some of the company sit out in turn."""

    date: dt.date
    club: str
    kind: str
    strong: tuple[int | None, ...]  # silver, gold and guests in each game; None = as it comes
    judge: str
    table: int = 1
    must: tuple[str, ...] = ()  # they sit in every game of the evening


PLUS_JUDGES = ("Метроном", "Lady Gong", "Пан Дзиґар")
JUDGES = ("Рубильник", "Тихий Час", "Пані Секунда")
MOVE_STYLE = {
    "Метроном": " ",
    "Lady Gong": "-",
    "Рубильник": ",",
    "Тихий Час": " ",
    "Пані Секунда": "count",
    "Пан Дзиґар": "count",
}


def sessions() -> Iterator[Session]:
    """List the evenings of three months: 60 rated games, 12 of the school, 8 of the academy."""
    fridays = {
        "2023-09-01": 2, "2023-09-08": 3, "2023-09-15": 2, "2023-09-22": 2, "2023-09-29": 3,
        "2023-10-06": 2, "2023-10-13": 3, "2023-10-20": 2, "2023-10-27": 2,
        "2023-11-03": 2, "2023-11-10": 3, "2023-11-17": 2, "2023-11-24": 2,
    }  # fmt: skip
    sundays = {
        "2023-09-03": 2, "2023-09-10": 3, "2023-09-17": 2, "2023-09-24": 2,
        "2023-10-01": 2, "2023-10-08": 2, "2023-10-15": 3, "2023-10-29": 2,
        "2023-11-05": 2, "2023-11-12": 3, "2023-11-19": 2, "2023-11-26": 3,
    }  # fmt: skip
    for number, (date, games) in enumerate(fridays.items()):
        yield Session(day(date), "4М+", "рейтинг", (None,) * games, PLUS_JUDGES[number % 3])
    for number, (date, games) in enumerate(sundays.items()):
        yield Session(day(date), "4М", "рейтинг", (None,) * games, JUDGES[number % 3])
    # both clubs in one hall, instead of that week's Sunday
    yield Session(day("2023-10-20"), "4М", "рейтинг", (None, None), "Тихий Час", table=2)

    school = (
        ("2023-09-06", (0, 2, 1), "Рубильник", ()),
        ("2023-09-27", (1, 3), "Тихий Час", ()),
        ("2023-10-11", (2, 4), "Пані Секунда", ("Шорох",)),  # the day before Шорох became silver
        ("2023-10-25", (2, 1), "Рубильник", ("Шорох",)),
        ("2023-11-08", (1, 2, 3), "Тихий Час", ("Лампочка",)),  # the very day Лампочка became silver
    )
    for date, strong, judge, must in school:
        yield Session(day(date), "4М", "школа", strong, judge, must=must)

    academy = (
        ("2023-09-14", (8, 9), "Метроном", ("Miss Ferret",)),  # still bronze
        ("2023-10-05", (8, 7), "Lady Gong", ("Miss Ferret",)),  # silver from this day on
        ("2023-10-19", (9, 8), "Метроном", ()),
        ("2023-11-16", (9, 8), "Lady Gong", ()),
    )
    for date, strong, judge, must in academy:
        yield Session(day(date), "4М+", "академия", strong, judge, must=must)


@dataclass
class Seat:
    """One player in one game, as the club's sheet has it. Bonuses are in hundredths of a point."""

    number: int
    player: str
    role: str
    first_kill: bool = False
    move: str | int | None = None
    bonus: int = 0
    penalty: int | str | None = None
    reason: str = ""
    removal: str = ""
    approved: bool = False

    @property
    def black(self) -> bool:
        """Whether the seat is of the mafia."""
        return self.role in BLACK


@dataclass
class Game:
    """One game: its facts and ten seats."""

    session: Session
    number: int
    winner: str
    seats: list[Seat] = field(default_factory=list)

    def won(self, seat: Seat) -> bool:
        """Tell whether the seat's team won."""
        return self.winner == ("Чёрные" if seat.black else "Красные")

    def lost(self, seat: Seat) -> bool:
        """Tell whether the seat's team lost; on a draw nobody did."""
        return self.winner != "Ничья" and not self.won(seat)


# Month, words of the columns Причина, Штраф, Удаление, approved, and whom it hits.
INCIDENTS = (
    ("2023-09", BROKE_AT_TEN, 1, "", False, "red"),
    ("2023-09", REMOVAL, None, "да", False, "loser"),
    ("2023-09", "", None, NO_EFFECT, False, "winner"),
    ("2023-10", FALSE_CHECK, "−1", "", False, "red"),
    ("2023-10", BROKE_AT_FOUR, "-1", "", False, "citizen"),
    ("2023-10", REMOVAL, "1", "+", False, "loser"),
    ("2023-10", DISCRETION, "−2", "", True, "loser"),
    ("2023-11", RED_CHECK, 1, "", False, "black"),
    ("2023-11", BROKE_AT_TEN, None, "", False, "red"),  # the figure is left to the reason
    ("2023-11", "", None, NO_EFFECT, False, "loser"),
    ("2023-11", REMOVAL, 2, "да", False, "loser"),
    ("2023-11", DISCRETION, -1, "", True, "loser"),
)


def pick(rng: random.Random, weights: dict[str, float], count: int) -> list[str]:
    """Draw names without putting back, the eager ones first."""
    return sorted(weights, key=lambda name: rng.random() ** (1 / weights[name]), reverse=True)[:count]


def eagerness(session: Session) -> dict[str, float]:
    """Weigh who comes to an evening: beginners rather to 4М, the experienced to 4М+."""
    taste = {
        "4М": {"Серебро": 0.5, "Золото": 0.3, "Гость": 0.1},
        "4М+": {"": 0.15, "Новичок": 0.25, "Медь": 0.5},
    }[session.club]
    return {name: eager * taste.get(status_on(session.date, name), 1) for name, eager, *_ in PLAYERS}


def company(rng: random.Random, session: Session, taken: set[str]) -> list[str]:
    """Choose who spends the evening at a table."""
    weights = {name: w for name, w in eagerness(session).items() if name not in taken}
    if session.kind == "рейтинг":
        return pick(rng, weights, rng.choice((11, 12, 13)))
    strong = {n: w for n, w in weights.items() if status_on(session.date, n) in STRONG}
    others = {n: w for n, w in weights.items() if n not in strong}
    wanted = [s for s in session.strong if s is not None]
    company = pick(rng, strong, max(wanted) + 1) + pick(rng, others, 11 - min(wanted))
    return [*session.must, *(name for name in company if name not in session.must)]


def seat_players(
    rng: random.Random, session: Session, strong: int | None, present: Sequence[str], played: list[str]
) -> list[str]:
    """Choose ten of those present: who must play, then who has played least tonight."""
    order = sorted(present, key=lambda name: (name not in session.must, played.count(name), rng.random()))
    if strong is None:
        chosen = order[:10]
    else:
        experienced = [name for name in order if status_on(session.date, name) in STRONG]
        others = [name for name in order if name not in experienced]
        chosen = experienced[:strong] + others[: 10 - strong]
    rng.shuffle(chosen)
    return chosen


def play(rng: random.Random, session: Session, number: int, players: Sequence[str]) -> Game:
    """Deal the roles, play the game, and let the judge fill in the sheet."""
    roles = list(ROLES)
    rng.shuffle(roles)
    seats = [Seat(n, name, role) for n, (name, role) in enumerate(zip(players, roles, strict=True), 1)]
    skill = {seat.number: SKILL[status_on(session.date, seat.player)] for seat in seats}
    red = [skill[s.number] for s in seats if not s.black]
    black = [skill[s.number] for s in seats if s.black]
    edge = sum(red) / len(red) - sum(black) / len(black)
    winner = "Красные" if rng.random() < 1 / (1 + exp(-1.6 * edge)) else "Чёрные"
    if rng.random() < 0.03:
        winner = "Ничья"
    game = Game(session, number, winner, seats)
    kill(rng, game, skill)
    if winner != "Ничья":
        give_bonuses(rng, game)
    return game


def kill(rng: random.Random, game: Game, skill: dict[int, float]) -> None:
    """Let the mafia shoot in the first night, and the victim name three seats, or not."""
    if rng.random() < 0.08:
        return
    shot_black = rng.random() < 0.03
    targets = {
        str(s.number): exp(skill[s.number]) * (2 if s.role == "Шериф" else 1)
        for s in game.seats
        if s.black == shot_black
    }
    victim = game.seats[int(pick(rng, targets, 1)[0]) - 1]
    victim.first_kill = True
    if rng.random() < 0.15:
        return
    insight = exp(0.5 + skill[victim.number])
    suspects = {str(s.number): insight if s.black else 1.0 for s in game.seats if s is not victim}
    named = sorted(int(number) for number in pick(rng, suspects, 3))
    style = MOVE_STYLE[game.session.judge]
    if style == "count" and rng.random() < 0.6:
        victim.move = sum(game.seats[number - 1].black for number in named)
    else:
        victim.move = (" " if style == "count" else style).join(map(str, named))


def give_bonuses(rng: random.Random, game: Game) -> None:
    """Share out the judge's points within the limits: five players, 1.2 in all."""
    left = 120
    for seat in rng.sample(game.seats, rng.choice((2, 3, 3, 4, 4, 5))):
        won = game.won(seat)
        figure = rng.choice((20, 20, 25, 30, 30, 40, 40, 50) if won else (10, 10, 15, 20, 20, 30, 40))
        if won and rng.random() < 0.05:
            figure = rng.choice((60, 70))
        if figure <= left:
            seat.bonus, seat.approved = figure, figure >= 60
            left -= figure


def befall(rng: random.Random, games: Sequence[Game]) -> None:
    """Put the incidents of the season on seats that they may hit, one in a game at most."""
    hits = {
        "red": lambda game, seat: game.lost(seat) and not seat.black,
        "citizen": lambda game, seat: game.lost(seat) and seat.role == "Мирный",
        "black": lambda game, seat: game.lost(seat) and seat.black,
        "loser": lambda game, seat: game.lost(seat),
        "winner": lambda game, seat: game.won(seat),
    }
    hit: set[int] = set()
    for month, reason, penalty, removal, approved, whom in INCIDENTS:
        number, seat = rng.choice([
            (number, seat)
            for number, game in enumerate(games)
            if number not in hit and f"{game.session.date:%Y-%m}" == month and game.session.kind == "рейтинг"
            for seat in game.seats
            if hits[whom](game, seat) and not seat.bonus and not seat.first_kill
        ])  # fmt: skip
        hit.add(number)
        seat.penalty, seat.reason, seat.removal, seat.approved = penalty, reason, removal, approved


def season(seed: int = SEED) -> list[Game]:
    """Play all evenings, in order of date, game and table."""
    rng = random.Random(seed)
    games = []
    plan = sorted(sessions(), key=lambda s: (s.date, s.table))
    for _, tables in groupby(plan, key=lambda s: s.date):
        taken: set[str] = set()
        for session in tables:
            present = company(rng, session, taken)
            taken.update(present)
            played: list[str] = []
            for number, strong in enumerate(session.strong, 1):
                players = seat_players(rng, session, strong, present, played)
                played += players
                games.append(play(rng, session, number, players))
    befall(rng, games)
    return sorted(games, key=lambda g: (g.session.date, g.session.table, g.number))


@dataclass(frozen=True)
class Layout:
    """How one month's tab is kept: each secretary has had a way of their own."""

    month: str
    title: str = ""  # above the header, with a blank row between
    as_text: bool = False  # dates and figures typed as text, the club's M in Latin
    facts_once: bool = False  # a game's facts on its first row only
    blank_between: bool = False
    mark: str | int = "+"
    approval: str = "да"
    old_names: tuple[str, ...] = ()  # who stands here under the other spelling


LAYOUTS = (
    Layout("2023-09", old_names=("Полночный Кот",)),
    Layout("2023-10", title="Клуб 4MAFIA · игры октября 2023", as_text=True, mark="да", approval="+"),
    Layout("2023-11", facts_once=True, blank_between=True, mark=1, old_names=("Tornado 77",)),
)


class Book:
    """The workbook being written, with its formats, each made once."""

    def __init__(self, path: Path) -> None:
        self.file = xlsxwriter.Workbook(path, {"in_memory": True})
        self.file.set_properties({
            "title": "4MAFIA: игры сезона 2023/24",
            "author": "4MAFIA",
            "comments": "Пример: клуб, игроки и игры вымышлены.",
            "created": dt.datetime(2023, 12, 1, 12, 0, 0),
        })  # fmt: skip
        self._formats: dict[tuple[tuple[str, object], ...], Format] = {}

    def format(self, **properties: object) -> Format:
        """Give the format with these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.file.add_format(properties)
        return self._formats[key]

    def header(self, sheet: Worksheet, row: int, titles: Sequence[str]) -> None:
        """Write a header row and freeze what is above and on it."""
        look = self.format(bold=True, bg_color="#7A1F2B", font_color="#FFFFFF", align="center",
                           valign="vcenter", border=1)  # fmt: skip
        for column, title in enumerate(titles):
            sheet.write_string(row, column, title, look)
        sheet.set_row(row, 22)
        sheet.freeze_panes(row + 1, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(row)


def put(sheet: Worksheet, row: int, column: int, value: object, look: Format) -> None:
    """Write a value by its own type: a text stays a text, whatever it looks like."""
    if value is None or value == "":
        sheet.write_blank(row, column, None, look)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif isinstance(value, dt.date):
        sheet.write_datetime(row, column, dt.datetime(value.year, value.month, value.day), look)
    else:
        sheet.write_number(row, column, value, look)


def sheet_row(game: Game, seat: Seat, layout: Layout) -> dict[str, object]:
    """Give the cells of a seat, in the way of the month's tab."""
    session = game.session
    club = session.club
    date: dt.date | str = session.date
    bonus: float | str | None = seat.bonus / 100 if seat.bonus else None
    if layout.as_text:
        club, date = club.replace("М", "M"), f"{date:%d.%m.%Y}"
        bonus = "" if bonus is None else f"{bonus:g}".replace(".", ",")
    player = ALIASES[seat.player] if seat.player in layout.old_names else seat.player
    row = (
        date, session.table, game.number, club, session.kind, session.judge, seat.number, player, seat.role,
        game.winner, layout.mark if seat.first_kill else "", seat.move, bonus, seat.penalty, seat.reason,
        seat.removal, layout.approval if seat.approved else "",
    )  # fmt: skip
    return dict(zip(HEADERS, row, strict=True))


def write_games(book: Book, games: Sequence[Game], layout: Layout) -> None:
    """Write one month's tab."""
    sheet = book.file.add_worksheet(f"Игры {layout.month}")
    top = 0
    if layout.title:
        sheet.merge_range(0, 0, 0, len(HEADERS) - 1, layout.title, book.format(bold=True, font_size=14))
        top = 2
    book.header(sheet, top, HEADERS)
    number_format = {"Игрок": "@", "ЛХ": "@", "Дата": "dd.mm.yyyy", "Доп": "0.00"}
    if layout.as_text:
        number_format |= {"Дата": "@", "Доп": "@", "Штраф": "@"}
    centred = {*HEADERS} - {"Судья", "Игрок", "Причина"}
    for column, (title, width) in enumerate(zip(HEADERS, WIDTHS, strict=True)):
        kept = book.format(num_format=number_format.get(title, "General"))
        sheet.set_column(column, column, width, kept)

    row = top
    for game in games:
        row += layout.blank_between and row > top
        for seat in game.seats:
            row += 1
            for column, (title, value) in enumerate(sheet_row(game, seat, layout).items()):
                look: dict[str, object] = {
                    "num_format": number_format.get(title, "General"),
                    "align": "center" if title in centred else "left",
                    "bottom": 4, "left": 4, "right": 4, "top": 2 if seat.number == 1 else 4,
                }  # fmt: skip
                shown = title not in GAME_FACTS or seat.number == 1 or not layout.facts_once
                put(sheet, row, column, value if shown else None, book.format(**look))
    # room for a game or two more, as on any club's sheet
    add_choices(sheet, top + 1, row + 30, layout)
    roles = HEADERS.index("Роль")
    for role, shade in (
        ("Мафия", book.format(bg_color="#404040", font_color="#FFFFFF")),
        ("Дон", book.format(bg_color="#000000", font_color="#FFFFFF")),
        ("Шериф", book.format(bg_color="#F6D55C")),
    ):
        rule = {"type": "cell", "criteria": "==", "value": f'"{role}"', "format": shade}
        sheet.conditional_format(top + 1, roles, row + 30, roles, rule)
    if not (layout.title or layout.blank_between):
        sheet.autofilter(top, 0, row, len(HEADERS) - 1)


def add_choices(sheet: Worksheet, first: int, last: int, layout: Layout) -> None:
    """Put drop-downs on the columns with a closed list of words."""
    clubs = ["4М", "4М+"]
    choices = {
        "Клуб": [club.replace("М", "M") for club in clubs] if layout.as_text else clubs,
        "Тип": list(KINDS),
        "Роль": ["Мирный", "Шериф", "Мафия", "Дон"],
        "Победа": list(WINNERS),
        "Причина": list(REASONS),
    }
    for title, words in choices.items():
        column = HEADERS.index(title)
        sheet.data_validation(first, column, last, column, {
            "validate": "list",
            "source": words,
            "error_title": title,
            "error_message": "Выберите значение из списка.",
            "error_type": "warning" if title == "Причина" else "stop",
        })  # fmt: skip


def write_players(book: Book) -> None:
    """Write the players tab: a row for each status a player has had."""
    sheet = book.file.add_worksheet("Игроки")
    book.header(sheet, 0, ("Игрок", "Статус", "С даты", "Псевдонимы"))
    text, plain = book.format(num_format="@"), book.format(align="center")
    date = book.format(num_format="dd.mm.yyyy", align="center")
    for column, (width, look) in enumerate(((22, text), (12, plain), (12, date), (18, text))):
        sheet.set_column(column, column, width, look)
    rows = [(name, status, since, alias) for name, _, status, since, alias in PLAYERS if status]
    rows += [(name, status, since, "") for name, status, since in PROMOTIONS]
    for row, (name, status, since, alias) in enumerate(rows, 1):
        sheet.write_string(row, 0, name, text)
        sheet.write_string(row, 1, status, plain)
        put(sheet, row, 2, day(since), date)
        if alias:
            sheet.write_string(row, 3, alias, text)
    sheet.data_validation(1, 1, len(rows) + 20, 1, {"validate": "list", "source": list(STATUSES)})


def write_till(book: Book, games: Sequence[Game]) -> None:
    """Write the treasurer's tab, which no rating is made of: formulas with their values, and a chart."""
    sheet = book.file.add_worksheet("Касса")
    book.header(sheet, 0, ("Дата", "Клуб", "Человек", "Взнос", "Собрано", "Аренда", "Итог", "Остаток"))
    sheet.set_column(0, 0, 12)
    sheet.set_column(1, 1, 8, book.format(align="center"))
    sheet.set_column(2, 7, 10)
    date, money = book.format(num_format="dd.mm.yyyy"), book.format(num_format="#,##0")
    guests: dict[tuple[dt.date, str], set[str]] = {}
    for game in games:
        evening = (game.session.date, game.session.club)
        guests.setdefault(evening, set()).update(seat.player for seat in game.seats)
    balance, taken, paid = 4200, 0, 0
    last = len(guests) + 1
    for row, ((when, club), people) in enumerate(guests.items(), 2):
        fee, rent = (150, 1500) if club == "4М+" else (100, 1000)
        income = len(people) * fee
        taken, paid, balance = taken + income, paid + rent, balance + income - rent
        put(sheet, row - 1, 0, when, date)
        sheet.write_string(row - 1, 1, club, book.format(align="center"))
        sheet.write_number(row - 1, 2, len(people))
        sheet.write_number(row - 1, 3, fee, money)
        sheet.write_formula(row - 1, 4, f"=C{row}*D{row}", money, income)
        sheet.write_number(row - 1, 5, rent, money)
        sheet.write_formula(row - 1, 6, f"=E{row}-F{row}", money, income - rent)
        sheet.write_formula(row - 1, 7, f"={'4200' if row == 2 else f'H{row - 1}'}+G{row}", money, balance)
    bold = book.format(bold=True, num_format="#,##0", top=1)
    sheet.write_string(last, 0, "Всего", bold)
    for column, value in ((4, taken), (5, paid), (6, taken - paid)):
        letter = "ABCDEFGH"[column]
        sheet.write_formula(last, column, f"=SUM({letter}2:{letter}{last})", bold, value)
    chart = book.file.add_chart({"type": "line"})
    chart.add_series({
        "name": ["Касса", 0, 7],
        "categories": ["Касса", 1, 0, last - 1, 0],
        "values": ["Касса", 1, 7, last - 1, 7],
        "line": {"color": "#7A1F2B"},
    })  # fmt: skip
    chart.set_title({"name": "Остаток в кассе"})
    chart.set_legend({"none": True})
    chart.set_x_axis({"date_axis": True, "num_format": "dd.mm", "major_unit": 14, "major_unit_type": "days"})
    chart.set_size({"width": 420, "height": 240})
    sheet.insert_chart("J2", chart)


def make(path: Path) -> None:
    """Write the sample workbook to a path."""
    games = season()
    book = Book(path)
    for layout in LAYOUTS:
        write_games(book, [g for g in games if f"{g.session.date:%Y-%m}" == layout.month], layout)
    write_players(book)
    write_till(book, games)
    book.file.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("games.xlsx"))
