"""Jams: what is trapped and what is cut off while some stretches of a map are closed.

The main part is the greatest set of states outside of the jams in which each leads to each. A state outside of the
jams is trapped where no way leads from it to the main part, and a site is cut off where no way leads from the main
part to a square that serves it. Whoever stands in a jam is held there, and counted as neither.

Lanes are chains of states: whoever is on one state goes on to the next, and comes from nowhere else. States of one
chain in the same stretches share their fate, so that they are looked at as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from pnp.network.structure import inverted, strong_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.network.network import Network
    from pnp.network.search import Adjacency


@dataclass(frozen=True, slots=True)
class Jammed:
    """What comes of jams: the stretches that are closed, by number, the states trapped, and the sites cut off."""

    stretches: tuple[int, ...]
    trapped: tuple[int, ...]
    cut_off: tuple[str, ...]


class Jams:
    """The stretches of a network, ready to be closed one by one or several at once."""

    def __init__(self, network: Network) -> None:
        self.network = network
        chain_of, self._states = _chains(network)
        self._after = _between(network.after, chain_of, len(self._states))
        self._before = inverted(self._after)
        self._weights = [len(states) for states in self._states]
        self._closed = [
            tuple(sorted({chain_of[state] for place in stretch.places for state in network.states_of[place]}))
            for stretch in network.stretches
        ]
        self._sites = [
            (site.id, tuple(sorted({chain_of[state] for place in site.places for state in network.states_of[place]})))
            for site in network.extras.sites
        ]
        self._sites_at: list[list[int]] = [[] for _ in self._states]
        for number, (_, chains) in enumerate(self._sites):
            for chain in chains:
                self._sites_at[chain].append(number)
        self._root = max(range(len(self._states)), key=self._reach, default=0)

    def singles(self) -> Iterator[Jammed]:
        """What each stretch does that is closed alone."""
        return (self.closing((number,)) for number in range(len(self._closed)))

    def pairs(self) -> Iterator[Jammed]:
        """What each two stretches do that are closed together."""
        return map(self.closing, combinations(range(len(self._closed)), 2))

    def closing(self, stretches: tuple[int, ...]) -> Jammed:
        """What comes of closing these stretches, given by number."""
        jam = bytearray(len(self._states))
        for stretch in stretches:
            for chain in self._closed[stretch]:
                jam[chain] = 1
        found = self._main(jam)
        if found is None:
            return Jammed(stretches, (), tuple(name for name, _ in self._sites))
        back, forth = found
        trapped = sorted(state for chain, seen in enumerate(back) if not seen for state in self._states[chain])
        doubtful = {site for chain, seen in enumerate(forth) if seen != REACHED for site in self._sites_at[chain]}
        cut = (self._sites[site] for site in sorted(doubtful))
        names = tuple(name for name, chains in cut if all(forth[chain] != REACHED for chain in chains))
        return Jammed(stretches, tuple(trapped), names)

    def _main(self, jam: bytearray) -> tuple[bytearray, bytearray] | None:
        """The chains from which the main part is reached, and those that it reaches; None where all is closed.

        The part of the usual root is the main one where it has more than half of what is open.
        """
        if not jam[self._root]:
            back, forth = self._around(self._root, jam)
            both = zip(self._weights, back, forth, strict=True)
            held = sum(weight for weight, a, b in both if a == b == REACHED)
            if 2 * held > sum(weight for weight, shut in zip(self._weights, jam, strict=True) if not shut):
                return back, forth
        left = tuple(
            () if jam[chain] else tuple(end for end in ends if not jam[end]) for chain, ends in enumerate(self._after)
        )
        parts = [part for part in strong_parts(left) if not jam[part[0]]]
        main = max(parts, key=lambda part: (self._weight(part), -min(part)), default=None)
        return self._around(main[0], jam) if main else None

    def _around(self, root: int, jam: bytearray) -> tuple[bytearray, bytearray]:
        return _seen(self._before, root, jam), _seen(self._after, root, jam)

    def _weight(self, chains: Sequence[int]) -> int:
        return sum(self._weights[chain] for chain in chains)

    def _reach(self, chain: int) -> tuple[int, int]:
        """How much a chain is worth to start searches from: one that jams close seldom, in the middle of the map."""
        return -sum(chain in closed for closed in self._closed), -abs(2 * chain - len(self._states))


REACHED = 2
"""What a search writes for what it reached; 1 stands for what is closed, 0 for what it did not reach."""


def _seen(moves: Adjacency, root: int, jam: bytearray) -> bytearray:
    """What is reached from the root past the jams: `REACHED`, 1 for a jam, 0 for the rest."""
    seen = bytearray(jam)
    seen[root] = REACHED
    pending = [root]
    for here in pending:
        for end in moves[here]:
            if not seen[end]:
                seen[end] = REACHED
                pending.append(end)
    return seen


def _chains(network: Network) -> tuple[list[int], list[list[int]]]:
    """The chain of each state, and the states of each chain."""
    shut: list[list[int]] = [[] for _ in network.places]
    for number, stretch in enumerate(network.stretches):
        for place in stretch.places:
            shut[place].append(number)
    before, owner = network.before, network.place_of_state

    def leads_on(state: int) -> int | None:
        """The one state that goes on from it and from no other, in the same stretches."""
        ends = network.after[state]
        if len(ends) == 1 and len(before[ends[0]]) == 1 and ends[0] != state:
            return ends[0] if shut[owner[state]] == shut[owner[ends[0]]] else None
        return None

    onward = [leads_on(state) for state in range(len(network.after))]
    inner = {end for end in onward if end is not None}
    chain_of = [-1] * len(onward)
    chains: list[list[int]] = []
    for first in (*(state for state in range(len(onward)) if state not in inner), *range(len(onward))):
        state: int | None = first
        if chain_of[first] < 0:
            chains.append([])
        while state is not None and chain_of[state] < 0:
            chain_of[state] = len(chains) - 1
            chains[-1].append(state)
            state = onward[state]
    return chain_of, chains


def _between(after: Adjacency, chain_of: Sequence[int], count: int) -> Adjacency:
    """The moves between chains."""
    found: list[set[int]] = [set() for _ in range(count)]
    for state, ends in enumerate(after):
        found[chain_of[state]].update(chain_of[end] for end in ends)
    return tuple(tuple(sorted(ends - {chain})) for chain, ends in enumerate(found))
