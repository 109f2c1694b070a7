"""Names and formulas with spans; references in texts; accepted findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Finding, Span
from pnp.source.tree import Node

# Names and formulas with their positions in the document.


class Ref(Struct, frozen=True):
    """A reference to something by name: a place, a district, a document."""

    name: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Ref:
        """Return the reference at `node`."""
        return cls(node.text, node.span)

    def __str__(self) -> str:
        return self.name


class Formula(Struct, frozen=True):
    """An expression, or a text with expressions in braces, not yet parsed."""

    text: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Formula:
        """Return the formula at `node`; numbers and truth values are converted to formulas."""
        words = {True: "True", False: "False", None: "None"}
        text = words[node.value] if isinstance(node.value, bool) or node.value is None else node.text
        return cls(text, node.span)

    @property
    def literal(self) -> str | None:
        """The text if it has no expression in braces, and so is the same for every row; otherwise None."""
        return None if "{" in self.text or "}" in self.text else self.text.strip()

    def part(self, start: int, end: int) -> Span:
        """Return the span of the characters from `start` to `end`, or of the whole text if it has escapes.

        A text of several lines has its whole span, with that piece.
        """
        span, piece = self.span, self.text[start:end]
        if span.line != span.end_line and piece.strip():
            return replace(span, piece=(piece, self.text.count(piece, 0, start)))
        quotes = span.end_column - span.column - len(self.text)
        if span.line != span.end_line or quotes not in (0, 2) or start >= end:
            return span
        first = span.column + quotes // 2
        return replace(span, column=first + start, end_column=first + end)


def texts_under(node: Node, *keys: str) -> Iterator[Formula]:
    """Yield the texts under those keys of the mapping at `node`; a list yields each of its items."""
    for key in keys:
        yield from map(Formula.read, node.list(key))


# References in the texts of a rulebook.

_MENTION = re.compile(r"\{\s*(table|section):\s*([^{}\s:]+)\s*\}")


class Mention(Struct, frozen=True):
    """`{table: id}` or `{section: id}` in a text; `start` and `end` are offsets."""

    kind: Literal["table", "section"]
    name: str
    start: int
    end: int


def mentions(text: str) -> Iterator[Mention]:
    """Yield what the text mentions, in order."""
    for match in _MENTION.finditer(text):
        yield Mention("table" if match[1] == "table" else "section", match[2], match.start(), match.end())


def without_mentions(text: str, stands_in: Callable[[int], str] = lambda _: "\0") -> str:
    """Return the text with each mention replaced by `stands_in` of its index, padded so that offsets do not change."""
    for index, mention in enumerate(mentions(text)):
        there = stands_in(index).ljust(mention.end - mention.start, "\0")
        text = f"{text[: mention.start]}{there}{text[mention.end :]}"
    return text


# Findings that a designer accepts, with the reason.


class Acceptance(Struct, frozen=True):
    """Accepts a finding of `code` in this document because of `reason`; `at` limits it to one named item.

    It also applies to the `table` that the document takes its rows from.
    """

    code: str
    reason: str
    span: Span
    at: str | None = None
    table: str | None = None

    @classmethod
    def read(cls, node: Node) -> Acceptance:
        """Return the acceptance at `node`."""
        at = node.get("at")
        return cls(node["finding"].text, node["because"].text, node.span, at.text if at else None)

    def covers(self, finding: Finding) -> bool:
        """Whether this accepts `finding`: same file and code, and with `at` a finding that is about that item."""
        if finding.code != self.code or finding.span.file not in (self.span.file, self.table):
            return False
        return self.at is None or finding.is_about(self.at)
