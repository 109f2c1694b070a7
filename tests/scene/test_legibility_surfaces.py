from __future__ import annotations

from typing import Any

import pytest

from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BoundingBox,
    Ellipse,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    Path,
    Picture,
    Rect,
    Stroke,
    rotate,
    translate,
)
from pnp.scene.legibility import Ground, Surface, grounds_at, surfaces
from pnp.scene.parts import Painted
from pnp.scene.paths import parse_path, straight_lines
from tests.scene.pictures import file, gradient

RED, BLUE = "#FF0000", "#0000FF"


def painted(*items: Item, kind: str = "panel", matrix: Affine = IDENTITY) -> list[Surface]:
    return list(surfaces(Painted(kind, items, matrix, BoundingBox(0, 0, 10, 10))))


def holds(surface: Surface, *points: tuple[float, float]) -> list[bool]:
    return [surface.holds(*point) for point in points]


@pytest.mark.parametrize(
    ("shape", "within", "without"),
    [
        (Rect(0, 0, 10, 4, fill=RED), (9.9, 3.9), (5, 4.1)),
        (Rect(0, 0, 10, 4, 2, fill=RED), (1, 1), (0.4, 0.4)),
        (Rect(0, 0, 10, 4, 9, fill=RED), (2, 0.1), (0.4, 0.4)),
        (Ellipse(5, 5, 5, 2, fill=RED), (9.9, 5), (9, 6.5)),
        (Path(parse_path("M0 0L10 0L0 10Z"), fill=RED), (3, 3), (6, 6)),
        (Path(parse_path("M0 0L10 0L0 10"), fill=RED), (3, 3), (6, 6)),
        (Path(parse_path("M0 0H10V10H0ZM2 2H8V8H2Z"), fill=RED), (5, 5), (11, 5)),
        (Path(parse_path("M0 0H10V10H0ZM2 2V8H8V2Z"), fill=RED), (1, 5), (5, 5)),
        (Path(parse_path("M0 0H10V10H0ZM2 2H8V8H2Z"), RED, None, True), (1, 5), (5, 5)),
        (Path(parse_path("M5 0A5 5 0 0 1 5 10A5 5 0 0 1 5 0Z"), fill=RED), (8.4, 8.4), (8.7, 8.7)),
    ],
)
def test_a_shape_holds_what_lies_in_it(shape: Rect, within: tuple[float, float], without: tuple[float, float]) -> None:
    (surface,) = painted(shape)
    assert surface.colours == {RED}
    assert holds(surface, within, without) == [True, False]


def test_a_transform_takes_the_shape_along() -> None:
    (surface,) = painted(Group((Rect(0, 0, 10, 2, fill=RED),), translate(10, 0)), matrix=rotate(90))
    assert holds(surface, (-1, 15), (15, 1), (-1, 5)) == [True, False, False]
    assert surface.covers(BoundingBox(-1.5, 12, -0.5, 18))


def test_what_a_clip_cuts_off_is_not_there() -> None:
    (surface,) = painted(Group((Rect(0, 0, 10, 10, fill=RED),), clip=Rect(0, 0, 5, 5)))
    assert holds(surface, (4, 4), (6, 4)) == [True, False]
    assert painted(Group((Rect(8, 8, 2, 2, fill=RED),), clip=Rect(0, 0, 5, 5))) == []


def test_a_clip_outside_of_another_leaves_nothing() -> None:
    """The tiles of a pattern in an SVG reach beyond its shape: they were grounds of texts elsewhere on the card."""
    tile = Group((Rect(0, 0, 2, 2, fill=RED),), translate(0, 20), clip=Rect(0, 0, 2, 2))
    near = Group((Rect(0, 0, 2, 2, fill=BLUE),), translate(4, 4), clip=Rect(0, 0, 2, 2))
    (seen,) = painted(Group((tile, near), clip=Rect(0, 0, 9, 9)))
    assert seen.colours == {BLUE}


def test_a_round_shape_covers_what_lies_wholly_in_it() -> None:
    (disc,) = painted(Ellipse(5, 5, 5, 5, RED))
    assert disc.covers(BoundingBox(3, 3, 7, 7))
    assert not disc.covers(BoundingBox(1, 1, 9, 9))


def test_what_is_flattened_to_a_line_is_no_ground() -> None:
    assert painted(Group((Rect(0, 0, 9, 9, fill=RED),), (1, 0, 0, 0, 0, 5))) == []


def test_lines_and_edges_are_no_ground() -> None:
    assert painted(Rect(0, 0, 9, 9, stroke=Stroke(RED, 1))) == []
    assert painted(Rect(0, 0, 9, 9, fill=RED), kind="line") == []


def test_a_pattern_shows_all_its_colours_and_a_plain_one_its_ground() -> None:
    ground, mark = Rect(0, 0, 10, 10, fill=RED), Path(parse_path("M0 0H1V1Z"), BLUE)
    (whole,) = painted(Group((ground, mark), clip=Rect(0, 0, 10, 10)), kind="pattern")
    assert (whole.colours, whole.restless, whole.gaps) == ({RED, BLUE}, True, False)
    (bare,) = painted(Group((mark,), clip=Rect(0, 0, 10, 10)), kind="pattern")
    assert (bare.colours, bare.restless, bare.gaps) == ({BLUE}, True, True)
    (plain,) = painted(Group((ground,), clip=Rect(0, 0, 10, 10)), kind="pattern")
    assert (plain.colours, plain.restless, plain.gaps) == ({RED}, False, False)
    assert painted(Group((), clip=Rect(0, 0, 10, 10)), kind="pattern") == []


def test_pictures_and_maps_have_no_one_colour() -> None:
    (picture,) = painted(Picture(0, 0, 5, 5, open_bitmap(file(gradient(4, 4)))), kind="picture")
    (chart,) = painted(Group(()), kind="map")
    for surface, reach in ((picture, 4.9), (chart, 9.9)):
        assert (surface.colours, surface.restless) == (frozenset(), True)
        assert holds(surface, (reach, reach), (10.1, 1)) == [True, False]


def seen(items: tuple[Item, ...], x: float, y: float) -> list[Ground]:
    found = [*reversed(painted(*items)), Surface(BoundingBox(-9, -9, 99, 99), frozenset(("#FFFFFF",)))]
    return list(grounds_at(x, y, found))


def test_a_gradient_is_seen_with_its_colour_at_the_point() -> None:
    ramp = LinearGradient((0, 0), (10, 0), (GradientStop(0, "#000000"), GradientStop(1, "#FFFFFF")))
    moved = (Group((Rect(0, 0, 10, 10, fill=ramp),), translate(5, 0)),)
    assert [seen(moved, x, 5) for x in (5, 10, 15)] == [
        [Ground(frozenset((colour,)), False)] for colour in ("#000000", "#808080", "#FFFFFF")
    ]


def test_a_clear_gradient_shows_what_is_below_it() -> None:
    fade = LinearGradient((0, 0), (10, 0), (GradientStop(0, "#000000"), GradientStop(1, "#000000", 0)))
    assert [seen((Rect(0, 0, 10, 10, fill=fade),), x, 5)[0].colours for x in (0, 5, 10)] == [
        {"#000000"},
        {"#808080"},
        {"#FFFFFF"},
    ]


def test_a_group_with_opacity_is_seen_over_what_is_below_and_only_its_topmost_item() -> None:
    pair = Rect(0, 0, 10, 10, fill="#FF0000"), Rect(0, 0, 10, 10, fill="#000000")
    assert seen((Group(pair, opacity=0.5),), 5, 5) == [Ground(frozenset(("#808080",)), False)]
    twice = Group((Group(pair[1:], opacity=0.5),), opacity=0.5)
    assert seen((twice,), 5, 5) == [Ground(frozenset(("#BFBFBF",)), False)]
    dark = Group((Rect(0, 0, 10, 10, fill="#808080"),), blend="multiply")
    assert seen((Rect(0, 0, 10, 10, fill="#FF0000"), dark), 5, 5) == [Ground(frozenset(("#800000",)), False)]


def test_a_veil_over_a_picture_narrows_the_colours_that_it_may_have() -> None:
    photograph = Picture(0, 0, 10, 10, open_bitmap(file(gradient(20, 20))))
    veil = Group((Rect(0, 0, 10, 10, fill="#FFFFFF"),), opacity=0.8)
    (ground,) = seen((photograph, veil), 5, 5)
    assert ground.restless
    assert min(ground.colours) == "#CCCCCC"
    assert max(ground.colours) == "#FFFFFF"
    assert seen((photograph,), 5, 5) == [Ground(frozenset(), True)]


@pytest.mark.parametrize(
    ("group", "opaque"),
    [({}, True), ({"opacity": 0.9}, True), ({"opacity": 0.5}, False), ({"blend": "multiply"}, False)],
)
def test_what_hides_a_text(group: dict[str, Any], opaque: bool) -> None:
    (found,) = painted(Group((Rect(0, 0, 10, 10, fill="#FF0000"),), **group))
    assert found.is_opaque == opaque


def test_the_lines_of_a_path_are_gone_through_once_for_a_row_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []
    monkeypatch.setattr(
        "pnp.scene.legibility.straight_lines", lambda commands: looks.append(commands) or straight_lines(commands)
    )
    (surface,) = painted(Path(parse_path("M0 0L10 0L0 10Z"), fill=RED))
    assert [sum(surface.holds(x / 10, y) for x in range(100)) for y in (2.5, 5.5)] == [75, 45]
    assert len(looks) == 2
