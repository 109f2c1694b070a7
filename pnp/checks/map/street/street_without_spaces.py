"""A street on which there is no space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("street-without-spaces", severity=WARNING)
def street_without_spaces(street_map: StreetMap) -> Iterator[Fault]:
    """A street has no space at all.

    It is too short between the intersections and crosswalks that lie on it. Pieces pass it, but can't stop there.

    Fix: lengthen it, move what lies on it, or give its number of `spaces`.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Alley: 100 20 -- 100 34

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Alley: 100 20 -- 100 60
    """
    found = {space.street for space in street_map.plan.spaces}
    for number, street in enumerate(street_map.streets):
        if number not in found and not street_map.plan.crowded:
            yield Fault(street.span, f"'{street.name}' has no space")
