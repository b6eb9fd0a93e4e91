"""Every text that a user sees, in Russian, Ukrainian and English, from `texts.toml`."""

import functools
import tomllib
from importlib import resources
from typing import Any

LANGUAGES = ("ru", "uk", "en")


@functools.cache
def _texts() -> dict[str, dict[str, dict[str, str]]]:
    loaded: dict[str, Any] = tomllib.loads(
        resources.files("pipelines").joinpath("texts.toml").read_text("utf-8")
    )
    return loaded


def say(key: str, language: str, /, **values: object) -> str:
    """The text `group.code` in `language`, its braces filled with `values`.

    Raises KeyError for a text that is not there: that is a fault of the program, and a test looks for it.
    """
    group, code = key.split(".", 1)
    return _texts()[group][code][language].format(**values)


def has(key: str) -> bool:
    """Whether there is a text `group.code`."""
    group, code = key.split(".", 1)
    return code in _texts().get(group, {})


def worded(text: str, language: str, /) -> str:
    """The text with our own words for roles in those of the language."""
    known = {code: say(f"role.{code}", language).lower() for code in codes("role")}
    return " ".join(known.get(word, word) for word in text.split(" "))


def codes(group: str) -> list[str]:
    """The codes of a group."""
    return list(_texts().get(group, {}))
