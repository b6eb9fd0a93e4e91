"""The 4mafia ratings once more, by hand: an oracle for the engine.

Plain loops over the cells of a workbook and exact fractions, written from the rules of the edition 2023-02-01
alone. It knows one sheet form (a row a seat, headers of the sample league) and checks nothing: the sheets
must be clean. Slow and simple on purpose. Nothing here may be imported from the project.
"""

import datetime as dt
import re
from fractions import Fraction

from openpyxl import load_workbook

CITIZEN, SHERIFF, MAFIA, DON = "Мирный", "Шериф", "Мафия", "Дон"
STRONG = {"Серебро", "Золото", "Гость"}
SEASON = (dt.date(2023, 9, 1), dt.date(2024, 5, 31))

WIN = Fraction(2)
COMPENSATION = Fraction(1, 2)
THREE_BLACK, TWO_BLACK, NO_BLACK = Fraction(1, 2), Fraction(1, 4), Fraction(-1, 4)
CLUBS_WITH_MISS = {"4М+"}  # Cyrillic М
COMPONENTS = ("win", "compensation", "best_move", "bonus", "penalty")


def seats(path):
    """Give every seat of the workbook: its facts, whether it is counted, components and points."""
    book = load_workbook(path, data_only=True)
    names, statuses = read_players(book["Игроки"])
    games = []
    for sheet in book.worksheets:
        if sheet.title.startswith("Игры"):
            games += read_games(sheet)
    result = []
    for game in games:
        for seat in game:
            seat["player"] = names.get(seat["player"], seat["player"])
            seat["status"] = status_on(statuses.get(seat["player"], []), seat["date"])
        strong = 0
        for seat in game:
            if seat["status"] in STRONG:
                strong += 1
        for seat in game:
            seat["strong_in_game"] = strong
            seat["counted"] = is_counted(seat)
            score(seat, game)
            result.append(seat)
    return result


def standings(path, period=None, min_games=0):
    """Give the rating of a month ("2023-09") or of the season (None), first place first.

    A player with fewer than `min_games` games has no place and stands below those who have one.
    """
    totals = {}
    for seat in seats(path):
        if period is None:
            inside = SEASON[0] <= seat["date"] <= SEASON[1]
        else:
            inside = f"{seat['date']:%Y-%m}" == period
        if not (inside and seat["counted"]):
            continue
        row = totals.get(seat["player"])
        if row is None:
            row = totals[seat["player"]] = {
                "player": seat["player"],
                "games": 0,
                "wins": 0,
                "points": Fraction(0),
                "compensations": 0,
                "best_move": Fraction(0),
                "bonus": Fraction(0),
                "penalty": Fraction(0),
            }
        row["games"] += 1
        row["wins"] += 1 if seat["won"] else 0
        row["compensations"] += 1 if seat["compensation"] else 0
        for column in ("points", "best_move", "bonus", "penalty"):
            row[column] += seat[column]

    with_place, below_the_line = [], []
    for row in totals.values():
        row.update(coefficients(row["games"], row["wins"], row["points"]))
        (with_place if row["games"] >= min_games else below_the_line).append(row)
    with_place.sort(key=order)
    below_the_line.sort(key=order)
    for number, row in enumerate(with_place):
        before = with_place[number - 1] if number else None
        equal = before is not None and order(before)[:3] == order(row)[:3]
        row["place"] = before["place"] if equal else number + 1
    for row in below_the_line:
        row["place"] = None
    return with_place + below_the_line


def coefficients(games, wins, points):
    """Give win_pct, k1, k2 and score of a player's distance."""
    win_pct = Fraction(100 * wins, games)
    k1 = points * win_pct / 100
    k2 = points / games
    return {"win_pct": win_pct, "k1": k1, "k2": k2, "score": k1 * k2}


def order(row):
    """Sort by score, points and wins, the highest first; equals by name, which gives no place."""
    return -round(row["score"], 6), -round(row["points"], 6), -row["wins"], row["player"].casefold()


def is_counted(seat):
    """Tell who is counted, by the kind of the game and the player's status on its day."""
    strong = seat["status"] in STRONG
    if seat["kind"] == "рейтинг":
        return True
    if seat["kind"] == "школа":
        high_school = seat["strong_in_game"] >= 3
        return high_school or not strong
    if seat["kind"] == "академия":
        return strong
    raise ValueError(seat["kind"])


def score(seat, game):
    """Add the five components and their sum to a seat."""
    red = seat["team"] == "red"
    seat["win"] = WIN if seat["won"] else Fraction(0)

    seat["compensation"] = Fraction(0)
    if seat["first_kill"] and red and seat["winner"] == "black":
        seat["compensation"] = COMPENSATION

    seat["blacks_named"] = blacks_named(seat["move"], game)
    seat["best_move"] = Fraction(0)
    if seat["first_kill"] and red and seat["blacks_named"] is not None:
        if seat["blacks_named"] == 3:
            seat["best_move"] = THREE_BLACK
        elif seat["blacks_named"] == 2:
            seat["best_move"] = TWO_BLACK
        elif seat["blacks_named"] == 0 and seat["kind"] == "рейтинг" and seat["club"] in CLUBS_WITH_MISS:
            seat["best_move"] = NO_BLACK

    seat["bonus"] = Fraction(0) if seat["winner"] == "draw" else seat["typed_bonus"]

    seat["penalty"] = -Fraction(penalty_points(seat)) if seat["lost"] else Fraction(0)

    seat["points"] = Fraction(0)
    for component in COMPONENTS:
        seat["points"] += seat[component]


def blacks_named(move, game):
    """Count the blacks among the seats of a best move; None when the right was not used."""
    if move is None:
        return None
    numbers = [int(number) for number in re.findall(r"\d+", str(move))]
    if len(numbers) == 1:
        return numbers[0]  # typed as a count
    if len(numbers) != 3:
        raise ValueError(move)
    count = 0
    for number in numbers:
        for seat in game:
            if seat["seat"] == number and seat["team"] == "black":
                count += 1
    return count


def penalty_points(seat):
    """Give the penalty points of a seat: what is typed, or what the reason or the removal is worth."""
    figures = [0]
    if seat["typed_penalty"] is not None:
        figures.append(seat["typed_penalty"])
    elif seat["reason"]:
        figures.append(1)
    if seat["removal"] and seat["removal"] != "без штрафа":
        figures.append(1)
    return max(figures)


def read_players(sheet):
    """Read the players tab: the other spellings, and for each player the dated statuses."""
    names, statuses = {}, {}
    rows = sheet.iter_rows(values_only=True)
    header = next(rows)
    for cells in rows:
        row = dict(zip(header, cells, strict=True))
        if row["Игрок"] is None:
            continue
        if row["Псевдонимы"] is not None:
            names[row["Псевдонимы"]] = row["Игрок"]
        statuses.setdefault(row["Игрок"], []).append((as_date(row["С даты"]), row["Статус"]))
    return names, statuses


def status_on(dated, date):
    """Give the status of the latest row not after the date; a novice if there is none."""
    status, since = "Новичок", dt.date.min
    for first_day, word in dated:
        if since <= first_day <= date:
            status, since = word, first_day
    return status


def read_games(sheet):
    """Read a game tab: below the header, a row a seat; a game's facts are on its first row at least."""
    games, header, facts = [], None, None
    for line, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if header is None:
            if "Игрок" in cells:
                header = cells
            continue
        row = dict(zip(header, cells, strict=True))
        if row["Игрок"] is None:
            continue
        if row["Дата"] is not None:
            now = {
                "date": as_date(row["Дата"]),
                "table": int(row["Стол"]),
                "game_no": int(row["Игра"]),
                "club": row["Клуб"].replace("M", "М"),  # Latin to Cyrillic
                "kind": row["Тип"],
                "judge": row["Судья"],
                "winner": {"Красные": "red", "Чёрные": "black", "Ничья": "draw"}[row["Победа"]],
            }
            if now != facts:
                facts = now
                games.append([])
        team = {CITIZEN: "red", SHERIFF: "red", MAFIA: "black", DON: "black"}[row["Роль"]]
        games[-1].append({
            "tab": sheet.title,
            "row": line,
            **facts,
            "seat": int(row["Место"]),
            "player": row["Игрок"],
            "role": row["Роль"],
            "team": team,
            "won": facts["winner"] == team,
            "lost": facts["winner"] not in (team, "draw"),
            "first_kill": row["ПУ"] is not None,
            "move": row["ЛХ"],
            "typed_bonus": Fraction(0) if row["Доп"] is None else as_fraction(row["Доп"]),
            "typed_penalty": None if row["Штраф"] is None else int(abs(as_fraction(row["Штраф"]))),
            "reason": row["Причина"],
            "removal": row["Удаление"],
            "approved": row["Согласовано"] is not None,
        })  # fmt: skip
    return games


def as_date(value):
    """Read a cell's date: a real one, or a text as 31.12.2023."""
    if isinstance(value, dt.datetime):
        return value.date()
    return dt.datetime.strptime(value, "%d.%m.%Y").date()


def as_fraction(value):
    """Read a cell's figure: 0.3 is three tenths, whether a number or a text with a comma or a long minus."""
    return Fraction(str(value).replace(",", ".").replace("−", "-"))
