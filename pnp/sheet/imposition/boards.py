"""A face larger than the paper: tiles, seams, assembly key.

Each tile is glued over the one to its left and the one above it. In the margin, the strip to be covered is hatched, and
ticks at both ends mark where the neighbour's edge goes. A hint along each seam says which tile goes there.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.model.translation import filled
from pnp.scene.items import Group, Item, Rect, Scene, Stroke, Tag
from pnp.scene.parts import Box, Part, Sheet
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.sheet.frame import STRIP, Frame, centred, grown, mark_room, widened
from pnp.sheet.imposition.compose import Job, Sides, beyond
from pnp.sheet.imposition.cuts import box_cut
from pnp.sheet.imposition.grid import is_trim
from pnp.sheet.imposition.tiling import BoardTile, best_seams, best_tiling
from pnp.sheet.margins import (
    BLACK,
    CUT,
    Inset,
    Line,
    SheetStyle,
    along,
    cut_line,
    furniture,
    lines_path,
    mark_band,
    marks_around,
    stamp,
)
from pnp.sheet.options import Options
from pnp.units import millimetres

# Seams: text and marks in the margin of a tile that help to glue it to its neighbours.

GLUE = Stroke(BLACK, 0.2)
PITCH = 1.5
HINT_OFFSET = 0.8
"""The distance from the trim to a hint."""


def seams(tile: BoardTile, box: Box, room: Box, options: Options, style: SheetStyle) -> Iterator[Item]:
    """Yield hints, ticks and hatching around the tile, whose trim is `box`; marks are inside `room`."""
    yield from _hints(tile, box, style)
    if tile.tiling.overlap:
        covered = tuple(_covered(tile, box, room, options))
        if covered:
            yield lines_path((line for _, line in covered), CUT)
            yield lines_path((line for margin, _ in covered for line in hatching(margin)), GLUE)


def _covered(tile: BoardTile, box: Box, room: Box, options: Options) -> Iterator[tuple[Box, Line]]:
    """Yield a hatched box and a tick for each end of each strip that a neighbour will cover."""
    overlap, band = tile.tiling.overlap, mark_band(box, options.mark_offset, room)
    inner, outer = band.inner, band.outer
    if tile.neighbour(1, 0):
        x = box.x + box.width - overlap
        for start, end in ((outer.y, inner.y), (inner.y + inner.height, outer.y + outer.height)):
            yield Box(x, start, overlap, end - start), (x, start, x, end)
    if tile.neighbour(0, 1):
        y = box.y + box.height - overlap
        for start, end in ((outer.x, inner.x), (inner.x + inner.width, outer.x + outer.width)):
            yield Box(start, y, end - start, overlap), (start, y, end, y)


def hatching(box: Box) -> Iterator[Line]:
    """Yield lines at 45° that fill the box."""
    total = box.width + box.height
    for step in range(1, int(total / PITCH) + 1):
        along_edge = step * PITCH
        x1, y1 = min(along_edge, box.width), max(0.0, along_edge - box.width)
        x2, y2 = max(0.0, along_edge - box.height), min(along_edge, box.height)
        yield box.x + x1, box.y + y1, box.x + x2, box.y + y2


def _hints(tile: BoardTile, box: Box, style: SheetStyle) -> Iterator[Item]:
    butt = not tile.tiling.overlap
    for columns, rows in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        neighbour = tile.neighbour(columns, rows)
        if neighbour:
            words = style.words
            way = words.butt_against if butt else words.glue_under if columns + rows > 0 else words.glue_over
            block = typeset(filled(way, sheet=neighbour.label), _note(style))
            yield along(_hint_box(box, columns, rows, block.width, block.height), block.items)


def _hint_box(box: Box, columns: int, rows: int, length: float, depth: float) -> Box:
    """Return the box of a hint just outside the middle of that side of the tile."""
    width, height = (depth, length) if columns else (length, depth)
    x = box.x + box.width / 2 + columns * (box.width / 2 + HINT_OFFSET + width / 2) - width / 2
    y = box.y + box.height / 2 + rows * (box.height / 2 + HINT_OFFSET + height / 2) - height / 2
    return Box(x, y, width, height)


# The assembly key: a small picture of all tiles in which the sheet's own one is filled.

LARGEST = (30.0, 22.0)
LEAST_HEIGHT = 5.0
GAP = 3.0
"""The distance between the picture and its text."""

COLUMN = 24.0
"""The minimum width of lines below the picture."""

CLEAR = 1.0
"""The minimum space around the key."""


def key(tile: BoardTile, width: float, height: float, style: SheetStyle) -> Iterator[Item]:
    """Yield the picture from (0, 0) to (width, height): one cell for each tile, the sheet's own one filled."""
    tiling = tile.tiling
    wide, high = width / tiling.columns, height / tiling.rows
    for each in tiling.tiles:
        x, y = each.column * wide, each.row * high
        here = each == tile
        yield Rect(x, y, wide, high, fill=style.accent if here else style.paper, stroke=Stroke(style.ink, 0.2))
        label = typeset(each.label, replace(style.notes, weight=700 if here else 400))
        if label.width < wide and millimetres(style.small) < high:
            yield label.at(x + (wide - label.width) / 2, y + (high - label.height) / 2)


def key_beside(tile: BoardTile, box: Box, frame: Frame, options: Options, style: SheetStyle) -> Group | None:
    """Return the key in the largest free space around a tile's `box`, with instructions if there is room.

    None if the space is too small.
    """
    extent = tile.tiling.extent
    scaled = [(_scale(extent, space), space) for space in _spaces(box, frame, options)]
    scale, space = max(scaled, key=lambda each: each[0])
    width, height = extent.width * scale, extent.height * scale
    if height < LEAST_HEIGHT:
        return None
    picture = tuple(key(tile, width, height, style))
    items, wide, high = _explained(picture, width, height, _advice(tile, style), style, space)
    x, y = space.x + (space.width - wide) / 2, space.y + (space.height - high) / 2
    return Group(items, (1.0, 0.0, 0.0, 1.0, x, y))


def _scale(extent: Box, space: Box) -> float:
    return min(min(LARGEST[0], space.width) / extent.width, min(LARGEST[1], space.height) / extent.height)


def _explained(
    picture: tuple[Item, ...], width: float, height: float, says: str, style: SheetStyle, space: Box
) -> tuple[tuple[Item, ...], float, float]:
    """Return the picture with the instructions to its right, else below it, else alone; and the size of the result.

    Below it, they are broken into shorter lines or turned by a quarter where the space is narrow.
    """
    advice = typeset(says, _note(style))
    beside = width + GAP + advice.width
    if beside <= space.width and advice.height <= space.height:
        high = max(height, advice.height)
        return (*picture, advice.at(width + GAP, (height - advice.height) / 2)), beside, high
    lines = typeset(says, _note(style), space.width) if space.width >= COLUMN else advice
    below = height + GAP + lines.height
    if lines.width <= space.width and below <= space.height:
        return (*picture, lines.at(0.0, height + GAP)), max(width, lines.width), below
    below = height + GAP + advice.width
    if advice.height <= space.width and below <= space.height:
        wide = max(width, advice.height)
        turned = Box((wide - advice.height) / 2, height + GAP, advice.height, advice.width)
        return (Group(picture, (1.0, 0.0, 0.0, 1.0, (wide - width) / 2, 0.0)), along(turned, advice.items)), wide, below
    return picture, width, height


def _note(style: SheetStyle) -> TextStyle:
    """Return the style of notes for the person with the glue."""
    return replace(style.notes, size=max(style.notes.size, 8.0))


def _advice(tile: BoardTile, style: SheetStyle) -> str:
    """Return the instructions for the tile. Outer edges are cut last because the ticks are outside them."""
    words, left, upper = style.words, tile.neighbour(-1, 0), tile.neighbour(0, -1)
    under = [each.label for each in (left, upper) if each]
    over = [each.label for each in (tile.neighbour(1, 0), tile.neighbour(0, 1)) if each]
    if not tile.tiling.overlap:
        beside = words.all_of(tuple(sorted(under + over)))
        says = [filled(words.cut_out, sheet=tile.label), filled(words.edge_to_edge, sheets=beside)]
    elif under:
        edges = words.cut_left_and_upper if left and upper else words.cut_left if left else words.cut_upper
        says = [edges, filled(words.glue_to_ticks, sheets=words.all_of(tuple(under)))]
    else:
        says = [words.cut_none]
    if tile.tiling.overlap:
        says.append(filled(words.strip_under, sheets=words.all_of(tuple(over))) if over else words.cut_round)
    return "\n".join(says)


def key_inset(tile: BoardTile, style: SheetStyle) -> Inset:
    """Return the key in the height of the sheet's strip."""
    extent = tile.tiling.extent
    width = STRIP * extent.width / extent.height
    return Inset(tuple(key(tile, width, STRIP, style)), width)


def _spaces(box: Box, frame: Frame, options: Options) -> Iterator[Box]:
    """Yield the free spaces below, to the right, above and to the left of the tile with its marks."""
    inset, strip, taken = options.edge, frame.strip, grown(box, options.mark_reach + CLEAR)
    left, bottom = inset, frame.paper.height - inset
    if strip.width > strip.height:
        bottom = strip.y - CLEAR
    else:
        left = strip.x + strip.width + CLEAR
    right = frame.paper.width - inset
    yield Box(left, taken.y + taken.height, right - left, bottom - taken.y - taken.height)
    yield Box(taken.x + taken.width, inset, right - taken.x - taken.width, bottom - inset)
    yield Box(left, inset, right - left, taken.y - inset)
    yield Box(left, inset, taken.x - left, bottom - inset)


# Boards: one large face on as many sheets as it needs.


def split(job: Job, part: Part) -> Iterator[Sheet]:
    """Yield the sheets of every copy of a part that is larger than the paper.

    Its back is split into tiles separately.
    """
    for _ in range(part.copies):
        yield from _tiled(job, part, part.front, part.name)
        if part.back:
            yield from _tiled(job, part, part.back, f"{part.name} {job.style.words.back}")


def _tiled(job: Job, part: Part, scene: Scene, name: str) -> Iterator[Sheet]:
    """Yield a sheet for each tile of a face."""
    equal, frame = best_tiling(scene.width, scene.height, job.parts.overlap, job.options)
    tiling = best_seams(equal, scene, frame.box)
    title = job.parts.name if len(job.parts.parts) == 1 and scene is part.front else f"{job.parts.name}, {name}"
    for number, tile in enumerate(tiling.tiles, 1):
        box = centred(tile.box.width, tile.box.height, frame)
        words, numbers = job.style.words, {"number": number, "total": tiling.count}
        place = filled(words.board_sheet if tiling.count > 1 else words.sheet, sheet=tile.label, **numbers)
        yield Sheet(
            frame.paper.width,
            frame.paper.height,
            (*_tile(job, part, scene, tile, box, frame), *_furniture(job, tile, box, frame, title, place)),
            box,
            widened(box, _reach(_bleed(scene, job), tile, box, mark_room(frame.paper, frame.strip, job.options))),
            components=(job.parts.component,),
            label=f"{title} {tile.label}",
            cuts=(box_cut(box),),
        )


def _tile(job: Job, part: Part, scene: Scene, tile: BoardTile, box: Box, frame: Frame) -> Iterator[Item]:
    """Yield the tile's area of the face with its marks and seams; it bleeds only at the ends of the face."""
    shown = tile.box
    moved = (1.0, 0.0, 0.0, 1.0, box.x - shown.x, box.y - shown.y)
    room, options = mark_room(frame.paper, frame.strip, job.options), job.options
    clip = widened(shown, _reach(_bleed(scene, job), tile, box, room))
    yield Group(scene.items, moved, Rect(clip.x, clip.y, clip.width, clip.height), tag=Tag("P"))
    if scene is part.front:
        guides = part.guides if is_trim(part) else (*part.guides, cut_line(part.outline))
        if guides:
            ends = widened(shown, _ends(options.mark_reach, tile))
            clipped = Group(guides, moved, Rect(ends.x, ends.y, ends.width, ends.height))
            yield Group((clipped,), layer="cuts")
    if options.marks:
        yield marks_around((box,), options.mark_offset, room)
    yield from seams(tile, box, room, options, job.style)


def _furniture(job: Job, tile: BoardTile, box: Box, frame: Frame, title: str, place: str) -> Iterator[Item]:
    insets = [stamp(job.options.stamp, job.style)] if job.options.stamp else []
    key = key_beside(tile, box, frame, job.options, job.style) if tile.tiling.count > 1 else None
    if key:
        yield key
    elif tile.tiling.count > 1:
        insets.append(key_inset(tile, job.style))
    name = " · ".join(filter(None, (job.parts.pack, title)))
    yield furniture(frame.strip, name, place, job.style, insets, job.parts.credit)


def _bleed(scene: Scene, job: Job) -> float:
    return min(scene.bleed, job.options.bleed)


def _ends(depth: float, tile: BoardTile) -> Sides:
    """Return the depth on those sides of the tile where the face ends, and 0 on the others."""
    left, top, right, bottom = (0.0 if tile.neighbour(*step) else depth for step in ((-1, 0), (0, -1), (1, 0), (0, 1)))
    return left, top, right, bottom


def _reach(bleed: float, tile: BoardTile, box: Box, room: Box) -> Sides:
    """Return the bleed of the tile on each side: only where the face ends, and inside the room."""
    free = beyond(box, room)
    left, top, right, bottom = (min(depth, side) for depth, side in zip(_ends(bleed, tile), free, strict=True))
    return left, top, right, bottom
