"""Which rows of a tab are headers, and which fields their cells name."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from pipelines.ingest import values, vocabulary
from pipelines.sources.grid import Grid

_LONGEST_HEADER = 60
_SIGNS = frozenset(map(vocabulary.key, ("№", "#", "No", "Номер")))  # they count rows as often as seats
_REMARK = re.compile(r"\s*[(\[].*|\?+\s*$", re.DOTALL)
_SEVERAL = 3  # fields from which on a row is a header
_LEAST_SEATS = 7  # of a game


def header_cells(grid: Grid, names: Mapping[str, str]) -> pd.DataFrame:
    """The cells of a tab that name fields, which are `names` by the keys of headers: columns row, column, field, rank.

    A cell of a higher rank gives way to one of a lower that names the same field in its row.
    """
    found = [
        (row, number, name, rank)
        for number, column in grid.columns()
        for row, name, rank in _headers_in(column, names)
    ]
    cells = pd.DataFrame(found, columns=["row", "column", "field", "rank"])
    return cells.astype({"row": "int64", "column": "int64", "field": "object", "rank": "int64"})


def _headers_in(cells: pd.Series, names: Mapping[str, str]) -> Iterator[tuple[int, str, int]]:
    """The cells of a column that name fields: row, field, rank."""
    said = [field_of(text, names) for text in cells.cat.categories]
    own = vocabulary.headers("own")
    for at, text in enumerate(cells.cat.categories):
        named, rank = said[at]
        if named and named not in vocabulary.fields("own") and (figure := own.get(vocabulary.key(text))):
            said[at] = (figure.name if are_figures(cells.cat.categories.drop(text)) else named, rank)
    codes, rows = cells.cat.codes.to_numpy(), cells.index.to_numpy()
    for place in places(codes, [bool(name) for name, _ in said]):
        name, rank = said[codes[place]]
        yield int(rows[place]), str(name), rank


def are_figures(texts: Collection[str]) -> bool:
    """Whether most of the texts are figures."""
    return sum(values.figure(text) is not None for text in texts) * 2 > len(texts)


def field_of(text: str, names: Mapping[str, str]) -> tuple[str | None, int]:
    """The field that a text names, and its rank: 0, 1 for a bare sign of a number, 2 with a remark in brackets."""
    if len(text) > _LONGEST_HEADER:
        return None, 0
    key = vocabulary.key(text)
    if name := _by_key(text, names):
        return name, int(key in _SIGNS)
    bare = _REMARK.sub("", text) if _REMARK.search(text) else ""
    return (_by_key(bare, names), 2) if bare else (None, 0)


def _by_key(text: str, names: Mapping[str, str]) -> str | None:
    """The field of a header; a dot without a space after it may end an abbreviation: `Дод.бали`."""
    return names.get(vocabulary.key(text)) or (
        names.get(vocabulary.key(text.replace(".", ". "))) if "." in text else None
    )


def telling_of(seen: pd.DataFrame) -> pd.DataFrame:
    """The cells that name facts, and not what is reckoned or remarked beside them."""
    return seen[~seen["field"].isin([*vocabulary.fields("own"), *vocabulary.fields("aside")])]


def header_rows(grid: Grid, telling: pd.DataFrame) -> list[int]:
    """The rows that are headers: that with the most fields, and others with several under or above it.

    Of two rows that share no field the second may be the second part of the first.
    """
    if telling.empty:
        return []
    many = telling.groupby("row")["field"].nunique()
    most = int(many.max())
    main = int(many.index[many == most][0])
    least = min(_SEVERAL, most) if most > 1 else most + 1
    by_row = _by_row(telling, {main, *many.index[many >= least].tolist()})
    fields = {row: {name for _, name, _ in named} for row, named in by_row.items()}
    first, last = min(by_row[main])[0], max(by_row[main])[0]
    rows: list[int] = []
    for row, named in by_row.items():
        columns = [column for column, _, _ in named]
        is_over = sum(first <= column <= last for column in columns) > 1
        if named != by_row[main] and not (is_over and not _are_labels(grid, row, columns)):
            continue
        if rows and row - rows[-1] == 1 and not fields[row] & fields[rows[-1]]:
            rows[-1] = max(rows[-1], row, key=lambda one: len(fields[one]))
        else:
            rows.append(row)
    return rows


def rows_beside(telling: pd.DataFrame, rows: Collection[int]) -> list[int]:
    """The rows that are headers of games too, of tables that stand right or left of the others and begin lower."""
    numbered = telling.loc[telling["field"] == "game_no", "row"]
    known = [row + step for row in rows for step in (-1, 0, 1)]
    under = telling[telling["row"].isin(numbered) & ~telling["row"].isin(known)]
    if under.empty:
        return []
    fields = under.groupby("row")["field"].agg(set)
    of_games = fields.map(lambda some: len(some) >= _SEVERAL and bool({"player", "role"} & some))
    return [int(str(row)) for row in fields.index[of_games.astype("bool")]]


def looks(telling: pd.DataFrame, rows: Sequence[int]) -> list[Any]:
    """How each header looks: the same for those that name the same fields in the same columns.

    One beside whose row stands another word for a field is like no other.
    """
    by_row = _by_row(telling, {row + step for row in rows for step in (-1, 0, 1)})
    return [row if {row - 1, row + 1} & by_row.keys() else tuple(by_row[row]) for row in rows]


def _by_row(telling: pd.DataFrame, rows: Collection[int]) -> dict[int, list[tuple[int, str, int]]]:
    """What the cells of some rows name, row by row: column, field, rank."""
    some = telling[telling["row"].isin(list(rows))].sort_values(["row", "column"], kind="stable")
    by_row: dict[int, list[tuple[int, str, int]]] = {}
    told = (some[name].tolist() for name in ("row", "column", "field", "rank"))
    for row, column, name, rank in zip(*told, strict=True):
        by_row.setdefault(row, []).append((column, name, rank))
    return by_row


def _are_labels(grid: Grid, row: int, columns: Collection[int]) -> bool:
    """Whether most words of a row have their value beside them, and none under them, as labels do."""
    here = grid.cells.loc[row].notna()
    under = grid.cells.loc[row + 1].notna() if row + 1 in grid.cells.index else here
    beside = [
        number + 1 not in columns and bool(here.get(number + 1, False)) and not under[number]
        for number in columns
    ]
    return sum(beside) * 2 > len(beside)


def seats_above(grid: Grid, row: int) -> tuple[int, int] | None:
    """The row and column of the first role above the first header, if a game's seats stand there under none."""
    if row <= _LEAST_SEATS:
        return None
    above = grid.cells.loc[: row - 1]
    known = vocabulary.words("roles")
    is_role = np.column_stack(
        [
            column.isin([word for word in column.cat.categories if vocabulary.key(word) in known])
            for _, column in above.items()
        ]
    )
    rows, columns = np.nonzero(is_role)
    if len(set(rows.tolist())) < _LEAST_SEATS:
        return None
    return int(above.index[rows[0]]), int(str(above.columns[columns[0]]))


def header_at(
    grid: Grid, telling: pd.DataFrame, main_row: int
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The cells of a header, which may be in two rows; those that name a field again, and those that may be a value."""
    header = telling[telling["row"] == main_row]
    if header["rank"].any():
        header = header[header["rank"] == header.groupby("field")["rank"].transform("min")]
    header = _of_one_table(header)
    beside = telling[
        telling["row"].isin([main_row - 1, main_row + 1])
        & (telling["rank"] == 0)
        & ~telling["column"].isin(header["column"])
        & ~telling["field"].isin(header["field"])
    ]
    is_second = (
        beside["row"].map(lambda row: _is_of_header(grid, row, main_row, header, beside)).astype("bool")
    )
    is_repeated = header["field"].duplicated()
    both = pd.concat([header[~is_repeated], beside[is_second]]).drop_duplicates("field")
    return both, header[is_repeated], beside[~is_second]


def _of_one_table(header: pd.DataFrame) -> pd.DataFrame:
    """The header of the games, without that of another table right or left of it, such as standings.

    A blank column is between them, and both name the player; the other one tells no role.
    """
    if (header["field"] == "player").sum() < 2:
        return header
    columns = header["column"].sort_values()
    part = (columns.diff() > 1).cumsum().reindex(header.index)
    tells_role = (header["field"] == "role").groupby(part).transform("any")
    names_player = (header["field"] == "player").groupby(part).transform("any")
    return header[tells_role | ~names_player]


def _is_of_header(grid: Grid, row: int, main_row: int, header: pd.DataFrame, beside: pd.DataFrame) -> bool:
    """Whether a row beside the header's main row is its second one: each column is named in one of the two alone."""
    if row > main_row:
        return bool(grid.cells.loc[row, header["column"].tolist()].isna().all())
    named = beside[beside["row"] == row]
    is_apart = bool(grid.cells.loc[main_row, named["column"].tolist()].isna().all())
    return is_apart and not _are_labels(grid, row, named["column"].tolist())


def places(codes: np.ndarray, some: Any) -> np.ndarray:
    """Where the codes stand for which `some` is true."""
    return np.flatnonzero(np.append(some, False)[codes])
