"""The places and joints on which a map hangs: without one of them it falls apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.network.search import Adjacency


@dataclass(frozen=True, slots=True)
class Hinges:
    """What alone holds a part of the map together.

    `places` gives for each articulation point the sizes of the parts that are left without it, the greatest first;
    `bridges` are pairs of neighbours, the lower number first, with how many places lie on either one's side.
    """

    places: dict[int, tuple[int, ...]]
    bridges: tuple[tuple[int, int, int, int], ...]


def find_hinges(joined: Adjacency) -> Hinges:
    """The articulation points and bridges of places joined both ways, by one walk (Hopcroft and Tarjan 1973)."""
    walk = _Walk(joined)
    for root in range(len(joined)):
        if not walk.order[root]:
            walk.run(root)
    return Hinges(dict(sorted(walk.hinges.items())), tuple(sorted(walk.bridges)))


class _Walk:
    """A walk in depth: when each place was seen, the earliest that a way round leads to, and how many hang below."""

    def __init__(self, joined: Adjacency) -> None:
        self.joined = joined
        self.count = 0
        self.order = [0] * len(joined)
        self.low = [0] * len(joined)
        self.below = [1] * len(joined)
        self.hinges: dict[int, tuple[int, ...]] = {}
        self.bridges: list[tuple[int, int, int, int]] = []

    def run(self, root: int) -> None:
        """Walk through the part that `root` lies in."""
        cut_off: dict[int, list[int]] = {}
        joints: list[tuple[int, int]] = []
        trail = [(root, -1, iter(self.joined[root]))]
        self._enter(root)
        while trail:
            place, parent, ends = trail[-1]
            for end in ends:
                if not self.order[end]:
                    self._enter(end)
                    trail.append((end, place, iter(self.joined[end])))
                    break
                if end != parent and self.order[end] < self.low[place]:
                    self.low[place] = self.order[end]
            else:
                trail.pop()
                if parent >= 0:
                    self._leave(place, parent, cut_off, joints)
        self._close(self.below[root], cut_off, joints)

    def _enter(self, place: int) -> None:
        self.count += 1
        self.order[place] = self.low[place] = self.count

    def _leave(self, place: int, parent: int, cut_off: dict[int, list[int]], joints: list[tuple[int, int]]) -> None:
        self.below[parent] += self.below[place]
        self.low[parent] = min(self.low[parent], self.low[place])
        if self.low[place] >= self.order[parent]:
            cut_off.setdefault(parent, []).append(self.below[place])
        if self.low[place] > self.order[parent]:
            joints.append((parent, place))

    def _close(self, total: int, cut_off: dict[int, list[int]], joints: list[tuple[int, int]]) -> None:
        for place, sizes in cut_off.items():
            rest = total - 1 - sum(sizes)
            parts = [*sizes, rest] if rest else sizes
            if len(parts) > 1:
                self.hinges[place] = tuple(sorted(parts, reverse=True))
        for upper, lower in joints:
            sides = (upper, lower, total - self.below[lower], self.below[lower])
            self.bridges.append(sides if upper < lower else (lower, upper, sides[3], sides[2]))
