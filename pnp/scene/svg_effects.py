"""Filters, masks and clips of SVG: blurs, shadows and glows as layers of a drawing, and simple masks as clips.

Filters are read as drawing programs write them: as steps, each of which moves, blurs, colours or stacks what earlier
steps made (Filter Effects Module Level 1). What else a filter does is not supported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds
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
    Rect,
    Shadow,
    compose,
    translate,
)
from pnp.scene.paint import is_opaque
from pnp.scene.parts import Outline
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_paint import Paints
from pnp.scene.svg_shapes import NO_DRAWING, SHAPES, Files, ShapeReader, Styles, SvgFrame, clockwise, matrix_of
from pnp.scene.svg_text import Fonts, letter_shapes, set_text
from pnp.scene.svg_tree import SvgTree
from pnp.scene.svg_values import length, numbers, share
from pnp.scene.svg_xml import Element
from pnp.units import gamma_encoded

MOST_BAKED = 100
"""Maximum number of filtered and masked objects of a drawing, which are printed as pictures."""

MOST_STEPS = 40
"""Maximum number of steps of one filter."""

MOST_LAYERS = 6
"""Maximum number of layers that a filter makes."""

FloodColour = Callable[[str, Mapping[str, str], Element], tuple[Colour | None, float]]
"""Returns a colour that an element names, and its opacity."""


class FilterLayer(Struct, frozen=True):
    """A copy of an object that a filter paints: moved, blurred by a standard deviation, and in one colour if given.

    A `linear` blur mixes colours by their light.
    """

    blur: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    colour: Colour | None = None
    opacity: float = 1.0
    linear: bool = False


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
    if element.attributes.get("primitiveUnits") == "objectBoundingBox" or element.href:
        raise UnreadFilterError
    made: dict[str, FilterImage] = {"SourceGraphic": (FilterLayer(),), "SourceAlpha": (FilterLayer(colour="#000000"),)}
    last: FilterImage = made["SourceGraphic"]
    steps = [child for child in element.children if child.name.startswith("fe")]
    if not 0 < len(steps) <= MOST_STEPS:
        raise UnreadFilterError
    for step in steps:
        if not _OWN_REGION.isdisjoint(step.attributes):
            raise UnreadFilterError

        def given(key: str, step: Element = step, last: FilterImage = last) -> FilterImage:
            name = step.attributes.get(key)
            return made.get(name, last) if name else last

        last = _step(step, given, made, colour)
        if isinstance(last, tuple) and len(last) > MOST_LAYERS:
            raise UnreadFilterError
        if name := step.attributes.get("result"):
            made[name] = last
    return _layers(last)


_OWN_REGION = frozenset(("x", "y", "width", "height"))
"""The attributes that limit one step of a filter to a part of it."""


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
            return _recoloured(_layers(given("in")), numbers(step.attributes.get("values", "")), _is_linear(step))
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
    if len(found) > 2:
        raise UnreadFilterError
    deviation = max(0.0, sum(found[:2]) / len(found[:2]))
    linear = _is_linear(step)
    return tuple(
        replace(layer, blur=math.hypot(layer.blur, deviation), linear=linear and not layer.colour) for layer in layers
    )


def _is_linear(step: Element) -> bool:
    """Whether a step of a filter computes with light, as it does by default, and not with the numbers of colours."""
    found = (each.own.get("color-interpolation-filters", "inherit") for each in (step, *step.around()))
    return next((value for value in found if value != "inherit"), "linearRGB") != "sRGB"


def _coloured(layers: Sequence[FilterLayer], flood: FilterFlood) -> tuple[FilterLayer, ...]:
    return tuple(
        replace(layer, colour=flood.colour, opacity=layer.opacity * flood.opacity, linear=False) for layer in layers
    )


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


def _recoloured(layers: Sequence[FilterLayer], values: tuple[float, ...], linear: bool) -> tuple[FilterLayer, ...]:
    """Return the layers after a colour matrix that gives one colour to all, or changes the opacity.

    The numbers of a `linear` one are amounts of light.
    """
    if len(values) != 20:
        raise UnreadFilterError
    rows = [values[at : at + 5] for at in range(0, 20, 5)]
    if any(rows[3][:3]) or rows[3][4]:
        raise UnreadFilterError
    fade = min(max(rows[3][3], 0.0), 1.0)
    if not any(number for row in rows[:3] for number in row[:4]):
        amounts = (min(max(row[4], 0.0), 1.0) for row in rows[:3])
        parts = (round(255 * (gamma_encoded(amount) if linear else amount)) for amount in amounts)
        colour = "#" + "".join(f"{part:02X}" for part in parts)
        return tuple(replace(layer, colour=colour, opacity=layer.opacity * fade, linear=False) for layer in layers)
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
            shadow = Shadow(it.colour, 2 * it.blur, it.dx, it.dy, it.opacity, alone=True, linear=it.linear)
            found.append(Group(items, shadow=shadow))
        elif it.dx or it.dy or it.opacity < 1:
            found.append(Group(items, translate(it.dx, it.dy), opacity=it.opacity))
        else:
            found.extend(items)
    return tuple(found)


def is_one_address(written: str) -> bool:
    """Whether a filter is a reference alone, not one of several functions."""
    return written.count("(") == 1


def paints_by_itself(element: Element) -> bool:
    """Whether a filter paints where its object paints nothing."""
    return any(child.name in ("feFlood", "feImage", "feTile", "feTurbulence") for child in element.children)


def blurs_one_way(element: Element) -> bool:
    """Whether a step of a filter blurs across and down by different widths."""
    found = (numbers(child.attributes.get("stdDeviation", "")) for child in element.children)
    return any(len(set(each)) > 1 for each in found)


def mixes_light(element: Element, layers: Sequence[FilterLayer], items: tuple[Item, ...]) -> bool:
    """Whether a filter lets a layer be seen through another one and mixes their colours by their light."""
    above = [layer for layer in layers if layer.opacity][1:]
    if not above or not any(map(_is_linear, element.children)):
        return False
    return any(layer.blur or layer.opacity < 1 for layer in above) or _shows_through(items)


def _shows_through(items: tuple[Item, ...]) -> bool:
    for item in items:
        if isinstance(item, Group):
            if item.opacity < 1 or _shows_through(item.items):
                return True
        elif isinstance(item, Picture):
            if item.bitmap.channels % 2 == 0:
                return True
        elif not all(is_opaque(paint) for paint in (item.fill, item.stroke and item.stroke.colour) if paint):
            return True
    return False


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


def veiled(items: tuple[Item, ...], veil: tuple[Item, ...], by_alpha: bool) -> Group:
    """Return the items where a mask lets them be seen."""
    return Group(items, shadow=Shadow(None, 0.0, 0.0, 0.0, 1.0, alone=True, mask=veil, by_alpha=by_alpha))


def unseen(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items as what is not painted, but counts in the boxes of the groups around it."""
    return (Group(items, opacity=0.0),) if items else ()


def visible(items: tuple[Item, ...], known: dict[int, tuple[Item, ...]] | None = None) -> tuple[Item, ...]:
    """Return the items without those that are not painted, and without groups that have no other ones."""
    known = {} if known is None else known
    if id(items) not in known:
        known[id(items)] = tuple(_visible(items, known))
    return known[id(items)]


def _visible(items: tuple[Item, ...], known: dict[int, tuple[Item, ...]]) -> Iterator[Item]:
    for item in items:
        if not isinstance(item, Group):
            yield item
        elif item.opacity and (inner := visible(item.items, known)):
            yield item if inner == item.items else replace(item, items=inner)


Clip = Outline | tuple[Item, ...]
"""An area to which an object is clipped: an outline, or items as a mask."""


class ClipReader(ShapeReader):
    """Reads the clips of objects."""

    def __init__(self, tree: SvgTree, files: Files, fonts: Fonts | None, size: tuple[float, float]) -> None:
        super().__init__(files)
        self._tree, self._fonts, self._size, self._shapes, self._baked = tree, fonts, size, 0, 0
        self._paints = Paints(tree, self.around, self.leave_out, size)

    def may_bake(self) -> bool:
        """Whether one more object of the drawing may become a picture."""
        self._baked += 1
        return self._baked <= MOST_BAKED

    def way(self, element: Element) -> tuple[Command, ...]:
        """Return the path that a text on a path names; empty if there is none."""
        target = self._tree.find(element.href)
        if target is None or target.name not in SHAPES:
            return ()
        outline = self.outline(target, self.around(target), SvgFrame(*self._size))
        matrix = matrix_of(target, *self._size)
        return transformed(outline_commands(outline), matrix) if outline else ()

    def clips_of(self, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> list[Clip] | None:
        """Return the areas to which an element is clipped, one inside the other; None if nothing of it is left."""
        found: list[Clip] = []
        value = effect_of(element, "clip-path")
        while value != "none":
            clip = self._tree.find(value)
            if clip is None or clip.name != "clipPath" or clip in frame.through:
                if (lost := self._tree.lacks(value)) or not value.startswith("url("):
                    self.leave_out("clip-path", "the clip", lost or "clip it with a path", element)
                break
            frame = frame._replace(through=(*frame.through, clip))
            matrix = matrix_of(clip, *frame[:2])
            if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
                box = bounds(items, reach=0.0) or BoundingBox(0.0, 0.0, 0.0, 0.0)
                matrix = compose(matrix, (box.width, 0.0, 0.0, box.height, box.left, box.top))
            areas = self._areas(clip, matrix, frame)
            if not areas:
                return None
            found += areas
            value = effect_of(clip, "clip-path")
        return found

    def _areas(self, clip: Element, matrix: Affine, frame: SvgFrame) -> list[Clip]:
        """Return the area of all shapes of a clip path, or the areas whose intersection it is; empty if it is empty."""
        shapes = list(self._clip_shapes(clip, self.around(clip), matrix, frame))
        if len(shapes) < 2:
            return [area for shape in shapes for area in shape]
        is_plain = not any(len(shape) > 1 or _is_even_odd(shape[0]) for shape in shapes)
        if is_plain or not self.may_bake():
            if not is_plain:
                self.leave_out("clip-clip", "a clip of several parts", "replace it by one path", clip)
            outlines = [shape[0] for shape in shapes if not isinstance(shape[0], tuple)]
            return [Path(tuple(step for each in outlines for step in clockwise(outline_commands(each))))]
        return [tuple(item for shape in shapes for item in _filled(shape))]

    def _clip_shapes(self, parent: Element, inherited: Styles, matrix: Affine, frame: SvgFrame) -> Iterator[list[Clip]]:
        """Yield the outline of each shape of a clip path, with the areas to which it is clipped itself."""
        for child in parent.children:
            if child.own.get("display") == "none" or child.name in NO_DRAWING or "}" in child.name:
                continue
            style, inner = self.style(child, inherited), compose(matrix, matrix_of(child, *frame[:2]))
            shapes = list(self._clip_outlines(child, style, inner, frame))
            within = self.clips_of(child, tuple(replace(shape, fill="#000000") for shape in shapes), frame)
            if within is None:
                continue
            areas: list[Clip] = [_moved_clip(area, inner) for area in within]
            yield from ([shape, *areas] for shape in shapes)

    def _clip_outlines(self, child: Element, style: Styles, inner: Affine, frame: SvgFrame) -> Iterator[Outline]:
        if child.name == "use":
            target = self._tree.find(child.href)
            x, y = self.lengths(child, style, frame, "x", "y")
            if target is not None and target.name in SHAPES:
                target = self._tree.shown(target)
                there = compose(compose(inner, translate(x, y)), matrix_of(target, *frame[:2]))
                yield from self._clip_shape(target, self.style(target, style), there, frame)
                if effect_of(target, "clip-path") != "none":
                    self.leave_out("clip-clip", "the clip of a clip", "replace both by their intersection", target)
        elif child.name in SHAPES:
            yield from self._clip_shape(child, style, inner, frame)
        elif child.name == "text":
            letters = set_text(child, {**style, "fill": "black"}, self, self._paints, self._fonts, frame[:2])
            yield from (Path(transformed(shape.commands, inner)) for shape in letter_shapes(visible(tuple(letters))))
        else:
            self.leave_out("clip", "a part of the clip path", "convert it to a path", child)

    def _clip_shape(self, element: Element, style: Styles, matrix: Affine, frame: SvgFrame) -> Iterator[Outline]:
        self._shapes += 1
        outline = self.outline(element, style, frame)
        if outline is None or style.get("visibility", "visible") != "visible":
            return
        even_odd = style.get("clip-rule") == "evenodd"
        if matrix == IDENTITY and not isinstance(outline, Path):
            yield outline
        else:
            yield Path(transformed(outline_commands(outline), matrix), even_odd=even_odd)


def _is_even_odd(clip: Clip) -> bool:
    return isinstance(clip, Path) and clip.even_odd


def _moved_clip(clip: Clip, matrix: Affine) -> Clip:
    if isinstance(clip, tuple):
        return (Group(clip, matrix),)
    even_odd = isinstance(clip, Path) and clip.even_odd
    return clip if matrix == IDENTITY else Path(transformed(outline_commands(clip), matrix), even_odd=even_odd)


def _filled(areas: Sequence[Clip]) -> tuple[Item, ...]:
    """Return the intersection of areas as an item in white."""
    first, *others = areas
    items = first if isinstance(first, tuple) else (replace(first, fill="#FFFFFF"),)
    for area in others:
        items = (veiled(items, area, True) if isinstance(area, tuple) else Group(items, clip=area),)
    return items
