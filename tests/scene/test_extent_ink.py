from __future__ import annotations

import pytest

from pnp.scene.extent import hull, ink_corners, letter_box, overlap, runs
from pnp.scene.items import IDENTITY, BoundingBox, Group, Rect, Text, rotate, translate
from pnp.scene.legibility import DOTS, SAMPLED, letter_points, letters
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

BODY = TextStyle("Fira Sans", 10, "#1E2328")


def run(words: str) -> Text:
    (item,) = typeset(words, BODY).items
    assert isinstance(item, Text)
    return item


def square(x: float, y: float, side: float = 2.0) -> tuple[tuple[float, float], ...]:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def test_runs_are_found_in_groups_with_their_way_to_the_face() -> None:
    blank = Text(0, 0, " ", "fira-sans-400", 9, "#000000", 2)
    found = list(runs((Group((run("a"), Rect(0, 0, 1, 1)), translate(5, 6)), blank)))
    assert [(text.string, matrix[4:]) for text, matrix in found] == [("a", (5, 6))]


def test_ink_is_what_the_letters_blacken() -> None:
    low, high = (hull(ink_corners(run(word), IDENTITY) or ()) for word in ("x", "X"))  # type: ignore[arg-type]
    assert low.height < high.height
    assert low.bottom == pytest.approx(high.bottom, abs=0.1)
    assert ink_corners(Text(0, 0, " ", "fira-sans-400", 9, "#000000", 2), IDENTITY) is None


def test_points_lie_in_the_letters_box_and_are_not_too_many() -> None:
    for words in ("Harbour", "long " * 200):
        text, matrix = run(words), rotate(30)
        box = letter_box(text, matrix)
        points = list(letter_points(text, matrix))
        assert all(box.contains(BoundingBox(x, y, x, y)) for x, y in points)
        assert 6 < len(points) <= 3 * 2 * SAMPLED


def test_boxes_overlap_by_the_shortest_way_out() -> None:
    assert overlap(square(0, 0), square(1, 1.5)) == pytest.approx(0.5)  # type: ignore[arg-type]
    assert overlap(square(0, 0), square(2.1, 0)) == 0  # type: ignore[arg-type]
    tilted = ((3.0, 0.0), (6.0, 3.0), (3.0, 6.0), (0.0, 3.0))
    assert overlap(square(0, 0, 1), tilted) == 0  # type: ignore[arg-type]  # their upright boxes overlap
    assert overlap(square(0, 0, 2), tilted) == pytest.approx(0.5**0.5)  # type: ignore[arg-type]


def test_points_of_a_letter_are_in_its_ink() -> None:
    (ring,) = letters(run("O"), IDENTITY)
    middle, points = ring.box.centre, ring.points
    assert DOTS < len(points) < DOTS * DOTS
    assert all(ring.box.contains(BoundingBox(x, y, x, y)) for x, y in points)
    assert not any(abs(x - middle[0]) < 0.3 and abs(y - middle[1]) < 0.6 for x, y in points), "an O is hollow"
    assert [letter.char for letter in letters(run("a b"), rotate(30))] == ["a", "b"]
