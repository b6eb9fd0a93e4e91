"""Workbooks as people and programs leave them: each is read as it is meant, or refused with the tab and the cell."""

from pathlib import Path

import pandas as pd
import pytest
from hostile.cases import ODD, REFUSED
from hostile.plain import Case, xlsx

from pipelines import league, rebuild
from pipelines.errors import SourceFault

_LEAGUE = {
    "name": "Club",
    "language": "en",
    "ruleset": {"name": "4mafia"},
    "rating": [{"name": "all", "tab": "All"}],
}


def checked(case: Case, folder: Path) -> rebuild.Rebuilt:
    case.make(folder)
    source = {"workbook": [case.file], "games": ["*"], **(case.source or {})}
    return rebuild.check(league.League.model_validate({**_LEAGUE, "source": source, "folder": folder}))


def facts(rebuilt: rebuild.Rebuilt) -> pd.DataFrame:
    """All canonical columns of the seats but their places on the sheet; of a removal's words, that there are some."""
    seats = rebuilt.sheets.seats.drop(columns=["sheet", "row"]).sort_index(axis=1)
    seats["removal_typed"] = seats["removal_typed"].notna() & seats["is_removed"]
    seats = seats.assign(**seats[["bonus_typed", "penalty_typed"]].fillna(0.0))
    return seats.astype("object").where(seats.notna(), None)


def places(rebuilt: rebuild.Rebuilt) -> list[tuple[str, str, str]]:
    found = rebuilt.findings[["code", "tab", "cell"]]
    return sorted(map(tuple, found.to_numpy().tolist()))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    rebuilt = checked(Case("plain", write=xlsx), tmp_path_factory.mktemp("plain"))
    assert places(rebuilt) == []
    return facts(rebuilt)


@pytest.mark.parametrize("case", ODD, ids=lambda case: case.name)
def test_odd_but_right(case: Case, plain: pd.DataFrame, tmp_path: Path) -> None:
    rebuilt = checked(case, tmp_path)
    assert places(rebuilt) == sorted(case.found)
    meant = plain.replace({"player": case.renamed})
    assert facts(rebuilt).drop(columns=[*case.but]).compare(meant.drop(columns=[*case.but])).empty
    assert set(rebuilt.findings["severity"]) <= {"warning"}


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused_by_name(case: Case, tmp_path: Path) -> None:
    if case.fault:
        with pytest.raises(SourceFault) as told:
            checked(case, tmp_path)
        assert told.value.code == case.fault
        return
    rebuilt = checked(case, tmp_path)
    told = [place for place in places(rebuilt) if place in case.found or not case.others]
    assert told == sorted(case.found)
    assert "error" in set(rebuilt.findings["severity"])
