from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import hull, ink_corners, reach, runs
from pnp.scene.items import Affine, Group, compose, rotate, translate
from pnp.scene.legibility import letter_points
from pnp.scene.typesetting.fonts import face
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

WORDS = st.text(st.sampled_from("Agjpq{}ĹŐĄ|_fﬁÅ,'“ 1Wy"), min_size=1, max_size=12)
SLACK = 1e-6


@pytest.mark.slow
@settings(deadline=None, max_examples=60, derandomize=True)
@given(WORDS, st.sampled_from(["Fira Sans", "Barlow Condensed", "Arimo"]), st.floats(5, 40), st.floats(0, 360))
def test_no_ink_and_no_letter_is_out_of_reach(words: str, family: str, size: float, turn: float) -> None:
    face(family)
    way: Affine = compose(translate(20, 30), rotate(turn))
    items = (Group(typeset(words, TextStyle(family, size, "#000000"), 15).items, translate(3, 4)),)
    box = reach(items, way)
    points = [
        point
        for run, matrix in runs(items, way)
        for point in (*(ink_corners(run, matrix) or ()), *letter_points(run, matrix))
    ]
    assert (box is None) == (not words.strip())
    if box and points:
        inside = hull(tuple(points))
        assert box.left - SLACK <= inside.left
        assert box.top - SLACK <= inside.top
        assert box.right + SLACK >= inside.right
        assert box.bottom + SLACK >= inside.bottom
