"""The demafia ratings once more, by hand: an oracle for the engine.

Plain loops over the cells of a workbook, written from the DeMafia rules (undated) alone, with the figures of a game
derived from its log of acts where it has one. It knows one sheet form (a row a seat and a row an act; headers
of the sample league) and checks nothing: the sheets must be clean. Slow and simple on purpose. Nothing here may
be imported from the project.
"""

import datetime as dt
import re
from fractions import Fraction

from openpyxl import load_workbook

ALIVE, DEAD = 10, 8
HIT = 4
FIRST_VISIT, LETHAL_VISIT = 2, 3
FOUND_SHERIFF = 5
SAVE = 6
FOUND_BLACK = 5
VOTE_HIT = 1
JUSTIFIED = 2
MVP = 5
FINE_MOVE = 2
DISQUALIFIED = -50

GROUPS = {
    "base": ("base",),
    "night": ("hits", "visits", "lover", "saves", "checks"),
    "day": ("votes", "oratory"),
    "judge": ("mvp", "fine_move"),
    "penalty": ("disqualified",),
}
COMPONENTS = [component for group in GROUPS.values() for component in group]

FIGURES = {
    "hit_count": "Влучні постріли",
    "first_visit_count": "Перші візити",
    "lethal_visit_count": "Летальні візити",
    "found_sheriff_count": "Знайшла шерифа",
    "save_count": "Сейви",
    "found_black_count": "Знайшов чорних",
    "vote_hit_count": "Влучні голоси",
    "justified_count": "Виправдання",
}
ROLES = {
    "мирний": "citizen",
    "шериф": "sheriff",
    "лікар": "doctor",
    "маніяк": "maniac",
    "мафія": "mafia",
    "бос": "don",
    "коханка": "lover",
}
BLACK = ("mafia", "don", "lover")
WINNERS = {"червоні": "red", "чорні": "black", "нічия": "draw"}
NO = ("ні", "немає")
NIGHT, DAY = 0, 1  # of one number the night is before the day
PARTS = {"Н": NIGHT, "Д": DAY}


def seats(path):
    """Give every seat of the workbook: its facts, its figures, the components and their sum, points."""
    book = load_workbook(path, data_only=True)
    logs = read_logs(book)
    result = []
    for key, game in read_games(book["Ігри"]).items():
        derived = derive(game, logs[key]) if key in logs else None
        for number, seat in game.items():
            typed = seat.pop("typed")
            seat["vote_accuracy"] = None if derived is None else derived[number]["vote_accuracy"]
            for figure in FIGURES:
                seat[figure] = typed[figure]  # what is typed stands, whatever the log says
                if seat[figure] is None:
                    seat[figure] = 0 if derived is None else derived[number][figure]
            is_spared = typed["disqualified"] in NO
            if derived is not None and derived[number]["removed"] and not is_spared:
                seat["is_disqualified"] = True  # the rules know no other removal
            seat["alive"] = typed["exit"] is None and (derived is None or derived[number]["alive"])
            score(seat)
            result.append(seat)
    return result


def standings(path, first_day, last_day, min_games=0):
    """Give the rating from one day to another, both within, first place first.

    A player with fewer than `min_games` games has no place and stands below those who have one.
    """
    totals = {}
    for seat in seats(path):
        if not first_day <= seat["date"] <= last_day:
            continue
        row = totals.get(seat["player"])
        if row is None:
            row = totals[seat["player"]] = {"player": seat["player"], "games": 0, "wins": 0, "score": 0}
            row.update(dict.fromkeys(GROUPS, 0))
        row["games"] += 1
        row["wins"] += 1 if seat["won"] else 0
        for group, components in GROUPS.items():
            for component in components:
                row[group] += seat[component]
                row["score"] += seat[component]

    with_place, below_the_line = [], []
    for row in totals.values():
        (with_place if row["games"] >= min_games else below_the_line).append(row)
    for rows in (with_place, below_the_line):
        rows.sort(key=lambda row: (-row["score"], row["player"].casefold()))
    for number, row in enumerate(with_place):
        before = with_place[number - 1] if number else None
        equal = before is not None and before["score"] == row["score"]
        row["place"] = before["place"] if equal else number + 1
    for row in below_the_line:
        row["place"] = None
    return with_place + below_the_line


def score(seat):
    """Add the components and their sum to a seat; who is disqualified has nothing but the penalty."""
    for component in COMPONENTS:
        seat[component] = 0
    if seat["is_disqualified"]:
        seat["disqualified"] = DISQUALIFIED
    else:
        if seat["won"]:
            seat["base"] = ALIVE if seat["alive"] else DEAD
        if seat["role"] in BLACK:
            seat["hits"] = HIT * seat["hit_count"]
        if seat["role"] == "maniac":
            seat["visits"] = (
                FIRST_VISIT * seat["first_visit_count"] + LETHAL_VISIT * seat["lethal_visit_count"]
            )
        if seat["role"] == "lover":
            seat["lover"] = FOUND_SHERIFF * seat["found_sheriff_count"]
        if seat["role"] == "doctor":
            seat["saves"] = SAVE * seat["save_count"]
        if seat["role"] == "sheriff":
            seat["checks"] = FOUND_BLACK * seat["found_black_count"]
        seat["votes"] = VOTE_HIT * seat["vote_hit_count"]
        seat["oratory"] = JUSTIFIED * seat["justified_count"]
        seat["mvp"] = MVP if seat["is_mvp"] else 0
        seat["fine_move"] = FINE_MOVE if seat["is_fine_move"] else 0
    seat["points"] = sum(seat[component] for component in COMPONENTS)


def derive(game, acts):
    """Follow a game's log, phase after phase: the figures of each seat, whether it is alive, how it voted."""
    derived = {}
    for number in game:
        derived[number] = dict.fromkeys(FIGURES, 0)
        derived[number].update(alive=True, removed=False, votes=[])

    counted_visits = []  # the maniac's targets, so far
    for phase in sorted({act["phase"] for act in acts}):
        now = [act for act in acts if act["phase"] == phase]
        exits = targets(now, "вибув")
        if phase[1] == NIGHT:
            follow_night(game, now, exits, counted_visits, derived)
        else:
            follow_day(game, now, exits, derived)
        for number in exits + targets(now, "перестрілка") + targets(now, "вилучений"):
            derived[number]["alive"] = False
        for number in targets(now, "вилучений"):
            derived[number]["removed"] = True

    for row in derived.values():
        votes = row.pop("votes")
        row["vote_accuracy"] = Fraction(sum(votes), len(votes)) if votes else None
    return derived


def follow_night(game, acts, exits, counted_visits, derived):
    """Add what one night brought; `derived` still has everybody alive who began the night."""
    heals = targets(acts, "лікування")
    threats = dict.fromkeys(game, 0)  # before any healing
    for act in acts:
        visitor = game[act["who"]]["role"] if act["action"] == "візит" else None
        for target in act["whom"]:
            at_sheriff = visitor == "lover" and game[target]["role"] == "sheriff"
            second = visitor == "maniac" and target in counted_visits
            threats[target] += 1 if act["action"] == "постріл" or at_sheriff or second else 0

    alive = [number for number in game if derived[number]["alive"]]
    shooters = [number for number in alive if game[number]["role"] in ("mafia", "don")]
    if not shooters:
        shooters = [number for number in alive if game[number]["role"] == "lover"]
    for target in targets(acts, "постріл"):
        for number in shooters:
            derived[number]["hit_count"] += 1 if target in exits else 0

    for act in acts:
        if act["action"] not in ("візит", "лікування", "перевірка"):
            continue
        role, row = game[act["who"]]["role"], derived[act["who"]]
        for target in act["whom"]:
            black = game[target]["team"] == "black"
            if role == "lover" and game[target]["role"] == "sheriff":
                row["found_sheriff_count"] += 1
            elif role == "maniac" and (target not in heals or target in exits):  # else the doctor undid it
                before = counted_visits.count(target)
                row["first_visit_count"] += 1 if black and before == 0 else 0
                row["lethal_visit_count"] += 1 if black and before == 1 else 0
                counted_visits.append(target)
            elif role == "doctor" and threats[target] > 0 and target not in exits:
                row["save_count"] += 1
            elif role == "sheriff" and black:
                row["found_black_count"] += 1


def follow_day(game, acts, exits, derived):
    """Add what one day brought: who was sent away by the shoot-out is not in `exits`."""
    for act in acts:
        for target in act["whom"]:
            if act["action"] == "голос":
                other_team = game[target]["team"] != game[act["who"]]["team"]
                derived[act["who"]]["votes"].append(other_team)
                if other_team and target in exits:
                    derived[act["who"]]["vote_hit_count"] += 1
            elif act["action"] == "виправданий":
                derived[target]["justified_count"] += 1


def targets(acts, action):
    """Give the seats that an action was done to."""
    return [target for act in acts if act["action"] == action for target in act["whom"]]


def read_games(sheet):
    """Read the game tab: for each game its seats by number."""
    games = {}
    for row in read_rows(sheet):
        role = ROLES[row["Роль"].casefold()]
        team = "black" if role in BLACK else "red"
        winner = WINNERS[row["Перемога"].casefold()]
        typed = {figure: row.get(title) for figure, title in FIGURES.items()}
        typed["exit"] = row.get("Вибув")
        typed["disqualified"] = row.get("Дискваліфікація")
        games.setdefault(identity(row), {})[row["Місце"]] = {
            "date": row["Дата"].date(),
            "table": row["Стіл"],
            "game_no": row["Гра"],
            "seat": row["Місце"],
            "player": str(row["Гравець"]),
            "role": role,
            "team": team,
            "winner": winner,
            "won": winner == team,
            "is_mvp": row.get("MVP") is not None,
            "is_fine_move": row.get("Кращий хід") is not None,
            "is_disqualified": row.get("Дискваліфікація") not in (None, *NO),
            "typed": typed,
        }
    return games


def read_logs(book):
    """Read the tab of acts, if there is one: for each game its acts."""
    logs = {}
    for row in read_rows(book["Ходи"]) if "Ходи" in book.sheetnames else []:
        part, number = re.fullmatch(r"(\w)(\d+)", row["Фаза"]).groups()
        logs.setdefault(identity(row), []).append({
            "phase": (int(number), PARTS[part]),
            "action": row["Дія"],
            "who": row["Хто"],
            "whom": [int(one) for one in re.findall(r"\d+", str(row["Кого"]))],
        })  # fmt: skip
    return logs


def identity(row):
    """Tell the game of a row."""
    assert isinstance(row["Дата"], dt.datetime)
    return row["Дата"], row["Стіл"], row["Гра"]


def read_rows(sheet):
    """Give the cells of each row by the header in the first; an empty text is an empty cell."""
    rows = sheet.iter_rows(values_only=True)
    header = next(rows)
    for values in rows:
        cells = [value.strip() or None if isinstance(value, str) else value for value in values]
        if any(cell is not None for cell in cells):
            yield dict(zip(header, cells, strict=True))
