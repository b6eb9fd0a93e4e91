"""Protocols of a tab as rows of seats and acts: each block's table, and the labels around it, read field by field."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from pipelines import texts
from pipelines.addresses import Fact, Layout
from pipelines.ingest import blocks, notes, rounds, seat_labels, unread, values, vocabulary
from pipelines.ingest import slips as slips_in
from pipelines.ingest.blocks import Block
from pipelines.ingest.cells import LABELS, Cells, Place
from pipelines.ingest.headers import REQUIRED, Reading
from pipelines.ingest.labels import Around
from pipelines.ingest.protocol_seats import Game, Seats, on_sheet
from pipelines.ingest.rounds import Act
from pipelines.sources.grid import Grid

_OF_ALL = ("club", "judge", "tournament", "stage", "evening", "table")  # what a title of the tab may tell
_SAYS_SEAT = ("player", "role", "best_move", "bonus_typed", "penalty_typed", "reason", "removal")
_SOME_DAY = dt.date(2000, 1, 1)
_Told = tuple[
    dict[str, Fact], list[tuple[str, Fact]]
]  # what labels tell, by field, and what others tell otherwise


@dataclass(frozen=True)
class Protocols:
    """The protocols of a tab: its cells, its blocks, and what stands around them."""

    grid: Grid
    cells: Cells
    blocks: Sequence[Block]
    around: Around


def find(grid: Grid, seen: pd.DataFrame, reading: Reading) -> Protocols | None:
    """The protocols of a tab; None if it holds one flat table, or nothing that is known.

    `seen` are the cells that name fields.
    """
    if not seen["field"].isin(["seat", "player", "role"]).any():
        return None
    cells = Cells(grid, reading.names("games"), reading.pins)
    found = blocks.find(cells)
    if not found or (len(found) == 1 and found[0].is_flat):
        return None
    around = Around(cells, reading.pins, found)
    told = around.facts(0)[0]
    is_protocol = len(found) > 1 or {"date", "table", "game_no", "winner"} & set(told)
    return Protocols(grid, cells, found, around) if is_protocol else None


def flat_tables(protocols: Protocols, reading: Reading) -> Iterator[tuple[Layout, int]]:
    """The tables of many games that stand among protocols, each with its last row."""
    grid, numbers = protocols.grid, protocols.cells.numbers
    day = values.day_in(grid.tab, reading.since)
    for block in protocols.blocks:
        if block.is_flat:
            there = {name: int(numbers[column]) for name, column in block.columns.items()}
            yield Layout(grid.file, grid.tab, block.row, there, day=day), block.last


def read(protocols: Protocols, reading: Reading) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The seats and the acts of the games that were played; blocks without players are passed over.

    The rows tell their `sheet`, a layout of the block's own.
    """
    games = list(_games(protocols, reading))
    played = {game.number for game in games}
    acts = [act for act in rounds.acts(protocols.around) if act.block in played]
    seats = Seats(protocols.grid, protocols.cells, games, _killed_first(acts))
    told: dict[str, Any] = {}
    for name in vocabulary.fields("games"):
        told |= seats.read(name, reading)
    _tell_dates(told, seats, reading, values.day_in(protocols.grid.tab, reading.since))
    _tell_removals(protocols, games, told, reading)
    rows = pd.DataFrame(told, copy=False).assign(sheet=seats.sheets, row=seats.rows.astype("int32"))
    _tell_missing(protocols, games, rows, reading)
    told_of = _tell_unread(protocols, games, reading)
    _tell_headerless(protocols, reading)
    seats.keep_own_figures(reading)
    seats.keep_typed(("kind", "winner"), reading)
    sheets = {game.number: game.sheet for game in games}
    noted = notes.notes(protocols.around)
    reading.remarks += [(sheets[block], one.seat, one.text) for block in sheets for one in noted[block]]
    at_notes = [place for some in noted for one in some for place in one.places]
    _keep_unread(protocols, games, [*at_notes, *(act.place for act in acts)], told_of, reading)
    return rows, _log(protocols, games, acts, rows, reading)


# --- the games


def _games(protocols: Protocols, reading: Reading) -> Iterator[Game]:
    """The blocks that were played, each with its own layout."""
    told = [protocols.around.facts(number) for number in range(len(protocols.blocks))]
    of_all = _of_all(protocols, told)
    for number, (block, (facts, others)) in enumerate(zip(protocols.blocks, told, strict=True)):
        if block.is_flat:
            continue
        facts = {**of_all, **facts}
        if "date" in facts:
            facts["date"] = _in_year_of(protocols.grid.tab, facts["date"])
        of_game = _without_empty(block, facts, protocols.cells)
        game = Game(of_game, number, facts, rows=list(_seated(protocols.cells, block)))
        if not any(protocols.cells.text(row, block.columns["player"]) for row in game.rows):
            _tell_unplayed(protocols, game, reading)
            continue
        game.sheet = len(reading.layouts)
        _add_untold(game, protocols.around.half_read(number))
        reading.layouts.append(_layout(protocols, game, reading))
        _tell_headers(protocols, game, reading)
        for name, fact in others:
            code = "two-winners" if name == "winner" else "label-twice"
            _at(protocols, reading, code, game, fact, first=game.facts[name].text)
        seat_labels.tell_first_kill(protocols.around, game)
        yield game


def _without_empty(block: Block, facts: Mapping[str, Fact], cells: Cells) -> Block:
    """The block without empty columns of what a label tells: `Итог` over points to come is not who won."""
    told = {name for name, fact in facts.items() if name in LABELS and fact.text}
    filled = {
        name: column
        for name, column in block.columns.items()
        if name not in told or any(cells.text(row, column) for row in block.rows)
    }
    return replace(block, columns=filled)


def _in_year_of(tab: str, fact: Fact) -> Fact:
    """The fact with the year of the tab's name, if the day that it tells has none."""
    day = values.day_in(tab, None)
    is_whole = day is None or not fact.text or values.date(fact.text) is not None
    there = None if day is None or is_whole else values.day_of(fact.text, dt.date(day.year, 1, 1))
    return replace(fact, text=f"{there:%d.%m.%Y}") if there else fact


def _of_all(protocols: Protocols, told: Sequence[_Told]) -> Mapping[str, Fact]:
    """What a title of the tab tells of all its games: labels above the first ones, and above what each game tells."""
    labels, blocks = protocols.around.labels, protocols.blocks
    found = {}
    for number, block in enumerate(blocks):
        of_others = {one.field for other, some in enumerate(labels) if other != number for one in some}
        own = [block.row, *(one.place[0] for one in labels[number] if one.field in of_others)]
        for name in _OF_ALL if block.row == blocks[0].row else ():
            fact = told[number][0].get(name)
            if fact and name not in of_others and fact.label[0] < min(own):
                found[name] = fact
    return found


def _add_untold(game: Game, heading: Place | None) -> None:
    """Let what must be told of a game, and no label tells, be due at the header of its table: findings stand there.

    A `heading` of which a part is not understood is a better place for them.
    """
    header = heading or (game.block.row, game.block.first)
    for name in REQUIRED["games"]:
        if name in LABELS and name not in game.block.columns:
            game.facts.setdefault(name, Fact(header, header, ""))


def _tell_missing(protocols: Protocols, games: Sequence[Game], rows: pd.DataFrame, reading: Reading) -> None:
    """Games of which no label tells the date, or the number."""
    first = rows.drop_duplicates("sheet").set_index("sheet")
    for game in games:
        for name in ("date", "game_no"):
            fact = game.facts.get(name)
            untold = first[name].isna()[game.sheet]
            if not fact or fact.text or not untold:
                continue
            tab, is_labelled = protocols.grid.tab, fact.label != fact.value
            if name == "date" and values.day_in(tab, _SOME_DAY):
                _at(protocols, reading, "tab-without-year", game, replace(fact, text=tab))
            elif not is_labelled:
                need = vocabulary.fields("games")[name].header
                _at(protocols, reading, "missing-label", game, fact, need=need)


def _tell_unread(protocols: Protocols, games: Sequence[Game], reading: Reading) -> set[Place]:
    """Tell slips in labels, in titles, and in the words and numbers of rounds, which are not read; gives their places."""
    around, by_block = protocols.around, {game.number: game for game in games}
    told = [{label.field for label in some} for some in around.labels]
    for game in games:
        told[game.number] |= {name for name, fact in game.facts.items() if fact.text}
    slips = [("unread-label", *slip) for slip in slips_in.labels(around, told)]
    slips += [("unread-column", *slip) for slip in slips_in.titles(protocols.blocks, protocols.cells)]
    untitled = slips_in.columns(protocols.blocks, protocols.cells)
    slips += [("column-without-title", block, place, "") for block, place in untitled]
    slips += [(code, block, place, "") for block, code, place in rounds.unread(around)]
    for game in games:
        far = around.far_values(game.number, game.facts)
        slips += [("far-value", game.number, place, field) for place, field in far]
        some = slips_in.unrated(around, game.number, game.facts)
        slips += [("unread-label", game.number, place, "kind") for place in some]
    told_of = {place for _, _, place, _ in slips}
    slips += [
        ("row-without-seat", number, place, "")
        for number, block in enumerate(protocols.blocks)
        for place in block.unread
        if place not in told_of
    ]
    for code, block, place, field in slips:
        of_block = by_block.get(block)
        if of_block:
            need = vocabulary.fields("games")[field].header if field in vocabulary.fields("games") else field
            fact = Fact(place, place, protocols.cells.text(*place))
            is_told_so = code == "far-value" or (code == "unread-label" and not need)
            told_so = {"told": f"blank.{code}"} if is_told_so else {}
            code = "unread-label" if code == "far-value" else code
            _at(protocols, reading, code, of_block, fact, need=need, **told_so)
    return {place for _, _, place, _ in slips}


def _keep_unread(
    protocols: Protocols,
    games: Sequence[Game],
    others: Sequence[Place],
    told_of: Collection[Place],
    reading: Reading,
) -> None:
    """Let the layout of each game tell what stands around it and is not read; what may be seats is a finding too."""
    numbers = protocols.cells.numbers
    for game, some in zip(games, unread.of_games(protocols.around, games, others), strict=True):
        for place in unread.lone_seats(protocols.around, game, some):
            if place not in told_of:
                fact = Fact(place, place, protocols.cells.text(*place))
                _at(protocols, reading, "seats-without-label", game, fact)
        there = tuple(((row, int(numbers[column])), text) for (row, column), text in some)
        reading.layouts[game.sheet] = replace(reading.layouts[game.sheet], unread=there)


def _tell_headerless(protocols: Protocols, reading: Reading) -> None:
    """Tables of seats that no header stands over: their games are not read."""
    cells, grid = protocols.cells, protocols.grid
    for row, column in slips_in.tables(protocols.around):
        reading.find(
            "table-without-header",
            file=grid.file,
            tab=grid.tab,
            row=row,
            column=int(cells.numbers[column]),
            value=cells.text(row, column),
        )


def _tell_headers(protocols: Protocols, game: Game, reading: Reading) -> None:
    """Headers of a table that are there twice, or that nobody knows."""
    block = game.block
    for column in block.repeated:
        place = block.title(protocols.cells, column)
        _at(protocols, reading, "repeated-header", game, Fact(place, place, protocols.cells.text(*place)))
    for name, column in block.lacking.items():
        known = vocabulary.fields("games")
        need = known[name].header if name in known else texts.say(f"role.{name}", reading.language)
        place = (block.row, column)
        _at(
            protocols,
            reading,
            "unknown-header",
            game,
            Fact(place, place, protocols.cells.text(*place)),
            need=need,
        )


def _seated(cells: Cells, block: Block) -> Iterator[int]:
    """The rows of a table at which somebody sits: those that tell a player, or what only a seat has."""
    telling = [block.columns[name] for name in _SAYS_SEAT if name in block.columns] + list(
        block.marks.values()
    )
    for row in block.rows:
        if any(not values.is_no(text) for column in telling if (text := cells.text(row, column))):
            yield row


def _tell_unplayed(protocols: Protocols, game: Game, reading: Reading) -> None:
    """A block without players is passed over; one that all the same tells who won is doubtful."""
    won = game.facts.get("winner")
    if won and won.text:
        _at(protocols, reading, "no-players", game, won)


def _layout(protocols: Protocols, game: Game, reading: Reading) -> Layout:
    """Where the fields of a block stand, by the numbers of the sheet."""
    grid, numbers = protocols.grid, protocols.cells.numbers
    there = {name: int(numbers[column]) for name, column in game.block.columns.items()}
    if game.block.marks:
        there.setdefault("role", int(numbers[min(game.block.marks.values())]))
    facts = {name: on_sheet(fact, numbers) for name, fact in game.facts.items()}
    day = values.day_in(grid.tab, reading.since)
    return Layout(grid.file, grid.tab, game.block.row, there, facts, is_protocol=True, day=day)


def _at(protocols: Protocols, reading: Reading, code: str, game: Game, fact: Fact, **said: object) -> None:
    """Keep a finding at the value of a fact."""
    row, column = on_sheet(fact, protocols.cells.numbers).value
    places = {"file": protocols.grid.file, "tab": protocols.grid.tab, "row": row, "column": column}
    reading.find(code, **places, game=-2 - game.sheet, value=fact.text, **said)


# --- dates and acts


def _tell_dates(told: dict[str, Any], seats: Seats, reading: Reading, day: dt.date | None) -> None:
    """Give the games without a date that of the tab's name, or else of the block before, which is a finding."""
    column = seats.column("date", reading)
    dates = pd.Series(told["date"]).groupby(seats.game).transform("first")
    if day is not None:
        dates = dates.mask(column.codes < 0, dates.fillna(pd.Timestamp(day)))
    first = np.flatnonzero(np.diff(seats.game, prepend=-1))
    of_games = dates.to_numpy()[first]
    is_empty = np.isnat(of_games) & (np.maximum.reduceat(column.codes, first) < 0)
    before = np.maximum.accumulate(np.where(is_empty, 0, np.arange(len(first))))
    carried = is_empty & ~np.isnat(of_games[before])
    told["date"] = pd.array(of_games[before][seats.game])
    if carried.any():
        days = pd.Series(of_games[before][carried]).dt.strftime("%d.%m.%Y")
        column.found(reading, "date-carried", first[carried], said=days.to_numpy())


def _tell_removals(
    protocols: Protocols, games: Sequence[Game], told: dict[str, Any], reading: Reading
) -> None:
    """Removals that labels under the tables tell; and notes of such ones that nothing reads."""
    around, end = protocols.around, 0
    for game, noted in zip(games, seat_labels.notes_of_removals(protocols.around, games), strict=True):
        rows, end = slice(end, end + len(game.rows)), end + len(game.rows)
        seats, wrong = seat_labels.removed(around, game)
        numbers = [seat_labels.seat_at(around, game, row) for row in game.rows]
        if wrong:
            _at(protocols, reading, "not-a-number", game, wrong)
        if seats:
            seat_labels.add_removed(told, rows, [number in seats for number in numbers])
        known = {number for number, is_so in zip(numbers, told["is_removed"][rows], strict=True) if is_so}
        for place, seat in noted:
            if not wrong and (seat not in known if seat else not known):
                fact = Fact(place, place, protocols.cells.text(*place))
                _at(protocols, reading, "removal-unread", game, fact)


def _killed_first(acts: Sequence[Act]) -> dict[int, int]:
    """The seat that left in the first night, as a bit, by block."""
    return {
        act.block: act.targets for act in acts if (act.phase, act.action) == ("N1", "exit") and act.targets
    }


def _log(
    protocols: Protocols, games: Sequence[Game], acts: Sequence[Act], rows: pd.DataFrame, reading: Reading
) -> pd.DataFrame:
    """The acts of the rounds as rows of a log, each with its cell."""
    by_block = {game.number: game for game in games}
    acts = list(_understood(protocols, by_block, acts, rows, reading))
    sheets = np.array([by_block[act.block].sheet for act in acts], "int32")
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
        column=protocols.cells.numbers[[act.place[1] for act in acts]].astype("int16"),
    )


def _understood(
    protocols: Protocols,
    by_block: Mapping[int, Game],
    acts: Sequence[Act],
    rows: pd.DataFrame,
    reading: Reading,
) -> Iterator[Act]:
    """The acts that name seats of their games; others are findings, unless the seats are not understood themselves."""
    seated = {sheet: _as_bits(seats) for sheet, seats in rows.groupby("sheet")["seat"]}
    told: set[Place] = set()
    for act in acts:
        game = by_block[act.block]
        seats = seated[game.sheet]
        is_known = act.targets is not None and not act.targets & ~(seats or 0)
        if seats is not None and is_known:
            yield act
        elif act.place not in told and (seats is not None or act.targets is None):
            told.add(act.place)
            code = "not-a-number" if act.targets is None else "unknown-seat"
            _at(protocols, reading, code, game, Fact(act.place, act.place, protocols.cells.text(*act.place)))


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
