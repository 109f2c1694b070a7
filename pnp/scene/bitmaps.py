"""Pictures from PNG and JPEG files: limited in size, complete, without metadata that back ends treat differently."""

import warnings
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.interrupts import pass_on_interrupt
from pnp.scene.items import Bitmap, Colour, Group, Item, Picture

MOST_PIXELS = 40_000_000
"""The maximum number of pixels of a picture: A3 at 400 pixels per inch, 120 MB while it is decoded."""

MOST_SCANS = 100
"""Maximum number of scans of a JPEG, each of which goes over all pixels: programs write up to about 20."""

_SCAN = b"\xff\xda"
"""The mark at which a scan of a JPEG begins."""

_UPRIGHT, _ORIENTATION = 1, 0x0112
_SIGNATURE, _DEPTH_AT, _SIXTEEN_BITS = 8, 24, 16
_START_OF_SCAN = b"\xda"
_QUALITY = {"quality": 95, "subsampling": 0}
_KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_LAST_CHUNK = b"\0\0\0\0IEND\xaeB`\x82"
_KEPT_SEGMENTS = (0xE0, 0xEE)
"""Segments that say how the samples of a JPEG are stored: JFIF, and Adobe's marker."""

_VISIBLE, _ALIKE = 96, 48
"""The least opacity of a visible pixel, and the difference of components up to which colours are the same."""

_REDUCED = 256
"""The maximum number of pixels on a side of a picture's reduced opacities."""

_OTHERS = {
    b"GIF8": "a GIF",
    b"RIFF": "a WebP",
    b"%!PS": "PostScript",
    b"%PDF": "a PDF",
    b"II*\0": "a TIFF",
    b"MM\0*": "a TIFF",
    b"8BPS": "a Photoshop file",
    b"BM": "a BMP",
    b"\x1f\x8b": "a compressed file such as SVGZ",
}

_last: dict[str, Any] = {}
"""The picture opened last, decoded, by its digest. Only one is cached, since a large one takes 160 MB."""


class PictureRefused(Exception):
    """A file that is not a printable picture; `message` and `hint` are as in a finding."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def open_bitmap(content: bytes) -> Bitmap:
    """Return the picture in a file's content, decoded once to check that it is complete.

    It is turned upright as its EXIF orientation says; CMYK and 16-bit pictures become 8-bit RGB or grey, which all
    readers show alike. Raises PictureRefused.
    """
    return _opened(_File(sha256(content).hexdigest(), content))


def decoded(bitmap: Bitmap) -> Any:
    """Return the picture as a Pillow image, from the cache if it was opened last. The cache entry is removed."""
    from PIL import Image

    return _last.pop(bitmap.digest, None) or Image.open(BytesIO(bitmap.data), formats=("PNG", "JPEG"))


@lru_cache(maxsize=128)
def grey_bitmap(bitmap: Bitmap) -> Bitmap:
    """Return the picture in greyscale."""
    if bitmap.channels <= 2:
        return bitmap
    image, clear = decoded(bitmap), bitmap.channels == 4
    data = _written(image.convert("RGBA").convert("LA") if clear else image.convert("L"), bitmap.form)
    return replace(bitmap, digest=f"{bitmap.digest}-grey", channels=2 if clear else 1, data=data)


@lru_cache(maxsize=64)
def duotone_bitmap(bitmap: Bitmap, colour: str) -> Bitmap:
    """Return the picture in one colour: black becomes the colour, white and transparency stay."""
    from PIL import Image, ImageOps

    image, clear = decoded(bitmap), bitmap.channels in (2, 4)
    whole = image.convert("RGBA") if clear else image
    tinted = ImageOps.colorize(whole.convert("L"), colour, "#FFFFFF")
    if clear:
        tinted.putalpha(whole.getchannel("A"))
    assert isinstance(tinted, Image.Image)
    data, digest = _written(tinted, bitmap.form), f"{bitmap.digest}-duotone-{colour[1:]}"
    return replace(bitmap, digest=digest, channels=4 if clear else 3, data=data)


@lru_cache(maxsize=128)
def tinted_bitmap(bitmap: Bitmap, colour: Colour) -> Bitmap:
    """Return the picture in one colour, with its own transparency."""
    from PIL import Image

    alpha = decoded(bitmap).convert("RGBA").getchannel("A")
    image = Image.new("RGBA", alpha.size, colour)
    image.putalpha(alpha)
    return replace(bitmap, digest=f"{bitmap.digest}-{colour[1:]}", form="png", channels=4, data=_written(image, "png"))


def ink_of(bitmap: Bitmap) -> tuple[Colour, ...]:
    """Return the darkest and the lightest colour of the visible pixels, only one if they are nearly the same.

    The result is empty for a picture whose pixels are all transparent.
    """
    from PIL import Image

    image = decoded(bitmap).convert("RGBA")
    visible = image.getchannel("A").point(lambda value: 255 if value >= _VISIBLE else 0)
    if visible.getbbox() is None:
        return ()
    colours = image.convert("RGB")
    # what is transparent is made black for the maximum, white for the minimum
    grounds = (Image.new("RGB", image.size, colour) for colour in ("#000000", "#FFFFFF"))
    highs, lows = (Image.composite(colours, ground, visible).split() for ground in grounds)
    most, least = [_extremes(band)[1] for band in highs], [_extremes(band)[0] for band in lows]
    light, dark = (f"#{red:02X}{green:02X}{blue:02X}" for red, green, blue in (most, least))
    alike = all(high - low <= _ALIKE for high, low in zip(most, least, strict=True))
    return (dark,) if alike else (dark, light)


@lru_cache(maxsize=128)
def opacities(bitmap: Bitmap) -> tuple[int, int, bytes]:
    """Return the opacities of a picture, reduced to `_REDUCED` pixels a side: width, height, and a byte for each."""
    from PIL import Image

    image = _last.get(bitmap.digest) or decoded(bitmap)  # it stays in the cache, for the file that it is drawn in
    alpha = (image if "A" in image.getbands() else image.convert("RGBA")).getchannel("A")
    size = (min(alpha.width, _REDUCED), min(alpha.height, _REDUCED))
    return *size, alpha.resize(size, Image.Resampling.BOX).tobytes()


def _extremes(band: Any) -> tuple[int, int]:
    least, most = band.getextrema()
    return least, most


def with_grey_pictures(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items with their pictures in greyscale; their colours stay."""
    return tuple(map(_with_grey_pictures, items))


def _with_grey_pictures(item: Item) -> Item:
    match item:
        case Picture():
            return replace(item, bitmap=grey_bitmap(item.bitmap))
        case Group():
            return replace(item, items=with_grey_pictures(item.items))
        case _:
            return item


class _File(Struct, frozen=True):
    """A file's content, for caching by its digest."""

    digest: str
    content: bytes


@lru_cache(maxsize=128)
def _opened(file: _File) -> Bitmap:
    from PIL import Image, UnidentifiedImageError

    _last.clear()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(file.content), formats=("PNG", "JPEG"))
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            if image.format == "JPEG" and file.content.count(_SCAN) > MOST_SCANS:
                raise PictureRefused(f"it has more than {MOST_SCANS} scans", "save it again as JPEG")
            image.load()
            return _stripped(image, file)
    except PictureRefused:
        raise
    except UnidentifiedImageError:
        raise PictureRefused(_foreign(file.content), "save it as PNG, JPEG or SVG") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        hint = "make it smaller: 300 pixels to the inch are enough"
        raise PictureRefused(f"it has more than {MOST_PIXELS:,} pixels", hint) from None
    except Exception as error:  # a damaged file can raise any exception in the decoder
        pass_on_interrupt(error)
        raise PictureRefused("it is damaged or cut short", "save it again") from None


def _foreign(content: bytes) -> str:
    if not content.strip():
        return "it is empty"
    kind = next((name for mark, name in _OTHERS.items() if content.lstrip().startswith(mark)), None)
    return f"it is {kind}, not a PNG, JPEG or SVG" if kind else "it is not a PNG, JPEG or SVG"


def _stripped(image: Any, file: _File) -> Bitmap:
    """Return the file without metadata, encoded again if it must be turned or converted, or is damaged at the end."""
    from PIL import ImageOps

    turned = image.getexif().get(_ORIENTATION, _UPRIGHT) != _UPRIGHT
    if image.format == "PNG":
        form: Literal["png", "jpeg"] = "png"
        parts = tuple(_chunks(file.content))
        encode_again = turned or file.content[_DEPTH_AT] == _SIXTEEN_BITS or parts[-1] != _LAST_CHUNK
        data = b"".join(parts)
    else:
        form, encode_again = "jpeg", turned or image.mode not in ("L", "RGB")
        data = _bare_jpeg(file.content)
    if encode_again:
        image = _eight_bits(ImageOps.exif_transpose(image))
        data = _written(image, form)
    bitmap = Bitmap(file.digest[:16], form, image.width, image.height, _channels(image), data)
    if not encode_again:
        _last[bitmap.digest] = image
    return bitmap


def _eight_bits(image: Any) -> Any:
    if image.mode.startswith("I"):
        return image.point(lambda value: value / 257).convert("L")
    return image.convert("RGB") if image.mode == "CMYK" else image


def _written(image: Any, form: Literal["png", "jpeg"]) -> bytes:
    out = BytesIO()
    image.info = {key: value for key, value in image.info.items() if key == "transparency"}
    image.save(out, form.upper(), **(_QUALITY if form == "jpeg" else {}))
    return out.getvalue()


def _channels(image: Any) -> int:
    """Return the number of channels of the picture in grey or RGB, with or without transparency."""
    colours = 1 if image.mode in ("1", "L", "LA") else 3
    return colours + bool(image.has_transparency_data)


def _chunks(png: bytes) -> Iterator[bytes]:
    """Yield the chunks of a PNG that define its pixels, up to a damaged one, which Pillow may have skipped."""
    yield png[:_SIGNATURE]
    at, kind = _SIGNATURE, b""
    while at + 12 <= len(png) and kind != b"IEND":
        end, kind = at + 12 + int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        if end > len(png) or zlib.crc32(png[at + 4 : end - 4]) != int.from_bytes(png[end - 4 : end], "big"):
            return
        if kind in _KEPT_CHUNKS:
            yield png[at:end]
        at = end


def _bare_jpeg(jpeg: bytes) -> bytes:
    """Return a JPEG without metadata segments; unchanged if its structure is unexpected."""
    parts, at = [jpeg[:2]], 2
    while jpeg[at : at + 1] == b"\xff" and jpeg[at + 1 : at + 2] != _START_OF_SCAN:
        marker, end = jpeg[at + 1], at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if not 0xE0 <= marker <= 0xFE or marker in _KEPT_SEGMENTS:
            parts.append(jpeg[at:end])
        at = end
    whole = jpeg[at : at + 2] == b"\xff" + _START_OF_SCAN
    return b"".join((*parts, jpeg[at:])) if whole else jpeg
