"""A workbook to start from, and its league file: tabs with headers, notes, drop-downs and an example to delete."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xlsxwriter.worksheet import Worksheet

import rulesets
from pipelines import texts
from pipelines.addresses import column_letters
from pipelines.errors import DestinationFault
from pipelines.ingest.games import GAME_FACTS, IDENTITY
from pipelines.ingest.vocabulary import Field, Table
from pipelines.publish.xlsx import disk
from pipelines.template import protocol as forms
from pipelines.template.form import TABLES, Book, Form, put, width

Row = Mapping[str, Any]  # what a row of a tab holds, by field

_HEADER, _FIRST, _LAST = 1, 2, 9_999  # rows of a tab, the first being 0
_LEAGUE = "league.toml"
_BESIDE: Final = 34  # the place where remarks begin in the league file


@dataclass(frozen=True)
class Written:
    """What was written: the workbook, and the league file beside it unless there was one."""

    workbook: Path
    league: Path
    is_league_new: bool

    def told(self, language: str) -> str:
        """What was written, and what to type next."""
        code = "written" if self.is_league_new else "league-kept"
        written = texts.say(f"say.template-{code}", language, workbook=self.workbook, league=self.league)
        return f"{written}\n{texts.say('say.template-next', language, folder=self.league.parent)}"


def write(ruleset: str, path: Path, language: str, *, protocol: bool = False) -> Written:
    """Make a workbook to start from at `path`, and a league file beside it if there is none.

    `ruleset` is a published one's name, or a club's own file beside the workbook. No file that is there is touched.
    Raises RulesFault for a ruleset that cannot be used, DestinationFault for a file that cannot be written.
    """
    if path.suffix.lower() != ".xlsx":
        raise DestinationFault("template-not-xlsx", file=path)
    if not path.parent.is_dir():
        raise DestinationFault("destination-no-folder", file=path, folder=path.parent)
    form = Form(rulesets.find(ruleset, path.parent), ruleset, language)
    if not _made(path, _workbook(form, protocol=protocol)):
        raise DestinationFault("template-exists", file=path)
    league = path.with_name(_LEAGUE)
    return Written(path, league, _made(league, _league(form, path.name).encode()))


def _made(path: Path, content: bytes) -> bool:
    """Whether the file was made: not if there is one. Raises DestinationFault, and leaves nothing, if it cannot be."""
    with disk.faults(path):
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            return False
        except OSError:
            path.unlink(missing_ok=True)
            raise
    return True


# --- the workbook


def _workbook(form: Form, *, protocol: bool) -> bytes:
    book = Book(form)
    for table in TABLES:
        fields = form.fields(table)
        if table == "games" and protocol:
            forms.add(book, list(_games(form)))
        elif fields:
            _tab(book, table, fields, list(_EXAMPLES[table](form)))
    book.close()
    return book.content.getvalue()


def _tab(book: Book, table: Table, fields: Sequence[Field], rows: Sequence[Row]) -> None:
    """A tab: a hint, the header row with its notes, the rows of the example, drop-downs all the way down."""
    form = book.form
    sheet = book.add_worksheet(form.tab(table))
    widths = [width(field, form.header(field.name)) for field in fields]
    book.hint(sheet, form.say(f"hint-{table}"), widths)
    sheet.set_row(_HEADER, 34)
    sheet.repeat_rows(_HEADER)
    for column, (field, wide) in enumerate(zip(fields, widths, strict=True)):
        sheet.set_column(column, column, wide, book.of_field(field))
        of_game = table == "games" and field.name in (*IDENTITY, *GAME_FACTS)
        sheet.write_string(_HEADER, column, form.header(field.name), book.of_header(of_game=of_game))
        book.annotate(sheet, _HEADER, column, form.note(table, field))
        if (table, field.name) != ("players", "player"):
            book.ask(sheet, (_FIRST, column, _LAST, column), field)
    for row, told in enumerate(rows, _FIRST):
        for column, field in enumerate(fields):
            put(sheet, row, column, told.get(field.name))
    _show_what_is_what(book, sheet, table, fields)
    book.set_up(sheet, frozen=_FIRST)


def _show_what_is_what(book: Book, sheet: Worksheet, table: Table, fields: Sequence[Field]) -> None:
    """Grey what is still the example, by its table or nickname, and draw a line above each game."""
    letters = {field.name: f"${column_letters(number)}" for number, field in enumerate(fields, 1)}
    area = (_FIRST, 0, _LAST, len(fields) - 1)
    row = _FIRST + 1
    key, known = (
        ("table", [book.form.say("example")]) if "table" in letters else ("player", book.form.players)
    )
    listed = "|".join(known)
    book.grey(sheet, area, f'=ISNUMBER(FIND("|"&{letters[key]}{row}&"|","|{listed}|"))')
    if table in ("games", "actions"):
        differs = ",".join(
            f"{letters[one]}{row}<>{letters[one]}{row - 1}" for one in IDENTITY if one in letters
        )
        book.line(sheet, area, f'=AND({letters["game_no"]}{row}<>"",OR({differs}))')


# --- the example


def _identity(form: Form) -> Row:
    """What tells the example game; its table says that it is one."""
    return {"date": form.day, "table": form.say("example"), "game_no": 1}


def _games(form: Form) -> Iterator[Row]:
    """The seats of the example game; what belongs to the whole game stands on the first."""
    facts = {
        **{name: form.say(name) for name in ("club", "judge", "tournament")},
        "kind": form.word("kinds", "rated"),
        "winner": form.word("winners", "red"),
    }
    kinds = {field.name: field.kind for field in form.fields("games")}
    seats = {
        name: {int(seat): form.word(kinds[name], value) for seat, value in told.items()}
        for name, told in form.example["seats"].items()
        if name in kinds
    }
    for seat, (player, role) in enumerate(zip(form.players, form.example["roles"], strict=True), 1):
        own = {name: told[seat] for name, told in seats.items() if seat in told}
        who = {"seat": seat, "player": player, "role": form.word("roles", role)}
        yield {**_identity(form), **(facts if seat == 1 else {}), **who, **own}


def _players(form: Form) -> Iterator[Row]:
    """The players of the example game, the first one promoted since and known by another name."""
    first, *others = form.players
    new_year, summer = form.day.replace(month=1, day=1), form.day.replace(month=6, day=1)
    bronze, silver = (form.word("statuses", one) for one in ("bronze", "silver"))
    yield {
        "player": first,
        "status": bronze,
        "since": new_year,
        "registration": 1,
        "aliases": form.say("alias"),
    }
    if "status" in form.needed:
        yield {"player": first, "status": silver, "since": summer}
    for number, player in enumerate(others, 2):
        yield {"player": player, "registration": number}


def _weights(form: Form) -> Iterator[Row]:
    """What a point is worth at the table of the example."""
    yield {**_identity(form), "game_no": None, "weight": 10}


def _acts(form: Form) -> Iterator[Row]:
    """The log of the example game."""
    for phase, action, actor, targets in form.example["acts"]:
        act = {"phase": form.word("phase", phase), "action": form.word("actions", action)}
        yield {**_identity(form), **act, "actor": actor or None, "targets": targets}


_EXAMPLES = {"games": _games, "players": _players, "tables": _weights, "actions": _acts}


# --- the league file


def _league(form: Form, workbook: str) -> str:
    """A league file for the workbook: ratings by month or tournament, and of all games."""
    period = "tournament" if form.is_of_tournaments else "month"
    tabs = {table: form.tab(table) for table in TABLES if form.fields(table)}
    lines = [
        f"# {form.say('league-about')}",
        "",
        _line("name", form.say("club"), form.say("league-name")),
        _line("language", form.language),
        "",
        "[source]",
        _line("workbook", workbook),
        _line("games", [f"{tabs.pop('games')}*"], form.say("league-games")),
        *(
            _line(table, tab, form.say("league-actions") if table == "actions" else "")
            for table, tab in tabs.items()
        ),
        "",
        "[ruleset]",
        _line("name", form.called),
        "",
        "[[rating]]",
        _line("name", period),
        _line("tab", form.say("rating"), form.say(f"league-{period}")),
        _line("period", period),
        "",
        "[[rating]]",
        _line("name", "all"),
        _line("tab", form.say("rating-of-all")),
        _line("period", "all"),
        "",
        "[publish]",
        _line("details", form.say("details")),
        _line("findings", form.say("findings")),
    ]
    return "\n".join(lines) + "\n"


def _line(key: str, value: str | list[str], remark: str = "") -> str:
    """A key and its value, which TOML writes as JSON does, and perhaps a remark."""
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    return f"{line.ljust(_BESIDE)} # {remark}" if remark else line
