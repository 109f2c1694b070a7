"""A road that is given twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.area_map import AreaMap


@check("doubled-road", severity=WARNING)
def doubled_road(area_map: AreaMap) -> Iterator[Fault]:
    """A road joins two places that a road joins already.

    The second one changes nothing in play and is drawn over the first. Two one-way roads in opposite directions are no
    double.

    Fix: take one of them out, or correct an end.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Church, Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
    """
    first: dict[tuple[str, str], int] = {}
    for road in area_map.roads:
        there = (road.start.name, road.end.name)
        ways = (there,) if road.one_way else (there, there[::-1])
        if there[0] == there[1]:
            continue
        line = next((first[way] for way in ways if way in first), None)
        if line is not None:
            yield Fault(road.span, f"the road '{there[0]}' – '{there[1]}' is given already, on line {line}")
        for way in ways:
            first.setdefault(way, road.span.line)
