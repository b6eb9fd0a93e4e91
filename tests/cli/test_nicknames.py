"""A nickname on the command line may begin with a dash."""

import pytest
from commands import game, run, write

from pipelines.arguments import nicknames_last

NAME = "-Лис-"


@pytest.mark.parametrize(
    ("written", "want"),
    [
        (". -Лис-", "-- . -Лис-"),
        (". -- -Лис-", "-- . -Лис-"),
        ("-h", "-h --"),
        (". -- -h", "-- . -h"),
        (". -shh --period 2023-09", "--period 2023-09 -- . -shh"),
        ("--period=2023-09 . --Лис--", "--period=2023-09 -- . --Лис--"),
        (". Лис --perid 2023-09", "--perid -- . Лис 2023-09"),
        (". -", "-- . -"),
        (". Лис --period", "--period -- . Лис"),
    ],
)
def test_options_come_before_nicknames(written, want):
    assert nicknames_last(written.split(), {"--period"}, {"-h", "--help"}) == want.split()


@pytest.mark.parametrize("arguments", [[NAME], ["--", NAME], [NAME, "--period", "2023-09"]])
def test_explain_takes_a_nickname_that_begins_with_a_dash(arguments, tmp_path):
    write(tmp_path, game(Игрок_1=NAME))
    explained = run("explain", tmp_path, *arguments)
    assert explained.exit_code == 0
    assert explained.stdout.startswith(NAME)


def test_a_slip_in_an_option_is_reported(tmp_path):
    write(tmp_path, game())
    explained = run("explain", tmp_path, "Кот", "--perid", "2023-09")
    assert explained.exit_code == 2
    assert "--perid" in explained.stderr
