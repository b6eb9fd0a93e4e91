"""Forms of a tab, a game each, as seats and acts: words, tables, regions, labels with their values, rounds, leftovers."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.addresses import Fact, Layout, Place
from pipelines.ingest import choices, columns, leftovers, remarks, rounds, tables, unlike, values, vocabulary
from pipelines.ingest.form_labels import FormLabels
from pipelines.ingest.headers import REQUIRED, Reading
from pipelines.ingest.regions import Form
from pipelines.ingest.rounds import Act
from pipelines.ingest.rows import Rows, on_sheet
from pipelines.ingest.seat_facts import Game, SeatFact, SeatFacts, Wrong, gives_move, is_given, seats_of
from pipelines.ingest.tables import GAME_LABELS, Table
from pipelines.ingest.words import Cells
from pipelines.sources.grid import Grid
from rulesets.words import fold

_TITLES = 4  # in one row that show it to be a header of a flat sheet

_OF_ALL = ("club", "judge", "tournament", "stage", "evening", "table")  # what a title of the tab may give
_OF_SEAT = ("player", "role", "best_move", "bonus_typed", "penalty_typed", "reason", "removal")
_SOME_DAY = dt.date(2000, 1, 1)
_MOST_NUMBERED = 0.5  # of the forms of a tab: from there on, one without a number has lost it
_Given = tuple[dict[str, Fact], list[tuple[str, Fact]]]  # what labels give, by field, and what contradicts it


@dataclass(frozen=True)
class Forms:
    """The forms of a tab: its cells, and what is around its tables. `found` are findings, by code and words."""

    grid: Grid
    cells: Cells
    around: FormLabels
    reading: Reading
    found: dict[tuple[str, str], list[dict[str, object]]] = field(default_factory=lambda: defaultdict(list))

    def find(self, code: str, game: Game, fact: Fact, key: str = "", **words: object) -> None:
        """Keep a finding at the value of a fact; `key` is that of its message where it is not the usual one."""
        row, column = on_sheet(fact, self.cells.numbers).value
        of_game = {"row": row, "column": column, "game": -2 - game.sheet, "value": fact.text}
        self.found[code, key].append({**of_game, **words})

    def find_at(self, code: str, game: Game, place: Place, key: str = "", **words: object) -> None:
        """Keep a finding at a cell."""
        self.find(code, game, Fact(place, place, self.cells.text(*place)), key, **words)

    def tell(self) -> None:
        """Hand the findings on, all of a code at once."""
        for (code, key), some in self.found.items():
            together = pd.DataFrame(some)
            given = {str(name): together[name] for name in together}
            self.reading.find(code, file=self.grid.file, tab=self.grid.tab, told=key, **given)


def find(grid: Grid, seen: pd.DataFrame, reading: Reading) -> Forms | None:
    """The forms of a tab; None if it holds one flat table, or nothing that is known.

    `seen` are the cells that name fields.
    """
    if not seen["field"].isin(["seat", "player", "role"]).any():
        return None
    cells = Cells(grid, reading.names("games"), reading.pins)
    found = tables.find(cells)
    if not found or (len(found) == 1 and found[0].is_flat):
        return None
    around = FormLabels(cells, reading.pins, found)
    given = choices.facts_of(around, around.forms[0])[0]
    is_form = len(found) > 1 or {"date", "table", "game_no", "winner"} & set(given)
    return Forms(grid, cells, around, reading) if is_form else None


def is_unlike(grid: Grid, seen: pd.DataFrame, reading: Reading) -> bool:
    """Whether the tab holds games in tables that are not read as they are, and no known one: a finding tells how to."""
    if {"player", "role"} <= {*seen["field"]} or _has_flat_header(seen):
        return False
    cells = Cells(grid, reading.names("games"), reading.pins)
    in_tables = np.zeros(cells.codes.shape, "bool")
    is_headerless = unlike.find_without_header(reading, grid, cells, in_tables)
    return is_headerless or unlike.find_players_by_games(reading, grid, cells)


def _has_flat_header(seen: pd.DataFrame) -> bool:
    """Whether a row is the header of a flat sheet of which a title is missing or misspelt: that title is the finding."""
    by_row = seen.groupby("row")["field"].agg(set)
    return bool(by_row.map(lambda named: len(named) >= _TITLES and bool({"player", "role"} & named)).any())


def flat_tables(forms: Forms) -> Iterator[tuple[Layout, int]]:
    """The tables of many games that are among forms, each with its last row."""
    grid, numbers = forms.grid, forms.cells.numbers
    day = values.day_in(grid.tab, forms.reading.since)
    for form in forms.around.forms:
        if form.table.is_flat:
            there = {name: int(numbers[column]) for name, column in form.table.columns.items()}
            yield Layout(grid.file, grid.tab, form.table.row, there, day=day), form.table.last


def read(forms: Forms) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The seats and the acts of the games that were played; forms without players are passed over.

    The rows tell their `sheet`, a layout of the form's own.
    """
    reading, around = forms.reading, forms.around
    games = list(_games(forms))
    played = {game.number for game in games}
    acts = [act for act in rounds.acts(around) if act.form in played]
    facts = list(_seat_facts(forms, games, acts))
    seats = Rows(forms.grid, forms.cells, games)
    typed = seats.read(facts, reading)
    rows = pd.DataFrame(typed, copy=False).assign(sheet=seats.sheets, row=seats.rows.astype("int32"))
    _find_missing(forms, games, rows)
    unlike.find_without_header(reading, forms.grid, forms.cells, around.in_tables)
    remarked = remarks.remarks(around)
    reading.remarks += [(game.sheet, one.seat, one.text) for game in games for one in remarked[game.number]]
    at_remarks = [place for some in remarked for one in some for place in one.places]
    _find_leftovers(forms, games, [*at_remarks, *(act.place for act in acts)], rows)
    log = _log(forms, games, acts, rows)
    forms.tell()
    return rows, log


# --- the games


def _games(forms: Forms) -> Iterator[Game]:
    """The forms that were played, each with its own layout."""
    around, reading = forms.around, forms.reading
    given = [choices.facts_of(around, form) for form in around.forms]
    of_all = _of_all(around, given)
    for form, (facts, others) in zip(around.forms, given, strict=True):
        if form.table.is_flat:
            continue
        facts = {**of_all, **facts}
        if "date" in facts:
            facts["date"] = _in_year_of(forms.grid.tab, facts["date"])
        game = _game(forms, form, facts)
        if not any(forms.cells.text(row, game.table.columns["player"]) for row in game.rows):
            if (
                "winner" in facts and facts["winner"].text
            ):  # a form without players that says who won is doubtful
                forms.find("no-players", game, facts["winner"])
            continue
        game.sheet = len(reading.layouts)
        _add_due(game, around.half_read(form.number))
        reading.layouts.append(_layout(forms, game))
        _find_headers(forms, game)
        for name, fact in others:
            code = "two-winners" if name == "winner" else "label-twice"
            forms.find(code, game, fact, first=game.facts[name].text)
        yield game


def _game(forms: Forms, form: Form, facts: dict[str, Fact]) -> Game:
    """A form with the columns and rows that it really has, and the labels that give points to its seats."""
    around, cells = forms.around, forms.cells
    table = _with_own_moves(_without_empty(form.table, facts, cells), facts, cells)
    rows = list(_seated(cells, table))
    names = {fold(name) for row in rows if (name := cells.text(row, table.columns["player"]))}
    points: dict[str, list[Place]] = {}
    for place in around.points[form.number]:
        if place not in around.remarks and is_given(around, place, names):
            points.setdefault(cells.word(*place).points or "", []).append(place)
    return Game(form, table, facts, rows, seats_of(table, rows, around), points=points)


def _without_empty(table: Table, facts: Mapping[str, Fact], cells: Cells) -> Table:
    """The table without empty columns of what a label gives: `Итог` over points to come is not who won."""
    given = {name for name, fact in facts.items() if name in GAME_LABELS and fact.text}
    filled = {
        name: column
        for name, column in table.columns.items()
        if name not in given or any(cells.text(row, column) for row in table.rows)
    }
    return replace(table, columns=filled)


def _with_own_moves(table: Table, facts: Mapping[str, Fact], cells: Cells) -> Table:
    """The table with a column of best moves as one of the club's points for them, where a label gives the seats."""
    column = table.columns.get("best_move", 0)
    typed = [text for row in table.rows if (text := cells.text(row, column))]
    if not column or not gives_move(facts) or not all(map(columns.may_be_points, typed)):
        return table
    others = {name: one for name, one in table.columns.items() if name != "best_move"}
    return replace(table, columns=others, own={"best_move": column})


def _seated(cells: Cells, table: Table) -> Iterator[int]:
    """The rows of a table at which somebody sits: those with a player, or with what only a seat has."""
    of_seat = [table.columns[name] for name in _OF_SEAT if name in table.columns]
    for row in table.rows:
        words = [cells.word(row, column) for column in (*of_seat, *table.marks.values())]
        if any(word.text and not word.is_no for word in words):
            yield row


def _in_year_of(tab: str, fact: Fact) -> Fact:
    """The fact with the year of the tab's name, if the day that it gives has none."""
    day = values.day_in(tab, None)
    is_whole = day is None or not fact.text or values.date(fact.text) is not None
    there = None if day is None or is_whole else values.day_of(fact.text, dt.date(day.year, 1, 1))
    return replace(fact, text=f"{there:%d.%m.%Y}") if there else fact


def _of_all(around: FormLabels, given: Sequence[_Given]) -> Mapping[str, Fact]:
    """What a title of the tab gives of all its games: labels above the first ones, and above what each game gives."""
    first_row, found = around.forms[0].table.row, {}
    many: dict[str, int] = {}  # of how many forms a label gives a field
    for some in around.labels:
        for name in {one.field for one in some}:
            many[name] = many.get(name, 0) + 1
    for form, some in zip(around.forms, around.labels, strict=True):
        if form.table.row != first_row:
            break
        is_of_others = {one.field: many[one.field] > 1 for one in some}
        own = [first_row, *(one.place[0] for one in some if is_of_others[one.field])]
        for name in _OF_ALL:
            fact = given[form.number][0].get(name)
            if fact and not is_of_others.get(name, many.get(name, 0) > 0) and fact.label[0] < min(own):
                found[name] = fact
    return found


def _add_due(game: Game, heading: Place | None) -> None:
    """Let what must be given of a game, and no label gives, be due at the header of its table: findings are there.

    A `heading` of which a part is not understood is a better place for them.
    """
    header = heading or (game.table.row, game.table.first)
    for name in REQUIRED["games"]:
        if name in GAME_LABELS and name not in game.table.columns:
            game.facts.setdefault(name, Fact(header, header, ""))


def _layout(forms: Forms, game: Game) -> Layout:
    """Where the fields of a form are, by the numbers of the sheet."""
    grid, numbers = forms.grid, forms.cells.numbers
    there = {name: int(numbers[column]) for name, column in game.table.columns.items()}
    if game.table.marks:
        there.setdefault("role", int(numbers[min(game.table.marks.values())]))
    facts = dict(game.facts)
    for name, places in game.points.items():
        (row, column), at = places[0], (places[0][0], places[0][1] + 1)
        of_points = vocabulary.labels()[name].of == "points"
        value = (row, column + 2) if of_points else at
        facts.setdefault(name, Fact(places[0], value, forms.cells.text(*value)))
    on = {name: on_sheet(fact, numbers) for name, fact in facts.items()}
    day = values.day_in(grid.tab, forms.reading.since)
    return Layout(grid.file, grid.tab, game.table.row, there, on, is_protocol=True, day=day)


# --- facts of seats


def _seat_facts(forms: Forms, games: Sequence[Game], acts: Sequence[Act]) -> Iterator[SeatFact]:
    """What labels give of single seats; what is wrong with it is a finding."""
    left_first = {
        act.form: act.targets for act in acts if (act.phase, act.action) == ("N1", "exit") and act.targets
    }
    counts_moves = _counts_moves(games)
    for at, game in enumerate(games):
        facts = SeatFacts(forms.around, game, left_first.get(game.number) or 0, counts_moves=counts_moves)
        game.move_row = facts.row_of_move()
        for one in facts.given():
            if isinstance(one, Wrong):
                words = {"first": one.first} if one.first else {}
                expected = {"expected": ""} if one.code == "best-move-form" else {}
                forms.find(one.code, game, one.fact, **words, **expected)
                game.has_wrong_removal |= one.fact == game.facts.get("removal")
            else:
                yield replace(one, game=at)


def _counts_moves(games: Sequence[Game]) -> bool:
    """Whether labels of best moves give how many blacks were named: several do with one number each, and none with more."""
    given = [fact.text for game in games if (fact := game.facts.get("best_move")) and fact.text]
    numbers = [text for text in given if not values.is_no(text) or text == "0"]
    return len(numbers) > 1 and all(isinstance(values.best_move(text), float) for text in numbers)


# --- findings


def _find_headers(forms: Forms, game: Game) -> None:
    """Headers of a table that are there twice, or that nobody knows."""
    for column in game.table.repeated:
        forms.find_at("repeated-header", game, game.table.title(forms.cells, column))
    known = vocabulary.fields("games")
    for name, column in game.table.lacking.items():
        need = known[name].header if name in known else texts.say(f"role.{name}", forms.reading.language)
        forms.find_at("unknown-header", game, (game.table.row, column), need=need)


def _find_missing(forms: Forms, games: Sequence[Game], rows: pd.DataFrame) -> None:
    """Games of which no label gives the date, or the number; where few forms of the tab have one, they go by order."""
    first = rows.drop_duplicates("sheet").set_index("sheet")
    half_read = [game.sheet for game in games if forms.around.half_read(game.number)]
    given = [game.sheet for game in games if (fact := game.facts.get("game_no")) and fact.text]
    has_number = first["game_no"].notna() | first.index.isin(given)
    is_due = has_number | first["date"].isna() | first.index.isin(half_read)
    by_order = {*first.index[~is_due & (has_number.mean() < _MOST_NUMBERED)].tolist()}
    forms.reading.without_number += sorted(by_order)
    is_empty = {name: first[name].isna().to_dict() for name in ("date", "game_no")}
    for game in games:
        for name, empty in is_empty.items():
            fact = game.facts.get(name)
            if (
                not fact
                or fact.text
                or not empty[game.sheet]
                or (name == "game_no" and game.sheet in by_order)
            ):
                continue
            if name == "date" and values.day_in(forms.grid.tab, _SOME_DAY):
                forms.find("tab-without-year", game, replace(fact, text=forms.grid.tab))
            elif fact.label == fact.value:
                forms.find("missing-label", game, fact, need=vocabulary.fields("games")[name].header)


def _find_leftovers(forms: Forms, games: Sequence[Game], others: Sequence[Place], rows: pd.DataFrame) -> None:
    """Report what nobody reads; the layout of each game has all of it."""
    reading, numbers = forms.reading, forms.cells.numbers
    left = leftovers.unread(forms.around, games, others)
    for game, some in zip(games, left, strict=True):
        for place in rounds.without_number(forms.around, game.form):
            forms.find_at("round-unread", game, place)
        there = tuple(((row, int(numbers[column])), text) for (row, column), text in some)
        reading.layouts[game.sheet] = replace(reading.layouts[game.sheet], unread=there)
    removed = _removed(games, rows)
    known = {**vocabulary.fields("games"), **vocabulary.fields("own")}
    for one in leftovers.leftovers(forms.around, games, left, removed):
        need = known[one.field].header if one.field in known else one.field
        hint = f"{one.hint}-like" if one.hint == "title" and need else one.hint
        forms.find_at("unread-cell", one.game, one.place, f"unread.{hint}", need=need)


def _removed(games: Sequence[Game], rows: pd.DataFrame) -> Mapping[int, set[int]]:
    """The seats of each form's removals, by its number."""
    some = rows[rows["is_removed"]]
    removed: dict[int, set[int]] = {game.number: set() for game in games}
    number_of = {game.sheet: game.number for game in games}
    seats = {
        (game.sheet, row): seat for game in games for row, seat in zip(game.rows, game.seats, strict=True)
    }
    for at in zip(some["sheet"].tolist(), some["row"].tolist(), strict=True):
        removed[number_of[at[0]]].add(seats[at])
    return removed


# --- acts


def _log(forms: Forms, games: Sequence[Game], acts: Sequence[Act], rows: pd.DataFrame) -> pd.DataFrame:
    """The acts of the rounds as rows of a log, each with its cell."""
    by_form = {game.number: game for game in games}
    acts = list(_understood(forms, by_form, acts, rows))
    sheets = np.array([by_form[act.form].sheet for act in acts], "int32")
    of_games = rows.drop_duplicates("sheet").set_index("sheet").reindex(sheets).reset_index(drop=True)
    actors = _actors(rows)
    seats = [actors.get((sheet, act.role)) for sheet, act in zip(sheets.tolist(), acts, strict=True)]
    return of_games[["date", "evening", "table", "game_no"]].assign(
        phase=pd.Categorical([act.phase for act in acts]),
        action=pd.Categorical([act.action for act in acts], categories=list(vocabulary.meanings("actions"))),
        actor=pd.array(seats, "Int16"),
        targets=np.array([act.targets for act in acts], "int32"),
        sheet=sheets,
        row=np.array([act.place[0] for act in acts], "int32"),
        column=forms.cells.numbers[[act.place[1] for act in acts]].astype("int16"),
    )


def _understood(
    forms: Forms, by_form: Mapping[int, Game], acts: Sequence[Act], rows: pd.DataFrame
) -> Iterator[Act]:
    """The acts that name seats of their games; others are findings, unless the seats are not understood themselves."""
    seated = {sheet: _as_bits(seats) for sheet, seats in rows.groupby("sheet")["seat"]}
    found: set[Place] = set()
    for act in acts:
        seats = seated[by_form[act.form].sheet]
        is_known = act.targets is not None and not act.targets & ~(seats or 0)
        if seats is not None and is_known:
            yield act
        elif act.place not in found and (seats is not None or act.targets is None):
            found.add(act.place)
            code = "not-a-number" if act.targets is None else "unknown-seat"
            forms.find_at(code, by_form[act.form], act.place)


def _as_bits(seats: pd.Series) -> int | None:
    """Seats as bits; None if some of them are not understood, or there twice."""
    bits = {1 << seat for seat in seats.dropna().tolist()}
    return sum(bits) if len(bits) == len(seats) else None


def _actors(rows: pd.DataFrame) -> dict[tuple[int, str], int]:
    """The seat of each role that one seat of a game alone has, by layout and role."""
    of_roles = rows[rows["role"].notna() & rows["seat"].notna()]
    alone = of_roles[~of_roles.duplicated(["sheet", "role"], keep=False)]
    keys = zip(alone["sheet"].tolist(), alone["role"].astype("str").tolist(), strict=True)
    return dict(zip(keys, alone["seat"].tolist(), strict=True))
