"""A club's own rules: columns of its own sheets, titles, columns shown, days of formulas, names of edition files."""

import pytest
from sheets import HEADER, Memory, a_league, checked, game, scored, sheet

import rulesets
from pipelines import league, rebuild
from pipelines.errors import LeagueFault
from pipelines.publish import files, tables
from rulesets.edition import RulesFault

MODULE = '''
import pandas as pd
from rulesets import component, fact

EXTENDS = "4mafia"
SCORED = ("has_costume", "joy")


@component(clause="council, item 5", at="has_costume", title={"ru": "Костюм", "uk": "Костюм!", "en": "Costume"})
def costume(has_costume: pd.Series) -> pd.Series:
    """A fifth of a point for a costume."""
    return has_costume * 0.2


@component(clause="council, item 6", title="Чай")
def tea(cups: pd.Series) -> pd.Series:
    """A tenth of a point for each cup."""
    return cups.fillna(0) * 0.1


@fact(title="Радость")
def joy(has_costume: pd.Series) -> pd.Series:
    """Nothing that gives points."""
    return has_costume * 2
'''
COLUMNS = {
    "Костюм": {"field": "has_costume", "kind": "mark"},
    "Чашек чая": {"field": "cups", "kind": "number"},
}


def own_league(tmp_path, module=MODULE, columns=COLUMNS, **parts):
    (tmp_path / "own.py").write_text(module, "utf-8")
    source = {"workbook": ["memory.xlsx"], "games": ["Games*"], "columns": columns}
    return a_league(**{"folder": tmp_path, "ruleset": {"name": "own.py"}, "source": source, **parts})


def flat(**cells):
    """One game with the club's own columns; `cells` of seat 1 by header."""
    header = [*HEADER, *cells]
    rows = game({"date": "2024-03-01", **cells}, header=header)
    return Memory({"Games": [header, *rows]})


# --- columns of the sheets


def test_an_own_column_is_an_argument_of_own_rules(tmp_path):
    of = own_league(tmp_path)
    seats, standings = scored(flat(**{"костюм ": "+", "Чашек чая": "3"}), of)
    one, two = (seats[seats["seat"] == seat].iloc[0] for seat in (1, 2))
    assert (one["costume"], one["tea"], one["points"]) == pytest.approx((0.2, 0.3, 2.5))
    assert (two["costume"], two["tea"], two["points"]) == pytest.approx((0, 0, 2))
    assert standings.set_index("player").loc["Subject", "points"] == pytest.approx(2.5)


def test_a_sheet_without_the_column_says_nothing_of_it(tmp_path):
    seats, _ = scored(flat(), own_league(tmp_path))
    assert seats["costume"].tolist() == [0.0] * 10
    assert seats["cups"].isna().all()


NICKNAMES = ["Ирис", "Клён", "Манул", "Полюс", "Рубин", "Сокол", "Туман", "Факел", "Цапля", "Шторм"]
FORM = [
    ["Дата", "01.03.2024", "", "", "", "", ""],
    ["Стол", "1", "Игра", "1", "", "", ""],
    ["Победа", "красные", "", "", "", "", ""],
    ["№", "Игрок", "Роль", "ПУ", "Костюм", "Чашек чая", "Доп"],
]


def test_an_own_column_is_read_in_the_table_of_a_form(tmp_path):
    roles = [*["мирный"] * 6, "шериф", "мафия", "мафия", "дон"]
    rows = [
        [
            str(seat),
            NICKNAMES[seat - 1],
            role,
            "",
            "+" if seat == 4 else "",
            "2" if seat == 5 else "",
            "",
        ]
        for seat, role in enumerate(roles, 1)
    ]
    sheets, found = checked(Memory({"Games": [*FORM, *rows]}), own_league(tmp_path))
    assert sheets.layouts[0].is_protocol
    assert found.empty, found.to_string()
    assert sheets.seats.loc[sheets.seats["has_costume"], "seat"].tolist() == [4]
    assert sheets.seats.loc[sheets.seats["cups"].notna(), ["seat", "cups"]].to_numpy().tolist() == [[5, 2]]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("mark", "да", True),
        ("mark", "нет", False),
        ("number", "7", 7),
        ("figure", "0,5", 0.5),
        ("count", "4", 4),
        ("positive", "2.5", 2.5),
        ("fouls", "xx", 2),
        ("seat", "9", 9),
        ("text", "Дракон", "Дракон"),
    ],
)
def test_own_columns_are_read_by_their_kind(tmp_path, kind, text, value):
    module = 'EXTENDS = "4mafia"\n'
    of = own_league(tmp_path, module, {"Моё": {"field": "mine", "kind": kind}})
    seats, _ = scored(flat(Моё=text), of)
    assert seats.loc[seats["seat"] == 1, "mine"].tolist() == [value]


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("mark", "мантия", "unknown-mark"),
        ("number", "2,5", "not-a-number"),
        ("count", "-1", "not-a-number"),
        ("date", "весна", "not-a-date"),
    ],
)
def test_what_an_own_column_cannot_hold_is_found_at_its_cell(tmp_path, kind, text, code):
    of = own_league(tmp_path, 'EXTENDS = "4mafia"\n', {"Моё": {"field": "mine", "kind": kind}})
    _, found = checked(flat(Моё=text), of)
    assert found[["code", "cell", "value"]].to_numpy().tolist() == [[code, "Q2", text]]


def test_a_seat_whose_own_column_alone_is_filled_is_not_dropped_in_silence(tmp_path):
    header = [*HEADER, "Костюм"]
    rows = game({"date": "2024-03-01"}, header=header)
    extra = [*["2024-03-01", "1", "1"], *[""] * (len(HEADER) - 3), "+"]
    _, found = checked(Memory({"Games": [header, *rows, extra]}), own_league(tmp_path))
    assert {"missing-value"} <= set(found["code"])


WRONG = [
    ('"Костюм" = { field = "has_costume", kind = "marks" }', ["source.columns.Костюм.kind", "marks", "mark"]),
    ('"Костюм" = { field = "role", kind = "mark" }', ["source.columns.Костюм", "role"]),
    ('"Костюм" = { field = "named_1", kind = "number" }', ["source.columns.Костюм", "named_1"]),
    ('"Костюм" = { field = "is_removed", kind = "mark" }', ["source.columns.Костюм", "is_removed"]),
    ('"Костюм" = { field = "weight", kind = "mark" }', ["source.columns.Костюм", "weight"]),
    ('"Костюм" = { field = "win", kind = "mark" }', ["source.columns.Костюм", "win"]),
    ('"Костюм" = { field = "has costume", kind = "mark" }', ["source.columns.Костюм.field", "has costume"]),
    ('"Костюм" = { field = "p", kind = "mark" }', ["source.columns.Костюм.field"]),
    ('"Костюм" = { field = "has_costume" }', ["source.columns.Костюм.kind"]),
    ('"Костюм" = "has_costume"', ["source.columns.Костюм"]),
    ('"роль " = { field = "mine", kind = "mark" }', ["source.columns.роль", "role"]),
    ('"ЛХ" = { field = "mine", kind = "mark" }', ["source.columns.ЛХ", "best_move"]),
    ('"Итого" = { field = "mine", kind = "figure" }', ["source.columns.Итого", "points"]),
    ('"" = { field = "mine", kind = "mark" }', ["source.columns."]),
    ('"А" = { field = "mine", kind = "mark" }\n"Б" = { field = "mine", kind = "text" }', ["mine"]),
    (
        '"Наряд" = { field = "one", kind = "mark" }\n"наряд" = { field = "two", kind = "mark" }',
        ["наряд", "one"],
    ),
    ('"Лоб" = { field = "one", kind = "mark" }\n[source.layout]\n"лоб" = "judge"', ["source.columns.Лоб"]),
]


@pytest.mark.parametrize(("lines", "held"), WRONG, ids=[lines for lines, _ in WRONG])
def test_a_wrong_own_column_is_refused(tmp_path, lines, held):
    text = f"""
name = "Test"
[source]
workbook = "games.xlsx"
[source.columns]
{lines}
[ruleset]
name = "4mafia"
[[rating]]
name = "all"
tab = "All"
"""
    (tmp_path / "league.toml").write_text(text, "utf-8")
    with pytest.raises(LeagueFault) as caught:
        rebuild.rules_of(league.load(tmp_path))
    assert all(word in str(caught.value) for word in held), caught.value


# --- what the tabs show


@pytest.mark.parametrize(("language", "title"), [("ru", "Костюм"), ("uk", "Костюм!"), ("en", "Costume")])
def test_own_components_and_columns_have_titles_in_the_details(tmp_path, language, title):
    of = own_league(tmp_path, language=language, publish={"details": "Details"})
    seats, standings = scored(flat(**{"Костюм": "+", "Чашек чая": "3"}), of)
    rules = rebuild.rules_of(of)
    made = tables.tabs(of, rules, standings, seats, checked(flat(), of)[1])
    shown = {column.title: (column.kind, column.values.iloc[0]) for column in made[-1].columns}
    assert shown[title] == (("points", pytest.approx(0.2)) if language != "ru" else ("mark", True))
    assert shown["Чай"] == ("points", pytest.approx(0.3))
    assert shown["Радость"] == ("points", 2)
    exported = files.exports(standings, seats, checked(flat(), of)[1], rules)["scored"]
    assert exported.columns.tolist()[-5:] == ["costume", "tea", "points", "has_costume", "joy"]


@pytest.mark.parametrize(
    ("constant", "held"),
    [
        ('SCORED = ("joi",)', ["SCORED", "joi", "joy"]),
        (
            'STANDINGS = ("points", "win_pct", "k1", "k2", "compensations", "best_move", "bonus", "penalti")',
            ["penalti"],
        ),
    ],
)
def test_a_column_to_show_that_there_is_not_is_refused(tmp_path, constant, held):
    with pytest.raises(LeagueFault) as caught:
        rebuild.rules_of(own_league(tmp_path, MODULE + constant))
    assert all(word in str(caught.value) for word in held), caught.value


def test_an_edition_has_its_own_columns_of_standings_and_seats(tmp_path):
    """From 2025 on the edition shows joy; what is exported for the years before does not change with it."""
    (tmp_path / "own-2023.toml").write_text(edition("2023", "2023-02-01"), "utf-8")
    (tmp_path / "own-2025.toml").write_text(
        edition("2025", "2025-01-01", 'standings = ["points", "tea"]\nscored = ["joy"]', columns=True),
        "utf-8",
    )
    of = own_league(tmp_path, MODULE.replace('SCORED = ("has_costume", "joy")', ""))
    rules = rebuild.rules_of(of)
    for day, standing, last in (("2024-03-01", "penalty", "points"), ("2025-03-01", "tea", "joy")):
        rows = game({"date": day, "Чашек чая": "2"}, header=[*HEADER, "Чашек чая"])
        seats, standings = scored(Memory({"Games": [[*HEADER, "Чашек чая"], *rows]}), of)
        exported = files.exports(standings, seats, checked(flat(), of)[1], rules)
        assert exported["standings"].columns.tolist()[-1] == standing
        assert exported["scored"].columns.tolist()[-1] == last


def edition(name, day, more="", *, columns=False):
    """A club's edition that changes nothing but what `more` says."""
    shown = (
        '\n[[columns]]\nname = "score"\nkind = "points"\nru = "К"\nuk = "К"\nen = "K"\n' if columns else ""
    )
    order = '\n[[order]]\ncolumn = "score"\ndirection = "desc"\nclause = "1"\n' if columns else ""
    return (
        f'extends = "4mafia/2023-02-01"\nruleset = "own"\nedition = "{name}"\nfrom = {day}\n'
        f'source = "council"\nchecked_on = 2026-01-01\n{more}\n{order}{shown}'
    )


# --- days of rules


def formula(body, name="win", **days):
    """A component of a club's module that gives as many points as `body` says."""
    told = "".join(f', {key}="{day}"' for key, day in days.items())
    return (
        f'\n@component(clause="1"{told})\ndef {name}(won: pd.Series) -> pd.Series:\n    """Points."""\n'
        f"    return pd.Series({body}, won.index)\n"
    )


HEAD = 'import pandas as pd\nfrom rulesets import component, fact\n\nEXTENDS = "4mafia"\n'
TWO = HEAD + formula(3.0, until="2024-06-30") + formula(4.0, since="2024-07-01")


def of_days(tmp_path, module, column, *days):
    """What seat 1 has in a column on each of some days, all in one sheet."""
    (tmp_path / "own.py").write_text(module, "utf-8")
    of = a_league(folder=tmp_path, ruleset={"name": "own.py"})
    seats, _ = scored(Memory({"Games": sheet([{"date": day} for day in days])}), of)
    return seats.loc[seats["seat"] == 1, column].tolist()


def test_a_changed_formula_is_a_second_function_with_its_own_days(tmp_path):
    days = ("2024-06-30", "2024-07-01", "2026-01-01")
    assert of_days(tmp_path, TWO, "win", *days) == [3, 4, 4]
    assert of_days(tmp_path, TWO, "points", *days) == [3, 4, 4]
    named = (
        HEAD + formula(3.0, until="2024-06-30") + formula(4.0, "win_2024", since="2024-07-01", column="win")
    )
    assert of_days(tmp_path, named, "win", *days) == [3, 4, 4]


def test_a_component_may_begin_and_end(tmp_path):
    module = HEAD + formula(0.1, "presence", since="2024-01-01", until="2024-12-31")
    days = ("2023-12-31", "2024-01-01", "2024-12-31", "2025-01-01")
    assert of_days(tmp_path, module, "points", *days) == [2, 2.1, 2.1, 2]
    assert of_days(tmp_path, module, "presence", *days) == [0, 0.1, 0.1, 0]
    assert of_days(tmp_path, module, "points", "2023-05-01") == [2]


def test_a_rule_of_days_to_come_changes_nothing(tmp_path):
    """Not even the columns of what is exported."""
    of = own_league(tmp_path, HEAD, {})
    later = HEAD + formula(0.1, "presence", since="2030-01-01") + "\n"
    exports = []
    for module in (HEAD, later):
        (tmp_path / "own.py").write_text(module, "utf-8")
        seats, standings = scored(Memory({"Games": sheet([{}, {}])}), of)
        tabs = files.exports(standings, seats, checked(flat(), of)[1], rebuild.rules_of(of))
        exports.append([table.to_csv() for table in tabs.values()])
    assert exports[0] == exports[1]


UNDATED = [
    (formula(3.0, until="2024-06-30") + formula(4.0, since="2024-06-30"), ["win", "2024-06-30"]),
    (formula(3.0) + formula(4.0, since="2024-07-01"), ["win", "2024-07-01"]),
    (formula(3.0) + formula(4.0), ["win"]),
    (
        formula(3.0, until="2024-06-30") + formula(4.0, since="2024-08-01"),
        ["win", "2024-07-01", "2024-07-31"],
    ),
    (formula(3.0, since="2024-07-01"), ["win", "2023-02-01", "2024-06-30"]),
    (formula(3.0, until="2024-06-30"), ["win", "2024-07-01"]),
    (formula(1.0, "a", until="2024-06-30") + formula(1.0, "a", since="2024-08-01"), ["a", "2024-07-01"]),
    (
        formula("happy", "glad").replace("won:", "happy:").replace("won.index", "happy.index")
        + '\n@fact(since="2024-07-01")\ndef happy(won):\n    """Glad."""\n    return won\n',
        ["happy", "2024-06-30"],
    ),
    (formula(3.0, since="2024-07-01", until="2024-06-30"), ["win", "2024-06-30", "before"]),
    (formula(3.0, since="July"), ["win", "July"]),
    ('\n@component(clause="1", title=5)\ndef a(won):\n    """A."""\n    return won * 1.0\n', ["a", "title"]),
    (
        '\n@component(clause="1", title={"de": "A"})\ndef a(won):\n    """A."""\n    return won * 1.0\n',
        ["de"],
    ),
]


@pytest.mark.parametrize(("rules", "held"), UNDATED)
def test_overlapping_and_missing_days_of_a_rule_are_refused_when_it_is_loaded(tmp_path, rules, held):
    (tmp_path / "own.py").write_text(HEAD + rules, "utf-8")
    with pytest.raises(RulesFault) as caught:
        rulesets.find("own.py", tmp_path)
    assert all(word in str(caught.value) for word in ["own.py", *held]), caught.value


# --- the files of editions

FILES = [
    ("own-2024.toml", edition("2024", "2024-01-01"), []),
    ("own-junior-2024.toml", edition("2024", "2024-01-01").replace('"own"', '"own-junior"'), []),
    ("other.toml", edition("2024", "2024-01-01").replace('"own"', '"other"'), []),
    ("broken.toml", "=", []),
    ("own-2025.toml", edition("2024", "2024-01-01"), ["own-2025.toml", "edition", "own-2024.toml"]),
    ("my.toml", edition("2024", "2024-01-01"), ["my.toml", "edition", "own-2024.toml"]),
    (
        "own-2024.toml",
        edition("2024", "2024-01-01").replace('"own"', '"won"'),
        ["own-2024.toml", "ruleset", "own"],
    ),
    ("own-2024.toml", "=", ["own-2024.toml"]),
]


@pytest.mark.parametrize(("name", "text", "held"), FILES)
def test_an_edition_is_found_by_its_keys_and_refused_under_another_name(tmp_path, name, text, held):
    (tmp_path / "own.py").write_text(HEAD, "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    if held:
        with pytest.raises(RulesFault) as caught:
            rulesets.find("own.py", tmp_path)
        assert all(word in str(caught.value) for word in held), caught.value
    else:
        [one] = rulesets.find("own.py", tmp_path).editions
        assert one.name == ("2024" if name == "own-2024.toml" else "2023-02-01")
