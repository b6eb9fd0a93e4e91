"""What is wrong in a league file: the key, the value, what is expected; and nothing is written."""

import pytest
from commands import game, run, write
from sheets import read_table

from pipelines import league
from pipelines.errors import LeagueFault

FILE = """
language = "en"
name = "Club"
[source]
workbook = "games.xlsx"
{source}
[ruleset]
name = "4mafia"
{ruleset}
[[rating]]
name = "all"
tab = "Standings"
{rating}
[publish]
{publish}
"""
WRONG = read_table(r"""
part    | written                                  | told
source  | year = 0                                 | source.year: 0; expected: a year
source  | year = -1                                | source.year: -1; expected: a year
source  | year = 3000                              | source.year: 3000; expected: a year
source  | year = 9999-12-31                        | source.year: '9999-12-31'; expected: a year
source  | year = true                              | source.year
source  | layout = {"Кто" = "winer"}               | source.layout.Кто: 'winer'; did you mean winner?
source  | layout = {"Кто" = "судья"}               | source.layout.Кто: 'судья'; expected: date,
source  | layout = {"Кто" = 5}                     | source.layout.Кто: 5; expected: the name of a field
source  | layout = {"" = "winner"}                 | source.layout.: ''; expected: a text that is not empty
source  | layout = {"Кто" = "winner", "кто:" = "judge"} | source.layout: 'кто:' occurs twice
source  | club = 5                                 | source.club: 5; expected: a text in quotes
source  | sheet = "Игры"                           | source.sheet: there is no such key
ruleset | parameters = {"win.points" = 1e308}      | ruleset.parameters: {'win.points': 1e+308}; expected: figures of no more than a billion
rating  | period = "monht"                         | rating.1.period: 'monht'; did you mean month?
publish | workbook = ""                            | publish.workbook: ''; expected: the name of a file
publish | workbook = "a\u0000b.xlsx"               | publish.workbook: 'a\x00b.xlsx'; expected: the name of a file
""")


def written(folder, **parts):
    """A league file with these lines in its parts."""
    empty = dict.fromkeys(("source", "ruleset", "rating", "publish"), "")
    (folder / "league.toml").write_text(FILE.format(**{**empty, **parts}), "utf-8")
    return folder


@pytest.mark.parametrize("case", WRONG.to_dict("records"), ids=lambda case: case["written"])
def test_a_wrong_value_is_told_with_its_key_and_what_is_expected(case, tmp_path):
    with pytest.raises(LeagueFault) as fault:
        league.load(written(tmp_path, **{case["part"]: case["written"]}))
    first, *more = case["told"].split("; did you mean")
    said = str(fault.value)
    assert first in said
    assert all(f"did you mean{one}" in said for one in more)


@pytest.mark.parametrize("name", ["a\\u0000b.xlsx", "a" * 5000 + ".xlsx", "я" * 200 + ".xlsx", ""])
def test_what_cannot_be_a_file_name_is_a_fault_of_the_league_file(name, tmp_path):
    text = (written(tmp_path) / "league.toml").read_text("utf-8").replace("games.xlsx", name)
    (tmp_path / "league.toml").write_text(text, "utf-8")
    done = run("rebuild", tmp_path)
    assert done.exit_code == 2
    assert "source.workbook.1: " in done.stderr
    assert len(done.stderr) < 500


def test_a_workbook_in_place_of_a_league_file_is_told(tmp_path):
    write(tmp_path, game())
    done = run("check", tmp_path / "games.xlsx")
    assert done.exit_code == 2
    assert "is not text" in done.stderr or "не текст" in done.stderr


def test_a_league_all_of_whose_tabs_are_ratings_is_told(tmp_path):
    write(tmp_path, game())  # its one tab is Игры
    done = run("rebuild", written(tmp_path, source='games = "*"', publish='details = "Игры"'))
    assert done.exit_code == 2
    assert 'games = "*" leaves no tab of games.xlsx' in done.stderr


def test_a_rating_that_no_game_is_in_is_told(tmp_path):
    write(tmp_path, game())
    folder = written(tmp_path, source='games = "Игры"', rating='period = "evening"')
    text = (folder / "league.toml").read_text("utf-8").replace('"Standings"', '"Evening {period}"')
    (folder / "league.toml").write_text(text, "utf-8")
    done = run("rebuild", folder)
    assert done.exit_code == 0
    assert "no game is in any rating, nothing was written" in done.stdout
