"""Crosswalks."""

from collections.abc import Iterator
from math import dist

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.geometry.street_plan import UNIT
from pnp.model.maps.street_map import StreetMap


@check("crosswalk-off-street", severity=ERROR)
def crosswalk_off_street(street_map: StreetMap) -> Iterator[Fault]:
    """A crosswalk is not on a street.

    Its point must be on a street, at most half a street width from the centre line. Otherwise the crosswalk is ignored.

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


@check("shared-crosswalk", severity=WARNING)
def shared_crosswalk(street_map: StreetMap) -> Iterator[Fault]:
    """Two crosswalks overlap.

    A crosswalk takes up a part of its street. These two are closer than that, with no space between them.

    Fix: move or delete one of them.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20], Church: [104, 20]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20], Church: [140, 20]}
    """
    depth = round(street_map.depth * UNIT)
    placed = list(zip(street_map.laid.breaks, street_map.laid.crosswalks, strict=True))
    for number, (laid, crosswalk) in enumerate(placed):
        if crosswalk is None:
            continue
        for before, other in placed[:number]:
            if other and before.street == laid.street and dist(before.at, laid.at) < depth:
                yield Fault(crosswalk.span, f"'{crosswalk.id}' lies on top of '{other.id}'")
                break
