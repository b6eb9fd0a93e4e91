"""A process that has imported the program and does each job in a fork of itself.

So a job may be killed, hang, abort or take too much memory, which is told, and it costs no start. Not for Windows.
"""

import functools
import json
import os
import pickle
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOM = 6 * 2**30  # bytes of addresses that a job may take: more would take the machine with it


@dataclass(frozen=True)
class Outcome:
    """How a job ended: its value, or its fault with its texts by language, or a traceback, or a signal, or not in time."""

    value: Any = None
    fault: str = ""
    exit_status: int = 0
    said: dict[str, str] | None = None
    trace: str = ""
    died_of: int = 0
    hung: bool = False
    seconds: float = 0.0
    peak: float = 0.0  # MiB
    printed: str = ""

    @property
    def wrong(self) -> str:
        """What no job may do, in a few words; nothing if it ended with a value or a fault."""
        if self.hung:
            return "hung"
        if self.died_of:
            return f"died of {signal.Signals(self.died_of).name}: {self.printed.strip()[-300:]}"
        return self.trace.strip().splitlines()[-1][:300] if self.trace else ""

    @property
    def place(self) -> str:
        """Where a traceback ends in the program: file, line, function."""
        found = re.findall(r'File "[^"]*/((?:pipelines|rulesets)/[^"]+)", line (\d+), in (\w+)', self.trace)
        return ":".join(found[-1]) if found else ""


class Forks:
    """The process, from here: `start` a job, then maybe `kill` it, then ask how it `ended`; `run` is all in one."""

    def __init__(self) -> None:
        self._printed = tempfile.TemporaryFile("w+b")  # noqa: SIM115 - closed in `close`
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._printed,
            text=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        self._heard()

    def _heard(self) -> Any:
        line = self._process.stdout.readline()
        assert line, self._tail()
        return json.loads(line)

    def _tail(self) -> str:
        self._printed.seek(0)
        text = self._printed.read().decode("utf-8", "replace")
        self._printed.seek(0)
        self._printed.truncate()
        return text

    def start(self, do: str, *args: object, limit: float = 60.0, die: tuple[str, int] | None = None) -> int:
        """Begin a job; `die` has it killed before so many a call of a function of `os`. Returns its process."""
        self._tail()
        job = {"do": do, "args": [str(one) for one in args], "limit": limit, "die": die}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        return int(self._heard())

    def ended(self) -> Outcome:
        return Outcome(**self._heard(), printed=self._tail())

    def run(self, do: str, *args: object, **options: Any) -> Outcome:
        self.start(do, *args, **options)
        return self.ended()

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._printed.close()


# --- the process itself


def _rebuild(folder: str) -> bool:
    from pipelines import league, rebuild

    return rebuild.rebuild(league.load(Path(folder))).published


def _check(folder: str) -> int:
    from pipelines import league, rebuild

    return len(rebuild.check(league.load(Path(folder))).sheets.seats)


def _read(path: str) -> dict[str, int]:
    """The number of filled and faulty cells of each tab."""
    from pipelines.sources.workbook import Workbook

    book = Workbook(path)
    grids = {tab: book.read(tab) for tab in book.tabs()}
    return {tab: int(grid.cells.notna().to_numpy().sum()) + len(grid.faults) for tab, grid in grids.items()}


@functools.cache
def _tabs(pickled: str) -> Any:
    return pickle.loads(Path(pickled).read_bytes())


def _publish(path: str, pickled: str) -> bool:
    from pipelines.publish.workbook import publish

    return publish(Path(path), _tabs(pickled))


def _prepare(folder: str, pickled: str) -> list[str]:
    """Rebuild a league; its tabs upside down go to a file, for `publish`. Returns their names."""
    from dataclasses import replace

    from pipelines import league, rebuild

    made = rebuild.rebuild(league.load(Path(folder))).tabs
    turned = [
        replace(tab, columns=[replace(one, values=one.values.iloc[::-1]) for one in tab.columns])
        for tab in made
    ]
    Path(pickled).write_bytes(pickle.dumps(turned))
    return [tab.name for tab in made]


JOBS = {"rebuild": _rebuild, "check": _check, "read": _read, "publish": _publish, "prepare": _prepare}


def _die_before(name: str, times: int) -> None:
    call, left = getattr(os, name), [times]

    def last(*args: Any, **options: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **options)

    setattr(os, name, last)


def _done(job: dict[str, Any]) -> dict[str, Any]:
    import resource  # here: Windows, where this is only imported, has none

    from pipelines import texts
    from pipelines.errors import Fault

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError):  # macOS knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    if job["die"]:
        _die_before(*job["die"])
    answer: dict[str, Any] = {}
    started = time.perf_counter()
    try:
        answer["value"] = JOBS[job["do"]](*job["args"])
    except Fault as fault:
        said = {language: fault.say(language) for language in texts.LANGUAGES}
        answer = {"fault": fault.code, "exit_status": fault.exit_status, "said": said}
    except BaseException:  # a panic of a library in Rust is no Exception
        answer["trace"] = traceback.format_exc()
    answer["seconds"] = time.perf_counter() - started
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return {**answer, "peak": int(found[1]) / 1024 if found else 0.0}


def _waited(pid: int, reader: int, limit: float) -> dict[str, Any]:
    """What the job told and how it ended; after `limit` seconds it is killed."""
    told, hung, until = b"", False, time.monotonic() + limit
    while True:
        if not hung and not select.select([reader], [], [], max(0.0, until - time.monotonic()))[0]:
            hung = True
            os.kill(pid, signal.SIGKILL)
        piece = os.read(reader, 2**16)
        if not piece:
            break
        told += piece
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    ended = json.loads(told) if told else {}
    return {**ended, "hung": hung, "died_of": max(0, -status) if not hung else 0}


def _serve() -> None:
    import fastexcel  # noqa: F401 — all that a job would import
    import filelock  # noqa: F401

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from pipelines import league, rebuild  # noqa: F401
    from pipelines.publish import workbook  # noqa: F401
    from pipelines.sources import workbook as source  # noqa: F401

    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    print('"ready"', file=out, flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        reader, writer = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reader)
            os.write(writer, json.dumps(_done(job)).encode())
            os._exit(0)
        os.close(writer)
        print(pid, file=out, flush=True)
        print(json.dumps(_waited(pid, reader, job["limit"])), file=out, flush=True)
        os.close(reader)


if __name__ == "__main__":
    _serve()
