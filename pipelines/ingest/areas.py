"""Which block each cell of a tab belongs to: the one beside it, or the nearer of two that stand under each other.

A form has labels above its table of seats, and others under it. Between two blocks the border lies where the labels
that stand above the first block of all begin again.
"""

from collections.abc import Sequence

import numpy as np

from pipelines.ingest.blocks import Block
from pipelines.ingest.cells import Cells, Place


def share(blocks: Sequence[Block], cells: Cells, marks: Sequence[tuple[Place, str]]) -> np.ndarray:
    """The number of the block that each cell belongs to, by row and column.

    `marks` are the places of labels and rounds with what they are, row by row.
    """
    stacks = _Stacks(blocks, cells)
    rows = np.array([row for (row, _), _ in marks], "int64")
    columns = np.array([column for (_, column), _ in marks], "int64")
    kinds = np.array([kind for _, kind in marks], "object")
    places = [
        np.flatnonzero((top < rows) & (rows < block.row) & (block.left <= columns) & (columns <= block.right))
        for block, top in zip(blocks, stacks.above, strict=True)
    ]
    heads = {kind for some, top in zip(places, stacks.above, strict=True) if not top for kind in kinds[some]}
    feet = {
        kind
        for block, low in zip(blocks, stacks.below, strict=True)
        if low > cells.rows
        for kind in kinds[(rows > block.last) & (block.left <= columns) & (columns <= block.right)]
    }
    flat_ends = {block.last for block in blocks if block.is_flat}  # nothing under such a table is read
    owners = np.zeros(cells.codes.shape, "int32")
    for number, (block, low) in enumerate(zip(blocks, stacks.below, strict=True)):
        owners[block.row : low, block.left : block.right + 1] = number
    for number, (block, top, some) in enumerate(zip(blocks, stacks.above, places, strict=True)):
        border = 1
        if top:
            votes = [
                (row, kind in heads)
                for row, kind in zip(rows[some].tolist(), kinds[some], strict=True)
                if (kind in heads) != (kind in feet)
            ]
            between = cells.codes[top + 1 : block.row, block.left : block.right + 1]
            is_blank = np.asarray((between < 0).all(axis=1))
            votes = [(row - top - 1, is_head) for row, is_head in votes]
            border = top + 1 + (0 if int(top) in flat_ends else _border(is_blank, votes))
        owners[border : block.row, block.left : block.right + 1] = number
    return owners


def _border(is_blank: np.ndarray, votes: Sequence[tuple[int, bool]]) -> int:
    """Where, between two blocks, the lower one's rows begin: against the fewest votes, after the most empty rows.

    A vote is the row of a label, and whether such ones stand above their blocks, or under them.
    """
    many = len(is_blank)
    against = np.zeros(many + 1, "int64")
    for row, is_head in votes:
        against[row + 1 :] += is_head
        against[: row + 1] += not is_head
    run = np.zeros(many + 1, "int64")
    for row in range(many):
        run[row + 1] = run[row] + 1 if is_blank[row] else 0
    best = np.flatnonzero(against == against.min())
    return int(best[run[best] == run[best].max()][-1])


class _Stacks:
    """How blocks stand: the last row of the nearest one `above` each, 0 if none; the first of the nearest one `below`.

    Gives each block its columns, up to its neighbours beside it.
    """

    def __init__(self, blocks: Sequence[Block], cells: Cells) -> None:
        self._blocks, self._cells = blocks, cells
        self._row, self._last, self._first, self._width = (
            np.array([getattr(block, name) for block in blocks]) for name in ("row", "last", "first", "width")
        )
        self._between(self._first, self._width)
        self._share_columns()
        left, right = (np.array([getattr(block, name) for block in blocks]) for name in ("left", "right"))
        self._between(left, right)

    def _between(self, left: np.ndarray, right: np.ndarray) -> None:
        """Find the blocks above and below each that have columns in common."""
        meets = (left[:, None] <= right) & (left <= right[:, None])
        over = meets & (self._last < self._row[:, None])
        self.above = np.where(over, self._last, 0).max(axis=1)
        under = meets & (self._row > self._last[:, None])
        self.below = np.where(under, self._row, self._cells.rows + 1).min(axis=1)

    def _share_columns(self) -> None:
        """As much as stands left of the first table of several side by side stands left of the next ones."""
        beside = (self.above[:, None] < self.below) & (self.above < self.below[:, None])
        before = beside & (self._width < self._first[:, None])
        margins = [0 if before[number].any() else self._margin(number) for number in range(len(self._blocks))]
        for number, block in enumerate(self._blocks):
            if before[number].any():
                nearest = int(self._width[before[number]].max())
                margin = max(margins[one] for one in np.flatnonzero(before[number]))
                block.left = max(nearest + 1, block.first - margin)
        lefts = np.array([block.left for block in self._blocks])
        after = beside & (lefts > self._width[:, None])
        rights = np.where(after, lefts, self._cells.columns + 1).min(axis=1) - 1
        for block, right in zip(self._blocks, rights.tolist(), strict=True):
            block.right = right

    def _margin(self, number: int) -> int:
        """How many columns left of a block's table, with none beside it there, have something in them."""
        first = self._blocks[number].first
        some = self._cells.codes[self.above[number] + 1 : self.below[number], 1:first] >= 0
        filled = np.flatnonzero(some.any(axis=0))
        return first - 1 - int(filled[0]) if len(filled) else 0
