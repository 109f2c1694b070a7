"""Streets of street maps and of tiles: ends, junctions and overlaps, and where they leave their tile."""

from collections.abc import Iterator
from math import dist

from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.geometry.street_lines import StraightSegment, line_of, stretches_of
from pnp.geometry.street_plan import SIDES, UNIT, Side, to_units
from pnp.messages import series
from pnp.model.maps.game_map import Point
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile import Tile, clockwise
from pnp.model.maps.tile_map import TileMap


@check("loose-end", severity=WARNING)
def loose_end(street_map: StreetMap) -> Iterator[Fault]:
    """A street ends just before another street.

    On the board the two seem to meet, but no piece can pass. Streets meet if the end of one is at most half a street
    width from the centre line of the other.

    Fix: let it end on the other street, or farther away from it.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 32 -- 100 100

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 20 -- 100 100
    """
    far = street_map.road * 1.5 * UNIT
    lines = [line_of([to_units(point) for point in street.points]) for street in street_map.streets]
    for node in street_map.plan.nodes:
        if node.kind != "end":
            continue
        (own,) = node.streets
        near = (
            number
            for number, line in enumerate(lines)
            if number != own and dist(line.at(line.nearest(node.at)), node.at) < far
        )
        other = next(near, None)
        if other is not None:
            street, name = street_map.streets[own], street_map.streets[other].name
            at = f"[{node.at[0] / UNIT:g}, {node.at[1] / UNIT:g}]"
            yield Fault(street.span, f"'{street.name}' ends at {at}, just before '{name}'", "let it end on that street")


@check("open-segment", severity=WARNING)
def open_segment(street_map: StreetMap) -> Iterator[Fault]:
    """The segment of a one-way spot does not end at crosswalks.

    Players must see where the direction of a token begins and ends: at crosswalks, or at the end of the street. Maps
    without crosswalks are not checked.

    Fix: add crosswalks at both ends of the segment, or write `mouths: crosswalks`.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20]}
        one-way-spots: [High Street 2]

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        mouths: crosswalks
        one-way-spots: [High Street 2]
    """
    if not street_map.laid.breaks:
        return
    names = {ref.name: ref for ref in street_map.spots}
    plan = street_map.plan
    for run in plan.runs:
        spot = next((area for area in (street_map.spaces[space].id for space in run.spaces) if area in names), None)
        open_ends = [node for node in (run.start, run.end) if plan.nodes[node].kind == "junction"]
        if spot and open_ends:
            where = " and ".join(f"'{street_map.junctions[node].id}'" for node in open_ends)
            yield Fault(names[spot].span, f"the segment of '{spot}' has no crosswalk at {where}")


@check("overlapping-streets", severity=WARNING)
def overlapping_streets(ground: StreetMap | TileMap) -> Iterator[Fault]:
    """Two streets overlap.

    Their centre lines are closer than the width of a street, for longer than that. On the board they look like one
    street, and their spaces overlap.

    Fix: move one of them, or remove the common part.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Lane: 20 28 -- 180 28

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Lane: 20 60 -- 180 60
    """
    for streets, plan in ground.plans:
        for one, other in plan.overlaps:
            first, second = streets[one], streets[other]
            yield Fault(second.span, f"'{second.name}' lies on top of '{first.name}'")
        if not plan.whole and not plan.crowded:
            message = "so many streets lie near each other that they were not compared"
            yield Fault(streets[0].span, message, severity=ERROR)


# Streets of a tile: where they leave it, meet and run.


@check("exit-at-corner", severity=ERROR)
def exit_at_corner(tile_map: TileMap) -> Iterator[Fault]:
    """A street leaves its tile at a corner, where four tiles meet.

    A corner belongs to no edge, so the street cannot meet a street of the next tile.

    Fix: end it on an edge, away from the corner.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            roads: [Pond -- Quay 1 -- Mill Lane 1 -- Pond]
            exits: {north 0: Pond}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            roads: [Pond -- Quay 1 -- Mill Lane 1 -- Pond]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    side = round(tile_map.side * UNIT)
    for tile in tile_map.designs:
        for name, at, span in _ends(tile):
            if set(to_units(at)) <= {0, side} and clockwise(to_units(at), side) is None:
                yield Fault(span, f"{name} leaves '{tile.id}' at a corner")


def _ends(tile: Tile) -> Iterator[tuple[str, Point, Span]]:
    for street in tile.streets:
        yield from ((f"'{street.name}'", at, street.span) for at in (street.points[0], street.points[-1]))
    yield from (("an exit", each.at, each.span) for each in tile.exits)


@check("loose-intersection", severity=WARNING)
def loose_intersection(tile_map: TileMap) -> Iterator[Fault]:
    """Fewer than two roads meet at a listed intersection.

    No piece stops at an intersection. With one road or none, it leads nowhere.

    Fix: add roads or exits that lead to it, or delete it.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            intersections: {Square: {at: [20, 20]}}
            roads: [Square -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            intersections: {Square: {at: [20, 20]}}
            roads: [Mill Lane 1 -- Square -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        plan, written = tile.plan, {each.span for each in tile.intersections}
        ends = [spot for tie in plan.ties for spot in (tie.start, tie.end)] + [each.spot for each in plan.exits]
        for number, spot in enumerate(plan.spots):
            if spot.span in written and ends.count(number) < 2 and not plan.unknown:
                yield Fault(spot.span, f"fewer than two ways meet at '{spot.name}' on '{tile.id}'")


Edge = tuple[int, int]
"""An edge: the number of a tile, and the number of a side of the tile in its original rotation."""


@check("seam-mismatch", severity=WARNING)
def seam_mismatch(tile_map: TileMap) -> Iterator[Fault]:
    """A street that leaves a tile may meet a kerb, because an adjacent edge has no street there.

    Streets meet if they leave at the same distance from the corner on all edges that can be adjacent. If tiles rotate,
    the distance from both corners must be the same. Of two edges that do not match, the one that matches fewer others
    is reported. To prove it for every setup, require `seams-meet: true`.

    Fix: move the street along the edge, or add the missing one; accept the finding if you intend a dead end.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west 40 -- 20 50 -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    if tile_map.damaged:
        return  # how tiles may be turned may not have been read
    side = round(tile_map.side * UNIT)
    exits = [_exits(tile) for tile in tile_map.tiles]
    spots = [[frozenset(each) for each in edges] for edges in exits]
    across = [[frozenset(side - along for along in each) for each in edges] for edges in exits]
    misfits: dict[Edge, dict[Edge, None]] = {}
    for one, other in _facing(tile_map):
        if across[one[0]][one[1]] != spots[other[0]][other[1]]:
            misfits.setdefault(one, {})[other] = None
            misfits.setdefault(other, {})[one] = None
    for number, at in _blamed(misfits):
        theirs = {across[tile][edge] for tile, edge in misfits[number, at]}
        odd = set().union(*(places ^ spots[number][at] for places in theirs))
        yield from _faults(tile_map.tiles[number], SIDES[at], odd, side)


def _blamed(misfits: dict[Edge, dict[Edge, None]]) -> list[Edge]:
    """Return edges of which each mismatching pair has at least one: repeatedly the edge with the most mismatches.

    This greedy vertex cover reports few faults, at the edges that are most probably wrong.
    """
    left = {edge: set(others) for edge, others in misfits.items()}
    found = []
    while any(left.values()):
        edge = max(left, key=lambda each: (len(left[each]), each))
        found.append(edge)
        for other in left.pop(edge):
            left.get(other, set()).discard(edge)
    return sorted(found)


def _exits(tile: Tile) -> list[dict[int, str | None]]:
    """Return for each edge of a tile the positions of its exits, with their streets."""
    return [{each.along: each.street for each in tile.plan.exits if each.side == edge} for edge in SIDES]


def _facing(tile_map: TileMap) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of edges that may be adjacent in an arrangement; pairs of equal tiles once."""
    turns, columns, tiles = tile_map.turns, tile_map.columns, tile_map.tiles
    if tile_map.shuffled:
        numbers = [tiles.index(tile) for tile in tile_map.designs]
        pairs = [(a, b) for a in numbers for b in numbers if a != b or tiles[a].copies > 1]
        across = pairs if columns > 1 else []
        down = pairs if tile_map.rows > 1 else []
    else:
        cells = range(min(len(tiles), tile_map.cells))
        across = [(cell, cell + 1) for cell in cells if (cell + 1) % columns and cell + 1 in cells]
        down = [(cell, cell + columns) for cell in cells if cell + columns in cells]
    for sides, beside in (((1, 3), across), ((2, 0), down)):
        facing = sorted({((sides[0] - a) % 4, (sides[1] - b) % 4) for a in turns for b in turns})
        yield from (((one, here), (other, there)) for one, other in beside for here, there in facing)


def _faults(tile: Tile, edge: Side, odd: set[int], side: int) -> Iterator[Fault]:
    """Yield the mismatches at one edge: exits that lead to a kerb, or otherwise missing exits."""
    leaving = [each for each in tile.plan.exits if each.side == edge and each.along in odd]
    missing = [_spot(edge, along, side) for along in sorted(odd - {each.along for each in leaving})]
    for each in leaving:
        name = f"'{each.street}'" if each.street else "an exit"
        message = f"{name} leaves '{tile.id}' at {_spot(edge, each.along, side)}, where other tiles may have a kerb"
        yield Fault(each.span, message, f"other tiles may lead to {series(missing, 'and')}" if missing else None)
    if missing and not leaving:
        where = series(missing, "and")
        yield Fault(tile.span, f"nothing leaves '{tile.id}' at {where}, where other tiles may lead to its kerb")


def _spot(edge: Side, along: int, side: int) -> str:
    """Return a position on an edge as documents write it."""
    return f"{edge} {(along if edge in ('north', 'east') else side - along) / UNIT:g}"


@check("street-along-edge", severity=WARNING)
def street_along_edge(tile_map: TileMap) -> Iterator[Fault]:
    """A street runs along the edge of its tile and is partly cut off.

    The border of a city is not a road, and at a seam two such streets would lie next to each other without meeting.

    Fix: keep the centre of the street at least half its width away from the edge.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south, Beach: 15 4 -- 85 4}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south, Beach: 15 20 -- 85 20}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    half, side = round(tile_map.street * UNIT / 2), round(tile_map.side * UNIT)
    for tile in tile_map.designs:
        for street in tile.streets:
            line = line_of([to_units(point) for point in street.points])
            if any(_hugs(stretch, half, side) for stretch in stretches_of(0, line)):
                yield Fault(street.span, f"'{street.name}' runs along the edge of '{tile.id}'")


def _hugs(stretch: StraightSegment, half: int, side: int) -> bool:
    """Whether a straight part is closer to an edge than half a street's width, over more than that length."""
    if stretch.size <= half:
        return False
    return any(
        max(stretch.start[axis], stretch.end[axis]) < half or min(stretch.start[axis], stretch.end[axis]) > side - half
        for axis in (0, 1)
    )
