"""Rating tabs in a club's own Google spreadsheet: what is written, in how many calls, and what is never touched."""

import json
import re
from dataclasses import replace

import pandas as pd
import pytest
from at_google import serving, verbs
from hypothesis import given, settings
from hypothesis import strategies as st
from ratings import FIVE, THREE, TITLES, rating
from sheets_server import Fault, Formula, Trouble

from pipelines.errors import DestinationFault
from pipelines.google import http
from pipelines.publish import google
from pipelines.publish.google import GoogleSpreadsheet
from pipelines.publish.tab import Column, PastTabs, Tab
from pipelines.sources.google import Spreadsheet


@pytest.fixture
def server(monkeypatch):
    with serving(monkeypatch) as server:
        yield server


@pytest.fixture
def club(server):
    """A club's spreadsheet: games, a rating tab with looks and remarks of the club, the treasurer's tab."""
    rows = [
        ["Рейтинг клуба, март"],
        [],
        ["Место ", "ИГРОК", "Побед", "Баллы", "Заметка"],
        *([place, *row, f"заметка {place}"] for place, row in enumerate(FIVE[:4], 1)),
        [],
        [None, "Собрал Иван"],
    ]
    key = server.add("Клуб", {"Игры": [["Дата"]], "Рейтинг": rows, "Касса": [["Взнос", 300]]}, locale="ru_RU")
    tab = server.tab(key, "Рейтинг")
    for row in range(3, 9):
        tab.put(
            row,
            3,
            tab.cell(row, 3)
            | {"userEnteredFormat": {"numberFormat": {"type": "NUMBER", "pattern": "0.000"}}},
        )
    tab.parts["basicFilter"] = {"range": {"sheetId": tab.id, "startRowIndex": 2, "endRowIndex": 7}}
    tab.parts["charts"] = [
        {"chartId": 7, "position": {"overlayPosition": {"anchorCell": {"sheetId": tab.id}}}}
    ]
    server.protect(key, "'Рейтинг'!E1:F20")
    return key


def publish(key, *tabs, read=None, **options):
    """Publish as a rebuild does, with a fresh look at the spreadsheet."""
    return GoogleSpreadsheet(key, lambda tab: True, read).publish(tabs, **options)


def fault_of(server, key, *tabs):
    """The fault of a publishing that must leave the spreadsheet as it was."""
    before = server.state(key)
    with pytest.raises(DestinationFault) as caught:
        publish(key, *tabs)
    assert server.state(key) == before
    for language in ("ru", "uk", "en"):
        assert "Клуб" in caught.value.say(language)
    return caught.value


def standing(players):
    return [[place, *row] for place, row in enumerate(players, 1)]


# --- new tabs


def test_new_tabs_come_in_one_update_and_in_order(server, club):
    assert publish(club, rating(THREE, "Март"), rating(THREE), rating(FIVE, "Сезон"))
    assert verbs(server) == ["get", "values", "update"]
    assert Spreadsheet(club).tabs() == ["Игры", "Март", "Рейтинг", "Сезон", "Касса"]
    assert server.rows(club, "Сезон") == [TITLES, *standing(FIVE)]
    assert not publish(club, rating(THREE, "Март"), rating(THREE), rating(FIVE, "Сезон"))
    assert verbs(server)[-2:] == ["get", "values"]


def test_the_look_of_a_new_tab(server, club):
    publish(club, rating([("Очень длинное прозвище игрока", 1, 2.5)], "Сезон"))
    tab, formats = server.tab(club, "Сезон"), server.formats(club, "Сезон")
    assert tab.properties["gridProperties"]["frozenRowCount"] == 1
    assert formats["A1"]["textFormat"] == {"bold": True}
    assert formats["A1"]["wrapStrategy"] == "WRAP"
    patterns = [formats[cell]["numberFormat"].get("pattern", "text") for cell in ("A2", "B2", "C2", "D2")]
    assert patterns == ["0", "text", "0", "0.00"]
    assert formats["D20"] == formats["D2"]  # rows to come look the same
    [banding] = tab.parts["bandedRanges"]
    assert banding["range"]["endColumnIndex"] == 4
    widths = [tab.sizes["COLUMNS"][at]["pixelSize"] for at in range(4)]
    assert widths[1] > 220 > 100 > widths[0]


def test_every_kind_of_column(server):
    key = server.add("Клуб", {"Игры": [["Дата"]], "It's": []})
    columns = [
        Column("День", pd.to_datetime(pd.Series(["2023-09-01", None])), "date"),
        Column("Ячейка", pd.Series(["'Игры'!C7", "'It''s'!A1"]), "link"),
        Column("ПУ", pd.Series([True, False]), "mark"),
        Column("%", pd.Series([60.0, None]), "percent"),
        Column("Текст", pd.Series(["а", "б"], dtype="category"), "text"),
    ]
    tab = Tab("Проверки", columns)
    read = Spreadsheet(key)
    publish(key, tab, read=read)
    titles = ["День", "Ячейка", "ПУ", "%", "Текст"]
    assert server.rows(key, "Проверки") == [
        titles,
        [45170, "'Игры'!C7", "+", 60, "а"],
        [None, "'It''s'!A1", None, None, "б"],
    ]
    formats = server.formats(key, "Проверки")
    assert formats["A2"]["numberFormat"] == {"type": "DATE", "pattern": "dd.mm.yyyy"}
    assert formats["D2"]["numberFormat"]["pattern"] == "0.0"
    links = [formats[cell]["textFormat"]["link"]["uri"] for cell in ("B2", "B3")]
    assert links == [
        f"#gid={read.sheets[name].id}&range={cell}" for name, cell in (("Игры", "C7"), ("It's", "A1"))
    ]
    assert not publish(key, tab)


def test_a_cell_that_leads_nowhere_any_more_has_no_link(server):
    key = server.add("Клуб", {"Игры": [["Дата"]]})
    read = Spreadsheet(key, lambda tab: True)

    def findings(*places):
        code = Column("Код", pd.Series([f"№{at}" for at, _ in enumerate(places)]), "text")
        return Tab("Проверки", [code, Column("Ячейка", pd.Series(places, dtype="object"), "link")])

    publish(key, findings("'Игры'!C7", "'Игры'!C8"), read=read)
    publish(key, findings("'Игры'!C7", None), read=Spreadsheet(key))
    formats = server.formats(key, "Проверки")
    assert formats["B2"]["textFormat"] == {"link": {"uri": "#gid=0&range=C7"}}
    assert "textFormat" not in formats["B3"]


def test_a_link_to_a_tab_of_another_spreadsheet_is_a_text(server):
    key = server.add("Рейтинги", {"Игры": []})
    tab = Tab(
        "Проверки",
        [Column("Код", pd.Series(["a"]), "text"), Column("Ячейка", pd.Series(["'Игры'!C7"]), "link")],
    )
    assert publish(key, tab)  # the games were read from elsewhere
    assert "textFormat" not in server.formats(key, "Проверки")["B2"]


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://a.b";"в")',
        "=1+1",
        "+7",
        "-5",
        "'кавычка",
        "007",
        "TRUE",
        "1,5",
        "50%",
        "01.09.2023",
        "#N/A",
        "Loading...",
        " край ",
        "а\nб",
    ],
)
def test_a_text_stays_a_text(server, club, text):
    for name, row in (("Сезон", 1), ("Рейтинг", 3)):
        publish(club, rating([(text, 1, 1.0)], name))
        assert server.tab(club, name).cell(row, 1)["userEnteredValue"] == {"stringValue": text}
        assert not publish(club, rating([(text, 1, 1.0)], name))


def test_characters_that_are_none_are_marked_and_long_texts_cut(server, club):
    wild = [("а\x07б\r\nв", 1, 1.0), ("x" * 40_000, 1, 1.0)]
    assert publish(club, rating(wild, "Сезон"))
    assert server.rows(club, "Сезон")[1][1] == "а\ufffdб\nв"
    assert len(server.rows(club, "Сезон")[2][1]) == 32_767
    assert not publish(club, rating(wild, "Сезон"))


def test_a_name_may_hold_what_excel_forbids(server, club):
    publish(club, rating(THREE, "Сезон 2023/24: [всё]"))
    assert server.rows(club, "Сезон 2023/24: [всё]")[0] == TITLES


def test_nothing_to_publish_and_a_dry_run_write_nothing(server, club):
    before = server.state(club)
    assert not publish(club)
    assert publish(club, rating(THREE), dry_run=True)
    assert server.state(club) == before
    assert "update" not in verbs(server)


# --- a tab that is there


def test_a_tab_that_is_there_keeps_its_looks_and_all_that_is_not_ours(server, club):
    before, formats = server.tab(club, "Рейтинг").copy(), server.formats(club, "Рейтинг")
    assert publish(club, rating(FIVE[::-1]))
    rows = server.rows(club, "Рейтинг")
    assert [row[:4] for row in rows[3:8]] == standing(FIVE[::-1])
    assert rows[2] == ["Место ", "ИГРОК", "Побед", "Баллы", "Заметка"]  # titles as the club writes them
    assert [row[4] for row in rows[3:7]] == [f"заметка {place}" for place in range(1, 5)]
    assert (rows[0], rows[8]) == (["Рейтинг клуба, март"], [None, "Собрал Иван"])
    assert server.formats(club, "Рейтинг") == formats
    assert server.tab(club, "Рейтинг").parts == before.parts
    assert server.tab(club, "Рейтинг").properties == before.properties
    assert server.rows(club, "Касса") == [["Взнос", 300]]
    kinds = {kind for request in server.calls[-1].body["requests"] for kind in request}
    assert kinds == {"updateCells"}


def test_rows_left_over_are_cleared(server, club):
    publish(club, rating(THREE[:1]))
    rows = server.rows(club, "Рейтинг")
    assert [row[:4] for row in rows[3:7]] == [[1, *THREE[0]], *[[None] * 4] * 3]
    assert rows[6][4] == "заметка 4"
    assert rows[8] == [None, "Собрал Иван"]


def test_a_grid_that_is_too_small_grows_and_the_new_rows_look_like_ours(server, club):
    publish(club, rating(THREE, "Сезон"))
    many = [(f"Игрок {number:03}", 100 - number % 100, 1.5) for number in range(100)]
    publish(club, rating(many, "Сезон"))
    assert server.rows(club, "Сезон") == [TITLES, *standing(many)]
    assert server.tab(club, "Сезон").row_count == 101
    assert server.formats(club, "Сезон")["D101"]["numberFormat"]["pattern"] == "0.00"
    narrow = server.tab(club, "Сезон")
    narrow.properties["gridProperties"]["columnCount"] = 4
    publish(club, rating(many, "Сезон", ["Место", "Игрок", "Побед", "Штраф", "Баллы"]))
    assert server.tab(club, "Сезон").column_count == 5
    assert server.rows(club, "Сезон")[1] == [1, "Игрок 000", 100, -10, 1.5]


@pytest.mark.parametrize(
    "changed",
    ["a value", "the order", "a type", "a formula", "an error"],
)
def test_a_tab_that_somebody_changed_is_put_right(server, club, changed):
    publish(club, rating(FIVE, "Сезон"))
    held = server.rows(club, "Сезон")
    if changed == "the order":
        for column, cell in enumerate("ABCD"):
            for row, other in ((2, 3), (3, 2)):
                server.put(club, "Сезон", f"{cell}{row}", held[other - 1][column])
    else:
        value = {"a value": 9, "a type": 7, "a formula": Formula("=1", True), "an error": Fault("#N/A")}[
            changed
        ]
        server.put(club, "Сезон", "B2" if changed == "a type" else "D2", value)
    assert publish(club, rating(FIVE, "Сезон"))
    assert server.rows(club, "Сезон") == held
    assert not publish(club, rating(FIVE, "Сезон"))


def test_only_the_rows_that_differ_are_sent(server, club):
    many = [(f"Игрок {number:03}", 5, number / 7) for number in range(300)]
    publish(club, rating(many, "Сезон"))
    publish(club, rating([*many[:299], ("Новый", 1, 0.5)], "Сезон"))
    [request] = server.calls[-1].body["requests"]
    assert request["updateCells"]["start"] == {
        "sheetId": server.tab(club, "Сезон").id,
        "rowIndex": 300,
        "columnIndex": 0,
    }
    assert len(request["updateCells"]["rows"]) == 1


# the cell that something of the club's is put into, and the fault
IN_THE_WAY = [
    ("B8", None, ""),
    ("A5", "— финал —", "tab-no-room"),
    ("A3", "Номер", "tab-not-ours"),
    ("C3", "Город", "tab-columns"),
]


@pytest.mark.parametrize(("cell", "value", "code"), IN_THE_WAY)
def test_what_is_in_the_way_stops_it_before_anything_is_written(server, club, cell, value, code):
    server.put(club, "Рейтинг", cell, value)
    server.put(club, "Рейтинг", "B9", None)
    if code:
        assert fault_of(server, club, rating([*FIVE, ("Кот", 1, 0.1)]), rating(THREE, "Сезон")).code == code
    else:
        assert publish(club, rating([*FIVE, ("Кот", 1, 0.1)]))


# the players before and after, rows under the rating, empty rows between, and the empty rows afterwards
UNDER = [
    (THREE, FIVE, [[None, "Итого", 12]], 0, 0),
    (THREE, FIVE, [["а"], [], [None, "б"]], 0, 0),
    (THREE, FIVE, [["а"]], 1, 1),
    (THREE, FIVE, [["а"]], 2, 0),
    (FIVE[:1], FIVE, [["а"]], 0, 0),
    ([], FIVE, [["а"]], 0, 0),
    (FIVE, THREE, [["а"]], 0, 2),
]


@pytest.mark.parametrize(("before", "after", "under", "gap", "left"), UNDER)
def test_own_rows_under_a_rating_are_moved_and_never_erased(server, before, after, under, gap, left):
    rows = [[*row, f"моё {at}"] for at, row in enumerate([TITLES, *standing(before)])]
    key = server.add("Клуб", {"Рейтинг": [*rows, *[[]] * gap, *under], "Игры": []})
    grid = server.tab(key, "Рейтинг").row_count
    assert publish(key, rating(after))
    found = server.rows(key, "Рейтинг")
    end = len(after) + 1
    assert [row[:4] for row in found[:end]] == [TITLES, *standing(after)]
    beside = [row[4] if len(row) > 4 else None for row in found]
    assert beside[: len(rows)] == [f"моё {at}" for at in range(len(rows))]
    assert not any(beside[len(rows) :])
    assert not any(cell for row in found[end : end + left] for cell in row[:4])
    assert found[end + left :] == under
    assert server.tab(key, "Рейтинг").row_count >= grid
    assert not publish(key, rating(after))


def test_new_rows_come_into_the_table_so_that_what_refers_to_it_grows(server):
    key = server.add(
        "Клуб", {"Рейтинг": [TITLES, *standing(THREE), [None, "Итого", Formula("=SUM(C2:C4)", 12)]]}
    )
    publish(key, rating(FIVE))
    first = server.calls[-1].body["requests"][0]["insertDimension"]
    assert (first["range"]["startIndex"], first["range"]["endIndex"]) == (3, 5)
    assert server.tab(key, "Рейтинг").cell(6, 2)["userEnteredValue"] == {"formulaValue": "=SUM(C2:C4)"}


def test_titles_that_are_twice_on_a_tab_stop_it(server):
    copy = [TITLES, *standing(FIVE), []]
    key = server.add("Клуб", {"Рейтинг": [*copy, TITLES, *standing(THREE)], "Игры": []})
    fault = fault_of(server, key, rating(FIVE))
    assert (fault.code, fault.values["first"], fault.values["cell"]) == ("tab-titles-twice", "A1", "A8")


MONTHS = PastTabs(["клуб"], re.compile(r"Рейтинг \d{4}-\d\d").fullmatch, [rating([])], "Игр больше нет.")
OLD = "Рейтинг 2023-12"


@pytest.mark.parametrize("remove", [False, True])
@pytest.mark.parametrize("own", ["", "a value beside", "a row under", "a note", "a chart"])
def test_a_tab_whose_games_are_gone_is_reported_and_removed_if_the_league_says_so(server, remove, own):
    rows = [TITLES, *standing(THREE)]
    tabs = {
        "Рейтинг 2023-09": rows,
        OLD: rows,
        "Рейтинг 2023-10": [["Место", "Игрок", "Город"], [1, "Кот", "Лес"]],
    }
    key = server.add("Клуб", tabs | {"Касса": rows})
    if own == "a value beside":
        server.put(key, OLD, "H2", "моё")
    if own == "a row under":
        server.put(key, OLD, "B5", "моё")
    if own == "a note":
        tab = server.tab(key, OLD)
        tab.put(1, 1, tab.cell(1, 1) | {"note": "моё"})
    if own == "a chart":
        server.tab(key, OLD).parts["charts"] = [{"chartId": 7}]
    before = server.state(key)
    found = []
    done = publish(
        key,
        rating(THREE, "Рейтинг 2023-09"),
        past=replace(MONTHS, remove=remove),
        report=lambda *one: found.append(one),
    )
    assert found == [("old-tab", OLD, OLD)]
    assert done == remove
    if not remove:
        assert server.state(key) == before
    elif own:
        after = server.rows(key, OLD)
        assert (after[0], after[1][0]) == (TITLES, "Игр больше нет.")
        assert not any(cell for row in after[2:4] for cell in row)
        assert own != "a row under" or after[4] == [None, "моё"]
    else:
        assert OLD not in Spreadsheet(key).tabs()
        assert len(Spreadsheet(key).tabs()) == 3
    assert not publish(key, rating(THREE, "Рейтинг 2023-09"), past=replace(MONTHS, remove=remove))


def test_merged_cells_charts_and_names_that_are_one_stop_it(server, club):
    merged = {"sheetId": 0, "startRowIndex": 4, "endRowIndex": 6, "startColumnIndex": 1, "endColumnIndex": 3}
    tab = server.tab(club, "Рейтинг")
    tab.parts["merges"] = [merged | {"sheetId": tab.id}]
    fault = fault_of(server, club, rating(FIVE))
    assert (fault.code, fault.values["cell"]) == ("tab-merged", "B5:C6")
    tab.parts["merges"] = [merged | {"sheetId": tab.id, "startRowIndex": 20, "endRowIndex": 22}]
    assert publish(club, rating(FIVE))
    assert fault_of(server, club, rating(THREE, "Сезон"), rating(THREE, "сезон")).code == "tab-twice"
    chart = server.tab(club, "Касса").properties
    chart["sheetType"] = "OBJECT"
    del chart["gridProperties"]
    chart["gridProperties"] = {}
    assert fault_of(server, club, rating(THREE, "Касса")).code == "tab-no-sheet"


def test_a_column_that_only_breaks_ties_is_left_off_where_there_is_no_room(server, club):
    full = rating(FIVE[:4])
    tie = Column("Тай-брейк", pd.Series([1, 2, 3, 4]), "whole", optional=True)
    told = []
    publish(club, Tab("Рейтинг", [*full.columns, tie]), report=lambda *one: told.append(one))
    assert told == [("tie-break-not-shown", "Рейтинг", "Тай-брейк")]
    assert server.rows(club, "Рейтинг")[3][4] == "заметка 1"


def test_protected_cells_are_told(server, club):
    server.protect(club, "'Рейтинг'!A3:D3")
    server.protect(club, "'Рейтинг'!A4:D9")
    assert fault_of(server, club, rating(THREE)).code == "spreadsheet-protected"


players = st.lists(
    st.tuples(st.text(min_size=1), st.integers(0, 10**9), st.floats(allow_nan=False, allow_infinity=False)),
    max_size=6,
)


@settings(max_examples=15, deadline=None)
@given(st.lists(players, min_size=2, max_size=3))
def test_whatever_stood_there_the_new_rows_stand_there_now(several):
    with pytest.MonkeyPatch.context() as patch, serving(patch) as server:
        key = server.add("Клуб", {"Игры": []})
        for one in several:
            publish(key, rating(one))
            assert not publish(key, rating(one))
        found = [row for row in server.rows(key, "Рейтинг")[1:] if any(value is not None for value in row)]
        assert [(row[2], row[3]) for row in found] == [
            (wins, pytest.approx(points)) for _, wins, points in several[-1]
        ]


# --- lost answers, and updates that are too large

LOST = [
    Trouble("json", 503, applied=True),
    Trouble("json", 500, applied=True),
    Trouble("reset", applied=True),
    Trouble("short", applied=True),
    Trouble("cut", applied=True),
]


@pytest.mark.parametrize("trouble", LOST, ids=lambda one: one.kind)
def test_an_update_whose_answer_was_lost_is_not_sent_again(server, club, trouble):
    server.faults = [None, None, trouble]
    assert publish(club, rating(FIVE), rating(THREE, "Сезон"))
    assert verbs(server) == ["get", "values", "update", "get", "values"]
    assert server.rows(club, "Сезон") == [TITLES, *standing(THREE)]


def test_an_update_whose_answer_comes_too_late_is_not_sent_again(server, club, monkeypatch):
    monkeypatch.setattr(http, "LIMITS", (1, 0.1))
    server.faults = [None, None, Trouble("slow", applied=True, seconds=1)]
    assert publish(club, rating(FIVE), rating(THREE, "Сезон"))
    assert verbs(server) == ["get", "values", "update", "get", "values"]


@pytest.mark.parametrize("kind", ["json", "html", "reset"])
def test_an_update_that_was_lost_itself_is_sent_again(server, club, kind):
    server.faults = [None, None, Trouble(kind, 503)]
    assert publish(club, rating(FIVE), rating(THREE, "Сезон"))
    assert verbs(server) == ["get", "values", "update", "get", "values", "update"]
    assert server.rows(club, "Сезон") == [TITLES, *standing(THREE)]


def test_one_that_google_did_not_let_in_is_sent_again_as_it_is(server, club):
    server.faults = [None, None, Trouble("json", 429)]
    assert publish(club, rating(FIVE))
    assert verbs(server) == ["get", "values", "update", "update"]


def test_an_answer_that_never_comes_leaves_old_or_new(server, club):
    server.faults = [None, None, *[Trouble("json", 503)] * 100]
    assert fault_of(server, club, rating(FIVE)).code in ("google-unsure", "google-unreachable")
    assert len(server.calls) < 30


def details(rows):
    """A tab of every seat, which is not needed in one step with the ratings."""
    table = pd.DataFrame({"Дата": range(rows), "Игрок": [f"Игрок {row}" for row in range(rows)]})
    return Tab(
        "Детали",
        [Column("Дата", table["Дата"], "whole"), Column("Игрок", table["Игрок"], "text")],
        whole=False,
    )


def test_of_an_update_that_is_too_large_the_ratings_stay_whole(server, club, monkeypatch):
    monkeypatch.setattr(google, "MOST_BYTES", 10_000)
    tabs = [rating(THREE, "Март"), rating(FIVE, "Сезон"), details(500)]
    assert publish(club, *tabs)
    updates = [call.body["requests"] for call in server.calls if call.path.endswith(":batchUpdate")]
    assert len(updates) > 5
    assert all(
        len(json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode()) <= 10_000 for one in updates
    )
    added = [
        [one["addSheet"]["properties"]["title"] for one in update if "addSheet" in one]
        for update in updates[:2]
    ]
    assert added == [["Март", "Сезон"], ["Детали"]]
    assert server.rows(club, "Детали") == [["Дата", "Игрок"], *([row, f"Игрок {row}"] for row in range(500))]
    assert not publish(club, *tabs)


@pytest.mark.parametrize("applied", [True, False])
def test_after_a_lost_answer_in_the_middle_of_many_the_rest_is_written(server, club, monkeypatch, applied):
    monkeypatch.setattr(google, "MOST_BYTES", 10_000)
    server.faults = [None] * 5 + [Trouble("reset", applied=applied)]
    assert publish(club, rating(THREE, "Сезон"), details(500))
    assert server.rows(club, "Сезон") == [TITLES, *standing(THREE)]
    assert len(server.rows(club, "Детали")) == 501


def test_ratings_that_are_too_large_for_one_update_are_not_published_in_parts(server, club, monkeypatch):
    monkeypatch.setattr(google, "MOST_BYTES", 10_000)
    many = [(f"Игрок {number}", 1, 0.5) for number in range(200)]
    assert fault_of(server, club, rating(THREE, "Март"), rating(many, "Сезон")).code == "spreadsheet-too-much"
