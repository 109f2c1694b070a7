"""PDF operators: of transforms, pens and outlines, in millimetres, and of runs of text in the codes of their fonts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pnp.render.transparency import document_of
from pnp.scene.items import Affine, Rect, Same, Stroke, Text
from pnp.scene.parts import Outline
from pnp.scene.paths import outline_commands
from pnp.units import LENGTHS, MM_PER_POINT, decimal, num

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


# Runs of text in a PDF: the document assigns codes to the glyphs of its fonts when they are first used.


class Writing:
    """Writes runs on a reportlab canvas, whose document assigns the codes."""

    def __init__(self, canvas: Any) -> None:
        self._document = document_of(canvas)
        self._codes: dict[str, _Codes] = {}
        self._fonts: dict[tuple[str, float], str] = {}

    def font(self, text: Text) -> str:
        """Return the operator that sets the font and size of a run."""
        key = text.font, text.size
        if key not in self._fonts:
            self._fonts[key] = self._set(text, 0)
        return self._fonts[key]

    def shown(self, text: Text) -> str:
        """Return the operators that show a run, upright on a flipped page; the font is unchanged afterwards."""
        codes = self._of(text.font)
        written = text.string.translate(codes)
        place = f"1 0 0 -1 {LENGTHS[text.x]} {LENGTHS[text.y]} Tm"
        if codes.beyond.isdisjoint(text.string):
            return f"BT {place} <{written.encode('latin-1').hex()}> Tj ET"
        pieces = codes.font.splitString(text.string, self._document)
        runs = " ".join([f"{self._set(text, subset)} <{coded.hex()}> Tj" for subset, coded in pieces])
        return f"BT {place} {runs} {self.font(text)} ET"

    def _of(self, font: str) -> _Codes:
        if font not in self._codes:
            self._codes[font] = _Codes(font, self._document)
        return self._codes[font]

    def _set(self, text: Text, subset: int) -> str:
        name = self._of(text.font).font.getSubsetInternalName(subset, self._document)
        return f"{name} {decimal(num(text.size) * MM_PER_POINT, 6)} Tf"


class _Codes(dict[int, str]):
    """The codes of one font's characters, as a table for `str.translate`; a new character gets the next code."""

    def __init__(self, font: str, document: Any) -> None:
        from reportlab.pdfbase import pdfmetrics

        super().__init__()
        self.font, self.beyond = pdfmetrics.getFont(font), set[str]()
        self._document = document

    def __missing__(self, character: int) -> str:
        ((subset, code),) = self.font.splitString(chr(character), self._document)
        if subset:
            self.beyond.add(chr(character))
        self[character] = code.decode("latin-1")
        return self[character]
