from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.draw.layers.patterns import SHAPES
from pnp.model.faces.layer import PATTERNS
from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Group, Path, Rect, Scene
from tests.draw.desk import card


def test_the_patterns_are_those_that_templates_may_name() -> None:
    assert tuple(SHAPES) == PATTERNS


@pytest.mark.parametrize("name", [*PATTERNS, "star", "cab"])
def test_a_pattern_fills_its_box_and_no_more(name: str) -> None:
    made = card(f"[{{pattern: {name}, ground: amber, where: inset 5}}]")
    box = bounds(made.parts.parts[0].front.items)
    assert box is not None
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((5, 5, 35, 55))


def test_a_pattern_at_the_edge_reaches_over_it() -> None:
    made = card("[{pattern: dots}]")
    (layer,) = made.parts.parts[0].front.items
    assert isinstance(layer, Group)
    (pattern,) = layer.items
    assert isinstance(pattern, Group)
    assert isinstance(pattern.clip, Rect)
    assert (pattern.clip.width, pattern.transform[4]) == (46, -3)


def test_a_pattern_drawn_twice_is_the_same_tuple() -> None:
    made = card("[{pattern: dots}]", "[{}, {}]")
    first, second = (part.front.items[0].items[0] for part in made.parts.parts)  # type: ignore[union-attr]
    assert first.items is second.items  # type: ignore[union-attr]


def test_too_many_repeats_are_refused() -> None:
    (error,) = card("[{pattern: dots, pitch: 0.2}]", size="400 x 400").errors
    assert "more than 20,000 times" in error.fault.message


def whole_marks(name: str, size: str) -> tuple[Group, Scene]:
    """The marks of a pattern of whole repeats, and the face that they fill."""
    made = card(f"[{{pattern: {name}, pitch: 7, ground: amber, whole: true}}]", size=size)
    front = made.parts.parts[0].front
    (layer,) = front.items
    assert isinstance(layer, Group)
    (pattern,) = layer.items
    assert isinstance(pattern, Group)
    ground, marks = pattern.items
    assert isinstance(ground, Rect)
    assert ground.width == front.width + 6  # the ground bleeds
    assert isinstance(marks, Group)
    return marks, front


@pytest.mark.parametrize("size", ["40 x 60", "33.5 x 21"])
@pytest.mark.parametrize("name", ["check", "stripe", "dots", "chevron", "star", "ring", "wave", "cab"])
def test_whole_repeats_stay_in_the_box_uncut(name: str, size: str) -> None:
    marks, front = whole_marks(name, size)
    drawn = bounds((replace(marks, transform=IDENTITY),))
    assert drawn is not None
    assert min(drawn.left, drawn.top) > -0.5  # lines are a little wider than their middle
    assert max(drawn.right - front.width, drawn.bottom - front.height) < 0.5
    assert (drawn.right - drawn.left) * (drawn.bottom - drawn.top) > 0.5 * front.width * front.height


def test_whole_squares_are_fitted_to_the_box() -> None:
    marks, front = whole_marks("check", "33.5 x 21")
    (fitted,) = marks.items
    assert isinstance(fitted, Group)
    (path,) = fitted.items
    assert isinstance(path, Path)
    xs = {round(command[1] * fitted.transform[0], 3) for command in path.commands if len(command) == 3}
    assert xs == {round(front.width * share / 10, 3) for share in range(11)}  # five repeats of two squares


def test_a_whole_ring_keeps_its_hole() -> None:
    marks, _ = whole_marks("ring", "20 x 20")
    (path,) = marks.items
    assert isinstance(path, Path)
    starts = [command for command in path.commands if command[0] == "M"]
    assert len(starts) > 2
    assert len(starts) % 2 == 0
