"""Places that no start leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import some
from pnp.network.connectivity import unreached_places
from pnp.network.network import START, Network

if TYPE_CHECKING:
    from collections.abc import Iterator


@check("unreachable-place", severity=ERROR)
def unreachable_place(network: Network) -> Iterator[Fault]:
    """A place cannot be reached from any start.

    Pieces start on the places tagged `start` and follow the roads. A place that no way leads to is printed but never
    played. Places that lie behind it and share its fate are told with it. Where no place is tagged, every place is a
    start, and only a square is told that the law of turning lets nobody enter.

    Fix: add a road that leads to it, or tag it as a start. Name a square of a block map under `unused` where it is
    meant never to be entered.

    Bad:
        kind: area-map
        areas: {Gate: {tags: [start]}, Hall: {}, Yard: {}, Crypt: {}}
        roads:
          - [Gate, Hall, Yard, Gate]

    Good:
        kind: area-map
        areas: {Gate: {tags: [start]}, Hall: {}, Yard: {}, Crypt: {}}
        roads:
          - [Gate, Hall, Yard, Gate]
          - [Hall, Crypt, Yard]
    """
    never = tuple(place for place in network.stops if not network.states_of[place])
    if never:
        message = f"{some(network.names(never))} can't be entered by any move"
        yield Fault(network.places[never[0]].span, message, "name under 'unused' what nobody is meant to enter")
    if network.tagged(START):
        for group in unreached_places(network):
            if group[0] in never:
                continue
            message = f"{some(network.names(group))} cannot be reached from any start"
            yield Fault(network.places[group[0]].span, message, "add a road that leads there")
