"""What went wrong while a rulebook was computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Fault, Span


@dataclass(frozen=True, slots=True)
class RuleTroubles:
    """Faults of expressions, whole tables and diagrams, and where characters stand that no font of a rulebook has."""

    expressions: tuple[Fault, ...] = ()
    tables: tuple[Fault, ...] = ()
    missing: tuple[tuple[Span, str], ...] = ()
    diagrams: tuple[Fault, ...] = ()
