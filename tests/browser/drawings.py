"""How SVG files print, against Chromium: `python -m tests.browser.drawings FOLDER [--most 120] [--side 200] [-o OUT]`.

Every file is drawn by both in a square of white paper. The table has the share of pixels that differ visibly, the worst
last; `OUT` gets pictures of the worst, Chromium's on the left.
"""

from __future__ import annotations

import argparse
import html
import math
import sys
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from pnp.render.pdf import render_png
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import Group, Rect, Scene
from pnp.scene.svg_art import read_drawing

from .chromium import Page, address, browser

VISIBLE = 40
"""The difference of a channel, from 0 to 255, that is seen."""

FINER = 4
"""How much finer our picture is drawn before it is reduced: pdfium draws no line thinner than a pixel."""

COLUMNS = 10


def chosen(folder: Path, most: int) -> list[Path]:
    """So many files of the folder, spread evenly over their names."""
    files = sorted(folder.rglob("*.svg"))
    step = max(1, math.ceil(len(files) / most))
    return files[::step]


def ours(file: Path, side: int) -> tuple[Image.Image | None, str]:
    """The file as it prints, and what was left out, or why it was refused."""

    def beside(name: str) -> bytes | None:
        path = file.parent / name
        return path.read_bytes() if path.is_file() else None

    try:
        drawing = read_drawing(file.read_bytes(), beside, None)
    except PictureRefused as refused:
        return None, f"refused: {refused.message}"
    unit = side / max(drawing.width, drawing.height)
    aside = (side - drawing.width * unit) / 2, (side - drawing.height * unit) / 2
    page = Rect(0.0, 0.0, drawing.width, drawing.height)
    scene = Scene(side, side, (Group(drawing.items, (unit, 0.0, 0.0, unit, *aside), page),))
    picture = Image.open(BytesIO(render_png(scene, 25.4 * FINER))).convert("RGB").reduce(FINER)
    return picture, "; ".join(each.message for each in drawing.left_out)


def theirs(page: Page, files: Sequence[Path], side: int, place: Path) -> Iterator[Image.Image]:
    """The files as Chromium shows them."""
    rows = math.ceil(len(files) / COLUMNS)
    style = f"position:absolute;width:{side}px;height:{side}px;object-fit:contain"
    images = (
        f'<img style="{style};left:{n % COLUMNS * side}px;top:{n // COLUMNS * side}px" src="{html.escape(source)}">'
        for n, source in enumerate(map(address, files))
    )
    place.write_text(f'<body style="margin:0;background:#fff">{"".join(images)}', encoding="utf-8")
    page.size(COLUMNS * side, rows * side)
    page.open(address(place))
    sheet = Image.open(BytesIO(page.picture())).convert("RGB")
    for number in range(len(files)):
        left, top = number % COLUMNS * side, number // COLUMNS * side
        yield sheet.crop((left, top, left + side, top + side))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ visibly, apart from edges: each may lie a pixel aside."""
    first, second = (np.asarray(each.filter(ImageFilter.GaussianBlur(1.0))).astype(int) for each in (one, other))
    apart: Any = np.abs(first - second).max(axis=2) > VISIBLE
    return float(apart.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=120)
    parser.add_argument("--side", type=int, default=200)
    parser.add_argument("-o", type=Path, default=None)
    asked = parser.parse_args()
    found: list[tuple[float, Path, str, Image.Image | None, Image.Image]] = []
    files = chosen(asked.folder, asked.most)
    with browser() as page, tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(files), COLUMNS * COLUMNS):
            some = files[at : at + COLUMNS * COLUMNS]
            for file, shown in zip(some, theirs(page, some, asked.side, Path(folder) / "files.html"), strict=True):
                printed, note = ours(file, asked.side)
                apart = difference(printed, shown) if printed else 1.0
                found.append((apart, file, note, printed, shown))
    found.sort(key=lambda each: each[0])
    for apart, file, note, _, _ in found[-25:]:
        sys.stdout.write(f"{apart:7.2%}  {file.relative_to(asked.folder)}  {note}\n")
    alike = sum(apart < 0.01 for apart, *_ in found)
    sys.stdout.write(
        f"{len(found)} files, {alike} alike (under 1 %), {sum(each[3] is None for each in found)} refused\n"
    )
    worst = [each for each in found[::-1] if each[0] > 0.0005][:24]
    if asked.o and worst:
        sheet = Image.new("RGB", (asked.side * 8 + 80, (asked.side + 10) * math.ceil(len(worst) / 4)), "#888888")
        for number, (_, _, _, printed, shown) in enumerate(worst):
            left, top = number % 4 * (asked.side * 2 + 20), number // 4 * (asked.side + 10)
            sheet.paste(shown, (left, top))
            sheet.paste(printed or Image.new("RGB", shown.size, "#FF00FF"), (left + asked.side, top))
        sheet.save(asked.o)


if __name__ == "__main__":
    main()
