"""Lines and shapes that reach the edge of a face extend to its bleed."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from pnp.draw.layers.bleed import bled, bled_area, bled_line, trim_of
from pnp.draw.layers.placement import hexagon
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Ellipse, Group, Item, Path, Rect
from pnp.scene.paths import parse_path, polygon
from tests.draw.desk import card
from tests.draw.test_component import every
from tests.games import examined
from tests.scene.pictures import file, gradient

TRIM = trim_of(40, 60)


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


@pytest.mark.parametrize(
    ("data", "moved"),
    [
        ("M0 20C20 10 20 30 40 20", "M-3 21.5L0 20C20 10 20 30 40 20L43 18.5"),
        ("M5 60L20 40L35 60", "M2.75 63L5 60L20 40L35 60L37.25 63"),
        ("M0 20L20 20M20 20L20 0", "M-3 20L0 20L20 20M20 20L20 0L20 -3"),
        ("M0 20L40 20L20 40Z", "M0 20L40 20L20 40Z"),
        ("M0 20L40 20L0 20", "M0 20L40 20L0 20"),
        ("M2 20L38 20", "M2 20L38 20"),
    ],
)
def test_the_open_ends_of_a_path_continue_to_the_bleed(data: str, moved: str) -> None:
    (path,) = shapes(f'{{path: "{data}", outline: thin}}')
    assert isinstance(path, Path)
    for step, expected in zip(path.commands, parse_path(moved), strict=True):
        assert step[0] == expected[0]
        assert step[1:] == pytest.approx(expected[1:])
    filled = shapes(f'{{path: "{data}", outline: thin, fill: amber}}')
    assert path.commands in [each.commands for each in filled if isinstance(each, Path) and each.stroke]


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


def test_what_is_turned_bleeds_too() -> None:
    (line,) = shapes("{line: thin, from: top, to: bottom, where: '40 x 10', turn: 90}")
    assert isinstance(line, Path)
    assert line.commands == (("M", 20, 7), ("L", 20, 53))  # turned about (20, 30): from -3 to 43
    (slanted,) = shapes("{line: thin, from: left, to: right, where: '80 x 10', turn: 10}")
    assert isinstance(slanted, Path)
    assert slanted.commands[0] == pytest.approx(("M", -20 - 3 / math.cos(math.radians(10)), 30))
    (panel,) = shapes("{panel: amber, where: 'left, 10 x 60', turn: 180}")
    assert panel == Rect(0, -3, 13, 66, fill="#F2A900")


def test_a_panel_turned_askew_does_not_grow() -> None:
    (panel,) = shapes("{panel: amber, where: '60 x 10', turn: 30}")
    assert panel == Rect(-10, 25, 60, 10, fill="#F2A900")


HEXAGON = hexagon(40, 40)


def test_slanted_edges_of_a_hexagon_bleed() -> None:
    (ax, ay), (bx, by) = HEXAGON[1:3]
    points = [[20, 20], [round(ax, 1), round(ay, 1)], [round(bx, 1), round(by, 1)]]
    (wedge,) = shapes(f"{{polygon: {points}, fill: amber}}", "shape: hexagon", "40 x 40")
    assert isinstance(wedge, Path)
    middle, out = ((ax + bx) / 2, (ay + by) / 2), math.hypot(by - ay, ax - bx)
    for away, inside in ((2.8, True), (3.2, False)):
        at = middle[0] + (by - ay) / out * away, middle[1] + (ax - bx) / out * away
        assert covered(wedge, *at) == inside


def test_the_corners_between_slanted_edges_are_filled() -> None:
    trim = trim_of(40, 40, HEXAGON)
    whole = Path(bled_area(polygon(HEXAGON), trim, 3), "#000000")
    for x, y in HEXAGON:
        away = math.hypot(x - 20, y - 20)
        assert covered(whole, x + (x - 20) / away * 2.9, y + (y - 20) / away * 2.9)


def test_lines_to_slanted_and_round_edges_bleed() -> None:
    (ax, ay), (bx, by) = HEXAGON[1:3]
    end = ((ax + bx) / 2, (ay + by) / 2)
    _, moved = bled_line((20, 20), end, trim_of(40, 40, HEXAGON), 3)
    normal = (by - ay) / math.hypot(by - ay, ax - bx), (ax - bx) / math.hypot(by - ay, ax - bx)
    assert (moved[0] - end[0]) * normal[0] + (moved[1] - end[1]) * normal[1] == pytest.approx(3, abs=1e-5)
    on = 20 + 20 * math.sqrt(0.5)
    _, moved = bled_line((20, 20), (round(on, 2), round(on, 2)), trim_of(40, 40, is_round=True), 3)
    assert math.dist(moved, (20, 20)) == pytest.approx(23, abs=0.01)


def test_a_slice_of_a_round_face_bleeds() -> None:
    (slice_,) = shapes('{path: "M20 20L20 0A20 20 0 0 1 40 20Z", fill: amber}', "shape: circle", "40")
    assert isinstance(slice_, Path)
    at = math.sqrt(0.5)
    assert covered(slice_, 20 + 22.9 * at, 20 - 22.9 * at)
    assert not covered(slice_, 20 + 23.1 * at, 20 - 23.1 * at)
    assert covered(slice_, 21, -2.7)
    assert not covered(slice_, 10, 10)


def test_a_turned_round_face_stays_round() -> None:
    (disc,) = shapes("{ellipse: amber, turn: 30}", "shape: circle", "40")
    assert disc == Ellipse(20, 20, 23, 23, "#F2A900")
    turned = trim_of(40, 40, is_round=True).turned(30, (20, 20))
    assert turned.is_ring(BoundingBox(0, 0, 40, 40))
    assert not trim_of(40, 60, is_round=True).turned(30, (20, 30)).is_ring(BoundingBox(0, 0, 40, 60))


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 360])
def test_a_box_that_fills_the_face_bleeds_at_every_quarter_turn(turn: int) -> None:
    trim = trim_of(40, 60).turned(turn, (20, 30))
    assert trim.box
    assert bled(trim.box, trim, 3) == pytest.approx(tuple(trim.box.grown(3)))


def test_a_picture_in_the_shape_of_the_face_bleeds() -> None:
    picture = file(gradient(60, 60))
    for face, shape in (("hexagon", "hexagon"), ("circle", "circle")):
        size = "40 x 46.1880215" if face == "hexagon" else "40"
        layer = f"{{picture: art.png, fit: cover, shape: {shape}}}"
        front = card(f"[{layer}]", more=f"shape: {face}", size=size, files={"art.png": picture}).parts.parts[0].front
        box = bounds(front.items)
        assert box
        assert (box.left, box.right) == pytest.approx((-3, 43), abs=0.6)
        clips = [item.clip for item in every(front.items) if isinstance(item, Group) and item.clip]
        edges = [bounds((replace(clip, fill="#000000"),)) for clip in clips[1:]]
        assert any(edge and edge.left < -2.9 for edge in edges)


@pytest.mark.slow
def test_the_frame_of_a_map_at_the_edge_of_a_face_continues_in_its_bleed() -> None:
    (drawn,) = examined("destination-race", draws_maps=True, only=("board",)).drawn
    board = drawn.parts.parts[0].front
    flat = [item for item in every(board.items) if isinstance(item, Path) and item.even_odd]
    rims = [box for item in flat if (box := bounds((item,)))]
    assert BoundingBox(-3, -3, board.width + 3, board.height + 3) in rims
