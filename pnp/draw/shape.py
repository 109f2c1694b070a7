"""Panels, ellipses, polygons, paths and lines."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, assert_never

from pnp.draw.scope import SpoiltError
from pnp.model.layer import NOTHING, EllipseArt, LineArt, PanelArt, PathArt, PolygonArt
from pnp.model.reference import Ref
from pnp.model.where import WhereError, parse_where
from pnp.scene.geometry import Bounds, translate
from pnp.scene.items import Ellipse, Path, Rect
from pnp.scene.pathdata import PathError, parse_path
from pnp.scene.shapes import polygon, polyline, transformed

if TYPE_CHECKING:
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.layer import Paint, Point
    from pnp.model.reference import Formula
    from pnp.scene.items import Colour, Command, Item, Stroke

ShapeArt = PanelArt | EllipseArt | PolygonArt | PathArt | LineArt

_SLACK = 1e-6
_SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}


def draw_shape(art: ShapeArt, box: Bounds, scope: Scope, studio: Studio, bleed: float) -> tuple[Item, ...]:
    """The shape in its box; a panel that reaches an edge of the face reaches over it."""
    if isinstance(art, LineArt):
        return (_line(art, box, scope, studio),)
    fill, stroke = painted(art.paint, scope, studio)
    match art:
        case PanelArt():
            box = box if art.radius else bled(box, scope.trim, bleed)
            return (Rect(box.left, box.top, box.width, box.height, art.radius, fill, stroke),)
        case EllipseArt():
            return (Ellipse(*box.centre, box.width / 2, box.height / 2, fill, stroke),)
        case PolygonArt():
            return (Path(polygon(_corners(art, box)), fill, stroke),)
        case PathArt():
            return (Path(_commands(art, box), fill, stroke),)
        case _:
            assert_never(art)


def _corners(art: PolygonArt, box: Bounds) -> tuple[Point, ...]:
    if art.sides:
        return regular(art.sides, box)
    return tuple((box.left + x, box.top + y) for x, y in art.points)


def _commands(art: PathArt, box: Bounds) -> tuple[Command, ...]:
    try:
        return transformed(parse_path(art.data.name), translate(box.left, box.top))
    except PathError as error:
        raise SpoiltError(None, art.data.span, error.message) from None


def _line(art: LineArt, box: Bounds, scope: Scope, studio: Studio) -> Path:
    colour = colour_of(art.colour, scope, studio)
    stroke = scope.named(art.role, lambda role: studio.look.stroke(role, colour))
    return Path(polyline((_end(art.start, box), _end(art.end, box))), stroke=stroke)


def painted(paint: Paint, scope: Scope, studio: Studio) -> tuple[Colour | None, Stroke | None]:
    """The fill and the edge of a shape."""
    fill = colour_of(paint.fill, scope, studio)
    if paint.outline is None:
        return fill, None
    edge = colour_of(paint.outline_colour, scope, studio)
    return fill, scope.named(paint.outline, lambda role: studio.look.stroke(role, edge))


def colour_of(formula: Formula | None, scope: Scope, studio: Studio) -> Colour | None:
    """The colour that a formula comes to; None where there is no formula, or it comes to `none`."""
    if formula is None:
        return None
    return scope.named(formula, lambda name: None if name == NOTHING else studio.look.colour(name))


def bled(box: Bounds, trim: Bounds | None, bleed: float) -> Bounds:
    """The box, with each side that lies on the trim moved out to the bleed."""
    if trim is None or not bleed:
        return box
    return Bounds(
        box.left - bleed if box.left <= trim.left + _SLACK else box.left,
        box.top - bleed if box.top <= trim.top + _SLACK else box.top,
        box.right + bleed if box.right >= trim.right - _SLACK else box.right,
        box.bottom + bleed if box.bottom >= trim.bottom - _SLACK else box.bottom,
    )


def regular(sides: int, box: Bounds) -> tuple[Point, ...]:
    """The corners of a polygon with equal sides, the first on top, as large as the box lets it be."""
    turns = [math.tau * index / sides for index in range(sides)]
    unit = [(math.sin(turn), -math.cos(turn)) for turn in turns]
    left, right = min(x for x, _ in unit), max(x for x, _ in unit)
    top, bottom = min(y for _, y in unit), max(y for _, y in unit)
    scale = min(box.width / (right - left), box.height / (bottom - top))
    (cx, cy), (mx, my) = box.centre, ((left + right) / 2, (top + bottom) / 2)
    return tuple((cx + (x - mx) * scale, cy + (y - my) * scale) for x, y in unit)


def _end(end: Ref | Point, box: Bounds) -> Point:
    """One end of a line: a point of the box, or the place in it that words name."""
    if not isinstance(end, Ref):
        return box.left + end[0], box.top + end[1]
    try:
        where = parse_where(end.name)
    except WhereError as error:
        raise SpoiltError(None, end.span, error.message) from None
    across, down = _SHARE[where.horizontal or "centre"], _SHARE[where.vertical or "middle"]
    return box.left + box.width * across, box.top + box.height * down
