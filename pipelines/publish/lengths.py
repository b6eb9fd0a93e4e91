"""Lengths as spreadsheets count them, in units of UTF-16, and texts cut to a length."""

import unicodedata
from collections.abc import Iterable, Sequence

_JOINER = "\u200d"  # makes one sign of the two beside it
_ELLIPSIS = "…"


def units(text: str) -> int:
    """The length of a text in units of UTF-16: letters beyond U+FFFF, such as emoji, take two."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def cut(text: str, longest: int) -> str:
    """The text, or as much of its beginning as takes `longest` units. No sign that a reader sees is split."""
    return text if units(text) <= longest else "".join(_fitting(_signs(text), longest))


def shortened(text: str, longest: int) -> str:
    """The text, or as much of its beginning as fits into `longest` units before an ellipsis."""
    return text if units(text) <= longest else cut(text, longest - 1) + _ELLIPSIS


def squeezed(text: str, longest: int) -> str:
    """The text, or its two ends around an ellipsis: names of one series differ at their end, as by a year."""
    if units(text) <= longest:
        return text
    signs = _signs(text)
    end = "".join(reversed(_fitting(reversed(signs), (longest - 1) // 3))).lstrip()
    return "".join(_fitting(signs, longest - 1 - units(end))).rstrip() + _ELLIPSIS + end


def _fitting(signs: Iterable[str], longest: int) -> list[str]:
    """The first signs, as many as take no more than `longest` units."""
    kept: list[str] = []
    for sign in signs:
        longest -= units(sign)
        if longest < 0:
            break
        kept.append(sign)
    return kept


def _signs(text: str) -> Sequence[str]:
    """The text in pieces, each of which a reader sees as one sign."""
    signs: list[str] = []
    for letter in text:
        if signs and _belongs(signs[-1], letter):
            signs[-1] += letter
        else:
            signs.append(letter)
    return signs


def _belongs(sign: str, letter: str) -> bool:
    """Whether a letter is part of the sign before it: an accent, a skin colour, the second half of a flag."""
    if unicodedata.category(letter) in ("Mn", "Mc", "Me") or _JOINER in (letter, sign[-1]):
        return True
    if "\U0001f3fb" <= letter <= "\U0001f3ff" or "\U000e0020" <= letter <= "\U000e007f":
        return True
    return len(sign) == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in (sign, letter))
