"""Ink measured on a raster of the PDF: parts come out at their true size, in their true place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pypdfium2
import pytest

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import Group, Rect, Stroke
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

DPI = 600
A4 = Box(0, 0, 210, 297)


def darkness(*items: Any) -> Any:
    pdf = render_pdf([Sheet(210, 297, items, A4, A4)], PdfInfo("ink"))
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=DPI / 72, grayscale=True)
    return 255.0 - page.to_numpy()[:, :, 0] if page.to_numpy().ndim == 3 else 255.0 - page.to_numpy()


def strokes(line: Any) -> list[float]:
    """The centres of mass of the strokes along a scan line, in millimetres."""
    dark = np.flatnonzero(line > 0)
    runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    return [float((line[run] * (run + 0.5)).sum() / line[run].sum()) / DPI * 25.4 for run in runs]


@pytest.mark.slow
def test_a_card_measures_true() -> None:
    card = Rect(20, 30, 63.5, 88.9, 0, None, Stroke("#000000", 0.1))
    page = darkness(Group((card,), (1, 0, 0, 1, 10.25, 5.125)))
    left, right = strokes(page[int(80 / 25.4 * DPI)])
    top, bottom = strokes(page[:, int(60 / 25.4 * DPI)])
    assert right - left == pytest.approx(63.5, abs=0.02)
    assert bottom - top == pytest.approx(88.9, abs=0.02)
    assert (left, top) == pytest.approx((30.25, 35.125), abs=0.05)


@pytest.mark.slow
def test_a_hundred_millimetres_are_a_hundred() -> None:
    page = darkness(*(Rect(50 + at, 50, 0.1, 9, 0, "#000000") for at in (0, 100)))
    first, last = strokes(page[int(55 / 25.4 * DPI)])
    assert last - first == pytest.approx(100, abs=0.02)


def test_text_is_as_wide_and_as_high_as_it_was_measured() -> None:
    block = typeset("HIH", TextStyle("Fira Sans", 60, "#000000", tracking=0.1))
    page = darkness(block.at(20, 40))
    down, across = np.flatnonzero(page.max(axis=1) > 128), np.flatnonzero(page.max(axis=0) > 128)
    assert (down[-1] + 1 - down[0]) / DPI * 25.4 == pytest.approx(block.cap_height, abs=0.1)
    middle = (down[0] + down[-1] + 1) / 2 / DPI * 25.4
    assert middle == pytest.approx(40 + block.height / 2, abs=0.05)  # the capitals stand in the middle of the block
    centre = (across[0] + across[-1] + 1) / 2 / DPI * 25.4
    assert centre == pytest.approx(20 + block.width / 2, abs=0.05)
