"""What a slip of a club must never do: lose a sheet, switch a check off, read a cell as something else."""

import pytest
from commands import HEADER, run, write
from commands import game as rows_of
from sheets import Memory, a_league, checked, game, sheet, without_copies

from pipelines.ingest import values

OWN = ["Дата", "Игра", "Роль", "Победа", "Место", "Игрок"]


def league_with(folder, *changes):
    file = folder / "league.toml"
    text = file.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("games", "tab", "period"),
    [
        ("2023-09", "{period}", "month"),
        ("Игры rated", "Игры {period}", "kind"),
        ("Игры", " Игры", "all"),
        ("Игры", "Игры'", "all"),
        ("Игры-1", "Игры:1", "all"),
        ("Игры клуба за сентяб…а- рейтинг", "Игры клуба за сентябрь 2023 года: рейтинг", "all"),
    ],
)
def test_a_sheet_that_was_read_is_never_written_over(tmp_path, games, tab, period):
    at = [HEADER.index(name) for name in OWN]
    write(tmp_path, [[row[column] for column in at] for row in rows_of()], OWN, tab=games)
    league_with(
        tmp_path,
        ('["Игры*"]', f'["{games}"]'),
        ('"Рейтинг {period}"', f'"{tab}"'),
        ('period = "month"', f'period = "{period}"'),
    )
    before = (tmp_path / "games.xlsx").read_bytes()
    result = run("rebuild", tmp_path)
    assert result.exit_code in (2, 3), result.output
    assert (tmp_path / "games.xlsx").read_bytes() == before


def test_games_on_a_tab_that_a_star_leaves_out_are_not_written_over(tmp_path):
    write(tmp_path, [[row[HEADER.index(name)] for name in OWN] for row in rows_of()], OWN, tab="Сезон")
    import xlsxwriter

    with xlsxwriter.Workbook(tmp_path / "games.xlsx") as book:
        for tab in ("Сезон", "Игры"):
            lines = [OWN, *([row[HEADER.index(name)] for name in OWN] for row in rows_of())]
            made = book.add_worksheet(tab)
            for number, line in enumerate(lines):
                made.write_row(number, 0, line)
    league_with(
        tmp_path,
        ('["Игры*"]', '["*"]'),
        ('"Рейтинг {period}"', '"Сезон"'),
        ('period = "month"', 'period = "all"'),
    )
    before = (tmp_path / "games.xlsx").read_bytes()
    assert run("rebuild", tmp_path).exit_code in (2, 3)
    assert (tmp_path / "games.xlsx").read_bytes() == before


@pytest.mark.parametrize(
    "line",
    ['"unknown-role" = "skip-game"', '"unknown-role" = "stop"', 'on_error = "warning"', "on_error = 5"],
)
def test_what_an_error_does_and_how_grave_a_finding_is_are_two_things(tmp_path, line):
    write(tmp_path, rows_of(Роль_3="Донн"))
    league_with(tmp_path, ("[source]", f"[checks]\n{line}\n[source]"))
    result = run("rebuild", tmp_path, "--quiet")
    assert result.exit_code == 2
    assert "checks." in result.stderr
    assert "literal" not in result.stderr


# a text, and whether a mark with it is set
MARKS = [("+", True), ("x", True), ("да", True), ("1", True), ("Президент", True)]
MARKS += [(no, False) for no in ("-", "−", "--", "\u2011", "—", "0", "0,0", "0.0", "нет", "No", "ЛОЖЬ")]


@pytest.mark.parametrize(("text", "is_set"), MARKS)
def test_marks(text, is_set):
    assert values._reader("mark")[0](text) is is_set


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("figure", "0,3", 0.3),
        ("figure", "− 0.5", -0.5),
        ("figure", "50%", 0.5),
        ("figure", "1 2", None),
        ("figure", "1e1", None),
        ("figure", "1e300", None),
        ("figure", "9" * 20, None),
        ("penalty", "-2", 2),
        ("penalty", "200%", None),
        ("number", "№ 7", 7),
        ("number", "1 2", None),
        ("number", "100%", None),
        ("removal", "без штрафов", (True, True, "без штрафов")),
        ("removal", "Без влияния на игру", (True, True, "Без влияния на игру")),
        ("removal", "4 фола", (True, False, "4 фола")),
        ("removal", "−", (False, False, "−")),
    ],
)
def test_values(kind, text, value):
    assert values._reader(kind)[0](text) == value


def test_two_stages_that_differ_by_a_space_stay_two():
    header = [*sheet([])[0], "stage"]
    rows = [[*row, stage] for number, stage in ((1, "1 2"), (2, "12")) for row in game({}, number)]
    sheets, _ = checked(Memory({"Games": [header, *rows]}), a_league())
    assert sheets.seats["stage"].cat.categories.tolist() == ["1 2", "12"]


FAULTY = {
    "wrong length": "return pd.Series([1.0, 2.0])",
    "missing values": "return won.astype('float64').where(~won)",
    "text": "return won.astype('str')",
    "no column": "return 1.0",
    "an exception": "return 1 / 0",
    "the end": "raise SystemExit(0)",
}


@pytest.mark.parametrize("body", FAULTY.values(), ids=FAULTY)
def test_a_clubs_faulty_component_is_told_and_nothing_published(tmp_path, body):
    write(tmp_path, rows_of())
    module = f'"""Ours."""\nimport pandas as pd\nfrom rulesets import component\nEXTENDS = "4mafia"\n\n@component(clause="1")\ndef ours(won):\n    """Ours."""\n    {body}\n'
    (tmp_path / "my.py").write_text(module, "utf-8")
    league_with(tmp_path, ('name = "4mafia"', 'name = "my.py"'))
    before = (tmp_path / "games.xlsx").read_bytes()
    result = run("rebuild", tmp_path)
    assert result.exit_code == 2, result.output
    assert "ours" in result.stderr
    assert (tmp_path / "games.xlsx").read_bytes() == before


@pytest.mark.parametrize("line", ["import sys; sys.exit(0)", "points = 1"])
def test_a_module_that_ends_the_program_or_is_none_is_told(tmp_path, line):
    write(tmp_path, rows_of())
    (tmp_path / "my.py").write_text(line, "utf-8")
    league_with(tmp_path, ('name = "4mafia"', 'name = "my.py"'))
    assert run("rebuild", tmp_path).exit_code == 2


def test_an_export_that_cannot_be_made_is_told_before_anything_is_written(tmp_path):
    write(tmp_path, rows_of())
    (tmp_path / "out").write_text("a file")
    before = (tmp_path / "games.xlsx").read_bytes()
    assert run("rebuild", tmp_path, "--export", tmp_path / "out").exit_code == 3
    assert (tmp_path / "games.xlsx").read_bytes() == before
    assert run("demo", tmp_path / "out").exit_code == 3


def test_two_workbooks_of_one_name_are_told(tmp_path):
    write(tmp_path, rows_of())
    league_with(tmp_path, ('workbook = "games.xlsx"', 'workbook = ["a/games.xlsx", "b/games.xlsx"]'))
    result = run("rebuild", tmp_path)
    assert (result.exit_code, "source.workbook" in result.stderr) == (2, True)


def on_own_line(**typed):
    """Two games, the facts of each on a line of its own above its seats; `typed` replaces cells of the second line."""
    rows = []
    for number in ("1", "2"):
        facts = {"date": f"2023-03-0{number}", "game_no": number, **(typed if number == "2" else {})}
        rows.append([facts.get(name, "") for name in sheet([])[0]])
        rows += [[*["", "", ""], *row[3:]] for row in game({}, int(number))]
    return Memory({"Games": [sheet([])[0], *rows]})


def test_a_game_s_date_and_number_may_stand_on_a_line_above_its_seats():
    sheets, found = checked(on_own_line(), a_league())
    assert without_copies(found).empty
    assert sheets.seats.groupby("game")["date"].first().astype("str").tolist() == ["2023-03-01", "2023-03-02"]


@pytest.mark.parametrize(
    ("typed", "code", "cell"),
    [
        ({"date": "32.09.2023"}, "not-a-date", "A13"),
        ({"game_no": "two"}, "not-a-number", "C13"),
        ({"kind": "academy"}, "fact-without-player", "E13"),
    ],
)
def test_what_is_wrong_on_such_a_line_is_told(typed, code, cell):
    _, found = checked(on_own_line(**typed), a_league())
    assert [code, cell] in found[["code", "cell"]].to_numpy().tolist()


def test_a_line_prepared_for_a_game_that_was_not_played_is_passed_over():
    rows = [*game({}), ["2023-03-09", "", "2", "", "academy", *[""] * 11]]
    _, found = checked(Memory({"Games": [sheet([])[0], *rows]}), a_league())
    assert found.empty


def in_two_rows(header, low):
    return [
        ["" if name in low else name for name in header],
        [name if name in low else "" for name in header],
    ]


@pytest.mark.parametrize("low", [("bonus_typed", "penalty_typed"), ("date", "table", "game_no", "player")])
def test_headers_in_two_rows_are_read_if_each_column_has_one(low):
    rows = [*in_two_rows(sheet([])[0], low), *game({"bonus_typed": "0.3"})]
    sheets, found = checked(Memory({"Games": rows}), a_league())
    assert found.empty
    assert sheets.seats["bonus_typed"].sum() == 0.3


def test_a_header_beside_the_header_row_that_may_be_a_value_is_told():
    upper, _ = in_two_rows(sheet([])[0], ("bonus_typed",))
    first, *others = game({"bonus_typed": "bonus_typed"})
    _, found = checked(Memory({"Games": [upper, first, *others]}), a_league())
    assert found[["code", "value"]].to_numpy().tolist() == [["split-header", "bonus_typed"]]


PLAYERS = [
    ([["Кот", "gold", ""], ["", "silver", ""]], [["missing-value", "A3"]]),
    ([["Аня", "gold", "боря"], ["Боря", "gold", ""]], [["alias-twice", "C2"]]),
    ([["Аня", "gold", "аня"], ["Боря", "gold", ""]], []),
]


@pytest.mark.parametrize(("rows", "want"), PLAYERS)
def test_the_players_tab(rows, want):
    of = a_league(source={"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"})
    tabs = {"Games": sheet([{}]), "Players": [["player", "status", "aliases"], *rows]}
    _, found = checked(Memory(tabs), of)
    found = found[~found["code"].isin(["unplayed-status", "unplayed-alias", "unlisted-player"])]
    assert found[["code", "cell"]].to_numpy().tolist() == want


def test_what_was_left_out_is_said(tmp_path):
    write(tmp_path, [*rows_of(), *[[row[0], 2, *row[2:]] for row in rows_of(Роль_3="Донн")]])
    league_with(tmp_path, ("[source]", '[checks]\non_error = "skip-game"\n[source]'))
    assert "пропущено игр с ошибками: 1" in run("rebuild", tmp_path).stdout


@pytest.mark.parametrize(
    ("language", "words"), [("en", "citizen, sheriff"), ("uk", "мирний, шериф"), ("ru", "мирный, шериф")]
)
def test_words_are_offered_in_the_league_s_language(tmp_path, language, words):
    write(tmp_path, rows_of(Роль_3="Донн"), language=language)
    assert words in run("rebuild", tmp_path).stderr


@pytest.mark.parametrize("old", ['column = "points"', 'name = "k1"'])
def test_an_edition_that_orders_or_shows_what_there_is_not_is_told(tmp_path, old):
    from pathlib import Path

    import rulesets

    shipped = (Path(rulesets.__file__).parent / "editions" / "4mafia-2023-02-01.toml").read_text("utf-8")
    assert old in shipped
    write(tmp_path, rows_of())
    (tmp_path / "my.py").write_text('EXTENDS = "4mafia"', "utf-8")
    (tmp_path / "my-1.toml").write_text(
        shipped.replace(old, old.replace('"points"', '"nope"').replace('"k1"', '"nope"'), 1), "utf-8"
    )
    league_with(tmp_path, ('name = "4mafia"', 'name = "my.py"'))
    result = run("rebuild", tmp_path)
    assert (result.exit_code, "nope" in result.stderr, "my-1.toml" in result.stderr) == (2, True, True)
