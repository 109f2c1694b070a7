"""A tree to closures: each node becomes a function of the frame it is evaluated in.

Steps are not counted node by node: an expression pays for all its nodes at once, a `for` for its nodes each time round,
and whatever is longer than one value for its length. That is no less than every evaluation, and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from pnp.expression.arguments import items
from pnp.expression.closures import (
    Code,
    Frame,
    Operation,
    Result,
    arithmetic,
    call,
    choice,
    comparison,
    field_value,
    free_name,
    item_value,
    list_value,
    logic,
    own_name,
    prefix,
)
from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.operators import ARITHMETIC, COMPARISONS
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
from pnp.expression.values import Value

Scope: TypeAlias = frozenset[str]
_Fill: TypeAlias = Callable[[Frame, list[Value]], None]


def compiled(node: Node, own: Scope = frozenset()) -> Code:
    """The function that evaluates the node, in which `own` are the names that a `for` around it gives.

    What is refused on the way becomes an ExpressionError at the innermost node.
    """
    code = _code(node, own)
    if isinstance(node, (Literal, Name, Call, Arithmetic, Logic, Choice)):
        return code  # nothing there to refuse that has no place yet

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
            return own_name(name) if name in own else free_name(node)
        case Field(of=of, name=name):
            return field_value(compiled(of, own), name)
        case Item(of=of, index=index):
            return item_value(compiled(of, own), compiled(index, own))
        case Items(items=nodes):
            return list_value(tuple(compiled(item, own) for item in nodes))
        case Call(arguments=nodes):
            return call(node, tuple(compiled(argument, own) for argument in nodes))
        case Each():
            return _each(node, own)
        case Prefix(operator=operator, operand=operand):
            return prefix(operator, compiled(operand, own))
        case Arithmetic(first=first, steps=steps):
            return arithmetic(node.start, compiled(first, own), _operations(steps, ARITHMETIC, own))
        case Comparison(first=first, steps=steps):
            return comparison(compiled(first, own), _operations(steps, COMPARISONS, own))
        case Logic(operator=operator, operands=nodes):
            return logic(operator == "or", tuple(compiled(operand, own) for operand in nodes))
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return choice(compiled(condition, own), compiled(then, own), compiled(otherwise, own))
        case _:
            assert_never(node)


def _operations(
    steps: tuple[Step, ...], table: dict[str, Callable[[Value, Value], Result]], own: Scope
) -> tuple[Operation[Result], ...]:
    return tuple(Operation(table[step.operator], compiled(step.operand, own), step.operand.end) for step in steps)


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
            for condition in conditions:
                if not condition(frame):
                    break
            else:
                inner(frame, values)

    return fill


def _listed(value: Value, node: Node) -> tuple[Value, ...]:
    try:
        return items(value)
    except Refusal as refusal:
        raise refusal.at(node.start, node.end) from None
