"""Cuts: the lines that a machine cuts and scores, and the work of a person with a knife and a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import SheetWords, filled
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Command, Group, Path, Rect, Stroke, translate
from pnp.scene.parts import Box, Sheet
from pnp.scene.paths import polyline, rectangle
from pnp.sheet.frame import EPSILON
from pnp.units import rounded

# Cutting: the lines that a machine cuts, each only once, and the lines that it scores for folding.

CIRCLE = 0.5522847498
"""The distance of the control points of a quarter of a circle from its ends, in radii."""

Spans = dict[float, list[tuple[float, float]]]
"""Start and end of parallel lines, by their distance from the left or the top."""


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def straight_cuts(boxes: tuple[Box, ...], radius: float = 0.0) -> tuple[Path, ...]:
    """Return the sides of the boxes as cuts. Shared sides, and sides that continue each other, become one cut.

    Sides end at round corners, which are separate cuts.
    """
    columns: Spans = {}
    rows: Spans = {}
    for box in boxes:
        right, bottom = box.x + box.width, box.y + box.height
        for x in (box.x, right):
            columns.setdefault(rounded(x), []).append((rounded(box.y + radius), rounded(bottom - radius)))
        for y in (box.y, bottom):
            rows.setdefault(rounded(y), []).append((rounded(box.x + radius), rounded(right - radius)))
    upright = [[(x, start), (x, end)] for x, start, end in _joined(columns)]
    level = [[(start, y), (end, y)] for y, start, end in _joined(rows)]
    corners = (corner for box in boxes for corner in _corners(box, radius)) if radius else ()
    return (*(Path(polyline(line)) for line in (*upright, *level)), *corners)


def _corners(box: Box, radius: float) -> Iterator[Path]:
    """Yield the four round corners of a box as cuts."""
    for x, across in ((box.x, 1), (box.x + box.width, -1)):
        for y, down in ((box.y, 1), (box.y + box.height, -1)):
            end_x, end_y, near = x + across * radius, y + down * radius, radius * (1 - CIRCLE)
            start: Command = ("M", x, rounded(end_y))
            yield Path((start, ("C", x, rounded(y + down * near), rounded(x + across * near), y, rounded(end_x), y)))


def around_cuts(sheet: Sheet, bleed: float) -> Sheet:
    """Return the part of a sheet that is cut, with its bleed on all sides; its middle is the middle of the cuts."""
    thin = Stroke("#000000", 0.0)
    box = bounds(tuple(replace(cut, stroke=thin) for cut in sheet.cuts))
    assert box, "the sheet has cuts"
    left, top = box.left - bleed, box.top - bleed
    width, height = box.width + 2 * bleed, box.height + 2 * bleed
    page = Box(0.0, 0.0, width, height)
    items = (Group(sheet.items, translate(-left, -top), Rect(left, top, width, height)),)
    return Sheet(width, height, items, page, page, label=sheet.label)


def box_cut(box: Box) -> Path:
    """Return the cut around a box."""
    return Path(rectangle(box.x, box.y, box.width, box.height))


def _joined(spans: Spans) -> Iterator[tuple[float, float, float]]:
    """Yield each line with its start and end, after joining those that meet or overlap."""
    for at in sorted(spans):
        start, end = min(spans[at])
        for first, last in sorted(spans[at]):
            if first > end + EPSILON:
                yield at, start, end
                start, end = first, last
            end = max(end, last)
        yield at, start, end


# Lines between the groups of parts on a sheet, along which a person cuts them apart first.

NARROWEST_GAP = 1.0
"""The minimum distance between groups that have a line between them, in millimetres."""


def parting_lines(groups: Sequence[Box], room: Box) -> Iterator[tuple[float, float, float, float]]:
    """Yield a line (x1, y1, x2, y2) in the middle of each gap between the groups, across the room that it divides.

    These are guillotine cuts, in the widest gap first. Groups that no straight line divides have none between them.
    """
    level = [(size, at, False) for size, at in _gaps([(box.y, box.y + box.height) for box in groups])]
    upright = [(size, at, True) for size, at in _gaps([(box.x, box.x + box.width) for box in groups])]
    widest, at, is_upright = max((*level, *upright), default=(0.0, 0.0, False))
    if widest < NARROWEST_GAP:
        return
    right, bottom = room.x + room.width, room.y + room.height
    if is_upright:
        yield at, room.y, at, bottom
        parts = Box(room.x, room.y, at - room.x, room.height), Box(at, room.y, right - at, room.height)
    else:
        yield room.x, at, right, at
        parts = Box(room.x, room.y, room.width, at - room.y), Box(room.x, at, room.width, bottom - at)
    sides = [(box.x if is_upright else box.y) < at for box in groups]
    for part, is_first in zip(parts, (True, False), strict=True):
        yield from parting_lines([box for box, first in zip(groups, sides, strict=True) if first == is_first], part)


def _gaps(spans: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the size and the middle of each gap between spans."""
    reach = -inf
    for start, end in sorted(spans):
        if reach > -inf and start > reach:
            yield start - reach, (start + reach) / 2
        reach = max(reach, end)


# Work by hand.

ALIGNED = 0.05
"""The distance in millimetres up to which sides are on the same line: less than the width of a cut."""


class HandWork(Struct, frozen=True):
    """The work on one or more sheets by hand.

    `straight` cuts are made along a ruler, each in one go. `outlines` are parts cut out with scissors or a knife, with
    `sides` sides in all; `corners` are cards' corners that are rounded; `folds` are lines that are scored and folded.
    """

    straight: int = 0
    outlines: int = 0
    sides: int = 0
    corners: int = 0
    folds: int = 0

    def __add__(self, other: HandWork) -> HandWork:
        return HandWork(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    @property
    def seconds(self) -> int:
        """The estimated time: see `SECONDS`."""
        return sum(getattr(self, name) * cost for name, cost in SECONDS.items())

    def minutes(self, sheets: int = 0, *, mounted: bool = False) -> int:
        """Return the estimated time in minutes, rounded up to 5; with `mounted`, on so many sheets of cardboard."""
        seconds = self.seconds * CARDBOARD + sheets * GLUED if mounted else self.seconds
        return 5 * ceil(seconds / 300)

    def told(self, words: SheetWords) -> str:
        """Return it as text, such as `9 cuts along a ruler, 1 fold`; empty without work."""
        counts = (
            (self.straight, words.straight_cut, words.straight_cuts),
            (self.outlines, words.outline, words.outlines),
            (self.folds, words.fold, words.folds),
        )
        return ", ".join(filled(one if count == 1 else more, count=count) for count, one, more in counts if count)


SECONDS = {"straight": 12, "sides": 8, "corners": 3, "folds": 6}
"""Seconds for each straight cut (place the ruler, cut card twice), each side of an outline, each corner, each fold.

They are the pace of a practised hand on card of 200–300 g. Cardboard of 1–2 mm takes `CARDBOARD` times as long.
"""

CARDBOARD = 3
GLUED = 90
"""Seconds to glue one sheet on cardboard, without the time in which it dries."""


def hand_work(sheet: Sheet) -> HandWork:
    """Return the work on a sheet.

    Sides on one line are one cut if no part is in the way between them; a side that two parts share counts once.
    """
    if sheet.cuts_by_hand is not None:
        return HandWork(sheet.cuts_by_hand, folds=len(sheet.folds))
    lines: Spans = {}
    levels: Spans = {}
    outlines = sides = corners = 0
    blocks: list[BoundingBox] = []
    for path in sheet.cuts:
        segments, curves = _sides_of(path.commands)
        if curves in (0, 4) and len(segments) in (1, 4) and all(map(_is_square, segments)):
            for x1, y1, x2, y2 in segments:
                along = levels if abs(y1 - y2) < EPSILON else lines
                at, ends = (y1, (x1, x2)) if along is levels else (x1, (y1, y2))
                along.setdefault(at, []).append((min(ends), max(ends)))
            corners += curves
        elif curves == 1 and not segments and len(path.commands) == 2:
            corners += 1
        else:
            outlines += 1
            sides += len(segments) + curves
            box = bounds((replace(path, stroke=Stroke("#000000", 0.0)),))
            if box:
                blocks.append(box)
    straight = _in_one_go(lines, levels, blocks) + _in_one_go(levels, lines, [_swapped(box) for box in blocks])
    return HandWork(straight, outlines, sides, corners, len(sheet.folds))


def _in_one_go(lines: Spans, crossing: Spans, blocks: Sequence[BoundingBox]) -> int:
    """Return the number of cuts along parallel lines; what crosses a line between two of its sides ends a cut."""
    merged: list[tuple[float, list[tuple[float, float]]]] = []
    for at in sorted(lines):
        if merged and at - merged[-1][0] < ALIGNED:
            merged[-1][1].extend(lines[at])
        else:
            merged.append((at, list(lines[at])))
    bars = [(level, start, end) for level, spans in crossing.items() for start, end in spans]
    cuts = 0
    for at, spans in merged:
        stops = [level for level, start, end in bars if start + ALIGNED < at < end - ALIGNED]
        stops += [box.centre[1] for box in blocks if box.left + ALIGNED < at < box.right - ALIGNED]
        ends = None
        for start, end in sorted(spans):
            if ends is None or (
                start > ends + ALIGNED and any(ends - ALIGNED < stop < start + ALIGNED for stop in stops)
            ):
                cuts += 1
            ends = end if ends is None else max(end, ends)
    return cuts


def _swapped(box: BoundingBox) -> BoundingBox:
    return BoundingBox(box.top, box.left, box.bottom, box.right)


Segment = tuple[float, float, float, float]


def _sides_of(steps: Sequence[Command]) -> tuple[list[Segment], int]:
    """Return the straight sides of an outline, and the number of its curved ones: a circle is one."""
    segments: list[Segment] = []
    curves = 0
    first = last = (0.0, 0.0)
    before = ""
    for step in steps:
        match step:
            case ("M", x, y):
                first = last = x, y
            case ("L", x, y):
                segments.append((*last, x, y))
                last = x, y
            case ("C", _, _, _, _, x, y):
                curves += before != "C"
                last = x, y
            case _:
                if max(abs(first[0] - last[0]), abs(first[1] - last[1])) > EPSILON:
                    segments.append((*last, *first))
                last = first
        before = step[0]
    return [each for each in segments if abs(each[0] - each[2]) + abs(each[1] - each[3]) > EPSILON], curves


def _is_square(segment: Segment) -> bool:
    """Whether a side is upright or level."""
    x1, y1, x2, y2 = segment
    return abs(x1 - x2) < EPSILON or abs(y1 - y2) < EPSILON
