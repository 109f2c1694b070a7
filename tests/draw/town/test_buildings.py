from __future__ import annotations

import itertools
import math
from collections import defaultdict
from functools import cache

import pytest
from msgspec.structs import replace

from pnp.draw.town.blocks import faces
from pnp.draw.town.buildings import Town, _roof, draw_roof, grow_town
from pnp.draw.town.coast import Terrain, palms, shore_trees, terrain_of
from pnp.draw.town.places import plates, set_labels
from pnp.draw.town.plan import Chance, Plan, lay_out
from pnp.geometry.polygons import (
    Shape,
    area,
    circle,
    corners,
    difference,
    distance,
    grow,
    inside,
    intersection,
    rectangle,
    union,
)
from pnp.scene.extent import bounds
from tests.draw.town.sample import MAP, STYLE, area_map, canvas, look, map_style


@cache
def terrain() -> Terrain:
    return terrain_of(canvas().plan, canvas().style.water, Chance("test"))


@cache
def town() -> Town:
    style = canvas().style.town
    assert style
    return grow_town(faces(canvas().plan), style, canvas())


def plots(plan: Plan) -> Shape:
    return union(*(spot.ground() for spot in plan.spots))


def crowns() -> Shape:
    return union(*((circle(tree.at, tree.radius),) for tree in town().trees))


def test_there_is_a_town() -> None:
    assert len(town().buildings) >= 8
    assert len(town().trees) > 5
    assert len(town().greens) >= 2  # a garden for each district


def test_no_building_stands_on_a_street_or_a_place() -> None:
    taken = union(grow(canvas().plan.streets, 0.5), plots(canvas().plan))
    for building in town().buildings:
        assert area(intersection((building.ring,), taken)) < 0.01, building.key


def test_no_crown_hangs_over_a_street_a_place_or_a_building() -> None:
    walls = tuple(building.ring for building in town().buildings)
    for taken in (canvas().plan.streets, plots(canvas().plan), union(walls)):
        assert area(intersection(crowns(), taken)) < 0.01


def test_buildings_stand_apart() -> None:
    rings = [building.ring for building in town().buildings]
    assert area(union(*((ring,) for ring in rings))) == pytest.approx(sum(area((ring,)) for ring in rings))


def test_neighbours_wear_other_colours() -> None:
    for one in town().built:
        colours = [building.colour for building in one.buildings]
        assert all(a != b for a, b in itertools.pairwise(colours))


def test_roofs_have_the_hue_of_their_district_where_the_style_says_so() -> None:
    drawn = canvas()
    assert drawn.style.town
    style = replace(drawn.style.town, parks=0.0, emblems=False)
    built = [one for one in grow_town(faces(drawn.plan), style, drawn).built if not one.block.face.core]

    def worn(tinge: float) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for one in built:
            tinged = replace(style, tinge=tinge)
            found[one.block.face.district] |= {_roof(it, one.block, tinged, drawn) for it in one.buildings}
        return found

    wholly, plain = worn(1.0), worn(0.0)
    assert {"hill", "docks"} <= wholly.keys()
    assert all(len(plain[name]) > 1 for name in ("hill", "docks"))
    assert all(len(wholly[name]) == 1 for name in ("hill", "docks")), "the colour of the district, and nothing else"
    assert wholly["hill"] != wholly["docks"]


def test_places_and_roads_stay_dry() -> None:
    plan = canvas().plan
    assert area(difference(union(plan.streets, plots(plan)), terrain().land)) < 0.01
    assert area(difference(terrain().land, terrain().beach)) < 0.01
    assert area(intersection(terrain().beach, terrain().water)) < 0.01


def test_havens_lie_on_open_water_inside_the_face() -> None:
    plan, havens = canvas().plan, terrain().havens
    assert havens
    for haven in havens:
        disc = (circle(haven.at, haven.radius),)
        assert area(difference(disc, plan.face)) < 0.01
        assert area(intersection(disc, grow(terrain().body, 1.0))) < 0.01


def test_palms_and_trees_of_the_shore_stand_on_land_off_the_roads() -> None:
    row = palms(canvas().plan, terrain(), Chance("test"))
    assert row
    for at in (
        *(palm.at for palm in row),
        *(tree.at for tree in shore_trees(canvas().plan, terrain(), row, Chance("test"))),
    ):
        assert inside(terrain().land, at)
        assert not inside(terrain().body, at)
        assert distance(terrain().body, at) > 2


def test_a_side_without_water_is_land_to_the_edge() -> None:
    style = map_style("kind: map-style\nplaces: {diameter: 10}\nroads: {width: 4}\nwater: {sides: [south]}")
    found = terrain_of(canvas().plan, style.water, Chance("test"))
    width, height = canvas().plan.width, canvas().plan.height
    for point in ((1, 1), (width - 1, 1), (1, height / 2), (width - 1, height / 2)):
        assert inside(found.land, point)
    assert inside(found.water, (width / 2, height - 1))


def test_without_water_all_is_land() -> None:
    assert terrain_of(canvas().plan, None, Chance("test")).water == ()


def test_faces_know_their_corners_and_district() -> None:
    found = {frozenset(spot.area.id for spot in face.corners): face for face in faces(canvas().plan)}
    assert set(found) == {
        frozenset({"Market", "Church", "Gate"}),
        frozenset({"Church", "Gate", "Ferry"}),
        frozenset({"Church", "Ferry", "Yard", "Pier"}),
    }
    hill = found[frozenset({"Market", "Church", "Gate"})]
    assert (hill.district, hill.core, hill.purity) == ("hill", True, 1.0)
    assert found[frozenset({"Church", "Ferry", "Yard", "Pier"})].district == "docks"


def test_another_seed_grows_another_town() -> None:
    assert Chance("one").share("roof", 1) != Chance("two").share("roof", 1)
    shares = [Chance("one").share("roof", step) for step in range(400)]
    assert 0.45 < sum(shares) / 400 < 0.55
    assert all(0 <= share < 1 for share in shares)


def test_a_label_stands_inside_where_it_fits_and_else_on_a_plate() -> None:
    drawn, style = area_map(MAP.replace("label: P", "label: Pier of the fishermen")), map_style()
    long = replace(canvas(), drawn=drawn, look=look(), plan=lay_out(drawn, style, 180, 140))
    labels = set_labels(long)
    assert [name for name, label in labels.items() if label.plate] == ["Pier"]
    assert area(intersection(plates(labels.values()), plots(long.plan))) < 0.01
    box = labels["Pier"].plate
    assert box
    assert box.left > 0
    assert box.right < 180
    assert box.width > labels["Pier"].block.width


@pytest.mark.parametrize("seed", ["test", "harbour", "3", "4"])
def test_the_coast_has_no_spikes(seed: str) -> None:
    found = terrain_of(canvas().plan, canvas().style.water, Chance(seed))
    for ring in (*found.land, *found.beach):
        for a, b, c in corners(ring):
            if min(math.dist(a, b), math.dist(b, c)) > 0.02:
                turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
                assert abs((turn + math.pi) % math.tau - math.pi) < 1.0, b


def test_a_clearing_is_left_empty() -> None:
    style = map_style(STYLE + "keep-clear: [{at: [104, 62], size: 14 x 10}]")
    cleared = replace(canvas(), style=style, plan=lay_out(canvas().drawn, style, 180, 140))
    assert style.town
    found = grow_town(faces(cleared.plan), style.town, cleared)
    box: Shape = (rectangle(104, 62, 14, 10),)
    assert any(area(intersection((building.ring,), box)) > 1 for building in town().buildings)
    assert found.buildings
    taken = (*((building.ring,) for building in found.buildings), *((circle(it.at, it.radius),) for it in found.trees))
    assert all(area(intersection(ring, box)) < 0.01 for ring in taken)


@pytest.mark.slow
def test_on_more_ground_than_any_table_holds_houses_grow_larger_and_no_more_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = replace(canvas(), plan=lay_out(canvas().drawn, canvas().style, 500.0, 400.0))
    style, found = wide.style.town, faces(wide.plan)
    assert style
    usual = grow_town(found, style, wide).buildings
    monkeypatch.setattr("pnp.draw.town.buildings.MOST_GROUND", sum(area(face.ground) for face in found) / 4)
    larger = grow_town(found, style, wide).buildings
    assert 0 < len(larger) < len(usual) / 3
    assert area(tuple(it.ring for it in larger)) / len(larger) > 3 * area(tuple(it.ring for it in usual)) / len(usual)


def test_houses_have_the_roofs_that_the_style_names() -> None:
    style = canvas().style.town
    assert style
    iron = grow_town(faces(canvas().plan), replace(style, houses=("tin", "sheet")), canvas())
    found = {building.roof for building in iron.buildings if not building.high}
    assert {"tin", "sheet"} <= found
    assert not found & {"gable", "hip", "flat", "veranda"}
    four = [building for building in iron.buildings if building.roof == "tin"]
    assert all(len(building.ring) == 4 for building in four), "a gable needs four walls"


@pytest.mark.parametrize("kind", ["tin", "sheet", "veranda"])
def test_a_roof_covers_its_house_and_no_more(kind: str) -> None:
    house = ((0.0, 0.0), (14.0, 0.0), (14.0, 9.0), (0.0, 9.0))
    box = bounds(tuple(draw_roof(house, kind, "#F09A86", canvas().paint, 0.3)))
    assert box
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((0.0, 0.0, 14.0, 9.0), abs=0.2)
