"""A district that is named but not there, or that holds nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import each_name_once, hint_for, on_map, way_out
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


@check("unknown-district", severity=ERROR)
def unknown_district(charted: Charted) -> Iterator[Fault]:
    """An area or a requirement names a district that the map does not have.

    Districts stand under `districts`, each with its name, icon and colours. A requirement on a district in which no
    area lies would hold whatever the map looks like, so it is not asked.

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
        hint = way_out(hints(ref.name) or "list it under districts", also)
        yield Fault(ref.span, f"there is no district '{ref}'", hint)
    for word in () if game_map.damaged else charted.words_not_known("district"):
        if word.name in known:
            yield Fault(word.span, f"no area{on_map(game_map, word)} lies in district '{word}'")
        else:
            yield Fault(word.span, f"there is no district '{word}'{on_map(game_map, word)}", hints(word.name))
