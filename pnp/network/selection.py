"""Which places a requirement speaks of, and which of its words name nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

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


def phrase(selector: Selector) -> str:
    """The words for what a selector chooses, one of them: `place tagged 'stand'`."""
    if selector.tag:
        return f"place tagged '{selector.tag}'"
    if selector.district:
        return f"place in '{selector.district}'"
    return "of " + " or ".join(f"'{ref}'" for ref in selector.places) if selector.places else "place"


def unknown_words(network: Network, requirement: Requirement) -> Iterator[Unknown]:
    """The words of a requirement that name nothing on the map.

    A count may be asked of a tag or a district that has no place, where it may be 0.
    """
    for selector in (requirement.start, requirement.goal):
        yield from (Unknown("place", ref) for ref in selector.places if ref.name not in network.index)
        may_be_empty = requirement.demand == "count" and requirement.bounds.hold(0)
        if selector.tag and not may_be_empty and not network.tagged(selector.tag.name):
            yield Unknown("tag", selector.tag)
        if selector.district and not may_be_empty and not network.in_district(selector.district.name):
            yield Unknown("district", selector.district)
