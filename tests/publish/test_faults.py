"""A workbook on a bad day: killed rebuilds, two at once, full disks. It stays whole, and nothing is left beside it."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest
from commands import run
from faults import BOOK, Kills, a_sample, leave, leftovers, mounted, refused, state
from forks import Forks

from pipelines.publish import lock
from pipelines.publish.xlsx import disk, rights

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="processes, disks and locks of Unix"),
    pytest.mark.filterwarnings("ignore:.*extension is not supported:UserWarning"),
]
COMMAND = [sys.executable, "-c", "from pipelines.cli import main; main()", "rebuild", "--quiet"]
LOCK = """
import sys; from pathlib import Path; from pipelines.publish.xlsx import disk, rights
with disk.locked(Path(sys.argv[1])): print("held", flush=True); sys.stdin.read()
"""


@pytest.fixture(scope="module")
def forks():
    made = Forks()
    yield made
    made.close()


@pytest.fixture(scope="module")
def kills(forks, tmp_path_factory):
    return Kills(forks, tmp_path_factory.mktemp("kills") / "league", seed=0)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return a_sample(tmp_path / "league")


@pytest.fixture
def small_disk(tmp_path: Path):
    """The sample on a disk of 512 KiB."""
    try:
        with mounted(tmp_path / "disk", 2**19) as folder:
            yield a_sample(folder / "league")
    except PermissionError as error:
        pytest.skip(f"no small disk: {error}")


# --- killed


@pytest.mark.parametrize("moment", range(6))
def test_a_killed_rebuild_leaves_the_old_workbook_or_the_new_one(kills: Kills, moment: int) -> None:
    kills.killed()
    for left in kills.folder.glob("mafrating-backups/.*.tmp"):
        left.unlink()  # of these, the test below
    kills.recovered()


STOPS = [  # before which call of os it is killed, and what has been done by then
    (("fsync", 1), "old workbook, temporary files"),
    (("fsync", 2), "old workbook, temporary files"),
    (("replace", 1), "old workbook, temporary files"),
    (("replace", 2), "old workbook, temporary files"),
    (("fsync", 3), "new workbook"),
]


@pytest.mark.parametrize(("die", "far"), STOPS)
def test_a_rebuild_killed_at_each_step_of_writing(kills: Kills, die: tuple[str, int], far: str) -> None:
    a_sample(kills.folder)
    outcome = kills.forks.run("rebuild", kills.folder, die=die)
    assert outcome.died_of
    assert kills.state(outcome) == far
    kills.recovered()


def test_a_kill_while_the_ratings_go_beside(sample: Path) -> None:
    left = sample / f".games-mafrating.xlsx.{disk._HERE}-{'0' * 32}.tmp"
    left.write_bytes(b"PK")
    assert run("rebuild", sample).exit_code == 0
    assert not left.exists()


def test_temporary_files_of_others_stay_for_a_day(sample: Path) -> None:
    names = [
        f".games.xlsx.{host}-{'0' * 32}.tmp" for host in (disk._HERE, "elsewhere", f"{disk._HERE}-2", "old")
    ]
    theirs = ["games.xlsx.tmp", ".games.xlsx", ".games2.xlsx.x-0.tmp", "~games.tmp"]
    for name in (*names, *theirs):
        (sample / name).write_bytes(b"")
    os.utime(sample / names[3], (0, 0))
    assert run("rebuild", sample).exit_code == 0
    assert leftovers(sample) == sorted([*names[1:3], *theirs])


# --- two at once


def test_two_rebuilds_at_once_do_as_one(kills: Kills, sample: Path) -> None:
    both = [subprocess.Popen([*COMMAND, str(sample)], stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [one.communicate(timeout=60)[1] for one in both]
    assert [one.returncode for one in both] == [0, 0], told
    assert (sample / BOOK).read_bytes() == kills.new
    assert not leftovers(sample)
    assert len(list((sample / "mafrating-backups").iterdir())) == 1


def test_a_lock_that_another_process_holds(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.2)
    other = subprocess.Popen(
        [sys.executable, "-c", LOCK, str(sample / BOOK)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout.readline() == b"held\n"
        refused(sample, "another rebuild of this workbook")
        assert run("rebuild", "--dry-run", sample).exit_code == 0  # it only looks
        other.kill()
        other.wait()
        assert run("rebuild", sample).exit_code == 0


# --- disks


def test_a_full_disk(small_disk: Path) -> None:
    for room in (0, 16_000):
        leave(small_disk.parent, room)
        refused(small_disk, "the disk is full")
    (small_disk.parent / "ballast").unlink()
    assert run("rebuild", small_disk).exit_code == 0


def test_no_room_for_the_backup(small_disk: Path, kills: Kills) -> None:
    leave(small_disk.parent, len(kills.new) + 4096 + len(kills.old) // 2)
    refused(small_disk, "backups = 0")
    file = small_disk / "league.toml"
    settings = file.read_bytes().replace(b"[publish]", b"[publish]\nbackups = 0")
    (small_disk.parent / "ballast").unlink()
    file.write_bytes(settings)
    leave(small_disk.parent, len(kills.new) + 4096)
    assert run("rebuild", small_disk).exit_code == 0
    assert (small_disk / BOOK).read_bytes() == kills.new


def no_room_for_backups(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new workbook can still be written, and its backup cannot."""
    flush = disk._flush

    def full(out: BinaryIO) -> None:
        if "mafrating-backups" in str(out.name):
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(out)

    monkeypatch.setattr(disk, "_flush", full)


def test_a_backup_that_cannot_be_made(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_room_for_backups(monkeypatch)
    refused(sample, "No space left on device")


def test_a_backup_that_cannot_be_made_leaves_no_folder(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_room_for_backups(monkeypatch)
    refused(sample, "No space left on device")
    assert not (sample / "mafrating-backups").exists()


def test_a_file_in_the_place_of_the_backups(sample: Path) -> None:
    (sample / "mafrating-backups").write_text("mine", "utf-8")
    before = state(sample)
    done = run("rebuild", sample)
    assert done.exit_code == 3
    assert "not changed" in done.output
    assert state(sample) == before


def test_a_folder_that_may_not_be_written(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(rights, "created", refuse)
    refused(sample, "no right to write")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_the_right_to_write(sample: Path) -> None:
    sample.chmod(0o555)
    try:
        refused(sample, "no right to write")
    finally:
        sample.chmod(0o755)


def test_a_folder_that_nobody_may_change(sample: Path) -> None:
    try:
        done = subprocess.run(["chattr", "+i", str(sample)], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("no chattr")
    if done.returncode:
        pytest.skip(f"chattr: {done.stderr.strip()}")
    try:
        refused(sample, "no right to write")
    finally:
        subprocess.run(["chattr", "-i", str(sample)], check=True)


def test_a_disk_that_is_read_only(small_disk: Path) -> None:
    disk_of = str(small_disk.parent)
    subprocess.run(["mount", "-o", "remount,ro", disk_of], check=True)
    refused(small_disk, "no right to write")
