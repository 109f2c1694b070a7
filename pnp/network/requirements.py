"""The places that a requirement is about, the names in it that do not exist, and its verdict and proof."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from pnp.diagnostics import Severity, Span
from pnp.messages import listed
from pnp.model.maps.game_map import Closure
from pnp.model.maps.requirements import Demand, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.network import Network, Site

# The places and sites that a selector chooses.

WordKind = Literal["place", "tag", "district", "closure", "class"]


class Unknown(Struct, frozen=True):
    """A name in a requirement for which the map has no such place, tag, district, closure or movement class."""

    kind: WordKind
    ref: Ref


class ChosenItem(Struct, frozen=True):
    """An item that a selector chooses: a place, or a site with the open places that serve it.

    Paths start from every state of all its places, and arrive at any one of its places.
    """

    name: str
    places: tuple[int, ...]


def chosen(network: Network, selector: Selector) -> tuple[int, ...]:
    """Return the open places that a selector chooses, in source order, including those that serve chosen sites."""
    if not network.sites:
        return _places(network, selector)
    return tuple(dict.fromkeys(place for target in targets(network, selector) for place in target.places))


def targets(network: Network, selector: Selector) -> tuple[ChosenItem, ...]:
    """Return the items that a selector chooses, without closed places and sites whose places are all closed."""
    if selector.places and network.sites:
        named = dict.fromkeys(ref.name for ref in selector.places)
        there = (name for name in named if name in network.index or name in network.sites)
        return _open(network, (_named(network, name) for name in there))
    return items_at(network, _places(network, selector)) + _open(
        network, (ChosenItem(site.id, site.places) for site in _sites(network, selector))
    )


def tags_of(network: Network) -> tuple[str, ...]:
    """Return the tags of places and sites, in source order."""
    return tuple(dict.fromkeys((*network.by_tag, *(tag for site in network.sites.values() for tag in site.tags))))


def items_at(network: Network, places: Iterable[int]) -> tuple[ChosenItem, ...]:
    """Return places as items."""
    return tuple(ChosenItem(network.places[place].id, (place,)) for place in places)


def tagged_targets(network: Network, tag: str) -> tuple[ChosenItem, ...]:
    """Return the places and the sites with a tag."""
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
    """Return the places that a selector chooses, including closed ones."""
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
    """Return which places a selector chooses as text to follow the word "place", such as ` tagged 'inn'`."""
    if selector.tag:
        return f" tagged '{selector.tag}'"
    if selector.district:
        return f" in '{selector.district}'"
    if len(selector.places) == 1:
        return f" '{selector.places[0]}'"
    return f" among {listed([ref.name for ref in selector.places])}" if selector.places else ""


class Vocabulary(Struct, frozen=True):
    """The names on a map: of its places and sites, their tags and districts, its closures and movement classes.

    `spots` are the names of its crossings, roads, segments and stretches, by these words.
    """

    places: Collection[str]
    tags: Collection[str]
    districts: Collection[str]
    closures: Collection[str] = ()
    classes: Collection[str] = ()
    spots: Mapping[str, Collection[str]] = {}


def vocabulary_of(
    network: Network, closures: Iterable[Closure], classes: Mapping[str, Network] | None = None
) -> Vocabulary:
    """Return the names on a map, including those on tiles that are not laid, and of parts that only a class is on."""
    classes = classes or {}
    networks = (network, *classes.values())
    others = (*(site for each in networks for site in each.sites.values()), *network.extras.aside)
    return Vocabulary(
        {
            *(name for each in networks for name, at in each.index.items() if at not in each.extras.middles),
            *(other.id for other in others),
        },
        {*(tag for each in networks for tag in each.by_tag), *(tag for other in others for tag in other.tags)},
        {
            *(name for each in networks for name in each.by_district),
            *(each.district for each in others if each.district),
        },
        tuple(closure.name for closure in closures),
        tuple(classes),
        {
            "crossings": {spot.id for each in networks for spot in each.crossings},
            "roads": {spot.id for each in networks for spot in each.extras.roads},
            "segments": {spot.id for each in networks for spot in each.segments},
            "stretches": {spot.id for each in networks for spot in each.stretches},
        },
    )


def unknown_words(requirement: Requirement, vocabulary: Vocabulary) -> Iterator[Unknown]:
    """Yield the names in a requirement that do not exist on the map.

    A count that may be 0 may name a tag or a district that no place has.
    """
    may_be_empty = requirement.demand == "count" and requirement.bounds.hold(0)
    for selector in requirement.selectors:
        yield from (Unknown("place", ref) for ref in selector.places if ref.name not in vocabulary.places)
        if selector.tag and not may_be_empty and selector.tag.name not in vocabulary.tags:
            yield Unknown("tag", selector.tag)
        if selector.district and not may_be_empty and selector.district.name not in vocabulary.districts:
            yield Unknown("district", selector.district)
    for kind in (*requirement.by, *(ref for ref, _ in requirement.laid)):
        if kind.name not in vocabulary.closures:
            yield Unknown("closure", kind)
    yield from (Unknown("class", mover) for mover in requirement.movers if mover.name not in vocabulary.classes)


# The spots that a closure names: a spot is a place, crossing, segment or stretch on which a closure can be laid.


def spots_of(closure: Closure, vocabulary: Vocabulary) -> Collection[str]:
    """Return the names of the spots that a closure can name; places include those on tiles that are not laid."""
    return vocabulary.places if closure.on == "places" else vocabulary.spots.get(closure.on, ())


def names_spots(closure: Closure, vocabulary: Vocabulary) -> bool:
    """Whether all spots, tags and districts that a closure names exist on the map."""
    spots = spots_of(closure, vocabulary)
    return all(_known(group, closure, spots, vocabulary) for group in closure.groups)


def _known(group: Selector, closure: Closure, spots: Collection[str], vocabulary: Vocabulary) -> bool:
    if any(ref.name not in spots for ref in group.places):
        return False
    if closure.on != "places":  # crossings, roads, segments and stretches have names only
        return bool(group.places)
    tag, district = group.tag, group.district
    return (not tag or tag.name in vocabulary.tags) and (not district or district.name in vocabulary.districts)


# Verdicts and proofs.

Scope = Literal["printed", "every-setup", "any-n", "some-setup", "share"]
Method = Literal["direct", "exhaustive", "symmetry", "theorem", "sampled", "example"]


class Witness(Struct, frozen=True):
    """The counterexample of a broken requirement: the setup, as pairs of choice and option, and what is wrong in it.

    `others` is the number of other pairs of places of which the same is wrong.
    """

    setup: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    distance: int | None = None
    others: int = 0


class Verdict(Struct, frozen=True):
    """Whether a demand holds (None for unknown), and a sentence about it for the designer.

    `asked` is False if the requirement asks nothing; then it is not proved, and `fix` says what the designer can do.
    There are `setups_total` setups; identical tiles count as different. `setups_checked` of them were judged one by
    one. `setups_covered` are those in which the requirement asks something and for which the verdict is shown. An
    unknown verdict is `spent` if the budget was too small. `seed` is that of a sample. `apart` are the pairs of a start
    and a goal that satisfy a minimum distance because no way joins them.
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
    seed: int | None = None
    apart: int = 0


class Proof(Struct, frozen=True):
    """The verdict on a requirement of a map.

    `asked` is False if the requirement could not be judged because of an error that another finding reports.
    """

    map: str
    name: str
    demand: Demand
    severity: Severity
    span: Span
    verdict: Verdict
    asked: bool = True

    @property
    def holds(self) -> bool | None:
        """Whether the requirement holds; None for unknown."""
        return self.verdict.holds

    @property
    def is_empty(self) -> bool:
        """Whether the requirement could be judged but asks nothing."""
        return self.asked and not self.verdict.asked

    @property
    def detail(self) -> str:
        """The verdict as a sentence for the designer."""
        return self.verdict.detail

    @property
    def witness(self) -> Witness | None:
        """The counterexample if the requirement is broken, or the setup in which one about some setup holds."""
        return self.verdict.witness

    @property
    def scope(self) -> Scope:
        """Which setups the requirement is about."""
        return self.verdict.scope

    @property
    def method(self) -> Method:
        """The method by which the verdict was found."""
        return self.verdict.method

    @property
    def seed(self) -> int | None:
        """The seed of the sample by which the verdict was found; None if it was not sampled."""
        return self.verdict.seed

    @property
    def setups_total(self) -> int:
        """The number of setups that the requirement is about."""
        return self.verdict.setups_total

    @property
    def setups_checked(self) -> int:
        """The number of setups that were judged one by one."""
        return self.verdict.setups_checked

    @property
    def setups_covered(self) -> int:
        """The number of setups in which something is asked and for which the verdict is shown."""
        return self.verdict.setups_covered
