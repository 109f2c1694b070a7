"""A place that is named but not on the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.checks.map.subjects import each_name_once, hint_for, on_map, way_out
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


SIGN = re.compile(r"\s*[-–—=<>]+\s*")
"""What a designer may write between two places."""


@check("unknown-place", severity=ERROR)
def unknown_place(charted: Charted) -> Iterator[Fault]:
    """A road or a requirement names a place that is not on the map.

    The road is left out, so that the map may fall apart there. What hangs on the roads of a map is not looked at until
    each of them leads somewhere. A name is told once, where it stands first.

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
        yield Fault(name.span, message, way_out("name a space, or write 'intersections: spaces'", also))
    unknown = (name for name in game_map.mentions if name.name not in places and name.name not in game_map.lost)
    for name, also in each_name_once((*unknown, *charted.words_not_known("place"))):
        message = f"there is no place '{name}'{on_map(game_map, name)}"
        yield Fault(name.span, message, way_out(_joint(name.name, places) or hints(name.name), also))


def _joint(name: str, places: set[str]) -> str | None:
    """The hint for what was meant to be two places and a road between them."""
    parts = SIGN.split(name)
    return "write ' -- ' between two places" if len(parts) > 1 and places.issuperset(parts) else None
