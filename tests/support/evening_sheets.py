"""Small leagues of the evening tournament: a seat a row, each a game of its own unless it tells another."""

from sheets import Memory, a_league, read_table, scored

COUNTS = (
    *("found_black_count", "found_sheriff_count"),
    *("saved_red_count", "saved_sheriff_count", "saved_black_count"),
    *("took_black_count", "took_red_count", "took_sheriff_count", "killed_active_count"),
)
FIELDS = (
    *("date", "evening", "table", "game_no", "club", "kind", "seat", "player", "role", "winner"),
    *("weight_typed", "exit", "is_first_kill", "removal", "is_left_table", *COUNTS),
)
DAY = "2023-09-01"  # the first day of the edition
MONTH = {"name": "month", "tab": "{period}", "period": "month"}


def rows_of(text):
    """The rows of a table, empty cells left out."""
    return [{name: said for name, said in row.items() if said} for row in read_table(text).to_dict("records")]


def tab(rows, fields=FIELDS, **usual):
    """A games tab; what a row does not tell is a citizen's won game of its own, of weight 1, at table 1."""
    usual = {"date": DAY, "table": "1", "role": "citizen", "winner": "red", "weight_typed": "1", **usual}
    told = [{**usual, "game_no": str(number), **row} for number, row in enumerate(rows, 1)]
    return [list(fields), *([str(row.get(name, "")) for name in fields] for row in told)]


def evenings(**parts):
    """A league of the evening tournament, rated by the month."""
    ruleset = {"name": "evenings", **parts.pop("ruleset", {})}
    return a_league(**{"ruleset": ruleset, "rating": [MONTH], **parts})


def sheets_of(games, **others):
    """The tabs of a workbook and the part of the league that names them: `players`, `tables`, `actions`."""
    names = {name: name.title() for name in others}
    tabs = {"Games": games, **{names[name]: [list(row) for row in rows] for name, rows in others.items()}}
    return Memory(tabs), {"workbook": ["memory.xlsx"], "games": ["Games"], **names}


def played(rows, others=None, **parts):
    """The scored seats, in the order of the rows, and the standings."""
    games = rows if isinstance(rows[0], list) else tab(rows)
    memory, source = sheets_of(games, **(others or {}))
    seats, standings = scored(memory, evenings(source=source, **parts))
    return seats.sort_values("row", ignore_index=True), standings


def night(player, date, *scores, first=1, **told):
    """The games of a player in an evening, by their scores; each player has a table of his own.

    A citizen who won has 4 points, so a score is 4 · weight; a lost game scores 0.
    """
    own = {"player": player, "date": date, "table": player}
    return [
        {
            **own,
            "game_no": number,
            "winner": "red" if score else "black",
            "weight_typed": f"{score / 4:g}",
            **told,
        }
        for number, score in enumerate(scores, first)
    ]
