"""What labels around a table tell of single seats: who was killed first, by nickname as well, and who was removed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from pipelines.addresses import Fact
from pipelines.ingest import blocks, notes, values, vocabulary
from pipelines.ingest.cells import Place, seat_number
from pipelines.ingest.labels import Around
from pipelines.ingest.protocol_seats import Game
from rulesets.words import fold

_SEAT_AND_NAME = re.compile(r"[№#]?(\d{1,2})[ .),–-]+([^\d\W].*)")
_NUMBERS = re.compile(r"[\d\s,;./()–-]+")
_SEAT_AND_MOVE = 4  # numbers: who was killed first, and whom he named
_LONGEST = 200  # letters of a note
_SIGN = "+"  # a mark in place of a seat tells nobody


def tell_first_kill(around: Around, game: Game) -> None:
    """Let a first kill be a seat's number: it may be told by nickname, or with the best move in brackets."""
    fact = game.facts.get("is_first_kill")
    if not fact or not fact.text:
        return
    numbers = re.findall(r"\d+", fact.text) if _NUMBERS.fullmatch(fact.text) else []
    if len(numbers) == _SEAT_AND_MOVE:
        text = " ".join(numbers)
    elif fact.text == _SIGN:
        text = f"({_SIGN})"  # a mark is no seat, and does not say that nobody was killed
    else:
        text = str(_seat_called(around, game, fact.text) or fact.text)
    game.facts["is_first_kill"] = replace(fact, text=text)


def _seat_called(around: Around, game: Game, text: str) -> int | None:
    """The seat of the one player who is called so, or so after the number of his seat."""
    numbered = _SEAT_AND_NAME.fullmatch(text)
    named = _seat_named(around, game, numbered[2]) if numbered else None
    is_same = numbered and named == seat_number(numbered[1])
    return named if is_same else _seat_named(around, game, text)


def _seat_named(around: Around, game: Game, name: str) -> int | None:
    """The seat of the one player of a game who is called so."""
    column = game.block.columns["player"]
    seats = [
        seat_at(around, game, row) for row in game.rows if fold(around.cells.text(row, column)) == fold(name)
    ]
    return seats[0] if len(seats) == 1 else None


def seat_at(around: Around, game: Game, row: int) -> int:
    """The number of the seat in a row: as typed, else the order of the rows."""
    typed = seat_number(around.cells.text(row, game.block.columns.get("seat", 0)))
    return typed or game.block.rows.index(row) + 1


def removed(around: Around, game: Game) -> tuple[set[int], Fact | None]:
    """The seats that a label tells as removed; and the fact, if it is not understood or names a seat that is not there."""
    fact = game.facts.get("removal")
    if not fact or not fact.text or values.is_no(fact.text):
        return set(), None
    numbered = _SEAT_AND_NAME.fullmatch(fact.text) if "," not in fact.text else None
    named = _seat_named(around, game, numbered[2]) if numbered else None
    if numbered and named and named != seat_number(numbered[1]):
        return set(), fact
    seats: set[int] = set()
    for part in [fact.text] if _seat_named(around, game, fact.text) else re.split(r"[\s,;/]+", fact.text):
        seats.add(_seat_named(around, game, part) or seat_number(part) or 0)
    there = {seat_at(around, game, row) for row in game.rows}
    return (set(), fact) if seats - there else (seats, None)


def add_removed(told: dict[str, Any], rows: slice, is_removed: Sequence[bool]) -> None:
    """Let those seats of some rows be removed that a label under their table tells."""
    typed = pd.Series(told["removal_typed"]).astype("object")
    is_new = np.zeros(len(typed), "bool")
    is_new[rows] = is_removed
    told["is_removed"] = told["is_removed"] | is_new
    told["removal_typed"] = pd.Categorical(typed.mask(is_new & typed.isna(), _SIGN).astype("str"))


def notes_of_removals(around: Around, games: Sequence[Game]) -> list[list[tuple[Place, int]]]:
    """For each game, cells that say that a player was removed and that nothing reads: places and seats, 0 if none."""
    found: dict[int, list[Place]] = {game.number: [] for game in games}
    for place in around.cells.where([_is_of_removal(word) for word in around.cells.words]):
        found.get(around.owner(place), []).append(place)
    return [list(_unread_removals(around, game, found[game.number])) for game in games]


def _unread_removals(around: Around, game: Game, places: Sequence[Place]) -> Iterator[tuple[Place, int]]:
    read = {*game.block.columns.values(), *game.block.marks.values()}
    if "foul_count" in game.block.columns:
        read |= {*blocks.foul_columns(game.block, around.cells)}
    fact = game.facts.get("removal")
    for row, column in places:
        if fact and fact.label == (row, column):
            continue
        if row in game.rows:
            if column not in read:
                yield (row, column), seat_at(around, game, row)
        elif not around.is_label(row, column) and not around.is_table(row, column):
            yield (row, column), notes.seat_noted(around, row, column)


def _is_of_removal(text: str) -> bool:
    """Whether a word of a text says that somebody was removed."""
    known = tuple(vocabulary.words("removed"))
    if len(text) > _LONGEST or not any(stem in vocabulary.key(text) for stem in known):
        return False
    return any(vocabulary.key(word).startswith(known) for word in text.split(" "))
