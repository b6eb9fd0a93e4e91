"""What must change in a Google spreadsheet for a table to stand on its tab."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pipelines.errors import DestinationFault
from pipelines.publish import sheet_requests
from pipelines.publish.past import standings
from pipelines.publish.place import FOREIGN, Held, Ours, check_single, find, fitted, same
from pipelines.publish.sheet_requests import Request
from pipelines.publish.stored import Stored, Table, Value, address
from pipelines.sources.google import ERRORS, Sheet


@dataclass(frozen=True)
class Change:
    """What a tab needs: room and looks first, then lines of values from a row on (there may be none)."""

    name: str
    sheet: int
    room: Sequence[Request] = ()
    top: int = 1
    left: int = 1
    lines: Sequence[Sequence[Value | None]] = ()
    links: Sequence[int] = ()  # which of the columns lead somewhere, from 0
    left_off: Sequence[str] = ()
    whole: bool = True
    sheet_of: Callable[[str], int | None] = lambda tab: None
    is_removed: bool = False

    def requests(self, first: int = 0, end: int | None = None) -> list[Request]:
        """The requests for lines from `first` on, before `end`; the first lines bring the room with them."""
        if self.is_removed:
            return [sheet_requests.remove_tab(self.sheet)]
        lines, top = self.lines[first:end], self.top + first
        if not lines:
            return []
        made = [] if first else list(self.room)
        made.append(sheet_requests.values(self.sheet, top, self.left, lines))
        for at in self.links:
            places = [sheet_requests.place_of(line[at], self.sheet_of) for line in lines]
            made.append(sheet_requests.links(self.sheet, top, self.left + at, places))
        return made


def added(one: Table, sheet: int, index: int) -> Change:
    """A tab that is not there yet."""
    lines = [one.titles, *zip(*(stored.values() for stored in one.columns), strict=True)]
    room = sheet_requests.new_tab(one, sheet, index)
    return Change(one.name, sheet, room, lines=lines, links=_linked(one), whole=one.whole)


def changed(one: Table, sheet: Sheet, rows: Sequence[Sequence[Any]]) -> Change:
    """A tab that is there: the lines from the first to the last that differ, and room for them.

    Raises DestinationFault if something of the user's stands where ours must go.
    """
    if not sheet.rows:
        raise DestinationFault("tab-no-sheet", tab=one.name)
    standing = [[_value(told) for told in row] for row in rows]

    def row_at(number: int) -> Sequence[object]:
        return standing[number - 1] if number <= len(standing) else ()

    place = find(((number, dict(enumerate(row, 1))) for number, row in enumerate(standing, 1)), one)
    header = row_at(place.top)
    kept = fitted(one, _held(header), place)
    left_off = [title for title in one.titles if title not in kept.titles]
    ours = Ours(kept, place)
    for row in standing[
        place.top :
    ]:  # an error where a number was is no text; among texts it may be one that we wrote
        for column in ours.numbers():
            if column <= len(row) and row[column - 1] in ERRORS:
                row[column - 1] = FOREIGN
    last = ours.last(lambda number: _held(row_at(number)))
    check_single(
        ((number, dict(enumerate(row, 1))) for number, row in enumerate(standing, 1) if number > last),
        kept,
        place,
    )
    ours.check_room(_held(header), place.top, len(place.titles))
    under = ours.under(range(last + 1, len(standing) + 1), lambda number: _held(row_at(number)))
    moves: list[Request] = []
    if under and under <= ours.bottom:
        moves = _moves(ours, sheet, row_at(last), last)
        by = ours.bottom - last
        at = max(last - 1, place.top)
        standing[at:at] = [[]] * by
        sheet, last = _with_rows(sheet, last, by), ours.bottom
    lines = [(header, ours.header(_held(header)))]
    lines += [(row, wanted) for _, row, wanted, _ in ours.lines(row_at, _held, last)]
    differ = [at for at, (row, wanted) in enumerate(lines) if not _stands(row, place.left, wanted)]
    for at in differ:
        if 0 < at <= last - place.top:
            ours.check_ours(_held(lines[at][0]), place.top + at)
    nothing = Change(one.name, sheet.id, left_off=left_off, whole=one.whole)
    if not differ:
        return nothing
    bottom, right = place.top + len(lines) - 1, place.left + ours.width - 1
    for top, left, last_row, last_column in sheet.merged:
        if top <= bottom and last_row >= place.top and left <= right and last_column >= place.left:
            cell = f"{address(top, left)}:{address(last_row, last_column)}"
            raise DestinationFault("tab-merged", tab=one.name, cell=cell)
    return replace(
        nothing,
        room=[*moves, *_room(kept.columns, sheet, bottom, place.left)],
        top=place.top + differ[0],
        left=place.left,
        lines=[wanted for _, wanted in lines[differ[0] : differ[-1] + 1]],
        links=_linked(kept),
    )


def past_change(
    sheet: Sheet, rows: Sequence[Sequence[Any]], headers: Sequence[Table], note: str
) -> Change | None:
    """How to clear the tab of a rating without games, and whether it can be removed: no value on it is the user's.

    None where there are no standings of ours.
    """
    cells = [[_value(told) for told in row] for row in rows]

    def numbered() -> list[tuple[int, dict[int, object]]]:
        return [(number, dict(enumerate(row, 1))) for number, row in enumerate(cells, 1)]

    def held_at(number: int) -> Held:
        return _held(cells[number - 1] if number <= len(cells) else ())

    found = standings(numbered, held_at, headers)
    if found is None or found.is_cleared:
        return None
    ours = found.ours
    empty: list[Value | None] = [None] * ours.width
    lines = [[note, *empty[1:]], *[empty] * (found.last - ours.place.top - 1)]
    top, left = ours.place.top + 1, ours.place.left
    is_alone = found.is_alone(numbered())
    return Change(sheet.title, sheet.id, top=top, left=left, lines=lines, is_removed=is_alone)


def _moves(ours: Ours, sheet: Sheet, row: Sequence[object], last: int) -> list[Request]:
    """New rows before the `last` one of our table, so that all that refers to the table grows with it.

    What the user has beside our last `row` is put back beside it.
    """
    by = ours.bottom - last
    if last == ours.place.top:  # there is the header alone
        return [sheet_requests.insert_rows(sheet.id, last, by)]
    right = ours.place.left + ours.width
    sides = [(1, ours.place.left), (right, max(sheet.columns + 1, right))]
    taken = [
        (start, end) for start, end in sides if any(cell is not None for cell in row[start - 1 : end - 1])
    ]
    return [
        sheet_requests.insert_rows(sheet.id, last - 1, by),
        *(sheet_requests.move_cells(sheet.id, last + by, last, start, end) for start, end in taken),
    ]


def _with_rows(sheet: Sheet, last: int, by: int) -> Sheet:
    """The tab with so many rows more before the `last` one of our table."""
    merged = [
        (top + by * (top >= last), left, bottom + by * (bottom >= last), right)
        for top, left, bottom, right in sheet.merged
    ]
    return replace(sheet, rows=sheet.rows + by, merged=merged)


def _room(columns: Sequence[Stored], sheet: Sheet, bottom: int, left: int) -> list[Request]:
    """The rows and columns that the grid lacks; new rows get the looks of our columns."""
    made = []
    right = left + len(columns) - 1
    if right > sheet.columns:
        made.append(sheet_requests.grow(sheet.id, "COLUMNS", right - sheet.columns))
    if bottom > sheet.rows:
        made.append(sheet_requests.grow(sheet.id, "ROWS", bottom - sheet.rows))
        made += sheet_requests.formats(columns, sheet.id, sheet.rows, bottom, left)
    return made


def _linked(one: Table) -> list[int]:
    return [at for at, stored in enumerate(one.columns) if stored.column.kind == "link"]


def _stands(row: Sequence[object], left: int, wanted: Sequence[Value | None]) -> bool:
    """Whether what is wanted stands in a row, from a column on."""
    held = row[left - 1 : left - 1 + len(wanted)]
    short = len(wanted) - len(held)
    return held == wanted or all(map(same, [*held, *[None] * short], wanted))


def _held(row: Sequence[object]) -> Held:
    """What stands in the cells of a row, by column."""
    return lambda column: row[column - 1] if 1 <= column <= len(row) else None


def _value(told: Any) -> object:
    """What stands in a cell that the API tells."""
    if isinstance(told, bool):
        return FOREIGN
    if isinstance(told, int | float):
        return float(told)
    return told or None
