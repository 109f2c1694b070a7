"""A spot that a closure names and the map does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import each_name_once, hint_for, way_out
from pnp.diagnostics import ERROR, Fault, check
from pnp.model.maps.game_map import GROUNDS
from pnp.network.requirements import spots_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pnp.checks.map.subjects import Charted
    from pnp.model.maps.game_map import Closure, Selector
    from pnp.model.reference import Ref


NO_PLACE = f"a closure lies on {', '.join(GROUNDS[:-1])} or {GROUNDS[-1]}, or on places by their names"
"""The way out where nothing on the map has a name that is like it."""


@check("unknown-spot", severity=ERROR)
def unknown_spot(charted: Charted) -> Iterator[Fault]:
    """A closure is said to lie, or never to lie, on a spot that the map does not have.

    A closure that may lie nowhere closes nothing, and one that should keep off a spot may lie on it: what is then
    proved of the map says less than it seems to.

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
        spots = spots_of(closure, network, charted.vocabulary)
        hints = hint_for(spots if closure.on != "places" else {*spots, *GROUNDS})
        groups = closure.groups
        named = (ref for group in groups for ref in group.places)
        for ref, also in each_name_once(ref for ref in named if ref.name not in spots and ref.name not in lost):
            message = f"'{closure.name}' can't lie on '{ref}': the map has no such {_thing(closure)}"
            hint = hints(ref.name) or (NO_PLACE if closure.on == "places" else None)
            yield Fault(ref.span, message, way_out(hint, also))
        for group in groups:
            if closure.on != "places":
                yield from _group_of_no_places(closure, group, spots)
                continue
            yield from _unknown_group(group.tag, "tag", charted.vocabulary.tags)
            yield from _unknown_group(group.district, "district", charted.vocabulary.districts)


def _thing(closure: Closure) -> str:
    things = {"crossings": "crossing", "segments": "segment", "stretches": "stretch"}
    return things.get(closure.on, "place")


def _group_of_no_places(closure: Closure, group: Selector, spots: Collection[str]) -> Iterator[Fault]:
    """Only places have tags and lie in districts, and every place is none of the other grounds."""
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
