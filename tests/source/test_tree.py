from pnp.source import Node
from pnp.source.tree import Overlay
from tests.source.reading import root_of

ROOT = root_of("a: {b: [1, x, {c: 2.5}]}\nd: true\ne: 8\n")


def test_a_node_reads_what_it_holds() -> None:
    assert (ROOT["e"].integer, ROOT["e"].number, ROOT["e"].text) == (8, 8.0, "8")
    assert [item.text for item in ROOT["a"]["b"]][:2] == ["1", "x"]
    assert "a" in ROOT
    assert "z" not in ROOT
    assert "b" not in ROOT["d"]
    assert ROOT.get("z") is None


def test_a_list_can_be_asked_for_where_there_is_none() -> None:
    assert list(ROOT.list("z")) == []
    assert [node.value for node in ROOT.list("e")] == [8]
    assert len(list(ROOT["a"].list("b"))) == 3
    assert list(ROOT["e"]) == []


def test_spans_know_file_row_and_pointer() -> None:
    span = Node("x", "deck.csv", (7, 3, 7, 4), "/rows/5/title", row=6).span
    assert (str(span), span.pointer, span.row) == ("deck.csv:7:3", "/rows/5/title", 6)


def test_keys_are_nodes_too() -> None:
    assert [(key.text, key.mark[0], value.mark[1]) for key, value in ROOT.items()] == [
        ("a", 1, 4),
        ("d", 2, 4),
        ("e", 3, 4),
    ]


def test_inherited_values_are_counted_with_all_that_is_in_them() -> None:
    own = Overlay.of(root_of("size: 8\n"), root_of("size: 9\nareas: {A: {at: [1, 2]}}\n"))
    assert [value for value in own.taken() if not isinstance(value, dict | list)] == [2, 1]
    assert len(list(own.taken())) == 5
    assert list(Overlay.of(root_of("size: 8\n"), root_of("size: 9\n")).taken()) == []
