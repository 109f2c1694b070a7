"""Labels of maps and the ways to print each of them, the best first.

A label is tried inside its place or region, in one to three lines, turned or curved along the region, around its place
(Imhof, 1975), along a line, and at last at the end of a leader line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.draw.maps.obstacles import InnerGround, LabelBox
from pnp.draw.town.names import read_from_below
from pnp.draw.town.places import CLOSE
from pnp.geometry.outlines import nearest_parabola
from pnp.geometry.polygons import Point, Shape, area, box, centre
from pnp.scene.items import Affine, Colour, Group, Item, Stroke, Text
from pnp.scene.typesetting.fonts import named
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.units import total

LabelSide = Literal["right", "left", "above", "below"]

GAP = 0.7
"""The distance between a place and its label."""

LINES = 3
"""The maximum number of lines of a label."""

SHRINK = 0.87
"""The factor from one tried size of a label to the next."""

ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where the middle of a text may be along a crooked line, as shares of its length, the best first."""

AROUND: Mapping[str, tuple[Point, float]] = {
    "right": ((1.0, 0.0), 0.0),
    "above right": ((0.71, -0.71), 0.6),
    "below right": ((0.71, 0.71), 0.9),
    "left": ((-1.0, 0.0), 1.2),
    "above": ((0.0, -1.0), 1.4),
    "below": ((0.0, 1.0), 1.5),
    "above left": ((-0.71, -0.71), 1.8),
    "below left": ((-0.71, 0.71), 2.0),
}
"""Directions from a place to its label, and their costs, in the order that readers find easiest (Imhof, 1975)."""


class LabelLook(Struct, frozen=True):
    """What is drawn with a label: a halo around its letters, a plate below it with round corners, a leader line.

    `spread` is the share of a region's length over which its letters are spread, along the middle of the region; with
    0 they are not spread, and follow the region only if there is no room for an upright text. `bent` is whether a text
    may be turned or curved at all.
    """

    halo: Stroke | None = None
    plate: Colour | None = None
    line: Stroke | None = None
    leader: Stroke | None = None
    margin: float = 0.25
    corner: float = 0.8
    spread: float = 0.0
    bent: bool = True


class MapLabel(Struct, frozen=True):
    """A text to be placed for the thing `key`, at `at`; a lower `rank` is placed first.

    A place is a disc of `radius`, next to which the label is printed, by preference at that side; in a place
    with `room`, the radius of its empty inside, it is tried there first. The label of a region is inside of it, that of
    a `line` along it, curved as the line is if it is `winding`. No size in points is less than `least`.
    An `optional` label is left out if it has no free position. One that is `fixed` has its middle there, upright.
    """

    key: str
    text: str
    style: TextStyle
    at: Point
    span: Span | None = None
    rank: float = 0.0
    radius: float = 0.0
    room: float = 0.0
    side: LabelSide = "right"
    region: Shape = ()
    line: tuple[Point, ...] = ()
    winding: bool = False
    least: float = 8.0
    look: LabelLook = LabelLook()
    optional: bool = False
    fixed: Point | None = None


class LabelPosition(Struct, frozen=True):
    """One way to print a label: its block centred on `at` and turned, or its letters along a curve.

    `ground` is what it covers, with its leader line.
    """

    cost: float
    ground: tuple[LabelBox, ...]
    block: TextBlock
    at: Point = (0.0, 0.0)
    turn: float = 0.0
    letters: tuple[Item, ...] = ()
    leader: tuple[Point, Point] | None = None


def positions(label: MapLabel) -> Iterator[LabelPosition]:
    """Yield the positions of a label from the best to the worst."""
    if label.fixed:
        yield from _fixed(label, label.fixed)
    elif label.region:
        yield from _in_region(label)
    elif label.line:
        if label.winding:
            yield from _along_bends(label)
        yield from _along_line(label, 12.0 if label.winding else 0.0)
        if label.winding:
            yield from _led(label, list(_sizes(label))[-1:], 60.0, label.radius)
    else:
        if label.room:
            yield from _in_place(label)
        yield from _around(label)


def _set(label: MapLabel, size: float, lines: int) -> TextBlock | None:
    """Return the text in that size and number of lines; None if it does not break into so many."""
    style = replace(label.style, size=size, leading=_leading(label.style, size))
    whole = typeset(label.text, style, None, "centre")
    if lines == 1:
        return whole
    if lines > len(label.text.split()):
        return None
    for share in (1.0, 1.15, 1.3, 1.5):
        block = typeset(label.text, style, max(share * whole.width / lines, 1.0), "centre")
        if not block.overflow and len(block.lines) <= lines:
            widest = max(line.width for line in block.lines)
            block = typeset(label.text, style, widest + 0.01, "centre")
            return block if len(block.lines) == lines else None
    return None


def _leading(style: TextStyle, size: float) -> float:
    """Return the leading of a label in points: closer than that of a text that is read."""
    return size * (style.leading or 1.08 * style.size) / style.size


def _sizes(label: MapLabel) -> Iterator[float]:
    size = label.style.size
    yield size
    while (size := size * SHRINK) > label.least:
        yield round(size, 2)
    if label.least < label.style.size:
        yield label.least


def _extent(block: TextBlock, look: LabelLook) -> tuple[float, float]:
    """Return half the width and height of what a block covers; descenders have room above and below."""
    wide = max((line.width for line in block.lines), default=0.0)
    tall = block.last_baseline - block.cap_top + 0.36 * block.cap_height
    return wide / 2 + look.margin, tall / 2 + look.margin


def _in_place(label: MapLabel) -> Iterator[LabelPosition]:
    """Yield the positions inside a place, in up to three lines, smaller if necessary."""
    for step, size in enumerate(_sizes(label)):
        for lines in range(1, LINES + 1):
            block = _set(label, size, lines)
            if block:
                across, down = _extent(block, label.look)
                if math.hypot(across, down - 0.18 * block.cap_height) <= label.room:
                    yield LabelPosition(0.01 * step - 1, (LabelBox(label.at, across, down),), block, label.at)


def _around(label: MapLabel) -> Iterator[LabelPosition]:
    """Yield the positions around a place, in one or two lines, then smaller, then with a leader line."""
    ways = sorted(AROUND, key=lambda name: (name != label.side, AROUND[name][1]))
    sizes = list(_sizes(label))
    for step, size in enumerate(sizes[:3]):
        for lines in (1, 2):
            block = _set(label, size, lines)
            if block is None:
                continue
            across, down = _extent(block, label.look)
            far = label.radius + GAP
            for name in ways:
                (i, j), cost = AROUND[name]
                side, up = (i > 0.1) - (i < -0.1), (j > 0.1) - (j < -0.1)
                at = label.at[0] + far * i + side * across, label.at[1] + far * j + up * down
                cost = 0.0 if name == label.side else 0.5 + cost
                yield LabelPosition(cost + 3 * (lines - 1) + 5 * step, (LabelBox(at, across, down),), block, at)
    yield from _led(label, sizes[:2], 18.0, label.radius)


def _led(label: MapLabel, sizes: Sequence[float], cost: float, radius: float) -> Iterator[LabelPosition]:
    """Yield the positions at the end of a leader line, the shortest first."""
    for step, size in enumerate(sizes):
        for lines in (1, 2):
            block = _set(label, size, lines)
            if block is None:
                continue
            across, down = _extent(block, label.look)
            for off in (2.5, 5.0, 8.0, 12.0, 17.0, 24.0):
                for part in range(16):
                    turn = part * math.tau / 16
                    i, j = math.cos(turn), math.sin(turn)
                    far = radius + off
                    at = label.at[0] + i * (far + across), label.at[1] + j * (far + down)
                    ground = LabelBox(at, across, down)
                    end = ground.nearest(label.at)
                    leader = _leader(label, end)
                    more = 2 * (lines - 1) + 3 * step + 0.5 * off + 0.05 * part
                    yield LabelPosition(cost + more, (ground, leader[1]), block, at, leader=leader[0])


def _leader(label: MapLabel, end: Point) -> tuple[tuple[Point, Point], LabelBox]:
    """Return a line from the edge of the place to a label, and what it covers."""
    (x0, y0), long = label.at, math.dist(label.at, end) or 1.0
    share = min(1.0, label.radius / long)
    start = x0 + (end[0] - x0) * share, y0 + (end[1] - y0) * share
    middle, turn = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), math.atan2(end[1] - start[1], end[0] - start[0])
    return (start, end), LabelBox.turned(middle, math.dist(start, end) / 2, 0.2, turn)


def _fixed(label: MapLabel, at: Point) -> Iterator[LabelPosition]:
    """Yield the positions with the middle of the text at a point: larger sizes and fewer lines first.

    In its region a text is so small that it is inside. A label farther than `CLOSE` from its place or region gets a
    leader line.
    """
    inner, sizes = InnerGround(label.region) if label.region else None, list(_sizes(label))
    for step, size in enumerate(sizes if inner else sizes[:3]):
        for lines in range(1, LINES + 1):
            block = _set(label, size, lines)
            if block is None:
                continue
            across, down = _extent(block, label.look)
            of_lines = _line_boxes(block, at, label.look)
            if inner and all(inner.holds(each, 0.3) for each in of_lines):
                yield LabelPosition(4.0 * step + lines - 1, of_lines, block, at)
                continue
            cost = 3.0 * (lines - 1) + 5 * step + (60.0 if inner else 0.0)
            box_of_text = LabelBox(at, across, down)
            leader, box_of_line = _leader(label, box_of_text.nearest(label.at))
            if math.dist(*leader) > CLOSE and not (inner and inner.holds(LabelBox(at, 0.0, 0.0))):
                yield LabelPosition(cost, (box_of_text, box_of_line), block, at, leader=leader)
            else:
                yield LabelPosition(cost, (box_of_text,), block, at)


def _in_region(label: MapLabel) -> Iterator[LabelPosition]:
    """Yield the positions inside a region, larger sizes first, then those next to it with a leader line."""
    inner = InnerGround(label.region)
    sizes, look = list(_sizes(label)), label.look
    spine = spine_of(label.region) if look.bent else ()
    spreads = look.spread > 0 and _is_long(spine, label.region)
    for step, size in enumerate(sizes):
        worse = 4.0 * step
        if spreads:
            yield from _curved(label, size, spine, worse - 1.0, inner)
        for lines in range(1, LINES + 1):
            block = _set(label, size, lines)
            if block is None:
                continue
            for off, at in _middles(label, inner, _extent(block, look)[1]):
                ground = _line_boxes(block, at, look)
                if all(inner.holds(each, 0.3) for each in ground):
                    yield LabelPosition(worse + lines - 1 + off, ground, block, at)
        if spine and not spreads:
            yield from _curved(label, size, spine, worse + 2.5, inner)
    left, top, right, bottom = box(label.region)
    yield from _led(label, sizes[-1:], 60.0, min(right - left, bottom - top) / 2)


def _middles(label: MapLabel, inner: InnerGround, down: float) -> Iterator[tuple[float, Point]]:
    """Yield the points on which a label of half the height `down` may be centred, with their costs: its own first.

    The others are the middles of the widest free line at some heights.
    """
    yield 0.0, label.at
    _, top, _, bottom = box(label.region)
    found = []
    for part in range(1, 12):
        y = top + (bottom - top) * part / 12
        above, here, below = (inner.chords(y + off) for off in (-0.7 * down, 0.0, 0.7 * down))
        for start, end in here:
            both = (
                [(a, b) for a, b in above if a < end and start < b],
                [(a, b) for a, b in below if a < end and start < b],
            )
            if all(both):
                start, end = max(start, both[0][0][0], both[1][0][0]), min(end, both[0][-1][1], both[1][-1][1])
                at = (start + end) / 2, y
                found.append((0.4 + 0.06 * math.dist(at, label.at), at))
    yield from sorted(found)


def _line_boxes(block: TextBlock, at: Point, look: LabelLook) -> tuple[LabelBox, ...]:
    """Return what the lines of a block centred on a point cover, one box a line."""
    middle = (block.cap_top + block.last_baseline) / 2
    down = 0.68 * block.cap_height + look.margin
    return tuple(
        LabelBox((at[0], at[1] + line.baseline - block.cap_height / 2 - middle), line.width / 2 + look.margin, down)
        for line in block.lines
    )


# Curves: along the middle of a region, or along a line.


def spine_of(region: Shape) -> tuple[Point, ...]:
    """Return a curve along the middle of a region, from left to right; empty for one that is about as wide as high.

    It is the parabola nearest to the middles of the region's widths across its principal axis.
    """
    outer = max(region, key=lambda ring: abs(_doubled(ring)))
    middle = centre(outer)
    xx = xy = yy = 0.0
    for (x0, y0), (x1, y1) in pairwise((*outer, outer[0])):
        long = math.dist((x0, y0), (x1, y1))
        x, y = (x0 + x1) / 2 - middle[0], (y0 + y1) / 2 - middle[1]
        xx, xy, yy = xx + long * x * x, xy + long * x * y, yy + long * y * y
    turn = read_from_below(math.atan2(2 * xy, xx - yy) / 2)
    cos, sin = math.cos(turn), math.sin(turn)

    def inward(point: Point) -> Point:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return x * cos + y * sin, y * cos - x * sin

    turned = tuple(tuple(map(inward, ring)) for ring in region)
    inner = InnerGround(tuple((*((y, x) for x, y in ring),) for ring in turned))  # chords across the axis
    left, _, right, _ = box(turned)
    samples = []
    for part in range(1, 20):
        u = left + (right - left) * part / 20
        chords = inner.chords(u)
        if chords:
            low, high = max(chords, key=lambda chord: chord[1] - chord[0])
            samples.append((u, (low + high) / 2, high - low))
    a, b, c = nearest_parabola(samples)
    ends = [u for u, _, width in samples if width > 2]
    if len(ends) < 3:
        return ()
    curve = [(u, a + b * u + c * u * u) for u in (ends[0] + (ends[-1] - ends[0]) * part / 24 for part in range(25))]
    return tuple((middle[0] + u * cos - v * sin, middle[1] + u * sin + v * cos) for u, v in curve)


def _is_long(spine: Sequence[Point], region: Shape) -> bool:
    """Whether a region is long enough for letters that are spread along its middle: twice as long as wide, nearly."""
    long = total(math.dist(a, b) for a, b in pairwise(spine))
    return long * long > 1.7 * area(region)


def _doubled(ring: Sequence[Point]) -> float:
    return total(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise((*ring, ring[0])))


def _curved(
    label: MapLabel, size: float, curve: Sequence[Point], cost: float, inner: InnerGround | None = None
) -> Iterator[LabelPosition]:
    """Yield the text along a curve at some places of it, if it is inside the region."""
    long = total(math.dist(a, b) for a, b in pairwise(curve))
    style = replace(label.style, size=size)
    block = typeset(label.text, style)
    texts = [it for it in block.items if isinstance(it, Text)]
    if len(texts) != len(block.items) or len(block.lines) != 1 or block.width > long:
        return
    count = sum(len(it.string) for it in texts)
    extra = max(0.0, min(label.look.spread * long - block.width, 1.4 * style.em * count)) / count if count > 1 else 0.0
    wide = block.width + extra * (count - 1)
    for share in (0.5, 0.4, 0.6, 0.3, 0.7):
        start = share * long - wide / 2
        if start < 0 or start + wide > long:
            continue
        letters, ground = _bent(texts, curve, start, extra, block.cap_height, label.look)
        if inner is None or all(inner.holds(each, 0.2) for each in ground):
            yield LabelPosition(cost + 4 * abs(share - 0.5), ground, block, letters=letters)


def _bent(
    texts: Sequence[Text], curve: Sequence[Point], start: float, extra: float, cap: float, look: LabelLook
) -> tuple[tuple[Item, ...], tuple[LabelBox, ...]]:
    """Return the letters of texts along a curve, beginning at a distance from its start, and what they cover."""
    letters: list[Item] = []
    ground: list[LabelBox] = []
    far = start
    for text in texts:
        face = named(text.font)
        for letter in text.string:
            wide = face.advance(letter, text.size) + text.tracking
            at, turn = _on(curve, far + wide / 2)
            if not letter.isspace():
                cos, sin = math.cos(turn), math.sin(turn)
                x, y = at[0] - wide / 2 * cos - cap / 2 * sin, at[1] - wide / 2 * sin + cap / 2 * cos
                letters.append(
                    Group((replace(text, x=0.0, y=0.0, string=letter, width=wide),), turned_about((x, y), turn))
                )
                ground.append(LabelBox.turned(at, wide / 2 + look.margin, 0.68 * cap + look.margin, turn))
            far += wide + extra
    return tuple(letters), tuple(_with_gaps(ground, 0.3 * cap) if extra else ground)


def _with_gaps(letters: Sequence[LabelBox], down: float) -> Iterator[LabelBox]:
    """Yield the ground of letters, and that between letters that are spread: no other label runs between them."""
    yield from letters[:1]
    for one, other in pairwise(letters):
        (x0, y0), (x1, y1) = one.at, other.at
        apart = math.dist(one.at, other.at)
        if apart > one.across + other.across + 0.1:
            yield LabelBox.turned(((x0 + x1) / 2, (y0 + y1) / 2), apart / 2, down, math.atan2(y1 - y0, x1 - x0))
        yield other


def _on(curve: Sequence[Point], far: float) -> tuple[Point, float]:
    """Return the point at a distance along a curve, and the direction there."""
    for number, ((x0, y0), (x1, y1)) in enumerate(pairwise(curve)):
        long = math.dist((x0, y0), (x1, y1))
        if far <= long or number == len(curve) - 2:
            share = far / long if long else 0.0
            return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), math.atan2(y1 - y0, x1 - x0)
        far -= long
    return curve[0], 0.0


def _along_line(label: MapLabel, worse: float = 0.0) -> Iterator[LabelPosition]:
    """Yield the positions next to a line, above it first; straight where the line is. All cost `worse` in addition."""
    line = label.line if label.line[0][0] <= label.line[-1][0] else label.line[::-1]
    long = total(math.dist(a, b) for a, b in pairwise(line))
    for step, size in enumerate(_sizes(label)):
        block = _set(label, size, 1)
        if block is None:
            continue
        across, down = _extent(block, label.look)
        for number, share in enumerate((0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85)):
            (x, y), turn = _on(line, share * long)
            turn = read_from_below(turn)
            for way in (-1, 1):
                far = way * (label.radius + GAP + down)
                at = x - far * math.sin(turn), y + far * math.cos(turn)
                cost = worse + 0.5 * number + 0.7 * (way > 0) + 5 * step
                yield LabelPosition(cost, (LabelBox.turned(at, across, down, turn),), block, at, turn)


def _along_bends(label: MapLabel) -> Iterator[LabelPosition]:
    """Yield the text along a crooked line, above it first, where the line is least crooked.

    The text is on the parabola nearest to the part of the line next to it, moved so far off that no bend touches it.
    """
    lengths = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(label.line))]
    for step, size in enumerate(_sizes(label)):
        block = typeset(label.text, replace(label.style, size=size))
        texts = [it for it in block.items if isinstance(it, Text)]
        if len(texts) != len(block.items) or len(block.lines) != 1 or 1.1 * block.width > lengths[-1]:
            continue
        for number, share in enumerate(ALONG):
            first = share * lengths[-1] - 0.55 * block.width
            part = [_on(label.line, first + 1.1 * block.width * each / 12)[0] for each in range(13)]
            if first < 0 or first + 1.1 * block.width > lengths[-1] or math.dist(part[0], part[-1]) < block.width:
                continue  # the line turns back here, so that the text would be longer than what it is next to
            for way in (-1, 1):
                curve, off = _beside(part, way, label.radius + GAP + 0.5 * block.cap_height)
                start = (total(math.dist(a, b) for a, b in pairwise(curve)) - block.width) / 2
                letters, ground = _bent(texts, curve, start, 0.0, block.cap_height, label.look)
                cost = 0.4 * number + 0.7 * (way > 0) + 5 * step + 3 * off
                yield LabelPosition(cost, ground, block, letters=letters)


def _beside(part: Sequence[Point], way: int, gap: float) -> tuple[tuple[Point, ...], float]:
    """Return a curve from left to right above (-1) or below (1) a line, `gap` from it, and how much farther it is."""
    if part[0][0] > part[-1][0]:
        part = part[::-1]
    (x0, y0), long = part[0], math.dist(part[0], part[-1])
    cos, sin = (part[-1][0] - x0) / long, (part[-1][1] - y0) / long
    turned = [((x - x0) * cos + (y - y0) * sin, (y - y0) * cos - (x - x0) * sin) for x, y in part]
    a, b, c = nearest_parabola([(u, v, 1.0) for u, v in turned])
    off = max(way * (v - a - b * u - c * u * u) for u, v in turned)
    curve = []
    for each in range(25):
        u = long * each / 24
        v, slope = a + b * u + c * u * u, b + 2 * c * u
        out = way * (gap + off) / math.hypot(1.0, slope)
        u, v = u - out * slope, v + out
        curve.append((x0 + u * cos - v * sin, y0 + u * sin + v * cos))
    return tuple(curve), off


def turned_about(at: Point, turn: float) -> Affine:
    """Return the transform that turns clockwise by `turn` radians and moves the origin to a point."""
    cos, sin = math.cos(turn), math.sin(turn)
    return round(cos, 5), round(sin, 5), round(-sin, 5) + 0.0, round(cos, 5), round(at[0], 3), round(at[1], 3)
