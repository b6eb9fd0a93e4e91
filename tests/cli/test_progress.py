"""Progress is shown only when the work takes longer than a moment, and never with --quiet."""

import threading

import pytest

from pipelines.report import progress


class Now(threading.Timer):
    """A timer whose time has come as soon as it is started."""

    def start(self):
        self.function()


class Never(threading.Timer):
    """A timer whose time does not come."""

    def start(self):
        pass


@pytest.mark.parametrize(
    ("timer", "quiet", "shown"),
    [(Now, False, "Читаю таблицы …\nСчитаю рейтинги …\n"), (Never, False, ""), (Now, True, "")],
    ids=["long", "short", "quiet"],
)
def test_steps_are_shown_once_patience_has_run_out(monkeypatch, capsys, timer, quiet, shown):
    monkeypatch.setattr(progress.threading, "Timer", timer)
    with progress.progress("ru", quiet=quiet) as step:
        step("read")
        step("rate")
    assert capsys.readouterr().err.strip("\n") == shown.strip("\n")
