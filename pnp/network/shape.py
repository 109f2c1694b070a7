"""The shape of a map as players meet it: dead ends, traps, what no start leads to, and parts that are not joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.connection import trap_states
from pnp.network.search import reached
from pnp.network.structure import strong_parts
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Trap:
    """The places of a trap, and those joined to them of which some state is `outside`."""

    places: tuple[int, ...]
    outside: tuple[int, ...]


def dead_ends(network: Network) -> tuple[int, ...]:
    """The stops whose only way on is back where one came from, or that have no way on."""
    return tuple(place for place in network.stops if _is_dead_end(network, place))


def _is_dead_end(network: Network, place: int) -> bool:
    onward = network.onward[place]
    return not onward or (len(onward) == 1 and network.backward[place] == onward)


def unreached_places(network: Network) -> list[tuple[int, ...]]:
    """The stops that no start leads to, grouped by what would mend it.

    A way to the first place of a group leads to all of it, and less than one way a group does not do.
    """
    unreached = set(network.stops).difference(network.reached_places)
    inner = tuple(
        tuple(end for end in ends if end in unreached) if place in unreached else ()
        for place, ends in enumerate(network.onward)
    )
    groups: list[tuple[int, ...]] = []
    for part in reversed(strong_parts(inner)):
        if part[0] in unreached:
            group = reached(inner, part) & unreached
            unreached -= group
            groups.append((*part, *sorted(group.difference(part))))
    return sorted(groups)


def detached_parts(network: Network) -> list[list[int]]:
    """The parts that start from a start and are joined to the greatest of them by no way, in source order."""
    parts = [part for part in _parts(network) if not network.reached_places.isdisjoint(part)]
    main = max(parts, key=len, default=[])
    return [part for part in parts if part is not main]


def traps(network: Network) -> list[Trap]:
    """The smallest traps: sets of states that no move leaves and that some move from outside enters."""
    around = {place: part for part in _parts(network) for place in part}
    found = []
    for sink in trap_states(network):
        places = tuple(sorted({network.place_of_state[state] for state in sink}))
        inside = set(sink)
        joined = around[places[0]]
        outside = (place for place in joined if not inside.issuperset(network.states_of[place]))
        found.append(Trap(places, tuple(outside)))
    return found


def _parts(network: Network) -> list[list[int]]:
    return [part for part in network.weak_parts if network.places[part[0]].stop]
