"""Streets: ends, junctions and overlaps."""

from collections.abc import Iterator
from math import dist

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.geometry.street_lines import line_of
from pnp.geometry.street_plan import UNIT, to_units
from pnp.model.maps.street_map import StreetMap
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
