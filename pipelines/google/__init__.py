"""Google Sheets: who we are there, and how its API is asked. The libraries for it are the extra `google`."""

import json
from typing import TYPE_CHECKING

from pipelines.errors import SourceFault

if TYPE_CHECKING:
    from pipelines.google.client import Client

_LIBRARIES = ("gspread", "google", "requests", "tenacity")


def connect() -> "Client":
    """A way to Google Sheets. Raises SourceFault if the libraries, or who we are, are missing."""
    try:
        from pipelines.google.client import Client  # late: it takes half a second
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        raise SourceFault("google-missing") from error
    return Client()


def address(key: str) -> str:
    """Where people find the spreadsheet."""
    return f"https://docs.google.com/spreadsheets/d/{key}"


def packed(body: object) -> bytes:
    """A body as it is sent: Cyrillic letters take two bytes, not six."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
