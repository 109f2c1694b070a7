"""The closed set of items; points, boxes, transforms; sharing; rounding.

A scene holds nothing unresolved: no units, no inheritance, no defaults, no wrapping, no alignment, no named colour, no
font fallback, no reference to a document. What is drawn many times is the same `Group.items` tuple many times: a back
end may write it once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from pnp.diagnostics import Span

# The items of a scene: a closed set, in millimetres, x right and y down.

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
"""One step of a path, in absolute coordinates."""

IDENTITY: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Origin(Struct, frozen=True):
    """What an item was drawn for: the span of its layer, the row's name and the layer's name."""

    span: Span
    row: str = ""
    layer: str = ""


class Stroke(Struct, frozen=True):
    """A line's look; `dash` is lengths on and off in turn."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


class Rect(Struct, frozen=True):
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: Colour | None = None
    stroke: Stroke | None = None


class Ellipse(Struct, frozen=True):
    """An ellipse round (cx, cy)."""

    cx: float
    cy: float
    rx: float
    ry: float
    fill: Colour | None = None
    stroke: Stroke | None = None


class Path(Struct, frozen=True):
    """Lines and cubic curves, filled by the non-zero rule unless `even_odd`."""

    commands: tuple[Command, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Text(Struct, frozen=True):
    """One run of characters in one font, from (x, y) on the baseline to the right.

    `font` names a face of `scene.fonts`, `size` is in points, `tracking` is added after each character in millimetres,
    `width` is the measured advance in millimetres, tracking included.
    """

    x: float
    y: float
    string: str
    font: str
    size: float
    fill: Colour
    width: float
    tracking: float = 0.0


class Bitmap(Struct, frozen=True):
    """A picture's pixels as a PNG or JPEG file that every back end shows alike: upright, 8 bits, no profile, not CMYK.

    `digest` names its content; `channels` are 1 or 3, and one more where some of it is transparent.
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


class Group(Struct, frozen=True):
    """Items under one transform, cut to `clip` where there is one (in the group's own coordinates)."""

    items: tuple[Item, ...]
    transform: Affine = IDENTITY
    clip: Rect | Ellipse | Path | None = None
    origin: Origin | None = None


Item = Rect | Ellipse | Path | Text | Picture | Group


class Scene(Struct, frozen=True):
    """A finished drawing: the trim is `width` × `height` from (0, 0), its top left; art may reach `bleed` beyond it."""

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""


# Points, upright boxes and affine transforms: arithmetic in millimetres, y down.

Point = tuple[float, float]


class BoundingBox(NamedTuple):
    """An upright box by its four sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From side to side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float, down: float | None = None) -> BoundingBox:
        """The box with each side moved outwards by as much; `down` is for top and bottom where they differ."""
        tall = by if down is None else down
        return BoundingBox(self.left - by, self.top - tall, self.right + by, self.bottom + tall)

    def joined(self, other: BoundingBox) -> BoundingBox:
        """The least box round both."""
        return BoundingBox(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def common(self, other: BoundingBox) -> BoundingBox | None:
        """What lies in both, None where they do not meet."""
        both = BoundingBox(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )
        return both if both.left <= both.right and both.top <= both.bottom else None

    def contains(self, other: BoundingBox, slack: float = 1e-6) -> bool:
        """Whether the other lies within, or no more than `slack` outside."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: BoundingBox, slack: float = 1e-6) -> bool:
        """Whether the two share more than `slack` both ways; boxes that only touch do not."""
        left, top, right, bottom = self
        x0, y0, x1, y1 = other
        across = right - x0 > slack and x1 - left > slack and right - left > slack and x1 - x0 > slack
        return across and bottom - y0 > slack and y1 - top > slack and bottom - top > slack and y1 - y0 > slack


def translate(dx: float, dy: float) -> Affine:
    """The transform that moves by (dx, dy)."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """The transform that turns clockwise, as seen on the page, round (cx, cy); quarter turns are exact."""
    cos, sin = _QUARTERS.get(degrees % 360) or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def scale(sx: float, sy: float | None = None, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """The transform that stretches from (cx, cy), alike both ways unless `sy` is given; -1 mirrors."""
    down = sx if sy is None else sy
    return (sx, 0.0, 0.0, down, cx - sx * cx, cy - down * cy)


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def compose(outer: Affine, inner: Affine) -> Affine:
    """The transform that does `inner` first and `outer` then."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def brought(box: BoundingBox, matrix: Affine) -> BoundingBox:
    """The least upright box round the box where the transform takes it."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = a * left + c * top + e, a * right + c * top + e, a * right + c * bottom + e, a * left + c * bottom + e
    ys = b * left + d * top + f, b * right + d * top + f, b * right + d * bottom + f, b * left + d * bottom + f
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


def invert(matrix: Affine) -> Affine:
    """The transform that undoes this one; ZeroDivisionError where it flattens the plane."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def apply(matrix: Affine, x: float, y: float) -> Point:
    """Where the transform takes the point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


# Things as keys of what was drawn of them.

Thing = TypeVar("Thing")


class Same(Generic[Thing]):
    """Something that is equal to itself alone: comparing maps by their contents would take longer than drawing them."""

    __slots__ = ("it",)

    def __init__(self, it: Thing) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


# What is drawn more than once: the tuples of items that several groups hold, told by identity.


class Survey:
    """What stands in drawings, each tuple of items looked into once: how many groups hold it, and its leaves.

    `leaves` are the texts and the pictures, in the order in which they are met.
    """

    def __init__(self, roots: Iterable[tuple[Item, ...]]) -> None:
        self.leaves: list[Text | Picture] = []
        self._counts: Counter[int] = Counter()
        self._seen: dict[int, tuple[Item, ...]] = {}
        for root in roots:
            self._look(root)

    def repeated(self, least: int = 1) -> tuple[tuple[Item, ...], ...]:
        """The tuples that more than one group holds and that weigh at least so much, inner ones before outer ones.

        What stands inside a repeated tuple counts once, for it is written once.
        """
        counts = self._counts
        return tuple(items for key, items in self._seen.items() if counts[key] > 1 and weighs(items, least))

    def _look(self, items: tuple[Item, ...]) -> None:
        counts = self._counts
        for item in items:
            if isinstance(item, Group):
                inner = item.items
                counts[id(inner)] += 1
                if counts[id(inner)] == 1:
                    self._look(inner)
                    self._seen[id(inner)] = inner
            elif isinstance(item, (Text, Picture)):
                self.leaves.append(item)


def repeated(roots: Iterable[tuple[Item, ...]], least: int = 1) -> tuple[tuple[Item, ...], ...]:
    """The same of those drawings."""
    return Survey(roots).repeated(least)


def weighs(items: tuple[Item, ...], least: int) -> bool:
    """Whether there is at least so much to write: one for an item, more for a long path."""
    return _lacking(items, least) <= 0


def _lacking(items: tuple[Item, ...], least: int) -> int:
    """How much is still lacking of that once the items are counted, or enough of them."""
    for item in items:
        if least <= 0:
            break
        least -= 1
        if isinstance(item, Group):
            least = _lacking(item.items, least)
        elif isinstance(item, Path):
            least -= len(item.commands) // 4
    return least


# The gate that every number of a drawing passes on its way to paper, and how it is written.

LIMIT = 100_000.0
"""The greatest number, in millimetres or as a factor, that a drawing may hold: a hundred metres."""

KEPT = 20_000
"""How many numbers are kept as they are written: of those of a game hardly one in twenty is new."""


class NumberRefused(ValueError):
    """A number that no drawing may hold: it is not finite, or out of all proportion."""


def num(value: float) -> float:
    """The number itself; NumberRefused where it is not finite or beyond the limit."""
    if not -LIMIT <= value <= LIMIT:  # nor is what is not finite between them
        raise NumberRefused(f"{value} cannot be drawn: a drawing's numbers are finite and at most {LIMIT:g}")
    return value


_FORMS = tuple(f"%.{places}f" for places in range(9))


class _Written(dict[float, str]):
    """Numbers as they are written with so many decimals, looked up once they have been."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, value: float) -> str:
        if len(self) == KEPT:
            self.clear()
        self[value] = text = digits(num(value), self._places)
        return text


_WRITTEN = tuple(map(_Written, range(9)))

LENGTHS = _WRITTEN[4]
"""What `decimal` comes to, without a call for numbers that are known: there are hundreds of thousands."""


def decimal(value: float, places: int = 4) -> str:
    """The number as text with no more decimals than it needs, never an exponent, never -0; raises as `num` does."""
    return _WRITTEN[places][value]


def digits(value: float, places: int) -> str:
    """The same of a number in units so small, as those of fonts, that a long line has many."""
    text = (_FORMS[places] % value).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
