"""What shapes of SVG are painted with: colours and gradients."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import (
    Affine,
    BoundingBox,
    Colour,
    Fill,
    Gradient,
    GradientStop,
    LinearGradient,
    RadialGradient,
    brought,
    compose,
    invert,
)
from pnp.scene.paint import circle_at
from pnp.scene.svg_shapes import matrix_of
from pnp.scene.svg_tree import SvgTree
from pnp.scene.svg_values import colour, length, share
from pnp.scene.svg_xml import Element

MOST_STOPS, MOST_BASES, MOST_REPEATS = 200, 16, 20
"""Maximum number of colours of a gradient, of gradients that extend each other, and of repeats of one."""

_FALLBACK = re.compile(r"url\([^)]*\)\s*(\S.*)")
_INSIDE = 0.999

StyleOf = Callable[[Element], dict[str, str]]
LeaveOut = Callable[[str, str, str, Element | None], None]


def is_gradient(element: Element) -> bool:
    """Whether the element is a gradient."""
    return element.name in ("linearGradient", "radialGradient")


_LETTERED = ("text", "tspan", "textPath", "a")
"""Elements with letters, which patterns do not fill."""


class Paints:
    """The paints of one file; `leave_out` notes what is not printed."""

    def __init__(self, tree: SvgTree, style_of: StyleOf, leave_out: LeaveOut, size: tuple[float, float]) -> None:
        self._tree, self._style_of, self._leave_out, self._size = tree, style_of, leave_out, size
        self._stops: dict[Element, tuple[GradientStop, ...]] = {}

    def paint(
        self, kind: str, style: Mapping[str, str], box: BoundingBox | None, element: Element
    ) -> tuple[Fill | None, float]:
        """Return the `fill` or the `stroke` of a shape with that box, and its opacity; None if there is none."""
        value = style.get(kind, "black" if kind == "fill" else "none").strip()
        if value in ("context-fill", "context-stroke"):
            value = style.get(value, "none").strip()
            if value.startswith("url("):
                hint = "paint the object itself; its gradient is printed over each part by itself"
                self._leave_out("context", "the gradient that is taken from a line or a 'use'", hint, element)
        opacity = share(style.get(f"{kind}-opacity"))
        if value.startswith("url("):
            target = self._tree.find(value)
            if target is not None and is_gradient(target):
                made = self._gradient(target, box, opacity, element)
                rest = _FALLBACK.match(value)
                if made is not None or rest is None:
                    return made, 1.0
                return self.colour(rest[1], style, opacity, element)
            if target is not None and target.name == "pattern" and kind == "fill" and element.name not in _LETTERED:
                return None, 1.0  # its tiles are drawn as items
            rest = _FALLBACK.match(value)
            if target is None and rest is None and (lost := self._tree.lacks(value)):
                self._leave_out("paint", f"the {kind}", lost, element)
            if target is not None and rest is None:
                hint = "paint it in a colour or a gradient; it is printed in grey"
                self._leave_out("paint", f"the {kind} with a {target.name[:20]}", hint, element)
            value = rest[1] if rest else "none" if target is None else "#808080"
        return self.colour(value, style, opacity, element)

    def colour(
        self, value: str, style: Mapping[str, str], opacity: float, element: Element
    ) -> tuple[Colour | None, float]:
        """Return a colour and its opacity; None for `none`."""
        lower = value.lower()
        if lower == "currentcolor":
            lower = style.get("color", "black").lower()
        if lower in ("none", "transparent", "", "context-fill", "context-stroke", "currentcolor"):
            return ("#000000", opacity) if lower == "currentcolor" else (None, 1.0)
        found = colour(lower)
        if found is None:
            hint = "write it as #RRGGBB; it is printed in black"
            self._leave_out("colour", f"the colour '{value[:40]}'", hint, element)
            return "#000000", opacity
        return found[0], found[1] * opacity

    def bases(self, element: Element) -> Iterator[Element]:
        """Yield the gradients or patterns that one extends by `href`, the nearest first."""
        seen = {element}
        while element.href and len(seen) <= MOST_BASES:
            base = self._tree.find(element.href)
            if base is None or base in seen or is_gradient(base) != is_gradient(element):
                return
            seen.add(base)
            yield base
            element = base

    def _gradient(self, gradient: Element, box: BoundingBox | None, opacity: float, element: Element) -> Fill | None:
        chain = [gradient, *self.bases(gradient)]
        one = _attributes(chain)
        stops = next((found for each in chain if (found := self._stops_of(each))), ())
        if not stops:
            lost = next((hint for each in chain if (hint := self._tree.lacks(each.href))), None)
            if lost:
                self._leave_out("stops", "the colours of the gradient", lost, gradient)
            return None
        if opacity < 1:
            stops = tuple(GradientStop(stop.at, stop.colour, stop.opacity * opacity) for stop in stops)
        if len(stops) == 1 and stops[0].opacity == 1:
            return stops[0].colour
        whole = (1.0, 1.0, 1.0)
        if one.get("gradientUnits") == "userSpaceOnUse":
            whole = (*self._size, math.hypot(*self._size) / math.sqrt(2))
        matrix = matrix_of(gradient, *whole[:2], given=one.get("gradientTransform", ""))
        if one.get("gradientUnits") != "userSpaceOnUse":
            if box is None or not (box.width and box.height):  # as SVG 2 wants it
                hint = "draw it as a narrow shape, or give the gradient userSpaceOnUse units; it is not printed"
                self._leave_out("flat", "the gradient, which has no area to cover,", hint, element)
                return None
            matrix = compose((box.width, 0.0, 0.0, box.height, box.left, box.top), matrix)
        at = _lengths(one, whole)
        made = _made(gradient.name, at, stops)
        if gradient.name == "radialGradient" and _opens_backwards(at):
            hint = "make fr smaller than r, or move the focus into the circle; it is printed with the circles swapped"
            self._leave_out("cone", "the focal circle", hint, gradient)
        made = self._spread(made, one.get("spreadMethod", "pad"), gradient, at, _brought_back(box, matrix))
        return replace(made, transform=matrix)

    def _spread(
        self, made: Gradient, spread: str, gradient: Element, at: Mapping[str, float], area: BoundingBox
    ) -> Gradient:
        """Return a gradient as its `spread` continues it over the area, which is in its coordinates."""
        if spread not in ("repeat", "reflect"):
            return _with_ends(made)
        inner = gradient.name == "radialGradient" and at["fr"] > 0
        repeated = made if inner else _repeated(made, spread == "reflect", area)
        if repeated == made:
            hint = "draw the repeats of its colours; it is printed without them"
            self._leave_out("spread", f"the '{spread}' of the gradient", hint, gradient)
        return repeated

    def _stops_of(self, gradient: Element) -> tuple[GradientStop, ...]:
        """Return the colours of a gradient in order."""
        if gradient not in self._stops:
            found: list[GradientStop] = []
            for child in gradient.children:
                if child.name != "stop" or len(found) == MOST_STOPS:
                    continue
                style = {**self._style_of(child), **child.own}
                at = max(
                    share(child.own.get("offset", child.attributes.get("offset")), 0.0), found[-1].at if found else 0.0
                )
                paint, clear = self.colour(style.get("stop-color", "black"), style, 1.0, child)
                clear *= share(style.get("stop-opacity"))
                found.append(GradientStop(at, paint or "#000000", clear if paint else 0.0))
            self._stops[gradient] = tuple(found)
        return self._stops[gradient]


def _attributes(chain: Sequence[Element]) -> dict[str, str]:
    """Return the attributes of a gradient, with those of the gradients that it extends."""
    one: dict[str, str] = {}
    for each in reversed(chain):
        same = each.name == chain[0].name
        one.update((name, value) for name, value in each.attributes.items() if same or name not in _PLACES)
    return one


_PLACES = {
    "x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%",
    "cx": "50%", "cy": "50%", "r": "50%", "fr": "0%", "fx": "50%", "fy": "50%",
}  # fmt: skip
"""The places and radii of gradients, with their defaults; the default of the focus is the centre."""


def context_of(style: Mapping[str, str]) -> dict[str, str]:
    """Return the paints of a line or a `use`, which its markers or its object name `context-fill` and -`stroke`."""
    paints = {"context-fill": style.get("fill", "black"), "context-stroke": style.get("stroke", "none")}
    return {name: style.get(paint, "none") if paint in paints else paint for name, paint in paints.items()}


def _lengths(one: Mapping[str, str], whole: tuple[float, float, float]) -> dict[str, float]:
    """Return the places and radii of a gradient, or their defaults; `whole` is the size that shares refer to."""

    def at(key: str, default: str) -> float:
        across = whole[0] if key in ("x1", "x2", "cx", "fx") else whole[1] if key not in ("r", "fr") else whole[2]
        try:
            return length(one.get(key, default), across)
        except PictureRefused:
            return length(default, across)

    places = {key: at(key, default) for key, default in _PLACES.items()}
    return {**places, "fx": at("fx", f"{places['cx']}"), "fy": at("fy", f"{places['cy']}")}


def _opens_backwards(at: Mapping[str, float]) -> bool:
    """Whether the focal circle of a gradient is as large as the other circle or larger, and extends beyond it."""
    away = math.hypot(at["fx"] - at["cx"], at["fy"] - at["cy"])
    return at["fr"] >= at["r"] > 0 and away > at["fr"] - at["r"]


def _made(name: str, at: Mapping[str, float], stops: tuple[GradientStop, ...]) -> Gradient:
    """Return the gradient in its own coordinates."""
    if name == "linearGradient":
        return LinearGradient((at["x1"], at["y1"]), (at["x2"], at["y2"]), stops)
    cx, cy, radius, fx, fy, inner = (at[key] for key in ("cx", "cy", "r", "fx", "fy", "fr"))
    if 0 < radius < inner:  # from the other end, the larger circle is the outer one
        cx, cy, radius, fx, fy, inner = fx, fy, inner, cx, cy, radius
        stops = tuple(replace(stop, at=1 - stop.at) for stop in reversed(stops))
    if 0 < inner < radius:  # the same circles, continued inwards to a point
        start = inner / (inner - radius)
        fx, fy = fx + start * (cx - fx), fy + start * (cy - fy)
        stops = tuple(replace(stop, at=(stop.at - start) / (1 - start)) for stop in stops)
    elif inner == radius > 0:  # nothing is between the circles
        stops = (replace(stops[0], at=0.0), replace(stops[0], at=1.0), replace(stops[-1], at=1.0))
    away = math.hypot(fx - cx, fy - cy)
    if radius * _INSIDE < away < radius / _INSIDE:  # on the circle itself half a plane would be painted
        fx, fy = cx + (fx - cx) / away * radius * _INSIDE, cy + (fy - cy) / away * radius * _INSIDE
    return RadialGradient((cx, cy), radius, stops, focus=(fx, fy) if away and radius > 0 else None)


def _with_ends(gradient: Gradient) -> Gradient:
    """Return the gradient a little longer if two colours meet at its start or end: the outer one is before or after it.

    PDF paints what is beyond an end in the colour of the end itself, which of two is the inner one.
    """
    stops = gradient.stops
    before = len(stops) > 1 and stops[0].at == 0 and stops[1].at < _MEETING and isinstance(gradient, LinearGradient)
    after = len(stops) > 1 and stops[-1].at == 1 and stops[-2].at > 1 - _MEETING
    if not (before or after):
        return gradient
    first, last = -_BEYOND if before else 0.0, 1.0 + _BEYOND if after else 1.0
    inner = [replace(stop, at=(stop.at - first) / (last - first)) for stop in stops]
    if before:
        inner.insert(0, replace(inner[0], at=0.0))
    if after:
        inner.append(replace(inner[-1], at=1.0))
    if isinstance(gradient, RadialGradient):
        return replace(_grown(gradient, last), stops=tuple(inner))
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    dx, dy = x1 - x0, y1 - y0
    start, end = (x0 + dx * first, y0 + dy * first), (x0 + dx * last, y0 + dy * last)
    return replace(gradient, start=start, end=end, stops=tuple(inner))


_BEYOND, _MEETING = 0.01, 1e-6
"""How much longer a gradient is made for a colour beyond its end, and how near two colours meet; shares of it.

pdfium takes 256 samples of a gradient: the colour at the end must last longer than one of them.
"""


def _brought_back(box: BoundingBox | None, matrix: Affine) -> BoundingBox:
    """Return the box in the coordinates of a gradient."""
    try:
        return brought(box or BoundingBox(0.0, 0.0, 0.0, 0.0), invert(matrix))
    except ZeroDivisionError:
        return BoundingBox(0.0, 0.0, 0.0, 0.0)


def _repeated(gradient: Gradient, reflects: bool, box: BoundingBox) -> Gradient:
    """Return a gradient large enough for the box, which is in its coordinates, with its colours repeated.

    It is the same if that would be too often.
    """
    if isinstance(gradient, LinearGradient):
        (x0, y0), (x1, y1) = gradient.start, gradient.end
        dx, dy = x1 - x0, y1 - y0
        if not (dx or dy):
            return gradient
        corners = ((x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))
        ways = [((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) for x, y in corners]
        first, last = math.floor(min(ways)), max(math.ceil(max(ways)), math.floor(min(ways)) + 1)
        if last - first > MOST_REPEATS:
            return gradient
        stops = _repeats(gradient.stops, first, last, reflects)
        start, end = (x0 + dx * first, y0 + dy * first), (x0 + dx * last, y0 + dy * last)
        return replace(gradient, start=start, end=end, stops=stops)
    found = [circle_at(gradient, x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    reached = [at for at in found if at is not None]
    count = max(1, math.ceil(max(reached))) if len(reached) == len(found) and gradient.radius > 0 else 0
    if not count or count > MOST_REPEATS:
        return gradient
    return replace(_grown(gradient, count), stops=_repeats(gradient.stops, 0, count, reflects))


def _grown(gradient: RadialGradient, factor: float) -> RadialGradient:
    """Return the gradient with a larger circle, which is as far along its cone."""
    (cx, cy), (fx, fy) = gradient.centre, gradient.focus or gradient.centre
    centre = fx + (cx - fx) * factor, fy + (cy - fy) * factor
    return replace(gradient, centre=centre, radius=gradient.radius * factor)


def _repeats(stops: tuple[GradientStop, ...], first: int, last: int, reflects: bool) -> tuple[GradientStop, ...]:
    """Return the colours of a gradient from its repeat `first` up to the one before `last`."""
    found = []
    for number in range(first, last):
        turned = reflects and number % 2
        for stop in reversed(stops) if turned else stops:
            at = 1 - stop.at if turned else stop.at
            found.append(GradientStop((number - first + at) / (last - first), stop.colour, stop.opacity))
    return tuple(found)
