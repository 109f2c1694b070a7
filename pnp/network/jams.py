"""Jams: what is trapped and what is cut off while some stretches of a map are closed.

The main part is the greatest set of states outside of the jams in which each leads to each. A state outside of the
jams is trapped where no way leads from it to the main part, and a site is cut off where no way leads from the main
part to a place that serves it. Whoever stands in a jam is held there, and counted as neither.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pnp.network.structure import strong_parts
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network
    from pnp.network.search import Adjacency

REACHED, SHUT = 2, 1
"""What a search writes for a state that it reached, and for one that is closed; 0 for any other."""

Seen = bytearray
"""What a search found of each state."""


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
        states_of = network.states_of
        self._closed = [
            [state for place in stretch.places for state in states_of[place]] for stretch in network.stretches
        ]
        self._sites = [
            (site.id, [state for place in site.places for state in states_of[place]]) for site in network.extras.sites
        ]
        self._sites_at: list[list[int]] = [[] for _ in network.after]
        for number, (_, states) in enumerate(self._sites):
            for state in states:
                self._sites_at[state].append(number)

    def singles(self) -> Iterator[Jammed]:
        """What each stretch does that is closed alone."""
        return (self.closing((number,)) for number in range(len(self._closed)))

    def pairs(self) -> Iterator[Jammed]:
        """What each two stretches do that are closed together."""
        return map(self.closing, combinations(range(len(self._closed)), 2))

    def closing(self, stretches: tuple[int, ...]) -> Jammed:
        """What comes of closing these stretches, given by number."""
        jam = bytearray(len(self.network.after))
        for stretch in stretches:
            for state in self._closed[stretch]:
                jam[state] = SHUT
        found = self._main(jam)
        if found is None:
            return Jammed(stretches, (), tuple(name for name, _ in self._sites))
        back, forth = found
        trapped = tuple(state for state, seen in enumerate(back) if not seen)
        doubtful = {site for state, seen in enumerate(forth) if seen != REACHED for site in self._sites_at[state]}
        cut = (self._sites[site] for site in sorted(doubtful))
        empty = (name for name, states in self._sites if not states)
        names = (name for name, states in cut if all(forth[state] != REACHED for state in states))
        return Jammed(stretches, trapped, (*names, *empty))

    def _main(self, jam: Seen) -> tuple[Seen, Seen] | None:
        """What leads to the main part, and what it leads to; None where all is closed.

        The part of a state in the middle is the main one where it has more than half of what is open.
        """
        middle = jam.find(0, len(jam) // 2)
        if middle >= 0:
            back, forth = self._around(middle, jam)
            both = sum(a == b == REACHED for a, b in zip(back, forth, strict=True))
            if 2 * both > jam.count(0):
                return back, forth
        left = tuple(
            () if jam[state] else tuple(end for end in ends if not jam[end])
            for state, ends in enumerate(self.network.after)
        )
        parts = [part for part in strong_parts(left) if not jam[part[0]]]
        main = max(parts, key=lambda part: (len(part), -min(part)), default=None)
        return self._around(main[0], jam) if main else None

    def _around(self, root: int, jam: Seen) -> tuple[Seen, Seen]:
        return _seen(self.network.before, root, jam), _seen(self.network.after, root, jam)


def _seen(moves: Adjacency, root: int, jam: Seen) -> Seen:
    """What is reached from a state past the jams."""
    seen = bytearray(jam)
    seen[root] = REACHED
    pending = [root]
    for here in pending:
        for end in moves[here]:
            if not seen[end]:
                seen[end] = REACHED
                pending.append(end)
    return seen
