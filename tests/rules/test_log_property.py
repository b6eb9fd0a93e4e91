"""Random legal games, played to their end here: told by a log or by typed figures, they give the same points.

The players are played by chance. What each act comes to is known here from why it happened (who threatened whom,
who was saved), and not from the log; so nothing is asked of the project that it is compared with.
"""

import random
from collections import Counter

import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from logs import HEADER, LOG_HEADER, ROLES, a_city, acts, seats
from sheets import Memory, found_reading, scored

SETTINGS = settings(
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
RED = {
    "demafia": ("sheriff", "doctor", "maniac", "citizen"),
    "evenings": ("sheriff", "doctor", "beauty", "citizen"),
}
ACTIVE = ("mafia", "don", "beauty", "doctor", "sheriff")
MAFIA = ("mafia", "don")


class Game:
    """A game as it is played: the log's acts, and each seat's figures as they come about."""

    def __init__(self, ruleset, chance):
        self.ruleset, self.chance = ruleset, chance
        roles = ROLES[ruleset].split()
        self.roles = dict(enumerate(chance.sample(roles, len(roles)), 1))
        self.alive = set(self.roles)
        self.acts, self.counts, self.exits, self.removed = [], Counter(), {}, set()
        self.visited, self.heals = (
            Counter(),
            [],
        )  # the maniac's visits that count; the doctor's targets by night
        for number in range(1, chance.randrange(2, 7)):
            self.night(number) if ruleset == "demafia" else self.evening_night(number)
            if len(self.alive) >= 3:
                self.day(number)
            if len(self.alive) < 3:
                break
        self.winner = chance.choice(["red", "black", "draw"])

    def is_red(self, seat):
        return self.roles[seat] in RED[self.ruleset]

    def living(self, *roles):
        return sorted(seat for seat in self.alive if self.roles[seat] in roles)

    def anyone(self):
        return self.chance.choice(sorted(self.alive))

    def tell(self, phase, action, actor="", target=""):
        self.acts.append(f"{phase} {action} {actor}>{target}")

    def acting(self, phase, action, role, target):
        """The seat of the only living player of a role, whose act is told, and his target; or nobody."""
        for seat in self.living(role):
            if target and self.chance.random() < 0.85:
                self.tell(phase, action, seat, target)
                return seat, target
        return 0, 0

    def healing(self, phase):
        """The doctor's act: not the same player three nights running."""
        target = self.anyone()
        if self.heals[-2:] == [target, target]:
            target = 0
        doctor, healed = self.acting(phase, "heal", "doctor", target)
        self.heals.append(healed)
        return doctor, healed

    def leave(self, phase, dead):
        if not dead:
            return
        together = self.chance.random() < 0.5
        for part in [sorted(dead)] if together else [[seat] for seat in sorted(dead)]:
            self.tell(phase, "exit", "", ",".join(map(str, part)))
        self.exits.update(dict.fromkeys(dead, phase))
        self.alive -= dead

    def shot(self, phase, shooters):
        target = self.anyone()
        actor = self.chance.choice([*shooters, ""])
        self.tell(phase, "shot", actor, target)
        return target

    def aimed(self, role):
        """A target that is worth something: often the sheriff, or one visited before."""
        known = [seat for seat in self.alive if self.roles[seat] == role or self.visited[seat]]
        return self.chance.choice(sorted(known)) if known and self.chance.random() < 0.6 else self.anyone()

    # --- demafia

    def night(self, number):
        phase = f"N{number}"
        shooters = self.living(*MAFIA) or self.living("lover")
        threats = Counter()
        shot = self.shot(phase, shooters) if shooters else 0
        threats[shot] += 1
        lover, looked = self.acting(phase, "visit", "lover", self.aimed("sheriff"))
        if lover and self.roles[looked] == "sheriff":
            self.counts[lover, "found_sheriff_count"] += 1
            threats[looked] += 1
        maniac, visited = self.acting(phase, "visit", "maniac", self.aimed("mafia"))
        threats[visited] += self.visited[visited] == 1
        doctor, healed = self.healing(phase)
        sheriff, checked_one = self.acting(phase, "check", "sheriff", self.anyone())
        if sheriff and not self.is_red(checked_one):
            self.counts[sheriff, "found_black_count"] += 1
        threats.pop(0, None)
        dead = {seat for seat, many in threats.items() if many > (seat == healed)}
        if doctor and threats[healed] == 1:
            self.counts[doctor, "save_count"] += 1
        if maniac and (visited != healed or visited in dead):
            if not self.is_red(visited):
                name = "lethal_visit_count" if self.visited[visited] else "first_visit_count"
                self.counts[maniac, name] += 1
            self.visited[visited] += 1
        if shot in dead:
            self.counts.update((seat, "hit_count") for seat in shooters)
        self.leave(phase, dead)

    # --- the evenings

    def evening_night(self, number):
        phase = f"N{number}"
        mafia = self.living(*MAFIA)
        shots = {self.shot(phase, mafia)} if mafia else set()
        maniac, aim = self.acting(phase, "shot", "maniac", self.anyone())
        shots |= {aim} - {0}
        others = sorted(self.alive - set(self.living("beauty")))
        beauty, visited = self.acting(phase, "visit", "beauty", self.chance.choice(others) if others else 0)
        doctor, healed = self.healing(phase)
        for role in ("sheriff", "don"):
            seat, found = self.acting(phase, "check", role, self.aimed("sheriff"))
            if role == "sheriff" and seat and not self.is_red(found):
                self.counts[seat, "found_black_count"] += 1
            if role == "don" and seat and self.roles[found] == "sheriff":
                self.counts[seat, "found_sheriff_count"] += 1
        dead = shots - {healed, visited}
        if beauty in dead:
            dead.add(visited)
            self.counts[beauty, f"took_{self.kind(visited)}_count"] += 1
        for helper, target in ((doctor, healed), (beauty, visited)):
            if helper and target in shots - dead:
                self.counts[helper, f"saved_{self.kind(target)}_count"] += 1
        if maniac and aim in dead and self.roles[aim] in ACTIVE:
            self.counts[maniac, "killed_active_count"] += 1
        self.leave(phase, dead)

    def kind(self, seat):
        return "sheriff" if self.roles[seat] == "sheriff" else "red" if self.is_red(seat) else "black"

    # --- days

    def day(self, number):
        phase = f"D{number}"
        leaders = self.chance.sample(sorted(self.alive), self.chance.choice([1, 1, 2, 3]))
        votes = {
            seat: self.chance.choice([*leaders, leaders[0], self.anyone()]) for seat in sorted(self.alive)
        }
        for seat, target in votes.items():
            self.tell(phase, "vote", seat, target)
        fate = self.chance.choice(["out", "out", "shootout", "justified", "removed", "nothing"])
        if fate == "out":
            for seat, target in votes.items():
                if target in leaders and self.is_red(seat) != self.is_red(target):
                    self.counts[seat, "vote_hit_count"] += 1
            self.leave(phase, set(leaders))
        elif fate == "shootout":
            self.tell(phase, "shootout", "", leaders[0])
            self.exits[leaders[0]] = phase
            self.alive.remove(leaders[0])
        elif fate == "justified":
            self.tell(phase, "justified", "", ",".join(map(str, sorted(leaders))))
            self.counts.update((seat, "justified_count") for seat in leaders)
        elif fate == "removed":
            self.tell(phase, "removed", "", leaders[0])
            self.removed.add(leaders[0])
            self.alive.remove(leaders[0])

    # --- how it is told

    def typed(self):
        """All figures as a sheet without a log has them."""
        told = [f"{seat} {name} {many}" for (seat, name), many in self.counts.items()]
        told += [f"{seat} exit {phase}" for seat, phase in self.exits.items()]
        mark = "is_disqualified" if self.ruleset == "demafia" else "removal"
        return "; ".join(told + [f"{seat} {mark} +" for seat in self.removed])

    def rows(self, game, typed):
        row = {"roles": " ".join(self.roles.values()), "winner": self.winner, "typed": typed}
        return seats(row, game, self.ruleset)


def told_by(games, *, typed, log):
    """A workbook of the games: their figures typed, or their acts told, or both."""
    rows = [
        one
        for number, game in enumerate(games, 1)
        for one in game.rows(number, game.typed() if typed else "")
    ]
    acted = [one for number, game in enumerate(games, 1) for one in acts("; ".join(game.acts), number)]
    return rows, acted if log else []


def league_of(ruleset, rows, log):
    tabs = {"Games": [HEADER, *rows], **({"Acts": [LOG_HEADER, *log]} if log else {})}
    return Memory(tabs), a_city(ruleset, "Acts" if log else None)


def answer(ruleset, rows, log):
    """The scored seats, without what tells where they stood, and the standings."""
    scored_seats, standings = scored(*league_of(ruleset, rows, log))
    return scored_seats.drop(columns=["sheet", "row"]), standings


def found_in(ruleset, rows, log):
    return found_reading(*league_of(ruleset, rows, log))


COMPONENTS = {
    "demafia": ["base", "hits", "visits", "lover", "saves", "checks", "votes", "oratory", "points"],
    "evenings": ["base", "actions", "voted_out", "compensation", "left_table", "points"],
}


@st.composite
def played(draw, ruleset):
    chance = random.Random(draw(st.integers(0, 2**32)))
    return [Game(ruleset, chance) for _ in range(draw(st.sampled_from([1, 6, 12])))], chance


def without_shoot_outs(games):
    """A sheet without a log cannot tell a shoot-out from a vote; only the evenings' points depend on it."""
    return [game for game in games if not any(" shootout " in act for act in game.acts)]


@pytest.mark.parametrize("ruleset", ["demafia", "evenings"])
@SETTINGS
@given(st.data())
def test_a_game_told_by_its_log_has_the_points_of_its_typed_figures(ruleset, data):
    games, _ = data.draw(played(ruleset))
    games = games if ruleset == "demafia" else without_shoot_outs(games)
    if not games:
        return
    by_log, standings = answer(ruleset, *told_by(games, typed=False, log=True))
    by_figures, other_standings = answer(ruleset, *told_by(games, typed=True, log=False))
    keys = ["game_no", "seat", "exit", *COMPONENTS[ruleset]]
    one, other = (table[keys].astype("object").fillna("") for table in (by_log, by_figures))
    pd.testing.assert_frame_equal(one, other)
    pd.testing.assert_frame_equal(standings, other_standings)
    for typed in (False, True):
        found = found_in(ruleset, *told_by(games, typed=typed, log=True))
        assert found.empty, found.to_string()


@pytest.mark.parametrize("ruleset", ["demafia", "evenings"])
@SETTINGS
@given(st.data())
def test_the_order_of_the_rows_of_a_log_changes_nothing(ruleset, data):
    games, chance = data.draw(played(ruleset))
    rows, log = told_by(games, typed=False, log=True)
    before = answer(ruleset, rows, log)
    mixed = answer(ruleset, rows, chance.sample(log, len(log)))
    for one, other in zip(before, mixed, strict=True):
        pd.testing.assert_frame_equal(one, other, check_exact=True)


def test_the_games_are_not_trivial():
    """Everything that a figure is for comes about in them."""
    for ruleset, least in (("demafia", 8), ("evenings", 9)):
        games = [Game(ruleset, random.Random(seed)) for seed in range(150)]
        seen = {name for game in games for _, name in game.counts}
        assert (
            len(seen - ({"vote_hit_count", "justified_count"} if ruleset == "evenings" else set())) == least
        )
        assert any(game.removed for game in games)
