"""Workbooks made to harm, and what a program must say to them."""

import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from forks import Outcome
from ratings import TITLES
from raw_books import MAIN, OFFICE, raw_book, rows_xml

TAB, SHEET, BOOK = "Рейтинг", "xl/worksheets/sheet1.xml", "xl/workbook.xml"
STRINGS, STYLES, RELATIONS = "xl/sharedStrings.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"
SOON, LITTLE = 5.0, 500.0  # seconds, MiB
MILLION = 2**20


def text_cells(*words: str) -> str:
    return "".join(
        f'<c r="{chr(65 + at)}1" t="inlineStr"><is><t>{one}</t></is></c>' for at, one in enumerate(words)
    )


HEADER = f'<row r="1">{text_cells(*TITLES)}</row>'
GOOD_SHEET = rows_xml(HEADER + '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>0</v></c></row>')
SST = f'<sst xmlns="{MAIN}"><si><t>Вано</t></si></sst>'
STYLE_SHEET = (
    f'<styleSheet xmlns="{MAIN}"><fonts><font/></fonts><cellXfs count="1"><xf/></cellXfs></styleSheet>'
)


def good(path: Path) -> dict[str, bytes]:
    """The parts of a small sound workbook with our tab, shared strings and styles."""
    raw_book(path, GOOD_SHEET, **{'name="T"': f'name="{TAB}"'})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    more = "".join(
        f'<Relationship Id="r{kind}" Type="{OFFICE}/{kind}" Target="{kind}.xml"/>'
        for kind in ("sharedStrings", "styles")
    )
    parts[RELATIONS] = parts[RELATIONS].replace(b"</Rel", f"{more}</Rel".encode())
    parts["[Content_Types].xml"] = (
        b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        b'<Default Extension="xml" ContentType="application/xml"/></Types>'
    )
    return {**parts, STRINGS: SST.encode(), STYLES: STYLE_SHEET.encode()}


@dataclass(frozen=True)
class Bomb:
    """A part of `start`, of so many MiB of `unit` over and over, and of `end`; the zip says that it has `claim` bytes."""

    unit: bytes = b"\0"
    size: int = 512
    start: bytes = b""
    end: bytes = b""
    claim: int | None = None

    def packed(self, info: zipfile.ZipInfo) -> bytes:
        block = self.unit * (MILLION // len(self.unit)) if self.size else b""
        parts = [(self.start, 1), (block, self.size), (self.end, 1)]
        info.file_size = sum(len(part) * times for part, times in parts) if self.claim is None else self.claim
        info.CRC = 0
        packed = b""
        for part, times in (one for one in parts if one[1]):
            for _ in range(times):
                info.CRC = zlib.crc32(part, info.CRC)
            pack = zlib.compressobj(wbits=-15)
            packed += (pack.compress(part) + pack.flush(zlib.Z_FULL_FLUSH)) * times
        return packed + b"\3\0"


def zipped(path: Path, parts: Mapping[str, bytes | Bomb]) -> Path:
    """A zip of these parts, their names as they are: ZipInfo itself would make a hostile one harmless."""
    with path.open("wb") as out, zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo()
            info.filename, info.compress_type, info.header_offset = name, zipfile.ZIP_DEFLATED, out.tell()
            bomb = content if isinstance(content, Bomb) else Bomb(size=0, start=content)
            packed = bomb.packed(info)
            info.compress_size = len(packed)
            out.write(info.FileHeader() + packed)
            archive.filelist.append(info)
            archive.start_dir = out.tell()
        archive._didModify = True
    return path


def told(outcome: Outcome, path: Path) -> str:
    """The code of a fault that was told in each language, soon and in little memory."""
    assert not outcome.wrong, f"{outcome.wrong}\n{outcome.trace}"
    assert outcome.fault, outcome.value
    assert outcome.exit_status == 3
    assert set(outcome.said) == {"ru", "uk", "en"}
    assert len(set(outcome.said.values())) == 3
    assert all(path.name in text and "{" not in text for text in outcome.said.values())
    assert outcome.seconds < SOON
    assert outcome.peak < LITTLE
    return outcome.fault
