"""The numbers of games whose forms give none: by the order of the forms, per day, evening and table."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from pipelines.ingest.headers import Reading
from pipelines.ingest.spelling import one_spelling

_GROUP = ["date", "evening", "table"]


def numbered_by_order(
    rows: pd.DataFrame, acts: Sequence[pd.DataFrame], reading: Reading
) -> tuple[pd.DataFrame, list[pd.DataFrame]]:
    """The seats and acts with the numbers of the forms that `reading.without_number` lists; a warning per tab.

    A form has the place that it has among all forms of its day, evening and table, in the order of the tabs. One whose
    place is the number of another game is left without: that is an error of its own.
    """
    if not reading.without_number:
        return rows, list(acts)
    names = [name for name in _GROUP if name in rows]
    games = rows.drop_duplicates(["sheet", *names, "game_no"])[["sheet", *names, "game_no"]]
    is_form = np.array([one.is_protocol for one in reading.layouts])[games["sheet"].to_numpy("int64")]
    spelled = games.assign(
        **{name: one_spelling(games[name].array, name) for name in names if name != "date"}
    )
    games = games.assign(group=spelled.groupby(names, dropna=False, observed=True).ngroup())
    forms = games[is_form].sort_values("sheet", kind="stable")
    order = forms.groupby("group").cumcount() + 1
    is_untold = forms["sheet"].isin(reading.without_number) & forms["game_no"].isna() & forms["date"].notna()
    taken = pd.MultiIndex.from_frame(
        games.loc[games["game_no"].notna(), ["group", "game_no"]].astype("int64")
    )
    is_free = ~pd.MultiIndex.from_arrays([forms["group"], order]).isin(taken)
    numbers = pd.Series(
        order[is_untold & is_free].to_numpy(), forms.loc[is_untold & is_free, "sheet"].to_numpy()
    )
    _tell(numbers, reading)
    return _with(rows, numbers), [_with(one, numbers) for one in acts]


def _with(rows: pd.DataFrame, numbers: pd.Series) -> pd.DataFrame:
    of_rows = rows["sheet"].map(numbers).astype("Int32")
    return rows.assign(game_no=rows["game_no"].astype("Int32").fillna(of_rows))


def _tell(numbers: pd.Series, reading: Reading) -> None:
    """Let the layout of each form show its number; and a finding each tab."""
    tabs: dict[tuple[str, str], list[int]] = {}
    for sheet, number in zip(numbers.index.tolist(), numbers.tolist(), strict=True):
        layout = reading.layouts[sheet]
        fact = replace(layout.facts["game_no"], text=str(number))
        reading.layouts[sheet] = replace(layout, facts={**layout.facts, "game_no": fact})
        tabs.setdefault((layout.file, layout.tab), []).append(sheet)
    for (file, tab), sheets in tabs.items():
        row, column = reading.layouts[min(sheets)].facts["game_no"].value
        reading.find("numbered-by-order", file=file, tab=tab, row=row, column=column, value=len(sheets))
