"""Places on which a map hangs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import INFO, Fault, check
from pnp.messages import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network


@check("articulation-point", severity=INFO)
def articulation_point(network: Network) -> Iterator[Fault]:
    """A place holds the map together: without it the map falls into parts.

    Whoever stands there, or closes it, cuts the map in two. That may be the heart of a game, so it is information. A
    place that holds only dead ends is not told.

    Fix: add a road that leads round it, if no single place is to decide.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Bridge: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Bridge, Market]
          - [Bridge, Pier, Lighthouse, Bridge]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Bridge: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Bridge, Market]
          - [Bridge, Pier, Lighthouse, Bridge]
          - [Church, Pier]
    """
    for place, parts in network.hinges.places.items():
        large = [part for part in parts if part > 1]
        if len(large) > 1:
            sizes = f"{', '.join(f'{part:,}' for part in parts[:-1])} and {many(parts[-1], 'place')}"
            message = f"without '{network.places[place].id}' the map falls into parts of {sizes}"
            yield Fault(network.places[place].span, message)
