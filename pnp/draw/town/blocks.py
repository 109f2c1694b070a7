"""Blocks: what of a face is left between street and places, and what it is used for."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pnp.draw.town.lots import stretch
from pnp.draw.town.polygons import band, difference, grow, intersection, opened, pieces
from pnp.draw.town.rings import Point, Shape, area, centre, circle, perimeter
from pnp.records import dataclass
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.town.chance import Chance
    from pnp.draw.town.faces import Face
    from pnp.draw.town.plan import Plan, Spot
    from pnp.model.map_style import TownStyle

Use = Literal["built", "park", "garden", "square"]

CORNER = 2.0
"""The radius of a block's corners, and half the width under which ground is left to the pavement."""

YARD = 0.5
"""The strip of a block's ground in front of its buildings."""

LEAST = 30.0
"""The area in square millimetres under which ground is left to the pavement."""

LARGEST = 1600.0
"""The area in square millimetres above which a block is parted."""

LANE = 2.4
"""The width of the lane between its parts."""

SQUARE = 6.0
"""The room that a square needs."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its rounded ground, the straight-sided site on it, and its use."""

    key: str
    face: Face
    ground: Shape
    site: Shape
    use: Use = "built"

    @property
    def room(self) -> float:
        """About the radius of the largest circle that fits in."""
        return 2 * area(self.ground) / perimeter(self.ground[0])

    @property
    def middle(self) -> Point:
        """The centre of its ground."""
        return centre(self.ground[0])


def blocks(
    plan: Plan, found: Sequence[Face], style: TownStyle, chance: Chance, larger: float = 1.0
) -> tuple[Block, ...]:
    """The blocks of the faces: a garden for each district, a square in the middle of the core, a share of parks.

    They are so many times as wide as usual.
    """
    bare = [block for face in found for block in _of_face(plan, face, style, LARGEST * larger**2)]
    gardens = _gardens(bare) if style.emblems else frozenset()
    heart = _heart(bare)

    def use(block: Block) -> Use:
        if block.key == heart:
            return "square"
        if block.key in gardens:
            return "garden"
        green = not block.face.core and chance.share("park", block.key) < style.parks
        return "park" if green else "built"

    return tuple(replace(block, use=use(block)) for block in bare)


def _of_face(plan: Plan, face: Face, style: TownStyle, largest: float) -> Iterator[Block]:
    gap = style.pavement * 0.7
    if not face.ground:
        return
    free = difference(
        face.ground, plan.kept_rings.near(face.ground), *(spot.ground(gap) for spot in plan.spots_near(face.ground))
    )
    sharp = difference(free, *(_facing(spot, face.middle, gap) for spot in face.corners))
    site = grow(sharp, -style.pavement - YARD, "miter")
    for index, part in enumerate(_parted(opened(grow(free, -style.pavement), CORNER), largest)):
        if area(part) >= LEAST:
            yield Block(f"{face.key} {index}", face, part, intersection(site, grow(part, CORNER - YARD)))


def _parted(ground: Shape, largest: float) -> Iterator[Shape]:
    """The parts of the ground; what is too large for one block is parted by lanes."""
    for part in pieces(ground):
        if area(part) <= largest:
            yield part
            continue
        box = stretch(part[0])
        (x, y), (ux, uy), far = box.middle, box.along, box.length
        lane = band(((x - uy * far, y + ux * far), (x + uy * far, y - ux * far)), LANE)
        yield from _parted(opened(difference(part, lane), CORNER), largest)


def _facing(spot: Spot, middle: Point, gap: float) -> Shape:
    """Straight sides round a place, one of them towards the face's middle, so that walls need not be round."""
    if spot.square:
        return ()
    angle = math.atan2(middle[1] - spot.at[1], middle[0] - spot.at[0])
    return (circle(spot.at, spot.radius + gap, 6, angle),)


def _gardens(found: list[Block]) -> frozenset[str]:
    """The roomiest block of each district outside the core, of those that lie wholly in it where there are any."""
    chosen: list[str] = []
    for name in sorted({block.face.district for block in found} - {""}):
        own = [block for block in found if block.face.district == name and not block.face.core]
        own.sort(key=lambda block: (block.face.purity < 0.75, -round(block.room, 3), block.key))
        chosen += [block.key for block in own[:1]]
    return frozenset(chosen)


def _heart(found: list[Block]) -> str | None:
    """The block nearest to the middle of the core that has room for a square."""
    core = [block for block in found if block.face.core]
    roomy = [block for block in core if block.room >= SQUARE]
    if not roomy:
        return None
    x = total(block.middle[0] for block in core) / len(core)
    y = total(block.middle[1] for block in core) / len(core)
    return min(roomy, key=lambda block: (round(math.dist(block.middle, (x, y)), 3), block.key)).key
