"""The engine against an independent calculation of the sample league: plain loops and fractions."""

from pathlib import Path

import pytest
import reference_4mafia as reference

from pipelines import league, rebuild

FOLDER = Path(__file__).parents[2] / "data" / "4mafia"
SHOWN = ["points", "win_pct", "k1", "k2", "compensations", "best_move", "bonus", "penalty"]


@pytest.fixture(scope="module")
def rated():
    return rebuild.rated(league.load(FOLDER))


@pytest.mark.parametrize("period", ["2023-09", "2023-10", "2023-11", None])
def test_standings_are_those_of_the_reference(rated, period):
    rows = rated.standings[rated.standings["period"] == (period or "season")]
    ours = rows.astype("object").where(rows.notna(), None).to_dict("records")
    theirs = reference.standings(FOLDER / "games.xlsx", period, min_games=0 if period else 10)
    assert [(one["place"], one["player"]) for one in ours] == [
        (one["place"], one["player"]) for one in theirs
    ]
    for one, other in zip(ours, theirs, strict=True):
        for name in ["games", "wins", "score", *SHOWN]:
            assert float(one[name]) == pytest.approx(float(other[name]), abs=1e-9), (one["player"], name)


def test_components_of_every_seat_are_those_of_the_reference(rated):
    columns = ["counted", "win", "compensation", "best_move", "bonus", "penalty", "points"]
    keys = ["date", "table", "game_no", "seat"]
    ours = rated.scored.assign(date=rated.scored["date"].dt.date).astype({"table": "int64"})
    by_seat = {
        tuple(one[key] for key in keys): one for one in ours[[*keys, "player", *columns]].to_dict("records")
    }
    theirs = reference.seats(FOLDER / "games.xlsx")
    assert len(by_seat) == len(theirs) == 800
    for other in theirs:
        one = by_seat[other["date"], int(other["table"]), int(other["game_no"]), int(other["seat"])]
        assert one["player"] == other["player"]
        for name in columns:
            assert float(one[name]) == pytest.approx(float(other[name]), abs=1e-12), (other, name)
