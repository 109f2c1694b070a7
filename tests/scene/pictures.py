"""Pictures made in a test."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image


def gradient(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Red grows from left to right, green from top to bottom, blue is even."""
    across = Image.linear_gradient("L").rotate(90).resize((width, height))
    down = Image.linear_gradient("L").resize((width, height))
    made = Image.merge("RGB", (across, down, Image.new("L", (width, height), 80)))
    return made.convert(mode)


def file(image: Image.Image, form: str = "PNG", **settings: Any) -> bytes:
    """The image as a file."""
    out = BytesIO()
    image.save(out, form, **settings)
    return out.getvalue()


def noise(size: int, form: str) -> Image.Image:
    """A picture of no order, whose file has about `size` bytes."""
    side = max(8, int((size / (3 if form == "PNG" else 1.1)) ** 0.5))
    return Image.frombytes("RGB", (side, side), Random(side).randbytes(side * side * 3))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few kilobytes that claims to be as large."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def inflating() -> bytes:
    """A PNG with a text that unpacks to a thousand times its size."""
    made = file(gradient(40, 40))
    packer = zlib.compressobj(9)
    text = b"".join(packer.compress(bytes(10**6)) for _ in range(500)) + packer.flush()
    return made[:33] + chunk(b"zTXt", b"Comment\0\0" + text) + made[33:]
