"""Where the places of a map, its sites and all that may be closed lie on paper."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pnp.model.game_map import GameMap, Point
    from pnp.network.network import Network


def whereabouts(game_map: GameMap, network: Network) -> dict[str, Point]:
    """The centre of each place, intersection, site, crossing, segment and stretch by its name, in millimetres.

    What lies at several places has its centre in their middle; what has no position is left out.
    """
    found = {it.id: it.at for it in (*game_map.places, *game_map.through, *game_map.sites) if it.at is not None}
    for site in network.extras.sites:
        _add(found, site.id, network.names(site.places))
    for passage in (*network.crossings, *network.segments):
        ends = (state for move in passage.forth for state in move)
        _add(found, passage.id, network.names(network.place_of_state[state] for state in ends))
    for stretch in network.stretches:
        _add(found, stretch.id, network.names(stretch.places))
    return found


def _add(found: dict[str, Point], name: str, places: Iterable[str]) -> None:
    points = [found[place] for place in places if place in found]
    if points and name not in found:
        found[name] = _middle(points)


def _middle(points: list[Point]) -> Point:
    return total(x for x, _ in points) / len(points), total(y for _, y in points) / len(points)


def spacing(spots: Mapping[str, Point]) -> float:
    """The distance in millimetres from a spot to its nearest, taken where half of the spots have less; 20 for one."""
    points = sorted(set(spots.values()))
    near = sorted(_nearest(points, number) for number in range(len(points)))
    return near[len(near) // 2] if len(near) > 1 else 20.0


def _nearest(points: list[Point], number: int) -> float:
    """How far the nearest of the other points is; they are sorted, so none is nearer than it is aside."""
    (x, y), least = points[number], inf
    for others in (points[number + 1 :], points[:number][::-1]):
        for u, v in others:
            if abs(u - x) > least:
                break
            least = min(least, float(((x - u) ** 2 + (y - v) ** 2) ** 0.5))
    return least
