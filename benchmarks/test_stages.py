"""Each stage of a rebuild by itself, beside python-calamine reading the same file."""

from dataclasses import dataclass

import peers
import pytest

from pipelines import league as leagues
from pipelines import rebuild
from pipelines.checks import checks
from pipelines.ingest.games import ingest
from pipelines.publish import workbook
from pipelines.publish.tables import tabs
from pipelines.rating.rate import rate
from pipelines.rating.score import score
from rulesets import words


@dataclass(eq=False)
class Read:
    """A source whose tabs are read already."""

    name: str
    grids: dict

    def tabs(self):
        return list(self.grids)

    def read(self, tab):
        return self.grids[tab]


class Way:
    """The way of one league's data; each stage keeps what it made for the next."""

    def __init__(self, seats, folder):
        self.seats = seats
        self.league = leagues.load(folder)
        self.ruleset = rebuild.rules_of(self.league)

    def to_python(self):
        peers.cells(self.league.workbooks()[0])

    def read(self):
        self.sources = [
            Read(source.name, {tab: source.read(tab) for tab in source.tabs()})
            for source in rebuild.sources_of(self.league)
        ]

    def ingest(self):
        sheets = ingest(self.sources, self.league)
        self.sheets = rebuild.known(sheets, self.league, self.ruleset)

    def check(self):
        self.findings = checks.check(self.sheets, self.league, self.ruleset)

    def score(self):
        self.scored = score(self.sheets.seats, self.ruleset)

    def rate(self):
        self.standings = rate(self.scored, self.league.rating, self.ruleset)

    def publish(self):
        made = tabs(self.league, self.ruleset, self.standings, self.scored, self.findings)
        assert workbook.publish(self.league.destination(), made)

    def start_afresh(self):
        """What a stage must not find from the round before."""
        self.league.destination().unlink(missing_ok=True)
        words.fold.cache_clear()
        words.tidy.cache_clear()


@pytest.fixture(scope="module", params=[2_000, 20_000, 200_000])
def way(request, league):
    return Way(request.param, league(request.param))


@pytest.mark.parametrize("name", ["to_python", "read", "ingest", "check", "score", "rate", "publish"])
def test_stage(way, name, benchmark, stage):
    benchmark.pedantic(getattr(way, name), setup=way.start_afresh, rounds=5, warmup_rounds=1)
    stage(way.seats, name, benchmark.stats.stats.data)
