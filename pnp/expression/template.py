"""Texts with bindings: `Toll {n} and {icon:wifi}`. Markup such as `**bold**` is not read here."""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from pnp.expression.budget import Budget
from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.limits import LONGEST_TEMPLATE
from pnp.expression.show import clipped, shown
from pnp.expression.values import Value, weight
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.expression.environment import Environment
    from pnp.expression.expression import Expression


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in a line of text, with the place in the template that asked for it."""

    name: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


Piece: TypeAlias = str | Icon
"""What a template renders to: text, never empty, or an icon."""


@dataclass(frozen=True, slots=True)
class Binding:
    """`{expression}`; `start` is where the expression begins in the template."""

    expression: Expression
    start: int

    @property
    def end(self) -> int:
        """Where the expression ends in the template."""
        return self.start + len(self.expression.text)

    def value(self, environment: Environment, budget: Budget) -> Value:
        """What the expression comes to; its errors count from the template's beginning."""
        try:
            return self.expression.evaluate(environment, budget)
        except ExpressionError as error:
            raise error.moved(self.start) from None

    def text(self, environment: Environment, budget: Budget) -> str:
        """What the expression prints."""
        value = self.value(environment, budget)
        try:
            budget.spend(weight(value))
            return shown(value)
        except Refusal as refusal:
            raise refusal.at(self.start, self.end) from None


@dataclass(frozen=True, slots=True)
class Mark:
    """`{icon:name}`; the name may have bindings itself."""

    parts: tuple[str | Binding, ...]
    start: int
    end: int

    def icon(self, environment: Environment, budget: Budget) -> Icon:
        """The icon that the mark names."""
        texts = (part if isinstance(part, str) else part.text(environment, budget) for part in self.parts)
        name = "".join(texts).strip()
        if not name:
            raise ExpressionError("the icon's name comes to nothing", None, self.start, self.end)
        return Icon(name, self.start, self.end)


Part: TypeAlias = str | Binding | Mark


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A parsed text: what is printed as it stands, bindings, and marks."""

    source: str
    parts: tuple[Part, ...]

    def render(self, environment: Environment, budget: Budget | None = None) -> tuple[Piece, ...]:
        """Texts and icons in order, no two texts side by side; raises ExpressionError with a place in `source`."""
        budget = budget or Budget()
        pieces = tuple(_merged(piece for part in self.parts for piece in _pieces(part, environment, budget)))
        if sum(len(piece) for piece in pieces if isinstance(piece, str)) > LONGEST_TEMPLATE:
            raise ExpressionError(f"the text grows past {LONGEST_TEMPLATE:,} characters", None, 0, len(self.source))
        return pieces

    def value(self, environment: Environment, budget: Budget | None = None) -> Value:
        """The value itself where the template is one binding and nothing else, otherwise the text."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Binding):
            return self.parts[0].value(environment, budget or Budget())
        return self.text(environment, budget)

    def text(self, environment: Environment, budget: Budget | None = None) -> str:
        """The text, which may hold no icon."""
        pieces = self.render(environment, budget)
        for piece in pieces:
            if isinstance(piece, Icon):
                raise ExpressionError(
                    f"icon '{clipped(piece.name)}' stands where only text can be", None, piece.start, piece.end
                )
        return "".join(map(str, pieces))

    def names(self) -> frozenset[str]:
        """The names that an environment must know."""
        return frozenset[str]().union(*(binding.expression.names() for binding in self._bindings()))

    def fields(self, name: str) -> frozenset[str]:
        """The fields asked of that name, such as `row.title`."""
        return frozenset[str]().union(*(binding.expression.fields(name) for binding in self._bindings()))

    def every_field(self) -> frozenset[str]:
        """The fields asked of anything, as they are written here."""
        return frozenset[str]().union(*(binding.expression.every_field() for binding in self._bindings()))

    def faults(self, environment: Environment) -> tuple[ExpressionError, ...]:
        """What can be known to be wrong without rendering."""
        bindings = self._bindings()
        return tuple(fault.moved(at.start) for at in bindings for fault in at.expression.faults(environment))

    def expressions(self) -> tuple[Expression, ...]:
        """The expressions of its bindings."""
        return tuple(binding.expression for binding in self._bindings())

    def _bindings(self) -> Iterator[Binding]:
        for part in self.parts:
            if isinstance(part, Binding):
                yield part
            elif isinstance(part, Mark):
                yield from (inner for inner in part.parts if isinstance(inner, Binding))


def _pieces(part: Part, environment: Environment, budget: Budget) -> Iterable[Piece]:
    if isinstance(part, str):
        return (part,)
    if isinstance(part, Mark):
        return (part.icon(environment, budget),)
    return pieces_of(part.text(environment, budget), part.start, part.end)


_MARK_IN_VALUE = re.compile(r"\{icon:\s*([^{}]*[^{}\s])\s*\}")


def pieces_of(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """The pieces of a value that may have icons itself; nothing else in it is read. It is asked for at these places."""
    if "{icon:" not in text:
        return (text,)
    pieces = enumerate(_MARK_IN_VALUE.split(text))
    return tuple(Icon(piece, start, end) if index % 2 else piece for index, piece in pieces)


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    text: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            text.append(piece)
            continue
        if joined := "".join(text):
            yield joined
        text.clear()
        yield piece
    if joined := "".join(text):
        yield joined
