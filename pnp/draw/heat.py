"""A map as heat: how much each place is passed through, and what the map hangs on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.plot import FAULT, INK, PAPER, Caption, Key, disc, faded, plate, ring, route, words_in
from pnp.network.whereabouts import spacing
from pnp.scene.items import Group, Rect, Stroke
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.draw.plot import Point
    from pnp.model.game_map import GameMap
    from pnp.network import Inspection
    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour, Item, Scene

STEPS: tuple[Colour, ...] = ("#FFFBE6", "#FCE7A2", "#F8C25B", "#EC8F35", "#C9542A", "#8E1F2F")
"""From cold to hot: one hue after the other ever darker, so that the order is seen in grey too."""

LEGIBLE = 2.5
"""The radius in millimetres of a disc from which on its number is written in it."""

LONGEST_NAME = 4
"""How many characters of a place's name stand in its disc at most."""


def heat_map(
    drawn: GameMap,
    base: Scene,
    spots: Mapping[str, Point],
    inspection: Inspection,
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
) -> Scene | None:
    """The map, drawn as `base`, with each place in the colour of its share of shortest ways; None without positions.

    `spots` are the centres of the places on the face, `fallback` the families for what the house's own lack.
    """
    shares = {place.id: place.betweenness for place in inspection.places if place.betweenness is not None}
    if not spots or not shares:
        return None
    most = max(shares.values()) or 1.0
    marks = tuple(_marks(inspection, spots, shares, most, fallback))
    caption = Caption(
        f"Choke points of {drawn.name}",
        "The share of all shortest ways that runs through each place, in per cent: the darker, the busier.",
        tuple(_keys(inspection, most)),
        fallback,
    )
    return plate(faded(base.items), base.width, base.height, marks, caption)


def _marks(
    inspection: Inspection,
    spots: Mapping[str, Point],
    shares: Mapping[str, float],
    most: float,
    fallback: tuple[str | Family, ...],
) -> Iterator[Item]:
    radius = min(10.0, max(1.2, spacing(spots) * 0.36))
    for first, second in inspection.bridges:
        if first in spots and second in spots:
            yield route((spots[first], spots[second]), radius * 0.3, FAULT)
    for name, share in shares.items():
        if name in spots:
            yield from _place(name, spots[name], share, share / most, radius, fallback)
    for name in (*inspection.articulation_points, *inspection.dead_ends):
        if name in spots:
            yield ring(spots[name], radius * 1.2, FAULT if name in inspection.articulation_points else INK)


def _place(
    name: str, at: Point, share: float, heat: float, radius: float, fallback: tuple[str | Family, ...]
) -> Iterator[Item]:
    step = min(int(heat * len(STEPS)), len(STEPS) - 1)
    yield disc(at, radius, STEPS[step], INK, max(0.2, radius / 25))
    if radius >= LEGIBLE:
        ink = PAPER if step >= len(STEPS) - 2 else INK
        named = len(name) <= LONGEST_NAME
        yield words_in((at[0], at[1] + radius * 0.22 * named), f"{share * 100:.0f}", radius * 2.2, ink)
        if named:
            yield words_in((at[0], at[1] - radius * 0.58), name, radius * 1.05, ink, 600, fallback)


def _keys(inspection: Inspection, most: float) -> Iterator[Key]:
    for step, colour in enumerate(STEPS):
        high = most * (step + 1) / len(STEPS)
        box = Rect(0.0, 0.1, 1.0, 0.8, fill=colour, stroke=Stroke(INK, 0.04))
        yield Key((box,), f"to {high:.1%}")
    if inspection.articulation_points:
        yield Key((_unit(ring((5.0, 5.0), 3.8, FAULT)),), "without it the map falls apart")
    if inspection.dead_ends:
        yield Key((_unit(ring((5.0, 5.0), 3.8, INK)),), "dead end")
    if inspection.bridges:
        yield Key((_unit(route(((0.5, 5.0), (9.5, 5.0)), 1.4, FAULT)),), "the only way between two parts")


def _unit(item: Item) -> Item:
    return Group((item,), (0.1, 0.0, 0.0, 0.1, 0.0, 0.0))
