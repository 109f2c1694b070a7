"""Outlines of untrusted fonts: limits, and PostScript outlines converted to TrueType.

Every limit is counted while the outlines are read, so that a small file cannot cause endless work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

MOST_POINTS, MOST_OF_A_GLYPH = 4_000_000, 20_000
"""Maximum number of points in all outlines, and in one glyph with its components."""

DEEPEST = 16
"""The maximum nesting depth of composite glyphs, and of subroutines; Type 2 charstrings allow 10."""

MOST_STEPS, MOST_STEPS_OF_A_GLYPH = 2**24, 2**18
"""Maximum number of bytes of PostScript programs that are run for all glyphs, and for one with its subroutines."""

TOLERANCE = 0.00025
"""Maximum distance in ems between a cubic curve and its quadratic ones.

Rounding of coordinates adds at most 0.00071 em in a font of 1,000 units or more, so that the total is below 0.001 em.
"""


class UnusableFont(Exception):
    """A font that cannot be rebuilt; `reason` says why, `hint` is the fix if there is a special one."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


def _nested() -> UnusableFont:
    return UnusableFont("its glyphs are made of too many others")


def _too_many_calls() -> UnusableFont:
    return UnusableFont("its glyphs call too many subroutines")


def _too_large() -> UnusableFont:
    reason = f"its outlines have more than {MOST_POINTS // 1_000_000} million points"
    return UnusableFont(reason, "use a font with fewer characters, such as one for a single language")


def _hold_bounds(outlines: Mapping[str, Any]) -> None:
    """Raise UnusableFont if the outlines have too many points, KeyError for a missing component."""
    counted: dict[str, int] = {}

    def points(glyph: str, depth: int) -> int:
        if depth > DEEPEST:
            raise _nested()
        if glyph not in counted:
            outline = outlines[glyph]
            parts = outline.components if outline.isComposite() else ()
            own = len(getattr(outline, "coordinates", ()))
            counted[glyph] = own + sum(points(part.glyphName, depth + 1) for part in parts)
            if counted[glyph] > MOST_OF_A_GLYPH:
                raise _nested()
        return counted[glyph]

    if sum(points(glyph, 0) for glyph in outlines) > MOST_POINTS:
        raise _too_large()


def drawn_outlines(font: Any, chosen: Iterable[str]) -> dict[str, Any]:
    """Return the TrueType outlines of the chosen glyphs and of their components, converted if they are PostScript.

    Raises UnusableFont, KeyError for a missing glyph, and any exception of fontTools if the font is damaged.
    """
    outline_of = font["glyf"].__getitem__ if "glyf" in font else _conversion(font)
    outlines: dict[str, Any] = {}
    glyphs = list(chosen)
    for glyph in glyphs:  # grows by the components
        if glyph not in outlines:
            outlines[glyph] = outline = outline_of(glyph)
            glyphs += [part.glyphName for part in outline.components] if outline.isComposite() else []
    _hold_bounds(outlines)
    return outlines


def _conversion(font: Any) -> Callable[[str], Any]:
    """Return a function that converts the PostScript outline of a glyph by name.

    Contours keep their direction, since every back end fills by the nonzero rule. An accented letter of the old form,
    `endchar` with four operands, becomes a composite glyph.
    """
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    programs, names = font["CFF "].cff.topDictIndex[0].CharStrings, frozenset(font.getGlyphOrder())
    tolerance, work = TOLERANCE * font["head"].unitsPerEm, _Work()
    extractor = partial(_extractor(), work=work)

    def convert(glyph: str) -> Any:
        program, pen = programs[glyph], TTGlyphPen(names)
        program.outlineExtractor = extractor
        work.of_a_glyph = 0
        program.draw(Cu2QuPen(pen, tolerance))
        work.points += len(pen.points)
        if work.points > MOST_POINTS:
            raise _too_large()
        return pen.glyph()

    return convert


class _Work:
    """The work done so far: bytes of programs that were run, in all and of this glyph, and points."""

    steps = of_a_glyph = points = 0

    def add(self, steps: int) -> None:
        self.steps += steps
        self.of_a_glyph += steps
        if self.of_a_glyph > MOST_STEPS_OF_A_GLYPH:
            raise _too_many_calls()
        if self.steps > MOST_STEPS:
            raise _too_large()


@cache
def _extractor() -> Any:
    """Return the class of fontTools that runs a program, with limits."""
    from fontTools.misc.psCharStrings import T2OutlineExtractor

    class LimitedExtractor(T2OutlineExtractor):  # type: ignore[misc]
        def __init__(self, *arguments: Any, work: _Work) -> None:
            super().__init__(*arguments)
            self.work = work

        def execute(self, charString: Any) -> None:  # noqa: N803
            if self.subrLevel > DEEPEST:
                raise _too_many_calls()
            self.work.add(1 + len(charString.program if charString.bytecode is None else charString.bytecode))
            super().execute(charString)

    return LimitedExtractor
