"""What a cell says: texts to dates, figures, marks and words. Each distinct text of a column is read once.

Every reader takes the distinct texts of a column and returns one value for each, or more columns of them, and
which of the texts it does not understand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pipelines import vocabulary
from rulesets.words import tidy

Array = Any  # a numpy or pandas array, one value a text


@dataclass(frozen=True)
class Read:
    """What the distinct texts of a column say.

    `columns`: by column name, one value for each text (a Categorical's codes index its own categories);
    `missing`: the value of an empty cell, by column name; `wrong`: which texts were not understood.
    """

    columns: dict[str, Array]
    missing: dict[str, Any]
    wrong: Array
    code: str = ""


_DAY_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%y", "%Y.%m.%d", "%Y/%m/%d")
_FIRST_SERIAL, _LAST_SERIAL = 20_000, 80_000  # 1954 to 2119: days as a spreadsheet counts them
_SERIAL_ZERO = pd.Timestamp("1899-12-30")
_MOST_SEATS = 20
_SINGULAR = {"roles": "role", "winners": "winner", "kinds": "kind", "statuses": "status", "actions": "action"}


def read(kind: str, name: str, texts: pd.Index) -> Read:
    """Read the distinct `texts` of the column `name`, whose field is of `kind`."""
    series = pd.Series(texts, dtype="str").map(tidy)
    if kind in _READERS:
        return _READERS[kind](name, series)
    return _word(kind, name, series)


def _date(name: str, texts: pd.Series) -> Read:
    days = texts.str.replace(r"[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$", "", regex=True)
    found = pd.Series(pd.NaT, texts.index, dtype="datetime64[s]")
    for form in _DAY_FORMATS:
        found = found.fillna(pd.to_datetime(days, format=form, errors="coerce").astype("datetime64[s]"))
    serial = _number(texts).where(lambda number: number.between(_FIRST_SERIAL, _LAST_SERIAL))
    days_since = pd.to_timedelta(np.floor(serial), unit="D").astype("timedelta64[s]")
    found = found.fillna((_SERIAL_ZERO + days_since).astype("datetime64[s]"))
    return Read({name: found.array}, {name: pd.NaT}, found.isna().to_numpy(), "not-a-date")


def _number(texts: pd.Series) -> pd.Series:
    """Decimal figures with comma or point, with any of the minus signs in use, or per cent; else missing."""
    plain = texts.str.replace("[\u2212\u2012\u2013\u2014]", "-", regex=True).str.replace(" ", "")
    plain = plain.str.replace(",", ".", regex=False)
    per_cent = plain.str.endswith("%")
    plain = plain.str.removesuffix("%")
    proper = plain.str.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
    number = pd.to_numeric(plain.where(proper), errors="coerce").astype("float64").replace(np.inf, np.nan)
    return number.where(~per_cent, number / 100)


def _figure(name: str, texts: pd.Series) -> Read:
    number = _number(texts)
    return Read({name: number.to_numpy()}, {name: np.nan}, number.isna().to_numpy(), "not-a-number")


def _penalty(name: str, texts: pd.Series) -> Read:
    """A figure whose minus sign does not matter."""
    number = _number(texts).abs()
    return Read({name: number.to_numpy()}, {name: np.nan}, number.isna().to_numpy(), "not-a-number")


def _whole(least: int, most: int, dtype: Any) -> Callable[[str, pd.Series], Read]:
    def reader(name: str, texts: pd.Series) -> Read:
        number = _number(texts.str.replace(r"^(№|#)\s*|\.$", "", regex=True))
        number = number.where(number.between(least, most) & (number % 1 == 0))
        missing: Any = np.nan if dtype == "float64" else pd.NA
        return Read(
            {name: number.astype(dtype).array}, {name: missing}, number.isna().to_numpy(), "not-a-number"
        )

    return reader


def _text(name: str, texts: pd.Series) -> Read:
    return Read({name: pd.Categorical(texts)}, {name: None}, np.zeros(len(texts), "bool"))


def _word(group: str, name: str, texts: pd.Series) -> Read:
    known = vocabulary.words(group)
    meant = pd.Categorical(
        texts.map(lambda text: known.get(vocabulary.key(text))), categories=list(vocabulary.meanings(group))
    )
    return Read({name: meant}, {name: None}, meant.isna(), f"unknown-{_SINGULAR[group]}")


def _is_no(texts: pd.Series) -> pd.Series:
    known = vocabulary.words("marks")
    return texts.map(lambda text: vocabulary.key(text) in known).astype("bool")


def _mark(name: str, texts: pd.Series) -> Read:
    return Read({name: (~_is_no(texts)).to_numpy("bool")}, {name: False}, np.zeros(len(texts), "bool"))


def _removal(name: str, texts: pd.Series) -> Read:
    known = vocabulary.words("removals")
    spared = texts.map(lambda text: vocabulary.key(text) in known).to_numpy("bool")
    removed = (~_is_no(texts)).to_numpy("bool")
    return Read(
        {"is_removed": removed, "is_removed_without_effect": spared},
        {"is_removed": False, "is_removed_without_effect": False},
        np.zeros(len(texts), "bool"),
    )


def _best_move(name: str, texts: pd.Series) -> Read:
    """Three seats, or the number of black players among three named."""
    between = r"[\s,.;/\\\-\u2013\u2014]+"
    apart = texts.str.extract(rf"^(\d{{1,2}}){between}(\d{{1,2}}){between}(\d{{1,2}})$")
    together = texts.str.extract(r"^([1-9])([1-9])([1-9])$")
    seats = apart.fillna(together).astype("float64")
    proper = (seats.ge(1) & seats.le(_MOST_SEATS)).all(axis=1) & (seats.nunique(axis=1) == 3)
    seats = seats.where(proper, axis=0).astype("Int16")
    count = _number(texts).where(texts.str.fullmatch(r"[0-3](\.0)?"))
    unused = _is_no(texts) & count.isna()
    wrong = ~proper & count.isna() & ~unused
    columns = {f"named_{place + 1}": seats[place].array for place in range(3)}
    return Read(
        {**columns, "black_named_typed": count.to_numpy()},
        {**dict.fromkeys(columns, pd.NA), "black_named_typed": np.nan},
        wrong.to_numpy("bool"),
        "best-move-form",
    )


def _phase(name: str, texts: pd.Series) -> Read:
    """A night or a day and its number: N1, D2."""
    parts = texts.str.extract(r"^(\D+?)\s*(\d+)$")
    known = vocabulary.words("phases")
    half = parts[0].fillna("").map(lambda text: known.get(vocabulary.key(text))).astype("object")
    number = pd.to_numeric(parts[1]).astype("Int64").astype("object")
    phase = pd.Categorical((half + number.map(str)).where(half.notna(), None))
    return Read({name: phase}, {name: None}, phase.isna() & ~_is_no(texts).to_numpy("bool"), "unknown-phase")


_READERS: dict[str, Callable[[str, pd.Series], Read]] = {
    "date": _date,
    "figure": _figure,
    "penalty": _penalty,
    "count": _whole(0, 1000, "float64"),
    "number": _whole(0, 1_000_000_000, "Int32"),
    "seat": _whole(1, _MOST_SEATS, "Int16"),
    "text": _text,
    "name": _text,
    "names": _text,
    "mark": _mark,
    "removal": _removal,
    "best_move": _best_move,
    "phase": _phase,
}
