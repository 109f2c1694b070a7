"""Three gates through which two pictures of one drawing must pass, at 254 dpi, where millimetres fall on pixels.

The limits stand between noise and the smallest change that a person would see. The faces of the bundled games and of
the gallery differ by 30, 29 and 1 at the most; one heart that became a diamond by 140 and 235, a line that is a quarter
wider by 134 and 4500, a colour that is 5 off by 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.scene.parts import sheet_of

DPI = 254

TILE = 1200
"""How many pixels a side are looked at together: a large board is many tiles."""

REACH = 3
"""How far the gates look round a pixel."""

Picture = Any
"""An array of rows of pixels of three channels."""


class Difference(NamedTuple):
    """How much two pictures differ."""

    blur: float
    """The greatest difference of the means of 7 × 7 pixels: a glyph that is another, a line that is missing."""
    envelope: int
    """How many pixels of a tile are more than 48 outside what their neighbours in the other are: an edge that moved."""
    flat: int
    """The greatest difference of a colour where both are flat."""

    @property
    def passes(self) -> bool:
        """Whether it is no more than noise."""
        return self.blur <= MOST.blur and self.envelope <= MOST.envelope and self.flat <= MOST.flat


MOST = Difference(40.0, 45, 3)
"""What the gates let pass."""


FINER = 3
"""How much finer the PDF is drawn, then averaged: its renderer cuts at whole pixels and draws letters by rules of its
own, which at 254 dpi alone would hide a glyph.
"""

FINEST = 64_000_000
"""How many pixels that may come to; larger faces are drawn less fine, down to 254 dpi."""

RIM = 2
"""How many pixels along the edges are left out: faces do not end on whole pixels."""


def pdf_pictures(scenes: Sequence[Scene]) -> Iterator[Picture]:
    """The pictures of the pages of one PDF, a scene each."""
    pages = pypdfium2.PdfDocument(render_pdf([sheet_of(scene) for scene in scenes], PdfInfo("faces")))
    for page, scene in zip(pages, scenes, strict=True):
        width, height = pixels(scene)
        finer = next(times for times in range(FINER, 0, -1) if width * height * times**2 <= FINEST or times == 1)
        fine = page.render(scale=DPI * finer / 72).to_numpy()[: height * finer, : width * finer, 2::-1]
        room = (0, height * finer - fine.shape[0]), (0, width * finer - fine.shape[1]), (0, 0)
        whole = np.pad(fine, room, mode="edge") if any(map(any, room)) else np.ascontiguousarray(fine)
        yield np.array(Image.fromarray(whole).reduce(finer))


def pixels(scene: Scene) -> tuple[int, int]:
    """The width and height of a scene's picture."""
    return tuple(round((side + 2 * scene.bleed) / 25.4 * DPI) for side in (scene.width, scene.height))  # type: ignore[return-value]


def picture(png: bytes) -> Picture:
    """The pixels of a PNG, on white where nothing is drawn."""
    image = Image.open(BytesIO(png)).convert("RGBA")
    return np.array(Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB"))


def svg_picture(scene: Scene) -> Picture:
    """The picture of a scene as SVG, cut to whole pixels."""
    width, height = pixels(scene)
    shown = picture(bytes(resvg_py.svg_to_bytes(svg_string=render_svg(scene).decode(), dpi=DPI)))[:height, :width]
    return np.pad(shown, ((0, height - shown.shape[0]), (0, width - shown.shape[1]), (0, 0)), mode="edge")


def difference(one: Picture, two: Picture) -> Difference:
    """How much two pictures of one size differ in the worst of their tiles."""
    assert one.shape == two.shape, f"{one.shape} is not {two.shape}"
    one, two = (each[RIM:-RIM, RIM:-RIM] for each in (one, two))
    every = [_tile(one[rows, columns], two[rows, columns]) for rows, columns in _tiles(one.shape)]
    return Difference(*map(max, zip(*every, strict=True)))


def _tiles(shape: tuple[int, ...]) -> Iterator[tuple[slice, slice]]:
    """Tiles that overlap by as much as the gates look round a pixel."""
    for top in range(0, shape[0], TILE):
        for left in range(0, shape[1], TILE):
            yield (
                slice(max(top - REACH, 0), min(top + TILE + REACH, shape[0])),
                slice(max(left - REACH, 0), min(left + TILE + REACH, shape[1])),
            )


def _tile(one: Picture, two: Picture) -> Difference:
    a, b = (np.add.reduce(np.moveaxis(each, 2, 0).astype(np.float32)) / 3 for each in (one, two))
    blur = np.abs(spread(a - b, 7, np.add)).max() / 49
    outside = np.zeros(a.shape, bool)
    flat = np.ones(a.shape, bool)
    for here, there in ((a, b), (b, a)):
        outside |= (here < spread(there, 3, np.minimum) - 48) | (here > spread(there, 3, np.maximum) + 48)
        flat &= spread(here, 5, np.minimum) == spread(here, 5, np.maximum)
    colour = np.abs(one.astype(int) - two.astype(int)).max(axis=2)[flat].max(initial=0)
    return Difference(float(blur), int(outside.sum()), int(colour))


def spread(grey: Picture, size: int, join: Callable[[Picture, Picture], Picture]) -> Picture:
    """For each pixel its square of neighbours joined to one value: first along the rows, then down the columns."""
    half = size // 2
    padded = np.pad(grey, half, mode="edge")
    rows = reduce(join, (padded[:, at : at + grey.shape[1]] for at in range(size)))
    return reduce(join, (rows[at : at + grey.shape[0]] for at in range(size)))
