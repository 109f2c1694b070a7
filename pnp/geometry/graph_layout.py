"""Coordinates for the nodes of a graph: few crossings, even lengths, inside a box or a polygon.

Stress of all distances in the graph is reduced by stochastic gradient descent (Zheng, Pawar, Goodman, "Graph Drawing
by Stochastic Gradient Descent", 2018), with pivots instead of all pairs in a large graph (Ortmann, Klimenta, Brandes,
"A Sparse Stress Model", 2016). Then nodes are moved one at a time, as long as crossings or stress become fewer. Both
are done from several starts; a planar graph also starts from a drawing without crossings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from math import cos, dist, exp, gcd, log, pi, sin, sqrt

from msgspec import Struct

from pnp.geometry.untangling import Untangling, cross
from pnp.units import total

Point = tuple[float, float]

ALL_PAIRS = 220
"""Nodes up to which the distances of all pairs count; above, those to pivots."""

PIVOTS = 60
"""Nodes of a large graph to which the distance from every node counts."""

DESCENTS = 30
"""Passes of gradient descent over all pairs."""

MOST_CENTRED, CENTRINGS = 400, 200
"""Nodes of a graph whose nodes are put in the centre of their neighbours, and how often they are."""

TRIALS, TRIALS_EACH = 1_500, 40
"""Places that are tried in all from one start: so many, and so many more for each node."""

APART = 1.6
"""Distance between two unconnected parts of a graph, in lengths of an edge."""

MARGIN = 0.32
"""Minimum distance of nodes from the rim of a box, in lengths of an edge."""


class SpringGraph(Struct, frozen=True):
    """A graph of nodes 0 to `size` − 1, with the length that each edge should have, 1 by default."""

    size: int
    edges: tuple[tuple[int, int], ...]
    lengths: tuple[float, ...] = ()


class PlacedNodes(Struct, frozen=True):
    """The coordinates of the nodes, how many pairs of edges cross, and the weight of all faults."""

    points: tuple[Point, ...]
    crossings: int
    faults: int


def place_nodes(
    graph: SpringGraph, box: Point, fixed: Mapping[int, Point] | None = None, shape: Sequence[Point] = ()
) -> PlacedNodes:
    """Return coordinates inside a box of that width and height, and inside the polygon `shape` if there is one.

    Nodes in `fixed` stay where they are. The same graph always gets the same coordinates.
    """
    fixed, drawing = fixed or {}, _linked(graph)
    if not graph.size:
        return PlacedNodes((), 0, 0)
    pairs = _pairs(drawing)
    best: PlacedNodes | None = None
    for points in _starts(drawing, pairs, fixed, box):
        placed = _settled(graph, drawing, pairs, points, box, fixed, shape)
        best = placed if best is None or placed.faults < best.faults else best
        if not best.faults:
            break
    assert best is not None, "there is one start at least"
    return best


def _starts(drawing: _Linked, pairs: Pairs, fixed: Mapping[int, Point], box: Point) -> Iterator[Sequence[Point]]:
    """Yield coordinates to begin with: the fewer nodes, the more of them."""
    size = len(drawing.near)
    yield _descended(_spiral(size, 0), pairs, fixed, box)
    if not fixed:
        yield from _flat(drawing, box)
    for number in range(1, min(6, 240 // size)):
        yield _descended(_spiral(size, number), pairs, fixed, box)


def crossings(points: Sequence[Point], edges: Sequence[tuple[int, int]]) -> int:
    """Return how many pairs of edges without a common end cross."""
    order = sorted(range(len(edges)), key=lambda edge: min(points[edges[edge][0]][0], points[edges[edge][1]][0]))
    count, open_edges = 0, list[int]()
    for edge in order:
        first, second = edges[edge]
        left = min(points[first][0], points[second][0])
        open_edges = [each for each in open_edges if max(points[node][0] for node in edges[each]) >= left]
        for each in open_edges:
            third, fourth = edges[each]
            if len({first, second, third, fourth}) == 4:
                count += cross(points[first], points[second], points[third], points[fourth])
        open_edges.append(edge)
    return count


# Distances in the graph.


class _Linked(Struct, frozen=True):
    """A connected graph: the neighbours of each node with the length of the edge; unconnected parts are linked."""

    near: tuple[tuple[tuple[int, float], ...], ...]
    edges: tuple[tuple[int, int], ...]


def _linked(graph: SpringGraph) -> _Linked:
    near: list[dict[int, float]] = [{} for _ in range(graph.size)]
    lengths = graph.lengths or (1.0,) * len(graph.edges)
    for (start, end), length in zip(graph.edges, lengths, strict=True):
        if start != end:
            near[start][end] = near[end][start] = min(length, near[start].get(end, length))
    real = tuple((node, other) for node in range(graph.size) for other in near[node] if node < other)
    parts = sorted(_parts(near), key=lambda part: (-len(part), part[0]))
    for number, part in enumerate(parts[1:], 1):  # a tree of parts, so that many of them do not become a long chain
        other = parts[(number - 1) // 3]
        start, end = part[0], other[(number * 7) % len(other)]
        near[start][end] = near[end][start] = APART
    return _Linked(tuple(tuple(sorted(each.items())) for each in near), real)


def _parts(near: Sequence[Mapping[int, float]]) -> Iterator[list[int]]:
    """Yield the connected parts."""
    seen = [False] * len(near)
    for start in range(len(near)):
        if not seen[start]:
            part, seen[start] = [start], True
            for node in part:
                for other in near[node]:
                    if not seen[other]:
                        seen[other] = True
                        part.append(other)
            yield part


Pairs = tuple[tuple[tuple[int, float, float], ...], ...]
"""For each node, others with their distance in the graph and the weight of that pair."""


def _pairs(drawing: _Linked) -> Pairs:
    size = len(drawing.near)
    found: list[dict[int, tuple[float, float]]] = [{} for _ in range(size)]
    for start in range(size) if size <= ALL_PAIRS else _pivots(drawing):
        share = 1.0 if size <= ALL_PAIRS else size / PIVOTS / 4
        for node, length in enumerate(_distances(drawing, start)):
            if node != start:
                found[node][start] = found[start][node] = (length, share / length**2)
    for node, others in enumerate(drawing.near):
        for other, length in others:
            found[node][other] = (length, 1 / length**2)
    return tuple(tuple((other, *each) for other, each in sorted(others.items())) for others in found)


def _pivots(drawing: _Linked) -> Iterator[int]:
    """Yield nodes that are far from each other."""
    nearest = [float("inf")] * len(drawing.near)
    pivot = 0
    for _ in range(PIVOTS):
        yield pivot
        nearest = list(map(min, nearest, _distances(drawing, pivot)))
        pivot = max(range(len(nearest)), key=nearest.__getitem__)


def _distances(drawing: _Linked, start: int) -> list[float]:
    """Return the length of the way with the fewest edges to each node, in lengths of an edge."""
    found: list[float] = [0.0] * len(drawing.near)
    seen, waiting = {start}, deque([start])
    while waiting:
        node = waiting.popleft()
        for other, length in drawing.near[node]:
            if other not in seen:
                seen.add(other)
                found[other] = found[node] + length
                waiting.append(other)
    return found


# Starts, and the descent.


def _spiral(size: int, number: int) -> list[Point]:
    """Return points of a sunflower, a different one for each number."""
    radius, turn = sqrt(size), pi * (3 - sqrt(5)) + 0.37 * number
    stride = _coprime(size, 0.38 + 0.17 * number)
    order = [(node * stride) % size for node in range(size)]
    return [
        (radius * sqrt((each + 0.5) / size) * cos(each * turn), radius * sqrt((each + 0.5) / size) * sin(each * turn))
        for each in order
    ]


def _coprime(size: int, share: float) -> int:
    """Return a number near that share of the size that has no factor in common with it."""
    stride = max(1, int(size * share))
    while gcd(stride, size) != 1:
        stride += 1
    return stride


def _descended(points: list[Point], pairs: Pairs, fixed: Mapping[int, Point], box: Point) -> list[Point]:
    """Return the points after gradient descent; those of fixed nodes do not move."""
    each = [
        (node, other, length, weight) for node, o in enumerate(pairs) for other, length, weight in o if node < other
    ]
    if not each:
        return [fixed.get(node, point) for node, point in enumerate(points)]
    unit = _unit(each, fixed, box, len(points))
    xs = [fixed[node][0] if node in fixed else box[0] / 2 + unit * x for node, (x, _) in enumerate(points)]
    ys = [fixed[node][1] if node in fixed else box[1] / 2 + unit * y for node, (_, y) in enumerate(points)]
    highest, lowest = 1 / min(pair[3] for pair in each), 0.1 / max(pair[3] for pair in each)
    free = [node not in fixed for node in range(len(points))]
    for number in range(DESCENTS):
        step = highest * exp(log(lowest / highest) * number / (DESCENTS - 1))
        stride = _coprime(len(each), 0.31 + 0.011 * number)
        at = 0
        for _ in range(len(each)):  # in another order each time
            at = (at + stride) % len(each)
            node, other, length, weight = each[at]
            dx, dy = xs[node] - xs[other], ys[node] - ys[other]
            now = sqrt(dx * dx + dy * dy) or 1e-9
            share = weight * step
            move = (share if share < 1 else 1.0) * (now - length * unit) / now / 2
            dx, dy = dx * move, dy * move
            if free[node]:
                xs[node] -= dx
                ys[node] -= dy
            if free[other]:
                xs[other] += dx
                ys[other] += dy
    return list(zip(xs, ys, strict=True))


def _unit(each: Sequence[tuple[int, int, float, float]], fixed: Mapping[int, Point], box: Point, size: int) -> float:
    """Return the millimetres of an edge of length 1: as between fixed nodes, otherwise so that all fit in the box."""
    known = [(dist(fixed[a], fixed[b]), length) for a, b, length, _ in each if a in fixed and b in fixed]
    lengths = total(length for _, length in known)
    return total(now for now, _ in known) / lengths if lengths else 0.75 * sqrt(box[0] * box[1] / size)


def _flat(drawing: _Linked, box: Point) -> Iterator[list[Point]]:
    """Yield coordinates without crossings, if there are such.

    Where they are, networkx finds out (Boyer and Myrvold). The largest face becomes the rim, and each node the centre
    of its neighbours (Tutte, "How to Draw a Graph", 1963), or all come on a grid (Chrobak and Payne, 1995).
    """
    import networkx
    from networkx.algorithms.planar_drawing import combinatorial_embedding_to_pos, triangulate_embedding

    size = len(drawing.near)
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(drawing.edges)
    planar, embedding = networkx.check_planarity(graph)
    if not planar or size < 4:
        return
    triangles, rim = triangulate_embedding(embedding, False)
    if size <= MOST_CENTRED:
        yield _centred([tuple(triangles.neighbors(node)) for node in range(size)], rim, box)
    found = combinatorial_embedding_to_pos(embedding)
    yield [(float(found[node][0]), float(found[node][1])) for node in range(size)]


def _centred(near: Sequence[Sequence[int]], rim: Sequence[int], box: Point) -> list[Point]:
    """Return coordinates: nodes of the rim on an ellipse, each other one in the centre of its neighbours."""
    points = [(box[0] / 2, box[1] / 2)] * len(near)
    for number, node in enumerate(rim):
        turn = 2 * pi * number / len(rim)
        points[node] = box[0] * (1 + cos(turn)) / 2, box[1] * (1 + sin(turn)) / 2
    inner = [node for node in range(len(near)) if node not in set(rim)]
    for _ in range(CENTRINGS):
        for node in inner:
            ends = [points[other] for other in near[node]]
            points[node] = total(x for x, _ in ends) / len(ends), total(y for _, y in ends) / len(ends)
    return points


# From a start to a finished drawing: turned and scaled to fill the box, then improved.

STRETCH = 1.5
"""How much more a drawing may be scaled in one direction than in the other."""


def _settled(
    graph: SpringGraph,
    drawing: _Linked,
    pairs: Pairs,
    points: Sequence[Point],
    box: Point,
    fixed: Mapping[int, Point],
    shape: Sequence[Point],
) -> PlacedNodes:
    free = [node for node in range(graph.size) if node not in fixed]
    if not fixed:
        points = _fitted(points, _frame(shape, box))
    unit = _drawn_unit(points, pairs)
    margin = min(MARGIN * unit, min(box) / 4)
    rim = (margin, margin, box[0] - margin, box[1] - margin)
    untangling = Untangling(points, drawing.edges, pairs, unit, rim, shape)
    untangling.settle(free, TRIALS + TRIALS_EACH * graph.size)
    found = tuple(untangling.points)
    faults = untangling.total(range(graph.size))
    return PlacedNodes(found, crossings(found, drawing.edges), faults)


def _frame(shape: Sequence[Point], box: Point) -> tuple[float, float, float, float]:
    """Return the box in which the nodes are first laid out: left, top, right, bottom."""
    if not shape:
        return 0.08 * box[0], 0.08 * box[1], 0.92 * box[0], 0.92 * box[1]
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    width, height = (right - left) / 8, (bottom - top) / 8
    return left + width, top + height, right - width, bottom - height


def _drawn_unit(points: Sequence[Point], pairs: Pairs) -> float:
    """Return the millimetres of an edge of length 1 with which the stress of the drawing is smallest."""
    above = below = 0.0
    for node, others in enumerate(pairs):
        for other, length, weight in others:
            above += weight * length * dist(points[node], points[other])
            below += weight * length * length
    return max(above / below, 1e-3) if below else 20.0


def _fitted(points: Sequence[Point], frame: tuple[float, float, float, float]) -> list[Point]:
    """Return the points turned so that they are widest along the frame's longer side, and scaled to fill it."""
    left, top, right, bottom = frame
    width, height = right - left, bottom - top
    turned = min(
        (_turned(points, pi * number / 36) for number in range(36)), key=lambda each: _excess(each, width, height)
    )
    xs, ys = [x for x, _ in turned], [y for _, y in turned]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    across, down = width / wide if wide > 1e-6 else 1e9, height / high if high > 1e-6 else 1e9
    smaller = min(across, down)
    if smaller >= 1e9:
        across = down = 1.0
    across, down = min(across, STRETCH * smaller), min(down, STRETCH * smaller)
    middle, centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [((left + right) / 2 + across * (x - middle), (top + bottom) / 2 + down * (y - centre)) for x, y in turned]


def _turned(points: Sequence[Point], angle: float) -> list[Point]:
    return [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in points]


def _excess(points: Sequence[Point], width: float, height: float) -> float:
    """Return how much the points have to shrink to fit in a box; the smaller the better they fill it."""
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    return max(wide / width, high / height)
