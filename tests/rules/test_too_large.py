"""Figures that cannot be: dates without their format, lost decimal marks, counts; and other slips that are found."""

import pytest
from sheets import HEADER, WIDE, Memory, a_league, checked, game, sheet


def found_in(subjects, ruleset="4mafia", header=WIDE, tabs=None, **source):
    """The codes, cells and values of what is found in games with those subjects."""
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], **source}
    of = a_league(ruleset={"name": ruleset}, source=source)
    _, found = checked(Memory({"Games": sheet(subjects, header), **(tabs or {})}), of)
    return found[["code", "cell", "value"]].to_numpy().tolist()


@pytest.mark.parametrize(
    ("ruleset", "field", "text", "code"),
    [
        ("mafgame", "penalty_typed", "2", "penalty-value"),  # 0,2
        ("mafgame", "penalty_typed", "-4", "penalty-value"),  # 0,4
        ("mafgame", "penalty_typed", "1,6", None),
        ("mafgame", "penalty_typed", "0.4", None),
        ("fiim", "penalty_typed", "4", "penalty-value"),
        ("fiim", "penalty_typed", "45778", "not-a-number"),
        ("mafgame", "bonus_typed", "3", "bonus-range"),  # 0,3
        ("mafgame", "bonus_typed", "45778", "not-a-number"),
        ("4mafia", "penalty_typed", "45778", "not-a-number"),
        ("4mafia", "penalty_typed", "10", "penalty-value"),
        ("4mafia", "penalty_typed", "5", None),
    ],
)
def test_points_beyond_what_the_rules_allow_are_errors(ruleset, field, text, code):
    subject = {field: text, "winner": "black", "date": "2025-03-01"}
    codes = [one for one, _, value in found_in([subject], ruleset) if value.strip("-") == text.strip("-")]
    codes = [one for one in codes if one != "bonus-total"]
    assert codes == ([code] if code else [])


@pytest.mark.parametrize(("most", "codes"), [(2, []), (1, ["penalty-value"])])
def test_a_club_may_change_the_limit_of_penalties(most, codes):
    rows = game({"penalty_typed": "2", "winner": "black"})
    of = a_league(ruleset={"name": "4mafia", "parameters": {"penalty.most": most}})
    assert checked(Memory({"Games": [HEADER, *rows]}), of)[1]["code"].tolist() == codes


@pytest.mark.parametrize(
    ("text", "code"), [("45778", "not-a-number"), ("20000", "not-a-number"), ("1500", None)]
)
def test_a_date_is_no_weight_and_no_strength(text, code):
    header = [*WIDE, "weight_typed"]
    players = [["Игрок", "Сила"], ["Subject", text]]
    subject = {"weight_typed": text, "winner": "red", "date": "2024-03-01"}
    found = found_in([subject], "evenings", header, {"Players": players}, players="Players")
    cells = [cell for one, cell, _ in found if one == "not-a-number"]
    assert cells == (["V2", "B2"] if code else [])


def test_a_weight_and_a_strength_ten_times_the_usual_are_warnings():
    header = [*WIDE, "weight_typed"]
    weights = ["50", "50", "60", "50", "500"]
    subjects = [{"weight_typed": one, "winner": "red", "date": "2024-03-01"} for one in weights]
    players = [["Игрок", "Сила"], *([f"Player {seat}", "5" if seat < 10 else "75"] for seat in range(2, 11))]
    found = found_in(subjects, "evenings", header, {"Players": players}, players="Players")
    assert [one for one in found if one[0] == "unusual-figure"] == [
        ["unusual-figure", "V42", "500"],
        ["unusual-figure", "B10", "75"],
    ]


def test_a_count_is_below_the_number_of_players():
    header = [*WIDE, "found_black_count"]
    subjects = [{"role": "sheriff", "found_black_count": one} for one in ("9", "10", "45778")]
    rows = found_in(subjects, "4mafia", header)
    assert [one for one in rows if one[2] in ("9", "10", "45778")] == [
        ["count-too-large", "V12", "10"],
        ["not-a-number", "V22", "45778"],
    ]


@pytest.mark.parametrize(
    ("marks", "many"),
    [
        ({}, 1),
        ({"removal": "+"}, 0),
        ({"is_ppk": "+"}, 0),
        ({"is_left_table": "+"}, 0),
        ({"foul_count": "3"}, 0),
    ],
)
def test_four_fouls_without_a_removal_are_a_warning(marks, many):
    subject = {"foul_count": "4", "winner": "black", **marks}
    codes = [one for one, _, _ in found_in([subject], header=[*WIDE, "foul_count"])]
    assert codes.count("fouls-without-removal") == many


@pytest.mark.parametrize(
    ("other", "warned"),
    [
        ({"table": "2"}, True),
        ({"table": "2", "game_no": "2"}, False),
        ({"table": "2", "date": "2023-03-08"}, False),
    ],
)
def test_a_player_at_two_tables_at_once_is_a_warning_with_both_cells(other, warned):
    second = game({"player": "Второй", **other}, 1)
    for row in second[1:]:
        for name in ("table", "date", "game_no"):
            row[HEADER.index(name)] = other.get(name, row[HEADER.index(name)])
        row[HEADER.index("player")] = row[HEADER.index("player")].replace("Player", "Другой")
    second[4][HEADER.index("player")] = "Player 3"
    _, found = checked(Memory({"Games": [HEADER, *game({}), *second]}), a_league())
    some = found[found["code"] == "player-at-two-tables"]
    assert some[["cell", "value"]].to_numpy().tolist() == ([["G16", "Player 3"]] if warned else [])
    assert all("(Games!G4)" in message for message in some["message"])


def test_games_of_one_company_at_two_tables_followed_each_other():
    second = game({"table": "2"})
    _, found = checked(Memory({"Games": [HEADER, *game({}), *second]}), a_league())
    assert "player-at-two-tables" not in found["code"].tolist()


def test_a_remark_after_a_nickname_is_a_warning():
    names = ["Лиса", "Лиса (опоздала)", "Волк (Киев)", "ЛИСА [замена]"]
    found = found_in([{"player": name} for name in names])
    assert [one for one in found if one[0] == "name-with-remark"] == [
        ["name-with-remark", "G12", "Лиса (опоздала)"],
        ["name-with-remark", "G32", "ЛИСА [замена]"],
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10/04/2025", "ambiguous-date"),
        ("01/06/24", "ambiguous-date"),
        ("Сб, 10/04/2025", "not-a-date"),
        ("10/04/2025 19:00", "ambiguous-date"),
        ("13/13/2025", "not-a-date"),
        ("25/04/2025", None),
        ("10.04.2025", None),
    ],
)
def test_a_date_with_slashes_that_may_be_two_days_is_ambiguous(text, code):
    rows = game({"date": text})
    _, found = checked(Memory({"Games": [HEADER, *rows]}), a_league())
    codes = set(found["code"]) - {"few-seats", "missing-value"}
    assert codes == ({code} if code else set())
    if code == "ambiguous-date" and text.startswith("10/04"):
        assert "10.04.2025 or 04.10.2025" in found.loc[found["code"] == code, "message"].iloc[0]


@pytest.mark.parametrize("title", ["Минус", "Минусы", "Штрафные", "Мінуси", "Minus"])
def test_a_column_of_minuses_is_one_of_penalties(title):
    header = [title if name == "penalty_typed" else name for name in HEADER]
    rows = [header, *game({"penalty_typed": "0.4", "winner": "black", "date": "2025-03-01"})]
    sheets, found = checked(Memory({"Games": rows}), a_league(ruleset={"name": "mafgame"}))
    assert sheets.seats["penalty_typed"].sum() == pytest.approx(0.4)
    assert found.empty


@pytest.mark.parametrize(
    ("title", "name"), [("-", "penalty_typed"), ("−", "penalty_typed"), ("+", "bonus_typed")]
)
def test_a_sign_over_figures_is_a_column_that_is_not_read(title, name):
    header = [title if one == name else one for one in HEADER]
    _, found = checked(Memory({"Games": [header, *game({name: "0.4"})]}), a_league())
    assert found[["code", "value"]].to_numpy().tolist() == [["unread-cell", title]]
    _, found = checked(Memory({"Games": [header, *game({})]}), a_league())
    assert found.empty
