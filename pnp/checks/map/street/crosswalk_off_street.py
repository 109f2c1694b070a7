"""A crosswalk that lies on no street."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("crosswalk-off-street", severity=ERROR)
def crosswalk_off_street(street_map: StreetMap) -> Iterator[Fault]:
    """A crosswalk lies on no street.

    Its point must lie on the street that it crosses, no farther from the middle than the kerb. Otherwise it is left
    out.

    Fix: move the point onto a street.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 60]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20]}
    """
    for crosswalk in street_map.laid.astray:
        x, y = crosswalk.at
        yield Fault(crosswalk.span, f"'{crosswalk.id}' at [{x:g}, {y:g}] lies on no street")
