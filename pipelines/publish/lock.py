"""One rebuild at a time of what it writes to."""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.errors import DestinationFault

PATIENCE = 60.0  # seconds to wait for another rebuild of the same


@contextmanager
def locked(name: bytes, told: object) -> Iterator[None]:
    """Hold off other rebuilds on this machine of what has this name, until they are done or PATIENCE is at its end.

    Raises DestinationFault, which calls it what is `told`. The lock lies in the machine's folder for temporary files.
    """
    from filelock import FileLock, Timeout  # late: most commands write nothing

    digest = hashlib.sha256(name).hexdigest()[:32]
    lock = FileLock(Path(tempfile.gettempdir()) / f"mafrating-{digest}.lock", timeout=PATIENCE, mode=0o666)
    try:
        lock.acquire()
    except Timeout:
        raise DestinationFault("destination-busy", file=told) from None
    except PermissionError:  # another user's lock file: whoever is late finds the ratings changed
        yield
        return
    try:
        yield
    finally:
        lock.release()
