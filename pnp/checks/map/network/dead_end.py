"""Places from which the only way on is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.network.connectivity import dead_ends, detached_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network


@check("dead-end", severity=WARNING)
def dead_end(network: Network) -> Iterator[Fault]:
    """A place is a dead end: the only way on is back where one came from.

    A piece that is followed there is boxed in. A place that is not reached at all, or not left at all, is told as that.

    Fix: add a road, or accept the finding where the dead end is meant.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Lighthouse]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Lighthouse, Church]
    """
    ends = [place for place in dead_ends(network) if network.onward[place] and place not in network.extras.loose]
    if not ends:
        return
    detached = {place for part in detached_parts(network) for place in part}
    for place in ends:
        if place not in detached and place in network.reached_places:
            (back,) = network.names(network.onward[place])
            message = f"'{network.places[place].id}' is a dead end: the only way on is back to '{back}'"
            yield Fault(network.places[place].span, message)
