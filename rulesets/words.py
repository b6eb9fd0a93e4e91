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
# What Unicode calls default-ignorable: no program shows it by itself. It comes with what people copy and paste.
_IGNORABLE: Final = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_INVISIBLE: Final = re.compile(_IGNORABLE)
# One sign that people see may be several characters, with ignorable ones between: 👨‍👩‍👧, ❤️, 1️⃣, a flag.
_SIGN: Final = (
    "[©®\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
    "[\U0001f3fb-\U0001f3ff]?[\ufe0e\ufe0f]?"
)
_EMOJI_OR_INVISIBLE: Final = re.compile(
    f"(\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f|[0-9#*]\ufe0f\u20e3|{_SIGN}(?:\u200d{_SIGN})*)"
    f"|{_IGNORABLE}"
)
_SPACES: Final = re.compile(r"\s+")
_KEPT: Final = 2**16  # texts whose reading is remembered: the same come again, as headers, values, names


@functools.lru_cache(_KEPT)
def tidy(text: str) -> str:
    """The text as shown: invisible characters gone, but within emoji; runs of white space one space, none at the ends."""
    plain = unicodedata.normalize("NFC", text)
    if _INVISIBLE.search(plain):
        plain = _EMOJI_OR_INVISIBLE.sub(lambda found: found[1] or "", plain)
    return _SPACES.sub(" ", plain).strip()


def bare(text: str) -> str:
    """The tidy text without variation selectors: two emoji that differ by one look the same in some programs."""
    return tidy(text).replace("\ufe0e", "").replace("\ufe0f", "")


@functools.lru_cache(_KEPT)
def fold(text: str) -> str:
    """The text as compared: equal for spellings that a reader would take for the same word.

    >>> fold(" 4M+ ") == fold("4м+")
    True
    """
    return _SPACES.sub("", bare(text).casefold().translate(_LOOK_ALIKES))


def name_folded(name: str) -> str:
    """The name of a tab or a file as programs compare it; macOS stores й as two characters."""
    return unicodedata.normalize("NFC", name).casefold()
