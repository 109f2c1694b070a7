"""Colour vision: contrast, colour blindness, and the difference of two colours.

Sources: WCAG 2.2 for relative luminance and contrast ratio. Machado, Oliveira and Fernandes 2009 for the matrices of
severity 1.0, on linear RGB. Sharma, Wu and Dalal 2005 for CIEDE2000, with weights of 1, for D65.
"""

import math
from functools import cache

from pnp.scene.items import Colour
from pnp.scene.paint import channels
from pnp.units import linear_light

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

BLINDNESS: dict[str, Matrix] = {
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The transform of linear RGB for people who lack one of the three kinds of cones."""

_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 for equal ones to 21 for black and white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def apart(one: Colour, other: Colour, lacking: str | None = None) -> float:
    """Return the difference of two colours (CIEDE2000); `lacking` is a missing kind of cones, a key of `BLINDNESS`."""
    return ciede2000(_lab(one, lacking), _lab(other, lacking))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = math.hypot(a1 * grey, b1), math.hypot(a2 * grey, b2)
    h1, h2 = _hue(a1 * grey, b1), _hue(a2 * grey, b2)
    turn, middle = _turned(h1, h2) if c1 and c2 else (0.0, h1 + h2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(middle - 30)
        + 0.24 * _cos(2 * middle)
        + 0.32 * _cos(3 * middle + 6)
        - 0.20 * _cos(4 * middle - 63)
    )
    by_lightness = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    by_chroma, by_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * weight
    light, colour = (l2 - l1) / by_lightness, (c2 - c1) / by_chroma
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / by_hue
    blue = 60 * math.exp(-(((middle - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(blue))
    return math.sqrt(light**2 + colour**2 + hue**2 + rotation * colour * hue)


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def _turned(one: float, other: float) -> tuple[float, float]:
    """Return the angle from one hue to the other the short way, and the mean hue."""
    turn, middle = other - one, (one + other) / 2
    if turn > 180:
        return turn - 360, middle + (180 if one + other < 360 else -180)
    if turn < -180:
        return turn + 360, middle + (180 if one + other < 360 else -180)
    return turn, middle


def _linear(colour: Colour) -> Triple:
    """Return linear red, green and blue from 0 to 1: the gamma curve of sRGB is removed."""
    red, green, blue = channels(colour)
    return linear_light(red), linear_light(green), linear_light(blue)


def _luminance(colour: Colour) -> float:
    return _times(_XYZ, _linear(colour))[1]


def _seen(linear: Triple, lacking: str | None) -> Triple:
    if lacking is None:
        return linear
    red, green, blue = _times(BLINDNESS[lacking], linear)
    return _clamped(red), _clamped(green), _clamped(blue)


def _clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _times(matrix: Matrix, values: Triple) -> Triple:
    x, y, z = values
    first, second, third = (a * x + b * y + c * z for a, b, c in matrix)
    return first, second, third


@cache
def _lab(colour: Colour, lacking: str | None) -> Triple:
    """Return the colour in CIELAB as seen without a kind of cones, or with all of them."""
    seen = _times(_XYZ, _seen(_linear(colour), lacking))
    x, y, z = (_cube_root(value / white) for value, white in zip(seen, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
