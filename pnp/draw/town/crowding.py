"""Crowding: how much smaller a style must be drawn for a map whose places stand closer than it allows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.area_map import AreaMap
    from pnp.model.game_map import Point
    from pnp.model.map_style import MapStyle

LOOSE = 1.04
"""How far apart the middles of places stand at least, in diameters."""

SMALLEST = 0.3
"""The least size at which a style is drawn, however crowded the map."""


def shrinkage(drawn: AreaMap, style: MapStyle, width: float, height: float) -> float:
    """The share of their size at which the style's lengths keep the places apart; 1 where there is room."""
    spacing = _spacing([area.at for area in drawn.areas if area.at])
    if not spacing or not (drawn.width and drawn.height):
        return 1.0
    plates = 2 * style.core.plate if style.core else 0.0
    needed = LOOSE * (style.places.diameter + style.places.outline + plates) / spacing
    across = width / (needed * drawn.width + 2 * style.inset)
    down = height / (needed * drawn.height + 2 * style.inset)
    return max(SMALLEST, min(1.0, across, down))


def _spacing(points: list[Point]) -> float:
    """The least distance between two places that do not stand on each other by mistake; 0 where there are none."""
    nearest = sorted(_nearest(sorted(points)))
    usual = nearest[len(nearest) // 2] if nearest else 0.0
    return next((distance for distance in nearest if distance > usual / 3), 0.0)


def _nearest(points: list[Point]) -> Iterator[float]:
    """How far each of the points, which are sorted by x, is from the nearest other one."""
    for number, point in enumerate(points):
        best = math.inf
        for others in (range(number + 1, len(points)), range(number - 1, -1, -1)):
            for other in others:
                if abs(points[other][0] - point[0]) > best:
                    break
                best = min(best, math.dist(point, points[other]))
        if best < math.inf:
            yield best
