"""A server on loopback that speaks the Google Sheets API v4, for the tests of what reads and writes Google.

    with SheetsServer() as server:
        key = server.add("Клуб", {"Игры": [["Дата", "Игрок"], [date(2025, 9, 1), "Сокол"]]}, locale="ru_RU")
        ... MAFRATING_GOOGLE_API=server.url ...
        assert server.rows(key, "Рейтинг") == [["Место", "Игрок"], [1, "Сокол"]]

Cells are str, int, float, bool, None (empty), date, datetime, time, `Percent(0.5)`, `Fault("#N/A")` and
`Formula("=A1", result)`. A tab that is None instead of rows is a chart.

| what                                | gives                                                                           |
|-------------------------------------|---------------------------------------------------------------------------------|
| `server.url`                        | the base address; the paths below it are `/v4/spreadsheets/...`                 |
| `server.add(title, tabs, ...)`      | a new spreadsheet; its key                                                      |
| `server.rows(key, tab)`             | what the cells are worth, trimmed; dates are serial numbers                     |
| `server.formats(key, tab)`          | cell in A1 notation -> its `userEnteredFormat`                                  |
| `server.tab(key, tab)`              | the tab as it is now (each write makes a new one): properties, parts, cells     |
| `server.put(key, tab, cell, value)` | what somebody types into a cell meanwhile                                       |
| `server.protect(key, range)`        | a range that only its owner may change                                          |
| `server.book(key)`                  | the spreadsheet; its `results` tell what new formulas are worth                 |
| `server.state(key)`                 | all of a spreadsheet, to compare                                                |
| `server.calls`                      | each request answered so far: method, path, query, body, status (0: none given) |
| `server.denied`, `server.read_only` | keys of spreadsheets that we may not see, may not change                        |
| `server.office`                     | keys that are Excel files on Drive                                              |
| `server.disabled`                   | True: the API is not enabled in the project                                     |
| `server.faults`                     | what goes wrong with the next requests, see `Trouble`                           |

Requests are checked by the official discovery document (`sheets_protocol`), `batchUpdate` is all or nothing
(`sheets_requests`), and messages are Google's own where they are known. As Google it packs an answer if both
Accept-Encoding and User-Agent speak of gzip. Not simulated: quotas, the size limit of
an answer, Drive, formulas (their results are given), the search for a table of `values:append` (it writes below
the last filled row), and the methods by data filter other than of developer metadata; those answer 501.

By itself, `python tests/support/sheets_server.py --port 0 --workbook games.xlsx` serves the tabs of a workbook, prints
`{"url": ..., "key": ...}` and runs until it is killed; `GET /__state__/KEY` then gives the state.
"""

import argparse
import datetime as dt
import gzip
import json
import os
import random
import socket
import struct
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from sheets_grid import Tab, letters
from sheets_methods import ENDPOINTS
from sheets_model import Spreadsheet
from sheets_protocol import (
    STATUS,
    ApiError,
    check_body,
    check_query,
    find_method,
    response_mask,
    select,
    violation,
)
from sheets_values import Fault, Formula, Percent, cell_of

__all__ = ["Call", "Fault", "Formula", "Percent", "SheetsServer", "Trouble", "troubles"]

DENIED = "The caller does not have permission"
OFFICE = "This operation is not supported for this document. The document must not be an Office file."
DISABLED = (
    "Google Sheets API has not been used in project 123456789012 before or it is disabled. Enable it by visiting "
    "https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=123456789012 then retry. "
    "If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry."
)
MESSAGES = {
    401: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
    "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    429: "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' "
    "of service 'sheets.googleapis.com' for consumer 'project_number:123456789012'.",
    500: "Internal error encountered.",
    503: "The service is currently unavailable.",
    504: "Deadline expired before operation could complete.",
}
ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
PAGE = (
    "<!DOCTYPE html>\n<html lang=en>\n<title>Error {0}</title>\n<p><b>{0}.</b> <ins>That's an error.</ins>\n"
)


@dataclass(frozen=True)
class Trouble:
    """What goes wrong with one request; `applied` tells whether it is done where another answer, or none, comes back.

    | kind      | what the client gets                                     |
    |-----------|----------------------------------------------------------|
    | `json`    | an error with that `status`, and Retry-After if given    |
    | `html`    | the same as a page, as proxies send it                   |
    | `reset`   | the connection is reset before an answer                 |
    | `slow`    | the true answer after that many seconds                  |
    | `cut`     | the first half of the true answer, as if it were whole   |
    | `short`   | the first half, then the connection ends                 |
    | `garbage` | 200 with a text that is no JSON                          |
    """

    kind: str
    status: int = 0
    applied: bool = False
    retry_after: str = ""
    seconds: float = 0


TROUBLES = (
    Trouble("json", 429),
    Trouble("json", 429, retry_after="1"),
    Trouble("json", 500),
    Trouble("json", 500, applied=True),
    Trouble("json", 503),
    Trouble("json", 503, applied=True),
    Trouble("html", 502),
    Trouble("html", 503),
    Trouble("reset"),
    Trouble("reset", applied=True),
    Trouble("cut"),
    Trouble("short"),
    Trouble("garbage"),
)


def troubles(seed: int, share: float, among: Iterable[Trouble] = TROUBLES) -> Iterator[Trouble | None]:
    """For `server.faults`: that share of the requests goes wrong, by a seed."""
    rng, kinds = random.Random(seed), list(among)
    while True:
        yield rng.choice(kinds) if rng.random() < share else None


@dataclass
class Call:
    """One request as the server got it."""

    method: str
    path: str
    query: dict[str, list[str]]
    body: object
    status: int = 0


class Answer(NamedTuple):
    status: int
    text: str
    kind: str = "application/json; charset=UTF-8"
    retry_after: str = ""


class SheetsServer:
    """The server, and what the tests see of it; see the module's docstring."""

    def __init__(self, port: int = 0):
        self.books: dict[str, Spreadsheet] = {}
        self.calls: list[Call] = []
        self.denied: set[str] = set()
        self.read_only: set[str] = set()
        self.office: set[str] = set()
        self.disabled = False
        self.bugs: list[BaseException] = []
        self.stopped = threading.Event()
        self.lock = threading.RLock()
        self._faults: Iterator[Trouble | None] = iter(())
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.sheets = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.005,), daemon=True)

    def __enter__(self) -> "SheetsServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop. Raises AssertionError if the server itself failed with a request."""
        self.stopped.set()
        self._http.shutdown()
        self._thread.join()
        self._http.hang_up()
        self._http.server_close()
        if self.bugs:
            raise AssertionError("the server itself failed") from self.bugs[0]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def faults(self) -> Iterator[Trouble | None]:
        return self._faults

    @faults.setter
    def faults(self, faults: Iterable[Trouble | None]) -> None:
        """Of each next request its Trouble, or None for one that goes well; after the last all go well."""
        self._faults = iter(faults)

    def add(
        self,
        title: str,
        tabs: Mapping[str, list[list] | None],
        locale: str = "en_US",
        time_zone: str = "Etc/GMT",
    ) -> str:
        """A new spreadsheet with these tabs, each at least of 1000 rows and 26 columns; gives its key."""
        key = f"1Test{len(self.books):039}"
        properties = {"title": title, "locale": locale, "autoRecalc": "ON_CHANGE", "timeZone": time_zone}
        book = Spreadsheet(key, properties)
        for name, rows in tabs.items():
            sheet_id = book.new_id() if book.tabs else 0
            if rows is None:
                book.tabs.append(Tab({"sheetId": sheet_id, "title": name, "sheetType": "OBJECT"}))
                continue
            size = {"rowCount": max(1000, len(rows)), "columnCount": max(26, *map(len, rows), 0)}
            tab = Tab({"sheetId": sheet_id, "title": name, "sheetType": "GRID", "gridProperties": size})
            for at, row in enumerate(rows):
                tab.cells[at] = {x: cell_of(value) for x, value in enumerate(row) if value is not None}
            book.tabs.append(tab)
        self.books[key] = book
        return key

    def book(self, key: str) -> Spreadsheet:
        return self.books[key]

    def tab(self, key: str, title: str) -> Tab:
        found = self.books[key].tab(title)
        assert found, f"no tab {title} in {[tab.title for tab in self.books[key].tabs]}"
        return found

    def rows(self, key: str, title: str) -> list[list]:
        return self.books[key].rows(self.tab(key, title))

    def formats(self, key: str, title: str) -> dict[str, dict]:
        cells = self.tab(key, title).cells
        return {
            f"{letters(column)}{row + 1}": cell["userEnteredFormat"]
            for row, columns in sorted(cells.items())
            for column, cell in sorted(columns.items())
            if "userEnteredFormat" in cell
        }

    def put(self, key: str, title: str, cell: str, value: object) -> None:
        with self.lock:
            area = self.books[key].area(cell)
            self.tab(key, title).put(area.top, area.left, {} if value is None else cell_of(value))

    def protect(self, key: str, text: str, **more: object) -> None:
        area = self.books[key].area(text)
        ends = {"endRowIndex": area.bottom, "endColumnIndex": area.right}
        given = {"sheetId": area.tab.id, "startRowIndex": area.top, "startColumnIndex": area.left}
        grid = given | {name: end for name, end in ends.items() if end}
        protected = area.tab.parts.setdefault("protectedRanges", [])
        protected.append({"protectedRangeId": self.books[key].new_id(), "range": grid} | more)

    def state(self, key: str) -> str:
        with self.lock:
            return self.books[key].state()

    def answer(self, call: Call, raw: bytes) -> tuple[Answer | None, Trouble | None]:
        """What goes back, None for nothing, and what goes wrong with it."""
        if call.path.startswith("/__state__/"):
            return Answer(200, self.state(call.path.rpartition("/")[2])), None
        with self.lock:
            self.calls.append(call)
            trouble = next(self._faults, None)
            replaced = trouble is not None and trouble.kind in ("json", "html", "reset", "garbage")
            answer = None if replaced and not trouble.applied else self._done(call, raw)
            answer = _troubled(trouble) if replaced else answer
            call.status = answer.status if answer else 0
        return answer, trouble

    def _done(self, call: Call, raw: bytes) -> Answer:
        try:
            return Answer(200, _json(self._result(call, raw)))
        except ApiError as error:
            return Answer(error.code, _json(error.body))

    def _result(self, call: Call, raw: bytes) -> object:
        found = find_method(call.method, call.path)
        if found is None:
            raise ApiError(404, f"The requested URL {call.path} was not found on this server.")
        method, path = found
        query = check_query(method, call.query)
        body = _parsed(raw)
        if method.request:
            check_body(method.request, body)
        mask = response_mask(query["fields"], method.response) if "fields" in query else {}
        book = self._opened(path.get("spreadsheetId", ""), method.writes)
        if method.name not in ENDPOINTS:
            raise ApiError(501, f"{method.name} is not simulated")
        result = ENDPOINTS[method.name](book, path, query, body)
        if method.writes:
            self.books[book.key] = book
        return select(result, mask)

    def _opened(self, key: str, writes: bool) -> Spreadsheet:
        """The spreadsheet, or a copy to change. Raises ApiError if it is not ours to open."""
        if self.disabled:
            info = {"@type": ERROR_INFO, "reason": "SERVICE_DISABLED", "domain": "googleapis.com"}
            raise ApiError(403, DISABLED, [info | {"metadata": {"service": "sheets.googleapis.com"}}])
        if key not in self.books:
            raise ApiError(404, "Requested entity was not found.")
        if key in self.denied or (writes and key in self.read_only):
            raise ApiError(403, DENIED)
        if key in self.office:
            raise ApiError(400, OFFICE, status="FAILED_PRECONDITION")
        return self.books[key].copy() if writes else self.books[key]


def _parsed(raw: bytes) -> object:
    try:
        return json.loads(raw or b"{}", parse_constant=_no_constant, object_hook=_set_fields)
    except ValueError as error:
        raise violation([("", f"Invalid JSON payload received. {error}")]) from error


def _set_fields(message: dict) -> dict:
    """A field that is null is one that is not set."""
    return {name: value for name, value in message.items() if value is not None}


def _no_constant(name: str) -> None:
    raise ValueError(f"Unexpected token: {name}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _troubled(trouble: Trouble) -> Answer | None:
    status = trouble.status
    match trouble.kind:
        case "reset":
            return None
        case "garbage":
            return Answer(200, "<html><body>Sign in to the wireless network", "text/html; charset=UTF-8")
        case "html":
            return Answer(status, PAGE.format(status), "text/html; charset=UTF-8", trouble.retry_after)
    quota = {"@type": ERROR_INFO, "reason": "RATE_LIMIT_EXCEEDED", "domain": "googleapis.com"}
    error = ApiError(status, MESSAGES.get(status, STATUS.get(status, "")), [quota] if status == 429 else [])
    return Answer(status, _json(error.body), retry_after=trouble.retry_after)


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    sheets: SheetsServer

    def __init__(self, *args: object):
        self.open: set[socket.socket] = set()
        super().__init__(*args)

    def process_request(self, request: socket.socket, client_address: object) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: socket.socket) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End the connections that clients keep, so that their threads end."""
        for request in list(self.open):
            with suppress(OSError):  # it may be closed by now
                request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone is none; for what fails in the server itself the test fails."""
        error = sys.exc_info()[1]
        if error and not isinstance(error, ConnectionError):
            self.sheets.bugs.append(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def _serve(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urlsplit(self.path)
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            body = raw
        query = parse_qs(address.query, keep_blank_values=True)
        answer, trouble = self.server.sheets.answer(Call(self.command, address.path, query, body), raw)
        if trouble and trouble.seconds:
            self.server.sheets.stopped.wait(trouble.seconds)
        if answer is None:
            self._reset()
        else:
            self._send(answer, trouble.kind if trouble else "")

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = _serve  # noqa: N815 - the names of http.server

    def _send(self, answer: Answer, trouble: str) -> None:
        text = answer.text[: len(answer.text) // 2] if trouble == "cut" else answer.text
        asked = "gzip" in self.headers.get("Accept-Encoding", "") and "gzip" in self.headers.get(
            "User-Agent", ""
        )
        data = gzip.compress(text.encode(), 1) if asked else text.encode()
        part = data[: len(data) // 2] if trouble == "short" else data
        self.send_response(answer.status)
        if asked:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(data)))
        if answer.retry_after:
            self.send_header("Retry-After", answer.retry_after)
        self.end_headers()
        self.wfile.write(part)
        self.close_connection = self.close_connection or trouble == "short"

    def _reset(self) -> None:
        """Close without a farewell: the client sees a reset connection."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())

    def log_message(self, *_: object) -> None:
        pass


def tabs_of(path: Path) -> dict[str, list[list]]:
    """The tabs of a workbook as `SheetsServer.add` takes them: values, formulas with their results, percentages."""
    import openpyxl  # only of the command below

    formulas, results = openpyxl.load_workbook(path), openpyxl.load_workbook(path, data_only=True)
    tabs = {}
    for sheet in formulas.worksheets:
        worth = results[sheet.title].iter_rows()
        pairs = zip(sheet.iter_rows(), worth, strict=True)
        tabs[sheet.title] = [[_value_of(*both) for both in zip(*rows, strict=True)] for rows in pairs]
    return tabs


def _value_of(cell: object, worth: object) -> object:
    value = worth.value
    if worth.data_type == "e":
        value = Fault(value)
    elif isinstance(value, dt.timedelta):
        value = value / dt.timedelta(days=1)
    elif isinstance(value, int | float) and "%" in cell.number_format:
        value = Percent(value)
    if cell.data_type == "f":
        return Formula(str(cell.value), "" if value is None else value)
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a workbook as if it were at Google.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--workbook", type=Path, required=True)
    parser.add_argument("--locale", default="ru_RU")
    asked = parser.parse_args()
    with SheetsServer(asked.port) as server:
        key = server.add(asked.workbook.stem, tabs_of(asked.workbook), asked.locale, "Europe/Kyiv")
        print(json.dumps({"url": server.url, "key": key}), flush=True)
        with suppress(KeyboardInterrupt):
            server.stopped.wait()


if __name__ == "__main__":
    main()
