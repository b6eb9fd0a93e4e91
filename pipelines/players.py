"""One person, one name: aliases joined, statuses on the day of each game, look-alike names found."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.ingest import Sheets, seat_places
from pipelines.vocabulary import meanings
from rulesets.words import fold, tidy

_NO_STATUS = "novice"
_LONG_AGO = pd.Timestamp("1900-01-01").as_unit("s")


def known(sheets: Sheets) -> Sheets:
    """The sheets with aliases of players replaced by their names, and each seat's `status` on the day."""
    seats = sheets.seats.assign(player=_under_one_name(sheets.seats["player"], sheets.players))
    return replace(sheets, seats=seats.assign(status=_statuses(seats, sheets.players)))


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
    dated = players.loc[players["status"].notna() & players["player"].notna(), ["player", "status", "since"]]
    kind = pd.CategoricalDtype(list(meanings("statuses")))
    if dated.empty or seats.empty:
        return pd.Series(pd.Categorical([_NO_STATUS] * len(seats), dtype=kind), seats.index)
    code = dict(zip(seats["player"].cat.categories, range(len(seats["player"].cat.categories)), strict=True))
    since = pd.DataFrame(
        {
            "player": dated["player"].astype("object").map(code).fillna(-1).astype("int32"),
            "date": dated["since"].fillna(_LONG_AGO).astype("datetime64[s]"),
            "status": dated["status"].astype("object"),
        }
    ).sort_values("date", kind="stable")
    played = pd.DataFrame(
        {
            "player": seats["player"].cat.codes.astype("int32"),
            "date": seats["date"].fillna(_LONG_AGO).astype("datetime64[s]"),
        }
    ).sort_values("date", kind="stable")
    on_the_day = pd.merge_asof(played.reset_index(), since, on="date", by="player").set_index("index")[
        "status"
    ]
    return pd.Series(
        pd.Categorical(on_the_day.reindex(seats.index).fillna(_NO_STATUS), dtype=kind), seats.index
    )


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Two nicknames that may be one person; a player's name or status that the players tab gives twice."""
    yield _similar_names(sheets, language)
    players = sheets.players
    listed = aliases(players)
    listed = listed.assign(key=listed["alias"].map(fold)).drop_duplicates(["key", "player"])
    twice = listed[listed["key"].duplicated() | listed["alias"].isin(players["player"].astype("str"))]
    if len(twice):
        yield _at_players(sheets, language, "alias-twice", "aliases", twice, twice["alias"])
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
    seats = sheets.seats
    first = pd.concat([seats[["player", "sheet", "row", "game"]], sheets.players[["player", "sheet", "row"]]])
    first = (
        first.dropna(subset="player").astype({"player": "str"}).drop_duplicates("player").set_index("player")
    )
    pairs = similar(first.index.to_series())
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
    so all such texts are made, one letter place after the other, and equal ones joined. A digit is no letter:
    `Кот 1` and `Кот 2` are two.
    """
    folded = names.map(fold)
    texts = [pd.DataFrame({"name": names, "text": folded, "out": "", "place": -1})]
    for place in range(int(folded.str.len().max() or 0)):
        some = folded[folded.str.len() > place]
        texts.append(
            pd.DataFrame(
                {
                    "name": names[some.index],
                    "text": some.str.slice(0, place) + some.str.slice(place + 1),
                    "out": some.str.slice(place, place + 1),
                    "place": place,
                }
            )
        )
    texts_made = pd.concat(texts)
    texts_made = texts_made[~texts_made["out"].str.isdigit() & (texts_made["text"] != "")]
    pairs = texts_made.merge(texts_made, on="text", suffixes=("", "_other"))
    pairs = pairs[pairs["name"] < pairs["name_other"]]
    one_place = (pairs["place"] == pairs["place_other"]) | (pairs["place"] < 0) | (pairs["place_other"] < 0)
    found = pairs.loc[one_place, ["name", "name_other"]].drop_duplicates()
    return found.rename(columns={"name_other": "other"}).sort_values(["name", "other"], ignore_index=True)
