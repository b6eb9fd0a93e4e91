"""Tab names: no longer than a place allows, no two the same, and the same again when further periods come."""

import unicodedata

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheets import Memory, a_league, checked, lone, scored

from pipelines import rebuild
from pipelines.publish import lengths, look, names
from pipelines.publish.stored import LONGEST_TEXT, store, table
from pipelines.publish.tab import Column, Tab
from pipelines.publish.tables import tabs

FLAG, FAMILY, WAVE = "🇺🇦", "👨‍👩‍👧", "👋🏽"


@pytest.mark.parametrize(
    ("text", "longest", "want"),
    [
        ("Кубок", 5, "Кубок"),
        ("Кубок", 4, "Кубо"),
        ("🏆🏆", 3, "🏆"),
        ("а" + FLAG, 4, "а"),
        (FLAG + FLAG, 7, FLAG),
        ("а" + FAMILY, 7, "а"),
        ("а" + WAVE, 3, "а"),
        ("Ёж".replace("Ё", "Е\u0308"), 1, ""),
        ("и\u0306ог", 2, "и\u0306"),
        ("❤\ufe0fа", 1, ""),
    ],
)
def test_a_cut_splits_no_sign(text, longest, want):
    assert lengths.cut(text, longest) == want


@pytest.mark.parametrize(
    ("text", "longest", "want"),
    [
        ("Открытый чемпионат 2024", 31, "Открытый чемпионат 2024"),
        ("Открытый чемпионат 2024", 16, "Открытый че…2024"),
        ("🏆🏆🏆🏆🏆🏆 2024", 13, "🏆🏆🏆🏆…2024"),
    ],
)
def test_a_long_name_keeps_its_two_ends(text, longest, want):
    assert lengths.squeezed(text, longest) == want


@given(st.text(), st.integers(3, 40))
def test_no_text_is_longer_than_asked_for(text, longest):
    for short in (
        lengths.cut(text, longest),
        lengths.shortened(text, longest),
        lengths.squeezed(text, longest),
    ):
        assert lengths.units(short) <= longest
        assert (
            unicodedata.normalize("NFC", text).startswith(unicodedata.normalize("NFC", short)) or "…" in short
        )


def test_a_cell_holds_so_many_units():
    stored = store(Column("Value", pd.Series(["🎭" * LONGEST_TEXT, "д" * LONGEST_TEXT]), "note"))
    assert [lengths.units(text) for text in stored.distinct] == [LONGEST_TEXT, LONGEST_TEXT]
    assert stored.distinct[0].endswith("🎭…")


def test_a_row_is_no_higher_than_excel_allows():
    long = Column("слово " * 900, pd.Series(["кричал и спорил " * 900, "тихо"]), "note")
    wide = table(Tab("Findings", [long]), "Findings")
    assert look.row_heights(wide) == [409, 0]
    assert look.header_height(wide) == 409


def published(tournaments, tab="{period}", **publish):
    """The tabs of tournaments in the order of their days, and the findings; a stage is behind a slash."""
    rows = [dict(zip(("tournament", "stage"), one.split("/"), strict=False)) for one in tournaments]
    games = lone([{"player": "Лис", **row, "date": f"2025-03-{day:02}"} for day, row in enumerate(rows, 1)])
    rating = [{"name": "cups", "tab": tab, "period": "tournament"}, {"name": "all", "tab": "Общий"}]
    of = a_league(ruleset={"name": "mafgame"}, rating=rating, publish=publish)
    sheets, found = checked(Memory({"Games": games}), of)
    seats, standings = scored(Memory({"Games": games}), of)
    made = [one.name for one in tabs(of, rebuild.rules_of(of), standings, seats, found)]
    naming = names.GOOGLE if publish.get("spreadsheet") else names.WORKBOOK
    assert len({name.casefold() for name in made}) == len(made)
    assert [naming.allowed(name) for name in made] == made
    assert made.pop(len(tournaments)) == "Общий"
    return made, names.check(of, sheets.seats)


LONG = "Открытый чемпионат города Харькова"


@pytest.mark.parametrize(
    ("tournaments", "want", "taken"),
    [
        (
            [f"{LONG} 2024", f"{LONG} 2025"],
            ["Открытый чемпионат г…ькова 2024", "Открытый чемпионат г…ькова 2025"],
            [],
        ),
        (["Кубок 1:2", "Кубок 1-2"], ["Кубок 1-2", "Кубок 1-2 (2)"], [("Кубок 1-2", "Кубок 1:2")]),
        (["Кубок", "Куб[ок", "'Кубок'"], ["Кубок", "Куб-ок", "Кубок (2)"], [("'Кубок'", "Кубок")]),
        (["Общий", "ОБЩИЙ'"], ["Общий (2)", "ОБЩИЙ (3)"], [("Общий", "Общий"), ("ОБЩИЙ'", "Общий")]),
        (
            [f"{LONG}/отбор", f"{LONG}/финал"],
            ["Открытый чемпион…арькова, отбор", "Открытый чемпион…арькова, финал"],
            [],
        ),
        (["🏆🥇🎭🕵🔫 Кубок Полуночного Экспресса"], ["🏆🥇🎭🕵🔫 Кубок Полу…Экспресса"], []),
    ],
)
def test_no_two_periods_have_one_tab(tournaments, want, taken):
    made, found = published(tournaments)
    assert made == want
    assert len(found) == len(taken)
    for label, other in taken:
        assert found["message"].str.contains(f"'{label}' and '{other}'", regex=False).any()
    further, _ = published([*tournaments, "Весенний кубок"])
    assert further == [*made, "Весенний кубок"]


def test_a_period_named_as_the_details_gets_a_number():
    assert names.check(a_league(), pd.DataFrame({"date": pd.to_datetime([])})).empty
    made, found = published(["Детали"], details="детали")
    assert (made, found["tab"].tolist()) == (["Детали (2)", "детали"], ["Детали (2)"])


def test_names_at_google_may_be_longer():
    made, found = published([f"{LONG} 2024", "Кубок 1:2", "Кубок 1-2", "🎭" * 60], spreadsheet="key")
    assert made[:3] == [f"{LONG} 2024", "Кубок 1:2", "Кубок 1-2"]
    assert lengths.units(made[3]) <= 100
    assert found.empty
