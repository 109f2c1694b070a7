"""Profiles: those of the house as print services publish them, and what they make of a face."""

from __future__ import annotations

import json

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import schema_folder
from pnp.model.faces.template import SIZES
from pnp.model.profile import HOME, Profile
from pnp.sheet.options import PAPERS
from pnp.units import MM_PER_INCH

(TARGET,) = find_targets([str(schema_folder().parent / "content" / "house")])
PROFILES = {profile.id: profile for profile in load(TARGET).game.all(Profile)}


def pixels(profile: str, width: float, height: float) -> tuple[int, int] | None:
    page = PROFILES[profile].page(width, height)
    if page is None:
        return None
    across, down = (side / MM_PER_INCH * PROFILES[profile].dpi for side in page)
    assert (across, down) == pytest.approx((round(across), round(down)), abs=1e-6)
    return round(across), round(down)


@pytest.mark.parametrize(
    ("profile", "size", "wanted"),
    [
        ("the-game-crafter", "poker", (825, 1125)),
        ("the-game-crafter", "bridge", (750, 1125)),
        ("the-game-crafter", "tarot", (900, 1500)),
        ("the-game-crafter", "mini", (600, 825)),
        ("the-game-crafter", "micro", (450, 600)),
        ("the-game-crafter", "square", (1125, 1125)),
        ("the-game-crafter", "us-game", (750, 1125)),
        ("the-game-crafter", "mini-euro", None),
        ("makeplayingcards", "poker", (822, 1122)),
        ("makeplayingcards", "tarot", (897, 1497)),
        ("drivethrucards", "poker", (825, 1125)),
    ],
)
def test_the_pixels_of_a_service_are_exact(profile: str, size: str, wanted: tuple[int, int] | None) -> None:
    width, height = SIZES[size].millimetres
    assert pixels(profile, width, height) == wanted
    assert pixels(profile, height, width) in (wanted, wanted and wanted[::-1])


def test_the_us_game_size_bleeds_more_above_than_beside() -> None:
    width, height = SIZES["us-game"].millimetres
    page = PROFILES["the-game-crafter"].page(width, height)
    assert page
    bleed = ((page[0] - width) / 2 / MM_PER_INCH, (page[1] - height) / 2 / MM_PER_INCH)
    assert bleed == pytest.approx((0.15, 0.16))


def test_a_profile_may_bleed_more_above_than_beside() -> None:
    assert Profile("shop", HOME.span, bleed=(3.0, 4.0)).page(60, 90) == (66.0, 98.0)


def test_home_is_what_stands_in_where_there_is_no_profile() -> None:
    home = PROFILES["home"]
    assert (home.paper, home.layout, home.margin, home.bleed) == (HOME.paper, HOME.layout, HOME.margin, HOME.bleed)


def test_the_schema_knows_every_paper_and_every_size() -> None:
    properties = json.loads((schema_folder() / "profile.schema.json").read_text(encoding="utf-8"))["properties"]
    assert properties["paper"]["enum"] == sorted(PAPERS)
    assert properties["sizes"]["propertyNames"]["anyOf"][0]["enum"] == list(SIZES)
