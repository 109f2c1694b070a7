"""Usable area of a paper; where each part and its back are; boxes.

A strip runs along the foot or along the left edge. Beside it the margin is wide enough for the strip *and* for short
crop marks, so that whatever fills the frame, the line of text meets neither a part nor a mark. Letter has no room to
spare at the foot of nine cards, A4 none at their side: whichever side has it gives it.

The position of a part is computed once, for its front. The backs of every layout are that same leaf mirrored: in the
sheet's own middle where the sheet is flipped, in the fold where it is folded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Affine
from pnp.scene.parts import Box, Side
from pnp.sheet.options import A4, CORNER, LEFT, LETTER, Options, Paper

# Frames: where on a paper parts may stand, and the strip of margin that is kept for the sheet's own line of text.

STRIP = 2.9
"""The depth of the strip: a line of 6 pt and the ticks of a ruler."""

CLEAR = 0.4
"""What stays free between the strip and a mark."""

FOLD_CLEAR = 5.0
"""The least distance from a fold to the art beside it."""

EPSILON = 1e-6
"""A millionth of a millimetre: what sums of floats may miss a fit by."""


class Fold(Struct, frozen=True):
    """A fold across the whole sheet, `at` millimetres from its left or its top."""

    axis: Axis
    at: float


class Frame(Struct, frozen=True):
    """A paper with the box that parts may fill and the strip beside it; with a fold, the box is the fronts' half."""

    paper: Paper
    box: Box
    strip: Box
    fold: Fold | None = None


def tiers(options: Options) -> tuple[tuple[Frame, ...], ...]:
    """The frames to try, the preferred first; within one tier it is the number of sheets that decides."""
    own = tuple(frames(options))
    return tuple(tier for tier in (tuple(_common(own, options)), own) if tier)


def frames(options: Options) -> Iterator[Frame]:
    """The frames of the paper: with the strip along its foot, and with the strip along its left edge."""
    paper, margin, inset = options.paper, options.margin, options.edge
    beside = inset + STRIP + options.mark_stub
    width, height = paper.width, paper.height
    left, ends = (LEFT, CORNER) if options.registration else (margin, inset)
    yield Frame(
        paper,
        Box(left, margin, width - left - margin, height - margin - beside),
        Box(ends, height - inset - STRIP, width - 2 * ends, STRIP),
    )
    beside = max(beside, left)
    yield Frame(
        paper,
        Box(beside, margin, width - margin - beside, height - 2 * margin),
        Box(inset, ends, STRIP, height - 2 * ends),
    )


def _common(own: tuple[Frame, ...], options: Options) -> Iterator[Frame]:
    """Of A4 and Letter: the frames that hold the box common to both, cut down to it."""
    if not options.common or options.paper.name not in (A4.name, LETTER.name):
        return
    width = min(A4.width, LETTER.width) - 2 * options.margin
    height = min(A4.height, LETTER.height) - 2 * options.margin
    if options.paper.width > options.paper.height:
        width, height = height, width
    for frame in own:
        if frame.box.width > width - EPSILON and frame.box.height > height - EPSILON:
            yield replace(frame, box=centred(width, height, frame))


def mark_room(paper: Paper, strip: Box, options: Options) -> Box:
    """Where marks may stand on a sheet: off the edges of the paper, and clear of the strip, on whichever side it is."""
    left = top = options.edge
    right, bottom = paper.width - options.edge, paper.height - options.edge
    level = strip.width > strip.height
    if level and strip.y > paper.height / 2:
        bottom = strip.y - CLEAR
    elif level:
        top = strip.y + strip.height + CLEAR
    elif strip.x > paper.width / 2:
        right = strip.x - CLEAR
    else:
        left = strip.x + strip.width + CLEAR
    return Box(left, top, right - left, bottom - top)


def centred(width: float, height: float, frame: Frame) -> Box:
    """A box of that size in the middle of the paper, or of the half beside a fold, as nearly as the frame allows."""
    box = frame.box
    whole = box if frame.fold else Box(0.0, 0.0, frame.paper.width, frame.paper.height)
    return Box(
        _between(box.x, whole.x + (whole.width - width) / 2, box.x + box.width - width),
        _between(box.y, whole.y + (whole.height - height) / 2, box.y + box.height - height),
        width,
        height,
    )


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def folded(frame: Frame, bleed: float) -> Iterator[Frame]:
    """The frame halved by a fold down its middle, and by one across: the left and the upper half, clear of the fold."""
    box, clear = frame.box, FOLD_CLEAR + bleed
    vertical = Fold("vertical", box.x + box.width / 2)
    yield replace(frame, box=replace(box, width=box.width / 2 - clear), fold=vertical)
    horizontal = Fold("horizontal", box.y + box.height / 2)
    yield replace(frame, box=replace(box, height=box.height / 2 - clear), fold=horizontal)


# Boxes on a sheet: hulls, growth and mirrors.

Axis = Literal["vertical", "horizontal"]
"""How a line runs about which a sheet is flipped or folded."""


def hull(boxes: Iterable[Box]) -> Box:
    """The smallest box round all boxes, of which there must be one."""
    every = tuple(boxes)
    left, top = min(box.x for box in every), min(box.y for box in every)
    right, bottom = max(box.x + box.width for box in every), max(box.y + box.height for box in every)
    return Box(left, top, right - left, bottom - top)


def grown(box: Box, by: float) -> Box:
    """The box, larger by that much on each side."""
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def mirrored(box: Box, axis: Axis, at: float) -> Box:
    """The box seen in a mirror that stands `at` millimetres from the left or the top."""
    if axis == "vertical":
        return replace(box, x=2 * at - box.x - box.width)
    return replace(box, y=2 * at - box.y - box.height)


# Leaves: where each part lies on the paper, and where its back comes to lie when that is turned over or folded.

Turn = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

MIRRORED: dict[Axis, dict[Turn, Turn]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
"""How a back lies on its front: the way up of the front, seen in a mirror along the axis."""


class Placement(Struct, frozen=True):
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


class PartBlock(Struct, frozen=True):
    """Parts of one size in rows and columns; `outlined` ones are cut along their own line, others from mark to mark."""

    placements: tuple[Placement, ...]
    outlined: bool = False


class Leaf(Struct, frozen=True):
    """What lies where on one side of a sheet."""

    paper: Paper
    blocks: tuple[PartBlock, ...]
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


def _backs(block: PartBlock, axis: Axis, at: float) -> PartBlock:
    return replace(block, placements=tuple(_back(placement, axis, at) for placement in block.placements))


def _back(placement: Placement, axis: Axis, at: float) -> Placement:
    turn = MIRRORED[axis][placement.turn]
    return replace(placement, box=mirrored(placement.box, axis, at), turn=turn, side="back")
