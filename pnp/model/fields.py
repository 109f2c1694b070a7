"""The fields that a component declares for its rows: what kind of value each takes, and whether it may be left out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.reference import Ref
from pnp.model.row import exact, plain
from pnp.records import dataclass
from pnp.source.tree import Mapping as SourceMapping

if TYPE_CHECKING:
    from fractions import Fraction

    from pnp.diagnostics import Span
    from pnp.model.row import RowValue
    from pnp.source.tree import Node


@dataclass(frozen=True, slots=True)
class TextType:
    """Any text; a `date` is one that may look like a date, a `note` is for the designer alone."""

    date: bool = False
    note: bool = False


@dataclass(frozen=True, slots=True)
class TruthType:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """A number, perhaps only a whole one, from `least` to `most`."""

    whole: bool = False
    least: int | Fraction | None = None
    most: int | Fraction | None = None

    @property
    def backward(self) -> bool:
        """Whether the range ends before it begins, so that nothing is within it."""
        return self.least is not None and self.most is not None and self.least > self.most

    def spans(self, number: int | Fraction) -> bool:
        """Whether the number is within the range; one that is backward is told, and keeps nothing out."""
        below = self.least is not None and number < self.least
        return self.backward or not (below or (self.most is not None and number > self.most))


@dataclass(frozen=True, slots=True)
class ChoiceType:
    """One of some values."""

    values: tuple[RowValue, ...]


@dataclass(frozen=True, slots=True)
class ColourType:
    """A role of the palette, or a colour written out."""


@dataclass(frozen=True, slots=True)
class IconType:
    """An icon, by its name."""


@dataclass(frozen=True, slots=True)
class PlaceType:
    """A place of a map, perhaps only one with a tag."""

    map: Ref
    tag: Ref | None = None


@dataclass(frozen=True, slots=True)
class RowType:
    """A row of a component, by its name."""

    component: Ref


@dataclass(frozen=True, slots=True)
class ListType:
    """Any number of values of one type."""

    of: FieldType


FieldType = TextType | TruthType | NumberType | ChoiceType | ColourType | IconType | PlaceType | RowType | ListType


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the rows of a component; a row that lacks it has its `default`, or nothing where it is `optional`."""

    name: str
    type: FieldType
    span: Span
    optional: bool = False
    default: RowValue = None


def single(field: Field) -> FieldType:
    """The type of a field's value, or of the items of its list."""
    return field.type.of if isinstance(field.type, ListType) else field.type


OPTIONAL = re.compile(r"\s*,\s*optional$")
"""The end of a field that a row may leave out."""

LIST = re.compile(r"list of\s+")

PLACE = re.compile(r"places? of\s+(?P<map>.+?)(?:\s+tagged\s+(?P<tag>.+))?")
ROW = re.compile(r"rows? of\s+(?P<component>.+)")
NUMBER = re.compile(r"(?P<whole>whole\s+)?numbers?(?:\s+(?P<range>.+))?")
RANGE = re.compile(r"(?P<least>-?[\d.]+) to (?P<most>-?[\d.]+)|at least (?P<from>-?[\d.]+)|at most (?P<to>-?[\d.]+)")

WORDS: dict[str, FieldType] = {
    "text": TextType(),
    "date": TextType(date=True),
    "note": TextType(note=True),
    "yes or no": TruthType(),
    "colour": ColourType(),
    "icon": IconType(),
    "list": ListType(TextType()),
}
"""The types that are told by a word; in a list it may stand in the plural."""


def read_field(key: Node, node: Node) -> Field:
    """The field that stands under `key`, which the schema has passed."""
    if not isinstance(node.value, SourceMapping):
        text = node.text.strip()
        return Field(key.text, _spelled(OPTIONAL.sub("", text), node), key.span, bool(OPTIONAL.search(text)))
    field = read_field(key, node["type"]) if "type" in node else Field(key.text, _keyed(node), key.span)
    optional, default = node.get("optional"), node.get("default")
    return replace(
        field,
        optional=field.optional or bool(optional and optional.value),
        default=plain(default.value) if default else None,
    )


def _keyed(node: Node) -> FieldType:
    """The type that a mapping says with one of its keys."""
    if "number" in node:
        return _number(node["number"].text, whole=False)
    if "whole-number" in node:
        return _number(node["whole-number"].text, whole=True)
    if "one-of" in node:
        return ChoiceType(tuple(plain(item.value) for item in node["one-of"]))
    if "place-of" in node:
        return PlaceType(Ref.read(node["place-of"]), Ref.read(node["tagged"]) if "tagged" in node else None)
    if "row-of" in node:
        return RowType(Ref.read(node["row-of"]))
    inner = node["list-of"]
    return ListType(_keyed(inner) if isinstance(inner.value, SourceMapping) else _spelled(inner.text.strip(), inner))


def _spelled(text: str, node: Node) -> FieldType:
    """The type that a text spells: `whole number 1 to 8`, `list of icons`, `place of harbour tagged pier`."""
    if found := LIST.match(text):
        return ListType(_spelled(text[found.end() :], node))
    if found := PLACE.fullmatch(text):
        return PlaceType(Ref(found["map"], node.span), Ref(found["tag"], node.span) if found["tag"] else None)
    if found := ROW.fullmatch(text):
        return RowType(Ref(found["component"], node.span))
    if found := NUMBER.fullmatch(text):
        return _number(found["range"] or "", whole=bool(found["whole"]))
    word = " ".join(text.split())
    return WORDS.get(word) or WORDS[word.removesuffix("s")]


def _number(text: str, whole: bool) -> NumberType:
    found = RANGE.fullmatch(" ".join(text.split()))
    if not found:
        return NumberType(whole)
    least, most = found["least"] or found["from"], found["most"] or found["to"]
    return NumberType(whole, exact(least) if least else None, exact(most) if most else None)
