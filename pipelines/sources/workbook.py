"""Workbooks on disk: .xlsx, .xlsm, .ods and .xls."""

import datetime as dt
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import fastexcel
import numpy as np
import pandas as pd
from lxml import etree

from pipelines.errors import SourceFault
from pipelines.sources import ods, sheet_xml, xls, zips
from pipelines.sources.column import ERRORS, Column, Fault, load
from pipelines.sources.framed import framed
from pipelines.sources.grid import Grid

MAX_FILE, MAX_PART, MAX_PARTS = 2**30, 2**30, 2**31  # bytes: the file, one part unpacked, all parts unpacked

_READ_WHOLE = ("sharedStrings.xml", "styles.xml", "xl/workbook.xml")
_OLE = bytes.fromhex("D0CF11E0A1B11AE1")  # the container of an .xls, and of an encrypted .xlsx
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_ZIP_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError)
_DAMAGE = (*_ZIP_DAMAGE, fastexcel.FastExcelError, etree.XMLSyntaxError, LookupError, xls.UnreadableError)


class Workbook:
    """A workbook as a `Source`, read from disk once, so that all its tabs are of one state.

    `name` is the file's name, `fingerprint` the SHA-256 of its bytes in hex. Opening and reading raise
    SourceFault for all that cannot be read. A time without a date stands as `19:30:00`, or as `25:30:00`.

    What it cannot tell: a text that looks like a moment (`2023-09-01 00:00:00`) stands as a date does. A
    number is good to 9 decimals, or to 15 digits in a column where one needs its ninth decimal. Of an .xls: what is
    hidden, and formulas without value, which hold 0. Of an .ods: tabs and breaks within a text, which are left out.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        content = content_of(Path(path))
        self.fingerprint = hashlib.sha256(content).hexdigest()
        self._zip: zipfile.ZipFile | None = None
        if content.startswith(_OLE):
            if _ENCRYPTED in content or xls.is_locked(content):
                raise SourceFault("workbook-locked", file=str(path))
            with self._damage_told("workbook-old", file=str(path)):
                self._book: _Book = xls.Xls(content)
        else:
            self._zip = _opened(content, str(path))
            of = _Xlsx if sheet_xml.WORKBOOK in self._zip.namelist() else ods.Ods
            with self._damage_told("workbook-broken", file=str(path)):
                self._book = of(self._zip, content)
        if not self.tabs():
            raise SourceFault("workbook-empty", file=str(path))

    def tabs(self) -> list[str]:
        """The names of the tabs, in their order, hidden ones too, and charts, which read as empty tabs."""
        return self._book.tabs()

    def read(self, tab: str) -> Grid:
        """One tab: rows from 1 on, columns from the first that has a value or a fault."""
        if tab not in self.tabs():
            raise SourceFault("no-such-tab", file=self.name, tab=tab, tabs=", ".join(self.tabs()))
        with self._damage_told("tab-broken", file=self.name, tab=tab):
            columns, errors, told = self._book.load(tab)
            cells, faults = _cells(columns, errors, told)
            hidden = told.hidden.that_hold_something(cells)
            return Grid(self.name, tab, cells, faults, hidden, self._book.day_0, told.merged)

    @contextmanager
    def _damage_told(self, code: str, **values: str) -> Iterator[None]:
        """Turn what the libraries say of a damaged file into a SourceFault, as what is told of a tab that goes too far."""
        try:
            yield
        except SourceFault as fault:
            raise SourceFault(fault.code, **{**values, **fault.values}) from fault
        except _DAMAGE as error:
            is_utf_16 = self._zip is not None and _is_utf_16(self._zip)
            raise SourceFault("workbook-utf-16" if is_utf_16 else code, **values) from error


class _Book(Protocol):
    """An opened workbook of any format; `day_0` is the day that the number 0 stands for."""

    @property
    def day_0(self) -> dt.date: ...

    def tabs(self) -> list[str]: ...

    def load(self, tab: str) -> tuple[dict[int, Column], list[Fault], sheet_xml.Told]: ...


class _Xlsx:
    """An opened .xlsx or .xlsm. Raises what its reader, that of zips and that of XML do, and SourceFault."""

    def __init__(self, parts: zipfile.ZipFile, content: bytes) -> None:
        self._zip = parts
        workbook = parts.read(sheet_xml.WORKBOOK)
        self.day_0 = sheet_xml.day_0(workbook)
        if other := sheet_xml.with_one_calendar(workbook):
            content = zips.with_part(parts, sheet_xml.WORKBOOK, other)
        self._reader = fastexcel.read_excel(content)

    def tabs(self) -> list[str]:
        return list(self._reader.sheet_names)

    def load(self, tab: str) -> tuple[dict[int, Column], list[Fault], sheet_xml.Told]:
        """The columns of a tab, its error cells, and what else the file tells of it."""
        part = sheet_xml.Part(self._zip, tab)
        if corner := part.overreach():
            raise SourceFault("tab-too-far", cell=corner)
        with ThreadPoolExecutor(1) as beside:
            told = beside.submit(lambda: sheet_xml.tell(part.pieces()))
            try:
                columns, errors = load(self._reader, tab, truths=False)
            except fastexcel.FastExcelError:
                _blame_error_cell(part)
                raise
            return columns, errors, told.result()


def _blame_error_cell(part: sheet_xml.Part) -> None:
    """Raise SourceFault for an error value of a kind for which the reader refuses the whole tab."""
    for row, column, value in part.errors():
        if value and value not in ERRORS.values():
            raise SourceFault("odd-error-cell", cell=sheet_xml.address(row, column), value=value)


def _cells(
    columns: dict[int, Column], errors: list[Fault], told: sheet_xml.Told
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The cells and the faults of a tab, as a Grid has them."""
    for (number, word), rows in told.truths.items():
        columns[number].put(np.array(rows), word)
    for row, number, kind, text in told.faults:
        if kind == "error":
            columns[number].put(row, text)
    return framed(columns, [*errors, *told.faults])


def content_of(path: Path) -> bytes:
    """The bytes of the file. Raises SourceFault if there is no such file or it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise SourceFault("not-a-workbook", file=str(path))
        if path.stat().st_size > MAX_FILE:
            raise SourceFault("workbook-too-big", file=str(path), limit=MAX_FILE // 2**20)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceFault("no-workbook", file=str(path)) from error
    except PermissionError as error:
        raise SourceFault("workbook-denied", file=str(path)) from error
    except OSError as error:
        raise SourceFault("workbook-unreadable", file=str(path), problem=error.strerror) from error


def _opened(content: bytes, file: str) -> zipfile.ZipFile:
    """The zip that a workbook is. Raises SourceFault for what is no workbook, or none that can be read."""
    if not content.startswith(b"PK\3\4"):
        raise SourceFault("not-a-workbook", file=file)
    try:
        parts = zipfile.ZipFile(io.BytesIO(content))
    except _ZIP_DAMAGE as error:
        raise SourceFault("workbook-broken", file=file) from error
    if not {sheet_xml.WORKBOOK, ods.CONTENT} & set(parts.namelist()):
        raise SourceFault("not-a-workbook", file=file)
    if any(part.flag_bits & 1 for part in parts.infolist()):
        raise SourceFault("workbook-locked", file=file)
    if strange := zips.strange_part(parts.infolist()):
        raise SourceFault("workbook-strange", file=file, part=strange)
    try:
        for part in parts.infolist():  # sheets are read piece by piece, these two whole
            if part.filename.endswith(_READ_WHOLE) and zips.is_longer(content, part):
                raise SourceFault("workbook-strange", file=file, part=part.filename)
        if ods.is_locked(parts):
            raise SourceFault("workbook-locked", file=file)
    except _ZIP_DAMAGE as error:
        raise SourceFault("workbook-broken", file=file) from error
    sizes = [part.file_size for part in parts.infolist()]
    if max(sizes) > MAX_PART or sum(sizes) > MAX_PARTS:
        raise SourceFault("workbook-too-big", file=file, limit=MAX_PART // 2**20)
    return parts


def _is_utf_16(parts: zipfile.ZipFile) -> bool:
    """Whether a part is in an encoding that the reader does not know."""
    for part in parts.infolist():
        with suppress(*_ZIP_DAMAGE), parts.open(part) as xml:
            if part.filename.endswith((".xml", ".rels")) and xml.read(2) in _UTF_16:
                return True
    return False
