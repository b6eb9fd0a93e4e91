"""The kinds of values in a league file: file names, keys of spreadsheets, days, figures; each is checked as it is read."""

import datetime as dt
import math
import os
import re
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from pipelines.ingest import vocabulary

_LONGEST_NAME = 255  # bytes of a file's name, on most disks
_FIRST_YEAR, _LAST_YEAR = 1990, 2100
_LARGEST_FIGURE = 1e9  # of a ruleset; sums of larger ones would lose digits, or be no numbers
_ESCAPES = re.compile("[\b\t\n\f\r\x1b]")  # what TOML makes of a backslash and a letter

# the key of a spreadsheet, or an address with it; one that was "published to the web" has another, of no use here
_SPREADSHEET = re.compile(r"(\S*?(/d/(?!e/)|[?&](key|id)=))?(?P<key>[A-Za-z0-9_-]+)(?(1)([/?&#]\S*)?)")


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _known_kind(value: str) -> str:
    known = vocabulary.words("kinds").get(vocabulary.key(value))
    if known is None:
        raise ValueError(f"must be one of {vocabulary.examples('kinds')}")
    return known


def with_field(value: Any) -> Any:
    """What a label names, written as a field's name or with the side of its value."""
    if not isinstance(value, str | dict):
        raise PydanticCustomError("label", "must be the name of a field")
    return {"field": value} if isinstance(value, str) else value


def _file_name(value: str) -> str:
    if _ESCAPES.search(value):  # "C:\\temp" in double quotes: the backslash and t are a tab
        raise PydanticCustomError("path", "must be a path with /")
    parts = Path(value).parts
    if not parts or "\0" in value or any(len(os.fsencode(part)) > _LONGEST_NAME for part in parts):
        raise PydanticCustomError("file_name", "must be the name of a file")
    return value


def _of_our_time(value: int | dt.date | None) -> int | dt.date | None:
    year = value.year if isinstance(value, dt.date) else value
    if year is not None and not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise PydanticCustomError("year", "must be a year such as 2023")
    return value


def _known_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise PydanticCustomError("timezone", 'must be a time zone such as "Europe/Kyiv"') from None
    return value


def _within_bounds(value: dict[str, Any]) -> dict[str, Any]:
    for figure in value.values():
        if isinstance(figure, int | float) and _LARGEST_FIGURE < abs(figure) < math.inf:
            raise PydanticCustomError("figure", "is too large a figure")
    return value


def _spreadsheet_key(value: str) -> str:
    found = _SPREADSHEET.fullmatch(value.strip())
    if found is None:
        raise PydanticCustomError("spreadsheet_key", "must be the key or the address of a Google spreadsheet")
    return found["key"]


FileName = Annotated[str, AfterValidator(_file_name)]
FileNames = Annotated[list[FileName], BeforeValidator(_listed), Field(min_length=1)]
Texts = Annotated[list[str], BeforeValidator(_listed), Field(min_length=1)]
Key = Annotated[str, AfterValidator(_spreadsheet_key)]
Keys = Annotated[list[Key], BeforeValidator(_listed), Field(min_length=1)]
TextList = Annotated[list[str], BeforeValidator(_listed)]
FirstDay = Annotated[int | dt.date | None, AfterValidator(_of_our_time)]
Kind = Annotated[str, AfterValidator(_known_kind)]
Figures = Annotated[dict[str, Any], AfterValidator(_within_bounds)]
Zone = Annotated[str, AfterValidator(_known_zone)]
