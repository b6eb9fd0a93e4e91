"""Exports: the standings, the scored seats and the findings as tables that other programs read."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from pipelines.display import harmless
from pipelines.errors import DestinationFault
from rulesets import Ruleset

Format = Literal["csv", "parquet"]
_STANDINGS = ("rating", "period", "place", "player", "games", "wins", "score")
_KEYS = ("date", "evening", "table", "game_no", "seat", "player", "role", "winner", "won", "counted")


def exports(
    standings: pd.DataFrame, scored: pd.DataFrame, found: pd.DataFrame, ruleset: Ruleset
) -> dict[str, pd.DataFrame]:
    """The three tables by name, with the columns that other programs count on: those of the editions in use."""
    spans = ruleset.spans_in_use(scored["date"])
    components = [name for span in spans for name in span.components]
    of_seats = [name for span in spans for name in span.edition.scored]
    return {
        "standings": standings[_once(_STANDINGS, *(span.edition.standings for span in spans))],
        "scored": scored[[*_once(_KEYS, components, ["points"], of_seats), *_accuracy(scored)]],
        "findings": found[["severity", "code", "tab", "cell", "value", "message"]],
    }


def _once(*columns: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(name for some in columns for name in some))


def _accuracy(scored: pd.DataFrame) -> list[str]:
    """The column of the log, if there was one."""
    return ["vote_accuracy"] if scored["vote_accuracy"].notna().any() else []


def prepare(folder: Path) -> None:
    """Make the folder of an export, before anything is written anywhere. Raises DestinationFault if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DestinationFault("export-failed", file=folder, problem=error.strerror or error) from None


def export(tables: dict[str, pd.DataFrame], folder: Path, form: Format) -> list[Path]:
    """Write each table to `folder` (made if it is not there), whole or not at all. Raises DestinationFault."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_replace(folder / f"{name}.{form}", _WRITERS[form], table) for name, table in tables.items()]
    except OSError as error:
        raise DestinationFault("export-failed", file=folder, problem=error.strerror or error) from None


def _replace(path: Path, write: Callable[[pd.DataFrame, str], None], table: pd.DataFrame) -> Path:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    os.close(handle)
    try:
        write(table, temporary)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _csv(table: pd.DataFrame, path: str) -> None:
    """In UTF-8 with a byte order mark: without it Excel takes Cyrillic for letters of another code page."""
    table.assign(**{str(name): _harmless(column) for name, column in table.items()}).to_csv(
        path, index=False, date_format="%Y-%m-%d", lineterminator="\n", encoding="utf-8-sig"
    )


def _harmless(column: pd.Series) -> pd.Series:
    """The column with texts that command nothing; distinct ones are looked at once."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_datetime64_dtype(column):
        return column
    codes, distinct = pd.factorize(column.astype("object"))
    safe = [harmless(one) if isinstance(one, str) else one for one in distinct]
    return pd.Series(np.array([*safe, None], "object")[codes], column.index)


def _parquet(table: pd.DataFrame, path: str) -> None:
    table.to_parquet(path, index=False)


_WRITERS: dict[str, Callable[[pd.DataFrame, str], None]] = {"csv": _csv, "parquet": _parquet}
