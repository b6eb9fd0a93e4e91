"""The tab of a template that has one game a block: labels with their values around ten numbered rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xlsxwriter.worksheet import Worksheet

from pipelines.addresses import column_letters
from pipelines.ingest import vocabulary
from pipelines.ingest.games import GAME_FACTS, IDENTITY
from pipelines.ingest.vocabulary import Field
from pipelines.template.form import Book, Form, put, width

Row = Mapping[str, Any]

_BLOCKS, _SEATS, _ROUNDS, _BETWEEN = 3, 10, 8, 2
_USUAL_WIDTH = 8.43  # of a column, in digits
_PAGE = 7.5  # inches between the margins of a page on its side, less a quarter: where the font lacks, columns are wider
_FIRST = 2  # row of the first block, from 0
_SIDES: Final = ((0, 1, 2, 3), (4, 5, 6, 7))  # columns of label and value, the first and the last of each
_OF_ONE_SEAT: Final = ("is_first_kill", "best_move")  # told under the table
_NIGHT: Final = ("kill", "check_don", "check_sheriff")
_DAY: Final = ("voted",)
_LINES: Final = {"border": 1, "border_color": "#BFBFBF"}


def add(book: Book, example: Sequence[Row]) -> None:
    """Add the tab of an evening: a block with the seats of the example, and empty ones under it."""
    form = book.form
    sheet = book.add_worksheet(f"{form.tab('games')} {form.day}")
    columns = _columns(form)
    widths = [width(field, _header(form, field.name)) for field in columns]
    for number, wide in enumerate(widths):
        sheet.set_column(number, number, wide)
    book.hint(sheet, form.say("hint-protocol"), widths)
    row, starts = _FIRST, []
    for seats in [example, *[()] * (_BLOCKS - 1)]:
        starts.append(row)
        row = _Block(book, sheet, row, seats).write(columns) + _BETWEEN
    book.set_up(sheet, frozen=1)
    beyond = _SIDES[0][2] + _ROUNDS - len(widths) if form.is_classic else 0
    inches = sum(7 * wide + 5 for wide in [*widths, *[_USUAL_WIDTH] * beyond]) / 96
    sheet.set_print_scale(
        min(100, int(100 * _PAGE / inches))
    )  # Excel takes no breaks where it fits pages itself
    sheet.set_h_pagebreaks(starts[1:])  # a judge prints whole forms


def _columns(form: Form) -> list[Field]:
    """The columns of the table of seats: what is each player's own, and is not told under it."""
    apart = (*IDENTITY, *GAME_FACTS, *(_OF_ONE_SEAT if form.is_classic else ()))
    seat, player, role, *others = (field for field in form.fields("games") if field.name not in apart)
    fouls = [Field("foul_count", "count", "")] if form.is_classic else []
    return [seat, player, role, *fouls, *others]


def _header(form: Form, name: str) -> str:
    """What a field is called on a protocol."""
    return form.header(f"protocol-{name}" if name in ("seat", "game_no") else name)


@dataclass(frozen=True)
class _Block:
    """A block being written from the row `top` on, with its `seats`: those of the example, or none."""

    book: Book
    sheet: Worksheet
    top: int
    seats: Sequence[Row]

    def write(self, columns: Sequence[Field]) -> int:
        """Write it all; gives the row under it."""
        told = self.seats[0] if self.seats else {}
        facts = self._facts()
        for number, field in enumerate(facts):
            self._fact(self.top + number // 2, number % 2, field, told.get(field.name))
        row = self._table(self.top + (len(facts) + 1) // 2, columns)
        games = vocabulary.fields("games")
        self._fact(row, 0, games["winner"], told.get("winner"))
        return self._of_nights(row + 1) if self.book.form.is_classic else row + 1

    def _facts(self) -> list[Field]:
        """What is told above the table."""
        above = {*IDENTITY, *GAME_FACTS} - {"winner"}
        return [field for field in self.book.form.fields("games") if field.name in above]

    def _of_nights(self, row: int) -> int:
        """Who was killed first and named whom, and who left in which round; gives the row under it."""
        games, form = vocabulary.fields("games"), self.book.form
        killed = next((one for one in self.seats if "is_first_kill" in one), {})
        first = Field("is_first_kill", "seat", "")  # by the seat, and not by a mark at the seat
        self._fact(row, 0, first, killed.get("seat"))
        self._fact(row + 1, 0, games["best_move"], killed.get("best_move"))
        rounds = form.example["rounds"] if self.seats else {}
        row = self._rounds(row + 3, form.say("night"), {name: rounds.get(name, {}) for name in _NIGHT})
        return self._rounds(row, form.say("day"), {name: rounds.get(name, {}) for name in _DAY})

    def _fact(self, row: int, side: int, field: Field, value: Any) -> None:
        """Write a label, and the value right of it."""
        book, sheet = self.book, self.sheet
        label, _, first, last = _SIDES[side]
        self._label(row, side, f"{_header(book.form, field.name)}:")
        book.annotate(sheet, row, label, book.form.note("protocol", field))
        look = book.of_field(field, **_LINES)
        sheet.merge_range(row, first, row, last, "", look)
        put(sheet, row, first, value, look)
        book.ask(sheet, (row, first, row, first), field)
        self._grey(row, first, row, last)

    def _label(self, row: int, side: int, text: str) -> None:
        first, last, *_ = _SIDES[side]
        look = self.book.look(bold=True, align="right", valign="vcenter")
        self.sheet.merge_range(row, first, row, last, text, look)

    def _table(self, top: int, columns: Sequence[Field]) -> int:
        """Write the table of seats with its header in the row `top`; gives the row under it."""
        book, sheet = self.book, self.sheet
        sheet.set_row(top, 34)
        for column, field in enumerate(columns):
            sheet.write_string(top, column, _header(book.form, field.name), book.of_header(of_game=False))
            book.annotate(sheet, top, column, book.form.note("protocol", field))
            book.ask(sheet, (top + 1, column, top + _SEATS, column), field)
            look = book.of_field(field, **_LINES)
            for seat in range(1, _SEATS + 1):
                told = self.seats[seat - 1] if self.seats else {"seat": seat}
                sheet.write_blank(top + seat, column, None, look)
                put(sheet, top + seat, column, told.get(field.name), look)
        self._grey(top + 1, 0, top + _SEATS, len(columns) - 1)
        return top + _SEATS + 1

    def _rounds(self, top: int, head: str, told: Mapping[str, Mapping[str, int]]) -> int:
        """Write the numbers of nights or days in the row `top`, a row for each thing told of them; gives the row under."""
        book, sheet = self.book, self.sheet
        first = _SIDES[0][2]
        cell = book.look(align="center", valign="vcenter", **_LINES)
        self._label(top, 0, head)
        sheet.write_row(top, first, range(1, _ROUNDS + 1), book.of_header(of_game=True))
        for row, (name, by_number) in enumerate(told.items(), top + 1):
            self._label(row, 0, book.form.say(name.replace("_", "-")))
            for number in range(1, _ROUNDS + 1):
                sheet.write_blank(row, first + number - 1, None, cell)
                put(sheet, row, first + number - 1, by_number.get(str(number)), cell)
        self._grey(top + 1, first, top + len(told), first + _ROUNDS - 1)
        return top + len(told) + 1

    def _grey(self, *area: int) -> None:
        """Show cells as an example as long as the block's table says that it is one."""
        if self.seats:
            number, side = divmod([field.name for field in self._facts()].index("table"), 2)
            cell = f"${column_letters(_SIDES[side][2] + 1)}${self.top + number + 1}"
            first_row, first, last_row, last = area
            example = self.book.form.say("example")
            self.book.grey(self.sheet, (first_row, first, last_row, last), f'={cell}="{example}"')
