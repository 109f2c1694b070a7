"""Distributions: lists of outcomes, each a record of a `value` and its exact `chance`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.expression.arguments import items, number, record, whole
from pnp.expression.errors import Refusal
from pnp.expression.limits import LARGEST_DICE, LARGEST_FACE, LONGEST_LIST
from pnp.expression.show import described, shown
from pnp.expression.values import Number, Record, Value, normal

if TYPE_CHECKING:
    from collections.abc import Mapping


def dice(count: Value, sides: Value) -> Value:
    """The distribution of the sum of so many equal dice; `sides` is their number, or a list of what they show."""
    faces = _faces(sides)
    ways = {0: 1}
    for _ in range(whole(count, 1, LARGEST_DICE)):
        thrown: dict[int, int] = {}
        for total, so_far in ways.items():
            for face in faces:
                thrown[total + face] = thrown.get(total + face, 0) + so_far
        ways = thrown
    return _distribution({value: ways[value] for value in sorted(ways)})


def dice_cost(count: Value, sides: Value) -> int:
    """The steps of `dice`: each die adds its faces to each total so far, which are half the last ones on average."""
    thrown, faces = whole(count, 1, LARGEST_DICE), _faces(sides)
    totals = min((max(faces) - min(faces)) * thrown + 1, int(len(faces) ** thrown))
    return 1 + len(faces) * thrown * (totals + 1) // 2


def odds(values: Value) -> Value:
    """The distribution of equally likely values, in the order of their first appearance."""
    outcomes = items(values)
    if not outcomes:
        raise Refusal("an empty list has no odds")
    return _distribution(Counter(outcomes))


def chance(distribution: Value, value: Value) -> Value:
    """The chance of one value, 0 where it never comes up."""
    return normal(sum((chance for outcome, chance in _outcomes(distribution) if outcome == value), Fraction(0)))


def expected(distribution: Value) -> Value:
    """The mean of a distribution of numbers."""
    return normal(sum((number(outcome) * chance for outcome, chance in _outcomes(distribution)), Fraction(0)))


def _faces(sides: Value) -> tuple[int, ...]:
    if not isinstance(sides, tuple):
        return tuple(range(1, whole(sides, 1, LONGEST_LIST) + 1))
    if not sides:
        raise Refusal("a die needs a face")
    return tuple(whole(face, -LARGEST_FACE, LARGEST_FACE) for face in sides)


def _distribution(ways: Mapping[Value, int] | Mapping[int, int]) -> tuple[Value, ...]:
    total = sum(ways.values())
    return tuple(_outcome(value, normal(Fraction(count, total))) for value, count in ways.items())


def _outcome(value: Value, chance: Number) -> Record:
    return Record({"value": value, "chance": chance}, "outcome", f"{shown(value)}: {shown(chance)}")


def _outcomes(distribution: Value) -> list[tuple[Value, Number]]:
    outcomes = []
    for item in items(distribution):
        fields = record(item).fields
        if not {"value", "chance"} <= fields.keys():
            raise Refusal(f"{described(item)} is no outcome", "dice(2, 6) and odds([…]) make distributions")
        outcomes.append((fields["value"], number(fields["chance"])))
    return outcomes
