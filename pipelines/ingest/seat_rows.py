"""Which rows of a protocol's table are seats, and which cells among them and right under them are read as none.

Seats are numbered, or they follow each other. A text in place of a player may be a nickname, a remark, a label of what
stands under the table: what goes on around it tells them apart, and what is not certain is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.addresses import Place
from pipelines.ingest import values, vocabulary
from pipelines.ingest.words import Cells, Word, role_word

FULL = 10  # seats of a table
_MOST_BLANK = 2  # empty rows between two seats
_LEAST_RUN = 3  # rows under an empty one that are seats without a role among them
_LONGEST_MARK = 3  # letters


@dataclass(frozen=True)
class SeatRows:
    """The rows from `start` to `last` under a header, and the columns that tell what they are.

    `seat` is 0 where nothing numbers the seats; `roles` is the column of roles, or those of their marks.
    """

    cells: Cells
    start: int
    last: int
    first: int
    seat: int
    player: int
    roles: Sequence[int]

    def read(self) -> tuple[list[int], list[Place]]:
        """The rows of the seats, and the cells in place of a player or a role that are not read."""
        return self._numbered() if self._is_numbered() else self._in_order()

    # --- seats with numbers

    def _is_numbered(self) -> bool:
        """Whether most rows that name somebody have the number of a seat."""
        rows = range(self.start, min(self.last, self.start + FULL + _MOST_BLANK) + 1)
        numbers = [row for row in rows if self._number(row)]
        return len(numbers) * 2 > len([row for row in rows if self._name(row)])

    def _numbered(self) -> tuple[list[int], list[Place]]:
        """Seats go on with higher numbers; a row without one is a seat where one is missing, or with a role."""
        rows: list[int] = []
        unread: list[Place] = []
        before = blank = 0
        for row in range(self.start, self.last + 1):
            if self._is_blank(row):
                blank += 1
                if rows and blank > _MOST_BLANK:
                    break
                continue
            number, below, expected = self._number(row), self._number_below(row), len(rows) + 1
            is_apart, goes_on = bool(rows and blank), bool(below and below > before)
            if self._is_seat(row, expected, before, below, is_apart=is_apart):
                rows.append(row)
                before, blank = number or before + 1, 0
            elif (number and rows) or (not goes_on and (is_apart or self._is_aside(row, len(rows)))):
                if not is_apart and self._is_last_nickname(row, len(rows)):
                    unread.append(self._place(row))
                break
            elif self._is_filled(row) and (rows or not self._is_title(row)):
                unread.append(self._place(row))
        return rows, unread

    def _is_seat(self, row: int, expected: int, before: int, below: int | None, *, is_apart: bool) -> bool:
        """Whether a row is a seat by its number, or without one, as what stands in it and under it tells."""
        is_full = expected > FULL
        if number := self._number(row):
            follows = number == expected or below == expected + 1 or (expected > 1 and number > before)
            is_filled = self._tells_role(row) or (not is_full and self._is_filled(row))
            return follows or (not is_apart and is_filled)
        if self._is_left_ending(row) or not self._is_filled(row):
            return False
        if below and below > before + 1:
            return True
        is_inside = not is_apart and not (expected == 1 and below == 1)
        is_player = not is_full and len(self.roles) == 1 and self._tells_own_role(row)
        return is_inside and (is_player or (not self._is_ending(row) and self._is_unnumbered(row, is_full)))

    def _is_unnumbered(self, row: int, is_full: bool) -> bool:
        """Whether a row without a number is a seat: it has a role, or what is no number stands in place of it."""
        if is_full:
            return self._tells_own_role(row) and not self._typed(row) and bool(self._name(row))
        has_digit = any(letter.isdigit() for letter in self._typed(row))
        return self._tells_role(row) or bool(has_digit and self._name(row))

    def _is_aside(self, row: int, many: int) -> bool:
        """Whether a row under the last number is of a label, a sum, a remark; under ten seats any label's, known or not."""
        is_sum = len(self.roles) > 1 and not self._name(row)
        typed = self._typed(row)
        is_text = bool(typed) and not any(letter.isdigit() for letter in typed)
        is_other = not self._is_filled(row) or (many >= FULL and (is_sum or is_text))
        return many > 0 and (self._is_ending(row) or is_other)

    def _number_below(self, row: int) -> int | None:
        """The next number under a row, if no label stands between."""
        for one in range(row + 1, min(row + 1 + _MOST_BLANK, self.last) + 1):
            if number := self._number(one):
                return number
            if self._is_left_ending(one):
                return None
        return None

    # --- seats in the order of their rows

    def _in_order(self) -> tuple[list[int], list[Place]]:
        """Ten rows that follow each other are seats, and more with a role; a word of labels is one as they go on."""
        rows: list[int] = []
        unread: list[Place] = []
        blank = 0
        for row in range(self.start, self.last + 1):
            if self._is_blank(row):
                blank += 1
                if rows and blank > _MOST_BLANK:
                    break
                continue
            many, is_apart, is_word = len(rows), bool(rows and blank), self._is_word(row)
            if not rows and self._is_title(row):
                continue
            if not self._is_filled(row) and not self._number(row):
                break
            if is_word and not self._is_nickname(row, many):
                if not is_apart and self._is_last_nickname(row, many):
                    unread.append(self._place(row))
                break
            if is_apart and not self._fills(row, many):
                unread += [self._place(one) for one in self._run(row)] if many < FULL else []
                break
            if many < FULL or self._tells_own_role(row) or (is_word and self._tells_role(row)):
                rows.append(row)
                blank = 0
            else:
                unread.append(self._place(row))
        return rows, unread

    def _run(self, row: int) -> list[int]:
        """The rows from one on, without an empty row between, that look like seats."""
        run: list[int] = []
        while row <= self.last and len(run) <= FULL and self._is_like_seat(row):
            run.append(row)
            row += 1
        return run

    def _is_like_seat(self, row: int) -> bool:
        """Whether a row names a player, with a role or without; a label has its value there."""
        if self._is_left_ending(row) or not self._name(row) or self._word(row).heading.told:
            return False
        is_role = not self._roles(row) or self._tells_role(row)
        is_of_winner = self._is_of_winner(row) and (
            bool(self._roles(row)) or bool(values.winner(self._name(row)))
        )
        return is_role and not is_of_winner

    def _is_nickname(self, row: int, many: int) -> bool:
        """Whether a word of labels in place of a player is a nickname: it has a role, or the seats go on under it."""
        if self._word(row).heading.told or self._is_left_ending(row):
            return False
        is_like_seat, tells_role, others = self._is_like_seat(row), self._tells_role(row), self._run(row + 1)
        if is_like_seat and tells_role:
            return True
        fills = many + 1 + len(others) >= FULL and not all(map(self._is_ending, others))
        goes_on = many < FULL and (fills or any(map(self._tells_role, others)))
        return goes_on and (is_like_seat or tells_role)

    def _fills(self, row: int, many: int) -> bool:
        """Whether the rows under an empty one are the seats that the table lacks."""
        run = self._run(row)
        fills = len(run) >= _LEAST_RUN and many + len(run) == FULL
        return many < FULL and (bool(self._number(row)) or fills or any(map(self._tells_role, run)))

    def _is_word(self, row: int) -> bool:
        return not self._number(row) and self._is_ending(row)

    def _is_last_nickname(self, row: int, many: int) -> bool:
        """Whether a word of labels without a value, right under nine seats, may be the tenth player."""
        is_total = vocabulary.key(self._name(row)) in vocabulary.words("totals")
        return many == FULL - 1 and self._is_like_seat(row) and not is_total

    # --- what stands in a row

    def _number(self, row: int) -> int | None:
        return self.cells.word(row, self.seat).seat if self.seat else None

    def _typed(self, row: int) -> str:
        return self.cells.text(row, self.seat)

    def _name(self, row: int) -> str:
        return self.cells.text(row, self.player)

    def _roles(self, row: int) -> list[str]:
        return [text for column in self.roles if (text := self.cells.text(row, column))]

    def _tells_role(self, row: int) -> bool:
        """Whether a role is told, by a word or by a mark."""
        roles = self._roles(row)
        if len(self.roles) == 1:
            return any(map(role_word, roles))
        is_label = any(self.cells.word(row, column).is_ending for column in self.roles)
        return bool(roles) and not is_label and all(map(_is_mark, roles))

    def _tells_own_role(self, row: int) -> bool:
        """Whether a role is told by what does not name a winner as well."""
        return self._tells_role(row) and not any(map(values.winner, self._roles(row)))

    def _is_filled(self, row: int) -> bool:
        return bool(self._name(row) or self._roles(row))

    def _is_blank(self, row: int) -> bool:
        return not (self._typed(row) or self._is_filled(row))

    def _word(self, row: int) -> Word:
        """The word in place of a player."""
        return self.cells.word(row, self.player)

    def _is_left_ending(self, row: int) -> bool:
        """Whether a word left of the players is of what stands under a table."""
        left = {self.first, self.seat} - {self.player, 0}
        return any(
            self.cells.word(row, column).is_ending or self.cells.word(row, column).winner for column in left
        )

    def _is_ending(self, row: int) -> bool:
        """Whether a word in place of a number or a player is of what stands under a table."""
        name = self._name(row)
        is_of_label = self._word(row).is_ending or bool(values.winner(name))
        is_total = vocabulary.key(name) in vocabulary.words("totals")
        return self._is_left_ending(row) or is_of_label or is_total

    def _is_of_winner(self, row: int) -> bool:
        """Whether the word in place of a player is the label of the winner, or says who won."""
        name = self._name(row)
        is_label = self.cells.word(row, self.player).label == "winner"
        return is_label or self._word(row).is_victory or bool(values.winner(name))

    def _is_title(self, row: int) -> bool:
        """Whether what stands between a header and the first seat goes on with the header."""
        if self._name(row):
            return self.cells.word(row, self.player).field in ("player", "role")
        return not any(map(role_word, self._roles(row)))

    def _place(self, row: int) -> Place:
        """The cell of a row that is not read: that of the player, or of a role."""
        filled = [column for column in (self.player, *self.roles) if self.cells.text(row, column)]
        return row, (filled or [self.player])[0]


def _is_mark(text: str) -> bool:
    """Whether a text may mark a role: a sign, a letter, a word for yes."""
    is_short = len(text) <= _LONGEST_MARK and (not text[0].isdigit() or text == "1")
    return is_short or bool(role_word(text)) or values.is_yes(text)
