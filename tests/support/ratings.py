"""Rating tabs to publish, and the parts of the workbook that they went into."""

import struct
import zipfile
from pathlib import Path

import pandas as pd
from hypothesis import strategies as st

from pipelines.publish.tab import Column, Tab

TITLES = ["Место", "Игрок", "Побед", "Баллы"]


def rating(players: list[tuple[str, int, float]], name: str = "Рейтинг", titles: list[str] = TITLES) -> Tab:
    """A rating tab of name, wins and points, in the order given."""
    table = pd.DataFrame(players, columns=["player", "wins", "points"])
    columns = {
        "Место": Column("Место", pd.Series(range(1, len(table) + 1)), "whole"),
        "Игрок": Column("Игрок", table["player"].astype("str"), "text"),
        "Побед": Column("Побед", table["wins"].astype("Int64"), "whole"),
        "Штраф": Column("Штраф", -table["wins"] / 10, "points"),
        "Баллы": Column("Баллы", table["points"].astype("float"), "points"),
    }
    return Tab(name, [columns[title] for title in titles])


THREE = [("Вано", 5, 7.25), ("Сова", 4, 6.5), ("Тень", 3, 1 / 3)]


FIVE = [*THREE, ("Луна", 2, 0.3), ("Юла", 1, 0.2)]


def parts(path: Path) -> dict[str, bytes]:
    """The compressed bytes of every part, as they lie in the file."""
    data = path.read_bytes()
    found = {}
    for info in zipfile.ZipFile(path).infolist():
        name, extra = struct.unpack_from("<HH", data, info.header_offset + 26)
        start = info.header_offset + 30 + name + extra
        found[info.filename] = data[start : start + info.compress_size]
    return found


def rewrite(path: Path, change: dict[str, object]) -> None:
    """Change parts of a package by name: None takes one out, bytes replace it, a function is given the old bytes."""
    with zipfile.ZipFile(path) as archive:
        content = {info.filename: archive.read(info) for info in archive.infolist()}
    for name, new in change.items():
        if new is None:
            del content[name]
        else:
            content[name] = new(content[name]) if callable(new) else new
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, new in content.items():
            archive.writestr(name, new)


players = st.lists(
    st.tuples(st.text(min_size=1), st.integers(0, 10**9), st.floats(allow_nan=False, allow_infinity=False)),
    max_size=8,
)
