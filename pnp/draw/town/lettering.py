"""Words on a face: set, turned and put where their middle is wanted, with the ground that they take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.fonts import FontError
from pnp.scene.items import Group
from pnp.scene.typeset import Block, typeset

if TYPE_CHECKING:
    from pnp.draw.town.rings import Point, Ring
    from pnp.scene.text import TextStyle

NEAR_UPRIGHT = math.radians(75)
"""How far a text may fall to the right before it is turned round, so that it is read from the south or the east."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text whose capitals have their middle at `at`, turned clockwise by so many radians."""

    block: Block
    at: Point
    turn: float = 0.0

    @property
    def width(self) -> float:
        """How long its widest line is."""
        return max((line.width for line in self.block.lines), default=0.0)

    @property
    def height(self) -> float:
        """How tall it is from the first line's capitals to the last baseline."""
        return self.block.last_baseline - self.block.cap_top

    def drawn(self) -> Group:
        """The text in its place."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        left, top = -self.block.width / 2, -(self.block.cap_top + self.block.last_baseline) / 2
        x, y = self.at[0] + left * cos - top * sin, self.at[1] + left * sin + top * cos
        return Group(self.block.items, tuple(round(it, 5) for it in (cos, sin, -sin, cos, x, y)))  # type: ignore[arg-type]

    def ground(self, margin: float) -> Ring:
        """The box that it takes, with so much room round it."""
        return box(self.at, self.width / 2 + margin, self.height / 2 + margin, self.turn)


def words(text: str, style: TextStyle, at: Point = (0.0, 0.0), turn: float = 0.0, width: float | None = None) -> Words:
    """A text set in lines of `width` at most; nothing where its font can't be had, which the check of fonts tells."""
    try:
        block = typeset(text, style, None, "centre")
        if width is not None and block.width > width:
            block = typeset(text, style, width, "centre")
    except FontError:
        block = Block((), 0.0, 0.0, (), (), style.size, 0.0)
    return Words(block, at, turn)


def read_from_below(turn: float) -> float:
    """The direction, or its opposite, whose words are read from the south or the east."""
    turn = math.remainder(turn, math.tau)
    if turn > NEAR_UPRIGHT:
        return turn - math.pi
    return turn + math.pi if turn <= NEAR_UPRIGHT - math.pi else turn


def box(at: Point, half_width: float, half_height: float, turn: float) -> Ring:
    """A turned rectangle round its middle."""
    cos, sin = math.cos(turn), math.sin(turn)
    corners = (
        (-half_width, -half_height),
        (half_width, -half_height),
        (half_width, half_height),
        (-half_width, half_height),
    )
    return tuple((at[0] + u * cos - v * sin, at[1] + u * sin + v * cos) for u, v in corners)
