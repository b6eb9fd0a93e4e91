"""Every text that a user sees, in Russian, Ukrainian and English, from `texts.toml` and `findings.toml`."""

import functools
import tomllib
from importlib import resources
from typing import Any

LANGUAGES = ("ru", "uk", "en")


@functools.cache
def _texts() -> dict[str, dict[str, Any]]:
    folder = resources.files("pipelines")
    files = [folder.joinpath(name).read_text("utf-8") for name in ("texts.toml", "findings.toml")]
    return {group: texts for file in files for group, texts in tomllib.loads(file).items()}


def say(key: str, language: str, /, **values: object) -> str:
    """The text `group.code` in `language`, its braces filled with `values`.

    Raises KeyError for a text that is not there: that is a fault of the program, and a test looks for it.
    """
    group, code = key.split(".", 1)
    text: str = _texts()[group][code][language]
    return text.format(**values)


def has(key: str) -> bool:
    """Whether there is a text `group.code`."""
    group, code = key.split(".", 1)
    return code in _texts().get(group, {})


def column(name: str, language: str, /) -> str:
    """What a column of the sheets or of the ratings is called; its own name where no text names it."""
    key = next(filter(has, (f"column.{name}", f"header.{name}")), "")
    return say(key, language) if key else name


def worded(text: str, language: str, /) -> str:
    """The text with our own words for roles in those of the language."""
    known = {code: say(f"role.{code}", language).lower() for code in codes("role")}
    return " ".join(known.get(word, word) for word in text.split(" "))


def codes(group: str) -> list[str]:
    """The codes of a group."""
    return list(_texts().get(group, {}))


def severity(code: str) -> str:
    """The usual severity of a finding, `error` or `warning`; nothing for a code that has no text here."""
    usual: str = _texts()["finding"].get(code, {}).get("severity", "")
    return usual


def present_code(code: str) -> str:
    """What a code of a finding is called now: itself, unless it is one of earlier days."""
    present: str = _texts()["alias"].get(code, code)
    return present
