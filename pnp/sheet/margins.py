"""The style of a sheet's own text; ruler, sheet line, cut and fold marks.

Crop marks are on all four sides of a block, at both edges of every row and column. So marks for later cuts remain after
the first cuts.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Affine, Colour, Command, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.parts import Box, Outline
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK, TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.frame import STRIP, Fold, PartBlock, grown, hull
from pnp.sheet.options import MARK_LEAST, MARK_LENGTH, Options
from pnp.units import rounded

# The style of the sheet's own text: families, colours and sizes; a theme can change them.


class SheetStyle(Struct, frozen=True):
    """Families, colours and sizes (in points) of first sheets and of the text in margins.

    `fallback` is the families for characters that the others lack.
    """

    family: str = "Fira Sans"
    display: str = "Barlow Condensed"
    ink: Colour = "#1E2328"
    quiet: Colour = "#6B727B"
    accent: Colour = "#F2A900"
    band: Colour = "#F2A900"
    paper: Colour = "#FFFFFF"
    alarm: Colour = "#B3261E"
    title: float = 30.0
    heading: float = 12.0
    body: float = 8.5
    leading: float = 11.5
    small: float = 6.0
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK

    @property
    def titles(self) -> TextStyle:
        """Style of the game's title."""
        return TextStyle(self.display, self.title, self.ink, weight=700, leading=self.title, fallback=self.fallback)

    @property
    def headings(self) -> TextStyle:
        """Style of a section's heading."""
        leading = self.heading * 1.25
        return TextStyle(self.display, self.heading, self.ink, weight=700, leading=leading, fallback=self.fallback)

    @property
    def bodies(self) -> TextStyle:
        """Style of running text."""
        return TextStyle(self.family, self.body, self.ink, leading=self.leading, fallback=self.fallback)

    @property
    def notes(self) -> TextStyle:
        """Style of credits and of text in the margin."""
        return TextStyle(self.family, self.small, self.ink, leading=self.small * 1.35, fallback=self.fallback)


HOUSE = SheetStyle()
"""The default style."""


# Marks: cut and fold lines, drawn outside the parts.

BLACK = "#000000"
CUT = Stroke(BLACK, 0.15)
FOLD = Stroke(BLACK, 0.25, (2.0, 1.5))
FOLD_TICK = Stroke(BLACK, 0.25)

Line = tuple[float, float, float, float]
"""A line from (x, y) to (x, y)."""


def lines_path(lines: Iterable[Line], stroke: Stroke) -> Path:
    """Return the lines as one path."""
    commands: list[Command] = []
    for x1, y1, x2, y2 in lines:
        commands += [("M", rounded(x1), rounded(y1)), ("L", rounded(x2), rounded(y2))]
    return Path(tuple(commands), stroke=stroke)


def crop_lines(boxes: Iterable[Box], offset: float, room: Box | None = None) -> tuple[Line, ...]:
    """Return the crop marks of a block of boxes; each mark begins `offset` outside the block's bounding box."""
    every = tuple(boxes)
    inner = grown(hull(every), offset)
    outer = mark_ends(inner, room)
    columns = sorted({rounded(edge) for box in every for edge in (box.x, box.x + box.width)})
    rows = sorted({rounded(edge) for box in every for edge in (box.y, box.y + box.height)})
    return tuple(_upright(columns, inner, outer)) + tuple(_level(rows, inner, outer))


def mark_ends(inner: Box, room: Box | None = None) -> Box:
    """Return the box at which marks end that begin at the sides of `inner`.

    They are 4 mm long, shorter where the room ends, but at least 2 mm.
    """
    most, least = grown(inner, MARK_LENGTH), grown(inner, MARK_LEAST)
    if room is None:
        return most
    left, top = min(max(most.x, room.x), least.x), min(max(most.y, room.y), least.y)
    right = max(min(most.x + most.width, room.x + room.width), least.x + least.width)
    bottom = max(min(most.y + most.height, room.y + room.height), least.y + least.height)
    return Box(left, top, right - left, bottom - top)


def _upright(columns: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for x in columns:
        yield x, outer.y, x, inner.y
        yield x, inner.y + inner.height, x, outer.y + outer.height


def _level(rows: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for y in rows:
        yield outer.x, y, inner.x, y
        yield inner.x + inner.width, y, outer.x + outer.width, y


def crop_marks(blocks: Iterable[PartBlock], options: Options, room: Box) -> Iterator[Item]:
    """Yield the crop marks of every block whose parts are cut from mark to mark."""
    for block in blocks:
        if options.marks and not block.outlined:
            yield _marks(tuple([placement.box for placement in block.placements]), options.mark_offset, room)


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def _marks(boxes: tuple[Box, ...], offset: float, room: Box) -> Path:
    return lines_path(crop_lines(boxes, offset, room), CUT)


def cut_line(outline: Outline) -> Item:
    """Return the cut line of an outlined part, in the part's own coordinates."""
    match outline:
        case Rect():
            return Rect(outline.x, outline.y, outline.width, outline.height, outline.radius, stroke=CUT)
        case Ellipse():
            return Ellipse(outline.cx, outline.cy, outline.rx, outline.ry, stroke=CUT)
        case Path():
            return Path(outline.commands, stroke=CUT)


def fold_line(fold: Fold, blocks: Iterable[PartBlock], options: Options, room: Box) -> Iterator[Item]:
    """Yield the fold across the sheet, dashed between the blocks, with a tick beyond each end."""
    box = grown(hull(placement.box for block in blocks for placement in block.placements), options.mark_offset)
    x1, y1, x2, y2 = _along(fold, box)
    start_x, start_y, end_x, end_y = _along(fold, mark_ends(box, room))
    yield lines_path([(x1, y1, x2, y2)], FOLD)
    yield lines_path([(start_x, start_y, x1, y1), (x2, y2, end_x, end_y)], FOLD_TICK)


def _along(fold: Fold, box: Box) -> Line:
    """Return the fold's line through the box."""
    if fold.axis == "vertical":
        return fold.at, box.y, fold.at, box.y + box.height
    return box.x, fold.at, box.x + box.width, fold.at


# Furniture: a ruler and the sheet's own line of text in the strip of margin reserved for it.

RULER = 50
"""The length of a sheet's ruler."""

GAP = 1.5
"""The distance between two items in a strip."""

ELLIPSIS = "…"


class Inset(Struct, frozen=True):
    """Items for a strip after the ruler, drawn from (0, 0) to its width and the strip's depth."""

    items: tuple[Item, ...]
    width: float


def furniture(strip: Box, name: str, place: str, style: SheetStyle, insets: Sequence[Inset] = ()) -> Group:
    """Return a ruler, the insets and, at the far end, `name` (shortened if necessary) and `place`.

    In an upright strip the text reads upwards.
    """
    length, depth = max(strip.width, strip.height), min(strip.width, strip.height)
    items: list[Item] = [ruler(RULER, depth, style)]
    scale = _scale(style)
    items.append(scale.at(RULER + GAP, (depth - scale.height) / 2))
    x = RULER + GAP + scale.width + 2 * GAP
    for inset in insets:
        items.append(Group(inset.items, (1.0, 0.0, 0.0, 1.0, x, 0.0)))
        x += inset.width + GAP
    caption = captioned(name, place, style.notes, length - x)
    items.append(caption.at(length - caption.width, (depth - caption.height) / 2))
    return along(strip, tuple(items))


def along(strip: Box, items: tuple[Item, ...]) -> Group:
    """Return items that were drawn along a horizontal strip from (0, 0), at the place of the strip."""
    level: Affine = (1.0, 0.0, 0.0, 1.0, strip.x, strip.y)
    upwards: Affine = (0.0, -1.0, 1.0, 0.0, strip.x, strip.y + strip.height)
    return Group(items, level if strip.width > strip.height else upwards)


@lru_cache(maxsize=16)
def _scale(style: SheetStyle) -> TextBlock:
    return typeset(f"{RULER} mm", style.notes)


@lru_cache(maxsize=16)
def ruler(length: int, height: float, style: SheetStyle) -> Path:
    """Return a ruler at the bottom of a strip: a tick for each millimetre, longer at fives, tens and both ends."""
    ticks: list[Line] = [(0.0, height, float(length), height)]
    for mm in range(length + 1):
        rise = 1.0 if mm in (0, length) else 0.75 if mm % 10 == 0 else 0.55 if mm % 5 == 0 else 0.3
        ticks.append((float(mm), height, float(mm), height - rise * height))
    return lines_path(ticks, Stroke(style.ink, 0.15))


def captioned(name: str, place: str, style: TextStyle, width: float) -> TextBlock:
    """Return name and place on one line; the name is cut with an ellipsis if the width is too small."""
    whole = typeset(f"{name} · {place}", style)
    if whole.width <= width:
        return whole

    def cut(kept: int) -> TextBlock:
        return typeset(f"{name[:kept].rstrip()}{ELLIPSIS} · {place}", style)

    return cut(max(bisect_right(range(len(name)), width, key=lambda kept: cut(kept).width) - 1, 0))


def stamp(words: str, style: SheetStyle) -> Inset:
    """Return the words in white on a bar in the alarm colour, as deep as the strip."""
    block = typeset(words, replace(style.notes, colour=style.paper, weight=700))
    width = block.width + 2 * GAP
    bar = Rect(0.0, 0.0, width, STRIP, fill=style.alarm)
    return Inset((bar, block.at(GAP, (STRIP - block.height) / 2)), width)
