"""The proofs of one map as the checks see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import Severity
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.network.proof import Proof

WEIGHTS = tuple(Severity)
"""The severities, the heaviest first."""

FALLS_APART = ("connected", "no-trap", "survives")
"""Demands that a map breaks alike when its places don't reach each other."""


@dataclass(frozen=True, slots=True)
class MapProofs:
    """The proofs of the requirements of a map, the file that the map stands in, and what finds a change to mend it."""

    map: str
    file: str
    proofs: tuple[Proof, ...]
    mend: Callable[[Proof], str | None] = lambda _: None

    def broken(self) -> Iterator[Proof]:
        """The requirements that are broken."""
        return (proof for proof in self.proofs if proof.holds is False)

    def undecided(self) -> Iterator[Proof]:
        """The requirements that were asked and are not decided."""
        return (proof for proof in self.proofs if proof.holds is None and proof.asked and not proof.is_empty)

    def empty(self) -> Iterator[Proof]:
        """The requirements that ask nothing."""
        return (proof for proof in self.proofs if proof.is_empty)

    def way_out(self, proof: Proof) -> str | None:
        """A change to the map after which the requirement holds, in words; None where none was found."""
        return self.mend(proof)

    def title(self, proof: Proof) -> str:
        """The requirement as messages name it; the map too where the requirement stands in another document."""
        where = "" if proof.span.file == self.file else f" on '{self.map}'"
        return f"'{proof.name}'{where}"


def falls_apart(proof: Proof) -> bool:
    """Whether the proof shows that not all places reach each other as the map stands."""
    return (
        proof.holds is False
        and proof.demand in FALLS_APART
        and not (proof.demand == "survives" and proof.witness and proof.witness.cut)
    )
