"""Where a map lies on paper: the spots of its places, the lines of its roads, and what lies too near to what.

Coordinates are whole tenths of a micrometre, so that it is decided exactly on which side of a road a point lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.diagnostics import Span
    from pnp.model.area_map import AreaMap, Road
    from pnp.model.area_map import Point as Millimetres

UNIT = 10_000
"""How many units make a millimetre."""

AROUND = (-2, -1, 0, 1, 2)
"""The rows and columns of cells around a point in which others may be near."""

CROWD = 8
"""How many points of one cell are compared with others."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on paper: its name, the label printed in it, its part of the map, and its centre, None for a draft."""

    id: str
    label: str
    district: str | None
    span: Span
    at: Point | None


@dataclass(frozen=True, slots=True)
class Line:
    """A road on paper: the spots at its ends, and the points that it runs through from the one to the other."""

    start: int
    end: int
    points: tuple[Point, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Layout:
    """A map on paper of `width` by `height`, 0 where it has no size yet; lines are those of roads with placed ends."""

    map: str
    span: Span
    width: int
    height: int
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    damaged: bool = False

    @property
    def sized(self) -> bool:
        """Whether the map has a size, so that positions are millimetres on paper."""
        return self.width > 0 and self.height > 0

    @property
    def placed(self) -> Iterator[tuple[int, Point]]:
        """The spots that have a centre, by number, with it."""
        return ((number, spot.at) for number, spot in enumerate(self.spots) if spot.at is not None)

    @property
    def unplaced(self) -> tuple[Spot, ...]:
        """The spots without a centre."""
        return tuple(spot for spot in self.spots if spot.at is None)

    def ends(self, line: Line) -> str:
        """A road as messages name it: `'Market' – 'Pier'`."""
        return f"'{self.spots[line.start].id}' – '{self.spots[line.end].id}'"


def lay_out(area_map: AreaMap) -> Layout:
    """The layout of an area map."""
    spots = tuple(
        Spot(area.id, area.label, area.district.name if area.district else None, area.span, area.at and _point(area.at))
        for area in area_map.areas
    )
    numbers = {spot.id: number for number, spot in enumerate(spots)}
    lines = tuple(line for road in area_map.roads for line in _lines(road, spots, numbers))
    width, height = _point((area_map.width, area_map.height))
    return Layout(area_map.id, area_map.span, width, height, spots, lines, area_map.damaged)


def _lines(road: Road, spots: tuple[Spot, ...], numbers: dict[str, int]) -> Iterator[Line]:
    start, end = numbers.get(road.start.name), numbers.get(road.end.name)
    if start is None or end is None or start == end:
        return
    first, last = spots[start].at, spots[end].at
    if first is not None and last is not None:
        yield Line(start, end, (first, *map(_point, road.via), last), road.span)


def _point(at: Millimetres) -> Point:
    return round(at[0] * UNIT), round(at[1] * UNIT)


def nearest_before(points: Iterable[tuple[int, Point]], within: int) -> Iterator[tuple[int, int, float]]:
    """Each point that has one before it less than `within` away, the nearest of those, and how far that is.

    Two points of one cell of the grid are always so near. Of a crowd in one cell only the first few are kept, so that
    many points in one spot cost no more than as many apart.
    """
    width = int(within * 0.7)
    cells: dict[Point, list[tuple[int, Point]]] = {}
    for number, (x, y) in points:
        column, row = x // width, y // width
        around = [
            (hypot(x - there[0], y - there[1]), other)
            for cell in ((column + across, row + down) for across in AROUND for down in AROUND)
            for other, there in cells.get(cell, ())
        ]
        distance, other = min(around, default=(within, number))
        if distance < within:
            yield number, other, distance
        members = cells.setdefault((column, row), [])
        if len(members) < CROWD:
            members.append((number, (x, y)))
