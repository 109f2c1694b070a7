"""Roads on which a map hangs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import INFO, Fault, check
from pnp.messages import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network


@check("bridge", severity=INFO)
def bridge(network: Network) -> Iterator[Fault]:
    """A road holds the map together: without it the map falls in two.

    It is the only way between its sides. That may be the heart of a game, so it is information. A road to a dead end is
    not told again.

    Fix: add a second road between the sides, if no single road is to decide.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Gate: {}, Pier: {}, Lighthouse: {}, Beach: {}}
        roads:
          - [Market, Church, Gate, Market]
          - [Pier, Lighthouse, Beach, Pier]
          - [Gate, Pier]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Gate: {}, Pier: {}, Lighthouse: {}, Beach: {}}
        roads:
          - [Market, Church, Gate, Market]
          - [Pier, Lighthouse, Beach, Pier]
          - [Gate, Pier]
          - [Church, Beach]
    """
    for first, second, here, there in network.hinges.bridges:
        if min(here, there) > 1:
            ends = network.names((first, second))
            message = f"the road '{ends[0]}' – '{ends[1]}' is the only way between {many(here, 'place')} and {there:,}"
            yield Fault(network.way_between(first, second), message)
