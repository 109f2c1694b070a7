"""The town: what grows on the faces between the roads, and how it is drawn."""

from __future__ import annotations

import math
from dataclasses import field, replace
from typing import TYPE_CHECKING

from pnp.draw.town.blocks import Block, blocks
from pnp.draw.town.buildings import Building, buildings, draw_buildings, yard
from pnp.draw.town.curves import straight
from pnp.draw.town.parks import Green, garden, park, square
from pnp.draw.town.rings import area
from pnp.draw.town.shades import lit, mixed, pen
from pnp.draw.town.trees import Tree, draw_trees, grove
from pnp.records import dataclass
from pnp.scene.items import Colour, Item, Path
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.town.canvas import Canvas
    from pnp.draw.town.faces import Face
    from pnp.model.map_style import TownStyle

MOST_GROUND = 600_000.0
"""How many square millimetres are built on with houses of the size that the style wants."""

KINSHIP = 0.3
"""How much of its district's tint is in the colour of a roof."""


@dataclass(frozen=True, slots=True)
class Built:
    """A block with buildings and the trees in their yards."""

    block: Block
    buildings: tuple[Building, ...]
    trees: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Town:
    """The blocks that are built on, and the green ones."""

    built: tuple[Built, ...]
    greens: tuple[Green, ...] = field(repr=False)

    @property
    def buildings(self) -> tuple[Building, ...]:
        """Every building."""
        return tuple(building for one in self.built for building in one.buildings)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """Every tree."""
        planted = (*(one.trees for one in self.built), *(one.trees for one in self.greens))
        return tuple(tree for trees in planted for tree in trees)


def grow_town(found: Sequence[Face], style: TownStyle, canvas: Canvas) -> Town:
    """The town on these faces; on more ground than any table holds, of larger blocks and houses and no more of them."""
    larger = max(1.0, math.sqrt(total(area(face.ground) for face in found) / MOST_GROUND))
    style = replace(style, lot=style.lot * larger)
    built: list[Built] = []
    greens: list[Green] = []
    for block in blocks(canvas.plan, found, style, canvas.chance, larger):
        match block.use:
            case "built":
                built.append(_built(block, style, canvas))
            case "park":
                greens.append(park(block, canvas.paint, canvas.chance))
            case "garden":
                greens.append(garden(block, canvas))
            case "square":
                greens.append(square(block, canvas.paint))
    return Town(tuple(built), tuple(greens))


def _built(block: Block, style: TownStyle, canvas: Canvas) -> Built:
    stand = buildings(block, style, canvas.chance)
    return Built(block, stand, grove(yard(block, stand), 0.22, canvas.chance, block.key))


def draw_town(town: Town, style: TownStyle, canvas: Canvas) -> Iterator[Item]:
    """The grounds of all blocks, then shadows and roofs, then trees."""
    for one in town.built:
        ground = _ground(one.block, canvas)
        yield Path(straight(one.block.ground), ground, pen(lit(ground, -0.8), 0.3))
    for green in town.greens:
        yield from green.items
    roofed = [(building, _roof(building, one.block, style, canvas)) for one in town.built for building in one.buildings]
    yield from draw_buildings(roofed, style, canvas.paint)
    yield from draw_trees(town.trees, canvas.paint, canvas.chance)


def _ground(block: Block, canvas: Canvas) -> Colour:
    return canvas.paint("core-block") if block.face.core else canvas.tint(block.face.district, "block")


def _roof(building: Building, block: Block, style: TownStyle, canvas: Canvas) -> Colour:
    colour = canvas.look.colour(style.roofs[building.colour].name)
    return colour if building.high else mixed(colour, canvas.tint(block.face.district, "block"), KINSHIP)
