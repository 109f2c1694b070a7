"""A broken requirement on its map: what is closed, what is cut off, and the way that was found."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING

from pnp.draw.plot import FAULT, PAPER, ROUTE, Caption, Key, closed, disc, faded, plate, pointed, ring, route
from pnp.network.street_map import WINDS
from pnp.network.whereabouts import spacing
from pnp.scene.items import Group
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.draw.plot import Point
    from pnp.network import Proof, Witness
    from pnp.scene.fonts import Family
    from pnp.scene.items import Item, Scene

MOST_KINDS = 3
"""How many kinds of closure the legend names at most."""


def overlay(
    base: Scene, spots: Mapping[str, Point], proof: Proof, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
) -> Scene | None:
    """The map, drawn as `base`, with what breaks a requirement laid over it; None where nothing of that is placed.

    `spots` are the centres of all that a witness may name, on the face, `fallback` the families for what the house's
    own lack.
    """
    witness = proof.witness
    if witness is None or not spots:
        return None
    laid = tuple((spot, option) for spot, option in witness.setup if spot in spots)
    witness = replace(witness, setup=laid)
    marks = tuple(_marks(witness, spots))
    if not marks:
        return None
    said = proof.detail[:1].upper() + proof.detail[1:] + "."
    words = Caption(proof.name, said, tuple(_keys(witness)), fallback)
    return plate(faded(base.items), base.width, base.height, marks, words)


def _marks(witness: Witness, spots: Mapping[str, Point]) -> Iterator[Item]:
    radius = min(9.0, max(1.5, spacing(spots) * 0.42))
    way = [spots[name] for name in witness.path if name in spots]
    if len(way) > 1:
        yield route(way, max(0.8, radius * 0.3))
        yield disc(way[0], radius * 0.5, PAPER, ROUTE, radius * 0.18)
        yield disc(way[-1], radius * 0.5, ROUTE, ROUTE, radius * 0.18)
    shut = _shut(witness)
    for name in witness.places:
        if name in spots and name not in shut:
            yield ring(spots[name], radius * 1.15, FAULT)
    laid = dict(witness.setup)
    for name in shut:
        if name in spots:
            yield _sign(laid.get(name, ""), spots[name], radius * 0.8)


def _sign(option: str, at: Point, radius: float) -> Item:
    """What lies on a spot: an arrow where it leaves one direction, such as `token west`, else a bar."""
    wind = option.rpartition(" ")[2]
    return pointed(at, radius, WINDS.index(wind) * pi / 4) if wind in WINDS else closed(at, radius)


def _shut(witness: Witness) -> dict[str, None]:
    """The names of what is closed: the cut, and every spot of the setup."""
    return dict.fromkeys((*(spot for spot, _ in witness.setup), *witness.cut))


def _keys(witness: Witness) -> Iterator[Key]:
    if witness.setup or witness.cut:
        laid = dict.fromkeys(option for _, option in witness.setup) or {"closed": None}
        for option in laid if len(laid) <= MOST_KINDS else ("closed",):
            yield Key((_unit(_sign(option, (5.0, 5.0), 4.0)),), option)
    if witness.places:
        yield Key((_unit(ring((5.0, 5.0), 3.8, FAULT)),), "what it is about")
    if len(witness.path) > 1:
        start, end = (0.5, 5.0), (9.5, 5.0)
        yield Key((_unit(route((start, end), 1.4)),), "the way that was found")


def _unit(item: Item) -> Item:
    return Group((item,), (0.1, 0.0, 0.0, 0.1, 0.0, 0.0))
