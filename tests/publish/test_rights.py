"""Who may read and write the workbook after a rebuild: the same people as before, from the first byte on."""

import errno
import os
import stat
import struct
from pathlib import Path

import pytest
from commands import game, run, write

from pipelines.errors import DestinationFault
from pipelines.publish import lock
from pipelines.publish.xlsx import disk, rights

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners, modes and access lists of Unix")
SOMEBODY = 1000


@pytest.fixture
def club(tmp_path: Path) -> Path:
    write(tmp_path, game())
    return tmp_path


def mode_of(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def rebuilt(folder: Path) -> str:
    done = run("rebuild", folder)
    assert done.exit_code == 0, done.output
    return str(done.output)


def access_list() -> bytes:
    """The owner and one other user may read and write, the group may read."""
    entries = [(1, 6, -1), (2, 6, SOMEBODY), (4, 4, -1), (0x10, 6, -1), (0x20, 0, -1)]
    return struct.pack("<I", 2) + b"".join(
        struct.pack("<HHI", tag, may, who & 0xFFFFFFFF) for tag, may, who in entries
    )


def set_or_skip(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        pytest.skip(f"this file system keeps no {name}: {error.strerror}")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o660])
def test_workbook_backup_and_temporary_file_are_never_open_to_more_people(
    club: Path, mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, at_first = club / "games.xlsx", []
    book.chmod(mode)
    flush = disk._flush

    def looked_at(out):
        at_first.append(stat.S_IMODE(os.fstat(out.fileno()).st_mode))
        flush(out)

    monkeypatch.setattr(disk, "_flush", looked_at)
    rebuilt(club)
    [backup] = (club / disk.BACKUPS).iterdir()
    assert at_first == [0o600, 0o600]
    assert mode_of(book) == mode_of(backup) == oct(mode)
    others = stat.S_IMODE((club / disk.BACKUPS).stat().st_mode) & 0o077
    assert bool(others & 0o050) == bool(mode & 0o040)
    assert bool(others & 0o005) == bool(mode & 0o004)


def test_a_new_workbook_has_the_usual_mode(club: Path) -> None:
    league = club / "league.toml"
    league.write_text(league.read_text("utf-8") + '[publish]\nworkbook = "new.xlsx"\n', "utf-8")
    (club / "usual").write_bytes(b"")
    rebuilt(club)
    assert mode_of(club / "new.xlsx") == mode_of(club / "usual")


def test_access_list_and_attributes_stay(club: Path) -> None:
    book = club / "games.xlsx"
    set_or_skip(book, "user.tag", b"club")
    set_or_skip(book, "system.posix_acl_access", access_list())
    rebuilt(club)
    assert os.getxattr(book, "user.tag") == b"club"
    assert os.getxattr(book, "system.posix_acl_access") == access_list()
    assert (
        mode_of(book) == "0o660"
    )  # the group's part is the mask of the list: the group itself may only read


def test_an_access_list_that_the_folder_gives_new_files_is_not_added(club: Path) -> None:
    book = club / "games.xlsx"
    set_or_skip(club, "system.posix_acl_default", access_list())
    rebuilt(club)
    assert "system.posix_acl_access" not in os.listxattr(book)


@pytest.mark.skipif(os.name == "posix" and os.getuid() != 0, reason="only root may give files away")
def test_the_owner_stays(club: Path) -> None:
    book = club / "games.xlsx"
    os.chown(book, SOMEBODY, SOMEBODY)
    rebuilt(club)
    [backup] = (club / disk.BACKUPS).iterdir()
    assert [(one.stat().st_uid, one.stat().st_gid) for one in (book, backup)] == [(SOMEBODY, SOMEBODY)] * 2


@pytest.mark.skipif(os.name == "posix" and os.getuid() != 0, reason="only root may give files away")
def test_an_owner_that_we_may_not_set_stops_the_rebuild(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = club / "games.xlsx"
    os.chown(book, SOMEBODY, SOMEBODY)
    before = book.read_bytes()
    monkeypatch.setattr(os, "chown", failing(errno.EPERM))
    done = run("rebuild", club)
    assert done.exit_code == 3
    assert "прав доступа" in done.output
    assert book.read_bytes() == before
    assert not list(club.glob(".*.tmp"))


def failing(number: int):
    def call(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return call


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.EPERM])
def test_a_file_system_without_owners_is_no_reason_to_stop(
    club: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "chown", failing(number))
    rebuilt(club)


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EIO, errno.EACCES])
def test_nothing_after_the_rename_fails_the_rebuild(
    club: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "_sync", failing(number))
    before = (club / "games.xlsx").read_bytes()
    rebuilt(club)
    assert (club / "games.xlsx").read_bytes() != before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_an_attribute_that_cannot_be_set_stops_the_rebuild(
    club: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = club / "games.xlsx"
    set_or_skip(book, "user.tag", b"club")
    before = book.read_bytes()
    monkeypatch.setattr(os, "setxattr", failing(number))
    done = run("rebuild", club)
    assert done.exit_code == 3
    assert "user.tag" in done.output
    assert book.read_bytes() == before


def test_a_copy_whose_rights_cannot_be_given_is_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, copy = tmp_path / "book", tmp_path / "copy"
    book.write_bytes(b"")
    copy.write_bytes(b"")
    set_or_skip(book, "user.tag", b"club")
    monkeypatch.setattr(os, "setxattr", failing(errno.EPERM))
    rights.take_over_no_wider(book, copy)
    assert mode_of(copy) == "0o600"


# --- the lock


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(lock.tempfile, "gettempdir", lambda: str(folder))
    return folder


def test_locks_are_in_a_folder_of_the_users_own(temporary: Path) -> None:
    with lock.locked(b"one", "games.xlsx"):
        [folder] = temporary.iterdir()
        assert mode_of(folder) == "0o700"
        assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("kind", ["link to a folder", "link to a file", "file", "open to all"])
def test_a_lock_folder_that_may_be_somebody_elses_is_not_used(
    temporary: Path, tmp_path: Path, kind: str
) -> None:
    taken, other = temporary / f"mafrating-{os.getuid()}", tmp_path / "other"
    if kind == "link to a folder":
        other.mkdir()
        taken.symlink_to(other)
    elif kind == "link to a file":
        other.write_text("mine", "utf-8")
        taken.symlink_to(other)
    elif kind == "file":
        taken.write_text("mine", "utf-8")
    else:
        taken.mkdir()
        taken.chmod(0o777)
    with pytest.raises(DestinationFault) as fault, lock.locked(b"one", "games.xlsx"):
        pass
    assert fault.value.code == "lock-folder-taken"
    if other.is_file():
        assert other.read_text("utf-8") == "mine"
    if other.is_dir():
        assert not list(other.iterdir())
