"""Names in a map of any kind: places, tags, districts, spots, and closures that contradict a requirement."""

import re
from collections.abc import Collection, Iterator

from pnp.checks.map.subjects import Charted, hint_for, on_map
from pnp.checks.merging import each_name_once, joined_hint
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import series
from pnp.model.maps import block_law, cell_map
from pnp.model.maps.area_map import JOINT
from pnp.model.maps.game_map import GROUNDS, Closure
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import ROAD
from pnp.model.maps.requirements import Selector
from pnp.model.reference import Ref
from pnp.network.requirements import names_spots, spots_of


@check("unknown-closure", severity=ERROR)
def unknown_closure(charted: Charted) -> Iterator[Fault]:
    """A requirement names a closure that the map does not have.

    The closures of a map are listed under `closures`. A requirement about another one would always hold, so it is not
    evaluated.

    Fix: correct the name in the requirement, or add the closure.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 2}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fnece: 1}}

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 2}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fence: 1}}
    """
    known = charted.vocabulary.closures
    hints = hint_for(known)
    for word in () if charted.map.damaged else charted.words_not_known("closure"):
        hint = hints(word.name) or (f"closures are {', '.join(known)}" if known else "list it under closures")
        yield Fault(word.span, f"there is no closure '{word}'{on_map(charted.map, word)}", hint)


@check("unknown-district", severity=ERROR)
def unknown_district(charted: Charted) -> Iterator[Fault]:
    """An area or a requirement names a district that the map does not have.

    Districts are listed under `districts`, each with its name, icon and colours. A requirement about a district without
    areas would always hold, so it is not evaluated.

    Fix: correct the name, or add the district.

    Bad:
        kind: area-map
        districts: {harbour: {}}
        areas: {Market: {in: harbour}, Church: {}, Pier: {in: habour}}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        districts: {harbour: {}}
        areas: {Market: {in: harbour}, Church: {}, Pier: {in: harbour}}
        roads: [[Market, Church, Pier, Market]]
    """
    game_map = charted.map
    known = {district.id for district in game_map.districts}
    if game_map.damaged and not known:
        return
    hints = hint_for(known)
    refs = (place.district for place in game_map.places if place.district)
    for ref, also in each_name_once(ref for ref in refs if ref.name not in known and ref.name not in game_map.lost):
        printed = {district.name.casefold(): district.id for district in game_map.districts if district.name}
        meant = printed.get(ref.name.casefold())
        hint = f"did you mean '{meant}'?" if meant else hints(ref.name)
        hint = joined_hint(hint or "list it under districts", also)
        yield Fault(ref.span, f"there is no district '{ref}'", hint)
    for word in () if game_map.damaged else charted.words_not_known("district"):
        if word.name in known:
            yield Fault(word.span, f"no area{on_map(game_map, word)} lies in district '{word}'")
        else:
            yield Fault(word.span, f"there is no district '{word}'{on_map(game_map, word)}", hints(word.name))


SIGN = re.compile(r"\s*[-–—=<>]+\s*")
"""Matches signs that designers write between two places."""


@check("unknown-place", severity=ERROR)
def unknown_place(charted: Charted) -> Iterator[Fault]:
    """A road or a requirement names a place that is not on the map.

    The road is ignored. Checks that depend on the roads of the map are skipped until every road has two ends. Each name
    is reported once, where it first occurs.

    Fix: correct the name, or add the place.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Chruch, Pier, Market]]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """
    game_map, places = charted.map, set(charted.vocabulary.places)
    hints, passed = hint_for(places), {area.id for area in game_map.through}
    for name, also in each_name_once(name for name in game_map.mentions if name.name in passed):
        message = f"'{name}' is an intersection, where nobody stops, and no space"
        yield Fault(name.span, message, joined_hint("name a space, or write 'intersections: spaces'", also))
    unknown = (name for name in game_map.mentions if name.name not in places and name.name not in game_map.lost)
    if isinstance(game_map, GridMap):
        unknown = (name for name in unknown if not game_map.picture.may_lack(name.name))
    cells = cell_map(game_map)
    closed = cells.closed_names if cells else frozenset[str]()
    for name, also in each_name_once((*unknown, *charted.words_not_known("place"))):
        if name.name in closed:
            message = f"'{name}' is on closed terrain{on_map(game_map, name)}, where no piece can be"
            yield Fault(name.span, message, joined_hint("name an open cell, or open the terrain", also))
            continue
        message = f"there is no place '{name}'{on_map(game_map, name)}"
        yield Fault(
            name.span,
            message,
            joined_hint(_joint(name.name, places) or _group(name.name, charted) or hints(name.name), also),
        )


def _joint(name: str, places: set[str]) -> str | None:
    """Return the hint for a name that is two places with a sign between them."""
    parts = SIGN.split(name)
    return "write ' -- ' between two places" if len(parts) > 1 and places.issuperset(parts) else None


def _group(name: str, charted: Charted) -> str | None:
    """Return the hint for a name that is a tag or a district."""
    words = charted.vocabulary
    return (
        f"write {{tag: {name}}}" if name in words.tags else f"write {{in: {name}}}" if name in words.districts else None
    )


NO_PLACE = f"a closure lies on {', '.join(GROUNDS[:-1])} or {GROUNDS[-1]}, or on places by their names"
"""The hint if no name on the map is similar."""


@check("unknown-spot", severity=ERROR)
def unknown_spot(charted: Charted) -> Iterator[Fault]:
    """A closure names a spot that the map does not have.

    A closure without spots closes nothing, and a forbidden spot with a misspelt name is not forbidden. Proofs about the
    map would then be wrong.

    Fix: correct the name, or add what it names.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places, never: [Chruch]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places, never: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """
    network, lost = charted.lowered.network, charted.map.lost
    if charted.map.damaged or not network.whole:
        return
    for closure in charted.map.closures:
        spots = spots_of(closure, charted.vocabulary)
        hints = hint_for(spots if closure.on != "places" else {*spots, *GROUNDS})
        groups = closure.groups
        named = (ref for group in groups for ref in group.places)
        for ref, also in each_name_once(ref for ref in named if ref.name not in spots and ref.name not in lost):
            message = f"'{closure.name}' can't lie on '{ref}': the map has no such {_thing(closure)}"
            tagged = _group(ref.name, charted) if closure.on == "places" else None
            hint = tagged or _turned_round(closure, ref.name, spots) or hints(ref.name)
            hint = hint or (NO_PLACE if closure.on == "places" else None)
            yield Fault(ref.span, message, joined_hint(hint, also))
        yield from unknown_kinds(closure, charted)
        for group in groups:
            if closure.on != "places":
                yield from _group_of_no_places(closure, group, spots)
                continue
            yield from _unknown_group(group.tag, "tag", charted.vocabulary.tags)
            yield from _unknown_group(group.district, "district", charted.vocabulary.districts)


NUMBERED = re.compile(r"(.*?)(?: \d+)?")
"""The name of a road, and its number among several of that name."""


def _turned_round(closure: Closure, name: str, spots: Collection[str]) -> str | None:
    """Return the hint for a road that is called after its ends in the other order, or without its number."""
    ends = JOINT.split(name)[::2]
    if closure.on != "roads" or len(ends) != 2:
        return None
    meant = (" -- ".join(ends), " -- ".join(ends[::-1]))
    numbered = ((spot, NUMBERED.fullmatch(spot)) for spot in sorted(spots))
    found = [f"'{spot}'" for spot, parts in numbered if parts and parts[1] in meant]
    return f"write {series(found, 'or')}" if found else None


def unknown_kinds(closure: Closure, charted: Charted) -> Iterator[Fault]:
    """Yield the faults of the kinds of roads that a closure names."""
    if closure.along and closure.on != "roads":
        hint = f"write lies-on: roads, or take 'along' out of '{closure.name}'"
        yield Fault(closure.along[0].span, f"'{closure.name}' lies on {closure.on}, and only roads have kinds", hint)
        return
    travel = charted.lowered.travel
    known = {*(travel.kinds if travel else ()), ROAD}
    for ref in closure.along:
        if ref.name not in known:
            message = f"'{closure.name}' can't lie along '{ref}': the map has no roads of this kind"
            yield Fault(ref.span, message, hint_for(known)(ref.name))


def _thing(closure: Closure) -> str:
    things = {"crossings": "crossing", "roads": "road", "segments": "segment", "stretches": "stretch"}
    return things.get(closure.on, "place")


def _group_of_no_places(closure: Closure, group: Selector, spots: Collection[str]) -> Iterator[Fault]:
    """Yield the faults of groups: only places have tags and districts, and 'every place' selects places only."""
    ref = group.tag or group.district
    if not ref and not group.places:
        message = f"'{closure.name}' lies on {closure.on}, none of which 'every place' chooses"
        yield Fault(closure.span, message, f"write names, such as '{min(spots)}'" if spots else None)
    if ref:
        kind = "tag" if group.tag else "district"
        message = f"'{closure.name}' lies on {closure.on}, none of which has the {kind} '{ref}'"
        yield Fault(ref.span, message, f"write names, such as '{min(spots)}'" if spots else None)


def _unknown_group(ref: Ref | None, kind: str, known: Collection[str]) -> Iterator[Fault]:
    if ref and ref.name not in known:
        message = f"no place has the {kind} '{ref}'" if kind == "tag" else f"no place lies in the district '{ref}'"
        yield Fault(ref.span, message, hint_for(known)(ref.name))


@check("unknown-tag", severity=ERROR)
def unknown_tag(charted: Charted) -> Iterator[Fault]:
    """A requirement names a tag that no place has.

    A requirement about no place would always hold, so it is not evaluated. Only a `count` that allows 0 can use such a
    tag.

    Fix: correct the tag in the requirement, or add it to the places.

    Bad:
        kind: area-map
        areas: {Market: {tags: [shop]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - within: {a: {tag: shpo}, at-most: 1}

    Good:
        kind: area-map
        areas: {Market: {tags: [shop]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - within: {a: {tag: shop}, at-most: 1}
    """
    if charted.map.damaged:
        return
    hints = hint_for(charted.vocabulary.tags)
    for word in charted.words_not_known("tag"):
        yield Fault(word.span, f"no place{on_map(charted.map, word)} carries the tag '{word}'", hints(word.name))


# Closures and squares that contradict a requirement.


@check("laid-isolation", severity=ERROR)
def laid_isolation(charted: Charted) -> Iterator[Fault]:
    """A requirement combines `isolation` with closures under `with`.

    `isolation` finds the number of closures, of the kinds under `by`, that cut something off. Closures under `with`
    would not be counted, so the requirement is not evaluated.

    Fix: remove `with`, and list all kinds that count under `by`.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places}
          gate: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {isolation: {of: Pier, by: fence, at-least: 1}, with: {gate: 1}}

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places}
          gate: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {isolation: {of: Pier, by: [fence, gate], at-least: 1}}
    """
    for requirement in charted.map.requirements:
        if requirement.demand == "isolation" and requirement.laid:
            kinds = [*requirement.by, *(kind for kind, _ in requirement.laid)]
            names = ", ".join(dict.fromkeys(kind.name for kind in kinds))
            yield Fault(
                requirement.laid[0][0].span,
                f"'{requirement.name}' counts the closures that it takes, and can't be asked with others laid",
                f"take 'with' out; to count all of them write by: [{names}]",
            )


@check("scarce-closure", severity=WARNING)
def scarce_closure(charted: Charted) -> Iterator[Fault]:
    """A requirement lays more of a closure than the map has.

    `at-most` of a closure is how many there are. A requirement `with` more of them is only asked with as many as there
    are, so it says less than it seems to.

    Fix: correct one of the two numbers.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 1}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fence: 2}}

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 2}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fence: 2}}
    """
    there = {closure.name: closure.most for closure in charted.map.closures}
    for requirement in (*charted.map.requirements, *charted.map.legal):
        for kind, number in requirement.laid:
            most = there.get(kind.name)
            if most is not None and number > most:
                message = f"{number} '{kind}' are laid{on_map(charted.map, kind)}, and there is at most {most}"
                hint = f"write {kind}: {most}, or at-most: {number} under closures"
                yield Fault(kind.span, message, hint)


@check("unplaceable-closure", severity=ERROR)
def unplaceable_closure(charted: Charted) -> Iterator[Fault]:
    """A closure has no spot on the map.

    The map has no spots of that kind, or `only` and `never` leave none of them. A requirement that
    lays it says nothing more than one without, so it does not count as proved.

    Fix: let the closure lie on spots that the map has, or remove it.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: [Church], never: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        closures:
          fence: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """
    network = charted.lowered.network
    for closure in charted.map.closures if network.whole else ():
        named = names_spots(closure, charted.vocabulary) and not any(True for _ in unknown_kinds(closure, charted))
        if named and not charted.lowered.has_spot(closure):
            none = closure.on != "places" and not spots_of(closure, charted.vocabulary)
            keys = "'lies-on', 'only', 'along' and 'never'" if closure.along else "'lies-on', 'only' and 'never'"
            hint = f"the map has no {closure.on}" if none else f"let {keys} leave it a spot"
            yield Fault(closure.span, f"no spot is left for the closure '{closure.name}'", hint)


@check("used-square", severity=WARNING)
def used_square(charted: Charted) -> Iterator[Fault]:
    """A square of a block map is listed as unused, but moves lead onto it.

    `unused` lists the squares that the turning law never lets a piece enter. Requirements ignore them. A square that a
    piece can enter stays in use.

    Fix: remove it from the list, or change the turning law.

    Bad:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12, 5/1]

    Good:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12]
    """
    network, law = charted.lowered.network, block_law(charted.map)
    if law and network.whole:
        for ref in law.unused:
            place = network.index.get(ref.name)
            if place is not None and any(network.before[state] for state in network.states_of[place]):
                yield Fault(ref.span, f"'{ref}' is said to be unused, and moves lead onto it")
