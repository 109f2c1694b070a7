"""How hard it is to cut a place off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.network.cuts import cut_between, mask

if TYPE_CHECKING:
    from pnp.network.budget import Budget
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Isolation:
    """The fewest closures after which a start no longer leads to a place; `closures` is None where none part them."""

    place: str
    closures: int | None
    cut: tuple[str, ...] = ()


def isolation_of(network: Network, place: int, budget: Budget) -> Isolation:
    """How many places must be closed at least, neither the place nor the start, to part it from some start."""
    best: list[int] | None = None
    limit = len(network.backward[place]) + 1
    for start in network.starts:
        if start != place and place not in network.onward[start]:
            goals = mask(len(network.places), network.onward[start])
            cut = cut_between(network.backward, place, goals, limit, budget)
            if cut is not None:
                best, limit = cut, len(cut)
    name = network.places[place].id
    return Isolation(name, None) if best is None else Isolation(name, len(best), network.names(best))
