"""Copies that sync clients leave beside a workbook are reported; workbooks of other names are not."""

import unicodedata

import pytest
from commands import game, run, write

from pipelines.sources.copies import conflict_copies

COPIES = """
games (конфликтующая копия Ольга 2026-11-29).xlsx
games (Olga's conflicted copy 2026-11-29).xlsx
games (конфліктна копія Ольги 2026-11-29).xlsx
games (conflicted copy 2026-11-29 101010).XLSX
games.sync-conflict-20261129-101010-ABCDEFG.xlsx
games (SFConflict olga 2026-11-29-10-10-10).xlsx
games-DESKTOP-1A2B3C.xlsx
games-DESKTOP-1A2B3C-2.xlsx
games-LAPTOP-7Q.xlsx
games-Olga-PC.xlsx
games-Olgas-MacBook-Pro.xlsx
games (1).xlsx
games(2).xlsx
Games (Case Conflict).xlsx
""".strip().splitlines()
OTHERS = """
games.xlsx
~$games.xlsx
games-2024.xlsx
games (2024).xlsx
games 2.xlsx
games-mafrating.xlsx
games-old.xlsx
games (1).csv
mygames (1).xlsx
games2 (1).xlsx
.~lock.games.xlsx#
""".strip().splitlines()


@pytest.mark.parametrize("name", [*COPIES, *OTHERS])
def test_a_copy_is_known_by_its_name(name, tmp_path):
    (tmp_path / name).touch()
    assert conflict_copies(tmp_path / "games.xlsx") == ([name] if name in COPIES else [])


def test_names_are_compared_however_the_disk_keeps_their_letters(tmp_path):
    copy = unicodedata.normalize("NFD", "Мой клуб (Конфликтующая копия 2026).xlsx")
    (tmp_path / copy).touch()
    book = tmp_path / unicodedata.normalize("NFC", "Мой клуб.xlsx")
    assert conflict_copies(book) == [copy]
    assert conflict_copies(book, [tmp_path / unicodedata.normalize("NFC", copy)]) == []
    assert conflict_copies(tmp_path / "no-folder" / "games.xlsx") == []


def test_check_and_rebuild_warn_of_a_copy_and_read_the_workbook(tmp_path):
    write(tmp_path, game(), language="en")
    copy = tmp_path / COPIES[0]
    copy.write_bytes((tmp_path / "games.xlsx").read_bytes())
    checked = run("check", tmp_path)
    assert "warning conflict-copy (1)" in checked.stdout
    assert f"games.xlsx  beside it is '{copy.name}'" in checked.stdout
    rebuilt = run("rebuild", tmp_path)
    assert rebuilt.exit_code == 0
    assert copy.name in rebuilt.stderr
