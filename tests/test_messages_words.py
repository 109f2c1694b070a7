import pytest

from pnp.messages import many, range_of, series, shown
from pnp.source.tree import found
from tests.source.reading import root_of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Pier", "'Pier'"),
        ("two\nlines", "'two lines'"),
        ("a\u00a0b", "'aU+00A0b'"),
        ("\u202eabc", "'U+202Eabc'"),
        ("x" * 100, "'" + "x" * 59 + "…'"),
        ("♠ Sułkowski", "'♠ Sułkowski'"),
    ],
)
def test_a_text_is_shown_short_and_harmless(text: str, said: str) -> None:
    assert shown(text) == said


def test_a_range_of_one_number_is_that_number() -> None:
    assert range_of(2, 4, "player") == "2 to 4 players"
    assert range_of(2, 2, "player") == "2 players"
    assert range_of(1, 1, "copy", "copies") == "1 copy"


def test_values_have_names() -> None:
    values = root_of("[null, true, 3, 2.5, '', a, [], [1, 2], {}, {a: 1, b: 2}]")
    assert [found(item.value) for item in values] == [
        "nothing",
        "true",
        "the number 3",
        "the number 2.5",
        "an empty text",
        "the text 'a'",
        "an empty list",
        "a list of 2",
        "an empty mapping",
        "a mapping with 'a' and 'b'",
    ]


def test_words_are_joined_as_in_a_sentence() -> None:
    assert series(["a"], "or") == "a"
    assert series(["a", "b", "c"], "or") == "a, b or c"
    assert (many(1, "item"), many(2, "entry", "entries")) == ("1 item", "2 entries")
