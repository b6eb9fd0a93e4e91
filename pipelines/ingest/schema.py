"""The canonical tables: what every stage after ingest counts on, column by column.

Ingest builds tables of this form; `SEATS.validate(frame)` proves it for a table that came another way. Every
column is there whatever the sheets hold; what a sheet leaves empty is missing (NaN, NA, NaT), and a mark that is
not set is False.
"""

from typing import Any, Final

import pandas as pd
import pandera.pandas as pa

from pipelines.ingest.vocabulary import meanings

_PHASE: Final = r"[ND]\d+"


def _column(dtype: Any, meaning: str, *checks: pa.Check, nullable: bool = False) -> pa.Column:
    return pa.Column(dtype, list(checks), nullable=nullable, description=meaning)


def _text(meaning: str) -> pa.Column:
    return _column(pd.CategoricalDtype, meaning, nullable=True)


def _word(group: str, meaning: str) -> pa.Column:
    return _column(pd.CategoricalDtype(list(meanings(group))), meaning, nullable=True)


def _date(meaning: str) -> pa.Column:
    return _column("datetime64[s]", meaning, nullable=True)


def _seat(meaning: str) -> pa.Column:
    return _column("Int16", meaning, pa.Check.in_range(1, 20), nullable=True)


def _game_no() -> pa.Column:
    return _column("Int32", "number of the game within its evening and table", pa.Check.ge(0), nullable=True)


def _unplaced() -> pa.Column:
    meaning = (
        "0; if a cell that says which game it is could not be read, a number, the same for the same text"
    )
    return _column("int32", meaning, pa.Check.ge(0))


def _figure(meaning: str) -> pa.Column:
    return _column("float64", meaning, nullable=True)


def _count(meaning: str) -> pa.Column:
    return _column(
        "float64", f"{meaning}; a whole number, missing if not typed", pa.Check.ge(0), nullable=True
    )


def _mark(meaning: str) -> pa.Column:
    return _column("bool", meaning)


def _phase(meaning: str) -> pa.Column:
    return _column(
        pd.CategoricalDtype, f"{meaning}: N1 (first night), D2 …", pa.Check.str_matches(_PHASE), nullable=True
    )


_IDENTITY: Final = {
    "date": _date("day of the game"),
    "evening": _text("playing session; where the sheet has none, the date is the evening"),
    "table": _text("table of the evening"),
    "game_no": _game_no(),
}
_PLACE: Final = {
    "sheet": _column("int32", "which tab the row stands on: index into the layouts"),
    "row": _column("int32", "row of the tab, as the sheet shows it", pa.Check.ge(0)),
}

SEATS: Final = pa.DataFrameSchema(
    {
        **_IDENTITY,
        "club": _text("club of the game"),
        "kind": _word("kinds", "kind of the game"),
        "judge": _text("judge of the game"),
        "tournament": _text("tournament that the game belongs to"),
        "stage": _text("stage of the tournament"),
        "seat": _seat("number of the seat at the table"),
        "player": _text("nickname, the same for all spellings that the players tab joins"),
        "role": _word("roles", "role dealt to the seat"),
        "winner": _word("winners", "who won the game"),
        "is_first_kill": _mark("left the game in the first night"),
        "named_1": _seat("first seat named in the best move; missing if it was not used or typed as a count"),
        "named_2": _seat("second seat named in the best move"),
        "named_3": _seat("third seat named in the best move"),
        "black_named_typed": _column(
            "float64",
            "black players among the three named, typed as a count",
            pa.Check.in_range(0, 3),
            nullable=True,
        ),
        "bonus_typed": _figure("points given by the judge, as typed"),
        "penalty_typed": _column(
            "float64", "penalty as typed, without its sign", pa.Check.ge(0), nullable=True
        ),
        "reason": _text("reason of the penalty, as typed"),
        "is_removed": _mark("removed from the table, with or without effect"),
        "is_removed_without_effect": _mark("removed, and it had no effect on the game"),
        "removal_typed": _text("the removal, as typed"),
        "is_ppk": _mark("an act of the player gave the other team the win"),
        "is_approved": _mark("the judge's figures of the seat are approved by whoever must"),
        "weight_typed": _figure("rating points that one point of this game is worth"),
        "exit": _phase("phase in which the player left the game; missing if alive to the end"),
        "found_black_count": _count("night checks that found black"),
        "found_sheriff_count": _count("nights in which the sheriff was found"),
        "saved_red_count": _count("red players saved, the sheriff apart"),
        "saved_sheriff_count": _count("times that the sheriff was saved"),
        "saved_black_count": _count("black players saved"),
        "took_black_count": _count("black players taken along"),
        "took_red_count": _count("red players taken along, the sheriff apart"),
        "took_sheriff_count": _count("times that the sheriff was taken along"),
        "killed_active_count": _count("active players killed by the maniac"),
        "is_left_table": _mark("left the table, by warnings or of one's own will"),
        "hit_count": _count("shots that killed"),
        "first_visit_count": _count("first visits of the maniac to black players"),
        "lethal_visit_count": _count("second visits of the maniac to black players"),
        "save_count": _count("healed players who were under a threat and lived"),
        "vote_hit_count": _count("votes against a player of the other team who was voted out that day"),
        "justified_count": _count("justifications that kept the player in the game"),
        "foul_count": _count("fouls"),
        "is_mvp": _mark("most valuable player of the game"),
        "is_fine_move": _mark("fine move, by the judge"),
        "is_disqualified": _mark("disqualified from the game"),
        "disqualification_denied": _text("the word by which the sheet denies a disqualification, as typed"),
        **_PLACE,
        "unplaced": _unplaced(),
        "game": _column("int32", "number of the game in order of play, from 0", pa.Check.ge(0)),
        "status": _word("statuses", "status of the player on the day of the game"),
        "registration": _figure("order of the player's registration, as the players tab has it"),
        "is_shot_out": _mark("left by the shoot-out of a tie, which is no vote"),
        "vote_accuracy": _figure("votes against the other team over all votes; missing without a log"),
        "strength": _figure("strength of the player, as the players tab has it"),
        "weight": _figure(
            "rating points that one point is worth, from the game, the tables tab or strengths"
        ),
    },
    strict=True,
    name="seats",
)

PLAYERS: Final = pa.DataFrameSchema(
    {
        "player": _text("nickname"),
        "status": _word("statuses", "status"),
        "since": _date("first day of the status; missing means always"),
        "registration": _figure("order of registration: a number, or a moment as days of a spreadsheet"),
        "strength": _figure("strength of the player, for table weights"),
        "aliases": _text("other spellings of the nickname, by commas"),
        **_PLACE,
    },
    strict=True,
    name="players",
)

TABLES: Final = pa.DataFrameSchema(
    {**_IDENTITY, "weight": _figure("rating points that one point is worth at this table"), **_PLACE},
    strict=True,
    name="tables",
)

ACTIONS: Final = pa.DataFrameSchema(
    {
        **_IDENTITY,
        "phase": _phase("phase of the act"),
        "action": _word("actions", "what was done"),
        "actor": _seat("seat of who acts; missing for the mafia's common shot"),
        "targets": _column(
            "int32", "seats that it was done to, as bits: seat 3 is the bit of 8", pa.Check.ge(0)
        ),
        "column": _column(
            "int16", "column of the act's cell on a protocol; 0 on a log with a row an act", pa.Check.ge(0)
        ),
        **_PLACE,
        "unplaced": _unplaced(),
    },
    strict=True,
    name="actions",
)
