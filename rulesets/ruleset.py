"""What rules are: column functions over the seats, marked by decorators with what else is known of them.

A rule is a function named after the column it makes. Its arguments are the columns it needs, and last, if it
needs figures, `p`. It gets whole columns (one value a seat), returns one on the same index, and changes none.
"""

import datetime as dt
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypedDict, TypeVar, Unpack, overload

import pandas as pd

from rulesets.edition import Figures, RulesFault

Function = TypeVar("Function", bound=Callable[..., pd.Series])
Severity = Literal["error", "warning"]
Kind = Literal["fact", "component", "check", "standing", "doubt"]
Day = dt.date | str | None
Title = str | Mapping[str, str]


class More(TypedDict, total=False):
    """What every decorator takes besides its own.

    `column` is the name of the rule's column, if it is not that of the function; `since` and `until` are the first and
    the last day that the rule is for: where a formula changes, it is a second function of the same column. `title` is
    what the tabs call the column: one text, or a text for each language.
    """

    column: str
    since: Day
    until: Day
    title: Title


_LANGUAGES = ("ru", "uk", "en")

OF_PLAYER = (
    "registration",
    "strength",
)  # what is a player's own, the same on each of his seats: never summed up


@dataclass(frozen=True)
class Rule:
    """A column function of a ruleset.

    `kind`: a `fact` is a column that other rules need; a `component` is a fact that is added to the points;
    a `check` returns the offending figures at their rows and nothing for the others; a `standing` is a
    formula over the columns of a player's totals, and a `doubt` is a check of them. A fact that is `of_all` is
    summed up over all seats that a player played, others over those that are counted.

    It is for games from the day `since` to the day `until`, both included; None means without bound. `titles` are
    what its column is called on the tabs, by language, where the edition does not name it.
    """

    name: str
    kind: Kind
    function: Callable[..., pd.Series]
    needs: tuple[str, ...]
    takes_figures: bool = False
    clause: str = ""
    group: str = ""
    code: str = ""
    told: str = ""
    at: str = ""
    severity: Severity = "error"
    of_all: bool = False
    since: dt.date | None = None
    until: dt.date | None = None
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def says(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @property
    def first_day(self) -> dt.date:
        """The first day that it is for."""
        return self.since or dt.date.min

    @property
    def last_day(self) -> dt.date:
        """The last day that it is for."""
        return self.until or dt.date.max

    @property
    def file(self) -> str:
        """The file that it is written in."""
        return _file(self.function)

    def __call__(self, columns: Mapping[str, pd.Series], p: Figures | None) -> pd.Series:
        """Its column, from the columns that it needs and an edition's figures."""
        arguments = [columns[name] for name in self.needs]
        try:
            made = self.function(*arguments, p) if self.takes_figures else self.function(*arguments)
        except (Exception, SystemExit) as error:
            raise RulesFault(
                self.function.__module__, self.name, f"{type(error).__name__}: {error}"
            ) from error
        self._look_at(made, arguments)
        return made

    def _look_at(self, made: object, arguments: Sequence[pd.Series]) -> None:
        """Raise RulesFault unless it is a column that fits the ones it was made of."""
        problem = ""
        if not isinstance(made, pd.Series):
            problem = f"must return a column, not {type(made).__name__}"
        elif self.kind in ("check", "doubt"):
            problem = (
                "" if made.index.isin(arguments[0].index).all() else "returns rows that are none of the seats"
            )
        elif arguments and not made.index.equals(arguments[0].index):
            problem = f"must return one value a seat: {len(arguments[0])}, not {len(made)}, on the same index"
        elif self.kind in ("component", "standing") and (made.dtype.kind not in "biuf" or made.isna().any()):
            problem = "must return a number for each seat, and none missing"
        if problem:
            raise RulesFault(self.function.__module__, self.name, problem)


def _file(function: Callable[..., Any]) -> str:
    return Path(inspect.unwrap(function).__code__.co_filename).name


def _mark(
    function: Function,
    kind: Kind,
    *,
    column: str = "",
    since: Day = None,
    until: Day = None,
    title: Title = "",
    **facts: Any,
) -> Function:
    """The function with its rules: its own, after that of an earlier function of its name in the same module."""
    names = list(inspect.signature(function).parameters)
    figures = names[-1:] == ["p"]
    needs = tuple(names[:-1] if figures else names)
    name = column or function.__name__
    first, last, titles = _day(since, function), _day(until, function), _titles(title, function)
    rule = Rule(name, kind, function, needs, figures, since=first, until=last, titles=titles, **facts)
    if rule.last_day < rule.first_day:
        raise RulesFault(rule.file, name, f"until = {rule.until} is before since = {rule.since}")
    before = function.__globals__.get(function.__name__)
    is_again = getattr(before, "__module__", None) == function.__module__
    function.rules = (*getattr(before, "rules", ()), rule) if is_again else (rule,)  # type: ignore[attr-defined]
    return function


def _day(day: Day, function: Callable[..., Any]) -> dt.date | None:
    if day is None or type(day) is dt.date:
        return day
    try:
        return dt.date.fromisoformat(str(day))
    except ValueError:
        problem = f'{day!r} is not a day; write it as in since="2026-01-31"'
        raise RulesFault(_file(function), function.__name__, problem) from None


def _titles(title: Title, function: Callable[..., Any]) -> dict[str, str]:
    """The title in each language: a text is the same in all, and a language that is left out takes the first one."""
    given = dict(title) if isinstance(title, Mapping) else dict.fromkeys(_LANGUAGES, title) if title else {}
    strange = [
        key for key, text in given.items() if key not in _LANGUAGES or not isinstance(text, str) or not text
    ]
    if strange or not isinstance(title, str | Mapping):
        problem = f"title = {title!r}: write a text, or one for each of {', '.join(_LANGUAGES)}"
        raise RulesFault(_file(function), function.__name__, problem)
    return {language: given.get(language) or next(iter(given.values())) for language in _LANGUAGES if given}


@overload
def fact(function: Function) -> Function: ...
@overload
def fact(**more: Unpack[More]) -> Callable[[Function], Function]: ...
def fact(function: Function | None = None, **more: Unpack[More]) -> Function | Callable[[Function], Function]:
    """Mark a function whose column other rules need."""
    return _mark(function, "fact", **more) if function else lambda one: _mark(one, "fact", **more)


@overload
def tally(function: Function) -> Function: ...
@overload
def tally(**more: Unpack[More]) -> Callable[[Function], Function]: ...
def tally(
    function: Function | None = None, **more: Unpack[More]
) -> Function | Callable[[Function], Function]:
    """Mark a fact that is summed up over all seats a player played, counted or not."""
    if function:
        return _mark(function, "fact", of_all=True, **more)
    return lambda one: _mark(one, "fact", of_all=True, **more)


def component(
    *, clause: str, at: str = "", group: str = "", **more: Unpack[More]
) -> Callable[[Function], Function]:
    """Mark a function whose column is added to the points.

    `clause` is where the document says so; `at` names the field of the sheet in which the reason is seen, or several.
    """
    return lambda function: _mark(function, "component", clause=clause, at=at, group=group, **more)


def check(
    code: str,
    *,
    at: str,
    clause: str = "",
    severity: Severity = "error",
    told: str = "",
    **more: Unpack[More],
) -> Callable[[Function], Function]:
    """Mark a function that finds breaches of the rules.

    `at` names the seat column in whose cell the finding stands; `told` the text that tells it, where rulesets
    tell a code differently. The function returns what was found, only at the rows of the findings.
    """
    return lambda function: _mark(
        function, "check", code=code, at=at, clause=clause, severity=severity, told=told, **more
    )


def standing(*, clause: str, **more: Unpack[More]) -> Callable[[Function], Function]:
    """Mark a formula over a player's totals."""
    return lambda function: _mark(function, "standing", clause=clause, **more)


def doubt(code: str, **more: Unpack[More]) -> Callable[[Function], Function]:
    """Mark a function that finds players whose totals give a doubtful rating; always a warning."""
    return lambda function: _mark(function, "doubt", code=code, at="player", severity="warning", **more)
