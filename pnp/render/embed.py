"""Bitmaps put into a PDF: each once, a JPEG as it is, a PNG as its samples, and what becomes CMYK as samples too."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.render.inks import FourInks, Inks

if TYPE_CHECKING:
    from pnp.scene.items import Bitmap

STRIP = 1_000_000
"""Pixels that are unpacked at once."""

_GREY = {1: "L", 2: "LA"}
_COLOURED = {3: "RGB", 4: "RGBA"}


def name_of(bitmap: Bitmap) -> str:
    """What the document calls a bitmap."""
    return f"picture-{bitmap.digest}"


def embed(canvas: Any, bitmap: Bitmap, inks: Inks) -> None:
    """Writes the bitmap into the document in those inks, to be drawn by its name."""
    four = isinstance(inks, FourInks) and bitmap.channels in _COLOURED
    image = _image(bitmap, "DeviceGray" if bitmap.channels in _GREY else "DeviceCMYK" if four else "DeviceRGB")
    if bitmap.form == "jpeg" and not four:
        image.streamContent, image._filters = bitmap.data, ("DCTDecode",)
    else:
        image.streamContent, clear = _samples(bitmap, four)
        if clear:
            mask = _image(bitmap, "DeviceGray")
            mask.streamContent = clear
            image.smask = canvas._doc.Reference(mask, f"{name_of(bitmap)}-mask")
    canvas._doc.addForm(name_of(bitmap), image)


def _image(bitmap: Bitmap, space: str) -> Any:
    """An image of the document's, as large as the bitmap and still without its samples."""
    from reportlab.pdfbase.pdfdoc import PDFImageXObject

    image = PDFImageXObject(name_of(bitmap))
    image.width, image.height = bitmap.width, bitmap.height
    image.bitsPerComponent, image.colorSpace, image._filters = 8, space, ("FlateDecode",)
    return image


@lru_cache(maxsize=64)  # the game and each of its components are files of their own
def _samples(bitmap: Bitmap, four: bool) -> tuple[bytes, bytes]:
    """The samples of a picture, and those of its transparency if it has any, compressed.

    Strip by strip: all at once take many times the room of the file.
    """
    from PIL import Image

    from pnp.scene.bitmaps import decoded

    picture = decoded(bitmap)
    colours, clear = zlib.compressobj(), zlib.compressobj()
    made: tuple[list[bytes], list[bytes]] = [], []
    rows = max(1, STRIP // bitmap.width)
    for top in range(0, bitmap.height, rows):
        strip = picture.crop((0, top, bitmap.width, min(top + rows, bitmap.height)))
        bands = strip.convert((_GREY | _COLOURED)[bitmap.channels]).split()
        if bitmap.channels % 2 == 0:
            made[1].append(clear.compress(bands[-1].tobytes()))
            bands = bands[:-1]
        plain = bands[0] if len(bands) == 1 else _four(list(bands)) if four else Image.merge("RGB", bands)
        made[0].append(colours.compress(plain.tobytes()))
    mask = b"" if bitmap.channels % 2 else b"".join((*made[1], clear.flush()))
    return b"".join((*made[0], colours.flush())), mask


def _four(bands: list[Any]) -> Any:
    """Red, green and blue in four inks by the rule `naive-gcr`, as colours of shapes are."""
    from PIL import Image, ImageChops

    lacking = [ImageChops.invert(band) for band in bands]
    black = ImageChops.darker(ImageChops.darker(lacking[0], lacking[1]), lacking[2])
    return Image.merge("CMYK", [*(ImageChops.subtract(band, black) for band in lacking), black])
