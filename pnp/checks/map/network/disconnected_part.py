"""Parts of a map that are not joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import some
from pnp.network.connectivity import detached_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.network import Network


@check("disconnected-part", severity=ERROR)
def disconnected_part(network: Network) -> Iterator[Fault]:
    """A part of the map is joined to the rest by no road.

    What starts in one part never meets the others. The greatest part is taken for the map, and each other one is told
    at its first place. A part without a start, on a map that tags its starts, is told as unreachable instead.

    Fix: add a road that joins the parts.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Island: {}}
        roads:
          - [Market, Church, Pier, Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Island: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Church, Island, Pier]
    """
    for part in detached_parts(network):
        verb = "is" if len(part) == 1 else "are"
        message = f"{some(network.names(part))} {verb} joined to the rest of the map by no road"
        yield Fault(network.places[part[0]].span, message, "add a road that leads there")
