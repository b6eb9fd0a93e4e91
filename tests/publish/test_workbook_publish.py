"""Rating tabs in a club's own workbook: what is written, and what is never touched."""

import errno
import io
import os
import re
import zipfile
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import python_calamine
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from ratings import FIVE, THREE, TITLES, parts, players, rating, rewrite

from pipelines.errors import DestinationFault
from pipelines.publish.names import workbook_name
from pipelines.publish.stored import LONGEST_TEXT
from pipelines.publish.tab import Column, Tab
from pipelines.publish.workbook import publish
from pipelines.publish.xlsx import cells, disk
from pipelines.publish.xlsx.package import Package

# openpyxl, which reads the results, says so of data bars and sparklines
pytestmark = pytest.mark.filterwarnings("ignore:.*extension is not supported:UserWarning")

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f6"
    "45400000000049454e44ae426082"
)


def rows(path: Path, tab: str = "Рейтинг") -> list[list[object]]:
    sheet = openpyxl.load_workbook(path)[tab]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def changed_parts(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {name for name in before | after if before.get(name) != after.get(name)}


def fault_of(path: Path, *tabs: Tab, **options: object) -> DestinationFault:
    """The fault of a publishing that must leave the file and its folder as they were."""
    before = path.read_bytes() if path.is_file() else None
    beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else None
    with pytest.raises(DestinationFault) as caught:
        publish(path, tabs, **options)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert (sorted(path.parent.iterdir()) if path.parent.is_dir() else None) == beside
    for language in ("ru", "uk", "en"):
        assert path.name in caught.value.say(language)
    return caught.value


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A club's workbook: games, a rating tab with a look and remarks of the club, the treasurer's hidden tab."""
    path = tmp_path / "клуб.xlsx"
    with xlsxwriter.Workbook(path) as made:
        games, tab, money = (made.add_worksheet(name) for name in ("Игры", "Рейтинг", "Касса"))
        for row in range(200):
            games.write_row(row, 0, [f"Игрок {row}", row, row / 7])
            games.write_formula(row, 3, f"=B{row + 1}*2", None, row * 2)
        head = made.add_format({"bold": True, "bg_color": "#FFCC00"})
        red = made.add_format({"num_format": "0.0", "font_color": "#CC0000"})
        name = made.add_format({"italic": True})
        tab.write("A1", "Рейтинг клуба, март")
        tab.write_row("A3", [*TITLES, "Заметка"], head)
        for row, (player, wins, points) in enumerate(FIVE[:4], 3):
            tab.set_row(row, 20)
            tab.write(row, 0, row - 2)
            tab.write(row, 1, player, name)
            tab.write(row, 2, wins)
            tab.write(row, 3, points, red)
            tab.write(row, 4, f"заметка {row}")
        tab.write("B10", "Собрал Иван")
        tab.set_column("B:B", 33)
        tab.conditional_format("D4:D20", {"type": "data_bar", "data_bar_2010": True})
        tab.data_validation("E4:E20", {"validate": "list", "source": ["да", "нет"]})
        tab.write_comment("A3", "место по итогам")
        money.write("A1", "=SUM(Рейтинг!D4:D20)")
        money.hide()
        made.define_name("Касса!Итого", "=Касса!$A$1")
        made.define_name("Курс", "=Касса!$A$1")
    return path


# --- a new workbook ---


def test_a_new_workbook_holds_the_tabs_in_order(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    assert publish(path, [rating(THREE), rating(FIVE, "Сезон")])
    assert openpyxl.load_workbook(path).sheetnames == ["Рейтинг", "Сезон"]
    assert rows(path) == [TITLES, *([place, *row] for place, row in enumerate(THREE, 1))]
    read = python_calamine.load_workbook(path).get_sheet_by_name("Рейтинг").to_python()
    assert read == [TITLES, *([float(place), *row] for place, row in enumerate(THREE, 1))]


def test_the_look_of_a_new_tab(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    publish(path, [rating([("Очень длинное прозвище игрока", 1, 2.5)])])
    sheet = openpyxl.load_workbook(path)["Рейтинг"]
    head = sheet["A1"]
    assert head.font.b
    assert head.fill.fill_type == "solid"
    assert head.alignment.wrap_text
    assert head.alignment.horizontal == "center"
    assert sheet.freeze_panes == "A2"
    assert [sheet.cell(2, column).number_format for column in (1, 2, 4)] == ["0", "@", "0.00"]
    assert sheet.column_dimensions["B"].width > 30 > sheet.column_dimensions["A"].width


def test_every_kind_of_column(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    tab = Tab(
        "Проверки",
        [
            Column("День", pd.to_datetime(pd.Series(["2023-09-01", None])), "date"),
            Column("Ячейка", pd.Series(["'Игры'!C7", None]), "link"),
            Column("ПУ", pd.Series([True, False]), "mark"),
            Column("%", pd.Series([60.0, None]), "percent"),
            Column(
                "Текст",
                pd.Series(["а", "б"], dtype="category"),
                "text",
            ),
        ],
    )
    publish(path, [tab])
    sheet = openpyxl.load_workbook(path)["Проверки"]
    assert [cell.value for cell in sheet[2]] == [datetime(2023, 9, 1), "'Игры'!C7", "+", 60, "а"]
    assert [cell.value for cell in sheet[3]] == [None, None, None, None, "б"]
    assert sheet["A2"].number_format == "dd.mm.yyyy"
    assert sheet["D2"].number_format == "0.0"
    assert sheet["B2"].hyperlink.location == "'Игры'!C7"
    assert not publish(path, [tab])


def test_the_same_tabs_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        publish(tmp_path / name, [rating(FIVE)])
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_no_tabs_no_file(tmp_path: Path) -> None:
    assert not publish(tmp_path / "new.xlsx", [])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text", ["=1+1", "+7", "-5", "@SUM(A1)", "007", "TRUE", " край ", "а\nб", "<&>\"'", "_x0041_"]
)
def test_a_text_stays_a_text(tmp_path: Path, book: Path, text: str) -> None:
    for path, row in ((tmp_path / "new.xlsx", 2), (book, 4)):
        publish(path, [rating([(text, 1, 1.0)])])
        cell = openpyxl.load_workbook(path)["Рейтинг"].cell(row, 2)
        assert cell.data_type == "s"
        assert cell.value == cells.escaped(text)  # openpyxl shows the escapes of the format as they are
        assert cell.quotePrefix == (text[0] in "=+-@")
        assert not publish(path, [rating([(text, 1, 1.0)])])


def test_characters_that_xml_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    wild = [("а\x07б\r\ufffe", 1, 1.0), ("x" * 40_000, 1, 1.0)]
    assert publish(path, [rating(wild)])
    assert rows(path)[1][1] == "а_x0007_б_x000D__xFFFE_"
    assert len(rows(path)[2][1]) == LONGEST_TEXT
    assert not publish(path, [rating(wild)])


@given(st.text())
def test_escapes_lead_back(text: str) -> None:
    assert cells.unescaped(cells.escaped(text)) == text


@settings(max_examples=20, deadline=None)
@given(players, players)
def test_whatever_stood_there_the_new_rows_stand_there_now(
    tmp_path_factory: pytest.TempPathFactory,
    old: list[tuple[str, int, float]],
    new: list[tuple[str, int, float]],
) -> None:
    path = tmp_path_factory.mktemp("any") / "new.xlsx"
    publish(path, [rating(old)])
    publish(path, [rating(new)])
    assert not publish(path, [rating(new)])
    found = [row for row in rows(path)[1:] if any(value is not None for value in row)]
    assert [(row[2], row[3]) for row in found] == [(wins, pytest.approx(points)) for _, wins, points in new]
    assert [row[1] for row in found] == [cells.escaped(name) for name, _, _ in new]


# --- the club's own workbook ---


def test_only_the_rating_tab_and_its_register_change(book: Path) -> None:
    before = parts(book)
    assert publish(book, [rating(FIVE[:4][::-1]), rating(THREE, "Сезон")])
    assert changed_parts(before, parts(book)) == {
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        "xl/workbook.xml",
        "xl/styles.xml",
        "xl/worksheets/sheet2.xml",
        "xl/worksheets/sheet3.xml",  # the result of a formula over the rating is taken out
        "xl/worksheets/sheet4.xml",
    }
    assert list(parts(book))[: len(before)] == list(before)


def test_a_tab_that_is_there_keeps_its_look_and_the_users_cells(book: Path) -> None:
    old = openpyxl.load_workbook(book)["Рейтинг"]
    publish(book, [rating(FIVE[::-1])])
    new = openpyxl.load_workbook(book)["Рейтинг"]
    assert [[cell.value for cell in row[:4]] for row in new["A4:E8"]] == [
        [place, *row] for place, row in enumerate(FIVE[::-1], 1)
    ]
    assert [new.cell(row, 5).value for row in range(3, 9)] == [old.cell(row, 5).value for row in range(3, 9)]
    assert new["A1"].value == old["A1"].value
    assert new["B10"].value == "Собрал Иван"
    assert new.column_dimensions["B"].width == old.column_dimensions["B"].width
    assert new["A3"].fill.fgColor.rgb == "FFFFCC00"
    assert new["A3"].comment.text == "место по итогам"
    assert new["D8"].number_format == "0.0"  # the row that was added looks like the one above
    assert new["B8"].font.i
    assert new.row_dimensions[8].height == old.row_dimensions[7].height == 20.25
    assert [rule.sqref for rule in new.conditional_formatting] == [
        rule.sqref for rule in old.conditional_formatting
    ]
    assert len(new.data_validations.dataValidation) == 1


def test_rows_left_over_are_cleared_and_keep_their_look(book: Path) -> None:
    publish(book, [rating(THREE[:1])])
    sheet = openpyxl.load_workbook(book)["Рейтинг"]
    assert [[cell.value for cell in row] for row in sheet["A5:D7"]] == [[None] * 4] * 3
    assert sheet["D6"].number_format == "0.0"
    assert sheet["E6"].value == "заметка 5"
    assert sheet["B10"].value == "Собрал Иван"
    assert publish(book, [rating(FIVE)])  # the room may be used again
    assert rows(book)[7][:4] == [5, *FIVE[4]]


def test_a_remark_right_under_the_table_stays(book: Path) -> None:
    assert publish(book, [rating([*FIVE, ("Кот", 1, 0.1)])])
    assert rows(book)[8][:2] == [6, "Кот"]
    assert rows(book)[9][1] == "Собрал Иван"
    assert publish(book, [rating(THREE)])
    assert rows(book)[9][1] == "Собрал Иван"
    assert publish(book, [rating([*FIVE, ("Кот", 1, 0.1), ("Уж", 1, 0.1)])])
    assert rows(book)[9][:2] == [7, "Уж"]
    assert rows(book)[10][1] == "Собрал Иван"


def test_a_game_sheet_is_never_taken_for_a_rating(tmp_path: Path) -> None:
    for titles in (["Дата", "Место", "Игрок"], ["Место", "Игрок"]):
        path = club(tmp_path / "a.xlsx", titles, ["01.09.2023", 1, "Вано"])
        assert fault_of(path, rating(THREE)).code == "tab-not-ours"


def test_dimension_and_spans_follow(book: Path) -> None:
    publish(book, [rating(FIVE)])
    xml = zipfile.ZipFile(book).read("xl/worksheets/sheet2.xml").decode()
    assert '<dimension ref="A1:E10"/>' in xml
    assert re.search(r'<row [^>]*r="8"', xml)


@pytest.mark.parametrize("again", ["as it is", "saved by openpyxl", "with 15 digits"])
def test_nothing_is_written_if_nothing_changed(book: Path, again: str) -> None:
    publish(book, [rating(FIVE)])
    if again == "saved by openpyxl":
        openpyxl.load_workbook(book).save(book)
    if again == "with 15 digits":
        rewrite(
            book,
            {
                "xl/worksheets/sheet2.xml": lambda xml: xml.replace(
                    b"0.3333333333333333", b"0.333333333333333"
                )
            },
        )
    before, stamp = book.read_bytes(), book.stat().st_mtime_ns
    assert not publish(book, [rating(FIVE)], dry_run=True)
    assert not publish(book, [rating(FIVE)])
    assert (book.read_bytes(), book.stat().st_mtime_ns) == (before, stamp)


def test_a_dry_run_tells_and_does_not_write(book: Path) -> None:
    before = book.read_bytes()
    assert publish(book, [rating(THREE)], dry_run=True)
    assert book.read_bytes() == before
    assert publish(book.with_name("new.xlsx"), [rating(THREE)], dry_run=True)
    assert not book.with_name("new.xlsx").exists()


def test_formulas_elsewhere_are_calculated_anew(book: Path) -> None:
    assert publish(book, [rating(THREE, "Сезон")])
    assert b'fullCalcOnLoad="1"' in zipfile.ZipFile(book).read("xl/workbook.xml")
    rewrite(book, {"xl/workbook.xml": lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")})
    publish(book, [rating(THREE)])
    assert b'fullCalcOnLoad="1"' in zipfile.ZipFile(book).read("xl/workbook.xml")


def test_a_formula_in_our_cells_gives_way_and_the_order_of_calculation_goes(book: Path) -> None:
    chain = b'<calcChain xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><c r="D4" i="2"/></calcChain>'
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    content = b"application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    with zipfile.ZipFile(book) as archive:
        relations, types = archive.read("xl/_rels/workbook.xml.rels"), archive.read("[Content_Types].xml")
        sheet = archive.read("xl/worksheets/sheet2.xml")
    extra = b'<Relationship Id="rId99" Type="%s" Target="calcChain.xml"/></Rel' % kind
    override = b'<Override PartName="/xl/calcChain.xml" ContentType="%s"/></Types>' % content
    rewrite(
        book,
        {
            "xl/calcChain.xml": chain,
            "xl/_rels/workbook.xml.rels": relations.replace(b"</Rel", extra),
            "[Content_Types].xml": types.replace(b"</Types>", override),
            "xl/worksheets/sheet2.xml": sheet.replace(b"<v>7.25</v>", b"<f>7+0.25</f><v>7.25</v>"),
        },
    )
    assert publish(book, [rating(FIVE[:4])])
    after = zipfile.ZipFile(book)
    assert "xl/calcChain.xml" not in after.namelist()
    assert b"calcChain" not in after.read("[Content_Types].xml") + after.read("xl/_rels/workbook.xml.rels")
    assert rows(book)[3][3] == 7.25


def test_an_empty_tab_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    with xlsxwriter.Workbook(path) as made:
        made.add_worksheet("Рейтинг").set_landscape()
    assert publish(path, [rating(THREE)])
    sheet = openpyxl.load_workbook(path)["Рейтинг"]
    assert [cell.value for cell in sheet[1]] == TITLES
    assert sheet["A1"].font.b
    assert sheet["D2"].number_format == "0.00"
    assert sheet.column_dimensions["A"].width
    assert sheet.page_setup.orientation == "landscape"
    assert not publish(path, [rating(THREE)])


# --- titles and neighbours ---


def club(path: Path, *lines: list[object], merged: str = "") -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Рейтинг"
    for line in lines:
        sheet.append(line)
    if merged:
        sheet.merge_cells(merged)
    made.save(path)
    return path


def test_titles_in_the_users_spelling_stay(tmp_path: Path) -> None:
    path = club(tmp_path / "a.xlsx", ["МЕСТО", "Игрок ", "Побед", "БАЛЛЫ"])
    publish(path, [rating(THREE)])
    assert rows(path)[0] == ["МЕСТО", "Игрок ", "Побед", "БАЛЛЫ"]
    assert rows(path)[3] == [3, *THREE[2]]


def test_a_column_more_takes_free_room_and_looks_go_with_the_titles(book: Path, tmp_path: Path) -> None:
    assert (
        fault_of(book, rating(THREE, titles=["Место", "Игрок", "Побед", "Штраф", "Баллы"])).values["cell"]
        == "E3"
    )
    path = club(tmp_path / "a.xlsx", TITLES, [1, "Вано", 5, 7.25])
    wide = rating(THREE, titles=["Место", "Игрок", "Побед", "Штраф", "Баллы"])
    made = openpyxl.load_workbook(path)
    made["Рейтинг"]["D2"].number_format = "0.000"
    made.save(path)
    assert publish(path, [wide])
    assert rows(path)[:2] == [["Место", "Игрок", "Побед", "Штраф", "Баллы"], [1, "Вано", 5, -0.5, 7.25]]
    sheet = openpyxl.load_workbook(path)["Рейтинг"]
    assert (sheet["D2"].number_format, sheet["E2"].number_format) == ("0.00", "0.000")
    assert not publish(path, [wide])


def test_a_column_right_of_ours_is_the_users_whatever_its_title(tmp_path: Path) -> None:
    path = club(tmp_path / "a.xlsx", [*TITLES, "Штраф", "Моё"], [1, "Вано", 5, 7.25, -0.5, "да"])
    publish(path, [rating(THREE[:1])])
    assert rows(path)[0] == [*TITLES, "Штраф", "Моё"]
    assert rows(path)[1][4:] == [-0.5, "да"]


def test_a_users_column_among_ours_stops(tmp_path: Path) -> None:
    path = club(tmp_path / "a.xlsx", ["Место", "Игрок", "Моё", "Побед", "Баллы"], [1, "Вано", "да", 5, 7.25])
    fault = fault_of(path, rating(THREE))
    assert (fault.code, fault.values["cell"]) == ("tab-columns", "C1")


def test_a_tab_of_something_else_stops(tmp_path: Path) -> None:
    assert fault_of(club(tmp_path / "a.xlsx", ["Расписание"]), rating(THREE)).code == "tab-not-ours"


def test_merged_cells_in_the_way_stop(tmp_path: Path) -> None:
    path = club(tmp_path / "a.xlsx", ["Рейтинг марта"], TITLES, [1, "Вано", 5, 7.25], merged="A1:D1")
    assert publish(path, [rating(THREE)])
    path = club(tmp_path / "b.xlsx", TITLES, [1, "Вано", 5, 7.25], [], ["x"], merged="C3:E3")
    assert fault_of(path, rating(THREE[:2])).code == "tab-merged"
    path = club(tmp_path / "c.xlsx", TITLES, [1, "Вано", 5, 7.25], merged="C3:E3")
    fault = fault_of(path, rating(THREE[:2]))
    assert (fault.code, fault.values["cell"]) == ("tab-merged", "C3:E3")


def test_an_array_formula_that_reaches_out_of_our_cells_stops(book: Path) -> None:
    array = b'<f t="array" ref="D4:G4">7+0.25</f><v>7.25</v>'
    rewrite(book, {"xl/worksheets/sheet2.xml": lambda xml: xml.replace(b"<v>7.25</v>", array)})
    assert fault_of(book, rating(THREE)).values["cell"] == "D4"


def test_new_titles_in_an_excel_table_stop(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Рейтинг")
        sheet.add_table(
            "A1:D3", {"columns": [{"header": title} for title in TITLES], "data": [[1, "Вано", 5, 7.25]]}
        )
    assert publish(path, [rating(THREE)])
    assert fault_of(path, rating(THREE, titles=["Место", "Игрок", "Баллы"])).code == "tab-columns"
    wide = rating(THREE, titles=["Место", "Игрок", "Побед", "Баллы", "Штраф"])
    assert fault_of(path, wide).code == "tab-table"


def test_links_of_our_column_are_renewed_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"

    def found(addresses: list[str]) -> Tab:
        codes = Column("Код", pd.Series([f"код {n}" for n in range(len(addresses))]), "text")
        return Tab("Проверки", [codes, Column("Ячейка", pd.Series(addresses), "link")])

    publish(path, [found(["'Игры'!A1", "'Игры'!A2"])])
    made = openpyxl.load_workbook(path)
    made["Проверки"]["D1"] = "сайт"
    made["Проверки"]["D1"].hyperlink = "https://example.org"
    made.save(path)
    publish(path, [found(["'Игры'!B9"])])
    sheet = openpyxl.load_workbook(path)["Проверки"]
    assert sheet["B2"].hyperlink.location == "'Игры'!B9"
    assert sheet["B3"].hyperlink is None
    assert sheet["D1"].hyperlink.target == "https://example.org"


# --- the order of the tabs ---


@pytest.mark.parametrize(
    ("there", "tabs", "want"),
    [
        ("Игры Касса", "А Б", "Игры Касса А Б"),
        ("Игры А Касса", "А Б", "Игры А Б Касса"),
        ("Игры Б Касса", "А Б", "Игры А Б Касса"),
        ("Б А Касса", "А Б В", "Б В А Касса"),
        ("Игры А В", "А Б В Г", "Игры А Б В Г"),
        ("игры а", "Игры А", "игры а"),
    ],
)
def test_the_order_of_tabs(tmp_path: Path, there: str, tabs: str, want: str) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as made:
        for name in there.split():
            made.add_worksheet(name)
    publish(path, [rating(THREE, name) for name in tabs.split()])
    assert openpyxl.load_workbook(path).sheetnames == want.split()


def test_names_and_the_open_tab_go_with_their_tabs(book: Path) -> None:
    made = openpyxl.load_workbook(book)
    made.active = 1
    made.save(book)
    publish(book, [rating(THREE, "До"), rating(THREE), rating(THREE, "После")])
    after = openpyxl.load_workbook(book)
    assert after.sheetnames == ["Игры", "До", "Рейтинг", "После", "Касса"]
    assert after.active.title == "Рейтинг"
    assert after["Касса"].defined_names["Итого"].attr_text == "Касса!$A$1"
    assert after["Касса"].sheet_state == "hidden"
    assert "Курс" in after.defined_names


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Рейтинг 2023-03", "Рейтинг 2023-03"),
        ("Март/апрель: [итог]?*\\", "Март-апрель- -итог----"),
        ("'Кавычки'", "Кавычки"),
        ("д" * 40, "д" * 31),
        ("д" * 30 + " е", "д" * 30),
        (" \n ", "-"),
        ("History", "-"),
    ],
)
def test_tab_names_as_excel_allows_them(text: str, want: str) -> None:
    assert workbook_name(text) == want


def test_two_tabs_of_one_name_stop(book: Path) -> None:
    assert fault_of(book, rating(THREE, "д" * 31 + "а"), rating(THREE, "Д" * 31 + "б")).code == "tab-twice"


# --- what programs write ---


def prefixed(xml: bytes) -> bytes:
    """The same XML with a prefix on every tag of its namespace."""
    xml = re.sub(rb"<(/?)(?=[a-zA-Z])(?![a-zA-Z0-9]+:)", rb"<\1x:", xml)
    return xml.replace(b'xmlns="http://schemas', b'xmlns:x="http://schemas', 1)


def strict(xml: bytes) -> bytes:
    return xml.replace(
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        b"http://purl.oclc.org/ooxml/spreadsheetml/main",
    ).replace(
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
    )


def utf16(xml: bytes) -> bytes:
    return xml.decode().replace("UTF-8", "UTF-16").encode("utf-16")


TABS = ("xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/sharedStrings.xml", "xl/styles.xml")
SHEET = "xl/worksheets/sheet2.xml"
VARIANTS = {
    "prefixes": dict.fromkeys(TABS, prefixed),
    "absolute targets": {"xl/_rels/workbook.xml.rels": lambda xml: xml.replace(b'Target="', b'Target="/xl/')},
    "no addresses": {
        SHEET: lambda xml: re.sub(rb'<c r="[A-Z]+\d+"', b"<c", xml).replace(b'<row r="5"', b"<row")
    },
    "UTF-16": {SHEET: utf16},
    "comments": {SHEET: lambda xml: xml.replace(b'<row r="3"', b'<!-- </row> --><row r="3"')},
    "no styles": {
        "xl/styles.xml": None,
        "xl/_rels/workbook.xml.rels": lambda xml: re.sub(rb"<Relationship [^>]*styles.xml\"/>", b"", xml),
        "[Content_Types].xml": lambda xml: re.sub(rb"<Override [^>]*styles.xml\"[^>]*/>", b"", xml),
        SHEET: lambda xml: re.sub(rb' s="\d+"', b"", xml),
        "xl/worksheets/sheet1.xml": lambda xml: re.sub(rb' s="\d+"', b"", xml),
    },
    "no dimension": {SHEET: lambda xml: re.sub(rb"<dimension[^>]*>", b"", xml)},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_workbooks_of_many_programs(book: Path, variant: str) -> None:
    rewrite(book, VARIANTS[variant])
    assert publish(book, [rating(FIVE), rating(THREE, "Сезон")])
    assert [row[:4] for row in rows(book)[3:8]] == [[place, *row] for place, row in enumerate(FIVE, 1)]
    assert "Собрал Иван" in rows(book)[9]
    assert rows(book, "Сезон")[1] == [1, *THREE[0]]
    assert not publish(book, [rating(FIVE), rating(THREE, "Сезон")])


def test_the_strict_edition_of_the_format(book: Path) -> None:
    rewrite(book, dict.fromkeys((*TABS, "_rels/.rels", "xl/_rels/workbook.xml.rels"), strict))
    assert publish(book, [rating(FIVE), rating(THREE, "Сезон")])
    assert not publish(book, [rating(FIVE), rating(THREE, "Сезон")])
    made = zipfile.ZipFile(book)
    assert b"openxmlformats.org/spreadsheetml" not in made.read("xl/worksheets/sheet4.xml") + made.read(SHEET)


def test_days_counted_from_1904(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path, {"date_1904": True}) as made:
        made.add_worksheet("Игры")
    tab = Tab("Дни", [Column("День", pd.Series([date(2023, 9, 1)]), "date")])
    publish(path, [tab])
    assert rows(path, "Дни")[1] == [datetime(2023, 9, 1)]
    assert not publish(path, [tab])


def test_a_workbook_of_every_feature_keeps_its_parts(tmp_path: Path) -> None:
    path = tmp_path / "all.xlsm"
    (tmp_path / "vba.bin").write_bytes(b"macros")
    (tmp_path / "dot.png").write_bytes(PNG)
    with xlsxwriter.Workbook(path) as made:
        games, tab = made.add_worksheet("Игры"), made.add_worksheet("Рейтинг")
        chartsheet = made.add_chartsheet("График")
        made.add_vba_project(str(tmp_path / "vba.bin"))
        tab.write_row("A1", TITLES)
        tab.write_row("A2", [1, *THREE[0]])
        for kind, cell in (("column", "H2"), ("pie", "H20"), ("line", "H40")):
            chart = made.add_chart({"type": kind})
            chart.add_series({"values": "=Рейтинг!$D$2:$D$9"})
            (tab if kind == "pie" else games).insert_chart(cell, chart)
        other = made.add_chart({"type": "bar"})
        other.add_series({"values": "=Рейтинг!$D$2:$D$9"})
        chartsheet.set_chart(other)
        games.insert_image("A9", str(tmp_path / "dot.png"))
        games.insert_textbox("A20", "текст")
        games.add_sparkline("F1", {"range": "Рейтинг!D2:D9"})
        games.add_table("A30:B32")
        games.write_rich_string("A40", made.add_format({"bold": True}), "жир", "ный")
        games.write_dynamic_array_formula("A50", "=UNIQUE(A1:A3)")
        games.conditional_format("B1:B9", {"type": "icon_set", "icon_style": "3_arrows"})
        games.protect("secret")
        tab.set_header("&L&G", {"image_left": str(tmp_path / "dot.png")})
        tab.set_background(str(tmp_path / "dot.png"))
        tab.print_area("A1:D9")
        tab.write_comment("B2", "капитан")
    before = parts(path)
    assert publish(path, [rating(FIVE), rating(THREE, "Сезон")])
    changed = changed_parts(before, parts(path))
    assert {name for name in changed if name in before} <= {
        "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml", "xl/styles.xml", SHEET
    }  # fmt: skip
    assert [row[:4] for row in rows(path)[1:]] == [[place, *row] for place, row in enumerate(FIVE, 1)]
    assert fault_of(path, rating(THREE, "График")).code == "tab-no-sheet"


# --- files that cannot be written ---


def _ole(mark: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + mark.encode("utf-16-le")


def _zip(content: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in content.items():
            archive.writestr(name, text)
    return out.getvalue()


_OFFICE_PART = '<Relationship Type="/officeDocument" Target="{}"/>'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (_ole("Workbook"), "destination-not-xlsx"),
        (_ole("EncryptedPackage"), "destination-encrypted"),
        (_zip({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "destination-not-xlsx"),
        (_zip({"_rels/.rels": f"<R>{_OFFICE_PART.format('xl/workbook.bin')}</R>"}), "destination-not-xlsx"),
        (_zip({"_rels/.rels": f"<R>{_OFFICE_PART.format('xl/workbook.xml')}</R>"}), "destination-broken"),
        (b"date;player\n", "destination-not-xlsx"),
        (b"", "destination-not-xlsx"),
        (b"PK\x03\x04 cut off", "destination-broken"),
    ],
)  # fmt: skip
def test_files_that_are_no_workbook(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(content)
    assert fault_of(path, rating(THREE)).code == code


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("xl/workbook.xml", lambda xml: xml[:-20]),
        ("xl/workbook.xml", lambda xml: re.sub(rb"<sheets>.*</sheets>", b"", xml)),
        (
            "xl/workbook.xml",
            lambda xml: xml.replace(b"<workbook ", b'<!DOCTYPE w [<!ENTITY e "x">]><workbook '),
        ),
        ("xl/workbook.xml", lambda xml: xml.replace(b'sheetId="1"', b'sheetId="one"')),
        ("xl/styles.xml", lambda xml: xml[:-20]),
        (SHEET, lambda xml: xml[:-40]),
        (SHEET, lambda xml: xml.replace(b'<row r="5"', b'<row r="4"')),
        (SHEET, lambda xml: xml.replace(b"<v>7.25</v>", b"<v>7,25</v>")),
        (SHEET, lambda xml: xml.replace(b'r="D4"', b'r="4D"')),
        (SHEET, lambda xml: xml.replace(b'<row r="5"', b'text<row r="5"')),
        (SHEET, lambda xml: xml.replace(b"<v>7.25</v>", b"<v>7.25</w>")),
        (
            "xl/sharedStrings.xml",
            lambda _: b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
        ),
        ("xl/sharedStrings.xml", None),
        ("xl/_rels/workbook.xml.rels", lambda xml: xml.replace(b'Id="rId2"', b'Id="rId222"')),
    ],
)
def test_damaged_workbooks(book: Path, part: str, change: object) -> None:
    rewrite(book, {part: change})
    assert fault_of(book, rating(FIVE[::-1]), rating(THREE, "Сезон")).code == "destination-broken"


def test_a_part_with_a_wrong_checksum(book: Path) -> None:
    data = bytearray(book.read_bytes())
    info = zipfile.ZipFile(book).getinfo("xl/styles.xml")
    data[info.header_offset + 30 + len(info.filename) + 9] ^= 0xFF
    book.write_bytes(data)
    assert fault_of(book, rating(THREE, "Сезон")).code == "destination-broken"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "нет" / "a.xlsx", rating(THREE)).code == "destination-no-folder"


def test_a_new_file_of_another_kind(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "a.ods", rating(THREE)).code == "destination-not-xlsx"


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").mkdir()
    assert fault_of(tmp_path / "a.xlsx", rating(THREE)).code == "destination-error"


def test_a_read_only_file(book: Path) -> None:
    book.chmod(0o444)
    assert fault_of(book, rating(THREE)).code == "destination-read-only"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "destination-disk-full"),
        (errno.EACCES, "destination-read-only"),
        (errno.EIO, "destination-error"),
    ],
)
def test_a_disk_that_fails(book: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    assert fault_of(book, rating(THREE)).code == code


def test_an_interrupted_run_leaves_nothing_behind(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    before = book.read_bytes()
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        publish(book, [rating(THREE)])
    assert list(book.parent.iterdir()) == [book]
    assert book.read_bytes() == before


def test_a_file_that_somebody_saved_meanwhile_is_not_overwritten(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Package.save

    def save_late(package: Package, out: io.BytesIO) -> None:
        save(package, out)
        book.write_bytes(book.read_bytes() + b" ")

    monkeypatch.setattr(Package, "save", save_late)
    with pytest.raises(DestinationFault, match="changed"):
        publish(book, [rating(THREE)])
    assert book.read_bytes().endswith(b" ")
    assert list(book.parent.iterdir()) == [book]


@pytest.mark.parametrize(
    "slip", [lambda data: data[:-3], lambda data: data.replace(b"PK\x03\x04", b"PK\x03\x05", 1)]
)
def test_a_new_version_that_fails_its_check_is_thrown_away(
    book: Path, monkeypatch: pytest.MonkeyPatch, slip: object
) -> None:
    save = Package.save

    def save_badly(package: Package, out: io.BufferedWriter) -> None:
        good = io.BytesIO()
        save(package, good)
        out.write(slip(good.getvalue()))

    monkeypatch.setattr(Package, "save", save_badly)
    assert fault_of(book, rating(THREE)).code == "destination-unsound"


def test_mode_and_link_stay(book: Path) -> None:
    book.chmod(0o640)
    link = book.with_name("ссылка.xlsx")
    link.symlink_to(book)
    assert publish(link, [rating(THREE)])
    assert link.is_symlink()
    assert book.stat().st_mode & 0o777 == 0o640
    assert rows(book)[3][1] == "Вано"


def test_a_relative_path(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(book.parent)
    assert publish(Path(book.name), [rating(THREE)])
    assert publish(Path("new.xlsx"), [rating(THREE)])


def test_more_rows_than_a_sheet_has(book: Path) -> None:
    tab = Tab("Детали", [Column("№", pd.Series(range(1_048_576)), "whole")])
    assert fault_of(book, tab).code == "tab-too-long"


@pytest.mark.parametrize(
    "columns",
    [
        [],
        [Column("а", pd.Series([1.0]), "points"), Column("б", pd.Series([1.0, 2.0]), "points")],
        [Column("а", pd.Series([1.0, None]), "points")],
        [Column("а", pd.Series([float("inf")]), "points")],
    ],
)
def test_what_no_tab_may_hold(book: Path, columns: list[Column]) -> None:
    with pytest.raises(ValueError, match=r"tab|column"):
        publish(book, [Tab("Рейтинг", columns)])


def test_files_written_by_streaming_programs(book: Path) -> None:
    """Sizes behind the data, as Google's exports have them, come back before it."""

    class Stream(io.RawIOBase):
        def __init__(self) -> None:
            self.data = b""

        def writable(self) -> bool:
            return True

        def write(self, chunk: bytes) -> int:
            self.data += bytes(chunk)
            return len(chunk)

    stream = Stream()
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, old.read(info))
    book.write_bytes(stream.data)
    before = parts(book)
    assert publish(book, [rating(THREE)])
    assert "xl/worksheets/sheet1.xml" not in changed_parts(before, parts(book))
    assert zipfile.ZipFile(book).testzip() is None


def test_the_owner_is_kept_if_we_may(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(disk.os, "chown", refuse)
    assert publish(book, [rating(THREE)])
