"""What is wrong in a log of acts, at the cells of its acts or of the seats that it contradicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipelines import findings, texts
from pipelines.addresses import Layout
from pipelines.enrich.log_counts import Acts, Board, Left, Numbers, mafia_alive
from pipelines.ingest.games import seat_places
from pipelines.ingest.vocabulary import meanings

LEAVING = ("exit", "shootout", "removed")
_BY_NIGHT = ("shot", "check", "heal", "visit")
_BY_DAY = ("vote", "shootout", "justified")


def acts_told(acts: pd.DataFrame, language: str) -> pd.Series:
    """Phase and act, in the language."""
    words = {name: texts.say(f"action.{name}", language).lower() for name in meanings("actions")}
    phases = acts["phase"].astype("object").fillna("").map(lambda phase: _worded_phase(phase, language))
    return phases + " " + acts["action"].astype("object").map(words).fillna("")


def _worded_phase(phase: str, language: str) -> str:
    """A phase as the language writes it: N1 is Н1 in Russian."""
    return texts.say(f"phase.{phase[0]}", language) + phase[1:] if phase else ""


@dataclass
class Finder:
    """Collects findings at the cells of acts, or of seats."""

    log: pd.DataFrame
    layouts: Sequence[Layout]
    language: str
    of_reading: pd.DataFrame

    def __post_init__(self) -> None:
        self.found: list[pd.DataFrame] = []
        places = pd.DataFrame(seat_places(self.log, "", self.layouts))
        rows = ["file", "tab", "row"]
        told = pd.MultiIndex.from_frame(places[rows]).isin(pd.MultiIndex.from_frame(self.of_reading[rows]))
        told &= (self.log["column"] == 0).to_numpy()
        self._is_told = told if len(self.of_reading) else np.zeros(len(self.log), "bool")

    def __call__(
        self, code: str, field: str, acts: Acts, some: Numbers, seats: Numbers | None = None
    ) -> None:
        """A finding at each row of the log for which `some` is true, unless the row could not be read anyway.

        What it says was read is the act, or the wrong one of its `seats`.
        """
        rows = np.unique(acts.row[some])
        rows = rows[~self._is_told[rows]]
        if not len(rows):
            return
        at = self.log.iloc[rows]
        said = findings.games_told(at) if code == "unknown-game" else acts_told(at, self.language)
        if seats is not None:
            wrong = pd.Series(seats[some]).astype("str").groupby(acts.row[some]).agg(", ".join)
            said = wrong.loc[rows].set_axis(at.index)
        places = seat_places(at, field, self.layouts)
        self.found.append(findings.found(code, self.language, **places, value=said))

    def marked(self, seats: pd.DataFrame, name: str) -> pd.Series:
        """What is typed of a mark: a sign at the seat, or on a protocol what the label tells."""
        facts = [layout.facts.get(name) for layout in self.layouts]
        return seats["sheet"].map(pd.Series([fact.text if fact else "+" for fact in facts]))

    def untold(self, seats: pd.DataFrame, name: str, of_log: pd.Series, has_log: pd.Series) -> pd.Series:
        """A column of the seats as typed, or as the log has it where nothing is typed."""
        typed = seats[name]
        if isinstance(typed.dtype, pd.CategoricalDtype):
            typed = typed.astype(of_log.dtype)
        self.mismatch(seats, name, typed.notna() & has_log & (typed != of_log), typed, of_log)
        return typed.where(typed.notna() | ~has_log, of_log)

    def mismatch(
        self, seats: pd.DataFrame, name: str, differs: pd.Series, typed: pd.Series, of_log: pd.Series
    ) -> None:
        """A finding at each seat whose typed figure `differs` from that of the log."""
        if differs.any():
            places = seat_places(seats[differs], name, self.layouts)
            log, said = of_log[differs].astype("object"), typed[differs].astype("object")
            if name in ("exit", "is_first_kill"):
                log = log.fillna("").map(lambda phase: _worded_phase(phase, self.language))
            if name == "exit":
                said = said.map(lambda phase: _worded_phase(phase, self.language))
            log = log.map(findings.shown).replace("", "—")
            self.found.append(
                findings.found("counter-mismatch", self.language, **places, value=said, log=log)
            )


def check_acts(acts: Acts, board: Board, left: Left, find: Finder) -> None:
    """Acts in a phase that has none such, by or on a seat that had left."""
    find("night-zero", "phase", acts, acts.order == 0)
    is_night = acts.order % 2 == 0
    find("act-phase", "phase", acts, acts.are(*_BY_NIGHT) & ~is_night | acts.are(*_BY_DAY) & is_night)
    gone = (acts.actor > 0) & (left.gone[acts.game, acts.actor] < acts.order)
    find("act-after-exit", "actor", acts, gone & ~acts.are(*LEAVING))
    gone = (acts.target > 0) & (left.gone[acts.game, acts.target] < acts.order)
    find(
        "act-after-exit", "targets", acts, gone & ~acts.are("removed")
    )  # who has left may still be sent away


def check_roles(acts: Acts, board: Board, left: Left, roles: Mapping[str, list[str]], find: Finder) -> None:
    """Acts of a role that has none such; the lover shoots once no mafia and no boss is left."""
    for name, able in roles.items():
        some = acts.of(name)
        find("act-role", "action", some, (some.actor > 0) & ~board.is_role(some.game, some.actor, *able))
    lover = acts.of("shot")
    lover = lover.where(board.is_role(lover.game, lover.actor, "lover"))
    too_early: Numbers = np.asarray(mafia_alive(lover.game, lover.order, board, left).any(axis=1))
    find("act-role", "action", lover, too_early)


def check_heals(heals: Acts, board: Board, most: int, find: Finder) -> None:
    """The same player healed on more nights running than may be."""
    if not most or not len(heals.row):
        return
    healed = board.marked(heals.game, heals.order, heals.target)
    again = heals.order >= 2 * most
    for night in range(1, most + 1):
        again &= healed[board.cell(heals.game, np.maximum(heals.order - 2 * night, 0), heals.target)]
    find("heal-thrice", "targets", heals, again)
