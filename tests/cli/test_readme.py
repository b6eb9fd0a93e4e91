"""What the README shows works as it stands there."""

import re
import tomllib
from pathlib import Path

import pytest
from sheets import HEADER, Memory, a_league, scored, sheet
from typer.testing import CliRunner

from pipelines import cli, league

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def block(language, holding):
    """The code block of a language that holds a text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", README, flags=re.S)
    return next(one for one in blocks if holding in one)


def test_the_league_file_is_one(tmp_path):
    (tmp_path / "league.toml").write_text(block("toml", "[source]"), "utf-8")
    read = league.load(tmp_path)
    assert (read.source.kind, read.rating[1].min_games, read.on_error) == ("rated", 10, "stop")


@pytest.mark.parametrize(
    ("name", "holding", "win"), [("my_rules.toml", "extends", 2.5), ("my_rules.py", "EXTENDS", 2)]
)
def test_the_clubs_own_rules_are_rules(tmp_path, name, holding, win):
    (tmp_path / name).write_text(block(name.partition(".")[2].replace("py", "python"), holding), "utf-8")
    of = a_league(folder=tmp_path, ruleset={"name": name})
    seats, _ = scored(Memory({"Games": sheet([{"date": "2024-01-02"}])}), of)
    one = seats[seats["seat"] == 1].iloc[0]
    assert (one["win"], one["points"]) == (win, win + (0.1 if name.endswith("py") else 0))


def test_the_clubs_own_column_is_read_and_scored(tmp_path):
    """A fifth of a point for a costume until the end of 2025, then a tenth."""
    (tmp_path / "my_rules.py").write_text(block("python", "has_costume"), "utf-8")
    columns = tomllib.loads(block("toml", "[source.columns]"))["source"]["columns"]
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], "columns": columns}
    of = a_league(folder=tmp_path, ruleset={"name": "my_rules.py"}, source=source)
    header = [*HEADER, "Костюм"]
    days = ["2025-12-31", "2026-01-01"]
    seats, _ = scored(Memory({"Games": sheet([{"date": day, "Костюм": "+"} for day in days], header)}), of)
    assert seats.loc[seats["seat"] == 1, "costume"].tolist() == [0.2, 0.1]
    assert not seats.loc[seats["seat"] > 1, "costume"].any()


def test_every_command_is_in_the_readme():
    listed = CliRunner().invoke(cli.app, ["--help"]).stdout.partition("Commands:")[2]
    commands = re.findall(r"^  ([a-z-]+) ", listed, flags=re.M)
    assert len(commands) >= 5
    assert all(f"`mafrating {command}" in README for command in commands)


def test_every_file_that_is_linked_is_there():
    links = re.findall(r"\]\((?!http|#)([^)]+)\)", README)
    assert links
    assert all((Path(__file__).parents[2] / link).exists() for link in links)
