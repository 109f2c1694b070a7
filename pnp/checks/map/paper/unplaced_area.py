"""Areas without a position on a map that has others placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.layout import Layout


@check("unplaced-area", severity=ERROR)
def unplaced_area(layout: Layout) -> Iterator[Fault]:
    """An area has no position, though others of the map have one.

    A map may be a draft without any positions, and is checked all the same. Once it is drawn, an area without a
    position would be missing on the board.

    Fix: give it a position with `at`.

    Bad:
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    unplaced = layout.unplaced
    if layout.damaged or len(unplaced) == len(layout.spots):
        return
    for spot in unplaced:
        yield Fault(spot.span, f"'{spot.id}' has no position, though other areas have one", "give it one with at")
