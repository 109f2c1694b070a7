"""Roads that cross."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pnp.checks.map.paper.off_map import leaves_the_map
from pnp.diagnostics import WARNING, Fault, check
from pnp.messages import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.layout import Layout


@check("crossing-roads", severity=WARNING)
def crossing_roads(layout: Layout) -> Iterator[Fault]:
    """Two roads cross where there is no place.

    Players may take the crossing for a place, or lose the road they follow. Each road is told once, with the first
    road before it that it crosses. A map that must be free of crossings says so with `no-crossing: true`.

    Fix: move a place, bend one of the roads with `via`, or add a place where they cross.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads:
          - [Market, Pier, Church]
          - [Church, Gate, Market]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads:
          - [Market, Pier, Church, Market]
          - [Pier, Gate, Market]
    """
    if layout.meetings is None:
        yield Fault(layout.span, "so many roads lie on top of each other that their crossings were not looked for")
    crossings = [(meeting.upper, meeting.lower) for meeting in layout.meetings or () if not meeting.touch]
    astray = {number for number in {*chain(*crossings)} if leaves_the_map(layout, layout.lines[number])}
    crossed: dict[int, list[int]] = {}
    for upper, lower in crossings:
        if astray.isdisjoint((upper, lower)):
            crossed.setdefault(upper, []).append(lower)
    for number, others in sorted(crossed.items()):
        line = layout.lines[number]
        more = f" and {many(len(others) - 1, 'other road')}" if len(others) > 1 else ""
        yield Fault(line.span, f"the road {layout.ends(line)} crosses {layout.ends(layout.lines[others[0]])}{more}")
