"""What a table that grows or shrinks does to addresses: of the rows under it, and of areas that end with it."""

import re
from dataclasses import dataclass

from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.formulas import readdressed

LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_CELLS = re.compile(r"(\$?[A-Za-z]{1,3}\$?)(\d{1,7})(?:(:\$?[A-Za-z]{1,3}\$?)(\d{1,7}))?")
_ROWS = re.compile(r"(\$?)(\d{1,7})(:\$?)(\d{1,7})")


class UnmovableError(Exception):
    """An address that cannot follow; the text names it."""


@dataclass(frozen=True)
class Shift:
    """Our table on `tab` was in the area `table` and shall end in the row `bottom`; rows from `first` on move down by `by`.

    As in Excel, an area that ends with the table grows and shrinks with it, if it begins at the table's top and shares
    a column with it. Rows that others move over are gone, and addresses of them raise UnmovableError.
    """

    tab: str
    table: Area
    bottom: int
    first: int
    by: int

    def __bool__(self) -> bool:
        return self.bottom != self.table.bottom or self.by != 0

    def _is_gone(self, row: int) -> bool:
        return self.first + self.by <= row < self.first

    def row(self, row: int) -> int:
        """Where a row is from now on."""
        moved = row + self.by if row >= self.first else row
        if self._is_gone(row) or moved > LAST_ROW:
            raise UnmovableError(f"{row}:{row}")
        return moved

    def area(self, area: Area) -> Area:
        """Where an area is from now on."""
        bottom = self._with_table(area)
        if bottom is None:
            bottom = self.first + self.by - 1 if self._is_gone(area.bottom) else self.row(area.bottom)
        is_cut = self._is_gone(area.top) and area.bottom >= self.first
        top = self.first + self.by if is_cut else self.row(area.top)
        if bottom < top:
            raise UnmovableError(str(area))
        return Area(top, area.left, bottom, area.right)

    def _with_table(self, area: Area) -> int | None:
        """The end of an area that ends with the table."""
        table, first_row = self.table, self.table.top + 1
        is_beside = area.right < table.left or table.right < area.left
        ends_with_it = area.bottom == max(table.bottom, first_row) and area.bottom < self.first
        if is_beside or not ends_with_it or area.top > first_row:
            return None
        return max(self.bottom, first_row)

    def areas(self, text: str) -> str:
        """Areas such as `A1:C7 E5`, as attributes have them; a cell alone is an area, too."""
        return " ".join(map(self._area_or_cell, text.split()))

    def _area_or_cell(self, text: str) -> str:
        if ":" in text:
            return self._address(text)
        start, _, end = self._address(f"{text}:{text}").partition(":")
        return start if start == end else f"{start}:{end}"

    def formula(self, text: str, is_on_tab: bool) -> str:
        """A formula without its sign of equality; addresses without a tab's name are ours if it `is_on_tab`."""
        return readdressed(text, lambda tab, address: tab + self._on(tab, address, is_on_tab))

    def _on(self, prefix: str, address: str, is_on_tab: bool) -> str:
        tab = prefix[:-1].strip("'").replace("''", "'")
        if "[" in tab:  # of another workbook
            return address
        if ":" in tab:
            return self._untouched(prefix + address).removeprefix(prefix)
        is_ours = tab.casefold() == self.tab.casefold() if prefix else is_on_tab
        return self._address(address) if is_ours else address

    def _address(self, address: str) -> str:
        found = _CELLS.fullmatch(address) or _ROWS.fullmatch(address)
        if not found:  # whole columns
            return address
        before, row, between, last = found.groups()
        if last is None:
            return f"{before}{self.row(int(row))}"
        is_rows = _ROWS.fullmatch(address)
        area = Area(int(row), 1, int(last), _LAST_COLUMN) if is_rows else Area.of(address)
        if area.bottom < area.top or area.right < area.left:
            return self._untouched(address)
        moved = self.area(area)
        return f"{before}{moved.top}{between}{moved.bottom}"

    def _untouched(self, text: str) -> str:
        """What we do not follow stays as it is, where no rows move."""
        if self.by:
            raise UnmovableError(text)
        return text
