"""Which places a requirement names; the proof of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from pnp.diagnostics import Severity, Span
from pnp.messages import listed
from pnp.model.maps.game_map import Closure, Demand, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.network import Network, Site

# Which places a requirement speaks of, and which of its words name nothing.

WordKind = Literal["place", "tag", "district", "closure"]


class Unknown(Struct, frozen=True):
    """A word of a requirement that names no place, no tag of one, no district that one lies in, or no closure."""

    kind: WordKind
    ref: Ref


class ChosenItem(Struct, frozen=True):
    """An item that a selector chooses: a place, or a site with the open places that serve it.

    One starts from every state of each of its places, and arrives at any of them.
    """

    name: str
    places: tuple[int, ...]


def chosen(network: Network, selector: Selector) -> tuple[int, ...]:
    """The open places that a selector chooses, in source order, a site's too."""
    if not network.sites:
        return _places(network, selector)
    return tuple(dict.fromkeys(place for target in targets(network, selector) for place in target.places))


def targets(network: Network, selector: Selector) -> tuple[ChosenItem, ...]:
    """The items that a selector chooses; neither closed places nor sites all of whose places are closed."""
    if selector.places and network.sites:
        named = dict.fromkeys(ref.name for ref in selector.places)
        there = (name for name in named if name in network.index or name in network.sites)
        return _open(network, (_named(network, name) for name in there))
    return items_at(network, _places(network, selector)) + _open(
        network, (ChosenItem(site.id, site.places) for site in _sites(network, selector))
    )


def tags_of(network: Network) -> tuple[str, ...]:
    """The tags that places and sites carry, in source order."""
    return tuple(dict.fromkeys((*network.by_tag, *(tag for site in network.sites.values() for tag in site.tags))))


def items_at(network: Network, places: Iterable[int]) -> tuple[ChosenItem, ...]:
    """Places as items."""
    return tuple(ChosenItem(network.places[place].id, (place,)) for place in places)


def tagged_targets(network: Network, tag: str) -> tuple[ChosenItem, ...]:
    """The places and the sites that carry a tag."""
    return items_at(network, network.tagged(tag)) + tuple(
        ChosenItem(site.id, site.places) for site in network.sites.values() if tag in site.tags
    )


def _open(network: Network, found: Iterable[ChosenItem]) -> tuple[ChosenItem, ...]:
    if not network.closed:
        return tuple(found)
    kept = (ChosenItem(each.name, tuple(at for at in each.places if at not in network.closed)) for each in found)
    return tuple(target for target in kept if target.places)


def _named(network: Network, name: str) -> ChosenItem:
    site = network.sites.get(name)
    return ChosenItem(name, site.places if site else (network.index[name],))


def _places(network: Network, selector: Selector) -> tuple[int, ...]:
    found = _meant(network, selector)
    return tuple(place for place in found if place not in network.closed) if network.closed else found


def _meant(network: Network, selector: Selector) -> tuple[int, ...]:
    if selector.places:
        known = (ref.name for ref in selector.places if ref.name in network.index)
        return tuple(dict.fromkeys(network.index[name] for name in known))
    if selector.tag:
        return network.tagged(selector.tag.name)
    if selector.district:
        return network.in_district(selector.district.name)
    if selector.group == "every place":
        return network.stops
    return network.starts if selector.group == "starts" else ()


def _sites(network: Network, selector: Selector) -> Iterator[Site]:
    tag, district = selector.tag, selector.district
    for site in network.sites.values():
        if (tag and tag.name in site.tags) or (district and site.district == district.name):
            yield site


def which(selector: Selector) -> str:
    """The words that say which places a selector chooses, to stand after `place`: ` tagged 'stand'`."""
    if selector.tag:
        return f" tagged '{selector.tag}'"
    if selector.district:
        return f" in '{selector.district}'"
    if len(selector.places) == 1:
        return f" '{selector.places[0]}'"
    return f" among {listed([ref.name for ref in selector.places])}" if selector.places else ""


class Vocabulary(Struct, frozen=True):
    """The words that name something on a map: its places, their tags and districts, and what closes them."""

    places: Collection[str]
    tags: Collection[str]
    districts: Collection[str]
    closures: Collection[str] = ()


def vocabulary_of(network: Network, closures: Iterable[Closure]) -> Vocabulary:
    """The words of a lowered map."""
    others = (*network.sites.values(), *network.extras.aside)
    return Vocabulary(
        {*network.index, *(other.id for other in others)},
        {*network.by_tag, *(tag for other in others for tag in other.tags)},
        {*network.by_district, *(other.district for other in others if other.district)},
        tuple(closure.name for closure in closures),
    )


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
    for kind in (*requirement.by, *(ref for ref, _ in requirement.laid)):
        if kind.name not in vocabulary.closures:
            yield Unknown("closure", kind)


# Which spots a closure may name, and whether it names such.


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


# Proofs: what became of each requirement, how that was found out, and for how many setups it is shown.

Scope = Literal["printed", "every-setup", "any-n"]
Method = Literal["direct", "exhaustive", "symmetry", "theorem", "sampled"]


class Witness(Struct, frozen=True):
    """What shows that a requirement is broken: the setup, as pairs of choice and option, and what is wrong in it."""

    setup: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    distance: int | None = None


class Verdict(Struct, frozen=True):
    """Whether a demand holds, None where that is unknown, with a sentence for the designer.

    It is not `asked` where it asks nothing: then it is not proved, and `fix` is what the designer can do. Of
    `setups_total` labelled setups `setups_checked` were looked at one by one; `setups_covered` are those in which
    something is asked and for which the verdict is shown. It is unknown because the steps
    were `spent`, or for want of something else.
    """

    holds: bool | None
    detail: str
    witness: Witness | None = None
    scope: Scope = "printed"
    method: Method = "direct"
    setups_total: int = 1
    setups_checked: int = 1
    setups_covered: int = 1
    asked: bool = True
    fix: str | None = None
    spent: bool = False


class Proof(Struct, frozen=True):
    """The verdict on a requirement of a map; `asked` is False where it could not be put: that is reported elsewhere."""

    map: str
    name: str
    demand: Demand
    severity: Severity
    span: Span
    verdict: Verdict
    asked: bool = True
    seed: int | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the requirement holds; None for unknown."""
        return self.verdict.holds

    @property
    def is_empty(self) -> bool:
        """Whether it was put and asks nothing."""
        return self.asked and not self.verdict.asked

    @property
    def detail(self) -> str:
        """The verdict in a sentence for the designer."""
        return self.verdict.detail

    @property
    def witness(self) -> Witness | None:
        """What shows the breach."""
        return self.verdict.witness

    @property
    def scope(self) -> Scope:
        """Which setups were asked about."""
        return self.verdict.scope

    @property
    def method(self) -> Method:
        """How the verdict was found."""
        return self.verdict.method

    @property
    def setups_total(self) -> int:
        """How many labelled setups the requirement speaks of."""
        return self.verdict.setups_total

    @property
    def setups_checked(self) -> int:
        """How many of them were looked at one by one."""
        return self.verdict.setups_checked

    @property
    def setups_covered(self) -> int:
        """For how many of them, in which something is asked, the verdict is shown."""
        return self.verdict.setups_covered
