"""The XML of a package's parts: read safely, changed in the order that the format asks for."""

from typing import Any

from lxml import etree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OFFICE_OF = {  # the format has two editions, the usual one and the "strict" one
    MAIN: OFFICE,
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
"""The namespace of a workbook, and what its relations are named after."""


class DamagedError(Exception):
    """The file is not what its format says; the text names the part or the thing that is wrong."""


def parse(xml: bytes) -> etree._Element:
    """The root of a part. Raises DamagedError if it is no XML or has a DOCTYPE, which Excel refuses too."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(xml, parser)
    except etree.XMLSyntaxError as error:
        raise DamagedError(str(error)) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise DamagedError("DOCTYPE")
    return root


class _Nothing:
    """A parser's target that keeps nothing."""

    def close(self) -> None:
        return None


def check(xml: bytes) -> None:
    """Raise DamagedError if `xml` is not well-formed; takes no memory for it."""
    nothing: Any = _Nothing()
    try:
        etree.fromstring(xml, etree.XMLParser(target=nothing, resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise DamagedError(str(error)) from error


def serialise(root: etree._Element) -> bytes:
    """The bytes of a part."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def namespace(element: etree._Element) -> str:
    """The namespace of an element."""
    return etree.QName(element).namespace or ""


def named(name: str, parent: etree._Element) -> str:
    """The tag `name` in the namespace of `parent`."""
    return f"{{{namespace(parent)}}}{name}"


def child(parent: etree._Element, name: str) -> etree._Element | None:
    """The first child of that name."""
    return parent.find(named(name, parent))


def children(parent: etree._Element | None, name: str) -> list[etree._Element]:
    """All children of that name, none if there is no parent."""
    return [] if parent is None else parent.findall(named(name, parent))


def whole(element: etree._Element, attribute: str, default: int = 0) -> int:
    """A whole number from an attribute. Raises DamagedError if it is none."""
    text = element.get(attribute)
    if text is None:
        return default
    if not text.strip().isascii() or not text.strip().isdigit():
        raise DamagedError(f'{attribute}="{text}"')
    return int(text)


def decimal(element: etree._Element, attribute: str) -> float:
    """A number from an attribute, 0 if it is not there. Raises DamagedError if it is none."""
    text = element.get(attribute, "0").strip()
    if not text.isascii() or not text.replace(".", "", 1).isdigit():
        raise DamagedError(f'{attribute}="{text}"')
    return float(text)


def truth(element: etree._Element | None, attribute: str) -> bool:
    """A truth value from an attribute, false if it is not there."""
    return element is not None and element.get(attribute) in ("1", "true", "on")


def place(parent: etree._Element, name: str, order: str) -> etree._Element:
    """A new child of that name, put where `order`, the format's sequence of children, has it."""
    new = etree.Element(named(name, parent))
    names = order.split()
    later = names[names.index(name) + 1 :]
    for old in parent.iterchildren("{*}*"):
        if etree.QName(old).localname in later:
            old.addprevious(new)
            return new
    parent.append(new)
    return new


def ensure(parent: etree._Element, name: str, order: str) -> etree._Element:
    """The child of that name, made if it is not there."""
    found = child(parent, name)
    return place(parent, name, order) if found is None else found
