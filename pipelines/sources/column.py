"""The cells of a tab by column, every one as text, as the reader of workbooks gives them.

A process of its own may import this to read one workbook, so it imports little.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import fastexcel
import numpy as np
import numpy.typing as npt

Fault = tuple[int, int, str, str]  # row, column, kind, text
ERRORS = {
    "Div0": "#DIV/0!",
    "NA": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
_NOT_SHOWN = "########"  # what a sheet shows for a date outside its calendar
_REFUSED = re.compile(r'got \'(?:Error\((\w+)\)|DurationIso\("PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S"\))')
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z?)")
_DAYS_OF_TIMES = {"1899-12-31": 0, "1904-01-01": 0, "1900-01-01": 24, "1904-01-02": 24}  # hours before them
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_NINE_DECIMALS = re.compile(r"-?[0-9]+\.[0-9]{9}")
_TRUTHS = {"true": True, "false": False}  # as the reader writes them

logging.getLogger("calamine").setLevel(logging.ERROR)  # it warns of every chart


@dataclass
class Column:
    """The cells of a column from row 1 on: `codes` index `words`, -1 is a blank cell."""

    codes: npt.NDArray[np.int32]
    words: list[str]

    @classmethod
    def of(cls, cells: Any) -> "Column":
        """A column of Arrow texts."""
        coded = cells.dictionary_encode()
        codes = np.array(coded.indices.fill_null(-1), dtype=np.int32)
        return cls(codes, [_plain(word) for word in coded.dictionary.to_pylist()])

    def put(self, rows: Any, word: str) -> None:
        """Let `word` stand in `rows` (one or an array)."""
        self.codes[rows - 1] = len(self.words)
        self.words.append(word)

    def is_cut(self) -> bool:
        """Whether a number has all the decimals that the reader gives it."""
        return any(_NINE_DECIMALS.fullmatch(word) for word in self.words)

    def sharpen(self, exact: npt.NDArray[np.float64]) -> None:
        """Let the numbers that differ from `exact` stand with 15 digits, as many as a spreadsheet shows."""
        numbers = [float(word) if _NUMBER.fullmatch(word) else np.nan for word in self.words]
        read = np.array([*numbers, np.nan])[self.codes]
        rows = np.flatnonzero((read != exact) & np.isfinite(read) & np.isfinite(exact))
        sharp, codes = np.unique(exact[rows], return_inverse=True)
        self.codes[rows] = codes + len(self.words)
        self.words += [number_text(number) for number in sharp]

    def tell_truths(self, values: npt.NDArray[np.object_]) -> None:
        """Let the truth values, which are those texts for which `values` has one, stand as `TRUE` and `FALSE`."""
        for word, truth in _TRUTHS.items():
            if word in self.words:
                is_truth = (self.codes == self.words.index(word)) & (values == truth)
                self.put(np.flatnonzero(is_truth) + 1, word.upper())


def number_text(number: float) -> str:
    """A number with 15 digits, as many as a spreadsheet shows, in its shortest decimal form."""
    return format(Decimal(f"{number:.15g}"), "f")


def load(reader: fastexcel.ExcelReader, tab: str, *, truths: bool) -> tuple[dict[int, Column], list[Fault]]:
    """The columns of a tab by their number, and its error cells.

    With `truths`, truth values are told from texts, for which the tab may be loaded once more: dear for an .xlsx.
    """
    sheet = reader.load_sheet(tab, header_row=None, skip_rows=0, dtypes="string")
    numbers = [column.absolute_index + 1 for column in sheet.available_columns()]
    table, refused = sheet.to_arrow_with_errors()
    del sheet  # it holds more than the table
    columns = dict(zip(numbers, map(Column.of, table.columns), strict=True))
    errors = []
    for cell in refused.errors if refused else ():
        row, number = cell.position[0] + 1, numbers[cell.position[1]]
        text, is_error = _refused(cell.detail)
        columns[number].put(row, text)
        errors += [(row, number, "error", text)] if is_error else []
    cut = {number for number, column in columns.items() if column.is_cut()}
    for number, exact in _again(reader, tab, cut, "float"):
        columns[number].sharpen(exact)
    doubtful = {number for number, column in columns.items() if truths and _TRUTHS.keys() & set(column.words)}
    for number, values in _again(reader, tab, doubtful, "boolean"):
        columns[number].tell_truths(values)
    return columns, errors


def _again(
    reader: fastexcel.ExcelReader, tab: str, numbers: Iterable[int], kind: Any
) -> Iterator[tuple[int, Any]]:
    """Some columns of a tab, read again as another kind: their numbers and values."""
    wanted = sorted(numbers)
    if wanted:
        sheet = reader.load_sheet(
            tab,
            header_row=None,
            skip_rows=0,
            dtypes=kind,
            use_columns=lambda column: column.absolute_index + 1 in wanted,
        )
        for number, values in zip(wanted, sheet.to_arrow().columns, strict=True):
            yield number, values.to_numpy(zero_copy_only=False)


def _plain(word: str) -> str:
    """A moment without midnight, without fractions of a second, without the day of a bare time; 25:30 stays 25:30."""
    found = _MOMENT.fullmatch(word)
    if not found:
        return word
    day, time, zone = found.groups()
    if zone:
        return f"{day} {time}Z"  # the league's zone decides which day it is
    hours = _DAYS_OF_TIMES.get(day)
    if hours == 0 or (hours and time != "00:00:00"):
        return f"{hours + int(time[:2]):02}{time[2:]}"
    return day if time == "00:00:00" else f"{day} {time}"


def _refused(detail: str) -> tuple[str, bool]:
    """The text of a cell that is no text for the reader, and whether it is an error."""
    found = _REFUSED.search(detail)
    if found and found[1]:
        return ERRORS.get(found[1], f"#{found[1]}"), True
    if found:
        return ":".join(part.zfill(2) for part in found.groups()[1:]), False
    return _NOT_SHOWN, True
