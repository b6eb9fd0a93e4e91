"""The looks of cells: styles are found in the workbook's own list, or appended to it."""

import copy
from collections.abc import Mapping

from lxml import etree

from pipelines.publish.xlsx import ooxml

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"

_ORDER = "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst"
_FONT_ORDER = "b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"
_FIRST_OWN_FORMAT = 164  # below are the formats that every program knows by number
_EMPTY = (
    '<styleSheet xmlns="{}">'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)

_EDGE = '<{0} style="thin"><color rgb="FFD0D7E2"/></{0}>'
_BORDER = f"<border>{''.join(map(_EDGE.format, ('left', 'right', 'top', 'bottom')))}<diagonal/></border>"
_HEADER_FILL = (
    '<fill><patternFill patternType="solid"><fgColor rgb="FFDCE6F4"/><bgColor indexed="64"/></patternFill>'
    "</fill>"
)
_LINK_COLOUR = "FF0563C1"

# kind -> number format (a built-in number or a code) and horizontal alignment
_LOOKS: Mapping[str, tuple[int | str, str]] = {
    "header": (0, "center"),
    "text": (49, "left"),  # 49 is text: what is typed over a name stays as typed
    "whole": (1, "center"),
    "points": (2, "center"),
    "percent": ("0.0", "center"),
    "date": ("dd.mm.yyyy", "center"),
    "mark": (49, "center"),
    "link": (49, "left"),
    "note": (49, "left"),
}


class Styles:
    """The workbook's styles; `changed` once something was appended."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.changed = False
        self._formats = ooxml.ensure(root, "cellXfs", _ORDER)
        self._looks: dict[str, int] = {}
        self._quoted: dict[int, int] = {}

    @classmethod
    def empty(cls, namespace: str) -> "Styles":
        """The least that a workbook needs."""
        return cls(ooxml.parse(_EMPTY.format(namespace).encode()))

    def look(self, kind: str) -> int:
        """The style of a new cell of a column of this kind, or of the `header`."""
        if kind not in self._looks:
            self._looks[kind] = self._cell_format(kind)
        return self._looks[kind]

    def quoted(self, style: int) -> int:
        """The style that looks like `style` and makes what the cell holds a text, whatever it begins with."""
        if style not in self._quoted:
            formats = self._formats.findall("{*}xf")
            if style >= len(formats):
                raise ooxml.DamagedError(f"cellXfs {style}")
            new = copy.deepcopy(formats[style])
            new.tail = None
            new.set("quotePrefix", "1")
            self._quoted[style] = self._index("cellXfs", new)
        return self._quoted[style]

    def _cell_format(self, kind: str) -> int:
        number_format, horizontal = _LOOKS[kind]
        new = self._made("<xf><alignment/></xf>")
        new.attrib.update(
            {
                "numFmtId": str(self._number_format(number_format)),
                "fontId": str(self._font(kind)),
                "fillId": str(self._index("fills", self._made(_HEADER_FILL)) if kind == "header" else 0),
                "borderId": str(self._index("borders", self._made(_BORDER))),
                "xfId": "0",
                "applyNumberFormat": "1",
                "applyFont": "1",
                "applyFill": "1",
                "applyBorder": "1",
                "applyAlignment": "1",
            }
        )
        new[0].attrib.update({"horizontal": horizontal, "vertical": "center"})
        if horizontal == "left":
            new[0].set("indent", "1")
        if kind in ("header", "note"):
            new[0].set("wrapText", "1")
        if kind == "mark":  # a lone + would be taken for the start of a formula
            new.set("quotePrefix", "1")
        return self._index("cellXfs", new)

    def _number_format(self, code: int | str) -> int:
        if isinstance(code, int):
            return code
        formats = ooxml.ensure(self.root, "numFmts", _ORDER)
        taken = {number.get("formatCode"): ooxml.whole(number, "numFmtId") for number in formats}
        if code not in taken:
            taken[code] = max([_FIRST_OWN_FORMAT - 1, *taken.values()]) + 1
            new = self._made("<numFmt/>")
            new.attrib.update({"numFmtId": str(taken[code]), "formatCode": code})
            self._index("numFmts", new)
        return taken[code]

    def _font(self, kind: str) -> int:
        fonts = ooxml.ensure(self.root, "fonts", _ORDER).findall("{*}font")
        if kind not in ("header", "link") and fonts:
            return 0
        new = (
            copy.deepcopy(fonts[0])
            if fonts
            else self._made('<font><sz val="11"/><name val="Calibri"/></font>')
        )
        new.tail = None
        if kind == "header":
            _ensure_font(new, "b").attrib.clear()
        if kind == "link":
            _ensure_font(new, "u").attrib.clear()
            colour = _ensure_font(new, "color").attrib
            colour.clear()
            colour["rgb"] = _LINK_COLOUR
        return self._index("fonts", new)

    def _made(self, xml: str) -> etree._Element:
        wrapped = ooxml.parse(f'<a xmlns="{ooxml.namespace(self.root)}">{xml}</a>'.encode())
        return wrapped[0]

    def _index(self, collection: str, element: etree._Element) -> int:
        """The place of `element` in the collection; appended if there is none like it."""
        parent = ooxml.ensure(self.root, collection, _ORDER)
        wanted = _canonical(element)
        items = parent.findall("{*}*")
        for place, item in enumerate(items):
            if len(item.attrib) == len(element.attrib) and _canonical(item) == wanted:
                return place
        parent.append(element)
        parent.set("count", str(len(items) + 1))
        self.changed = True
        return len(items)


def _ensure_font(font: etree._Element, name: str) -> etree._Element:
    return ooxml.ensure(font, name, _FONT_ORDER)


def _canonical(element: etree._Element) -> bytes:
    """The element's content, whatever prefix its namespace has and in whatever order its attributes stand."""
    clone = copy.deepcopy(element)
    clone.tail = None
    return etree.tostring(clone, method="c14n", exclusive=True)
