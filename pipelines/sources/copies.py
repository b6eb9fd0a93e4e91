"""Copies that a sync client left beside a workbook: where two saved it at once, games may be in the copy alone."""

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from pipelines import findings

# What is added to the name before its suffix. A word for a conflict: Dropbox, Nextcloud, Syncthing, Yandex Disk and
# others, in their languages; a computer's name: OneDrive; a number: Google Drive, and browsers that download again.
_OF_A_COPY = re.compile(
    r".*(conflict|конфликт|конфлікт).*"
    r"|-(desktop|laptop|win)-\w+(-\d+)?"
    r"|-[\w-]*(pc|пк|laptop|macbook(-\w+)*|imac|компьютер|комп'ютер)(-\d+)?"
    r"| ?\(\d{1,2}\)",
    re.IGNORECASE,
)


def check(workbooks: Iterable[Path], language: str) -> pd.DataFrame:
    """A finding for each copy beside the workbooks that a sync client left there."""
    books = list(dict.fromkeys(workbooks))
    copies = [(book, name) for book in books for name in conflict_copies(book, books)]
    if not copies:
        return findings.nothing()
    files = pd.Series([book.name for book, _ in copies])
    return findings.found(
        "conflict-copy", language, file=files, tab="", value=pd.Series([name for _, name in copies])
    )


def conflict_copies(book: Path, others: Sequence[Path] = ()) -> list[str]:
    """The names of a workbook's copies beside it, in their order; those of `others` are workbooks by themselves."""
    stem, suffix = (_plain(part) for part in (book.stem, book.suffix))
    known = {_plain(other.name) for other in others if other.parent == book.parent}
    try:
        names = sorted(os.listdir(book.parent))  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []
    return [
        name
        for name in names
        if (plain := _plain(name)).startswith(stem)
        and plain.endswith(suffix)
        and plain not in known
        and _OF_A_COPY.fullmatch(plain, len(stem), len(plain) - len(suffix))
    ]


def _plain(name: str) -> str:
    """A file's name as it is compared: disks differ in how they keep letters such as й."""
    return unicodedata.normalize("NFC", name).casefold()
