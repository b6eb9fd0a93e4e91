"""What the tabs of a template ask for: columns, words to choose from, notes, an example; and how they look."""

import datetime as dt
import functools
import io
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipelines import texts
from pipelines.ingest import values, vocabulary
from pipelines.ingest.vocabulary import Field, Table
from rulesets import Ruleset

Area = tuple[int, int, int, int]  # first row, first column, last row, last column, from 0
TABLES: tuple[Table, ...] = ("games", "players", "tables", "actions")
_EVERY_CLUB = ("date", "table", "game_no", "judge", "seat", "player", "role", "winner")
_APPROVAL = "is_approved"  # what only checks need, and yet is typed
_REMOVALS = (
    "is_left_table",
    "is_disqualified",
)  # a removal says as much, unless these have points of their own
_EXAMPLE_DAY: Final = dt.date(2025, 9, 12)  # past, on whatever clock
_PHASES = 6  # nights and days to choose from
_LISTED_PLAYERS = 300  # rows of the players tab that are offered as nicknames
_FIRST_DATE: Final = dt.date(2000, 1, 1)
_BOUNDS: Mapping[str, tuple[int, int]] = {  # a date that was meant as a figure lies far outside
    "figure": (-100, 100),
    "penalty": (-100, 100),
    "positive": (0, 10_000),
    "count": (0, 1_000),
    "number": (0, 10_000),
    "seat": (1, 20),
}
_AS_TEXT = ("name", "names", "best_move", "seats")  # a spreadsheet would make dates and figures of these
_FIELD_WIDTHS = {"table": 11, "evening": 11, "reason": 24}  # in letters
_KIND_WIDTHS = {"date": 12, "name": 20, "names": 34, "text": 15, "roles": 13, "winners": 13}
_WIDTH = 9
_OF_GAME, _OF_SEAT, _EXAMPLE = "#274060", "#4A6FA5", "#F2F2F2"
_A4 = 9
_LETTERS_A_LINE, _LINE, _NOTE = 36, 16, 250  # of a note: letters, height of a line and width in pixels


@dataclass(frozen=True)
class Form:
    """The form of a ruleset, by the name that the user calls it, in a language."""

    ruleset: Ruleset
    called: str
    language: str

    def say(self, code: str) -> str:
        """A text of templates."""
        return texts.say(f"template.{code}", self.language)

    def tab(self, table: Table) -> str:
        """The tab that a table stands on."""
        return self.say(f"tab-{table}")

    def header(self, name: str) -> str:
        """The header of a field."""
        return texts.say(f"header.{name}", self.language)

    def note(self, form: str, field: Field) -> str:
        """What to type under the header of a field, in the form of a table or of a protocol."""
        keys = (f"note.{form}-{field.name}", f"note.{field.name}", f"note.{field.kind}")
        return texts.say(next(filter(texts.has, keys)), self.language, ruleset=self.called)

    def word(self, kind: str, meaning: Any) -> Any:
        """What is typed for a meaning in a cell of this kind."""
        if kind in ("phase", "exit"):
            return texts.say(f"phase.{meaning[0]}", self.language) + meaning[1:]
        group = values.SINGULAR.get(kind)
        return texts.say(f"{group}.{meaning}", self.language) if group else meaning

    def words(self, kind: str) -> list[str]:
        """What may be chosen in a cell of this kind; nothing where anything may be typed."""
        if kind in ("mark", "removal"):
            return ["+"]
        if kind in ("phase", "exit"):
            return [self.word(kind, f"{half}{number}") for number in range(1, _PHASES + 1) for half in "ND"]
        figures = self.ruleset.editions[-1].figures
        teams = figures.teams
        known = {
            "roles": figures.line_up or (*teams.red, *teams.black, *teams.alone),
            "winners": ("red", "black", "draw", *teams.alone),
        }
        meanings = vocabulary.meanings(kind) if kind in values.SINGULAR else ()
        return [self.word(kind, one) for one in meanings if one in known.get(kind, meanings)]

    @functools.cached_property
    def needed(self) -> set[str]:
        """The columns that points, standings and places are made of."""
        of = self.ruleset.spans[-1]
        rated = [*of.formulas, *of.edition.standings, *of.placed_by]
        return of.needed([*of.components, *rated, "played", "counted"])

    @property
    def is_classic(self) -> bool:
        """Whether nights and days are told in a few words, and not in a log of acts or in counts of them."""
        return not self.ruleset.editions[-1].figures.counts

    @property
    def is_of_tournaments(self) -> bool:
        """Whether players register, and so for a tournament."""
        return "registration" in self.needed

    def fields(self, table: Table) -> list[Field]:
        """The columns of a tab; none if the ruleset has no use for it."""
        is_asked = {
            "games": self._is_of_games,
            "players": self._is_of_players,
            "tables": lambda _: "weight" in self.needed,
            "actions": self._is_of_actions,
        }[table]
        return [field for field in vocabulary.fields(table).values() if is_asked(field)]

    def _is_of_games(self, field: Field) -> bool:
        """Whether every club has the column, or the ruleset needs it."""
        if field.name in ("tournament", "stage"):
            return self.is_of_tournaments
        if field.name == _APPROVAL:
            return _APPROVAL in self.ruleset.needed(self.ruleset.rules)
        if field.name in _REMOVALS and not self._has_points_at(field.name):
            return False
        return field.name in _EVERY_CLUB or bool(
            {*values.nothing(field.kind, field.name).columns} & self.needed
        )

    def _has_points_at(self, name: str) -> bool:
        rules = self.ruleset.rules
        return any(name in rules[component].at.split() for component in self.ruleset.components)

    def _is_of_players(self, field: Field) -> bool:
        needs = {"since": "status", "strength": "weight", "player": "player", "aliases": "player"}
        return needs.get(field.name, field.name) in {*self.needed, "player"}

    def _is_of_actions(self, field: Field) -> bool:
        return not self.is_classic and (field.name != "evening" or "evening" in self.needed)

    @functools.cached_property
    def example(self) -> Mapping[str, Any]:
        """The example game that tells most of the columns: its `roles`, what it tells of `seats`, and perhaps `acts`."""
        games = tomllib.loads(
            resources.files("pipelines.template").joinpath("template.toml").read_text("utf-8")
        )
        names = {field.name for field in self.fields("games")}
        chosen: Mapping[str, Any] = max(games.values(), key=lambda game: len(names & set(game["seats"])))
        return chosen

    @property
    def day(self) -> dt.date:
        """The day of the example: one on which an edition is in force."""
        return max(_EXAMPLE_DAY, self.ruleset.editions[-1].first_day or _EXAMPLE_DAY)

    @property
    def players(self) -> list[str]:
        """The ten nicknames of the example."""
        return self.say("players").split(", ")


class Book(xlsxwriter.Workbook):
    """A workbook in memory; `look` gives a format with some properties."""

    def __init__(self, form: Form) -> None:
        self.content = io.BytesIO()
        super().__init__(self.content, {"in_memory": True})
        self.form = form
        self.look: Callable[..., Format] = functools.cache(lambda **properties: self.add_format(properties))
        self.set_properties({"created": dt.datetime(2026, 1, 1)})  # the same template is the same bytes

    def of_field(self, field: Field, **more: Any) -> Format:
        """The look of a cell to fill in."""
        look: dict[str, Any] = {"valign": "vcenter"}
        if field.kind == "date":
            look["num_format"] = self.form.say("day-format")
        if field.kind in _AS_TEXT:
            look["num_format"] = "@"
        look |= {"indent": 1} if field.kind in ("name", "names", "text") else {"align": "center"}
        return self.look(**look, **more)

    def of_header(self, *, of_game: bool) -> Format:
        """The look of a header: of what belongs to the whole game, or to a seat."""
        colours = {"font_color": "#FFFFFF", "bg_color": _OF_GAME if of_game else _OF_SEAT}
        place = {"align": "center", "valign": "vcenter", "text_wrap": True}
        return self.look(bold=True, border=1, border_color="#FFFFFF", **place, **colours)

    def hint(self, sheet: Worksheet, text: str, widths: Sequence[float]) -> None:
        """Write a hint above columns of these widths, in as many lines as it takes."""
        look = self.look(bold=True, text_wrap=True, valign="vcenter")
        sheet.merge_range(0, 0, 0, len(widths) - 1, text, look)
        sheet.set_row(0, 18 * math.ceil(1.1 * len(text) / sum(widths)))

    def grey(self, sheet: Worksheet, area: Area, where: str) -> None:
        """Show the cells for which a formula holds as an example."""
        look = self.look(italic=True, font_color="#7F7F7F", bg_color=_EXAMPLE)
        sheet.conditional_format(*area, {"type": "formula", "criteria": where, "format": look})

    def line(self, sheet: Worksheet, area: Area, where: str) -> None:
        """Draw a line above the cells for which a formula holds."""
        look = self.look(top=1, border_color=_OF_GAME)
        sheet.conditional_format(*area, {"type": "formula", "criteria": where, "format": look})

    def set_up(self, sheet: Worksheet, frozen: int) -> None:
        """Freeze the first rows, and fit the tab's width to a page."""
        sheet.freeze_panes(frozen, 0)
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)

    def annotate(self, sheet: Worksheet, row: int, column: int, text: str) -> None:
        """Put a note on a cell."""
        lines = sum(math.ceil(len(part) / _LETTERS_A_LINE) for part in text.split("\n"))
        size = {"width": _NOTE, "height": (lines + 1) * _LINE, "font_size": 9, "author": ""}
        sheet.write_comment(row, column, text, size)

    def ask(self, sheet: Worksheet, area: Area, field: Field) -> None:
        """Put the drop-down of a field, or a question about what does not look like its value, on some cells."""
        if rule := self._rule(field):
            sheet.data_validation(*area, rule)

    def _rule(self, field: Field) -> dict[str, Any]:
        if field.kind == "name":
            tab = self.form.tab("players")
            return {"validate": "list", "source": f"='{tab}'!$A$3:$A${_LISTED_PLAYERS}", "show_error": False}
        if words := self.form.words(field.kind):
            return {"validate": "list", "source": words, **self._doubt("not-listed")}
        if field.kind == "date":
            return {"validate": "date", "criteria": ">=", "value": _FIRST_DATE, **self._doubt("no-date")}
        if field.kind in _BOUNDS:
            least, most = _BOUNDS[field.kind]
            bounds = {"criteria": "between", "minimum": least, "maximum": most}
            return {"validate": "decimal", **bounds, **self._doubt("no-figure")}
        return {}

    def _doubt(self, code: str) -> dict[str, Any]:
        """A question that lets the value stand: the reader understands more than a drop-down."""
        title, message = self.form.say("look-again"), self.form.say(code)
        return {"error_type": "warning", "error_title": title, "error_message": message}


def width(field: Field, header: str) -> float:
    """The width of a column, in letters: of what is typed there, and of the longest word of its header."""
    longest = max(len(word) for word in header.split())
    return max(_FIELD_WIDTHS.get(field.name, _KIND_WIDTHS.get(field.kind, _WIDTH)), longest + 3)


def put(sheet: Worksheet, row: int, column: int, value: Any, look: Format | None = None) -> None:
    """Write a value into a cell as what it is: a text that looks like a formula stays a text."""
    if isinstance(value, dt.date):
        sheet.write_datetime(row, column, dt.datetime.combine(value, dt.time()), look)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif value is not None:
        sheet.write_number(row, column, value, look)
