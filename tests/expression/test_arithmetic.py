"""Reckoning, against Python's own with exact fractions."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.expression import parse, value_of

from .reading import environment, fault, place, value

NAMES: dict[str, Any] = {"a": 3, "b": Fraction(-7, 2), "c": 0, "d": Fraction(1, 3)}


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sums = st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner).map(" ".join)
    comparisons = st.tuples(inner, st.sampled_from(["<", "<=", "==", "!=", ">=", ">"]), inner).map(" ".join)
    powers = st.tuples(inner, st.integers(-3, 3)).map(lambda pair: f"{pair[0]} ** {pair[1]}")
    choices = st.tuples(inner, inner, inner).map(lambda three: "{} if {} else {}".format(*three))
    logic = st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join)
    signs = st.tuples(st.sampled_from(["-", "+", "not "]), inner).map("".join)
    brackets = inner.map("({})".format)
    return sums | comparisons | powers | choices | logic | signs | brackets


LEAVES = st.sampled_from([*NAMES, "0", "1", "2", "5", "0.1", "2.50", "True", "False"])
TEXTS = st.recursive(LEAVES, joined, max_leaves=8)


class Exact(ast.NodeTransformer):
    """Numbers as exact fractions."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool):
            return node
        return ast.Call(ast.Name("Fraction", ast.Load()), [ast.Constant(str(node.value))], [])


def by_python(text: str) -> Any:
    tree = ast.fix_missing_locations(Exact().visit(ast.parse(text, mode="eval")))
    names = {name: Fraction(number) for name, number in NAMES.items()}
    return eval(compile(tree, "", "eval"), {"Fraction": Fraction, **names})


@pytest.mark.slow
@given(TEXTS)
@settings(deadline=None, max_examples=400, derandomize=True)
def test_it_reckons_like_python_with_fractions(text: str) -> None:
    try:
        expected = by_python(text)
    except SyntaxError:
        assume(False)
    except ZeroDivisionError:
        assert fault(text, **NAMES).message == "cannot divide by zero"
        return
    assert value(text, **NAMES) == expected


@pytest.mark.slow
@given(TEXTS)
@settings(deadline=None, max_examples=100, derandomize=True)
def test_numbers_stay_exact_and_in_their_least_form(text: str) -> None:
    assume(_parses(text))
    try:
        result = parse(text).evaluate(environment(**NAMES))
    except Exception:
        return
    assert isinstance(result, int | Fraction)
    assert isinstance(result, int) or result.denominator > 1


def _parses(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -1", Fraction(1, 2)),
        ("7 − 2 × 3 ÷ 4", Fraction(11, 2)),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("true + true", 2),
        ("007", 7),
        ("0.10000000000000000000001", Fraction(10**22 + 1, 10**23)),
        ("1 ** 999999999", 1),
        ("10 - 3 - 2", 5),
    ],
)
def test_it_reckons(text: str, number: object) -> None:
    assert value(text) == number


@pytest.mark.parametrize(("text", "holds"), [("1 ≤ 2 ≠ 3", True), ("3 ≥ 4", False), ("1 < 3 < 2", False)])
def test_printed_signs_compare(text: str, holds: bool) -> None:
    assert value(text) is holds


def test_a_float_of_the_content_is_what_was_written() -> None:
    assert value_of(0.1) == Fraction(1, 10)
    assert value_of(2.0) == 2
    assert value("x * 3", x=0.1) == Fraction(3, 10)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_no_value(number: float) -> None:
    with pytest.raises(ValueError, match="no value"):
        value_of(number)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1 + 2 + 'a' + 3", "1 + 2 + 'a'"),
        ("3 * (1 - None)", "1 - None"),
        ("5 + 1 / 0", "1 / 0"),
        ("2 ** 0.5", "2 ** 0.5"),
        ("0 ** -1", "0 ** -1"),
        ("-'a'", "-'a'"),
        ("1 < 'a'", "1 < 'a'"),
        ("4 // 'a'", "4 // 'a'"),
        ("[] * 2", "[] * 2"),
        ("'a' ** 2", "'a' ** 2"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_where_it_stands(text: str, part: str) -> None:
    assert place(text, fault(text)) == part
