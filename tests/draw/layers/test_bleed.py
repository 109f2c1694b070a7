"""Lines and shapes that reach the edge of a face extend to its bleed."""

from __future__ import annotations

import pytest

from pnp.draw.layers.bleed import bled_area, bled_line
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Ellipse, Item, Path, Rect, Scene
from pnp.scene.paths import parse_path
from tests.draw.desk import card
from tests.draw.test_component import every

TRIM = BoundingBox(0, 0, 40, 60)


def shapes(layer: str, more: str = "", size: str = "40 x 60") -> list[Item]:
    front = card(f"[{layer}]", more=more, size=size).parts.parts[0].front
    return [item for item in every(front.items) if isinstance(item, (Path, Ellipse, Rect))]


@pytest.mark.parametrize(
    ("start", "end", "moved"),
    [
        ((0, 10), (40, 10), ((-3, 10), (43, 10))),
        ((5, 10), (40, 10), ((5, 10), (43, 10))),
        ((5, 10), (35, 10), ((5, 10), (35, 10))),
        ((20, 60), (20, 20), ((20, 63), (20, 20))),
        ((0, 0), (40, 0), ((-3, 0), (43, 0))),
        ((0, 30), (30, 60), ((-3, 27), (33, 63))),
        ((0, 0), (10, 20), ((-1.5, -3), (10, 20))),
        ((0, 0), (0, 0), ((0, 0), (0, 0))),
    ],
)
def test_the_ends_of_a_line_move_out_in_its_direction(
    start: tuple[float, float], end: tuple[float, float], moved: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    assert bled_line(start, end, TRIM, 3) == moved
    assert bled_line(start, end, None, 3) == (start, end)


def test_a_line_layer_from_edge_to_edge_bleeds() -> None:
    (line,) = shapes("{line: thin, from: left, to: right, where: 'top, 10 high'}")
    assert isinstance(line, Path)
    assert line.commands == (("M", -3, 5), ("L", 43, 5))
    (inset,) = shapes("{line: thin, where: 'top, 10 high, inset 2'}")
    assert isinstance(inset, Path)
    assert inset.commands == (("M", 2, 7), ("L", 38, 7))


def covered(path: Path, x: float, y: float) -> bool:
    from pnp.scene.legibility import _within

    return _within(path, x, y)


@pytest.mark.parametrize("data", ["M0 0H40V20L0 40Z", "M0 0L0 40L40 20V0Z"])
def test_an_area_extends_where_its_straight_edges_are_on_the_trim(data: str) -> None:
    commands = parse_path(data)
    area = Path(bled_area(commands, TRIM, 3), "#000000")
    inside = [(-2, 20), (20, -2), (42, 10), (-2, -2), (42, -2), (20, 20)]
    outside = [(-2, 45), (42, 25), (20, 45)]
    assert all(covered(area, *point) for point in inside)
    assert not any(covered(area, *point) for point in outside)
    assert bled_area(parse_path("M1 1H9V9Z"), TRIM, 3) == parse_path("M1 1H9V9Z")


def test_a_polygon_and_a_path_bleed_but_their_edges_do_not() -> None:
    fill, edge = shapes("{polygon: [[0, 0], [40, 0], [20, 30]], fill: amber, outline: thin}")
    assert isinstance(edge, Path)
    assert edge.fill is None
    assert bounds((fill,)) == pytest.approx((-3, -3, 43, 30))
    assert bounds((edge,), reach=0) == pytest.approx((0, 0, 40, 30))
    (wave,) = shapes('{path: "M0 50C10 40 30 60 40 50V60H0Z", fill: amber}')
    box = bounds((wave,))
    assert box
    assert (box.left, box.right, box.bottom) == (-3, 43, 63)


def test_an_ellipse_that_fills_a_round_face_bleeds() -> None:
    (disc,) = shapes("{ellipse: amber}", "shape: circle", "40")
    assert disc == Ellipse(20, 20, 23, 23, "#F2A900")
    (smaller,) = shapes("{ellipse: amber, where: inset 2}", "shape: circle", "40")
    assert smaller == Ellipse(20, 20, 18, 18, "#F2A900")
    (card_wide,) = shapes("{ellipse: amber}")
    assert card_wide == Ellipse(20, 30, 20, 30, "#F2A900")


def test_what_is_turned_stays_within_the_trim() -> None:
    (line,) = shapes("{line: thin, from: left, to: right, where: 'top, 10 high', turn: 10}")
    assert isinstance(line, Path)
    assert line.commands == (("M", 0, 5), ("L", 40, 5))
    assert isinstance(card("[{panel: amber}]").parts.parts[0].front, Scene)
