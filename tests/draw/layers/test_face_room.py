"""Layers whose distances leave them no room are errors: they would not be printed, and nothing else would say so."""

from __future__ import annotations

import pytest

from pnp.checks.scene import SCENE_CHECKS
from tests.draw.desk import card


def found(layers: str) -> list[str]:
    made = card(f"[{layers}]")
    return [f"{each.code}: {each.message}" for check in SCENE_CHECKS for each in check.run(made)]


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ("{panel: ink, where: inset 30}", "the layer 'panel' has no width left in a space of 40 mm"),
        (
            '{icon: star, where: "30 from top, 40 from bottom"}',
            "the layer 'icon' has no height left in a space of",
        ),
        (
            '{panel: ink, where: "top, 18 high", name: head}, {icon: star, where: "in head, inset 14"}',
            "the layer 'icon' has no height left in 'head', which is 18 mm high",
        ),
        ('{group: [{panel: ink}], where: "10 from left, 30 from right"}', "the layer 'group' has no width left"),
    ],
)
def test_a_layer_without_room_is_an_error(layer: str, message: str) -> None:
    (told,) = found(layer)
    assert told.startswith(f"unusable-value: {message}")


def test_a_line_may_be_level_or_upright() -> None:
    assert found('{line: thin, where: "20 from left, 20 from right"}') == []
