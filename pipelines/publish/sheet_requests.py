"""What a Google spreadsheet is asked to do: the requests of one `batchUpdate`."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pipelines.publish.look import header_height, width
from pipelines.publish.stored import Stored, Table, Value
from pipelines.publish.tab import Kind

Request = Mapping[str, Any]
_SPARE_ROWS, _SPARE_COLUMNS = 20, 5  # of a new tab, for a table that grows and for the club's own columns
_NUMBER_FORMATS: Mapping[Kind, Mapping[str, str]] = {
    "text": {"type": "TEXT"},  # what is typed over a name stays as typed
    "whole": {"type": "NUMBER", "pattern": "0"},
    "points": {"type": "NUMBER", "pattern": "0.00"},
    "percent": {"type": "NUMBER", "pattern": "0.0"},
    "date": {"type": "DATE", "pattern": "dd.mm.yyyy"},
    "mark": {"type": "TEXT"},
    "link": {"type": "TEXT"},
    "note": {"type": "TEXT"},
}
_COLOURS = {"headerColorStyle": "DCE6F4", "firstBandColorStyle": "FFFFFF", "secondBandColorStyle": "F5F8FC"}
_CELL = re.compile(r"'((?:[^']|'')+)'!([A-Z]+[0-9]+)")


def new_tab(table: Table, sheet: int, index: int) -> list[Request]:
    """A tab with the number `sheet` for a table, at a place among the others, as it shall look; its cells are empty."""
    end = 1 + table.rows + _SPARE_ROWS
    size = {
        "rowCount": end,
        "columnCount": len(table.columns) + _SPARE_COLUMNS,
        "frozenRowCount": 1,
    }
    properties = {"sheetId": sheet, "title": table.name, "index": index, "gridProperties": size}
    header = {
        "textFormat": {"bold": True},
        "horizontalAlignment": "CENTER",
        "verticalAlignment": "MIDDLE",
        "wrapStrategy": "WRAP",
    }
    pixels = [round(7 * width(stored)) + 5 for stored in table.columns]
    titles = {"sheetId": sheet, "startRowIndex": 0, "endRowIndex": 1}
    titles |= {"startColumnIndex": 0, "endColumnIndex": len(table.columns)}
    colours = {name: {"rgbColor": _rgb(colour)} for name, colour in _COLOURS.items()}
    return [
        {"addSheet": {"properties": properties}},
        _repeat(titles, header),
        *formats(table.columns, sheet, 1, end, 1),
        _size(sheet, "ROWS", 0, round(header_height(table) * 4 / 3)),
        *(_size(sheet, "COLUMNS", at, wide) for at, wide in enumerate(pixels)),
        {"addBanding": {"bandedRange": {"range": titles | {"endRowIndex": end}, "rowProperties": colours}}},
    ]


def formats(columns: Sequence[Stored], sheet: int, first: int, end: int, left: int) -> list[Request]:
    """How numbers and texts of columns look in new rows, counted from 0, `end` not included."""
    made = []
    start = left - 1
    for kind, alike in groupby(stored.column.kind for stored in columns):
        area = {"sheetId": sheet, "startRowIndex": first, "endRowIndex": end, "startColumnIndex": start}
        start += len(list(alike))
        look = {
            "numberFormat": _NUMBER_FORMATS[kind],
            "horizontalAlignment": "LEFT" if kind in ("text", "link", "note") else "CENTER",
            **({"wrapStrategy": "WRAP"} if kind == "note" else {}),
        }
        made.append(_repeat(area | {"endColumnIndex": start}, look))
    return made


def grow(sheet: int, dimension: str, by: int) -> Request:
    """More ROWS or COLUMNS at the end of the grid."""
    return {"appendDimension": {"sheetId": sheet, "dimension": dimension, "length": by}}


def remove_tab(sheet: int) -> Request:
    """Take a tab away."""
    return {"deleteSheet": {"sheetId": sheet}}


def insert_rows(sheet: int, at: int, by: int) -> Request:
    """Rows before one, counted from 0, that look like the row above them; what refers to the rows follows."""
    where = {"sheetId": sheet, "dimension": "ROWS", "startIndex": at, "endIndex": at + by}
    return {"insertDimension": {"range": where, "inheritFromBefore": True}}


def move_cells(sheet: int, row: int, to: int, first: int, end: int) -> Request:
    """Cells of a row to another one, of the columns from `first` on, counted from 1, `end` not included."""
    source = {"sheetId": sheet, "startRowIndex": row - 1, "endRowIndex": row}
    source |= {"startColumnIndex": first - 1, "endColumnIndex": end - 1}
    place = {"sheetId": sheet, "rowIndex": to - 1, "columnIndex": first - 1}
    return {"cutPaste": {"source": source, "destination": place, "pasteType": "PASTE_NORMAL"}}


def values(sheet: int, top: int, left: int, lines: Sequence[Sequence[Value | None]]) -> Request:
    """Put values into cells from a row and column on, counted from 1; None empties a cell. Formats stay as they are.

    A text is a text for Google, whatever it begins with.
    """
    known: dict[Value | None, Request] = {None: {}}  # what stands in many cells is made once
    for value in {value for line in lines for value in line if value is not None}:
        known[value] = {"userEnteredValue": _entered(value)}
    rows = [{"values": [known[value] for value in line]} for line in lines]
    return _update(sheet, top, left, rows, "userEnteredValue")


def links(sheet: int, top: int, column: int, places: Sequence[str]) -> Request:
    """Let cells of a column lead to places in the spreadsheet; a cell whose place is empty leads nowhere."""
    looks = [
        {"userEnteredFormat": {"textFormat": {"link": {"uri": place}}}} if place else {} for place in places
    ]
    return _update(
        sheet, top, column, [{"values": [look]} for look in looks], "userEnteredFormat.textFormat.link"
    )


def place_of(cell: object, sheet_of: Callable[[str], int | None]) -> str:
    """Where a cell's address such as `'Игры'!C7` lies in the spreadsheet; empty if there is no such tab."""
    found = _CELL.fullmatch(str(cell))
    sheet = sheet_of(found[1].replace("''", "'")) if found else None
    return "" if found is None or sheet is None else f"#gid={sheet}&range={found[2]}"


def _entered(value: Value) -> Mapping[str, Value]:
    if isinstance(value, str):
        return {"stringValue": value}
    return {"numberValue": int(value) if value.is_integer() else value}


def _update(sheet: int, top: int, left: int, rows: Sequence[Request], fields: str) -> Request:
    start = {"sheetId": sheet, "rowIndex": top - 1, "columnIndex": left - 1}
    return {"updateCells": {"start": start, "rows": rows, "fields": fields}}


def _repeat(area: Mapping[str, int], look: Mapping[str, Any]) -> Request:
    fields = f"userEnteredFormat({','.join(look)})"
    return {"repeatCell": {"range": area, "cell": {"userEnteredFormat": look}, "fields": fields}}


def _size(sheet: int, dimension: str, at: int, pixels: int) -> Request:
    where = {"sheetId": sheet, "dimension": dimension, "startIndex": at, "endIndex": at + 1}
    return {
        "updateDimensionProperties": {
            "range": where,
            "properties": {"pixelSize": pixels},
            "fields": "pixelSize",
        }
    }


def _rgb(colour: str) -> Mapping[str, float]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return dict(zip(("red", "green", "blue"), parts, strict=True))
