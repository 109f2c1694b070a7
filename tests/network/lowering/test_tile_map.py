"""Tile maps and their arrangements, against an oracle that lays every one of them on paper."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import perm

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.model.maps.requirements import NOWHERE, STARTS, Bounds, Demand, Requirement, Selector
from pnp.model.maps.tile_map import TileMap, read_tile_map
from pnp.model.reference import Ref
from pnp.network import lower
from pnp.network.arrangements.enumeration import in_words
from pnp.network.budget import SearchBudget
from pnp.network.layout import lay_out
from pnp.network.prove import judge_setups
from pnp.network.requirements import Verdict
from pnp.source import load_schemas, read_document, validate
from tests.network import oracle
from tests.network.generated import span
from tests.network.generated_tiles import CitySpec, Lyings, Spec, cities
from tests.network.test_prove import bounds
from tests.pipeline import ROOT

CASES = int(os.environ.get("PNP_CASES", "1"))
"""How many times the usual number of cases are tried."""

DEMANDS: tuple[Demand, ...] = (
    "connected",
    "reach",
    "distance",
    "adjacent",
    "not-adjacent",
    "degree",
    "no-dead-end",
    "no-trap",
    "count",
    "within",
    "fair-starts",
    "seams-meet",
)


@st.composite
def requirements(draw: st.DrawFn, demand: Demand, city: CitySpec) -> Requirement:
    """A requirement of that demand on every arrangement of a city."""
    spaces = [f"{tile.name} {name}" for tile in city.tiles for name, _ in tile.spaces]
    lowered = lower(city.read())
    sites = [site.id for site in lowered.network.extras.sites]
    names = st.lists(st.sampled_from([*spaces, *sites]), min_size=1, max_size=3, unique=True)
    tags = st.sampled_from(("start", "inn")).map(lambda tag: Selector(tag=Ref(tag, span(1))))
    some = st.one_of(names.map(named), tags)
    if demand in ("adjacent", "not-adjacent"):
        some = st.sampled_from(spaces).map(lambda name: named([name]))
    every = demand not in ("adjacent", "not-adjacent")
    if demand == "fair-starts":
        some = st.one_of(some, st.just(STARTS))
    return Requirement(
        demand,
        "it",
        span(1),
        start=draw(st.one_of(st.just(Selector()), some) if every else some),
        goal=draw(st.just(NOWHERE) if demand == "no-trap" else some),
        bounds=draw(bounds(demand)),
        counts=draw(st.sampled_from(("neighbours", "in", "out"))),
        every_setup=True,
    )


def named(names: list[str]) -> Selector:
    return Selector(places=tuple(Ref(name, span(1)) for name in names))


def verdict_on(city: CitySpec, requirement: Requirement, steps: int = 10**9) -> Verdict:
    tile_map = city.read()
    return judge_setups(requirement, lower(tile_map), lay_out(tile_map), SearchBudget(steps))


def holds(city: CitySpec, lyings: Lyings, requirement: Requirement) -> bool:
    """Whether a demand holds in one arrangement, by the oracle."""
    if requirement.demand == "seams-meet":
        return city.seams_meet(lyings)
    return holds_in(oracle.Town(city.network(lyings)), requirement)


def holds_in(town: oracle.Town, requirement: Requirement) -> bool:
    match requirement.demand:
        case "no-trap":
            parts = nx.condensation(town.strides())
            return not any(parts.in_degree(part) and not parts.out_degree(part) for part in parts)
        case "within":
            starts = any(map(town.standing_on, town.goals(requirement.start)))
            return not starts or bool(town.chosen(requirement.goal) and oracle.within(town, requirement))
        case _:
            return oracle.DEMANDS[requirement.demand](town, requirement)


def words(city: CitySpec, lyings: Lyings) -> tuple[tuple[str, str], ...]:
    found = []
    for cell, (tile, turn) in enumerate(lyings):
        row, column = divmod(cell, city.columns)
        turned = f", turned {90 * turn}°" if turn else ""
        found.append((f"row {row + 1}, column {column + 1}", f"{city.tiles[tile].name}{turned}"))
    return tuple(found)


@pytest.mark.nightly
@pytest.mark.parametrize("demand", DEMANDS)
def test_the_verdict_on_all_arrangements_is_that_of_the_oracle(demand: Demand) -> None:
    hold_against_the_oracle(demand, 25 * CASES)


@pytest.mark.slow
@pytest.mark.parametrize("demand", DEMANDS)
def test_the_verdict_on_a_few_cities_is_that_of_the_oracle(demand: Demand) -> None:
    hold_against_the_oracle(demand, 20)


def hold_against_the_oracle(demand: Demand, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, derandomize=True)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        city = data.draw(cities())
        requirement = data.draw(requirements(demand, city))
        verdict = verdict_on(city, requirement)
        arrangements = city.arrangements
        assert verdict.setups_total == len(arrangements)
        sets = Counter(frozenset(tile for tile, _ in lyings) for lyings in arrangements)
        of_set = {frozenset(tile for tile, _ in lyings): lyings for lyings in arrangements}
        shown = arrangements if requirement.is_least_distance else of_set.values()  # else turns are no matter
        towns = [oracle.Town(city.network(lyings)) for lyings in shown]
        seamless = requirement.demand == "seams-meet" and city.rows * city.columns == 1
        empty = seamless or oracle.is_empty(towns, requirement)
        first = None if empty else next((each for each in arrangements if not holds(city, each, requirement)), None)
        empty = empty or (first is None and oracle.in_vain(towns, requirement))
        assert verdict.asked is not empty, (verdict, city.written())
        if not verdict.asked:
            return
        assert verdict.holds is (first is None), (verdict, city.written())
        if first is None:
            asked = (each for each in sets if oracle.asks(oracle.Town(city.network(of_set[each])), requirement))
            assert verdict.setups_covered == sum(sets[each] for each in asked)
        else:
            assert verdict.witness is not None
            assert verdict.witness.setup == words(city, first), city.written()

    check()


def tile(name: str, tags: tuple[str, ...]) -> Spec:
    """A square of four spaces round an intersection, with a way out on each side."""
    spaces = tuple((space, (tag,) if tag else ()) for space, tag in zip("abcd", tags, strict=True))
    ring = tuple((first, second, False) for first, second in zip("abcd", "bcda", strict=True))
    exits = tuple(
        (edge, 15, space, "both") for edge, space in zip(("north", "east", "south", "west"), "abcd", strict=True)
    )
    return Spec(name, spaces, ("X",), (*ring, ("a", "X", False), ("X", "c", False)), exits)


SOUND = CitySpec(1, 2, "half", True, (tile("T0", ("start", "", "inn", "")), tile("T1", ("", "inn", "", "start"))))


def mutants(city: CitySpec) -> Iterator[tuple[str, CitySpec]]:
    """Every city that has one fault more."""
    for number, spec in enumerate(city.tiles):
        for what, changed in faults(spec):
            yield (
                f"{spec.name}: {what}",
                replace(city, tiles=(*city.tiles[:number], changed, *city.tiles[number + 1 :])),
            )
    first, second = city.tiles
    yield "tiles swapped", replace(city, tiles=(second, first))
    yield "a tile twice", replace(city, tiles=(first, replace(first, name="T1")))
    yield "turned by quarters", replace(city, turned="any")
    yield "not shuffled", replace(city, shuffled=False)
    yield "laid the other way", replace(city, rows=2, columns=1)


def faults(spec: Spec) -> Iterator[tuple[str, Spec]]:
    for at, (start, end, _) in enumerate(spec.roads):
        before, after = spec.roads[:at], spec.roads[at + 1 :]
        yield f"no road {start} {end}", replace(spec, roads=(*before, *after))
        yield f"one way {start} {end}", replace(spec, roads=(*before, (start, end, True), *after))
        yield f"one way {end} {start}", replace(spec, roads=(*before, (end, start, True), *after))
    for at, (edge, _, to, _) in enumerate(spec.exits):
        others = (*spec.exits[:at], *spec.exits[at + 1 :])
        yield f"no exit {edge}", replace(spec, exits=others)
        for changed in ((edge, 10, to, "both"), (edge, 15, to, "in"), (edge, 15, to, "out"), (edge, 15, "X", "both")):
            yield f"exit {changed}", replace(spec, exits=(*others, changed))
    for at, (space, tags) in enumerate(spec.spaces):
        for tag in [each for each in ((), ("start",), ("inn",)) if each != tags]:
            spaces = (*spec.spaces[:at], (space, tag), *spec.spaces[at + 1 :])
            yield f"{space} tagged {tag}", replace(spec, spaces=spaces)


def tagged(tag: str) -> Selector:
    return Selector(tag=Ref(tag, span(1)))


ASKED = (
    Requirement("connected", "it", span(1), every_setup=True),
    Requirement("seams-meet", "it", span(1), every_setup=True),
    Requirement("no-trap", "it", span(1), goal=NOWHERE, every_setup=True),
    Requirement("no-dead-end", "it", span(1), every_setup=True),
    Requirement("count", "it", span(1), start=tagged("inn"), bounds=Bounds(Fraction(2)), every_setup=True),
    Requirement("degree", "it", span(1), bounds=Bounds(least=Fraction(2)), counts="out", every_setup=True),
    Requirement("reach", "it", span(1), start=tagged("start"), goal=tagged("inn"), every_setup=True),
    Requirement(
        "distance",
        "it",
        span(1),
        tagged("start"),
        tagged("inn"),
        Bounds(None, Fraction(1), Fraction(5)),
        every_setup=True,
    ),
    Requirement("within", "it", span(1), goal=tagged("inn"), bounds=Bounds(most=Fraction(4)), every_setup=True),
    Requirement(
        "fair-starts", "it", span(1), tagged("start"), tagged("inn"), Bounds(most=Fraction(1)), every_setup=True
    ),
)


@pytest.mark.nightly
def test_the_verdict_on_mutants_is_that_of_the_oracle() -> None:
    """On every third of them, each verdict among these; `python -m tests.oracle` asks of any number."""
    seen: set[tuple[str, bool]] = set()
    for what, city in (("sound", SOUND), *islice(mutants(SOUND), 0, None, 3)):
        towns = [(lyings, oracle.Town(city.network(lyings))) for lyings in city.arrangements]
        for requirement in ASKED:
            empty = oracle.is_empty([town for _, town in towns], requirement)
            right = not empty and all(
                city.seams_meet(lyings) if requirement.demand == "seams-meet" else holds_in(town, requirement)
                for lyings, town in towns
            )
            if right and oracle.in_vain([town for _, town in towns], requirement):
                empty, right = True, False
            verdict = verdict_on(city, requirement)
            assert verdict.holds is (None if empty else right), (what, requirement.demand, verdict)
            seen.add((requirement.demand, right))
    assert seen == {(requirement.demand, right) for requirement in ASKED for right in (True, False)}


def proved(*names: str) -> dict[str, Verdict]:
    tile_map = sample()
    lowered, layout = lower(tile_map), lay_out(tile_map)
    return {
        requirement.demand: judge_setups(requirement, lowered, layout, SearchBudget(10**7))
        for requirement in tile_map.requirements
        if not names or requirement.demand in names
    }


def sample() -> TileMap:
    text = (ROOT / "tests/network/city.yaml").read_bytes()
    document = validate(read_document(text, "city.yaml"), load_schemas(ROOT / "schemas"))
    assert document.root is not None
    return read_tile_map(document.root, "city")


def test_a_way_on_one_tile_may_be_longer_than_any_over_seams() -> None:
    roads = (("a", "b", False), ("b", "c", False), ("c", "d", False), ("b", "e", True))
    spec = Spec("T0", tuple((space, ()) for space in "abcde"), (), roads, (("north", 15, "a", "both"),))
    reach = Requirement("reach", "it", span(1), named(["T0 a"]), named(["T0 d", "T0 e"]), every_setup=True)
    assert verdict_on(CitySpec(1, 1, "any", True, (spec,)), reach).holds


@pytest.mark.slow
def test_all_demands_on_four_turnable_tiles_are_proved() -> None:
    found = proved()
    assert {demand: verdict.holds for demand, verdict in found.items()} == dict.fromkeys(found, True)
    assert {(verdict.setups_total, verdict.setups_covered) for verdict in found.values()} == {(6144, 6144)}
    assert {verdict.method for verdict in found.values()} == {"symmetry"}
    assert found["connected"].setups_checked == 1, "all tiles come to the same, however they are turned"
    assert found["fair-starts"].setups_checked == 1536, "only the whole city is turned"


@pytest.mark.slow
def test_a_city_of_many_tiles_is_proved_where_they_come_to_the_same() -> None:
    tile_map = sample()
    tiles = tuple(replace(tile, id=f"{tile.id} {number}") for number in range(3) for tile in tile_map.tiles)
    many = replace(tile_map, rows=3, columns=3, tiles=tiles)
    wanted = [each for each in many.requirements if each.demand == "connected"]
    wanted.append(
        Requirement("distance", "far", span(1), goal=tagged("goal"), bounds=Bounds(most=Fraction(99)), every_setup=True)
    )
    connected, near = (judge_setups(each, lower(many), lay_out(many), SearchBudget(10**6)) for each in wanted)
    total = perm(12, 9) * 4**9
    assert (connected.holds, connected.setups_covered, connected.setups_total) == (True, total, total)
    assert (near.holds, near.setups_total) == (None, total)
    assert 0 < near.setups_checked < near.setups_covered < total, "the budget runs out, and says so"
    assert near.witness is None


def test_a_fault_as_printed_is_found_however_many_arrangements_there_are() -> None:
    tile_map = sample()
    tiles = tuple(replace(tile, id=f"{tile.id} {number}") for number in range(4) for tile in tile_map.tiles)
    odd = [replace(tile, streets=tile.streets[number % 4 :]) for number, tile in enumerate(tiles)]
    many = replace(tile_map, rows=4, columns=4, tiles=tuple(odd))
    near = Requirement("degree", "all", span(1), bounds=Bounds(least=Fraction(3)), every_setup=True)
    verdict = judge_setups(near, lower(many), lay_out(many), SearchBudget(10**5))
    assert (verdict.holds, verdict.setups_checked) == (False, 1)
    assert verdict.detail.endswith("and 7 more tiles")


def test_the_words_for_an_arrangement_name_rows_columns_and_turns() -> None:
    arrangements = lower(sample()).arrangements
    assert arrangements is not None
    first, second = list(islice(arrangements.each(), 2))
    assert first.setup[0] == ("row 1, column 1", "Harbour")
    assert second.setup[3] == ("row 2, column 2", "Station, turned 90°")
    assert in_words(second.setup[2:]) == "with 'Garden' in row 2, column 1; 'Station' turned 90° in row 2, column 2"
    assert first.alike == second.alike == 4
