"""Text before it is set: its style, and the pieces that run through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.installed import REGULAR
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour, Item

HOUSE_FAMILIES = ("Fira Sans", "Barlow Condensed")
"""The families of what is printed beside the faces of a game: sheets, rulebooks, plotted maps."""

HOUSE_FALLBACK: tuple[str | Family, ...] = ("Arimo", *HOUSE_FAMILIES)
"""The families that house texts fall back to: each other's too, so that all of them can print the same characters."""

LEADING = 1.2
"""The distance of baselines, as a multiple of the size, where a style gives none."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text looks: `size` and `leading` in points, `tracking` as a fraction of the size; a family is the name of an
    installed one, or a pack's own.

    `upper` sets it in capitals; `fallback` names the families that are asked, in order, for a character that the first
    lacks.
    """

    family: str | Family
    size: float
    colour: Colour
    weight: int = REGULAR
    italic: bool = False
    leading: float | None = None
    tracking: float = 0.0
    upper: bool = False
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK

    @property
    def em(self) -> float:
        """The size in millimetres."""
        return self.size * MM_PER_POINT

    @property
    def line(self) -> float:
        """The distance of baselines in millimetres."""
        return (self.size * LEADING if self.leading is None else self.leading) * MM_PER_POINT


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text, bold or italic or both on top of its style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Inline:
    """A drawing in the run of the text, such as an icon: its items fill (0, 0) to (width, height).

    It stands on the baseline, or `drop` below it, clings to what it touches like a letter, and shrinks with the text in
    `fit`.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    drop: float = 0.0


@dataclass(frozen=True, slots=True)
class Bullet:
    """The beginning of an item of a list, on a line of its own: its marker hangs beside the lines up to the next end of
    a line.
    """

    marker: str


Piece = Run | Inline | Bullet
