"""Ink of text, surfaces below it, colour contrast and colour vision.

Sources: WCAG 2.2 for relative luminance and contrast ratio. Machado, Oliveira and Fernandes 2009 for the matrices of
severity 1.0, on linear RGB. Sharma, Wu and Dalal 2005 for CIEDE2000, with weights of 1, for D65.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from itertools import pairwise
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds, shape_bounds
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BoundingBox,
    Colour,
    Command,
    Ellipse,
    Group,
    Item,
    Path,
    Picture,
    Point,
    Rect,
    Same,
    Text,
    apply,
    brought,
    compose,
    invert,
)
from pnp.scene.parts import Painted
from pnp.scene.typesetting.fonts import named
from pnp.units import MM_PER_POINT

# Ink of text on a face: its box, points in its letters, and the overlap of two boxes.

Corners = tuple[Point, Point, Point, Point]

SAMPLED = 40
"""The maximum number of letters sampled in a run; in a longer run they are spread over it."""

_HEIGHTS = (0.1, 0.5, 0.9)


def runs(items: Iterable[Item], matrix: Affine = IDENTITY) -> Iterator[tuple[Text, Affine]]:
    """Yield the runs of text among the items, each with its transform to the face."""
    for item in items:
        match item:
            case Text() if item.string.strip():
                yield item, matrix
            case Group():
                yield from runs(item.items, compose(matrix, item.transform))
            case _:
                pass


def ink_corners(run: Text, matrix: Affine) -> Corners | None:
    """Return the corners of the ink box of a run, on the face; None if it has no ink."""
    ink = _ink(run.string, run.font, run.size, run.tracking)
    return _brought(ink, run, matrix) if ink else None


def letter_points(run: Text, matrix: Affine) -> Iterator[Point]:
    """Yield points in the letters of a run, high, in the middle and low, on the face."""
    for x, y in _points(run.string, run.font, run.size, run.tracking):
        yield apply(matrix, run.x + x, run.y + y)


def letter_box(run: Text, matrix: Affine) -> BoundingBox:
    """Return the bounding box of a run from its baseline to the height of capitals, on the face."""
    height = named(run.font).cap_height * _em(run.size)
    return hull(_brought(BoundingBox(0.0, -height, run.width, 0.0), run, matrix))


def reach(items: Iterable[Item], matrix: Affine = IDENTITY) -> BoundingBox | None:
    """Return a box on the face that contains all ink of the runs.

    It uses the metrics of fonts, without glyph outlines.
    """
    boxes = [_reach(run) if way == IDENTITY else brought(_reach(run), way) for run, way in runs(items, matrix)]
    return reduce(BoundingBox.joined, boxes) if boxes else None


def _reach(run: Text) -> BoundingBox:
    left, top, right, bottom = _overhang(run.font, run.size)
    return BoundingBox(run.x - left, run.y - top, run.x + (run.width + right), run.y + bottom)


@lru_cache(maxsize=256)
def _overhang(font: str, size: float) -> tuple[float, ...]:
    """Return how far the letters of a font extend beyond their advances: left, above the baseline, right and below."""
    return tuple(side * _em(size) for side in named(font).overhang)


def hull(corners: Corners) -> BoundingBox:
    """Return the upright bounding box of the corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Corners, other: Corners) -> float:
    """Return the minimum distance that one box must move to clear the other; 0 if they do not overlap.

    It is found by the separating axis theorem: the smallest overlap of the projections onto the normals of the sides.
    """
    least = math.inf
    for start, end in (*_sides(one), *_sides(other)):
        dx, dy = end[1] - start[1], start[0] - end[0]
        length = math.hypot(dx, dy)
        if length:
            first, second = ([(x * dx + y * dy) / length for x, y in corners] for corners in (one, other))
            least = min(least, max(first) - min(second), max(second) - min(first))
    return max(least, 0.0) if least < math.inf else 0.0


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """Return two sides of a box; the others are parallel to them."""
    return pairwise(corners[:3])


def _brought(box: BoundingBox, run: Text, matrix: Affine) -> Corners:
    left, right, top, bottom = run.x + box.left, run.x + box.right, run.y + box.top, run.y + box.bottom
    first, second = apply(matrix, left, top), apply(matrix, right, top)
    return first, second, apply(matrix, right, bottom), apply(matrix, left, bottom)


def _em(size: float) -> float:
    return size * MM_PER_POINT


@lru_cache(maxsize=20_000)
def _ink(string: str, font: str, size: float, tracking: float) -> BoundingBox | None:
    """Return the ink box of the characters, relative to the start of their baseline."""
    return bounds((Text(0.0, 0.0, string, font, size, "#000000", 0.0, tracking),))


@lru_cache(maxsize=20_000)
def _points(string: str, font: str, size: float, tracking: float) -> tuple[Point, ...]:
    """Return sample points in the letters, relative to the start of their baseline."""
    face, em = named(font), _em(size)
    step = max(1, len(string) // SAMPLED)
    points: list[Point] = []
    x = 0.0
    for index, char in enumerate(string):
        advance = face.measure(char) * em
        if index % step == 0 and not char.isspace():
            height = (face.x_height if char.islower() else face.cap_height) * em
            points.extend((x + advance / 2, -height * share) for share in _HEIGHTS)
        x += advance + tracking
    return tuple(points)


# Surfaces: what is below a point of a face. They are the fills of its layers, and areas of several colours.

_STEPS = 8
"""The number of straight lines that approximate a curve."""


class Surface(Struct, frozen=True, eq=False):
    """An area of a face and its colours: one for a fill, several for a pattern, none for a picture.

    The area is `box`, or inside it the `shape` under its transform. With `gaps`, surfaces below it show through.
    """

    box: BoundingBox
    colours: frozenset[Colour]
    shape: Rect | Ellipse | Path | None = None
    matrix: Affine = IDENTITY
    restless: bool = False
    gaps: bool = False

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is on it."""
        box = self.box
        if not (box.left <= x <= box.right and box.top <= y <= box.bottom):
            return False
        if self.shape is None or self._is_its_box():
            return True
        return _within(self.shape, *apply(invert(self.matrix), x, y))

    def covers(self, box: BoundingBox) -> bool:
        """Whether the whole box is on it; False if that cannot be decided easily."""
        if not self.box.contains(box) or isinstance(self.shape, Path):
            return False
        if self.shape is None or self._is_its_box():
            return True
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        way = invert(self.matrix)
        return all(_within(self.shape, *apply(way, x, y)) for x, y in corners)

    def _is_its_box(self) -> bool:
        """Whether it fills its box: an upright rectangle with sharp corners."""
        _, b, c, _, _, _ = self.matrix
        return isinstance(self.shape, Rect) and not (self.shape.radius or b or c)


def surfaces(painted: Painted) -> tuple[Surface, ...]:
    """Return the surfaces that a layer adds to its face, the lowest first; texts and lines add none."""
    return _surfaces(painted.kind, Same(painted.items), painted.matrix, painted.box)


@lru_cache(maxsize=1 << 12)  # faces share the same items
def _surfaces(kind: str, items: Same[tuple[Item, ...]], matrix: Affine, box: BoundingBox) -> tuple[Surface, ...]:
    match kind:
        case "text" | "line":
            return ()
        case "map":
            shape = Rect(box.left, box.top, box.width, box.height)
            return (Surface(_shape_box(shape, matrix), frozenset(), shape, matrix, restless=True),)
        case "pattern":
            return tuple(_pattern(items.it, matrix))
        case _:
            return tuple(_fills(items.it, matrix, None))


def _pattern(items: Iterable[Item], way: Affine) -> Iterator[Surface]:
    """Yield a pattern as one surface with all its colours. A plain pattern is the same as a fill."""
    for group in items:
        if not isinstance(group, Group) or not isinstance(group.clip, Rect):
            continue
        clip, matrix = group.clip, compose(way, group.transform)
        first = group.items[0] if group.items else None
        grounded = isinstance(first, Rect) and (first.width, first.height) == (clip.width, clip.height)
        colours, marked = frozenset(_colours(group.items)), len(group.items) > grounded
        if colours:
            box = _shape_box(clip, matrix)
            yield Surface(box, colours, clip, matrix, restless=marked, gaps=not grounded)


def _fills(items: Iterable[Item], matrix: Affine, cut: BoundingBox | None) -> Iterator[Surface]:
    """Yield the filled shapes and pictures among the items. Clips are applied as bounding boxes only."""
    a, b, c, d, _, _ = matrix
    for item in items if a * d - b * c else ():  # a transform to a line leaves no area
        match item:
            case Rect() | Ellipse() | Path() if item.fill:
                yield from _cut(Surface(_shape_box(item, matrix), frozenset((item.fill,)), item, matrix), cut)
            case Picture(x, y, width, height):
                box = _shape_box(Rect(x, y, width, height), matrix)
                yield from _cut(Surface(box, frozenset(), restless=True), cut)
            case Group():
                inner = compose(matrix, item.transform)
                clip = _shape_box(item.clip, inner) if item.clip else None
                yield from _fills(item.items, inner, cut.common(clip) if cut and clip else cut or clip)
            case _:
                pass


def _cut(surface: Surface, cut: BoundingBox | None) -> Iterator[Surface]:
    """Yield the part of the surface inside the box, if any."""
    left = surface.box.common(cut) if cut else surface.box
    if left:
        yield replace(surface, box=left) if cut else surface


def _colours(items: Iterable[Item]) -> Iterator[Colour]:
    for item in items:
        match item:
            case Rect() | Ellipse() | Path():
                yield from (colour for colour in (item.fill, item.stroke and item.stroke.colour) if colour)
            case Group():
                yield from _colours(item.items)
            case _:
                pass


def _shape_box(shape: Rect | Ellipse | Path, matrix: Affine) -> BoundingBox:
    return shape_bounds(shape, matrix) or BoundingBox(0.0, 0.0, 0.0, 0.0)


def _within(shape: Rect | Ellipse | Path, x: float, y: float) -> bool:
    """Whether the point is in the shape; a path is tested by its winding number."""
    match shape:
        case Rect():
            return _within_rect(shape, x, y)
        case Ellipse(cx, cy, rx, ry):
            return bool(rx and ry) and math.hypot((x - cx) / rx, (y - cy) / ry) <= 1
        case Path():
            turns = sum(_turns(shape.commands, x, y))
            return turns % 2 == 1 if shape.even_odd else turns != 0
        case _:
            assert_never(shape)


def _within_rect(rect: Rect, x: float, y: float) -> bool:
    """Whether the point is in the rectangle with its rounded corners."""
    radius = min(rect.radius, rect.width / 2, rect.height / 2)
    out = max(rect.x + radius - x, x - (rect.x + rect.width - radius), 0.0)
    down = max(rect.y + radius - y, y - (rect.y + rect.height - radius), 0.0)
    return math.hypot(out, down) <= radius if radius else not (out or down)


def _turns(commands: Iterable[Command], x: float, y: float) -> Iterator[int]:
    """Yield the terms of the winding number.

    Lines that cross the ray from the point to the right count 1 downwards and -1 upwards.
    """
    for (x1, y1), (x2, y2) in _lines(commands):
        if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
            yield 1 if y2 > y1 else -1


def _lines(commands: Iterable[Command]) -> Iterator[tuple[Point, Point]]:
    """Yield the path as straight lines, with each subpath closed."""
    start = at = (0.0, 0.0)
    for command in commands:
        match command:
            case ("M", x, y):
                yield at, start
                start = at = (x, y)
            case ("L", x, y):
                yield at, (x, y)
                at = (x, y)
            case ("C", *controls):
                for to in _curve(at, *controls):
                    yield at, to
                    at = to
            case _:
                yield at, start
                at = start
    yield at, start


def _curve(at: Point, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t, s = step / _STEPS, 1 - step / _STEPS
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3


# Colour vision: contrast by WCAG 2, colour blindness, and the difference of two colours.

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

BLINDNESS: dict[str, Matrix] = {
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The transform of linear RGB for people who lack one of the three kinds of cones."""

_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE: Triple = (0.95047, 1.0, 1.08883)


@cache
def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 for equal ones to 21 for black and white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def apart(one: Colour, other: Colour, lacking: str | None = None) -> float:
    """Return the difference of two colours (CIEDE2000); `lacking` is a missing kind of cones, a key of `BLINDNESS`."""
    return ciede2000(_lab(one, lacking), _lab(other, lacking))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = math.hypot(a1 * grey, b1), math.hypot(a2 * grey, b2)
    h1, h2 = _hue(a1 * grey, b1), _hue(a2 * grey, b2)
    turn, middle = _turned(h1, h2) if c1 and c2 else (0.0, h1 + h2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(middle - 30)
        + 0.24 * _cos(2 * middle)
        + 0.32 * _cos(3 * middle + 6)
        - 0.20 * _cos(4 * middle - 63)
    )
    by_lightness = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    by_chroma, by_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * weight
    light, colour = (l2 - l1) / by_lightness, (c2 - c1) / by_chroma
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / by_hue
    blue = 60 * math.exp(-(((middle - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(blue))
    return math.sqrt(light**2 + colour**2 + hue**2 + rotation * colour * hue)


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def _turned(one: float, other: float) -> tuple[float, float]:
    """Return the angle from one hue to the other the short way, and the mean hue."""
    turn, middle = other - one, (one + other) / 2
    if turn > 180:
        return turn - 360, middle + (180 if one + other < 360 else -180)
    if turn < -180:
        return turn + 360, middle + (180 if one + other < 360 else -180)
    return turn, middle


@cache
def _linear(colour: Colour) -> Triple:
    """Return linear red, green and blue from 0 to 1: the gamma curve of sRGB is removed."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _straight(red), _straight(green), _straight(blue)


def _straight(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _luminance(colour: Colour) -> float:
    return _times(_XYZ, _linear(colour))[1]


def _seen(linear: Triple, lacking: str | None) -> Triple:
    if lacking is None:
        return linear
    red, green, blue = _times(BLINDNESS[lacking], linear)
    return _clamped(red), _clamped(green), _clamped(blue)


def _clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _times(matrix: Matrix, values: Triple) -> Triple:
    x, y, z = values
    first, second, third = (a * x + b * y + c * z for a, b, c in matrix)
    return first, second, third


@cache
def _lab(colour: Colour, lacking: str | None) -> Triple:
    """Return the colour in CIELAB as seen without a kind of cones, or with all of them."""
    seen = _times(_XYZ, _seen(_linear(colour), lacking))
    x, y, z = (_cube_root(value / white) for value, white in zip(seen, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
