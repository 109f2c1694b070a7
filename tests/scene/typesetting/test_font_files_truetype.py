"""What is read of a font at once is what a library for all fonts reads."""

from __future__ import annotations

import struct
from io import BytesIO
from pathlib import Path

import fontpkg
import pytest
from fontTools.ttLib import TTFont

from pnp.scene.typesetting.font_files import read_boxes, read_metrics

FILES = sorted({Path(each.path) for family in fontpkg.families().values() for each in family.files})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_metrics_are_those_of_the_tables(path: Path) -> None:
    read = read_metrics(BytesIO(path.read_bytes()))
    with TTFont(path, lazy=True) as font:
        assert read
        wide, line, head, shape = font["hmtx"].metrics, font["hhea"], font["head"], font["OS/2"]
        characters = font.getBestCmap()
        for code in range(0x20000):
            assert read.advance(chr(code)) == (wide[characters[code]][0] if code in characters else None)
        assert read[:5] == (head.unitsPerEm, line.ascent, line.descent, shape.sCapHeight, shape.sxHeight)
        assert read.sides == (line.minLeftSideBearing, head.yMax, line.minRightSideBearing, head.yMin)
        assert read.embedding == shape.fsType
        axes = font["fvar"].axes if "fvar" in font else ()
        assert read.weight == next((axis.defaultValue for axis in axes if axis.axisTag == "wght"), 400)


def test_a_variable_font_says_what_it_is_drawn_in(tmp_path: Path) -> None:
    with TTFont(next(path for path in FILES if "[wght]" in path.name)) as font:
        font["fvar"].axes[0].defaultValue = 512.5
        font.save(tmp_path / "heavy.ttf")
    read = read_metrics(BytesIO((tmp_path / "heavy.ttf").read_bytes()))
    assert read
    assert read.weight == 512.5


@pytest.mark.parametrize("data", [b"", b"wOFF", b"OTTO\0\1", b"\0\1\0\0\0\0\0\0\0\0\0\0"])
def test_what_is_no_plain_font_is_left_to_others(data: bytes) -> None:
    assert read_metrics(BytesIO(data)) is None
    assert read_boxes(BytesIO(data)) is None


def test_a_table_of_characters_that_is_cut_short_is_left_to_others() -> None:
    path = next(path for path in FILES if path.stem == "FiraSans-Regular")
    data = path.read_bytes()
    at, length = next(
        struct.unpack_from(">LL", data, entry + 8) for entry in range(12, 400, 16) if data[entry : entry + 4] == b"cmap"
    )
    for kept in range(0, length, 7):
        short = bytearray(data)
        short[at + kept :] = b""
        try:
            read, boxes = read_metrics(BytesIO(short)), read_boxes(BytesIO(short))
        except (IndexError, ValueError, struct.error):
            continue
        for char in "AZaz•→":
            assert read is None or read.advance(char) is None or read.advance(char)
            assert boxes is None or boxes.of(char) is None or boxes.of(char)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_boxes_are_those_of_the_glyphs(path: Path) -> None:
    boxes = read_boxes(BytesIO(path.read_bytes()))
    assert boxes
    with TTFont(path, lazy=True) as font:
        glyphs, characters = font["glyf"], font.getBestCmap()
        for code in (*range(32, 400), *(ord(char) for char in "–—•→♠½№")):
            glyph = glyphs[characters.get(code, "space")]
            inked = glyph.numberOfContours != 0
            assert boxes.of(chr(code)) == ((glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) if inked else None)
