"""Faces between roads, divided into blocks and lots."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.plan import Chance, Plan, TownSpot
from pnp.geometry.polygons import (
    Point,
    Ring,
    Shape,
    area,
    band,
    between,
    box,
    centre,
    circle,
    difference,
    distance,
    edges,
    filled,
    grow,
    inside,
    intersection,
    nearer,
    opened,
    perimeter,
    pieces,
    signed_area,
    union,
)
from pnp.model.maps.game_map import District
from pnp.model.maps.map_style import TownStyle
from pnp.model.reference import Ref
from pnp.units import total

# Faces: the areas into which the roads divide the ground, each with the places at its corners.

THREAD = 0.1
"""The width of the band along each road that divides the ground into faces."""

WIDE = 0.7
"""The share of the map's width or height from which a face counts as far-reaching."""

NEAR = 1.5
"""The maximum distance from a face to the place at its corner; it allows for acute corners."""


class GroundFace(Struct, frozen=True, dict=True):
    """An area of ground between streets. `key` identifies it independently of the size of the map."""

    key: str
    ground: Shape
    middle: Point
    corners: tuple[TownSpot, ...]
    nearest: TownSpot

    @cached_property
    def district(self) -> str:
        """The district of most of its corners; among equals that of the nearest place; empty if it has no corners."""
        votes = [spot.district for spot in self.corners]
        return max(sorted(set(votes)), key=lambda name: (votes.count(name), name == self.nearest.district), default="")

    @property
    def core(self) -> bool:
        """Whether most of its corners belong to the core."""
        return 2 * sum(spot.core for spot in self.corners) > len(self.corners)

    @property
    def purity(self) -> float:
        """The share of its corners that are in its district."""
        inside = sum(spot.district == self.district for spot in self.corners)
        return inside / len(self.corners) if self.corners else 0.0


def faces(plan: Plan, ground: Shape | None = None) -> tuple[GroundFace, ...]:
    """Return the faces of that ground, by default of the area within the outermost roads, in reading order.

    A tangled plan has none.
    """
    if plan.tangled:
        return ()
    threads = union(*(band(way.points, THREAD) for way in plan.ways))
    whole = filled(threads) if ground is None else ground
    return tuple(_face(plan, part) for part in pieces(difference(whole, threads)))


def by_district(face: GroundFace, plan: Plan, districts: Sequence[District]) -> Iterator[GroundFace]:
    """Yield the face. A far-reaching one, such as the outskirts, is divided into areas nearest to each district.

    The areas are Voronoi cells: intersections of half-planes between the centres of districts.
    """
    middles = [(district.id, district.at) for district in districts if district.at]
    left, top, right, bottom = box(face.ground) if face.ground else (0.0, 0.0, 0.0, 0.0)
    far = right - left > WIDE * plan.width or bottom - top > WIDE * plan.height
    if not (face.corners and far) or face.purity == 1 or len(middles) < 2:
        yield face
        return
    for name, at in middles:
        ground = face.ground
        for _, other in middles:
            if other != at:
                ground = intersection(ground, (nearer(at, other),))
        corners = tuple(spot for spot in face.corners if spot.district == name) or face.corners
        for number, part in enumerate(pieces(ground)):
            yield GroundFace(f"{face.key} {name} {number}", part, centre(part[0]), corners, corners[0])


def by_site(face: GroundFace, sites: Sequence[tuple[Point, str]]) -> Iterator[GroundFace]:
    """Yield the face in the district of the sites on it; if they are of several, an area of each, nearest to its sites.

    A face without sites of a district stays in that of its corners.
    """
    own = [(at, name) for at, name in sites if name and inside(face.ground, at)]
    for name in sorted({name for _, name in own}):
        cells = []
        for at in (at for at, district in own if district == name):
            cell = face.ground
            for other in (other for other, district in own if district != name):
                cell = intersection(cell, (nearer(at, other),))
            cells.append(cell)
        corners = tuple(
            replace(spot, area=replace(spot.area, district=Ref(name, spot.area.span))) for spot in face.corners
        )
        if all(district == name for _, district in own):
            yield replace(face, corners=corners)
            continue
        for number, part in enumerate(pieces(union(*cells))):
            yield GroundFace(f"{face.key} {name} {number}", part, centre(part[0]), corners, face.nearest)
    if not own:
        yield face


def _face(plan: Plan, part: Shape) -> GroundFace:
    corners = tuple(spot for spot in plan.spots_near(part, NEAR) if distance(part, spot.at) < NEAR)
    middle = centre(part[0])
    key = f"{middle[0] / plan.width:.2f} {middle[1] / plan.height:.2f}"
    return GroundFace(key, difference(part, plan.street_rings.near(part)), middle, corners, plan.nearest(middle))


# Lots: a site divided into ground plans of buildings, by cuts perpendicular to its longest side.

GAP = 1.2
"""The distance between two buildings."""

LEAST_GAP = 0.4
"""The minimum distance between two buildings if a short wall was replaced by a corner."""

NARROW = 3.4
"""The minimum width of a building."""

LEAST_LOT = 14.0
"""The minimum area of a building in square millimetres."""

WALL = 1.6
"""The minimum length of a wall; shorter ones are merged into their neighbours."""


LEAST_KEPT = 0.5
"""The minimum share of a building that is left when it is made convex."""

MOST_BAYS = 8
"""The maximum number of cuts that make a building convex."""


class BuildingLot(Struct, frozen=True):
    """The ground plan of one building: a ring with positive area."""

    key: str
    ring: Ring


class OrientedBox(Struct, frozen=True):
    """The smallest box around a ring that is parallel to one of its walls: centre, long direction, length and width."""

    middle: Point = (0.0, 0.0)
    along: Point = (1.0, 0.0)
    length: float = 0.0
    width: float = 0.0


def lots(site: Shape, side: float, chance: Chance, key: str) -> tuple[BuildingLot, ...]:
    """Return the ground plans on a site, each with an area of about `side` squared."""
    found: list[BuildingLot] = []
    for number, part in enumerate(pieces(site)):
        for index, piece in enumerate(_cut(part, side * side, chance, f"{key}/{number}")):
            broad = grow(grow(piece, -(GAP + NARROW) / 2, "miter"), NARROW / 2, "miter")
            rings = intersection(tuple(map(tidy, broad)), grow(piece, -LEAST_GAP / 2, "miter"))
            found += [
                BuildingLot(f"{key}/{number}/{index}/{n}", ring)
                for n, ring in enumerate(map(_without_bites, rings))
                if signed_area(ring) > LEAST_LOT
            ]
    return tuple(found)


def _cut(part: Shape, size: float, chance: Chance, key: str) -> Iterator[Shape]:
    """Yield the part in pieces of about the wanted size, halved recursively."""
    box = oriented_box(part[0])
    wanted = size * chance.between(0.75, 1.35, key)
    enough = 1.7 if box.length < box.width * 1.25 else 1.35
    if area(part) < wanted * enough or box.length < 2 * NARROW + GAP:
        yield part
        return
    off = chance.between(-0.07, 0.07, "cut", key) * box.length
    at = box.middle[0] + box.along[0] * off, box.middle[1] + box.along[1] * off
    for half, turn in enumerate((1.0, -1.0)):
        for number, piece in enumerate(pieces(intersection(part, (_half_plane(at, box.along, turn),)))):
            yield from _cut(piece, size, chance, f"{key}{half}{number}")


def _without_bites(ring: Ring) -> Ring:
    """Return the ring cut along the walls of its bays until it is convex; itself if too little of it would be left.

    The ground of a name on a block would bite into the walls of a building.
    """
    left = ring
    for _ in range(MOST_BAYS):
        count = len(left)
        bays = [n for n in range(count) if not _turns_left(left[n - 1], left[n], left[(n + 1) % count])]
        if not bays:
            return left
        walls = [(left[n - 1 + step], left[(n + step) % count]) for n in bays for step in (0, 1)]
        parts = [part for wall in walls for part in intersection((left,), (_behind(*wall),))]
        left = max(parts, key=signed_area, default=())
        if not left or signed_area(left) < LEAST_KEPT * signed_area(ring):
            return ring
    return ring


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a through b to c does not turn right, as that along a convex ring."""
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return cross >= -0.02 * math.dist(a, b) * math.dist(b, c)


def _behind(a: Point, b: Point) -> Ring:
    """Return the half-plane behind the wall from a to b, where its building is."""
    side = math.dist(a, b)
    return _half_plane(a, ((a[1] - b[1]) / side, (b[0] - a[0]) / side), 1.0)


def oriented_box(ring: Ring) -> OrientedBox:
    """Return the smallest box around the ring that is parallel to one of its walls."""
    boxes = [_along(ring, a, b) for a, b in edges(ring) if math.dist(a, b) >= WALL]
    return min(boxes, key=lambda box: round(box.length * box.width, 6), default=None) or OrientedBox()


def _along(ring: Ring, a: Point, b: Point) -> OrientedBox:
    """Return the box around the ring whose sides are parallel to the wall from a to b."""
    side = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / side, (b[1] - a[1]) / side
    us = [x * ux + y * uy for x, y in ring]
    vs = [y * ux - x * uy for x, y in ring]
    back, front, left, right = min(us), max(us), min(vs), max(vs)
    u, v = (front + back) / 2, (right + left) / 2
    middle = u * ux - v * uy, u * uy + v * ux
    long, wide = front - back, right - left
    return OrientedBox(middle, (ux, uy), long, wide) if long >= wide else OrientedBox(middle, (-uy, ux), wide, long)


def _half_plane(at: Point, along: Point, turn: float, far: float = 2000.0) -> Ring:
    """Return the half-plane on one side of the line through `at` that is perpendicular to `along`."""
    ax, ay = along[0] * turn * far, along[1] * turn * far
    return (
        (at[0] - ay, at[1] + ax),
        (at[0] + ay, at[1] - ax),
        (at[0] + ay + ax, at[1] - ax + ay),
        (at[0] - ay + ax, at[1] + ax + ay),
    )


def tidy(ring: Ring, shortest: float = WALL) -> Ring:
    """Return the ring without walls shorter than `shortest`.

    The walls next to a short one are extended until they meet, if that point is near; otherwise they meet in its
    middle.
    """
    points = list(ring)
    while len(points) > 3:
        count = len(points)
        index = min(range(count), key=lambda step: math.dist(points[step], points[(step + 1) % count]))
        a, b = points[index], points[(index + 1) % count]
        if math.dist(a, b) >= shortest:
            break
        corner = _meeting(points[index - 1], a, b, points[(index + 2) % count])
        points[index] = (
            corner if corner and max(math.dist(corner, a), math.dist(corner, b)) <= shortest else between(a, b)
        )
        del points[(index + 1) % count]
    return tuple(points)


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return the intersection of the lines through a and b, and through c and d; None if they are nearly parallel."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if abs(cross) <= 0.2 * math.hypot(ux, uy) * math.hypot(vx, vy):
        return None
    return between(a, b, ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross)


# Blocks: the area of a face without streets and places, and its use.

Use = Literal["built", "park", "garden", "square"]

CORNER = 2.0
"""The radius of a block's corners; ground narrower than twice that is left to the pavement."""

YARD = 0.5
"""The strip of a block's ground in front of its buildings."""

LEAST_BLOCK = 30.0
"""The area in square millimetres below which ground is left to the pavement."""

LARGEST = 1600.0
"""The area in square millimetres above which a block is divided."""

LANE = 2.4
"""The width of the lane between its parts."""

SQUARE = 6.0
"""The minimum room for a square."""


class TownBlock(Struct, frozen=True):
    """One block: its ground with rounded corners, the straight-sided building site on it, and its use."""

    key: str
    face: GroundFace
    ground: Shape
    site: Shape
    use: Use = "built"

    @property
    def room(self) -> float:
        """The approximate radius of the largest circle that fits."""
        return 2 * area(self.ground) / perimeter(self.ground[0])

    @property
    def middle(self) -> Point:
        """The centre of its ground."""
        return centre(self.ground[0])


def blocks(
    plan: Plan, found: Sequence[GroundFace], style: TownStyle, chance: Chance, larger: float = 1.0
) -> tuple[TownBlock, ...]:
    """Return the blocks of the faces: a garden for each district, a square in the middle of the core, a share of parks.

    `larger` is the factor by which blocks may be wider than by default.
    """
    bare = [block for face in _told_apart(found) for block in _of_face(plan, face, style, LARGEST * larger**2)]
    gardens = _gardens(bare) if style.emblems else frozenset()
    heart = _heart(bare)

    def use(block: TownBlock) -> Use:
        if block.key == heart:
            return "square"
        if block.key in gardens:
            return "garden"
        green = not block.face.core and chance.share("park", block.key) < style.parks
        return "park" if green else "built"

    return tuple(replace(block, use=use(block)) for block in bare)


def _told_apart(found: Sequence[GroundFace]) -> Iterator[GroundFace]:
    """Yield the faces with different keys: ground around another has the same middle, but is not built alike."""
    seen: Counter[str] = Counter()
    for face in found:
        seen[face.key] += 1
        yield face if seen[face.key] == 1 else replace(face, key=f"{face.key} {seen[face.key]}")


def _of_face(plan: Plan, face: GroundFace, style: TownStyle, largest: float) -> Iterator[TownBlock]:
    """Yield the blocks of a face: its ground without places and pavements, divided if too large."""
    gap = style.pavement * 0.7
    if not face.ground:
        return
    free = difference(
        face.ground, plan.kept_rings.near(face.ground), *(spot.ground(gap) for spot in plan.spots_near(face.ground))
    )
    sharp = difference(free, *(_facing(spot, face.middle, gap) for spot in face.corners))
    site = grow(sharp, -style.pavement - YARD, "miter")
    for index, part in enumerate(_parted(opened(grow(free, -style.pavement), CORNER), largest)):
        if area(part) >= LEAST_BLOCK:
            yield TownBlock(f"{face.key} {index}", face, part, intersection(site, grow(part, CORNER - YARD)))


def _parted(ground: Shape, largest: float) -> Iterator[Shape]:
    """Yield the parts of the ground; a part that is too large for one block is divided by lanes."""
    for part in pieces(ground):
        if area(part) <= largest:
            yield part
            continue
        box = oriented_box(part[0])
        (x, y), (ux, uy), far = box.middle, box.along, box.length
        lane = band(((x - uy * far, y + ux * far), (x + uy * far, y - ux * far)), LANE)
        yield from _parted(opened(difference(part, lane), CORNER), largest)


def _facing(spot: TownSpot, middle: Point, gap: float) -> Shape:
    """Return a hexagon around a place with one side towards the face's middle, so that walls there are straight."""
    if spot.square:
        return ()
    angle = math.atan2(middle[1] - spot.at[1], middle[0] - spot.at[0])
    return (circle(spot.at, spot.radius + gap, 6, angle),)


def _gardens(found: list[TownBlock]) -> frozenset[str]:
    """Return the key of the roomiest block of each district outside the core.

    Blocks that are almost wholly in the district are preferred.
    """
    chosen: list[str] = []
    for name in sorted({block.face.district for block in found} - {""}):
        own = [block for block in found if block.face.district == name and not block.face.core]
        own.sort(key=lambda block: (block.face.purity < 0.75, -round(block.room, 3), block.key))
        chosen += [block.key for block in own[:1]]
    return frozenset(chosen)


def _heart(found: list[TownBlock]) -> str | None:
    """Return the key of the block nearest to the middle of the core that has room for a square."""
    core = [block for block in found if block.face.core]
    roomy = [block for block in core if block.room >= SQUARE]
    if not roomy:
        return None
    x = total(block.middle[0] for block in core) / len(core)
    y = total(block.middle[1] for block in core) / len(core)
    return min(roomy, key=lambda block: (round(math.dist(block.middle, (x, y)), 3), block.key)).key
