"""Lots and scenery."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.maps.street_map import StreetMap


@check("lot-without-exit", severity=ERROR)
def lot_without_exit(street_map: StreetMap) -> Iterator[Fault]:
    """A parking lot has no exit.

    Pieces on the lot could never leave it.

    Fix: add `exit` with the space to which they leave.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        lots:
          Garage: {at: [60, 60], size: 50 x 30, bays: 3}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        lots:
          Garage: {at: [60, 60], size: 50 x 30, bays: 3, exit: West Road 2}
    """
    for lot in street_map.lots:
        if lot.exit is None:
            yield Fault(lot.span, f"'{lot.id}' has no exit", "name the space that pieces leave it to with exit")


@check("unplaced-scenery", severity=ERROR)
def unplaced_scenery(street_map: StreetMap) -> Iterator[Fault]:
    """A site that no space serves has no position.

    Other sites are drawn next to the first space that serves them. Scenery has no such space, so it would not be drawn.

    Fix: set its position with `at`, or name the space that serves it with `by`.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        sites:
          Windmill: {by: none}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        sites:
          Windmill: {by: none, at: [100, 60]}
    """
    for site in street_map.served:
        if site.scenery and site.at is None:
            yield Fault(site.span, f"'{site.id}' has no position", "give its position with at")
