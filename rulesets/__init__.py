"""The published systems and the clubs' own: find a ruleset, and the edition in force on a date."""

import datetime as dt
import functools
import importlib
import importlib.util
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

from rulesets.edition import (
    Edition,
    Figures,
    RulesFault,
    edition_from,
    nearest,
    read_toml,
    without_overlap,
)
from rulesets.in_force import Ruleset, Span, ruleset_of
from rulesets.ruleset import OF_PLAYER, Rule, check, component, fact, standing, tally

__all__ = [
    "NAMES",
    "OF_PLAYER",
    "Edition",
    "Rule",
    "RulesFault",
    "Ruleset",
    "Span",
    "check",
    "component",
    "fact",
    "find",
    "standing",
    "tally",
]

_MODULES = {
    "4mafia": "rulesets.fourmafia",
    "mafgame": "rulesets.mafgame",
    "fiim": "rulesets.mafgame",
    "evenings": "rulesets.evenings",
    "demafia": "rulesets.demafia",
}
NAMES = tuple(_MODULES)


def find(name: str, folder: Path = Path()) -> Ruleset:
    """A published ruleset by its name, or a club's own by its file (`.toml` or `.py`) in `folder`.

    A club's TOML is an edition that extends a published one: the published editions hold until its first day.
    A club's module names the ruleset that it changes in `EXTENDS`; its rules replace those of the same name. Its
    editions are the files beside it that name it as their `ruleset`, or else the published ones. Raises RulesFault.
    """
    if name in _MODULES:
        return _published(name)
    file = folder / name
    if file.suffix not in (".toml", ".py"):
        raise RulesFault(
            name, "ruleset.name", f"is no ruleset{nearest(name, NAMES)}; there are {', '.join(NAMES)}"
        )
    if not file.is_file():
        raise RulesFault(name, "ruleset.name", f"there is no such file in {folder.resolve()}")
    return _from_toml(file) if file.suffix == ".toml" else _from_module(file)


def _published(name: str) -> Ruleset:
    return _ruleset(name, (_module(name),), _raw_editions(name), _extended_by(name))


def _from_toml(file: Path) -> Ruleset:
    raw = read_toml(file)
    base = _base(str(raw.get("extends", "")).partition("/")[0], file, "extends")
    own_day = raw.get("from")
    own_day = own_day if type(own_day) is dt.date else dt.date.min  # what is no date is told on loading
    kept = {
        key: edition
        for key, edition in _raw_editions(base).items()
        if (edition.get("from") or dt.date.min) < own_day
    }
    earlier = {**_extended_by(base), **_raw_editions(base)}
    return _ruleset(file.stem, (_module(base),), {**kept, file.name: raw}, earlier)


def _from_module(file: Path) -> Ruleset:
    own = _imported(file)
    base = _base(str(getattr(own, "EXTENDS", "")), file, "EXTENDS")
    published = _raw_editions(base)
    own_editions = _beside(file)
    earlier = {**_extended_by(base), **published}
    found = _ruleset(file.stem, (_module(base), own), own_editions or published, earlier)
    for edition in found.editions if own_editions else ():
        _refuse_other_name(edition, file.stem)
    return found


def _beside(file: Path) -> dict[str, dict[str, Any]]:
    """The raw editions of a club's module by the names of their files: those whose `ruleset` it is.

    A file that begins as the module's editions do, and is not that of another ruleset, is one too, and refused later.
    """
    found = {}
    for other in sorted(file.parent.glob("*.toml")):
        is_like = other.name.startswith(f"{file.stem}-")
        try:
            raw = read_toml(other)
        except RulesFault:
            if is_like:
                raise
            continue
        is_of_another = other.name == f"{raw.get('ruleset')}-{raw.get('edition')}.toml"
        if raw.get("ruleset") == file.stem or (is_like and not is_of_another):
            found[other.name] = raw
    return found


def _refuse_other_name(edition: Edition, ruleset: str) -> None:
    """Raise RulesFault for the file of an edition that is not named by its own `ruleset` and `edition`."""
    if edition.ruleset != ruleset:
        problem = f'is "{edition.ruleset}"; write "{ruleset}", or rename the file'
        raise RulesFault(edition.file, "ruleset", problem)
    name = f"{ruleset}-{edition.name}.toml"
    if edition.file != name:
        raise RulesFault(edition.file, "edition", f'is "{edition.name}"; rename the file to {name}')


def _module(name: str) -> ModuleType:
    return importlib.import_module(_MODULES[name])


def _base(name: str, file: Path, key: str) -> str:
    if name not in _MODULES:
        known = ", ".join(NAMES)
        raise RulesFault(
            file.name, key, f"must name a published ruleset ({known}), not {name!r}{nearest(name, NAMES)}"
        )
    return name


def _extended_by(name: str) -> dict[str, dict[str, Any]]:
    """The raw editions of the other rulesets that those of a published one extend."""
    named = {str(raw.get("extends", "")).partition("/")[0] for raw in _raw_editions(name).values()}
    return {
        key: raw for base in sorted(named & {*NAMES} - {name}) for key, raw in _raw_editions(base).items()
    }


@functools.cache
def _raw_editions(name: str) -> dict[str, dict[str, Any]]:
    """The raw contents of a published ruleset's editions, by `ruleset/edition`.

    Raises RulesFault for a file that is named as one of its editions and is none, or is one and is named otherwise.
    """
    found = {}
    files = resources.files("rulesets").joinpath("editions").iterdir()
    for file in sorted((Path(str(file)) for file in files if file.name.endswith(".toml")), key=str):
        is_like = file.name.startswith(f"{name}-")
        if not is_like and name not in file.read_text("utf-8"):
            continue  # most files are of other rulesets, and reading TOML takes its time
        raw = read_toml(file)
        ruleset, edition = raw.get("ruleset"), raw.get("edition")
        if (is_like or ruleset == name) and file.name != f"{ruleset}-{edition}.toml":
            raise RulesFault(file.name, "edition", f'is "{edition}" of "{ruleset}"; rename the file so')
        if ruleset == name:
            found[f"{name}/{edition}"] = raw
    return found


def _ruleset(
    name: str,
    modules: tuple[ModuleType, ...],
    raw: Mapping[str, Mapping[str, Any]],
    earlier: Mapping[str, Mapping[str, Any]],
) -> Ruleset:
    base, last = modules[0], modules[-1]
    shown = {
        constant.lower(): getattr(last, constant, getattr(base, constant, ()))
        for constant in ("STANDINGS", "SCORED", "MARKS")
    }
    model: type[Figures] = getattr(last, "Figures", base.Figures)
    editions = [edition_from(one, file, model, {**earlier, **raw}, shown) for file, one in raw.items()]
    return ruleset_of(name, (*base.SHARED, *modules), without_overlap(editions))


def _imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"club_rules_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise RulesFault(file.name, "file", "is no Python module")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise RulesFault(file.name, "file", f"{type(error).__name__}: {error}") from error
    return module
