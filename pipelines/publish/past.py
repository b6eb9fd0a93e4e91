"""Tabs that earlier rebuilds made, and that no rating makes any more: its games are gone, or have another date."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipelines.errors import DestinationFault
from pipelines.publish.place import Held, Ours, find
from pipelines.publish.stored import Table, table
from pipelines.publish.tab import PastTabs

Rows = Iterable[tuple[int, Mapping[int, object]]]
_MONTH = r"[0-9]{4}-[0-9]{2}"


def pattern(tab: str, period: str) -> re.Pattern[str]:
    """The names that a rating's tabs may have, by the `tab` and the `period` of the league file."""
    of_period = _MONTH if period == "month" else ".+"
    return re.compile(re.escape(tab).replace(re.escape("{period}"), of_period), re.IGNORECASE)


def tables_of(past: PastTabs) -> list[Table]:
    """The headers that a rating's tab may have, as tables without rows."""
    return [table(one, one.name) for one in past.headers]


@dataclass(frozen=True)
class Standings:
    """Standings that a rebuild once wrote: where they are, and the last of their rows."""

    ours: Ours
    last: int

    @property
    def is_cleared(self) -> bool:
        """Whether no player is in them any more."""
        return self.last == self.ours.place.top

    def is_alone(self, rows: Rows) -> bool:
        """Whether nothing of the user's is on the tab."""
        place = self.ours.place
        return not any(
            held is not None
            and not (
                place.top <= number <= max(self.last, place.top + 1)
                and place.left <= column < place.left + self.ours.width
            )
            for number, cells in rows
            for column, held in cells.items()
        )


def standings(
    rows: Callable[[], Rows], held_at: Callable[[int], Held], headers: Sequence[Table], recorded: int = 0
) -> Standings | None:
    """Standings with all the titles of one of the `headers`, if there are such on a tab.

    An earlier rebuild may have `recorded` their last row.
    """
    for header in headers:
        try:
            place = find(rows(), header)
        except DestinationFault:
            continue
        if len(place.titles) >= len(header.columns):
            ours = Ours(header, place)
            return Standings(ours, ours.last(held_at, recorded))
    return None
