"""What each kind of node does in a frame, given the code of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from pnp.expression.environment import Environment, field_of
from pnp.expression.errors import Refusal
from pnp.expression.operators import item_of, signed
from pnp.expression.show import clipped, described
from pnp.expression.values import Record, Value, weight
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.expression.budget import Budget
    from pnp.expression.function import Function
    from pnp.expression.tree import Call, Name


class Frame:
    """One evaluation: its environment, its budget, and the values of the names that a `for` goes through."""

    __slots__ = ("budget", "environment", "own")

    def __init__(self, environment: Environment, budget: Budget) -> None:
        self.environment, self.budget = environment, budget
        self.own: dict[str, Value] = {}


Code: TypeAlias = Callable[[Frame], "Value"]
"""A node made ready: what it comes to in a frame; raises ExpressionError."""

Result = TypeVar("Result")


def own_name(name: str) -> Code:
    """What a `for` has come to."""
    return lambda frame: frame.own[name]


def free_name(node: Name) -> Code:
    """What the environment knows by that name."""
    name, start, end = node.name, node.start, node.end

    def run(frame: Frame) -> Value:
        try:
            return frame.environment.value(name)
        except Refusal as refusal:
            raise refusal.at(start, end) from None

    return run


def field_value(of: Code, name: str) -> Code:
    """The field `name` of a record."""

    def run(frame: Frame) -> Value:
        value = of(frame)
        if isinstance(value, Record):
            fields = value.fields
            return fields[name] if name in fields else field_of(value, name)
        hint = f"name one: […][0].{name}, or all: list(x.{name} for x in …)" if isinstance(value, tuple) else None
        raise Refusal(f"{described(value)} has no fields, so no '{clipped(name)}'", hint)

    return run


def item_value(of: Code, index: Code) -> Code:
    """One item of a list, character of a text or field of a record."""

    def run(frame: Frame) -> Value:
        whole, key = of(frame), index(frame)
        if isinstance(whole, Record) and isinstance(key, str):
            return field_of(whole, key)
        return item_of(whole, key)

    return run


def list_value(codes: tuple[Code, ...]) -> Code:
    """A list of what the codes come to."""
    return lambda frame: frame.budget.admit(tuple(code(frame) for code in codes))


def call(node: Call, codes: tuple[Code, ...]) -> Code:
    """What the function makes of its arguments."""
    name, count, start, end = node.function, len(codes), node.start, node.end
    fitting: Function | None = None  # it is the same nearly always

    def run(frame: Frame) -> Value:
        nonlocal fitting
        budget = frame.budget
        try:
            function = frame.environment.function(name)
            if function is not fitting:
                function.check(count)
                fitting = function
            arguments = [code(frame) for code in codes]
            budget.spend(function.cost(*arguments))
            value = function.call(budget, *arguments) if function.pays else function.call(*arguments)
            return value if type(value) is int else budget.admit(value)
        except Refusal as refusal:
            raise refusal.at(start, end) from None

    return run


def prefix(operator: str, operand: Code) -> Code:
    """The operand with a sign, or its opposite."""
    if operator == "not":
        return lambda frame: not operand(frame)
    return lambda frame: signed(operator, operand(frame))


def choice(condition: Code, then: Code, otherwise: Code) -> Code:
    """One of two values; the other is never looked at."""
    return lambda frame: then(frame) if condition(frame) else otherwise(frame)


def logic(stop: bool, codes: tuple[Code, ...]) -> Code:
    """`or` stops at the first operand that holds, `and` at the first that does not: that operand is the value."""

    def run(frame: Frame) -> Value:
        value: Value = None
        for code in codes:
            value = code(frame)
            if bool(value) is stop:
                break
        return value

    return run


@dataclass(frozen=True, slots=True)
class Operation(Generic[Result]):
    """An operator's function, its right operand, and where that ends."""

    apply: Callable[[Value, Value], Result]
    operand: Code
    end: int


def arithmetic(start: int, first: Code, operations: tuple[Operation[Value], ...]) -> Code:
    """The operations worked off from the left; the text from `start` on is to blame where one is refused."""

    def run(frame: Frame) -> Value:
        value = first(frame)
        for operation in operations:
            right = operation.operand(frame)
            try:
                value = frame.budget.admit(operation.apply(value, right))
            except Refusal as refusal:
                raise refusal.at(start, operation.end) from None
        return value

    return run


def comparison(first: Code, operations: tuple[Operation[bool], ...]) -> Code:
    """Whether every neighbouring pair compares; the rest is never looked at once one does not."""

    def run(frame: Frame) -> Value:
        left = first(frame)
        for operation in operations:
            right = operation.operand(frame)
            frame.budget.spend(1 if type(right) is int else weight(right))
            if not operation.apply(left, right):
                return False
            left = right
        return True

    return run
