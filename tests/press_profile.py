"""A small ICC profile for CMYK, as a print shop has one: made here, so that none with a licence is needed.

`python -m tests.press_profile` writes it where the gallery has it. Its inks are those of the rule `naive-gcr`, mixed
between the sixteen corners of the cube, so it belongs to no press.
"""

from __future__ import annotations

import struct
from itertools import product
from pathlib import Path

PLACE = Path(__file__).parent / "gallery" / "art" / "no-press.icc"
NAME = "No press at all"
D50 = (0.9642, 1.0, 0.8249)


def corner(cyan: float, magenta: float, yellow: float, black: float) -> tuple[float, float, float]:
    """The colour of a corner in Lab, by way of sRGB."""
    red, green, blue = (1 - min(1.0, ink + black) for ink in (cyan, magenta, yellow))
    linear = [(each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4) for each in (red, green, blue)]
    rows = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))  # sRGB to XYZ, D50
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows]
    curved = [
        ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116
        for ratio in (value / white for value, white in zip(xyz, D50, strict=True))
    ]
    x, y, z = curved
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def table(inputs: int, outputs: int, entries: list[tuple[int, ...]]) -> bytes:
    """A table of type `mft1` with straight curves and two points a side."""
    straight = bytes(range(256))
    head = struct.pack(">4s4xBBBx", b"mft1", inputs, outputs, 2)
    matrix = b"".join(struct.pack(">i", 65536 if row == column else 0) for row in range(3) for column in range(3))
    return head + matrix + straight * inputs + bytes(v for entry in entries for v in entry) + straight * outputs


def made(space: bytes = b"CMYK", kind: bytes = b"prtr", version: int = 2) -> bytes:
    """The profile, or one of another colour space, class or version to be refused."""
    to_lab = []
    for inks in product((0.0, 1.0), repeat=4):
        light, a, b = corner(*inks)
        to_lab.append((round(light * 2.55), round(min(max(a + 128, 0), 255)), round(min(max(b + 128, 0), 255))))
    from_lab = [(0, 0, 0, 255 - light * 255) for light, _, _ in product((0, 1), repeat=3)]
    a2b, b2a = table(4, 3, to_lab), table(3, 4, from_lab)
    gamut = table(3, 1, [(0,)] * 8)
    name = NAME.encode() + b"\0"
    desc = struct.pack(">4s4xI", b"desc", len(name)) + name + bytes(4 + 4 + 2 + 1 + 67)
    white = struct.pack(">4s4x", b"XYZ ") + b"".join(struct.pack(">i", round(v * 65536)) for v in D50)
    tags = {b"desc": desc, b"cprt": b"text\0\0\0\0CC0\0", b"wtpt": white, b"gamt": gamut}
    tags |= {b"A2B%d" % number: a2b for number in range(3)} | {b"B2A%d" % number: b2a for number in range(3)}
    content, directory, seen, start = b"", b"", dict[bytes, int](), 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        if data not in seen:
            seen[data] = start + len(content)
            content += data + bytes(-len(data) % 4)
        directory += struct.pack(">4sII", tag, seen[data], len(data))
    header = struct.pack(">I4sBB2x4s4s4s", start + len(content), b"none", version, 0x40, kind, space, b"Lab ")
    header += struct.pack(">6H4s", 2000, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    header += b"".join(struct.pack(">i", round(v * 65536)) for v in D50)
    return header.ljust(128, b"\0") + struct.pack(">I", len(tags)) + directory + content


if __name__ == "__main__":
    PLACE.write_bytes(made())
