"""What is left of a font is what a library for all fonts draws of the whole one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from struct import pack

import fontpkg
import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTWriter

from pnp.scene.subset import cut_down

FILES = sorted({Path(each.path) for family in fontpkg.families().values() for each in family.files})

CHARACTERS = "".join(map(chr, (*range(32, 400), *map(ord, "–—•→♠½№ﬁ"))))


def drawn(font: TTFont, code: int) -> object:
    glyphs, name = font.getGlyphSet(), font.getBestCmap()[code]
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    return pen.value, font["hmtx"][name]


def plain(tables: dict[str, bytes]) -> bytes:
    """The file of these tables."""
    out = BytesIO()
    writer = SFNTWriter(out, len(tables))
    for tag, table in tables.items():
        writer[tag] = table
    writer.close()
    return out.getvalue()


def cut(path: Path, characters: str) -> TTFont:
    tables = cut_down(path.read_bytes(), characters)
    assert tables
    return TTFont(BytesIO(plain(tables)), checkChecksums=2)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_characters_look_as_they_do_in_the_whole_font(path: Path) -> None:
    with cut(path, CHARACTERS) as font, TTFont(path, lazy=True) as whole:
        codes = {ord(char) for char in CHARACTERS} & whole.getBestCmap().keys()
        assert font.getBestCmap().keys() == codes
        for code in codes:
            assert drawn(font, code) == drawn(whole, code)
        for tag, fields in (("hhea", ("ascent", "descent", "lineGap")), ("OS/2", ("sTypoAscender", "usWinDescent"))):
            assert [getattr(font[tag], name) for name in fields] == [getattr(whole[tag], name) for name in fields]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_is_whole_and_holds_no_more(path: Path) -> None:
    with cut(path, "aÄ") as font:
        for tag in font.keys():  # noqa: SIM118  its tables are read when they are asked for
            assert font[tag] is not None
        assert not {"fpgm", "prep", "cvt ", "GPOS", "GSUB", "fvar", "gvar"} & set(font.keys())
        assert len(font.getGlyphOrder()) <= 6
        assert font["glyf"][font.getBestCmap()[ord("a")]].program.getBytecode() == b""
        assert [name.nameID for name in font["name"].names] == [1, 2]


@pytest.mark.parametrize("data", [b"", b"wOFF", b"OTTO\0\1", b"\0\1\0\0" + pack(">H6x", 0)])
def test_what_is_no_plain_font_is_left_to_others(data: bytes) -> None:
    assert cut_down(data, "a") is None
