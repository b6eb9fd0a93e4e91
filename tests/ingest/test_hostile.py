"""Workbooks as people and programs leave them: each is read as it is meant, or refused with the tab and the cell."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hostile.cases import ODD, REFUSED
from hostile.plain import Case

from pipelines import league, rebuild
from pipelines.errors import SourceFault
from pipelines.ingest import games

_LEAGUE = {
    "name": "Club",
    "language": "en",
    "ruleset": {"name": "4mafia"},
    "rating": [{"name": "all", "tab": "All"}],
}


def league_of(case: Case, folder: Path) -> league.League:
    case.make(folder)
    source = {"workbook": [case.file], "games": ["*"], **(case.source or {})}
    return league.League.model_validate({**_LEAGUE, "source": source, "folder": folder})


def read(case: Case, folder: Path) -> games.Sheets:
    """What the workbook says, without the checks of the rules."""
    of = league_of(case, folder)
    rules = rebuild.rules_of(of)
    sheets = games.ingest(rebuild.sources_of(of), of, rules.needed(rules.rules))
    return rebuild.known(sheets, of, rules)


def facts(sheets: games.Sheets) -> dict[str, list[Any]]:
    """All columns of the seats but their places, and a removal's words; no bonus is one of nought."""
    seats = sheets.seats.drop(columns=["sheet", "row", "removal_typed"])
    seats = seats.assign(**seats[["bonus_typed", "penalty_typed"]].fillna(0.0))
    return {
        name: column.astype("object").where(column.notna(), None).tolist() for name, column in seats.items()
    }


def places(found: pd.DataFrame) -> list[tuple[str, str, str]]:
    return sorted(map(tuple, found[["code", "tab", "cell"]].to_numpy().tolist()))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The facts of the plain workbook, of which nothing is found."""
    checked = rebuild.check(league_of(Case("plain"), tmp_path_factory.mktemp("plain")))
    assert checked.findings.empty
    return facts(checked.sheets)


@pytest.mark.parametrize("case", ODD, ids=lambda case: case.name)
def test_odd_but_right(case: Case, plain: dict[str, list[Any]], tmp_path: Path) -> None:
    sheets = read(case, tmp_path)
    found = rebuild.check(league_of(case, tmp_path)).findings if case.found else sheets.findings
    assert places(found) == sorted(case.found)
    assert set(found["severity"]) <= {"warning"}
    # where these are the facts of the plain workbook, the checks find what they find there: nothing
    meant = {**plain, "player": [case.renamed.get(name, name) for name in plain["player"]]}
    told = facts(sheets)
    assert {name: told[name] for name in told if name not in case.but} == {
        name: meant[name] for name in meant if name not in case.but
    }


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused_by_name(case: Case, tmp_path: Path) -> None:
    if case.fault:
        with pytest.raises(SourceFault) as told:
            read(case, tmp_path)
        assert told.value.code == case.fault
        return
    found = rebuild.check(league_of(case, tmp_path)).findings
    found = found[found["code"] != "black-first-kill"]  # the forms of these cases give one
    told_at = [place for place in places(found) if place in case.found or not case.others]
    assert told_at == sorted(case.found)
    assert "error" in set(found["severity"])


def test_there_are_enough_of_them() -> None:
    assert (len(ODD) >= 80, len(REFUSED) >= 45) == (True, True)
    assert len({case.name for case in (*ODD, *REFUSED)}) == len(ODD) + len(REFUSED)
