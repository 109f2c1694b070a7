"""Places too close to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.network.layout import UNIT, Layout, nearest_before

if TYPE_CHECKING:
    from collections.abc import Iterator


LEAST_GAP = 8
"""Millimetres between the centres of two places: less, and a piece does not stand on one of them alone."""


@check("places-too-close", severity=WARNING)
def places_too_close(layout: Layout) -> Iterator[Fault]:
    """Two places lie so close together that they can't be told apart in print.

    Their centres are less than 8 mm apart at the size of the map.

    Fix: move one of them, or make the map larger.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [25, 20]}
          Pier: {at: [40, 60]}
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
    for number, other, distance in nearest_before(layout.placed, LEAST_GAP * UNIT):
        spot, beside = layout.spots[number], layout.spots[other]
        message = f"'{spot.id}' lies {distance / UNIT:.3g} mm from '{beside.id}', expected at least {LEAST_GAP} mm"
        yield Fault(spot.span, message)
