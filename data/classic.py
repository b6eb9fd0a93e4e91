"""Games of the classic table of ten at random, for the sample tournaments: seats, roles, results, the judge's points."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from typing import TypeVar

AnyGame = TypeVar("AnyGame", bound="Game")


@dataclass(frozen=True)
class Words:
    """What a sheet calls the ten roles, those of each team, and the results: red, black, draw."""

    roles: tuple[str, ...]
    red: tuple[str, ...]
    black: tuple[str, ...]
    winners: tuple[str, str, str]


@dataclass
class Seat:
    """One player in one game, as the sheet has it. Bonus and penalty are in tenths of a point."""

    number: int
    player: str
    role: str = ""
    first_kill: bool = False
    move: str | int | None = None
    bonus: int | None = None
    penalty: int | None = None
    reason: str = ""
    removal: str = ""
    ppk: str = ""
    left_table: str = ""
    approved: str = ""


@dataclass(kw_only=True)
class Game:
    """One game: its facts and ten seats."""

    words: Words
    date: dt.datetime
    stage: str = ""
    table: int
    number: int
    judge: str
    winner: str = ""
    seats: list[Seat] = field(default_factory=list)

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner == self.words.winners[2]

    def won(self, seat: Seat) -> bool:
        """Tell whether the seat's team won."""
        return self.winner == self.words.winners[seat.role in self.words.black]


def pick(rng: random.Random, weights: dict[int, float], count: int) -> list[int]:
    """Draw without putting back, the heavy ones first."""
    return sorted(weights, key=lambda one: rng.random() ** (1 / weights[one]), reverse=True)[:count]


def rounds(rng: random.Random, players: Sequence[str], count: int) -> Iterator[list[str]]:
    """Seat everybody for each round, table after table: of some drawings that with the fewest old opponents and seats."""
    seen: Counter[object] = Counter()

    def traces(order: Sequence[str]) -> Iterator[object]:
        yield from ((name, place % 10) for place, name in enumerate(order))
        for first in range(0, len(order), 10):
            yield from map(frozenset, combinations(order[first : first + 10], 2))

    for _ in range(count):
        drawings = [rng.sample(players, len(players)) for _ in range(60)]
        order = min(drawings, key=lambda drawn: sum(seen[trace] ** 2 for trace in traces(drawn)))
        seen.update(traces(order))
        yield order


def play(rng: random.Random, talent: dict[str, float], game: AnyGame, *, shot_at_black: float) -> AnyGame:
    """Deal the roles, play the game, and let the judge fill in the sheet."""
    for seat, role in zip(game.seats, rng.sample(game.words.roles, 10), strict=True):
        seat.role = role
    red, black = (
        sum(talent[s.player] for s in game.seats if s.role in team)
        for team in (game.words.red, game.words.black)
    )
    edge = red / 7 - black / 3
    game.winner = game.words.winners[rng.random() > 1 / (1 + exp(-1.5 * edge))]
    if rng.random() < 0.03:
        game.winner = game.words.winners[2]
    kill(rng, talent, game, shot_at_black)
    if not game.is_draw:
        give_bonuses(rng, talent, game, rng.choice((2, 3, 3, 4, 4, 5)), range(1, 17))
    return game


def kill(rng: random.Random, talent: dict[str, float], game: Game, shot_at_black: float) -> None:
    """Let the mafia shoot in the first night, and a red victim name three seats, or not."""
    if rng.random() < 0.1:
        return
    shot_black = rng.random() < shot_at_black
    targets = {
        s.number: exp(talent[s.player]) for s in game.seats if (s.role in game.words.black) == shot_black
    }
    victim = game.seats[pick(rng, targets, 1)[0] - 1]
    victim.first_kill = True
    if shot_black or rng.random() < 0.15:
        return
    insight = exp(0.6 + talent[victim.player])
    suspects = {s.number: insight if s.role in game.words.black else 1 for s in game.seats if s is not victim}
    named = pick(rng, suspects, 3)
    victim.move = blacks(game, named) if rng.random() < 0.15 else " ".join(map(str, sorted(named)))


def blacks(game: Game, numbers: Sequence[int]) -> int:
    """Count the black among some seats."""
    return sum(game.seats[number - 1].role in game.words.black for number in numbers)


def give_bonuses(rng: random.Random, talent: dict[str, float], game: Game, count: int, total: range) -> None:
    """Share out the judge's points anew: to so many players, with a sum within the range."""
    weights = {s.number: exp(talent[s.player]) * (2.5 if game.won(s) else 1) for s in game.seats}
    seats = [game.seats[number - 1] for number in pick(rng, weights, count)]
    figures = [0]
    while sum(figures) not in total:
        figures = [rng.choice((2, 2, 3, 3, 4, 5, 6, 9) if game.won(s) else (1, 1, 2, 2, 3, 5)) for s in seats]
    for seat in game.seats:
        seat.bonus = dict(zip((s.number for s in seats), figures, strict=True)).get(seat.number)
