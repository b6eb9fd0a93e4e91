"""The requests of `spreadsheets.batchUpdate`: each changes a spreadsheet, and answers what the real one answers.

A kind of request that is not here is refused with 501, so that no test passes because of what was left out.
"""

from collections.abc import Iterator

from sheets_beside import BESIDE, Handler, place_of
from sheets_grid import Area, Tab
from sheets_model import Spreadsheet
from sheets_protocol import ApiError, Mask, invalid, merged, request_mask
from sheets_values import LOCALES, shown


def batch_update(book: Spreadsheet, body: dict) -> list[dict]:
    """Do all requests, or raise ApiError; then `book`, a copy of the spreadsheet, is to be thrown away."""
    if not body.get("requests"):
        raise invalid("Must specify at least one request.")
    replies = []
    for index, request in enumerate(body["requests"]):
        kind, spec = next(iter(request.items()), ("", {}))
        try:
            if kind not in HANDLERS:
                told = f"{kind} is not simulated" if kind else "No request set."
                raise ApiError(501 if kind else 400, told)
            replies.append(HANDLERS[kind](book, spec))
            book.check_size()
        except ApiError as error:
            raise ApiError(error.code, f"Invalid requests[{index}].{kind}: {error.message}") from error
    return replies


# Tabs


def _add_sheet(book: Spreadsheet, spec: dict) -> dict:
    given = spec.get("properties", {})
    title = given.get("title") or _free_title(book, "Sheet{}")
    _check_title(book, title)
    if any(tab.id == given.get("sheetId") for tab in book.tabs):
        raise invalid(f"A sheet with the id {given['sheetId']} already exists.")
    grid = {"rowCount": 1000, "columnCount": 26} | given.get("gridProperties", {})
    kept = {name: value for name, value in given.items() if name != "index"}
    properties = {"sheetId": book.new_id(), "sheetType": "GRID"} | kept
    tab = Tab(properties | {"title": title, "gridProperties": {}})
    _set_grid(tab, grid)
    book.tabs.insert(given.get("index", len(book.tabs)), tab)
    return {"addSheet": {"properties": tab.properties | {"index": book.tabs.index(tab)}}}


def _set_grid(tab: Tab, grid: dict) -> None:
    tab.properties["gridProperties"] = {"rowCount": tab.row_count, "columnCount": tab.column_count}
    tab.resize("ROWS", grid.get("rowCount", 0))
    tab.resize("COLUMNS", grid.get("columnCount", 0))
    for frozen, count in (("frozenRowCount", "rowCount"), ("frozenColumnCount", "columnCount")):
        if grid.get(frozen, 0) >= grid[count]:
            raise invalid("You can't freeze all visible rows or columns on the sheet.")
    tab.properties["gridProperties"] = {name: value for name, value in grid.items() if value}


def _free_title(book: Spreadsheet, pattern: str) -> str:
    at = 1
    while book.tab(pattern.format(at)):
        at += 1
    return pattern.format(at)


def _check_title(book: Spreadsheet, title: str, own: Tab | None = None) -> None:
    if not title:
        raise invalid("The sheet name cannot be empty.")
    if len(title) > 100:
        raise invalid("The sheet name cannot be greater than 100 characters.")
    if book.tab(title) not in (None, own):
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')


def _delete_sheet(book: Spreadsheet, spec: dict) -> dict:
    tab = book.tab_by_id(spec.get("sheetId", 0), with_charts=True)
    book.guard(Area(tab))
    if len(book.tabs) == 1:
        raise invalid("You can't remove all the sheets in a document.")
    book.tabs.remove(tab)
    if all(other.properties.get("hidden") for other in book.tabs):
        raise invalid("You can't remove all the visible sheets in a document.")
    book.metadata = [one for one in book.metadata if tab.id != place_of(one["location"])]
    return {}


def _duplicate_sheet(book: Spreadsheet, spec: dict) -> dict:
    source = book.tab_by_id(spec.get("sourceSheetId", 0))
    title = spec.get("newSheetName") or _free_title(book, f"Copy of {source.title} {{}}")
    _check_title(book, title)
    tab = source.copy()
    tab.properties |= {"title": title, "sheetId": spec.get("newSheetId", book.new_id())}
    book.tabs.insert(spec.get("insertSheetIndex", 0), tab)
    for one in _dicts(tab.parts):
        if one.get("sheetId") == source.id:
            one["sheetId"] = tab.id
    return {"duplicateSheet": {"properties": tab.properties | {"index": book.tabs.index(tab)}}}


def _update_sheet_properties(book: Spreadsheet, spec: dict) -> dict:
    given = spec.get("properties", {})
    mask = request_mask(spec.get("fields"), "SheetProperties")
    tab = book.tab_by_id(given.get("sheetId", 0), with_charts=True)
    old = tab.properties
    new = merged(old, given, {name: below for name, below in mask.items() if name != "index"})
    _check_title(book, new.get("title", ""), tab)
    tab.properties = new | {
        name: old[name] for name in ("sheetId", "sheetType", "gridProperties") if name in old
    }
    if tab.is_grid:
        _set_grid(tab, new.get("gridProperties", {}))
    if all(other.properties.get("hidden") for other in book.tabs):
        raise invalid("You can't hide all the sheets in a document.")
    if "index" in mask or "*" in mask:
        _move(book, tab, given.get("index", len(book.tabs)))
    return {}


def _move(book: Spreadsheet, tab: Tab, index: int) -> None:
    """To before the tab that has that index now."""
    at = book.tabs.index(tab)
    book.tabs.remove(tab)
    book.tabs.insert(index - (index > at), tab)


def _update_spreadsheet_properties(book: Spreadsheet, spec: dict) -> dict:
    mask = request_mask(spec.get("fields"), "SpreadsheetProperties")
    book.properties = book.properties | merged(book.properties, spec.get("properties", {}), mask)
    if book.properties["locale"] not in LOCALES:
        raise ApiError(501, f"the locale {book.properties['locale']} is not simulated")
    return {}


# Rows and columns


def _append_dimension(book: Spreadsheet, spec: dict) -> dict:
    tab, dimension = book.tab_by_id(spec.get("sheetId", 0)), spec.get("dimension", "ROWS")
    if spec.get("length", 0) < 1:
        raise invalid("The length must be at least 1.")
    tab.resize(dimension, tab.count(dimension) + spec["length"])
    return {}


def _insert_dimension(book: Spreadsheet, spec: dict) -> dict:
    wanted = spec.get("range", {})
    tab, dimension, _ = book.dimension(wanted)
    start, end = wanted.get("startIndex", 0), wanted["endIndex"]
    if start > tab.count(dimension):
        raise invalid(f"{dimension} index {start} is out of the grid.")
    tab.resize(dimension, tab.count(dimension) + end - start)
    _shift(book, tab, dimension, start, end - start)
    return {}


def _delete_dimension(book: Spreadsheet, spec: dict) -> dict:
    tab, dimension, gone = book.dimension(spec.get("range", {}))
    if not gone:
        raise invalid(f"Cannot delete {dimension.lower()} that do not exist. Try refreshing the page.")
    rows = dimension == "ROWS"
    book.guard(Area(tab, gone.start, 0, gone.stop) if rows else Area(tab, 0, gone.start, None, gone.stop))
    _shift(book, tab, dimension, gone.stop, -len(gone))
    tab.resize(dimension, tab.count(dimension) - len(gone))
    return {}


def _shift(book: Spreadsheet, tab: Tab, dimension: str, start: int, by: int) -> None:
    """Move what is at or after `start`; of a negative shift, what it moves over is lost."""

    def moved(line: dict[int, dict]) -> dict[int, dict]:
        kept = {at: item for at, item in line.items() if at < start + min(by, 0)}
        return kept | {at + by: item for at, item in line.items() if at >= start}

    if dimension == "ROWS":
        tab.cells = moved(tab.cells)
    else:
        tab.cells = {row: moved(cells) for row, cells in tab.cells.items()}
    tab.sizes[dimension] = moved(tab.sizes[dimension])
    name = {"ROWS": "RowIndex", "COLUMNS": "ColumnIndex"}[dimension]
    for one in _dicts([tab.parts, book.parts]):
        if one.get("sheetId", 0) == tab.id:
            for end in {f"start{name}", f"end{name}"} & one.keys():
                after = one[end] >= start + (by > 0 and end.startswith("end"))
                one[end] = one[end] + by if after else min(one[end], start + by)


def _dicts(value: object) -> Iterator[dict]:
    """Every dict in a structure, itself too."""
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _dicts(below)


def _update_dimension_properties(book: Spreadsheet, spec: dict) -> dict:
    mask = request_mask(spec.get("fields"), "DimensionProperties")
    tab, dimension, indexes = book.dimension(spec.get("range", {}))
    sizes = tab.sizes[dimension]
    for at in indexes:
        sizes[at] = merged(sizes.get(at, {}), spec.get("properties", {}), mask)
    return {}


def _auto_resize_dimensions(book: Spreadsheet, spec: dict) -> dict:
    """About as wide as the longest text: a character has seven pixels."""
    tab, dimension, indexes = book.dimension(spec.get("dimensions", {}))
    widest = dict.fromkeys(indexes, 0)
    for cells in tab.cells.values():
        for column in cells.keys() & widest.keys():
            widest[column] = max(widest[column], len(shown(cells[column], book.locale)))
    for at in indexes:
        pixels = 21 if dimension == "ROWS" else max(21, 7 * widest[at] + 9)
        tab.sizes[dimension][at] = tab.sizes[dimension].get(at, {}) | {"pixelSize": pixels}
    return {}


# Cells


def _write(book: Spreadsheet, tab: Tab, row: int, column: int, given: dict, mask: Mask) -> None:
    cell = {
        name: value
        for name, value in merged(tab.cell(row, column), given, mask).items()
        if value not in ({}, [], "")
    }
    number_format = cell.get("userEnteredFormat", {}).get("numberFormat")
    if number_format is not None and not number_format.get("type"):
        raise invalid("Invalid number format: its type must be set.")
    tab.put(row, column, book.settled(cell) if {"userEnteredValue", "*"} & mask.keys() else cell)


def _update_cells(book: Spreadsheet, spec: dict) -> dict:
    mask = request_mask(spec.get("fields"), "CellData")
    rows = [row.get("values", []) for row in spec.get("rows", [])]
    if "range" in spec:
        area = book.grid(spec["range"])
    elif "start" in spec:
        start = spec["start"]
        area = Area(
            book.tab_by_id(start.get("sheetId", 0)), start.get("rowIndex", 0), start.get("columnIndex", 0)
        )
    else:
        raise invalid("One of start or range must be specified.")
    area = area.clipped()
    book.guard(area if "range" in spec else _covered(area, rows))
    for kind, least, most, count in (
        ("row", area.top, area.bottom, len(rows)),
        ("column", area.left, area.right, max(map(len, rows), default=0)),
    ):
        if least + count > most:
            raise invalid(
                f"Attempting to write {kind}: {most}, beyond the last requested {kind} of: {most - 1}"
            )
    given = {(area.top + y, area.left + x): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    for place in area.places() if "range" in spec else given:
        if place in given or area.tab.cell(*place):
            _write(book, area.tab, *place, given.get(place) or {}, mask)
    return {}


def _covered(area: Area, rows: list[list]) -> Area:
    return area._replace(bottom=area.top + len(rows), right=area.left + max(map(len, rows), default=0))


def _repeat_cell(book: Spreadsheet, spec: dict) -> dict:
    mask = request_mask(spec.get("fields"), "CellData")
    area = book.grid(spec.get("range", {})).clipped()
    book.guard(area)
    for place in area.places():
        _write(book, area.tab, *place, spec.get("cell", {}), mask)
    return {}


def _cut_paste(book: Spreadsheet, spec: dict) -> dict:
    """Move cells with all that is in them; formulas that refer to them are not simulated."""
    area, place = book.grid(spec["source"]).clipped(), spec["destination"]
    book.guard(area)
    taken = {
        (row - area.top, column - area.left): area.tab.cell(row, column) for row, column in area.places()
    }
    for row, column in area.places():
        area.tab.put(row, column, {})
    for (row, column), cell in taken.items():
        area.tab.put(place.get("rowIndex", 0) + row, place.get("columnIndex", 0) + column, cell)
    return {}


def _set_data_validation(book: Spreadsheet, spec: dict) -> dict:
    rule = {"dataValidation": spec["rule"]} if "rule" in spec else {}
    return _repeat_cell(book, {"range": spec.get("range", {}), "cell": rule, "fields": "dataValidation"})


HANDLERS: dict[str, Handler] = {
    "addSheet": _add_sheet,
    "deleteSheet": _delete_sheet,
    "duplicateSheet": _duplicate_sheet,
    "updateSheetProperties": _update_sheet_properties,
    "updateSpreadsheetProperties": _update_spreadsheet_properties,
    "appendDimension": _append_dimension,
    "insertDimension": _insert_dimension,
    "deleteDimension": _delete_dimension,
    "updateDimensionProperties": _update_dimension_properties,
    "autoResizeDimensions": _auto_resize_dimensions,
    "updateCells": _update_cells,
    "repeatCell": _repeat_cell,
    "cutPaste": _cut_paste,
    "setDataValidation": _set_data_validation,
    **BESIDE,
}
