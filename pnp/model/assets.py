"""The files that a game has beside its documents: pictures and fonts, read by whoever found the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pnp.diagnostics import Fault
from pnp.source.rules import MISSING_FILE

if TYPE_CHECKING:
    from pnp.diagnostics import Finding, Span


class Assets(Protocol):
    """Reads files by their paths from the pack's folder."""

    def read(self, name: str, span: Span) -> bytes | Finding:
        """The content of the file; the finding that tells at `span` why it can't be read."""
        ...


class NoAssets:
    """What a game has that came from no folder."""

    def read(self, name: str, span: Span) -> bytes | Finding:
        """The finding that the file is missing."""
        return MISSING_FILE.finding(Fault(span, f"the pack has no file '{name}'"))
