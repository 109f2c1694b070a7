"""Tile maps and their arrangements, against an oracle that lays every one of them on paper."""

from __future__ import annotations

import os

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.reference import Ref
from pnp.model.requirement import Demand, Requirement, Selector
from pnp.network import lower
from pnp.network.budget import Budget
from pnp.network.layout import lay_out
from pnp.network.proof import Verdict
from pnp.network.setups import judge_setups
from tests.network import oracle
from tests.network.generated import span
from tests.network.generated_tiles import CitySpec, Lyings, cities
from tests.network.test_requirements import bounds

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
    every = demand not in ("adjacent", "not-adjacent", "fair-starts")
    return Requirement(
        demand,
        "it",
        span(1),
        start=draw(st.one_of(st.just(Selector()), some) if every else some),
        goal=draw(st.just(Selector()) if demand == "no-trap" else some),
        bounds=draw(bounds(demand)),
        counts=draw(st.sampled_from(("neighbours", "in", "out"))),
        every_setup=True,
    )


def named(names: list[str]) -> Selector:
    return Selector(places=tuple(Ref(name, span(1)) for name in names))


def verdict_on(city: CitySpec, requirement: Requirement, steps: int = 10**9) -> Verdict:
    tile_map = city.read()
    return judge_setups(requirement, lower(tile_map), lay_out(tile_map), Budget(steps))


def holds(city: CitySpec, lyings: Lyings, requirement: Requirement) -> bool:
    """Whether a demand holds in one arrangement, by the oracle."""
    if requirement.demand == "seams-meet":
        return city.seams_meet(lyings)
    town = oracle.Town(city.network(lyings))
    match requirement.demand:
        case "no-trap":
            parts = nx.condensation(town.strides())
            sinks = [part for part in parts if not parts.out_degree(part)]
            return (
                len(parts) == 1
                or not sinks
                or all(len(parts.nodes[sink]["members"]) == len(town.stops) for sink in sinks)
            )
        case "within":
            return bool(town.chosen(requirement.goal) and oracle.within(town, requirement)) or not town.chosen(
                requirement.start
            )
        case _:
            return oracle.DEMANDS[requirement.demand](town, requirement)


def words(city: CitySpec, lyings: Lyings) -> tuple[tuple[str, str], ...]:
    found = []
    for cell, (tile, turn) in enumerate(lyings):
        row, column = divmod(cell, city.columns)
        turned = f", turned {90 * turn}°" if turn else ""
        found.append((f"row {row + 1}, column {column + 1}", f"{city.tiles[tile].name}{turned}"))
    return tuple(found)


@pytest.mark.parametrize("demand", DEMANDS)
def test_the_verdict_on_all_arrangements_is_that_of_the_oracle(demand: Demand) -> None:
    @settings(max_examples=25 * CASES, deadline=None, derandomize=True)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        city = data.draw(cities())
        requirement = data.draw(requirements(demand, city))
        verdict = verdict_on(city, requirement)
        arrangements = city.arrangements
        first = next((lyings for lyings in arrangements if not holds(city, lyings, requirement)), None)
        assert verdict.holds is (first is None), (verdict, city.written())
        assert verdict.setups_total == len(arrangements)
        if first is None:
            assert verdict.setups_covered == len(arrangements)
        else:
            assert verdict.witness is not None
            assert verdict.witness.setup == words(city, first), city.written()

    check()
