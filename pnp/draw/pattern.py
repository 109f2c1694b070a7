"""Patterns: a box filled with repeats of a small shape, the middle of the box in the middle of the pattern."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

from pnp.draw.look import UnknownNameError
from pnp.draw.scope import SpoiltError
from pnp.draw.shape import bled, colour_of
from pnp.scene.items import Group, Path, Rect, Stroke
from pnp.scene.shapes import circle, polygon, polyline, rectangle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.layer import PatternArt
    from pnp.scene.geometry import Bounds, Point
    from pnp.scene.items import Colour, Command, Item

PITCH = 4.0
"""From one repeat to the next where a layer says nothing, in millimetres."""

MOST = 20_000
"""How many repeats one pattern may have."""


def draw_pattern(art: PatternArt, box: Bounds, scope: Scope, studio: Studio, bleed: float) -> tuple[Item, ...]:
    """The pattern cut to its box; where that reaches an edge of the face, the pattern reaches over it."""
    box, pitch = bled(box, scope.trim, bleed), art.pitch or PITCH
    if box.width * box.height > MOST * pitch * pitch:
        message = f"the pattern repeats more than {MOST:,} times"
        raise SpoiltError("value", art.pattern.span, message, "give it a larger pitch")
    colour = colour_of(art.colour, scope, studio)
    ground = colour_of(art.ground, scope, studio)
    name = scope.text(art.pattern)
    key = name, colour, ground, pitch, round(box.width, 4), round(box.height, 4)
    if key not in studio.drawings:
        marks = scope.named(art.pattern, lambda it: _marks(it, box.width, box.height, pitch, colour, studio))
        below = (Rect(0.0, 0.0, box.width, box.height, fill=ground),) if ground else ()
        studio.drawings[key] = (*below, *marks)
    clip = Rect(0.0, 0.0, box.width, box.height)
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left, box.top), clip),)


def _marks(
    name: str, width: float, height: float, pitch: float, colour: Colour | None, studio: Studio
) -> tuple[Item, ...]:
    """What is repeated: a shape of this module, or an icon."""
    look = studio.look
    ink = colour or look.colour("ink")
    if name in SHAPES:
        return tuple(SHAPES[name](width, height, pitch, ink))
    if name in look.icons:
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
"""The patterns by name; any icon is one too."""


def star(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """The ten corners of a five-pointed star round (x, y), the first on top."""
    lengths = (radius, radius * 0.42)
    turns = [math.pi * index / 5 for index in range(10)]
    return tuple(
        (x + lengths[index % 2] * math.sin(turn), y - lengths[index % 2] * math.cos(turn))
        for index, turn in enumerate(turns)
    )


def _filled(shapes: Iterable[tuple[Command, ...]], ink: Colour, *, even_odd: bool = False) -> Path:
    """Many shapes as one path: a back end writes it once."""
    return Path(tuple(chain.from_iterable(shapes)), fill=ink, even_odd=even_odd)


def _steps(length: float, pitch: float, middle: float | None = None) -> Iterator[float]:
    """Positions `pitch` apart, one of them in the middle, that cover the length and one pitch more at each end."""
    at = length / 2 if middle is None else middle
    reach = math.ceil(length / 2 / pitch) + 1
    return (at + index * pitch for index in range(-reach, reach + 1))


def _grid(width: float, height: float, pitch: float) -> Iterator[Point]:
    return ((x, y) for y in _steps(height, pitch) for x in _steps(width, pitch))


def _staggered(width: float, height: float, pitch: float) -> Iterator[Point]:
    """Points of a grid of which every second row stands half a pitch aside."""
    for row, y in enumerate(_steps(height, pitch * 0.5 * math.sqrt(3))):
        for x in _steps(width, pitch):
            yield x + (pitch / 2 if row % 2 else 0.0), y
