"""The items of a scene: a closed set, in millimetres, x right and y down.

A scene holds nothing unresolved: no units, no inheritance, no defaults, no wrapping, no alignment, no named colour, no
font fallback, no reference to a document. What is drawn many times is the same `Group.items` tuple many times: a back
end may write it once.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span

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


@dataclass(frozen=True, slots=True)
class Origin:
    """What an item was drawn for: the span of its layer, the row's name and the layer's name."""

    span: Span
    row: str = ""
    layer: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line's look; `dash` is lengths on and off in turn."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: Colour | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse round (cx, cy)."""

    cx: float
    cy: float
    rx: float
    ry: float
    fill: Colour | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and cubic curves, filled by the non-zero rule unless `even_odd`."""

    commands: tuple[Command, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Text:
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


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture's pixels as a PNG or JPEG file that every back end shows alike: upright, 8 bits, no profile, not CMYK.

    `digest` names its content; `channels` are 1 or 3, and one more where some of it is transparent.
    """

    digest: str
    form: Literal["png", "jpeg"]
    width: int
    height: int
    channels: int
    data: bytes = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A bitmap stretched over a box."""

    x: float
    y: float
    width: float
    height: float
    bitmap: Bitmap


@dataclass(frozen=True, slots=True)
class Group:
    """Items under one transform, cut to `clip` where there is one (in the group's own coordinates)."""

    items: tuple[Item, ...]
    transform: Affine = IDENTITY
    clip: Rect | Ellipse | Path | None = None
    origin: Origin | None = None


Item = Rect | Ellipse | Path | Text | Picture | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished drawing: the trim is `width` × `height` from (0, 0), its top left; art may reach `bleed` beyond it."""

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""
