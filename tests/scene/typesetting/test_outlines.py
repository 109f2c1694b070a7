"""Fonts with PostScript outlines: converted to TrueType, and refused where they are made to harm."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

from pnp.cache import FONTS
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting import outlines
from pnp.scene.typesetting.fonts import Face, Family, FontRefused, face_from_bytes, slanted, with_figures
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

WORDS = "OIO"
GLYPHS = [".notdef", "space", "O", "I", "one", "one.wide", "unused"]
ADVANCES = {".notdef": 500, "space": 250, "O": 730, "I": 280, "one": 400, "one.wide": 600, "unused": 900}
O_CURVES = (
    ((665, 350), (665, 543), (529, 700), (365, 700)),
    ((365, 700), (197, 700), (65, 543), (65, 350)),
    ((65, 350), (65, 157), (197, 0), (365, 0)),
    ((365, 0), (529, 0), (665, 157), (665, 350)),
)
"""The round letter: four cubic curves."""


def box(left: int, right: int) -> T2CharString:
    pen = T2CharStringPen(None, None)
    pen.moveTo((left, 0))
    for point in ((right, 0), (right, 700), (left, 700)):
        pen.lineTo(point)
    pen.closePath()
    return pen.getCharString()


def round_letter() -> T2CharString:
    pen = T2CharStringPen(None, None)
    pen.moveTo(O_CURVES[0][0])
    for _, first, second, end in O_CURVES:
        pen.curveTo(first, second, end)
    pen.closePath()
    return pen.getCharString()


def postscript(change: Callable[[Any], object] | None = None) -> bytes:
    """A font with PostScript outlines: a round letter, a stem, and two forms of a digit."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(GLYPHS)
    builder.setupCharacterMap({32: "space", ord("O"): "O", ord("I"): "I", ord("1"): "one"})
    drawn = {glyph: box(80, ADVANCES[glyph] - 80) for glyph in GLYPHS}
    drawn |= {"space": T2CharStringPen(None, None).getCharString(), "O": round_letter()}
    builder.setupCFF("Small", {}, drawn, {})
    builder.setupHorizontalMetrics({glyph: (ADVANCES[glyph], 0) for glyph in GLYPHS})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Small", "styleName": "Regular"})
    builder.setupOS2(sCapHeight=700, sxHeight=500, fsType=0)
    builder.setupPost()
    builder.addOpenTypeFeatures("feature tnum { sub one by one.wide; } tnum; feature kern { pos O I -90; } kern;")
    if change:
        change(builder.font)
        builder.font.recalcBBoxes = False  # that would run the programs
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


def opened(content: bytes) -> Face:
    return face_from_bytes(content, PurePath("small.otf"))


def at(curve: tuple[tuple[float, float], ...], part: float) -> tuple[float, float]:
    """A point of a cubic curve."""
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def test_postscript_outlines_have_the_widths_of_the_font() -> None:
    small = opened(postscript())
    assert (small.units, small.cap_height, small.ascent, small.descent) == (1000, 0.7, 0.8, -0.2)
    assert small.measure("OI ") == pytest.approx(0.73 + 0.28 + 0.25)
    assert small.ink("I") == (0.08, -0.7, 0.2, 0)
    assert small.ink(" ") is None


def test_converted_curves_are_within_a_thousandth_of_an_em() -> None:
    commands = opened(postscript()).outline("O")
    points, here = [], (0.0, 0.0)
    for name, *numbers in commands:
        corners = [(numbers[n], -numbers[n + 1]) for n in range(0, len(numbers), 2)]
        if name == "C":
            points += [at((here, *corners), step / 10) for step in range(11)]
        here = corners[-1] if corners else here
    exact = [at(curve, step / 1000) for curve in O_CURVES for step in range(1001)]
    assert len(points) > 80
    for x, y in points:
        assert min((x - a) ** 2 + (y - b) ** 2 for a, b in exact) ** 0.5 < 1.0


def test_a_converted_font_is_a_truetype_font_with_the_glyphs_of_its_characters() -> None:
    content = opened(postscript()).content
    assert content is not None
    with TTFont(BytesIO(content)) as font:
        assert {"glyf", "loca"} <= set(font.keys())
        assert not {"CFF ", "GSUB", "GPOS"} & set(font.keys())
        assert font["maxp"].numGlyphs == len(GLYPHS) - 2  # without the wide digit and the unused glyph
        assert font["hmtx"][font.getBestCmap()[ord("I")]] == (280, 80)


def test_figures_and_slanted_letters_of_postscript_outlines() -> None:
    small = opened(postscript())
    assert with_figures(small, "tabular").measure("1") == 0.6
    leaning = slanted(small).ink("I")
    assert leaning is not None
    assert leaning[2] == pytest.approx(0.2 + 0.2 * 0.7, abs=0.001)


@pytest.mark.slow
def test_postscript_outlines_print_as_truetype_ones() -> None:
    """The same pages as the converted font has, with text that can be copied."""
    small = opened(postscript())
    assert small.content is not None
    with TTFont(BytesIO(small.content)) as font:  # the converted font has few tables; a font of a pack needs OS/2
        builder = FontBuilder(font=font)
        builder.setupOS2(sCapHeight=700, sxHeight=500, fsType=0)
        out = BytesIO()
        font.save(out)
    pages = []
    for one in (small, face_from_bytes(out.getvalue(), PurePath("small.ttf"))):
        items = (typeset(WORDS, TextStyle(Family("own", (one,)), 24, "#000000")).at(5, 5),)
        page = Box(0.0, 0.0, 60.0, 20.0)
        pdf = pypdfium2.PdfDocument(render_pdf((Sheet(60.0, 20.0, items, page, page),), PdfInfo("own")))
        assert pdf[0].get_textpage().get_text_range() == WORDS
        picture = pdf[0].render(scale=2).to_pil()
        assert picture.convert("L").getextrema() == (0, 255)
        svg = render_svg(Scene(60, 20, items)).replace(one.name.encode(), b"font")  # names differ by the content
        pages.append((svg, picture.tobytes()))
    assert pages[0] == pages[1]


def program(font: Any, glyph: str) -> Any:
    return font["CFF "].cff.topDictIndex[0].CharStrings[glyph]


def with_subroutines(font: Any, *programs: list[Any]) -> None:
    from fontTools.cffLib import SubrsIndex

    private = font["CFF "].cff.topDictIndex[0].Private
    private.Subrs = SubrsIndex()
    private.Subrs.items = [T2CharString(program=each) for each in programs]


BIAS = 107
"""What is added to the number of a subroutine in fonts with few of them."""


def endless(font: Any) -> None:
    with_subroutines(font, [-BIAS, "callsubr", "return"])
    program(font, "I").setProgram([0, 0, "rmoveto", -BIAS, "callsubr", "endchar"])


def many_calls(font: Any) -> None:
    """Ten levels of subroutines, each of which calls the next thirty times."""
    calls = [[each for _ in range(30) for each in (1 + n - BIAS, "callsubr")] for n in range(9)]
    with_subroutines(font, *calls, [1, 1, "rlineto", "return"])
    program(font, "I").setProgram([0, 0, "rmoveto", -BIAS, "callsubr", "endchar"])


def many_calls_without_lines(font: Any) -> None:
    many_calls(font)
    font["CFF "].cff.topDictIndex[0].Private.Subrs.items[-1].setProgram(["return"])


def lost_subroutine(font: Any) -> None:
    program(font, "I").setProgram([0, 0, "rmoveto", 5, "callsubr", "endchar"])


def far_away(font: Any) -> None:
    program(font, "I").setProgram([*[30_000, 30_000, "rmoveto"] * 3, 5, 5, "rlineto", 5, -5, "rlineto", "endchar"])


def made_of_itself(font: Any) -> None:
    """An accented letter of the old form, whose base is the letter."""
    program(font, "I").setProgram([0, 0, ord("I"), ord("O"), "endchar"])


HOSTILE = [endless, many_calls, many_calls_without_lines, lost_subroutine, far_away, made_of_itself]


@pytest.mark.parametrize("spoil", HOSTILE, ids=lambda spoil: spoil.__name__)
def test_hostile_postscript_outlines_are_refused(spoil: Callable[[Any], object]) -> None:
    with pytest.raises(FontRefused, match=r"call too many subroutines|made of too many others|damaged"):
        opened(postscript(spoil))


def test_a_broken_table_of_postscript_outlines_is_refused() -> None:
    content = bytearray(postscript())
    with TTFont(BytesIO(bytes(content))) as font:
        entry = font.reader.tables["CFF "]
    content[entry.offset + 4 : entry.offset + entry.length] = b"\xff" * (entry.length - 4)
    with pytest.raises(FontRefused, match="damaged"):
        opened(bytes(content))


def test_an_accented_letter_of_the_old_form_is_drawn() -> None:
    def change(font: Any) -> None:
        program(font, "one").setProgram([100, 0, ord("O"), ord("I"), "endchar"])

    small = opened(postscript(change))
    assert small.ink("1") == (0.065, -0.7, 0.665, 0)
    assert small.outline("1")[: len(small.outline("O"))] == small.outline("O")


def test_postscript_outlines_whose_embedding_is_forbidden_are_refused() -> None:
    with pytest.raises(FontRefused, match="its licence bits forbid embedding"):
        opened(postscript(lambda font: setattr(font["OS/2"], "fsType", 0x0002)))


def test_too_many_points_are_refused_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "MOST_POINTS", 20)
    monkeypatch.setattr(outlines, "FORM", "few points")
    with pytest.raises(FontRefused, match="its outlines have more than 0 million points") as caught:
        opened(postscript(lambda font: setattr(font["hhea"], "lineGap", 7)))  # no other test has read these bytes
    assert caught.value.hint == "use a font with fewer characters, such as one for a single language"


def test_a_refusal_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the process, and in the user's cache for the next one; the font is not read a second time."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(outlines, "_refusals", {})
    content = postscript(many_calls)
    tries: list[Any] = []
    drawn_outlines = outlines.drawn_outlines

    def counted(font: Any, chosen: Iterable[str]) -> dict[str, Any]:
        tries.append(font)
        return drawn_outlines(font, chosen)

    monkeypatch.setattr(outlines, "drawn_outlines", counted)
    for _ in range(2):
        with pytest.raises(FontRefused, match="its glyphs call too many subroutines"):
            opened(content)
    outlines._refusals.clear()
    assert len(list((tmp_path / "cache" / FONTS.name).iterdir())) == 1
    with pytest.raises(FontRefused, match="its glyphs call too many subroutines"):
        opened(content)
    assert len(tries) == 1
    monkeypatch.setattr(outlines, "FORM", "other limits")
    with pytest.raises(FontRefused, match="its glyphs call too many subroutines"):
        opened(content)
    assert len(tries) == 2
