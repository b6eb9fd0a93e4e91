"""Rating tabs into a workbook: the club's own, of which nothing else is touched, or a new one."""

from collections.abc import Sequence
from pathlib import Path

from pipelines.errors import DestinationFault
from pipelines.publish.tab import Tab
from pipelines.publish.xlsx import cells, disk
from pipelines.publish.xlsx.book import Book
from pipelines.publish.xlsx.package import Package

LONGEST_NAME = 31
MOST_ROWS = 1_048_575  # under the header
_FORBIDDEN = dict.fromkeys(map(ord, "[]:*?/\\"), "-") | dict.fromkeys(range(32), " ")


def publish(path: Path, tabs: Sequence[Tab], *, dry_run: bool = False) -> bool:
    """Put `tabs` into the workbook at `path`, which is made if it is not there.

    A tab that is there keeps its look, and all that is not ours; a new one is made behind its predecessor in
    `tabs`. Every other part of the file stays byte for byte. Nothing is written if all values stand there
    already, nor with `dry_run`.

    Returns whether anything was written (would be, with `dry_run`). Raises DestinationFault, and leaves the
    file as it was, if it cannot be written or if a tab holds something of the user's where ours must go.
    """
    tables = [cells.table(tab, tab_name(tab.name)) for tab in tabs]
    with disk.faults(path):
        _check(tables)
        target = path.resolve()
        before = disk.read(target)
        package = Package(before)
        changed = bool(tables) and Book(package).write(tables)
        if changed and not dry_run:
            disk.replace(target, before, package)
    return changed


def tab_name(text: str) -> str:
    """`text` as Excel allows it for a tab: 31 characters, no forbidden marks, no quote at its ends."""
    name = text.translate(_FORBIDDEN).strip(" '")[:LONGEST_NAME].strip(" '")
    return "-" if name.casefold() in ("", "history") else name


def _check(tables: Sequence[cells.Table]) -> None:
    seen = set()
    for table in tables:
        if table.name.casefold() in seen:
            raise DestinationFault("tab-twice", tab=table.name)
        if table.rows > MOST_ROWS:
            raise DestinationFault("tab-too-long", tab=table.name, rows=table.rows)
        seen.add(table.name.casefold())
