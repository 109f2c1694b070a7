from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.typesetting.text import Run, parse_markup


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [Run("plain")]),
        ("", []),
        ("**bold** and *italic*", [Run("bold", bold=True), Run(" and "), Run("italic", italic=True)]),
        ("***both***", [Run("both", bold=True, italic=True)]),
        ("**a *b* c**", [Run("a ", bold=True), Run("b", bold=True, italic=True), Run(" c", bold=True)]),
        ("half**way**s", [Run("half"), Run("way", bold=True), Run("s")]),
        (r"2 \* 3 \\ 4", [Run(r"2 * 3 \ 4")]),
        (r"a \b", [Run(r"a \b")]),
        ("2 * 3 * 4", [Run("2 * 3 * 4")]),
        ("*open", [Run("*open")]),
        ("**a* b", [Run("**a* b")]),
        ("over\n*two\nlines*", [Run("over\n"), Run("two\nlines", italic=True)]),
        ("****", [Run("****")]),
        ("trailing\\", [Run("trailing\\")]),
    ],
)
def test_markup(text: str, runs: list[Run]) -> None:
    assert list(parse_markup(text)) == runs


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(r"ab *\ ", max_size=30))
def test_only_asterisks_and_escapes_go_missing(text: str) -> None:
    runs = parse_markup(text)
    printed = "".join(run.text for run in runs).replace("\u00a0", " ")
    assert printed.translate({ord("*"): None, ord("\\"): None}) == text.translate({ord("*"): None, ord("\\"): None})
    assert all(run.text for run in runs)
