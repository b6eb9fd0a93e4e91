"""Rulesets and editions: strict loading, days in force, a club's own rules; and guards over what we ship."""

import inspect
import re
import string
import tomllib
from pathlib import Path

import pytest
from sheets import Memory, a_league, game, scored, sheet

import rulesets
from pipelines import findings, texts
from pipelines.checks import checks
from pipelines.enrich import actions
from pipelines.ingest import schema
from rulesets.edition import RulesFault

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "rulesets" / "editions").glob("*.toml"))
OWN = """
extends = "4mafia/2023-02-01"
ruleset = "own"
edition = "2024-01-01"
from = 2024-01-01
source = "council"
checked_on = 2024-01-05
[figures.win]
points = { value = 3, unit = "points", clause = "1" }
"""


def own(tmp_path, text=OWN, module=""):
    (tmp_path / "own.toml").write_text(text, "utf-8")
    if module:
        (tmp_path / "own.py").write_text(module, "utf-8")
    return tmp_path


# --- strict loading: what is broken, and the words that the fault must hold

BROKEN = [
    ("source =", "sourse =", ["own.toml", "sourse"]),
    ('source = "council"', 'source = ""', ["own.toml", "source", "empty"]),
    ("from = 2024-01-01", 'from = "2024-01-01"', ["own.toml", "from"]),
    ("from = 2024-01-01", "from = 2024-01-01\nto = 2023-12-31", ["own.toml", "to", "before"]),
    ("value = 3", 'value = "three"', ["own.toml", "figures.win.points", "three"]),
    ("value = 3, ", "", ["own.toml", "figures.win.points"]),
    (', clause = "1"', "", ["own.toml", "figures.win.points", "clause"]),
    ("[figures.win]", "[figures.wim]", ["own.toml", "figures.wim", "win"]),
    ("points = {", "pionts = {", ["own.toml", "figures.win.pionts", "points"]),
    (
        'points = { value = 3, unit = "points", clause = "1" }',
        "points = 3",
        ["own.toml", "figures.win.points", "clause"],
    ),
    ("4mafia/2023-02-01", "4mafia/2023-02-02", ["own.toml", "extends", "2023-02-01"]),
    ("4mafia/2023-02-01", "4maffia/2023-02-01", ["own.toml", "extends", "4mafia"]),
    ("extends =", "extends", ["own.toml"]),
]


@pytest.mark.parametrize(("old", "new", "held"), BROKEN)
def test_a_broken_edition_is_told_with_file_and_dotted_name(tmp_path, old, new, held):
    assert old in OWN
    with pytest.raises(RulesFault) as caught:
        rulesets.find("own.toml", own(tmp_path, OWN.replace(old, new, 1)))
    assert all(word in str(caught.value) for word in held), caught.value


def test_a_figure_that_is_missing_is_told(tmp_path):
    raw = (
        (SHIPPED[0])
        .read_text("utf-8")
        .replace('points = { value = 2, unit = "points", clause = "1" }', "", 1)
    )
    (tmp_path / "own.py").write_text('EXTENDS = "4mafia"', "utf-8")
    (tmp_path / "own-1.toml").write_text(raw, "utf-8")
    with pytest.raises(RulesFault, match=r"own-1.toml: figures\.win.*missing"):
        rulesets.find("own.py", tmp_path)


def test_two_editions_of_one_day_are_told(tmp_path):
    (tmp_path / "own.py").write_text('EXTENDS = "4mafia"', "utf-8")
    for name in ("own-1.toml", "own-2.toml"):
        (tmp_path / name).write_text(OWN, "utf-8")
    with pytest.raises(RulesFault, match=r"own-2.toml: from: 2024-01-01 is a day of 2024-01-01 \(own-1.toml"):
        rulesets.find("own.py", tmp_path)


def test_an_unknown_ruleset_is_told_with_the_nearest():
    with pytest.raises(RulesFault, match="did you mean 4mafia"):
        rulesets.find("4mafa")


@pytest.mark.parametrize("key", ["edition", "source", "checked_on"])
def test_an_edition_says_for_itself_what_it_is(tmp_path, key):
    """Inherited, the source of the edition before would stand beside figures that it does not have."""
    text = re.sub(rf"{key} = .*\n", "", OWN)
    with pytest.raises(RulesFault, match=rf"own.toml: {key}: is missing"):
        rulesets.find("own.toml", own(tmp_path, text))


# --- days in force


def win_by_day(tmp_path, days, **ruleset):
    """What a win gives on each day."""
    of = a_league(folder=tmp_path, ruleset=ruleset)
    seats, _ = scored(Memory({"Games": sheet([{"date": day} for day in days])}), of)
    own_seats = seats[seats["seat"] == 1]
    return dict(zip(own_seats["date"].dt.strftime("%Y-%m-%d"), own_seats["win"], strict=True))


def test_each_game_is_scored_by_the_edition_of_its_day(tmp_path):
    """4mafia gives 2 for a win; the club's own edition, from New Year 2024 on, gives 3."""
    days = ["2023-02-01", "2023-12-31", "2024-01-01", "2025-06-01"]
    got = win_by_day(own(tmp_path), days, name="own.toml")
    assert got == {"2023-02-01": 2, "2023-12-31": 2, "2024-01-01": 3, "2025-06-01": 3}


def test_a_pinned_edition_holds_on_every_day(tmp_path):
    days = ["2020-01-01", "2023-02-01", "2024-06-01"]
    assert set(win_by_day(own(tmp_path), days, name="own.toml", edition="2024-01-01").values()) == {3}
    assert set(win_by_day(tmp_path, days, name="4mafia", edition="2023-02-01").values()) == {2}


def test_an_edition_inherits_what_it_does_not_say(tmp_path):
    edition = rulesets.find("own.toml", own(tmp_path)).editions[-1]
    published = rulesets.find("4mafia").editions[0]
    assert edition.figures.win.points == 3
    assert edition.figures.model_copy(update={"win": published.figures.win}) == published.figures
    assert edition.order == published.order


# --- a club's own module

MODULE = '''
import pandas as pd
from rulesets import component

EXTENDS = "4mafia"


@component(clause="council 1")
def presence(won: pd.Series) -> pd.Series:
    """A tenth for each game."""
    return pd.Series(0.1, won.index)


@component(clause="council 2")
def win(won: pd.Series, role: pd.Series, p) -> pd.Series:
    """The don's win counts double."""
    return won * p.win.points * (1 + (role == "don"))
'''


def test_a_clubs_module_replaces_and_adds_components(tmp_path):
    (tmp_path / "own.py").write_text(MODULE, "utf-8")
    of = a_league(folder=tmp_path, ruleset={"name": "own.py"})
    seats, standings = scored(
        Memory({"Games": sheet([{"role": "don", "winner": "black", "bonus_typed": "0.3"}])}), of
    )
    one = seats[seats["seat"] == 1].iloc[0]
    assert (one["win"], one["presence"], one["bonus"]) == (4, 0.1, 0.3)
    assert one["points"] == pytest.approx(4.4)
    assert standings.set_index("player").loc["Subject", "points"] == pytest.approx(4.4)


def test_formulas_may_stand_in_any_order(tmp_path):
    """A new score needs a coefficient that is written below it: P · P/N, of 2 points in one game 4."""
    module = """
from rulesets import standing

EXTENDS = "4mafia"


@standing(clause="council 3")
def score(k2, k3):
    return k2 * k3


@standing(clause="council 3")
def k3(points):
    return points
"""
    (tmp_path / "own.py").write_text(module, "utf-8")
    _, standings = scored(
        Memory({"Games": sheet([{}])}), a_league(folder=tmp_path, ruleset={"name": "own.py"})
    )
    assert standings.set_index("player").loc["Subject", "score"] == 4


@pytest.mark.parametrize(
    ("module", "held"),
    [
        ("EXTENDS = '4mafya'", ["own.py", "EXTENDS", "4mafia"]),
        ("x = ", ["own.py", "SyntaxError"]),
        ("import nosuchmodule", ["own.py", "nosuchmodule"]),
        (MODULE.replace("won: pd.Series)", "wonn: pd.Series)"), ["presence", "wonn", "won"]),
        (MODULE.replace("won: pd.Series)", "points: pd.Series)"), ["circle", "points"]),
    ],
    ids=["extends", "syntax", "import", "unknown column", "circle"],
)
def test_a_faulty_module_is_told(tmp_path, module, held):
    from pipelines import rebuild
    from pipelines.errors import LeagueFault

    (tmp_path / "own.py").write_text(module, "utf-8")
    with pytest.raises(LeagueFault) as caught:
        rebuild.rules_of(a_league(folder=tmp_path, ruleset={"name": "own.py"}))
    assert all(word in str(caught.value) for word in held), caught.value


# --- guards over what we ship


@pytest.mark.parametrize("name", rulesets.NAMES)
def test_every_rule_says_what_it_does_and_where_it_comes_from(name):
    ruleset = rulesets.find(name)
    known = {*ruleset.rules, *ruleset.groups, *schema.SEATS.columns, "games", "wins"}
    known |= {"distance", "best_evenings"}
    for rule in ruleset.rules.values():
        if rule.name not in ("points", "sum_of_components"):
            assert rule.says, f"{rule.name}: add a docstring"
        if rule.kind in ("component", "standing"):
            assert rule.clause, f"{rule.name}: add its clause"
        assert set(rule.needs) <= known, f"{rule.name} needs {set(rule.needs) - known}"


@pytest.mark.parametrize("name", rulesets.NAMES)
def test_every_figure_is_used_by_some_rule(name):
    """A figure that no rule reads would look like a rule and be none."""
    ruleset = rulesets.find(name)
    sources = "".join(inspect.getsource(inspect.unwrap(rule.function)) for rule in ruleset.rules.values())
    sources += texts_of_findings() + inspect.getsource(actions) + inspect.getsource(checks)
    for edition in ruleset.editions:
        for figure in edition.notes:
            group, _, leaf = figure.partition(".")
            assert re.search(rf"(p|figures)\.{group}\b", sources), f"{figure} is read by no rule"
            if group not in ("line_up", "reasons", "acts", "counts"):
                assert re.search(rf"\b{group}\.{leaf}\b", sources), f"{figure} is read by no rule"


def texts_of_findings():
    groups = ("finding", "breach")
    return "".join(texts._texts()[group][code]["en"] for group in groups for code in texts.codes(group))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_an_edition_names_its_columns_and_components_in_three_languages(file):
    raw = tomllib.loads(file.read_text("utf-8"))
    ruleset = rulesets.find(raw["ruleset"])
    edition = ruleset.edition(raw["edition"])
    assert set(edition.titles) == set(ruleset.components)
    assert all(set(titles) == set(texts.LANGUAGES) for titles in edition.titles.values())
    shown = {column.name for column in edition.columns}
    assert shown <= ruleset.rated_columns
    assert {key.column for key in edition.order} <= ruleset.rated_columns
    assert edition.order[0].column == "score"


def fields_of(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("group", sorted(set(texts._texts()) - {"alias"}))
def test_every_text_stands_in_three_languages_with_the_same_fields(group):
    for code in texts.codes(group):
        entry = texts._texts()[group][code]
        assert set(entry) - {"severity"} == set(texts.LANGUAGES), code
        fields = [fields_of(entry[language]) for language in texts.LANGUAGES]
        if group == "finding":  # a language may name a limit, or an expected word, where another does not
            continue
        assert fields[0] == fields[1] == fields[2], code


def test_every_finding_and_fault_of_the_code_has_its_text():
    sources = "".join(
        file.read_text("utf-8")
        for folder in ("pipelines", "rulesets")
        for file in (ROOT / folder).rglob("*.py")
    )
    codes = set(
        re.findall(
            r'(?:Fault|find|found|_find_cells|_find_headers|_find_seats)\(\s*(?:reading, )?"([a-z0-9-]+)"',
            sources,
        )
    )
    codes |= set(re.findall(r'@check\(\s*"([a-z-]+)"', sources)) | set(
        re.findall(r'@doubt\("([a-z-]+)"', sources)
    )
    known = {*texts.codes("finding"), *texts.codes("fault")}
    assert len(codes) > 30
    assert codes <= known, codes - known
    assert {findings.usual_severity(code) for code in texts.codes("finding")} == {"error", "warning"}


def test_a_sheet_of_the_game_before_any_edition_is_an_error():
    from sheets import checked

    _, found = checked(Memory({"Games": [sheet([])[0], *game({"date": "2023-01-31"})]}), a_league())
    assert found[["code", "cell", "value"]].to_numpy().tolist() == [["no-edition", "A2", "31.01.2023"]]
