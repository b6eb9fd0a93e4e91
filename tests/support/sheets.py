"""Small leagues in memory: rows of cells as a sheet holds them, through the real ingest, checks and rules."""

import itertools
from pathlib import Path

import pandas as pd

from pipelines import findings, league, rebuild
from pipelines.checks import checks
from pipelines.ingest import games
from pipelines.rating import rate, score
from pipelines.sources.grid import Grid

HEADER = [
    *("date", "table", "game_no", "club", "kind", "seat", "player", "role", "winner", "is_first_kill"),
    *("best_move", "bonus_typed", "penalty_typed", "reason", "removal", "is_approved"),
]
WIDE = [*HEADER, "is_ppk", "is_disqualified", "is_left_table", "tournament", "stage"]
_NO_FAULTS = pd.DataFrame({"row": [], "column": [], "kind": [], "text": []})


def read_table(text):
    """A table from text, `a | b` under a header row; every cell a text."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return pd.DataFrame(rows[1:], columns=rows[0])


class Memory:
    """A Source whose tabs are rows of texts; an empty text is an empty cell. `merged` are the areas of all tabs."""

    def __init__(self, tabs, name="memory.xlsx", merged=()):
        self.name = name
        self._tabs = tabs
        self._merged = merged

    def tabs(self):
        return list(self._tabs)

    def read(self, tab):
        rows = self._tabs[tab]
        width = max(map(len, rows), default=0)
        cells = [
            [cell if str(cell).strip() else None for cell in row] + [None] * (width - len(row))
            for row in rows
        ]
        frame = pd.DataFrame(
            cells, index=range(1, len(rows) + 1), columns=range(1, width + 1), dtype="object"
        )
        return Grid(self.name, tab, frame.astype("str").astype("category"), _NO_FAULTS, merged=self._merged)


def a_league(**parts):
    """A league of 4mafia with one rating of all games; `parts` replace parts of its file."""
    raw = {
        "name": "Test",
        "language": "en",
        "source": {"workbook": ["memory.xlsx"], "games": ["Games*"]},
        "ruleset": {"name": "4mafia"},
        "rating": [{"name": "all", "tab": "All"}],
        "folder": Path(),
    }
    return league.League.model_validate({**raw, **parts})


def checked(sources, of):
    """The sheets and what is found in them."""
    sheets = read(sources, of)
    return sheets, checks.check(sheets, of, rebuild.rules_of(of))


def without_copies(found):
    """The findings without those that one game is in the sheets twice: many tests write one game several times."""
    return found[found["code"] != "same-game-twice"].reset_index(drop=True)


def read(sources, of):
    """The sheets of one source or several."""
    sources = sources if isinstance(sources, list) else [sources]
    rules = rebuild.rules_of(of)
    return rebuild.known(games.ingest(sources, of, rules.needed(rules.rules), rules.roles), of, rules)


def found_reading(sources, of):
    """What is found before the checks: in the tabs, and in the log against the seats."""
    sheets = read(sources, of)
    return findings.all_of([sheets.findings, sheets.of_log])


def scored(sources, of=None):
    """The scored seats, with the distance of the first rating, and the standings, whatever the checks would say."""
    of = of or a_league()
    rules = rebuild.rules_of(of)
    seats = read(sources, of).seats
    seats = score.score(seats, rules, rate.periods(seats, of.rating[0]))
    return seats, rate.rate(seats, of.rating, rules)


def game(subject, number=1, header=HEADER):
    """Ten rows of one game: `subject` (fields by name) sits at seat 1, the rest of a usual table around it.

    If the subject is red, the blacks sit at 8, 9 and 10; if it is black, the other two at 9 and 10.
    """
    role = subject.get("role", "citizen")
    others = ["citizen"] * 6 + ["sheriff"] + ["mafia", "mafia", "don"]
    others.remove(role)
    common = {
        "date": "2023-03-01",
        "table": "1",
        "game_no": str(number),
        "club": "4М",
        "kind": "rated",
        "winner": "red",
    }
    shared = {name: subject[name] for name in common if name in subject}
    rows = [{**common, "seat": "1", "player": "Subject", "role": role, **subject}]
    for seat, other in enumerate(others, 2):
        rows.append({**common, **shared, "seat": str(seat), "player": f"Player {seat}", "role": other})
    return [[row.get(name, "") for name in header] for row in rows]


def sheet(subjects, header=HEADER):
    """A game sheet with a game for each subject."""
    return [header, *itertools.chain.from_iterable(game(one, n, header) for n, one in enumerate(subjects, 1))]


def lone(rows):
    """A game sheet in which each row is a game of its own, with nobody else in it: a citizen's won one where not told."""
    usual = {"date": "2025-03-01", "role": "citizen", "winner": "red"}
    told = [{name: value for name, value in row.items() if value} for row in rows]
    numbered = [{**usual, "game_no": str(number), **row} for number, row in enumerate(told, 1)]
    return [WIDE, *([row.get(name, "") for name in WIDE] for row in numbered)]


def a_tournament(games, players="", ruleset=None, **parts):
    """A league of mafgame, its scored seats and its standings; `games` is a table of seats, each a game of its own."""
    sheets = {"Games": lone(read_table(games).to_dict("records") if isinstance(games, str) else games)}
    if players:
        rows = read_table(players)
        sheets["Players"] = [list(rows), *rows.to_numpy().tolist()]
        parts["source"] = {"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"}
    of = a_league(ruleset={"name": "mafgame", **(ruleset or {})}, **parts)
    return of, *scored(Memory(sheets), of)


def subjects_of(table):
    """The seats that a rule table describes: its columns that are fields of the sheet, empty ones left out."""
    fields = [name for name in table if name in WIDE]
    return [{name: value for name, value in row.items() if value} for row in table[fields].to_dict("records")]


def results(table, **parts):
    """The scored seat of each row of a rule table, in its order."""
    header = WIDE if set(table) & (set(WIDE) - set(HEADER)) else HEADER
    seats, _ = scored(Memory({"Games": sheet(subjects_of(table), header)}), a_league(**parts))
    return seats[seats["player"] == "Subject"].sort_values("game_no").reset_index(drop=True)


def wrong(table, column, **parts):
    """The rows of a rule table whose `want` is not what `column` of the scored seat holds; none if all is right."""
    got = results(table, **parts)[column].astype("float64")
    rows = table.assign(got=got.to_numpy())
    return rows[(rows["got"] - rows["want"].astype("float64")).abs() > 1e-9].to_dict("records")
