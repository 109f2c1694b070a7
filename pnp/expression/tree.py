"""What an expression may consist of: a closed set of nodes, each with its place in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never
from typing import Literal as OneOf

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.expression.values import Value


@dataclass(frozen=True, slots=True)
class _Placed:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Literal(_Placed):
    """A number, a text, yes, no or nothing, written out."""

    value: Value


@dataclass(frozen=True, slots=True)
class Name(_Placed):
    """A name that the environment or a `for` gives a value."""

    name: str


@dataclass(frozen=True, slots=True)
class Field(_Placed):
    """`of.name`: one field of a record."""

    of: Node
    name: str


@dataclass(frozen=True, slots=True)
class Item(_Placed):
    """`of[index]`: one item of a list, character of a text or field of a record."""

    of: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Items(_Placed):
    """`[a, b]`: a list written out."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Call(_Placed):
    """`function(a, b)`."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Loop(_Placed):
    """`for variable in items if condition`."""

    variable: str
    items: Node
    conditions: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Each(_Placed):
    """`element for … in … if …`: a list of what `element` comes to, each time round."""

    element: Node
    loops: tuple[Loop, ...]


@dataclass(frozen=True, slots=True)
class Prefix(_Placed):
    """A sign or `not` before its operand."""

    operator: OneOf["+", "-", "not"]
    operand: Node


@dataclass(frozen=True, slots=True)
class Step:
    """An operator with what stands to the right of it."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Arithmetic(_Placed):
    """A chain of `+ -`, of `* / // %`, or one `**`, worked off from the left."""

    first: Node
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Comparison(_Placed):
    """`a < b <= c`: every neighbouring pair must hold."""

    first: Node
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Logic(_Placed):
    """A chain of `and`, or a chain of `or`."""

    operator: OneOf["and", "or"]
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice(_Placed):
    """`then if condition else otherwise`."""

    condition: Node
    then: Node
    otherwise: Node


Node = Literal | Name | Field | Item | Items | Call | Each | Prefix | Arithmetic | Comparison | Logic | Choice
"""Any node; a `Loop` is part of its `Each`, a `Step` of its chain."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below this one, in the order of the text (a loop's before its element)."""
    match node:
        case Literal() | Name():
            return ()
        case Field(of=of):
            return (of,)
        case Item(of=of, index=index):
            return (of, index)
        case Items(items=nodes) | Call(arguments=nodes) | Logic(operands=nodes):
            return nodes
        case Each(element=element, loops=loops):
            return (*(part for loop in loops for part in (loop.items, *loop.conditions)), element)
        case Prefix(operand=operand):
            return (operand,)
        case Arithmetic(first=first, steps=steps) | Comparison(first=first, steps=steps):
            return (first, *(step.operand for step in steps))
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return (then, condition, otherwise)
        case _:
            assert_never(node)


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def size(*nodes: Node) -> int:
    """How many nodes these are, with all below them: the steps that evaluating each once costs."""
    return sum(1 for node in nodes for _ in walk(node))


def free_names(node: Node, own: frozenset[str] = frozenset()) -> Iterator[Name]:
    """The names that the environment must know: those that no `for` around them gives a value."""
    match node:
        case Name(name=name):
            if name not in own:
                yield node
        case Each(element=element, loops=loops):
            for loop in loops:
                yield from free_names(loop.items, own)
                own |= {loop.variable}
                for condition in loop.conditions:
                    yield from free_names(condition, own)
            yield from free_names(element, own)
        case _:
            for child in children(node):
                yield from free_names(child, own)
