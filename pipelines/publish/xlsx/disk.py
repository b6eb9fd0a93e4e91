"""The workbook's file: read as it is at one moment, replaced as a whole or not at all."""

import datetime as dt
import errno
import os
import re
import socket
import stat
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pipelines.errors import DestinationFault
from pipelines.league import real
from pipelines.publish import lock
from pipelines.publish.xlsx import rights
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # how xls files begin, and all Office files with a password
_CODES = {
    errno.EACCES: "destination-read-only",
    errno.EPERM: "destination-read-only",
    errno.EROFS: "destination-read-only",
    errno.ENOSPC: "destination-disk-full",
    errno.EDQUOT: "destination-disk-full",
}


BACKUPS = "mafrating-backups"  # the folder beside the workbook: a name that nobody's own backups have
_FORGOTTEN = 86_400.0  # seconds after which a temporary file of another machine is nobody's
_HERE = re.sub(r"\W", "", socket.gethostname()) or "here"


def locked(path: Path) -> AbstractContextManager[None]:
    """Hold off other rebuilds of the same workbook; nothing of the lock lies beside it."""
    return lock.locked(os.fsencode(real(path)), path)


def ready(path: Path) -> None:
    """Take away what a rebuild that was cut short left beside the workbook; for the holder of the lock only."""
    beside = [
        path.parent.glob(f".{_plain(name)}.*.tmp") for name in (path.name, f"{path.stem}-mafrating.xlsx")
    ]
    for left in (*beside[0], *beside[1], *(path.parent / BACKUPS).glob(f".{_plain(path.stem)}-*.tmp")):
        machine = re.fullmatch(r".*\.(\w+)-[0-9a-f]{32}\.tmp", left.name)
        with suppress(OSError):
            if machine and (machine[1] == _HERE or time.time() - left.stat().st_mtime > _FORGOTTEN):
                left.unlink()


def _plain(name: str) -> str:
    """A name as a pattern that means only itself."""
    return re.sub(r"([\[\]*?])", r"[\1]", name)


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.{_HERE}-{uuid.uuid4().hex}.tmp")


def _check_closed(path: Path) -> None:
    """Raise DestinationFault if Excel or LibreOffice has the workbook open: both leave a file that says so."""
    for sign in (f"~${path.name}", f".~lock.{path.name}#"):
        if (path.parent / sign).exists():
            raise DestinationFault("destination-open", sign=sign)


def back_up(path: Path, content: bytes, days: int) -> None:
    """Keep the workbook as it is, unless that was done today, and of its former states those of the last `days`.

    They are in the folder `mafrating-backups` beside it, as `games-2026-11-30.xlsx`, with the rights of the workbook or
    fewer. Raises OSError or DestinationFault if that cannot be written; nothing is left of it then.
    """
    folder = path.parent / BACKUPS
    today = folder / f"{path.stem}-{dt.date.today():%Y-%m-%d}{path.suffix}"
    if days < 1 or today.exists():
        return
    temporary = _temporary(today)
    is_new = not folder.exists()
    try:
        if is_new:
            folder.mkdir(mode=0o700)
            folder.chmod(rights.folder_mode(path))
        with rights.created(temporary, private=True) as out:
            out.write(content)
            _flush(out)
        rights.take_over_no_wider(path, temporary)
        temporary.replace(today)
    except OSError as error:
        if is_new:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
                folder.rmdir()
        raise DestinationFault("backup-failed", folder=folder, reason=error.strerror or error) from error
    finally:
        temporary.unlink(missing_ok=True)
    dated = re.compile(rf"{re.escape(path.stem)}-\d{{4}}-\d\d-\d\d{re.escape(path.suffix)}")
    kept = sorted(file for file in folder.iterdir() if dated.fullmatch(file.name) and file != today)
    for old in kept[: len(kept) - days + 1 if len(kept) >= days else 0]:
        with suppress(OSError):
            old.unlink()


def _flush(out: BinaryIO) -> None:
    """Make what was written last through a power cut."""
    out.flush()
    os.fsync(out.fileno())


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Tell what goes wrong with the file as a DestinationFault that names it."""
    try:
        yield
    except DestinationFault as fault:
        raise DestinationFault(fault.code, **{"file": path, **fault.values}) from fault
    except DamagedError as error:
        raise DestinationFault("destination-broken", file=path, part=error) from error
    except OSError as error:
        code = _CODES.get(error.errno or 0, "destination-error")
        raise DestinationFault(code, file=path, reason=error.strerror or error) from error


def read(path: Path) -> bytes | None:
    """The bytes of the workbook, None if there is none yet. Raises DestinationFault if it is no xlsx file."""
    if not path.parent.is_dir():
        raise DestinationFault("destination-no-folder", folder=path.parent)
    if not os.path.lexists(path):  # a link in a circle is there, and reading it says so
        if path.suffix.lower() != ".xlsx":
            raise DestinationFault("destination-not-xlsx")
        return None
    data = path.read_bytes()
    if data.startswith(_OLD_OFFICE):
        encrypted = "EncryptedPackage".encode("utf-16-le") in data
        raise DestinationFault("destination-encrypted" if encrypted else "destination-not-xlsx")
    if not data.startswith(b"PK"):
        raise DestinationFault("destination-not-xlsx")
    return data


def replace(
    path: Path, before: bytes | None, package: Package, check: Callable[[bytes], None], backups: int = 0
) -> None:
    """Put the package in the place of the file that held `before`, of which a backup is kept if `backups` says so.

    The new file is written beside the old one, checked (by `check` too, which raises DamagedError), and only then
    put over it, with the rights of the old one. Raises DestinationFault or OSError, with the old file untouched and
    nothing left beside it, if any of it fails, if another program has the old file open, or if that is not what it was.
    """
    _check_closed(path)
    old = path.stat() if before is not None else None
    if old and not (old.st_mode & stat.S_IWUSR and os.access(path, os.W_OK)):
        raise DestinationFault("destination-read-only")
    temporary = _temporary(path)
    try:
        with rights.created(temporary, private=old is not None) as out:
            package.save(out)
            _flush(out)
        _verify(package, temporary, check)
        if old:
            rights.take_over(path, temporary)
        if before is not None:
            back_up(path, before, backups)
        if (path.read_bytes() if path.exists() else None) != before:
            raise DestinationFault("destination-changed")
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    with suppress(OSError):  # the workbook is in its place: from here on nothing may fail the rebuild
        _sync(path.parent)


def _verify(package: Package, temporary: Path, check: Callable[[bytes], None]) -> None:
    written = temporary.read_bytes()
    try:
        package.verify(written)
        check(written)
    except DamagedError as error:
        raise DestinationFault("destination-unsound", part=error) from error


def _sync(folder: Path) -> None:
    """Make the new name last through a power cut; Windows does so by itself, and knows no such call."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
