"""Convert a tile map to networks: one for each tile, and one for tiles laid in the cells of a city.

The printed city has the tiles in source order, row by row, not turned. Streets that leave two adjacent tiles at the
same point of their common edge are joined there. A street that leads into a kerb or off the city ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.street_plan import SIDES, UNIT
from pnp.model.maps.game_map import Area
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.network.network import ClosableStretch, Extras, Network, Passage, Place, Site
from pnp.network.search import Adjacency

EAST, SOUTH = SIDES.index("east"), SIDES.index("south")

TurnedTile = tuple[int, int]
"""What is in a cell: the number of the tile, and its rotation in quarter turns clockwise."""


class Port(Struct, frozen=True):
    """A point where a street leaves a tile that is not turned.

    `side` is an index into `SIDES` and `along` the distance along that side, clockwise, in units of `street_plan.UNIT`.
    `state` is the spot at the end of the street. A piece may leave or enter there as `leaves` and `enters` say. `way`
    is the index of the span.
    """

    side: int
    along: int
    state: int
    leaves: bool
    enters: bool
    way: int


class Moves(NamedTuple):
    """The moves on a tile, their spans, and the ports of the tile."""

    after: Adjacency
    ways: Adjacency
    spans: tuple[Span, ...]
    ports: tuple[Port, ...]


class TilePart(Struct, frozen=True):
    """One tile as a part of a network, with states numbered from 0: its places, moves and ports."""

    tile: Tile
    places: tuple[Place, ...]
    after: Adjacency
    ways: Adjacency
    spans: tuple[Span, ...]
    ports: tuple[Port, ...]
    sites: tuple[Site, ...]
    segments: tuple[Passage, ...]
    stretches: tuple[ClosableStretch, ...]

    @property
    def things(self) -> tuple[Place | Site, ...]:
        """The places and sites of the tile."""
        return (*self.places, *self.sites)


class City(Struct, frozen=True, eq=False, dict=True):
    """All tiles of a map, to be laid in the cells of a city; `side` is the length of a tile's edge in units.

    Derived values are computed on first use and cached.
    """

    rows: int
    columns: int
    side: int
    pieces: tuple[TilePart, ...]
    whole: bool

    @cached_property
    def seams(self) -> tuple[tuple[int, int, int], ...]:
        """The pairs of adjacent cells, each with the side of the first on which the second is."""
        cells = range(self.rows * self.columns)
        across = [(cell, cell + 1, EAST) for cell in cells if (cell + 1) % self.columns]
        return (*across, *((cell, cell + self.columns, SOUTH) for cell in cells[: -self.columns]))

    def alone(self, tile: int) -> Network:
        """Return the network of a single tile."""
        if tile not in self._alone:
            self._alone[tile] = self.laid(((tile, 0),))
        return self._alone[tile]

    @cached_property
    def _alone(self) -> dict[int, Network]:
        return {}

    def facing(self, one: TurnedTile, other: TurnedTile, side: int) -> tuple[tuple[int, int], ...]:
        """Return the pairs of ports, by number, that meet if the second tile is on that side of the first."""
        if (one, other, side) not in self._facing:
            self._facing[one, other, side] = tuple(self._meeting(one, other, side))
        return self._facing[one, other, side]

    @cached_property
    def _facing(self) -> dict[tuple[TurnedTile, TurnedTile, int], tuple[tuple[int, int], ...]]:
        return {}

    def _meeting(self, one: TurnedTile, other: TurnedTile, side: int) -> Iterator[tuple[int, int]]:
        there = {port.along: number for number, port in self.ports_on(other, (side + 2) % 4)}
        for number, port in self.ports_on(one, side):
            if self.side - port.along in there:
                yield number, there[self.side - port.along]

    def ports_on(self, placement: TurnedTile, side: int) -> Iterator[tuple[int, Port]]:
        """Yield the ports of a tile, with their numbers, that are on one side of its cell."""
        tile, turn = placement
        return ((n, port) for n, port in enumerate(self.pieces[tile].ports) if (port.side + turn) % 4 == side)

    def joints(self, arrangement: Sequence[TurnedTile]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the pairs of ports that meet in an arrangement, each as cell and port number."""
        for here, there, side in self.seams:
            if there < len(arrangement):
                for one, other in self.facing(arrangement[here], arrangement[there], side):
                    yield (here, one), (there, other)

    def laid(self, arrangement: Sequence[TurnedTile]) -> Network:
        """Return the network of the tiles in the cells, row by row; the remaining cells are empty."""
        pieces = tuple(self.pieces[tile] for tile, _ in arrangement)
        firsts = _offsets(len(piece.places) for piece in pieces)
        spans = _offsets(len(piece.spans) for piece in pieces)
        after = [_moved(ends, firsts[cell]) for cell, piece in enumerate(pieces) for ends in piece.after]
        ways = [_moved(each, spans[cell]) for cell, piece in enumerate(pieces) for each in piece.ways]
        joints = tuple(self.joints(arrangement))
        for here, there in (way for joint in joints for way in (joint, joint[::-1])):
            leaving, entered = pieces[here[0]].ports[here[1]], pieces[there[0]].ports[there[1]]
            start, end = firsts[here[0]] + leaving.state, firsts[there[0]] + entered.state
            if leaving.leaves and entered.enters and end not in after[start]:
                moves = sorted((*zip(after[start], ways[start], strict=True), (end, spans[here[0]] + leaving.way)))
                after[start], ways[start] = tuple(end for end, _ in moves), tuple(way for _, way in moves)
        met = {port for joint in joints for port in joint}
        ends = tuple(
            (firsts[cell] + port.state, (port.side + arrangement[cell][1]) % 4 in self.open_sides(cell))
            for cell, piece in enumerate(pieces)
            for number, port in enumerate(piece.ports)
            if (cell, number) not in met
        )
        places = tuple(place for piece in pieces for place in piece.places)
        return Network(
            places, tuple(range(len(places))), tuple(after), tuple(ways),
            tuple(span for piece in pieces for span in piece.spans), self.whole,
            self._extras(arrangement, pieces, firsts, ends),
        )  # fmt: skip

    def open_sides(self, cell: int) -> tuple[int, ...]:
        """Return the sides of a cell that have an adjacent cell."""
        row, column = divmod(cell, self.columns)
        inside = (row > 0, column < self.columns - 1, row < self.rows - 1, column > 0)
        return tuple(side for side, beyond in enumerate(inside) if beyond)

    def _extras(
        self, arrangement: Sequence[TurnedTile], pieces: Sequence[TilePart], firsts: Sequence[int],
        ends: Sequence[tuple[int, bool]],
    ) -> Extras:  # fmt: skip
        on_table = tuple(zip(pieces, firsts, strict=True))
        return Extras(
            sites=tuple(_moved_site(site, first) for piece, first in on_table for site in piece.sites),
            segments=tuple(_moved_passage(each, first) for piece, first in on_table for each in piece.segments),
            stretches=tuple(_moved_stretch(each, first) for piece, first in on_table for each in piece.stretches),
            loose=frozenset(place for place, _ in ends),
            unmet=tuple(dict.fromkeys(place for place, beyond in ends if beyond)),
            edged=len(pieces) > 1,
        )


def city_of(tile_map: TileMap) -> City:
    """Return the tiles of a map, each converted to a part of a network."""
    sites = iter(tile_map.sites)
    moves: dict[int, Moves] = {}
    for tile in tile_map.tiles:
        moves[id(tile)] = moves.get(id(tile.like)) or _moves(tile)  # copies of a tile differ only in their names
    pieces = tuple(_piece(tile, moves[id(tile)], [next(sites) for _ in tile.sites]) for tile in tile_map.tiles)
    named = [thing.id for piece in pieces for thing in piece.things]
    sound = len(set(named)) == len(named) and all(_is_sound(tile) for tile in tile_map.tiles)
    whole = sound and len(pieces) >= tile_map.cells and not tile_map.damaged
    return City(tile_map.rows, tile_map.columns, round(tile_map.side * UNIT), pieces, whole)


def as_printed(city: City) -> Network:
    """Return the network of the printed city; its extras list what is on tiles that are not laid."""
    cells = min(len(city.pieces), city.rows * city.columns)
    network = city.laid([(tile, 0) for tile in range(cells)])
    aside = tuple(thing for piece in city.pieces[cells:] for thing in piece.things)
    return replace(network, extras=replace(network.extras, aside=aside))


def _is_sound(tile: Tile) -> bool:
    """Whether the streets of a tile are complete and all spaces that it names exist."""
    return tile.plan.streets.whole and not tile.plan.unknown


def _moves(tile: Tile) -> Moves:
    """Return the moves and ports of a tile, without its names."""
    spans: dict[Span, int] = {}
    leads: list[dict[int, int]] = [{} for _ in tile.plan.spots]
    for tie in tile.plan.ties:
        way = spans.setdefault(tie.span, len(spans))
        for start, end in ((tie.start, tie.end), (tie.end, tie.start))[: 1 if tie.one_way else 2]:
            leads[start].setdefault(end, way)
    ports = tuple(
        Port(SIDES.index(each.side), each.along, each.spot, each.leaves, each.enters,
             spans.setdefault(each.span, len(spans)))
        for each in tile.plan.exits
    )  # fmt: skip
    after = tuple(tuple(sorted(lead)) for lead in leads)
    ways = tuple(tuple(lead[end] for end in ends) for lead, ends in zip(leads, after, strict=True))
    return Moves(after, ways, tuple(spans), ports)


def _piece(tile: Tile, moves: Moves, sites: Sequence[Area]) -> TilePart:
    """Return a tile as a part of a network; names of places and streets are prefixed with that of the tile."""
    plan, district = tile.plan, tile.district.name if tile.district else None
    places = (
        Place(
            f"{tile.id} {spot.name}", spot.span, tuple(map(str, spot.written.tags)) if spot.written else (), district,
            int(spot.stop), spot.stop,
        )
        for spot in plan.spots
    )  # fmt: skip
    return TilePart(
        tile=tile,
        places=tuple(places),
        after=moves.after,
        ways=moves.ways,
        spans=moves.spans,
        ports=moves.ports,
        sites=tuple(
            Site(site.id, site.span, served, tuple(map(str, site.tags)), district)
            for site, served in zip(sites, plan.served, strict=True)
            if served
        ),
        segments=tuple(_segments(tile, moves.after)),
        stretches=tuple(
            ClosableStretch(
                f"{tile.id} {each.name}", each.span, tuple(spot for spot in each.spots if plan.spots[spot].stop)
            )
            for each in plan.stripes
        ),
    )


def _segments(tile: Tile, after: Adjacency) -> Iterator[Passage]:
    """Yield the parts of streets that a closure can make one-way."""
    for stripe in tile.plan.stripes:
        steps = tuple(pairwise(stripe.spots))
        forth = tuple((start, end) for start, end in steps if end in after[start])
        back = tuple((end, start) for start, end in steps if start in after[end])
        yield Passage(f"{tile.id} {stripe.name}", stripe.span, forth, back)


def _moved_site(site: Site, first: int) -> Site:
    return replace(site, places=_moved(site.places, first))


def _moved_passage(passage: Passage, first: int) -> Passage:
    forth, back = (tuple((first + a, first + b) for a, b in moves) for moves in (passage.forth, passage.back))
    return replace(passage, forth=forth, back=back)


def _moved_stretch(stretch: ClosableStretch, first: int) -> ClosableStretch:
    return replace(stretch, places=_moved(stretch.places, first))


def _moved(numbers: Iterable[int], first: int) -> tuple[int, ...]:
    return tuple(first + number for number in numbers)


def _offsets(sizes: Iterable[int]) -> list[int]:
    """Return the offset at which each of several consecutive groups begins."""
    return list(accumulate(sizes, initial=0))[:-1]
