"""A club's own rows under a rating, and all that refers to a table which grows or shrinks."""

import zipfile

import openpyxl
import pytest
import xlsxwriter
from ratings import FIVE, THREE, TITLES, rating, rewrite

from pipelines.errors import DestinationFault
from pipelines.publish.workbook import publish

pytestmark = pytest.mark.filterwarnings("ignore:.*extension is not supported:UserWarning")
SEVEN = [*FIVE, ("Кот", 1, 0.1), ("Уж", 1, 0.1)]


def club(path, players=THREE, under=(), gap=0, made=lambda book, sheet: None):
    """A workbook with a rating from A1 on, rows of the club's under it, and what `made` adds."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Рейтинг")
        sheet.write_row(0, 0, TITLES)
        for number, row in enumerate(players, 1):
            sheet.write_row(number, 0, [number, *row])
        for number, row in enumerate(under, len(players) + gap + 1):
            sheet.write_row(number, 0, row)
        made(book, sheet)
    return path


def cells(path, tab="Рейтинг"):
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(path)[tab].iter_rows()]


def standing(players):
    return [TITLES, *([place, *row] for place, row in enumerate(players, 1))]


# the players before and after, the club's rows, the rows between, and what becomes of the rows
UNDER = [
    ("grows", THREE, FIVE, [[None, "Итого", "=SUM(C2:C4)"]], 0, [[None, "Итого", "=SUM(C2:C6)"]]),
    ("shrinks", FIVE, THREE, [[None, "Итого", "=SUM(C2:C6)"]], 0, [[None, "Итого", "=SUM(C2:C4)"]]),
    ("text only", THREE, FIVE, [["Собрал Иван"]], 0, [["Собрал Иван"]]),
    ("numbers only", THREE, FIVE, [[None, None, 12, 14.0]], 0, [[None, None, 12, 14]]),
    ("formulas only", THREE, FIVE, [[None, None, "=C4", "=D2"]], 0, [[None, None, "=C4", "=D2"]]),
    ("some figures", THREE, FIVE, [[None, "Гость", 5]], 0, [[None, "Гость", 5]]),
    ("several", THREE, FIVE, [["а"], [], [None, "б", "=A5"]], 0, [["а"], [], [None, "б", "=A7"]]),
    ("a gap is enough", THREE, FIVE, [["а", "=SUM(D2:D4)"]], 2, [["а", "=SUM(D2:D6)"]]),
    ("a gap is not", THREE, SEVEN, [["а", "=SUM(D2:D4)"]], 2, [["а", "=SUM(D2:D8)"]]),
    ("a gap stays", FIVE, THREE, [["а", "=SUM(D2:D6)"]], 1, [[], [], [], ["а", "=SUM(D2:D4)"]]),
    ("nobody is left", THREE, [], [["Итого"]], 0, [["Итого"]]),
]


@pytest.mark.parametrize(
    ("before", "after", "under", "gap", "want"), [row[1:] for row in UNDER], ids=[row[0] for row in UNDER]
)
def test_own_rows_are_moved_and_never_erased(tmp_path, before, after, under, gap, want):
    path = club(tmp_path / "a.xlsx", before, under, gap)
    assert publish(path, [rating(after)])
    wide = [[*row, None, None, None, None][:4] for row in want]
    assert cells(path) == [*standing(after), *wide]
    assert not publish(path, [rating(after)])
    assert publish(path, [rating(SEVEN[::-1])])  # and once more
    assert cells(path)[: len(SEVEN) + 1] == standing(SEVEN[::-1])
    assert [row[0] for row in cells(path) if row[0] in ("а", "Итого", "Собрал Иван")] == [
        row[0] for row in under if row and row[0]
    ]


def test_a_row_of_another_kind_between_ours_stops(tmp_path):
    path = club(tmp_path / "a.xlsx", THREE, [["— финал —"], [4, "Луна", 2, 0.3]])
    with pytest.raises(DestinationFault) as caught:
        publish(path, [rating(FIVE)])
    assert (caught.value.code, caught.value.values["cell"]) == ("tab-no-room", "A5")


def everything(book, sheet):
    """All that may refer to the rows of a tab."""
    other = book.add_worksheet("Касса")
    for row, formula in enumerate(["=Рейтинг!C5", "=SUM('Рейтинг'!C2:C4)", "=SUM(Рейтинг!C2:C99)", "=C5"]):
        other.write_formula(row, 0, formula, None, 7)
    other.conditional_format(
        "B1:B9", {"type": "formula", "criteria": "=Рейтинг!$C$5>1", "format": book.add_format()}
    )
    other.data_validation("C1", {"validate": "list", "source": "=Рейтинг!$B$2:$B$4"})
    other.write_url("D1", "internal:Рейтинг!B5", string="итого")
    sheet.conditional_format("D2:D4", {"type": "2_color_scale"})
    sheet.conditional_format("D2:D4", {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format(
        "A5:D5", {"type": "formula", "criteria": "=$C$5>10", "format": book.add_format()}
    )
    sheet.data_validation("B5", {"validate": "list", "source": ["Итого", "Всего"]})
    sheet.merge_range("A7:B7", "подпись")
    sheet.set_row(4, 30)
    sheet.set_h_pagebreaks([5])
    sheet.autofilter("A1:D4")
    sheet.print_area("A1:D5")
    sheet.write("F5", "рядом")
    sheet.write("F3", "моё")
    book.define_name("Итого", "=Рейтинг!$C$5")
    book.define_name("Игроки", "=Рейтинг!$B$2:$B$4")
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Рейтинг!$D$2:$D$4", "categories": "=Рейтинг!$B$2:$B$4"})
    other.insert_chart("E5", chart)
    below = book.add_chart({"type": "column"})
    below.add_series({"values": "=Касса!$A$1:$A$4"})
    sheet.insert_chart("H9", below)


def test_all_that_refers_to_the_rows_follows(tmp_path):
    path = club(
        tmp_path / "a.xlsx", THREE, [[None, "Итого", "=SUM(C2:C4)", "=SUM(D$2:D$4)"]], made=everything
    )
    publish(path, [rating(FIVE)])
    book = openpyxl.load_workbook(path)
    sheet, other = book["Рейтинг"], book["Касса"]
    assert [cell.value for cell in sheet[7]] == [None, "Итого", "=SUM(C2:C6)", "=SUM(D$2:D$6)", None, "рядом"]
    assert (sheet["F3"].value, sheet["A9"].value, sheet.row_dimensions[7].height) == ("моё", "подпись", 30)
    assert [other.cell(row, 1).value for row in range(1, 5)] == [
        "=Рейтинг!C7",
        "=SUM('Рейтинг'!C2:C6)",
        "=SUM(Рейтинг!C2:C101)",
        "=C5",
    ]
    [rules] = other.conditional_formatting
    assert (str(rules.sqref), rules.rules[0].formula) == ("B1:B9", ["Рейтинг!$C$7>1"])
    assert other.data_validations.dataValidation[0].formula1 == "Рейтинг!$B$2:$B$6"
    assert other["D1"].hyperlink.location == "Рейтинг!B7"
    assert {str(one.sqref): one.rules[0].formula for one in sheet.conditional_formatting} == {
        "D2:D6": [],
        "A7:D7": ["$C$7>10"],
    }
    assert str(sheet.data_validations.dataValidation[0].sqref) == "B7"
    assert [str(one) for one in sheet.merged_cells.ranges] == ["A9:B9"]
    assert [one.id for one in sheet.row_breaks.brk] == [7]
    assert sheet.auto_filter.ref == "A1:D6"
    assert sheet.print_area == "'Рейтинг'!$A$1:$D$7"
    assert {name: one.attr_text for name, one in book.defined_names.items()} == {
        "Итого": "Рейтинг!$C$7",
        "Игроки": "Рейтинг!$B$2:$B$6",
    }
    with zipfile.ZipFile(path) as parts:
        charts = b"".join(parts.read(name) for name in parts.namelist() if "/charts/chart" in name).decode()
        assert "$D$2:$D$6" in charts
        assert "Касса!$A$1:$A$4" in charts
        assert b"<xdr:row>10</xdr:row>" in parts.read("xl/drawings/drawing1.xml")
        assert b"D2:D6</xm:sqref>" in parts.read("xl/worksheets/sheet1.xml")
    before = path.read_bytes()
    assert not publish(path, [rating(FIVE)])
    assert path.read_bytes() == before


def test_there_and_back_leaves_the_workbook_as_it_was(tmp_path):
    path = club(tmp_path / "a.xlsx", THREE, [[None, "Итого", "=SUM(C2:C4)"]], made=everything)
    publish(path, [rating(THREE[::-1])])

    def whole():
        book = openpyxl.load_workbook(path)
        names = {name: one.attr_text for name, one in book.defined_names.items()}
        return [cells(path, tab.title) for tab in book], names, [tab.print_area for tab in book]

    before = whole()
    publish(path, [rating(FIVE)])
    assert whole() != before
    publish(path, [rating(THREE[::-1])])
    assert whole() == before


# what the club has, and the cell that cannot move
STUCK = [
    (lambda book, sheet: sheet.write_comment("C5", "по книге"), "C5"),
    (lambda book, sheet: sheet.write_array_formula("F4:F6", "{=C2:C4}"), "'Рейтинг'!F4"),
    (
        lambda book, sheet: [book.add_worksheet("Яма"), sheet.write("F1", "=SUM(Рейтинг:Яма!C5)")],
        "'Рейтинг'!F1",
    ),
]


@pytest.mark.parametrize(("made", "cell"), STUCK)
def test_what_cannot_follow_stops_it(tmp_path, made, cell):
    path = club(tmp_path / "a.xlsx", THREE, [[None, "Итого", 12]], made=made)
    before = path.read_bytes()
    with pytest.raises(DestinationFault) as caught:
        publish(path, [rating(FIVE)])
    assert (caught.value.code, str(caught.value.values["cell"])) == ("tab-cannot-move", cell)
    assert path.read_bytes() == before
    assert publish(path, [rating(THREE[:2])])  # fewer rows: what cannot move up stays where it is
    assert cells(path)[4][:3] == [None, "Итого", 12]


@pytest.mark.parametrize(
    "made",
    [
        lambda book, sheet: sheet.write("F6", "моё"),
        lambda book, sheet: sheet.write("F1", "=C6"),
    ],
    ids=["something beside", "a formula on a row that would go"],
)
def test_rows_stay_where_moving_up_would_lose_something(tmp_path, made):
    path = club(tmp_path / "a.xlsx", FIVE, [[None, "Итого", "=SUM(C2:C6)"]], made=made)
    kept = cells(path)
    publish(path, [rating(THREE)])
    after = cells(path)
    assert after[:4] == [[*row, *kept[at][4:]] for at, row in enumerate(standing(THREE))]
    assert [row[:4] for row in after[4:6]] == [[None] * 4] * 2
    assert after[6][:3] == [None, "Итого", "=SUM(C2:C4)"]
    assert [row[5] for row in after] == [row[5] for row in kept]
    assert publish(path, [rating(SEVEN)])
    assert cells(path)[8][:3] == [None, "Итого", "=SUM(C2:C8)"]


def test_shared_formulas_are_written_out_where_they_move(tmp_path):
    path = club(tmp_path / "a.xlsx", THREE, [[None, "а", 1, 2, 3], [None, "б", 1, 2, 3]])

    def change(xml):
        first, last = xml.rfind(b'<c r="E5"'), xml.rfind(b'<c r="E6"')
        xml = xml[:last] + xml[last:].replace(b"<v>3</v>", b'<f t="shared" si="0"/>', 1)
        return xml[:first] + xml[first:].replace(
            b"<v>3</v>", b'<f t="shared" ref="E5:E6" si="0">C5*$C$2</f>', 1
        )

    rewrite(path, {"xl/worksheets/sheet1.xml": change})
    publish(path, [rating(FIVE)])
    assert [row[4] for row in cells(path)[6:]] == ["=C7*$C$2", "=C8*$C$2"]


# --- Excel tables and filters


def excel_table(path, players):
    def made(book, sheet):
        columns = [{"header": title} for title in TITLES]
        sheet.add_table(0, 0, len(players), 3, {"name": "Т", "columns": columns})

    return club(path, players, made=made)


@pytest.mark.parametrize(
    ("before", "after", "want"), [(THREE, FIVE, "A1:D6"), (FIVE, THREE, "A1:D4"), (THREE, [], "A1:D2")]
)
def test_an_excel_table_grows_and_shrinks(tmp_path, before, after, want):
    path = excel_table(tmp_path / "a.xlsx", before)
    publish(path, [rating(after)])
    sheet = openpyxl.load_workbook(path)["Рейтинг"]
    assert (sheet.tables["Т"].ref, sheet.tables["Т"].autoFilter.ref) == (want, want)
    publish(path, [rating(SEVEN)])
    assert openpyxl.load_workbook(path)["Рейтинг"].tables["Т"].ref == "A1:D8"


def test_rows_that_a_filter_hid_are_shown(tmp_path):
    def made(book, sheet):
        sheet.autofilter("A1:D4")
        sheet.filter_column("C", "x > 4")
        for row in (2, 3):
            sheet.set_row(row, None, None, {"hidden": True})

    path = club(tmp_path / "a.xlsx", THREE, made=made)
    assert not publish(path, [rating(THREE)])
    publish(path, [rating(FIVE)])
    sheet = openpyxl.load_workbook(path)["Рейтинг"]
    assert sheet.auto_filter.ref == "A1:D6"
    assert not sheet.auto_filter.filterColumn
    assert not any(sheet.row_dimensions[row].hidden for row in range(1, 7))


def test_rows_hidden_by_hand_stay_hidden(tmp_path):
    path = club(tmp_path / "a.xlsx", made=lambda book, sheet: sheet.set_row(2, None, None, {"hidden": True}))
    publish(path, [rating(FIVE)])
    assert openpyxl.load_workbook(path)["Рейтинг"].row_dimensions[3].hidden


# --- titles that are twice on a tab


@pytest.mark.parametrize("gap", [0, 1, 3])
def test_a_copy_of_last_season_above_stops_it(tmp_path, gap):
    path = club(tmp_path / "a.xlsx", THREE, standing(FIVE), gap)
    before = path.read_bytes()
    with pytest.raises(DestinationFault) as caught:
        publish(path, [rating(SEVEN)])
    values = caught.value.values
    assert (caught.value.code, values["first"], values["cell"]) == ("tab-titles-twice", "A1", f"A{5 + gap}")
    assert path.read_bytes() == before


def test_a_smaller_table_with_some_of_our_titles_is_the_clubs_own(tmp_path):
    path = club(tmp_path / "a.xlsx", THREE, [["Место", "Игрок", "Приз"], [1, "Вано", "кубок"]], 2)
    publish(path, [rating(FIVE)])
    assert cells(path)[6:] == [["Место", "Игрок", "Приз", None], [1, "Вано", "кубок", None]]
