"""What a later edition, or a later rule, leaves as it was: all that came of games of days before it."""

import datetime as dt
from dataclasses import replace

import pandas as pd
import pytest
from logs import HEADER as CITY
from logs import LOG_HEADER, acts, day, seats
from sheets import HEADER, Memory, a_league, game

import rulesets
from pipelines import rebuild
from pipelines.checks import checks
from pipelines.ingest import games
from pipelines.publish import files, tables
from pipelines.rating import explain, rate, score
from rulesets.edition import without_overlap

FUTURE = dt.date(2030, 1, 1)
RATINGS = [{"name": "month", "tab": "{period}", "period": "month"}, {"name": "all", "tab": "All"}]
PUBLISH = {"details": "Details", "findings": "Findings"}

# acts of every kind, and slips: a role that has no such act, one healed three nights running, a heal without its actor
LOG = (
    "N1 shot 7>4; N1 check 1>7; N1 heal 2>4; N1 visit 3>8; D1 vote 1>7; D1 vote 8>7; D1 exit >7; "
    "N2 shot 8>5; N2 heal >4; N2 visit 3>8; N2 exit >5; D2 justified >6; D2 vote 1>8; D2 shootout >6; "
    "N3 heal 2>4; N3 check 4>9; N3 visit 10>1; N3 shot 8>1; N3 exit >1; D3 removed >9"
)
FIGURES = "7 hit_count 1; 1 found_black_count 2; 3 first_visit_count 1; 4 found_black_count 1; 2 save_count 1"
JUDGED = {
    "is_first_kill": "+",
    "best_move": "8 9 10",
    "bonus_typed": "0.9",
    "penalty_typed": "1",
    "reason": "removal",
}


def city(ruleset, *, typed, log):
    """A workbook of city games, told by figures, by a log, or by both; the first is before every dated edition."""
    rows = [
        {"winner": winner, "typed": FIGURES if typed else "", "kind": ""}
        for winner in ("red", "black", "draw")
    ]
    listed = [one for number, row in enumerate(rows, 1) for one in seats(row, number, ruleset)]
    told = [one for number in range(1, 4) for one in acts(LOG, number)] if log else []
    days = {day(1): "2020-01-01", day(2): "2025-02-01", day(3): "2025-02-02"}
    listed, told = ([[days.get(row[0], row[0]), *row[1:]] for row in rows] for rows in (listed, told))
    return Memory({"Games": [CITY, *listed], **({"Acts": [LOG_HEADER, *told]} if log else {})})


def classic():
    """A workbook of games with judges' points, first kills, best moves, breaches; the first is before every edition."""
    rows = [
        row
        for number, (day, winner) in enumerate(
            [("2020-01-01", "red"), ("2025-02-01", "black"), ("2025-02-02", "red"), ("2025-03-01", "draw")], 1
        )
        for row in game({"date": day, "winner": winner, **JUDGED}, number)
    ]
    return Memory({"Games": [HEADER, *rows]})


BOOKS = {
    "4mafia": classic,
    "4mafia with a log": lambda: city("4mafia", typed=False, log=True),
    "mafgame": classic,
    "mafgame with a log": lambda: city("4mafia", typed=False, log=True),
    "fiim": classic,
    "fiim with a log": lambda: city("4mafia", typed=False, log=True),
    "evenings": lambda: city("evenings", typed=True, log=False),
    "evenings with a log": lambda: city("evenings", typed=True, log=True),
    "demafia": lambda: city("demafia", typed=True, log=False),
    "demafia with a log": lambda: city("demafia", typed=True, log=True),
}


def other(value):
    """Another figure of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value * 2 + 3
    if isinstance(value, dict):
        return {key: other(one) for key, one in value.items()}
    return [] if isinstance(value, list) else {"any": "red", "red": "any"}.get(value, value)


def later(edition):
    """An edition of a day to come in which everything is another."""
    values = {name: other(value) for name, value in edition.figures.model_dump().items()}
    teams = edition.figures.teams
    values["teams"] = {"red": teams.black, "black": [*teams.red, *teams.alone], "alone": []}
    turned = {"asc": "desc", "desc": "asc"}
    return replace(
        edition,
        name="later",
        file="later.toml",
        first_day=FUTURE,
        last_day=None,
        figures=type(edition.figures).model_validate(values),
        order=tuple(
            key.model_copy(update={"direction": turned[key.direction]}) for key in edition.order[::-1]
        ),
        columns=tuple(
            one.model_copy(update={"ru": "Новое", "uk": "Нове", "en": "New", "when": "always"})
            for one in edition.columns[::-1]
        ),
        standings=(*edition.standings[::-1], "penalties" if "win_pct" in edition.standings else "won"),
        scored=("won",),
        marks=(),
        titles={name: {"ru": "Новое", "uk": "Нове", "en": "New"} for name in edition.titles},
    )


def outcome(book, ruleset, of, player):
    """All that a rebuild makes of a workbook, as texts by name."""
    sheets = rebuild.known(games.ingest([book], of, ruleset.needed(ruleset.rules)), of, ruleset)
    found = checks.check(sheets, of, ruleset)
    scored = score.score(sheets.seats, ruleset, rate.periods(sheets.seats, of.rating[0]))
    standings = rate.rate(scored, of.rating, ruleset)
    found = pd.concat([found, checks.of_standings(standings, of, ruleset)])
    made = tables.tabs(of, ruleset, standings, scored, found)
    assert len(tables.past(of, ruleset, standings).headers) >= 1  # with columns that no period has, too
    done = rebuild.Rebuilt(of, ruleset, sheets, found, scored, standings)
    told = explain.explain(done, player)
    named = {tab.name: pd.DataFrame({one.title: one.values for one in tab.columns}) for tab in made}
    exported = files.exports(standings, scored, found, ruleset)
    every = {**named, **exported, "why": told.points, "sums": told.standings, "seats": sheets.seats}
    looks = {f"look of {tab.name}": repr([(one.kind, one.optional) for one in tab.columns]) for tab in made}
    past = {f"titles of {tab.name}": repr(tab.may_have) for tab in made}
    return {name: table.to_csv() for name, table in every.items()} | looks | past


@pytest.mark.parametrize("case", BOOKS)
def test_an_edition_of_a_day_to_come_changes_nothing(case):
    name = case.partition(" ")[0]
    ruleset = rulesets.find(name)
    source = {
        "workbook": ["memory.xlsx"],
        "games": ["Games"],
        **({"actions": "Acts"} if "log" in case else {}),
    }
    of = a_league(ruleset={"name": name}, source=source, rating=RATINGS, publish=PUBLISH)
    after = replace(ruleset, editions=without_overlap([*ruleset.editions, later(ruleset.editions[-1])]))
    player = "Subject" if BOOKS[case] is classic else "P1"
    before = outcome(BOOKS[case](), ruleset, of, player)
    assert "no-edition" in before["findings"] or ruleset.editions[0].first_day is None
    assert outcome(BOOKS[case](), after, of, player) == before


@pytest.mark.parametrize("case", BOOKS)
def test_the_edition_to_come_is_another_in_everything(case):
    """As a check of the test above: on its own days it changes points, and what is found, if the sheets say anything."""
    name = case.partition(" ")[0]
    ruleset = rulesets.find(name)
    source = {
        "workbook": ["memory.xlsx"],
        "games": ["Games"],
        **({"actions": "Acts"} if "log" in case else {}),
    }
    of = a_league(ruleset={"name": name}, source=source, rating=RATINGS, publish=PUBLISH)
    always = replace(ruleset, editions=(replace(later(ruleset.editions[-1]), first_day=None),))
    player = "Subject" if BOOKS[case] is classic else "P1"
    one, two = outcome(BOOKS[case](), ruleset, of, player), outcome(BOOKS[case](), always, of, player)
    assert all(one[name] != two[name] for name in ("scored", "findings", "why", "All", "Details"))
