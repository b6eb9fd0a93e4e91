"""Text tables as workbooks of one tab: whatever their encoding and separator, and several by a pattern."""

import pytest

from pipelines import league, rebuild
from pipelines.errors import DestinationFault, SourceFault
from pipelines.sources.csv import CsvFile

NICKS = ["Астра", "Буран", "Вольт", "Граніт", "Дюна", "Ємність", "Жарина", "Зеніт", "Іскра", "Кварц"]
ROLES = ["мирный", "мафия", "мирный", "мирный", "мафия", "дон", "мирный", "шериф", "мирный", "мирный"]


def rows(number=1):
    header = ["Дата", "Игра", "Место", "Игрок", "Роль", "Победа", "Доп"]
    seats = [
        [
            "10.09.2023",
            str(number),
            str(seat),
            NICKS[seat - 1],
            ROLES[seat - 1],
            "красные",
            "0,3" if seat == 1 else "",
        ]
        for seat in range(1, 11)
    ]
    return [header, *seats]


def text(separator=";", number=1):
    quoted = [[f'"{cell}"' if separator in cell else cell for cell in row] for row in rows(number)]
    return "\r\n".join(separator.join(row) for row in quoted) + "\r\n"


def a_league(folder, names, **parts):
    raw = {"name": "Клуб", "source": {"workbook": names}, "ruleset": {"name": "4mafia"}, "folder": folder}
    raw["rating"] = [{"name": "all", "tab": "Рейтинг"}]
    return league.League.model_validate({**raw, "publish": {"workbook": "out.xlsx"}, **parts})


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_a_text_table_is_read_whatever_its_encoding_and_separator(tmp_path, encoding, separator):
    path = tmp_path / "games.csv"
    content = (
        text(separator).replace("Ємність", "Емкость").replace("Іскра", "Искра").replace("Граніт", "Гранит")
    )
    path.write_bytes(content.encode(encoding))
    sheets = rebuild.check(a_league(tmp_path, ["games.csv"])).sheets
    assert len(sheets.seats) == 10
    assert sheets.seats["bonus_typed"].dropna().tolist() == [0.3]
    assert {(one.file, one.tab) for one in sheets.layouts} == {("games.csv", "games")}


@pytest.mark.parametrize("first", ["sep=;", "SEP=;"])
def test_a_line_that_gives_the_separator_is_no_row(tmp_path, first):
    (tmp_path / "games.csv").write_text(f"{first}\r\n{text()}", "utf-8", newline="")
    grid = CsvFile(tmp_path / "games.csv").read("games")
    assert grid.cells.loc[2, 4] == "Игрок"


def test_several_files_by_a_pattern(tmp_path):
    for number in (1, 2):
        (tmp_path / f"day {number}.tsv").write_text(text("\t", number), "utf-8")
    (tmp_path / "~$day 3.tsv").write_text("x", "utf-8")
    done = rebuild.rebuild(a_league(tmp_path, ["day *.tsv"]))
    assert done.published
    assert done.sheets.seats["game"].nunique() == 2


def test_cells_over_several_lines_and_quotes(tmp_path):
    (tmp_path / "a.csv").write_text('Игрок;Роль\r\n"Ас\nтра";"до""н"\r\n;\r\n', "utf-8", newline="")
    grid = CsvFile(tmp_path / "a.csv").read("a")
    assert grid.cells.astype("object").loc[2].tolist() == ["Ас\nтра", 'до"н']
    assert grid.cells.loc[3].isna().all()


@pytest.mark.parametrize("content", [b"", b"\n;;\n", b"PK\x03\x04\0\0"])
def test_a_file_that_holds_no_table_is_refused(tmp_path, content):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(SourceFault):
        CsvFile(tmp_path / "a.csv")


def test_ratings_do_not_go_into_a_text_table(tmp_path):
    (tmp_path / "games.csv").write_text(text(), "utf-8")
    with pytest.raises(DestinationFault):
        rebuild.rebuild(a_league(tmp_path, ["games.csv"], publish={}))
    assert (tmp_path / "games.csv").read_text("utf-8") == text().replace("\r\n", "\n")
