"""Progress on stderr, for work that takes longer than a second."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipelines import texts

_PATIENCE = 1.0  # seconds


@contextmanager
def progress(language: str, *, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Give a function that is told each step by its name, and show the steps once a second has passed."""
    if quiet:
        yield lambda _: None
        return
    shown = _Shown(language)
    timer = threading.Timer(_PATIENCE, shown.begin)
    timer.daemon = True
    timer.start()
    try:
        yield shown.step
    finally:
        timer.cancel()
        shown.end()


class _Shown:
    """A spinner in a terminal; a line a step elsewhere."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.text = ""
        self.lock = threading.Lock()
        self.begun = False
        self.over = False
        self.status: object = None

    def step(self, name: str) -> None:
        with self.lock:
            self.text = texts.say(f"step.{name}", self.language)
            if self.begun:
                self._show()

    def begin(self) -> None:
        with self.lock:
            if not self.over:
                self.begun = True
                self._show()

    def end(self) -> None:
        with self.lock:
            self.over = True
            if self.status is not None:
                self.status.stop()  # type: ignore[attr-defined]

    def _show(self) -> None:
        if not sys.stderr.isatty():
            print(self.text, file=sys.stderr, flush=True)
        elif self.status is None:
            from rich.console import Console

            status = Console(stderr=True).status(self.text)
            status.start()
            self.status = status
        else:
            self.status.update(self.text)  # type: ignore[attr-defined]
