"""Labels of maps: where they are printed, what they avoid, what is reported."""

from __future__ import annotations

import math
import random
import time
from itertools import combinations, pairwise

import pytest

from pnp.diagnostics import Span
from pnp.draw.maps.label_positions import LabelLook, MapLabel, positions, spine_of
from pnp.draw.maps.labels import PlacedLabel, crowded_of, place_labels
from pnp.draw.maps.obstacles import FIRM, InnerGround, LabelBox, Obstacle, ObstacleIndex, line_of
from pnp.geometry.polygons import Shape, area, circle, distance, grow, inside, intersection, rectangle
from pnp.scene.items import BoundingBox, Group, Item, Path, Rect, Stroke, Text
from pnp.scene.typesetting.text import TextStyle

STYLE = TextStyle(family="Fira Sans", size=9.0, colour="#000000")
A4 = BoundingBox(0.0, 0.0, 210.0, 297.0)
SPAN = Span("map.yaml", 1, 1, 1, 2)


def label(key: str, at: tuple[float, float], text: str | None = None, **given: object) -> MapLabel:
    return MapLabel(key, text or key, STYLE, at, **{"span": SPAN, "radius": 1.5, **given})  # type: ignore[arg-type]


def disc(key: str, at: tuple[float, float], radius: float = 1.5) -> Obstacle:
    return Obstacle((at,), radius, what=f"the place '{key}'", owner=key)


def ground(placed: PlacedLabel) -> list[Shape]:
    """The boxes of the text itself, without a leader line."""
    boxes = placed.position.ground[: -1 if placed.position.leader else None]
    return [(box.corners,) for box in boxes]


def texts(items: tuple[Item, ...]) -> str:
    return "".join(
        it.string if isinstance(it, Text) else texts(it.items) if isinstance(it, Group) else "" for it in items
    )


# Places.


def test_a_label_is_right_of_its_place_or_at_the_wanted_side() -> None:
    right, above = place_labels([label("Mora", (50, 50)), label("Sela", (50, 90), side="above")], (), A4)
    assert right.position.at[0] > 51.5
    assert right.position.at[1] == 50
    assert above.position.at[0] == 50
    assert above.position.at[1] < 88.5
    assert not crowded_of((right, above))


def test_a_label_avoids_places_other_labels_and_the_edge() -> None:
    there = [label("Bridgewater", (200, 100)), label("Mora", (100, 100)), label("Sela", (106, 100))]
    placed = place_labels(there, [disc(each.key, each.at) for each in there], A4)
    assert all(each.over is None for each in placed)
    assert placed[0].position.at[0] < 200, "right of it is the edge of the map"
    for one, other in combinations(placed, 2):
        assert not any(area(intersection(a, b)) > 0.4 for a in ground(one) for b in ground(other))


def test_a_label_crosses_a_road_rather_than_a_place() -> None:
    ring = [disc(str(turn), (50 + 5 * math.cos(turn), 50 + 5 * math.sin(turn))) for turn in (1.2, 2.4, 3.6, 4.8)]
    road = line_of([(50.0, 50.0), (90.0, 50.0)], 0.5, 0.3)
    (placed,) = place_labels([label("Mora", (50, 50))], [*ring, *road], A4)
    assert placed.over is None


def test_the_lower_rank_has_the_better_position() -> None:
    walled = [disc("wall", (50, y), 3.0) for y in (44.0, 56.0)]
    town, capital = label("Town", (50, 50)), label("Capital", (50, 50), rank=-1)
    placed = {each.label.key: each for each in place_labels([town, capital], walled, A4)}
    assert placed["Capital"].position.at[0] > 50
    assert placed["Town"].position.at[0] < 50


def test_labels_trade_places_when_only_that_frees_both() -> None:
    """The first takes the side that is the only one of the second; it moves to its second best."""
    first, second = label("First", (50, 50)), label("Second", (68, 50), side="left")
    closed = [disc("wall", (68 + x, 50 + y), 2.4) for x, y in ((5, -4), (5, 0), (5, 4), (0, -5), (0, 5))]
    closed += [disc("wall", (68 + 34 * math.cos(k / 8), 50 + 34 * math.sin(k / 8)), 0.1) for k in range(50)]
    placed = place_labels([first, second], closed, BoundingBox(20, 30, 76, 70))
    assert [each.over for each in placed] == [None, None]


def test_a_leader_line_leads_to_a_place_without_room() -> None:
    crowd = [disc(f"{x} {y}", (50 + 5 * x, 50 + 5 * y), 1.9) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    (placed,) = place_labels([label("Saint Nicholas", (50, 50))], crowd, A4)
    assert placed.over is None
    assert placed.position.leader
    assert math.dist(placed.position.leader[0], (50, 50)) == pytest.approx(1.5)
    assert any(isinstance(it, Path) for it in placed.drawn())


def test_what_has_no_free_position_is_printed_and_reported() -> None:
    everywhere = Obstacle((*rectangle(0, 0, 210, 297),), what="the lake", area=True)
    (placed,) = place_labels([label("Mora", (50, 50))], [everywhere], A4)
    assert placed.over == "the lake"
    assert texts(tuple(placed.drawn())) == "Mora"
    (found,) = crowded_of([placed])
    assert (found.label, found.over) == ("Mora", "the lake")


def test_an_optional_label_without_a_free_position_is_left_out() -> None:
    everywhere = Obstacle((*rectangle(0, 0, 210, 297),), what="the lake", area=True)
    assert place_labels([label("Mora", (50, 50), optional=True)], [everywhere], A4) == ()
    assert len(place_labels([label("Mora", (50, 50), optional=True)], (), A4)) == 1


def test_two_labels_on_each_other_are_one_finding() -> None:
    frame = BoundingBox(48.0, 48.0, 62.0, 52.0)
    placed = place_labels([label("Mora", (49.5, 50)), label("Sela", (49.5, 50.2))], (), frame)
    assert len(crowded_of(placed)) == 1


def test_the_owner_of_an_obstacle_may_cover_it_and_inside_is_tried_first() -> None:
    there = label("Inn", (50, 50), radius=8.0, room=7.0)
    (placed,) = place_labels([there], [disc("Inn", (50, 50), 8.0)], A4)
    assert placed.position.at == (50, 50)
    (outside,) = place_labels([label("A very long name", (50, 50), radius=3.0, room=2.5)], (), A4)
    assert outside.position.at != (50, 50)


def test_a_plate_and_a_halo_are_drawn_below_the_text() -> None:
    look = LabelLook(halo=Stroke("#FFFFFF", 0.8, join="round"), plate="#FFEECC", margin=1.0)
    (placed,) = place_labels([label("Mora", (50, 50), look=look)], (), A4)
    plate, text = placed.drawn()
    assert isinstance(plate, Group)
    assert isinstance(plate.items[0], Rect)
    assert plate.items[0].fill == "#FFEECC"
    assert isinstance(text, Group)
    assert isinstance(text.items[0], Text)
    assert text.items[0].stroke == look.halo


# Regions and lines.

WIDE: Shape = ((*rectangle(20, 20, 60, 20),),)
TALL: Shape = ((*rectangle(20, 20, 9, 70),),)
BOW: Shape = (
    (
        *((100 + 60 * math.cos(k / 20), 120 + 60 * math.sin(k / 20)) for k in range(-50, -12)),
        *((100 + 55.5 * math.cos(k / 20), 120 + 55.5 * math.sin(k / 20)) for k in range(-13, -51, -1)),
    ),
)


def in_region(region: Shape, text: str, **given: object) -> PlacedLabel:
    xs, ys = [x for x, _ in region[0]], [y for _, y in region[0]]
    at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    (placed,) = place_labels([label("it", at, text, region=region, radius=0.0, **given)], (), A4)
    return placed


def test_a_label_is_in_the_middle_of_its_region() -> None:
    placed = in_region(WIDE, "Mora")
    assert placed.position.at == (50, 30)
    assert not placed.position.letters


def test_a_label_breaks_into_lines_before_it_shrinks() -> None:
    placed = in_region(((*rectangle(20, 20, 24, 40),),), "Saint Nicholas of the Sea")
    assert len(placed.position.block.lines) == 2
    assert placed.position.block.size == 9


def test_a_label_follows_its_region_or_shrinks() -> None:
    turned = in_region(TALL, "Bridgewater")
    assert turned.position.letters
    assert turned.position.ground[0].sin == pytest.approx(-1, abs=0.02), "read from the right"
    bent = in_region(BOW, "The Archipelago")
    assert bent.position.letters
    corners = [corner for shape in ground(bent) for ring in shape for corner in ring]
    assert all(inside(BOW, corner) for corner in corners)
    slopes = [round(box.sin, 9) for box in bent.position.ground]
    assert slopes == sorted(slopes), "it bends with the region"
    assert slopes[-1] - slopes[0] > 0.3
    small = in_region(((*rectangle(20, 20, 17.6, 5),),), "Bridgewater")
    assert small.position.block.size < 9
    assert not small.position.leader


def test_spread_letters_cover_the_ground_between_them() -> None:
    spread = in_region(BOW, "The Archipelago", look=LabelLook(spread=0.7)).position
    assert all(one.overlap(other) > 0 for one, other in pairwise(spread.ground)), "no label runs through another"


def test_letters_are_spread_over_a_region() -> None:
    plain = in_region(BOW, "The Archipelago")
    wide = in_region(BOW, "The Archipelago", look=LabelLook(spread=0.7))

    def length(placed: PlacedLabel) -> float:
        return math.dist(placed.position.ground[0].at, placed.position.ground[-1].at)

    assert length(wide) > 1.4 * length(plain)


def test_a_curved_label_can_be_read_out() -> None:
    (group,) = in_region(BOW, "The Archipelago").drawn()
    assert isinstance(group, Group)
    assert group.alt
    assert group.alt.string == "The Archipelago"
    assert texts(group.items) == "TheArchipelago"


def test_a_region_too_small_for_its_label_has_it_outside_with_a_leader_line() -> None:
    placed = in_region(((*circle((50, 50), 2.0),),), "Bridgewater")
    assert placed.over is None
    assert placed.position.leader


def test_a_region_as_wide_as_high_may_have_no_spine() -> None:
    assert spine_of(((*rectangle(0, 0, 0.5, 0.5),),)) == ()
    bow = spine_of(BOW)
    assert bow[0][0] < bow[-1][0]
    assert min(distance(BOW, point) for point in bow[3:-3]) >= 0


def test_the_label_of_a_line_is_along_it() -> None:
    (placed,) = place_labels([label("Coast line", (0, 0), line=((20, 20), (80, 80)), radius=0.5)], (), A4)
    assert placed.position.turn == pytest.approx(math.pi / 4)
    (back,) = place_labels([label("Coast line", (0, 0), line=((80, 80), (20, 20)), radius=0.5)], (), A4)
    assert back.position.at == pytest.approx(placed.position.at)


# What boxes cover, compared with a measure that shares nothing with it.


def test_overlaps_agree_with_areas_of_polygons() -> None:
    pick = random.Random(7)
    for _ in range(400):
        one, other = (
            LabelBox.turned(
                (pick.uniform(0, 20), pick.uniform(0, 20)),
                pick.uniform(1, 8),
                pick.uniform(0.5, 3),
                pick.uniform(-3, 3),
            )
            for _ in range(2)
        )
        assert (one.overlap(other) > 1e-3) == (area(intersection((one.corners,), (other.corners,))) > 1e-4)


def test_what_an_obstacle_covers_agrees_with_areas_of_polygons() -> None:
    pick = random.Random(8)
    for _ in range(300):
        box = LabelBox.turned((pick.uniform(0, 20), pick.uniform(0, 20)), pick.uniform(2, 8), pick.uniform(1, 3), 0.3)
        at = pick.uniform(0, 20), pick.uniform(0, 20)
        shared = area(intersection((box.corners,), (circle(at, 3.0),)))
        covered = Obstacle((at,), 3.0).covered(box) > 0
        assert covered or shared < 2.5
        assert shared > 0 or not covered


def test_an_index_finds_what_is_near_and_forgets_what_is_taken_out() -> None:
    index = ObstacleIndex([disc("Mora", (50, 50)), Obstacle((*rectangle(0, 0, 900, 900),), weight=1.0, area=True)])
    here = LabelBox((50, 50), 3, 1)
    assert {obstacle.weight for obstacle, _ in index.obstacles(here)} == {FIRM, 1.0}
    index.put("a", [here])
    assert [key for key, _ in index.labels(here, "b")] == ["a"]
    assert not list(index.labels(here, "a"))
    index.take("a")
    assert not list(index.labels(here, "b"))


def test_the_inside_of_a_region_has_holes() -> None:
    ring = ((*rectangle(0, 0, 40, 40),), tuple(reversed(rectangle(15, 15, 10, 10))))
    inner = InnerGround(ring)
    assert inner.holds(LabelBox((8, 8), 4, 4))
    assert not inner.holds(LabelBox((20, 20), 2, 2)), "in the hole"
    assert not inner.holds(LabelBox((14, 20), 4, 2)), "over its edge"
    assert inner.chords(20.0) == [(0.0, 15.0), (25.0, 40.0)]


# All labels of a map.


def crowd(count: int, width: float, height: float) -> tuple[list[MapLabel], list[Obstacle]]:
    pick = random.Random(5)
    names = ("Mora", "Bridgewater", "New Haven East", "Saint Nicholas", "Wick", "Hilltop")
    labels = [
        label(str(number), (pick.uniform(5, width - 5), pick.uniform(5, height - 5)), names[number % 6])
        for number in range(count)
    ]
    return labels, [disc(each.key, each.at) for each in labels]


@pytest.mark.nightly
def test_every_label_is_placed_alike_each_time_and_reports_are_true() -> None:
    labels, places = crowd(160, 210, 297)
    placed = place_labels(labels, places, A4)
    assert placed == place_labels(labels, places, A4)
    assert [each.label.key for each in placed] == [each.key for each in labels]
    free = [each for each in placed if each.over is None]
    assert len(free) >= 155
    for one, other in combinations(free, 2):
        assert not any(area(intersection(a, grow(b, -0.4))) > 0.01 for a in ground(one) for b in ground(other))
    for each in free:
        for place in places:
            assert not any(area(intersection(a, (circle(*place.points, 1.1),))) > 0.05 for a in ground(each))


@pytest.mark.slow
def test_three_hundred_labels_take_less_than_a_tenth_of_a_second() -> None:
    labels, places = crowd(300, 420, 297)
    place_labels(labels[:10], places[:10], A4)
    start = time.process_time()
    place_labels(labels, places, BoundingBox(0, 0, 420, 297))
    assert time.process_time() - start < 0.2  # 40 ms on the machine that it was written on


@pytest.mark.nightly
def test_a_heap_of_labels_ends() -> None:
    """Labels on one point have no free positions; the number of comparisons is limited all the same."""
    labels = [label(str(number), (100, 100), "Bridgewater") for number in range(400)]
    tried = list(positions(labels[0]))
    assert len(tried) < 500
    assert len(place_labels(labels, (), A4)) == 400


# Labels where the document puts them.


def test_a_fixed_label_is_exactly_there_and_others_give_way() -> None:
    there = label("Sela", (60, 50), fixed=(56, 50))
    mora, sela = place_labels([label("Mora", (50, 50)), there], [disc("Mora", (50, 50)), disc("Sela", (60, 50))], A4)
    assert sela.position.at == (56, 50)
    assert mora.position.at[0] < 56 or mora.position.at[1] != 50
    assert not mora.over


def test_a_fixed_label_far_from_its_place_has_a_leader_line() -> None:
    near, far = place_labels(
        [label("Mora", (50, 50), fixed=(57, 50)), label("Sela", (90, 90), fixed=(120, 60))], (), A4
    )
    assert near.position.leader is None
    assert far.position.leader
    start, end = far.position.leader
    assert math.dist(start, (90, 90)) == pytest.approx(1.5)
    assert math.dist(end, (120, 60)) < 10


def test_what_a_fixed_label_covers_is_reported_with_its_own_hint() -> None:
    there = [label("Sela", (60, 50), fixed=(100, 100)), label("Pier", (20, 20), fixed=(209, 20))]
    found = crowded_of(place_labels(there, [disc("Mora", (100, 100))], A4))
    assert {(each.label, each.over) for each in found} == {
        ("Sela", "the place 'Mora'"),
        ("Pier", "the edge of the map"),
    }
    assert all("label-at" in each.hint for each in found)


def test_two_fixed_labels_on_each_other_are_one_finding() -> None:
    there = [label("Mora", (50, 50), fixed=(60, 60)), label("Sela", (70, 70), fixed=(61, 60))]
    (found,) = crowded_of(place_labels(there, (), A4))
    assert found.over == "the label of 'Mora'"


def test_a_fixed_label_of_a_region_is_as_large_as_its_ground_allows() -> None:
    land = (rectangle(0, 0, 40, 30),)
    wide = label("Mora", (20, 15), region=land, radius=0.25, fixed=(12, 22)).text
    inner = place_labels([label(wide, (20, 15), region=land, radius=0.25, fixed=(12, 22))], (), A4)[0]
    assert inner.position.at == (12, 22)
    assert inner.position.leader is None
    outer = place_labels([label(wide, (20, 15), region=land, radius=0.25, fixed=(70, 15))], (), A4)[0]
    assert outer.position.leader
    assert outer.position.leader[0] == pytest.approx((20.25, 15))
    narrow = (rectangle(0, 0, 8, 30),)
    small = place_labels([label("Mora Bay", (4, 15), region=narrow, radius=0.25, fixed=(4, 15), least=4.0)], (), A4)[0]
    assert all(InnerGround(narrow).holds(box) for box in small.position.ground)
