"""What the paper does not hold, told by a check as by a build without options."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.build.examine import Examined
    from pnp.load import Loaded

SURE = 150.0
"""Millimetres up to which a part lies on every paper; only for a larger one are sheets looked at."""


def on_paper(loaded: Loaded, examined: Examined) -> Examined:
    """The game with what its profile for home can't print; nothing of the sort is told of one file alone."""
    faces = (part.front for drawn in examined.drawn if not drawn.parts.spread for part in drawn.parts.parts)
    if loaded.focus or all(max(face.width, face.height) <= SURE for face in faces):
        return examined
    from pnp.build.options import BuildOptions
    from pnp.build.pipeline import unprintable
    from pnp.build.target import Refused, target_of

    try:
        target = target_of(loaded, BuildOptions())
    except Refused:  # which a build says outright
        return examined
    return examined.with_findings(unprintable(examined, target))
