"""Parts of a map that are entered and never left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import INFO, WARNING, Fault, check
from pnp.messages import many, some
from pnp.network.connectivity import traps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network


@check("trap", severity=WARNING)
def trap(network: Network) -> Iterator[Fault]:
    """A part of the map is a trap: moves lead into it and none leads out.

    A piece that enters it stays there for ever. An island that nothing enters is no trap. Where the trap is the greater
    part of what is joined, it is only information: then the places outside are those that one leaves for good. What
    no start leads to is reported as unreachable instead.

    Fix: add a road that leads out, or let a road that leads in go both ways; accept the finding where it is meant.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Pit: {}}
        roads:
          - Market -- Church -- Pier -- Market
          - Pier -> Pit

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Pit: {}}
        roads:
          - Market -- Church -- Pier -- Market
          - Pier -> Pit -> Church
    """
    for found in traps(network):
        outside = [place for place in found.outside if place in network.reached_places]
        if not outside or network.reached_places.isdisjoint(found.places):
            continue
        if len(found.places) > len(outside):
            first, more = network.places[outside[0]], len(outside) - 1
            others = f" and {many(more, 'other place')}" if more else ""
            yield Fault(first.span, f"no way leads back to '{first.id}'{others}", severity=INFO)
        else:
            message = f"no move leads out of {some(network.names(found.places))}"
            yield Fault(network.places[found.places[0]].span, message, "add a road that leads out")
