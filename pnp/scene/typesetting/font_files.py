"""Installed families; metrics from TrueType files.

A font package is first looked up by name, because listing all installed packages takes as long as drawing a small deck.
Metrics are read here only from tables in common formats. fontTools, which reads all formats, takes ten times as long,
and its import takes time too. Of thousands of characters, only those used are looked up.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from struct import unpack_from
from sys import byteorder
from typing import Any, BinaryIO, Literal, NamedTuple

Advance = Callable[[str], int | None]
"""A function that returns the advance of a character in font units; None if the font lacks it."""


# Font families installed as packages (`fontpkg-…`): their names, and the file of a family for a weight.

REGULAR = 400


class FontFile(NamedTuple):
    """A file of a family, and its face. A variable file counts as Regular, since only its default instance is drawn."""

    path: Path
    weight: int = REGULAR
    italic: bool = False


def families() -> tuple[str, ...]:
    """Return the names of the installed families, sorted. Packages without font files are left out."""
    import fontpkg

    return tuple(sorted(family.name for name, family in fontpkg.families().items() if _files(name)))


def font_file(family: str, weight: int, italic: bool) -> FontFile | None:
    """Return the file nearest in weight, upright if the family has no italics; None if it is not installed."""
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
    """Return the name of a family as in its package's name."""
    return re.sub(r"[\s_]+", "-", family.strip().lower())


@cache
def _files(name: str) -> tuple[tuple[Path, dict[str, Any], range], ...]:
    """Return the files of the package of that name: path, metadata, and the weights of a variable file."""
    found = find_spec(f"fontpkg_{name.replace('-', '_')}") if re.fullmatch("[a-z0-9-]+", name) else None
    if found is None or not found.origin:
        return ()
    folder = Path(found.origin).parent
    with open(folder / "metadata.json", encoding="utf-8") as file:  # noqa: PTH123
        family = json.load(file)
    reaches = [range(int(axis["min"]), int(axis["max"]) + 1) for axis in family["axes"] if axis["tag"] == "wght"]
    reach = reaches[0] if reaches else range(0)
    return tuple((folder / entry["path"], entry, reach if entry["variable"] else range(0)) for entry in family["files"])


# Metrics for typesetting from a plain TrueType file: font metrics, advances of characters, and their boxes.

PLAIN = (b"\x00\x01\x00\x00", b"true")
"""The first bytes of a file with TrueType outlines."""

WINDOWS, BASIC, FULL = 3, 1, 10
"""The platform of the character maps that are read, and two encodings of it."""


Box = tuple[int, int, int, int]
"""Left, bottom, right and top."""


class Metrics(NamedTuple):
    """The metrics of a face in font units.

    `sides` are its minimum left bearing, its top, its minimum right bearing and its bottom. `cap_height` and `x_height`
    are 0 if not stated. `weight` is that of the default instance of a variable file, and Regular for any other file.
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
    """The character map of a font, as runs of codes.

    `firsts` and `lasts` are the first and last code of each run. The glyphs of a run are consecutive from `glyphs`,
    which belongs to its first code. If a run's entry in `places` is not 0, its glyphs are in `listed` from that index
    instead.
    """

    lasts: array[int]
    firsts: array[int]
    glyphs: array[int]
    places: array[int]
    listed: array[int]

    @property
    def is_whole(self) -> bool:
        """Whether the table was complete, with its runs in order."""
        count = len(self.lasts)
        alike = len(self.firsts) == len(self.glyphs) == count and len(self.places) in (0, count)
        return alike and self.lasts.tolist() == sorted(self.lasts)

    def glyph(self, char: str) -> int:
        """Return the glyph of a character; 0 if there is none."""
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
    """The advances of a font's characters; further glyphs have the last advance, as in `hmtx`."""

    characters: Characters
    wide: array[int]

    def of(self, char: str) -> int | None:
        """Return the advance of a character in font units; None if there is none."""
        glyph = self.characters.glyph(char)
        return self.wide[min(glyph, len(self.wide) - 1)] if glyph else None


class Advances(dict[str, float | None]):
    """Cache of advances in ems, by character; None for characters without a glyph."""

    def __init__(self, advance: Advance, units: int) -> None:
        super().__init__()
        self._advance, self._units = advance, units

    def __missing__(self, char: str) -> float | None:
        wide = self._advance(char)
        self[char] = None if wide is None else wide / self._units
        return self[char]

    def __reduce__(self) -> tuple[type[Advances], tuple[Advance, int]]:
        return Advances, (self._advance, self._units)  # without the cached entries


class Boxes(NamedTuple):
    """The locations of the outlines of a font's characters."""

    characters: Characters
    starts: array[int]
    outlines: memoryview

    def of(self, char: str) -> Box | None:
        """Return the ink box of a character in font units; None if it has no ink."""
        glyph = self.characters.glyph(char)
        start, end = self.starts[glyph : glyph + 2] if 0 < glyph < len(self.starts) - 1 else (0, 0)
        return unpack_from(">hhhh", self.outlines, start + 2) if start < end <= len(self.outlines) else None


def read_metrics(file: BinaryIO) -> Metrics | None:
    """Return the metrics of a font; None if a table is missing or in an uncommon format, which fontTools must read.

    Raises any error of `struct` if the file is damaged.
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
    """Return the ink boxes of characters; None if a table is missing or in an uncommon format.

    Raises any error of `struct` if the file is damaged.
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
    """Return the tables of a file with TrueType outlines by name; empty for any other file.

    Only the tables in `wanted` have content.
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
    """Return the weight of the default instance of a variable font."""
    start, _, count, size = unpack_from(">HHHH", table, 4)
    axes = (unpack_from(">4sll", table, start + size * number) for number in range(count))
    return next((default / 0x10000 for tag, _, default in axes if tag == b"wght"), REGULAR)


def _advances(table: memoryview, count: int) -> array[int]:
    return _numbers(table[: 4 * count])[::2]


def _numbers(data: memoryview, sort: Literal["H", "I"] = "H") -> array[int]:
    """Return unsigned big-endian numbers of two bytes each, or of four for `I`."""
    numbers = array(sort, data.tobytes())
    if byteorder == "little":
        numbers.byteswap()
    return numbers


def _characters(tables: dict[str, memoryview]) -> Characters | None:
    """Return the character map; None if it is not in format 12 or 4 of the Windows platform."""
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
    """Return the characters of a map of format 4: runs of consecutive glyphs, or of listed ones."""
    length, _, double = unpack_from(">HHH", table, 2)
    numbers, count = _numbers(table[14 : length & ~1]), double // 2
    lasts, firsts = numbers[:count], numbers[count + 1 : 2 * count + 1]
    shifts, offsets = numbers[2 * count + 1 : 3 * count + 1], numbers[3 * count + 1 : 4 * count + 1]
    glyphs = array("L", [first + shift for first, shift in zip(firsts, shifts, strict=True)])
    places = [at + offset // 2 if offset else 0 for at, offset in enumerate(offsets, 3 * count + 1)]
    return Characters(lasts, firsts, glyphs, array("L", places), numbers)


def _long_runs(table: memoryview) -> Characters:
    """Return the characters of a map of format 12: runs of consecutive glyphs."""
    (count,) = unpack_from(">L", table, 12)
    numbers = _numbers(table[16 : 16 + 12 * count], "I")
    return Characters(numbers[1::3], numbers[::3], numbers[2::3], array("L"), array("H"))
