"""What no spreadsheet program writes into a workbook's zip, and a hostile file may hold."""

import zipfile
from collections.abc import Iterable

_MOST_PARTS = 10_000
_LARGE = 64 * 2**20  # bytes of a part unpacked, from which on its compression is looked at
_MOST_REPETITIVE = 200  # times that a large part may be its packed size; sheets are 5 to 50


def strange_part(parts: Iterable[zipfile.ZipInfo]) -> str:
    """The first part that is not to be unpacked, or nothing: one of too many, with a path out of the zip, or a bomb."""
    for number, part in enumerate(parts, 1):
        path = part.filename.replace("\\", "/").split("/")
        leads_out = ".." in path or path[0] == "" or ":" in path[0]
        is_bomb = part.file_size > _LARGE and part.file_size > _MOST_REPETITIVE * max(part.compress_size, 1)
        if number > _MOST_PARTS or leads_out or is_bomb:
            return part.filename
    return ""
