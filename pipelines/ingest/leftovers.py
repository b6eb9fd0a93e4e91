"""What is on a tab of forms and nobody reads: all of it for the layout, and what may be meant as a finding with a hint.

The one finding is `unread-cell`, once per tab for each text and hint: near which label it is, which field it resembles.
"""

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.addresses import Place
from pipelines.ingest import boxes, choices, fields, near_misses, remarks, rounds, seat_facts, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.seat_facts import Game
from pipelines.ingest.words import seat_number

_LONGEST = 200  # letters of a remark
_OF_A_SEAT = ("row", "seats", "removal")  # hints that are of a seat: each cell is a finding of its own


@dataclass(frozen=True)
class Leftover:
    """A cell that nobody reads and that may be meant: its game, and the `hint` that the message gives, with a field."""

    game: Game
    place: Place
    hint: str
    field: str = ""


def unread(
    around: FormLabels, games: Sequence[Game], others: Iterable[Place]
) -> list[list[tuple[Place, str]]]:
    """For each game the cells that nobody reads, and their texts; those that follow on each other in a row as one.

    `others` are cells that are read, and are neither labels nor values: acts, remarks.
    """
    cells = around.cells
    is_left = (cells.codes >= 0) & ~around.in_tables
    for game in games:
        for row, column in _read(around, game):
            if row <= cells.rows and column <= cells.columns:  # a value may be due beyond the tab
                is_left[row, column] = False
    for place in others:
        is_left[place] = False
    rows, columns = np.nonzero(is_left)
    by_form: dict[int, list[Place]] = {game.number: [] for game in games}
    for place in zip(rows.tolist(), columns.tolist(), strict=True):
        by_form.get(around.owner(place), []).append(place)
    return [[*_titles(around, game), *_joined(around, by_form[game.number])] for game in games]


def leftovers(
    around: FormLabels,
    games: Sequence[Game],
    left: Sequence[Sequence[tuple[Place, str]]],
    removed: Mapping[int, set[int]],
) -> Iterator[Leftover]:
    """What of the cells `left` unread may be meant, once per text and hint; `removed` are the seats that were removed."""
    seen: set[object] = set()
    places: set[Place] = set()
    for one in _hints(around, games, left, removed):
        text = around.cells.text(*one.place)
        key = one.place if one.hint in _OF_A_SEAT else (one.hint, one.field, text)
        is_known = one.place in places and one.hint in ("row", "seats")
        if key not in seen and not is_known:
            yield one
        seen.add(key)
        places.add(one.place)


def _hints(
    around: FormLabels,
    games: Sequence[Game],
    left: Sequence[Sequence[tuple[Place, str]]],
    removed: Mapping[int, set[int]],
) -> Iterator[Leftover]:
    """All that may be meant; what is surer about a cell comes first."""
    by_form = {game.number: game for game in games}
    tables = {game.number: game.form.table for game in games}
    given = [{label.field for label in some} for some in around.labels]
    for game in games:
        given[game.number] |= {name for name, fact in game.facts.items() if fact.text}
    near = [("label", *one) for one in near_misses.labels(around, given)]
    near += [("title", *one) for one in near_misses.titles(around, tables)]
    near += [("untitled", *one) for one in near_misses.untitled(around, tables)]
    near += [("label", *one) for one in near_misses.unrated(around, {one.number: one.facts for one in games})]
    yield from (
        Leftover(by_form[number], place, hint, field)
        for hint, number, place, field in near
        if number in by_form
    )
    removals = _removals(around, games)
    for game, some in zip(games, left, strict=True):
        yield from (Leftover(game, place, "rounds") for place in rounds.unknown_rows(around, game.form))
        far = fields.far_values(around, game.form, game.facts)
        yield from (Leftover(game, place, "far", field) for place, field in far)
        yield from (Leftover(game, *one) for one in _unread_points(around, game))
        yield from (Leftover(game, place, "row") for place in game.table.unread)
        yield from (Leftover(game, place, "seats") for place in _lone_seats(around, game, some))
        known = removed[game.number]
        for place, seat in _unread_removals(around, game, removals[game.number]):
            if not game.has_wrong_removal and (seat not in known if seat else not known):
                yield Leftover(game, place, "removal")


# --- what is read


def _read(around: FormLabels, game: Game) -> Iterator[Place]:
    """The cells around a table that are read: labels, their values, words for who won and their marks, rounds."""
    number, form = game.number, game.form
    for label in around.labels[number]:
        if not around.cells.word(*label.place).heading.rest and not around.is_note_on_seat(form, label):
            yield label.place
        yield from fields.move_under(around, label)
    for name, fact in game.facts.items():
        is_of_seats = vocabulary.labels()[name].seats > 0
        yield from fields.seats_from(around, name, fact.value, form.right) if is_of_seats else [fact.value]
    for name, places in game.points.items():
        for place in places:
            yield place
            if vocabulary.labels()[name].of == "marks":
                yield from fields.seats_from(around, name, (place[0], place[1] + 1), form.right)
            for (row, column), _ in seat_facts.pairs_from(around, place, name):
                yield from ((row, column), (row, column + 1))
    yield from choices.of_winner(around, form)
    yield from around.unrated[number]
    for place in [*around.rounds[number], *around.heads[number]]:
        yield place
        yield from rounds.counted_from(around, place, form)


def _titles(around: FormLabels, game: Game) -> Iterator[tuple[Place, str]]:
    """The unknown titles of a table under which something is."""
    table, cells = game.table, around.cells
    known = {*table.read, *boxes.foul_columns(table, cells)}
    for column in range(table.first, table.width + 1):
        place = table.title(cells, column)
        title = cells.text(*place) if column not in known else ""
        if title and any(cells.text(row, column) for row in table.rows):
            yield place, title


def _joined(around: FormLabels, places: Sequence[Place]) -> Iterator[tuple[Place, str]]:
    """Places row by row; those beside each other as one, with their texts together."""
    some: list[Place] = []
    for place in [*places, (0, 0)]:
        if some and place != (some[-1][0], some[-1][1] + 1):
            yield some[0], " ".join(around.cells.text(*one) for one in some)
            some = []
        some.append(place)


# --- seats, points and removals that are not read


def _lone_seats(around: FormLabels, game: Game, left: Sequence[tuple[Place, str]]) -> Iterator[Place]:
    """Seats, of the cells `left` unread, where a label is due left of them, or above: it was lost, or is too far.

    That is in the columns up to that of the players, or in a row with a label; sums are elsewhere, and a text in the row
    is reported by itself, or is a remark.
    """
    table, number = game.table, game.number
    labelled = {label.place[0] for label in around.labels[number]}
    others = {row for (row, _), text in left if not _are_seats(text)}
    others |= {row for row, _ in (*around.rounds[number], *around.heads[number])}
    for (row, column), text in left:
        is_near = column <= table.columns["player"] or row in labelled
        is_around = not table.row <= row <= table.last and row not in others
        if _are_seats(text) and is_near and is_around and not _is_of_label(around, row, column):
            yield row, column


def _is_of_label(around: FormLabels, row: int, column: int) -> bool:
    """Whether the first thing left of a cell is a label: then it is reported why its value is not taken."""
    left = next((one for one in range(column - 1, 0, -1) if around.cells.text(row, one)), 0)
    return around.is_label(row, left)


def _are_seats(text: str) -> bool:
    return all(seat_number(word) is not None for word in text.split(" "))


def _unread_points(around: FormLabels, game: Game) -> Iterator[tuple[Place, str, str]]:
    """Words for points or marks with something beside them, or in their cell, that is not read."""
    read = {place for some in game.points.values() for place in some}
    for place in around.points[game.number]:
        beside, text = around.cells.word(place[0], place[1] + 1), around.cells.text(*place)
        has_value = (beside.text and not beside.is_no and not beside.field) or any(map(str.isdigit, text))
        if place not in read and has_value and place not in around.remarks:
            yield place, "points", around.cells.word(*place).points or ""


def _removals(around: FormLabels, games: Sequence[Game]) -> Mapping[int, list[Place]]:
    """The cells of each game's form that say that somebody was removed."""
    found: dict[int, list[Place]] = {game.number: [] for game in games}
    for place in around.cells.where(lambda word: _is_of_removal(word.text)):
        found.get(around.owner(place), []).append(place)
    return found


def _unread_removals(
    around: FormLabels, game: Game, places: Collection[Place]
) -> Iterator[tuple[Place, int]]:
    """Those of the cells that nobody reads, with the seat that each is of; 0 if none."""
    read = {*game.table.read, *boxes.foul_columns(game.table, around.cells)}
    fact = game.facts.get("removal")
    seats = dict(zip(game.rows, game.seats, strict=True))
    for row, column in places:
        if fact and fact.label == (row, column):
            continue
        if row in seats:
            if column not in read:
                yield (row, column), seats[row]
        elif not around.is_label(row, column) and not around.is_table(row, column):
            yield (row, column), remarks.seat_of(around, row, column)


@functools.lru_cache(4096)
def _is_of_removal(text: str) -> bool:
    """Whether a word of a text says that somebody was removed."""
    known = tuple(vocabulary.words("removed"))
    if len(text) > _LONGEST or not any(stem in vocabulary.key(text) for stem in known):
        return False
    return any(vocabulary.key(word).startswith(known) for word in text.split(" "))
