from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.draw.layers.placement import Zone, hexagon, reach_of
from pnp.model.faces.template import Template
from pnp.scene.items import IDENTITY, BoundingBox, Ellipse, rotate


def test_a_rectangle_keeps_its_margin() -> None:
    zone = Zone(40, 60, 3, "rectangle")
    assert zone.beyond(BoundingBox(3, 3, 37, 57), IDENTITY) == 0
    assert zone.beyond(BoundingBox(2, 3, 37, 57), IDENTITY) == pytest.approx(1)
    assert zone.beyond(BoundingBox(3, 3, 37, 61), IDENTITY) == pytest.approx(4)


def test_a_turned_box_is_seen_where_it_lies() -> None:
    zone = Zone(40, 60, 3, "rectangle")
    wide = BoundingBox(0, 25, 40, 35)
    assert zone.beyond(wide, IDENTITY) == pytest.approx(3)
    assert zone.beyond(wide, rotate(90, 20, 30)) == 0


def test_a_circle_has_no_corners_to_write_in() -> None:
    zone = Zone(20, 20, 2, "circle")
    assert zone.beyond(BoundingBox(5, 5, 15, 15), IDENTITY) == 0
    assert zone.beyond(BoundingBox(2, 2, 18, 18), IDENTITY) == pytest.approx(128**0.5 - 8)


def test_a_hexagon_is_checked_at_its_slanting_sides() -> None:
    zone = Zone(40, 36, 2, "hexagon")
    assert zone.beyond(BoundingBox(15, 10, 25, 26), IDENTITY) == 0
    assert zone.beyond(BoundingBox(1, 2, 10, 10), IDENTITY) > 2


def test_a_hexagon_points_along_its_longer_side() -> None:
    assert (0, 18) in hexagon(40, 36)
    assert (18, 0) in hexagon(36, 40)


def test_a_round_face_is_cut_off_at_its_bleed() -> None:
    disc = Template("disc", Span("disc.yaml"), 12, 12, (), bleed=1, shape="circle")
    assert reach_of(disc) == Ellipse(6, 6, 7, 7)


def test_a_face_with_corners_keeps_them() -> None:
    assert reach_of(Template("card", Span("card.yaml"), 44, 68, (), corners=3)) is None
