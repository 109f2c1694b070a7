"""Area maps, their roads in every way to write them, and the requirements they keep."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.diagnostics import Finding, Severity, Span
from pnp.model.maps.area_map import AreaMap, Road, read_area_map
from pnp.model.maps.requirements import DEMANDS, Bounds, Requirement, read_requirements
from pnp.model.reference import Acceptance
from tests.model.reading import checked, root_of

AREAS = "areas: {Market: {}, Church: {}, Pier: {}, Ferry: {}}\n"


def area_map(more: str) -> AreaMap:
    return read_area_map(root_of(f"kind: area-map\n{AREAS if 'areas:' not in more else ''}{more}"), "town")


def roads(text: str) -> list[str]:
    return [words(road) for road in area_map(f"roads: {text}\n").roads]


def words(road: Road) -> str:
    return f"{road.start} {'->' if road.one_way else '--'} {road.end}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Market -- Church]", ["Market -- Church"]),
        ("[Market -- Church -- Pier]", ["Market -- Church", "Church -- Pier"]),
        ("[Market -> Church <- Pier]", ["Market -> Church", "Pier -> Church"]),
        ("[Market -- Church -> Pier -- Market]", ["Market -- Church", "Church -> Pier", "Pier -- Market"]),
        ('["Market   --   Church"]', ["Market -- Church"]),
        ("[[Market, Church, Pier]]", ["Market -- Church", "Church -- Pier"]),
        ("[{from: Market, to: Church}]", ["Market -- Church"]),
        ("[{from: Market, to: Church, one-way: true}]", ["Market -> Church"]),
        ("[{from: Market, to: Church, one-way: false}]", ["Market -- Church"]),
        ("[]", []),
    ],
)
def test_roads_in_every_way_to_write_them(text: str, expected: list[str]) -> None:
    assert roads(text) == expected


def test_a_name_with_a_hyphen_is_one_name() -> None:
    found = area_map("areas: {North-gate: {}, South gate: {}}\nroads: [North-gate -- South gate]\n")
    assert [words(road) for road in found.roads] == ["North-gate -- South gate"]


def test_a_road_bends_where_it_is_told_to() -> None:
    (road,) = area_map("roads: [{from: Market, to: Church, via: [[1, 2], [3.5, 4]]}]\n").roads
    assert road.via == ((1.0, 2.0), (3.5, 4.0))


def test_ends_of_written_roads_know_their_places() -> None:
    text = "kind: area-map\nareas: {A: {}, Bb: {}}\nroads:\n  - A -- Bb\n  - 'Bb -> A'\n  - >-\n    A\n    -- Bb\n"
    first, second, third = read_area_map(root_of(text), "town").roads
    assert [(each.line, each.column, each.end_column) for each in (first.start.span, first.end.span)] == [
        (4, 5, 6),
        (4, 10, 12),
    ]
    assert (second.start.span.column, second.end.span.column) == (6, 12)
    assert third.start.span == third.end.span, "of a folded text the whole is known"


def test_an_area_is_labelled_and_named_by_its_key_unless_it_says_otherwise() -> None:
    found = area_map(
        "size: 80 × 60.5\ntwo-way: true\n"
        "districts: {old: {name: Old town, icon: star, colour: ink, tint: paper}, new: {}}\n"
        "areas: {Market: {}, 7: {at: [1, 2.5], label: VII, name: Seven, in: old, tags: [start, shop]}}\n"
    )
    market, seven = found.areas
    assert (market.id, market.label, market.name, market.at, market.district, market.tags) == (
        "Market",
        "Market",
        "Market",
        None,
        None,
        (),
    )
    assert (seven.id, seven.label, seven.name, seven.at) == ("7", "VII", "Seven", (1.0, 2.5))
    assert (seven.district and seven.district.name, [tag.name for tag in seven.tags]) == ("old", ["start", "shop"])
    assert (found.width, found.height, found.two_way, found.tags) == (80.0, 60.5, True, {"start", "shop"})
    old, new = found.districts
    assert (old.name, old.icon and old.icon.name, new.name, new.icon) == ("Old town", "star", "new", None)
    assert found.place("7") is seven
    assert found.place("8") is None
    assert found.district("old") is old


def test_areas_that_could_not_be_read_are_remembered() -> None:
    document = checked("kind: area-map\nareas: {Market: {}, Church: 7, Pier: {at: x}}\n")
    assert document.root is not None
    found = read_area_map(document.root, "town", document.damaged)
    assert ([area.id for area in found.areas], found.lost, found.damaged) == (["Market", "Pier"], {"Church"}, True)


def requirement(text: str) -> Requirement:
    (found,) = read_requirements(root_of(f"kind: requirements\nrequirements: [{text}]\n"), "rules").requirements
    return found


@pytest.mark.parametrize(
    ("text", "demand", "start", "goal"),
    [
        ("{connected: true}", "connected", [], []),
        ("{adjacent: [A, B]}", "adjacent", ["A"], ["B"]),
        ("{not-adjacent: [A, B]}", "not-adjacent", ["A"], ["B"]),
        ("{distance: {from: A, to: B, is: 2}}", "distance", ["A"], ["B"]),
        ("{reach: {from: [A, B], to: C}}", "reach", ["A", "B"], ["C"]),
        ("{count: {of: every place, is: 4}}", "count", [], []),
        ("{survives: {closed: 2}}", "survives", [], []),
    ],
)
def test_a_demand_speaks_of_places(text: str, demand: str, start: list[str], goal: list[str]) -> None:
    found = requirement(text)
    assert found.demand == demand
    assert found.name == demand, "without a name it goes by its demand"
    assert ([ref.name for ref in found.start.places], [ref.name for ref in found.goal.places]) == (start, goal)


def test_a_demand_speaks_of_tags_and_districts() -> None:
    found = requirement("{name: near, within: {every: {in: old}, a: {tag: shop}, at-most: 3}, severity: warning}")
    assert (found.name, found.severity) == ("near", Severity.WARNING)
    assert found.start.district is not None
    assert found.goal.tag is not None
    assert (found.start.district.name, found.goal.tag.name) == ("old", "shop")
    assert found.bounds == Bounds(most=Fraction(3))


@pytest.mark.parametrize(
    ("bounds", "held", "shown"),
    [
        (Bounds(exactly=Fraction(2)), {2}, "2"),
        (Bounds(least=Fraction(2)), {2, 3, 4}, "at least 2"),
        (Bounds(most=Fraction(2)), {0, 1, 2}, "at most 2"),
        (Bounds(least=Fraction(1), most=Fraction(3)), {1, 2, 3}, "at least 1 and at most 3"),
        (Bounds(most=Fraction(5, 2)), {0, 1, 2}, "at most 2.5"),
        (Bounds(), {0, 1, 2, 3, 4}, ""),
    ],
)
def test_bounds_hold_numbers(bounds: Bounds, held: set[int], shown: str) -> None:
    assert {number for number in range(5) if bounds.hold(number)} == held
    assert str(bounds) == shown


def test_a_decimal_bound_is_exactly_what_is_written() -> None:
    assert requirement("{fair-starts: {to: {tag: shop}, at-most: 0.1}}").bounds.most == Fraction(1, 10)


def test_demands_stand_once() -> None:
    assert len(set(DEMANDS)) == len(DEMANDS)


def test_an_acceptance_covers_what_it_names() -> None:
    (accepted,) = area_map("accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]\n").accepts
    assert (accepted.code, accepted.at, accepted.reason) == ("dead-end", "Pier", "the ferry turns here")

    def covers(code: str, pointer: str, message: str = "", file: str = "test.yaml") -> bool:
        span = Span(file, pointer=pointer)
        return accepted.covers(Finding(code, Severity.WARNING, message, span))

    assert covers("dead-end", "/areas/Pier")
    assert covers("dead-end", "", "'Pier' is a dead end")
    assert not covers("dead-end", "/areas/Pier2", "'Pier2' is a dead end")
    assert not covers("bridge", "/areas/Pier")
    assert not covers("dead-end", "/areas/Pier", file="other.yaml")
    assert Acceptance("dead-end", "", accepted.span).covers(
        Finding("dead-end", Severity.WARNING, "", Span("test.yaml", 3))
    )


@pytest.mark.parametrize("label", ['""', '" "'])
def test_an_empty_label_is_none(label: str) -> None:
    (area,) = area_map(f"areas: {{Market: {{label: {label}}}}}\n").areas
    assert area.label == ""


def test_a_label_may_have_its_own_position() -> None:
    found = area_map(
        "districts: {vale: {label-at: [8, 9]}, moor: {}}\n"
        "areas: {Market: {at: [1, 2], label-at: [3, 4.5], parts: {gate: {label: G, label-at: [5, 6]}}}, Pier: {}}\n"
    )
    assert [area.label_at for area in (*found.areas, *found.parts)] == [(3.0, 4.5), None, (5.0, 6.0)]
    assert [district.label_at for district in found.districts] == [(8.0, 9.0), None]
