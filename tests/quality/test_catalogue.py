"""Products of The Game Crafter measured to the pixel: the small ones, one of each kind, shape and orientation.

All that flat components can become: `python -m tests.quality.catalogue`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.model.profile import Pixels

from .catalogue import faults, measured, one_of_each_kind

SMALL = [offer for offer in one_of_each_kind() if offer.pixels.width * offer.pixels.height < 1_500_000]


@pytest.mark.nightly
def test_a_part_of_each_kind_of_product_has_its_pixels_and_is_cut_where_it_should(tmp_path: Path) -> None:
    assert {offer.shape for offer in SMALL} == {"rectangle", "circle", "hexagon"}
    assert len(SMALL) >= 9
    assert list(faults(SMALL, tmp_path)) == []


def test_what_is_off_is_found(tmp_path: Path) -> None:
    offer = next(each for each in SMALL if each.identity == "BridgeDeck")
    picture = Image.new("RGB", tuple(offer.pixels), (255, 170, 0))
    picture.paste((0, 90, 200), (37 + 12, 37 + 12, offer.pixels.width - 37 - 12, offer.pixels.height - 37 - 12))
    picture.save(tmp_path / "good.png")
    assert list(measured(tmp_path / "good.png", offer)) == []
    picture.paste((255, 170, 0), (0, 0, 60, offer.pixels.height))
    picture.save(tmp_path / "moved.png")
    assert "the panel is from [60]" in " ".join(measured(tmp_path / "moved.png", offer))
    assert list(measured(tmp_path / "good.png", replace(offer, pixels=Pixels(750, 1126)))) == [
        "(750, 1125) instead of (750, 1126) pixels"
    ]
