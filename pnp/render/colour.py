"""Colours as the back ends take them."""

from __future__ import annotations

import re
from functools import cache

_HEX = re.compile("#[0-9A-F]{6}")


class ColourRefused(ValueError):
    """A colour that is not written `#RRGGBB`."""


@cache
def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1; ColourRefused where the colour is not `#RRGGBB`, upper case."""
    if _HEX.fullmatch(colour) is None:
        raise ColourRefused(f"'{colour}' is no colour: a scene's colours are #RRGGBB")
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255
