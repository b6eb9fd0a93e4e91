"""The mafgame and fiim ratings once more, by hand: an oracle for the engine.

Plain loops over the cells of a workbook and exact fractions, written from the rules of MAFGAME-2025 (edition
2025-01-05) and of fiim alone. It knows two sheet forms (a row a seat; Russian or English headers) and checks
nothing: the sheets must be clean. Slow and simple on purpose. Nothing here may be imported from the project.
"""

import datetime as dt
import re
from fractions import Fraction

from openpyxl import load_workbook

ZERO = Fraction(0)
WIN = {"mafgame": Fraction(3, 4), "fiim": Fraction(1)}
THREE_BLACK, TWO_BLACK = Fraction(2, 5), Fraction(1, 4)
REMOVAL = Fraction(-1, 2)
PPK = Fraction(-3, 4)  # mafgame alone; fiim takes it for a removal
FULL_COMPENSATION = Fraction(2, 5)
PART_OF_GAMES = Fraction(2, 5)

MAIN = ("win", "compensation")
ADDITIONAL = ("best_move", "bonus")
PENALTY = ("removal", "ppk", "penalty")

REASONS = {
    "пропуск проверки шерифом": Fraction(1, 5),
    "пропуск проверки доном": Fraction(1, 5),
    "промах": Fraction(1, 5),
    "невыставление в угадайке": Fraction(1, 5),
    "ложное вскрытие": Fraction(2, 5),
    "критическая ошибка на голосовании": Fraction(2, 5),
    "ошибка шерифа": Fraction(2, 5),
    "ошибка чёрных": Fraction(2, 5),
    "иное": ZERO,
    "sheriff missed a check": Fraction(1, 5),
    "don missed a check": Fraction(1, 5),
    "missed shot": Fraction(1, 5),
    "no nomination in the guess round": Fraction(1, 5),
    "false claim": Fraction(2, 5),
    "critical vote error": Fraction(2, 5),
    "sheriff's error": Fraction(2, 5),
    "black error": Fraction(2, 5),
    "other": ZERO,
}

COLUMNS = {
    "date": ("Дата", "Date"),
    "tournament": ("Турнир", "Tournament"),
    "stage": ("Этап",),
    "table": ("Стол", "Table"),
    "game_no": ("Игра", "Game"),
    "judge": ("Судья", "Judge"),
    "seat": ("Место", "Seat"),
    "player": ("Игрок", "Player"),
    "role": ("Роль", "Role"),
    "winner": ("Победа", "Winner"),
    "first_kill": ("ПУ", "First kill"),
    "move": ("ЛХ", "Best move"),
    "bonus": ("Доп", "Bonus"),
    "penalty": ("Штраф", "Penalty"),
    "reason": ("Причина", "Reason"),
    "removed": ("Удаление", "Removed"),
    "ppk": ("ППК", "PPK"),
    "left": ("Left table",),
    "approved": ("Согласовано", "Approved"),
    "registration": ("Регистрация", "Registration"),
    "aliases": ("Псевдонимы",),
}
IDENTITY = ("date", "tournament", "stage", "table", "game_no")
ROLES = {
    "мирный": "citizen",
    "шериф": "sheriff",
    "мафия": "mafia",
    "дон": "don",
    "citizen": "citizen",
    "sheriff": "sheriff",
    "mafia": "mafia",
    "don": "don",
}
TEAMS = {"citizen": "red", "sheriff": "red", "mafia": "black", "don": "black"}
WINNERS = {
    "красные": "red",
    "чёрные": "black",
    "ничья": "draw",
    "red": "red",
    "black": "black",
    "draw": "draw",
}
DATE_FORMS = (
    "%d.%m.%Y",
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%Y-%m-%d",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
)


def seats(path, system, distance_of):
    """Give every seat of the workbook: its facts, its distance, the components and their sum, points.

    `distance_of` tells of a seat (a dict with its facts) over which distance its compensation is computed;
    None stands for outside of every distance, where there is no compensation.
    """
    book = load_workbook(path, data_only=True)
    names, _ = read_players(book)
    result = []
    for sheet in book.worksheets:
        for game in read_games(sheet):
            for seat in game:
                seat["player"] = names.get(seat["player"], seat["player"])
                seat["blacks_named"] = blacks_named(seat["move"], game)
                seat["distance"] = distance_of(seat)
                result.append(seat)
    for seat in result:
        score(seat, result, system)
    return result


def standings(path, system, distance_of, distance, carried=()):
    """Give the rating of a distance, first place first.

    The sums of the `carried` distances are added for the players who play in `distance`; nobody else is there.
    """
    _, registrations = read_players(load_workbook(path, data_only=True))
    every_seat = seats(path, system, distance_of)
    totals = {}
    for seat in every_seat:
        if seat["distance"] == distance and seat["player"] not in totals:
            totals[seat["player"]] = {
                "player": seat["player"],
                "games": 0,
                "wins": 0,
                "score": ZERO,
                "main": ZERO,
                "additional": ZERO,
                "penalty": ZERO,
                "first_kills": 0,
                "sheriff_wins": 0,
                "don_wins": 0,
                "registration": registrations.get(seat["player"]),
            }
    for seat in every_seat:
        if seat["distance"] != distance and (seat["distance"] is None or seat["distance"] not in carried):
            continue
        row = totals.get(seat["player"])
        if row is None:
            continue
        row["games"] += 1
        row["wins"] += 1 if seat["won"] else 0
        row["first_kills"] += 1 if seat["first_kill"] else 0
        row["sheriff_wins"] += 1 if seat["won"] and seat["role"] == "sheriff" else 0
        row["don_wins"] += 1 if seat["won"] and seat["role"] == "don" else 0
        for group, components in (("main", MAIN), ("additional", ADDITIONAL), ("penalty", PENALTY)):
            for component in components:
                row[group] += seat[component]
                row["score"] += seat[component]

    rows = sorted(totals.values(), key=lambda row: (order(row), row["player"].casefold()))
    for number, row in enumerate(rows):
        before = rows[number - 1] if number else None
        equal = before is not None and order(before) == order(row)
        row["place"] = before["place"] if equal else number + 1
    return rows


def order(row):
    """Give the keys of a place, the better the smaller; who has no registration comes after all who have."""
    registered = row["registration"]
    return (
        -round(row["score"], 6),
        -round(row["additional"], 6),
        round(abs(row["penalty"]), 6),
        -row["first_kills"],
        -row["sheriff_wins"],
        -row["don_wins"],
        (1,) if registered is None else (0, registered),
    )


def score(seat, every_seat, system):
    """Add the seven components and their sum to a seat."""
    red = seat["team"] == "red"
    seat["win"] = WIN[system] if seat["won"] else ZERO

    seat["compensation"] = ZERO
    if seat["first_kill"] and red and seat["winner"] == "black" and seat["distance"] is not None:
        seat["compensation"] = compensation(seat["player"], seat["distance"], every_seat, system)

    seat["best_move"] = ZERO
    if seat["first_kill"] and red:
        if seat["blacks_named"] == 3:
            seat["best_move"] = THREE_BLACK
        elif seat["blacks_named"] == 2:
            seat["best_move"] = TWO_BLACK

    seat["bonus"] = ZERO if seat["winner"] == "draw" else seat["typed_bonus"]

    seat["removal"] = seat["ppk"] = ZERO
    if system == "mafgame":
        if seat["is_ppk"]:
            seat["ppk"] = PPK
        elif seat["is_removed"]:
            seat["removal"] = REMOVAL
    elif seat["is_removed"] or seat["has_left"] or seat["is_ppk"]:
        seat["removal"] = REMOVAL

    seat["penalty"] = ZERO
    if seat["typed_penalty"] is not None:
        seat["penalty"] = -abs(seat["typed_penalty"])
    elif seat["reason"] is not None:
        seat["penalty"] = -REASONS[seat["reason"].casefold().replace("’", "'")]

    seat["points"] = ZERO
    for component in MAIN + ADDITIONAL + PENALTY:
        seat["points"] += seat[component]


def compensation(player, distance, every_seat, system):
    """Give Ci of a player over a distance: what each of the lost games as a first-killed red brings."""
    games = first_kills = 0
    for seat in every_seat:
        if seat["player"] == player and seat["distance"] == distance:
            games += 1
            if seat["first_kill"] and (system == "mafgame" or seat["team"] == "red"):
                first_kills += 1
    threshold = round(PART_OF_GAMES * games)  # fifths: never halfway between two whole numbers
    if first_kills <= threshold:
        return FULL_COMPENSATION * first_kills / threshold
    return FULL_COMPENSATION


def blacks_named(move, game):
    """Count the blacks among the seats of a best move; None when there is no move."""
    if move is None:
        return None
    numbers = [int(number) for number in re.findall(r"\d+", str(move))]
    if len(numbers) == 1 and numbers[0] <= 3:
        return numbers[0]  # typed as a count
    if len(numbers) != 3:
        raise ValueError(move)
    count = 0
    for seat in game:
        if seat["seat"] in numbers and seat["team"] == "black":
            count += 1
    return count


def read_players(book):
    """Read the players tab, if there is one: the other spellings and the registrations."""
    names, registrations = {}, {}
    for title in ("Игроки", "Players"):
        if title not in book.sheetnames:
            continue
        for _, row in read_rows(book[title], ("player",)):
            if row["player"] is None:
                continue
            player = str(row["player"])
            for alias in str(row["aliases"] or "").split(","):
                if alias.strip():
                    names[alias.strip()] = player
            if row["registration"] is not None:
                registrations[player] = as_registration(row["registration"])
    return names, registrations


def read_games(sheet):
    """Read a game tab: below the header, a row a seat; a game's facts are on its first row at least.

    A tab of anything else gives no game.
    """
    games, facts = [], None
    for line, row in read_rows(sheet, ("player", "role")):
        if row["player"] is None:
            continue
        if row["date"] is not None:
            row["date"] = as_moment(row["date"]).date()
        for fact in ("table", "game_no"):
            if str(row[fact]).isdecimal():
                row[fact] = int(row[fact])
        begins = facts is None
        for fact in IDENTITY:
            if not begins and row[fact] is not None and row[fact] != facts[fact]:
                begins = True
        if begins:
            whole = row["date"] is not None  # then what is empty here is empty for the game, too
            above = facts
            facts = {}
            for fact in IDENTITY:
                facts[fact] = row[fact] if row[fact] is not None or whole else above[fact]
            facts["judge"] = row["judge"]
            facts["winner"] = WINNERS[row["winner"].casefold()]
            games.append([])
        role = ROLES[row["role"].casefold()]
        team = TEAMS[role]
        games[-1].append({
            "tab": sheet.title,
            "row": line,
            **facts,
            "seat": int(row["seat"]),
            "player": str(row["player"]),
            "role": role,
            "team": team,
            "won": facts["winner"] == team,
            "lost": facts["winner"] not in (team, "draw"),
            "first_kill": row["first_kill"] is not None,
            "move": row["move"],
            "typed_bonus": ZERO if row["bonus"] is None else as_fraction(row["bonus"]),
            "typed_penalty": None if row["penalty"] is None else as_fraction(row["penalty"]),
            "reason": row["reason"],
            "is_removed": row["removed"] is not None,
            "is_ppk": row["ppk"] is not None,
            "has_left": row["left"] is not None,
            "approved": row["approved"] is not None,
        })  # fmt: skip
    return games


def read_rows(sheet, wanted):
    """Give the number and the cells of each row below the header that has the wanted columns.

    The cells are named as in COLUMNS; a column that the sheet lacks is empty.
    """
    header = None
    for line, values in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = [as_cell(value) for value in values]
        if header is None:
            found = {}
            for name, words in COLUMNS.items():
                for number, cell in enumerate(cells):
                    if cell in words:
                        found[name] = number
            if all(name in found for name in wanted):
                header = found
            continue
        yield line, {name: cells[header[name]] if name in header else None for name in COLUMNS}


def as_cell(value):
    """Tidy a cell: no spaces around a text, nothing for an empty one, whole numbers as such."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def as_moment(value):
    """Read a date or a date with its time: a real one, or a text as 31.12.2025 or 2025-12-31."""
    if isinstance(value, dt.datetime):
        return value
    if isinstance(value, dt.date):
        return dt.datetime(value.year, value.month, value.day)
    for form in DATE_FORMS:
        try:
            return dt.datetime.strptime(value, form)
        except ValueError:
            continue
    raise ValueError(value)


def as_registration(value):
    """Read what tells who registered earlier: a number, or a date with or without its time."""
    if isinstance(value, dt.date):
        return as_moment(value)
    try:
        return as_fraction(value)
    except ValueError:
        return as_moment(value)


def as_fraction(value):
    """Read a cell's figure: 0.3 is three tenths, whether a number or a text with a comma or a long minus."""
    return Fraction(str(value).replace(",", ".").replace("−", "-"))
