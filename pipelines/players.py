"""One person, one name: aliases joined, statuses on the day of each game, look-alike names found."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest import Sheets, seat_places
from pipelines.values import FIRST_SERIAL
from pipelines.vocabulary import meanings
from rulesets import OF_PLAYER
from rulesets.words import fold, tidy

_NO_STATUS = "novice"
_LONG_AGO = pd.Timestamp("1900-01-01").as_unit("s")
_LONGEST_NAME = 60  # letters in which two names may differ by one; longer texts are no nicknames
_MANY_DAYS = 10_000_000  # more than a calendar has


def known(sheets: Sheets) -> Sheets:
    """The sheets with aliases of players replaced by their names, and what the players tab tells of each seat's player.

    That is the `status` on the day of the game, the `registration` and the `strength`.
    """
    seats = sheets.seats.assign(player=_under_one_name(sheets.seats["player"], sheets.players))
    told = {name: _least(seats["player"], sheets.players, name) for name in OF_PLAYER}
    return replace(sheets, seats=seats.assign(status=_statuses(seats, sheets.players), **told))


def aliases(players: pd.DataFrame) -> pd.DataFrame:
    """The aliases of the players tab, one a row: columns player, alias, sheet, row."""
    some = players.loc[players["aliases"].notna(), ["player", "aliases", "sheet", "row"]]
    listed = some.assign(alias=some["aliases"].astype("str").str.split(r"[,;\n]", regex=True)).explode(
        "alias"
    )
    listed["alias"] = listed["alias"].fillna("").map(tidy)
    return listed[listed["alias"] != ""].drop(columns="aliases").reset_index(drop=True)


def _under_one_name(names: pd.Series, players: pd.DataFrame) -> pd.Series:
    """The names with each alias replaced by the player's name; other names stay as typed."""
    listed = aliases(players)
    if listed.empty:
        return names
    by_alias = dict(zip(listed["alias"].map(fold), listed["player"].astype("str"), strict=True))
    typed = set(players["player"].dropna().astype("str"))
    said = names.cat.categories.astype("str")
    meant = said.map(lambda name: name if name in typed else by_alias.get(fold(name), name))
    distinct = pd.Categorical(meant)
    codes = np.append(distinct.codes, -1)[names.cat.codes]
    return pd.Series(pd.Categorical.from_codes(codes, dtype=distinct.dtype), names.index)


def _statuses(seats: pd.DataFrame, players: pd.DataFrame) -> pd.Series:
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
    known = np.where(is_own, status, meanings("statuses").index(_NO_STATUS))
    return pd.Series(pd.Categorical.from_codes(known, dtype=kinds), seats.index)


def _least(names: pd.Series, players: pd.DataFrame, name: str) -> pd.Series:
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
    """Two nicknames that may be one person; a player's name or status that the players tab gives twice."""
    yield _similar_names(sheets, language)
    players = sheets.players
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


def _similar_names(sheets: Sheets, language: str) -> pd.DataFrame:
    """Pairs of nicknames that differ only by case, spaces, look-alike letters, or one letter."""
    place = ["player", "sheet", "row"]
    seats = sheets.seats[[*place, "game"]].drop_duplicates("player")
    first = pd.concat([seats, sheets.players[place].drop_duplicates("player")])
    first = (
        first.dropna(subset="player").astype({"player": "str"}).drop_duplicates("player").set_index("player")
    )
    pairs = similar(first.index.to_series())
    listed = set(sheets.players["player"].dropna().astype("str"))
    are_two = pairs["name"].isin(listed) & pairs["other"].isin(listed)  # the club says so itself
    pairs = pairs[~are_two | (pairs["name"].map(fold) == pairs["other"].map(fold))]
    if pairs.empty:
        return findings.nothing()
    at = first.loc[pairs["other"]].fillna({"game": -1}).astype({"game": "int64"})
    return findings.found(
        "similar-names",
        language,
        **seat_places(at, "player", sheets.layouts),
        value=pairs["name"].to_numpy() + " / " + pairs["other"].to_numpy(),
    )


def similar(names: pd.Series) -> pd.DataFrame:
    """The pairs of distinct `names` that may be one: columns name, other.

    Two names with one letter of each taken out at the same place, or out of one of them, are the same text;
    so all such texts are made, and equal ones joined.
    """
    shortened = names.map(lambda name: _shortened(fold(name))).set_axis(names).explode()
    texts = pd.DataFrame(shortened.tolist(), columns=["place", "text"]).assign(name=shortened.index)
    texts = texts[texts["text"].duplicated(keep=False) & (texts["text"] != "")]
    whole, short = texts[texts["place"] < 0], texts[texts["place"] >= 0]
    same = texts.merge(texts, on=["place", "text"], suffixes=("", "_other"))
    longer = whole.merge(short.drop_duplicates(["name", "text"]), on="text", suffixes=("", "_other"))
    pairs = pd.concat([same, longer])[["name", "name_other"]]
    pairs = pairs[pairs["name"] != pairs["name_other"]]
    ordered = pd.DataFrame({"name": pairs.min(axis=1), "other": pairs.max(axis=1)}).drop_duplicates()
    return ordered.sort_values(["name", "other"], ignore_index=True)


def _shortened(text: str) -> list[tuple[int, str]]:
    """The text (at place -1), and with each letter taken out, by its place.

    A digit is no letter: `Кот 1` and `Кот 2` are two.
    """
    letters = [place for place, letter in enumerate(text[:_LONGEST_NAME]) if not letter.isdigit()]
    return [(-1, text), *((place, text[:place] + text[place + 1 :]) for place in letters)]
