"""Every demand on generated networks, held against the oracle, which works it out the long way."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, get_args

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.model.maps.requirements import DEMANDS, Bounds, Demand, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.budget import SearchBudget
from pnp.network.layout import Layout
from pnp.network.lowering import Lowered
from pnp.network.network import Network, Place, network_of
from pnp.network.prove import prove
from tests.network import oracle
from tests.network.generated import plain_networks, some_cases, span, stately_networks

if TYPE_CHECKING:
    from pnp.network.requirements import Proof

PAPER = Layout("map", span(1), 0, 0, (), ())
ON_PLAIN = tuple(demand for demand in oracle.DEMANDS)
ON_STATELY = ("connected", "reach", "distance", "survives", "within", "fair-starts", "isolation")


def put(network: Network, requirement: Requirement, steps: int = 10**9) -> Proof:
    (proof,) = prove((requirement,), Lowered(network), PAPER, SearchBudget(steps))
    return proof


def named(*names: str) -> Selector:
    return Selector(places=tuple(Ref(name, span(1)) for name in names))


def bounds(demand: Demand) -> st.SearchStrategy[Bounds]:
    """Limits such as the schema lets that demand have."""
    if demand in ("fair-starts", "within"):
        return st.integers(0, 12).map(lambda quarters: Bounds(most=Fraction(quarters, 4)))
    if demand == "isolation":
        return st.integers(1, 3).map(lambda least: Bounds(least=Fraction(least)))
    limit = st.integers(0, 4).map(Fraction)
    maybe = st.one_of(st.none(), limit)
    return st.one_of(
        st.builds(Bounds, limit), st.builds(Bounds, st.none(), limit, maybe), st.builds(Bounds, st.none(), maybe, limit)
    )


@st.composite
def requirements(draw: st.DrawFn, demand: Demand, network: Network) -> Requirement:
    """A requirement of that demand that speaks of places of the network."""
    stops = [place.id for place in network.places if place.stop]
    names = st.lists(st.sampled_from(stops), min_size=1, max_size=3, unique=True).map(lambda drawn: named(*drawn))
    tags = st.sampled_from(sorted(network.by_tag) or [""]).map(lambda tag: Selector(tag=Ref(tag, span(1))))
    places = st.one_of(names, tags if network.by_tag and demand not in ("adjacent", "not-adjacent") else names)
    if demand in ("adjacent", "not-adjacent"):
        places = st.sampled_from(stops).map(named)
    start = places if demand in ("adjacent", "not-adjacent", "fair-starts") else st.one_of(st.just(Selector()), places)
    return Requirement(
        demand,
        "it",
        span(1),
        start=draw(start),
        goal=draw(places),
        bounds=draw(bounds(demand)),
        closed=draw(st.integers(1, 3)),
        counts=draw(st.sampled_from(("neighbours", "in", "out"))),
    )


def test_oracle_knows_every_demand_but_those_with_an_oracle_of_their_own() -> None:
    """`test_judge_disjoint_ways.py` compares ways with networkx, `test_turns.py` routes with every path."""
    assert {*oracle.DEMANDS, "no-crossing", "seams-meet", "ways", "route"} == set(DEMANDS) == set(get_args(Demand))


@pytest.mark.nightly
@pytest.mark.parametrize("demand", ON_PLAIN)
@some_cases
@given(st.data())
def test_verdict_on_places_is_the_oracles(demand: Demand, data: st.DataObject) -> None:
    network = data.draw(plain_networks())
    requirement = data.draw(requirements(demand, network))
    proof = put(network, requirement)
    assert proof.holds is oracle.holds(network, requirement)
    assert (proof.witness is None) == (proof.holds is not False)


@pytest.mark.slow
@pytest.mark.parametrize("demand", ON_STATELY)
@some_cases
@given(st.data())
def test_verdict_on_states_is_the_oracles(demand: Demand, data: st.DataObject) -> None:
    network = data.draw(stately_networks())
    requirement = data.draw(requirements(demand, network))
    assert put(network, requirement).holds is oracle.holds(network, requirement)


@some_cases
@given(plain_networks(least=2), st.integers(1, 3))
def test_witness_of_a_closure_is_the_smallest_and_cuts_off_what_it_says(network: Network, closed: int) -> None:
    proof = put(network, Requirement("survives", "it", span(1), closed=closed))
    town = oracle.Town(network)
    assume(proof.holds is False)
    assert proof.witness is not None
    cut = {network.index[name] for name in proof.witness.cut}
    assert proof.witness.setup == tuple((name, "closed") for name in proof.witness.cut)
    assert town.falls_apart(cut)
    assert put(network, Requirement("survives", "it", span(1), closed=len(cut) - 1)).holds or not cut
    off = {network.index[name] for name in proof.witness.places}
    home = next(place for place in range(len(network.places)) if place not in cut | off)
    graph = town.graph.subgraph(set(town.graph) - cut)
    for place in off:
        assert not (nx.has_path(graph, home, place) and nx.has_path(graph, place, home))


@some_cases
@given(plain_networks(least=2))
def test_witness_of_a_distance_is_a_shortest_way(network: Network) -> None:
    proof = put(network, Requirement("distance", "it", span(1), bounds=Bounds(exactly=Fraction(9))))
    assert proof.holds is False
    assert proof.witness is not None
    path = [network.index[name] for name in proof.witness.path]
    assert all(end in network.after[start] for start, end in itertools.pairwise(path))
    assert proof.witness.distance == (len(path) - 1 if path else None)
    assert proof.witness.distance == network.distance(*proof.witness.places)


def test_verdict_is_unknown_where_the_budget_does_not_do() -> None:
    ring = [(place, (place + step) % 60) for place in range(60) for step in (1, 59)]
    places = [Place(f"P{number}", span(1)) for number in range(60)]
    network = network_of(places, range(60), ((*move, 0) for move in ring), (span(1),))
    proof = put(network, Requirement("survives", "it", span(1), closed=1), steps=500)
    assert (proof.holds, proof.asked, proof.setups_total, proof.setups_covered) == (None, True, 61, 0)
