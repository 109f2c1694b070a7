"""Places and bends beyond the edge of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.network.layout import UNIT, GridPoint, Layout, Line

if TYPE_CHECKING:
    from collections.abc import Iterator


@check("off-map", severity=ERROR)
def off_map(layout: Layout) -> Iterator[Fault]:
    """A place, or a bend of a road, lies outside of the map.

    Positions run from the top left corner of the map to its `size`. What lies beyond is not printed.

    Fix: move it onto the map, or make the map larger.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 90]}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    if not layout.sized:
        return
    size = f"the map of {layout.width / UNIT:g} × {layout.height / UNIT:g} mm"
    for number, at in layout.placed:
        if not _on(layout, at):
            spot = layout.spots[number]
            yield Fault(spot.span, f"'{spot.id}' at {_shown(at)} lies outside of {size}")
    for line in layout.lines:
        for bend in line.points[1:-1]:
            if not _on(layout, bend):
                yield Fault(line.span, f"the road {layout.ends(line)} bends at {_shown(bend)}, outside of {size}")


def leaves_the_map(layout: Layout, line: Line) -> bool:
    """Whether an end or a bend of the road lies outside, so that what it meets on its way says nothing."""
    return layout.sized and not all(_on(layout, point) for point in line.points)


def _on(layout: Layout, at: GridPoint) -> bool:
    return 0 <= at[0] <= layout.width and 0 <= at[1] <= layout.height


def _shown(at: GridPoint) -> str:
    return f"[{at[0] / UNIT:g}, {at[1] / UNIT:g}]"
