"""Sheets measured on rasters: parts are as large as they should be, and backs lie behind their fronts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from .decks import built

DPI = 600

CLOSE = 0.02
"""What a raster may be off, in millimetres."""

FRAMED = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
uses: [house]
documents: [cards.yaml, front.yaml, back.yaml]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: front
back: back
# file: front.yaml
kind: template
size: standard
layers: [{panel: none, outline: cut, where: "10 from left, 5 from right, 6 from top, 12 from bottom"}]
# file: back.yaml
kind: template
size: standard
layers: [{panel: none, outline: cut, where: "5 from left, 10 from right, 6 from top, 12 from bottom"}]
"""
"""A card whose frame stands off its middle, and a back whose frame lies right behind that of the front."""

WIDTH, HEIGHT = 63.0, 88.0


def pages(pdf: Path) -> list[Any]:
    """How dark each page is, row by row."""
    return [
        255.0 - page.render(scale=DPI / 72, grayscale=True).to_numpy().squeeze() for page in pypdfium2.PdfDocument(pdf)
    ]


def strokes(line: Any) -> list[float]:
    """The centres of mass of the strokes along a scan line, in millimetres."""
    dark = np.flatnonzero(line > 0)
    runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    return [float((line[run] * (run + 0.5)).sum() / line[run].sum()) / DPI * 25.4 for run in runs]


def across(page: Any, height: float) -> list[float]:
    return strokes(page[round(height / 25.4 * DPI)])


def down(page: Any, width: float) -> list[float]:
    return strokes(page[:, round(width / 25.4 * DPI)])


def printed(folder: Path, paper: str, **options: str) -> list[Any]:
    _, files = built(folder, FRAMED, formats=("pdf",), paper=paper, **options)
    (pdf,) = (path for name, path in files.items() if name.startswith("deck-cards"))
    return pages(pdf)


@pytest.mark.nightly
@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)])
def test_a_card_and_its_crop_marks_measure_true(tmp_path: Path, paper: str, width: float, height: float) -> None:
    front = printed(tmp_path, paper)[0]
    left, right = across(front, height / 2)
    top, bottom = down(front, width / 2)
    assert right - left == pytest.approx(WIDTH - 15, abs=CLOSE)
    assert bottom - top == pytest.approx(HEIGHT - 18, abs=CLOSE)
    marks = across(front, top - 6 - 3)
    assert marks == pytest.approx([left - 10, right + 5], abs=CLOSE)
    assert marks[1] - marks[0] == pytest.approx(WIDTH, abs=CLOSE)
    marks = down(front, left - 10 - 3)
    assert marks[:2] == pytest.approx([top - 6, bottom + 12], abs=CLOSE)
    assert marks[1] - marks[0] == pytest.approx(HEIGHT, abs=CLOSE)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["duplex", "single"])
@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)])
def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned_over_its_long_edge(
    tmp_path: Path, paper: str, width: float, height: float, layout: str
) -> None:
    front, back = printed(tmp_path, paper, layout=layout)
    behind = sorted(width - at for at in across(back, height / 2))
    assert behind == pytest.approx(across(front, height / 2), abs=CLOSE)
    assert down(back, width / 2) == pytest.approx(down(front, width / 2), abs=CLOSE)


@pytest.mark.slow
def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned_over_its_short_edge(tmp_path: Path) -> None:
    front, back = printed(tmp_path, "a4", layout="duplex", flip="short")
    behind = sorted(297 - at for at in down(back, 105))
    assert behind == pytest.approx(down(front, 105), abs=CLOSE)
    assert across(back, 148.5) == pytest.approx(across(front, 148.5), abs=CLOSE)


@pytest.mark.slow
def test_backs_lie_behind_their_fronts_when_the_sheet_is_folded(tmp_path: Path) -> None:
    (sheet,) = printed(tmp_path, "a4", layout="gutterfold")
    rows = [across(sheet, at) for at in np.arange(148.5, 152.5, 0.5)]
    left, right, fold, behind, outer = next(row for row in rows if len(row) == 5)
    assert (left + outer) / 2 == pytest.approx(fold, abs=CLOSE)
    assert (right + behind) / 2 == pytest.approx(fold, abs=CLOSE)
