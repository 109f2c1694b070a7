"""Where a position is in a half-typed document."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.language.texts import cursor_at


def at(text: str) -> tuple[tuple[str | int, ...], bool, str] | None:
    before, _, after = text.partition("‸")
    found = cursor_at(before + after, before.count("\n") + 1, len(before) - before.rfind("\n"))
    return found and (found.path, found.in_key, found.typed)


@pytest.mark.parametrize(
    ("text", "path", "in_key", "typed"),
    [
        ("‸", (), True, ""),
        ("kind: ‸", ("kind",), False, ""),
        ("kind: area-map\nar‸\nroads: []\n", (), True, "ar"),
        ("areas:\n  Market: {at: [1, 2], ‸}\n", ("areas", "Market"), True, ""),
        ("areas:\n  Market: {at: [1, 2], in: ha‸}\n", ("areas", "Market", "in"), False, "ha"),
        ("areas:\n  Market: {tags: [a, st‸]}\n", ("areas", "Market", "tags", 1), False, "st"),
        ("areas:\n  Market: {\n    in: ‸", ("areas", "Market", "in"), False, ""),
        ("roads:\n  - A -- B\n  - A -- ‸\n", ("roads", 1), False, "A -- "),
        ("roads:\n- A -- B\n- ‸\nname: x\n", ("roads", 1), False, ""),
        ("layers:\n  - {text: a}\n  - name: x\n    sty‸\n    colour: ink\n", ("layers", 1), True, "sty"),
        ("layers:\n  - name: x\n    style: ‸\n", ("layers", 0, "style"), False, ""),
        ('layers:\n  - text: "{wo‸\n', ("layers", 0, "text"), False, "{wo"),
        ("a:\n  b:\n    c: 1\n  ‸\n", ("a",), True, ""),
        ("text:\n  - >-\n    A word {na‸\n", ("text", 0), False, "A word {na"),
        ("'a: b': {c: ‸", ("a: b", "c"), False, ""),
        (
            "requirements:\n  - {name: a, within: {every: {tag: ‸",
            ("requirements", 0, "within", "every", "tag"),
            False,
            "",
        ),
    ],
)
def test_the_path_of_what_is_typed(text: str, path: tuple[str | int, ...], in_key: bool, typed: str) -> None:
    assert at(text) == (path, in_key, typed)


def test_the_keys_above_and_below_are_known() -> None:
    found = cursor_at("kind: a\nn\nroads: []\n# size: 1\nareas:\n  x: {}\n", 2, 2)
    assert found
    assert found.keys == {"kind", "roads", "areas"}


@pytest.mark.parametrize("text", ["kind: pack # ‸", "# ‸", "a: {b: c} # ‸"])
def test_nothing_is_completed_in_a_comment(text: str) -> None:
    assert at(text) is None


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab:- \n{}[],'\"|>#&*\t‸é", max_size=80), st.integers(1, 9), st.integers(1, 30))
def test_any_text_has_a_position_or_none(text: str, line: int, column: int) -> None:
    cursor_at(text, line, column)


def test_a_position_far_beyond_the_text_is_its_end() -> None:
    found = cursor_at("kind: area-map\n", 10**9, 1)
    assert found
    assert found.path == ()
