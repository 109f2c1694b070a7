"""Texts, lists, records, comparisons and functions: what they come to and what they refuse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.expression import Record, described, identifier, shown, value_of
from pnp.expression.functions import FUNCTIONS

from .reading import fault, place, value

CARDS = [{"name": "Dawn", "rank": 2, "fine-print": "x"}, {"name": "Noon", "rank": 9, "fine-print": "y"}]


@pytest.mark.parametrize(
    ("plain", "printed"),
    [
        (3, "3"),
        (-3, "-3"),
        (Fraction(1, 2), "0.5"),
        (Fraction(4, 3), "1 1/3"),
        (Fraction(-3, 2), "-1.5"),
        (2.25, "2.25"),
        (0.000000000001, "0.000000000001"),
        (0.0000000000001, "1/10000000000000"),
        (True, "yes"),
        (False, "no"),
        (None, ""),
        ("8♠", "8♠"),
        ([1, [2, None], "a"], "1, 2, , a"),
        (Record({}, "place", "Pier"), "Pier"),
    ],
)
def test_a_value_prints(plain: object, printed: str) -> None:
    assert shown(value_of(plain)) == printed


@pytest.mark.parametrize(
    ("plain", "spoken"),
    [
        (None, "nothing"),
        (True, "'yes'"),
        (1.5, "the number 1.5"),
        ("a" * 99, f"the text '{'a' * 39}…'"),
        ([1, 2], "a list of 2"),
        ({}, "a row"),
        (Record({}, "area"), "an area"),
        (Record({}, "place", "Pier"), "the place 'Pier'"),
    ],
)
def test_a_message_speaks_of_a_value(plain: object, spoken: str) -> None:
    assert described(value_of(plain)) == spoken


def test_only_plain_data_is_a_value() -> None:
    with pytest.raises(ValueError, match="set is no value"):
        value_of({1, 2})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("'a' + \"b\"", "ab"),
        (r"'it\'s\n\"\\'", "it's\n\"\\"),
        ("2 * 'ab'", "abab"),
        ("'ab' * -1", ""),
        ("'a' < 'b'", True),
        ("'2' == 2", False),
        ("None == 0", False),
        ("[1, 'a'] == [1, 'a']", True),
        ("2 in [1, 2]", True),
        ("'b' not in 'abc'", False),
        ("[3, 4][1] + 'ab'.x if false else 5", 5),
        ("0 or '' or 'last'", "last"),
        ("1 and 0 and x", 0),
        ("1 or x", 1),
        ("false and x or 3", 3),
        ("1 > 2 > x", False),
        ("not []", True),
        ("[x * y for x in [1, 2] if x > 1 for y in [x, 10] if y > 2]", (20,)),
        ("[x for x in [1, 2]] + [x for x in [3]]", (1, 2, 3)),
        ("[sum(y for y in x) for x in [[1], [2, 3]]]", (1, 5)),
        ("[x for x in []]", ()),
        ("'abc'[-1]", "c"),
    ],
)
def test_it_comes_to(text: str, result: object) -> None:
    assert value(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("cards[1].name", "Noon"),
        ("cards[0].fine_print", "x"),
        ("cards[0]['fine-print']", "x"),
        ("cards[0] in cards", True),
        ("cards[0] == cards[1]", False),
        ("count(unique(cards + cards))", 2),
        ("[c.rank for c in cards if c.name != 'Dawn']", (9,)),
    ],
)
def test_a_row_is_asked_for_its_fields(text: str, result: object) -> None:
    assert value(text, cards=CARDS) == result


@pytest.mark.parametrize(
    ("text", "part", "message"),
    [
        ("cards.name", "cards.name", "a list of 2 has no fields, so no 'name'"),
        ("cards[0].nmae + 1", "cards[0].nmae", "a row has no field 'nmae'"),
        ("cards['a']", "cards['a']", "items are counted, so the text 'a' picks none"),
        ("cards[2]", "cards[2]", "there is no [2] among 2 items"),
        ("cards[1/2]", "cards[1/2]", "items are counted, so the number 0.5 picks none"),
        ("3[0]", "3[0]", "the number 3 has no items"),
        ("cards[0] < cards[1]", "cards[0] < cards[1]", "cannot put a row and a row in order"),
        ("[1] < [2]", "[1] < [2]", "cannot put a list of 1 and a list of 1 in order"),
        ("1 in 2", "1 in 2", "cannot look into the number 2"),
        ("1 in '2'", "1 in '2'", "cannot look for the number 1 in the text '2'"),
        ("count(x for x in 'abc')", "'abc'", "expected a list, not the text 'abc'"),
        ("count(x for x in None)", "None", "expected a list, not nothing"),
        ("1 + abs('a')", "abs('a')", "expected a number, not the text 'a'"),
        ("upper(3)", "upper(3)", "expected a text, not the number 3"),
        ("max([])", "max([])", "an empty list has no 'max'"),
        ("max(1, None)", "max(1, None)", "cannot put the number 1 and nothing in order"),
        ("min(cards)", "min(cards)", "cannot put a row and a row in order"),
        ("sorted([1, 'a'])", "sorted([1, 'a'])", "cannot put the number 1 and the text 'a' in order"),
        ("range(1, 2, 0)", "range(1, 2, 0)", "a range cannot go on in steps of 0"),
        (
            "range(1/2)",
            "range(1/2)",
            "expected a whole number from -1,000,000,000 to 1,000,000,000, not the number 0.5",
        ),
        ("range(1, 2, 3, 4)", "range(1, 2, 3, 4)", "'range' got 4 values"),
        ("count()", "count()", "'count' got no value"),
        ("number('ten')", "number('ten')", "the text 'ten' is no number"),
        ("number('1/0')", "number('1/0')", "the text '1/0' is no number"),
        ("text(cards[0])", "text(cards[0])", "a row cannot be printed as a whole"),
        ("dice(0, 6)", "dice(0, 6)", "expected a whole number from 1 to 100, not the number 0"),
        ("dice(2, [])", "dice(2, [])", "a die needs a face"),
        ("odds([])", "odds([])", "an empty list has no odds"),
        ("chance([1], 1)", "chance([1], 1)", "expected a row, not the number 1"),
        ("chance(cards, 1)", "chance(cards, 1)", "a row is no outcome"),
        ("expected(odds(['a']))", "expected(odds(['a']))", "expected a number, not the text 'a'"),
    ],
)
def test_what_makes_no_sense_is_refused_where_it_stands(text: str, part: str, message: str) -> None:
    error = fault(text, cards=CARDS)
    assert (place(text, error), error.message) == (part, message)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("round(5 / 2)", 3),
        ("round(-5 / 2)", -3),
        ("round(2 / 3, 2)", Fraction(67, 100)),
        ("text(2 / 3, 2)", "0.67"),
        ("text(-2 / 3, 1)", "-0.7"),
        ("text(-0.04, 1)", "0.0"),
        ("text(5 / 2, 0)", "3"),
        ("text(12, 2)", "12.00"),
        ("floor(-1 / 2)", -1),
        ("ceil(-1 / 2)", 0),
        ("number(' −2.5 ')", Fraction(-5, 2)),
        ("number('-1/2')", Fraction(-1, 2)),
        ("number('2,5')", Fraction(5, 2)),
        ("number('2 1/2')", Fraction(5, 2)),
        ("number(7)", 7),
        ("sum([])", 0),
        ("min('b', 'a')", "a"),
        ("any([0, []])", False),
        ("range(3, 0, -1)", (3, 2, 1)),
        ("join([1, 1 / 2, 'a'])", "1, 0.5, a"),
        ("fraction(5 / 2)", "2 1/2"),
        ("fraction(4)", "4"),
        ("title('the driver\\'s  cab')", "The Driver's  Cab"),
        ("distinct([1, 2, 1])", False),
        ("len('8♠')", 2),
    ],
)
def test_a_function_comes_to(text: str, result: object) -> None:
    assert value(text) == result


def test_the_sum_of_dice_is_counted_out() -> None:
    totals = [a + b + c for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)]
    for total in range(2, 14):
        assert value("chance(dice(3, 4), t)", t=total) == Fraction(totals.count(total), 64)


def test_chances_add_up() -> None:
    assert value("sum(o.chance for o in dice(20, 20))") == 1
    assert value("expected(dice(3, [0, 0, 1, 5]))") == Fraction(9, 2)
    assert value("[o.value for o in odds(['b', 'a', 'b'])]") == ("b", "a")


def test_a_name_is_spelt_without_hyphens() -> None:
    assert identifier("lose-an upgrade") == "lose_an_upgrade"


def test_each_function_is_named_as_it_is_called() -> None:
    assert all(name == function.name for name, function in FUNCTIONS.items())
