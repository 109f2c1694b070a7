"""Which spots a closure may name, and whether it names such."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from pnp.model.closure import Closure
    from pnp.model.requirement import Selector
    from pnp.network.network import Network
    from pnp.network.selection import Vocabulary


def spots_of(closure: Closure, network: Network, vocabulary: Vocabulary) -> Collection[str]:
    """The spots of a closure's ground by their names; where it lies on places, those of tiles that lie aside too."""
    match closure.on:
        case "crossings":
            return {spot.id for spot in network.crossings}
        case "segments":
            return {spot.id for spot in network.segments}
        case "stretches":
            return {spot.id for spot in network.stretches}
        case _:
            return vocabulary.places


def names_spots(closure: Closure, network: Network, vocabulary: Vocabulary) -> bool:
    """Whether all that a closure names, where it lies and where it never does, is on the map."""
    spots = spots_of(closure, network, vocabulary)
    return all(_known(group, closure, spots, vocabulary) for group in closure.groups)


def _known(group: Selector, closure: Closure, spots: Collection[str], vocabulary: Vocabulary) -> bool:
    if any(ref.name not in spots for ref in group.places):
        return False
    if closure.on != "places":  # crossings, segments and stretches have names only
        return bool(group.places)
    tag, district = group.tag, group.district
    return (not tag or tag.name in vocabulary.tags) and (not district or district.name in vocabulary.districts)
