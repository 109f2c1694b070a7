"""PDF and SVG of one scene look the same: rasters at 254 dpi, where millimetres fall on pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
import pytest
import resvg_py
from PIL import Image

from pnp.render.png import render_png
from pnp.render.svg import render_svg
from pnp.scene.items import Group, Item, Path, Scene, Stroke, Text

DPI = 254

BLUR, ENVELOPE, FLAT = 40.0, 0.002, 3
"""The gates: the greatest difference of 7-pixel means, the percentage of pixels that lie more than 48 outside their
neighbours in the other picture, and the greatest difference of colour in flat areas. Two renderers of the same drawing
differ by 31, 0.000 and 0; one heart that became a diamond by 129 and 0.007."""

Picture = Any


def picture(png: bytes) -> Picture:
    return np.array(Image.open(BytesIO(png)).convert("RGB"))


def svg_picture(scene: Scene) -> Picture:
    return picture(bytes(resvg_py.svg_to_bytes(svg_string=render_svg(scene).decode(), dpi=DPI)))


def spread(grey: Picture, size: int, reduce: Callable[[list[Picture]], Picture]) -> Picture:
    """For each pixel its square of neighbours reduced to one value: first along the rows, then down the columns."""
    half = size // 2
    padded = np.pad(grey, half, mode="edge")
    rows = reduce([padded[:, at : at + grey.shape[1]] for at in range(size)])
    return reduce([rows[at : at + grey.shape[0]] for at in range(size)])


mean = partial(np.mean, axis=0)
least = np.minimum.reduce
most = np.maximum.reduce


def difference(one: Picture, two: Picture) -> tuple[float, float, int]:
    """Blur, envelope and flat difference of two pictures, as the gates measure them."""
    a, b = (picture.mean(axis=2, dtype=np.float32) for picture in (one, two))
    blur = np.abs(spread(a - b, 7, mean)).max()
    outside = np.zeros(a.shape, bool)
    flat = np.ones(a.shape, bool)
    for here, there in ((a, b), (b, a)):
        outside |= (here < spread(there, 3, least) - 48) | (here > spread(there, 3, most) + 48)
        flat &= spread(here, 5, least) == spread(here, 5, most)
    colour = np.abs(one.astype(int) - two.astype(int)).max(axis=2)[flat].max()
    return float(blur), float(outside.mean() * 100), int(colour)


def same(one: Picture, two: Picture) -> bool:
    blur, envelope, flat = difference(one, two)
    return blur <= BLUR and envelope <= ENVELOPE and flat <= FLAT


def changed(items: tuple[Item, ...], change: str) -> tuple[Item, ...]:
    return tuple(_changed(item, change) for item in items)


def _changed(item: Item, change: str) -> Item:
    match item, change:
        case Group(), _:
            return replace(item, items=changed(item.items, change))
        case Text(), "suit":
            return replace(item, string=item.string.replace("♥", "♦"))
        case Path(stroke=Stroke(width=2)), "stroke":
            return replace(item, stroke=replace(item.stroke, width=2.5))
        case Path(fill="#D2403F"), "colour":
            return replace(item, fill="#D74540")
        case _:
            return item


@pytest.fixture(scope="module")
def printed(specimen: Scene) -> Picture:
    return picture(render_png(specimen, DPI))


def test_pdf_and_svg_look_the_same(specimen: Scene, printed: Picture) -> None:
    assert same(printed, svg_picture(specimen))


@pytest.mark.parametrize("change", ["suit", "stroke", "colour"])
def test_a_small_change_would_be_seen(specimen: Scene, printed: Picture, change: str) -> None:
    other = replace(specimen, items=changed(specimen.items, change))
    assert not same(printed, svg_picture(other))
