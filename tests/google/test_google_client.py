"""When Google does not do as asked: what is tried again, for how long, and what an admin is told."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest
from at_google import LEAGUE, a_club, serving, verbs
from commands import run
from sheets_server import Trouble

from pipelines.errors import DestinationFault, SourceFault
from pipelines.google import client as google_client
from pipelines.google import http
from pipelines.publish.google import GoogleSpreadsheet
from pipelines.publish.tab import Column, Tab
from pipelines.sources.google import Spreadsheet


@pytest.fixture
def server(monkeypatch):
    with serving(monkeypatch) as server:
        yield server


@pytest.fixture
def key(server):
    return server.add("Клуб", {"Игры": [["Игрок"], ["Сокол"]]})


def read(key):
    return Spreadsheet(key).rows("Игры")


def fault_of(key):
    with pytest.raises(SourceFault) as caught:
        read(key)
    for language in ("ru", "uk", "en"):
        assert len(caught.value.say(language).splitlines()) == 1
    return caught.value


PASSING = [
    Trouble("json", 429),
    Trouble("json", 429, retry_after="0"),
    Trouble("json", 500),
    Trouble("json", 503),
    Trouble("json", 504),
    Trouble("html", 502),
    Trouble("html", 503),
    Trouble("reset"),
    Trouble("short", applied=True),
    Trouble("cut", applied=True),
    Trouble("garbage"),
]


@pytest.mark.parametrize("trouble", PASSING, ids=lambda one: f"{one.kind}-{one.status}")
def test_what_may_pass_is_tried_again(server, key, trouble):
    server.faults = [trouble, trouble, None, trouble]
    assert read(key) == [["Игрок"], ["Сокол"]]
    assert verbs(server) == ["get", "get", "get", "values", "values"]


@pytest.mark.parametrize("trouble", PASSING, ids=lambda one: f"{one.kind}-{one.status}")
def test_what_does_not_pass_comes_to_an_end(server, key, trouble):
    server.faults = iter(lambda: trouble, None)
    fault = fault_of(key)
    assert fault.code == ("google-quota" if trouble.status == 429 else "google-unreachable")
    assert len(server.calls) == google_client.TRIES


def test_a_server_that_is_not_there(server, key, monkeypatch):
    monkeypatch.setenv("MAFRATING_GOOGLE_API", "http://127.0.0.1:9")
    fault = fault_of(key)
    assert (fault.code, "http://127.0.0.1:9" in fault.say("en")) == ("google-unreachable", True)


def test_an_answer_that_takes_too_long(server, key, monkeypatch):
    monkeypatch.setattr(http, "LIMITS", (1, 0.05))
    server.faults = [Trouble("slow", seconds=1), None, Trouble("slow", seconds=1)]
    assert read(key) == [["Игрок"], ["Сокол"]]
    assert verbs(server) == ["get", "get", "values", "values"]


@pytest.mark.parametrize("asked", ["86400", "Fri, 31 Dec 2100 23:59:59 GMT"])
@pytest.mark.parametrize("status", [429, 503])
def test_nobody_waits_for_a_day_even_if_the_server_asks_for_it(server, key, asked, status):
    server.faults = [Trouble("json", status, retry_after=asked)]
    assert fault_of(key).code == ("google-quota" if status == 429 else "google-unreachable")
    assert len(server.calls) == 1


@pytest.mark.parametrize("asked", ["soon", "-1", "Fri, 31 Dec 1999 23:59:59 GMT"])
def test_a_wait_that_is_none_is_passed_over(server, key, asked):
    server.faults = [Trouble("json", 503, retry_after=asked)]
    assert read(key) == [["Игрок"], ["Сокол"]]


# what is the matter, and the words of the message
REFUSED = [
    ("gone", "no-such-spreadsheet", "There is no Google spreadsheet with the key"),
    ("denied", "spreadsheet-denied", "add {url} as an editor"),
    ("office", "spreadsheet-office", "Save as Google Sheets"),
    ("disabled", "google-disabled", "Sheets API is not enabled"),
]


@pytest.mark.parametrize(("what", "code", "words"), REFUSED)
def test_what_will_not_pass_is_told_at_once(server, key, what, code, words):
    if what == "gone":
        key = "1Nobody"
    elif what == "disabled":
        server.disabled = True
    else:
        getattr(server, what).add(key)
    fault = fault_of(key)
    assert (fault.code, len(server.calls)) == (code, 1)
    assert words.format(url=server.url) in fault.say("en")


def test_a_spreadsheet_that_may_only_be_read(server, key):
    server.read_only.add(key)
    with pytest.raises(DestinationFault) as caught:
        GoogleSpreadsheet(key, lambda tab: True).publish(
            [Tab("Сезон", [Column("Игрок", read_column(), "text")])]
        )
    assert caught.value.code == "spreadsheet-read-only"
    assert f"make {server.url} an editor" in caught.value.say("en")
    assert verbs(server) == ["get", "update"]  # no tab of ours is there to be read


def read_column():
    import pandas as pd

    return pd.Series(["Сокол"])


def test_a_tab_that_is_renamed_between_the_two_calls_is_told(server, key):
    book = Spreadsheet(key)
    server.tab(key, "Игры").properties["title"] = "Партии"
    with pytest.raises(SourceFault) as caught:
        book.rows("Игры")
    assert caught.value.code == "spreadsheet-changed"


# --- who we are


@pytest.fixture
def key_file(tmp_path):
    """The key of a service account, as Google gives it out; its tokens come from a server that is not there."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    private = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    told = {
        "type": "service_account",
        "project_id": "club",
        "private_key_id": "1",
        "private_key": private.decode(),
        "client_email": "ratings@club.iam.gserviceaccount.com",
        "client_id": "1",
        "token_uri": "http://127.0.0.1:9/token",
    }
    path = tmp_path / "key.json"
    path.write_text(json.dumps(told), "utf-8")
    return path


class Tokens(BaseHTTPRequestHandler):
    """A server that gives a token to everybody, or to nobody."""

    status = 200
    asked: ClassVar[list[bytes]] = []

    def do_POST(self):
        self.asked.append(self.rfile.read(int(self.headers["Content-Length"])))
        told = {"access_token": "secret-token", "expires_in": 3600, "token_type": "Bearer"}
        data = json.dumps(told if self.status == 200 else {"error": "invalid_grant"}).encode()
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def tokens(key_file, monkeypatch):
    """The key, with tokens from loopback; the Sheets API is there too, but not by MAFRATING_GOOGLE_API."""
    with HTTPServer(("127.0.0.1", 0), Tokens) as giver, serving(monkeypatch) as server:
        threading.Thread(target=giver.serve_forever, args=(0.02,), daemon=True).start()
        told = json.loads(key_file.read_text("utf-8"))
        told["token_uri"] = f"http://127.0.0.1:{giver.server_port}/token"
        key_file.write_text(json.dumps(told), "utf-8")
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(key_file))
        monkeypatch.delenv("MAFRATING_GOOGLE_API")
        monkeypatch.setattr(google_client, "GOOGLE", server.url)
        monkeypatch.setattr(Tokens, "asked", [])
        yield server
        giver.shutdown()


def test_a_service_account_gets_one_token_for_the_sheets_alone(tokens):
    key = tokens.add("Клуб", {"Игры": [["Игрок"]]})
    book = Spreadsheet(key)
    assert book.rows("Игры") == [["Игрок"]]
    assert book.client.account == "ratings@club.iam.gserviceaccount.com"
    assert book.client.may_write(key)
    assert len(Tokens.asked) == 1
    tokens.denied.add(key)
    assert "add ratings@club.iam.gserviceaccount.com as an editor" in fault_of(key).say("en")


def test_a_key_that_google_does_not_take_is_told(tokens, monkeypatch):
    monkeypatch.setattr(Tokens, "status", 400)
    fault = fault_of(tokens.add("Клуб", {"Игры": []}))
    assert (fault.code, fault.values["account"]) == ("google-account", "ratings@club.iam.gserviceaccount.com")


@pytest.fixture
def nobody(tmp_path, monkeypatch):
    """A league at Google of somebody with nothing in the home folder."""
    (tmp_path / "league.toml").write_text(LEAGUE.format(key="1Ab"), "utf-8")
    monkeypatch.delenv("MAFRATING_GOOGLE_API", raising=False)
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path / "nothing"))
    monkeypatch.setenv("NO_GCE_CHECK", "true")
    monkeypatch.setenv("MAFRATING_RETRY_SECONDS", "0.001")
    monkeypatch.setattr(google_client, "DEFAULT_SERVICE_ACCOUNT_FILENAME", tmp_path / "service_account.json")
    return tmp_path


def refused(folder, command="check"):
    """The one line that a command that cannot go on says."""
    done = run(command, folder)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (3, "", 1), done.output
    return done.stderr


@pytest.mark.parametrize("command", ["rebuild", "check", "google-check"])
def test_without_credentials_the_readme_is_pointed_to(nobody, command):
    assert "put the path into GOOGLE_APPLICATION_CREDENTIALS" in refused(nobody, command)


def test_without_the_libraries_the_line_to_type_is_told(nobody, monkeypatch):
    for module in ("pipelines.google.client", "pipelines.google.http"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "gspread", None)
    assert (
        refused(nobody) == "Google spreadsheets need more libraries. Type: pip install 'mafrating[google]'\n"
    )


@pytest.mark.parametrize("content", [None, "{", "{}", '{"type": "service_account"}'])
def test_a_key_that_is_none_is_told_with_its_place(nobody, monkeypatch, content):
    if content:
        (nobody / "broken.json").write_text(content, "utf-8")
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(nobody / "broken.json"))
    assert str(nobody / "broken.json") in refused(nobody)
    if content:
        monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS")
        (nobody / "broken.json").rename(nobody / "service_account.json")
        assert str(nobody / "service_account.json") in refused(nobody)


def test_a_key_is_never_shown(nobody, key_file, monkeypatch, caplog):
    secret = json.loads(key_file.read_text("utf-8"))["private_key"].splitlines()[1]
    key_file.rename(nobody / "service_account.json")
    with caplog.at_level("DEBUG"):
        told = refused(nobody)
    assert "does not answer" in told
    assert secret not in told + caplog.text


# --- google-check


def test_google_check_tells_account_rights_and_tabs(server, tmp_path):
    folder, key = a_club(server, tmp_path)
    before = server.state(key)
    done = run("google-check", folder)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"Клуб (https://docs.google.com/spreadsheets/d/{key}; ru_RU, Etc/GMT)",
        f"  account {server.url}: may read and change it",
        "  Игры  1000 × 26  is read",
        "  Касса  1000 × 26  not used",
    ]
    assert server.state(key) == before
    run("rebuild", folder)
    assert "  Сезон  31 × 18  rating" in run("google-check", folder).stdout.splitlines()


def test_google_check_tells_what_is_missing(server, tmp_path):
    folder, key = a_club(server, tmp_path)
    server.read_only.add(key)
    done = run("google-check", folder)
    assert (done.exit_code, "may only read it" in done.stdout, "an editor" in done.stderr) == (3, True, True)
    server.denied.add(key)
    done = run("google-check", folder)
    assert (done.exit_code, done.stdout, "as an editor" in done.stderr) == (3, "", True)
    text = (folder / "league.toml").read_text("utf-8")
    (folder / "league.toml").write_text(
        text.replace(f'spreadsheet = "{key}"', 'workbook = "games.xlsx"'), "utf-8"
    )
    done = run("google-check", folder)
    assert (done.exit_code, "names no Google spreadsheet" in done.stderr) == (2, True)
