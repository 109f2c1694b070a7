"""A street that ends just before another."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.geometry.street_lines import line_of
from pnp.geometry.street_plan import UNIT, to_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("loose-end", severity=WARNING)
def loose_end(street_map: StreetMap) -> Iterator[Fault]:
    """A street ends just before another and does not reach it.

    On the board the two seem to meet, but no piece passes there. A street reaches another where its end lies no farther
    from the middle of that than half its width.

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
