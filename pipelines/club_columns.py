"""Columns of the club's own on its game sheets, for the club's own rules: `[source.columns]` of the league file."""

import keyword
from collections.abc import Container, Iterator, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic_core import PydanticCustomError

from pipelines import texts
from pipelines.ingest import vocabulary
from pipelines.ingest.vocabulary import Field

Kind = Literal["mark", "number", "figure", "count", "positive", "fouls", "seat", "date", "text"]


def _field_name(value: str) -> str:
    if not value.isidentifier() or keyword.iskeyword(value) or value == "p":
        raise PydanticCustomError("field_name", "must be a name such as has_costume")
    return value


class ColumnPart(BaseModel):
    """The field that a header of the club's own names, an argument of its rules, and how its cells are read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    field: Annotated[str, AfterValidator(_field_name)]
    kind: Kind


def fields(columns: Mapping[str, ColumnPart]) -> dict[str, Field]:
    """The fields by the keys of their headers."""
    return {vocabulary.key(header): Field(part.field, part.kind, header) for header, part in columns.items()}


def problems(columns: Mapping[str, ColumnPart], pinned: Mapping[str, object], language: str) -> Iterator[str]:
    """Headers that mean something already, `pinned` ones among them, and fields that there are, or of two kinds."""
    meant = {
        key: one.name for table in vocabulary.ON_GAME_TABS for key, one in vocabulary.headers(table).items()
    }
    meant |= {vocabulary.key(label): "source.layout" for label in pinned}
    yield from clashes(columns, _known_fields() if columns else (), language)
    kinds: dict[str, str] = {}
    for header, part in columns.items():
        key, name = vocabulary.key(header), f"source.columns.{header}"
        if not key:
            expected = texts.say("expected.string-too-short", language)
            yield texts.say("league.wrong-value", language, key=name, value=header, expected=expected)
        elif key in meant:
            yield texts.say("league.header-known", language, key=name, field=meant[key])
        if kinds.setdefault(part.field, part.kind) != part.kind:
            yield texts.say("league.twice", language, key="source.columns", value=part.field)
        meant[key] = part.field


def clashes(columns: Mapping[str, ColumnPart], known: Container[str], language: str) -> Iterator[str]:
    """Fields under the name of a column that is `known` already."""
    for header, part in columns.items():
        if part.field in known:
            yield texts.say("league.field-known", language, key=f"source.columns.{header}", field=part.field)


def _known_fields() -> set[str]:
    """The fields of game sheets, and the columns that are made of them."""
    from pipelines.ingest import values  # late: most leagues have no columns of their own

    return {
        name
        for table in vocabulary.ON_GAME_TABS
        for one in vocabulary.fields(table).values()
        for name in (one.name, *values.nothing(one.kind, one.name).columns)
    }
