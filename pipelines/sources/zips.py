"""What no spreadsheet program writes into a workbook's zip, and a hostile file may hold."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

_MOST_PARTS = 10_000
_LARGE = 64 * 2**20  # bytes of a part unpacked, from which on its compression is looked at
_MOST_REPETITIVE = 200  # times that a large part may be its packed size; sheets are 5 to 50
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_PIECE = 2**20


def strange_part(parts: Iterable[zipfile.ZipInfo]) -> str:
    """The first part that is not to be unpacked, in quotes, or nothing.

    It is one of too many, has no name, or another's, or a path out of the zip, or is a bomb.
    """
    seen: set[str] = set()
    for part in parts:
        path = part.filename.replace("\\", "/").split("/")
        leads_out = ".." in path or path[0] == "" or ":" in path[0]
        is_bomb = part.file_size > _LARGE and part.file_size > _MOST_REPETITIVE * max(part.compress_size, 1)
        if part.filename.lower() in seen or len(seen) >= _MOST_PARTS or leads_out or is_bomb:
            return repr(part.filename)
        seen.add(part.filename.lower())
    return ""


def packed(data: bytes, part: zipfile.ZipInfo) -> bytes:
    """The compressed bytes of a part. Raises BadZipFile if they are not where the directory says."""
    try:
        mark, name, extra = _LOCAL_HEADER.unpack_from(data, part.header_offset)
    except struct.error as error:
        raise zipfile.BadZipFile(part.filename) from error
    start = part.header_offset + _LOCAL_HEADER.size + name + extra
    content = data[start : start + part.compress_size]
    if mark != b"PK\x03\x04" or len(content) != part.compress_size:
        raise zipfile.BadZipFile(part.filename)
    return content


def is_longer(data: bytes, part: zipfile.ZipInfo) -> bool:
    """Whether a part unpacks to more bytes than the directory says; it is unpacked piece by piece, and no further."""
    if part.compress_type != zipfile.ZIP_DEFLATED:
        return False
    unpacker, rest, size = zlib.decompressobj(-15), packed(data, part), 0
    while rest and not unpacker.eof:
        size += len(unpacker.decompress(rest, _PIECE))
        rest = unpacker.unconsumed_tail
        if size > part.file_size:
            return True
    return False


def with_part(parts: zipfile.ZipFile, name: str, content: bytes) -> bytes:
    """The bytes of a zip with another content of one part, and nothing compressed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as written:
        for part in parts.namelist():
            written.writestr(part, content if part == name else parts.read(part))
    return made.getvalue()
