"""A map on paper: spots, road segments, what is too close.

Stretches are sorted into the cells of a grid, so that only those that lie near each other are compared.

Coordinates are whole tenths of a micrometre, so that it is decided exactly on which side of a road a point lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from math import hypot, inf
from typing import assert_never

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import Road
from pnp.model.maps.game_map import Area, Point
from pnp.model.maps.game_map import Point as Millimetres
from pnp.model.maps.street_map import StreetMap
from pnp.network.network import Network
from pnp.network.search import OutOfStepsError, SearchBudget
from pnp.units import total

# The straight stretches of drawn roads: which of them meet, and which run through a spot.


class RoadSegment(Struct, frozen=True):
    """A straight stretch of a road, by number, from its left end to its right, between two heights."""

    line: int
    left: GridPoint
    right: GridPoint
    top: int
    bottom: int


class RoadMeeting(Struct, frozen=True):
    """Two roads, by number, that meet; they `touch` where one of them ends there, and cross where none does."""

    lower: int
    upper: int
    touch: bool


class RoadGrid:
    """The stretches of roads by the cells that they run through; a cell is at least as wide as the mean is long."""

    def __init__(self, lines: Sequence[RoadLine], least: int) -> None:
        self.lines = lines
        stretches = tuple(_stretches(lines))
        total = sum(hypot(each.right[0] - each.left[0], each.bottom - each.top) for each in stretches)
        self.cell = max(least, int(total / len(stretches)) if stretches else 0)
        self.cells: dict[GridPoint, list[RoadSegment]] = {}
        for stretch in stretches:
            for cell in _cells(stretch, self.cell):
                self.cells.setdefault(cell, []).append(stretch)

    def meetings(self, budget: SearchBudget) -> tuple[RoadMeeting, ...]:
        """The pairs of roads that meet elsewhere than at a shared end, in source order; to cross outweighs to touch.

        Two roads between the same places are no pair. Raises OutOfStepsError where too many lie in one cell.
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
        """Whether another road would meet one of these elsewhere than at a shared end."""
        for stretch in _stretches((line,)):
            for member in (member for cell in _cells(stretch, self.cell) for member in self.cells.get(cell, ())):
                if not _apart(stretch, member) and _meet(stretch, member, line, self.lines[member.line]) is not None:
                    return True
        return False

    def runs_through(
        self, points: Iterable[tuple[int, GridPoint]], within: int, budget: SearchBudget
    ) -> tuple[tuple[int, int], ...]:
        """Roads and numbered points, not their ends, that lie less than `within` from them: pairs of numbers, sorted.

        Raises OutOfStepsError where too many lie in one cell.
        """
        beside = [(number, at, members) for number, at in points for members in self._around(at, within)]
        budget.spend(sum(len(members) for *_, members in beside))
        found = set()
        for number, at, members in beside:
            above, below = at[1] - within, at[1] + within
            for stretch in members:
                if stretch.top < below and above < stretch.bottom and _passes(stretch, at, within):
                    line = self.lines[stretch.line]
                    if number not in (line.start, line.end):
                        found.add((stretch.line, number))
        return tuple(sorted(found))

    def _around(self, at: GridPoint, within: int) -> Iterator[list[RoadSegment]]:
        """What runs through the cells that lie less than `within` from a point, cell by cell."""
        (x, y), cell = at, self.cell
        for column in range((x - within) // cell, (x + within) // cell + 1):
            for row in range((y - within) // cell, (y + within) // cell + 1):
                if members := self.cells.get((column, row)):
                    yield members


def _stretches(lines: Iterable[RoadLine]) -> Iterator[RoadSegment]:
    for number, line in enumerate(lines):
        for ends in pairwise(line.points):
            left, right = sorted(ends)
            yield RoadSegment(number, left, right, min(left[1], right[1]), max(left[1], right[1]))


def _cells(stretch: RoadSegment, cell: int) -> Iterator[GridPoint]:
    """The cells that a stretch runs through, column by column, one unit more above and below."""
    (left, start), (right, end) = stretch.left, stretch.right
    first, last = left // cell, right // cell
    if first == last:
        yield from ((first, row) for row in range(stretch.top // cell, stretch.bottom // cell + 1))
        return
    for column in range(first, last + 1):
        enters, leaves = max(left, column * cell), min(right, (column + 1) * cell)
        one = start + (end - start) * (enters - left) // (right - left)
        other = start + (end - start) * (leaves - left) // (right - left)
        for row in range((min(one, other) - 1) // cell, (max(one, other) + 1) // cell + 1):
            yield column, row


def _close(members: Iterable[RoadSegment]) -> Iterator[tuple[RoadSegment, RoadSegment]]:
    """The pairs of stretches of two roads whose boxes meet, from left to right."""
    beside: list[RoadSegment] = []
    for one in sorted(members, key=lambda each: each.left[0]):
        beside = [other for other in beside if other.right[0] >= one.left[0]]
        for other in beside:
            if other.top <= one.bottom and one.top <= other.bottom and one.line != other.line:
                yield other, one
        beside.append(one)


def _apart(one: RoadSegment, other: RoadSegment) -> bool:
    return (
        one.right[0] < other.left[0] or other.right[0] < one.left[0] or one.bottom < other.top or other.bottom < one.top
    )


def _meet(one: RoadSegment, other: RoadSegment, first: RoadLine, second: RoadLine) -> bool | None:
    """Whether stretches of two roads touch (True) or cross (False); None where they don't meet, or at shared ends only.

    They touch where one of the roads ends, on a place.
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
    """Whether two straight roads from the same place lead elsewhere: then they meet there only."""
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
    """Where two roads end at the same place."""
    ends = ((one.start, one.points[0]), (one.end, one.points[-1]))
    return {point for spot, point in ends if spot in (other.start, other.end)}


def _sides(stretch: RoadSegment, other: RoadSegment) -> tuple[int, int]:
    """On which sides of a stretch the ends of another lie, by their signs; 0 on its line."""
    (x, y), (to_x, to_y) = stretch.left, stretch.right
    (left, top), (right, bottom) = other.left, other.right
    across, down = to_x - x, to_y - y
    return across * (top - y) - down * (left - x), across * (bottom - y) - down * (right - x)


def _on(stretch: RoadSegment, point: GridPoint) -> bool:
    """Whether a point on the line of a stretch lies on the stretch."""
    return stretch.left[0] <= point[0] <= stretch.right[0] and stretch.top <= point[1] <= stretch.bottom


def _passes(stretch: RoadSegment, point: GridPoint, within: int) -> bool:
    """Whether a stretch comes nearer than `within` to a point."""
    (x, y), (to_x, to_y) = stretch.left, stretch.right
    across, down = to_x - x, to_y - y
    right, below = point[0] - x, point[1] - y
    side = across * below - down * right
    if abs(side) > within * (abs(across) + abs(down)):
        return False  # it is farther from the line: small numbers tell most
    length = across * across + down * down
    along = right * across + below * down
    if 0 < along < length:
        return side * side < within * within * length
    end = stretch.left if along <= 0 else stretch.right
    return (point[0] - end[0]) ** 2 + (point[1] - end[1]) ** 2 < within * within


# Where a map lies on paper: the spots of its places, the lines of its roads, and what lies too near to what.

UNIT = 10_000
"""How many units make a millimetre."""

CELL = 10 * UNIT
"""The least width of a cell of the grid in which roads are compared."""

COMPARED = 30
"""With how many others a place or a road is compared at most, on average; more lie on top of each other."""

FREE = 10_000
"""How many places and roads may be compared so with others beside those that there are: a small map may be crowded."""

GridPoint = tuple[int, int]


class LayoutSpot(Struct, frozen=True):
    """A place on paper: its name, the label printed in it, its part of the map, and its centre, None for a draft."""

    id: str
    label: str
    district: str | None
    span: Span
    at: GridPoint | None


class RoadLine(Struct, frozen=True):
    """A road on paper: the spots at its ends, and the points that it runs through from the one to the other."""

    start: int
    end: int
    points: tuple[GridPoint, ...]
    span: Span


class Layout(Struct, frozen=True, eq=False, dict=True):
    """A map on paper of `width` by `height`, 0 where it has no size yet; lines are those of roads with placed ends.

    What is derived is worked out when first asked for, hence no slots.
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
        """The spots that have a centre, by number, with it."""
        return ((number, spot.at) for number, spot in enumerate(self.spots) if spot.at is not None)

    @property
    def unplaced(self) -> tuple[LayoutSpot, ...]:
        """The spots without a centre."""
        return tuple(spot for spot in self.spots if spot.at is None)

    @property
    def steps(self) -> int:
        """How many pairs of places and roads are compared at most in one search."""
        return COMPARED * (len(self.spots) + len(self.lines) + FREE)

    @cached_property
    def grid(self) -> RoadGrid:
        """The roads, sorted into the cells that they run through."""
        return RoadGrid(self.lines, CELL)

    @cached_property
    def meetings(self) -> tuple[RoadMeeting, ...] | None:
        """The pairs of roads that meet elsewhere than at a shared end; None where too many lie on top of each other."""
        try:
            return self.grid.meetings(SearchBudget(self.steps))
        except OutOfStepsError:
            return None

    def ends(self, line: RoadLine) -> str:
        """A road as messages name it: `'Market' – 'Pier'`."""
        return f"'{self.spots[line.start].id}' – '{self.spots[line.end].id}'"


def lay_out(game_map: AnyMap) -> Layout:
    """The layout of a map; only roads of area maps are lines, squares and spaces of tiles are no spots."""
    roads: tuple[Road, ...] = ()
    match game_map.kind:
        case "area-map":
            roads = game_map.roads
            spots = tuple(_spot(area, area.label) for area in game_map.places)
        case "street-map":
            numbered = len(game_map.spaces)
            spots = tuple(
                _spot(area, "" if number < numbered else area.label)
                for number, area in enumerate((*game_map.places, *_standing(game_map)))
            )
        case "block-map" | "tile-map":
            spots = ()
        case _:
            assert_never(game_map)
    numbers = {spot.id: number for number, spot in enumerate(spots)}
    lines = tuple(line for road in roads for line in _lines(road, spots, numbers))
    width, height = _point((game_map.width, game_map.height))
    return Layout(game_map.id, game_map.span, width, height, spots, lines, game_map.damaged)


def _spot(area: Area, label: str) -> LayoutSpot:
    """The spot of a place; what is printed in a space of a street is a number and no label."""
    return LayoutSpot(
        area.id, label, area.district.name if area.district else None, area.span, area.at and _point(area.at)
    )


def _standing(street_map: StreetMap) -> tuple[Area, ...]:
    """The sites of a street map that stand somewhere of their own, and not on one of the spaces that serve them."""
    taken = {place.at for place in street_map.places}
    return tuple(site for site in street_map.sites if site.at is not None and site.at not in taken)


def _lines(road: Road, spots: tuple[LayoutSpot, ...], numbers: dict[str, int]) -> Iterator[RoadLine]:
    start, end = numbers.get(road.start.name), numbers.get(road.end.name)
    if start is None or end is None or start == end:
        return
    first, last = spots[start].at, spots[end].at
    if first is not None and last is not None:
        yield RoadLine(start, end, (first, *map(_point, road.via), last), road.span)


def _point(at: Millimetres) -> GridPoint:
    return round(at[0] * UNIT), round(at[1] * UNIT)


# Points on paper that lie too near to each other.

AROUND = (-2, -1, 0, 1, 2)
"""The rows and columns of cells around a point in which others may be near."""

CROWD = 8
"""How many points of one cell are compared with others."""


def nearest_before(points: Iterable[tuple[int, GridPoint]], within: int) -> Iterator[tuple[int, int, float]]:
    """Each point that has one before it less than `within` away, the nearest of those, and how far that is.

    Two points of one cell of the grid are always so near. Of a crowd in one cell only the first few are kept, so that
    many points in one spot cost no more than as many apart.
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


# Where the places of a map, its sites and all that may be closed lie on paper.


def whereabouts(game_map: AnyMap, network: Network) -> dict[str, Point]:
    """The centre of each place, intersection, site, crossing, segment and stretch by its name, in millimetres.

    What lies at several places has its centre in their middle; what has no position is left out.
    """
    found = {it.id: it.at for it in (*game_map.places, *game_map.through, *game_map.sites) if it.at is not None}
    for site in network.extras.sites:
        _add(found, site.id, network.names(site.places))
    for passage in (*network.crossings, *network.segments):
        ends = (state for move in passage.forth for state in move)
        _add(found, passage.id, network.names(network.place_of_state[state] for state in ends))
    for stretch in network.stretches:
        _add(found, stretch.id, network.names(stretch.places))
    return found


def _add(found: dict[str, Point], name: str, places: Iterable[str]) -> None:
    points = [found[place] for place in places if place in found]
    if points and name not in found:
        found[name] = _middle(points)


def _middle(points: list[Point]) -> Point:
    return total(x for x, _ in points) / len(points), total(y for _, y in points) / len(points)


def spacing(spots: Mapping[str, Point]) -> float:
    """The distance in millimetres from a spot to its nearest, taken where half of the spots have less; 20 for one."""
    points = sorted(set(spots.values()))
    near = sorted(_nearest(points, number) for number in range(len(points)))
    return near[len(near) // 2] if len(near) > 1 else 20.0


def _nearest(points: list[Point], number: int) -> float:
    """How far the nearest of the other points is; they are sorted, so none is nearer than it is aside."""
    (x, y), least = points[number], inf
    for others in (points[number + 1 :], points[:number][::-1]):
        for u, v in others:
            if abs(u - x) > least:
                break
            least = min(least, float(((x - u) ** 2 + (y - v) ** 2) ** 0.5))
    return least
