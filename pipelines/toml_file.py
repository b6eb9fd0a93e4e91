"""A league file's text read as TOML, with what to do about the usual slips of those who do not know TOML."""

import re
import tomllib
from pathlib import Path
from typing import Any

from pipelines import texts
from pipelines.errors import LeagueFault

_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_LANGUAGE = re.compile(r"""^\s*language\s*=\s*["'](\w+)["']""", re.MULTILINE)
_CURLY = "“”„‟«»‹›‘’‚‛"
_LONGEST_SHOWN = 100  # letters of the line
_DEEPEST = 20  # levels of nested values


def read(path: Path) -> dict[str, Any]:
    """The keys of a league file. Raises LeagueFault, with the line and what to do, in the file's language."""
    text = _text(path)
    told = _LANGUAGE.search(text)
    language = told[1] if told and told[1] in texts.LANGUAGES else ""
    try:
        keys = tomllib.loads(text)
    except RecursionError:
        raise LeagueFault("league-too-deep", language, file=path) from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        message = _message(text, str(error), language or "en")
        raise LeagueFault("league-not-toml", language, file=path, problem=message) from None
    if _is_deep(keys):
        raise LeagueFault("league-too-deep", language, file=path)
    return keys


def _is_deep(keys: dict[str, Any]) -> bool:
    """Whether values are nested more deeply than any that a league file has."""
    level: list[Any] = [keys]
    for _ in range(_DEEPEST):
        inner = [
            one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)
        ]
        level = [value for values in inner for value in values]
    return bool(level)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise LeagueFault("no-league-file", file=path) from None
    except UnicodeDecodeError:
        raise LeagueFault("league-not-text", file=path) from None
    except OSError as error:
        raise LeagueFault("league-unreadable", file=path, problem=error.strerror) from None


def _message(text: str, error: str, language: str) -> str:
    """The line with the fault, and what to do about it if the cause is clear; else what the parser says."""
    where = _WHERE.search(error)
    if where is None:
        return error
    lines = text.splitlines()
    number, column = (int(where[1]), int(where[2])) if where[1] else _unclosed(lines)
    line = lines[number - 1] if number <= len(lines) else ""
    cause = _cause(line, column, error)
    problem = texts.say(f"toml.{cause}", language) if cause else _WHERE.sub("", error)
    return texts.say(
        "toml.line", language, number=number, line=line.strip()[:_LONGEST_SHOWN], problem=problem
    )


def _unclosed(lines: list[str]) -> tuple[int, int]:
    """Line and column of a fault that the parser found at the end of the text: an open quote, or the last line's end."""
    filled = [at for at, line in enumerate(lines, 1) if line.strip()]
    number = next((at for at in filled if _open_quote(lines[at - 1])), max(filled, default=1))
    return number, len(lines[number - 1]) + 1 if lines else 1


def _cause(line: str, column: int, error: str) -> str:
    """Why a line is not TOML, as far as it is clear: `backslash`, `curly`, `quote`, or nothing."""
    before, rest = line[: column - 1], line[column - 1 :]
    in_quotes = _open_quote(before)
    if in_quotes == '"' and "\\" in before:
        return "backslash"
    if rest[:1] in tuple(_CURLY) or (in_quotes and any(mark in before for mark in _CURLY)):
        return "curly"
    if in_quotes or error.startswith("Invalid value") or '"' in rest:
        return "quote"
    return ""


def _open_quote(text: str) -> str:
    """The quote that is open at the end of a text; nothing if all are closed."""
    opened = ""
    escaped = False
    for letter in text:
        if opened:
            if letter == opened and not escaped:
                opened = ""
            escaped = opened == '"' and letter == "\\" and not escaped
        elif letter in "\"'":
            opened = letter
        elif letter == "#":
            break
    return opened
