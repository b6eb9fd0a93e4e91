"""The parts of a workbook's file, a zip; what is not touched is handed on with the bytes it had."""

import copy
import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from lxml import etree

from pipelines.publish.xlsx import ooxml
from pipelines.publish.xlsx.ooxml import DamagedError
from pipelines.sources import zips

TYPES = "[Content_Types].xml"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS_NS = "http://schemas.openxmlformats.org/package/2006/relationships"
_UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OSError, RuntimeError)

_EMPTY = {
    TYPES: f'<Types xmlns="{_TYPES_NS}">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_RELATIONS_NS}">'
    f'<Relationship Id="rId1" Type="{ooxml.OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook xmlns="{ooxml.MAIN}" xmlns:r="{ooxml.OFFICE}">'
    "<bookViews><workbookView/></bookViews><sheets/></workbook>",
}


@dataclass(frozen=True)
class Relation:
    """What a part refers to: `kind` is the last word of the relation's type, `target` the other part."""

    id: str
    kind: str
    target: str


class Package:
    """A workbook's parts by name, as they stand in `data` and as they were put over it.

    Reading raises DamagedError if the file, or the part, cannot be read.
    """

    def __init__(self, data: bytes | None) -> None:
        self._data = data or b""
        self._kept: dict[str, zipfile.ZipInfo] = {}
        self._put: dict[str, bytes] = {}
        if data is None:
            self._put = {name: xml.encode() for name, xml in _EMPTY.items()}
            return
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _UNREADABLE as error:
            raise DamagedError(str(error)) from error
        self._kept = {info.filename: info for info in self._zip.infolist()}
        if strange := zips.strange_part(self._zip.infolist()):
            raise DamagedError(strange)

    @property
    def names(self) -> list[str]:
        """The parts in the order of the file, new ones last."""
        return [*self._kept, *(name for name in self._put if name not in self._kept)]

    @property
    def changed(self) -> bool:
        """Whether any part is another than in the file."""
        return bool(self._put)

    def has(self, name: str) -> bool:
        """Whether there is such a part; the case of its letters does not count."""
        return self._known(name) is not None

    def _known(self, name: str) -> str | None:
        return next((known for known in self.names if known.lower() == name.lower()), None)

    def read(self, name: str) -> bytes:
        """The bytes of a part."""
        known = self._known(name)
        if known is None:
            raise DamagedError(name)
        if known in self._put:
            return self._put[known]
        try:
            with self._zip.open(known) as part:  # as far as its size goes: it may unpack to more than it says
                return part.read(self._kept[known].file_size)
        except _UNREADABLE as error:
            raise DamagedError(name) from error

    def xml(self, name: str) -> etree._Element:
        """The root of a part."""
        try:
            return ooxml.parse(self.read(name))
        except DamagedError as error:
            raise DamagedError(f"{name}: {error}") from error

    def put(self, name: str, content: bytes) -> None:
        """Put a part over the old one, or add it."""
        self._put[self._known(name) or name] = content

    def add(self, name: str, content: bytes, content_type: str) -> None:
        """Add a part of a new name."""
        self.put(name, content)
        types = self.xml(TYPES)
        etree.SubElement(types, f"{{{_TYPES_NS}}}Override", PartName=f"/{name}", ContentType=content_type)
        self.put(TYPES, ooxml.serialise(types))

    def drop(self, name: str) -> None:
        """Take a part out, with its content type; who refers to it is the caller's to tell."""
        known = self._known(name)
        self._kept = {part: info for part, info in self._kept.items() if part != known}
        self._put = {part: content for part, content in self._put.items() if part != known}
        types = self.xml(TYPES)
        for override in types.findall("{*}Override"):
            if str(override.get("PartName")).lower() == f"/{name}".lower():
                types.remove(override)
        self.put(TYPES, ooxml.serialise(types))

    def relations(self, part: str) -> list[Relation]:
        """What `part` (the whole file if empty) refers to inside the file."""
        where = _relations_of(part)
        if not self.has(where):
            return []
        inside = [
            relation
            for relation in self.xml(where).findall("{*}Relationship")
            if relation.get("TargetMode") != "External"
        ]
        return [
            Relation(
                relation.get("Id", ""),
                posixpath.basename(relation.get("Type", "")),
                _target(part, relation.get("Target", "")),
            )
            for relation in inside
        ]

    def relate(self, part: str, relation_type: str, target: str) -> str:
        """Let `part` refer to the part `target`; returns the id of the new relation."""
        where = _relations_of(part)
        empty = f'<Relationships xmlns="{_RELATIONS_NS}"/>'.encode()
        root = ooxml.parse(self.read(where) if self.has(where) else empty)
        taken = {relation.get("Id") for relation in root}
        new = next(name for name in map("rId{}".format, range(len(taken) + 1, 10**6)) if name not in taken)
        relative = posixpath.relpath(target, posixpath.dirname(part) or ".")
        tag = ooxml.named("Relationship", root)
        etree.SubElement(root, tag, Id=new, Type=relation_type, Target=relative)
        self.put(where, ooxml.serialise(root))
        return new

    def unrelate(self, part: str, relation_id: str) -> None:
        """Take a relation away."""
        root = self.xml(_relations_of(part))
        for relation in root.findall("{*}Relationship"):
            if relation.get("Id") == relation_id:
                root.remove(relation)
        self.put(_relations_of(part), ooxml.serialise(root))

    def save(self, out: BinaryIO) -> None:
        """Write the file: kept parts with the compressed bytes they had, put ones compressed afresh."""
        directory = []
        for info, packed in self._records():
            info.header_offset = out.tell()
            out.write(info.FileHeader() + packed)
            directory.append(info)
        with zipfile.ZipFile(out, "w") as archive:  # at its close it writes the directory, and that is all
            archive.filelist.extend(directory)

    def _records(self) -> Iterator[tuple[zipfile.ZipInfo, bytes]]:
        for name in self.names:
            if name in self._put:
                yield _packed(name, self._put[name])
            else:
                info = copy.copy(self._kept[name])
                info.flag_bits &= ~0x08  # sizes stand before the data, no longer behind it
                info.extra = b""
                yield info, _raw(self._data, self._kept[name])

    def verify(self, written: bytes) -> None:
        """Raise DamagedError, naming the part, unless `written` holds exactly the parts of this package."""
        other = Package(written)
        if other.names != self.names:
            raise DamagedError(", ".join(sorted(set(other.names) ^ set(self.names))))
        for name, info in other._kept.items():
            if name in self._put:
                same = other.read(name) == self._put[name]
                ooxml.check(self._put[name])
            else:
                old = self._kept[name]
                same = (old.CRC, old.file_size) == (info.CRC, info.file_size)
                same = same and _raw(self._data, old) == _raw(written, info)
            if not same:
                raise DamagedError(name)


def _target(part: str, target: str) -> str:
    """The name of the part that `part` calls `target`, from its own folder or from the top."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


def _relations_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _packed(name: str, content: bytes) -> tuple[zipfile.ZipInfo, bytes]:
    """A part as it goes into the file; the same content always gives the same bytes."""
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 0
    compressor = zlib.compressobj(
        level=3, wbits=-15
    )  # sheets are repetitive: more effort hardly makes them smaller
    packed = compressor.compress(content) + compressor.flush()
    info.CRC, info.file_size, info.compress_size = zlib.crc32(content), len(content), len(packed)
    return info, packed


def _raw(data: bytes, info: zipfile.ZipInfo) -> bytes:
    """The compressed bytes of a part. Raises DamagedError if they are not where the directory says."""
    try:
        return zips.packed(data, info)
    except zipfile.BadZipFile as error:
        raise DamagedError(info.filename) from error
