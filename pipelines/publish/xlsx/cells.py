"""Texts and numbers as the XML of a workbook holds them, and areas of cells."""

import functools
import re
from dataclasses import dataclass
from typing import Self

from pipelines.publish.stored import address
from pipelines.publish.xlsx.ooxml import DamagedError

_ESCAPED = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def escaped(text: str) -> str:
    """`text` with the characters that XML cannot hold written as the format does, `_x0007_`."""
    return _ESCAPED.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(text: str) -> str:
    """The text that `escaped` wrote."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def risky(text: str) -> bool:
    """Whether a program may take the text for a formula once somebody edits its cell."""
    return text.startswith(("=", "+", "-", "@", "'"))


def edged(text: str) -> bool:
    """Whether the text has white space that XML readers of sheets drop unless told otherwise."""
    return text != text.strip() or "\n" in text


def digits(number: float) -> str:
    """The shortest text that is exactly this number."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


@functools.cache
def column_number(column_letters: str) -> int:
    """1 for `A`, 27 for `aa`."""
    return functools.reduce(lambda number, letter: number * 26 + ord(letter) - 64, column_letters.upper(), 0)


def position(text: str) -> tuple[int, int]:
    """Row and column of an address such as `C7` or `$C$7`. Raises DamagedError if it is none."""
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise DamagedError(text)
    return int(found[2]), column_number(found[1])


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, its edges included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, text: str) -> Self:
        """The area that `A1:C7`, or the cell that `A1`, names. Raises DamagedError if it is neither."""
        first, _, last = text.partition(":")
        return cls(*position(first), *position(last or first))

    def __str__(self) -> str:
        return f"{address(self.top, self.left)}:{address(self.bottom, self.right)}"

    def __or__(self, other: "Area") -> "Area":
        return Area(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def __contains__(self, other: "Area") -> bool:
        return self | other == self

    def touches(self, other: "Area") -> bool:
        """Whether the two have a cell in common."""
        apart = self.bottom < other.top or other.bottom < self.top
        return not (apart or self.right < other.left or other.right < self.left)
