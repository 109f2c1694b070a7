"""A one-way spot whose segment no crosswalk ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("open-segment", severity=WARNING)
def open_segment(street_map: StreetMap) -> Iterator[Fault]:
    """The segment of a one-way spot is not bounded by crosswalks.

    Where a token's direction begins and ends must be seen on the board: at crosswalks, or where the street ends. Maps
    without any crosswalk are not looked at.

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
