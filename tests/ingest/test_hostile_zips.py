"""Files made to harm whoever opens them: each is told as a fault, soon, in little memory, and never ends the program."""

import io
import os
import pickle
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from forks import Forks
from hostile.zips import (
    BOOK,
    GOOD_SHEET,
    HEADER,
    LITTLE,
    MILLION,
    RELATIONS,
    SHEET,
    SOON,
    STRINGS,
    STYLE_SHEET,
    STYLES,
    TAB,
    Bomb,
    good,
    told,
    zipped,
)
from ratings import FIVE, rating
from raw_books import MAIN, OFFICE, STRICT_MAIN, STRICT_OFFICE, rows_xml

pytestmark = pytest.mark.skipif(os.name != "posix", reason="each file is opened in a fork")


@pytest.fixture(scope="module")
def forks():
    made = Forks()
    yield made
    made.close()


@pytest.fixture(scope="module")
def tabs(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("tabs") / "tabs.pickle"
    path.write_bytes(pickle.dumps([rating(FIVE[::-1])]))
    return path


@pytest.fixture
def refused(forks: Forks, tabs: Path, tmp_path: Path) -> Callable[[Path], tuple[str, str]]:
    """Read a workbook, and publish into it: the codes of both faults. The file stays as it is."""

    def both(path: Path) -> tuple[str, str]:
        before = path.read_bytes()
        read = told(forks.run("read", path, limit=2 * SOON), path)
        written = told(forks.run("publish", path, tabs, limit=2 * SOON), path)
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]
        return read, written

    return both


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "клуб.xlsx"


def test_a_sound_one_is_read_and_written(forks: Forks, tabs: Path, file: Path) -> None:
    zipped(file, good(file))
    outcome = forks.run("read", file)
    assert outcome.value == {TAB: 6}
    assert outcome.peak < LITTLE / 2
    assert forks.run("publish", file, tabs).value is True


# --- bombs


@pytest.mark.parametrize("part", [SHEET, STRINGS, STYLES, BOOK, RELATIONS, "xl/media/image1.png"])
def test_a_bomb(refused, file: Path, part: str) -> None:
    zipped(file, good(file) | {part: Bomb()})
    assert file.stat().st_size < 600_000
    assert refused(file) == ("workbook-strange", "destination-broken")


OPEN = f'<sst xmlns="{MAIN}"><si><t>'.encode()
SIZED = GOOD_SHEET.replace("<sheetData>", '<dimension ref="A1:D9"/><sheetData>').encode()
LIES = {
    "sheet": (SHEET, Bomb(b"<row/>", 256, rows_xml("").encode()[:-24], b"</sheetData></worksheet>", 5000)),
    "large sheet": (SHEET, Bomb(b" ", 256, SIZED[:-24], b"</sheetData></worksheet>", 5 * MILLION)),
    "one string": (STRINGS, Bomb(b"x", 256, OPEN, b"</t></si></sst>", 5000)),
    "many strings": (STRINGS, Bomb(b"<si/>", 256, OPEN + b"</t></si>", b"</sst>", 5000)),
    "styles": (STYLES, Bomb(b"<dxfs/>", 512, STYLE_SHEET.encode()[:-13], b"</styleSheet>", 5000)),
    "workbook": (BOOK, Bomb(b" ", 256, f'<workbook xmlns="{MAIN}">'.encode(), b"</workbook>", 500)),
}
READ = [name for name in LIES if "string" not in name and name != "styles"]
READ += [
    "one string",
    "many strings",
    "styles",
]


@pytest.mark.parametrize("name", READ)
def test_a_source_that_lies_about_its_size(forks: Forks, file: Path, name: str) -> None:
    part, bomb = LIES[name]
    zipped(file, good(file) | {part: bomb})
    told(forks.run("read", file, limit=SOON), file)


@pytest.mark.parametrize("name", list(LIES))
def test_a_destination_that_lies_about_its_size(forks: Forks, tabs: Path, file: Path, name: str) -> None:
    part, bomb = LIES[name]
    zipped(file, good(file) | {part: bomb})
    told(forks.run("publish", file, tabs, limit=SOON), file)


@pytest.mark.parametrize("size", [10, 2**31, 2**32 - 2])
def test_a_sheet_of_another_size_than_it_says(refused, file: Path, size: int) -> None:
    zipped(file, good(file) | {SHEET: Bomb(size=0, start=GOOD_SHEET.encode(), claim=size)})
    assert refused(file)[0] in ("tab-broken", "workbook-strange", "workbook-too-big")


def test_many_bombs_each_just_small_enough(forks: Forks, tabs: Path, file: Path) -> None:
    bombs = {f"xl/worksheets/s{n}.xml": Bomb(size=63) for n in range(9)}
    zipped(file, good(file) | bombs)
    for job in (("read", file), ("publish", file, tabs)):
        outcome = forks.run(*job, limit=30)
        assert outcome.value
        assert (outcome.peak < LITTLE, outcome.seconds < SOON) == (True, True)


# --- names


def test_twenty_thousand_parts(refused, file: Path) -> None:
    zipped(file, good(file) | {f"xl/media/{n}.png": b"" for n in range(20_000)})
    assert refused(file) == ("workbook-strange", "destination-broken")


NAMES = ["../evil.xml", "xl/../../evil.xml", "/etc/passwd", "//server/x", "\\\\server\\x", "..\\evil.xml"]
NAMES += ["xl\\..\\..\\evil.xml", "C:/evil.xml", "C:evil.xml", "c:\\evil.xml"]


@pytest.mark.parametrize("name", [*NAMES, ""])
def test_names_that_lead_out(refused, file: Path, name: str) -> None:
    zipped(file, good(file) | {name: b"x"})
    assert refused(file) == ("workbook-strange", "destination-broken")
    assert not list(file.parent.parent.glob("evil*"))


def test_a_bomb_behind_a_part_without_a_name(refused, file: Path) -> None:
    zipped(file, {"": b"x", **good(file), STRINGS: Bomb(b"x", 256, OPEN, b"</t></si></sst>")})
    assert refused(file) == ("workbook-strange", "destination-broken")


def test_two_parts_of_one_name(refused, file: Path) -> None:
    zipped(file, {**good(file), "xl/worksheets/sheet2.xml": rows_xml("").encode()})
    file.write_bytes(file.read_bytes().replace(b"worksheets/sheet2.xml", b"worksheets/sheet1.xml"))
    assert refused(file) == ("workbook-strange", "destination-broken")


# --- entities


def laughs(root: str, body: str) -> str:
    lines = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    return f'<!DOCTYPE {root} [<!ENTITY l0 "lol">{lines}]>{body}'


def outside(root: str, body: str) -> str:
    return f'<!DOCTYPE {root} [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>{body}'


def parameter(root: str, body: str) -> str:
    return f'<!DOCTYPE {root} [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY l9 "x">]>{body}'


ENTITIES = {
    BOOK: ("workbook", lambda xml: xml.replace(TAB, f"{TAB}&l9;")),
    SHEET: ("worksheet", lambda xml: xml.replace("Игрок", "Игрок&l9;")),
    STRINGS: ("sst", lambda xml: xml.replace("Вано", "&l9;")),
    STYLES: ("styleSheet", lambda xml: xml.replace("<font/>", "<font>&l9;</font>")),
    RELATIONS: ("Relationships", lambda xml: xml.replace('Id="rId1"', 'Id="rId1&l9;"')),
}


@pytest.mark.parametrize("attack", [laughs, outside, parameter])
@pytest.mark.parametrize("part", ENTITIES)
def test_entities(forks: Forks, tabs: Path, file: Path, part: str, attack: Callable[[str, str], str]) -> None:
    parts = good(file)
    root, change = ENTITIES[part]
    parts[part] = attack(root, change(parts[part].decode())).encode()
    assert b"&l9;" in parts[part]
    zipped(file, parts)
    assert told(forks.run("publish", file, tabs), file) == "destination-broken"
    outcome = forks.run("read", file)
    if part == STYLES and outcome.value:  # the reader passes over them
        assert (outcome.value, outcome.peak < LITTLE, outcome.seconds < SOON) == ({TAB: 6}, True, True)
    else:
        told(outcome, file)


# --- places


FAR = ["XFE1", "AAAA1", "A0"]
TOO_FAR = [*FAR, *(cell for cell in ("XFE16777217", "XFD1048576", "A99999999999"))]


def with_cell(file: Path, cell: str) -> Path:
    row = cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    far = f'<row r="{row}"><c r="{cell}"><v>1</v></c></row>'
    return zipped(file, good(file) | {SHEET: rows_xml(HEADER + far).encode()})


@pytest.mark.parametrize("cell", [*FAR, "XFE16777217", "XFD1048576", "A1048577", "A99999999999"])
def test_a_source_with_a_cell_beyond_the_sheet(forks: Forks, file: Path, cell: str) -> None:
    assert told(forks.run("read", with_cell(file, cell)), file) in ("tab-too-far", "tab-broken")


@pytest.mark.parametrize("cell", TOO_FAR)
def test_a_destination_with_a_cell_beyond_the_sheet(forks: Forks, tabs: Path, file: Path, cell: str) -> None:
    before = with_cell(file, cell).read_bytes()
    told(forks.run("publish", file, tabs, limit=30), file)
    assert (file.read_bytes(), list(file.parent.glob(".*"))) == (before, [])


@pytest.mark.parametrize(
    "said",
    ["A1:XFD1048576", "A1:XFE16777217", "XFD1048576:A1", "A0:B0", "A1:", "", ":", "A1:A99999999999999999999"],
)
def test_an_absurd_size(forks: Forks, tabs: Path, file: Path, said: str) -> None:
    sheet = GOOD_SHEET.replace("<sheetData>", f'<dimension ref="{said}"/><sheetData>')
    zipped(file, good(file) | {SHEET: sheet.encode()})
    outcome = forks.run("read", file, limit=30)
    assert outcome.value == {TAB: 6} or told(outcome, file)
    assert (outcome.peak < LITTLE, outcome.seconds < SOON) == (True, True)
    outcome = forks.run("publish", file, tabs, limit=30)
    assert outcome.value is True or told(outcome, file)
    assert (outcome.peak < LITTLE, outcome.seconds < SOON) == (True, True)


HUGE = "9" * 5000
PLACES = [
    (SHEET, "<v>1</v>", f"<v>{HUGE}</v>"),
    (SHEET, "<v>0</v>", f"<v>{HUGE}</v>"),
    (BOOK, 'sheetId="1"', f'sheetId="{HUGE}"'),
    (SHEET, 'row r="2"', f'row r="{HUGE}"'),
    (SHEET, "<is>", "<?x y?><is>"),
]


@pytest.mark.parametrize(("part", "old", "new"), PLACES)
def test_odd_xml(forks: Forks, tabs: Path, file: Path, part: str, old: str, new: str) -> None:
    parts = good(file)
    parts[part] = parts[part].decode().replace(old, new, 1).encode()
    zipped(file, parts)
    for job in (("read", file), ("publish", file, tabs)):
        outcome = forks.run(*job)
        assert outcome.value or told(outcome, file)


@pytest.mark.parametrize("number", ["-1", "abc", "99999999999999999999"])
def test_a_string_that_is_not_there(forks: Forks, file: Path, number: str) -> None:
    zipped(file, good(file) | {SHEET: GOOD_SHEET.replace("<v>0</v>", f"<v>{number}</v>").encode()})
    told(forks.run("read", file), file)


# --- other formats


def test_a_part_in_utf_16(forks: Forks, tabs: Path, file: Path) -> None:
    xml = '<?xml version="1.0" encoding="UTF-16"?>' + GOOD_SHEET
    zipped(file, good(file) | {SHEET: xml.encode("utf-16")})
    assert told(forks.run("read", file), file) == "workbook-utf-16"
    assert forks.run("publish", file, tabs).value is True  # all that is written over is ours


def test_the_strict_edition_is_read(forks: Forks, tabs: Path, file: Path) -> None:
    parts = {
        name: xml.replace(OFFICE.encode(), STRICT_OFFICE.encode()).replace(
            MAIN.encode(), STRICT_MAIN.encode()
        )
        for name, xml in good(file).items()
    }
    zipped(file, parts)
    assert forks.run("read", file).value == {TAB: 6}
    assert forks.run("publish", file, tabs).value is True


@pytest.mark.parametrize(
    ("mark", "codes"),
    [
        ("EncryptedPackage", ("workbook-locked", "destination-encrypted")),
        ("Workbook", ("workbook-old", "destination-not-xlsx")),
        ("", ("workbook-old", "destination-not-xlsx")),
    ],
)
def test_old_and_locked_files(refused, file: Path, mark: str, codes: tuple[str, str]) -> None:
    file.write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + mark.encode("utf-16-le") + bytes(5000)
    )
    assert refused(file) == codes


@pytest.mark.parametrize("method", [9, 12, 14, 93, 95, 99])
def test_ways_to_compress_that_no_program_uses(refused, file: Path, method: int) -> None:
    zipped(file, good(file))
    way = re.compile(rb"(PK\x03\x04.{4}|PK\x01\x02.{6})\x08", re.DOTALL)
    file.write_bytes(way.sub(lambda found: found[1] + bytes([method]), file.read_bytes()))
    assert refused(file)[1] == "destination-broken"


def test_a_part_before_the_start_of_the_file(refused, file: Path) -> None:
    zipped(file, good(file))
    data = bytearray(file.read_bytes())
    at = data.rindex(b"PK\5\6") + 16
    struct.pack_into("<I", data, at, struct.unpack_from("<I", data, at)[0] + 30_000)
    file.write_bytes(data)
    assert refused(file) == ("workbook-broken", "destination-broken")


def test_a_zip_in_a_zip(refused, file: Path) -> None:
    inner = io.BytesIO()
    zipped(file, good(file))
    with zipfile.ZipFile(inner, "w") as archive:
        archive.write(file, "games.xlsx")
    file.write_bytes(inner.getvalue())
    assert refused(file) == ("not-a-workbook", "destination-not-xlsx")
