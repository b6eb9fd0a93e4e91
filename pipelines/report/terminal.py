"""What the command line prints: findings, summaries, rows to paste."""

import csv
import sys
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, TextIO

import pandas as pd

from pipelines import google, texts
from pipelines.display import harmless, one_line, visible
from pipelines.ingest.games import IDENTITY
from pipelines.league import League
from pipelines.rebuild import Rebuilt
from pipelines.report import layouts

if TYPE_CHECKING:  # rich is imported only when something is drawn
    from pipelines.report.google_check import Access

_SHOWN_PER_CODE = 10


def summary(done: Rebuilt, *, dry_run: bool = False) -> dict[str, Any]:
    """The outcome as one object for other programs."""
    seats = done.sheets.seats
    counts = done.findings["severity"].value_counts()
    return {
        "league": done.league.name,
        "status": _status(done, dry_run),
        "ruleset": done.ruleset.name,
        "games": int(seats["game"].nunique()),
        "unrated_games": int(seats.loc[seats["kind"] == "unrated", "game"].nunique()),
        "left_out": done.left_out,
        "games_left_out": _games_left_out(done),
        "seats": len(seats),
        "players": int(seats["player"].nunique()),
        "errors": int(counts.get("error", 0)),
        "warnings": int(counts.get("warning", 0)),
        "findings": _findings_told(done),
        "workbook": done.league.published_at() if done.tabs else None,
        "tabs": [tab.name for tab in done.tabs],
        "exports": [str(path) for path in done.exported],
    }


def _findings_told(done: Rebuilt) -> list[dict[Hashable, Any]]:
    """The findings for other programs, each with what tells its game; null if it belongs to none."""
    found = done.findings
    games = _games(done, found["game"])
    told = ["severity", "code", "file", "tab", "cell", "value", "message"]
    of_games = found["game"].astype("object").map(games)
    return found[told].assign(game=of_games.where(of_games.notna(), None)).to_dict("records")


def _games(done: Rebuilt, numbers: pd.Series) -> dict[int, dict[str, Any]]:
    """What tells each game, by its number: date, evening, table, game_no; null where the sheet does not tell it."""
    seats = done.sheets.seats
    some = seats[seats["game"].isin(numbers)].drop_duplicates("game")
    told = some[list(IDENTITY)].assign(date=some["date"].dt.strftime("%Y-%m-%d")).astype("object")
    records = told.where(told.notna(), None).to_dict("records")
    return {
        int(game): {str(name): one for name, one in record.items()}
        for game, record in zip(some["game"], records, strict=True)
    }


def _errors_left_out(done: Rebuilt) -> pd.DataFrame:
    """The errors for which games were left out, game by game."""
    errors = done.findings[(done.findings["severity"] == "error") & (done.findings["game"] >= 0)]
    if done.scored is None:
        return errors[:0]
    return errors[~errors["game"].isin(done.scored["game"])].sort_values("game", kind="stable")


def _games_left_out(done: Rebuilt) -> list[dict[str, Any]]:
    """The games that were left out for their errors, and for which."""
    errors = _errors_left_out(done)
    told = ["code", "file", "tab", "cell"]
    return [
        game | {"errors": errors.loc[errors["game"] == number, told].to_dict("records")}
        for number, game in _games(done, errors["game"]).items()
    ]


def _status(done: Rebuilt, dry_run: bool) -> str:
    if done.stopped:
        return "errors" if (done.findings["severity"] == "error").any() else "checked"
    if not done.published:
        return "unchanged"
    return "would-publish" if dry_run else "published"


def show_rebuilt(done: Rebuilt, *, quiet: bool = False, silent: bool = False, dry_run: bool) -> None:
    """What a rebuild did, on stdout; what is wrong in the sheets, on stderr.

    If `quiet`, of what does not stop it the codes alone, and nothing else; if `silent`, not even those.
    """
    if done.stopped:
        _show_stopped(done, dry_run)
        return
    if not (quiet or silent):
        _print_findings(done, done.findings, sys.stderr)
        _print(sys.stdout, outcome(done, dry_run))
    elif not silent:
        _print_codes(done)
    if done.left_out:
        _print_left_out(done, sys.stderr if quiet or silent else sys.stdout)


def _show_stopped(done: Rebuilt, dry_run: bool) -> None:
    """The errors, and where else they may be read."""
    language = done.league.language
    _print_findings(done, done.findings[done.findings["severity"] == "error"], sys.stderr)
    is_written = done.tabs and not dry_run
    written = texts.say(
        "say.findings-written" if is_written else "say.nothing-written",
        language,
        tab=done.league.publish.findings,
        workbook=done.league.published_at(),
    )
    why = "stopped" if done.league.on_error == "stop" else "not-skipped"
    _print(sys.stderr, texts.say(f"say.{why}", language, league=done.league.name, written=written))
    if done.unwritten:
        _print(sys.stderr, done.unwritten.say(language))


def _print_codes(done: Rebuilt) -> None:
    """The code of each kind of finding, with their number."""
    for (severity, code), some in done.findings.groupby(["severity", "code"], sort=True):
        line = f"{texts.say(f'severity.{severity}', done.league.language)} {code} ({len(some)})"
        _print(sys.stderr, f"{done.league.name}: {line}")


def _print_left_out(done: Rebuilt, stream: TextIO) -> None:
    """How many games were left out, then each with the codes and cells of its errors."""
    said = texts.say("say.left-out", done.league.language, league=done.league.name, left_out=done.left_out)
    _print(stream, said)
    errors = _errors_left_out(done)
    why = errors["code"] + " " + _places(errors)
    for game, some in why.groupby(errors["of_game"], sort=False):
        _print(stream, "  " + one_line(f"{game}: {'; '.join(some)}"))


def outcome(done: Rebuilt, dry_run: bool = False) -> str:
    """One line that tells what came of a rebuild."""
    said = summary(done, dry_run=dry_run)
    status = said["status"] if done.tabs or said["status"] != "unchanged" else "no-tabs"
    return _counted(f"say.{status}", done, said | {"tabs": len(done.tabs)})


def _counted(key: str, done: Rebuilt, said: dict[str, Any]) -> str:
    """A line of a summary; unrated games are told where there are some."""
    line = texts.say(key, done.league.language, **said)
    return line + (texts.say("say.unrated", done.league.language, **said) if said["unrated_games"] else "")


def show_layout(done: Rebuilt) -> None:
    """What was found where in the tabs, and what was not read, cell by cell, on stdout."""
    for line in layouts.lines(done):
        _print(sys.stdout, line)


def show_checked(done: Rebuilt, *, quiet: bool, every: bool = False) -> None:
    """The findings, on stdout, then their number and what to do next; with `every`, all of each code."""
    if quiet:
        return
    found = done.findings
    _print_findings(done, found, sys.stdout, every=every)
    said = summary(done)
    _print(sys.stdout, _counted("say.checked", done, said))
    names = (found["code"] == "similar-names").any()
    broken = "errors" if done.league.on_error == "stop" else "faulty-games"
    todo = broken if said["errors"] else "names" if names else "rebuild"
    _print(sys.stdout, texts.say(f"say.next-{todo}", done.league.language, file=done.league.file))


def _print_findings(done: Rebuilt, found: pd.DataFrame, stream: TextIO, *, every: bool = False) -> None:
    """Findings by code, errors first, each code with its number and its first cells, or with `every` one."""
    language = done.league.language
    for (severity, code), some in found.groupby(["severity", "code"], sort=True):
        _print(stream, f"{texts.say(f'severity.{severity}', language)} {code} ({len(some)})")
        first = some if every else some.head(_SHOWN_PER_CODE)
        for file, place, message in zip(first["file"], _places(first), first["message"], strict=True):
            _print(stream, "  " + "  ".join(one_line(part) for part in (file, place, message) if part))
        if len(some) > len(first):
            _print(stream, "  " + texts.say("say.more", language, more=len(some) - len(first)))


def _places(found: pd.DataFrame) -> pd.Series:
    """Tab and cell of each finding, or the tab alone."""
    return found["tab"] + ("!" + found["cell"]).where(found["cell"] != "", "")


def show_suggested(links: pd.DataFrame, rows: pd.DataFrame, league: League) -> None:
    """Rows for the players tab on stdout, tabs between the cells; on stderr why each alias is suggested."""
    language = league.language
    if links.empty:
        _print(sys.stderr, texts.say("say.nothing-suggested", language, league=league.name))
        return
    writer = csv.writer(sys.stdout, "excel-tab", lineterminator="\n")
    writer.writerow([texts.say(f"header.{name}", language) for name in rows])
    writer.writerows([[harmless(str(cell)) for cell in row] for row in rows.to_numpy().tolist()])
    sys.stdout.flush()
    _print(sys.stderr, texts.say("say.suggested", language, league=league.name))
    for link in links.astype({"how": "object"}).to_dict("records"):
        how = texts.say(f"how.{link['how']}", language)
        told = {str(name): value for name, value in link.items()} | {"how": how}
        _print(sys.stderr, "  " + one_line(texts.say("say.suggested-one", language, **told)))


def show_access(access: "Access", language: str) -> None:
    """Who we are at Google, what we may do with a spreadsheet, and what each of its tabs is for."""
    spreadsheet = access.spreadsheet
    rights = texts.say("say.may-write" if access.may_write else "say.may-read", language)
    said = {"account": spreadsheet.client.account, "name": spreadsheet.name, "rights": rights}
    where = {
        "locale": spreadsheet.locale,
        "zone": spreadsheet.time_zone,
        "at": google.address(spreadsheet.key),
    }
    _print(sys.stdout, texts.say("say.access", language, **said, **where))
    for sheet, use in zip(spreadsheet.sheets.values(), access.uses, strict=True):
        _print(
            sys.stdout,
            f"  {sheet.title}  {sheet.rows} × {sheet.columns}  {texts.say(f'use.{use}', language)}",
        )


def _print(stream: TextIO, text: str) -> None:
    print(visible(text), file=stream)
