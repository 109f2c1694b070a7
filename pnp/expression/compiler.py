"""Compiles the tree of an expression to Python closures.

Steps are not counted per node: an expression pays for all its nodes at once, a `for` pays for its nodes on each
iteration, and values longer than one item pay for their length. That is never less than the work of evaluating, and
costs next to nothing.
"""

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar, assert_never

from msgspec import Struct

from pnp.expression.environment import Environment, field_of
from pnp.expression.functions import Function, items
from pnp.expression.limits import ExpressionError, Refusal
from pnp.expression.operators import ARITHMETIC, COMPARISONS, StepBudget, item_of, signed
from pnp.expression.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Comprehension,
    Conditional,
    FieldAccess,
    ForClause,
    Item,
    ListLiteral,
    Literal,
    Logic,
    Name,
    Node,
    OperatorStep,
    Prefix,
    size,
)
from pnp.expression.values import Record, Value, clipped, described, weight

# For each kind of node a function that returns its closure, given the closures of its parts.


class Evaluation:
    """The state of one evaluation: environment, budget, and the values of loop variables (`own`)."""

    __slots__ = ("budget", "environment", "own")

    def __init__(self, environment: Environment, budget: StepBudget) -> None:
        self.environment, self.budget = environment, budget
        self.own: dict[str, Value] = {}


Code: TypeAlias = Callable[[Evaluation], "Value"]
"""A compiled node: returns its value in an evaluation. Raises ExpressionError."""

Result = TypeVar("Result")


def own_name(name: str) -> Code:
    """Return the closure for a loop variable."""
    return lambda frame: frame.own[name]


def free_name(node: Name) -> Code:
    """Return the closure for a name that the environment must know."""
    name, start, end = node.name, node.start, node.end

    def run(frame: Evaluation) -> Value:
        try:
            return frame.environment.value(name)
        except Refusal as refusal:
            raise refusal.at(start, end) from None

    return run


def field_value(of: Code, name: str) -> Code:
    """Return the closure for the field `name` of a record."""

    def run(frame: Evaluation) -> Value:
        value = of(frame)
        if isinstance(value, Record):
            fields = value.fields
            return fields[name] if name in fields else field_of(value, name)
        hint = f"name one: […][0].{name}, or all: list(x.{name} for x in …)" if isinstance(value, tuple) else None
        raise Refusal(f"{described(value)} has no fields, so no '{clipped(name)}'", hint)

    return run


def item_value(of: Code, index: Code) -> Code:
    """Return the closure for an item of a list, a character of a text or a field of a record."""

    def run(frame: Evaluation) -> Value:
        whole, key = of(frame), index(frame)
        if isinstance(whole, Record) and isinstance(key, str):
            return field_of(whole, key)
        if isinstance(key, str) and isinstance(whole, tuple):
            frame.budget.spend(len(whole))
        return item_of(whole, key)

    return run


def list_value(codes: tuple[Code, ...]) -> Code:
    """Return the closure for a list of the codes' values."""
    return lambda frame: frame.budget.admit(tuple(code(frame) for code in codes))


def call(node: Call, codes: tuple[Code, ...]) -> Code:
    """Return the closure for a call of a function."""
    name, count, start, end = node.function, len(codes), node.start, node.end
    fitting: Function | None = None  # cached: it is nearly always the same

    def run(frame: Evaluation) -> Value:
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
    """Return the closure for a signed or negated operand."""
    if operator == "not":
        return lambda frame: not operand(frame)
    return lambda frame: signed(operator, operand(frame))


def choice(condition: Code, then: Code, otherwise: Code) -> Code:
    """Return the closure for one of two values; the other is not evaluated."""
    return lambda frame: then(frame) if condition(frame) else otherwise(frame)


def logic(stop: bool, codes: tuple[Code, ...]) -> Code:
    """Return the closure for `or` (`stop` is True) or `and` (False), whose value is the operand that decides it.

    `or` stops at the first true operand, `and` at the first false one.
    """

    def run(frame: Evaluation) -> Value:
        value: Value = None
        for code in codes:
            value = code(frame)
            if bool(value) is stop:
                break
        return value

    return run


class Operation(Struct, Generic[Result], frozen=True):
    """An operator's function, its right operand, and where the operand ends in the text."""

    apply: Callable[[Value, Value], Result]
    operand: Code
    end: int


def arithmetic(start: int, first: Code, operations: tuple[Operation[Value], ...]) -> Code:
    """Return the closure for operations from left to right; `start` is where an error of any of them begins."""

    def run(frame: Evaluation) -> Value:
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
    """Return the closure for a chain of comparisons, which stops at the first that is false."""

    def run(frame: Evaluation) -> Value:
        left = first(frame)
        for operation in operations:
            right = operation.operand(frame)
            frame.budget.spend(1 if type(right) is int else weight(right))
            if not operation.apply(left, right):
                return False
            left = right
        return True

    return run


# Compile a tree: each node becomes a function of the evaluation.

Scope: TypeAlias = frozenset[str]
_Fill: TypeAlias = Callable[[Evaluation, list[Value]], None]


def compiled(node: Node, own: Scope = frozenset()) -> Code:
    """Return the closure that evaluates the node; `own` are the loop variables around it.

    A Refusal becomes an ExpressionError at the innermost node.
    """
    code = _code(node, own)
    if isinstance(node, (Literal, Name, Call, Arithmetic, Logic, Conditional)):
        return code  # their errors already have positions

    def placed(frame: Evaluation) -> Value:
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
        case FieldAccess(of=of, name=name):
            return field_value(compiled(of, own), name)
        case Item(of=of, index=index):
            return item_value(compiled(of, own), compiled(index, own))
        case ListLiteral(items=nodes):
            return list_value(tuple(compiled(item, own) for item in nodes))
        case Call(arguments=nodes):
            return call(node, tuple(compiled(argument, own) for argument in nodes))
        case Comprehension():
            return _each(node, own)
        case Prefix(operator=operator, operand=operand):
            return prefix(operator, compiled(operand, own))
        case Arithmetic(first=first, steps=steps):
            return arithmetic(node.start, compiled(first, own), _operations(steps, ARITHMETIC, own))
        case Comparison(first=first, steps=steps):
            return comparison(compiled(first, own), _operations(steps, COMPARISONS, own))
        case Logic(operator=operator, operands=nodes):
            return logic(operator == "or", tuple(compiled(operand, own) for operand in nodes))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return choice(compiled(condition, own), compiled(then, own), compiled(otherwise, own))
        case _:
            assert_never(node)


def _operations(
    steps: tuple[OperatorStep, ...], table: dict[str, Callable[[Value, Value], Result]], own: Scope
) -> tuple[Operation[Result], ...]:
    return tuple(Operation(table[step.operator], compiled(step.operand, own), step.operand.end) for step in steps)


def _each(each: Comprehension, own: Scope) -> Code:
    """Return the closure for a comprehension, which builds the list at once.

    A generator could be consumed after its budget has ended.
    """
    scopes = [own]
    for loop in each.loops:
        if loop.variable in scopes[-1]:
            message, hint = f"'{loop.variable}' already goes through another list", "choose another name for this 'for'"
            raise ExpressionError(message, hint, loop.start, loop.end)
        scopes.append(scopes[-1] | {loop.variable})
    fill = _appended(compiled(each.element, scopes[-1]), size(each.element))
    for loop, before, within in reversed(list(zip(each.loops, scopes, scopes[1:], strict=False))):
        fill = _loop(loop, compiled(loop.items, before), [compiled(test, within) for test in loop.conditions], fill)

    def run(frame: Evaluation) -> Value:
        values: list[Value] = []
        fill(frame, values)
        return frame.budget.admit(tuple(values))

    return run


def _appended(element: Code, steps: int) -> _Fill:
    def fill(frame: Evaluation, values: list[Value]) -> None:
        frame.budget.spend(steps)
        values.append(element(frame))

    return fill


def _loop(loop: ForClause, source: Code, conditions: list[Code], inner: _Fill) -> _Fill:
    steps = size(loop.items, *loop.conditions)

    def fill(frame: Evaluation, values: list[Value]) -> None:
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
