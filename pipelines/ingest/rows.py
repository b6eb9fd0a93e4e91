"""The forms of a tab as one virtual flat table, a row a seat, and that table as typed columns.

What a table or a label gives as text is read once, column by column; what labels give of single seats is laid over it as
values.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pipelines.addresses import Fact
from pipelines.ingest import boxes, columns, values, vocabulary
from pipelines.ingest.columns import Column
from pipelines.ingest.headers import Reading
from pipelines.ingest.seat_facts import Game, SeatFact
from pipelines.ingest.words import Cells, role_word
from pipelines.sources.grid import Grid

_FACTS = vocabulary.labels_of("game") - {"remarks"}
_BLACK = ("mafia", "don")
_MAFIA = (0, 2, 3)  # letters of a game, without the don: none where another word is theirs


@dataclass(frozen=True)
class _Gathered:
    """The cells of a field, one a seat: their texts as codes, rows and sheet columns."""

    codes: np.ndarray
    rows: np.ndarray
    columns: np.ndarray


def on_sheet(fact: Fact, numbers: np.ndarray) -> Fact:
    """The fact with the columns of the sheet, `numbers` by those of the cells; a value may be due beyond the last."""
    (row, column), (at, of_value) = fact.label, fact.value
    last = len(numbers) - 1
    beyond = max(of_value - last, 0)
    return Fact((row, int(numbers[column])), (at, int(numbers[min(of_value, last)]) + beyond), fact.text)


class Rows:
    """The seats of all games of a tab, one a row: `game`, `sheets` and `rows` of each."""

    def __init__(self, grid: Grid, cells: Cells, games: Sequence[Game]) -> None:
        self._grid, self._cells, self._games = grid, cells, games
        self._texts = [word.text for word in cells.words]
        self._codes = {text: code for code, text in enumerate(self._texts)}
        many = [len(game.rows) for game in games]
        self.game = np.repeat(np.arange(len(games)), many)
        self.rows = np.array([row for game in games for row in game.rows], "int64")
        self.sheets = np.repeat(np.array([game.sheet for game in games], "int32"), many)
        ends = np.cumsum([0, *many])
        self._slices = [slice(*pair) for pair in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]

    def read(self, facts: Sequence[SeatFact], reading: Reading) -> dict[str, Any]:
        """The columns of all fields of a game sheet; `facts` of single seats are laid over them."""
        typed: dict[str, Any] = {}
        for name in reading.fields("games"):
            typed |= self._read(name, reading)
        self._lay_over(typed, facts)
        self._add_order(typed)
        self._add_fouls(typed)
        self._add_dates(typed, reading)
        self._keep_own_figures(reading)
        for name in ("kind", "winner"):
            self._keep_typed(name, reading)
        return typed

    def _read(self, name: str, reading: Reading) -> dict[str, Any]:
        """The columns that a field makes."""
        known = reading.fields("games")[name]
        is_given = any(
            name in game.table.columns or (name in _FACTS and name in game.facts) for game in self._games
        )
        if not is_given and name != "role":
            return values.nothing_in(known.kind, name, len(self.rows))
        everything = np.full(len(self.rows), True)
        return columns.read(self._column(name), known, everything, reading, self._grid.faults)

    def _column(self, name: str) -> Column:
        """The cells of a field, one a seat."""
        cells = self._gathered(name)
        if name == "role":
            self._add_roles(cells)
        elif name == "foul_count":
            self._add_odd_fouls(cells)
        used, at = np.unique(cells.codes, return_inverse=True)
        texts = [self._texts[code] for code in used.tolist() if code >= 0]
        codes = at - (1 if len(texts) < len(used) else 0)
        words = pd.Index(texts, dtype="object")
        file, tab, day_0 = self._grid.file, self._grid.tab, self._grid.day_0
        return Column(file, tab, codes, words, cells.rows, cells.columns, self.sheets, self.rows, day_0)

    def _gathered(self, name: str) -> _Gathered:
        """What each seat's cell of a field holds: the one in its row, or a label's of its game."""
        places = np.array([game.table.columns.get(name, 0) for game in self._games], "int64")[self.game]
        codes = self._cells.codes[self.rows, places].astype("int64")
        rows, numbers = self.rows.copy(), self._cells.numbers[places]
        for game, seats in self._each() if name in _FACTS else ():
            if name not in game.table.columns and name in game.facts:
                fact = on_sheet(game.facts[name], self._cells.numbers)
                codes[seats] = self._code(fact.text)
                rows[seats], numbers[seats] = fact.value
        return _Gathered(codes, rows, numbers)

    def _each(self) -> Iterator[tuple[Game, slice]]:
        """Each game with its seats."""
        return zip(self._games, self._slices, strict=True)

    def _code(self, text: str) -> int:
        """The code of a text, which is added if no cell holds it; -1 of an empty one."""
        if text and text not in self._codes:
            self._codes[text] = len(self._texts)
            self._texts.append(text)
        return self._codes[text] if text else -1

    def _text(self, code: int) -> str:
        return self._texts[code] if code >= 0 else ""

    # --- values that are not in a cell of their own

    def _lay_over(self, typed: dict[str, Any], facts: Sequence[SeatFact]) -> None:
        """Let seats have what labels give of them; a text only where the table has none."""
        for name in sorted({name for fact in facts for name in fact.columns}):
            column, dtype = pd.Series(typed[name]).astype("object"), typed[name].dtype
            is_text = isinstance(dtype, pd.CategoricalDtype)
            for fact in facts:
                row = self._row_of(fact)
                if name in fact.columns and (not is_text or pd.isna(column.iloc[row])):
                    column.iloc[row] = fact.columns[name]
            typed[name] = pd.Categorical(column.astype("str")) if is_text else column.astype(dtype).array

    def _row_of(self, fact: SeatFact) -> int:
        first: int = self._slices[fact.game].start
        return first + list(self._games[fact.game].seats).index(fact.seat)

    def _add_order(self, typed: dict[str, Any]) -> None:
        """The seats of tables that do not number them are the order of their rows."""
        for game, rows in self._each():
            if "seat" not in game.table.columns:
                typed["seat"][rows] = list(game.seats)

    def _add_dates(self, typed: dict[str, Any], reading: Reading) -> None:
        """Give the games without a date that of the tab's name, or else of the form before, which is a finding."""
        day: dt.date | None = values.day_in(self._grid.tab, reading.since)
        column = self._column("date")
        dates = pd.Series(typed["date"]).groupby(self.game).transform("first")
        if day is not None:
            dates = dates.mask(column.codes < 0, dates.fillna(pd.Timestamp(day)))
        first = np.flatnonzero(np.diff(self.game, prepend=-1))
        of_games = dates.to_numpy()[first]
        is_empty = np.isnat(of_games) & (np.maximum.reduceat(column.codes, first) < 0)
        before = np.maximum.accumulate(np.where(is_empty, 0, np.arange(len(first))))
        carried = is_empty & ~np.isnat(of_games[before])
        typed["date"] = pd.array(of_games[before][self.game])
        if carried.any():
            days = pd.Series(of_games[before][carried]).dt.strftime("%d.%m.%Y")
            column.found(reading, "date-carried", first[carried], said=days.to_numpy())

    # --- roles

    def _add_roles(self, cells: _Gathered) -> None:
        """Roles by marks or letters, and of the seats without one: a citizen's, where a game gives only the others.

        Letters are roles beside words for citizens as well, where they cannot mean citizens themselves.
        """
        for game, seats in self._each():
            if game.table.marks:
                self._add_marked(cells, game, seats)
            texts = [self._text(code) for code in cells.codes[seats].tolist()]
            texts = ["" if values.is_dashes(text) else text for text in texts]
            is_of_others = _are_of_the_others(texts)
            if (is_of_others or _are_letters(texts)) and "citizen" not in game.table.marks:
                absent = "citizen" if is_of_others else ""
                roles = [role_word(text) or text if text else absent for text in texts]
                cells.codes[seats] = [self._code(role) for role in roles]

    def _add_marked(self, cells: _Gathered, game: Game, seats: slice) -> None:
        """Roles by marks in columns of their own; two marks, or a mark that is another role's word, are no role."""
        columns_of, header = game.table.marks, game.table.marks_row
        for at, row in enumerate(game.rows, seats.start):
            texts = {role: self._cells.text(row, column) for role, column in columns_of.items()}
            marks = {role: text for role, text in texts.items() if text and not values.is_no(text)}
            text, column = next(iter(marks), ""), min(columns_of.values())
            if len(marks) > 1 or any(role_word(mark) not in (None, role) for role, mark in marks.items()):
                titled = [(self._cells.text(header, columns_of[role]), mark) for role, mark in marks.items()]
                text = ", ".join(f"{title}: {mark}" for title, mark in titled)
            for role, mark in marks.items():
                if values.is_error(mark) or mark.startswith("="):  # which its place tells of
                    text, column = mark, columns_of[role]
            cells.codes[at], cells.columns[at] = self._code(text), self._cells.numbers[column]

    # --- fouls

    def _add_odd_fouls(self, cells: _Gathered) -> None:
        """Of check boxes of fouls under one header, what is not a tick in one of them is read in place of all."""
        for game, seats in self._each():
            of_fouls = boxes.read_boxes(game.table, self._cells, game.rows)
            for at, row in enumerate(game.rows, seats.start) if len(of_fouls) > 1 else ():
                texts = {column: self._cells.text(row, column) for column in of_fouls}
                odd = [column for column, text in texts.items() if text and values.fouls(text) not in (0, 1)]
                cells.codes[at] = self._code(texts[odd[0]]) if odd else -1
                cells.columns[at] = self._cells.numbers[odd[0] if odd else of_fouls[0]]

    def _add_fouls(self, typed: dict[str, Any]) -> None:
        """Check boxes of fouls that are under one header, added up."""
        for game, seats in self._each():
            of_fouls = boxes.read_boxes(game.table, self._cells, game.rows)
            for at, row in enumerate(game.rows, seats.start) if len(of_fouls) > 1 else ():
                texts = [text for column in of_fouls if (text := self._cells.text(row, column))]
                ticks = [values.fouls(text) for text in texts]
                if texts and all(one in (0, 1) for one in ticks):
                    typed["foul_count"][at] = sum(one or 0 for one in ticks)

    # --- what the club entered itself

    def _keep_own_figures(self, reading: Reading) -> None:
        """Keep what the club calculated itself, where a table has a column of it; of best moves, a blank as well."""
        for name in vocabulary.fields("own"):
            if any(name in game.table.columns for game in self._games):
                columns.keep_own_figures(self._column(name), name, reading)
        if any("best_move" in game.table.own for game in self._games):
            self._keep_own_moves(reading)

    def _keep_own_moves(self, reading: Reading) -> None:
        """Keep the club's points for best moves that labels give, of the seats that made them."""
        made = [
            (game, game.move_row, game.table.own["best_move"])
            for game in self._games
            if "best_move" in game.table.own and game.move_row
        ]
        texts = [self._cells.text(row, column) for _, row, column in made]
        figures = values.read("figure", "best_move", pd.Index(texts, dtype="object")).columns["best_move"]
        reading.own.append(
            pd.DataFrame(
                {
                    "sheet": [game.sheet for game, _, _ in made],
                    "row": [row for _, row, _ in made],
                    "name": "best_move",
                    "figure": figures[: len(made)],
                    "at_row": [row for _, row, _ in made],
                    "at_column": [int(self._cells.numbers[column]) for _, _, column in made],
                }
            )
        )

    def _keep_typed(self, name: str, reading: Reading) -> None:
        """Keep what is in the cells of a field that is read in our own words."""
        texts = [self._text(code) or None for code in self._gathered(name).codes.tolist()]
        for game, seats in self._each():
            reading.typed[game.sheet, name] = dict(zip(game.rows, texts[seats], strict=True))


def _are_of_the_others(texts: Sequence[str]) -> bool:
    """Whether roles are given of all but citizens: some seats have none, no word means a citizen, and few are black."""
    roles = [role_word(text) for text in texts if text]
    black = [role for role in roles if role in _BLACK]
    return "citizen" not in roles and 0 < len(black) < len(texts) / 2 and "" in texts


def _are_letters(texts: Sequence[str]) -> bool:
    """Whether letters are roles: one don and one sheriff at most, few of the mafia, and more of another word."""
    letters: Mapping[str, str] = vocabulary.words("letters")
    keys = [vocabulary.key(text) for text in texts]
    given = Counter(letters[key] for key in keys if key in letters)
    others = Counter(role_word(key) or key for key in keys if key not in letters)
    is_alone = given["don"] <= 1 and given["sheriff"] <= 1
    return is_alone and given["mafia"] in _MAFIA and given["mafia"] < max(others.values(), default=0)
