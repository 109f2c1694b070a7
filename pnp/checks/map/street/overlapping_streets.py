"""Streets that lie on each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap
    from pnp.model.maps.tile_map import TileMap


@check("overlapping-streets", severity=WARNING)
def overlapping_streets(ground: StreetMap | TileMap) -> Iterator[Fault]:
    """Two streets run side by side where there is room for one.

    Their middles are closer to each other than a street is wide, for longer than that. On the board they are one, and
    their spaces lie on top of each other.

    Fix: move one of them, or take out what they share.

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
