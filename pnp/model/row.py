"""Rows: the data of a component, from YAML or from a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.source.tree import Listing, Node, Value
from pnp.source.tree import Mapping as SourceMapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span

RowValue = str | int | Fraction | bool | None | tuple["RowValue", ...] | Mapping[str, "RowValue"]

LABELS = ("id", "name", "title")
"""The fields that name a row, the first that it has."""

COPIES = ("copies", "count")
"""The columns that say how many of a row are printed, the first that a table has."""

MOST_COPIES = 1_000

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")
"""A cell that is a number, and not a label such as 007 or 2e5."""

WORDS = {"true": True, "TRUE": True, "false": False, "FALSE": False}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of data; `spans` are the places of its fields."""

    name: str
    fields: Mapping[str, RowValue]
    span: Span
    copies: int = 1
    spans: Mapping[str, Span] = field(default_factory=dict)

    @property
    def from_table(self) -> bool:
        """Whether it stands in a table, where every value is a text."""
        return self.span.row is not None


def read_row(node: Node, index: int) -> Row:
    """The row that a document writes as its item number `index`."""
    written = node.mapping
    fields = {name: plain(value) for name, value in written.items() if name != COPIES[0]}
    copies = node[COPIES[0]].integer if COPIES[0] in written else 1
    return Row(label(fields, index), fields, node.span, copies, FieldSpans(node))


@dataclass(frozen=True, slots=True, eq=False)
class FieldSpans(Mapping[str, "Span"]):
    """The places of a row's fields, each worked out when it is asked for."""

    row: Node

    def __getitem__(self, name: str) -> Span:
        return self.row[name].span

    def __iter__(self) -> Iterator[str]:
        return iter(self.row.mapping)

    def __len__(self) -> int:
        return len(self.row.mapping)


def label(fields: Mapping[str, RowValue], index: int) -> str:
    """What a row is called: its id, its name or its title, upper or lower case, else what the first field such as
    `Card name` says; its number where there is none of them.
    """
    said = (str(fields[name]) for name in _labels(tuple(fields)) if fields[name] not in (None, ""))
    return next(said, str(index))


@lru_cache(maxsize=64)  # most rows have the same fields
def _labels(names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the names of fields that may name a row, the best first."""
    exact = [name for key in LABELS for name in reversed(names) if name.lower() == key]
    return (*exact, *(name for name in names if re.split("[ _-]", name.lower())[-1] in LABELS))


def plain(value: Value) -> RowValue:
    """The value as expressions see it: numbers exact, lists as tuples, no marks."""
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
    """The number that the digits spell."""
    if digits.isdecimal():
        return int(digits)
    number = Fraction(digits)
    return number.numerator if number.denominator == 1 else number


def cell_value(text: str) -> RowValue:
    """What a cell stands for where no type is given: a number, true or false, else its text."""
    if NUMBER.fullmatch(text):
        return exact(text)
    return WORDS.get(text, text)
