"""Sheets made once a run, and the tables at its end."""

import os
from statistics import median

import pytest
import sheets
from measures import Aim

os.environ["POLARS_MAX_THREADS"] = "2"  # read when polars is imported

AIMS = pytest.StashKey[list[Aim]]()
STAGES = pytest.StashKey[dict[tuple[int, str], float]]()


def pytest_configure(config):
    config.stash[AIMS], config.stash[STAGES] = [], {}


@pytest.fixture(scope="session")
def league(tmp_path_factory):
    """The folder of a league with so many seats, made when it is first asked for."""
    folder, made = tmp_path_factory.mktemp("leagues"), {}

    def of(seats):
        if seats not in made:
            made[seats] = sheets.write_league(folder / str(seats), sheets.seat_table(seats))
        return made[seats]

    return of


@pytest.fixture
def aim(request):
    """Put an aim's ratio into the table."""
    return lambda *facts: request.config.stash[AIMS].append(Aim(*facts))


@pytest.fixture
def stage(request):
    """Put the times of a stage into the table."""

    def put(seats, name, times):
        request.config.stash[STAGES][seats, name] = median(times)

    return put


def pytest_terminal_summary(terminalreporter, config):
    say = terminalreporter.write_line
    aims, stages = config.stash[AIMS], config.stash[STAGES]
    if aims:
        say(f"\n#  {'ours':<52}{'beside, in the same run':<34}{'ratio':>9}{'at most':>9}")
    for one in sorted(aims, key=lambda one: one.number):
        say(str(one))
    names = list(dict.fromkeys(name for _, name in stages))
    if names:
        say(f"\n{'stage / to_python of the same file':<36}" + "".join(f"{name:>9}" for name in names[1:]))
    for seats in dict.fromkeys(seats for seats, _ in stages):
        row = [stages[seats, name] / stages[seats, names[0]] for name in names[1:]]
        say(f"{seats:>9,} seats".ljust(36) + "".join(f"{ratio:>9.3f}" for ratio in row))
