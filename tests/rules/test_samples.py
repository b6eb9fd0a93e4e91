"""The sample workbooks are what their scripts write."""

import importlib
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
import xlsxwriter

from data.writing import MADE_WITH

DATA = Path(__file__).parents[2] / "data"
NAMES = ["demafia", "evenings", "fiim", "mafgame"]  # the oldest has its own tests


@pytest.fixture(scope="module", params=NAMES)
def both(request, tmp_path_factory):
    """The committed workbook, and the script's."""
    made = tmp_path_factory.mktemp("made") / "games.xlsx"
    importlib.import_module(f"data.{request.param}.make").make(made)
    return DATA / request.param / "games.xlsx", made


def test_the_committed_workbook_holds_what_the_script_writes(both):
    kept, made = (
        {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in openpyxl.load_workbook(path)}
        for path in both
    )
    assert kept == made


def test_the_committed_workbook_is_the_scripts_byte_for_byte(both):
    if xlsxwriter.__version__ != MADE_WITH:
        pytest.skip(f"made with XlsxWriter {MADE_WITH}, here is {xlsxwriter.__version__}")
    with ZipFile(both[0]) as kept, ZipFile(both[1]) as made:
        assert kept.namelist() == made.namelist()
        assert all(kept.read(name) == made.read(name) for name in kept.namelist())
