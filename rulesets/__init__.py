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
from rulesets.ruleset import OF_PLAYER, Rule, Ruleset, check, component, fact, rules_of, standing, tally

__all__ = [
    "NAMES",
    "OF_PLAYER",
    "Edition",
    "Rule",
    "RulesFault",
    "Ruleset",
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
    A club's module names the ruleset that it changes in `EXTENDS`; its rules replace those of the same name, and
    its editions are the files `<module>-*.toml` beside it, or else the published ones. Raises RulesFault.
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
    module = importlib.import_module(_MODULES[name])
    return _ruleset(name, (module,), _raw_editions(name), _extended_by(name))


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
    module = importlib.import_module(_MODULES[base])
    earlier = {**_extended_by(base), **_raw_editions(base)}
    return _ruleset(file.stem, (module,), {**kept, file.name: raw}, earlier)


def _from_module(file: Path) -> Ruleset:
    own = _imported(file)
    base = _base(str(getattr(own, "EXTENDS", "")), file, "EXTENDS")
    published = _raw_editions(base)
    own_editions = {found.name: read_toml(found) for found in sorted(file.parent.glob(f"{file.stem}-*.toml"))}
    modules = (importlib.import_module(_MODULES[base]), own)
    return _ruleset(file.stem, modules, own_editions or published, {**_extended_by(base), **published})


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
    """The raw contents of a published ruleset's editions, by `ruleset/edition`."""
    files = resources.files("rulesets").joinpath("editions").iterdir()
    found = {}
    for file in sorted((Path(str(file)) for file in files if file.name.startswith(f"{name}-")), key=str):
        raw = read_toml(file)
        found[f"{name}/{raw.get('edition')}"] = raw
    return found


def _ruleset(
    name: str,
    modules: tuple[ModuleType, ...],
    raw: Mapping[str, Mapping[str, Any]],
    earlier: Mapping[str, Mapping[str, Any]],
) -> Ruleset:
    def said(constant: str) -> tuple[str, ...]:
        """A constant of the club's own module, or else of the published one."""
        return tuple(getattr(last, constant, getattr(modules[0], constant, ())))

    last = modules[-1]
    model: type[Figures] = getattr(last, "Figures", modules[0].Figures)
    editions = [edition_from(one, file, model, {**earlier, **raw}) for file, one in raw.items()]
    rules = rules_of(*modules[0].SHARED, *modules)
    shown = said("STANDINGS"), without_overlap(editions), said("SCORED"), said("MARKS")
    return Ruleset(name, rules, *shown)


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
