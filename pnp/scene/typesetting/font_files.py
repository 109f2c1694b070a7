"""Installed families; metrics from TrueType files; rebuilt fonts of packs.

A package is looked for by its own name first: to see all that is installed takes as long as drawing a small deck.

Only the usual is read here, for it is what nearly every font is: tables that a library for all fonts takes ten times as
long for, and its own start. Of thousands of characters those alone are looked up that somebody asks for.

What goes on are outlines, widths, and which character is which; no program, no name, no table that nobody asked for.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from struct import unpack_from
from sys import byteorder
from typing import Any, BinaryIO, Literal, NamedTuple

Advance = Callable[[str], int | None]
"""How wide a character is in units of the em; None where the font has none."""


# Font families that are installed as packages (`fontpkg-…`): their names, and the file of a family for a weight.

REGULAR = 400


class FontFile(NamedTuple):
    """A file of a family, and the face that is in it; a variable file counts as Regular, all that is drawn of it."""

    path: Path
    weight: int = REGULAR
    italic: bool = False


def families() -> tuple[str, ...]:
    """The names of the installed families, sorted; other packages that call themselves fonts are left out."""
    import fontpkg

    return tuple(sorted(family.name for name, family in fontpkg.families().items() if _files(name)))


def font_file(family: str, weight: int, italic: bool) -> FontFile | None:
    """The file nearest in weight, upright where the family has no italics; None where it is not installed."""
    weight = min(max(weight, 1), 1000)
    files = _files(slug(family))
    styled = [file for file in files if (file[1]["style"] == "italic") is italic] or files
    if not styled:
        return None

    def distance(file: tuple[Path, dict[str, Any], range]) -> tuple[int, int]:
        _, entry, reach = file
        own = entry["weight"] or 1000 * REGULAR  # any file of one weight is nearer than a variable one out of reach
        return (0, 0) if weight in reach else (abs(own - weight), own)

    path, entry, _ = min(styled, key=distance)
    return FontFile(path, entry["weight"] or REGULAR, entry["style"] == "italic")


def slug(family: str) -> str:
    """The name of a family as its package has it."""
    return re.sub(r"[\s_]+", "-", family.strip().lower())


@cache
def _files(name: str) -> tuple[tuple[Path, dict[str, Any], range], ...]:
    """The files of the package of that name, what it says of each, and the weights that a variable one can have."""
    found = find_spec(f"fontpkg_{name.replace('-', '_')}") if re.fullmatch("[a-z0-9-]+", name) else None
    if found is None or not found.origin:
        return ()
    folder = Path(found.origin).parent
    with open(folder / "metadata.json", encoding="utf-8") as file:  # noqa: PTH123
        family = json.load(file)
    reaches = [range(int(axis["min"]), int(axis["max"]) + 1) for axis in family["axes"] if axis["tag"] == "wght"]
    reach = reaches[0] if reaches else range(0)
    return tuple((folder / entry["path"], entry, reach if entry["variable"] else range(0)) for entry in family["files"])


# What setting text asks of a font, read from a plain TrueType file: metrics, how wide characters are, and their boxes.

PLAIN = (b"\x00\x01\x00\x00", b"true")
"""How a file with TrueType outlines begins."""

WINDOWS, BASIC, FULL = 3, 1, 10
"""The platform of the table of characters that is read, and its two encodings."""


Box = tuple[int, int, int, int]
"""Left, bottom, right and top."""


class Metrics(NamedTuple):
    """The figures of a face in units of its em; `sides` are its least left bearing, its top, its least right bearing
    and its foot. Capitals and small letters are 0 high where it does not say so. `weight` is that of a variable
    file where nothing is asked of it, and Regular for any other.
    """

    units: int
    ascent: int
    descent: int
    cap_height: int
    x_height: int
    sides: tuple[int, int, int, int]
    embedding: int
    weight: float
    advance: Advance


class Characters(NamedTuple):
    """The characters of a font: runs of codes, by the last and the first of each, whose glyphs follow one another from
    the one of the first code on. Of some runs the glyphs are `listed` from a place on instead, where that is not 0.
    """

    lasts: array[int]
    firsts: array[int]
    glyphs: array[int]
    places: array[int]
    listed: array[int]

    @property
    def is_whole(self) -> bool:
        """Whether all of the table was there, its runs in their order."""
        count = len(self.lasts)
        alike = len(self.firsts) == len(self.glyphs) == count and len(self.places) in (0, count)
        return alike and self.lasts.tolist() == sorted(self.lasts)

    def glyph(self, char: str) -> int:
        """The glyph of a character; 0 where there is none."""
        code = ord(char)
        run = bisect_left(self.lasts, code)
        if run == len(self.lasts) or code < self.firsts[run]:
            return 0
        beyond, glyph, place = code - self.firsts[run], self.glyphs[run], self.places[run] if self.places else 0
        if not place:
            return (glyph + beyond) & 0xFFFF
        found = self.listed[place + beyond] if place + beyond < len(self.listed) else 0
        return found and (found + glyph - self.firsts[run]) & 0xFFFF


class Widths(NamedTuple):
    """How wide the characters of a font are; those of all further glyphs are as wide as the last."""

    characters: Characters
    wide: array[int]

    def of(self, char: str) -> int | None:
        """The advance of a character in units of the em; None where there is none."""
        glyph = self.characters.glyph(char)
        return self.wide[min(glyph, len(self.wide) - 1)] if glyph else None


class Advances(dict[str, float | None]):
    """How wide characters are in ems, each looked up when it is first asked for; None where there is none."""

    def __init__(self, advance: Advance, units: int) -> None:
        super().__init__()
        self._advance, self._units = advance, units

    def __missing__(self, char: str) -> float | None:
        wide = self._advance(char)
        self[char] = None if wide is None else wide / self._units
        return self[char]

    def __reduce__(self) -> tuple[type[Advances], tuple[Advance, int]]:
        return Advances, (self._advance, self._units)  # it is the same whatever was looked up


class Boxes(NamedTuple):
    """Where the outlines of a font's characters begin."""

    characters: Characters
    starts: array[int]
    outlines: memoryview

    def of(self, char: str) -> Box | None:
        """The box of a character's ink in units of the em; None where there is none."""
        glyph = self.characters.glyph(char)
        start, end = self.starts[glyph : glyph + 2] if 0 < glyph < len(self.starts) - 1 else (0, 0)
        return unpack_from(">hhhh", self.outlines, start + 2) if start < end <= len(self.outlines) else None


def read_metrics(file: BinaryIO) -> Metrics | None:
    """The metrics of a font with outlines of its own; None where that takes a closer look.

    Raises any error of `struct` where the file is damaged.
    """
    tables = _tables(file, _READ)
    characters = _characters(tables)
    if characters is None or not tables.keys() >= _MEASURED or unpack_from(">H", tables["OS/2"])[0] < 2:
        return None
    head, line, shape = tables["head"], tables["hhea"], tables["OS/2"]
    x_height, cap_height = unpack_from(">hh", shape, 86)
    ascent, descent = unpack_from(">hh", line, 4)
    left, right = unpack_from(">hh", line, 12)
    wide = _advances(tables["hmtx"], unpack_from(">H", line, 34)[0])
    if not wide:
        return None
    bottom, _, top = unpack_from(">hhh", head, 38)
    units, embedding = unpack_from(">H", head, 18)[0], unpack_from(">H", shape, 8)[0]
    weight = _weight(tables["fvar"]) if "fvar" in tables else REGULAR
    sides = left, top, right, bottom
    return Metrics(units, ascent, descent, cap_height, x_height, sides, embedding, weight, Widths(characters, wide).of)


def read_boxes(file: BinaryIO) -> Boxes | None:
    """Where the boxes of the characters that have ink are found; None where that takes a closer look.

    Raises any error of `struct` where the file is damaged.
    """
    tables = _tables(file, _DRAWN | {"cmap"})
    characters = _characters(tables)
    if characters is None or not tables.keys() >= _DRAWN:
        return None
    (wide,) = unpack_from(">H", tables["head"], 50)
    starts = _numbers(tables["loca"], "I") if wide else array("I", [2 * half for half in _numbers(tables["loca"])])
    return Boxes(characters, starts, tables["glyf"])


_DRAWN = {"glyf", "head", "loca"}
_READ = {"OS/2", "cmap", "fvar", "head", "hhea", "hmtx"}
_MEASURED = {"OS/2", "glyf", "head", "hhea", "hmtx"}


def _tables(file: BinaryIO, wanted: AbstractSet[str]) -> dict[str, memoryview]:
    """The tables of a file with TrueType outlines, by their names, none of any other; only of those that are `wanted`
    is the content read.
    """
    head = file.read(12)
    if head[:4] not in PLAIN:
        return {}
    (count,) = unpack_from(">H", head, 4)
    entries = file.read(16 * count)
    tables: dict[str, memoryview] = {}
    for tag, start, length in (unpack_from(">4s4xLL", entries, at) for at in range(0, 16 * count, 16)):
        name = tag.decode("latin-1")
        file.seek(start)
        tables[name] = memoryview(file.read(length) if name in wanted else b"")
    return tables


def _weight(table: memoryview) -> float:
    """The weight of the default instance of a variable font."""
    start, _, count, size = unpack_from(">HHHH", table, 4)
    axes = (unpack_from(">4sll", table, start + size * number) for number in range(count))
    return next((default / 0x10000 for tag, _, default in axes if tag == b"wght"), REGULAR)


def _advances(table: memoryview, count: int) -> array[int]:
    return _numbers(table[: 4 * count])[::2]


def _numbers(data: memoryview, sort: Literal["H", "I"] = "H") -> array[int]:
    """Unsigned numbers of two bytes each, or of four."""
    numbers = array(sort, data.tobytes())
    if byteorder == "little":
        numbers.byteswap()
    return numbers


def _characters(tables: dict[str, memoryview]) -> Characters | None:
    """The glyph of each character; None where its table is of another kind than most are."""
    table = tables.get("cmap")
    if table is None:
        return None
    (count,) = unpack_from(">H", table, 2)
    found = {unpack_from(">HH", table, at): unpack_from(">L", table, at + 4)[0] for at in range(4, 4 + 8 * count, 8)}
    for encoding, kind, read in ((FULL, 12, _long_runs), (BASIC, 4, _runs)):
        start = found.get((WINDOWS, encoding))
        if start is not None:
            runs = read(table[start:]) if unpack_from(">H", table, start)[0] == kind else None
            return runs if runs and runs.is_whole else None
    return None


def _runs(table: memoryview) -> Characters:
    """The characters of a table of format 4: runs whose glyphs follow one another, or are listed."""
    length, _, double = unpack_from(">HHH", table, 2)
    numbers, count = _numbers(table[14 : length & ~1]), double // 2
    lasts, firsts = numbers[:count], numbers[count + 1 : 2 * count + 1]
    shifts, offsets = numbers[2 * count + 1 : 3 * count + 1], numbers[3 * count + 1 : 4 * count + 1]
    glyphs = array("L", [first + shift for first, shift in zip(firsts, shifts, strict=True)])
    places = [at + offset // 2 if offset else 0 for at, offset in enumerate(offsets, 3 * count + 1)]
    return Characters(lasts, firsts, glyphs, array("L", places), numbers)


def _long_runs(table: memoryview) -> Characters:
    """The characters of a table of format 12: runs whose glyphs follow one another."""
    (count,) = unpack_from(">L", table, 12)
    numbers = _numbers(table[16 : 16 + 12 * count], "I")
    return Characters(numbers[1::3], numbers[::3], numbers[2::3], array("L"), array("H"))


# Fonts that packs bring, put together anew of what is drawn of them: nothing else of a stranger's file goes on.

MOST_POINTS, MOST_OF_A_GLYPH = 4_000_000, 20_000
"""Points of all outlines, and of one, those of the glyphs that it is made of among them."""

NAME = "own"
"""What every such font is called inside; who draws it names it anew."""

DEEPEST = 16
"""Glyphs made of glyphs."""


class FontBomb(Exception):
    """A font whose glyphs, made of each other, have points without end."""


def rebuilt(font: Any) -> bytes:
    """A file with the glyphs of `font`, an open one, and nothing else of it.

    Raises FontBomb, and whatever fontTools raises for what is damaged.
    """
    from fontTools.fontBuilder import FontBuilder

    order, glyphs, head, line = font.getGlyphOrder(), font["glyf"], font["head"], font["hhea"]
    outlines = {glyph: glyphs[glyph] for glyph in order}
    _hold_bounds(outlines)
    for outline in outlines.values():
        outline.removeHinting()
    builder = FontBuilder(head.unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap() or {})
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({glyph: font["hmtx"].metrics[glyph] for glyph in order})
    builder.setupHorizontalHeader(ascent=line.ascent, descent=line.descent)
    builder.setupNameTable({"psName": NAME, "familyName": NAME, "styleName": "Regular"}, mac=False)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = BytesIO()
    builder.save(out)
    _draw_all(out.getvalue(), order)
    return out.getvalue()


def _hold_bounds(outlines: Mapping[str, Any]) -> None:
    """Raises FontBomb where the outlines would have too many points, KeyError for one that is not there."""
    counted: dict[str, int] = {}

    def points(glyph: str, depth: int) -> int:
        if depth > DEEPEST:
            raise FontBomb
        if glyph not in counted:
            outline = outlines[glyph]
            parts = outline.components if outline.isComposite() else ()
            own = len(getattr(outline, "coordinates", ()))
            counted[glyph] = own + sum(points(part.glyphName, depth + 1) for part in parts)
            if counted[glyph] > MOST_OF_A_GLYPH:
                raise FontBomb
        return counted[glyph]

    if sum(points(glyph, 0) for glyph in outlines) > MOST_POINTS:
        raise FontBomb


def _draw_all(content: bytes, order: list[str]) -> None:
    """Draws every glyph once, to know that all of them can be drawn."""
    from fontTools.pens.basePen import NullPen
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        glyphs = font.getGlyphSet()
        for number in range(len(order)):
            glyphs[font.getGlyphName(number)].draw(NullPen())
