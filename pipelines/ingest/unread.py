"""What stands around the forms of a tab, or under unknown titles in them, and is not read."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from pipelines.ingest import blocks, rounds
from pipelines.ingest.cells import Place, seat_number
from pipelines.ingest.headings import OF_SEATS
from pipelines.ingest.labels import Around
from pipelines.ingest.protocol_seats import Game


def of_games(around: Around, games: Sequence[Game], others: Iterable[Place]) -> list[list[tuple[Place, str]]]:
    """For each game the cells that nothing reads, and their texts; those that follow on each other in a row as one.

    `others` are cells that are read, and are neither labels nor values: acts, notes.
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
    by_game: dict[int, list[Place]] = {game.number: [] for game in games}
    for place in zip(rows.tolist(), columns.tolist(), strict=True):
        by_game.get(around.owner(place), []).append(place)
    return [[*_titles(around, game), *_joined(around, by_game[game.number])] for game in games]


def lone_seats(around: Around, game: Game, left: Sequence[tuple[Place, str]]) -> Iterator[Place]:
    """Seats, of the cells `left` unread, that stand where a label is due left of them, or above: it was lost, or is too far.

    That is in the columns up to that of the players, or in a row with a label; sums stand elsewhere, and a text in the row
    is told by itself, or is a note.
    """
    block, number = game.block, game.number
    labelled = {label.place[0] for label in around.labels[number]}
    others = {row for (row, _), text in left if not _are_seats(text)}
    others |= {row for row, _ in (*around.rounds[number], *around.heads[number])}
    for (row, column), text in left:
        is_near = column <= block.columns["player"] or row in labelled
        is_around = not block.row <= row <= block.last and row not in others
        if _are_seats(text) and is_near and is_around and not _is_of_label(around, row, column):
            yield row, column


def _is_of_label(around: Around, row: int, column: int) -> bool:
    """Whether the first thing left of a cell is a label: then it is told why its value is not taken."""
    left = next((one for one in range(column - 1, 0, -1) if around.cells.text(row, one)), 0)
    return around.is_label(row, left)


def _are_seats(text: str) -> bool:
    return all(seat_number(word) is not None for word in text.split(" "))


def _read(around: Around, game: Game) -> Iterator[Place]:
    """The cells around a table that are read: labels, their values, words for who won and their marks, rounds, notes."""
    number, cells = game.number, around.cells
    for label in around.labels[number]:
        if not cells.said(cells.rest, *label.place) and not around.is_seats_note(number, label):
            yield label.place
        yield from around.move_under(label)
    for name, fact in game.facts.items():
        yield from _seats(around, fact.value) if name in OF_SEATS else [fact.value]
    yield from around.told_of_winner(number)
    yield from around.unrated[number]
    for place in [*around.rounds[number], *around.heads[number]]:
        yield place
        yield from rounds.counted_from(around, place, game.block)


def _seats(around: Around, place: Place) -> Iterator[Place]:
    """The cells of seats from one on, up to the next label."""
    row, column = place
    while around.cells.text(row, column) and not around.is_label(row, column):
        yield row, column
        column += 1


def _titles(around: Around, game: Game) -> Iterator[tuple[Place, str]]:
    """The unknown titles of a table under which something stands."""
    block, cells = game.block, around.cells
    known = {*block.columns.values(), *block.marks.values()}
    if "foul_count" in block.columns:
        known |= {*blocks.foul_columns(block, cells)}
    for column in range(block.first, block.width + 1):
        place = block.title(cells, column)
        title = cells.text(*place) if column not in known else ""
        if title and any(cells.text(row, column) for row in block.rows):
            yield place, title


def _joined(around: Around, places: Sequence[Place]) -> Iterator[tuple[Place, str]]:
    """Places row by row; those beside each other as one, with their texts together."""
    some: list[Place] = []
    for place in [*places, (0, 0)]:
        if some and place != (some[-1][0], some[-1][1] + 1):
            yield some[0], " ".join(around.cells.text(*one) for one in some)
            some = []
        some.append(place)
