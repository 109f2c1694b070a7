"""Fills and blend modes: the colours of gradients, and the colour that results where one lies over another.

Source of the blend modes: ISO 32000-1, 11.3.5, which is also the source of CSS Compositing and Blending Level 1.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import (
    BlendMode,
    Colour,
    Fill,
    Gradient,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    RadialGradient,
    Same,
    apply,
    invert,
)

# Fills: their colours.

Channels = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""


def inks_of(fill: Fill | None) -> tuple[Colour, ...]:
    """Return the colours of a fill: one, those of the stops of a gradient, or none."""
    if fill is None or isinstance(fill, str):
        return (fill,) if fill else ()
    return tuple(dict.fromkeys(stop.colour for stop in fill.stops))


def is_opaque(fill: Fill | None) -> bool:
    """Whether a fill hides what is below it."""
    if fill is None or isinstance(fill, str):
        return fill is not None
    return all(stop.opacity >= 1 for stop in fill.stops) and not _is_cone(fill)


def _is_cone(gradient: Gradient) -> bool:
    """Whether a gradient paints a cone alone: its focus is not inside its circle."""
    if not isinstance(gradient, RadialGradient) or gradient.focus is None:
        return False
    return math.dist(gradient.focus, gradient.centre) >= gradient.radius


def drawable(gradient: Gradient) -> Gradient:
    """Return the gradient with stops from 0 to 1.

    One without a length, or whose transform maps the plane to a line, has its last colour everywhere, as in SVG 2.
    """
    a, b, c, d, _, _ = gradient.transform
    flat = gradient.radius <= 0 if isinstance(gradient, RadialGradient) else gradient.start == gradient.end
    if flat or a * d == b * c:
        last = gradient.stops[-1]
        return LinearGradient((0.0, 0.0), (1.0, 0.0), (replace(last, at=0.0), replace(last, at=1.0)))
    first, last = gradient.stops[0], gradient.stops[-1]
    before = (replace(first, at=0.0),) if first.at > 0 else ()
    after = (replace(last, at=1.0),) if last.at < 1 or len(gradient.stops) == 1 else ()
    return replace(gradient, stops=(*before, *gradient.stops, *after)) if before or after else gradient


def repainted(fill: Fill, change: Callable[[Colour], Colour]) -> Fill:
    """Return the fill with its colours changed."""
    if isinstance(fill, str):
        return change(fill)
    return replace(fill, stops=tuple(replace(stop, colour=change(stop.colour)) for stop in fill.stops))


def colour_at(fill: Fill, x: float, y: float) -> tuple[Colour, float]:
    """Return the colour and the opacity of a fill at a point in the coordinates of its item."""
    if isinstance(fill, str):
        return fill, 1.0
    at = _share(fill, x, y)
    return (fill.stops[0].colour, 0.0) if at is None else colour_between(fill.stops, at)


def colour_between(stops: tuple[GradientStop, ...], at: float) -> tuple[Colour, float]:
    """Return the colour and the opacity at a place from 0 to 1 between the stops."""
    after = bisect_right([stop.at for stop in stops], at)
    if after in (0, len(stops)):
        stop = stops[0] if after == 0 else stops[-1]
        return stop.colour, stop.opacity
    low, high = stops[after - 1], stops[after]
    share = (at - low.at) / (high.at - low.at)
    pairs = zip(channels(low.colour), channels(high.colour), strict=True)
    red, green, blue = (start + (end - start) * share for start, end in pairs)
    return code((red, green, blue)), low.opacity + (high.opacity - low.opacity) * share


def _share(gradient: Gradient, x: float, y: float) -> float | None:
    """Return the place of a point between the first and the last colour, from 0 to 1; None if it is not painted."""
    try:
        x, y = apply(invert(gradient.transform), x, y)
    except ZeroDivisionError:
        return 1.0
    if isinstance(gradient, RadialGradient):
        reached = circle_at(gradient, x, y)
        return None if reached is None else min(reached, 1.0)
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    return min(max(((x - x0) * dx + (y - y0) * dy) / length, 0.0), 1.0) if length else 1.0


def circle_at(gradient: RadialGradient, x: float, y: float) -> float | None:
    """Return which circle a point is on: 0 is the focus, 1 the outer circle; None if the point is not in the cone.

    Circle t is around f + t(c - f) with the radius tr. A point d from the focus is on the greatest t that solves
    t²(|c - f|² - r²) - 2t d·(c - f) + |d|² = 0 (ISO 32000-1, 8.7.4.5.4).
    """
    (cx, cy), (fx, fy) = gradient.centre, gradient.focus or gradient.centre
    dx, dy, ox, oy = x - fx, y - fy, cx - fx, cy - fy
    a, b, c = ox * ox + oy * oy - gradient.radius**2, dx * ox + dy * oy, dx * dx + dy * dy
    if not c:
        return 0.0
    if not a:
        return c / (2 * b) if b > 0 else None
    under = b * b - a * c
    if under < 0:
        return None
    most = max((b + math.sqrt(under)) / a, (b - math.sqrt(under)) / a)
    return most if most > 0 else None


# Groups that blend with what is below them.


class Veil(Struct, frozen=True, eq=False):
    """How a group is laid over what is below it. What is in one group has the same object."""

    opacity: float = 1.0
    blend: BlendMode = "normal"

    def within(self, outer: Veil | None) -> Veil:
        """Return the veil of this group inside another."""
        return self if outer is None else Veil(self.opacity * outer.opacity, self.blend)


def blends(items: tuple[Item, ...]) -> bool:
    """Whether any of the items blends with what is below the items."""
    return _blends_within(Same(items))


def _group_blends(group: Group) -> bool:
    if group.blend != "normal":
        return True
    return group.clip is None and group.opacity >= 1 and blends(group.items)


@lru_cache(maxsize=1 << 12)
def _blends_within(items: Same[tuple[Item, ...]]) -> bool:
    return any(isinstance(item, Group) and _group_blends(item) for item in items.it)


# Colours over each other.


def channels(colour: Colour) -> Channels:
    """Return red, green and blue of a colour."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def code(values: Channels) -> Colour:
    """Return the colour of red, green and blue; values outside 0 to 1 are limited."""
    red, green, blue = (round(min(max(value, 0.0), 1.0) * 255) for value in values)
    return f"#{red:02X}{green:02X}{blue:02X}"


@lru_cache(maxsize=1 << 12)
def over(colour: Colour, below: Colour, opacity: float = 1.0, blend: BlendMode = "normal") -> Colour:
    """Return the colour that results where a colour lies over an opaque one."""
    top, ground = channels(colour), channels(below)
    mixed = top if blend == "normal" else _blended(blend, ground, top)
    red, green, blue = (old + (new - old) * opacity for old, new in zip(ground, mixed, strict=True))
    return code((red, green, blue))


def _blended(blend: BlendMode, below: Channels, top: Channels) -> Channels:
    whole = _WHOLE.get(blend)
    if whole is not None:
        return whole(below, top)
    red, green, blue = (_SEPARATE[blend](b, s) for b, s in zip(below, top, strict=True))
    return red, green, blue


def _hard_light(b: float, s: float) -> float:
    return 2 * b * s if s <= 0.5 else 1 - 2 * (1 - b) * (1 - s)


def _soft_light(b: float, s: float) -> float:
    if s <= 0.5:
        return b - (1 - 2 * s) * b * (1 - b)
    d = ((16 * b - 12) * b + 4) * b if b <= 0.25 else math.sqrt(b)
    return b + (2 * s - 1) * (d - b)


_SEPARATE: dict[str, Callable[[float, float], float]] = {
    "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s,
    "overlay": lambda b, s: _hard_light(s, b),
    "darken": min,
    "lighten": max,
    "color-dodge": lambda b, s: 0.0 if b == 0 else 1.0 if s >= 1 else min(1.0, b / (1 - s)),
    "color-burn": lambda b, s: 1.0 if b >= 1 else 0.0 if s <= 0 else 1 - min(1.0, (1 - b) / s),
    "hard-light": _hard_light,
    "soft-light": _soft_light,
    "difference": lambda b, s: abs(b - s),
    "exclusion": lambda b, s: b + s - 2 * b * s,
}
"""The modes that treat each channel separately: of the ground and of what lies over it."""


def _light(colour: Channels) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _with_light(colour: Channels, light: float) -> Channels:
    """Return the colour with that luminosity, moved towards grey as far as its channels would leave 0 to 1."""
    shift = light - _light(colour)
    moved = [value + shift for value in colour]
    low, high = min(moved), max(moved)
    if low < 0:
        moved = [light + (value - light) * light / (light - low) for value in moved]
    if high > 1:
        moved = [light + (value - light) * (1 - light) / (high - light) for value in moved]
    return moved[0], moved[1], moved[2]


def _spread(colour: Channels) -> float:
    return max(colour) - min(colour)


def _with_spread(colour: Channels, spread: float) -> Channels:
    """Return the colour with that saturation."""
    low, own = min(colour), _spread(colour)
    red, green, blue = ((value - low) * spread / own if own else 0.0 for value in colour)
    return red, green, blue


_WHOLE: dict[str, Callable[[Channels, Channels], Channels]] = {
    "hue": lambda b, s: _with_light(_with_spread(s, _spread(b)), _light(b)),
    "saturation": lambda b, s: _with_light(_with_spread(b, _spread(s)), _light(b)),
    "color": lambda b, s: _with_light(s, _light(b)),
    "luminosity": lambda b, s: _with_light(b, _light(s)),
}
"""The modes that treat the colour as a whole."""
