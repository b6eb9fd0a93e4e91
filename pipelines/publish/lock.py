"""One rebuild at a time of what it writes to."""

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pipelines.errors import DestinationFault

PATIENCE = 60.0  # seconds to wait for another rebuild of the same


@contextmanager
def locked(name: bytes, label: object) -> Iterator[None]:
    """Hold off other rebuilds by this user of what has this name, until they are done or PATIENCE is at its end.

    Raises DestinationFault, which calls it `label`. A rebuild by another user is not held off: whoever is late finds
    the ratings changed, and starts over.
    """
    from filelock import FileLock, Timeout  # late: most commands write nothing

    lock = FileLock(_folder(label) / f"{hashlib.sha256(name).hexdigest()[:32]}.lock", timeout=PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        raise DestinationFault("destination-busy", file=label) from None
    except OSError as error:
        raise DestinationFault("lock-failed", file=lock.lock_file, reason=error.strerror or error) from error
    try:
        yield
    finally:
        with suppress(OSError):  # the ratings are written: a lock that cannot be let go ends with the process
            lock.release()


def _folder(label: object) -> Path:
    """The folder of locks: this user's own, so that nobody else can put a link in the place of a lock.

    Raises DestinationFault if something else has its name.
    """
    user = (
        str(os.getuid()) if hasattr(os, "getuid") else "locks"
    )  # on Windows the temporary folder is a user's own
    folder = Path(tempfile.gettempdir()) / f"mafrating-{user}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    state = folder.lstat()
    is_ours = stat.S_ISDIR(state.st_mode) and (os.name != "posix" or state.st_uid == os.getuid())
    if not is_ours or (os.name == "posix" and state.st_mode & 0o022):
        raise DestinationFault("lock-folder-taken", file=label, folder=folder)
    return folder
