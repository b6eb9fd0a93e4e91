"""A rebuild that errors stop still writes the findings tab, alone; what --quiet and --silent leave of the messages."""

import json

import openpyxl
import pytest
from commands import game, run, write

WRONG = {"Роль_3": "Донн"}


def league(folder, findings="Проверки", more="", **changed):
    write(folder, game(**changed), language="en")
    with (folder / "league.toml").open("a", encoding="utf-8") as file:
        file.write(more + (f'[publish]\nfindings = "{findings}"\n' if findings else ""))
    return folder


def tabs(folder):
    book = openpyxl.load_workbook(folder / "games.xlsx")
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}


def test_the_findings_are_written_and_the_ratings_stay(tmp_path):
    assert run("rebuild", league(tmp_path)).exit_code == 0
    before = tabs(tmp_path)
    book = openpyxl.load_workbook(tmp_path / "games.xlsx")
    book["Игры"]["F4"] = "Донн"
    book.save(tmp_path / "games.xlsx")
    stopped = run("rebuild", tmp_path)
    assert stopped.exit_code == 1
    assert "the ratings were not updated" in stopped.stderr
    assert "on the tab 'Проверки' of " in stopped.stderr
    after = tabs(tmp_path)
    assert "unknown-role" in [row[1] for row in after["Проверки"][1:]]
    assert after["Рейтинг 2023-09"] == before["Рейтинг 2023-09"]
    linked = openpyxl.load_workbook(tmp_path / "games.xlsx")["Проверки"]
    assert "'Игры'!F4" in [
        cell.hyperlink.location for row in linked.iter_rows() for cell in row if cell.hyperlink
    ]
    same = (tmp_path / "games.xlsx").read_bytes()
    assert run("rebuild", tmp_path).exit_code == 1
    assert (tmp_path / "games.xlsx").read_bytes() == same


def test_a_first_rebuild_with_errors_makes_the_findings_alone(tmp_path):
    stopped = run("rebuild", league(tmp_path, **WRONG), "--json")
    assert list(tabs(tmp_path)) == ["Игры", "Проверки"]
    said = json.loads(stopped.stdout)["leagues"][0]
    assert (said["status"], said["tabs"]) == ("errors", ["Проверки"])


@pytest.mark.parametrize(
    ("options", "findings", "more"),
    [(["--dry-run"], "Проверки", ""), ([], "", "")],
    ids=["dry run", "no findings tab"],
)
def test_nothing_is_written(options, findings, more, tmp_path):
    league(tmp_path, findings, more, **WRONG)
    before = (tmp_path / "games.xlsx").read_bytes()
    stopped = run("rebuild", tmp_path, *options)
    assert stopped.exit_code == 1
    assert "nothing was written" in stopped.stderr
    assert (tmp_path / "games.xlsx").read_bytes() == before


def test_where_the_findings_cannot_be_written_they_are_shown_all_the_same(tmp_path):
    league(tmp_path, "Касса", **WRONG)
    book = openpyxl.load_workbook(tmp_path / "games.xlsx")
    book.create_sheet("Касса").append(["Взнос", 100])
    book.save(tmp_path / "games.xlsx")
    stopped = run("rebuild", tmp_path)
    assert stopped.exit_code == 1
    assert "unknown-role" in stopped.stderr
    assert "nothing was written" in stopped.stderr
    assert "Касса" in stopped.stderr


def test_games_that_are_not_left_out_are_not_marked_so(tmp_path):
    more = '[checks]\non_error = "skip-game"\n'
    assert run("rebuild", league(tmp_path, more=more, **WRONG)).exit_code == 1
    header, *rows = tabs(tmp_path)["Проверки"]
    assert not any(row[header.index("Game left out")] for row in rows)


@pytest.mark.parametrize(
    ("option", "want"),
    [("--quiet", "Клуб: warning similar-names (1)\n"), ("--silent", ""), ("--json", "")],
)
def test_quiet_gives_the_codes_of_warnings(option, want, tmp_path):
    rows = [*game(Игрок_1="Коля Вятский"), *game(Игрок_1="Коля Вятскии")]
    for row in rows[10:]:
        row[1] = 2
    write(tmp_path, rows, language="en")
    done = run("rebuild", tmp_path, option)
    assert (done.exit_code, done.stderr) == (0, want)


@pytest.mark.parametrize("option", ["--quiet", "--silent"])
def test_errors_are_always_shown(option, tmp_path):
    done = run("rebuild", league(tmp_path, **WRONG), option)
    assert done.exit_code == 1
    assert "Игры!F4" in done.stderr
