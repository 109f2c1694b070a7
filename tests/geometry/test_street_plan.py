"""Streets as geometry: where they meet, what an intersection takes of them, and the spaces between."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.geometry.street_lines import line_of
from pnp.geometry.street_plan import UNIT, Break, PlanNode, Street, StreetPlan, plan_streets, to_units

Point = tuple[float, float]


def street(name: str, *points: Point, **more: Any) -> Street:
    return Street(name, Span("map.yaml"), points, **more)


def millimetres(at: tuple[int, int]) -> Point:
    return at[0] / UNIT, at[1] / UNIT


def junctions(plan: StreetPlan) -> list[Point]:
    return [millimetres(node.at) for node in plan.nodes if node.kind == "junction"]


def ends(plan: StreetPlan) -> list[PlanNode]:
    return [node for node in plan.nodes if node.kind == "end"]


def test_a_line_has_a_direction_before_and_after_each_of_its_points() -> None:
    line = line_of([(0, 0), (100, 0), (100, 0), (100, 50)])
    onward = {along: line.direction(along, 1) for along in (0, 60, 100, 130, 150)}
    back = {along: line.direction(along, -1) for along in (0, 40, 60, 100, 130, 150)}
    assert onward == {0: (100, 0), 60: (100, 0), 100: (0, 50), 130: (0, 50), 150: (0, 50)}
    assert back == {0: (-100, 0), 40: (-100, 0), 60: (-100, 0), 100: (-100, 0), 130: (0, -50), 150: (0, -50)}
    assert [line.at(along) for along in (0, 60, 100, 130, 150)] == [(0, 0), (60, 0), (100, 0), (100, 30), (100, 50)]
    assert line.part(60, 130) == ((60, 0), (100, 0), (100, 30))
    assert [line.nearest(point) for point in ((-9, 3), (60, 20), (130, -40), (140, 30), (70, 90))] == [
        0,
        60,
        100,
        130,
        150,
    ]


def test_four_streets_of_a_tile_have_sixteen_spaces_of_one_size() -> None:
    lines = [street(f"W{at}", (0, at), (186, at)) for at in (46.5, 139.5)]
    lines += [street(f"N{at}", (at, 0), (at, 186)) for at in (46.5, 139.5)]
    plan = plan_streets(lines, 18, 37.5)
    assert [space.number for space in plan.spaces] == [1, 2, 3, 4] * 4
    assert {space.length for space in plan.spaces} == {375_000}
    assert [millimetres(space.at) for space in plan.spaces[:4]] == [
        (18.75, 46.5),
        (74.25, 46.5),
        (111.75, 46.5),
        (167.25, 46.5),
    ]
    assert {space.heading for space in plan.spaces} == {0.0, 90.0}
    assert len(junctions(plan)) == 4
    assert len(ends(plan)) == 8


def test_a_street_that_ends_on_another_meets_it_and_one_that_ends_before_does_not() -> None:
    main = street("Main", (0, 50), (100, 50))
    assert junctions(plan_streets([main, street("T", (40, 0), (40, 50))], 10, 20)) == [(40, 50)]
    assert junctions(plan_streets([main, street("T", (40, 0), (40, 46))], 10, 20)) == [(40, 50)], "it ends on its kerb"
    assert junctions(plan_streets([main, street("T", (40, 0), (40, 53))], 10, 20)) == [(40, 50)], "nothing is left over"
    apart = plan_streets([main, street("T", (40, 0), (40, 44))], 10, 20)
    assert (junctions(apart), len(ends(apart))) == ([], 4)


def test_ends_that_meet_make_a_corner() -> None:
    plan = plan_streets([street("A", (0, 0), (50, 0)), street("B", (50, 0), (50, 50))], 10, 20)
    assert junctions(plan) == [(50, 0)]
    assert plan.runs[0].line[-1] == to_units((45, 0))
    assert plan.runs[1].line[0] == to_units((50, 5))


def test_a_street_goes_straight_on_where_another_begins() -> None:
    plan = plan_streets([street("A", (0, 0), (50, 0)), street("B", (50, 0), (100, 0))], 10, 20)
    assert junctions(plan) == [(50, 0)]
    assert plan.runs[0].line[-1] == plan.runs[1].line[0] == to_units((50, 0))


def test_a_sharp_angle_takes_more_of_a_street() -> None:
    plan = plan_streets([street("A", (0, 0), (100, 0)), street("B", (0, 50), (100, -50))], 10, 20)
    assert junctions(plan) == [(50, 0)]
    lengths = {round(dist(millimetres(run.line[0]), millimetres(run.line[-1])), 2) for run in plan.runs}
    assert lengths == {37.93, 58.64}, "5 mm × (1 + √2) is taken at 45°"


def test_a_bent_street_has_its_bends_in_its_spaces() -> None:
    plan = plan_streets([street("A", (0, 0), (40, 0), (40, 40))], 10, 27)
    assert [space.heading for space in plan.spaces] == [0.0, 0.0, 90.0]
    assert plan.spaces[1].line == (to_units((26.6666, 0)), to_units((40, 0)), to_units((40, 13.3333)))


def test_runs_are_left_out_and_their_spaces_counted_on() -> None:
    lines = [
        street("A", (0, 0), (120, 0), left_out=(2,)),
        street("B", (40, -20), (40, 20)),
        street("C", (80, -20), (80, 20)),
    ]
    plan = plan_streets(lines, 10, 35)
    assert [(run.number, len(run.spaces)) for run in plan.runs if run.street == 0] == [(1, 1), (3, 1)]
    assert [space.number for space in plan.spaces if space.street == 0] == [1, 2]
    assert plan.runs_of == (3, 2, 2)


def test_a_street_says_how_many_spaces_its_runs_have() -> None:
    lines = [
        street("A", (0, 0), (120, 0), counts=(3, 1)),
        street("B", (40, -20), (40, 20)),
        street("C", (80, -20), (80, 20)),
    ]
    assert [len(run.spaces) for run in plan_streets(lines, 10, 35).runs if run.street == 0] == [3, 1, 1]


def test_a_ring_is_closed_by_links() -> None:
    plan = plan_streets([street("A", (0, 0), (40, 0), (40, 40), (0, 40), (0, 0))], 10, 20)
    assert [node.kind for node in plan.nodes] == ["break"]
    assert [(link.start, link.end) for link in plan.links] == [(8, 0), *((n, n + 1) for n in range(8))]


def test_a_break_parts_a_run() -> None:
    plan = plan_streets([street("A", (0, 0), (100, 0))], 10, 20, [Break(0, to_units((50, 3)), 10 * UNIT)])
    assert [node.kind for node in plan.nodes] == ["break", "end", "end"]
    assert [run.line[-1] for run in plan.runs] == [to_units((45, 0)), to_units((100, 0))]


def test_streets_on_each_other_do_not_meet() -> None:
    plan = plan_streets([street("A", (0, 0), (100, 0)), street("B", (20, 4), (90, 4))], 10, 20)
    assert plan.overlaps == ((0, 1),)


def test_a_street_that_turns_back_lies_on_no_other() -> None:
    plan = plan_streets([street("A", (0, 0), (100, 0), (100, 4), (20, 4))], 10, 20)
    assert plan.overlaps == ()


def test_the_later_of_two_streets_on_each_other_may_be_the_longer() -> None:
    plan = plan_streets([street("A", (20, 4), (90, 4)), street("B", (0, 0), (100, 0))], 10, 20)
    assert plan.overlaps == ((0, 1),)


@pytest.mark.slow
def test_far_too_many_streets_are_not_compared() -> None:
    lines = [street(f"A{n}", (0, n), (100, n + 0.5)) for n in range(400)]
    assert not plan_streets(lines, 10, 20).whole


def test_spaces_of_all_streets_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [street("A", (0, 0), (60, 0)), street("B", (0, 90), (60, 90))]
    assert [space.street for space in plan_streets(lines, 10, 20).spaces] == [0, 0, 0, 1, 1, 1]
    monkeypatch.setattr("pnp.geometry.street_plan.MOST_SPACES", 6)
    assert plan_streets(lines, 10, 20).whole
    monkeypatch.setattr("pnp.geometry.street_plan.MOST_SPACES", 5)
    assert not plan_streets(lines, 10, 20).whole


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.tuples(*[st.integers(0, 20).map(lambda at: at * 10.0)] * 4), min_size=1, max_size=6))
def test_what_is_planned_fits_together(drawn: list[tuple[float, float, float, float]]) -> None:
    lines = [street(f"S{n}", (a, b), (c, d)) for n, (a, b, c, d) in enumerate(drawn) if (a, b) != (c, d)]
    plan = plan_streets(lines, 6, 15)
    spaces = [number for run in plan.runs for number in run.spaces]
    assert spaces == list(range(len(plan.spaces))), "each space lies on one run"
    for number, line in enumerate(lines):
        assert [space.number for space in plan.spaces if space.street == number] == list(
            range(1, 1 + sum(space.street == number for space in plan.spaces))
        )
        taken = sum(space.length for space in plan.spaces if space.street == number)
        assert taken <= dist(*line.points) * UNIT + 2
    again = plan_streets([street(line.name, *line.points[::-1]) for line in lines], 6, 15)
    assert len(again.spaces) == len(plan.spaces), "the direction of a street does not matter"
    for node in plan.nodes:
        assert node.kind == "junction" or len(node.streets) == 1
