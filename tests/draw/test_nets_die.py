"""Dice as they are drawn: which face is where, how it is turned, and how many there are."""

from __future__ import annotations

import math

import pytest

from pnp.draw.nets import CORNERS, mark_size, tetrahedron
from pnp.facts import count_of
from pnp.model.component import Component
from pnp.scene.items import Group, Text, apply
from pnp.scene.parts import Part
from tests.draw.desk import drawn, game
from tests.draw.test_component import texts

DIE = """
    # file: die.yaml
    kind: component
    makes: die
    name: Die
    template: face
    {more}
    # file: face.yaml
    kind: template
    size: {size}
    safe: 0
    background: amber
    layers: [{{text: "{{n}}", style: caption}}]
"""
SIX = "rows: [{n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}]"
FOUR = "sides: 4\n    rows: [{n: 1}, {n: 2}, {n: 3}, {n: 4}]"


def dice(more: str, size: str = "18") -> tuple[Part, ...]:
    (made,) = drawn(DIE.format(more=more, size=size))
    return made.parts.parts


def test_a_cube_has_each_row_in_its_place_upright() -> None:
    (part,) = dice(SIX)
    places = {}
    for window in part.front.items:
        assert isinstance(window, Group)
        (face,) = window.items
        assert isinstance(face, Group)
        assert face.transform[:4] == (1, 0, 0, 1)
        places[texts(face.items)[0]] = (round((face.transform[4] - 5) / 18), round((face.transform[5] - 5) / 18))
    assert places == {"1": (0, 0), "2": (0, 1), "3": (1, 1), "5": (2, 1), "4": (3, 1), "6": (0, 2)}
    assert (part.front.width, part.front.height) == (5 + 4 * 18, 5 + 3 * 18 + 5)


def test_faces_bleed_where_they_are_cut_and_nowhere_else() -> None:
    (part,) = dice(SIX)
    clips = [window.clip for window in part.front.items if isinstance(window, Group)]
    sizes = [(clip.width, clip.height) for clip in clips]  # type: ignore[union-attr]
    assert sizes == [(18, 18), (18, 18), (18, 24), (21, 24), (18, 24), (18, 18)]


@pytest.mark.parametrize(
    ("more", "size", "edge"),
    [
        (SIX, "18", 18),
        (SIX, "16", 16),
        (SIX, "20 x 10", 18),
        (f"edge: 25\n    {SIX}", "18", 25),
        (FOUR, "18", 28),
        (f"edge: 40\n    {FOUR}", "7", 40),
    ],
)
def test_the_edge_is_said_or_that_of_a_square_face(more: str, size: str, edge: float) -> None:
    (part,) = dice(more, size)
    sides = 4 * edge + 5 if more.endswith(SIX) else 2 * edge
    assert part.front.width == pytest.approx(sides, abs=4)


def test_the_marks_of_a_tetrahedron_point_to_their_corners() -> None:
    (part,) = dice(FOUR)
    side, net = mark_size(28), tetrahedron(28)
    corners = [
        (point, number + 1)
        for face, named in zip(net.faces, CORNERS, strict=True)
        for point, number in zip(face, named, strict=True)
    ]
    middles = [tuple(sum(axis) / 3 for axis in zip(*face, strict=True)) for face in net.faces for _ in range(3)]
    assert len(part.front.items) == 12
    for mark, (corner, number), middle in zip(part.front.items, corners, middles, strict=True):
        assert isinstance(mark, Group)
        assert texts(mark.items) == [str(number)]
        top, centre = apply(mark.transform, side / 2, 0), apply(mark.transform, side / 2, side / 2)
        upward = math.atan2(top[1] - centre[1], top[0] - centre[0])
        outward = math.atan2(corner[1] - middle[1], corner[0] - middle[0])
        assert math.cos(upward - outward) == pytest.approx(1)
        for x, y in ((0, 0), (side, 0), (side, side), (0, side)):
            spot = apply(mark.transform, x, y)
            nearest = min(math.dist(spot, other) for other in (corner,))
            assert nearest < 28 / 2 + 1, "a mark keeps to its own part of the face"


def test_copies_are_sides_and_more_rows_more_dice() -> None:
    (part,) = dice("rows: [{n: 1, copies: 3}, {n: 2, copies: 2}, {n: 3}]")
    assert sorted(text for window in part.front.items if isinstance(window, Group) for text in texts(window.items)) == [
        *("1", "1", "1"),
        *("2", "2", "3"),
    ]
    both = dice("copies: 2\n    rows: [{n: 1, copies: 6}, {n: 2, copies: 6}]")
    assert [(part.name, part.copies) for part in both] == [("1", 2), ("2", 2)]


@pytest.mark.parametrize(("more", "count"), [(SIX, 1), (f"copies: 3\n    {SIX}", 3), (FOUR, 1), ("rows: [{n: 1}]", 0)])
def test_dice_are_counted_not_faces(more: str, count: int) -> None:
    written = game(DIE.format(more=more, size="18"))
    component = written.find(Component, "die")
    assert component
    assert count_of(component, written) == count == sum(part.copies for part in dice(more))


def test_machines_score_every_fold() -> None:
    assert [len(dice(more)[0].folds) for more in (SIX, FOUR)] == [12, 6]


def test_every_tab_says_glue() -> None:
    (part,) = dice(SIX)
    assert texts(part.guides) == ["GLUE"] * 7
    (part,) = dice(FOUR)
    assert texts(part.guides) == ["GLUE"] * 3
    assert not [item for item in part.front.items if isinstance(item, Text)]
