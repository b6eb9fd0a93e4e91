"""What a ruleset is: column functions over the seats, and editions that hold their figures.

A rule is a function named after the column it makes. Its arguments are the columns it needs, and last, if it
needs figures, `p`. It gets whole columns (one value a seat), returns one on the same index, and changes none.
"""

import functools
import inspect
import operator
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from types import ModuleType
from typing import Any, Literal, TypeVar

import pandas as pd

from rulesets.edition import Edition, Figures, RulesFault, nearest

Function = TypeVar("Function", bound=Callable[..., pd.Series])
Severity = Literal["error", "warning"]


_RESERVED = frozenset(
    {
        "points",
        "sum_of_components",
        "score",
        "counted",
        "won",
        "games",
        "wins",
        "player",
        "place",
        "rating",
        "period",
    }
)

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
    """

    name: str
    kind: Literal["fact", "component", "check", "standing", "doubt"]
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

    @property
    def says(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

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


def _mark(function: Function, **facts: Any) -> Function:
    names = list(inspect.signature(function).parameters)
    figures = names[-1:] == ["p"]
    needs = tuple(names[:-1] if figures else names)
    rule = Rule(function.__name__, function=function, needs=needs, takes_figures=figures, **facts)
    function.rule = rule  # type: ignore[attr-defined]
    return function


def fact(function: Function) -> Function:
    """Mark a function whose column other rules need."""
    return _mark(function, kind="fact")


def tally(function: Function) -> Function:
    """Mark a fact that is summed up over all seats a player played, counted or not."""
    return _mark(function, kind="fact", of_all=True)


def component(*, clause: str, at: str = "", group: str = "") -> Callable[[Function], Function]:
    """Mark a function whose column is added to the points.

    `clause` is where the document says so; `at` names the field of the sheet in which the reason is seen, or several.
    """
    return lambda function: _mark(function, kind="component", clause=clause, at=at, group=group)


def check(
    code: str, *, at: str, clause: str = "", severity: Severity = "error", told: str = ""
) -> Callable[[Function], Function]:
    """Mark a function that finds breaches of the rules.

    `at` names the seat column in whose cell the finding stands; `told` the text that tells it, where rulesets
    tell a code differently. The function returns what was found, only at the rows of the findings.
    """
    return lambda function: _mark(
        function, kind="check", code=code, at=at, clause=clause, severity=severity, told=told
    )


def standing(*, clause: str) -> Callable[[Function], Function]:
    """Mark a formula over a player's totals."""
    return lambda function: _mark(function, kind="standing", clause=clause)


def doubt(code: str) -> Callable[[Function], Function]:
    """Mark a function that finds players whose totals give a doubtful rating; always a warning."""
    return lambda function: _mark(function, kind="doubt", code=code, at="player", severity="warning")


@dataclass(frozen=True)
class Ruleset:
    """The rules of one system, whatever the edition.

    Where not every seat that was played is `counted` for points (only the best are), a fact `played` tells who
    played: games and wins are those. `scored` names further columns of a seat that are exported, and shown; `marks`
    such as are only shown.

    `standings` are the columns of its rating table after games, wins and score; each, and the score, is the
    formula of that name, or else the sum of the group of components or of the seat column of that name.
    """

    name: str
    rules: Mapping[str, Rule]
    standings: tuple[str, ...]
    editions: tuple[Edition, ...]
    scored: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    _order: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        graph = {
            rule.name: set(rule.needs) & set(self.rules)
            for rule in self._of("fact", "component", "check", "standing")
        }
        try:
            order = TopologicalSorter(graph).static_order()
            object.__setattr__(self, "_order", tuple(order))
        except CycleError as error:
            raise RulesFault(
                self.name, "rules", f"need each other in a circle: {' <- '.join(error.args[1])}"
            ) from None

    def _of(self, *kinds: str) -> list[Rule]:
        return [rule for rule in self.rules.values() if rule.kind in kinds]

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components, in the order in which they are shown."""
        return tuple(rule.name for rule in self._of("component"))

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The components of each group, by its name."""
        names = dict.fromkeys(rule.group for rule in self._of("component") if rule.group)
        return {
            group: tuple(rule.name for rule in self._of("component") if rule.group == group)
            for group in names
        }

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of all teams, in any edition."""
        teams = [edition.figures.teams for edition in self.editions]
        return tuple(dict.fromkeys(role for one in teams for role in (*one.red, *one.black, *one.alone)))

    @property
    def played(self) -> str:
        """The column that tells whose games and wins are counted."""
        return "played" if "played" in self.rules else "counted"

    @property
    def checks(self) -> tuple[Rule, ...]:
        """The checks of the judge's figures."""
        return tuple(self._of("check"))

    @property
    def doubts(self) -> tuple[Rule, ...]:
        """The checks of players' totals."""
        return tuple(self._of("doubt"))

    @property
    def formulas(self) -> dict[str, Rule]:
        """The formulas over a player's totals, by name, each after those that it needs."""
        return {name: self.rules[name] for name in self._order if self.rules[name].kind == "standing"}

    @property
    def rated_columns(self) -> set[str]:
        """The columns of the standings, shown or not, by which players may be placed."""
        return {"score", "games", "wins", *self.standings, *self.components, *OF_PLAYER}

    @property
    def placed_by(self) -> list[str]:
        """The columns by which some edition places players."""
        return list(dict.fromkeys(key.column for edition in self.editions for key in edition.order))

    def edition(self, name: str) -> Edition:
        """One edition by name. Raises KeyError."""
        return {edition.name: edition for edition in self.editions}[name]

    def check_needs(self, columns: Iterable[str]) -> None:
        """Raise RulesFault for the first rule that needs what is neither a rule nor one of the seat `columns`."""
        known = {*self.rules, *columns}
        for name in self.rules:
            if name in columns or (name in _RESERVED and self.rules[name].kind == "component"):
                raise RulesFault(self.name, name, "is the name of another column; choose one of its own")
        rated = self.rated_columns
        for edition in self.editions:
            for part, named in (
                ("order", [key.column for key in edition.order]),
                ("columns", [one.name for one in edition.columns]),
            ):
                for name in named:
                    if name not in rated:
                        raise RulesFault(
                            edition.file, part, f"{name} is no column of the standings{nearest(name, rated)}"
                        )
        for rule in self._of("check"):
            if "distance" in self.needed([rule.name]):
                raise RulesFault(
                    self.name, rule.name, "needs the distance, which is not known when sheets are checked"
                )
        for rule in self.rules.values():
            for name in rule.needs:
                if name not in known and not (
                    rule.kind in ("standing", "doubt") and name in ("games", "wins", *self.groups)
                ):
                    raise RulesFault(
                        self.name,
                        rule.name,
                        f"needs the column {name}, which there is not{nearest(name, known)}",
                    )

    def that_need(self, column: str) -> set[str]:
        """The rules that need a column, directly or not; sums and formulas of a distance apart."""
        seat_rules = self._of("fact", "component", "check")
        return {rule.name for rule in seat_rules if column in self.needed([rule.name])}

    def needed(self, wanted: Iterable[str]) -> set[str]:
        """The wanted columns and all that they need, directly or not."""
        found: set[str] = set()
        stack = list(wanted)
        while stack:
            name = stack.pop()
            if name not in found:
                found.add(name)
                stack.extend(self.rules[name].needs if name in self.rules else ())
        return found

    def resolve(
        self, wanted: Iterable[str], columns: MutableMapping[str, pd.Series], p: Figures | None
    ) -> None:
        """Add to `columns` the wanted ones and all that they need, each made once.

        With `p` None only those are made that no figure changes, and no checks, which have few rows.
        """
        needed = self.needed(wanted)
        for name in self._order:
            if name in needed and name in self.rules and name not in columns:
                rule = self.rules[name]
                if all(need in columns for need in rule.needs) and not (
                    p is None and (rule.takes_figures or rule.kind == "check")
                ):
                    columns[name] = rule(columns, p)


def rules_of(*modules: ModuleType) -> dict[str, Rule]:
    """The rules of modules by name; a later module's replaces an earlier one's of that name.

    `sum_of_components` is what it says; `points` is the same, unless a module has a rule of its own for it.
    """
    found: dict[str, Rule] = {}
    for module in modules:
        for value in vars(module).values():
            rule = getattr(value, "rule", None)
            if isinstance(rule, Rule):
                found[rule.name] = rule
    components = tuple(rule.name for rule in found.values() if rule.kind == "component")
    found["sum_of_components"] = Rule("sum_of_components", "fact", _sum, components)
    found.setdefault("points", Rule("points", "fact", _sum, components))
    return found


def _sum(*columns: pd.Series) -> pd.Series:
    return functools.reduce(operator.add, columns)
