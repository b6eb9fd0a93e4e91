"""What a cell says: texts to dates, figures, marks and words. Each distinct text of a column is read once.

A reader takes one tidied text and returns its value, or None if it does not understand it; for a field that
makes several columns it returns a tuple of them.
"""

import contextlib
import datetime as dt
import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from pipelines.ingest import vocabulary
from pipelines.sources.grid import DAY_0
from rulesets.words import tidy

Array = Any  # a numpy or pandas array

_MINUS: Final = re.compile("[\u2010-\u2014\u2212]")
_FIGURE: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_SIGN_APART: Final = re.compile(r"^([+-]) ")
_LARGEST: Final = 1_000_000_000  # no figure of a game comes near it
_WITH_ZONE: Final = re.compile(
    r"(.{8,30}?)[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?"
    r"\s*(?:Z|(?:GMT|UTC)?([+-]\d{1,2})(?::?(\d{2}))?|GMT|UTC)",
    re.IGNORECASE,
)  # as programs and exported forms write a moment: 2023-09-30T21:00:00Z, 2023/10/01 12:30:45 AM GMT+3
_TIME: Final = re.compile(r"[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})(?:([-./])(\d{1,2})\2(\d{2})|[-./,\s]+(\d{1,2})[-./,\s]+(\d{4}))")
_SLASHES: Final = re.compile(r"(\d{1,2})\s*/\s*(\d{1,2})\s*/\s*(\d{4}|\d{2})(?!\d)")
_DAY_AND_MONTH: Final = re.compile(r"(\d{1,2})[-./](\d{2})")
_DAY_IN_WORDS: Final = re.compile(r"(\d{1,2})[-\s]*([^\W\d]+)\.?(?:[-,\s]*(\d{4}|\d{2}))?")
_MONTH_FIRST: Final = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})[,\s]+(\d{4})")
_DAY_IN_NAME: Final = re.compile(
    r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\.\d{1,2}\.\d{2}|\d{1,2}\.\d{2}|\d{1,2}\s[^\W\d]+(?:\s\d{4})?)(?!\d)"
)
_DAY_BEFORE: Final = re.compile(r"\d\s*(?:[-–—/,+&]|(?<=\s)(?:и|і|й|та|по|до|and|to))\s*$")  # "12-13.09"
_YEAR_SIGN: Final = re.compile(r"\s*(г|р|года|року)\.?$")
_ERRORS: Final = ("#", "Err")
_WAITS: Final = ("...", "…")  # Loading...
_YEARS: Final = range(1990, 2100)  # in which games are played: 2203 is a slip
_OLDEST: Final = 50  # the least year of two digits that is of the last century
FIRST_SERIAL, _LAST_SERIAL = 20_000, 80_000  # 1954 to 2119: days as a spreadsheet counts them
_SECONDS_OF_DAY: Final = 86_400
_NAMED: Final = re.compile(r"([^\d.,+-]*)(.*)")
_MOST_SEATS: Final = 20
_MOST_FOULS: Final = 10
_STROKES: Final = "xх+*/|!vфi✓✔☑☒✗✘✕×•●"  # a foul each
MOST_PHASES: Final = 30  # nights of a game; no game comes near it
_LISTED: Final = re.compile(r"\d{1,2}([\s,;/+]+\d{1,2})*")  # 3.1 may have been 3,10 once, and 3-5 three seats
_AMONG: Final = re.compile(r"[№#]|(?<=\d)\s+(и|та|і|й|and)\s+(?=[№#\d])")  # what does not count in 3, 5 и 7
_OF_THREE: Final = re.compile(r"([0-3])\s*(из|із|з|of)\s*3")
_BETWEEN: Final = r"[\s,.;/\\\-\u2013\u2014]+"
_APART: Final = re.compile(rf"(\d{{1,2}}){_BETWEEN}(\d{{1,2}}){_BETWEEN}(\d{{1,2}})")
_TWO_APART: Final = re.compile(r"(\d{1,2})(?:[,.;/]?\s+|\s*[;/+-]\s*)(\d{1,2})")  # 3,5 may be a figure
_TOGETHER: Final = re.compile(r"([1-9])([1-9])([1-9])")
_AS_TYPED: Final = ("evening", "table")  # of these, a dash may be the name of one
_DENIALS: Final = {"is_disqualified": "disqualification_denied"}  # marks, and the column of what denies them
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


def read(
    kind: str,
    name: str,
    texts: pd.Index,
    since: dt.date | None = None,
    day_0: dt.date = DAY_0,
    zone: dt.tzinfo | None = None,
) -> Read:
    """Read the distinct `texts` of the field `name`, which is of `kind`.

    A date without a year is the first such day from `since` on, and without that it is not understood; one that is a
    number counts from `day_0`. A moment with a zone is taken to `zone`, by default that of this machine.
    """
    reader, code = _reader(kind)
    if kind == "date":
        reader = (
            functools.partial(day_of, since=since, day_0=day_0)
            if since
            else functools.partial(date, day_0=day_0)
        )
    elif kind == "mark":
        reader = functools.partial(_mark, name)
    elif kind == "number":
        reader = functools.partial(_numbered, name, 0, _LARGEST)
    elif kind == "text" and name in _AS_TYPED:
        reader = str
    typed = map(tidy, texts)
    said = [reader(in_zone(text, zone) if kind in ("date", "moment") else text) for text in typed]
    wrong = np.fromiter((value is None for value in said), "bool", len(said))
    understood = [None if value is _NONE_SAID else value for value in said]
    columns = _columns(kind, name, [*understood, None])
    if denial := _DENIALS.get(name):
        denied = [tidy(text) if is_denial(tidy(text), name) else None for text in texts]
        columns[denial] = pd.Categorical(pd.array([*denied, None], dtype="str"))
    return Read(columns, wrong, code)


@functools.cache
def nothing(kind: str, name: str) -> Read:
    """What a column of the field says in which all cells are empty."""
    return read(kind, name, pd.Index([], dtype="object"))


def nothing_in(kind: str, name: str, rows: int) -> dict[str, Array]:
    """The columns of the field over so many rows in which all cells are empty."""
    empty = np.full(rows, -1)
    return {
        column: array[empty] if isinstance(array, np.ndarray) else array.take(empty)
        for column, array in nothing(kind, name).columns.items()
    }


def _columns(kind: str, name: str, said: list[Any]) -> dict[str, Array]:
    """The values in arrays of the field's type; None is a missing value."""
    if kind == "date":
        return {name: pd.array(np.array(said, "datetime64[s]"))}
    if kind in ("figure", "penalty", "count", "fouls", "moment", "positive"):
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
        moves = [value if isinstance(value, tuple) else (None, None, None) for value in said]
        counts = [None if isinstance(value, tuple) else value for value in said]
        named = {
            f"named_{place + 1}": pd.array([one[place] for one in moves], dtype="Int16") for place in range(3)
        }
        return {**named, "black_named_typed": np.array(counts, "float64")}
    if kind in vocabulary.groups():
        more = [one for one in (UNRATED, WON, LOST) if one in said] if kind == "winners" else []
        return {name: pd.Categorical(said, categories=[*vocabulary.meanings(kind), *more])}
    return {name: pd.Categorical(pd.array(said, dtype="str"))}


def _reader(kind: str) -> tuple[Callable[[str], Any], str]:
    """How a text of the kind is read, and the code of the finding if it cannot be."""
    if kind == "winners":
        return (lambda text: winner(text) or _result(text)), "unknown-winner"
    if kind in vocabulary.groups():
        known = vocabulary.words(kind)
        return (lambda text: known.get(vocabulary.key(text))), f"unknown-{SINGULAR[kind]}"
    return _READERS[kind]


def winner(text: str) -> str | None:
    """Who won; or UNRATED for a game that was called off, or played for no rating."""
    key = vocabulary.key(text)
    called_off = vocabulary.words("kinds").get(key) == UNRATED
    return UNRATED if called_off else vocabulary.words("winners").get(key)


def _result(text: str) -> str | None:
    """Whether the player won or lost, in a column that says so of each of them."""
    key = vocabulary.key(text)
    if is_no(text):
        return LOST
    return WON if is_yes(text) else vocabulary.words("results").get(key)


def day_of(text: str, since: dt.date, day_0: dt.date = DAY_0) -> dt.date | None:
    """A date; without a year, the first such day from `since` on."""
    day = _without_weekday(_TIME.sub("", text))
    found = _DAY_AND_MONTH.fullmatch(day)
    in_words = None if found else _DAY_IN_WORDS.fullmatch(_YEAR_SIGN.sub("", day))
    if found:
        month = found[2]
    elif in_words and not in_words[3]:
        found, month = in_words, vocabulary.words("months").get(vocabulary.key(in_words[2]), "")
    if not found:
        return date(text, day_0)
    for year in (since.year, since.year + 1):
        with contextlib.suppress(ValueError):
            if (day_there := dt.date(year, int(month), int(found[1]))) >= since:
                return day_there
    return None


def day_in(name: str, since: dt.date | None) -> dt.date | None:
    """The date that a tab's name tells: `12.09`, `2023-09-12`, `Вечер 12 вересня`; none if it tells several."""
    if day := _day(name, since):
        return day
    told = {one.start(): _day(one[0], since) for one in _DAY_IN_NAME.finditer(name)}
    days = {start: day for start, day in told.items() if day}
    is_range = any(_DAY_BEFORE.search(name[:start]) for start in days)
    return None if is_range or len(set(days.values())) > 1 else next(iter(days.values()), None)


def _day(text: str, since: dt.date | None) -> dt.date | None:
    if text.isdigit():
        return None
    return day_of(text, since) if since else date(text)


def has_zone(text: str) -> bool:
    """Whether a text is a moment with its zone: 2023-09-30T21:00:00Z."""
    return _WITH_ZONE.fullmatch(text) is not None


def in_zone(text: str, zone: dt.tzinfo | None) -> str:
    """A moment with a zone as one of the clock of `zone`, None for that of this machine; any other text as it is."""
    found = _WITH_ZONE.fullmatch(text)
    day = date(found[1].rstrip()) if found else None
    if not found or not day:
        return text
    hour, minute, second = int(found[2]), int(found[3]), int(found[4] or 0)
    if found[5]:  # 12 AM is midnight, 12 PM noon
        hour = hour % 12 + (12 if found[5] in "pP" else 0) if 1 <= hour <= 12 else 24
    hours, minutes = int(found[6] or 0), int(found[7] or 0)
    offset = dt.timedelta(hours=hours, minutes=-minutes if (found[6] or "").startswith("-") else minutes)
    try:
        moment = dt.datetime.combine(day, dt.time(hour, minute, second), dt.timezone(offset))
        return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return text


def _without_weekday(text: str) -> str:
    """The text without the day of the week before or after it: Сб, 16.09.2023."""
    known = vocabulary.words("weekdays")
    parts = [part for part in re.split(r"[\s,()]+", text) if part and vocabulary.key(part) not in known]
    return " ".join(parts)


def date(text: str, day_0: dt.date = DAY_0) -> dt.date | None:
    """A day, with its year; day of the week and time do not matter. A number counts from `day_0`."""
    day = _TIME.sub("", text)
    if not day[-1:].isdigit() or not day[:1].isdigit() or " " in day:
        day = _YEAR_SIGN.sub("", _TIME.sub("", _without_weekday(day)))
    serial = figure(text)
    try:
        if serial is not None:
            said = day_0 + dt.timedelta(days=int(serial)) if FIRST_SERIAL <= serial <= _LAST_SERIAL else None
        else:
            said = _calendar_day(day)
    except ValueError:
        return None
    return said if said and said.year in _YEARS else None


def _calendar_day(text: str) -> dt.date | None:
    """A day of figures or with its month in words. Raises ValueError for one that the calendar lacks."""
    if (found := _DAY_IN_WORDS.fullmatch(text)) and found[3]:
        return dt.date(_year(found[3]), _month(found[2]), int(found[1]))
    if found := _MONTH_FIRST.fullmatch(text):
        return dt.date(int(found[3]), _month(found[1]), int(found[2]))
    if found := _YEAR_FIRST.fullmatch(text):
        return dt.date(int(found[1]), int(found[2]), int(found[3]))
    found = _DAY_FIRST.fullmatch(text)
    if not found or ("/" in text and int(found[1]) <= 12):
        return None  # 01/06 is January in one country and June in another
    return dt.date(_year(found[4] or found[6]), int(found[3] or found[5]), int(found[1]))


def two_readings(text: str) -> tuple[dt.date, dt.date] | None:
    """The days that a date with slashes may mean, day first and month first: 10/04/2025; None unless there are two."""
    found = _SLASHES.match(text)
    if not found or found[1] == found[2]:
        return None
    first, second, year = int(found[1]), int(found[2]), _year(found[3])
    is_either = 1 <= first <= 12 and 1 <= second <= 12 and year in _YEARS
    return (dt.date(year, second, first), dt.date(year, first, second)) if is_either else None


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else int(text) + (2000 if int(text) < _OLDEST else 1900)


def _month(text: str) -> int:
    """The number of a month in words. Raises ValueError for any other word."""
    return int(vocabulary.words("months").get(vocabulary.key(text), ""))


def _moment(text: str) -> float | None:
    """A date, with or without a time, as days of a spreadsheet; or a whole number, as what it is."""
    number = figure(text)
    if number is not None:
        if number.is_integer() and number >= 0:
            return number
        is_serial = FIRST_SERIAL <= number <= _LAST_SERIAL
        return number // 1 + round(number % 1 * _SECONDS_OF_DAY) / _SECONDS_OF_DAY if is_serial else None
    day, time = date(text), _TIME.search(text)
    if day is None:
        return None
    hours, minutes, seconds = (
        ([float(part) for part in time[0][1:].split(":")] + [0.0] * 3)[:3] if time else (0.0,) * 3
    )
    if hours >= 24 or minutes >= 60 or seconds >= 60:
        return None
    return (day - DAY_0).days + (hours * 3600 + minutes * 60 + seconds) / _SECONDS_OF_DAY


def moments_shown(moments: pd.Series) -> pd.Series:
    """Moments as people write them: 05.01.2025 18:30, or the number; nothing for a missing one."""
    days = moments.where(moments.between(FIRST_SERIAL, _LAST_SERIAL))
    time = pd.Timestamp(DAY_0) + pd.to_timedelta((days * _SECONDS_OF_DAY).round(), unit="s")
    dated = time.dt.strftime("%d.%m.%Y %H:%M").str.removesuffix(" 00:00")
    plain = moments.map(lambda number: "" if pd.isna(number) else f"{number:.0f}")
    return dated.where(days.notna(), plain)


def figure(text: str) -> float | None:
    """A decimal figure with comma or point, with any of the minus signs in use, or per cent."""
    plain = _SIGN_APART.sub(r"\1", _MINUS.sub("-", text)).replace(",", ".").replace(" %", "%")
    digits = plain.removesuffix("%")
    if not _FIGURE.fullmatch(digits):
        return None
    value = float(digits) / (100 if digits != plain else 1)
    return value if abs(value) <= _LARGEST else None


def fouls(text: str) -> int | None:
    """How many fouls: a number, or so many marks of one kind; a tick is one."""
    if is_no(text):
        return 0
    plain = text.replace(" ", "")
    if plain.isdigit():
        return _whole(0, _MOST_FOULS, plain)
    if len(set(plain)) == 1 and plain[0].casefold() in _STROKES and len(plain) <= _MOST_FOULS:
        return len(plain)
    return 1 if is_yes(text) else None


def _typed(text: str) -> float | None:
    """A figure of points, a weight or a strength: from 20,000 on it is a date that lost its format."""
    value = figure(text)
    return value if value is not None and abs(value) < FIRST_SERIAL else None


def _penalty(text: str) -> float | None:
    """A figure whose minus sign does not matter."""
    value = None if "%" in text else _typed(text)
    return None if value is None else abs(value)


def _positive(text: str) -> float | None:
    """A figure that is not below nought, and no part of a hundred."""
    value = None if "%" in text else _typed(text)
    return None if value is None or value < 0 else value


def _whole(least: int, most: int, text: str) -> int | None:
    value = None if "%" in text else figure(text)
    return int(value) if value is not None and value.is_integer() and least <= value <= most else None


def _numbered(field: str, least: int, most: int, text: str) -> int | None:
    """A whole number, alone or after a sign or a header of its own field: 3, №3, Игра 3."""
    said = _NAMED.fullmatch(text)
    if said is None:
        return None
    word = said[1].rstrip(" №#")
    named = vocabulary.headers("games").get(vocabulary.key(word))
    return _whole(least, most, said[2]) if not word or (named and named.name == field) else None


seat: Callable[[str], Any] = functools.partial(_numbered, "seat", 1, _MOST_SEATS)


def is_no(text: str, field: str = "") -> bool:
    """Whether a mark means no: a word or sign for it, nothing but dashes, or nought; of a `field`, also «не удалён»."""
    return vocabulary.marks(field).get(vocabulary.key(text)) is False or is_dashes(text) or figure(text) == 0


def is_yes(text: str, field: str = "") -> bool:
    """Whether a mark means yes: a word or sign for it, or one; of a `field`, also its own word, as «удалён»."""
    return vocabulary.marks(field).get(vocabulary.key(text)) is True or _whole(1, 1, text) == 1


def is_spared(text: str) -> bool:
    """Whether a text means a removal that had no effect on the game: «без штрафа», «удалён (без штрафа)»."""
    key, known = vocabulary.key(text), tuple(vocabulary.words("removals"))
    before, _, after = key.partition("(")
    return key.startswith(known) or (is_yes(before, "removal") and after.startswith(known))


def is_denial(text: str, field: str = "") -> bool:
    """Whether a mark is a no that somebody entered: an empty cell, a dash, an unticked box or "not known" is none."""
    return (
        is_no(text, field)
        and not is_dashes(text)
        and vocabulary.key(text) not in vocabulary.words("unmarked")
    )


def is_entry(text: str) -> bool:
    """Whether a text is figures, or a sign of a mark: 0,4, 2 5 8, +, x, V; and no words."""
    is_word = any(letter.isalpha() for letter in text)
    return not is_no(text) and (not is_word or fouls(text) is not None)


def is_error(text: str) -> bool:
    """Whether a text is what a spreadsheet shows of a formula that failed or has not ended.

    It stays when values are pasted. `####` is what a cell shows that is too narrow for its number.
    """
    waits = text.endswith(_WAITS)
    is_known = vocabulary.key(text.rstrip("….")) in vocabulary.words("errors")
    return (is_known and (waits or text.startswith(_ERRORS))) or (len(text) > 3 and set(text) == {"#"})


def is_dashes(text: str) -> bool:
    """Whether there is nothing but dashes, as people fill a cell that has nothing to say."""
    return not _MINUS.sub("-", text).strip("- ")


def _text(text: str) -> Any:
    return _NONE_SAID if is_dashes(text) else text


def _mark(field: str, text: str) -> bool:
    """Whether a mark is set; one that is neither a yes nor a no counts as set, and is found wrong elsewhere."""
    return not is_no(text, field)


def _removal(text: str) -> tuple[bool, bool, str]:
    """Whether the player was removed, whether without effect on the game, and how it was typed."""
    return not is_no(text, "removal"), is_spared(text), text


def best_move(text: str) -> Any:
    """One to three different seats, or the number of black players among three named."""
    if is_dashes(text):
        return _NONE_SAID
    plain = _AMONG.sub(" ", text).rstrip(" .,;").lstrip()
    if plain in ("0", "1", "2", "3"):
        return float(plain)
    if count := _OF_THREE.fullmatch(plain):
        return float(count[1])
    if is_no(text):
        return _NONE_SAID
    found = _APART.fullmatch(plain) or _TOGETHER.fullmatch(plain) or _TWO_APART.fullmatch(plain)
    return _named(int(one) for one in found.groups()) if found else None


def _named(seats: Iterable[int]) -> tuple[int | None, ...] | None:
    """The different seats of a best move, filled up to three; None if one comes twice or is not a seat."""
    named = tuple(seats)
    is_sound = len(set(named)) == len(named) and min(named) >= 1 and max(named) <= _MOST_SEATS
    return (*named, None, None)[:3] if is_sound else None


def seats(text: str) -> Any:
    """Several seats, as bits: seat 3 is the bit of 8."""
    if is_no(text):
        return _NONE_SAID
    if not _LISTED.fullmatch(text):
        return None
    listed = {int(one) for one in re.findall(r"\d+", text)}
    return sum(1 << one for one in listed) if min(listed) >= 1 and max(listed) <= _MOST_SEATS else None


def phase_of(text: str) -> Any:
    """A night or a day and its number: N1, D2."""
    found = re.fullmatch(r"(\D+?)\s*(\d+)", text)
    half = vocabulary.words("phases").get(vocabulary.key(found[1])) if found else None
    if found and half:
        return f"{half}{int(found[2])}" if int(found[2]) <= MOST_PHASES else None
    return None


def _exit(text: str) -> Any:
    """The phase in which a player left; nobody leaves in night or day 0."""
    if is_no(text):
        return _NONE_SAID
    phase = phase_of(text)
    return None if phase in ("N0", "D0") else phase


SINGULAR = {"roles": "role", "winners": "winner", "kinds": "kind", "statuses": "status", "actions": "action"}

UNRATED: Final = "unrated"  # a kind of game; as a result, that of a game called off
WON: Final = "won"  # results of a player
LOST: Final = "lost"

_READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "date": (date, "not-a-date"),
    "moment": (_moment, "not-a-date"),
    "figure": (_typed, "not-a-number"),
    "penalty": (_penalty, "not-a-number"),
    "fouls": (fouls, "not-a-number"),
    "count": (functools.partial(_whole, 0, MOST_PHASES), "not-a-number"),
    "number": (functools.partial(_numbered, "game_no", 0, _LARGEST), "not-a-number"),
    "seat": (seat, "not-a-number"),
    "seats": (seats, "not-a-number"),
    "text": (_text, ""),
    "name": (_text, ""),
    "names": (_text, ""),
    "mark": (functools.partial(_mark, ""), ""),
    "removal": (_removal, ""),
    "best_move": (best_move, "best-move-form"),
    "phase": (phase_of, "unknown-phase"),
    "exit": (_exit, "unknown-phase"),
    "positive": (_positive, "not-a-number"),
}
