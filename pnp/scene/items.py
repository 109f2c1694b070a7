"""The closed set of items; points, boxes, transforms; rounding.

A scene is fully resolved: it has no units, inheritance, defaults, wrapping, alignment, named colours, font fallback or
references to documents. A drawing that is repeated is the same `Group.items` tuple each time, so that a back end can
write it once.
"""

from __future__ import annotations

import math
from typing import Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from pnp.diagnostics import Span

# The items of a scene: a closed set, in millimetres, x to the right and y downwards.

Colour = str
"""`#RRGGBB`, upper case."""

Affine = tuple[float, float, float, float, float, float]
"""a b c d e f as in SVG and PDF: x' = ax + cy + e, y' = bx + dy + f."""

Command = (
    tuple[Literal["M"], float, float]
    | tuple[Literal["L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)
"""One command of a path, in absolute coordinates."""

IDENTITY: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

BlendMode = Literal[
    "normal",
    "multiply",
    "screen",
    "overlay",
    "darken",
    "lighten",
    "color-dodge",
    "color-burn",
    "hard-light",
    "soft-light",
    "difference",
    "exclusion",
    "hue",
    "saturation",
    "color",
    "luminosity",
]
"""The blend modes that PDF and CSS share, in the words of CSS."""


class Origin(Struct, frozen=True):
    """The source of an item: the span of its layer, the row's name and the layer's name."""

    span: Span
    row: str = ""
    layer: str = ""


class GradientStop(Struct, frozen=True):
    """A colour of a gradient: its place from 0 to 1, and its opacity."""

    at: float
    colour: Colour
    opacity: float = 1.0


class LinearGradient(Struct, frozen=True):
    """Colours that change along a line, in the coordinates of the item under `transform`.

    Stops are in order, at least one. Before the first and after the last the colour stays the same.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    stops: tuple[GradientStop, ...]
    transform: Affine = IDENTITY


class RadialGradient(Struct, frozen=True):
    """Colours that change from `focus`, by default the centre, to a circle; as in `LinearGradient` otherwise.

    From a focus outside the circle, a cone is painted, and nothing else (as in SVG 2 and PDF).
    """

    centre: tuple[float, float]
    radius: float
    stops: tuple[GradientStop, ...]
    transform: Affine = IDENTITY
    focus: tuple[float, float] | None = None


Gradient = LinearGradient | RadialGradient

Fill = Colour | Gradient
"""What an area, a line or a letter is painted with."""


MITRE = 4.0
"""The usual mitre limit: a sharper corner is bevelled."""


class Stroke(Struct, frozen=True):
    """The style of a line; a corner whose mitre exceeds the limit is bevelled.

    `dash` is lengths on and off in turn; the line begins `offset` after the beginning of its pattern, not below 0.
    """

    colour: Fill
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    mitre: float = MITRE
    offset: float = 0.0


class Rect(Struct, frozen=True):
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: Fill | None = None
    stroke: Stroke | None = None


class Ellipse(Struct, frozen=True):
    """An ellipse around (cx, cy)."""

    cx: float
    cy: float
    rx: float
    ry: float
    fill: Fill | None = None
    stroke: Stroke | None = None


class Path(Struct, frozen=True):
    """Lines and cubic curves, filled by the non-zero rule unless `even_odd`."""

    commands: tuple[Command, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Text(Struct, frozen=True):
    """A run of characters in one font, from (x, y) on the baseline to the right.

    `font` is the name of an opened face, `size` is in points. `tracking` is added after each character, in millimetres.
    `width` is the measured advance in millimetres, with tracking. `stroke` is a line around the letters, painted under
    the fill of all of them.
    """

    x: float
    y: float
    string: str
    font: str
    size: float
    fill: Fill
    width: float
    tracking: float = 0.0
    stroke: Stroke | None = None


class Bitmap(Struct, frozen=True):
    """A picture as a PNG or JPEG file that every back end shows alike: upright, 8 bits, no profile, not CMYK.

    `digest` identifies its content; `channels` is 1 or 3, plus 1 if it has transparency.
    """

    digest: str
    form: Literal["png", "jpeg"]
    width: int
    height: int
    channels: int
    data: bytes


class Picture(Struct, frozen=True):
    """A bitmap stretched over a box."""

    x: float
    y: float
    width: float
    height: float
    bitmap: Bitmap


class Shadow(Struct, frozen=True):
    """A shadow of a group below it: its colour, the width of its soft edge, its offset, and its opacity.

    One that is `alone` is painted instead of the group, without a colour in those of the group, and only where the
    luminance of the `mask` lets it, or its alpha. A `linear` one mixes the colours of the group by their light.
    """

    colour: Colour | None
    blur: float
    dx: float
    dy: float
    opacity: float
    alone: bool = False
    mask: tuple[Item, ...] = ()
    by_alpha: bool = False
    linear: bool = False


class Language(Struct, frozen=True):
    """The layer of what is printed in one of the languages of a file."""

    code: str

    @property
    def title(self) -> str:
        """The name of the layer."""
        return f"Language: {self.code}"


LayerKind = Literal["cuts", "marks", "folds", "guides"]
"""What is on sheets next to the artwork: cut lines, crop marks, folds and glue areas, guides to the trim and bleed."""


TagRole = Literal[
    "Sect",
    "H1",
    "H2",
    "H3",
    "P",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "Caption",
    "TR",
    "TH",
    "TD",
    "Figure",
    "Link",
    "Artifact",
]
"""The standard structure types of a PDF that are used (ISO 32000-1, 14.8.4), and what is not read at all."""


class Tag(Struct, frozen=True):
    """An element of the structure of a tagged PDF, such as one paragraph.

    Groups with the same object belong to one element. It is part of the element around its first group. `alt` is read
    instead of a figure, `scope` is what a head of a table is for.
    """

    role: TagRole
    alt: str = ""
    scope: Literal["", "Row", "Column"] = ""


class Group(Struct, frozen=True):
    """Items under one transform, clipped to `clip` (in the group's own coordinates) if there is one.

    With an `opacity` below 1 or a `blend` mode, the items are laid over what is below as one picture. What blends in a
    group with a clip, an opacity or a blend mode blends within it only. The shadow falls in the coordinates around it.
    `alt` is what is found instead of it when a page is searched, copied or read aloud; in the group's coordinates.
    Items on a `layer` can be hidden by readers of a PDF; `guides` are hidden from the start, and all languages but the
    first. `tag` is the element of the text that the items belong to; in a tagged file, what belongs to none is
    decoration.
    """

    items: tuple[Item, ...]
    transform: Affine = IDENTITY
    clip: Rect | Ellipse | Path | None = None
    origin: Origin | None = None
    opacity: float = 1.0
    blend: BlendMode = "normal"
    shadow: Shadow | None = None
    alt: Text | None = None
    layer: LayerKind | Language | None = None
    tag: Tag | None = None

    @property
    def is_composited(self) -> bool:
        """Whether the items are painted as one picture first."""
        return self.opacity < 1 or self.blend != "normal"


Item = Rect | Ellipse | Path | Text | Picture | Group


class Scene(Struct, frozen=True):
    """A finished drawing.

    The trim is `width` × `height` from (0, 0) at its top left; art extends up to `bleed` beyond it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""


# Points, upright boxes and affine transforms, in millimetres, y downwards.

Point = tuple[float, float]


class BoundingBox(NamedTuple):
    """An axis-aligned box by its four sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Its width times its height."""
        return self.width * self.height

    @property
    def width(self) -> float:
        """The distance from the left to the right side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float, down: float | None = None) -> BoundingBox:
        """Return the box with each side moved outwards by `by`; top and bottom by `down` if that is given."""
        tall = by if down is None else down
        return BoundingBox(self.left - by, self.top - tall, self.right + by, self.bottom + tall)

    def joined(self, other: BoundingBox) -> BoundingBox:
        """Return the bounding box of both."""
        return BoundingBox(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def common(self, other: BoundingBox) -> BoundingBox | None:
        """Return the intersection; None if there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        both = BoundingBox(left, top, min(self.right, other.right), min(self.bottom, other.bottom))
        return both if both.left <= both.right and both.top <= both.bottom else None

    def common_area(self, other: BoundingBox) -> float:
        """Return the area of the intersection."""
        both = self.common(other)
        return both.width * both.height if both else 0.0

    def gap(self, other: BoundingBox) -> float:
        """Return the distance to the other box, 0 if they overlap."""
        across = max(other.left - self.right, self.left - other.right, 0.0)
        return math.hypot(across, max(other.top - self.bottom, self.top - other.bottom, 0.0))

    def nearest(self, point: Point) -> Point:
        """Return the point of the box nearest to a point."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)

    def contains(self, other: BoundingBox, slack: float = 1e-6) -> bool:
        """Whether the other box is inside this one, with a tolerance of `slack`."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: BoundingBox, slack: float = 1e-6) -> bool:
        """Whether the intersection is larger than `slack` in both directions. Boxes that only touch do not overlap."""
        left, top, right, bottom = self
        x0, y0, x1, y1 = other
        across = right - x0 > slack and x1 - left > slack and right - left > slack and x1 - x0 > slack
        return across and bottom - y0 > slack and y1 - top > slack and bottom - top > slack and y1 - y0 > slack


def translate(dx: float, dy: float) -> Affine:
    """Return the transform that moves by (dx, dy)."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """Return the clockwise rotation about (cx, cy); multiples of 90° are exact."""
    cos, sin = _QUARTERS.get(degrees % 360) or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def scale(sx: float, sy: float | None = None, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """Return the transform that scales from (cx, cy), equally in both directions unless `sy` is given; -1 mirrors."""
    down = sx if sy is None else sy
    return (sx, 0.0, 0.0, down, cx - sx * cx, cy - down * cy)


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def compose(outer: Affine, inner: Affine) -> Affine:
    """Return the transform that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def brought(box: BoundingBox, matrix: Affine) -> BoundingBox:
    """Return the bounding box of the transformed box."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = a * left + c * top + e, a * right + c * top + e, a * right + c * bottom + e, a * left + c * bottom + e
    ys = b * left + d * top + f, b * right + d * top + f, b * right + d * bottom + f, b * left + d * bottom + f
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


def invert(matrix: Affine) -> Affine:
    """Return the inverse transform. Raises ZeroDivisionError if the transform maps the plane to a line."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def apply(matrix: Affine, x: float, y: float) -> Point:
    """Return the transformed point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


# Cache keys by identity.

Thing = TypeVar("Thing")


class Same(Generic[Thing]):
    """A cache key that is equal only for the same object: comparing maps by content takes longer than drawing them."""

    __slots__ = ("it",)

    def __init__(self, it: Thing) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
