"""Profiles: those of the house as print services publish them, and what they make of a face."""

from __future__ import annotations

import json

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import schema_folder
from pnp.model.faces.template import SIZES
from pnp.model.profile import HOME, Profile, Shape
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


SERVICES = [each for each in PROFILES.values() if each.prints == "faces"]


@pytest.mark.parametrize("profile", SERVICES, ids=lambda profile: profile.id)
def test_the_pixels_of_every_offer_are_its_size_with_bleed(profile: Profile) -> None:
    for offer in profile.offers:
        for side, count in zip((offer.width, offer.height), offer.pixels, strict=True):
            bleed = (count / profile.dpi * MM_PER_INCH - side) / 2
            assert -0.5 < bleed < 8, (offer, bleed)  # a sticker sheet or screen has more; a die's face has none
    assert profile.safe is not None


def test_the_catalogue_of_a_service_has_one_of_everything() -> None:
    offers = {offer.identity: offer for offer in PROFILES["the-game-crafter"].offers}
    assert len(offers) > 190
    assert (offers["QuadFoldBoard"].pixels, offers["QuadFoldBoard"].sides) == ((5475, 5475), 1)
    assert (offers["HexDeck"].pixels, offers["HexDeck"].shape) == ((1200, 1050), "hexagon")
    assert (offers["PokerTuckBox54"].pixels, offers["PokerTuckBox54"].kinds) == ((2325, 1950), ("box",))
    assert (offers["DiceSticker"].pixels, offers["DiceSticker"].kinds) == ((188, 188), ("sticker",))
    assert (offers["LargeBooklet"].pixels, offers["LargeBooklet"].kinds) == ((1575, 2475), ("booklet",))
    kinds = {kind for offer in offers.values() for kind in offer.kinds}
    wanted = {"card", "token", "tile", "board", "mat", "box", "booklet", "sticker", "die", "pad", "note"}
    assert wanted <= kinds


@pytest.mark.parametrize(
    ("width", "height", "kind", "shape", "wanted"),
    [
        (63.5, 88.9, "card", "rectangle", "PokerDeck"),
        (63, 88, "card", "rectangle", "EuroPokerDeck"),
        (88.9, 63.5, "card", "rectangle", "PokerDeck"),
        (19.05, 19.05, "token", "rectangle", "MediumSquareChit"),
        (19.05, 19.05, "coin", "circle", "CircleShard"),
        (457.2, 457.2, "board", "rectangle", "QuadFoldBoard"),
        (101.6, 203.2, "board", "rectangle", "DominoBoard"),
        (101.6, 203.2, "mat", "rectangle", "DominoMat"),
        (95.25, 82.55, "tile", "hexagon", "LargeHexTile"),
        (95.25, 82.55, "card", "hexagon", "HexDeck"),
        (63.5, 88.9, "box", "rectangle", None),
    ],
)
def test_a_component_becomes_the_product_of_its_size_kind_and_shape(
    width: float, height: float, kind: str, shape: Shape, wanted: str | None
) -> None:
    offer = PROFILES["the-game-crafter"].offer(width, height, kind, shape)
    assert (offer.identity if offer else None) == wanted


def test_a_service_prints_only_the_kinds_that_it_takes() -> None:
    cards = PROFILES["mb-print"]
    assert cards.page(360, 500, "board") is None
    assert cards.page(63, 88, "card") == (69, 94)
    assert PROFILES["makeplayingcards"].page(360, 500, "card") is None


def test_the_schema_knows_every_kind_of_component() -> None:
    schemas = {
        kind: json.loads((schema_folder() / f"{kind}.schema.json").read_text(encoding="utf-8"))["properties"]
        for kind in ("profile", "component")
    }
    makes = [kind for kind in schemas["component"]["makes"]["enum"] if kind != "table"]  # it prints nothing
    assert schemas["profile"]["kinds"]["items"]["enum"] == makes
    product = schemas["profile"]["products"]["additionalProperties"]["properties"]
    assert product["kinds"]["items"]["enum"] == [*makes, "booklet", "special"]
    assert product["size"]["anyOf"] == schemas["profile"]["sizes"]["propertyNames"]["anyOf"]
