"""How layers are painted: gradients, shadows, opacity, blend modes, crops of pictures; and their readers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.reference import Formula
from pnp.source.tree import Node

Point = tuple[float, float]

# Gradients.


class StopRole(Struct, frozen=True):
    """A colour of a gradient, `none` for nothing, and its place from 0 to 1; None is between its neighbours."""

    colour: Formula
    at: float | None = None
    opacity: float = 1.0


class GradientRole(Struct, frozen=True):
    """Colours that change across a box: `towards` a side, a corner or an angle in degrees, or `around` a point.

    The angle is clockwise from the top. `around` is a side or corner, or shares of the box from its top left.
    """

    span: Span
    stops: tuple[StopRole, ...]
    towards: str | float = "bottom"
    around: str | Point | None = None

    def formulas(self) -> Iterator[Formula]:
        """Yield its colours."""
        return (stop.colour for stop in self.stops)


FillRole = Formula | GradientRole
"""A fill of a document: a colour, the name of a gradient of the theme, or a gradient."""


def fill_formulas(*fills: FillRole | None) -> Iterator[Formula]:
    """Yield the colours and names in fills."""
    for fill in fills:
        if isinstance(fill, GradientRole):
            yield from fill.formulas()
        elif fill is not None:
            yield fill


def read_fill(node: Node | None) -> FillRole | None:
    """Return the fill at `node`; None without one."""
    if node is None:
        return None
    return read_gradient(node) if "from" in node or "stops" in node else Formula.read(node)


def read_gradient(node: Node) -> GradientRole:
    """Return the gradient at `node`."""
    towards, around = node.get("towards"), node.get("around")
    if "stops" in node:
        stops = tuple(map(_stop, node["stops"]))
    else:
        stops = StopRole(Formula.read(node["from"])), StopRole(Formula.read(node["to"]))
    return GradientRole(
        node.span,
        stops,
        "bottom" if towards is None else towards.text if isinstance(towards.value, str) else towards.number,
        None if around is None else around.text if isinstance(around.value, str) else _pair(around),
    )


def _stop(node: Node) -> StopRole:
    if "colour" not in node:
        return StopRole(Formula.read(node))
    at, opacity = node.get("at"), node.get("opacity")
    return StopRole(Formula.read(node["colour"]), at.number if at else None, opacity.number if opacity else 1.0)


def _pair(node: Node) -> Point:
    x, y = node
    return x.number, y.number


# Shadows, opacity and blend modes.

SHADOW_BLUR, SHADOW_OPACITY = 1.5, 0.4
"""Defaults of a shadow: the width of its soft edge in millimetres, and its opacity."""

SHADOW_OFFSET = (0.5, 0.8)
"""Default offset of a shadow to the right and downwards, in millimetres."""


class ShadowRole(Struct, frozen=True):
    """A shadow: the width of its soft edge and its offset in millimetres; the default colour is `ink`."""

    colour: Formula | None = None
    blur: float = SHADOW_BLUR
    offset: Point = SHADOW_OFFSET
    opacity: float = SHADOW_OPACITY


class Effects(Struct, frozen=True):
    """How a layer is laid over the layers below it."""

    opacity: Formula | None = None
    blend: str = "normal"
    shadow: ShadowRole | None = None

    def formulas(self) -> Iterator[Formula]:
        """Yield its opacity and the colour of its shadow."""
        return (it for it in (self.opacity, self.shadow and self.shadow.colour) if it)


PLAIN = Effects()
"""A layer that is simply painted."""

EFFECTS = ("opacity", "blend", "shadow")
"""The settings of effects."""


def read_effects(node: Node) -> Effects:
    """Return the effects of the layer at `node`."""
    opacity, blend, shadow = (node.get(key) for key in EFFECTS)
    if not (opacity or blend or shadow):
        return PLAIN
    return Effects(
        Formula.read(opacity) if opacity else None,
        blend.text if blend else "normal",
        _shadow(shadow) if shadow else None,
    )


def _shadow(node: Node) -> ShadowRole:
    if isinstance(node.value, str):
        return ShadowRole(Formula.read(node))
    colour, blur, offset, opacity = (node.get(key) for key in ("colour", "blur", "offset", "opacity"))
    return ShadowRole(
        Formula.read(colour) if colour else None,
        blur.number if blur else SHADOW_BLUR,
        _pair(offset) if offset else SHADOW_OFFSET,
        opacity.number if opacity else SHADOW_OPACITY,
    )
