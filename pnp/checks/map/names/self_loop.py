"""A road from a place to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.area_map import AreaMap


@check("self-loop", severity=ERROR)
def self_loop(area_map: AreaMap) -> Iterator[Fault]:
    """A road leads from a place back to the same place.

    No piece moves along it, and it can't be drawn; most often one end was meant to be another place.

    Fix: correct one end of the road, or take the road out.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Pier]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
    """
    for road in area_map.roads:
        if road.start.name == road.end.name:
            yield Fault(road.span, f"a road leads from '{road.start}' to itself")
