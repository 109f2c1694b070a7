"""Lists of objects in JSON as rows."""

from __future__ import annotations

import pytest

from pnp.source.json_table import read_json_rows
from pnp.source.tree import Node


def read(text: str) -> tuple[Node, ...]:
    root, findings = read_json_rows(text.encode(), "cards.json")
    assert findings == ()
    assert root is not None
    return root


def test_values_are_exact_and_have_their_places() -> None:
    root = read('[\n\t{"title": "Bolt \\u00e9", "cost": 0.1, "tags": ["a", 2, null, true]},\n {"title": "Pit"}\n]')
    first, second = root
    assert dict(first.mapping) == {"title": "Bolt é", "cost": 0.1, "tags": ["a", 2, None, True]}
    assert (first.span.line, first.span.column, first.span.end_column) == (2, 2, 69)
    assert (first["cost"].span.line, first["cost"].span.column, first["cost"].span.end_column) == (2, 35, 38)
    assert (second.span.line, second.span.pointer) == (3, "/1")


@pytest.mark.parametrize("text", ['{"cards": [{"a": 1}], "version": 3}', '\ufeff[{"a": 1}]', ' [ { "a" : 1 } ] '])
def test_the_list_is_found(text: str) -> None:
    assert [dict(row.mapping) for row in read(text)] == [{"a": 1}]


@pytest.mark.parametrize("text", ['{"Elf": {"a": 1}, "Imp": {}}', '{"cards": {"Elf": {"a": 1}, "Imp": {}}}'])
def test_the_keys_of_an_object_of_objects_are_names(text: str) -> None:
    elf, imp = read(text)
    assert (dict(elf.mapping), dict(imp.mapping)) == ({"name": "Elf", "a": 1}, {"name": "Imp"})
    assert text[elf["name"].span.column - 1 :].startswith('"Elf"')
    assert text[elf.span.column - 1 :].startswith('{"a": 1}')
    assert elf["a"].pointer in ("/Elf/a", "/cards/Elf/a")


def test_a_name_in_an_object_counts_and_a_single_object_is_its_row() -> None:
    assert [dict(row.mapping) for row in read('{"e1": {"Name": "Elf"}}')] == [{"Name": "Elf"}]


def test_an_object_of_objects_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.source.json_table.ROWS", 2)
    root, (finding,) = read_json_rows(b'{"a": {}, "b": {}, "c": {}}', "cards.json")
    assert (root, finding.code) == (None, "over-limit")


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("", "syntax-error", "1:1", "a value is missing here"),
        ("words", "syntax-error", "1:1", "this is no JSON: 'words'"),
        ("[]", "empty-document", "1:1", "the list has no objects"),
        ('{"a": 1}', "wrong-type", "1:1", "a table in JSON is a list of objects"),
        ("[1]", "wrong-type", "1:2", "each row of a table in JSON is an object"),
        ("[{'a': 1}]", "syntax-error", "1:3", "this is no JSON: ''a': 1}]'"),
        ('[{"a": 1,}]', "syntax-error", "1:10", "there is a comma before '}'"),
        ('[{"a": 1}\n{"a": 2}]', "syntax-error", "2:1", "a comma or ']' is missing here"),
        ('[{"a" 1}]', "syntax-error", "1:7", "a colon is missing after the name of the field"),
        ('[{"a": }]', "syntax-error", "1:8", "a value is missing here"),
        ("[{a: 1}]", "syntax-error", "1:3", "this is no JSON: 'a: 1}]'"),
        ('[{"a": 1}] 2', "syntax-error", "1:12", "the file goes on after its list"),
        ('[{"a": 1, "a": 2}]', "duplicate-key", "1:11", "the field 'a' is repeated here"),
        ('[{"a": 01}]', "syntax-error", "1:8", "this is no JSON: '01}]'"),
        ('[{"a": NaN}]', "syntax-error", "1:8", "this is no JSON: 'NaN}]'"),
        ('[{"a": 1e400}]', "bad-number", "1:8", "'1e400' is too large for a number of a table"),
    ],
)
def test_mistakes_have_their_place(text: str, code: str, place: str, message: str) -> None:
    root, (finding,) = read_json_rows(text.encode(), "cards.json")
    assert root is None
    assert (finding.code, str(finding.span), finding.message) == (code, f"cards.json:{place}", message)


def test_what_is_no_json_is_marked_by_its_first_character() -> None:
    _, (finding,) = read_json_rows(b'[{"a": 01}]', "cards.json")
    assert (finding.span.column, finding.span.end_column) == (8, 9)
    _, (finding,) = read_json_rows(b"[ {a: 1}]", "cards.json")
    assert (finding.span.column, finding.span.end_column) == (4, 5)
