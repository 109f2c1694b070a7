"""Expressions: parsed once, evaluated often."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.expression.budget import Budget
from pnp.expression.closures import Code, Frame
from pnp.expression.compiler import compiled
from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.parser import parse_tree
from pnp.expression.tree import Call, Comparison, Each, Field, Item, Literal, Logic, Name, Node, free_names, size, walk
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.expression.environment import Environment
    from pnp.expression.values import Value


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: how it is written and what it comes to."""

    text: str
    value: Value


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A parsed expression; the places in its errors count from the beginning of `text`."""

    text: str
    root: Node
    steps: int
    _code: Code

    def evaluate(self, environment: Environment, budget: Budget | None = None) -> Value:
        """What the expression comes to, paid from `budget`; raises ExpressionError."""
        return self._run(self._code, self.steps, environment, budget or Budget())

    @property
    def is_plain(self) -> bool:
        """Whether it neither loops nor calls anything, so that its length tells what it costs."""
        return not any(isinstance(node, Each | Call) for node in walk(self.root))

    def names(self) -> frozenset[str]:
        """The names that an environment must know, as they are written here."""
        return frozenset(node.name for node in free_names(self.root))

    def fields(self, name: str) -> frozenset[str]:
        """The fields asked of that name by `name.field` or `name['field']`."""
        return frozenset(_fields(self.root, name))

    def every_field(self) -> frozenset[str]:
        """The fields asked of anything, as they are written here."""
        return frozenset(_every_field(self.root))

    def faults(self, environment: Environment) -> tuple[ExpressionError, ...]:
        """What is wrong whatever the values: unknown names and functions, calls with too few or too many values."""
        return tuple(sorted(_faults(self.root, environment), key=lambda fault: fault.start))

    def sides(self, environment: Environment, budget: Budget | None = None) -> tuple[Side, ...]:
        """The sides of the comparison that this is, or of the first failing one that `and` joins; else none."""
        budget = budget or Budget()
        comparison = self._failing(self.root, environment, budget)
        if not isinstance(comparison, Comparison):
            return ()
        nodes = (comparison.first, *(step.operand for step in comparison.steps))
        return tuple(Side(self._spelling(node), self._value(node, environment, budget)) for node in nodes)

    def _failing(self, node: Node, environment: Environment, budget: Budget) -> Node:
        if not isinstance(node, Logic) or node.operator != "and":
            return node
        failing = (operand for operand in node.operands if not self._value(operand, environment, budget))
        return self._failing(next(failing, node.operands[0]), environment, budget)

    def _value(self, node: Node, environment: Environment, budget: Budget) -> Value:
        return self._run(compiled(node), size(node), environment, budget)

    def _spelling(self, node: Node) -> str:
        return " ".join(self.text[node.start : node.end].split())

    def _run(self, code: Code, steps: int, environment: Environment, budget: Budget) -> Value:
        try:
            budget.spend(steps)
            return code(Frame(environment, budget))
        except Refusal as refusal:
            raise refusal.at(self.root.start, self.root.end) from None
        except RecursionError:
            message, hint = "the expression is nested too deep", "split it"
            raise ExpressionError(message, hint, self.root.start, self.root.end) from None


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """The expression that the text spells; raises ExpressionError."""
    try:
        root = parse_tree(text)
        return Expression(text, root, size(root), compiled(root))
    except RecursionError:
        raise ExpressionError("the expression is nested too deep", "split it", 0, len(text)) from None


def _fields(root: Node, name: str) -> Iterator[str]:
    for node in walk(root):
        match node:
            case Field(of=Name(name=owner), name=field) if owner == name:
                yield field
            case Item(of=Name(name=owner), index=Literal(value=str(field))) if owner == name:
                yield field


def _every_field(root: Node) -> Iterator[str]:
    for node in walk(root):
        match node:
            case Field(name=field) | Item(index=Literal(value=str(field))):
                yield field


def _faults(root: Node, environment: Environment) -> Iterator[ExpressionError]:
    for name in free_names(root):
        if not environment.has(name.name):
            yield environment.unknown_name(name.name).at(name.start, name.end)
    for node in walk(root):
        if isinstance(node, Call):
            try:
                environment.function(node.function).check(len(node.arguments))
            except Refusal as refusal:
                yield refusal.at(node.start, node.end)
