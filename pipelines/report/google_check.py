"""What we are and may do at Google, for a league whose games or ratings are there."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.errors import LeagueFault
from pipelines.google import connect
from pipelines.league import League
from pipelines.sources.google import Spreadsheet


@dataclass(frozen=True)
class Access:
    """A spreadsheet of a league: what it is, who we are there, and whether we may change it.

    `uses` tells of each tab what it is for: `sheet` is read, `published` is written, `none` is neither.
    """

    spreadsheet: Spreadsheet
    may_write: bool
    is_destination: bool
    uses: Sequence[str]


def check(league: League) -> list[Access]:
    """Look at the spreadsheets of a league; nothing is changed.

    Raises LeagueFault if it has none, SourceFault if one cannot be reached.
    """
    to = league.destination()
    keys = dict.fromkeys([*league.source.spreadsheet, *([to] if isinstance(to, str) else [])])
    if not keys:
        raise LeagueFault("no-spreadsheet", league.language, file=league.file)
    client = connect()
    return [_access(Spreadsheet(key, client=client), league) for key in keys]


def _access(spreadsheet: Spreadsheet, league: League) -> Access:
    key = spreadsheet.key
    is_source, is_destination = key in league.source.spreadsheet, key == league.destination()
    uses = []
    for tab in spreadsheet.tabs():
        is_read, is_written = is_source and league.is_sheet(tab), is_destination and league.is_published(tab)
        uses.append("sheet" if is_read else "published" if is_written else "none")
    return Access(spreadsheet, spreadsheet.client.may_write(key), is_destination, uses)
