"""What setting text asks of a font, read from a plain TrueType file at once: metrics, and how wide characters are.

Only the usual is read here, for it is what nearly every font is: tables that a library for all fonts takes ten times as
long for, and its own start.
"""

from __future__ import annotations

from array import array
from struct import unpack_from
from sys import byteorder
from typing import Literal, NamedTuple

from pnp.scene.installed import REGULAR

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
    advances: dict[str, int]


def read_metrics(data: bytes) -> Metrics | None:
    """The metrics of a font with outlines of its own; None where that takes a closer look.

    Raises any error of `struct` where the file is damaged.
    """
    tables = _tables(data)
    glyphs = _glyphs(tables)
    if glyphs is None or not tables.keys() >= _MEASURED or unpack_from(">H", tables["OS/2"])[0] < 2:
        return None
    head, line, shape = tables["head"], tables["hhea"], tables["OS/2"]
    x_height, cap_height = unpack_from(">hh", shape, 86)
    ascent, descent = unpack_from(">hh", line, 4)
    left, right = unpack_from(">hh", line, 12)
    wide = _advances(tables["hmtx"], unpack_from(">H", line, 34)[0])
    wide.extend(
        wide[-1:] * (max(glyphs.values(), default=0) - len(wide) + 1)
    )  # all further glyphs are as wide as the last
    advances = {chr(code): wide[glyph] for code, glyph in glyphs.items()}
    bottom, _, top = unpack_from(">hhh", head, 38)
    units, embedding = unpack_from(">H", head, 18)[0], unpack_from(">H", shape, 8)[0]
    weight = _weight(tables["fvar"]) if "fvar" in tables else REGULAR
    sides = left, top, right, bottom
    return Metrics(units, ascent, descent, cap_height, x_height, sides, embedding, weight, advances)


def read_boxes(data: bytes) -> dict[str, Box] | None:
    """The boxes of the characters that have ink, in units of the em; None where that takes a closer look.

    Raises any error of `struct` where the file is damaged.
    """
    tables = _tables(data)
    glyphs = _glyphs(tables)
    if glyphs is None or not tables.keys() >= _DRAWN:
        return None
    (wide,) = unpack_from(">H", tables["head"], 50)
    starts = _numbers(tables["loca"], "I") if wide else [2 * half for half in _numbers(tables["loca"])]
    inked = ((chr(code), starts[glyph]) for code, glyph in glyphs.items() if starts[glyph] < starts[glyph + 1])
    return {char: unpack_from(">hhhh", tables["glyf"], start + 2) for char, start in inked}


_DRAWN = {"glyf", "head", "loca"}
_MEASURED = {"OS/2", "glyf", "head", "hhea", "hmtx"}


def _tables(data: bytes) -> dict[str, memoryview]:
    """The tables of a file with TrueType outlines, by their names; none of any other."""
    if data[:4] not in PLAIN:
        return {}
    (count,) = unpack_from(">H", data, 4)
    entries = (unpack_from(">4s4xLL", data, at) for at in range(12, 12 + 16 * count, 16))
    return {tag.decode("latin-1"): memoryview(data)[start : start + length] for tag, start, length in entries}


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


def _glyphs(tables: dict[str, memoryview]) -> dict[int, int] | None:
    """The glyph of each character; None where its table is of another kind than most are."""
    table = tables.get("cmap")
    if table is None:
        return None
    (count,) = unpack_from(">H", table, 2)
    found = {unpack_from(">HH", table, at): unpack_from(">L", table, at + 4)[0] for at in range(4, 4 + 8 * count, 8)}
    for encoding, kind, read in ((FULL, 12, _long_runs), (BASIC, 4, _runs)):
        start = found.get((WINDOWS, encoding))
        if start is not None:
            return read(table[start:]) if unpack_from(">H", table, start)[0] == kind else None
    return None


def _runs(table: memoryview) -> dict[int, int]:
    """The characters of a table of format 4: runs whose glyphs follow one another, or are listed."""
    length, _, double = unpack_from(">HHH", table, 2)
    numbers, count = _numbers(table[14 : length & ~1]), double // 2
    ends, starts = numbers[:count], numbers[count + 1 : 2 * count + 1]
    shifts, offsets = numbers[2 * count + 1 : 3 * count + 1], numbers[3 * count + 1 : 4 * count + 1]
    glyphs: dict[int, int] = {}
    for index, (first, last, shift, offset) in enumerate(zip(starts, ends, shifts, offsets, strict=True)):
        codes, at = range(first, last + 1), 3 * count + 1 + index + offset // 2
        found = (
            [glyph and glyph + shift for glyph in numbers[at : at + len(codes)]]
            if offset
            else range(first + shift, last + shift + 1)
        )
        glyphs.update(zip(codes, found, strict=True))
    return {code: glyph & 0xFFFF for code, glyph in glyphs.items() if glyph & 0xFFFF}


def _long_runs(table: memoryview) -> dict[int, int]:
    """The characters of a table of format 12: runs whose glyphs follow one another."""
    (count,) = unpack_from(">L", table, 12)
    runs = (unpack_from(">LLL", table, at) for at in range(16, 16 + 12 * count, 12))
    return {
        code: glyph + code - first
        for first, last, glyph in runs
        for code in range(first, last + 1)
        if glyph + code - first
    }
