"""What refers to a tab whose rows move, or to a table that grows or shrinks, is brought in line with it."""

import re
from collections.abc import Callable, Iterable
from html import unescape

from lxml import etree

from pipelines.publish.place import Ours
from pipelines.publish.stored import address
from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.formulas import copied
from pipelines.publish.xlsx.package import Package
from pipelines.publish.xlsx.sheet import Row, Sheet
from pipelines.publish.xlsx.shift import LAST_ROW, Shift, UnmovableError

_FORMULAS = ("f", "formula", "formula1", "formula2")  # elements of a sheet, or of its extensions
_CHART_OR_SOURCE = re.compile(r".*/charts/chart[^/]*\.xml|.*/pivotCacheDefinition[^/]*\.xml")
_FIXED = ("pivotTable", "queryTable", "comments", "threadedComment", "control", "ctrlProp")


def shift_of(tab: str, ours: Ours, sheet: Sheet, last: int) -> Shift:
    """How the table of a tab grows or shrinks, whose last row was `last`, and how far the user's rows under it move.

    Those right under it go with it. Others move as far as they must; none moves up over what is beside the table.
    """
    under = ours.under(sheet.numbers(last), sheet.held_at)
    place = ours.place
    area = Area(place.top, place.left, last, place.left + ours.width - 1)
    by = 0 if under is None else max(ours.bottom + 1 - under, 0)
    if under == last + 1:
        by = ours.bottom - last
        is_beside = (
            not area.left <= column <= area.right and held is not None
            for number, cells in sheet.rows(ours.bottom)
            if number <= last
            for column, held in cells.items()
        )
        if by < 0 and any(is_beside):
            by = 0
    return Shift(tab, area, ours.bottom, under or LAST_ROW + 1, by)


class Follow:
    """Brings a workbook in line with a table that grows or shrinks; `parts` are those that change, and their new content.

    Nothing of the package is changed. What cannot follow raises UnmovableError, which names its place.
    """

    def __init__(self, package: Package, shift: Shift) -> None:
        self.parts: dict[str, bytes] = {}
        self._package, self.shift = package, shift

    def on_tab(self, part: str, sheet: Sheet) -> None:
        """Let the tab's own formulas, formats, filters, merged cells and links follow, then move its rows."""
        shift = self.shift
        for element in sheet.frame.iter("{*}*"):
            _follow(element, shift, True)
        _formulas(sheet, shift, shift.tab)
        for page_break in ooxml.children(ooxml.child(sheet.frame, "rowBreaks"), "brk"):
            after = ooxml.whole(page_break, "id")
            page_break.set("id", str(shift.row(after + 1) - 1))
        if shift.by:
            sheet.move(shift.first, shift.by)
        for relation in self._package.relations(part):
            if relation.kind == "table":
                root = self._package.xml(relation.target)
                self._keep(relation.target, root, [_follow(one, shift, True) for one in root.iter("{*}*")])
            elif relation.kind == "drawing" and shift.by:
                root = self._package.xml(relation.target)
                self._keep(relation.target, root, [_anchor(one, shift) for one in root])
            elif relation.kind in _FIXED and shift.by:
                for element in self._package.xml(relation.target).iter("{*}*"):
                    area = element.get("ref")
                    if area and Area.of(area).bottom >= shift.first + min(shift.by, 0):
                        raise UnmovableError(area)

    def on_other_tab(self, part: str, sheet: Sheet, tab: str) -> None:
        """Let what refers to the tab from another one follow."""
        changed = [_follow(element, self.shift, False) for element in sheet.frame.iter("{*}*")]
        if _formulas(sheet, self.shift, tab) or any(changed):
            self.parts[part] = sheet.xml()

    def others(self) -> None:
        """Let charts and the sources of pivot tables follow, wherever they are."""
        for name in self._package.names:
            if not _CHART_OR_SOURCE.fullmatch(name) or not names_tab(
                self._package.read(name), self.shift.tab
            ):
                continue
            root = self._package.xml(name)
            changed = [_text(element, self.shift, False) for element in root.iter("{*}f")]
            for source in root.iter("{*}worksheetSource"):
                is_ours = source.get("sheet", "").casefold() == self.shift.tab.casefold()
                changed.append(
                    is_ours and bool(source.get("ref")) and _attribute(source, "ref", self.shift.areas)
                )
            self._keep(name, root, changed)

    def names(self, root: etree._Element) -> bool:
        """Let the workbook's defined names follow, all or none; returns whether any was changed."""
        defined = ooxml.children(ooxml.child(root, "definedNames"), "definedName")
        moved = [self.shift.formula(name.text or "", False) for name in defined]
        changed = [name.text != text for name, text in zip(defined, moved, strict=True) if text]
        for name, text in zip(defined, moved, strict=True):
            name.text = text
        return any(changed)

    def _keep(self, part: str, root: etree._Element, changed: Iterable[bool]) -> None:
        if any(changed):
            self.parts[part] = ooxml.serialise(root)


def names_tab(xml: bytes, tab: str) -> bool:
    """Whether a part may refer to a tab: it holds the name, in whatever form, or is in another encoding."""
    if xml.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return tab.replace("'", "''").casefold() in unescape(xml.decode("utf-8", "replace")).casefold()


def show_filtered(package: Package, part: str, sheet: Sheet, area: Area) -> None:
    """Take the conditions of filters away that reach over our table, and show the rows that they hid."""
    tables = [relation.target for relation in package.relations(part) if relation.kind == "table"]
    roots = {name: package.xml(name) for name in tables}
    filters = [("", ooxml.child(sheet.frame, "autoFilter"))]
    filters += [(name, ooxml.child(root, "autoFilter")) for name, root in roots.items()]
    for name, one in filters:
        conditions = ooxml.children(one, "filterColumn")
        if one is None or not conditions or not Area.of(one.get("ref", "A1")).touches(area):
            continue
        for condition in conditions:
            one.remove(condition)
        if name:
            package.put(name, ooxml.serialise(roots[name]))
        for number in range(area.top + 1, area.bottom + 1):
            row = sheet.row(number)
            if ooxml.truth(row.element, "hidden"):
                del row.element.attrib["hidden"]
                sheet.put(row)


def _follow(element: etree._Element, shift: Shift, is_on_tab: bool) -> bool:
    """One element of a sheet or of a part of it."""
    name = etree.QName(element).localname
    if name == "selection":  # where somebody was last
        return False
    changed = name in _FORMULAS and _text(element, shift, is_on_tab)
    if name == "sqref" and is_on_tab and element.text:
        old, element.text = element.text, shift.areas(element.text)
        changed = changed or element.text != old
    for attribute in ("ref", "sqref") if is_on_tab and name != "hyperlink" else ():
        changed = _attribute(element, attribute, shift.areas) or changed
    if name == "hyperlink":  # one of the table's last row does not spread over others
        changed = _attribute(element, "location", lambda text: shift.formula(text, is_on_tab))
        if is_on_tab:
            changed = _attribute(element, "ref", lambda text: shift.formula(text, True)) or changed
    return changed


def _attribute(element: etree._Element, name: str, change: Callable[[str], str]) -> bool:
    old = element.get(name)
    if old:
        element.set(name, change(old))
    return element.get(name) != old


def _text(element: etree._Element, shift: Shift, is_on_tab: bool) -> bool:
    old = element.text
    if old:
        element.text = shift.formula(old, is_on_tab)
    return element.text != old


def _formulas(sheet: Sheet, shift: Shift, tab: str) -> bool:
    """The formulas of the cells of a tab; a shared one is written out where any of its cells moves or changes."""
    is_on_tab = tab == shift.tab
    found = [
        _Formula(row, column, element)
        for row in map(sheet.row, sheet.with_formulas())
        for column, cell in row.cells.items()
        if (element := ooxml.child(cell, "f")) is not None
    ]
    first_of: dict[str, _Formula] = {}
    for one in found:
        one.expand(first_of.setdefault(one.group, one))
        try:
            one.follow(shift, is_on_tab)
        except UnmovableError as error:
            raise UnmovableError(f"'{tab}'!{one.cell}") from error
    written_out = {one.group for one in found if one.changed or (is_on_tab and one.row.number >= shift.first)}
    changed = [one for one in found if one.changed or (one.group and one.group in written_out)]
    for one in changed:
        one.write()
    for row in {one.row.number: one.row for one in changed}.values():
        sheet.put(row)
    return bool(changed)


class _Formula:
    """A cell's formula: its text and the area that it fills, and what becomes of both.

    `group` is the number of a formula that is shared by several cells, and empty for another one.
    """

    def __init__(self, row: Row, column: int, element: etree._Element) -> None:
        self.row, self.column, self.element = row, column, element
        self.cell = address(row.number, column)
        self.kind = element.get("t", "normal")
        self.group = element.get("si", "") if self.kind == "shared" else ""
        self.text = self.new_text = element.text or ""
        self.area = self.new_area = element.get("ref", "")

    @property
    def changed(self) -> bool:
        """Whether it is another from now on."""
        return (self.text, self.area) != (self.new_text, self.new_area)

    def expand(self, first: "_Formula") -> None:
        """Have a text of its own, if that of the `first` of its group is meant."""
        if self.group and not self.text:
            self.text = copied(first.text, self.row.number - first.row.number, self.column - first.column)

    def follow(self, shift: Shift, is_on_tab: bool) -> None:
        """Find out what becomes of it."""
        if self.kind == "dataTable":
            if is_on_tab and shift.by:
                raise UnmovableError(self.cell)
            return
        self.new_text = shift.formula(self.text, is_on_tab)
        if self.kind == "array" and self.area and is_on_tab:
            old = Area.of(self.area)
            new = Area(shift.row(old.top), old.left, shift.row(old.bottom), old.right)
            if new.bottom - new.top != old.bottom - old.top:
                raise UnmovableError(self.cell)
            self.new_area = str(new) if new != old else self.area

    def write(self) -> None:
        """Put it into its cell, by itself."""
        if self.group:
            for name in ("t", "si", "ref"):
                self.element.attrib.pop(name, "")
        elif self.area:
            self.element.set("ref", self.new_area)
        self.element.text = self.new_text


def _anchor(anchor: etree._Element, shift: Shift) -> bool:
    """A picture or chart that begins on a row that moves goes with it."""
    start = anchor.find("{*}from/{*}row")
    if anchor.get("editAs") == "absolute" or start is None or int(start.text or 0) + 1 < shift.first:
        return False
    for row in anchor.iterfind("{*}*/{*}row"):
        row.text = str(int(row.text or 0) + shift.by)
    return True
