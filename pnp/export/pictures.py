"""Pictures of faces for virtual tables: single ones, and sheets of many in a grid, each within a program's limits."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.render.pdf import cut_images, png_of
from pnp.render.svg import render_svg
from pnp.scene.drawings import dump
from pnp.scene.items import Group, Rect, Scene, translate
from pnp.scene.parts import Outline
from pnp.units import MM_PER_INCH

# One face.

_ORIGINS = re.compile(r" (?:row|layer|on) '[^'\n]*'")
"""What a dump says about where items come from, which is not drawn."""


class SheetPicture(Struct, frozen=True, eq=False, dict=True):
    """The picture of one side of a piece, without bleed.

    `key` is stable: it is made of the names of the component, the row and the side. `digest` depends on what is drawn
    only, so that equal pictures can share a file. `size_mm` is its width and height. Outside of its outline the picture
    is transparent, unless it is a rectangle.
    """

    key: str
    digest: str
    size_mm: tuple[float, float]
    _scene: Scene
    _cut: Outline | None = None

    def file_name(self, pixels_wide: int, key: str = "") -> str:
        """Return the name of its PNG file of that width; programs keep pictures by name, so that each has its own."""
        digest = hashlib.sha256(f"{self.digest} {pixels_wide}".encode()).hexdigest()
        return f"{key or self.key}-{digest[:10]}.png"

    def png(self, pixels_wide: int) -> bytes:
        """Return the picture as a PNG file of that width. Raises PictureTooLarge if it would have too many pixels."""
        (image,) = images((self,), pixels_wide)
        return png_of(image)

    def svg(self, prefix: str = "") -> str:
        """Return the picture as an SVG file; ids begin with `prefix`, if several are in one page."""
        scene = self._scene
        if self._cut:
            scene = replace(scene, items=(Group(scene.items, clip=self._cut),))
        return render_svg(replace(scene, name=""), bleed=False, prefix=prefix).decode()


def picture_of(key: str, scene: Scene, outline: Outline | None = None) -> SheetPicture:
    """Return the picture of a face, cut along its outline; corners of rectangles are not cut off."""
    scene = replace(scene, name="", bleed=0.0)
    cut = None if isinstance(outline, Rect) else outline
    drawn = _ORIGINS.sub("", dump(scene)) + repr(cut)
    digest = hashlib.sha256(drawn.encode()).hexdigest()
    return SheetPicture(key, digest, (scene.width, scene.height), scene, cut)


def cropped(scene: Scene, left: float, top: float, width: float, height: float, upside_down: bool = False) -> Scene:
    """Return a part of a drawing as a scene, such as one side of a net."""
    to = (-1.0, 0.0, 0.0, -1.0, left + width, top + height) if upside_down else translate(-left, -top)
    return Scene(width, height, (Group(scene.items, to),))


def images(pictures: Iterable[SheetPicture], pixels_wide: int) -> Iterator[Any]:
    """Yield the pixels of several pictures, all of the same width; faster than one by one."""
    return cut_images([(each._scene, each._cut) for each in pictures], pixels_wide)  # its own module


def pngs(pictures: Sequence[SheetPicture], pixels_wide: int) -> Iterator[bytes]:
    """Yield several pictures as PNG files of that width; faster than one by one."""
    return (png_of(image) for image in images(pictures, pixels_wide))


def pixels_at(picture: SheetPicture, dpi: float, most: int) -> int:
    """Return the width in pixels of a picture at a resolution, so that neither side has more than `most`."""
    wide, tall = picture.size_mm
    across = min(wide / MM_PER_INCH * dpi, most, most * wide / tall)
    return max(1, int(across + 1e-6))


# Sheets of many faces in a grid.


class SpriteLimits(Struct, frozen=True):
    """What a program accepts: columns, rows and faces of a sheet, and pixels of each of its sides."""

    columns: int
    rows: int
    faces: int
    pixels: int
    least_columns: int = 1
    least_rows: int = 1


class SpriteGrid(Struct, frozen=True):
    """A grid of equal faces: its columns and rows, and the width and height of a face in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def faces(self) -> int:
        """The number of places."""
        return self.columns * self.rows

    def spot(self, index: int) -> tuple[int, int]:
        """Return the top left corner of a face in pixels; they run from left to right, then from top to bottom."""
        return index % self.columns * self.width, index // self.columns * self.height


def best_grid(count: int, size_mm: tuple[float, float], limits: SpriteLimits, dpi: float) -> SpriteGrid:
    """Return the grid for up to `count` faces that leaves the most pixels to each, not more than `dpi` needs.

    Of equally sharp ones it is the one with the fewest places.
    """
    wide, tall = size_mm
    count = min(count, limits.faces)
    best: tuple[tuple[float, int, int], SpriteGrid] | None = None
    for columns in range(limits.least_columns, limits.columns + 1):
        rows = max(limits.least_rows, ceil(count / columns))
        if rows > limits.rows or columns * rows > max(limits.faces, limits.least_columns * limits.least_rows):
            continue
        width = min(wide / MM_PER_INCH * dpi, limits.pixels // columns, limits.pixels // rows * wide / tall)
        grid = SpriteGrid(columns, rows, max(1, int(width + 1e-6)), 1)
        grid = replace(grid, height=max(1, min(limits.pixels // rows, round(grid.width * tall / wide))))
        key = (-grid.width, grid.faces, abs(columns * grid.width - rows * grid.height))
        if best is None or key < best[0]:
            best = key, grid
    assert best
    return best[1]


class SpriteSheet(Struct, frozen=True, eq=False):
    """Pictures of equal size in a grid, in order; `key` names the sheet."""

    key: str
    grid: SpriteGrid
    pictures: tuple[SheetPicture, ...]

    @property
    def digest(self) -> str:
        """A digest of all that is drawn and of the grid."""
        drawn = " ".join((str(self.grid), *(each.digest for each in self.pictures)))
        return hashlib.sha256(drawn.encode()).hexdigest()

    def png(self) -> bytes:
        """Return the sheet as one PNG file; places that are left are white."""
        from PIL import Image

        grid = self.grid
        size = grid.columns * grid.width, grid.rows * grid.height
        cut = any(each._cut for each in self.pictures)  # its own module
        whole = Image.new("RGBA", size, (255, 255, 255, 0)) if cut else Image.new("RGB", size, (255, 255, 255))
        for index, image in enumerate(images(self.pictures, grid.width)):
            fitted = image if image.size == (grid.width, grid.height) else image.resize((grid.width, grid.height))
            whole.paste(fitted, grid.spot(index))
        return png_of(whole)


def sprite_sheets(
    key: str, pictures: Sequence[SheetPicture], limits: SpriteLimits, dpi: float
) -> tuple[SpriteSheet, ...]:
    """Return the different pictures on as few sheets as the limits allow; they must have one size.

    The sheets are equally full, so that all of them are as sharp as possible. From the second on they are numbered.
    """
    different = list({each.digest: each for each in pictures}.values())
    number = ceil(len(different) / limits.faces) or 1
    share = ceil(len(different) / number)
    sheets = []
    for index in range(number):
        shown = tuple(different[index * share : (index + 1) * share])
        if shown:
            grid = best_grid(len(shown), shown[0].size_mm, limits, dpi)
            sheets.append(SpriteSheet(f"{key}-{index + 1}" if index else key, grid, shown))
    return tuple(sheets)
