from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.source import Node, read_document
from pnp.source.files import bad_characters
from pnp.source.ledger import DEPTH
from pnp.source.tree import Mark
from tests.source.reading import FILE, cut, only, places, plain, read, root_of

CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cn"), exclude_characters="\ufeff")
TEXTS = st.text(CHARACTERS | st.sampled_from("\n\t :#'\"[]{}&*!|>%@`-?,"), max_size=12)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
    | TEXTS
    | st.sampled_from(["no", "1:30", "010", "~", "<<", "=", "2024-01-02", "0o17", "true", "1e3", ".nan"])
)
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)
STYLES = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([None, True, False]),
        "default_style": st.sampled_from([None, "'", '"']),
        "indent": st.sampled_from([2, 4]),
        "width": st.sampled_from([20, 80]),
        "allow_unicode": st.booleans(),
    }
)


class Dumper(yaml.SafeDumper):
    """Writes numbers and words without quotes, and texts that would be taken for anything else in quotes."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = None if value.isalpha() and value.lower() not in ("y", "n", "on", "off", "yes", "no") else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _number(dumper: yaml.SafeDumper, value: float) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:float", repr(value), style="")


Dumper.add_representer(str, _text)
Dumper.add_representer(float, _number)


def dump(value: Any, style: dict[str, Any]) -> str:
    """The value as YAML, its numbers without quotes."""
    if style["default_style"]:
        style = {**style, "default_style": None}
    return str(yaml.dump(value, Dumper=Dumper, sort_keys=False, **style))


def walk(node: Node) -> Iterator[tuple[Mark, Any]]:
    """Every key and scalar below the node, with its mark."""
    if isinstance(node.value, dict):
        for key, item in node.items():
            yield key.mark, key.value
            yield from walk(item)
    elif isinstance(node.value, list):
        for item in node:
            yield from walk(item)
    else:
        yield node.mark, node.value


@pytest.mark.slow
@given(st.dictionaries(TEXTS, TREES, min_size=1, max_size=4), STYLES)
@settings(max_examples=80, deadline=None, derandomize=True)
def test_what_was_dumped_is_read_back(value: dict[str, Any], style: dict[str, Any]) -> None:
    document = read_document(dump(value, style), FILE)
    assert document.findings == ()
    assert document.root is not None
    assert plain(document.root.value) == value


@pytest.mark.slow
@given(st.dictionaries(TEXTS, TREES, min_size=1, max_size=4), STYLES)
@settings(max_examples=80, deadline=None, derandomize=True)
def test_every_mark_cuts_out_the_value_it_names(value: dict[str, Any], style: dict[str, Any]) -> None:
    text = dump(value, style)
    root = read_document(text, FILE).root
    assert root is not None
    for mark, found in walk(root):
        again = read_document(f"? {cut(text, mark)}" if mark[0] == mark[2] else f"- {cut(text, mark)}", FILE).root
        assert again is not None
        inner = next(iter(again.mapping)) if isinstance(again.value, dict) else next(iter(again)).value
        assert inner == found or inner == cut(text, mark) or str(found) == inner


def test_keys_and_values_know_their_places(scanner: str) -> None:
    root = root_of(
        """
        kind: area-map
        areas:
          Market: {at: [60, 70], tags: [start]}
          'Old Pier':
            label: |
              two
              lines

        # a comment
        name: "a name
          on two lines"
        """
    )
    areas = root["areas"]
    assert root.mark == (1, 1, 11, 16)
    assert areas.key("Market").mark == (3, 3, 3, 9)
    assert areas["Market"].mark == (3, 11, 3, 40)
    assert [item.mark for item in areas["Market"]["at"]] == [(3, 17, 3, 19), (3, 21, 3, 23)]
    assert areas.key("Old Pier").mark == (4, 3, 4, 13)
    assert areas["Old Pier"]["label"].mark == (5, 12, 7, 12)
    assert root["name"].mark == (10, 7, 11, 16)
    assert areas["Market"]["tags"].pointer == "/areas/Market/tags"
    assert next(iter(areas["Market"]["tags"])).span.pointer == "/areas/Market/tags/0"


def test_a_text_block_ends_on_its_last_line(scanner: str) -> None:
    root = root_of("kind: area-map\nname: |\n  two\n  lines\n\nareas: {}\n")
    assert root["name"].mark == (2, 7, 4, 8)


def test_pointers_escape_slashes_and_tildes() -> None:
    assert root_of("a/b: {c~d: 1}\n")["a/b"]["c~d"].pointer == "/a~1b/c~0d"


def test_empty_values_are_nothing(scanner: str) -> None:
    root = root_of("a:\nb: \nc: ~\nd: [1, null]\n")
    assert plain(root.value) == {"a": None, "b": None, "c": None, "d": [1, None]}
    assert root["a"].mark == (1, 3, 1, 3)


def test_aliases_stand_for_their_anchor_with_their_own_place(scanner: str) -> None:
    root = root_of("a: &here {x: 1}\nb: *here\nc: &t Pier\n*t : 2\n")
    assert plain(root.value) == {"a": {"x": 1}, "b": {"x": 1}, "c": "Pier", "Pier": 2}
    assert root["b"].mark == (2, 4, 2, 9)
    assert root["c"].mark == (3, 7, 3, 11)


def test_each_duplicate_key_names_the_first(scanner: str) -> None:
    document = read("a: 1\nb: {x: 1, y: 2, x: 3}\na: {z: 1}\nb: 4\n")
    assert places(document) == [("duplicate-key", 2, 17), ("duplicate-key", 3, 1), ("duplicate-key", 4, 1)]
    assert [finding.message.rpartition(" ")[2] for finding in document.findings] == ["2", "1", "2"]
    assert document.root is not None
    assert plain(document.root.value) == {"a": 1, "b": {"x": 1, "y": 2}}
    assert document.damaged


def test_duplicates_in_two_mappings_are_two_findings(scanner: str) -> None:
    assert places(read("- {a: 1, a: 2}\n- {a: 1, a: 2}\n- {a: 1, a: 2}\n")) == [
        ("duplicate-key", 1, 10),
        ("duplicate-key", 2, 10),
        ("duplicate-key", 3, 10),
    ]


def test_one_key_many_times_is_one_finding(scanner: str) -> None:
    finding = only(read("a: 1\n" * 30))
    assert finding.span.line == 2
    assert finding.hint == "delete one of them; also on lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 18 more"


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "---\n...\n", "~\n", "\n\n"])
def test_a_document_without_content_is_told(text: str, scanner: str) -> None:
    document = read(text)
    assert places(document) == [("empty-document", 1, 1)]
    assert document.root is None


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: 1\n---\nb: 2\n", 2, 1),
        ("---\na: 1\n...\n---\nb: 2\n", 4, 1),
        ("a: !draft Harbour\n", 1, 4),
        ("a: !!python/object/apply:os.system [ls]\n", 1, 4),
        ("a: !!set {x, y}\n", 1, 4),
        ("a: 1\nb: ! text\n", 2, 4),
        ("%TAG ! tag:example.org,2024:\n---\na: 1\n", 1, 1),
        ("a: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n", 3, 3),
        ("a: {{name}}\n", 1, 5),
        ("? [a, b]\n: c\n", 1, 3),
        ("a: &x [1, *x]\n", 1, 11),
        ("a: &x {y: {z: *x}}\n", 1, 15),
    ],
)
def test_parts_of_yaml_that_are_not_read_are_told_once(text: str, line: int, column: int, scanner: str) -> None:
    assert places(read(text)) == [("forbidden-yaml", line, column)]


def test_a_quoted_merge_key_is_a_key() -> None:
    assert plain(root_of('"<<": 1\n').value) == {"<<": 1}


def test_tags_are_told_once_with_the_lines_of_the_others(scanner: str) -> None:
    finding = only(read("a: !x 1\nb: !y 2\nc: !x [3]\n"))
    assert finding.message == "the tag '!x' is not read here"
    assert finding.hint is not None
    assert finding.hint.endswith("; also on lines 2 and 3")


def test_tags_of_keys_are_told_but_for_that_of_texts() -> None:
    assert read("!!str 1: x\n").findings == ()
    assert places(read("a: 1\n!!int 2: x\n!x b: y\n")) == [("forbidden-yaml", 2, 1)]


def test_an_anchor_of_nothing_is_a_text_without_quotes(scanner: str) -> None:
    finding = only(read("a: 1\nb: 2\ntitle: &Supper\n"))
    assert (finding.code, finding.span.line, finding.span.column, finding.span.end_column) == ("syntax-error", 3, 8, 15)
    assert finding.hint == "quote it: '&Supper'"


def test_an_alias_without_anchor_is_told(scanner: str) -> None:
    finding = only(read("a: 1\nb: *bold\n"))
    assert (finding.code, finding.span.line, finding.span.column) == ("syntax-error", 2, 4)
    assert finding.hint == "quote a text that begins with '*'"


def test_the_kind_is_known_even_where_the_rest_cannot_be_read() -> None:
    document = read("kind: area-map\nareas: [a\n")
    assert (document.kind, document.root, document.damaged) == ("area-map", None, True)


@pytest.mark.slow
@given(st.text("ab:-?[]{},&*!|>'\"%@`# \n\t~<=.0\\", max_size=40))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_nothing_that_looks_like_yaml_raises(text: str) -> None:
    document = read_document(text, FILE)
    assert document.root is not None or document.findings
    assert all(finding.span.line <= text.count("\n") + 1 for finding in document.findings)


@pytest.mark.slow
@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_no_bytes_raise(source: bytes) -> None:
    document = read_document(source, FILE)
    assert document.root is not None or document.findings
    assert all(not bad_characters().search(finding.message) for finding in document.findings)


def test_a_key_with_an_anchor_can_be_repeated_by_its_alias() -> None:
    root = root_of("&a harbour: {}\nhome: *a\n")
    assert root["home"].text == "harbour"


@pytest.mark.parametrize("empty", ["[]", "{}"])
def test_an_empty_list_counts_where_an_alias_repeats_it(empty: str) -> None:
    """As deep as it may be, an alias of a text is read and one of an empty list is not, nor is the list itself."""
    lists = DEPTH - 1
    for inner, codes in (("*x", []), ("*a", ["over-limit"]), (empty, ["over-limit"])):
        document = read(f"a: [&x x, &a {empty}]\nb: {'[' * lists}{inner}{']' * lists}\n")
        assert [finding.code for finding in document.findings] == codes
