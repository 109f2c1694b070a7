from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import SPIKE, bounds, commands_bounds
from pnp.scene.items import (
    BoundingBox,
    Ellipse,
    Group,
    Path,
    Rect,
    Stroke,
    apply,
    compose,
    invert,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import circle, parse_path, polyline, transformed
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

coordinate = st.floats(-100, 100)
points = st.tuples(coordinate, coordinate)
affines = st.builds(
    lambda turn, sx, sy, at: compose(translate(*at), compose(rotate(turn), scale(sx, sy))),
    st.floats(0, 360),
    st.floats(0.1, 5),
    st.floats(-5, -0.1),
    points,
)


def around(item: Rect | Ellipse | Path | Group, reach: float = 0.5) -> tuple[float, float, float, float]:
    box = bounds([item], reach=reach)
    assert box is not None
    return box.left, box.top, box.right, box.bottom


def test_transforms_take_points_where_they_say() -> None:
    assert apply(translate(1, 2), 3, 4) == (4, 6)
    assert apply(scale(2, -1, 10, 0), 11, 5) == (12, -5)
    assert apply(rotate(90), 1, 0) == (0, 1)  # clockwise on a page whose y runs down
    assert apply(rotate(180, 5, 5), 0, 0) == (10, 10)
    assert apply(rotate(-90, 5, 5), 5, 0) == (0, 5)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(affines, affines, points)
def test_composing_is_doing_one_after_the_other(outer: tuple, inner: tuple, at: tuple) -> None:  # type: ignore[type-arg]
    assert apply(compose(outer, inner), *at) == pytest.approx(apply(outer, *apply(inner, *at)), abs=1e-6)
    assert apply(invert(outer), *apply(outer, *at)) == pytest.approx(at, abs=1e-6)


def test_what_paints_nothing_has_no_box() -> None:
    assert bounds([]) is None
    assert bounds([Rect(0, 0, 5, 5), Group(()), Path((), "#000000")]) is None


def test_strokes_count_with_half_their_width() -> None:
    assert around(Rect(0, 0, 10, 5, 0, "#000000")) == (0, 0, 10, 5)
    assert around(Ellipse(5, 5, 2, 1, None, Stroke("#000000", 1))) == (2.5, 3.5, 7.5, 6.5)
    assert around(Rect(0, 0, 10, 5, 0, None, Stroke("#000000", 1)), SPIKE) == (-2, -2, 12, 7)


def test_boxes_follow_transforms_and_clips() -> None:
    square = Rect(0, 0, 10, 10, 0, "#000000")
    assert around(Group((square,), scale(2))) == (0, 0, 20, 20)
    assert around(Group((square,), rotate(45))) == pytest.approx((-7.0711, 0, 7.0711, 14.1421), abs=1e-4)
    assert around(Group((square,), translate(5, 5), Ellipse(5, 5, 2, 2))) == (8, 8, 12, 12)
    assert bounds([Group((square,), clip=Rect(20, 20, 5, 5))]) is None


def test_a_curve_is_measured_where_it_turns() -> None:
    box = commands_bounds(parse_path("M0 0C0 10 10 10 10 0"))
    assert box == BoundingBox(0, 0, 10, 7.5)


def test_a_circle_turned_stays_a_circle() -> None:
    assert around(Group((Ellipse(0, 0, 3, 3, "#000000"),), rotate(33))) == pytest.approx((-3, -3, 3, 3))
    assert around(Group((Path(circle(0, 0, 3), "#000000"),), rotate(33))) == pytest.approx((-3, -3, 3, 3), abs=0.01)


def test_text_is_measured_by_its_ink() -> None:
    block = typeset("Hg", TextStyle("Fira Sans", 100, "#000000"))
    left, top, right, bottom = around(block.at(10, 0))
    assert top == pytest.approx(block.cap_top, abs=0.01)
    assert block.last_baseline < bottom < block.height
    assert 10 < left < right <= 10 + block.width + 1e-6


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.tuples(points, points, points, points), affines)
def test_no_point_of_a_curve_lies_outside_its_box(curve: tuple, matrix: tuple) -> None:  # type: ignore[type-arg]
    p0, p1, p2, p3 = curve
    path = (("M", *p0), ("C", *p1, *p2, *p3))
    box = commands_bounds(path, matrix)
    assert box is not None
    moved = commands_bounds(transformed(path, matrix))
    assert moved is not None
    assert (box.left, box.bottom) == pytest.approx((moved.left, moved.bottom), abs=1e-6)
    for step in range(21):
        t, s = step / 20, 1 - step / 20
        x, y = (
            s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
            for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
        )
        at = apply(matrix, x, y)
        assert box.contains(BoundingBox(*at, *at), 1e-6)


def test_boxes_meet_or_do_not() -> None:
    one = BoundingBox(0, 0, 10, 10)
    assert one.overlaps(BoundingBox(9, 9, 20, 20))
    assert not one.overlaps(BoundingBox(10, 0, 20, 10))  # they only touch
    assert one.common(BoundingBox(11, 0, 20, 10)) is None
    assert one.contains(BoundingBox(0, 0, 10, 10))
    assert not one.contains(BoundingBox(0, 0, 10.1, 10))
    assert one.grown(1, 2) == BoundingBox(-1, -2, 11, 12)
    assert (one.width, one.height, one.centre) == (10, 10, (5, 5))
    assert around(Group((Path(polyline([(0, 0), (3, 4)]), None, Stroke("#000000", 2)),))) == (-1, -1, 4, 5)
