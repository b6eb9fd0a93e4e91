"""Workbooks on disk: .xlsx and .xlsm in full, .ods as far as its reader goes."""

import hashlib
import io
import logging
import re
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import fastexcel
import numpy as np
import numpy.typing as npt
import pandas as pd
from lxml import etree

from pipelines import zips
from pipelines.errors import SourceFault
from pipelines.sources import sheet_xml
from pipelines.sources.coded import CellFault, Coded, grid, number_text
from pipelines.sources.grid import Grid

MAX_FILE, MAX_PART, MAX_PARTS = 2**30, 2**30, 2**31  # bytes: the file, one part unpacked, all parts unpacked

_READ_WHOLE = ("sharedStrings.xml", "styles.xml")
_OLE = bytes.fromhex("D0CF11E0A1B11AE1")  # the container of an .xls, and of an encrypted .xlsx
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_ZIP_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError)
_DAMAGE = (*_ZIP_DAMAGE, fastexcel.FastExcelError, etree.XMLSyntaxError, LookupError)
_ERRORS = {
    "Div0": "#DIV/0!",
    "NA": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
_NOT_SHOWN = "########"  # what a sheet shows for a date outside its calendar
_REFUSED = re.compile(r'got \'(?:Error\((\w+)\)|DurationIso\("PT(\d+)H(\d+)M(\d+)S"\))')
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?Z?")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_NINE_DECIMALS = re.compile(r"-?[0-9]+\.[0-9]{9}")

logging.getLogger("calamine").setLevel(logging.ERROR)  # it warns of every chart


class Workbook:
    """A workbook as a `Source`, read from disk once, so that all its tabs are of one state.

    `name` is the file's name, `fingerprint` the SHA-256 of its bytes in hex. Opening and reading raise
    SourceFault for all that cannot be read. A time without a date stands as `19:30:00`.

    What it cannot tell: a text that looks like a moment (`2023-09-01 00:00:00`) stands as a date does. A
    number is good to 9 decimals, or to 15 digits in a column where one needs its ninth decimal. Formulas
    without value are found in .xlsx and .xlsm only; the errors of .ods are texts.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        content = _content(Path(path))
        self.fingerprint = hashlib.sha256(content).hexdigest()
        self._zip = _opened(content, str(path))
        with self._damage_told("workbook-broken", file=str(path)):
            self._reader = fastexcel.read_excel(content)
        if not self.tabs():
            raise SourceFault("workbook-empty", file=str(path))

    def tabs(self) -> list[str]:
        """The names of the tabs, in their order, hidden ones too, and charts, which read as empty tabs."""
        return list(self._reader.sheet_names)

    def read(self, tab: str) -> Grid:
        """One tab: rows from 1 on, columns from the first that has a value or a fault."""
        if tab not in self.tabs():
            raise SourceFault("no-such-tab", file=self.name, tab=tab, tabs=", ".join(self.tabs()))
        with self._damage_told("tab-broken", file=self.name, tab=tab), ThreadPoolExecutor(1) as beside:
            if sheet_xml.WORKBOOK not in self._zip.namelist():
                return _grid(self.name, tab, *self._load(tab), sheet_xml.Told({}, []))
            part = sheet_xml.Part(self._zip, tab)
            if corner := part.overreach():
                raise SourceFault("tab-too-far", file=self.name, tab=tab, cell=corner)
            told = beside.submit(lambda: sheet_xml.tell(part.pieces()))
            try:
                columns, errors = self._load(tab)
            except fastexcel.FastExcelError:
                self._blame_error_cell(tab, part)
                raise
            return _grid(self.name, tab, columns, errors, told.result())

    def _load(self, tab: str) -> "tuple[dict[int, _Column], list[CellFault]]":
        """The columns of a tab by their number, and its error cells."""
        sheet = self._reader.load_sheet(tab, header_row=None, skip_rows=0, dtypes="string")
        numbers = [column.absolute_index + 1 for column in sheet.available_columns()]
        table, refused = sheet.to_arrow_with_errors()
        del sheet  # it holds more than the table
        columns = dict(zip(numbers, map(_Column.of, table.columns), strict=True))
        errors = []
        for cell in refused.errors if refused else ():
            row, number = cell.position[0] + 1, numbers[cell.position[1]]
            text, is_error = _refused(cell.detail)
            columns[number].put(row, text)
            errors += [(row, number, "error", text)] if is_error else []
        self._sharpen(tab, columns)
        return columns, errors

    def _sharpen(self, tab: str, columns: "dict[int, _Column]") -> None:
        """Read again, as numbers, the columns that may need more decimals than their texts have."""
        long = {number for number, column in columns.items() if column.is_cut()}
        if not long:
            return
        options: dict[str, Any] = {"header_row": None, "skip_rows": 0, "dtypes": "float"}
        sheet = self._reader.load_sheet(tab, use_columns=lambda c: c.absolute_index + 1 in long, **options)
        for number, exact in zip(sorted(long), sheet.to_arrow().columns, strict=True):
            columns[number].sharpen(exact.to_numpy(zero_copy_only=False))

    def _blame_error_cell(self, tab: str, part: sheet_xml.Part) -> None:
        """Raise SourceFault for an error value of a kind for which the reader refuses the whole tab."""
        for row, column, value in part.errors():
            if value and value not in _ERRORS.values():
                cell = sheet_xml.address(row, column)
                raise SourceFault("odd-error-cell", file=self.name, tab=tab, cell=cell, value=value)

    @contextmanager
    def _damage_told(self, code: str, **values: str) -> Iterator[None]:
        """Turn what the libraries say of a damaged file into a SourceFault."""
        try:
            yield
        except _DAMAGE as error:
            if "password" in str(error).lower():
                code = "workbook-locked"
            elif _is_utf_16(self._zip):
                code = "workbook-utf-16"
            raise SourceFault(code, **values) from error


class _Column(Coded):
    """A column as the reader gives it."""

    @classmethod
    def of(cls, cells: Any) -> "_Column":
        """A column of Arrow texts."""
        coded = cells.dictionary_encode()
        codes = np.array(coded.indices.fill_null(-1), dtype=np.int32)
        return cls(codes, [_plain(word) for word in coded.dictionary.to_pylist()])

    def is_cut(self) -> bool:
        """Whether a number has all the decimals that the reader gives it."""
        return any(_NINE_DECIMALS.fullmatch(word) for word in self.words)

    def sharpen(self, exact: npt.NDArray[np.float64]) -> None:
        """Let the numbers that differ from `exact` stand with 15 digits, as many as a spreadsheet shows."""
        numbers = [float(word) if _NUMBER.fullmatch(word) else np.nan for word in self.words]
        read = np.array([*numbers, np.nan])[self.codes]
        rows = np.flatnonzero((read != exact) & np.isfinite(read) & np.isfinite(exact))
        codes, sharp = pd.factorize(exact[rows])
        self.codes[rows] = codes + len(self.words)
        self.words += [number_text(number) for number in sharp]


def _grid(
    file: str, tab: str, columns: dict[int, _Column], errors: list[CellFault], told: sheet_xml.Told
) -> Grid:
    """The grid of a tab, as large as its values and its faults."""
    for (number, word), rows in told.truths.items():
        columns[number].put(np.array(rows), word)
    return grid(
        file, tab, columns, errors + [(row, number, "formula", text) for row, number, text in told.formulas]
    )


def _content(path: Path) -> bytes:
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
    """The zip that a workbook is. Raises SourceFault for what is no workbook, or none that can be read.

    An .xls is refused, for a damaged one can end the program that reads it.
    """
    if content.startswith(_OLE):
        raise SourceFault("workbook-locked" if _ENCRYPTED in content else "workbook-old", file=file)
    if not content.startswith(b"PK\3\4"):
        raise SourceFault("not-a-workbook", file=file)
    try:
        parts = zipfile.ZipFile(io.BytesIO(content))
    except _ZIP_DAMAGE as error:
        raise SourceFault("workbook-broken", file=file) from error
    if not {sheet_xml.WORKBOOK, "content.xml"} & set(parts.namelist()):
        raise SourceFault("not-a-workbook", file=file)
    if any(part.flag_bits & 1 for part in parts.infolist()):
        raise SourceFault("workbook-locked", file=file)
    if strange := zips.strange_part(parts.infolist()):
        raise SourceFault("workbook-strange", file=file, part=strange)
    try:
        for part in parts.infolist():  # sheets are read piece by piece, these two whole
            if part.filename.endswith(_READ_WHOLE) and zips.is_longer(content, part):
                raise SourceFault("workbook-strange", file=file, part=part.filename)
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


def _plain(word: str) -> str:
    """A moment without midnight, without fractions of a second, without the day of a bare time."""
    found = _MOMENT.fullmatch(word)
    if not found:
        return word
    day, time = found.groups()
    if day == "1899-12-31":
        return time
    return day if time == "00:00:00" else f"{day} {time}"


def _refused(detail: str) -> tuple[str, bool]:
    """The text of a cell that is no text for the reader, and whether it is an error."""
    found = _REFUSED.search(detail)
    if found and found[1]:
        return _ERRORS.get(found[1], f"#{found[1]}"), True
    if found:
        return ":".join(found.groups()[1:]), False
    return _NOT_SHOWN, True
