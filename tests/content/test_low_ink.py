"""What the low-ink variant of the bundled games covers, measured on rasters of their pages; maps are left blank."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.facts.look import variants_of
from tests.games import EACH_GAME, examined, loaded
from tests.quality.files import files

MOST = 13.0
"""The greatest share of a page in percent: 12, and what letters and marks are worth.

Parts are apart, with the margin that the share was set for: closer parts are more ink on fewer pages.
"""


def coverage(pdf: bytes) -> list[float]:
    """How much of each page is inked, in percent: by the strongest of cyan, magenta and yellow."""
    pages = (page.render(scale=0.5).to_numpy()[:, :, :3] for page in pypdfium2.PdfDocument(pdf))
    return [100 - float(page.min(axis=2).mean()) / 2.55 for page in pages]


def whole_game(game: str, variant: str | None) -> bytes:
    return next(
        files(loaded(game), examined(game, variant), formats=("pdf",), variant=variant, cuts="apart", margin=7.0)
    ).content


@EACH_GAME
def test_no_page_takes_much_ink(game: str) -> None:
    assert "low-ink" in variants_of(loaded(game).game)
    low = coverage(whole_game(game, "low-ink"))
    assert max(low) <= MOST, {page: round(share, 1) for page, share in enumerate(low, 1) if share > MOST}


@pytest.mark.xdist_group("starter")
def test_what_costs_little_ink_costs_less() -> None:
    assert sum(coverage(whole_game("starter", "low-ink"))) < sum(coverage(whole_game("starter", None)))
