"""The methods of the Google Sheets API: of a spreadsheet (a copy, if the method writes), path, query and body the answer."""

from collections.abc import Callable

from sheets_beside import found_metadata
from sheets_grid import Area, letters
from sheets_model import Spreadsheet
from sheets_protocol import ApiError, invalid, response_mask
from sheets_requests import batch_update


def _get(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    areas = [book.area(text) for text in query.get("ranges", [])]
    mask = response_mask(query["fields"], "Spreadsheet") if "fields" in query else {}
    sheets = mask.get("*") if "*" in mask else mask.get("sheets")
    asked = sheets is not None and (not sheets or "data" in sheets or "*" in sheets)
    return book.resource(areas, asked if mask else query.get("includeGridData", False))


def _batch_update(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    answer = {"spreadsheetId": book.key, "replies": batch_update(book, body)}
    if body.get("includeSpreadsheetInResponse"):
        areas = [book.area(text) for text in body.get("responseRanges", [])]
        answer["updatedSpreadsheet"] = book.resource(areas, body.get("responseIncludeGridData", False))
    return answer


def _search_metadata(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    filters = body.get("dataFilters", [])
    found = [
        {
            "developerMetadata": one,
            "dataFilters": [each for each in filters if one in found_metadata(book, [each])],
        }
        for one in found_metadata(book, filters)
    ]
    return {"matchedDeveloperMetadata": found} if found else {}


def _get_metadata(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    for one in book.metadata:
        if str(one["metadataId"]) == path["metadataId"]:
            return one
    raise ApiError(404, "Requested entity was not found.")


def _values(book: Spreadsheet, area: Area, options: dict, prefix: str = "") -> dict:
    """A ValueRange; `prefix` is that of the options of a response to a write."""

    def option(name: str, default: str) -> str:
        return options.get(prefix + name if prefix else name[0].lower() + name[1:], default)

    major = options.get("majorDimension", "ROWS").replace("DIMENSION_UNSPECIFIED", "ROWS")
    return book.values(
        area,
        option("ValueRenderOption", "FORMATTED_VALUE"),
        option("DateTimeRenderOption", "SERIAL_NUMBER"),
        major,
    )


def _values_get(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    return _values(book, book.area(path["range"]), query)


def _values_batch_get(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    found = [_values(book, book.area(text), query) for text in query.get("ranges", [])]
    return {"spreadsheetId": book.key, "valueRanges": found}


def _written(book: Spreadsheet, text: str, given: dict, options: dict) -> dict:
    """Write one ValueRange; an UpdateValuesResponse."""
    area = book.area(text)
    if given.get("range") and book.area(given["range"]) != area:
        raise invalid(f"Request range[{text}] does not match value's range[{given['range']}]")
    option = options.get("valueInputOption", "INPUT_VALUE_OPTION_UNSPECIFIED")
    if option not in ("RAW", "USER_ENTERED"):
        raise invalid("'valueInputOption' is required but not specified")
    single = (area.bottom, area.right) == (area.top + 1, area.left + 1)
    area = area._replace(bottom=None, right=None).clipped() if single else area.clipped()
    rows = given.get("values", [])
    if given.get("majorDimension") == "COLUMNS":
        rows = [
            [line[at] if at < len(line) else None for line in rows]
            for at in range(max(map(len, rows), default=0))
        ]
    height, width = len(rows), max(map(len, rows), default=0)
    if area.top + height > area.bottom:
        raise invalid(
            f"Requested writing within range [{text}], but tried writing to row [{area.bottom + 1}]"
        )
    if area.left + width > area.right:
        beyond = letters(area.right)
        raise invalid(f"Requested writing within range [{text}], but tried writing to column [{beyond}]")
    answer = {"spreadsheetId": book.key, "updatedRange": area.name}
    if not width:
        return answer
    area = area._replace(bottom=area.top + height, right=area.left + width)
    book.guard(area)
    cells = [(y, x, value) for y, row in enumerate(rows) for x, value in enumerate(row) if value is not None]
    for y, x, value in cells:
        if isinstance(value, list | dict):
            raise invalid(
                f"Invalid values[{y}][{x}]: {'list' if isinstance(value, list) else 'struct'}_value {value}"
            )
        book.enter(area.tab, area.top + y, area.left + x, value, option)
    answer |= {
        "updatedRange": area.name,
        "updatedRows": height,
        "updatedColumns": width,
        "updatedCells": len(cells),
    }
    if options.get("includeValuesInResponse"):
        answer["updatedData"] = _values(book, area, options, "response")
    return answer


def _values_update(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    return _written(book, path["range"], body, query)


def _values_batch_update(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    answers = []
    for index, given in enumerate(body.get("data", [])):
        try:
            answers.append(_written(book, given.get("range", ""), given, body))
        except ApiError as error:
            raise invalid(f"Invalid data[{index}]: {error.message}") from error
    names = ("Rows", "Columns", "Cells")
    totals = {f"totalUpdated{name}": sum(one.get(f"updated{name}", 0) for one in answers) for name in names}
    tabs = {one["updatedRange"].rpartition("!")[0] for one in answers}
    return {"spreadsheetId": book.key, **totals, "totalUpdatedSheets": len(tabs), "responses": answers}


def _values_append(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    """Below the table that a cell is of, or in an empty cell itself; of a larger range below its last filled row."""
    asked = book.area(path["range"])
    area = asked.clipped()
    filled = {row for row, cells in area.tab.cells.items() if cells and row < area.bottom}
    top = max(filled, default=area.top - 1) + 1
    if asked == area and area.bottom == area.top + 1:
        top = next(row for row in range(area.top, area.tab.row_count + 1) if not area.tab.cells.get(row))
    height, width = len(body.get("values", [])), max(map(len, body.get("values", [])), default=0)
    area.tab.resize("ROWS", max(area.tab.row_count, top + height))
    area.tab.resize("COLUMNS", max(area.tab.column_count, area.left + width))
    book.check_size()
    below = area._replace(top=top, bottom=top + 1, right=area.left + 1)
    return {"spreadsheetId": book.key, "updates": _written(book, below.name, body | {"range": None}, query)}


def _cleared(book: Spreadsheet, text: str) -> str:
    area = book.area(text).clipped()
    book.guard(area)
    for place in area.places():
        if cell := area.tab.cell(*place):
            area.tab.put(*place, book.settled(cell | {"userEnteredValue": {}}))
    return area.name


def _values_clear(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    return {"spreadsheetId": book.key, "clearedRange": _cleared(book, path["range"])}


def _values_batch_clear(book: Spreadsheet, path: dict, query: dict, body: dict) -> dict:
    cleared = []
    for index, text in enumerate(body.get("ranges", [])):
        try:
            cleared.append(_cleared(book, text))
        except ApiError as error:
            raise invalid(f"Invalid range[{index}]: {error.message}") from error
    return {"spreadsheetId": book.key, "clearedRanges": cleared}


ENDPOINTS: dict[str, Callable[[Spreadsheet, dict, dict, dict], dict]] = {
    "spreadsheets.get": _get,
    "spreadsheets.batchUpdate": _batch_update,
    "spreadsheets.developerMetadata.get": _get_metadata,
    "spreadsheets.developerMetadata.search": _search_metadata,
    "spreadsheets.values.get": _values_get,
    "spreadsheets.values.batchGet": _values_batch_get,
    "spreadsheets.values.update": _values_update,
    "spreadsheets.values.batchUpdate": _values_batch_update,
    "spreadsheets.values.append": _values_append,
    "spreadsheets.values.clear": _values_clear,
    "spreadsheets.values.batchClear": _values_batch_clear,
}
