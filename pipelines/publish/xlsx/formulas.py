"""The addresses in a formula: found exactly, so that all else of it stays as it is."""

import re
from collections.abc import Callable

from pipelines.publish.stored import letters
from pipelines.publish.xlsx.cells import column_number

_WORD = r"[^\s\"'\[\](){},;=<>+\-*/^&%@:!#$]+"
_CELL = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_PIECE = re.compile(
    rf"""
    "(?:[^"]|"")*"                                                  # a text
    | (?P<tab>'(?:[^']|'')*'!|(?:\[[^\[\]]*\])?{_WORD}(?::{_WORD})?!)?  # the tab of an address, or several
      (?P<address>{_CELL}(?::{_CELL})?|\$?[0-9]{{1,7}}:\$?[0-9]{{1,7}}|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}})
      (?![\w.(\[!])
    | \[(?:[^\[\]]|\[[^\[\]]*\])*\]                                  # columns of an Excel table
    | \#[A-Za-z/0]+[!?]?                                            # an error
    | (?P<word>{_WORD})                                             # a function, a name, a number
    """,
    re.VERBOSE,
)
_CORNER = re.compile(r"(\$?)([A-Za-z]{0,3})(\$?)([0-9]{0,7})")


def readdressed(formula: str, change: Callable[[str, str], str]) -> str:
    """The formula with other addresses.

    `change` is given each with its tab, as both are written (`'Сезон'!` and `A$1:C7`; no tab, `2:9`, `A:C`), and
    returns what shall be in the place of the two.
    """

    def piece(found: re.Match[str]) -> str:
        return change(found["tab"] or "", found["address"]) if found["address"] else found[0]

    return _PIECE.sub(piece, formula)


def references(formula: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The addresses in a formula, each with its tab, as both are written; and its words, which may be names."""
    pieces = list(_PIECE.finditer(formula))
    addresses = [(one["tab"] or "", one["address"]) for one in pieces if one["address"]]
    return addresses, [one["word"] for one in pieces if one["word"]]


def copied(formula: str, rows: int, columns: int) -> str:
    """A formula as it is so many rows further down and columns to the right: addresses go with it, but those after $."""

    def corner(found: re.Match[str]) -> str:
        fixed_column, column, fixed_row, row = found.groups()
        if column and not fixed_column:
            column = letters(max(column_number(column) + columns, 1))
        if row and not (fixed_row if column else fixed_column):
            row = str(max(int(row) + rows, 1))
        return f"{fixed_column}{column}{fixed_row}{row}"

    def address(tab: str, area: str) -> str:
        return tab + ":".join(_CORNER.sub(corner, one, count=1) for one in area.split(":"))

    return readdressed(formula, address)
