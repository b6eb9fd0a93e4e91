"""Damages sample workbooks at random, reads them and publishes into them: `make fuzz`.

Whatever was done to a workbook, the program says a fault or does its work, within a few seconds. Anything else (another
exception, a crash, a hang, a workbook changed although a fault was told) is listed once for each place, with its file.
"""

import io
import os
import random
import re
import shutil
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from forks import Forks, Outcome

DATA = Path(__file__).parents[2] / "data"
LIMIT = 5.0  # seconds for a job
BOOK = "games.xlsx"
ODD = [
    *("", " ", "-1", "0", "1", "2", "7", "255", "16385", "1048577", "4294967296", "99999999999999999999", "9" * 5000),
    *("1e308", "-1e309", "1e-400", "nan", "inf", "-0", "0x10", "1_000", " 1 ", "1,5", "١", "𝟙", "true", "no"),
    *("A0", "A1", "XFD1048576", "XFE16777217", "AAAA1", "A99999999999", "1A", "$B$2", "A1:XFD1048576", "B2:A1", "R1C1"),
    *("2958465.99", "2958466", "-657435", "45000.5", "2023-13-45", "#REF!", "#SPILL!", "é", "Ω" * 40_000, "_x0000_"),
    *("../../etc/passwd", "/", "//", "http://x/", "rId999", "rId1", "&#0;", "&#x1F600;", "&x;", "]]>", "\x01", "\ud7ff"),
    *("s", "str", "inlineStr", "b", "e", "d", "n", "worksheets/sheet1.xml", "xl/workbook.xml", "styles.xml", "External"),
]  # fmt: skip
PIECES = [
    "<!-- x -->",
    "<![CDATA[x]]>",
    "<?x y?>",
    "<x/>",
    "<c/>",
    "<row/>",
    "<v>1</v>",
    "<f/>",
    "x",
    "&lt;",
    "\0",
]
HEADS = [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<?xml version="1.0" encoding="latin-1"?>',
    '<?xml version="1.0" encoding="nothing"?>',
    '<?xml version="1.1"?>',
    '<!DOCTYPE x [<!ENTITY x "y">]>',
    "\ufeff",
    "",
]
_TAG, _ATTRIBUTE, _TEXT = (re.compile(one) for one in (r"<[^<>?!]+>", r' ([\w:]+)="([^"]*)"', r">([^<>]+)<"))
_ELEMENT = re.compile(r"<(\w+)\b[^<>]*(?:/>|>[^<>]*</\1>|>(?:<\w+[^<>]*(?:/>|>[^<>]*</\w+>))*</\1>)")


# --- damage


def _xml(text: str, chance: random.Random) -> str:
    """The XML of a part with one thing of it changed."""

    def at(pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = list(pattern.finditer(text))
        near = found[: 40 if chance.random() < 0.5 else None]  # what stands first matters most
        return chance.choice(near) if near else None

    def put(found: re.Match[str] | None, new: str, group: int = 0) -> str:
        return text if found is None else text[: found.start(group)] + new + text[found.end(group) :]

    one, tag, element = at(_ATTRIBUTE), at(_TAG), at(_ELEMENT)
    odd = chance.choice(ODD)
    ways: list[Callable[[], str]] = [
        *[lambda: put(one, odd, 2)] * 5,
        *[lambda: put(one, "")] * 2,
        lambda: put(one, one[0] * 2) if one else text,
        lambda: put(one, "x" + one[1] if chance.random() < 0.5 else "x:" + one[1], 1) if one else text,
        *[lambda: put(at(_TEXT), odd, 1)] * 4,
        *[lambda: put(element, "")] * 2,
        *[lambda: put(element, element[0] * 2) if element else text] * 2,
        lambda: put(element, chance.choice(PIECES)),
        lambda: put(element, other[0]) if (other := at(_ELEMENT)) else text,
        lambda: put(tag, ""),
        lambda: put(tag, tag[0] + chance.choice(PIECES)) if tag else text,
        lambda: re.sub(r"^<\?xml[^>]*>", "", text).join([chance.choice(HEADS), ""]),
        lambda: text[: chance.randrange(len(text) + 1)],
        lambda: text.replace("schemas.openxmlformats.org", chance.choice(["purl.oclc.org", "x"]), 1),
    ]
    return chance.choice(ways)()


def _parts(data: bytes, chance: random.Random) -> bytes:
    """The workbook with its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        name = chance.choice([*parts, *[part for part in parts if "sheet" in part or "workbook" in part] * 2])
        way = chance.random()
        if way < 0.03:
            del parts[name]
        elif way < 0.06:
            parts[chance.choice([name.upper(), "../" + name, name + "x", *parts])] = parts.pop(name)
        elif way < 0.08:
            parts[name] = parts[chance.choice(list(parts))]
        else:
            text = parts[name].decode("utf-8", "surrogateescape")
            parts[name] = _xml(text, chance).encode("utf-8", "surrogateescape")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """The file with its bytes changed, half of the time where the zip says what it holds."""
    changed = bytearray(data)
    directory = max(data.rfind(b"PK\5\6") - 4000, 0)
    for _ in range(chance.choice([1, 1, 2, 8])):
        heads = [found.start() for found in re.finditer(b"PK[\1-\6]", bytes(changed))] or [0]
        near = min(chance.choice(heads) + chance.randrange(46), len(changed) - 1)
        at = chance.choice([near, near, chance.randrange(directory, len(data)), chance.randrange(len(data))])
        at, length = min(at, len(changed) - 2), chance.choice([1, 4, 50, 3000])
        piece = changed[at : at + length]
        match chance.randrange(7):
            case 0 | 1:
                changed[at] ^= 1 << chance.randrange(8)
            case 2:
                changed[at] = chance.choice([0, 1, 8, 9, 12, 14, 95, 0x7F, 0xFF])
            case 3:
                del changed[at : at + length]
            case 4:
                changed[at:at] = piece
            case 5:
                other = chance.randrange(len(changed))
                changed[at : at + length], changed[other : other + length] = (
                    changed[other : other + length],
                    piece,
                )
            case _:
                if chance.random() < 0.2:
                    del changed[at:]
        if len(changed) < 100:
            return data[: len(changed)]
    return bytes(changed)


# --- the run


@dataclass
class Found:
    """What was found, each thing once."""

    folder: Path
    files: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, tuple[int, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, job: str, outcome: Outcome, what: str, data: bytes, league: str) -> None:
        with self.lock:
            self.ended[f"{job}: {outcome.fault or ('wrong' if what else 'done')}"] += 1
            if not what:
                return
            key = f"{job} {outcome.place} {re.sub('[0-9]+|0x[0-9a-f]+', '#', what)[:60]}"
            often, name = self.wrong.get(key, (0, ""))
            if not often:
                name = f"{len(self.wrong) + 1}-{job}-{league}.xlsx"
                (self.folder / name).write_bytes(data)
                told = f"{what}\n{outcome.trace}\n{outcome.printed}"
                (self.folder / f"{name}.txt").write_text(told, "utf-8", "replace")
                print(f"FOUND {key}\n      {what}\n      {self.folder / name}", flush=True)
            self.wrong[key] = (often + 1, name)


def _tried(forks: Forks, job: str, *args: object) -> Outcome:
    """A job; one that hangs has a second chance, for the machine may be busy."""
    outcome = forks.run(job, *args, limit=LIMIT)
    return forks.run(job, *args, limit=2 * LIMIT) if outcome.hung else outcome


def _work(found: Found, home: Path, until: float, chance: random.Random) -> None:
    forks = Forks()
    seeds: list[tuple[Path, bytes]] = []
    for source in sorted(DATA.glob("*/league.toml")):
        league = home / source.parent.name
        shutil.copytree(source.parent, league)
        original = (league / BOOK).read_bytes()
        outcome = forks.run("prepare", league, league / "tabs.pickle")
        assert outcome.value, outcome
        seeds += [(league, original), (league, (league / BOOK).read_bytes())]
    shares = [1 / len(data) for _, data in seeds]
    target = home / "target"
    while time.monotonic() < until:
        league, good = chance.choices(seeds, shares)[0]
        damage = chance.choice([_parts, _parts, _bytes])
        data = damage(good, chance)
        (league / BOOK).write_bytes(data)
        job, what = ("check", league) if chance.random() < 0.4 else ("read", league / BOOK)
        outcome = _tried(forks, job, what)
        found.note(job, outcome, outcome.wrong, data, league.name)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        (target / BOOK).write_bytes(data)
        outcome = _tried(forks, "publish", target / BOOK, league / "tabs.pickle")
        what = outcome.wrong
        left = sorted(file.name for file in target.iterdir())
        if outcome.fault and outcome.fault != "destination-beside" and left != [BOOK]:
            what = f"left beside: {left}"
        if outcome.fault and (target / BOOK).read_bytes() != data:
            what = f"changed in spite of {outcome.fault}"
        found.note("publish", outcome, what, data, league.name)
        found.files += 1
    forks.close()


def main() -> int:
    """Damage workbooks for FUZZ_SECONDS; the exit status says whether something was found."""
    seconds = float(os.environ.get("FUZZ_SECONDS", "600"))
    seed = int(os.environ.get("FUZZ_SEED", time.time()))
    workers = min(os.cpu_count() or 1, 8)
    print(f"Damaging workbooks for {seconds:.0f} seconds (FUZZ_SEED={seed}) ...", flush=True)
    found = Found(Path(tempfile.mkdtemp(prefix="mafrating-fuzz-")))
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        threads = [
            threading.Thread(
                target=_work, args=(found, Path(folder) / str(one), until, random.Random(f"{seed} {one}"))
            )
            for one in range(workers)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    print(f"\n{found.files} workbooks: " + ", ".join(f"{what} {n}" for what, n in found.ended.most_common()))
    for key, (often, name) in found.wrong.items():
        print(f"{often} times {key}: {name}")
    if found.wrong:
        print(f"The files are in {found.folder}.")
    else:
        found.folder.rmdir()
    return int(bool(found.wrong) or not found.files)


if __name__ == "__main__":
    sys.exit(main())
