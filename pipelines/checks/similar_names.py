"""Who is who: nicknames that may be one person, and the rows of the players tab that would join them."""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from pipelines import findings
from pipelines.addresses import cell_names
from pipelines.enrich import players
from pipelines.ingest.games import Sheets, seat_places
from rulesets import OF_PLAYER
from rulesets.words import fold, tidy

_LONGEST = 60  # letters of a nickname; longer texts are none, and are the same or not
_SWAPPED_FROM = 5  # letters of a name in which two neighbours may have changed places
_SLIP_EVERY = 8  # letters of a name for one slip in it; the first is allowed in any
_ROWS_AT_ONCE = 500  # names compared with all others at once
_SHORTEST_SOUND = 3
_SURE = ("looks", "sounds", "slip")  # how two names are alike, the surest first
_BETWEEN_ALIASES = r"[,;\n]"

# Cyrillic letters as nicknames have them in Latin, then other ways to write the same sound.
_LATIN = str.maketrans(
    dict(zip("абвгґдеёєзиіїйклмнопрстуфхыэ", "abvggdeeeziiiiklmnoprstufhie", strict=True))
    | {"ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ю": "iu", "я": "ia", "ъ": "", "ь": ""}
)
_SOUNDS = (
    *(
        (r"[^\w\s]|_", ""),
        ("sch", "sh"),
        ("ck", "k"),
        ("c(?!h)", "k"),
        ("q", "k"),
        ("kh", "h"),
        ("x", "ks"),
        ("ph", "f"),
    ),
    *(("w", "v"), ("j", "dzh"), ("y", "i"), ("ee", "i"), ("oo", "u"), (r"([^\W\d])\1+", r"\1")),
)


# --- names that are alike


def alike(names: pd.Series) -> pd.DataFrame:
    """The pairs of distinct `names` that may be one person's: columns name, other, how.

    `how` is `looks` (a reader takes them for the same), `sounds` (the same in Latin letters, or in another order of
    words) or `slip` (they differ by slips of typing).
    """
    distinct = names.astype("str").drop_duplicates()
    by_sound = _ordered(_equal(distinct, _sounds(distinct))).assign(how="sounds")
    close = similar(distinct)
    looks_same = close["name"].map(fold) == close["other"].map(fold)
    close["how"] = np.where(looks_same, "looks", "slip")
    pairs = pd.concat([close[looks_same], by_sound, close[~looks_same]])
    return pairs.drop_duplicates(["name", "other"]).sort_values(["name", "other"], ignore_index=True)


def similar(names: pd.Series) -> pd.DataFrame:
    """The pairs of distinct `names` that look the same, but perhaps for a slip: columns name, other.

    A slip is a letter more, less or another, or in names of five letters and more two neighbours that changed
    places; one is allowed for each eight letters, and one in shorter names. A digit is no letter: `Кот 1` and
    `Кот 2` are two. Case, spaces and look-alike letters do not count.
    """
    texts = pd.DataFrame({"name": names.astype("str").drop_duplicates()})
    texts["text"] = texts["name"].map(fold)
    same = _equal(texts["name"], texts["text"])
    texts["length"] = texts["text"].str.len()
    texts["digits"] = texts["text"].str.replace(r"\D", "", regex=True)
    texts = texts[texts["length"].between(1, _LONGEST)].sort_values("length", ignore_index=True)
    near = [np.zeros((0, 2), "int64"), *_near_texts(texts["text"], texts["length"].to_numpy())]
    one, other = (texts.iloc[rows] for rows in np.concatenate(near).T)
    same_digits = one["digits"].to_numpy() == other["digits"].to_numpy()
    pairs = {"name": one["name"].to_numpy()[same_digits], "other": other["name"].to_numpy()[same_digits]}
    return _ordered(pd.concat([same, pd.DataFrame(pairs)]))


def _near_texts(texts: pd.Series, lengths: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of pairs of texts, sorted by length, that differ by no more slips than are allowed; some pairs come twice."""
    if len(texts) < 2:
        return
    from rapidfuzz import process  # late: many a command compares no names
    from rapidfuzz.distance import OSA, Levenshtein

    text = texts.to_numpy("object")
    for length in np.unique(lengths).tolist():
        slips = max(1, length // _SLIP_EVERY)
        first, last, longest = np.searchsorted(lengths, [length, length + 1, length + slips + 1])
        scorer = OSA.distance if length >= _SWAPPED_FROM else Levenshtein.distance
        for row in range(first, last, _ROWS_AT_ONCE):
            rows = slice(row, min(row + _ROWS_AT_ONCE, last))
            others = slice(first + (length == 1) * (last - first), longest)  # two single letters are no slip
            apart = process.cdist(text[rows], text[others], scorer=scorer, score_cutoff=slips, dtype=np.uint8)
            one, other = np.nonzero((apart > 0) & (apart <= slips))
            yield np.column_stack([one + rows.start, other + others.start])


def _equal(names: pd.Series, keys: pd.Series | list[str]) -> pd.DataFrame:
    """The pairs of names with an equal key; an empty key is equal to none."""
    keyed = pd.DataFrame({"name": names, "key": keys})
    keyed = keyed[keyed["key"].duplicated(keep=False) & (keyed["key"] != "")]
    return keyed.merge(keyed.rename(columns={"name": "other"}), on="key")[["name", "other"]]


def _ordered(pairs: pd.DataFrame) -> pd.DataFrame:
    """Each pair once, the first in the alphabet first."""
    pairs = pairs[pairs["name"] != pairs["other"]]
    ordered = pd.DataFrame(
        np.sort(pairs.to_numpy("object"), axis=1), columns=["name", "other"]
    ).drop_duplicates()
    return ordered.sort_values(["name", "other"], ignore_index=True)


def _sounds(names: pd.Series) -> list[str]:
    """The words of each name in Latin letters, in the order of the alphabet; nothing for less than three letters."""
    text = "\n".join(map(tidy, names)).casefold().translate(_LATIN)
    for written, sound in _SOUNDS:
        text = re.sub(written, sound, text)
    sounds = ["".join(sorted(words.split(" "))) for words in text.split("\n")][: len(names)]
    return [sound if len(sound) >= _SHORTEST_SOUND else "" for sound in sounds]


# --- people of a league


def check(sheets: Sheets, language: str) -> Iterator[pd.DataFrame]:
    """Pairs of nicknames that may be one person's, where the sheets do not show that they are two.

    Two sit at one table, twice or more, or both stand on the players tab. Names that a reader cannot tell apart are
    told even so.
    """
    people = _people(sheets)
    pairs = _pairs(people, sheets.seats)
    if pairs.empty:
        return
    yield _told(pairs[pairs["may_be_one"]], people, sheets, language)
    at_one_table = (pairs["met"] == 1) & ~pairs["are_listed"]
    confusing = ~pairs["may_be_one"] & (at_one_table | (pairs["how"] == "looks"))
    yield _told(pairs[confusing], people, sheets, language, told="breach.similar-names-of-two")


def _people(sheets: Sheets) -> pd.DataFrame:
    """The names of the sheets: where each stands first (sheet, row, game), its `games`, whether it `is_listed`.

    That is, on the players tab; one that stands only there has game -1.
    """
    place = ["player", "sheet", "row", "game"]
    names = [
        table[place].drop_duplicates("player") for table in (sheets.seats, sheets.players.assign(game=-1))
    ]
    first = pd.concat(names).dropna(subset="player").astype({"player": "str"}).drop_duplicates("player")
    games = sheets.seats["player"].value_counts()
    return first.set_index("player").assign(
        games=games.set_axis(games.index.astype("str")).reindex(first["player"], fill_value=0).to_numpy(),
        is_listed=first["player"].isin(sheets.players["player"].dropna().astype("str")).to_numpy(),
    )


def _pairs(people: pd.DataFrame, seats: pd.DataFrame) -> pd.DataFrame:
    """The pairs of names that are alike, as `alike` has them, with what tells whether they are two people.

    `met` is in how many games both sat, `are_listed` whether the players tab has both; if neither, they `may_be_one`.
    """
    pairs = alike(people.index.to_series())
    met = _met(pairs, seats)
    listed = people.index[people["is_listed"]]
    are_listed = pairs["name"].isin(listed) & pairs["other"].isin(listed)
    return pairs.assign(met=met, are_listed=are_listed, may_be_one=(met == 0) & ~are_listed)


def _met(pairs: pd.DataFrame, seats: pd.DataFrame) -> np.ndarray:
    """In how many games the two of each pair sat both."""
    if pairs.empty:
        return np.zeros(0, "int64")
    some = seats.loc[seats["player"].isin({*pairs["name"], *pairs["other"]}), ["player", "game"]]
    played = some.drop_duplicates().astype({"player": "str"})
    of_one = (
        pairs[["name", "other"]].reset_index(names="pair").merge(played, left_on="name", right_on="player")
    )
    both = of_one.merge(played, left_on=["other", "game"], right_on=["player", "game"])
    return np.bincount(both["pair"], minlength=len(pairs))


def _told(
    pairs: pd.DataFrame, people: pd.DataFrame, sheets: Sheets, language: str, told: str = ""
) -> pd.DataFrame:
    """A finding for each pair, at the first cell of its second name."""
    if pairs.empty:
        return findings.nothing()
    one, other = (people.loc[pairs[column]] for column in ("name", "other"))
    return findings.found(
        "similar-names",
        language,
        **seat_places(other, "player", sheets.layouts),
        value=pairs["name"] + " / " + pairs["other"],
        told=told,
        cell=_cells(one, sheets),
        games=one["games"],
        other_cell=_cells(other, sheets),
        other_games=other["games"],
    )


def _cells(people: pd.DataFrame, sheets: Sheets) -> pd.Series:
    """Tab and cell where each name stands first; before them the file, if the sheets come from several."""
    at = pd.DataFrame(seat_places(people, "player", sheets.layouts))
    cells = at["tab"] + "!" + cell_names(at["column"], at["row"])
    several = len({layout.file for layout in sheets.layouts}) > 1
    return (at["file"] + " " + cells if several else cells).set_axis(people.index)


def suggested(sheets: Sheets) -> pd.DataFrame:
    """The spellings that an alias would join to a name, the surest first.

    Columns: player, alias, how (as `alike` has it), games, alias_games, cell (where the alias stands first). The name
    is the one on the players tab, or else the most frequent. Two who sat at one table, or both stand on the players
    tab, are never joined, nor is a name that would fall apart in a list of aliases.
    """
    people = _people(sheets).sort_values(["is_listed", "games", "player"], ascending=[False, False, True])
    rank = pd.Series(range(len(people)), people.index)
    pairs = _pairs(people, sheets.seats)
    pairs = pairs[pairs["may_be_one"]].astype({"how": pd.CategoricalDtype(list(_SURE), ordered=True)})
    is_first = rank[pairs["name"]].to_numpy() < rank[pairs["other"]].to_numpy()
    links = pairs[["how"]].assign(
        player=pairs["name"].where(is_first, pairs["other"]),
        alias=pairs["other"].where(is_first, pairs["name"]),
    )
    links = links[~links["alias"].str.contains(_BETWEEN_ALIASES)]
    links = links.assign(rank=rank[links["player"]].to_numpy()).sort_values(["how", "rank"])
    links = _without_strangers(_to_the_first(links.drop_duplicates("alias")), rank, sheets.seats)
    return links.assign(
        games=people["games"].reindex(links["player"]).to_numpy(),
        alias_games=people["games"].reindex(links["alias"]).to_numpy(),
        cell=_cells(people.loc[links["alias"]], sheets).to_numpy(),
    ).sort_values(["how", "player", "alias"], ignore_index=True)


def _to_the_first(links: pd.DataFrame) -> pd.DataFrame:
    """The links with each alias of an alias brought to the name that is none."""
    player_of = links.set_index("alias")["player"]
    while links["player"].isin(player_of.index).any():
        links = links.assign(player=links["player"].map(player_of).fillna(links["player"]))
    return links


def _without_strangers(links: pd.DataFrame, rank: pd.Series, seats: pd.DataFrame) -> pd.DataFrame:
    """The links without those that bring two together who sat at one table; the more frequent of them stays."""
    own = pd.DataFrame({"player": links["player"].unique(), "alias": links["player"].unique()})
    members = pd.concat([own, links[["player", "alias"]]])
    both = members.merge(members, on="player").rename(columns={"alias_x": "name", "alias_y": "other"})
    both = both[rank[both["name"]].to_numpy() < rank[both["other"]].to_numpy()].reset_index(drop=True)
    return links[~links["alias"].isin(both.loc[_met(both, seats) > 0, "other"])]


def rows(links: pd.DataFrame) -> pd.DataFrame:
    """What `suggested` links as rows for the players tab: columns player, aliases."""
    return links.groupby("player", sort=True)["alias"].agg(", ".join).rename("aliases").reset_index()


def table(read: Sheets, day: pd.Timestamp) -> pd.DataFrame:
    """Everybody who plays or stands on the players tab, by name; `read` is as the sheets were ingested.

    Columns: player, games, last_day, spellings (the other ones met, with their numbers of games), status (on the
    `day`; missing if the tab has none), registration, strength.
    """
    known = players.known(read)
    names = _people(known)[["games"]].reset_index()
    names = names.sort_values(
        "player", key=lambda name: name.str.casefold().str.replace("ё", "е"), ignore_index=True
    )
    seats = pd.DataFrame(
        {
            "player": known.seats["player"].astype("str"),
            "typed": read.seats["player"].astype("str"),
            "date": known.seats["date"],
        }
    )
    others = (
        seats[seats["typed"] != seats["player"]].groupby(["player", "typed"]).size().reset_index(name="games")
    )
    others["said"] = others["typed"] + " (" + others["games"].astype("str") + ")"
    one_each = pd.DataFrame({"player": pd.Categorical(names["player"]), "date": day})
    statuses = players.statuses(one_each, read.players)
    return names.assign(
        last_day=names["player"].map(seats.groupby("player")["date"].max()),
        spellings=names["player"].map(others.groupby("player")["said"].agg(", ".join)),
        status=statuses.where(np.full(len(names), read.players["status"].notna().any())),
        **{name: players.least(one_each["player"], read.players, name) for name in OF_PLAYER},
    )
