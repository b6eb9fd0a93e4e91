"""A league file that is no TOML: the line, and what to do about the usual slips, in the file's language."""

import pytest

from pipelines import league
from pipelines.errors import LeagueFault

START = 'name = "Club"\nlanguage = "{language}"\n[source]\n'
BACKSLASH, CURLY, QUOTE = "with /", "straight", "both sides"
SLIPS = [
    (r'workbook = "C:\Users\club\games.xlsx"', BACKSLASH),
    (r'workbook = "C:\games\x.xlsx"', BACKSLASH),
    (r'workbook = "\\server\share\x.xlsx"', BACKSLASH),
    ('workbook = "C:\\games\\"', BACKSLASH),
    (r'workbook = ["a.xlsx", "C:\games\x.xlsx"]', BACKSLASH),
    ("workbook = “games.xlsx”", CURLY),
    ("workbook = «games.xlsx»", CURLY),
    ("workbook = ‘games.xlsx’", CURLY),
    ('workbook = “games.xlsx"', CURLY),
    ('workbook = "games.xlsx”', CURLY),
    ("games = [“Игры*”]", CURLY),
    ('“workbook” = "games.xlsx"', CURLY),
    ('workbook = "games.xlsx', QUOTE),
    ("workbook = 'games.xlsx", QUOTE),
    ('workbook = games.xlsx"', QUOTE),
    ("workbook = games.xlsx", QUOTE),
    ('games = ["Игры*]', QUOTE),
    ('games = ["Игры*" "Лига"]', QUOTE),
    ('workbook = "my "games.xlsx"', QUOTE),
]


def fault_of(folder, text):
    (folder / "league.toml").write_text(text, "utf-8")
    with pytest.raises(LeagueFault) as fault:
        league.load(folder)
    return fault.value


@pytest.mark.parametrize("after", ["", '\ngames = "Игры*"\n'])
@pytest.mark.parametrize(("line", "remedy"), SLIPS)
def test_a_slip_is_reported_with_its_line_and_what_to_do(line, remedy, after, tmp_path):
    said = str(fault_of(tmp_path, START.format(language="en") + line + after))
    assert "line 4: " in said
    assert remedy in said
    assert said.endswith(line)


@pytest.mark.parametrize(
    ("language", "words"),
    [("ru", "обратная косая черта"), ("uk", "зворотна скісна риска"), ("en", "a backslash")],
)
def test_the_message_is_in_the_language_of_the_file(language, words, tmp_path):
    fault = fault_of(tmp_path, START.format(language=language) + r'workbook = "C:\games.xlsx"')
    assert fault.language == language
    assert words in fault.say(language)


@pytest.mark.parametrize(
    "path", [r"C:\temp\x.xlsx", r"C:\new.xlsx", r"D:\backup.xlsx", r"D:\f.xlsx", r"D:\r.xlsx"]
)
def test_a_path_whose_backslashes_are_read_as_other_characters(path, tmp_path):
    text = START.format(language="en") + f'workbook = "{path}"\n'
    if path.endswith(r"\x.xlsx"):
        text = text.replace(r"\x.xlsx", ".xlsx")
    said = str(fault_of(tmp_path, text + '[ruleset]\nname = "4mafia"\n'))
    assert "source.workbook" in said
    assert "a path with /" in said


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000 + "]" * 5000,
        "x = " + "{a=" * 5000 + "1" + "}" * 5000,
        START.format(language="en") + "workbook" + ".a" * 5000 + " = 1",
        "x = " + "1" * 5000,
        "name = \x00",
        "[",
        '"""',
        "= 1",
    ],
)
def test_no_text_ends_in_a_traceback(text, tmp_path):
    assert fault_of(tmp_path, text).exit_status == 2
