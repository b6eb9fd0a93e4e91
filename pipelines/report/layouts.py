"""What was found where in the tabs, cell by cell, and what was not read: for people and for other programs."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from pipelines import texts
from pipelines.addresses import Fact, Layout, Place, cell_names, column_letters
from pipelines.enrich.log_findings import acts_told
from pipelines.ingest import vocabulary
from pipelines.ingest.vocabulary import Table
from pipelines.rebuild import Rebuilt


def lines(done: Rebuilt) -> Iterator[str]:
    """The layout of each table and form in lines to print."""
    language = done.league.language
    days = _days(done)
    for number, layout in enumerate(done.sheets.layouts):
        what = "say.layout-protocol" if layout.is_protocol else "say.layout-table"
        yield texts.say(what, language, file=layout.file, tab=layout.tab, row=layout.header_row)
        for name, column in layout.columns.items():
            there = texts.say("say.layout-column", language, column=column_letters(column))
            yield f"  {_field(name, language):24} {there}"
        for name, fact in layout.facts.items():
            yield f"  {_field(name, language):24} {_told(name, fact, layout, days.get(number, ''), language)}"
        for cell, act in _acts_of(done, number):
            yield f"  {act:24} {cell}"
        if layout.unread:
            yield f"  {texts.say('say.layout-unread', language)}"
        for place, text in layout.unread:
            yield f"    {_cell(place)}: {text}"


def as_data(done: Rebuilt) -> list[dict[str, Any]]:
    """The layout of each table and form as one object each."""
    return [
        {
            "file": layout.file,
            "tab": layout.tab,
            "is_protocol": layout.is_protocol,
            "header_row": layout.header_row,
            "columns": {name: column_letters(column) for name, column in layout.columns.items()},
            "labels": {
                name: {"label": _cell(fact.label), "cell": _cell(fact.value), "text": fact.text}
                for name, fact in layout.facts.items()
            },
            "unread": [{"cell": _cell(place), "text": text} for place, text in layout.unread],
        }
        for layout in done.sheets.layouts
    ]


def _cell(place: Place) -> str:
    row, column = place
    return f"{column_letters(column)}{row}"


def _told(name: str, fact: Fact, layout: Layout, day: str, language: str) -> str:
    """What a label tells and where; of a day that no label tells, where it comes from."""
    if name == "date" and not fact.text and day:
        return texts.say(f"say.layout-day-{'of-tab' if layout.day else 'before'}", language, day=day)
    said = {"cell": _cell(fact.value), "label": _cell(fact.label), "text": fact.text or "—"}
    return texts.say("say.layout-fact", language, **said)


def _days(done: Rebuilt) -> dict[int, str]:
    """The day of each table's first game, by the number of its layout."""
    first = done.sheets.seats.drop_duplicates("sheet")
    days = first["date"].dt.strftime("%d.%m.%Y")
    return {int(sheet): day for sheet, day in zip(first["sheet"], days, strict=True) if not pd.isna(day)}


def _acts_of(done: Rebuilt, sheet: int) -> Iterator[tuple[str, str]]:
    """The acts that the rounds of a protocol tell: cell, and phase and act."""
    acts = done.sheets.actions
    here = acts[(acts["sheet"] == sheet) & (acts["column"] > 0)]
    yield from zip(
        cell_names(here["column"], here["row"]), acts_told(here, done.league.language), strict=True
    )


def _field(name: str, language: str) -> str:
    """A field of the sheet in the language, or by its usual header."""
    for group in ("column", "header"):
        if texts.has(f"{group}.{name}"):
            return texts.say(f"{group}.{name}", language)
    tables: list[Table] = ["games", "players", "tables", "actions", "own", "aside"]
    return next(
        (vocabulary.fields(table)[name].header for table in tables if name in vocabulary.fields(table)), name
    )
