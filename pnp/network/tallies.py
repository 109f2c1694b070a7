"""Whether there are as many places, and as many ways at each, as there must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.proof import Verdict, Witness
from pnp.network.selection import which
from pnp.network.shape import dead_ends
from pnp.network.wording import listed, many

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.network import Network
    from pnp.network.search import Adjacency
    from pnp.network.ways import Places, Targets


def judge_count(found: Targets, requirement: Requirement) -> Verdict:
    """Whether there are as many places and sites as the bounds say."""
    detail = f"there {'is' if len(found) == 1 else 'are'} {many(len(found), 'place')}{which(requirement.start)}"
    if requirement.bounds.hold(len(found)):
        return Verdict(True, detail)
    names = tuple(target.name for target in found)
    return Verdict(False, f"{detail}, expected {requirement.bounds}", Witness(places=names))


def judge_degree(network: Network, places: Places, requirement: Requirement) -> Verdict:
    """Whether each place has as many neighbours, ways in or ways out as the bounds say."""
    counted, thing, things = _counted(network, requirement)
    bounds = requirement.bounds
    broken = [place for place in places if not bounds.hold(len(counted[place]))]
    if not broken:
        return Verdict(True, f"each of {many(len(places), 'place')} has {bounds} {things}")
    names = network.names(broken)
    number = len(counted[broken[0]])
    detail = f"'{names[0]}' has {number} {thing if number == 1 else things}, expected {bounds}"
    miss = "misses" if len(names) == 2 else "miss"
    others = f"; {listed(names[1:], 'other place')} {miss} it too" if len(names) > 1 else ""
    return Verdict(False, detail + others, Witness(places=names))


def judge_no_dead_end(network: Network) -> Verdict:
    """Whether from every place a way leads on that is not the way back."""
    names = network.names(dead_ends(network))
    if not names:
        return Verdict(True, "from every place a way leads on")
    verb = "is a dead end" if len(names) == 1 else "are dead ends"
    return Verdict(False, f"{listed(names, 'other place')} {verb}", Witness(places=names))


def judge_seams_meet(network: Network) -> Verdict:
    """Whether every way that leaves a tile towards another meets one there."""
    names = network.names(network.extras.unmet)
    if not names:
        return Verdict(True, "every way that leaves a tile meets one of the next")
    verb = "leads" if len(names) == 1 else "lead"
    return Verdict(False, f"{listed(names, 'other place')} {verb} to the kerb of the next tile", Witness(places=names))


def _counted(network: Network, requirement: Requirement) -> tuple[Adjacency, str, str]:
    match requirement.counts:
        case "in":
            return network.backward, "way in", "ways in"
        case "out":
            return network.onward, "way out", "ways out"
        case _:
            return network.joined, "neighbour", "neighbours"
