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
    """Whether there is no trap, but for those with a `harmless` place in them."""
    found = [(part, places) for part in trap_states(network) if (places := _places(network, part)).isdisjoint(harmless)]
    if not found:
        return Verdict(True, "no part of the map keeps what enters it")
    _, places = min(found, key=lambda each: len(each[0]))
    names = network.names(sorted(places))
    return Verdict(False, f"no move leads out of {some(names)}", Witness(places=names))


def trap_states(network: Network) -> list[list[int]]:
    """The smallest traps: sets of states that no move leaves and that some move from outside enters.

    Every trap holds one of them. An island that nothing enters is none.
    """
    part_of = {state: number for number, part in enumerate(network.strong_parts) for state in part}
    entered = {
        part_of[end] for state, ends in enumerate(network.strides) for end in ends if part_of[end] != part_of[state]
    }
    return [part for part in sinks(network.strides, network.strong_parts) if part_of[part[0]] in entered]


def _without(network: Network, closed: frozenset[int]) -> Adjacency:
    owner = network.place_of_state
    return tuple(
        () if owner[state] in closed else tuple(end for end in ends if owner[end] not in closed)
        for state, ends in enumerate(network.strides)
    )


def _places(network: Network, states: Iterable[int]) -> frozenset[int]:
    return frozenset(network.place_of_state[state] for state in states)
