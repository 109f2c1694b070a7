from __future__ import annotations

import pytest

from pnp.scene.typesetting.text import QUOTES, typographic


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ('"Stop!" she said.', "“Stop!” she said."),
        ('the "old" town', "the “old” town"),
        ('("old")', "(“old”)"),
        ('**"old"** *"new"*', "**“old”** *“new”*"),
        ("he said 'go' and 'stay'", "he said ‘go’ and ‘stay’"),
        ("\"'tis' so\"", "“‘tis’ so”"),
        ("don't, the taxi's", "don’t, the taxi’s"),
        ("the drivers' lamp", "the drivers’ lamp"),
        ("since '24", "since ’24"),
        ("2--8 players", "2–8 players"),
        ("wait --- what", "wait — what"),
        ("-----", "-----"),
        ("half-made", "half-made"),
        ("and so on...", "and so on…"),
        ("....", "...."),
        ("a 5\" board, 6' long", "a 5\" board, 6' long"),
        ('"a 5" board', "“a 5” board"),
        (r"a \"plain\" one\.\.\. \-\-", r"a \"plain\" one\.\.\. \-\-"),
        ('"one" and "two"', "“one” and “two”"),
        ("", ""),
        ('"', "”"),
    ],
)
def test_english(written: str, printed: str) -> None:
    assert typographic(written) == printed


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("de", "„Halt“, rief er, ‚halt‘"),
        ("pl", "„Halt”, rief er, «halt»"),
        ("sk", "„Halt“, rief er, ‚halt‘"),
        ("sv", "”Halt”, rief er, ’halt’"),
        ("ru", "«Halt», rief er, „halt“"),
        ("en-GB", "“Halt”, rief er, ‘halt’"),
        ("xx", "“Halt”, rief er, ‘halt’"),
    ],
)
def test_each_language_has_its_quotes(language: str, printed: str) -> None:
    assert typographic("\"Halt\", rief er, 'halt'", language) == printed


def test_french_keeps_marks_to_their_words() -> None:
    assert typographic('"Halte" ! Qui va là ?', "fr") == "«\u202fHalte\u202f»\u202f! Qui va là\u202f?"


def test_what_is_set_already_stays() -> None:
    for quotes in QUOTES.values():
        text = f"{quotes[0]}word{quotes[1]} – {quotes[2]}word{quotes[3]} …"
        assert typographic(text) == text
