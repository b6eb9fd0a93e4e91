"""Who may read and write a file: its owner, group, mode, access list and other attributes, taken over from another."""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from pipelines.errors import DestinationFault

_OF_CONTENT = ("security.ima", "security.evm")  # signatures of what is in a file, not rights to it
_NONE_HERE = (
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.ENOSYS,
    errno.EPERM,
)  # where a file system has no attributes


def created(path: Path, *, private: bool) -> BinaryIO:
    """A new file, opened for writing; a `private` one is its owner's alone from its first byte on."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600 if private else 0o666)

    return open(path, "xb", opener=opener)


def take_over(old: Path, new: Path) -> None:
    """Give `new` the owner, group, mode, access list and attributes of `old`; both are on one file system.

    A call that the file system does not know is no fault as long as the outcome is right: network and FUSE folders
    refuse to set an owner that the file has anyway. Raises DestinationFault if `new` differs from `old` in the end.
    """
    wanted = old.stat()
    if hasattr(os, "chown") and _owner(new) != (wanted.st_uid, wanted.st_gid):
        _tried(partial(os.chown, new, wanted.st_uid, wanted.st_gid))
    _tried(partial(new.chmod, stat.S_IMODE(wanted.st_mode)))
    attributes = _attributes(old)
    for name in (
        _attributes(new).keys() - attributes.keys()
    ):  # an access list that the folder gives to new files
        _tried(partial(os.removexattr, new, name))
    for name, value in attributes.items():
        _tried(partial(os.setxattr, new, name, value))
    got = new.stat()
    if _owner(new) != (wanted.st_uid, wanted.st_gid):
        raise DestinationFault("destination-rights", what=_named(wanted))
    if stat.S_IMODE(got.st_mode) != stat.S_IMODE(wanted.st_mode):
        raise DestinationFault("destination-rights", what=stat.filemode(wanted.st_mode))
    if lost := attributes.items() ^ _attributes(new).items():
        raise DestinationFault("destination-rights", what=", ".join(sorted({name for name, _ in lost})))


def take_over_no_wider(old: Path, new: Path) -> None:
    """Give a copy the rights of `old`; what cannot be given is left to the copy's owner alone."""
    try:
        take_over(old, new)
    except (DestinationFault, OSError):
        for name in _attributes(new):
            _tried(partial(os.removexattr, new, name))
        new.chmod(0o600)


def folder_mode(of: Path) -> int:
    """The mode of a folder for copies of a file: who may read the file may look into it, who may write may add."""
    mode = of.stat().st_mode
    may_look = (mode & 0o044) | (mode & 0o044) >> 2
    return 0o700 | may_look | (mode & 0o022 if may_look else 0)


def _owner(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_uid, state.st_gid


def _named(state: os.stat_result) -> str:
    """Owner and group by name, or by number where they have none here."""
    owner, group = str(state.st_uid), str(state.st_gid)
    with suppress(ImportError, KeyError):
        import grp
        import pwd

        owner, group = pwd.getpwuid(state.st_uid).pw_name, grp.getgrgid(state.st_gid).gr_name
    return f"{owner}:{group}"


def _tried(change: Callable[[], object]) -> None:
    """Do what a file system may not know, or not allow us: the outcome is looked at afterwards."""
    with suppress(OSError):
        change()


def _attributes(path: Path) -> dict[str, bytes]:
    """The extended attributes of a file, among them its access list; none where the system has no such thing."""
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(path, name) for name in os.listxattr(path) if name not in _OF_CONTENT}
    except OSError as error:
        if error.errno in _NONE_HERE:
            return {}
        raise
