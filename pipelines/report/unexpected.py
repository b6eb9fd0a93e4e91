"""The last handler: what nobody expected becomes one message, and a report that holds nothing of the sheets."""

import os
import platform
import sys
import tempfile
import traceback
from importlib import metadata
from pathlib import Path

from pipelines import texts

EXIT_STATUS = 4
_PACKAGES = ("mafrating", "pandas", "numpy", "pydantic", "fastexcel", "lxml", "typer", "rich")


def message(error: BaseException, language: str) -> str:
    """One line for the user: what happened, where the report of it is, what to do."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = f"{Path(place[0].filename).name}:{place[0].lineno}" if place else ""
    kind = type(error).__name__
    try:
        file = _written(error)
    except OSError:
        return texts.say("say.unexpected", language, kind=kind, where=where)
    return texts.say("say.unexpected-report", language, kind=kind, where=where, file=file)


def _written(error: BaseException) -> Path:
    """The report in a file of its own, which only the user may read."""
    handle, name = tempfile.mkstemp(prefix="mafrating-report-", suffix=".txt")
    with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:  # noqa: PTH123
        file.write(report(error))
    return Path(name)


def report(error: BaseException) -> str:
    """Versions, and the way to each error: modules, lines and functions.

    The text of an error may hold cells: it is there only if MAFRATING_REPORT=full asks for it.
    """
    is_full = os.environ.get("MAFRATING_REPORT") == "full"
    lines = [f"Python {platform.python_version()}, {platform.platform()}"]
    lines += [f"{name} {_version(name)}" for name in _PACKAGES]
    command = [one for one in sys.argv[1:2] if one.isascii() and one.replace("-", "").isalpha()]
    lines.append("command: " + " ".join(command))
    one: BaseException | None = error
    while one is not None:
        lines.append("")
        lines.append(type(one).__name__ + (f": {one}" if is_full else ""))
        lines += [f"  {at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(one.__traceback__)]
        one = one.__cause__ or one.__context__
    return "\n".join(lines) + "\n"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "?"
