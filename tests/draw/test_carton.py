"""Boxes: their measures from what they hold, and their net folded."""

from __future__ import annotations

import numpy as np
import pytest

from pnp.draw.carton import BELT, Carton, carton, notched
from pnp.draw.nets import inside
from pnp.facts.rows import box_size
from pnp.model.component import Component
from pnp.scene.items import Group, Path, Rect, Text
from pnp.scene.parts import Part
from pnp.scene.paths import outline_commands
from tests.draw.desk import drawn, game
from tests.draw.folding import corners, folded, outward
from tests.draw.test_component import every

BOX = """
    # file: box.yaml
    kind: component
    makes: box
    name: Box
    holds: {holds}
    {more}
    # file: tickets.yaml
    kind: component
    makes: card
    name: Tickets
    template: ticket
    rows: [{{copies: 20}}, {{copies: 10}}]
    # file: coins.yaml
    kind: component
    makes: coin
    name: Coins
    template: coin
    copies: 5
    # file: ticket.yaml
    kind: template
    size: 44 x 68
    layers: []
    # file: coin.yaml
    kind: template
    size: 50
    layers: []
    # file: side.yaml
    kind: template
    size: 10 x 10
    background: amber
    layers: [{{text: "{{cards}}", style: heading}}]
"""

SIDES = "panels: {front: side, back: side, left: side, right: side, top: side, bottom: side}"


def size(holds: str, more: str = "") -> tuple[float, float, float, int]:
    written = game(BOX.format(holds=holds, more=more))
    component = written.find(Component, "box")
    assert component
    assert component.box
    found = box_size(component.box, written)
    assert found
    return round(found.width, 6), round(found.height, 6), round(found.depth, 6), found.count


def box(more: str = SIDES) -> Part:
    made = drawn(BOX.format(holds="tickets", more=more))[0]
    (part,) = made.parts.parts
    return part


@pytest.mark.parametrize(
    ("holds", "more", "expected"),
    [
        ("tickets", "", (45, 69, 30 * 0.3 + 1, 30)),
        ("tickets", "clearance: 2", (48, 72, 30 * 0.3 + 4, 30)),
        ("tickets", "thickness: 0.25", (45, 69, 30 * 0.25 + 1, 30)),
        ("tickets", "sleeves: none", (45, 69, 30 * 0.3 + 1, 30)),
        ("tickets", "sleeves: standard", (48, 72, 30 * 0.38 + 1, 30)),
        ("tickets", "sleeves: premium", (48, 72, 30 * 0.48 + 1, 30)),
        ("tickets", "sleeves: 0.05", (48, 72, 30 * 0.4 + 1, 30)),
        ("[tickets, coins]", "", (51, 69, 35 * 0.3 + 1, 35)),
    ],
)
def test_a_box_is_as_large_as_what_it_holds(holds: str, more: str, expected: tuple[float, float, float, int]) -> None:
    assert size(holds, more) == pytest.approx(expected)


NETS = [carton(45, 69, 10), carton(64, 89, 22), carton(71, 121, 4), carton(30, 30, 40)]


@pytest.mark.parametrize("net", NETS)
def test_the_net_folds_into_the_box(net: Carton) -> None:
    solid = folded(tuple(net.sides.values()), 90)
    points = corners(solid)
    assert len(points) == 8
    spread = sorted(np.ptp([point[axis] for point in points]) for axis in range(3))
    (x1, y1), (x2, y2) = net.sides["front"][0], net.sides["front"][2]
    depth = net.sides["top"][2][1] - net.sides["top"][0][1]
    assert spread == pytest.approx(sorted((x2 - x1, y2 - y1, depth)))


@pytest.mark.parametrize("net", NETS)
def test_its_sides_are_upright_and_so_are_lid_and_bottom_when_it_is_tipped(net: Carton) -> None:
    solid = dict(zip(net.sides, folded(tuple(net.sides.values()), 90), strict=True))
    up, front = outward(solid["top"]), outward(solid["front"])
    for name in BELT:
        assert np.allclose(_up(solid[name]), up)
    assert np.allclose(outward(solid["bottom"]), -up)
    assert np.allclose(outward(solid["right"]), np.cross(up, front)), "the right side is on the right"
    # lid and bottom are drawn turned about: their upper edge is the lower one of the net
    assert np.allclose(-_up(solid["top"]), -front)
    assert np.allclose(-_up(solid["bottom"]), front)


@pytest.mark.parametrize("net", NETS)
def test_flaps_and_strips_have_room(net: Carton) -> None:
    whole = _area(net.cut)
    flaps = sum(_area(edge.corners) for edge in net.edges if edge.tab)
    sides = sum(map(_area, net.sides.values()))
    assert flaps < whole - sides, "nothing lies on anything else"
    width = net.sides["front"][1][0] - net.sides["front"][0][0]
    dust = [edge.tab for edge in net.edges if edge.tab and edge not in net.glued]
    assert all(2 * tab < width for tab in dust), "the flaps of one end do not overlap"
    assert min(min(point) for point in net.cut) == pytest.approx(0)


@pytest.mark.parametrize("net", NETS)
def test_the_strip_fits_the_side_that_it_is_glued_to(net: Carton) -> None:
    glue = net.glued[0]
    left = net.sides["left"]
    assert abs(glue.start[1] - glue.end[1]) == pytest.approx(left[2][1] - left[1][1])
    assert glue.tab <= max(3.0, left[1][0] - left[0][0])


def test_the_mouth_has_a_notch_for_the_thumb() -> None:
    net = carton(45, 69, 10)
    commands = notched(net)
    curves = [command for command in commands if command[0] == "C"]
    assert len(curves) == 2
    assert len(commands) == len(net.cut) + 1 + 3
    lowest = max(command[-1] for command in curves)  # type: ignore[type-var]
    assert lowest == pytest.approx(net.mouth[0][1] + 9)


def test_templates_are_laid_out_in_the_size_of_their_side() -> None:
    part = box()
    windows = [item.clip for item in part.front.items if isinstance(item, Group)]
    sizes = [(round(clip.width), round(clip.height)) for clip in windows if isinstance(clip, Rect)]
    # where a side ends in the cut it bleeds by 3
    assert sizes == [(45, 69 + 6), (45, 69), (10 + 3, 69), (10, 69), (45 + 6, 10), (45 + 6, 10)]
    texts = [item.string for item in every(part.front.items) if isinstance(item, Text)]
    assert texts == ["30"] * 6


def test_a_side_without_a_template_stays_blank() -> None:
    part = box("panels: {front: side}")
    assert len(part.front.items) == 1
    assert box("clearance: 1").front.items == ()


def test_what_is_glued_says_so_and_folds_end_in_ticks_outside() -> None:
    part = box()
    words = [item.string for item in every(part.guides) if isinstance(item, Text)]
    assert words == ["GLUE"] * 2, "the flaps of the bottom are too small for the word"
    net = carton(45, 69, 10)
    lines = [item for item in part.guides if isinstance(item, Path) and item.stroke]
    folds, ticks = (
        [line for line in lines if bool(line.stroke and line.stroke.dash) == dashed] for dashed in (True, False)
    )
    assert len(folds) == len(net.folds) == len(part.folds)
    assert len(ticks) >= 10
    for tick in ticks:
        for _, x, y in tick.commands:  # type: ignore[misc]
            assert not inside((x, y), net.cut)


def test_the_outline_is_the_cut() -> None:
    part = box()
    assert outline_commands(part.outline) == notched(carton(45, 69, 10))
    assert (part.front.width, part.front.height) == (
        pytest.approx(max(x for x, _ in carton(45, 69, 10).cut)),
        pytest.approx(max(y for _, y in carton(45, 69, 10).cut)),
    )


def _up(face: list[np.ndarray]) -> np.ndarray:
    up = face[0] - face[3]
    return up / np.linalg.norm(up)


def _area(points: tuple[tuple[float, float], ...]) -> float:
    following = (*points[1:], points[0])
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, following, strict=True))) / 2
