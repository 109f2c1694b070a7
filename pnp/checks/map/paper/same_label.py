"""Labels that stand on two places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.layout import Layout


@check("same-label", severity=WARNING)
def same_label(layout: Layout) -> Iterator[Fault]:
    """Two places of one district bear the same label.

    Players can't tell them apart by what is printed. In different districts the colour and icon of the district tell.

    Fix: change one of the labels.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Old market: {label: Market}}
        roads: [[Market, Church, Old market, Market]]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Old market: {label: Old}}
        roads: [[Market, Church, Old market, Market]]
    """
    first: dict[tuple[str | None, str], str] = {}
    for spot in layout.spots:
        if not spot.label:
            continue
        other = first.setdefault((spot.district, spot.label), spot.id)
        if other != spot.id:
            yield Fault(spot.span, f"'{spot.id}' has the same label as '{other}': '{spot.label}'")
