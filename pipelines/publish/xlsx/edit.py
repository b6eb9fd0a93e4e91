"""New values for a tab that is there already: its look, and all that is not ours, stay."""

from collections.abc import Sequence

from lxml import etree

from pipelines.errors import DestinationFault
from pipelines.publish.look import header_height, row_heights
from pipelines.publish.place import Ours, same, tidy
from pipelines.publish.stored import Value, address
from pipelines.publish.xlsx import cells, newsheet, ooxml
from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.sheet import ORDER, Row, Sheet
from pipelines.publish.xlsx.styles import Styles

_HEIGHT = ("ht", "customHeight")


class Edit:
    """Puts a table's values into a sheet; nothing is changed where they stand already.

    `formulas` are the cells with a formula that were written over, each with the area the formula filled.
    If a DestinationFault is raised, the sheet is of no further use.
    """

    def __init__(self, sheet: Sheet, ours: Ours, styles: Styles, last: int) -> None:
        """`last` is the last row that is ours now."""
        self.formulas: dict[str, str | None] = {}
        table, place = ours.table, ours.place
        self._sheet, self._styles, self._last = sheet, styles, last
        self._ours, self._table, self._place = ours, table, place
        titles = [tidy(title) for title in table.titles]
        self._moved = [title not in place.titles[at : at + 1] for at, title in enumerate(titles)]
        self._moved += [False] * (self._ours.width - len(titles))
        self._heights = row_heights(table)
        self._looks = self._looks_of(sheet.row(place.top + 1), titles)

    def run(self) -> bool:
        """Do it; returns whether anything was changed."""
        header_changed = self._header()
        bottom, rows_changed = self._rows()
        if header_changed or rows_changed:
            place = self._place
            self._finish(Area(place.top, place.left, bottom, place.left + self._ours.width - 1))
        if header_changed and ooxml.child(self._sheet.frame, "tableParts") is not None:
            # The titles of an Excel table are written down a second time, in a part that is not ours.
            raise self._ours.fault("tab-table", place.top, place.left)
        return header_changed or rows_changed

    def note(self, text: str) -> None:
        """Put a text under the titles, where there are no rows."""
        row = self._sheet.row(self._place.top + 1)
        cell = row.cells.get(self._place.left)
        self._write(row, self._place.left, text, 0 if cell is None else ooxml.whole(cell, "s"))
        self._sheet.put(row)

    def _header(self) -> bool:
        row = self._sheet.row(self._place.top)
        held = self._sheet.held(row)
        wanted = self._ours.header(held)
        self._ours.check_room(held, row.number, len(self._place.titles))
        changed = False
        look: int | None = None
        for column, title in enumerate(wanted, self._place.left):
            cell = row.cells.get(column)
            if cell is not None and self._place.titles:
                look = ooxml.whole(cell, "s")
            if not same(self._sheet.value(cell), title):
                self._write(row, column, title, self._styles.look("header") if look is None else look)
                changed = True
        if not self._place.titles and "ht" not in row.element.attrib:
            row.element.set("ht", str(header_height(self._table)))
            row.element.set("customHeight", "1")
        if changed:
            self._sheet.put(row)
        return changed

    def _rows(self) -> tuple[int, bool]:
        """Write the rows and clear what is left of the old ones. Returns the last row of either."""
        changed = False
        height: dict[str, str] = {}
        bottom = self._place.top
        for number, row, wanted, grown in self._ours.lines(self._sheet.row, self._sheet.held, self._last):
            bottom = number
            if not row.element.attrib:
                for name, points in height.items():
                    row.element.set(name, points)
            elif not grown:
                height = {name: said for name in _HEIGHT if (said := row.element.get(name))}
            if self._fill(row, wanted, grown):
                self._fit(row, number - self._place.top - 1)
                self._sheet.put(row)
                changed = True
        return bottom, changed

    def _fit(self, row: Row, at: int) -> None:
        """Let a row be no lower than its notes need, unless somebody has set its height; more may be needed beside."""
        height = self._heights[at] if at < len(self._heights) else 0
        if height > ooxml.decimal(row.element, "ht") and "customHeight" not in row.element.attrib:
            row.element.set("ht", str(height))

    def _fill(self, row: Row, wanted: Sequence[Value | None], grown: bool) -> bool:
        """Write what differs. A cell keeps its own look; one without takes that of the cell above."""
        changed = False
        for at, value in enumerate(wanted):
            cell = row.cells.get(self._place.left + at)
            own = None if cell is None or self._moved[at] else ooxml.whole(cell, "s")
            if own is not None and not grown:
                self._looks[at] = own
            if grown or self._moved[at] or not same(self._sheet.value(cell), value):
                if not (changed or grown):
                    self._ours.check_ours(self._sheet.held(row), row.number)
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
            self.formulas[address(row.number, column)] = formula.get("ref")
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
        looks: list[int | None] = [None] * self._ours.width
        for at, title in enumerate(titles):
            if title in self._place.titles:
                cell = first_row.cells.get(self._place.left + list(self._place.titles).index(title))
                looks[at] = None if cell is None else ooxml.whole(cell, "s")
        return looks

    def _look(self, at: int) -> int:
        look = self._looks[at]
        return self._styles.look(self._table.columns[at].column.kind) if look is None else look

    def _finish(self, area: Area) -> None:
        """Bring what stands around the rows in line with them."""
        frame = self._sheet.frame
        for merged in ooxml.children(ooxml.child(frame, "mergeCells"), "mergeCell"):
            if Area.of(merged.get("ref", "")).touches(area):
                raise DestinationFault("tab-merged", tab=self._table.name, cell=merged.get("ref"))
        for place, filled in self.formulas.items():
            if filled and Area.of(filled) not in area:
                raise self._ours.fault("tab-no-room", *cells.position(place))
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
        for place, destination in newsheet.links(self._table, area.left, area.top + 1)[
            : newsheet.MOST_LINKS - len(holder)
        ]:
            etree.SubElement(
                holder, ooxml.named("hyperlink", holder), ref=place, location=cells.escaped(destination)
            )
        if not len(holder):
            self._sheet.frame.remove(holder)
