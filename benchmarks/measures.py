"""Ways to measure, and what was measured: ratios only, for absolute times belong to one machine and one day."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROUNDS = 5


def user_seconds() -> float:
    """The time that the processors have spent on this program, all its threads together."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def spent(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long a piece of work takes by a clock."""
    start = clock()
    work()
    return clock() - start


def race(
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    *,
    clock: Callable[[], float] = time.perf_counter,
    rounds: int = ROUNDS,
) -> float:
    """The median time of ours over that of the peer, run in turns."""
    times = [(spent(ours, clock), spent(peer, clock)) for _ in range(rounds)]
    return median(one for one, _ in times) / median(other for _, other in times)


def process(*command: str) -> Callable[[], Any]:
    """A program to run, of those beside this Python; what it says is kept back unless it fails."""
    path = str(Path(sys.executable).parent / command[0])
    return lambda: subprocess.run([path, *command[1:]], check=True, capture_output=True)


def peak_bytes() -> int:
    """The most memory that this program has held.

    Linux says it of the program itself; `getrusage` would count what the parent held when it started us.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@dataclass(frozen=True)
class Aim:
    """One line of the table: what of ours, beside which peer, the ratio, and its upper limit."""

    number: int
    what: str
    beside: str
    ratio: float
    most: float

    def __str__(self) -> str:
        met = "ok" if self.ratio <= self.most else "MISSED"
        return f"{self.number}  {self.what:<52}{self.beside:<34}{self.ratio:>9,.2f}{self.most:>9,.1f}  {met}"
