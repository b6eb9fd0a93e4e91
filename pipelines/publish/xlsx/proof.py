"""Whether a written workbook holds what was meant, by the reader that games are read with."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.cells import EPOCH, Table, unescaped
from pipelines.publish.xlsx.edit import TOLERANCE, Place
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.publish.xlsx.package import Package
from pipelines.sources.sheet_xml import Part


def check(written: Path, before: bytes | None, placed: Mapping[str, tuple[Place, Table]], day_0: int) -> None:
    """Raise DamagedError, naming what is wrong, unless the workbook opens and holds what was meant.

    `placed` are the tables that were written, by tab, with their places, dates as days from `day_0` on. The tabs
    that the workbook had `before` must stand in their order, with all defined names.
    """
    import fastexcel  # late: it is another library than the one that wrote, and not every rebuild writes

    with zipfile.ZipFile(written) as parts:
        for tab in placed:
            if corner := Part(parts, tab).overreach():
                raise DamagedError(f"{tab}!{corner}")
    try:
        book = fastexcel.read_excel(written.read_bytes())
        for tab, (place, table) in placed.items():
            _check_table(book.load_sheet(tab, header_row=None, dtypes="string"), tab, place, table, day_0)
    except (fastexcel.FastExcelError, ValueError) as error:
        raise DamagedError(str(error)) from error
    if before is not None:
        _check_workbook(Package(before), Package(written.read_bytes()))


def _check_table(sheet: object, tab: str, place: Place, table: Table, day_0: int) -> None:
    """The cells of each column, from under the header on, are the column's values."""
    frame = sheet.to_pandas()  # type: ignore[attr-defined]
    numbers = [column.absolute_index + 1 for column in sheet.available_columns()]  # type: ignore[attr-defined]
    columns = dict(zip(numbers, frame.columns, strict=True))
    for number, stored in enumerate(table.columns, place.left):
        cells = frame[columns[number]] if number in columns else pd.Series(index=frame.index, dtype="str")
        found = cells.reindex(range(place.top, place.top + table.rows))
        known = [*stored.distinct, None]
        wanted = pd.Series([known[code] for code in stored.codes.tolist()], found.index, dtype="object")
        if not _are_same(found, wanted, day_0):
            raise DamagedError(f"{tab}: {stored.column.title}")


def _are_same(found: pd.Series, wanted: pd.Series, day_0: int) -> bool:
    """Whether the texts of cells say these values; a number may be rounded to nine decimals, a date be one."""
    is_number = wanted.map(lambda value: isinstance(value, float)).to_numpy("bool")
    texts, meant = (column[~is_number].fillna("").map(str) for column in (found, wanted))
    if ((texts != meant) & (texts.map(unescaped) != meant)).any():
        return False
    said = pd.to_numeric(found[is_number], errors="coerce").to_numpy("float64")
    dates = pd.to_datetime(found[is_number].where(np.isnan(said)), errors="coerce", format="ISO8601")
    days = ((dates - EPOCH) / pd.Timedelta(days=1)).to_numpy("float64") + day_0
    read = np.where(np.isnan(said), days, said)
    return bool(np.isclose(read, wanted[is_number].to_numpy("float64"), rtol=TOLERANCE, atol=1e-8).all())


def _check_workbook(before: Package, after: Package) -> None:
    part = next(relation.target for relation in before.relations("") if relation.kind == "officeDocument")
    old, new = before.xml(part), after.xml(part)
    tabs, tabs_now = _named(old, "sheets", "sheet"), _named(new, "sheets", "sheet")
    if tabs != [tab for tab in tabs_now if tab in tabs]:
        raise DamagedError("sheets")
    if _named(old, "definedNames", "definedName") != _named(new, "definedNames", "definedName"):
        raise DamagedError("definedNames")


def _named(root: object, group: str, name: str) -> list[tuple[str | None, str | None]]:
    """Name and text of the elements of a group."""
    elements = ooxml.children(ooxml.child(root, group), name)  # type: ignore[arg-type]
    return [(one.get("name"), one.text) for one in elements]
