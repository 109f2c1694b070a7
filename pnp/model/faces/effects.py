"""How layers are painted: gradients, shadows, opacity, blend modes, crops of pictures; and their readers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.records import read_record
from pnp.model.reference import Formula
from pnp.source.tree import Node

Point = tuple[float, float]

# Gradients.


class StopRole(Struct, frozen=True):
    """A colour of a gradient, `none` for nothing, and its place from 0 to 1; None is between its neighbours."""

    colour: Formula
    at: float | None = None
    opacity: float = 1.0

    @classmethod
    def read(cls, node: Node) -> StopRole:
        """Return the stop at `node`, a colour or a mapping."""
        return read_record(cls, node) if "colour" in node else cls(Formula.read(node))


class GradientRole(Struct, frozen=True):
    """Colours that change across a box: `towards` a side, a corner or an angle in degrees, or `around` a point.

    The angle is clockwise from the top. `around` is a side or corner, or shares of the box from its top left.
    """

    span: Span
    stops: tuple[StopRole, ...]
    towards: str | float = "bottom"
    around: str | Point | None = None

    @classmethod
    def read(cls, node: Node) -> GradientRole:
        """Return the gradient at `node`, with its stops or only its ends."""
        if "stops" in node:
            return read_record(cls, node)
        return read_record(cls, node, stops=(StopRole(Formula.read(node["from"])), StopRole(Formula.read(node["to"]))))

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
    return GradientRole.read(node) if "from" in node or "stops" in node else Formula.read(node)


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

    @classmethod
    def read(cls, node: Node) -> ShadowRole:
        """Return the shadow at `node`, a colour or a mapping."""
        return cls(Formula.read(node)) if isinstance(node.value, str) else read_record(cls, node)


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
    return read_record(Effects, node) if any(key in node for key in EFFECTS) else PLAIN
