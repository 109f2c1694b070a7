"""The faces as SVG: does a browser open each, and does it show what resvg shows?"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image

from .chromium import Page, address

DPI = 96
"""What a browser takes a millimetre for."""

UNLIKE = 6.0
"""How far apart the mean colours of 8 × 8 pixels may be on average: two ways to smooth edges differ by 1 or 2."""

_STATE = """({root: document.documentElement.nodeName, faults: document.querySelectorAll("parsererror").length,
width: document.documentElement.width.baseVal.value, height: document.documentElement.height.baseVal.value})"""


def faults(page: Page, svg: Path) -> Iterator[str]:
    """What is wrong with the SVG in a browser."""
    page.open(address(svg))
    state = page.run(_STATE)
    if state["root"] != "svg" or state["faults"]:
        yield "a browser can't read it"
        return
    width, height = round(state["width"]), round(state["height"])
    page.size(width, height)
    seen = _means(Image.open(BytesIO(page.picture())), width, height)
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg.read_text(encoding="utf-8"), dpi=DPI))
    apart = float(np.abs(seen - _means(Image.open(BytesIO(drawn)), width, height)).mean())
    if apart > UNLIKE:
        yield f"a browser shows something else than resvg: {apart:.1f} apart"


def _means(picture: Image.Image, width: int, height: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    clear = picture.convert("RGBA").crop((0, 0, width, height))
    whole = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB")
    small = whole.resize((max(1, width // 8), max(1, height // 8)), Image.Resampling.BOX)
    return np.asarray(small, np.float32)
