"""The evenings rating once more, by hand: an oracle for the engine.

Plain loops over the cells of a workbook and exact fractions, written from the rules of the evenings (edition
2023-09-01) alone. It knows a row a seat, with Russian headers, and checks nothing: the sheets must be clean.
Slow and simple on purpose. Nothing here may be imported from the project.
"""

import datetime as dt
from fractions import Fraction

from openpyxl import load_workbook

ZERO = Fraction(0)
LOWEST, HIGHEST = Fraction(0), Fraction(6)
BEST_GAMES, BEST_EVENINGS = 3, 5
COMPONENTS = ("base", "actions", "voted_out", "compensation", "left_table")

COUNTERS = {
    "found_black": "Нашёл чёрных", "found_sheriff": "Нашёл шерифа",
    "saved_red": "Спас мирных", "saved_sheriff": "Спас шерифа", "saved_black": "Спас чёрных",
    "took_black": "Забрал чёрных", "took_red": "Забрал мирных", "took_sheriff": "Забрал шерифа",
    "killed_active": "Убил активных",
}  # fmt: skip
COLUMNS = {
    "date": "Дата", "evening": "Вечер", "table": "Стол", "game_no": "Игра", "judge": "Судья", "seat": "Место",
    "player": "Игрок", "role": "Роль", "winner": "Победа", "exit": "Выбыл", "left": "Покинул стол",
    "weight": "Вес", "strength": "Сила",
    **COUNTERS,
}  # fmt: skip
IDENTITY = ("date", "evening", "table", "game_no")
ROLES = {
    "мирный": ("citizen", "red"), "шериф": ("sheriff", "red"), "доктор": ("doctor", "red"),
    "красотка": ("beauty", "red"), "мафия": ("mafia", "black"), "дон": ("don", "black"),
    "маньяк": ("maniac", "maniac"),
}  # fmt: skip
WINNERS = {"красные": "red", "чёрные": "black", "маньяк": "maniac", "ничья": "draw"}
BASE = {  # by winner and team: alive, dead
    ("black", "black"): (5, 4), ("maniac", "maniac"): (3, 3), ("red", "red"): (4, 4),
    ("draw", "maniac"): (2, 2), ("draw", "black"): (4, 3),
}  # fmt: skip
ACTIONS = {
    "sheriff": {"found_black": 1},
    "doctor": {"saved_red": 1, "saved_sheriff": 2, "saved_black": -1},
    "beauty": {"saved_red": 1, "saved_sheriff": 2, "took_black": 2, "took_red": -1, "took_sheriff": -2},
    "don": {"found_sheriff": 1},
    "maniac": {"killed_active": 1},
}


def seats(path, best_evenings=None):
    """Give every seat of the workbook: its facts, the components, points, weight, score, and whether it is counted.

    `best_evenings` says of a month, as 2023-10, how many evenings of a player it takes.
    """
    book = load_workbook(path, data_only=True)
    games = [game for sheet in book.worksheets for game in read_games(sheet)]
    tables, strengths = read_tables(book), read_strengths(book)

    result = []
    for game in games:
        evening = [other[0]["date"] for other in games if other[0]["evening"] == game[0]["evening"]]
        for seat in game:
            seat["weight"] = weight(seat, game, tables, strengths)
            seat["evening_date"] = min(evening)
            seat["month"] = f"{seat['evening_date']:%Y-%m}"
            result.append(seat)
    for seat in result:
        score(seat, result)
    count(result, best_evenings or {})
    return result


def standings(path, period, best_evenings=None):
    """Give the rating of a month, first place first."""
    totals = {}
    for seat in seats(path, best_evenings):
        if seat["month"] != period:
            continue
        start = {"player": seat["player"], "games": 0, "wins": 0, "score": ZERO, "all": {}}
        row = totals.setdefault(seat["player"], start)
        row["games"] += 1
        row["wins"] += 1 if seat["won"] else 0
        row["score"] += seat["score"] if seat["counted"] else ZERO
        row["all"][seat["evening"]] = (seat["evening_score"], seat["evening_counted"])

    rows = sorted(totals.values(), key=lambda row: (-round(row["score"], 6), row["player"].casefold()))
    for number, row in enumerate(rows):
        evenings = row.pop("all").values()
        row["evenings"] = len(evenings)
        row["evenings_counted"] = len([1 for _, counted in evenings if counted])
        row["best_evening"] = max(total for total, _ in evenings)
        before = rows[number - 1]
        equal = number and round(before["score"], 6) == round(row["score"], 6)
        row["place"] = before["place"] if equal else number + 1
    return rows


def score(seat, every_seat):
    """Add the five components, the points and the score to a seat."""
    alive, dead = BASE.get((seat["winner"], seat["team"]), (0, 0))
    seat["base"] = Fraction(alive if seat["alive"] else dead)

    seat["actions"] = ZERO
    for counter, points in ACTIONS.get(seat["role"], {}).items():
        times = min(seat[counter], 1) if counter == "found_sheriff" else seat[counter]
        seat["actions"] += points * times

    is_active = seat["role"] in ("sheriff", "doctor", "beauty")
    seat["voted_out"] = Fraction(-2) if seat["is_voted_out"] and is_active else ZERO

    seat["compensation"] = ZERO
    if seat["first_kill"]:
        seat["compensation"] = Fraction(1)
        for other in every_seat:
            same = other["player"] == seat["player"] and other["evening"] == seat["evening"]
            if same and other["first_kill"] and turn(other) < turn(seat):
                seat["compensation"] = Fraction(2)

    seat["left_table"] = Fraction(-2) if seat["has_left"] else ZERO

    total = sum((seat[component] for component in COMPONENTS), ZERO)
    seat["points"] = min(max(total, LOWEST), HIGHEST)
    seat["score"] = seat["points"] * seat["weight"]


def count(every_seat, best_evenings):
    """Mark the best games of each player's evening, and the best evenings of each player's month."""
    by_evening = {}
    for seat in every_seat:
        by_evening.setdefault((seat["player"], seat["month"], seat["evening"]), []).append(seat)

    by_month = {}
    for (player, month, _), played in by_evening.items():
        best = sorted(played, key=lambda seat: (-round(seat["score"], 6), turn(seat)))[:BEST_GAMES]
        total = sum((seat["score"] for seat in best), ZERO)
        for seat in played:
            seat["evening_score"] = total
            seat["counted"] = any(seat is one for one in best)
        by_month.setdefault((player, month), []).append(played)

    for (_, month), evenings in by_month.items():
        evenings.sort(key=lambda played: (-round(played[0]["evening_score"], 6), *begins(played[0])))
        for number, played in enumerate(evenings):
            for seat in played:
                seat["evening_counted"] = number < best_evenings.get(month, BEST_EVENINGS)
                seat["counted"] = seat["counted"] and seat["evening_counted"]


def turn(seat):
    """Give the place of a game within its evening: its number; the date and the table only part equal numbers."""
    return seat["game_no"], seat["date"], str(seat["table"])


def begins(seat):
    """Give the place of an evening within its month: its first date; the name only parts those of one day."""
    return seat["evening_date"], str(seat["evening"])


def weight(seat, game, tables, strengths):
    """Give the rating points for one point of a game: its own, the table's, or the strength of those who sat there."""
    if seat["own_weight"] is not None:
        return seat["own_weight"]
    found = []
    for row in tables:
        if all(row[key] is None or str(row[key]) == str(seat[key]) for key in IDENTITY):
            of_game = row["game_no"] is not None
            of_evening = row["date"] is not None or row["evening"] is not None
            named = len([key for key in IDENTITY if row[key] is not None])
            found.append((of_game, of_evening, named, row))
    if found:
        _, _, _, row = max(found, key=lambda one: one[:3])  # the row that names the most
        return as_fraction(row["weight"])
    return sum((strengths[other["player"]] for other in game), ZERO)


def read_tables(book):
    """Read the rows of the tables tab, if there is one."""
    if "Столы" not in book.sheetnames:
        return []
    rows = [row for _, row in read_rows(book["Столы"], ("table", "weight")) if row["weight"] is not None]
    return [{**row, "date": as_date(row["date"])} for row in rows]


def read_strengths(book):
    """Read the strengths of the players tab, if there is one."""
    if "Игроки" not in book.sheetnames:
        return {}
    rows = [row for _, row in read_rows(book["Игроки"], ("player", "strength"))]
    return {str(row["player"]): as_fraction(row["strength"]) for row in rows if row["strength"] is not None}


def read_games(sheet):
    """Read a game tab: below the header, a row a seat; a game's facts are on its first row at least.

    A tab of anything else gives no game.
    """
    games, facts = [], None
    for line, row in read_rows(sheet, ("player", "role", "winner", "exit")):
        if row["player"] is None:
            continue
        row["date"] = as_date(row["date"])
        row["evening"] = (
            row["date"] if row["evening"] is None else row["evening"]
        )  # both are empty further down
        if facts is None or any(row[fact] not in (None, facts[fact]) for fact in IDENTITY):
            above = facts or row
            facts = {fact: above[fact] if row[fact] is None else row[fact] for fact in IDENTITY}
            facts |= {"judge": row["judge"], "winner": WINNERS[row["winner"].casefold()]}
            facts["own_weight"] = None if row["weight"] is None else as_fraction(row["weight"])
            games.append([])
        role, team = ROLES[row["role"].casefold()]
        phase = None if row["exit"] is None else str(row["exit"]).upper()
        games[-1].append({
            "tab": sheet.title, "row": line, **facts,
            "seat": row["seat"], "player": str(row["player"]), "role": role, "team": team,
            "won": facts["winner"] == team, "exit": phase, "first_kill": phase == "Н1", "is_voted_out": str(phase).startswith("Д"),
            "has_left": row["left"] is not None, "alive": phase is None and row["left"] is None,
            **{name: int(row[name] or 0) for name in COUNTERS},
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
            found = {name: cells.index(word) for name, word in COLUMNS.items() if word in cells}
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


def as_date(value):
    """Read a date, if there is one: a real one, or a text as 31.12.2025 or 2025-12-31."""
    if value is None or isinstance(value, dt.datetime):
        return value and value.date()
    form = "%Y-%m-%d" if "-" in value else "%d.%m.%Y"
    return dt.datetime.strptime(value, form).date()


def as_fraction(value):
    """Read a cell's figure: 0.3 is three tenths, whether a number or a text with a comma."""
    return Fraction(str(value).replace(",", "."))
