"""Whether the places of a map reach each other, all of them or with some closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.network import START, Network
from pnp.network.proof import Verdict, Witness
from pnp.network.search import Adjacency, reached
from pnp.network.structure import sinks, strong_parts
from pnp.network.wording import many, some
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


@dataclass(frozen=True, slots=True)
class Split:
    """Places cut off from `home`, which lies in the greatest part: no way leads to them, or `back` none back."""

    places: tuple[int, ...]
    home: int
    back: bool


def find_split(network: Network, closed: frozenset[int] = frozenset()) -> Split | None:
    """How the places fall apart that are not `closed`; None where from each of their states a way leads to each place.

    It does so just where every part that no move leaves has a state of each place: there every way ends up.
    """
    places = frozenset(network.stops) - closed
    after = network.strides if not closed else _without(network, closed)
    found = strong_parts(after) if closed else network.strong_parts
    parts = [part for part in found if network.place_of_state[part[0]] in places]
    held = {part[0]: _places(network, part) for part in parts}
    if not parts or (len(parts) == 1 and held[parts[0][0]] == places):
        return None
    main = max(parts, key=lambda part: (len(held[part[0]]), -part[0]))
    home = next((start for start in network.tagged(START) if start in held[main[0]]), min(held[main[0]]))
    missed = places - _places(network, reached(after, main))
    if missed:
        return Split(tuple(sorted(missed)), home, back=False)
    for part in sinks(after, parts):
        if held[part[0]] != places:
            return Split(tuple(sorted(held[part[0]])), home, back=True)
    return None


def judge_connected(network: Network) -> Verdict:
    """Whether every place can reach every other."""
    split = find_split(network)
    if split is None:
        return Verdict(True, f"{many(len(network.stops), 'place')}, each of which reaches each other")
    names, home = network.names(split.places), network.places[split.home].id
    if split.back:
        verb = "has" if len(names) == 1 else "have"
        return Verdict(False, f"{some(names)} {verb} no way back to '{home}'", Witness(places=names))
    return Verdict(False, f"{some(names)} cannot be reached from '{home}'", Witness(places=names))


def judge_no_trap(network: Network, harmless: Collection[int] = ()) -> Verdict:
    """Whether no set of states, smaller than the map, is left by no move; one with a `harmless` place is let pass."""
    states = sum(len(network.states_of[place]) for place in network.stops)
    parts = [part for part in network.strong_parts if network.places[network.place_of_state[part[0]]].stop]
    closed = [part for part in sinks(network.strides, parts) if len(part) < states]
    closed = [part for part in closed if _places(network, part).isdisjoint(harmless)]
    if not closed:
        return Verdict(True, "from every place a way leads on to every other")
    least = min(closed, key=len)
    names = network.names(sorted(_places(network, least)))
    return Verdict(False, f"no move leads out of {some(names)}", Witness(places=names))


def _without(network: Network, closed: frozenset[int]) -> Adjacency:
    owner = network.place_of_state
    return tuple(
        () if owner[state] in closed else tuple(end for end in ends if owner[end] not in closed)
        for state, ends in enumerate(network.strides)
    )


def _places(network: Network, states: Iterable[int]) -> frozenset[int]:
    return frozenset(network.place_of_state[state] for state in states)
