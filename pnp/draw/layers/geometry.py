"""Places, sizes and points that expressions give for a row."""

import re
from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from pnp.draw.context import Scope, SpoiltError
from pnp.model.faces.layer import Layer, LineArt, Measure, PanelArt, PathArt, PictureArt, Point, PolygonArt, Size
from pnp.model.faces.template import Where, WhereError, parse_where
from pnp.model.reference import Formula
from pnp.scene.paths import PathDataError, parse_path
from pnp.units import LengthError, read_length, read_lengths

FARTHEST = 5_000.0
"""The maximum of a coordinate in millimetres, as in the schema."""

MOST_POINTS = 2_000
"""The maximum number of corners of a polygon."""

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})")
_BETWEEN = re.compile(r"\s*,\s*|\s+")

Read = TypeVar("Read")


# A layer and its art without expressions in their geometry.


def with_evaluated_place(layer: Layer, scope: Scope) -> Layer:
    """Return the layer with the place, gap and cell that it has for the row. Raises SpoiltError."""
    repeat = layer.repeat
    if repeat:
        cell = _size(repeat.cell, scope, "cell") if repeat.cell else None
        repeat = replace(repeat, gap=_measure(repeat.gap, scope, "gap", 0.0), cell=cell)
    where = layer.where
    if where and where.literal is None:
        where = Formula(_read(where, scope, "where", _checked_where), where.span)
    return replace(
        layer,
        where=where,
        at=_point(layer.at, scope, "at") if layer.at else None,
        size=_size(layer.size, scope, "size") if layer.size else None,
        repeat=repeat,
    )


Shaped = TypeVar("Shaped", bound=object)


def shaped_for(art: Shaped, scope: Scope) -> Shaped:
    """Return what a layer draws, with the points and radius that it has for the row. Raises SpoiltError."""
    match art:
        case PanelArt() | PictureArt() if isinstance(art.radius, Formula):
            return replace(art, radius=_measure(art.radius, scope, "radius", 0.0))
        case PolygonArt() if art.points:
            return _polygon(art, scope)  # type: ignore[return-value]
        case PathArt() if art.data.literal is None:
            text = _read(art.data, scope, "path", _checked_path)
            return replace(art, data=Formula(text, art.data.span))
        case LineArt():
            return replace(art, start=_end(art.start, scope, "from"), end=_end(art.end, scope, "to"))
        case _:
            return art


def _polygon(art: PolygonArt, scope: Scope) -> PolygonArt:
    if isinstance(art.points, tuple):
        return replace(art, points=tuple(_point(point, scope, "polygon") for point in art.points))
    numbers = _read(art.points, scope, "polygon", _corners)
    if len(numbers) == 1:
        return replace(art, points=(), sides=int(numbers[0]))
    return replace(art, points=tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def _end(end: Formula | Point, scope: Scope, key: str) -> Formula | Point:
    """Return an end of a line: a point, or words such as `top left`."""
    if not isinstance(end, Formula):
        return _point(end, scope, key)
    if end.literal is not None:
        return end
    text = _read(end, scope, key, str)
    if re.search("[0-9]", text):
        return _read(end, scope, key, _coordinates)
    return Formula(_read(end, scope, key, _checked_where), end.span)


def _point(point: Point | Formula, scope: Scope, key: str) -> tuple[float, float]:
    if isinstance(point, Formula):
        return _read(point, scope, key, _coordinates)
    x, y = point
    return _measure(x, scope, key, -FARTHEST), _measure(y, scope, key, -FARTHEST)


def _measure(measure: Measure, scope: Scope, key: str, least: float) -> float:
    if not isinstance(measure, Formula):
        return measure
    return _read(measure, scope, key, lambda text: _bounded(read_length(text), text, least))


def _size(size: Size, scope: Scope, key: str) -> tuple[float, float]:
    return _read(size, scope, key, _checked_size) if isinstance(size, Formula) else size


def degrees(turn: Formula, scope: Scope) -> float:
    """Return the angle of a layer in degrees. Raises SpoiltError."""
    return _read(turn, scope, "turn", _angle)


# Readers of texts; each raises _Unusable, or the error of another parser.


class _Unusable(Exception):
    """A text that is no value of a setting, with a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def _read(formula: Formula, scope: Scope, key: str, read: Callable[[str], Read]) -> Read:
    """Return what the text of a formula means. Raises SpoiltError, which names the setting and the text."""
    text, reason = scope.figures(formula), None
    try:
        return read(text)
    except (WhereError, LengthError, _Unusable) as error:
        message, hint = error.message, error.hint
    except PathDataError as error:
        message, hint, reason = str(error), "write SVG path data such as M4 4H20V20Z", error.message
    whole = "" if f"'{text}'" in message or not text else f" in '{_short(text)}'"
    message = f"'{key}' {'is empty' if not text else f'cannot be used: {message}{whole}'}"
    span = scope.source(formula)
    cause = f"{key}: {reason}" if reason and span == formula.span else None  # the same for each turn of a repeat
    raise SpoiltError("value", span, message, hint, formula.span, cause)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def _checked_where(text: str) -> str:
    where: Where = parse_where(text)
    for extent in (where.width, where.height):
        if extent and extent.of(FARTHEST) > FARTHEST:
            raise _Unusable("the box is larger than 5000 mm", "give it a smaller size")
    return text


def _checked_path(text: str) -> str:
    parse_path(text)
    return text


def _checked_size(text: str) -> tuple[float, float]:
    width, height = read_lengths(text)
    if not (0 < width <= FARTHEST and 0 < height <= FARTHEST):
        raise _Unusable(f"'{text}' is no size above 0 and up to 5000 mm", "write a size such as 12 x 10")
    return width, height


def _bounded(length: float, text: str, least: float) -> float:
    if not least <= length <= FARTHEST:
        raise _Unusable(f"'{text}' is not between {least:g} and {FARTHEST:g} mm", "write a length in millimetres")
    return length


def _coordinates(text: str) -> tuple[float, float]:
    """Return the point in a text such as `12, 5` or `12 5`."""
    found = _lengths(text)
    if len(found) != 2:
        raise _Unusable(f"'{_short(text)}' is no point", "give x and y, such as 12, 5")
    return found[0], found[1]


def _lengths(text: str) -> tuple[float, ...]:
    """Return the coordinates in a text: lengths separated by commas, or numbers separated by blanks."""
    parts = text.split(",") if re.search("[^-+0-9., \t\n]", text) else _BETWEEN.split(text.strip())
    if len(parts) > 2 * MOST_POINTS:
        raise _Unusable(f"there are more than {MOST_POINTS:,} points", "draw fewer")
    return tuple(_bounded(read_length(part), part.strip(), -FARTHEST) for part in parts)


def _corners(text: str) -> tuple[float, ...]:
    """Return the coordinates of a polygon's corners in turn, or the number of its equal sides."""
    found = _lengths(text)
    if len(found) == 1 and 3 <= found[0] <= 60 and found[0] == int(found[0]):
        return found
    if len(found) < 6 or len(found) % 2:
        hint = "give x and y of three or more corners, such as 0, 0, 10, 0, 5, 8, or a number of sides from 3 to 60"
        raise _Unusable(f"'{_short(text)}' is no polygon", hint)
    return found


def _angle(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        turns = {"left": -90, "right": 90, "upside down": 180, "clockwise": 90, "counterclockwise": -90}
        hint = f"write {turns[text]}" if text in turns else "write a number such as 90"
        raise _Unusable(f"'{text}' is no number of degrees", hint)
    return float(text)
