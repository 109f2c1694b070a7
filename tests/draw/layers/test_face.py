"""What rows have in common is worked out once, and noted for each of them."""

from __future__ import annotations

import pytest

from pnp.scene.items import Group, Item
from pnp.scene.parts import Drawn
from tests.draw.desk import card


def layers(made: Drawn, layer: int) -> list[tuple[Item, ...]]:
    """What that layer came to on each face."""
    faces = (part.front.items[layer] for part in made.parts.parts)
    return [item.items for item in faces if isinstance(item, Group)]


def same(items: list[tuple[Item, ...]]) -> list[bool]:
    return [each is items[0] for each in items]


ROWS = (
    "[{name: Market, hue: amber, worth: 1}, {name: Pier, hue: water, worth: true}, {name: Mill, hue: amber, worth: 1}]"
)


def test_a_layer_that_asks_for_nothing_of_the_row_is_drawn_once() -> None:
    assert same(layers(card("[{panel: amber, radius: 1}]", ROWS), 0)) == [True, True, True]


@pytest.mark.parametrize("bound", ['panel: "{hue}"', 'text: "{hue}"', 'ellipse: "{hue}"'])
def test_rows_that_say_the_same_share_a_layer(bound: str) -> None:
    assert same(layers(card(f"[{{{bound}}}]", ROWS), 0)) == [True, False, True]


def test_one_is_not_true() -> None:
    first, other, last = layers(card('[{text: "{worth}"}]', ROWS), 0)
    assert first is last
    assert first != other


def test_a_layer_in_another_place_is_another() -> None:
    twice = '[{group: [{text: "{hue}"}], repeat: {each: n, in: 2, as: row}}]'
    (item, other), *_ = ([each for each in face.items if isinstance(each, Group)] for face in _fronts(twice))
    assert item.items != other.items


def _fronts(layers: str) -> list[Group]:
    return [Group(part.front.items) for part in card(layers, ROWS).parts.parts]


def test_each_row_has_its_note_of_a_text_they_share() -> None:
    made = card('[{text: "{hue}", name: hue, style: card-title}]', ROWS)
    assert [(text.origin.row, text.text) for text in made.texts] == [
        ("Market", "amber"),
        ("Pier", "water"),
        ("Mill", "amber"),
    ]
    assert len({text.span for text in made.texts}) == 3
    assert [len(face) for face in made.faces] == [1, 1, 1]
    assert [face[0].text for face in made.faces] == list(made.texts)
