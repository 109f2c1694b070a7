"""Fonts of packs are rebuilt from their outlines, also from PostScript outlines.

A rebuilt font has only outlines, widths and the character map: no programs, no names and no further tables.

Every limit is counted while the outlines are read, so that a small file cannot cause endless work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import cache, partial
from io import BytesIO
from typing import Any, Literal

from pnp.cache import FONTS, load_entry, save_entry
from pnp.interrupts import pass_on_interrupt

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
    tolerance, work = TOLERANCE * font["head"].unitsPerEm, _OutlineWork()
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


class _OutlineWork:
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
        def __init__(self, *arguments: Any, work: _OutlineWork) -> None:
            super().__init__(*arguments)
            self.work = work

        def execute(self, charString: Any) -> None:  # noqa: N803
            if self.subrLevel > DEEPEST:
                raise _too_many_calls()
            self.work.add(1 + len(charString.program if charString.bytecode is None else charString.bytecode))
            super().execute(charString)

    return LimitedExtractor


# Rebuild a font, so that nothing else of an untrusted file is embedded.

Figures = Literal["tabular", "proportional", "old-style"]
"""The form of digits: of one width, each as wide as it is drawn, or reaching up and down as small letters do."""

FEATURES: Mapping[Figures, str] = {"tabular": "tnum", "proportional": "pnum", "old-style": "onum"}
"""The OpenType feature of each form."""

DIGITS = range(ord("0"), ord("9") + 1)
"""The characters that have these forms."""

NAME = "own"
"""The name inside every rebuilt font; back ends give it another."""

LARGE = 2**18
"""The size of a file in bytes from which the rebuilt font is cached: rebuilding 4 MB takes ten seconds."""

FORM = f"rebuilt-2 {MOST_POINTS} {MOST_OF_A_GLYPH} {DEEPEST} {MOST_STEPS} {MOST_STEPS_OF_A_GLYPH} {TOLERANCE}"
"""What `rebuilt` makes, and its limits; cached fonts and refusals of another form are not used."""

_REFUSED = b"refused\n"
"""The start of a cached refusal, which no font has."""

_refusals: dict[str, UnusableFont] = {}


def rebuilt_once(font: Any, content: bytes, figures: Figures | None = None) -> bytes:
    """Return what `rebuilt` returns for an open font with that content, from the user's cache if it is there.

    Fonts with PostScript outlines are cached whatever their size. Raises as `made_once` does.
    """
    return made_once(str(figures), content, lambda: rebuilt(font, figures), always="glyf" not in font)


def made_once(form: str, content: bytes, make: Callable[[], bytes], always: bool = False) -> bytes:
    """Return what is made of the content of a font, from the user's cache if it is there; small ones `always`.

    Raises UnusableFont if it cannot be made. That is cached too, since it can take as long.
    """
    import hashlib

    from fontTools import version

    key = hashlib.sha256(f"{FORM} {version} {form} ".encode() + content).hexdigest()
    if key in _refusals:
        raise _refusals[key]
    cached = always or len(content) >= LARGE
    made = _load(key) if cached else None
    if made is None:
        made = _result(make)
        if cached:
            save_entry(key, hashlib.sha256(made).hexdigest().encode() + b"\n" + made, FONTS)
    if made.startswith(_REFUSED):
        reason, _, hint = made[len(_REFUSED) :].decode().partition("\n")
        raise _refusals.setdefault(key, UnusableFont(reason, hint or None))
    return made


def _load(key: str) -> bytes | None:
    """Return an entry of the cache; None unless its bytes are those that were saved."""
    import hashlib

    digest, _, content = (load_entry(key, FONTS) or b"").partition(b"\n")
    return content if digest.decode("ascii", "replace") == hashlib.sha256(content).hexdigest() else None


def _result(make: Callable[[], bytes]) -> bytes:
    """Return what is made, or the refusal. Errors that may not occur the next time are raised."""
    try:
        return make()
    except (MemoryError, OSError, RecursionError):
        raise
    except UnusableFont as error:
        return _REFUSED + f"{error.reason}\n{error.hint or ''}".encode()
    except Exception as error:  # damaged tables can raise any exception in the reader
        pass_on_interrupt(error)
        return _REFUSED + damaged(error).encode()


def damaged(error: Exception) -> str:
    """Return the reason for which a font is refused that cannot be read."""
    return f"the file is damaged ({type(error).__name__})"


def rebuilt(font: Any, figures: Figures | None = None) -> bytes:
    """Return a TrueType file with the glyphs of an open `font` that characters have, and nothing else of it.

    Its digits have the form of `figures`.

    Raises UnusableFont, and any exception of fontTools if the font is damaged.
    """
    from fontTools.fontBuilder import FontBuilder

    order, head, line = font.getGlyphOrder(), font["head"], font["hhea"]
    characters = dict(font.getBestCmap() or {})
    if figures:
        characters = _with_figures(characters, _substitutions(font, FEATURES[figures]))
    outlines = drawn_outlines(font, (order[0], *characters.values()))
    order = [glyph for glyph in order if glyph in outlines]
    advances = {glyph: font["hmtx"].metrics[glyph] for glyph in order}
    for glyph, outline in outlines.items():
        outline.removeHinting()
        if "glyf" not in font:  # the bearing of a TrueType font is where its ink begins
            outline.recalcBounds(outlines)
            advances[glyph] = advances[glyph][0], getattr(outline, "xMin", 0)
    if figures == "tabular":
        _widen_digits(order, characters, outlines, advances)
    builder = FontBuilder(head.unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(characters)
    builder.setupGlyf(outlines, calcGlyphBounds=False)  # they are computed when it is compiled
    builder.setupHorizontalMetrics(advances)
    builder.setupHorizontalHeader(ascent=line.ascent, descent=line.descent)
    builder.setupNameTable({"psName": NAME, "familyName": NAME, "styleName": "Regular"}, mac=False)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = BytesIO()
    builder.save(out)
    _draw(out.getvalue(), (number for number, glyph in enumerate(order) if not _is_regular(outlines[glyph])))
    return out.getvalue()


def _with_figures(characters: Mapping[int, str], replaced: Mapping[str, str]) -> dict[int, str]:
    """Return the character map with the glyphs of digits replaced; other characters with them keep theirs."""
    return {code: replaced.get(glyph, glyph) if code in DIGITS else glyph for code, glyph in characters.items()}


def _substitutions(font: Any, feature: str) -> dict[str, str]:
    """Return the glyphs that a feature of a font puts in the place of others, one for one; empty without it.

    Only single substitutions count (lookups of type 1, also inside of type 7).
    """
    table = font["GSUB"].table if "GSUB" in font else None
    if table is None or not table.FeatureList or not table.LookupList:
        return {}
    features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature]
    found: dict[str, str] = {}
    known = frozenset(font.getGlyphOrder())
    for index in dict.fromkeys(index for each in features for index in each.LookupListIndex):
        for part in table.LookupList.Lookup[index].SubTable:
            part = part.ExtSubTable if part.LookupType == 7 else part
            if part.LookupType == 1:
                found.update((old, new) for old, new in part.mapping.items() if old not in found)
    return {old: new for old, new in found.items() if new in known}


def _widen_digits(
    order: list[str], characters: dict[int, str], outlines: dict[str, Any], advances: dict[str, tuple[int, int]]
) -> None:
    """Give all digits the advance of the widest, in the middle of which they are; narrower ones become new glyphs."""
    own = {code: characters[code] for code in DIGITS if code in characters}
    widest = max((advances[glyph][0] for glyph in own.values()), default=0)
    for code, glyph in own.items():
        advance, bearing = advances[glyph]
        if advance == widest:
            continue
        shift, name = (widest - advance) // 2, f"digit.{code}"
        while name in outlines:
            name += "."
        outline = deepcopy(outlines[glyph])
        if outline.isComposite():
            for part in outline.components:
                part.x += shift
        elif outline.numberOfContours:
            outline.coordinates.translate((shift, 0))
        if outline.numberOfContours:
            outline.xMin, outline.xMax = outline.xMin + shift, outline.xMax + shift
        order.append(name)
        outlines[name], advances[name], characters[code] = outline, (widest, bearing + shift), name


def _is_regular(outline: Any) -> bool:
    """Whether an outline is simple with contours that end one after the other: what can be compiled can be drawn."""
    if outline.isComposite():
        return False
    ends = list(getattr(outline, "endPtsOfContours", ()))
    return ends == sorted(set(ends))


def _draw(content: bytes, glyphs: Iterable[int]) -> None:
    """Draw glyphs once, to check that all of them can be drawn."""
    from fontTools.pens.basePen import NullPen
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        drawn = font.getGlyphSet()
        for glyph in glyphs:
            drawn[font.getGlyphName(glyph)].draw(NullPen())
