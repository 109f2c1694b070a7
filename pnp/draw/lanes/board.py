"""The board: a block map in one style at one size, with the colours that its things wear."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.draw.town.chance import Chance
from pnp.model.block_style import PLAIN
from pnp.records import dataclass
from pnp.scene.fonts import FontError
from pnp.scene.typeset import typeset

if TYPE_CHECKING:
    from pnp.draw.look import Look
    from pnp.model.block_grid import Square
    from pnp.model.block_map import BlockMap
    from pnp.model.block_style import BlockStyle
    from pnp.model.map_style import MapStyle
    from pnp.model.reference import Ref
    from pnp.scene.items import Colour, Group
    from pnp.scene.text import TextStyle

Point = tuple[float, float]

DETAILED = 6.0
"""The millimetres of a square from which on lanes are painted and addresses lettered."""

USUAL = 12.0
"""The millimetres of a square from which on lines have their full width."""


@dataclass(frozen=True, eq=False)
class Board:
    """What a block map is drawn with; `unit` is the side of a square in millimetres on the face.

    Squares of `least` millimetres or more are painted.
    """

    drawn: BlockMap
    style: MapStyle
    look: Look
    unit: float
    least: float = DETAILED

    @cached_property
    def blocks(self) -> BlockStyle:
        """How its blocks are drawn."""
        return self.style.blocks or PLAIN

    @property
    def chance(self) -> Chance:
        """The spring of this style's variation."""
        return Chance(self.style.seed)

    @property
    def detailed(self) -> bool:
        """Whether squares are large enough for what is painted on them."""
        return self.unit >= self.least

    @cached_property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return self.drawn.grid.width * self.unit, self.drawn.grid.height * self.unit

    def paint(self, thing: str) -> Colour:
        """The colour in which a thing is drawn."""
        return self.look.colour(self.style.colour(thing))

    def line(self, length: float) -> float:
        """A width or a small distance as it is on squares of this size: less where they are small."""
        return round(length * min(1.0, self.unit / USUAL), 4)

    def text(self, role: Ref | None) -> TextStyle | None:
        """The style of a text role; None for none, and where its font is not there, which is told by a check."""
        if role is None:
            return None
        style = self.look.text(role.name)
        try:
            typeset("N", style)
        except FontError:
            return None
        return style

    def at(self, square: Square | Point) -> Point:
        """The top left corner of a square."""
        return square[0] * self.unit, square[1] * self.unit

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        return self.at((square[0] + 0.5, square[1] + 0.5))


def words(text: str, style: TextStyle, at: Point) -> Group:
    """A short text whose capitals have their middle at a point."""
    block = typeset(text, style)
    height = block.cap_top + block.last_baseline
    return block.at(round(at[0] - block.width / 2, 3), round(at[1] - height / 2, 3))
