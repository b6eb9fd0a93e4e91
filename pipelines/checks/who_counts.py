"""Who is on the players tab and who plays: players without a row, rows and aliases without a game."""

from collections.abc import Iterator
from typing import Any, Final

import pandas as pd

from pipelines import findings, texts
from pipelines.checks.places import at_seats
from pipelines.enrich.players import NO_STATUS, aliases
from pipelines.ingest.games import Sheets, seat_places
from pipelines.rating.score import columns_by_span
from rulesets import Ruleset
from rulesets.words import fold

_NEAR: Final = 60  # of 100: how alike a name must be to be offered


def check(sheets: Sheets, language: str, ruleset: Ruleset) -> Iterator[pd.DataFrame]:
    """Aliases that no game has; where the rules read statuses, players without a row and statuses without a game."""
    if sheets.seats.empty:
        return
    wrong = sheets.findings.loc[sheets.findings["severity"] == "error", "game"].astype("int64")
    is_complete = (wrong >= 0).all()  # else somebody may have played in what could not be read
    if is_complete:
        yield _unplayed_aliases(sheets, language)
    if "status" in ruleset.needed(ruleset.rules):
        unlisted = _unlisted(sheets)
        yield from _of_unlisted(
            sheets, language, ruleset, unlisted[~sheets.seats.loc[unlisted.index, "game"].isin(wrong)]
        )
        if is_complete:
            yield _unplayed_statuses(sheets, language, unlisted)


def _unplayed_aliases(sheets: Sheets, language: str) -> pd.DataFrame:
    """The aliases of each row of the players tab under which nobody played."""
    listed = aliases(sheets.players)
    played = {fold(name) for name in sheets.nicknames}
    unplayed = listed[~listed["alias"].map(fold).isin(played)]
    if unplayed.empty:
        return findings.nothing()
    rows = unplayed.groupby(["sheet", "row"])["alias"].agg(", ".join).reset_index()
    return _at_rows(sheets, language, "unplayed-alias", "aliases", rows, rows["alias"])


def _unlisted(sheets: Sheets) -> pd.Series:
    """The seats' players who have no row on the players tab."""
    players = sheets.seats["player"]
    listed = sheets.players["player"].dropna().astype("str").unique()
    return players[players.notna() & ~players.isin(listed)]


def _of_unlisted(
    sheets: Sheets, language: str, ruleset: Ruleset, unlisted: pd.Series
) -> Iterator[pd.DataFrame]:
    """Each player without a row, at the first cell in a game where the status decides; without any status, one for all."""
    seats = sheets.seats
    decides = pd.Series(False, seats.index)  # on a day without an edition nothing is decided
    for _, columns in columns_by_span(seats, ruleset, ["status_decides"]):
        decides.update(columns.get("status_decides", columns["kind"] != "unrated"))
    rows = seats.loc[unlisted.index[decides[unlisted.index]]].sort_values(["sheet", "row"])
    rows = rows.drop_duplicates("player")
    if sheets.players["status"].notna().any():
        yield at_seats(sheets, language, "unlisted-player", "player", rows["player"])
    elif len(rows):
        many = pd.Series(len(rows), rows.index[:1])
        key = "breach.unlisted-player-of-all"
        yield at_seats(sheets, language, "unlisted-player", "player", many, told=key)


def _unplayed_statuses(sheets: Sheets, language: str, unlisted: pd.Series) -> pd.DataFrame:
    """The first row with a status of each player who played no game, with the nearest name that has no row."""
    players = sheets.players
    some = players[players["status"].notna() & (players["status"] != NO_STATUS) & players["player"].notna()]
    unplayed = some[~some["player"].isin(sheets.seats["player"])].drop_duplicates("player")
    if unplayed.empty:
        return findings.nothing()
    names = unlisted.astype("str").unique().tolist()
    near = unplayed["player"].astype("str").map(lambda name: _near(name, names, language))
    return _at_rows(sheets, language, "unplayed-status", "player", unplayed, unplayed["player"], near=near)


def _near(name: str, names: list[str], language: str) -> str:
    """A question whether the nearest of the names is meant; nothing if none is like it."""
    from rapidfuzz import process  # late: most leagues have no such player

    found = process.extractOne(name, names, processor=fold, score_cutoff=_NEAR)
    return texts.say("say.did-you-mean", language, near=found[0]) if found else ""


def _at_rows(
    sheets: Sheets,
    language: str,
    code: str,
    field: str,
    rows: pd.DataFrame,
    said: Any,
    **values: Any,
) -> pd.DataFrame:
    """A finding at the field of each of some rows of the players tab."""
    places = seat_places(rows.assign(game=-1), field, sheets.layouts)
    return findings.found(code, language, **places, value=said, **values)
