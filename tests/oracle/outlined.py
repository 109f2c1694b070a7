"""Region maps drawn at random: a sheet cut into polygons, spoilt as a hand spoils them, with roads that may be wrong.

What is drawn is a document and nothing else; what is neighbours there is judged from the document alone
(`neighbours.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import shapely
from shapely.affinity import translate

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapely.geometry.base import BaseGeometry

    from tests.oracle.board import Data

WIDE, HIGH = 120, 90
SNAP = 0.25
"""The default of `snap`, as docs/region-maps.md has it."""

LEAST = 0.7
"""The shortest side and the least width of what is cut, in millimetres: what is smaller is snapped to itself."""


@dataclass
class Cut:
    """A sheet while it is cut: the outline of each area, what the document says of it, and what was done."""

    chance: Random
    snap: float
    shapes: dict[str, BaseGeometry]
    said: dict[str, Data] = field(default_factory=dict)
    features: set[str] = field(default_factory=set)

    def one(self) -> str:
        """The name of an area, at random."""
        return self.chance.choice(list(self.shapes))

    def keep(self, name: str, shape: BaseGeometry) -> bool:
        """Take a new shape for an area unless it is too small or thin to be drawn."""
        shape = shapely.set_precision(shapely.simplify(shape, 0.01), 0.01)
        if shape.geom_type not in ("Polygon", "MultiPolygon") or shape.buffer(-LEAST / 2).is_empty:
            return False
        self.shapes[name] = shape
        return True


# Sheets: how one is cut into areas.


def _cells(chance: Random) -> list[BaseGeometry]:
    """Cells of points: three borders meet in most corners."""
    sheet = shapely.box(10, 10, WIDE - 10, HIGH - 10)
    points = shapely.MultiPoint(
        [(chance.uniform(10, WIDE - 10), chance.uniform(10, HIGH - 10)) for _ in range(chance.randint(4, 16))]
    )
    cells = shapely.voronoi_polygons(points, extend_to=sheet).geoms
    return [shapely.intersection(cell, sheet) for cell in cells]


def _slices(chance: Random) -> list[BaseGeometry]:
    """A sheet cut in two again and again, straight or slanting: a border ends on the side of another."""
    pieces = [shapely.box(10, 10, WIDE - 10, HIGH - 10)]
    for _ in range(chance.randint(3, 14)):
        piece = pieces.pop(max(range(len(pieces)), key=lambda at: pieces[at].area * chance.uniform(0.3, 1)))
        left, top, right, bottom = piece.bounds
        slant = chance.choice([0, 0, chance.uniform(-15, 15)])
        if right - left > bottom - top:
            middle = chance.uniform(left + 1, right - 1)
            knife = [(middle - slant, -200), (middle + slant, 300), (-500, 300), (-500, -200)]
        else:
            middle = chance.uniform(top + 1, bottom - 1)
            knife = [(-200, middle - slant), (300, middle + slant), (300, -500), (-200, -500)]
        blade = shapely.Polygon(knife)
        pieces += [each for each in (piece & blade, piece - blade) if each.area > 2]
    return pieces


def _blocks(chance: Random) -> list[BaseGeometry]:
    """Squares of a grid put together at random: four meet in a corner, some lie around others, some in two parts."""
    columns, rows = chance.randint(2, 5), chance.randint(2, 5)
    across = [10.0, *sorted(chance.uniform(12, WIDE - 12) for _ in range(columns - 1)), WIDE - 10.0]
    down = [10.0, *sorted(chance.uniform(12, HIGH - 12) for _ in range(rows - 1)), HIGH - 10.0]
    if chance.random() < 0.4:  # borders just below and above the least length
        down[1] = down[0] + chance.choice([1.5, 1.9, 2.1, 2.6])
    parts: dict[int, list[BaseGeometry]] = {}
    count = chance.randint(2, columns * rows)
    for column in range(columns):
        for row in range(rows):
            cell = shapely.box(across[column], down[row], across[column + 1], down[row + 1])
            if cell.area > 0:
                parts.setdefault(chance.randrange(count), []).append(cell)
    return [shapely.union_all(each) for each in parts.values()]


SHEETS: dict[str, Callable[[Random], list[BaseGeometry]]] = {
    "cells of points": _cells,
    "slices": _slices,
    "blocks of a grid": _blocks,
}


# Slips: what is done to an area that lay in its place.


def _hole(cut: Cut) -> bool:
    del cut.shapes[cut.one()]
    return len(cut.shapes) > 1


def _shrink(cut: Cut) -> bool:
    name = cut.one()
    return cut.keep(name, cut.shapes[name].buffer(-cut.chance.choice([0.6, 0.75, 1.3, 2.5]), join_style="mitre"))


def _nibble(cut: Cut) -> bool:
    """A strip of an area is cut away along one of its borders: a gap for a part of its length."""
    name, other = cut.one(), cut.one()
    wide = cut.chance.choice([0.6, 0.8, 1.4])
    strip = cut.shapes[other].buffer(wide, join_style="mitre")
    x, y = cut.chance.uniform(10, WIDE), cut.chance.uniform(10, HIGH)
    there = shapely.box(x, y, x + cut.chance.choice([1.5, 6, 30]), y + cut.chance.choice([1.5, 6, 30]))
    return name != other and cut.keep(name, cut.shapes[name] - _filled(strip & there))


def _filled(shape: BaseGeometry) -> BaseGeometry:
    """What of a shape has an area, without points and lines."""
    return shapely.union_all([each for each in shapely.get_parts(shape) if each.area])


def _cover(cut: Cut) -> bool:
    name = cut.one()
    return cut.keep(name, cut.shapes[name].buffer(cut.chance.choice([0.8, 2, 6]), join_style="mitre"))


def _shift(cut: Cut) -> bool:
    name = cut.one()
    x, y = (cut.chance.choice([-3, -0.7, 0, 0.7, 3]) for _ in "xy")
    return cut.keep(name, translate(cut.shapes[name], x, y))


def _enclave(cut: Cut) -> bool:
    """An area wholly inside another, which may have a hole for it."""
    name = cut.one()
    outer = cut.shapes[name]
    middle = shapely.point_on_surface(outer)
    room = middle.distance(outer.boundary)
    inner = middle.buffer(room * cut.chance.uniform(0.3, 0.8), quad_segs=cut.chance.randint(1, 4))
    new = f"E{len(cut.shapes)}"
    if room < 4 or not cut.keep(new, inner):
        return False
    cut.said[new] = {"ground": cut.chance.choice(["land", "land", "lake", "waste", "sea"])}
    return cut.chance.random() < 0.5 or cut.keep(name, outer - cut.shapes[new])


def _lake(cut: Cut) -> bool:
    """A lake or waste over several areas."""
    x, y = cut.chance.uniform(25, WIDE - 25), cut.chance.uniform(25, HIGH - 25)
    water = shapely.Point(x, y).buffer(cut.chance.uniform(3, 18), quad_segs=cut.chance.randint(1, 4))
    name = f"L{len(cut.shapes)}"
    cut.said[name] = {"ground": cut.chance.choice(["lake", "waste"])}
    return cut.keep(name, water)


def _sea(cut: Cut) -> bool:
    """A sea below all, and islands in it."""
    cut.shapes["Deep"] = shapely.box(0, 0, WIDE, HIGH)
    cut.said["Deep"] = {"ground": "sea"}
    return True


def _ground(cut: Cut) -> bool:
    cut.said[cut.one()] = {"ground": cut.chance.choice(["sea", "lake", "waste"])}
    return True


def _islands(cut: Cut) -> bool:
    """Two areas are one, wherever they lie."""
    if len(cut.shapes) < 4:
        return False
    name, other = cut.chance.sample(list(cut.shapes), 2)
    return name not in cut.said and other not in cut.said and cut.keep(name, cut.shapes[name] | cut.shapes.pop(other))


SLIPS: dict[str, Callable[[Cut], bool]] = {
    "an area left out": _hole,
    "a gap around an area": _shrink,
    "a gap along a part of a border": _nibble,
    "an area too large": _cover,
    "an area moved": _shift,
    "an enclave": _enclave,
    "a lake over others": _lake,
    "a sea below all": _sea,
    "another ground": _ground,
    "an area in two parts": _islands,
}


# Documents.


def _rings(cut: Cut, shape: BaseGeometry, jitter: float) -> Data:
    """An outline as it may be written: turned either way, begun anywhere, corners moved, given twice or put in."""
    chance, rings = cut.chance, []
    for part in shapely.get_parts(shape):
        for ring in (part.exterior, *part.interiors):
            corners = list(ring.coords)[:-1]
            if chance.random() < 0.2:
                cut.features.add("corners within sides")
                at = chance.randrange(len(corners))
                (x, y), (u, v) = corners[at - 1], corners[at]
                share = chance.uniform(0.2, 0.8)
                if abs(x - u) + abs(y - v) > 4 * LEAST:
                    corners.insert(at, (x + (u - x) * share, y + (v - y) * share))
            moved = [(x + chance.uniform(-jitter, jitter), y + chance.uniform(-jitter, jitter)) for x, y in corners]
            at = chance.randrange(len(moved))
            points = [[round(x, 3), round(y, 3)] for x, y in (*moved[at:], *moved[:at])][:: chance.choice([1, -1])]
            if chance.random() < 0.1:
                cut.features.add("a corner given twice")
                points.append(list(points[0] if chance.random() < 0.5 else points[-1]))
            rings.append(points)
    return rings[0] if len(rings) == 1 else rings


def _road(cut: Cut, one: str, other: str) -> Data:
    """A road as it may be written."""
    chance = cut.chance
    ends = [one, other]
    for at, name in enumerate(ends):
        parts = list(cut.said.get(name, {}).get("parts", ()))
        if parts and chance.random() < 0.5:
            ends[at] = f"{name}/{chance.choice(parts)}"
    cut.features.update({"a road to a part"} if ends != [one, other] else ())
    match chance.randrange(6):
        case 0:
            return f"{ends[0]} -> {ends[1]}"
        case 1:
            return ends
        case 2:
            cut.features.add("a road with a kind")
            return {"from": ends[0], "to": ends[1], "kind": chance.choice(["strait", "rail"])}
        case 3:
            return {"from": ends[0], "to": ends[1], "spaces": chance.randint(1, 3)}
        case _:
            return f"{ends[0]} -- {ends[1]}"


def outlined_map(  # noqa: C901  one document
    seed: int, number: int
) -> tuple[Data, frozenset[str]]:
    """The document of a map whose areas have outlines, and its features."""
    chance = Random(f"outlined {seed} {number}")
    sheet = list(SHEETS)[number % len(SHEETS)]
    snap = chance.choice([SNAP] * 4 + [0.1, 0.5])
    cut = Cut(chance, snap, {}, features={sheet})
    for at, shape in enumerate(SHEETS[sheet](chance)):
        cut.keep(f"P{at}", shape)
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        slip = chance.choice(list(SLIPS))
        before = dict(cut.shapes)
        if SLIPS[slip](cut):
            cut.features.add(slip)
        else:
            cut.shapes = before
    jitter = chance.choice([0, 0, 0.2]) * snap
    cut.features.add("corners moved apart" if jitter else "corners that meet")
    near = [
        (one, other) for one, other in combinations(cut.shapes, 2) if cut.shapes[one].distance(cut.shapes[other]) < snap
    ]
    areas: Data = {}
    for name, shape in cut.shapes.items():
        if name not in cut.said and chance.random() < 0.05:
            cut.said[name] = {"parts": {"north": {}, "south": {}}}
        areas[name] = {"outline": _rings(cut, shape, jitter), **cut.said.get(name, {})}
    document: Data = {"kind": "area-map", "name": "Outlined", "size": f"{WIDE} x {HIGH}"}
    if snap != SNAP:
        cut.features.add("another snap")
        document["outlines"] = {"snap": snap}
    if chance.random() < 0.2:
        cut.features.add("adjacency: drawn")
        document["adjacency"] = "drawn"
    roads = [_road(cut, *pair) for pair in near if chance.random() < 0.8]
    for _ in range(chance.choice([0, 0, 1, 3])):
        roads.append(_road(cut, cut.one(), cut.one()))
    if chance.random() < 0.1:
        cut.features.add("a waypoint")
        areas["Ferry"] = {"at": [3, 3], "waypoint": True}
        roads.append(f"{cut.one()} -- Ferry -- {cut.one()}")
    if chance.random() < 0.1:
        cut.features.add("an area without an outline")
        areas["Inn"] = {"at": [3, 6]}
        roads.append(f"{cut.one()} -- Inn")
    chance.shuffle(roads)
    borders = [
        {"between": [cut.one(), cut.one()] if chance.random() < 0.2 else list(chance.choice(near)), "kind": kind}
        for kind in ("impassable", "river", "wall")
        if near and chance.random() < 0.3
    ]
    cut.features.update(f"a border: {each['kind']}" for each in borders)
    return document | {"areas": areas, "roads": roads} | ({"borders": borders} if borders else {}), frozenset(
        cut.features
    )


def features_of_outlines() -> tuple[str, ...]:
    """All that the maps of this module must have somewhere."""
    return (
        *SHEETS, *SLIPS, "corners within sides", "a corner given twice", "corners moved apart", "corners that meet",
        "a road to a part", "a road with a kind", "another snap", "adjacency: drawn", "a waypoint",
        "an area without an outline", *(f"a border: {kind}" for kind in ("impassable", "river", "wall")),
    )  # fmt: skip
