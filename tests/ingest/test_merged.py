"""Merged cells: read from every kind of source, and held for all the rows of a flat table that they go over."""

import zipfile

import pytest
import xlsxwriter
from at_google import serving
from sheets import HEADER, Memory, a_league, checked, game, read, sheet

from pipelines.checks import checks
from pipelines.sources.google import Spreadsheet
from pipelines.sources.workbook import Workbook


@pytest.fixture(autouse=True)
def games_alike(monkeypatch):
    """The games of these tests are copies of one; that this is found has tests of its own."""
    monkeypatch.setattr(checks.same_games, "check", lambda *_: ())


AREAS = [(1, 2, 1, 4), (2, 1, 4, 1), (3, 3, 4, 4)]  # B1:D1, A2:A4, C3:D4


def test_a_workbook_gives_its_merged_cells(tmp_path):
    with xlsxwriter.Workbook(tmp_path / "m.xlsx") as book:
        tab = book.add_worksheet("T")
        tab.write("E9", 1)
        for top, left, bottom, right in AREAS:
            tab.merge_range(top - 1, left - 1, bottom - 1, right - 1, "x")
    assert list(Workbook(tmp_path / "m.xlsx").read("T").merged) == AREAS


def test_more_merged_cells_than_are_looked_at_together(tmp_path):
    areas = [(row, 1, row + 1, 1) for row in range(1, 30_000, 2)]
    with xlsxwriter.Workbook(tmp_path / "m.xlsx") as book:
        tab = book.add_worksheet("T")
        for top, left, bottom, right in areas:
            tab.merge_range(top - 1, left - 1, bottom - 1, right - 1, "x")
    assert list(Workbook(tmp_path / "m.xlsx").read("T").merged) == areas


def ods(path, rows):
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("META-INF/manifest.xml", "<manifest/>")
        book.writestr(
            "content.xml",
            f"<office:document-content{names}><office:body><office:spreadsheet>"
            f'<table:table table:name="T">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return path


def test_an_ods_gives_its_merged_cells(tmp_path):
    def cell(spans=""):
        return f'<table:table-cell office:value-type="string"{spans}><text:p>x</text:p></table:table-cell>'

    def span(columns, rows):
        return f' table:number-columns-spanned="{columns}" table:number-rows-spanned="{rows}"'

    covered = "<table:covered-table-cell/>"
    two, three = (f'<table:covered-table-cell table:number-columns-repeated="{n}"/>' for n in (2, 3))
    gap = '<table:table-cell table:number-columns-repeated="1"/>'
    rows = [
        cell() + cell(span(3, 1)) + two + cell(span(1, 1)),
        cell(span(1, 3)) + gap + cell(),
        covered + gap + cell(span(2, 2)) + covered,
        covered + gap + two,
        three,
    ]
    xml = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    assert list(Workbook(ods(tmp_path / "m.ods", xml)).read("T").merged) == AREAS


def test_a_google_spreadsheet_gives_its_merged_cells(monkeypatch):
    with serving(monkeypatch) as server:
        key = server.add("Клуб", {"T": [["a", "b"]] * 4})
        server.tab(key, "T").parts["merges"] = [
            {
                "startRowIndex": top - 1,
                "startColumnIndex": left - 1,
                "endRowIndex": bottom,
                "endColumnIndex": right,
            }
            for top, left, bottom, right in AREAS
        ]
        assert list(Spreadsheet(key).read("T").merged) == AREAS


# --- what they hold

TWO_GAMES = [{"date": "2023-03-01"}, {"date": "2023-03-01"}]  # rows 2-11 and 12-21


def area(field, top, bottom, to=None):
    left = HEADER.index(field) + 1
    return (top, left, bottom, HEADER.index(to) + 1 if to else left)


def merged(rows, *areas):
    """The rows of a sheet with nothing but the first cell in each merged area, and what is found in them."""
    rows = [list(row) for row in rows]
    for top, left, bottom, right in areas:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (row, column) != (top, left):
                    rows[row - 1][column - 1] = ""
    return checked(Memory({"Games": rows}, merged=areas), a_league())


@pytest.mark.parametrize("field", ["date", "table", "club", "kind", "winner"])
def test_a_fact_merged_over_games_is_that_of_all(field):
    facts = {"date": "2023-03-01", "table": "Б", "club": "4М+", "kind": "unrated", "winner": "black"}
    rows = sheet([facts, facts])
    as_typed, _ = checked(Memory({"Games": rows}), a_league())
    sheets, found = merged(rows, area(field, 2, 21))
    assert sheets.seats[field].tolist() == as_typed.seats[field].tolist()
    assert found[found["code"] != "similar-names"].empty


def test_a_merged_fact_goes_no_further_than_its_cells():
    rows = sheet([{"kind": "unrated"}, {"kind": "unrated"}, {"kind": ""}])
    sheets, found = merged(rows, area("kind", 2, 21))
    assert sheets.seats.groupby("game_no")["kind"].first().tolist() == ["unrated", "unrated", "rated"]
    assert found.empty


def test_a_fact_merged_from_a_row_without_a_seat_and_over_one():
    rows = sheet([{}, {}])
    kind = HEADER.index("kind")
    title, blank = [""] * len(HEADER), [""] * len(HEADER)
    title[kind] = "unrated"
    rows = [rows[0], title, *rows[1:11], blank, *rows[11:]]
    sheets, found = merged(rows, area("kind", 2, 23))
    assert set(sheets.seats["kind"]) == {"unrated"}
    assert found["code"].tolist() == []


def test_a_role_merged_over_seats_is_that_of_all():
    assert merged(sheet([{}]), area("role", 2, 7))[1].empty


CASES = [  # what is merged in a sheet of two games, what is found, at which rows
    (area("bonus_typed", 2, 3), {"bonus_typed": "0.4"}, "merged-seats", [2, 3]),
    (area("best_move", 2, 11), {"best_move": "2 3 4", "is_first_kill": "+"}, "merged-seats", [*range(2, 12)]),
    (area("removal", 2, 3), {"removal": "+"}, "merged-seats", [2, 3]),
    (area("bonus_typed", 2, 3), {}, None, []),
    (area("club", 2, 2, "kind"), {}, "merged-columns", [2]),
    (area("club", 2, 11, "kind"), {}, "merged-columns", [*range(2, 12)]),
    (area("bonus_typed", 2, 2, "penalty_typed"), {"bonus_typed": "0.4"}, "merged-columns", [2]),
]


@pytest.mark.parametrize(("one", "subject", "code", "rows"), CASES)
def test_what_is_merged_over_seats_or_fields(one, subject, code, rows):
    _, found = merged(sheet([subject, {}]), one)
    assert found["code"].tolist() == [code] * len(rows)
    assert found["row"].tolist() == rows


def test_a_title_merged_over_a_row_without_seats_is_no_value_of_a_field():
    rows = sheet([{}])
    rows.insert(1, ["", "", "", "Вечер"] + [""] * (len(HEADER) - 4))
    codes = merged(rows, area("club", 2, 2, "reason"))[1]["code"].tolist()
    assert "merged-columns" not in codes


def test_a_header_merged_over_filled_columns_is_an_error():
    at = HEADER.index("best_move")
    rows = [[*row[: at + 1], "", "", *row[at + 1 :]] for row in sheet([{"is_first_kill": "+"}])]
    one = (1, at + 1, 1, at + 3)
    assert merged(rows, one)[1].empty  # the two other columns are empty
    rows[1][at : at + 3] = ["2", "3", "4"]
    found = merged(rows, one)[1]
    found = found[found["code"] != "unread-cell"]
    assert found[["code", "row", "column", "value"]].to_numpy().tolist() == [
        ["merged-header", 1, at + 1, "best_move"]
    ]
    assert "K1:M1" in found["message"].iloc[0]


def test_a_title_merged_over_headers_is_no_header():
    rows = sheet([{"bonus_typed": "0.3"}])
    over = [""] * len(HEADER)
    over[HEADER.index("bonus_typed")] = "Баллы"
    assert merged([over, *rows], area("bonus_typed", 1, 1, "reason"))[1].empty


def test_the_name_of_a_player_merged_over_the_rows_of_their_statuses():
    players = [["player", "status", "since"], ["Subject", "novice", "2023-01-01"], ["", "gold", "2023-02-01"]]
    source = {"workbook": ["memory.xlsx"], "games": ["Games"], "players": "Players"}
    seats = read(
        Memory({"Games": [HEADER, *game({})], "Players": players}, merged=[(2, 1, 3, 1)]),
        a_league(source=source),
    ).seats
    assert seats.loc[seats["player"] == "Subject", "status"].tolist() == ["gold"]
