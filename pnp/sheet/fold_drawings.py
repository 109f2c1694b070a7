"""Drawings of how a part is folded: its net, half folded, and finished, with its own faces.

The panels of a net are the areas between its fold lines. They form a tree, in which every fold line joins two panels.
The net hangs in the plane of the paper with its print towards the viewer, and every panel turns away from the viewer
round its fold line. The projection is orthographic, so that a panel in space is an affine picture of the flat one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Affine, Command, Group, Item, Path, Point, Rect, Scene, Stroke
from pnp.scene.parts import Part
from pnp.scene.paths import polygon, rectangle
from pnp.units import total

Corners = tuple[Point, ...]
Vector = tuple[float, float, float]

NEAR = 0.05
"""The distance in millimetres within which points of a net are the same."""

FLAT, HALF, DONE = 0.0, 0.5, 1.0
"""How far the folds of the three drawings are closed."""

YAW, PITCH = math.radians(-32), math.radians(24)
"""The direction from which a folded part is seen: from its right and from above."""

TAB = 0.4
"""The share of the largest panel below which an outer panel of a die or a box is a glue tab."""

INSIDE = "#FFFFFF"
LINE = Stroke("#1E2328", 0.25, join="round")
DASH = Stroke("#1E2328", 0.25, (1.2, 0.9))


class Hinge(Struct, frozen=True):
    """A fold line between two panels, and the angle in radians by which it is folded in the end."""

    start: Point
    end: Point
    panels: tuple[int, int]
    angle: float = math.pi / 2


class FoldedNet(Struct, frozen=True):
    """The panels and hinges of a net. Panel `root` keeps its place; the finished part leans back by `lean`.

    `tabs` are the panels that are glued inside, hidden in the finished part.
    """

    scene: Scene
    guides: tuple[Item, ...]
    panels: tuple[Corners, ...]
    hinges: tuple[Hinge, ...]
    root: int
    tabs: frozenset[int] = frozenset()
    lean: float = 0.0


class PlacedPanel(Struct, frozen=True):
    """A panel in space: where the net's corner and its two directions are."""

    origin: Vector
    right: Vector
    down: Vector

    def at(self, point: Point) -> Vector:
        """Return a point of the flat net in space."""
        return tuple(
            o + r * point[0] + d * point[1] for o, r, d in zip(self.origin, self.right, self.down, strict=True)
        )  # type: ignore[return-value]


# From a part to its panels and hinges.


def folded_net(part: Part, kind: str) -> FoldedNet | None:
    """Return the net of a standee, a die, a box, or a `strip` of front and back; None if it has no straight folds."""
    if kind == "strip":
        return _strip(part)
    corners, folds = _straight(part.outline), [_ends(fold) for fold in part.folds]
    if corners is None or not folds or None in folds:
        return None
    lines = [fold for fold in folds if fold]
    panels = _split((corners,), lines)
    if len(panels) != len(lines) + 1:
        return None
    joined = [tuple(i for i, panel in enumerate(panels) if _has_side(panel, line)) for line in lines]
    if any(len(pair) != 2 for pair in joined):
        return None
    hinges = [Hinge(*line, (pair[0], pair[1])) for line, pair in zip(lines, joined, strict=True)]
    root = max(range(len(panels)), key=lambda i: (sum(i in hinge.panels for hinge in hinges), _area(panels[i])))
    if kind == "standee":
        return _standee(FoldedNet(part.front, part.guides, panels, tuple(hinges), root))
    if any(len(panel) == 3 for panel in panels):
        hinges = [replace(each, angle=math.pi - math.acos(1 / 3)) for each in hinges]  # a tetrahedron
    joins = [sum(number in hinge.panels for hinge in hinges) for number in range(len(panels))]
    most = TAB * max(map(_area, panels))
    tabs = frozenset(number for number, panel in enumerate(panels) if joins[number] == 1 and _area(panel) < most)
    return FoldedNet(part.front, part.guides, panels, tuple(hinges), root, tabs)


def _standee(net: FoldedNet) -> FoldedNet | None:
    """Return the net of a tent, which has from the top a tab, two faces and a foot."""
    order = sorted(range(len(net.panels)), key=lambda i: min(y for _, y in net.panels[i]))
    if len(order) != 4:
        return None
    foot, face = (max(y for _, y in net.panels[i]) - min(y for _, y in net.panels[i]) for i in (order[3], order[2]))
    half = math.asin(min(foot / (2 * face), 1.0))
    at_top, slanted = frozenset(order[1:3]), math.pi / 2 + half
    hinges = (
        replace(each, angle=math.pi - 2 * half if frozenset(each.panels) == at_top else slanted) for each in net.hinges
    )
    return replace(net, hinges=tuple(hinges), root=order[2], tabs=frozenset(order[:1]), lean=half)


def _strip(part: Part) -> FoldedNet | None:
    """Return a front with its back above it, upside down."""
    if part.back is None:
        return None
    width, height = part.front.width, part.front.height
    back = Group(part.back.items, (-1.0, 0.0, 0.0, -1.0, width, height), Rect(0.0, 0.0, width, height))
    front = Group(part.front.items, (1.0, 0.0, 0.0, 1.0, 0.0, height), Rect(0.0, 0.0, width, height))
    panels = tuple(((0.0, y), (width, y), (width, y + height), (0.0, y + height)) for y in (0.0, height))
    fold = Hinge((0.0, height), (width, height), (0, 1), math.pi)
    scene = Scene(width, 2 * height, (back, front), 0.0, part.name)
    return FoldedNet(scene, (Path((("M", 0.0, height), ("L", width, height)), stroke=DASH),), panels, (fold,), 1)


def _straight(outline: object) -> Corners | None:
    """Return the corners of an outline without curves, each once."""
    if isinstance(outline, Rect):
        x, y, right, bottom = outline.x, outline.y, outline.x + outline.width, outline.y + outline.height
        return (x, y), (right, y), (right, bottom), (x, bottom)
    if not isinstance(outline, Path) or any(command[0] not in "MLZ" for command in outline.commands):
        return None
    points = [(command[1], command[2]) for command in outline.commands if len(command) == 3]
    return tuple(point for point, after in pairwise((*points, points[0])) if math.dist(point, after) > NEAR)


def _ends(fold: Path) -> tuple[Point, Point] | None:
    points = [(command[1], command[2]) for command in fold.commands if len(command) == 3]
    return (points[0], points[1]) if len(points) == 2 else None


def _split(panels: tuple[Corners, ...], lines: Sequence[tuple[Point, Point]]) -> tuple[Corners, ...]:
    """Return the panels, cut in two along every line whose ends are on the outline of one of them."""
    for line in lines:
        panels = tuple(half for panel in panels for half in _halves(panel, line))
    return panels


def _halves(panel: Corners, line: tuple[Point, Point]) -> Iterator[Corners]:
    """Yield the two halves of a panel on both sides of a line across it, or the panel if the line is elsewhere."""
    ring = panel
    for end in line:
        ring = _with_corner(ring, end)
    first, last = (next((i for i, p in enumerate(ring) if math.dist(p, end) < NEAR), -1) for end in line)
    low, high = sorted((first, last))
    apart = min(high - low, len(ring) - high + low)
    if low < 0 or apart < 2:
        yield panel
        return
    yield ring[low : high + 1]
    yield (*ring[high:], *ring[: low + 1])


def _with_corner(ring: Corners, point: Point) -> Corners:
    """Return the ring with the point as a corner if it is on one of its sides."""
    if any(math.dist(corner, point) < NEAR for corner in ring):
        return ring
    for index, (start, end) in enumerate(pairwise((*ring, ring[0])), 1):
        if math.dist(start, point) + math.dist(point, end) - math.dist(start, end) < NEAR / 10:
            return (*ring[:index], point, *ring[index:])
    return ring


def _has_side(panel: Corners, line: tuple[Point, Point]) -> bool:
    """Whether the line is a side of the panel."""
    return any(
        math.dist(a, line[0]) + math.dist(b, line[1]) < NEAR or math.dist(a, line[1]) + math.dist(b, line[0]) < NEAR
        for a, b in pairwise((*panel, panel[0]))
    )


def _area(panel: Corners) -> float:
    return abs(total(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*panel, panel[0])))) / 2


# Folding: panels in space, and their picture.


def stages(net: FoldedNet) -> tuple[Scene, ...]:
    """Return the drawings of the net, half folded, and finished, all on one scale."""
    return _plan(net), _folded(net, HALF), _folded(net, DONE)


def _plan(net: FoldedNet) -> Scene:
    """Return the flat net with its fold lines and glue areas, as on the sheet."""
    printed = Path(tuple(command for panel in net.panels for command in polygon(panel)))
    shown = Group((*net.scene.items, *net.guides), clip=printed)
    return Scene(net.scene.width, net.scene.height, (shown, _around(net)), name=net.scene.name)


def _around(net: FoldedNet) -> Path:
    """Return the outline of the net: the sides of its panels that are no folds."""
    commands: list[Command] = []
    for panel in net.panels:
        for start, end in pairwise((*panel, panel[0])):
            if not any(_has_side((start, end), (hinge.start, hinge.end)) for hinge in net.hinges):
                commands += [("M", *start), ("L", *end)]
    return Path(tuple(commands), stroke=LINE)


def _folded(net: FoldedNet, closed: float) -> Scene:
    """Return the picture of the net with its folds closed to a share of their angles."""
    places = _places(net, closed)
    seen = sorted(
        (number for number in places if closed < DONE or number not in net.tabs),
        key=lambda number: (round(_depth(net.panels[number], places[number]), 6), number == net.root),
    )
    spots = [_seen(places[number].at(point)) for number in seen for point in net.panels[number]]
    left, top = min(x for x, _, _ in spots), min(y for _, y, _ in spots)
    width, height = max(x for x, _, _ in spots) - left, max(y for _, y, _ in spots) - top
    items = [_painted(net, number, places[number], (-left, -top)) for number in seen]
    return Scene(width, height, tuple(items), 0.0, net.scene.name)


def _painted(net: FoldedNet, number: int, place: PlacedPanel, off: Point) -> Group:
    """Return a panel: its print if that is seen, else blank paper."""
    (x0, y0, _), (x1, y1, _), (x2, y2, _) = (_seen(place.at(point)) for point in ((0, 0), (1, 0), (0, 1)))
    matrix: Affine = (x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0 + off[0], y0 + off[1])
    panel = Path(polygon(net.panels[number]))
    edges = Path(panel.commands, stroke=LINE)
    shown = matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0
    if not shown or _area(net.panels[number]) < 1e-6:
        return Group((Path(panel.commands, fill=INSIDE, stroke=LINE),), matrix)
    print_ = Group((Path(panel.commands, fill=INSIDE), *net.scene.items), clip=panel)
    return Group((print_, edges), matrix)


def _places(net: FoldedNet, closed: float) -> dict[int, PlacedPanel]:
    """Return every panel in space, from the root outwards."""
    root = PlacedPanel((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    if net.lean:
        bottom = max(y for _, y in net.panels[net.root])
        root = _turned(root, ((0.0, bottom, 0.0), (1.0, bottom, 0.0)), net.lean * closed)
    places, waiting = {net.root: root}, [net.root]
    while waiting:
        number = waiting.pop()
        for hinge in net.hinges:
            if number not in hinge.panels:
                continue
            other = hinge.panels[hinge.panels[0] == number]
            if other in places:
                continue
            start, end = _along(hinge, net.panels[number])
            place = places[number]
            places[other] = _turned(place, (place.at(start), place.at(end)), hinge.angle * closed)
            waiting.append(other)
    return places


def _along(hinge: Hinge, panel: Corners) -> tuple[Point, Point]:
    """Return the ends of the hinge so that the panel is always on the same side of it."""
    (x1, y1), (x2, y2) = hinge.start, hinge.end
    mx, my = (total(values) / len(panel) for values in zip(*panel, strict=True))
    ahead = (x2 - x1) * (my - y1) - (y2 - y1) * (mx - x1) > 0
    return (hinge.start, hinge.end) if ahead else (hinge.end, hinge.start)


def _turned(place: PlacedPanel, axis: tuple[Vector, Vector], angle: float) -> PlacedPanel:
    """Return the panel turned round an axis, away from the viewer (Rodrigues' formula)."""
    start, end = axis
    length = math.dist(start, end)
    unit = tuple((b - a) / length for a, b in zip(start, end, strict=True))
    cos, sin = math.cos(angle), math.sin(angle)

    def turned(vector: Vector) -> Vector:
        x, y, z = vector
        kx, ky, kz = unit
        dot = (x * kx + y * ky + z * kz) * (1 - cos)
        cross = ky * z - kz * y, kz * x - kx * z, kx * y - ky * x
        return tuple(v * cos + c * sin + k * dot for v, c, k in zip(vector, cross, unit, strict=True))  # type: ignore[return-value]

    moved = turned(tuple(o - s for o, s in zip(place.origin, start, strict=True)))  # type: ignore[arg-type]
    return PlacedPanel(
        tuple(m + s for m, s in zip(moved, start, strict=True)),  # type: ignore[arg-type]
        turned(place.right),
        turned(place.down),
    )


def _seen(point: Vector) -> Vector:
    """Return a point as it is seen: to the right, downwards, and towards the viewer."""
    x, y, z = point
    x, z = x * math.cos(YAW) + z * math.sin(YAW), -x * math.sin(YAW) + z * math.cos(YAW)
    y, z = y * math.cos(PITCH) - z * math.sin(PITCH), y * math.sin(PITCH) + z * math.cos(PITCH)
    return x, y, z


def _depth(panel: Corners, place: PlacedPanel) -> float:
    """Return how near the viewer the middle of a panel is."""
    return total(_seen(place.at(point))[2] for point in panel) / len(panel)


# The row of drawings.

ARROW = 9.0
"""The room for an arrow between two drawings."""

ARROW_LENGTH = 4.6
FOLD_HEIGHT = 25.0
"""The usual height of the highest drawing, in millimetres."""


def fold_row(net: FoldedNet, width: float, colour: str, highest: float = FOLD_HEIGHT) -> tuple[tuple[Item, ...], float]:
    """Return the three drawings with arrows between them, at most that wide and high, and their height."""
    drawn = stages(net)
    free = width - 2 * ARROW
    size = min(free / total(scene.width for scene in drawn), highest / max(scene.height for scene in drawn), 1.0)
    height = size * max(scene.height for scene in drawn)
    items: list[Item] = []
    x = 0.0
    for number, scene in enumerate(drawn):
        if number:
            items.append(_arrow(x + (ARROW - ARROW_LENGTH) / 2, height / 2, colour))
            x += ARROW
        items.append(Group(scene.items, (size, 0.0, 0.0, size, x, height - size * scene.height)))
        x += size * scene.width
    return tuple(items), height


def _arrow(x: float, y: float, colour: str) -> Path:
    """Return an arrow to the right, from (x, y)."""
    tip, shaft = ((x + 2.4, y - 1.5), (x + ARROW_LENGTH, y), (x + 2.4, y + 1.5)), rectangle(x, y - 0.4, 2.6, 0.8)
    return Path((*shaft, *polygon(tip)), fill=colour)
