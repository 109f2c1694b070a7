"""PDF operators of transforms, pens and outlines, in millimetres."""

from __future__ import annotations

from functools import lru_cache

from pnp.scene.items import Affine, Rect, Same, Stroke
from pnp.scene.parts import Outline
from pnp.scene.paths import outline_commands
from pnp.units import LENGTHS, decimal

# Transforms, pens and outlines, with y down: the page is flipped and scaled.

KEPT = 1 << 12
"""Number of paths and transforms whose text is cached: most are in the whole game and in a component's file too."""

_STEPS = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def pen(stroke: Stroke) -> str:
    """Return the operators that set the width and the form of lines."""
    dash = " ".join(map(decimal, stroke.dash)) if any(stroke.dash) else ""
    return f"{decimal(stroke.width)} w {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] 0 d"


@lru_cache(maxsize=KEPT)
def matrix(transform: Affine) -> str:
    """Return the six numbers of a transform."""
    linear = " ".join([decimal(value, 8) for value in transform[:4]])
    return f"{linear} {LENGTHS[transform[4]]} {LENGTHS[transform[5]]}"


def path_operators(shape: Outline) -> str:
    """Return the operators that construct an outline, without painting it."""
    if isinstance(shape, Rect) and not shape.radius:
        return f"{LENGTHS[shape.x]} {LENGTHS[shape.y]} {LENGTHS[shape.width]} {LENGTHS[shape.height]} re"
    return _path(Same(shape))


@lru_cache(maxsize=KEPT)
def _path(shape: Same[Outline]) -> str:
    commands, written = outline_commands(shape.it), LENGTHS
    form = " ".join([_STEPS[step[0]] for step in commands])
    return form % tuple([written[number] for step in commands for number in step[1:]])
