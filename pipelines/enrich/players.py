"""The players tab: spellings of a name joined, statuses on the day of each game, what the tab says twice."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest.games import Sheets, seat_places
from pipelines.ingest.unknown import is_sound
from pipelines.ingest.values import FIRST_SERIAL
from pipelines.ingest.vocabulary import meanings
from rulesets import OF_PLAYER
from rulesets.words import fold, tidy

NO_STATUS = "novice"
_BETWEEN_ALIASES = r"[,;\n]"
_SLASHES = re.compile(r"[/|\\]")
_LONG_AGO = pd.Timestamp("1900-01-01").as_unit("s")
_MANY_DAYS = 10_000_000  # more than a calendar has


def known(sheets: Sheets) -> Sheets:
    """The sheets with each player under one name, and what the players tab tells of each seat's player.

    That is the `status` on the day of the game, the `registration` and the `strength`.
    """
    nicknames = sheets.seats["player"].cat.categories.astype("str")
    players = sheets.players.assign(aliases=_by_commas(sheets.players["aliases"], nicknames))
    seats = sheets.seats.assign(player=under_one_name(sheets.seats["player"], players))
    told = {name: least(seats["player"], players, name) for name in OF_PLAYER}
    seats = seats.assign(status=statuses(seats, players), **told)
    return replace(sheets, seats=seats, players=players, nicknames=nicknames)


def _by_commas(listed: pd.Series, nicknames: Iterable[str]) -> pd.Series:
    """The lists of aliases with commas in place of slashes and bars, but for a nickname of the games that has one."""
    played = {fold(name) for name in nicknames}

    def separated(text: str) -> str:
        parts = re.split(_BETWEEN_ALIASES, text)
        return ",".join(one if fold(one) in played else _SLASHES.sub(",", one) for one in parts)

    return listed.astype("object").map(separated, na_action="ignore").astype("category")


def aliases(players: pd.DataFrame) -> pd.DataFrame:
    """The aliases of the players tab, one a row: columns player, alias, sheet, row."""
    is_told = players["aliases"].notna() & players["player"].notna()
    some = players.loc[is_told, ["player", "aliases", "sheet", "row"]]
    listed = some.assign(alias=some["aliases"].astype("str").str.split(_BETWEEN_ALIASES, regex=True)).explode(
        "alias"
    )
    listed["alias"] = listed["alias"].fillna("").map(tidy)
    return listed[listed["alias"] != ""].drop(columns="aliases").reset_index(drop=True)


def under_one_name(names: pd.Series, players: pd.DataFrame) -> pd.Series:
    """The names as the players tab has them, where it does; other names stay as typed.

    A name of the tab stands for its aliases, and for all spellings that look the same; where the tab has several
    names that look the same, each stands for itself alone.
    """
    typed = players["player"].dropna().astype("str").drop_duplicates()
    if typed.empty:
        return names
    looks = typed.map(fold)
    alone = ~looks.duplicated(keep=False)
    listed = aliases(players)
    meant = dict(zip(looks[alone], typed[alone], strict=True))
    meant |= dict(zip(listed["alias"].map(fold), listed["player"].astype("str"), strict=True))
    listed_names = set(typed)
    said = names.cat.categories.astype("str")
    distinct = pd.Categorical(
        said.map(lambda name: name if name in listed_names else meant.get(fold(name), name))
    )
    codes = np.append(distinct.codes, -1)[names.cat.codes]
    return pd.Series(pd.Categorical.from_codes(codes, dtype=distinct.dtype), names.index)


def statuses(seats: pd.DataFrame, players: pd.DataFrame) -> pd.Series:
    """The status of each seat's player on the day of the game; novice where the players tab has none."""
    names, codes = seats["player"].cat.categories, seats["player"].cat.codes.to_numpy("int64")
    kinds = pd.CategoricalDtype(list(meanings("statuses")))
    dated = players[players["status"].notna() & players["player"].isin(names)]
    owner = names.get_indexer(pd.Index(dated["player"].astype("str")))
    since = _player_days(owner, dated["since"])
    order = np.argsort(since, kind="stable")
    last = np.searchsorted(since[order], _player_days(codes, seats["date"]), side="right") - 1
    is_own = (np.append(owner[order], -1)[last] == codes) & (codes >= 0)
    status = np.append(dated["status"].cat.codes.to_numpy()[order], 0)[last]
    known = np.where(is_own, status, meanings("statuses").index(NO_STATUS))
    return pd.Series(pd.Categorical.from_codes(known, dtype=kinds), seats.index)


def least(names: pd.Series, players: pd.DataFrame, name: str) -> pd.Series:
    """A figure of each seat's player, the least if the players tab tells several; missing if it tells none."""
    told = players.loc[players[name].notna() & players["player"].notna(), ["player", name]]
    first = told.astype({"player": "str"}).groupby("player")[name].min()
    of_names = first.reindex(names.cat.categories.astype("str")).to_numpy("float64")
    return pd.Series(np.append(of_names, np.nan)[names.cat.codes], names.index)


def _player_days(player: np.ndarray, dates: pd.Series) -> np.ndarray:
    """Numbers that order players, and the days of each; a missing date is long ago."""
    days = dates.fillna(_LONG_AGO).to_numpy("datetime64[D]").astype("int64")
    number: np.ndarray = player * _MANY_DAYS + days
    return number


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Rows of the players tab without a name; an alias, or a status of one day, that it gives twice."""
    players = sheets.players[is_sound(sheets.players, sheets)]
    listed = aliases(players)
    listed = listed.assign(key=listed["alias"].map(fold)).drop_duplicates(["key", "player"])
    own = listed["player"].map(lambda name: fold(str(name)))
    taken = listed["key"].isin(players["player"].dropna().astype("str").map(fold)) & (own != listed["key"])
    twice = listed[listed["key"].duplicated() | taken]
    if len(twice):
        yield _at_players(sheets, language, "alias-twice", "aliases", twice, twice["alias"])
    nameless = players[players["player"].isna()]
    if len(nameless):
        yield _at_players(sheets, language, "missing-value", "player", nameless, nameless["player"])
    registered = players[players["registration"].notna() & players["player"].notna()]
    by_number = registered[registered["registration"] < FIRST_SERIAL]
    if 0 < len(by_number) < len(registered):
        said = by_number["registration"].head(1)
        yield _at_players(sheets, language, "registration-mixed", "registration", by_number.head(1), said)
    dated = players[players["player"].notna() & players["status"].notna()]
    again = dated[dated.duplicated(["player", "since"]) & ~dated.duplicated(["player", "since", "status"])]
    if len(again):
        yield _at_players(sheets, language, "status-twice", "status", again, again["player"])


def _at_players(
    sheets: Sheets, language: str, code: str, field: str, rows: pd.DataFrame, said: pd.Series
) -> pd.DataFrame:
    places = seat_places(rows.assign(game=-1), field, sheets.layouts)
    return findings.found(code, language, **places, value=said.astype("object"))
