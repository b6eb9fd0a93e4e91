"""Leagues at Google for the tests: `sheets_server` plays Google, and the program does not know."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import HEADER, game
from sheets_server import SheetsServer, tabs_of

DATA = Path(__file__).parents[2] / "data"
LEAGUE = """
name = "Клуб"
language = "en"
[source]
spreadsheet = "{key}"
games = ["Игры*"]
[ruleset]
name = "4mafia"
[[rating]]
name = "month"
tab = "Рейтинг {{period}}"
period = "month"
[[rating]]
name = "season"
tab = "Сезон"
[publish]
findings = "Проверки"
"""


@contextmanager
def serving(patch: pytest.MonkeyPatch) -> Iterator[SheetsServer]:
    """Google on loopback; after a failure nobody waits long."""
    with SheetsServer() as server:
        patch.setenv("MAFRATING_GOOGLE_API", server.url)
        patch.setenv("MAFRATING_RETRY_SECONDS", "0.001")
        yield server


@functools.cache
def sample_tabs(name: str) -> dict[str, list[list]]:
    """The tabs of a sample league's workbook, as the server takes them."""
    return tabs_of(DATA / name / "games.xlsx")


def a_club(server: SheetsServer, folder: Path, rows: list[list] | None = None) -> tuple[Path, str]:
    """A league with one game in a spreadsheet: the folder of its league file, and the spreadsheet's key."""
    key = server.add(
        "Клуб", {"Игры": [HEADER, *(rows or game())], "Касса": [["Взносы", 300]]}, locale="ru_RU"
    )
    folder.mkdir(exist_ok=True)
    (folder / "league.toml").write_text(LEAGUE.format(key=key), "utf-8")
    return folder, key


def verbs(server: SheetsServer) -> list[str]:
    """What was asked of the server so far: `get`, `values`, `update`."""
    known = {":batchUpdate": "update"}
    return [
        next((verb for end, verb in known.items() if call.path.endswith(end)), _read(call.query))
        for call in server.calls
    ]


def _read(query: dict) -> str:
    return "values" if "effectiveValue" in str(query.get("fields")) else "get"
