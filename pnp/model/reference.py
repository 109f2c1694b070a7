"""Names and formulas with spans; accepted findings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Finding, Span
from pnp.source.tree import Node

# Names and formulas that a document wrote, with the place where it wrote them.


class Ref(Struct, frozen=True):
    """The name of something that stands elsewhere: a place, a district, a document."""

    name: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Ref:
        """The reference that stands at `node`."""
        return cls(node.text, node.span)

    def __str__(self) -> str:
        return self.name


class Formula(Struct, frozen=True):
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


# Findings that a designer knows of and accepts, with the reason.


class Acceptance(Struct, frozen=True):
    """A finding of `code` is accepted in this document because of `reason`; `at` narrows it to one named thing.

    What holds in a document holds in the `table` that it takes its rows from.
    """

    code: str
    reason: str
    span: Span
    at: str | None = None
    table: str | None = None

    @classmethod
    def read(cls, node: Node) -> Acceptance:
        """The acceptance that stands at `node`."""
        at = node.get("at")
        return cls(node["finding"].text, node["because"].text, node.span, at.text if at else None)

    def covers(self, finding: Finding) -> bool:
        """Whether this acceptance is about `finding`: the same file and code, and `at` in its pointer or quoted in its
        message.
        """
        if finding.code != self.code or finding.span.file not in (self.span.file, self.table):
            return False
        return self.at is None or self.at in _tokens(finding.span.pointer) or f"'{self.at}'" in finding.message


def _tokens(pointer: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")]
