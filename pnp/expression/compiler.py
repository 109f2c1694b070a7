"""A tree to closures: each node becomes a function of the frame it is evaluated in.

Steps are not counted node by node: an expression pays for all its nodes at once, a `for` for its nodes each time round,
and whatever is longer than one value for its length. That is no less than every evaluation, and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, assert_never

from pnp.expression.arguments import items
from pnp.expression.environment import Environment, field_of
from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.operators import ARITHMETIC, COMPARISONS, item_of, signed
from pnp.expression.show import clipped, described
from pnp.expression.tree import (
    Arithmetic,
    Call,
    Choice,
    Comparison,
    Each,
    Field,
    Item,
    Items,
    Literal,
    Logic,
    Loop,
    Name,
    Node,
    Prefix,
    Step,
    size,
)
from pnp.expression.values import Record, Value, weight

if TYPE_CHECKING:
    from pnp.expression.budget import Budget


class Frame:
    """One evaluation: its environment, its budget, and the values of the names that a `for` goes through."""

    __slots__ = ("budget", "environment", "own")

    def __init__(self, environment: Environment, budget: Budget) -> None:
        self.environment, self.budget = environment, budget
        self.own: dict[str, Value] = {}


Code: TypeAlias = Callable[[Frame], Value]
Scope: TypeAlias = frozenset[str]
Result = TypeVar("Result")
_Fill: TypeAlias = Callable[[Frame, list[Value]], None]


def compiled(node: Node, own: Scope = frozenset()) -> Code:
    """The function that evaluates the node, in which `own` are the names that a `for` around it gives.

    It raises ExpressionError, or Refusal for what has no place of its own.
    """
    code = _code(node, own)

    def placed(frame: Frame) -> Value:
        try:
            return code(frame)
        except Refusal as refusal:
            raise refusal.at(node.start, node.end) from None

    return placed


def _code(node: Node, own: Scope) -> Code:  # noqa: C901  a case for each kind of node
    match node:
        case Literal(value=value):
            return lambda frame: value
        case Name(name=name):
            return _name(name, own)
        case Field(of=of, name=name):
            return _field(compiled(of, own), name)
        case Item(of=of, index=index):
            return _item(compiled(of, own), compiled(index, own))
        case Items(items=nodes):
            return _items(tuple(compiled(item, own) for item in nodes))
        case Call(function=function, arguments=nodes):
            return _call(function, tuple(compiled(argument, own) for argument in nodes))
        case Each():
            return _each(node, own)
        case Prefix(operator=operator, operand=operand):
            return _prefix(operator, compiled(operand, own))
        case Arithmetic(first=first, steps=steps):
            return _arithmetic(node.start, compiled(first, own), _operations(steps, ARITHMETIC, own))
        case Comparison(first=first, steps=steps):
            return _comparison(compiled(first, own), _operations(steps, COMPARISONS, own))
        case Logic(operator=operator, operands=nodes):
            return _logic(operator == "or", tuple(compiled(operand, own) for operand in nodes))
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return _choice(compiled(condition, own), compiled(then, own), compiled(otherwise, own))
        case _:
            assert_never(node)


def _name(name: str, own: Scope) -> Code:
    if name in own:
        return lambda frame: frame.own[name]
    return lambda frame: frame.environment.value(name)


def _field(of: Code, name: str) -> Code:
    def run(frame: Frame) -> Value:
        value = of(frame)
        if isinstance(value, Record):
            return field_of(value, name)
        hint = f"name one: […][0].{name}, or all: list(x.{name} for x in …)" if isinstance(value, tuple) else None
        raise Refusal(f"{described(value)} has no fields, so no '{clipped(name)}'", hint)

    return run


def _item(of: Code, index: Code) -> Code:
    def run(frame: Frame) -> Value:
        whole, key = of(frame), index(frame)
        if isinstance(whole, Record) and isinstance(key, str):
            return field_of(whole, key)
        return item_of(whole, key)

    return run


def _items(codes: tuple[Code, ...]) -> Code:
    return lambda frame: frame.budget.admit(tuple(code(frame) for code in codes))


def _call(name: str, codes: tuple[Code, ...]) -> Code:
    def run(frame: Frame) -> Value:
        function = frame.environment.function(name)
        function.check(len(codes))
        arguments = [code(frame) for code in codes]
        frame.budget.spend(function.cost(*arguments))
        return frame.budget.admit(function.call(*arguments))

    return run


def _prefix(operator: str, operand: Code) -> Code:
    if operator == "not":
        return lambda frame: not operand(frame)
    return lambda frame: signed(operator, operand(frame))


def _choice(condition: Code, then: Code, otherwise: Code) -> Code:
    return lambda frame: then(frame) if condition(frame) else otherwise(frame)


def _logic(stop: bool, codes: tuple[Code, ...]) -> Code:
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
class _Operation(Generic[Result]):
    """An operator's function, its right operand, and where that ends."""

    apply: Callable[[Value, Value], Result]
    operand: Code
    end: int


def _operations(
    steps: tuple[Step, ...], table: dict[str, Callable[[Value, Value], Result]], own: Scope
) -> tuple[_Operation[Result], ...]:
    return tuple(_Operation(table[step.operator], compiled(step.operand, own), step.operand.end) for step in steps)


def _arithmetic(start: int, first: Code, operations: tuple[_Operation[Value], ...]) -> Code:
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


def _comparison(first: Code, operations: tuple[_Operation[bool], ...]) -> Code:
    def run(frame: Frame) -> Value:
        left = first(frame)
        for operation in operations:
            right = operation.operand(frame)
            frame.budget.spend(weight(right))
            if not operation.apply(left, right):
                return False
            left = right
        return True

    return run


def _each(each: Each, own: Scope) -> Code:
    """A list of the element's values. It is made at once: a generator would outlive the steps paid for it."""
    scopes = [own]
    for loop in each.loops:
        if loop.variable in scopes[-1]:
            message, hint = f"'{loop.variable}' already goes through another list", "choose another name for this 'for'"
            raise ExpressionError(message, hint, loop.start, loop.end)
        scopes.append(scopes[-1] | {loop.variable})
    fill = _appended(compiled(each.element, scopes[-1]), size(each.element))
    for loop, before, within in reversed(list(zip(each.loops, scopes, scopes[1:], strict=False))):
        fill = _loop(loop, compiled(loop.items, before), [compiled(test, within) for test in loop.conditions], fill)

    def run(frame: Frame) -> Value:
        values: list[Value] = []
        fill(frame, values)
        return frame.budget.admit(tuple(values))

    return run


def _appended(element: Code, steps: int) -> _Fill:
    def fill(frame: Frame, values: list[Value]) -> None:
        frame.budget.spend(steps)
        values.append(element(frame))

    return fill


def _loop(loop: Loop, source: Code, conditions: list[Code], inner: _Fill) -> _Fill:
    steps = size(loop.items, *loop.conditions)

    def fill(frame: Frame, values: list[Value]) -> None:
        for item in _listed(source(frame), loop.items):
            frame.budget.spend(steps)
            frame.own[loop.variable] = item
            if all(condition(frame) for condition in conditions):
                inner(frame, values)

    return fill


def _listed(value: Value, node: Node) -> tuple[Value, ...]:
    try:
        return items(value)
    except Refusal as refusal:
        raise refusal.at(node.start, node.end) from None
