from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.draw.town.blocks import LEAST_LOT, lots, oriented_box, tidy
from pnp.draw.town.plan import Chance
from pnp.geometry.polygons import Ring, area, circle, difference, grow, intersection, rectangle, signed_area

sites = st.builds(
    lambda sides, radius, turn: circle((50, 50), radius, sides, turn),
    st.integers(3, 7),
    st.floats(6, 25),
    st.floats(0, 6),
)


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=40)
@given(sites, st.floats(6, 14), st.text("abc", max_size=3))
def test_buildings_stand_on_their_site_and_apart(site: Ring, side: float, key: str) -> None:
    found = [lot.ring for lot in lots((site,), side, Chance("seed"), key)]
    for index, ring in enumerate(found):
        assert signed_area(ring) > LEAST_LOT
        assert area(difference((ring,), (site,))) < 0.01
        for other in found[index + 1 :]:
            assert area(intersection(grow((ring,), 0.35), (other,))) < 0.01


def test_a_large_site_is_built_up() -> None:
    site = rectangle(0, 0, 40, 30)
    found = lots((site,), 10, Chance("seed"), "block")
    assert 6 <= len(found) <= 16
    assert len({lot.key for lot in found}) == len(found)
    assert sum(signed_area(lot.ring) for lot in found) > 0.7 * 1200


def test_nothing_is_built_where_there_is_no_room() -> None:
    assert lots((rectangle(0, 0, 60, 3),), 10, Chance("seed"), "strip") == ()
    assert lots((), 10, Chance("seed"), "none") == ()


def test_the_stretch_of_a_turned_rectangle() -> None:
    box = oriented_box(tuple((3 * x - 4 * y, 4 * x + 3 * y) for x, y in rectangle(0, 0, 4, 1)))
    assert (round(box.length), round(box.width)) == (20, 5)
    assert math.isclose(abs(box.along[0]), 0.6)


def test_a_building_has_no_bay_where_a_name_is_kept_clear() -> None:
    clear = ((10.0, 0.0), (16.0, 0.0), (16.0, 2.0), (15.0, 3.0), (11.0, 3.0), (10.0, 2.0))
    (bitten,) = difference((rectangle(0.0, 0.0, 26.0, 12.0),), (clear,))
    for lot in lots(((bitten,)), 20, Chance("seed"), "block"):
        turns = [
            (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
            for a, b, c in zip(lot.ring, lot.ring[1:] + lot.ring[:1], lot.ring[2:] + lot.ring[:2], strict=True)
        ]
        assert min(turns) > -0.1


def test_a_building_keeps_its_bay_where_too_little_would_be_left() -> None:
    comb = difference((rectangle(0, 0, 34, 30),), (rectangle(6, 8, 8, 22),), (rectangle(20, 8, 8, 22),))
    (lot,) = lots(comb, 60, Chance("seed"), "block")
    assert len(lot.ring) == 12


def test_short_walls_are_drawn_out_to_a_corner() -> None:
    chamfered = ((1.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 1.0))
    assert set(tidy(chamfered)) == set(rectangle(0.0, 0.0, 10.0, 10.0))
