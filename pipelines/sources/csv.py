"""Text tables on disk: .csv and .tsv, each a workbook of one tab that is called as the file."""

import csv
import hashlib
import io
from collections import Counter
from pathlib import Path

import pandas as pd

from pipelines.errors import SourceFault
from pipelines.sources.grid import Grid
from pipelines.sources.workbook import content_of

_SEPARATORS = ";\t,|"  # the one that most rows have most often; of equals, the first
_SAMPLED = 100  # rows by which the separator is found
_GIVEN = "sep="  # how some programs begin such a file
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_ENCODINGS = ("utf-8", "cp1251")
_LONGEST_CELL = 2**20  # letters
_NO_FAULTS = pd.DataFrame({"row": [], "column": [], "kind": [], "text": []}).astype(
    {"row": "int64", "column": "int64"}
)


class CsvFile:
    """A text table as a `Source`: in UTF-8, UTF-16 with its mark, or cp1251, with any usual separator.

    Cells are texts as typed. Opening raises SourceFault for a file that is not there, or that is not a text.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        content = content_of(Path(path))
        self.fingerprint = hashlib.sha256(content).hexdigest()
        self._tab = Path(path).stem
        self._rows = _rows(_decoded(content, str(path)), str(path))
        if not any(cell.strip() for row in self._rows for cell in row):
            raise SourceFault("workbook-empty", file=str(path))

    def tabs(self) -> list[str]:
        """The name of the one tab: that of the file, without its ending."""
        return [self._tab]

    def read(self, tab: str) -> Grid:
        """The tab: all rows from 1 on."""
        if tab != self._tab:
            raise SourceFault("no-such-tab", file=self.name, tab=tab, tabs=self._tab)
        width = max(map(len, self._rows))
        cells = [
            [cell if cell.strip() else None for cell in row] + [None] * (width - len(row))
            for row in self._rows
        ]
        frame = pd.DataFrame(cells, range(1, len(cells) + 1), range(1, width + 1), dtype="object")
        return Grid(self.name, tab, frame.astype("str").astype("category"), _NO_FAULTS)


def _decoded(content: bytes, file: str) -> str:
    """The text of a file. Raises SourceFault for one that is none."""
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    for encoding in (marked,) if marked else _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
    raise SourceFault("not-a-workbook", file=file)


def _rows(text: str, file: str) -> list[list[str]]:
    """The cells of a text, row by row. Raises SourceFault for a cell without end."""
    first, _, rest = text.partition("\n")
    if first.casefold().startswith(_GIVEN) and len(first.strip()) == len(_GIVEN) + 1:
        separator, text = first.strip()[-1], "\n" + rest  # so that rows keep their numbers
    else:
        separator = _separator(text)
    csv.field_size_limit(_LONGEST_CELL)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise SourceFault("workbook-broken", file=file) from error


def _separator(text: str) -> str:
    """The separator that the first rows have in common: that which most of them hold, as often as each other."""
    lines = [line for line in text.splitlines()[:_SAMPLED] if line.strip()]

    def alike(separator: str) -> tuple[int, int]:
        counts = Counter(many for line in lines if (many := line.count(separator)))
        many, rows = max(counts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        return rows, many

    return max(_SEPARATORS, key=alike)
