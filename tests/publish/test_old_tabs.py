"""Tabs of ratings whose games are gone: reported, cleared or removed, and never one of the user's."""

import openpyxl
import pytest
from commands import game as rows_of
from commands import run, write

TAB = "Рейтинг 2023-12"
NOTE = "К этой вкладке больше не относится ни одна игра, прежние места убраны."


def games(*days):
    return [[day, number, *row[2:]] for number, day in enumerate(days, 1) for row in rows_of()]


def club(folder, *days, remove=False):
    """A league with a game on each day, rebuilt."""
    write(folder, games(*days))
    league = folder / "league.toml"
    extra = "[publish]\nremove_old_tabs = true\n" if remove else ""
    league.write_text(league.read_text("utf-8") + extra, "utf-8")
    assert run("rebuild", folder).exit_code == 0
    return folder / "games.xlsx"


def mended(path, change=lambda book: None, old="01.12.2023", new="01.09.2023"):
    """The workbook after the games of a day were given another one, and what a rebuild of it says."""
    book = openpyxl.load_workbook(path)
    sheet = book["Игры"]
    for row in sheet.iter_rows(min_row=2):
        if row[0].value == old:
            row[0].value = new
    change(book)
    book.save(path)
    return run("rebuild", path.parent)


def values(path, tab=TAB):
    sheet = openpyxl.load_workbook(path)[tab]
    return [
        [cell.value for cell in row]
        for row in sheet.iter_rows()
        if any(cell.value is not None for cell in row)
    ]


def test_standings_that_no_longer_hold_are_cleared_and_reported(tmp_path):
    path = club(tmp_path, "01.09.2023", "01.12.2023")
    titles = values(path)[0]
    done = mended(path)
    assert "old-tab (1)" in done.stderr
    assert values(path) == [titles, [NOTE, *[None] * (len(titles) - 1)]]
    before = path.read_bytes()
    assert "old-tab (1)" in run("rebuild", tmp_path).stderr  # until the tab is deleted
    assert path.read_bytes() == before


def test_games_that_come_back_are_rated_on_the_same_tab(tmp_path):
    path = club(tmp_path, "01.09.2023", "01.12.2023")
    before = values(path)
    mended(path)
    done = mended(path, old="01.09.2023", new="01.12.2023")
    assert "«Рейтинг 2023-09»" in done.stderr
    assert len(values(path)) == len(before)
    assert NOTE not in str(values(path))


def test_such_a_tab_is_removed_if_the_league_says_so(tmp_path):
    path = club(tmp_path, "01.09.2023", "01.12.2023", "01.01.2024", remove=True)

    def look(book):
        book["Рейтинг 2024-01"].print_area = "A1:C5"
        book.active = 3

    done = mended(path, look)
    assert "old-tab (1)" in done.stderr
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Игры", "Рейтинг 2023-09", "Рейтинг 2024-01"]
    assert book["Рейтинг 2024-01"].print_area == "'Рейтинг 2024-01'!$A$1:$C$5"
    assert book.active.title == "Рейтинг 2024-01"
    assert not [name for name in book.defined_names if "12" in book.defined_names[name].attr_text]
    assert "old-tab" not in run("rebuild", tmp_path).stderr


def note_beside(book):
    book[TAB]["Z3"] = "моё"


def note_under(book):
    book[TAB]["A20"] = "моё"


def comment(book):
    book[TAB]["A1"].comment = openpyxl.comments.Comment("моё", "я")


def formula_elsewhere(book):
    book.create_sheet("Касса")["A1"] = f"=SUM('{TAB}'!C2:C11)"


def defined_name(book):
    book.defined_names["Зима"] = openpyxl.workbook.defined_name.DefinedName("Зима", attr_text=f"'{TAB}'!$A$1")


@pytest.mark.parametrize("own", [note_beside, note_under, comment, formula_elsewhere, defined_name])
def test_a_tab_that_holds_something_of_the_users_is_only_cleared(tmp_path, own):
    path = club(tmp_path, "01.09.2023", "01.12.2023", remove=True)
    done = mended(path, own)
    assert "old-tab (1)" in done.stderr
    assert values(path)[1][0] == NOTE
    sheet = openpyxl.load_workbook(path)[TAB]
    assert own is not note_beside or sheet["Z3"].value == "моё"
    assert own is not note_under or sheet["A20"].value == "моё"
    assert own is not comment or sheet["A1"].comment.text == "моё"
    before = path.read_bytes()
    run("rebuild", tmp_path)
    assert path.read_bytes() == before


def without_records(book):
    """As an earlier version of the program, which recorded nothing, has left the workbook."""
    for name in [name for name in book.defined_names if name.startswith("_mafrating")]:
        del book.defined_names[name]


def test_a_tab_without_a_record_is_only_reported(tmp_path):
    path = club(tmp_path, "01.09.2023", "01.12.2023")
    before = values(path)
    done = mended(path, without_records)
    assert "old-tab (1)" in done.stderr
    assert values(path) == before


def test_a_tab_without_a_record_is_removed_if_the_league_says_so(tmp_path):
    path = club(tmp_path, "01.09.2023", "01.12.2023", remove=True)
    assert "old-tab (1)" in mended(path, without_records).stderr
    assert TAB not in openpyxl.load_workbook(path).sheetnames


def copied(book):
    copy = book.copy_worksheet(book[TAB])
    copy.title = "Рейтинг 2023-12 (2)"


def renamed(book):
    book[TAB].title = "Рейтинг зимы"


def retitled(book):
    book[TAB]["C1"] = "Партий"


def users_own(book):
    sheet = book.create_sheet("Рейтинг 2022-05")
    for row in (["Место", "Игрок", "Игры", "Победы"], [1, "Кот", 3, 2]):
        sheet.append(row)
    book[TAB].title = "Архив"


@pytest.mark.parametrize("remove", [False, True])
@pytest.mark.parametrize(
    ("change", "tab"),
    [
        (copied, "Рейтинг 2023-12 (2)"),
        (renamed, "Рейтинг зимы"),
        (retitled, TAB),
        (users_own, "Рейтинг 2022-05"),
    ],
)
def test_a_tab_of_the_users_is_never_touched(tmp_path, change, tab, remove):
    path = club(tmp_path, "01.09.2023", "01.12.2023", remove=remove)
    book = openpyxl.load_workbook(path)
    change(book)
    want = [[cell.value for cell in row] for row in book[tab].iter_rows()]
    done = mended(path, change)
    assert f"«{tab}»" not in done.stderr
    assert [[cell.value for cell in row] for row in openpyxl.load_workbook(path)[tab].iter_rows()] == want


def test_a_rating_of_one_period_without_games_is_not_said_to_have_no_tab(tmp_path):
    path = club(tmp_path, "01.09.2023")
    league = tmp_path / "league.toml"
    text = league.read_text("utf-8")
    season = '[[rating]]\nname = "season"\ntab = "Сезон"\nperiod = "season"\nfrom = 2023-09-01\nto = {}\n'
    league.write_text(text + season.format("2023-12-31"), "utf-8")
    run("rebuild", tmp_path)
    assert len(values(path, "Сезон")) == 11
    league.write_text(
        text
        + season.format("2023-09-01").replace(
            "= 2023-09-01\nto = 2023-09-01", "= 2023-10-01\nto = 2023-10-02"
        ),
        "utf-8",
    )
    done = run("rebuild", tmp_path)
    assert values(path, "Сезон")[1][0] == NOTE
    assert "empty-rating (1)" in done.stderr
    assert "old-tab (1)" in done.stderr
    assert "вкладки нет" not in done.stderr
