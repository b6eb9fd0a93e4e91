"""Whether a written workbook holds what was meant, by the reader that games are read with."""

import io
import zipfile
from typing import Any

import numpy as np
import pandas as pd
from lxml import etree

from pipelines.publish.place import TOLERANCE, Place
from pipelines.publish.stored import EPOCH, Stored, Table
from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.book import Book
from pipelines.publish.xlsx.cells import unescaped
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package
from pipelines.sources.sheet_xml import Part


def check(written: bytes, before: bytes | None, meant: Book) -> None:
    """Raise DamagedError, naming what is wrong, unless the workbook opens and holds what was `meant`.

    The tabs that the workbook had `before` must stand in their order, and the defined names be those of `meant`.
    """
    placed, day_0 = meant.placed, meant.day_0
    import fastexcel  # late: it is another library than the one that wrote, and not every rebuild writes

    try:
        with zipfile.ZipFile(io.BytesIO(written)) as parts:
            far = {tab: Part(parts, tab).overreach() for tab in placed}
    except (zipfile.BadZipFile, LookupError, ValueError, etree.XMLSyntaxError) as error:
        raise DamagedError(str(error)) from error
    for tab, corner in far.items():
        if corner:
            raise DamagedError(f"{tab}!{corner}")
    try:
        book = fastexcel.read_excel(written)
        for tab, (place, table) in placed.items():
            _check_table(book.load_sheet(tab, header_row=None, dtypes="string"), tab, place, table, day_0)
    except (fastexcel.FastExcelError, ValueError) as error:
        raise DamagedError(str(error)) from error
    if before is not None:
        _check_workbook(Package(before), Package(written), meant)


def _check_table(sheet: Any, tab: str, place: Place, table: Table, day_0: int) -> None:
    """The cells of each column, from under the header on, are the column's values."""
    cells = sheet.to_arrow()
    numbers = {column.absolute_index + 1: at for at, column in enumerate(sheet.available_columns())}
    for number, stored in enumerate(table.columns, place.left):
        found = np.full(table.rows, None, "object")
        if number in numbers:
            told = cells.column(numbers[number]).to_numpy(zero_copy_only=False)[place.top :][: table.rows]
            found[: len(told)] = told
        if not _are_same(found, stored, day_0):
            raise DamagedError(f"{tab}: {stored.column.title}")


def _are_same(found: np.ndarray, stored: Stored, day_0: int) -> bool:
    """Whether the texts of cells say the values; a number may be rounded to nine decimals, a date be one."""
    if not all(isinstance(value, float) for value in stored.distinct):
        wanted = np.array([*stored.distinct, None], "object")[stored.codes]
        others = np.flatnonzero(found != wanted)
        return all(unescaped(found[at] or "") == (wanted[at] or "") for at in others.tolist())
    wanted = np.array([*stored.distinct, np.nan], "float64")[stored.codes]
    read = pd.to_numeric(pd.Series(found, dtype="object"), errors="coerce").to_numpy("float64", copy=True)
    unread = np.isnan(read) & ~np.isnan(wanted)
    if unread.any():
        dates = pd.to_datetime(pd.Series(found[unread], dtype="str"), errors="coerce", format="ISO8601")
        read[unread] = ((dates - EPOCH) / pd.Timedelta(days=1)).to_numpy("float64") + day_0
    return bool(np.isclose(read, wanted, rtol=TOLERANCE, atol=1e-8, equal_nan=True).all())


def _check_workbook(before: Package, after: Package, meant: Book) -> None:
    part = next(relation.target for relation in before.relations("") if relation.kind == "officeDocument")
    old, new = before.xml(part), after.xml(part)
    tabs, tabs_now = _named(old, "sheets", "sheet"), _named(new, "sheets", "sheet")
    if [tab for tab in tabs if tab[0] not in meant.removed] != [tab for tab in tabs_now if tab in tabs]:
        raise DamagedError("sheets")
    if _named(new, "definedNames", "definedName") != meant.names:
        raise DamagedError("definedNames")


def _named(root: etree._Element, group: str, name: str) -> list[tuple[str, str]]:
    """Name and text of the elements of a group."""
    elements = ooxml.children(ooxml.child(root, group), name)
    return [(one.get("name", ""), one.text or "") for one in elements]
