"""The evening tournament: points of a game by result and acts, weighed by the table; best games, best evenings.

Clauses are the steps of the document; the figures stand in `editions/evenings-*.toml`.
"""

import numpy as np
import pandas as pd

from rulesets import city, edition, facts, sessions
from rulesets.city import of_role
from rulesets.edition import Strict
from rulesets.facts import among, first_of_game, in_game
from rulesets.ruleset import check, component, fact, tally

SHARED = (facts, city, sessions)
STANDINGS = ("evenings", "evenings_counted", "best_evening")
SCORED = ("weight", "score")
MARKS = ("counted", "evening_counted")


class Base(Strict):
    """Points of a game by its result."""

    red: float
    black_alive: float
    black_dead: float
    maniac: float
    draw_maniac: float
    draw_black_alive: float
    draw_black_dead: float


class Sheriff(Strict):
    """Points of the sheriff's acts."""

    found_black: float


class Doctor(Strict):
    """Points of the doctor's acts."""

    saved_red: float
    saved_sheriff: float
    saved_black: float


class Beauty(Strict):
    """Points of the beauty's acts."""

    saved_red: float
    saved_sheriff: float
    took_black: float
    took_red: float
    took_sheriff: float


class Don(Strict):
    """Points of the don's acts."""

    found_sheriff: float


class Maniac(Strict):
    """Points of the maniac's acts."""

    killed_active: float


class VotedOut(Strict):
    """Points off for being voted out, and the roles that lose them."""

    points: float
    roles: list[str]


class Compensation(Strict):
    """Points of the first first kill of an evening, and of each further one."""

    first: float
    further: float


class LeftTable(Strict):
    """Points off for leaving the table."""

    points: float


class Points(Strict):
    """The least and the most of a game."""

    least: float
    most: float


class Best(Strict):
    """How many games of an evening, and how many evenings of a distance, enter the rating."""

    games: int
    evenings: int


class Table(Strict):
    """The usual number of players at a table."""

    least: int
    most: int


class Guaranteed(Strict):
    """Games of an evening that a table is promised, by the number of its players."""

    games: dict[str, int]


class Figures(edition.Figures):
    """The figures of an edition of the evening tournament."""

    base: Base
    sheriff: Sheriff
    doctor: Doctor
    beauty: Beauty
    don: Don
    maniac: Maniac
    voted_out: VotedOut
    compensation: Compensation
    left_table: LeftTable
    points: Points
    best: Best
    table: Table
    guaranteed: Guaranteed


# --- points of a game


@component(clause="1.1–1.4", at="winner")
def base(
    winner: pd.Series, role: pd.Series, red: pd.Series, black: pd.Series, alive: pd.Series, p: Figures
) -> pd.Series:
    """Points of the winning team, the black ones by who is alive; of a draw, of maniac and black."""
    won_by, is_draw, is_maniac = winner.astype("object"), winner == "draw", role == "maniac"
    cases = {
        "red": (red & (won_by == "red"), p.base.red),
        "black alive": (black & alive & (won_by == "black"), p.base.black_alive),
        "black dead": (black & ~alive & (won_by == "black"), p.base.black_dead),
        "maniac": (is_maniac & (won_by == "maniac"), p.base.maniac),
        "draw, maniac": (is_maniac & is_draw, p.base.draw_maniac),
        "draw, black alive": (black & alive & is_draw, p.base.draw_black_alive),
        "draw, black dead": (black & ~alive & is_draw, p.base.draw_black_dead),
    }
    points = np.select([case for case, _ in cases.values()], [figure for _, figure in cases.values()], 0.0)
    return pd.Series(points, winner.index)


_ACTS = (
    "found_black_count found_sheriff_count saved_red_count saved_sheriff_count saved_black_count "
    "took_black_count took_red_count took_sheriff_count killed_active_count"
)


@component(clause="1.5", at=_ACTS)
def actions(
    of_sheriff: pd.Series, of_doctor: pd.Series, of_beauty: pd.Series, of_don: pd.Series, of_maniac: pd.Series
) -> pd.Series:
    """Points of useful acts, and off for harmful ones, whatever the result."""
    return of_sheriff + of_doctor + of_beauty + of_don + of_maniac


@fact
def of_sheriff(role: pd.Series, found_black_count: pd.Series, p: Figures) -> pd.Series:
    """The sheriff's night checks that found black or the maniac (1.5)."""
    return of_role(found_black_count, role, p) * p.sheriff.found_black


@fact
def of_doctor(
    role: pd.Series,
    saved_red_count: pd.Series,
    saved_sheriff_count: pd.Series,
    saved_black_count: pd.Series,
    p: Figures,
) -> pd.Series:
    """The doctor's saves; of black or the maniac points off (1.5)."""
    saved = of_role(saved_red_count, role, p) * p.doctor.saved_red
    saved += of_role(saved_sheriff_count, role, p) * p.doctor.saved_sheriff
    saved += of_role(saved_black_count, role, p) * p.doctor.saved_black
    return saved.where(role == "doctor", 0.0)


@fact
def of_beauty(
    role: pd.Series,
    saved_red_count: pd.Series,
    saved_sheriff_count: pd.Series,
    took_black_count: pd.Series,
    took_red_count: pd.Series,
    took_sheriff_count: pd.Series,
    p: Figures,
) -> pd.Series:
    """Whom the beauty saved, and whom she took along (1.5)."""
    points = of_role(saved_red_count, role, p) * p.beauty.saved_red
    points += of_role(saved_sheriff_count, role, p) * p.beauty.saved_sheriff
    points += of_role(took_black_count, role, p) * p.beauty.took_black
    points += of_role(took_red_count, role, p) * p.beauty.took_red
    points += of_role(took_sheriff_count, role, p) * p.beauty.took_sheriff
    return points.where(role == "beauty", 0.0)


@fact
def of_don(role: pd.Series, found_sheriff_count: pd.Series, p: Figures) -> pd.Series:
    """The don found the sheriff: once a game, however often he checked him (1.5)."""
    return (of_role(found_sheriff_count, role, p) > 0) * p.don.found_sheriff


@fact
def of_maniac(role: pd.Series, killed_active_count: pd.Series, p: Figures) -> pd.Series:
    """Active players whom the maniac killed (1.5)."""
    return of_role(killed_active_count, role, p) * p.maniac.killed_active


@component(clause="1.5", at="exit")
def voted_out(role: pd.Series, is_voted_out: pd.Series, p: Figures) -> pd.Series:
    """Points off for the sheriff, doctor or beauty who was voted out by day."""
    return pd.Series(p.voted_out.points, role.index).where(among(role, p.voted_out.roles) & is_voted_out, 0.0)


@component(clause="1.6", at="exit")
def compensation(first_kill_no_in_evening: pd.Series, p: Figures) -> pd.Series:
    """Points of a player killed in the first night, in any role; more from the second time in an evening on."""
    number = first_kill_no_in_evening
    points = np.select([number == 1, number > 1], [p.compensation.first, p.compensation.further], 0.0)
    return pd.Series(points, number.index)


@component(clause="1.7", at="is_left_table")
def left_table(is_left_table: pd.Series, is_removed: pd.Series, p: Figures) -> pd.Series:
    """Points off for leaving the table, by warnings (a removal) or of one's own will."""
    return pd.Series(p.left_table.points, is_left_table.index).where(is_left_table | is_removed, 0.0)


@fact
def points(sum_of_components: pd.Series, p: Figures) -> pd.Series:
    """The sum of the components, within what a game may give (1.8)."""
    return sum_of_components.clip(p.points.least, p.points.most)


@fact
def score(points: pd.Series, weight: pd.Series) -> pd.Series:
    """Rating points of a game: its points times what one is worth at the table (step 2)."""
    return points * weight.fillna(0.0)


# --- evenings


@fact
def first_kill_no_in_evening(
    killed_first: pd.Series,
    played: pd.Series,
    player: pd.Series,
    evening_id: pd.Series,
    play_order: pd.Series,
) -> pd.Series:
    """The how-manyeth first kill of the player in the evening this is; 0 for a seat that was not killed first."""
    killed = pd.DataFrame({"player": player.cat.codes, "evening": evening_id, "order": play_order})
    killed = killed[killed_first & played].sort_values("order")
    number = killed.groupby(["player", "evening"]).cumcount() + 1
    return number.reindex(player.index, fill_value=0)


@fact
def best_in_evening(
    score: pd.Series,
    played: pd.Series,
    player: pd.Series,
    evening_id: pd.Series,
    play_order: pd.Series,
    p: Figures,
) -> pd.Series:
    """Whether the game is among the player's best of the evening; of equals, the earlier (step 3)."""
    seats = pd.DataFrame(
        {"player": player.cat.codes, "evening": evening_id, "worse": -score.round(6), "order": play_order}
    )
    place = seats[played].sort_values(["worse", "order"]).groupby(["player", "evening"]).cumcount()
    return (place < p.best.games).reindex(player.index, fill_value=False)


@fact
def evening_score(
    score: pd.Series, best_in_evening: pd.Series, player: pd.Series, evening_id: pd.Series
) -> pd.Series:
    """The sum of the player's best games of the evening (step 3)."""
    best = score.where(best_in_evening, 0.0)
    return best.groupby([player.cat.codes, evening_id]).transform("sum")


@fact
def evening_no_in_distance(
    evening_score: pd.Series,
    played: pd.Series,
    player: pd.Series,
    evening_id: pd.Series,
    play_order: pd.Series,
    distance: pd.Series,
) -> pd.Series:
    """The place of the evening among the player's of the distance, the best first; of equals, the earlier.

    0 for a game that is not rated, or outside the distance.
    """
    seats = pd.DataFrame(
        {
            "distance": distance,
            "player": player.cat.codes,
            "evening": evening_id,
            "worse": -evening_score.round(6),
            "order": play_order,
        }
    )
    inside = seats[played & (distance >= 0)]
    keys = ["distance", "player", "evening"]
    evenings = inside.sort_values("order").drop_duplicates(keys).sort_values(["worse", "order"])
    evenings["place"] = evenings.groupby(["distance", "player"]).cumcount() + 1
    placed = inside[keys].reset_index().merge(evenings[[*keys, "place"]], on=keys, how="left")
    return placed.set_index("index")["place"].reindex(player.index, fill_value=0)


@fact
def evening_counted(evening_no_in_distance: pd.Series, best_evenings: pd.Series, p: Figures) -> pd.Series:
    """Whether the evening is among the best of the distance; how many are, a league may set by month (step 4)."""
    most = best_evenings.fillna(p.best.evenings)
    return (evening_no_in_distance > 0) & (evening_no_in_distance <= most)


@fact
def counted(best_in_evening: pd.Series, evening_counted: pd.Series) -> pd.Series:
    """Whether the seat enters the rating: a best game of a best evening."""
    return best_in_evening & evening_counted


@fact
def opens_evening(
    played: pd.Series, player: pd.Series, evening_id: pd.Series, play_order: pd.Series, distance: pd.Series
) -> pd.Series:
    """Whether this is the player's first game of the evening (and the distance)."""
    seats = pd.DataFrame(
        {"distance": distance, "player": player.cat.codes, "evening": evening_id, "order": play_order}
    )
    first = seats[played & (distance >= 0)].sort_values("order")
    first = first.drop_duplicates(["distance", "player", "evening"])
    return pd.Series(player.index.isin(first.index), player.index)


@tally
def evenings(opens_evening: pd.Series) -> pd.Series:
    """One for each evening played."""
    return opens_evening


@tally
def evenings_counted(opens_evening: pd.Series, evening_counted: pd.Series) -> pd.Series:
    """One for each evening that enters the rating."""
    return opens_evening & evening_counted


@tally
def best_evening(
    opens_evening: pd.Series, evening_score: pd.Series, evening_no_in_distance: pd.Series
) -> pd.Series:
    """The rating points of the player's best evening, at its first game."""
    return evening_score.where(opens_evening & (evening_no_in_distance == 1), 0.0)


# --- what is wrong


@check("weight-missing", at="weight_typed", clause="2")
def weight_missing(weight: pd.Series, strength: pd.Series, played: pd.Series, game: pd.Series) -> pd.Series:
    """A game of which nobody tells what a point is worth."""
    missing = weight.isna() & played & (in_game(strength.notna(), game) == 0)
    return first_of_game(pd.Series("", weight.index)[missing], game)


@check("weight-missing", at="weight_typed", clause="2", told="strength-missing")
def strength_missing(
    weight: pd.Series, strength: pd.Series, player: pd.Series, played: pd.Series, game: pd.Series
) -> pd.Series:
    """A game whose weight would be the strengths of its players, if each had one."""
    missing = weight.isna() & played & (in_game(strength.notna(), game) > 0)
    weak = player[missing & strength.isna()].astype("object")
    return first_of_game(weak.groupby(game[weak.index]).transform(", ".join), game)


@check("table-size", at="player", clause="ВАЖНОЕ УТОЧНЕНИЕ", severity="warning")
def table_size(player: pd.Series, game: pd.Series, p: Figures) -> pd.Series:
    """More or fewer players at the table than the document knows."""
    players = in_game(player.notna(), game).astype("int64")
    return first_of_game(players[(players < p.table.least) | (players > p.table.most)], game)


@check("guaranteed-games", at="player", clause="ВАЖНОЕ УТОЧНЕНИЕ", severity="warning")
def guaranteed_games(
    played: pd.Series,
    game: pd.Series,
    evening_id: pd.Series,
    table: pd.Series,
    play_order: pd.Series,
    p: Figures,
) -> pd.Series:
    """A table played fewer games of an evening than promised for the largest number of players seen there."""
    seats = pd.DataFrame(
        {
            "game": game,
            "evening": evening_id,
            "table": table.cat.codes,
            "players": in_game(played, game),
            "order": play_order,
        }
    )
    seats = seats[played].sort_values("order")
    tables = seats.groupby(["evening", "table"])
    promised = (
        tables["players"].transform("max").map({int(n): many for n, many in p.guaranteed.games.items()})
    )
    games = tables["game"].transform("nunique")
    short = seats[games < promised].drop_duplicates(["evening", "table"]).index
    said = games[short].astype("str") + " < " + promised[short].astype("int64").astype("str")
    return said.astype("object")
