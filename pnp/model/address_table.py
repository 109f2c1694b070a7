"""An address table: two dice, and to which side of a block each of their rolls leads."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.source.tree import Node

FREE = "C"
"""What a cell says where the player chooses the side, if the table names no other word."""


@dataclass(frozen=True, slots=True)
class AddressTable:
    """The faces of the die for the row and of that for the column, and the cells; `free` leaves the choice."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Ref, ...], ...]
    span: Span
    free: str = FREE

    @property
    def odds(self) -> tuple[tuple[str, Fraction], ...]:
        """How likely each outcome is, in the order of the table."""
        counts = Counter(cell.name for row in self.cells for cell in row)
        total = sum(counts.values())
        return tuple((outcome, Fraction(count, total)) for outcome, count in counts.items())

    @classmethod
    def read(cls, node: Node) -> AddressTable:
        """The table at `node`."""
        return cls(
            tuple(face.text for face in node["rows"]),
            tuple(face.text for face in node["columns"]),
            tuple(tuple(map(Ref.read, row)) for row in node["cells"]),
            node.span,
            node["free"].text if "free" in node else FREE,
        )
