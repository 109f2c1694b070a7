from __future__ import annotations

import pytest

from pnp.draw.nets import tab_depth
from pnp.scene.extent import commands_bounds
from pnp.scene.items import Group, Path, Text, apply
from pnp.scene.parts import Part
from tests.draw.desk import drawn
from tests.draw.test_component import every

SOURCE = """
    # file: boats.yaml
    kind: component
    makes: standee
    name: Boats
    template: boat
    base: {base}
    rows: [{{colour: ink}}]
    # file: boat.yaml
    kind: template
    size: 20 x 16
    bleed: 2
    layers: [{{panel: "{{colour}}"}}, {{text: B, style: mat-heading, colour: paper}}]
"""


@pytest.fixture
def net() -> Part:
    (made,) = drawn(SOURCE.format(base=9))
    (part,) = made.parts.parts
    return part


def test_the_net_is_tab_back_front_and_foot(net: Part) -> None:
    assert (net.front.width, net.front.height) == (20, 7 + 16 + 16 + 9)
    assert net.back is None
    assert isinstance(net.outline, Path)
    box = commands_bounds(net.outline.commands)
    assert box is not None
    assert (box.left, box.top, box.right, box.bottom) == (0, 0, 20, 48)


def test_both_faces_are_upright_when_it_stands(net: Part) -> None:
    back, front = net.front.items
    assert isinstance(back, Group)
    assert isinstance(front, Group)
    assert front.items == back.items
    assert apply(front.transform, 0, 0) == (0, 23)
    assert apply(front.transform, 20, 16) == (20, 39)
    assert apply(back.transform, 0, 0) == (20, 23)  # its upper edge lies on the fold, its left on the right
    assert apply(back.transform, 20, 16) == (0, 7)


def test_a_face_does_not_bleed_over_a_fold(net: Part) -> None:
    for panel in net.front.items:
        assert isinstance(panel, Group)
        assert panel.clip is not None
        assert (panel.clip.y, panel.clip.height, panel.clip.x, panel.clip.width) == (0, 16, -2, 24)  # type: ignore[union-attr]


def test_folds_are_dashed_on_the_part_and_ticked_beside_it(net: Part) -> None:
    lines = [item for item in net.guides if isinstance(item, Path) and item.stroke]
    dashed = [line for line in lines if line.stroke and line.stroke.dash == (2, 1.5)]
    assert [line.commands[0][2] for line in dashed] == [7, 23, 39]  # type: ignore[misc]
    ticks = [line for line in lines if line not in dashed]
    assert len(ticks) == 6
    for tick in ticks:
        xs = [command[1] for command in tick.commands]  # type: ignore[misc]
        assert max(xs) <= -1 or min(xs) >= 21


def test_the_lines_to_fold_at_stand_alone_for_machines(net: Part) -> None:
    assert [line.commands for line in net.folds] == [(("M", 0, y), ("L", 20, y)) for y in (7, 23, 39)]


def test_the_tab_says_glue(net: Part) -> None:
    (word,) = [item.string for item in every(net.guides) if isinstance(item, Text)]
    assert word == "GLUE"


def test_the_tab_fits_inside_the_foot() -> None:
    for foot in (5.0, 9.0, 30.0):
        assert tab_depth(foot) < foot
    assert tab_depth(30) == 8
