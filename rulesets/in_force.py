"""Which rules and which figures are in force on which days."""

import datetime as dt
import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from types import ModuleType

import numpy as np
import pandas as pd

from rulesets.edition import Edition, Figures, RulesFault, nearest
from rulesets.ruleset import OF_PLAYER, Kind, Rule

_RESERVED = frozenset(
    (
        *("points", "sum_of_components", "score", "counted", "played", "won", "games", "wins"),
        *("player", "place", "rating", "period"),
    )
)
_A_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Rules:
    """Rules by name, one function for each column."""

    name: str
    rules: Mapping[str, Rule]

    @functools.cached_property
    def _order(self) -> tuple[str, ...]:
        """The names, each after those that it needs. Raises RulesFault if some need each other."""
        graph = {
            rule.name: set(rule.needs) & set(self.rules)
            for rule in self._of("fact", "component", "check", "standing")
        }
        try:
            return tuple(TopologicalSorter(graph).static_order())
        except CycleError as error:
            raise RulesFault(
                self.name, "rules", f"need each other in a circle: {' <- '.join(error.args[1])}"
            ) from None

    def _of(self, *kinds: Kind) -> list[Rule]:
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


@dataclass(frozen=True)
class Span(Rules):
    """Days on which one edition and the same rules are in force, from the first to the last, both included."""

    edition: Edition
    first_day: dt.date
    last_day: dt.date

    @property
    def label(self) -> str:
        """The name of the edition, with the first day where its rules changed since it came into force."""
        is_first = self.first_day == (self.edition.first_day or dt.date.min)
        return self.edition.name if is_first else f"{self.edition.name} from {self.first_day}"

    @property
    def figures(self) -> Figures:
        """The figures of the edition."""
        return self.edition.figures

    @property
    def rated_columns(self) -> set[str]:
        """The columns of the standings, shown or not, by which players may be placed."""
        return {"score", "games", "wins", *self.edition.standings, *self.components, *OF_PLAYER}

    @property
    def placed_by(self) -> list[str]:
        """The columns by which the edition places players."""
        return [key.column for key in self.edition.order]

    @property
    def shown_of_seats(self) -> list[str]:
        """The columns of a seat that are exported and shown after its components and points, and those only shown."""
        own = (*self.edition.scored, *self.edition.marks)
        return [name for name in own if name not in (*self.components, "points")]

    def title(self, column: str, language: str) -> str:
        """What a column is called by the edition, or else by its rule; nothing where neither names it."""
        rule = self.rules.get(column)
        titles = self.edition.titles.get(column) or (rule.titles if rule else {})
        return titles.get(language, "")

    def check(self) -> None:
        """Raise RulesFault for rules that need each other, and for what the edition names and there is not."""
        rated, file = self.rated_columns, self.edition.file
        named = {"order": self.placed_by, "columns": [one.name for one in self.edition.columns]}
        for part, name in ((part, name) for part, names in named.items() for name in names):
            if name not in rated:
                raise RulesFault(file, part, f"{name} is no column of the standings{nearest(name, rated)}")
        for name in self._order:
            if self.rules[name].kind == "check" and "distance" in self.needed([name]):
                problem = "needs the distance, which is not known when sheets are checked"
                raise RulesFault(self.name, name, problem)

    def check_needs(self, columns: set[str]) -> None:
        """Raise RulesFault for the first rule that needs what is neither a rule nor one of the seat `columns`."""
        known = {*self.rules, *columns}
        for name in self.rules:
            if name in columns or (name in _RESERVED and self.rules[name].kind == "component"):
                raise RulesFault(self.name, name, "is the name of another column; choose one of its own")
        for rule in self.rules.values():
            of_totals = {"games", "wins", *self.groups} if rule.kind in ("standing", "doubt") else set()
            for name in rule.needs:
                if name not in known | of_totals:
                    problem = f"needs the column {name}, which there is not{nearest(name, known)}"
                    raise RulesFault(self.name, rule.name, problem)
        of_seats = {*columns, *(rule.name for rule in self._of("fact", "component"))}
        for part, names in (("SCORED", self.edition.scored), ("MARKS", self.edition.marks)):
            for name in names:
                if name not in of_seats:
                    raise RulesFault(
                        self.name, part, f"{name} is not a column of seats{nearest(name, of_seats)}"
                    )
        summed = {*of_seats, *self.groups, *self.formulas, "games", "wins", *OF_PLAYER}
        for name in self.edition.standings:
            if name not in summed:
                raise RulesFault(self.name, "STANDINGS", f"{name} is not a column{nearest(name, summed)}")


@dataclass(frozen=True)
class Ruleset(Rules):
    """The rules of one system, of whatever days; of rules with dates, `rules` has the last one of each column.

    `spans` are the days on which an edition and the same rules are in force, in their order. `replaced` are the
    columns of a published ruleset that a club's module makes by functions of its own. Raises RulesFault for two
    functions of a column that are for one day, and for days on which a column that is needed has none.
    """

    editions: tuple[Edition, ...]
    dated: tuple[Rule, ...]
    replaced: frozenset[str] = frozenset()
    spans: tuple[Span, ...] = field(init=False)

    def __post_init__(self) -> None:
        by_name = {name: [*rules] for name, rules in _by_name(self.dated).items()}
        for rules in by_name.values():
            _refuse_overlaps(rules)
        spans = tuple(span for edition in self.editions for span in self._spans(edition))
        for span in spans:
            self._refuse_gaps(span, by_name)
            span.check()
        object.__setattr__(self, "spans", spans)

    def _spans(self, edition: Edition) -> Iterator[Span]:
        """The days of an edition, cut where a rule begins or ends."""
        first, last = edition.first_day or dt.date.min, edition.last_day or dt.date.max
        begun = [rule.since for rule in self.dated if rule.since]
        ended = [rule.until + _A_DAY for rule in self.dated if rule.until and rule.until < dt.date.max]
        days = [first, *sorted(day for day in {*begun, *ended} if first < day <= last)]
        for day, last_day in zip(days, [*(day - _A_DAY for day in days[1:]), last], strict=True):
            rules = {
                rule.name: rule for rule in self.dated if rule.first_day <= day and last_day <= rule.last_day
            }
            yield Span(self.name, with_sums(rules), edition, day, last_day)

    def _refuse_gaps(self, span: Span, by_name: Mapping[str, Sequence[Rule]]) -> None:
        """Raise RulesFault for a column that is needed on the days of a span, and whose functions are for others."""
        edition = span.edition
        needed = {need for rule in span.rules.values() for need in rule.needs}
        needed |= {*span.placed_by, *edition.standings, *edition.scored, *edition.marks, *self.replaced}
        for name, rules in by_name.items():
            is_between = rules[0].first_day < span.first_day and span.last_day < rules[-1].last_day
            if name not in span.rules and (name in needed or is_between):
                days = f"from {span.first_day} to {span.last_day}, days of the edition {edition.name}"
                problem = (
                    f"no function makes this column {days}; change since or until, or write one for them"
                )
                raise RulesFault(rules[-1].file, name, problem)

    def check_needs(self, columns: Iterable[str]) -> None:
        """Raise RulesFault for the first rule that needs what is neither a rule nor one of the seat `columns`."""
        for span in self.spans:
            span.check_needs({*columns})

    @property
    def rated_columns(self) -> set[str]:
        """The columns of the standings, shown or not, by which players may be placed under some edition."""
        return set[str]().union(*(span.rated_columns for span in self.spans))

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of all teams, in any edition."""
        teams = [edition.figures.teams for edition in self.editions]
        return tuple(dict.fromkeys(role for one in teams for role in (*one.red, *one.black, *one.alone)))

    def span_numbers(self, dates: pd.Series) -> np.ndarray:
        """Which of the spans each date belongs to, by its number; -1 where no edition is in force."""
        days = dates.to_numpy()
        numbers = np.full(len(days), -1, "int16")
        for number, span in enumerate(self.spans):
            numbers[(days >= np.datetime64(span.first_day)) & (days <= np.datetime64(span.last_day))] = number
        return numbers

    def spans_in_use(self, dates: pd.Series) -> list[Span]:
        """The spans that some date belongs to, or else the first: what is in force on other days must change nothing."""
        numbers = np.unique(self.span_numbers(dates))
        return [self.spans[number] for number in numbers[numbers >= 0].tolist()] or [*self.spans[:1]]

    def span(self, label: str) -> Span:
        """One span by its label. Raises KeyError."""
        return {span.label: span for span in self.spans}[label]

    def edition(self, name: str) -> Edition:
        """One edition by name. Raises KeyError."""
        return {edition.name: edition for edition in self.editions}[name]


def _by_name(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """The rules of each name, the earlier first."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.name, []).append(rule)
    return {name: sorted(some, key=lambda rule: rule.first_day) for name, some in found.items()}


def _refuse_overlaps(rules: Sequence[Rule]) -> None:
    for one, other in itertools.pairwise(rules):
        if other.first_day <= one.last_day:
            problem = f"two functions make this column on {other.first_day}; change since or until of one"
            raise RulesFault(other.file, other.name, problem)


def ruleset_of(name: str, modules: Sequence[ModuleType], editions: Iterable[Edition]) -> Ruleset:
    """The rules of modules; a later module's replace all of an earlier one's of that name."""
    found: dict[str, list[Rule]] = {}
    replaced: set[str] = set()
    for module in modules:
        own = _by_name(_rules_in(module))
        replaced |= {*found} & {*own}
        found |= own
    rules = with_sums({name: some[-1] for name, some in found.items()})
    dated = tuple(rule for some in found.values() for rule in some)
    return Ruleset(name, rules, tuple(editions), dated, frozenset(replaced))


def _rules_in(module: ModuleType) -> list[Rule]:
    """The rules of a module in the order of their lines; a function that has two names counts once."""
    found: list[Rule] = []
    for value in vars(module).values():
        rules = getattr(value, "rules", ())
        found += [rule for rule in rules if isinstance(rule, Rule) and rule not in found]
    return found


def with_sums(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """The rules, and the sum of their components; `points` is the same, unless there is a rule of its own for it."""
    components = tuple(rule.name for rule in rules.values() if rule.kind == "component")
    found = {**rules, "sum_of_components": Rule("sum_of_components", "fact", _sum, components)}
    found.setdefault("points", Rule("points", "fact", _sum, components))
    return found


def _sum(*columns: pd.Series) -> pd.Series:
    return functools.reduce(operator.add, columns)
