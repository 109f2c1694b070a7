"""A plain TrueType file cut down to some of its characters: their outlines and widths, without hints and kerning.

Only the usual is cut down here, as it is read in `truetype.py`: a library for all fonts takes ten times as long.
"""

from __future__ import annotations

from itertools import accumulate
from struct import pack, unpack_from
from typing import TYPE_CHECKING

from pnp.scene.truetype import glyphs_of, numbers_of, starts_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

KEPT = ("OS/2", "gasp")
"""The tables that stay as they are, where there are any."""

NEEDED = frozenset(("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"))

BASIC = 0x10000
"""Characters from here on are left out."""

NAMES = (1, 2)
"""What a font is called inside: its family and its style, in English."""

WINDOWS, ENGLISH = (3, 1), 0x409

_PARTS = 10
"""Where the outline of a glyph begins, after its box."""

_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX, _HINTED = 0x1, 0x8, 0x20, 0x40, 0x80, 0x100
"""What the flags of a part of a glyph say that is made of others."""


def cut_down(data: bytes, characters: Iterable[str]) -> dict[str, bytes] | None:
    """The tables of the file with these characters alone; None where that takes a closer look.

    Raises any error of `struct` where the file is damaged.
    """
    tables = tables_of(data)
    glyphs = glyphs_of(tables)
    if glyphs is None or not tables.keys() >= NEEDED:
        return None
    wanted = {code: glyphs[code] for code in sorted(map(ord, characters)) if code in glyphs and code < BASIC}
    outlines = _outlines(tables, {0, *wanted.values()})
    number = {glyph: index for index, glyph in enumerate(outlines)}
    drawn = [_numbered_anew(outline, number) for outline in outlines.values()]
    head, line = bytearray(tables["head"]), bytearray(tables["hhea"])
    head[50:52], line[34:36] = pack(">H", 1), pack(">H", len(drawn))
    return {
        **{tag: bytes(tables[tag]) for tag in KEPT if tag in tables},
        "cmap": _characters({code: number[glyph] for code, glyph in wanted.items()}),
        "glyf": b"".join(drawn) or b"\0",
        "head": bytes(head),
        "hhea": bytes(line),
        "hmtx": _widths(tables, outlines),
        "loca": pack(f">{len(drawn) + 1}L", *accumulate(map(len, drawn), initial=0)),
        "maxp": bytes(tables["maxp"][:4]) + pack(">H", len(drawn)) + bytes(tables["maxp"][6:]),
        "name": _names(tables["name"]),
        "post": pack(">L", 0x30000) + bytes(tables["post"][4:32]),
    }


def _outlines(tables: Mapping[str, memoryview], wanted: set[int]) -> dict[int, bytes]:
    """The outlines of the glyphs, and of those that they are made of, without hints, in the order of the file."""
    starts = starts_of(tables)
    found: dict[int, bytes] = {}
    while wanted:
        glyph = wanted.pop()
        found[glyph] = _bare(bytes(tables["glyf"][starts[glyph] : starts[glyph + 1]]))
        wanted |= {part for _, _, part in _parts(found[glyph])} - found.keys()
    return dict(sorted(found.items()))


def _bare(outline: bytes) -> bytes:
    """The outline without its hints; nothing where it has no rings."""
    (rings,) = unpack_from(">h", outline) if outline else (0,)
    if not rings:
        return b""
    if rings > 0:
        at = _PARTS + 2 * rings
        (hints,) = unpack_from(">H", outline, at)
        return outline[:at] + bytes(2) + outline[at + 2 + hints :]
    bare, end = bytearray(outline), _PARTS
    for at, flags, _ in _parts(outline):
        bare[at : at + 2] = pack(">H", flags & ~_HINTED)
        end = at + _length(flags)
    return bytes(bare[:end])


def _parts(outline: bytes) -> Iterator[tuple[int, int, int]]:
    """Where each part of a glyph that is made of others begins, its flags, and its glyph."""
    if not outline or unpack_from(">h", outline)[0] >= 0:
        return
    at, flags = _PARTS, _MORE
    while flags & _MORE:
        flags, glyph = unpack_from(">HH", outline, at)
        yield at, flags, glyph
        at += _length(flags)


def _length(flags: int) -> int:
    """How many bytes a part takes: its flags, its glyph, where it stands, and how it is scaled."""
    scaled = 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
    return 4 + (4 if flags & _WORDS else 2) + scaled


def _numbered_anew(outline: bytes, number: Mapping[int, int]) -> bytes:
    anew = bytearray(outline)
    for at, _, glyph in _parts(outline):
        anew[at + 2 : at + 4] = pack(">H", number[glyph])
    return bytes(anew)


def _widths(tables: Mapping[str, memoryview], glyphs: Iterable[int]) -> bytes:
    """The width and the left bearing of each glyph; from the last that is given on all are as wide."""
    (count,) = unpack_from(">H", tables["hhea"], 34)
    numbers = numbers_of(tables["hmtx"])
    pairs = ((numbers[2 * min(it, count - 1)], numbers[2 * it + 1 if it < count else count + it]) for it in glyphs)
    return b"".join(pack(">HH", *pair) for pair in pairs)


def _characters(glyphs: Mapping[int, int]) -> bytes:
    """A table of format 4: a run for each character, and the one that ends it."""
    codes = [*glyphs, 0xFFFF]
    shifts = [*((glyph - code) & 0xFFFF for code, glyph in glyphs.items()), 1]
    count = len(codes)
    power = count.bit_length() - 1
    runs = pack(f">{count}HH{count}H{count}H{2 * count}x", *codes, 0, *codes, *shifts)
    search = 2 << power
    head = pack(">HHHHHHH", 4, 14 + len(runs), 0, 2 * count, search, power, 2 * count - search)
    return pack(">HHHHL", 0, 1, *WINDOWS, 12) + head + runs


def _names(table: memoryview) -> bytes:
    """What the font is called inside, and nothing else."""
    count, store = unpack_from(">HH", table, 2)
    records = (unpack_from(">HHHHHH", table, 6 + 12 * index) for index in range(count))
    kept = [each for each in records if each[:2] == WINDOWS and each[2] == ENGLISH and each[3] in NAMES]
    texts = [bytes(table[store + start : store + start + length]) for *_, length, start in kept]
    starts = accumulate(map(len, texts), initial=0)
    entries = (pack(">HHHHHH", *each[:5], start) for each, start in zip(kept, starts, strict=False))
    return pack(">HHH", 0, len(kept), 6 + 12 * len(kept)) + b"".join((*entries, *texts))
