"""The words of the sheets: which header names which field, and which word means what."""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from rulesets.words import fold

_PUNCTUATION = str.maketrans("", "", ".:;*!,_")
Table = Literal["games", "players", "tables", "actions", "own", "aside"]
# The facts, the club's own figures, the judges' remarks.
ON_GAME_TABS: tuple[Table, ...] = ("games", "own", "aside")

IDENTITY = ("date", "evening", "table", "game_no")  # from the coarsest to the finest
# What the seats of a game share besides.
GAME_FACTS = ("club", "kind", "judge", "tournament", "stage", "winner", "weight_typed")


@dataclass(frozen=True)
class Label:
    """How the value of a field's label is found on a form.

    `of` is what it tells of: a game, a seat, several seats, or points of seats. `reach` is how many columns right of the
    label its value may be, `seats` how many seats it may name. `takes_unrated`: words for a game that is not rated may be
    its value.
    """

    of: Literal["game", "seat", "seats", "marks", "points"] = "game"
    reach: int = 3
    seats: int = 0
    takes_unrated: bool = False

    @property
    def is_free(self) -> bool:
        """Whether its word is a label wherever it is, and not only beside the number of a seat."""
        return self.of not in ("marks", "points")


@dataclass(frozen=True)
class Field:
    """A field of a sheet: its name, how its cells are read, the first header as users know it."""

    name: str
    kind: str
    header: str


def key(text: str) -> str:
    """The text as compared with the vocabulary: folded, without dots, colons and the like, unless it has nothing else."""
    folded = fold(text)
    return folded.translate(_PUNCTUATION) or folded


@functools.cache
def _raw() -> dict[str, Any]:
    return tomllib.loads(resources.files("pipelines.ingest").joinpath("vocabulary.toml").read_text("utf-8"))


@functools.cache
def fields(table: Table) -> Mapping[str, Field]:
    """The fields of a table by name, in the order of the vocabulary."""
    return {name: Field(name, raw["kind"], raw["headers"][0]) for name, raw in _raw()[table].items()}


@functools.cache
def labels() -> Mapping[str, Label]:
    """The fields that labels on a form give, by name, in the order of the vocabulary."""
    return {
        name: Label(**raw["label"])
        for table in ON_GAME_TABS
        for name, raw in _raw()[table].items()
        if "label" in raw
    }


@functools.cache
def labels_of(*kinds: str) -> frozenset[str]:
    """The fields whose labels are of these kinds: of a game, of a seat."""
    return frozenset(name for name, label in labels().items() if label.of in kinds)


@functools.cache
def headers(table: Table) -> Mapping[str, Field]:
    """The field that each header names, by the header's key."""
    known = fields(table)
    return {key(text): known[name] for name, raw in _raw()[table].items() for text in (name, *raw["headers"])}


@functools.cache
def words(group: str) -> Mapping[str, str]:
    """What each word of a group means, by the word's key."""
    return {key(word): name for name, listed in _raw()["words"][group].items() for word in (name, *listed)}


@functools.cache
def meanings(group: str) -> tuple[str, ...]:
    """The values that a group's words can mean, in the order of the vocabulary."""
    return tuple(_raw()["words"][group])


@functools.cache
def groups() -> frozenset[str]:
    """The groups of words that a field takes its values from."""
    return frozenset(
        raw["kind"] for table in ("games", "players", "actions") for raw in _raw()[table].values()
    ) & frozenset(_raw()["words"])


@functools.cache
def spellings(group: str, only: tuple[str, ...] = ()) -> Mapping[str, str]:
    """The words of a group as the vocabulary has them, by their keys; those of `only` some meanings, if any are given."""
    listed = {name: words for name, words in _raw()["words"][group].items() if not only or name in only}
    return {key(word): word for words in listed.values() for word in words}


@functools.cache
def marks(field: str = "") -> Mapping[str, bool]:
    """Whether a word or sign is a yes, by its key; of a column of marks, with its own words, their negations and crosses."""
    words, own = _raw()["words"]["marks"], [*own_marks(field).values()]
    negated = [f"{no} {word}" for no in _raw()["words"]["negations"]["not"] for word in own]
    no = [*words["no"], *negated, *(words["cross"] if field else ())]
    return {key(word): False for word in no} | {key(word): True for word in (*words["yes"], *own)}


@functools.cache
def own_marks(field: str) -> Mapping[str, str]:
    """The words that are a yes in the column of one field, its titles among them, by their keys."""
    titles = _raw()["games"].get(field, {"headers": ()})["headers"]
    return {key(word): word for word in (*titles, *_raw()["words"]["own_marks"].get(field, ()))}


@functools.cache
def examples(group: str) -> str:
    """One word for each value of a group, as a message shows them."""
    return ", ".join(listed[0] for listed in _raw()["words"][group].values())
