"""What a Google spreadsheet holds, as the rest of the program gets to see it, and how few calls that takes."""

from datetime import date, datetime, time

import pytest
from at_google import DATA, sample_tabs, serving, verbs
from sheets import HEADER, a_league, checked, game
from sheets_server import Fault, Formula, Percent

from pipelines import league
from pipelines.errors import LeagueFault, SourceFault
from pipelines.sources import google
from pipelines.sources.google import Spreadsheet
from pipelines.sources.workbook import Workbook


@pytest.fixture
def server(monkeypatch):
    with serving(monkeypatch) as server:
        yield server


def cells(grid):
    """The filled cells of a grid by row and column."""
    columns = ((number, column.dropna()) for number, column in grid.columns())
    return {(row, number): text for number, column in columns for row, text in column.items()}


# what stands in a cell, and what is read; the locale writes 0,3
CELLS = [
    ("Сокол", "Сокол"),
    (" Сокол ", " Сокол "),
    ("007", "007"),
    (7, "7"),
    ("7", "7"),
    (7.0, "7"),
    ("0,3", "0,3"),
    (0.3, "0.3"),
    (1.5, "1.5"),
    (0.1 + 0.2, "0.3"),
    (1 / 3, "0.333333333333333"),
    (1e-7, "0.0000001"),
    (1e16, "10000000000000000"),
    (-2, "-2"),
    (Percent(0.5), "0.5"),
    ("50%", "50%"),
    (True, "TRUE"),
    (False, "FALSE"),
    ("TRUE", "TRUE"),
    (date(2023, 9, 1), "2023-09-01"),
    (datetime(2023, 9, 1, 12), "2023-09-01 12:00:00"),
    (datetime(2023, 9, 1, 19, 20), "2023-09-01 19:20:00"),
    (time(19, 30), "19:30:00"),
    ("01.09.2023", "01.09.2023"),
    (Formula("=A1+1", 3), "3"),
    (Formula('="а"', "а"), "а"),
    ("=1+1", "=1+1"),
    ("а\nб", "а\nб"),
]


@pytest.mark.parametrize("locale", ["ru_RU", "en_US"])
def test_a_cell_is_read_as_it_is_held_not_as_it_is_shown(server, locale):
    key = server.add("Клуб", {"Игры": [[held, "x"] for held, _ in CELLS]}, locale=locale)
    grid = Spreadsheet(key).read("Игры")
    assert (grid.file, grid.tab, len(grid.faults)) == ("Клуб", "Игры", 0)
    assert [cells(grid)[row, 1] for row in range(1, len(CELLS) + 1)] == [text for _, text in CELLS]


def test_a_number_a_text_and_a_truth_value_that_look_alike_are_told_apart_as_texts(server):
    key = server.add("Клуб", {"Игры": [[1, True, "1"], [True, 1, 1], ["1", "1", True]]})
    grid = Spreadsheet(key).read("Игры")
    assert [cells(grid)[row, column] for row in (1, 2, 3) for column in (1, 2, 3)] == [
        *("1", "TRUE", "1"),
        *("TRUE", "1", "1"),
        *("1", "1", "TRUE"),
    ]


@pytest.mark.parametrize(
    "error", ["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#NUM!", "#ERROR!", "Loading..."]
)
def test_an_error_is_no_value_to_trust(server, error):
    key = server.add("Клуб", {"Игры": [["Игрок"], ["Сокол"], [None, Fault(error)], [Fault(error)]]})
    grid = Spreadsheet(key).read("Игры")
    assert cells(grid)[3, 2] == error
    assert grid.faults.to_numpy().tolist() == [[3, 2, "error", error], [4, 1, "error", error]]


def test_cells_and_rows_that_the_api_leaves_out_are_there_again(server):
    key = server.add("Клуб", {"Игры": [[], [None, "а", None, "б"], [], ["в"], [" "], []]})
    grid = Spreadsheet(key).read("Игры")
    assert cells(grid) == {(2, 2): "а", (2, 4): "б", (4, 1): "в"}
    assert list(grid.cells.columns) == [1, 2, 3, 4]
    assert grid.cells.index.tolist() == [1, 2, 3, 4, 5]


def test_an_empty_tab_and_a_strange_name(server):
    key = server.add("Клуб", {"Пусто": [], "It's A1:B2!": [["а"]], "A1": [["б"]]})
    book = Spreadsheet(key)
    assert book.tabs() == ["Пусто", "It's A1:B2!", "A1"]
    assert book.read("Пусто").cells.empty
    assert [cells(book.read(tab)) for tab in book.tabs()[1:]] == [{(1, 1): "а"}, {(1, 1): "б"}]


def test_all_wanted_tabs_take_two_calls_and_the_others_are_not_read(server):
    key = server.add("Клуб", {f"Игры {number}": [[number]] for number in range(40)} | {"Касса": [["тайна"]]})
    book = Spreadsheet(key, lambda tab: tab.startswith("Игры"))
    assert [cells(book.read(tab))[1, 1] for tab in book.tabs()[:40]] == [str(number) for number in range(40)]
    assert verbs(server) == ["get", "values"]
    assert not any("Касса" in one for one in server.calls[-1].query["ranges"])
    assert server.calls[0].query.keys() == {"fields"}  # no cells


def test_a_hundred_thousand_rows_are_read_in_pieces(server, monkeypatch):
    monkeypatch.setattr(google, "MOST_CELLS", 120_000)  # for speed: a tab of three columns, not of forty
    rows = [[f"Игрок {number}"] if number % 1000 else [] for number in range(100_000)]
    key = server.add("Клуб", {"Игры": [*rows, ["последний"]]})
    server.tab(key, "Игры").properties["gridProperties"]["columnCount"] = 3
    grid = Spreadsheet(key).read("Игры")
    found = cells(grid)
    assert len(grid.cells) == 100_001
    assert (found[2, 1], found[100_000, 1], found[100_001, 1]) == ("Игрок 1", "Игрок 99999", "последний")
    assert len(found) == 99_901
    assert verbs(server) == ["get", "values", "values", "values"]  # 40 000 rows of three columns in each


def test_many_tabs_of_long_names_are_asked_for_in_addresses_that_google_takes(server):
    names = [f"Очень длинное имя вкладки с играми клуба номер {number}" for number in range(60)]
    key = server.add("Клуб", {name: [[name]] for name in names})
    book = Spreadsheet(key)
    assert [cells(book.read(name))[1, 1] for name in names] == names
    assert all(len(call.query.get("ranges", ())) <= 30 for call in server.calls)


def test_small_pieces_of_several_tabs_come_together_again(server, monkeypatch):
    monkeypatch.setattr(google, "MOST_CELLS", 26 * 7)
    tabs = {f"Т{tab}": [[f"{tab}-{row}"] if row % 9 < 4 else [] for row in range(40)] for tab in range(3)}
    key = server.add("Клуб", tabs)
    for tab in tabs:
        server.tab(key, tab).properties["gridProperties"]["rowCount"] = 45
    book = Spreadsheet(key)
    for tab, rows in tabs.items():
        assert cells(book.read(tab)) == {(row, 1): one[0] for row, one in enumerate(rows, 1) if one}


@pytest.mark.parametrize("name", ["evenings", "fiim"])
def test_the_tabs_of_a_sample_are_read_as_those_of_its_workbook(server, name):
    file = DATA / name / "games.xlsx"
    theirs = Workbook(file)
    ours = Spreadsheet(server.add(name, sample_tabs(name), locale="ru_RU"))
    assert ours.tabs() == theirs.tabs()
    for tab in ours.tabs():
        read, expected = cells(ours.read(tab)), cells(theirs.read(tab))
        assert read == expected


# --- the league file

KEY = "1AbC-d_9"
PLACES = [
    KEY,
    f" {KEY} ",
    f"https://docs.google.com/spreadsheets/d/{KEY}/edit?gid=0#gid=0",
    f"https://docs.google.com/spreadsheets/d/{KEY}",
    f"https://docs.google.com/spreadsheets/u/1/d/{KEY}/edit#gid=7",
    f"https://drive.google.com/open?id={KEY}",
    f"https://docs.google.com/spreadsheet/ccc?key={KEY}&usp=sharing",
    f"docs.google.com/spreadsheets/d/{KEY}/edit",
]
NO_PLACES = [
    "games.xlsx",
    "",
    "Таблица клуба",
    "https://example.org/",
    "https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml",  # published to the web: it has no key
]


def loaded(folder, source, publish=""):
    text = f'name = "К"\nlanguage = "en"\n[source]\n{source}\n[ruleset]\nname = "4mafia"\n'
    text += f'[[rating]]\nname = "all"\ntab = "Все"\n[publish]\n{publish}\n'
    (folder / "league.toml").write_text(text, "utf-8")
    return league.load(folder)


@pytest.mark.parametrize("place", PLACES)
def test_a_spreadsheet_is_named_by_its_key_or_its_address(tmp_path, place):
    of = loaded(tmp_path, f'spreadsheet = "{place}"')
    assert (of.source.spreadsheet, of.destination(), of.workbooks()) == ([KEY], KEY, [])
    of = loaded(tmp_path, 'workbook = "games.xlsx"', f'spreadsheet = "{place}"')
    assert (of.source.spreadsheet, of.destination()) == ([], KEY)


@pytest.mark.parametrize("place", NO_PLACES)
def test_what_names_no_spreadsheet_is_told_by_its_key(tmp_path, place):
    with pytest.raises(LeagueFault, match=r"source\.spreadsheet.*after /d/"):
        loaded(tmp_path, f'spreadsheet = "{place}"')
    with pytest.raises(LeagueFault, match=r"publish\.spreadsheet.*after /d/"):
        loaded(tmp_path, f'spreadsheet = "{KEY}"', f'spreadsheet = "{place}"')


@pytest.mark.parametrize(
    ("source", "publish", "told"),
    [
        ("", "", "source.workbook or source.spreadsheet"),
        (f'workbook = "a.xlsx"\nspreadsheet = "{KEY}"', "", "source.workbook or source.spreadsheet"),
        (
            'workbook = "a.xlsx"',
            f'workbook = "b.xlsx"\nspreadsheet = "{KEY}"',
            "publish.workbook or publish.spreadsheet",
        ),
        (f'spreadsheet = ["{KEY}", "2Cd"]', "", "publish.workbook (or spreadsheet)"),
        (f'spreadsheet = ["{KEY}", "{KEY}"]', 'workbook = "a.xlsx"', "source.spreadsheet"),
    ],
)
def test_one_place_for_the_games_and_one_for_the_ratings(tmp_path, source, publish, told):
    with pytest.raises(LeagueFault) as caught:
        loaded(tmp_path, source, publish)
    assert told in str(caught.value)


def test_games_of_several_spreadsheets_and_a_workbook_for_the_ratings(tmp_path):
    of = loaded(tmp_path, f'spreadsheet = ["{KEY}", "2Cd"]', 'workbook = "a.xlsx"')
    assert (of.source.spreadsheet, of.destination()) == ([KEY, "2Cd"], tmp_path / "a.xlsx")


def test_a_tab_that_is_not_there_is_told(server):
    key = server.add("Клуб", {"Игры": [["а"]]})
    with pytest.raises(SourceFault, match="no tab 'Игрки'"):
        Spreadsheet(key).read("Игрки")


def test_a_nickname_that_became_a_date_is_found_as_in_a_workbook(server):
    rows = [HEADER, *game({})]
    rows[2][HEADER.index("player")] = date(2023, 4, 1)
    rows[3][HEADER.index("player")] = datetime(2023, 4, 1, 12, 30)
    key = server.add("Клуб", {"Games": rows}, locale="ru_RU")
    _, found = checked(Spreadsheet(key), a_league())
    names = found[found["code"] == "name-like-date"]
    assert names[["row", "value"]].to_numpy().tolist() == [[3, "2023-04-01"], [4, "2023-04-01 12:30:00"]]


def test_a_weight_that_became_a_date_is_no_figure(server):
    rows = [[*HEADER, "Вес"], *([*row, 1] for row in game({}))]
    rows[2][-1] = date(2025, 5, 1)
    _, found = checked(Spreadsheet(server.add("Клуб", {"Games": rows})), a_league())
    assert ["not-a-number", 3, "2025-05-01"] in found[["code", "row", "value"]].to_numpy().tolist()


def test_volatile_formulas_are_faults(server):
    key = server.add(
        "Клуб", {"Игры": [["Дата"], [Formula("=TODAY()", 45170)], [Formula('=IF(A1="";NOW();"")', "")]]}
    )
    grid = Spreadsheet(key).read("Игры")
    assert grid.faults.to_numpy().tolist() == [[2, 1, "volatile", "=TODAY()"]]


def test_a_published_tab_is_still_read_as_values(server):
    key = server.add("Клуб", {"Сезон": [["Дата", 1.5, None], [date(2023, 9, 1), True, Fault("#N/A")], []]})
    assert Spreadsheet(key).rows("Сезон") == [["Дата", 1.5], [45170, True, "#N/A"]]
