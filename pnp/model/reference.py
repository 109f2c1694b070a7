"""Names and formulas that a document wrote, with the place where it wrote them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.source.tree import Node


@dataclass(frozen=True, slots=True)
class Ref:
    """The name of something that stands elsewhere: a place, a district, a document."""

    name: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Ref:
        """The reference that stands at `node`."""
        return cls(node.text, node.span)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression or a text with expressions in braces, not yet parsed."""

    text: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Formula:
        """The formula that stands at `node`; numbers and truth values are formulas too."""
        words = {True: "True", False: "False", None: "None"}
        text = words[node.value] if isinstance(node.value, bool) or node.value is None else node.text
        return cls(text, node.span)

    @property
    def literal(self) -> str | None:
        """The text where it has no expression in braces and so says the same for every row, else None."""
        return None if "{" in self.text or "}" in self.text else self.text.strip()

    def part(self, start: int, end: int) -> Span:
        """Where the characters from `start` up to `end` stand, as far as the file has the text in one line."""
        span = self.span
        quotes = span.end_column - span.column - len(self.text)
        if span.line != span.end_line or quotes not in (0, 2) or start >= end:
            return span
        first = span.column + quotes // 2
        return replace(span, column=first + start, end_column=first + end)


def texts_under(node: Node, *keys: str) -> Iterator[Formula]:
    """The texts under those keys of the mapping at `node`, as far as it has them; the items of a list each."""
    for key in keys:
        yield from map(Formula.read, node.list(key))
