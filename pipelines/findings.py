"""Findings: what is wrong or doubtful in the sheets, each with its code, its place and what to do."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.addresses import cell_names
from rulesets.words import tidy

# `game` is the number of the finding's game, -1 for none; `of_game` tells that game to a reader.
COLUMNS = ["severity", "code", "file", "tab", "row", "column", "cell", "value", "message", "game", "of_game"]

IN_OUR_WORDS = ("line-up", "foreign-role", "foreign-winner")  # whose values are, and not in the sheet's


@functools.cache
def nothing() -> pd.DataFrame:
    """A table of no findings."""
    return pd.DataFrame({name: pd.Series(dtype="object") for name in COLUMNS})


def found(
    code: str,
    language: str,
    *,
    file: str | pd.Series,
    tab: str | pd.Series,
    row: int | pd.Series | np.ndarray = 0,
    column: int | pd.Series | np.ndarray = 0,
    value: object = "",
    game: int | pd.Series | np.ndarray = -1,
    severity: str = "",
    text: str = "",
    told: str = "",
    **values: object,
) -> pd.DataFrame:
    """Findings of one code, a row each.

    Each argument is one value or a column of them. `row` and `column` count from 1, and 0 where the finding has
    no cell; `game` is -1 where it belongs to none. The message is the text `told`, or else `finding.<code>`,
    filled with `value` and `values` (each one value or a column), or `text` and the value where there is no such text;
    `blank.<code>`, if there is one, tells an empty value.
    """
    places = {"file": file, "tab": tab, "row": row, "column": column, "value": value, "game": game}
    many = max(
        (len(one) for one in places.values() if isinstance(one, pd.Series | np.ndarray | list)), default=1
    )
    table = pd.DataFrame({name: _plain(one) for name, one in places.items()}, index=range(many))
    table["value"] = [shown(one) for one in table["value"]]
    table["code"] = code
    table["severity"] = severity or usual_severity(code)
    table["cell"] = cell_names(table["column"], table["row"])
    table["of_game"] = ""  # the checks fill it in for all at once
    table["message"] = _messages(told or f"finding.{code}", language, table["value"].tolist(), text, values)
    return table[COLUMNS]


def _messages(
    told: str, language: str, said: list[str], text: str, values: Mapping[str, object]
) -> list[str]:
    if not texts.has(told):
        return [f"{text} ({one})" if one else text for one in said]
    blank = f"blank.{told.partition('.')[2]}"
    keys = [told if one or not texts.has(blank) else blank for one in said]
    rows = [
        {name: one.iloc[row] if isinstance(one, pd.Series) else one for name, one in values.items()}
        for row in range(len(said))
    ]
    if told.partition(".")[2] in IN_OUR_WORDS:
        said = [texts.worded(one, language) for one in said]
    return [
        texts.say(key, language, value=one, **row) for key, one, row in zip(keys, said, rows, strict=True)
    ]


def _plain(one: object) -> object:
    return one.to_numpy() if isinstance(one, pd.Series) else one


def shown(value: Any) -> str:
    """A value as a message shows it: 1.3, not 1.30000000000000004; nothing for a missing one."""
    if pd.isna(value):
        return ""
    return f"{value:.10g}" if isinstance(value, float | np.floating) else str(value)


def games_told(rows: pd.DataFrame) -> pd.Series:
    """What rows tell of their game: date, evening, table, number."""
    days = rows["date"].dt.strftime("%d.%m.%Y")
    told = rows[["evening", "table", "game_no"]].astype("object").assign(date=days.astype("object"))
    said = told[["date", "evening", "table", "game_no"]].fillna("").astype("str").agg(" ".join, axis=1)
    return said.map(tidy)


def games_named(rows: pd.DataFrame, language: str) -> pd.Series:
    """The game of each row as a reader is told of it: 10.09.2023, table 1, game 2."""
    said: pd.Series = rows["date"].dt.strftime("%d.%m.%Y").astype("object").fillna("")
    for name in ("evening", "table", "game_no"):
        label = texts.say(f"column.{name}", language).lower()
        part = f", {label} " + rows[name].astype("str").astype("object")
        said = said + part.where(rows[name].notna(), "")
    return said.str.removeprefix(", ")


def all_of(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """One table of findings, by file, tab, row and column; the order in which they were found does not show."""
    some = [table for table in tables if len(table)]
    if not some:
        return nothing()
    together = pd.concat(some, ignore_index=True).drop_duplicates()
    return together.sort_values(
        ["file", "tab", "row", "column", "code", "value"], kind="stable", ignore_index=True
    )


def usual_severity(code: str) -> str:
    """The severity of a code, as `findings.toml` gives it; a code of a club's own rules is an error."""
    return texts.severity(code) or "error"


def with_severities(table: pd.DataFrame, severities: Mapping[str, str]) -> pd.DataFrame:
    """The findings with the severities that a league sets for some codes."""
    said = [
        severities.get(code, severity)
        for code, severity in zip(table["code"], table["severity"], strict=True)
    ]
    return table.assign(severity=pd.Series(said, table.index, dtype="object"))
