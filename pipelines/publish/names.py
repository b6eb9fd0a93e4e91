"""The names of published tabs: such as their place allows, and no two the same."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pandas as pd

from pipelines import findings
from pipelines.league import League
from pipelines.publish.lengths import cut, squeezed, units
from pipelines.rating.rate import periods
from rulesets.words import name_folded

_FORBIDDEN = dict.fromkeys(map(ord, "[]:*?/\\"), "-") | dict.fromkeys(range(32), " ")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SHORTEST = 3  # units of a tournament's name that is squeezed, so that its stage stays whole


@dataclass(frozen=True)
class Naming:
    """How tabs may be named in a place: of how many units of UTF-16, and a text in the form allowed there."""

    longest: int
    allowed: Callable[[str], str]


def workbook_name(text: str) -> str:
    """`text` as Excel allows it for a tab: 31 units, no forbidden marks, no quote at its ends."""
    name = cut(text.translate(_FORBIDDEN).strip(" '"), WORKBOOK.longest).strip(" '")
    return "-" if name.casefold() in ("", "history") else name


def google_name(text: str) -> str:
    """`text` as Google allows it for a tab."""
    return cut(google_text(text).strip(), GOOGLE.longest).strip() or "-"


def google_text(text: str) -> str:
    """`text` without carriage returns, and a mark for each character that Google does not keep."""
    return _UNFIT.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


WORKBOOK = Naming(31, workbook_name)
GOOGLE = Naming(100, google_name)


@dataclass(frozen=True)
class Named:
    """The tab of a rating's period. `taken_by` is what has the name that it would have had, if it is another's."""

    rating: str
    period: str
    label: str
    tab: str
    taken_by: str = ""


def of_ratings(league: League, seats: pd.DataFrame) -> list[Named]:
    """The tab of each rating and period, in the order of the league file and of the periods.

    A name depends on its own period alone, so that it stays when others come; only where two would be the same (case
    does not count) does the later one get a number.
    """
    naming = WORKBOOK if isinstance(league.destination(), Path) else GOOGLE
    dated = seats[seats["date"].notna()]
    wanted = [
        (rating, period if rating.is_many else rating.tab, period)
        for rating in sorted(league.rating, key=lambda rating: rating.is_many)  # fixed names come first
        for period in periods(dated, rating).names
    ]
    own = [tab for tab in (league.publish.details, league.publish.findings) if tab]
    owners = {name_folded(naming.allowed(tab)): tab for tab in own}
    made: list[Named] = []
    for rating, label, period in wanted:
        tab = wanted_tab = _candidate(rating.tab, period, naming, 1)
        numbers = count(2)
        while name_folded(tab) in owners:
            tab = _candidate(rating.tab, period, naming, next(numbers))
        made.append(Named(rating.name, period, label, tab, owners.get(name_folded(wanted_tab), "")))
        owners[name_folded(tab)] = label
    order = [rating.name for rating in league.rating]
    return sorted(made, key=lambda named: order.index(named.rating))


def check(league: League, seats: pd.DataFrame) -> pd.DataFrame:
    """A finding for each tab that gets a number because another has its name."""
    tables = [
        findings.found(
            "tab-name-taken", league.language, file="", tab=one.tab, value=one.label, other=one.taken_by
        )
        for one in of_ratings(league, seats)
        if one.taken_by
    ]
    return findings.with_severities(findings.all_of(tables), league.severities)


def _candidate(pattern: str, period: str, naming: Naming, number: int) -> str:
    """The name of a period's tab; from the second on with its number."""
    mark = f" ({number})" if number > 1 else ""
    return naming.allowed(_fitted(pattern, period, naming.longest - len(mark))) + mark


def _fitted(pattern: str, period: str, longest: int) -> str:
    """The pattern filled with the period, which is squeezed as far as need be; a tournament before its stage."""
    name = pattern.replace("{period}", period)
    over = units(name) - longest
    tournament, comma, stage = period.rpartition(", ")
    for part, rest in ((tournament, comma + stage), (period, "")):
        if 0 < over <= units(part) - _SHORTEST:
            return pattern.replace("{period}", squeezed(part, units(part) - over) + rest)
    return squeezed(name, longest)
