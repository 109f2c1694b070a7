"""Names and functions in layers, what can be known beforehand, and what failing requirements show."""

from __future__ import annotations

import pytest

from pnp.expression import (
    Environment,
    ExpressionError,
    Function,
    Record,
    Refusal,
    Side,
    StepBudget,
    Value,
    parse,
    parse_template,
    value_of,
)

from .reading import environment, fault, place

ROAD = ("Market", "Church", "Pier")


def distance(a: Value, b: Value) -> Value:
    if a not in ROAD or b not in ROAD:
        raise Refusal("no such place", "look at the map")
    return abs(ROAD.index(str(a)) - ROAD.index(str(b)))


TOWN = Environment({"here": "Pier", "n": 1}, {"distance": Function("distance(a, b)", distance)})


def test_the_nearest_layer_is_asked_first() -> None:
    row = TOWN.with_names({"n": 2, "lose-upgrade": True})
    assert parse("n").evaluate(row) == 2
    assert parse("here").evaluate(row) == "Pier"
    assert parse("lose_upgrade").evaluate(row) is True
    assert parse("n").evaluate(TOWN) == 1
    assert parse("title").evaluate(TOWN.with_names(Record({"title": "x"}))) == "x"


def test_functions_are_supplied() -> None:
    assert parse("distance('Market', here)").evaluate(TOWN.with_names({})) == 2
    assert parse("max(distance(a, here) for a in ['Market', 'Church'])").evaluate(TOWN) == 2


@pytest.mark.parametrize(
    ("text", "part", "message", "hint"),
    [
        ("1 + distance('x', here)", "distance('x', here)", "no such place", "look at the map"),
        ("distance(here)", "distance(here)", "'distance' got 1 value", "it is written distance(a, b)"),
        ("distanc(here, here)", "distanc(here, here)", "unknown function 'distanc'", "did you mean 'distance'?"),
    ],
)
def test_a_supplied_function_is_refused_like_any_other(text: str, part: str, message: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).evaluate(TOWN)
    assert (place(text, caught.value), caught.value.message, caught.value.hint) == (part, message, hint)


def test_a_function_nothing_is_like_gets_the_list_of_all() -> None:
    hint = fault("qqqq(1)").hint
    assert hint is not None
    assert hint.startswith("there are abs, all, any")


@pytest.mark.parametrize("word", ["none", "null"])
def test_nothing_is_written_with_a_capital(word: str) -> None:
    assert fault(f"a == {word}", a=1).hint == "write None for no value, or quote it where it is a text"


@pytest.mark.parametrize(("word", "meant"), [("yes", "true"), ("Yes", "true"), ("no", "false"), ("NO", "false")])
def test_yes_and_no_are_true_and_false_in_expressions(word: str, meant: str) -> None:
    hint = f"write {meant} for a field that is yes or no; quote it where it is a text"
    assert fault(f"ripe == {word}", ripe=True).hint == hint


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a + b.c", {"a", "b"}),
        ("[x + a for x in b if x > c]", {"a", "b", "c"}),
        ("[x for x in x]", {"x"}),
        ("[y for x in a for y in x]", {"a"}),
        ("f(1, 'a', true)", set()),
    ],
)
def test_the_names_that_it_needs_are_known(text: str, names: set[str]) -> None:
    assert parse(text).names() == names


def test_the_fields_that_it_asks_for_are_known() -> None:
    assert parse("row.a + row['b'] + other.c + row[d]").fields("row") == {"a", "b"}
    assert parse_template("{row.a} {icon:{row.b}}").fields("row") == {"a", "b"}


def test_what_is_wrong_is_known_without_evaluating() -> None:
    text = "heer if false else distance(here) + missing('x') + [z for z in here if q]"
    faults = parse(text).faults(TOWN)
    assert [place(text, fault) for fault in faults] == ["heer", "distance(here)", "missing('x')", "q"]
    assert faults[0].hint == "did you mean 'here'? write a text in quotes: 'heer'"
    assert parse("distance(here, n)").faults(TOWN) == ()


def test_the_sides_of_a_comparison_are_shown() -> None:
    names = environment(tokens=40, players=4, stores=13)
    assert parse("tokens >= (players  + 3) * stores").sides(names) == (
        Side("tokens", 40),
        Side("(players + 3) * stores", 91),
    )
    assert [side.value for side in parse("2 <= players <= 3").sides(names)] == [2, 4, 3]


def test_the_sides_are_those_of_the_part_that_fails() -> None:
    names = environment(tokens=40, players=4)
    assert parse("tokens > 3 and (players == 4 and players > 9) and 1 > x").sides(names) == (
        Side("players", 4),
        Side("9", 9),
    )
    assert parse("tokens").sides(names) == ()
    assert parse("tokens > 3 or players > 3").sides(names) == ()


def test_a_budget_is_shared() -> None:
    budget, expression = StepBudget(1_000), parse("sum(n for n in range(100))")
    expression.evaluate(environment(), budget)
    assert not budget.exhausted
    with pytest.raises(ExpressionError, match="more than 1,000 steps") as caught:
        expression.evaluate(environment(), budget)
    assert budget.exhausted
    assert place(expression.text, caught.value) == "n for n in range(100)"
    with pytest.raises(ExpressionError):
        parse("1").evaluate(environment(), budget)


def test_steps_do_not_depend_on_what_was_done_before() -> None:
    def steps() -> int:
        budget = StepBudget(10_000)
        parse("sum(n * m for n in range(9) for m in range(n) if m % 2)").evaluate(environment(), budget)
        return budget.left

    assert len({steps(), steps()}) == 1
    assert steps() < 10_000 - 81


@pytest.mark.parametrize(
    "text", ["count(cards)", "sorted(cards)", "cards == cards", "1 in cards", "'a' in word", "cards + cards"]
)
def test_long_values_cost_their_length(text: str) -> None:
    budget = StepBudget(100_000)
    parse(text).evaluate(environment(cards=list(range(5_000)), word="b" * 64 * 5_000), budget)
    assert budget.left < 95_500


def test_values_may_be_made_as_they_are_asked_for() -> None:
    asked = []

    class Places(dict[str, Value]):
        def __contains__(self, key: object) -> bool:
            return key == "Pier"

        def __getitem__(self, key: str) -> Value:
            asked.append(key)
            return value_of({"degree": 3})

    town = Environment({"town": Record(Places(), "map")})
    assert parse("town.Pier.degree").evaluate(town) == 3
    assert asked == ["Pier"]


def test_a_component_in_place_of_its_rows_is_told_as_that() -> None:
    names = Environment({"orders": Record({"rows": ()}, "component", "orders")})
    with pytest.raises(ExpressionError) as caught:
        parse("count(orders)").evaluate(names)
    assert caught.value.hint == "write orders.rows for its rows"
