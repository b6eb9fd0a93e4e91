"""What the command line draws as tables: people, standings, a player's points, rules."""

import datetime as dt
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

import rulesets
from pipelines import texts
from pipelines.display import one_line, visible
from pipelines.ingest.values import moments_shown
from pipelines.league import League
from pipelines.publish.tables import heads
from pipelines.rating.explain import Explained
from pipelines.rebuild import Rebuilt
from pipelines.report import terminal
from rulesets import Edition, Span

if TYPE_CHECKING:  # rich is imported only when something is drawn
    from rich.console import Console
    from rich.table import Table as RichTable

_HEAD = 5


def show_people(people: pd.DataFrame, league: League) -> None:
    """Everybody of a league, drawn; a column in which nothing stands is left off."""
    from rich import box
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
    _console().print(table)


def demo(done: Rebuilt) -> None:
    """The heads of the standings, drawn, and what was written."""
    from rich.table import Table

    if done.standings is None:
        terminal.show_rebuilt(done, quiet=False, dry_run=False)
        return
    console = _console()
    language = done.league.language
    for rating, period, rows in heads(done.standings, _HEAD):
        name = period if period == rating else f"{rating} {period}"
        table = Table(title=_cell(f"{done.league.name}: {name}"), title_justify="left")
        shown = ["place", "player", "games", "wins", "score"]
        for column in shown:
            title = texts.say(f"column.{column}", language)
            table.add_column(title, justify="left" if column == "player" else "right")
        for row in rows[shown].astype({"score": "float64"}).astype("object").to_numpy():
            table.add_row(*[_cell(value) for value in row])
        console.print(table)
    console.print(visible(terminal.outcome(done)))


def show_explained(done: Rebuilt, explained: Explained) -> None:
    """A player's games with each component that gave points, then the ratings that they add up to."""
    from rich import box
    from rich.table import Table

    language = done.league.language
    console = _console()
    table = Table(title=_cell(explained.player), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("date", "table", "game_no", "role", "component", "points", "cell"):
        justify: Literal["left", "right"] = "right" if column == "points" else "left"
        table.add_column(texts.say(f"column.{column}", language), justify=justify, overflow="fold")
    before = None
    for one in explained.points.astype("object").to_dict("records"):
        game = (one["date"], one["table"], one["game_no"])
        facts = [f"{one['date']:%d.%m.%Y}", *game[1:], texts.say(f"role.{one['role']}", language)]
        what = one["title"]
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
        console.print(one_line(said))
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
    table = Table(title=_cell(name), title_justify="left", box=box.SIMPLE, show_header=False, pad_edge=False)
    titles = {one: texts.say(f"column.{one}", language) for one in ("place", "games", "wins")}
    span = done.ruleset.span(standing["edition"])
    titles |= {column.name: str(getattr(column, language)) for column in span.edition.columns}
    for column, title in titles.items():
        rule = span.formulas.get(column)
        said = f"{rule.says} ({_clause(rule.clause, language)})" if rule else ""
        value = standing[column]
        if column == "registration":
            value = moments_shown(pd.Series([value], dtype="float64")).iloc[0]
        table.add_row(*[_cell(part) for part in (title, value, said)])
    return table


def show_rules(name: str) -> None:
    """The rulesets, or one's editions with each figure, its unit and its clause."""
    from rich.table import Table

    console = _console()
    for one in [name] if name else rulesets.NAMES:
        ruleset = rulesets.find(one)
        for edition in ruleset.editions:
            since = f"from {edition.first_day}" if edition.first_day else "on every date"
            until = f" to {edition.last_day}" if edition.last_day else ""
            console.print(f"{ruleset.name} {edition.name}: in force {since}{until}", style="bold")
            console.print(f"  {edition.source}; checked on {edition.checked_on}")
            for table in _tables_of(edition) if name else ():
                console.print(table)
        for span in ruleset.spans if name else ():
            console.print(f"tie_breaks may name: {', '.join(sorted(span.rated_columns))}")
            rules = Table(
                "component", "clause", "rule", title=_days(span) if len(ruleset.spans) > 1 else None
            )
            for component in span.components:
                rule = span.rules[component]
                rules.add_row(component, rule.clause, rule.says)
            console.print(rules)


def _tables_of(edition: Edition) -> "Iterator[RichTable]":
    """The figures of an edition, and the columns that decide places."""
    from rich.table import Table

    figures = Table()
    for title in ("figure", "value", "unit", "clause"):
        figures.add_column(title, overflow="fold", no_wrap=title == "figure")
    for figure, value, note in edition.listed():
        figures.add_row(*[_cell(part) for part in (figure, _said(value), note.unit, note.clause)])
    yield figures
    order = Table("places are decided by", "direction", "clause")
    for key in edition.order:
        order.add_row(key.column, "most first" if key.direction == "desc" else "least first", key.clause)
    yield order


def _days(span: Span) -> str:
    first = f"from {span.first_day}" if span.first_day > dt.date.min else ""
    last = f"to {span.last_day}" if span.last_day < dt.date.max else ""
    return " ".join(filter(None, [first, last]))


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_said(one)}" for key, one in value.items() if one is not None)
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)


def _cell(value: Any) -> str:
    if value is None or value is pd.NA or value != value:  # the last is a missing number
        return ""
    return f"{value:.2f}" if isinstance(value, float) else one_line(str(value))


def _console() -> "Console":
    """Where it is drawn: what a sheet holds is shown as it is there, brackets and colons too."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)
