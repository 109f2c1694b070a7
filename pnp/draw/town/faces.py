"""Faces: the pieces into which the roads cut the ground, each with the places at its corners."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.draw.town.polygons import band, difference, filled, intersection, nearer, pieces, union
from pnp.draw.town.rings import Point, Shape, box, centre, distance
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.town.plan import Plan, Spot
    from pnp.model.game_map import District

THREAD = 0.1
"""The width of the thread along each road that parts the ground into faces."""

WIDE = 0.7
"""The share of the map's width or height from which on a face runs far round it."""

NEAR = 1.5
"""How near the corner of a face comes to the place in it, however acute the corner."""


@dataclass(frozen=True)
class Face:
    """A piece of ground between streets; `key` tells it from the others, alike at every size of the map."""

    key: str
    ground: Shape
    middle: Point
    corners: tuple[Spot, ...]
    nearest: Spot

    @cached_property
    def district(self) -> str:
        """The district of most of its corners, of the nearest place where several have as many; empty for none."""
        votes = [spot.district for spot in self.corners]
        return max(sorted(set(votes)), key=lambda name: (votes.count(name), name == self.nearest.district), default="")

    @property
    def core(self) -> bool:
        """Whether most of its corners belong to the core."""
        return 2 * sum(spot.core for spot in self.corners) > len(self.corners)

    @property
    def purity(self) -> float:
        """The share of its corners that lie in its district."""
        inside = sum(spot.district == self.district for spot in self.corners)
        return inside / len(self.corners) if self.corners else 0.0


def faces(plan: Plan, ground: Shape | None = None) -> tuple[Face, ...]:
    """The faces of that ground, or of what lies within the outermost roads, in reading order; none of a tangle."""
    if plan.tangled:
        return ()
    threads = union(*(band(way.points, THREAD) for way in plan.ways))
    whole = filled(threads) if ground is None else ground
    return tuple(_face(plan, part) for part in pieces(difference(whole, threads)))


def by_district(face: Face, plan: Plan, districts: Sequence[District]) -> Iterator[Face]:
    """The face; one that runs far round, such as the outskirts, in the parts that lie nearest to each district."""
    middles = [(district.id, district.at) for district in districts if district.at]
    left, top, right, bottom = box(face.ground) if face.ground else (0.0, 0.0, 0.0, 0.0)
    far = right - left > WIDE * plan.width or bottom - top > WIDE * plan.height
    if not (face.corners and far) or face.purity == 1 or len(middles) < 2:
        yield face
        return
    for name, at in middles:
        ground = face.ground
        for _, other in middles:
            if other != at:
                ground = intersection(ground, (nearer(at, other),))
        corners = tuple(spot for spot in face.corners if spot.district == name) or face.corners
        for number, part in enumerate(pieces(ground)):
            yield Face(f"{face.key} {name} {number}", part, centre(part[0]), corners, corners[0])


def _face(plan: Plan, part: Shape) -> Face:
    corners = tuple(spot for spot in plan.spots_near(part, NEAR) if distance(part, spot.at) < NEAR)
    middle = centre(part[0])
    key = f"{middle[0] / plan.width:.2f} {middle[1] / plan.height:.2f}"
    return Face(key, difference(part, plan.street_rings.near(part)), middle, corners, plan.nearest(middle))
