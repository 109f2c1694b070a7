"""Arrangements: the ways in which the table may lay the tiles of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.network import Network
    from pnp.network.proof import Verdict

Setup = tuple[tuple[str, str], ...]
"""What a setup chose, in words: pairs of a choice and its option."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """One arrangement: what was chosen, the network that comes of it, and how many labelled ones are alike to it."""

    setup: Setup
    network: Network
    alike: int = 1


class Arrangements(Protocol):
    """All arrangements of one map."""

    @property
    def total(self) -> int:
        """How many labelled arrangements there are."""
        ...

    def each(self) -> Iterator[Arrangement]:
        """Every arrangement, the printed one first; of those that a turn of the whole map makes alike, the first."""
        ...

    def judge(self, requirement: Requirement, budget: Budget) -> Verdict | None:
        """The verdict over all arrangements by a way faster than looking at each; None where there is none.

        Raises OutOfStepsError where it is more work than the budget.
        """
        ...
