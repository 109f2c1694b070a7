from __future__ import annotations

import pytest

from pnp.model.maps.map_style import LEAST, Dash, IconStyle, MapStyle
from tests.draw.desk import ROOT, read


def style(text: str) -> MapStyle:
    found = read("mine.yaml", "kind: map-style\n" + text)
    assert isinstance(found, MapStyle)
    return found


def test_what_is_left_out_is_not_drawn() -> None:
    plain = style("places: {diameter: 4}")
    assert plain.places.diameter == 4
    assert (plain.places.label, plain.places.icon, plain.roads, plain.water, plain.town, plain.compass) == (None,) * 6
    assert plain.colour("water") == "map-water"


def test_lengths_are_read_as_they_stand() -> None:
    found = style(
        """
places: {diameter: 24, shape: square, icon: {size: 8, offset: [0, 5]}, label: {style: area-label}}
roads: {width: 5, casing: 0.6, dash: {width: 0.5, length: 4, gap: 3}}
water: {sides: [west, south]}
keep-clear: [{at: [10, 20], size: 60 x 14}, {tile: Hill, at: [1, 2], size: 3 x 4}]
colours: {water: sea}
"""
    )
    assert found.places.shape == "square"
    assert found.places.icon == IconStyle(8, (0, 5))
    assert found.places.label
    assert (found.places.label.where, found.places.label.least) == ("inside", LEAST)
    assert found.roads
    assert found.roads.dash == Dash(0.5, 4, 3)
    assert found.water
    assert found.water.sides == ("south", "west")
    assert [(each.at, each.size, each.tile and each.tile.name) for each in found.clear] == [
        ((10, 20), (60, 14), None),
        ((1, 2), (3, 4), "Hill"),
    ]
    assert found.colour("water") == "sea"
    assert [text.name for text in found.texts()] == ["area-label"]


@pytest.mark.parametrize("file", sorted((ROOT / "content/house").glob("*-style.yaml")), ids=lambda file: file.stem)
def test_the_styles_of_the_house_are_valid(file) -> None:  # type: ignore[no-untyped-def]
    found = read(file.name, file.read_text(encoding="utf-8"))
    assert isinstance(found, MapStyle)
    assert found.id == file.stem
