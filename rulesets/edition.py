"""An edition: the figures of a ruleset from its first day in force, each with the clause it comes from."""

import copy
import datetime as dt
import difflib
import itertools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Model = TypeVar("Model", bound=BaseModel)
_OWN = ("edition", "source", "checked_on", "from", "to")  # what an edition says of itself


class RulesFault(Exception):
    """A ruleset or edition that cannot be used: which file, which dotted name, what is wrong."""

    def __init__(self, file: str, name: str, problem: str) -> None:
        self.file, self.name, self.problem = file, name, problem
        super().__init__(f"{file}: {name}: {problem}")


class Strict(BaseModel):
    """A model that refuses unknown keys and other types, and never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True, allow_inf_nan=False)


class Teams(Strict):
    """The roles of each team, and those that play for themselves."""

    red: list[str]
    black: list[str]
    alone: list[str] = []


class Heals(Strict):
    """On how many nights running the same player may be healed; 0 for no limit."""

    running: int = 0


class Figures(Strict):
    """What every ruleset has figures for; a ruleset's own model extends it.

    `line_up` gives the number of seats of each role in a usual game, `acts` the roles that have each act of the log
    (one that is not named is everybody's), `counts` the roles that each count of the sheet belongs to.
    """

    teams: Teams
    line_up: dict[str, int] = {}
    acts: dict[str, list[str]] = {}
    heals: Heals = Heals()
    counts: dict[str, list[str]] = {}


class Reason(Strict):
    """A reason of a penalty: the words that name it, whom it may hit, its figure in points of penalty."""

    words: list[str]
    roles: list[str]
    points: float | None = None
    approval: bool = False


class OrderKey(Strict):
    """A column by which players are placed, and its direction."""

    column: str
    direction: Literal["asc", "desc"]
    clause: str


class Shown(Strict):
    """A column of the published rating: its name in the standings, its look, its title.

    One that is there `when` it decides stands only on tabs on which it decided between two players.
    """

    name: str
    kind: Literal["whole", "points", "percent", "text"]
    when: Literal["always", "decides"] = "always"
    ru: str
    uk: str
    en: str


class Note(Strict):
    """Where a figure comes from, and its unit."""

    unit: str
    clause: str = Field(min_length=1)


class _Leaf(Note):
    value: Any


class _Head(Strict):
    """An edition file without its figures."""

    ruleset: str
    edition: str
    source: str = Field(min_length=1)
    checked_on: dt.date
    first_day: dt.date | None = Field(default=None, alias="from")
    last_day: dt.date | None = Field(default=None, alias="to")
    order: list[OrderKey] = Field(min_length=1)
    columns: list[Shown] = Field(min_length=1)
    standings: list[str]
    scored: list[str]
    marks: list[str]
    titles: dict[str, dict[Literal["ru", "uk", "en"], str]]


@dataclass(frozen=True)
class Edition:
    """The figures of a ruleset as one document sets them.

    In force from `first_day` to `last_day`, both included; None means without bound. `notes` gives unit and
    clause of each figure by its dotted name.

    `standings` are the columns of its rating table after games, wins and score; each, and the score, is the formula of
    that name, or else the sum of the group of components or of the seat column of that name. `scored` are further
    columns of a seat that are exported and shown; `marks` such as are only shown.
    """

    name: str
    ruleset: str
    file: str
    source: str
    checked_on: dt.date
    first_day: dt.date | None
    last_day: dt.date | None
    figures: Figures
    notes: Mapping[str, Note]
    order: tuple[OrderKey, ...]
    columns: tuple[Shown, ...]
    standings: tuple[str, ...]
    scored: tuple[str, ...]
    marks: tuple[str, ...]
    titles: Mapping[str, Mapping[str, str]]

    def with_figures(self, changed: Mapping[str, Any]) -> "Edition":
        """The edition with some figures, by dotted name, replaced by a club's own.

        Raises RulesFault for a name that is no figure, naming the nearest, and for a value of the wrong type.
        """
        values = self.figures.model_dump()
        changed = self._dotted(changed)
        for name, value in changed.items():
            if name not in self.notes:
                raise RulesFault(self.file, name, f"is no figure of {self.name}{nearest(name, self.notes)}")
            _set(values, name, value)
        figures = _figures(type(self.figures), values, self.file)
        notes = {**self.notes, **{n: Note(unit=self.notes[n].unit, clause="league file") for n in changed}}
        return replace(self, figures=figures, notes=notes)

    def _dotted(self, changed: Mapping[str, Any]) -> dict[str, Any]:
        """The values by dotted name: in TOML `win.points = 1` and `"win.points" = 1` are not the same."""
        found: dict[str, Any] = {}
        for name, value in changed.items():
            is_group = name not in self.notes and isinstance(value, dict)
            inner = {f"{name}.{key}": one for key, one in value.items()} if is_group else {}
            found |= self._dotted(inner) if is_group else {name: value}
        return found

    def listed(self) -> list[tuple[str, Any, Note]]:
        """Each figure's dotted name, value and note, in the order of the document."""
        values = self.figures.model_dump()
        return [(name, _get(values, name), note) for name, note in self.notes.items()]


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that offers the nearest known name, or nothing if none is near."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]}?" if found else ""


def read_toml(file: Path) -> dict[str, Any]:
    """The raw contents of an edition file. Raises RulesFault if it is no TOML."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesFault(file.name, "file", str(error)) from None


def edition_from(
    raw: Mapping[str, Any],
    file: str,
    model: type[Figures],
    earlier: Mapping[str, Mapping[str, Any]],
    shown: Mapping[str, Sequence[str]],
) -> Edition:
    """An edition from the raw contents of its file.

    `earlier` holds the raw contents of the editions that it may extend, by name; `shown` the columns that are
    `standings`, `scored` and `marks` where neither it nor what it extends says so. Raises RulesFault with file and
    dotted name.
    """
    whole = {**{key: [*names] for key, names in shown.items()}, **extended(raw, file, earlier)}
    leaves = whole.pop("figures", {})
    head = _checked(_Head, whole, file, "")
    notes: dict[str, Note] = {}
    values = _values(leaves, file, "", notes)
    if head.first_day and head.last_day and head.last_day < head.first_day:
        raise RulesFault(file, "to", f"{head.last_day} is before from = {head.first_day}")
    return Edition(
        name=head.edition,
        ruleset=head.ruleset,
        file=file,
        source=head.source,
        checked_on=head.checked_on,
        first_day=head.first_day,
        last_day=head.last_day,
        figures=_figures(model, values, file),
        notes=notes,
        order=tuple(head.order),
        columns=tuple(head.columns),
        standings=tuple(head.standings),
        scored=tuple(head.scored),
        marks=tuple(head.marks),
        titles={name: {str(k): v for k, v in titles.items()} for name, titles in head.titles.items()},
    )


def extended(raw: Mapping[str, Any], file: str, earlier: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The raw contents over those of the edition that they extend, if they do.

    A name, source, day of checking and the days in force are those of one document, and never inherited.
    """
    own = copy.deepcopy(dict(raw))
    name = own.pop("extends", None)
    if name is None:
        return own
    if name not in earlier:
        raise RulesFault(file, "extends", f"there is no edition {name}{nearest(name, earlier)}")
    base = extended(earlier[name], file, {k: v for k, v in earlier.items() if k != name})
    base = {key: value for key, value in base.items() if key not in _OWN}
    return _merged(base, own)


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        is_leaf = both and ("value" in value or "value" in base[key])  # a figure is replaced as a whole
        merged[key] = _merged(base[key], value) if both and not is_leaf else value
    return merged


def _values(tree: Any, file: str, path: str, notes: dict[str, Note]) -> Any:
    """The bare values of a tree of figures; its notes go to `notes` by dotted name."""
    if not isinstance(tree, dict):
        raise RulesFault(file, f"figures.{path}", "is no figure: write { value = …, unit = …, clause = … }")
    if "value" in tree:
        leaf = _checked(_Leaf, tree, file, f"figures.{path}")
        notes[path] = Note(unit=leaf.unit, clause=leaf.clause)
        return leaf.value
    return {key: _values(value, file, f"{path}.{key}" if path else key, notes) for key, value in tree.items()}


def _set(values: dict[str, Any], name: str, value: Any) -> None:
    *path, last = name.split(".")
    for key in path:
        values = values[key]
    values[last] = value


def _get(values: Any, name: str) -> Any:
    for key in name.split("."):
        values = values[key]
    return values


def _figures(model: type[Figures], values: Mapping[str, Any], file: str) -> Figures:
    return _checked(model, values, file, "figures")


def _checked(model: type[Model], values: Mapping[str, Any], file: str, path: str) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
        name = ".".join(str(part) for part in (path, *first["loc"]) if part != "")
        raise RulesFault(file, name, _problem(first, model)) from None


def _problem(error: Any, model: type[BaseModel]) -> str:
    words: Mapping[str, str] = {
        "extra_forbidden": "is not known here",
        "missing": "is missing",
        "string_too_short": "must not be empty",
        "too_short": "must not be empty",
    }
    kind: str = error["type"]
    if kind in words:
        return words[kind] + (
            nearest(str(error["loc"][-1]), names_of(model)) if kind == "extra_forbidden" else ""
        )
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, not {error['input']!r}"


def names_of(model: type[BaseModel]) -> list[str]:
    """The keys that a model and the models in it know."""
    found: list[str] = []
    for name, info in model.model_fields.items():
        found.append(info.alias or name)
        inner = info.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            found.extend(names_of(inner))
    return found


def without_overlap(editions: Sequence[Edition]) -> tuple[Edition, ...]:
    """The editions from the earliest on, each ended by the next one's first day.

    Raises RulesFault if two are in force on one day.
    """
    ordered = sorted(editions, key=lambda edition: edition.first_day or dt.date.min)
    for one, other in itertools.pairwise(ordered):
        first = one.first_day or dt.date.min
        start = other.first_day or dt.date.min
        if start == first or (one.last_day is not None and one.last_day >= start):
            until = one.last_day or "on"
            raise RulesFault(
                other.file, "from", f"{start} is a day of {one.name} ({one.file}, {first} … {until}) too"
            )
        if other.name in {earlier.name for earlier in ordered if earlier is not other}:
            raise RulesFault(
                other.file, "edition", f"{other.name} is the name of another edition; choose one"
            )
    ended = [
        replace(one, last_day=one.last_day or (other.first_day or dt.date.min) - dt.timedelta(days=1))
        for one, other in itertools.pairwise(ordered)
    ]
    return (*ended, *ordered[-1:])
