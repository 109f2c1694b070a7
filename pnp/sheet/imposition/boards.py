"""A face larger than the paper: tiles, seams, assembly key.

Each tile is glued over the one to its left and the one above it. In the margin, the strip to be covered is hatched, and
ticks at both ends mark where the neighbour's edge goes. A hint along each seam says which tile goes there.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import filled
from pnp.scene.items import Group, Item, Point, Rect, Scene, Stroke, Tag
from pnp.scene.parts import Box, Part, Sheet
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.frame import EPSILON, STRIP, Frame, centred, frames, grown, mark_room, widened
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


# The assembly key: a small picture of all tiles in which the sheet's own one is filled, with instructions.

LARGEST = (30.0, 22.0)
LEAST_HEIGHT = 5.0
GAP = 3.0
"""The distance between the picture and its text."""

COLUMN = 24.0
"""The minimum width of lines below the picture."""

CLEAR, SEAM_CLEAR = 1.0, 4.0
"""The minimum space around the key, and between it and the print at a seam, so that it is no part of the face."""

LEGIBLE = 12.0
"""The minimum length of the longer side of the picture, for whose sake a tile is moved on its sheet."""

MARK_CLEAR = 2.0
"""The distance between the key and a mark that points along the same margin."""

STEPS = 4
"""The number of steps in which a tile is moved towards the edge of its frame to make room for the key."""


def key(tile: BoardTile, width: float, height: float, style: SheetStyle) -> Iterator[Item]:
    """Yield the picture from (0, 0) to (width, height): one cell for each tile, the sheet's own one filled."""
    tiling = tile.tiling
    wide, high = width / tiling.columns, height / tiling.rows
    for each in tiling.tiles:
        x, y = each.column * wide, each.row * high
        here = each == tile
        yield Rect(x, y, wide, high, fill=style.accent if here else style.paper, stroke=Stroke(style.ink, 0.2))
        if millimetres(style.small) < high:
            label = typeset(each.label, replace(style.notes, weight=700 if here else 400))
            if label.width < wide:
                yield label.at(x + (wide - label.width) / 2, y + (high - label.height) / 2)


class _Advice:
    """The instructions of a tile as blocks of text: each sentence on a line, all in one line, and broken to a width."""

    def __init__(self, tile: BoardTile, style: SheetStyle) -> None:
        self._says, self._style = _advice(tile, style), _note(style)
        self.blocks = tuple(typeset(says, self._style) for says in (self._says, " ".join(self._says.split("\n"))))

    def broken(self, width: float) -> TextBlock:
        """Return the instructions in lines of that width, if lines may be so short."""
        return typeset(self._says, self._style, width) if width >= COLUMN else self.blocks[0]


class AssemblyKey(Struct, frozen=True):
    """The key with its instructions in a free space: the boxes of its picture and its text in a box of that size.

    If it is `turned`, all of it is turned by a quarter, and the picture is turned back.
    """

    picture: Box
    text: TextBlock
    text_at: Point
    width: float
    height: float
    turned: bool

    @property
    def side(self) -> float:
        """The length of the longer side of its picture."""
        return max(self.picture.width, self.picture.height)

    def drawn(self, tile: BoardTile, space: Box, style: SheetStyle) -> Group:
        """Return the key in the middle of its space."""
        items = (_drawn(tile, self.picture, style, self.turned), self.text.at(*self.text_at))
        if self.turned:
            x, y = space.x + (space.width - self.height) / 2, space.y + (space.height - self.width) / 2
            return Group(items, (0.0, -1.0, 1.0, 0.0, x, y + self.width))
        x, y = space.x + (space.width - self.width) / 2, space.y + (space.height - self.height) / 2
        return Group(items, (1.0, 0.0, 0.0, 1.0, x, y))


def place_with_key(tile: BoardTile, frame: Frame, options: Options, style: SheetStyle) -> tuple[Box, Group | None]:
    """Return the place of a tile on its sheet, and its key; None if there is no room for a picture with instructions.

    The tile is centred, unless the key is legible only when the tile is moved away from a seam.
    """
    middle = centred(tile.box.width, tile.box.height, frame)
    if tile.tiling.count == 1:
        return middle, None
    place, best, advice = middle, None, _Advice(tile, style)
    for box in _moved(tile, middle, frame, options):
        found = key_beside(tile, box, frame, options, advice, style)
        if found and (best is None or found[0].side > best[0].side + EPSILON):
            place, best = box, found
        if found and found[0].side >= LEGIBLE - EPSILON:
            break
    return place, best[0].drawn(tile, best[1], style) if best else None


def _moved(tile: BoardTile, middle: Box, frame: Frame, options: Options) -> Iterator[Box]:
    """Yield the tile in the middle, then step by step farther away from its seams, up to the margin of the paper."""
    yield middle
    own = frames(replace(options, paper=frame.paper))
    box = next((each.box for each in own if each.strip == frame.strip), frame.box)
    right, bottom = box.x + box.width - middle.width, box.y + box.height - middle.height
    for step in range(1, STEPS + 1):
        share = step / STEPS
        if tile.neighbour(1, 0) or tile.neighbour(-1, 0):
            end = box.x if tile.neighbour(1, 0) else right
            yield replace(middle, x=middle.x + (end - middle.x) * share)
        if tile.neighbour(0, 1) or tile.neighbour(0, -1):
            end = box.y if tile.neighbour(0, 1) else bottom
            yield replace(middle, y=middle.y + (end - middle.y) * share)


def key_beside(
    tile: BoardTile, box: Box, frame: Frame, options: Options, advice: _Advice, style: SheetStyle
) -> tuple[AssemblyKey, Box] | None:
    """Return the key with its instructions and the free space around a tile's `box` that has room for the largest.

    None if there is no such space.
    """
    spaces = (
        *_spaces(box, frame, options, options.mark_reach + CLEAR),
        *_seam_spaces(tile, box, frame, options, style),
    )
    found = [(arranged, space) for space in spaces for arranged in _arrangements(tile, space, advice)]
    return max(found, key=lambda each: round(each[0].side, 6), default=None)


def _arrangements(tile: BoardTile, space: Box, advice: _Advice) -> Iterator[AssemblyKey]:
    """Yield the key in the space: the text right of the picture, below it, or in either place turned by a quarter.

    The picture is never turned: it shows the tiles as they lie.
    """
    yield from _explained(tile, space.width, space.height, advice, False)
    yield from _explained(tile, space.height, space.width, advice, True)


def _explained(tile: BoardTile, width: float, height: float, advice: _Advice, turned: bool) -> Iterator[AssemblyKey]:
    """Yield the picture with the text to its right and below it, where there is room."""
    for text in advice.blocks:
        wide, high = _picture(tile, width - GAP - text.width, height, turned)
        if text.height <= height and min(wide, high) >= LEAST_HEIGHT:
            whole = max(high, text.height)
            picture, at = Box(0.0, (whole - high) / 2, wide, high), (wide + GAP, (whole - text.height) / 2)
            yield AssemblyKey(picture, text, at, wide + GAP + text.width, whole, turned)
    if min(_picture(tile, width, height - GAP - advice.blocks[-1].height, turned)) < LEAST_HEIGHT:
        return  # not even one line has room below the picture
    lines = advice.broken(width)
    if lines.width <= width:
        wide, high = _picture(tile, width, height - GAP - lines.height, turned)
        if min(wide, high) >= LEAST_HEIGHT:
            size = max(wide, lines.width), high + GAP + lines.height
            yield AssemblyKey(Box(0.0, 0.0, wide, high), lines, (0.0, high + GAP), *size, turned)


def _picture(tile: BoardTile, width: float, height: float, turned: bool) -> tuple[float, float]:
    """Return the size of the picture in a space that is turned by a quarter or not."""
    if turned:
        return _picture(tile, height, width, False)[::-1]
    extent = tile.tiling.extent
    scale = max(0.0, min(min(LARGEST[0], width) / extent.width, min(LARGEST[1], height) / extent.height))
    return extent.width * scale, extent.height * scale


def _drawn(tile: BoardTile, box: Box, style: SheetStyle, turned: bool) -> Group:
    """Return the picture in a box; turned back by a quarter if the box is `turned`."""
    if turned:
        return Group(tuple(key(tile, box.height, box.width, style)), (0.0, 1.0, -1.0, 0.0, box.x + box.width, box.y))
    return Group(tuple(key(tile, box.width, box.height, style)), (1.0, 0.0, 0.0, 1.0, box.x, box.y))


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
    """Return the key in the height of the sheet's strip, with its instructions in one line.

    Of three sentences the last is left out if the hint at the seam says the same, so that the credit has room.
    """
    extent = tile.tiling.extent
    width = STRIP * extent.width / extent.height
    says = _advice(tile, style).split("\n")
    covered = tile.tiling.overlap and (tile.neighbour(1, 0) or tile.neighbour(0, 1))
    advice = typeset(" ".join(says[:2] if covered else says), _note(style))
    text = advice.at(width + CLEAR, (STRIP - advice.height) / 2)
    return Inset((*key(tile, width, STRIP, style), text), width + CLEAR + advice.width + CLEAR)


def _spaces(box: Box, frame: Frame, options: Options, reach: float) -> Iterator[Box]:
    """Yield the spaces below, to the right, above and to the left of the tile, from `reach` outside it."""
    inset, strip, taken = options.edge, frame.strip, grown(box, reach)
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


def _seam_spaces(tile: BoardTile, box: Box, frame: Frame, options: Options, style: SheetStyle) -> Iterator[Box]:
    """Yield the free spaces along the seams of a tile, where nothing bleeds: on both sides of each hint, between the
    marks at the corners.
    """
    below, right, above, left = _spaces(box, frame, options, SEAM_CLEAR)
    ends = tile.tiling.overlap + MARK_CLEAR
    hint = typeset(filled(style.words.butt_against, sheet="AA00"), _note(style)).width
    for column, row, space in ((1, 0, right), (-1, 0, left), (0, 1, below), (0, -1, above)):
        if not tile.neighbour(column, row):
            continue
        if column:
            length = (box.height - hint) / 2 - CLEAR - ends
            yield Box(space.x, box.y + ends, space.width, length)
            yield Box(space.x, box.y + box.height - ends - length, space.width, length)
        else:
            length = (box.width - hint) / 2 - CLEAR - ends
            yield Box(box.x + ends, space.y, length, space.height)
            yield Box(box.x + box.width - ends - length, space.y, length, space.height)


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
        box, key = place_with_key(tile, frame, job.options, job.style)
        words, numbers = job.style.words, {"number": number, "total": tiling.count}
        place = filled(words.board_sheet if tiling.count > 1 else words.sheet, sheet=tile.label, **numbers)
        yield Sheet(
            frame.paper.width,
            frame.paper.height,
            (*_tile(job, part, scene, tile, box, frame), *_furniture(job, tile, key, frame, title, place)),
            box,
            widened(box, _reach(_bleed(scene, job), tile, box, mark_room(frame.paper, frame.strip, job.options))),
            components=(job.parts.component,),
            label=f"{title} {tile.label}",
            cuts=(box_cut(box),),
            cuts_by_hand=_cuts_by_hand(tile) if tiling.overlap else None,
        )


def _cuts_by_hand(tile: BoardTile) -> int:
    """Return the cuts of a tile that overlaps its neighbours: where it lies over one, and on the last tile round the
    whole board. See `_advice`.
    """
    over = sum(tile.neighbour(*step) is not None for step in ((-1, 0), (0, -1)))
    return over if tile.neighbour(1, 0) or tile.neighbour(0, 1) else over + 4


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


def _furniture(job: Job, tile: BoardTile, key: Group | None, frame: Frame, title: str, place: str) -> Iterator[Item]:
    insets = [stamp(job.options.stamp, job.style)] if job.options.stamp else []
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
