"""Workbooks made of raw XML, and what is read of them."""

import zipfile
from pathlib import Path

import pandas as pd

from pipelines.sources import sheet_xml
from pipelines.sources.grid import Grid
from pipelines.sources.workbook import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main"


STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"


PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def raw_book(path: Path, sheet: str | bytes, main: str = MAIN, office: str = OFFICE, **changes: str) -> Path:
    """A workbook of one tab `T`, its parts as given: `changes` replace words of any part."""
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="T" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": sheet,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in parts.items():
            for old, new in changes.items():
                name = name.replace(old, new)
                part = part.replace(old, new) if isinstance(part, str) else part
            book.writestr(name, part)
    return path


def rows_xml(rows: str, main: str = MAIN) -> str:
    return f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'


def read_rows(path: Path, rows: str) -> Grid:
    return Workbook(raw_book(path / "raw.xlsx", rows_xml(rows))).read("T")


def filled(grid: Grid) -> dict[str, str]:
    """The cells with something in them, by address."""
    cells = grid.cells
    return {
        sheet_xml.address(row, column): text
        for column in cells.columns
        for row, text in cells[column].astype(object).items()
        if not pd.isna(text)
    }


def faults(grid: Grid) -> list[tuple[str, str, str]]:
    listed = grid.faults.itertuples(index=False)
    return [(sheet_xml.address(row, column), kind, text) for row, column, kind, text in listed]
