"""Rating tabs into a workbook: the club's own, of which nothing else is touched, or a new one."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from pipelines.errors import DestinationFault
from pipelines.league import real
from pipelines.publish.names import workbook_name
from pipelines.publish.place import check_names
from pipelines.publish.stored import Table, table
from pipelines.publish.tab import NO_PAST, PastTabs, Report, Tab
from pipelines.publish.xlsx import disk, proof
from pipelines.publish.xlsx.book import Book
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package

MOST_ROWS = 1_048_575  # under the header


@dataclass(frozen=True)
class WorkbookFile:
    """A workbook as a `Destination`, of which backups of so many days are kept.

    `is_read` is whether games, or what belongs to them, are read from a tab of it: its formulas keep their results.
    """

    path: Path
    backups: int = 0
    is_read: Callable[[str], bool] = lambda tab: False

    def tab_name(self, text: str) -> str:
        """`text` as Excel allows it for a tab."""
        return workbook_name(text)

    def locked(self) -> AbstractContextManager[None]:
        """Hold off other rebuilds of the same workbook on this machine."""
        return disk.locked(self.path)

    def publish(
        self,
        tabs: Sequence[Tab],
        *,
        dry_run: bool = False,
        report: Report = lambda code, tab, value: None,
        past: PastTabs = NO_PAST,
        still: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Put the tabs into the workbook; see `publish`."""
        return publish(
            self.path,
            tabs,
            dry_run=dry_run,
            backups=self.backups,
            is_read=self.is_read,
            report=report,
            past=past,
            still=still,
        )


def publish(
    path: Path,
    tabs: Sequence[Tab],
    *,
    dry_run: bool = False,
    backups: int = 0,
    is_read: Callable[[str], bool] = lambda tab: False,
    report: Report = lambda code, tab, value: None,
    past: PastTabs = NO_PAST,
    still: Callable[[], bool] = lambda: True,
) -> bool:
    """Put `tabs` into the workbook at `path`, which is made if it is not there.

    A tab that is there keeps its look, and all that is not ours; a new one is made behind its predecessor in
    `tabs`. Every other part of the file stays byte for byte. Nothing is written if all values stand there
    already, nor with `dry_run`. Of the last state of each of so many days as `backups` says a copy is kept.
    `past` are tabs of earlier rebuilds; `report` is given what is doubtful in the workbook; `still` is asked, once that
    is read, whether the ratings are still those of the sheets.

    Returns whether anything was written (would be, with `dry_run`). Raises DestinationFault, and leaves the
    file as it was, if it cannot be written or if a tab holds something of the user's where ours must go. If the new
    version fails its check, the ratings go to a workbook of their own beside it.
    """
    tables = [table(tab, workbook_name(tab.name)) for tab in tabs]
    with disk.faults(path):
        check_names(tables)
        for one in tables:
            if one.rows > MOST_ROWS:
                raise DestinationFault("tab-too-long", tab=one.name, rows=one.rows)
        target = real(path)
        if not dry_run:
            disk.ready(target)
        before = disk.read(target)
        if not still():
            raise DestinationFault("destination-changed")
        package = Package(before)
        try:
            book = Book(package)
            changed = book.write(tables, is_read, past)
        except (ValueError, LookupError, OverflowError) as error:  # what the format does not have
            raise DamagedError(str(error)[:100]) from error
        for finding in [*book.findings, *(book.locks() if changed else ())]:
            report(*finding)
        if changed and not dry_run:
            try:
                disk.replace(
                    target,
                    before,
                    package,
                    lambda written: proof.check(written, before, book),
                    backups,
                )
            except DestinationFault as fault:
                if fault.code != "destination-unsound":
                    raise
                beside = _beside(target, tables)
                raise DestinationFault("destination-beside", **fault.values, beside=beside) from fault
    return changed


def _beside(path: Path, tables: Sequence[Table]) -> Path:
    """Put the tabs into a workbook beside the one that cannot take them; what else is in that stays there too."""
    beside = path.with_name(f"{path.stem}-mafrating.xlsx")
    before = disk.read(beside)
    package = Package(before)
    if Book(package).write(tables):
        disk.replace(beside, before, package, lambda written: None)
    return beside
