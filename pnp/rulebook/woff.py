"""Tables of a font in, a WOFF file out: each packed by itself, all with their sums."""

from __future__ import annotations

from itertools import accumulate
from struct import pack
from typing import TYPE_CHECKING
from zlib import compress

from pnp.scene.truetype import numbers_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAIN = b"\x00\x01\x00\x00"
"""How a font with TrueType outlines begins."""

WHOLE = 0xB1B0AFBA
"""What all the numbers of a plain font add up to: its head says by how much the others lack it."""

_HEAD, _ENTRY, _PLAIN_HEAD, _PLAIN_ENTRY = 44, 20, 12, 16


def woff(tables: Mapping[str, bytes]) -> bytes:
    """The WOFF file of a font of these tables, the same each time; what their head says of the sum may be anything."""
    head = tables["head"]
    tables = dict(sorted({**tables, "head": head[:8] + bytes(4) + head[12:]}.items()))
    sums = {tag: _sum(table) for tag, table in tables.items()}
    lacking = WHOLE - _sum(_plain_directory(tables, sums)) - sum(sums.values())
    whole = tables | {"head": head[:8] + pack(">L", lacking & 0xFFFFFFFF) + head[12:]}
    packed = {tag: min(table, compress(table), key=len) for tag, table in whole.items()}
    starts = accumulate(map(_room, packed.values()), initial=_HEAD + _ENTRY * len(tables))
    entries = (
        pack(">4sLLLL", tag.encode(), start, len(packed[tag]), len(table), sums[tag])
        for (tag, table), start in zip(tables.items(), starts, strict=False)
    )
    body = b"".join((*entries, *map(_filled, packed.values())))
    plain = _PLAIN_HEAD + _PLAIN_ENTRY * len(tables) + sum(map(_room, tables.values()))
    return pack(">4s4sLHHLHH20x", b"wOFF", PLAIN, _HEAD + len(body), len(tables), 0, plain, 1, 0) + body


def _plain_directory(tables: Mapping[str, bytes], sums: Mapping[str, int]) -> bytes:
    """How the file begins where it is unpacked."""
    count = len(tables)
    power = count.bit_length() - 1
    search = _PLAIN_ENTRY << power
    starts = accumulate(map(_room, tables.values()), initial=_PLAIN_HEAD + _PLAIN_ENTRY * count)
    entries = (
        pack(">4sLLL", tag.encode(), sums[tag], start, len(table))
        for (tag, table), start in zip(tables.items(), starts, strict=False)
    )
    return pack(">4sHHHH", PLAIN, count, search, power, _PLAIN_ENTRY * count - search) + b"".join(entries)


def _filled(table: bytes) -> bytes:
    """The table with its last number filled up."""
    return table.ljust(_room(table), b"\0")


def _room(table: bytes) -> int:
    return len(table) + -len(table) % 4


def _sum(table: bytes) -> int:
    return sum(numbers_of(memoryview(_filled(table)), "I")) & 0xFFFFFFFF
