"""Buildings: the lots of a block, each with a roof unlike its neighbours'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.curves import straight
from pnp.draw.town.lots import lots
from pnp.draw.town.polygons import difference, grow, swept, union
from pnp.draw.town.roofs import draw_roof, roof_kind
from pnp.records import dataclass
from pnp.scene.items import Item, Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.draw.town.blocks import Block
    from pnp.draw.town.chance import Chance
    from pnp.draw.town.rings import Ring, Shape
    from pnp.draw.town.shades import Paint
    from pnp.model.map_style import TownStyle
    from pnp.scene.items import Colour

CORE_LOT = 1.15
"""How much wider a building of the core is than one elsewhere."""

CORE_HEIGHT = 1.6
"""How much longer its shadow is."""


@dataclass(frozen=True, slots=True)
class Building:
    """One building: its walls from above, its kind of roof, the number of its colour, and whether it is high."""

    key: str
    ring: Ring
    roof: str
    colour: int
    high: bool


def buildings(block: Block, style: TownStyle, chance: Chance) -> tuple[Building, ...]:
    """The buildings of a block; no two in a row wear one colour, nor one kind of roof where there is a choice."""
    high = block.face.core
    found: list[Building] = []
    for lot in lots(block.site, style.lot * (CORE_LOT if high else 1.0), chance, block.key):
        worn = {building.colour for building in found[-2:]}
        colours = [number for number in range(len(style.roofs)) if number not in worn] or [0]
        kind = roof_kind(lot.ring, high, chance, lot.key, found[-1].roof if found else "")
        found.append(Building(lot.key, lot.ring, kind, chance.pick(colours, "colour", lot.key), high))
    return tuple(found)


def yard(block: Block, built: Iterable[Building]) -> Shape:
    """The ground of a block that its buildings leave."""
    return difference(block.ground, *(grow((building.ring,), 0.6, "miter") for building in built))


def shadows(built: Iterable[Building], length: float) -> Shape:
    """The flat shadows of all buildings to the south-east, the high ones' longer."""
    low = tuple(building.ring for building in built if not building.high)
    high = tuple(building.ring for building in built if building.high)
    return union(swept(low, length, length), swept(high, length * CORE_HEIGHT, length * CORE_HEIGHT))


def draw_buildings(built: Iterable[tuple[Building, Colour]], style: TownStyle, paint: Paint) -> Iterator[Item]:
    """All shadows, then every roof in its colour."""
    pairs = tuple(built)
    if style.shadow and pairs:
        yield Path(straight(shadows([building for building, _ in pairs], style.shadow)), paint("shadow"))
    for building, colour in pairs:
        yield from draw_roof(building.ring, building.roof, colour, paint, style.outline)
