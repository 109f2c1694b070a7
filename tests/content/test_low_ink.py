"""What the low-ink variant of the bundled games covers, measured on rasters of their pages."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.facts.look import variants_of
from tests.games import EACH_GAME, examined, loaded
from tests.quality.files import files

MOST = 8.0
"""The greatest share of a page in percent."""

SCALE = 2.0
"""Pixels per point. A smaller raster shows thin lines wider than they are printed: no line is less than one pixel."""


def coverage(pdf: bytes) -> list[float]:
    """How much of each page is inked, in percent: by the strongest of cyan, magenta and yellow."""
    pages = (page.render(scale=SCALE).to_numpy()[:, :, :3] for page in pypdfium2.PdfDocument(pdf))
    return [100 - float(page.min(axis=2).mean()) / 2.55 for page in pages]


def whole_game(game: str, variant: str | None, paper: str = "a4") -> bytes:
    options = {"formats": ("pdf",), "variant": variant, "paper": paper}
    return next(files(loaded(game), examined(game, variant, draws_maps=True), **options)).content


@pytest.mark.nightly
@pytest.mark.parametrize("paper", ["a4", "letter"])
@EACH_GAME
def test_no_page_takes_much_ink(game: str, paper: str) -> None:
    assert "low-ink" in variants_of(loaded(game).game)
    low = coverage(whole_game(game, "low-ink", paper))
    assert max(low) <= MOST, {page: round(share, 1) for page, share in enumerate(low, 1) if share > MOST}


@pytest.mark.slow
@pytest.mark.xdist_group("starter")
def test_what_costs_little_ink_costs_less() -> None:
    assert sum(coverage(whole_game("starter", "low-ink"))) < sum(coverage(whole_game("starter", None)))
