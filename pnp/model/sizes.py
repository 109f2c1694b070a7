"""Sizes by name: what the trade calls the cards and counters that one can buy sleeves and dies for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.source.tree import Node

Unit = Literal["mm", "in"]

LANDSCAPE = " landscape"
"""What follows the name of a size that lies on its side."""


@dataclass(frozen=True, slots=True)
class NamedSize:
    """A size in the unit that defines it; the other unit is derived."""

    width: float
    height: float
    unit: Unit

    @property
    def millimetres(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        scale = MM_PER_INCH if self.unit == "in" else 1.0
        return self.width * scale, self.height * scale


SIZES: dict[str, NamedSize] = {
    "poker": NamedSize(2.5, 3.5, "in"),
    "standard": NamedSize(63, 88, "mm"),
    "bridge": NamedSize(2.25, 3.5, "in"),
    "tarot": NamedSize(2.75, 4.75, "in"),
    "mini": NamedSize(1.75, 2.5, "in"),
    "mini-american": NamedSize(41, 63, "mm"),
    "mini-euro": NamedSize(44, 68, "mm"),
    "euro": NamedSize(59, 92, "mm"),
    "us-game": NamedSize(2.2, 3.43, "in"),
    "japanese": NamedSize(59, 86, "mm"),
    "jumbo": NamedSize(3.5, 5.5, "in"),
    "micro": NamedSize(1.25, 1.75, "in"),
    "domino": NamedSize(1.75, 3.5, "in"),
    "business": NamedSize(2, 3.5, "in"),
    "credit": NamedSize(2.125, 3.375, "in"),
    "catan": NamedSize(54, 80, "mm"),
    "skat": NamedSize(58.9, 90.7, "mm"),
    "oversize": NamedSize(88, 126, "mm"),
    "square": NamedSize(3.5, 3.5, "in"),
    "euro-square": NamedSize(70, 70, "mm"),
    "small-square": NamedSize(2.25, 2.25, "in"),
    "mini-square": NamedSize(1.75, 1.75, "in"),
    "counter": NamedSize(0.625, 0.625, "in"),
    "small-counter": NamedSize(0.5, 0.5, "in"),
}
"""Every named size, each once: the figures that its makers publish, upright."""


def read_face_size(node: Node) -> tuple[float, float]:
    """Width and height in millimetres of a size by name, `poker` or `poker landscape`, or in figures, `44 x 68` or `20`
    for both.
    """
    text = node.text.strip()
    named = SIZES.get(text.removesuffix(LANDSCAPE))
    if named:
        width, height = named.millimetres
        return (height, width) if text.endswith(LANDSCAPE) else (width, height)
    first, _, second = text.replace("×", "x").partition("x")
    return float(first), float(second or first)
