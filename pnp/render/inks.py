"""Inks: in which colours a PDF is written, and by what rule they come of the scene's."""

from __future__ import annotations

from functools import cache

from pnp.records import dataclass
from pnp.render.colour import rgb
from pnp.scene.numbers import decimal

Cmyk = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black from 0 to 1."""

RULE = "naive-gcr"
"""What the conversion to CMYK is called: that of ISO 32000-1, 10.3.4, with all grey in black ink."""

BLACK = "#000000"


@dataclass(frozen=True, slots=True)
class Rgb:
    """The scene's own colours."""

    def area(self, colour: str) -> str:
        """What fills with a colour."""
        return _in_rgb(colour, "rg")

    def text(self, colour: str) -> str:
        """What fills letters with a colour."""
        return self.area(colour)

    def line(self, colour: str) -> str:
        """What draws lines in a colour."""
        return _in_rgb(colour, "RG")


@dataclass(frozen=True, slots=True)
class FourInks:
    """Cyan, magenta, yellow and black by the rule `naive-gcr`: at most two inks and black at once, 200 % together.

    Areas of pure black are printed with `black`; letters and lines with black ink alone, so that their edges stay
    sharp.
    """

    black: Cmyk | None = None

    def area(self, colour: str) -> str:
        """What fills with a colour."""
        return f"{_numbers(self.black if self.black and colour == BLACK else naive_gcr(colour))} k"

    def text(self, colour: str) -> str:
        """What fills letters with a colour."""
        return f"{_numbers(naive_gcr(colour))} k"

    def line(self, colour: str) -> str:
        """What draws lines in a colour."""
        return f"{_numbers(naive_gcr(colour))} K"


Inks = Rgb | FourInks


@cache
def naive_gcr(colour: str) -> Cmyk:
    """The colour in four inks: what red, green and blue lack of white, and what all three lack as black alone."""
    red, green, blue = rgb(colour)
    black = 1 - max(red, green, blue)
    return 1 - red - black, 1 - green - black, 1 - blue - black, black


@cache
def _in_rgb(colour: str, operator: str) -> str:
    return f"{_numbers(rgb(colour))} {operator}"


@cache
def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(decimal, values))
