from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.draw.layers.placement import AlignedBox, place
from pnp.model.faces.layer import EllipseArt, Layer, Paint
from pnp.model.faces.template import parse_where
from pnp.scene.items import BoundingBox

FACE = BoundingBox(0, 0, 40, 60)
NAMED = {"title": BoundingBox(0, 0, 40, 14), "art": BoundingBox(5, 20, 25, 50)}


def placed(words: str, *, at: tuple[float, float] | None = None, size: tuple[float, float] | None = None) -> AlignedBox:
    layer = Layer(EllipseArt(Paint()), "ellipse", "it", Span("t"), at=at, size=size)
    return place(layer, parse_where(words), FACE, NAMED)


@pytest.mark.parametrize(
    ("words", "box"),
    [
        ("fill", (0, 0, 40, 60)),
        ("inset 3", (3, 3, 37, 57)),
        ("top, 14 high", (0, 0, 40, 14)),
        ("bottom, 14 high, inset 3", (3, 43, 37, 57)),
        ("top left, 12 x 10, inset 3", (3, 3, 15, 13)),
        ("bottom right, 12 x 10, inset 3", (25, 47, 37, 57)),
        ("12 x 10", (14, 25, 26, 35)),
        ("middle, 50% high", (0, 15, 40, 45)),
        ("right, 25% wide", (30, 0, 40, 60)),
        ("5 from top, 2 from the left", (2, 5, 40, 60)),
        ("below title", (0, 14, 40, 60)),
        ("below title, top, 6 high, inset 2", (2, 16, 38, 22)),
        ("below title, 6 high, inset 2", (2, 16, 38, 22)),
        ("below title, bottom, 6 high", (0, 54, 40, 60)),
        ("above art, 6 high", (0, 14, 40, 20)),
        ("right of art, 9 wide", (25, 0, 34, 60)),
        ("left of art, 4 wide, 5 high", (1, 27.5, 5, 32.5)),
        ("below title, above art, 2 high", (0, 16, 40, 18)),
        ("above art", (0, 0, 40, 20)),
        ("right of art", (25, 0, 40, 60)),
        ("left of art", (0, 0, 5, 60)),
        ("in art, 10 x 10", (10, 30, 20, 40)),
        ("below title, right of art", (25, 14, 40, 60)),
        ("in title, left of art, 2 wide", (3, 0, 5, 14)),
        ("left of art, in title, 2 wide", (3, 0, 5, 14)),
    ],
)
def test_words_make_a_box(words: str, box: tuple[float, float, float, float]) -> None:
    found = placed(words).box
    assert (found.left, found.top, found.right, found.bottom) == pytest.approx(box)


def test_what_stands_in_a_box_leans_where_the_box_has_no_size_of_its_own() -> None:
    corner = placed("bottom left, inset 3")
    assert (corner.align, corner.valign) == ("left", "bottom")
    strip = placed("top left, 12 high")
    assert (strip.align, strip.valign) == ("left", "middle")
    assert placed("12 x 10, top left").align == "centre"


def test_a_corner_that_is_written_out() -> None:
    assert placed("fill", at=(5, 6), size=(10, 8)).box == BoundingBox(5, 6, 15, 14)
    assert placed("fill", at=(5, 6)).box == BoundingBox(5, 6, 40, 60)


def test_insets_larger_than_the_box_leave_nothing_in_its_middle() -> None:
    found = placed("inset 25").box
    assert (found.width, found.centre) == (0, (20, 30))
