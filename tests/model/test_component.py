"""The fields that a component declares: how they are spelled, and which spellings its schema lets pass."""

from __future__ import annotations

import pytest

from pnp.loader.target import schema_folder
from pnp.model.component import Component
from pnp.model.row import ChoiceType, Field, IconType, ListType, NumberType, PlaceType, RowType, TextType, TruthType
from pnp.source import load_schemas, read_document, validate
from tests.draw.desk import read

CARDS = "kind: component\nmakes: card\nname: Cards\ntemplate: card\nfields: {it: %s}"


def field(spelled: str) -> Field:
    component = read("cards.yaml", CARDS % spelled)
    assert isinstance(component, Component)
    return component.fields["it"]


@pytest.mark.parametrize(
    ("spelled", "expected"),
    [
        ("text", TextType()),
        ("note", TextType(note=True)),
        ("date", TextType(date=True)),
        ("yes or no", TruthType()),
        ("whole number", NumberType(whole=True)),
        ("number 1 to 8", NumberType(False, 1, 8)),
        ("list", ListType(TextType())),
        ("list of texts", ListType(TextType())),
        ("list of yes or no", ListType(TruthType())),
        ("list of icons", ListType(IconType())),
        ("list of whole numbers at least 2", ListType(NumberType(True, 2))),
        ("{one-of: [low, 2]}", ChoiceType(("low", 2))),
        ("{list-of: {number: 1 to 8}}", ListType(NumberType(False, 1, 8))),
        ("{list-of: icon}", ListType(IconType())),
        ("{type: note}", TextType(note=True)),
    ],
)
def test_a_type_is_spelled(spelled: str, expected: object) -> None:
    assert field(spelled).type == expected


def test_references_keep_their_place() -> None:
    place, row = field("place of old port tagged drop-off").type, field("{row-of: coins}").type
    assert isinstance(place, PlaceType)
    assert isinstance(row, RowType)
    assert (place.map.name, place.tag and place.tag.name) == ("old port", "drop-off")
    assert (row.component.name, row.component.span.line, row.component.span.column) == ("coins", 5, 23)


@pytest.mark.parametrize(
    ("spelled", "optional", "default"),
    [
        ("text", False, None),
        ("'text, optional'", True, None),
        ("'place of port tagged pier, optional'", True, None),
        ("{number: 1 to 8, optional: true}", True, None),
        ("{type: text, default: none}", False, "none"),
        ("{number: 1 to 8, default: 2}", False, 2),
    ],
)
def test_a_field_may_be_left_out(spelled: str, optional: bool, default: object) -> None:
    assert (field(spelled).optional, field(spelled).default) == (optional, default)


@pytest.mark.parametrize(
    "spelled",
    [
        "texd",
        "number one to eight",
        "number 1 to",
        "list of",
        "list of list",
        "'text , optional'",
        "place of",
        "3",
        "{}",
        "{optional: true}",
        "{number: 1 to 8, one-of: [1]}",
        "{number: small}",
        "{one-of: []}",
        "{tagged: pier, type: text}",
        "{type: 'text, optional'}",
        "{list-of: {list-of: text}}",
    ],
)
def test_another_spelling_does_not_pass(spelled: str) -> None:
    document = validate(read_document(CARDS % spelled, "cards.yaml"), load_schemas(schema_folder()))
    assert document.findings
