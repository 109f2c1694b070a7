"""Rows: the data of a component, and the fields that it declares for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.model.reference import Ref
from pnp.source.tree import Listing, Node, Value
from pnp.source.tree import Mapping as SourceMapping

# Rows: the data of a component, from YAML or from a table.

RowValue = str | int | Fraction | bool | None | tuple["RowValue", ...] | Mapping[str, "RowValue"]

LABELS = ("id", "name", "title")
"""The fields that name a row, in order of preference."""

COPIES = (
    "copies", "count", "qty", "qty.", "quantity", "number of copies", "no. of copies", "nr. of copies", "nr of copies",
    "no of copies", "# of copies", "# copies", "card count",
)  # fmt: skip
"""The columns that give the number of copies of a row, in order of preference.

Only the first gives it if the component declares a field of that name. Every row has the field `copies`.
"""

MOST_COPIES = 1_000

NUMBER_CELL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")
"""Matches a cell that is a number, but not a label such as 007 or 2e5."""

BOOLEAN_WORDS = {"true": True, "TRUE": True, "false": False, "FALSE": False}


class Row(Struct, frozen=True):
    """One line of data; `spans` are the positions of its fields in the file.

    `template` and `back` are the templates that it chooses, if rows of its component choose them.
    """

    name: str
    fields: Mapping[str, RowValue]
    span: Span
    copies: int = 1
    spans: Mapping[str, Span] = field(default_factory=dict)
    template: Ref | None = None
    back: Ref | None = None

    @property
    def from_table(self) -> bool:
        """Whether the row is from a table, in which every value is a text."""
        return self.span.row is not None

    @property
    def own_fields(self) -> Iterator[str]:
        """The names of the fields, without the one that is the number of copies in a JSON file."""
        counting = self.span.file.casefold().endswith(".json") and next(
            (name for each in COPIES for name in self.fields if name.casefold() == each), None
        )
        return (name for name in self.fields if name != counting)


def read_row(node: Node, index: int) -> Row:
    """Return the row at `node`, item number `index` of the document's list."""
    written = node.mapping
    fields = {name: plain(value) for name, value in written.items() if name != COPIES[0]}
    copies = node[COPIES[0]].integer if COPIES[0] in written else 1
    return Row(label(fields, index), fields, node.span, copies, FieldSpans(node))


class FieldSpans(Mapping[str, "Span"]):
    """The spans of a row's fields, each computed on access."""

    def __init__(self, row: Node) -> None:
        self.row = row

    def __getitem__(self, name: str) -> Span:
        return self.row[name].span

    def key(self, name: str) -> Span:
        """Return the span of the field's name."""
        return self.row.key(name).span

    def __iter__(self) -> Iterator[str]:
        return iter(self.row.mapping)

    def __len__(self) -> int:
        return len(self.row.mapping)


def label(fields: Mapping[str, RowValue], index: int) -> str:
    """Return the name of a row.

    That is its id, name or title in any case, or the first field whose name ends in one of these, such as `Card name`.
    Without any of them it is the row's number.
    """
    said = (str(fields[name]) for name in _labels(tuple(fields)) if fields[name] not in (None, ""))
    return next(said, str(index))


@lru_cache(maxsize=64)  # most rows have the same fields
def _labels(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of fields that may name a row, in order of preference."""
    exact = [name for key in LABELS for name in reversed(names) if name.lower() == key]
    return (*exact, *(name for name in names if re.split("[ _-]", name.lower())[-1] in LABELS))


def plain(value: Value) -> RowValue:
    """Return the value as expressions use it: numbers are exact, lists are tuples, spans are removed."""
    match value:
        case bool() | None | str() | int():
            return value
        case float():
            return exact(str(value))
        case SourceMapping():
            return {key: plain(item) for key, item in value.items()}
        case Listing():
            return tuple(plain(item) for item in value)


def exact(digits: str) -> int | Fraction:
    """Return the number that is written as `digits`."""
    if digits.isdecimal():
        return int(digits)
    number = Fraction(digits)
    return number.numerator if number.denominator == 1 else number


@lru_cache(maxsize=4096)  # columns repeat their values
def cell_value(text: str) -> RowValue:
    """Return the value of a cell without a declared type: a number, true or false, otherwise its text."""
    if NUMBER_CELL.fullmatch(text):
        return exact(text)
    return BOOLEAN_WORDS.get(text, text)


# The fields that a component declares for its rows: the type of each value and whether it may be omitted.


class TextType(Struct, frozen=True):
    """Any text; a `date` may look like a date, a `note` is for the designer only."""

    date: bool = False
    note: bool = False


class TruthType(Struct, frozen=True):
    """Yes or no."""


class NumberType(Struct, frozen=True):
    """A number from `least` to `most`, both inclusive; a `whole` one may not have decimals."""

    whole: bool = False
    least: int | Fraction | None = None
    most: int | Fraction | None = None

    @property
    def backward(self) -> bool:
        """Whether the range is reversed, so that it contains nothing."""
        return self.least is not None and self.most is not None and self.least > self.most

    def spans(self, number: int | Fraction) -> bool:
        """Whether the number is within the range.

        A reversed range is reported by a check and excludes nothing.
        """
        below = self.least is not None and number < self.least
        return self.backward or not (below or (self.most is not None and number > self.most))


class ChoiceType(Struct, frozen=True):
    """One of the listed values."""

    values: tuple[RowValue, ...]


class ColourType(Struct, frozen=True):
    """A role of the palette, or a colour such as `#1E2328`."""


class IconType(Struct, frozen=True):
    """An icon, by its name."""


class PlaceType(Struct, frozen=True):
    """A place of a map; with `tag`, only one with that tag."""

    map: Ref
    tag: Ref | None = None


class RowType(Struct, frozen=True):
    """A row of a component, by its name."""

    component: Ref


class ListType(Struct, frozen=True):
    """Any number of values of one type."""

    of: FieldType


FieldType = TextType | TruthType | NumberType | ChoiceType | ColourType | IconType | PlaceType | RowType | ListType


class Field(Struct, frozen=True):
    """A field of the rows of a component.

    A row without it gets the `default`; without a default the field is empty, which is an error unless it is
    `optional`. If a table has no column of its name, the first of `columns` that it has is used.
    """

    name: str
    type: FieldType
    span: Span
    optional: bool = False
    default: RowValue = None
    columns: tuple[str, ...] = ()


def single(field: Field) -> FieldType:
    """The type of a field's value, or of the items of its list."""
    return field.type.of if isinstance(field.type, ListType) else field.type


OPTIONAL = re.compile(r"\s*,\s*optional$")
"""The end of a field's type that makes the field optional."""

LIST = re.compile(r"list of\s+")

PLACE = re.compile(r"places? of\s+(?P<map>.+?)(?:\s+tagged\s+(?P<tag>.+))?")
ROW = re.compile(r"rows? of\s+(?P<component>.+)")
NUMBER_TYPE = re.compile(r"(?P<whole>whole\s+)?numbers?(?:\s+(?P<range>.+))?")
RANGE = re.compile(r"(?P<least>-?[\d.]+) to (?P<most>-?[\d.]+)|at least (?P<from>-?[\d.]+)|at most (?P<to>-?[\d.]+)")

TYPE_WORDS: dict[str, FieldType] = {
    "text": TextType(),
    "date": TextType(date=True),
    "note": TextType(note=True),
    "yes or no": TruthType(),
    "colour": ColourType(),
    "icon": IconType(),
    "list": ListType(TextType()),
}
"""The types that are written as one word, which may be plural in a list."""


def read_field(key: Node, node: Node) -> Field:
    """Return the field declared under `key` at `node`, which the schema has validated."""
    if not isinstance(node.value, SourceMapping):
        text = node.text.strip()
        return Field(key.text, _spelled(OPTIONAL.sub("", text), node), key.span, bool(OPTIONAL.search(text)))
    field = read_field(key, node["type"]) if "type" in node else Field(key.text, _keyed(node), key.span)
    optional, default = node.get("optional"), node.get("default")
    return replace(
        field,
        optional=field.optional or bool(optional and optional.value) or "optional" in node.lost,
        default=plain(default.value) if default else None,
        columns=tuple(name.text for name in node.list("columns")),
    )


def _keyed(node: Node) -> FieldType:
    """Return the type that is given by one of the keys of a mapping."""
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
    """Return the type written as text: `whole number 1 to 8`, `list of icons`, `place of harbour tagged pier`."""
    if found := LIST.match(text):
        return ListType(_spelled(text[found.end() :], node))
    if found := PLACE.fullmatch(text):
        return PlaceType(Ref(found["map"], node.span), Ref(found["tag"], node.span) if found["tag"] else None)
    if found := ROW.fullmatch(text):
        return RowType(Ref(found["component"], node.span))
    if found := NUMBER_TYPE.fullmatch(text):
        return _number(found["range"] or "", whole=bool(found["whole"]))
    word = " ".join(text.split())
    return TYPE_WORDS.get(word) or TYPE_WORDS[word.removesuffix("s")]


def _number(text: str, whole: bool) -> NumberType:
    found = RANGE.fullmatch(" ".join(text.split()))
    if not found:
        return NumberType(whole)
    least, most = found["least"] or found["from"], found["most"] or found["to"]
    return NumberType(whole, exact(least) if least else None, exact(most) if most else None)


# Faults in the fields of rows, stored for the checks that report them.

MisfitKind = Literal["value", "missing", "unknown", "expression", "join"]


class Misfit(Struct, frozen=True):
    """A row with a field that has an unsuitable `value`, is `missing`, or is `unknown`.

    Or an `expression` over the rows that fails, or a `join` in which rows of two tables do not match.
    """

    kind: MisfitKind
    field: str
    fault: Fault
    row: str = ""
