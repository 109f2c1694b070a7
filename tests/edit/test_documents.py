"""A change of one value replaces its bytes and no others, in every style that designers write."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edit import add_item, copy_item, move_item, remove_item, rename_key, set_value, value_at
from pnp.edit.documents import EditedDocument
from pnp.edit.texts import EditRefused, PackFile
from pnp.source.tree import plain
from pnp.source.yaml.document import read_document
from tests.edit.conftest import changed

MAP = """\
# Harbour, 𝄞 by hand
kind: area-map
areas:
  gate: {at: [95, 45], tags: [start]}   # the gate
  hall:
    name: 'The Hall'
    at:
      - 1
      - 2.5   # up
    note: >-
      a long
      note
  "yard":   # empty
roads: [[gate, hall], [hall, yard]]
wide: [
  one,
  two,
]
rows:
  - title: Ferry
    cost: 2
  # the second
  - title: Crane
    text: |
      Lift.
      Drop.
"""

SET: tuple[tuple[tuple[str | int, ...], Any, str, str], ...] = (
    (("areas", "gate", "at"), [97, 45.5], "at: [95, 45]", "at: [97, 45.5]"),
    (("areas", "gate", "at", 1), 0.30000000000000004, "95, 45]", "95, 0.30000000000000004]"),
    (("areas", "hall", "at"), [1, 3.0], "- 2.5", "- 3"),
    (("areas", "hall", "name"), "Joe's", "'The Hall'", "'Joe''s'"),
    (("areas", "hall", "note"), "short", ">-\n      a long\n      note", ">-\n      short"),
    (("areas", "gate", "name"), "Gate, old", "tags: [start]}", "tags: [start], name: 'Gate, old'}"),
    (("areas", "gate", "tags"), [], "[start]", "[]"),
    (("areas", "yard", "at"), [3, 4], '"yard":   #', '"yard": {at: [3, 4]}   #'),
    (("areas", "quay"), {"at": [3, 4]}, "# empty\n", "# empty\n  quay: {at: [3, 4]}\n"),
    (("areas", "hall", "tags"), ["exit"], "      note\n", "      note\n    tags: [exit]\n"),
    (("roads", 2), ["yard", "gate"], "[hall, yard]]", "[hall, yard], [yard, gate]]"),
    (("wide", 2), "three", "  two,\n", "  two,\n  three,\n"),
    (("rows", 0, "title"), "no", "Ferry", "'no'"),
    (("rows", 0, "title"), "Ferry: fast", "Ferry", "'Ferry: fast'"),
    (("rows", 0, "title"), "- 5", "Ferry", "'- 5'"),
    (("rows", 0, "title"), "", "Ferry", "''"),
    (("rows", 0, "cost"), True, "2\n  # the", "true\n  # the"),
    (("rows", 0, "cost"), "2", "2\n  # the", "'2'\n  # the"),
    (("rows", 0, "cost"), None, "2\n  # the", "null\n  # the"),
    (("rows", 0, "text"), "Two\nlines", "cost: 2\n", "cost: 2\n    text: |-\n      Two\n      lines\n"),
    (("rows", 1, "text"), "A\n\nB\n", "|\n      Lift.\n      Drop.", "|\n      A\n\n      B"),
    (("size", "width"), 5, "      Drop.\n", "      Drop.\nsize:\n  width: 5\n"),
)


def edited(text: str, change: Callable[..., Any], *rest: Any, name: str = "a.yaml") -> str:
    file = PackFile(Path(), name, text.encode())
    return changed(file.content, change(file, *rest)).decode()


@pytest.mark.parametrize(("path", "value", "old", "new"), SET)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_value_is_replaced_and_nothing_else(path: Any, value: Any, old: str, new: str, newline: str) -> None:
    assert MAP.count(old) == 1
    for begin in ("", "\ufeff"):
        text = begin + MAP.replace("\n", newline)
        found = edited(text, set_value, path, value)
        assert found == text.replace(old.replace("\n", newline), new.replace("\n", newline))
        assert edited(found, set_value, path, value) == found


def test_a_file_without_a_last_line_break_keeps_that() -> None:
    assert edited("a: 1", set_value, ("b",), 2) == "a: 1\nb: 2"
    assert edited("a: 1\nb: 2", remove_item, ("b",)) == "a: 1"
    assert edited("a:", set_value, ("a",), "x") == "a: x"


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (("areas", "gate", "at"), "at: [95, 45], ", ""),
        (("areas", "gate", "tags"), ", tags: [start]", ""),
        (("areas", "gate", "tags", 0), "[start]", "[]"),
        (("areas", "hall", "name"), "    name: 'The Hall'\n", ""),
        (("areas", "yard"), '  "yard":   # empty\n', ""),
        (("roads", 0), "[gate, hall], ", ""),
        (("rows", 0, "title"), "title: Ferry\n    cost", "cost"),
        (("rows", 1), "  # the second\n  - title: Crane\n    text: |\n      Lift.\n      Drop.\n", ""),
        (("wide", 1), ",\n  two,", ","),
    ],
)
def test_what_is_removed_takes_its_lines_along(path: Any, old: str, new: str) -> None:
    assert edited(MAP, remove_item, path) == MAP.replace(old, new)


def test_the_comment_above_goes_with_what_it_is_about() -> None:
    text = "# All.\na: 1\n# about b\n# and more\nb: 2\n\n# about c\nc: 3\n"
    assert edited(text, remove_item, ("b",)) == "# All.\na: 1\n\n# about c\nc: 3\n"
    assert edited(text, remove_item, ("c",)) == "# All.\na: 1\n# about b\n# and more\nb: 2\n\n"
    assert edited(text, remove_item, ("a",)) == "# All.\n# about b\n# and more\nb: 2\n\n# about c\nc: 3\n"
    last = "a: 1\n# about b\nb: 2"
    assert edited(last, remove_item, ("b",)) == "a: 1"


def test_the_whole_document_is_no_item() -> None:
    for change, rest in ((copy_item, ()), (remove_item, ()), (rename_key, ("x",)), (move_item, (0,))):
        with pytest.raises(EditRefused, match="this is the whole document"):
            edited("a: 1\n", change, (), *rest)


def test_the_last_entry_leaves_an_empty_mapping() -> None:
    assert edited("areas:\n  a:\n    at: 1\nb: 2\n", remove_item, ("areas", "a", "at")) == (
        "areas:\n  a:\n    {}\nb: 2\n"
    )
    assert edited("rows:\n- a\nb: 1\n", remove_item, ("rows", 0)) == "rows:\n  []\nb: 1\n"


def test_items_are_added_moved_and_copied() -> None:
    moved = edited(MAP, move_item, ("rows", 1), 0)
    assert moved.index("# the second\n  - title: Crane") < moved.index("- title: Ferry")
    assert edited(moved, move_item, ("rows", 0), 1) != moved
    assert "[[hall, yard], [gate, hall]]" in edited(MAP, move_item, ("roads", 1), 0)
    assert "- title: Ferry\n    cost: 2\n  - title: Ferry\n    cost: 2\n  # the second" in edited(
        MAP, copy_item, ("rows", 0)
    )
    first = edited(MAP, add_item, ("rows",), {"title": "New", "cost": 1}, 0)
    assert "rows:\n  - title: New\n    cost: 1\n  - title: Ferry" in first
    assert "  gate2: {at: [95, 45], tags: [start]}\n" in edited(MAP, copy_item, ("areas", "gate"), "gate2")
    assert "  quay: {at: [95, 45]" in edited(MAP, rename_key, ("areas", "gate"), "quay")
    assert '  "pier":   # empty' in edited(MAP, rename_key, ("areas", "yard"), "pier")


def test_a_value_where_there_is_none_comes_before_a_new_key() -> None:
    assert edited("a:\n  x:\nb: 2\n", set_value, ("a",), {"x": 1, "y": 2}) == "a:\n  x: 1\n  y: 2\nb: 2\n"


def test_json_stays_json() -> None:
    text = '[\n  {"name": "Ada", "cost": 2},\n  {"name": "Bob", "cost": 3}\n]\n'
    found = edited(text, set_value, (0, "name"), 'Ada "A"', name="rows.json")
    assert found == text.replace('"Ada"', '"Ada \\"A\\""')
    found = edited(text, add_item, (), {"name": "Cy", "on": True}, name="rows.json")
    assert '{"name": "Bob", "cost": 3},\n  {"name": "Cy", "on": true}\n]' in found


ANCHORS = "base: &base {cost: 1}\nother: *base\nrows:\n  - *base\n  - &lone 5\n"


@pytest.mark.parametrize(
    ("text", "path", "value", "message", "line"),
    [
        (ANCHORS, ("other", "cost"), 2, "this value is '*base', which line 1 writes as '&base'", 1),
        (ANCHORS, ("rows", 0), 2, "this value is '*base', which line 1 writes as '&base'", 1),
        (ANCHORS, ("base", "cost"), 2, "'*base' uses this value elsewhere", 1),
        ("a: [1\nb: 2\n", ("b",), 3, "'a.yaml' can't be read: the '[' that opens here is not closed", 1),
        ("a: 1\n", ("a", "b"), 3, "there is no list or mapping to add this to", 1),
        ("a: 1\n", (), 3, "a whole document can't be replaced by a value", None),
        ("a: {b: 1, c: 2}\n", ("a",), {"d": 1}, "several keys", 1),
        ("a: &a {b: 1}\nc: {<<: *a, d: 1}\n", ("c", "e"), 2, "this can't be changed without changing more", 2),
    ],
)
def test_what_comes_from_elsewhere_is_refused_with_its_place(
    text: str, path: Any, value: Any, message: str, line: int | None
) -> None:
    with pytest.raises(EditRefused) as refused:
        edited(text, set_value, path, value)
    assert message in str(refused.value)
    assert (refused.value.span and refused.value.span.line) == line


BESIDE = "a:\n- x\n- y\nb: 2\n"
COMMENTED = "a:\n  - x # first\n  # about y\n  - y # second\n  - [1, 2]\nb: 2\n"


@pytest.mark.parametrize(
    ("text", "value", "old", "new"),
    [
        (BESIDE, ["z"], "- x\n- y", "- z"),
        (BESIDE, ["x", "y", "z"], "- y", "- y\n- z"),
        (BESIDE, ["w", "x", "y"], "- x", "- w\n- x"),
        (BESIDE, [], "- x\n- y", "  []"),
        (BESIDE, "text", "- x\n- y", "  text"),
        (BESIDE, "no", "- x\n- y", "  'no'"),
        (BESIDE, "two\nlines\n", "- x\n- y", "  |\n  two\n  lines"),
        (BESIDE, {"k": 1}, "- x\n- y", "  {k: 1}"),
        (COMMENTED, ["x", "y", "z", [1, 2]], "# second\n", "# second\n  - z\n"),
        (COMMENTED, ["x", "y", [2]], "[1, 2]", "[2]"),
        (COMMENTED, ["x", "y", [0, 1, 3]], "[1, 2]", "[0, 1, 3]"),
        (COMMENTED, ["x", "y"], "  - [1, 2]\n", ""),
        (COMMENTED, ["x"], "  # about y\n  - y # second\n  - [1, 2]\n", ""),
        (COMMENTED, ["x", True, [1, 2]], "- y", "- true"),
        ("a: [1, 2, 3, 4] # four\n", [1], "1, 2, 3, 4", "1"),
        ("a: [1, 2, 3, 4] # four\n", [1, 8, 9, 4], "2, 3", "8, 9"),
        ("a: | # lines\n  one\n  two\nb: 1\n", "three\n", "one\n  two", "three"),
        ("a:\n- {x: 1, y: 2} # one\n- z\n", [{"v": 3, "w": 4}, "z"], "{x: 1, y: 2}", "{v: 3, w: 4}"),
        ("a:\n- {x: 1, y: 2} # one\n- z\n", [{"x": 3, "y": 2}, "z"], "x: 1", "x: 3"),
        ("b: &b {x: 1}\na: {<<: *b, y: 1}\n", {"y": 2}, "<<: *b, y: 1", "y: 2"),
    ],
)
def test_only_what_differs_is_written(text: str, value: Any, old: str, new: str) -> None:
    assert text.count(old) == 1
    assert edited(text, set_value, ("a",), value) == text.replace(old, new)


def test_an_alias_that_stays_in_a_list_is_no_reason_to_refuse() -> None:
    assert edited("a: &a x\nb: [*a, 2]\n", set_value, ("b",), ["x", 3, 4]) == "a: &a x\nb: [*a, 3, 4]\n"


def test_a_lone_anchor_stays() -> None:
    assert edited(ANCHORS, set_value, ("rows", 1), 6) == ANCHORS.replace("lone 5", "lone 6")


CONTENT = Path(__file__).parents[2] / "content"


def documents() -> list[PackFile]:
    files = sorted(CONTENT.rglob("*.yaml"))
    return [PackFile(path.parent, path.name, path.read_bytes()) for path in files if path.stat().st_size < 12_000]


FILES = documents()


def scalars(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(value, dict):
        return [each for key, item in value.items() for each in scalars(item, (*path, key))]
    if isinstance(value, list):
        return [each for index, item in enumerate(value) for each in scalars(item, (*path, index))]
    return [path]


VALUES = st.one_of(
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=20),
    st.sampled_from(["no", "1.0", "2026-01-01", "- a", "a: b", "#x", "a #b", "{x}", "'", '"', "~", "0x10", "it's"]),
    st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3)),
    st.booleans(),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_any_value_of_any_bundled_document_can_be_set_in_one_line(file: PackFile, data: st.DataObject) -> None:
    root = read_document(file.content, file.name).root
    assert root
    path = data.draw(st.sampled_from(scalars(plain(root.value))))
    value = data.draw(VALUES)
    try:
        changes = set_value(file, path, value)
    except EditRefused as refused:
        assert re.search(r"'\*[\w-]+' uses this value elsewhere|this value is '\*", str(refused))  # noqa: PT017
        return
    after = PackFile(file.folder, file.name, changed(file.content, changes))
    assert value_at(after, path) == value
    place = EditedDocument(file).find(path)
    assert after.text.startswith(file.text[: place.start])
    assert after.text.endswith(file.text[place.end :])
    if "\n" not in file.text[place.start : place.end]:
        pairs = zip(file.text.split("\n"), after.text.split("\n"), strict=True)
        assert sum(old != new for old, new in pairs) == (1 if changes else 0)
