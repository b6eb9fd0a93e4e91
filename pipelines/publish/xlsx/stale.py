"""Stored results of formulas that are not true any more: LibreOffice shows them unless they are taken out."""

import io
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.cells import Area, column_number, position
from pipelines.publish.xlsx.formulas import copied, references
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.sheet import Sheet
from pipelines.publish.xlsx.shift import LAST_ROW
from rulesets.words import name_folded

LAST_COLUMN = 16_384
Reference = tuple[str, Area]  # a tab, its name folded, and what of it
_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_DEEPEST = 20  # names that mean names
_LARGEST = 100_000  # cells of an array formula


class Names:
    """What formulas can refer to by name: the tabs in their order, defined names and Excel tables."""

    def __init__(self, tabs: Sequence[str], defined: Iterable[tuple[str, str]]) -> None:
        self._tabs = [name_folded(tab) for tab in tabs]
        self._texts: dict[str, list[str]] = defaultdict(list)
        for name, text in defined:
            self._texts[name.casefold()].append(text)

    def of(self, formula: str, tab: str, depth: int = 0) -> list[Reference]:
        """The areas that a formula on a tab refers to, those of the names in it included."""
        addresses, words = references(formula)
        found = [
            (name, _area(address))
            for prefix, address in addresses
            for name in (self._between(prefix) if prefix else [name_folded(tab)])
        ]
        for text in (text for word in words for text in self._texts.get(word.casefold(), ())):
            found += self.of(text, tab, depth + 1) if depth < _DEEPEST else []
        return found

    def _between(self, prefix: str) -> list[str]:
        """The tabs that `'Сезон'!`, or `Январь:Май!`, names; none of another workbook."""
        if "[" in prefix:
            return []
        ends = [name_folded(end) for end in prefix[:-1].strip("'").replace("''", "'").split(":")]
        if not all(end in self._tabs for end in ends):
            return ends
        first, last = sorted((self._tabs.index(ends[0]), self._tabs.index(ends[-1])))
        return self._tabs[first : last + 1]


def _area(address: str) -> Area:
    """The area of an address, whole rows and columns too."""
    ends = address.replace("$", "").split(":")
    letters = [re.sub(r"\d", "", end) for end in ends]
    digits = [re.sub(r"\D", "", end) for end in ends]
    columns = sorted(map(column_number, letters)) if letters[0] else [1, LAST_COLUMN]
    rows = sorted(map(int, digits)) if digits[0] else [1, LAST_ROW]
    return Area(rows[0], columns[0], rows[-1], columns[-1])


@dataclass(frozen=True)
class Formula:
    """A formula: the area of its results, which begins at its cell, and what it refers to."""

    area: Area
    references: Sequence[Reference]


def formulas(xml: bytes, tab: str, names: Names) -> list[Formula]:
    """The formulas of a tab; those that share a text have it as it is in their own cells. None of a damaged tab."""
    if not _FORMULA.search(xml):  # most tabs have none, and some many cells
        return []
    try:
        return list(_formulas(xml, tab, names))
    except (DamagedError, etree.XMLSyntaxError, ValueError):
        return []  # it stays as it is


def _formulas(xml: bytes, tab: str, names: Names) -> Iterator[Formula]:
    first_of: dict[str, tuple[str, int, int]] = {}
    for number, column, element in _elements(xml):
        text, area = element.text or "", Area(number, column, number, column)
        if element.get("t") == "shared":
            first, first_row, first_column = first_of.setdefault(
                element.get("si", ""), (text, number, column)
            )
            text = text or copied(first, number - first_row, column - first_column)
        elif element.get("t") == "array" and element.get("ref"):
            area = Area.of(element.get("ref", ""))
        yield Formula(area, names.of(text, tab))


def _elements(xml: bytes) -> Iterator[tuple[int, int, etree._Element]]:
    """Row, column and element of each formula."""
    number = 0
    for _, row in etree.iterparse(io.BytesIO(xml), tag="{*}row", resolve_entities=False, no_network=True):
        number = ooxml.whole(row, "r", number + 1)
        column = 0
        for cell in row.iterchildren("{*}c"):
            where = cell.get("r")
            column = position(where)[1] if where else column + 1
            for element in cell.iterchildren("{*}f"):
                yield number, column, element
        row.clear()


def stale(found: Mapping[str, Sequence[Formula]], changed: Collection[str]) -> dict[str, list[Formula]]:
    """Those formulas, by tab, that refer to one of the changed tabs, directly or through each other."""
    whole = {name_folded(tab) for tab in changed}
    cells: dict[str, set[tuple[int, int]]] = defaultdict(set)
    left = [(tab, formula) for tab, some in found.items() for formula in some]
    reached: dict[str, list[Formula]] = defaultdict(list)
    while True:
        rest: list[tuple[str, Formula]] = []
        for tab, formula in left:
            if any(name in whole or _meets(area, cells[name]) for name, area in formula.references):
                reached[tab].append(formula)
                cells[name_folded(tab)].update(_cells(formula.area))
            else:
                rest.append((tab, formula))
        if len(rest) == len(left):
            return reached
        left = rest[::-1]  # a chain goes down the rows, or up


def _meets(area: Area, cells: Collection[tuple[int, int]]) -> bool:
    """Whether one of the cells is in the area."""
    if (area.bottom - area.top + 1) * (area.right - area.left + 1) <= len(cells):
        return any(cell in cells for cell in _cells(area))
    return any(area.top <= row <= area.bottom and area.left <= column <= area.right for row, column in cells)


def _cells(area: Area) -> Iterator[tuple[int, int]]:
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield row, column


def forget(sheet: Sheet, some: Iterable[Formula]) -> bool:
    """Take the stored results of formulas out of a tab; returns whether there were any."""
    rows: dict[int, list[int]] = defaultdict(list)
    for formula in some:
        area = formula.area
        height = area.bottom - area.top + 1
        is_small = height * (area.right - area.left + 1) <= _LARGEST
        for number, column in _cells(area) if is_small else ((area.top, area.left),):
            rows[number].append(column)
    changed = False
    for number, columns in rows.items():
        row = sheet.row(number)
        forgotten = [_forget(row.cells.get(column)) for column in columns]
        if any(forgotten):
            sheet.put(row)
            changed = True
    return changed


def _forget(cell: etree._Element | None) -> bool:
    value = None if cell is None else ooxml.child(cell, "v")
    if cell is None or value is None:
        return False
    cell.remove(value)
    cell.attrib.pop("t", "")
    return True
