"""Standings, scored seats and findings as the tabs that a club sees."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from pipelines import texts
from pipelines.findings import IN_OUR_WORDS
from pipelines.ingest.values import moments_shown
from pipelines.league import League, is_named, real
from pipelines.publish import names
from pipelines.publish.past import pattern
from pipelines.publish.tab import Column, Kind, PastTabs, Tab
from pipelines.rating.rate import deciding
from rulesets import Ruleset, Span


def tabs(
    league: League, ruleset: Ruleset, standings: pd.DataFrame, scored: pd.DataFrame, found: pd.DataFrame
) -> list[Tab]:
    """The tabs of a rebuild: one for each rating and period, then details and findings if the league asks."""
    rows_of = dict(iter(standings.groupby(["rating", "period"], sort=False)))
    made = [
        _rating_tab(
            one.tab,
            rows_of[one.rating, one.period],
            ruleset.span(str(rows_of[one.rating, one.period]["edition"].iloc[0])),
            ruleset,
            league,
            _owner(league, one.rating),
        )
        for one in names.of_ratings(league, scored)
        if (one.rating, one.period) in rows_of
    ]
    if league.publish.details:
        made.append(_details_tab(league.publish.details, scored, ruleset, league))
    if league.publish.findings:
        made.append(findings_tab(league.publish.findings, found, scored["game"], league))
    return made


def past(league: League, ruleset: Ruleset, standings: pd.DataFrame) -> PastTabs:
    """The tabs that earlier rebuilds of the league made for periods that may have no games any more."""
    patterns = [pattern(rating.tab, rating.period) for rating in league.rating]
    others = [tab for tab in (league.publish.details, league.publish.findings) if tab]

    def may_be(tab: str) -> bool:
        is_other = league.is_sheet(tab) or any(is_named(tab, other) for other in others)
        return not is_other and any(one.fullmatch(tab) for one in patterns)

    def blank(span: Span) -> pd.DataFrame:
        """No rows, with the columns of the edition, those too that no period has now."""
        own = [*(shown.name for shown in span.edition.columns), *span.placed_by]
        return standings.iloc[:0].reindex(columns=list(dict.fromkeys([*standings.columns, *own])))

    return PastTabs(
        [_owner(league, rating.name) for rating in league.rating],
        may_be,
        [_rating_tab("-", blank(span), span, ruleset, league, "") for span in ruleset.spans],
        texts.say("say.old-tab", league.language),
        league.publish.remove_old_tabs,
    )


def _owner(league: League, rating: str) -> str:
    return f"{league.name}\n{rating}"


def _rating_tab(
    name: str, rows: pd.DataFrame, span: Span, ruleset: Ruleset, league: League, owner: str
) -> Tab:
    """One rating: the columns of the edition; those that only break ties as far as they decided something here."""
    language, edition = league.language, span.edition
    common: list[tuple[str, Kind]] = [
        ("place", "whole"),
        ("player", "text"),
        ("games", "whole"),
        ("wins", "whole"),
    ]
    columns = [Column(_title(column, language), rows[column], kind) for column, kind in common]
    decided = deciding(rows, edition.order)
    own = [
        Column(getattr(shown, language), rows[shown.name], shown.kind)
        for shown in edition.columns
        if shown.when == "always"
    ]
    breaking = [
        Column(title, moments_shown(rows[column]) if kind == "text" else rows[column], kind, optional=True)
        for column, title, kind in _tie_breaks(span, language)
        if column in decided
    ]
    until_then = ruleset.spans[: ruleset.spans.index(span) + 1]
    may_have = [title for known in until_then for _, title, _ in _tie_breaks(known, language)]
    return Tab(name, [*columns, *own, *breaking], may_have, owner=owner)


def _tie_breaks(span: Span, language: str) -> list[tuple[str, str, Kind]]:
    """Name, title and look of the columns that stand on a tab only if they decide.

    The title says so, and is none that a club's own column right of the table has: such a one is never taken for ours.
    """
    edition = span.edition
    known: list[tuple[str, str, Kind]] = [
        (shown.name, getattr(shown, language), shown.kind) for shown in edition.columns
    ]
    always = {"games", "wins", *(shown.name for shown in edition.columns if shown.when == "always")}
    others: list[tuple[str, str, Kind]] = [
        (key.column, span.title(key.column, language) or key.column, "points")
        for key in edition.order
        if key.column not in {name for name, _, _ in known}
    ]
    return [
        (column, texts.say("say.tie-break", language, column=title), kind)
        for column, title, kind in [*known, *others]
        if column not in always
    ]


def _details_tab(name: str, scored: pd.DataFrame, ruleset: Ruleset, league: League) -> Tab:
    """Every counted seat with its components; where only the best count, every one played, with marks at those."""
    language, spans = league.language, ruleset.spans_in_use(scored["date"])
    components = dict.fromkeys(name for span in spans for name in span.components)
    others = dict.fromkeys(name for span in spans for name in span.shown_of_seats)
    rows = scored[scored["played"].astype("bool")]
    game: list[tuple[str, Kind]] = [
        ("date", "date"),
        ("evening", "text"),
        ("table", "text"),
        ("game_no", "whole"),
        ("seat", "whole"),
        ("player", "text"),
    ]
    columns = [
        Column(_title(one, language), rows[one], kind) for one, kind in game if rows[one].notna().any()
    ]
    words = [
        Column(_title(one, language), _worded(rows[one], one, language), "text") for one in ("role", "winner")
    ]
    headers = {part.field: header for header, part in league.source.columns.items()}
    points = [Column(_title_in(spans, one, language), rows[one], "points") for one in (*components, "points")]
    points += [
        Column(headers.get(one) or _title_in(spans, one, language), rows[one], _look(rows[one]))
        for one in others
    ]
    return Tab(name, [*columns, *words, *points], whole=False)


def _title_in(spans: Sequence[Span], column: str, language: str) -> str:
    """What a column is called by the last of some spans that names it."""
    titles = [span.title(column, language) for span in reversed(spans)]
    return next(filter(None, titles), texts.column(column, language))


def _look(column: pd.Series) -> Kind:
    """How the figures or words of a column of seats are shown."""
    looks: dict[str, Kind] = {"b": "mark", "M": "date"}
    if column.dtype.kind in looks:
        return looks[column.dtype.kind]
    return "points" if pd.api.types.is_numeric_dtype(column) else "text"


def findings_tab(name: str, found: pd.DataFrame, rated: pd.Series, league: League) -> Tab:
    """The findings, each with a link to its cell if that is in the workbook of the tab.

    Where the sheets are in other workbooks too, the file is named and the cell's address is by itself. Where games are
    left out for their errors, such errors are marked: `rated` are the numbers of the games that are not.
    """
    language = league.language
    here, are_all = _here(found, league)
    is_cell = found["cell"].str.fullmatch(r"[A-Z]+\d+")
    links = ("'" + found["tab"].str.replace("'", "''") + "'!" + found["cell"]).where(is_cell & here, "")
    columns = [
        Column(_title("severity", language), _said(found["severity"], "severity", language), "text"),
        Column(_title("code", language), found["code"], "text"),
        Column(_title("tab", language), found["tab"], "text"),
    ]
    if are_all:
        columns.append(Column(_title("cell", language), links, "link"))
    else:
        columns.insert(2, Column(_title("file", language), found["file"], "text"))
        columns.append(Column(_title("cell", language), found["cell"], "text"))
        columns += [Column(_title("link", language), links, "link")] if here.any() else []
    ours = found["code"].isin(IN_OUR_WORDS)
    value = found["value"].where(~ours, found.loc[ours, "value"].map(lambda one: texts.worded(one, language)))
    columns += [
        Column(_title("of_game", language), found["of_game"], "text"),
        Column(_title("value", language), value, "note"),
        Column(_title("message", language), found["message"], "note"),
    ]
    if league.on_error == "skip-game":
        out = (found["severity"] == "error") & (found["game"] >= 0) & ~found["game"].isin(rated)
        columns.append(Column(_title("left_out", language), out, "mark"))
    return Tab(name, columns, whole=False)


def _here(found: pd.DataFrame, league: League) -> tuple[pd.Series, bool]:
    """Which findings are of sheets in the place that the ratings go to, and whether all sheets are there.

    Of several spreadsheets at Google none is told from the others: their names are not in the league file.
    """
    is_there = league.publishes_to_source()
    if len(league.workbooks()) + len(league.source.spreadsheet) == 1:
        return pd.Series(is_there, found.index), is_there
    to = league.destination()
    names = [path.name for path in league.workbooks() if isinstance(to, Path) and real(path) == real(to)]
    return found["file"].isin(names), False


def _title(name: str, language: str) -> str:
    return texts.say(f"column.{name}", language)


def _worded(column: pd.Series, group: str, language: str) -> pd.Series:
    """A categorical column in the league's words."""
    return column.cat.rename_categories(
        {name: texts.say(f"{group}.{name}", language) for name in column.cat.categories}
    )


def _said(column: pd.Series, group: str, language: str) -> pd.Series:
    return column.map({code: texts.say(f"{group}.{code}", language) for code in texts.codes(group)})


def heads(standings: pd.DataFrame, rows: int) -> Sequence[tuple[str, str, pd.DataFrame]]:
    """The first rows of each rating's last period, as the terminal shows them: rating, period, rows."""
    last = standings.drop_duplicates("rating", keep="last").set_index("rating")["period"]
    return [
        (
            str(rating),
            str(period),
            standings[(standings["rating"] == rating) & (standings["period"] == period)][:rows],
        )
        for rating, period in last.items()
    ]
