"""What the acts of nights and days come to for each seat: finds, saves, hits, votes.

All acts of all games are worked on at once. A seat of a game in a night or day is one place of a flat array
(`Board.cell`), so that "was shot at that night" or "left that day" is a look at the same place of another array.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipelines.ingest.vocabulary import meanings

Numbers = np.ndarray
SEATS = 21  # places for seats 1 to 20; 0 stands for nobody
NEVER = int(np.iinfo("int16").max)
_ACTIVE = ("mafia", "don", "beauty", "doctor", "sheriff")


@dataclass(frozen=True)
class Acts:
    """Acts, one for each target: the place of the row in the log, and arrays of one value an act.

    `order` counts nights and days from night 0 on, the night of a number before its day. `actor` and `target` are
    seats, 0 for nobody.
    """

    row: Numbers
    game: Numbers
    order: Numbers
    action: Numbers
    actor: Numbers
    target: Numbers

    def where(self, some: Numbers) -> "Acts":
        """Those acts for which `some` is true, or the numbers of which it holds."""
        parts = (self.row, self.game, self.order, self.action, self.actor, self.target)
        return Acts(*(part[some] for part in parts))

    def are(self, *names: str) -> Numbers:
        """Which acts have one of these names."""
        wanted = np.isin(meanings("actions"), names)
        found: Numbers = wanted[self.action]
        return found

    def of(self, *names: str) -> "Acts":
        """The acts of these names."""
        return self.where(self.are(*names))

    def distinct(self, *, by_actor: bool = True) -> "Acts":
        """One act for each night or day, actor and target, in the order of these."""
        place = self.game.astype("int64") * (int(self.order.max(initial=0)) + 1) + self.order
        key = (place * SEATS + (self.actor if by_actor else 0)) * SEATS + self.target
        return self.where(np.unique(key, return_index=True)[1])


@dataclass(frozen=True)
class Board:
    """Who sits where, and when each left; arrays over games and seats."""

    seat_row: Numbers
    role: Numbers
    red: Numbers
    phases: int

    def is_role(self, game: Numbers, seat: Numbers, *names: str) -> Numbers:
        """Whether the role at each seat is one of these."""
        wanted = np.append(np.isin(meanings("roles"), names), False)  # the last one is nobody's, -1
        found: Numbers = wanted[self.role[game, seat]]
        return found

    def cell(self, game: Numbers, order: Numbers, seat: Numbers) -> Numbers:
        """The place of a seat in a night or day of a game, in a flat array."""
        place: Numbers = (game.astype("int64") * self.phases + order) * SEATS + seat
        return place

    def marked(self, game: Numbers, order: Numbers, seat: Numbers) -> Numbers:
        """A flat array that is true at these places."""
        marks = np.zeros(len(self.seat_row) * self.phases * SEATS, "bool")
        marks[self.cell(game, order, seat)] = True
        return marks

    def counted(self, game: Numbers, seat: Numbers, rows: int) -> Numbers:
        """How often each seat row is named."""
        return np.bincount(self.seat_row[game, seat], minlength=rows).astype("float64")


@dataclass(frozen=True)
class Left:
    """When each seat of each game left: by an `exit`, and at all (`gone`), a removal included; never is NEVER."""

    exit: Numbers
    gone: Numbers


Count = Callable[[Acts, Board, pd.DataFrame, Left], Numbers]


def mafia_alive(game: Numbers, order: Numbers, board: Board, left: Left) -> Numbers:
    """For each of some nights, the seats of mafia and boss that were alive when it began."""
    shooters = np.isin(board.role, [meanings("roles").index(name) for name in ("mafia", "don")])
    alive: Numbers = shooters[game] & (left.gone[game] >= order[:, None])
    return alive


# --- the figures of a seat: each takes the acts, the board, the seats and when they left, and gives a count a seat


def _killed(board: Board, left: Left) -> Numbers:
    """Where a seat left in a night, or by the vote of a day: true at that night or day."""
    game, seat = np.nonzero(left.exit < NEVER)
    return board.marked(game, left.exit[game, seat], seat)


def _found_black(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Night checks of the sheriff that found one who is not red."""
    checks = acts.of("check").distinct()
    hits = board.is_role(checks.game, checks.actor, "sheriff") & (checks.target > 0)
    hits &= ~board.red[checks.game, checks.target]
    return board.counted(checks.game[hits], checks.actor[hits], len(seats))


def _found_sheriff(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Nights in which the don's check or the lover's visit found the sheriff."""
    looks = acts.of("check", "visit").distinct()
    hits = board.is_role(looks.game, looks.actor, "don", "lover")
    hits &= board.is_role(looks.game, looks.target, "sheriff")
    return board.counted(looks.game[hits], looks.actor[hits], len(seats))


def _saves_of_shots(kind: str) -> Count:
    """How many of a kind the doctor healed, or the beauty visited, who were shot that night and did not leave."""

    def count(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
        shots = acts.of("shot")
        shot, gone = board.marked(shots.game, shots.order, shots.target), _killed(board, left)
        helps = _helps(acts, board)
        cell = board.cell(helps.game, helps.order, helps.target)
        saved = shot[cell] & ~gone[cell] & _is_kind(kind, helps, board)
        return board.counted(helps.game[saved], helps.actor[saved], len(seats))

    return count


def _helps(acts: Acts, board: Board) -> Acts:
    helps = acts.of("heal", "visit").distinct()
    able = board.is_role(helps.game, helps.actor, "doctor", "beauty") & (helps.target > 0)
    return helps.where(able)


def _is_kind(kind: str, acts: Acts, board: Board) -> Numbers:
    """Whether the target is the sheriff, another red, or black (which the maniac is too, unless he is red)."""
    sheriff, red = board.is_role(acts.game, acts.target, "sheriff"), board.red[acts.game, acts.target]
    kinds: Mapping[str, Numbers] = {"sheriff": sheriff, "red": red & ~sheriff, "black": ~red}
    return kinds[kind]


def _taken_along(kind: str) -> Count:
    """How many of a kind left in the night in which the beauty visited them, and she left too."""

    def count(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
        visits = acts.of("visit").distinct()
        visits = visits.where(
            board.is_role(visits.game, visits.actor, "beauty") & (visits.target != visits.actor)
        )
        gone = _killed(board, left)
        together = gone[board.cell(visits.game, visits.order, visits.actor)]
        together &= gone[board.cell(visits.game, visits.order, visits.target)] & _is_kind(kind, visits, board)
        return board.counted(visits.game[together], visits.actor[together], len(seats))

    return count


def _killed_active(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Active players whom the maniac shot and who left that night."""
    shots = acts.of("shot").distinct()
    shots = shots.where(board.is_role(shots.game, shots.actor, "maniac"))
    hits = _killed(board, left)[board.cell(shots.game, shots.order, shots.target)]
    hits &= board.is_role(shots.game, shots.target, *_ACTIVE)
    return board.counted(shots.game[hits], shots.actor[hits], len(seats))


def _hits(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Shots of the mafia that killed, for each mafia and boss alive when the night began, or else for the lover."""
    shots = acts.of("shot")
    shots = shots.where(~board.is_role(shots.game, shots.actor, "maniac") & (shots.target > 0))
    shots = shots.distinct(by_actor=False)
    shots = shots.where(_killed(board, left)[board.cell(shots.game, shots.order, shots.target)])
    share = mafia_alive(shots.game, shots.order, board, left)
    lover = board.is_role(shots.game[:, None], np.arange(SEATS), "lover")
    lover &= left.gone[shots.game] >= shots.order[:, None]
    is_shared: Numbers = np.asarray(share.any(axis=1))
    which, seat = np.nonzero(np.where(is_shared[:, None], share, lover))
    return board.counted(shots.game[which], seat, len(seats))


def _visits(acts: Acts, board: Board) -> tuple[Acts, Numbers]:
    """The maniac's visits in the order of nights, and whether the doctor healed the same player that night."""
    heals = acts.of("heal")
    visits = acts.of("visit")
    visits = visits.where(board.is_role(visits.game, visits.actor, "maniac") & (visits.target > 0)).distinct()
    visits = visits.where(np.lexsort([visits.order, visits.target, visits.game]))
    healed = board.marked(heals.game, heals.order, heals.target)
    return visits, healed[board.cell(visits.game, visits.order, visits.target)]


def _before(visits: Acts, counts: Numbers) -> Numbers:
    """How many of the earlier visits to the same player count; the visits stand by game, target and night."""
    new: Numbers = np.ones(len(visits.row), "bool")
    new[1:] = (visits.game[1:] != visits.game[:-1]) | (visits.target[1:] != visits.target[:-1])
    so_far = np.cumsum(counts) - counts
    start = np.flatnonzero(new)
    before: Numbers = so_far - so_far[start][np.cumsum(new) - 1]
    return before


def _visits_to_black(number: int) -> Count:
    """The maniac's visits of this number to black players; one on which the doctor saved the player counts nothing."""

    def count(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
        visits, healed = _visits(acts, board)
        gone = _killed(board, left)[board.cell(visits.game, visits.order, visits.target)]
        counts = ~healed | gone
        some = counts & (_before(visits, counts) == number - 1) & ~board.red[visits.game, visits.target]
        return board.counted(visits.game[some], visits.actor[some], len(seats))

    return count


def _saves(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Players healed who were under a threat that night and did not leave.

    Threats are a shot of the mafia, the maniac's second visit (visits of nights with a heal do not count), and
    the lover's visit to the sheriff.
    """
    shots, looks = acts.of("shot"), acts.of("visit")
    visits, healed = _visits(acts, board)
    second = visits.where(_before(visits, ~healed) >= 1)
    found = board.is_role(looks.game, looks.actor, "lover") & board.is_role(
        looks.game, looks.target, "sheriff"
    )
    looks = looks.where(found)
    threat = np.zeros(len(board.seat_row) * board.phases * SEATS, "bool")
    for one in (shots, second, looks):
        threat[board.cell(one.game, one.order, one.target)] = True
    heals = acts.of("heal").distinct()
    heals = heals.where(board.is_role(heals.game, heals.actor, "doctor") & (heals.target > 0))
    cell = board.cell(heals.game, heals.order, heals.target)
    saved = threat[cell] & ~_killed(board, left)[cell]
    return board.counted(heals.game[saved], heals.actor[saved], len(seats))


def _vote_hits(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Votes against a player of the other team who left by the vote of that day."""
    votes = acts.of("vote").distinct()
    out = seats["is_shot_out"].to_numpy()[board.seat_row[votes.game, votes.target]]
    hits = (left.exit[votes.game, votes.target] == votes.order) & ~out & _against(votes, board)
    return board.counted(votes.game[hits], votes.actor[hits], len(seats))


def _justified(acts: Acts, board: Board, seats: pd.DataFrame, left: Left) -> Numbers:
    """Justifications that kept the player in the game: he did not leave that day all the same."""
    kept = acts.of("justified")
    kept = kept.where(left.exit[kept.game, kept.target] != kept.order)
    return board.counted(kept.game, kept.target, len(seats))


def _against(votes: Acts, board: Board) -> Numbers:
    other: Numbers = board.red[votes.game, votes.actor] != board.red[votes.game, votes.target]
    return other


def vote_accuracy(votes: Acts, board: Board, rows: int) -> Numbers:
    """Votes against the other team over all votes of a seat; missing for a seat that did not vote."""
    votes = votes.where(votes.target > 0)
    hits = _against(votes, board)
    every = board.counted(votes.game, votes.actor, rows)
    with np.errstate(invalid="ignore"):
        accuracy: Numbers = board.counted(votes.game[hits], votes.actor[hits], rows) / every
    return accuracy


FIGURES: Mapping[str, Count] = {
    "found_black_count": _found_black,
    "found_sheriff_count": _found_sheriff,
    "saved_red_count": _saves_of_shots("red"),
    "saved_sheriff_count": _saves_of_shots("sheriff"),
    "saved_black_count": _saves_of_shots("black"),
    "took_black_count": _taken_along("black"),
    "took_red_count": _taken_along("red"),
    "took_sheriff_count": _taken_along("sheriff"),
    "killed_active_count": _killed_active,
    "hit_count": _hits,
    "first_visit_count": _visits_to_black(1),
    "lethal_visit_count": _visits_to_black(2),
    "save_count": _saves,
    "vote_hit_count": _vote_hits,
    "justified_count": _justified,
}
