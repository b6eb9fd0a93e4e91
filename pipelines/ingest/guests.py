"""Guests: seats without a nickname, or with a word for a guest in its place. They play, and are in no rating."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from pipelines.addresses import Layout
from pipelines.ingest import vocabulary
from pipelines.ingest.headers import Reading

_NUMBERED = re.compile(r"[\s№#]*\d{1,2}$")  # Guest 2


def without_guests(rows: pd.DataFrame, names: pd.Series, reading: Reading) -> pd.DataFrame:
    """The seats with the `player` of each guest missing; each guest of a rated game is a warning.

    `names` are the nicknames of the players tab: a word for a guest among them is a nickname. In a form a seat with a
    role and without a nickname is a guest's as well.
    """
    if "player" not in rows or "role" not in rows:
        return rows
    player = rows["player"]
    known = {vocabulary.key(name) for name in names.dropna().astype("str").unique()}
    words = [
        text for text in player.cat.categories if _is_guest(str(text)) and vocabulary.key(text) not in known
    ]
    is_blank = player.isna() & _is_of_form(rows, reading.layouts) & rows["role"].notna()
    is_guest = player.isin(words) | is_blank
    if is_blank.any():
        is_guest &= ~_has_fault(rows, reading)
    if not is_guest.any():
        return rows
    kind = rows.get("kind", pd.Series(None, rows.index, dtype="object"))
    winner = rows.get("winner", pd.Series(None, rows.index, dtype="object"))
    unrated = rows.loc[(kind == "unrated") | (winner == "unrated"), "sheet"].unique()
    for_nobody = rows["sheet"].isin(unrated) & _is_of_form(rows, reading.layouts)
    _find(rows[is_guest & ~for_nobody], reading)
    return rows.assign(player=player.mask(is_guest))


def _is_guest(text: str) -> bool:
    return vocabulary.key(_NUMBERED.sub("", text)) in vocabulary.words("guests")


def _is_of_form(rows: pd.DataFrame, layouts: Sequence[Layout]) -> np.ndarray:
    is_form = np.array([one.is_protocol for one in layouts], "bool")
    return np.asarray(is_form[rows["sheet"].to_numpy("int64")])


def _has_fault(rows: pd.DataFrame, reading: Reading) -> np.ndarray:
    """Whether what is in place of a seat's nickname is a finding already, such as an error value."""
    found = (
        pd.concat(reading.findings)
        if reading.findings
        else pd.DataFrame(columns=["file", "tab", "row", "column"])
    )
    at = pd.DataFrame({**_places(rows, reading), "row": rows["row"].to_numpy()})
    address = ["file", "tab", "row", "column"]
    cells, known = (pd.MultiIndex.from_frame(one[address]) for one in (at, found))
    return np.asarray(cells.isin(known), "bool")


def _places(rows: pd.DataFrame, reading: Reading) -> dict[str, np.ndarray]:
    """The file, the tab and the column of the players of some seats."""
    sheet = rows["sheet"].to_numpy("int64")
    return {
        "file": np.array([one.file for one in reading.layouts], "object")[sheet],
        "tab": np.array([one.tab for one in reading.layouts], "object")[sheet],
        "column": np.array([one.columns.get("player", 0) for one in reading.layouts])[sheet],
    }


def _find(guests: pd.DataFrame, reading: Reading) -> None:
    if guests.empty:
        return
    game, said = -2 - guests["sheet"].to_numpy("int64"), guests["player"].astype("object").to_numpy()
    reading.find(
        "guest-seat", **_places(guests, reading), row=guests["row"].to_numpy(), game=game, value=said
    )
