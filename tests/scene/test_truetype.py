"""What is read of a font at once is what a library for all fonts reads."""

from __future__ import annotations

from pathlib import Path

import fontpkg
import pytest
from fontTools.ttLib import TTFont

from pnp.scene.truetype import read_metrics

FILES = sorted({Path(each.path) for family in fontpkg.families().values() for each in family.files})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_metrics_are_those_of_the_tables(path: Path) -> None:
    read = read_metrics(path.read_bytes())
    with TTFont(path, lazy=True) as font:
        if read is None:
            assert "fvar" in font
            return
        wide, line, head, shape = font["hmtx"].metrics, font["hhea"], font["head"], font["OS/2"]
        assert read.advances == {chr(code): wide[glyph][0] for code, glyph in font.getBestCmap().items()}
        assert list(read.advances) == [chr(code) for code in font.getBestCmap()]
        assert read[:5] == (head.unitsPerEm, line.ascent, line.descent, shape.sCapHeight, shape.sxHeight)
        assert read.sides == (line.minLeftSideBearing, head.yMax, line.minRightSideBearing, head.yMin)
        assert read.embedding == shape.fsType


def test_plain_fonts_are_read_at_once() -> None:
    assert any(read_metrics(path.read_bytes()) for path in FILES)


@pytest.mark.parametrize("data", [b"", b"wOFF", b"OTTO\0\1", b"\0\1\0\0\0\0\0\0\0\0\0\0"])
def test_what_is_no_plain_font_is_left_to_others(data: bytes) -> None:
    assert read_metrics(data) is None
