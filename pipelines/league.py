"""The league file: where the games are, which rules, which ratings, where to publish."""

import datetime as dt
import fnmatch
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pipelines import club_columns, google, texts, toml_file
from pipelines.club_columns import ColumnPart
from pipelines.errors import LeagueFault
from pipelines.ingest import vocabulary
from pipelines.league_values import (
    Figures,
    FileName,
    FileNames,
    FirstDay,
    Key,
    Keys,
    Kind,
    TextList,
    Texts,
    Zone,
    with_field,
)
from rulesets.words import fold

PERIOD_COLUMNS = ("tournament", "stage", "club", "evening", "table", "judge", "kind")
_PATTERN = frozenset("*?[")  # signs of a pattern of file names
_TEMPORARY = ("~$", ".")  # how files begin that programs leave beside an open one
Severity = Literal["error", "warning"]
Language = Literal["ru", "uk", "en"]
_LONGEST_SHOWN = 100  # letters of a wrong value


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, populate_by_name=False, defer_build=True
    )


class LabelPart(_Part):
    """What a label or a header of the club's own names, and on which side of it the value stands."""

    field: str
    value: Literal["right", "below", ""] = ""


class SourcePart(_Part):
    """Where the games are: workbooks, relative to the league file, or the keys of Google spreadsheets; and their tabs.

    `year` is that of dates without one, or their first day; `layout` says which fields the club's own labels name, and
    `columns` which further fields its own headers name.
    """

    workbook: FileNames = Field(default_factory=list)
    spreadsheet: Keys = Field(default_factory=list)
    games: Texts = Field(default_factory=lambda: ["*"])
    players: str | None = None
    tables: str | None = None
    actions: TextList = Field(default_factory=list)
    year: FirstDay = None
    layout: dict[str, Annotated[LabelPart, BeforeValidator(with_field)]] = {}
    columns: dict[str, ColumnPart] = {}
    club: str | None = None
    kind: Kind = "rated"

    @property
    def first_day(self) -> dt.date | None:
        """The day from which on a date without a year is looked for."""
        return dt.date(self.year, 1, 1) if isinstance(self.year, int) else self.year


class RulesetPart(_Part):
    """Which rules: a published ruleset or the club's own file.

    `parameters` are figures over the edition's; `tie_breaks` are columns with their direction, in place of those by
    which the edition places players of equal score.
    """

    name: str
    edition: str = "auto"
    parameters: Figures = {}
    tie_breaks: list[Annotated[str, Field(pattern=r"^\w+ (asc|desc)$")]] | None = None


class RatingPart(_Part):
    """A rating: the distance it covers, the tab it stands on, the fewest games for a place.

    With `carry`, points of earlier stages of a tournament are added to those of a later one; `stages` is the order of
    those that are played on one day and have names of the club's own. `best_evenings` says
    how many evenings count in a period, by its name.
    """

    name: str = Field(min_length=1)
    tab: str = Field(min_length=1)
    period: str = "all"
    first_day: dt.date | None = Field(default=None, alias="from")
    last_day: dt.date | None = Field(default=None, alias="to")
    min_games: int = Field(default=0, ge=0)
    carry: bool = False
    stages: list[Annotated[str, Field(min_length=1)]] = []
    best_evenings: dict[str, Annotated[int, Field(ge=1, le=366)]] = {}

    @property
    def is_many(self) -> bool:
        """Whether it has a period for each month or each value of a column, and so several tabs."""
        return self.period not in ("all", "season")


class PublishPart(_Part):
    """Where the ratings go: by default to where the games came from; of how many days backups of a workbook are kept.

    With `remove_old_tabs`, tabs of ratings that have no games any more are removed, not only cleared.
    """

    workbook: FileName | None = None
    spreadsheet: Key | None = None
    details: str | None = None
    findings: str | None = None
    backups: int = Field(default=7, ge=0)
    remove_old_tabs: bool = False


class ChecksPart(_Part):
    """What an error does, and the severities of findings by their codes."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)
    __pydantic_extra__: dict[str, Severity]

    on_error: Literal["stop", "skip-game"] = "stop"


class League(_Part):
    """A league, as its `file` describes it. `folder` is where that lies."""

    name: str = Field(min_length=1)
    language: Language = "ru"
    timezone: Zone | None = None
    source: SourcePart
    ruleset: RulesetPart
    rating: list[RatingPart] = Field(min_length=1)
    checks: ChecksPart = Field(default_factory=lambda: ChecksPart.model_validate({}))
    publish: PublishPart = PublishPart()
    folder: Path = Field(default=Path(), exclude=True)
    file: Path = Field(default=Path("league.toml"), exclude=True)

    @property
    def zone(self) -> dt.tzinfo | None:
        """The zone in which games have their dates; None for that of the machine."""
        return ZoneInfo(self.timezone) if self.timezone else None

    @property
    def on_error(self) -> str:
        """What an error in the sheets does: `stop`, or `skip-game`."""
        return self.checks.on_error

    @property
    def severities(self) -> Mapping[str, str]:
        """The severities that the league sets for findings, by code; of a code and its earlier names, by the code."""
        given = self.checks.__pydantic_extra__ or {}
        of_earlier = {texts.present_code(code): severity for code, severity in given.items()}
        return {**of_earlier, **{code: given[code] for code in given if code in of_earlier}}

    def published_tabs(self) -> list[str]:
        """The names of the tabs that are written, `{period}` as it stands."""
        own = [self.publish.details, self.publish.findings]
        return [*(rating.tab for rating in self.rating), *(tab for tab in own if tab)]

    def is_games_tab(self, tab: str, pattern: str) -> bool:
        """Whether a tab's name matches a pattern of games; `*` alone leaves out what is no tab of games."""
        if pattern != "*":
            return is_named(tab, pattern)
        return not any(is_named(tab, one) for one in self._other_sheets()) and not self.is_published(tab)

    def is_sheet(self, tab: str) -> bool:
        """Whether a tab is one of those that are read."""
        games = (self.is_games_tab(tab, pattern) for pattern in self.source.games)
        return any(games) or any(is_named(tab, one) for one in self._other_sheets())

    def is_published(self, tab: str) -> bool:
        """Whether a tab's name is one that ratings are published under, of whatever period."""
        return any(is_named(tab, one.replace("{period}", "*")) for one in self.published_tabs())

    def sheets(self) -> list[str]:
        """The names and patterns of the tabs that are read."""
        return [*self.source.games, *self._other_sheets()]

    def _other_sheets(self) -> list[str]:
        return [tab for tab in (self.source.players, self.source.tables, *self.source.actions) if tab]

    def workbooks(self) -> list[Path]:
        """The workbooks that hold the games; those of a pattern in the order of their names."""
        found = (path for name in self.source.workbook for path in _matching(self.folder, name))
        return list(dict.fromkeys(found))

    def destination(self) -> Path | str:
        """What the ratings go to: a workbook's path, or the key of a Google spreadsheet."""
        if self.publish.workbook:
            return _stored(self.folder / self.publish.workbook)
        if self.publish.spreadsheet or not self.source.workbook:
            return self.publish.spreadsheet or self.source.spreadsheet[0]
        return self.workbooks()[0]

    def published_at(self) -> str:
        """Where people find the ratings: a path, or an address at Google."""
        to = self.destination()
        return str(to) if isinstance(to, Path) else google.address(to)

    def publishes_to_source(self) -> bool:
        """Whether the ratings go to where games come from."""
        to = self.destination()
        if isinstance(to, str):
            return to in self.source.spreadsheet
        return real(to) in map(real, self.workbooks())


def _matching(folder: Path, name: str) -> list[Path]:
    """The files of a name, which may be a pattern; the name itself where there are none."""
    path = _stored(folder / name)
    if path.exists() or not _PATTERN & {*name} or Path(name).is_absolute():
        return [path]
    found = sorted(one for one in folder.glob(name) if not one.name.startswith(_TEMPORARY))
    return found or [path]


def _stored(path: Path) -> Path:
    """The path as the disk has it: a file from macOS may spell й as two characters."""
    if path.exists() or not path.parent.is_dir():
        return path
    alike = [
        one for one in path.parent.iterdir() if one.name != path.name and _composed(one) == _composed(path)
    ]
    return alike[0] if len(alike) == 1 else path


def _composed(path: Path) -> str:
    return unicodedata.normalize("NFC", path.name)


def real(path: Path) -> Path:
    """The path without links; one in a circle of links stays as it is, for whoever opens it to report."""
    return Path(os.path.realpath(path))


def is_named(tab: str, pattern: str) -> bool:
    """Whether a tab bears a name that the league file gives, in which * stands for anything.

    Case, spaces and look-alike letters do not count: a tab renamed by a hand must not drop out of the ratings unseen.
    """
    return any(fnmatch.fnmatchcase(fold(tab), fold(reading)) for reading in readings(pattern))


def readings(pattern: str) -> tuple[str, ...]:
    """The ways to read a tab's name of the league file: with brackets as they are, then as a choice of letters."""
    return (pattern.replace("[", "[[]"), pattern) if "[" in pattern else (pattern,)


def load(path: Path) -> League:
    """Read a league file, or the `league.toml` of a folder.

    Raises LeagueFault with the key's path, and the nearest known key for a slip.
    """
    path = path / "league.toml" if os.path.isdir(path) else path  # noqa: PTH112 - it never raises
    raw = toml_file.read(path)
    told = raw.get("language", League.model_fields["language"].default)
    language = told if told in texts.LANGUAGES else "en"
    problems = list(_unclear_places(raw, language))
    try:
        league = League.model_validate({**raw, "folder": path.parent, "file": path})
        problems = problems or list(_inconsistencies(league))
    except ValidationError as error:
        problems += [_problem(one, language) for one in error.errors(include_url=False)]
    if problems:
        listed = "\n".join(f"  {one}" for one in problems)
        raise LeagueFault("league-wrong", language, file=path, problems=listed)
    return league


def _unclear_places(raw: Mapping[str, Any], language: str) -> Iterator[str]:
    """Parts that name two places, and a source that names none."""
    for part, least in (("source", 1), ("publish", 0)):
        told = raw.get(part, {})
        named = [key for key in ("workbook", "spreadsheet") if isinstance(told, dict) and key in told]
        if not least <= len(named) <= 1:
            yield texts.say("league.one-place", language, part=part)


def _problem(error: Any, language: str) -> str:
    """One fault of a league file: the key's path, what is wrong, what is expected."""
    parts = [part for part in error["loc"] if part != "function-before[_listed(), list[str]]"]
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in parts)
    kind = str(error["type"])
    if kind == "extra_forbidden":
        near = get_close_matches(str(parts[-1]), _keys_at(parts[:-1]), n=1)
        told = texts.say("league.unknown-key", language, key=key)
        return told + (texts.say("say.did-you-mean", language, near=near[0]) if near else "")
    if kind == "missing":
        return texts.say("league.missing-key", language, key=key)
    said = f"expected.{kind.replace('_', '-')}"
    expected = texts.say(said, language, **error.get("ctx", {})) if texts.has(said) else error["msg"]
    value = str(error["input"]) if isinstance(error["input"], dt.date) else error["input"]
    value = value[:_LONGEST_SHOWN] + "…" if isinstance(value, str) and len(value) > _LONGEST_SHOWN else value
    return texts.say("league.wrong-value", language, key=key, value=value, expected=expected)


def _keys_at(path: Sequence[Any]) -> list[str]:
    """The keys that are known in a part of the league file."""
    parts: dict[str, type[BaseModel]] = {
        "source": SourcePart,
        "ruleset": RulesetPart,
        "rating": RatingPart,
        "publish": PublishPart,
    }
    model = parts.get(str(path[0]), League) if path else League
    return [info.alias or name for name, info in model.model_fields.items() if not info.exclude]


def _inconsistencies(league: League) -> Iterator[str]:
    """What is wrong with a league file although each of its values is well formed."""
    language = league.language
    publish, source = league.publish, league.source
    if not (publish.workbook or publish.spreadsheet) and len([*source.workbook, *source.spreadsheet]) != 1:
        yield texts.say("league.no-destination", language)
    for number, rating in enumerate(league.rating, 1):
        key = f"rating.{number}"
        if rating.period not in ("all", "month", "season", *PERIOD_COLUMNS):
            near = get_close_matches(rating.period, ["all", "month", "season", *PERIOD_COLUMNS], n=1)
            expected = ", ".join(["month", "season", "all", *PERIOD_COLUMNS])
            told = texts.say(
                "league.wrong-value", language, key=f"{key}.period", value=rating.period, expected=expected
            )
            yield told + (texts.say("say.did-you-mean", language, near=near[0]) if near else "")
        if rating.carry and rating.period not in ("tournament", "stage"):
            expected = 'period = "tournament", "stage"'
            yield texts.say(
                "league.wrong-value", language, key=f"{key}.carry", value="true", expected=expected
            )
        yield from _stages(rating, key, language)
        for month in rating.best_evenings:
            if not _is_period(month, rating):
                expected = '"2023-09"' if rating.period == "month" else f'"{rating.name}"'
                yield texts.say(
                    "league.wrong-value", language, key=f"{key}.best_evenings", value=month, expected=expected
                )
        if rating.first_day and rating.last_day and rating.last_day < rating.first_day:
            yield texts.say(
                "league.days", language, key=f"{key}.to", first=rating.first_day, last=rating.last_day
            )
        if rating.is_many != ("{period}" in rating.tab):
            yield texts.say(
                "league.tab-period", language, key=f"{key}.tab", value=rating.tab, period=rating.period
            )
        if "{" in rating.tab.replace("{period}", ""):
            yield texts.say(
                "league.wrong-value", language, key=f"{key}.tab", value=rating.tab, expected="{period}"
            )
    for column in _twice(league.ruleset.tie_breaks or ()):
        yield texts.say("league.twice", language, key="ruleset.tie_breaks", value=column)
    yield from _labels(league)
    yield from club_columns.problems(source.columns, source.layout, language)
    yield from _names_that_clash(league)


def _stages(rating: RatingPart, key: str, language: str) -> Iterator[str]:
    """A list of stages where there are none, and one that is listed twice."""
    key = f"{key}.stages"
    if rating.stages and rating.period not in ("tournament", "stage"):
        expected = 'period = "tournament", "stage"'
        yield texts.say("league.wrong-value", language, key=key, value=rating.stages, expected=expected)
    folded = [fold(one) for one in rating.stages]
    for twice in (one for at, one in enumerate(rating.stages) if folded[at] in folded[:at]):
        yield texts.say("league.twice", language, key=key, value=twice)


def _labels(league: League) -> Iterator[str]:
    """Labels that name no field, or two."""
    known = [name for table in vocabulary.ON_GAME_TABS for name in vocabulary.fields(table)]
    fields: dict[str, str] = {}
    for label, part in league.source.layout.items():
        key, meant = f"source.layout.{label}", vocabulary.key(label)
        if part.field not in known:
            near = get_close_matches(part.field, known, n=1)
            told = texts.say(
                "league.wrong-value", league.language, key=key, value=part.field, expected=", ".join(known)
            )
            yield told + (texts.say("say.did-you-mean", league.language, near=near[0]) if near else "")
        if not meant:
            expected = texts.say("expected.string-too-short", league.language)
            yield texts.say("league.wrong-value", league.language, key=key, value=label, expected=expected)
        if fields.setdefault(meant, part.field) != part.field:
            yield texts.say("league.twice", league.language, key="source.layout", value=label)


def _twice(keys: Sequence[str]) -> list[str]:
    """The columns that are named again."""
    columns = [key.split(" ")[0] for key in keys]
    return [one for at, one in enumerate(columns) if one in ("score", *columns[:at])]


def _is_period(name: str, rating: RatingPart) -> bool:
    """Whether a period of the rating may have this name."""
    if rating.period == "month":
        return re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", name) is not None
    return rating.is_many or name == rating.name


def _names_that_clash(league: League) -> Iterator[str]:
    """Ratings or tabs of one name, and tabs that the sheets stand on; the case of letters does not count."""
    names = [rating.name for rating in league.rating]
    books = [path.name for path in league.workbooks()]
    for what, listed in (
        ("rating.name", names),
        ("source.workbook", books),
        ("source.spreadsheet", league.source.spreadsheet),
        ("rating.tab", league.published_tabs()),
    ):
        folded = [one.casefold() for one in listed]
        for twice in dict.fromkeys(one for one in listed if folded.count(one.casefold()) > 1):
            yield texts.say("league.twice", league.language, key=what, value=twice)
    patterns = [one for one in league.sheets() if one != "*"]
    for tab in league.published_tabs():
        if any(is_named(tab.replace("{period}", "2023-09"), pattern) for pattern in patterns):
            yield texts.say("league.tab-is-source", league.language, value=tab)
