"""Workbooks of the old format .xls, read in a process of their own.

A damaged one may make its reader panic, abort, ask for all the memory there is or never end. All that befalls the
process, and is no more than a fault of the workbook.
"""

import pickle
import re
import subprocess
import sys

from pipelines.sources.column import Column, Fault
from pipelines.sources.grid import DAY_0, DAY_0_OF_1904
from pipelines.sources.sheet_xml import Told

_LONGEST = 60  # seconds; a sound workbook takes one or two
_MOST_COLUMNS = 256  # of any .xls
_DO = "import sys; sys.path[:] = sys.argv[1:]; from pipelines.sources import xls_worker; xls_worker.main()"

# Records stand one behind the other, each with its number and length first.
_LOCKED = re.compile(  # the workbook's beginning, maybe "recommended to be read only", then the lock
    rb"\x09\x08(?:\x10\x00\x00\x06\x05\x00.{12}|\x08\x00\x00\x05\x05\x00.{4})(?:\x86\x00\x00\x00)?\x2f\x00",
    re.DOTALL,
)
_FROM_1904 = bytes.fromhex("2200 0200 0100 0E00 0200")  # the record that says so, the start of the next one


class UnreadableError(Exception):
    """The process could not read the workbook, ended, or did not end in time."""


class Xls:
    """An .xls, read. `day_0` is the day that the number 0 stands for. Raises UnreadableError."""

    def __init__(self, content: bytes) -> None:
        self.day_0 = DAY_0_OF_1904 if _FROM_1904 in content else DAY_0
        command = [sys.executable, "-P", "-c", _DO, *map(str, sys.path)]
        try:
            done = subprocess.run(command, input=content, capture_output=True, timeout=_LONGEST, check=True)  # noqa: S603
        except (subprocess.SubprocessError, OSError) as error:
            raise UnreadableError from error
        self._tabs: dict[str, tuple[dict[int, Column], list[Fault]]] = pickle.loads(done.stdout)  # noqa: S301 - ours
        if any(number > _MOST_COLUMNS for columns, _ in self._tabs.values() for number in columns):
            raise UnreadableError

    def tabs(self) -> list[str]:
        """The names of the tabs."""
        return list(self._tabs)

    def load(self, tab: str) -> tuple[dict[int, Column], list[Fault], Told]:
        """The columns of a tab and its error cells; the file tells nothing else."""
        return *self._tabs[tab], Told()


def is_locked(content: bytes) -> bool:
    """Whether the workbook has a password to open."""
    return bool(_LOCKED.search(content))
