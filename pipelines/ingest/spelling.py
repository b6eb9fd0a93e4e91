"""How the names of evenings, tables, clubs, tournaments and the like are compared, and which spelling is shown."""

import functools
import re
from typing import Final

import numpy as np
import pandas as pd

from pipelines.ingest import values, vocabulary
from rulesets.words import bare, fold, tidy

_WORD: Final = re.compile(r"[^\W\d_]+")
_BETWEEN: Final = " №#.:-"  # between a title and what it names: Стол №1, Вечер: А
_ORDINAL: Final = re.compile(r"(\d+)-?(?:й|я|е|ый|ой|ая|ий|а|st|nd|rd|th)")
_CLOCK: Final = re.compile(
    r"(?:(?:1899-12-3[01]|1900-01-0[01]|1904-01-01)[ T])?(\d{1,2})[:.](\d{2})(:\d{2}(?:\.\d+)?)?"
)  # a time without a day may be written as one of the first days of a spreadsheet's calendar, or of 24 hours and more
_MINUTES: Final = 24 * 60
_DIGITS_APART: Final = re.compile(r"(?<=\d) (?=\d)")


@functools.lru_cache(2**16)
def name_key(field: str, text: str) -> str:
    """What the names of a field are compared by: equal for spellings of one name.

    Case, spaces, look-alike letters and kinds of dash do not count, nor does the title of the field itself, nor how a
    number, a time or a day is written: `1`, `1.0`, `№1` and `Стол 1` are one table, `19:00`, `19.00` and a cell of
    that time one evening. Spaces between digits do: `1 2` is not `12`. Players differ by all that can be seen.
    """
    if field == "player":
        return bare(text)
    name = _without_title(field, tidy(text))
    number = values.figure(name) if "%" not in name else None
    if (clock := _CLOCK.fullmatch(name)) and (clock[3] or int(clock[1]) < 24):
        return _clock_key(int(clock[1]) * 60 + int(clock[2]))
    if number is not None and 0 < number < 1:  # how some programs write a time: the part of a day
        return _clock_key(round(number * _MINUTES))
    if number is not None:
        return f"{number:.10g}"
    day = values.date(name) if ":" not in name else None
    return day.isoformat() if day else fold(_DIGITS_APART.sub("_", name))


def _clock_key(minutes: int) -> str:
    """The key of a time of day; a full hour is its number, as 1.00 is 1."""
    hours, rest = divmod(minutes % _MINUTES, 60)
    return f"{hours}:{rest:02}" if rest else f"{hours}"


def _without_title(field: str, text: str) -> str:
    """A name without the title of its field before it or after it; the text itself if that is all."""
    name = text.lstrip(" №#") or text
    for word in _WORD.finditer(text):
        before, after = text[: word.end()], text[word.end() :].lstrip(_BETWEEN)
        if after and _is_title(field, before):
            name = after
        before, after = text[: word.start()].rstrip(_BETWEEN), text[word.start() :]
        if before and _is_title(field, after):
            name = before
    ordinal = _ORDINAL.fullmatch(name) if name != text else None
    return ordinal[1] if ordinal else name


def _is_title(field: str, text: str) -> bool:
    known = vocabulary.headers("games")
    named = [known.get(vocabulary.key(one)) for one in (text, text.strip(_BETWEEN))]
    return any(one is not None and one.name == field for one in named)


def one_spelling(column: pd.Categorical, field: str) -> pd.Categorical:
    """The column with all spellings of a name under the most frequent one, or the first in the alphabet of several."""
    many = np.bincount(column.codes + 1, minlength=len(column.categories) + 1)[1:]
    names = pd.DataFrame({"text": column.categories.astype("object"), "many": many})
    names["key"] = [name_key(field, text) for text in names["text"]]
    chosen = names.sort_values(["many", "text"], ascending=[False, True]).drop_duplicates("key")
    return _under(column, names["key"].map(chosen.set_index("key")["text"]).tolist())


def spelled_as(column: pd.Categorical, names: pd.Index, field: str) -> pd.Categorical:
    """The column with each name under the spelling that it has among `names`; others under their most frequent one."""
    own = one_spelling(column, field)
    known = {name_key(field, str(name)): name for name in names}
    return _under(own, [known.get(name_key(field, text), text) for text in own.categories])


def _under(column: pd.Categorical, names: list[str]) -> pd.Categorical:
    """The column with the name of each category in its place; several may have the same."""
    meant = pd.Categorical(pd.array(names, dtype="str"))
    return pd.Categorical.from_codes(np.append(meant.codes, -1)[column.codes], categories=meant.categories)
