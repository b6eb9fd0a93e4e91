"""One field of a table: its cells, what they say, and what in them is not understood."""

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.ingest import nearest, values, vocabulary
from pipelines.ingest.header_rows import places
from pipelines.ingest.headers import Reading
from pipelines.ingest.spelling import one_spelling
from pipelines.ingest.vocabulary import Field
from pipelines.sources.grid import DAY_0, Grid
from rulesets.words import tidy

_FAULTS = {
    "error": "cell-error",
    "formula": "formula-without-value",
    "volatile": "volatile-value",
}  # findings, by kinds of a grid's faults
_DAYS = ("date", "moment")  # kinds of fields
_WIDEST = 2**20  # more columns than a sheet has
_DECIMAL = re.compile(r"[.,]\d")
_WORDS_OF = {
    "phase": "phases",
    "exit": "phases",
}  # groups of words, by kinds of fields that hold a number too
_MARKS = ("mark", "removal")
_MOST_POINTS = 1  # for a best move; 3.5 is rather one that was cut


@dataclass(frozen=True)
class Column:
    """The cells of one field, one a row of its table, each with the sheet row and column where it stands.

    `codes` index the distinct `words`; -1 is an empty cell. `sheets` and `of_rows` tell the rows of tables that they
    belong to: layout and sheet row.
    """

    file: str
    tab: str
    codes: np.ndarray
    words: pd.Index
    rows: np.ndarray
    columns: np.ndarray
    sheets: np.ndarray
    of_rows: np.ndarray
    day_0: dt.date = DAY_0

    @classmethod
    def of(cls, grid: Grid, cells: pd.Series, number: int, sheet: int) -> "Column":
        """Cells of a column of a grid, from a row to a later one."""
        rows = cells.index.to_numpy()
        column, of_sheet = np.broadcast_to(number, len(rows)), np.broadcast_to(sheet, len(rows))
        codes, words = cells.cat.codes.to_numpy(), cells.cat.categories
        return cls(grid.file, grid.tab, codes, words, rows, column, of_sheet, rows, grid.day_0)

    def found(self, reading: Reading, code: str, some: np.ndarray, said: Any = None, **values: Any) -> None:
        """Keep a finding at each of `some` rows (numbers from 0), of what stands there, or of what is `said`."""
        reading.find(
            code,
            file=self.file,
            tab=self.tab,
            row=self.rows[some],
            column=self.columns[some],
            game=-2 - self.sheets[some],
            value=self.typed(some) if said is None else said,
            **values,
        )

    def typed(self, some: np.ndarray) -> np.ndarray:
        """What stands in the cells of some rows."""
        words = np.array([*self.words, None], "object")
        said: np.ndarray = words[self.codes[some]]
        return said


def read(
    column: Column, known: Field, is_read: np.ndarray, reading: Reading, faulty: pd.DataFrame
) -> dict[str, Any]:
    """Read one field; what is not understood becomes a finding, and is missing from then on.

    `faulty` are the cells of the tab that hold no value to trust; cells for which `is_read` is false do not matter.
    """
    return read_with_errors(column, known, is_read, reading, faulty)[0]


def read_with_errors(
    column: Column, known: Field, is_read: np.ndarray, reading: Reading, faulty: pd.DataFrame
) -> tuple[dict[str, Any], np.ndarray]:
    """The same as `read`, and the rows (numbers from 0) of the cells that were not understood."""
    if known.kind == "best_move" and are_points(column, is_read):
        keep_own_figures(column, known.name, reading)
        return values.nothing_in(known.kind, known.name, len(column.codes)), np.zeros(0, "int64")
    said = values.read(known.kind, known.name, column.words, reading.since, column.day_0, reading.zone)
    is_faulty = np.zeros(len(column.codes), "bool")
    if len(faulty):
        of_cells = pd.Index(column.rows.astype("int64") * _WIDEST + column.columns)
        at = faulty.set_index(faulty["row"] * _WIDEST + faulty["column"])
        is_faulty = of_cells.isin(at.index)
        some = np.flatnonzero(is_faulty & is_read)
        here = at.loc[of_cells[some]]
        for kind in here["kind"].unique():
            of_kind = (here["kind"] == kind).to_numpy()
            is_day = kind == "volatile" and known.kind in _DAYS
            code = "volatile-date" if is_day else _FAULTS[kind]
            column.found(reading, code, some[of_kind], here["text"].to_numpy()[of_kind])
    errors = places(column.codes, [values.is_error(text) for text in column.words])
    errors = errors[~is_faulty[errors]]
    if len(errors):
        column.found(reading, "cell-error", errors[is_read[errors]])
        is_faulty[errors] = True
    wrong = places(column.codes, said.wrong)
    wrong = wrong[is_read[wrong] & ~is_faulty[wrong]]
    if len(wrong):
        _find_wrong(column, known, said.code, wrong, reading)
    if known.kind in _MARKS:
        keep_unsure_marks(column, known.name, is_read & ~is_faulty, reading)
    if known.kind in _DAYS and reading.zone is None:
        zoned = places(column.codes, [values.has_zone(tidy(text)) for text in column.words])
        zoned = zoned[is_read[zoned] & ~is_faulty[zoned]]
        if len(zoned):
            column.found(reading, "no-timezone", zoned[:1])
    codes = np.where(is_faulty, -1, column.codes)
    in_error = np.append(np.flatnonzero(is_faulty & is_read), wrong)
    return {name: taken(array, codes) for name, array in said.columns.items()}, in_error


def _find_wrong(column: Column, known: Field, code: str, wrong: np.ndarray, reading: Reading) -> None:
    """Find the cells that are not understood, with what is expected there, and the nearest word where one is near."""
    if code == "not-a-date":
        wrong = _without_ambiguous(column, wrong, reading)
    if not len(wrong):
        return
    group = _WORDS_OF.get(known.kind, known.kind if known.kind in values.SINGULAR else "")
    only = reading.roles if group == "roles" else ()
    words = vocabulary.spellings(group, tuple(only)) if group else {}
    near = nearest.hints(pd.Series(column.typed(wrong)), words, reading.language) if words else ""
    expected = examples(known.kind, reading.language, only)
    column.found(reading, code, wrong, expected=expected, near=near)


def _without_ambiguous(column: Column, wrong: np.ndarray, reading: Reading) -> np.ndarray:
    """The cells of `wrong` but those whose date may be read in two ways, which are found with both."""
    typed = pd.Series(column.typed(wrong))
    readings = typed.map({text: values.two_readings(tidy(str(text))) for text in typed.unique()})
    is_either = readings.notna().to_numpy()
    if is_either.any():
        days = [readings[is_either].map(lambda two, at=at: f"{two[at]:%d.%m.%Y}") for at in (0, 1)]
        column.found(reading, "ambiguous-date", wrong[is_either], first=days[0], second=days[1])
    return wrong[~is_either]


def examples(kind: str, language: str, only: Collection[str] = ()) -> str:
    """The words that a field of this kind may hold, one for each meaning, or for `only` some."""
    group = values.SINGULAR.get(kind)
    meant = [one for one in vocabulary.meanings(kind) if not only or one in only] if group else []
    return ", ".join(texts.say(f"{group}.{one}", language).lower() for one in meant)


def may_be_points(text: str) -> bool:
    """Whether a text in place of a best move may be the club's points for it: 0.3, 0, a dash; not a number of blacks."""
    figure = values.figure(text)
    return values.is_no(text) or (
        figure is not None and bool(_DECIMAL.search(text)) and abs(figure) <= _MOST_POINTS
    )


def are_points(column: Column, is_read: np.ndarray) -> bool:
    """Whether best moves are given as points, such as 0.3: these are no moves, but the club's own figures."""
    used = np.unique(column.codes[is_read & (column.codes >= 0)])
    said = [tidy(str(column.words[code])) for code in used.tolist()]
    return all(map(may_be_points, said)) and not all(map(values.is_no, said))


def keep_own_figures(column: Column, name: str, reading: Reading) -> None:
    """Keep the figures that the club reckoned itself for `name`, a component or the points, to compare them with ours."""
    figures = values.read("figure", name, column.words).columns[name][column.codes]
    some = np.flatnonzero(~np.isnan(figures))
    reading.own.append(
        pd.DataFrame(
            {
                "sheet": column.sheets[some],
                "row": column.of_rows[some],
                "name": name,
                "figure": figures[some],
                "at_row": column.rows[some],
                "at_column": column.columns[some],
            }
        )
    )


def keep_unsure_marks(column: Column, field: str, is_read: np.ndarray, reading: Reading) -> None:
    """Keep the marks that are neither a yes nor a no, to compare them with the seats once all are read.

    Beside numbers of other seats, `1` may be a tick or a seat, and is not sure either.
    """
    texts = [tidy(str(word)) for word in column.words]
    is_unsure = [
        not (
            values.is_yes(text, field)
            or values.is_no(text, field)
            or (field == "removal" and values.is_spared(text))
        )
        for text in texts
    ]
    is_seat_1 = [values.seat(text) == 1 for text in texts]
    some = _read_places(column, is_unsure, is_read)
    if any(values.seat(texts[code]) for code in np.unique(column.codes[some]).tolist()):
        either = [unsure or one for unsure, one in zip(is_unsure, is_seat_1, strict=True)]
        some = _read_places(column, either, is_read)
    if len(some):
        reading.marks.append(
            pd.DataFrame(
                {
                    "sheet": column.sheets[some],
                    "row": column.of_rows[some],
                    "field": field,
                    "text": np.array(texts, "object")[column.codes[some]],
                    "file": column.file,
                    "tab": column.tab,
                    "at_row": column.rows[some],
                    "at_column": column.columns[some],
                }
            )
        )


def _read_places(column: Column, wanted: Sequence[bool], is_read: np.ndarray) -> np.ndarray:
    """The rows, of those that are read, whose cell holds one of the `wanted` words."""
    some: np.ndarray = places(column.codes, wanted)
    return some[is_read[some]]  # type: ignore[no-any-return]


def fill_down(
    columns: dict[str, Any], order: Sequence[str], unread: Mapping[str, np.ndarray] | None = None
) -> np.ndarray:
    """Carry date, evening, table and game number (of acts, the phase too) down to the rows that leave them empty.

    An empty cell takes the value above it, until a coarser one of them changes. Cells that were not understood are
    carried down as well, as no value: `unread` has by field a number from 1 for each such row, equal for equal texts.
    Returns a number for each row: 0 where no such cell is carried to it, else one for each different set of them.
    """
    unread = unread or {}
    names = [name for name in order if name in columns]
    rows = len(columns[names[0]]) if names else 0
    unplaced = np.zeros(rows, "int64")
    if not any(pd.isna(columns[name]).any() for name in names):
        return unplaced
    at = np.arange(rows)
    is_new = at == 0  # whether a row begins a block, in which the coarser values are the same
    for name in names:
        column = pd.Series(columns[name])
        wrong = unread.get(name, np.zeros(rows, "int64"))
        is_filled = column.notna().to_numpy()
        codes = _name_codes(column, name)
        begin = np.maximum.accumulate(np.where(is_new, at, 0))
        last_read = _last(is_filled, begin)
        last = _last(is_filled | (wrong > 0), begin)
        if not is_filled.all():
            columns[name] = column.array.take(last, allow_fill=True)
        carried = np.append(wrong, 0)[last]
        unplaced = np.where(carried > 0, unplaced * (wrong.max(initial=0) + 1) + carried, unplaced)
        known_codes = np.append(codes, -1)[last_read]
        is_new = is_new | np.append(False, known_codes[1:] != known_codes[:-1])
    return unplaced


def _last(some: np.ndarray, begin: np.ndarray) -> np.ndarray:
    """The last row at or above each one for which `some` is true, no further up than `begin`; -1 if there is none."""
    last = np.maximum.accumulate(np.where(some, np.arange(len(some)), -1))
    found: np.ndarray = np.where(last < begin, -1, last)
    return found


def _name_codes(column: pd.Series, name: str) -> np.ndarray:
    """A number for each distinct value of a column; the spellings of one evening or table have one."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = pd.Series(one_spelling(column.array, name))
    return pd.factorize(column)[0]


def taken(array: Any, codes: np.ndarray) -> Any:
    """The value of each code; -1 takes the last one, that of an empty cell."""
    return array[codes] if isinstance(array, np.ndarray) else array.take(codes)
