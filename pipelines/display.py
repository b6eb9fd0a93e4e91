"""Texts from sheets as they may be shown: nothing in them commands a terminal, or counts as a formula when pasted."""

import re

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_PICTURES = 0x2400  # where Unicode has a picture for each of the first 32 control characters


def visible(text: str) -> str:
    r"""`text` with a mark for each character that commands a terminal or turns its writing; line ends and tabs stay.

    >>> visible("\x1b[31mred")
    '␛[31mred'
    """
    return _UNSAFE.sub(lambda found: _mark(found[0]), text)


def one_line(text: str) -> str:
    """`text` as `visible` gives it, with marks for line ends and tabs too."""
    return visible(text).replace("\n", "␊").replace("\t", "␉")


def json_safe(dumped: str) -> str:
    """JSON with the same texts, in which such characters are escaped."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", dumped)


def harmless(text: str) -> str:
    """`text` as `visible` gives it, with an apostrophe before it if a spreadsheet would take it for a formula."""
    return ("'" if text.startswith(_FORMULA_STARTS) else "") + visible(text)


def _mark(letter: str) -> str:
    number = ord(letter)
    if number < 0x20:
        return chr(_PICTURES + number)
    return "␡" if letter == "\x7f" else f"⟨U+{number:04X}⟩"
