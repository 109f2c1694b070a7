"""Findings that a designer knows of and accepts, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Finding, Span
    from pnp.source.tree import Node


@dataclass(frozen=True, slots=True)
class Acceptance:
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
