"""The log of night and day acts: what it tells of each seat, and what is wrong in it."""

import functools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines import findings, texts
from pipelines.addresses import Layout
from pipelines.enrich.log_counts import (
    FIGURES,
    NEVER,
    SEATS,
    Acts,
    Board,
    Left,
    Numbers,
    vote_accuracy,
)
from pipelines.enrich.log_findings import LEAVING, Finder, check_acts, check_heals, check_roles
from pipelines.enrich.spans import SpansOfGames
from pipelines.ingest import values
from pipelines.ingest.games import IDENTITY, Sheets, seat_places
from pipelines.ingest.unknown import may_be_lost
from rulesets import Ruleset
from rulesets.edition import Figures

_OF_ONE_ROLE = ("check", "heal", "visit")  # acts whose actor may be left out where one seat can do them


def known(sheets: Sheets, ruleset: Ruleset, language: str) -> Sheets:
    """The sheets with what the log tells of each seat, where the game sheet tells nothing, and what is wrong in it.

    Fills the exit, removal, first kill and the counts that the ruleset needs; sets `is_shot_out` and
    `vote_accuracy`. What is typed in the game sheet stands; where the log tells otherwise, that
    is a finding.
    """
    seats = sheets.seats.assign(is_shot_out=False, vote_accuracy=np.nan)
    of_reading, of_log = sheets.findings, sheets.of_log
    if len(sheets.actions) and len(seats):
        seats, of_reading, of_log = _with_log(seats, sheets, ruleset, language)
    killed = seats["is_first_kill"] | _first_kills(seats)
    seats = seats.assign(is_first_kill=killed)
    return replace(sheets, seats=seats, findings=of_reading, of_log=of_log)


def _first_kills(seats: pd.DataFrame) -> pd.Series:
    """Who left in the first night, in games where nobody is marked as killed first."""
    left = seats["exit"] == "N1"
    if not left.any():
        return left
    marked = np.bincount(seats["game"], seats["is_first_kill"])[seats["game"]] > 0
    return left & ~marked


def _with_log(
    seats: pd.DataFrame, sheets: Sheets, ruleset: Ruleset, language: str
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    spans = SpansOfGames(seats, ruleset)
    log = sheets.actions.assign(game=_games_of(sheets.actions, seats))
    find = Finder(log, sheets.layouts, language, sheets.findings)
    orders, typed_exits = _orders(log["phase"]), _orders(seats["exit"])
    phases = int(max(orders.max(initial=0), typed_exits.max(initial=0))) + 1
    board = _board(seats, spans, phases)
    is_stray = (log["game"].to_numpy() < 0) & ~((log["unplaced"].to_numpy() > 0) | may_be_lost(log, seats))
    acts = _acts(log, orders, board, spans, is_stray, find)
    by_log = _leaving_orders(acts.of(*LEAVING), board)
    seats = _with_removals(_with_exits(seats, acts, board, find), acts, board, spans, find)
    left = _left(seats, acts, board)
    tells_exits: Numbers = np.asarray((by_log < NEVER).any(axis=1))
    held_against = np.where(
        tells_exits[:, None], by_log, left.exit
    )  # a log that tells who left, against itself
    held = Left(left.exit, held_against)
    check_acts(acts, board, held, find)
    for span, games in spans.in_use:
        some = acts.where(games[acts.game])
        check_roles(some, board, held, span.figures.acts, find)
        check_heals(some.of("heal"), board, span.figures.heals.running, find)
    seats = seats.assign(vote_accuracy=vote_accuracy(acts.of("vote"), board, len(seats)))
    has_log = _has_log(seats, acts)
    for name, count in FIGURES.items():
        is_needed = spans.that_need(name)[seats["game"]]
        if is_needed.any():
            of_log = pd.Series(count(acts, board, seats, left), seats.index)
            seats[name] = find.untold(seats, name, of_log, has_log & is_needed)
    return seats, _with_games(sheets.findings, log, sheets.layouts), findings.all_of(find.found)


def _with_games(found: pd.DataFrame, log: pd.DataFrame, layouts: Sequence[Layout]) -> pd.DataFrame:
    """The findings of reading, those of the log with the game that its row tells of."""
    if found.empty:
        return found
    rows_of_log = log[
        log["column"] == 0
    ]  # a protocol's acts stand many in a row, and their findings know their game
    where = pd.DataFrame(seat_places(rows_of_log, "", layouts)).set_index(["file", "tab", "row"])["game"]
    places = pd.MultiIndex.from_frame(found[["file", "tab", "row"]])
    games = where.reindex(places).fillna(-1).to_numpy("int64")
    return found.assign(game=np.where(found["game"].astype("int64") < 0, games, found["game"]))


def _has_log(seats: pd.DataFrame, acts: Acts) -> pd.Series:
    """Whether the log tells of the seat's game."""
    return pd.Series(np.isin(seats["game"], acts.game), seats.index)


def _with_exits(seats: pd.DataFrame, acts: Acts, board: Board, find: Finder) -> pd.DataFrame:
    """The seats with exits of the log, where the game sheet tells none."""
    rows = len(seats)
    leaving = acts.of("exit", "shootout")
    told = _phases_of(_leaving_orders(leaving, board)[_places(seats)], seats["exit"])
    out = acts.of("shootout")
    tells_exits = _has_log(seats, leaving)
    of_nights = acts.of("shot", "exit")
    tells_kills = _has_log(seats, of_nights.where(of_nights.order % 2 == 0))  # and not only who was voted out
    mistaken = seats["is_first_kill"] & tells_kills & (told != "N1")
    find.mismatch(seats, "is_first_kill", mistaken, find.marked(seats, "is_first_kill"), told)
    return seats.assign(
        exit=find.untold(seats, "exit", told, tells_exits),
        is_shot_out=board.counted(out.game, out.target, rows) > 0,
    )


def _with_removals(
    seats: pd.DataFrame, acts: Acts, board: Board, spans: SpansOfGames, find: Finder
) -> pd.DataFrame:
    """The seats with removals of the log, where the game sheet denies none.

    To rules that ask whether it denies a disqualification, a removal is one: they know no other.
    """
    some = acts.of("removed")
    removed = pd.Series(board.counted(some.game, some.target, len(seats)) > 0, seats.index)
    word = pd.Series(texts.say("action.removed", find.language), seats.index)
    typed = seats["removal_typed"]
    denials = [text for text in typed.cat.categories if values.is_denial(text, "removal")]
    is_denied = removed & typed.isin(denials)
    find.mismatch(seats, "removal", is_denied, typed, word)
    removed &= ~is_denied
    punished = removed & spans.that_need("disqualification_denied")[seats["game"]]
    denied = seats["disqualification_denied"]
    find.mismatch(seats, "is_disqualified", punished & denied.notna(), denied, word)
    return seats.assign(
        is_removed=seats["is_removed"] | removed,
        is_disqualified=seats["is_disqualified"] | punished & denied.isna(),
    )


def _places(seats: pd.DataFrame) -> tuple[Numbers, Numbers]:
    """Game and seat number of each seat; 0 for one without number."""
    return seats["game"].to_numpy(), seats["seat"].to_numpy("int64", na_value=0)


# --- reading the log


def _games_of(acts: pd.DataFrame, seats: pd.DataFrame) -> Numbers:
    """The game of each act, by what the log tells of date, evening, table and number; -1 where that is no one game.

    An act on a protocol is of the protocol's game, whatever that tells of itself.
    """
    games = seats.loc[~seats["game"].duplicated()]
    of_acts, of_games = np.zeros(len(acts), "int64"), np.zeros(len(games), "int64")
    lost = np.zeros(len(acts), "bool")
    for name in IDENTITY:
        if not acts[name].notna().any():
            continue
        both, width = _coded(acts[name], games[name])
        lost |= both[0] < 0
        of_acts, of_games = of_acts * width + both[0], of_games * width + both[1]
    order = np.argsort(of_games, kind="stable")
    first = np.searchsorted(of_games[order], of_acts, "left")
    many = np.searchsorted(of_games[order], of_acts, "right") - first
    found = games["game"].to_numpy()[order][np.minimum(first, len(games) - 1)]
    by_log = np.where((many == 1) & ~lost, found, -1)
    of_sheets = seats.drop_duplicates("sheet").set_index("sheet")["game"]
    by_sheet = of_sheets.reindex(acts["sheet"]).fillna(-1).to_numpy()
    return np.where(acts["column"] > 0, by_sheet, by_log).astype("int32")


def _coded(one: pd.Series, other: pd.Series) -> tuple[tuple[Numbers, Numbers], int]:
    """Two columns as codes of the same values, -1 for those that the other has not, and how many codes there are."""
    if isinstance(one.dtype, pd.CategoricalDtype):
        known_there = other.cat.categories.astype("str")
        codes = np.append(known_there.get_indexer(one.cat.categories.astype("str")), -1)[one.cat.codes]
        return (codes, other.cat.codes.to_numpy("int64")), len(known_there) + 1
    known_values = pd.Index(other.dropna().unique())
    return (known_values.get_indexer(one), known_values.get_indexer(other)), len(known_values) + 1


def _orders(phases: pd.Series) -> Numbers:
    """The order of each phase: N0 is 0, D0 1, N1 2 …; a missing one is -1."""
    of_names = [2 * int(name[1:]) + (name[0] == "D") for name in phases.cat.categories]
    orders: Numbers = np.append(np.array(of_names, "int16"), np.int16(-1))[phases.cat.codes]
    return orders


def _phases_of(orders: Numbers, like: pd.Series) -> pd.Series:
    """The phases of some orders; missing for never."""
    names = [f"{'ND'[order % 2]}{order // 2}" for order in np.unique(orders[orders < NEVER]).tolist()]
    every = list(dict.fromkeys([*like.cat.categories, *names]))
    codes = {
        order: every.index(name) for order, name in zip(np.unique(orders[orders < NEVER]), names, strict=True)
    }
    of_seats = pd.Series(orders).map(codes).fillna(-1).astype("int64")
    return pd.Series(pd.Categorical.from_codes(of_seats, categories=pd.Index(every, dtype="str")), like.index)


def _board(seats: pd.DataFrame, spans: SpansOfGames, phases: int) -> Board:
    games, seat = seats["game"].to_numpy(), seats["seat"].to_numpy("int64", na_value=0)
    shape = (int(games.max()) + 1, SEATS)
    row = np.full(shape, -1)
    role = np.full(shape, -1, "int8")
    row[games, seat] = np.arange(len(seats))
    role[games, seat] = seats["role"].cat.codes
    row[:, 0] = role[:, 0] = -1
    red = spans.have(role, lambda figures: figures.teams.red)
    return Board(row, role, red, phases)


def _acts(
    log: pd.DataFrame,
    orders: Numbers,
    board: Board,
    spans: SpansOfGames,
    is_stray: Numbers,
    find: Finder,
) -> Acts:
    """The acts that can be understood, one for each target; the others, and those of no game, are findings.

    Those of a game without an edition are left out: nobody knows what they come to.
    """
    masks, codes = np.unique(log["targets"].to_numpy(), return_inverse=True)
    listed = [[seat for seat in range(1, SEATS) if mask >> seat & 1] or [0] for mask in masks.tolist()]
    many = np.array([len(one) for one in listed])
    width = int(many.max(initial=1))
    padded = np.array([one + [0] * (width - len(one)) for one in listed], "int8").reshape(-1, width)
    row = np.repeat(np.arange(len(log), dtype="int32"), many[codes])
    first = np.cumsum(many[codes]) - many[codes]
    target = padded[codes[row], np.arange(len(row)) - first[row]]
    actor = log["actor"].to_numpy("int8", na_value=0)
    game, action = log["game"].to_numpy(), log["action"].cat.codes.to_numpy()
    acts = Acts(row, game[row], orders[row], action[row], actor[row], target)
    find("unknown-game", "game_no", acts, is_stray[acts.row])
    acts = acts.where((acts.game >= 0) & (acts.order >= 0) & (acts.action >= 0))
    acts = acts.where(spans.of_games[acts.game] >= 0)
    acts = _with_actors(acts, board, spans)
    leaves = acts.are(*LEAVING, "justified")
    acts = replace(acts, target=np.where(leaves & (acts.target == 0), acts.actor, acts.target))
    strange = _absent(acts, acts.actor, board)
    find("unknown-seat", "actor", acts, strange, acts.actor)
    strange_target = _absent(acts, acts.target, board)
    find("unknown-seat", "targets", acts, strange_target & (leaves | ~strange), acts.target)
    incomplete = np.where(leaves, acts.target == 0, (acts.actor == 0) & ~acts.are("shot"))
    find("act-incomplete", "actor", acts, incomplete)
    return acts.where(~(strange | strange_target | incomplete))


def _absent(acts: Acts, seat: Numbers, board: Board) -> Numbers:
    missing: Numbers = (seat > 0) & (board.seat_row[acts.game, seat] < 0)
    return missing


def _with_actors(acts: Acts, board: Board, spans: SpansOfGames) -> Acts:
    """The acts with the actor where it was left out and only one seat of the game can have acted."""
    actor = acts.actor.copy()
    for name in _OF_ONE_ROLE:
        able = spans.have(board.role, functools.partial(_able, name))
        only = np.where(able.sum(axis=1) == 1, able.argmax(axis=1), 0)
        unsaid = (actor == 0) & acts.are(name)
        actor[unsaid] = only[acts.game[unsaid]]
    return replace(acts, actor=actor)


def _able(act: str, figures: Figures) -> Sequence[str]:
    """The roles that have an act."""
    return figures.acts.get(act, [])


def _leaving_orders(leaving: Acts, board: Board) -> Numbers:
    """When each seat left, by the log; never if it did not."""
    orders = np.full((len(board.seat_row), SEATS), NEVER, "int16")
    np.minimum.at(orders, (leaving.game, leaving.target), leaving.order)
    return orders


def _left(seats: pd.DataFrame, acts: Acts, board: Board) -> Left:
    """When each seat left: exits as the game sheet has them, or else the log; removals as the log has them."""
    exits = np.full((len(board.seat_row), SEATS), NEVER, "int16")
    orders = _orders(seats["exit"])
    game, seat = _places(seats)
    exits[game[orders >= 0], seat[orders >= 0]] = orders[orders >= 0]
    exits[:, 0] = NEVER
    removals = _leaving_orders(acts.of("removed"), board)
    return Left(exits, np.minimum(exits, removals))
