"""Comparing words as people type them: case, spaces, ё, look-alike letters, kinds of apostrophe and dash do not count."""

import functools
import re
import unicodedata
from typing import Final

# Latin letters beside the Cyrillic ones that share their shape (in capitals: B and В, H and Н).
_LATIN: Final = "abcehikmoptxyïë"
_CYRILLIC: Final = "авсенікмортхуїе"
_APOSTROPHES: Final = "\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032`\u00b4"  # as in Дар'я, by various keyboards
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_LOOK_ALIKES: Final = str.maketrans(
    _LATIN + "ё" + _APOSTROPHES + _DASHES,
    _CYRILLIC + "е" + "'" * len(_APOSTROPHES) + "-" * len(_DASHES),
)
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_SPACES: Final = re.compile(r"\s+")
_KEPT: Final = 2**16  # texts whose reading is remembered: the same come again, as headers, values, names


@functools.lru_cache(_KEPT)
def tidy(text: str) -> str:
    """The text as shown: invisible characters gone, runs of white space one space, none at the ends."""
    return _SPACES.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFC", text))).strip()


@functools.lru_cache(_KEPT)
def fold(text: str) -> str:
    """The text as compared: equal for spellings that a reader would take for the same word.

    >>> fold(" 4M+ ") == fold("4м+")
    True
    """
    return _SPACES.sub("", tidy(text).casefold().translate(_LOOK_ALIKES))
