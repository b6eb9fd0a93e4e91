"""The engine against an independent calculation of the MAFGAME and FIIM samples: plain loops and fractions."""

import datetime as dt
from pathlib import Path

import pytest
import reference_mafgame as reference

from pipelines import league, rebuild

DATA = Path(__file__).parents[2] / "data"
MAIN, FINAL = "Кубок Полуночи, основной этап", "Кубок Полуночи, финал"
SHOWN = ["games", "wins", "score", "main", "additional", "penalty", "first_kills", "sheriff_wins", "don_wins"]


def stage_of(seat):
    return f"{seat['tournament']}, {seat['stage']}"


def day_1_of(seat):
    return "day" if seat["date"] == dt.date(2025, 5, 10) else None


RATINGS = [
    ("mafgame", "stages", MAIN, stage_of, ()),
    ("mafgame", "stages", FINAL, stage_of, ()),
    ("mafgame", "total", MAIN, stage_of, ()),
    ("mafgame", "total", FINAL, stage_of, (MAIN,)),
    ("fiim", "open", "open", lambda seat: "open", ()),
    ("fiim", "day", "day", day_1_of, ()),
]


@pytest.fixture(scope="module")
def rated():
    return {name: rebuild.rated(league.load(DATA / name)) for name in ("mafgame", "fiim")}


@pytest.mark.parametrize(("name", "rating", "period", "of", "carried"), RATINGS)
def test_standings_are_those_of_the_reference(rated, name, rating, period, of, carried):
    rows = rated[name].standings
    rows = rows[(rows["rating"] == rating) & (rows["period"] == period)]
    theirs = reference.standings(DATA / name / "games.xlsx", name, of, period, carried)
    assert list(zip(rows["place"], rows["player"], strict=True)) == [
        (one["place"], one["player"]) for one in theirs
    ]
    for one, other in zip(rows.to_dict("records"), theirs, strict=True):
        for column in SHOWN:
            assert float(one[column]) == pytest.approx(float(other[column]), abs=1e-9), (
                one["player"],
                column,
            )


@pytest.mark.parametrize(("name", "of"), [("mafgame", stage_of), ("fiim", lambda seat: "open")])
def test_components_of_every_seat_are_those_of_the_reference(rated, name, of):
    components = [*rated[name].ruleset.components, "points"]
    assert components == ["win", "compensation", "best_move", "bonus", "removal", "ppk", "penalty", "points"]
    keys = ["date", "stage", "table", "game_no", "seat"]
    ours = rated[name].scored.assign(date=rated[name].scored["date"].dt.date).astype({"table": "int64"})
    ours["stage"] = ours["stage"].astype("object").where(ours["stage"].notna(), None)
    by_seat = {tuple(one[key] for key in keys): one for one in ours.to_dict("records")}
    theirs = reference.seats(DATA / name / "games.xlsx", name, of)
    assert len(by_seat) == len(theirs) == {"mafgame": 860, "fiim": 200}[name]
    for other in theirs:
        one = by_seat[
            other["date"], other["stage"], int(other["table"]), int(other["game_no"]), int(other["seat"])
        ]
        assert one["player"] == other["player"]
        for column in components:
            assert float(one[column]) == pytest.approx(float(other[column]), abs=1e-12), (other, column)


@pytest.mark.parametrize("name", ["mafgame", "fiim"])
def test_the_sample_is_without_a_finding(rated, name):
    assert rated[name].findings.empty
