"""Colours of gradients at points, and colours over each other."""

from __future__ import annotations

from typing import get_args

import pytest

from pnp.scene.items import (
    BlendMode,
    Ellipse,
    GradientStop,
    Group,
    LinearGradient,
    Path,
    RadialGradient,
    Rect,
    Stroke,
    translate,
)
from pnp.scene.paint import blends, colour_at, inks_of, is_opaque, over
from pnp.scene.paths import recoloured, thinned

STOPS = (GradientStop(0.25, "#000000"), GradientStop(0.75, "#FFFFFF", 0.5))


@pytest.mark.parametrize(
    ("x", "colour", "opacity"),
    [(-5, "#000000", 1), (2, "#000000", 1), (5, "#808080", 0.75), (8, "#FFFFFF", 0.5), (50, "#FFFFFF", 0.5)],
)
def test_a_linear_gradient_has_the_colours_of_its_stops_and_between_them(x: float, colour: str, opacity: float) -> None:
    assert colour_at(LinearGradient((0, 0), (10, 0), STOPS), x, 3) == (colour, opacity)
    moved = LinearGradient((0, 0), (1, 0), STOPS, (10, 0, 0, 10, 0, 0))
    assert colour_at(moved, x, 3) == (colour, opacity)


def test_a_radial_gradient_goes_from_its_focus_to_the_circle() -> None:
    ramp = (GradientStop(0, "#000000"), GradientStop(1, "#FFFFFF"))
    around = RadialGradient((10, 10), 10, ramp)
    assert [colour_at(around, x, 10)[0] for x in (10, 15, 20, 30)] == ["#000000", "#808080", "#FFFFFF", "#FFFFFF"]
    aside = RadialGradient((10, 10), 10, ramp, focus=(5, 10))
    assert [colour_at(aside, x, 10)[0] for x in (5, 2.5, 12.5, 20)] == ["#000000", "#808080", "#808080", "#FFFFFF"]


def test_colours_and_opacity_of_fills() -> None:
    ramp = LinearGradient((0, 0), (10, 0), STOPS)
    assert (inks_of(None), inks_of("#123456"), inks_of(ramp)) == ((), ("#123456",), ("#000000", "#FFFFFF"))
    assert (is_opaque(None), is_opaque("#123456"), is_opaque(ramp)) == (False, True, False)
    (grey,) = recoloured((Rect(0, 0, 9, 9, fill=ramp),), lambda _: "#888888")
    assert isinstance(grey, Rect)
    assert inks_of(grey.fill) == ("#888888",)


def test_lines_of_all_shapes_become_thinner() -> None:
    line = Stroke("#102030", 0.8, (2.0, 1.0))
    shapes = (Rect(0, 0, 9, 9, stroke=line), Ellipse(5, 5, 2, 2, stroke=line), Path((("M", 0, 0),), stroke=line))
    bare = Rect(0, 0, 9, 9, fill="#FFFFFF")
    (group, same) = thinned((Group(shapes, translate(3, 0)), bare), 0.5)
    assert isinstance(group, Group)
    assert [shape.stroke for shape in group.items] == [Stroke("#102030", 0.4, (2.0, 1.0))] * 3
    assert group.transform == translate(3, 0)
    assert same == bare


@pytest.mark.parametrize(
    ("blend", "expected"),
    [
        ("normal", "#336699"),
        ("multiply", "#29477A"),
        ("screen", "#D6D1EB"),
        ("overlay", "#ADA3D6"),
        ("darken", "#336699"),
        ("lighten", "#CCB3CC"),
        ("difference", "#994D33"),
        ("exclusion", "#AD8A71"),
        ("hard-light", "#528FD6"),
    ],
)
def test_colours_over_each_other(blend: BlendMode, expected: str) -> None:
    found = over("#336699", "#CCB3CC", 1, blend)
    assert all(abs(int(found[at : at + 2], 16) - int(expected[at : at + 2], 16)) <= 1 for at in (1, 3, 5))


def test_every_mode_has_a_colour_and_none_leaves_the_range() -> None:
    some = ("#000000", "#FFFFFF", "#FF0000", "#123456", "#808080")
    for mode in get_args(BlendMode):
        for top in some:
            for below in some:
                assert len(over(top, below, 0.7, mode)) == 7
                assert over(top, below, 0, mode) == below


def test_what_blends_is_known_through_plain_groups_only() -> None:
    dark = Group((Ellipse(0, 0, 1, 1, "#000000"),), blend="multiply")
    assert blends((dark,))
    assert blends((Group((dark,), translate(1, 1)),))
    assert not blends((Group((dark,), clip=Rect(0, 0, 1, 1)),))
    assert not blends((Group((dark,), opacity=0.5),))
    assert not blends((Group((Rect(0, 0, 1, 1),)),))
