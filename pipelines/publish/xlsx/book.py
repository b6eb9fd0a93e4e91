"""The workbook of a package: its list of tabs, and the parts that its tabs share."""

import functools
import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from lxml import etree

from pipelines.errors import DestinationFault
from pipelines.publish.past import Standings, standings, tables_of
from pipelines.publish.place import Ours, Place, check_single, find, fitted, position
from pipelines.publish.stored import Table
from pipelines.publish.tab import NO_PAST, PastTabs
from pipelines.publish.xlsx import newsheet, ooxml, records, stale
from pipelines.publish.xlsx import styles as looks
from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.edit import Edit
from pipelines.publish.xlsx.follow import Follow, names_tab, shift_of, show_filtered
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package, Relation
from pipelines.publish.xlsx.sheet import Sheet, text_of
from pipelines.publish.xlsx.shift import Shift, UnmovableError
from pipelines.publish.xlsx.styles import Styles
from rulesets.words import name_folded

_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_ORDER = (
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups "
    "externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes "
    "webPublishing fileRecoveryPr webPublishObjects extLst"
)
_DAYS_FROM_1900_TO_1904 = 1462
Finding = tuple[str, str, str]  # code, tab and value


class Book:
    """A workbook whose tabs can be written.

    Raises DestinationFault if the package is another kind of file, DamagedError if it cannot be read.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._part = next((r.target for r in package.relations("") if r.kind == "officeDocument"), "")
        if not self._part or self._part.endswith(".bin"):  # no Office file, or one of Excel's binary ones
            raise DestinationFault("destination-not-xlsx")
        self._root = package.xml(self._part)
        if ooxml.namespace(self._root) not in ooxml.OFFICE_OF:
            raise DestinationFault("destination-not-xlsx")
        if ooxml.child(self._root, "sheets") is None:
            raise DamagedError(self._part)
        self._main = ooxml.namespace(self._root)
        self._office = ooxml.OFFICE_OF[self._main]
        self._root_changed = False
        dates = ooxml.child(self._root, "workbookPr")
        self.findings: list[Finding] = []
        self._added: list[str] = []  # the tabs that were not there
        self.removed: list[str] = []  # those that are there no more
        self.placed: dict[str, tuple[Place, Table]] = {}  # what stands where, of the tabs that were written
        self.day_0 = -_DAYS_FROM_1900_TO_1904 if ooxml.truth(dates, "date1904") else 0

    def write(
        self,
        tables: Sequence[Table],
        is_read: Callable[[str], bool] = lambda tab: False,
        past: PastTabs = NO_PAST,
    ) -> bool:
        """Put the tables on their tabs, as far as they do not stand there already.

        A tab that is not there is made: behind its predecessor in `tables`, or before the first of its
        successors, or at the end. Tabs of the `past` are cleared or removed. Formulas elsewhere that refer to what was
        changed lose their stored results, but not on tabs that are read: there they are needed. Returns whether the
        package was changed. Raises DestinationFault if a tab holds what is not ours.
        """
        changed = False
        for at, table in enumerate(tables):
            dated = replace(table, columns=[stored.shifted(self.day_0) for stored in table.columns])
            found = self._tab(table.name)
            if found is None:
                names = [tab.get("name", "") for tab in self._tabs()]
                self._add(dated, position(names, tables[:at], tables[at + 1 :]))
                changed = True
            elif self._edit(found, dated):
                changed = True
        changed = self._clear_past(tables, past) or changed
        if changed:
            self._forget_results(is_read)
            self._save()
        return changed

    def _clear_past(self, tables: Sequence[Table], past: PastTabs) -> bool:
        """Clear, or remove, tabs of ratings without games; returns whether anything was changed.

        One that no earlier rebuild has recorded is only reported, unless such tabs are to be removed.
        """
        made = {name_folded(table.name) for table in tables}
        headers = tables_of(past)
        changed = False
        for tab in self._tabs():
            name = tab.get("name", "")
            target = self._sheet_of(tab)
            owners = [owner for owner in past.owners if records.find(self._root, owner, name)]
            is_candidate = name_folded(name) not in made and bool(owners or past.may_be(name))
            if not is_candidate or target is None or target.kind != "worksheet":
                continue
            sheet = Sheet(self._package.read(target.target), self._string)
            area = records.find(self._root, owners[0], name) if owners else None
            found = standings(sheet.rows, sheet.held_at, headers, area.bottom if area else 0)
            if found is None or (found.is_cleared and not owners):
                continue
            self.findings.append(("old-tab", name, name))
            is_removable = past.remove and found.is_alone(sheet.rows()) and self._is_free(target.target, name)
            if is_removable:
                self._remove(tab, target, owners)
            elif (owners or past.remove) and not found.is_cleared:
                self._empty(target.target, sheet, found, past.note)
                self.placed[name] = (found.ours.place, found.ours.table)
                for owner in owners or past.owners[:1]:
                    place = found.ours.place
                    kept = Area(place.top, place.left, place.top + 1, place.left + found.ours.width - 1)
                    records.keep(self._root, _ORDER, owner, name, kept)
                self._root_changed = True
            else:
                continue
            changed = True
        return changed

    def _empty(self, part: str, sheet: Sheet, found: Standings, note: str) -> None:
        """Clear standings, and put a note in their place."""
        edit = Edit(sheet, found.ours, self._styles, found.last)
        edit.run()
        edit.note(note)
        self._package.put(part, sheet.xml())
        self._recalculate(bool(edit.formulas))

    def _is_free(self, part: str, name: str) -> bool:
        """Whether nothing else in the workbook belongs or refers to a tab, and others are left."""
        own = [relation for relation in self._package.relations(part) if relation.kind != "printerSettings"]
        shown = [
            tab
            for tab in self._tabs()
            if tab.get("state", "visible") == "visible" and tab.get("name") != name
        ]
        if own or not shown:
            return False
        targets = [self._sheet_of(tab) for tab in self._tabs() if tab.get("name") != name]
        others = [target.target for target in targets if target]
        others += [one for one in self._package.names if "/charts/" in one or "/pivotCache/" in one]
        names = [text for key, text in self.names if not key.startswith(records.START)]
        local = [one for one in names if one.startswith((f"{name}!", records.quoted(name) + "!"))]
        return len(local) == len([one for one in names if name in one]) == len(self._local(name)) and not any(
            names_tab(self._package.read(one), name) for one in others
        )

    def _local(self, name: str) -> list[etree._Element]:
        """The defined names that belong to a tab, such as its print area."""
        at = str(next(at for at, tab in enumerate(self._tabs()) if tab.get("name") == name))
        defined = ooxml.children(ooxml.child(self._root, "definedNames"), "definedName")
        return [one for one in defined if one.get("localSheetId") == at]

    def _remove(self, tab: etree._Element, target: Relation, owners: Sequence[str]) -> None:
        """Take a tab out of the workbook."""
        name = tab.get("name", "")
        at = self._tabs().index(tab)
        for one in self._local(name):
            parent = one.getparent()
            assert parent is not None
            parent.remove(one)
        for owner in owners:
            records.forget(self._root, owner, name)
        names = ooxml.child(self._root, "definedNames")
        if names is not None and not len(names):
            self._root.remove(names)
        self._move_places(at + 1, -1)
        ooxml.ensure(self._root, "sheets", _ORDER).remove(tab)
        for relation in self._package.relations(target.target):
            self._package.drop(relation.target)
        self._package.drop(target.target)
        self._package.unrelate(self._part, target.id)
        self._recalculate(True)
        self.removed.append(name)
        self._root_changed = True

    def locks(self) -> list[Finding]:
        """What keeps people from changing the workbook, as findings of a change that was made all the same.

        Raises DestinationFault if the workbook is signed: the signature is one of what it held before.
        """
        if any(
            re.fullmatch(r"_xmlsignatures/[^/]+\.xml", name, re.IGNORECASE) for name in self._package.names
        ):
            raise DestinationFault("destination-signed")
        found: list[Finding] = []
        restructured = [*self._added, *self.removed]
        if restructured and ooxml.truth(ooxml.child(self._root, "workbookProtection"), "lockStructure"):
            found.append(("structure-locked", "", ", ".join(restructured)))
        sharing = ooxml.child(self._root, "fileSharing")
        if sharing is not None and sharing.attrib:
            found.append(("write-reserved", "", sharing.get("userName") or "fileSharing"))
        return found

    @property
    def names(self) -> list[tuple[str, str]]:
        """The workbook's defined names, and what each is of."""
        defined = ooxml.children(ooxml.child(self._root, "definedNames"), "definedName")
        return [(one.get("name", ""), one.text or "") for one in defined]

    def _tabs(self) -> list[etree._Element]:
        return ooxml.children(ooxml.child(self._root, "sheets"), "sheet")

    def _tab(self, name: str) -> etree._Element | None:
        return next(
            (tab for tab in self._tabs() if name_folded(tab.get("name", "")) == name_folded(name)), None
        )

    def _add(self, table: Table, position: int) -> None:
        folder = posixpath.join(posixpath.dirname(self._part), "worksheets")
        numbers = range(1, len(self._package.names) + 2)
        part = next(name for n in numbers if not self._package.has(name := f"{folder}/sheet{n}.xml"))
        self._package.add(part, newsheet.build(table, self._styles, self._main), _SHEET_TYPE)
        relation = self._package.relate(self._part, f"{self._office}/worksheet", part)
        self.placed[table.name] = (Place(), table)
        self._added.append(table.name)
        self._keep_record(table, table.name, Place())
        tabs = self._tabs()
        new = etree.Element(ooxml.named("sheet", self._root), name=table.name)
        new.set("sheetId", str(max((ooxml.whole(tab, "sheetId") for tab in tabs), default=0) + 1))
        new.set(f"{{{self._office}}}id", relation)
        if position < len(tabs):
            self._move_places(position, 1)
            tabs[position].addprevious(new)
        else:
            ooxml.ensure(self._root, "sheets", _ORDER).append(new)
        self._root_changed = True

    def _move_places(self, position: int, by: int) -> None:
        """What counts tabs by their place counts `by` more from `position` on."""
        names = ooxml.children(ooxml.child(self._root, "definedNames"), "definedName")
        counted = [(name, "localSheetId") for name in names if name.get("localSheetId")]
        for view in ooxml.children(ooxml.child(self._root, "bookViews"), "workbookView"):
            counted += [(view, "activeTab"), (view, "firstSheet")]
        for element, attribute in counted:
            place = ooxml.whole(element, attribute)
            if place >= position:
                element.set(attribute, str(place + by))

    def _edit(self, tab: etree._Element, table: Table) -> bool:
        target = self._sheet_of(tab)
        if target is None:
            raise DamagedError(self._part)
        if target.kind != "worksheet":
            raise DestinationFault("tab-no-sheet", tab=table.name)
        part = target.target
        sheet = Sheet(self._package.read(part), self._string)
        place = find(sheet.rows(), table)
        kept = fitted(table, sheet.held(sheet.row(place.top)), place)
        ours = Ours(kept, place)
        name = tab.get("name", "")
        record = records.find(self._root, table.owner, name) if table.owner else None
        last = ours.last(sheet.held_at, record.bottom if record and record.top == place.top else 0)
        if record and record.bottom == place.top + 1 == last + 1:  # our note on standings that were cleared
            sheet.clear(record.bottom, record.left, record.right)
        check_single(sheet.rows(last), kept, place)
        self.findings += [
            ("tie-break-not-shown", table.name, title) for title in table.titles if title not in kept.titles
        ]
        shift = shift_of(tab.get("name", ""), ours, sheet, last)
        if shift:
            sheet, shift = self._make_room(part, sheet, shift)
        edit = Edit(sheet, ours, self._styles, last + min(shift.by, 0))
        if not edit.run() and not shift.by:
            return False
        show_filtered(self._package, part, sheet, replace(shift.table, bottom=max(last, ours.bottom)))
        self.placed[tab.get("name", "")] = (place, kept)
        self._package.put(part, sheet.xml())
        self._recalculate(bool(edit.formulas))
        self._keep_record(kept, name, place)
        return True

    def _keep_record(self, table: Table, tab: str, place: Place) -> None:
        """Record where our table is, if that is for somebody."""
        if table.owner:
            right = place.left + len(table.columns) - 1
            area = Area(place.top, place.left, place.top + table.rows, right)
            records.keep(self._root, _ORDER, table.owner, tab, area)
            self._root_changed = True

    def _make_room(self, part: str, sheet: Sheet, shift: Shift) -> tuple[Sheet, Shift]:
        """The tab with room for as many rows as the table shall have, and how rows moved; all that refers to it follows.

        Rows that cannot move up stay where they are. Raises DestinationFault if some cannot move down.
        """
        xml = sheet.xml()
        while True:
            follow, sheet = Follow(self._package, shift), Sheet(xml, self._string)
            try:
                follow.on_tab(part, sheet)
                for other in self._tabs():
                    self._follow_on(follow, part, other)
                follow.others()
                self._root_changed |= follow.names(self._root)
            except UnmovableError as error:
                if shift.by > 0:
                    raise DestinationFault("tab-cannot-move", tab=shift.tab, cell=error) from error
                shift = replace(shift, by=0)
                continue
            for name, content in follow.parts.items():
                self._package.put(name, content)
            return sheet, shift

    def _follow_on(self, follow: Follow, part: str, tab: etree._Element) -> None:
        """Let what refers from another tab to that of the `part` follow."""
        target = self._sheet_of(tab)
        if target is None or target.kind != "worksheet" or target.target == part:
            return
        xml = self._package.read(target.target)
        if names_tab(xml, follow.shift.tab):
            follow.on_other_tab(target.target, Sheet(xml, self._string), tab.get("name", ""))

    def _sheet_of(self, tab: etree._Element) -> Relation | None:
        relation = tab.get(f"{{{self._office}}}id")
        return next((r for r in self._package.relations(self._part) if r.id == relation), None)

    def _recalculate(self, formulas_lost: bool) -> None:
        """Formulas elsewhere may look at the tab, so they are calculated anew when the workbook is opened.

        The order of calculation goes if it names a cell that is no formula any more; Excel makes a new one.
        """
        calculation = ooxml.ensure(self._root, "calcPr", _ORDER)
        if not ooxml.truth(calculation, "fullCalcOnLoad"):
            calculation.set("fullCalcOnLoad", "1")
            self._root_changed = True
        for relation in self._package.relations(self._part):
            if formulas_lost and relation.kind == "calcChain":
                self._package.drop(relation.target)
                self._package.unrelate(self._part, relation.id)

    def _forget_results(self, is_read: Callable[[str], bool]) -> None:
        """Take out the results of formulas that refer to the tabs that were written; whoever opens it makes new ones.

        Excel does so by itself, as the workbook asks for it; LibreOffice only where none is stored.
        """
        tabs = [tab.get("name", "") for tab in self._tabs()]
        names = stale.Names(tabs, [*self.names, *self._table_areas()])
        parts = {
            tab.get("name", ""): target.target
            for tab in self._tabs()
            if (target := self._sheet_of(tab)) and target.kind == "worksheet"
        }
        found = {
            tab: stale.formulas(self._package.read(part), tab, names)
            for tab, part in parts.items()
            if not is_read(tab)
        }
        for name, some in stale.stale(found, self.placed).items():
            sheet = Sheet(self._package.read(parts[name]), self._string)
            if stale.forget(sheet, some):
                self._package.put(parts[name], sheet.xml())

    def _table_areas(self) -> list[tuple[str, str]]:
        """The names of Excel tables, each with its area as a formula has it."""
        areas: list[tuple[str, str]] = []
        for tab in self._tabs():
            target = self._sheet_of(tab)
            for relation in self._package.relations(target.target) if target else ():
                if relation.kind == "table":
                    root = self._package.xml(relation.target)
                    quoted = tab.get("name", "").replace("'", "''")
                    areas.append((root.get("displayName", ""), f"'{quoted}'!{root.get('ref', 'A1')}"))
        return areas

    def _shared(self, kind: str) -> str | None:
        return next((r.target for r in self._package.relations(self._part) if r.kind == kind), None)

    @functools.cached_property
    def _strings(self) -> list[etree._Element]:
        part = self._shared("sharedStrings")
        return [] if part is None else ooxml.children(self._package.xml(part), "si")

    def _string(self, number: int) -> str:
        return text_of(self._strings[number])

    @functools.cached_property
    def _styles(self) -> Styles:
        part = self._shared("styles")
        return Styles.empty(self._main) if part is None else Styles(self._package.xml(part))

    def _save(self) -> None:
        if self._root_changed:
            self._package.put(self._part, ooxml.serialise(self._root))
        part = self._shared("styles")
        if part is None:
            part = posixpath.join(posixpath.dirname(self._part), "styles.xml")
            self._package.add(part, ooxml.serialise(self._styles.root), looks.CONTENT_TYPE)
            self._package.relate(self._part, f"{self._office}/styles", part)
        elif self._styles.changed:
            self._package.put(part, ooxml.serialise(self._styles.root))
