from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.typesetting.text import NESTED, Run, parse_markup


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
        ("a [b]{.loud} c", [Run("a "), Run("b", styles=("loud",)), Run(" c")]),
        ("[a [b]{.x} c]{.y}", [Run("a ", styles=("y",)), Run("b", styles=("y", "x")), Run(" c", styles=("y",))]),
        ("**[a]{.x} b**", [Run("a", bold=True, styles=("x",)), Run(" b", bold=True)]),
        ("[**a** b]{.x}", [Run("a", bold=True, styles=("x",)), Run(" b", styles=("x",))]),
        ("[a [b] c]{.x}", [Run("a [b] c", styles=("x",))]),
        ("[plain] ] [{.x} [a]{x} [a] {.x}", [Run("[plain] ] [{.x} [a]{x} [a] {.x}")]),
        (r"\[a]{.x}", [Run("[a]{.x}")]),
        ("[over\nlines]{.card title}", [Run("over\nlines", styles=("card title",))]),
    ],
)
def test_markup(text: str, runs: list[Run]) -> None:
    assert list(parse_markup(text)) == runs


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(r"ab *\ ", max_size=30))
def test_only_asterisks_and_escapes_go_missing(text: str) -> None:
    runs = parse_markup(text)
    printed = "".join(run.text for run in runs).replace("\u00a0", " ")
    assert printed.translate({ord("*"): None, ord("\\"): None}) == text.translate({ord("*"): None, ord("\\"): None})
    assert all(run.text for run in runs)


def test_styles_are_nested_eight_deep() -> None:
    runs = parse_markup("[" * 20 + "a" + "]{.x}" * 20)
    assert max(len(run.styles) for run in runs) == NESTED
    assert "".join(run.text for run in runs).count("[") == 20 - NESTED


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text("ab*[]{.}", max_size=30))
def test_any_text_of_marks_is_parsed(text: str) -> None:
    assert len("".join(run.text for run in parse_markup(text))) <= len(text)
