from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pnp.render.pdf import PictureTooLarge, render_png, render_pngs
from pnp.scene.items import Rect, Scene
from pnp.scene.parts import Box, Sheet

WHITE = Box(0, 0, 10, 10)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.mark.parametrize(
    ("width", "dpi", "pixels"),
    [(63.5, 300, 750), (88.9, 300, 1050), (210, 300, 2480), (44, 96, 166), (1, 10, 1), (0.5, 72, 1), (25.4, 72.5, 72)],
)
def test_a_picture_has_exactly_its_pixels(width: float, dpi: float, pixels: int) -> None:
    assert opened(render_png(Scene(width, 10, ()), dpi)).size[0] == pixels


def test_a_scene_comes_with_its_bleed_and_its_resolution() -> None:
    picture = opened(render_png(Scene(10, 10, (Rect(-2, -2, 2, 14, 0, "#D2403F"),), bleed=2), 254))
    assert picture.size == (140, 140)
    assert picture.info["dpi"] == pytest.approx((254, 254), abs=0.1)
    assert picture.getpixel((10, 70)) == (0xD2, 0x40, 0x3F)
    assert picture.getpixel((130, 70)) == (255, 255, 255)


def test_many_are_the_same_as_one_by_one() -> None:
    drawings = [Scene(5 + at, 5, (Rect(0, 0, 2, 2, 0, "#000000"),)) for at in range(3)] + [
        Sheet(9, 9, (), WHITE, WHITE)
    ]
    assert list(render_pngs(drawings, 100)) == [render_png(drawing, 100) for drawing in drawings]


def test_a_picture_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(PictureTooLarge, match="pixels"):
        render_png(Scene(1000, 1000, ()), 1200)
