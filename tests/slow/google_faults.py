"""Rebuilds of a league at Google while every fourth request goes wrong. By itself the long run, `make faults`."""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from at_google import a_club, serving
from sheets_server import TROUBLES, SheetsServer, troubles

from pipelines import league, rebuild
from pipelines.errors import DestinationFault, SourceFault

WINNERS = ("Красные", "Чёрные")
QUICK = [trouble for trouble in TROUBLES if not trouble.retry_after]


class Faults:
    """A league whose one game is won now by these, now by those, and what its tabs must hold then."""

    def __init__(self, server: SheetsServer, folder: Path) -> None:
        self.server = server
        self.folder, self.key = a_club(server, folder)
        self.of = league.load(self.folder)
        self.made, self.whole = {}, {}
        for winner in WINNERS:
            self.won_by(winner)
            self.made[winner] = rebuild.rebuild(self.of).tabs
            self.whole[winner] = self.tabs()
        assert self.whole[WINNERS[0]] != self.whole[WINNERS[1]]

    def won_by(self, winner: str) -> None:
        for row in range(2, 12):
            self.server.put(self.key, "Игры", f"G{row}", winner)

    def tabs(self) -> dict[str, list[list]]:
        """What the tabs of the ratings hold; those that are not there are left out."""
        own = [tab.title for tab in self.server.book(self.key).tabs if tab.title not in ("Игры", "Касса")]
        return {title: self.server.rows(self.key, title) for title in own}

    def run(self, seed: int, publish: Callable[[str], object]) -> str:
        """Publish while requests go wrong by the seed; tells how it ended."""
        winner = WINNERS[seed % 2]
        self.won_by(winner)
        before = self.tabs()
        self.server.faults = troubles(seed, 0.25, QUICK)
        try:
            publish(winner)
            ended = "published"
        except (SourceFault, DestinationFault) as fault:
            ended = fault.code
        self.server.faults = []
        allowed = (self.whole[winner],) if ended == "published" else (before, self.whole[winner])
        assert self.tabs() in allowed, f"{ended}, and the tabs are neither old nor new"
        return ended


def main(times: int) -> int:
    """So many rebuilds; the exit status says whether something was wrong."""
    seed = int(time.time())
    print(f"{times} rebuilds at Google, every fourth request goes wrong (seed {seed}) ...", flush=True)
    seen, wrong = Counter(), Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        serving(patch) as server,
    ):
        faults = Faults(server, Path(folder))
        for number in range(times):
            try:
                seen[faults.run(seed + number, lambda _: rebuild.rebuild(faults.of))] += 1
            except AssertionError as error:
                wrong[str(error).splitlines()[0]] += 1
    for what, often in wrong.most_common():
        print(f"WRONG {often} times: {what}")
    print(f"{dict(seen)}, {sum(wrong.values())} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[2])
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
