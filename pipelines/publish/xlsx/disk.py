"""The workbook's file: read as it is at one moment, replaced as a whole or not at all."""

import errno
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pipelines.errors import DestinationFault
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
    if not path.exists():
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


def replace(path: Path, before: bytes | None, package: Package) -> None:
    """Put the package in the place of the file that held `before`.

    The new file is written beside the old one, checked, and only then put over it. Raises DestinationFault
    or OSError, with the old file untouched and nothing left beside it, if any of it fails or if the old file
    is not what it was.
    """
    old = path.stat() if before is not None else None
    if old and not (old.st_mode & stat.S_IWUSR and os.access(path, os.W_OK)):
        raise DestinationFault("destination-read-only")
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as out:
            package.save(out)
            out.flush()
            os.fsync(out.fileno())
        _verify(package, temporary)
        if old:
            _take_over(old, temporary)
        if (path.read_bytes() if path.exists() else None) != before:
            raise DestinationFault("destination-changed")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync(path.parent)


def _verify(package: Package, written: Path) -> None:
    try:
        package.verify(written.read_bytes())
    except DamagedError as error:
        raise DestinationFault("destination-unsound", part=error) from error


def _take_over(old: os.stat_result, new: Path) -> None:
    """Give the new file the owner, as far as we may, and the mode of the old."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(new, old.st_uid, old.st_gid)
    new.chmod(stat.S_IMODE(old.st_mode))


def _sync(folder: Path) -> None:
    """Make the new name last through a power cut; Windows does so by itself, and knows no such call."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
