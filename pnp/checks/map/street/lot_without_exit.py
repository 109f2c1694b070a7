"""A parking lot that nobody can leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("lot-without-exit", severity=ERROR)
def lot_without_exit(street_map: StreetMap) -> Iterator[Fault]:
    """A parking lot has no exit.

    Pieces that stand on the lot could never leave it.

    Fix: name the space that they leave it to with `exit`.

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
