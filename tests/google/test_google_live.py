"""The same against a real spreadsheet, which MAFRATING_LIVE_SPREADSHEET names and the credentials may change.

Tabs whose names begin with `mafrating-test` are made in it, and taken away again; its other tabs are left alone.
"""

import os

import pandas as pd
import pytest
from at_google import LEAGUE
from commands import HEADER, game
from ratings import FIVE, THREE, rating

from pipelines import league, rebuild
from pipelines.google import connect
from pipelines.publish import sheet_requests
from pipelines.publish.google import GoogleSpreadsheet
from pipelines.publish.tab import Column, Tab
from pipelines.sources.google import Spreadsheet

LIVE = os.environ.get("MAFRATING_LIVE_SPREADSHEET", "")
OURS = "mafrating-test"
pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not LIVE, reason="MAFRATING_LIVE_SPREADSHEET names no spreadsheet"),
]


def is_ours(tab):
    return tab.startswith(OURS)


@pytest.fixture
def of(tmp_path):
    """A league whose games are in the spreadsheet."""
    text = LEAGUE.format(key=LIVE).replace("Игры*", f"{OURS} games").replace('tab = "', f'tab = "{OURS} ')
    (tmp_path / "league.toml").write_text(text.replace("Проверки", f"{OURS} findings"), "utf-8")
    return league.load(tmp_path)


@pytest.fixture
def key(of):
    [key] = of.source.spreadsheet
    sweep(key)
    yield key
    sweep(key)


def sweep(key):
    book = Spreadsheet(key, is_ours)
    left = [{"deleteSheet": {"sheetId": sheet.id}} for tab, sheet in book.sheets.items() if is_ours(tab)]
    if left:
        book.client.update(key, left)


def add(key, tab, rows, number):
    """A tab as a club types it."""
    size = {"rowCount": 50, "columnCount": 20}
    properties = {"sheetId": number, "title": tab, "gridProperties": size}
    lines = [[float(value) if isinstance(value, int) else value or None for value in row] for row in rows]
    connect().update(
        key, [{"addSheet": {"properties": properties}}, sheet_requests.values(number, 1, 1, lines)]
    )


def rows(key, tab):
    return Spreadsheet(key, is_ours).rows(tab)


def test_a_league_is_rated_once_and_then_nothing_is_written(of, key):
    wild = '=HYPERLINK("http://example.org";"в")'
    add(key, f"{OURS} games", [HEADER, *game(Игрок_1=wild, Игрок_2="007", Доп_3="0,3")], 4711)
    done = rebuild.rebuild(of)
    assert done.published
    assert {row[1] for row in rows(key, f"{OURS} Сезон")} >= {wild, "007"}
    assert not rebuild.rebuild(of).published


def test_every_kind_of_column_is_the_same_when_it_is_read(key):
    columns = [
        Column("Код", pd.Series(["=1+1", "1,5", "а\nб"]), "text"),
        Column("День", pd.to_datetime(pd.Series(["2023-09-01", None, "2024-02-29"])), "date"),
        Column("Ячейка", pd.Series([f"'{OURS}'!C7", None, None]), "link"),
        Column("ПУ", pd.Series([True, False, True]), "mark"),
        Column("%", pd.Series([60.0, 1 / 3, None]), "percent"),
        Column("Баллы", pd.Series([1e-9, 123456.789, 0.1 + 0.2]), "points"),
    ]
    to = GoogleSpreadsheet(key, is_ours)
    assert to.publish([Tab(OURS, columns)])
    assert not to.publish([Tab(OURS, columns)])
    assert [row[0] for row in rows(key, OURS)] == ["Код", "=1+1", "1,5", "а\nб"]


def test_the_clubs_own_column_and_remark_stay_when_the_table_changes(key):
    to = GoogleSpreadsheet(key, is_ours)
    assert to.publish([rating(FIVE, OURS)])
    number = Spreadsheet(key, is_ours).sheets[OURS].id
    connect().update(
        key,
        [
            sheet_requests.values(number, 2, 6, [["заметка"]]),
            sheet_requests.values(number, 9, 2, [["Собрал Иван"]]),
        ],
    )
    assert to.publish([rating(THREE[::-1], OURS)])
    held = rows(key, OURS)
    assert [row[1] for row in held[1:4]] == [name for name, _, _ in THREE[::-1]]
    assert (held[1][5], held[8][1]) == ("заметка", "Собрал Иван")
    assert not any(held[4][:4])
    assert to.publish([rating([*FIVE, ("Кот", 1, 0.1)], OURS)])
    assert not to.publish([rating([*FIVE, ("Кот", 1, 0.1)], OURS)])
