from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from pnp.scene.bitmaps import PictureRefused, decoded, grey_bitmap, open_bitmap
from pnp.scene.items import Bitmap
from tests.scene.pictures import bomb, chunk, file, gradient


def shown(bitmap: Bitmap) -> Image.Image:
    return Image.open(BytesIO(bitmap.data))


def difference(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference of a sample."""
    spread = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getextrema()
    return int(max(high for _, high in spread))  # type: ignore[misc]


def refused(content: bytes) -> PictureRefused:
    with pytest.raises(PictureRefused) as caught:
        open_bitmap(content)
    return caught.value


@pytest.mark.parametrize(
    ("form", "mode", "channels"),
    [
        ("PNG", "1", 1),
        ("PNG", "L", 1),
        ("PNG", "LA", 2),
        ("PNG", "P", 3),
        ("PNG", "RGB", 3),
        ("PNG", "RGBA", 4),
        ("JPEG", "L", 1),
        ("JPEG", "RGB", 3),
    ],
)
def test_what_every_reader_shows_is_kept_as_it_is(form: str, mode: str, channels: int) -> None:
    image = gradient(30, 20, mode)
    content = file(image, form)
    bitmap = open_bitmap(content)
    assert (bitmap.width, bitmap.height, bitmap.channels, bitmap.form) == (30, 20, channels, form.lower())
    assert bitmap.data == content
    assert difference(shown(bitmap), Image.open(BytesIO(content))) == 0


@pytest.mark.parametrize(("form", "mode"), [("PNG", "P"), ("PNG", "RGBA"), ("PNG", "I;16"), ("JPEG", "RGB")])
def test_what_was_opened_last_is_handed_over_as_it_is_in_the_file(form: str, mode: str) -> None:
    content = file(gradient(30, 20, mode.replace("I;16", "L")).convert(mode), form)
    told = content[:33] + chunk(b"tEXt", b"Comment\0Harbour") + content[33:] if form == "PNG" else content
    bitmap = open_bitmap(told)
    handed, again = decoded(bitmap), decoded(bitmap)
    assert handed is not again
    assert (
        handed.convert("RGBA").tobytes() == again.convert("RGBA").tobytes() == shown(bitmap).convert("RGBA").tobytes()
    )


def test_only_what_was_opened_last_is_at_hand() -> None:
    first, second = (open_bitmap(file(Image.new("RGB", (4, 4), colour))) for colour in ("red", "blue"))
    assert [decoded(each).getpixel((0, 0)) for each in (first, second, first)] == [
        (255, 0, 0),
        (0, 0, 255),
        (255, 0, 0),
    ]


def test_a_palette_with_a_clear_colour_is_transparent() -> None:
    image = gradient(8, 8, "P")
    assert open_bitmap(file(image, transparency=0)).channels == 4


def test_what_applications_wrote_is_left_out() -> None:
    plain = gradient(30, 20)
    told = Image.Exif()
    told[0x010E] = "the harbour at dawn"
    for form in ("PNG", "JPEG"):
        bitmap = open_bitmap(file(plain, form, exif=told, icc_profile=b"profile", comment="word", dpi=(72, 72)))
        assert b"harbour" not in bitmap.data
        assert b"profile" not in bitmap.data
        assert shown(bitmap).getexif() == {}
        assert difference(shown(bitmap), plain) <= (0 if form == "PNG" else 24)


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_turned_picture_is_put_upright(form: str) -> None:
    upright = gradient(30, 20)
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned: show it a quarter clockwise
    bitmap = open_bitmap(file(upright.transpose(Image.Transpose.ROTATE_90), form, exif=exif, quality=100))
    assert (bitmap.width, bitmap.height) == (30, 20)
    assert difference(shown(bitmap), upright) <= (0 if form == "PNG" else 12)
    assert 0x0112 not in shown(bitmap).getexif()


def test_cmyk_becomes_rgb() -> None:
    image = gradient(30, 20, "CMYK")
    bitmap = open_bitmap(file(image, "JPEG", quality=100))
    assert (bitmap.channels, shown(bitmap).mode) == (3, "RGB")
    assert difference(shown(bitmap), image) <= 12


def test_sixteen_bits_become_eight() -> None:
    image = Image.new("I;16", (4, 1))
    for x, value in enumerate((0, 257 * 100, 257 * 200, 65535)):
        image.putpixel((x, 0), value)
    bitmap = open_bitmap(file(image))
    assert (bitmap.channels, shown(bitmap).mode) == (1, "L")
    assert list(shown(bitmap).tobytes()) == [0, 100, 200, 255]


def test_the_same_content_is_the_same_bitmap() -> None:
    content = file(gradient(5, 5))
    assert open_bitmap(content) == open_bitmap(bytes(bytearray(content)))
    assert open_bitmap(content) != open_bitmap(file(gradient(5, 5, "L")))


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "it is empty"),
        (b"a few words", "it is not a PNG, JPEG or SVG"),
        (b"GIF89a...", "it is a GIF, not a PNG, JPEG or SVG"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "it is PostScript, not a PNG, JPEG or SVG"),
        (file(gradient(9, 9), "WEBP"), "it is a WebP, not a PNG, JPEG or SVG"),
        (file(gradient(9, 9), "TIFF"), "it is a TIFF, not a PNG, JPEG or SVG"),
    ],
)
def test_other_files_are_refused_whatever_their_names(content: bytes, what: str) -> None:
    assert refused(content).message == what


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_half_a_file_is_refused(form: str) -> None:
    content = file(gradient(200, 200), form)
    assert refused(content[: len(content) // 2]).message == "it is damaged or cut short"


def test_no_more_is_unpacked_than_a_page_needs() -> None:
    for side in (6_400, 12_000, 60_000):
        assert refused(bomb(side, side)).message == "it has more than 40,000,000 pixels"


@pytest.mark.parametrize(("mode", "channels"), [("RGB", 1), ("RGBA", 2), ("P", 1), ("L", 1), ("LA", 2)])
def test_a_picture_without_its_colours(mode: str, channels: int) -> None:
    bitmap = open_bitmap(file(gradient(20, 10, mode)))
    grey = grey_bitmap(bitmap)
    assert (grey.channels, shown(grey).size) == (channels, (20, 10))
    assert difference(shown(grey), gradient(20, 10, mode).convert("RGB").convert("L")) <= 2
    assert (grey == bitmap) == (mode in ("L", "LA"))
