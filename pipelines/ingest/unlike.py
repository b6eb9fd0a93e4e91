"""Tables of games that are not read as they are, and how to make them so: without a header, or with a column a game."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.addresses import Place, column_letters
from pipelines.ingest import vocabulary
from pipelines.ingest.headers import REQUIRED, Reading
from pipelines.ingest.words import Cells, role_word
from pipelines.sources.grid import Grid

_SEATS, _FEW = 10, 5  # rows that are looked at, and numbered ones that show a table of seats
_ROLES = 3  # words for roles that show a column of roles
_PLAYERS = 7  # different names that show a column of players
_GAMES = 2  # columns that show a table with a column a game
_LONGEST_RESULT = 5  # letters: М+, Мф-, 130
_NEAR = 12  # columns from the numbers of seats to their roles
_OF_GAME = re.compile(r"\D{0,8}\d+(\D.*)?")  # a title of a game: 3, #3, Игра 3, 02.03.2024


@dataclass(frozen=True)
class Headerless:
    """Seats in rows without a header: the first one's row, and the columns of numbers, players and roles."""

    row: int
    seat: int
    player: int
    role: int


def without_header(cells: Cells, in_tables: np.ndarray) -> Iterator[Headerless]:
    """The tables that no header is over: rows numbered on from 1, with players and roles, outside all other tables."""
    for row, column in cells.where(lambda word: word.seat == 1):
        rows = range(row, row + _SEATS)
        numbers = [cells.word(one, column).seat for one in rows[:_FEW]]
        if numbers != [*range(1, _FEW + 1)] or in_tables[row, column]:
            continue
        near = range(column + 1, min(column + _NEAR, cells.columns) + 1)
        role = next((one for one in near if _roles_in(cells, rows, one) >= _ROLES), 0)
        if role:
            others = sorted((one for one in near if one != role), key=lambda one: abs(one - role))
            player = next((one for one in others if _names_in(cells, rows, one) >= _PLAYERS), 0)
            yield Headerless(row, column, player, role)


def _roles_in(cells: Cells, rows: Sequence[int], column: int) -> int:
    return sum(cells.word(row, column).role is not None for row in rows)


def _names_in(cells: Cells, rows: Sequence[int], column: int) -> int:
    """How many different names are in a column."""
    said = {cells.text(row, column) for row in rows}
    return len(
        [text for text in said if any(map(str.isalpha, text)) and not role_word(text) and len(text) > 1]
    )


def find_without_header(reading: Reading, grid: Grid, cells: Cells, in_tables: np.ndarray) -> bool:
    """Whether there are tables without a header, each of which is a finding with the titles that it needs and where."""
    found = list(without_header(cells, in_tables))
    for one in found:
        there = {"seat": one.seat, "player": one.player, "role": one.role}
        titles = [
            f"{vocabulary.fields('games')[name].header} ({column_letters(int(cells.numbers[column]))})"
            for name, column in there.items()
            if column
        ]
        reading.find(
            "table-without-header",
            file=grid.file,
            tab=grid.tab,
            row=one.row,
            column=int(cells.numbers[one.seat]),
            value=cells.text(one.row, one.seat),
            titles=", ".join(titles),
        )
    return bool(found)


def find_players_by_games(reading: Reading, grid: Grid, cells: Cells) -> bool:
    """Whether the tab is a table with a row a player and a column a game, which is a finding."""
    place = next(_players_by_games(cells), None)
    if place:
        need = ", ".join(vocabulary.fields("games")[name].header for name in REQUIRED["games"])
        row, column = place
        at = {"file": grid.file, "tab": grid.tab, "row": row, "column": int(cells.numbers[column])}
        reading.find("players-by-games", **at, value=cells.text(*place), need=need)
    return place is not None


def _players_by_games(cells: Cells) -> Iterator[Place]:
    """The titles over columns of players that have columns of games right of them."""
    for column in range(1, cells.columns):
        filled = np.flatnonzero(cells.codes[:, column] >= 0).tolist()
        for at, row in enumerate(filled[: -_PLAYERS or None]):
            names = filled[at + 1 : at + 1 + 2 * _SEATS]
            if _names_in(cells, names, column) < _PLAYERS:
                break
            games = [
                one for one in range(column + 1, cells.columns + 1) if _is_of_game(cells, row, names, one)
            ]
            if len(games) >= _GAMES:
                yield row, column


def _is_of_game(cells: Cells, row: int, names: Sequence[int], column: int) -> bool:
    """Whether a column is titled as a game, and holds short results of players and no more."""
    said = [text for one in names if (text := cells.text(one, column))]
    is_titled = bool(_OF_GAME.fullmatch(cells.text(row, column))) and not cells.word(row, column).field
    return is_titled and len(said) >= _GAMES and all(len(text) <= _LONGEST_RESULT for text in said)
