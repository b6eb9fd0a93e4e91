"""The seats of the protocols of a tab, field by field: from the cells of a table, or from a label beside it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from pipelines.addresses import Fact
from pipelines.ingest import blocks, columns, values, vocabulary
from pipelines.ingest.blocks import Block
from pipelines.ingest.cells import LABELS, Cells, role_word, seat_number
from pipelines.ingest.columns import Column
from pipelines.ingest.headers import Reading
from pipelines.sources.grid import Grid

_FACTS = (*LABELS, "weight_typed")
_BLACK = ("mafia", "don")
_MAFIA = (0, 2, 3)  # letters of a game, without the don: none where another word is theirs
_SEAT_AND_MOVE = 4  # numbers of a first kill with its best move in one row


@dataclass
class Game:
    """A block that was played: what its labels tell, its number on the tab and among the layouts, the rows of its seats."""

    block: Block
    number: int
    facts: dict[str, Fact]
    sheet: int = -1
    rows: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _Gathered:
    """The cells of a field, one a seat: their codes, rows and sheet columns."""

    codes: np.ndarray
    rows: np.ndarray
    columns: np.ndarray


def on_sheet(fact: Fact, numbers: np.ndarray) -> Fact:
    """The fact with the columns of the sheet, `numbers` by those of the cells; a value may be due beyond the last."""
    (row, column), (at, of_value) = fact.label, fact.value
    last = len(numbers) - 1
    beyond = max(of_value - last, 0)
    return Fact((row, int(numbers[column])), (at, int(numbers[min(of_value, last)]) + beyond), fact.text)


class Seats:
    """The seats of all games of a tab, one a row: `game`, `sheets` and `rows` of each.

    `killed_first` are the seats that left in the first night by the rounds, as bits, by block.
    """

    def __init__(
        self, grid: Grid, cells: Cells, games: Sequence[Game], killed_first: Mapping[int, int]
    ) -> None:
        self._grid, self._cells, self._games, self._killed = grid, cells, games, killed_first
        many = [len(game.rows) for game in games]
        self.game = np.repeat(np.arange(len(games)), many)
        self.rows = np.array([row for game in games for row in game.rows], "int64")
        self.sheets = np.repeat(np.array([game.sheet for game in games], "int32"), many)
        ends = np.cumsum([0, *many])
        self._slices = [slice(*pair) for pair in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]
        self._numbers = self._seat_numbers()

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        """The columns that a field of the game sheet makes."""
        known = vocabulary.fields("games")[name]
        if not self._is_told(name):
            return values.nothing_in(known.kind, name, len(self.rows))
        everything = np.full(len(self.rows), True)
        return columns.read(self.column(name, reading), known, everything, reading, self._grid.faults)

    def _is_told(self, name: str) -> bool:
        """Whether a table or a label of some game tells the field."""
        of_tables = ("role", "seat")
        return name in of_tables or any(
            name in game.block.columns
            or name in game.facts
            or (name == "best_move" and "is_first_kill" in game.facts)
            for game in self._games
        )

    def column(self, name: str, reading: Reading) -> Column:
        """The cells of a field, one a seat."""
        told = self._gathered(name)
        if name == "role":
            self._tell_roles(told)
        elif name == "seat":
            self._tell_order(told)
        elif name == "is_first_kill":
            self._tell_first_kills(told, reading)
        elif name == "best_move":
            self._spare_points(told, reading)
            self._tell_best_moves(told, reading)
        elif name == "foul_count":
            self._add_fouls(told)
        return self._column(told)

    def _column(self, told: _Gathered) -> Column:
        used, at = np.unique(told.codes, return_inverse=True)
        words = [self._cells.words[code] for code in used.tolist() if code >= 0]
        shift = 1 if len(words) < len(used) else 0
        words_of = pd.Index(words, dtype="object")
        file, tab = self._grid.file, self._grid.tab
        return Column(
            file, tab, at - shift, words_of, told.rows, told.columns, self.sheets, self.rows, self._grid.day_0
        )

    def _gathered(self, name: str) -> _Gathered:
        """What each seat's cell of a field holds: the one in its row, or a label's of its game."""
        places = np.array([game.block.columns.get(name, 0) for game in self._games], "int64")[self.game]
        codes = self._cells.codes[self.rows, places].astype("int64")
        rows, numbers = self.rows.copy(), self._cells.numbers[places]
        for game, seats in self._each() if name in _FACTS else ():
            if name not in game.block.columns and name in game.facts:
                fact = on_sheet(game.facts[name], self._cells.numbers)
                codes[seats] = self._cells.code(fact.text)
                rows[seats], numbers[seats] = fact.value
        return _Gathered(codes, rows, numbers)

    def _each(self) -> Iterator[tuple[Game, slice]]:
        """Each game with its seats."""
        return zip(self._games, self._slices, strict=True)

    def _word(self, code: int) -> str:
        return self._cells.words[code] if code >= 0 else ""

    # --- seats and roles

    def _seat_numbers(self) -> np.ndarray:
        """The number of each seat, or its place in the table where that is not understood."""
        told = self._gathered("seat")
        self._tell_order(told)
        orders = [order for one in self._slices for order in range(1, one.stop - one.start + 1)]
        said = [seat_number(self._word(code)) for code in told.codes.tolist()]
        return np.array([one or order for one, order in zip(said, orders, strict=True)], "int64")

    def _tell_order(self, told: _Gathered) -> None:
        """The seats of tables that do not number them are the order of their rows."""
        for game, seats in self._each():
            if "seat" not in game.block.columns:
                order = [game.block.rows.index(row) + 1 for row in game.rows]
                told.codes[seats] = [self._cells.code(str(number)) for number in order]

    def _tell_roles(self, told: _Gathered) -> None:
        """Roles by marks or letters, and of the seats that tell none: a citizen's, where a game tells only the others.

        Letters are roles beside words for citizens as well, where they cannot mean citizens themselves.
        """
        for game, seats in self._each():
            if game.block.marks:
                self._tell_marked(told, game, seats)
            said = [self._word(code) for code in told.codes[seats].tolist()]
            said = ["" if values.is_dashes(text) else text for text in said]
            is_of_others = _are_of_the_others(said)
            if (is_of_others or _are_letters(said)) and "citizen" not in game.block.marks:
                untold = "citizen" if is_of_others else ""
                roles = [role_word(text) or text if text else untold for text in said]
                told.codes[seats] = [self._cells.code(role) for role in roles]

    def _tell_marked(self, told: _Gathered, game: Game, seats: slice) -> None:
        """Roles by marks in columns of their own; two marks, or a mark that is another role's word, are no role."""
        columns_of, header = game.block.marks, game.block.marks_row
        for at, row in enumerate(game.rows, seats.start):
            texts = {role: self._cells.text(row, column) for role, column in columns_of.items()}
            marks = {role: text for role, text in texts.items() if text and not values.is_no(text)}
            said, column = next(iter(marks), ""), min(columns_of.values())
            if len(marks) > 1 or any(role_word(text) not in (None, role) for role, text in marks.items()):
                titled = [(self._cells.text(header, columns_of[role]), text) for role, text in marks.items()]
                said = ", ".join(f"{title}: {text}" for title, text in titled)
            for role, text in marks.items():
                if values.is_error(text) or text.startswith("="):  # which its place tells of
                    said, column = text, columns_of[role]
            told.codes[at], told.columns[at] = self._cells.code(said), self._cells.numbers[column]

    # --- what is told under the table of one seat

    def _tell_first_kills(self, told: _Gathered, reading: Reading) -> None:
        """A mark at the seat that a label names as killed first."""
        for game, seats in self._each():
            if (number := _killed(game)) is None:
                continue
            fact = game.facts["is_first_kill"]
            if number:
                self._put(told, game, seats, fact, number, "+", reading)
            else:
                self._find(reading, "not-a-number", game, fact)

    def _tell_best_moves(self, told: _Gathered, reading: Reading) -> None:
        """The best move that a label tells, at the seat that was killed first."""
        for game, seats in self._each():
            fact, killed = game.facts.get("best_move"), game.facts.get("is_first_kill")
            text = fact.text if fact else ""
            if not text and killed and len(killed.text.split(" ")) == _SEAT_AND_MOVE:
                fact, text = killed, killed.text.split(" ", 1)[1]
            if fact is None or not text or (values.is_no(text) and text != "0"):
                continue
            if number := self._killed_first(game, seats):
                if number in self._numbers[seats]:  # else it is found where it stands
                    self._put(told, game, seats, fact, number, text, reading)
            elif text != "0" and _killed(game) != 0:
                self._find(reading, "best-move-not-first-killed", game, fact)

    def _killed_first(self, game: Game, seats: slice) -> int:
        """The seat that was killed first, by the label, a mark in the table, or the rounds; 0 if none of them tells."""
        if number := _killed(game):
            return number
        if column := game.block.columns.get("is_first_kill", 0):
            marked = [
                not values.is_no(self._cells.text(row, column) or "-", "is_first_kill") for row in game.rows
            ]
            if sum(marked) == 1:
                return int(self._numbers[seats][np.array(marked)][0])
        by_rounds = self._killed.get(game.number, 0)
        return by_rounds.bit_length() - 1 if by_rounds.bit_count() == 1 else 0

    def _put(
        self, told: _Gathered, game: Game, seats: slice, fact: Fact, number: int, text: str, reading: Reading
    ) -> None:
        """Let a text stand at the seat of a number, with the cell of the label's value; nobody there is a finding."""
        here = np.flatnonzero(self._numbers[seats] == number)
        if not len(here):
            self._find(reading, "unknown-seat", game, fact)
            return
        seat = seats.start + int(here[0])
        before = self._word(told.codes[seat])
        if before not in ("", text) and text != "+":
            self._find(reading, "label-twice", game, fact, first=before)
        told.codes[seat] = self._cells.code(text)
        told.rows[seat], told.columns[seat] = on_sheet(fact, self._cells.numbers).value

    def _find(self, reading: Reading, code: str, game: Game, fact: Fact, **said: object) -> None:
        """Keep a finding at the value of a fact."""
        row, column = on_sheet(fact, self._cells.numbers).value
        places = {"file": self._grid.file, "tab": self._grid.tab, "row": row, "column": column}
        reading.find(code, **places, game=-2 - game.sheet, value=fact.text, **said)

    # --- fouls, and the club's own figures

    def _add_fouls(self, told: _Gathered) -> None:
        """Check boxes of fouls that stand under one header, added up; what is no tick in one of them stands for all."""
        for game, seats in self._each():
            boxes = blocks.boxes(game.block, self._cells, game.rows)
            for at, row in enumerate(game.rows, seats.start) if len(boxes) > 1 else ():
                texts = {column: text for column in boxes if (text := self._cells.text(row, column))}
                odd = [column for column, text in texts.items() if values.fouls(text) not in (0, 1)]
                ticked = sum(values.fouls(text) or 0 for text in texts.values())
                said = texts[odd[0]] if odd else str(ticked) if texts else ""
                told.codes[at] = self._cells.code(said)
                told.columns[at] = self._cells.numbers[odd[0] if odd else boxes[0]]

    def _spare_points(self, told: _Gathered, reading: Reading) -> None:
        """Keep best moves in tables that are points, such as 0.3, as the club's own figures, and no moves."""
        of_tables = self._column(told)
        if columns.are_points(of_tables, np.full(len(self.rows), True)):
            columns.keep_own_figures(of_tables, "best_move", reading)
            told.codes[:] = -1

    def keep_own_figures(self, reading: Reading) -> None:
        """Keep what the club reckoned itself, where a table has a column of it."""
        for name in vocabulary.fields("own"):
            if any(name in game.block.columns for game in self._games):
                columns.keep_own_figures(self.column(name, reading), name, reading)

    def keep_typed(self, names: Sequence[str], reading: Reading) -> None:
        """Keep what stands in the cells of fields that are read in our own words."""
        for name in names:
            texts = [self._word(code) or None for code in self._gathered(name).codes.tolist()]
            for game, seats in self._each():
                reading.typed[game.sheet, name] = dict(zip(game.rows, texts[seats], strict=True))


def _are_of_the_others(said: Sequence[str]) -> bool:
    """Whether roles are told of all but citizens: some seats tell none, no word means a citizen, and few are black."""
    roles = [role_word(text) for text in said if text]
    black = [role for role in roles if role in _BLACK]
    return "citizen" not in roles and 0 < len(black) < len(said) / 2 and "" in said


def _are_letters(said: Sequence[str]) -> bool:
    """Whether letters are roles: one don and one sheriff at most, few of the mafia, and more of another word."""
    letters = vocabulary.words("letters")
    keys = [vocabulary.key(text) for text in said]
    told = Counter(letters[key] for key in keys if key in letters)
    others = Counter(role_word(key) or key for key in keys if key not in letters)
    is_alone = told["don"] <= 1 and told["sheriff"] <= 1
    return is_alone and told["mafia"] in _MAFIA and told["mafia"] < max(others.values(), default=0)


def _killed(game: Game) -> int | None:
    """The seat that a label names as killed first; 0 for what is none, None if it says nobody, or nothing."""
    fact = game.facts.get("is_first_kill")
    if fact is None or not fact.text or is_nobody(fact.text):
        return None
    numbers = fact.text.split(" ")
    return seat_number(numbers[0] if len(numbers) == _SEAT_AND_MOVE else fact.text) or 0


def is_nobody(text: str) -> bool:
    """Whether a text in place of a seat says that it was nobody's."""
    return values.is_no(text) or vocabulary.key(text) in vocabulary.words("nobody")
