"""What the command line prints: findings, summaries, standings, rules."""

import csv
import sys
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal, TextIO

import pandas as pd

import rulesets
from pipelines import google, texts
from pipelines.ingest.games import IDENTITY
from pipelines.ingest.values import moments_shown
from pipelines.league import League
from pipelines.publish.tables import heads
from pipelines.rating.explain import Explained
from pipelines.rebuild import Rebuilt
from pipelines.report import layouts

if TYPE_CHECKING:  # rich is imported only when something is drawn
    from rich.table import Table as RichTable

    from pipelines.report.google_check import Access

_SHOWN_PER_CODE = 10
_HEAD = 5


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


def show_rebuilt(done: Rebuilt, *, quiet: bool, dry_run: bool) -> None:
    """What a rebuild did, on stdout; what is wrong in the sheets, on stderr."""
    if done.stopped:
        _print_findings(done, done.findings[done.findings["severity"] == "error"], sys.stderr)
        why = "stopped" if done.league.on_error == "stop" else "not-skipped"
        _print(sys.stderr, texts.say(f"say.{why}", done.league.language, league=done.league.name))
        return
    if not quiet:
        _print_findings(done, done.findings, sys.stderr)
        _print(sys.stdout, outcome(done, dry_run))
    if done.left_out:
        _print_left_out(done, sys.stderr if quiet else sys.stdout)


def _print_left_out(done: Rebuilt, stream: TextIO) -> None:
    """How many games were left out, then each with the codes and cells of its errors."""
    said = texts.say("say.left-out", done.league.language, league=done.league.name, left_out=done.left_out)
    _print(stream, said)
    errors = _errors_left_out(done)
    why = errors["code"] + " " + _places(errors)
    for game, some in why.groupby(errors["of_game"], sort=False):
        _print(stream, f"  {game}: {'; '.join(some)}")


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
            _print(stream, "  " + "  ".join(part for part in (file, place, message) if part))
        if len(some) > len(first):
            _print(stream, "  " + texts.say("say.more", language, more=len(some) - len(first)))


def _places(found: pd.DataFrame) -> pd.Series:
    """Tab and cell of each finding, or the tab alone."""
    return found["tab"] + ("!" + found["cell"]).where(found["cell"] != "", "")


def show_people(people: pd.DataFrame, league: League) -> None:
    """Everybody of a league, drawn; a column in which nothing stands is left off."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    language = league.language
    words = {code: texts.say(f"status.{code}", language) for code in texts.codes("status")}
    table = Table(title=_cell(league.name), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    shown = people.assign(
        last_day=people["last_day"].dt.strftime("%d.%m.%Y"),
        status=people["status"].astype("object").map(words),
        registration=moments_shown(people["registration"]),
    ).astype("object")
    shown = shown.loc[:, (shown.notna() & (shown != "")).any()]
    for name in shown:
        key = f"column.{name}" if texts.has(f"column.{name}") else f"header.{name}"
        table.add_column(texts.say(key, language), overflow="fold")
    for row in shown.to_numpy():
        table.add_row(*[_cell(value) for value in row])
    Console().print(table)


def show_suggested(links: pd.DataFrame, rows: pd.DataFrame, league: League) -> None:
    """Rows for the players tab on stdout, tabs between the cells; on stderr why each alias is suggested."""
    language = league.language
    if links.empty:
        _print(sys.stderr, texts.say("say.nothing-suggested", language, league=league.name))
        return
    writer = csv.writer(sys.stdout, "excel-tab", lineterminator="\n")
    writer.writerow([texts.say(f"header.{name}", language) for name in rows])
    writer.writerows(rows.to_numpy().tolist())
    sys.stdout.flush()
    _print(sys.stderr, texts.say("say.suggested", language, league=league.name))
    for link in links.astype({"how": "object"}).to_dict("records"):
        how = texts.say(f"how.{link['how']}", language)
        told = {str(name): value for name, value in link.items()} | {"how": how}
        _print(sys.stderr, "  " + texts.say("say.suggested-one", language, **told))


def demo(done: Rebuilt) -> None:
    """The heads of the standings, drawn, and what was written."""
    from rich.console import Console
    from rich.table import Table

    if done.standings is None:
        show_rebuilt(done, quiet=False, dry_run=False)
        return
    console = Console()
    language = done.league.language
    for rating, period, rows in heads(done.standings, _HEAD):
        name = period if period == rating else f"{rating} {period}"
        table = Table(title=f"{done.league.name}: {name}", title_justify="left")
        shown = ["place", "player", "games", "wins", "score"]
        for column in shown:
            title = texts.say(f"column.{column}", language)
            table.add_column(title, justify="left" if column == "player" else "right")
        for row in rows[shown].astype({"score": "float64"}).astype("object").to_numpy():
            table.add_row(*[_cell(value) for value in row])
        console.print(table)
    console.print(outcome(done), highlight=False, markup=False)


def show_explained(done: Rebuilt, explained: Explained) -> None:
    """A player's games with each component that gave points, then the ratings that they add up to."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    language = done.league.language
    edition = done.ruleset.editions[-1]
    console = Console()
    table = Table(title=_cell(explained.player), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("date", "table", "game_no", "role", "component", "points", "cell"):
        justify: Literal["left", "right"] = "right" if column == "points" else "left"
        table.add_column(texts.say(f"column.{column}", language), justify=justify, overflow="fold")
    titles = {name: said[language] for name, said in edition.titles.items()}
    titles["score"] = texts.say("column.score", language)
    before = None
    for one in explained.points.astype("object").to_dict("records"):
        game = (one["date"], one["table"], one["game_no"])
        facts = [f"{one['date']:%d.%m.%Y}", *game[1:], texts.say(f"role.{one['role']}", language)]
        what = titles.get(one["component"], one["component"] or "")
        if one["clause"]:
            what += f" ({_clause(one['clause'], language)})"
        if one["because"] and one["component"]:
            what += f": {one['because']}"
        elif not one["counted"] and not one["clause"]:
            what = texts.say("say.not-counted", language)
        points = f"{one['points']:+.2f}" if one["points"] else "0"
        shown = facts if game != before else [""] * len(facts)
        table.add_row(*[_cell(part) for part in (*shown, what, points, f"{one['tab']}!{one['cell']}")])
        before = game
    console.print(table)
    for noted in explained.remarks.to_dict("records"):
        said = texts.say("say.remark", language, game=noted["game"], text=noted["text"])
        console.print(said, markup=False, highlight=False)
    for standing in explained.standings.astype("object").to_dict("records"):
        console.print(_standing(standing, done))


def _clause(clause: str, language: str) -> str:
    """The clause with the word for it, unless it is a heading."""
    return f"{texts.say('say.clause', language)} {clause}" if clause[:1].isdigit() else clause


def _standing(standing: dict[Hashable, Any], done: Rebuilt) -> "RichTable":
    """One rating of a player: each column, and the rule that makes it."""
    from rich import box
    from rich.table import Table

    language = done.league.language
    name = " ".join(dict.fromkeys([str(standing["rating"]), str(standing["period"])]))
    table = Table(title=name, title_justify="left", box=box.SIMPLE, show_header=False, pad_edge=False)
    titles = {one: texts.say(f"column.{one}", language) for one in ("place", "games", "wins")}
    titles |= {column.name: str(getattr(column, language)) for column in done.ruleset.editions[-1].columns}
    for column, title in titles.items():
        rule = done.ruleset.formulas.get(column)
        said = f"{rule.says} ({_clause(rule.clause, language)})" if rule else ""
        value = standing[column]
        if column == "registration":
            value = moments_shown(pd.Series([value], dtype="float64")).iloc[0]
        table.add_row(*[_cell(part) for part in (title, value, said)])
    return table


def _cell(value: Any) -> str:
    from rich.markup import escape

    if value is None or value is pd.NA or value != value:  # the last is a missing number
        return ""
    return f"{value:.2f}" if isinstance(value, float) else escape(str(value))


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


def show_rules(name: str) -> None:
    """The rulesets, or one's editions with each figure, its unit and its clause."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for one in [name] if name else rulesets.NAMES:
        ruleset = rulesets.find(one)
        for edition in ruleset.editions:
            since = f"from {edition.first_day}" if edition.first_day else "on every date"
            until = f" to {edition.last_day}" if edition.last_day else ""
            console.print(
                f"{ruleset.name} {edition.name}: in force {since}{until}", style="bold", highlight=False
            )
            console.print(
                f"  {edition.source}; checked on {edition.checked_on}", highlight=False, markup=False
            )
        if not name:
            continue
        figures = Table()
        for title in ("figure", "value", "unit", "clause"):
            figures.add_column(title, overflow="fold", no_wrap=title == "figure")
        for figure, value, note in ruleset.editions[-1].listed():
            figures.add_row(*[_cell(part) for part in (figure, _said(value), note.unit, note.clause)])
        console.print(figures)
        order = Table("places are decided by", "direction", "clause")
        for key in ruleset.editions[-1].order:
            order.add_row(key.column, "most first" if key.direction == "desc" else "least first", key.clause)
        console.print(order)
        console.print(
            f"tie_breaks may name: {', '.join(sorted(ruleset.rated_columns))}", highlight=False, markup=False
        )
        rules = Table("component", "clause", "rule")
        for component in ruleset.components:
            rule = ruleset.rules[component]
            rules.add_row(component, rule.clause, rule.says)
        console.print(rules)


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_said(one)}" for key, one in value.items() if one is not None)
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)


def _print(stream: TextIO, text: str) -> None:
    print(text, file=stream)
