"""Colours of things: by the name of the thing, and the tints and shades of a roof in light and shadow."""

from __future__ import annotations

from collections.abc import Callable

from pnp.scene.items import Colour, Stroke

Paint = Callable[[str], Colour]
"""The colour in which a thing is drawn."""

WHITE = "#FFFFFF"
NIGHT = "#1E2328"


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """The colour with so much of another in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def lit(colour: Colour, light: float) -> Colour:
    """The colour in light from 1 (full) over 0 (itself) to -1 (turned away)."""
    return mixed(colour, WHITE, 0.42 * light) if light >= 0 else mixed(colour, NIGHT, -0.2 * light)


def pen(colour: Colour, width: float) -> Stroke:
    """A line with round joins and ends."""
    return Stroke(colour, width, cap="round", join="round")


def _channels(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
