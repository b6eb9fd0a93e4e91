"""The club's own points beside the facts, compared with those of the rules."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from pipelines import findings, texts
from pipelines.addresses import Layout
from pipelines.ingest.games import Sheets
from pipelines.league import League
from rulesets import Ruleset

_HALF_A_HUNDREDTH = 0.005 + 1e-9


def check(scored: pd.DataFrame, sheets: Sheets, league: League, ruleset: Ruleset) -> pd.DataFrame:
    """Where the points that the club reckoned itself, beside the facts, are not those of the rules, to two decimals."""
    own = sheets.own_figures
    names = [name for name in dict.fromkeys(own["name"]) if name in (*ruleset.components, "points")]
    if not names:
        return findings.nothing()
    played = scored[scored["played"].astype("bool")]
    place = ["sheet", "row"]
    played = played.assign(span=ruleset.span_numbers(played["date"]))
    ours = played.melt([*place, "game", "span"], names, "name", "ours").astype({"name": "object"})
    own = pd.concat([own, _left_blank(own, ours, sheets.layouts)], ignore_index=True)
    both = own.merge(ours, on=[*place, "name"])
    differ = both[(both["figure"].fillna(0) - both["ours"].astype("float64")).abs() > _HALF_A_HUNDREDTH]
    if differ.empty:
        return findings.nothing()
    layouts = sheets.layouts
    titles = [
        ruleset.spans[span].title(name, league.language) or texts.column(name, league.language)
        for name, span in zip(differ["name"], differ["span"], strict=True)
    ]
    found = findings.found(
        "typed-points-differ",
        league.language,
        file=differ["sheet"].map(lambda sheet: layouts[sheet].file),
        tab=differ["sheet"].map(lambda sheet: layouts[sheet].tab),
        row=differ["at_row"],
        column=differ["at_column"],
        value=differ["figure"],
        game=differ["game"],
        name=pd.Series(titles, differ.index),
        ours=differ["ours"].astype("float64").round(4).map(findings.shown),
    )
    return findings.with_severities(findings.all_of([found]), league.severities)


def _left_blank(own: pd.DataFrame, ours: pd.DataFrame, layouts: Sequence[Layout]) -> pd.DataFrame:
    """The seats without a figure of the club's in games of which most seats have one, in the form of its figures."""
    filled = ours.merge(own[["sheet", "row", "name"]], "left", indicator=True)
    is_blank = filled["_merge"] == "left_only"
    most = ~is_blank.groupby([filled["game"], filled["name"]]).transform("mean").gt(0.5)
    blank = filled.loc[is_blank & most, ["sheet", "row", "name"]]
    columns = [
        (sheet, name, column) for sheet, one in enumerate(layouts) for name, column in one.columns.items()
    ]
    there = blank.merge(pd.DataFrame(columns, columns=["sheet", "name", "at_column"]), on=["sheet", "name"])
    return there.assign(figure=np.nan, at_row=there["row"])
