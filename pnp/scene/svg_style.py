"""How a shape of an SVG is painted: its properties, colours, numbers and transforms, those that are read."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.geometry import compose, rotate, scale, translate
from pnp.scene.items import IDENTITY, Stroke
from pnp.scene.numbers import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pnp.scene.items import Affine, Colour

MOST = LIMIT
"""The greatest number that a drawing may hold."""

HINT = "export it as plain outlines without effects, or save it as PNG"

PAINTED = {
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
}
"""The properties that are read."""

NEUTRAL: dict[str, tuple[str, ...] | None] = {
    "opacity": ("1", "1.0"),
    "fill-opacity": ("1", "1.0"),
    "stroke-opacity": ("1", "1.0"),
    "display": ("inline", "block"),
    "visibility": ("visible",),
    "filter": ("none",),
    "mask": ("none",),
    "clip-path": ("none",),
    "clip-rule": ("nonzero", "evenodd"),
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "mix-blend-mode": ("normal",),
    "isolation": ("auto",),
    "paint-order": ("normal",),
    "vector-effect": ("none",),
    "stroke-dashoffset": ("0", "0px"),
    "stroke-miterlimit": ("4", "10"),
    "color": None,
    "overflow": None,
    "enable-background": None,
}
"""Those that may stand there: with these values, or with any where it says none."""

SILENT = re.compile(
    r"-inkscape-|font|text-|line-height|letter-|word-|(color|image|shape)-(rendering|interpolation)|solid-"
)
"""How those begin that say nothing of a shape."""

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_TRANSFORM = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Style:
    """What a shape wears, as far as groups around it and itself say."""

    fill: Colour | None = "#000000"
    stroke: Colour | None = None
    width: float = 1.0
    even_odd: bool = False
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash: tuple[float, ...] = ()

    @property
    def line(self) -> Stroke | None:
        """The stroke; None where there is none."""
        if self.stroke is None or not self.width:
            return None
        return Stroke(self.stroke, self.width, self.dash if any(self.dash) else (), self.cap, self.join)

    def with_properties(self, properties: Mapping[str, str]) -> Style:
        """The style with these laid over it; raises PictureRefused for one that is not read."""
        style = self
        for name, value in properties.items():
            if value == "inherit" or SILENT.match(name):
                continue
            if name in PAINTED:
                style = _with(style, name, value)
            elif not _neutral(name, value):
                raise PictureRefused(f"its {name} '{value[:40]}' is not drawn here", HINT)
        return style


def _neutral(name: str, value: str) -> bool:
    """Whether a property may stand there with that value, for it changes nothing."""
    allowed = NEUTRAL.get(name, ())
    return allowed is None or value in allowed


def _with(style: Style, name: str, value: str) -> Style:
    match name, value:
        case "fill", _:
            return replace(style, fill=colour(value))
        case "stroke", _:
            return replace(style, stroke=colour(value))
        case "fill-rule", _:
            return replace(style, even_odd=value == "evenodd")
        case "stroke-width", _:
            return replace(style, width=abs(number(value)))
        case "stroke-linecap", "butt" | "round" | "square":
            return replace(style, cap=value)
        case "stroke-linejoin", "miter" | "round" | "bevel":
            return replace(style, join=value)
        case "stroke-dasharray", _:
            return replace(style, dash=() if value == "none" else tuple(map(abs, numbers(value))))
        case _:
            raise PictureRefused(f"its {name} '{value[:40]}' is not drawn here", HINT)


def colour(text: str) -> Colour | None:
    """A colour by name or in figures, None for none; what is drawn in the colour around it is black."""
    from PIL import ImageColor

    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text.lower() == "currentcolor":
        return "#000000"
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        raise PictureRefused(f"its colour '{text[:40]}' is not drawn here", HINT) from None
    if alpha not in ([], [255]):
        raise PictureRefused(f"its colour '{text[:40]}' is half transparent", HINT)
    return f"#{red:02X}{green:02X}{blue:02X}"


def number(text: str) -> float:
    """A number, with `px` behind it or nothing."""
    found = numbers(text)
    if len(found) != 1:
        raise PictureRefused(f"'{text[:40]}' is no number that is read here", HINT)
    return found[0]


def numbers(text: str) -> tuple[float, ...]:
    """The numbers of a list; raises PictureRefused for anything else, and for those beyond all bounds."""
    left = _NUMBER.sub("", text).replace("px", "")
    found = tuple(float(each) for each in _NUMBER.findall(text))
    if left.strip(" \t\r\n,") or any(abs(each) > MOST for each in found):
        raise PictureRefused(f"'{text[:40]}' is no number that is read here", HINT)
    return found


_STEPS: dict[str, tuple[tuple[int, ...], Callable[..., Affine]]] = {
    "translate": ((1, 2), lambda x, y=0.0: translate(x, y)),
    "scale": ((1, 2), lambda x, y=None: scale(x, y)),
    "rotate": ((1, 3), rotate),
    "matrix": ((6,), lambda *six: six),
    "skewX": ((1,), lambda turn: (1.0, 0.0, math.tan(math.radians(turn)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda turn: (1.0, math.tan(math.radians(turn)), 0.0, 1.0, 0.0, 0.0)),
}


def transform(text: str) -> Affine:
    """The transform that the steps make together, the last done first."""
    if _TRANSFORM.sub("", text).strip():
        raise PictureRefused(f"its transform '{text[:40]}' cannot be read", HINT)
    return reduce(compose, map(_step, _TRANSFORM.findall(text)), IDENTITY)


def _step(found: tuple[str, str]) -> Affine:
    name, arguments = found
    counts, make = _STEPS.get(name, ((), lambda: IDENTITY))
    given = numbers(arguments)
    if len(given) not in counts:
        raise PictureRefused(f"its transform '{name}' cannot be read", HINT)
    return make(*given)
