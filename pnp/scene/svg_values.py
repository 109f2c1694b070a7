"""Numbers, lengths, colours and transforms of SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import reduce
from typing import NamedTuple

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import IDENTITY, Affine, Colour, compose, rotate, scale, translate
from pnp.units import LARGEST

MOST = LARGEST
"""The maximum absolute value of a number in a drawing."""

HINT = "save it again, or save it as PNG"


class BadValue(PictureRefused):
    """A value of one element that cannot be read; the element is left out."""

    def __init__(self, message: str) -> None:
        super().__init__(message, HINT)


_NUMBER = re.compile(r"[+-]?(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?\d{1,3})?")
_LENGTH = re.compile(rf"\s*+({_NUMBER.pattern})\s*+([a-zA-Z]++|%)?+\s*+")
_TRANSFORM = re.compile(r"(?<![a-zA-Z])([a-zA-Z]++)\s*+\(([^()]*+)\)")

UNITS = {"px": 1.0, "in": 96.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "pt": 4 / 3, "pc": 16.0}
"""The units of lengths in px."""


class ViewBox(NamedTuple):
    """The part of a drawing that is shown, in its own units."""

    left: float
    top: float
    width: float
    height: float


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a list, with or without `px`. Raises PictureRefused for anything else."""
    left = _NUMBER.sub("", text).replace("px", "")
    found = tuple(float(each) for each in _NUMBER.findall(text))
    if left.strip(" \t\r\n,") or any(abs(each) > MOST for each in found):
        raise BadValue(f"'{text[:40]}' is no list of numbers")
    return found


def length(text: str, whole: float, em: float = 16.0) -> float:
    """Return a length in px; `whole` is what 100 % stands for. Raises PictureRefused if it is none."""
    found = _LENGTH.fullmatch(text)
    value, unit = (float(found[1]), (found[2] or "px").lower()) if found else (math.inf, "")
    if unit in UNITS:
        value *= UNITS[unit]
    elif unit == "%":
        value *= whole / 100
    elif unit in ("em", "rem", "ex", "ch"):
        value *= em if unit in ("em", "rem") else em / 2
    else:
        value = math.inf
    if abs(value) > MOST:
        raise BadValue(f"'{text[:40]}' is no length that can be drawn")
    return value


def share(text: str | None, default: float = 1.0) -> float:
    """Return an opacity or an offset from 0 to 1, a number or a percentage; the default if it is none."""
    found = _LENGTH.fullmatch(text or "")
    if found is None or found[2] not in (None, "%"):
        return default
    return min(max(float(found[1]) / (100 if found[2] else 1), 0.0), 1.0)


def colour(text: str) -> tuple[Colour, float] | None:
    """Return the colour of a name or a code, and its opacity; None if it is none or not supported."""
    from PIL import ImageColor

    text = text.strip().lower().split(" icc-color")[0]
    if found := _FUNCTION.fullmatch(text):
        return _function(found[1], found[2])
    if len(text) > 40 or "(" in text:
        return None
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        return None
    return f"#{red:02X}{green:02X}{blue:02X}", alpha[0] / 255 if alpha else 1.0


_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]{0,200})\)")
_CHANNEL = re.compile(rf"({_NUMBER.pattern})(%|deg|g?rad|turn)?")
_DEGREES = {"": 1.0, "deg": 1.0, "turn": 360.0, "grad": 0.9, "rad": 180 / math.pi}


def _function(name: str, arguments: str) -> tuple[Colour, float] | None:
    """Return the colour of `rgb(…)` or `hsl(…)`; None if it is not valid, as browsers decide it (CSS Color 4)."""
    import colorsys

    found = _channels(name, arguments)
    if found is None:
        return None
    (first, unit), *others = found[:3]
    if name == "hsl":
        full, light = (min(max(value / 100, 0.0), 1.0) for value, _ in others)
        channels = colorsys.hls_to_rgb(first * _DEGREES[unit] / 360 % 1, light, full)
    else:
        red, green, blue = (value / (100 if unit else 255) for value, unit in found[:3])
        channels = red, green, blue
    red, green, blue = (math.floor(min(max(channel, 0.0), 1.0) * 255 + 0.5) for channel in channels)
    alpha = found[3][0] / (100 if found[3][1] else 1) if len(found) == 4 else 1.0
    return f"#{red:02X}{green:02X}{blue:02X}", min(max(alpha, 0.0), 1.0)


def _channels(name: str, arguments: str) -> list[tuple[float, str]] | None:
    """Return three channels, and the opacity if it is written, each with its unit; None if they are not valid.

    With commas, all channels of `rgb` are numbers or all are percentages, and those of `hsl` after the hue are
    percentages. With blanks they may be mixed, one may be `none`, and the opacity follows a slash.
    """
    with_commas = "," in arguments
    colours, *opacity = [arguments] if with_commas else arguments.split("/")
    written = colours.split(",") if with_commas else colours.split()
    if len(opacity) > 1 or not 3 <= len(written) <= (4 if with_commas else 3):
        return None
    found = []
    for text in (*written, *opacity):
        channel = _CHANNEL.fullmatch("0" if text == "none" and not with_commas else text.strip())
        if channel is None:
            return None
        found.append((float(channel[1]), channel[2] or ""))
    units = [unit for _, unit in found]
    hue = units.pop(0) if name == "hsl" else ""
    alike = {"%"} if name == "hsl" else set(units[:1])
    if hue not in _DEGREES or not set(units) <= {"", "%"}:
        return None
    plain = units[:2] if name == "hsl" else units[:3]
    return None if with_commas and set(plain) != alike else found


_STEPS: dict[str, tuple[tuple[int, ...], Callable[..., Affine]]] = {
    "translate": ((1, 2), lambda x, y=0.0: translate(x, y)),
    "scale": ((1, 2), lambda x, y=None: scale(x, y)),
    "rotate": ((1, 3), rotate),
    "matrix": ((6,), lambda *six: six),
    "skewX": ((1,), lambda turn: (1.0, 0.0, math.tan(math.radians(turn)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda turn: (1.0, math.tan(math.radians(turn)), 0.0, 1.0, 0.0, 0.0)),
}


def transform(text: str) -> Affine:
    """Return the composition of the transforms in the text, in SVG's order: the last is applied first."""
    if not text or text == "none":
        return IDENTITY
    if _TRANSFORM.sub("", text).strip(" ,\t\r\n"):
        raise BadValue(f"its transform '{text[:40]}' cannot be read")
    return reduce(compose, map(_step, _TRANSFORM.findall(text)), IDENTITY)


def _step(found: tuple[str, str]) -> Affine:
    name, arguments = found
    counts, make = _STEPS.get(name, ((), lambda: IDENTITY))
    given = numbers(re.sub(r"deg\b", "", arguments))
    if len(given) not in counts:
        raise BadValue(f"its transform '{name}' cannot be read")
    return make(*given)


def view_box(text: str | None) -> ViewBox | None:
    """Return the view box; None if it is missing or has no area."""
    found = numbers(text) if text else ()
    return ViewBox(*found) if len(found) == 4 and found[2] > 0 and found[3] > 0 else None


def stated_size(attributes: Mapping[str, str]) -> ViewBox | None:
    """Return the box of a drawing by its width and height; None if they are missing, relative or empty."""
    sides = [attributes.get(name, "") for name in ("width", "height")]
    if all(sides) and not any("%" in side for side in sides):
        width, height = (length(side, 0.0) for side in sides)
        if width > 0 and height > 0:
            return ViewBox(0.0, 0.0, width, height)
    return None


_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def fitted(box: ViewBox, x: float, y: float, width: float, height: float, ratio: str | None) -> Affine:
    """Return the transform of a view box to a rectangle, by the words of `preserveAspectRatio`."""
    across, down = width / box.width, height / box.height
    words = (ratio or "").replace("defer", "").split() or ["xMidYMid"]
    found = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0])
    if words[0] != "none":
        across = down = max(across, down) if "slice" in words else min(across, down)
    left, top = (_SHARES[found[1]], _SHARES[found[2]]) if found else (0.5, 0.5)
    dx, dy = (width - box.width * across) * left, (height - box.height * down) * top
    return (across, 0.0, 0.0, down, x + dx - box.left * across, y + dy - box.top * down)


_FONT = re.compile(
    r"((?:(?:normal|italic|oblique|bold|bolder|lighter|small-caps|[1-9]00)\s+)*)([\d.]+[a-z%]*)(?:\s*/\s*[\w.%]+)?\s+(\S.*)"
)


def longhands(name: str, value: str) -> tuple[tuple[str, str], ...]:
    """Return the properties that a property sets: several if it is a shorthand."""
    if name == "marker":
        return tuple((f"marker-{place}", value) for place in ("start", "mid", "end"))
    if name.startswith("overflow-"):  # viewports are clipped on both sides or on none
        return (("overflow", value),) if name == "overflow-x" else ()
    return _font_properties(value) if name == "font" else ((name, value),)


def _font_properties(value: str) -> tuple[tuple[str, str], ...]:
    """Return the properties that the shorthand `font` sets."""
    found = _FONT.fullmatch(value)
    if found is None:
        return (("font", value),)
    words = found[1].split()
    slant = next((word for word in words if word in ("italic", "oblique")), "normal")
    weight = next((word for word in words if word[:4] in ("bold", "ligh") or word.isdigit()), "normal")
    return ("font-style", slant), ("font-weight", weight), ("font-size", found[2]), ("font-family", found[3])
