"""The command line: each command is a call of the library and a way to print its answer."""

import atexit
import gc
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines import texts
from pipelines.arguments import NicknameCommand
from pipelines.display import json_safe, visible
from pipelines.report import unexpected
from pipelines.report.output import open_outputs

if TYPE_CHECKING:  # pandas takes a third of a second to import: only the commands that compute pay it
    from pipelines.league import League
    from pipelines.rebuild import Rebuilt

app = typer.Typer(
    help="Rebuild the ratings of a Mafia club from its game sheets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Leagues = Annotated[
    list[Path], typer.Argument(help="League files, or the folders of a league.toml.", metavar="LEAGUE...")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one summary object on stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


@app.command()
def rebuild(
    leagues: Leagues,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Do all but write.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            help="Also write standings, scored seats and findings to this folder (not with --dry-run).",
            metavar="DIR",
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", help="Of the exports: csv or parquet.")] = "csv",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print errors, and the codes of warnings with their number.")
    ] = False,
    silent: Annotated[bool, typer.Option("--silent", help="Print nothing but errors.")] = False,
    as_json: AsJson = False,
) -> None:
    """Rebuild the ratings and publish them.

    Exit status: 0 published or unchanged; 1 the sheets have errors (no rating written); 2 usage or league file;
    3 source or destination cannot be read, written or reached; 4 the output cannot be written, or a fault of the program.
    """
    if export and len(leagues) > 1:
        raise typer.BadParameter(
            "takes one league: the next one's files would replace it", param_hint="--export"
        )
    if form not in ("csv", "parquet"):
        raise typer.BadParameter("must be csv or parquet", param_hint="--format")
    options = {"silent": silent or as_json, "dry_run": dry_run, "export": export, "form": form}
    _each(leagues, _rebuild_one, quiet=quiet or silent, as_json=as_json, **options)


@app.command()
def check(
    leagues: Leagues,
    quiet: Quiet = False,
    as_json: AsJson = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show all findings, not the first ten of a code.")
    ] = False,
    layout: Annotated[
        bool, typer.Option("--layout", help="Show first what was found where in the tabs, cell by cell.")
    ] = False,
) -> None:
    """Find what is wrong in the sheets; writes nothing.

    Exit status: 0 no errors (there may be warnings); 1 errors; 2 usage or league file; 3 cannot be read.
    """
    _each(leagues, _check_one, quiet=quiet, as_json=as_json, every=every, layout=layout)


@app.command()
def players(
    league: Annotated[Path, typer.Argument(help="A league file, or the folder of a league.toml.")],
    suggest: Annotated[
        bool,
        typer.Option("--suggest", help="Print rows for the players tab that join spellings of one name."),
    ] = False,
) -> None:
    """Show who plays in the league, under which spellings; errors in the sheets do not keep it from that.

    Exit status: 0; 1 no player could be read; 2 usage or league file; 3 cannot be read.
    """
    with _faults() as failed:
        failed[0] = _players_one(_loaded(league), suggest)
    raise typer.Exit(failed[0])


@app.command(cls=NicknameCommand)
def explain(
    league: Annotated[Path, typer.Argument(help="A league file, or the folder of a league.toml.")],
    player: Annotated[str, typer.Argument(help="A nickname; case and look-alike letters do not count.")],
    period: Annotated[str, typer.Option(help="A month such as 2023-09, or a rating's name.")] = "",
) -> None:
    """Show where every point of a player comes from: game, component, clause, cell."""
    with _faults() as failed:
        failed[0] = _explain_one(_loaded(league), player, period)
    raise typer.Exit(failed[0])


@app.command()
def google_check(
    league: Annotated[Path, typer.Argument(help="A league file, or the folder of a league.toml.")],
) -> None:
    """Show which account we are at Google, what it may do, and which tabs it sees; changes nothing.

    Exit status: 0 all that the league needs; 2 usage or league file; 3 something is missing.
    """
    with _faults() as failed:
        _check_google(_loaded(league))
    raise typer.Exit(failed[0])


@app.command()
def rules(
    name: Annotated[
        str, typer.Argument(help="A ruleset; without it, all are listed.", metavar="[RULESET]")
    ] = "",
) -> None:
    """Show the rulesets, or one's editions with their figures and clauses."""
    from pipelines.report import drawn
    from rulesets import RulesFault

    try:
        drawn.show_rules(name)
    except RulesFault as fault:
        typer.echo(visible(str(fault)), err=True)
        raise typer.Exit(2) from None


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to put the sample leagues.", metavar="[DIR]")] = Path(
        "demo"
    ),
) -> None:
    """Copy the sample leagues to a folder, rebuild them, and show what comes out."""
    from pipelines.report import drawn
    from pipelines.template import samples

    with _faults() as failed:
        paths = samples.copy(folder)
    if failed[0]:
        raise typer.Exit(failed[0])
    status = 0
    for path in paths:
        with _faults() as failed:
            league = _loaded(path)
            drawn.demo(_rebuilt(league))
        status = max(status, failed[0])
    typer.echo(f"\nOpen {paths[0] / 'games.xlsx'} and look at its last tabs; change a game, and rebuild it:")
    command = "mafrating" if shutil.which("mafrating") else sys.argv[0]
    typer.echo(f"  {command} rebuild {paths[0]}")
    raise typer.Exit(status)


@app.command()
def template(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset, or a club's own file of rules beside FILE.", metavar="RULESET")
    ],
    file: Annotated[Path, typer.Argument(help="The workbook to make, such as games.xlsx.", metavar="FILE")],
    protocol: Annotated[
        bool, typer.Option("--protocol", help="The form of one game a block, not one row a seat.")
    ] = False,
    language: Annotated[str, typer.Option(help="Of the workbook: ru, uk or en.")] = "ru",
) -> None:
    """Make an empty workbook to start from, and a league file beside it; no file that is there is touched.

    Exit status: 0 written; 2 usage, or no such ruleset; 3 FILE is there already, or cannot be written.
    """
    from pipelines.template import workbook as start
    from rulesets import RulesFault

    if language not in texts.LANGUAGES:
        raise typer.BadParameter("must be ru, uk or en", param_hint="--language")
    with _faults() as failed, _in_language(language):
        try:
            typer.echo(start.write(ruleset, file, language, protocol=protocol).told(language))
        except RulesFault as fault:
            typer.echo(visible(str(fault)), err=True)
            failed[0] = 2
    raise typer.Exit(failed[0])


def main() -> None:
    """Run the program, and leave with its exit status; whatever happens ends in one message.

    It lives for seconds: looking for garbage during the imports, and once more at the end, takes a tenth of them.
    """
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    stdout = open_outputs()
    try:
        app()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        status = unexpected.EXIT_STATUS
        typer.echo(unexpected.message(error, "en"), err=True)
    stdout.flush()
    if stdout.is_lost and not status:
        typer.echo(texts.say("say.output-lost", "en", problem=stdout.failed), err=True)
        status = unexpected.EXIT_STATUS
    sys.exit(status)


# --- one league


def _each(leagues: list[Path], one: Any, *, quiet: bool, as_json: bool, **options: Any) -> None:
    """Do one thing with each league; the worst exit status is that of all."""
    status, summaries = 0, []
    for path in leagues:
        with _faults() as failed:
            worse, summary = one(_loaded(path), quiet=quiet or as_json, **options)
            failed[0] = worse
            summaries.append(summary)
        if len(failed) > 1:
            summaries.append({"league": str(path), "status": "failed", "message": failed[1]})
        status = max(status, failed[0])
    if as_json:
        typer.echo(
            json_safe(json.dumps({"exit": status, "leagues": summaries}, ensure_ascii=False, indent=2))
        )
    raise typer.Exit(status)


def _loaded(path: Path) -> "League":
    from pipelines import league

    return league.load(path)


def _rebuilt(league: "League", *, quiet: bool = False, **options: Any) -> "Rebuilt":
    from pipelines.rebuild import rebuild as whole_way
    from pipelines.report.progress import progress

    with _in_language(league.language), progress(league.language, quiet=quiet) as step:
        return whole_way(league, step=step, **options)


def _rebuild_one(
    league: "League", *, quiet: bool, silent: bool, **options: Any
) -> tuple[int, dict[str, Any]]:
    done = _rebuilt(league, quiet=quiet, **options)
    from pipelines.report import terminal

    terminal.show_rebuilt(done, quiet=quiet, silent=silent, dry_run=options["dry_run"])
    return int(done.stopped), terminal.summary(done, dry_run=options["dry_run"])


def _check_one(league: "League", *, quiet: bool, every: bool, layout: bool) -> tuple[int, dict[str, Any]]:
    from pipelines.rebuild import check as look
    from pipelines.report import layouts, terminal
    from pipelines.report.progress import progress

    with _in_language(league.language), progress(league.language, quiet=quiet) as step:
        done = look(league, step)
    if layout and not quiet:
        terminal.show_layout(done)
    terminal.show_checked(done, quiet=quiet, every=every)
    status = int((done.findings["severity"] == "error").any())
    return status, terminal.summary(done) | ({"layout": layouts.as_data(done)} if layout else {})


def _players_one(league: "League", suggest: bool) -> int:
    import pandas as pd

    from pipelines.checks import similar_names
    from pipelines.enrich.players import known
    from pipelines.ingest.games import ingest
    from pipelines.rebuild import sources_of
    from pipelines.report import drawn, terminal
    from pipelines.report.progress import progress

    with _in_language(league.language), progress(league.language) as step:
        step("read")
        read = ingest(sources_of(league), league)
    if read.seats["player"].isna().all() and read.players.empty:
        typer.echo(texts.say("say.no-players", league.language, league=league.name), err=True)
        return 1
    if suggest:
        links = similar_names.suggested(known(read))
        terminal.show_suggested(links, similar_names.rows(links), league)
    else:
        drawn.show_people(similar_names.table(read, pd.Timestamp.today().normalize()), league)
    return 0


def _explain_one(league: "League", player: str, period: str) -> int:
    from pipelines.rating.explain import explain as explained
    from pipelines.rebuild import rated
    from pipelines.report import drawn, terminal
    from pipelines.report.progress import progress

    with _in_language(league.language), progress(league.language) as step:
        done = rated(league, step)
        if not done.stopped:
            drawn.show_explained(done, explained(done, player, period))
            return 0
    terminal.show_rebuilt(done, quiet=False, dry_run=True)
    return 1


def _check_google(league: "League") -> None:
    from pipelines.errors import DestinationFault
    from pipelines.report import google_check as access
    from pipelines.report import terminal

    with _in_language(league.language):
        for one in access.check(league):
            terminal.show_access(one, league.language)
            if one.is_destination and not one.may_write:
                account = one.spreadsheet.client.account
                raise DestinationFault("spreadsheet-read-only", file=one.spreadsheet.name, account=account)


@contextmanager
def _in_language(language: str) -> Iterator[None]:
    """Faults of the work speak the language of the league, or of the form."""
    try:
        yield
    except Exception as fault:
        if not getattr(fault, "language", ""):
            fault.__dict__["language"] = language
        raise


@contextmanager
def _faults() -> Iterator[list[Any]]:
    """Turn a fault into its message on stderr and its exit status, in the list that is given."""
    from pipelines.errors import Fault

    outcome: list[Any] = [0]
    try:
        yield outcome
    except Fault as fault:
        outcome[:] = [fault.exit_status, fault.say(fault.language or "en")]
    except Exception as error:
        language = error.__dict__.get("language", "en")
        outcome[:] = [unexpected.EXIT_STATUS, unexpected.message(error, language)]
    if len(outcome) > 1:
        typer.echo(visible(outcome[1]), err=True)
