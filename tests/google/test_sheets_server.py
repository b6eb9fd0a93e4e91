"""The server that stands for Google in the tests: gspread itself over real sockets, and plain requests, against it."""

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import gspread
import openpyxl
import pytest
import requests
from requests.adapters import HTTPAdapter
from sheets_protocol import parse_mask
from sheets_server import Fault, Formula, Percent, SheetsServer, Trouble, troubles

GAMES = [
    ["Дата", "Игрок", "Допы", "Доля", "ЛХ"],
    [dt.date(2025, 9, 1), "Сокол", 0.3, Percent(0.125), True],
    [dt.datetime(2025, 9, 1, 19, 30), "Мята", -1, None, Fault("#N/A")],
    [None, None, None, None, None],
    [None, "Ёж", 12],
]


class ToServer(HTTPAdapter):
    """What is sent to Google goes to the server."""

    def __init__(self, url):
        super().__init__()
        self.url = url

    def send(self, request, **options):
        request.url = request.url.replace("https://sheets.googleapis.com", self.url, 1)
        return super().send(request, **options)


@pytest.fixture
def server():
    with SheetsServer() as server:
        yield server


@pytest.fixture
def session(server):
    with requests.Session() as session:
        session.mount("https://sheets.googleapis.com", ToServer(server.url))
        yield session


@pytest.fixture
def key(server):
    return server.add("Клуб", {"Игры": GAMES, "Sheet2": []}, locale="ru_RU", time_zone="Europe/Kyiv")


@pytest.fixture
def club(session, key):
    return gspread.Client(None, session).open_by_key(key)


@pytest.fixture
def ask(server, session, key):
    """A request about the club's spreadsheet: the status and the answer."""

    def ask(method, path="", body=None, **query):
        answer = session.request(method, f"{server.url}/v4/spreadsheets/{key}{path}", params=query, json=body)
        return answer.status_code, answer.json()

    return ask


@pytest.fixture
def update(ask):
    """batchUpdate: the replies, or the message of what was refused."""

    def update(*requests):
        status, answer = ask("POST", ":batchUpdate", {"requests": list(requests)})
        return answer["replies"] if status == 200 else answer["error"]["message"]

    return update


def cells(*rows, sheet=0, row=0, column=0, fields="userEnteredValue"):
    """updateCells of rows of texts and numbers from a cell on."""
    names = {str: "stringValue", int: "numberValue", float: "numberValue", bool: "boolValue"}
    values = [[{"userEnteredValue": {names[type(cell)]: cell}} for cell in row] for row in rows]
    start = {"sheetId": sheet, "rowIndex": row, "columnIndex": column}
    return {"updateCells": {"start": start, "rows": [{"values": row} for row in values], "fields": fields}}


# gspread, as it is


def test_gspread_opens_a_spreadsheet(club):
    assert (club.title, club.locale, club.timezone) == ("Клуб", "ru_RU", "Europe/Kyiv")
    assert [(tab.title, tab.index, tab.row_count, tab.col_count) for tab in club.worksheets()] == [
        ("Игры", 0, 1000, 26),
        ("Sheet2", 1, 1000, 26),
    ]


def test_gspread_reads_what_the_cells_show_in_the_locale_of_the_spreadsheet(club):
    assert club.worksheet("Игры").get() == [
        ["Дата", "Игрок", "Допы", "Доля", "ЛХ"],
        ["01.09.2025", "Сокол", "0,3", "12,50%", "ИСТИНА"],
        ["01.09.2025 19:30:00", "Мята", "-1", "", "#N/A"],
        [],
        ["", "Ёж", "12"],
    ]


def test_gspread_reads_unformatted_values_with_their_types_and_dates_as_serial_numbers(club):
    rows = club.worksheet("Игры").get(value_render_option="UNFORMATTED_VALUE")
    assert rows[1] == [45901, "Сокол", 0.3, 0.125, True]  # 45901 days after 1899-12-30
    assert rows[2] == [45901.8125, "Мята", -1, "", "#N/A"]
    assert [type(value) for value in rows[1]] == [int, str, float, float, bool]


def test_gspread_reads_dates_as_texts_if_asked_to(club):
    options = {"value_render_option": "UNFORMATTED_VALUE", "date_time_render_option": "FORMATTED_STRING"}
    assert club.worksheet("Игры").get("A2:C2", **options) == [["01.09.2025", "Сокол", 0.3]]


def test_gspread_reads_formulas_and_what_they_are_worth(server, session):
    key = server.add(
        "Клуб", {"Игры": [[2, Formula("=A1+1", 3), Formula("=NA()", Fault("#N/A")), Fault("#REF!")]]}
    )
    tab = gspread.Client(None, session).open_by_key(key).sheet1
    assert tab.get(value_render_option="FORMULA") == [[2, "=A1+1", "=NA()", "=#REF!"]]
    assert tab.get(value_render_option="UNFORMATTED_VALUE") == [[2, 3, "#N/A", "#REF!"]]


def test_gspread_writes_raw_and_as_typed(club, server, key):
    tab = club.worksheet("Sheet2")
    tab.update([["0,5", "=A1", "01.09.2025"], [7, True, None]], "A1")
    assert server.rows(key, "Sheet2") == [["0,5", "=A1", "01.09.2025"], [7, True]]
    tab.update([["0,5", "0.5", "01.09.2025", "12%", "'5", "истина"]], "A1", value_input_option="USER_ENTERED")
    assert server.rows(key, "Sheet2")[0] == [0.5, "0.5", 45901, 0.12, "5", True]
    assert server.formats(key, "Sheet2") == {
        "C1": {"numberFormat": {"type": "DATE"}},
        "D1": {"numberFormat": {"type": "PERCENT"}},
    }


def test_gspread_appends_clears_and_writes_many_ranges(club, server, key):
    tab = club.worksheet("Sheet2")
    tab.append_rows([["a", 1], ["b", 2]])
    tab.append_row(["c", 3])
    assert server.rows(key, "Sheet2") == [["a", 1], ["b", 2], ["c", 3]]
    tab.batch_update([{"range": "A1", "values": [["d"]]}, {"range": "B2:B3", "values": [[5], [6]]}])
    assert server.rows(key, "Sheet2") == [["d", 1], ["b", 5], ["c", 6]]
    tab.batch_clear(["A1:A2", "B3"])
    assert server.rows(key, "Sheet2") == [[None, 1], [None, 5], ["c"]]
    tab.clear()
    assert server.rows(key, "Sheet2") == []


def test_gspread_adds_renames_moves_copies_and_deletes_tabs(club, server, key):
    tab = club.add_worksheet("Рейтинг", rows=5, cols=3, index=0)
    tab.update([["Место"]], "A1")
    tab.update_title("Зачёт")
    tab.freeze(rows=1)
    tab.hide()
    club.reorder_worksheets([club.worksheet("Sheet2"), club.worksheet("Игры"), tab])
    copied = club.duplicate_sheet(tab.id, new_sheet_name="Копия")
    club.del_worksheet(club.worksheet("Sheet2"))
    assert [tab.title for tab in club.worksheets()] == ["Копия", "Игры", "Зачёт"]
    assert server.rows(key, "Копия") == [["Место"]]
    assert copied.id != tab.id
    assert server.tab(key, "Зачёт").properties == {
        "sheetId": tab.id,
        "title": "Зачёт",
        "sheetType": "GRID",
        "hidden": True,
        "gridProperties": {"rowCount": 5, "columnCount": 3, "frozenRowCount": 1},
    }


def test_gspread_inserts_deletes_and_resizes_rows_and_columns(club, server, key):
    tab = club.worksheet("Sheet2")
    tab.update([["a", 1], ["b", 2], ["c", 3]], "A1")
    tab.merge_cells("A3:B3")
    tab.insert_row(["new", 0], 2)
    tab.delete_columns(1)
    assert server.rows(key, "Sheet2") == [[1], [0], [2], [3]]
    merged = {
        "sheetId": tab.id,
        "startRowIndex": 3,
        "endRowIndex": 4,
        "startColumnIndex": 0,
        "endColumnIndex": 1,
    }
    assert server.tab(key, "Sheet2").parts["merges"] == [merged]
    tab.delete_rows(1, 2)
    tab.resize(rows=2, cols=1)
    assert server.rows(key, "Sheet2") == [[2], [3]]
    assert (server.tab(key, "Sheet2").row_count, server.tab(key, "Sheet2").column_count) == (2, 1)


def test_gspread_formats_notes_filters_and_protects(club, server, key):
    tab = club.worksheet("Игры")
    tab.format("A1:B1", {"textFormat": {"bold": True}})
    tab.update_notes({"A2": "первая игра"})
    tab.set_basic_filter("A1:E5")
    tab.add_protected_range("A1:E1")
    club.update_timezone("Europe/Warsaw")
    bold = {"textFormat": {"bold": True}}
    assert server.formats(key, "Игры") == {
        "A1": bold,
        "B1": bold,
        "A2": {"numberFormat": {"type": "DATE"}},
        "D2": {"numberFormat": {"type": "PERCENT", "pattern": "0.00%"}},
        "A3": {"numberFormat": {"type": "DATE_TIME"}},
    }
    assert tab.get_note("A2") == "первая игра"
    assert sorted(server.tab(key, "Игры").parts) == ["basicFilter", "protectedRanges"]
    assert [one["requestingUserCanEdit"] for one in club.list_protected_ranges(tab.id)] == [True]
    assert server.book(key).properties["timeZone"] == "Europe/Warsaw"


def test_gspread_defines_a_named_range_and_reads_it(club):
    club.worksheet("Игры").define_named_range("B1:B3", "Имена")
    assert club.values_get("Имена")["values"] == [["Игрок"], ["Сокол"], ["Мята"]]
    assert [one["name"] for one in club.list_named_ranges()] == ["Имена"]


# Values


@pytest.mark.parametrize(
    ("asked", "answered", "rows"),
    [
        ("Игры", "'Игры'!A1:Z1000", 5),
        ("'Игры'", "'Игры'!A1:Z1000", 5),
        ("игры!B2:C3", "'Игры'!B2:C3", 2),
        ("'Игры'!B3:C3", "'Игры'!B3:C3", 1),
        ("'Игры'!B:C", "'Игры'!B1:C1000", 5),
        ("'Игры'!2:3", "'Игры'!A2:Z3", 2),
        ("'Игры'!A3:B", "'Игры'!A3:B1000", 3),
        ("'Игры'!C3:B2", "'Игры'!B2:C3", 2),
        ("B2", "'Игры'!B2", 1),
        ("'Игры'!A1:ZZ5000", "'Игры'!A1:Z1000", 5),
        ("Sheet2!A1:C3", "Sheet2!A1:C3", 0),
    ],
)
def test_a_range_answers_with_its_part_of_the_grid_and_its_filled_rows(ask, asked, answered, rows):
    status, answer = ask("GET", f"/values/{asked}")
    assert (status, answer["range"], len(answer.get("values", []))) == (200, answered, rows)
    assert ("values" in answer) == (rows > 0)


def test_by_columns_a_range_is_turned(ask):
    _, answer = ask("GET", "/values/'Игры'!B1:D5", majorDimension="COLUMNS")
    assert answer["values"] == [
        ["Игрок", "Сокол", "Мята", "", "Ёж"],
        ["Допы", "0,3", "-1", "", "12"],
        ["Доля", "12,50%"],
    ]


def test_many_ranges_come_in_one_answer(ask):
    _, answer = ask("GET", "/values:batchGet", ranges=["'Игры'!B2", "Sheet2"], valueRenderOption="FORMULA")
    assert answer["valueRanges"] == [
        {"range": "'Игры'!B2", "majorDimension": "ROWS", "values": [["Сокол"]]},
        {"range": "Sheet2!A1:Z1000", "majorDimension": "ROWS"},
    ]


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en_US", ["9/1/2025", "9/1/2025 19:05:00", "7:05:00", "1234.5", "12.50%", "TRUE", "0.3333333333"]),
        (
            "en_GB",
            ["01/09/2025", "01/09/2025 19:05:00", "7:05:00", "1234.5", "12.50%", "TRUE", "0.3333333333"],
        ),
        (
            "uk_UA",
            ["01.09.2025", "01.09.2025 19:05:00", "7:05:00", "1234,5", "12,50%", "TRUE", "0,3333333333"],
        ),
    ],
)
def test_a_locale_shows_its_own_dates_and_decimal_marks(server, session, locale, shown):
    moment = dt.datetime(2025, 9, 1, 19, 5)
    row = [moment.date(), moment, dt.time(7, 5), 1234.5, Percent(0.125), True, 1 / 3]
    key = server.add("Клуб", {"Игры": [row]}, locale=locale)
    assert gspread.Client(None, session).open_by_key(key).sheet1.get() == [shown]


@pytest.mark.parametrize(
    ("number", "pattern", "shown"),
    [
        (1234.5, "#,##0.00", "1\u00a0234,50"),
        (2.0, "0.0#", "2,0"),
        (2.25, "0.0#", "2,25"),
        (0.5, "0%", "50%"),
        (45901.8125, "d mm yy hh:mm", "1 09 25 19:30"),
    ],
)
def test_a_number_format_shows_its_pattern(update, club, number, pattern, shown):
    kind = "DATE_TIME" if "y" in pattern else "PERCENT" if "%" in pattern else "NUMBER"
    cell = {
        "userEnteredValue": {"numberValue": number},
        "userEnteredFormat": {"numberFormat": {"type": kind, "pattern": pattern}},
    }
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
    assert update({"repeatCell": {"range": area, "cell": cell, "fields": "*"}}) == [{}]
    assert club.values_get("A1")["values"] == [[shown]]


@pytest.mark.parametrize(
    ("method", "path", "body", "query", "message"),
    [
        ("GET", "/values/Нет!A1:B2", None, {}, "Unable to parse range: Нет!A1:B2"),
        ("GET", "/values/A1:B2:C3", None, {}, "Unable to parse range: A1:B2:C3"),
        (
            "GET",
            "/values/Sheet2!A1001",
            None,
            {},
            "Range (Sheet2!A1001) exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
        (
            "GET",
            "/values/Игры!AA1:AB",
            None,
            {},
            "Range ('Игры'!AA1:AB) exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
        (
            "PUT",
            "/values/Sheet2!A1:B1",
            {"values": [["a", "b", "c"]]},
            {"valueInputOption": "RAW"},
            "Requested writing within range [Sheet2!A1:B1], but tried writing to column [C]",
        ),
        (
            "PUT",
            "/values/Sheet2!A1:B1",
            {"values": [["a"], ["b"]]},
            {"valueInputOption": "RAW"},
            "Requested writing within range [Sheet2!A1:B1], but tried writing to row [2]",
        ),
        (
            "PUT",
            "/values/Sheet2!A1",
            {"values": [["a"]]},
            {},
            "'valueInputOption' is required but not specified",
        ),
        (
            "PUT",
            "/values/A1",
            {"values": [["x" * 50_001]]},
            {"valueInputOption": "RAW"},
            "Your input contains more than the maximum of 50000 characters in a single cell.",
        ),
        (
            "POST",
            "/values:batchClear",
            {"ranges": ["Sheet2", "Sheet2!A1001:B"]},
            {},
            "Invalid range[1]: Range (Sheet2!A1001:B) exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
    ],
)
def test_what_cannot_be_read_or_written_is_refused_in_googles_words(ask, method, path, body, query, message):
    status, answer = ask(method, path, body, **query)
    assert (status, answer) == (
        400,
        {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}},
    )


# The official form of requests


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"addTab": {}},
            "Invalid JSON payload received. Unknown name \"addTab\" at 'requests[0]': Cannot find field.",
        ),
        (
            {"addSheet": {"properties": {"name": "Рейтинг"}}},
            "Invalid JSON payload received. Unknown name \"name\" at 'requests[0].add_sheet.properties': Cannot find field.",
        ),
        (
            {"deleteSheet": {"sheetId": "Игры"}},
            "Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), \"Игры\"",
        ),
        (
            {"addSheet": {"properties": {"title": 5}}},
            "Invalid value at 'requests[0].add_sheet.properties.title' (TYPE_STRING), 5",
        ),
        (
            {"appendDimension": {"dimension": "LINES"}},
            (
                "Invalid value at 'requests[0].append_dimension.dimension' "
                '(type.googleapis.com/google.apps.sheets.v4.AppendDimensionRequest.Dimension), "LINES"'
            ),
        ),
        (
            {"deleteSheet": {"sheetId": 0}, "addSheet": {}},
            "Invalid value at 'requests[0]' (oneof), oneof field is already set. Cannot set 'addSheet'",
        ),
        (
            {"updateCells": {"rows": [{"values": [{"userEnteredValue": {"boolValue": 1}}]}]}},
            "Invalid value at 'requests[0].update_cells.rows[0].values[0].user_entered_value.bool_value' (TYPE_BOOL), 1",
        ),
    ],
)
def test_a_request_that_is_not_of_the_official_form_is_refused_with_its_place(ask, request_, message):
    status, answer = ask("POST", ":batchUpdate", {"requests": [request_]})
    assert (status, answer["error"]["status"], answer["error"]["message"]) == (
        400,
        "INVALID_ARGUMENT",
        message,
    )
    (details,) = answer["error"]["details"]
    assert details["@type"] == "type.googleapis.com/google.rpc.BadRequest"
    assert [told["description"] for told in details["fieldViolations"]] == [message]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            {"render": "FORMULA"},
            (
                'Invalid JSON payload received. Unknown name "render": Cannot bind query parameter. '
                "Field 'render' could not be found in request message."
            ),
        ),
        (
            {"valueRenderOption": "RAW"},
            "Invalid value at 'value_render_option' (type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), \"RAW\"",
        ),
        (
            {"majorDimension": ["ROWS", "COLUMNS"]},
            'Invalid JSON payload received. Unknown name "majorDimension": Proto field is not repeating, cannot start list.',
        ),
    ],
)
def test_a_query_that_is_not_of_the_official_form_is_refused(ask, query, message):
    status, answer = ask("GET", "/values/A1", **query)
    assert (status, answer["error"]["message"]) == (400, message)


def test_a_body_that_is_no_json_or_no_object_is_refused(server, session, key):
    address = f"{server.url}/v4/spreadsheets/{key}:batchUpdate"
    for text, told in (("{", "Invalid JSON payload"), ('{"requests": NaN}', "NaN"), ("[]", "Root element")):
        answer = session.post(address, data=text)
        assert (answer.status_code, told in answer.json()["error"]["message"]) == (400, True)


def test_what_the_server_does_not_simulate_is_told_and_not_left_out(ask, update, server, session):
    assert (
        update({"findReplace": {"find": "a"}})
        == "Invalid requests[0].findReplace: findReplace is not simulated"
    )
    assert ask("POST", ":getByDataFilter", {})[0] == 501
    assert session.get(f"{server.url}/drive/v3/files").status_code == 404


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ("properties.title", {"properties": {"title": "Клуб"}}),
        ("properties(title,locale)", {"properties": {"title": "Клуб", "locale": "ru_RU"}}),
        (
            "sheets/properties/title",
            {"sheets": [{"properties": {"title": "Игры"}}, {"properties": {"title": "Sheet2"}}]},
        ),
        ("sheets(properties(sheetId,index))", None),
    ],
)
def test_fields_choose_the_parts_of_an_answer(ask, server, key, fields, answer):
    second = server.tab(key, "Sheet2").id
    ids = {
        "sheets": [
            {"properties": {"sheetId": 0, "index": 0}},
            {"properties": {"sheetId": second, "index": 1}},
        ]
    }
    assert ask("GET", fields=fields) == (200, answer or ids)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ("sheets.sheetProperties", "sheets.sheetProperties"),
        ("properties, sheets", " sheets"),
        ("properties(title", "("),
        ("sheets.properties.title.text", "sheets.properties.title.text"),
    ],
)
def test_fields_that_there_are_not_are_refused(ask, fields, path):
    status, answer = ask("GET", fields=fields)
    assert (status, answer["error"]["message"]) == (400, "Request contains an invalid argument.")
    (told,) = answer["error"]["details"][0]["fieldViolations"]
    assert (
        told["description"]
        == f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
    )


def test_a_mask_of_a_whole_field_and_of_its_part_takes_the_whole():
    assert parse_mask("a,a.b,c.d,c(e,f/g)") == {"a": {}, "c": {"d": {}, "e": {}, "f": {"g": {}}}}


# A spreadsheet with its cells


def test_cells_come_with_what_was_typed_what_it_is_worth_and_what_is_shown(ask):
    fields = "sheets(properties.title,data(startRow,startColumn,rowData.values(userEnteredValue,effectiveValue,formattedValue)))"
    _, answer = ask("GET", ranges=["'Игры'!B2:C3"], fields=fields)

    def cell(shown, **value):
        return {"userEnteredValue": value, "effectiveValue": value, "formattedValue": shown}

    rows = [
        {"values": [cell("Сокол", stringValue="Сокол"), cell("0,3", numberValue=0.3)]},
        {"values": [cell("Мята", stringValue="Мята"), cell("-1", numberValue=-1)]},
    ]
    assert answer == {
        "sheets": [
            {"properties": {"title": "Игры"}, "data": [{"startRow": 1, "startColumn": 1, "rowData": rows}]},
        ]
    }


@pytest.mark.parametrize(
    ("query", "with_cells"),
    [
        ({}, False),
        ({"includeGridData": "false"}, False),
        ({"includeGridData": "true"}, True),
        ({"includeGridData": "true", "fields": "sheets.properties"}, False),
        ({"fields": "sheets(data.rowData)"}, True),
        ({"fields": "*"}, True),
    ],
)
def test_cells_come_if_they_are_asked_for(ask, query, with_cells):
    _, answer = ask("GET", **query)
    assert ["data" in sheet for sheet in answer["sheets"]] == [with_cells, with_cells]


def test_a_hyperlink_shows_its_label_and_gives_its_address(update, ask):
    link = '=HYPERLINK("#gid=0&range=A2";"Игра ""1""")'
    comma = '=HYPERLINK("#gid=0","Игра")'  # in a locale with a decimal comma it parts nothing
    row = [{"userEnteredValue": {"formulaValue": text}} for text in (link, comma, '=HYPERLINK("#gid=0")')]
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    assert update(
        {"updateCells": {"start": start, "rows": [{"values": row}], "fields": "userEnteredValue"}}
    ) == [{}]
    _, answer = ask("GET", ranges=["A1:C1"], fields="sheets.data.rowData.values(formattedValue,hyperlink)")
    assert answer["sheets"][0]["data"][0]["rowData"][0]["values"] == [
        {"formattedValue": 'Игра "1"', "hyperlink": "#gid=0&range=A2"},
        {"formattedValue": "#ERROR!", "hyperlink": "#gid=0"},
        {"formattedValue": "#gid=0", "hyperlink": "#gid=0"},
    ]


def test_other_new_formulas_are_worth_what_the_test_says(update, server, key):
    server.book(key).results["=1+1"] = 2
    formulas = [{"userEnteredValue": {"formulaValue": text}} for text in ("=1+1", "=2+2")]
    start = {"sheetId": server.tab(key, "Sheet2").id}
    update({"updateCells": {"start": start, "rows": [{"values": formulas}], "fields": "userEnteredValue"}})
    assert server.rows(key, "Sheet2") == [[2, ""]]


# batchUpdate


def test_batch_update_is_all_or_nothing(update, server, key):
    before = server.state(key)
    told = update(
        {"addSheet": {"properties": {"title": "Рейтинг"}}}, cells(["a"]), {"deleteSheet": {"sheetId": 99}}
    )
    assert told == "Invalid requests[2].deleteSheet: No grid with id: 99"
    assert server.state(key) == before
    assert update({"addSheet": {"properties": {"title": "Рейтинг"}}}, cells(["a"]))[1] == {}
    assert server.state(key) != before
    assert server.rows(key, "Игры")[0][0] == "a"


def test_a_tab_is_filled_in_the_request_that_adds_it(update, server, key):
    properties = {"sheetId": 77, "title": "Рейтинг", "gridProperties": {"rowCount": 3, "columnCount": 2}}
    (added, *_) = update(
        {"addSheet": {"properties": properties}}, cells(["Место", "Игрок"], [1, "Ёж"], sheet=77)
    )
    assert added["addSheet"]["properties"] == properties | {"index": 2, "sheetType": "GRID"}
    assert server.rows(key, "Рейтинг") == [["Место", "Игрок"], [1, "Ёж"]]


def test_a_text_stays_a_text_whatever_it_looks_like(update, server, key):
    update(cells(["=A1", "5", "01.09.2025", "'x", "TRUE"]))
    assert server.rows(key, "Игры")[0] == ["=A1", "5", "01.09.2025", "'x", "TRUE"]


def test_fields_of_cells_outside_of_the_mask_stay_and_those_inside_of_the_range_go(update, server, key):
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    rows = [{"values": [{"userEnteredValue": {"stringValue": "Новая"}, "note": "не в маске"}]}]
    assert update({"updateCells": {"range": area, "rows": rows, "fields": "userEnteredValue"}}) == [{}]
    assert server.rows(key, "Игры")[:3] == [
        ["Новая", None, "Допы", "Доля", "ЛХ"],
        [None, None, 0.3, 0.125, True],
        [None, None, -1, None, Fault("#N/A")],
    ]
    assert server.formats(key, "Игры")["A2"] == {"numberFormat": {"type": "DATE"}}
    assert "note" not in server.tab(key, "Игры").cell(0, 0)


def test_a_part_of_a_format_is_changed_by_itself(update, server, key):
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1}

    def format_(fields, **given):
        return update({"repeatCell": {"range": area, "cell": {"userEnteredFormat": given}, "fields": fields}})

    format_(
        "userEnteredFormat(textFormat.bold,horizontalAlignment)",
        textFormat={"bold": True},
        horizontalAlignment="CENTER",
    )
    number_format = {"numberFormat": {"type": "DATE"}}
    both = {"textFormat": {"bold": True}, "horizontalAlignment": "CENTER"}
    assert server.formats(key, "Игры")["A2"] == number_format | both
    format_("userEnteredFormat.textFormat")
    assert server.formats(key, "Игры")["A2"] == number_format | {"horizontalAlignment": "CENTER"}


@pytest.mark.parametrize(
    ("requests_", "message"),
    [
        ([], "Must specify at least one request."),
        (
            [{"addSheet": {"properties": {"title": "ИГРЫ"}}}],
            'Invalid requests[0].addSheet: A sheet with the name "ИГРЫ" already exists. Please enter another name.',
        ),
        (
            [{"repeatCell": {"range": {"sheetId": 0}, "cell": {}}}],
            (
                "Invalid requests[0].repeatCell: At least one field must be listed in 'fields'. "
                "(Use '*' to indicate all fields.)"
            ),
        ),
        ([cells(["a"], fields="values")], "Invalid requests[0].updateCells: Invalid field: values"),
        (
            [cells(["a", "b"], row=999, column=25)],
            "Invalid requests[0].updateCells: Attempting to write column: 26, beyond the last requested column of: 25",
        ),
        (
            [cells(["a"], ["b"], row=999)],
            "Invalid requests[0].updateCells: Attempting to write row: 1000, beyond the last requested row of: 999",
        ),
        (
            [
                {
                    "repeatCell": {
                        "range": {"sheetId": 0, "startRowIndex": 1000, "endColumnIndex": 2},
                        "fields": "note",
                    }
                }
            ],
            "Invalid requests[0].repeatCell: Range ('Игры'!A1001:B) exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
        (
            [cells(["я" * 50_001])],
            (
                "Invalid requests[0].updateCells: "
                "Your input contains more than the maximum of 50000 characters in a single cell."
            ),
        ),
        (
            [{"appendDimension": {"sheetId": 0, "dimension": "ROWS", "length": 400_000}}],
            (
                "Invalid requests[0].appendDimension: "
                "This action would increase the number of cells in the workbook above the limit of 10000000 cells."
            ),
        ),
        (
            [{"updateSheetProperties": {"properties": {"title": "Sheet2"}, "fields": "title"}}],
            (
                "Invalid requests[0].updateSheetProperties: "
                'A sheet with the name "Sheet2" already exists. Please enter another name.'
            ),
        ),
        (
            [
                {
                    "updateSheetProperties": {
                        "properties": {"gridProperties": {"rowCount": 0}},
                        "fields": "gridProperties.rowCount",
                    }
                }
            ],
            "Invalid requests[0].updateSheetProperties: You can't delete all the rows on the sheet.",
        ),
        (
            [
                {
                    "createDeveloperMetadata": {
                        "developerMetadata": {"metadataKey": "a", "location": {"spreadsheet": True}}
                    }
                }
            ],
            "Invalid requests[0].createDeveloperMetadata: Developer metadata must have a visibility specified.",
        ),
    ],
)
def test_a_request_that_cannot_be_done_is_refused_with_its_number(update, server, key, requests_, message):
    before = server.state(key)
    assert update(*requests_) == message
    assert server.state(key) == before


def test_a_tab_has_a_title_of_at_most_100_characters(update, server, key):
    told = "The sheet name cannot be greater than 100 characters."
    assert (
        update({"addSheet": {"properties": {"title": "я" * 101}}}) == f"Invalid requests[0].addSheet: {told}"
    )
    update({"addSheet": {"properties": {"title": "я" * 100}}})
    assert server.tab(key, "я" * 100).row_count == 1000


def test_a_chart_may_have_a_tab_of_its_own_and_is_no_range(server, session):
    key = server.add("Клуб", {"Игры": GAMES, "Диаграмма": None})
    address = f"{server.url}/v4/spreadsheets/{key}"
    _, chart = session.get(address).json()["sheets"]
    assert (chart["properties"]["sheetType"], "gridProperties" in chart["properties"]) == ("OBJECT", False)
    for text in ("Диаграмма", "'Диаграмма'!A1"):
        told = session.get(f"{address}/values/{text}").json()["error"]["message"]
        assert told == f"Unable to parse range: {text}"
    sheet = {"sheetId": chart["properties"]["sheetId"]}
    renamed = {"updateSheetProperties": {"properties": sheet | {"title": "Очки"}, "fields": "title"}}
    assert session.post(f"{address}:batchUpdate", json={"requests": [renamed]}).status_code == 200
    told = session.post(f"{address}:batchUpdate", json={"requests": [cells(["a"], sheet=sheet["sheetId"])]})
    assert "No grid with id" in told.json()["error"]["message"]
    assert (
        session.post(f"{address}:batchUpdate", json={"requests": [{"deleteSheet": sheet}]}).status_code == 200
    )
    assert [tab.title for tab in server.book(key).tabs] == ["Игры"]


def test_the_last_tab_stays(update, server, key):
    assert update({"deleteSheet": {"sheetId": 0}}) == [{}]
    last = server.tab(key, "Sheet2").id
    told = "Invalid requests[0].deleteSheet: You can't remove all the sheets in a document."
    assert update({"deleteSheet": {"sheetId": last}}) == told


def test_a_smaller_grid_loses_what_lies_beyond_it(update, server, key):
    grid = {"gridProperties": {"rowCount": 2, "columnCount": 2}}
    fields = "gridProperties(rowCount,columnCount)"
    assert update({"updateSheetProperties": {"properties": grid, "fields": fields}}) == [{}]
    assert server.rows(key, "Игры") == [["Дата", "Игрок"], [45901, "Сокол"]]


def test_a_protected_range_is_not_written_to(update, ask, server, key):
    server.protect(key, "'Игры'!A1:E1")
    server.protect(key, "Sheet2!A:B", warningOnly=True)
    before = server.state(key)
    told = "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit."
    assert update(cells(["a"])) == f"Invalid requests[0].updateCells: {told}"
    assert update({"deleteSheet": {"sheetId": 0}}) == f"Invalid requests[0].deleteSheet: {told}"
    status, answer = ask("PUT", "/values/A1", {"values": [["a"]]}, valueInputOption="RAW")
    assert (status, answer["error"]["message"]) == (400, told)
    assert server.state(key) == before
    assert update(cells(["a"], row=1), cells(["a"], sheet=server.tab(key, "Sheet2").id)) == [{}, {}]


def test_what_stands_beside_the_cells_is_kept_as_it_was_given(update, ask, server, key):
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 5, "startColumnIndex": 0, "endColumnIndex": 5}
    rule = {
        "ranges": [area],
        "booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {"textFormat": {"bold": True}}},
    }
    banding = {"range": area, "rowProperties": {"firstBandColor": {"red": 1}, "secondBandColor": {"blue": 1}}}
    chart = {"spec": {"title": "Очки"}, "position": {"overlayPosition": {"anchorCell": {"sheetId": 0}}}}
    given = [
        {"addBanding": {"bandedRange": banding}},
        {"addConditionalFormatRule": {"rule": rule}},
        {"addChart": {"chart": chart}},
        {"setBasicFilter": {"filter": {"range": area}}},
        {"addProtectedRange": {"protectedRange": {"range": area, "warningOnly": True}}},
    ]
    banded, _, charted, *_ = update(*given)
    assert set(banded["addBanding"]["bandedRange"]) == {"bandedRangeId", "range", "rowProperties"}
    _, answer = ask("GET")
    sheet = answer["sheets"][0]
    assert sheet["charts"] == [chart | {"chartId": charted["addChart"]["chart"]["chartId"]}]
    assert (sheet["conditionalFormats"], sheet["basicFilter"]) == ([rule], {"range": area})
    told = "You cannot add alternating background colors to a range that already has alternating background colors."
    assert update(given[0]) == f"Invalid requests[0].addBanding: {told}"
    update(
        {"deleteBanding": {"bandedRangeId": sheet["bandedRanges"][0]["bandedRangeId"]}},
        {"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}},
        {"clearBasicFilter": {"sheetId": 0}},
    )
    parts = server.tab(key, "Игры").parts
    assert {name for name, kept in parts.items() if kept} == {"charts", "protectedRanges"}


def test_sizes_of_rows_and_columns(update, ask):
    columns = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 1, "endIndex": 2}
    rows = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    update(
        {
            "updateDimensionProperties": {
                "range": rows,
                "properties": {"pixelSize": 40},
                "fields": "pixelSize",
            }
        },
        {"autoResizeDimensions": {"dimensions": columns}},
    )
    _, answer = ask("GET", ranges=["A1:C2"], fields="sheets.data(rowMetadata,columnMetadata)")
    (data,) = answer["sheets"][0]["data"]
    assert [row["pixelSize"] for row in data["rowMetadata"]] == [40, 21]
    assert [column["pixelSize"] for column in data["columnMetadata"]] == [100, 44, 100]  # Игрок: 5 characters


def test_developer_metadata_is_found_by_key_and_place_and_goes_with_its_tab(update, ask, server, key):
    second = server.tab(key, "Sheet2").id

    def create(name, value, **location):
        given = {"metadataKey": name, "metadataValue": value, "visibility": "DOCUMENT", "location": location}
        return {"createDeveloperMetadata": {"developerMetadata": given}}

    update(
        create("mark", "книга", spreadsheet=True),
        create("mark", "таб", sheetId=second),
        create("other", "", sheetId=0),
    )

    def found(**lookup):
        _, answer = ask(
            "POST", "/developerMetadata:search", {"dataFilters": [{"developerMetadataLookup": lookup}]}
        )
        return [
            one["developerMetadata"]["metadataValue"] for one in answer.get("matchedDeveloperMetadata", [])
        ]

    assert found(metadataKey="mark") == ["книга", "таб"]
    assert found(metadataKey="mark", locationType="SHEET") == ["таб"]
    assert found(metadataLocation={"sheetId": second}) == ["таб"]
    assert found(metadataKey="none") == []
    _, answer = ask("GET")
    assert [one["metadataValue"] for one in answer["developerMetadata"]] == ["книга"]
    assert [one["metadataValue"] for one in answer["sheets"][1]["developerMetadata"]] == ["таб"]
    lookup = {"developerMetadataLookup": {"metadataKey": "other"}}
    update({"deleteSheet": {"sheetId": second}}, {"deleteDeveloperMetadata": {"dataFilter": lookup}})
    assert (found(metadataKey="mark"), found(metadataKey="other")) == (["книга"], [])


# Access, and what goes wrong on the way


def test_who_may_not_is_told_so(ask, server, session, key):
    def refused(*asked):
        status, answer = ask(*asked)
        return status, answer["error"]["status"], answer["error"]["message"].split(" Enable it")[0]

    missing = session.get(f"{server.url}/v4/spreadsheets/1Missing")
    assert (missing.status_code, missing.json()["error"]["message"]) == (
        404,
        "Requested entity was not found.",
    )
    server.read_only.add(key)
    denied = (403, "PERMISSION_DENIED", "The caller does not have permission")
    assert ask("GET")[0] == 200
    assert refused("POST", ":batchUpdate", {"requests": [cells(["a"])]}) == denied
    server.denied.add(key)
    assert refused("GET") == denied
    server.disabled = True
    told = "Google Sheets API has not been used in project 123456789012 before or it is disabled."
    assert refused("GET") == (403, "PERMISSION_DENIED", told)
    server.disabled, server.denied, server.office = False, set(), {key}
    told = "This operation is not supported for this document. The document must not be an Office file."
    assert refused("GET") == (400, "FAILED_PRECONDITION", told)


WRITE = {"requests": [cells(["новое"])]}


@pytest.mark.parametrize(
    ("trouble", "status", "header", "page", "applied"),
    [
        (Trouble("json", 429), 429, None, False, False),
        (Trouble("json", 429, retry_after="7"), 429, "7", False, False),
        (Trouble("json", 500), 500, None, False, False),
        (Trouble("json", 503, applied=True), 503, None, False, True),
        (Trouble("html", 502), 502, None, True, False),
        (Trouble("html", 503, retry_after="1"), 503, "1", True, False),
        (Trouble("garbage"), 200, None, True, False),
        (Trouble("garbage", applied=True), 200, None, True, True),
    ],
)
def test_an_answer_that_goes_wrong(server, session, key, trouble, status, header, page, applied):
    server.faults = [trouble]
    address = f"{server.url}/v4/spreadsheets/{key}:batchUpdate"
    answer = session.post(address, json=WRITE)
    assert (answer.status_code, answer.headers.get("Retry-After")) == (status, header)
    assert answer.headers["Content-Type"].startswith("text/html" if page else "application/json")
    if not page:
        assert answer.json()["error"]["code"] == status
    assert (server.rows(key, "Игры")[0][0] == "новое") == applied
    assert session.post(address, json=WRITE).status_code == 200  # the script of what goes wrong is over


@pytest.mark.parametrize(
    ("trouble", "applied"),
    [
        (Trouble("reset"), False),
        (Trouble("reset", applied=True), True),
        (Trouble("short"), True),
    ],
)
def test_a_connection_that_breaks(server, session, key, trouble, applied):
    server.faults = [trouble]
    with pytest.raises((requests.ConnectionError, requests.exceptions.ChunkedEncodingError)):
        session.post(f"{server.url}/v4/spreadsheets/{key}:batchUpdate", json=WRITE)
    assert (server.rows(key, "Игры")[0][0] == "новое") == applied
    assert [call.status for call in server.calls] == [200 if trouble.kind == "short" else 0]


def test_an_answer_that_is_cut_or_late(server, session, key):
    server.faults = [Trouble("cut"), Trouble("slow", seconds=0.01), Trouble("slow", seconds=5)]
    address = f"{server.url}/v4/spreadsheets/{key}"
    with pytest.raises(requests.exceptions.JSONDecodeError):
        session.get(address).json()
    assert session.get(address).json()["properties"]["title"] == "Клуб"
    with pytest.raises(requests.Timeout):
        session.get(address, timeout=0.1)


def test_a_quota_has_its_reason(server, ask):
    server.faults = [Trouble("json", 429)]
    status, answer = ask("GET")
    assert (status, answer["error"]["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert answer["error"]["details"][0]["reason"] == "RATE_LIMIT_EXCEEDED"


def test_an_answer_is_packed_for_who_says_so_twice(server, session, key):
    address = f"{server.url}/v4/spreadsheets/{key}"
    assert "Content-Encoding" not in session.get(address).headers
    packed = session.get(address, headers={"User-Agent": "tests (gzip)"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.json()["properties"]["title"] == "Клуб"


def test_what_fails_in_the_server_itself_fails_the_test(session):
    server = SheetsServer().__enter__()
    key = server.add("Клуб", {"Игры": [["a"]]})
    server.book(key).properties["locale"] = "xx"
    with pytest.raises(requests.ConnectionError):
        session.get(f"{server.url}/v4/spreadsheets/{key}/values/A1")
    with pytest.raises(AssertionError, match="the server itself failed"):
        server.close()


def test_faults_come_in_the_order_of_their_script(server, session, key):
    server.faults = [None, Trouble("json", 503), Trouble("json", 429)]
    address = f"{server.url}/v4/spreadsheets/{key}"
    assert [session.get(address).status_code for _ in range(4)] == [200, 503, 429, 200]
    assert [call.status for call in server.calls] == [200, 503, 429, 200]


def test_faults_by_a_seed_are_the_same_again():
    def some(seed, share):
        weather = troubles(seed, share)
        return [next(weather) for _ in range(200)]

    assert some(1, 0.3) == some(1, 0.3) != some(2, 0.3)
    assert 30 < sum(trouble is not None for trouble in some(1, 0.3)) < 90
    assert some(1, 0) == [None] * 200


def test_calls_tell_what_was_asked(ask, server, key):
    ask("GET", "/values:batchGet", ranges=["A1", "Sheet2"])
    ask("POST", ":batchUpdate", WRITE, fields="replies")
    assert [(call.method, call.path, call.query, call.body, call.status) for call in server.calls] == [
        ("GET", f"/v4/spreadsheets/{key}/values:batchGet", {"ranges": ["A1", "Sheet2"]}, None, 200),
        ("POST", f"/v4/spreadsheets/{key}:batchUpdate", {"fields": ["replies"]}, WRITE, 200),
    ]


def test_what_somebody_types_meanwhile_is_there(server, club, key):
    server.put(key, "Игры", "B5", "Мальва")
    server.put(key, "Игры", "C5", None)
    assert club.worksheet("Игры").row_values(5) == ["", "Мальва"]


def test_by_itself_it_serves_a_workbook(tmp_path, session):
    book = openpyxl.Workbook()
    book.active.title = "Игры"
    book.active.append(["Дата", "Доля", "Сумма"])
    book.active.append([dt.datetime(2025, 9, 1), 0.5, "=1+1"])
    book.active["B2"].number_format = "0%"
    book.create_sheet("Пустая")
    book.save(tmp_path / "games.xlsx")
    program = [
        sys.executable,
        Path(__file__).parents[1] / "support" / "sheets_server.py",
        "--workbook",
        tmp_path / "games.xlsx",
    ]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
        try:
            told = json.loads(running.stdout.readline())
            rows = session.get(f"{told['url']}/v4/spreadsheets/{told['key']}/values/Игры").json()["values"]
            state = session.get(f"{told['url']}/__state__/{told['key']}").json()
        finally:
            running.kill()
    assert rows == [["Дата", "Доля", "Сумма"], ["01.09.2025 0:00:00", "50,00%", ""]]
    assert [tab[0]["title"] for tab in state[-1]] == ["Игры", "Пустая"]
