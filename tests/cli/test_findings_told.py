"""Findings as a reader and a program meet them: what each text tells, the terminal, JSON, the findings tab, games left out."""

import io
import json
import re
import tomllib
import zipfile
from importlib import resources

import openpyxl
import pytest
from breaches import PLAYERS, RULES, SHEETS, cells_of, games, with_put
from breaches import write as write_book
from commands import game, run, write
from logs import HEADER, LOG_HEADER, a_city, acts, seats
from sheets import Memory, a_league, checked, found_reading, read_table, sheet
from wrong_logs import WRONG

import rulesets
from pipelines import league, rebuild, texts

TEXTS = tomllib.loads(resources.files("pipelines").joinpath("findings.toml").read_text("utf-8"))
TOLD = {f"{group}.{code}": said for group in ("finding", "breach") for code, said in TEXTS[group].items()}

# --- what each text tells

NOTHING_IS_READ = {  # what is wrong is that nothing stands there
    *("finding.no-header", "finding.empty-tab", "finding.no-games", "finding.missing-value"),
    *("finding.missing-seat", "finding.no-winner", "finding.in-no-rating", "finding.weight-missing"),
    "finding.missing-label",
}
REMEDIES = {
    "ru": "впиш|исправ|остав|убер|свер|провер|добав|очист|откро|постав|уменьш|укаж|заполн|перенес|свед|отметь"
    "|дайте|задай|пишите|разъедин|сдвинь|внесите|пусть|удалите",
    "uk": "впиш|виправ|залиш|прибер|звір|перевір|додай|очист|відкри|постав|зменш|вкаж|заповн|перенес|звед|познач"
    "|дайте|задай|пишіть|роз.єднай|посун|внесіть|хай|видаліть",
    "en": "type |correct |keep |remove |look |take |add |clear |open |set |lower |fill |move |bring |mark |give |format"
    "|write |put |let |leave |delete |tell |unmerge ",
}


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("key", TOLD)
def test_each_text_tells_what_was_read_and_what_to_do(key, language):
    said = TOLD[key][language]
    assert ("{value}" in said) == (key not in NOTHING_IS_READ)
    assert re.search(REMEDIES[language], said, re.IGNORECASE), said


@pytest.mark.parametrize("name", rulesets.NAMES)
def test_each_check_of_a_ruleset_has_a_text(name):
    ruleset = rulesets.find(name)
    keys = {f"breach.{rule.told}" if rule.told else f"finding.{rule.code}" for rule in ruleset.checks}
    keys |= {f"finding.{rule.code}" for rule in ruleset.doubts}
    assert keys <= set(TOLD)


def complete(found, language):
    """Nothing where each message holds what was read and leaves no gap; else the messages that do not."""
    wrong = []
    for one in found.to_dict("records"):
        value = texts.worded(one["value"], language) if one["code"] in WORDED else one["value"]
        if value not in one["message"] or re.search(r"[{}]|«»|''|\bnan\b|None", one["message"]):
            wrong.append(one["message"])
    return wrong


WORDED = ("line-up", "foreign-role", "foreign-winner")  # read in our own words, told in the reader's


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_each_message_about_a_sheet_holds_what_was_read(tmp_path, language):
    faults = [*RULES.drop_duplicates("code")["put"], *SHEETS.drop_duplicates("code")["put"]]
    tabs = {f"Игры {number}": games(put, number) for number, put in enumerate(faults, 1)}
    players = with_put(cells_of(PLAYERS), "B2=Платина;C2=вчера;D3=Астра")
    write_book(tmp_path, {**tabs, "Игроки": players})
    file = tmp_path / "league.toml"
    file.write_text(f'language = "{language}"\n' + file.read_text("utf-8"), "utf-8")
    found = rebuild.check(league.load(tmp_path)).findings
    assert set(found["code"]) >= {*RULES["code"], *SHEETS["code"]}
    assert complete(found, language) == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_each_message_about_a_log_holds_what_was_read(language):
    logs = read_table(WRONG).drop_duplicates("code")
    played = [one for number in range(1, len(logs) + 1) for one in seats({}, number, "demafia")]
    log = [one for number, text in enumerate(logs["log"], 1) for one in acts(text, number)]
    memory = Memory({"Games": [HEADER, *played], "Acts": [LOG_HEADER, *log]})
    found = found_reading(memory, a_city(language=language))
    assert set(found["code"]) == set(logs["code"])
    assert complete(found, language) == []


def test_the_usual_line_up_is_told():
    _, found = checked(Memory({"Games": sheet([{"role": "mafia"}, {"role": "don"}])}), a_league())
    assert found.empty
    _, found = checked(Memory({"Games": sheet([{"role": "citizen"}])[:-1]}), a_league())
    [message] = found["message"]
    assert "6 citizen 1 sheriff 2 mafia; the usual one: 6 citizen 1 sheriff 2 mafia 1 don" in message


@pytest.mark.parametrize(
    ("header", "words"), [("Рол", "ближайший заголовок — «Рол»"), ("Счёт", "ни одного похожего заголовка")]
)
def test_a_missing_column_is_told_with_the_nearest_header_if_there_is_one(tmp_path, header, words):
    write_book(tmp_path, {"Игры": games(f"H1={header}"), "Игроки": cells_of(PLAYERS)})
    [message] = rebuild.check(league.load(tmp_path)).findings["message"]
    assert words in message


def test_a_breach_of_a_clubs_own_rule_is_told_in_its_words(tmp_path):
    (tmp_path / "own.py").write_text(
        'import pandas as pd\nfrom rulesets.ruleset import check\nEXTENDS = "4mafia"\n\n\n'
        '@check("own-rule", at="player")\n'
        'def own_rule(player: pd.Series, seat: pd.Series) -> pd.Series:\n'
        '    """Nobody may sit at seat 1."""\n'
        "    return player[seat == 1]\n",
        "utf-8",
    )  # fmt: skip
    of = a_league(folder=tmp_path, ruleset={"name": "own.py"})
    _, found = checked(Memory({"Games": sheet([{}])}), of)
    assert found["message"].tolist() == ["Nobody may sit at seat 1. (Subject)"]


# --- on the terminal


def many_slips(folder, slips=12):
    """A club whose two games have so many unknown roles."""
    rows = [*game(), *[[row[0], 2, *row[2:]] for row in game()]]
    for row in rows[:slips]:
        row[5] = "Донн"
    return write(folder, rows)


def test_findings_are_grouped_and_counted_and_ten_of_each_are_shown(tmp_path):
    said = run("check", many_slips(tmp_path)).stdout.splitlines()
    assert said[0] == "ошибка unknown-role (12)"
    assert [re.search(r"Игры!(F\d+)", line)[1] for line in said[1:11]] == [f"F{row}" for row in range(2, 12)]
    assert said[11] == "  … и ещё 2 (mafrating check --all покажет все)"


def test_all_are_shown_if_asked_for(tmp_path):
    said = run("check", many_slips(tmp_path), "--all").stdout
    assert [f"Игры!F{row} " in said for row in range(2, 14)] == [True] * 12
    assert "--all" not in said


def test_it_tells_what_to_do_next(tmp_path):
    many_slips(tmp_path)
    assert "Исправьте ячейки" in run("check", tmp_path).stdout.splitlines()[-1]
    add(tmp_path, '[checks]\non_error = "skip-game"\n')
    assert "игры с ними" in run("check", tmp_path).stdout.splitlines()[-1]
    write(tmp_path, game(Игрок_3="Кит"))  # beside Кот, at one table
    assert "players" in run("check", tmp_path).stdout.splitlines()[-1]
    write(tmp_path, game(Игрок_3="Филин"))
    assert f"rebuild {tmp_path / 'league.toml'}" in run("check", tmp_path).stdout.splitlines()[-1]


def add(folder, text):
    """Put more into the league file, as its last part."""
    file = folder / "league.toml"
    file.write_text(file.read_text("utf-8") + text, "utf-8")


# --- for other programs


def test_a_finding_in_json_has_all_that_a_program_needs(tmp_path):
    write(tmp_path, [*game(), *[[row[0], 2, *row[2:]] for row in game(Роль_3="Донн")]])
    said = json.loads(run("check", tmp_path, "--json").stdout)["leagues"][0]
    [one] = [one for one in said["findings"] if one["severity"] == "error"]
    message = one.pop("message")
    assert "«Донн»" in message
    assert one == {
        "severity": "error",
        "code": "unknown-role",
        "file": "games.xlsx",
        "tab": "Игры",
        "cell": "F14",
        "value": "Донн",
        "game": {"date": "2023-09-01", "evening": None, "table": None, "game_no": 2},
    }


def test_a_finding_that_belongs_to_no_game_tells_none(tmp_path):
    write(tmp_path, game(), [{"Доп": "Допп"}.get(one, one) for one in HEADER_OF_CLI])
    said = json.loads(run("check", tmp_path, "--json").stdout)["leagues"][0]["findings"]
    assert [one["game"] for one in said if one["code"] == "unread-cell"] == [None]


HEADER_OF_CLI = ["Дата", "Игра", "Клуб", "Место", "Игрок", "Роль", "Победа", "ПУ", "ЛХ", "Доп", "Штраф"]


def test_unrated_games_are_counted(tmp_path):
    header = [*HEADER_OF_CLI, "Тип"]
    rows = [[*row, ""] for row in game()]
    rows += [[row[0], number, *row[2:], "товарищеская"] for number in (2, 3) for row in game()]
    write(tmp_path, rows, header)
    said = run("rebuild", tmp_path, "--json")
    assert json.loads(said.stdout)["leagues"][0]["unrated_games"] == 2
    assert "игр 3" in run("check", tmp_path).stdout
    assert "; не рейтинговых игр: 2" in run("rebuild", tmp_path).stdout


# --- games that are left out


@pytest.fixture
def club(tmp_path):
    """Three games; an unknown role and a bonus that is no figure in the second, skip-game, a findings tab."""
    rows = [[row[0], number, *row[2:]] for number in (1, 2, 3) for row in game()]
    rows[12][5], rows[14][9] = "Донн", "много"
    write(tmp_path, rows)
    add(tmp_path, '[checks]\non_error = "skip-game"\n[publish]\nfindings = "Проверки"\n')
    return tmp_path


def test_a_rebuild_says_which_games_it_left_out_and_why(club):
    said = run("rebuild", club).stdout
    assert (
        "пропущено игр с ошибками: 1\n  01.09.2023, игра 2: unknown-role Игры!F14; not-a-number Игры!J16"
        in said
    )


def test_even_a_quiet_one(club):
    result = run("rebuild", club, "--quiet")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "01.09.2023, игра 2" in result.stderr


def test_games_left_out_in_json(club):
    said = json.loads(run("rebuild", club, "--json").stdout)["leagues"][0]
    assert said["left_out"] == 1
    place = {"file": "games.xlsx", "tab": "Игры"}
    assert said["games_left_out"] == [
        {
            "date": "2023-09-01",
            "evening": None,
            "table": None,
            "game_no": 2,
            "errors": [
                {"code": "unknown-role", **place, "cell": "F14"},
                {"code": "not-a-number", **place, "cell": "J16"},
            ],
        }
    ]


def test_if_skipping_does_not_help_that_is_said(club):
    file = club / "league.toml"
    file.write_text(file.read_text("utf-8").replace('"Игры*"', '"Игры*", "Ещё"'), "utf-8")
    book = openpyxl.load_workbook(club / "games.xlsx")
    book.create_sheet("Ещё")["A1"] = "Ведомость"
    book.save(club / "games.xlsx")
    result = run("rebuild", club)
    assert result.exit_code == 1
    assert "не все эти ошибки относятся к одной игре" in result.stderr
    assert "skip-game" not in result.stderr


# --- the findings tab


def rows_of(book, tab="Проверки"):
    """The rows of a tab, by title, and where the links of each row lead."""
    titles, *rows = openpyxl.load_workbook(book)[tab].iter_rows()
    names = [title.value for title in titles]
    said = [dict(zip(names, (cell.value for cell in row), strict=True)) for row in rows]
    links = [[cell.hyperlink.location for cell in row if cell.hyperlink] for row in rows]
    return [one for one in said if one["Важность"] == "ошибка"], links


def test_the_tab_leads_to_the_cells_and_marks_what_was_left_out(club):
    assert run("rebuild", club).exit_code == 0
    rows, links = rows_of(club / "games.xlsx")
    assert [
        (one["Код"], one["Ячейка"], one["Игра"], one["Значение"], one["Игра пропущена"]) for one in rows
    ] == [
        ("unknown-role", "'Игры'!F14", "01.09.2023, игра 2", "Донн", "+"),
        ("not-a-number", "'Игры'!J16", "01.09.2023, игра 2", "много", "+"),
    ]
    assert [one for one in links if one[0][-3:] in ("F14", "J16")] == [["'Игры'!F14"], ["'Игры'!J16"]]
    assert "ничего не записано" in run("rebuild", club).stdout


def test_a_long_message_stands_in_several_lines_and_roles_in_the_words_of_the_league(club):
    book = openpyxl.load_workbook(club / "games.xlsx")
    book["Игры"]["F4"] = "шериф"
    book.save(club / "games.xlsx")
    assert run("rebuild", club).exit_code == 0
    sheet = openpyxl.load_workbook(club / "games.xlsx")["Проверки"]
    titles = {cell.value: cell.column for cell in sheet[1]}
    [row] = [one for one in sheet.iter_rows(min_row=2) if one[titles["Код"] - 1].value == "line-up"][:1]
    message, value = row[titles["Замечание"] - 1], row[titles["Значение"] - 1]
    assert "мирный" in value.value
    assert "citizen" not in value.value
    assert message.alignment.wrap_text
    assert sheet.row_dimensions[message.row].height >= 2 * 15


def test_rows_that_a_club_made_high_for_its_own_notes_stay_so(club):
    """One by a hand, one as high as its own column beside the findings needs, and one that its new message outgrows."""
    heights = {2: 200, 3: 90, 4: 16}
    assert run("rebuild", club).exit_code == 0
    book = openpyxl.load_workbook(club / "games.xlsx")
    sheet, column = book["Проверки"], book["Проверки"].max_column + 1
    sheet.cell(1, column, "Что решили")
    for row, height in heights.items():
        sheet.cell(row, column, f"наше {row}")
        sheet.row_dimensions[row].height = height
    book["Игры"]["F4"], book["Игры"]["F24"] = "шериф", "шериф"  # two more findings: the table is written anew
    book.save(club / "games.xlsx")
    put = (club / "games.xlsx").read_bytes()
    (club / "games.xlsx").write_bytes(without_hand(put, rows=(3, 4)))
    assert run("rebuild", club).exit_code == 0
    sheet = openpyxl.load_workbook(club / "games.xlsx")["Проверки"]
    assert [sheet.cell(row, column).value for row in heights] == [f"наше {row}" for row in heights]
    assert [sheet.row_dimensions[row].height for row in (2, 3)] == [200, 90]
    assert sheet.row_dimensions[4].height >= 2 * 15


def without_hand(book, rows):
    """The workbook with some rows of its last tab as high as before, but not by a hand."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w") as new:
        last = max(name for name in old.namelist() if name.startswith("xl/worksheets/sheet"))
        for name in old.namelist():
            part = old.read(name)
            for row in rows if name == last else ():
                start = part.index(b'<row r="%d"' % row)
                end = part.index(b">", start)
                part = part[:start] + part[start:end].replace(b' customHeight="1"', b"") + part[end:]
            new.writestr(name, part)
    return out.getvalue()


def test_findings_about_another_workbook_have_no_link(club):
    add(club, 'workbook = "ratings.xlsx"\n')
    assert run("rebuild", club).exit_code == 0
    rows, links = rows_of(club / "ratings.xlsx")
    assert [(one["Файл"], one["Вкладка"], one["Ячейка"]) for one in rows] == [
        ("games.xlsx", "Игры", "F14"),
        ("games.xlsx", "Игры", "J16"),
    ]
    assert not any(links)


def test_of_several_workbooks_only_that_of_the_ratings_is_linked(club):
    (club / "old").mkdir()
    write(club / "old", [["01.08.2023", *row[1:]] for row in game(Роль_1="Донн")])
    (club / "old" / "games.xlsx").rename(club / "2022.xlsx")
    file = club / "league.toml"
    sources = 'workbook = ["2022.xlsx", "games.xlsx"]'
    file.write_text(file.read_text("utf-8").replace('workbook = "games.xlsx"', sources), "utf-8")
    add(club, 'workbook = "games.xlsx"\n')
    assert run("rebuild", club).exit_code == 0
    rows, _ = rows_of(club / "games.xlsx")
    assert [(one["Файл"], one["Ячейка"], one["Ссылка"]) for one in rows] == [
        ("2022.xlsx", "F2", None),
        ("games.xlsx", "F14", "'Игры'!F14"),
        ("games.xlsx", "J16", "'Игры'!J16"),
    ]


def test_a_finding_about_a_rating_names_its_tab(tmp_path):
    rows = game(Победа_1="Чёрные", Штраф_1=3)
    for row in rows:
        row[6] = "Чёрные"
    write(tmp_path, rows)
    said = json.loads(run("rebuild", tmp_path, "--json").stdout)["leagues"][0]["findings"]
    assert [one["tab"] for one in said if one["code"] == "negative-points"] == ["Рейтинг 2023-09"]
