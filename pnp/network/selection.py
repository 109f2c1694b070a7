"""Which places a requirement speaks of, and which of its words name nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pnp.network.wording import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pnp.model.reference import Ref
    from pnp.model.requirement import Requirement, Selector
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word of a requirement that names no place, no tag of any place, or no district that a place lies in."""

    kind: Literal["place", "tag", "district"]
    ref: Ref


def chosen(network: Network, selector: Selector) -> tuple[int, ...]:
    """The places that a selector chooses, in source order; every stop where it says nothing."""
    if selector.places:
        return tuple(dict.fromkeys(network.index[ref.name] for ref in selector.places))
    if selector.tag:
        return network.tagged(selector.tag.name)
    if selector.district:
        return network.in_district(selector.district.name)
    return network.stops


def which(selector: Selector) -> str:
    """The words that say which places a selector chooses, to stand after `place`: ` tagged 'stand'`."""
    if selector.tag:
        return f" tagged '{selector.tag}'"
    if selector.district:
        return f" in '{selector.district}'"
    if len(selector.places) == 1:
        return f" '{selector.places[0]}'"
    return f" among {listed([ref.name for ref in selector.places])}" if selector.places else ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that name something on a map: its places, the tags they carry and the districts they lie in."""

    places: Collection[str]
    tags: Collection[str]
    districts: Collection[str]


def unknown_words(requirement: Requirement, vocabulary: Vocabulary) -> Iterator[Unknown]:
    """The words of a requirement that name nothing on the map.

    A count may be asked of a tag or a district that has no place, where it may be 0.
    """
    may_be_empty = requirement.demand == "count" and requirement.bounds.hold(0)
    for selector in (requirement.start, requirement.goal):
        yield from (Unknown("place", ref) for ref in selector.places if ref.name not in vocabulary.places)
        if selector.tag and not may_be_empty and selector.tag.name not in vocabulary.tags:
            yield Unknown("tag", selector.tag)
        if selector.district and not may_be_empty and selector.district.name not in vocabulary.districts:
            yield Unknown("district", selector.district)
