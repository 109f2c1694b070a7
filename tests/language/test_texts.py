"""Positions, edits, and where the characters of scalars are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.language.texts import Lines, SpanEdit, as_cell, edited, scalar_at
from pnp.source import Node, read_document


@given(st.text(alphabet="aé😀\n\r \ufeff", max_size=40))
def test_offsets_and_positions_agree(text: str) -> None:
    lines = Lines(text)
    for line in range(1, len(lines) + 1):
        for column in range(1, len(lines.line(line)) + 2):
            assert lines.position(lines.offset(line, column)) == (line, column)


def test_edits_are_made_from_the_end() -> None:
    edits = [SpanEdit(Span("a", 1, 1, 1, 2), "longer"), SpanEdit(Span("a", 2, 2, 2, 3), "")]
    assert edited("ab\ncd\n", edits) == "longerb\nc\n"


def test_edits_count_code_points_and_no_byte_order_mark() -> None:
    edits = [SpanEdit(Span("a", 2, 5, 2, 6), "z")]
    assert edited("\ufeffé: ♠\r\nx: 😀y\r\n", edits) == "\ufeffé: ♠\r\nx: 😀z\r\n"


@pytest.mark.parametrize(
    "document",
    [
        "a: name here",
        "a: 'name here'",
        "a: 'it''s name here'",
        'a: "\\"name\\" here"',
        'a: "one\\nname here"',
        "a: >-\n  some name\n  here and\n\n  there",
        "a: |\n  some name\n  here",
        "a: some\n  name here",
        'a: "some\n  name here"',
    ],
)
def test_each_visible_character_of_a_value_is_found(document: str) -> None:
    root = read_document(document, "a").root
    assert isinstance(root, Node)
    node = root["a"]
    scalar = scalar_at(node.text, Lines(document), node.span)
    assert scalar
    start = node.text.index("name")
    first, last = scalar.range(start, start + 4)
    assert document[first:last] == "name"
    assert all(document[at] == c for at, c in zip(scalar.offsets, node.text, strict=True) if at >= 0)


def test_an_escape_hides_places() -> None:
    root = read_document('a: "\\u0041b"', "a").root
    assert root
    assert scalar_at("Ab", Lines('a: "\\u0041b"'), root["a"].span) is None


def test_a_cell_is_quoted_where_it_must_be() -> None:
    assert as_cell("a, b", ",") == '"a, b"'
    assert as_cell("a, b", ";") == "a, b"
    assert as_cell('say "a"', ",") == '"say ""a"""'
