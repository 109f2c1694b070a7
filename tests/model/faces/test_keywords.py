"""Keywords in texts: whole words, the longest first, with an escape."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.model.faces.keywords import Keyword, KeywordIndex, index_keywords, unknown_in
from pnp.model.reference import Ref

SPAN = Span("theme.yaml", 1, 1, 1, 2)


def index(*words: str) -> KeywordIndex:
    made = index_keywords(Keyword(Ref(word, SPAN)) for word in words)
    assert made
    return made


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Flying", "<Flying>"),
        ("Flyings, overFlying, Flying_", "Flyings, overFlying, Flying_"),
        ("flying FLYING", "flying FLYING"),
        ("Flying.Flying,(Flying)", "<Flying>.<Flying>,(<Flying>)"),
        ("First strike First", "<First strike> <First>"),
        (r"\Flying Flying \First", "Flying <Flying> First"),
        ("{T}: {T}{T} x{T}y", "<{T}>: <{T}><{T}> x<{T}>y"),
        ("[a]{.Flying} [Flying]{.loud}", "[a]{.Flying} [<Flying>]{.loud}"),
        ("Hunter's Hunter’s", "<Hunter's> <Hunter’s>"),
        ("Zauberfähig Fähig", "Zauberfähig <Fähig>"),
    ],
)
def test_whole_words_are_found(text: str, printed: str) -> None:
    words = index("Flying", "First", "First strike", "{T}", "Hunter's", "Fähig")
    assert words.applied(text, lambda keyword, word: f"<{word}>") == printed


def test_the_forms_of_a_keyword_are_looked_for_in_place_of_its_name() -> None:
    keyword = Keyword(Ref("Flying", SPAN), words=Ref("fliegend, fliegende,, ", SPAN))
    assert keyword.forms == ("fliegend", "fliegende")
    made = index_keywords([keyword])
    assert made
    assert made.within("die fliegende Flying Katze") == {"Flying"}
    assert made.within("Flying") == set()


def test_without_keywords_there_is_no_index() -> None:
    assert index_keywords([]) is None


def test_words_in_braces_that_are_no_keywords_are_found() -> None:
    assert unknown_in("{T} {X} {X} [a]{.loud} {y z} \\{Q}", {"{T}"}) == ("{X}", "{y z}")
