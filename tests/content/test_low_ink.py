"""What the low-ink variant of the bundled games covers, measured on rasters of their pages; maps are left blank."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.build import BuildOptions, examine, target_of
from pnp.build.press import press
from pnp.draw.look import variants_of
from pnp.load import Loaded, load
from pnp.load.target import bundled_packs

MOST = 13.0
"""The greatest share of a page in percent: 12, and what letters and marks are worth."""

GAMES = [loaded for target in bundled_packs() if "low-ink" in variants_of((loaded := load(target)).game)]


def coverage(pdf: bytes) -> list[float]:
    """How much of each page is inked, in percent: by the strongest of cyan, magenta and yellow."""
    pages = (page.render(scale=0.5).to_numpy()[:, :, :3] for page in pypdfium2.PdfDocument(pdf))
    return [100 - float(page.min(axis=2).mean()) / 2.55 for page in pages]


def whole_game(loaded: Loaded, variant: str | None) -> bytes:
    target = target_of(loaded, BuildOptions(formats=("pdf",), variant=variant))
    whole, *_ = press(examine(loaded, variant=variant), target, lambda _said: None)
    return next(iter(whole())).content


@pytest.mark.parametrize("loaded", GAMES, ids=lambda loaded: loaded.name)
def test_no_page_takes_much_ink(loaded: Loaded) -> None:
    low = coverage(whole_game(loaded, "low-ink"))
    assert max(low) <= MOST, {page: round(share, 1) for page, share in enumerate(low, 1) if share > MOST}


def test_what_costs_little_ink_costs_less() -> None:
    (starter,) = (loaded for loaded in GAMES if loaded.name == "starter")
    assert sum(coverage(whole_game(starter, "low-ink"))) < sum(coverage(whole_game(starter, None)))
