"""Pattern layers: boxes filled with repeats of a small shape or an icon."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise

from msgspec.structs import replace

from pnp.draw.context import DrawingContext, Scope, SpoiltError, colour_of
from pnp.draw.layers.bleed import bled
from pnp.draw.layers.effects import fill_of
from pnp.facts.look import UnknownNameError
from pnp.model.faces.layer import PatternArt
from pnp.scene.extent import bounds, commands_bounds
from pnp.scene.items import Affine, BoundingBox, Colour, Command, Group, Item, Path, Point, Rect, Stroke, translate
from pnp.scene.paths import circle, polygon, polyline, rectangle

# Patterns: a box filled with repeats of a small shape; the pattern is centred in the box.

PITCH = 4.0
"""The default distance of repeats in millimetres."""

MOST = 20_000
"""The maximum number of repeats of one pattern."""

NEAR = 1e-6
"""How far a whole repeat may reach over its box, in millimetres: rounding."""


def draw_pattern(
    art: PatternArt, box: BoundingBox, scope: Scope, context: DrawingContext, bleed: float
) -> tuple[Item, ...]:
    """Return the pattern clipped to its box; a box that touches an edge of the face extends to the bleed.

    Whole repeats stay within the face; only their ground extends to the bleed.
    """
    around, pitch = bled(box, scope.trim, bleed), art.pitch or PITCH
    box = box if art.whole else around
    if box.width * box.height > MOST * pitch * pitch:
        message = f"the pattern repeats more than {MOST:,} times"
        raise SpoiltError("value", art.pattern.span, message, "give it a larger pitch")
    colour = colour_of(art.colour, scope, context)
    ground = fill_of(art.ground, BoundingBox(0.0, 0.0, around.width, around.height), scope, context)
    name = scope.text(art.pattern)
    left, top = box.left - around.left, box.top - around.top
    sides = round(around.width, 4), round(around.height, 4), round(left, 4), round(top, 4)
    key = name, colour, ground, art.whole, pitch, *sides, round(box.width, 4), round(box.height, 4)
    if key not in context.drawings:
        draw = _whole if art.whole else _marks
        marks = scope.named(art.pattern, lambda it: draw(it, box.width, box.height, pitch, colour, context))
        marks = (Group(marks, translate(left, top)),) if art.whole else marks
        below = (Rect(0.0, 0.0, around.width, around.height, fill=ground),) if ground else ()
        context.drawings[key] = (*below, *marks)
    clip = Rect(0.0, 0.0, around.width, around.height)
    return (Group(context.drawings[key], (1.0, 0.0, 0.0, 1.0, around.left, around.top), clip),)


ENDLESS = ("chevron", "hatch")
"""Patterns whose marks run through the whole box."""

FITTED: dict[str, int] = {"check": 1, "chevron": 1, "stripe": 2}
"""Patterns whose pitch is fitted to the box for whole repeats, each with the step of the number of columns."""


def _whole(
    name: str, width: float, height: float, pitch: float, colour: Colour | None, context: DrawingContext
) -> tuple[Item, ...]:
    """Return the repeats that the edges of the box do not cut off."""
    step = FITTED.get(name)
    fitted_width, fitted_height = width, height
    if step:
        fitted_width = pitch * (1 + step * max(0, round((width / pitch - 1) / step)))
        fitted_height = pitch * max(1, round(height / pitch))
    marks = _marks(name, fitted_width, fitted_height, pitch, colour, context)
    if name not in ENDLESS:
        marks = tuple(item for mark in marks for item in _within(mark, fitted_width, fitted_height))
    matrix: Affine = (width / fitted_width, 0.0, 0.0, height / fitted_height, 0.0, 0.0)
    return (Group(marks, matrix, Rect(0.0, 0.0, fitted_width, fitted_height)),) if step else marks


def _within(mark: Item, width: float, height: float) -> Iterator[Item]:
    """Yield the parts of a mark that are inside a box with its corner at (0, 0): whole shapes of a path, or an icon."""
    if not isinstance(mark, Path):
        box = bounds((mark,))
        if box is None or _is_inside(box, width, height):
            yield mark
        return
    starts = [index for index, command in enumerate(mark.commands) if command[0] == "M"]
    starts = starts[:: 2 if mark.even_odd else 1]  # a ring is two circles
    shapes = [mark.commands[start:end] for start, end in pairwise((*starts, len(mark.commands)))]
    kept = [shape for shape in shapes if (box := commands_bounds(shape)) and _is_inside(box, width, height)]
    if kept:
        yield replace(mark, commands=tuple(chain.from_iterable(kept)))


def _is_inside(box: BoundingBox, width: float, height: float) -> bool:
    return box.left > -NEAR and box.top > -NEAR and box.right < width + NEAR and box.bottom < height + NEAR


def _marks(
    name: str, width: float, height: float, pitch: float, colour: Colour | None, context: DrawingContext
) -> tuple[Item, ...]:
    """Return the repeats: of a shape of this module, or of an icon."""
    look = context.look
    ink = colour or look.ink
    if name in SHAPES:
        return tuple(SHAPES[name](width, height, pitch, ink))
    if look.has_icon(name):
        side = pitch * 0.66
        return tuple(
            look.icon(name, x - side / 2, y - side / 2, side, colour) for x, y in _staggered(width, height, pitch)
        )
    raise UnknownNameError("pattern", name, (*SHAPES, *look.icons))


def _plain(_width: float, _height: float, _pitch: float, _ink: Colour) -> Iterator[Item]:
    return iter(())


def _check(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    half = pitch / 2
    squares = (
        rectangle(x + dx, y + dy, half, half)
        for x, y in _grid(width, height, pitch)
        for dx, dy in ((-half, -half), (0.0, 0.0))
    )
    yield _filled(squares, ink)


def _stripe(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((rectangle(x - pitch / 4, 0.0, pitch / 2, height) for x in _steps(width, pitch)), ink)


def _band(width: float, height: float, _pitch: float, ink: Colour) -> Iterator[Item]:
    yield Rect(0.0, height / 3, width, height / 3, fill=ink)


def _dots(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((circle(x, y, pitch * 0.22) for x, y in _staggered(width, height, pitch)), ink)


def _ring(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    rings = (circle(x, y, pitch * share) for x, y in _staggered(width, height, pitch) for share in (0.36, 0.2))
    yield _filled(rings, ink, even_odd=True)


def _star(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((polygon(star(x, y, pitch * 0.4)) for x, y in _staggered(width, height, pitch)), ink)


def _chevron(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    rise, thick = pitch / 2, pitch * 0.4
    xs = list(_steps(width + pitch, pitch / 2))
    bands = []
    for y in _steps(height + 2 * rise, pitch):
        edge = [(x, y - rise + (rise if index % 2 else 0.0)) for index, x in enumerate(xs)]
        bands.append(polygon([*edge, *((x, at + thick) for x, at in reversed(edge))]))
    yield _filled(bands, ink)


def _wave(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    commands: list[Command] = []
    for row, y in enumerate(_steps(height, pitch / 2)):
        for x in _steps(width + pitch, pitch):
            start, bow = x - pitch / 2 + (pitch / 2 if row % 2 else 0.0), pitch * 0.14
            commands.append(("M", start + pitch * 0.1, y))
            commands.append(("C", start + pitch * 0.3, y - bow, start + pitch * 0.3, y - bow, start + pitch * 0.5, y))
            commands.append(("C", start + pitch * 0.7, y + bow, start + pitch * 0.7, y + bow, start + pitch * 0.9, y))
    yield Path(tuple(commands), stroke=Stroke(ink, pitch * 0.08, cap="round", join="round"))


def _hatch(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    step = pitch * math.sqrt(2)
    xs = _steps(width + height, step, width / 2)
    lines = (polyline(((x - height / 2, height), (x + height / 2, 0.0))) for x in xs)
    yield Path(tuple(command for line in lines for command in line), stroke=Stroke(ink, 0.2))


SHAPES: dict[str, Callable[[float, float, float, Colour], Iterator[Item]]] = {
    "plain": _plain,
    "check": _check,
    "stripe": _stripe,
    "dots": _dots,
    "chevron": _chevron,
    "band": _band,
    "star": _star,
    "ring": _ring,
    "wave": _wave,
    "hatch": _hatch,
}
"""The patterns by name; icons can be patterns too."""


def star(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return the ten corners of a five-pointed star around (x, y), the first at the top."""
    lengths = (radius, radius * 0.42)
    turns = [math.pi * index / 5 for index in range(10)]
    return tuple(
        (x + lengths[index % 2] * math.sin(turn), y - lengths[index % 2] * math.cos(turn))
        for index, turn in enumerate(turns)
    )


def _filled(shapes: Iterable[tuple[Command, ...]], ink: Colour, *, even_odd: bool = False) -> Path:
    """Return many shapes as one path, which back ends write once."""
    return Path(tuple(chain.from_iterable(shapes)), fill=ink, even_odd=even_odd)


def _steps(length: float, pitch: float, middle: float | None = None) -> Iterator[float]:
    """Return positions `pitch` apart that cover the length and one pitch more at each end.

    One position is at `middle`, by default the middle of the length.
    """
    at = length / 2 if middle is None else middle
    reach = math.ceil(length / 2 / pitch) + 1
    return (at + index * pitch for index in range(-reach, reach + 1))


def _grid(width: float, height: float, pitch: float) -> Iterator[Point]:
    return ((x, y) for y in _steps(height, pitch) for x in _steps(width, pitch))


def _staggered(width: float, height: float, pitch: float) -> Iterator[Point]:
    """Yield the points of a grid in which every second row is offset by half a pitch."""
    for row, y in enumerate(_steps(height, pitch * 0.5 * math.sqrt(3))):
        for x in _steps(width, pitch):
            yield x + (pitch / 2 if row % 2 else 0.0), y
