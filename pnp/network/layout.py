"""Where a map lies on paper: the spots of its places, the lines of its roads, and what lies too near to what.

Coordinates are whole tenths of a micrometre, so that it is decided exactly on which side of a road a point lies.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.model.map_kinds import is_area_map, is_block_map, is_street_map, is_tile_map
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.stretches import Grid, Meeting
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.area_map import Road
    from pnp.model.game_map import Area, GameMap
    from pnp.model.game_map import Point as Millimetres

UNIT = 10_000
"""How many units make a millimetre."""

CELL = 10 * UNIT
"""The least width of a cell of the grid in which roads are compared."""

COMPARED = 30
"""With how many others a place or a road is compared at most, on average; more lie on top of each other."""

FREE = 10_000
"""How many places and roads may be compared so with others beside those that there are: a small map may be crowded."""

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


@dataclass(frozen=True, eq=False)
class Layout:
    """A map on paper of `width` by `height`, 0 where it has no size yet; lines are those of roads with placed ends.

    What is derived is worked out when first asked for, hence no slots.
    """

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

    @property
    def steps(self) -> int:
        """How many pairs of places and roads are compared at most in one search."""
        return COMPARED * (len(self.spots) + len(self.lines) + FREE)

    @cached_property
    def grid(self) -> Grid:
        """The roads, sorted into the cells that they run through."""
        return Grid(self.lines, CELL)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...] | None:
        """The pairs of roads that meet elsewhere than at a shared end; None where too many lie on top of each other."""
        try:
            return self.grid.meetings(Budget(self.steps))
        except OutOfStepsError:
            return None

    def ends(self, line: Line) -> str:
        """A road as messages name it: `'Market' – 'Pier'`."""
        return f"'{self.spots[line.start].id}' – '{self.spots[line.end].id}'"


def lay_out(game_map: GameMap) -> Layout:
    """The layout of a map; only roads of area maps are lines, squares and spaces of tiles are no spots."""
    roads = game_map.roads if is_area_map(game_map) else ()
    places = () if is_block_map(game_map) or is_tile_map(game_map) else game_map.places
    numbered = len(game_map.spaces) if is_street_map(game_map) else 0
    spots = tuple(
        _spot(area, "" if number < numbered else area.label)
        for number, area in enumerate((*places, *_standing(game_map)))
    )
    numbers = {spot.id: number for number, spot in enumerate(spots)}
    lines = tuple(line for road in roads for line in _lines(road, spots, numbers))
    width, height = _point((game_map.width, game_map.height))
    return Layout(game_map.id, game_map.span, width, height, spots, lines, game_map.damaged)


def _spot(area: Area, label: str) -> Spot:
    """The spot of a place; what is printed in a space of a street is a number and no label."""
    return Spot(area.id, label, area.district.name if area.district else None, area.span, area.at and _point(area.at))


def _standing(game_map: GameMap) -> tuple[Area, ...]:
    """The sites of a street map that stand somewhere of their own, and not on one of the spaces that serve them."""
    if not is_street_map(game_map):
        return ()
    taken = {place.at for place in game_map.places}
    return tuple(site for site in game_map.sites if site.at is not None and site.at not in taken)


def _lines(road: Road, spots: tuple[Spot, ...], numbers: dict[str, int]) -> Iterator[Line]:
    start, end = numbers.get(road.start.name), numbers.get(road.end.name)
    if start is None or end is None or start == end:
        return
    first, last = spots[start].at, spots[end].at
    if first is not None and last is not None:
        yield Line(start, end, (first, *map(_point, road.via), last), road.span)


def _point(at: Millimetres) -> Point:
    return round(at[0] * UNIT), round(at[1] * UNIT)
