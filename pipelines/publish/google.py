"""Rating tabs into a Google spreadsheet: all in one step, and nothing else of it is touched."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from pipelines.errors import DestinationFault, SourceFault
from pipelines.google import address, packed
from pipelines.google.errors import PassingError
from pipelines.publish import lock
from pipelines.publish.names import google_name, google_text
from pipelines.publish.past import tables_of
from pipelines.publish.place import check_names, position
from pipelines.publish.sheet_changes import Change, added, changed, past_change
from pipelines.publish.sheet_requests import Request
from pipelines.publish.stored import Table, table
from pipelines.publish.tab import NO_PAST, PastTabs, Report, Tab
from pipelines.sources.google import Spreadsheet
from rulesets.words import name_folded

MOST_BYTES = 9_000_000  # of one update: Google takes 10 MiB


@dataclass(frozen=True)
class GoogleSpreadsheet:
    """A Google spreadsheet as a `Destination`.

    `is_ours` tells the tabs that are published, so that they are read together; `read` is the spreadsheet if the games
    were read from it: then its tabs are not read twice, and links lead to its cells.
    """

    key: str
    is_ours: Callable[[str], bool]
    read: Spreadsheet | None = None

    def tab_name(self, text: str) -> str:
        """`text` as Google allows it for a tab."""
        return google_name(text)

    def locked(self) -> AbstractContextManager[None]:
        """Hold off other rebuilds of the same spreadsheet on this machine."""
        return lock.locked(b"google " + self.key.encode(), address(self.key))

    def publish(
        self,
        tabs: Sequence[Tab],
        *,
        dry_run: bool = False,
        report: Report = lambda code, tab, value: None,
        past: PastTabs = NO_PAST,
        still: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Put `tabs` into the spreadsheet in one update; see `Destination`.

        A tab that is there keeps its formats and all that is not ours; a new one is made behind its predecessor in
        `tabs`. What is too large for one update goes in several: the `whole` tabs first, all in one, then the others.
        """
        tables = [_plain_table(table(tab, self.tab_name(tab.name))) for tab in tabs]
        spreadsheet = self.read or Spreadsheet(self.key, self.is_ours)
        with _naming(spreadsheet.name):
            check_names(tables)
            changes = self._changes(spreadsheet, tables)
            cleared = _past_changes(spreadsheet, tables, past, report)
            for change in changes:
                for title in change.left_off:
                    report("tie-break-not-shown", change.name, title)
            if not still():
                raise DestinationFault("destination-changed")
            calls = _calls([*changes, *cleared])
            if calls and not dry_run:
                self._send(spreadsheet, calls, tables, past)
        return bool(calls)

    def _changes(self, spreadsheet: Spreadsheet, tables: Sequence[Table]) -> "list[Change]":
        """What each tab needs to hold its table."""
        names = spreadsheet.tabs()
        by_name = {name_folded(name): sheet for name, sheet in spreadsheet.sheets.items()}
        changes: list[Change] = []
        for at, one in enumerate(tables):
            sheet = by_name.get(name_folded(one.name))
            if sheet:
                change = changed(one, sheet, spreadsheet.rows(sheet.title))
            else:
                index = position(names, tables[:at], tables[at + 1 :])
                names.insert(index, one.name)
                taken = {sheet.id for sheet in spreadsheet.sheets.values()} | {one.sheet for one in changes}
                change = added(one, _free_number(one.name, taken), index)
            links = change.links if self.read else ()
            changes.append(replace(change, sheet_of=self._number_of, links=links))
        return changes

    def _number_of(self, tab: str) -> int | None:
        """The number of a tab that games were read from."""
        sheet = self.read.sheets.get(tab) if self.read else None
        return sheet.id if sheet else None

    def _send(
        self, spreadsheet: Spreadsheet, calls: "list[list[Request]]", tables: Sequence[Table], past: PastTabs
    ) -> None:
        """Make the calls one after the other.

        Where no answer tells whether one was done, the spreadsheet is read to find out what is left to do.
        """
        client = spreadsheet.client
        with client.faults(self.key, DestinationFault):
            while calls:
                lost: PassingError | None = None
                for attempt in client.tries():
                    with attempt:
                        if lost:
                            calls = self._left_to_do(spreadsheet, tables, past, lost)
                        try:
                            if calls:
                                client.update(self.key, calls[0])
                        except PassingError as error:
                            lost = error if error.is_lost else None
                            raise
                calls = calls[1:]

    def _left_to_do(
        self, spreadsheet: Spreadsheet, tables: Sequence[Table], past: PastTabs, lost: PassingError
    ) -> list[list[Request]]:
        """The calls that are needed still. Raises DestinationFault if the spreadsheet cannot be read."""
        client = spreadsheet.client
        try:
            now = Spreadsheet(self.key, self.is_ours, client)
            cleared = _past_changes(now, tables, past, lambda code, tab, value: None)
            return _calls([*self._changes(now, tables), *cleared])
        except SourceFault as fault:
            raise DestinationFault("google-unsure", server=client.server, reason=lost.reason) from fault


def _past_changes(
    spreadsheet: Spreadsheet, tables: Sequence[Table], past: PastTabs, report: Report
) -> list[Change]:
    """What becomes of tabs of ratings that have no games any more, each of which is reported.

    Nothing at Google records that a rebuild made them, so they are changed only if they are to be removed.
    """
    made = {name_folded(table.name) for table in tables}
    headers = tables_of(past)
    changes: list[Change] = []
    for name, sheet in spreadsheet.sheets.items():
        if name_folded(name) in made or not past.may_be(name) or not sheet.rows:
            continue
        change = past_change(sheet, spreadsheet.rows(name), headers, past.note)
        if change is None:
            continue
        report("old-tab", name, name)
        is_last = len(spreadsheet.sheets) - len(changes) < 2
        if change.is_removed and past.remove:
            keep = is_last or spreadsheet.client.has_notes(spreadsheet.key, name)
            change = replace(change, is_removed=not keep)
        changes += [change] if past.remove else []
    return changes


def _calls(changes: Sequence[Change]) -> list[list[Request]]:
    """The changes in few calls: one, if they fit; else the whole tabs in one, and the others in pieces."""
    requests = [change.requests() for change in changes]
    sizes = [_size(some) for some in requests]
    if sum(sizes) <= MOST_BYTES:
        together = [request for some in requests for request in some]
        return [together] if together else []
    numbered = list(enumerate(changes))
    if sum(sizes[at] for at, change in numbered if change.whole) > MOST_BYTES:
        raise DestinationFault("spreadsheet-too-much", limit=MOST_BYTES // 10**6)
    whole = [request for at, change in numbered if change.whole for request in requests[at]]
    pieces = [piece for at, change in numbered if not change.whole for piece in _pieces(change, sizes[at])]
    return [whole, *pieces] if whole else pieces


def _pieces(change: Change, size: int) -> Iterator[list[Request]]:
    """The requests of one tab, of so many bytes, in as few calls as they fit into."""
    first, step = 0, max(len(change.lines) * MOST_BYTES * 4 // 5 // max(size, 1), 1)
    while first < len(change.lines):
        end = min(first + step, len(change.lines))
        while _size(piece := change.requests(first, end)) > MOST_BYTES and end > first + 1:
            end = first + (end - first) // 2
        yield piece
        first = end


def _size(requests: Sequence[Request]) -> int:
    """The bytes of requests, taken row by row: a text of all of them could be long."""
    size = 0
    for request in requests:
        rows = request.get("updateCells", {}).get("rows", ())
        rest = {**request, "updateCells": {**request["updateCells"], "rows": []}} if rows else request
        size += len(packed(rest)) + 1 + sum(len(packed(row)) + 1 for row in rows)
    return size


def _free_number(name: str, taken: set[int]) -> int:
    """A number for a new tab, the same for the same name: an update that comes twice is done once."""
    number = zlib.crc32(name.casefold().encode()) >> 1
    while number in taken:
        number += 1
    return number


def _plain_table(one: Table) -> Table:
    """The table with its texts as Google keeps them, so that they are the same when they are read."""
    columns = [
        replace(
            stored,
            distinct=[google_text(value) if isinstance(value, str) else value for value in stored.distinct],
        )
        for stored in one.columns
    ]
    return replace(one, columns=columns)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Faults of the publishing name the spreadsheet."""
    try:
        yield
    except DestinationFault as fault:
        raise DestinationFault(fault.code, **{"file": name, **fault.values}) from fault
