"""Boards: one large face over as many sheets as it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.scene.items import Group, Rect
from pnp.scene.sheet import Box, Sheet
from pnp.sheet.cutting import box_cut
from pnp.sheet.frame import centred, mark_room
from pnp.sheet.furniture import furniture, stamp
from pnp.sheet.key import key_beside, key_inset
from pnp.sheet.lots import is_trim
from pnp.sheet.marks import CUT, crop_lines, cut_line, lines_path
from pnp.sheet.seams import seams
from pnp.sheet.tiling import best_tiling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.items import Item, Scene
    from pnp.scene.part import Part
    from pnp.sheet.compose import Job
    from pnp.sheet.frame import Frame
    from pnp.sheet.tiling import Tile


def split(job: Job, part: Part) -> Iterator[Sheet]:
    """The sheets of every copy of a part that is larger than the paper; its back is split as a face of its own."""
    for _ in range(part.copies):
        yield from _tiled(job, part, part.front, part.name)
        if part.back:
            yield from _tiled(job, part, part.back, f"{part.name} back")


def _tiled(job: Job, part: Part, scene: Scene, name: str) -> Iterator[Sheet]:
    tiling, frame = best_tiling(scene.width, scene.height, job.parts.overlap, job.options)
    title = job.parts.name if len(job.parts.parts) == 1 and scene is part.front else f"{job.parts.name}, {name}"
    for number, tile in enumerate(tiling.tiles, 1):
        box = centred(tiling.width, tiling.height, frame)
        place = f"sheet {tile.label}, {number} of {tiling.count}"
        yield Sheet(
            frame.paper.width,
            frame.paper.height,
            (*_tile(job, part, scene, tile, box, frame), *_furniture(job, tile, box, frame, title, place)),
            box,
            _with_bleed(box, _bleed(scene, job), tile),
            components=(job.parts.component,),
            label=f"{title} {tile.label}",
            cuts=(box_cut(box),),
        )


def _tile(job: Job, part: Part, scene: Scene, tile: Tile, box: Box, frame: Frame) -> Iterator[Item]:
    """The tile's share of the face, bleeding only where the face ends, with its marks and seams."""
    shown = tile.box
    moved = (1.0, 0.0, 0.0, 1.0, box.x - shown.x, box.y - shown.y)
    clip = _with_bleed(shown, _bleed(scene, job), tile)
    yield Group(scene.items, moved, _rect(clip))
    if scene is part.front:
        guides = part.guides if is_trim(part) else (*part.guides, cut_line(part.outline))
        if guides:
            yield Group(guides, moved, _rect(_with_bleed(shown, job.options.mark_reach, tile)))
    room = mark_room(frame.paper, frame.strip, job.options)
    if job.options.marks:
        yield lines_path(crop_lines([box], job.options.mark_offset, room), CUT)
    yield from seams(tile, box, room, job.options, job.style)


def _furniture(job: Job, tile: Tile, box: Box, frame: Frame, title: str, place: str) -> Iterator[Item]:
    insets = [stamp(job.options.stamp, job.style)] if job.options.stamp else []
    key = key_beside(tile, box, frame, job.options, job.style)
    if key:
        yield key
    else:
        insets.append(key_inset(tile, job.style))
    name = " · ".join(filter(None, (job.parts.pack, title)))
    yield furniture(frame.strip, name, place, job.style, insets)


def _bleed(scene: Scene, job: Job) -> float:
    return min(scene.bleed, job.options.bleed)


def _with_bleed(box: Box, bleed: float, tile: Tile) -> Box:
    """The box, wider by the bleed on those sides of the tile where the face ends."""
    left, top = (0.0 if tile.neighbour(*step) else bleed for step in ((-1, 0), (0, -1)))
    right, bottom = (0.0 if tile.neighbour(*step) else bleed for step in ((1, 0), (0, 1)))
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


def _rect(box: Box) -> Rect:
    return Rect(box.x, box.y, box.width, box.height)
