"""What went wrong while a rulebook was computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Fault


@dataclass(frozen=True, slots=True)
class RuleTroubles:
    """Faults of expressions, whole tables and diagrams."""

    expressions: tuple[Fault, ...] = ()
    tables: tuple[Fault, ...] = ()
    diagrams: tuple[Fault, ...] = ()
