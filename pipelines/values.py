"""What a cell says: texts to dates, figures, marks and words. Each distinct text of a column is read once.

A reader takes one tidied text and returns its value, or None if it does not understand it; for a field that
makes several columns it returns a tuple of them.
"""

import datetime as dt
import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from pipelines import vocabulary
from rulesets.words import tidy

Array = Any  # a numpy or pandas array

_MINUS: Final = re.compile("[\u2010-\u2014\u2212]")
_FIGURE: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_SIGN_APART: Final = re.compile(r"^([+-]) ")
_LARGEST: Final = 1e9  # no figure of a game comes near it
_TIME: Final = re.compile(r"[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})")
FIRST_SERIAL, _LAST_SERIAL = 20_000, 80_000  # 1954 to 2119: days as a spreadsheet counts them
_SERIAL_ZERO: Final = dt.date(1899, 12, 30)
_SECONDS_OF_DAY: Final = 86_400
_NUMBER_SIGN: Final = re.compile(r"^[№#]\s*|\.$")
_MOST_SEATS: Final = 20
_MOST_PHASES: Final = 30  # nights of a game; no game comes near it
_LISTED: Final = re.compile(r"\d{1,2}([\s,;/+]+\d{1,2})*")  # 3.1 may have been 3,10 once, and 3-5 three seats
_BETWEEN: Final = r"[\s,.;/\\\-\u2013\u2014]+"
_APART: Final = re.compile(rf"(\d{{1,2}}){_BETWEEN}(\d{{1,2}}){_BETWEEN}(\d{{1,2}})")
_TOGETHER: Final = re.compile(r"([1-9])([1-9])([1-9])")
_NONE_SAID: Final = object()  # what a reader returns for a text that says "nothing", such as a dash


@dataclass(frozen=True)
class Read:
    """What the distinct texts of a column say.

    `columns`: by column name, an array of one value a text, then one more: that of an empty cell. `wrong`: which
    texts were not understood, as the finding `code` says.
    """

    columns: Mapping[str, Array]
    wrong: np.ndarray
    code: str


def read(kind: str, name: str, texts: pd.Index) -> Read:
    """Read the distinct `texts` of the field `name`, which is of `kind`."""
    reader, code = _reader(kind)
    said = [reader(tidy(text)) for text in texts]
    wrong = np.fromiter((value is None for value in said), "bool", len(said))
    understood = [None if value is _NONE_SAID else value for value in said]
    return Read(_columns(kind, name, [*understood, None]), wrong, code)


@functools.cache
def nothing(kind: str, name: str) -> Read:
    """What a column of the field says in which all cells are empty."""
    return read(kind, name, pd.Index([], dtype="object"))


def _columns(kind: str, name: str, said: list[Any]) -> dict[str, Array]:
    """The values in arrays of the field's type; None is a missing value."""
    if kind == "date":
        return {name: pd.array(np.array(said, "datetime64[s]"))}
    if kind in ("figure", "penalty", "count", "moment", "positive"):
        return {name: np.array(said, "float64")}
    if kind in ("number", "seat"):
        return {name: pd.array(said, dtype="Int32" if kind == "number" else "Int16")}
    if kind == "seats":
        return {name: np.array([value or 0 for value in said], "int32")}
    if kind == "mark":
        return {name: np.array([bool(value) for value in said])}
    if kind == "removal":
        parts = [value or (False, False, None) for value in said]
        return {
            "is_removed": np.array([removed for removed, _, _ in parts]),
            "is_removed_without_effect": np.array([spared for _, spared, _ in parts]),
            "removal_typed": pd.Categorical(pd.array([text for _, _, text in parts], dtype="str")),
        }
    if kind == "best_move":
        seats = [value if isinstance(value, tuple) else (None, None, None) for value in said]
        counts = [None if isinstance(value, tuple) else value for value in said]
        named = {
            f"named_{place + 1}": pd.array([one[place] for one in seats], dtype="Int16") for place in range(3)
        }
        return {**named, "black_named_typed": np.array(counts, "float64")}
    if kind in vocabulary.groups():
        return {name: pd.Categorical(said, categories=list(vocabulary.meanings(kind)))}
    return {name: pd.Categorical(pd.array(said, dtype="str"))}


def _reader(kind: str) -> tuple[Callable[[str], Any], str]:
    """How a text of the kind is read, and the code of the finding if it cannot be."""
    if kind in vocabulary.groups():
        known = vocabulary.words(kind)
        return (lambda text: known.get(vocabulary.key(text))), f"unknown-{SINGULAR[kind]}"
    return _READERS[kind]


def _date(text: str) -> dt.date | None:
    day = _TIME.sub("", text)
    try:
        if found := _YEAR_FIRST.fullmatch(day):
            return dt.date(int(found[1]), int(found[2]), int(found[3]))
        if found := _DAY_FIRST.fullmatch(day):
            if "/" in day and int(found[1]) <= 12:
                return None  # 01/06 is January in one country and June in another
            year = int(found[3])
            return dt.date(year if year > 99 else 2000 + year, int(found[2]), int(found[1]))
    except ValueError:
        return None
    serial = _figure(text)
    if serial is None or not FIRST_SERIAL <= serial <= _LAST_SERIAL:
        return None
    return _SERIAL_ZERO + dt.timedelta(days=int(serial))


def _moment(text: str) -> float | None:
    """A date, with or without a time, as days of a spreadsheet; or a whole number, as what it is."""
    number = _figure(text)
    if number is not None:
        if number.is_integer() and number >= 0:
            return number
        is_serial = FIRST_SERIAL <= number <= _LAST_SERIAL
        return number // 1 + round(number % 1 * _SECONDS_OF_DAY) / _SECONDS_OF_DAY if is_serial else None
    day, time = _date(text), _TIME.search(text)
    if day is None:
        return None
    hours, minutes, seconds = (
        ([float(part) for part in time[0][1:].split(":")] + [0.0] * 3)[:3] if time else (0.0,) * 3
    )
    if hours >= 24 or minutes >= 60 or seconds >= 60:
        return None
    return (day - _SERIAL_ZERO).days + (hours * 3600 + minutes * 60 + seconds) / _SECONDS_OF_DAY


def moments_shown(moments: pd.Series) -> pd.Series:
    """Moments as people write them: 05.01.2025 18:30, or the number; nothing for a missing one."""
    days = moments.where(moments.between(FIRST_SERIAL, _LAST_SERIAL))
    time = pd.Timestamp(_SERIAL_ZERO) + pd.to_timedelta((days * _SECONDS_OF_DAY).round(), unit="s")
    dated = time.dt.strftime("%d.%m.%Y %H:%M").str.removesuffix(" 00:00")
    plain = moments.map(lambda number: "" if pd.isna(number) else f"{number:.0f}")
    return dated.where(days.notna(), plain)


def _figure(text: str) -> float | None:
    """A decimal figure with comma or point, with any of the minus signs in use, or per cent."""
    plain = _SIGN_APART.sub(r"\1", _MINUS.sub("-", text)).replace(",", ".").replace(" %", "%")
    figure = plain.removesuffix("%")
    if not _FIGURE.fullmatch(figure):
        return None
    value = float(figure) / (100 if figure != plain else 1)
    return value if abs(value) <= _LARGEST else None


def _penalty(text: str) -> float | None:
    """A figure whose minus sign does not matter."""
    value = None if "%" in text else _figure(text)
    return None if value is None else abs(value)


def _positive(text: str) -> float | None:
    """A figure that is not below nought, and no part of a hundred."""
    value = None if "%" in text else _figure(text)
    return None if value is None or value < 0 else value


def _whole(least: int, most: int, text: str) -> int | None:
    value = None if "%" in text else _figure(_NUMBER_SIGN.sub("", text))
    return int(value) if value is not None and value.is_integer() and least <= value <= most else None


def _is_no(text: str) -> bool:
    """Whether a mark says no: a word that does, nothing but dashes, or nought."""
    return (
        vocabulary.key(text) in vocabulary.words("marks")
        or not _MINUS.sub("-", text).strip("- ")
        or _figure(text) == 0
    )


def _removal(text: str) -> tuple[bool, bool, str]:
    """Whether the player was removed, whether without effect on the game, and how it was typed."""
    return not _is_no(text), vocabulary.key(text).startswith(tuple(vocabulary.words("removals"))), text


def _best_move(text: str) -> Any:
    """Three different seats, or the number of black players among three named."""
    if text in ("0", "1", "2", "3"):
        return float(text)
    if _is_no(text):
        return _NONE_SAID
    found = _APART.fullmatch(text) or _TOGETHER.fullmatch(text)
    seats = tuple(int(seat) for seat in found.groups()) if found else ()
    return seats if len(set(seats)) == 3 and min(seats) >= 1 and max(seats) <= _MOST_SEATS else None


def _seats(text: str) -> Any:
    """Several seats, as bits: seat 3 is the bit of 8."""
    if _is_no(text):
        return _NONE_SAID
    if not _LISTED.fullmatch(text):
        return None
    seats = {int(seat) for seat in re.findall(r"\d+", text)}
    return sum(1 << seat for seat in seats) if min(seats) >= 1 and max(seats) <= _MOST_SEATS else None


def _phase(text: str) -> Any:
    """A night or a day and its number: N1, D2."""
    found = re.fullmatch(r"(\D+?)\s*(\d+)", text)
    half = vocabulary.words("phases").get(vocabulary.key(found[1])) if found else None
    if found and half:
        return f"{half}{int(found[2])}" if int(found[2]) <= _MOST_PHASES else None
    return None


def _exit(text: str) -> Any:
    """The phase in which a player left; nobody leaves in night or day 0."""
    if _is_no(text):
        return _NONE_SAID
    phase = _phase(text)
    return None if phase in ("N0", "D0") else phase


SINGULAR = {"roles": "role", "winners": "winner", "kinds": "kind", "statuses": "status", "actions": "action"}

_READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "date": (_date, "not-a-date"),
    "moment": (_moment, "not-a-date"),
    "figure": (_figure, "not-a-number"),
    "penalty": (_penalty, "not-a-number"),
    "count": (functools.partial(_whole, 0, 1000), "not-a-number"),
    "number": (functools.partial(_whole, 0, 1_000_000_000), "not-a-number"),
    "seat": (functools.partial(_whole, 1, _MOST_SEATS), "not-a-number"),
    "seats": (_seats, "not-a-number"),
    "text": (str, ""),
    "name": (str, ""),
    "names": (str, ""),
    "mark": (lambda text: not _is_no(text), ""),
    "removal": (_removal, ""),
    "best_move": (_best_move, "best-move-form"),
    "phase": (_phase, "unknown-phase"),
    "exit": (_exit, "unknown-phase"),
    "positive": (_positive, "not-a-number"),
}
