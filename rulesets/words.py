"""Comparing words as people type them: case, spaces, ё and look-alike letters do not count."""

import functools
import re
import unicodedata
from typing import Final

# Latin letters beside the Cyrillic ones that share their shape (in capitals: B and В, H and Н).
_LATIN: Final = "abcehikmoptxy"
_CYRILLIC: Final = "авсенікмортху"
_LOOK_ALIKES: Final = str.maketrans(_LATIN + "ё", _CYRILLIC + "е")
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
