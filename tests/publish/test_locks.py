"""Workbooks that somebody has locked, reserved or signed, and tabs of ratings that would be read as games."""

import openpyxl
import pytest
from commands import game as rows_of
from commands import run, write
from ratings import FIVE, THREE, rating, rewrite

from pipelines.errors import DestinationFault
from pipelines.publish.workbook import publish

LOCK = b'<workbookProtection workbookPassword="CEBA" lockStructure="1"/>'
RESERVED = b'<fileSharing userName="\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd" reservationPassword="CEBA"/>'
SIGNATURE = {"_xmlsignatures/origin.sigs": b"", "_xmlsignatures/sig1.xml": b"<Signature/>"}


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "games.xlsx"
    publish(path, [rating(THREE)])
    return path


def put(before):
    return {"xl/workbook.xml": lambda xml: xml.replace(b"<bookViews", before + b"<bookViews")}


# what the workbook has, the tab that is published, and what is reported
LOCKS = [
    (LOCK, "Сезон", [("structure-locked", "", "Сезон")]),
    (LOCK, "Рейтинг", []),
    (b"<workbookProtection/>", "Сезон", []),
    (b'<workbookProtection lockWindows="1"/>', "Сезон", []),
    (RESERVED, "Рейтинг", [("write-reserved", "", "Иван")]),
    (b'<fileSharing readOnlyRecommended="1"/>', "Сезон", [("write-reserved", "", "fileSharing")]),
    (RESERVED + LOCK, "Сезон", [("structure-locked", "", "Сезон"), ("write-reserved", "", "Иван")]),
]


@pytest.mark.parametrize(("before", "tab", "want"), LOCKS)
def test_locks_are_reported_where_they_are_passed_over(book, before, tab, want):
    rewrite(book, put(before))
    found = []
    assert publish(book, [rating(FIVE, tab)], report=lambda *finding: found.append(finding))
    assert found == want
    again = []
    assert not publish(book, [rating(FIVE, tab)], report=lambda *finding: again.append(finding))
    assert not again


def test_a_signed_workbook_is_not_changed(book):
    rewrite(book, SIGNATURE)
    before = book.read_bytes()
    assert not publish(book, [rating(THREE)])
    for dry_run in (True, False):
        with pytest.raises(DestinationFault) as caught:
            publish(book, [rating(FIVE)], dry_run=dry_run)
        assert caught.value.code == "destination-signed"
    assert book.read_bytes() == before
    rewrite(book, dict.fromkeys(["_xmlsignatures/sig1.xml"]))  # its signature was taken away
    assert publish(book, [rating(FIVE)])


def test_a_lock_is_reported_by_a_rebuild(tmp_path):
    write(tmp_path, rows_of())
    rewrite(tmp_path / "games.xlsx", put(LOCK))
    done = run("rebuild", tmp_path)
    assert done.exit_code == 0
    assert "structure-locked" in done.stderr


# the tabs that are read, the tab of the rating, its period, and whether that is refused
READ = [
    ('["Игры*"]', "{period}", "club", True),
    ('["Игры"]', "{period}", "club", False),
    ('["*"]', "Клуб {period}", "club", False),
    ('["игры *", "Игры"]', "{period}", "club", True),
    ('["Игры"]\nplayers = "4М*"', "4М {period}", "kind", True),
]


@pytest.mark.parametrize(("games", "tab", "period", "is_refused"), READ)
def test_a_rating_that_would_be_read_as_games_is_refused_at_the_first_rebuild(
    tmp_path, games, tab, period, is_refused
):
    rows = [["01.09.2025", 1, "Игры Осени", *row[3:]] for row in rows_of()]
    write(tmp_path, rows)
    league = tmp_path / "league.toml"
    text = (
        league.read_text("utf-8")
        .replace('["Игры*"]', games)
        .replace('period = "month"', f'period = "{period}"')
    )
    text = text.replace("Рейтинг {period}", tab).replace('"4mafia"', '"mafgame"')
    league.write_text(text.replace("[[rating]]", '[checks]\nno-players = "warning"\n[[rating]]'), "utf-8")
    before = (tmp_path / "games.xlsx").read_bytes()
    done = run("rebuild", tmp_path)
    if is_refused:
        assert done.exit_code == 2
        assert tab.replace("{period}", "") in done.stderr
        assert (tmp_path / "games.xlsx").read_bytes() == before
    else:
        sheets = openpyxl.load_workbook(tmp_path / "games.xlsx").sheetnames
        assert tab.replace("{period}", "Игры Осени") in sheets, done.stderr
