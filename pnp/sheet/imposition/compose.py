"""Composition: the items of a sheet, and the order of sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import filled
from pnp.scene.items import Group, Item, Path, Rect, Scene, Tag
from pnp.scene.parts import Box, Part, PartSet, Sheet
from pnp.scene.paths import outline_commands, polyline, transformed
from pnp.scene.typesetting.typeset import typeset
from pnp.sheet.frame import EPSILON, STRIP, Leaf, Placement, hull, mark_room, widened
from pnp.sheet.imposition.cuts import parting_lines, straight_cuts
from pnp.sheet.imposition.grid import is_trim
from pnp.sheet.margins import (
    HOUSE,
    SheetStyle,
    crop_marks,
    cut_line,
    fold_line,
    furniture,
    guides,
    partings,
    stamp,
    strip_folds,
)
from pnp.sheet.options import Options, registration_marks

# Composition: a leaf and its parts become a sheet of drawings, marks and texts.

Sides = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Job(Struct, frozen=True):
    """The parts to print, with their options and style.

    If several components share sheets, `sets` is these components, and `parts` has all their parts in one list.
    """

    parts: PartSet
    options: Options
    style: SheetStyle
    sets: tuple[PartSet, ...] = ()

    def on(self, leaf: Leaf) -> tuple[PartSet, ...]:
        """Return the components that have a face on the leaf."""
        if not self.sets:
            return (self.parts,)
        shown = {each.part for each in leaf.placements if face(self.parts.parts[each.part], each)}
        return tuple(
            parts
            for parts, start in zip(self.sets, starts(self.sets), strict=True)
            if not shown.isdisjoint(range(start, start + len(parts.parts)))
        )

    def title(self, leaf: Leaf) -> str:
        """Return the game's name and the names of the components on a leaf, for its line of text."""
        names = ", ".join(parts.name for parts in self.on(leaf)) if self.sets else ""
        name = f"{self.parts.name}: {names}" if names else self.parts.name
        return " · ".join(filter(None, (self.parts.pack, name)))


def starts(sets: Sequence[PartSet]) -> tuple[int, ...]:
    """Return the index of each set's first part in the joined list of all parts."""
    return tuple(accumulate((len(parts.parts) for parts in sets[:-1]), initial=0))


def composed(job: Job, leaf: Leaf, number: int, total: int, note: str = "") -> Sheet:
    """Return the leaf as sheet `number` of `total`, with a note in its line of text."""
    placements = tuple(leaf.placements)
    page = Box(0.0, 0.0, leaf.paper.width, leaf.paper.height)
    trim = bleed = page
    if len(placements) == 1:
        trim = placements[0].box
        bleed = widened(trim, _reach(job, placements[0], placements, _room(job, leaf)))
    return Sheet(
        page.width,
        page.height,
        tuple(_items(job, leaf, number, total, note)),
        trim,
        bleed,
        components=tuple(parts.component for parts in job.on(leaf)),
        label=f"{job.parts.name} {number}/{total}",
        side=leaf.side,
        cuts=tuple(cuts_of(job.parts.parts, leaf)),
        folds=tuple(folds_of(job.parts.parts, leaf)),
    )


def _items(job: Job, leaf: Leaf, number: int, total: int, note: str) -> Iterator[Item]:
    yield from _faces(job, leaf)
    yield from _lines_over(job, leaf)
    room = _room(job, leaf)
    yield from crop_marks(leaf.blocks, job.options, room)
    if leaf.fold:
        yield from fold_line(leaf.fold, room)
    yield from (item for block in leaf.blocks for item in strip_folds(block, job.options.mark_reach))
    apart = list(parting_lines([hull(block.boxes) for block in leaf.blocks], room)) if _is_cut_apart(job, leaf) else ()
    if apart:
        yield partings(apart)
    if job.options.registration and leaf.side == "front":
        yield from registration_marks(leaf.paper, job.options.registration, job.options.inset)
    place = (filled(job.style.words.sheet, number=number, total=total), _side(job, leaf), note)
    insets = [stamp(job.options.stamp, job.style)] if job.options.stamp else []
    yield furniture(leaf.strip, job.title(leaf), " · ".join(filter(None, place)), job.style, insets, job.parts.credit)


def _is_cut_apart(job: Job, leaf: Leaf) -> bool:
    """Whether a person cuts the groups of the sheet apart: no machine, and no other half that is folded over."""
    return leaf.side == "front" and not leaf.fold and not job.options.registration and job.options.marks


def _side(job: Job, leaf: Leaf) -> str:
    """Return the name of the leaf's side, for parts with backs; for a folded sheet, what to do with it."""
    if leaf.fold:
        return job.style.words.fold_and_cut
    if any(block.cells for block in leaf.blocks):
        return job.style.words.fold_strips
    has_backs = any(job.parts.parts[each.part].back for each in leaf.placements)
    return getattr(job.style.words, leaf.side) if has_backs else ""


def _faces(job: Job, leaf: Leaf) -> Iterator[Group]:
    """Yield each face at its place, clipped to its trim and the bleed that its neighbours and the paper allow.

    Under a neighbour that is drawn later it goes on a little: where two faces only met, readers that smooth edges let
    the paper shine through the cut. Layers of the later face that lie on each other there still let a little through.
    """
    placements, room = tuple(leaf.placements), _room(job, leaf)
    for number, placement in enumerate(placements):
        scene = face(job.parts.parts[placement.part], placement)
        if scene:
            reach = _reach(job, placement, placements, room)
            if scene.bleed:
                reach = _under(reach, placement.box, [each.box for each in placements[number + 1 :]])
            clip = widened(Box(0.0, 0.0, scene.width, scene.height), _unturned(reach, placement))
            yield Group(scene.items, placement.transform, Rect(clip.x, clip.y, clip.width, clip.height), tag=Tag("P"))


def _room(job: Job, leaf: Leaf) -> Box:
    return mark_room(leaf.paper, leaf.strip, job.options)


def cuts_of(parts: Sequence[Part], leaf: Leaf) -> Iterator[Path]:
    """Yield the cuts of a leaf's fronts: straight lines along rows and columns, outlines of other parts, and slits."""
    for block in leaf.blocks:
        for each in block.placements:
            for slit in parts[each.part].slits if each.side == "front" else ():
                yield Path(transformed(slit.commands, each.transform))
        if block.cells and not block.outlined:
            yield from straight_cuts(block.cells)
            continue
        shared: dict[float, list[Box]] = {}
        others: list[Path] = []
        for each in block.placements:
            part = parts[each.part]
            radius = corner_radius(part)
            if each.side == "front" and (radius == 0 or (radius and block.touching)):
                shared.setdefault(radius, []).append(each.box)
            elif each.side == "front":
                others.append(Path(transformed(outline_commands(part.outline), each.transform)))
        for radius, boxes in sorted(shared.items()):
            yield from straight_cuts(tuple(boxes), radius)
        yield from others


def folds_of(parts: Sequence[Part], leaf: Leaf) -> Iterator[Path]:
    """Yield the folds of a leaf's fronts, and the fold across the sheet if there is one."""
    for each in leaf.placements:
        if each.side == "front":
            for fold in parts[each.part].folds:
                yield Path(transformed(fold.commands, each.transform))
    for block in leaf.blocks:
        for axis, at, start, end in block.folds:
            yield Path(polyline([(at, start), (at, end)] if axis == "vertical" else [(start, at), (end, at)]))
    if leaf.fold:
        at, paper = leaf.fold.at, leaf.paper
        upright = leaf.fold.axis == "vertical"
        yield Path(polyline([(at, 0.0), (at, paper.height)] if upright else [(0.0, at), (paper.width, at)]))


def corner_radius(part: Part) -> float | None:
    """Return the radius of the corners of a part that is cut along its trim; None for other outlines."""
    match part.outline:
        case Rect(radius=radius) if is_trim(part):
            return radius
        case _:
            return None


def face(part: Part, placement: Placement) -> Scene | None:
    """Return the face of the part at a placement; None for the back of a part without one."""
    return part.front if placement.side == "front" else part.back


def _lines_over(job: Job, leaf: Leaf) -> Iterator[Group]:
    """Yield what is drawn over the fronts: guides to their trim and bleed, folds and glue areas, cut lines."""
    placements, room = tuple(leaf.placements), _room(job, leaf)
    bleeds = (widened(each.box, _reach(job, each, placements, room)) for each in placements)
    yield guides((each.box for each in placements), bleeds)
    cuts: dict[int, tuple[Item, ...]] = {}
    folds, outlines = [], []
    for block in leaf.blocks:
        for placement in block.placements:
            if placement.side == "front":
                part = job.parts.parts[placement.part]
                if part.guides:
                    folds.append(Group(part.guides, placement.transform))
                if block.outlined:
                    if placement.part not in cuts:
                        cuts[placement.part] = (cut_line(part.outline),)
                    outlines.append(Group(cuts[placement.part], placement.transform))
    if folds:
        yield Group(tuple(folds), layer="folds")
    if outlines:
        yield Group(tuple(outlines), layer="cuts")


def _reach(job: Job, placement: Placement, placements: tuple[Placement, ...], room: Box) -> Sides:
    """Return the bleed of a face on each side of the sheet: at most half the gap to a neighbour, and inside `room`."""
    scene = face(job.parts.parts[placement.part], placement)
    bleed = min(scene.bleed, job.options.bleed) if scene else 0.0
    if not bleed:
        return 0.0, 0.0, 0.0, 0.0
    box = placement.box
    left, top, right, bottom = (min(bleed, free) for free in beyond(box, room))
    for other in (each.box for each in placements if each is not placement):
        if other.y < box.y + box.height - EPSILON and box.y < other.y + other.height - EPSILON:
            left = _nearer(left, box.x - other.x - other.width)
            right = _nearer(right, other.x - box.x - box.width)
        if other.x < box.x + box.width - EPSILON and box.x < other.x + other.width - EPSILON:
            top = _nearer(top, box.y - other.y - other.height)
            bottom = _nearer(bottom, other.y - box.y - box.height)
    return left, top, right, bottom


UNDER = 0.3
"""How far, in millimetres, a face goes on under one that touches it."""


def _under(reach: Sides, box: Box, later: Iterable[Box]) -> Sides:
    """Return the bleed of a face, and `UNDER` on the sides that are covered by faces drawn later."""
    left, top, right, bottom = reach
    for other in later:
        beside = abs(other.y - box.y) < EPSILON and abs(other.height - box.height) < EPSILON
        below = abs(other.x - box.x) < EPSILON and abs(other.width - box.width) < EPSILON
        left = UNDER if beside and abs(other.x + other.width - box.x) < EPSILON else left
        right = UNDER if beside and abs(box.x + box.width - other.x) < EPSILON else right
        top = UNDER if below and abs(other.y + other.height - box.y) < EPSILON else top
        bottom = UNDER if below and abs(box.y + box.height - other.y) < EPSILON else bottom
    return left, top, right, bottom


def _nearer(reach: float, gap: float) -> float:
    """Return the reach, limited to half the gap to a neighbour. A negative gap means that it is not on this side."""
    return reach if gap < -EPSILON else min(reach, max(gap, 0.0) / 2)


def _unturned(sides: Sides, placement: Placement) -> Sides:
    """Return the four values in the face's own order of sides instead of the sheet's."""
    quarter = placement.turn // 90
    left, top, right, bottom = sides[quarter:] + sides[:quarter]
    return left, top, right, bottom


def beyond(box: Box, room: Box) -> Sides:
    """Return the distances from the sides of a box to those of the room around it; 0 where the box is outside."""
    right, bottom = room.x + room.width - box.x - box.width, room.y + room.height - box.y - box.height
    return max(box.x - room.x, 0.0), max(box.y - room.y, 0.0), max(right, 0.0), max(bottom, 0.0)


# Binding: the order of sheets in a file, and the pages of each run.

Run = tuple[Sheet, ...]
"""Sheets that belong together; in duplex a run begins on the front of a piece of paper."""


def bound(runs: Iterable[Run], options: Options, style: SheetStyle = HOUSE) -> Run:
    """Return the runs joined.

    In duplex a blank page is inserted before a run that would begin on the back of another.
    """
    sheets: list[Sheet] = []
    for run in runs:
        if run and options.layout == "duplex" and len(sheets) % 2:
            sheets.append(_blank(sheets[-1], options, style))
        sheets += run
    return tuple(sheets)


def page_ranges(runs: Sequence[Sized], options: Options) -> tuple[tuple[int, int], ...]:
    """Return the first and last page of each run after binding, from 1.

    An empty run has a last page before its first.
    """
    ranges: list[tuple[int, int]] = []
    last = 0
    for run in runs:
        first = last + 1 + (last % 2 if run and options.layout == "duplex" else 0)
        last = first + len(run) - 1
        ranges.append((first, last))
    return tuple(ranges)


def _blank(front: Sheet, options: Options, style: SheetStyle) -> Sheet:
    """Return a blank back, with a note that it is meant to be blank."""
    page = Box(0.0, 0.0, front.width, front.height)
    words = typeset(filled(style.words.blank_back, sheet=front.label), replace(style.notes, colour=style.quiet))
    x, y = page.width - options.edge - words.width, page.height - options.edge - (STRIP + words.height) / 2
    return replace(
        front,
        items=(words.at(x, y),),
        trim=page,
        bleed=page,
        label=f"{front.label} back",
        side="back",
        bookmark=None,
        anchors=(),
        links=(),
        cuts=(),
        folds=(),
    )
