"""City games in memory, told by typed figures, by a log of acts, or by both.

An act is written as in `N1 shot 7>4`: phase, action, actor, target; `N1 shot >4` has no actor, `D1 exit >4,7`
two targets. What is typed or wanted of a seat is written as in `2 saves 6`: seat, column, value. Both are
listed with semicolons. Each row of a test table is a game of its own, with a date of its own.
"""

import datetime as dt
import re

from sheets import Memory, a_league, found_reading, read_table, scored

ROLES = {  # at seats 1 to 10
    "demafia": "sheriff doctor maniac citizen citizen citizen mafia mafia don lover",
    "evenings": "sheriff doctor beauty citizen citizen maniac mafia mafia don citizen",
    "4mafia": "sheriff citizen citizen citizen citizen citizen citizen mafia mafia don",
}
COUNTS = (
    *("hit_count", "first_visit_count", "lethal_visit_count", "save_count", "found_black_count"),
    *("found_sheriff_count", "vote_hit_count", "justified_count"),
    *("saved_red_count", "saved_sheriff_count", "saved_black_count", "took_black_count"),
    *("took_red_count", "took_sheriff_count", "killed_active_count"),
)
MARKS = ("is_mvp", "is_fine_move", "is_disqualified", "removal", "is_first_kill", "is_left_table")
HEADER = (
    *("date", "table", "game_no", "kind", "seat", "player", "role", "winner", "exit"),
    *(*COUNTS, *MARKS, "weight_typed"),
)
LOG_HEADER = ("date", "table", "game_no", "phase", "action", "actor", "targets")
_ACT = re.compile(r"(\w+) (\w+) (\d*)>?([\d, ]*)")
_OF_SEAT = re.compile(r"(\d+) (\w+) (\S+)")


def day(game):
    """The date of a game by its number."""
    return str(dt.date(2024, 1, 1) + dt.timedelta(days=game - 1))


def listed(text, pattern):
    return [pattern.fullmatch(one.strip()).groups() for one in (text or "").split(";") if one.strip()]


def acts(text, game=1):
    """The rows of a log tab for the acts of a game."""
    return [[day(game), "1", str(game), *parts] for parts in listed(text, _ACT)]


def of_seats(text):
    """What is told of seats, by seat and column."""
    return {(int(seat), name): _value(said) for seat, name, said in listed(text, _OF_SEAT)}


def _value(said):
    return float(said) if re.fullmatch(r"-?[\d.]+", said) else said


def seats(row, game, ruleset):
    """The rows of a games tab for one game: `row` may tell `roles`, `winner`, `kind`, and what is `typed`."""
    typed = {(int(seat), name): said for seat, name, said in listed(row.get("typed"), _OF_SEAT)}
    game_facts = {
        "date": day(game),
        "table": "1",
        "game_no": str(game),
        "kind": row.get("kind", ""),
        "winner": row.get("winner") or "draw",
        "weight_typed": "1" if ruleset == "evenings" else "",
    }
    of_game = []
    for seat, role in enumerate((row.get("roles") or ROLES[ruleset]).split(), 1):
        own = {name: said for (at, name), said in typed.items() if at == seat}
        facts = {**game_facts, "seat": str(seat), "player": f"P{seat}", "role": role, **own}
        of_game.append([facts.get(name, "") for name in HEADER])
    return of_game


def book(rows, ruleset="demafia"):
    """A workbook of the games of some rows: the tab Games, and Acts if there are any."""
    games = [one for game, row in enumerate(rows, 1) for one in seats(row, game, ruleset)]
    log = [one for game, row in enumerate(rows, 1) for one in acts(row.get("log"), game)]
    return Memory({"Games": [HEADER, *games], **({"Acts": [LOG_HEADER, *log]} if log else {})})


def a_city(ruleset="demafia", logs="Acts", parameters=None, **parts):
    """A league of the ruleset, with a log of acts."""
    source = {"workbook": ["memory.xlsx"], "games": ["Games*"], **({"actions": logs} if logs else {})}
    chosen = {"name": ruleset, **({"parameters": parameters} if parameters else {})}
    return a_league(**{"source": source, "ruleset": chosen, **parts})


def told(memory, of, columns):
    """For each game, by seat and column, the values that are not missing, nought or a no."""
    rows, _ = scored(memory, of)
    games = {game: {} for game in sorted(set(rows["game_no"]))}
    for one in rows[["game_no", "seat", *columns]].astype("object").to_dict("records"):
        for name in columns:
            if one[name] == one[name] and one[name]:
                games[one["game_no"]][one["seat"], name] = one[name]
    return list(games.values())


def unlike(text, columns, ruleset="demafia", **parts):
    """The rows of a test table whose games are not as `want` tells, or that the log's reading finds a fault in.

    All of `columns` must be as wanted at every seat: what is not named there is nought.
    """
    rows = read_table(text).to_dict("records")
    memory, of = book(rows, ruleset), a_city(ruleset, **parts)
    found = found_reading(memory, of)
    wrong = [f"found {one['code']} at {one['tab']} {one['cell']}" for one in found.to_dict("records")]
    for row, got in zip(rows, told(memory, of, columns), strict=True):
        if got != of_seats(row["want"]):
            wrong.append(f"{row['log']}: {row['why']}: {got} and not {row['want']}")
    return wrong
