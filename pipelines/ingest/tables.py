"""The tables of seats on a tab of forms, by their headers: one a game, or now and then a flat table among them.

Such a table has ten or so numbered rows under a header that names player and role. Several may be on a tab, under each
other and side by side; what is around a table belongs to it, or to the next one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from pipelines.addresses import Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.header_rows import are_figures
from pipelines.ingest.seat_rows import FULL, SeatRows
from pipelines.ingest.words import Cells, Word, role_word, seat_number

ROLES_MARKED = ("mafia", "don", "sheriff")  # what marks in columns of their own must tell apart
_OF_MANY_GAMES = "game_no"  # a table with this column holds several games
_MOST_SUBHEADERS = 2  # rows between the header and the first seat
MOST_BOXES = 4  # check boxes of fouls under one header
GAME_LABELS = vocabulary.labels_of("game") - {"remarks", "weight_typed"}
_LABELS = vocabulary.labels_of("game", "seat", "seats")
_FEWEST_ROLES = 3  # words for roles that show a column to be one of roles, whatever its title


@dataclass
class Table:
    """A table of seats: the row of its header, its columns by field and by marked role, the rows of its seats.

    `own` are columns of facts that hold the club's own figures for them.
    `repeated` are columns whose header is there already, `lacking` those of fields whose header is not understood.
    `marks_row` is the row of the titles of marked roles, `second_row` that of more titles, 0 if there are none.
    `unread` are cells of players and roles that are of no seat.
    `width` is the table's last column.
    """

    row: int
    columns: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    repeated: list[int] = field(default_factory=list)
    lacking: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    unread: list[Place] = field(default_factory=list)
    marks_row: int = 0
    second_row: int = 0
    width: int = 0

    @property
    def first(self) -> int:
        """The first column of the table."""
        return min([*self.columns.values(), *self.marks.values()])

    @property
    def last_title(self) -> int:
        """The last column whose title is known."""
        return max([*self.columns.values(), *self.marks.values()])

    @property
    def read(self) -> set[int]:
        """The columns whose title is known."""
        return {*self.columns.values(), *self.marks.values(), *self.own.values()}

    @property
    def last(self) -> int:
        """The last row of the table."""
        return self.rows[-1] if self.rows else self.row

    @property
    def is_flat(self) -> bool:
        """Whether it holds many games, told by columns, and not one, told by labels."""
        return _OF_MANY_GAMES in self.columns

    @property
    def of_roles(self) -> list[int]:
        """The columns that tell roles: that of words or letters, or those of marks."""
        return [self.columns["role"]] if "role" in self.columns else list(self.marks.values())

    def title(self, cells: Cells, column: int) -> Place:
        """The cell of a column's title, or where it is due: in the second row under one of several columns."""
        is_second = bool(self.second_row and cells.text(self.second_row, column))
        if self.second_row and column not in {*self.columns.values(), *self.repeated}:
            is_second |= _is_over_second(cells, self.row, column)
        return (self.second_row if is_second else self.row), column

    def add(self, cells: Cells, column: int) -> bool:
        """Take a column by its title; False if the table has such a one already."""
        name, role = named(cells, self.row, column), cells.word(self.row, column).role
        if name == "foul_count" and name in self.columns:
            return True  # a header over each box
        if name in self.columns or (not name and role in self.marks):
            return False
        if name:
            self.columns[name] = column
        elif role:
            self.marks[role] = column
        return True


def named(cells: Cells, row: int, column: int) -> str | None:
    """The field that a title names; a word for the winner over figures is the club's own points."""
    name: str | None = cells.word(row, column).field
    own = vocabulary.headers("own").get(vocabulary.key(cells.text(row, column))) if name == "winner" else None
    under = [text for down in range(1, FULL + 1) if (text := cells.text(row + down, column))]
    return own.name if own and are_figures(under) else name


def find(cells: Cells) -> list[Table]:
    """The tables of a tab, by row and column."""
    headers = {row for row, _ in cells.where(lambda word: word.field in ("player", "role"))}
    headers |= _headers_of_marks(cells)
    tables = [table for row in sorted(headers) for table in _side_by_side(cells, row)]
    for table, last in zip(tables, _last_rows(tables, cells), strict=True):
        table.marks_row = table.row
        _add_marks_below(table, cells)
        _add_second_row(table, cells)
        _widen(table, cells)
        _find_rows(table, cells, last)
    return tables


def _headers_of_marks(cells: Cells) -> set[int]:
    """The rows that title seats and several roles, though no player."""
    numbered = {row for row, _ in cells.where(lambda word: word.field == "seat")}
    of_roles = {role: {row for row, _ in cells.where(_is_of(role))} for role in ROLES_MARKED}
    return {row for row in numbered if sum(row in some for some in of_roles.values()) > 1}


def _is_of(role: str) -> Callable[[Word], bool]:
    """A test for words for a role."""
    return lambda word: word.role == role


def _last_rows(tables: Sequence[Table], cells: Cells) -> list[int]:
    """The row above the next header under each table."""
    row, first, last = np.array([(one.row, one.first, one.last_title) for one in tables]).reshape(-1, 3).T
    is_under = (row > row[:, None]) & (first <= last[:, None]) & (first[:, None] <= last)
    found: list[int] = (
        np.where(is_under, row, cells.rows + 1).min(axis=1, initial=cells.rows + 1) - 1
    ).tolist()
    return found


# --- headers


def _side_by_side(cells: Cells, row: int) -> Iterator[Table]:
    """The tables whose header stands in a row: a title that comes again begins the next one."""
    parts = [Table(row)]
    for run in _titles(cells, row):
        if not _joins(parts[-1], cells, run):
            parts.append(Table(row))
        for column in run:
            if parts[-1].add(cells, column):
                continue
            if any(cells.word(row, one).field == "player" for one in run if one >= column):
                parts.append(Table(row))
                parts[-1].add(cells, column)
            else:
                parts[-1].repeated.append(column)
    yield from (part for part in parts if _is_of_seats(part, cells))


def _titles(cells: Cells, row: int) -> Iterator[list[int]]:
    """The columns of the titles in a header's row, those without an empty cell between together.

    Labels with their values are left out, and so is from a number on what stands beside a header: seats of a table
    beside, rounds.
    """
    run: list[int] = []
    before, is_value, is_beside = 0, False, False
    for column in np.flatnonzero(cells.codes[row] >= 0).tolist():
        if column > before + 1:
            yield from _if_titles(cells, row, run)
            run, is_beside = [], False
        before = column
        if is_value and not cells.word(row, column).field:
            is_value = False
            continue
        is_beside = is_beside or cells.word(row, column).seat is not None
        is_label = _is_label(cells, row, column, is_apart=not run)
        is_value = is_label and not cells.word(row, column).heading.told
        if not is_label and not is_beside:
            run.append(column)
    yield from _if_titles(cells, row, run)


def _if_titles(cells: Cells, row: int, run: list[int]) -> Iterator[list[int]]:
    """Some titles, if one of them is known, or several are roles."""
    roles = {cells.word(row, column).role for column in run} - {None}
    if len(roles) > 1 or any(cells.word(row, column).field for column in run):
        yield run


def _joins(part: Table, cells: Cells, run: Sequence[int]) -> bool:
    """Whether titles belong to the table left of them.

    None of them is there already, and after an empty column labels alone, which may be of a table beside, have under
    them what such a column holds. Columns that hold something are passed over, as many as there are.
    """
    if not part.columns:
        return True
    between = range(part.last_title + 1, run[0])
    under = cells.codes[part.row + 1 : part.row + 1 + FULL, part.last_title + 1 : run[0]]
    is_whole = bool((under >= 0).any(axis=0).all())
    are_labels = all(_is_around(cells, part.row, one) for one in run)
    if not is_whole and (
        len(between) >= MOST_BOXES or (are_labels and not all(_is_column(cells, part, one) for one in run))
    ):
        return False
    trial = Table(part.row, dict(part.columns), dict(part.marks))
    return all(trial.add(cells, column) for column in run)


def _is_column(cells: Cells, part: Table, column: int) -> bool:
    """Whether under a title, beside seats, is what its column holds: of a label it would be the value of one game."""
    name = cells.word(part.row, column).field
    players = part.columns.get("player", part.last_title)
    rows = [part.row + down for down in range(1, FULL + 1) if cells.text(part.row + down, players)]
    under = [text for row in rows if (text := cells.text(row, column))]
    if name in vocabulary.labels_of("seat", "seats"):
        return not any(seat_number(text) for text in under)
    return len(under) * 2 > len(rows)


def _is_around(cells: Cells, row: int, column: int) -> bool:
    """Whether a title may be a label as well, or is not known."""
    word = cells.word(row, column)
    return word.field in (None, *_LABELS) and not word.role


def _is_label(cells: Cells, row: int, column: int, *, is_apart: bool) -> bool:
    """Whether a word in a header's row is a label beside the table: its value stands right of it, or under it."""
    name = cells.word(row, column).label
    if cells.word(row, column).heading.told or cells.word(row, column).is_victory:
        return True
    if name not in GAME_LABELS | vocabulary.labels_of("seat", "seats"):
        return False
    right, under = cells.text(row, column + 1), cells.text(row + 1, column)
    if right and not cells.word(row, column + 1).field:
        is_value = right[0].isdigit() or right[0] in "-–—"
        return is_value or (name in GAME_LABELS and (not under or bool(cells.word(row + 1, column).is_label)))
    labels_under = any(cells.word(row + down, column).label for down in range(1, 4))
    return is_apart and labels_under


def _is_of_seats(part: Table, cells: Cells) -> bool:
    """Whether titles are those of a table of seats; a title of player or role that is not understood is `lacking`."""
    if not part.columns:
        return False
    has_roles = "role" in part.columns or len(part.marks) > 1
    if "role" in part.columns:
        part.marks = {}  # "Шериф" beside "Роль" is a title of something else
    if "player" in part.columns and has_roles:
        _tell_unmarked(part, cells, part.row)
        return True
    if part.is_flat or not (has_roles or "player" in part.columns):
        return False
    name, is_numbered = "player" if has_roles else "role", _has_numbers(part, cells)
    if not is_numbered and has_roles and not _could_be("role", part, cells, part.of_roles[0]):
        return False
    titled = {*part.columns.values(), *part.marks.values()}
    for column in range(part.first + (1 if is_numbered else -1), part.last_title + 3):
        if column not in titled and _could_be(name, part, cells, column):
            part.columns[name] = part.lacking[name] = column
            return True
    return False


def _tell_unmarked(part: Table, cells: Cells, row: int) -> None:
    """Where roles are marked, one of them without a column is lacking: a title nearby is not understood, or left out."""
    lacking = [role for role in ROLES_MARKED if role not in part.marks] if part.marks else []
    known = {*part.columns.values(), *part.marks.values()}
    for role in lacking:
        near = range(min(part.marks.values()) - 1, max(part.marks.values()) + 2)
        unknown = [column for column in near if column not in known and cells.text(row, column)]
        part.lacking[role] = unknown[0] if unknown else max(part.marks.values())


def _has_numbers(part: Table, cells: Cells) -> bool:
    """Whether the rows under a header are numbered."""
    return _counts_on(cells, part.row, part.columns.get("seat", part.first - 1))


def _could_be(name: str, part: Table, cells: Cells, column: int) -> bool:
    """Whether what stands under an unknown title is roles, or players."""
    under = [text for down in range(1, FULL + 1) if (text := cells.text(part.row + down, column))]
    roles = [text for text in under if role_word(text)]
    if name == "role":
        return len(roles) >= _FEWEST_ROLES and len(roles) > len(under) / 2
    return len([text for text in under if not text[0].isdigit()]) > FULL / 2


def _add_marks_below(table: Table, cells: Cells) -> None:
    """Roles that are titled each in the row under the header, with one title over them, are told by marks."""
    role, under = table.columns.get("role", 0), table.row + 1
    titled = [cells.text(under, table.columns.get(name, 0)) for name in ("seat", "player")]
    if not role or any(titled):
        return
    marks: dict[str, int] = {}
    column = role
    while column == role or (column <= cells.columns and not cells.text(table.row, column)):
        if (told := cells.word(under, column).role) and told not in marks:
            marks[told] = column
        column += 1
    if len(marks) > 1:
        del table.columns["role"]
        table.marks, table.marks_row = marks, under
        _tell_unmarked(table, cells, under)


def _add_second_row(table: Table, cells: Cells) -> None:
    """Add the headers of the row under the header, if that has nothing under the headers of seat, player and role.

    They stand under empty cells, or under titles of several columns: such as nobody knows, or the club's own points.
    """
    under, own = table.row + 1, vocabulary.fields("own")
    if any(cells.text(under, table.columns.get(name, 0)) for name in ("seat", "player", "role")):
        return
    columns = list(_second_titles(table, cells))
    known = {
        column: name
        for column in columns
        if (name := named(cells, under, column)) not in (None, *GAME_LABELS)
    }
    if not known and not any(cells.text(table.row, column) for column in columns):
        return
    table.second_row, table.width = under, columns[-1]
    for name in own:
        if name in table.columns and _is_over_second(cells, table.row, table.columns[name]):
            del table.columns[name]
    for column, name in known.items():
        if name and table.columns.setdefault(name, column) != column and name != "foul_count":
            table.repeated.append(column)


def _is_over_second(cells: Cells, row: int, column: int) -> bool:
    """Whether a title stands over one of the second row: in its column, or the next one, which has none of its own."""
    is_wide = not cells.text(row, column + 1)
    is_over = cells.text(row + 1, column) or (is_wide and cells.text(row + 1, column + 1))
    return bool(cells.text(row, column) and is_over)


def _second_titles(table: Table, cells: Cells) -> Iterator[int]:
    """The columns of a table that have a title in the row under the header, and no title of a fact over it."""
    own, width = vocabulary.fields("own"), table.last_title
    titled = {column for name, column in table.columns.items() if name not in own}
    for column in range(table.first, cells.columns + 1):
        if column > table.last_title and not _goes_on(table, cells, column, width):
            return
        text = cells.text(table.row + 1, column)
        if text and column not in titled and values.figure(text) is None:
            yield column
        if text or cells.text(table.row, column):
            width = max(width, column)


def _goes_on(table: Table, cells: Cells, column: int, width: int) -> bool:
    """Whether a header in two rows, known up to `width`, goes on in a column right of its last known title.

    One column may have lost its title before one that is known, and is no label as well.
    """
    over, under = (table.row, column), (table.row + 1, column)
    if named(cells, *over) not in vocabulary.fields("own") and _is_beside(cells, over):
        return False
    name, text = named(cells, *under), cells.text(*under)
    if column > width + 1:
        return name not in (None, *(_LABELS - {"removal"}))
    fouls = table.columns.get("foul_count", 0)
    is_box = bool(fouls) and column - fouls < MOST_BOXES
    return not text or name not in (None, *GAME_LABELS) or is_box or not _is_beside(cells, under)


def _is_beside(cells: Cells, place: Place) -> bool:
    """Whether what stands right of the known titles is no title that the table goes on with."""
    is_figure = values.figure(cells.text(*place)) is not None
    return bool(cells.word(*place).field or cells.word(*place).is_ending or is_figure)


def _widen(table: Table, cells: Cells) -> None:
    """Find the last column of the table: titles that nobody knows belong to it, labels do not."""
    table.width = max(table.width, table.last_title)
    fouls = table.columns.get("foul_count", 0)
    while table.width < cells.columns:
        column = table.width + 1
        if text := cells.text(table.row, column):
            is_other = cells.word(table.row, column).field or seat_number(text)
            if is_other or cells.word(table.row, column).is_ending:
                return
        elif not (fouls and column - fouls < MOST_BOXES and _is_box(cells, table.row, fouls, column)):
            return
        table.width = column


def _is_box(cells: Cells, row: int, fouls: int, column: int) -> bool:
    """Whether a column without title is a box of fouls: filled at the first seat, or ticks beside ticks."""
    both = [
        [text for down in range(1, FULL + 1) if (text := cells.text(row + down, one))]
        for one in (fouls, column)
    ]
    are_ticks = [values.fouls(text) in (0, 1) and not text.isdigit() for some in both for text in some]
    return bool(cells.text(row + 1, column)) or bool(all(both) and all(are_ticks))


# --- rows


def _find_rows(table: Table, cells: Cells, last: int) -> None:
    if table.is_flat:
        table.rows = list(range(table.row + 1, _last_flat(table, cells, last) + 1))
        return
    if "seat" not in table.columns:
        for column in range(table.columns["player"] - 1, 0, -1):
            if not cells.word(table.row, column).field and _counts_on(cells, table.row, column):
                table.columns["seat"] = column
                break
    start = 1 + max(table.row, table.marks_row)
    places = (table.first, table.columns.get("seat", 0), table.columns["player"], table.of_roles)
    table.rows, table.unread = SeatRows(cells, start, last, *places).read()


def _last_flat(table: Table, cells: Cells, last: int) -> int:
    """The last row of a table of many games: that above the first label under it."""
    for row in range(table.row + 1, last + 1):
        if cells.word(row, table.first).is_label:
            return row - 1
    return last


def _counts_on(cells: Cells, row: int, column: int) -> bool:
    """Whether a column counts 1, 2, 3 from near its header's row on."""
    told = [cells.word(row + down, column).seat for down in range(1, _MOST_SUBHEADERS + 4)]
    return [one for one in told if one][:3] == [1, 2, 3]
