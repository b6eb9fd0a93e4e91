"""A tab that is not there yet: its XML, built column by column."""

from collections.abc import Iterator
from html import escape

from lxml import etree

from pipelines.publish.look import header_height, row_heights, width
from pipelines.publish.stored import Table, Value, address, letters
from pipelines.publish.xlsx import cells, ooxml
from pipelines.publish.xlsx.styles import Styles

MOST_LINKS = 65_530  # Excel calls a tab with more damaged
ROWS_AT_ONCE = 10_000


def build(table: Table, styles: Styles, namespace: str) -> bytes:
    """The XML of a new sheet: the header in the first row, which stays in view, then the rows."""
    last = f"{letters(len(table.columns))}{table.rows + 1}"
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
        (address(row_number, column), str(value))
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
        f'<c r="{address(1, column)}{_content(title, styles.look("header"), styles)}'
        for column, title in enumerate(table.titles, 1)
    )
    return f'<row r="1" ht="{header_height(table)}" customHeight="1">{"".join(inner)}</row>'


def _rows(table: Table, styles: Styles) -> Iterator[str]:
    """The rows under the header. A value that stands many times in a column is turned into XML once."""
    known = [
        [_content(value, styles.look(stored.column.kind), styles) for value in (*stored.distinct, None)]
        for stored in table.columns
    ]
    heights = row_heights(table)
    starts = [f'<c r="{letters(column)}' for column in range(1, len(known) + 1)]
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
        for number, height, *cells_of_row in zip(numbers, heights[block], *written, strict=True):
            high = f' ht="{height}"' if height else ""
            yield f'<row r="{number}"{high}>{"".join(cells_of_row)}</row>'


def _links(table: Table) -> str:
    found = "".join(
        f'<hyperlink ref="{address}" location="{escape(cells.escaped(place))}"/>'
        for address, place in links(table, 1, 2)[:MOST_LINKS]
    )
    return f"<hyperlinks>{found}</hyperlinks>" if found else ""


def _widths(table: Table) -> Iterator[str]:
    for number, stored in enumerate(table.columns, 1):
        yield f'<col min="{number}" max="{number}" width="{width(stored):.2f}" customWidth="1"/>'
