"""Gradients, opacity, blend modes and shadows of layers."""

import math
import re
from fractions import Fraction
from typing import get_args

from pnp.draw.context import DrawingContext, Scope, SpoiltError, colour_of
from pnp.model.faces.effects import FillRole, GradientRole, ShadowRole, StopRole
from pnp.model.faces.layer import Layer
from pnp.model.faces.template import WhereError, parse_where
from pnp.model.reference import Formula
from pnp.scene.items import (
    Affine,
    BlendMode,
    BoundingBox,
    Colour,
    Fill,
    Gradient,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    Origin,
    Point,
    RadialGradient,
    Shadow,
)
from pnp.scene.paint import Veil

SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
"""The share of a box to the left of or above each position."""

# Fills.


def fill_of(fill: FillRole | None, box: BoundingBox, scope: Scope, context: DrawingContext) -> Fill | None:
    """Return the fill of an area in its box; None for none."""
    if fill is None:
        return None
    if isinstance(fill, GradientRole):
        return _gradient(fill, box, scope, context)
    gradients = context.look.roles.gradients
    if gradients:
        name = scope.text(fill)
        if name in gradients:
            return _gradient(gradients[name], box, scope, context)
    return colour_of(fill, scope, context)


def _gradient(role: GradientRole, box: BoundingBox, scope: Scope, context: DrawingContext) -> Gradient:
    """Return the gradient of a role across a box."""
    stops = _stops(role, scope, context)
    if role.around is not None:
        share = role.around if isinstance(role.around, tuple) else _side(role.around, role)
        centre = _at(box, share)
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        return RadialGradient(centre, max(math.dist(centre, corner) for corner in corners), stops)
    if isinstance(role.towards, str):
        x, y = _side(role.towards, role)
        return LinearGradient(_at(box, (1 - x, 1 - y)), _at(box, (x, y)), stops)
    turn = math.radians(role.towards)
    dx, dy = math.sin(turn), -math.cos(turn)
    half = (abs(box.width * dx) + abs(box.height * dy)) / 2
    (cx, cy) = box.centre
    return LinearGradient((cx - dx * half, cy - dy * half), (cx + dx * half, cy + dy * half), stops)


def _at(box: BoundingBox, share: Point) -> Point:
    return round(box.left + box.width * share[0], 6), round(box.top + box.height * share[1], 6)


def _side(words: str, role: GradientRole) -> Point:
    """Return the shares of the box at a side or corner."""
    try:
        where = parse_where(words)
    except WhereError as error:
        raise SpoiltError(None, role.span, error.message) from None
    return SHARE[where.horizontal or "centre"], SHARE[where.vertical or "middle"]


def _stops(role: GradientRole, scope: Scope, context: DrawingContext) -> tuple[GradientStop, ...]:
    """Return the stops in order, with places for those that have none; `none` is its neighbour's colour, not seen."""
    colours = [colour_of(stop.colour, scope, context) for stop in role.stops]
    shown = [colour for colour in colours if colour]
    if not shown:
        return GradientStop(0.0, "#FFFFFF", 0.0), GradientStop(1.0, "#FFFFFF", 0.0)
    stops: list[GradientStop] = []
    places = _places(role.stops)
    for index, (stop, colour, at) in enumerate(zip(role.stops, colours, places, strict=True)):
        if colour:
            stops.append(GradientStop(at, colour, stop.opacity))
            continue
        before = next((it for it in reversed(colours[:index]) if it), None)
        after = next((it for it in colours[index:] if it), None)
        beside = dict.fromkeys(it for it in (before, after) if it)
        stops.extend(GradientStop(at, it, 0.0) for it in beside)
    return tuple(stops)


def _places(stops: tuple[StopRole, ...]) -> list[float]:
    """Return the places of the stops: none is before an earlier one, and gaps are shared out evenly."""
    known: list[float | None] = [stop.at for stop in stops]
    known[0] = 0.0 if known[0] is None else known[0]
    known[-1] = 1.0 if known[-1] is None else known[-1]
    places: list[float] = []
    for index, at in enumerate(known):
        least = places[-1] if places else 0.0
        if at is None:
            ahead = next(number for number in range(index, len(known)) if known[number] is not None)
            goal = max(known[ahead] or 0.0, least)
            at = least + (goal - least) / (ahead - index + 1)
        places.append(max(at, least))
    return places


# How a layer is laid over what is below it.


class LayerEffects:
    """How one copy of a layer is laid over the layers below it."""

    def __init__(self, layer: Layer, scope: Scope, context: DrawingContext) -> None:
        effects = layer.effects
        self.opacity = 1.0 if effects.opacity is None else _share(effects.opacity, scope)
        self.blend: BlendMode = effects.blend if effects.blend in get_args(BlendMode) else "normal"  # type: ignore[assignment]
        self.shadow = _shadow(effects.shadow, scope, context) if effects.shadow else None

    def veil(self, outer: Veil | None) -> Veil | None:
        """Return how the layer is seen through, given the veil of the group around it."""
        if self.opacity >= 1 and self.blend == "normal":
            return outer
        return Veil(self.opacity, self.blend).within(outer)

    def group(self, items: tuple[Item, ...], matrix: Affine, origin: Origin) -> Group:
        """Return the layer's group. The shadow falls in the same direction however the layer is turned."""
        if self.shadow is None:
            return Group(items, matrix, None, origin, self.opacity, self.blend)
        inner = (Group(items, matrix),)
        return Group(inner, origin=origin, opacity=self.opacity, blend=self.blend, shadow=self.shadow)


def _shadow(role: ShadowRole, scope: Scope, context: DrawingContext) -> Shadow | None:
    """Return the shadow of a layer; None if its colour is `none`."""
    colour: Colour | None = context.look.ink if role.colour is None else colour_of(role.colour, scope, context)
    return Shadow(colour, role.blur, *role.offset, role.opacity) if colour and role.opacity else None


def _share(formula: Formula, scope: Scope) -> float:
    """Return a number from 0 to 1. Raises SpoiltError for anything else."""
    text = scope.text(formula)
    try:
        value = float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        value = -1.0
    if not 0 <= value <= 1:
        message, percent = f"'{text}' is no opacity", re.fullmatch(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*", text)
        hint = f"write {float(percent[1]) / 100:g}" if percent else "write a number from 0 to 1"
        raise SpoiltError("value", scope.source(formula), message, hint, formula.span)
    return value
