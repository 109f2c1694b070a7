"""How checks name what they find."""

from __future__ import annotations

import pytest

from pnp.checks.gathering import lengths, quoted


@pytest.mark.parametrize(
    ("mm", "words"), [(0.0, "0.1 mm"), (0.04, "0.1 mm"), (0.1, "0.1 mm"), (0.16, "0.2 mm"), (12.34, "12.3 mm")]
)
def test_a_length_is_never_shown_as_nothing(mm: float, words: str) -> None:
    assert lengths(mm) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Pier", "'Pier'"),
        ("x" * 32, f"'{'x' * 32}'"),
        ("x" * 33, f"'{'x' * 31}…'"),
        (f"{'x' * 30} {'y' * 9}", f"'{'x' * 30}…'"),
    ],
)
def test_a_long_text_is_shown_by_its_beginning(text: str, words: str) -> None:
    assert quoted(text) == words
