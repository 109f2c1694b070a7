"""A one-way road where the map has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.area_map import AreaMap


@check("one-way-in-two-way-map", severity=ERROR)
def one_way_in_two_way_map(area_map: AreaMap) -> Iterator[Fault]:
    """A road is one way on a map that says that all its roads go both ways.

    With `two-way: true` a map promises its players that there are no one-way streets.

    Fix: write the road with `--`, or take `two-way` out.

    Bad:
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -> Market

    Good:
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -- Market
    """
    if not area_map.two_way:
        return
    ways = {(road.start.name, road.end.name) for road in area_map.roads}
    ways |= {(road.end.name, road.start.name) for road in area_map.roads if not road.one_way}
    for road in area_map.roads:
        if (road.end.name, road.start.name) not in ways:
            message = f"the road from '{road.start}' to '{road.end}' is one way, and the map says that all go both ways"
            yield Fault(road.span, message, "let it go both ways, or take two-way out")
