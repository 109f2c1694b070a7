"""Bitmaps put into a PDF: each once, a JPEG as it is, a PNG as its samples."""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.scene.items import Bitmap

_SPACES = {1: "DeviceGray", 2: "DeviceGray", 3: "DeviceRGB", 4: "DeviceRGB"}


def name_of(bitmap: Bitmap) -> str:
    """What the document calls a bitmap."""
    return f"picture-{bitmap.digest}"


def embed(canvas: Any, bitmap: Bitmap) -> None:
    """Writes the bitmap into the document, to be drawn by its name."""
    image = _image(bitmap, _SPACES[bitmap.channels])
    if bitmap.form == "jpeg":
        image.streamContent, image._filters = bitmap.data, ("DCTDecode",)
    else:
        image.streamContent, clear = _samples(bitmap)
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


def _samples(bitmap: Bitmap) -> tuple[bytes, bytes]:
    """The samples of a PNG, and those of its transparency if it has any, compressed."""
    from PIL import Image

    picture = Image.open(BytesIO(bitmap.data), formats=("PNG",))
    modes = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
    *colours, last = picture.convert(modes[bitmap.channels]).split()
    bands = [*colours, last] if bitmap.channels % 2 else colours
    plain = Image.merge("RGB", bands) if len(bands) == 3 else bands[0]
    return zlib.compress(plain.tobytes()), b"" if bitmap.channels % 2 else zlib.compress(last.tobytes())
