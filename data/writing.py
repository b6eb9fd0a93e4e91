"""The look that the sample workbooks share: coloured headers, frozen, each format made once, fixed dates."""

import datetime as dt
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

MADE_WITH = "3.3.1"  # of XlsxWriter: another version may lay out the same workbook in other bytes


class Book(xlsxwriter.Workbook):
    """A workbook being written; `look` gives a format with some properties."""

    def __init__(self, path: Path, colour: str, created: dt.datetime, **properties: str) -> None:
        super().__init__(path, {"in_memory": True})
        self.look = cache(lambda **properties: self.add_format(properties))
        self._colour = colour
        self.set_properties({**properties, "created": created})

    def sheet(self, tab: str, titles: Sequence[str], widths: Sequence[int]) -> Worksheet:
        """Add a tab with its header row."""
        sheet = self.add_worksheet(tab)
        look = self.look(bold=True, bg_color=self._colour, font_color="#FFFFFF", align="center", border=1)
        sheet.write_row(0, 0, titles, look)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.freeze_panes(1, 0)
        return sheet


def add_choices(
    sheet: Worksheet, last: int, titles: Sequence[str], choices: dict[str, Iterable[str]]
) -> None:
    """Put drop-downs on the columns with a closed list of words, down to the last row."""
    for title, words in choices.items():
        column = titles.index(title)
        sheet.data_validation(1, column, last, column, {"validate": "list", "source": list(words)})
