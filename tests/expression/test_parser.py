"""What is part of the language, what is not, and where it went wrong."""

from __future__ import annotations

import pytest

from pnp.expression import Environment, ExpressionError, parse, parse_template

from .reading import fault, place, value


@pytest.mark.parametrize(
    ("text", "part", "message"),
    [
        ("1 +", "+", "the expression ends too early, after '+'"),
        ("(1", "1", "the expression ends too early, after '1'"),
        ("1)", ")", "unexpected ')'"),
        ("()", ")", "unexpected ')'"),
        ("(1, 2)", ",", "unexpected ','"),
        ("[1 2]", "2", "unexpected '2'"),
        ("a b", "b", "unexpected 'b'"),
        ("a 'b'", "'b'", "unexpected text 'b'"),
        ("a is b", "is", "unexpected 'is'"),
        ("a not b", "not", "unexpected 'not'"),
        ("1 + not a", "not", "unexpected 'not'"),
        ("♠ + a", "♠", "'♠' is not part of the language"),
        ("ab + ♠", "♠", "'♠' is not part of the language"),
        ("a == ‘b’", "‘", "'‘' is not part of the language"),
        ("x == 'abc", "'abc", "the text that begins here has no closing quote"),
        (r"'a\x'", r"\x", r"'\x' stands for nothing in a text"),
        ("3 + 2x", "2x", "'2x' is no number"),
        ("1e3", "1e3", "'1e3' is no number"),
        ("1_000", "1_000", "'1_000' is no number"),
        ("1.2.3", "1.2.3", "'1.2.3' is no number"),
        ("a.1", "1", "unexpected '1'"),
        ("a.'b'", "'b'", "unexpected text 'b'"),
        ("1 if 2", "2", "the expression ends too early, after '2'"),
        ("[x for 1 in y]", "1", "unexpected '1'"),
        ("[x for in in y]", "in", "unexpected 'in'"),
        ("x for x in y", "for", "unexpected 'for'"),
        ("(x for x in y)", "for", "unexpected 'for'"),
        ("sum(x for x in y, 1)", ",", "unexpected ','"),
        ("f(1)(2)", "f(1)(", "only a function's name can be called"),
        ("a.upper()", ".upper(", "'.upper(…)' is not part of the language"),
        ("[c for c in a for c in b]", "for c in b", "'c' already goes through another list"),
        ("[[c for c in a] for c in b]", "for c in a", "'c' already goes through another list"),
        ("a = 1", "=", "'=' is not part of the language"),
        ("a\x00b", "\x00", "'U+0000' is not part of the language"),
    ],
)
def test_a_mistake_is_told_where_it_is(text: str, part: str, message: str) -> None:
    error = fault(text)
    assert (place(text, error), error.message) == (part, message)


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_expression_is_refused(text: str) -> None:
    assert fault(text).message == "the expression is empty"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("count(a.b", "close the bracket with ')'"),
        ("[1, 2", "close the bracket with ']'"),
        ("[1 2]", "put ',' between two values"),
    ],
)
def test_a_bracket_left_open_is_told_as_that(text: str, hint: str) -> None:
    assert fault(text).hint == hint


def test_columns_count_code_points() -> None:
    text = "'♠♠𝟙ﬁ' + nmae"
    error = fault(text, name=1)
    assert (error.start, place(text, error), error.hint) == (
        9,
        "nmae",
        "did you mean 'name'? write a text in quotes: 'nmae'",
    )


def test_every_mistake_has_a_way_out() -> None:
    for text in ("1 +", "a b", "a = 1", "f(1", "[1", "x :", "$a", "a is b", "a && b", "“a”"):
        assert fault(text, a=1).hint, text


@pytest.mark.parametrize("word", ["from", "to", "class", "is", "with", "print", "title", "count"])
def test_words_of_python_are_names_like_any_other(word: str) -> None:
    assert value(f"{word} + 1", **{word: 1}) == 2


@pytest.mark.parametrize("word", ["in", "for", "if", "not"])
def test_words_of_the_language_are_fields_all_the_same(word: str) -> None:
    assert value(f"row.{word}", row={word: 7}) == 7


def test_a_comma_may_follow_the_last_value() -> None:
    assert value("max([1, 2,],)") == 2


def test_space_and_lines_do_not_matter() -> None:
    assert value(" 1\n  + 2\t") == 3


def test_the_tree_is_made_once() -> None:
    assert parse("a + 1") is parse("a + 1")


def test_an_error_can_be_moved_to_where_the_expression_stands() -> None:
    moved = ExpressionError("m", "h", 2, 5).moved(10)
    assert (moved.message, moved.hint, moved.start, moved.end) == ("m", "h", 12, 15)


def test_a_name_with_a_blank_in_it_is_told_as_that() -> None:
    assert fault("card name").hint == "a blank in a name is written _: card_name"
    assert fault("upper(card name)").hint == "a blank in a name is written _: card_name"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("0,9 * n", "write 0.9: decimals follow a point"),
        ("12 mm + n", "leave mm out: numbers in a formula have no unit"),
        ("20 to 28", 'write "range(20, 29)", with the quotes: it ends before 29'),
        ("[x for x in 2 to 4", "write range(2, 5): it ends before 5"),
        ("if n > 2", "leave 'if' out: a condition is written alone"),
        ("if(n == 2, 'a', 'b')", "a choice is written: a if condition else b"),
        ("n is at least 3", "write '>=' for at least"),
        ("n is not empty", "leave 'is not empty' out: an empty value means no"),
        ("n is 3", "write '==' to compare"),
        ("1, 2", "write a list in square brackets: [1, 2]"),
        ("n >= m x 2", "write '*' to multiply"),
        ("6 – n", "write '-' to subtract"),
        ("round down(n / 2)", "write floor(…) to round down"),
        ("round up(n / 2)", "write ceil(…) to round up"),
        ("title@de", "write title: a text is printed in the language of the sheet"),
    ],
)
def test_what_other_languages_have_is_told_how_to_write(text: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(text)
    assert raised.value.hint == hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("nmae", "did you mean 'name'?"),
        ("nmae * 2", "did you mean 'name'?"),
        ("nmae <= 2", "did you mean 'name'?"),
        ("2 + max(nmae, 1)", "did you mean 'name'? write a text in quotes: 'nmae'"),
        ("name == nmae", "did you mean 'name'? write a text in quotes: 'nmae'"),
        ("[nmae]", "did you mean 'name'? write a text in quotes: 'nmae'"),
        ("air_start > 2", "did you mean 'start_air'?"),
        ("three", "write 3"),
        ("name == three", "write 3, or write a text in quotes: 'three'"),
        ("xyz - 1", "names here are name, start_air"),
    ],
)
def test_a_text_in_quotes_is_suggested_where_a_text_can_be(text: str, hint: str) -> None:
    assert fault(text, name=1, start_air=2).hint == hint


def test_a_place_as_a_whole_expression_is_quoted_twice() -> None:
    places = Environment({}, quoted=frozenset(["Bakery"]))
    with pytest.raises(ExpressionError) as alone:
        parse("Bakery").evaluate(places)
    with pytest.raises(ExpressionError) as in_braces:
        parse_template("{Bakery}").text(places)
    assert (alone.value.hint, in_braces.value.hint) == (
        "write it in both quotes: \"'Bakery'\"",
        "write it in quotes: 'Bakery'",
    )
