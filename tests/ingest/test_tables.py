"""The canonical tables describe what ingest makes, and the vocabulary fills every column of them."""

import subprocess
import sys
from pathlib import Path

import pytest

from pipelines import league, rebuild
from pipelines.ingest import schema, values, vocabulary

SAMPLES = Path(__file__).parents[2] / "data"
SCHEMAS = {
    "games": schema.SEATS,
    "players": schema.PLAYERS,
    "tables": schema.TABLES,
    "actions": schema.ACTIONS,
}
OTHER_TABS = {"status", "registration", "is_shot_out", "strength", "vote_accuracy", "weight"}
MADE_LATER = {
    "games": {"sheet", "row", "unplaced", "game", *OTHER_TABS},
    "actions": {"sheet", "row", "column", "unplaced"},
}


def test_the_sample_leagues_have_the_canonical_form():
    sheets = rebuild.check(league.load(SAMPLES / "4mafia")).sheets
    schema.SEATS.validate(sheets.seats, lazy=True)
    schema.PLAYERS.validate(sheets.players, lazy=True)
    schema.TABLES.validate(sheets.tables, lazy=True)
    schema.ACTIONS.validate(sheets.actions, lazy=True)


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_is_a_field_of_the_vocabulary_with_a_meaning(table):
    made = {
        column
        for name, field in vocabulary.fields(table).items()
        for column in values.nothing(field.kind, name).columns
    }
    schema = SCHEMAS[table]
    assert set(schema.columns) == made | MADE_LATER.get(table, {"sheet", "row"})
    assert all(column.description for column in schema.columns.values())


@pytest.mark.parametrize("table", SCHEMAS)
def test_no_two_fields_share_a_header(table):
    owners = {}
    for name, raw in vocabulary._raw()[table].items():
        for header in (name, *raw["headers"]):
            assert owners.setdefault(vocabulary.key(header), name) == name, header


@pytest.mark.parametrize("group", sorted(set(vocabulary._raw()["words"]) - {"own_marks"}))
def test_no_word_of_a_group_means_two_things(group):
    owners = {}
    for meaning, listed in vocabulary._raw()["words"][group].items():
        for word in (meaning, *listed):
            assert owners.setdefault(vocabulary.key(word), meaning) == meaning, word


def test_a_rebuild_does_not_pay_for_the_import_of_pandera():
    code = "import sys, pipelines.rebuild, pipelines.report; sys.exit('pandera' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
