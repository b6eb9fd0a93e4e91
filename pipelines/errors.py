"""What stops a run: one message, told in the league's language, and an exit status."""

from typing import ClassVar

from pipelines import texts


class Fault(Exception):
    """A reason to stop. `code` names its text in `texts.toml`, `values` fill the text's braces.

    `language` is that of the league, where the league could not be loaded but told it.
    """

    exit_status: ClassVar[int] = 3

    def __init__(self, code: str, language: str = "", /, **values: object) -> None:
        self.code = code
        self.language = language
        self.values = values
        super().__init__(code, values)

    def say(self, language: str) -> str:
        """The message in `language` (ru, uk or en)."""
        return texts.say(f"fault.{self.code}", language, **self.values)

    def __str__(self) -> str:
        return self.say("en")


class LeagueFault(Fault):
    """The league file, or what it names, is wrong (exit status 2)."""

    exit_status = 2


class SourceFault(Fault):
    """The games cannot be read or reached (exit status 3)."""


class DestinationFault(Fault):
    """The ratings cannot be written (exit status 3)."""
