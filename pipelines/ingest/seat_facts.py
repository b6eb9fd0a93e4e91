"""What labels around a form give of single seats, as values: who was killed first, best moves, removals, points."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pipelines.addresses import Fact, Place
from pipelines.ingest import fields, values, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.regions import Form
from pipelines.ingest.tables import Table
from rulesets.words import fold

_SEAT_AND_NAME = re.compile(r"[№#]?(\d{1,2})[ .),–-]+([^\d\W].*)")
_NUMBERS = re.compile(r"[\d\s,;./()–-]+")
_BETWEEN = re.compile(r"[\s,;/]+")
_SEAT_AND_MOVE = 4  # numbers: who was killed first, and whom they named
_SIGN = "+"  # a mark in place of a seat names nobody
_MARKS: Mapping[str, Mapping[str, Any]] = {
    "removal": {"is_removed": True, "removal_typed": _SIGN},
    "is_ppk": {"is_ppk": True},
    "is_disqualified": {"is_disqualified": True},
}


@dataclass
class Game:
    """A form that was played: its table, what its labels give, its rows with their seats, its number among the layouts.

    `points` are the places of labels that give points or marks, by field; `move_row` is the row of the seat that made the
    best move, 0 if none did.
    """

    form: Form
    table: Table
    facts: dict[str, Fact]
    rows: Sequence[int]
    seats: Sequence[int]
    sheet: int = -1
    move_row: int = 0
    has_wrong_removal: bool = False
    points: dict[str, list[Place]] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the form on its tab."""
        return self.form.number


@dataclass(frozen=True)
class SeatFact:
    """A fact of a seat of a game: the columns that it sets, and the cell of its value."""

    seat: int
    field: str
    columns: Mapping[str, Any]
    value: Fact
    game: int = -1


@dataclass(frozen=True)
class Wrong:
    """What a label gives that is not understood: a finding at its value."""

    code: str
    fact: Fact
    first: str = ""


def _move_with_kill(text: str) -> list[str]:
    """The numbers of a first kill with its best move in one text: `3 (2 5 8)`; none for other texts."""
    numbers = re.findall(r"\d+", text) if _NUMBERS.fullmatch(text) else []
    return numbers if len(numbers) == _SEAT_AND_MOVE else []


def gives_move(facts: Mapping[str, Fact]) -> bool:
    """Whether labels give the seats of a best move, by themselves or after the first kill."""
    texts = {name: facts[name].text for name in ("best_move", "is_first_kill") if name in facts}
    return bool(texts.get("best_move") or _move_with_kill(texts.get("is_first_kill", "")))


def seats_of(table: Table, rows: Sequence[int], around: FormLabels) -> list[int]:
    """The number of the seat in each row: as typed, else the order of the rows."""
    typed = [around.cells.word(row, table.columns.get("seat", 0)).seat for row in rows]
    return [one or table.rows.index(row) + 1 for one, row in zip(typed, rows, strict=True)]


class SeatFacts:
    """The facts of single seats that labels of a game give, and what of them is wrong.

    `left_first` are the seats that left in the first night by the rounds, as bits; where `counts_moves`, a single number of
    a best move is how many blacks were named, and not a seat.
    """

    def __init__(self, around: FormLabels, game: Game, left_first: int, *, counts_moves: bool) -> None:
        self._around, self._game = around, game
        self._left_first, self._counts_moves = left_first, counts_moves

    def given(self) -> Iterator[SeatFact | Wrong]:
        """Each fact, or what is wrong with it."""
        yield from self._first_kill()
        yield from self._best_move()
        for name in _MARKS:
            yield from self._marks(name)
        for name in vocabulary.labels_of("points"):
            yield from self._points(name)

    # --- seats by number or nickname

    def _named(self, name: str) -> int | None:
        """The seat of the one player of the game who is called so."""
        column = self._game.table.columns["player"]
        at = zip(self._game.rows, self._game.seats, strict=True)
        seats = [seat for row, seat in at if fold(self._around.cells.text(row, column)) == fold(name)]
        return seats[0] if len(seats) == 1 else None

    def _called(self, text: str) -> int | None:
        """The seat of the one player who is called so, or so after the number of their seat."""
        numbered = _SEAT_AND_NAME.fullmatch(text)
        named = self._named(numbered[2]) if numbered else None
        is_same = numbered and named == values.seat(numbered[1])
        return named if is_same else self._named(text)

    def _seats(self, text: str) -> set[int]:
        """The seats that a text lists by number or nickname; 0 among them for what is neither."""
        numbered = _SEAT_AND_NAME.fullmatch(text) if "," not in text else None
        named = self._named(numbered[2]) if numbered else None
        if numbered and named and named != values.seat(numbered[1]):
            return {0}
        parts = [text] if self._named(text) else _BETWEEN.split(text)
        return {self._named(part) or values.seat(part) or 0 for part in parts}

    # --- first kill and best move

    def _killed(self) -> tuple[int | None, str]:
        """The seat that a label gives as killed first, 0 for what is none, None for nobody; and a move in the same text."""
        fact = self._game.facts.get("is_first_kill")
        text = fact.text if fact else ""
        if numbers := _move_with_kill(text):
            return values.seat(numbers[0]) or 0, " ".join(numbers[1:])
        if seat := self._called(text) if text else None:
            return seat, ""
        is_nobody = values.is_no(text) or vocabulary.key(text) in vocabulary.words("nobody")
        return None if is_nobody and text != _SIGN else values.seat(text) or 0, ""

    def _first_kill(self) -> Iterator[SeatFact | Wrong]:
        seat, _ = self._killed()
        if seat is not None:
            yield self._of_seat(
                seat, "is_first_kill", {"is_first_kill": True}, self._game.facts["is_first_kill"]
            )

    def _of_seat(self, seat: int, name: str, columns: Mapping[str, Any], fact: Fact) -> SeatFact | Wrong:
        if seat == 0:
            return Wrong("not-a-number", fact)
        return (
            SeatFact(seat, name, columns, fact) if seat in self._game.seats else Wrong("unknown-seat", fact)
        )

    def _best_move(self) -> Iterator[SeatFact | Wrong]:
        """The best move that a label gives, of the seat that was killed first."""
        killed, with_move = self._killed()
        fact = self._game.facts.get("best_move")
        if not fact or not fact.text:
            fact = self._game.facts.get("is_first_kill") if with_move else None
        text = with_move or (fact.text if fact else "")
        if fact is None or not text or (values.is_no(text) and text != "0"):
            return
        seat = killed or self._first_by_others()
        if seat in self._game.seats:
            yield self._move(seat, text, fact)
        elif not seat and text != "0" and killed != 0:
            yield Wrong("best-move-not-first-killed", fact)

    def _move(self, seat: int, text: str, fact: Fact) -> SeatFact | Wrong:
        column, row = self._game.table.columns.get("best_move", 0), self._row(seat)
        typed = self._around.cells.text(row, column)
        if typed not in ("", text):
            return Wrong("label-twice", fact, typed)
        single = values.seat(text)
        is_seat = single is not None and not (self._counts_moves and values.best_move(text) is not None)
        move = (single, None, None) if is_seat else values.best_move(text)
        if isinstance(move, tuple):
            columns = {f"named_{place}": one for place, one in enumerate(move, 1) if one is not None}
            return SeatFact(seat, "best_move", columns, fact)
        if isinstance(move, float):
            return SeatFact(seat, "best_move", {"black_named_typed": move}, fact)
        return Wrong("best-move-form", fact)

    def row_of_move(self) -> int:
        """The row of the seat that was killed first, by whatever gives it; 0 if nothing does."""
        seat = self._killed()[0] or self._first_by_others()
        return self._row(seat) if seat in self._game.seats else 0

    def _row(self, seat: int) -> int:
        return self._game.rows[list(self._game.seats).index(seat)]

    def _first_by_others(self) -> int:
        """The seat that was killed first by a mark in the table, or by the rounds; 0 if neither gives one."""
        if column := self._game.table.columns.get("is_first_kill", 0):
            rows = zip(self._game.rows, self._game.seats, strict=True)
            marked = [
                seat
                for row, seat in rows
                if not values.is_no(self._around.cells.text(row, column) or "-", "is_first_kill")
            ]
            if len(marked) == 1:
                return marked[0]
        return self._left_first.bit_length() - 1 if self._left_first.bit_count() == 1 else 0

    # --- marks and points

    def _marks(self, name: str) -> Iterator[SeatFact | Wrong]:
        """The seats that a label lists as removed, or for what else is a mark."""
        for fact in self._facts(name):
            seats = self._seats(fact.text) if fact.text and not values.is_no(fact.text) else set()
            if seats - {*self._game.seats}:
                yield Wrong("not-a-number", fact)
            else:
                yield from (SeatFact(seat, name, _MARKS[name], fact) for seat in sorted(seats))

    def _facts(self, name: str) -> Iterator[Fact]:
        if name in self._game.facts:
            yield self._game.facts[name]
        for place in self._game.points.get(name, ()):
            at = (place[0], place[1] + 1)
            last = self._game.form.right
            texts = [self._around.cells.text(*one) for one in fields.seats_from(self._around, name, at, last)]
            yield Fact(place, at, " ".join(texts))

    def _points(self, name: str) -> Iterator[SeatFact | Wrong]:
        """The figures that labels give to seats: `Доп | 3 | 0,4`."""
        for place in self._game.points.get(name, ()):
            for at, figure in pairs_from(self._around, place, name):
                fact = Fact(place, (at[0], at[1] + 1), self._around.cells.text(at[0], at[1] + 1))
                seat = self._around.cells.word(*at).seat or self._called(self._around.cells.text(*at)) or 0
                if seat not in self._game.seats:
                    yield Wrong("unknown-seat", Fact(place, at, self._around.cells.text(*at)))
                    continue
                typed = self._around.cells.text(self._row(seat), self._game.table.columns.get(name, 0))
                is_other = typed and not values.is_no(typed)
                yield (
                    Wrong("label-twice", fact, typed)
                    if is_other
                    else SeatFact(seat, name, {name: figure}, fact)
                )


def pairs_from(around: FormLabels, place: Place, name: str) -> Iterator[tuple[Place, float]]:
    """The cells of seats right of a label of points, each with the figure right of it."""
    row, column = place[0], place[1] + 1
    while around.cells.text(row, column) and not around.is_table(row, column):
        figure = points(name, around.cells.text(row, column + 1))
        if figure is None:
            return
        yield (row, column), figure
        column += 2


def points(name: str, text: str) -> float | None:
    """The figure of a text, as the field reads it; None for what is none."""
    figure = values.figure(text) if text else None
    is_penalty = vocabulary.fields("games")[name].kind == "penalty"
    return abs(figure) if figure is not None and is_penalty else figure


def is_given(around: FormLabels, place: Place, names: Collection[str]) -> bool:
    """Whether a word for points or marks is a label: the number of a seat is beside it, or the nickname of a player."""
    name, beside = around.cells.word(*place).points, around.cells.word(place[0], place[1] + 1)
    is_alone = not any(map(str.isdigit, around.cells.text(*place)))
    if name is None or not is_alone or not beside.text or around.is_label(place[0], place[1] + 1):
        return False
    is_seat = beside.seat is not None or fold(beside.text) in names
    if vocabulary.labels()[name].of == "points":
        return is_seat and next(pairs_from(around, place, name), None) is not None
    return is_seat or all(values.seat(part) for part in _BETWEEN.split(beside.text))
