"""The XML of a tab that is there, cut into its rows: those without a cell of ours stay as they are."""

import re
from collections.abc import Callable, Iterator, Mapping

from lxml import etree

from pipelines.publish.place import FOREIGN, Held
from pipelines.publish.stored import address
from pipelines.publish.xlsx import cells, ooxml
from pipelines.publish.xlsx.ooxml import DamagedError

ORDER = (
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges "
    "scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr "
    "conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter "
    "rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing "
    "legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst"
)

_ROOT = re.compile(rb"<((?:[\w.-]+:)?)worksheet\b[^>]*>")
_NUMBER = re.compile(rb"""^[^>]*?\sr\s*=\s*["'](\d+)["']""")
_ENCODING = re.compile(rb"""^<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']""")


class Row:
    """The cells of a row by column number."""

    def __init__(self, element: etree._Element, number: int) -> None:
        self.element = element
        self.number = number
        self.cells: dict[int, etree._Element] = {}
        column = 0
        for cell in ooxml.children(element, "c"):
            where = cell.get("r")
            column = cells.position(where)[1] if where else column + 1
            self.cells[column] = cell

    def cell(self, column: int) -> etree._Element:
        """The cell of that column, made if it is not there."""
        if column not in self.cells:
            new = etree.Element(ooxml.named("c", self.element), r=address(self.number, column))
            before = max((known for known in self.cells if known < column), default=0)
            if before:
                self.cells[before].addnext(new)
            else:
                self.element.insert(0, new)
            self.cells[column] = new
        return self.cells[column]

    def settle(self) -> None:
        """Say every address, and the span of the columns if the row said one."""
        self.element.set("r", str(self.number))
        for column, cell in self.cells.items():
            cell.set("r", address(self.number, column))
        if self.element.get("spans") and self.cells:
            self.element.set("spans", f"{min(self.cells)}:{max(self.cells)}")


class Sheet:
    """A tab's XML. `frame` is all of it but the rows."""

    def __init__(self, xml: bytes, string: Callable[[int], str]) -> None:
        """`string` gives the shared string of a number. Raises DamagedError if this is no sheet."""
        self._string = string
        xml = _plain(xml)
        root = _ROOT.search(xml)
        if not root:
            raise DamagedError("worksheet")
        self._prefix = root[1]
        self._open, self._close = root[0], b"</%sworksheet>" % self._prefix
        data = re.search(
            rb"<%ssheetData\s*(?:/>|>(.*)</%ssheetData\s*>)" % (self._prefix, self._prefix), xml, re.DOTALL
        )
        if not data:
            raise DamagedError("sheetData")
        self.frame = ooxml.parse(
            b"%s<%ssheetData/>%s" % (xml[: data.start()], self._prefix, xml[data.end() :])
        )
        self._rows = _cut(data[1] or b"", self._prefix)

    def rows(self, after: int = 0) -> Iterator[tuple[int, Mapping[int, object]]]:
        """The number of each row that is there, beginning after one, and what stands in its cells by column."""
        for number in self.numbers(after):
            row = self.row(number)
            yield number, {column: self.value(cell) for column, cell in row.cells.items()}

    def numbers(self, after: int = 0) -> list[int]:
        """The numbers of the rows that are there, beginning after one."""
        return sorted(number for number in self._rows if number > after)

    def with_formulas(self) -> list[int]:
        """The numbers of the rows that have formulas."""
        formula = b"<%sf" % self._prefix
        return [number for number, xml in self._rows.items() if formula in xml]

    def move(self, first: int, by: int) -> None:
        """Move the rows from `first` on; with a `by` below 0, those that they move over are gone."""
        moved = {number + by: self.row(number) for number in self._rows if number >= first}
        kept = {number: xml for number, xml in self._rows.items() if number < min(first, first + by)}
        self._rows = kept
        for number, row in moved.items():
            row.number = number
            self.put(row)

    def row(self, number: int) -> Row:
        """A row to read or change; what is changed counts once it is put back."""
        xml = self._rows.get(number) or b"<%srow/>" % self._prefix
        return Row(ooxml.parse(self._open + xml + self._close)[0], number)

    def held(self, row: Row) -> Held:
        """What stands in a row, by column."""
        return lambda column: self.value(row.cells.get(column))

    def held_at(self, number: int) -> Held:
        """What stands in the row of a number, by column."""
        return self.held(self.row(number))

    def clear(self, number: int, first: int, last: int) -> None:
        """Empty the cells of a row from one column to another; they keep their look."""
        row = self.row(number)
        for column, cell in row.cells.items():
            if first <= column <= last:
                cell.attrib.pop("t", "")
                for inner in list(cell):
                    cell.remove(inner)
        self.put(row)

    def put(self, row: Row) -> None:
        """Put a row back."""
        row.settle()
        wrapped = row.element.getparent()
        assert wrapped is not None
        xml = etree.tostring(wrapped, encoding="UTF-8")
        self._rows[row.number] = xml[xml.index(b">") + 1 : xml.rindex(b"</")]

    def xml(self) -> bytes:
        """The whole tab, as it is now."""
        before, empty, after = ooxml.serialise(self.frame).partition(b"<%ssheetData/>" % self._prefix)
        assert empty
        rows = b"".join(self._rows[number] for number in sorted(self._rows))
        return b"%s<%ssheetData>%s</%ssheetData>%s" % (before, self._prefix, rows, self._prefix, after)

    def value(self, cell: etree._Element | None) -> object:
        """What stands in a cell: a text, a number, FOREIGN, or None for nothing. A date is a number."""
        if cell is None or not len(cell):
            return None
        if ooxml.child(cell, "f") is not None:
            return FOREIGN
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return text_of(cell[0]) or None
        text = cell.findtext(ooxml.named("v", cell))
        if not text:
            return None
        try:
            match kind:
                case "n":
                    return float(text)
                case "s":
                    return self._string(int(text)) or None
                case "str":
                    return cells.unescaped(text)
                case _:
                    return FOREIGN
        except (ValueError, IndexError) as error:
            raise DamagedError(f"{cell.get('r')}: {text}") from error


def text_of(item: etree._Element) -> str:
    """The text of a string, plain or of several runs; without the reading aids of Japanese."""
    runs = [item, *ooxml.children(item, "r")]
    return cells.unescaped("".join(run.findtext(ooxml.named("t", item)) or "" for run in runs))


def _cut(data: bytes, prefix: bytes) -> dict[int, bytes]:
    """The XML of each row by its number."""
    pattern = re.compile(rb"<%srow\b[^>]*?(?:/>|>.*?</%srow\s*>)" % (prefix, prefix), re.DOTALL)
    rows: dict[int, bytes] = {}
    number = end = 0
    for found in pattern.finditer(data):
        said = _NUMBER.match(found[0])
        before, number = number, int(said[1]) if said else number + 1
        if number <= before or data[end : found.start()].strip():
            raise DamagedError(f"row {number}")
        rows[number] = found[0]
        end = found.end()
    if data[end:].strip():
        raise DamagedError("sheetData")
    return rows


def _plain(xml: bytes) -> bytes:
    """The same sheet in UTF-8, without comments and marked sections, so that its tags tell the rows apart."""
    said = _ENCODING.match(xml)
    utf8 = not xml.startswith((b"\xff\xfe", b"\xfe\xff")) and (
        not said or said[1].lower() in (b"utf-8", b"us-ascii")
    )
    if utf8 and b"<!" not in xml:
        return xml
    root = ooxml.parse(xml)
    etree.strip_tags(root, etree.Comment)
    return ooxml.serialise(root)
