"""A segment with more than one one-way spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("doubled-spot", severity=ERROR)
def doubled_spot(street_map: StreetMap) -> Iterator[Fault]:
    """Two one-way spots lie on one segment.

    A token on a spot gives its segment a direction: the part of a street between two crosswalks or intersections. With
    two spots there, two tokens could say opposite things.

    Fix: take one of them out, or part the segment with a crosswalk.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [High Street 2, High Street 5]

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [High Street 2, Quay 5]
    """
    names = {ref.name: ref for ref in street_map.spots}
    for run in street_map.plan.runs:
        areas = (street_map.spaces[space] for space in run.spaces)
        first, *others = [area.id for area in areas if area.id in names] or [""]
        for other in others:
            yield Fault(names[other].span, f"'{other}' and '{first}' are one-way spots of one segment")
