from __future__ import annotations

import pytest

from pnp.draw.layers.artwork import SHAPES
from pnp.model.faces.layer import PATTERNS
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Rect
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
    (trouble,) = card("[{pattern: dots, pitch: 0.2}]", size="400 x 400").troubles
    assert "more than 20,000 times" in trouble.fault.message
