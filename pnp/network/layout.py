"""The positions of a map on paper: its spots, its roads as lines, and which of them cross or are too close.

Line segments and points are sorted into the cells of a uniform grid, and compared only with those in the same cell or
near it. Coordinates are integers (tenths of a micrometre), so that the side of a road on which a point lies is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from math import hypot, inf
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.polygons import mean
from pnp.geometry.tracks import along, curved, length_of
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area, Point
from pnp.model.maps.game_map import Point as Millimetres
from pnp.model.maps.street_map import StreetMap
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.network import Network

# Roads as line segments: which of them meet, and which pass too close to a spot.


class RoadSegment(Struct, frozen=True):
    """A straight part of road number `line`, from its left end to its right end; `top` and `bottom` are y bounds."""

    line: int
    left: GridPoint
    right: GridPoint
    top: int
    bottom: int


class RoadMeeting(Struct, frozen=True):
    """Two roads, by number, that meet: they `touch` if one of them ends there, and cross otherwise."""

    lower: int
    upper: int
    touch: bool


class RoadGrid:
    """The line segments of roads, by the grid cells that they pass.

    A cell is at least as wide as the segments are long on average, so that a segment passes few cells.
    """

    def __init__(self, lines: Sequence[RoadLine], least: int) -> None:
        self.lines = lines
        segments = tuple(_line_segments(lines))
        total = sum(hypot(each.right[0] - each.left[0], each.bottom - each.top) for each in segments)
        self.cell = max(least, int(total / len(segments)) if segments else 0)
        self.cells: dict[GridPoint, list[RoadSegment]] = {}
        for segment in segments:
            for cell in _cells(segment, self.cell):
                self.cells.setdefault(cell, []).append(segment)

    def meetings(self, budget: SearchBudget) -> tuple[RoadMeeting, ...]:
        """Return the pairs of roads that meet at any point other than a shared end, in source order.

        A pair that both touches and crosses counts as crossing. Two roads between the same places are never a pair.
        Raises OutOfStepsError if there are too many roads in one cell.
        """
        budget.spend(sum(len(members) * (len(members) - 1) // 2 for members in self.cells.values()))
        found: dict[tuple[int, int], bool] = {}
        for one, other in chain.from_iterable(map(_close, self.cells.values())):
            touch = _meet(one, other, self.lines[one.line], self.lines[other.line])
            if touch is not None:
                pair = (min(one.line, other.line), max(one.line, other.line))
                found[pair] = found.get(pair, True) and touch
        return tuple(RoadMeeting(*pair, touch) for pair, touch in sorted(found.items()))

    def is_met_by(self, line: RoadLine) -> bool:
        """Whether a new road would meet one of these at any point other than a shared end."""
        for segment in _line_segments((line,)):
            for member in (member for cell in _cells(segment, self.cell) for member in self.cells.get(cell, ())):
                if not _apart(segment, member) and _meet(segment, member, line, self.lines[member.line]) is not None:
                    return True
        return False

    def runs_through(
        self, points: Iterable[tuple[int, GridPoint]], within: int, budget: SearchBudget
    ) -> tuple[tuple[int, int], ...]:
        """Return sorted pairs of a road and a point, by number, that are less than `within` apart.

        A point at an end of the road is left out. Raises OutOfStepsError if there are too many roads in one cell.
        """
        near = [(number, at, members) for number, at in points for members in self._around(at, within)]
        budget.spend(sum(len(members) for *_, members in near))
        found = set()
        for number, at, members in near:
            above, below = at[1] - within, at[1] + within
            for segment in members:
                if segment.top < below and above < segment.bottom and _passes(segment, at, within):
                    line = self.lines[segment.line]
                    if number not in (line.start, line.end):
                        found.add((segment.line, number))
        return tuple(sorted(found))

    def _around(self, at: GridPoint, within: int) -> Iterator[list[RoadSegment]]:
        """Yield the line segments in each cell that is less than `within` from a point."""
        (x, y), cell = at, self.cell
        for column in range((x - within) // cell, (x + within) // cell + 1):
            for row in range((y - within) // cell, (y + within) // cell + 1):
                if members := self.cells.get((column, row)):
                    yield members


def _line_segments(lines: Iterable[RoadLine]) -> Iterator[RoadSegment]:
    for number, line in enumerate(lines):
        for ends in pairwise(line.points):
            left, right = sorted(ends)
            yield RoadSegment(number, left, right, min(left[1], right[1]), max(left[1], right[1]))


def _cells(segment: RoadSegment, cell: int) -> Iterator[GridPoint]:
    """Yield the cells that a line segment passes, column by column.

    Each column is extended by one unit above and below, because the heights at its borders are rounded.
    """
    (left, start), (right, end) = segment.left, segment.right
    first, last = left // cell, right // cell
    if first == last:
        yield from ((first, row) for row in range(segment.top // cell, segment.bottom // cell + 1))
        return
    for column in range(first, last + 1):
        enters, leaves = max(left, column * cell), min(right, (column + 1) * cell)
        one = start + (end - start) * (enters - left) // (right - left)
        other = start + (end - start) * (leaves - left) // (right - left)
        for row in range((min(one, other) - 1) // cell, (max(one, other) + 1) // cell + 1):
            yield column, row


def _close(members: Iterable[RoadSegment]) -> Iterator[tuple[RoadSegment, RoadSegment]]:
    """Yield the pairs of line segments of different roads whose bounding boxes overlap.

    This is a sweep from left to right over the segments of one cell: `active` are those that the sweep line meets.
    """
    active: list[RoadSegment] = []
    for one in sorted(members, key=lambda each: each.left[0]):
        active = [other for other in active if other.right[0] >= one.left[0]]
        for other in active:
            if other.top <= one.bottom and one.top <= other.bottom and one.line != other.line:
                yield other, one
        active.append(one)


def _apart(one: RoadSegment, other: RoadSegment) -> bool:
    return (
        one.right[0] < other.left[0] or other.right[0] < one.left[0] or one.bottom < other.top or other.bottom < one.top
    )


def _meet(one: RoadSegment, other: RoadSegment, first: RoadLine, second: RoadLine) -> bool | None:
    """Whether line segments of two roads touch (True) or cross (False).

    None if they do not meet, or only at shared ends. They touch if they meet where one of the roads ends, at a place.
    """
    sides = _sides(one, other)
    if sides[0] * sides[1] > 0:
        return None
    backs = _sides(other, one)
    others = second.start, second.end
    if backs[0] * backs[1] > 0 or (first.start in others and first.end in others):
        return None
    if all(sides) and all(backs):
        return False
    if _part_ways(first, second):
        return None
    points = {
        point for point, side in zip((other.left, other.right), sides, strict=True) if not side and _on(one, point)
    }
    points |= {
        point for point, side in zip((one.left, one.right), backs, strict=True) if not side and _on(other, point)
    }
    points -= _shared_ends(first, second)
    ends = {first.points[0], first.points[-1], second.points[0], second.points[-1]}
    return points <= ends if points else None


def _part_ways(first: RoadLine, second: RoadLine) -> bool:
    """Whether two straight roads from the same place have different directions, so that they meet only there."""
    if len(first.points) != 2 or len(second.points) != 2:
        return False
    start, end = second.start, second.end
    if first.start in (start, end):
        (x, y), (to_x, to_y) = first.points
    elif first.end in (start, end):
        (to_x, to_y), (x, y) = first.points
    else:
        return False
    to_u, to_v = second.points[0 if second.start not in (first.start, first.end) else 1]
    across, down, right, below = to_x - x, to_y - y, to_u - x, to_v - y
    return across * below != down * right or across * right + down * below < 0


def _shared_ends(one: RoadLine, other: RoadLine) -> set[GridPoint]:
    """Return the points where two roads end at the same place."""
    ends = ((one.start, one.points[0]), (one.end, one.points[-1]))
    return {point for spot, point in ends if spot in (other.start, other.end)}


def _sides(segment: RoadSegment, other: RoadSegment) -> tuple[int, int]:
    """Return the sides of a line segment on which the two ends of another lie, as cross products.

    The sign is the side; 0 is on the line.
    """
    (x, y), (to_x, to_y) = segment.left, segment.right
    (left, top), (right, bottom) = other.left, other.right
    across, down = to_x - x, to_y - y
    return across * (top - y) - down * (left - x), across * (bottom - y) - down * (right - x)


def _on(segment: RoadSegment, point: GridPoint) -> bool:
    """Whether a point on the line through a segment lies on the segment itself."""
    return segment.left[0] <= point[0] <= segment.right[0] and segment.top <= point[1] <= segment.bottom


def _passes(segment: RoadSegment, point: GridPoint, within: int) -> bool:
    """Whether a line segment is nearer than `within` to a point."""
    (x, y), (to_x, to_y) = segment.left, segment.right
    across, down = to_x - x, to_y - y
    right, below = point[0] - x, point[1] - y
    side = across * below - down * right
    if abs(side) > within * (abs(across) + abs(down)):
        return False  # a bound on the distance from the line, with small numbers, decides most cases
    length = across * across + down * down
    along = right * across + below * down
    if 0 < along < length:
        return side * side < within * within * length
    end = segment.left if along <= 0 else segment.right
    return (point[0] - end[0]) ** 2 + (point[1] - end[1]) ** 2 < within * within


# The layout of a map.

UNIT = 10_000
"""Units in a millimetre."""

CELL = 10 * UNIT
"""Minimum width of a grid cell, in units."""

COMPARED = 30
"""Maximum number of comparisons for each place and road, on average; with more, too many overlap."""

FREE = 10_000
"""Number of places and roads added for the budget of comparisons, so that a small map may be crowded."""

GridPoint = tuple[int, int]


class LayoutSpot(Struct, frozen=True):
    """A place on paper. `label` is the text printed in it, and `at` its centre, None if it has no position yet.

    `label_at` is the middle of its label if the document states it. A `waypoint` is not printed.
    """

    id: str
    label: str
    district: str | None
    span: Span
    at: GridPoint | None
    waypoint: bool = False
    label_at: GridPoint | None = None


class RoadLine(Struct, frozen=True):
    """A road on paper: the numbers of the spots at its ends, and its points from `start` to `end`."""

    start: int
    end: int
    points: tuple[GridPoint, ...]
    span: Span


class Layout(Struct, frozen=True, eq=False, dict=True):
    """A map on paper. `width` and `height` are 0 if it has no size yet; roads without positions have no lines.

    Derived values are computed on first use and cached.
    """

    map: str
    span: Span
    width: int
    height: int
    spots: tuple[LayoutSpot, ...]
    lines: tuple[RoadLine, ...]
    damaged: bool = False

    @property
    def sized(self) -> bool:
        """Whether the map has a size, so that positions are millimetres on paper."""
        return self.width > 0 and self.height > 0

    @property
    def placed(self) -> Iterator[tuple[int, GridPoint]]:
        """The spots that have a position: their numbers and centres."""
        return ((number, spot.at) for number, spot in enumerate(self.spots) if spot.at is not None)

    @property
    def unplaced(self) -> tuple[LayoutSpot, ...]:
        """The spots without a position."""
        return tuple(spot for spot in self.spots if spot.at is None)

    @property
    def steps(self) -> int:
        """The budget of one search, in pairs of places and roads that are compared."""
        return COMPARED * (len(self.spots) + len(self.lines) + FREE)

    @cached_property
    def grid(self) -> RoadGrid:
        """The roads, sorted into the cells of a grid."""
        return RoadGrid(self.lines, CELL)

    @cached_property
    def meetings(self) -> tuple[RoadMeeting, ...] | None:
        """The pairs of roads that meet at any point other than a shared end; None if too many roads overlap."""
        try:
            return self.grid.meetings(SearchBudget(self.steps))
        except OutOfStepsError:
            return None

    def ends(self, line: RoadLine) -> str:
        """Return the name of a road in messages: `'Market' – 'Pier'`."""
        return f"'{self.spots[line.start].id}' – '{self.spots[line.end].id}'"


def lay_out(game_map: AnyMap) -> Layout:
    """Return the layout of a map.

    Only the roads of area maps have lines. Squares of block maps and spaces of tile maps are not spots.
    """
    roads: tuple[Road, ...] = ()
    match game_map.kind:
        case "area-map":
            roads = game_map.lines
            drawn = {region.id for region in game_map.regions}
            shown = (  # others lack their outline, or nothing is left of it
                area for area in game_map.entered if area.at or not (game_map.outlines or area.id in drawn)
            )
            parts = (replace(part, at=part.at or area.at) for area in game_map.areas for part in area.parts)
            spots = tuple(_spot(area, "" if area.waypoint else area.label) for area in (*shown, *parts))
        case "street-map":
            numbered = len(game_map.spaces)
            spots = tuple(
                _spot(area, "" if number < numbered else area.label)
                for number, area in enumerate((*game_map.places, *_separate_sites(game_map)))
            )
        case "block-map" | "tile-map":
            spots = ()
        case "grid-map":  # every cell has its place in the grid
            spots = ()
        case _:
            assert_never(game_map)
    numbers = {spot.id: number for number, spot in enumerate(spots)}
    lines = tuple(line for road in roads for line in _lines(road, spots, numbers))
    width, height = _point((game_map.width, game_map.height))
    return Layout(game_map.id, game_map.span, width, height, spots, lines, game_map.damaged)


def _spot(area: Area, label: str) -> LayoutSpot:
    """Return the spot of a place, with the label printed in it."""
    district, at = area.district.name if area.district else None, area.at and _point(area.at)
    label_at = _point(area.label_at) if area.label_at and label else None
    return LayoutSpot(area.id, label, district, area.span, at, area.waypoint, label_at)


def _separate_sites(street_map: StreetMap) -> tuple[Area, ...]:
    """Return the sites of a street map whose position is not that of a place."""
    taken = {place.at for place in street_map.places}
    return tuple(site for site in street_map.sites if site.at is not None and site.at not in taken)


def _lines(road: Road, spots: tuple[LayoutSpot, ...], numbers: dict[str, int]) -> Iterator[RoadLine]:
    start, end = numbers.get(road.start.name), numbers.get(road.end.name)
    if start is None or end is None or start == end:
        return
    first, last = spots[start].at, spots[end].at
    if first is not None and last is not None and road.wraps is None:
        points = (first, *map(_point, road.via), last)
        if road.curve:
            points = tuple((round(x), round(y)) for x, y in curved(points))
        yield RoadLine(start, end, points, road.span)


def _point(at: Millimetres) -> GridPoint:
    return round(at[0] * UNIT), round(at[1] * UNIT)


# Points that are too close to each other.

AROUND = (-2, -1, 0, 1, 2)
"""Offsets of the rows and columns of cells in which a point can be near enough."""

CROWD = 8
"""Maximum number of points in a cell that later points are compared with."""


def nearest_before(points: Iterable[tuple[int, GridPoint]], within: int) -> Iterator[tuple[int, int, float]]:
    """Yield each point with the nearest earlier point that is less than `within` away, and their distance.

    A cell of the grid is so small that two points in it are always near. Only the first few points of a cell are
    stored, so that many points in one spot take no longer than points far apart.
    """
    width = int(within * 0.7)
    columns: dict[int, dict[int, list[tuple[int, GridPoint]]]] = {}
    for number, (x, y) in points:
        column, row = x // width, y // width
        around = [
            (hypot(x - there[0], y - there[1]), other)
            for across in AROUND
            if (rows := columns.get(column + across))
            for down in AROUND
            for other, there in rows.get(row + down, ())
        ]
        distance, other = min(around, default=(within, number))
        if distance < within:
            yield number, other, distance
        members = columns.setdefault(column, {}).setdefault(row, [])
        if len(members) < CROWD:
            members.append((number, (x, y)))


# The positions of everything on a map that has a name.


def whereabouts(game_map: AnyMap, network: Network) -> dict[str, Point]:
    """Return the centre of each place, part, intersection, site, block, crossing, road, segment and stretch, in mm.

    An item at several places has its centre in their middle. Items without a position are left out.
    """
    found = {it.id: it.at for it in (*game_map.places, *game_map.through, *game_map.sites) if it.at is not None}
    found.update(game_map.middles)
    found.update({part.id: part.at for area in game_map.places for part in area.parts if part.at is not None})
    for site in network.extras.sites:
        _add(found, site.id, network.names(site.places))
    if network.extras.roads and isinstance(game_map, AreaMap):  # a road is where it leads, with its bends
        for road, name in zip(game_map.roads, game_map.road_names, strict=True):
            start, end = found.get(road.start.name), found.get(road.end.name)
            line = (start, *road.via, end) if start and end else ()
            if len({*line}) > 1:
                found.setdefault(name, along(line, length_of(line) / 2)[0])
    for passage in (*network.crossings, *network.segments):
        ends = (state for move in passage.forth for state in move)
        _add(found, passage.id, network.names(network.place_of_state[state] for state in ends))
    for stretch in network.stretches:
        _add(found, stretch.id, network.names(stretch.places))
    return found


def _add(found: dict[str, Point], name: str, places: Iterable[str]) -> None:
    points = [found[place] for place in places if place in found]
    if points and name not in found:
        found[name] = mean(points)


def spacing(spots: Mapping[str, Point]) -> float:
    """Return the median distance in millimetres from a spot to its nearest neighbour; 20 for fewer than two spots."""
    points = sorted(set(spots.values()))
    near = sorted(_nearest(points, number) for number in range(len(points)))
    return near[len(near) // 2] if len(near) > 1 else 20.0


def _nearest(points: list[Point], number: int) -> float:
    """Return the distance to the nearest other point.

    The points are sorted by x. So the search in each direction ends when the difference in x alone is too large.
    """
    (x, y), least = points[number], inf
    for others in (points[number + 1 :], points[:number][::-1]):
        for u, v in others:
            if abs(u - x) > least:
                break
            least = min(least, float(((x - u) ** 2 + (y - v) ** 2) ** 0.5))
    return least
