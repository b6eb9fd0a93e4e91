"""A league at Google from end to end: the same ratings as from a workbook, all of them or none, in three calls."""

import json
import os
import shutil
import signal
import time
from contextlib import suppress

import openpyxl
import pandas as pd
import pytest
from at_google import DATA, a_club, sample_tabs, serving, verbs
from commands import game, run
from forks import Forks
from google_faults import Faults
from sheets_server import Trouble

from pipelines import league, rebuild
from pipelines.publish import lock

SAMPLES = ["4mafia", "evenings", "mafgame", "fiim", "demafia"]


@pytest.fixture
def server(monkeypatch):
    with serving(monkeypatch) as server:
        yield server


def at_google(server, name, folder):
    """A sample league with its games at Google: its folder, and the spreadsheet's key."""
    key = server.add(name, sample_tabs(name), locale="ru_RU")
    folder.mkdir(exist_ok=True)
    text = (DATA / name / "league.toml").read_text("utf-8")
    (folder / "league.toml").write_text(
        text.replace('workbook = "games.xlsx"', f'spreadsheet = "{key}"'), "utf-8"
    )
    return folder, key


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_rated_through_google_as_through_its_workbook(server, tmp_path, name):
    folder, _ = at_google(server, name, tmp_path)
    ours, theirs = (rebuild.rated(league.load(one)) for one in (folder, DATA / name))
    pd.testing.assert_frame_equal(ours.scored, theirs.scored, check_exact=True)
    pd.testing.assert_frame_equal(ours.standings, theirs.standings, check_exact=True)
    told = ["severity", "code", "tab", "cell", "value", "message"]
    pd.testing.assert_frame_equal(ours.findings[told], theirs.findings[told])


def test_ten_tabs_take_three_calls_and_the_second_run_writes_nothing(server, tmp_path):
    folder, key = at_google(server, "4mafia", tmp_path / "google")
    shutil.copytree(DATA / "4mafia", tmp_path / "xlsx")
    ours, theirs = (
        run("rebuild", tmp_path / place, "--export", tmp_path / f"{place}-out", "--json")
        for place in ("google", "xlsx")
    )
    assert (ours.exit_code, theirs.exit_code) == (0, 0)
    assert verbs(server) == ["get", "values", "update"]
    said = json.loads(ours.stdout)["leagues"][0]
    assert said["workbook"] == f"https://docs.google.com/spreadsheets/d/{key}"
    assert len(said["tabs"]) + 4 >= 10
    for table in ("standings", "scored", "findings"):
        one, other = (
            (tmp_path / f"{place}-out" / f"{table}.csv").read_bytes() for place in ("google", "xlsx")
        )
        assert one == other
    again = run("rebuild", folder, "--json")
    assert (again.exit_code, json.loads(again.stdout)["leagues"][0]["status"]) == (0, "unchanged")
    assert verbs(server)[3:] == ["get", "values"]


def test_games_of_a_workbook_are_published_at_google_and_the_other_way_round(server, tmp_path):
    folder, key = a_club(server, tmp_path / "club")
    text = (folder / "league.toml").read_text("utf-8")
    (folder / "league.toml").write_text(
        text.replace("[publish]", '[publish]\nworkbook = "ratings.xlsx"'), "utf-8"
    )
    before = server.state(key)
    assert run("rebuild", folder).exit_code == 0
    assert server.state(key) == before
    names = openpyxl.load_workbook(folder / "ratings.xlsx").sheetnames
    assert names == ["Рейтинг 2023-09", "Сезон", "Проверки"]

    other = shutil.copytree(DATA / "fiim", tmp_path / "fiim")
    text = (other / "league.toml").read_text("utf-8")
    empty = server.add("Рейтинги", {"Лист1": []})
    (other / "league.toml").write_text(
        text.replace("[publish]", f'[publish]\nspreadsheet = "{empty}"'), "utf-8"
    )
    book = (other / "games.xlsx").read_bytes()
    assert run("rebuild", other).exit_code == 0
    assert (other / "games.xlsx").read_bytes() == book
    of = league.load(other)
    season = of.rating[-1].tab
    players = (
        rebuild.rated(of).standings.query("rating == @of.rating[-1].name")["player"].astype("str").tolist()
    )
    assert [row[1] for row in server.rows(empty, season)[1:]] == players
    assert "ничего" in (again := run("rebuild", other)).stdout or "nothing" in again.stdout


def test_a_finding_leads_to_its_cell(server, tmp_path):
    rows = game(Игрок_3="Соваа", Игрок_6="Сова")  # names that differ by a letter
    folder, key = a_club(server, tmp_path, rows)
    assert run("rebuild", folder).exit_code == 0
    found = server.rows(key, "Проверки")
    at = next(number for number, row in enumerate(found, 1) if row[1] == "similar-names")
    cell = found[at - 1][3].partition("!")[2]
    formats = server.formats(key, "Проверки")
    assert formats[f"D{at}"]["textFormat"]["link"]["uri"] == f"#gid=0&range={cell}"


def test_a_wrong_cell_stops_the_ratings_and_is_written_to_the_findings(server, tmp_path):
    folder, key = a_club(server, tmp_path, game(Роль_3="Донн"))
    done = run("rebuild", folder)
    assert (done.exit_code, "Игры!F4" in done.stderr) == (1, True)
    assert verbs(server) == ["get", "values", "update"]
    assert [sheet.title for sheet in server.book(key).tabs] == ["Игры", "Касса", "Проверки"]
    assert "Донн" in [cell for row in server.rows(key, "Проверки") for cell in row]


def test_a_tab_that_is_not_there_is_told_with_the_nearest(server, tmp_path):
    folder, _ = a_club(server, tmp_path)
    text = (folder / "league.toml").read_text("utf-8")
    (folder / "league.toml").write_text(text.replace('["Игры*"]', '["Игрыы 2*"]'), "utf-8")
    done = run("rebuild", folder)
    assert (done.exit_code, done.stderr.count("\n")) == (3, 1)
    assert "no tab 'Игрыы 2*' in the spreadsheet 'Клуб'" in done.stderr
    assert "nearest is 'Игры'" in done.stderr


def test_tabs_that_are_moved_between_the_calls_make_it_start_over(server, tmp_path):
    folder, key = a_club(server, tmp_path)
    run("rebuild", folder)
    tab = server.tab(key, "Сезон")
    calls = []

    def renamed():
        """The second of the calls finds a tab under another name."""
        for number in range(10):
            if number == 1:
                tab.properties["title"] = "Сезон 23"
            calls.append(number)
            yield None

    server.faults = renamed()
    done = run("rebuild", folder)
    assert (done.exit_code, verbs(server)[3:]) == (0, ["get", "values", "get", "values", "update"])
    assert server.rows(key, "Сезон") == server.rows(key, "Сезон 23")


def test_two_rebuilds_of_one_spreadsheet_do_not_overlap(server, tmp_path, monkeypatch):
    folder, _ = a_club(server, tmp_path)
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    with rebuild.destination_of(league.load(folder)).locked():
        done = run("rebuild", folder)
        assert (done.exit_code, "another rebuild" in done.stderr) == (3, True)
        assert not server.calls
        assert run("rebuild", folder, "--dry-run").exit_code == 0
    assert run("rebuild", folder).exit_code == 0


def test_under_random_faults_fifty_runs_of_fifty_end_whole_or_untouched(server, tmp_path):
    """Every fourth request goes wrong; the last of the runs are whole rebuilds."""
    faults = Faults(server, tmp_path / "club")

    def publish(winner):
        """Read the sheets, and write what they give."""
        [read] = rebuild.spreadsheets_of(faults.of)
        read.read("Игры")
        rebuild.destination_of(faults.of, [read]).publish(faults.made[winner])

    ended = [faults.run(seed, publish) for seed in range(44)]
    ended += [faults.run(seed, lambda _: rebuild.rebuild(faults.of)) for seed in range(44, 50)]
    assert ended.count("published") >= 45


@pytest.mark.skipif(os.name != "posix", reason="processes of Unix")
def test_a_rebuild_that_is_killed_leaves_the_old_ratings_or_the_new_ones(server, tmp_path):
    seen = []
    forks = Forks()
    try:
        for calls, trouble in ((2, None), (3, None), (3, Trouble("slow", applied=True, seconds=0.2))):
            folder, key = a_club(server, tmp_path / "club")
            old = server.state(key)
            server.calls.clear()
            server.faults = [None, None, trouble]
            pid = forks.start("rebuild", folder)
            until = time.monotonic() + 20
            while len(server.calls) < calls and time.monotonic() < until:
                time.sleep(0.001)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            assert not forks.ended().trace
            state = server.state(key)
            seen.append("old" if state == old else "new")
            assert rebuild.rebuild(league.load(folder)).published == (state == old)
            assert {tab.title for tab in server.book(key).tabs} > {"Рейтинг 2023-09", "Сезон", "Проверки"}
    finally:
        forks.close()
    assert seen == ["old", "new", "new"]
