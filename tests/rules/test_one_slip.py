"""One slip gives one finding: a sound league with one damaged cell has errors at that cell only."""

import random

import pytest
from sheets import Memory, a_league, checked, without_copies

from pipelines.addresses import column_letters

LINE_UP = ["citizen"] * 6 + ["sheriff", "mafia", "mafia", "don"]
IDENTITY = ("date", "evening", "table", "game_no")
OF_GAME = (*IDENTITY, "club", "kind", "winner", "tournament")
HEADER = (
    *(*OF_GAME, "seat", "player", "role", "is_first_kill", "best_move"),
    *("bonus_typed", "penalty_typed", "removal", "is_approved"),
)
LOG_HEADER = (*IDENTITY, "phase", "action", "actor", "targets")
FAULTS = ("#REF!", "мура", "32.13.2024", "77", "")
WIN = {"red": 0, "black": 7}  # a seat of the winners, from 0
DAY, NUMBERS = "2025-03-01", ("1", "2", "3")  # of the games


def sound(fill):
    """Three games of ten; with `fill` "first", game facts on the first row of each alone."""
    rows = []
    for game, winner in enumerate(("red", "black", "red")):
        facts = {"date": DAY, "evening": "А", "table": "1", "game_no": NUMBERS[game], "club": "4М"}
        facts |= {"kind": "rated", "winner": winner, "tournament": "Кубок"}
        for seat in range(10):
            own = {"seat": str(seat + 1), "player": f"Игрок{'абвгдежзик'[seat] * 3}", "role": LINE_UP[seat]}
            own |= {"is_first_kill": "+", "best_move": "8 9 2"} if seat == 0 else {}
            own |= {"bonus_typed": "0.3"} if seat == WIN[winner] + 1 else {}
            own |= {"penalty_typed": "1"} if seat == 7 - WIN[winner] else {}
            rows.append({**(facts if fill == "all" or seat == 0 else {}), **own})
    return [list(HEADER), *([row.get(name, "") for name in HEADER] for row in rows)]


LOG = [
    list(LOG_HEADER),
    *(
        [DAY, "А", "1", number, *act]
        for number in NUMBERS
        for act in (
            ("N1", "shot", "", "1"),
            ("N1", "exit", "", "1"),
            ("N1", "check", "7", "8"),
            ("D1", "exit", "", "9"),
        )
    ),
]
WEIGHTS = [["date", "table", "weight"], [DAY, "1", "2"]]
RULESETS = ("4mafia", "mafgame", "evenings")


def league_of(ruleset):
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], "actions": ["Log"], "tables": "Weights"}
    return a_league(source=source, ruleset={"name": ruleset, "edition": "auto"})


def found_in(ruleset, **tabs):
    """Tab, cell, severity and code of each finding; the tabs that are not given are sound."""
    of = league_of(ruleset)
    found = checked(Memory({"Games": sound("all"), "Log": LOG, "Weights": WEIGHTS, **tabs}), of)[1]
    found = without_copies(found)
    return list(zip(found["tab"], found["cell"], found["severity"], found["code"], strict=True))


def put(rows, row, column, *texts):
    """The rows with texts put in one cell, or in several under each other."""
    changed = [list(one) for one in rows]
    for step, text in enumerate(texts):
        changed[row + step][column] = text
    return changed


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("fill", ["all", "first"])
def test_the_league_is_sound(ruleset, fill):
    assert found_in(ruleset, Games=sound(fill)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(1))
def test_one_damaged_cell_has_the_only_findings(ruleset, seed):
    """Where the damage makes another value that may be right, it is no error of the cell, and says nothing here."""
    chance = random.Random(f"{ruleset} {seed}")
    wrong = []
    for _ in range(8):
        rows = sound(chance.choice(["all", "first"]))
        row, column = chance.randrange(1, len(rows)), chance.randrange(len(HEADER))
        text = chance.choice(FAULTS)
        found = found_in(ruleset, Games=put(rows, row, column, text))
        cell = ("Games", f"{column_letters(column + 1)}{row + 1}")
        at_cell = [one for one in found if one[:2] == cell and one[2] == "error"]
        if at_cell and any(one[:2] != cell for one in found):
            wrong.append((HEADER[column], text, cell, found))
    assert not wrong, "\n".join(map(str, wrong))


# what is put where (column and first row, from 0) for ten rows of a game
TEN = {
    "date": ("date", "20231001", "not-a-date"),
    "game_no": ("game_no", "?", "not-a-number"),
    "table": ("table", "#REF!", "cell-error"),
    "role": ("role", "Мирынй", "unknown-role"),
    "winner": ("winner", "Мы", "unknown-winner"),
    "seat": ("seat", "x", "not-a-number"),
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("field", TEN)
def test_a_game_with_an_unreadable_column_is_told_at_its_cells_only(ruleset, field):
    field, text, code = TEN[field]
    column = HEADER.index(field)
    found = found_in(ruleset, Games=put(sound("all"), 11, column, *[text] * 10))
    assert {one[3] for one in found} == {code}
    assert [one[1] for one in found] == [f"{column_letters(column + 1)}{row}" for row in range(12, 22)]


@pytest.mark.parametrize(("text", "code"), [("20231001", "not-a-date"), ("#REF!", "cell-error")])
def test_rows_under_an_unreadable_date_do_not_join_the_game_above(text, code):
    assert found_in("4mafia", Games=put(sound("first"), 11, 0, text)) == [("Games", "A12", "error", code)]


def test_an_independent_error_of_another_game_is_reported_as_well():
    rows = put(put(sound("all"), 11, 0, *["мура"] * 10), 1, HEADER.index("bonus_typed"), "0.15")
    assert [one[3] for one in found_in("4mafia", Games=rows)] == ["bonus-range", *["not-a-date"] * 10]


ELSEWHERE = [
    ("Log", LOG, 1, 0, "мура", "not-a-date"),
    ("Log", LOG, 2, 3, "мура", "not-a-number"),
    ("Log", LOG, 2, 4, "мура", "unknown-phase"),
    ("Log", LOG, 2, 5, "мура", "unknown-action"),
    ("Log", LOG, 3, 6, "мура", "not-a-number"),
    ("Log", LOG, 2, 7, "77", "not-a-number"),
    ("Weights", WEIGHTS, 1, 0, "мура", "not-a-date"),
    ("Weights", WEIGHTS, 1, 2, "мура", "not-a-number"),
]


@pytest.mark.parametrize(("tab", "rows", "row", "column", "text", "code"), ELSEWHERE)
def test_a_damaged_cell_of_another_tab_has_the_only_finding(tab, rows, row, column, text, code):
    """The evenings need weights and the log; what is typed of exits is held against the log."""
    found = found_in("evenings", **{tab: put(rows, row, column, text)})
    assert found == [(tab, f"{column_letters(column + 1)}{row + 1}", "error", code)]
