"""Pictures cropped to shapes and round points, tinted, mirrored and repeated."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pnp.checks.scene import SCENE_CHECKS
from pnp.draw.layers.artwork import MOST_TILES
from pnp.scene.bitmaps import duotone_bitmap, open_bitmap
from pnp.scene.items import Ellipse, Group, Item, Path, Picture, Rect
from pnp.scene.parts import Drawn, Outline
from tests.draw.desk import card
from tests.draw.desk import drawn as drawn_game
from tests.draw.test_component import every
from tests.scene.pictures import file, gradient

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="10" height="5" fill="#000"/></svg>'
FILES = {"wide.png": file(gradient(800, 400)), "mark.svg": SVG}


def drawn(layer: str) -> Drawn:
    return card(f"[{layer}]", files=FILES)


def items(made: Drawn) -> list[Item]:
    return every(made.parts.parts[0].front.items)


def pictures(layer: str) -> list[Picture]:
    return [item for item in items(drawn(layer)) if isinstance(item, Picture)]


def clip(layer: str) -> Outline | None:
    (found,) = [item.clip for item in items(drawn(layer)) if isinstance(item, Group) and item.clip]
    return found


BOX = "at: [5, 5], size: 20 x 10"


def test_a_picture_is_cropped_to_a_shape_which_it_covers() -> None:
    assert clip(f"{{picture: wide.png, shape: circle, {BOX}}}") == Ellipse(15, 10, 5, 5)
    assert clip(f"{{picture: wide.png, shape: ellipse, {BOX}}}") == Ellipse(15, 10, 10, 5)
    diamond = clip(f"{{picture: wide.png, shape: diamond, {BOX}}}")
    assert isinstance(diamond, Path)
    assert diamond.commands[0] == ("M", 15, 5)
    drop = clip(f'{{picture: wide.png, shape: "M0 0H4V4Z", {BOX}}}')
    assert isinstance(drop, Path)
    assert drop.commands[:2] == (("M", 5, 5), ("L", 9, 5))
    (tall,) = pictures("{picture: wide.png, shape: circle, at: [0, 0], size: 10 x 20}")
    assert (tall.width, tall.height) == (40, 20)


@pytest.mark.parametrize(
    ("focus", "left"),
    [
        ("[0.5, 0.5]", -15),
        ("0.5 0.5", -15),
        ("[0, 0]", 5),
        ("[1, 1]", -35),
        ("[0.3, 0.5]", -3),
        ("[0.6, 0]", -21),
    ],
)
def test_the_focus_is_as_near_to_the_middle_as_it_can_be(focus: str, left: float) -> None:
    (found,) = pictures(f"{{picture: wide.png, fit: cover, focus: {focus}, at: [5, 5], size: 20 x 30}}")
    assert (found.width, found.height, found.y) == (60, 30, 5)
    assert found.x == pytest.approx(left)


def test_a_mirrored_picture_stays_in_its_place() -> None:
    flips = {"horizontal": (-1, 1), "vertical": (1, -1), "both": (-1, -1), "x": (-1, 1), "y": (1, -1)}
    for mirror, (across, down) in flips.items():
        (group,) = (
            item
            for item in items(drawn(f"{{picture: wide.png, mirror: {mirror}, {BOX}}}"))
            if (isinstance(item, Group) and item.transform[0] * item.transform[3] != 1)
            or (isinstance(item, Group) and item.transform[0] == -1)
        )
        assert group.transform[0] == across
        assert group.transform[3] == down
        assert (group.transform[4], group.transform[5]) == (30 if across < 0 else 0, 20 if down < 0 else 0)


def test_a_tint_colours_the_dark_parts_and_keeps_light_and_clear_ones() -> None:
    image = Image.new("RGBA", (3, 1), (0, 0, 0, 255))
    image.putpixel((1, 0), (255, 255, 255, 255))
    image.putpixel((2, 0), (0, 0, 0, 0))
    tinted = duotone_bitmap(open_bitmap(file(image)), "#F2A900")
    shown = Image.open(BytesIO(tinted.data)).convert("RGBA")
    assert [shown.getpixel((x, 0)) for x in (0, 1)] == [(0xF2, 0xA9, 0, 255), (255, 255, 255, 255)]
    assert shown.getpixel((2, 0))[3] == 0  # type: ignore[index]
    assert (tinted.channels, tinted.digest[-15:]) == (4, "-duotone-F2A900")
    (shape,) = (it for it in items(drawn("{picture: mark.svg, tint: amber}")) if isinstance(it, Rect) and it.fill)
    assert shape.fill == "#F2A900"


def test_a_repeated_picture_fills_its_box_and_the_bleed() -> None:
    tiles = pictures("{picture: wide.png, fit: tile, tile-size: 10, at: [5, 5], size: 20 x 10}")
    assert len(tiles) == 4
    assert {(tile.width, tile.height) for tile in tiles} == {(10, 5)}
    assert clip("{picture: wide.png, fit: tile, at: [5, 5], size: 20 x 10}") == Rect(5, 5, 20, 10)
    assert clip("{picture: wide.png, fit: tile}") == Rect(-3, -3, 46, 66)
    whole = pictures("{picture: wide.png, fit: tile, tile-size: 20 x 20}")
    assert {(tile.width, tile.height) for tile in whole} == {(20, 20)}


def test_too_many_repeats_are_refused() -> None:
    made = drawn("{picture: wide.png, fit: tile, tile-size: 0.1}")
    (error,) = made.errors
    assert error.fault.message.startswith(f"the picture repeats more than {MOST_TILES:,} times")


@pytest.mark.parametrize(
    ("layer", "width"),
    [
        ("fit: tile, tile-size: 90", 90),
        ("shape: circle, at: [0, 0], size: 60", 120),
        ("fit: cover, focus: [1, 0], at: [0, 0], size: 30 x 60", 132),
    ],
)
def test_the_resolution_is_that_of_the_whole_picture_before_cropping(layer: str, width: float) -> None:
    made = drawn(f"{{picture: wide.png, {layer}}}")
    (placed,) = made.pictures
    assert placed.width == pytest.approx(width)
    assert "blurred-picture" in {finding.code for check in SCENE_CHECKS for finding in check.run(made)}


PLACES = """
# file: bay.yaml
kind: street-map
size: 200 x 100
streets: {Quay: {from: [20, 50], to: [180, 50], spaces: 8}}
sites: {Inn: {by: [Quay 3]}}
# file: nowhere.yaml
kind: area-map
areas: {Moor: {}}
# file: lines.yaml
kind: map-style
inset: 0
places: {diameter: 4}
# file: face.yaml
kind: template
size: 60 x 30
layers: [LAYER]
# file: views.yaml
kind: component
makes: card
name: Views
template: face
rows: [{name: PLACE}]
"""


def view(layer: str, place: str = "Quay 5") -> Drawn:
    (found,) = drawn_game(PLACES.replace("LAYER", layer).replace("PLACE", place))
    return found


def window(layer: str, place: str = "Quay 5") -> tuple[float, ...]:
    """Left, top, width and height of what is seen of the map, in millimetres on it; and the scale."""
    made = view(layer, place)
    assert not made.errors, made.errors
    groups = (item for item in every(made.parts.parts[0].front.items) if isinstance(item, Group))
    (clip,) = (item.clip for item in groups if item.clip)
    assert isinstance(clip, Rect)
    (whole,) = (item for item in every(made.parts.parts[0].front.items) if isinstance(item, Rect) and item.fill)
    scale = whole.width / 200
    return *(round(each / scale, 3) for each in (clip.x, clip.y, clip.width, clip.height)), round(scale, 3)


FULL = "{map: bay, where: fill, crop: {around: name, size: 80}}"
BLEED = 4.0
"""3 mm at a scale of 0.75, on the map."""


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ("Quay 5", 70.0),
        ("Quay 1", BLEED),  # near the edge of the map; the bleed is still on it
        ("Quay 8", 200 - 80 - BLEED),
        ("Inn", 30.0),  # a site is where its space is
    ],
)
def test_a_part_of_a_map_is_centred_on_a_place_and_stays_on_the_map(place: str, left: float) -> None:
    assert window(FULL, place) == (left - BLEED, 30 - BLEED, 80 + 2 * BLEED, 40 + 2 * BLEED, 0.75)


def test_a_part_of_a_map_has_the_size_that_is_written_and_bleeds_only_at_edges_of_the_face() -> None:
    inner = "{map: bay, at: [5, 5], size: 20 x 20, crop: {around: name, size: 50 x 40}}"
    assert window(inner) == (85, 30, 50, 40, 0.4)


@pytest.mark.parametrize(
    ("focus", "left", "top"),
    [("[0.5, 0.5]", 85, 30), ("[0, 1]", 110, 10), ("1 0", 60, 50), ("[0.2, 0.25]", 100, 40)],
)
def test_the_place_of_a_part_lies_where_its_focus_is(focus: str, left: float, top: float) -> None:
    inner = f"{{map: bay, at: [5, 5], size: 20 x 20, crop: {{around: name, size: 50 x 40, focus: {focus}}}}}"
    assert window(inner) == (left, top, 50, 40, 0.4)


def test_a_part_of_a_map_is_around_the_middle_of_several_places() -> None:
    several = "{map: bay, at: [5, 5], size: 20 x 10, crop: {around: \"['Quay 2', 'Quay 6']\", size: 50}}"
    assert window(several) == (65, 37.5, 50, 25, 0.4)


@pytest.mark.parametrize(
    ("layer", "message", "hint"),
    [
        (FULL.replace("name", "\"'Quay 55'\""), "'Quay 55' is no place of the map 'bay'", "did you mean 'Quay 5'?"),
        (FULL.replace("bay", "nowhere"), "the map 'nowhere' has no size, so no part of it can be cropped", "give it"),
        (FULL.replace("80", "220"), "a part of 220 × 110 mm does not lie on the map of 200 × 100 mm", "write a size"),
        (FULL.replace("name", '"[]"'), "the part around no place of the map 'bay' can't be drawn", "let 'around' be"),
    ],
)
def test_a_part_around_nothing_is_reported(layer: str, message: str, hint: str) -> None:
    (error,) = view(layer).errors
    assert error.fault.message.startswith(message)
    assert (error.fault.hint or "").startswith(hint)
