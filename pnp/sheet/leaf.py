"""Leaves: where each part lies on the paper, and where its back comes to lie when that is turned over or folded.

The position of a part is computed once, for its front. The backs of every layout are that same leaf mirrored: in the
sheet's own middle where the sheet is flipped, in the fold where it is folded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.sheet.boxes import Axis, mirrored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.items import Affine
    from pnp.scene.sheet import Box, Side
    from pnp.sheet.frame import Fold
    from pnp.sheet.paper import Paper

Turn = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

MIRRORED: dict[Axis, dict[Turn, Turn]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
"""How a back lies on its front: the way up of the front, seen in a mirror along the axis."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One copy of a part, the `part`-th of its set, with its trim on the sheet and the turn of its face."""

    part: int
    copy: int
    box: Box
    turn: Turn = 0
    side: Side = "front"

    @property
    def transform(self) -> Affine:
        """What carries the face's coordinates to the sheet's."""
        box = self.box
        right, below = box.x + box.width, box.y + box.height
        match self.turn:
            case 0:
                return (1.0, 0.0, 0.0, 1.0, box.x, box.y)
            case 90:
                return (0.0, 1.0, -1.0, 0.0, right, box.y)
            case 180:
                return (-1.0, 0.0, 0.0, -1.0, right, below)
            case 270:
                return (0.0, -1.0, 1.0, 0.0, box.x, below)


@dataclass(frozen=True, slots=True)
class Block:
    """Parts of one size in rows and columns; `outlined` ones are cut along their own line, others from mark to mark."""

    placements: tuple[Placement, ...]
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """What lies where on one side of a sheet."""

    paper: Paper
    blocks: tuple[Block, ...]
    strip: Box
    fold: Fold | None = None
    side: Side = "front"

    @property
    def placements(self) -> Iterator[Placement]:
        """Every placement, block after block."""
        return (placement for block in self.blocks for placement in block.placements)


def turned_over(leaf: Leaf, axis: Axis) -> Leaf:
    """The other side of the leaf when it is flipped about its middle, the backs behind their fronts."""
    middle = (leaf.paper.width if axis == "vertical" else leaf.paper.height) / 2
    blocks = tuple(_backs(block, axis, middle) for block in leaf.blocks)
    return replace(leaf, blocks=blocks, strip=mirrored(leaf.strip, axis, middle), side="back")


def folded_over(leaf: Leaf, fold: Fold) -> Leaf:
    """The leaf with the backs beside their fronts, so that they meet when it is folded."""
    return replace(
        leaf, blocks=leaf.blocks + tuple(_backs(block, fold.axis, fold.at) for block in leaf.blocks), fold=fold
    )


def _backs(block: Block, axis: Axis, at: float) -> Block:
    return replace(block, placements=tuple(_back(placement, axis, at) for placement in block.placements))


def _back(placement: Placement, axis: Axis, at: float) -> Placement:
    turn = MIRRORED[axis][placement.turn]
    return replace(placement, box=mirrored(placement.box, axis, at), turn=turn, side="back")
