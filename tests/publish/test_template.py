"""A workbook to start from: what is written, that the checks accept it, and that no file of the club is touched."""

import json

import openpyxl
import pandas as pd
import pytest
from sheets import read_table
from typer.testing import CliRunner

import rulesets
from pipelines import cli, league, rebuild, texts
from pipelines.ingest import values, vocabulary

EVERY = [(ruleset, language) for ruleset in rulesets.NAMES for language in texts.LANGUAGES]
EACH = [EVERY[at] for at in (0, 1, 2, 4, 8, 9, 13)]  # every ruleset, and every language of the first
TABLES = ("games", "players", "tables", "actions")

# By the documents of the rules, for the example game, which red wins.
POINTS = read_table("""
ruleset | player      | points | why
4mafia  | Барон       | 2      | a win
4mafia  | Ферзь       | 2.4    | a win, 0.4 from the judge
4mafia  | Рыжая       | 0.2    | a loss, 0.2 from the judge
4mafia  | Компас      | 2.25   | a win, two of the three named are black
mafgame | Ферзь       | 1.15   | a win, 0.4 from the judge
fiim    | Ферзь       | 1.4    | a win, 0.4 from the judge
evenings| Компас      | 6      | red won 4, two black found
evenings| Ферзь       | 6      | red won 4, the sheriff saved 2
evenings| Полночь     | 4      | red won
evenings| Зебра       | 1      | an active player killed
demafia | Компас      | 26     | alive 10, two black found 10, a vote 1, MVP 5
demafia | Ферзь       | 17     | alive 10, a save 6, a vote 1
demafia | Зебра       | 16     | dead 8, first visit 2, lethal visit 3, a vote 1, a fine move 2
demafia | Сова        | 9      | the sheriff found 5, a shot 4
""")


def run(*arguments):
    return CliRunner().invoke(cli.app, [str(one) for one in arguments])


def summary(command, folder):
    result = run(command, folder, "--json")
    return result.exit_code, json.loads(result.stdout)["leagues"][0]


@pytest.fixture
def made(tmp_path):
    """Makes a template in a folder of its own, and gives the folder."""

    def make(ruleset, language="ru", *more):
        result = run("template", ruleset, tmp_path / "games.xlsx", "--language", language, *more)
        assert result.exit_code == 0, result.output
        return tmp_path

    return make


def headers(sheet):
    """The cells of the header row, under the hint."""
    return [cell for cell in sheet[2] if cell.value]


@pytest.mark.parametrize(("ruleset", "language"), EACH)
def test_the_checks_accept_it_and_ratings_come_of_it(made, ruleset, language):
    folder = made(ruleset, language)
    status, said = summary("check", folder)
    assert (status, said["games"], said["players"], said["errors"]) == (0, 1, 10, 0)
    # an evening of one game is shorter than a table of ten was promised
    # and the alias of the example is only there to be seen
    expected = {"unplayed-alias", *(["guaranteed-games"] if ruleset == "evenings" else [])}
    assert {one["code"] for one in said["findings"]} == expected
    before = openpyxl.load_workbook(folder / "games.xlsx")
    status, said = summary("rebuild", folder)
    assert (status, said["status"], len(said["tabs"])) == (0, "published", 4)
    after = openpyxl.load_workbook(folder / "games.xlsx")
    assert after.sheetnames == [*before.sheetnames, *said["tabs"]]
    players = {row[1] for row in after[said["tabs"][1]].iter_rows(min_row=2, values_only=True)}
    assert players == set(texts.say("template.players", language).split(", "))


@pytest.mark.parametrize(("ruleset", "language"), EVERY)
def test_every_column_is_read(made, ruleset, language):
    of = league.load(made(ruleset, language))
    book = openpyxl.load_workbook(of.destination())
    read = {layout.tab: len(layout.columns) for layout in rebuild.check(of).sheets.layouts}
    assert read == {sheet.title: len(headers(sheet)) for sheet in book}


@pytest.mark.parametrize("ruleset", rulesets.NAMES)
def test_the_example_has_the_points_of_the_rules(made, ruleset):
    scored = rebuild.rated(league.load(made(ruleset))).scored
    got = scored.set_index("player")["points"]
    want = POINTS[POINTS["ruleset"] == ruleset]
    assert len(want)
    wrong = [
        f"{one['player']} ({one['why']}): {got[one['player']]}"
        for one in want.to_dict("records")
        if got[one["player"]] != pytest.approx(float(one["points"]))
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("ruleset", "tabs", "seat_columns"),
    [
        ("4mafia", "Игры Игроки", "ПУ ЛХ Доп Штраф Причина Удаление Согласовано"),
        ("mafgame", "Игры Игроки", "ПУ ЛХ Доп Штраф Причина Удаление ППК Согласовано"),
        ("fiim", "Игры Игроки", "ПУ ЛХ Доп Штраф Причина Удаление ППК Согласовано"),
        ("demafia", "Игры Игроки Ходы", "Удаление Выбыл Нашёл_чёрных Нашёл_шерифа Точные_выстрелы Первые_визиты Летальные_визиты Сейвы Точные_голоса Оправдания MVP Лучший_ход Дисквалификация"),
        ("evenings", "Игры Игроки Столы Ходы", "ПУ Удаление Выбыл Нашёл_чёрных Нашёл_шерифа Спас_мирных Спас_шерифа Спас_чёрных Забрал_чёрных Забрал_мирных Забрал_шерифа Убил_активных Покинул_стол"),
    ],
)  # fmt: skip
def test_it_has_the_columns_that_the_rules_need_and_no_others(made, ruleset, tabs, seat_columns):
    book = openpyxl.load_workbook(made(ruleset) / "games.xlsx")
    assert book.sheetnames == tabs.split()
    titles = [cell.value for cell in headers(book["Игры"])]
    assert {"Дата", "Стол", "Игра", "Судья", "Место", "Игрок", "Роль", "Победа"} <= set(titles)
    assert titles[titles.index("Победа") + 1 :] == [one.replace("_", " ") for one in seat_columns.split()]
    assert ("Турнир" in titles) == (ruleset in ("mafgame", "fiim"))
    of_players = {"4mafia": ["Статус", "С даты"], "evenings": ["Сила"], "demafia": []}
    own = of_players.get(ruleset, ["Регистрация"])
    assert [cell.value for cell in headers(book["Игроки"])] == ["Игрок", *own, "Псевдонимы"]


@pytest.mark.parametrize(("ruleset", "language"), EVERY)
def test_what_a_drop_down_offers_is_understood(made, ruleset, language):
    book = openpyxl.load_workbook(made(ruleset, language) / "games.xlsx")
    names = {texts.say(f"template.tab-{one}", language): one for one in TABLES}
    offered = {}
    for sheet in book:
        known = vocabulary.headers(names[sheet.title])
        for rule in sheet.data_validations.dataValidation:
            [cells] = rule.sqref.ranges
            field = known[vocabulary.key(sheet.cell(2, cells.min_col).value)]
            if ruleset == "demafia" and field.name == "best_move":  # what these rules call so
                field = vocabulary.fields("games")["is_fine_move"]
            if rule.type == "list" and field.kind != "name":
                words = rule.formula1.strip('"').split(",")
                assert not values.read(field.kind, field.name, pd.Index(words)).wrong.any(), field.name
                assert rule.errorStyle == "warning", "other words that are read may be typed too"
                offered[field.name] = words
    assert {"role", "winner", "kind"} <= set(offered)
    assert ("status" in offered) == (ruleset == "4mafia")
    assert ("action" in offered) == (ruleset in ("evenings", "demafia"))
    alone = 1 if ruleset == "evenings" else 0  # where the maniac plays for himself
    assert len(offered["winner"]) == 3 + alone


def test_the_roles_offered_are_those_of_the_table(made):
    sheet = openpyxl.load_workbook(made("mafgame", "en") / "games.xlsx")["Games"]
    roles = next(one for one in sheet.data_validations.dataValidation if "Don" in str(one.formula1))
    assert roles.formula1 == '"Citizen,Sheriff,Mafia,Don"'


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_each_header_has_a_note_and_stays_in_sight(made, language):
    book = openpyxl.load_workbook(made("evenings", language) / "games.xlsx")
    for sheet in book:
        assert all(cell.comment and cell.comment.text for cell in headers(sheet)), sheet.title
        assert sheet.freeze_panes == "A3"
        assert not sheet.protection.sheet


def test_what_a_spreadsheet_would_turn_into_a_date_is_kept_as_text(made):
    sheet = openpyxl.load_workbook(made("4mafia") / "games.xlsx")["Игры"]
    columns = {cell.value: sheet.column_dimensions[cell.column_letter] for cell in headers(sheet)}
    assert {name for name, one in columns.items() if one.number_format == "@"} == {"Игрок", "ЛХ"}
    assert columns["Дата"].number_format == "dd.mm.yyyy"


def test_a_club_deletes_the_example_and_types_its_own_game(made):
    folder = made("4mafia")
    book = openpyxl.load_workbook(folder / "games.xlsx")
    games, players = book["Игры"], book["Игроки"]
    games.delete_rows(3, 10)
    players.delete_rows(3, 11)
    book.save(folder / "games.xlsx")
    status, said = summary("check", folder)
    assert (status, [one["code"] for one in said["findings"]]) == (1, ["no-games"])
    book = openpyxl.load_workbook(folder / "games.xlsx")
    titles = [cell.value for cell in headers(book["Игры"])]
    names = ["Ёж", "Лось", "Бобр", "Рысь", "Жук", "Мышь", "Филин", "Пёс", "Кот", "Сова"]
    roles = ["мирный"] * 6 + ["шериф", "дон", "мафия", "мафия"]
    for seat, (name, role) in enumerate(zip(names, roles, strict=True), 1):
        told = {"Место": seat, "Игрок": name, "Роль": role}
        first = {"Дата": "04.10.2025", "Стол": 1, "Игра": 1, "Победа": "чёрные"} if seat == 1 else {}
        for title, value in {**told, **first}.items():
            book["Игры"].cell(2 + seat, titles.index(title) + 1, value)
    book.save(folder / "games.xlsx")
    status, said = summary("check", folder)
    assert (status, said["games"], said["players"], said["findings"]) == (0, 1, 10, [])


# --- one game a block


@pytest.mark.parametrize(("ruleset", "language"), EACH)
def test_a_protocol_is_read_as_the_flat_form_is(tmp_path, ruleset, language):
    """The same example: whoever wins, loses and is given points is the same."""
    told = {}
    for form in ("flat", "protocol"):
        (tmp_path / form).mkdir()
        more = ["--protocol"] if form == "protocol" else []
        made = run("template", ruleset, tmp_path / form / "games.xlsx", "--language", language, *more)
        assert made.exit_code == 0, made.output
        done = rebuild.rebuild(league.load(tmp_path / form))
        assert done.published
        expected = {"unplayed-alias", *(["guaranteed-games"] if ruleset == "evenings" else [])}
        assert set(done.findings["code"]) == expected
        same = ["date", "table", "game_no", "judge", "kind", "club", "tournament", "player", "seat"]
        facts = done.scored[[*same, "role", "winner", "points"]]
        told[form] = facts.astype("object").fillna("").sort_values("seat").to_numpy().tolist()
    assert len(told["flat"]) == 10
    assert told["flat"] == told["protocol"]


@pytest.mark.parametrize("ruleset", rulesets.NAMES)
def test_every_label_of_a_block_is_read(made, ruleset):
    of = league.load(made(ruleset, "ru", "--protocol"))
    sheet = openpyxl.load_workbook(of.destination()).worksheets[0]
    assert sheet.title == "Игры 2025-09-12"
    first_block = range(1, next(row for row in blocks_of(sheet) if row > 10) + 11)
    labels = [sheet.cell(row, column).value for row in first_block for column in (1, 5)]
    labels = {str(one)[:-1] for one in labels if str(one).endswith(":")}
    layout = rebuild.check(of).sheets.layouts[0]
    fields = {vocabulary.headers("games")[vocabulary.key(one)].name for one in labels}
    assert fields == set(layout.facts)
    assert {"date", "table", "game_no", "judge", "winner"} <= fields


def blocks_of(sheet):
    """The header rows of the blocks."""
    return [row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value == "№"]


def test_forms_are_printed_whole(tmp_path):
    book = tmp_path / "games.xlsx"
    assert run("template", "4mafia", book, "--protocol").exit_code == 0
    sheet = openpyxl.load_workbook(book).worksheets[0]
    dates = [cell.row for row in sheet.iter_rows() for cell in row if cell.value == "Дата:"]
    assert [one.id + 1 for one in sheet.row_breaks.brk] == dates[1:]
    assert not sheet.sheet_properties.pageSetUpPr.fitToPage


def test_a_club_clears_the_example_and_types_a_game_into_an_empty_block(made):
    folder = made("4mafia", "ru", "--protocol")
    book = openpyxl.load_workbook(folder / "games.xlsx")
    sheet, players = book.worksheets
    players.delete_rows(3, 11)
    first, second, _ = blocks_of(sheet)
    for row in range(first + 1, first + 11):
        for column in range(2, 10):
            sheet.cell(row, column).value = None
    labels = {
        str(sheet.cell(row, column).value).rstrip(":"): (row, column + 2)
        for row in range(second - 4, second + 20)
        for column in (1, 5)
    }
    facts = {
        "Дата": "12.09.2025",
        "Стол": 1,
        "Игра №": 2,
        "Победа": "Чёрные",
        "ПУ": 7,
        "ЛХ": "8 9 1",
        "Убит": 7,
    }
    for label, value in facts.items():
        sheet.cell(*labels[label]).value = value
    names = ["Ёж", "Лось", "Бобр", "Рысь", "Жук", "Мышь", "Филин", "Пёс", "Кот", "Сова"]
    roles = ["Мирный"] * 6 + ["Шериф", "Дон", "Мафия", "Мафия"]
    for row, (name, role) in enumerate(zip(names, roles, strict=True), second + 1):
        sheet.cell(row, 2).value, sheet.cell(row, 3).value = name, role
    for label in ("Победа", "ПУ", "ЛХ"):
        row = next(row for row in range(first, second) if sheet.cell(row, 1).value == f"{label}:")
        sheet.cell(row, 3).value = None
    book.save(folder / "games.xlsx")
    done = rebuild.rated(league.load(folder))
    assert done.findings["code"].tolist() == []
    seats = done.scored.set_index("player")
    assert sorted(seats.index) == sorted(names)
    assert seats["game_no"].unique().tolist() == [2]
    # the first killed lost: 0.5 and 0.25 for two black; a black won: 2
    assert seats["points"][["Филин", "Пёс", "Ёж"]].tolist() == [0.75, 2, 0]


# --- files


def test_a_file_that_is_there_is_not_touched(made):
    folder = made("4mafia")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    again = run("template", "mafgame", folder / "games.xlsx", "--language", "uk")
    assert (again.exit_code, "games.xlsx уже є" in again.stderr) == (3, True)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    beside = run("template", "mafgame", folder / "cup.xlsx", "--language", "en")
    assert beside.exit_code == 0
    assert "league.toml is there already and was not touched" in beside.stdout
    assert (folder / "league.toml").read_bytes() == before[folder / "league.toml"]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["4mafi", "games.xlsx"], 2, "4mafia, mafgame, fiim, evenings, demafia"),
        (["own.toml", "games.xlsx"], 2, "there is no such file"),
        (["4mafia", "games.xlsx", "--language", "de"], 2, "ru, uk or en"),
        (["4mafia", "nowhere/games.xlsx"], 3, "нет папки nowhere"),
        (["4mafia", "games.ods"], 3, ".xlsx"),
    ],
)
def test_what_cannot_be_made_is_told_and_nothing_is_written(tmp_path, monkeypatch, arguments, status, told):
    monkeypatch.chdir(tmp_path)
    result = run("template", *arguments)
    assert (result.exit_code, told in result.stderr) == (status, True), result.output
    assert not list(tmp_path.iterdir())


def test_it_tells_what_it_wrote_and_what_to_type_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("template", "demafia", "games.xlsx", "--language", "en").stdout
    assert said.splitlines()[0] == "games.xlsx and league.toml are written."
    assert said.splitlines()[-1].strip() == "mafrating check ."


def test_the_same_template_is_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert run("template", "evenings", tmp_path / name / "games.xlsx").exit_code == 0
    one, two = (tmp_path / name / "games.xlsx" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_a_clubs_own_rules_have_a_template_too(tmp_path):
    """The example is played on a day on which the club's own edition is in force."""
    (tmp_path / "ours.toml").write_text(
        'extends = "4mafia/2023-02-01"\nruleset = "our club"\nedition = "2027-01-01"\nfrom = 2027-01-01\n'
        'source = "Council"\nchecked_on = 2026-12-20\n[figures.win]\n'
        'points = { value = 3, unit = "points", clause = "1" }\n',
        "utf-8",
    )
    assert run("template", "ours.toml", tmp_path / "games.xlsx").exit_code == 0
    scored = rebuild.rated(league.load(tmp_path)).scored
    assert scored["date"].dt.strftime("%Y-%m-%d").unique().tolist() == ["2027-01-01"]
    assert scored.set_index("player")["win"]["Барон"] == 3
