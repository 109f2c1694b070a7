"""Buildings and roofs; the town as a whole."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.blocks import GroundFace, TownBlock, blocks, lots, oriented_box
from pnp.draw.town.greenery import Green, Tree, draw_trees, garden, grove, park, square
from pnp.draw.town.plan import WHITE, Canvas, Chance, Paint, lines, lit, mixed, pen, straight
from pnp.geometry.polygons import (
    Point,
    Ring,
    Shape,
    area,
    between,
    centre,
    corners,
    difference,
    edges,
    grow,
    intersection,
    perimeter,
    rectangle,
    signed_area,
    swept,
    union,
)
from pnp.model.maps.map_style import TownStyle
from pnp.scene.items import Colour, Ellipse, Group, Item, Path, Rect
from pnp.units import total

# Roofs seen from above: flat facets lit by their slope, ridges, and an outline.

RIDGE = 0.25

MARKETS = ("parasol-red", "parasol-blue", "parasol-yellow")
"""The colours of market cloths."""

MARKET_SHARE = 0.08
"""The share of markets among four-walled buildings outside the core."""

Roof = Callable[[Ring, Colour, Paint], Iterator[Item]]


def draw_roof(ring: Ring, kind: str, colour: Colour, paint: Paint, outline: float) -> Iterator[Item]:
    """Yield the roof of one building, facet by facet, and its outline."""
    yield from ROOFS[kind](ring, colour, paint)
    yield Path(straight((ring,)), None, pen(paint("detail"), outline))


def roof_kind(ring: Ring, high: bool, houses: Sequence[str], chance: Chance, key: str, unlike: str) -> str:
    """Return a kind of roof that fits this ground plan, of `houses` if low, and other than `unlike` if possible."""
    if not high and len(ring) == 4 and chance.share("market", key) < MARKET_SHARE:
        return chance.pick(MARKETS, "cloth", key)
    fitting = _fitting(ring, high, houses)
    others = tuple(kind for kind in fitting if kind != unlike)
    return chance.pick(others or fitting, "roof", key)


def _fitting(ring: Ring, high: bool, houses: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of roof that a ground plan can have, repeated for those that are more frequent."""
    if high and grow((ring,), -3.4, "miter"):
        return ("flat", "stepped", "terrace", "glass", "tower" if _compact(ring) else "terrace")
    if high:
        return ("flat", "stepped", "glass")
    walls = {"gable": len(ring) == 4, "tin": len(ring) == 4, "hip": True, "veranda": True}
    convex = _convex(ring)
    return tuple(kind for kind in houses if kind not in walls or (convex and walls[kind])) or ("flat",)


def _convex(ring: Ring) -> bool:
    """Whether the ring is convex."""
    return all((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0 for a, b, c in corners(ring))


def _compact(ring: Ring) -> bool:
    """Whether the ring is about as wide as long."""
    return signed_area(ring) * 4 * math.pi / perimeter(ring) ** 2 > 0.6


def _slope(facet: Ring, colour: Colour) -> Path:
    """Return a facet that slopes down to its first side, lit from the north-west."""
    a, b = facet[:2]
    length = math.dist(a, b) or 1.0
    return Path(straight((facet,)), lit(colour, ((b[0] - a[0]) - (b[1] - a[1])) / length * math.sqrt(0.5)))


def _gable(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    a, b, c, d = _long_first(ring)
    start, end = between(d, a), between(b, c)
    yield _slope((a, b, end, start), colour)
    yield _slope((c, d, start, end), colour)
    yield Path(lines((start, end)), None, pen(paint("detail"), RIDGE))


def _hip(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A hip roof: it slopes down to every wall, from a ridge along a long building or a point above a compact one."""
    box, (x, y) = oriented_box(ring), centre(ring)
    ux, uy = box.along
    half = 0.42 * (box.length - box.width) if box.length > 1.3 * box.width else 0.0
    ends = ((x - ux * half, y - uy * half), (x + ux * half, y + uy * half))
    tops = {corner: ends[(corner[0] - x) * ux + (corner[1] - y) * uy > 0] for corner in ring}
    for a, b in edges(ring):
        yield _slope((a, b, tops[b]) if tops[a] == tops[b] else (a, b, tops[b], tops[a]), colour)
    yield Path(lines(ends, *tops.items()), None, pen(paint("detail"), RIDGE))


CORRUGATION = 1.1
"""The distance between the ribs of corrugated iron, in millimetres."""

GALLERY = 0.9
"""The width of the gallery round a house with a veranda, in millimetres."""


def _tin(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A gable of corrugated iron: ribs run down from the ridge."""
    yield from _gable(ring, colour, paint)
    yield from _ribs(ring, colour)


def _sheet(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """One slope of corrugated iron."""
    yield Path(straight((ring,)), lit(colour, 0.3))
    yield from _ribs(ring, colour)


def _ribs(ring: Ring, colour: Colour) -> Iterator[Item]:
    yield Path(straight(intersection((ring,), _bars(ring, 0.22, CORRUGATION))), lit(colour, -0.7))


def _veranda(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A hip roof above the light roof of a gallery, which runs round the house."""
    upper = grow((ring,), -GALLERY, "miter")
    if len(upper) != 1 or len(upper[0]) != len(ring):
        yield from _hip(ring, colour, paint)
        return
    yield Path(straight((ring,)), lit(colour, 1.2))
    yield from _hip(upper[0], colour, paint)
    yield Path(straight(upper), None, pen(paint("detail"), RIDGE))


def _flat(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield from _parapet(ring, colour, paint)
    box = oriented_box(ring)
    ux, uy = box.along
    x, y = centre(ring)
    hatch = Rect(-0.9, -0.65, 1.8, 1.3, 0.0, lit(colour, 0.9), pen(paint("detail"), RIDGE))
    for off in (0.0, 2.6) if box.length > 13 else (0.0,):
        yield Group((hatch,), (ux, uy, -uy, ux, round(x + off * ux, 3), round(y + off * uy, 3)))


def _stepped(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield Path(straight((ring,)), lit(colour, -0.3))
    for depth, light in ((1.3, 0.3), (2.6, 0.9)):
        yield Path(straight(grow((ring,), -depth, "miter")), lit(colour, light), pen(paint("detail"), RIDGE))


def _tower(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A flat roof with a helipad."""
    yield from _parapet(ring, colour, paint)
    x, y = centre(ring)
    yield Ellipse(round(x, 3), round(y, 3), 2.0, 2.0, lit(colour, 0.9), pen(paint("detail"), RIDGE))
    bars = (((-0.7, -0.9), (-0.7, 0.9)), ((0.7, -0.9), (0.7, 0.9)), ((-0.7, 0.0), (0.7, 0.0)))
    yield Path(lines(*([(x + u, y + v) for u, v in bar] for bar in bars)), None, pen(paint("detail"), 0.35))


def _terrace(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A roof garden with two bushes."""
    yield Path(straight((ring,)), lit(colour, 0.5))
    yield Path(straight(grow((ring,), -1.5, "miter")), paint("park"), pen(paint("detail"), RIDGE))
    box = oriented_box(ring)
    x, y = centre(ring)
    for off in (-0.14, 0.14):
        at = x + box.along[0] * box.length * off, y + box.along[1] * box.length * off
        yield Ellipse(round(at[0], 3), round(at[1], 3), 1.1, 1.1, paint("tree"), pen(paint("detail"), RIDGE))


def _glass(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A glass roof over a hall, with bars across it."""
    yield Path(straight((ring,)), lit(colour, 0.3))
    pane = grow((ring,), -1.2, "miter")
    yield Path(straight(pane), paint("glass"), pen(paint("detail"), RIDGE))
    yield Path(straight(intersection(pane, _bars(ring, 0.15, 2.0))), paint("detail"))


def _market(cloth: str, ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A market under striped cloth."""
    yield Path(straight((ring,)), paint("foam"))
    yield Path(straight(intersection((ring,), _bars(ring, 1.1, 2.2))), mixed(paint(cloth), paint("foam"), 0.35))


def _bars(ring: Ring, width: float, pitch: float) -> Shape:
    """Return bars across the ring's long direction."""
    box = oriented_box(ring)
    (ux, uy), (x, y), far = box.along, box.middle, box.length
    count = int(far / 2 / pitch) + 1
    bars = (rectangle(step * pitch - width / 2, -far, width, 2 * far) for step in range(-count, count + 1))
    return tuple(tuple((x + u * ux - v * uy, y + u * uy + v * ux) for u, v in bar) for bar in bars)


def _parapet(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield Path(straight((ring,)), lit(colour, 0.5))
    yield Path(straight(grow((ring,), -0.8, "miter")), colour, pen(paint("detail"), RIDGE))


def _long_first(ring: Ring) -> tuple[Point, Point, Point, Point]:
    """Return the four corners, beginning with a long side."""
    a, b, c, d = ring
    return (a, b, c, d) if math.dist(a, b) + math.dist(c, d) >= math.dist(b, c) + math.dist(d, a) else (b, c, d, a)


ROOFS: dict[str, Roof] = {
    "gable": _gable,
    "hip": _hip,
    "flat": _flat,
    "tin": _tin,
    "sheet": _sheet,
    "veranda": _veranda,
    "stepped": _stepped,
    "tower": _tower,
    "terrace": _terrace,
    "glass": _glass,
    **{cloth: partial(_market, cloth) for cloth in MARKETS},
}


# Buildings: one for each lot of a block, with a roof different from its neighbours'.

CORE_LOT = 1.15
"""The factor by which buildings of the core are wider than others."""

CORE_HEIGHT = 1.6
"""The factor by which their shadows are longer."""


class Building(Struct, frozen=True):
    """One building: its outline from above, its kind of roof, the index of its colour, and whether it is high."""

    key: str
    ring: Ring
    roof: str
    colour: int
    high: bool


def buildings(block: TownBlock, style: TownStyle, chance: Chance) -> tuple[Building, ...]:
    """Return the buildings of a block; consecutive ones differ in colour and, if possible, in their kind of roof."""
    high = block.face.core
    found: list[Building] = []
    for lot in lots(block.site, style.lot * (CORE_LOT if high else 1.0), chance, block.key):
        worn = {building.colour for building in found[-2:]}
        colours = [number for number in range(len(style.roofs)) if number not in worn] or [0]
        kind = roof_kind(lot.ring, high, style.houses, chance, lot.key, found[-1].roof if found else "")
        found.append(Building(lot.key, lot.ring, kind, chance.pick(colours, "colour", lot.key), high))
    return tuple(found)


def yard(block: TownBlock, built: Iterable[Building]) -> Shape:
    """Return the ground of a block without its buildings."""
    return difference(block.ground, *(grow((building.ring,), 0.6, "miter") for building in built))


def shadows(built: Iterable[Building], length: float) -> Shape:
    """Return the flat shadows of all buildings to the south-east; those of high ones are longer."""
    low = tuple(building.ring for building in built if not building.high)
    high = tuple(building.ring for building in built if building.high)
    return union(swept(low, length, length), swept(high, length * CORE_HEIGHT, length * CORE_HEIGHT))


def draw_buildings(built: Iterable[tuple[Building, Colour]], style: TownStyle, paint: Paint) -> Iterator[Item]:
    """Yield all shadows, then every roof in its colour."""
    pairs = tuple(built)
    if style.shadow and pairs:
        yield Path(straight(shadows([building for building, _ in pairs], style.shadow)), paint("shadow"))
    for building, colour in pairs:
        yield from draw_roof(building.ring, building.roof, colour, paint, style.outline)


# The town: blocks, buildings and greens on the faces between the roads, and their drawing.

MOST_GROUND = 600_000.0
"""The area in square millimetres up to which houses have the size of the style."""

KINSHIP = 0.3
"""The share of its district's tint in the colour of a roof."""


class BuiltBlock(Struct, frozen=True):
    """A block with buildings and the trees in their yards."""

    block: TownBlock
    buildings: tuple[Building, ...]
    trees: tuple[Tree, ...]


class Town(Struct, frozen=True):
    """The blocks with buildings, and the green ones."""

    built: tuple[BuiltBlock, ...]
    greens: tuple[Green, ...]

    @property
    def buildings(self) -> tuple[Building, ...]:
        """All buildings."""
        return tuple(building for one in self.built for building in one.buildings)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """All trees."""
        planted = (*(one.trees for one in self.built), *(one.trees for one in self.greens))
        return tuple(tree for trees in planted for tree in trees)


def grow_town(found: Sequence[GroundFace], style: TownStyle, canvas: Canvas) -> Town:
    """Return the town on these faces.

    On more ground than `MOST_GROUND`, blocks and houses are larger instead of more.
    """
    larger = max(1.0, math.sqrt(total(area(face.ground) for face in found) / MOST_GROUND))
    style = replace(style, lot=style.lot * larger)
    built: list[BuiltBlock] = []
    greens: list[Green] = []
    for block in blocks(canvas.plan, found, style, canvas.chance, larger):
        match block.use:
            case "built":
                built.append(_built(block, style, canvas))
            case "park":
                greens.append(park(block, canvas.paint, canvas.chance))
            case "garden":
                greens.append(garden(block, canvas))
            case "square":
                greens.append(square(block, canvas.paint))
            case _:
                assert_never(block.use)
    return Town(tuple(built), tuple(greens))


def _built(block: TownBlock, style: TownStyle, canvas: Canvas) -> BuiltBlock:
    stand = buildings(block, style, canvas.chance)
    return BuiltBlock(block, stand, grove(yard(block, stand), 0.22, canvas.chance, block.key))


def draw_town(town: Town, style: TownStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the grounds of all blocks, then shadows and roofs, then trees."""
    for one in town.built:
        ground = _ground(one.block, canvas)
        yield Path(straight(one.block.ground), ground, pen(lit(ground, -0.8), 0.3))
    for green in town.greens:
        yield from green.items
    roofed = [(building, _roof(building, one.block, style, canvas)) for one in town.built for building in one.buildings]
    yield from draw_buildings(roofed, style, canvas.paint)
    yield from draw_trees(town.trees, canvas.paint, canvas.chance)


def _ground(block: TownBlock, canvas: Canvas) -> Colour:
    return canvas.paint("core-block") if block.face.core else canvas.tint(block.face.district, "block")


def _roof(building: Building, block: TownBlock, style: TownStyle, canvas: Canvas) -> Colour:
    colour = canvas.look.colour(style.roofs[building.colour].name)
    district = canvas.district(block.face.district)
    if style.tinge and district and district.colour:
        colour = mixed(colour, mixed(canvas.look.colour(district.colour.name), WHITE, 0.5), style.tinge)
    return colour if building.high else mixed(colour, canvas.tint(block.face.district, "block"), KINSHIP)
