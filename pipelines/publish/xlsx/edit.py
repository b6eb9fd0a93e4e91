"""New values for a tab that is there already: its look, and all that is not ours, stay."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pipelines.errors import DestinationFault
from pipelines.publish.xlsx import cells, newsheet, ooxml
from pipelines.publish.xlsx.cells import Area, Table, Value
from pipelines.publish.xlsx.sheet import ORDER, Row, Sheet
from pipelines.publish.xlsx.styles import Styles

_HEIGHT = ("ht", "customHeight")
_LEAST_OF_TITLES = 0.5  # a table with more of our titles than this part is ours
_NUMBERS = ("whole", "points", "percent", "date")
TOLERANCE = 1e-12  # other programs keep 15 digits of a number


@dataclass(frozen=True)
class Place:
    """Where our table stands: the row of its header, its first column, and the titles that are ours, tidied.

    An empty tab has no such titles, and room from A1 on.
    """

    top: int = 1
    left: int = 1
    titles: Sequence[str] = ()


def find(sheet: Sheet, table: Table) -> Place:
    """Find our table on a tab by its first two titles.

    Columns are ours as far as they bear titles of `table`, or such as it may have. Raises DestinationFault
    `tab-not-ours` if the tab holds something, but no such header, and `tab-columns` if a column that is
    not ours stands among ours.
    """
    first = [_tidy(title) for title in table.titles[:2]]
    empty = True
    for number in sheet.numbers():
        row = sheet.row(number)
        texts = {column: _tidy(sheet.value(cell)) for column, cell in row.cells.items()}
        for column in row.cells:
            if [texts.get(column + step) for step in range(len(first))] == first and not texts.get(
                column - 1
            ):
                return _place(table, number, column, texts)
        empty = empty and not any(texts.values())
    if not empty:
        raise DestinationFault("tab-not-ours", tab=table.name, titles=", ".join(table.titles[:2]))
    return Place()


def _place(table: Table, row: int, left: int, texts: dict[int, str]) -> Place:
    found: list[str] = []
    while text := texts.get(left + len(found)):
        found.append(text)
    titles = [_tidy(title) for title in table.titles]
    known = {*titles, *(_tidy(title) for title in table.may_have)}
    same = len(titles) if found[: len(titles)] == titles else 0
    count = same + next(
        (at for at, text in enumerate(found[same:]) if text not in known or text in found[: same + at]),
        len(found) - same,
    )
    if set(found[count:]) & set(titles):
        raise DestinationFault("tab-columns", tab=table.name, cell=cells.address(row, left + count))
    if count <= _LEAST_OF_TITLES * len(titles) and count < len(
        titles
    ):  # a game sheet has some of our titles too
        raise DestinationFault("tab-not-ours", tab=table.name, titles=", ".join(table.titles))
    return Place(row, left, found[:count])


def fitted(table: Table, sheet: Sheet, place: Place) -> Table:
    """The table without optional columns for which the tab has no room: something else stands there."""
    header = sheet.row(place.top)
    ours = len(place.titles) or len(table.columns)
    beyond = range(place.left + ours, place.left + len(table.columns))
    if all(sheet.value(header.cells.get(column)) is None for column in beyond):
        return table
    kept = [stored for at, stored in enumerate(table.columns) if at < ours or not stored.column.optional]
    return replace(table, columns=kept)


class Edit:
    """Puts a table's values into a sheet; nothing is changed where they stand already.

    `formulas` are the cells with a formula that were written over, each with the area the formula filled.
    If a DestinationFault is raised, the sheet is of no further use.
    """

    def __init__(self, sheet: Sheet, table: Table, styles: Styles, place: Place) -> None:
        self.formulas: dict[str, str | None] = {}
        self._sheet, self._table, self._styles, self._place = sheet, table, styles, place
        titles = [_tidy(title) for title in table.titles]
        self._width = max(len(titles), len(place.titles))
        self._moved = [title not in place.titles[at : at + 1] for at, title in enumerate(titles)]
        self._moved += [False] * (self._width - len(titles))
        self._looks = self._looks_of(sheet.row(place.top + 1), titles)

    def run(self) -> bool:
        """Do it; returns whether anything was changed."""
        header_changed = self._header()
        bottom, rows_changed = self._rows()
        if header_changed or rows_changed:
            place = self._place
            self._finish(Area(place.top, place.left, bottom, place.left + self._width - 1))
        if header_changed and ooxml.child(self._sheet.frame, "tableParts") is not None:
            # The titles of an Excel table are written down a second time, in a part that is not ours.
            raise self._fault("tab-table", place.top, place.left)
        return header_changed or rows_changed

    def _header(self) -> bool:
        """Titles that differ in no more than spaces and case stay as the user has them."""
        row = self._sheet.row(self._place.top)
        wanted: list[Value | None] = []
        for column, title in enumerate(self._padded(self._table.titles), self._place.left):
            old = self._sheet.value(row.cells.get(column))
            wanted.append(old if isinstance(old, str) and _tidy(old) == _tidy(title) else title)
        self._check_room(row, len(self._place.titles))
        changed = False
        look: int | None = None
        for column, title in enumerate(wanted, self._place.left):
            cell = row.cells.get(column)
            if cell is not None and self._place.titles:
                look = ooxml.whole(cell, "s")
            if not _same(self._sheet.value(cell), title):
                self._write(row, column, title, self._styles.look("header") if look is None else look)
                changed = True
        if not self._place.titles and "ht" not in row.element.attrib:
            row.element.set("ht", str(newsheet.header_height(self._table)))
            row.element.set("customHeight", "1")
        if changed:
            self._sheet.put(row)
        return changed

    def _rows(self) -> tuple[int, bool]:
        """Write the rows and clear what is left of the old ones. Returns the last row of either."""
        changed = grown = False
        height: dict[str, str] = {}
        values = zip(*(stored.values() for stored in self._table.columns), strict=True)
        number = self._place.top
        while True:
            number += 1
            wanted = next(values, None)
            row = self._sheet.row(number)
            ended = self._blank(row) or self._foreign(row)
            if ended and wanted is None:
                return number - 1, changed
            grown = grown or ended
            self._check_room(row, 0 if grown else len(self._place.titles))
            if not row.element.attrib:
                for name, points in height.items():
                    row.element.set(name, points)
            elif not grown:
                height = {name: said for name in _HEIGHT if (said := row.element.get(name))}
            if self._fill(row, self._padded(wanted or ()), grown):
                self._sheet.put(row)
                changed = True

    def _fill(self, row: Row, wanted: Sequence[Value | None], grown: bool) -> bool:
        """Write what differs. A cell keeps its own look; one without takes that of the cell above."""
        changed = False
        for at, value in enumerate(wanted):
            cell = row.cells.get(self._place.left + at)
            own = None if cell is None or self._moved[at] else ooxml.whole(cell, "s")
            if own is not None and not grown:
                self._looks[at] = own
            if grown or self._moved[at] or not _same(self._sheet.value(cell), value):
                self._write(
                    row,
                    self._place.left + at,
                    value,
                    self._look(at) if own is None or (grown and not own) else own,
                )
                changed = True
        return changed

    def _write(self, row: Row, column: int, value: Value | None, style: int) -> None:
        cell = row.cell(column)
        formula = ooxml.child(cell, "f")
        if formula is not None:
            self.formulas[cells.address(row.number, column)] = formula.get("ref")
        for name in ("t", "cm", "vm"):
            cell.attrib.pop(name, "")
        for inner in list(cell):
            cell.remove(inner)
        if isinstance(value, str) and cells.risky(value):
            style = self._styles.quoted(style)
        cell.set("s", str(style))
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            text = etree.SubElement(etree.SubElement(cell, ooxml.named("is", cell)), ooxml.named("t", cell))
            text.text = cells.escaped(value)
            if cells.edged(value):
                text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        elif value is not None:
            etree.SubElement(cell, ooxml.named("v", cell)).text = cells.digits(value)

    def _looks_of(self, first_row: Row, titles: Sequence[str]) -> list[int | None]:
        """The look of each column in the table's first row, wherever the column stood."""
        looks: list[int | None] = [None] * self._width
        for at, title in enumerate(titles):
            if title in self._place.titles:
                cell = first_row.cells.get(self._place.left + list(self._place.titles).index(title))
                looks[at] = None if cell is None else ooxml.whole(cell, "s")
        return looks

    def _look(self, at: int) -> int:
        look = self._looks[at]
        return self._styles.look(self._table.columns[at].column.kind) if look is None else look

    def _padded(self, values: Sequence[Value]) -> list[Value | None]:
        return [*values, *[None] * (self._width - len(values))]

    def _blank(self, row: Row) -> bool:
        columns = range(self._place.left, self._place.left + len(self._place.titles))
        return all(self._sheet.value(row.cells.get(column)) is None for column in columns)

    def _foreign(self, row: Row) -> bool:
        """Whether a row cannot be ours: a text stands where we have numbers, or no number where we have some."""
        kinds = {_tidy(stored.column.title): stored.column.kind for stored in self._table.columns}
        numbers = [at for at, title in enumerate(self._place.titles) if kinds.get(title) in _NUMBERS]
        held = [self._sheet.value(row.cells.get(self._place.left + at)) for at in numbers]
        counts = [
            value for at, value in zip(numbers, held, strict=True) if kinds[self._place.titles[at]] == "whole"
        ]
        uncounted = len(counts) > 1 and all(value is None for value in counts)
        return uncounted or any(isinstance(value, str) for value in held)

    def _check_room(self, row: Row, first: int) -> None:
        """Our columns from `first` on must be empty in this row."""
        for at in range(first, len(self._table.columns)):
            if self._sheet.value(row.cells.get(self._place.left + at)) is not None:
                raise self._fault("tab-no-room", row.number, self._place.left + at)

    def _fault(self, code: str, row: int, column: int) -> DestinationFault:
        return DestinationFault(code, tab=self._table.name, cell=cells.address(row, column))

    def _finish(self, area: Area) -> None:
        """Bring what stands around the rows in line with them."""
        frame = self._sheet.frame
        for merged in ooxml.children(ooxml.child(frame, "mergeCells"), "mergeCell"):
            if Area.of(merged.get("ref", "")).touches(area):
                raise DestinationFault("tab-merged", tab=self._table.name, cell=merged.get("ref"))
        for address, filled in self.formulas.items():
            if filled and Area.of(filled) not in area:
                raise self._fault("tab-no-room", *cells.position(address))
        dimension = ooxml.child(frame, "dimension")
        if dimension is not None:
            dimension.set("ref", str(Area.of(dimension.get("ref", "A1")) | area))
        if not self._place.titles and ooxml.child(frame, "cols") is None:
            widths = ooxml.ensure(frame, "cols", ORDER)
            widths.extend(newsheet.columns(self._table, ooxml.namespace(frame)))
        self._link(area)

    def _link(self, area: Area) -> None:
        """Links of our columns lead where their new texts say; those of other cells stay."""
        column_areas = [
            Area(area.top + 1, column, area.bottom, column)
            for column, stored in enumerate(self._table.columns, area.left)
            if stored.column.kind == "link"
        ]
        if not column_areas or area.bottom == area.top:
            return
        holder = ooxml.ensure(self._sheet.frame, "hyperlinks", ORDER)
        for old in ooxml.children(holder, "hyperlink"):
            if any(Area.of(old.get("ref", "")) in ours for ours in column_areas):
                holder.remove(old)
        for address, destination in newsheet.links(self._table, area.left, area.top + 1)[
            : newsheet.MOST_LINKS - len(holder)
        ]:
            etree.SubElement(
                holder, ooxml.named("hyperlink", holder), ref=address, location=cells.escaped(destination)
            )
        if not len(holder):
            self._sheet.frame.remove(holder)


def _tidy(value: object) -> str:
    """A title as it is compared: white space and case do not count."""
    return "" if value is None else " ".join(str(value).split()).casefold()


def _same(old: object, new: Value | None) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(old) is type(new) and old == new
