"""Labels of places: inside the rim or beside the place, and told where they cover something."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable

import pytest

from pnp.draw.maps.area_map import Painting, _painting
from pnp.draw.town.places import GRAZE, crowded, draw_place
from pnp.draw.town.plan import SQUARE, TownSpot, mixed
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Group, Item, Same, Text
from tests.draw.town.sample import area_map, look, map_style

SIZE = 120.0
STYLE = """
kind: map-style
inset: 4
places:
  diameter: 20
  rim: 1.5
  label: {style: area-label, where: inside, offset: [0, -3.5], least: 9}
  icon: {size: 7, offset: [0, 4]}
core: {tag: core, shape: square}
"""


def painted(areas: str) -> Painting:
    drawn = area_map(f"kind: area-map\nsize: {SIZE:g} x {SIZE:g}\n{areas}")
    return _painting(Same(drawn), Same(map_style(STYLE)), Same(look()), SIZE, SIZE)


@pytest.mark.parametrize("icon", ["", ", icon: anchor"])
@pytest.mark.parametrize("label", ["Ox", "Old Mill", "Inn at sea", "A B C D E F G H", "Go to the sea", "I i I i I i"])
def test_a_label_inside_its_place_keeps_off_the_rim(label: str, icon: str) -> None:
    painting = painted(
        f"districts: {{n: {{name: N, colour: ink{icon}}}}}\n"
        f"areas: {{A: {{at: [30, 60], in: n, label: {label}}}, B: {{at: [90, 60]}}}}\nroads: [A -- B]\n"
    )
    (spot,) = (spot for spot in painting.canvas.plan.spots if spot.area.id == "A")
    set_label = painting.labels["A"]
    if set_label.plate:
        assert label != "Ox"
        return
    placed = Group(set_label.block.items, (1, 0, 0, 1, *set_label.at)).items
    texts = [item for item in placed if isinstance(item, Text)]
    assert texts
    for text in texts:
        box = bounds((Group((text,), (1, 0, 0, 1, *set_label.at)),))
        assert box
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        assert max(math.dist(corner, spot.at) for corner in corners) <= 10 - 1.5


def test_a_label_of_two_lines_stands_in_a_place_without_an_icon() -> None:
    bare = painted("areas: {A: {at: [30, 60], label: Old Mill}, B: {at: [90, 60]}}\nroads: [A -- B]\n")
    assert len(bare.labels["A"].block.lines) == 2
    assert bare.labels["A"].plate is None


def centre_of_capitals(painting: Painting, name: str) -> float:
    """How far below the centre of its place the middle of a label's capitals is."""
    label = painting.labels[name]
    (spot,) = (spot for spot in painting.canvas.plan.spots if spot.area.id == name)
    block = label.block
    return label.at[1] + (block.cap_top + block.last_baseline) / 2 - spot.at[1]


def test_a_label_of_one_line_is_in_the_middle_of_a_place_without_an_icon() -> None:
    areas = "areas: {A: {at: [30, 60], label: Ox}, B: {at: [90, 60], label: Old Mill}}\nroads: [A -- B]\n"
    bare = painted(areas)
    assert bare.labels["A"].plate is bare.labels["B"].plate is None
    assert centre_of_capitals(bare, "A") == pytest.approx(0.0, abs=0.01)
    assert centre_of_capitals(bare, "B") == pytest.approx(0.0, abs=0.01)
    icons = "districts: {n: {name: N, colour: ink, icon: anchor}}\n" + areas.replace("label", "in: n, label")
    assert centre_of_capitals(painted(icons), "A") == pytest.approx(-3.5, abs=0.01)


WORDS = ("Mill", "the", "Old Market", "harbour", "Saint", "of", "Nicholas", "I")


def penetration(plate: BoundingBox, painting: Painting, name: str) -> float:
    """How far some point of the plate is inside another place, inside the plate of an earlier one, or off the face."""
    plan, step = painting.canvas.plan, 0.05
    deepest = max(-plate.left, -plate.top, plate.right - plan.width, plate.bottom - plan.height)
    across = [plate.left + step * number for number in range(round(plate.width / step) + 1)]
    down = [plate.top + step * number for number in range(round(plate.height / step) + 1)]
    earlier = True
    for spot in plan.spots:
        if spot.area.id == name:
            earlier = False
            continue
        dx, dy = min(abs(x - spot.at[0]) for x in across), min(abs(y - spot.at[1]) for y in down)
        deepest = max(deepest, spot.radius * SQUARE - max(dx, dy) if spot.square else spot.radius - math.hypot(dx, dy))
        other = painting.labels[spot.area.id].plate
        if earlier and other:
            width = sum(other.left <= x <= other.right for x in across) * step
            height = sum(other.top <= y <= other.bottom for y in down) * step
            deepest = max(deepest, min(width, height))
    return deepest


@pytest.mark.parametrize("seed", range(8))
def test_what_a_label_covers_is_told(seed: int) -> None:
    """Against points of each plate; of two labels that meet, the second is reported."""
    chance, areas = random.Random(seed), []
    for number in range(10):
        x, y = 15 + 30 * (number % 4) + chance.randrange(-5, 6), 20 + 40 * (number // 4) + chance.randrange(-5, 6)
        words = " ".join(chance.choices(WORDS, k=chance.randint(1, 5)))
        areas.append(f"P{number}: {{at: [{x}, {y}], label: {words}, tags: [{chance.choice(['core', 'rim'])}]}}")
    painting = painted(f"areas: {{{', '.join(areas)}}}\nroads: [P0 -- P1]\n")
    found = crowded(painting.labels, painting.canvas.plan, painting.scale)
    told = {label.span.pointer.split("/")[2]: label.over for label in found}
    assert told
    for name, label in painting.labels.items():
        deepest = penetration(label.plate, painting, name) if label.plate else 0.0
        if abs(deepest - GRAZE / painting.scale) > 0.1:
            assert (name in told) == (deepest > GRAZE / painting.scale), (name, deepest)
    assert all(re.fullmatch(r"the (place|label of) 'P\d'|the edge of the map", over) for over in told.values())


FIXED = """
areas: {{A: {{at: [30, 60], label: Inn, label-at: {at}}}, B: {{at: [90, 60]}}, C: {{at: [60, 20]}}}}
roads: [A -- B]
"""


@pytest.mark.parametrize(("at", "leads"), [((30, 76), False), ((60, 100), True)])
def test_a_plate_is_where_the_map_puts_it(at: tuple[float, float], leads: bool) -> None:
    painting = painted(FIXED.format(at=list(at)))
    found = painting.labels["A"]
    expected = painting.canvas.onto_face(at)
    assert found.plate
    assert expected
    assert found.plate.centre == pytest.approx(expected, abs=0.01)
    assert (found.leader is not None) == leads
    assert not list(crowded(painting.labels, painting.canvas.plan, painting.scale))


def test_a_label_that_is_moved_inside_its_place_has_no_plate() -> None:
    assert painted(FIXED.format(at=[30, 62])).labels["A"].plate is None


@pytest.mark.parametrize(("at", "over"), [((90, 60), "the place 'B'"), ((119, 100), "the edge of the map")])
def test_a_plate_on_another_place_or_the_edge_is_reported(at: tuple[float, float], over: str) -> None:
    painting = painted(FIXED.format(at=list(at)).replace("Inn", "Inn at the sea"))
    (found,) = crowded(painting.labels, painting.canvas.plan, painting.scale)
    assert (found.label, found.over) == ("Inn at the sea", over)
    assert "label-at" in found.hint


PAIR = "areas: {A: {at: [30, 60], in: n, icon: star, label: ''}, B: {at: [90, 60], label: ''}}\nroads: [A -- B]\n"
QUARTER = "districts: {n: {name: N, colour: heart, tint: heart-tint}}\n"
DRAWN = STYLE.replace("  icon: {size: 7, offset: [0, 4]}\n", "  drawing: {size: 8, offset: [0, 3], strength: 0.5}\n")


def place(style: str, name: str) -> tuple[TownSpot, tuple[Item, ...]]:
    """One place of the pair, and its items."""
    canvas = _painting(
        Same(area_map(f"kind: area-map\nsize: {SIZE:g} x {SIZE:g}\n{QUARTER}{PAIR}")),
        Same(map_style(style)),
        Same(look()),
        SIZE,
        SIZE,
    ).canvas
    (spot,) = (spot for spot in canvas.plan.spots if spot.area.id == name)
    return spot, tuple(draw_place(spot, "place", None, canvas))


def groups(items: Iterable[Item]) -> list[Group]:
    return [item for item in items if isinstance(item, Group)]


def fills(items: Iterable[Item]) -> list[object]:
    """The fills of the items and of those in groups."""
    return [
        fill
        for item in items
        for fill in (fills(item.items) if isinstance(item, Group) else [getattr(item, "fill", None)])
    ]


def test_the_icon_of_an_area_is_drawn_in_its_place_and_softened_by_its_strength() -> None:
    spot, items = place(DRAWN, "A")
    (drawing,) = groups(items)
    box = bounds((drawing,))
    assert box
    x, y = spot.at
    assert x - 4 <= box.left < x < box.right <= x + 4
    assert y - 1 <= box.top < y + 3 < box.bottom <= y + 7
    heart = look().colour("heart")
    assert set(fills((drawing,))) == {mixed(look().colour("map-place"), heart, 0.5)}
    assert set(fills(groups(place(DRAWN.replace("0.5", "1"), "A")[1]))) == {heart}


def test_an_area_without_an_icon_and_a_style_without_drawings_leave_the_place_empty() -> None:
    assert not groups(place(DRAWN, "B")[1])
    assert not groups(place(STYLE, "A")[1])


def test_a_place_is_filled_with_a_share_of_the_tint_of_its_district() -> None:
    tinted = STYLE.replace("core:", "  tint: 0.5\ntints: true\ncore:")
    white, tint = look().colour("map-place"), look().colour("heart-tint")
    assert white != tint
    assert fills(place(tinted, "A")[1])[-1] == mixed(white, tint, 0.5)
    assert fills(place(tinted, "B")[1])[-1] == white
    assert fills(place(STYLE, "A")[1])[-1] == white
