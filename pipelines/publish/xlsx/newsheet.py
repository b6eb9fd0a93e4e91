"""A tab that is not there yet: its XML, built column by column."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

import pandas as pd
from lxml import etree

from pipelines.publish.xlsx import cells, ooxml
from pipelines.publish.xlsx.cells import Stored, Table, Value
from pipelines.publish.xlsx.styles import Styles

MOST_LINKS = 65_530  # Excel calls a tab with more damaged
ROWS_AT_ONCE = 10_000

_NARROWEST, _WIDEST = 7.0, 60.0
_LETTER = 1.15  # Cyrillic letters are wider than the digits that widths are counted in
_MARGIN = 2.0


def build(table: Table, styles: Styles, namespace: str) -> bytes:
    """The XML of a new sheet: the header in the first row, which stays in view, then the rows."""
    last = f"{cells.letters(len(table.columns))}{table.rows + 1}"
    wide = len(table.columns) > 7
    parts = [
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{namespace}">',
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
        f'<dimension ref="A1:{last}"/><sheetViews><sheetView workbookViewId="0">',
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
        '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
        '<sheetFormatPr defaultRowHeight="15"/>',
        "<cols>",
        *_widths(table),
        "</cols><sheetData>",
        _header(table, styles),
        *_rows(table, styles),
        "</sheetData>",
        _links(table),
        '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
        f'<pageSetup paperSize="9" orientation="{"landscape" if wide else "portrait"}" fitToHeight="0"/>',
        "</worksheet>",
    ]
    return "".join(parts).encode()


def columns(table: Table, namespace: str) -> list[etree._Element]:
    """The widths of the columns, from what they show."""
    return list(ooxml.parse(f'<cols xmlns="{namespace}">{"".join(_widths(table))}</cols>'.encode()))


def links(table: Table, left: int, first_row: int) -> list[tuple[str, str]]:
    """Address and destination of each cell that leads somewhere, the table's columns beginning at `left`."""
    return [
        (cells.address(row_number, column), str(value))
        for column, stored in enumerate(table.columns, left)
        if stored.column.kind == "link"
        for row_number, value in enumerate(stored.values(), first_row)
        if value is not None
    ]


def _content(value: Value | None, look: int, styles: Styles) -> str:
    """What stands in the XML of a cell behind its address."""
    if value is None:
        return f'" s="{look}"/>'
    if isinstance(value, float):
        return f'" s="{look}"><v>{cells.digits(value)}</v></c>'
    style = styles.quoted(look) if cells.risky(value) else look
    space = ' xml:space="preserve"' if cells.edged(value) else ""
    return (
        f'" s="{style}" t="inlineStr"><is><t{space}>{escape(cells.escaped(value), quote=False)}</t></is></c>'
    )


def _header(table: Table, styles: Styles) -> str:
    """The first row."""
    inner = (
        f'<c r="{cells.address(1, column)}{_content(title, styles.look("header"), styles)}'
        for column, title in enumerate(table.titles, 1)
    )
    return f'<row r="1" ht="{header_height(table)}" customHeight="1">{"".join(inner)}</row>'


def header_height(table: Table) -> int:
    """The points that titles of several lines need: not every program sees to that itself."""
    lines = max(len(wrap(stored.column.title, int(_width(stored) / _LETTER))) for stored in table.columns)
    return lines * 15 + 6


def _rows(table: Table, styles: Styles) -> Iterator[str]:
    """The rows under the header. A value that stands many times in a column is turned into XML once."""
    known = [
        [_content(value, styles.look(stored.column.kind), styles) for value in (*stored.distinct, None)]
        for stored in table.columns
    ]
    starts = [f'<c r="{cells.letters(column)}' for column in range(1, len(known) + 1)]
    for first in range(0, table.rows, ROWS_AT_ONCE):
        block = slice(first, first + ROWS_AT_ONCE)
        numbers = [str(number) for number in range(first + 2, min(first + ROWS_AT_ONCE, table.rows) + 2)]
        written = [
            [
                f"{start}{number}{contents[code]}"
                for number, code in zip(numbers, stored.codes[block].tolist(), strict=True)
            ]
            for start, contents, stored in zip(starts, known, table.columns, strict=True)
        ]
        for number, *cells_of_row in zip(numbers, *written, strict=True):
            yield f'<row r="{number}">{"".join(cells_of_row)}</row>'


def _links(table: Table) -> str:
    found = "".join(
        f'<hyperlink ref="{address}" location="{escape(cells.escaped(place))}"/>'
        for address, place in links(table, 1, 2)[:MOST_LINKS]
    )
    return f"<hyperlinks>{found}</hyperlinks>" if found else ""


def _widths(table: Table) -> Iterator[str]:
    for number, stored in enumerate(table.columns, 1):
        yield f'<col min="{number}" max="{number}" width="{_width(stored):.2f}" customWidth="1"/>'


def _width(stored: Stored) -> float:
    longest_word = max(map(len, stored.column.title.split()), default=0)
    longest_value = max((len(_shown(value, stored)) for value in stored.distinct), default=0)
    letters = max(longest_word * 1.1, longest_value)  # the header is bold
    return min(max(letters * _LETTER + _MARGIN, _NARROWEST), _WIDEST)


def _shown(value: Value, stored: Stored) -> str:
    """The text that a reader sees in the cell."""
    if isinstance(value, str):
        return value
    match stored.column.kind:
        case "date":
            return f"{cells.EPOCH + pd.Timedelta(days=value):%d.%m.%Y}"
        case "points":
            return f"{value:.2f}"
        case "percent":
            return f"{value:.1f}"
        case _:
            return f"{value:.0f}"
