"""What is left of a broken document is sound, and says what is missing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.loader.target import content_folder, schema_folder
from pnp.source import Document, Node, load_schemas, read_document, validate
from pnp.source.tree import Mapping, Unread, unread_parts, without
from pnp.source.tree import plain as ordinary
from tests.source.reading import plain, read, root_of
from tests.source.schemas.test_explainer import mutated, tree

TREE = "a: {b: [1, 2, 3], c: 4}\nd: [[5], {e: 6}]\n"


def test_parts_are_taken_out_of_a_copy() -> None:
    value = root_of(TREE).value
    left = without(value, [(("a", "b", 1), True), (("a", "c"), True), (("d", 1, "e"), False)])
    assert plain(left) == {"a": {"b": [1, 3]}, "d": [[5], {}]}
    assert plain(value) == plain(root_of(TREE).value)


def test_marks_stay_with_their_values() -> None:
    left = without(root_of(TREE).value, [(("a", "b", 0), True)])
    node = Node(left, "town.yaml")
    assert [(item.value, item.mark[1]) for item in node["a"]["b"]] == [(2, 12), (3, 15)]
    assert node["a"].key("c").mark == (1, 19, 1, 20)


def test_names_are_kept_where_they_are_asked_for() -> None:
    node = Node(without(root_of("a: {b: 1, c: 2, d: 3}\n").value, [(("a", "b"), True), (("a", "c"), False)]), "f")
    assert node["a"].lost == {"b"}
    again = Node(without(node.value, [(("a", "d"), True)]), "f")
    assert again["a"].lost == {"b", "d"}


def test_the_whole_can_go() -> None:
    assert without(root_of(TREE).value, [((), True)]) is None


def test_unread_values_are_found_at_any_depth() -> None:
    root = read("a: [1, .nan, {b: !x y}]\nc: {<<: 1}\n").root
    assert root is not None
    assert list(unread_parts(root.value)) == [(("a", 1), True), (("a", 2, "b"), True), (("c",), True)]


CONTENT = sorted(content_folder().rglob("*.yaml"))


@pytest.mark.parametrize("path", CONTENT[:8], ids=lambda path: path.name)
@given(st.data())
@settings(max_examples=10, deadline=None, derandomize=True)
def test_what_is_left_of_broken_content_is_sound(path: Path, data: st.DataObject) -> None:
    root = read_document(path.read_bytes(), path.name).root
    assert root is not None
    value = plain(root.value)
    for _ in range(data.draw(st.integers(1, 3))):
        value = mutated(value, data)
    schemas = load_schemas(schema_folder())
    document = validate(Document(path.name, Node(tree(value), path.name)), schemas)
    if document.root is None:
        assert document.findings
    else:
        assert schemas.accept(document.root.value, schemas.schema(document.root["kind"].text))


def test_a_key_that_could_not_be_read_is_taken_out() -> None:
    row = Mapping()
    row[Unread("*aitle")], row["title"] = "plain", "stripe"
    assert list(unread_parts(row)) == [((Unread("*aitle"),), False)]
    assert [type(key) for key in ordinary(row)] == [str, str]
