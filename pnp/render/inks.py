"""Operators of a page: colours, with their conversion to CMYK, transforms, pens and outlines; text as outlines."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import ClassVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Affine, Ellipse, Group, Item, Path, Picture, Rect, Same, Stroke, Text
from pnp.scene.parts import Outline, Sheet
from pnp.scene.paths import Commands, outline_commands, transformed
from pnp.scene.typesetting.fonts import named
from pnp.units import LENGTHS, MM_PER_POINT, decimal

# Colours in the form that back ends need.

_HEX = re.compile("#[0-9A-F]{6}")


class ColourRefused(ValueError):
    """A colour is not written as `#RRGGBB`."""


@cache
def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue from 0 to 1. Raises ColourRefused if the colour is not `#RRGGBB` in upper case."""
    if _HEX.fullmatch(colour) is None:
        raise ColourRefused(f"'{colour}' is no colour: a scene's colours are #RRGGBB")
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


# The colour space of a PDF, and its conversion from the scene's colours.

Cmyk = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black from 0 to 1."""

RULE = "naive-gcr"
"""The name of the conversion to CMYK: ISO 32000-1, 10.3.4, with all grey in black ink."""

BLACK = "#000000"

DARK, NEUTRAL = 0x33, 0x10
"""The lightest red, green and blue of a nearly black colour (20 %), and by how much they may differ at most (6 %)."""

KEY = (0.0, 0.0, 0.0, 1.0)
"""Black ink alone."""


class Rgb(Struct, frozen=True):
    """The scene's own colours, in RGB."""

    space: ClassVar[str] = "DeviceRGB"

    def values(self, colour: str) -> str:
        """Return the numbers of a colour in an area."""
        return _numbers(rgb(colour))

    def area(self, colour: str) -> str:
        """Return the operator that sets the fill colour of areas."""
        return _in_rgb(colour, "rg")

    def text(self, colour: str) -> str:
        """Return the operator that sets the fill colour of letters."""
        return self.area(colour)

    def line(self, colour: str) -> str:
        """Return the operator that sets the colour of lines."""
        return _in_rgb(colour, "RG")

    def overprints(self, _colour: str) -> bool:
        """Whether letters of a colour are printed over what is below them: never, as there are no plates."""
        return False


class FourInks(Struct, frozen=True):
    """CMYK by the rule `naive-gcr`: at most two inks and black at once, 200 % in total.

    Areas of pure black are printed with `black`. Letters and lines that are black or nearly black are printed with
    black ink alone, so that their edges stay sharp; such letters overprint.
    """

    black: Cmyk | None = None
    space: ClassVar[str] = "DeviceCMYK"

    def values(self, colour: str) -> str:
        """Return the numbers of a colour in an area."""
        return _numbers(self.black if self.black and colour == BLACK else naive_gcr(colour))

    def area(self, colour: str) -> str:
        """Return the operator that sets the fill colour of areas."""
        return self.text(colour) if colour == NEARLY_BLACK else f"{self.values(colour)} k"

    def text(self, colour: str) -> str:
        """Return the operator that sets the fill colour of letters."""
        return f"{_numbers(_of_letters(colour))} k"

    def line(self, colour: str) -> str:
        """Return the operator that sets the colour of lines."""
        return f"{_numbers(_of_letters(colour))} K"

    def overprints(self, colour: str) -> bool:
        """Whether letters of a colour are printed over what is below them, without a gap in it."""
        return _of_letters(colour) == KEY


class MarkInks(FourInks, frozen=True):
    """CMYK in which black lines are printed with full ink on every plate, so that plates can be aligned by them."""

    def line(self, colour: str) -> str:
        """Return the operator that sets the colour of lines."""
        return "/All CS 1 SCN" if colour == BLACK else super().line(colour)


ALL_PLATES = "[/Separation /All /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>]"
"""The colour space `All` of lines in `MarkInks` (ISO 32000-1, 8.6.6.4)."""


Inks = Rgb | FourInks


@cache
def naive_gcr(colour: str) -> Cmyk:
    """Return the colour in CMYK: the common part of cyan, magenta and yellow is replaced by black."""
    red, green, blue = rgb(colour)
    black = 1 - max(red, green, blue)
    return 1 - red - black, 1 - green - black, 1 - blue - black, black


@cache
def is_nearly_black(colour: str) -> bool:
    """Whether a colour is black for letters: dark, and so neutral that other inks would only blur their edges."""
    channels = [round(channel * 255) for channel in rgb(colour)]
    return max(channels) <= DARK and max(channels) - min(channels) <= NEUTRAL


def _of_letters(colour: str) -> Cmyk:
    return KEY if is_nearly_black(colour) else naive_gcr(colour)


@cache
def _in_rgb(colour: str, operator: str) -> str:
    return f"{_numbers(rgb(colour))} {operator}"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(decimal, values))


# Text as outlines, for print services that do not accept fonts.

Glyph = tuple[Item, ...]

NEARLY_BLACK = "#010101"
"""The fill of black letters: one shade off the black of areas, which may be printed with several inks."""


def outlined(sheets: Sequence[Sheet], inks: Inks | None = None) -> tuple[Sheet, ...]:
    """Return the sheets with texts replaced by the outlines of their glyphs; shared items remain shared.

    Letters that those inks print in black alone get the fill `NEARLY_BLACK`.
    """
    letterer = _Letterer(inks or Rgb())
    return tuple(replace(sheet, items=letterer.items(sheet.items)) for sheet in sheets)


class _Letterer:
    """Converts texts to outlines; results are cached by the identity of the items."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._done: dict[int, tuple[tuple[Item, ...], tuple[Item, ...]]] = {}
        self._glyphs: dict[tuple[str, str, str], Glyph] = {}

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items without text. The originals are stored too, so that their ids are not reused."""
        if id(items) not in self._done:
            self._done[id(items)] = items, tuple(map(self._item, items))
        return self._done[id(items)][1]

    def _item(self, item: Item) -> Item:
        match item:
            case Text():
                return Group(tuple(_outlines(item) or self._letters(item)))
            case Group():
                return replace(item, items=self.items(item.items), alt=None)  # the word of an icon needs a font
            case Rect() | Ellipse() | Path() | Picture():
                return item
            case _:
                assert_never(item)

    def _letters(self, text: Text) -> Iterator[Group]:
        assert isinstance(text.fill, str), "gradients are painted on whole runs"
        for char, place in _placed(text):
            glyph = self._glyph(text.font, char, text.fill)
            if glyph:
                yield Group(glyph, place)

    def _glyph(self, font: str, char: str, colour: str) -> Glyph:
        key = (font, char, colour)
        if key not in self._glyphs:
            outline = named(font).outline(char)
            black = colour == BLACK or self._inks.overprints(colour)
            self._glyphs[key] = (Path(outline, fill=NEARLY_BLACK if black else colour),) if outline else ()
        return self._glyphs[key]


def _outlines(text: Text) -> tuple[Path, ...]:
    """Return a run with a stroke or a gradient as paths; nothing for other runs."""
    if text.stroke is None and isinstance(text.fill, str):
        return ()
    fill = NEARLY_BLACK if text.fill == BLACK else text.fill
    outline = lettered(text)
    below = (Path(outline, stroke=text.stroke),) if text.stroke else ()
    return (*below, Path(outline, fill))


def lettered(text: Text) -> Commands:
    """Return the outlines of all glyphs of a run, in its coordinates."""
    face = named(text.font)
    placed = (transformed(face.outline(char), place) for char, place in _placed(text))
    return tuple(chain.from_iterable(placed))


def _placed(text: Text) -> Iterator[tuple[str, Affine]]:
    """Yield each character of a run with the transform of its outline."""
    face = named(text.font)
    scale = text.size * MM_PER_POINT / face.units
    x = text.x
    for char in text.string:
        yield char, (scale, 0.0, 0.0, scale, x, text.y)
        x += face.measure(char) * face.units * scale + text.tracking


# Transforms, pens and outlines, with y down: the page is flipped and scaled.

KEPT = 1 << 12
"""Number of paths and transforms whose text is cached: most are in the whole game and in a component's file too."""

_STEPS = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def pen(stroke: Stroke) -> str:
    """Return the operators that set the width and the form of lines."""
    dash = " ".join(map(decimal, stroke.dash)) if any(stroke.dash) else ""
    return (
        f"{decimal(stroke.width)} w {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] {decimal(stroke.offset)} d"
    )


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
