"""The three calls of the Sheets API that we make, with our own tries, and the faults that they end in."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import google.auth
import requests
import tenacity
from google.auth.exceptions import DefaultCredentialsError
from google.oauth2.service_account import Credentials
from gspread.auth import DEFAULT_SERVICE_ACCOUNT_FILENAME

from pipelines.errors import DestinationFault, Fault, SourceFault
from pipelines.google.errors import AccountError, PassingError, RefusedError
from pipelines.google.http import GOOGLE, SheetsClient, told_apart

SCOPES = ("https://www.googleapis.com/auth/spreadsheets",)  # the least with which ratings can be written
TRIES = 7  # with a first wait of one second they cover a minute, after which a quota is there anew
_NAME = "mafrating (gzip)"  # the word in brackets makes Google pack its answers
_LONGEST_WAIT = 60.0
_PATIENCE = 600.0  # seconds after which nothing is tried again, whatever the server asks for
_PROPERTIES = (
    "properties(title,locale,timeZone),"
    "sheets(properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount)),merges)"
)
_BESIDE = "sheets(charts(chartId),slicers(slicerId),data(rowData(values(note))))"
_CELLS = (
    "sheets(properties(sheetId),data(rowData(values("
    "effectiveValue,formattedValue,effectiveFormat(numberFormat(type)),userEnteredValue(formulaValue)))))"
)
_STALE = (
    "unable to parse range",
    "exceeds grid limits",
    "no grid with id",
    "already exists",
    "beyond the last",
)
Answer = TypeVar("Answer")


class Client:
    """Google Sheets as one account, or the server that MAFRATING_GOOGLE_API names, which needs none.

    `account` is the address to share a spreadsheet with, or what else is known of us. Raises SourceFault if there
    are no credentials, or such as cannot be read.
    """

    def __init__(self) -> None:
        base = os.environ.get("MAFRATING_GOOGLE_API", "").rstrip("/")
        credentials: Any = None if base else _credentials()
        self.account = base or _account_of(credentials)
        self.server = base or GOOGLE
        self._http = SheetsClient(credentials, requests.Session() if base else None)
        self._http.base = self.server
        self._http.session.headers["User-Agent"] = _NAME

    def properties(self, key: str) -> Mapping[str, Any]:
        """Title, locale and time zone of a spreadsheet, and the properties and merged cells of its tabs."""
        return self._read(key, lambda: self._http.fetch_sheet_metadata(key, {"fields": _PROPERTIES}))

    def has_notes(self, key: str, title: str) -> bool:
        """Whether a tab has notes at its cells, charts or slicers."""
        quoted = title.replace("'", "''")
        asked: dict[str, Any] = {"fields": _BESIDE, "ranges": f"'{quoted}'", "includeGridData": "true"}
        told = self._read(key, lambda: self._http.fetch_sheet_metadata(key, asked))
        return any(
            one.get("charts")
            or one.get("slicers")
            or any(
                "note" in cell
                for data in one.get("data", ())
                for row in data.get("rowData", ())
                for cell in row.get("values", ())
            )
            for one in told.get("sheets", ())
        )

    def cells(self, key: str, ranges: Sequence[str]) -> dict[int, list[list[list[Any]]]]:
        """What each range holds, by the number of its tab, in the order of that tab's ranges: rows of cells.

        A cell has its `effectiveValue`, how it is shown (`formattedValue`), the kind of its format and its formula.
        """
        query: dict[str, Any] = {"ranges": list(ranges), "fields": _CELLS}
        told = self._read(key, lambda: self._http.fetch_sheet_metadata(key, query))
        return {
            sheet["properties"].get("sheetId", 0): [
                [row.get("values", []) for row in data.get("rowData", ())] for data in sheet.get("data", ())
            ]
            for sheet in told.get("sheets", ())
        }

    def update(self, key: str, requests: Sequence[Any]) -> None:
        """Do all the requests, or none of them; tried once. Raises PassingError, RefusedError or AccountError."""
        with told_apart():
            self._http.batch_update(key, {"requests": requests})

    def may_write(self, key: str) -> bool:
        """Whether we may change the spreadsheet, asked by an update that finds nothing to change."""
        nothing = {"dataFilter": {"developerMetadataLookup": {"metadataKey": "mafrating-google-check"}}}
        with self.faults(key, SourceFault):
            try:
                for attempt in self.tries():
                    with attempt:
                        self.update(key, [{"deleteDeveloperMetadata": nothing}])
            except RefusedError as error:
                return error.status != 403
        return True

    def tries(self) -> tenacity.Retrying:
        """Tries of what may fail with a PassingError, with waits between that grow; the last error is raised."""
        return tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(PassingError),
            stop=tenacity.stop_after_attempt(TRIES) | tenacity.stop_before_delay(_PATIENCE),
            wait=_pause,
            reraise=True,
        )

    @contextmanager
    def faults(self, key: str, kind: type[Fault]) -> Iterator[None]:
        """Turn what the API refused into a fault that says what to do."""
        try:
            yield
        except PassingError as error:
            if error.is_quota:
                raise kind("google-quota") from error
            is_unsure = kind is DestinationFault and error.is_lost
            code = "google-unsure" if is_unsure else "google-unreachable"
            raise kind(code, server=self.server, reason=error.reason) from error
        except AccountError as error:
            raise kind("google-account", account=self.account) from error
        except RefusedError as error:
            raise kind(
                _code_of(error, kind), key=key, account=self.account, reason=" ".join(error.message.split())
            ) from error

    def _read(self, key: str, call: Callable[[], Answer]) -> Answer:
        with self.faults(key, SourceFault):
            for attempt in self.tries():
                with attempt, told_apart():
                    answer = call()
        return answer


def _pause(state: tenacity.RetryCallState) -> float:
    """Twice as long each time, and a little more so that two that failed together do not come back together."""
    try:
        first = max(float(os.environ.get("MAFRATING_RETRY_SECONDS") or 1), 0)
    except ValueError:
        first = 1
    growing = tenacity.wait_exponential(multiplier=first, max=_LONGEST_WAIT) + tenacity.wait_random(0, first)
    error = state.outcome.exception() if state.outcome else None
    return max(growing(state), error.wait if isinstance(error, PassingError) else 0)


def _code_of(error: RefusedError, kind: type[Fault]) -> str:
    """What a refusal is called, by what Google says of it."""
    said = error.message.casefold()
    if any(words in said for words in _STALE):
        return "spreadsheet-changed"
    if error.status == 404:
        return "no-such-spreadsheet"
    if "SERVICE_DISABLED" in error.words:
        return "google-disabled"
    if "protected cell" in said:
        return "spreadsheet-protected"
    if error.status == 403:
        return "spreadsheet-read-only" if kind is DestinationFault else "spreadsheet-denied"
    if "FAILED_PRECONDITION" in error.words:
        return "spreadsheet-office"
    return "google-refused"


def _credentials() -> Any:
    """Those that GOOGLE_APPLICATION_CREDENTIALS names, or that lie where gspread looks, or Google's own libraries do."""
    own = DEFAULT_SERVICE_ACCOUNT_FILENAME if DEFAULT_SERVICE_ACCOUNT_FILENAME.exists() else None
    file = os.environ.get("GOOGLE_APPLICATION_CREDENTIALS") or own
    try:
        if file and file == own:
            return Credentials.from_service_account_file(str(own), scopes=SCOPES)  # type: ignore[no-untyped-call]
        return google.auth.default(scopes=SCOPES)[0]
    except (DefaultCredentialsError, ValueError, OSError) as error:
        raise SourceFault("google-key-unreadable" if file else "google-not-configured", file=file) from error


def _account_of(credentials: Any) -> str:
    names = (getattr(credentials, name, "") for name in ("service_account_email", "account"))
    return next((str(name) for name in names if name), "application-default credentials")
