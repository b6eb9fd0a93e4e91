"""What is wrong or doubtful in the tables: faults of the sheets, and breaches of the ruleset."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from pipelines import findings, texts
from pipelines.addresses import Layout
from pipelines.checks import days, figures, nicknames, same_games, similar_names, stages, who_counts
from pipelines.checks.places import at_seats as _at_seats
from pipelines.enrich import players, weights
from pipelines.ingest import values, vocabulary
from pipelines.ingest.games import IDENTITY, Sheets, seat_places
from pipelines.ingest.headers import REQUIRED
from pipelines.ingest.unknown import Unknown
from pipelines.league import PERIOD_COLUMNS, League
from pipelines.rating.score import columns_by_span
from rulesets import Rule, Ruleset
from rulesets.classic import seats_named
from rulesets.edition import Figures
from rulesets.facts import among

_FEWEST_SEATS = 4  # of a game that can be played: with three the first night ends it
_A_DAY = pd.Timedelta(days=1)
_DAY = "%d.%m.%Y"
_LIKE_DATE = r"\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?"
_SEAT_AND_NAME = r"(?:[1-9]|1\d|20)[.)]\s*[^\d\s]"
_MOST = 0.7  # of the nicknames of a table
_MOVE = ("named_1", "named_2", "named_3")
_LOG_NEEDS = ("game", "seat", "role", "exit", "is_first_kill", "is_removed")


def check(sheets: Sheets, league: League, ruleset: Ruleset) -> pd.DataFrame:
    """All findings of the sheets and the rules, with the severities that the league sets."""
    if sheets.seats.empty and not len(errors(sheets.findings)):
        files = ", ".join(dict.fromkeys(layout.file for layout in sheets.layouts)) or league.name
        return findings.found("no-games", league.language, file=files, tab="")
    unknown = Unknown(sheets)
    tables = [
        sheets.findings,
        *_of_sheets(sheets, league.language, unknown),
        _of_log(sheets, unknown),
        *_of_rules(sheets, league.language, ruleset, unknown),
        *players.check(sheets, league.language),
        *similar_names.check(sheets, league.language),
        *weights.check(sheets, league.language),
        *figures.check(sheets, league.language),
        *nicknames.check(sheets, league.language),
        _in_no_rating(sheets, league, unknown),
        *_of_days(sheets, league),
        *stages.check(sheets, league),
        *same_games.check(sheets, league.language),
        *who_counts.check(sheets, league.language, ruleset),
    ]
    found = findings.with_severities(findings.all_of(tables), league.severities)
    return found.assign(of_game=_games_named(found, sheets, league.language))


def _games_named(found: pd.DataFrame, sheets: Sheets, language: str) -> pd.Series:
    """The game of each finding, told to a reader; nothing where it belongs to none."""
    games = sheets.seats[sheets.seats["game"].isin(found["game"])].drop_duplicates("game").set_index("game")
    named = findings.games_named(games, language).to_dict()
    return pd.Series([named.get(game, "") for game in found["game"]], found.index, dtype="object")


def errors(found: pd.DataFrame) -> pd.DataFrame:
    """The findings that stop a rebuild, or a game."""
    return found[found["severity"] == "error"]


def only_in_games(found: pd.DataFrame, layouts: Sequence[Layout]) -> bool:
    """Whether each error belongs to a game, so that the game can be left out.

    One in a cell that tells which game it is does not: its seat may belong to any.
    """
    some = errors(found)
    telling = {
        (one.file, one.tab, one.columns[name]) for one in layouts for name in IDENTITY if name in one.columns
    }
    cells = pd.MultiIndex.from_frame(some[["file", "tab", "column"]])
    in_identity = cells.isin(telling) & (some["code"] != "no-edition").to_numpy()
    return bool((some["game"] >= 0).all() and not in_identity.any())


def without_faulty_games(seats: pd.DataFrame, found: pd.DataFrame) -> pd.DataFrame:
    """The seats of the games in which no error is found."""
    return seats[~seats["game"].isin(errors(found)["game"])]


def _of_sheets(sheets: Sheets, language: str, unknown: Unknown) -> Iterator[pd.DataFrame]:
    """Faults that no ruleset needs to know of."""
    seats = sheets.seats
    yield from _missing_values(sheets, language, unknown)
    yield from _small_games(sheets, language, unknown)
    once = seats[~same_games.are_copies(seats)]
    for name in ("seat", "player"):
        again = unknown.known(_again(once, name), [name, "game"])
        yield _at_seats(sheets, language, f"duplicate-{name}", name, again)
    yield _at_seats(sheets, language, "name-like-date", "player", _names_like_dates(seats["player"]))
    yield _at_seats(sheets, language, "numbered-names", "player", _numbered_names(seats))
    for name in ("tournament", "stage"):
        yield _at_seats(sheets, language, "name-like-date", name, _names_like_dates(seats[name]))
        yield _similar_values(sheets, language, name)
    yield from _of_best_moves(sheets, language, unknown)
    yield _black_first_kills(sheets, language)


def _missing_values(sheets: Sheets, language: str, unknown: Unknown) -> Iterator[pd.DataFrame]:
    """Required cells that are empty; what they should hold is unknown from then on."""
    seats = sheets.seats
    first = ~seats["game"].duplicated()
    is_rated, is_form = seats["kind"] != "unrated", _is_of_form(sheets)
    for name in REQUIRED["games"]:
        empty = seats[name].isna() & ~unknown.of([name])
        if name in IDENTITY:
            empty &= first & (seats["unplaced"] == 0)
        elif name == "winner":
            empty &= first & is_rated & ~unknown.of(["winner", "game"])
        else:
            empty &= is_rated | ~is_form
        if name == "player":
            empty &= ~_has_finding(sheets, "guest-seat", name)
        code = "no-winner" if name == "winner" else "missing-value"
        yield _at_seats(sheets, language, code, name, seats.loc[empty, name])
        unknown.mark(name, seats.index[empty])


def _has_finding(sheets: Sheets, code: str, field: str) -> np.ndarray:
    """Whether the cell of a field of each seat has a finding of this code from the reading."""
    address = ["file", "tab", "row", "column"]
    found = sheets.findings.loc[sheets.findings["code"] == code, address]
    if found.empty:
        return np.zeros(len(sheets.seats), "bool")
    places = seat_places(sheets.seats, field, sheets.layouts)
    cells = pd.MultiIndex.from_arrays([places[part] for part in address])
    return np.asarray(cells.isin(pd.MultiIndex.from_frame(found)), "bool")


def _of_log(sheets: Sheets, unknown: Unknown) -> pd.DataFrame:
    """What is wrong in the log of acts by itself, or against sheets that are known."""
    found = sheets.of_log
    if found.empty:
        return found
    games = found["game"].astype("int64")
    known = np.append(np.bincount(sheets.seats["game"], unknown.of(_LOG_NEEDS)) == 0, True)
    found = found[known[games]]
    of_log = [sheets.layouts[number] for number in sheets.actions["sheet"].unique()]
    log = {(layout.file, layout.tab) for layout in of_log}
    wrong = pd.concat([errors(sheets.findings), errors(found)])
    in_error = wrong.loc[pd.MultiIndex.from_frame(wrong[["file", "tab"]]).isin(log), "game"]
    is_of_broken_log = found["game"].isin(in_error) if (in_error >= 0).all() else True
    return found[~((found["code"] == "counter-mismatch") & is_of_broken_log)]


def _is_of_form(sheets: Sheets) -> np.ndarray:
    """Whether each seat is of a form, and not of a flat sheet."""
    is_form = np.array([one.is_protocol for one in sheets.layouts], "bool")
    return np.asarray(is_form[sheets.seats["sheet"].to_numpy("int64")])


def _black_first_kills(sheets: Sheets, language: str) -> pd.DataFrame:
    """Black players whom a form gives as killed first, where no maniac plays: the mafia does not shoot its own."""
    seats = sheets.seats
    black = seats["is_first_kill"] & seats["role"].isin(["mafia", "don"]) & _is_of_form(sheets)
    black &= seats["kind"] != "unrated"
    if not black.any():
        return findings.nothing()
    of_maniacs = seats.loc[seats["role"] == "maniac", "game"]
    some = seats.loc[black & ~seats["game"].isin(of_maniacs), "seat"]
    return _at_seats(sheets, language, "black-first-kill", "is_first_kill", some)


def _similar_values(sheets: Sheets, language: str, name: str) -> pd.DataFrame:
    """Two tournaments, or two stages, whose names differ by a letter."""
    said = sheets.seats[name]
    if len(said.cat.categories) < 2:
        return findings.nothing()
    pairs = similar_names.similar(pd.Series(said.cat.categories, said.cat.categories))
    if pairs.empty:
        return findings.nothing()
    first = said.drop_duplicates().dropna()
    at = first[first.isin(pairs["other"])]
    names = at.astype("object").map(pairs.drop_duplicates("other").set_index("other")["name"])
    return _at_seats(sheets, language, "similar-values", name, names + " / " + at.astype("object"))


def _of_days(sheets: Sheets, league: League) -> Iterator[pd.DataFrame]:
    """Games of days to come, and forms of another day than their tab's name tells; the day after midnight may differ."""
    dates = sheets.seats.drop_duplicates("game")["date"].dropna()
    yield _at_seats(sheets, league.language, "days-and-months-swapped", "date", days.swapped(sheets))
    ahead = dates[dates > pd.Timestamp.now().normalize() + _A_DAY]
    yield _at_seats(sheets, league.language, "future-date", "date", ahead.dt.strftime(_DAY))
    named = [
        values.day_in(one.tab, league.source.first_day) if one.is_protocol else None for one in sheets.layouts
    ]
    if any(named):
        of_tabs = sheets.seats.loc[dates.index, "sheet"].map(pd.Series(named, dtype="datetime64[s]"))
        other = dates[(dates - of_tabs).abs() > _A_DAY]
        said = of_tabs[other.index].dt.strftime(_DAY)
        yield _at_seats(
            sheets, league.language, "tab-day-differs", "date", other.dt.strftime(_DAY), of_tab=said
        )


def _in_no_rating(sheets: Sheets, league: League, unknown: Unknown) -> pd.DataFrame:
    """Games that are in no rating, because all ratings are by a column that they leave empty."""
    columns = [one.period for one in league.rating if one.period in PERIOD_COLUMNS]
    seats = sheets.seats
    if len(columns) < len(league.rating):
        return findings.nothing()
    outside = seats[columns].isna().all(axis=1) & ~seats["game"].duplicated() & (seats["kind"] != "unrated")
    header = vocabulary.fields("games")[columns[0]].header
    said = unknown.known(seats.loc[outside, columns[0]], [*columns, "game"])
    return _at_seats(sheets, league.language, "in-no-rating", columns[0], said, header=header)


def _small_games(sheets: Sheets, language: str, unknown: Unknown) -> Iterator[pd.DataFrame]:
    """Games of fewer seats than can play: most are rows of another game with a slip in the date, the table or the number.

    The finding stands at the cell that tells the row apart from the one above or below, whichever is more like it.
    """
    seats = sheets.seats
    game = seats["game"].to_numpy("int64")
    many = pd.Series(np.bincount(game)[game], seats.index)
    is_few = (many < _FEWEST_SEATS) & ~unknown.of(["game"])
    few = is_few & ~seats["game"].duplicated()
    if not few.any():
        return
    as_typed = seats.sort_values(["sheet", "row"])
    apart = [
        pd.DataFrame({name: _differ(as_typed[name], as_typed[name].shift(step)) for name in IDENTITY})
        for step in (1, -1)
    ]
    above, below = (one.loc[few[few].index] for one in apart)
    nearer = above.where(above.sum(axis=1) <= below.sum(axis=1), below)
    field = nearer.idxmax(axis=1).astype("str")
    for name in map(str, field.unique()):
        said = seats.loc[field.index[field == name], name]
        said = said.dt.strftime(_DAY) if name == "date" else said
        yield _at_seats(
            sheets, language, "few-seats", name, said, seats=many[said.index], fewest=_FEWEST_SEATS
        )
    unknown.mark_games(is_few.to_numpy())


def _differ(one: pd.Series, other: pd.Series) -> pd.Series:
    """Where two columns hold something else; two empty cells are alike."""
    return ~((one.astype("object") == other.astype("object")) | (one.isna() & other.isna()))


def _again(seats: pd.DataFrame, name: str) -> pd.Series:
    """What stands a second time in a game."""
    return seats.loc[seats[name].notna() & seats.duplicated(["game", name]), name]


def _names_like_dates(names: pd.Series) -> pd.Series:
    """The first of each nickname that looks like a date: a spreadsheet makes dates of what people type."""
    like = names.cat.categories[names.cat.categories.astype("str").str.fullmatch(_LIKE_DATE)]
    some = names[names.isin(like)] if len(like) else names[:0]
    return some.drop_duplicates()


def _numbered_names(seats: pd.DataFrame) -> pd.Series:
    """The first nickname of each table whose nicknames begin with the numbers of their seats: `9. Ультра` is Ультра."""
    names = seats["player"]
    numbered = names.cat.categories[names.cat.categories.astype("str").str.match(_SEAT_AND_NAME)]
    if not len(numbered):
        return names[:0]
    is_numbered = names.isin(numbered)
    most = is_numbered.groupby(seats["sheet"]).transform("mean") > _MOST
    return names[is_numbered & most & seats["seat"].isna() & ~seats["sheet"].duplicated()]


def _of_best_moves(sheets: Sheets, language: str, unknown: Unknown) -> Iterator[pd.DataFrame]:
    """Best moves that name their own seat, or one at which nobody sits."""
    seats = sheets.seats
    moves = seats.loc[seats[_MOVE[0]].notna() & ~unknown.of(["seat", "game"]), ["game", "seat", *_MOVE]]
    if moves.empty:
        return
    unseated = seats.loc[seats["seat"].isna() & seats["game"].isin(moves["game"])].drop_duplicates("game")
    yield _at_seats(sheets, language, "missing-seat", "seat", unseated["seat"])
    unknown.mark("seat", unseated.index)
    moves = moves[~moves["game"].isin(unseated["game"])]
    if moves.empty:
        return
    named = moves[list(_MOVE)].to_numpy("int64", na_value=0)  # of a short move, seat 0
    short = moves[moves[_MOVE[2]].isna()]
    yield _at_seats(sheets, language, "best-move-short", "best_move", _seats_named(short))
    game, seat = seats["game"].to_numpy("int64"), seats["seat"].to_numpy("int64", na_value=0)
    taken = np.zeros((game.max() + 1, max(seat.max(), named.max()) + 1), "bool")
    taken[game, seat] = True
    taken[:, 0] = True
    own = named == moves["seat"].to_numpy("int64")[:, None]
    absent = ~taken[moves["game"].to_numpy("int64")[:, None], named]
    for code, wrong in (("best-move-self", own), ("best-move-unknown-seat", absent)):
        yield _at_seats(sheets, language, code, "best_move", _seats_named(moves[wrong.any(axis=1)]))


def _seats_named(moves: pd.DataFrame) -> pd.Series:
    return seats_named(*(moves[name] for name in _MOVE))


def _of_rules(sheets: Sheets, language: str, ruleset: Ruleset, unknown: Unknown) -> Iterator[pd.DataFrame]:
    """Breaches of the rules, and games for which there are none."""
    seats = sheets.seats
    in_force = ruleset.span_numbers(seats["date"]) >= 0
    without = seats.loc[~in_force & seats["date"].notna() & ~seats["game"].duplicated(), "date"]
    last_day = seats["date"].max()
    begun = [
        one.name for one in ruleset.editions if one.first_day and pd.Timestamp(one.first_day) <= last_day
    ]
    known = ", ".join(begun or [ruleset.editions[0].name])  # one of days to come is no news about these games
    yield _at_seats(
        sheets,
        language,
        "no-edition",
        "date",
        without.dt.strftime(_DAY),
        ruleset=ruleset.name,
        known=known,
    )
    unrated = seats.index[(seats["kind"] == "unrated") & _is_of_form(sheets)]  # whose gaps are no errors
    checks = {rule.name for span in ruleset.spans for rule in span.checks}
    for span, columns in columns_by_span(seats, ruleset, sorted(checks)):
        for rule in sorted(span.checks, key=_is_of_figures):
            breaches = unknown.known(columns[rule.name], span.needed(rule.needs))
            breaches = breaches[~breaches.index.isin(unrated)]
            yield _at_rule(sheets, language, rule, breaches, p=span.figures)
            if not _is_of_figures(rule):
                unknown.mark(rule.at, breaches.index)
        for name, roles in span.figures.counts.items():
            count, role = columns[name], columns["role"]
            strange = count[(count.fillna(0.0) > 0) & role.notna() & ~among(role, roles)]
            strange = unknown.known(strange, [name, "role"])
            yield _at_seats(sheets, language, "counter-role", name, strange)


def _is_of_figures(rule: Rule) -> bool:
    """Whether a check is of figures; those of roles and winners come first, for what follows from a wrong one."""
    return rule.at not in ("role", "winner") or rule.severity != "error"


def _at_rule(sheets: Sheets, language: str, rule: Rule, figures: pd.Series, p: Figures) -> pd.DataFrame:
    told = f"breach.{rule.told}" if rule.told else ""
    usual = " ".join(f"{many} {role}" for role, many in p.line_up.items())
    return _at_seats(
        sheets,
        language,
        rule.code,
        rule.at,
        figures,
        severity=rule.severity,
        text=rule.says,
        told=told,
        p=p,
        usual=texts.worded(usual, language),
    )


def of_standings(standings: pd.DataFrame, league: League, ruleset: Ruleset) -> pd.DataFrame:
    """What is doubtful in the standings, at the tab of the rating."""
    rated = set(standings["rating"])
    tab_of = {rating.name: rating.tab for rating in league.rating}
    empty = [rating for rating in league.rating if rating.name not in rated]
    tables = [
        findings.found("empty-rating", league.language, file="", tab=rating.tab, value=rating.name)
        for rating in empty
    ]
    for label, rows in standings.groupby("edition"):
        span = ruleset.span(str(label))
        columns: dict[str, pd.Series] = {str(name): column for name, column in rows.items()}
        for rule in span.doubts:
            figures = rule(columns, span.figures)
            if len(figures):
                tables.append(_of_doubt(rule, figures, rows.loc[figures.index], tab_of, league))
    return findings.with_severities(findings.all_of(tables), league.severities)


def _of_doubt(
    rule: Rule, figures: pd.Series, of: pd.DataFrame, tab_of: dict[str, str], league: League
) -> pd.DataFrame:
    """A warning at each of some rows of the standings."""
    period = of["period"].astype("str")
    tabs = [tab_of[rating].replace("{period}", one) for rating, one in zip(of["rating"], period, strict=True)]
    said = period + ", " + of["player"].astype("str") + ": " + figures.map(findings.shown)
    severity, text = "warning", rule.says
    return findings.found(
        rule.code, league.language, file="", tab=pd.Series(tabs), value=said, severity=severity, text=text
    )
