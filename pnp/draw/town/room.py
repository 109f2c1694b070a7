"""Room: what of a face is taken by streets, signs and words, and where there is place for more."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.draw.town.rings import Point, Ring, Shape, between, box, coarse, edges
from pnp.draw.town.scape import distance_to
from pnp.draw.town.scattered import Ground, Rings
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.draw.town.scape import Scape

SAMPLE = 6.0
"""How far apart the points of a box are of which it is asked whether they lie on a street."""

STEP = 5.0
"""How far apart the spots are that are tried."""


class Room:
    """The free ground of a face: boxes are taken one after the other, the most important first."""

    def __init__(self, scape: Scape, kerb: float, land: Shape) -> None:
        self._land = Ground(coarse(land))
        self.clear = scape.road / 2 + kerb
        self._lines = Rings(tuple(line for street in scape.streets for line in pairwise(_corners(street.points))))
        self._lines.add(*(lot.drive for lot in scape.lots if lot.drive))
        self.taken: list[Ring] = []
        self._held = Rings(tuple(lot.ground for lot in scape.lots))

    def take(self, *rings: Ring) -> None:
        """Keep these boxes free of all that comes later."""
        self.taken += rings
        self._held.add(*rings)

    def harm(self, ring: Ring) -> float:
        """How much a box would cover of streets and of what is taken, and how much of it lies off the land."""
        points = list(_samples(ring))
        near = self._lines.near((ring,), self.clear)
        off = sum(not self._land.holds(point) for point in points)
        paved = sum(any(distance_to(point, *line) < self.clear for line in near) for point in points)
        covered = total(overlap(ring, other) for other in self._held.near((ring,)))
        return (3 * off + paved) / len(points) + 4 * covered

    def free(self, ring: Ring) -> bool:
        """Whether a box covers nothing, and lies on the land: that it does no harm, which is told sooner."""
        if any(overlap(ring, other) for other in self._held.near((ring,))):
            return False
        near = self._lines.near((ring,), self.clear)
        return all(
            self._land.holds(point) and not any(distance_to(point, *line) < self.clear for line in near)
            for point in _samples(ring)
        )

    def near(self, at: Point, half_width: float, half_height: float, far: float) -> Point | None:
        """The middle of a free upright box of that size nearest to a point; None where there is none so near."""
        for spot in _spots(at, far):
            (x, y), w, h = spot, half_width, half_height
            if self.free(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))):
                return spot
        return None


def _corners(points: Sequence[Point]) -> list[Point]:
    """The points at which a line bends, and its ends."""
    kept = [points[0]]
    for number in range(1, len(points) - 1):
        if distance_to(points[number], kept[-1], points[number + 1]) > 1e-3:
            kept.append(points[number])
    return [*kept, points[-1]]


def _beside(ring: Ring, other: Ring) -> bool:
    """Whether the upright boxes round two rings share some ground."""
    left, top, right, bottom = box((ring,))
    x0, y0, x1, y1 = box((other,))
    return left < x1 and x0 < right and top < y1 and y0 < bottom


def overlap(ring: Ring, other: Ring) -> bool:
    """Whether two convex rings cover some ground together: no side of either parts them."""
    if not _beside(ring, other):
        return False
    for one, two in ((ring, other), (other, ring)):
        for (x0, y0), (x1, y1) in edges(one):
            nx, ny = y0 - y1, x1 - x0
            here = [nx * x + ny * y for x, y in one]
            there = [nx * x + ny * y for x, y in two]
            if max(here) <= min(there) + 1e-9 or max(there) <= min(here) + 1e-9:
                return False
    return True


def grounds(rings: Iterable[Ring]) -> Shape:
    """The boxes as one shape, each turning the positive way."""
    return tuple(ring if _turns_positively(ring) else ring[::-1] for ring in rings)


def _turns_positively(ring: Ring) -> bool:
    return total(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(ring)) > 0


def _samples(ring: Ring) -> Iterator[Point]:
    """Points round the edge of a box and in its middle."""
    for a, b in edges(ring):
        count = max(1, math.ceil(math.dist(a, b) / SAMPLE))
        yield from (between(a, b, step / count) for step in range(count))
    yield total(x for x, _ in ring) / len(ring), total(y for _, y in ring) / len(ring)


def _spots(at: Point, far: float) -> Iterator[Point]:
    """The spots of a square round a point, the nearest first; no more of them are made than are asked for."""
    waiting: list[tuple[float, Point]] = []
    for ring in range(int(far // STEP) + 1):
        for row in range(-ring, ring + 1):
            for column in range(-ring, ring + 1, 1 if abs(row) == ring else 2 * ring):
                spot = at[0] + column * STEP, at[1] + row * STEP
                heappush(waiting, (round(math.dist(spot, at), 3), spot))
        while waiting and waiting[0][0] < (ring + 1) * STEP:  # nothing farther out is as near
            yield heappop(waiting)[1]
    while waiting:
        yield heappop(waiting)[1]
