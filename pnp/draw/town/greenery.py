"""Trees, parks, squares."""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from pnp.draw.town.blocks import TownBlock
from pnp.draw.town.plan import WHITE, Canvas, Chance, Paint, lines, lit, mixed, pen, smooth, straight
from pnp.geometry.outlines import roomiest
from pnp.geometry.polygons import Point, PreparedShape, Shape, area, box, circle, difference, grow
from pnp.scene.items import Colour, Command, Ellipse, Group, Item, Path, Rect

# Trees: their positions, and the few crowns and palms that are repeated as stamps.

RADII = (1.5, 1.9, 2.4)
"""The radii of crowns, the smallest first."""

ATTEMPTS = 40

SPREAD = 1.5
"""The distance of a tree from the centre of its cluster, in its radii."""


class Tree(Struct, frozen=True):
    """One tree: its centre, and the radius of its crown."""

    key: str
    at: Point
    radius: float


def grove(shape: Shape, share: float, chance: Chance, key: str) -> tuple[Tree, ...]:
    """Return trees in clusters of three to five that cover about `share` of the shape and stay inside it."""
    rooms = _rooms(shape)
    if not rooms:
        return ()
    left, top, right, bottom = box(rooms[min(rooms)])
    grounds = {radius: PreparedShape(room) for radius, room in rooms.items()}
    wanted = share * area(shape)
    grown: list[Tree] = []
    covered = 0.0
    for attempt in range(ATTEMPTS):
        if covered >= wanted:
            break
        spring = chance.under(key, attempt)
        middle = spring.between(left, right, "x"), spring.between(top, bottom, "y")
        for tree in _cluster(middle, grounds, spring, f"{key} {attempt}"):
            if all(_clear(tree, other) for other in grown):
                grown.append(tree)
                covered += math.pi * tree.radius**2
    return tuple(grown)


def _cluster(middle: Point, rooms: Mapping[float, PreparedShape], chance: Chance, key: str) -> Iterator[Tree]:
    """Yield one tree in the centre and some around it, those for which there is room."""
    (x, y), radii = middle, tuple(rooms)
    for number in range(3 + int(chance.share("size") * 3)):
        radius = chance.pick(radii, number, "radius")
        if number:
            turn, far = chance.between(0, math.tau, number), radius * SPREAD
            x, y = middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)
        if rooms[radius].holds((x, y)):
            yield Tree(f"{key} {number}", (x, y), radius)


def _rooms(shape: Shape) -> dict[float, Shape]:
    """Return the area for centres of crowns of each radius, the smallest first.

    If one is empty, larger ones are too.
    """
    rooms: dict[float, Shape] = {}
    for radius in RADII:
        room = grow(shape, -radius - 0.5, "miter")
        if not room:
            break
        rooms[radius] = room
    return rooms


def _clear(tree: Tree, other: Tree) -> bool:
    return math.dist(tree.at, other.at) > 0.75 * (tree.radius + other.radius)


def draw_trees(standing: Iterable[Tree], paint: Paint, chance: Chance) -> Iterator[Item]:
    """Yield the trees from north to south, all shadows first."""
    ordered = sorted(standing, key=lambda tree: (tree.at[1], tree.at[0]))
    for tree in ordered:
        x, y, radius = round(tree.at[0] + 0.6, 3), round(tree.at[1] + 0.6, 3), tree.radius
        yield Ellipse(x, y, radius, radius, paint("shadow"))
    for tree in ordered:
        colour = paint(chance.pick(("tree", "tree", "bush"), "kind", tree.key))
        stamp = _crown(colour, paint("detail"), chance.pick((7, 8, 9), "lobes", tree.key))
        size = round(tree.radius / 2, 3)
        yield Group(stamp, (size, 0.0, 0.0, size, round(tree.at[0], 3), round(tree.at[1], 3)))


def draw_palm(at: Point, size: float, turn: float, paint: Paint) -> Iterator[Item]:
    """Yield a palm from above, with its shadow."""
    cos, sin = round(size * math.cos(turn), 4), round(size * math.sin(turn), 4)
    x, y = round(at[0], 3), round(at[1], 3)
    shade, line = paint("shadow"), paint("detail")
    yield Group(_fronds(shade, shade, shade), (cos, sin, -sin, cos, x + 0.6, y + 0.6))
    yield Group(_fronds(paint("palm"), line, paint("trunk")), (cos, sin, -sin, cos, x, y))


def draw_pine(at: Point, size: float, turn: float, paint: Paint) -> Iterator[Item]:
    """Yield a pine from above, with its shadow: two tiers of boughs around a tip."""
    cos, sin = round(size * math.cos(turn), 4), round(size * math.sin(turn), 4)
    x, y = round(at[0], 3), round(at[1], 3)
    shade, line, green = paint("shadow"), paint("detail"), mixed(paint("tree"), paint("detail"), 0.25)
    yield Group((Path(_boughs(2.3), shade),), (cos, sin, -sin, cos, x + 0.6, y + 0.6))
    tiers = Path(_boughs(2.3), green, pen(line, 0.25)), Path(_boughs(1.35), lit(green, 0.4), pen(line, 0.2))
    yield Group((*tiers, Ellipse(0.0, 0.0, 0.3, 0.3, line)), (cos, sin, -sin, cos, x, y))


@lru_cache(maxsize=8)
def _boughs(reach: float) -> tuple[Command, ...]:
    """The outline of nine pointed boughs around (0, 0)."""
    star = ((reach if step % 2 else 0.62 * reach, step * math.pi / 9) for step in range(18))
    return straight((tuple((round(far * math.cos(a), 3), round(far * math.sin(a), 3)) for far, a in star),))


@lru_cache(maxsize=64)
def _crown(colour: Colour, line: Colour, lobes: int) -> tuple[Item, ...]:
    """A crown from above, 2 mm in radius around (0, 0)."""
    ring: list[Point] = []
    for step in range(2 * lobes):
        angle, reach = (step + lobes * 0.3) * math.pi / lobes, 1.72 if step % 2 else 2.0
        ring.append((reach * math.cos(angle), reach * math.sin(angle)))
    return Path(smooth(ring), colour, pen(line, 0.3)), Ellipse(-0.5, -0.55, 0.95, 0.85, lit(colour, 0.45))


@lru_cache(maxsize=16)
def _fronds(colour: Colour, line: Colour, heart: Colour) -> tuple[Item, ...]:
    """Seven fronds around (0, 0), up to 3.1 mm long."""
    leaves: list[Item] = []
    for index in range(7):
        cos, sin = math.cos(index * math.tau / 7), math.sin(index * math.tau / 7)
        long = 2.5 + 0.3 * (index % 3)
        leaf = ((0.0, 0.0), (long * 0.45, -0.62), (long, 0.25), (long * 0.5, 0.3))
        ring = [(u * cos - v * sin, u * sin + v * cos) for u, v in leaf]
        leaves.append(Path(smooth(ring), colour if colour == line else lit(colour, 0.3 * (index % 2)), pen(line, 0.2)))
    return (*leaves, Ellipse(0.0, 0.0, 0.42, 0.42, heart, pen(line, 0.2)))


# Parks, gardens and squares: blocks without buildings.

POND = 5.5
"""The minimum room for a pond or a playing field."""


class Green(Struct, frozen=True):
    """The items of a green block, and the trees on it."""

    items: tuple[Item, ...]
    trees: tuple[Tree, ...]


def park(block: TownBlock, paint: Paint, chance: Chance) -> Green:
    """Return a lawn with trees, around a pond or a playing field if there is room."""
    at, room = roomiest(block.ground)
    free: Shape = block.ground
    feature: tuple[Item, ...] = ()
    if room > POND and chance.share("feature", block.key) < 0.7:
        draw = _pond if chance.share("pond", block.key) < 0.6 else _field
        feature = tuple(draw(at, room, paint, chance, block.key))
        free = difference(free, (circle(at, room * 0.8),))
    return Green((*_lawn(block, paint), *feature), grove(free, 0.3, chance, block.key))


def garden(block: TownBlock, canvas: Canvas) -> Green:
    """Return a lawn around a flower bed in the form of the district's icon, on gravel."""
    district, paint, chance = canvas.district(block.face.district), canvas.paint, canvas.chance
    if district is None or district.icon is None:
        return park(block, paint, chance)
    at, room = roomiest(block.ground)
    sign = canvas.sign(district.id, "hedge")
    size = room * 1.36
    left, top = round(at[0] - size / 2, 3), round(at[1] - size / 2, 3)
    bed = canvas.look.icon(district.icon.name, left, top, size, mixed(sign, WHITE, 0.45))
    gravel = Ellipse(*at, room * 0.92, room * 0.92, paint("square"), pen(paint("hedge"), 0.3))
    free = difference(block.ground, (circle(at, room * 0.92),))
    return Green((*_lawn(block, paint), gravel, bed), grove(free, 0.4, chance, block.key))


def square(block: TownBlock, paint: Paint) -> Green:
    """Return a paved square with a fountain in a ring of trees."""
    (x, y), room = roomiest(block.ground)
    line = pen(paint("detail"), 0.3)
    paving = [Ellipse(x, y, room * share, room * share, None, pen(paint("plaza"), 0.5)) for share in (0.93, 0.72)]
    basin = room * 0.42
    rings = ((basin, "stone"), (basin * 0.8, "pond"), (basin * 0.4, "stone"), (basin * 0.2, "foam"))
    fountain = [Ellipse(x, y, radius, radius, paint(thing), line) for radius, thing in rings]
    shade = Ellipse(x + 0.7, y + 0.7, basin, basin, paint("shadow"))
    turns = [(step + 0.5) * math.tau / 8 for step in range(8)]
    trees = tuple(Tree(f"{block.key} {turn:.1f}", _round(x, y, turn, room * 0.83), 1.5) for turn in turns)
    ground = Path(straight(block.ground), paint("square"), line)
    return Green((ground, *paving, shade, *fountain), trees)


def _lawn(block: TownBlock, paint: Paint) -> Iterator[Item]:
    yield Path(straight(block.ground), paint("park"), pen(paint("hedge"), 0.3))


def _pond(at: Point, room: float, paint: Paint, chance: Chance, key: str) -> Iterator[Item]:
    ring: list[Point] = []
    for step in range(7):
        reach = room * chance.between(0.45, 0.66, "shore", key, step)
        ring.append(_round(*at, step * math.tau / 7, reach))
    yield Path(smooth(ring), paint("pond"), pen(paint("wave"), 0.4))
    x, y = at
    ripple = (
        (x - room * 0.22, y + 0.1),
        (x - room * 0.07, y - 0.4),
        (x + room * 0.07, y + 0.3),
        (x + room * 0.22, y - 0.2),
    )
    yield Path(smooth(ripple, ring=False), None, pen(paint("wave"), 0.4))


def _field(at: Point, room: float, paint: Paint, chance: Chance, key: str) -> Iterator[Item]:
    """A playing field with its lines."""
    long, wide = room * 0.62, room * 0.4
    turn = chance.pick((0.0, 0.5, 1.0, 1.57, 2.2), "turn", key)
    chalk = pen(paint("dash"), 0.3)
    pitch = (
        Rect(-long, -wide, 2 * long, 2 * wide, 0.5, paint("field"), pen(paint("hedge"), 0.3)),
        Rect(-long + 0.6, -wide + 0.6, 2 * long - 1.2, 2 * wide - 1.2, 0.0, None, chalk),
        Path(lines(((0.0, -wide + 0.6), (0.0, wide - 0.6))), None, chalk),
        Ellipse(0.0, 0.0, wide * 0.35, wide * 0.35, None, chalk),
    )
    cos, sin = math.cos(turn), math.sin(turn)
    yield Group(pitch, (cos, sin, -sin, cos, *at))


def _round(x: float, y: float, turn: float, reach: float) -> Point:
    return x + reach * math.cos(turn), y + reach * math.sin(turn)
