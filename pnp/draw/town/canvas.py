"""The canvas: one map in one style on one face, with the colours that its things and districts wear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.chance import Chance
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.draw.look import Look
    from pnp.draw.town.plan import Plan
    from pnp.model.game_map import District, GameMap
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Colour


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """What every layer of a face is drawn with."""

    drawn: GameMap
    style: MapStyle
    look: Look
    plan: Plan

    @property
    def chance(self) -> Chance:
        """The spring of this style's variation."""
        return Chance(self.style.seed)

    def paint(self, thing: str) -> Colour:
        """The colour in which a thing is drawn."""
        return self.look.colour(self.style.colour(thing))

    def district(self, name: str) -> District | None:
        """The district of that name."""
        return self.drawn.district(name)

    def sign(self, name: str, otherwise: str) -> Colour:
        """The colour of a district's mark; that of a thing where the district has none."""
        district = self.district(name)
        return self.look.colour(district.colour.name) if district and district.colour else self.paint(otherwise)

    def tint(self, name: str, otherwise: str) -> Colour:
        """The colour of a district's ground; that of a thing where it has none or the style tells no ground apart."""
        district = self.district(name) if self.style.tints else None
        return self.look.colour(district.tint.name) if district and district.tint else self.paint(otherwise)
