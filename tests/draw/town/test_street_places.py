"""What stands on and beside the streets of a drawn city: in its place, and clear of everything else."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import pytest

from pnp.draw.maps.street_map import LANE, Streetscape, compose, scape_of
from pnp.draw.maps.tile_map import scape_of as scape_of_tile
from pnp.draw.town.buildings import Town, grow_town
from pnp.draw.town.names import APART_FROM_SIGNS, NEAR_UPRIGHT, read_from_below, words
from pnp.draw.town.names import box as boxed
from pnp.draw.town.street_layout import grounds, overlap
from pnp.geometry.polygons import Ring, area, box, grow, intersection, rectangle
from tests.draw.town.street_sample import house_style, look, street_map, tile_map


@cache
def city() -> Streetscape:
    drawn = street_map()
    return compose(scape_of(drawn, drawn.width, drawn.height), drawn, house_style("board-style"), look())


@cache
def tiles() -> tuple[Streetscape, ...]:
    drawn = tile_map()
    places = {place.id: place for place in drawn.places}
    sites = iter(drawn.sites)
    scapes = [scape_of_tile(tile, places, [next(sites) for _ in tile.sites]) for tile in drawn.tiles]
    return tuple(compose(scape, drawn, house_style("board-style"), look()) for scape in scapes)


def placed(streetscape: Streetscape) -> list[tuple[str, Ring]]:
    """The boxes of all signs, names and badges, with what they belong to."""
    found = [
        (f"site {post.sign.id}", ring) for post in streetscape.posts for ring in (post.picture, post.ribbon) if ring
    ]
    found += [(f"street {number}", name.ground(0.0)) for number, name in enumerate(streetscape.names)]
    return found + [(f"district {badge.district.id}", badge.name.ground(0.0)) for badge in streetscape.badges]


def town_of(streetscape: Streetscape) -> Town:
    style = streetscape.canvas.style.town
    assert style
    return grow_town(streetscape.found, style, streetscape.canvas)


@pytest.mark.slow
def test_every_site_street_and_district_has_its_sign() -> None:
    drawn = street_map()
    assert len(drawn.plan.spaces) >= 120
    assert [post.sign.id for post in city().posts] == [site.id for site in drawn.sites]
    assert {badge.district.id for badge in city().badges} == {district.id for district in drawn.districts}
    named = {name.block.lines[0].text for name in city().names}
    assert named == {street.name.upper() for street in drawn.streets}


def test_signs_names_and_badges_lie_clear_of_each_other_and_of_the_streets() -> None:
    for (owner, ring), (other, beside) in combinations(placed(city()), 2):
        assert owner == other or not overlap(ring, beside), (owner, other)
    for owner, ring in placed(city()):
        assert area(intersection(grounds((ring,)), city().scape.asphalt)) < 0.01, owner


@pytest.mark.slow
def test_art_fills_what_is_left() -> None:
    town = town_of(city())
    assert len(town.buildings) > 300
    assert len(town.trees) > 50
    taken = grounds(ring for _, ring in placed(city()))
    streets = grow(city().scape.asphalt, 0.6)
    for building in town.buildings:
        assert area(intersection((building.ring,), streets)) == 0, building.key
        assert area(intersection((building.ring,), taken)) == 0, building.key


def test_no_two_blocks_are_built_alike() -> None:
    for streetscape in (city(), *tiles()):
        keys = [one.block.key for one in town_of(streetscape).built]
        assert len(keys) == len(set(keys)) > 3


def test_street_names_keep_a_distance_from_the_signs_along_their_street() -> None:
    for streetscape in (city(), *tiles()):
        signs = [ring for owner, ring in placed(streetscape) if not owner.startswith("street")]
        for name in streetscape.names:
            wide = boxed(name.at, name.width / 2 + APART_FROM_SIGNS, name.height / 2, name.turn)
            assert not any(overlap(wide, ring) for ring in signs), name.block.lines[0].text


def test_street_names_are_read_from_the_south_or_the_east() -> None:
    for name in city().names:
        assert NEAR_UPRIGHT - math.pi < name.turn <= NEAR_UPRIGHT
    for turn in range(-360, 361, 15):
        read = read_from_below(math.radians(turn))
        assert NEAR_UPRIGHT - math.pi < read <= NEAR_UPRIGHT
        assert math.isclose(abs(math.sin(read - math.radians(turn))), 0.0, abs_tol=1e-9)


def test_a_text_is_put_where_its_middle_is_wanted() -> None:
    name = words("HIGH", look().text("street-name"), (30.0, 20.0), -math.pi / 2)
    left, top, right, bottom = box((name.ground(0.0),))
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((30.0, 20.0))
    assert bottom - top == pytest.approx(name.width)


def test_a_run_that_is_left_out_has_no_asphalt() -> None:
    x, y = 219.0, 312.0  # the fourth run of Mill Street
    assert area(intersection((rectangle(x - 2, y - 2, 4, 4),), city().scape.asphalt)) == 0
    assert area(intersection((rectangle(x + 78, y - 2, 4, 4),), city().scape.asphalt)) == pytest.approx(16)


@pytest.mark.slow
def test_only_ground_streets_and_kerbs_reach_the_seam_of_a_tile() -> None:
    """So that any tile looks right beside any other, turned in whatever way."""
    for streetscape in tiles():
        side = streetscape.scape.width
        inner = (rectangle(LANE, LANE, side - 2 * LANE, side - 2 * LANE),)
        town = town_of(streetscape)
        for ring in (*(building.ring for building in town.buildings), *(ring for _, ring in placed(streetscape))):
            assert area(intersection(grounds((ring,)), inner)) == pytest.approx(area(grounds((ring,))), abs=0.01)
        for tree in town.trees:
            assert min(*tree.at, side - tree.at[0], side - tree.at[1]) > tree.radius


def test_streets_meet_at_every_seam() -> None:
    """The strip of asphalt along an edge is the same on every side of every tile of the sample."""
    strips = set()
    for streetscape in tiles():
        side = streetscape.scape.width
        for edge in (rectangle(0, 0, side, 1), rectangle(0, side - 1, side, 1)):
            left, _, right, _ = box(intersection((edge,), streetscape.scape.asphalt))
            strips.add((round(left, 3), round(right, 3), round(area(intersection((edge,), streetscape.scape.asphalt)))))
        for edge in (rectangle(0, 0, 1, side), rectangle(side - 1, 0, 1, side)):
            _, top, _, bottom = box(intersection((edge,), streetscape.scape.asphalt))
            strips.add((round(top, 3), round(bottom, 3), round(area(intersection((edge,), streetscape.scape.asphalt)))))
    assert strips == {(37.5, 148.5, 36)}
