"""Standings, scored seats and findings as the tabs that a club sees."""

from collections.abc import Sequence

import pandas as pd

from pipelines import texts
from pipelines.league import League
from pipelines.publish.tab import Column, Kind, Tab
from rulesets import Edition, Ruleset


def tabs(
    league: League, ruleset: Ruleset, standings: pd.DataFrame, scored: pd.DataFrame, found: pd.DataFrame
) -> list[Tab]:
    """The tabs of a rebuild: one for each rating and period, then details and findings if the league asks."""
    edition = ruleset.editions[-1]
    made = [
        _rating_tab(rating.tab.replace("{period}", str(period)), rows, edition, league.language)
        for rating in league.rating
        for period, rows in standings[standings["rating"] == rating.name].groupby("period", sort=False)
    ]
    if league.publish.details:
        made.append(_details_tab(league.publish.details, scored, ruleset, league.language))
    if league.publish.findings:
        made.append(findings_tab(league.publish.findings, found, league.language))
    return made


def _rating_tab(name: str, rows: pd.DataFrame, edition: Edition, language: str) -> Tab:
    common: list[tuple[str, Kind]] = [
        ("place", "whole"),
        ("player", "text"),
        ("games", "whole"),
        ("wins", "whole"),
    ]
    columns = [Column(_title(column, language), rows[column], kind) for column, kind in common]
    own = [Column(getattr(shown, language), rows[shown.name], shown.kind) for shown in edition.columns]
    return Tab(name, [*columns, *own])


def _details_tab(name: str, scored: pd.DataFrame, ruleset: Ruleset, language: str) -> Tab:
    """Every counted seat with its components."""
    rows = scored[scored["counted"].astype("bool")]
    titles = ruleset.editions[-1].titles
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
    points = [
        Column(titles[one][language] if one in titles else one, rows[one], "points")
        for one in ruleset.components
    ]
    return Tab(
        name, [*columns, *words, *points, Column(_title("points", language), rows["points"], "points")]
    )


def findings_tab(name: str, found: pd.DataFrame, language: str) -> Tab:
    """The findings, each with a link to its cell."""
    places = "'" + found["tab"].str.replace("'", "''") + "'!" + found["cell"]
    columns = [
        Column(_title("severity", language), _said(found["severity"], "severity", language), "text"),
        Column(_title("code", language), found["code"], "text"),
        Column(_title("tab", language), found["tab"], "text"),
        Column(_title("cell", language), places.where(found["cell"].str.fullmatch(r"[A-Z]+\d+"), ""), "link"),
        Column(_title("value", language), found["value"], "text"),
        Column(_title("message", language), found["message"], "text"),
    ]
    return Tab(name, columns)


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
