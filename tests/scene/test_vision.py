from __future__ import annotations

from itertools import combinations

import pytest

from pnp.scene.vision import BLINDNESS, apart, ciede2000, contrast

PUBLISHED = [
    ((50.0000, 2.6772, -79.7751), (50.0000, 0.0000, -82.7485), 2.0425),
    ((50.0000, 3.1571, -77.2803), (50.0000, 0.0000, -82.7485), 2.8615),
    ((50.0000, -1.3802, -84.2814), (50.0000, 0.0000, -82.7485), 1.0000),
    ((50.0000, 0.0000, 0.0000), (50.0000, -1.0000, 2.0000), 2.3669),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0009), 7.1792),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0011), 7.2195),
    ((50.0000, -0.0010, 2.4900), (50.0000, 0.0009, -2.4900), 4.8045),
    ((50.0000, -0.0010, 2.4900), (50.0000, 0.0011, -2.4900), 4.7461),
    ((50.0000, 2.5000, 0.0000), (73.0000, 25.0000, -18.0000), 27.1492),
    ((50.0000, 2.5000, 0.0000), (61.0000, -5.0000, 29.0000), 22.8977),
    ((50.0000, 2.5000, 0.0000), (58.0000, 24.0000, 15.0000), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Pairs of colours and their difference, out of the table that comes with the formula (Sharma, Wu and Dalal 2005)."""


@pytest.mark.parametrize(("one", "other", "difference"), PUBLISHED)
def test_the_difference_of_colours_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], difference: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(difference, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#FFFFFF", 21.0),
        ("#777777", "#FFFFFF", 4.48),
        ("#767676", "#FFFFFF", 4.54),
        ("#1F5FA8", "#1F5FA8", 1.0),
    ],
)
def test_contrast(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.005)


def test_white_and_grey_stay_what_they_are_to_all_eyes() -> None:
    for lacking in BLINDNESS:
        assert apart("#FFFFFF", "#FFFFFF", lacking) == 0
        assert apart("#FFFFFF", "#808080", lacking) == pytest.approx(apart("#FFFFFF", "#808080"), abs=0.5)


def test_red_and_green_of_one_lightness_are_near_to_those_who_lack_one_of_the_two() -> None:
    red, green = "#B45A3C", "#7A7A2C"
    assert apart(red, green) > 25
    assert apart(red, green, "red") < 12
    assert apart(red, green, "green") < 10
    assert apart(red, green, "blue") > 20


def test_a_palette_made_for_the_colour_blind_lies_apart() -> None:
    palette = ("#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
    for lacking in BLINDNESS:
        assert min(apart(*pair, lacking) for pair in combinations(palette, 2)) > 8
