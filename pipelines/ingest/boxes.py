"""The columns of fouls of a form: one of figures or strokes, or several check boxes under one header."""

from collections.abc import Sequence

from pipelines.ingest import values
from pipelines.ingest.tables import MOST_BOXES, Table
from pipelines.ingest.words import Cells


def foul_columns(table: Table, cells: Cells) -> range:
    """The columns of fouls: one, or several check boxes under one header, or under one each."""
    first = last = table.columns.get("foul_count", 0)
    while (
        first
        and last < min(table.width, first + MOST_BOXES - 1)
        and (not cells.text(table.row, last + 1) or cells.word(table.row, last + 1).field == "foul_count")
    ):
        last += 1
    return range(first, last + 1) if first else range(0)


def read_boxes(table: Table, cells: Cells, rows: Sequence[int]) -> list[int]:
    """The columns of fouls that are read; those without title whose cells are not ticks in some rows are none."""
    texts = {
        column: [text for row in rows if (text := cells.text(row, column))]
        for column in foul_columns(table, cells)
    }
    ticks = {column: [values.fouls(text) in (0, 1) for text in some] for column, some in texts.items()}
    return [column for column, some in ticks.items() if sum(some) * 2 >= len(some)]
