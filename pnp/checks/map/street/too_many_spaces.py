"""Streets cut into more spaces than any board has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.geometry.street_plan import MOST_SPACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap
    from pnp.model.maps.tile_map import TileMap


@check("too-many-spaces", severity=ERROR)
def too_many_spaces(ground: StreetMap | TileMap) -> Iterator[Fault]:
    """Streets are divided into so many spaces that none was laid.

    A board has some hundred spaces. Where they come to tens of thousands, a length is wrong: of the spaces, or of the
    streets; or tiles have far too many copies.

    Fix: make `space` longer, or the streets shorter; all lengths are millimetres. Have fewer copies of tiles.

    Bad:
        kind: street-map
        size: 5000 x 200
        space: 1
        streets:
          Bend: {from: [20, 20], via: [[4980, 20], [4980, 100], [20, 100]], to: [20, 180]}
          High Street: 0 50 -- 5000 50
          Quay: 0 150 -- 5000 150
          Ring: {from: [60, 0], via: [[60, 70], [4900, 70], [4900, 130]], to: [60, 130]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
    """
    if ground.kind == "tile-map" and ground.crowded:
        message = f"with '{ground.crowded.id}' the tiles have more than {MOST_SPACES:,} spaces and intersections"
        yield Fault(ground.crowded.span, message, "say with space how long one is, or with copies that there are fewer")
    for streets, plan in ground.plans:
        if plan.crowded:
            message = f"the streets have more than {MOST_SPACES:,} spaces"
            yield Fault(streets[0].span, message, "say with space how long one is, in millimetres")
