"""Records are read from mappings by the names and types of their fields."""

from collections.abc import Mapping
from typing import Literal

import pytest
from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.model.records import read_record
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Node
from tests.source.reading import root_of


class Inner(Struct, frozen=True):
    """A record within another."""

    span: Span
    wide: float = 1.0


class Short(Struct, frozen=True):
    """A record that reads itself from a text."""

    word: str

    @classmethod
    def read(cls, node: Node) -> "Short":
        """Return the record at `node`."""
        return cls(node.text.upper())


class Outer(Struct, frozen=True):
    """A record with a field of each type."""

    id: str
    span: Span
    name: str = "nobody"
    many: int = 1
    far: float = 0.0
    is_open: bool = True
    side: Literal["left", "right"] = "left"
    to: Ref | None = None
    text: Formula | None = None
    at: tuple[float, float] | Formula = (0.0, 0.0)
    measure: float | Formula = 0.0
    size: tuple[float, float] = (0.0, 0.0)
    refs: tuple[Ref, ...] = field(default=(), name="goes-to")
    pairs: tuple[tuple[Ref, int], ...] = ()
    by_name: Mapping[str, Inner] = field(default_factory=dict)
    short: Short | None = None
    inner: Inner | None = None


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("name: 7", "name", "7"),
        ("many: 3", "many", 3),
        ("far: 3", "far", 3.0),
        ("is-open: false", "is_open", False),
        ("side: right", "side", "right"),
        ("to: gate", "to", "gate"),
        ("text: true", "text", "True"),
        ("at: [1, 2.5]", "at", (1.0, 2.5)),
        ("at: top left", "at", "top left"),
        ("measure: 2", "measure", 2.0),
        ("measure: '{a}'", "measure", "{a}"),
        ("size: 44 x 68", "size", (44.0, 68.0)),
        ("goes-to: [a, b]", "refs", ("a", "b")),
        ("goes-to: a", "refs", ("a",)),
        ("pairs: {a: 1, b: 2}", "pairs", (("a", 1), ("b", 2))),
        ("by-name: {a: {wide: 2}}", "by_name", {"a": 2.0}),
        ("short: x", "short", "X"),
        ("inner: {wide: 3}", "inner", 3.0),
    ],
)
def test_a_value_is_read_by_the_type_of_its_field(text: str, name: str, expected: object) -> None:
    def bare(value: object) -> object:
        match value:
            case Ref(name) | Formula(name) | Short(name):
                return name
            case Inner(_, wide):
                return wide
            case tuple():
                return tuple(map(bare, value))
            case dict():
                return {key: bare(item) for key, item in value.items()}
        return value

    record = read_record(Outer, root_of(text), id="it")
    assert bare(getattr(record, name)) == expected
    others = (each for each in Outer.__struct_fields__ if each not in (name, "span"))
    assert {each: getattr(record, each) for each in others} == {
        each: getattr(Outer("it", record.span), each) for each in Outer.__struct_fields__ if each not in (name, "span")
    }


def test_positions_are_those_of_the_mappings_and_values() -> None:
    record = read_record(Outer, root_of("inner: {wide: 3}\nto: gate"), id="it")
    assert record.span.line == 1
    assert record.inner
    assert (record.inner.span.line, record.inner.span.column) == (1, 8)
    assert record.to
    assert (record.to.span.line, record.to.span.column) == (2, 5)


def test_what_is_given_is_not_read() -> None:
    assert read_record(Outer, root_of("name: written\nmany: 3"), id="it", name="given").name == "given"
