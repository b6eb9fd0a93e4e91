"""A table as it shall stand on a published tab."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

import pandas as pd

Kind = Literal["text", "whole", "points", "percent", "date", "mark", "link", "note"]


@dataclass(frozen=True)
class Column:
    """A column of a published tab.

    `kind` gives the look: `text`; `whole` (no decimals); `points` (two decimals); `percent` (one decimal; the
    values are already percentages, 60 shows as 60.0); `date`; `mark` (a truth value, shown as + or nothing);
    `link` (text that is a cell's address such as `'Игры'!C7` and leads there when clicked, in a workbook), `note` (text
    of sentences, in several lines).
    A missing value is an empty cell. An `optional` column is left off where a tab that is there has no room for it;
    such columns are a tab's last.
    """

    title: str
    values: pd.Series
    kind: Kind
    optional: bool = False


@dataclass(frozen=True)
class Tab:
    """A tab to publish: its name, its columns from left to right (all of one length).

    `may_have` are titles of columns that are ours too, if the tab has them from an earlier time. `whole` tabs appear
    all at once or not at all, even where not everything fits into one step. `owner` is what the tab is made for, a rating
    of a league; a workbook keeps it.
    """

    name: str
    columns: Sequence[Column]
    may_have: Sequence[str] = ()
    whole: bool = True
    owner: str = ""


@dataclass(frozen=True)
class PastTabs:
    """How to find tabs of ratings that have no games any more, and what to do with them.

    `owners` are the ratings; `may_be` is whether a tab may be one of theirs by its name; `headers` are the titles that
    such a tab may have, as tabs without rows. Standings that no longer hold are cleared, and the `note` put in their
    place; with `remove`, a tab that has nothing of the user's is removed.
    """

    owners: Sequence[str] = ()
    may_be: Callable[[str], bool] = lambda tab: False
    headers: Sequence[Tab] = ()
    note: str = ""
    remove: bool = False


NO_PAST = PastTabs()
Report = Callable[[str, str, str], None]
"""Is given each finding of a publishing: its code, the tab (none where it is of the whole place), the value."""


class Destination(Protocol):
    """Where ratings go: a workbook, a Google spreadsheet."""

    def tab_name(self, text: str) -> str:
        """`text` as it may stand as the name of a tab there."""

    def locked(self) -> AbstractContextManager[None]:
        """Hold off other rebuilds of the same place. Raises DestinationFault if one goes on for too long."""

    def publish(
        self,
        tabs: Sequence[Tab],
        *,
        dry_run: bool = False,
        report: Report = ...,
        past: PastTabs = ...,
        still: Callable[[], bool] = ...,
    ) -> bool:
        """Put the tabs there, and touch nothing else; returns whether anything was written (would be, if `dry_run`).

        `past` are tabs of earlier rebuilds that no rating makes any more; `report` is given what is doubtful there, such
        as each optional column for which there is no room; `still` is asked before the writing whether the ratings are
        still those of the sheets. Raises DestinationFault, or SourceFault if the place cannot be read, and leaves all as
        it was.
        """
