"""The usable area of a paper, the positions of parts and their backs, and boxes.

A frame's strip, for the sheet's own line of text, is at the foot or at the left edge. The margin there is wide enough
for the strip and short crop marks, so the text overlaps neither a part nor a mark. Both frames are tried: nine cards
leave no room at the foot of Letter, and none at the side of A4.

The position of a part is computed once, for its front. Backs are the same leaf mirrored: about the middle of a flipped
sheet, or about the fold of a folded one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Affine
from pnp.scene.parts import Box, Side
from pnp.sheet.options import A4, LETTER, Options, Paper
from pnp.units import rounded

# Frames: the area for parts, and the strip of margin reserved for the sheet's own line of text.

STRIP = 2.9
"""The depth of the strip: a line of 6 pt and the ticks of a ruler."""

CLEAR = 0.4
"""The distance between the strip and the nearest mark."""

FOLD_CLEAR = 5.0
"""The minimum distance from a fold to the nearest art."""

EPSILON = 1e-6
"""The tolerance of comparisons, for rounding errors of sums: a millionth of a millimetre."""


class Fold(Struct, frozen=True):
    """A fold across the whole sheet, `at` millimetres from its left or top edge."""

    axis: Axis
    at: float


class Frame(Struct, frozen=True):
    """A paper with the box for parts and the strip. With a fold, the box is the half for fronts."""

    paper: Paper
    box: Box
    strip: Box
    fold: Fold | None = None


def tiers(options: Options) -> tuple[tuple[Frame, ...], ...]:
    """Return the frames to try, in tiers of descending preference: the one that needs fewest sheets wins."""
    own = tuple(frames(options))
    return tuple(tier for tier in (tuple(_common(own, options)), own) if tier)


def frames(options: Options) -> Iterator[Frame]:
    """Yield the frames of the paper: with the strip at its foot, and with the strip at its left edge."""
    paper, margin, inset = options.paper, options.margin, options.edge
    beside = inset + STRIP + options.mark_stub
    width, height = paper.width, paper.height
    left, ends = options.left, options.ends
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
    """Yield the frames reduced to the box common to A4 and Letter, where they contain it. Other papers have none."""
    if not options.common or options.paper.name not in (A4.name, LETTER.name):
        return
    beside = options.edge + STRIP + options.mark_stub
    width = min(A4.width - options.margin, LETTER.width - beside) - options.margin  # with the strip at Letter's side
    height = min(A4.height - beside, LETTER.height - options.margin) - options.margin  # with the strip at A4's foot
    if options.paper.width > options.paper.height:
        width, height = height, width
    for frame in own:
        if frame.box.width > width - EPSILON and frame.box.height > height - EPSILON:
            yield replace(frame, box=centred(width, height, frame))


def mark_room(paper: Paper, strip: Box, options: Options) -> Box:
    """Return the area for marks: inside the edges of the paper, and clear of the strip, on any side."""
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
    """Return a box of that size, centred on the paper or on its half at a fold, as nearly as the frame allows."""
    box = frame.box
    whole = box if frame.fold else Box(0.0, 0.0, frame.paper.width, frame.paper.height)
    return Box(
        _between(box.x, whole.x + (whole.width - width) / 2, box.x + box.width - width),
        _between(box.y, whole.y + (whole.height - height) / 2, box.y + box.height - height),
        width,
        height,
    )


def marked_room(frame: Frame, options: Options) -> Box:
    """Return the area for parts that are cut from mark to mark: all marks outside it are at least `STUB` long.

    At the strip they are, wherever the frame allows a part.
    """
    box, paper, inset = frame.box, frame.paper, options.edge + options.mark_stub
    left, top = max(box.x, inset), max(box.y, inset)
    right = min(box.x + box.width, paper.width - inset)
    return Box(left, top, right - left, min(box.y + box.height, paper.height - inset) - top)


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def folded(frame: Frame, bleed: float) -> Iterator[Frame]:
    """Yield the frame halved by a vertical and by a horizontal fold: the left and the upper half, clear of the fold.

    The fold is in the middle of the paper, so that edge meets edge.
    """
    box, paper, clear = frame.box, frame.paper, FOLD_CLEAR + bleed
    middle = paper.width / 2
    left = max(box.x, paper.width - box.x - box.width)
    yield replace(frame, box=replace(box, x=left, width=middle - clear - left), fold=Fold("vertical", middle))
    middle = paper.height / 2
    top = max(box.y, paper.height - box.y - box.height)
    yield replace(frame, box=replace(box, y=top, height=middle - clear - top), fold=Fold("horizontal", middle))


# Boxes on a sheet: bounding boxes, enlargement and mirroring.

Axis = Literal["vertical", "horizontal"]
"""The direction of the line about which a sheet is flipped or folded."""


def hull(boxes: Iterable[Box]) -> Box:
    """Return the bounding box of the boxes, of which there must be at least one."""
    every = tuple(boxes)
    left, top = min(box.x for box in every), min(box.y for box in every)
    right, bottom = max(box.x + box.width for box in every), max(box.y + box.height for box in every)
    return Box(left, top, right - left, bottom - top)


def grown(box: Box, by: float) -> Box:
    """Return the box, enlarged by that much on each side."""
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def mirrored(box: Box, axis: Axis, at: float) -> Box:
    """Return the box mirrored about a line `at` millimetres from the left (vertical axis) or the top."""
    if axis == "vertical":
        return replace(box, x=2 * at - box.x - box.width)
    return replace(box, y=2 * at - box.y - box.height)


# Leaves: the position of each part on the paper, and of its back when the paper is turned over or folded.

Turn = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

MIRRORED: dict[Axis, dict[Turn, Turn]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
"""The turn of a back, by the axis of the mirror and the turn of its front."""


class Placement(Struct, frozen=True):
    """One copy of a part: its index in the set, its trim on the sheet, and the turn of its face."""

    part: int
    copy: int
    box: Box
    turn: Turn = 0
    side: Side = "front"

    @property
    def transform(self) -> Affine:
        """The transform from the face's coordinates to the sheet's."""
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
    """Parts of one size in rows and columns. `outlined` parts are cut along their outline, others from mark to mark.

    In strips to fold over, `cells` are the boxes of the fronts with their backs.
    """

    placements: tuple[Placement, ...]
    outlined: bool
    cells: tuple[Box, ...] = ()

    @property
    def folds(self) -> Iterator[tuple[Axis, float, float, float]]:
        """The folds of its strips: each with its direction, its distance from the left or top, its start and end."""
        if not self.cells:
            return
        axis: Axis = "vertical" if self.placements[0].turn == 90 else "horizontal"
        spans: dict[float, list[float]] = {}
        for box in self.cells:
            if axis == "vertical":
                spans.setdefault(rounded(box.x + box.width / 2), []).extend((box.y, box.y + box.height))
            else:
                spans.setdefault(rounded(box.y + box.height / 2), []).extend((box.x, box.x + box.width))
        for at, ends in sorted(spans.items()):
            yield axis, at, min(ends), max(ends)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes to cut out: of parts, or of fronts with their backs."""
        return self.cells or tuple(placement.box for placement in self.placements)

    @property
    def touching(self) -> bool:
        """Whether parts of the block share a cut."""
        boxes = self.boxes
        columns = {rounded(box.x) for box in boxes} & {rounded(box.x + box.width) for box in boxes}
        return bool(columns or {rounded(box.y) for box in boxes} & {rounded(box.y + box.height) for box in boxes})


class Leaf(Struct, frozen=True):
    """The arrangement of one side of a sheet."""

    paper: Paper
    blocks: tuple[PartBlock, ...]
    strip: Box
    fold: Fold | None = None
    side: Side = "front"

    @property
    def placements(self) -> Iterator[Placement]:
        """All placements, block by block."""
        return (placement for block in self.blocks for placement in block.placements)


def turned_over(leaf: Leaf, axis: Axis) -> Leaf:
    """Return the other side of the leaf when the paper is flipped about its middle: each back is behind its front."""
    middle = (leaf.paper.width if axis == "vertical" else leaf.paper.height) / 2
    blocks = tuple(_backs(block, axis, middle) for block in leaf.blocks)
    return replace(leaf, blocks=blocks, strip=mirrored(leaf.strip, axis, middle), side="back")


def folded_over(leaf: Leaf, fold: Fold) -> Leaf:
    """Return the leaf with backs mirrored about the fold, so that they meet their fronts when the paper is folded."""
    return replace(
        leaf, blocks=leaf.blocks + tuple(_backs(block, fold.axis, fold.at) for block in leaf.blocks), fold=fold
    )


def over_the_fold(whole: Placement, gap: float) -> tuple[Placement, Placement]:
    """Return a front and its back above it, mirrored about the fold in the middle, of a placement that is as both."""
    box = whole.box
    if whole.turn == 0:
        height = (box.height - gap) / 2
        front = replace(whole, box=Box(box.x, box.y + height + gap, box.width, height))
        return front, _back(front, "horizontal", box.y + box.height / 2)
    width = (box.width - gap) / 2
    front = replace(whole, box=Box(box.x, box.y, width, box.height))
    return front, _back(front, "vertical", box.x + box.width / 2)


def _backs(block: PartBlock, axis: Axis, at: float) -> PartBlock:
    return replace(block, placements=tuple(_back(placement, axis, at) for placement in block.placements))


def _back(placement: Placement, axis: Axis, at: float) -> Placement:
    turn = MIRRORED[axis][placement.turn]
    return replace(placement, box=mirrored(placement.box, axis, at), turn=turn, side="back")


def widened(box: Box, sides: Sequence[float]) -> Box:
    """Return the box, enlarged on each side: left, top, right and bottom."""
    left, top, right, bottom = sides
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)
