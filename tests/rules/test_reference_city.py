"""The engine against independent calculations of the samples of the city game: plain loops and fractions."""

import datetime as dt
from pathlib import Path

import pytest
import reference_demafia
import reference_evenings

from pipelines import league, rebuild

DATA = Path(__file__).parents[2] / "data"
EVENINGS, BEST = DATA / "evenings", {"2023-10": 3}
DEMAFIA = DATA / "demafia"
PERIODS = [
    ("month", "2024-03", dt.date(2024, 3, 1), dt.date(2024, 3, 31), 0),
    ("month", "2024-04", dt.date(2024, 4, 1), dt.date(2024, 4, 30), 0),
    ("season", "season", dt.date(2024, 3, 1), dt.date(2024, 5, 31), 5),
]


@pytest.fixture(scope="module")
def evenings():
    return rebuild.rated(league.load(EVENINGS))


@pytest.fixture(scope="module")
def demafia():
    return rebuild.rated(league.load(DEMAFIA))


def assert_standings(rows, theirs, shown):
    ours = rows.astype("object").where(rows.notna(), None).to_dict("records")
    assert [(one["place"], one["player"]) for one in ours] == [
        (one["place"], one["player"]) for one in theirs
    ]
    for one, other in zip(ours, theirs, strict=True):
        for column in ["games", "wins", "score", *shown]:
            assert float(one[column]) == pytest.approx(float(other[column]), abs=1e-9), (
                one["player"],
                column,
            )


def assert_seats(scored, theirs, columns):
    keys = ["date", "table", "game_no", "seat"]
    ours = scored.assign(date=scored["date"].dt.date).astype({"table": "str"})
    by_seat = {tuple(str(one[key]) for key in keys): one for one in ours.to_dict("records")}
    assert len(by_seat) == len(theirs)
    for other in theirs:
        one = by_seat[tuple(str(other[key]) for key in keys)]
        assert one["player"] == other["player"]
        for column in columns:
            if other[column] is None:
                assert one[column] != one[column], (other, column)
            else:
                assert float(one[column]) == pytest.approx(float(other[column]), abs=1e-9), (other, column)


@pytest.mark.parametrize("month", ["2023-09", "2023-10"])
def test_evenings_standings(evenings, month):
    rows = evenings.standings[evenings.standings["period"] == month]
    theirs = reference_evenings.standings(EVENINGS / "games.xlsx", month, BEST)
    assert_standings(rows, theirs, ["evenings", "evenings_counted", "best_evening"])


def test_evenings_seats(evenings):
    columns = [*evenings.ruleset.components, "points", "weight", "score", "counted", "evening_counted"]
    assert_seats(evenings.scored, reference_evenings.seats(EVENINGS / "games.xlsx", BEST), columns)


@pytest.mark.parametrize(("rating", "period", "first", "last", "least"), PERIODS)
def test_demafia_standings(demafia, rating, period, first, last, least):
    rows = demafia.standings
    rows = rows[(rows["rating"] == rating) & (rows["period"] == period)]
    theirs = reference_demafia.standings(DEMAFIA / "games.xlsx", first, last, least)
    assert_standings(rows, theirs, ["base", "night", "day", "judge", "penalty"])


def test_demafia_seats(demafia):
    columns = [*demafia.ruleset.components, "points", "won", "alive", "vote_accuracy", *COUNTS]
    scored = demafia.scored.assign(alive=demafia.scored["exit"].isna() & ~demafia.scored["is_removed"])
    scored[COUNTS] = scored[COUNTS].fillna(0.0)
    theirs = [{**one, **{name: one[name] or 0 for name in COUNTS}} for one in seats_of_demafia()]
    assert_seats(scored, theirs, columns)


COUNTS = [
    *("hit_count", "first_visit_count", "lethal_visit_count", "found_sheriff_count", "save_count"),
    *("found_black_count", "vote_hit_count", "justified_count"),
]


def seats_of_demafia():
    return reference_demafia.seats(DEMAFIA / "games.xlsx")


def test_the_samples_are_without_a_finding(evenings, demafia):
    assert evenings.findings.empty
    assert demafia.findings.empty
