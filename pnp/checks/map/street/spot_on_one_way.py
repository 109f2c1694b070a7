"""A one-way spot on a street that is one way anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("spot-on-one-way", severity=ERROR)
def spot_on_one_way(street_map: StreetMap) -> Iterator[Fault]:
    """A one-way spot lies on a street that is one way for good.

    A token could only say again what the street says, or forbid it altogether. No token may lie there, so the spot is
    left out.

    Fix: take it out of `one-way-spots`, or let the street go both ways.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -> 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [Quay 2]

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [Quay 2]
    """
    names = {ref.name: ref for ref in street_map.spots}
    for area, space in zip(street_map.spaces, street_map.plan.spaces, strict=False):
        street = street_map.streets[space.street]
        if street.one_way and area.id in names:
            yield Fault(names[area.id].span, f"'{area.id}' is a one-way spot, but '{street.name}' is one way anyway")
