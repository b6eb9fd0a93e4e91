"""The command line as a club's admin meets it: what it prints, its exit status, and what stays untouched."""

import json
import shutil
import sys
from pathlib import Path

import pandas as pd
import pytest
from commands import HEADER, game, run, write

SAMPLE = Path(__file__).parents[2] / "data" / "4mafia"


@pytest.fixture
def sample(tmp_path):
    return Path(shutil.copytree(SAMPLE, tmp_path / "4mafia"))


def test_a_rebuild_publishes_once_and_then_finds_nothing_new(sample):
    first = run("rebuild", sample)
    assert (first.exit_code, "записаны" in first.stdout) == (0, True)
    written = (sample / "games.xlsx").read_bytes()
    again = run("rebuild", sample / "league.toml")
    assert (again.exit_code, "ничего не записано" in again.stdout) == (0, True)
    assert (sample / "games.xlsx").read_bytes() == written
    [backup] = (sample / "mafrating-backups").iterdir()
    assert backup.read_bytes() == (SAMPLE / "games.xlsx").read_bytes()
    left = {path.name for path in sample.iterdir()} - {"mafrating-backups"}
    assert left == {path.name for path in SAMPLE.iterdir()}


def test_a_dry_run_tells_what_would_happen_and_writes_nothing(sample, tmp_path):
    before = (sample / "games.xlsx").read_bytes()
    result = run("rebuild", sample, "--dry-run", "--json", "--export", tmp_path / "out")
    assert json.loads(result.stdout)["leagues"][0]["status"] == "would-publish"
    assert (sample / "games.xlsx").read_bytes() == before
    assert not (tmp_path / "out").exists()


def test_json_is_one_object_on_stdout(sample):
    said = json.loads(run("rebuild", sample, "--json").stdout)
    league = said["leagues"][0]
    assert (said["exit"], league["status"], league["games"], league["players"]) == (0, "published", 80, 40)
    assert league["tabs"][:4] == ["Рейтинг 2023-09", "Рейтинг 2023-10", "Рейтинг 2023-11", "Сезон"]
    assert json.loads(run("check", sample, "--json").stdout)["leagues"][0]["status"] == "checked"


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_exports_have_the_columns_that_other_programs_count_on(sample, tmp_path, form):
    out = tmp_path / "out"
    assert run("rebuild", sample, "--export", out, "--format", form, "--quiet").exit_code == 0
    read = pd.read_csv if form == "csv" else pd.read_parquet
    tables = {path.stem: read(path) for path in out.iterdir()}
    assert list(tables["standings"]) == [
        "rating",
        "period",
        "place",
        "player",
        "games",
        "wins",
        "score",
        "points",
        "win_pct",
        "k1",
        "k2",
        "compensations",
        "best_move",
        "bonus",
        "penalty",
    ]
    assert list(tables["scored"]) == [
        "date",
        "evening",
        "table",
        "game_no",
        "seat",
        "player",
        "role",
        "winner",
        "won",
        "counted",
        "win",
        "compensation",
        "best_move",
        "bonus",
        "penalty",
        "points",
    ]
    assert list(tables["findings"]) == ["severity", "code", "tab", "cell", "value", "message"]
    assert len(tables["scored"]) == 800
    assert set(tables["standings"]["period"]) == {"2023-09", "2023-10", "2023-11", "season"}


def test_silent_prints_nothing_where_nothing_is_wrong(sample):
    result = run("rebuild", sample, "--silent")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_demo_makes_a_league_that_a_newcomer_can_go_on_with(tmp_path):
    result = run("demo", tmp_path / "demo")
    assert result.exit_code == 0
    assert "Место" in result.stdout
    assert f" rebuild {tmp_path}" in result.stdout
    changed = tmp_path / "demo" / "4mafia" / "league.toml"
    changed.write_text(changed.read_text("utf-8").replace('"4MAFIA"', '"Мой клуб"'), "utf-8")
    assert "Мой клуб" in run("demo", tmp_path / "demo").stdout, "a file of the user's stays"


def test_explain_names_component_clause_and_cell(sample):
    result = run("explain", sample, "пан буревiй", "--period", "2023-10")
    assert result.exit_code == 0
    assert "Победа (п. 1)" in result.stdout
    assert "2023-10!J63" in result.stdout
    assert run("explain", sample, "Никто такой").exit_code == 2
    assert run("explain", sample, "Лампочка", "--period", "1999-01").exit_code == 2


def test_rules_show_every_figure_with_its_clause():
    result = run("rules", "4mafia")
    assert result.exit_code == 0
    assert "miss_clubs" in result.stdout
    assert run("rules", "nosuch").exit_code == 2
    assert "4mafia 2023-02-01" in run("rules").stdout


# what is typed wrong (cell by column and seat), what is found, where, what the message holds
WRONG_CELLS = [
    ({"Роль_3": "Донн"}, "unknown-role", "F4", "Донн"),
    ({"Победа_2": "Чёрные"}, "conflicting-game", "G3", "Чёрные"),
    ({"Игрок_2": "Кот"}, "duplicate-player", "E3", "Кот"),
    ({"Доп_1": "много"}, "not-a-number", "J2", "много"),
    ({"Дата_1": "31.02.2023"}, "not-a-date", "A2", "31.02.2023"),
    ({"Доп_1": ("=NA()", "#N/A")}, "cell-error", "J2", "#N/A"),
    ({"Роль_1": ("=1/0", "#DIV/0!")}, "cell-error", "F2", "#DIV/0!"),
    ({"Игрок_4": ""}, "missing-value", "E5", ""),
]


@pytest.mark.parametrize(("changed", "code", "cell", "value"), WRONG_CELLS)
def test_a_wrong_cell_stops_the_rebuild_with_one_message(tmp_path, changed, code, cell, value):
    write(tmp_path, game(**changed))
    before = (tmp_path / "games.xlsx").read_bytes()
    result = run("rebuild", tmp_path)
    assert result.exit_code == 1, result.output
    assert f"{code} (1)" in result.stderr
    assert f"games.xlsx  Игры!{cell}" in result.stderr
    assert value in result.stderr
    assert "ничего не записано" in result.stderr
    errors = json.loads(run("check", tmp_path, "--json").stdout)["leagues"][0]["findings"]
    assert [(one["code"], one["cell"], one["value"]) for one in errors if one["severity"] == "error"] == [
        (code, cell, value)
    ]
    assert (tmp_path / "games.xlsx").read_bytes() == before


def test_a_formula_that_was_never_calculated_is_an_error(tmp_path):
    from openpyxl import load_workbook

    write(tmp_path, game())
    book = load_workbook(tmp_path / "games.xlsx")
    book["Игры"]["J2"] = "=0.1+0.2"
    book.save(tmp_path / "games.xlsx")
    result = run("rebuild", tmp_path)
    assert result.exit_code == 1
    assert "formula-without-value (1)" in result.stderr
    assert "Игры!J2" in result.stderr
    assert "=0.1+0.2" in result.stderr


@pytest.mark.parametrize("missing", ["Дата", "Игра", "Игрок", "Роль", "Победа"])
def test_a_missing_column_is_named_with_the_nearest_header(tmp_path, missing):
    header = [f"{one[:-1]}ъ" if one == missing else one for one in HEADER]
    write(tmp_path, game(), header)
    result = run("rebuild", tmp_path)
    assert result.exit_code == 1
    assert "unknown-header (1)" in result.stderr
    assert f"«{missing}»" in result.stderr
    assert f"«{missing[:-1]}ъ»" in result.stderr


def test_an_unusual_line_up_is_a_warning_that_a_club_may_make_an_error(tmp_path):
    write(tmp_path, game(Роль_1="Мафия"))
    assert "line-up (1)" in run("check", tmp_path).stdout
    league = tmp_path / "league.toml"
    league.write_text(league.read_text("utf-8") + '[checks]\n"line-up" = "error"\n', "utf-8")
    assert run("rebuild", tmp_path).exit_code == 1


def test_an_empty_workbook_has_no_games(tmp_path):
    write(tmp_path, [], header=None)
    result = run("rebuild", tmp_path)
    assert result.exit_code == 1
    assert "no-games" in result.stderr


@pytest.mark.parametrize(
    "content",
    [b"", b"date;player\n", b"PK\x03\x04 truncated", b"\x89PNG\r\n"],
    ids=["empty", "csv", "zip", "png"],
)
@pytest.mark.parametrize("command", ["rebuild", "check"])
def test_a_file_that_is_no_workbook_is_told_in_one_line(tmp_path, content, command):
    write(tmp_path, game())
    (tmp_path / "games.xlsx").write_bytes(content)
    result = run(command, tmp_path)
    assert result.exit_code == 3
    assert "games.xlsx" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.output
    assert (tmp_path / "games.xlsx").read_bytes() == content


def test_a_truncated_workbook_is_told_in_one_line(tmp_path):
    write(tmp_path, game())
    whole = (tmp_path / "games.xlsx").read_bytes()
    for part in (0.3, 0.6, 0.95):
        (tmp_path / "games.xlsx").write_bytes(whole[: int(len(whole) * part)])
        result = run("rebuild", tmp_path)
        assert (result.exit_code, len(result.stderr.strip().splitlines())) == (3, 1)


# a change of the league file, and what the message must hold
WRONG_LEAGUES = [
    ("[source]", "[sourse]", ["sourse", "source"]),
    ("games = [", "gams = [", ["source.gams", "games"]),
    ('name = "4mafia"', 'name = "4mafa"', ["4mafa", "4mafia"]),
    ('period = "month"', 'period = "mont"', ["rating.1.period", "month"]),
    ('period = "month"', "period = 5", ["rating.1.period", "5"]),
    ('language = "ru"', 'language = "fr"', ["language", "fr"]),
    ('tab = "Рейтинг {period}"', 'tab = "Рейтинг"', ["rating.1.tab", "{period}"]),
    ('["Игры*"]', '["Партии*"]', ["Партии*", "Игры"]),
    ('workbook = "games.xlsx"', "", ["source.workbook"]),
    ("[[rating]]", "[[rating", ["TOML"]),
    ('name = "4mafia"', 'name = "4mafia"\nedition = "2020-01-01"', ["2020-01-01", "2023-02-01"]),
    ('name = "4mafia"', 'name = "4mafia"\nparameters = {"win.point" = 3}', ["win.point", "win.points"]),
    ('name = "4mafia"', 'name = "4mafia"\nparameters = {"win.points" = "3"}', ["win.points", "3"]),
    ('tab = "Рейтинг {period}"', 'tab = "Игры {period}"', ["Игры {period}"]),
    ('tab = "Рейтинг {period}"', 'tab = "игры {period}"', ["игры {period}"]),
    ('tab = "Рейтинг {period}"', 'tab = "{month} {period}"', ["{month}", "rating.1.tab"]),
    ('workbook = "games.xlsx"', 'dataset = "games.parquet"', ["source.dataset", "source.workbook"]),
    ("[source]", '[checks]\n"bonus-totl" = "warning"\n[source]', ["bonus-totl"]),
]


@pytest.mark.parametrize(("old", "new", "held"), WRONG_LEAGUES)
def test_a_wrong_league_file_is_told_by_its_key(tmp_path, old, new, held):
    write(tmp_path, game())
    league = tmp_path / "league.toml"
    text = league.read_text("utf-8")
    assert old in text
    league.write_text(text.replace(old, new, 1), "utf-8")
    before = (tmp_path / "games.xlsx").read_bytes()
    result = run("rebuild", tmp_path)
    assert result.exit_code == 2, result.output
    assert all(word in result.stderr for word in held), result.stderr
    assert "Traceback" not in result.output
    assert (tmp_path / "games.xlsx").read_bytes() == before


@pytest.mark.parametrize(
    "header", ["Доп. баллы", "Доп.", "доп баллы:", "Дод. бали", "Bonus", "bonus_typed", "ДОП . БАЛЛЫ"]
)
def test_a_header_is_read_whatever_its_dots_spaces_and_case(tmp_path, header):
    write(tmp_path, game(Доп_1="0,3"), [header if one == "Доп" else one for one in HEADER])
    assert run("rebuild", tmp_path, "--export", tmp_path / "out").exit_code == 0
    scored = pd.read_csv(tmp_path / "out" / "scored.csv")
    assert scored["bonus"].tolist() == [0.3] + [0.0] * 9


@pytest.mark.parametrize("header", ["Доп. балы", "Допп", "Дополнительный балл", "Bonuss"])
def test_a_slip_in_a_header_that_is_not_required_is_told(tmp_path, header):
    write(tmp_path, game(Доп_1="0,3"), [header if one == "Доп" else one for one in HEADER])
    said = run("check", tmp_path).stdout
    assert "unread-cell (1)" in said
    assert "Игры!J1" in said
    assert header in said


def test_a_rating_without_games_is_told(tmp_path):
    write(tmp_path, game())
    league = tmp_path / "league.toml"
    league.write_text(league.read_text("utf-8").replace('period = "month"', 'period = "tournament"'), "utf-8")
    assert "empty-rating (1)" in run("rebuild", tmp_path).stderr


def test_a_star_for_games_leaves_out_the_tabs_that_are_none(tmp_path):
    write(tmp_path, game())
    league = tmp_path / "league.toml"
    league.write_text(league.read_text("utf-8").replace('["Игры*"]', '["*"]'), "utf-8")
    assert run("rebuild", tmp_path).exit_code == 0
    again = run("rebuild", tmp_path)
    assert (again.exit_code, "ничего не записано" in again.stdout) == (0, True)


def test_clubs_that_look_the_same_are_one(tmp_path):
    rows = game() + [[row[0], 2, "4M", *row[3:]] for row in game()]  # the second game with a Latin M
    write(tmp_path, rows)
    league = tmp_path / "league.toml"
    league.write_text(league.read_text("utf-8").replace('period = "month"', 'period = "club"'), "utf-8")
    assert json.loads(run("rebuild", tmp_path, "--json").stdout)["leagues"][0]["tabs"] == ["Рейтинг 4M"]


def test_an_export_takes_one_league(tmp_path, sample):
    assert run("rebuild", sample, sample, "--export", tmp_path / "out").exit_code == 2


def test_a_clubs_own_component_finds_room_on_a_published_details_tab(sample):
    assert run("rebuild", sample).exit_code == 0
    readme = (SAMPLE.parent.parent / "README.md").read_text("utf-8")
    (sample / "my_rules.py").write_text(readme.split("```python\n")[1].split("```")[0], "utf-8")
    league = sample / "league.toml"
    league.write_text(league.read_text("utf-8").replace('name = "4mafia"', 'name = "my_rules.py"'), "utf-8")
    result = run("rebuild", sample)
    assert result.exit_code == 0, result.stderr


def test_a_missing_file_is_told(tmp_path):
    assert run("rebuild", tmp_path / "league.toml").exit_code == 2
    write(tmp_path, game())
    (tmp_path / "games.xlsx").unlink()
    result = run("rebuild", tmp_path)
    assert (result.exit_code, "games.xlsx" in result.stderr) == (3, True)
    assert run("nosuch").exit_code == 2
    assert run("rebuild").exit_code == 2


@pytest.mark.parametrize(
    ("language", "word"), [("ru", "роль"), ("uk", "роль «Донн» невідома"), ("en", "role")]
)
def test_messages_speak_the_language_of_the_league(tmp_path, language, word):
    write(tmp_path, game(Роль_3="Донн"), language=language)
    assert word in run("rebuild", tmp_path).stderr


def test_one_bad_league_does_not_keep_the_others_from_being_rebuilt(tmp_path, sample):
    (tmp_path / "bad").mkdir()
    write(tmp_path / "bad", game(Роль_3="Донн"))
    result = run("rebuild", tmp_path / "bad", sample, "--json")
    said = json.loads(result.stdout)
    assert (result.exit_code, said["exit"]) == (1, 1)
    assert [one["status"] for one in said["leagues"]] == ["errors", "published"]


def test_help_is_quick_because_it_imports_no_pandas():
    import subprocess

    code = "import sys, pipelines.cli; sys.exit(any(name in sys.modules for name in ('pandas', 'pydantic', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
