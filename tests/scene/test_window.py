"""Items through a window."""

from __future__ import annotations

from pnp.scene.items import Group, Item, Rect, Stroke
from pnp.scene.window import within

WINDOW = Rect(0, 0, 10, 10)


def box(x: float, y: float) -> Rect:
    return Rect(x, y, 2, 2, fill="#000000")


def test_what_lies_outside_is_left_out() -> None:
    inside, across, outside = box(4, 4), box(9, 9), box(11, 4)
    assert within((inside, across, outside), WINDOW) == (inside, across)


def test_a_stroke_may_reach_in() -> None:
    thick = Rect(11, 0, 5, 5, stroke=Stroke("#000000", 3))
    assert within((thick,), WINDOW) == (thick,)


def test_groups_are_seen_through_their_transform() -> None:
    moved: tuple[Item, ...] = (box(0, 0), box(50, 0))
    (group,) = within((Group(moved, (2.0, 0.0, 0.0, 2.0, 4.0, 4.0)),), WINDOW)
    assert isinstance(group, Group)
    assert group.items == (box(0, 0),)


def test_what_lies_wholly_inside_stays_the_same() -> None:
    shared = (box(1, 1), box(3, 3))
    (group,) = within((Group(shared),), WINDOW)
    assert isinstance(group, Group)
    assert group.items is shared, "drawn twice, written once"
