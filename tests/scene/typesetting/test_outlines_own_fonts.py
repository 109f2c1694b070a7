"""Fonts of packs: put together anew, refused where they are damaged or made to harm, and never the end of a build."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Any

import pytest
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cache import FONTS
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting import outlines
from pnp.scene.typesetting.fonts import Face, Family, FontRefused, face, face_from_bytes
from pnp.scene.typesetting.outlines import rebuilt
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

LETTERS = "abcéÅ½"


@cache
def small() -> bytes:
    """A font of a few letters, some of them made of others."""
    options = subset.Options()
    font = subset.load_font(str(face("Fira Sans").path), options)
    chosen = subset.Subsetter(options)
    chosen.populate(text=LETTERS)
    chosen.subset(font)
    return saved(font)


def saved(font: Any) -> bytes:
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def changed(change: Callable[[Any], object]) -> bytes:
    font = TTFont(BytesIO(small()), recalcBBoxes=False)
    change(font)
    return saved(font)


def composite(*parts: str) -> Any:
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, []
    glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    for part in parts:
        component = GlyphComponent()
        component.glyphName, component.x, component.y, component.flags = part, 0, 0, 0
        glyph.components.append(component)
    return glyph


def drawn(content: bytes) -> Face:
    """The face, after a line of it was written by both back ends."""
    opened = face_from_bytes(content, PurePath("own.ttf"))
    block = typeset(LETTERS, TextStyle(Family("own", (opened,)), 9, "#000000"))
    items = (block.at(5, 5),)
    assert render_svg(Scene(60, 20, items)).startswith(b"<")
    page = Box(0.0, 0.0, 60.0, 20.0)
    assert render_pdf((Sheet(60.0, 20.0, items, page, page),), PdfInfo("own")).startswith(b"%PDF")
    return opened


@pytest.mark.slow
def test_a_font_goes_on_without_its_programs_names_and_other_tables() -> None:
    content = drawn(small()).content
    assert content is not None
    with TTFont(BytesIO(content)) as font, TTFont(BytesIO(small())) as before:
        assert not {"fpgm", "prep", "cvt ", "GSUB", "GPOS", "gasp"} & set(font.keys())
        assert {"fpgm", "GSUB"} <= set(before.keys())
        assert not any("Fira" in str(record) for record in font["name"].names)
        assert font["hmtx"].metrics[font.getBestCmap()[ord("a")]] == before["hmtx"].metrics["a"]


@pytest.mark.slow
def test_the_same_file_gives_the_same_font() -> None:
    assert (
        face_from_bytes(small(), PurePath("one.ttf")).content == face_from_bytes(small(), PurePath("two.ttf")).content
    )


def bomb(font: Any) -> None:
    """Every letter made of thirty of the one before."""
    glyphs = font["glyf"]
    names = font.getGlyphOrder()[1:]
    for before, name in pairwise(names):
        glyphs[name] = composite(*[before] * 30)


def circle(font: Any) -> None:
    font["glyf"]["a"], font["glyf"]["b"] = composite("b"), composite("a")


def lost(font: Any) -> None:
    font["loca"].locations = [10**6] * len(font["loca"].locations)


def test_a_large_font_is_rebuilt_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cached font with other bytes than were saved is not used."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(outlines, "LARGE", 1)
    made = []
    monkeypatch.setattr(outlines, "rebuilt", lambda font, figures: made.append(rebuilt(font, figures)) or made[-1])

    def read() -> bytes:
        with TTFont(BytesIO(small())) as font:
            return outlines.rebuilt_once(font, small())

    first = read()
    assert (read(), len(made)) == (first, 1)
    (entry,) = (tmp_path / "cache" / FONTS.name).iterdir()
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert (read(), len(made)) == (first, 2)
    assert (read(), len(made)) == (first, 2)


@pytest.mark.parametrize("spoil", [bomb, circle], ids=lambda spoil: spoil.__name__)
def test_glyphs_made_of_glyphs_without_end_are_refused(spoil: Callable[[Any], object]) -> None:
    with pytest.raises(FontRefused, match=r"made of too many others|damaged"):
        drawn(changed(spoil))


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 2**31), st.integers(0, 255)), min_size=1, max_size=6), st.integers(0, 9))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_spoilt_font_is_refused_or_drawn(bytes_instead: list[tuple[int, int]], cut: int) -> None:
    content = bytearray(small())
    for at, new in bytes_instead:
        content[at % len(content)] = new
    with suppress(FontRefused):
        drawn(bytes(content[: len(content) // 2 if cut == 0 else None]))
