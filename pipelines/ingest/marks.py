"""Marks, such as ПУ or Удаление, that are neither a yes nor a no: errors, but for the row's own seat or nickname."""

import pandas as pd

from pipelines.ingest import nearest, values, vocabulary
from pipelines.ingest.headers import Reading
from rulesets.words import fold


def check(seats: pd.DataFrame, reading: Reading) -> None:
    """Find the marks that are neither a yes nor a no, nor the number or nickname of their row's own seat.

    `seats` are the rows of all tabs. A number or nickname of somebody else is not moved to that seat: put into the
    wrong row, or meant as a count, it would be a wrong fact in silence.
    """
    if not reading.marks:
        return
    marks = pd.concat(reading.marks, ignore_index=True)
    of_rows = seats.reindex(columns=["sheet", "row", "seat", "player"])
    marks = marks.merge(of_rows[of_rows["sheet"].isin(marks["sheet"])], on=["sheet", "row"])
    numbers = {text: values.seat(text) for text in marks["text"].unique()}
    is_seat = (marks["seat"] == marks["text"].map(numbers).astype("Int16")).fillna(False)
    is_player = marks["text"].map(fold) == marks["player"].astype("str").map(fold)
    wrong = marks[~(is_seat | is_player)]
    for field, some in wrong.groupby("field", observed=True):
        titles = reading.fields("games")
        header = titles[str(field)].header if field in titles else str(field)
        reading.find(
            "unknown-mark",
            file=some["file"],
            tab=some["tab"],
            row=some["at_row"],
            column=some["at_column"],
            game=-2 - some["sheet"],
            value=some["text"],
            header=header,
            near=nearest.hints(some["text"], vocabulary.own_marks(str(field)), reading.language),
        )
