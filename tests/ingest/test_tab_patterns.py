"""Tab names of the league file: brackets are read as they are first, then as a choice of letters."""

import pytest
from sheets import HEADER, Memory, a_league, game, read

TABS = ["Игры", "Игры [2024]", "Игры 2", "Игры 0", "Игры ?", "Игры?", "Лига [A] март", "Другое"]


@pytest.mark.parametrize(
    ("pattern", "want"),
    [
        ("Игры [2024]", ["Игры [2024]"]),
        ("игры[2024]", ["Игры [2024]"]),
        ("Лига [A]*", ["Лига [A] март"]),
        ("Игры [02]", ["Игры 2", "Игры 0"]),
        ("Игры ?", ["Игры 2", "Игры 0", "Игры ?", "Игры?"]),
        ("Игры*", TABS[:6]),
        ("Другое", ["Другое"]),
    ],
)
def test_a_name_is_found_as_it_is_before_it_is_a_pattern(pattern, want):
    sheet = [HEADER, *game({})]
    of = a_league(source={"workbook": ["memory.xlsx"], "games": [pattern]})
    sheets = read(Memory(dict.fromkeys(TABS, sheet)), of)
    assert [layout.tab for layout in sheets.layouts] == want
    assert all(of.is_sheet(tab) for tab in want)
