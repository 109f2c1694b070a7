"""What is wrong with the fields of rows, kept for the checks that tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Fault

MisfitKind = Literal["value", "missing", "unknown"]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A row whose field has a value that it does not take, is missing, or is none of the fields."""

    kind: MisfitKind
    field: str
    fault: Fault
    row: str = ""
