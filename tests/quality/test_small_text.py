"""Texts on the parts of the bundled games are large enough to read."""

from __future__ import annotations

import pytest

from pnp.scene.items import Group, Text
from tests.games import EACH_GAME

from .small_text import sizes, small_places, small_texts


@pytest.mark.nightly
@EACH_GAME
def test_no_text_on_a_part_is_below_eight_points(game: str) -> None:
    assert small_texts(game) == {}


@pytest.mark.slow
@EACH_GAME
def test_names_on_boards_are_read_across_the_table(game: str) -> None:
    assert small_places(game) == {}


def test_a_text_counts_in_the_size_in_which_it_is_printed() -> None:
    text = Text(0, 0, "Gull Lane", "Fira Sans", 10.0, "#000000", 12.0)
    half = Group((text, Group((text,), (0.5, 0.0, 0.0, 0.5, 0.0, 0.0))), (0.8, 0.0, 0.0, 0.8, 0.0, 0.0))
    assert list(sizes((text, half))) == [(10.0, "Gull Lane"), (8.0, "Gull Lane"), (4.0, "Gull Lane")]
