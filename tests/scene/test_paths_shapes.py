from __future__ import annotations

import math

import pytest

from pnp.scene.extent import commands_bounds
from pnp.scene.items import Command, Ellipse, Path, Rect
from pnp.scene.paths import arc, circle, ellipse, outline_commands, polygon, polyline, rectangle


def sides(commands: tuple[Command, ...]) -> tuple[float, ...]:
    box = commands_bounds(commands)
    assert box is not None
    return box.left, box.top, box.right, box.bottom


def test_lines_run_from_point_to_point() -> None:
    assert polyline([(0, 0), (1, 2)]) == (("M", 0, 0), ("L", 1, 2))
    assert polygon([(0, 0), (1, 2), (3, 4)])[-1] == ("Z",)


def test_a_rectangle_keeps_its_sides_whatever_its_corners() -> None:
    for radius in (0, 2, 99, (1, 0, 3, 0)):
        assert sides(rectangle(1, 2, 30, 20, radius)) == pytest.approx((1, 2, 31, 22))  # type: ignore[arg-type]
    assert [step[0] for step in rectangle(0, 0, 9, 9, (1, 0, 0, 0))].count("C") == 1


@pytest.mark.parametrize("commands", [circle(5, 6, 4), arc((9, 6), 4, 4, 0, False, True, (5, 10))])
def test_round_things_are_round(commands: tuple[Command, ...]) -> None:
    at = (9.0, 6.0)
    for step in commands:
        if step[0] == "C":
            points = [at, (step[1], step[2]), (step[3], step[4]), (step[5], step[6])]
            x, y = (sum(k * p[axis] for k, p in zip((1, 3, 3, 1), points, strict=True)) / 8 for axis in (0, 1))
            assert math.hypot(x - 5, y - 6) == pytest.approx(4, rel=3e-4)
            at = (step[5], step[6])


def test_an_arc_takes_the_way_its_flags_say() -> None:
    ways = {
        (large, sweep): sides((("M", 10, 0), *arc((10, 0), 10, 10, 0, large, sweep, (0, 10))))
        for large in (False, True)
        for sweep in (False, True)
    }
    assert ways[False, True] == pytest.approx((0, 0, 10, 10), abs=0.01)
    assert ways[True, True] == pytest.approx((0, 0, 20, 20), abs=0.01)
    assert ways[False, False] == pytest.approx((0, 0, 10, 10), abs=0.01)
    assert ways[True, False] == pytest.approx((-10, -10, 10, 10), abs=0.01)


def test_radii_too_small_are_enlarged() -> None:
    assert sides((("M", 0, 0), *arc((0, 0), 1, 1, 0, False, True, (20, 0)))) == pytest.approx((0, -10, 20, 0), abs=0.01)


def test_an_outline_is_a_path() -> None:
    assert outline_commands(Rect(0, 0, 5, 6)) == rectangle(0, 0, 5, 6)
    assert outline_commands(Ellipse(0, 0, 5, 6)) == ellipse(0, 0, 5, 6)
    assert outline_commands(Path(polygon([(0, 0), (1, 1)]))) == polygon([(0, 0), (1, 1)])
