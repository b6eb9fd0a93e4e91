"""The whole way on one screen: ingest, check, score, rate, publish."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

import rulesets
from pipelines import club_columns, findings, texts
from pipelines.checks import checks, own_figures
from pipelines.enrich import actions, players, weights
from pipelines.errors import DestinationFault, Fault, LeagueFault, SourceFault
from pipelines.ingest.games import Sheets, blank, ingest
from pipelines.league import League, RatingPart, is_named
from pipelines.publish import files, names
from pipelines.publish.tab import NO_PAST, Destination, Tab
from pipelines.publish.tables import findings_tab, past, tabs
from pipelines.rating.rate import periods, rate
from pipelines.rating.score import score
from pipelines.sources import copies
from pipelines.sources.grid import TEXT_TABLES, Source
from rulesets import OF_PLAYER, Edition, Ruleset, RulesFault
from rulesets.edition import OrderKey
from rulesets.words import fold, name_folded

if TYPE_CHECKING:
    from pipelines.sources.google import Spreadsheet

_MADE_LATER = (
    *("game", "status", *OF_PLAYER, "is_shot_out", "vote_accuracy", "weight"),
    *("distance", "best_evenings"),
)
_CHANGED_MEANWHILE = ("destination-changed", "spreadsheet-changed")
_IDENTITIES = (
    "sheet",
    "row",
    "evening_date",
    "place",
    "rating",
    "period",
    "games",
    "wins",
    "score",
    "edition",
)
Step = Callable[[str], None]


@dataclass(frozen=True)
class Rebuilt:
    """What a rebuild made. `scored` and `standings` are None if errors stopped it before; then `tabs` are the findings.

    `unwritten` is why they could not be written.

    `spreadsheets` are those at Google that were read, for what is written there must not be read twice.
    """

    league: League
    ruleset: Ruleset
    sheets: Sheets
    findings: pd.DataFrame
    scored: pd.DataFrame | None = None
    standings: pd.DataFrame | None = None
    tabs: Sequence[Tab] = ()
    published: bool = False
    unwritten: Fault | None = None
    exported: Sequence[Path] = ()
    spreadsheets: Sequence["Spreadsheet"] = ()

    @property
    def left_out(self) -> int:
        """How many games were left out for their errors."""
        return (
            0 if self.scored is None else self.sheets.seats["game"].nunique() - self.scored["game"].nunique()
        )

    @property
    def stopped(self) -> bool:
        """Whether errors in the sheets kept the ratings from being made."""
        return self.standings is None


def rules_of(league: League) -> Ruleset:
    """The league's ruleset with its pinned edition and its own figures.

    Raises LeagueFault if there is no such ruleset, edition, figure or finding.
    """
    chosen = league.ruleset
    with _rules_told(league):
        ruleset = rulesets.find(chosen.name, league.folder)
        own = league.source.columns
        known = {*_MADE_LATER, *_IDENTITIES, *(rule.name for rule in ruleset.dated), *ruleset.rules}
        for problem in club_columns.clashes(own, known, league.language):
            raise _wrong(league, problem)
        ruleset.check_needs({*blank("games", 0), *_MADE_LATER, *(part.field for part in own.values())})
        if chosen.edition != "auto":
            ruleset = replace(ruleset, editions=(_pinned(ruleset, league),))
        editions = tuple(edition.with_figures(chosen.parameters) for edition in ruleset.editions)
    for number, rating in enumerate(league.rating, 1):
        if rating.best_evenings and "best_evenings" not in ruleset.needed(ruleset.rules):
            key = f"rating.{number}.best_evenings"
            problem = texts.say("league.not-of-ruleset", league.language, key=key, ruleset=ruleset.name)
            raise _wrong(league, problem)
    codes = {*texts.codes("finding"), *(rule.code for rule in ruleset.dated)}
    for code in league.severities:
        if code not in codes:
            problem = texts.say("league.unknown-code", league.language, key=code)
            raise _wrong(league, problem)
    with _rules_told(league):
        placed = tuple(_with_tie_breaks(edition, ruleset, league) for edition in editions)
        return replace(ruleset, editions=placed)


def _wrong(league: League, problem: str) -> LeagueFault:
    return LeagueFault("league-wrong", league.language, file=league.file, problems=problem)


def _with_tie_breaks(edition: Edition, ruleset: Ruleset, league: League) -> Edition:
    """The edition with the league's own tie-breaks, if it has some, after the score. Raises LeagueFault."""
    if league.ruleset.tie_breaks is None:
        return edition
    keys = [one.split(" ") for one in league.ruleset.tie_breaks]
    for number, (column, _) in enumerate(keys, 1):
        if column not in ruleset.rated_columns:
            key = f"ruleset.tie_breaks.{number}"
            known = ", ".join(sorted(ruleset.rated_columns))
            problem = texts.say("league.wrong-value", league.language, key=key, value=column, expected=known)
            raise _wrong(league, problem)
    own = [OrderKey.model_validate({"column": c, "direction": d, "clause": "league file"}) for c, d in keys]
    return replace(edition, order=(edition.order[0], *own))


def _pinned(ruleset: Ruleset, league: League) -> Edition:
    """The edition that the league names, in force on every day."""
    try:
        return replace(ruleset.edition(league.ruleset.edition), first_day=None, last_day=None)
    except KeyError:
        known = ", ".join(edition.name for edition in ruleset.editions)
        chosen = league.ruleset
        raise LeagueFault(
            "no-such-edition", league.language, ruleset=chosen.name, edition=chosen.edition, known=known
        ) from None


def sources_of(league: League) -> Sequence[Source]:
    """Where the league's games are. Raises SourceFault for a file, or a spreadsheet, that cannot be read."""
    return spreadsheets_of(league) or [_file(path) for path in league.workbooks()]


def _file(path: Path) -> Source:
    """A workbook on disk, or a text table."""
    if path.suffix.lower() in TEXT_TABLES:
        from pipelines.sources.csv import CsvFile

        return CsvFile(path)
    from pipelines.sources.workbook import Workbook

    return Workbook(path)


def spreadsheets_of(league: League) -> Sequence["Spreadsheet"]:
    """The Google spreadsheets that the league's games are in; of that which the ratings go to, their tabs are read too.

    Raises SourceFault, also if there is no tab of a name that the league file gives.
    """
    if not league.source.spreadsheet:
        return []
    from pipelines.sources.google import Spreadsheet

    def wanted(key: str) -> Callable[[str], bool]:
        is_both = key == league.destination()
        return lambda tab: league.is_sheet(tab) or (is_both and league.is_published(tab))

    found: list[Spreadsheet] = []
    for key in league.source.spreadsheet:
        found.append(Spreadsheet(key, wanted(key), found[0].client if found else None))
    _check_tabs(found, league)
    return found


def _check_tabs(read: Sequence["Spreadsheet"], league: League) -> None:
    """Raise SourceFault, with the nearest name, for a tab that the league file names and no spreadsheet has."""
    tabs = [tab for one in read for tab in one.tabs()]
    for pattern in league.sheets():
        if not any(is_named(tab, pattern) for tab in tabs):
            from rapidfuzz import process

            near = process.extractOne(pattern, tabs, processor=fold)[0]
            raise SourceFault(
                "no-such-sheet", tab=pattern, file=", ".join(one.name for one in read), near=near
            )


def destination_of(league: League, read: Sequence["Spreadsheet"] = ()) -> Destination:
    """Where the league's ratings go; `read` are the Google spreadsheets that the games were read from."""
    to = league.destination()
    if isinstance(to, Path):
        from pipelines.publish.workbook import WorkbookFile

        is_read = league.is_sheet if league.publishes_to_source() else lambda tab: False
        return WorkbookFile(to, league.publish.backups, is_read)
    from pipelines.publish.google import GoogleSpreadsheet

    return GoogleSpreadsheet(to, league.is_published, next((one for one in read if one.key == to), None))


def check(league: League, step: Step = lambda _: None) -> Rebuilt:
    """Read the sheets and find what is wrong with them."""
    ruleset = rules_of(league)
    step("read")
    spreadsheets = spreadsheets_of(league)
    sources = spreadsheets or sources_of(league)
    sheets = known(ingest(sources, league, ruleset.needed(ruleset.rules), ruleset.roles), league, ruleset)
    _check_tab_names(league, sheets)
    step("check")
    with _rules_told(league):
        found = findings.all_of([checks.check(sheets, league, ruleset), *_of_files(league, sheets)])
        checked = Rebuilt(league, ruleset, sheets, found, spreadsheets=spreadsheets)
        sound = checks.without_faulty_games(sheets.seats, found)
        if len(sheets.own_figures) and len(sound) and checks.only_in_games(found, sheets.layouts):
            return _with_own_figures(checked, _scored(checked, sound))
    return checked


def _of_files(league: League, sheets: Sheets) -> Iterator[pd.DataFrame]:
    """What is doubtful in the files themselves: the names of tabs to publish, and copies beside the workbooks."""
    yield names.check(league, sheets.seats)
    to = league.destination()
    books = [*league.workbooks(), *([to] if isinstance(to, Path) else [])]
    yield findings.with_severities(copies.check(books, league.language), league.severities)


def _scored(checked: Rebuilt, seats: pd.DataFrame) -> pd.DataFrame:
    """The seats with their points, over the distance of the first rating."""
    return score(seats, checked.ruleset, periods(seats, _first_rating(checked.league, checked.ruleset)))


def _with_own_figures(checked: Rebuilt, scored: pd.DataFrame) -> Rebuilt:
    """The outcome with the findings of the club's own figures that are not ours."""
    found = own_figures.check(scored, checked.sheets, checked.league, checked.ruleset)
    known = checked.findings["code"] != "typed-points-differ"
    return replace(checked, findings=findings.all_of([checked.findings[known], found]))


def known(sheets: Sheets, league: League, ruleset: Ruleset) -> Sheets:
    """The sheets with what the other tabs tell of each seat: the player, the log of acts, the weight of the game."""
    told = actions.known(players.known(sheets), ruleset, league.language)
    if "evening_date" in ruleset.rules:
        columns: dict[str, pd.Series] = {str(name): column for name, column in told.seats.items()}
        ruleset.resolve(["evening_date"], columns, None)
        told = replace(told, seats=told.seats.assign(evening_date=columns["evening_date"]))
    return weights.known(told)


def rated(league: League, step: Step = lambda _: None) -> Rebuilt:
    """Check, score and rate, without writing anything; stops after the checks if they find errors."""
    checked = check(league, step)
    seats = checked.sheets.seats
    if len(checks.errors(checked.findings)):
        if league.on_error == "stop" or not checks.only_in_games(checked.findings, checked.sheets.layouts):
            return checked
        seats = checks.without_faulty_games(seats, checked.findings)
        if seats.empty:
            return checked
    with _rules_told(league):
        step("score")
        scored = _scored(checked, seats)
        if len(checked.sheets.own_figures):
            checked = _with_own_figures(checked, scored)
        step("rate")
        standings = rate(scored, league.rating, checked.ruleset)
        found = checks.of_standings(standings, league, checked.ruleset)
    together = pd.concat([checked.findings, found], ignore_index=True) if len(found) else checked.findings
    return replace(checked, scored=scored, standings=standings, findings=together)


def _first_rating(league: League, ruleset: Ruleset) -> RatingPart:
    """The rating whose distance the scored seats have: the first; if only the best count, the first by month."""
    by_month = [rating for rating in league.rating if rating.period == "month"]
    only_best = "best_evenings" in ruleset.needed(ruleset.rules)
    return by_month[0] if by_month and only_best else league.rating[0]


def rebuild(
    league: League,
    *,
    dry_run: bool = False,
    export: Path | None = None,
    form: files.Format = "csv",
    step: Step = lambda _: None,
) -> Rebuilt:
    """Rebuild a league's ratings from its sheets and publish them; if errors stop it, the findings tab alone is written.

    If somebody saves a workbook meanwhile, or changes the tabs of a spreadsheet, it starts over, once. Raises
    LeagueFault, SourceFault or DestinationFault.
    """
    if dry_run:
        return _rebuilt(league, True, None, form, step)
    with destination_of(league).locked():
        try:
            return _rebuilt(league, False, export, form, step)
        except (SourceFault, DestinationFault) as fault:
            if fault.code not in _CHANGED_MEANWHILE:
                raise
            step("again")
            return _rebuilt(league, False, export, form, step)


def _rebuilt(league: League, dry_run: bool, export: Path | None, form: files.Format, step: Step) -> Rebuilt:
    before = _stamps(league)
    done = rated(league, step)
    made = _tabs_of(done)
    if done.stopped and not made:
        return done
    step("publish")
    to = destination_of(league, done.spreadsheets)
    _spare_the_sheets(league, done.sheets, made, to)
    if export and not done.stopped:
        files.prepare(export)
    reported: list[tuple[str, str, str]] = []
    try:
        written = to.publish(
            made,
            dry_run=dry_run,
            report=lambda *finding: reported.append(finding),
            past=NO_PAST if done.standings is None else past(league, done.ruleset, done.standings),
            still=lambda: _stamps(league) == before,
        )
    except (SourceFault, DestinationFault) as fault:
        if not done.stopped or fault.code in _CHANGED_MEANWHILE:
            raise
        return replace(done, unwritten=fault)  # the errors of the sheets are what matters, and are shown
    done = _with_reported(done, reported)
    exported: list[Path] = []
    if export and done.scored is not None and done.standings is not None:
        tables = files.exports(done.standings, done.scored, done.findings, done.ruleset)
        exported = files.export(tables, export, form)
    return replace(done, tabs=made, published=written, exported=exported)


def _tabs_of(done: Rebuilt) -> list[Tab]:
    """The tabs to publish; if errors stopped the ratings, that of the findings alone, if the league asks for it."""
    if done.scored is not None and done.standings is not None:
        return tabs(done.league, done.ruleset, done.standings, done.scored, done.findings)
    name = done.league.publish.findings
    return [findings_tab(name, done.findings, done.sheets.seats["game"], done.league)] if name else []


def _with_reported(done: Rebuilt, reported: Sequence[tuple[str, str, str]]) -> Rebuilt:
    """The outcome with what the publishing found: code, tab and value of each."""
    told = [
        findings.found(code, done.league.language, file="", tab=tab, value=value)
        for code, tab, value in reported
    ]
    return replace(done, findings=pd.concat([done.findings, *told], ignore_index=True)) if told else done


def _stamps(league: League) -> list[tuple[int, int, int] | None]:
    """What changes when somebody saves one of the workbooks that are read."""
    found = [path.stat() if path.exists() else None for path in league.workbooks()]
    return [one and (one.st_mtime_ns, one.st_size, one.st_ino) for one in found]


def _check_tab_names(league: League, sheets: Sheets) -> None:
    """Raise LeagueFault if the tab of a rating has a name that is to be read as games, players, tables or a log.

    The next rebuild would read it as that. A lone * leaves out what is published.
    """
    if not league.publishes_to_source():
        return
    patterns = [pattern for pattern in league.sheets() if pattern != "*"]
    for one in names.of_ratings(league, sheets.seats):
        for pattern in patterns:
            if is_named(one.tab, pattern):
                raise LeagueFault(
                    "tab-would-be-read",
                    league.language,
                    file=league.file,
                    tab=one.tab,
                    rating=one.rating,
                    pattern=pattern,
                )


def _spare_the_sheets(league: League, sheets: Sheets, made: Sequence[Tab], to: Destination) -> None:
    """Raise LeagueFault if a tab to publish would be one that was read, under the name that it really gets."""
    read = {name_folded(layout.tab): layout.tab for layout in sheets.layouts}
    read |= {name_folded(to.tab_name(tab)): tab for tab in read.values()}
    for tab in made:
        if name_folded(to.tab_name(tab.name)) in read and league.publishes_to_source():
            raise LeagueFault("tab-was-read", league.language, tab=tab.name, file=league.published_at())


@contextmanager
def _rules_told(league: League) -> Iterator[None]:
    """Turn a fault of a ruleset into one of the league."""
    try:
        yield
    except RulesFault as fault:
        raise LeagueFault(
            "rules-wrong", league.language, file=fault.file, name=fault.name, problem=fault.problem
        ) from fault
