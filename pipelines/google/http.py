"""One request to the Sheets API by gspread's client: our server, our time limits, and what its answer means."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import gspread.http_client
import requests
from google.auth import exceptions

from pipelines.google import packed
from pipelines.google.errors import AccountError, PassingError, RefusedError

GOOGLE = "https://sheets.googleapis.com"
LIMITS = (10.0, 190.0)  # seconds to connect, and to wait for an answer: Google itself gives up after 180
_PASSING = (408, 500, 502, 503, 504)
_QUOTA = ("RATE_LIMIT_EXCEEDED", "rateLimitExceeded", "userRateLimitExceeded")


class SheetsClient(gspread.http_client.HTTPClient):
    """gspread's client, each request tried once. `base` is the address of another server than Google's."""

    base = GOOGLE

    def request(
        self,
        method: str,
        endpoint: str,
        params: Any = None,
        data: bytes | None = None,
        json: Mapping[str, Any] | None = None,
        files: Any = None,
        headers: Any = None,
    ) -> requests.Response:
        """Send it. Raises PassingError, RefusedError or AccountError if the answer is an error."""
        if json is not None:
            data, headers = packed(json), {"Content-Type": "application/json; charset=utf-8"}
        url = endpoint.replace(GOOGLE, self.base, 1)
        response = self.session.request(
            method, url, params=params, data=data, headers=headers, timeout=LIMITS
        )
        if not response.ok:
            raise _error_of(response)
        return response


@contextmanager
def told_apart() -> Iterator[None]:
    """Turn what the libraries raise into PassingError or AccountError; half an answer is none."""
    try:
        yield
    except exceptions.GoogleAuthError as error:
        if error.retryable or isinstance(error, exceptions.TransportError):
            raise PassingError(_short(error), is_lost=False) from error
        raise AccountError from error
    except requests.RequestException as error:
        raise PassingError(_short(error)) from error


def _error_of(response: requests.Response) -> Exception:
    """What an answer that grants nothing means."""
    told = _told(response)
    words = {str(told.get("status")), *(str(one.get("reason")) for one in told.get("details", ()))}
    is_quota = response.status_code == 429 or not words.isdisjoint(_QUOTA)
    if is_quota or response.status_code in _PASSING:
        reason = f"HTTP {response.status_code}"
        return PassingError(reason, is_quota=is_quota, is_lost=not is_quota, wait=_wait(response))
    if response.status_code == 401:
        return AccountError()
    return RefusedError(response.status_code, words, str(told.get("message", response.reason)))


def _told(response: requests.Response) -> Mapping[str, Any]:
    """The error that the answer holds; that of a proxy is a page, and holds none."""
    try:
        error = response.json()["error"]
    except (requests.JSONDecodeError, LookupError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}


def _wait(response: requests.Response) -> float:
    """The seconds of Retry-After, which may be a date."""
    said = response.headers.get("Retry-After", "").strip()
    if said.isdigit():
        return float(said)
    try:
        return max(parsedate_to_datetime(said).timestamp() - time(), 0)
    except ValueError:
        return 0


def _short(error: Exception) -> str:
    """What kind of failure it was: the texts of the libraries go over many lines, and hold addresses."""
    cause: BaseException = error
    while inner := cause.__cause__ or cause.__context__:
        cause = inner
    return type(cause).__name__
