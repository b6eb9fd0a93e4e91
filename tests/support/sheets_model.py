"""A spreadsheet at Google, in memory: its tabs, what may be entered, and how its values and the whole of it read."""

import copy
import json
import random
from dataclasses import dataclass, field

from sheets_grid import Area, Tab, corners_of, unquoted
from sheets_protocol import invalid
from sheets_values import (
    LOCALES,
    Locale,
    evaluated,
    hyperlink,
    is_moment,
    python_value,
    shown,
    typed,
    worth_of,
)

MOST_CELLS = 10_000_000
MOST_CHARACTERS = 50_000
PROTECTED = (
    "You are trying to edit a protected cell or object. "
    "Please contact the spreadsheet owner to remove protection if you need to edit."
)
DEFAULT_FORMAT = {
    "backgroundColor": {"red": 1, "green": 1, "blue": 1},
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": {
        "foregroundColor": {},
        "fontFamily": "arial,sans,sans-serif",
        "fontSize": 10,
        "bold": False,
    },
}
COMPUTED = {"effectiveValue", "effectiveFormat", "formattedValue", "hyperlink"}


@dataclass
class Spreadsheet:
    """One spreadsheet. `parts` are the spreadsheet's own fields, such as `namedRanges`."""

    key: str
    properties: dict
    tabs: list[Tab] = field(default_factory=list)
    parts: dict = field(default_factory=dict)
    metadata: list[dict] = field(default_factory=list)  # DeveloperMetadata of whatever place
    results: dict[str, object] = field(default_factory=dict)  # of formulas, as the test says
    ids: random.Random = field(default_factory=lambda: random.Random(4))

    @property
    def locale(self) -> Locale:
        return LOCALES[self.properties["locale"]]

    def copy(self) -> "Spreadsheet":
        """A copy to change."""
        ids = random.Random()
        ids.setstate(self.ids.getstate())
        tabs = [tab.copy() for tab in self.tabs]
        rest = copy.deepcopy((self.properties, self.parts, self.metadata))
        return Spreadsheet(self.key, rest[0], tabs, rest[1], rest[2], self.results, ids)

    def new_id(self) -> int:
        return self.ids.randrange(1, 2**31)

    def tab(self, title: str) -> Tab | None:
        return next((tab for tab in self.tabs if tab.title.casefold() == title.casefold()), None)

    def tab_by_id(self, sheet_id: int, with_charts: bool = False) -> Tab:
        for tab in self.tabs:
            if tab.id == sheet_id and (tab.is_grid or with_charts):
                return tab
        raise invalid(f"No grid with id: {sheet_id}")

    def area(self, text: str) -> Area:
        """A range in A1 notation: `'Tab'!A1:B2`, `Tab!A:C`, `Tab!2:9`, `Tab`, `A1` (first tab), or a named one."""
        title, _, corners = text.rpartition("!")
        if not title and (named := self._named(text)):
            return named
        tab = self.tab(unquoted(title)) if title else self.tabs[0]
        found = corners_of(corners)
        if tab is None or found is None or not tab.is_grid:
            raise invalid(f"Unable to parse range: {text}")
        return Area(tab, *found)

    def _named(self, text: str) -> Area | None:
        tab = self.tab(unquoted(text))
        if tab and tab.is_grid and (text.startswith("'") or corners_of(text) is None):
            return Area(tab)
        ranges = self.parts.get("namedRanges", [])
        return next((self.grid(named["range"]) for named in ranges if named["name"] == text), None)

    def grid(self, spec: dict) -> Area:
        """The area of a GridRange. Raises ApiError if it is of no tab, or upside down."""
        tab = self.tab_by_id(spec.get("sheetId", 0))
        top, left = spec.get("startRowIndex", 0), spec.get("startColumnIndex", 0)
        area = Area(tab, top, left, spec.get("endRowIndex"), spec.get("endColumnIndex"))
        for start, end in ((top, area.bottom), (left, area.right)):
            if start < 0 or (end is not None and end < start):
                raise invalid(f"Invalid range: {spec}")
        return area

    def dimension(self, spec: dict) -> tuple[Tab, str, range]:
        """The tab, `ROWS` or `COLUMNS`, and the indexes of a DimensionRange, those in the grid."""
        tab, dimension = self.tab_by_id(spec.get("sheetId", 0)), spec.get("dimension", "")
        if dimension not in ("ROWS", "COLUMNS"):
            raise invalid("A dimension must be specified.")
        count = tab.count(dimension)
        start, end = spec.get("startIndex", 0), spec.get("endIndex", count)
        if not 0 <= start < end:
            raise invalid(f"Invalid dimension range: startIndex[{start}] must be less than endIndex[{end}]")
        return tab, dimension, range(start, min(end, count))

    def guard(self, area: Area) -> None:
        """Raises ApiError if something in the area is protected from us."""
        for protected in area.tab.parts.get("protectedRanges", []):
            ours = protected.get("requestingUserCanEdit") or protected.get("warningOnly")
            if not ours and self.grid(protected["range"]).meets(area):
                raise invalid(PROTECTED)

    def check_size(self) -> None:
        if sum(tab.row_count * tab.column_count for tab in self.tabs) > MOST_CELLS:
            raise invalid(
                f"This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} cells."
            )

    def settled(self, cell: dict) -> dict:
        """A cell after its value was entered: checked, and with what a formula is worth. Raises ApiError."""
        entered = cell.get("userEnteredValue") or {}
        kept = {name: value for name, value in cell.items() if name not in COMPUTED | {"userEnteredValue"}}
        if "errorValue" in entered:
            raise invalid("Error values cannot be entered: errorValue is read-only.")
        text = str(entered.get("stringValue", entered.get("formulaValue", "")))
        if len(text) > MOST_CHARACTERS:
            raise invalid(
                f"Your input contains more than the maximum of {MOST_CHARACTERS} characters in a single cell."
            )
        if "formulaValue" in entered and not text.startswith("="):
            raise invalid(f"A formula must begin with '=': {text}")
        if entered and entered != {"stringValue": ""}:
            kept["userEnteredValue"] = entered
        if "formulaValue" in entered:
            kept["effectiveValue"] = evaluated(text, self.results, self.locale)
        return kept

    def enter(self, tab: Tab, row: int, column: int, value: object, option: str) -> None:
        """Put a value of the `values` methods into a cell, RAW or USER_ENTERED. Raises ApiError."""
        cell, number_format = tab.cell(row, column), {}
        if option == "USER_ENTERED" and isinstance(value, str):
            entered, number_format = typed(value, self.locale)
        else:
            kind = {bool: "boolValue", int: "numberValue", float: "numberValue"}.get(
                type(value), "stringValue"
            )
            entered = {kind: value}
        if number_format:
            cell = cell | {
                "userEnteredFormat": cell.get("userEnteredFormat", {}) | {"numberFormat": number_format}
            }
        tab.put(row, column, self.settled(cell | {"userEnteredValue": entered}))

    def values(self, area: Area, render: str, dates: str, major: str) -> dict:
        """A ValueRange: trailing empty rows, and cells of a row, are left out."""
        area = area.clipped()
        filled = [row for row in area.tab.cells if area.top <= row < area.bottom]
        rows = [self._row(area, row, render, dates) for row in range(area.top, max(filled, default=-1) + 1)]
        if major == "COLUMNS":
            width = max(map(len, rows), default=0)
            rows = [_trimmed([row[at] if at < len(row) else None for row in rows]) for at in range(width)]
        while rows and not rows[-1]:
            rows.pop()
        values = [["" if value is None else value for value in row] for row in rows]
        answer = {"range": area.name, "majorDimension": major}
        return answer | ({"values": values} if values else {})

    def _row(self, area: Area, row: int, render: str, dates: str) -> list:
        cells = area.tab.cells.get(row, {})
        return _trimmed(
            [self._rendered(cells.get(at, {}), render, dates) for at in range(area.left, area.right)]
        )

    def _rendered(self, cell: dict, render: str, dates: str) -> object:
        worth = worth_of(cell)
        if not worth:
            return None
        if render == "FORMULA" and "formulaValue" in cell["userEnteredValue"]:
            return cell["userEnteredValue"]["formulaValue"]
        if (
            render == "FORMATTED_VALUE"
            or "errorValue" in worth
            or (dates == "FORMATTED_STRING" and is_moment(cell))
        ):
            return shown(cell, self.locale)
        return next(iter(worth.values()))

    def rows(self, tab: Tab) -> list[list]:
        """What the cells of a tab are worth, as Python values; trimmed, None for an empty cell."""
        end = max((row for row, cells in tab.cells.items() if any(map(worth_of, cells.values()))), default=-1)
        width = range(tab.column_count)
        return [
            _trimmed([python_value(worth_of(tab.cells.get(row, {}).get(at, {}))) for at in width])
            for row in range(end + 1)
        ]

    def state(self) -> str:
        """All of it, as a text that can be compared."""
        tabs = [[tab.properties, _kept(tab.parts), tab.sizes, _kept(tab.cells)] for tab in self.tabs]
        whole = [self.properties, _kept(self.parts), self.metadata, tabs]
        return json.dumps(whole, ensure_ascii=False, sort_keys=True)

    def resource(self, areas: list[Area], with_cells: bool) -> dict:
        """The Spreadsheet resource; `areas` limit the tabs and the cells in it, none of them takes all."""
        wanted = areas or [Area(tab) for tab in self.tabs]
        tabs = [tab for tab in self.tabs if any(area.tab is tab for area in wanted)]
        sheets = []
        for tab in tabs:
            sheet = {"properties": tab.properties | {"index": self.tabs.index(tab)}} | tab.parts
            if metadata := self._metadata_of(tab):
                sheet["developerMetadata"] = metadata
            if with_cells and tab.is_grid:
                sheet["data"] = [self._grid_data(area.clipped()) for area in wanted if area.tab is tab]
            sheets.append(sheet)
        address = f"https://docs.google.com/spreadsheets/d/{self.key}/edit"
        whole = {"spreadsheetId": self.key, "properties": self.properties, "sheets": sheets}
        if metadata := self._metadata_of(None):
            whole["developerMetadata"] = metadata
        return whole | self.parts | {"spreadsheetUrl": address}

    def _metadata_of(self, tab: Tab | None) -> list[dict]:
        place = {"locationType": "SPREADSHEET", "spreadsheet": True}
        if tab:
            place = {"locationType": "SHEET", "sheetId": tab.id}
        return [one for one in self.metadata if one["location"] == place]

    def _grid_data(self, area: Area) -> dict:
        tab = area.tab
        filled = [row for row, cells in tab.cells.items() if cells and area.top <= row < area.bottom]
        rows = []
        for row in range(area.top, max(filled, default=-1) + 1):
            cells = tab.cells.get(row, {})
            last = max((column for column in cells if column < area.right), default=-1)
            values = [self._cell_data(cells.get(column, {})) for column in range(area.left, last + 1)]
            rows.append({"values": values} if values else {})
        heights = [{"pixelSize": 21} | tab.sizes["ROWS"].get(at, {}) for at in range(area.top, area.bottom)]
        widths = [
            {"pixelSize": 100} | tab.sizes["COLUMNS"].get(at, {}) for at in range(area.left, area.right)
        ]
        start = {"startRow": area.top, "startColumn": area.left}
        data = {name: at for name, at in start.items() if at}
        return data | {"rowData": rows, "rowMetadata": heights, "columnMetadata": widths}

    def _cell_data(self, cell: dict) -> dict:
        if not cell:
            return {}
        data = dict(cell)
        if worth := worth_of(cell):
            data |= {"effectiveValue": worth, "formattedValue": shown(cell, self.locale)}
        if address := hyperlink(cell):
            data["hyperlink"] = address
        data["effectiveFormat"] = DEFAULT_FORMAT | cell.get("userEnteredFormat", {})
        return data


def _kept(parts: dict) -> dict:
    return {name: part for name, part in parts.items() if part}


def _trimmed(row: list) -> list:
    while row and row[-1] is None:
        row.pop()
    return row
