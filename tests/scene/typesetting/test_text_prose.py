from __future__ import annotations

import pytest

from pnp.scene.typesetting.text import SOFT, Bullet, Inline, Manner, Run, hyphenated, knows, languages, plain, prose

PLAIN = Manner()


def test_marks_are_set_and_bold_is_found() -> None:
    assert prose('"**Stop**"...', PLAIN) == (Run("“"), Run("Stop", bold=True), Run("”…"))


def test_verbatim_words_stand_as_they_are() -> None:
    text = '- **a** "b" -- c...'
    assert prose(text, Manner(verbatim=True)) == (Run(text),)
    assert prose("", Manner(verbatim=True)) == ()


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("- one\n- two", ["•", "•"]),
        ("Take:\n- one\n- two\nThen go.", ["•", "•"]),
        ("- one", ["•"]),
        ("  • one", ["•"]),
        ("1. one\n2. two\n10. ten", ["1.", "2.", "10."]),
        ("1. one\n- two\n2. three", ["1.", "•", "2."]),
        ("1. Market", []),  # a title
        ("-one", []),
        ("one - two", []),
        ("- ", []),
        (r"\- one", []),
        ("3.5 to 4.5", []),
        ("-- one", []),
    ],
)
def test_lines_that_begin_as_items_are_items(text: str, items: list[str]) -> None:
    pieces = prose(text, PLAIN)
    assert [piece.marker for piece in pieces if isinstance(piece, Bullet)] == items
    words = "".join(piece.text for piece in pieces if isinstance(piece, Run))
    assert not items or not words.startswith(("-", "1", "•"))


def test_bold_may_run_over_items() -> None:
    assert prose("**- one\n- two**", PLAIN)[0] == Run("- one\n", bold=True)  # the line begins with asterisks
    first, one, second, two = prose("- **one**\n- two", PLAIN)[:2] + prose("- one\n- **two**", PLAIN)[2:]
    assert (first, one) == (Bullet("•"), Run("one", bold=True))
    assert (second, two) == (Bullet("•"), Run("two", bold=True))


def test_a_backslash_keeps_a_mark_or_a_space() -> None:
    assert prose(r"\"a\" \- b\.\.\. 5\ km \*", PLAIN) == (Run('"a" - b... 5\u00a0km *'),)


@pytest.mark.slow
def test_words_are_parted_by_the_patterns_of_their_language() -> None:
    assert hyphenated("the harbourmaster", "en") == f"the har{SOFT}bour{SOFT}mas{SOFT}ter"
    assert hyphenated("Hafenmeister", "de") == f"Ha{SOFT}fen{SOFT}meis{SOFT}ter"
    assert hyphenated("ship to sail", "en") == "ship to sail"
    assert hyphenated("HARBOUR", "en") == f"HAR{SOFT}BOUR"
    assert hyphenated("harbour", "xx") == "harbour"
    assert prose("harbour", Manner(hyphenate="en")) == (Run(f"har{SOFT}bour"),)
    assert prose("harbour", Manner(verbatim=True, hyphenate="en")) == (Run("harbour"),)


def test_languages_by_their_codes() -> None:
    assert {"en", "de", "sk", "pl", "pt-BR"} <= set(languages())
    assert knows("en-GB")
    assert knows("de-LI")
    assert not knows("xx")


def test_words_in_one_line() -> None:
    pieces = (Bullet("•"), Run(f"har{SOFT}bour\n "), Inline((), 1, 1), Run("master", bold=True))
    assert plain(pieces) == "harbour master"
