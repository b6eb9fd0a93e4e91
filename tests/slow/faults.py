"""Rebuilds that are killed: what must stand afterwards. By itself the long run, `make faults`."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import openpyxl
from commands import run
from forks import Forks, Outcome
from ratings import parts

SAMPLE = Path(__file__).parents[2] / "data" / "fiim"
BOOK = "games.xlsx"
OWN = {  # of a workbook, what a rebuild with new tabs may change
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
    "xl/workbook.xml",
    "xl/styles.xml",
}


def a_sample(folder: Path) -> Path:
    """The sample league in a folder of its own, which is emptied before; with one tab to publish, for speed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(SAMPLE / BOOK, folder / BOOK)
    league = (SAMPLE / "league.toml").read_text("utf-8")
    start, _, rest = league.partition('[[rating]]\nname = "day"')
    assert "[publish]" in rest
    (folder / "league.toml").write_text(f"{start}\n[publish]\n", "utf-8")
    return folder


def leftovers(folder: Path) -> list[str]:
    """The files in the league's folder that are neither the user's nor backups."""
    known = {BOOK, "league.toml"}
    dated = [file for file in folder.glob("mafrating-backups/*") if not file.name.startswith(".")]
    return sorted(
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file() and file.name not in known and file not in dated
    )


def assert_whole(book: Path, old: dict[str, bytes]) -> None:
    """The workbook opens, and has every part of `old` with its bytes but those that list the tabs."""
    with zipfile.ZipFile(book) as archive:
        assert archive.testzip() is None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert openpyxl.load_workbook(book).sheetnames
    now = parts(book)
    lost = [name for name, packed in old.items() if name not in OWN and now.get(name) != packed]
    assert not lost, lost


class Kills:
    """Rebuilds of the sample, each killed at another moment, and the one after it."""

    def __init__(self, forks: Forks, folder: Path, seed: int) -> None:
        self.forks, self.folder, self.random = forks, folder, random.Random(seed)
        self.book = a_sample(folder) / BOOK
        self.old, old_parts = self.book.read_bytes(), parts(self.book)
        started = time.monotonic()
        done = forks.run("rebuild", folder)
        assert done.value is True, done
        self.takes = time.monotonic() - started
        self.new = self.book.read_bytes()
        assert self.new != self.old
        assert_whole(self.book, old_parts)

    def killed(self) -> str:
        """Kill one somewhere on its way, every other one while it writes; tells how far it came, and leaves all as it is."""
        a_sample(self.folder)
        sign = self.random.choice(
            [
                None,
                None,
                ".*.tmp",
                "mafrating-backups",
                "mafrating-backups/*.tmp",
                "mafrating-backups/*.xlsx",
                BOOK,
            ]
        )
        wait = self.random.random()
        pid = self.forks.start("rebuild", self.folder)
        if sign is None:
            time.sleep(wait * self.takes)
        else:
            self._wait_for(sign)
            time.sleep(wait * 0.01)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return self.state(self.forks.ended())

    def _wait_for(self, sign: str) -> None:
        """Wait until such a file is there, or the workbook another one."""
        until = time.monotonic() + 3 * self.takes
        while time.monotonic() < until and self.book.stat().st_size == len(self.old):
            if sign != BOOK and any(self.folder.glob(sign)):
                break
            time.sleep(0.0005)

    def state(self, outcome: Outcome) -> str:
        """Check what a killed rebuild has left; tells how far it came."""
        assert not outcome.wrong or outcome.died_of == signal.SIGKILL, outcome.wrong
        now = self.book.read_bytes()
        assert now in (self.old, self.new), "neither the old workbook nor the new one"
        for backup in self.folder.glob("mafrating-backups/[!.]*"):
            assert backup.read_bytes() == self.old, "a backup that is no backup"
        far = "new" if now == self.new else "old"
        return f"{far} workbook" + ", temporary files" * bool(leftovers(self.folder))

    def recovered(self) -> None:
        """Rebuild once more: the new workbook stands, and nothing lies beside it."""
        done = self.forks.run("rebuild", self.folder)
        assert done.value is not None, done
        assert self.book.read_bytes() == self.new
        assert not leftovers(self.folder), leftovers(self.folder)
        assert len(list(self.folder.glob("mafrating-backups/*"))) == 1


def state(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def refused(folder: Path, words: str) -> None:
    """A rebuild that must end with exit 3 and a message, and leave all files as they were."""
    before = state(folder)
    done = run("rebuild", folder)
    assert (done.exit_code, done.exception.__class__) == (3, SystemExit), done.output
    assert words in done.output
    assert BOOK in done.output
    assert state(folder) == before


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[Path]:
    """A small disk of its own at `folder`. Raises PermissionError if we may not mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "mafrating-test", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise PermissionError("no mount") from error
    if done.returncode:
        raise PermissionError(done.stderr.strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def leave(disk: Path, room: int) -> None:
    """Fill a disk until only so many bytes of room are left."""
    ballast = disk / "ballast"
    ballast.unlink(missing_ok=True)
    free = os.statvfs(disk)
    ballast.write_bytes(bytes(free.f_bavail * free.f_frsize - room))


def main(times: int) -> int:
    """Kill so many rebuilds; the exit status says whether something was wrong."""
    seed = int(time.time())
    print(f"{times} rebuilds are killed, each at another moment (seed {seed}) ...", flush=True)
    forks, seen, wrong = Forks(), Counter(), Counter()
    with tempfile.TemporaryDirectory() as folder:
        kills = Kills(forks, Path(folder) / "league", seed)
        for number in range(1, times + 1):
            try:
                seen[kills.killed()] += 1
                kills.recovered()
            except AssertionError as error:
                wrong[re.sub("[0-9a-f]{32}", "*", str(error).splitlines()[0][:200])] += 1
            if number % 20 == 0:
                print(f"  {number}: {dict(seen)}", flush=True)
    forks.close()
    for what, often in wrong.most_common():
        print(f"WRONG {often} times: {what}")
    print(f"{sum(seen.values())} killed, {sum(wrong.values())} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
