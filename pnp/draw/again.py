"""Layers that come to the same for many rows of a component, and what that hangs on."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.scope import names_of
from pnp.expression import Refusal
from pnp.model.layer import EllipseArt, LineArt, PanelArt, PathArt, PolygonArt, TextArt

if TYPE_CHECKING:
    from pnp.draw.place import Place
    from pnp.draw.scope import Scope
    from pnp.model.layer import Layer

LAYERS = 1 << 12
"""Of how many layers it is kept which names they ask for."""


def hangs_on(layer: Layer, here: Place, scope: Scope) -> object | None:
    """All that a shape or a text hangs on: its layer, its place, and the values of the names in its formulas.

    None for other layers, and where a name stands for nothing or for more than a plain value.
    """
    names = _names(layer)
    if names is None:
        return None
    values: list[object] = []
    for name in names:
        try:
            value = scope.environment.value(name)
        except Refusal:
            return None
        if isinstance(value, str):
            values.append(value)
        elif value is None or isinstance(value, int | Fraction):
            values.append((type(value), value))
        else:
            return None
    return layer, here, scope.matrix, scope.trim, *values


@lru_cache(maxsize=LAYERS)
def _names(layer: Layer) -> tuple[str, ...] | None:
    """The names that the formulas of a shape or a text ask for; None for other layers."""
    if not isinstance(layer.art, PanelArt | EllipseArt | PolygonArt | PathArt | LineArt | TextArt):
        return None
    return tuple(sorted(set(names_of(layer))))
