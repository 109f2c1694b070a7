"""A tile as written, and its plan.

Spots are numbered in this order: spaces of streets, spaces written separately, intersections (where no piece stops).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import cos, hypot, radians, sin
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.street_lines import Vector
from pnp.geometry.street_plan import SIDES, UNIT, Side, Street, StreetPlan, StreetRun, plan_streets, to_units
from pnp.model.maps.area_map import Road, read_roads
from pnp.model.maps.game_map import Point
from pnp.model.maps.street_map import read_site, read_spot, read_streets
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

# The plan of a tile: its spots, their connections, its exits, and the spots that serve its sites.

EQUAL = UNIT
"""Tolerance for spaces that serve a site: a millimetre more than the distance of the nearest."""


class Spot(Struct, frozen=True):
    """A space or an intersection: its name on the tile, its centre and heading, and what the document states about it.

    `length` is the length of a space along its street in units; the heading is in degrees clockwise from east.
    """

    name: str
    span: Span
    stop: bool
    at: Vector | None
    heading: float = 0.0
    length: int = 0
    written: WrittenSpace | None = None


class Tie(Struct, frozen=True):
    """Two consecutive spots, by number; passable from `start` to `end` only (`one_way`), or both ways."""

    start: int
    end: int
    one_way: bool
    span: Span


class Exit(Struct, frozen=True):
    """Where a street leaves the tile: the side, the distance along it clockwise, the spot inside, and the directions.

    `street` is the name of the street that leaves there, None for an exit written in the document.
    """

    side: Side
    along: int
    spot: int
    leaves: bool
    enters: bool
    span: Span
    street: str | None = None


class Stripe(Struct, frozen=True):
    """A run of a street, as the ground of closures: its name, and its spots from node to node."""

    name: str
    span: Span
    spots: tuple[int, ...]


class TilePlan(Struct, frozen=True):
    """The spots of a tile, its ties and exits, and the spots that serve each site.

    `unknown` are names that match no spot; `doubled` are spots whose name an earlier spot has.
    """

    streets: StreetPlan
    spots: tuple[Spot, ...]
    ties: tuple[Tie, ...]
    exits: tuple[Exit, ...]
    stripes: tuple[Stripe, ...]
    served: tuple[tuple[int, ...], ...]
    unknown: tuple[Ref, ...]
    doubled: tuple[Spot, ...]


def plan_tile(tile: Tile) -> TilePlan:
    """Return the plan of a tile, without references that match no spot."""
    return _TileStreets(tile).plan()


def clockwise(at: Vector, side: int) -> tuple[Side, int] | None:
    """Return the edge of a square tile that a point is on, and its distance along it clockwise; None inside and at
    corners.
    """
    x, y = at
    along = {"north": (y == 0, x), "east": (x == side, y), "south": (y == side, side - x), "west": (x == 0, side - y)}
    found = [(edge, along[edge][1]) for edge in SIDES if along[edge][0] and 0 < along[edge][1] < side]
    return found[0] if len(found) == 1 else None


class _TileStreets:
    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.streets = plan_streets(tile.streets, tile.width, tile.space)
        written = {space.name: space for space in tile.spaces}
        self.spots = [*self._street_spaces(written), *self._written_spaces()]
        self.nodes = self._number_nodes()
        self.spots += (Spot(each.name, each.span, False, each.at and to_units(each.at)) for each in tile.intersections)
        said = {spot.name for spot in self.spots if spot.written}
        self.unknown = [Ref(each.name, each.span) for each in tile.spaces if each.name not in said]
        self.numbers: dict[str, int] = {}
        for number, spot in enumerate(self.spots):
            self.numbers.setdefault(spot.name, number)

    def plan(self) -> TilePlan:
        ties = (*self._street_ties(), *self._road_ties())
        exits = (*self._street_exits(), *self._written_exits())
        served = tuple(tuple(self._serving(site)) for site in self.tile.sites)
        doubled = tuple(spot for number, spot in enumerate(self.spots) if self.numbers[spot.name] != number)
        return TilePlan(
            self.streets, tuple(self.spots), ties, exits, tuple(self._stripes()), served, tuple(self.unknown), doubled
        )

    def _street_spaces(self, written: Mapping[str, WrittenSpace]) -> Iterator[Spot]:
        for space in self.streets.spaces:
            street = self.tile.streets[space.street]
            name = f"{street.name} {space.number}"
            said = written.get(name)
            said = said if said and said.at is None else None
            span = said.span if said else street.span
            yield Spot(name, span, True, space.at, space.heading, space.length, said)

    def _written_spaces(self) -> Iterator[Spot]:
        length = round(self.tile.space * UNIT)
        for space in self.tile.spaces:
            if space.at is not None:
                yield Spot(space.name, space.span, True, to_units(space.at), space.heading, length, space)

    def _number_nodes(self) -> dict[int, int]:
        """Return the number of the spot for each node of the streets, without open ends."""
        numbers: dict[int, int] = {}
        for node, each in enumerate(self.streets.nodes):
            if each.kind != "end":
                numbers[node] = len(self.spots)
                streets = [self.tile.streets[street] for street in each.streets]
                names = " / ".join(dict.fromkeys(street.name for street in streets))
                names = names if len(streets) > 1 else f"{names} / {names}"
                again = sum(spot.name.startswith(names) and not spot.stop for spot in self.spots)
                self.spots.append(Spot(f"{names} {again + 1}" if again else names, streets[0].span, False, each.at))
        return numbers

    def _spot(self, number: int) -> int | None:
        """Return the spot for a number of the street plan, which counts spaces first, then nodes."""
        spaces = len(self.streets.spaces)
        return number if number < spaces else self.nodes.get(number - spaces)

    def _street_ties(self) -> Iterator[Tie]:
        for link in self.streets.links:
            start, end = self._spot(link.start), self._spot(link.end)
            if start is not None and end is not None and start != end:
                street = self.tile.streets[self.streets.runs[link.run].street]
                yield Tie(start, end, link.one_way, street.span)

    def _road_ties(self) -> Iterator[Tie]:
        for road in self.tile.roads:
            start, end = self._find(road.start), self._find(road.end)
            if start is not None and end is not None and start != end:
                yield Tie(start, end, road.one_way, road.span)

    def _find(self, ref: Ref) -> int | None:
        number = self.numbers.get(ref.name)
        if number is None:
            self.unknown.append(ref)
        return number

    def _street_exits(self) -> Iterator[Exit]:
        """Yield the exits where the first or last run of a street ends on the tile's edge."""
        side = round(self.tile.side * UNIT)
        for run in self.streets.runs:
            street = self.tile.streets[run.street]
            ends = (
                (run.number == 1, street.points[0]),
                (run.number == self.streets.runs_of[run.street], street.points[-1]),
            )
            for last, (is_end, point) in enumerate(ends):
                edge = clockwise(to_units(point), side) if is_end else None
                spot = self._inner(run, bool(last))
                if edge and spot is not None:
                    leaves, enters = bool(last) or not run.one_way, not last or not run.one_way
                    yield Exit(*edge, spot, leaves, enters, street.span, street.name)

    def _inner(self, run: StreetRun, last: bool) -> int | None:
        """Return the first or last spot of a run."""
        spots = self._spots_of(run)
        return spots[-1 if last else 0] if spots else None

    def _spots_of(self, run: StreetRun) -> list[int]:
        ends = self.nodes.get(run.start), self.nodes.get(run.end)
        return [spot for spot in (ends[0], *run.spaces, ends[1]) if spot is not None]

    def _written_exits(self) -> Iterator[Exit]:
        side = round(self.tile.side * UNIT)
        for each in self.tile.exits:
            edge, spot = clockwise(to_units(each.at), side), self._find(each.to)
            if edge and spot is not None:
                yield Exit(*edge, spot, each.way != "in", each.way != "out", each.span)

    def _stripes(self) -> Iterator[Stripe]:
        for run in self.streets.runs:
            street = self.tile.streets[run.street]
            if run.spaces:
                yield Stripe(f"{street.name} run {run.number}", street.span, tuple(self._spots_of(run)))

    def _serving(self, site: TileSite) -> Sequence[int]:
        """Return the spaces that serve a site: those it names, those within its reach, or the nearest."""
        if site.by or site.at is None or site.scenery:
            found = (self._find(ref) for ref in site.by)
            return [spot for spot in found if spot is not None and self.spots[spot].stop]
        at, half = to_units(site.at), self.streets.width / 2
        far = {n: _distance(spot, at, half) for n, spot in enumerate(self.spots) if spot.stop and spot.at is not None}
        limit = site.reach * UNIT if site.reach is not None else min(far.values(), default=0) + EQUAL
        return [number for number, distance in far.items() if distance <= limit]


def _distance(spot: Spot, at: Vector, half: float) -> float:
    """Return the distance of a point from the rectangle of a space, with its middle line taken as straight."""
    assert spot.at is not None
    across, down = at[0] - spot.at[0], at[1] - spot.at[1]
    turn = radians(spot.heading)
    along, aside = across * cos(turn) + down * sin(turn), down * cos(turn) - across * sin(turn)
    return hypot(max(abs(along) - spot.length / 2, 0), max(abs(aside) - half, 0))


# A tile as written: streets, details of their spaces, spaces and roads outside of streets, and sites.

Way = Literal["both", "in", "out"]
"""The directions in which an exit can be used."""


class WrittenSpace(Struct, frozen=True):
    """An item under `spaces`: details of a street's space or, if it has `at`, an additional space."""

    name: str
    span: Span
    at: Point | None = None
    heading: float = 0.0
    label: str = ""
    icon: Ref | None = None
    tags: tuple[Ref, ...] = ()


class WrittenSpot(Struct, frozen=True):
    """An intersection that is written explicitly because no streets cross there."""

    name: str
    span: Span
    at: Point | None = None


class WrittenExit(Struct, frozen=True):
    """A spot on the tile's edge through which a piece passes from the space or intersection `to` to another tile."""

    at: Point
    to: Ref
    span: Span
    way: Way = "both"


class TileSite(Struct, frozen=True):
    """A landmark, a pick-up, a store: printed next to the spaces that serve it.

    These are the spaces in `by`; without names, those within `reach` millimetres of `at`; otherwise the nearest. `plot`
    is the width and height of the ground reserved around it. Scenery is decoration: no space serves it, and it has a
    name only if one is given.
    """

    id: str
    name: str
    span: Span
    at: Point | None = None
    icon: Ref | None = None
    tags: tuple[Ref, ...] = ()
    by: tuple[Ref, ...] = ()
    reach: float | None = None
    landmark: bool = False
    arrow: bool = True
    plot: tuple[float, float] | None = None
    scenery: bool = False


class Tile(Struct, frozen=True, dict=True):
    """A square tile with sides of `side` millimetres, one of so many `copies`.

    Its plan is cached, which needs a `__dict__`; a copy shares the plan of the tile it is `like`.
    """

    id: str
    span: Span
    side: float
    width: float
    space: float
    streets: tuple[Street, ...] = ()
    spaces: tuple[WrittenSpace, ...] = ()
    intersections: tuple[WrittenSpot, ...] = ()
    roads: tuple[Road, ...] = ()
    exits: tuple[WrittenExit, ...] = ()
    sites: tuple[TileSite, ...] = ()
    district: Ref | None = field(default=None, name="in")
    copies: int = 1
    like: Tile | None = None

    @cached_property
    def plan(self) -> TilePlan:
        """The spaces and intersections of the tile, their connections, and its exits."""
        return self.like.plan if self.like else plan_tile(self)


def read_tiles(key: Node, value: Node, side: float, width: float, space: float) -> Iterator[Tile]:
    """Yield the tile that a map defines under `key`, or its numbered copies."""
    copies = value["copies"].integer if "copies" in value else 1
    tile = read_record(
        Tile,
        value,
        id=key.text if copies == 1 else f"{key.text} 1",
        span=key.span,
        side=side,
        width=width,
        space=space,
        streets=read_streets(value.get("streets"), side, side),
        spaces=tuple(_space(*item) for item in value.entries("spaces")),
        intersections=tuple(
            read_record(WrittenSpot, spot, name=name.text, span=name.span)
            for name, spot in value.entries("intersections")
        ),
        roads=read_roads(value),
        exits=tuple(_exit(*item, side) for item in value.entries("exits")),
        sites=tuple(read_site(TileSite, *item) for item in value.entries("sites")),
    )
    yield tile
    yield from (replace(tile, id=f"{key.text} {number}", like=tile) for number in range(2, copies + 1))


def _space(key: Node, value: Node) -> WrittenSpace:
    return read_record(WrittenSpace, value, name=key.text, span=key.span, label=value.text_of("label").strip())


def _exit(key: Node, value: Node, side: float) -> WrittenExit:
    to, at = Ref.read(value.get("to") or value), read_spot(key, side, side)
    return read_record(WrittenExit, value, at=at, to=to, span=key.span)
