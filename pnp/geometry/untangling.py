"""Moves the nodes of a drawn graph one at a time, as long as that leaves fewer crossings or more even lengths.

What counts is what a player sees: crossings, roads that run through a place of which they know nothing, places in one
spot or outside the shape of the map; then the difference between the length of each way as drawn and in the graph.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, floor, hypot, inf, pi, sin, sqrt

from pnp.units import total

Point = tuple[float, float]
Pairs = Sequence[Sequence[tuple[int, float, float]]]
"""For each node, others with their distance in the graph and the weight of that pair."""

CLEARANCE = 0.26
"""Distance from a node within which an edge between two others runs through it, in lengths of an edge."""

SPACING = 0.5
"""Distance within which two nodes are in one spot, in lengths of an edge."""

CROSSING, OUTSIDE = 3, 30
"""Weight of a crossing, and of a node outside the polygon; an edge through a node, or two nodes in one spot, is 1."""

STEPS = (1.0, 0.5, 0.2)
"""The shares of the way to its best place, as for stress, that a node tries."""

RING = tuple(
    (radius * cos(turn), radius * sin(turn)) for radius in (0.4, 0.9, 1.6) for turn in (pi * k / 6 for k in range(12))
)
"""Where a node that something is wrong with is tried, around its neighbours and where it is, in lengths of an edge."""


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments meet."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    if (ax if ax > bx else bx) < (cx if cx < dx else dx) or (cx if cx > dx else dx) < (ax if ax < bx else bx):
        return False
    if (ay if ay > by else by) < (cy if cy < dy else dy) or (cy if cy > dy else dy) < (ay if ay < by else by):
        return False
    first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    second = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    third = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    fourth = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return first * second <= 0 and third * fourth <= 0


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a segment."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
    share = 0.0 if share < 0 else min(share, 1.0)
    return hypot(x - ax - share * dx, y - ay - share * dy)


def is_inside(point: Point, shape: Sequence[Point]) -> bool:
    """Whether a point is in a polygon, by the number of its sides to the right of the point."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


class Untangling:
    """A drawing whose nodes are moved; `unit` is the length in millimetres that an edge of length 1 should have."""

    def __init__(
        self,
        points: Iterable[Point],
        edges: Sequence[tuple[int, int]],
        pairs: Pairs,
        unit: float,
        box: tuple[float, float, float, float],
        shape: Sequence[Point] = (),
    ) -> None:
        self.edges, self.pairs, self.unit = edges, pairs, unit
        self.box, self.shape, self.cell = box, shape, unit * 0.8
        self.trials = 0
        self.points = list(points)
        self.own: list[list[int]] = [[] for _ in self.points]
        for number, (start, end) in enumerate(edges):
            self.own[start].append(number)
            self.own[end].append(number)
        self.cells: dict[tuple[int, int], set[int]] = {}
        self.spots: dict[tuple[int, int], set[int]] = {}
        for node in range(len(self.points)):
            self._put(node)
        for number in range(len(edges)):
            self._lay(number)

    # The grid: edges and nodes by square cells, for what is near.

    def _cell(self, point: Point) -> tuple[int, int]:
        return floor(point[0] / self.cell), floor(point[1] / self.cell)

    def _put(self, node: int) -> None:
        self.spots.setdefault(self._cell(self.points[node]), set()).add(node)

    def _lay(self, edge: int) -> None:
        start, end = self.edges[edge]
        for cell in self._crossed(self.points[start], self.points[end], 0.0):
            self.cells.setdefault(cell, set()).add(edge)

    def _lift(self, edge: int) -> None:
        start, end = self.edges[edge]
        for cell in self._crossed(self.points[start], self.points[end], 0.0):
            self.cells[cell].discard(edge)

    def _crossed(self, start: Point, end: Point, pad: float) -> Iterator[tuple[int, int]]:
        """Yield the cells that a segment, widened by `pad`, runs through, column by column."""
        (ax, ay), (bx, by) = (start, end) if start <= end else (end, start)
        size = self.cell
        slope = (by - ay) / (bx - ax) if bx - ax > 1e-9 else 0.0
        for column in range(floor((ax - pad) / size), floor((bx + pad) / size) + 1):
            left, right = max(ax, column * size - pad), min(bx, (column + 1) * size + pad)
            if slope or bx - ax > 1e-9:
                first, last = ay + slope * (left - ax), ay + slope * (right - ax)
            else:
                first, last = ay, by
            low, high = (first, last) if first < last else (last, first)
            for row in range(floor((low - pad) / size), floor((high + pad) / size) + 1):
                yield column, row

    def _move(self, node: int, point: Point) -> None:
        for edge in self.own[node]:  # they would be compared in vain where they were
            self._lift(edge)
        self.spots[self._cell(self.points[node])].discard(node)
        self.points[node] = point
        self._put(node)
        for edge in self.own[node]:
            self._lay(edge)

    # What is wrong.

    def faults(self, node: int, at: Point, limit: float = inf) -> int:
        """Return what would be wrong with a node and its edges if it were there; 0 if nothing.

        Above `limit` the sum is not completed: most trials are worse than what is known (15 % of the time of a
        tangled graph).
        """
        clearance, found = CLEARANCE * self.unit, self._own_faults(node, at)
        for edge in self.own[node]:
            if found > limit:
                return found
            start, end = self.edges[edge]
            other = end if start == node else start
            there = self.points[other]
            near, close = set[int](), set[int]()
            for cell in self._crossed(at, there, 0.0):
                near |= self.cells.get(cell, _NONE)
            for each in near:
                first, second = self.edges[each]
                if node not in (first, second) and other not in (first, second):
                    found += CROSSING * cross(at, there, self.points[first], self.points[second])
            for cell in self._crossed(at, there, clearance):
                close |= self.spots.get(cell, _NONE)
            for each in close:
                if each not in (node, other):
                    found += distance_to_segment(self.points[each], at, there) < clearance
        return found

    def _own_faults(self, node: int, at: Point) -> int:
        """Return what would be wrong with the node alone: outside, on another one, under an edge."""
        found = OUTSIDE * bool(self.shape and not is_inside(at, self.shape))
        spacing, clearance = SPACING * self.unit, CLEARANCE * self.unit
        near, close = set[int](), set[int]()
        for cell in self._crossed(at, at, spacing):
            close |= self.spots.get(cell, _NONE)
            near |= self.cells.get(cell, _NONE)
        for each in close:
            if each != node:
                x, y = self.points[each]
                found += hypot(x - at[0], y - at[1]) < spacing
        for each in near:
            first, second = self.edges[each]
            if node not in (first, second):
                found += distance_to_segment(at, self.points[first], self.points[second]) < clearance
        return found

    def stress(self, node: int, at: Point) -> float:
        """Return the stress of a node if it were there: how much its distances differ from those in the graph."""
        x, y = at
        points, unit, found = self.points, self.unit, 0.0
        for other, length, weight in self.pairs[node]:
            px, py = points[other]
            found += weight * (hypot(px - x, py - y) / unit - length) ** 2
        return found

    def total(self, free: Iterable[int]) -> int:
        """Return what is wrong in all."""
        return sum(self.faults(node, self.points[node]) for node in free)

    # Moves.

    def settle(self, free: Sequence[int], trials: int) -> None:
        """Move nodes into the box, then until nothing becomes better, or so many places were tried."""
        still, sweep = set[int](), 0
        for node in free:
            self._move(node, self._boxed(*self.points[node]))
        self.trials = trials
        while self.trials > 0:
            moved = set[int]()
            for node in free if sweep % 2 == 0 else reversed(free):
                if node not in still and self._improved(node, sweep):
                    moved.add(node)
            if not moved:
                return
            woken = {other for node in moved for edge in self.own[node] for other in self.edges[edge]}
            still = {node for node in free if node not in moved and node not in woken}
            sweep += 1

    def _improved(self, node: int, sweep: int) -> bool:
        """Move a node to the best of some places; whether it moved far enough to count."""
        at = self.points[node]
        now, stress = self.faults(node, at), self.stress(node, at)
        best, best_at = (now, stress), at
        for place in self._candidates(node, at, now, sweep):
            if self.trials <= 0:
                break
            self.trials -= 1
            held = self.stress(node, place)
            if now == 0 and held >= best[1]:
                continue
            limit = best[0] if held < best[1] else best[0] - 1
            worth = (self.faults(node, place, limit), held)
            if worth < best:
                best, best_at = worth, place
                if now == 0:
                    break
        if best_at == at:
            return False
        self._move(node, best_at)
        return best[0] < now or hypot(best_at[0] - at[0], best_at[1] - at[1]) > 0.02 * self.unit

    def _candidates(self, node: int, at: Point, now: int, sweep: int) -> Iterator[Point]:
        """Yield places in the box: on the way to where the stress is least, and for a node with faults around it."""
        best = self._least_stress(node, at)
        for share in STEPS:
            yield self._boxed(at[0] + share * (best[0] - at[0]), at[1] + share * (best[1] - at[1]))
        if now and sweep % 3 == 0:
            reach = self.unit * (1.0 + 0.13 * (sweep % 5))
            for x, y in dict.fromkeys((self._middle(node, at), best, at)):
                yield self._boxed(x, y)
                for right, down in RING:
                    yield self._boxed(x + right * reach, y + down * reach)

    def _boxed(self, x: float, y: float) -> Point:
        left, top, right, bottom = self.box
        return min(max(x, left), right), min(max(y, top), bottom)

    def _least_stress(self, node: int, at: Point) -> Point:
        """Return where the stress of one node is smaller, by majorization (Gansner, Koren, North, 2004)."""
        x, y = at
        unit, total, left, top = self.unit, 0.0, 0.0, 0.0
        for other, length, weight in self.pairs[node]:
            px, py = self.points[other]
            dx, dy = x - px, y - py
            ratio = length * unit / (sqrt(dx * dx + dy * dy) or 1e-9)
            total += weight
            left += weight * (px + dx * ratio)
            top += weight * (py + dy * ratio)
        return (left / total, top / total) if total else at

    def _middle(self, node: int, at: Point) -> Point:
        ends = [self.points[other] for edge in self.own[node] for other in self.edges[edge] if other != node]
        if not ends:
            return at
        return total(x for x, _ in ends) / len(ends), total(y for _, y in ends) / len(ends)


_NONE: frozenset[int] = frozenset()
