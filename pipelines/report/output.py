"""Where the command line prints: a stream that cannot be written must not end the work, or hide that it was done."""

import os
import sys
from typing import Any, TextIO


class Output:
    """A stream that goes on without its reader; `failed` is why it could not be written, if it could not."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.failed: OSError | ValueError | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the output is missing where somebody wants it: a reader that has gone does not."""
        return self.failed is not None and not isinstance(self.failed, BrokenPipeError)

    def write(self, text: str) -> int:
        """Write, as far as it can be written."""
        self._attempt(self._stream.write, text)
        return len(text)

    def flush(self) -> None:
        """Send what was written, as far as it can be sent."""
        self._attempt(self._stream.flush)

    def _attempt(self, act: Any, *arguments: str) -> None:
        if self.failed is not None:
            return
        try:
            act(*arguments)
        except UnicodeError:
            raise
        except (OSError, ValueError) as error:  # a full disk, a reader that has gone; a closed file
            self.failed = error
            _to_nowhere(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _to_nowhere(stream: TextIO) -> None:
    """Let what the stream still holds go nowhere: at the end of the program it would be tried again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return


def open_outputs() -> Output:
    """Make stdout and stderr such streams, where one that is closed is nowhere; returns stdout."""
    for number in range(3):  # a file that we open later must not get the number of a stream
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    made: list[Output] = []
    for stream in (sys.stdout, sys.stderr):
        usual: TextIO = stream or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        reconfigure = getattr(usual, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")  # a terminal that lacks a letter shows a mark for it
        made.append(Output(usual))
    sys.stdout, sys.stderr = made
    return made[0]
