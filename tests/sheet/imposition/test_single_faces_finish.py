"""Finished faces: pages as large as a face with its bleed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import bounds, commands_bounds
from pnp.scene.items import BoundingBox, Group, Scene, Text
from pnp.scene.parts import Box
from pnp.sheet.imposition.single_faces import PageOrder, finished, in_order, lacking, turned, with_cuts
from tests.sheet.samples import card, moved, part_set, scene


def test_a_face_stands_in_the_middle_of_its_page() -> None:
    sheet = finished(scene(63.5, 88.9), 69.85, 95.25)
    assert sheet.trim == Box(pytest.approx(3.175), pytest.approx(3.175), 63.5, 88.9)
    assert sheet.bleed == Box(0, 0, 69.85, 95.25)


@pytest.mark.slow
@given(bleed=st.sampled_from([0.0, 1.0, 3.0, 5.0]), across=st.floats(0, 6), down=st.floats(0, 6), lying=st.booleans())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_no_edge_of_the_page_is_bare(bleed: float, across: float, down: float, lying: bool) -> None:
    face = scene(40, 60, bleed)
    sheet = finished(turned(face) if lying else face, 40 + 2 * across, 60 + 2 * down)
    art = bounds(inner(sheet.items))
    assert art
    assert BoundingBox(0, 0, sheet.width, sheet.height).grown(-1e-6).left >= art.left
    assert art.grown(1e-6).contains(BoundingBox(0, 0, sheet.width, sheet.height))


def inner(items: tuple[object, ...]) -> tuple[Group, ...]:
    """What stands on the page, before the page cuts it off."""
    (page,) = items
    assert isinstance(page, Group)
    return page.items  # type: ignore[return-value]


def test_a_face_with_bleed_enough_is_drawn_once_and_at_its_size() -> None:
    (face,) = inner(finished(scene(63.5, 88.9, 4), 69.85, 95.25).items)
    assert face.transform[:4] == (1, 0, 0, 1)


def test_an_enlarged_copy_has_no_words_and_what_had_none_is_the_same_drawing() -> None:
    art, word = scene(40, 60, 0), Text(5, 5, "Pier", "Fira Sans", 9, "#1E2328", 8)
    face = Scene(40, 60, (Group(art.items), Group((word, *art.items))))
    copy, itself = inner(finished(face, 44, 64).items)
    drawing, written = copy.items
    assert isinstance(drawing, Group)
    assert isinstance(written, Group)
    assert drawing.items is art.items
    assert written.items == art.items
    assert itself.items is face.items


def test_a_lying_face_is_turned_onto_an_upright_page() -> None:
    sheet = finished(scene(88.9, 63.5, 4), 69.85, 95.25)
    assert (sheet.trim.width, sheet.trim.height) == (63.5, 88.9)


def test_turned_art_fills_the_turned_face() -> None:
    face = Scene(40, 60, scene(40, 60, 0).items)
    (group,) = turned(face).items
    assert isinstance(group, Group)
    assert moved(BoundingBox(0, 0, 40, 60), group.transform) == BoundingBox(0, 0, 60, 40)


def test_what_is_lacking_is_that_of_the_worst_side() -> None:
    assert lacking(scene(55.88, 87.12, 3), 63.5, 95.25) == pytest.approx(1.065)
    assert lacking(scene(87.12, 55.88, 3), 63.5, 95.25) == pytest.approx(1.065)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("front-back", "af ab bf cf cb cf cb"),
        ("back-front", "ab af bf cb cf cb cf"),
        ("fronts-backs", "af bf cf cf ab cb cb"),
    ],
)
def test_pages_come_in_the_order_that_is_wanted(order: PageOrder, said: str) -> None:
    parts = part_set(card("a"), card("b", back=None), card("c", copies=2))
    found = [parts.parts[index].name + side[0] for index, side in in_order(parts, order)]
    assert " ".join(found) == said


@pytest.mark.parametrize("size", [(40, 60), (60, 40), (50, 50)])
@pytest.mark.parametrize("page", [(46, 66), (66, 46), (66, 66)])
def test_the_cut_is_along_the_trim_however_the_face_is_turned(size: tuple[int, int], page: tuple[int, int]) -> None:
    part = card("Pier", *size)
    sheet = with_cuts(finished(part.front, *page), part)
    (cut,) = sheet.cuts
    trim = sheet.trim
    box = commands_bounds(cut.commands)
    assert box
    assert (box.left, box.top) == pytest.approx((trim.x, trim.y))
    assert (box.right, box.bottom) == pytest.approx((trim.x + trim.width, trim.y + trim.height))
