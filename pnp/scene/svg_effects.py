"""Filters and masks of SVG: blurs, shadows and glows as layers of a drawing, and simple masks as clips.

Filters are read as drawing programs write them: as steps, each of which moves, blurs, colours or stacks what earlier
steps made (Filter Effects Module Level 1). What else a filter does is not supported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

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
    Rect,
    Shadow,
    compose,
    translate,
)
from pnp.scene.parts import Outline
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_shapes import clockwise
from pnp.scene.svg_tree import Element
from pnp.scene.svg_values import length, numbers, share

MOST_STEPS = 40
"""Maximum number of steps of one filter."""

MOST_LAYERS = 6
"""Maximum number of layers that a filter makes."""

FloodColour = Callable[[str, Mapping[str, str], Element], tuple[Colour | None, float]]
"""Returns a colour that an element names, and its opacity."""


class FilterLayer(Struct, frozen=True):
    """A copy of an object that a filter paints: moved, blurred by a standard deviation, and in one colour if given."""

    blur: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    colour: Colour | None = None
    opacity: float = 1.0


class FilterFlood(Struct, frozen=True):
    """An area in one colour, which colours a layer."""

    colour: Colour
    opacity: float


FilterImage = tuple[FilterLayer, ...] | FilterFlood


class UnreadFilterError(Exception):
    """A filter with a step that is not supported."""


def effect_of(element: Element, name: str) -> str:
    """Return the filter, the mask or the clip of an element; `none` if its value is invalid, such as `false` or `0`."""
    value = element.own.get(name, "none")
    return value if "(" in value else "none"


def read_filter(element: Element, colour: FloodColour) -> tuple[FilterLayer, ...]:
    """Return the layers that a filter paints, the lowest first. Raises UnreadFilterError."""
    if element.attributes.get("primitiveUnits") == "objectBoundingBox":
        raise UnreadFilterError
    made: dict[str, FilterImage] = {"SourceGraphic": (FilterLayer(),), "SourceAlpha": (FilterLayer(colour="#000000"),)}
    last: FilterImage = made["SourceGraphic"]
    steps = [child for child in element.children if child.name.startswith("fe")]
    if not 0 < len(steps) <= MOST_STEPS:
        raise UnreadFilterError
    for step in steps:

        def given(key: str, step: Element = step, last: FilterImage = last) -> FilterImage:
            name = step.attributes.get(key)
            return made.get(name, last) if name else last

        last = _step(step, given, made, colour)
        if isinstance(last, tuple) and len(last) > MOST_LAYERS:
            raise UnreadFilterError
        if name := step.attributes.get("result"):
            made[name] = last
    return _layers(last)


def _step(
    step: Element, given: Callable[[str], FilterImage], made: Mapping[str, FilterImage], colour: FloodColour
) -> FilterImage:
    """Return the result of one step of a filter; `given` returns its inputs."""
    match step.name:
        case "feFlood":
            return _flood(step, colour)
        case "feOffset":
            return _moved(_layers(given("in")), step)
        case "feGaussianBlur":
            return _blurred(_layers(given("in")), step)
        case "feDropShadow":
            flood, layers = _flood(step, colour), _layers(given("in"))
            return (*_coloured(_blurred(_moved(layers, step), step, "2"), flood), *layers)
        case "feMerge":
            nodes = [child for child in step.children if child.name == "feMergeNode"]
            named = [node.attributes.get("in", "") for node in nodes]
            return tuple(layer for name in named for layer in _layers(made.get(name, given(""))))
        case "feBlend" if step.attributes.get("mode", "normal") == "normal":
            return (*_layers(given("in2")), *_layers(given("in")))
        case "feComposite":
            return _composed(step, given("in"), given("in2"))
        case "feColorMatrix" if step.attributes.get("type", "matrix") == "matrix":
            return _recoloured(_layers(given("in")), numbers(step.attributes.get("values", "")))
        case "feComponentTransfer":
            return _faded(_layers(given("in")), step)
        case _:
            raise UnreadFilterError


def _layers(image: FilterImage) -> tuple[FilterLayer, ...]:
    """Return the layers of an image; a flood that is not seen has none, and no other is supported."""
    if isinstance(image, FilterFlood):
        if image.opacity:
            raise UnreadFilterError
        return ()
    return image


def _flood(step: Element, colour: FloodColour) -> FilterFlood:
    style = {**step.attributes, **step.own}
    paint, clear = colour(style.get("flood-color", "black"), style, step)
    return FilterFlood(paint or "#000000", clear * share(style.get("flood-opacity")))


def _number(step: Element, key: str, default: str) -> float:
    return length(step.attributes.get(key, default), 0.0)


def _moved(layers: Sequence[FilterLayer], step: Element) -> tuple[FilterLayer, ...]:
    default = "2" if step.name == "feDropShadow" else "0"
    dx, dy = _number(step, "dx", default), _number(step, "dy", default)
    return tuple(replace(layer, dx=layer.dx + dx, dy=layer.dy + dy) for layer in layers)


def _blurred(layers: Sequence[FilterLayer], step: Element, default: str = "0") -> tuple[FilterLayer, ...]:
    """Return the layers blurred, by the mean of a deviation across and one down."""
    found = numbers(step.attributes.get("stdDeviation", default)) or (0.0,)
    deviation = max(0.0, sum(found[:2]) / len(found[:2]))
    return tuple(replace(layer, blur=math.hypot(layer.blur, deviation)) for layer in layers)


def _coloured(layers: Sequence[FilterLayer], flood: FilterFlood) -> tuple[FilterLayer, ...]:
    return tuple(replace(layer, colour=flood.colour, opacity=layer.opacity * flood.opacity) for layer in layers)


def _composed(step: Element, image: FilterImage, other: FilterImage) -> FilterImage:
    match step.attributes.get("operator", "over"):
        case "over":
            return (*_layers(other), *_layers(image))
        case "in" if isinstance(image, FilterFlood):
            return _coloured(_layers(other), image)
        case "in" if isinstance(other, FilterFlood) and other.opacity == 1:
            return image
        case "out" if _is_below(image) and isinstance(other, tuple) and len(other) == 1 and not other[0].blur:
            return image  # a shadow without the part below the object, which covers it
        case _:
            raise UnreadFilterError


def _is_below(image: FilterImage) -> bool:
    """Whether an image is a shadow: blurred or moved."""
    return isinstance(image, tuple) and all(layer.blur or layer.dx or layer.dy for layer in image)


def _recoloured(layers: Sequence[FilterLayer], values: tuple[float, ...]) -> tuple[FilterLayer, ...]:
    """Return the layers after a colour matrix that gives one colour to all, or changes the opacity."""
    if len(values) != 20:
        raise UnreadFilterError
    rows = [values[at : at + 5] for at in range(0, 20, 5)]
    if any(rows[3][:3]) or rows[3][4]:
        raise UnreadFilterError
    fade = min(max(rows[3][3], 0.0), 1.0)
    if not any(number for row in rows[:3] for number in row[:4]):
        parts = (round(255 * min(max(row[4], 0.0), 1.0)) for row in rows[:3])
        colour = "#" + "".join(f"{part:02X}" for part in parts)
        return tuple(replace(layer, colour=colour, opacity=layer.opacity * fade) for layer in layers)
    kept = all(row == tuple(float(at == number) for at in range(5)) for number, row in enumerate(rows[:3]))
    if not kept and not all(layer.colour == "#000000" for layer in layers):
        raise UnreadFilterError
    return tuple(replace(layer, opacity=layer.opacity * fade) for layer in layers)


def _faded(layers: Sequence[FilterLayer], step: Element) -> tuple[FilterLayer, ...]:
    """Return the layers with another opacity, the only change of their channels that is supported."""
    fade = 1.0
    for child in step.children:
        if child.name != "feFuncA" or child.attributes.get("type") != "linear" or _number(child, "intercept", "0"):
            raise UnreadFilterError
        fade *= min(max(_number(child, "slope", "1"), 0.0), 1.0)
    return tuple(replace(layer, opacity=layer.opacity * fade) for layer in layers)


def filtered(items: tuple[Item, ...], layers: Sequence[FilterLayer]) -> tuple[Item, ...]:
    """Return the items as the layers of a filter."""
    found: list[Item] = []
    for it in layers:
        if not it.opacity:
            continue
        if it.blur or it.colour:
            shadow = Shadow(it.colour, 2 * it.blur, it.dx, it.dy, it.opacity, alone=True)
            found.append(Group(items, shadow=shadow))
        elif it.dx or it.dy or it.opacity < 1:
            found.append(Group(items, translate(it.dx, it.dy), opacity=it.opacity))
        else:
            found.extend(items)
    return tuple(found)


def region(element: Element, box: BoundingBox, units: str, size: tuple[float, float]) -> Rect:
    """Return the area in which a filter or a mask paints; `units` is the attribute that has its units.

    `size` is that of the drawing, of which shares in user space are.
    """
    one = element.attributes
    if one.get(units) == "userSpaceOnUse":
        sides = zip(_REGION, (*size, *size), strict=True)
        left, top, wide, high = (length(one.get(key, default), whole) for (key, default), whole in sides)
        return Rect(left, top, wide, high)
    x, y, width, height = (length(one.get(key, default), 1.0) for key, default in _REGION)
    return Rect(box.left + x * box.width, box.top + y * box.height, width * box.width, height * box.height)


_REGION = (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))


def as_clip(items: tuple[Item, ...], by_alpha: bool) -> Outline | None:
    """Return the outline of a mask that is all white shapes without strokes; None for any other mask."""
    shapes = _white(items, IDENTITY, by_alpha)
    if not shapes:
        return None
    if len(shapes) == 1:
        return shapes[0]
    return Path(tuple(step for shape in shapes for step in clockwise(outline_commands(shape))))


def _white(items: tuple[Item, ...], matrix: Affine, by_alpha: bool) -> list[Path] | None:
    found: list[Path] = []
    for item in items:
        if isinstance(item, Group):
            plain = not (item.is_composited or item.clip or item.shadow)
            inner = _white(item.items, compose(matrix, item.transform), by_alpha) if plain else None
            if inner is None:
                return None
            found += inner
            continue
        if not isinstance(item, Rect | Ellipse | Path):
            return None
        flat = isinstance(item.fill, str) and (by_alpha or item.fill == "#FFFFFF")
        if not flat or item.stroke:
            return None
        commands: tuple[Command, ...] = transformed(outline_commands(item), matrix)
        found.append(Path(commands, even_odd=isinstance(item, Path) and item.even_odd))
    return found
