"""Arrows as they are painted on lanes: a stem, and a head for each way on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.scene.items import Command, Item, Path, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.traffic import Hand, Turn
    from pnp.scene.items import Colour

STEM = 0.075
"""The width of a stem, as a share of a square."""

HEAD = (0.11, 0.17)
"""Half the width of a head, and its length."""


@lru_cache(maxsize=256)
def arrow(turns: tuple[Turn, ...], drive: Hand, colour: Colour) -> tuple[Item, ...]:
    """The arrow for these turns in a square of 1 round (0, 0) that is driven through to the north."""
    return tuple(_arrow(turns, drive, colour))


def _arrow(turns: tuple[Turn, ...], drive: Hand, colour: Colour) -> Iterator[Item]:
    far = -1.0 if drive == "right" else 1.0
    stroke = Stroke(colour, STEM)
    for turn in turns:
        match turn:
            case "straight":
                yield Path((("M", 0.0, 0.34), ("L", 0.0, -0.18)), None, stroke)
                yield _head((0.0, -0.18), (0.0, -1.0), colour)
            case "right" | "left":
                side = 1.0 if turn == "right" else -1.0
                bend = -0.06
                yield Path(
                    (("M", 0.0, 0.34), ("L", 0.0, bend + 0.14), ("C", 0.0, bend, 0.0, bend, 0.16 * side, bend)),
                    None,
                    stroke,
                )
                yield _head((0.15 * side, bend), (side, 0.0), colour)
            case _:
                x = 0.24 * far
                hook: tuple[Command, ...] = (
                    ("M", 0.0, 0.34), ("L", 0.0, 0.24), ("C", 0.0, 0.09, x, 0.09, x, 0.2),
                )  # fmt: skip
                yield Path(hook, None, stroke)
                yield _head((x, 0.19), (0.0, 1.0), colour)


def _head(at: tuple[float, float], to: tuple[float, float], colour: Colour) -> Path:
    (x, y), (u, v), (half, length) = at, to, HEAD
    points = ((x - v * half, y + u * half), (x + u * length, y + v * length), (x + v * half, y - u * half))
    (a, b), (c, d), (e, f) = points
    return Path((("M", a, b), ("L", c, d), ("L", e, f), ("Z",)), colour)
