"""What we keep in a workbook of our own tables: a hidden name for each, which moves when somebody moves the table."""

import zlib

from lxml import etree

from pipelines.publish.stored import letters
from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.ooxml import DamagedError
from rulesets.words import name_folded

START = "_mafrating"


def name_of(owner: str, tab: str) -> str:
    """The name that records the table of an owner on a tab; a copy of the tab, or a renamed one, has another."""
    return f"{START}.{_number(owner)}.{_number(name_folded(tab))}"


def find(root: etree._Element, owner: str, tab: str) -> Area | None:
    """Where an owner's table is on a tab, if that is recorded."""
    record = _record(root, owner, tab)
    if record is None:
        return None
    of, _, area = (record.text or "").rpartition("!")
    try:
        return Area.of(area) if of == quoted(tab) or of == tab else None
    except DamagedError:  # #REF!
        return None


def keep(root: etree._Element, order: str, owner: str, tab: str, area: Area) -> None:
    """Record where an owner's table is."""
    record = _record(root, owner, tab)
    if record is None:
        names = ooxml.ensure(root, "definedNames", order)
        record = etree.SubElement(
            names, ooxml.named("definedName", root), name=name_of(owner, tab), hidden="1"
        )
    corners = (
        f"${letters(column)}${row}" for row, column in ((area.top, area.left), (area.bottom, area.right))
    )
    record.text = f"{quoted(tab)}!{':'.join(corners)}"


def forget(root: etree._Element, owner: str, tab: str) -> None:
    """Take a record away."""
    record = _record(root, owner, tab)
    if record is not None:
        parent = record.getparent()
        assert parent is not None
        parent.remove(record)
        if not len(parent):
            root.remove(parent)


def _record(root: etree._Element, owner: str, tab: str) -> etree._Element | None:
    names = ooxml.children(ooxml.child(root, "definedNames"), "definedName")
    wanted = name_of(owner, tab)
    return next((one for one in names if one.get("name") == wanted and not one.get("localSheetId")), None)


def quoted(tab: str) -> str:
    """The name of a tab as addresses have it."""
    doubled = tab.replace("'", "''")
    return f"'{doubled}'"


def _number(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"
