"""A workbook that somebody else works with, its backups, and new versions of it that are not sound."""

import datetime as dt
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import BinaryIO

import openpyxl
import pytest
from commands import run
from faults import BOOK, a_sample, assert_whole, leftovers, refused
from ratings import FIVE, THREE, parts, rating, rewrite

from pipelines import league, rebuild
from pipelines.publish.workbook import publish
from pipelines.publish.xlsx import disk, proof
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return a_sample(tmp_path / "league")


# --- the days of the backups


def on(monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    today = SimpleNamespace(today=lambda: dt.date.fromisoformat(day))
    monkeypatch.setattr(disk, "dt", SimpleNamespace(date=today))


def days(folder: Path) -> list[str]:
    return sorted(file.name.removeprefix("клуб-").removesuffix(".xlsx") for file in folder.iterdir())


@pytest.fixture
def book(tmp_path: Path) -> Path:
    publish(tmp_path / "клуб.xlsx", [rating(FIVE)])
    return tmp_path / "клуб.xlsx"


def turned(book: Path, monkeypatch: pytest.MonkeyPatch, *when: str, backups: int = 3) -> None:
    """Publish something new on each of these days."""
    for number, day in enumerate(when):
        on(monkeypatch, day)
        old = openpyxl.load_workbook(book)["Рейтинг"]["B2"].value
        assert publish(book, [rating([(f"{old[:9]} {day} {number}", 5, 1.0)])], backups=backups)


def test_a_backup_a_day_is_kept_of_so_many_days(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = book.read_bytes()
    turned(book, monkeypatch, "2026-01-01", "2026-01-01")
    folder = book.parent / "mafrating-backups"
    assert days(folder) == ["2026-01-01"]
    assert (folder / "клуб-2026-01-01.xlsx").read_bytes() == first
    last = book.read_bytes()
    foreign = ["мой.xlsx", "клуб-2025.xlsx", "клуб2-2025-01-01.xlsx", "клуб-2025-01-01.xlsm", ".скрытый"]
    for name in foreign:
        (folder / name).write_bytes(b"mine")
    (folder / "клуб-2025-01-01.xlsx").mkdir()
    turned(book, monkeypatch, "2026-01-02", "2026-01-03", "2026-01-03", "2026-02-01")
    kept = {file.name for file in folder.iterdir()} - set(foreign) - {"клуб-2025-01-01.xlsx"}
    assert {"клуб-2026-01-03.xlsx", "клуб-2026-02-01.xlsx"} <= kept
    assert (folder / "клуб-2025-01-01.xlsx").is_dir()
    assert all((folder / name).read_bytes() == b"mine" for name in foreign)
    (folder / "клуб-2025-01-01.xlsx").rmdir()
    turned(book, monkeypatch, "2026-02-02", "2026-02-03")
    kept = {file.name for file in folder.iterdir()} - set(foreign)
    assert kept == {f"клуб-2026-02-0{day}.xlsx" for day in (1, 2, 3)}
    assert last not in [(folder / name).read_bytes() for name in kept]


def test_no_backups_if_none_are_wanted(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned(book, monkeypatch, "2026-01-01", "2026-01-02", backups=0)
    assert list(book.parent.iterdir()) == [book]
    turned(book, monkeypatch, "2026-01-03", "2026-01-04", backups=1)
    assert days(book.parent / "mafrating-backups") == ["2026-01-04"]


def test_a_dry_run_and_a_rebuild_without_news_make_no_backup(book: Path) -> None:
    publish(book, [rating(THREE)], dry_run=True, backups=3)
    publish(book, [rating(FIVE)], backups=3)
    assert list(book.parent.iterdir()) == [book]


def test_a_clock_that_was_set_back(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned(book, monkeypatch, "2026-03-01", "2026-03-02", "2026-03-03")
    folder = book.parent / "mafrating-backups"
    last = book.read_bytes()
    turned(book, monkeypatch, "1970-01-01")
    assert "1970-01-01" in days(folder)
    assert (folder / "клуб-1970-01-01.xlsx").read_bytes() == last
    assert days(folder)[1:] == ["2026-03-02", "2026-03-03"]
    assert_whole(book, {})
    turned(book, monkeypatch, "2026-03-03", "2026-03-04")
    assert days(folder) == ["2026-03-02", "2026-03-03", "2026-03-04"]


# --- other people's hands


@pytest.mark.parametrize("sign", ["~$games.xlsx", ".~lock.games.xlsx#"])
def test_a_workbook_that_is_open_elsewhere(sample: Path, sign: str) -> None:
    (sample / sign).write_bytes(b"")
    refused(sample, sign)
    assert not (sample / "mafrating-backups").exists()
    (sample / sign).unlink()
    (sample / f"{sign}2").write_bytes(b"")
    assert run("rebuild", sample).exit_code == 0


def test_a_sign_beside_a_workbook_without_news_does_not_count(sample: Path) -> None:
    assert run("rebuild", sample).exit_code == 0
    (sample / "~$games.xlsx").write_bytes(b"")
    assert run("rebuild", sample).exit_code == 0


class Somebody:
    """Saves the workbook with another figure, so many times, each time that he is called."""

    def __init__(self, folder: Path, times: int = 1) -> None:
        self.book, self.left, self.calls = folder / BOOK, times, 0
        self.last = b""

    def saves(self) -> None:
        self.calls += 1
        if self.left:
            self.left -= 1
            made = openpyxl.load_workbook(self.book)
            made["Games"]["L2"] = round(0.3 + self.calls / 10, 1)
            made.save(self.book)
            self.last = self.book.read_bytes()


def meanwhile(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], None]) -> None:
    """Let somebody act right before a function does its work."""
    work = getattr(owner, name)

    def first(*arguments: object, **options: object) -> object:
        act()
        return work(*arguments, **options)

    monkeypatch.setattr(owner, name, first)


MOMENTS = [
    (rebuild, "tabs"),  # while it reckons
    (disk, "read"),  # after it looked whether the sheets are what they were
    (Package, "save"),  # while the new version is written
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_workbook_that_is_saved_meanwhile(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: tuple[object, str]
) -> None:
    somebody = Somebody(sample)
    meanwhile(monkeypatch, *moment, somebody.saves)
    steps: list[str] = []
    assert rebuild.rebuild(league.load(sample), step=steps.append).published
    alone = a_sample(tmp_path / "alone")
    (alone / BOOK).write_bytes(somebody.last)
    assert run("rebuild", alone).exit_code == 0
    assert (sample / BOOK).read_bytes() == (alone / BOOK).read_bytes()
    assert steps == [*(once := ["read", "check", "score", "rate", "publish"]), "again", *once]
    assert not leftovers(sample)


@pytest.mark.parametrize("moment", [(rebuild, "tabs"), (Package, "save")])
def test_a_workbook_that_is_saved_again_and_again(
    sample: Path, monkeypatch: pytest.MonkeyPatch, moment: tuple[object, str]
) -> None:
    somebody = Somebody(sample, 9)
    meanwhile(monkeypatch, *moment, somebody.saves)
    done = run("rebuild", sample)
    assert (done.exit_code, somebody.calls) == (3, 2)
    assert "was changed while the rating was being made" in done.output
    assert (sample / BOOK).read_bytes() == somebody.last
    assert not leftovers(sample)


def test_a_workbook_that_is_deleted_meanwhile(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, rebuild, "tabs", lambda: (sample / BOOK).unlink(missing_ok=True))
    done = run("rebuild", sample)
    assert done.exit_code == 3
    assert not leftovers(sample)
    assert not (sample / BOOK).exists()


# --- a new version that is not sound


def damaged(*_: object) -> None:
    raise DamagedError("Standings: Points")


@pytest.mark.parametrize("where", ["proof", "saved"])
def test_ratings_that_the_workbook_cannot_take_go_beside_it(
    sample: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "proof":
        monkeypatch.setattr(proof, "check", damaged)
    else:
        save = Package.save

        def slip(package: Package, out: BinaryIO) -> None:
            save(package, out)
            if package.has("xl/worksheets/sheet2.xml") and "mafrating" not in out.name:
                out.truncate(out.tell() - 3)

        monkeypatch.setattr(Package, "save", slip)
    before, beside = (sample / BOOK).read_bytes(), sample / "games-mafrating.xlsx"
    for _ in range(2):
        done = run("rebuild", sample)
        assert (done.exit_code, done.exception.__class__) == (3, SystemExit)
        assert str(beside) in done.output
        assert (sample / BOOK).read_bytes() == before
        assert leftovers(sample) == [beside.name]
        assert_whole(beside, {})
        assert openpyxl.load_workbook(beside).sheetnames == ["Standings"]
    assert not (sample / "mafrating-backups").exists()
    (sample / "~$games-mafrating.xlsx").write_bytes(b"")
    beside.write_bytes(b"mine")
    assert run("rebuild", sample).exit_code == 3
    assert beside.read_bytes() == b"mine"


# --- macros


def test_a_workbook_with_macros_keeps_them(sample: Path) -> None:
    kind = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    project = b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override'
    relation = b'<Relationship Id="rVba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Rel'
    macros = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 20
    book = (sample / BOOK).rename(sample / "games.xlsm")
    rewrite(
        book,
        {
            "[Content_Types].xml": lambda xml: xml.replace(plain, kind).replace(b"<Override", project, 1),
            "xl/_rels/workbook.xml.rels": lambda xml: xml.replace(b"</Rel", relation),
            "xl/vbaProject.bin": macros,
        },
    )
    settings = (sample / "league.toml").read_bytes().replace(BOOK.encode(), b"games.xlsm")
    (sample / "league.toml").write_bytes(settings)
    before = parts(book)
    assert run("rebuild", sample).exit_code == 0
    with zipfile.ZipFile(book) as archive:
        assert archive.read("xl/vbaProject.bin") == macros
        types = archive.read("[Content_Types].xml")
        assert (types.count(kind), types.count(plain), types.count(b"vbaProject")) == (1, 0, 1)
        assert relation.removesuffix(b"</Rel") in archive.read("xl/_rels/workbook.xml.rels")
    assert_whole(book, before)
    assert [file.suffix for file in (sample / "mafrating-backups").iterdir()] == [".xlsm"]
    assert openpyxl.load_workbook(book, keep_vba=True).sheetnames[-1] == "Standings"
