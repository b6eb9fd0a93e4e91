"""Addresses that follow a table which grows or shrinks."""

import pytest

from pipelines.publish.xlsx.cells import Area
from pipelines.publish.xlsx.shift import Shift, UnmovableError

TABLE = Area(1, 1, 11, 13)  # A1:M11
GROWN = Shift("Сезон", TABLE, 21, 12, 10)  # a row of the user's was right under it
SHRUNK = Shift("Сезон", TABLE, 5, 12, -6)
ALONE = Shift("Сезон", TABLE, 21, 10**7, 0)  # nothing is under it

# a formula, and what it is on the tab itself when the table has grown, has shrunk, has grown with nothing under it;
# ! where the formula cannot follow
FORMULAS = [
    ("SUM(C2:C11)", "SUM(C2:C21)", "SUM(C2:C5)", "SUM(C2:C21)"),
    ("SUM(C$2:C$11)/$B$1", "SUM(C$2:C$21)/$B$1", "SUM(C$2:C$5)/$B$1", "SUM(C$2:C$21)/$B$1"),
    ("SUM(C1:C11)", "SUM(C1:C21)", "SUM(C1:C5)", "SUM(C1:C21)"),
    ("SUM(C2:C100)", "SUM(C2:C110)", "SUM(C2:C94)", "SUM(C2:C100)"),
    ("SUM(C5:C11)", "SUM(C5:C11)", "SUM(C5:C5)", "SUM(C5:C11)"),
    ("SUM(C2:C4)", "SUM(C2:C4)", "SUM(C2:C4)", "SUM(C2:C4)"),
    ("SUM(N2:N11)", "SUM(N2:N11)", "SUM(N2:N5)", "SUM(N2:N11)"),
    ("C12*2", "C22*2", "C6*2", "C12*2"),
    ("C11", "C11", "!", "C11"),
    ("SUM(C8:C11)", "SUM(C8:C11)", "!", "SUM(C8:C11)"),
    ("SUM(C8:C12)", "SUM(C8:C22)", "SUM(C6:C6)", "SUM(C8:C12)"),
    ("SUM(12:13)", "SUM(22:23)", "SUM(6:7)", "SUM(12:13)"),
    ("SUM(C:C)", "SUM(C:C)", "SUM(C:C)", "SUM(C:C)"),
    ('"C12"&C12', '"C12"&C22', '"C12"&C6', '"C12"&C12'),
    ("Сезон!C12+'Сезон'!D12", "Сезон!C22+'Сезон'!D22", "Сезон!C6+'Сезон'!D6", "Сезон!C12+'Сезон'!D12"),
    ("Другой!C12+[1]Сезон!C12", "Другой!C12+[1]Сезон!C12", "Другой!C12+[1]Сезон!C12", "Другой!C12+[1]Сезон!C12"),
    ("SUM(Рейтинг[Points])+Курс", "SUM(Рейтинг[Points])+Курс", "SUM(Рейтинг[Points])+Курс", "SUM(Рейтинг[Points])+Курс"),
    ("C12:INDEX(C:C,20)", "C22:INDEX(C:C,20)", "C6:INDEX(C:C,20)", "C12:INDEX(C:C,20)"),
    ("SUM(Т[[#All],[C12]])+Т[C12]", *["SUM(Т[[#All],[C12]])+Т[C12]"] * 3),
    ("LOG10(C12)+#REF!", "LOG10(C22)+#REF!", "LOG10(C6)+#REF!", "LOG10(C12)+#REF!"),
    ("SUM(Игры:Сезон!C12)", "!", "!", "SUM(Игры:Сезон!C12)"),
    ("SUM(C13:C12)", "!", "!", "SUM(C13:C12)"),
    ("C12#", "C22#", "C6#", "C12#"),
]  # fmt: skip


def moved(shift, formula, is_on_tab=True):
    try:
        return shift.formula(formula, is_on_tab)
    except UnmovableError:
        return "!"


@pytest.mark.parametrize(("formula", "grown", "shrunk", "alone"), FORMULAS)
def test_formulas_on_the_tab(formula, grown, shrunk, alone):
    assert [moved(shift, formula) for shift in (GROWN, SHRUNK, ALONE)] == [grown, shrunk, alone]


def test_on_other_tabs_only_what_names_the_tab_follows():
    assert moved(GROWN, "C12+Сезон!C12+SUM('Сезон'!C2:C11)", False) == "C12+Сезон!C22+SUM('Сезон'!C2:C21)"
    quoted = Shift("Д'Арк, 1", TABLE, 21, 12, 10)
    assert moved(quoted, "'Д''Арк, 1'!C12+Сезон!C12", False) == "'Д''Арк, 1'!C22+Сезон!C12"


def test_areas_of_formats_filters_and_merged_cells():
    assert GROWN.areas("A1:M11 C12 A12:B12 N2:N11 A2:M2") == "A1:M21 C22 A22:B22 N2:N11 A2:M2"
    assert ALONE.areas("A2:P11 A1:M11 D4:D20") == "A2:P21 A1:M21 D4:D20"
    assert SHRUNK.areas("A1:M11 C12") == "A1:M5 C6"


def test_an_area_of_the_table_never_loses_its_first_row():
    empty = Shift("Сезон", TABLE, 1, 10**7, 0)
    assert empty.areas("A1:M11 A2:M11") == "A1:M2 A2:M2"
    assert Shift("Сезон", Area(1, 1, 1, 13), 4, 10**7, 0).areas("A1:M2 A2:M2 A1:M1") == "A1:M4 A2:M4 A1:M1"
