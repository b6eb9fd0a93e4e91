"""The pages on Google and on schedules: what is to be typed there can be typed."""

import configparser
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines import cli, league

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {name: (DOCS / name).read_text("utf-8") for name in ("google.md", "schedule.md")}


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", PAGES[page], flags=re.S)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_is_one(page):
    lines = "\n".join(re.findall(r"```\w+\n(.*?)```", PAGES[page], flags=re.S))
    commands = re.findall(
        r"(?:^|[/ ])mafrating ([a-z-]+)((?: --[a-z-]+)*) \S*league\.toml", lines, flags=re.M
    )
    assert len(commands) >= 2
    for command, options in commands:
        told = CliRunner().invoke(cli.app, [command, "--help"])
        assert told.exit_code == 0
        assert all(option in told.stdout for option in options.split())


def test_the_units_are_such_and_the_line_of_cron_has_five_times():
    service, timer = blocks("schedule.md", "ini")
    for text, parts in ((service, ["Unit", "Service"]), (timer, ["Unit", "Timer", "Install"])):
        unit = configparser.ConfigParser(interpolation=None)
        unit.read_string(text)
        assert unit.sections() == parts
    [line] = blocks("schedule.md", "crontab")
    assert re.match(r"(\S+ ){5} \S", line)
    assert "%" not in line  # it would end the line


def test_the_workflow_has_no_tabs_and_names_its_secret():
    [workflow] = blocks("schedule.md", "yaml")
    assert "\t" not in workflow
    assert "concurrency:" in workflow
    assert "secrets.GOOGLE_KEY" in workflow


def test_the_source_is_one(tmp_path):
    [source] = blocks("google.md", "toml")
    text = (
        source.replace("1AbC…", "1AbC")
        + '[ruleset]\nname = "4mafia"\n[[rating]]\nname = "all"\ntab = "Все"\n'
    )
    (tmp_path / "league.toml").write_text(f'name = "К"\n{text}', "utf-8")
    assert league.load(tmp_path).destination() == "1AbC"
