"""Subdivisions of a map into areas: shared borders, coasts, gaps, overlaps and corners.

Outlines that are drawn by hand never meet exactly. So their vertices are snapped: vertices at most `snap` apart become
one, and a vertex that is so near a side of another outline becomes a vertex of that side, too. After that, two areas
share a border where their sides are the same in opposite directions, which takes one table and linear time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, combinations, pairwise

from msgspec import Struct

from pnp.geometry.outline_contacts import (
    FREE_PAIRS,
    LEAST_BORDER,
    LEAST_OVERLAP,
    PAIRS_EACH,
    SIDES_EACH,
    Contact,
    Edge,
    covering_sides,
    crossed_sides,
    gaps,
    overlaps,
)
from pnp.geometry.outlines import visual_centre
from pnp.geometry.polygons import (
    Point,
    Ring,
    Shape,
    area,
    between,
    box,
    difference,
    inside,
    signed_area,
)
from pnp.units import total

SNAP = 0.25
"""The default distance in millimetres at which vertices are taken as one."""

Run = tuple[Point, ...]
"""An open line along borders."""


class Outlined(Struct, frozen=True):
    """An area to be subdivided: its outline, and its rank. Where areas overlap, a lower rank is cut by a higher one."""

    id: str
    shape: Shape
    rank: int = 0


class SharedBorder(Struct, frozen=True):
    """The border of two areas: its length, and its lines, each with `one` on the same side."""

    one: str
    other: str
    length: float
    runs: tuple[Run, ...]

    @property
    def middle(self) -> Point:
        """The point halfway along its longest line."""
        run = max(self.runs, key=lambda each: total(math.dist(a, b) for a, b in pairwise(each)))
        left = total(math.dist(a, b) for a, b in pairwise(run)) / 2
        for a, b in pairwise(run):
            side = math.dist(a, b)
            if side >= left > 0:
                return between(a, b, left / side)
            left -= side
        return run[-1]


class Subdivision(Struct, frozen=True, eq=False):
    """The areas of a map, snapped to each other.

    `shapes` are their outlines without what others cut out of them. `coasts` are the lines of each area that it shares
    with no other. `gaps` are areas that are nearly neighbours, with the length of the gap; areas that overlap others or
    cross themselves have none, as their sides are no coasts. `overlaps` have the area that both cover. `corners` are
    areas that share a point, or a border too short to be seen, with its length. `crossings` are areas whose outline
    crosses itself, and where. If `tangled`, so many outlines overlap that not all of them were compared.
    """

    shapes: Mapping[str, Shape]
    borders: tuple[SharedBorder, ...]
    coasts: Mapping[str, tuple[Run, ...]]
    gaps: tuple[Contact, ...]
    overlaps: tuple[Contact, ...]
    corners: tuple[Contact, ...]
    crossings: tuple[tuple[str, Point], ...]
    tangled: bool

    @property
    def overlapping(self) -> frozenset[str]:
        """The areas that overlap others; all if the subdivision is tangled."""
        pairs = ((each.one, each.other) for each in self.overlaps)
        return frozenset(self.shapes if self.tangled else chain.from_iterable(pairs))


def subdivide(areas: Sequence[Outlined], snap: float = SNAP) -> Subdivision:
    """Return the subdivision of the areas, whose names must be unique; outlines without area are left out."""
    areas = [Outlined(each.id, _oriented(each.shape), each.rank) for each in areas]
    areas = [each for each in areas if each.shape]
    pairs = _overlapping_boxes([box(each.shape) for each in areas])
    tangled = pairs is None
    cut = _cut(areas, pairs or [])
    sides = _snapped(cut, snap)
    tangled = tangled or sides.tangled
    shapes = {each.id: tuple(_places(ring, sides.points) for ring in rings) for each, rings in sides.rings}
    owners = _owners(sides)
    borders, coasts, short = _lines(sides, owners)
    names = [each.id for each, _ in sides.rings]
    single = [(edge, index) for edge, index in owners.items() if edge[::-1] not in owners]
    boxed = [(areas[one].id, areas[other].id) for one, other in pairs or []]
    drawn: dict[Edge, list[int]] = {}
    for edge, index in owners.items():
        drawn.setdefault((min(edge), max(edge)), []).append(index)
    crossed = crossed_sides(drawn, sides.points, sides_each=1 if tangled else SIDES_EACH)
    covers: list[Contact] = []
    if not tangled:
        covers, all_looked_at = _overlaps(sides, names, owners, drawn, crossed, shapes, boxed)
        tangled = not all_looked_at
    crossings = {names[a]: at for a, b, at in reversed(crossed) if a == b}
    covered = {(each.one, each.other) for each in covers}
    known = {(each.one, each.other) for each in borders} | covered
    short = tuple(each for each in short if (each.one, each.other) not in covered)
    corners = (*short, *_corners(sides, known | {(each.one, each.other) for each in short}))
    wrong = {*crossings, *(name for pair in covered for name in pair)}
    sound = [] if tangled else [(edge, index) for edge, index in single if names[index] not in wrong]
    near = tuple(gaps(names, sides.points, sound, known))
    return Subdivision(shapes, borders, coasts, near, tuple(covers), corners, tuple(crossings.items()), tangled)


def _oriented(shape: Shape) -> Shape:
    """Return the shape without rings that have no area."""
    return tuple(ring for ring in shape if len(ring) > 2 and abs(signed_area(ring)) > 1e-6)


# Cuts: what lies on another area is cut out of it.


def _cut(areas: Sequence[Outlined], pairs: Iterable[Edge]) -> list[Outlined]:
    """Return the areas without what areas of higher rank, and areas wholly inside them, cover."""
    cutters: dict[int, list[int]] = {}
    boxes = [box(each.shape) for each in areas]
    middle = cache(lambda number: visual_centre(areas[number].shape)[0])  # of many outlines over each other, once each
    for one, other in pairs:
        for below, above in ((one, other), (other, one)):
            within = _is_within(boxes[above], boxes[below])
            if areas[below].rank < areas[above].rank or (
                within and _holds(areas[below], areas[above], partial(middle, above))
            ):
                cutters.setdefault(below, []).append(above)
    found = list(areas)
    for number, upper in cutters.items():
        lower, left = areas[number], difference(areas[number].shape, *(areas[each].shape for each in upper))
        found[number] = Outlined(lower.id, _oriented(left) or lower.shape, lower.rank)
    return found


def _is_within(inner: tuple[float, float, float, float], outer: tuple[float, float, float, float]) -> bool:
    """Whether a box is inside of another one, or leaves it by less than a vertex is moved."""
    (x0, y0, x1, y1), (left, top, right, bottom) = inner, outer
    return x0 >= left - SNAP and y0 >= top - SNAP and x1 <= right + SNAP and y1 <= bottom + SNAP


def _holds(outer: Outlined, inner: Outlined, middle: Callable[[], Point]) -> bool:
    """Whether an area of the same rank is wholly inside the other; `middle` returns the visual centre of the inner."""
    if outer.rank != inner.rank or area(outer.shape) <= area(inner.shape):
        return False
    first = inner.shape[0][0]
    if not (inside(outer.shape, middle()) or inside(outer.shape, first)):
        return False
    return area(difference(inner.shape, outer.shape)) < min(LEAST_OVERLAP, 0.02 * area(inner.shape))


def _overlapping_boxes(boxes: Sequence[tuple[float, float, float, float]]) -> list[Edge] | None:
    """Return the pairs of boxes that overlap, by number; None if there are too many. This is a sweep by x."""
    order = sorted(range(len(boxes)), key=lambda number: boxes[number][0])
    left_over = FREE_PAIRS + PAIRS_EACH * len(boxes)
    rows: dict[int, list[int]] = {}
    tall = sorted(each[3] - each[1] for each in boxes)
    step = max(1e-3, 2 * tall[len(tall) // 2]) if tall else 1.0
    if boxes and (max(each[3] for each in boxes) - min(each[1] for each in boxes)) / step > 10_000:
        step = (max(each[3] for each in boxes) - min(each[1] for each in boxes)) / 10_000
    found: list[Edge] = []
    for number in order:
        left, top, _, bottom = boxes[number]
        seen: set[int] = set()
        for row in range(math.floor(top / step), math.floor(bottom / step) + 1):
            active = rows.setdefault(row, [])
            active[:] = [other for other in active if boxes[other][2] > left]
            left_over -= len(active)
            if left_over < 0:
                return None
            seen.update(other for other in active if boxes[other][1] < bottom and top < boxes[other][3])
            active.append(number)
        found += ((min(number, other), max(number, other)) for other in seen)
    return sorted(found)


# Snapping: vertices become numbers, and sides that run along each other become the same.

MOST_LOOKED_AT = 2_000_000
"""The number of vertices that the sides of all outlines pass, about, each as often as a side does."""


class _Sides(Struct, eq=False):
    """The areas as rings of vertex numbers, and where the vertices are.

    If `tangled`, so many sides pass so many vertices that not all of them were bent.
    """

    points: list[Point]
    rings: list[tuple[Outlined, list[list[int]]]]
    tangled: bool = False


def _snapped(areas: Sequence[Outlined], snap: float) -> _Sides:
    """Return the areas with vertices at most `snap` apart taken as one, and sides bent to vertices so near."""
    numbers: dict[Point, int] = {}
    cells: dict[tuple[int, int], list[int]] = {}
    points: list[Point] = []

    def number(point: Point) -> int:
        known = numbers.get(point)
        if known is not None:
            return known
        column, row = math.floor(point[0] / snap), math.floor(point[1] / snap)
        best, found = snap, -1
        for across in (column - 1, column, column + 1):
            for down in (row - 1, row, row + 1):
                for other in cells.get((across, down), ()):
                    far = math.dist(points[other], point)
                    if far <= best:
                        best, found = far, other
        if found < 0:
            found = len(points)
            points.append(point)
            cells.setdefault((column, row), []).append(found)
        numbers[point] = found
        return found

    rings = [(each, [_without_spikes([number(point) for point in ring]) for ring in each.shape]) for each in areas]
    sides = _Sides(points, rings)
    _bend(sides, snap)
    sides.rings = [(each, [ring for ring in _without_slits(found) if len(ring) > 2]) for each, found in sides.rings]
    sides.rings = [(each, found) for each, found in sides.rings if found]
    return sides


def _without_spikes(ring: Sequence[int]) -> list[int]:
    """Return the ring without repeated vertices and sides that go there and back."""
    kept: list[int] = []
    for vertex in ring:
        if kept and kept[-1] == vertex:
            continue
        if len(kept) > 1 and kept[-2] == vertex:
            kept.pop()
        else:
            kept.append(vertex)
    first, last = 0, len(kept)
    while last - first > 2:  # the same where the ring ends
        if kept[first] == kept[last - 1]:
            last -= 1
        elif kept[first] == kept[last - 2]:
            last -= 2
        elif kept[first + 1] == kept[last - 1]:
            first += 1
            last -= 1
        else:
            break
    return kept[first:last]


def _without_slits(rings: list[list[int]]) -> list[list[int]]:
    """Return the rings of an area without sides that it has in both directions: what is between them has no width.

    The sea has such a slit between two lands whose corners are not on each other's sides. Rings are joined there.
    """
    edges = {edge for ring in rings for edge in _edges(ring)}
    if not any(edge[::-1] in edges for edge in edges):
        return rings
    following: dict[int, list[int]] = {}
    for ring in rings:
        for start, end in _edges(ring):
            if (end, start) not in edges:
                following.setdefault(start, []).append(end)
    found: list[list[int]] = []
    for first in list(following):
        while following[first]:
            ring = [first]
            while following.get(ring[-1]) and (len(ring) == 1 or ring[-1] != first):
                ring.append(following[ring[-1]].pop())
            found.append(ring[:-1])
    return found


def _bend(sides: _Sides, snap: float) -> None:
    """Insert vertices into the sides that they are near.

    A side with a counterpart is bent, too: a third area may have a corner on it.
    """
    edges = dict.fromkeys((min(edge), max(edge)) for _, rings in sides.rings for ring in rings for edge in _edges(ring))
    if not edges:
        return
    points = sides.points
    length = total(math.dist(points[a], points[b]) for a, b in edges) / len(edges)
    cell = max(2 * snap, min(20.0, length))
    near: dict[tuple[int, int], list[int]] = {}
    for vertex in sorted({vertex for edge in edges for vertex in edge}):
        x, y = points[vertex]
        near.setdefault((math.floor(x / cell), math.floor(y / cell)), []).append(vertex)
    bends: dict[Edge, list[int]] = {}
    crowd, left_over = total(map(len, near.values())) / len(near), float(MOST_LOOKED_AT)
    for a, b in edges:
        left_over -= 3 * crowd * (3 + math.dist(points[a], points[b]) / cell)
        if left_over < 0:
            sides.tangled = True
            break
        found = _vertices_along(points[a], points[b], near, cell, points, snap)
        inner = [vertex for _, vertex in sorted(found) if vertex not in (a, b)]
        if inner:
            bends[a, b] = inner
            bends[b, a] = inner[::-1]
    for _, rings in sides.rings:
        for ring in rings:
            bent = [vertex for edge in _edges(ring) for vertex in (edge[0], *bends.get(edge, ()))]
            if len(bent) > len(ring):
                ring[:] = _without_spikes(bent)


def _vertices_along(
    start: Point,
    end: Point,
    near: Mapping[tuple[int, int], Sequence[int]],
    cell: float,
    points: Sequence[Point],
    snap: float,
) -> set[tuple[float, int]]:
    """Return the vertices that are at most `snap` from a side, each with how far along the side it is."""
    (x0, y0), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    squared = dx * dx + dy * dy
    reach = snap * math.sqrt(squared)
    found: set[tuple[float, int]] = set()
    if not squared:
        return found
    for place in _cells_along(start, end, cell, snap + 1e-9):
        for vertex in near.get(place, ()):
            x, y = points[vertex]
            x -= x0
            y -= y0
            if -reach <= x * dy - y * dx <= reach:  # few vertices are near the line
                along = (x * dx + y * dy) / squared
                if 0 < along < 1:
                    found.add((along, vertex))
    return found


def _cells_along(start: Point, end: Point, cell: float, reach: float) -> Iterator[tuple[int, int]]:
    """Yield the cells that may hold a point at most `reach` from a side: of each column those that are near it."""
    (left, y0), (right, y1) = sorted((start, end))
    rise = (y1 - y0) / (right - left) if right - left > reach else 0.0
    for column in range(math.floor((left - reach) / cell), math.floor((right + reach) / cell) + 1):
        ends = (y0, y1)
        if rise:
            ends = (
                y0 + rise * (max(left, column * cell - reach) - left),
                y0 + rise * (min(right, (column + 1) * cell + reach) - left),
            )
        for row in range(math.floor((min(ends) - reach) / cell), math.floor((max(ends) + reach) / cell) + 1):
            yield column, row


def _edges(ring: Sequence[int]) -> Iterator[Edge]:
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def _places(ring: Sequence[int], points: Sequence[Point]) -> Ring:
    return tuple(points[vertex] for vertex in ring)


# Borders: sides of two areas in opposite directions; coasts: sides of one area.


def _owners(sides: _Sides) -> dict[Edge, int]:
    """Return the area of each directed side, by number; the first if several have it."""
    owners: dict[Edge, int] = {}
    for index, (_, rings) in enumerate(sides.rings):
        for ring in rings:
            for edge in _edges(ring):
                owners.setdefault(edge, index)
    return owners


def _lines(
    sides: _Sides, owners: Mapping[Edge, int]
) -> tuple[tuple[SharedBorder, ...], dict[str, tuple[Run, ...]], tuple[Contact, ...]]:
    """Return borders, coasts and the contacts whose border is too short; lines are joined along each ring."""
    runs: dict[tuple[int, int], list[Run]] = {}
    for index, (_, rings) in enumerate(sides.rings):
        for ring in rings:
            for other, line in _parts(ring, index, owners):
                if other < 0 or index < other:
                    runs.setdefault((index, other), []).append(_places(line, sides.points))
    borders: list[SharedBorder] = []
    coasts: dict[str, tuple[Run, ...]] = {}
    short: list[Contact] = []
    for (index, other), lines in sorted(runs.items()):
        name = sides.rings[index][0].id
        if other < 0:
            coasts[name] = tuple(lines)
            continue
        length = total(math.dist(a, b) for line in lines for a, b in pairwise(line))
        if length < LEAST_BORDER:
            short.append(Contact(name, sides.rings[other][0].id, lines[0][0], length))
        else:
            borders.append(SharedBorder(name, sides.rings[other][0].id, length, tuple(lines)))
    return tuple(borders), coasts, tuple(short)


def _parts(ring: Sequence[int], index: int, owners: Mapping[Edge, int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the lines of a ring, each with the number of the area on its other side; -1 if there is none."""
    across = [owners.get(edge[::-1], -1) for edge in _edges(ring)]
    across = [-1 if other == index else other for other in across]
    first = next((at for at in range(len(ring)) if across[at - 1] != across[at]), 0)
    line: list[int] = []
    for step in range(len(ring)):
        at = (first + step) % len(ring)
        if not line:
            line = [ring[at]]
        line.append(ring[(at + 1) % len(ring)])
        if step == len(ring) - 1 or across[(at + 1) % len(ring)] != across[at]:
            yield across[at], line
            line = []


def _overlaps(
    sides: _Sides,
    names: Sequence[str],
    owners: Mapping[Edge, int],
    drawn: Mapping[Edge, Sequence[int]],
    crossed: Sequence[tuple[int, int, Point]],
    shapes: Mapping[str, Shape],
    pairs: Sequence[tuple[str, str]],
) -> tuple[list[Contact], bool]:
    """Return the areas that cover each other, and whether all were looked at; `pairs` are those whose boxes overlap.

    `owners` are the first areas of directed sides, `drawn` all areas of sides in either direction.
    """
    index = {name: number for number, name in enumerate(names)}
    near: dict[int, list[int]] = {number: [] for number in index.values()}
    suspects = {(a, b) for a, b, _ in crossed if a != b}
    for a, b in ((index[one], index[other]) for one, other in pairs if one in index and other in index):
        if (a, b) not in suspects and (b, a) not in suspects:
            near[a].append(b)
            near[b].append(a)
    suspects |= set(covering_sides(drawn, sides.points, [shapes[name] for name in names], near))
    rings = ((number, tuple(_edges(ring))) for number, (_, found) in enumerate(sides.rings) for ring in found)
    return overlaps(names, rings, owners, suspects, shapes)


def _corners(sides: _Sides, known: set[tuple[str, str]]) -> Iterator[Contact]:
    """Yield the pairs of areas that share a vertex and no border."""
    around: dict[int, set[int]] = {}
    for index, (_, rings) in enumerate(sides.rings):
        for ring in rings:
            for vertex in ring:
                around.setdefault(vertex, set()).add(index)
    seen = set(known)
    for vertex, found in sorted(around.items()):
        if 1 < len(found) < 9:
            for a, b in combinations(sorted(found), 2):
                names = sides.rings[a][0].id, sides.rings[b][0].id
                if names not in seen:
                    seen.add(names)
                    yield Contact(*names, sides.points[vertex])
