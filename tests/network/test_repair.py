"""Repairs: each mends the map, breaks nothing that held, crosses nothing, and is the least where it says so."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import dist

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area
from pnp.model.maps.requirements import Bounds, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network import lay_out, lower
from pnp.network.budget import SearchBudget
from pnp.network.judge import judge_no_crossing
from pnp.network.repair import changes_of, find_repairs
from tests.network import oracle
from tests.network.generated import some_cases, span

CONNECTED = Requirement("connected", "connected", span(1))
NO_CROSSING = Requirement("no-crossing", "no crossing", span(1))


def area_map(points: list[tuple[float, float]], roads: list[tuple[int, int, bool]], **more: float) -> AreaMap:
    areas = tuple(Area(f"P{number}", "", "", span(1), at) for number, at in enumerate(points))
    drawn = tuple(
        Road(Ref(f"P{start}", span(2)), Ref(f"P{end}", span(2)), span(10 + number), one_way)
        for number, (start, end, one_way) in enumerate(roads)
    )
    return AreaMap(id="m", name="m", span=span(1), width=200, height=200, areas=areas, roads=drawn, **more)  # type: ignore[arg-type]


@st.composite
def town_maps(draw: st.DrawFn) -> AreaMap:
    """Places on a grid with some of the roads between neighbours, some one way."""
    cells = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=7, unique=True))
    points = [(20 + 40.0 * x, 20 + 40.0 * y) for x, y in cells]
    near = [(a, b) for a, b in combinations(range(len(points)), 2) if dist(points[a], points[b]) < 45]
    kept = draw(st.lists(st.sampled_from(near), unique=True, max_size=6)) if near else []
    return area_map(points, [(a, b, draw(st.booleans())) for a, b in kept], new_roads=60.0)


def graph(drawn: AreaMap) -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(area.id for area in drawn.areas)
    for road in drawn.roads:
        found.add_edge(road.start.name, road.end.name)
        if not road.one_way:
            found.add_edge(road.end.name, road.start.name)
    return found


@pytest.mark.slow
@some_cases
@given(town_maps())
def test_a_repair_mends_the_map_and_is_the_least(drawn: AreaMap) -> None:
    assume(not nx.is_strongly_connected(graph(drawn)))
    repairs = find_repairs(drawn, CONNECTED, (NO_CROSSING,), 3)
    candidates = list(changes_of(drawn, CONNECTED))
    by_words = {change.words: change for change in candidates}
    for repair in repairs:
        changed = drawn
        for words in repair.changes:
            changed = by_words[words].made(changed)
        assert nx.is_strongly_connected(graph(changed))
        assert judge_no_crossing(lay_out(changed)).holds
    least = repairs[0].changes if repairs else ()
    for number in range(1, len(least) or 3):
        for changes in combinations(candidates, number):
            changed = drawn
            for change in changes:
                changed = change.made(changed)
            assert not (nx.is_strongly_connected(graph(changed)) and judge_no_crossing(lay_out(changed)).holds)
    assert all(repair.smallest for repair in repairs)


@pytest.mark.slow
@some_cases
@given(town_maps())
def test_a_proposed_road_is_new_short_and_crosses_none(drawn: AreaMap) -> None:
    assume(judge_no_crossing(lay_out(drawn)).holds)
    joined = {frozenset((road.start.name, road.end.name)) for road in drawn.roads}
    for change in changes_of(drawn, CONNECTED):
        changed = change.made(drawn)
        assert isinstance(changed, AreaMap)
        if len(changed.roads) > len(drawn.roads):
            new = changed.roads[-1]
            at = {area.id: area.at or (0.0, 0.0) for area in changed.areas}
            assert frozenset((new.start.name, new.end.name)) not in joined
            assert dist(at[new.start.name], at[new.end.name]) <= 60
            assert judge_no_crossing(lay_out(changed)).holds


def test_two_roads_are_proposed_where_one_does_not_do() -> None:
    drawn = area_map([(20, 20), (60, 20), (100, 20)], [])
    (repair, *_) = find_repairs(replace(drawn, new_roads=50.0), CONNECTED, (), 2)
    assert repair.changes == ("add the road 'P0 -- P1'", "add the road 'P1 -- P2'")
    assert repair.smallest


def test_what_held_before_holds_after() -> None:
    drawn = area_map([(20, 20), (60, 20), (60, 60)], [(0, 1, False), (1, 2, True)])
    tree = Requirement(
        "degree", "tree", span(1), start=Selector((Ref("P0", span(1)),)), bounds=Bounds(most=Fraction(1))
    )
    (repair,) = find_repairs(drawn, CONNECTED, (tree,), 3)
    assert repair.changes == ("let the road 'P1 -> P2' go both ways",)


def test_a_road_is_taken_out_where_there_are_too_many() -> None:
    drawn = area_map([(20, 20), (60, 20), (60, 60)], [(0, 1, False), (1, 2, False), (2, 0, False)])
    apart = Requirement("not-adjacent", "apart", span(1), *(Selector((Ref(name, span(1)),)) for name in ("P0", "P1")))
    (repair, *_) = find_repairs(drawn, apart, (CONNECTED,), 3)
    assert repair.changes == ("take out the road 'P0 -- P1'",)


def test_of_two_roads_by_one_name_the_number_says_which() -> None:
    drawn = area_map([(20, 20), (60, 20), (60, 60)], [(0, 1, False), (1, 2, False), (2, 0, False), (0, 1, False)])
    apart = Requirement("not-adjacent", "apart", span(1), *(Selector((Ref(name, span(1)),)) for name in ("P0", "P1")))
    (repair, *_) = find_repairs(drawn, apart, (CONNECTED,), 3)
    assert repair.changes == tuple(
        f"take out the road 'P0 -- P1' (number {number} of 2 by that name)" for number in (1, 2)
    )


@pytest.mark.parametrize("steps", [0, 30])
def test_nothing_is_proposed_that_was_not_tried(steps: int) -> None:
    drawn = area_map([(20.0 * number, 20) for number in range(8)], [], new_roads=30.0)
    assert find_repairs(drawn, CONNECTED, (), 3, SearchBudget(steps)) == ()


def test_no_road_is_added_to_a_draft_without_positions() -> None:
    areas = tuple(Area(name, "", "", span(1)) for name in ("A", "B"))
    drawn = AreaMap(id="m", name="m", span=span(1), areas=areas, roads=())
    assert find_repairs(drawn, CONNECTED, (), 3) == ()
    placed = replace(
        drawn, areas=tuple(replace(each, at=(20.0 * at, 0.0)) for at, each in enumerate(areas)), new_roads=30
    )
    (repair,) = find_repairs(placed, CONNECTED, (), 3)
    assert repair.changes == ("add the road 'A -- B'",)
    assert all(oracle.holds(lower(change.made(placed)).network, CONNECTED) for change in changes_of(placed, CONNECTED))


def test_a_new_road_joins_the_places_that_are_near_also_where_there_are_waypoints() -> None:
    """A waypoint has a position like any place, and a road may lead to it."""
    at = {"Ford": (150.0, 0.0), "Mill": (0.0, 0.0), "Inn": (30.0, 0.0), "Gate": (90.0, 0.0)}
    areas = tuple(Area(name, "", "", span(1), at=spot, waypoint=name == "Ford") for name, spot in at.items())
    drawn = AreaMap(id="m", name="m", span=span(1), areas=areas, roads=(), new_roads=60.0)
    words = [change.words for change in changes_of(drawn, CONNECTED)]
    assert words == ["add the road 'Mill -- Inn'", "add the road 'Ford -- Gate'", "add the road 'Inn -- Gate'"]


@pytest.mark.parametrize(("away", "proposed"), [(3.0, 2), (30.0, 3)])
def test_no_road_is_proposed_that_would_pass_a_place_closely(away: float, proposed: int) -> None:
    drawn = area_map([(20, 50), (100, 50), (60, 50 + away)], [], new_roads=200.0)
    words = [change.words for change in changes_of(drawn, CONNECTED)]
    assert len(words) == proposed
    assert ("add the road 'P0 -- P1'" in words) == (proposed == 3)
