"""Ornaments of maps: compass roses, borders, cartouches with the title, scale bars, sea monsters and ships.

Drawings are made once around (0, 0) in units of their size, and placed by a transform.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.plan import Canvas, Paint, line, lines, mixed, pen, smooth, straight
from pnp.geometry.polygons import Point
from pnp.model.maps.region_style import BorderStyle, Corner, ScaleStyle, TitleForm
from pnp.scene.items import Affine, BoundingBox, Colour, Command, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset

# Compass roses.


def draw_rose(at: Point, size: float, paint: Paint) -> Iterator[Item]:
    """Yield a rose of sixteen winds: points in two halves, two rings, and a lily at the north."""
    line_colour, light, dark = paint("outline"), paint("rose-light"), paint("rose")
    reach = size / 2 / 1.2  # the lily is above the points
    edge = pen(line_colour, 0.2)
    x, y = at
    yield Ellipse(x, y, round(reach * 0.8, 3), round(reach * 0.8, 3), paint("paper"), pen(line_colour, 0.35))
    yield Ellipse(x, y, round(reach * 0.73, 3), round(reach * 0.73, 3), None, edge)
    ticks = []
    for number in range(64):
        turn = math.tau * number / 64
        ticks.append([_polar(at, turn, reach * share) for share in (0.73, 0.8 if number % 4 else 0.77)])
    yield Path(lines(*ticks), None, edge)
    for count, first, long, half in ((8, 22.5, 0.42, 0.05), (4, 45.0, 0.6, 0.1), (4, 0.0, 0.92, 0.13)):
        for number in range(count):
            yield from _wind(at, first + 360 / count * number, long * reach, half * reach, light, dark, edge)
    yield Ellipse(x, y, round(reach * 0.07, 3), round(reach * 0.07, 3), light, edge)
    yield from _lily(_polar(at, 0.0, reach * 0.99), reach * 0.2, paint("north"), edge)


def _wind(
    at: Point, degrees: float, reach: float, half: float, light: Colour, dark: Colour, edge: Stroke
) -> Iterator[Item]:
    turn = math.radians(degrees)
    tip = _polar(at, turn, reach)
    for way, fill in ((-1, light), (1, dark)):
        shoulder = _polar(at, turn + way * math.pi / 4, half * math.sqrt(2))
        yield Path(straight(((at, shoulder, tip),)), fill, edge)


def _lily(tip: Point, size: float, colour: Colour, edge: Stroke) -> Iterator[Item]:
    """Yield the sign of the north: a lily whose foot is on a point."""
    x, y = tip
    middle = ((0.0, -1.0), (0.32, -0.45), (0.12, 0.25), (0.0, 0.5), (-0.12, 0.25), (-0.32, -0.45))
    side = ((0.12, 0.2), (0.45, -0.35), (0.85, -0.45), (0.9, -0.05), (0.62, 0.1), (0.6, -0.12), (0.3, 0.28))
    for points in (middle, side, tuple((-u, v) for u, v in side)):
        yield Path(smooth([(x + u * size, y + v * size) for u, v in points]), colour, replace(edge, width=0.12))


def _polar(at: Point, turn: float, reach: float) -> Point:
    """Return the point in a direction, clockwise from the north."""
    return at[0] + reach * math.sin(turn), at[1] - reach * math.cos(turn)


# The border: a frame inside the edge, in which everything else is drawn.


def draw_border(style: BorderStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the frame over everything that runs below it: two lines, or checks as on nautical charts."""
    width, height, paint = canvas.plan.width, canvas.plan.height, canvas.paint
    far, ink = style.width, paint("border")
    outer, inner = BoundingBox(0.0, 0.0, width, height), BoundingBox(far, far, width - far, height - far)
    ring = straight((_ring(outer), _ring(inner)[::-1]))
    yield Path(ring, paint("border-fill"))
    if style.form == "lines":
        for inset, thick in ((0.35, 0.6), (0.72, 0.2), (1.0, 0.35)):
            yield _frame_line(far * inset, width, height, pen(ink, thick))
        return
    low, high = 0.45, 0.85
    yield Path(straight(_checks(far * low, far * high, style.check, width, height)), ink)
    for inset in (low, high, 1.0):
        yield _frame_line(far * inset, width, height, Stroke(ink, 0.25, join="miter"))


def _ring(box: BoundingBox) -> tuple[Point, ...]:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


def _frame_line(inset: float, width: float, height: float, stroke: Stroke) -> Item:
    sides = [round(it, 3) for it in (inset, inset, width - 2 * inset, height - 2 * inset)]
    return Rect(sides[0], sides[1], sides[2], sides[3], 0.0, None, stroke)


def _checks(near: float, far: float, long: float, width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield every other check of a frame between two insets; each side has an odd number of them."""
    for side, length in ((0, width), (1, height)):
        count = max(1, round((length - 2 * far) / long)) | 1
        step = (length - 2 * far) / count
        for number in range(0, count, 2):
            start, end = far + number * step, far + (number + 1) * step
            for low, high in ((near, far), ((height, width)[side] - far, (height, width)[side] - near)):
                corners = (start, low), (end, low), (end, high), (start, high)
                yield corners if side == 0 else tuple((y, x) for x, y in corners)[::-1]


# Cartouches and scale bars: at a point, in a corner, or where the map is empty.


class Ornament(Struct, frozen=True):
    """Something that is placed on a map: its items around (0, 0) at its top left corner, and its size."""

    items: tuple[Item, ...]
    width: float
    height: float

    def at(self, middle: Point) -> tuple[Item, BoundingBox]:
        """Return it centred on a point, and the box that it covers."""
        left, top = round(middle[0] - self.width / 2, 3), round(middle[1] - self.height / 2, 3)
        return Group(self.items, (1.0, 0.0, 0.0, 1.0, left, top)), BoundingBox(
            left, top, left + self.width, top + self.height
        )

    def middle_in(self, corner: Corner, inside: BoundingBox, gap: float) -> Point:
        """Return its middle in a corner of a box, or in the middle of its upper or lower side."""
        x = inside.centre[0]
        if "left" in corner:
            x = inside.left + gap + self.width / 2
        elif "right" in corner:
            x = inside.right - gap - self.width / 2
        y = inside.top + gap + self.height / 2 if "top" in corner else inside.bottom - gap - self.height / 2
        return x, y

    def middles_inside(self, inside: BoundingBox, gap: float) -> Iterator[Point]:
        """Yield its middles on a lattice over a box, for a map whose corners are all taken."""
        left, top = inside.left + gap + self.width / 2, inside.top + gap + self.height / 2
        wide, tall = inside.width - 2 * gap - self.width, inside.height - 2 * gap - self.height
        across, down = LATTICE
        for row in range(down if wide > 0 and tall > 0 else 0):
            for column in range(across):
                yield round(left + wide * column / (across - 1), 3), round(top + tall * row / (down - 1), 3)


LATTICE = 25, 17
"""How many columns and rows of positions of an ornament are compared on a map whose corners are all taken."""

CORNERS: tuple[Corner, ...] = get_args(Corner)


def title_of(form: TitleForm, style: TextStyle, text: str, canvas: Canvas) -> Ornament:
    """Return the map's name in its cartouche."""
    most = canvas.plan.width * 0.4
    block = typeset(text, style, None, "centre")
    if block.width > most:
        block = typeset(text, style, most, "centre")
    match form:
        case "plain":
            return _plain(block)
        case "plate":
            return _plate(block, canvas.paint)
        case "ribbon":
            return _ribbon(block, canvas.paint)


def _plain(block: TextBlock) -> Ornament:
    height = block.last_baseline - block.cap_top
    return Ornament((block.at(0.0, -block.cap_top),), block.width, height)


def _plate(block: TextBlock, paint: Paint) -> Ornament:
    """Return the text in a frame of two lines whose corners are cut out."""
    tall = block.last_baseline - block.cap_top
    pad, notch = 0.55 * block.cap_height + 2.5, 2.2
    width, height = block.width + 2 * pad + 2, tall + 2 * pad
    ink = paint("ornament")
    outer = _notched(0.0, width, height, notch)
    inner = _notched(1.0, width, height, notch)
    text = block.at(pad + 1, pad - block.cap_top)
    items = (
        Path(straight((outer,)), paint("cartouche"), pen(ink, 0.5)),
        Path(straight((inner,)), None, pen(ink, 0.2)),
        text,
    )
    return Ornament(items, width, height)


def _notched(inset: float, width: float, height: float, notch: float) -> tuple[Point, ...]:
    """Return a rectangle with a square notch in each corner."""
    x0, y0, x1, y1 = inset, inset, width - inset, height - inset
    x2, y2, x3, y3 = x0 + notch, y0 + notch, x1 - notch, y1 - notch
    return (
        (x2, y0), (x3, y0), (x3, y2), (x1, y2), (x1, y3), (x3, y3),
        (x3, y1), (x2, y1), (x2, y3), (x0, y3), (x0, y2), (x2, y2),
    )  # fmt: skip


def _ribbon(block: TextBlock, paint: Paint) -> Ornament:
    """Return the text on a ribbon whose ends are folded behind it."""
    tall = block.last_baseline - block.cap_top
    pad, tail, drop = 0.5 * block.cap_height + 2, 9.0, 2.6
    width, height = block.width + 2 * pad + 4 + 2 * (tail - 3), tall + 2 * pad + drop
    left, right, bottom = tail - 3, width - tail + 3, tall + 2 * pad
    ink, fill = pen(paint("ornament"), 0.35), paint("cartouche")
    shade = mixed(fill, paint("ornament"), 0.35)
    items: list[Item] = []
    for way, inner in ((1.0, left), (-1.0, right)):
        outer = inner - way * (tail - 3)
        fold = inner + way * 3
        end = (
            (fold, drop), (outer, drop), (outer + way * 3, (drop + bottom + drop) / 2),
            (outer, bottom + drop), (fold, bottom + drop),
        )  # fmt: skip
        items.append(Path(straight((end,)), mixed(fill, paint("ornament"), 0.12), ink))
        items.append(Path(straight((((inner, bottom), (fold, bottom), (fold, bottom + drop)),)), shade, ink))
    items.append(Path(straight((((left, 0.0), (right, 0.0), (right, bottom), (left, bottom)),)), fill, ink))
    items.append(block.at((width - block.width) / 2, pad - block.cap_top))
    return Ornament(tuple(items), width, height)


def scale_bar(style: ScaleStyle, canvas: Canvas) -> Ornament:
    """Return a bar of equal parts, dark and light in turn, with the text above it."""
    paint, high = canvas.paint, 1.6
    ink = paint("ornament")
    block = typeset(style.text, canvas.look.text(style.role.name)) if style.role and style.text else None
    top = block.last_baseline - block.cap_top + 1.4 if block else 0.0
    step = style.length / style.parts
    items: list[Item] = [
        Rect(round(number * step, 3), top, round(step, 3), high, 0.0, (ink, paint("cartouche"))[number % 2])
        for number in range(style.parts)
    ]
    items.append(Rect(0.0, top, style.length, high, 0.0, None, Stroke(ink, 0.25)))
    if block:
        items.append(block.at((style.length - block.width) / 2, -block.cap_top))
    return Ornament(tuple(items), max(style.length, block.width if block else 0.0), top + high)


# Sea monsters and ships, drawn in a square of 20 around (0, 0).

CREATURE = 20.0
"""The side of the square in which creatures are drawn."""


def draw_creature(number: int, at: Point, size: float, paint: Paint) -> Item:
    """Return one of the creatures, mirrored every other time; the same number is the same drawing."""
    drawings = (_serpent, _ship, _whale)
    items = drawings[number % 3](paint("creature"), paint("creature-fill"))
    unit = round(size / CREATURE, 5)
    way = -unit if (number // 3) % 2 else unit
    place: Affine = (way, 0.0, 0.0, unit, round(at[0], 3), round(at[1], 3))
    return Group(items, place)


def _serpent(ink: Colour, fill: Colour) -> tuple[Item, ...]:
    """Return a serpent that swims to the left: its head, three humps and its tail above the water."""
    edge, thin = pen(ink, 0.4), pen(ink, 0.25)
    head = (
        (-6.6, 4.0), (-6.4, 0.5), (-6.9, -2.6), (-9.0, -3.2), (-9.6, -4.2), (-8.2, -4.9), (-6.6, -6.2), (-4.9, -5.4),
        (-4.0, -3.0), (-3.9, 0.6), (-4.3, 4.0),
    )  # fmt: skip
    items: list[Item] = [Path(_open(head), fill, edge)]
    for left, wide, high in ((-3.2, 4.4, 5.6), (1.9, 3.8, 4.6), (6.1, 2.4, 3.0)):
        outer = [(left, 4.0), (left + 0.12 * wide, 4.0 - 0.7 * high), (left + wide / 2, 4.0 - high)]
        outer += [(left + 0.88 * wide, 4.0 - 0.7 * high), (left + wide, 4.0)]
        inner = [(left + wide * 0.72, 4.0), (left + wide / 2, 4.0 - 0.5 * high), (left + wide * 0.28, 4.0)]
        items.append(Path((*_open(outer), *_continued(inner), ("Z",)), fill, edge))
        fins = [
            [(left + wide * share, 4.0 - high * 0.97), (left + wide * (share + 0.06), 3.2 - high)]
            for share in (0.4, 0.52, 0.64)
        ]
        items.append(Path(lines(*fins), None, thin))
    items.append(Path(_open(((9.2, 4.0), (9.6, 1.6), (8.4, 0.4), (10.0, -0.4), (10.4, 1.4), (10.2, 4.0))), fill, edge))
    items.append(Ellipse(-7.1, -4.6, 0.3, 0.3, ink))
    items.append(Path(lines(((-9.4, -3.7), (-7.6, -3.9))), None, thin))
    crest = [[(-4.9 + 0.35 * n, -5.2 + 1.5 * n), (-3.4 + 0.3 * n, -5.6 + 1.5 * n)] for n in range(4)]
    items.append(Path(lines(*crest), None, thin))
    items.append(Path(_ripples(((-8.2, 4.6, 5), (-1.6, 5.6, 3), (4.4, 5.0, 4))), None, thin))
    return tuple(items)


def _whale(ink: Colour, fill: Colour) -> tuple[Item, ...]:
    """Return a whale that blows."""
    edge, thin = pen(ink, 0.4), pen(ink, 0.25)
    body = (
        (-9.0, 3.4), (-9.2, 0.2), (-7.6, -2.6), (-4.0, -3.8), (0.4, -2.8), (4.0, -0.4), (6.8, 0.4), (8.2, -2.0),
        (6.9, -4.0), (8.8, -3.9), (9.4, -3.0), (10.4, -4.4), (11.2, -2.6), (9.7, -0.8), (8.9, 2.0), (6.4, 3.6),
    )  # fmt: skip
    items: list[Item] = [Path((*_open(body), ("Z",)), fill, edge)]
    items.append(Path(_open(((-9.1, 1.2), (-6.6, 1.7), (-4.4, 1.0))), None, thin))
    items.append(Ellipse(-5.4, -0.2, 0.35, 0.35, ink))
    grooves = [[(-8.4 + n, 2.2), (-7.2 + n * 1.1, 3.2)] for n in range(5)]
    items.append(Path(lines(*grooves), None, thin))
    items.append(Path((*_open(((-0.6, 1.4), (1.0, 3.0), (3.4, 3.2), (1.8, 1.2))), ("Z",)), fill, thin))
    for way in (-1.0, 1.0):
        jet = ((-5.4, -4.0), (-5.4 + way * 0.5, -6.6), (-5.4 + way * 2.0, -7.4), (-5.4 + way * 2.9, -6.2))
        items.append(Path(_open(jet), None, edge))
    items.append(Path(_ripples(((-9.6, 4.4, 4), (-2.0, 4.9, 5), (6.4, 4.5, 3))), None, thin))
    return tuple(items)


def _ship(ink: Colour, fill: Colour) -> tuple[Item, ...]:
    """Return a ship of three masts under full sail."""
    edge, thin = pen(ink, 0.4), pen(ink, 0.25)
    items: list[Item] = []
    masts = ((-4.4, 3.4, -5.6), (0.0, 4.2, -8.0), (4.2, 3.2, -5.0))
    for x, wide, top in masts:
        items.append(Path(line(((x, 2.2), (x, top - 0.6))), None, edge))
        for y, high in ((top + 0.4, 2.6), (top + 3.3, 3.2)):
            spread = wide if high > 3 else 0.75 * wide
            sail = (
                (x - spread / 2, y), (x + spread / 2, y), (x + spread / 2 + 0.9, y + high / 2),
                (x + spread / 2, y + high), (x - spread / 2, y + high), (x - spread / 2 + 0.9, y + high / 2),
            )  # fmt: skip
            items.append(Path(_billowed(sail), fill, thin))
        flag = ((x, top - 0.6), (x + 2.2, top - 0.9), (x + 1.6, top - 0.2), (x + 2.4, top + 0.3), (x, top + 0.1))
        items.append(Path(straight((flag,)), ink))
    hull = ((-8.4, 0.4), (-6.6, 1.4), (5.4, 1.4), (8.2, -0.8), (7.4, 3.0), (5.8, 5.2), (-5.4, 5.2), (-7.2, 3.4))
    items.append(Path(straight((hull,)), fill, edge))
    items.append(Path(lines(((-6.9, 2.7), (7.0, 2.7)), ((-6.2, 4.0), (6.4, 4.0))), None, thin))
    items.append(Path(line(((7.6, 0.2), (10.6, -1.8))), None, edge))
    items.append(Path(_ripples(((-9.4, 5.6, 6), (0.6, 6.2, 6))), None, thin))
    return tuple(items)


def _open(points: Sequence[Point]) -> tuple[Command, ...]:
    return smooth(points, ring=False)


def _continued(points: Sequence[Point]) -> tuple[Command, ...]:
    """Return a curve that goes on from where the path is, by a straight line to its start."""
    x, y = points[0]
    return ("L", x, y), *smooth(points, ring=False)[1:]


def _billowed(points: Sequence[Point]) -> tuple[Command, ...]:
    """Return a sail: straight along its yards, bent at its sides."""
    a, b, c, d, e, f = points
    return (
        ("M", *a), ("L", *b), ("C", *c, *c, *d), ("L", *e), ("C", *f, *f, *a), ("Z",),
    )  # fmt: skip


def _ripples(rows: Sequence[tuple[float, float, int]]) -> tuple[Command, ...]:
    """Return rows of ripples: where each begins, and how many crests it has."""
    drawn: list[Command] = []
    for x, y, count in rows:
        points = [(x + 0.7 * n, y + (0.0, -0.35)[n % 2]) for n in range(2 * count + 1)]
        drawn += smooth(points, ring=False)
    return tuple(drawn)
