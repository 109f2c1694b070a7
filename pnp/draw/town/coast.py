"""Land, beach, water, harbours, compass."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from pnp.draw.town.greenery import Tree, draw_palm, draw_pine, grove
from pnp.draw.town.plan import Chance, Paint, Plan, lines, lit, pen, smooth, straight
from pnp.geometry.polygons import (
    Point,
    PreparedShape,
    Ring,
    Shape,
    between,
    circle,
    closed,
    coarse,
    difference,
    filled,
    grow,
    nearest,
    opened,
    pieces,
    rectangle,
    spaced,
    swept,
    union,
)
from pnp.model.maps.map_style import WaterStyle
from pnp.scene.items import Affine, Colour, Command, Ellipse, Group, Item, Path, Rect
from pnp.units import total

# Land and water: the ground within the outermost roads, the land around it, the beach, and the water.

STEP = 5.0
"""The distance of points on an irregular coast."""

BAY = 40.0
"""Half the width of bays that the coast cuts off."""

WAVES = (3, 5, 8, 13, 21)
"""The number of periods of each wave in the shape of a coast, once around it."""

AWAY = {"north": (0.0, -1.0), "east": (1.0, 0.0), "south": (0.0, 1.0), "west": (-1.0, 0.0)}

MOST_HAVENS = 4

ROOMS = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
"""The radii of havens to try, the largest first."""


class Haven(Struct, frozen=True):
    """A round area of open water near the town."""

    at: Point
    radius: float


class Terrain(Struct, frozen=True):
    """Nested areas: the body of the town, the land, the land with its beach; and the water.

    `havens` are areas of calm water.
    """

    body: Shape
    land: Shape
    beach: Shape
    water: Shape
    havens: tuple[Haven, ...] = ()


def terrain_of(plan: Plan, style: WaterStyle | None, chance: Chance) -> Terrain:
    """Return land that contains all places and roads, with an irregular coast on the sides that have water."""
    body = filled(closed(plan.ground, 1.0))
    if style is None or not body:
        return Terrain(body, plan.face, plan.face, ())
    havens = _havens(plan, _inland(body, plan, style), style, chance)
    carved = tuple(circle(haven.at, haven.radius + 1.6 * style.beach) for haven in havens)
    easy = opened(closed(grow(body, style.coast), BAY), 2 * style.coast)
    wide = _inland(_wavering(easy, style.coast * 0.8, chance), plan, style)
    land = _rounded(union(grow(body, style.coast * 0.6), difference(wide, carved)), style.coast)
    beach = _beach(land, style.beach, chance) if style.beach else land
    return Terrain(body, land, beach, difference(plan.face, beach), havens)


def _inland(shape: Shape, plan: Plan, style: WaterStyle) -> Shape:
    """Return the shape extended over the sides of the face that have no water."""
    for side, (dx, dy) in AWAY.items():
        if side not in style.sides:
            shape = filled(swept(shape, dx * plan.width * 1.5, dy * plan.height * 1.5))
    return shape


def _beach(land: Shape, width: float, chance: Chance) -> Shape:
    wide = _wavering(grow(land, width * 0.8), width * 0.7, chance)
    return _rounded(union(grow(land, width * 0.5), wide), width)


def _rounded(shape: Shape, radius: float) -> Shape:
    return filled(opened(closed(shape, radius), radius))


def _wavering(shape: Shape, sway: float, chance: Chance) -> Shape:
    """Return the shape with its edge displaced by a sum of slow sine waves."""
    return union(*((_swayed(ring, sway, chance, f"{index} {sway:.2f}"),) for index, ring in enumerate(filled(shape))))


def _swayed(ring: Ring, sway: float, chance: Chance, key: str) -> Ring:
    """Return the ring with points displaced at right angles to its edge, by the sum of `WAVES`."""
    points = spaced(ring, STEP)
    heights = [chance.between(0.4, 1.0, "height", key, turns) / (1 + turns / 12) for turns in WAVES]
    phases = [chance.between(0.0, math.tau, "phase", key, turns) for turns in WAVES]
    result: list[Point] = []
    for step, (x, y) in enumerate(points):
        along = step / len(points) * math.tau
        rise = total(
            height * math.sin(turns * along + phase)
            for height, phase, turns in zip(heights, phases, WAVES, strict=True)
        )
        push = 2 * sway * rise / total(heights)
        (x0, y0), (x1, y1) = points[step - 1], points[(step + 1) % len(points)]
        length = math.dist((x0, y0), (x1, y1)) or 1.0
        result.append((x + (y1 - y0) / length * push, y - (x1 - x0) / length * push))
    return tuple(result)


def _havens(plan: Plan, dry: Shape, style: WaterStyle, chance: Chance) -> tuple[Haven, ...]:
    """Return up to four havens as large as possible, well apart from each other."""
    apart = 0.4 * min(plan.width, plan.height)
    found: list[Haven] = []
    for radius in ROOMS:
        if len(found) == MOST_HAVENS:
            break
        inner = grow(plan.face, -radius - 2.5, "miter")
        shore = grow(dry, radius + style.coast * 0.6 + style.beach)
        open_water = coarse(difference(inner, shore, grow(plan.kept, radius + 1.0)))
        points = [point for ring in open_water for point in spaced(ring, 4.0)]
        for point in sorted(points, key=lambda point: chance.share("haven", *point)):
            if len(found) < MOST_HAVENS and all(math.dist(point, haven.at) > apart for haven in found):
                found.append(Haven(point, radius))
    return tuple(found)


# Water: bands that get paler towards the beach, and wave lines on open water.

BANDS = ((5.0, "water-mid"), (2.4, "water-shallow"), (0.6, "foam"))
"""The distance of each band of paler water from the beach, the widest first."""

PITCH = 11.0
"""The distance of wave lines."""

MOST_WAVES = 10_000
"""The maximum number of wave lines of one map; on larger maps they are farther apart."""


def draw_sea(plan: Plan, terrain: Terrain, paint: Paint, *, bands: bool) -> Iterator[Item]:
    """Yield the water below everything else, with bands that get paler towards the beach if `bands` is set."""
    yield Rect(0.0, 0.0, plan.width, plan.height, 0.0, paint("water"))
    if bands:
        for reach, thing in BANDS:
            yield Path(straight(grow(terrain.beach, reach)), paint(thing))
        yield Path(straight(swept(terrain.beach, 0.8, 0.8)), paint("water-shadow"))


def draw_waves(
    plan: Plan, terrain: Terrain, paint: Paint, chance: Chance, taken: Sequence[Haven], edge: float = 0.0
) -> Iterator[Item]:
    """Yield wave lines, scattered over open water inside a frame of width `edge` and outside the `taken` areas."""
    inner = grow(plan.face, -edge - 4.0, "miter")
    open_water = PreparedShape(coarse(difference(inner, grow(terrain.beach, 3.6), grow(plan.kept, 3.0))))
    pitch = max(PITCH, math.sqrt(plan.width * plan.height / MOST_WAVES), max(plan.width, plan.height) / MOST_WAVES)
    commands: list[Command] = []
    for row in range(int(plan.height / pitch) + 1):
        for column in range(int(plan.width / pitch) + 1):
            x = (column + 0.5 * (row % 2) + chance.between(-0.3, 0.3, "x", row, column)) * pitch
            y = (row + chance.between(-0.3, 0.3, "y", row, column)) * pitch
            if open_water.holds((x, y)) and all(math.dist((x, y), it.at) > it.radius + 3.0 for it in taken):
                commands += _ripple(x, y, 2 + int(chance.share("crests", row, column) * 2))
    if commands:
        yield Path(tuple(commands), None, pen(paint("wave"), 0.5))


def _ripple(x: float, y: float, crests: int) -> tuple[Command, ...]:
    """Return a line of `crests` waves around (x, y)."""
    start = x - crests * 1.2
    points: list[Point] = [
        (start + index * 1.2, y + (0.0, -0.63, 0.0, 0.63)[index % 4]) for index in range(2 * crests + 1)
    ]
    return smooth(points, ring=False)


# The shore: trees between the outermost road and the beach, palms along the land's edge, parasols on the sand.

PALM_PITCH, PARASOL_PITCH = 11.0, 8.0

PARASOLS = ("parasol-red", "parasol-blue", "parasol-yellow")


class Palm(Struct, frozen=True):
    """A palm: its centre, its size and the angle of its first frond."""

    at: Point
    size: float
    turn: float


def palms(plan: Plan, terrain: Terrain, chance: Chance) -> tuple[Palm, ...]:
    """Return a loose row of palms along the edge of the land."""
    room = PreparedShape(coarse(difference(grow(terrain.land, -0.9), grow(terrain.body, 3.2), grow(plan.kept, 3.0))))
    row = enumerate(_along(grow(terrain.land, -1.4), PALM_PITCH, chance, "palm"))
    return tuple(
        Palm(at, chance.between(0.95, 1.25, "size", index), chance.between(0, math.tau, "turn", index))
        for index, at in row
        if room.holds(at) and chance.share("palm", index) < 0.75
    )


def shore_trees(plan: Plan, terrain: Terrain, taken: Sequence[Palm], chance: Chance) -> tuple[Tree, ...]:
    """Return trees where the land between road and beach is wide, away from the palms."""
    strip = opened(difference(grow(terrain.land, -3.0), grow(terrain.body, 1.5), plan.kept), 2.5)
    trees = [tree for index, part in enumerate(pieces(strip)) for tree in grove(part, 0.3, chance, f"shore {index}")]
    return tuple(tree for tree in trees if all(math.dist(tree.at, palm.at) > tree.radius + 2.6 for palm in taken))


def draw_palms(row: Iterable[Palm], paint: Paint, pines: bool = False) -> Iterator[Item]:
    """Yield every palm, or a pine in its place, with its shadow."""
    draw = draw_pine if pines else draw_palm
    for palm in row:
        yield from draw(palm.at, palm.size, palm.turn, paint)


def draw_parasols(plan: Plan, terrain: Terrain, paint: Paint, chance: Chance, taken: Sequence[Haven]) -> Iterator[Item]:
    """Yield parasols in small groups on the sand."""
    room = PreparedShape(coarse(difference(grow(terrain.beach, -1.1), grow(terrain.land, 1.3), grow(plan.kept, 2.0))))
    for index, at in enumerate(_along(grow(terrain.land, 1.5), PARASOL_PITCH, chance, "parasol")):
        busy = chance.share("busy", index // 4) < 0.55
        if busy and room.holds(at) and all(math.dist(at, it.at) > it.radius + 3.0 for it in taken):
            x, y = round(at[0], 3), round(at[1], 3)
            yield Ellipse(x + 0.5, y + 0.5, 1.25, 1.25, paint("sand-shadow"))
            stamp = _parasol(paint(chance.pick(PARASOLS, "cloth", index)), paint("foam"), paint("outline"))
            yield Group(stamp, (1.0, 0.0, 0.0, 1.0, x, y))


def _along(shape: Shape, pitch: float, chance: Chance, key: str) -> Iterator[Point]:
    """Yield points along the shape's edge, each slightly displaced."""
    for number, ring in enumerate(coarse(shape)):
        for index, (x, y) in enumerate(spaced(ring, pitch)):
            sway = pitch * 0.3
            dx, dy = (chance.between(-sway, sway, key, number, index, axis) for axis in "xy")
            yield x + dx, y + dy


@lru_cache(maxsize=16)
def _parasol(cloth: Colour, pale: Colour, line: Colour) -> tuple[Item, ...]:
    """A parasol from above, 1.25 mm in radius around (0, 0), in eight gores."""
    rim: Ring = tuple((1.25 * math.cos(step * math.pi / 4), 1.25 * math.sin(step * math.pi / 4)) for step in range(8))
    gores = tuple(((0.0, 0.0), rim[step], rim[step + 1]) for step in range(0, 8, 2))
    return (
        Path(straight((rim,)), pale, pen(line, 0.25)),
        Path(straight(gores), cloth),
        Path(straight((rim,)), None, pen(line, 0.25)),
    )


# Details in the havens: a compass, a lighthouse on its rock, jetties with boats; and boats on open water.

LONGEST = 19.0
"""The maximum length of a jetty."""


def draw_boats(
    plan: Plan, terrain: Terrain, paint: Paint, chance: Chance, taken: Sequence[Haven], edge: float = 0.0
) -> Iterator[tuple[Point, Item]]:
    """Yield boats on open water inside a frame of width `edge`, well apart, each with its position."""
    inner = grow(plan.face, -edge - 7.0, "miter")
    open_water = PreparedShape(coarse(difference(inner, grow(terrain.beach, 5.0), grow(plan.kept, 6.0))))
    found: list[Point] = [it.at for it in taken]
    for attempt in range(200):
        at = chance.between(0, plan.width, "boat x", attempt), chance.between(0, plan.height, "boat y", attempt)
        if open_water.holds(at) and all(math.dist(at, other) > 45.0 for other in found):
            found.append(at)
            yield at, boat(at, chance.between(0, math.tau, "boat turn", attempt), 1.25, paint)


def boat(at: Point, turn: float, size: float, paint: Paint) -> Item:
    """Return a sailing boat from above, its bow towards `turn`."""
    return Group(_boat(paint("hull"), paint("deck"), paint("sail"), paint("outline")), _turned(at, turn, size))


def draw_jetty(haven: Haven, land: Shape, paint: Paint, chance: Chance) -> Iterator[Item]:
    """Yield a jetty from the land to the haven's centre, with a boat on each side."""
    shore = nearest(land, haven.at)
    turn = math.atan2(haven.at[1] - shore[1], haven.at[0] - shore[0])
    start = between(shore, haven.at, -1.5 / (math.dist(shore, haven.at) or 1.0))
    length = min(math.dist(start, haven.at) + 2.5, LONGEST)
    yield Group(_jetty(length, paint("deck"), paint("outline"), paint("water-shadow")), _turned(start, turn, 1.0))
    for side in (-1.0, 1.0):
        far = length - chance.between(5.6, 7.0, "mooring", side)
        at = (
            start[0] + far * math.cos(turn) - side * 2.9 * math.sin(turn),
            start[1] + far * math.sin(turn) + side * 2.9 * math.cos(turn),
        )
        hull = paint("hull" if side < 0 else "sail")
        yield Group(_dinghy(hull, paint("deck"), paint("outline")), _turned(at, turn, 0.95))


def draw_lighthouse(haven: Haven, paint: Paint) -> Item:
    """Return a lighthouse, seen from the front, on a rock in the water."""
    size = min(1.0, haven.radius / 10.0)
    return Group(
        _lighthouse(*map(paint, ("stone", "foam", "parasol-red", "core", "outline"))), _turned(haven.at, 0.0, size)
    )


def draw_buoy(haven: Haven, paint: Paint) -> Item:
    """Return a buoy with a pennant, seen from the front, leaning in the water."""
    size = min(1.0, haven.radius / 10.0)
    colours = map(paint, ("foam", "parasol-red", "core", "outline"))
    return Group(_buoy(*colours), _turned(haven.at, 0.14, size))


def _turned(at: Point, turn: float, size: float) -> Affine:
    cos, sin = round(size * math.cos(turn), 5), round(size * math.sin(turn), 5)
    return cos, sin, -sin, cos, round(at[0], 3), round(at[1], 3)


@lru_cache(maxsize=8)
def _boat(hull: Colour, deck: Colour, sail: Colour, line: Colour) -> tuple[Item, ...]:
    """A sailing boat around (0, 0) with its bow to the right, 8 mm long."""
    side = ((-3.8, -0.9), (-3.8, 0.9), (-0.8, 1.5), (1.8, 1.1), (4.2, 0.0), (1.8, -1.1), (-0.8, -1.5))
    main: tuple[Command, ...] = (("M", 1.2, -0.1), ("L", -4.4, 1.5), ("C", -3.2, 2.9, -0.6, 2.6, 1.2, -0.1), ("Z",))
    jib: tuple[Command, ...] = (("M", 4.0, 0.0), ("L", 1.3, 0.4), ("C", 1.6, 1.5, 3.0, 1.3, 4.0, 0.0), ("Z",))
    return (
        Path(smooth(side), hull, pen(line, 0.35)),
        Rect(-3.0, -0.75, 3.4, 1.5, 0.6, deck, pen(line, 0.25)),
        Path(main, sail, pen(line, 0.3)),
        Path(jib, hull, pen(line, 0.3)),
        Ellipse(1.2, 0.0, 0.3, 0.3, line),
    )


@lru_cache(maxsize=8)
def _dinghy(hull: Colour, deck: Colour, line: Colour) -> tuple[Item, ...]:
    """A rowing boat around (0, 0) with its bow to the right, 6 mm long."""
    side = ((-2.7, -0.8), (-2.7, 0.8), (-0.3, 1.25), (1.6, 0.8), (3.0, 0.0), (1.6, -0.8), (-0.3, -1.25))
    inner = ((-2.1, -0.45), (-2.1, 0.45), (-0.3, 0.75), (1.2, 0.45), (2.0, 0.0), (1.2, -0.45), (-0.3, -0.75))
    thwarts = (rectangle(-1.5, -0.6, 0.5, 1.2), rectangle(0.2, -0.62, 0.5, 1.24))
    return (
        Path(smooth(side), hull, pen(line, 0.3)),
        Path(smooth(inner), deck, pen(line, 0.2)),
        Path(straight(thwarts), hull, pen(line, 0.2)),
    )


@lru_cache(maxsize=8)
def _jetty(length: float, wood: Colour, line: Colour, shade: Colour) -> tuple[Item, ...]:
    """A jetty from (0, 0) to the right, 2.6 mm wide, with a cross-piece at its end."""
    deck = (
        (0.0, -1.3),
        (length - 2.6, -1.3),
        (length - 2.6, -3.4),
        (length, -3.4),
        (length, 3.4),
        (length - 2.6, 3.4),
        (length - 2.6, 1.3),
        (0.0, 1.3),
    )
    planks = [((x, -1.3), (x, 1.3)) for x in (step * 1.2 for step in range(1, int((length - 2.6) / 1.2) + 1))]
    planks += [((length - 2.6, y), (length, y)) for y in (-2.2, -1.1, 0.0, 1.1, 2.2)]
    return (
        Path(straight((tuple((x + 0.5, y + 0.5) for x, y in deck),)), shade),
        Path(straight((deck,)), wood, pen(line, 0.35)),
        Path(lines(*planks), None, pen(line, 0.2)),
    )


@lru_cache(maxsize=8)
def _lighthouse(stone: Colour, white: Colour, red: Colour, light: Colour, line: Colour) -> tuple[Item, ...]:
    """A lighthouse around (0, 0), 17 mm tall."""
    rock = (
        (-6.4, 5.6),
        (-4.6, 3.4),
        (-1.5, 3.2),
        (1.2, 2.7),
        (4.4, 3.6),
        (6.4, 5.4),
        (4.2, 7.2),
        (0.2, 7.8),
        (-4.0, 7.3),
    )
    tower = ((-2.5, 4.6), (-1.55, -4.2), (1.55, -4.2), (2.5, 4.6))
    stripes = tuple(
        tuple((sign * _half(y), y) for sign, y in ((-1, low), (-1, high), (1, high), (1, low)))
        for low, high in ((-2.4, -0.7), (1.0, 2.8))
    )
    return (
        Path(smooth(rock), stone, pen(line, 0.4)),
        Path(straight((((-4.4, 5.9), (-1.6, 6.4), (-0.2, 5.8)),)), lit(stone, -0.6)),
        Path(straight((tower,)), white),
        Path(straight(stripes), red),
        Path(straight((((0.6, 4.6), (0.35, -4.2), (1.55, -4.2), (2.5, 4.6)),)), lit(white, -0.5)),
        Path(straight(tuple(tuple((max(x, 0.42), y) for x, y in stripe) for stripe in stripes)), lit(red, -0.6)),
        Path(straight((tower,)), None, pen(line, 0.4)),
        Rect(-2.3, -4.9, 4.6, 0.9, 0.2, stone, pen(line, 0.35)),
        Rect(-1.2, -7.0, 2.4, 2.1, 0.1, light, pen(line, 0.35)),
        Path(straight((((-1.8, -7.0), (0.0, -9.2), (1.8, -7.0)),)), red, pen(line, 0.35)),
        Path(straight((rectangle(-0.55, 2.9, 1.1, 1.7),)), line),
    )


@lru_cache(maxsize=8)
def _buoy(foam: Colour, red: Colour, light: Colour, line: Colour) -> tuple[Item, ...]:
    """A buoy around (0, 0), 11 mm tall: a ball with a band, half in rings of foam, and a pennant on its pole."""
    ball = ((-3.1, 4.2), (-3.3, 2.6), (-2.5, 0.5), (-0.9, -0.5), (0.9, -0.5), (2.5, 0.5), (3.3, 2.6), (3.1, 4.2))
    band = ((-3.25, 2.9), (-3.2, 1.6), (0.0, 2.1), (3.2, 1.6), (3.25, 2.9), (0.0, 3.5))
    pennant = ((0.0, -6.0), (4.4, -4.7), (0.0, -3.4))
    return (
        Ellipse(0.0, 4.6, 5.2, 1.6, None, pen(foam, 0.4)),
        Path(lines(((0.0, -0.5), (0.0, -6.2))), None, pen(line, 0.5)),
        Path(straight((pennant,)), light, pen(line, 0.35)),
        Path(smooth(ball), red, pen(line, 0.4)),
        Path(smooth(band), foam, pen(line, 0.3)),
        Path(smooth(((-4.0, 4.6), (-1.6, 4.0), (0.0, 4.5), (1.6, 4.0), (4.0, 4.6), (2.2, 5.7), (-2.2, 5.7))), foam),
    )


def _half(y: float) -> float:
    """Return half the width of the lighthouse's tower at that height."""
    return 1.55 + (y + 4.2) / 8.8 * 0.95


# A compass rose: four long and four short points; the north one has a different colour.


def draw_compass(at: Point, size: float, paint: Paint) -> Iterator[Item]:
    """Yield a compass rose of that size in millimetres from north to south."""
    (x, y), reach = at, size / 2
    line, paper = paint("outline"), paint("place")
    yield Ellipse(x, y, reach * 0.66, reach * 0.66, paper, pen(line, 0.4))
    yield Ellipse(x, y, reach * 0.55, reach * 0.55, None, pen(line, 0.2))
    for quarter in range(4):
        yield from _point(at, quarter * 90 + 45, reach * 0.55, reach * 0.13, paint("core"), paper, line)
    for quarter in range(4):
        dark = paint("north") if quarter == 0 else line
        yield from _point(at, quarter * 90, reach, reach * 0.19, dark, dark if quarter == 0 else paper, line)


def _point(
    at: Point, degrees: float, reach: float, half: float, dark: Colour, light: Colour, line: Colour
) -> Iterator[Item]:
    """Yield one point in two halves, the lighter one anticlockwise."""
    turn = math.radians(degrees - 90)
    ux, uy = math.cos(turn), math.sin(turn)
    tip = at[0] + ux * reach, at[1] + uy * reach
    for side, fill in ((-1.0, light), (1.0, dark)):
        shoulder = at[0] + (ux - side * uy) * half, at[1] + (uy + side * ux) * half
        yield Path(straight(((at, shoulder, tip),)), fill, pen(line, 0.3))
