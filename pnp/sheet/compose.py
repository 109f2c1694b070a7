"""Composition: a leaf, and the parts that lie on it, become a sheet of drawings, marks and words."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.items import Group, Item, Rect, Scene
from pnp.scene.sheet import Box, Sheet
from pnp.sheet.cutting import cuts_of, folds_of
from pnp.sheet.frame import EPSILON, mark_room
from pnp.sheet.furniture import furniture, stamp
from pnp.sheet.marks import crop_marks, cut_line, fold_line
from pnp.sheet.registration import registration_marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.part import Part, PartSet
    from pnp.sheet.leaf import Leaf, Placement
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle

Sides = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is put on paper, and how.

    Where that is several components together, `sets` are they, and `parts` has their parts one after the other.
    """

    parts: PartSet
    options: Options
    style: SheetStyle
    sets: tuple[PartSet, ...] = ()

    def on(self, leaf: Leaf) -> tuple[PartSet, ...]:
        """The components that have a face on the leaf."""
        if not self.sets:
            return (self.parts,)
        shown = {each.part for each in leaf.placements if face(self.parts.parts[each.part], each)}
        return tuple(
            parts
            for parts, start in zip(self.sets, starts(self.sets), strict=True)
            if not shown.isdisjoint(range(start, start + len(parts.parts)))
        )

    def title(self, leaf: Leaf) -> str:
        """The game and the components on a leaf, as the sheets call them."""
        names = ", ".join(parts.name for parts in self.on(leaf)) if self.sets else ""
        name = f"{self.parts.name}: {names}" if names else self.parts.name
        return " · ".join(filter(None, (self.parts.pack, name)))


def starts(sets: Sequence[PartSet]) -> tuple[int, ...]:
    """At which index each set's parts begin when all are put one after the other."""
    return tuple(accumulate((len(parts.parts) for parts in sets[:-1]), initial=0))


def composed(job: Job, leaf: Leaf, number: int, total: int) -> Sheet:
    """The leaf as the `number`-th sheet of `total`."""
    placements = tuple(leaf.placements)
    page = Box(0.0, 0.0, leaf.paper.width, leaf.paper.height)
    trim = bleed = page
    if len(placements) == 1:
        trim = placements[0].box
        bleed = _widened(trim, _reach(job, placements[0], placements))
    return Sheet(
        page.width,
        page.height,
        tuple(_items(job, leaf, number, total)),
        trim,
        bleed,
        components=tuple(parts.component for parts in job.on(leaf)),
        label=f"{job.parts.name} {number}/{total}",
        side=leaf.side,
        cuts=tuple(cuts_of(job, leaf)),
        folds=tuple(folds_of(job, leaf)),
    )


def _items(job: Job, leaf: Leaf, number: int, total: int) -> Iterator[Item]:
    yield from _faces(job, leaf)
    yield from _guides(job, leaf)
    room = mark_room(leaf.paper, leaf.strip, job.options)
    yield from crop_marks(leaf.blocks, job.options, room)
    if leaf.fold:
        yield from fold_line(leaf.fold, leaf.blocks, job.options, room)
    if job.options.registration and leaf.side == "front":
        yield from registration_marks(leaf.paper)
    place = " · ".join(filter(None, (f"sheet {number} of {total}", _side(job, leaf))))
    insets = [stamp(job.options.stamp, job.style)] if job.options.stamp else []
    yield furniture(leaf.strip, job.title(leaf), place, job.style, insets)


def _side(job: Job, leaf: Leaf) -> str:
    """Which side of the parts a leaf has, where they have two."""
    if leaf.fold:
        return "fold on the dashed line, then cut"
    return leaf.side if any(job.parts.parts[each.part].back for each in leaf.placements) else ""


def _faces(job: Job, leaf: Leaf) -> Iterator[Group]:
    """Each face under its transform, cut to its trim and to as much bleed as its neighbours leave it."""
    placements = tuple(leaf.placements)
    for placement in placements:
        scene = face(job.parts.parts[placement.part], placement)
        if scene:
            reach = _reach(job, placement, placements)
            clip = _widened(Box(0.0, 0.0, scene.width, scene.height), _unturned(reach, placement))
            yield Group(scene.items, placement.transform, Rect(clip.x, clip.y, clip.width, clip.height))


def face(part: Part, placement: Placement) -> Scene | None:
    """The side of the part that shows there, None for the back of a part that has none."""
    return part.front if placement.side == "front" else part.back


def _guides(job: Job, leaf: Leaf) -> Iterator[Group]:
    """The guides of the fronts, and the cut lines of those that have an outline of their own."""
    cuts: dict[int, tuple[Item, ...]] = {}
    for block in leaf.blocks:
        for placement in block.placements:
            if placement.side == "front":
                part = job.parts.parts[placement.part]
                if part.guides:
                    yield Group(part.guides, placement.transform)
                if block.outlined:
                    if placement.part not in cuts:
                        cuts[placement.part] = (cut_line(part.outline),)
                    yield Group(cuts[placement.part], placement.transform)


def _reach(job: Job, placement: Placement, placements: tuple[Placement, ...]) -> Sides:
    """How far the face may bleed on each side of the sheet: never past the middle between it and a neighbour."""
    scene = face(job.parts.parts[placement.part], placement)
    bleed = min(scene.bleed, job.options.bleed) if scene else 0.0
    if not bleed:
        return 0.0, 0.0, 0.0, 0.0
    left = top = right = bottom = bleed
    box = placement.box
    for other in (each.box for each in placements if each is not placement):
        if other.y < box.y + box.height - EPSILON and box.y < other.y + other.height - EPSILON:
            left = _nearer(left, box.x - other.x - other.width)
            right = _nearer(right, other.x - box.x - box.width)
        if other.x < box.x + box.width - EPSILON and box.x < other.x + other.width - EPSILON:
            top = _nearer(top, box.y - other.y - other.height)
            bottom = _nearer(bottom, other.y - box.y - box.height)
    return left, top, right, bottom


def _nearer(reach: float, gap: float) -> float:
    """The reach, cut back to half the gap to a neighbour on that side; a negative gap is on another side."""
    return reach if gap < -EPSILON else min(reach, max(gap, 0.0) / 2)


def _unturned(sides: Sides, placement: Placement) -> Sides:
    """The sides of the sheet as the face calls them."""
    quarter = placement.turn // 90
    left, top, right, bottom = sides[quarter:] + sides[:quarter]
    return left, top, right, bottom


def _widened(box: Box, sides: Sides) -> Box:
    left, top, right, bottom = sides
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)
